"""The values of controls as steps: how frames are named, and which are near.

A slider at its third value is at step 2, whatever its value is: two floats that mean
the same value have one step. The steps of all controls, in their order, are a frame's
key, a short text that Python and the browser's script write alike.
"""

import json
import struct

import ipywidgets
from ipywidgets.widgets.widget_selection import _Selection

AROUND = 200
"""So many values to each side of the control that was moved last are near."""

STRIDES = 8, 4, 2, 1
"""Of that control's values, first every eighth is drawn, then every fourth, and so on.

A hand that drags through many values at once then finds a picture close to each, long
before all are there.
"""

BESIDE = 24
"""So many values to each side of any other control are near."""

_NEARLY = 1e-9


class Steps:
    """The steps of some controls.

    Parameters
    ----------
    controls : dict
        The control of each argument, by its name.
    """

    def __init__(self, controls):
        self._controls = controls
        self._kinds = {name: _kind(control) for name, control in controls.items()}

    def now(self):
        """Return the step of each control, in their order."""
        return [_step(control) for control in self._controls.values()]

    def values(self, steps=None):
        """Return the value of each control by its name: of now, or at some steps."""
        steps = self.now() if steps is None else steps
        return {
            name: _value(control, step)
            for (name, control), step in zip(self._controls.items(), steps)
        }

    def place(self, control):
        """Return where a control stands in the order."""
        return list(self._controls.values()).index(control)

    def sample(self, name, most):
        """Return values that a control can have, at most so many, evenly spread.

        Returns
        -------
        stride : int
            How many steps lie between two of them; 0 if the values have no steps.
        values : list
            The values.
        """
        control = self._controls[name]
        count = _count(control) or 0
        stride = -(-count // most)
        steps = range(0, count, stride) if stride else ()
        return stride, [_value(control, step) for step in steps]

    def near(self, steps, moved=None, direction=1):
        """Yield the steps of frames that may be wanted next, coarse to fine.

        First come the two values to each side of the control that was moved last, then
        every eighth of its values, then the neighbors of the other controls, and then
        finer steps of both.

        Parameters
        ----------
        steps : list
            Where the controls are.
        moved : int, optional
            Which of them was moved last; by default the first.
        direction : {1, -1}, optional
            Whether it was moved up or down.
        """
        wanted = []
        for place, control in enumerate(self._controls.values()):
            count, here = _count(control), steps[place]
            if not count or not isinstance(here, int):
                continue
            last = place == (moved or 0)
            around = AROUND if last else BESIDE
            for there in range(max(0, here - around), min(count, here + around + 1)):
                away, sign = abs(there - here), 1 if there > here else -1
                if away:
                    cost = _cost(there, away, last)
                    wanted.append((cost, place, away, -sign * direction, there))
        wanted.sort()
        for _, place, _, _, there in wanted:
            yield [*steps[:place], there, *steps[place + 1 :]]

    def description(self):
        """Return what the browser's script needs to write keys itself."""
        return [
            {"model": control.model_id, "kind": self._kinds[name], "name": name}
            for name, control in self._controls.items()
        ]

    def described(self):
        """Return each control in words and numbers, for controls of another make."""
        return [
            {"name": name, "kind": self._kinds[name], "label": control.description}
            | _settings(control)
            for name, control in self._controls.items()
        ]

    def counts(self):
        """Return how many steps each control has, or None."""
        return [_count(control) for control in self._controls.values()]

    def loose(self):
        """Return the controls whose values have no steps."""
        kinds = self._kinds.items()
        return [self._controls[name] for name, kind in kinds if kind == "other"]


def key(steps):
    """Return steps as a text, the same as JSON.stringify in the browser."""
    return json.dumps(steps, ensure_ascii=False, separators=(",", ":"))


def distance(one, other):
    """Return how many steps lie between two frames; text that differs is far away."""
    total = 0
    for a, b in zip(one, other):
        if a != b:
            whole = isinstance(a, int) and isinstance(b, int)
            total += abs(a - b) if whole else AROUND
    return total


def _cost(there, away, last):
    """Return how late a frame's turn comes."""
    if not last:
        return away + 0.5
    if away <= 2:
        return 0
    return next(1 + n for n, stride in enumerate(STRIDES) if there % stride == 0)


def _kind(control):
    match control:
        case ipywidgets.IntSlider() | ipywidgets.FloatSlider():
            return "range"
        case _Selection():
            return "choice"
        case ipywidgets.Checkbox() | ipywidgets.ToggleButton():
            return "tick"
        case ipywidgets.Text():
            return "text"
    return "other"


def _step(control):
    match _kind(control):
        case "range":
            step = round((control.value - control.min) / control.step)
            there = control.min + step * control.step
            if abs(there - control.value) <= _NEARLY * max(1, abs(control.value)):
                return step
            # A value beside the steps, given by Python or typed in.
            return "x" + struct.pack(">d", control.value).hex()
        case "choice":
            return control.index
        case "tick":
            return int(control.value)
        case "text":
            return control.value
    return None


def _value(control, step):
    """Return a control's value at a step; at no whole step, its value of now."""
    if not isinstance(step, int):
        return control.value
    match _kind(control):
        case "range":
            value = control.min + step * control.step
            # Without the last digits, which differ between Python and the browser.
            return value if isinstance(value, int) else float(f"{value:.12g}")
        case "choice":
            return control._options_values[step]
        case "tick":
            return bool(step)
    return control.value


def _count(control):
    """Return how many steps a control has, or None."""
    match _kind(control):
        case "range":
            return int((control.max - control.min) / control.step + _NEARLY) + 1
        case "choice":
            return len(control.options)
        case "tick":
            return 2
    return None


def _settings(control):
    """Return a control's value, and what it can be."""
    match _kind(control):
        case "range":
            settings = {name: getattr(control, name) for name in ("min", "max", "step")}
        case "choice":
            settings = {
                "options": list(control._options_labels),
                "menu": isinstance(control, ipywidgets.Dropdown),
            }
        case _:
            settings = {}
    return settings | {"value": control.value}
