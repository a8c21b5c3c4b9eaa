"""The encoding of *Attention Is All You Need*: its frequencies, and its table."""

import math
import os

import numpy as np

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    count,
    dtype_of,
    even,
)
from posenc_lessons.mathematics.threads import in_threads


@accepts(d_model=even, base=base_of_waves)
def angular_frequencies(d_model, base=10000.0):
    """Return the angular frequency of each pair of columns.

    Parameters
    ----------
    d_model : int
        The width of the encoding; even.
    base : float, optional
        The base of the progression.

    Returns
    -------
    ndarray, shape (d_model / 2,)
        Entry i is base ** (-2 i / d_model), in radians per position, for the columns
        2 i (sine) and 2 i + 1 (cosine); i counts pairs, from 0.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> print(angular_frequencies(6).round(4))
    [1.     0.0464 0.0022]
    """
    return base ** (-np.arange(0, d_model, 2) / d_model)


def wavelengths(d_model, base=10000.0):
    """Return how many positions each pair of columns takes to begin again.

    Parameters
    ----------
    d_model : int
        The width of the encoding; even.
    base : float, optional
        The base of the progression.

    Returns
    -------
    ndarray, shape (d_model / 2,)
        Entry i is 2 pi base ** (2 i / d_model), in positions. The last one is
        2 pi base ** ((d_model - 2) / d_model), and not 2 pi base.

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
    dtype=dtype_of("float64", "float32"),
)
def sinusoidal_encoding(n_positions, d_model, *, base=10000.0, start=0, dtype=float):
    """Return the table of sines and cosines of *Attention Is All You Need*.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    d_model : int
        The width of the embeddings; even.
    base : float, optional
        The base of the wavelengths.
    start : int, optional
        The first position.
    dtype : {float64, float32}, optional
        The format of the table.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Row r is the encoding of the position pos = start + r. Its columns 2 i and
        2 i + 1 are sin(pos w_i) and cos(pos w_i), with w_i = base ** (-2 i / d_model)
        and i = 0 ... d_model / 2 - 1.

    Notes
    -----
    PE(pos + k) is PE(pos), each pair turned by the angle k w_i. The table is therefore
    one block of rows that is turned as a whole, once for each block: a complex
    multiplication where the formula evaluates a sine and a cosine. Lesson 08 builds
    it. Threads turn the blocks of a large table.

    No entry is further from the true value than ``1.2e-16 * pos + 4e-15``, and 2e-7
    more in float32. The first part is what it costs to know a frequency to 53 binary
    digits. An entry near 1 may exceed it by one step of its format.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> print(sinusoidal_encoding(2, 6).round(2))
    [[0.   1.   0.   1.   0.   1.  ]
     [0.84 0.54 0.05 1.   0.   1.  ]]
    """
    table = _new_table(n_positions, d_model, dtype)
    # sin a + i cos a = i exp(-i a): a row of pairs is a row of complex numbers.
    pairs = table.view(np.result_type(dtype, np.complex64))
    rows = max(_BLOCK_BYTES // (d_model * dtype.itemsize), math.isqrt(n_positions))
    within = (rows - 1).bit_length()
    rows = 2**within
    doublings = 2 ** np.arange((n_positions - 1).bit_length())
    first, *turns = _exact_rotations(
        np.append(start, doublings), angular_frequencies(d_model, base)
    )
    block = _doubled(1j * first, turns[:within], min(rows, n_positions), pairs.dtype)
    n_blocks = -(-n_positions // rows)
    starts = _doubled(np.ones_like(first), turns[within:], n_blocks, pairs.dtype)

    whole = n_positions // rows
    blocks = pairs[: whole * rows].reshape(whole, rows, d_model // 2)

    def turn(some):
        np.multiply(block, starts[some, None], out=blocks[some])

    in_threads(turn, whole, table.nbytes)
    rest = pairs[whole * rows :]
    np.multiply(block[: len(rest)], starts[-1], out=rest)
    return table


_BLOCK_BYTES = 2**16
"""Size of a block of rows: it should stay in a processor's cache."""


def _doubled(first, turns, count, dtype):
    """Return `count` rows: those so far, all turned by one angle, give as many more."""
    rows = np.empty((count, first.size), complex)
    rows[0] = first
    for done, turn in zip(2 ** np.arange(len(turns)), turns):
        more = min(done, count - done)
        np.multiply(rows[:more], turn, out=rows[done : done + more])
    return rows.astype(dtype, copy=False)


def _exact_rotations(positions, frequencies):
    """Return exp(-i pos w) at some positions, without rounding the product pos w.

    Each frequency is split in two: its first 23 binary digits, whose product with a
    position below 2**30 is exact, and the rest, whose product is small. What the sum
    of the two products loses is below 2**-24, and turns as if its square were 0.
    """
    digits, exponents = np.frexp(frequencies)
    first = np.ldexp(np.round(digits * 2**23) / 2**23, exponents)
    large = np.multiply.outer(positions, first)
    small = np.multiply.outer(positions, frequencies - first)
    angles = large + small
    lost = small - (angles - large)
    return (np.cos(angles) - 1j * np.sin(angles)) * (1 - 1j * lost)


def _new_table(n_positions, d_model, dtype):
    """Return space for a table, or say how much it would take."""
    size = n_positions * d_model * dtype.itemsize
    try:
        if size <= _memory():
            return np.empty((n_positions, d_model), dtype)
    except (MemoryError, ValueError):
        pass
    raise ValueError(
        f"{n_positions:,} positions and d_model = {d_model:,} in {dtype} make a table "
        f"of {size / 1e9:,.1f} GB, more than this machine has room for; ask for fewer "
        "positions at a time, with start"
    )


def _memory():
    """Return this machine's memory in bytes, or infinity if it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return math.inf
