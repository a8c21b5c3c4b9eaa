"""Exercises of lesson 05: pairs of waves."""

import numpy as np
from hintcheck import Comparison, Inspection, Number, Wrong, fixed, read_edits, shown

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _distances(offsets, n_pairs):
    """Return the distances for frequencies 1, 1/2, 1/3 and so on."""
    return _of_frequencies(offsets, 1 / np.arange(1, n_pairs + 1))


def _of_frequencies(offsets, frequencies):
    """Return the distances between positions k apart, for each offset k."""
    angles = np.multiply.outer(offsets, frequencies)
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=-1))


def _first_near_offset():
    """Return the smallest offset at which two pairs are closer than 0.35."""
    return int((_distances(np.arange(1, 1000), 2) < 0.35).argmax()) + 1


def _at(offset):
    return f"At offset {offset:g}, the distance is {_distances(offset, 2):.3f}"


EXERCISES["5a"] = Number(**EDITS["5a"], whole="offset")

EXERCISES["5b"] = Comparison(
    **EDITS["5b"],
    draw=fixed((1, 3), (1, 1), (38, 3), (377, 6), (0, 2), (5, 2), (8, 4)),
    describe=lambda offset, n: f"For offset {offset} and {n} pair{'s' * (n > 1)}",
    coarse=lambda offset, n: 1e-6 + 1e-6 * abs(offset),
    right="You do not need a position: only the offset counts.",
)


def _four_numbers(answer):
    """Return an answer as an array of four finite numbers, or raise `Wrong`."""
    try:
        frequencies = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(
            f"Give a list of four numbers; got {shown(answer)}.", "form"
        ) from None
    if frequencies.shape != (4,):
        raise Wrong(
            f"Give a list of four numbers; yours has shape {frequencies.shape}.",
            "shape",
        )
    if not np.isfinite(frequencies).all():
        raise Wrong("A frequency must be a finite number.", "nan")
    return frequencies


def _chosen_clocks(answer):
    """Check that four frequencies keep 1,000 positions at least 0.9 apart."""
    frequencies = _four_numbers(answer)
    offsets = np.arange(1, 1000)
    distances = _of_frequencies(offsets, frequencies)
    offset = int(distances.argmin()) + 1
    closest, neighbors = distances.min(), distances[0]
    if closest >= 0.9:
        return (
            f"The closest two of 1,000 positions are {closest:.3f} apart, at "
            f"offset {offset}; neighbors are {neighbors:.3f} apart. Lesson 06 has a "
            "formula for frequencies."
        )
    if frequencies.all() and _of_frequencies(offsets, 1 / frequencies).min() >= 0.9:
        raise Wrong(
            "You seem to have given divisors: a clock of frequency 6 turns six times "
            "as fast as the clock of frequency 1, not slower. What is the frequency of "
            "pos/6?",
            "wavelength",
        )
    if offset == 1:
        raise Wrong(
            f"Neighbors are only {neighbors:.3f} apart. How far must your fastest "
            "clock turn from one word to the next?",
            "closer",
        )
    turns = ", ".join(f"{turn:.2f}" for turn in frequencies * offset / (2 * np.pi))
    raise Wrong(
        f"Positions {offset} words apart have a distance of only {closest:.3f}. At "
        f"that offset, your clocks have made {turns} turns. Which of them could be far "
        "from a whole turn?",
        "closer",
    )


EXERCISES["5c"] = Inspection(_chosen_clocks)
