"""Time `rotated_encoding` against the formula and other people's code, side by side.

The measure is the time that it takes to write as much new memory, which no table can
do without. The first error is that of 400 entries against 40 digits; the second that of
all entries against the formula in float64, which is exact to 1e-10 here. Peers that
need PyTorch are measured where it is installed.
"""

import argparse
import importlib.util
import math
import statistics
import time

import matplotlib.pyplot as plt
import mpmath
import numpy as np

from posenc_lessons import angular_frequencies, rotated_encoding, sinusoidal_encoding

SIZES = [(128, 512), (65_536, 512), (1_000_000, 64)]
LENGTHS = [2**k for k in range(5, 17)]


def write_memory(n, d_model):
    """Write a table of the same size, and nothing else."""
    return np.full((n, d_model), 1, np.float32)


def rotation(n, d_model):
    """Make the table by turning blocks of rows, as lesson 08 does."""
    return rotated_encoding(n, d_model, dtype=np.float32)


def formula(n, d_model):
    """Evaluate the formula in float64, as lesson 06 does."""
    return sinusoidal_encoding(n, d_model)


def tutorial(n, d_model):
    """Make the table as PyTorch's tutorial on transformers does, in float32."""
    import torch

    position = torch.arange(n).unsqueeze(1)
    factor = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    table = torch.zeros(n, d_model)
    table[:, 0::2] = torch.sin(position * factor)
    table[:, 1::2] = torch.cos(position * factor)
    return table.numpy()


def tutorial_in_numpy(n, d_model):
    """Do what PyTorch's tutorial does, by NumPy in float32."""
    position = np.arange(n, dtype=np.float32)[:, None]
    factor = np.exp(
        np.arange(0, d_model, 2, dtype=np.float32)
        * np.float32(-math.log(1e4) / d_model)
    )
    table = np.zeros((n, d_model), np.float32)
    table[:, 0::2] = np.sin(position * factor)
    table[:, 1::2] = np.cos(position * factor)
    return table


def package_of_pypi(n, d_model):
    """Call the package positional-encodings."""
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    return PositionalEncoding1D(d_model)(torch.zeros(1, n, d_model))[0].numpy()


def installed(*names):
    """Tell whether all of some packages are installed."""
    return all(map(importlib.util.find_spec, names))


def peers():
    """Return the functions to measure by their names, the measure first."""
    functions = {
        "writing memory": write_memory,
        "rotated_encoding": rotation,
        "sinusoidal_encoding": formula,
    }
    if installed("torch"):
        functions["PyTorch's tutorial"] = tutorial
    else:
        functions["the tutorial, by NumPy"] = tutorial_in_numpy
    if installed("torch", "positional_encodings"):
        functions["positional-encodings"] = package_of_pypi
    return functions


def times(functions, n, d_model, rounds):
    """Return the median time of each function in seconds, all in turn in each round."""
    measured = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            start = time.perf_counter()
            table = function(n, d_model)
            measured[name].append(time.perf_counter() - start)
            del table
    return {name: statistics.median(all_of) for name, all_of in measured.items()}


def largest_error(function, n, d_model, entries=400):
    """Return the largest error of random entries, half of them in the last rows."""
    random = np.random.default_rng(n)
    rows = random.integers(n, size=entries)
    rows[::2] = n - 1 - rows[::2] % 32
    columns = random.integers(d_model, size=entries)
    found = function(n, d_model)[rows, columns]
    with mpmath.workdps(40):
        errors = []
        for value, row, column in zip(found, rows.tolist(), columns.tolist()):
            angle = row / mpmath.mpf(10000) ** (
                mpmath.mpf(column - column % 2) / d_model
            )
            true = mpmath.cos(angle) if column % 2 else mpmath.sin(angle)
            errors.append(abs(float(value) - true))
    return float(max(errors))


def largest_difference(function, n, d_model, rows=4096):
    """Return the largest difference of all entries from the formula in float64."""
    table = function(n, d_model)
    frequencies = angular_frequencies(d_model)
    largest = 0.0
    for first in range(0, n, rows):
        part = table[first : first + rows]
        angles = np.outer(np.arange(first, first + len(part)), frequencies)
        for columns, wave in zip((part[:, 0::2], part[:, 1::2]), (np.sin, np.cos)):
            largest = max(largest, np.abs(columns - wave(angles)).max())
    return largest


def print_table(functions, rounds):
    """Print times, ratios to writing memory and errors for each size."""
    for n, d_model in SIZES:
        print(f"\n{n:,} positions, d_model = {d_model}, float32")
        measured = times(functions, n, d_model, rounds)
        for name, function in functions.items():
            ratio = measured[name] / measured["writing memory"]
            line = f"  {name:24} {1e3 * measured[name]:9.2f} ms   x {ratio:6.2f}"
            if function is not write_memory:
                line += f"   error {largest_error(function, n, d_model):.1e}"
                line += f", of all {largest_difference(function, n, d_model):.1e}"
            print(line)


def plot(functions, rounds, path):
    """Draw the times against the number of positions into a file."""
    lines = {name: [] for name in functions}
    for n in LENGTHS:
        for name, seconds in times(functions, n, 512, rounds).items():
            lines[name].append(1e3 * seconds)
    figure, ax = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for (name, values), mark in zip(lines.items(), "xosd^"):
        ax.loglog(LENGTHS, values, mark + "-", label=name)
    ax.set(xlabel="positions", ylabel="milliseconds", title="d_model = 512, float32")
    ax.legend()
    figure.savefig(path)
    print(f"\nplot: {path}")


def main():
    """Measure, print, and draw if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--plot", help="where to write the plot, such as table.png")
    options = parser.parse_args()
    functions = peers()
    print_table(functions, options.rounds)
    if options.plot:
        plot(functions, options.rounds, options.plot)


if __name__ == "__main__":
    main()
