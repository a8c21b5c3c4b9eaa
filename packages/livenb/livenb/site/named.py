"""Values of controls that the text beside an Explorer speaks of: these are kept first.

A slider's value is spoken of where its name stands before a number, as in *the
wavelength 12*; a value of a list wherever the number stands.
"""

import re

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_BETWEEN = r"(?: of| at| to| is)?[ $=]*"


def named(controls, text):
    """Return the steps of each control of which a text speaks, in its order.

    Parameters
    ----------
    controls : list of dict
        The controls, as `Explorer.described` tells them.
    text : str
        What stands beside the Explorer.

    Returns
    -------
    list of list of int
        For each control.

    Examples
    --------
    >>> pace = {"label": "pace", "kind": "slider", "min": 2, "max": 9, "step": 1}
    >>> size = {"label": "size", "kind": "choice", "options": ["10", "1000"]}
    >>> named([pace, size], "At pace 4 of 1,000, then at pace 99.")
    [[2], [1]]
    """
    return [list(dict.fromkeys(_steps(control, text))) for control in controls]


def _steps(control, text):
    if "options" in control:
        numbers = re.findall(_NUMBER, text)
        options = [_value(option) for option in control["options"]]
        said = [_value(number) for number in numbers]
        return [options.index(value) for value in said if value in options]
    if "min" not in control:
        return []
    name = re.escape(control["label"])
    numbers = re.findall(rf"\b{name}{_BETWEEN}({_NUMBER})", text, re.IGNORECASE)
    steps = [(_value(number) - control["min"]) / control["step"] for number in numbers]
    count = round((control["max"] - control["min"]) / control["step"])
    return [round(s) for s in steps if abs(s - round(s)) < 1e-6 and 0 <= s <= count]


def _value(text):
    """Return a number as it is written, or None."""
    try:
        return float(text.replace(",", "").replace("_", ""))
    except ValueError:
        return None
