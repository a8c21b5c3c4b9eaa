"""Time the turning of queries against other libraries, side by side, on this processor.

Queries of the shape (1, 32, 4096, 128) in float32 are turned by their positions. Each
library gets what it keeps between calls, its table of cosines and sines, made before;
the package makes its own at every call. *Writing memory* is the time to write as much
new memory by one thread. All take turns in each round.

``pip install -e ".[libraries]"`` installs the others; without them the package stands
alone.
"""

import argparse
import importlib.util
import statistics
import time

import numpy as np

from posenc_lessons import rotate

SHAPE = (1, 32, 4096, 128)
POSITIONS = np.arange(SHAPE[-2])


def ours(x):
    """Return what the package does, in both layouts."""
    return {
        "writing memory": lambda: np.full(x.shape, 1, x.dtype),
        "ours, neighbours": lambda: rotate(x, POSITIONS),
        "ours, halves": lambda: rotate(x, POSITIONS, layout="halves"),
    }


def transformers(x):
    """Return what the models of Hugging Face do, without their keys."""
    import torch
    from transformers import LlamaConfig
    from transformers.models.gptj import modeling_gptj as gpt_j
    from transformers.models.llama import modeling_llama as llama

    _, n_heads, n, d = x.shape
    query = torch.from_numpy(x)
    config = LlamaConfig(hidden_size=n_heads * d, num_attention_heads=n_heads)
    places = torch.from_numpy(POSITIONS)[None]
    cosine, sine = llama.LlamaRotaryEmbedding(config)(query, places)
    wide_cosine, wide_sine = cosine[:, None], sine[:, None]
    half_sine, half_cosine = gpt_j.create_sinusoidal_positions(n, d).chunk(2, dim=-1)
    by_words = query.transpose(1, 2).contiguous()
    return {
        "transformers, Llama (halves)": lambda: (
            query * wide_cosine + llama.rotate_half(query) * wide_sine
        ),
        "transformers, GPT-J (neighbours)": lambda: gpt_j.apply_rotary_pos_emb(
            by_words, half_sine[None], half_cosine[None]
        ),
    }


def rotary_embedding_torch(x):
    """Return what rotary-embedding-torch does; it keeps its angles."""
    import torch
    from rotary_embedding_torch import RotaryEmbedding

    query, code = torch.from_numpy(x), RotaryEmbedding(dim=x.shape[-1])
    return {
        "rotary-embedding-torch (neighbours)": lambda: code.rotate_queries_or_keys(
            query
        )
    }


def x_transformers(x):
    """Return what x-transformers does, from the angles."""
    import torch
    from x_transformers import x_transformers as library

    query = torch.from_numpy(x)
    code = library.RotaryEmbedding(x.shape[-1])
    angles, _ = code.forward_from_seq_len(x.shape[-2])
    return {
        "x-transformers (neighbours)": lambda: library.apply_rotary_pos_emb(
            query, angles
        )
    }


def compared(x):
    """Return what is measured, by name: the package, and what is installed."""
    found = ours(x)
    for peer in (transformers, rotary_embedding_torch, x_transformers):
        if importlib.util.find_spec(peer.__name__) and importlib.util.find_spec(
            "torch"
        ):
            found |= peer(x)
    return found


def times(functions, rounds):
    """Return the times of each function in seconds, all in turn in each round."""
    measured = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            start = time.perf_counter()
            turned = function()
            measured[name].append(time.perf_counter() - start)
            del turned
    return measured


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    x = np.random.default_rng(0).normal(size=SHAPE).astype(np.float32)
    functions = compared(x)
    times(functions, 2)
    measured = times(functions, parser.parse_args().rounds)
    medians = {name: statistics.median(all_of) for name, all_of in measured.items()}
    others = list(medians)[3:]
    fastest = min(map(medians.get, others)) if others else None
    print(f"turning {SHAPE} in float32: median, least; x of the fastest other library")
    for name, all_of in measured.items():
        line = f"  {name:36} {1e3 * medians[name]:7.1f} ms {1e3 * min(all_of):7.1f} ms"
        print(line + (f"   x {medians[name] / fastest:5.2f}" if fastest else ""))


if __name__ == "__main__":
    main()
