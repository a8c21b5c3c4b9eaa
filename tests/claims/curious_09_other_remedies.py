"""What the notebook on other remedies concludes, tried where it could fail."""

import itertools

import autograd
import autograd.numpy as anp
import numpy as np

from posenc_lessons import sinusoidal_encoding, softmax, softmax_jacobian
from tests.claims import claim, functions_of

NAME = "09_other_remedies"


def mean_norms(n_keys, d_k, seeds, n_queries=100):
    """Return the mean norm of the Jacobian, undivided and divided."""
    found = []
    for seed in seeds:
        random = np.random.default_rng([7, seed])
        query = random.normal(size=(n_queries, d_k))
        scores = query @ random.normal(size=(n_keys, d_k)).T
        for c in (1, d_k**-0.5):
            slopes = softmax_jacobian(c * scores)
            found.append(np.linalg.norm(slopes, axis=(1, 2)).mean())
    return np.mean(found[::2]), np.mean(found[1::2])


@claim(
    NAME,
    "With 8 keys the plot agrees with the lecture. With 64 keys it rises first, and at "
    "the width of the paper's heads, 64, the undivided mean is still above the divided "
    "one.",
    "With 64 keys, the mean slope rises before it falls",
)
def the_mean_rises_with_many_keys():
    at = {d_k: mean_norms(64, d_k, range(6)) for d_k in (1, 16, 64, 192)}
    assert at[16][0] > 1.4 * at[1][0]
    assert at[64][0] > 1.05 * at[64][1]
    assert at[192][0] < 0.9 * at[192][1]
    few = {d_k: mean_norms(8, d_k, range(6), 400) for d_k in (1, 16, 64, 512)}
    assert few[1][0] > few[64][0] > few[512][0] and few[512][0] < 0.35 * few[1][0]
    assert all(few[d_k][0] < few[d_k][1] for d_k in (16, 64, 512))


@claim(NAME, "the mean is led by the few weights that are ahead.")
def few_weights_lead_the_mean():
    for seed in range(3):
        random = np.random.default_rng(seed)
        scores = random.normal(size=(100, 64)) @ random.normal(size=(64, 64)).T
        weights, slopes = softmax(scores), softmax_jacobian(scores)
        ahead = np.argsort(weights, axis=1)[:, -4:]
        squares = np.sum(slopes**2, axis=2)
        led = np.take_along_axis(squares, ahead, axis=1).sum() / squares.sum()
        assert led > 0.9


def train(x, d_k, c, rate, start, seed, steps, loss="squares", adam=False):
    """Train as the notebook does, with another loss or with Adam as well."""
    random = np.random.default_rng(seed)
    matrices = start * random.normal(size=(2, x.shape[1], d_k))
    value = random.normal(size=(len(x), 16))
    mean, square = 0, 0
    for step in range(steps):
        query, key = x @ matrices
        weights = attend(c * query @ key.T)
        slope = slope_by_weights(weights, value, loss)
        slope = c * weights * (slope - (weights * slope).sum(axis=1, keepdims=True))
        slope = np.stack([x.T @ (slope @ key), x.T @ (slope.T @ query)])
        if adam:
            mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
            size = np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8
            slope = mean / (1 - 0.9 ** (step + 1)) / size
        matrices = matrices - rate * slope
    query, key = x @ matrices
    return attend(c * query @ key.T)


def attend(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def slope_by_weights(weights, value, loss):
    mixed, wanted = weights @ value, np.roll(np.arange(len(value)), 1)
    if loss == "squares":
        return (mixed - value[wanted]) @ value.T / 16
    # Cross-entropy: the mixed value has to be most like the wanted one.
    return (attend(mixed @ value.T) - np.eye(len(value))[wanted]) @ value @ value.T


@claim(
    NAME,
    "In plain gradient steps, the division *is* a smaller start with a smaller rate.",
    "So its rate must be $1/s$ of the other.",
)
def division_is_a_smaller_start_with_a_smaller_rate():
    train_lookup = functions_of(f"curious/{NAME}")["train_lookup"]
    for seed, (d_k, rate) in enumerate(((3, 1.0), (16, 8.0), (50, 2.0), (64, 10.0))):
        root = d_k**0.5
        for x in (np.eye(6), sinusoidal_encoding(6, 8) / 2):
            divided = train_lookup(x, d_k, 1 / root, rate, seed=seed, steps=30)
            smaller = train_lookup(x, d_k, 1, rate / root, root**-0.5, seed, steps=30)
            np.testing.assert_allclose(divided, smaller, atol=1e-6)
            rival = train_lookup(x, d_k, 1, rate, root**-0.5, seed, steps=30)
            assert np.abs(rival - divided).max() > 1e-3


def in_time():
    """Train undivided with ten times the steps, at rates between those of the rest."""
    for d_k in (64, 512):
        for rate, seed in itertools.product((0.03, 0.1, 0.2, 0.25, 0.3, 0.4), range(8)):
            end = train(np.eye(24), d_k, 1, rate, 1, seed, 1500)
            yield {
                "d_k": d_k,
                "rate": rate,
                "seed": seed,
                "found": f"{share_found(end):.3f}",
            }


@claim(
    NAME,
    "ten times the steps bring 42 % of the words to their partner at the rate 0.25. At "
    "512, the best of six rates brings 11 %.",
    stored=in_time,
)
def time_helps_undivided_words_at_64(rows):
    means = {}
    for row in rows:
        means.setdefault((row["d_k"], row["rate"]), []).append(float(row["found"]))
    best = {d_k: max(np.mean(v) for (d, _), v in means.items() if d == d_k)
            for d_k in ("64", "512")}  # fmt: skip
    found = means["64", "0.25"]
    assert best["64"] == np.mean(found) and abs(best["64"] - 0.42) < 0.005
    assert min(found) >= 0.25 and max(found) < 0.55
    assert 0.105 < best["512"] < 0.115


SETTINGS = (
    ("undivided", lambda d_k: (1, 1)),
    ("divided", lambda d_k: (d_k**-0.5, 1)),
    ("smaller start", lambda d_k: (1, d_k**-0.25)),
    ("by d_k", lambda d_k: (1 / d_k, 1)),
)
RATES = {False: 10.0 ** np.arange(-3, 2.6, 0.5), True: 10.0 ** np.arange(-4, 0.6, 0.5)}


def trainings():
    """Yield the share found at the best rate, for each kind of training."""
    kinds = (
        ("words", "squares", False, 24, 150),
        ("words", "squares", False, 24, 1500),
        ("words", "squares", False, 48, 400),
        ("words", "squares", True, 24, 150),
        ("words", "cross-entropy", False, 24, 150),
        ("words", "cross-entropy", True, 24, 150),
        ("positions", "squares", False, 24, 150),
        ("positions", "squares", False, 24, 1500),
        ("positions", "squares", True, 24, 150),
    )
    for kind in kinds:
        rows, loss, adam, n, steps = kind
        x = np.eye(n) if rows == "words" else sinusoidal_encoding(n, 32) / 4
        for (name, setting), d_k in itertools.product(SETTINGS, (16, 64, 512)):
            if steps > 1000 and d_k == 16:
                continue
            c, start = setting(d_k)
            for rate in RATES[adam][:: 1 if kind == kinds[0] else 2]:
                shares = [
                    share_found(train(x, d_k, c, rate, start, seed, steps, loss, adam))
                    for seed in range(2 if steps > 1000 else 3)
                ]
                yield {
                    "rows": rows,
                    "loss": loss,
                    "steps by": "Adam" if adam else "slope",
                    "n": n,
                    "steps": steps,
                    "d_k": d_k,
                    "setting": name,
                    "rate": f"{rate:.4g}",
                    "least": f"{min(shares):.3f}",
                    "mean": f"{np.mean(shares):.3f}",
                    "most": f"{max(shares):.3f}",
                }


def share_found(weights):
    right = np.roll(np.arange(len(weights)), 1)
    return float((weights.argmax(axis=1) == right).mean())


def best(rows, measure="mean", **wanted):
    """Return the best share over rates, for each kind of training."""
    kinds = {}
    wanted["rows"] = wanted.pop("table")
    for row in rows:
        if all(row[name] == str(value) for name, value in wanted.items()):
            kind = tuple(row[name] for name in ("loss", "steps by", "n", "steps"))
            kinds[kind] = max(kinds.get(kind, 0), float(row[measure]))
    assert kinds
    return kinds


@claim(
    NAME,
    "All three remedies work, each at a rate of its own.",
    "Undivided, none of five rates works; three remedies do",
    stored=trainings,
)
def no_rate_serves_undivided_words(rows):
    for d_k, most in ((64, 0.35), (512, 0.25)):
        undivided = best(rows, "most", table="words", d_k=d_k, setting="undivided")
        assert max(undivided.values()) < most, undivided
        undivided = best(rows, table="words", d_k=d_k, setting="undivided")
        del undivided["squares", "slope", "24", "1500"]
        assert max(undivided.values()) < 0.25, undivided
        for setting in ("divided", "smaller start", "by d_k"):
            found = best(rows, table="words", d_k=d_k, setting=setting)
            assert len(found) == 6
            assert min(found.values()) > 0.9, (setting, found)


@claim(
    NAME,
    "Divided by the root, each rate up to 10 finds nearly the same share at both",
    "*with the root, the rate need not change with the width*",
    "With Adam, the root's best rate moves with the width as well.",
    stored=trainings,
)
def the_root_leaves_the_rate_alone(rows):
    shares = {}
    for row in rows:
        kind = tuple(row[name] for name in ("rows", "loss", "steps by", "n", "steps"))
        shares[(*kind, row["setting"], row["rate"], row["d_k"])] = float(row["mean"])
    moved = {}
    for (*kind, setting, rate, d_k), share in shares.items():
        # Beyond these rates, training breaks down.
        most = 1 if "cross-entropy" in kind else 10
        if d_k == "64" and float(rate) <= most:
            other = shares[(*kind, setting, rate, "512")]
            plain = "slope" in kind
            moved.setdefault((setting, plain), []).append(abs(share - other))
    assert max(moved["divided", True]) < 0.1
    assert max(moved["smaller start", True]) > 0.3
    assert max(moved["by d_k", True]) > 0.3
    assert max(moved["divided", False]) > 0.2


@claim(
    NAME,
    "All of them, at all three rates.",
    "its slope by the right score is $-\\frac{1}{p} \\cdot p\\,(1 - p) = p - 1$",
    "So neither large scores nor a certain start does harm by itself.",
)
def the_loss_of_the_weight_itself_needs_no_remedy():
    train_by_log = functions_of(f"curious/{NAME}")["train_by_log"]
    n, right = 24, (np.arange(24), np.roll(np.arange(24), 1))
    train_by_log.__globals__["partner"] = right
    scores = np.random.default_rng(0).normal(size=(n, n))

    def loss(scores):
        rows = anp.log(anp.sum(anp.exp(scores), axis=1))
        return anp.sum(rows) - anp.sum(scores[right])

    slope = autograd.grad(loss)(scores)[right]
    np.testing.assert_allclose(slope, attend(scores)[right] - 1, atol=1e-12)
    for d_k in (64, 512):
        for rate in (0.01, 1):
            for seed in (6, 7):
                assert share_found(train_by_log(d_k, rate, seed)) == 1


@claim(
    NAME,
    "They do, at a smaller rate.",
    "At 512 that is a matter of luck again, and the division makes it sure.",
    stored=trainings,
)
def positions_find_one_another_undivided(rows):
    for d_k, setting in ((64, "undivided"), (64, "divided"), (512, "divided")):
        found = best(rows, "least", table="positions", d_k=d_k, setting=setting)
        assert min(found.values()) > 0.9, (d_k, setting, found)
    found = best(rows, "least", table="positions", d_k=512, setting="undivided")
    assert max(found.values()) < 0.9, found
