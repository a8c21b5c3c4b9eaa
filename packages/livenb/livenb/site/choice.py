"""Which frames of an Explorer a page without a kernel keeps.

All, where they are few. Else each control runs through all of its values while the
others stand at some chosen ones: the start, those of which the text speaks, the ends,
and what lies between as far as the room reaches.
"""

import dataclasses
import itertools
import math


@dataclasses.dataclass(frozen=True)
class Choice:
    """The frames that are kept.

    Attributes
    ----------
    counts : list of int
        How many steps each control has; 1 if it stays as it is.
    start : list
        The steps at which the Explorer starts.
    chosen : list of list of int
        For each control the steps at which it may stand while another one moves.
    """

    counts: list
    start: list
    chosen: list

    @property
    def whole(self):
        """Whether every combination is kept."""
        return all(len(c) == n for c, n in zip(self.chosen, self.counts))

    def frames(self):
        """Return the steps of all frames that are kept, those near the start first."""
        found = {}
        for moved, count in enumerate(self.counts):
            others = [
                sorted(chosen, key=lambda step: abs(step - begin))
                for chosen, begin in zip(self._others(moved), self._begin())
            ]
            for rest in sorted(
                itertools.product(*others), key=lambda rest: self._away(rest, moved)
            ):
                for step in range(count):
                    steps = [*rest[:moved], step, *rest[moved + 1 :]]
                    found.setdefault(tuple(steps), None)
        return [
            [own if count > 1 else begin for own, count, begin in rows]
            for rows in (zip(steps, self.counts, self.start) for steps in found)
        ]

    def _begin(self):
        return [begin if isinstance(begin, int) else 0 for begin in self.start]

    def _others(self, moved):
        return [
            [begin] if place == moved else chosen
            for place, (chosen, begin) in enumerate(zip(self.chosen, self._begin()))
        ]

    def _away(self, steps, moved):
        """Return how many of the other controls are not at their start."""
        return sum(
            step != begin
            for place, (step, begin) in enumerate(zip(steps, self._begin()))
            if place != moved
        )


def choose(counts, start, room, named=()):
    """Choose the frames of an Explorer that are kept.

    Parameters
    ----------
    counts : list of int or None
        How many steps each control has; None if it has no steps.
    start : list
        The steps at which it starts.
    room : int
        How many frames there is room for. Each control alone is kept in any case.
    named : list of list of int, optional
        For each control the steps that come first.

    Returns
    -------
    Choice
        What is kept.

    Examples
    --------
    >>> choice = choose([11, 3], [5, 0], room=20)
    >>> choice.chosen
    [[0, 2, 5, 10], [0]]
    >>> len(choice.frames())
    19
    >>> choose([11, 3], [5, 0], room=20, named=[[6], []]).chosen
    [[0, 5, 6, 10], [0]]
    >>> choose([4, 3], [0, 0], room=20).whole
    True
    """
    counts = [count or 1 for count in counts]
    begin = [step if isinstance(step, int) else 0 for step in start]
    if math.prod(counts) <= room:
        return Choice(counts, start, [list(range(count)) for count in counts])
    chosen = [[step] for step in begin]
    waiting = [_spread(count, step) for count, step in zip(counts, begin)]
    for place, first in enumerate(named):
        first = [step for step in first if step in waiting[place]]
        rest = [step for step in waiting[place] if step not in first]
        waiting[place] = first + rest
    while any(waiting):
        # The control of which the smallest share is chosen has the next turn.
        order = sorted(
            (place for place in range(len(counts)) if waiting[place]),
            key=lambda place: len(chosen[place]),
        )
        place = order[0]
        step = waiting[place].pop(0)
        more = [[*c, step] if p == place else c for p, c in enumerate(chosen)]
        if _size(counts, more) > room:
            waiting[place].clear()
        else:
            chosen = more
    return Choice(counts, start, [sorted(steps) for steps in chosen])


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
    while left:
        there.append(left[0])
        order.append(left.pop(0))
    while len(order) < count - 1:
        there.sort()
        gap, low = max((b - a, -a) for a, b in itertools.pairwise(there))
        step = -low + gap // 2
        there.append(step)
        order.append(step)
    return order
