"""What lesson 14 concludes, tried where it could fail."""

import dataclasses

import numpy as np

from posenc_lessons import (
    PositionEncoding,
    alibi_slopes,
    biased,
    softmax,
    t5_biases,
    t5_bucket,
    train,
)
from tests.claims import claim


@claim("14", "About 200.", "half of all attention lies within $\\ln 2 / m$ words")
def half_lies_on_the_last_words():
    for n_heads in (1, 2, 4, 8, 16):
        for slope in alibi_slopes(n_heads):
            weights = softmax(-slope * np.arange(20_000))
            words = 1 + np.searchsorted(np.cumsum(weights), 0.5)
            assert words == np.ceil(np.log(2) / slope)
    assert np.ceil(np.log(2) * 256) == 178


@claim("14", "from the second head on", "*had* still wins")
def the_lion_pays_for_its_way():
    def wins(head, word, fits=4.0):
        score = -alibi_slopes(8)[head - 1] * (13.0 - np.arange(14))
        score[word] += fits
        return score[word] > np.delete(score, word).max() + 1e-9

    assert [wins(head, 1) for head in range(1, 9)] == [False] + 7 * [True]
    assert [wins(1, word) for word in range(14)] == 6 * [False] + 8 * [True]


def reach(slope, n, fits=5):
    """Return from how far back a word gets half of the attention, or -1."""
    price = slope * np.arange(n)
    found = np.flatnonzero(
        np.exp(fits - price) >= np.exp(-price).sum() - np.exp(-price)
    )
    return found[-1] if len(found) else -1


def share_of(back, slope, n, fits=5):
    """Return the attention on a word some words back that fits."""
    return softmax(fits * (np.arange(n) == back) - slope * np.arange(n))[back]


@claim(
    "14",
    "In the flat heads only.",
    "To a steep head, the rest of the text does not exist",
    "In return, a word must fit better the farther it is.",
    "no head reaches such a word from more than 53 words back",
    "in steep heads, what is near stays as it was in any text, and what is far must",
    "in steep heads near words stay as they were, and far ones must fit far better",
)
def reach_does_not_depend_on_the_text():
    slopes = alibi_slopes(8)
    reaches = [reach(slope, 1000) for slope in slopes]
    assert reaches == [reach(slope, 100_000) for slope in slopes]
    assert max(reaches) == 53
    for slope in slopes[:4]:
        assert len({reach(slope, n) for n in (50, 100, 300, 1000)}) == 1
        near = [share_of(1, slope, n) for n in (50, 300, 10_000)]
        assert np.ptp(near) < 0.01
    for slope in (*slopes[6:], 0):
        assert reach(slope, 100) > 90 > 20 > reach(slope, 1000)
    for fits in (2, 4, 6, 8):
        for slope in alibi_slopes(16):
            assert reach(slope, 5000, fits) == reach(slope, 20_000, fits)
            about = (fits + np.log(slope)) / slope
            assert abs(reach(slope, 20_000, fits) - max(about, -1)) < 2


@claim(
    "14",
    "A quarter, at the slope $\\ln 2$",
    "A price that rises with distance never puts the word before on top.",
)
def distances_prefer_the_word_itself():
    r = np.linspace(0.0005, 0.9995, 2000)
    share = (1 - r) * r
    assert abs(r[share.argmax()] - 0.5) < 1e-3
    assert share.max() <= 0.25 + 1e-12
    for slope in np.geomspace(1e-4, 10, 30):
        for n in (2, 7, 200):
            assert softmax(-slope * np.arange(n)).argmax() == 0


OPTIONS = {"causal": True, "n_positions": 32, "d_model": 32}


def price(slope):
    """Return an encoding that takes a price for distance."""
    return biased(lambda n_heads, n: -slope * abs(np.arange(n)[:, None] - np.arange(n)))


def trainings():
    """Train as the lesson does: prices, words back, seeds."""
    two_back = (np.log(1.5), 1 / 256, 0.05, 0.1, 0.2, 0.3, np.log(2), 1.0, 2.0, 3.0)
    settings = [
        ("ln 2", price(np.log(2)), 1),
        ("1", price(1.0), 1),
        ("2", price(2.0), 1),
        ("none", PositionEncoding(), 1),
        *((f"{slope:.2f}", price(slope), 2) for slope in two_back),
    ]
    for name, encoding, k in settings:
        for seed in range(3):
            model = train(encoding, k, 200, seed, 0.02, 16, **OPTIONS)
            row = {"encoding": name, "k": k, "seed": seed}
            row["seen"] = f"{model.right(encoding, n_positions=32).mean():.3f}"
            later = model.right(encoding, n_positions=256, sentences=40)[:, 32 - k :]
            row["new"] = f"{later.mean():.3f}"
            row["lower"] = row["top"] = row["most"] = ""
            if name == "ln 2":
                row["lower"], row["top"], row["most"] = own_word(model, encoding)
            yield row


def own_word(model, encoding):
    """Return how much lower a word scores itself, and where the word before wins.

    It wins as a place, and as a word, with the attention of all its places.
    """
    p = model.parameters
    scores = p["embed"] @ p["query"] @ (p["embed"] @ p["key"]).T / np.sqrt(32)
    lower = scores[~np.eye(10, dtype=bool)].mean() - np.diag(scores).mean()
    words = np.random.default_rng(1).integers(10, size=(100, 32))
    looks = np.array([model.weights(encoding, sentence)[0] for sentence in words])
    differ = words[:, 1:] != words[:, :-1]
    wins = looks[:, 1:].argmax(axis=-1) == np.arange(31)
    by_word = looks @ np.eye(10)[words]
    most = by_word[:, 1:].argmax(axis=-1) == words[:, :-1]
    return f"{lower:.2f}", f"{wins[differ].mean():.3f}", f"{most[differ].mean():.3f}"


@claim(
    "14",
    "Only the first. The second names a quarter, and fewer than half with any other",
    "*near me, and not me*: its own word gets a lower score",
    "the word before comes out on top",
    "Its 0.4 suffices, as several words share the rest.",
    "Trained, it looks most at the word before",
    "Two back this trick fails: the word between is *not me* as well, and nearer.",
    stored=trainings,
)
def a_price_suffices_for_the_word_before(rows):
    for row in rows:
        seen, new = float(row["seen"]), float(row["new"])
        if row["k"] == "2":
            assert max(seen, new) < 0.4
        elif row["encoding"] == "none":
            assert max(seen, new) < 0.35
        else:
            assert min(seen, new) > (0.97 if row["encoding"] == "ln 2" else 0.9)
            assert abs(seen - new) < 0.01
        if row["top"]:
            assert float(row["top"]) > 0.99
            assert float(row["lower"]) > 0.9
            assert float(row["most"]) > 0.97


def longer():
    """Fill unused buckets in some ways, and ask in longer and longer texts."""
    encoding = t5_biases()
    for k, seed in (1, 0), (1, 1), (1, 2), (3, 0):
        model = train(encoding, k, 200, seed, 0.02, 16, **OPTIONS)
        learned = model.parameters["biases"]
        others = np.delete(learned[0, :22], k)
        for name, number in (
            ("0", 0.0),
            ("21", learned[0, 21]),
            ("20", learned[0, 20]),
            ("-2", -2.0),
            ("-3", -3.0),
            ("-4", -4.0),
            ("-10", -10.0),
        ):
            biases = learned.copy()
            biases[:, 22:] = number
            parameters = model.parameters | {"biases": biases}
            filled = dataclasses.replace(model, parameters=parameters)
            row = {
                "k": k,
                "seed": seed,
                "filled": name,
                "highest": f"{others.max():.2f}",
                "wanted": f"{learned[0, k]:.2f}",
            }
            seen = filled.right(encoding, n_positions=32)
            row["seen"] = f"{seen.mean():.3f}"
            for n in (64, 256, 1024):
                right = filled.right(encoding, n_positions=n, sentences=10_240 // n)
                row[f"in {n}"] = f"{right[:, 32 - k :].mean():.3f}"
            yield row


@claim(
    "14",
    "Fewer than half.",
    "so 0 is *high* now",
    "Only −4, though both help.",
    "the more words share it, the lower it must be",
    "Unused buckets stay at 0, higher than all others but one",
    stored=longer,
)
def the_value_of_unused_buckets_is_what_fails(rows):
    runs = {(row["k"], row["seed"]) for row in rows}
    assert len(runs) == 4
    for run in runs:
        named = {
            row["filled"]: [float(row[f"in {n}"]) for n in (64, 256, 1024)]
            for row in rows
            if (row["k"], row["seed"]) == run
        }
        assert named["0"][1] < 0.5
        for few, some in zip(named["0"], named["21"]):
            assert some > few + 0.1
        assert max(named["21"][2], named["20"][2]) < 0.7
        assert min(*named["-4"], *named["-10"]) > 0.985
        # More words need a lower value.
        assert named["-2"][0] > 0.985 > 0.9 > named["-2"][2]
        for some in named.values():
            assert (np.diff(some) <= 0.002).all()
        by_value = [named[value] for value in ("0", "-2", "-3", "-4", "-10")]
        assert (np.diff(by_value, axis=0) >= -0.002).all()
    assert all(float(row["highest"]) < -0.5 for row in rows)
    assert all(float(row["wanted"]) > 0.5 for row in rows)
    assert all(float(row["seen"]) > 0.99 for row in rows)


@claim("14", "ten buckets are never used")
def buckets_are_those_of_the_formula():
    d = np.arange(16, 2000)
    by_formula = np.minimum(31, 16 + np.floor(16 * np.log(d / 16) / np.log(8)))
    assert (t5_bucket(-d) == by_formula).all()
    assert (t5_bucket(-np.arange(16)) == np.arange(16)).all()
    assert set(range(32)) - set(t5_bucket(-np.arange(32))) == set(range(22, 32))
    assert t5_bucket(-511) == 31  # the last one needs no longer text than 512 words
