"""Two slips at once, found from the exercise's own slips and general ones."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from hintcheck import edits
from hintcheck.answers import as_numbers
from hintcheck.course import Course
from hintcheck.explanations import Mistake, two
from hintcheck.general import ingredients, inputs, results
from hintcheck.general.ingredients import Pairs
from hintcheck.tables import FunctionTable

MANY = 30  # with fewer different whole numbers, two slips may agree by chance
AT_MOST = 2000  # the most pairs of each kind to try, in about half a second
MOST = 4  # the most pairs with the same result that a hint can name


def pairs(
    table: FunctionTable, arrays: list, cases: list[tuple], candidates: Callable
) -> list[Mistake]:
    """Return the pairs of slips that lead to an answer's arrays, likeliest first.

    `candidates` yields the pairs to try. If more pairs agree than a hint can name, none
    is returned.
    """
    rights = [as_numbers(table.reference(*case)) for case in cases]
    several = [right for right in rights if right.size > 2]
    whole = all(np.array_equal(right, right.round()) for right in rights)
    if whole and sum(len(np.unique(right)) for right in several) < MANY:
        return []
    own = [*table.still_as_given(), *table.mistakes, *table.alternatives]
    own = [slip for slip in own if not slip.tolerance and not slip.whole]
    alone = {
        (slip.name, slip.hint): slip.model
        for general in (ingredients.spoilt, _of_results_and_arguments)
        for slip in general(table.course, table.reference, cases[0])
    }
    explaining = {}
    tried = candidates(table, own, cases[0])
    for first, second, model in itertools.islice(tried, AT_MOST):
        pair = two(first, second, model)
        try:
            if not all(map(table.equals, arrays, [pair] * len(cases), cases)):
                continue
        except Exception:
            continue  # two slips may not fit together
        change = alone.get((second.name, second.hint))
        same = (slip for slip in own if _equal(change, slip.model, cases))
        pair = two(first, next(same, second), model)
        explaining.setdefault(pair.name, pair)
    return list(explaining.values()) if len(explaining) <= MOST else []


def _equal(change: Callable | None, model: Callable, cases: list[tuple]) -> bool:
    """Return whether a general slip and one of the exercise's own always agree."""
    return change is not None and all(
        np.array_equal(np.round(change(*case), 9), np.round(model(*case), 9))
        for case in cases
    )


def of_edits(table: FunctionTable, own: Sequence[Mistake], case: tuple) -> Pairs:
    """Yield pairs of edits of the exercise's own text or of an ingredient's text."""
    yield from edits.joined(own)
    yield from ingredients.joined(table.course, table.reference, case)


def in_turn(table: FunctionTable, own: Sequence[Mistake], case: tuple) -> Pairs:
    """Yield pairs of one of the exercise's own slips followed by a general slip."""
    axes = np.ndim(table.reference(*case))
    # Only the first of the slips with the same name and hint is tried.
    different = {(slip.name, slip.hint): slip for slip in reversed(own)}
    fitting = [
        slip
        for slip in reversed(different.values())
        if np.ndim(slip.model(*case)) == axes
    ]
    for general in (ingredients.spoilt, _of_results_and_arguments):
        for first in fitting:
            for second in general(table.course, first.model, case):
                yield first, second, second.model


def _of_results_and_arguments(
    course: Course, model: Callable, case: tuple
) -> list[Mistake]:
    moves = results.moves(course, model, case)
    return course.called([*moves, *inputs.changes(model, case, tables=False)])
