"""The order in which frames are drawn before anybody asks for them: coarse to fine.

For the control that was touched last, the two neighbors on each side come first. Next
come every eighth value of this control, every fourth, every second and all, mixed with
the neighbors of the other controls. So a drag finds a picture close to each value
long before all pictures are drawn.
"""

AROUND = 200
"""How many values on each side count as near, for the control touched last."""

BESIDE = 24
"""How many values on each side count as near, for any other control."""

_STRIDES = 8, 4, 2, 1


def near(steps, counts, touched=0, is_up=True):
    """Return the steps of the frames that are needed, the most urgent first.

    `steps` says where the controls are, `counts` how many steps each has (or None),
    `touched` which control was touched last, and `is_up` whether it went up.

    Examples
    --------
    >>> near((4, 0), (9, 2))[:6]
    [(4, 0), (5, 0), (3, 0), (6, 0), (2, 0), (8, 0)]
    """
    wanted = [(-1, touched, 0, False, steps[touched])]
    for place, (here, count) in enumerate(zip(steps, counts)):
        if not count:
            continue
        around = AROUND if place == touched else BESIDE
        for there in range(max(0, here - around), min(count, here + around + 1)):
            away, is_behind = abs(there - here), (there > here) != is_up
            if place != touched:
                cost = away + 0.5
            elif away <= 2:
                cost = 0
            else:
                cost = 1 + [there % stride for stride in _STRIDES].index(0)
            if away:
                wanted.append((cost, place, away, is_behind, there))
    return [
        (*steps[:place], there, *steps[place + 1 :])
        for _, place, *_, there in sorted(wanted)
    ]
