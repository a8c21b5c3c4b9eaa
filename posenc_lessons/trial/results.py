"""The stored results of the trial, and tables of them."""

import csv
import pathlib

import numpy as np

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
        Which runs to return: "as given"; "same", with all encodings scaled to the same
        size; "900 steps"; "rate 0.001"; "tanh first", with a tanh layer before the
        attention; or "tanh first, 900 steps". All but the first cover only some of the
        encodings.

    Returns
    -------
    list of dict
        One row for each training run, with its ``encoding`` (a name from
        `ladder_encodings`), ``variant``, length ``n`` and ``seed``. ``accuracy`` is the
        share of words named correctly, from 0 to 1. ``beyond`` is the same share in
        sentences of twice the length, and ``seen`` and ``new`` are this share at places
        seen in training and at new places. ``first_norm`` is the norm of the first
        gradient, and ``last_loss`` is the last loss.

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
        One row for each encoding and draw, with ``encoding`` (a name from
        `rival_frequencies`), ``pairs`` (the number of pairs of columns) and ``draw``.
        The other columns hold the `overlap` with different wanted weights at 1024
        positions: "within 1", "within 4", "within 16", "within 64" and "within 256"
        from `window_weights`, and "back 1", "back 10" and "back 100", which look only
        at the word that many places back.

    Examples
    --------
    >>> sorted({row["pairs"] for row in attention_rows()})
    [4, 8, 16, 64]
    """
    kinds = {"encoding": str, "pairs": int, "draw": int}
    return _typed(read(FOLDER / "attention.csv"), kinds)


def length_rows(k: int = 1, change: str = "as trained") -> list[dict]:
    """Return the stored results of models that were tested on longer texts.

    Parameters
    ----------
    k : {1, 3}, optional
        How many places earlier the word to be named is.
    change : str, optional
        What was changed between training and testing. With "as trained", nothing was
        changed; with "window", each word sees only the last 32 words; "interpolated"
        and "NTK-aware" change the frequencies of the rotary encoding.

    Returns
    -------
    list of dict
        One row for each model and ``factor`` of the change, with ``encoding``,
        ``change``, ``k`` and ``seed``. ``rate`` is the best of three learning rates,
        and ``last_loss`` is the last loss with this rate. The share of words named
        correctly is under "seen" for the places seen in training, 0 to 31, and under
        "to 63", "to 127" and "to 255" for new ones. The attention weight on the right
        word is under "weight seen" and so on. "looks back" is how many places back the
        model attends most.

    Examples
    --------
    >>> sorted({row["factor"] for row in length_rows(change="interpolated")})
    [2, 4, 8]
    """
    kinds = dict.fromkeys(("encoding", "change"), str)
    kinds |= dict.fromkeys(("factor", "k", "seed", "looks back"), int)
    stored = _typed(read(FOLDER / "length.csv"), kinds)
    rows = [row for row in stored if (row["k"], row["change"]) == (k, change)]
    if not rows:
        pairs = ", ".join(dict.fromkeys(str((r["k"], r["change"])) for r in stored))
        raise ValueError(f"(k, change) must be one of {pairs}; got {(k, change)}")
    return rows


def length_table(rows: list[dict]) -> str:
    """Return a text table of how well each model names words in longer texts.

    Parameters
    ----------
    rows : list of dict
        The rows to show, from `length_rows`.

    Returns
    -------
    str
        The table has a line for each encoding, with the factor if there are several,
        and a column for each part of the text. A cell holds the share of words named
        correctly, in percent: the median over the seeds, followed by the smallest and
        the largest value in parentheses.

    Examples
    --------
    >>> print(length_table([row for row in length_rows() if row["encoding"] == "T5"]))
                                      seen         to 63        to 127        to 255
    T5                       100 (100-100)    88 (87-88)    49 (48-50)    29 (27-29)
    """
    several = len({row["factor"] for row in rows}) > 1
    lines = [" " * 24 + "".join(f"{part:>14}" for part in PARTS)]
    for name, factor in dict.fromkeys((row["encoding"], row["factor"]) for row in rows):
        shares = [_shares(rows, part, encoding=name, factor=factor) for part in PARTS]
        title = f"{name}, factor {factor}" if several else name
        cells = [f"{median} ({low}-{high})" for median, low, high in shares]
        lines.append(f"{title:24}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines)


def trial_table(rows: list[dict]) -> str:
    """Return a text table with a line for each encoding and a column for each length.

    Parameters
    ----------
    rows : list of dict
        The rows to show, from `trial_rows`.

    Returns
    -------
    str
        A cell holds the share of words named correctly, in percent: the median over the
        seeds, followed by the smallest and the largest value in parentheses.

    Examples
    --------
    >>> print(trial_table([row for row in trial_rows() if row["n"] == 24][9:15]))
                       24 positions
    one sine           22 % (22-23)
    one pair           98 % (97-99)
    """
    lengths = sorted({row["n"] for row in rows})
    titles = [f"{n} positions" for n in lengths]
    lines = [" " * 15 + " ".join(f"{title:>16}" for title in titles)]
    for name in dict.fromkeys(row["encoding"] for row in rows):
        shares = [_shares(rows, "accuracy", encoding=name, n=n) for n in lengths]
        cells = [f"{median} % ({low}-{high})" for median, low, high in shares]
        lines.append(f"{name:15}" + " ".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)


def _values(rows, measure, **settings):
    """Return the values of one measure in the rows with the given settings."""
    return [row[measure] for row in rows if settings.items() <= row.items()]


def _shares(rows, measure, **settings):
    """Return the median, minimum and maximum of a share, each as a whole percentage."""
    shares = _values(rows, measure, **settings)
    return [f"{100 * f(shares):.0f}" for f in (np.median, min, max)]
