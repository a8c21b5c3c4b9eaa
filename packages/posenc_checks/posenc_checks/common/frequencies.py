"""Slips in the angular frequencies, tried in each exercise that uses them."""

import numpy as np
from hintcheck.course import Ingredient, Slip

from posenc_lessons.mathematics.sinusoids import angular_frequencies


def _power(power):
    """Return what raises the paper's frequencies to a power."""
    return lambda d, base=1e4: angular_frequencies(d, base) ** power


def _exponents(exponents):
    """Return frequencies from the exponents of pairs."""
    return lambda d, base=1e4: float(base) ** -exponents(np.arange(d // 2), d)


def _changed(change):
    """Return what changes the paper's frequencies."""
    return lambda d, base=1e4: change(angular_frequencies(d, base))


# The most likely first.
SLIPS = [
    Slip(
        "M1",
        _power(2),
        "The frequencies fall twice as fast: look at the 2 and the d of the exponent.",
    ),
    Slip(
        "M2",
        _power(0.5),
        "The frequencies fall half as fast: look at the 2 and the d of the exponent.",
    ),
    Slip(
        "M4",
        _power(0),
        "All pairs have the frequency 1: does a // round the exponent to 0?",
    ),
    Slip(
        "M4",
        _changed(lambda paces: np.full(len(paces), paces[-1:])),
        "All pairs have the frequency of the last one: is a loop's variable used "
        "after its loop?",
    ),
    Slip(
        "M12",
        _power(-1),
        "The frequencies rise: a division is missing or one too many, or the "
        "exponent's minus is missing.",
    ),
    Slip(
        "M3",
        _exponents(lambda i, d: (2 * i + 1) / d),
        "The exponent is (2i + 1) / d_model: it should be 2i / d_model, for both "
        "columns of a pair.",
    ),
    Slip(
        "pairs from 1",
        _exponents(lambda i, d: 2 * (i + 1) / d),
        "Pairs are counted from 1: the first should have the frequency 1.",
        general=False,
    ),
    *(
        Slip(
            "M6",
            _exponents(exponents),
            "The exponent runs to 1, with d_model / 2 - 1 below; the paper has 2i / "
            "d_model.",
        )
        for exponents in (
            lambda i, d: i / max(d / 2 - 1, 1),
            lambda i, d: i / (d / 2 - 1),  # not a number at d_model = 2
        )
    ),
    *(
        Slip(
            "M7",
            lambda d, base=1e4, other=other: angular_frequencies(d, other),
            f"The base of the frequencies is {other:g}, not the one asked for.",
            rival=True,
        )
        for other in (1000.0, 100.0, np.e, 10.0, 1e4, 1e5)
    ),
    Slip(
        "M10",
        _changed(np.flip),
        "The frequencies are in reverse order: pair 0 is the fastest.",
    ),
    Slip(
        "M11",
        _changed(np.radians),
        "The frequencies are too small by pi / 180, as if angles were given in "
        "degrees: NumPy's sine wants radians.",
    ),
    Slip(
        "M11",
        _changed(np.degrees),
        "The frequencies are too large by 180 / pi, as if angles should be in "
        "degrees: NumPy's sine wants radians.",
    ),
    Slip(
        "2pi",
        _changed(lambda paces: 2 * np.pi * paces),
        "The angles are multiplied by 2 pi, which is not in the formula.",
        general=False,
    ),
    Slip(
        "M15",
        _changed(lambda paces: paces.astype(np.float16).astype(float)),
        "The frequencies are kept in float16, which has 3 digits.",
    ),
    Slip(
        "M17",
        _changed(np.trunc),
        "The frequencies are whole numbers: all but the first are cut to 0.",
    ),
    Slip(
        "minus",
        _changed(np.negative),
        "The frequencies have the other sign.",
        general=False,
    ),
]

FREQUENCIES = Ingredient(angular_frequencies, SLIPS, with_others=True)
