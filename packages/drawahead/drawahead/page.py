"""A picture on a page: its size there, and its file."""

import io

import numpy as np
from PIL import Image

PAGE_DPI = 96
"""Dots per inch of a page, and of a picture that must be drawn fast."""

FINE_DPI = 192
"""Dots per inch of a stored picture: two to each pixel of the page."""

_FEW_COLOURS = 128
_SMALL, _FAST = 8, 1  # levels of zlib: 9 takes more than twice as long, for 3 % less


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
