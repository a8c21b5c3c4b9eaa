"""What is said of adding and concatenating, tried where it could fail."""

import numpy as np

from posenc_lessons import probe_accuracy, sinusoidal_encoding
from tests.claims import claim


def read(vectors, classes, reader):
    half = len(vectors) // 2
    parts = vectors[:half], classes[:half], vectors[half:], classes[half:]
    return probe_accuracy(*parts, reader)


@claim(
    "06_add_or_concatenate",
    "Of these three widths, only 64 is enough, and with 1,000 words, not even 64 "
    "columns are. From the concatenation, every position is read each time.",
    "The figure below shows that 40 columns are enough.",
    "Adding costs something where words fill all columns",
    "The differences between 40 words fill at most 39 directions.",
    "Even then, nothing is lost.",
)
def columns_count_against_words():
    for seed, n_words, d_model, low, high in (
        (1, 40, 64, 1, 1), (2, 40, 42, 1, 1), (0, 40, 40, 1, 1), (1, 40, 32, 0.5, 0.95),
        (1, 62, 64, 1, 1), (1, 100, 64, 0.5, 0.85), (3, 1000, 64, 0.3, 0.5),
    ):  # fmt: skip
        random = np.random.default_rng(seed)
        w, p = random.integers(n_words, size=4000), random.integers(64, size=4000)
        words = random.normal(size=(n_words, d_model))
        rows = sinusoidal_encoding(64, d_model)
        assert low <= read(words[w] + rows[p], p, "discriminant") <= high
        if d_model <= 64 and n_words == 40:
            joined = np.hstack([words[w], rows[p]])
            assert read(joined, p, "discriminant") == 1
    # Nothing is gone: no two sums are closer than the rows of two neighbors.
    words, rows = random.normal(size=(40, 16)), sinusoidal_encoding(64, 16)
    sums = (words[:, None] + rows).reshape(-1, 16)[random.permutation(2560)]
    squares = (sums**2).sum(axis=1)
    near = squares[:200, None] + squares - 2 * sums[:200] @ sums.T
    near[np.arange(200), np.arange(200)] = np.inf
    assert near.min() > 0.99 * ((rows[1] - rows[0]) ** 2).sum()


@claim(
    "06_add_or_concatenate",
    "Beside long words, it reads as little as from the sum.",
    "So adding is not what keeps these positions from being learned.",
    "The cause is *scale*",
)
def concatenated_the_same_descent_reads_as_badly():
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        rows, p = sinusoidal_encoding(16, 64), random.integers(16, size=300)
        words = random.normal(size=(20, 64))[random.integers(20, size=300)]
        found = {}
        for scale in (8, 1):
            for kind, x in (
                ("sum", scale * words + rows[p]),
                ("joined", np.hstack([scale * words, rows[p]])),
            ):
                assert read(x, p, "discriminant") == 1
                found[kind, scale] = read(x, p, "descent")
        for kind in ("sum", "joined"):
            assert found[kind, 8] < 0.5 * found[kind, 1]
        assert abs(found["sum", 8] - found["joined", 8]) < 0.1
        # Scale is what counts: rows made as long as the words are read from the sum.
        assert read(8 * words + 8 * rows[p], p, "descent") > 2 * found["sum", 8]
