"""Rotary positions: queries and keys are turned, and nothing is added."""

import numpy as np

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    even,
    floats,
    numbers,
    one_of,
    positive_number,
)
from posenc_lessons.mathematics.sinusoids import angular_frequencies
from posenc_lessons.mathematics.threads import in_threads


def _pairs_go_together(arguments):
    """Refuse an odd width, and positions or frequencies that do not fit."""
    shape = arguments["x"].shape
    even("the width of x", shape[-1])
    positions = arguments["positions"].shape
    try:
        fits = np.broadcast_shapes(shape[:-1], positions) == shape[:-1]
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"positions must give one position for each row of x, {shape[:-1]}; "
            f"got the shape {positions}"
        )
    frequencies = arguments["frequencies"]
    if frequencies is not None and frequencies.shape != (shape[-1] // 2,):
        raise ValueError(
            f"frequencies must be one for each of the {shape[-1] // 2} pairs of x; "
            f"got {frequencies.size}"
        )


def _frequencies(name, value):
    """Check frequencies, or None for those of the base."""
    return None if value is None else numbers(ndim=1)(name, value)


@accepts(
    _pairs_go_together,
    x=floats,
    positions=numbers(ndim=(0, 1, 2, 3)),
    base=base_of_waves,
    layout=one_of("neighbours", "halves"),
    frequencies=_frequencies,
)
def rotate(x, positions, *, base=10000.0, layout="neighbours", frequencies=None):
    """Turn each pair of columns by the position times the frequency of the pair.

    Parameters
    ----------
    x : array_like, shape (..., n, d)
        Queries or keys, one in each row; d is even.
    positions : array_like, shape (n,)
        The position of each row, whole or not, of any sign; or any shape that
        broadcasts to that of `x` without its last axis.
    base : float, optional
        The base of the frequencies: pair i of d / 2 turns by base ** (-2 i / d)
        radians per position.
    layout : {"neighbours", "halves"}, optional
        Which columns make pair i: 2 i and 2 i + 1, or i and i + d / 2.
    frequencies : array_like, shape (d / 2,), optional
        Your own frequencies, in radians per position, in place of those of the
        base.

    Returns
    -------
    ndarray, shape (..., n, d)
        The rows turned: the pair (a, b) becomes (a cos - b sin, a sin + b cos) of its
        angle. In float32 if `x` is, otherwise in float64. With negated positions it
        turns them back.

    Notes
    -----
    The dot product of a query turned by its position and a key turned by its own
    depends on the difference of the two positions alone.

    The table of lesson 06 holds the sine before the cosine, so that ``rotate(PE(pos),
    [k])`` is PE(pos - k): it turns in the direction opposite to `shift`.

    References
    ----------
    Su et al., RoFormer (2021), section 3.2.2, for neighbours; the
    halves are those of GPT-NeoX, and of Llama's weights in Hugging Face's form.

    Examples
    --------
    >>> print(rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(2))
    [[1.   0.  ]
     [0.54 0.84]]
    """
    if frequencies is None:
        frequencies = angular_frequencies(x.shape[-1], base)
    angles = positions[..., None] * frequencies
    turned = np.empty_like(x, order="C")
    layouts = {"neighbours": _turn_neighbours, "halves": _turn_halves}
    turn = layouts[layout](x, np.cos(angles), np.sin(angles), turned)
    parts = _parts(x)

    def turn_some(some):
        for part in parts[some]:
            turn(part)

    in_threads(turn_some, len(parts), x.nbytes)
    return turned


def _turn_neighbours(x, cosine, sine, turned):
    """Return what turns the columns 2 i and 2 i + 1 together, in a part of x."""
    turns = (cosine + 1j * sine).astype(np.result_type(x.dtype, np.complex64))
    turns = np.broadcast_to(turns, (*x.shape[:-1], turns.shape[-1]))
    pairs, turned = np.ascontiguousarray(x).view(turns.dtype), turned.view(turns.dtype)

    def turn(part):
        np.multiply(pairs[part], turns[part], out=turned[part])

    return turn


def _turn_halves(x, cosine, sine, turned):
    """Return what turns the columns i and i + d / 2 together, in a part of x."""
    half = x.shape[-1] // 2
    cosine, sine = (
        np.broadcast_to(a.astype(x.dtype), (*x.shape[:-1], half))
        for a in (cosine, sine)
    )

    def turn(part):
        a, b = x[part][..., :half], x[part][..., half:]
        turned[part][..., :half] = a * cosine[part] - b * sine[part]
        turned[part][..., half:] = a * sine[part] + b * cosine[part]

    return turn


_PART_BYTES = 2**18
"""Size of a part that is turned as a whole: it should stay in a processor's cache."""


def _parts(x):
    """Return indices that cut an array into parts, none of which divides a row."""
    if x.ndim == 1:
        return [...]
    axis, entry = 0, x[0].nbytes
    while entry > _PART_BYTES and axis < x.ndim - 2:
        axis += 1
        entry //= x.shape[axis]
    step = max(1, _PART_BYTES // entry)
    return [
        (*one, slice(first, first + step))
        for one in np.ndindex(x.shape[:axis])
        for first in range(0, x.shape[axis], step)
    ]


@accepts(frequencies=numbers(ndim=1), factor=positive_number)
def interpolated(frequencies, factor):
    """Return frequencies that fit a longer text by slowing every pair alike.

    Parameters
    ----------
    frequencies : array_like, shape (n_pairs,)
        In radians per position.
    factor : float
        How many times longer the text is.

    Returns
    -------
    ndarray, shape (n_pairs,)
        The frequencies divided by the factor. Dividing all positions does the same.

    References
    ----------
    Chen et al., Extending Context Window of Large Language Models via Position
    Interpolation (2023), section 2.3.

    Examples
    --------
    >>> print(interpolated([1.0, 0.1, 0.01], 4))
    [0.25   0.025  0.0025]
    """
    return frequencies / factor


@accepts(frequencies=numbers(ndim=1), factor=positive_number)
def ntk_aware(frequencies, factor):
    """Return frequencies that fit a longer text by slowing the slow pairs most.

    Parameters
    ----------
    frequencies : array_like, shape (n_pairs,)
        In radians per position; at least two pairs.
    factor : float
        How many times longer the text is.

    Returns
    -------
    ndarray, shape (n_pairs,)
        The first pair keeps its frequency, the last one is divided by the factor, and
        those between by a power of it. For the frequencies of a base and the width d
        that is the base times factor ** (d / (d - 2)).

    References
    ----------
    Peng et al., YaRN (2023), section 3.1, after a proposal by bloc97.

    Examples
    --------
    >>> print(ntk_aware([1.0, 0.1, 0.01], 4))
    [1.     0.05   0.0025]
    """
    if frequencies.size < 2:
        raise ValueError("frequencies must be two at least; got 1")
    return frequencies * factor ** -np.linspace(0, 1, frequencies.size)
