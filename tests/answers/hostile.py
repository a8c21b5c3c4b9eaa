"""Things that are not answers, or misbehave when they are called."""

import sys

import numpy as np

from tests.answers import hostile


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


class OutsideError(BaseException):
    """An error that `except Exception` does not catch."""


class PlainClass:
    pass


def raising(*methods):
    """Return an object some of whose methods raise an error."""

    def refuse(self, *args, **options):
        raise RuntimeError("not for you")

    return type("Raising", (), dict.fromkeys(methods, refuse))()


class ArrayIsNoArray:
    shape = (4, 4)
    dtype = np.dtype(float)

    def __array__(self, dtype=None, copy=None):
        return "four by four"


class EqualToEverything:
    __hash__ = None

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __sub__(self, other):
        return 0

    __rsub__ = __sub__


class AlwaysCloseArray(np.ndarray):
    """An array whose differences, comparisons and maximum say that nothing is wrong."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, func, types, args, kwargs):
        return True


class SilentArray(np.ndarray):
    def __repr__(self):
        raise RuntimeError("no picture of me")

    __str__ = __repr__


def returns(words, result):
    """Take a function that returns a certain thing."""
    hostile(f"returns {words}")(lambda *args: result)


def raises(words, error):
    """Take a function that raises a certain exception."""

    def f(*args):
        raise error

    hostile(f"raises {words}")(f)


def fills(words, make):
    """Take a function that makes its result in the shape that is probably asked for."""

    def f(first, second=None, *rest):
        rows = first if isinstance(first, int) else len(first)
        return make((rows, second if isinstance(second, int) else 4))

    hostile(words)(f)


hostile("None")(None)
hostile("Ellipsis")(...)
hostile("a string")("sin(pos / 10000 ** (2 * i / d_model))")
hostile("a class")(PlainClass)
hostile("a module")(np)
hostile("a table instead of the function")(np.zeros((4, 4)))
hostile("a NumPy function")(np.sin)
hostile("takes no arguments")(lambda: np.zeros((4, 4)))
hostile("needs a keyword argument")(lambda *args, secret: np.zeros((4, 4)))
hostile("object that raises when called")(raising("__call__"))
for words, thing in (
    ("an object without an array", raising("__array__")),
    ("an object without words", raising("__repr__", "__str__")),
    ("an object not to be compared", raising("__eq__")),
    ("an object that is neither true nor false", raising("__bool__")),
    ("an object without attributes", raising("__getattr__")),
    ("an object whose array is a string", ArrayIsNoArray()),
    ("an object equal to everything", EqualToEverything()),
):
    hostile(f"is {words}")(thing)
    returns(words, thing)

returns("None", None)
returns("a string", "0 1 0 1")
returns("a ragged list", [[0.0, 1.0], [0.84], []])
returns("a dict", {0: [0.0, 1.0], 1: [0.84, 0.54]})
returns("complex numbers", np.full((8, 8), 1j))
returns("an object array", np.array([[None, "a"], [object(), 3]], dtype=object))
returns("a generator", (row for row in [[0.0, 1.0], [0.84, 0.54]]))
returns("a wrong shape", np.zeros((3, 5, 7)))
returns("a number", 42)
returns("an empty list", [])
returns("a view of 8 terabytes", np.broadcast_to(np.float64(0), (10**7, 10**5)))
returns("booleans", np.zeros((8, 8), dtype=bool))
returns("a structured array", np.zeros((8,), dtype=[("a", float), ("b", float)]))
returns("a class", PlainClass)

fills("NaN in the right shape", lambda shape: np.full(shape, np.nan))
fills("always close", lambda shape: np.full(shape, 7.0).view(AlwaysCloseArray))
fills("not to be printed", lambda shape: np.full(shape, 7.0).view(SilentArray))
fills("wrong values masked", lambda shape: np.ma.array(np.full(shape, 7), mask=True))

raises("ValueError", ValueError("not done yet"))
raises("NotImplementedError", NotImplementedError())
raises("KeyboardInterrupt", KeyboardInterrupt())
raises("an error that cannot be printed", SpeechlessError())
raises("a bare BaseException", OutsideError("past every except Exception"))


@hostile("is a coroutine function")
async def _(*args):
    return np.zeros((4, 4))


@hostile("returns a list that holds itself")
def _(*args):
    loop = []
    loop.append(loop)
    return loop


@hostile("returns a list 5000 deep")
def _(*args):
    deep = [0.0]
    for _ in range(5000):
        deep = [deep]
    return deep


@hostile("prints 10 000 lines")
def _(*args):
    for line in range(10_000):
        print("line", line)


hostile("calls input()")(lambda *args: input("How many positions? "))


@hostile("calls sys.exit")
def _(*args):
    sys.exit(0)


@hostile("calls itself for ever")
def calls_itself_for_ever(*args):
    return calls_itself_for_ever(*args)


@hostile("changes its argument")
def _(*args):
    for argument in args:
        if isinstance(argument, np.ndarray):
            argument[...] = 0
    return np.zeros((8, 8))


@hostile("another shape at every call")
def changes_its_mind(*args):
    changes_its_mind.calls = getattr(changes_its_mind, "calls", 0) + 1
    return np.zeros((changes_its_mind.calls, 3))


@hostile("endless loop")
def _(*args):
    while True:
        pass
