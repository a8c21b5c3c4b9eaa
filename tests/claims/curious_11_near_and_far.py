"""The conclusions of the notebook on near and far, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    attention_rows,
    clock_table,
    overlap,
    rival_frequencies,
    softmax,
    train_attention,
    window_weights,
)
from tests.claims import claim, functions_of

NAME = "11_near_and_far"
REACHES = (1, 4, 16, 64, 256)
overlaps = functions_of(f"curious/{NAME}", reaches=REACHES)["overlaps"]


def windows(name, pairs):
    """Return the mean overlap over five windows, for each stored draw."""
    return overlaps(name, pairs).mean(axis=1)


@claim(NAME, "The loss is convex in that product")
def the_loss_of_a_head_is_convex():
    random = np.random.default_rng(0)
    table = clock_table(rival_frequencies(4, 50)["the paper's"], 50)
    wanted = window_weights(50, 3)

    def loss(matrix):
        weights = softmax(table @ matrix @ table.T)
        return -(wanted * np.log(weights)).sum(axis=1).mean()

    for scale in (0.1, 1, 3):
        for _ in range(50):
            one, other = scale * random.normal(size=(2, 8, 8))
            assert loss((one + other) / 2) <= (loss(one) + loss(other)) / 2 + 1e-12


@claim(
    NAME,
    "random octaves come close, and being spread *evenly* adds a little",
    "Four random octaves leave gaps that sixteen do not.",
    "A geometric progression serves every scale",
)
def an_even_spread_helps_most_with_few():
    lead = [
        windows("the paper's", pairs)[0] - np.median(windows("random octaves", pairs))
        for pairs in (4, 8, 16, 64)
    ]
    assert lead[0] > 0.15 > lead[1] > lead[2] > lead[3]
    ((*shares,),) = overlaps("the paper's", 16)
    assert min(shares) > 0.8 and lead[2] > 0
    for name in ("harmonic", "random", "equal steps", "whole turns"):
        assert np.median(overlaps(name, 16), axis=0).min() < 0.8


@claim(NAME, "six of the eight choices succeed with 16 frequencies")
def one_offset_does_not_tell_them_apart():
    found = {}
    for row in attention_rows():
        if row["pairs"] == 16:
            found.setdefault(row["encoding"], []).append(row["back 100"])
    assert len(found) == 8
    assert sum(np.median(shares) > 0.97 for shares in found.values()) == 6


def larger_rates():
    """Train heads with 4 clocks at larger rates than the stored ones."""
    for code in ("the paper's", "random octaves"):
        for draw in range(10 if code.startswith("random") else 1):
            table = clock_table(rival_frequencies(4, 1024, draw)[code], 1024)
            row = {"encoding": code, "draw": draw}
            for reach in REACHES:
                wanted = window_weights(1024, reach)
                shares = [
                    overlap(train_attention(table, wanted, rate=rate), wanted)
                    for rate in (1, 3)
                ]
                row[f"within {reach}"] = f"{max(shares):.3f}"
            yield row


@claim(
    NAME,
    "at larger learning rates, more than half of it disappears, but the order stays",
    stored=larger_rates,
)
def larger_rates_halve_the_lead(rows):
    stored = {(r["encoding"], r["pairs"], r["draw"]): r for r in attention_rows()}
    best = []
    for row in rows:
        given = stored[row["encoding"], 4, int(row["draw"])]
        reached = (name for name in row if name.startswith("within"))
        best.append(np.mean([max(float(row[name]), given[name]) for name in reached]))
    paper, *octaves = best
    before = windows("the paper's", 4)[0] - np.median(windows("random octaves", 4))
    assert len(octaves) == 10 and max(octaves) < paper
    assert 0 < paper - np.median(octaves) < 0.5 * before
