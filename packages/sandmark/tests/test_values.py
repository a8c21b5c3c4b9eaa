"""Values from where a student's code ran, at the borders of what is read."""

import base64
import io
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
    np.array("x" * 1000),
    np.zeros((0, 4), dtype=np.float16),
    np.ones((1,) * 8),
]
ANOTHER_SIZE = "the value states a size other than its own"
NO_SIZE = "the value states a size that no array has"
NO_ARRAY = "the value is not an array"
SOMETHING_ELSE = "the value holds something other than numbers or text"
# Headers of files, what comes after them, and why they are refused.
HEADERS = [
    *[
        (f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}}}", data, why)
        for kind, shape, data, why in [
            ("'<f8'", "(5, 6)", bytes(8), ANOTHER_SIZE),
            ("'<f8'", f"({10**9},)", bytes(16), ANOTHER_SIZE),
            ("'<f8'", "(1,)", bytes(4), ANOTHER_SIZE),
            ("'<f8'", "(1,)", bytes(16), ANOTHER_SIZE),
            ("'<f8'", f"(0, {10**30})", b"", NO_ARRAY),
            ("'<f8'", f"(0, {2**62}, 8)", b"", NO_ARRAY),
            ("'<f8'", "(True,)", bytes(8), NO_SIZE),
            ("'<f8'", "(-1,)", b"", NO_SIZE),
            ("'<f8'", str((1,) * 9), bytes(8), NO_SIZE),
            ("'<f8'", "(2L,)", bytes(16), NO_ARRAY),
            ("'|O'", "(1,)", pickle.dumps([1]), SOMETHING_ELSE),
            ("'<M8[s]'", "(1,)", bytes(8), SOMETHING_ELSE),
            ("'<V8'", "(1,)", bytes(8), SOMETHING_ELSE),
            ("'S3'", "(1,)", bytes(3), SOMETHING_ELSE),
            ("'<U1001'", "(1,)", bytes(4004), SOMETHING_ELSE),
            ("'<U0'", "(3,)", b"", NO_ARRAY),
            ("'<U1'", "(1,)", b"\xff" * 4, NO_ARRAY),
            ("'<U1'", "()", b"\xff\xff\xff\x7f", NO_ARRAY),
            ("'<U1'", "(1,)", b"\x00\xd8\x00\x00", NO_ARRAY),  # half a character
            ("()", "(2,)", bytes(16), NO_ARRAY),
        ]
    ],
    ("{'shape': " + "(" * 5000, b"", NO_ARRAY),
    ("{'descr': '<f8', \n\n  ((( '", b"", NO_ARRAY),
    ("{'descr': (", b"", NO_ARRAY),
    ("{1: 2, 'descr': '<f8'}", b"", NO_ARRAY),
    ("{[]: 2}", b"", NO_ARRAY),
    ("__import__('os').getcwd()", b"", NO_ARRAY),
    (" " * 5000, b"", NO_ARRAY),
]
NO_TEXTS = [None, 7, "", "not base64!", base64.b64encode(pickle.dumps([1])).decode()]


def file_of(array, version=(1, 0)):
    """Return an .npy file in base64, in one version of its format."""
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return base64.b64encode(file.getvalue()).decode()


def file_with(header, data=b"", size=0):
    """Return an .npy file in base64 with any header, filled up by blanks."""
    header = header.encode("latin1").ljust(size - 1) + b"\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    return base64.b64encode(start + header + data).decode()


@pytest.mark.parametrize("array", ARRAYS, ids=range(len(ARRAYS)))
def test_a_value_comes_back_as_it_was(array):
    back = unpack(pack(array)["npy"])
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert (back == array).all()


def test_two_versions_of_the_format_are_read_and_no_later_one():
    for version in ((1, 0), (2, 0)):
        assert unpack(file_of(np.arange(3.0), version)).tolist() == [0, 1, 2]
    with pytest.raises(Refused, match=NO_ARRAY):
        unpack(file_of(np.arange(3.0), (3, 0)))


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
        unpack("A" * 408)  # 4 / 3 of 300, and 8
    with pytest.raises(Refused, match="the value is too large"):
        unpack("A" * 409)


def test_the_largest_header():
    empty = "{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}"
    assert unpack(file_with(empty, size=2000)).shape == (0,)
    with pytest.raises(Refused, match=NO_ARRAY):
        unpack(file_with(empty, size=2001))


def test_what_stands_between_letters_of_base64_is_refused():
    with pytest.raises(Refused, match=NO_ARRAY):
        unpack(file_of(np.arange(3.0)).replace("A", "A\n", 1))


def test_only_characters_are_stored():
    kept = "\t\n\x0b\x0c\r\x1b ~\x80\ufffd"
    assert storable(kept) == kept
    lost = [*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F, 0xFFFE, 0xFFFF]
    assert storable("".join(map(chr, lost))) == "\ufffd" * len(lost)
    assert storable("a\ud83d\ude00b") == "a\U0001f600b"
    assert storable("a\ud83db") == "a\ufffdb"
