"""Two slips at once, found from the exercise's own slips and general ones.

Two slips are joined if they are edits of different places in the same text. In
addition, a slip that any exercise may have is applied to what one of the exercise's own
slips leads to, instead of on the right results.
"""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from hintcheck import edits
from hintcheck.course import Course
from hintcheck.explanations import Mistake, two
from hintcheck.general import ingredients, inputs, results
from hintcheck.general.ingredients import Pairs

MANY = 30  # different whole numbers, so that two slips do not agree by chance
AT_MOST = 2000  # pairs of either kind that are tried, in about half a second
MOST = 4  # pairs with the same result that a sentence can name


def pairs(
    course: Course,
    own: Sequence[Mistake],
    reference: Callable,
    cases: list[tuple],
    explains: Callable[[Callable], bool],
    candidates: Callable,
) -> list[Mistake]:
    """Return the pairs of slips that explain some results, the most likely first.

    `candidates` yields the pairs to try; `explains` tells whether a function leads to
    what the answer returned in all cases. If more pairs agree than a sentence can name,
    none is returned.
    """
    rights = [np.asarray(reference(*case)) for case in cases]
    several = [right for right in rights if right.size > 2]
    whole = all(np.array_equal(right, right.round()) for right in rights)
    if whole and sum(len(np.unique(right)) for right in several) < MANY:
        return []
    own = [slip for slip in own if not slip.tolerance and not slip.whole]
    case = cases[0]
    alone = {
        (slip.name, slip.hint): slip.model
        for general in (_of_ingredients, _of_results_and_arguments)
        for slip in general(course, reference, case)
    }
    explaining = {}
    tried = candidates(course, reference, own, case)
    for first, second, model in itertools.islice(tried, AT_MOST):
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


def of_edits(
    course: Course, reference: Callable, own: Sequence[Mistake], case: tuple
) -> Pairs:
    """Yield pairs of edits: of the exercise's own text, or of an ingredient's."""
    yield from edits.joined(own)
    yield from ingredients.joined(course, reference, case)


def in_turn(
    course: Course, reference: Callable, own: Sequence[Mistake], case: tuple
) -> Pairs:
    """Yield pairs of one of the exercise's own slips and then one that any may have."""
    axes = np.ndim(reference(*case))
    fitting = [slip for slip in _different(own) if np.ndim(slip.model(*case)) == axes]
    for general in (_of_ingredients, _of_results_and_arguments):
        for first in fitting:
            for second in general(course, first.model, case):
                yield first, second, second.model


def _of_ingredients(course: Course, model: Callable, case: tuple) -> list[Mistake]:
    """Return slips in ingredients, made together with those of a model."""
    return list(ingredients.spoilt(course, model, case))


def _of_results_and_arguments(
    course: Course, model: Callable, case: tuple
) -> list[Mistake]:
    """Return changes to a model's result and to its arguments."""
    return [
        *results.moves(course, _kept(model), case),
        *inputs.changes(course, model, case, tables=False),
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


def _different(own: Sequence[Mistake]) -> list[Mistake]:
    """Return the slips; of those with the same name and hint, only the first."""
    found = {(slip.name, slip.hint): slip for slip in reversed(own)}
    return list(reversed(found.values()))
