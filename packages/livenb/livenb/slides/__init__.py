"""Slides from notebooks whose cells are marked for JupyterLab and nbconvert.

``deck`` says which cell stands on which slide, ``parts`` how it is shown, and ``build``
writes a page with reveal.js for each notebook.
"""
