"""What lesson 02 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import (
    attention_weights,
    gradient_descent,
    integer_positions,
    layer_norm,
    loss_and_gradient,
    probe_accuracy,
)
from tests.claims import claim


def heads(count, d_model=32, seed=0):
    """Yield random matrices for queries and keys, and what drew them."""
    for number in range(count):
        random = np.random.default_rng([seed, number])
        yield random.normal(size=(2, d_model, d_model)) / np.sqrt(d_model), random


def places_of_winners(n, count, d_model=32, seed=0):
    """Return how far from the nearer end the winner of the last word stands."""
    places = []
    for (w_query, w_key), random in heads(count, d_model, seed):
        z = random.normal(size=(n, d_model)) + integer_positions(n, d_model)
        winner = (z[-1] @ w_query @ (z @ w_key).T).argmax()
        places.append(min(winner, n - 1 - winner))
    return np.array(places)


@claim(
    "02",
    "More than half of the winners stand at an end, and about three quarters there or "
    "next to it, about the same for each $n$",
    "With numbers, most winners stand near an end, not all",
)
def winners_stand_near_an_end():
    for n, d_model in ((10, 32), (100, 32), (500, 32), (100, 8), (100, 64)):
        places = places_of_winners(n, 200, d_model, seed=n + d_model)
        assert 0.45 < np.mean(places == 0) < 0.7
        assert 0.7 < np.mean(places <= 1) < 0.88
        assert places.max() > 2
    assert places_of_winners(100, 300).max() > 15


@claim("02", '*In one head, numbers alone never point "two words back".*')
def numbers_alone_choose_an_end():
    for n in (3, 10, 100):
        for (w_query, w_key), random in heads(50, seed=1):
            queries = random.normal(size=(n, 32)) + integer_positions(n, 32)
            scores = queries @ w_query @ (integer_positions(n, 32) @ w_key).T
            assert set(scores.argmax(axis=1)) <= {0, n - 1}


@claim("02", "In a random head these parts scatter about as much as the slope is large")
def parts_of_words_scatter_like_the_slope():
    squares = []
    for (w_query, w_key), random in heads(300, seed=2):
        asks = (random.normal(size=32) + 50) @ w_query
        slope = asks @ (np.ones(32) @ w_key)
        parts = random.normal(size=(20, 32)) @ w_key @ asks
        squares.append((slope**2, parts.var()))
    slope, parts = np.mean(squares, axis=0)
    assert 0.7 < np.sqrt(parts / slope) < 1.4


@claim(
    "02",
    "92 % of the words give more than half of their attention to one word, where",
    "to one word (91 % with a constant as large)",
)
def attention_gathers():
    for words in (np.random.default_rng(seed).normal(size=(10, 32)) for seed in (5, 6)):
        codes = words, words + integer_positions(10, 32), words + 6.2
        most = [[], [], []]
        for (w_query, w_key), _ in heads(100, seed=3):
            for found, z in zip(most, codes, strict=True):
                found.append(attention_weights(z @ w_query, z @ w_key).max(axis=1))
        alone, counted, constant = (np.array(found) for found in most)
        assert np.median(counted.mean(axis=1)) > 0.75
        assert (alone > 0.5).mean() < 0.2
        for sharp in (counted, constant):
            assert 0.85 < (sharp > 0.5).mean() < 0.96
        # Not each word does: the first, with its small number, is the least sharp.
        assert (counted > 0.5).all(axis=1).mean() < 0.75
        assert counted[:, 0].mean() < counted[:, 5:].mean() - 0.1


@claim("02", "So size makes attention sharp.", "It is not always the same one")
def size_sharpens_without_order():
    """A constant, the numbers in another order, and vectors without any number."""
    for seed in (5, 6):
        random = np.random.default_rng(seed)
        words = random.normal(size=(10, 32))
        counted = words + integer_positions(10, 32)
        other = random.normal(size=(10, 32))
        other *= np.sqrt((counted**2).sum(axis=1) / (other**2).sum(axis=1))[:, None]
        places = random.permutation(10)
        codes = (
            counted,
            words + 6.2,
            words + integer_positions(10, 32)[places],
            other,
        )
        for place, z in enumerate(codes):
            rows = [
                attention_weights(z @ w_query, z @ w_key)
                for (w_query, w_key), _ in heads(60, seed=3)
            ]
            assert np.median([row.max(axis=1).mean() for row in rows]) > 0.75
            if place == 0:
                same = [len(set(row.argmax(axis=1))) == 1 for row in rows]
                assert 0.1 < np.mean(same) < 0.6


@claim("02", "A step brings $w$ nearer only if the rate is below $2/x^2$.")
def a_step_helps_below_a_rate():
    """With the slope of the loss measured, not derived."""
    for x in (0.3, 1, 7, 1000):
        for w in (0.0, 3.0):

            def loss(w, x=x):
                return (w * x - x) ** 2 / 2

            slope = (loss(w + 1e-4) - loss(w - 1e-4)) / 2e-4
            for share, helps in (
                (0.01, True),
                (0.99, True),
                (1.01, False),
                (50, False),
            ):
                after = w - share * 2 / x**2 * slope
                assert (abs(after - 1) < abs(w - 1)) == helps


@claim(
    "02",
    "Like $n$, at a random $W$: a gradient is the mean of the input times the error",
    "the errors cancel in part, and the length grows like $\\sqrt n$",
    "they cancel less, and it grows nearly like $n$",
)
def gradient_grows_with_the_length():
    for seed in range(2):
        random = np.random.default_rng(seed)
        words, start = random.normal(size=(40, 32)), random.normal(size=(32, 40))
        norms = {}
        for n in (100, 3000):
            labels = random.integers(40, size=n)
            for counted, w in ((0, start), (1, start), (2, 0 * start)):
                z = words[labels] + min(counted, 1) * integer_positions(n, 32)
                _, gradient = loss_and_gradient(z, labels, w / np.sqrt(32))
                norms[n, counted] = np.linalg.norm(gradient)
        assert 24 < norms[3000, 1] / norms[100, 1] < 36
        assert norms[3000, 0] < 1.2 * norms[100, 0]
        assert 3.5 < norms[3000, 2] / norms[100, 2] < 8.5
        odds = 1 / np.arange(1, 41)
        lengths = []
        for n in (100, 3000):
            labels = random.choice(40, size=n, p=odds / odds.sum())
            z = words[labels] + integer_positions(n, 32)
            lengths.append(np.linalg.norm(loss_and_gradient(z, labels, 0 * start)[1]))
        assert 18 < lengths[1] / lengths[0] < 42


@claim(
    "02",
    "a number that stands in every component adds nothing to a score",
    "A matrix that is blind to the number could read it at every place.",
    "no word is lost, they are *hard to learn*",
)
def every_word_can_be_read():
    """By a matrix of the same kind as is trained, and by another linear reader."""
    for seed, sizes in ((0, (1, 1000)), (1, (100_000, 101_000))):
        random = np.random.default_rng(seed)
        words, labels = random.normal(size=(40, 32)), random.integers(40, size=600)
        z = words[labels] + random.uniform(*sizes, size=(600, 1))
        w = gradient_descent(words[labels], labels, 40, rate=5.0)
        assert ((z @ w).argmax(axis=1) == labels).mean() < 0.5
        assert ((z @ (w - w.mean(axis=0))).argmax(axis=1) == labels).all()
        centred = z - z.mean()
        halves = centred[:400], labels[:400], centred[400:], labels[400:]
        assert probe_accuracy(*halves) > 0.99


@claim(
    "02",
    "Nothing! The number is part of the mean, and the mean is what the norm subtracts.",
)
def the_norm_removes_the_number():
    word = np.random.default_rng(0).normal(size=(20, 32))
    for number in (1, 1000, 1e6):
        assert np.abs(layer_norm(word + number) - layer_norm(word)).max() < 1e-6


@claim(
    "02",
    "$p^2$ times the distance is constant from about 100 on: a line of slope $-2$",
    "After the norm, ten times the number leaves\\n",
)
def distance_falls_with_the_square():
    for seed in range(20):
        random = np.random.default_rng(seed)
        word = random.normal(size=32)
        directions = (
            np.where(np.arange(32) % 2 == 0, 1.0, -1.0),
            random.normal(size=32),
            np.eye(32)[0] * np.sqrt(32),
        )
        for direction in directions:
            for offset in (1, 2, 5):
                distances = [
                    np.linalg.norm(
                        layer_norm(word + (number + offset) * direction)
                        - layer_norm(word + number * direction)
                    )
                    for number in (100, 1000, 10_000)
                ]
                slopes = np.diff(np.log10(distances))
                assert np.abs(slopes + 2).max() < 0.08


def train(z, labels, rate, steps=50, adam=False):
    """Return the best loss along the way, and the words that are named at its end."""
    w, first, second, best = np.zeros((32, 40)), 0, 0, np.inf
    for step in range(1, steps + 1):
        _, gradient = loss_and_gradient(z, labels, w)
        if adam:
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            scale = np.sqrt(second / (1 - 0.999**step)) + 1e-8
            gradient = first / (1 - 0.9**step) / scale
        w = w - rate * gradient
    loss, _ = loss_and_gradient(z, labels, w)
    best = min(best, loss)
    return best, (z @ w).argmax(axis=1)


def trainings():
    """Train on all codes of the lesson: seeds, lengths, words rare and frequent."""
    for seed, n, text in (
        (0, 500, "few frequent"),
        (1, 500, "few frequent"),
        (2, 500, "few frequent"),
        (3, 200, "few frequent"),
        (4, 1000, "few frequent"),
        (5, 500, "all alike"),
        (6, 1000, "all alike"),
    ):
        random = np.random.default_rng(seed)
        words = random.normal(size=(40, 32))
        odds = 1 / np.arange(1, 41) if text == "few frequent" else np.ones(40)
        labels = random.choice(40, size=n, p=odds / odds.sum())
        x, numbers = words[labels], integer_positions(n, 32)
        signs = np.where(np.arange(32) % 2 == 0, 1.0, -1.0)
        z = x + numbers
        codes = {
            "words": x,
            "counting": z,
            "numbers alone": numbers,
            "minus each mean": z - z.mean(axis=1, keepdims=True),
            "minus the text's mean": z - z.mean(axis=0),
            "real numbers": x + random.uniform(0, n, size=(n, 1)),
            "0, 1, 0, 1": x + np.arange(n)[:, None] % 2,
            "with signs": x + numbers * signs,
            "one column": x + numbers * np.eye(32)[0],
        }
        shares = np.bincount(labels, minlength=40) / n
        entropy = -(shares[shares > 0] * np.log(shares[shares > 0])).sum()
        shared = {"seed": seed, "n": n, "text": text, "entropy": f"{entropy:.3f}"}
        ways = {
            "50 steps": (10.0 ** np.arange(-8, 2.5, 0.5), {"steps": 50}),
            "500 steps": (10.0 ** np.arange(-7, -4, 0.5), {"steps": 500}),
            "500 of Adam": (10.0 ** np.arange(-4, 0.0), {"steps": 500, "adam": True}),
        }
        for code, vectors in codes.items():
            for way, (rates, options) in ways.items():
                if way != "50 steps" and (code != "counting" or seed > 1):
                    continue
                runs = [train(vectors, labels, rate, **options) for rate in rates]
                loss, named = min(runs, key=lambda run: run[0])
                found = {
                    "loss": f"{loss:.3f}",
                    "right": f"{(named == labels).mean():.3f}",
                }
                yield shared | {"encoding": code, "way": way} | found


@claim(
    "02",
    "To subtract the mean over the text makes it worse",
    "That mean had served as the **bias**",
)
def the_mean_of_the_text_is_a_bias():
    random = np.random.default_rng(0)
    odds = 1 / np.arange(1, 41)
    words = random.normal(size=(40, 32))
    labels = random.choice(40, size=300, p=odds / odds.sum())
    z = words[labels] + integer_positions(300, 32)
    centred = z - z.mean(axis=0)
    counted, without, restored = (
        min(
            loss_and_gradient(x, labels, gradient_descent(x, labels, 40, rate))[0]
            for rate in 10.0 ** np.arange(-6, -3.9, 0.5)
        )
        for x in (z, centred, np.c_[centred, np.full(300, 100)])
    )
    assert without > counted + 0.3
    assert abs(restored - counted) < 0.15


def losses(rows, code, way="50 steps"):
    """Return entropy and best loss of each training on a code."""
    chosen = [row for row in rows if row["encoding"] == code and row["way"] == way]
    assert chosen
    return [(float(row["entropy"]), float(row["loss"])) for row in chosen]


@claim(
    "02",
    "it does no better than the **numbers alone**, which hold no word at all",
    "in 50 steps it has learned next to nothing from the words",
    "With numbers, none of 21 rates reads the words",
    stored=trainings,
)
def numbers_keep_words_from_being_learned(rows):
    alone = losses(rows, "numbers alone")
    for (entropy, loss), (_, without_words) in zip(losses(rows, "counting"), alone):
        assert abs(loss - without_words) < 0.03
        assert entropy - 0.05 < loss < np.log(40)
    for code in ("words", "minus each mean"):
        assert max(loss for _, loss in losses(rows, code)) < 0.02


@claim(
    "02",
    "The limits of this measurement: one matrix, plain gradient descent, 50 steps.",
    stored=trainings,
)
def more_steps_and_adam_do_not_read_them_soon(rows):
    """Nor do they where the lesson says nothing; no sentence may promise it."""
    for way in ("500 steps", "500 of Adam"):
        for entropy, loss in losses(rows, "counting", way):
            assert loss > entropy - 0.2


@claim(
    "02",
    "the size does the harm, and wholeness none",
    stored=trainings,
)
def size_does_the_harm(rows):
    assert max(loss for _, loss in losses(rows, "0, 1, 0, 1")) < 0.02
    for code in ("real numbers", "with signs", "one column"):
        for entropy, loss in losses(rows, code):
            assert loss > entropy - 0.1
