"""Biases by distance: the values in the authors' code, and the bounds of buckets."""

import math

import numpy as np
import pytest

from posenc_lessons import alibi_slopes, t5_bucket


def slopes_of_the_authors(n):
    """Return ALiBi's slopes as ``get_slopes`` in the authors' code computes them."""

    def power_of_2(n):
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]

    if math.log2(n).is_integer():
        return power_of_2(n)
    closest = 2 ** math.floor(math.log2(n))
    return power_of_2(closest) + slopes_of_the_authors(2 * closest)[0::2][: n - closest]


@pytest.mark.parametrize("n_heads", [*range(1, 40), 64, 71, 96, 112])
def test_slopes_are_the_authors(n_heads):
    slopes = alibi_slopes(n_heads)
    np.testing.assert_allclose(slopes, slopes_of_the_authors(n_heads), rtol=1e-12)


def bucket_of_the_authors(offset, n_buckets=32, max_distance=128):
    """Return T5's bucket, transcribed from ``_relative_position_bucket``."""
    n = max(-offset, 0)
    max_exact = n_buckets // 2
    if n < max_exact:
        return n
    far = np.log(np.float32(n) / np.float32(max_exact))
    far = far / np.float32(math.log(max_distance / max_exact))
    far = max_exact + int(far * np.float32(n_buckets - max_exact))
    return min(far, n_buckets - 1)


def test_buckets_are_the_authors():
    offsets = np.arange(-1500, 1500)
    wanted = [bucket_of_the_authors(int(k)) for k in offsets]
    np.testing.assert_array_equal(t5_bucket(offsets), wanted)
