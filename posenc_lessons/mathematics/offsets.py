"""How the sinusoidal encodings of two positions k words apart are related."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    count,
    even,
    numbers,
)
from posenc_lessons.mathematics.sinusoids import angular_frequencies


@accepts(k=count(-(10**9), 10**9), d_model=even, base=base_of_waves)
def shift_matrix(k: int, d_model: int, base: float = 10000.0) -> NDArray:
    """Return the matrix that moves every position's encoding k words forward.

    Parameters
    ----------
    k : int
        The offset, in positions; it may be negative.
    d_model : int
        The width of the encoding, which must be even.
    base : float, optional
        The base of the wavelengths.

    Returns
    -------
    ndarray, shape (d_model, d_model)
        The matrix M_k for which ``M_k @ PE(pos) = PE(pos + k)`` at every pos. For each
        pair, it has a 2 x 2 block on the diagonal that rotates by k times the pair's
        frequency. Everywhere else, it is 0.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5: "for any fixed
    offset k, PE(pos + k) can be represented as a linear function of PE(pos)".

    Examples
    --------
    >>> print(shift_matrix(1, 2).round(2))
    [[ 0.54  0.84]
     [-0.84  0.54]]
    """
    angles = k * angular_frequencies(d_model, base)
    sine = np.arange(0, d_model, 2)
    cosine = sine + 1
    matrix = np.zeros((d_model, d_model))
    matrix[sine, sine] = matrix[cosine, cosine] = np.cos(angles)
    matrix[sine, cosine] = np.sin(angles)
    matrix[cosine, sine] = -np.sin(angles)
    return matrix


@accepts(offsets=numbers(ndim=(0, 1, 2)), d_model=even, base=base_of_waves)
def similarity_by_offset(
    offsets: ArrayLike, d_model: int, base: float = 10000.0
) -> NDArray:
    """Return the dot product of two encodings that are k positions apart.

    Parameters
    ----------
    offsets : array_like
        Offsets k, in positions; they may be negative.
    d_model : int
        The width of the encoding, which must be even.
    base : float, optional
        The base of the wavelengths.

    Returns
    -------
    ndarray, same shape as `offsets`
        PE(pos) . PE(pos + k), which is the sum of cos(k w_i) over the pairs i with
        frequencies w_i. It is the same for every pos, and equals d_model / 2 for k = 0.

    Examples
    --------
    >>> print(similarity_by_offset([0, 1, -1], 6).round(2))
    [3.   2.54 2.54]
    """
    return np.cos(offsets[..., None] * angular_frequencies(d_model, base)).sum(axis=-1)
