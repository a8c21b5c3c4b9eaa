"""Biases by distance: the values in the authors' code, and the bounds of buckets."""

import math

import numpy as np
import pytest

from posenc_lessons import alibi_bias, alibi_slopes, t5_bucket


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


def test_bias_is_minus_slope_times_distance():
    bias = alibi_bias(6, 3, 5)  # the queries are the last three words of five
    for head, slope in enumerate(alibi_slopes(6)):
        for i in range(3):
            for j in range(5):
                assert bias[head, i, j] == -slope * abs(i + 2 - j)


def bucket_of_the_authors(offset, n_buckets, max_distance, causal):
    """Return T5's bucket, transcribed from ``_relative_position_bucket``."""
    bucket, n = 0, -offset
    if causal:
        n = max(n, 0)
    else:
        n_buckets //= 2
        bucket += (n < 0) * n_buckets
        n = abs(n)
    max_exact = n_buckets // 2
    if n < max_exact:
        return bucket + n
    far = np.log(np.float32(n) / np.float32(max_exact))
    far = far / np.float32(math.log(max_distance / max_exact))
    far = max_exact + int(far * np.float32(n_buckets - max_exact))
    return bucket + min(far, n_buckets - 1)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(
    ("n_buckets", "max_distance"),
    [(32, 128), (8, 64), (16, 1000), (9, 20), (4, 3), (7, 4)],
)
def test_buckets_are_the_authors(causal, n_buckets, max_distance):
    offsets = np.arange(-1500, 1500)
    buckets = t5_bucket(
        offsets, n_buckets=n_buckets, max_distance=max_distance, causal=causal
    )
    wanted = [
        bucket_of_the_authors(int(k), n_buckets, max_distance, causal) for k in offsets
    ]
    np.testing.assert_array_equal(buckets, wanted)
    assert buckets.min() >= 0
    assert buckets.max() < n_buckets


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: t5_bucket(0.5), TypeError, "offset must hold whole numbers; got 0.5"),
        (lambda: t5_bucket([]), TypeError, "offset must hold whole numbers"),
        (lambda: t5_bucket(0, 8), TypeError, "positional"),
        (
            lambda: t5_bucket(0, n_buckets=3, causal=False),
            ValueError,
            "two buckets for each",
        ),
        (lambda: t5_bucket(0, max_distance=16), ValueError, "above 16, the.*got 16"),
        (lambda: t5_bucket(0, max_distance=15), ValueError, "above 16, the.*got 15"),
    ],
)
def test_bad_arguments(call, error, words):
    with pytest.raises(error, match=words):
        call()
