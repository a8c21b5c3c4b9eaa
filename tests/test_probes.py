"""The linear probes."""

import numpy as np
import pytest

from posenc_lessons import probe_accuracy
from posenc_lessons.mathematics.probes import _descent

RANDOM = np.random.default_rng(0)
CENTRES = RANDOM.normal(size=(4, 6))
CLASSES, NEW = RANDOM.integers(4, size=200), RANDOM.integers(4, size=100)
POINTS = CENTRES[CLASSES] + 0.01 * RANDOM.normal(size=(200, 6))
NEW_POINTS = CENTRES[NEW] + 0.01 * RANDOM.normal(size=(100, 6))
READERS = ["least squares", "discriminant", "descent"]


@pytest.mark.parametrize("reader", READERS)
def test_reads_what_is_there_and_guesses_what_is_not(reader):
    assert probe_accuracy(POINTS, CLASSES, NEW_POINTS, NEW, reader) == 1
    noise, new_noise = RANDOM.normal(size=(200, 6)), RANDOM.normal(size=(100, 6))
    assert probe_accuracy(noise, CLASSES, new_noise, NEW, reader) < 0.5


@pytest.mark.parametrize("reader", READERS[:2])
@pytest.mark.parametrize("scale", [3, 1e-4, 1e4])
def test_the_scale_and_a_common_shift_change_nothing(reader, scale):
    moved = [scale * (points + 7) for points in (POINTS, NEW_POINTS)]
    assert probe_accuracy(moved[0], CLASSES, moved[1], NEW, reader) == 1


def test_descent_is_slow_where_vectors_are_long_for_another_reason():
    """One direction gives the class; with 30 longer ones, 200 steps are too few."""
    long = 30 * RANDOM.normal(size=(300, 30))
    classes = RANDOM.integers(2, size=300)
    points = np.column_stack([long, 2.0 * classes - 1])
    half = slice(150), slice(150, 300)
    given = points[half[0]], classes[half[0]], points[half[1]], classes[half[1]]
    assert probe_accuracy(*given, "discriminant") == 1
    assert probe_accuracy(*given, "descent") < 0.9


def test_a_step_of_descent_by_hand():
    # The errors are 1/2 with both signs, their sum over both vectors is 1, and the step
    # is 2 / 2.
    step = _descent(np.array([[1.0], [-1.0]]), np.eye(2), 1)
    np.testing.assert_allclose(step, [[1, -1]])


@pytest.mark.parametrize("reader", READERS)
def test_by_hand(reader):
    # Outputs meet halfway between 0 and 1: 0.4 reads as the first, 0.6 as the second.
    given = [[0.0], [1.0]], [0, 1]
    assert probe_accuracy(*given, [[0.4], [0.6]], [0, 1], reader) == 1
    assert probe_accuracy(*given, [[0.4], [0.6]], [1, 1], reader) == 0.5
    # A class that was never fitted is never read, and a gap in the numbers does no
    # harm.
    assert probe_accuracy(*given, [[0.4], [9.0]], [0, 2], reader) == 0.5
    assert probe_accuracy([[0.0], [1.0]], [5, 2], [[0.4], [0.6]], [5, 2], reader) == 1


def test_the_discriminant_weighs_directions_by_their_spread():
    """By hand: means are 2 apart with spread 4 along x, 1 with spread 0.1 along y."""
    spread = np.array([[4, 0.1], [4, -0.1], [-4, 0.1], [-4, -0.1]])
    points = np.vstack([spread, spread + [2, 1]])
    classes = np.repeat([0, 1], 4)
    # This point is nearer to the second mean along x, and to the first along y.
    asked = [[3.0, 0.2]], [0]
    assert probe_accuracy(points, classes, *asked, "discriminant") == 1
    nearest = np.linalg.norm(np.array(asked[0]) - [[0, 0], [2, 1]], axis=1).argmin()
    assert nearest == 1
