"""Exercises of lesson 08: the shift by k words."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark

from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _with_another_sign(name, frame, arguments):
    """Tell whether `shift_matrix` is called with the sign of k changed."""
    return name == "shift_matrix" and frame.f_locals.get("k") == -arguments[0]


EXERCISES["8a"] = Comparison(
    **EDITS["8a"],
    draw=fixed((1, 6), (5, 2), (40, 16), (-3, 4), (-7, 6)),
    describe=lambda k, d: f"For k = {k} and d_model = {d}",
    place=at("row", "column"),
    coarse=lambda k, d: 1e-6 + 1e-6 * abs(k),
    seen="For k = 2, to which position does your matrix take the row of position 5?",
    forbids=_with_another_sign,
    right="Both sines have changed sign: the transposed matrix turns back.",
)


def _rows_to_shift(random):
    """Return rows in halves, and by how far to shift them."""
    cases = []
    for position, k, d in ((0, 1, 4), (7, 5, 16), (50, -20, 6), (30, 12, 8)):
        row = sinusoidal_encoding(1, d, start=position)[0]
        cases.append((np.concatenate([row[0::2], row[1::2]]), k))
    return cases


EXERCISES["8b"] = Comparison(
    **EDITS["8b"],
    draw=_rows_to_shift,
    describe=lambda row, k: f"For a row of width {len(row)} and k = {k}",
    place=at("column"),
    coarse=lambda row, k: 1e-6 + 1e-6 * abs(k),
    right="The order of the columns does not matter, as long as pairs find each other.",
)


def _nearly_whole_turns():
    """Return the first offset that turns the first clock by less than 0.01."""
    offsets = np.arange(1, 1000)
    return int(offsets[(np.abs(np.angle(np.exp(1j * offsets))) < 0.01).argmax()])


def _turned(k):
    """Return by how many radians an offset turns the first clock."""
    return np.angle(np.exp(1j * k))


def _said(k):
    """Return the beginning of what is said of a wrong offset."""
    turned = abs(_turned(k))
    return f"{k:g} turns the first clock by {turned:.5f} radians, full turns aside"


EXERCISES["8c"] = Number(
    **EDITS["8c"],
    right=lambda: (
        f"{_nearly_whole_turns()} radians are 53 turns, but for "
        f"{abs(np.angle(np.exp(1j * _nearly_whole_turns()))):.4f}."
    ),
    remarks=(
        Remark(
            "range",
            lambda k: not 1 <= k < 10**6,
            lambda k: f"It is a whole number from 1 on; got {k:g}.",
        ),
        Remark(
            "later",
            lambda k: 0 < _turned(k) < 0.01,
            lambda k: (
                f"{_said(k)}, forwards. It is not the smallest: backwards counts, too."
            ),
        ),
        Remark(
            "later",
            lambda k: abs(_turned(k)) < 0.01,
            lambda k: f"{_said(k)}: it is not the smallest.",
        ),
        Remark(
            "half turn",
            lambda k: np.pi - abs(_turned(k)) < 0.01,
            lambda k: f"{_said(k)}: that is half a turn, the hand points back.",
        ),
        Remark(
            "not near",
            lambda k: True,
            lambda k: f"{_said(k)}; less than 0.01 is asked for.",
        ),
    ),
    whole="offset",
)
