"""Checks of arguments: one clear sentence for every bad value.

The public functions of the package hold a formula and nothing else. What they
accept is declared above them, and checked before they run::

    @accepts(scores=numbers(ndim=2))
    def softmax(scores): ...

A check is called with the argument's name and its value. It returns the value
to use, or raises `TypeError` (the wrong kind of thing) or `ValueError` (the
right kind, but a value that cannot be used).
"""

import functools
import inspect
import numbers as number_types
import re
import textwrap

import numpy as np


class StandIn:
    """A value that stands in for a number while a formula itself is studied.

    Arrays of stand-ins pass the check of `numbers` unchanged.
    """


def accepts(*relations, **checks):
    """Check the arguments of a function before it runs.

    Parameters
    ----------
    *relations : callable
        Each is called with the dict of all checked arguments, and raises if they
        do not go together.
    **checks : callable
        For each argument to check, a function of its name and its value.

    Returns
    -------
    callable
        A decorator. The decorated function has the signature and the docstring
        of the original, which is its attribute ``__wrapped__``; a section *Raises*
        is added to the docstring.

    Raises
    ------
    TypeError
        If a check names an argument that the function does not have; the decorator
        raises it.
    """

    def decorate(function):
        signature = inspect.signature(function)
        unknown = [name for name in checks if name not in signature.parameters]
        if unknown:
            raise TypeError(
                f"{function.__name__} has no argument {unknown[0]!r} to check; "
                f"it has {', '.join(signature.parameters)}"
            )

        @functools.wraps(function)
        def checked(*args, **kwargs):
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            for name, check in checks.items():
                bound.arguments[name] = check(name, bound.arguments[name])
            for relation in relations:
                relation(bound.arguments)
            return function(*bound.args, **bound.kwargs)

        checked.__doc__ = _with_raises(function.__doc__)
        checked.__checks__ = checks
        return checked

    return decorate


RAISES = """
Raises
------
TypeError, ValueError
    If an argument is not what stands above, or is too large; the message shows it.
"""


def _with_raises(docstring):
    """Return a docstring with a section Raises, in numpydoc's place, if it lacks one.

    Up to Python 3.12 the docstrings of functions are indented.
    """
    text = docstring or ""
    section = r"\n *(%s)\n *--"
    if not re.search(section % "Parameters", text):
        return docstring
    if re.search(section % "Raises", text):
        return docstring
    later = re.search(section % "Warns|See Also|Notes|References|Examples", text)
    place = later.start() if later else len(text.rstrip())
    indent = re.search(r"\n( *)Parameters\n", text)[1]
    raises = textwrap.indent(RAISES, indent)
    return f"{text[:place].rstrip()}\n{raises}{text[place:]}"


def numbers(ndim):
    """Make a check for an array of finite real numbers.

    Parameters
    ----------
    ndim : int or tuple of int
        How many axes the array may have. Every axis has at least one entry.

    Returns
    -------
    callable
        A check that returns the argument as an array of float64.
    """
    allowed = (ndim,) if isinstance(ndim, int) else tuple(ndim)

    def check(name, value):
        if _stands_in(value):
            return value
        array = _real_array(name, value)
        if array.ndim not in allowed:
            axes = " or ".join(str(count) for count in allowed)
            raise ValueError(
                f"{name} must be an array with {axes} axes; got the shape {array.shape}"
            )
        if array.size == 0:
            raise ValueError(
                f"{name} must not be empty; got an array of the shape {array.shape}"
            )
        if not np.isfinite(array).all():
            first = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
            raise ValueError(
                f"{name} must hold finite numbers; got {array[first]} at index {first}"
            )
        return array

    return check


def floats(name, value):
    """Check an array of finite real numbers in rows; float32 stays float32."""
    array = _real_array(name, value, kept=("float32", "float64"))
    if array.ndim < 1 or array.size == 0:
        raise ValueError(
            f"{name} must have at least one row of numbers; got the shape {array.shape}"
        )
    if not np.isfinite(array).all():
        numbers(ndim=array.ndim)(name, array)
    return array


def whole_numbers(name, value):
    """Check whole numbers in an array of any shape, and return it as one of int."""
    _real_array(name, value)
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold whole numbers; got {brief(value)}")
    return array.astype(int)


def flag(name, value):
    """Check True or False, and return it as a `bool`."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False; got {brief(value)}")
    return bool(value)


def count(minimum=1, maximum=None):
    """Make a check for a whole number.

    Parameters
    ----------
    minimum, maximum : int, optional
        The range, both ends allowed; no upper end if `maximum` is left out.

    Returns
    -------
    callable
        A check that returns the argument as an `int`.
    """

    def check(name, value):
        if isinstance(value, (bool, np.bool_)) or not isinstance(
            value, number_types.Integral
        ):
            raise TypeError(f"{name} must be a whole number; got {brief(value)}")
        if value < minimum or (maximum is not None and value > maximum):
            end = "" if maximum is None else f" and at most {maximum:,}"
            raise ValueError(f"{name} must be at least {minimum:,}{end}; got {value:,}")
        return int(value)

    return check


def even(name, value):
    """Check a width that holds pairs of sine and cosine, and return it as an `int`."""
    value = count(2, 10**6)(name, value)
    if value % 2:
        raise ValueError(
            f"{name} must be even, to hold pairs of sine and cosine; got {value:,}: "
            f"take {value - 1:,} or {value + 1:,}"
        )
    return value


def offset(name, value):
    """Check a whole number of positions, of any sign, and return it as an `int`."""
    return count(-(10**9), 10**9)(name, value)


def positive_number(name, value):
    """Check a finite real number above 0, and return it as a `float`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, number_types.Real):
        raise TypeError(f"{name} must be a number; got {brief(value)}")
    if not (np.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be finite and above 0; got {value}")
    return float(value)


def base_of_waves(name, value):
    """Check the base of a progression of wavelengths, and return it as a `float`."""
    value = positive_number(name, value)
    if value < 1:
        raise ValueError(
            f"{name} must be at least 1, so that each wave is longer than the one "
            f"before; got {value}"
        )
    return value


def permutation(name, value):
    """Check that each of 0 ... n - 1 occurs once, and return an array of int."""
    array = _real_array(name, value)
    if array.ndim != 1 or sorted(array) != list(range(array.size)) or not array.size:
        raise ValueError(
            f"{name} must hold each of 0, 1, ... n - 1 once, in any order; "
            f"got {brief(value)}"
        )
    return array.astype(int)


def labels(name, value):
    """Check whole numbers from 0 in one axis, and return an array of int."""
    array = numbers(ndim=1)(name, value)
    if (array < 0).any() or (array != np.round(array)).any():
        raise ValueError(f"{name} must hold whole numbers from 0; got {brief(value)}")
    return array.astype(int)


def one_of(*options):
    """Make a check for one of a few strings.

    Parameters
    ----------
    *options : str
        The strings that are allowed.

    Returns
    -------
    callable
        A check that returns the argument as it is.
    """

    def check(name, value):
        if not (isinstance(value, str) and value in options):
            names = ", ".join(repr(option) for option in options)
            raise ValueError(f"{name} must be one of {names}; got {brief(value)}")
        return value

    return check


def same_size(first, first_axis, second, second_axis):
    """Make a relation: an axis of one array is as long as an axis of another.

    Parameters
    ----------
    first, second : str
        Names of two arguments.
    first_axis, second_axis : int
        The axis of each.

    Returns
    -------
    callable
        A relation for `accepts`.
    """

    def check(arguments):
        one, other = arguments[first].shape, arguments[second].shape
        if one[first_axis] != other[second_axis]:
            raise ValueError(
                f"axis {first_axis} of {first} and axis {second_axis} of {second} "
                f"must have the same size; got the shapes {one} and {other}"
            )

    return check


def dtype_of(*options):
    """Make a check for the format of the numbers of an array.

    Parameters
    ----------
    *options : str
        The names that are allowed, such as "float32".

    Returns
    -------
    callable
        A check that returns the argument as a `numpy.dtype`.
    """

    def check(name, value):
        try:
            dtype = np.dtype(value)
        except TypeError:
            dtype = None
        # A NumPy dtype equals None, which stands for float64.
        if value is None or dtype is None or dtype not in map(np.dtype, options):
            allowed = " or ".join(options)
            raise TypeError(f"{name} must be {allowed}; got {brief(value)}")
        return dtype

    return check


def brief(value):
    """Return a short text that shows a value in an error message."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with the shape {value.shape}"
    text = repr(value)
    if len(text) > 60:
        text = text[:57] + "..."
    return text if value is None else f"{text} ({type(value).__name__})"


def _stands_in(value):
    """Tell whether a value is an array of stand-ins."""
    return (
        isinstance(value, np.ndarray)
        and value.dtype == object
        and all(isinstance(entry, StandIn) for entry in value.flat)
    )


def _real_array(name, value, kept=()):
    """Return a value as an array of float64, refusing all but real numbers.

    An array of a format that is kept is returned as it is.
    """
    try:
        array = np.asarray(value)
    except ValueError:
        array = None
    if array is None or array.dtype == object:
        raise TypeError(
            f"{name} must be an array of numbers, its rows equally long; "
            f"got {brief(value)}"
        )
    if array.size and array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of real numbers; got {brief(value)}")
    return array if array.dtype.name in kept else array.astype(float)
