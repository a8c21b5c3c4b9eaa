"""The picture of an Explorer as the browser shows it, with its texts."""

import pathlib

import anywidget
import traitlets

_FOLDER = pathlib.Path(__file__).parent


class Picture(anywidget.AnyWidget):
    """An image with its text alternative, a message above it and a readout below."""

    _esm = _FOLDER / "picture.js"
    _css = _FOLDER / "picture.css"
    png = traitlets.Bytes().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    alt = traitlets.Unicode().tag(sync=True)
    readout = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
