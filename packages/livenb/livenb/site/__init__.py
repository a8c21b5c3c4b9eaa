"""A folder of notebooks as pages whose sliders move without a kernel.

``build`` makes the pages, with the pictures that ``shelf`` keeps, and Sphinx, which
``sphinx`` extends. ``lite`` adds the notebooks in JupyterLite. The README says what the
other modules do. In a page, ``static/page.js`` gives frames from files to drawahead's
own script. Nothing is requested from any other server.
"""
