"""The stand-in for NumPy returns what NumPy returns."""

import numpy as np
import pytest
from hintcheck import lists

NESTED = [3, [1.5, -2.0], [[1, 2, 3], [4, 5, 6]], [[[1.5], [0.0]]], [], [True, False]]


@pytest.mark.parametrize("value", NESTED, ids=str)
def test_an_array_is_that_of_numpy(value):
    array, other = lists.asarray(value), np.asarray(value)
    assert (array.shape, array.size) == (other.shape, other.size)
    assert array.ndim == other.ndim
    assert array.size == 0 or array.dtype.kind == other.dtype.kind
    assert array.tolist() == other.tolist()
    assert [array[i] for i in np.ndindex(other.shape)] == other.ravel().tolist()


@pytest.mark.parametrize("value", [[1.5, -2.5], [[1.0, 2.0], [0.5, 4.0]]], ids=str)
def test_operations_are_those_of_numpy(value):
    array, other = lists.asarray(value), np.asarray(value)
    for one, right in (
        (array - 1, other - 1),
        (array - array, other - other),
        (abs(array), abs(other)),
        (array <= 1.5, other <= 1.5),
        (array != array.round(), other != other.round()),
        (lists.isfinite(array), np.isfinite(other)),
    ):
        assert one.tolist() == right.tolist()
        assert (one.all(), one.any()) == (right.all(), right.any())
    assert lists.argwhere(array > 1) == list(map(tuple, np.argwhere(other > 1)))
    assert array.max(initial=3) == other.max(initial=3)


@pytest.mark.parametrize("value", [[1, [2]], [[1], [2, 3]]], ids=str)
def test_parts_of_different_lengths_are_no_array(value):
    with pytest.raises(ValueError, match="must have the same length"):
        lists.asarray(value)


def test_what_only_numpy_has_says_how_to_get_it():
    with pytest.raises(AttributeError, match=r"ptp from NumPy.*pip install numpy"):
        _ = lists.ptp
