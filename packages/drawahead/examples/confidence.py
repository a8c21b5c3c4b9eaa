"""Confidence intervals: how many of a hundred contain the true mean?"""

import numpy as np
from drawahead import Explorer

WIDTHS = {"80 %": 1.2816, "95 %": 1.9600, "99 %": 2.5758}


def draw_intervals(ax, size=20, level="95 %", sample=0):
    """A hundred confidence intervals of a mean; those that miss it are red."""
    numbers = np.random.default_rng(sample).normal(size=(100, size))
    means = numbers.mean(axis=1)
    half = WIDTHS[level] / np.sqrt(size)
    misses = np.abs(means) > half
    colors = np.where(misses, "tab:red", "0.6")
    ax.axhline(0, color="black", lw=1)
    ax.vlines(np.arange(100), means - half, means + half, colors=colors, lw=2)
    ax.set(xlim=(-1, 100), ylim=(-1.6, 1.6), xlabel="sample", ylabel="mean")
    return f"{misses.sum()} of 100 intervals miss the true mean"


explorer = Explorer(
    draw_intervals,
    size=[5, 10, 20, 50, 100, 200],
    level=list(WIDTHS),
    sample=(0, 50),
    figsize=(7.5, 3),
    play="sample",
)
