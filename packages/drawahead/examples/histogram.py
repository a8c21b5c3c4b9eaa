"""A histogram: how many bins show two groups, and how many show only noise?"""

import numpy as np
from drawahead import Explorer

RNG = np.random.default_rng(0)
TWO_GROUPS = np.append(RNG.normal(160, 5, 500), RNG.normal(178, 6, 400))
SAMPLES = {
    "two groups": RNG.permutation(TWO_GROUPS),
    "no groups": RNG.uniform(145, 195, 900),
}


def draw_histogram(ax, n_bins=12, people=900, sample="two groups"):
    """A histogram of heights."""
    heights = SAMPLES[sample][:people]
    counts, edges, _ = ax.hist(heights, n_bins, range=(140, 200), ec="white")
    ax.set(xlim=(140, 200), xlabel="height (cm)", ylabel="people")
    highest = counts.argmax()
    low, high = edges[highest : highest + 2]
    return f"most people, {counts.max():.0f}, are between {low:.1f} and {high:.1f} cm"


explorer = Explorer(
    draw_histogram,
    n_bins=(1, 100),
    people=[30, 100, 300, 900],
    sample=list(SAMPLES),
    figsize=(7, 3.2),
    play="n_bins",
)
