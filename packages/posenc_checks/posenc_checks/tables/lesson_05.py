"""Exercises of lesson 05: pairs of waves."""

import numpy as np
from hintcheck import (
    Comparison,
    Inspection,
    Number,
    Remark,
    Wrong,
    fixed,
    read_edits,
    shown,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _distances(offsets, n_pairs):
    """Return the distance of two positions with the frequencies 1, 1/2, 1/3 ..."""
    angles = np.multiply.outer(offsets, 1 / np.arange(1, n_pairs + 1))
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=-1))


def _first_near_offset():
    """Return the smallest offset at which two pairs are closer than 0.35."""
    return int((_distances(np.arange(1, 1000), 2) < 0.35).argmax()) + 1


def _at(offset):
    """Return the beginning of what is said of a wrong offset."""
    return f"At offset {offset:g} the distance is {_distances(offset, 2):.3f}"


def _remark(name, applies, rest):
    """Return a remark that begins with the distance at a wrong offset."""
    return Remark(name, applies, lambda offset: f"{_at(offset)}{rest}")


EXERCISES["5a"] = Number(
    **EDITS["5a"],
    right=lambda: (
        f"{_first_near_offset()} is nearly 4 turns of the first clock and 2 of the "
        f"second: distance {_distances(_first_near_offset(), 2):.3f}."
    ),
    remarks=(
        _remark(
            "pairs",
            lambda offset: offset == 38,
            ": close, but not the first. It is the closest with three clocks. How many "
            "do you have here?",
        ),
        _remark(
            "M12",
            lambda offset: offset == 19,
            ": the first clock is almost back, the second is not. By which angle does "
            "the second turn for each word?",
        ),
        _remark(
            "off by one",
            lambda offset: offset == _first_near_offset() - 1,
            "; right beside it is a better one. Is your number an index into a list "
            "that begins with offset 1?",
        ),
        Remark(
            "range",
            lambda offset: not 1 <= offset < 10**6,
            lambda offset: (
                f"An offset here is a whole number from 1 on; got {offset:g}."
            ),
        ),
        _remark(
            "later",
            lambda offset: _distances(offset, 2) < 0.35,
            ": close, but not the first. Which smaller one is below 0.35?",
        ),
        _remark(
            "short",
            lambda offset: (
                _distances(offset, 1) < 0.3 and 2 - 2 * np.cos(offset / 2) > 0.25
            ),
            ": the first clock is almost back, the second is not.",
        ),
        _remark(
            "half turn",
            lambda offset: np.cos(offset) < -0.99,
            ": the first clock points the opposite way.",
        ),
        _remark(
            "off by one",
            lambda offset: offset == _first_near_offset() + 1,
            "; right beside it is a better one. Did you add 1 to a count that begins "
            "with 1?",
        ),
        _remark(
            "period",
            lambda offset: offset == 12,
            ". Both clocks are back after 12.57 words, and no whole number is close "
            "enough. When are they back the next time?",
        ),
        _remark(
            "period",
            lambda offset: offset == 13,
            ". Both clocks are back after 12.57 words. Did you take the root of the "
            "sum of both clocks?",
        ),
    ),
    otherwise=lambda offset: f"{_at(offset)}.",
    whole="offset",
)


EXERCISES["5b"] = Comparison(
    **EDITS["5b"],
    draw=fixed((1, 3), (1, 1), (38, 3), (377, 6), (0, 2), (5, 2), (8, 4)),
    describe=lambda offset, n: f"For offset {offset} and {n} pair{'s' * (n > 1)}",
    tolerance=lambda *arguments: 1e-6,
    coarse=lambda offset, n: 1e-6 + 1e-6 * abs(offset),
    right="No position is needed: the offset decides.",
)


def _chosen_clocks(answer):
    """Judge four frequencies: no two of 1,000 positions may be closer than 0.9."""
    try:
        frequencies = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(
            f"Give a list of four numbers; got {shown(answer)}.", "form"
        ) from None
    if frequencies.shape != (4,):
        raise Wrong(
            f"Give a list of four numbers; yours has the shape {frequencies.shape}.",
            "shape",
        )
    if not np.isfinite(frequencies).all():
        raise Wrong("A frequency must be a finite number.", "nan")
    distances = _of_frequencies(frequencies)
    offset = int(distances.argmin()) + 1
    closest, neighbors = distances.min(), distances[0]
    if closest >= 0.9:
        return (
            f"The closest two of 1,000 positions are {closest:.3f} apart, at the "
            f"offset {offset}; neighbors are {neighbors:.3f} apart. Lesson 06 has a "
            "formula."
        )
    if (frequencies != 0).all() and _of_frequencies(1 / frequencies).min() >= 0.9:
        raise Wrong(
            "You seem to have given divisors: a clock of frequency 6 is six times "
            "faster than the clock pos, not slower. What is the frequency of pos/6?",
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
        f"Positions {offset} apart are only {closest:.3f} apart in distance. There "
        f"your clocks have made {turns} turns. Which of them could be far from a whole "
        "turn?",
        "closer",
    )


def _of_frequencies(frequencies):
    """Return the distances of positions at the offsets 1 to 999."""
    angles = np.multiply.outer(np.arange(1, 1000), frequencies)
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1))


EXERCISES["5c"] = Inspection(_chosen_clocks)
