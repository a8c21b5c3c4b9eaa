"""The control of each argument of a function that draws."""

import functools
import inspect
import numbers

import ipywidgets
import traitlets


def underlying(draw):
    """Return the function within a `functools.partial`, a method or an object."""
    while isinstance(draw, functools.partial):
        draw = draw.func
    return inspect.unwrap(draw if hasattr(draw, "__name__") else type(draw).__call__)


def make_controls(draw, wanted, labels=None):
    """Return a control for each argument of draw that is to have one, in its order.

    Parameters
    ----------
    draw : callable
        The function.
    wanted : dict
        For each argument's name, what its control is made of.
    labels : dict, optional
        The label of a control, if it is not to be its argument's name in words.
    """
    function = underlying(draw).__name__
    arguments = list(inspect.signature(draw).parameters.values())[1:]
    names = [argument.name for argument in arguments]
    for name in wanted:
        if name not in names:
            raise TypeError(
                f"{function} has no argument named {name!r} to control; "
                f"it has {', '.join(names) or 'none'}"
            )
    labels = labels or {}
    for name in set(labels) - set(names):
        raise TypeError(f"labels names {name!r}; {function} has {', '.join(names)}")
    controls = {}
    for argument in arguments:
        if argument.name in wanted:
            control = _make_control(argument.name, wanted[argument.name])
            _set_start(control, argument)
            if control is not wanted[argument.name]:
                control.description = labels.get(argument.name, _words(argument.name))
            controls[argument.name] = control
        elif argument.default is argument.empty:
            raise TypeError(
                f"{function} needs a value for {argument.name!r}: give it a "
                f"default, or a control such as {argument.name}=(0, 10)"
            )
    _align([controls[name] for name in controls if controls[name] is not wanted[name]])
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


def _align(controls):
    """Give all labels the width of the longest, and all controls that of their cell."""
    labelled = [one for one in controls if not isinstance(one, ipywidgets.Checkbox)]
    longest = max((len(control.description) for control in labelled), default=0)
    for control in controls:
        control.layout.width = "auto"
    for control in labelled:
        # Most letters are narrower than the 0 by which ch is measured, an m is wider.
        control.style.description_width = f"{0.9 * longest + 1.6:.1f}ch"


def _make_control(name, wanted):
    """Return the control that an abbreviation stands for."""
    if isinstance(wanted, ipywidgets.ValueWidget):
        return wanted
    if isinstance(wanted, list) and wanted:
        if all(isinstance(option, numbers.Real) for option in wanted):
            options = [(f"{option:,}", option) for option in wanted]
            return ipywidgets.SelectionSlider(options=options)
        if all(isinstance(option, str) for option in wanted):
            return ipywidgets.Dropdown(options=wanted)
    if isinstance(wanted, str):
        return ipywidgets.Text(wanted, continuous_update=False)
    if isinstance(wanted, bool):
        return ipywidgets.Checkbox(wanted, indent=False)
    if _is_range(wanted):
        return ipywidgets.interactive.widget_from_tuple(wanted)
    raise TypeError(
        f"{name} cannot be controlled by {wanted!r}: give (low, high), "
        "(low, high, step), a list of numbers or of texts, True or False, or a text"
    )


def _is_range(wanted):
    """Tell whether a value is (low, high) or (low, high, step)."""
    return (
        isinstance(wanted, tuple)
        and len(wanted) in (2, 3)
        and all(isinstance(number, numbers.Real) for number in wanted)
        and wanted[0] < wanted[1]
        and all(step > 0 for step in wanted[2:])
    )


def _set_start(control, argument):
    """Put a control to the default value of its argument, if that has one."""
    if argument.default is argument.empty:
        return
    try:
        control.value = argument.default
    except traitlets.TraitError:
        pass
    if control.value != argument.default:
        raise ValueError(
            f"the control of {argument.name} cannot start at its default value "
            f"{argument.default!r}; change one of the two"
        )
