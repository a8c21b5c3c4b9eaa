"""Mistakes named in any exercise, tested on exercises without mistakes of their own."""

import dataclasses

import numpy as np
import pytest
from hintcheck.own_numbers import Number
from hintcheck.verdicts import Wrong
from posenc_checks import EXERCISES

from posenc_lessons import wavelengths

NONE = {"mistakes": (), "alternatives": (), "given": None}


# What a course calls by other names, or registers: an exercise, the mistake, a part of
# the hint, and what is done to the right result. hintcheck tests each of its own slips.
OF_RESULTS = [
    ("8b", "M15", "the result in float16", lambda t: t.astype(np.float16)),
    ("17a", "M13", "axes", lambda t: np.moveaxis(t, -1, 0)),
    ("9b", "M10", "Your columns are in", lambda t: t[:, ::-1]),
    ("7a", "M10", "frequencies are in reverse", lambda t: t[:, _pairs_reversed(t)]),
    ("7a", "M8", "each of your pairs", lambda t: t[:, np.arange(t.shape[1]) ^ 1]),
    ("7a", "M5", "come before", lambda t: np.hstack([t[:, ::2], t[:, 1::2]])),
    ("7a", "unfinished", "Only your first two", lambda t: t * _pair(t, 0)),
    ("7a", "unfinished", "Only your last two", lambda t: t * _pair(t, -1)),
    ("7a", "M34", "every row twice", lambda t: t.repeat(2, axis=0)),
    (
        "17a",
        "M14",
        "parts along the first axis are the same",
        lambda t: 0 * t + 2 * t[0],
    ),
    ("17a", "M9", "axis holds what the next one should", lambda t: np.roll(t, -1, 0)),
    ("7a", "M11", "180 / pi", np.rad2deg),
]


def _pair(table, number):
    """Return 1 for the columns of a pair, and 0 for the others."""
    columns = np.arange(table.shape[1]) // 2
    return columns == np.unique(columns)[number]


def _pairs_reversed(table):
    d = table.shape[1]
    return np.arange(d).reshape(-1, 2)[::-1].ravel()


@pytest.mark.parametrize(("exercise", "name", "part", "change"), OF_RESULTS)
def test_each_is_named_and_told(exercise, name, part, change):
    table = dataclasses.replace(EXERCISES[exercise], **NONE)
    cases = EXERCISES.draw(exercise)
    with pytest.raises(Wrong) as raised:
        table.judge([change(np.asarray(table.reference(*c))) for c in cases], cases)
    assert raised.value.mistake == name
    assert part in str(raised.value)


def test_a_number_from_other_frequencies_is_named():
    question = Number(lambda: wavelengths(512)[200], "", course=EXERCISES.course)
    for name, base in ("M1", 1e8), ("M2", 100), ("M7", 1000), ("M12", 1e-4):
        with pytest.raises(Wrong) as raised:
            question.judged(2 * np.pi * base ** (400 / 512))
        assert raised.value.mistake == name
