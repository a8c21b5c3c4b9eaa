"""Values from where a student's code ran, at the limits of what is read."""

import base64
import pickle

import numpy as np
import pytest
from sandmark import values
from sandmark.values import Refused, pack, storable, unpack

ARRAYS = [
    np.array(3.5),
    np.arange(6).reshape(2, 3),
    np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    np.array([True, False]),
    np.array([1j]),
    np.array("x" * 999),
    np.arange(3, dtype=">i2"),
    np.zeros((0, 4), dtype=np.float16),
    np.ones((1,) * 8),
    np.ones((0, 250_000)),
]
ANOTHER_SIZE = "the value does not have the size that its header states"
NO_ARRAY = "the value is not an array"
TOO_LARGE = "the value is too large"
LONG_SHAPE = "".join("1, " for _ in range(9))
# The kind, the shape and the data of files, and why they are refused.
FILES = [
    ("'<f8'", "(5, 6)", bytes(8), ANOTHER_SIZE),
    ("'<f8'", f"({10**8},)", bytes(16), ANOTHER_SIZE),
    ("'<f8'", "(1,)", bytes(16), ANOTHER_SIZE),
    ("'<f8'", f"(0, {10**30})", b"", NO_ARRAY),
    ("'<f8'", "(0, 999999999, 999999999, 999999999)", b"", TOO_LARGE),
    ("'<f8'", "(250001, 0)", b"", TOO_LARGE),
    ("'<f8'", "(-1,)", b"", NO_ARRAY),
    ("'<f8'", f"({LONG_SHAPE})", bytes(8), NO_ARRAY),
    ("'<f8'", "(2L,)", bytes(16), NO_ARRAY),
    ("'|O'", "(1,)", pickle.dumps([1]), NO_ARRAY),
    ("'<M8[s]'", "(1,)", bytes(8), NO_ARRAY),
    ("'S3'", "(1,)", bytes(3), NO_ARRAY),
    ("'<U1001'", "(1,)", bytes(4004), NO_ARRAY),
    ("'<U0'", "(3,)", b"", NO_ARRAY),
    ("'<U1'", "(1,)", b"\xff" * 4, NO_ARRAY),
    ("'<U1'", "(1,)", b"\x00\xd8\x00\x00", NO_ARRAY),  # half a character
    ("()", "(2,)", bytes(16), NO_ARRAY),
]
HEADER = "{{'descr': {}, 'fortran_order': False, 'shape': {}, }}"
HEADERS = [(HEADER.format(kind, shape), *about) for kind, shape, *about in FILES]
OTHERS = "{'shape': " + "(" * 5000, "__import__('os').getcwd()", " " * 5000
HEADERS += [(header, b"", NO_ARRAY) for header in OTHERS]
NO_TEXTS = [None, 7, "", "not base64!", base64.b64encode(pickle.dumps([1])).decode()]
NO_TEXTS += [pack(np.arange(3.0))["npy"].replace("A", "A\n", 1)]


def file_with(header, data=b""):
    """Return an .npy file in base64 with any header."""
    header = header.encode("latin1") + b"\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    return base64.b64encode(start + header + data).decode()


@pytest.mark.parametrize("array", ARRAYS, ids=range(len(ARRAYS)))
def test_a_value_comes_back_as_it_was(array):
    back = unpack(pack(array)["npy"])
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert (back == array).all()


@pytest.mark.parametrize(
    "header, data, reason", HEADERS, ids=[header[:60] for header, *_ in HEADERS]
)
def test_damaged_values_are_refused(header, data, reason):
    with pytest.raises(Refused) as refused:
        unpack(file_with(header, data))
    assert str(refused.value) == reason


@pytest.mark.parametrize("text", NO_TEXTS, ids=str)
def test_what_is_no_file_is_refused(text):
    with pytest.raises(Refused, match="the value"):
        unpack(text)


def test_the_largest_text(monkeypatch):
    with pytest.raises(Refused, match="the value is too large"):
        unpack("A" * 30_000_000)
    monkeypatch.setattr(values, "LARGEST", 300)
    with pytest.raises(Refused, match=NO_ARRAY):
        unpack("A" * 408)  # 4 / 3 of 300, plus 8
    with pytest.raises(Refused, match="the value is too large"):
        unpack("A" * 409)


def test_only_characters_are_stored():
    kept = "\t\n\x0b\x0c\r\x1b ~\x80\ufffd"
    assert storable(kept) == kept
    lost = [*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F, 0xFFFE, 0xFFFF]
    assert storable("".join(map(chr, lost))) == "\ufffd" * len(lost)
    assert storable("a\ud83d\ude00b") == "a\U0001f600b"
    assert storable("a\ud83db") == "a\ufffdb"
