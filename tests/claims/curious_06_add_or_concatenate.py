"""The conclusions on adding and concatenating, tested where they could fail."""

import numpy as np

from posenc_lessons import probe_accuracy, sinusoidal_encoding
from tests.claims import claim, functions_of

share_read = functions_of("curious/06_add_or_concatenate")["share_read"]


@claim(
    "Of these three widths, only 64 is enough, and with 1,000 words, not even 64 "
    "is. From the concatenation, the reader names every position correctly.",
    "The figure below shows that 40 columns are enough.",
    "The differences between 40 words fill at most 39 directions.",
)
def columns_count_against_words():
    for seed, n_words, d_model, low, high in (
        (1, 40, 40, 1, 1), (2, 40, 32, 0.5, 0.95), (1, 62, 64, 1, 1),
        (3, 1000, 64, 0.3, 0.5),
    ):  # fmt: skip
        assert low <= share_read(n_words, d_model, seed=seed) <= high
    assert share_read(1000, 16, joined=True, seed=4) == 1


@claim(
    "Even then, nothing is lost, because two sums can be equal only if two words "
    "differ by exactly as much as two positions do.",
)
def no_two_sums_are_closer_than_two_neighbors():
    random = np.random.default_rng(3)
    words, rows = random.normal(size=(40, 16)), sinusoidal_encoding(64, 16)
    sums = (words[:, None] + rows).reshape(-1, 16)
    near = np.linalg.norm(random.permutation(sums)[:200, None] - sums, axis=2)
    assert near[near > 0].min() > 0.99 * np.linalg.norm(rows[1] - rows[0])


@claim(
    "Beside long words, it reads as few of them as it does from the sum.",
    "So adding is not what keeps these positions from being learned.",
    "The cause is *scale*",
)
def concatenated_the_same_descent_reads_as_badly():
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        rows, p = sinusoidal_encoding(16, 64), random.integers(16, size=300)
        words = random.normal(size=(20, 64))[random.integers(20, size=300)]

        def read(x, p=p):
            return probe_accuracy(x[:150], p[:150], x[150:], p[150:], "descent")

        of_sum, joined = (
            [read(join(scale * words, rows[p])) for scale in (8, 1)]
            for join in (np.add, lambda *parts: np.hstack(parts))
        )
        assert of_sum[0] < 0.5 * of_sum[1] and joined[0] < 0.5 * joined[1]
        assert abs(of_sum[0] - joined[0]) < 0.1
        # Scale is what counts: rows as long as the words can be read from the sum.
        assert read(8 * words + 8 * rows[p]) > 2 * of_sum[0]
