"""The conclusions of the notebook on other turns, tested where they could fail."""

import numpy as np

from posenc_lessons import rotary, softmax, train
from tests.claims import claim, functions_of

NAME = "13_other_turns"
CELLS = functions_of(f"curious/{NAME}", places=np.arange(24))


@claim(
    NAME,
    "With sorted columns, every score is the same as with neighbors.",
    "their pairs do not match, and the scores depend on the position again",
)
def layouts_are_one_method_in_another_order():
    scores = CELLS["scores"]
    for seed, width in ((0, 4), (1, 64), (2, 128)):
        query, key = np.random.default_rng(seed).normal(size=(2, 200, width))
        order = np.r_[0:width:2, 1:width:2]
        ours = scores(query, key, "neighbors", "neighbors")
        halves = scores(query[:, order], key[:, order], "halves", "halves")
        np.testing.assert_allclose(halves, ours, atol=1e-10)
        as_they_were = scores(query, key, "halves", "halves")
        assert np.abs(as_they_were - ours).max() > 2 * ours.std()
        mixed = scores(query, key, "neighbors", "halves")
        for start in (1, 30, 1000):
            later = scores(query, key, "neighbors", "halves", start)
            assert np.abs(later - mixed).max() > ours.std()


def still(vectors):
    return vectors


by = CELLS["by"]
RIGHT, HALF = by(), by(layout="halves")
STARTS = (0, 1460, 1500, 1540, 1000, 2000)
CASES = {
    "as trained": (RIGHT, RIGHT, still),
    "from 1000": (by(1000), by(1000), still),
    "base 500 000": (by(base=5e5), by(base=5e5), still),
    "halves": (HALF, HALF, still),
    "halves for keys": (RIGHT, HALF, still),
    "halves for queries": (HALF, RIGHT, still),
    "keys back": (RIGHT, by(sign=-1), still),
} | {f"values too, from {start}": (RIGHT, RIGHT, by(start)) for start in STARTS}


def named_right(model, turns, k):
    """Return the share of words k places earlier that are named correctly."""
    words = np.random.default_rng(7).integers(10, size=(200, 24))
    query, key, value = (
        turn(model["embed"][words] @ model[name])
        for name, turn in zip(("query", "key", "value"), turns)
    )
    products = query @ np.swapaxes(key, 1, 2) / np.sqrt(32)
    weights = softmax(np.where(np.tri(24, dtype=bool), products, -1e9))
    named = (weights @ value @ model["out"]).argmax(axis=-1)
    return (named[:, k:] == words[:, :-k]).mean()


def mixups():
    """Train RoPE models, and run them with one thing turned differently."""
    order = np.r_[0:32:2, 1:32:2]
    options = {"rate": 0.03, "sentences": 16, "causal": True, "d_model": 32}
    for k, steps, seed in [(3, 100, seed) for seed in range(6)] + [
        (1, 100, 0), (1, 100, 1), (3, 300, 0), (6, 100, 0)
    ]:  # fmt: skip
        row = {"k": k, "steps": steps, "seed": seed}
        model = train(rotary(), k, steps, seed, n_positions=24, **options).parameters
        for case, turns in CASES.items():
            yield row | {"case": case, "share": f"{named_right(model, turns, k):.3f}"}
        columns = {name: model[name][:, order] for name in ("query", "key")}
        share = named_right(model | columns, (HALF, HALF, still), k)
        yield row | {"case": "halves, sorted", "share": f"{share:.3f}"}
        if seed < 2:
            code = rotary(layout="halves")
            model = train(code, k, steps, seed, n_positions=24, **options).parameters
            share = named_right(model, (HALF, HALF, still), k)
            yield row | {"case": "trained in halves", "share": f"{share:.3f}"}


def by_case(rows):
    shares = {}
    for row in rows:
        run = row["k"], row["steps"], row["seed"]
        shares.setdefault(row["case"], {})[run] = float(row["share"])
    return shares


@claim(
    NAME,
    "Counting from 1000 costs nothing",
    "Another base costs next to nothing at this short offset.",
    "Mixed-up pairs cost much or most of what the model knows.",
    "the model names about a third of the words or fewer",
    "the layout cannot matter there",
    "All of it comes back.",
    stored=mixups,
)
def what_a_trained_model_forgives(rows):
    shares = by_case(rows)
    whole = shares["as trained"]
    assert min(whole.values()) > 0.97
    assert shares["from 1000"] == shares["halves, sorted"] == whole
    assert min(shares["trained in halves"].values()) > 0.97
    near = [share for run, share in shares["base 500 000"].items() if run[0] != "6"]
    assert min(near) > 0.97
    three_back = {
        case: [share for run, share in found.items() if run[:2] == ("3", "100")]
        for case, found in shares.items()
    }
    for case in ("halves for keys", "halves for queries", "keys back"):
        assert np.mean(three_back[case]) < 0.34
    assert max(three_back["halves for keys"] + three_back["keys back"]) < 0.37
    assert max(three_back["halves"]) < 0.7 and np.median(three_back["halves"]) < 0.6


@claim(
    NAME,
    "It goes up and down.",
    "If values are turned, the harm depends on the start",
    "fewer words than a guess would",
    stored=mixups,
)
def turned_values_do_harm_in_waves(rows):
    shares = by_case(rows)
    for run in shares["as trained"]:
        at = {start: shares[f"values too, from {start}"][run] for start in STARTS}
        low = np.mean([at[start] for start in (1460, 1500, 1540)])
        assert low < 0.15 and at[0] > 0.9
        assert min(at[1000], at[2000]) > 2.5 * low
        if run[:2] == ("3", "100") and run[2] in "012":
            assert at[1500] < 0.05
