"""Tables in other conventions, compared with the sources that use them."""

import numpy as np
import pytest

from posenc_lessons import (
    compare_tables,
    sinusoidal_encoding,
    sinusoidal_variant,
)

# The functions below repeat in NumPy, line by line, what the sources compute.


def tensor2tensor(length, channels, start=0):
    """Compute what tensor2tensor's ``get_timing_signal_1d`` does.

    Whisper's ``sinusoids`` and diffusers' ``get_timestep_embedding`` are the same code
    with other names, and so is fairseq's ``SinusoidalPositionalEmbedding``, which
    starts after its padding index.
    """
    num_timescales = channels // 2
    increment = np.log(1e4 / 1.0) / (num_timescales - 1)
    inv_timescales = 1.0 * np.exp(np.arange(num_timescales) * -increment)
    scaled_time = (start + np.arange(length))[:, None] * inv_timescales[None, :]
    return np.concatenate([np.sin(scaled_time), np.cos(scaled_time)], axis=1)


def fairseq(length, embedding_dim, padding_idx=1):
    return tensor2tensor(length, embedding_dim, start=padding_idx + 1)


def x_transformers(length, dim, theta=10000):
    """Compute what x-transformers' ``ScaledSinusoidalEmbedding`` does, unscaled."""
    half_dim = dim // 2
    freq_seq = np.arange(half_dim) / half_dim
    inv_freq = theta**-freq_seq
    emb = np.arange(length)[:, None] * inv_freq
    return np.concatenate([np.sin(emb), np.cos(emb)], axis=-1)


def pytorch_tutorial(max_len, d_model):
    """Compute what ``PositionalEncoding`` in PyTorch's transformer tutorial does."""
    position = np.arange(max_len)[:, None]
    div_term = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    pe = np.zeros((max_len, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


HALVES, TO_1 = {"layout": "halves"}, {"layout": "halves", "exponents": "to 1"}
SHORT = {"angles": "float32"}

SOURCES = {
    "the paper": (sinusoidal_encoding, {}),
    "PyTorch's tutorial": (pytorch_tutorial, SHORT),
    "TensorFlow's tutorial": (x_transformers, HALVES),
    "x-transformers": (x_transformers, HALVES | SHORT),
    "tensor2tensor": (tensor2tensor, TO_1 | SHORT),
    "Whisper": (tensor2tensor, TO_1 | SHORT),
    "fairseq": (fairseq, TO_1 | SHORT | {"first": 2}),
}
# Each with its default settings: fairseq's first position is its padding index plus 1.


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize(("n", "d_model"), [(50, 6), (30, 64), (1, 4)])
def test_each_library(name, n, d_model):
    source, options = SOURCES[name]
    table = sinusoidal_variant(n, d_model, **options)
    assert table.shape == (n, d_model)
    short = options.get("angles") == "float32"
    np.testing.assert_allclose(table, source(n, d_model), atol=2e-5 if short else 1e-12)


def test_compare():
    table = np.random.default_rng(0).normal(size=(5, 4))
    assert compare_tables(table, table + 1e-4) == "equal"
    assert compare_tables(table, table + 2e-3) == "different"
    assert compare_tables(table, table[:, [2, 0, 3, 1]]) == "permuted"
    assert compare_tables(table, table[:, [2, 0, 3, 3]]) == "different"
    assert compare_tables(table[:, [0, 0, 1, 2]], table) == "different"
    assert compare_tables(table, table[::-1]) == "different"
    assert compare_tables(table, table[:, :3]) == "different"
    assert compare_tables(table[:, :3], table) == "different"


def test_exponents_reach_1_only_with_two_pairs():
    with pytest.raises(ValueError, match="d_model must be at least 4"):
        sinusoidal_variant(4, 2, exponents="to 1")
