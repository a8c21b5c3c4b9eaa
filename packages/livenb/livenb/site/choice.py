"""Choose and order the frames of an Explorer that a page without a kernel keeps."""

import itertools
import math

_STRIDES = 8, 4, 2, 1
"""The values of a control are ordered from coarse to fine: first every eighth."""


def choose(counts, start, room):
    """Choose the steps at which each control may be while another control moves.

    `counts` is the number of steps of each control (1 if it does not move), `start` is
    the step at which each control starts, and `room` is the number of frames to keep.
    The frames in which only one control has left its start are always kept. Besides its
    start, a control may be at its ends and, if there is room, at steps in between.

    Examples
    --------
    >>> choose([11, 3], [5, 0], room=20)
    [[0, 5, 10], [0]]
    >>> choose([4, 3], [0, 0], room=12)
    [[0, 1, 2, 3], [0, 1, 2]]
    """
    chosen = [[step] for step in start]
    moved = [place for place, count in enumerate(counts) if count > 1]
    # Controls with few steps come first, so that the other controls can move at most of
    # these steps.
    for place in sorted(moved, key=lambda place: counts[place]):
        for many in range(1, counts[place] + 1):
            more = [*chosen]
            more[place] = _spread(counts[place], start[place], many)
            if sum(map(len, batches(counts, start, more))) > room:
                break
            chosen = more
    return chosen


def batches(counts, start, chosen):
    """Return the steps of all frames that are kept, in groups that are loaded together.

    The first group has the start and, for each control, the steps on either side. The
    next groups move each control alone, first coarsely, then finely. In the last
    groups, the other controls have left their start.

    Examples
    --------
    >>> batches([9], [4], [[4]])
    [[(4,), (3,), (5,)], [(0,), (8,)], [(2,), (6,)], [(1,), (7,)]]
    """
    moved = [place for place, count in enumerate(counts) if count > 1]
    near = [(place, start[place] + by) for place in moved for by in (-1, 1)]
    near = [(place, step) for place, step in near if 0 <= step < counts[place]]
    groups = [[tuple(start), *(_at(start, *one) for one in near)]]
    lines = [
        (others, place)
        for place in moved
        for others in itertools.product(*_at(chosen, place, [start[place]]))
    ]
    # First come the lines on which the other controls are at their start.
    lines.sort(key=lambda line: sum(a != b for a, b in zip(line[0], start)))
    for others, place in lines:
        for stride in _STRIDES:
            steps = range(0, counts[place], stride)
            groups.append([_at(others, place, step) for step in steps])
    made, seen = [], set()
    for group in groups:
        new = [one for one in group if one not in seen]
        seen.update(new)
        made += [new] if new else []
    return made


def _at(values, place, value):
    """Return the values with the one at `place` replaced."""
    return (*values[:place], value, *values[place + 1 :])


def _spread(count, start, many):
    """Return the start and up to `many` steps that are spread over the range."""
    apart = (count - 1) / max(many - 1, 1)
    return sorted({start, *(count - 1 - math.floor(n * apart) for n in range(many))})
