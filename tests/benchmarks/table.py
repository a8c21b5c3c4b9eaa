"""Time `rotated_encoding` next to the formula, and next to writing as much memory.

No table can be made faster than its memory can be written. The formula in float32 is
that of PyTorch's tutorial on transformers.
"""

import math
import statistics
import timeit

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


if __name__ == "__main__":
    for n, d_model in SIZES:
        print(f"\n{n:,} positions, d_model = {d_model}")
        for name, function in FUNCTIONS.items():
            seconds = timeit.repeat(lambda: function(n, d_model), number=1, repeat=7)  # noqa: B023
            print(f"  {name:24} {1e3 * statistics.median(seconds):9.2f} ms")
