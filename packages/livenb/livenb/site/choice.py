"""Which frames of an Explorer a page without a kernel keeps, and in which order.

All, where they are few. Else each control runs through all of its values while the
others stand at some chosen ones: the start, the ends, and what lies between as far as
the room reaches.
"""

import itertools
import math

_STRIDES = 8, 4, 2, 1
"""The values of a control come coarse to fine: first each eighth."""


def choose(counts, start, room):
    """Choose at which steps each control may stand while another one moves.

    Parameters
    ----------
    counts : list of int
        How many steps each control has; 1 if it stays as it is.
    start : list of int
        The steps at which they start.
    room : int
        How many frames there is room for. Each control alone is kept in any case.

    Returns
    -------
    list of list of int
        The steps of each control.

    Examples
    --------
    >>> choose([11, 3], [5, 0], room=20)
    [[0, 5, 10], [0]]
    >>> choose([4, 3], [0, 0], room=20)
    [[0, 1, 2, 3], [0, 1, 2]]
    """
    if math.prod(counts) <= room:
        return [list(range(count)) for count in counts]
    chosen = [[step] for step in start]
    # The shorter controls first: others move at more of their steps.
    for place in sorted(range(len(counts)), key=lambda place: counts[place]):
        for many in range(1, counts[place] + 1):
            more = [*chosen]
            more[place] = _spread(counts[place], start[place], many)
            if _size(counts, more) > room:
                break
            chosen = more
    return chosen


def batches(counts, start, chosen):
    """Return the steps of all frames that are kept, in groups that are loaded together.

    The first group has the start and both neighbours of each control; the next ones
    show each control alone coarsely, then finely; then come other places of the others.

    Parameters
    ----------
    counts, start, chosen
        As `choose` takes and returns them.

    Returns
    -------
    list of list of tuple of int
        The groups; each frame is in one of them.

    Examples
    --------
    >>> batches([9], [4], [[4]])
    [[(4,), (3,), (5,)], [(0,), (8,)], [(2,), (6,)], [(1,), (7,)]]
    """
    start = tuple(start)
    first = [start]
    for place, count in enumerate(counts):
        near = start[place] - 1, start[place] + 1
        first += [_at(start, place, step) for step in near if 0 <= step < count]
    made, seen = [first], set(first)
    for line in _lines(counts, start, chosen):
        for stride in _STRIDES:
            group = [one for one, step in line if step % stride == 0]
            group = [one for one in group if one not in seen]
            seen.update(group)
            if group:
                made.append(group)
    return made


def _lines(counts, start, chosen):
    """Yield what each control runs through: pairs of the steps of all and its own."""
    moved = [place for place, count in enumerate(counts) if count > 1]
    every = []
    for place in moved:
        others = [[start[place]] if p == place else c for p, c in enumerate(chosen)]
        every += [(rest, place) for rest in itertools.product(*others)]
    # First those where only one control has left its start.
    every.sort(key=lambda one: sum(a != b for a, b in zip(one[0], start)))
    for rest, place in every:
        yield [(_at(rest, place, step), step) for step in range(counts[place])]


def _at(steps, place, step):
    return (*steps[:place], step, *steps[place + 1 :])


def _size(counts, chosen):
    """Return how many frames are kept: lines through the points of a grid."""
    points = math.prod(len(steps) for steps in chosen)
    lines = sum(
        points // len(steps) * (count - len(steps))
        for count, steps in zip(counts, chosen)
    )
    return points + lines


def _spread(count, start, many):
    """Return the start and so many steps: the last one, the first one, and between."""
    apart = (count - 1) / max(many - 1, 1)
    return sorted({start, *(count - 1 - math.floor(n * apart) for n in range(many))})
