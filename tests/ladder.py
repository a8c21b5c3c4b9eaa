"""The whole trial of the codes: every code, length and seed, in parallel processes.

``python -m tests.ladder`` writes a row of a CSV file for each training.
"""

import argparse
import concurrent.futures
import dataclasses
import functools
import itertools
import pathlib
from collections.abc import Callable

import numpy as np

from posenc_lessons.trial.attend import overlap, train_attention, window_weights
from posenc_lessons.trial.encodings import (
    clock_table,
    ladder_encodings,
    rival_frequencies,
    same_scale,
)
from posenc_lessons.trial.results import D_MODEL, FOLDER
from posenc_lessons.trial.training import train
from tests.claims import write_rows
from tests.ladder_longer import CHANGES, TRAINED, changed, in_parts, length_codes

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
"""By name: how the training differs, which codes are tried so, at which lengths."""

PAIRS = (4, 8, 16, 64)
N_LOOKS = 1024
WITHIN = (1, 4, 16, 64, 256)
BACK = (1, 10, 100)
RATES = (0.03, 0.1, 0.3)
DRAWS = 10

BACK_FROM_LATE = (1, 3)
FACTORS = (2, 4, 8)
LENGTH_RATES = (0.003, 0.01, 0.03)
LENGTH_STEPS = 500


def measure_recall(code, variant, n, seed):
    """Train a code of `ladder_encodings` once, as a variant of `VARIANTS` says.

    Return the share of words named right, also in sentences of twice the length: on
    average, and apart for places that training had and new ones. Normalized positions
    of these are divided by their own length. In the variant "same", the code is scaled
    to the size of the paper's.
    """
    short, long = (ladder_encodings(size, D_MODEL, seed)[code] for size in (n, 2 * n))
    if variant == "same":
        factor = np.abs(same_scale(short)).max() / np.abs(short).max()
        short, long = factor * short, factor * long
    trained = train(short, seed=seed, **VARIANTS[variant][0])
    # The first place that is asked for is place 1.
    right = trained.right(long, sentences=50)
    return {
        "accuracy": trained.accuracy(short),
        "beyond": right.mean(),
        "seen": right[:, : n - 1].mean(),
        "new": right[:, n - 1 :].mean(),
        "first_norm": trained.first_norm,
        "last_loss": trained.losses[-1],
    }


def measure_attention(code, pairs, draw):
    """Train a head with so many clocks of `rival_frequencies` for each window.

    Return, by what is wanted, the `overlap` with the learning rate that serves best.
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


@functools.cache
def train_in_short_texts(code, k, seed, rate):
    """Return a causal model of a code of `length_codes`, and its loss at the end."""
    trained = train(length_codes(D_MODEL)[code], k, LENGTH_STEPS, seed, rate,
                    causal=True, n_positions=TRAINED, d_model=D_MODEL)  # fmt: skip
    return trained, float(np.mean(trained.losses[-50:]))


def best_rate(code, k):
    """Return the rate with which the first seed comes to the smallest loss."""
    return min(LENGTH_RATES, key=lambda rate: train_in_short_texts(code, k, 0, rate)[1])


def measure_length(code, change, factor, k, seed):
    """Train in short texts to name the word k back, and ask in texts 8 times longer.

    `change` and `factor` say what is `changed` after the training. Return the learning
    rate, the loss at the end of the training, and what `in_parts` measures.
    """
    rate = best_rate(code, k)
    trained, loss = train_in_short_texts(code, k, seed, rate)
    shares = in_parts(trained, changed(code, D_MODEL, change, factor), sentences=40)
    return {"rate": rate, "last_loss": loss} | shares


@dataclasses.dataclass(frozen=True)
class Experiment:
    """Many trainings, and the file that holds their results."""

    file: str
    names: tuple  # of the settings of a training
    settings: list  # of each training, in the order of the file
    measure: Callable  # takes the settings, and returns the rest of the row

    def run(self, folder, jobs):
        """Train with all settings in parallel, and write the file."""
        rows = []
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            for found in pool.map(self.measure, *zip(*self.settings)):
                row = dict(zip(self.names, self.settings[len(rows)]))
                rows.append(row | {k: f"{value:.4g}" for k, value in found.items()})
                print(f"{self.file}: {len(rows)} of {len(self.settings)}", end="\r")
        print()
        write_rows(folder / self.file, rows)


def experiments(seeds):
    """Return the experiments of lessons 11 and 16, each with so many seeds."""
    recall = [
        (code, variant, n, seed)
        for variant, (_, codes, lengths) in VARIANTS.items()
        for n in lengths
        for code in codes
        for seed in range(seeds)
    ]
    looks = [
        (code, pairs, draw)
        for pairs in PAIRS
        for code in rival_frequencies(1, N_LOOKS)
        for draw in range(DRAWS if code.startswith("random") else 1)
    ]
    changes = [("as trained", 1), ("window", 1)]
    of_rope = [*changes, *itertools.product(CHANGES, FACTORS)]
    longer = [
        (code, change, factor, k, seed)
        for k in BACK_FROM_LATE
        for code in length_codes(D_MODEL)
        for seed in range(seeds)
        for change, factor in (of_rope if code == "rotary" else changes)
    ]
    of_recall, of_looks = ("variant", "n", "seed"), ("pairs", "draw")
    of_longer = ("change", "factor", "k", "seed")
    return [
        Experiment("recall.csv", ("encoding", *of_recall), recall, measure_recall),
        Experiment("attention.csv", ("encoding", *of_looks), looks, measure_attention),
        Experiment("length.csv", ("encoding", *of_longer), longer, measure_length),
    ]


def main():
    """Run all experiments."""
    parser = argparse.ArgumentParser(prog="python -m tests.ladder", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, help="processes; one for each processor")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    for experiment in experiments(options.seeds):
        experiment.run(options.folder, options.jobs)


if __name__ == "__main__":
    main()
