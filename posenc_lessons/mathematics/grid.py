"""Positions in two dimensions, such as those of the patches of an image."""

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
    """Return the sinusoidal encoding of the patches of an image.

    Parameters
    ----------
    height, width : int
        The numbers of rows and columns of patches.
    d_model : int
        The width of the embeddings, which must be a multiple of 4.
    base : float, optional
        The base of the wavelengths.

    Returns
    -------
    ndarray, shape (height, width, d_model)
        At [r, c], the first d_model / 2 numbers encode row r and the others encode
        column c, both as `sinusoidal_encoding` does with that width.

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
