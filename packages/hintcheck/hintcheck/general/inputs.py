"""What comes of arguments that are changed before they are used, in any exercise."""

import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.course import Course
from hintcheck.explanations import Mistake

WHICH = ("first", "second", "third", "fourth", "fifth", "sixth")


def _is_whole(argument):
    """Whether an argument is a whole number, or several."""
    return np.asarray(argument).dtype.kind in "iu"


def _is_list(argument):
    """Whether an argument is a list of whole numbers."""
    return np.ndim(argument) == 1 and _is_whole(argument)


def _is_table(argument):
    """Whether an argument is a table of fractions."""
    return np.ndim(argument) == 2 and np.asarray(argument).dtype.kind == "f"


def _all(entry):
    """Return what gives all entries, or rows, of an argument the same value."""

    def change(argument):
        value = entry(np.asarray(argument))
        return np.repeat(np.asarray(value)[None], len(argument), axis=0)

    return change


STAYS = ", or does an index stay at {}"
EXCHANGED = "It is the result for two arguments that have changed places."
ARGUMENTS = [
    (
        "from 1",
        lambda argument: argument + 1,
        "It is the result for a {} that is one larger: is there a count from 1?",
        _is_whole,
    ),
    (
        "off by one",
        lambda argument: argument - 1,
        "It is the result for a {} that is one smaller: one step too few?",
        _is_whole,
    ),
    (
        "cut",
        lambda argument: np.trunc(argument),
        "It is the result for a {} that is cut to whole numbers.",
        _is_table,
    ),
    (
        "scaled",
        lambda argument: argument / np.linalg.norm(argument, axis=1, keepdims=True),
        "It is the result for a {} whose rows are each divided by their length.",
        _is_table,
    ),
    (
        "reversed columns",
        lambda argument: argument[..., ::-1],
        "It is the result for a {} whose columns are in reverse.",
        _is_table,
    ),
    *(
        (
            "reshaped",
            change,
            "It is the result for a {} whose numbers a reshape has mixed: where is a "
            "transpose missing, or too many?",
            _is_table,
        )
        for change in (
            lambda argument: argument.T.reshape(argument.shape),
            lambda argument: argument.reshape(argument.shape[::-1]).T,
        )
    ),
    (
        "from 1",
        lambda argument: np.arange(1, len(argument) + 1),
        "It is the result for 1, 2, 3, ... instead of the {}.",
        _is_list,
    ),
    (
        "rows",
        lambda argument: np.arange(len(argument)),
        "It is the result for 0, 1, 2, ... instead of the {}.",
        _is_list,
    ),
    *(
        (
            "axis lost",
            _all(entry),
            f"It is as if all {parts} of the {{}} were {which}: is an axis lost{also}?",
            fits,
        )
        for parts, fits in (("entries", _is_list), ("rows", _is_table))
        for entry, which, also in (
            (lambda argument: argument[0], "the first", STAYS.format(0)),
            (lambda argument: argument[:2][-1], "the second", STAYS.format(1)),
            (
                lambda argument: argument[-1],
                "the last",
                ", or is a loop's variable used after its loop",
            ),
            (lambda argument: argument.mean(axis=0), "their mean", ""),
        )
    ),
    *(
        (
            "axis lost",
            _all(entry),
            f"It is as if all entries of the {{}} were {which}: each has its own.",
            _is_list,
        )
        for entry, which in ((len, "their number"), (np.sum, "their sum"))
    ),
    (
        "shifted",
        lambda argument: np.asarray(argument) - argument[0],
        "It is the result for a {} that is counted from its first entry.",
        _is_list,
    ),
    (
        "sign",
        np.negative,
        "It is the result for a {} that has the other sign.",
        _is_whole,
    ),
    (
        "sorted",
        np.sort,
        "It is the result for a {} that is sorted.",
        _is_list,
    ),
    (
        "one column",
        lambda argument: np.repeat(argument[:, :1], argument.shape[1], axis=1),
        "It is as if all columns of the {} were the first one.",
        _is_table,
    ),
    (
        "backwards",
        lambda argument: argument[::-1],
        "It is the result for a {} whose rows are in reverse.",
        lambda argument: np.ndim(argument) > 0,
    ),
]


def changes(
    course: Course, reference: Callable, case: tuple, tables: bool = True
) -> list[Mistake]:
    """Return what comes of arguments that are changed before they are used.

    Parameters
    ----------
    course : Course
        It may call them otherwise.
    reference : callable
        The right function of the exercise.
    case : tuple
        Arguments, to see of what kind they are.
    tables : bool
        Whether tables of fractions are changed, too.
    """
    mistakes = []
    for n, argument in enumerate(case):
        which = f"{WHICH[n]} argument"
        for name, change, hint, fits in ARGUMENTS:
            if fits(argument) and (tables or not _is_table(argument)):
                model = _of_changed(reference, {n: change})
                mistakes.append(Mistake(name, model, hint.format(which)))
    mistakes += [
        Mistake("argument", _exchanged(reference, n, m), EXCHANGED)
        for n, m in itertools.combinations(range(len(case)), 2)
    ]
    return course.called(mistakes)


def _of_changed(reference, changes):
    """Return a function that changes some of its arguments first."""

    def model(*case):
        new = list(case)
        try:
            for n, change in changes.items():
                new[n] = change(new[n])
            return reference(*new)
        except Exception:  # a size that is one off, for example
            return np.empty(0)  # nobody's answer

    return model


def _exchanged(reference, n, m):
    """Return a function that exchanges two of its arguments first."""

    def model(*case):
        new = list(case)
        new[n], new[m] = new[m], new[n]
        return _of_changed(reference, {})(*new)

    return model
