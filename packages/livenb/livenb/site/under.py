"""What is told under a pointer, for pages that cannot ask: as a table, if it is short.

What depends on x alone is kept for each pixel across. What depends on y, too, would
take more room than the pictures: there, a page tells nothing.
"""

import itertools

_HEIGHTS = 0.2, 0.5, 0.8
"""Where it is tried whether y matters: shares of an axes' height."""


def under_pointer(explorer, frame):
    """Return the texts under a pointer in a frame.

    Parameters
    ----------
    explorer : drawahead.explorer.Explorer
        The Explorer.
    frame : drawahead.frames.Frame
        One of its frames.

    Returns
    -------
    dict
        By the number of an axes: pairs of how many pixels and what is told there.
    """
    told = {}
    for number in frame.places.get("hover", []):
        axes = frame.places["axes"][number]
        across = round(axes["box"][2] * explorer.described()["width"])
        heights = [coordinate(share, axes["y"]) for share in _HEIGHTS]
        rows = [
            [explorer.said(number, x, y, frame.steps) for y in heights]
            for x in (
                coordinate((pixel + 0.5) / across, axes["x"]) for pixel in range(across)
            )
        ]
        if all(len(set(row)) == 1 for row in rows):
            runs = itertools.groupby(row[0] for row in rows)
            told[number] = [[len(list(run)), text] for text, run in runs]
    return told


def coordinate(share, axis):
    """Return the coordinate at a share of an axis, as hand.js does."""
    low, high, scale = axis
    if scale == "log":
        return low * (high / low) ** share
    return low + share * (high - low)
