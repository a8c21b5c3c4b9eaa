"""The controls of an Explorer, and the steps that name their values.

A slider at its third value is at step 2, whatever that value is. The steps of all
controls, in order, name a frame. Python and the browser compare steps, never floats.
"""

import contextlib
import dataclasses
import functools
import inspect
import math
import numbers
from collections.abc import Mapping
from typing import Any

import traitlets

_NEARLY = 1e-9


@dataclasses.dataclass(frozen=True)
class Control:
    """One control of an Explorer, for an argument of ``draw``.

    Its kind is range, number, select, checkbox or text. Its values are `choices`, or
    `count` numbers that begin at `low` and are `width` apart. The count is None for
    text and for free numbers.
    """

    name: str
    label: str
    kind: str
    start: Any = None
    choices: tuple = ()
    low: float = 0
    width: float = 1
    count: int | None = None

    def accept(self, value: Any) -> Any:
        """Return a value as this control stores it, or raise `TraitError`.

        A range stores whichever of its numbers is nearest.
        """
        is_number = _is_number(value) and math.isfinite(value)
        wanted = "a number"
        if self.choices:
            if value in self.choices:
                return self.choices[self.choices.index(value)]
            wanted = f"one of {', '.join(map(repr, self.choices))}"
        elif self.kind == "text":
            if isinstance(value, str):
                return value
            wanted = "a string"
        elif is_number and self.kind == "range":
            return self.value(self.step(value))
        elif is_number and isinstance(self.start, float):
            return float(value)
        elif is_number:
            if value == int(value):
                return int(value)
            wanted = "a whole number"
        raise traitlets.TraitError(f"{self.name} must be {wanted}; got {value!r}")

    def step(self, value: Any) -> Any:
        """Return the step of a value."""
        if self.choices:
            return self.choices.index(value)
        if self.kind != "range":
            return value
        step = round((max(value, self.low) - self.low) / self.width)
        return min(step, self.count - 1)

    def value(self, step: Any) -> Any:
        """Return the value at a step."""
        if self.choices:
            return self.choices[step]
        if self.kind != "range":
            return step
        value = self.low + step * self.width
        # The last digits differ between Python and the browser.
        return value if isinstance(value, int) else float(f"{value:.12g}")

    def described(self) -> dict[str, Any]:
        """Return what the browser needs to know, as a dict for JSON."""
        told = {"name": self.name, "label": self.label, "kind": self.kind}
        told |= {"count": self.count, "start": self.step(self.start)}
        if self.kind == "checkbox":
            return told | {"options": ["off", "on"], "values": [False, True]}
        if self.choices:
            words = [v if isinstance(v, str) else f"{v:,}" for v in self.choices]
            return told | {"options": words, "values": list(self.choices)}
        if self.kind == "number":
            return told | {"whole": isinstance(self.start, int)}
        if self.kind == "text":
            return told
        return told | {
            "min": self.low,
            "step": self.width,
            "digits": max(_decimals(self.low), _decimals(self.width)),
        }


class Value(traitlets.TraitType):
    """A trait that holds the value of a control."""

    def __init__(self, control):
        self._control = control
        super().__init__(default_value=control.start)

    def validate(self, obj: Any, value: Any) -> Any:
        """Return the value that the control stores."""
        return self._control.accept(value)


def underlying(draw):
    """Return the function inside a `functools.partial`, a method or an object."""
    while isinstance(draw, functools.partial):
        draw = draw.func
    return inspect.unwrap(draw if hasattr(draw, "__name__") else type(draw).__call__)


def make_controls(
    draw: Any, wanted: Mapping[str, Any], labels: Mapping[str, str] | None = None
) -> list[Control]:
    """Return, in order, the controls for those arguments of ``draw`` that have one.

    `wanted` maps names of arguments to abbreviations of controls, such as (0, 10).
    `labels` maps names to labels; the default is the name in words. Raises `TypeError`
    or `ValueError` if a name or an abbreviation does not fit.
    """
    function = underlying(draw).__name__
    arguments = list(inspect.signature(draw).parameters.values())[1:]
    names = [argument.name for argument in arguments]
    labels = labels or {}
    known = ", ".join(names) or "none"
    for name in {*wanted, *labels} - set(names):
        raise TypeError(
            f"{function} has no argument named {name!r} to control; it has {known}"
        )
    controls = []
    for argument in arguments:
        name = argument.name
        if name in wanted:
            label = labels.get(name, _words(name))
            controls.append(_make_control(name, label, wanted[name], argument.default))
        elif argument.default is argument.empty:
            raise TypeError(
                f"{function} needs a value for {name!r}: give it a default, or a "
                f"control such as {name}=(0, 10)"
            )
    return controls


def _words(name):
    """Return the label for an argument: its name in words.

    Examples
    --------
    >>> _words("n_bins"), _words("line_width"), _words("x_max")
    ('bins', 'line width', 'x_max')
    """
    name = name.removeprefix("n_")
    return name if name[1:2] == "_" else name.replace("_", " ")


def _make_control(name, label, wanted, default):
    """Return the control for an abbreviation, at its starting value."""
    settings = _read(name, wanted)
    if default is not inspect.Parameter.empty:
        settings["start"] = default
    control = Control(name, label, **settings)
    with contextlib.suppress(traitlets.TraitError):
        start = control.accept(control.start)
        near = _is_number(start) and _is_number(control.start)
        if start == control.start or (near and math.isclose(start, control.start)):
            return dataclasses.replace(control, start=start)
    raise ValueError(
        f"{name} starts at its default value {default!r}, which its control does not "
        "allow; change one of the two"
    )


def _read(name, wanted):
    """Return the settings of the control for an abbreviation."""
    if isinstance(wanted, bool):
        choices = False, True
        return {"kind": "checkbox", "start": wanted, "choices": choices, "count": 2}
    if isinstance(wanted, str):
        return {"kind": "text", "start": wanted}
    if _is_number(wanted):
        return {"kind": "number", "start": _plain(wanted)}
    if isinstance(wanted, list) and wanted:
        choices = tuple(map(_plain, wanted))
        settings = {"start": choices[0], "choices": choices, "count": len(choices)}
        if all(map(_is_number, choices)):
            return settings | {"kind": "range"}
        if all(isinstance(one, str) for one in choices):
            return settings | {"kind": "select"}
    if isinstance(wanted, tuple) and all(map(_is_number, wanted)):
        low, high, *width = map(_plain, wanted) if len(wanted) > 1 else (0, 0)
        if low < high and len(width) < 2 and all(one > 0 for one in width):
            return _read_range(low, high, *width)
    raise TypeError(
        f"{name} cannot be controlled by {wanted!r}: give (low, high), "
        "(low, high, step), a list of numbers or of strings, True or False, a number, "
        "or a string"
    )


def _read_range(low, high, width=None):
    """Return the settings of a range; its initial value is the middle by default."""
    if width is None:
        whole = isinstance(low, int) and isinstance(high, int)
        width = 1 if whole else min(0.1, (high - low) / 10)
    count = int((high - low) / width + _NEARLY) + 1
    settings = {"kind": "range", "low": low, "width": width, "count": count}
    start = Control("", "", **settings).value((count - 1) // 2)
    return settings | {"start": start}


def _is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _plain(value):
    return value.item() if hasattr(value, "item") else value


def _decimals(value):
    """Return how many digits a number has after the decimal point: 2 for 0.25."""
    text = f"{value:.12f}".rstrip("0")
    return len(text.partition(".")[2])
