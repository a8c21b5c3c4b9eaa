"""Figures of the lessons: how a figure is shown, and parts that several share."""

import io

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display
from PIL import Image

PAGE_DPI = 96
"""Dots per inch of a page, and of a picture that must be drawn fast."""

FINE_DPI = 192
"""Dots per inch of a stored picture: two to each pixel of the page."""

_FEW_COLOURS = 128
_SMALL, _FAST = 8, 1  # levels of zlib: 9 takes more than twice as long, for 3 % less


def show(figure, text):
    """Show a figure in a notebook, with its text alternative as the caption.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure; it is closed afterwards.
    text : str
        One or two sentences that say what is to be seen.

    Raises
    ------
    ValueError
        If `text` is empty: every figure needs one.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> line = ax.plot([1, 2, 4])
    >>> show(figure, "A line that rises faster and faster.")  # doctest: +SKIP
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text must say in words what the figure shows; got {text!r}")
    figure.set_dpi(FINE_DPI)
    figure.canvas.draw()
    picture = to_png(figure.canvas.buffer_rgba(), small=True)
    plt.close(figure)
    display(
        {"image/png": picture, "text/plain": text},
        raw=True,
        metadata=picture_metadata(figure, text),
    )
    display(Markdown(f"*{text}*"))


def picture_metadata(figure, text):
    """Return the metadata of a stored picture: its size on the page, and its text."""
    width, height = figure.get_size_inches() * PAGE_DPI
    return {"image/png": {"width": int(width), "height": int(height), "alt": text}}


def to_png(rgba, small=False):
    """Encode a picture as PNG.

    Parameters
    ----------
    rgba : buffer, shape (height, width, 4)
        Red, green, blue and alpha, 8 bits each; alpha is not kept.
    small : bool, optional
        Whether to spend time on a small file (128 colours) rather than be fast.

    Returns
    -------
    bytes
        The file. It holds neither a date nor the name of a program.
    """
    image = Image.fromarray(np.asarray(rgba)[..., :3])
    if small:
        image = image.quantize(
            _FEW_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=_SMALL if small else _FAST)
    return file.getvalue()
