"""The conclusions on three objections to counting, tested where they could fail."""

import numpy as np

from posenc_lessons import integer_positions, layer_norm
from tests.claims import claim
from tests.claims.lesson_02 import commonest, named_right, texts

NAME = "02_size_not_wholeness"


@claim(
    NAME,
    "The model learns the words with the jumps, but not with the real numbers.",
    "Subtracting the text's mean does not help",
    "Centering each vector helps only by removing the position.",
)
def size_does_the_harm():
    for random, labels, x in texts():
        n, with_none = len(x), commonest(labels) + 0.1
        assert named_right(x + np.arange(n)[:, None] % 2, labels) == 1
        real = random.uniform(0, n, size=(n, 1))
        assert named_right(x + real, labels) < with_none
        z = x + integer_positions(n, 32)
        assert named_right(z - z.mean(axis=0), labels) < with_none
        centred, alone = (y - y.mean(axis=1, keepdims=True) for y in (z, x))
        assert named_right(centred, labels) == 1
        np.testing.assert_allclose(centred, alone, atol=1e-9)


@claim(
    NAME,
    "It subtracts each vector's mean, which removes the number completely.",
    "After the norm, '2 apart' fades along the text",
    "but with a norm the offsets fade with the square of the position",
)
def the_norm_removes_the_number_or_lets_it_fade():
    for seed in range(20):
        random = np.random.default_rng(seed)
        word = random.normal(size=32)
        for number in (1, 1000, 1e6):
            assert np.abs(layer_norm(word + number) - layer_norm(word)).max() < 1e-6
        for direction in (
            np.where(np.arange(32) % 2 == 0, 1.0, -1.0),
            random.normal(size=32),
            np.eye(32)[0] * np.sqrt(32),
        ):
            numbers = np.array([[100], [1000], [10_000]])
            moved = [layer_norm(word + n * direction) for n in (numbers, numbers + 2)]
            distances = np.linalg.norm(moved[1] - moved[0], axis=1)
            assert np.abs(np.diff(np.log10(distances)) + 2).max() < 0.08
