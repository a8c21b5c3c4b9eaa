"""The few NumPy functions that a check of lists needs, where NumPy is missing.

An array is a list of numbers with a shape. Only what is needed to compare results is
here; a course that computes with arrays needs NumPy.
"""

import contextlib
import functools
import itertools
import math
import operator
import random as _random
import types
from collections.abc import Callable

generic = bool = bool  # so that isinstance() finds NumPy's types
random = types.SimpleNamespace(
    Generator=_random.Random, default_rng=lambda seed: _random.Random(str(seed))
)
KINDS = {bool: "b", int: "i", float: "f", complex: "c", str: "U"}


class errstate(contextlib.ContextDecorator):
    """Do nothing: lists give no warnings."""

    def __init__(self, **settings: str):
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


class ndarray:
    """Nested lists of equal lengths, as an array of their numbers.

    Attributes
    ----------
    flat : list
        The numbers, with the last axis varying fastest.
    shape : tuple of int
        The length of each axis.
    dtype : object
        Its `kind` is a letter, as in NumPy.
    """

    __hash__ = None

    def __init__(self, flat: list, shape: tuple[int, ...]):
        self.flat, self.shape = flat, shape
        self.ndim, self.size = len(shape), len(flat)
        kinds = {KINDS.get(type(number), "O") for number in flat}
        mixed = "f" if kinds <= {"b", "i", "f"} else "O"
        self.dtype = types.SimpleNamespace(
            kind=kinds.pop() if len(kinds) == 1 else mixed, hasobject=True
        )
        self.flags = types.SimpleNamespace(writeable=True)

    def _each(self, function: Callable, *others: object) -> "ndarray":
        """Apply a function to each number and to those in the same place in others."""
        parts = [
            one.flat if isinstance(one, ndarray) and one.ndim else itertools.repeat(one)
            for one in others
        ]
        return ndarray(
            [function(*map(_plain, row)) for row in zip(self.flat, *parts)], self.shape
        )

    def __float__(self) -> float:
        return float(self.flat[0])

    def __bool__(self) -> bool:
        return any(self.flat)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: tuple[int, ...]) -> object:
        place = 0
        for number, length in zip(index, self.shape):
            place = place * length + number
        return self.flat[place]

    def round(self) -> "ndarray":
        """Return the nearest whole numbers."""
        return self._each(lambda number: round(number) if number % 1 else number)

    def astype(self, kind: type) -> "ndarray":
        """Return the numbers in another type."""
        return self._each(kind)

    def reshape(self, shape: tuple[int, ...]) -> "ndarray":
        """Return the same numbers in another shape."""
        return ndarray(self.flat, shape)

    def all(self) -> bool:
        """Whether all numbers are true."""
        return all(self.flat)

    def any(self) -> bool:
        """Whether any number is true."""
        return any(self.flat)

    def max(self, initial: float = -math.inf) -> float:
        """Return the largest number."""
        return max([initial, *self.flat])

    def tolist(self) -> object:
        """Return nested lists, or the number itself if there are no axes."""
        flat = self.flat
        for length in reversed(self.shape[1:]):
            flat = [list(row) for row in zip(*[iter(flat)] * length)]
        return flat if self.shape else flat[0]


for _name in ("sub", "le", "gt", "eq", "ne", "abs"):
    _method = functools.partialmethod(ndarray._each, getattr(operator, _name))
    setattr(ndarray, f"__{_name}__", _method)


def _plain(value: object) -> object:
    """Return the number in an array without axes, and anything else as it is."""
    return value.flat[0] if isinstance(value, ndarray) else value


def asarray(value: object) -> ndarray:
    """Return nested lists or tuples as an array.

    Raises
    ------
    ValueError
        If its parts differ in length.
    """
    if isinstance(value, ndarray):
        return value
    if not isinstance(value, list | tuple):
        return ndarray([value], ())
    parts = [asarray(part) for part in value]
    shapes = {part.shape for part in parts}
    if len(shapes) > 1:
        raise ValueError("the parts must have the same length")
    inner = shapes.pop() if shapes else ()
    flat = [number for part in parts for number in part.flat]
    return ndarray(flat, (len(parts), *inner))


array = asarray
abs = abs


def empty(length: int) -> ndarray:
    """Return an array without numbers."""
    return ndarray([], (length,))


def size(value: object) -> int:
    """Return how many numbers there are."""
    return asarray(value).size


def isfinite(value: object) -> object:
    """Return whether each number of an array is finite."""
    return asarray(value)._each(math.isfinite)


def argwhere(mask: ndarray) -> list[tuple[int, ...]]:
    """Return the index of each entry that is true."""
    return [i for i in itertools.product(*map(range, mask.shape)) if mask[i]]


def __getattr__(name: str) -> object:
    raise AttributeError(
        f"this needs {name} from NumPy, which is not installed: pip install numpy"
    )
