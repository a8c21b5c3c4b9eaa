"""Two slips at once, found from the exercise's own mistakes and from those of any.

Two of the exercise's own are joined where they exchange different parts of one formula:
see `in_parts`. Besides, a slip that any exercise may have is tried on what one of the
exercise's own leads to, in place of the right function.
"""

import itertools

import numpy as np

from hintcheck.edits import Edited
from hintcheck.explanations import two
from hintcheck.general import ingredients, inputs, results

MANY = 30  # different whole numbers, so that two slips agree by no chance
AT_MOST = 1000  # pairs of a kind that are tried, which takes less than 0.2 seconds
MOST = 4  # pairs with the same result that a sentence can tell


def pairs(course, own, reference, cases, explains):
    """Return the pairs of slips that explain some results, the most likely first.

    Parameters
    ----------
    course : Course
        What it knows of all exercises is tried, too.
    own : tuple of Mistake
        Those of the exercise, the most likely first.
    reference : callable
        The right function.
    cases : list of tuple
        The arguments.
    explains : callable
        Tells whether a model leads to what the answer gave in all of them.

    Notes
    -----
    Nothing is told where more of them agree than a sentence can tell.
    """
    rights = [np.asarray(reference(*case)) for case in cases]
    several = [right for right in rights if right.size > 2]
    whole = all(np.array_equal(right, right.round()) for right in rights)
    if whole and sum(len(np.unique(right)) for right in several) < MANY:
        return []
    own = [one for one in own if not one.tolerance and not one.whole]
    alone = {
        (one.name, one.hint): one.model for one in _slips(course, reference, cases[0])
    }
    found = {}
    tried = itertools.chain(
        itertools.islice(_joined_edits(own), AT_MOST),
        itertools.islice(
            itertools.chain(
                _joined(own, reference),
                _one_after_another(course, own, reference, cases[0]),
            ),
            AT_MOST,
        ),
    )
    for first, second, model in tried:
        if _without_error(explains, model):
            change = alone.get((second.name, second.hint))
            second = next((o for o in own if _same(change, o.model, cases)), second)
            pair = two(first, second, model)
            found.setdefault(pair.name, pair)
    return list(found.values()) if len(found) <= MOST else []


def _without_error(explains, model):
    """Tell whether a model explains the results; two slips may not fit together."""
    try:
        return explains(model)
    except Exception:
        return False


def _same(change, model, cases):
    """Tell whether a slip that any exercise may have is one of the exercise's own."""
    return change is not None and all(
        np.array_equal(np.round(change(*case), 9), np.round(model(*case), 9))
        for case in cases
    )


def _joined_edits(own):
    """Return pairs of the exercise's own edits that change different places."""
    edits = [one for one in _different(own) if isinstance(one.model, Edited)]
    return (
        (first, second, model)
        for first, second in itertools.combinations(edits, 2)
        if (model := first.model.joined(second.model))
    )


def _joined(own, reference):
    """Return pairs of the exercise's own slips that exchange different parts."""
    right = dict(getattr(reference, "made", []))  # besides the defaults
    apart = [
        (one, build, _exchanged(parts, right.get(build, {})))
        for one in _different(own)
        for build, parts in getattr(one.model, "made", [])
    ]
    return (
        (first, second, build(**{**right.get(build, {}), **some, **more}))
        for (first, build, some), (second, other, more) in itertools.combinations(
            apart, 2
        )
        if build is other and some.keys().isdisjoint(more)
    )


def _exchanged(parts, right):
    """Return those of some parts that are not the right ones."""
    return {name: part for name, part in parts.items() if part is not right.get(name)}


def _one_after_another(course, own, reference, case):
    """Return pairs of a slip of the exercise's own and one that any may have."""
    axes = np.ndim(reference(*case))
    return (
        (first, second, second.model)
        for first in _different(own)
        if np.ndim(first.model(*case)) == axes
        for second in _slips(course, _kept(first.model), case, first.model)
    )


def _slips(course, model, case, fresh=None):
    """Return slips that any exercise may have, made together with those of a model."""
    fresh = fresh or model
    return [
        *results.moves(course, model, case),
        *inputs.changes(course, fresh, case, tables=False),
        *ingredients.with_others(course, fresh, case),
    ]


def _kept(model):
    """Return a model that computes the result for each of the cases only once."""
    known = {}

    def kept(*case):
        key = tuple(map(id, case))
        if key not in known:
            known[key] = np.asarray(model(*case))
        return known[key]

    return kept


def _different(own):
    """Return of the mistakes that are told alike the likeliest alone."""
    return reversed({(one.name, one.hint): one for one in reversed(own)}.values())
