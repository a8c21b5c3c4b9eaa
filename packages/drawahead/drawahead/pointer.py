"""Dragging and hovering in the picture: which value lies where, and what is said."""

import numpy as np

_MOST = 512
"""So many places of a control are sent to the browser at most."""


class Pointer:
    """What can be dragged in a picture, and what a pointer over it is told.

    Parameters
    ----------
    drag : dict or None
        For each control that follows a hand: ``"x"`` or ``"y"``, if its value is that
        coordinate, or a function that gets the values by name, this control's as an
        array of all it can have, and returns the coordinates of each; or a pair of the
        number of the axes and one of these.
    hover : callable, dict or None
        ``hover(x, y, **values)`` returns a text; a dict has one for each axes by
        number.
    controls : list of drawahead.controls.Control
        The controls.
    """

    def __init__(self, drag, hover, controls):
        self._names = [control.name for control in controls]
        self._drag = {}
        for name, wanted in (drag or {}).items():
            if name not in self._names:
                raise TypeError(f"drag names {name!r}; the controls are {self._names}")
            number, how = wanted if isinstance(wanted, tuple) else (0, wanted)
            if not (callable(how) or how in ("x", "y")):
                raise TypeError(
                    f"{name} cannot be dragged along {how!r}: give 'x', 'y', a "
                    "function of the values that returns places, or (axes, one of them)"
                )
            control = controls[self._names.index(name)]
            if not control.count:
                raise TypeError(f"{name} cannot be dragged: its values have no steps")
            self._drag[name] = (number, how, control)
        if hover is None or isinstance(hover, dict):
            self._hover = hover or {}
        else:
            self._hover = {0: hover}

    def places(self, figure, values):
        """Return where the axes are in a picture, and the places to take hold of.

        All lengths are shares of the picture, from its upper left corner.
        """
        if not (self._drag or self._hover):
            return {}
        axes = figure.axes
        return {
            "axes": [_box(ax) for ax in axes],
            "hover": sorted(self._hover),
            "grips": [
                self._grip(axes[number], number, how, control, values)
                for number, how, control in self._drag.values()
            ],
        }

    def text_at(self, number, x, y, values):
        """Return what is said of a point of an axes."""
        text = self._hover[number](x, y, **values)
        return "" if text is None else str(text)

    def _grip(self, ax, number, how, control, values):
        """Return the places of all steps of one control."""
        stride = -(-control.count // _MOST)
        steps = range(0, control.count, stride)
        chosen = np.array([control.value(step) for step in steps])
        if callable(how):
            x, y = how(**{**values, control.name: chosen})
        else:
            x, y = (chosen, _middle(ax)[1]) if how == "x" else (_middle(ax)[0], chosen)
        points = np.column_stack(np.broadcast_arrays(x, y)).astype(float)
        width, height = ax.figure.bbox.size
        shown = ax.transData.transform(points) / (width, height)
        shown[:, 1] = 1 - shown[:, 1]
        return {
            "control": self._names.index(control.name),
            "axes": number,
            "along": "" if callable(how) else how,
            "stride": stride,
            "points": np.round(shown, 4).tolist(),
        }


def _box(ax):
    """Return where an axes is, and its limits and scales."""
    width, height = ax.figure.bbox.size
    box = ax.bbox
    return {
        "box": [
            round(box.x0 / width, 4),
            round(1 - box.y1 / height, 4),
            round(box.width / width, 4),
            round(box.height / height, 4),
        ],
        "x": [*map(float, ax.get_xlim()), ax.get_xscale()],
        "y": [*map(float, ax.get_ylim()), ax.get_yscale()],
    }


def _middle(ax):
    """Return the middle of an axes, in its own coordinates."""
    box = ax.bbox
    return ax.transData.inverted().transform(
        [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]
    )
