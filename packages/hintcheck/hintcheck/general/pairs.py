"""Two slips at once, found from the exercise's own slips and from those of any.

Two of the exercise's own are joined if they are edits of different places in the same
text. Besides, a slip that any exercise may have is tried on what one of the exercise's
own leads to, instead of the right function.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from hintcheck.course import Course
from hintcheck.edits import Edited
from hintcheck.explanations import Mistake, two
from hintcheck.general import ingredients, inputs, results

MANY = 30  # different whole numbers, so that two slips do not agree by chance
AT_MOST = 1000  # pairs of either kind that are tried, in less than 0.2 seconds
MOST = 4  # pairs with the same result that a sentence can name

Pairs = Iterator[tuple[Mistake, Mistake, Callable]]


def pairs(
    course: Course,
    own: Sequence[Mistake],
    reference: Callable,
    cases: list[tuple],
    explains: Callable[[Callable], bool],
) -> list[Mistake]:
    """Return the pairs of slips that explain some results, the most likely first.

    Parameters
    ----------
    course : Course
        What it knows of all exercises is tried, too.
    own : sequence of Mistake
        Those of the exercise, the most likely first.
    reference : callable
        The right function.
    cases : list of tuple
        The arguments.
    explains : callable
        Tells whether a model leads to what the answer gave in all of them.

    Returns
    -------
    list of Mistake
        Empty if more pairs agree than a sentence can name.
    """
    rights = [np.asarray(reference(*case)) for case in cases]
    several = [right for right in rights if right.size > 2]
    whole = all(np.array_equal(right, right.round()) for right in rights)
    if whole and sum(len(np.unique(right)) for right in several) < MANY:
        return []
    own = [slip for slip in own if not slip.tolerance and not slip.whole]
    case = cases[0]
    alone = {(m.name, m.hint): m.model for m in _general(course, reference, case)}
    explaining = {}
    for first, second, model in itertools.chain(
        itertools.islice(_joined(own), AT_MOST),
        itertools.islice(_in_turn(course, own, np.ndim(rights[0]), case), AT_MOST),
    ):
        if _without_error(explains, model):
            change = alone.get((second.name, second.hint))
            same = (slip for slip in own if _equal(change, slip.model, cases))
            pair = two(first, next(same, second), model)
            explaining.setdefault(pair.name, pair)
    return list(explaining.values()) if len(explaining) <= MOST else []


def _without_error(explains: Callable, model: Callable) -> bool:
    """Whether a model explains the results; two slips may not fit together."""
    try:
        return explains(model)
    except Exception:
        return False


def _equal(change: Callable | None, model: Callable, cases: list[tuple]) -> bool:
    """Whether a slip that any exercise may have is one of the exercise's own."""
    return change is not None and all(
        np.array_equal(np.round(change(*case), 9), np.round(model(*case), 9))
        for case in cases
    )


def _joined(own: Sequence[Mistake]) -> Pairs:
    """Return pairs of the exercise's own edits that change different places."""
    edits = [slip for slip in _different(own) if isinstance(slip.model, Edited)]
    return (
        (first, second, model)
        for first, second in itertools.combinations(edits, 2)
        if (model := first.model.joined(second.model))
    )


def _in_turn(course: Course, own: Sequence[Mistake], axes: int, case: tuple) -> Pairs:
    """Return pairs of a slip of the exercise's own and then one that any may have."""
    return (
        (first, second, second.model)
        for first in _different(own)
        if np.ndim(first.model(*case)) == axes
        for second in _general(course, first.model, case)
    )


def _general(course: Course, model: Callable, case: tuple) -> list[Mistake]:
    """Return slips that any exercise may have, made together with those of a model."""
    return [
        *results.moves(course, _kept(model), case),
        *inputs.changes(course, model, case, tables=False),
        *ingredients.with_others(course, model, case),
    ]


def _kept(model: Callable) -> Callable:
    """Return a model that computes the result for each of the cases only once."""
    known = {}

    def kept(*case):
        key = tuple(map(id, case))
        if key not in known:
            known[key] = np.asarray(model(*case))
        return known[key]

    return kept


def _different(own: Sequence[Mistake]) -> Iterable[Mistake]:
    """Return the first of those slips that have the same name and hint."""
    return reversed({(slip.name, slip.hint): slip for slip in reversed(own)}.values())
