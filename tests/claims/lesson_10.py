"""What lesson 10 concludes, tried where it could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    multi_head_attention,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    split_heads,
    train,
)
from posenc_lessons.trial.model import answers, asked_words
from tests.claims import claim


@claim(
    "10",
    "the eight numbers of the mean are eight equations for eight weights. This works "
    "without noise, for at most eight independent values.",
    "one head can hold both words at the same time",
)
def the_mean_keeps_its_weights():
    for seed, n in itertools.product(range(20), (2, 8, 30)):
        random = np.random.default_rng([seed, n])
        values, row = random.normal(size=(n, n)), random.dirichlet(np.ones(n))
        found = np.linalg.solve(values.T, row @ values)
        np.testing.assert_allclose(found, row, atol=1e-8)
        # With two words more than numbers, another row of weights gives the same mean.
        crowd = random.normal(size=(n + 2, n))
        free = np.linalg.svd(np.append(crowd, np.ones((n + 2, 1)), axis=1).T)[2][-1]
        even = np.full(n + 2, 1 / (n + 2))
        other = even + free * even[0] / 2 / abs(free).max()
        assert abs(other.sum() - 1) < 1e-12 and (other > 0).all()
        np.testing.assert_allclose(other @ crowd, even @ crowd, atol=1e-12)


@claim("10", "without noise")
def noise_blurs_the_mean():
    found = []
    for seed in range(300):
        random = np.random.default_rng(seed)
        values, pair = random.normal(size=(8, 8)), random.choice(8, 2, replace=False)
        mean = values[pair].mean(axis=0) + 0.1 * random.normal(size=8)
        weights = np.linalg.solve(values.T, mean)
        found.append(set(np.argsort(weights)[-2:]) == set(pair))
    assert 0.5 < np.mean(found) < 0.9


@claim(
    "10",
    "At 1, or at 0: but there only one of the two words is left.",
    "What it loses, if it weighs them equally, is *who is which*.",
)
def one_head_pays_with_a_word():
    shares = np.arange(11) / 10
    for seed, width in itertools.product(range(50), (2, 8, 64)):
        a, b = np.random.default_rng([seed, width]).normal(size=(2, width))
        apart = [
            np.linalg.norm((w * a + (1 - w) * b) - (w * b + (1 - w) * a))
            for w in shares
        ]
        assert apart[5] < 1e-12
        assert max(apart[1:10]) < 0.81 * apart[0]
        np.testing.assert_allclose(apart[0], apart[10])


def ways(width):
    """Return how two heads may be put together."""
    half = width // 2
    return {
        "same values, added": lambda a, b, v, w: a @ v + b @ v,
        "own values, added": lambda a, b, v, w: a @ v + b @ w,
        "same values, joined": lambda a, b, v, w: np.append(a @ v, b @ v),
        "own values, joined": lambda a, b, v, w: np.append(a @ v, b @ w),
        "cut": lambda a, b, v, w: np.append((a @ v)[:half], (b @ v)[half:]),
    }


@claim(
    "10",
    "Only one: the same values, added. That sum is twice the half-and-half mean.",
    "So losing the roles takes both, *sharing* the values and *adding*.",
    "Each of the other ways marks the role, by columns of its own or by a matrix of "
    "its own.",
)
def only_adding_the_same_values_loses_the_roles():
    for seed, width in itertools.product(range(100), (2, 8, 64)):
        random = np.random.default_rng([seed, width])
        (a, b), (v, w) = (
            random.normal(size=(2, width)),
            random.normal(size=(2, width, width)),
        )
        changes = {
            name: np.linalg.norm(mix(a, b, v, w) - mix(b, a, v, w))
            / np.linalg.norm(mix(a, b, v, w))
            for name, mix in ways(width).items()
        }
        assert changes.pop("same values, added") < 1e-12
        assert min(changes.values()) > 0.01
        added = ways(width)["same values, added"](a, b, v, w)
        np.testing.assert_allclose(added, 2 * (0.5 * a @ v + 0.5 * b @ v))


@claim("10", "gives all heads the same keys and values, and joins")
def shared_values_keep_the_roles():
    """Of multi-query attention, as Shazeer writes it, and its rival that adds."""
    for seed in range(20):
        random = np.random.default_rng(seed)
        words, asks = random.normal(size=(5, 8)), random.normal(size=(2, 8))
        w_key, w_value = random.normal(size=(2, 8, 8))

        def outputs(asks, words=words, w_key=w_key, w_value=w_value):
            return softmax(asks @ (words @ w_key).T / 8) @ words @ w_value

        here, swapped = outputs(asks), outputs(asks[::-1])
        assert np.abs(here.ravel() - swapped.ravel()).max() > 0.01
        np.testing.assert_allclose(here.sum(axis=0), swapped.sum(axis=0))


def named():
    """Train one head and two to name two words, and look at what they name."""
    for heads, seed, (steps, width) in itertools.product(
        (1, 2), range(3), ((300, 48), (300, 32))
    ):
        encoding = sinusoidal_encoding(16, width)
        trained = train(encoding, (1, 2), n_heads=heads, seed=seed, steps=steps)
        words = np.random.default_rng(10_000).integers(10, size=(200, 16))
        wanted = asked_words(words, (1, 2))
        scores = answers(trained.parameters, encoding, words, (1, 2), heads)
        found = scores.argmax(axis=-1)
        differ = wanted[..., 0] != wanted[..., 1]
        one_of_two = (
            (found[..., None] == wanted[..., None, :]).any(axis=-1).all(axis=-1)
        )
        weights = np.mean([trained.weights(encoding, s) for s in words[:50]], axis=0)
        back = [
            [head[range(2, 16), range(2 - k, 16 - k)].mean() for k in (1, 2)]
            for head in weights
        ]
        yield {
            "heads": heads,
            "seed": seed,
            "steps": steps,
            "width": width,
            "parameters": sum(m.size for m in trained.parameters.values()),
            "both right": f"{(found == wanted).all(axis=-1).mean():.4f}",
            "one of the two": f"{one_of_two[differ].mean():.4f}",
            "one right": f"{((found == wanted).sum(axis=-1) == 1).mean():.4f}",
            "one back again": f"{(found[..., 1] == wanted[..., 0]).mean():.4f}",
            "weights": " | ".join(" ".join(f"{w:.2f}" for w in head) for head in back),
        }


@claim(
    "10",
    "Mostly one. The head gives nearly half its weight to the word one back and over a "
    "third to the word two back",
    "But asked for the word two back, it mostly names *the word one back again*",
    stored=named,
)
def one_head_answers_with_one_word_twice(rows):
    rows = [row for row in rows if row["heads"] == "1"]
    assert len(rows) == 6
    for row in rows:
        assert float(row["both right"]) < 0.3
        assert float(row["one right"]) > 0.75
        assert float(row["one back again"]) > 0.85
        assert float(row["one of the two"]) > 0.99
        one, two = map(float, row["weights"].split())
        assert 0.4 < one < 0.5 and 0.33 < two < 0.5


@claim(
    "10",
    "With two heads, each takes one question, and nobody told it to.",
    "Two heads share the questions, one head mixes them",
    "so both layers learn the same number of parameters",
    "they mix the two words differently, so $W_O$ can subtract one mixture from the "
    "other. The 10 % are chance",
    stored=named,
)
def two_heads_share_the_questions(rows):
    for row in rows:
        if row["heads"] == "2":
            assert float(row["both right"]) > 0.95
            table = [list(map(float, head.split()))
                     for head in row["weights"].split(" | ")]  # fmt: skip
            assert sorted(np.argmax(table, axis=1)) == [0, 1]
            assert abs(np.linalg.det(table)) > 0.2
            assert abs(float(row["one back again"]) - 0.1) < 0.01
    for width in ("48", "32"):
        assert len({row["parameters"] for row in rows if row["width"] == width}) == 1


@claim("10", "a head is no slice of the embedding: its 64 numbers are mixed from all "
       "512.")  # fmt: skip
def every_head_sees_the_whole_embedding():
    for seed, (width, n_heads) in enumerate(((512, 8), (48, 4), (8, 2))):
        random = np.random.default_rng(seed)
        x, w = random.normal(size=(1, width)), random.normal(size=(width, width))
        for changed in (0, width // 2, width - 1):
            other = x + np.eye(width)[changed]
            moved = split_heads(other @ w, n_heads) - split_heads(x @ w, n_heads)
            assert (np.abs(moved) > 1e-9).all(axis=(1, 2)).all()
            moved = split_heads(other, n_heads) != split_heads(x, n_heads)
            assert moved.any(axis=(1, 2)).sum() == 1


@claim("10", "The four matrices have the same size with one head or eight")
def heads_cost_no_parameters():
    random = np.random.default_rng(0)
    x, matrices = random.normal(size=(3, 16)), random.normal(size=(4, 16, 16))
    for n_heads in (1, 2, 8, 16):
        assert multi_head_attention(x, *matrices, n_heads).shape == (3, 16)


def short_cut(vectors, n_heads):
    n, width = vectors.shape
    return vectors.reshape(n_heads, n, width // n_heads)


@claim(
    "10",
    '"money" is the first row of every head and "bank" the second',
    'four heads hold only "money", and four only "bank". No head can compare the two '
    "words.",
    "Reshaped directly, each head gets one of the two words",
    "Reshaping directly to (8, 2, 64) gives the right shape, and no error.",
)
def the_short_cut_holds_one_word_in_a_head():
    words = np.repeat([0, 1], 512).reshape(2, 512)
    assert (split_heads(words, 8) == np.array([0, 1])[:, None]).all()
    cut = short_cut(words, 8)
    assert cut.shape == (8, 2, 64)
    assert (cut[:4] == 0).all() and (cut[4:] == 1).all()


@claim("10", "The shape does not show it. Changing one word before the cut does")
def reordering_finds_the_short_cut_as_well():
    for seed, (n, n_heads) in enumerate(itertools.product((2, 3, 4, 8, 9), (2, 4, 8))):
        random = np.random.default_rng(seed)
        x, matrices = random.normal(size=(n, 16)), random.normal(size=(3, 16, 16))
        order, other = np.roll(np.arange(n), 1), x + np.eye(n)[:, :1]
        for cut, right in ((split_heads, True), (short_cut, False)):
            rows = [
                scaled_dot_product_attention(
                    *(cut(given @ w, n_heads) for w in matrices)
                )
                for given in (x, x[order])
            ]
            assert np.allclose(rows[1], rows[0][:, order]) == right
            changed = (cut(other, n_heads) != cut(x, n_heads)).any(axis=2)
            assert (not changed[:, 1:].any()) == right
