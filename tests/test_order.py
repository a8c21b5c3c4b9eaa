"""Orders of words: permutation matrices, and orders by their number."""

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


@pytest.mark.parametrize("n", range(1, 6))
def test_nth_orders_are_those_of_itertools(n):
    expected = list(itertools.permutations(range(n)))
    found = [tuple(nth_order(n, index).tolist()) for index in range(len(expected))]
    assert found == expected
    assert tuple(nth_order(n, len(expected))) == expected[0]
