"""The encodings that the trial compares, as tables or as frequencies."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, even, numbers
from posenc_lessons.mathematics.positions import (
    integer_positions,
    normalized_positions,
    sine_cosine_pairs,
    sine_positions,
)
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

FEW_PAIRS = ("one pair", "two pairs", "three pairs", "four pairs")


@accepts(n_positions=count(1), d_model=even, draw=count(0))
def ladder_encodings(
    n_positions: int, d_model: int, draw: int = 0
) -> dict[str, NDArray]:
    """Return the lecture's encodings and some rivals as tables of the same width.

    Parameters
    ----------
    n_positions : int
        The number of positions.
    d_model : int
        The width of the tables, which must be even.
    draw : int, optional
        The seed for the random frequencies.

    Returns
    -------
    dict of ndarray, shape (n_positions, d_model)
        The tables by name, in the lecture's order. If an encoding has only a few pairs,
        they are repeated to fill the width. In "slow second pair", the first pair turns
        by 1 radian per position and the second by 1/10. The harmonic pairs continue the
        lecture's pos / 1, pos / 2, pos / 3, and so on. Each random pair turns by 0 to 1
        radians per position.

    Examples
    --------
    >>> print(*list(ladder_encodings(3, 4))[-3:], sep=", ")
    harmonic pairs, random pairs, the paper's
    """
    random = np.random.default_rng(draw).uniform(size=d_model // 2)
    few = {}
    for n_pairs, name in enumerate(FEW_PAIRS, start=1):
        columns = np.arange(d_model) % (2 * n_pairs)
        few[name] = sine_cosine_pairs(n_positions, n_pairs)[:, columns]
    slow_second = clock_table([1, 1 / 10], n_positions)
    return {
        "none": np.zeros((n_positions, d_model)),
        "integers": integer_positions(n_positions, d_model),
        "normalized": normalized_positions(n_positions, d_model),
        "one sine": sine_positions(n_positions, d_model),
        **few,
        "slow second pair": slow_second[:, np.arange(d_model) % 4],
        "harmonic pairs": sine_cosine_pairs(n_positions, d_model // 2),
        "random pairs": clock_table(random, n_positions),
        "the paper's": sinusoidal_encoding(n_positions, d_model),
    }


@accepts(frequencies=numbers(ndim=1), n_positions=count(1))
def clock_table(frequencies: ArrayLike, n_positions: int) -> NDArray:
    """Return the table of sine and cosine pairs with the given frequencies.

    Parameters
    ----------
    frequencies : array_like, shape (n_pairs,)
        How far each clock turns from one position to the next, in radians.
    n_positions : int
        The number of positions.

    Returns
    -------
    ndarray, shape (n_positions, 2 * n_pairs)
        In row pos, column 2 i is the sine of pos times frequency i, and column 2 i + 1
        is the cosine; pos and i count from 0.

    Examples
    --------
    >>> print(clock_table([1, 0.5], 2).round(2))
    [[0.   1.   0.   1.  ]
     [0.84 0.54 0.48 0.88]]
    """
    angles = np.outer(np.arange(n_positions), frequencies)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


@accepts(n_pairs=count(1), n_positions=count(1), draw=count(0))
def rival_frequencies(
    n_pairs: int, n_positions: int, draw: int = 0
) -> dict[str, NDArray]:
    """Return several sets of frequencies for the same number of clocks.

    Parameters
    ----------
    n_pairs : int
        The number of clocks.
    n_positions : int
        The length of the texts, on which two of the choices depend.
    draw : int, optional
        The seed for the random frequencies.

    Returns
    -------
    dict of ndarray, shape (n_pairs,)
        The frequencies in radians per position, by name, with j = 1 ... n_pairs: "the
        paper's"; "fitted to the text", a geometric progression from 1 down to half a
        turn over the whole text; "random octaves", equally likely in every octave from
        1 to 1/10000; "random", uniform from 0 to 1; "harmonic", 1 / j; and "whole
        turns", j turns over the whole text.

    Examples
    --------
    >>> for name, frequencies in list(rival_frequencies(3, 100).items())[:2]:
    ...     print(name, frequencies.round(4))
    the paper's [1.     0.0464 0.0022]
    fitted to the text [1.     0.1772 0.0314]
    """
    j = np.arange(1, n_pairs + 1)
    random = np.random.default_rng(draw).uniform(size=n_pairs)
    return {
        "the paper's": angular_frequencies(2 * n_pairs),
        "fitted to the text": np.geomspace(1, np.pi / n_positions, n_pairs),
        "random octaves": 10_000.0**-random,
        "random": random,
        "harmonic": 1 / j,
        "whole turns": 2 * np.pi * j / n_positions,
    }
