"""The order in which frames are drawn before anybody asks for them: coarse to fine.

The two neighbors on each side come first, for the control that was touched last. They
are followed by every eighth of its values, every fourth, every second and all, mixed
with the neighbors of the other controls. So a drag finds a picture close to each value
long before all pictures are drawn. During a drag, a few values that the hand is about
to reach come first.
"""

AROUND = 200
"""How many values on each side count as near, for the control touched last."""

BESIDE = 24
"""How many values on each side count as near, for any other control."""

_STRIDES = 8, 4, 2, 1

_LEAD = 2, 3, 4, 5
"""During a drag, the values that it reaches this many frames later are drawn first.

The drag would pass nearer values before their frames reach the page.
"""


def near(steps, counts, touched=0, pace=1):
    """Return the steps of the frames that are needed, the most urgent first.

    `steps` says where the controls are, `counts` how many steps each has (or None), and
    `touched` which control was touched last. `pace` is 1 if that control went up and -1
    if it went down. In a fast drag, it is how many steps the hand moves while a frame
    is drawn; then the current frame comes later, because the hand has left it.

    Examples
    --------
    >>> near((4, 0), (9, 2))[:6]
    [(4, 0), (5, 0), (3, 0), (6, 0), (2, 0), (8, 0)]
    >>> near((60,), (99,), pace=-3)[:7]
    [(54,), (51,), (48,), (45,), (60,), (56,), (40,)]
    """
    is_fast, lead = abs(pace) > 1, [pace * frames for frames in _LEAD]
    wanted = [(0.5 if is_fast else -1, touched, False, 0, False, steps[touched])]
    for place, (here, count) in enumerate(zip(steps, counts)):
        if not count:
            continue
        around = AROUND if place == touched else BESIDE
        for there in range(max(0, here - around), min(count, here + around + 1)):
            away, is_behind = abs(there - here), (there - here) * pace < 0
            if place != touched:
                cost = away + 0.5
            elif there - here in lead if is_fast else away <= 2:
                cost = 0
            else:
                cost = 1 + [there % stride for stride in _STRIDES].index(0)
            if away:
                last = is_behind and is_fast
                wanted.append((cost, place, last, away, is_behind, there))
    return [
        (*steps[:place], there, *steps[place + 1 :])
        for _, place, *_, there in sorted(wanted)
    ]
