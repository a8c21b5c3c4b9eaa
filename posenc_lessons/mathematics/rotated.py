"""The sinusoidal table, computed faster with the theorem from lesson 08."""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    brief,
    count,
    even,
)
from posenc_lessons.mathematics.sinusoids import angular_frequencies

_BLOCK_BYTES = 2**16
"""The size of a block of rows, small enough to stay in a processor's cache."""

_BYTES_PER_PART = 2**22
"""How many bytes a thread fills at a time; fewer would not be worth a thread."""


def _float_format(name: str, value: Any) -> np.dtype:
    """Return float64 or float32 as a `numpy.dtype`, and refuse any other format."""
    try:
        dtype = np.dtype(value)
    except TypeError:
        dtype = None
    if value is None or dtype not in (np.float64, np.float32):
        raise TypeError(f"{name} must be float64 or float32; got {brief(value)}")
    return dtype


@accepts(
    n_positions=count(1),
    d_model=even,
    base=base_of_waves,
    start=count(0, 10**9),
    dtype=_float_format,
)
def rotated_encoding(
    n_positions: int,
    d_model: int,
    *,
    base: float = 10000.0,
    start: int = 0,
    dtype: DTypeLike = float,
) -> NDArray:
    """Return the table of `sinusoidal_encoding`, computed by rotating blocks of rows.

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
    dtype : {float64, float32}, optional
        The format of the table.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Row r is the encoding of position start + r.

    Notes
    -----
    PE(pos + k) is PE(pos) with each pair rotated by k times its frequency, so every
    block of rows is a rotated copy of the first one. For each pair, a rotation takes
    one complex multiplication instead of a sine and a cosine. If the table is large,
    several threads share the blocks.

    The error of an entry is at most ``1.2e-16 * pos + 4e-15``, plus 2e-7 in float32.
    The first term comes from rounding the frequencies.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5: "PE(pos + k) can be
    represented as a linear function of PE(pos)".

    Examples
    --------
    >>> print(rotated_encoding(2, 6, dtype="float32").round(2))
    [[0.   1.   0.   1.   0.   1.  ]
     [0.84 0.54 0.05 1.   0.   1.  ]]
    """
    table = np.empty((n_positions, d_model), dtype)
    # Each pair is a complex number: sin a + i cos a = i exp(-i a).
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

    def turn(part):
        np.multiply(block, starts[part, None], out=blocks[part])

    _in_threads(turn, whole, table.nbytes)
    rest = pairs[whole * rows :]
    np.multiply(block[: len(rest)], starts[-1], out=rest)
    return table


def _doubled(first, turns, n_rows, dtype):
    """Return `n_rows` rows, doubling their number by rotating all rows so far."""
    rows = np.empty((n_rows, first.size), complex)
    rows[0] = first
    for done, turn in zip(2 ** np.arange(len(turns)), turns):
        more = min(done, n_rows - done)
        np.multiply(rows[:more], turn, out=rows[done : done + more])
    return rows.astype(dtype, copy=False)


def _exact_rotations(positions, frequencies):
    """Return exp(-i pos w) at the given positions, without rounding the product pos w.

    Each frequency is split into its first 23 binary digits, whose product with a
    position below 2**30 is exact, and a remainder, whose product is small. Adding the
    two products causes an error of at most 2**-24, which a first-order factor corrects.
    """
    digits, exponents = np.frexp(frequencies)
    first = np.ldexp(np.round(digits * 2**23) / 2**23, exponents)
    large = np.multiply.outer(positions, first)
    small = np.multiply.outer(positions, frequencies - first)
    angles = large + small
    lost = small - (angles - large)
    return (np.cos(angles) - 1j * np.sin(angles)) * (1 - 1j * lost)


def _in_threads(work, n_blocks, n_bytes):
    """Call `work` with slices that cover 0 ... n_blocks - 1, in threads if possible."""
    step = max(1, n_blocks * _BYTES_PER_PART // n_bytes)
    parts = [
        slice(first, min(first + step, n_blocks)) for first in range(0, n_blocks, step)
    ]
    n_threads = min(len(parts), os.cpu_count() or 1)
    try:
        if n_threads > 1:
            with ThreadPoolExecutor(n_threads) as pool:
                list(pool.map(work, parts))
            return
    except RuntimeError:  # threads cannot be started, for example in a browser
        pass
    for part in parts:
        work(part)
