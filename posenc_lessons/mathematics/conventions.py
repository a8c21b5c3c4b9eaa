"""How libraries define the sinusoidal encoding, and how their tables compare."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, even, numbers, one_of

_TOLERANCE = 1e-3
"""The largest difference at which two entries count as equal."""


@accepts(
    n_positions=count(1),
    d_model=even,
    layout=one_of("interleaved", "halves"),
    exponents=one_of("below 1", "to 1"),
    first=count(0, 10**9),
    angles=one_of("float64", "float32"),
)
def sinusoidal_variant(
    n_positions: int,
    d_model: int,
    layout: str = "interleaved",
    exponents: str = "below 1",
    first: int = 0,
    angles: str = "float64",
) -> NDArray:
    """Return the sinusoidal table in a library's convention.

    Parameters
    ----------
    n_positions : int
        The number of positions.
    d_model : int
        The width of the encoding, which must be even, and at least 4 if the exponents
        reach 1.
    layout : {"interleaved", "halves"}, optional
        Whether sines and cosines alternate or all sines come before all cosines.
    exponents : {"below 1", "to 1"}, optional
        The exponent for pair i, counted from 0: ``2 i / d_model``, as in the paper, or
        ``i / (d_model / 2 - 1)``.
    first : int, optional
        The position of the first row.
    angles : {"float64", "float32"}, optional
        The format in which angles and frequencies are computed.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        The table, in float64.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5, for the defaults;
    tensor2tensor, ``get_timing_signal_1d``, for halves with exponents up to 1.

    Examples
    --------
    >>> print(sinusoidal_variant(2, 4, layout="halves").round(2)[1])
    [0.84 0.01 0.54 1.  ]
    """
    n_pairs = d_model // 2
    if exponents == "to 1" and n_pairs == 1:
        raise ValueError("d_model must be at least 4 if the exponents reach 1; got 2")
    last = n_pairs if exponents == "below 1" else n_pairs - 1
    pairs = np.arange(n_pairs, dtype=angles)
    frequencies = np.exp(pairs * pairs.dtype.type(-np.log(10000.0) / last))
    positions = np.arange(first, first + n_positions).astype(angles)
    turned = np.outer(positions, frequencies)
    waves = np.stack([np.sin(turned), np.cos(turned)])
    axes = (1, 2, 0) if layout == "interleaved" else (1, 0, 2)
    return waves.transpose(axes).reshape(n_positions, d_model).astype(float)


@accepts(first=numbers(ndim=2), second=numbers(ndim=2))
def compare_tables(first: ArrayLike, second: ArrayLike) -> str:
    """Say whether two tables are equal, have reordered columns, or are different.

    Parameters
    ----------
    first, second : array_like, shape (n, d_model)
        The tables.

    Returns
    -------
    {"equal", "permuted", "different"}
        "equal" if no two entries differ by more than 0.001, "permuted" if the tables
        have the same columns in a different order, and "different" otherwise.

    Examples
    --------
    >>> compare_tables([[1, 2], [3, 4]], [[2, 1], [4, 3]])
    'permuted'
    """
    if first.shape != second.shape:
        return "different"
    if np.abs(first - second).max() <= _TOLERANCE:
        return "equal"
    free = list(range(second.shape[1]))
    for column in first.T:
        gaps = np.abs(second[:, free] - column[:, None]).max(axis=0)
        if gaps.min() > _TOLERANCE:
            return "different"
        free.pop(int(gaps.argmin()))
    return "permuted"
