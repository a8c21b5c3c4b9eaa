"""The encoding from *Attention Is All You Need*: its frequencies and its table."""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, base_of_waves, count, even


@accepts(d_model=even, base=base_of_waves)
def angular_frequencies(d_model: int, base: float = 10000.0) -> NDArray:
    """Return the angular frequency of each pair of columns.

    Parameters
    ----------
    d_model : int
        The width of the encoding, which must be even.
    base : float, optional
        The base of the geometric progression.

    Returns
    -------
    ndarray, shape (d_model / 2,)
        Entry i, counted from 0, is base ** (-2 i / d_model), in radians per position.
        It is the frequency of columns 2 i (sine) and 2 i + 1 (cosine).

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> print(angular_frequencies(6).round(4))
    [1.     0.0464 0.0022]
    """
    return base ** (-np.arange(0, d_model, 2) / d_model)


def wavelengths(d_model: int, base: float = 10000.0) -> NDArray:
    """Return the number of positions after which each pair of columns repeats.

    Parameters
    ----------
    d_model : int
        The width of the encoding, which must be even.
    base : float, optional
        The base of the geometric progression.

    Returns
    -------
    ndarray, shape (d_model / 2,)
        Entry i is 2 pi base ** (2 i / d_model), in positions. The last entry is 2 pi
        base ** ((d_model - 2) / d_model), not 2 pi base.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> print(wavelengths(6).round(2))
    [   6.28  135.37 2916.4 ]
    """
    return 2 * np.pi / angular_frequencies(d_model, base)


@accepts(
    n_positions=count(1),
    d_model=even,
    base=base_of_waves,
    start=count(0, 10**9),
)
def sinusoidal_encoding(
    n_positions: int, d_model: int, *, base: float = 10000.0, start: int = 0
) -> NDArray:
    """Return the table of sines and cosines from *Attention Is All You Need*.

    Parameters
    ----------
    n_positions : int
        The number of positions.
    d_model : int
        The width of the embeddings, which must be even.
    base : float, optional
        The base of the wavelengths.
    start : int, optional
        The first position.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Row r is the encoding of position pos = start + r. Its columns 2 i and
        2 i + 1 are sin(pos w_i) and cos(pos w_i), with w_i = base ** (-2 i / d_model)
        and i = 0 ... d_model / 2 - 1.

    See Also
    --------
    rotated_encoding : The same table, computed faster.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> print(sinusoidal_encoding(2, 6).round(2))
    [[0.   1.   0.   1.   0.   1.  ]
     [0.84 0.54 0.05 1.   0.   1.  ]]
    """
    positions = np.arange(start, start + n_positions)
    angles = np.outer(positions, angular_frequencies(d_model, base))
    table = np.empty((n_positions, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table
