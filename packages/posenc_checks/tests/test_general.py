"""What is named in any exercise, tried on exercises without mistakes of their own."""

import concurrent.futures
import dataclasses
import functools
import math

import numpy as np
import pytest
from hintcheck.explanations import LESS_LIKELY, Mistake
from hintcheck.general import ingredients, inputs, observed, results, values
from hintcheck.own_numbers import Number
from hintcheck.verdicts import Wrong
from posenc_checks import EXERCISES
from posenc_checks.common.results import ALL_IN_ONE, NO_WHOLE
from posenc_checks.common.softmaxes import OTHER_ROOT, SCALES

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)

COURSE = EXERCISES.course
NONE = {"mistakes": (), "alternatives": (), "pairs": tuple, "given": None}


def refusal(exercise, answer):
    """Return the error for an answer, if an exercise knows no mistake of its own."""
    table = dataclasses.replace(EXERCISES[exercise], **NONE, forbids=None)
    cases = EXERCISES.draw(exercise)
    with pytest.raises(Wrong) as raised:
        table.judge(table.collect(answer, cases), cases)
    return raised.value


def changed(change, exercise):
    """Return the right function of an exercise with its result changed."""
    return lambda *case: change(np.asarray(EXERCISES[exercise].reference(*case)))


def pairs_of(a):
    """Return sines and cosines of angles, in turn."""
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks(block):
    """Return a matrix of blocks, each from cosine and sine of its angle."""

    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = k / 10000 ** (2 * i / d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def turned(paces):
    """Return a row of halves k words on, by frequencies for a width."""

    def model(row, k):
        s, c = np.split(row, 2)
        a = k * np.asarray(paces(len(row)))
        return np.hstack([s * np.cos(a) + c * np.sin(a), c * np.cos(a) - s * np.sin(a)])

    return model


def of_base(base, exponent=lambda i, d: 2 * i / d):
    return turned(lambda d: [base ** -exponent(i, d) for i in range(d // 2)])


def attending(weigh=softmax, root=lambda q, k, v: math.sqrt(q.shape[1])):
    """Return attention with other weights from scores, or another divisor."""
    return lambda q, k, v: weigh(q @ k.T / root(q, k, v)) @ v


def columns_late(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=0)


def over_norm(scores):
    return np.exp(scores) / np.linalg.norm(np.exp(scores), axis=1)[:, None]


def over_rows(powers):
    return powers / powers.sum(axis=1, keepdims=True)


def over_columns(powers):
    """Divide by the sums of rows, each of which meets a column."""
    return powers / powers.sum(axis=1)


def in_window(weigh):
    """Return weights in a window that goes back from each word."""

    def model(scores, width):
        n = len(scores)
        return weigh(np.where(np.tri(n) - np.tri(n, k=-width) > 0, scores, -1e9))

    return model


def rotation(c, s):
    return [[c, s], [-s, c]]


OF_ARGUMENTS = [
    ("8a", "M9", "one larger", lambda k, d: blocks(rotation)(-k - 1, d)),
    ("8a", "off by one", "one smaller", lambda k, d: blocks(rotation)(1 - k, d)),
    ("9b", "M17", "cut to", lambda q, k, v: attending()(q.astype(int), k, v)),
    (
        "9b",
        "M16",
        "by their length",
        lambda q, k, v: attending()(q / np.linalg.norm(q, axis=1)[:, None], k, v),
    ),
    (
        "9b",
        "M10",
        "columns are in reverse",
        lambda q, k, v: attending()(q[:, ::-1], k, v),
    ),
    (
        "H3a",
        "M9",
        "1, 2, 3, ...",
        lambda p, d: EXERCISES["H3a"].reference(np.arange(len(p)) + 1, d),
    ),
    (
        "H3a",
        "rows",
        "0, 1, 2, ...",
        lambda p, d: EXERCISES["H3a"].reference(np.arange(len(p)), d),
    ),
    (
        "H3a",
        "shifted",
        "from its first",
        lambda p, d: EXERCISES["H3a"].reference(p - p[0], d),
    ),
    (
        "H3a",
        "sorted",
        "that is sorted",
        lambda p, d: EXERCISES["H3a"].reference(np.sort(p), d),
    ),
    (
        "H2a",
        "sign",
        "has the other sign",
        lambda positions, lengths: EXERCISES["H2a"].reference(-positions, lengths),
    ),
    ("10c", "backwards", "rows are in reverse", lambda heads: np.hstack(heads[::-1])),
    *(
        (
            "H2a",
            "M14",
            f"all entries of the first argument were {which}",
            lambda p, w, one=one: EXERCISES["H2a"].reference(one(p) + 0 * p, w),
        )
        for one, which in (
            (lambda p: p[0], "the first"),
            (lambda p: p[1], "the second"),
            (lambda p: p[-1], "the last"),
            (np.mean, "their mean"),
            (len, "their number"),
            (np.sum, "their sum"),
        )
    ),
    *(
        (
            "H4b",
            "M14",
            f"all rows of the first argument were {which}",
            lambda q, k, v, one=one: EXERCISES["H4b"].reference(one(q) + 0 * q, k, v),
        )
        for one, which in (
            (lambda q: q[0], "the first"),
            (lambda q: q[1], "the second"),
            (lambda q: q[-1], "the last"),
            (lambda q: q.mean(axis=0), "their mean"),
        )
    ),
    (
        "H4b",
        "M18",
        "first argument whose numbers a reshape has mixed",
        lambda q, k, v: EXERCISES["H4b"].reference(q.T.reshape(q.shape), k, v),
    ),
    (
        "H4b",
        "one column",
        "all columns of the first argument",
        lambda q, k, v: EXERCISES["H4b"].reference(q[:, :1] + 0 * q, k, v),
    ),
    (
        "5b",
        "argument",
        "changed places",
        lambda lag, n: math.sqrt(
            sum(2 - 2 * math.cos(n / j) for j in range(1, lag + 1))
        ),
    ),
]


OF_INGREDIENTS = [
    ("8b", "M1", "twice as fast", of_base(1e4, lambda i, d: 4 * i / d)),
    ("8b", "M2", "half as fast", of_base(1e4, lambda i, d: i / d)),
    ("8b", "M4", "the frequency 1", of_base(1.0)),
    (
        "8b",
        "M4",
        "of the last one",
        turned(lambda d: [angular_frequencies(d)[-1]] * (d // 2)),
    ),
    ("8b", "M12", "rise", of_base(1e-4)),
    ("8b", "M3", "(2i + 1)", of_base(1e4, lambda i, d: (2 * i + 1) / d)),
    ("8b", "pairs from 1", "from 1", of_base(1e4, lambda i, d: (2 * i + 2) / d)),
    ("8b", "M6", "runs to 1", of_base(1e4, lambda i, d: i / (d / 2 - 1))),
    ("8b", "M7", "is 1000,", of_base(1000.0)),
    ("8b", "M7", "is 2.71828,", of_base(math.e)),
    ("8b", "M7", "is 10,", of_base(10.0)),
    ("8b", "M7", "is 100000,", of_base(1e5)),
    ("H2c", "M7", "is 10000,", lambda n, base: [1e4 ** (-i / n) for i in range(n)]),
    ("8b", "M10", "reverse", turned(lambda d: angular_frequencies(d)[::-1])),
    ("8b", "M11", "too small", turned(lambda d: np.deg2rad(angular_frequencies(d)))),
    ("8b", "M11", "too large", turned(lambda d: np.rad2deg(angular_frequencies(d)))),
    ("8b", "2pi", "by 2 pi", turned(lambda d: 2 * np.pi * angular_frequencies(d))),
    (
        "8b",
        "M15",
        "frequencies are kept",
        turned(lambda d: angular_frequencies(d).astype(np.float16).astype(float)),
    ),
    ("8b", "M17", "cut to 0", turned(lambda d: angular_frequencies(d).astype(int))),
    ("8b", "minus", "other sign", turned(lambda d: -angular_frequencies(d))),
    ("9b", "M19", "down the columns", attending(lambda s: softmax(s.T).T)),
    ("9b", "M19", "All weights", attending(lambda s: np.exp(s) / np.exp(s).sum())),
    ("9b", "M19", "maximum of each row", attending(columns_late)),
    (
        "9b",
        "M19",
        "maximum of each *column*",
        attending(lambda s: over_rows(np.exp(s - s.max(axis=0)))),
    ),
    *(
        ("16c", "axis", "keepdims", in_window(weigh))
        for weigh in (
            lambda s: over_columns(np.exp(s - s.max(axis=1, keepdims=True))),
            lambda s: over_columns(np.exp(s)),
            lambda s: over_rows(np.exp(s - s.max(axis=1))),
            lambda s: over_columns(np.exp(s - s.max(axis=1))),
        )
    ),
    ("9b", "M16", "length (norm)", attending(over_norm)),
    ("9b", "M17", "down to whole", attending(lambda s: softmax(s // 1))),
    ("9b", "M17", "cut to whole", attending(lambda s: softmax(s.astype(int)))),
    ("9b", "minus", "other sign", attending(lambda s: softmax(-s))),
    ("9b", "exp", "exponential", attending(lambda s: s / s.sum(axis=1)[:, None])),
    ("9b", "exp", "sigmoid", attending(lambda s: 1 / (1 + np.exp(-s)))),
    ("9b", "exp", "sigmoid", attending(lambda s: over_rows(1 / (1 + np.exp(-s))))),
    ("9b", "exp", "squared", attending(lambda s: over_rows(s**2))),
    ("9b", "exp", "without signs", attending(lambda s: over_rows(abs(s)))),
    ("9b", "exp", "less their maximum", attending(lambda s: over_rows(s - s.max()))),
    (
        "9b",
        "brackets",
        "taken off the powers",
        attending(lambda s: over_rows(np.exp(s) - s.max())),
    ),
    ("9b", "mean", "by its mean", attending(lambda s: softmax(s) * s.shape[1])),
    (
        "9b",
        "M19",
        "and then the columns",
        attending(lambda s: softmax(s) / softmax(s).sum(axis=0)),
    ),
    ("9b", "twice", "taken twice", attending(lambda s: softmax(softmax(s)))),
    (
        "9b",
        "too late",
        "comes after the division",
        attending(lambda s: np.exp(over_rows(s))),
    ),
    ("9b", "M7", "those of 2", attending(lambda s: over_rows(2.0**s))),
    ("9b", "unfinished", "not divided by the sum", attending(np.exp)),
    ("9b", "unfinished", "softmax is missing", attending(lambda s: s)),
    ("9b", "hard", "largest", attending(lambda s: np.eye(s.shape[1])[s.argmax(1)])),
    ("9b", "M20", "not divided", attending(root=lambda q, k, v: 1)),
    ("9b", "M20", "by d_k", attending(root=lambda q, k, v: q.shape[1])),
    ("9b", "M20", "multiplied", attending(root=lambda q, k, v: q.shape[1] ** -0.5)),
    ("9b", "M20", "another root", attending(root=lambda q, k, v: v.shape[1] ** 0.5)),
]


def _rows(table, row):
    return np.broadcast_to(row, table.shape)


def _only(table, n):
    return np.where(np.arange(len(table)) == n, table.T, 0).T


def _on(table, step):
    return np.roll(table, step, axis=0)


# An exercise, the mistake, a part of the hint, and what is done to the right result.
OF_RESULTS = [
    ("8b", "rounded", "to 2 digits", lambda t: t.round(2)),
    *(
        ("8b", "rounded", f"to {n} digits", lambda t, n=n: t.round(n))
        for n in (1, 3, 4)
    ),
    ("6c", "rounded", "to 0 digits", np.round),
    ("5b", "M17", "are lost", np.trunc),
    ("13a", "M17", "rounded down", np.floor),
    ("5c", "M17", "It holds whole", lambda t: t.astype(int)),
    ("8a", "M17", "in whole numbers", lambda t: t.astype(int)),
    ("7a", "unfinished", "is it filled in", lambda t: 0 * t),
    ("5b", "M17", "rounded up", np.ceil),
    ("8b", "M15", "result is kept", lambda t: t.astype(np.float16)),
    ("H1b", "off by one", "too large", lambda t: t + 1),
    ("H1b", "off by one", "too small", lambda t: t - 1),
    ("7a", "abs", "signs", np.abs),
    ("H1b", "inverse", "1 divided", lambda t: 1 / t),
    ("7a", "squared", "square", np.square),
    ("H1b", "root", "root of the right", np.sqrt),
    ("8b", "minus", "All signs", np.negative),
    ("7a", "M13", "transposed", np.transpose),
    ("17a", "M13", "axes", lambda t: np.moveaxis(t, -1, 0)),
    ("9b", "M10", "The columns are in", lambda t: t[:, ::-1]),
    ("7a", "M16", "column has been divided", lambda t: t / _norms(t)),
    ("7a", "M16", "the spread made 1", lambda t: (t - t.mean()) / max(t.std(), 1e-9)),
    ("7a", "M10", "pairs of columns", lambda t: t[:, _pairs_reversed(t)]),
    ("7a", "M8", "each pair", lambda t: t[:, np.arange(t.shape[1]) ^ 1]),
    ("7a", "M8", "two halves", lambda t: np.hstack(np.split(t, 2, axis=1)[::-1])),
    ("7a", "M5", "comes first", lambda t: np.hstack([t[:, ::2], t[:, 1::2]])),
    ("7a", "M5", "alternate", lambda t: np.dstack(np.split(t, 2, 1)).reshape(t.shape)),
    (
        "7a",
        "early",
        "Only the first row",
        lambda t: t * (np.arange(len(t)) < 1)[:, None],
    ),
    (
        "7a",
        "unfinished",
        "Only the last row",
        lambda t: t * (np.arange(len(t)) == len(t) - 1)[:, None],
    ),
    (
        "7a",
        "unfinished",
        "Only the first two",
        lambda t: t * (np.arange(t.shape[1]) < 2),
    ),
    (
        "7a",
        "unfinished",
        "Only the last two",
        lambda t: t * (np.arange(t.shape[1]) > t.shape[1] - 3),
    ),
    ("7a", "backwards", "It stands", lambda t: t[::-1, ::-1]),
    ("7a", "backwards", "The rows", lambda t: t[::-1]),
    ("9b", "early", "first number alone", lambda t: t[0, 0]),
    ("7a", "early", "first row alone", lambda t: t[0]),
    ("7a", "short", "last one is", lambda t: t[:-1]),
    ("7a", "short", "first one is", lambda t: t[1:]),
    (
        "9b",
        "short",
        "first row is still 0",
        lambda t: t * (np.arange(len(t)) > 0)[:, None],
    ),
    ("7a", "short", "last row is still 0", lambda t: t * _not_last(t)),
    ("H1b", "M34", "side by side", lambda t: t.repeat(2)),
    ("7a", "M34", "Every row is there", lambda t: t.repeat(2, axis=0)),
    ("7a", "axis", "long row", np.ravel),
    ("7a", "axis", "axis too many", lambda t: t[None]),
    ("1c", "M19", "columns sum to 1", lambda t: t**2 / (t**2).sum(axis=0)),
    ("1c", "M19", "together", lambda t: t / t.sum()),
    ("4b", "constant", "whatever is given", lambda t: 3),
    ("H1b", "M14", "All numbers are the same", lambda t: np.full(t.shape, len(t))),
    ("7a", "M14", "the same: is", lambda t: _rows(t, np.arange(t.shape[1]))),
    ("7a", "M14", "first one", lambda t: _rows(t, t[0])),
    ("7a", "M14", "last one", lambda t: _rows(t, t[-1])),
    ("7a", "M14", "mean", lambda t: _rows(t, t.mean(axis=0))),
    ("9b", "M16", "its length", lambda t: t / np.linalg.norm(t, axis=1)[:, None]),
    ("9b", "M16", "its sum", lambda t: t / t.sum(axis=1)[:, None]),
    ("9b", "M16", "of its own", lambda t: t * (2 + np.arange(len(t)))[:, None]),
    ("8a", "minus", "In some rows", lambda t: t * (-1) ** np.arange(len(t))[:, None]),
    ("9b", "M9", "the next one", lambda t: np.roll(t, -1, axis=0)),
    ("9b", "off by one", "the one before", lambda t: np.roll(t, 1, axis=0)),
    ("17a", "unfinished", "Only the last part", lambda t: _only(t, len(t) - 1)),
    ("17a", "early", "Only the first part", lambda t: _only(t, 0)),
    ("17a", "early", "first part along", lambda t: t[0]),
    ("17a", "backwards", "The parts", lambda t: t[::-1]),
    ("17a", "short", "The first part", lambda t: t - _only(t, 0)),
    ("17a", "short", "The last part", lambda t: t - _only(t, len(t) - 1)),
    ("17a", "M34", "Every part", lambda t: t.repeat(2, axis=0)),
    ("17a", "M14", "parts along the first axis are the same", lambda t: _rows(t, t[1])),
    ("17a", "M14", "first axis are the first one", lambda t: _rows(t, t[0])),
    ("17a", "M14", "first axis are the last one", lambda t: _rows(t, t[-1])),
    ("17a", "M14", "first axis are the mean", lambda t: _rows(t, t.mean(axis=0))),
    ("17a", "M9", "first axis holds what belongs to the next", lambda t: _on(t, -1)),
    ("17a", "off by one", "first axis holds what belongs to the", lambda t: _on(t, 1)),
    ("17a", "order", "parts along", lambda t: t[np.argsort(np.arange(len(t)) % 2)]),
    ("7a", "shape", "in another shape", lambda t: t.reshape(len(t), -1, 2)),
    ("7a", "M18", "in another row", lambda t: t.T.reshape(t.shape)),
    (
        "10b",
        "M18",
        "in another part along",
        lambda t: t.transpose(2, 0, 1).reshape(t.shape),
    ),
    ("7a", "columns", "another order", lambda t: np.roll(t, 3, axis=1)),
    ("9b", "order", "another order", lambda t: t[np.lexsort(t.T)]),
    (
        "9b",
        "M15",
        "3 digits",
        lambda t: t * (1 + 1e-4 * np.cos(np.arange(t.size)).reshape(t.shape)),
    ),
    (
        "9b",
        "M16",
        "times the root of the number of columns",
        lambda t: t * t.shape[1] ** 0.5,
    ),
    ("7a", "M11", "180 / pi", np.rad2deg),
    ("7a", "M16", "divided by 2 pi", lambda t: t / (2 * np.pi)),
    ("7a", "M16", "times 3, in every", lambda t: 3 * t),
    ("7a", "M16", "in each case another", lambda t: t * (t.size + 0.5)),
]


def _norms(table):
    """Return the length of each column, 1 where there is nothing in it."""
    lengths = np.linalg.norm(table, axis=0)
    return np.where(lengths > 0, lengths, 1)


def _pairs_reversed(table):
    d = table.shape[1]
    return np.arange(d).reshape(-1, 2)[::-1].ravel()


def _not_last(table):
    return (np.arange(len(table)) < len(table) - 1)[:, None]


def number(right, whole=""):
    """Return the question for a number, which knows no mistake."""
    return Number(reference=right, right=str, whole=whole, course=COURSE)


def refused_number(value, right, whole=""):
    with pytest.raises(Wrong) as raised:
        number(right, whole).judged(value)
    return raised.value


def wavelength():
    """Return what is computed from the paper's frequencies."""
    return wavelengths(512)[200]


# The mistake, a part of the hint, and a wrong number where 0.3 is right, or 40.
OF_NUMBERS = [
    ("minus", "other way", -0.3),
    ("inverse", "1 divided", 1 / 0.3),
    ("squared", "square", 0.09),
    ("root", "root", 0.3**0.5),
    ("twice", "twice", 0.6),
    ("half", "half", 0.15),
    ("2pi", "2 pi times", 0.6 * np.pi),
    ("2pi", "divided by 2 pi", 0.15 / np.pi),
    ("M11", "into degrees", np.rad2deg(0.3)),
    ("M11", "into radians", np.deg2rad(0.3)),
]
OF_COUNTS = [("off by one", "too many", 41), ("off by one", "too few", 39)]


@functools.cache
def replies():
    """Return the mistake and the text for each entry of the lists above."""
    found = [
        (entry, refusal(entry[0], entry[3])) for entry in OF_ARGUMENTS + OF_INGREDIENTS
    ]
    found += [
        (entry, refusal(entry[0], changed(entry[3], entry[0]))) for entry in OF_RESULTS
    ]
    for entries, right, whole in ((OF_NUMBERS, 0.3, ""), (OF_COUNTS, 40, "count")):
        found += [
            (
                ("number", *entry),
                refused_number(entry[2], lambda right=right: right, whole),
            )
            for entry in entries
        ]
    return found


def test_each_is_named_and_told():
    missed = [
        (exercise, name, part, error.mistake, str(error))
        for (exercise, name, part, _), error in replies()
        if error.mistake != name or part not in str(error)
    ]
    assert missed == []


def general_hints():
    """Return every mistake that is looked for in all exercises, without its model."""
    of_rows = [
        (name, results.of_axes(hint, axes))
        for axes in (2, 3)
        for name, hint in [
            *((entry[0], entry[2]) for entry in results.OF_ROWS),
            (results.FIRST_ROW[0], results.FIRST_ROW[2]),
            (results.LAST_ROW[0], results.LAST_ROW[2]),
            *observed.OF_ROWS,
        ]
        # Two columns of pairs are told in the course's words.
        if "side by side" not in hint
    ]
    entries = [
        *((slip.name, slip.hint) for i in COURSE.ingredients for slip in i.slips),
        *((change.name, change.hint) for change in COURSE.changes),
        *((name, hint) for name, _, hint in SCALES),
        ("M20", OTHER_ROOT),
        ("cut", results.CUT),
        ("cut", results.CUT_TO_0),
        ("unfinished", results.EMPTY),
        ("minus", "All signs are the other way round."),
        ("transposed", "It is transposed."),
        ("transposed", "The numbers are right, but the axes have changed places."),
        *(
            (entry[0], entry[2])
            for entry in [*results.OF_NUMBERS, *results.OF_TABLES, *results.OF_SIZES]
        ),
        *of_rows,
        *(
            (name, hint.format("first argument"))
            for name, _, hint, _ in inputs.ARGUMENTS
        ),
        ("argument", inputs.EXCHANGED),
        *((name, hint) for name, _, hint in values.OFF_BY_ONE + values.RELATIONS),
        ("M19", NO_WHOLE),
        ("M19", ALL_IN_ONE),
        ("constant", observed.CONSTANT),
        ("axis lost", observed.SAME),
        *(("scaled", hint) for hint in (observed.LENGTHS, observed.SUMS)),
        ("scaled", observed.ROW_FACTORS),
        ("minus", observed.SIGNS),
        ("columns", observed.COLUMNS),
        ("few digits", observed.DIGITS),
        ("shape", observed.SHAPE),
        *((name, observed.FACTOR.split("{")[0]) for name in ("degrees", "scaled")),
    ]
    return COURSE.called([Mistake(name, None, hint) for name, hint in entries])


def test_every_hint_is_shown():
    missing = [
        (one.name, one.hint)
        for one in general_hints()
        if not any(one.name == e.mistake and one.hint in str(e) for _, e in replies())
    ]
    # The base 100 does what half the exponent does, and is told as less likely.
    assert missing == [
        ("M7", "The base of the frequencies is 100, not the one asked for.")
    ]
    assert str(refusal("8b", of_base(100.0))).endswith(f"{LESS_LIKELY} another base.")


def test_right_answers_stay_right():
    for exercise in ("8a", "9b", "H2c"):
        table = EXERCISES[exercise]
        cases = EXERCISES.draw(exercise)
        assert table.judge([table.reference(*case) for case in cases], cases)


def test_a_number_from_other_frequencies_is_named():
    for name, base in ("M1", 1e8), ("M2", 100), ("M7", 1000), ("M12", 1e-4):
        wrong = 2 * np.pi * base ** (400 / 512)
        assert refused_number(wrong, wavelength).mistake == name


def test_a_count_that_many_slips_lead_to_names_none():
    def slow():
        return int((wavelengths(16) > 10).sum())

    assert refused_number(0, slow, "count").mistake is None
    assert refused_number(5, lambda: 40, "count").mistake is None


def test_an_ingredient_is_exchanged_for_a_moment_only():
    table = EXERCISES["8b"]
    (case, *_) = EXERCISES.draw("8b")
    before = table.reference(*case)
    models = [one.model for one in ingredients.spoilt(COURSE, table.reference, case)]
    assert all(not np.allclose(model(*case), before) for model in models[:4])
    np.testing.assert_array_equal(table.reference(*case), before)
    with (
        pytest.raises(ZeroDivisionError),
        ingredients.exchanged(softmax, None, COURSE.packages),
    ):
        1 / 0  # noqa: B018
    assert ingredients.spoilt(COURSE, lambda x: x, (1,)) == ()


def test_pairs_are_made_as_the_lesson_does():
    assert refusal("5c", lambda n, m: pairs_of(np.ones((n, m)))).mistake == "M14"


def test_another_thread_finds_the_right_ingredient():
    """As an Explorer that draws in a thread of its own while an answer is judged."""
    right = sinusoidal_encoding(3, 4)
    doubled = lambda d, base=1e4: 2 * angular_frequencies(d, base)  # noqa: E731
    with (
        concurrent.futures.ThreadPoolExecutor(1) as pool,
        ingredients.exchanged(angular_frequencies, doubled, COURSE.packages),
    ):
        there = pool.submit(sinusoidal_encoding, 3, 4).result()
        here = sinusoidal_encoding(3, 4)
    assert (there == right).all()
    assert not (here == right).all()
    assert (sinusoidal_encoding(3, 4) == right).all()
