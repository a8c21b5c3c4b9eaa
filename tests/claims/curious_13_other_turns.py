"""What the notebook on other turns concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import rotary, rotate, softmax, train
from tests.claims import claim

NAME = "13_other_turns"
PLACES = np.arange(24)


@claim(
    NAME,
    "With sorted columns, every score is equal.",
    "their pairs do not match, and the scores depend on the position again",
)
def layouts_are_one_method_in_another_order():
    for seed, width, base in ((0, 4, 100), (1, 64, 10_000), (2, 128, 500_000)):
        query, key = np.random.default_rng(seed).normal(size=(2, 50, width))
        order = np.r_[0:width:2, 1:width:2]
        places = np.arange(50)

        def scores(query, key, one, other, start=0, base=base, places=places):
            turned = [
                rotate(x, start + places, layout=layout, base=base)
                for x, layout in ((query, one), (key, other))
            ]
            return turned[0] @ turned[1].T

        ours = scores(query, key, "neighbours", "neighbours")
        halves = scores(query[:, order], key[:, order], "halves", "halves")
        np.testing.assert_allclose(halves, ours, atol=1e-10)
        as_they_were = scores(query, key, "halves", "halves")
        assert np.abs(as_they_were - ours).max() > 2 * ours.std()
        for start in (1, 30, 1000):
            mixed, later = (
                scores(query, key, "neighbours", "halves", s) for s in (0, start)
            )
            assert np.abs(later - mixed).max() > ours.std()


def by(start=0, sign=1, **options):
    return lambda vectors: rotate(vectors, sign * (start + PLACES), **options)


def still(vectors):
    return vectors


RIGHT, HALF = by(), by(layout="halves")
CASES = {
    "as trained": (RIGHT, RIGHT, still),
    "from 1000": (by(1000), by(1000), still),
    "base 500 000": (by(base=5e5), by(base=5e5), still),
    "halves": (HALF, HALF, still),
    "halves for keys": (RIGHT, HALF, still),
    "halves for queries": (HALF, RIGHT, still),
    "keys back": (RIGHT, by(sign=-1), still),
} | {
    f"values too, from {start}": (RIGHT, RIGHT, by(start))
    for start in (0, 1460, 1500, 1540, 1000, 2000)
}


def named_right(model, turns, k):
    """Return the share of words that are named right, k places earlier."""
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
    """Train RoPE models, and run them with one thing turned otherwise."""
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
    "Mixed-up pairs cost much or most of what the model knows",
    "about a third of the words or fewer are left",
    "it loses many words when queries and keys no longer pair alike",
    "there, the layout cannot matter",
    "All of it comes back.",
    stored=mixups,
)
def what_a_trained_model_forgives(rows):
    shares = by_case(rows)
    whole = shares["as trained"]
    assert min(whole.values()) > 0.97
    assert shares["from 1000"] == whole
    assert shares["halves, sorted"] == whole
    assert min(shares["trained in halves"].values()) > 0.97
    for run in whole:
        assert run[0] == "6" or shares["base 500 000"][run] > 0.97
    three_back = [run for run in whole if run[:2] == ("3", "100")]
    for case in ("halves for keys", "halves for queries", "keys back"):
        assert np.mean([shares[case][run] for run in three_back]) < 0.34
    for case in ("halves for keys", "keys back"):
        assert max(shares[case][run] for run in three_back) < 0.37
    halves = [shares["halves"][run] for run in three_back]
    assert max(halves) < 0.7
    assert np.median(halves) < 0.6


@claim(
    NAME,
    "It goes up and down.",
    "Values turned: the harm depends on the start",
    "fewer words than a guess would",
    "one that starts later can even look better than the one before",
    stored=mixups,
)
def turned_values_do_harm_in_waves(rows):
    shares = by_case(rows)
    for run in shares["as trained"]:
        at = {
            case.split()[-1]: share[run]
            for case, share in shares.items()
            if case.startswith("values too")
        }
        low = np.mean([at["1460"], at["1500"], at["1540"]])
        assert at["0"] > 0.9
        assert min(at["1000"], at["2000"]) > 2.5 * low
        assert low < 0.15
        if run[:2] == ("3", "100") and run[2] in "012":
            assert at["1500"] < 0.05
