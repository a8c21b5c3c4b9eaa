"""Sphinx's settings of the course's pages. `build` runs it with this folder."""

import os
import pathlib

project = "Positions in transformers"
author = "posenc_lessons"
copyright = "the authors of posenc_lessons"

extensions = [
    "myst_nb",
    "livenb.site.mathematics",
    "livenb.site.words",
    "livenb.site.lines",
]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show = "Show the code that draws"
nb_code_prompt_hide = "Hide the code"
suppress_warnings = ["myst.header"]
nitpicky = False

html_theme = "sphinx_book_theme"
html_title = "Positions in transformers"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_extra_path = list(filter(None, [os.environ.get("POSENC_SITE_FILES")]))
html_static_path = []
html_last_updated_fmt = None
html_favicon = str(pathlib.Path(__file__).with_name("clock.svg"))
html_context = {"default_mode": "auto"}
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "use_source_button": False,
    "use_sidenotes": False,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "home_page_in_toc": True,
    "search_as_you_type": False,
}
html_css_files = ["page.css"]
html_js_files = [
    ("explorer.js", {"type": "module"}),
    ("question.js", {"type": "module"}),
    ("paper.js", {"type": "module"}),
]
