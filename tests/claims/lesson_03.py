"""The conclusions of lesson 03, tested where they could fail."""

import collections
import itertools

import numpy as np

from posenc_lessons import normalized_positions
from tests.claims import claim
from tests.claims.lesson_02 import named_right, texts


@claim(
    "03",
    "with the numbers divided by 500, the length of its text, the model named all the "
    "words",
    "in a text of a million words, the numbers reach 1,000, which is not *small*: in "
    "lesson 02, numbers up to 20 already kept most words from being learned in 50 "
    "steps.",
    "You have** made the numbers small by dividing by the length.",
)
def words_are_learned_with_divided_numbers():
    for _, labels, x in texts():
        numbers = normalized_positions(len(x), 32)
        assert named_right(x + numbers, labels) == 1
        assert named_right(x + 20 * numbers, labels) < 0.5


@claim("03", "The numbers now stay between 0 and 1, however long the sentence is")
def numbers_stay_small():
    for n in (1, 2, 17, 1000, 300_000):
        numbers = normalized_positions(n, 1)
        assert 0 < numbers.min() and numbers.max() == 1


@claim(
    "03",
    "*You* shares its number with *lion*, the fourth word.",
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
    "03",
    "so any guess is right at one of these two places at most",
    "its places are in sentences of different lengths $n$, so their positions, "
    r"$\text{number} \cdot n - 1$, differ.",
    "If all ten places are equally likely, the best guesses are right at six of them",
    "About as often: they are right at 61% of the places. Each number is in "
    "lowest terms at just one of its places, as $1/2$ is but not $2/4$. Two random "
    r"whole numbers share no divisor in $6/\pi^2 \approx 61\%$ of cases, so it is "
    "about 61% in longer sentences, too.",
    "no network, however large, can do better, while with counting every guess is "
    "right",
    "whose numbers reveal the length: the first word's is $1/n$",
    "in sentences of up to 50 words, it reveals the position at 61% of the places",
)
def no_reader_knows_more():
    """Write numbers as fractions in lowest terms, and count each one's positions."""
    for longest, expected in ((4, 0.6), (50, 0.61), (100, 0.6), (400, 0.61)):
        pairs = np.array([(p, n) for n in range(1, longest + 1) for p in range(n)])
        place, n = pairs.T
        shared = np.gcd(place + 1, n)
        places_of = collections.defaultdict(list)
        for p, *number in zip(place, (place + 1) // shared, n // shared):
            places_of[tuple(number)].append(p)
        most = [max(collections.Counter(p).values()) for p in places_of.values()]
        assert max(most) == 1
        assert abs(sum(most) / len(pairs) - expected) < 0.006
        if longest > 4:
            assert abs((shared == 1).mean() - 6 / np.pi**2) < 0.006
            line = pairs[2 * (place + 1) == n]
            assert (2 * (line[:, 0] + 1) == line[:, 1]).all()
            assert len(np.unique(line[:, 0])) == len(line) == longest // 2
        assert len(np.unique((place + 1) / n)) == len(places_of) == (shared == 1).sum()
        np.testing.assert_allclose(1 / normalized_positions(longest, 1)[0], longest)


@claim(
    "03",
    "So the number 0.5 is followed by 0.75 in a sentence of four words, and by 0.6 in "
    "one of ten.",
    "The step to the next word varies, too (*even* asks for one size in every text). "
    "And no rule can find the next number from this one alone (*k later*).",
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
    "03",
    "The steps are not *even*: by position 50, the step is almost two hundred times "
    "smaller than at the start, and distant positions look nearly the same (*own*).",
    "The same in every sentence, but late positions crowd together",
    "multiplying by $0.9^k$ leads from any position to the one $k$ words later",
)
def powers_crowd():
    steps = -np.diff(0.9 ** np.arange(300))
    assert 190 < steps[0] / steps[50] < 200
    for k in (1, 7, 40):
        numbers = 0.9 ** np.arange(100)
        np.testing.assert_allclose(numbers[:-k] * 0.9**k, numbers[k:])
    assert (np.diff(steps) < 0).all() and (steps > 0).all()
    # Positions up to a thousand apart are closer than lesson 04's 0.05.
    assert np.ptp(0.9 ** np.arange(30, 1000)) < 0.05
    # In a text of a million words, even divided numbers are large.
    assert round((1_000_000 - 1) / 1000) == 1000


@claim(
    "03",
    "*Even* demands steps of equal size; only their direction, up or down, is free.",
    "If they all go the same way, the numbers grow without bound",
    "If a step turns back, it undoes the step before it, which is just as long. Then "
    "two positions share a number, and *own* is broken.",
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
