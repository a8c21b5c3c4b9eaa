"""The two rows of a table that are closest to each other."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import Mistake

from posenc_checks.families.waves import waves
from posenc_lessons.mathematics.neighbours import closest_pair


def _drawn_clearly(random, n, d):
    """Return a random table of which two rows, not neighbours, are the closest."""
    while True:
        table = random.normal(size=(n, d))
        apart = np.sort(_distances(table, np.inf), axis=None)[::2]
        first, second, _ = closest_pair(table)
        if apart[1] - apart[0] > 0.01 and second - first > 1:
            return table


def _code_tables(random):
    """Return tables whose closest rows are not neighbours in the table."""
    return [
        (np.array([[0.0, 0], [3, 0], [0, 1], [4, 4], [3, 0.5]]),),
        # The closest two have neither the smallest sum of differences nor the smallest
        # largest difference.
        *(
            (size * np.array([[0.0, 0], [9, 4], [1, 1], [20, 9], [10.5, 4], [24, 3]]),)
            for size in (1, 2)
        ),
        (np.array([[0.0, 7], [9, 4], [1.3, 7], [20, 0], [10, 5], [24, 1]]),),
        # One of the two is the first row, or the last, or they are both; neighbours.
        (np.array([[0.0, 0], [4, 4], [4, 3.5], [5, 1], [2, 2]]),),
        (np.array([[0.0, 0], [5, 1], [2, 3], [0.2, 0], [4, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [4.1, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [0, 0.3]]),),
        # Irregular positions: with equal steps, many pairs would be equally close.
        (waves([0, 2, 5, 9, 14, 20, 27, 35, 44, 54], [6.3, 20.1]),),
        # In float16, the first three rows are one.
        (np.array([[10, 5.0], [10.003, 5], [10.0032, 5], [12, 9], [3, 2]]),),
        *(
            (_drawn_clearly(random, n, d),)
            for n, d in ((12, 3), (30, 2), (9, 4), (15, 3), (20, 5), (7, 2), (25, 3))
        ),
    ]


def _distances(codes, diagonal):
    """Return the distances between all rows, with the given diagonal."""
    apart = np.linalg.norm(codes[:, None] - codes, axis=-1)
    np.fill_diagonal(apart, diagonal)
    return apart


def _smallest(table):
    """Return the row and column of the smallest entry off the diagonal."""
    table = np.where(np.eye(len(table)), np.inf, table)
    return np.array(np.unravel_index(table.argmin(), table.shape))


def _closest_of(change):
    """Return what finds the closest two once a function has changed the codes."""
    return lambda codes: _smallest(_distances(change(codes), np.inf))


def _of_length_1(least=0.0, instead=np.nan):
    """Return what brings rows to length 1; a row of zeros is treated by itself."""

    def change(codes):
        lengths = np.maximum(np.linalg.norm(codes, axis=1, keepdims=True), least)
        with np.errstate(all="ignore"):
            return np.nan_to_num(codes / lengths, nan=instead)

    return change


def _neighbours(codes):
    """Return the closest pair among rows that follow each other."""
    first = int(np.linalg.norm(np.diff(codes, axis=0), axis=1).argmin())
    return np.array([first, first + 1])


CLOSEST_ROWS = Comparison(
    reference=lambda codes: np.array(closest_pair(codes)[:2]),
    draw=_code_tables,
    describe=lambda codes: f"For {len(codes)} codes of {codes.shape[1]} numbers",
    place=at("entry"),
    mistakes=(
        Mistake(
            "itself",
            lambda codes: np.array([0, 0]),
            "A row is at the distance 0 from itself: leave the diagonal out.",
        ),
        Mistake(
            "itself",
            lambda codes: np.array([len(codes) - 1] * 2),
            "A row is at the distance 0 from itself: leave the diagonal out.",
        ),
        Mistake(
            "neighbours",
            _neighbours,
            "Only rows that follow each other were compared; every row may meet any.",
        ),
        Mistake(
            "neighbours",
            lambda codes: _smallest(
                _distances(codes, np.inf)
                + 1e9 * (np.eye(len(codes), k=1) + np.eye(len(codes), k=-1))
            ),
            "Rows that follow each other are left out: any two may be the ones.",
            partly=True,
        ),
        Mistake(
            "farthest",
            lambda codes: np.array(
                np.unravel_index(_distances(codes, -1).argmax(), (len(codes),) * 2)
            ),
            "That is the pair farthest apart.",
        ),
        Mistake(
            "order",
            lambda codes: np.array(closest_pair(codes)[:2])[::-1],
            "The two are right; the smaller number should come first.",
        ),
        Mistake(
            "M9",
            lambda codes: np.array(closest_pair(codes)[:2]) + 1,
            "The two are right, but counted from 1.",
        ),
        Mistake(
            "distance",
            lambda codes: _distances(codes, np.inf).min(),
            "That is their distance: which two are they?",
        ),
        Mistake(
            "distance",
            lambda codes: _distances(codes, np.inf).min() ** 2,
            "That is their squared distance: which two are they?",
        ),
        Mistake(
            "distance",
            lambda codes: np.array(closest_pair(codes)),
            "The two are right: leave out their distance.",
        ),
        Mistake(
            "distance",
            lambda codes: codes[list(closest_pair(codes)[:2])],
            "These are the two rows: which numbers have they?",
        ),
        Mistake(
            "flat",
            lambda codes: _distances(codes, np.inf).argmin(),
            "argmin counts through the whole table: np.unravel_index makes two numbers "
            "of it.",
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs(codes[:, None] - codes).sum(axis=-1)),
            "It adds up the differences without squares: the Euclidean distance is "
            "asked for.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs((codes[:, None] - codes).sum(axis=-1))),
            "It adds up the differences, and they cancel: square them first.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(np.abs(codes[:, None] - codes).max(axis=-1)),
            "It compares the largest difference: the Euclidean distance is asked for.",
            partly=True,
        ),
        *(
            Mistake(
                "metric",
                lambda codes, together=together: _smallest(
                    together(np.abs(codes[:, None] - codes), axis=-1)
                ),
                f"It {said}: the Euclidean distance is asked for.",
                partly=True,
            )
            for together, said in (
                (np.min, "compares the smallest difference"),
                (np.prod, "multiplies the differences"),
            )
        ),
        Mistake(
            "M17",
            lambda codes: _smallest(np.trunc(_distances(codes, np.inf))),
            "The distances are cut to whole numbers, in which several are equal.",
            partly=True,
        ),
        Mistake(
            "off by one",
            lambda codes: np.array([0, _distances(codes, np.inf)[0, 1:].argmin()]),
            "Row 0 is compared with those from 1 on, and 1 is not added to their "
            "numbers; besides, every row may be one of the two.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(-codes @ codes.T),
            "The largest dot product is not the smallest distance: long rows win.",
            partly=True,
        ),
        Mistake(
            "metric",
            lambda codes: _smallest(
                np.abs(np.subtract.outer(*[np.linalg.norm(codes, axis=1)] * 2))
            ),
            "The lengths of the rows are compared: two rows of one length may be far "
            "apart.",
            partly=True,
        ),
        *(
            Mistake(
                "abs",
                lambda codes, first=first: _smallest(
                    np.where(first(codes), (codes[:, None] - codes).sum(-1), np.inf)
                ),
                "It adds up the differences with their signs, and the most negative "
                "wins: square them first.",
                partly=True,
            )
            for first in (
                lambda codes: True,
                lambda codes: ~np.tri(len(codes), dtype=bool),
            )
        ),
        Mistake(
            "M15",
            _closest_of(lambda codes: codes.astype(np.float16).astype(float)),
            "The codes are kept in float16, in which rows near each other are equal.",
            partly=True,
        ),
        *(
            Mistake(
                "M17",
                _closest_of(whole),
                "The codes are made whole numbers, in which rows near each other are "
                "equal.",
                partly=True,
            )
            for whole in (np.trunc, np.floor, np.round)
        ),
        *(
            Mistake(
                "M16",
                _closest_of(_of_length_1(*details)),
                "The rows are brought to length 1 first: compare them as they are.",
                partly=True,
            )
            for details in ((), (1e-9,), (0.0, 1e9))
        ),
        Mistake(
            "early",
            lambda codes: np.array([0, 1]),
            "It is 0 and 1 in every case: does `return` stand within a loop, or is the "
            "pair never replaced?",
            partly=True,
        ),
        Mistake(
            "unfinished",
            lambda codes: np.array([len(codes) - 2, len(codes) - 1]),
            "It is the last pair in every case: is the smallest distance so far kept?",
            partly=True,
        ),
        Mistake(
            "one column",
            lambda codes: _smallest(np.abs(codes[:, :1] - codes[:, 0])),
            "Only the first column is compared.",
            partly=True,
        ),
        Mistake(
            "axis",
            lambda codes: _smallest(_distances(codes.T, np.inf)),
            "Columns are compared: a row is a code.",
            partly=True,
        ),
        *(
            Mistake(
                "short",
                lambda codes, first=first, last=last: (
                    first + np.array(closest_pair(codes[first:last])[:2])
                ),
                f"The {which} row is left out: where does the loop {verb}?",
                partly=True,
            )
            for first, last, which, verb in (
                (1, None, "first", "begin"),
                (0, -1, "last", "end"),
            )
        ),
        Mistake(
            "to the first",
            lambda codes: np.array([0, _distances(codes, np.inf)[0].argmin()]),
            "Row 0 is compared with all others: every row may be one of the two.",
            partly=True,
        ),
    ),
    forbids=of_the_package(),
    right="Every row was compared with every other one, and none with itself.",
)
