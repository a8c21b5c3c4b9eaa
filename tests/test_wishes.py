"""The wishes: all their tables agree with the front page, whose verdicts are measured.

`ATTEMPTS` builds the lessons' attempts from the package; `MEASURES` has a measure for
each wish. Each verdict on the front page is compared with what the measure finds.
"""

import re

import nbformat
import numpy as np
import pytest

from posenc_lessons import (
    alibi_slopes,
    gradient_descent,
    integer_positions,
    normalized_positions,
    rotate,
    sine_cosine_pairs,
    sine_positions,
    sinusoidal_encoding,
)

from . import LESSONS, ROOT


def rows_of(text):
    """Return the rows of the last table of wishes in a text, by the attempt's name."""
    rows = re.findall(r"^\| ([^|]+ \(\d\d\)) \|(.*)\|$", text, re.M)
    return {name: re.split(r" *\| *", row.strip()) for name, row in rows}


ROWS = rows_of((ROOT / "notebooks/site/front.md").read_text("utf-8"))

N = 500
"""How many positions the longest text in training has."""

WIDTH = 32


# What the lessons try


class Added:
    """An attempt that adds to each word a row of a table of n positions."""

    def __init__(self, table, lengths=(N, 2 * N)):
        self.table = self.vectors = table
        self.lengths = lengths

    def following(self, k):
        """Return rows, and the rows k words later, in texts of all lengths."""
        tables = [self.table(n) for n in self.lengths]
        return [np.concatenate(rows) for rows in
                ([t[:-k] for t in tables], [t[k:] for t in tables])]  # fmt: skip

    def gaps(self):
        """Return the distances of neighbors, and the median distance of any two."""
        tables = [self.vectors(n) for n in self.lengths]
        near = [np.linalg.norm(np.diff(t, axis=0), axis=1) for t in tables]
        far = np.linalg.norm(tables[0][:, None] - tables[0], axis=-1)
        return np.concatenate(near), np.median(far)

    def misses(self, k):
        """Return how far one rule, fitted to half of the rows, misses the others."""
        now, later = self.following(k)
        now = np.c_[now, np.ones(len(now))]
        half = np.arange(len(now)) % 2 == 0
        rule = np.linalg.lstsq(now[half], later[half], rcond=1e-12)[0]
        missed = now[~half] @ rule - later[~half]
        return np.linalg.norm(missed) / np.linalg.norm(later - later.mean(axis=0))


class Turned(Added):
    """RoPE: nothing is added; instead, the position turns a vector."""

    def __init__(self):
        super().__init__(lambda n: np.zeros((n, WIDTH)))
        self.query, key = np.random.default_rng(1).normal(size=(2, WIDTH))
        self.vectors = lambda n: rotate(np.tile(key, (n, 1)), np.arange(n))

    def misses(self, k):
        """Return how much the score of a query k words later varies."""
        turned = rotate(np.tile(self.query, (N, 1)), np.arange(N))
        scores = (turned[k:] * self.vectors(N)[:-k]).sum(axis=1)
        return np.ptp(scores) / np.linalg.norm(self.query)


class Priced(Added):
    """ALiBi: nothing is added to a word, and distance lowers a score."""

    def __init__(self):
        super().__init__(lambda n: np.zeros((n, WIDTH)))
        distance = np.subtract.outer(np.arange(N), np.arange(N))
        self.prices = np.tril(-alibi_slopes(8)[0] * distance)

    def gaps(self):
        """Return how much the prices differ for neighbors, and for any two words."""
        last = self.prices[-1]
        return np.abs(np.diff(last)), np.median(np.abs(last[:, None] - last))

    def misses(self, k):
        """Return how much the price for k words varies."""
        return np.ptp(np.diagonal(self.prices, -k))


STORED = np.random.default_rng(0).normal(size=(N, WIDTH))
ATTEMPTS = {
    "no positions (01)": Added(lambda n: np.zeros((n, WIDTH))),
    "counting (02)": Added(lambda n: integer_positions(n, WIDTH)),
    "dividing by the length (03)": Added(lambda n: normalized_positions(n, WIDTH)),
    "one wave (04)": Added(lambda n: sine_positions(n, WIDTH)),
    "pairs of waves (05)": Added(lambda n: sine_cosine_pairs(n, WIDTH // 2)),
    "the paper's formula (06)": Added(lambda n: sinusoidal_encoding(n, WIDTH)),
    "random vectors (11)": Added(lambda n: STORED[np.arange(n)], lengths=(N,)),
    "RoPE (13)": Turned(),
    "ALiBi (14)": Priced(),
}


# A measure for each wish


def has_own_vectors(attempt):
    """Whether the two closest of N rows differ by a tenth of what neighbors do."""
    rows = attempt.vectors(N)
    apart = np.linalg.norm(rows[:, None] - rows, axis=-1)
    typical = np.median(np.diagonal(apart, 1))
    closest = apart[np.triu_indices(N, 1)].min()
    return bool(closest > 0.1 * typical)


def is_the_same(attempt):
    """Whether a position has the same row in texts of two lengths."""
    short, long = attempt.vectors(N // 2), attempt.vectors(N)
    return bool(np.abs(short - long[: N // 2]).max() < 1e-9)


def is_small(attempt):
    """Whether one matrix learns nine in ten of the encoded words, at the best rate."""
    random = np.random.default_rng(2)
    words = random.normal(size=(40, WIDTH))
    labels = random.choice(40, size=N, p=(odds := 1 / np.arange(1, 41)) / odds.sum())
    x = words[labels] + attempt.table(N)
    return any(
        np.mean((x @ gradient_descent(x, labels, 40, rate)).argmax(axis=1) == labels)
        > 0.9
        for rate in 10.0 ** np.arange(1, -7, -1)
    )


def is_even(attempt):
    """Whether neighbors are closer than other pairs, and equally close everywhere."""
    near, far = attempt.gaps()
    return bool(near.max() < 1.001 * near.min() and near.max() < 0.5 * far)


def has_one_rule(attempt):
    """Whether, for several k, one rule leads from any position k words on."""
    return all(attempt.misses(k) < 1e-6 for k in (1, 5, 40))


def goes_on(attempt):
    """Whether there is a row beyond N, in a text of twice the length."""
    try:
        return bool(np.isfinite(attempt.vectors(2 * N)).all())
    except IndexError:
        return False


MEASURES = (
    has_own_vectors, is_the_same, is_small, is_even, has_one_rule, goes_on
)  # fmt: skip


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_table_repeats_the_one_before_and_adds_its_row(path):
    cells = nbformat.read(path, as_version=4).cells
    shown = rows_of("\n".join(cell.source for cell in cells))
    number = path.name[:2]
    so_far = {name: row for name, row in ROWS.items() if name[-3:-1] <= number}
    if number == "13":  # it follows 08 on the path of positions
        del so_far["random vectors (11)"]
    if number in ("05", "06"):  # what is open there, lesson 08 answers
        for name in [name for name, row in shown.items() if "?" in row]:
            shown[name][shown[name].index("?")] = "yes"
    adds_a_row = any(name[-3:-1] == number for name in ROWS)
    assert shown == so_far or (shown == {} and not adds_a_row)


VERDICTS = [
    (name, measure, verdict.strip("*"))
    for name, row in ROWS.items()
    for measure, verdict in zip(MEASURES, row, strict=True)
    if verdict  # some questions do not arise without positions
]


@pytest.mark.parametrize(("name", "measure", "verdict"), VERDICTS)
def test_each_verdict_is_measured(name, measure, verdict):
    assert measure(ATTEMPTS[name]) == verdict.startswith("yes")


def test_pairs_of_waves_have_their_own_vectors_only_if_there_are_enough():
    few, many = (Added(lambda n, k=k: sine_cosine_pairs(n, k)) for k in (1, 9))
    assert not has_own_vectors(few) and has_own_vectors(many)
