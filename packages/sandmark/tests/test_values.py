"""Values from where a student's code ran, at the borders of what is read."""

import base64
import io

import numpy as np
import pytest
from sandmark import values
from sandmark.values import Refused, pack, storable, unpack


def file_of(array, version=(1, 0)):
    """Return an .npy file in base64, in one version of its format."""
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return base64.b64encode(file.getvalue()).decode()


def with_header(size):
    """Return a file of no numbers whose header has a size, filled up by blanks."""
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}"
    header = header.ljust(size - 1) + b"\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    return base64.b64encode(start + header).decode()


def test_what_is_no_array_is_packed_as_it_is():
    assert [pack(value) for value in (7, 0.5, "text")] == [7, 0.5, "text"]


def test_objects_are_not_packed():
    with pytest.raises(ValueError, match="allow_pickle"):
        pack(np.array([object()]))


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
def test_two_versions_of_the_format_are_read(version):
    assert unpack(file_of(np.arange(3.0), version)).tolist() == [0, 1, 2]


def test_a_later_version_is_not():
    with pytest.raises(Refused, match="no array"):
        unpack(file_of(np.arange(3.0), (3, 0)))


@pytest.mark.parametrize("array", [np.arange(6.0).reshape(2, 3), np.ones((3, 1, 4))])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_order_in_memory_makes_no_difference(array, order):
    given = np.asarray(array, order=order)
    assert (unpack(file_of(given)) == array).all()


def test_the_largest_text(monkeypatch):
    monkeypatch.setattr(values, "LARGEST", 300)
    with pytest.raises(Refused, match="the value is no array"):
        unpack("A" * 408)  # 4 / 3 of 300, and 8
    with pytest.raises(Refused, match="the value is too large"):
        unpack("A" * 409)


def test_the_largest_header():
    assert unpack(with_header(2000)).shape == (0,)
    with pytest.raises(Refused, match="no array"):
        unpack(with_header(2001))


def test_the_longest_text_in_an_array():
    assert unpack(file_of(np.array("x" * 1000))).item() == "x" * 1000
    with pytest.raises(Refused, match="something else"):
        unpack(file_of(np.array("x" * 1001)))


def test_the_most_axes():
    assert unpack(file_of(np.ones((1,) * 8))).ndim == 8
    with pytest.raises(Refused, match="a size that no array has"):
        unpack(file_of(np.ones((1,) * 9)))


@pytest.mark.parametrize("kind", ["<V8", "<M8[s]", "S3"])
def test_what_is_no_number_is_told_so(kind):
    with pytest.raises(Refused, match="something else than numbers"):
        unpack(file_of(np.zeros(2, dtype=kind)))


@pytest.mark.parametrize("shape", ["(True,)", "(-1, -1)"])
def test_a_size_that_no_array_has(shape):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    with pytest.raises(Refused, match="a size that no array has"):
        unpack(base64.b64encode(start + header + b"12345678").decode())


@pytest.mark.parametrize("missing", [1, -1])
def test_another_size_is_told(missing):
    data = base64.b64decode(file_of(np.arange(3.0)))
    data = data[:-missing] if missing > 0 else data + b"1"
    with pytest.raises(Refused, match="another size"):
        unpack(base64.b64encode(data).decode())


def test_what_stands_between_letters_of_base64_is_refused():
    with pytest.raises(Refused, match="no array"):
        unpack(file_of(np.arange(3.0)).replace("A", "A\n", 1))


def test_a_warning_refuses():
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (0L,)}\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    with pytest.raises(Refused):
        unpack(base64.b64encode(start + header).decode())


def test_no_half_of_a_character_is_read():
    text = np.frombuffer(np.uint32(0xD800).tobytes(), "<U1")
    with pytest.raises(Refused):
        unpack(file_of(text))


def test_only_characters_are_stored():
    kept = "\t\n\x0b\x0c\r\x1b ~\x80\ufffd"
    assert storable(kept) == kept
    lost = [*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F, 0xFFFE, 0xFFFF]
    assert storable("".join(map(chr, lost))) == "\ufffd" * len(lost)
    assert storable("a\ud83d\ude00b") == "a\U0001f600b"
    assert storable("a\ud83db") == "a\ufffdb"
