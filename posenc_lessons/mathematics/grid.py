"""Positions in two dimensions: the patches of an image."""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    count,
    multiple_of,
)
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding


@accepts(
    height=count(1),
    width=count(1),
    d_model=multiple_of(4, "to hold pairs for rows and for columns"),
    base=base_of_waves,
)
def grid_encoding(
    height: int, width: int, d_model: int, base: float = 10000.0
) -> NDArray:
    """Return sinusoids for two dimensions, each with half of the columns.

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
