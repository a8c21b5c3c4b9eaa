"""The stored results of the trial."""

import csv
import pathlib

D_MODEL = 32
FOLDER = pathlib.Path(__file__).parent

PARTS = {"seen": (0, 32), "to 63": (32, 64), "to 127": (64, 128), "to 255": (128, 256)}
"""For each part of a text, its first place and the place after its last one."""


def read(path):
    """Return the rows of a CSV file as dicts of strings."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _typed(rows, kinds):
    """Return rows with the columns converted to the given types, or else to float."""
    return [{name: kinds.get(name, float)(row[name]) for name in row} for row in rows]


def trial_rows(variant: str = "as given") -> list[dict]:
    """Return the stored results of the trial.

    Parameters
    ----------
    variant : str, optional
        Which runs to return: "as given"; "900 steps"; "tanh first", with a tanh layer
        before the attention; or "tanh first, 900 steps". All but the first cover only
        some of the encodings.

    Returns
    -------
    list of dict
        One row for each training run, with its ``encoding`` (a name from
        `ladder_encodings`), ``variant``, length ``n`` and ``seed``. ``accuracy`` is the
        share of words named correctly, from 0 to 1.

    Examples
    --------
    >>> sorted({row["n"] for row in trial_rows()})
    [24, 64, 128]
    """
    stored = read(FOLDER / "recall.csv")
    rows = [row for row in stored if row["variant"] == variant]
    if not rows:
        known = ", ".join(dict.fromkeys(repr(row["variant"]) for row in stored))
        raise ValueError(f"variant must be one of {known}; got {variant!r}")
    return _typed(rows, {"encoding": str, "variant": str, "n": int, "seed": int})


def attention_rows() -> list[dict]:
    """Return the stored results of the heads that learn where to look.

    Returns
    -------
    list of dict
        One row for each encoding of 16 pairs and each draw, with ``encoding`` (a name
        from `rival_frequencies`) and ``draw``. The other columns, "within 1", "within
        4", "within 16", "within 64" and "within 256", hold the `overlap` with
        `window_weights` at 1024 positions.

    Examples
    --------
    >>> sorted({row["draw"] for row in attention_rows()})
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    return _typed(read(FOLDER / "attention.csv"), {"encoding": str, "draw": int})


def length_rows(k: int = 1, change: str = "as trained") -> list[dict]:
    """Return the stored results of models that were tested on longer texts.

    Parameters
    ----------
    k : {1, 3}, optional
        How many places earlier the word to be named is.
    change : str, optional
        What was changed between training and testing. With "as trained", nothing was
        changed. The others are for the rotary encoding only: with "window", each word
        sees only the last 32 words; "interpolated" and "NTK-aware" change the
        frequencies for texts that are four times as long.

    Returns
    -------
    list of dict
        One row for each model, with ``encoding``, ``change``, ``k`` and ``seed``.
        ``rate`` is the best of three learning rates. The share of words named correctly
        is under "seen" for the places seen in training, 0 to 31, and under "to 63", "to
        127" and "to 255" for new ones. "looks back" is how many places back the model
        attends most.

    Examples
    --------
    >>> [row["looks back"] for row in length_rows(change="interpolated")]
    [3, 4, 4]
    """
    kinds = dict.fromkeys(("encoding", "change"), str)
    kinds |= dict.fromkeys(("k", "seed", "looks back"), int)
    stored = _typed(read(FOLDER / "length.csv"), kinds)
    rows = [row for row in stored if (row["k"], row["change"]) == (k, change)]
    if not rows:
        pairs = ", ".join(dict.fromkeys(str((r["k"], r["change"])) for r in stored))
        raise ValueError(f"(k, change) must be one of {pairs}; got {(k, change)}")
    return rows
