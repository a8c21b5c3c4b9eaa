"""The whole trial of the codes: every code, length and seed, in parallel processes.

``python -m tests.ladder`` writes a row of a CSV file for each training, and
a figure. Started again, it goes on where it was stopped.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import functools
import pathlib
from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np

from posenc_lessons.figures.words import headline
from posenc_lessons.trial.attend import (
    overlap,
    train_attention,
    window_weights,
)
from posenc_lessons.trial.encodings import (
    clock_table,
    ladder_encodings,
    rival_frequencies,
    same_scale,
)
from posenc_lessons.trial.results import (
    D_MODEL,
    FOLDER,
    draw_trial,
    read,
    trial_rows,
)
from posenc_lessons.trial.training import train
from tests.ladder_longer import (
    CHANGES,
    TRAINED,
    changed,
    in_parts,
    length_codes,
)

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
    """Train the model of the ladder once.

    Parameters
    ----------
    code : str
        A name of `ladder_encodings`.
    variant : str
        A name of `VARIANTS`; for "same" the code is scaled to the size of the paper's.
    n : int
        How many positions there are.
    seed : int
        Of parameters, sentences and random codes.

    Returns
    -------
    dict
        The share of words named right, also in sentences of twice the length: on
        average, and apart for places that training had and new ones. Normalized
        positions of these are divided by their own length.
    """
    short, long = (ladder_encodings(size, D_MODEL, seed)[code] for size in (n, 2 * n))
    if variant == "same":
        factor = np.abs(same_scale(short)).max() / np.abs(short).max()
        short, long = factor * short, factor * long
    trained = train(short, seed=seed, **VARIANTS[variant][0])
    # The first place that is asked for is place 1.
    right = trained.right(long, sentences=50)
    measures = {
        "accuracy": trained.accuracy(short),
        "beyond": right.mean(),
        "seen": right[:, : n - 1].mean(),
        "new": right[:, n - 1 :].mean(),
        "first_norm": trained.first_norm,
        "last_loss": trained.losses[-1],
    }
    return {name: f"{value:.4g}" for name, value in measures.items()}


def measure_attention(code, pairs, draw):
    """Train a head for each of the weights that are wanted, with several rates.

    Parameters
    ----------
    code : str
        A name of `rival_frequencies`.
    pairs : int
        How many clocks.
    draw : int
        Of the random ones.

    Returns
    -------
    dict
        By what is wanted, the `overlap` with the learning rate that serves best.
    """
    table = clock_table(rival_frequencies(pairs, N_LOOKS, draw)[code], N_LOOKS)
    asked = {f"within {reach}": window_weights(N_LOOKS, reach) for reach in WITHIN}
    asked |= {f"back {k}": np.eye(N_LOOKS, k=-k) for k in BACK}
    overlaps = {
        name: max(
            overlap(train_attention(table, wanted, rate=rate), wanted) for rate in RATES
        )
        for name, wanted in asked.items()
    }
    return {name: f"{value:.4g}" for name, value in overlaps.items()}


@functools.cache
def train_in_short_texts(code, k, seed, rate):
    """Return a causal model of a code of `length_codes`, and its loss at the end.

    That is the mean of the last 50 steps.
    """
    trained = train(
        length_codes(D_MODEL)[code],
        k=k,
        steps=LENGTH_STEPS,
        seed=seed,
        rate=rate,
        causal=True,
        n_positions=TRAINED,
        d_model=D_MODEL,
    )
    return trained, float(np.mean(trained.losses[-50:]))


def best_rate(code, k):
    """Return the rate with which the first seed comes to the smallest loss."""
    return min(LENGTH_RATES, key=lambda rate: train_in_short_texts(code, k, 0, rate)[1])


def measure_length(code, change, factor, k, seed):
    """Train in short texts, and ask in texts of up to 8 times their length.

    Parameters
    ----------
    code : str
        A name of `length_codes`.
    change, factor : str, int
        What is changed after the training, as of `changed`.
    k : int
        How many places earlier the word stands that is to be named.
    seed : int
        Of parameters and sentences.

    Returns
    -------
    dict
        The learning rate, the loss at the end of the training, and what `in_parts`
        found.
    """
    rate = best_rate(code, k)
    trained, loss = train_in_short_texts(code, k, seed, rate)
    shares = in_parts(trained, changed(code, D_MODEL, change, factor), sentences=40)
    row = {"rate": rate, "last_loss": loss} | shares
    return {name: f"{value:.4g}" for name, value in row.items()}


@dataclasses.dataclass(frozen=True)
class Experiment:
    """Many trainings, and the file that holds their results.

    Attributes
    ----------
    file : str
        The name of the file.
    names : tuple of str
        What the settings of a training are.
    settings : list of tuple
        Those of all trainings, in the order of the file.
    measure : callable
        Takes the settings of a training, and returns the rest of its row.
    """

    file: str
    names: tuple
    settings: list
    measure: Callable

    def done(self, path):
        """Return the rows that a file holds, by their settings as text."""
        rows = read(path) if path.exists() else []
        return {tuple(row[name] for name in self.names): row for row in rows}

    def run(self, path, jobs):
        """Train what is missing in a file, and add its rows as they come.

        Parameters
        ----------
        path : pathlib.Path
            The CSV file.
        jobs : int or None
            How many processes; as many as there are processors if None.
        """
        done = self.done(path)
        missing = [s for s in self.settings if tuple(map(str, s)) not in done]
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            path.open("a", newline="", encoding="utf-8") as file,
            concurrent.futures.ProcessPoolExecutor(jobs) as pool,
        ):
            running = {pool.submit(self.measure, *s): s for s in missing}
            for number, future in enumerate(concurrent.futures.as_completed(running)):
                row = dict(zip(self.names, running[future])) | future.result()
                writer = csv.DictWriter(file, row, lineterminator="\n")
                if not done and not number:
                    writer.writeheader()
                writer.writerow(row)
                file.flush()
                print(f"{self.file}: {number + 1} of {len(missing)}", end="\r")
        print()
        done = self.done(path)
        rows = [done[key] for s in self.settings if (key := tuple(map(str, s))) in done]
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


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
    # What belongs to one training stands together, and finds it in a process's memory.
    longer = [
        (code, change, factor, k, seed)
        for k in BACK_FROM_LATE
        for code in length_codes(D_MODEL)
        for seed in range(seeds)
        for change, factor in (
            ("as trained", 1),
            ("window", 1),
            *((c, f) for c in CHANGES for f in FACTORS if code == "rotary"),
        )
    ]
    return [
        Experiment(
            "recall.csv", ("encoding", "variant", "n", "seed"), recall, measure_recall
        ),
        Experiment(
            "attention.csv", ("encoding", "pairs", "draw"), looks, measure_attention
        ),
        Experiment(
            "length.csv",
            ("encoding", "change", "factor", "k", "seed"),
            longer,
            measure_length,
        ),
    ]


def main():
    """Run what is missing, and draw."""
    parser = argparse.ArgumentParser(prog="python -m tests.ladder", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, help="processes; one for each processor")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    parser.add_argument("--figure", type=pathlib.Path, help="such as ladder.png")
    options = parser.parse_args()
    for experiment in experiments(options.seeds):
        experiment.run(options.folder / experiment.file, options.jobs)
    if options.figure:
        with plt.style.context("posenc_lessons.figures.course"):
            figure, ax = plt.subplots()
            draw_trial(ax, trial_rows())
            headline(ax, "One clock or two fail in long sentences,\n"
                         "four suffice, and so do sixteen random ones")  # fmt: skip
            figure.savefig(options.figure, dpi=192, metadata={"Software": None})
            plt.close(figure)


if __name__ == "__main__":
    main()
