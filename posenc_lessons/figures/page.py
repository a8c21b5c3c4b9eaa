"""Show a figure in a notebook as a small picture with its description."""

import io

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from PIL import Image

PAGE_DPI = 96
"""Dots per inch on a page."""

FINE_DPI = 192
"""Dots per inch in a stored picture: two for each pixel of the page."""


def show(figure: Figure, text: str) -> None:
    """Show a figure in a notebook, with its text alternative as the caption.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure; it is closed afterwards.
    text : str
        One or two sentences that say what the figure shows.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> line = ax.plot([1, 2, 4])
    >>> show(figure, "A line that rises faster and faster.")  # doctest: +SKIP
    """
    # IPython is slow to import; a notebook that shows figures has loaded it already.
    from IPython.display import Markdown, display

    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text must say in words what the figure shows; got {text!r}")
    width, height = figure.get_size_inches() * PAGE_DPI
    size = {"width": int(width), "height": int(height)}
    display(
        {"image/png": small_png(figure), "text/plain": text},
        raw=True,
        metadata={"image/png": size | {"alt": text}},
    )
    display(Markdown(f"*{text}*"))
    plt.close(figure)


def small_png(figure: Figure) -> bytes:
    """Return a figure as a small PNG file without a date or a program name.

    The file has 128 colors. If the figure contains a heatmap, the file keeps the
    figure's 256 most frequent colors unchanged, so that it shows no pattern that is not
    in the table.
    """
    figure.set_dpi(FINE_DPI)
    figure.canvas.draw()
    rgb = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    if any(ax.images for ax in figure.axes):
        image = _most_frequent_colors(rgb)
    else:
        image = Image.fromarray(rgb).quantize(
            128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
    file = io.BytesIO()
    # Level 9 takes more than twice as long as level 8 and makes files only 3% smaller.
    image.save(file, "PNG", compress_level=8)
    return file.getvalue()


def _most_frequent_colors(rgb):
    """Return an image that uses only its 256 most frequent colors."""
    packed = rgb.astype(np.uint32) @ np.array([2**16, 2**8, 1], np.uint32)
    values, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    parts = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=-1)
    parts = parts.astype(int)
    kept = parts[np.argsort(-counts, kind="stable")[:256]]
    nearest = [np.abs(kept - part).sum(axis=1).argmin() for part in parts]
    numbers = np.array(nearest, np.uint8)[places.reshape(packed.shape)]
    image = Image.fromarray(numbers)
    image.putpalette(kept.astype(np.uint8).tobytes())
    return image
