"""The order in which frames are drawn before anybody asks for them: coarse to fine.

First come the two neighbors on each side, for the control that was touched last. Then
come every eighth of its values, every fourth, every second and all, mixed with the
neighbors of the other controls. So a drag finds a picture close to each value long
before all pictures are drawn. During a drag, every eighth value comes first, ahead of
the hand.
"""

AROUND = 200
"""How many values on each side of the control that was touched last are near."""

BESIDE = 24
"""How many values on each side of any other control are near."""

_STRIDES = 8, 4, 2, 1


def near(steps, counts, touched=0, heading=1, is_dragged=False):
    """Return the steps of frames that may be needed next, the most urgent first.

    `steps` says where the controls are, `counts` how many steps each has (or None), and
    `touched` which control was touched last. The control went up if `heading` is 1, and
    down if it is -1. A drag passes its neighbors before they are drawn, so they come
    later.

    Examples
    --------
    >>> near((4, 0), (9, 2))[:5]
    [(5, 0), (3, 0), (6, 0), (2, 0), (8, 0)]
    >>> near((20,), (99,), heading=-1, is_dragged=True)[:4]
    [(16,), (8,), (0,), (24,)]
    """
    wanted = []
    for place, (here, count) in enumerate(zip(steps, counts)):
        if not count:
            continue
        around = AROUND if place == touched else BESIDE
        for there in range(max(0, here - around), min(count, here + around + 1)):
            away, is_behind = abs(there - here), (there - here) * heading < 0
            if place != touched:
                cost = away + 0.5
            else:
                cost = 1 + [there % stride for stride in _STRIDES].index(0)
                if away <= 2:
                    cost = min(cost, 1.5) if is_dragged else 0
            if away:
                last = is_behind and is_dragged
                wanted.append((cost, place, last, away, is_behind, there))
    return [
        (*steps[:place], there, *steps[place + 1 :])
        for _, place, *_, there in sorted(wanted)
    ]
