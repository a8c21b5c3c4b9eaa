"""Controls: what a reader can set, and the steps that name the values.

A slider at its third value is at step 2, whatever that value is. The steps of all
controls, in their order, name a frame. Python and the browser compare steps, never
floats.
"""

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
    """One control of a page. This class itself is a line of text.

    Attributes
    ----------
    name, label : str
        The argument of ``draw``, and the words beside the control.
    start : object
        The value at which it starts.
    """

    name: str
    label: str
    start: Any

    kind = "text"
    count = None
    """How many steps there are; None for words and free numbers."""

    def accept(self, value: Any) -> Any:
        """Return a value as this control keeps it, or raise a ValueError."""
        if not isinstance(value, str):
            raise ValueError(f"{self.name} must be a string; got {value!r}")
        return value

    def step(self, value: Any) -> Any:
        """Return the step of a value."""
        return value

    def value(self, step: Any) -> Any:
        """Return the value at a step."""
        return step

    def described(self) -> dict[str, Any]:
        """Return what the browser needs, ready for JSON."""
        return {
            "name": self.name,
            "label": self.label,
            "kind": self.kind,
            "count": self.count,
            "start": self.step(self.start),
        }


@dataclasses.dataclass(frozen=True)
class Number(Control):
    """A field for any number."""

    kind = "number"

    def accept(self, value):
        if _is_number(value) and math.isfinite(value):
            if not isinstance(self.start, int):
                return float(value)
            if value == int(value):
                return int(value)
        kind = "whole" if isinstance(self.start, int) else "finite"
        raise ValueError(f"{self.name} must be a {kind} number; got {value!r}")

    def described(self):
        return super().described() | {"whole": isinstance(self.start, int)}


@dataclasses.dataclass(frozen=True)
class Checkbox(Control):
    """A box to check."""

    kind = "checkbox"
    count = 2

    def accept(self, value):
        if value not in (False, True):
            raise ValueError(f"{self.name} must be True or False; got {value!r}")
        return bool(value)

    def step(self, value):
        return int(value)

    def value(self, step):
        return bool(step)


@dataclasses.dataclass(frozen=True)
class Range(Control):
    """A slider over evenly spaced numbers; it keeps the nearest of them."""

    low: float = 0
    high: float = 1
    width: float = 1

    kind = "range"

    @property
    def count(self):
        return int((self.high - self.low) / self.width + _NEARLY) + 1

    def accept(self, value):
        if not _is_number(value) or math.isnan(value):
            raise ValueError(f"{self.name} must be a number; got {value!r}")
        return self.value(self.step(value))

    def step(self, value):
        value = min(max(value, self.low), self.high)
        return min(round((value - self.low) / self.width), self.count - 1)

    def value(self, step):
        value = self.low + step * self.width
        # Without the last digits, which differ between Python and the browser.
        return value if isinstance(value, int) else float(f"{value:.12g}")

    def described(self):
        digits = max(_decimals(self.low), _decimals(self.width))
        numbers = {"min": self.low, "max": self.high, "step": self.width}
        return super().described() | numbers | {"digits": digits}


@dataclasses.dataclass(frozen=True)
class Choice(Control):
    """A slider over a list of numbers, or a menu of words."""

    choices: tuple = ()

    @property
    def kind(self):
        return "select" if isinstance(self.choices[0], str) else "range"

    @property
    def count(self):
        return len(self.choices)

    def accept(self, value):
        try:
            return self.choices[self.choices.index(value)]
        except ValueError:
            known = ", ".join(map(repr, self.choices))
            raise ValueError(
                f"{self.name} must be one of {known}; got {value!r}"
            ) from None

    def step(self, value):
        return self.choices.index(value)

    def value(self, step):
        return self.choices[step]

    def described(self):
        labels = [v if isinstance(v, str) else f"{v:,}" for v in self.choices]
        return super().described() | {"options": labels, "values": list(self.choices)}


class Value(traitlets.TraitType):
    """A trait that holds the value of a control."""

    def __init__(self, control):
        self._control = control
        super().__init__(default_value=control.start)

    def validate(self, obj, value):
        try:
            return self._control.accept(value)
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None


def underlying(draw):
    """Return the function within a `functools.partial`, a method or an object."""
    while isinstance(draw, functools.partial):
        draw = draw.func
    return inspect.unwrap(draw if hasattr(draw, "__name__") else type(draw).__call__)


def make_controls(
    draw: Any, wanted: Mapping[str, Any], labels: Mapping[str, str] | None = None
) -> list[Control]:
    """Return a control for each argument of draw that is to have one, in its order.

    Parameters
    ----------
    draw : callable
        The function.
    wanted : dict
        For each argument's name, what its control is made of.
    labels : dict, optional
        The label of a control, if it is not its argument's name in words.

    Raises
    ------
    TypeError, ValueError
        If a control does not fit an argument.
    """
    function = underlying(draw).__name__
    arguments = list(inspect.signature(draw).parameters.values())[1:]
    names = [argument.name for argument in arguments]
    labels = labels or {}
    for name in wanted:
        if name not in names:
            raise TypeError(
                f"{function} has no argument named {name!r} to control; "
                f"it has {', '.join(names) or 'none'}"
            )
    for name in set(labels) - set(names):
        raise TypeError(f"labels names {name!r}; {function} has {', '.join(names)}")
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
    """Return the control that an abbreviation stands for, at its start."""
    make, start, settings = _read(name, wanted)
    if default is not inspect.Parameter.empty:
        start = default
    control = make(name, label, start, **settings)
    try:
        accepted = control.accept(start)
    except ValueError:
        accepted = None
    near = _is_number(start) and _is_number(accepted)
    if not (accepted == start or (near and math.isclose(accepted, start))):
        raise ValueError(
            f"the control of {name} cannot start at its default value {default!r}; "
            "change one of the two"
        )
    return dataclasses.replace(control, start=accepted)


def _read(name, wanted):
    """Return the class of a control, a start without a default, and its settings."""
    if isinstance(wanted, bool):
        return Checkbox, wanted, {}
    if isinstance(wanted, str):
        return Control, wanted, {}
    if _is_number(wanted):
        return Number, _plain(wanted), {}
    if isinstance(wanted, list) and wanted:
        numeric = all(map(_is_number, wanted))
        if numeric or all(isinstance(option, str) for option in wanted):
            choices = tuple(map(_plain, wanted))
            return Choice, choices[0], {"choices": choices}
    if _is_range(wanted):
        return Range, *_read_range(*map(_plain, wanted))
    if hasattr(wanted, "model_id"):
        raise TypeError(
            f"{name} cannot be controlled by a {type(wanted).__name__}: give (low, "
            f"high) here, and link the two by ipywidgets.link((widget, 'value'), "
            f"(explorer, '{name}'))"
        )
    raise TypeError(
        f"{name} cannot be controlled by {wanted!r}: give (low, high), "
        "(low, high, step), a list of numbers or of texts, True or False, a number, "
        "or a text"
    )


def _read_range(low, high, width=None):
    """Return where a slider starts without a default, and its settings."""
    if width is None:
        whole = isinstance(low, int) and isinstance(high, int)
        width = 1 if whole else min(0.1, (high - low) / 10)
    middle = int((high - low) / width + _NEARLY) // 2
    settings = {"low": low, "high": high, "width": width}
    return Range("", "", low, **settings).value(middle), settings


def _is_range(wanted):
    """Return whether a value is (low, high) or (low, high, step)."""
    return (
        isinstance(wanted, tuple)
        and len(wanted) in (2, 3)
        and all(map(_is_number, wanted))
        and wanted[0] < wanted[1]
        and all(step > 0 for step in wanted[2:])
    )


def _is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _plain(value):
    """Return a number of NumPy as one of Python."""
    return value.item() if hasattr(value, "item") else value


def _decimals(value):
    """Return how many digits a number has behind its point.

    Examples
    --------
    >>> _decimals(0.25), _decimals(3), _decimals(1e-7)
    (2, 0, 7)
    """
    text = f"{value:.12f}".rstrip("0")
    return len(text.partition(".")[2])
