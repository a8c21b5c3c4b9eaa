"""The sinusoidal table, computed faster with the theorem from lesson 08."""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, base_of_waves, count, even
from posenc_lessons.mathematics.sinusoids import angular_frequencies


@accepts(n_positions=count(1), d_model=even, base=base_of_waves)
def rotated_encoding(
    n_positions: int, d_model: int, *, base: float = 10000.0
) -> NDArray:
    """Return the table of `sinusoidal_encoding`, computed by rotating rows.

    Parameters
    ----------
    n_positions : int
        The number of positions.
    d_model : int
        The width of the embeddings, which must be even.
    base : float, optional
        The base of the wavelengths.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Row pos is the encoding of position pos.

    Notes
    -----
    PE(pos + k) is PE(pos) with each pair rotated by k times its frequency. So rows k to
    2 k - 1 are copies of rows 0 to k - 1, rotated by k positions, and the table doubles
    with each step. For each pair, a rotation takes one complex multiplication instead
    of a sine and a cosine.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5: "PE(pos + k) can be
    represented as a linear function of PE(pos)".

    Examples
    --------
    >>> print(rotated_encoding(2, 6).round(2))
    [[0.   1.   0.   1.   0.   1.  ]
     [0.84 0.54 0.05 1.   0.   1.  ]]
    """
    frequencies = angular_frequencies(d_model, base)
    # Each pair is a complex number: sin a + i cos a = i exp(-i a).
    pairs = np.empty((n_positions, d_model // 2), complex)
    pairs[0] = 1j
    k = 1
    while k < n_positions:
        more = pairs[k : 2 * k]
        np.multiply(pairs[: len(more)], np.exp(-1j * k * frequencies), out=more)
        k *= 2
    return pairs.view(float)
