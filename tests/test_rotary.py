"""Rotary positions: properties, and the code of libraries."""

import numpy as np
import pytest

from posenc_lessons import angular_frequencies, ntk_aware, rotate


def rows(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def test_positions_of_each_sentence():
    x = rows(2, 3, 5, 4)
    own = np.array([np.arange(5), np.arange(5) - 2])[:, None]
    turned = rotate(x, own)
    np.testing.assert_array_equal(turned[0], rotate(x[0], np.arange(5)))
    np.testing.assert_array_equal(turned[1], rotate(x[1], np.arange(5) - 2))
    np.testing.assert_array_equal(rotate(x[0, 0, 0], 3), rotate(x[0, 0, :1], [3])[0])


@pytest.mark.parametrize("d", [4, 8, 64])
@pytest.mark.parametrize("base", [10000.0, 500.0])
def test_ntk_aware_is_another_base(d, base):
    slowed = ntk_aware(angular_frequencies(d, base), 4)
    larger = angular_frequencies(d, base * 4 ** (d / (d - 2)))
    np.testing.assert_allclose(slowed, larger, rtol=1e-12)
    assert slowed[0] == 1
    assert slowed[-1] == pytest.approx(angular_frequencies(d, base)[-1] / 4)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rotate([[1.0, 2.0, 3.0]], [0]), "width of x must be even.*got 3"),
        (
            lambda: rotate(rows(3, 4), [0, 1]),
            r"one position for each row.*\(3,\).*\(2,",
        ),
        (lambda: rotate(rows(3, 4), [[0, 1, 2]] * 2), r"got shape \(2, 3\)"),
        (
            lambda: rotate(rows(2, 3, 4), [0, 1]),
            r"each row of x, .* be \(2, 3\) or .* got shape \(2,\)",
        ),
        (lambda: ntk_aware([1.0], 2), "at least two"),
    ],
)
def test_bad_arguments(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def rotate_half(x):
    """Make a quarter turn, as Hugging Face's modeling_llama.py does."""
    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], axis=-1)


def rotate_every_two(x):
    """Make a quarter turn, as Hugging Face's modeling_gptj.py does."""
    return np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)


@pytest.mark.parametrize("base", [10000.0, 100.0])
def test_equals_the_transcribed_code_of_llama_and_gpt_j(base):
    x, positions = rows(2, 40, 16), np.arange(40)
    angles = np.outer(positions, 1 / base ** (np.arange(0, 16, 2) / 16))
    wide = np.concatenate([angles, angles], axis=-1)
    llama = x * np.cos(wide) + rotate_half(x) * np.sin(wide)
    turned = rotate(x, positions, base=base, layout="halves")
    np.testing.assert_allclose(turned, llama, atol=1e-14)
    wide = np.repeat(angles, 2, axis=-1)
    gpt_j = x * np.cos(wide) + rotate_every_two(x) * np.sin(wide)
    np.testing.assert_allclose(rotate(x, positions, base=base), gpt_j, atol=1e-14)
