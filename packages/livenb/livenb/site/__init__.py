"""A folder of notebooks as pages whose sliders move without a kernel.

Who calls whom::

    build         from notebooks to a folder of pages
      shelf         the pictures of notebooks, kept between builds
        run           runs a notebook's cells, and finds its Explorers and figures
        packs         frames as files, for two widths
          choice        which frames are kept, and in which order
          narrow        a figure for a phone
      notebooks     a notebook as a page: folded code, notes, pictures
        questions     replies from the exercises' checks, as tables
      sphinx        what Sphinx does besides MyST-NB and a theme
        mathematics   formulas as MathML
        words         the glossary's words, explained where they stand
        search        the sentences that the search page looks through
    lite          the notebooks in JupyterLite, beside the pages

In the page, ``static/page.js`` mounts drawahead's own script and gives it frames from
files. ``question.js`` checks answers and keeps predictions, and ``search.js`` finds
sentences. Nothing is asked of any other server.
"""
