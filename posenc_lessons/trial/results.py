"""The results of the trial of the codes, and how they are drawn."""

import csv
import pathlib

import numpy as np

from posenc_lessons.trial.codes import ladder_codes

D_MODEL = 32
STORED = pathlib.Path(__file__).with_suffix(".csv")


def read(path):
    """Return the rows of a file of an earlier run, or none."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def trial_rows(scale="as given"):
    """Return the stored results of the trial.

    Parameters
    ----------
    scale : {"as given", "same"}, optional
        With the codes as the lecture gives them, or all scaled to the same size.

    Returns
    -------
    list of dict
        A row for each training: ``code`` (a name of `ladder_codes`), ``scale``, the
        length ``n``, ``seed``, ``accuracy`` and, in sentences of twice the length,
        ``beyond`` (shares, 0 ... 1), ``first_norm`` of the gradient and ``last_loss``.

    Raises
    ------
    ValueError
        If there are no rows with this scale.

    References
    ----------
    Written by ``make ladder``.

    Examples
    --------
    >>> sorted({row["n"] for row in trial_rows()})
    [24, 64, 128]
    """
    rows = [row for row in read(STORED) if row["scale"] == scale]
    if not rows:
        raise ValueError(f"scale must be 'as given' or 'same'; got {scale!r}")
    kinds = {"code": str, "scale": str, "n": int, "seed": int}
    return [{name: kinds.get(name, float)(row[name]) for name in row} for row in rows]


def draw_trial(ax, rows, measure="accuracy"):
    """Draw a share against the length: a line for each code, with the range of seeds.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw.
    rows : list of dict
        Of `trial_rows`.
    measure : {"accuracy", "beyond"}, optional
        Which share.

    References
    ----------
    See `trial_rows`.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> draw_trial(ax, trial_rows())
    >>> plt.close()
    """
    lengths = sorted({row["n"] for row in rows})
    for code, mark in zip(ladder_codes(1, D_MODEL), "x+^vsDo"):
        values = [
            [row[measure] for row in rows if (row["code"], row["n"]) == (code, n)]
            for n in lengths
        ]
        if values[0]:
            middle = np.median(values, axis=1)
            spread = np.abs(np.array([np.min(values, 1), np.max(values, 1)]) - middle)
            ax.errorbar(lengths, middle, spread, fmt=mark + "-", capsize=3, label=code)
    ax.set(xscale="log", ylim=(0, 1.05), xlabel="positions", ylabel="words recalled")
    ax.set_xticks(lengths, lengths)
    ax.minorticks_off()
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
