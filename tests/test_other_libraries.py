"""Rotary codes, biases and grids against the code that people use.

These libraries need PyTorch, which is too large to be asked for: the optional group
"libraries" installs them, ``pip install -e ".[test,libraries]"``. Elsewhere the tests
are skipped, in CI too.
"""

import importlib.util

import numpy as np
import pytest

from posenc_lessons import (
    alibi_bias,
    alibi_slopes,
    angular_frequencies,
    grid_encoding,
    interpolated,
    ntk_aware,
    rotate,
    sinusoidal_encoding,
    t5_bucket,
)

LIBRARIES = (
    "torch transformers x_transformers rotary_embedding_torch positional_encodings"
).split()
MISSING = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.skipif(
        bool(MISSING),
        reason=f"no other libraries to compare with: {', '.join(MISSING)} not"
        ' installed; pip install -e ".[libraries]" installs them',
    ),
    # What they warn of is not ours to fix.
    pytest.mark.filterwarnings("ignore"),
]
# Their angles are in float32: an error of 6e-8 for each radian.
N, D = 500, 64
POSITIONS = np.arange(N)
ANGLES_IN_FLOAT32 = 6e-8 * N * 2


def heads(seed=0):
    """Return random queries, or keys, of two sentences and three heads."""
    random = np.random.default_rng(seed)
    return random.normal(size=(2, 3, N, D)).astype(np.float32)


def in_torch(array):
    """Return an array as a tensor."""
    import torch

    return torch.from_numpy(np.array(array))


def close(theirs, ours):
    """Compare what was turned: entries are at most 5 or so."""
    assert tuple(theirs.shape) == ours.shape
    np.testing.assert_allclose(theirs.numpy(), ours, atol=5 * ANGLES_IN_FLOAT32, rtol=0)


@pytest.mark.parametrize("base", [10000.0, 500000.0])
def test_halves_are_llama_s(base):
    from transformers import LlamaConfig
    from transformers.models.llama import modeling_llama as llama

    config = LlamaConfig(
        hidden_size=3 * D,
        num_attention_heads=3,
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )
    query, key = heads(0), heads(1)
    cosine, sine = llama.LlamaRotaryEmbedding(config)(
        in_torch(query), in_torch(POSITIONS[None])
    )
    turned = llama.apply_rotary_pos_emb(in_torch(query), in_torch(key), cosine, sine)
    for theirs, given in zip(turned, (query, key)):
        close(theirs, rotate(given, POSITIONS, base=base, layout="halves"))


def test_neighbours_are_gpt_j_s():
    from transformers.models.gptj import modeling_gptj as gpt_j

    sine, cosine = gpt_j.create_sinusoidal_positions(N, D).chunk(2, dim=-1)
    query = heads()
    # Its heads stand behind the words.
    turned = gpt_j.apply_rotary_pos_emb(
        in_torch(query).transpose(1, 2), sine[None], cosine[None]
    )
    close(turned.transpose(1, 2), rotate(query, POSITIONS))


def test_neighbours_are_those_of_rotary_embedding_torch():
    from rotary_embedding_torch import RotaryEmbedding

    query = heads()
    close(
        RotaryEmbedding(dim=D).rotate_queries_or_keys(in_torch(query)).detach(),
        rotate(query, POSITIONS),
    )


def test_interpolation_is_that_of_rotary_embedding_torch():
    from rotary_embedding_torch import RotaryEmbedding

    query, slow = heads(), interpolated(angular_frequencies(D), 4)
    theirs = RotaryEmbedding(dim=D, interpolate_factor=4.0)
    close(
        theirs.rotate_queries_or_keys(in_torch(query)).detach(),
        rotate(query, POSITIONS, frequencies=slow),
    )


@pytest.mark.parametrize("factor", [2.0, 4.0, 8.0])
def test_ntk_aware_is_that_of_rotary_embedding_torch(factor):
    from rotary_embedding_torch import RotaryEmbedding

    theirs = RotaryEmbedding(dim=D, theta_rescale_factor=factor).freqs.detach().numpy()
    np.testing.assert_allclose(
        theirs, ntk_aware(angular_frequencies(D), factor), rtol=1e-5
    )


def test_neighbours_are_those_of_x_transformers():
    from x_transformers import x_transformers as x

    frequencies, _ = x.RotaryEmbedding(D).forward_from_seq_len(N)
    query = heads()
    close(
        x.apply_rotary_pos_emb(in_torch(query), frequencies), rotate(query, POSITIONS)
    )


@pytest.mark.parametrize("factor", [2.0, 4.0])
@pytest.mark.parametrize(
    ("kind", "ours"), [("linear", interpolated), ("dynamic", ntk_aware)]
)
def test_longer_texts_are_those_of_transformers(kind, ours, factor):
    from transformers import LlamaConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    trained = 512
    config = LlamaConfig(
        hidden_size=D,
        num_attention_heads=1,
        max_position_embeddings=trained,
        # "dynamic" takes the base that fits the length of the text at hand.
        rope_parameters={
            "rope_type": kind,
            "rope_theta": 10000.0,
            "factor": factor if kind == "linear" else 1.0,
        },
    )
    frequencies, of_scores = ROPE_INIT_FUNCTIONS[kind](
        config, "cpu", seq_len=int(factor * trained)
    )
    assert of_scores == 1
    np.testing.assert_allclose(
        frequencies.numpy(), ours(angular_frequencies(D), factor), rtol=1e-5
    )


@pytest.mark.parametrize("n_heads", [1, 2, 3, 6, 8, 12, 16, 20, 40, 71, 112])
def test_slopes_are_bloom_s_and_those_of_x_transformers(n_heads):
    import torch
    from transformers.models.bloom.modeling_bloom import build_alibi_tensor
    from x_transformers.x_transformers import AlibiPositionalBias

    ours = alibi_slopes(n_heads)
    # Bloom's bias grows with the key's column; the softmax is the same.
    bloom = build_alibi_tensor(torch.ones(1, 2), n_heads, torch.float32)
    np.testing.assert_allclose(bloom[:, 0, 1].numpy(), ours, rtol=2e-6)
    theirs = AlibiPositionalBias(heads=n_heads, total_heads=n_heads)
    np.testing.assert_allclose(theirs.slopes.flatten().numpy(), ours, rtol=2e-6)
    bias = theirs.forward(5, 9).numpy()
    np.testing.assert_allclose(bias, alibi_bias(n_heads, 5, 9), rtol=2e-6)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(
    ("n_buckets", "max_distance"), [(32, 128), (8, 64), (16, 1000), (64, 4096), (4, 3)]
)
def test_buckets_are_t5_s_and_those_of_x_transformers(causal, n_buckets, max_distance):
    from transformers.models.t5.modeling_t5 import T5Attention
    from x_transformers.x_transformers import RelativePositionBias

    offsets = np.arange(-5000, 5001)
    ours = t5_bucket(
        offsets, n_buckets=n_buckets, max_distance=max_distance, causal=causal
    )
    t5 = T5Attention._relative_position_bucket(
        in_torch(offsets),
        bidirectional=not causal,
        num_buckets=n_buckets,
        max_distance=max_distance,
    )
    np.testing.assert_array_equal(t5.numpy(), ours)
    other = RelativePositionBias._relative_position_bucket(
        in_torch(offsets),
        causal=causal,
        num_buckets=n_buckets,
        max_distance=max_distance,
    )
    np.testing.assert_array_equal(other.numpy(), ours)


def test_a_grid_is_that_of_positional_encodings():
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding2D

    theirs = PositionalEncoding2D(D)(torch.zeros(1, 14, 9, D))[0].numpy()
    np.testing.assert_allclose(theirs, grid_encoding(14, 9, D), atol=3e-6)


def test_a_grid_is_omdet_turbo_s_but_for_the_order_of_rows_and_columns():
    from transformers.models.omdet_turbo import modeling_omdet_turbo as omdet

    make = omdet.OmDetTurboHybridEncoder.build_2d_sincos_position_embedding
    # It goes down the columns of the image, codes the column first, and each in
    # halves: all sines, then all cosines.
    theirs = make(9, 14, D).numpy().reshape(9, 14, D).swapaxes(0, 1)
    of_row, of_column = np.split(grid_encoding(14, 9, D), 2, axis=-1)
    ours = [part[..., k::2] for part in (of_column, of_row) for k in (0, 1)]
    np.testing.assert_allclose(theirs, np.concatenate(ours, axis=-1), atol=3e-6)


def test_the_table_is_that_of_positional_encodings():
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    theirs = PositionalEncoding1D(D)(torch.zeros(1, N, D))[0].numpy()
    np.testing.assert_allclose(
        theirs, sinusoidal_encoding(N, D), atol=ANGLES_IN_FLOAT32
    )
