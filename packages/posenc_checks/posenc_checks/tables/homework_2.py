"""Exercises of homework 2: one wave, and pairs of waves."""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import STILL, Mistake, combinations
from hintcheck.own_numbers import OwnNumber, Remark

from posenc_checks.families.closest import CLOSEST_ROWS
from posenc_checks.families.formula import HALVES, encode
from posenc_checks.families.waves import (
    WAVE_PARTS,
    WAVE_SINGLE,
    changed,
    stacked_first,
    waves,
)
from posenc_lessons.mathematics.sinusoids import angular_frequencies

EXERCISES = {}


EXERCISES["H2a"] = Comparison(
    reference=waves,
    draw=lambda random: [
        (np.arange(5), np.array([4.0, 10.0, 25.0])),
        (np.array([0, 3, 1]), np.array([7.0])),
        (np.arange(40), np.array([5.0, 12.0, 30.0, 77.0])),
        (random.integers(0, 500, size=6), random.uniform(3, 90, size=5)),
    ],
    describe=lambda positions, wavelengths: (
        f"For {len(positions)} positions and {len(wavelengths)} "
        f"wavelength{'s' * (len(wavelengths) > 1)}"
    ),
    place=lambda index, positions, wavelengths: {
        "position": int(positions[index[0]]),
        "column": int(index[1]),
    },
    tolerance=lambda *arguments: 1e-4,
    mistakes=(
        *(
            Mistake(name, changed(parts), f"It looks as if {hint}")
            for name, parts, hint in [*WAVE_PARTS, *WAVE_SINGLE]
        ),
        Mistake(
            "rows",
            lambda positions, wavelengths: waves(
                np.arange(len(positions)), wavelengths
            ),
            "The rows are those of positions 0, 1, 2, ...: take the positions given.",
            partly=True,
        ),
        Mistake(
            "M14",
            lambda positions, wavelengths: waves(0 * positions, wavelengths),
            "All rows are that of position 0: is an axis lost?",
        ),
        Mistake(
            "shifted",
            lambda positions, wavelengths: waves(positions - positions[0], wavelengths),
            "The positions count from the first one that is given: take them as they "
            "are.",
            partly=True,
        ),
        Mistake(
            "backwards",
            lambda positions, wavelengths: waves(positions, wavelengths[::-1]),
            "The wavelengths are taken in reverse order.",
            partly=True,
        ),
        Mistake(
            "one pair",
            lambda positions, wavelengths: waves(positions, wavelengths[:1]),
            "Only the first wavelength is there: two columns for each.",
            partly=True,
        ),
        *(
            Mistake(
                "M4",
                lambda positions, wavelengths, one=one: waves(
                    positions, wavelengths[[one] * len(wavelengths)]
                ),
                f"All pairs have the {which} wavelength: each has its own.",
                partly=True,
            )
            for one, which in ((0, "first"), (-1, "last"))
        ),
        Mistake(
            "argument",
            lambda positions, wavelengths: encode(positions, 2 * len(wavelengths)),
            "That is the paper's formula: here the wavelengths are given.",
        ),
        Mistake(
            "axis",
            lambda positions, wavelengths: waves(
                positions, wavelengths, order=stacked_first
            ),
            "Sine and cosine are stacked along another axis, and reshape mixes the "
            "positions.",
        ),
    ),
    forbids=of_the_package(),
    pairs=lambda: combinations(
        [
            *WAVE_PARTS,
            *WAVE_SINGLE,
            ("M5", HALVES, "all sines come before all cosines."),
        ],
        changed,
    ),
    alternatives=(
        Mistake(
            "M5",
            changed(HALVES),
            "Under another convention: all sines come first, then all cosines "
            "(halves).",
        ),
    ),
    right="Two columns for each wavelength, sine and cosine of 2 pi pos / wavelength.",
)


EXERCISES["H2b"] = CLOSEST_ROWS


def _power(exponent):
    """Return frequencies from the exponents of the base."""
    return lambda n, base: float(base) ** exponent(np.arange(n), n)


EXERCISES["H2c"] = Comparison(
    reference=lambda n, base: angular_frequencies(2 * n, base),
    draw=lambda random: [
        (4, 10000.0),
        (3, 50.0),
        (int(random.integers(5, 40)), float(random.integers(100, 20_000))),
        (256, 10000.0),
    ],
    describe=lambda n, base: f"For {n} pairs and the base {base:g}",
    place=at("pair"),
    tolerance=lambda n, base: 1e-4 * float(base) ** (-np.arange(n) / n),
    mistakes=(
        Mistake(
            "M4",
            _power(lambda i, n: 0 * i),
            f"{STILL} How many different frequencies are there? (M4)",
        ),
        Mistake(
            "M4",
            _power(lambda i, n: -i // n),
            "The exponents are whole numbers: // rounds down, below 0 to -1.",
        ),
        Mistake(
            "M6",
            _power(lambda i, n: -i / max(n - 1, 1)),
            "The exponent runs to 1: it should be i / n_pairs.",
        ),
        Mistake(
            "pairs from 1", _power(lambda i, n: -(i + 1) / n), "Pairs count from 0."
        ),
        Mistake(
            "unfinished",
            _power(lambda i, n: -i),
            "The exponents are 0, -1, -2, ...: the pair is to be divided by n_pairs.",
        ),
        Mistake(
            "modulo",
            _power(lambda i, n: -(i % n)),
            "% is the remainder of the division: the quotient is asked for.",
        ),
        Mistake(
            "inverse",
            lambda n, base: np.append(0, float(base) ** (-n / np.arange(1, n))),
            "The exponent is upside down: divide the pair by n_pairs.",
        ),
        Mistake(
            "pairs",
            lambda n, base: float(base) ** (-np.arange(0, n, 2) / n),
            "Every second one is missing: n_pairs counts pairs, not columns.",
        ),
        Mistake(
            "M34",
            lambda n, base: float(base) ** (-np.arange(2 * n) / (2 * n)),
            "There is a frequency for each column: n_pairs counts pairs, which have "
            "one each.",
        ),
        Mistake(
            "argument",
            lambda n, base: float(base) ** (-np.arange(n) / base),
            "The pair is divided by the base: divide it by n_pairs.",
        ),
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
            "M4",
            lambda n, base: np.full(n, float(base) ** (-1 / n)),
            "All are base^(-1 / n): the number i of the pair is missing.",
        ),
        Mistake(
            "M4",
            lambda n, base: np.full(n, 1 / base),
            "All are 1 / base, to which they should fall: the first is 1.",
        ),
        *(
            Mistake(
                "product",
                lambda n, base, sign=sign: sign * base * np.arange(n) / n,
                "The base is multiplied by the exponent: `**` raises it to a power.",
            )
            for sign in (-1, 1)
        ),
        Mistake(
            "paces",
            lambda n, base: 1 / np.arange(1, n + 1),
            "These are 1, 1/2, 1/3, ...: each should be a power of the base.",
        ),
        *(
            Mistake(
                "exponent",
                lambda n, base, sign=sign: sign * np.arange(n) / n,
                f"These are the exponents{but}: raise the base to them.",
            )
            for sign, but in ((-1, ""), (1, ", but for a minus"))
        ),
    ),
    forbids=of_the_package(),
    right="// had rounded every exponent down to 0; / keeps the fraction.",
)


# Whether the faster and the slower clock are back: the mistake, and a sentence.
HANDS = {
    (True, True): ("later", "Both clocks are back there, but not first."),
    (False, True): ("long", "Only the slower clock is back there."),
    (True, False): ("short", "Only the faster clock is back there."),
    (False, False): (None, "Neither clock is back there."),
}


def _back(position, short, long):
    """Return which clocks are back at a position."""
    return position % short == 0, position % long == 0


def _not_back(position, short, long):
    """Say where the clocks stand at a position that is 0 or less, or far away."""
    if position <= 0:
        return "The first position *after* 0 is asked for."
    return HANDS[_back(position, short, long)][1]


EXERCISES["H2d"] = OwnNumber(
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
        Mistake(
            "short",
            lambda short, long: short,
            "Only the faster clock is back: that is its wavelength alone, and the "
            "other clock has its own.",
        ),
        Mistake(
            "sum",
            lambda short, long: short + long,
            "That is the sum of the two: when is *each* clock back?",
        ),
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
        *(
            Mistake(
                "off by one",
                lambda short, long, off=off: math.lcm(short, long) + off,
                f"Both clocks are back one position {where}: position 0 is where they "
                f"begin, and {how}.",
            )
            for off, where, how in (
                (-1, "later", "the first step leads to 1"),
                (1, "earlier", "counts as 0, not as 1"),
            )
        ),
        Mistake(
            "M11",
            lambda short, long: 360,
            "A full turn is 360 degrees; how many *positions* does it take?",
        ),
        Mistake(
            "difference",
            lambda short, long: long - short,
            "When is *each* clock back at where it began?",
        ),
    ),
    remarks=tuple(
        Remark(
            name,
            # Farther away, clocks are back by chance.
            lambda position, short, long, back=back: (
                0 < position <= 2 * short * long
                and _back(position, short, long) == back
            ),
            lambda position, short, long, text=text: text,
        )
        for back, (name, text) in HANDS.items()
    ),
    otherwise=_not_back,
    whole="position",
)
