"""What happens in any exercise if arguments are changed before they are used."""

import dataclasses
import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.course import Course
from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake

WHICH = ("first", "second", "third", "fourth", "fifth", "sixth")


EXCHANGED = "You seem to have swapped two arguments."


def same(argument: np.ndarray, value: object) -> np.ndarray:
    """Return an argument whose entries, or rows, are all the same."""
    return np.repeat(np.asarray(value)[None], len(argument), axis=0)


def mixed(argument: np.ndarray) -> np.ndarray:
    """Return a table that a reshape has mixed up, or no rows if it is square."""
    rows, columns = argument.shape
    return argument[:0] if rows == columns else argument.T.reshape(rows, columns)


EDITS = read_edits(__file__, globals())


def _known(argument: object, tables: bool) -> list[Mistake]:
    """Return the slips that fit an argument of this kind."""
    axes, kind = np.ndim(argument), np.asarray(argument).dtype.kind
    fits = {
        "whole numbers": kind in "iu",
        "lists": axes == 1 and kind in "iu",
        "tables": axes == 2 and kind == "f",
        "rows": axes > 0,
    }
    if fits["tables"] and not tables:
        fits["tables"] = fits["rows"] = tables
    return [slip for name in fits if fits[name] for slip in EDITS[name]["mistakes"]]


def changes(
    course: Course, reference: Callable, case: tuple, tables: bool = True
) -> list[Mistake]:
    """Return the mistakes that come from changing arguments before they are used.

    A case shows what kind they are. `tables` tells whether tables of fractions are also
    changed.
    """
    mistakes = [
        dataclasses.replace(
            slip,
            model=_of_changed(reference, {n: slip.model}),
            hint=slip.hint.replace("{}", f"{WHICH[n]} argument"),
        )
        for n, argument in enumerate(case)
        for slip in _known(argument, tables)
    ]
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
