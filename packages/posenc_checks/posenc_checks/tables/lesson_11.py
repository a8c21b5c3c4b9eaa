"""Exercises of lesson 11: the ladder of codes."""

import numpy as np
from hintcheck.answers import (
    as_array,
    call,
    of_the_package,
    undisturbed,
)
from hintcheck.questions import Inspection, Statement, Statements
from hintcheck.verdicts import Wrong

from posenc_lessons.trial.encodings import ladder_encodings
from posenc_lessons.trial.results import trial_rows
from posenc_lessons.trial.training import train

EXERCISES = {}


def _own_ladder_code(answer):
    """Judge a code: the layer is to solve the task of lesson 11 with it."""
    n, d_model = 24, 32
    case = f"For n = {n} and d_model = {d_model}"
    forbids = of_the_package(
        "sinusoidal_encoding",
        "sinusoidal_variant",
        "sine_cosine_pairs",
        "ladder_encodings",
    ).within("posenc_lessons")
    with undisturbed():  # the training may take longer, on a busy machine
        made = call(answer, n, d_model, case=case, forbids=forbids)
    code = as_array(made, (n, d_model), case)
    for later, row in enumerate(code):
        same = np.flatnonzero((code[:later] == row).all(axis=1))
        if len(same):
            alike = f"Places {same[0]} and {later} have the same row"
            name = "same rows"
            if (code == code[0]).all():
                alike, name = "All places have the same row", "M14"
            hint = f"{alike}: no model can tell them apart."
            if not code.any():
                hint += " It holds zeros alone: were they cut to whole numbers, or "
                hint += "is an axis lost?"
            elif name == "M14":
                hint += " Is an axis lost, or a loop's variable used after its loop?"
            raise Wrong(hint, name)
    for name, known in ladder_encodings(n, d_model).items():
        if np.abs(code - known).max() < 1e-6:
            raise Wrong(
                f"These are the numbers of a code of the trial, {name!r}: invent "
                "another.",
                "borrowed",
            )
    accuracy = train(code).accuracy(code)
    if accuracy > 0.9:
        return f"The layer names {accuracy:.0%} of the words with it."
    hint, mistake = what_hinders(code - code.mean(axis=0))
    raise Wrong(
        f"The layer names {accuracy:.0%} of the words with it, and more than 90 % are "
        f"asked for. {hint}",
        mistake,
    )


def what_hinders(rows):
    """Return why a code is hard to use, and a name for that, from its centred rows.

    Notes
    -----
    Of the starting weights, the words' embeddings have entries of about 1.
    """
    rank = np.linalg.matrix_rank(rows, tol=1e-9 * np.abs(rows).max())
    if rank == 1:
        return "All its rows lie on one line, and so only its ends can win.", "line"
    largest = np.abs(rows).max()
    if largest < 0.5:
        return (
            f"Its entries differ by no more than {largest:.2g} from their mean: beside "
            "those of the words, which are about 1, that is faint.",
            "small",
        )
    if largest > 10:
        return (
            f"Its entries reach {largest:.3g}: beside those of the words, which are "
            "about 1, that is loud, and the softmax is certain before it has learned.",
            "large",
        )
    rule = np.linalg.lstsq(rows[1:], rows[:-1], rcond=1e-9)[0]
    apart = np.linalg.norm((rows[1:] @ rule)[:, None] - rows, axis=-1)
    found = int((apart.argmin(axis=1) == np.arange(len(apart))).sum())
    return (
        f"Its rows span {rank} directions of {rows.shape[1]}, and attention compares "
        "rows by a matrix: the best one that leads from a row to the one before finds "
        f"it {found} times of {len(apart)}. In more directions that is easier.",
        "directions",
    )


EXERCISES["11a"] = Inspection(_own_ladder_code)


def _worst(code, n, measure="accuracy", variant="as given"):
    """Return the lowest accuracy of a code and a length in the trial."""
    rows = trial_rows(variant)
    return min(row[measure] for row in rows if (row["encoding"], row["n"]) == (code, n))


EXERCISES["11b"] = Statements(
    (
        Statement(
            "a",
            lambda: _worst("integers", 24, variant="same") > 0.9,
            "that integers lack nothing but the right size",
            "What do they reach where all codes have the same size?",
        ),
        Statement(
            "b",
            lambda: _worst("one pair", 24) > 0.9 > _worst("one pair", 128),
            "that what one pair does at one length, it does at the other",
            "What does it reach at 24, and what at 128?",
        ),
        Statement(
            "c",
            lambda: _worst("the paper's", 24, "beyond") > 0.9,
            "that a code which goes on for ever is read as well beyond the trained "
            "length",
            "What does the trial have there?",
        ),
    ),
    right=lambda: "All three, as the trial has it.",
)
