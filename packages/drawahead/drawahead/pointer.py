"""Dragging and hovering in the picture: where each value is, and what a tip says."""

import numpy as np

from drawahead.frames import plain

_MOST = 512
"""The largest number of places that the browser gets for a control."""


class Pointer:
    """What can be dragged in a picture, and what a tip at the pointer says.

    `drag` and `hover` are as for `Explorer`, and `controls` is a list of the Explorer's
    controls.
    """

    def __init__(self, drag, hover, controls):
        self._names = [control.name for control in controls]
        self._drag = []
        for name, wanted in (drag or {}).items():
            if name not in self._names:
                raise TypeError(f"drag names {name!r}; the controls are {self._names}")
            number, how = wanted if isinstance(wanted, tuple) else (0, wanted)
            if not (callable(how) or how in ("x", "y")):
                raise TypeError(
                    f"{name} cannot be dragged along {how!r}: give 'x', 'y', a "
                    "function of the values that returns places, or (axes, one of "
                    "these)"
                )
            control = controls[self._names.index(name)]
            if not control.count:
                raise TypeError(f"{name} cannot be dragged: its values have no steps")
            self._drag.append((number, how, control))
        self._hover = hover

    def places(self, figure, values):
        """Return a dict with the places of a picture's axes and of what can be dragged.

        All places are fractions of the picture's size, measured from its upper left
        corner.
        """
        if not (self._drag or self._hover):
            return {}
        axes = figure.axes
        return {
            "axes": [_box(ax) for ax in axes],
            "hover": [0] if self._hover else [],
            "grips": [
                self._grip(axes[number], number, how, control, values)
                for number, how, control in self._drag
            ],
        }

    def text_at(self, x, y, values):
        """Return what the tip says about a point in the first axes."""
        text = self._hover(x, y, **values)
        return "" if text is None else plain(str(text))

    def _grip(self, ax, number, how, control, values):
        """Return the places of the steps of one control."""
        stride = -(-control.count // _MOST)
        steps = range(0, control.count, stride)
        chosen = np.array([control.value(step) for step in steps])
        if callable(how):
            x, y = how(**{**values, control.name: chosen})
        else:
            x, y = (chosen, _middle(ax)[1]) if how == "x" else (_middle(ax)[0], chosen)
        points = np.column_stack(np.broadcast_arrays(x, y)).astype(float)
        shown = ax.transData.transform(points) / ax.figure.bbox.size
        shown[:, 1] = 1 - shown[:, 1]
        return {
            "control": self._names.index(control.name),
            "axes": number,
            "along": "" if callable(how) else how,
            "stride": stride,
            "points": np.round(shown, 4).tolist(),
        }


def _box(ax):
    """Return the place of an axes, with its limits and scales."""
    (x0, y0), (x1, y1) = ax.bbox.get_points() / ax.figure.bbox.size
    return {
        "box": [round(share, 4) for share in (x0, 1 - y1, x1 - x0, y1 - y0)],
        "x": [*map(float, ax.get_xlim()), ax.get_xscale()],
        "y": [*map(float, ax.get_ylim()), ax.get_yscale()],
    }


def _middle(ax):
    """Return the middle of an axes in its own coordinates."""
    return ax.transData.inverted().transform(ax.bbox.get_points().mean(axis=0))
