"""Orders: permutation matrices, and orders by their number."""

import itertools

import numpy as np
import pytest

from posenc_lessons import nth_order, permutation_matrix

ORDERS = list(itertools.permutations(range(4)))


@pytest.mark.parametrize("order", ORDERS)
def test_matrix_reorders_and_its_transpose_undoes(order):
    x = np.random.default_rng(0).normal(size=(4, 3))
    matrix = permutation_matrix(order)
    np.testing.assert_array_equal(matrix @ x, x[list(order)])
    np.testing.assert_array_equal(matrix.T @ matrix @ x, x)


def test_one_after_the_other():
    for one, other in itertools.product(ORDERS, repeat=2):
        both = [other[place] for place in one]
        product = permutation_matrix(one) @ permutation_matrix(other)
        np.testing.assert_array_equal(product, permutation_matrix(both))


def test_by_hand():
    # Row 0 of the result is row 2 of the original.
    expected = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    np.testing.assert_array_equal(permutation_matrix([2, 0, 1]), expected)


@pytest.mark.parametrize("n", range(1, 6))
def test_nth_orders_are_those_of_itertools(n):
    expected = list(itertools.permutations(range(n)))
    found = [tuple(nth_order(n, index).tolist()) for index in range(len(expected))]
    assert found == expected
    assert tuple(nth_order(n, len(expected))) == expected[0]


@pytest.mark.parametrize("order", [[0, 0], [1, 2], [], "ab", [0.5, 1], [[0]], 1, None])
def test_what_is_no_permutation(order):
    with pytest.raises((TypeError, ValueError), match="order must"):
        permutation_matrix(order)


@pytest.mark.parametrize(
    ("n", "index", "error", "shown"),
    [
        (0, 0, ValueError, "n must be at least 1 and at most 20; got 0"),
        (21, 0, ValueError, "got 21"),
        (3, -1, ValueError, "index must be at least 0; got -1"),
        (3.0, 0, TypeError, "n must be a whole number; got 3.0"),
        (True, 0, TypeError, "got True"),
        (3, "1", TypeError, "got '1'"),
    ],
)
def test_nth_order_refuses(n, index, error, shown):
    with pytest.raises(error) as caught:
        nth_order(n, index)
    assert shown in str(caught.value)
