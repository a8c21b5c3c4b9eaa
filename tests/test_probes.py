"""The linear probe."""

import numpy as np
import pytest

from posenc_lessons import probe_accuracy

RANDOM = np.random.default_rng(0)
CENTRES = RANDOM.normal(size=(4, 6))
CLASSES, NEW = RANDOM.integers(4, size=200), RANDOM.integers(4, size=100)
POINTS = CENTRES[CLASSES] + 0.01 * RANDOM.normal(size=(200, 6))
NEW_POINTS = CENTRES[NEW] + 0.01 * RANDOM.normal(size=(100, 6))


def test_reads_what_is_there_and_guesses_what_is_not():
    assert probe_accuracy(POINTS, CLASSES, NEW_POINTS, NEW) == 1
    noise, new_noise = RANDOM.normal(size=(200, 6)), RANDOM.normal(size=(100, 6))
    assert probe_accuracy(noise, CLASSES, new_noise, NEW) < 0.5


def test_the_scale_and_a_common_shift_change_nothing():
    moved = [3 * points + 7 for points in (POINTS, NEW_POINTS)]
    assert probe_accuracy(moved[0], CLASSES, moved[1], NEW) == 1


def test_by_hand():
    # Outputs meet halfway between 0 and 1: 0.4 reads as the first, 0.6 as the second.
    given = [[0.0], [1.0]], [0, 1]
    assert probe_accuracy(*given, [[0.4], [0.6]], [0, 1]) == 1
    assert probe_accuracy(*given, [[0.4], [0.6]], [1, 1]) == 0.5
    # A class that was never fitted is never read.
    assert probe_accuracy(*given, [[0.4], [9.0]], [0, 2]) == 0.5


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (([[1.0]], [0, 1], [[1.0]], [0]), "features and .*classes must have the same"),
        (([[1.0]], [0], [[1.0]], [0, 1]), "new_features and .*new_classes must"),
        (([[1.0]], [0], [[1.0, 2.0]], [0]), "features and .*new_features must"),
        (([[1.0]], [-1], [[1.0]], [0]), "classes must hold whole numbers from 0"),
        (([[np.inf]], [0], [[1.0]], [0]), "features must hold finite numbers"),
    ],
)
def test_errors(arguments, text):
    with pytest.raises(ValueError, match=text):
        probe_accuracy(*arguments)
