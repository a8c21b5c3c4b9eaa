"""The conclusions of lesson 14, tested where they could fail."""

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


@claim(
    "14",
    "It takes 178 words.",
    "each word of distance multiplies the attention by $e^{-m}$",
    "Each word gets $e^{-mk}$ times the attention of the word $k$ places nearer. Add "
    "this up over the far words, those beyond the last $k$:",
    "With $k=\\ln 2/m$, it is one half; rounded up, these $k$ are the numbers printed "
    "at the start.",
    "For slope $1/16$ and $k=10$, that is $0.535$.",
    "the last 2 words hold at least half of the first head's attention.",
)
def half_lies_on_the_last_words():
    for n_heads in (1, 2, 4, 8, 16):
        for slope in alibi_slopes(n_heads):
            weights = softmax(-slope * np.arange(20_000))
            words = 1 + np.searchsorted(np.cumsum(weights), 0.5)
            assert words == np.ceil(np.log(2) / slope)
            for k in (1, 5, 50):
                assert np.isclose(weights[k:].sum(), np.exp(-slope * k))
                short = softmax(-slope * np.arange(k + 40))
                assert short[k:].sum() < np.exp(-slope * k)
                np.testing.assert_allclose(short[k:], np.exp(-slope * k) * short[:-k])
    assert round(np.exp(-10 / 16), 3) == 0.535
    for n in (2, 3, 100, 10_000):
        assert softmax(-np.arange(n) / 2)[:2].sum() > 0.5


@claim("14", "from the second head on", "*had*, 7 away, still wins")
def the_lion_pays_for_its_way():
    def wins(head, word, fits=4.0):
        score = -alibi_slopes(8)[head - 1] * (13.0 - np.arange(14))
        score[word] += fits
        return score[word] > np.delete(score, word).max() + 1e-9

    assert [wins(head, 1) for head in range(1, 9)] == [False] + 7 * [True]
    assert [wins(1, word) for word in range(14)] == 6 * [False] + 8 * [True]


@claim(
    "14",
    r"So the last ten keep at least the rest, $46.5\,\%$ as in the table, however many "
    "words lie farther back.",
    "among words that fit equally well, near ones keep at least a fixed share, however "
    "long the text.",
)
def near_words_keep_a_share():
    for slope in alibi_slopes(16):
        for near in (1, 10, 50):
            fixed = 1 - np.exp(-near * slope)
            shares = [
                softmax(-slope * np.arange(n))[:near].sum() for n in (100, 10**4, 10**6)
            ]
            assert min(shares) > fixed - 1e-9
            assert shares[-1] < fixed + 1e-4
        # To get half of the attention, a word farther back must fit better.
        sums = np.exp(-slope * np.arange(1000)).sum()
        needed = [np.log(sums - np.exp(-slope * back)) + slope * back
                  for back in (1, 10, 100)]  # fmt: skip
        assert needed[0] < needed[1] < needed[2]


@claim(
    "14",
    "by distance alone, each step back halves the attention.",
    "distance alone gives the asking word $\\frac12$ and the preceding word "
    "$\\frac14$.",
)
def distances_prefer_the_word_itself():
    slopes = np.linspace(0.01, 10, 2000)
    weights = np.array([softmax(-slope * np.arange(200)) for slope in slopes])
    assert (weights.argmax(axis=1) == 0).all()
    assert abs(slopes[weights[:, 1].argmax()] - np.log(2)) < 0.005
    halves = softmax(-np.log(2) * np.arange(32))
    np.testing.assert_allclose(halves[:-1] / halves[1:], 2)
    np.testing.assert_allclose(halves[:2], [0.5, 0.25])


OPTIONS = {"causal": True, "n_positions": 32, "d_model": 32}


def price(slope):
    """Return an encoding that lowers scores by a price for distance."""
    return biased(lambda n_heads, n: -slope * abs(np.arange(n)[:, None] - np.arange(n)))


def trainings():
    """Train as the lesson does, for several prices and seeds."""
    settings = {
        "ln 2": price(np.log(2)),
        "1": price(1.0),
        "2": price(2.0),
        "none": PositionEncoding(),
    }
    for name, encoding in settings.items():
        for seed in range(3):
            model = train(encoding, 1, 200, seed, 0.02, 16, **OPTIONS)
            row = {"encoding": name, "seed": seed}
            row["seen"] = f"{model.right(encoding, n_positions=32).mean():.3f}"
            later = model.right(encoding, n_positions=256, sentences=40)[:, 31:]
            row["new"] = f"{later.mean():.3f}"
            row["lower"] = row["top"] = row["most"] = ""
            if name == "ln 2":
                row["lower"], row["top"], row["most"] = own_word(model, encoding)
            yield row


def own_word(model, encoding):
    """Return how much lower a word scores itself, and how often the previous one wins.

    The previous word can win with its own place, or with all of the word's places
    together.
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
    "It names nearly all.",
    "*near me, and not my word*: its own word gets a lower score, so the preceding "
    "word comes out on top.",
    "Trained, it looks most at the word before",
    "in texts eight times as long, our layer names 99% of the preceding words.",
    stored=trainings,
)
def a_price_suffices_for_the_word_before(rows):
    for row in rows:
        seen, new = float(row["seen"]), float(row["new"])
        if row["encoding"] == "none":
            assert max(seen, new) < 0.35
        else:
            assert min(seen, new) > (0.97 if row["encoding"] == "ln 2" else 0.9)
            assert abs(seen - new) < 0.01
        if row["top"]:
            assert float(row["top"]) > 0.99
            assert float(row["lower"]) > 0.9
            assert float(row["most"]) > 0.97


@claim(
    "14",
    "That is enough, since the rest of the attention is spread over several words.",
)
def no_other_word_gets_as_much():
    encoding = price(np.log(2))
    model = train(encoding, 1, 200, 0, 0.02, 16, **OPTIONS)
    words = np.random.default_rng(1).integers(10, size=(1000, 32))
    mine = (words[:, -3] == words[:, -1]) & (words[:, -2] != words[:, -1])
    looks = np.array([model.weights(encoding, row)[0, -1] for row in words])
    itself, before, two_back = looks[mine].mean(axis=0)[:-4:-1]
    assert two_back < looks[~mine].mean(axis=0)[-3] / 2
    assert itself + two_back < before - 0.1
    shares = np.einsum("sj,sjw->sw", looks, np.eye(10)[words])
    named = shares.argmax(axis=1)
    right = named == words[:, -2]
    assert right.mean() > 0.97 and right[mine].mean() > 0.97


@claim(
    "14",
    "If the preceding word is the same word, both are lowered. But looking at either "
    "gives the right answer, and together they keep about half of the attention:",
)
def a_repeated_word_is_found_as_well():
    encoding = price(np.log(2))
    words = np.random.default_rng(1).integers(10, size=(1000, 32))
    repeated = words[:, -2] == words[:, -1]
    for seed in range(2):
        model = train(encoding, 1, 200, seed, 0.02, 16, **OPTIONS)
        looks = np.array([model.weights(encoding, row)[0, -1] for row in words])
        assert 0.45 < looks[repeated, -2:].sum(axis=1).mean() < 0.52
        alone = softmax(-np.log(2) * np.arange(32))[:2].sum()
        assert abs(alone - 0.75) < 1e-6
        assert looks[repeated, -2:].sum(axis=1).mean() < alone - 0.2
        shares = np.einsum("sj,sjw->sw", looks, np.eye(10)[words])
        right = shares.argmax(axis=1) == words[:, -2]
        assert right[repeated].mean() > 0.95


def longer():
    """Fill the unused buckets in several ways, and test in longer and longer texts."""
    encoding = t5_biases()
    for k, seed in (1, 0), (1, 1), (1, 2), (3, 0):
        model = train(encoding, k, 200, seed, 0.02, 16, **OPTIONS)
        learned = model.parameters["biases"]
        others = np.delete(learned[0, :22], k)
        of_others = {"21": learned[0, 21], "20": learned[0, 20]}
        for name in ("0", "21", "20", "-2", "-3", "-4", "-10"):
            number = of_others.get(name, float(name))
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
    "Distant words draw attention, and the layer names fewer than half of the words.",
    "Training pushed down the bias of every distance it met except the wanted one: "
    "for a softmax, lowering the others is as good as raising one. So now 0 is *high*",
    "Only −4 does, though both help.",
    "Words that share a value pay the same, so together they draw much attention.",
    "in ever longer texts, a price must keep growing.",
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


@claim(
    "14",
    "Each distance below 16 has its own bucket, and longer ones share.",
    "Sentences of 32 words do not reach the last ten buckets, so training never "
    "touches these.",
)
def buckets_are_those_of_the_formula():
    d = np.arange(16, 2000)
    by_formula = np.minimum(31, 16 + np.floor(16 * np.log(d / 16) / np.log(8)))
    assert (t5_bucket(-d) == by_formula).all()
    assert (t5_bucket(-np.arange(16)) == np.arange(16)).all()
    assert (t5_bucket(-np.arange(113, 5000)) == 31).all() and t5_bucket(-112) == 30
    assert set(range(32)) - set(t5_bucket(-np.arange(32))) == set(range(22, 32))
