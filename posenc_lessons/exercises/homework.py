"""Exercises of the homework, H1 to H4. Their tables serve the marking too."""

import dataclasses
import math

import numpy as np

from posenc_lessons.exercises.answers import Wrong, of_the_package
from posenc_lessons.exercises.comparison import STILL, Comparison
from posenc_lessons.exercises.encodings import (
    FROM_ONE,
    HALVES,
    SWAPPED,
    encode,
    encoding_comparison,
)
from posenc_lessons.exercises.explanations import Mistake, combinations
from posenc_lessons.exercises.lessons_06_08 import shift_comparison
from posenc_lessons.exercises.lessons_09_12 import (
    TO_INTERLEAVED,
    split_comparison,
)
from posenc_lessons.exercises.own_numbers import OwnNumber
from posenc_lessons.exercises.scores import attention_comparison, weights_comparison
from posenc_lessons.neighbours import closest_pair

# H1: order, counting, shares of the length


_normalized = Comparison(
    reference=lambda n: np.arange(1, n + 1) / n,
    draw=lambda random: [(5,), (2,), (20,), (int(random.integers(30, 200)),)],
    describe=lambda n: f"For n = {n}",
    mistakes=(
        Mistake(
            "start",
            lambda n: np.arange(n) / n,
            "The first word should have 1 / n: the lecture counts from 1 here.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(n) / max(n - 1, 1),
            "It runs from 0 to 1; the lecture's runs from 1 / n to 1.",
        ),
        Mistake(
            "M17",
            lambda n: np.arange(1, n + 1) // n,
            "The digits after the point are lost: was it divided with //?",
        ),
        Mistake(
            "integers",
            lambda n: np.arange(1, n + 1),
            "These are integer positions: the division by the length is missing.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(1, n + 1) / (n + 1),
            "The last word should have 1: divide by n, not by n + 1.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(1, n + 1) / max(n - 1, 1),
            "The last word should have 1: divide by n, not by n - 1.",
        ),
        Mistake(
            "percent",
            lambda n: 100 * np.arange(1, n + 1) / n,
            "These are per cent: the last word should have 1.",
        ),
        Mistake(
            "one",
            lambda n: np.full(n, 1 / n),
            "Every word has the code of the first: multiply by its place.",
        ),
        *(
            Mistake("inverse", wrong, "It is upside down: the place over the length.")
            for wrong in (
                lambda n: n / np.arange(1, n + 1),
                lambda n: 1 / np.arange(1, n + 1),
            )
        ),
        Mistake(
            "sum",
            lambda n: np.arange(1, n + 1) * 2 / (n * (n + 1)),
            "It is divided by the sum of the places, not by the length.",
        ),
        Mistake(
            "count",
            lambda n: np.linspace(1 / n, 1),
            "linspace gives 50 numbers if it is not told how many: n.",
        ),
    ),
    forbids=of_the_package(),
    right="Word pos of n has the code (pos + 1) / n.",
)


def _batches(random):
    """Return batches of sentences, and codes for more positions than they have."""
    return [
        (random.normal(size=(batch, n, d)), random.normal(size=(longest, d)))
        for batch, n, d, longest in ((2, 3, 4, 5), (4, 4, 6, 9), (1, 5, 2, 5))
    ]


def _along_the_batch(x, codes):
    """Return the sum as the notebook gives it, with a code for each sentence."""
    return x + codes[: x.shape[0], None]


_codes_of_a_batch = Comparison(
    reference=lambda x, codes: x + codes[: x.shape[1]],
    draw=_batches,
    describe=lambda x, codes: "For {} sentences of {} words at d_model = {}".format(
        *x.shape
    ),
    place=lambda index, *arguments: dict(
        zip(("sentence", "position", "column"), map(int, index))
    ),
    mistakes=(
        Mistake("M14", _along_the_batch, STILL),
        Mistake(
            "M14",
            lambda x, codes: x + codes[0],
            "Every word has got the code of position 0.",
        ),
        Mistake("M9", lambda x, codes: x + _after(codes, x), "Positions count from 0."),
        Mistake(
            "M9",
            lambda x, codes: x + codes[len(codes) - x.shape[1] :],
            "These are the last codes: those of the first positions are asked for.",
            partly=True,
        ),
        Mistake(
            "backwards",
            lambda x, codes: x + codes[: x.shape[1]][::-1],
            "The first word has got the code of the last one.",
        ),
        Mistake(
            "product",
            lambda x, codes: x * codes[: x.shape[1]],
            "The codes are multiplied: they should be added.",
        ),
        Mistake(
            "minus",
            lambda x, codes: x - codes[: x.shape[1]],
            "The codes are subtracted: they should be added.",
        ),
        Mistake(
            "unfinished",
            lambda x, codes: codes[: x.shape[1]] + 0 * x,
            "These are the codes alone: the words are missing.",
        ),
        Mistake(
            "concatenated",
            lambda x, codes: np.concatenate([x, codes[: x.shape[1]] + 0 * x], axis=2),
            "The codes stand beside the words: they should be added.",
        ),
        Mistake(
            "twice",
            lambda x, codes: x + 2 * codes[: x.shape[1]],
            "The codes are added twice.",
        ),
        Mistake(
            "sentence",
            lambda x, codes: x + codes[: x.shape[1]] * _first_of(x),
            "Only the first sentence has got codes.",
            partly=True,
        ),
        Mistake("unchanged", lambda x, codes: x, "Nothing has been added."),
    ),
    forbids=of_the_package(),
    right="The codes go along the axis of the words, the same in each sentence.",
)


def _first_of(x):
    """Return 1 for the first sentence of a batch, and 0 for the others."""
    return (np.arange(len(x)) == 0)[:, None, None]


def _after(codes, x):
    """Return the codes of positions 1 to n, the first again where they end."""
    return np.take(codes, np.arange(1, x.shape[1] + 1), axis=0, mode="wrap")


def _first_position(percent, norm):
    """Return the first count whose square has a share above a percentage."""
    share = percent / 100
    return math.floor(norm * math.sqrt(share / (1 - share))) + 1


def _share_there(count, percent, norm):
    """Say which share a wrong count makes up, and whether that is enough."""
    share = count**2 / (count**2 + norm**2)
    enough = "enough, but not for the first time"
    short = f"not above {percent} % yet"
    how = enough if share > percent / 100 else short
    return f"There, the count makes up {share:.2%}: {how}."


_drowned = OwnNumber(
    numbers=lambda random: {
        "percent": int(random.choice([90, 95, 99])),
        "norm": int(random.integers(3, 40)),
    },
    reference=_first_position,
    right=lambda percent, norm: (
        f"p^2 / (p^2 + {norm}^2) first exceeds {percent} % at p = "
        f"{_first_position(percent, norm)}."
    ),
    mistakes=(
        Mistake(
            "off by one",
            lambda percent, norm: _first_position(percent, norm) - 1,
            "There, the share is not above the percentage yet.",
        ),
        Mistake(
            "unit",
            lambda percent, norm: _first_position(percent, 1),
            "That is right for words of length 1; yours are longer.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: math.floor(norm * percent / (100 - percent)) + 1,
            "Shares of the squared length: both p and the word's length are squared.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: (
                math.floor((norm * percent / (100 - percent)) ** 0.5) + 1
            ),
            "Shares of the squared length: the word's length is squared, too.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: math.floor(norm**2 * percent / (100 - percent)) + 1,
            "The square of p is to exceed this: take the root.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: (
                math.floor(norm * percent / math.sqrt(100**2 - percent**2)) + 1
            ),
            "There, p is that share of the vector's length: of its *square* p^2 should "
            "be.",
        ),
        Mistake(
            "of the word",
            lambda percent, norm: math.floor(norm * math.sqrt(percent / 100)) + 1,
            "That is a share of the word's length; the whole vector holds p, too.",
        ),
        Mistake(
            "of the word",
            lambda percent, norm: math.floor(norm * percent / 100) + 1,
            "That is a share of the word's length; the whole vector holds p, too.",
        ),
    ),
    otherwise=lambda value, percent, norm: (
        _share_there(value, percent, norm) if value > 0 else "Counts are 1, 2, 3, ..."
    ),
    tolerance=1e-9,
    whole="count",
)

# H2: one wave, pairs of waves


def _waves(
    positions,
    wavelengths,
    turn=2 * np.pi,
    start=0,
    waves=(np.sin, np.cos),
    angle=lambda positions, wavelengths: positions / wavelengths,
    order=lambda table: table,
):
    """Return sines and cosines of positions over wavelengths, in turn."""
    positions = np.asarray(positions, dtype=float)[:, None] + start
    angles = turn * angle(positions, np.asarray(wavelengths, dtype=float))
    sine, cosine = (wave(angles) for wave in waves)
    return order(np.stack([sine, cosine], axis=-1).reshape(len(positions), -1))


def _stacked_first(table):
    """Return all sines, then all cosines, cut into rows."""
    return np.stack([table[:, 0::2], table[:, 1::2]]).reshape(table.shape)


def _changed(parts):
    """Return the waves with some parts exchanged."""
    return lambda positions, wavelengths: _waves(positions, wavelengths, **parts)


WAVE_PARTS = [
    ("2pi", {"turn": 1}, "the 2 pi of a full turn is missing."),
    ("M11", {"turn": 360}, "the angles are in degrees, not in radians."),
    (
        "M11",
        {"turn": np.radians(2 * np.pi)},
        "the angles were taken for degrees, and turned into radians once more.",
    ),
    SWAPPED,
    FROM_ONE,
    (
        "M12",
        {"angle": lambda positions, wavelengths: positions * wavelengths},
        "the position is multiplied by the wavelength, where it should be divided.",
    ),
    (
        "M17",
        {"angle": lambda positions, wavelengths: positions // wavelengths},
        "the angles are whole turns: was the position divided with //?",
    ),
    (
        "M13",
        {"order": lambda table: table.T},
        "the table is transposed: a row is a position.",
    ),
]

# Mistakes of the table as a whole, which do not meet others.
WAVE_SINGLE = [
    ("half", {"turn": np.pi}, "a wave takes twice its wavelength: pi where 2 pi is."),
    (
        "2pi",
        {"turn": 1 / (2 * np.pi)},
        "2 pi stands below the line: `/ 2 * np.pi * ...` needs brackets.",
    ),
    (
        "brackets",
        {"turn": np.pi / 2},
        "2 pi is not kept together: put it into brackets.",
    ),
    ("minus", {"turn": -2 * np.pi}, "the angles have a minus before them."),
    *(
        (
            "half columns",
            {"order": lambda table, first=first: table[:, first::2]},
            f"there are only the {which}s: two columns for each wavelength.",
        )
        for first, which in ((0, "sine"), (1, "cosine"))
    ),
    (
        "modulo",
        {"turn": 1, "angle": np.mod},
        "the angle is the rest of a division: the quotient is meant, times 2 pi.",
    ),
    (
        "sines only",
        {"waves": (np.sin, np.sin)},
        "all columns hold the sine: every second one should hold the cosine.",
    ),
    (
        "sines only",
        {"waves": (np.sin, np.zeros_like)},
        "the odd columns are still 0: the cosines are missing.",
    ),
    (
        "angles",
        {"waves": (lambda angles: angles, lambda angles: angles)},
        "these are the angles: sine and cosine are missing.",
    ),
]

_wave_table = Comparison(
    reference=_waves,
    draw=lambda random: [
        (np.arange(5), np.array([4.0, 10.0, 25.0])),
        (np.array([0, 3, 1]), np.array([7.0])),
        (np.arange(40), np.array([5.0, 12.0, 30.0, 77.0])),
        (random.integers(0, 500, size=6), random.uniform(3, 90, size=5)),
    ],
    describe=lambda positions, wavelengths: (
        f"For {len(positions)} positions and {len(wavelengths)} wavelengths"
    ),
    place=lambda index, positions, wavelengths: {
        "position": int(positions[index[0]]),
        "column": int(index[1]),
    },
    tolerance=lambda *arguments: 1e-4,
    mistakes=(
        *(
            Mistake(name, _changed(parts), f"It looks as if {hint}")
            for name, parts, hint in [*WAVE_PARTS, *WAVE_SINGLE]
        ),
        Mistake(
            "rows",
            lambda positions, wavelengths: _waves(
                np.arange(len(positions)), wavelengths
            ),
            "The rows are those of positions 0, 1, 2, ...: take the positions given.",
            partly=True,
        ),
        Mistake(
            "backwards",
            lambda positions, wavelengths: _waves(positions, wavelengths[::-1]),
            "The wavelengths are taken in reverse order.",
            partly=True,
        ),
        Mistake(
            "argument",
            lambda positions, wavelengths: encode(positions, 2 * len(wavelengths)),
            "That is the paper's formula: here the wavelengths are given.",
        ),
        Mistake(
            "axis",
            lambda positions, wavelengths: _waves(
                positions, wavelengths, order=_stacked_first
            ),
            "Sine and cosine are stacked along another axis, and reshape mixes the "
            "positions.",
        ),
    ),
    forbids=of_the_package(),
    pairs=lambda: combinations(
        [*WAVE_PARTS, ("M5", HALVES, "all sines come before all cosines.")], _changed
    ),
    alternatives=(
        Mistake(
            "M5",
            _changed(HALVES),
            "Under another convention: all sines come first, then all cosines "
            "(halves).",
        ),
    ),
    right="Two columns for each wavelength, sine and cosine of 2 pi pos / wavelength.",
)


def _drawn_clearly(random, n, d):
    """Return a random table: two rows, no neighbours, are closer than any others."""
    while True:
        table = random.normal(size=(n, d))
        apart = np.sort(_distances(table, np.inf), axis=None)[::2]
        first, second, _ = closest_pair(table)
        if apart[1] - apart[0] > 0.01 and second - first > 1:
            return table


def _code_tables(random):
    """Return tables whose closest rows are not neighbours in the table."""
    return [
        (np.array([[0.0, 0], [3, 0], [0, 1], [4, 4], [3, 0.5]]),),
        # The shortest is neither the one of the smallest sum of differences, nor the
        # one of the smallest largest difference.
        *(
            (size * np.array([[0.0, 0], [9, 4], [1, 1], [20, 9], [10.5, 4], [24, 3]]),)
            for size in (1, 2)
        ),
        (np.array([[0.0, 7], [9, 4], [1.3, 7], [20, 0], [10, 5], [24, 1]]),),
        # The first row is one of the two, the last row, and both; and neighbours.
        (np.array([[0.0, 0], [4, 4], [4, 3.5], [5, 1], [2, 2]]),),
        (np.array([[0.0, 0], [5, 1], [2, 3], [0.2, 0], [4, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [4.1, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [0, 0.3]]),),
        # Irregular positions: among equal steps, whole rows of pairs are as close.
        (_waves([0, 2, 5, 9, 14, 20, 27, 35, 44, 54], [6.3, 20.1]),),
        *(
            (_drawn_clearly(random, n, d),)
            for n, d in ((12, 3), (30, 2), (9, 4), (15, 3), (20, 5), (7, 2), (25, 3))
        ),
    ]


def _distances(codes, diagonal):
    """Return the distances of all rows, with the given diagonal."""
    apart = np.linalg.norm(codes[:, None] - codes, axis=-1)
    np.fill_diagonal(apart, diagonal)
    return apart


def _smallest(table):
    """Return row and column of the smallest entry that is not on the diagonal."""
    table = np.where(np.eye(len(table)), np.inf, table)
    return np.array(np.unravel_index(table.argmin(), table.shape))


def _neighbours(codes):
    """Return the closest pair among rows that follow each other."""
    first = int(np.linalg.norm(np.diff(codes, axis=0), axis=1).argmin())
    return np.array([first, first + 1])


_closest = Comparison(
    reference=lambda codes: np.array(closest_pair(codes)[:2]),
    draw=_code_tables,
    describe=lambda codes: f"For {len(codes)} codes of {codes.shape[1]} numbers",
    place=lambda index, *arguments: {"entry": int(index[0])},
    mistakes=(
        Mistake(
            "itself",
            lambda codes: np.array([0, 0]),
            "A row is at the distance 0 from itself: leave the diagonal out.",
        ),
        Mistake(
            "itself",
            lambda codes: np.array([len(codes) - 1] * 2),
            "A row is at the distance 0 from itself: leave the diagonal out.",
        ),
        Mistake(
            "neighbours",
            _neighbours,
            "Only rows that follow each other were compared; every row may meet any.",
        ),
        Mistake(
            "neighbours",
            lambda codes: _smallest(
                _distances(codes, np.inf)
                + 1e9 * (np.eye(len(codes), k=1) + np.eye(len(codes), k=-1))
            ),
            "Rows that follow each other are left out: any two may be the ones.",
            partly=True,
        ),
        Mistake(
            "farthest",
            lambda codes: np.array(
                np.unravel_index(_distances(codes, -1).argmax(), (len(codes),) * 2)
            ),
            "That is the pair farthest apart.",
        ),
        Mistake(
            "order",
            lambda codes: np.array(closest_pair(codes)[:2])[::-1],
            "The two are right; the smaller number should come first.",
        ),
        Mistake(
            "M9",
            lambda codes: np.array(closest_pair(codes)[:2]) + 1,
            "The two are right, but counted from 1.",
        ),
        Mistake(
            "distance",
            lambda codes: _distances(codes, np.inf).min(),
            "That is their distance: which two are they?",
        ),
        Mistake(
            "distance",
            lambda codes: _distances(codes, np.inf).min() ** 2,
            "That is their squared distance: which two are they?",
        ),
        Mistake(
            "distance",
            lambda codes: np.array(closest_pair(codes)),
            "The two are right: leave out their distance.",
        ),
        Mistake(
            "distance",
            lambda codes: codes[list(closest_pair(codes)[:2])],
            "These are the two rows: which numbers have they?",
        ),
        Mistake(
            "flat",
            lambda codes: _distances(codes, np.inf).argmin(),
            "argmin counts through the whole table: np.unravel_index makes two numbers "
            "of it.",
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs(codes[:, None] - codes).sum(axis=-1)),
            "It adds up the differences without squares: the Euclidean distance is "
            "asked for.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs((codes[:, None] - codes).sum(axis=-1))),
            "It adds up the differences, and they cancel: square them first.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs(codes[:, None] - codes).max(axis=-1)),
            "It compares the largest difference: the Euclidean distance is asked for.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(-codes @ codes.T),
            "The largest dot product is not the smallest distance: long rows win.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(
                np.abs(np.subtract.outer(*[np.linalg.norm(codes, axis=1)] * 2))
            ),
            "The lengths of the rows are compared: two rows of one length may be far "
            "apart.",
            partly=True,
        ),
        Mistake(
            "one column",
            lambda codes: _smallest(np.abs(codes[:, :1] - codes[:, 0])),
            "Only the first column is compared.",
            partly=True,
        ),
        *(
            Mistake(
                "short",
                lambda codes, first=first, last=last: (
                    first + np.array(closest_pair(codes[first:last])[:2])
                ),
                f"The {which} row is left out: where does the loop {verb}?",
                partly=True,
            )
            for first, last, which, verb in (
                (1, None, "first", "begin"),
                (0, -1, "last", "end"),
            )
        ),
        Mistake(
            "to the first",
            lambda codes: np.array([0, _distances(codes, np.inf)[0].argmin()]),
            "Row 0 is compared with all others: every row may be one of the two.",
            partly=True,
        ),
    ),
    forbids=of_the_package(),
    right="Every row was compared with every other one, and none with itself.",
)


def _power(exponent):
    """Return frequencies from the exponents of the base."""
    return lambda n, base: float(base) ** exponent(np.arange(n), n)


_frequencies = Comparison(
    reference=_power(lambda i, n: -i / n),
    draw=lambda random: [
        (4, 10000.0),
        (3, 50.0),
        (int(random.integers(5, 40)), float(random.integers(100, 20_000))),
        (256, 10000.0),
    ],
    describe=lambda n, base: f"For {n} pairs and the base {base:g}",
    place=lambda index, *arguments: {"pair": int(index[0])},
    tolerance=lambda n, base: 1e-4 * float(base) ** (-np.arange(n) / n),
    mistakes=(
        Mistake("M4", _power(lambda i, n: 0 * i), STILL),
        Mistake(
            "M4",
            _power(lambda i, n: -i // n),
            "The exponents are whole numbers: // rounds down, below 0 to -1.",
        ),
        Mistake(
            "M12",
            _power(lambda i, n: i / n),
            "The frequencies rise: the sign of the exponent is missing.",
        ),
        Mistake(
            "M6",
            _power(lambda i, n: -i / max(n - 1, 1)),
            "The exponent runs to 1: it should be i / n_pairs.",
        ),
        Mistake(
            "M1",
            _power(lambda i, n: -2 * i / n),
            "The frequencies fall twice as fast as they should.",
        ),
        Mistake(
            "M2",
            _power(lambda i, n: -i / (2 * n)),
            "The frequencies fall half as fast as they should.",
        ),
        Mistake("M9", _power(lambda i, n: -(i + 1) / n), "Pairs count from 0."),
        Mistake(
            "M7",
            lambda n, base: 10000.0 ** (-np.arange(n) / n),
            "The base is 10000 whatever is given: take the argument.",
            partly=True,
        ),
        Mistake(
            "M7",
            lambda n, base: np.exp(-np.arange(n) / n),
            "The base is e: exp(-i / n) lacks the factor log(base).",
        ),
        Mistake(
            "brackets",
            lambda n, base: np.arange(n) / n / base,
            "That is i / n divided by the base: raise the base to the power -i / n.",
        ),
        Mistake(
            "wavelength",
            lambda n, base: 2 * np.pi * float(base) ** (np.arange(n) / n),
            "These are the wavelengths: the frequency is 2 pi divided by them.",
        ),
        *(
            Mistake(
                "linear", wrong, "They fall in equal steps: each is a power of base."
            )
            for wrong in (
                lambda n, base: 1 - np.arange(n) / n,
                lambda n, base: np.linspace(1, 1 / base, n),
            )
        ),
        Mistake(
            "exponent",
            lambda n, base: -np.arange(n) / n,
            "These are the exponents: raise the base to them.",
        ),
    ),
    forbids=of_the_package(),
    right="// had rounded every exponent down to 0; / keeps the fraction.",
)


def _not_back(position, short, long):
    """Say where the clocks stand at a wrong position."""
    if position <= 0:
        return "The first position *after* 0 is asked for."
    back = position % short == 0, position % long == 0
    hint, name = {
        (True, True): ("Both clocks are back there, but not first.", "later"),
        (False, True): ("Only the slower clock is back there.", "long"),
        (True, False): ("Only the faster clock is back there.", "short"),
        (False, False): ("Neither clock is back there.", None),
    }[back]
    if position <= 2 * short * long:
        raise Wrong(hint, name)
    return hint  # so far away, by chance


_repeats = OwnNumber(
    numbers=lambda random: dict(
        zip(
            ("short", "long"),
            [(6, 8), (6, 10), (9, 12), (8, 12), (10, 15), (12, 18), (14, 21), (15, 20)][
                random.integers(8)
            ],
        )
    ),
    reference=lambda short, long: math.lcm(short, long),
    right=lambda short, long: (
        f"{math.lcm(short, long)} is the first whole number of turns of both clocks: "
        "their least common multiple."
    ),
    mistakes=(
        Mistake(
            "product",
            lambda short, long: short * long,
            "Both clocks are back there, but not for the first time.",
        ),
        Mistake(
            "long", lambda short, long: long, "Only the slower clock is back there."
        ),
        Mistake("short", lambda short, long: short, "Only the faster clock is back."),
        Mistake("sum", lambda short, long: short + long, "When is *each* clock back?"),
        Mistake(
            "gcd",
            lambda short, long: math.gcd(short, long),
            "That is the greatest common divisor; the least common multiple is needed.",
        ),
        Mistake(
            "2pi",
            lambda short, long: 2 * math.pi * math.lcm(short, long),
            "The wavelengths are numbers of positions already: no 2 pi.",
        ),
        Mistake(
            "difference",
            lambda short, long: long - short,
            "When is *each* clock back at where it began?",
        ),
    ),
    otherwise=_not_back,
    tolerance=1e-9,
    whole="position",
)
# H3: the formula, and its shift

_positional_encoding = encoding_comparison(
    lambda positions, d: (positions, d),
    coarsest="float32",
    draw=lambda random: [
        (np.arange(5), 6),
        (np.array([0, 1]), 2),
        (np.arange(60), 16),
        (np.array([7, 0, 3]), 4),
        (random.integers(0, 300, size=5), 2 * int(random.integers(4, 20))),
        (np.array([100, 65_537, 100_000]), 16),
        (random.integers(50_000, 200_000, size=4), 64),
    ],
    describe=lambda positions, d: (
        f"For {len(positions)} positions up to {max(positions)} and d_model = {d}"
    ),
    place=lambda index, positions, d: {
        "position": int(positions[index[0]]),
        "column": int(index[1]),
    },
    tolerance=lambda positions, d: 1e-5,
    forbids=of_the_package(),
    right="For small positions and for large ones, at several widths.",
    more=(
        Mistake(
            "rows",
            lambda positions, d: encode(np.arange(len(positions)), d),
            "The rows are those of positions 0, 1, 2, ...: take the positions given.",
        ),
    ),
)


def _wavelength(pair, d_model, turn=2 * math.pi, factor=2, sign=1):
    """Return the wavelength of a pair, or what a mistake makes of it."""
    return turn * 10000 ** (sign * factor * pair / d_model)


_own_wavelength = OwnNumber(
    numbers=lambda random: {
        "pair": int(random.integers(5, 30)),
        "d_model": int(random.choice([64, 96, 128, 256])),
    },
    reference=_wavelength,
    right=lambda pair, d_model: (
        f"2 pi 10000^({2 * pair}/{d_model}) is {_wavelength(pair, d_model):.2f}."
    ),
    digits=4,
    mistakes=(
        Mistake(
            "2pi",
            lambda pair, d_model: _wavelength(pair, d_model, turn=1),
            "The 2 pi of a full turn is missing.",
        ),
        Mistake(
            "M2",
            lambda pair, d_model: _wavelength(pair, d_model, factor=1),
            "The 2 of 2i is missing.",
        ),
        Mistake(
            "M1",
            lambda pair, d_model: _wavelength(pair, d_model, factor=4),
            "The column stands in place of the pair, or the 2 is there twice.",
        ),
        Mistake(
            "frequency",
            lambda pair, d_model: _wavelength(pair, d_model, turn=1, sign=-1),
            "That is the angular frequency; how many positions does a full turn take?",
        ),
        Mistake(
            "M12",
            lambda pair, d_model: _wavelength(pair, d_model, sign=-1),
            "The sign of the exponent: slow pairs have long waves.",
        ),
        *(
            Mistake(
                "pairs",
                lambda pair, d_model, step=step: _wavelength(pair + step, d_model),
                "That is the pair before or after it: pairs count from 0.",
            )
            for step in (-1, 1)
        ),
        Mistake(
            "M11",
            lambda pair, d_model: _wavelength(pair, d_model, turn=360),
            "The angles are in radians: a full turn is 2 pi, not 360.",
        ),
        Mistake(
            "half",
            lambda pair, d_model: _wavelength(pair, d_model, turn=math.pi),
            "That is half a turn.",
        ),
        Mistake(
            "M7",
            lambda pair, d_model: 2 * math.pi * 1000 ** (2 * pair / d_model),
            "Is the base 1000? The paper has 10000.",
        ),
        Mistake(
            "M6",
            lambda pair, d_model: _wavelength(pair, d_model - 2),
            "Below stands d_model, not d_model - 2.",
        ),
        *(
            Mistake(
                "brackets",
                wrong,
                "** comes before * and /: put 2 * pair / d_model into brackets.",
            )
            for wrong in (
                lambda pair, d_model: 2 * math.pi * 10000**2 * pair / d_model,
                lambda pair, d_model: 2 * math.pi * 10000.0 ** (2 * pair) / d_model,
                lambda pair, d_model: 2 * math.pi * 10000.0**pair / d_model,
            )
        ),
    ),
)

# H4: scores, heads, conventions


def _score_divisor(d_k, spread):
    """Return the standard deviation of a score."""
    return spread**2 * math.sqrt(d_k)


_own_divisor = OwnNumber(
    numbers=lambda random: {
        # None has a root that is a square of a spread: d_k would be right by chance.
        "d_k": int(random.choice([49, 25, 36, 64, 100, 144])),
        # Nor 2, where the product of two spreads is their sum.
        "spread": [6, 3, 4, 5][random.integers(4)],
    },
    reference=_score_divisor,
    right=lambda d_k, spread: (
        f"Each product has the standard deviation {spread**2}, the sum of {d_k} of "
        f"them {_score_divisor(d_k, spread):g}."
    ),
    mistakes=(
        Mistake(
            "M20",
            lambda d_k, spread: math.sqrt(d_k),
            "It is sqrt(d_k), right for the standard deviation 1.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: spread**4 * d_k,
            "That is the variance; what brings it to 1 is its root.",
        ),
        Mistake("M20", lambda d_k, spread: d_k, "That is d_k itself."),
        Mistake(
            "M20",
            lambda d_k, spread: spread**2 * d_k,
            "Of the d_k products the variances add up, not the standard deviations.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: 1 / _score_divisor(d_k, spread),
            "That is what to multiply by.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread * math.sqrt(d_k),
            "A score is a sum of products: the spread of query *and* key counts.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread**4 * math.sqrt(d_k),
            "The variance of a product is spread^4; its standard deviation spread^2.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread * math.sqrt(2 * d_k),
            "The variances of query and key multiply in a product; they do not add.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: math.sqrt(spread * d_k),
            "Outside the root stands spread^2: a product has that standard deviation.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread**2,
            "That is for one product: a score is the sum of d_k of them.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: 2 * spread * math.sqrt(d_k),
            "In a product, the two spreads multiply; they do not add.",
        ),
    ),
)


EXERCISES = {
    "H1a": weights_comparison(forbids=of_the_package()),
    "H1b": _normalized,
    "H1c": _codes_of_a_batch,
    "H1d": _drowned,
    "H2a": _wave_table,
    "H2b": _closest,
    "H2c": _frequencies,
    "H2d": _repeats,
    "H3a": _positional_encoding,
    "H3b": _own_wavelength,
    "H3c": shift_comparison(
        1,
        draw=lambda random: [
            (1, 6),
            (7, 2),
            (-3, 4),
            (40, 16),
            (int(random.integers(-200, 200)), 32),
        ],
        forbids=of_the_package(),
        right="M_k takes the encoding of every position to that of k words on.",
    ),
    "H4a": attention_comparison(forbids=of_the_package()),
    "H4b": split_comparison(forbids=of_the_package()),
    "H4c": _own_divisor,
    "H4d": dataclasses.replace(TO_INTERLEAVED, forbids=of_the_package()),
}
