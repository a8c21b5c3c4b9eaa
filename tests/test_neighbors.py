"""The nearest other position, by hand and for the lecture's waves."""

import math

import numpy as np
import pytest

from posenc_lessons import closest_pair, nearest_neighbors, sine_positions


def test_by_hand():
    neighbors, distances = nearest_neighbors([[0, 0], [3, 4], [0, 1]])
    assert neighbors.tolist() == [2, 2, 0]
    np.testing.assert_allclose(distances, [1, math.sqrt(18), 1])
    neighbors, distances = nearest_neighbors([5.0, 1.0, 5.0, 1.0])
    assert (neighbors.tolist(), distances.tolist()) == ([2, 3, 0, 1], [0] * 4)


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


@pytest.mark.parametrize("function", [nearest_neighbors, closest_pair])
def test_one_row_has_no_neighbor(function):
    with pytest.raises(ValueError, match="at least 2 rows to compare; got 1"):
        function([1.0])
