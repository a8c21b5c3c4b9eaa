"""The order in which frames are drawn before anybody asks for them: coarse to fine."""

AROUND = 200
"""So many values to each side of the control that was touched last are near."""

STRIDES = 8, 4, 2, 1
"""Of that control's values, first every eighth is drawn, then every fourth, and so on.

A drag through many values at once then finds a picture close to each, long before all
are there.
"""

BESIDE = 24
"""So many values to each side of any other control are near."""


def near(steps, counts, touched=0, direction=1):
    """Return the steps of frames that may be wanted next, the most wanted first.

    First come the two values to each side of the touched control, then every eighth of
    its values, then the neighbors of the other controls, and then finer steps of both.

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

    Returns
    -------
    list of tuple

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
            away, sign = abs(there - here), 1 if there > here else -1
            if away:
                cost = _cost(there, away, place == touched)
                wanted.append((cost, place, away, -sign * direction, there))
    wanted.sort()
    return [
        (*steps[:place], there, *steps[place + 1 :]) for _, place, _, _, there in wanted
    ]


def _cost(there, away, is_touched):
    """Return how late a frame's turn comes."""
    if not is_touched:
        return away + 0.5
    if away <= 2:
        return 0
    return next(1 + n for n, stride in enumerate(STRIDES) if there % stride == 0)


def distance(first, second):
    """Return how many steps lie between two frames; other words are far away."""
    total = 0
    for a, b in zip(first, second):
        if a != b:
            both = isinstance(a, int) and isinstance(b, int)
            total += abs(a - b) if both else AROUND
    return total
