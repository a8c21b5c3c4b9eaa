"""Sines and cosines in halves, and in turn."""

import numpy as np
from hintcheck.comparison import Comparison
from hintcheck.explanations import Mistake

from posenc_lessons.mathematics.conventions import sinusoidal_variant


def in_halves(table):
    """Return a table, or a row, with all sines before all cosines."""
    return np.concatenate([table[..., 0::2], table[..., 1::2]], axis=-1)


def in_turn(table):
    """Return a table, or a row, of halves with sines and cosines in turn."""
    return np.stack(np.split(table, 2, axis=-1), axis=-1).reshape(table.shape)


def _overwritten(table, *order):
    """Return the table after moving its halves in place, over each other."""
    table, half = table.copy(), table.shape[1] // 2
    for part in order:
        table[:, part::2] = table[:, part * half : (part + 1) * half]
    return table


def _overwritten_by_pairs(table):
    """Return the table after moving its pairs in place, one after the other."""
    table, half = table.copy(), table.shape[1] // 2
    for i in range(half):
        table[:, 2 * i] = table[:, i]
        table[:, 2 * i + 1] = table[:, half + i]
    return table


def _cosines_rolled(table, step):
    """Return the table in turn, each sine beside the cosine of another pair."""
    sines, cosines = np.split(table, 2, axis=1)
    return in_turn(np.hstack([sines, np.roll(cosines, step, axis=1)]))


def _cosines_reversed(table):
    """Return the table in turn, the last cosine beside the first sine."""
    sines, cosines = np.split(table, 2, axis=1)
    return in_turn(np.hstack([sines, cosines[:, ::-1]]))


def _by_one(table):
    """Return a table whose pairs are put one column apart, over each other."""
    half = table.shape[1] // 2
    return np.where(
        np.arange(2 * half) <= half,
        np.hstack([table[:, :half], table[:, -1:], table[:, 1:half]]),
        0,
    )


def _of_two_halves(n):
    """Return the numbers below n, taken in turn from their lower and upper half."""
    return np.argsort(np.arange(n) % ((n + 1) // 2), kind="stable")


def _pairs_reversed(table):
    """Return the columns of a table in the order of its pairs from the last on."""
    return np.arange(table.shape[1]).reshape(-1, 2)[::-1].ravel()


def _cut_by_halves(table, axes):
    """Return a table that was cut as if the halves stood one below the other."""
    halves = table.reshape(2, len(table), -1)
    return halves.transpose(axes).reshape(table.shape)


def _halves_to_move(random):
    """Return tables in halves, and one that holds no sines."""
    return [
        *(
            (sinusoidal_variant(n, d_model, layout="halves"),)
            for n, d_model in ((3, 6), (5, 2), (4, 16))
        ),
        (random.normal(size=(4, 2 * random.integers(3, 9))),),
        (random.normal(size=(2, 8)),),
    ]


TO_INTERLEAVED = Comparison(
    reference=in_turn,
    draw=_halves_to_move,
    describe=lambda table: f"For {len(table)} positions and d_model = {table.shape[1]}",
    mistakes=(
        Mistake("unchanged", lambda table: table, "Nothing has moved."),
        Mistake(
            "back", in_halves, "It goes the other way, from interleaved to halves."
        ),
        Mistake(
            "M8",
            lambda table: in_turn(table)[:, np.arange(table.shape[1]) ^ 1],
            "The cosine of each pair stands before its sine.",
        ),
        Mistake(
            "in place",
            lambda table: _overwritten(table, 0, 1),
            "It overwrites columns of the table before they are read: write into a new "
            "one.",
        ),
        Mistake(
            "in place",
            lambda table: _overwritten(table, 1, 0),
            "It overwrites columns of the table before they are read: write into a new "
            "one.",
        ),
        Mistake(
            "in place",
            _overwritten_by_pairs,
            "It overwrites columns of the table before they are read: write into a new "
            "one.",
        ),
        Mistake(
            "recomputed",
            lambda table: sinusoidal_variant(*table.shape),
            "It computes the encoding anew: move the columns of the table that is "
            "given, whatever it holds.",
            partly=True,
        ),
        Mistake(
            "half",
            lambda table: table[:, : table.shape[1] // 2],
            "These are the sines alone.",
        ),
        Mistake(
            "half",
            lambda table: np.repeat(table[:, : table.shape[1] // 2], 2, axis=1),
            "Each sine stands there twice: the cosines are missing.",
        ),
        Mistake(
            "backwards",
            lambda table: table[:, ::-1],
            "The columns are reversed: sines and cosines should alternate.",
        ),
        Mistake(
            "half",
            lambda table: in_turn(table) * (np.arange(table.shape[1]) % 2 == 0),
            "The odd columns are still 0: the cosines are missing.",
        ),
        *(
            Mistake(
                "half",
                lambda table, part=part: np.where(
                    np.arange(table.shape[1]) % 2 == part, in_turn(table), table
                ),
                f"Only the {moved} have moved: the {other} are to move, too.",
                partly=True,
            )
            for part, moved, other in ((0, "sines", "cosines"), (1, "cosines", "sines"))
        ),
        Mistake(
            "backwards",
            _cosines_reversed,
            "The cosines stand in reverse order.",
            partly=True,
        ),
        Mistake(
            "column",
            _by_one,
            "Pair i goes to the columns i and i + 1, where the next one overwrites it: "
            "2 * i and 2 * i + 1 are meant.",
            partly=True,
        ),
        Mistake(
            "512",
            lambda table: table[:, [0, 2, 1, 3] if table.shape[1] > 3 else [0, 1]],
            "There are always four columns: take as many as the table has.",
            partly=True,
        ),
        Mistake(
            "sorted",
            lambda table: table[:, table[1].argsort()],
            "The columns are sorted by the numbers of row 1: each sine belongs before "
            "its cosine.",
        ),
        Mistake(
            "M18",
            lambda table: np.concatenate(np.split(table, 2, axis=1)).reshape(
                table.shape
            ),
            "The halves are put one below the other (axis 0), so that the reshape "
            "mixes positions: stack them along a new last axis.",
        ),
        Mistake(
            "M18",
            lambda table: table.T.reshape(table.shape),
            "A transpose and a reshape alone mix the positions.",
        ),
        *(
            Mistake("rows", moved, "The rows have moved: the columns should.")
            for moved in (
                lambda table: np.concatenate([table[0::2], table[1::2]]),
                lambda table: table[_of_two_halves(len(table))],
            )
        ),
        Mistake(
            "M10",
            lambda table: in_turn(table)[:, _pairs_reversed(table)],
            "The pairs stand in reverse order: the first sine comes first.",
            partly=True,
        ),
        *(
            Mistake(
                "M18",
                lambda table, axes=axes: _cut_by_halves(table, axes),
                "A reshape to (2, n, d_model / 2) mixes the positions: cut each row, "
                "to (n, 2, d_model / 2).",
            )
            for axes in ((2, 1, 0), (1, 2, 0), (1, 0, 2))
        ),
        Mistake(
            "unfinished",
            lambda table: np.stack(np.split(table, 2, axis=1), axis=-1),
            "Each sine stands beside its cosine; now reshape to two axes.",
        ),
        Mistake(
            "columns",
            lambda table: np.hstack(np.split(table, 2, axis=1)[::-1]),
            "The halves have changed places: they should alternate.",
        ),
        *(
            Mistake(
                "off by one",
                lambda table, step=step: _cosines_rolled(table, step),
                "Each sine stands beside the cosine of another pair: the cosines begin "
                "at column d_model / 2.",
                partly=True,
            )
            for step in (1, -1)
        ),
        Mistake(
            "sorted",
            lambda table: np.sort(table, axis=1),
            "The numbers of each row are sorted: columns should move as a whole.",
        ),
        Mistake(
            "M13",
            lambda table: in_turn(table).T,
            "The table is transposed: a row is a position.",
        ),
    ),
    right="Columns i and i + d_model / 2 become columns 2 i and 2 i + 1.",
)
