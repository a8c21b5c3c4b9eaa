"""The references written in Markdown are the course's functions."""

import functools

import numpy as np
import pytest
from posenc_checks import EXERCISES

from posenc_lessons.mathematics.attention import (
    attention_weights,
    scaled_dot_product_attention,
    softmax,
)
from posenc_lessons.mathematics.biases import alibi_slopes, t5_bucket
from posenc_lessons.mathematics.heads import join_heads, split_heads
from posenc_lessons.mathematics.neighbours import closest_pair
from posenc_lessons.mathematics.offsets import shift_matrix
from posenc_lessons.mathematics.rotary import rotate
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)


def shift_halves(row, k):
    """Return a row of sines and then cosines for the position k words on."""
    pairs = shift_matrix(k, len(row)) @ row.reshape(2, -1).T.ravel()
    return pairs.reshape(-1, 2).T.ravel()


FUNCTIONS = {
    "1c": attention_weights,
    "6b": lambda d: np.repeat(angular_frequencies(d), 2),
    "7a": sinusoidal_encoding,
    "8a": lambda k, d: shift_matrix(-k, d),
    "8b": shift_halves,
    "H1a": attention_weights,
    "H2b": lambda codes: closest_pair(codes)[:2],
    "H3a": lambda positions, d: sinusoidal_encoding(max(positions) + 1, d)[positions],
    "H3c": shift_matrix,
    "H5d": lambda offsets, n_buckets, max_distance: t5_bucket(
        offsets, n_buckets=n_buckets, max_distance=max_distance, causal=False
    ),
    "9b": scaled_dot_product_attention,
    "10b": split_heads,
    "10c": join_heads,
    "13a": functools.partial(rotate, layout="halves"),
    "14c": lambda distance: t5_bucket(-distance),
}


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_reference_is_the_courses_function(exercise):
    table = EXERCISES[exercise]
    for seed in range(3):
        for case in table.draw(np.random.default_rng(seed)):
            expected = FUNCTIONS[exercise](*case)
            np.testing.assert_allclose(table.reference(*case), expected, atol=1e-12)


TURNED = rotate(np.tile([3.0, 4.0], (61, 1)), 1000 + np.arange(61), frequencies=[0.1])
TURNED_KEY = rotate([[5.0, 0.0]], [1000], frequencies=[0.1])[0]


@pytest.mark.parametrize(
    ("exercise", "expected"),
    [
        ("13b", 1000 + (TURNED @ TURNED_KEY).argmax()),
        ("16b", softmax(np.log([[0.9 / 0.1 * 31] + 255 * [1]]))[0, 0]),
        ("14b", alibi_slopes(20)[-1]),
    ],
)
def test_number_follows_from_the_courses_functions(exercise, expected):
    assert EXERCISES[exercise].reference() == pytest.approx(expected)


def test_factor_follows_from_the_slopes():
    table = EXERCISES["H5c"]
    for seed in range(20):
        own = table.draw(np.random.default_rng(seed))
        slope = alibi_slopes(own["n_heads"])[own["head"] - 1]
        expected = np.exp(-slope * own["distance"])
        assert table.reference(**own) == pytest.approx(expected)
