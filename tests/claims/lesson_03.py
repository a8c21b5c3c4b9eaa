"""What lesson 03 concludes, tried where it could fail."""

import collections
import itertools

import numpy as np

from posenc_lessons import gradient_descent, integer_positions, normalized_positions
from tests.claims import claim


def named_right(seed, n, encoding, rates):
    """Return the largest share of words named right, over learning rates."""
    random = np.random.default_rng(seed)
    words, labels = random.normal(size=(40, 32)), random.integers(40, size=n)
    z = words[labels] + encoding(n, 32)
    return max(
        np.mean((z @ gradient_descent(z, labels, 40, rate)).argmax(axis=1) == labels)
        for rate in rates
    )


@claim(
    "03",
    "With the divided numbers it names all of the words, just as without any "
    "positions.",
    "You have** divided by the length, and training recovered.",
)
def words_are_learned_again():
    for seed, n in ((0, 40), (1, 300), (2, 500), (5, 1000)):
        assert named_right(seed, n, normalized_positions, (30.0,)) == 1
    for seed, n in ((0, 40), (1, 300)):
        rates = 10.0 ** np.arange(-7, 3)
        assert named_right(seed, n, integer_positions, rates) < 0.4


@claim("03", "The numbers now stay between 0 and 1, however long the sentence is.")
def numbers_stay_small():
    for n in (1, 2, 17, 1000, 300_000):
        numbers = normalized_positions(n, 1)
        assert 0 < numbers.min() and numbers.max() == 1


@claim(
    "03",
    "*You* shares its number with *lion*, the fourth word.",
    "Position 1 moves to the left, towards 0.",
    "The number 0.5 means 25 different positions",
    "At every even length some word has the number 0.5, each time at another position.",
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
    "The guess is right in 61 % of cases from the exact number, and in 15 % from two "
    "decimals. No network, however large, can do better from the number alone.",
    "With counting, every guess is right.",
    "up to 50 words, its two decimals reveal the position in 15 % of cases",
)
def no_reader_knows_more():
    """Numbers as pairs in lowest terms, and other rules of rounding and lengths."""
    for longest, exactly, roughly in ((50, 0.61, 0.15), (100, 0.6, 0.085)):
        pairs = np.array([(p, n) for n in range(1, longest + 1) for p in range(n)])
        place, n = pairs.T
        shared = np.gcd(place + 1, n)
        reduced = list(zip((place + 1) // shared, n // shared))
        assert abs(share_of_the_most_frequent(reduced, place) - exactly) < 0.006
        assert share_of_the_most_frequent(place + 1, place) == 1
        number = (place + 1) / n
        for decimals in (
            np.floor(number * 100 + 1e-9), np.ceil(number * 100 - 1e-9),
            np.round(number, 2),
        ):  # fmt: skip
            assert share_of_the_most_frequent(decimals, place) < roughly + 0.01


def share_of_the_most_frequent(keys, places):
    """Return how often the best guess of a place from a key is right."""
    found = collections.defaultdict(collections.Counter)
    for key, place in zip(keys, places):
        found[key][place] += 1
    return sum(max(count.values()) for count in found.values()) / len(places)


@claim(
    "03",
    "So no rule can find it from the number alone, and neighbors are not equally far "
    "apart from sentence to sentence.",
    "One word after 0.5: a different number at each length",
)
def no_rule_on_one_number():
    """Any answer to 0.5, and polynomials and steps fitted to all numbers."""
    after = [0.5 + 1 / n for n in range(2, 60, 2)]
    assert len(set(after)) == len(after)
    pairs = [(p, n) for n in range(1, 51) for p in range(n)]
    now, n = np.array([((p + 1) / n, n) for p, n in pairs if p + 1 < n]).T
    for features in (
        np.vander(now, 2),
        np.vander(now, 9),
        (now[:, None] > np.linspace(0, 1, 30)).astype(float),
    ):
        fit = np.linalg.lstsq(features, now + 1 / n, rcond=None)[0]
        assert np.max(np.abs(features @ fit - now - 1 / n) * n) > 0.92


@claim("03", "One number does not tell the position; two neighbors do.")
def two_numbers_tell_the_position():
    for n in range(2, 150):
        numbers = normalized_positions(n, 1)[:, 0]
        steps = np.diff(numbers)
        assert (np.round(1 / steps) == n).all()
        assert (np.round(numbers[:-1] / steps) - 1 == np.arange(n - 1)).all()


@claim(
    "03",
    "It breaks *even*: by position 50, the step is almost two hundred times smaller "
    "than at the start.",
    "Small and the same, but later positions crowd together",
)
def powers_crowd():
    steps = -np.diff(0.9 ** np.arange(300))
    assert 190 < steps[0] / steps[50] < 200
    assert (np.diff(steps) < 0).all() and (steps > 0).all()


@claim(
    "03",
    "Every other formula breaks a wish too.",
    "If they all go the same way, the numbers grow without bound",
    "If a step turns back, it undoes the step before it, so the positions just before "
    "and just after the turn share a number.",
    "If texts can be as long as we like, one number cannot be small, even, and "
    "different for every position.",
)
def equal_steps_grow_or_repeat():
    """All ways of 13 steps to one side or the other, and bounded ones that differ."""
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
