"""Integer and normalized positions."""

import numpy as np
import pytest

from posenc_lessons import integer_positions, normalized_positions

BOTH = pytest.mark.parametrize("code", [integer_positions, normalized_positions])


@BOTH
@pytest.mark.parametrize(("n", "d_model"), [(1, 1), (7, 3), (50, 2)])
def test_every_column_is_the_same_and_rises_by_equal_steps(code, n, d_model):
    table = code(n, d_model)
    assert table.shape == (n, d_model)
    assert table.dtype == np.float64
    assert (table == table[:, :1]).all()
    np.testing.assert_allclose(np.diff(table, axis=0), table[0, 0])


def test_integers_are_the_same_in_every_sentence():
    np.testing.assert_array_equal(integer_positions(9, 2)[:4], integer_positions(4, 2))


def test_normalized_positions_end_at_1():
    for n in (1, 3, 1000):
        table = normalized_positions(n, 1)
        assert table.max() == table[-1, 0] == 1
        assert table.min() > 0


def test_by_hand():
    # The lecture: the second of two words has 2/2, the second of four has 2/4.
    assert normalized_positions(2, 1).tolist() == [[0.5], [1.0]]
    assert normalized_positions(4, 1)[1] == 0.5
    assert integer_positions(3, 1).tolist() == [[1], [2], [3]]


@BOTH
def test_the_largest_sizes(code):
    for arguments, limit in (
        ((10**7 + 1, 1), "10,000,000"),
        ((1, 10**5 + 1), "100,000"),
    ):
        with pytest.raises(ValueError, match=f"at most {limit}; got"):
            code(*arguments)
    assert code(1, 10**5).shape == (1, 10**5)


@BOTH
@pytest.mark.parametrize(
    ("size", "error"),
    [(0, ValueError), (-3, ValueError), (10**9, ValueError), (2.0, TypeError)]
    + [(True, TypeError), ("4", TypeError), (None, TypeError), ([4], TypeError)],
)
def test_sizes_are_checked(code, size, error):
    for name, arguments in (("n_positions", (size, 2)), ("d_model", (2, size))):
        with pytest.raises(error, match=f"{name} must") as caught:
            code(*arguments)
        shown = f"{size:,}" if error is ValueError else repr(size)
        assert shown in str(caught.value)
