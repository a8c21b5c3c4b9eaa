"""The conclusions of lesson 03, tested where they could fail."""

import collections
import fractions
import itertools

import numpy as np

from posenc_lessons import normalized_positions
from tests.claims import claim
from tests.claims.lesson_02 import named_right, texts


@claim(
    "In lesson 02, dividing by 500, the length of the text, let the model learn all "
    "the words.",
    "in a book of 100,000 words, the numbers reach 100, which is not *small*.",
)
def words_are_learned_with_divided_numbers():
    for _, labels, x in texts():
        numbers = normalized_positions(len(x), 32)
        assert named_right(x + numbers, labels) == 1
        assert named_right(x + 100 * numbers, labels) < 0.5


@claim(
    "*Lion*, at position 3, gets the same number.",
    "Position 1 moves to the left, toward 0.",
    "The number 0.5 means 25 different positions",
)
def the_same_position_has_another_number():
    assert normalized_positions(2, 1)[1] == normalized_positions(4, 1)[3]
    for position in (0, 1, 5):
        numbers = [
            normalized_positions(n, 1)[position, 0] for n in range(position + 1, 200)
        ]
        assert (np.diff(numbers) < 0).all() and numbers[-1] < 0.05
    where = [
        np.flatnonzero(normalized_positions(n, 1)[:, 0] == 0.5).tolist()
        for n in range(1, 51)
    ]
    assert where[1::2] == [[place] for place in range(25)] and not any(where[::2])


@claim(
    "Places with the same number all have different positions, so a guess is right at "
    "only one of them. "
    "There are six numbers, so the best guesses are right at six of the ten places.",
    "The share is about the same, 61%, and stays there for longer sentences.",
    "no network, however large, can do better",
    "whose numbers reveal the length: the first word's is $1/n$",
)
def no_reader_knows_more():
    """Write numbers as fractions in lowest terms, and count each one's positions."""
    for longest, expected in ((4, 0.6), (50, 0.61), (150, 0.61), (400, 0.61)):
        places_of = collections.defaultdict(list)
        for n in range(1, longest + 1):
            np.testing.assert_allclose(1 / normalized_positions(n, 1)[0], n)
            for position in range(n):
                places_of[fractions.Fraction(position + 1, n)].append(position)
        for positions in places_of.values():
            assert positions == sorted(set(positions))
        n_places = sum(len(positions) for positions in places_of.values())
        assert round(len(places_of) / n_places, 2) == expected
    assert abs(len(places_of) / n_places - 6 / np.pi**2) < 0.002


@claim(
    "within a sentence, all numbers differ, and the closest ones belong to neighbors.",
)
def neighbors_are_always_the_closest():
    for n in (4, 50, 1000, 100_000):
        numbers = normalized_positions(n, 1)[:, 0]
        steps = np.diff(numbers)
        assert steps.min() > 0 and (numbers[2:] - numbers[:-2]).min() > steps.max()


@claim(
    "no rule can find the next number from the current one alone. In a sentence of "
    "four words, 0.5 is followed by 0.75, but in one of ten, it is followed by 0.6.",
)
def no_rule_on_one_number():
    """No two lengths agree on what follows 0.5, so any answer misses all but one."""
    after = []
    for n in range(4, 60, 2):
        numbers = normalized_positions(n, 1)[:, 0]
        after.append(numbers[np.flatnonzero(numbers == 0.5)[0] + 1])
    assert (np.diff(after) < 0).all()
    assert (after[0], after[3]) == (0.75, 0.6)


@claim(
    "Equal steps lead out of the band or back to an old number",
    "If all steps go the same way, the numbers grow without bound. If a step turns "
    "back, it undoes the step before it, which is just as long. Then two positions "
    "share a number, and *own* is broken.",
    "If texts can be as long as we like, one number cannot be *small*, *even* and "
    "*own* at once.",
)
def equal_steps_grow_or_repeat():
    """Try all series of 13 equal steps up or down, and bounded numbers that differ."""
    for signs in itertools.product((-1, 1), repeat=13):
        numbers = np.concatenate([[0], np.cumsum(signs)])
        repeats = len(np.unique(numbers)) < len(numbers)
        assert repeats == (len(set(signs)) == 2)
        for turn in np.flatnonzero(np.diff(signs)) + 1:
            assert numbers[turn + 1] == numbers[turn - 1]
    pos = np.arange(5000)
    for numbers in (
        0.9**pos, np.sin(pos), np.sin(pos / 100), np.arctan(pos / 10), pos * 0.618 % 1,
        np.cos(np.sqrt(pos)), (-1.0) ** pos / (pos + 1),
    ):  # fmt: skip
        steps = np.abs(np.diff(numbers))
        assert np.abs(numbers).max() < 2 and steps.max() > 1.5 * steps.min()
