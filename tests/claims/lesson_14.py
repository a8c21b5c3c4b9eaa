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
    "each word of distance multiplies the attention by $e^{-m}$. After $\\ln 2/m$ "
    "words, the **half-life**, it has halved. In the last head, that is just under "
    "178 words. Each block of 178 words holds half as much as the nearer "
    "one: a half, a quarter, and so on.",
    "to win, a word $k$ places back must gain more than $k\\,m$.",
    "With the price, the last ten get nearly as much; without it, almost nothing. If "
    "the last ten get one unit, the ten before them get $e^{-10/16}=0.535$ units, the "
    "ten before those $0.535^2$, and so on. However many follow, the sum "
    r"$1+0.535+0.535^2+\dots$ stays below $1/(1-0.535)=2.15$ units. So the last ten "
    "keep more than 46% of the attention.",
    "nearby words keep a share in any text, and distant words must fit better to win.",
)
def near_words_keep_a_share():
    for slope in alibi_slopes(16):
        for near in (1, 10, 50):
            for n in (100, 10**5):
                weights = softmax(-slope * np.arange(n))
                fixed = np.exp(-slope * near)
                assert np.allclose(weights[near:], fixed * weights[:-near])
                assert weights[near:].sum() < fixed + 1e-9
    assert round(100 * np.exp(-10 / 16), 1) == 53.5
    assert round(1 / (1 - 0.535), 2) == 2.15 and 1 - np.exp(-10 / 16) > 0.46
    # A share is kept, not constant, and one word that fits much better takes it.
    near = [softmax(-np.arange(n) / 256)[:10].sum() for n in (20, 10**3, 10**5)]
    assert near[0] > near[1] > near[2] > 1 - np.exp(-10 / 256)
    for slope in (1 / 16, 1 / 2):
        for back in (5, 50):
            for more in (-0.1, 0.1, 10):
                scores = -slope * np.arange(1000)
                scores[back] += slope * back + more
                weights = softmax(scores)
                assert (weights.argmax() == back) == (more > 0)
    scores = -np.arange(1000) / 16 + 10 * (np.arange(1000) == 50)
    assert softmax(scores)[:10].sum() < 0.01
    weights = softmax(-np.arange(10_000) / 256)
    shares = weights[: 3 * 178].reshape(3, 178).sum(axis=1)
    assert np.abs(shares - [1 / 2, 1 / 4, 1 / 8]).max() < 0.002
    assert 177 < 256 * np.log(2) < 178
    for slope in np.log(2) / np.array([1, 5, 177]):
        held = softmax(-slope * np.arange(10_000))[: round(np.log(2) / slope)].sum()
        assert np.isclose(held, 0.5)


@claim(
    "which holds from the second head on",
    "distance alone gives the asking word $\\frac12$ and the preceding word only "
    "$\\frac14$.",
    r"| divided by the sum, $\frac58$ | 0.2 | 0.4 | 0.4 |",
    "In the table, even if all farther back were one word, they could only tie with "
    "*cat*.",
)
def what_distance_alone_prefers():
    for head, slope in enumerate(alibi_slopes(8), start=1):
        score = -slope * (13.0 - np.arange(14))
        score[1] += 4
        assert (score.argmax() == 1) == (head > 1)
    halves = softmax(-np.log(2) * np.arange(32))
    np.testing.assert_allclose(halves[:2], [0.5, 0.25])
    halves[0] /= 4
    np.testing.assert_allclose(halves.sum(), 5 / 8)
    halves /= halves.sum()
    np.testing.assert_allclose([*halves[:2], halves[2:].sum()], [0.2, 0.4, 0.4])
    assert halves[2:].sum() <= halves[1]
    for slope in np.linspace(0.01, 10, 200):
        weights = softmax(-slope * np.arange(200))
        assert weights.argmax() == 0 and weights[1] < 0.2501


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
            row |= dict.fromkeys(("in 1024", "lower", "before", "top", "most"), "")
            if name == "ln 2":
                longer = model.right(encoding, n_positions=1024, sentences=10)[:, 31:]
                row["in 1024"] = f"{longer.mean():.3f}"
                row |= own_word(model, encoding)
            yield row


def own_word(model, encoding):
    """Return how much lower a word scores itself, and how the previous one does.

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
    before = looks[differ[:, -1], -1, -2]
    shares = {"before": before, "top": wins[differ], "most": most[differ]}
    return {"lower": f"{lower:.2f}"} | {k: f"{v.mean():.3f}" for k, v in shares.items()}


@claim(
    "The layer names nearly all.",
    "Training lowers the scores that words get with *themselves*: in the end, the "
    "query of *dog* scores lowest with the key of *dog*. The price says *near me*, "
    "and training adds *not my word*.",
    "So *cat* wins, as in the figure.",
    "The trained layer looks most at the word before",
    stored=trainings,
)
def a_price_suffices_for_the_word_before(rows):
    for row in rows:
        seen, new = row["seen"], row["new"]
        if row["encoding"] == "none":
            assert max(seen, new) < 0.35
        else:
            assert min(seen, new) > (0.97 if row["encoding"] == "ln 2" else 0.9)
            assert abs(seen - new) < 0.01
        if row["top"]:
            assert row["top"] > 0.99
            assert row["lower"] > 0.9
            assert row["most"] > 0.97
            assert abs(row["before"] - 0.4) < 0.015
            assert row["in 1024"] > 0.98


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
    "so now 0 is *high*. Distant words draw too much attention.",
    "Training raised the bias of the wanted distance and lowered every other that it "
    "met",
    "Neither does, though both help.",
    "All words in these buckets pay the same price, so together they draw more "
    "attention as the text grows.",
    "ALiBi's price keeps growing, so distant words together stay below a limit, as in "
    "section 2.",
    "Learned prices like T5's failed at distances beyond those in training.",
    "Unused buckets stay at 0, above all others but one",
    stored=longer,
)
def the_value_of_unused_buckets_is_what_fails(rows):
    runs = {(row["k"], row["seed"]) for row in rows}
    assert len(runs) == 4
    for run in runs:
        named = {
            row["filled"]: [row[f"in {n}"] for n in (64, 256, 1024)]
            for row in rows
            if (row["k"], row["seed"]) == run
        }
        assert named[0][1] < 0.5
        for few, some in zip(named[0], named[21]):
            assert some > few + 0.1
        assert max(named[21][2], named[20][2]) < 0.7
        assert min(*named[-4], *named[-10]) > 0.985
        # More words need a lower value.
        assert named[-2][0] > 0.985 > 0.9 > named[-2][2]
        for some in named.values():
            assert (np.diff(some) <= 0.002).all()
        by_value = [named[value] for value in (0, -2, -3, -4, -10)]
        assert (np.diff(by_value, axis=0) >= -0.002).all()
    assert all(row["highest"] < -0.5 for row in rows)
    assert all(row["wanted"] > 0.5 for row in rows)
    assert all(row["seen"] > 0.99 for row in rows)
    # As the attention for each of ten words, if millions of distant ones pay a price.
    random = np.random.default_rng(0)
    for value, n, least, most in (
        (-4, 10**4, 0.99, 1), (-4, 10**8, 0, 0.2), (-10, 10**8, 0.99, 1),
        (-10, 10**13, 0, 0.2),
    ):  # fmt: skip
        attention = np.exp(value) * random.multinomial(n, [0.1] * 10, size=2000)
        attention[:, 0] += np.exp(max(row["wanted"] for row in rows))
        assert least <= np.mean(attention.argmax(axis=1) == 0) <= most


@claim(
    "each distance below 16 has its own, and longer ones share buckets that widen with "
    "the distance.",
    "Sentences of 32 words do not reach the last ten buckets, so training never "
    "touches these.",
    "Longer training texts can reach all buckets, but the last bucket has one price "
    "for all distances from 113 on.",
)
def buckets_are_those_of_the_formula():
    d = np.arange(16, 2000)
    by_formula = np.minimum(31, 16 + np.floor(16 * np.log(d / 16) / np.log(8)))
    assert (t5_bucket(-d) == by_formula).all()
    assert (t5_bucket(-np.arange(16)) == np.arange(16)).all()
    assert (t5_bucket(-np.arange(113, 5000)) == 31).all() and t5_bucket(-112) == 30
    widths = np.bincount(t5_bucket(-np.arange(113)))[16:]
    assert (widths[4:] > widths[:-4]).all()
    assert set(range(32)) - set(t5_bucket(-np.arange(32))) == set(range(22, 32))
