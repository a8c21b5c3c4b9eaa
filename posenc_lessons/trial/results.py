"""The stored results of the trial."""

import contextlib
import csv
import pathlib

FOLDER = pathlib.Path(__file__).parent


def read(path):
    """Return the rows of a CSV file as dicts, with numbers as int or float."""
    with path.open(newline="", encoding="utf-8") as file:
        return [
            {name: _value(text) for name, text in row.items()}
            for row in csv.DictReader(file)
        ]


def _value(text):
    """Return the number that a text stands for, or else the text."""
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(text)
    return text


def _rows(file, **chosen):
    """Return the rows of a file that have the chosen values."""
    rows = read(FOLDER / file)
    found = [row for row in rows if chosen.items() <= row.items()]
    if not found:
        known = dict.fromkeys(tuple(row[name] for name in chosen) for row in rows)
        raise ValueError(
            f"{' and '.join(chosen)} must be one of {', '.join(map(_shown, known))}; "
            f"got {_shown(chosen.values())}"
        )
    return found


def _shown(values):
    """Return one value as Python writes it, or several in parentheses."""
    values = tuple(values)
    return repr(values if len(values) > 1 else values[0])


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
    return _rows("recall.csv", variant=variant)


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
    return _rows("attention.csv")


def length_rows(k: int = 1, change: str = "as trained") -> list[dict]:
    """Return the stored results of models that were tested on longer texts.

    Parameters
    ----------
    k : {1, 3}, optional
        How many positions earlier the word to be named is.
    change : str, optional
        What was changed between training and testing. With "as trained", nothing was
        changed. The other changes are for the rotary encoding only: with "window", each
        word sees only the last 32 words; "interpolated" and "NTK-aware" change the
        frequencies for texts that are four times as long.

    Returns
    -------
    list of dict
        One row for each model, with ``encoding``, ``change``, ``k`` and ``seed``.
        ``rate`` is the best of three learning rates. The share of words named correctly
        is under "seen" for the positions seen in training, 0 to 31, and under "to 63",
        "to 127" and "to 255" for new ones. "looks back" is how many positions back the
        model attends most.

    Examples
    --------
    >>> [row["looks back"] for row in length_rows(change="interpolated")]
    [3, 4, 4]
    """
    return _rows("length.csv", k=k, change=change)
