"""The order in which frames are drawn before anybody asks for them: coarse to fine.

First come the two values to each side of the control that was touched last. Then come
every eighth of its values, every fourth, every second and all, so that a drag finds a
picture close to each value long before all are there, and between them the neighbors
of the other controls.
"""

AROUND = 200
"""So many values to each side of the control that was touched last are near."""

BESIDE = 24
"""So many values to each side of any other control are near."""

_STRIDES = 8, 4, 2, 1


def near(steps, counts, touched=0, direction=1):
    """Return the steps of frames that may be wanted next, the most wanted first.

    Parameters
    ----------
    steps : sequence
        Where the controls are.
    counts : sequence of int or None
        How many steps each control has.
    touched : int, optional
        Which control was touched last.
    direction : {1, -1}, optional
        Whether it was moved up or down.

    Examples
    --------
    >>> near((4, 0), (9, 2))[:5]
    [(5, 0), (3, 0), (6, 0), (2, 0), (8, 0)]
    """
    wanted = []
    for place, (here, count) in enumerate(zip(steps, counts)):
        if not count:
            continue
        around = AROUND if place == touched else BESIDE
        for there in range(max(0, here - around), min(count, here + around + 1)):
            away, is_behind = abs(there - here), (there - here) * direction < 0
            if place != touched:
                cost = away + 0.5
            elif away <= 2:
                cost = 0
            else:
                cost = 1 + [there % stride for stride in _STRIDES].index(0)
            if away:
                frame = (*steps[:place], there, *steps[place + 1 :])
                wanted.append((cost, place, away, is_behind, frame))
    return [frame for *_, frame in sorted(wanted, key=lambda one: one[:-1])]


def distance(first, second):
    """Return how many steps lie between two frames; other words are far away."""
    return sum(
        abs(a - b) if isinstance(a, int) and isinstance(b, int) else AROUND
        for a, b in zip(first, second)
        if a != b
    )
