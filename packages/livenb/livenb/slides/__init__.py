"""Slides from notebooks whose cells are marked for JupyterLab and nbconvert."""
