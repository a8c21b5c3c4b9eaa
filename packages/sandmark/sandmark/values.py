"""Read the values that come back from students' code without trusting them."""

import base64
import csv
import io
import math
import re

import numpy as np

LARGEST = 250_000  # bytes, about ten times as many as in a right answer

_CONTROL = re.compile(r"[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffe\uffff]")

# The beginning of a file with numbers or text from `numpy.save`; NumPy can read others.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|][biufcU]\d{1,3})', "
    rb"'fortran_order': (True|False), "
    rb"'shape': \(((?:\d{1,9},|\d{1,9}(?:, \d{1,9}){1,7})?)\), \} *\n",
    re.DOTALL,
)

# Where a formula may begin in a spreadsheet, even after what may be a separator.
_FORMULA = re.compile(r"((?:^|[;\t\r\n])[\s\"]*+)([-=+@\uff0b\uff0d\uff1d\uff20]?)")


class Refused(ValueError):
    """Raised if what came back cannot be used as a value."""


def pack(value):
    """Return an argument for JSON; an array becomes an ``.npy`` file in base64."""
    if not isinstance(value, np.ndarray):
        return value
    file = io.BytesIO()
    np.save(file, value, allow_pickle=False)
    return {"npy": base64.b64encode(file.getvalue()).decode()}


def storable(text):
    """Return a string without the characters that no file or page can hold."""
    # JSON may contain surrogates, which are halves of characters.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _CONTROL.sub("\ufffd", text)


def plain(text):
    """Return a string without characters that control a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def no_formula(cell: object):
    """Return a table's cell as a string that no spreadsheet takes for a formula."""
    text = "" if cell is None else str(cell)
    if re.fullmatch(r"-(\d+(\.\d+)?)?", text):
        return text
    return _FORMULA.sub(lambda it: f"{it[1]}'{it[2]}" if it[2] else it[1], text)


def csv_of(lines, cell=no_formula):
    """Return lines as the text of a CSV file; each cell is written as `cell` says."""
    file = io.StringIO(newline="")
    csv.writer(file).writerows(map(cell, line) for line in lines)
    return file.getvalue()


def unpack(text: str):
    """Return the array in an ``.npy`` file from a student, or raise `Refused`."""
    # The array holds booleans, numbers of any kind, or text, and has the size that the
    # file states. Nothing in the file is run, and it takes no more memory than it has.
    if not isinstance(text, str) or len(text) > 4 * LARGEST // 3 + 8:
        raise Refused("the value is too large")
    try:
        return _array(base64.b64decode(text, validate=True))
    except Refused:
        raise
    except Exception:  # NumPy raises many kinds of errors
        raise Refused("the value is not an array") from None


def _array(data):
    header = _HEADER.match(data)
    kind, fortran, shape = header.groups()
    shape = tuple(int(size) for size in shape.split(b",") if size)
    dtype = np.dtype(kind.decode())
    if math.prod(shape) * dtype.itemsize != len(data) - header.end():
        raise Refused("the value does not have the size that its header states")
    if math.prod(filter(None, shape)) > LARGEST:  # as an empty value may be
        raise Refused("the value is too large")
    entries = np.frombuffer(data, dtype, offset=header.end())
    if dtype.kind == "U":
        "".join(entries.tolist()).encode()  # raises an error for an invalid character
    return entries.reshape(shape, order="F" if fortran == b"True" else "C")
