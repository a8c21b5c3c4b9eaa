"""Says in a sentence what stopped a reader's function, and where."""

import linecache
import re
from collections.abc import Sequence

# The kind of error, what NumPy or Python says, and what that means. Braces stand for
# the groups of the pattern.
SENTENCES = [
    (
        "TypeError",
        r"ellipsis",
        "`...` is still there. Put your own code in its place.",
    ),
    (
        "ValueError",
        r"matmul: .*\(size (\d+) is different from (\d+)\)",
        "in the matrix product, the first has {1} columns and the second {0} rows. "
        "Is a transpose missing, or another matrix meant?",
    ),
    (
        "ValueError",
        r"shapes (\(.*?\)) and (\(.*?\)) not aligned",
        "the matrices {0} and {1} do not fit into a product. Is a transpose missing?",
    ),
    (
        "ValueError",
        r"operands .* with shapes (\(\d+,(\d+)\)) (\((?:\d+,\2|\2,\d+)\))",
        "the shapes {0} and {2} do not go together, entry by entry. Is the matrix "
        "product `@` meant, with a transpose where it needs one?",
    ),
    (
        "ValueError",
        r"operands could not be broadcast together with shapes (\(.*?\)) (\(.*?\))",
        "the shapes {0} and {1} do not go together, entry by entry. Is an axis missing "
        "or too many ([:, None], keepdims=True in a sum), or is a slice missing, "
        "too short or too long?",
    ),
    (
        "TypeError",
        r"Cannot interpret '(.*)' as a data type",
        "the shape is one pair, in its own brackets: np.zeros((rows, columns)). The "
        "second argument, here {0}, is the kind of number.",
    ),
    (
        "ValueError",
        r"could not broadcast input array from shape (\(.*?\)) into shape (\(.*?\))",
        "what has the shape {0} is put into a place of the shape {1}.",
    ),
    (
        "ValueError",
        r"cannot reshape array of size (\d+) into shape (\(.*?\))",
        "{0} numbers cannot be put into the shape {1}.",
    ),
    (
        "ValueError",
        r"all the input array dimensions|all input arrays must have the same shape",
        "arrays of different shapes are joined.",
    ),
    (
        "ValueError",
        r"array split does not result in an equal division",
        "the axis cannot be split into so many equal parts. Without axis=1, the rows "
        "are split; with it, the columns.",
    ),
    (
        "ValueError",
        r"setting an array element with a sequence",
        "the rows are not equally long, or one place gets several numbers.",
    ),
    (
        "ValueError",
        r"Integers to negative integer powers",
        "NumPy raises no whole number to a negative power: write it with a point, such "
        "as 10000.0.",
    ),
    (
        "ValueError",
        r"truth value of an array",
        "an `if`, `and` or `or` asks a whole array whether it is true. Take np.where, "
        ".any() or .all().",
    ),
    (
        "ValueError",
        r"math domain error",
        "a root or a logarithm is taken of a number below 0.",
    ),
    (
        "ValueError",
        r"assignment destination is read-only",
        "it writes into an array that cannot be changed: copy it first.",
    ),
    (
        "ValueError|TypeError",
        r"not enough values to unpack|too many values to unpack|cannot unpack",
        "the number of names on the left is not that of values on the right.",
    ),
    (
        "IndexError",
        r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)",
        "it asks for number {0} of {1}, counted from 0.",
    ),
    (
        "IndexError",
        r"(list|tuple) (?:assignment )?index out of range",
        "it asks for a place that the {0} does not have; places count from 0.",
    ),
    (
        "IndexError",
        r"array is (\d)-dimensional, but (\d) were indexed",
        "it gives {1} indices to an array of {0} dimension(s).",
    ),
    (
        "IndexError|TypeError",
        r"arrays used as indices must be|only integers, slices|only integer scalar "
        r"arrays|indices must be integers|cannot be interpreted as an integer",
        "a length or an index is no whole number. `/` makes a fraction: take `//`, "
        "int() or round().",
    ),
    (
        "AxisError",
        r"axis (-?\d+) is out of bounds for array of dimension (\d)",
        "there is no axis {0}: the array has {1} dimension(s), counted from 0.",
    ),
    (
        "TypeError",
        r"only (?:0-dimensional|length-1|size-1) arrays can be converted",
        "a function for one number gets an array. NumPy's take arrays: np.sin, np.exp, "
        "np.sqrt.",
    ),
    (
        "TypeError",
        r"'NoneType' (?:object|and)|and 'NoneType'|type NoneType",
        "a None takes part. Does one of your functions lack a `return`?",
    ),
    (
        "TypeError",
        r"for \^:|'bitwise_xor'",
        "a power is written `**`; `^` is something else.",
    ),
    (
        "TypeError",
        r"unsupported operand type.*'(list|tuple)'|can't multiply sequence|"
        r"can only concatenate (list|tuple)",
        "a list does not compute like an array: put it into np.array(...).",
    ),
    (
        "TypeError",
        r"bad operand type for unary -: '(list|tuple)'",
        "a {0} has no minus: put it into np.array(...), or write the signs within.",
    ),
    (
        "TypeError",
        r"'(.*)' object is not callable",
        "round brackets follow something that is no function ({0}): is a `*` missing?",
    ),
    (
        "TypeError",
        r"'(.*)' object is not (subscriptable|iterable)|"
        r"object of type '(.*)' has no len|len\(\) of unsized",
        "one number is used as if it were a list or an array.",
    ),
    (
        "AttributeError",
        r"'(list|tuple)' object has no attribute '(.*)'",
        "a list has no .{1}: put it into np.array(...).",
    ),
    (
        "AttributeError",
        r"module '(.*)' has no attribute '(\w+)'",
        "{0} has nothing of the name {1}.",
    ),
    (
        "NameError",
        r"name '(sin|cos|pi|exp|sqrt|log|arange|zeros|array)' is not defined",
        "{0} is not known: write np.{0}.",
    ),
    (
        "NameError",
        r"name '(.*)' is not defined",
        "the name {0} is not known: is it misspelt, or a cell not run?",
    ),
    (
        "UnboundLocalError",
        r"(?:cannot access )?local variable '(.*?)'",
        "{0} is used before it has a value.",
    ),
    ("ZeroDivisionError", r"", "it divides by 0. Where does the count begin?"),
    (
        "OverflowError",
        r"",
        "a number becomes too large: do brackets hold the exponent together?",
    ),
    ("RecursionError", r"", "it calls itself without an end."),
    ("KeyError", r"(.*)", "there is no key {0}."),
]


def error_text(error: BaseException) -> str:
    """Return the kind and text of an exception in short, even if its str() fails."""
    text = _text(error)
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text if len(text) <= 200 else text[:197] + "..."


def _text(error):
    """Return the text of an exception on one line, empty if it has none."""
    try:
        return " ".join(str(error).split())
    except Exception:
        return ""


def explained(text: str, sentences: Sequence[tuple[str, str, str]] = ()) -> str:
    """Return a sentence that explains an error, or the error as it is.

    Parameters
    ----------
    text : str
        Such as "ZeroDivisionError: division by zero".
    sentences : sequence of tuple
        Entries that are tried before those of `SENTENCES`.
    """
    kind, _, said = text.partition(": ")
    for kinds, pattern, sentence in [*sentences, *SENTENCES]:
        match = re.search(pattern, said) if kind in kinds.split("|") else None
        if match:
            return f"{sentence.format(*match.groups())} ({kind})"
    return text


def in_words(
    error: Exception, function: object, sentences: Sequence[tuple] = ()
) -> str:
    """Return where and why a function stopped, as the end of a sentence.

    Parameters
    ----------
    error : Exception
        What it raised.
    function : object
        What was called.
    sentences : sequence of tuple
        Further entries as in `SENTENCES`.
    """
    return f"{_place(error, function)}: {explained(error_text(error), sentences)}"


def _place(error: Exception, function: object) -> str:
    """Return the line of the reader's own code in which it stopped."""
    step, line = error.__traceback__, None
    own = _package(_names_of(function))
    while step is not None:
        if own and _package(step.tb_frame.f_globals) == own and step.tb_lineno:
            line = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    if line is None:
        return "at once"
    source = " ".join(linecache.getline(*line).split())
    if not source:
        return f"in line {line[1]}"
    return f"at `{source if len(source) <= 60 else source[:57] + '...'}`"


def _package(names: dict | None) -> str:
    """Return the package, or the module, to which some globals belong."""
    return str((names or {}).get("__name__", "")).partition(".")[0]


def _names_of(function: object) -> dict | None:
    """Return the globals of the module in which the reader wrote a function."""
    try:
        for _ in range(10):  # layers of decorators
            for layer in ("__wrapped__", "func", "pyfunc", "__func__"):
                if callable(getattr(function, layer, None)):
                    function = getattr(function, layer)
                    break
            else:
                break
        if not hasattr(function, "__globals__"):
            function = type(function).__call__
        return getattr(function, "__globals__", None)
    except Exception:  # what was handed in may be any object
        return None
