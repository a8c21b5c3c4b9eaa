"""The conclusions of the notebook on other turns, tested where they could fail."""

import numpy as np

from posenc_lessons import rotary, train
from tests.claims import claim, functions_of

WORDS = np.random.default_rng(7).integers(10, size=(200, 24))
CELLS = functions_of("curious/13_other_turns", places=np.arange(24), words=WORDS)
by = CELLS["by"]
RIGHT, HALF = by(), by(layout="halves")
CASES = {
    "as trained": (RIGHT, RIGHT),
    "from 1000": (by(1000), by(1000)),
    "base 500 000": (by(base=5e5), by(base=5e5)),
    "halves": (HALF, HALF),
    "halves for keys": (RIGHT, HALF),
    "halves for queries": (HALF, RIGHT),
    "keys back": (RIGHT, by(sign=-1)),
}


def mixups():
    """Train RoPE models, and run them with one thing turned differently."""
    order = np.r_[0:32:2, 1:32:2]
    options = {"rate": 0.03, "sentences": 16, "causal": True, "d_model": 32}
    for seed in range(6):
        model = train(rotary(), 3, 100, seed, n_positions=24, **options).parameters
        columns = {name: model[name][:, order] for name in ("query", "key")}
        found = {case: CELLS["named_right"](model, *CASES[case]) for case in CASES}
        found["halves, sorted"] = CELLS["named_right"](model | columns, HALF, HALF)
        yield {"seed": seed} | {case: f"{share:.3f}" for case, share in found.items()}


@claim(
    "Counting from 1000 costs nothing",
    "A different base costs next to nothing at this short offset.",
    "Mixed-up pairs cost the model much or most of what it knows.",
    "the model names about a third of the words or fewer",
    "the two layouts differ only in the order of the columns of $W_Q$ and $W_K$",
    "All of it comes back.",
    stored=mixups,
)
def what_a_trained_model_forgives(rows):
    shares = {case: [row[case] for row in rows] for case in rows[0]}
    whole = shares["as trained"]
    assert len(whole) == 6 and min(whole) > 0.97
    assert shares["from 1000"] == shares["halves, sorted"] == whole
    assert min(shares["base 500 000"]) > 0.97
    for case in ("halves for keys", "halves for queries", "keys back"):
        assert np.mean(shares[case]) < 0.34
    assert max(shares["halves for keys"] + shares["keys back"]) < 0.37
    assert max(shares["halves"]) < 0.7 and np.median(shares["halves"]) < 0.6
