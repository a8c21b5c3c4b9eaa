"""Positions in two dimensions: the patches of an image."""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, base_of_waves, count
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding


def _multiple_of_4(name, value):
    """Check a width whose halves hold pairs, and return it as an `int`."""
    value = count(4, 10**6)(name, value)
    if value % 4:
        raise ValueError(
            f"{name} must be a multiple of 4, to hold pairs for rows and for columns; "
            f"got {value:,}: take {value - value % 4:,} or {value + 4 - value % 4:,}"
        )
    return value


@accepts(
    height=count(1, 10**4),
    width=count(1, 10**4),
    d_model=_multiple_of_4,
    base=base_of_waves,
)
def grid_encoding(
    height: int, width: int, d_model: int, base: float = 10000.0
) -> NDArray:
    """Return sinusoids of two dimensions: half of the columns for each.

    Parameters
    ----------
    height, width : int
        How many rows and columns of patches there are.
    d_model : int
        The width of the embeddings; a multiple of 4.
    base : float, optional
        The base of the wavelengths.

    Returns
    -------
    ndarray, shape (height, width, d_model)
        The first d_model / 2 entries of [r, c] encode the row r, the others the column
        c, each as `sinusoidal_encoding` of that width does.

    References
    ----------
    Wang and Liu, Translating Math Formula Images to LaTeX Sequences (2021); Carion et
    al., DETR (2020), appendix A.4, with other frequencies.

    Examples
    --------
    >>> print(grid_encoding(2, 3, 4).round(2)[1, 2])
    [ 0.84  0.54  0.91 -0.42]
    """
    half = d_model // 2
    table = np.empty((height, width, d_model))
    table[..., :half] = sinusoidal_encoding(height, half, base=base)[:, None]
    table[..., half:] = sinusoidal_encoding(width, half, base=base)
    return table
