"""A folder of notebooks as pages whose sliders move without a kernel.

Who calls whom::

    build         from notebooks to a folder of pages
      explorers     runs a notebook's cells, and finds its Explorers
      choice        which of their frames are kept
        named         values that the text beside them speaks of
      packs         frames as files, without loss
        under         what is told under the pointer, as a table if it is short
      notebooks     a notebook as a page: folded code, notes, pictures
        questions     replies of the exercises' checks, as tables
      sphinx        what Sphinx does beside MyST-NB and a theme
        mathematics   formulas as MathML
        words         the glossary's words, explained where they stand
        lines         where no line ends
    printed       all notebooks as one PDF
    lite          the notebooks in JupyterLite, beside the pages

In the page, ``static/explorer.js`` makes native controls and brings the frames that a
kernel would draw; the picture itself, dragging, playing and formulas are the scripts of
``drawahead``, as they are. ``question.js`` checks answers and keeps predictions, and
``paper.js`` prints dark pages as light ones. Nothing is asked of any other server.

Frames are drawn from the notebooks' own cells, in a process for each notebook, and kept
in ``build/frames`` under a name that stands for all they follow from: the cells and the
modules that they import. A second build draws nothing.
"""
