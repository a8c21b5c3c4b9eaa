"""Time `rotated_encoding` next to the formula, and next to writing as much memory.

No table can be made faster than its memory can be written. The formula in float32 is
that of PyTorch's tutorial on transformers.
"""

import argparse
import math
import statistics
import time

import numpy as np

from posenc_lessons import rotated_encoding, sinusoidal_encoding

SIZES = [(128, 512), (65_536, 512), (1_000_000, 64)]


def formula_in_float32(n, d_model):
    """Make the table as PyTorch's tutorial does, with NumPy."""
    position = np.arange(n, dtype=np.float32)[:, None]
    pairs = np.arange(0, d_model, 2, dtype=np.float32)
    factor = np.exp(pairs * np.float32(-math.log(1e4) / d_model))
    table = np.zeros((n, d_model), np.float32)
    table[:, 0::2] = np.sin(position * factor)
    table[:, 1::2] = np.cos(position * factor)
    return table


FUNCTIONS = {
    "writing memory": lambda n, d_model: np.full((n, d_model), 1, np.float32),
    "rotated_encoding": lambda n, d: rotated_encoding(n, d, dtype="float32"),
    "formula in float32": formula_in_float32,
    "sinusoidal_encoding": sinusoidal_encoding,
}


def times(n, d_model, rounds):
    """Return each function's median time in seconds; each round runs all of them."""
    measured = {name: [] for name in FUNCTIONS}
    for _ in range(rounds):
        for name, function in FUNCTIONS.items():
            start = time.perf_counter()
            table = function(n, d_model)
            measured[name].append(time.perf_counter() - start)
            del table
    return {name: statistics.median(seconds) for name, seconds in measured.items()}


def main():
    """Print the times for each size, also as multiples of that of writing memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    for n, d_model in SIZES:
        print(f"\n{n:,} positions, d_model = {d_model}")
        measured = times(n, d_model, rounds)
        for name, seconds in measured.items():
            ratio = seconds / measured["writing memory"]
            print(f"  {name:24} {1e3 * seconds:9.2f} ms   x {ratio:6.2f}")


if __name__ == "__main__":
    main()
