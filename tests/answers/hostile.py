"""What is no answer, or misbehaves when it is called."""

import sys

import numpy as np

from tests.answers import hostile


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


class OutsideError(BaseException):
    """Not caught by `except Exception`."""


class PlainClass:
    pass


class ClassWithArguments:
    def __init__(self, *args):
        self.args = args


class ArrayRaises:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array here")


class ArrayIsNoArray:
    shape = (4, 4)
    dtype = np.dtype(float)

    def __array__(self, dtype=None, copy=None):
        return "four by four"


class ShapeLies:
    shape = (10, 8)
    ndim = 2
    size = 80

    def __array__(self, dtype=None, copy=None):
        return np.zeros((2, 3))


class ReprRaises:
    def __repr__(self):
        raise RuntimeError("no name")

    __str__ = __repr__


class EqualRaises:
    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("do not compare")


class EqualToEverything:
    __hash__ = None

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __sub__(self, other):
        return 0

    __rsub__ = __sub__


class BooleanRaises:
    def __bool__(self):
        raise RuntimeError("neither true nor false")


class AttributesRaise:
    def __getattr__(self, name):
        raise RuntimeError("no attribute " + name)


class LengthLies:
    def __len__(self):
        return 10**9

    def __getitem__(self, index):
        raise RuntimeError("nothing at " + str(index))


class CallRaises:
    def __call__(self, *args):
        raise RuntimeError("not to be called")


class AlwaysCloseArray(np.ndarray):
    """Every difference, comparison and maximum says that nothing is wrong."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, func, types, args, kwargs):
        return True


class SilentArray(np.ndarray):
    def __repr__(self):
        raise RuntimeError("no picture of me")

    __str__ = __repr__


class FloatLies(float):
    def __sub__(self, other):
        return 0.0

    __rsub__ = __sub__

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


hostile("None")(None)
hostile("Ellipsis")(...)
hostile("NotImplemented")(NotImplemented)
hostile("a string")("sin(pos / 10000 ** (2 * i / d_model))")
hostile("a number")(3.14)
hostile("a class")(PlainClass)
hostile("a class that takes any arguments")(ClassWithArguments)
hostile("a module")(np)
hostile("a list")([[0.0, 1.0], [0.84, 0.54]])
hostile("a dict")({"answer": 1})
hostile("a table in place of the function")(np.zeros((4, 4)))
hostile("a built-in function")(print)
hostile("a NumPy function")(np.sin)
hostile("an iterator")(iter([1, 2, 3]))
hostile("object that raises when called")(CallRaises())
hostile("object whose __array__ raises")(ArrayRaises())
hostile("object whose __repr__ raises")(ReprRaises())
hostile("object whose __eq__ raises")(EqualRaises())
hostile("object whose __bool__ raises")(BooleanRaises())
hostile("object whose attributes raise")(AttributesRaise())


@hostile("takes no arguments")
def _():
    return np.zeros((4, 4))


@hostile("takes seven arguments")
def _(a, b, c, d, e, f, g):
    return np.zeros((4, 4))


@hostile("needs a keyword argument")
def _(*args, secret):
    return np.zeros((4, 4))


@hostile("raises ValueError")
def _(*args):
    raise ValueError("not done yet")


@hostile("raises NotImplementedError")
def _(*args):
    raise NotImplementedError


@hostile("returns None")
def _(*args):
    return None


@hostile("returns NotImplemented")
def _(*args):
    return NotImplemented


@hostile("returns a string")
def _(*args):
    return "0 1 0 1"


@hostile("returns an array of strings")
def _(*args):
    return np.array([["0.0", "1.0"], ["0.84", "0.54"]])


@hostile("returns a ragged list")
def _(*args):
    return [[0.0, 1.0], [0.84], []]


@hostile("returns a dict")
def _(*args):
    return {0: [0.0, 1.0], 1: [0.84, 0.54]}


@hostile("returns a set")
def _(*args):
    return {0.0, 1.0}


@hostile("returns NaN")
def _(*args):
    return np.full((8, 8), np.nan)


@hostile("returns NaN in the right shape")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), np.nan)


@hostile("returns inf in the right shape")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), np.inf)


@hostile("returns complex numbers")
def _(*args):
    return np.full((8, 8), 1j)


@hostile("returns an object array")
def _(*args):
    return np.array([[None, "a"], [object(), 3]], dtype=object)


@hostile("returns a generator")
def _(*args):
    return (row for row in [[0.0, 1.0], [0.84, 0.54]])


@hostile("is a generator function")
def _(*args):
    yield [0.0, 1.0]
    yield [0.84, 0.54]


@hostile("is a coroutine function")
async def _(*args):
    return np.zeros((4, 4))


@hostile("returns a wrong shape")
def _(*args):
    return np.zeros((3, 5, 7))


@hostile("returns a 0-d array")
def _(*args):
    return np.array(0.5)


@hostile("returns a number")
def _(*args):
    return 42


@hostile("returns an empty array")
def _(*args):
    return np.array([])


@hostile("returns an empty list")
def _(*args):
    return []


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


@hostile("returns a view of 8 terabytes")
def _(*args):
    return np.broadcast_to(np.float64(0), (10**7, 10**5))


@hostile("returns itself")
def returns_itself(*args):
    return returns_itself


@hostile("returns bytes")
def _(*args):
    return b"\x00\x01"


@hostile("returns booleans")
def _(*args):
    return np.zeros((8, 8), dtype=bool)


@hostile("returns dates")
def _(*args):
    return np.zeros((8, 8), dtype="datetime64[s]")


@hostile("returns a structured array")
def _(*args):
    return np.zeros((8,), dtype=[("sine", float), ("cosine", float)])


@hostile("returns a function")
def _(*args):
    return lambda: np.zeros((4, 4))


@hostile("returns a class")
def _(*args):
    return PlainClass


@hostile("prints 10 000 lines")
def _(*args):
    for line in range(10_000):
        print("line", line)
    return None


@hostile("calls input()")
def _(*args):
    return input("How many positions? ")


@hostile("calls sys.exit")
def _(*args):
    sys.exit(0)


@hostile("raises KeyboardInterrupt")
def _(*args):
    raise KeyboardInterrupt


@hostile("raises GeneratorExit")
def _(*args):
    raise GeneratorExit


@hostile("calls itself for ever")
def calls_itself_for_ever(*args):
    return calls_itself_for_ever(*args)


@hostile("raises RecursionError")
def _(*args):
    raise RecursionError("maximum recursion depth exceeded")


@hostile("raises MemoryError")
def _(*args):
    raise MemoryError


@hostile("raises StopIteration")
def _(*args):
    raise StopIteration


@hostile("raises an error that cannot be printed")
def _(*args):
    raise SpeechlessError


@hostile("raises a bare BaseException")
def _(*args):
    raise OutsideError("past every except Exception")


@hostile("changes its argument")
def _(*args):
    for argument in args:
        if isinstance(argument, np.ndarray):
            argument[...] = 0
    return np.zeros((8, 8))


@hostile("adds in place")
def _(x, codes, *rest):
    x += codes[: x.shape[1]]
    return x


@hostile("sorts its argument")
def _(positions, *args):
    positions.sort()
    return np.zeros((8, 8))


@hostile("another shape at every call")
def changes_its_mind(*args):
    changes_its_mind.calls = getattr(changes_its_mind, "calls", 0) + 1
    return np.zeros((changes_its_mind.calls, 3))


@hostile("result whose __array__ raises")
def _(*args):
    return ArrayRaises()


@hostile("result whose __array__ is no array")
def _(*args):
    return ArrayIsNoArray()


@hostile("result whose shape lies")
def _(*args):
    return ShapeLies()


@hostile("result whose __repr__ raises")
def _(*args):
    return ReprRaises()


@hostile("result whose __eq__ raises")
def _(*args):
    return EqualRaises()


@hostile("result equal to everything")
def _(*args):
    return EqualToEverything()


@hostile("result whose __bool__ raises")
def _(*args):
    return BooleanRaises()


@hostile("result whose length lies")
def _(*args):
    return LengthLies()


@hostile("result whose attributes raise")
def _(*args):
    return AttributesRaise()


@hostile("ndarray subclass that is always close")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), 7.0).view(AlwaysCloseArray)


@hostile("ndarray subclass that cannot be printed")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), 7.0).view(SilentArray)


@hostile("floats that lie")
def _(*args):
    return [[FloatLies(7)] * 8 for _ in range(8)]


@hostile("masked array, all masked")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.ma.masked_all((rows, columns))


@hostile("masked array, wrong values masked")
def _(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.ma.array(np.full((rows, columns), 7.0), mask=True)


@hostile("endless loop")
def _(*args):
    while True:
        pass
