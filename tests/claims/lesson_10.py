"""What lesson 10 concludes, tried where it could fail."""

import itertools

import autograd
import autograd.numpy as anp
import numpy as np

from posenc_lessons import recall, sinusoidal_encoding, start_parameters, train
from posenc_lessons.trial.model import N_WORDS
from tests.claims import claim

SEEDS = range(3)


def trainings():
    """Train with 1 to 4 heads to name 1 to 4 words, and the rivals of one head."""
    for words, heads, seed in itertools.product(range(1, 5), range(1, 5), SEEDS):
        yield measured(words, heads, seed)
    for seed in SEEDS:
        for settings in (
            {"steps": 5000},
            {"rate": 0.003},
            {"rate": 0.03},
            {"width": 24},
            {"width": 96},
            {"n": 32},
        ):
            yield measured(2, 1, seed, **settings)
        for settings in ({"steps": 5000}, {"width": 96}):
            yield measured(3, 2, seed, **settings)
        for words, hidden in ((2, 72), (3, 68), (4, 65)):
            yield with_hidden_layer(words, seed, hidden)


def measured(words, heads, seed, width=48, n=16, steps=1000, rate=0.01):
    """Train one layer whose reader is a matrix, and return a row."""
    code, offsets = sinusoidal_encoding(n, width), tuple(range(1, words + 1))
    trained = train(code, offsets, steps, seed, rate, n_heads=heads)
    size = sum(matrix.size for matrix in trained.parameters.values())
    found = row(words, heads, "matrix", width, n, steps, rate, seed, size,
                trained.right(code), sentences(n), offsets)  # fmt: skip
    weights = np.mean([trained.weights(code, s) for s in sentences(n)[:50]], axis=0)
    return found | {"weights": mean_weights(weights, offsets)}


def with_hidden_layer(words, seed, hidden, width=36, n=16, steps=1000, rate=0.01):
    """Train one head with a hidden layer after it, and return a row.

    The layer is narrower, so that all has no more parameters than without it.
    """
    code, offsets = sinusoidal_encoding(n, width), tuple(range(1, words + 1))
    random = np.random.default_rng(seed)
    parameters = start_parameters(width, seed)
    parameters["out"] = random.normal(size=(width, hidden)) / width**0.5
    parameters["read"] = random.normal(size=(hidden, words * N_WORDS)) / hidden**0.5

    def scores(parameters, given):
        read = anp.tanh(recall(parameters, code, given)) @ parameters["read"]
        places = read[..., words:, :]
        return anp.reshape(places, (*places.shape[:-1], words, N_WORDS))

    def loss(parameters, given):
        found = scores(parameters, given)
        right = np.eye(N_WORDS)[asked(given, offsets)]
        return anp.mean(
            anp.log(anp.sum(anp.exp(found), axis=-1)) - anp.sum(found * right, axis=-1)
        )

    gradient = autograd.grad(loss)
    mean, square = dict.fromkeys(parameters, 0), dict.fromkeys(parameters, 0)
    for step in range(1, steps + 1):
        slopes = gradient(parameters, random.integers(N_WORDS, size=(32, n)))
        for name, slope in slopes.items():
            mean[name] = 0.9 * mean[name] + 0.1 * slope
            square[name] = 0.999 * square[name] + 0.001 * slope**2
            size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
            moved = rate * mean[name] / (1 - 0.9**step) / size
            parameters[name] = parameters[name] - moved
    given = sentences(n)
    right = scores(parameters, given).argmax(axis=-1) == asked(given, offsets)
    size = sum(matrix.size for matrix in parameters.values())
    return row(words, 1, "hidden layer", width, n, steps, rate, seed, size, right,
               given, offsets)  # fmt: skip


def mean_weights(weights, offsets):
    """Return what each head gives to the asked words on average, as a text."""
    first, n = max(offsets), weights.shape[-1]
    rows = np.arange(first, n)
    return " | ".join(
        " ".join(f"{head[rows, rows - k].mean():.2f}" for k in offsets)
        for head in weights
    )


def sentences(n):
    """Return the sentences that `Trained.right` is asked about."""
    return np.random.default_rng(10_000).integers(N_WORDS, size=(200, n))


def asked(given, offsets):
    """Return the words at some offsets before each place that has them all."""
    first, n = max(offsets), given.shape[1]
    return np.stack([given[:, first - k : n - k] for k in offsets], axis=-1)


def row(words, heads, reader, width, n, steps, rate, seed, size, right, given, offsets):
    """Return what a training has led to."""
    every = np.sort(asked(given, offsets), axis=-1)
    repeated = (np.diff(every, axis=-1) == 0).any(axis=-1)
    both = right.all(axis=-1)
    return {
        "words": words,
        "heads": heads,
        "reader": reader,
        "width": width,
        "n": n,
        "steps": steps,
        "rate": rate,
        "seed": seed,
        "parameters": size,
        "right": f"{both.mean():.4f}",
        "right_if_repeated": f"{both[repeated].mean():.4f}" if words > 1 else "",
        "right_if_different": f"{both[~repeated].mean():.4f}",
        "weights": "",
    }


def chosen(rows, **wanted):
    """Return the shares right of the rows that have all of these values."""
    wanted = {"reader": "matrix", "width": 48, "n": 16, "steps": 1000, "rate": 0.01} | (
        wanted
    )
    found = [
        float(row["right"])
        for row in rows
        if all(row[name] == str(value) for name, value in wanted.items())
    ]
    assert len(found) == len(SEEDS), wanted
    return found


@claim("10", "TODO", stored=trainings)
def staircase(rows):
    for words, heads in itertools.product(range(1, 5), range(1, 5)):
        found = chosen(rows, words=words, heads=heads)
        if heads >= words:
            assert min(found) > 0.99
        else:
            assert max(found) < 0.98
