"""The course as pages whose sliders move without a kernel: what `make site` builds.

Who calls whom::

    build         from notebooks to a folder of pages
      explorers     runs a lesson's cells, and finds its Explorers
      choice        which of their frames are kept
      packs         frames as files, without loss
        under         what is told under the pointer, as a table if it is short
      lessons       a lesson's notebook as a page: folded code, notes, pictures
        questions     what the package's checks say, as tables
      conf          Sphinx's settings: MyST-NB reads notebooks, a theme shows them
        mathematics   formulas as MathML
        words         the glossary's words, explained where they stand
        lines         where no line ends
    printed       the lessons as one PDF
    lite          the notebooks in JupyterLite, beside the pages

In the page, ``page/explorer.js`` makes native controls and brings the frames that a
kernel would draw; the picture itself, dragging, playing and formulas are the scripts of
``drawahead``, as they are. ``page/question.js`` checks answers and keeps
predictions, and ``page/paper.js`` prints dark pages as light ones. Nothing is asked of
any other server.

Frames are drawn from the notebooks' own cells, in a process for each lesson, and kept
in ``build/frames`` under a name that stands for all they follow from: the cells, the
package's code, the versions of NumPy and Matplotlib. A second build draws nothing.
"""
