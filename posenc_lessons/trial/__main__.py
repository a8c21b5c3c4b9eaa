"""The whole trial of the codes: every code, length and seed, in parallel processes.

``python -m posenc_lessons.trial`` writes a row of a CSV file for each training, and
a figure. Started again, it goes on where it was stopped.
"""

import argparse
import concurrent.futures
import csv
import pathlib

import matplotlib.pyplot as plt
import numpy as np

from posenc_lessons.trial.codes import ladder_codes, same_scale
from posenc_lessons.trial.model import train
from posenc_lessons.trial.results import D_MODEL, STORED, draw_trial, read, trial_rows

FIELDS = ("code", "scale", "n", "seed", "accuracy", "beyond", "first_norm", "last_loss")
LENGTHS = (24, 64, 128)


def settings(seeds):
    """Return code, scale, length and seed of every training, the short ones first."""
    return [
        (code, scale, n, seed)
        for n in LENGTHS
        for seed in range(seeds)
        for scale in ("as given", "same")
        for code in ladder_codes(1, D_MODEL)
        if not (code == "none" and scale == "same")
    ]


def measure(code, scale, n, seed):
    """Train once, and return the row for the file.

    Parameters
    ----------
    code : str
        A name of `ladder_codes`.
    scale : {"as given", "same"}
        Whether the code is scaled to the size of the paper's.
    n : int
        How many positions there are.
    seed : int
        Of parameters and sentences.

    Returns
    -------
    dict
        With the fields `FIELDS`; ``beyond`` is the accuracy in sentences of twice the
        length. For normalized positions these are divided by their own length.
    """
    short, long = (ladder_codes(length, D_MODEL)[code] for length in (n, 2 * n))
    if scale == "same":
        factor = np.abs(same_scale(short)).max() / np.abs(short).max()
        short, long = factor * short, factor * long
    trained = train(short, seed=seed)
    values = (
        trained.accuracy(short),
        trained.accuracy(long, sentences=50),
        trained.first_norm,
        trained.losses[-1],
    )
    return dict(zip(FIELDS, (code, scale, n, seed, *(f"{v:.4g}" for v in values))))


def done_already(path):
    """Return the settings whose rows a file holds."""
    return {
        (row["code"], row["scale"], int(row["n"]), int(row["seed"]))
        for row in read(path)
    }


def run(path, seeds, jobs):
    """Train what is missing in a file, and add its rows as they come.

    Parameters
    ----------
    path : pathlib.Path
        The CSV file.
    seeds : int
        How many seeds.
    jobs : int or None
        How many processes; as many as there are processors if None.
    """
    done = done_already(path)
    missing = [setting for setting in settings(seeds) if setting not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        path.open("a", newline="", encoding="utf-8") as file,
        concurrent.futures.ProcessPoolExecutor(jobs) as pool,
    ):
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if not done:
            writer.writeheader()
        running = [pool.submit(measure, *setting) for setting in missing]
        for number, future in enumerate(concurrent.futures.as_completed(running), 1):
            writer.writerow(future.result())
            file.flush()
            print(f"{number} of {len(missing)}", end="\r", flush=True)
    rows = sorted(read(path), key=order)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def order(row):
    """Return what the rows of the file are sorted by."""
    codes = list(ladder_codes(1, D_MODEL))
    return row["scale"], int(row["n"]), codes.index(row["code"]), int(row["seed"])


def main():
    """Run what is missing, and draw."""
    parser = argparse.ArgumentParser(
        prog="python -m posenc_lessons.trial", description=__doc__
    )
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, help="processes; one for each processor")
    parser.add_argument("--csv", type=pathlib.Path, default=STORED)
    parser.add_argument("--figure", type=pathlib.Path, help="such as ladder.png")
    options = parser.parse_args()
    run(options.csv, options.seeds, options.jobs)
    if options.figure:
        figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
        draw_trial(ax, trial_rows())
        figure.savefig(options.figure, dpi=144, metadata={"Software": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
