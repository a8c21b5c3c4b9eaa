"""The nearest other position, compared with a search of all pairs."""

import math

import numpy as np
import pytest

from posenc_lessons import (
    closest_pair,
    nearest_neighbors,
    sine_cosine_pairs,
    sine_positions,
)

RANDOM = np.random.default_rng(0)


def compare_all(code):
    """Return each row's smallest distance from another, from an n x n table."""
    rows = code.reshape(len(code), -1)
    distances = np.linalg.norm(rows[:, None] - rows, axis=2)
    np.fill_diagonal(distances, np.inf)
    return distances.min(axis=1)


CODES = {
    "one column": RANDOM.normal(size=60),
    "three columns": RANDOM.normal(size=(60, 3)),
    "equal rows": np.ones((7, 2)),
    "twins": np.repeat(RANDOM.normal(size=(20, 2)), 2, axis=0),
    "a constant column first": np.column_stack([np.ones(50), RANDOM.normal(size=50)]),
    "a column of hardly any width": RANDOM.normal(size=(50, 2)) * [1e-9, 1],
    "two rows": np.array([[1.0, 2.0], [4.0, 6.0]]),
    "sines": sine_positions(500, 1),
    "pairs": sine_cosine_pairs(500, 3),
}


@pytest.mark.parametrize("name", CODES)
def test_finds_what_a_comparison_of_all_finds(name):
    code = CODES[name]
    neighbors, distances = nearest_neighbors(code)
    rows = code.reshape(len(code), -1)
    np.testing.assert_allclose(distances, compare_all(code), rtol=1e-12)
    assert (neighbors != np.arange(len(code))).all()
    np.testing.assert_allclose(
        np.linalg.norm(rows - rows[neighbors], axis=1), distances, rtol=1e-12
    )


def test_by_hand():
    neighbors, distances = nearest_neighbors([[0, 0], [3, 4], [0, 1]])
    assert neighbors.tolist() == [2, 2, 0]
    np.testing.assert_allclose(distances, [1, math.sqrt(18), 1])


# The course's distances, and their reason: two sines are nearly equal if the sum of the
# positions is nearly an odd multiple of pi (8 + 14 = 22, and 22 / 7 is nearly pi; 11 +
# 344 = 355, and so is 355 / 113), or if their difference is nearly a multiple of 2 pi
# (55 - 11 = 44, and 44 / 7 is nearly 2 pi).
@pytest.mark.parametrize(
    ("n", "first", "second", "distance"),
    [(50, 8, 14, 1.2e-3), (100, 11, 55, 2.4e-4), (1000, 11, 344, 1.3e-7)],
)
def test_one_sine_confuses(n, first, second, distance):
    found = closest_pair(sine_positions(n, 1))
    assert found[:2] == (first, second)
    assert found[2] == pytest.approx(distance, rel=0.05)
    exact = abs(math.sin(first) - math.sin(second))
    assert found[2] == pytest.approx(exact, rel=1e-6)


def test_hundred_thousand_positions_need_no_table_of_all_with_all():
    first, second, _ = closest_pair(sine_cosine_pairs(100_000, 1))
    assert second - first == 710  # 710 / 113 is nearly 2 pi


@pytest.mark.parametrize("function", [nearest_neighbors, closest_pair])
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ([1.0], "at least 2 rows to compare; got 1"),
        (np.ones((2, 2, 2)), "1 or 2 axes"),
    ],
)
def test_errors(function, code, text):
    with pytest.raises(ValueError, match=text):
        function(code)
