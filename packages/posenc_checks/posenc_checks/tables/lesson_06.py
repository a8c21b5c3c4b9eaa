"""Exercises of lesson 06: the formula's frequencies."""

import numpy as np
from hintcheck import Comparison, Number, at, fixed, read_edits

from posenc_lessons.mathematics.sinusoids import angular_frequencies, wavelengths

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _first_long_pair():
    """Return the first pair at width 512 whose wavelength is longer than 128."""
    return int((wavelengths(512) > 128).argmax())


def _length(pair):
    """Return a hint that says whether a wrong pair's wavelength is long enough."""
    text = f"Pair {pair:g} has wavelength {wavelengths(512)[int(pair)]:.1f}"
    long = pair > _first_long_pair()
    return text + (": long enough, but not the first." if long else ".")


EXERCISES["6a"] = Number(**EDITS["6a"], whole="pair")

EXERCISES["6b"] = Comparison(
    **EDITS["6b"],
    draw=fixed((6,), (2,), (16,)),
    describe=lambda d: f"For d_model = {d}",
    place=at("column"),
    tolerance=lambda d: 1e-6 * np.repeat(angular_frequencies(d), 2),
    coarse=lambda d: 1e-5 * np.repeat(angular_frequencies(d), 2),
    right="Columns 2i and 2i + 1 share one frequency, that of pair i = column // 2.",
)

EXERCISES["6c"] = Comparison(
    **EDITS["6c"],
    draw=fixed((100.0, 6), (1000.0, 512), (60611.48, 512), (7.0, 4)),
    describe=lambda longest, d: f"For wavelength {longest:g} at d_model = {d}",
    tolerance=lambda longest, d: 1e-6 * (longest / (2 * np.pi)) ** (d / (d - 2)),
    coarse=lambda longest, d: 1e-5 * (longest / (2 * np.pi)) ** (d / (d - 2)),
    right="You solved 2 pi base^((d - 2)/d), the longest wavelength, for the base.",
)
