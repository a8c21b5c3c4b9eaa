"""What goes wrong in an ingredient that many exercises share, found by spoiling it.

Frequencies and the softmax are functions of the package, and the references call them.
So a slip in one of them is tried in every exercise that depends on it, by running its
reference with the slip.
"""

import contextlib
import functools
import itertools
import sys
import threading

import numpy as np

from hintcheck.anywhere import softmaxes
from hintcheck.explanations import Mistake
from hintcheck.memory import remembered
from posenc_lessons.mathematics.attention import softmax
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


# A mistake's number, the wrong frequencies, and a hint. The most likely first.
FREQUENCIES = [
    (
        "M1",
        _power(2),
        "The frequencies fall twice as fast: look at the 2 and the d of the exponent.",
    ),
    (
        "M2",
        _power(0.5),
        "The frequencies fall half as fast: look at the 2 and the d of the exponent.",
    ),
    (
        "M4",
        _power(0),
        "All pairs have the frequency 1: does a // round the exponent to 0?",
    ),
    (
        "M4",
        _changed(lambda paces: np.full(len(paces), paces[-1:])),
        "All pairs have the frequency of the last one: is a loop's variable used "
        "after its loop?",
    ),
    (
        "M12",
        _power(-1),
        "The frequencies rise: a division is missing or one too many, or the "
        "exponent's minus is missing.",
    ),
    (
        "M3",
        _exponents(lambda i, d: (2 * i + 1) / d),
        "The exponent is (2i + 1) / d_model: it should be 2i / d_model, for both "
        "columns of a pair.",
    ),
    (
        "pairs from 1",
        _exponents(lambda i, d: 2 * (i + 1) / d),
        "Pairs are counted from 1: the first should have the frequency 1.",
    ),
    *(
        (
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
        (
            "M7",
            lambda d, base=1e4, other=other: angular_frequencies(d, other),
            f"The base of the frequencies is {other:g}, not the one asked for.",
        )
        for other in (1000.0, 100.0, np.e, 10.0, 1e4, 1e5)
    ),
    (
        "M10",
        _changed(np.flip),
        "The frequencies stand in reverse order: pair 0 is the fastest.",
    ),
    (
        "M11",
        _changed(np.radians),
        "The frequencies are too small by pi / 180, as if angles were given in "
        "degrees: NumPy's sine wants radians.",
    ),
    (
        "M11",
        _changed(np.degrees),
        "The frequencies are too large by 180 / pi, as if angles should be in "
        "degrees: NumPy's sine wants radians.",
    ),
    (
        "2pi",
        _changed(lambda paces: 2 * np.pi * paces),
        "The angles are multiplied by 2 pi, which is not in the formula.",
    ),
    (
        "M15",
        _changed(lambda paces: paces.astype(np.float16).astype(float)),
        "The frequencies are kept in float16, which has 3 digits.",
    ),
    (
        "M17",
        _changed(np.trunc),
        "The frequencies are whole numbers: all but the first are cut to 0.",
    ),
    ("minus", _changed(np.negative), "The frequencies have the other sign."),
]


def _over_columns(scores):
    return softmax(scores.mT).mT


def _over_all(scores):
    return softmax(scores.reshape(1, -1)).reshape(scores.shape)


def _columns_late(scores):
    """Return columns divided by their sums, once each row's maximum is taken off."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-2, keepdims=True)


def _without_axis(of_maximum, of_sum):
    """Return a softmax of a square table whose row maxima, or sums, meet columns."""

    def weigh(scores):
        powers = np.exp(scores - scores.max(axis=1, keepdims=not of_maximum))
        return powers / powers.sum(axis=1, keepdims=not of_sum)

    return weigh


def _sums_alone(scores):
    """Return the same where the maximum of all, or nothing, is taken off."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=1)


def _over_norm(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / np.linalg.norm(powers, axis=-1, keepdims=True)


# The same for what is wrong with the softmax, whatever d_k is.
SOFTMAXES = [
    (
        "M19",
        _over_columns,
        "The softmax goes down the columns of the scores: the weights of a *row* "
        "should sum to 1.",
    ),
    (
        "M19",
        _over_all,
        "All weights together sum to 1: those of each row should.",
    ),
    (
        "M19",
        _columns_late,
        "The maximum of each row is taken off, but the *columns* are divided by their "
        "sums: each row of weights should sum to 1.",
    ),
    *(
        (
            "axis",
            weigh,
            "The maximum or the sum of a row meets a *column*: its axis is lost, as "
            "without keepdims=True.",
        )
        for weigh in (
            _without_axis(False, True),
            _sums_alone,
            _without_axis(True, False),
            _without_axis(True, True),
        )
    ),
    (
        "M16",
        _over_norm,
        "Each row of weights is divided by its length (norm): divide by its sum.",
    ),
    (
        "M17",
        lambda scores: softmax(np.floor(scores)),
        "The scores are rounded down to whole numbers: `//` in place of `/`?",
    ),
    (
        "M17",
        lambda scores: softmax(np.trunc(scores)),
        "The scores are cut to whole numbers.",
    ),
    ("minus", lambda scores: softmax(-scores), "The scores have the other sign."),
    (
        "exp",
        lambda scores: scores / scores.sum(axis=-1, keepdims=True),
        "The exponential is missing: the scores are divided by their sum.",
    ),
    ("unfinished", np.exp, "The powers are not divided by the sum of their row."),
    ("unfinished", lambda scores: scores, "The softmax is missing."),
    (
        "hard",
        lambda scores: np.eye(scores.shape[-1])[scores.argmax(axis=-1)],
        "Only the largest score counts: the softmax gives each a share.",
    ),
    *softmaxes.SOFTMAXES,
]

# By which power of d_k the scores are too large, if it is not divided by its root.
SCALES = [
    ("M20", 0.5, "The scores are too large: are they not divided by sqrt(d_k)?"),
    ("M20", -0.5, "The scores are too small: divided by d_k, or by a root too many?"),
    ("M20", 1, "The scores are too large: multiplied by sqrt(d_k), not divided?"),
]
OTHER_ROOT = "The scores are divided by another root than that of d_k."


@remembered
def spoilt(reference, case):
    """Return what slips in the ingredients of an exercise make of it.

    Parameters
    ----------
    reference : callable
        The right function of the exercise.
    case : tuple
        Arguments, to see on what it depends.

    Returns
    -------
    tuple of Mistake
        None for ingredients that the reference does not use.
    """
    found = frequencies(reference, case)
    if not _uses(reference, softmax, case):
        return found
    of_softmax = (
        Mistake(name, _with(reference, softmax, other), hint)
        for name, other, hint in SOFTMAXES
    )
    return (*found, *of_softmax, *_scaled(reference, len(_sizes(case))))


@remembered
def frequencies(reference, case):
    """Return what slips in the frequencies make of an exercise."""
    if not _uses(reference, angular_frequencies, case):
        return ()
    return tuple(
        Mistake(name, _with(reference, angular_frequencies, other), hint)
        for name, other, hint in FREQUENCIES
    )


def of_all():
    """Return every slip in an ingredient as name and hint."""
    told = [*FREQUENCIES, *SOFTMAXES, *SCALES, ("M20", None, OTHER_ROOT)]
    return [Mistake(name, None, hint) for name, _, hint in told]


def _sizes(case):
    """Return the axes' lengths of all tables among some arguments, and counts."""
    found = []
    for argument in case:
        if isinstance(argument, list | tuple):
            found += _sizes(argument)
        elif isinstance(argument, np.ndarray) and argument.ndim > 1:
            found += argument.shape
        elif isinstance(argument, int) and argument > 0:
            found.append(argument)
    return found[:8]


def _scaled(reference, many):
    """Return slips in the root of d_k, which is one of the sizes of the arguments."""

    def by(factor):
        def model(*case):
            scale = factor(*map(float, _sizes(case)))
            return _with(reference, softmax, lambda scores: softmax(scale * scores))(
                *case
            )

        return model

    found = [
        Mistake(name, by(lambda *sizes, n=n, power=power: sizes[n] ** power), hint)
        for name, power, hint in SCALES
        for n in range(many)
    ]
    return found + [
        Mistake(
            "M20",
            by(lambda *sizes, n=n, m=m: (sizes[n] / sizes[m]) ** 0.5),
            OTHER_ROOT,
        )
        for n, m in itertools.permutations(range(many), 2)
    ]


def _uses(reference, ingredient, case):
    """Tell whether a function calls another one."""
    calls = []

    def watched(*arguments, **details):
        calls.append(1)
        return ingredient(*arguments, **details)

    _with(reference, ingredient, watched)(*case)
    return bool(calls)


def _with(reference, ingredient, other):
    """Return a function that finds another one in place of one of its ingredients."""

    def model(*case):
        try:
            with exchanged(ingredient, other):
                return reference(*case)
        except Exception:  # numbers that this function cannot use
            return np.empty(0)  # nobody's answer

    return model


@contextlib.contextmanager
def exchanged(function, other):
    """Let the package find another function in place of one of it, in this thread.

    An Explorer may draw in a thread of its own, and marking judge in several.
    """
    here = threading.get_ident()

    @functools.wraps(function)
    def found(*arguments, **details):
        chosen = other if threading.get_ident() == here else function
        return chosen(*arguments, **details)

    with _EXCHANGED:
        homes = _homes(function)
        try:
            for module, name in homes:
                setattr(module, name, found)
            yield
        finally:
            for module, name in homes:
                setattr(module, name, function)


_EXCHANGED = threading.RLock()


@functools.cache
def _homes(function):
    """Return the modules of the package that have a function, and its name there."""
    return [
        (module, name)
        for key, module in list(sys.modules.items())
        if key.startswith(("posenc_lessons.", "posenc_checks."))
        for name, thing in vars(module).items()
        if thing is function
    ]
