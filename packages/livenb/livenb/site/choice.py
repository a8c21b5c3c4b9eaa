"""Which frames of an Explorer a page without a kernel keeps, and in which order.

All, where they are few. Else each control runs through all of its values while the
others stand at some chosen ones: the start, those of which the text speaks, the ends,
and what lies between as far as the room reaches.
"""

import itertools
import math
import re

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_BETWEEN = r"(?: of| at| to| is)?[ $=]*"
_STRIDES = 8, 4, 2, 1
"""The values of a control come coarse to fine: first each eighth."""


def choose(counts, start, room, named=()):
    """Choose at which steps each control may stand while another one moves.

    Parameters
    ----------
    counts : list of int
        How many steps each control has; 1 if it stays as it is.
    start : list of int
        The steps at which they start.
    room : int
        How many frames there is room for. Each control alone is kept in any case.
    named : list of list of int, optional
        For each control the steps that come first.

    Returns
    -------
    list of list of int
        The steps of each control.

    Examples
    --------
    >>> choose([11, 3], [5, 0], room=20)
    [[0, 2, 5, 10], [0]]
    >>> choose([11, 3], [5, 0], room=20, named=[[6], []])
    [[0, 5, 6, 10], [0]]
    >>> choose([4, 3], [0, 0], room=20)
    [[0, 1, 2, 3], [0, 1, 2]]
    """
    if math.prod(counts) <= room:
        return [list(range(count)) for count in counts]
    chosen = [[step] for step in start]
    waiting = [_spread(count, step) for count, step in zip(counts, start)]
    for place, first in enumerate(named):
        first = [step for step in first if step in waiting[place]]
        waiting[place] = list(dict.fromkeys(first + waiting[place]))
    while any(waiting):
        # The control with the fewest chosen steps has the next turn.
        places = [place for place, steps in enumerate(waiting) if steps]
        place = min(places, key=lambda place: len(chosen[place]))
        step = waiting[place].pop(0)
        more = [[*c, step] if p == place else c for p, c in enumerate(chosen)]
        if _size(counts, more) > room:
            waiting[place].clear()
        else:
            chosen = more
    return [sorted(steps) for steps in chosen]


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


def _spread(count, start):
    """Return all steps but the start: the ends, then always between the farthest."""
    there, order = [start], []
    left = [step for step in (0, count - 1) if step != start and count > 1]
    while len(order) < count - 1:
        if left:
            step = left.pop(0)
        else:
            gap, low = max((b - a, -a) for a, b in itertools.pairwise(sorted(there)))
            step = -low + gap // 2
        there.append(step)
        order.append(step)
    return order


def named(controls, text):
    """Return the steps of each control of which a text speaks, in its order.

    A slider's value is spoken of where its name stands before a number, as in *the
    wavelength 12*; a value of a list wherever the number stands.

    Parameters
    ----------
    controls : list of dict
        The controls, as `Explorer.described` tells them.
    text : str
        What stands beside the Explorer.

    Examples
    --------
    >>> pace = {"label": "pace", "min": 2, "max": 9, "step": 1, "count": 8}
    >>> size = {"label": "size", "options": ["10", "1000"], "count": 2}
    >>> named([pace, size], "At pace 4 of 1,000, then at pace 99.")
    [[2], [1]]
    """
    return [list(dict.fromkeys(_steps(control, text))) for control in controls]


def _steps(control, text):
    if "options" in control:
        said = [_value(number) for number in re.findall(_NUMBER, text)]
        options = [_value(str(option)) for option in control["options"]]
        return [options.index(value) for value in said if value in options]
    if "min" not in control:
        return []
    name = re.escape(control["label"])
    numbers = re.findall(rf"\b{name}{_BETWEEN}({_NUMBER})", text, re.IGNORECASE)
    steps = [(_value(number) - control["min"]) / control["step"] for number in numbers]
    whole = [round(step) for step in steps if abs(step - round(step)) < 1e-6]
    return [step for step in whole if 0 <= step < control["count"]]


def _value(text):
    """Return a number as it is written, or None."""
    try:
        return float(text.replace(",", "").replace("_", ""))
    except ValueError:
        return None
