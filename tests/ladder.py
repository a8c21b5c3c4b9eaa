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
    alibi_bias,
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
    same_scale,
)
from posenc_lessons.trial.results import D_MODEL, FOLDER, PARTS
from posenc_lessons.trial.training import train
from tests.claims import write_rows

SEEDS = range(3)

LENGTHS = (24, 64, 128)
LINES = ("integers", "normalized", "one sine")

VARIANTS = {
    "as given": ({}, tuple(ladder_encodings(1, D_MODEL)), LENGTHS),
    "same": ({}, LINES, LENGTHS),
    "900 steps": ({"steps": 900}, LINES, LENGTHS[:1]),
    "rate 0.001": ({"rate": 0.001}, LINES, LENGTHS[:1]),
    "tanh first": ({"lift": True}, (*LINES, "the paper's"), LENGTHS),
    "tanh first, 900 steps": ({"lift": True, "steps": 900}, LINES, LENGTHS[:1]),
}
"""By name: how the training differs, and for which codes and lengths it is run."""


def measure_recall(code, variant, n, seed):
    """Train with a code of `ladder_encodings` once, in a variant from `VARIANTS`.

    Return the share of words named correctly, here and in sentences of twice the
    length: on average, and separately for places seen in training and new ones. In the
    longer sentences, normalized positions are divided by the longer length. In the
    variant "same", the code is scaled to the size of the paper's.
    """
    short, long = (ladder_encodings(size, D_MODEL, seed)[code] for size in (n, 2 * n))
    if variant == "same":
        factor = np.abs(same_scale(short)).max() / np.abs(short).max()
        short, long = factor * short, factor * long
    trained = train(short, seed=seed, **VARIANTS[variant][0])
    # The first place asked for is place 1.
    right = trained.right(long, sentences=50)
    return {
        "accuracy": trained.accuracy(short),
        "beyond": right.mean(),
        "seen": right[:, : n - 1].mean(),
        "new": right[:, n - 1 :].mean(),
        "first_norm": trained.first_norm,
        "last_loss": trained.losses[-1],
    }


PAIRS = (4, 8, 16, 64)
N_LOOKS = 1024
WITHIN = (1, 4, 16, 64, 256)
BACK = (1, 10, 100)
RATES = (0.03, 0.1, 0.3)
DRAWS = 10


def measure_attention(code, pairs, draw):
    """Train a head for each window, with clocks at each of the `rival_frequencies`.

    Return the best `overlap` over the learning rates, by the name of the window.
    """
    table = clock_table(rival_frequencies(pairs, N_LOOKS, draw)[code], N_LOOKS)
    asked = {f"within {reach}": window_weights(N_LOOKS, reach) for reach in WITHIN}
    asked |= {f"back {k}": np.eye(N_LOOKS, k=-k) for k in BACK}
    return {
        name: max(
            overlap(train_attention(table, wanted, rate=rate), wanted) for rate in RATES
        )
        for name, wanted in asked.items()
    }


TRAINED, ASKED = 32, 256
"""How long the texts are in training, and in the test."""

BACK_FROM_LATE = (1, 3)
FACTORS = (2, 4, 8)
LENGTH_RATES = (0.003, 0.01, 0.03)
LENGTH_STEPS = 500
CHANGES = {"interpolated": interpolated, "NTK-aware": ntk_aware}


def learned_table(n_positions):
    """Learn a row to add at each position; there are none for later positions."""

    def start(n_heads, d_model, random):
        return {"places": random.normal(size=(n_positions, d_model)) / np.sqrt(2)}

    return PositionEncoding(lambda n, learned: learned["places"][:n], start=start)


def windowed(encoding, width):
    """Let each word see only the last `width` words, including itself."""

    def bias(n_heads, n, parameters):
        position = np.arange(n)
        far = np.where(position[:, None] - position >= width, -np.inf, 0.0)
        if encoding.bias is None:
            return np.tile(far, (n_heads, 1, 1))
        return far + encoding.bias(n_heads, n, parameters)

    return dataclasses.replace(encoding, bias=bias)


def kinds_of_codes(d_model, n_positions):
    """Return the codes that today's models use, and no code, by name."""
    return {
        "none": PositionEncoding(),
        "learned table": learned_table(n_positions),
        "sinusoids": PositionEncoding(lambda n, _: sinusoidal_encoding(n, d_model)),
        "rotary": rotary(),
        "T5": t5_biases(),
        "ALiBi": biased(lambda n_heads, n: alibi_bias(n_heads, n, n)),
    }


def rotary_frequencies(d_model):
    """Return the frequencies of the rotary codes in the trial, by name.

    They are the paper's frequencies; the same ones, with 0 for every pair that does not
    finish a turn within a training text; and a geometric progression of the same
    length, from 1 to one turn within such a text.
    """
    paper = angular_frequencies(d_model)
    return {
        "rotary": paper,
        "rotary, slow pairs still": np.where(paper * TRAINED < 2 * np.pi, 0, paper),
        "rotary, all pairs fast": np.geomspace(1, 2 * np.pi / TRAINED, d_model // 2),
    }


def length_codes(d_model):
    """Return the codes that are tested in longer texts, by name.

    They are those of `kinds_of_codes`; ALiBi with a steep slope, since the formula's
    slope for one head is 1/256; and a rotary one for each of `rotary_frequencies`. The
    learned table has rows for all places, but training reaches only the first
    `TRAINED`.
    """
    turning = {
        name: rotary(frequencies=frequencies)
        for name, frequencies in rotary_frequencies(d_model).items()
    }
    steep = biased(lambda n_heads, n: np.log(2) * 256 * alibi_bias(1, n, n))
    return kinds_of_codes(d_model, ASKED) | {"ALiBi, slope ln 2": steep} | turning


def changed(name, d_model, change, factor):
    """Return a code of `length_codes` as it is tested in longer texts.

    `change` is "as trained"; "window", where each word sees as many words as a training
    text has; or, for a rotary code, "interpolated" or "NTK-aware", for texts that are
    `factor` times as long.
    """
    code = length_codes(d_model)[name]
    if change == "as trained":
        return code
    if change == "window":
        return windowed(code, TRAINED)
    frequencies = rotary_frequencies(d_model)[name]
    return rotary(frequencies=CHANGES[change](frequencies, factor))


def in_parts(trained, code, sentences):
    """Test a model with one k and one head in texts longer than those in training.

    Return the share of words named correctly in each of `PARTS`, under its name; the
    mean attention on the right word, under "weight seen" and so on; and the distance
    that gets the most attention on average at the places of the last part, under "looks
    back".
    """
    k, n = trained.k, ASKED
    right = trained.right(code, sentences=sentences, n_positions=n)[..., 0].mean(axis=0)
    words = np.random.default_rng(20_000).integers(10, size=(sentences // 4, n))
    weights = np.mean([trained.weights(code, text)[0] for text in words], axis=0)
    on_right = np.diagonal(weights, -k)
    measures = {}
    for kind, values in (("", right), ("weight ", on_right)):
        for part, (first, end) in PARTS.items():
            measures[kind + part] = values[max(first - k, 0) : end - k].mean()
    first, end = PARTS["to 255"]
    by_distance = [np.diagonal(weights, -m)[first - m :].mean() for m in range(first)]
    return measures | {"looks back": int(np.argmax(by_distance))}


@functools.cache
def train_in_short_texts(code, k, seed, rate):
    """Return a causal model with a code of `length_codes`, and its loss at the end."""
    trained = train(length_codes(D_MODEL)[code], k, LENGTH_STEPS, seed, rate,
                    causal=True, n_positions=TRAINED, d_model=D_MODEL)  # fmt: skip
    return trained, float(np.mean(trained.losses[-50:]))


def best_rate(code, k):
    """Return the rate at which the first seed reaches the smallest loss."""
    return min(LENGTH_RATES, key=lambda rate: train_in_short_texts(code, k, 0, rate)[1])


def measure_length(code, change, factor, k, seed):
    """Train in short texts to name the word k back, and test in texts 8 times as long.

    `change` and `factor` say what is `changed` after training. Return the learning
    rate, the loss at the end of training, and what `in_parts` measures.
    """
    rate = best_rate(code, k)
    trained, loss = train_in_short_texts(code, k, seed, rate)
    shares = in_parts(trained, changed(code, D_MODEL, change, factor), sentences=40)
    return {"rate": rate, "last_loss": loss} | shares


def recall_settings():
    """Return the settings of each training run in lesson 11, in its file's order."""
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
        (code, pairs, draw)
        for pairs in PAIRS
        for code in rival_frequencies(1, N_LOOKS)
        for draw in range(DRAWS if code.startswith("random") else 1)
    ]


def length_settings():
    """Return the settings of each model in lesson 16, and its changes afterwards."""
    changes = [("as trained", 1), ("window", 1)]
    of_rope = [*changes, *itertools.product(CHANGES, FACTORS)]
    return [
        (code, change, factor, k, seed)
        for k in BACK_FROM_LATE
        for code in length_codes(D_MODEL)
        for seed in SEEDS
        for change, factor in (of_rope if code == "rotary" else changes)
    ]


EXPERIMENTS = {
    "recall.csv": (
        ("encoding", "variant", "n", "seed"), recall_settings, measure_recall
    ),
    "attention.csv": (
        ("encoding", "pairs", "draw"), attention_settings, measure_attention
    ),
    "length.csv": (
        ("encoding", "change", "factor", "k", "seed"), length_settings, measure_length
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
