"""Mistakes in which arguments are changed before they are used."""

import dataclasses
import functools
import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake

WHICH = ("first", "second", "third", "fourth", "fifth", "sixth")
EXCHANGED = "You seem to have swapped two arguments."


def same(argument: np.ndarray, value: object) -> np.ndarray:
    """Return an array as long as the argument, with `value` as every entry or row."""
    return np.repeat(np.asarray(value)[None], len(argument), axis=0)


def mixed(argument: np.ndarray) -> np.ndarray:
    """Return a table mixed up by a reshape, or no rows if the table is square."""
    rows, columns = argument.shape
    return argument[:0] if rows == columns else argument.T.reshape(rows, columns)


EDITS = read_edits(__file__, globals())


def _known(argument: object, tables: bool) -> list[Mistake]:
    """Return the slips that can change this kind of argument."""
    axes, kind = np.ndim(argument), np.asarray(argument).dtype.kind
    is_table = axes == 2 and kind == "f"
    fits = {
        "whole numbers": kind in "iu",
        "lists": axes == 1 and kind in "iu",
        "tables": is_table and tables,
        "rows": axes > 0 and (tables or not is_table),
    }
    return [slip for name in fits if fits[name] for slip in EDITS[name]["mistakes"]]


def changes(reference: Callable, case: tuple, tables: bool = True) -> list[Mistake]:
    """Return the mistakes that come from changing arguments before they are used.

    `case` shows what kinds of arguments there are. `tables` says whether tables of
    floats are also changed.
    """
    mistakes = []
    for n, argument in enumerate(case):
        for slip in _known(argument, tables):
            model = functools.partial(_of_changed, reference, {n: n}, slip.model)
            hint = slip.hint.replace("{}", f"{WHICH[n]} argument")
            mistakes.append(dataclasses.replace(slip, model=model, hint=hint))
    for n, m in itertools.combinations(range(len(case)), 2):
        places = {n: m, m: n}
        model = functools.partial(_of_changed, reference, places, lambda other: other)
        mistakes.append(Mistake("argument", model, EXCHANGED))
    return mistakes


def _of_changed(reference: Callable, places: dict, change: Callable, *case: object):
    """Return the right function's result for changed or swapped arguments."""
    try:
        changed = {n: change(case[other]) for n, other in places.items()}
        return reference(*[changed.get(n, one) for n, one in enumerate(case)])
    except Exception:  # a size that is one off, for example
        return np.empty(0)  # no answer equals this
