"""The whole trial of the encodings, with every encoding, length and seed.

``python -m tests.ladder`` trains in parallel processes, and writes a row of a CSV file
for each training run.
"""

import concurrent.futures
import dataclasses
import functools
import itertools

import numpy as np

from posenc_lessons import (
    PositionEncoding,
    angular_frequencies,
    biased,
    interpolated,
    ntk_aware,
    rotary,
    sinusoidal_encoding,
    t5_biases,
)
from posenc_lessons.trial.attend import overlap, train_attention, window_weights
from posenc_lessons.trial.encodings import (
    clock_table,
    ladder_encodings,
    rival_frequencies,
)
from posenc_lessons.trial.results import FOLDER
from posenc_lessons.trial.training import train
from tests.claims import write_rows

SEEDS = range(3)
D_MODEL = 32

LENGTHS = (24, 64, 128)
LINES = ("integers", "normalized", "one sine")

VARIANTS = {
    "as given": ({}, tuple(ladder_encodings(1, D_MODEL)), LENGTHS),
    "900 steps": ({"steps": 900}, LINES, LENGTHS[:1]),
    "tanh first": ({"lift": True}, (*LINES, "the paper's"), LENGTHS),
    "tanh first, 900 steps": ({"lift": True, "steps": 900}, LINES, LENGTHS[:1]),
}
"""By name: how the training differs, and for which codes and lengths it is run."""


def measure_recall(code, variant, n, seed):
    """Train with a code of `ladder_encodings` once, in a variant from `VARIANTS`.

    Return the share of words named correctly.
    """
    table = ladder_encodings(n, D_MODEL, seed)[code]
    trained = train(table, seed=seed, **VARIANTS[variant][0])
    return {"accuracy": trained.accuracy(table)}


N_LOOKS = 1024
WITHIN = (1, 4, 16, 64, 256)
RATES = (0.03, 0.1, 0.3)
DRAWS = 10


def measure_attention(code, draw):
    """Train a head for each window, with 16 clocks at one of the `rival_frequencies`.

    Return the best `overlap` over the learning rates, by the name of the window.
    """
    table = clock_table(rival_frequencies(16, N_LOOKS, draw)[code], N_LOOKS)
    asked = {reach: window_weights(N_LOOKS, reach) for reach in WITHIN}
    return {
        f"within {reach}": max(
            overlap(train_attention(table, wanted, rate=rate), wanted) for rate in RATES
        )
        for reach, wanted in asked.items()
    }


PARTS = {"seen": (0, 32), "to 63": (32, 64), "to 127": (64, 128), "to 255": (128, 256)}
"""For each part of a text, its first position and the one after its last position."""

TRAINED, ASKED = 32, 256
"""How long the texts are in training, and in the test."""

LENGTH_RATES = (0.003, 0.01, 0.03)
FREQUENCIES = angular_frequencies(D_MODEL)
STEEP = biased(
    lambda _, n: -np.log(2) * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
)
LENGTH_CODES = {
    "sinusoids": PositionEncoding(lambda n, _: sinusoidal_encoding(n, D_MODEL)),
    "rotary": rotary(),
    "T5": t5_biases(),
    "ALiBi, slope ln 2": STEEP,  # the formula's slope for one head is 1/256
}
WINDOW = dataclasses.replace(
    rotary(),
    bias=lambda n_heads, n, _: np.where(np.tri(n, k=-TRAINED), -np.inf, [[[0.0]]]),
)
CHANGES = {
    "as trained": None,
    "window": WINDOW,  # a word sees as many words as a training text has
    "interpolated": rotary(frequencies=interpolated(FREQUENCIES, 4)),
    "NTK-aware": rotary(frequencies=ntk_aware(FREQUENCIES, 4)),
}
"""What replaces the code in the longer texts; None keeps it."""


def in_parts(trained, code, sentences=40):
    """Test a model with one k and one head in texts longer than those in training.

    Return the share of words named correctly in each of `PARTS`, under its name, and
    the distance that gets the most attention on average at the positions of the last
    part, under "looks back".
    """
    k, n = trained.k, ASKED
    right = trained.right(code, sentences=sentences, n_positions=n)[..., 0].mean(axis=0)
    words = np.random.default_rng(20_000).integers(10, size=(sentences // 4, n))
    weights = np.mean([trained.weights(code, text)[0] for text in words], axis=0)
    measures = {
        part: right[max(first - k, 0) : end - k].mean()
        for part, (first, end) in PARTS.items()
    }
    first, _ = PARTS["to 255"]
    by_distance = [np.diagonal(weights, -m)[first - m :].mean() for m in range(first)]
    return measures | {"looks back": int(np.argmax(by_distance))}


@functools.cache
def train_in_short_texts(code, k, seed, rate):
    """Train a causal model with one of `LENGTH_CODES`; return it and its final loss."""
    trained = train(LENGTH_CODES[code], k, 500, seed, rate,
                    causal=True, n_positions=TRAINED, d_model=D_MODEL)  # fmt: skip
    return trained, float(np.mean(trained.losses[-50:]))


def best_rate(code, k):
    """Return the rate at which the first seed reaches the smallest loss."""
    return min(LENGTH_RATES, key=lambda rate: train_in_short_texts(code, k, 0, rate)[1])


def measure_length(code, change, k, seed):
    """Train in short texts to name the word k back, and test in texts 8 times as long.

    Return the learning rate and what `in_parts` measures after one of `CHANGES`.
    """
    rate = best_rate(code, k)
    trained, _ = train_in_short_texts(code, k, seed, rate)
    tested = CHANGES[change] or LENGTH_CODES[code]
    return {"rate": rate} | in_parts(trained, tested)


def recall_settings():
    """Return the settings of each training run in lesson 11, in order."""
    return [
        (code, variant, n, seed)
        for variant, (_, codes, lengths) in VARIANTS.items()
        for n in lengths
        for code in codes
        for seed in SEEDS
    ]


def attention_settings():
    """Return the settings of the heads that learn where to look."""
    return [
        (code, draw)
        for code in rival_frequencies(1, N_LOOKS)
        for draw in range(DRAWS if code.startswith("random") else 1)
    ]


def length_settings():
    """Return the settings of each model in lesson 16, and its changes afterwards."""
    return [
        (code, change, k, seed)
        for k, code, seed in itertools.product((1, 3), LENGTH_CODES, SEEDS)
        for change in (CHANGES if code == "rotary" else ["as trained"])
    ]


EXPERIMENTS = {
    "recall.csv": (
        ("encoding", "variant", "n", "seed"), recall_settings, measure_recall
    ),
    "attention.csv": (("encoding", "draw"), attention_settings, measure_attention),
    "length.csv": (
        ("encoding", "change", "k", "seed"), length_settings, measure_length
    ),
}  # fmt: skip
"""For each file: the names of the settings, the settings, and what measures."""


def run(file):
    """Train with all settings of an experiment in parallel, and write its file."""
    names, all_settings, measure = EXPERIMENTS[file]
    settings, rows = all_settings(), []
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for found in pool.map(measure, *zip(*settings)):
            row = dict(zip(names, settings[len(rows)]))
            rows.append(row | {k: f"{value:.4g}" for k, value in found.items()})
            print(f"{file}: {len(rows)} of {len(settings)}", end="\r")
    print()
    write_rows(FOLDER / file, rows)


if __name__ == "__main__":
    for file in EXPERIMENTS:
        run(file)
