"""Exercises of lessons 09 to 12: the square root, heads, the ladder, conventions."""

import numpy as np

from posenc_lessons.arguments import brief
from posenc_lessons.attention import softmax
from posenc_lessons.conventions import (
    LIBRARIES,
    compare_tables,
    sinusoidal_variant,
)
from posenc_lessons.exercises.answers import Wrong, call, number, true_or_false
from posenc_lessons.exercises.comparison import STILL, Comparison, Mistake
from posenc_lessons.exercises.scores import attention_comparison
from posenc_lessons.heads import join_heads, split_heads
from posenc_lessons.trial.model import train
from posenc_lessons.trial.results import trial_rows


def _divisor(answer):
    """9a: what scores must be divided by so that their variance is 1."""
    divisor = number(answer)
    if divisor <= 0:
        raise Wrong(f"The divisor is above 0; got {divisor:g}.")
    variance = (2 * 3) ** 2 * 49
    if np.isclose(divisor**2, variance):
        return "Each product has the standard deviation 6, and 49 of them add up to 42."
    after = variance / divisor**2
    hint = ""
    if np.isclose(divisor, variance):
        hint = " That is the variance itself; c enters squared."
    elif np.isclose(divisor, 7):
        hint = " It is sqrt(d_k), right for the standard deviation 1."
    raise Wrong(f"The variance would be {after:.3g}.{hint}")


def _statements_on_scores(answer):
    """9c: three statements on scores and their softmax."""
    key = np.random.default_rng(0).normal(size=(64, 64))
    largest = softmax(key @ key.T / 8).max()
    truth = {"a": False, "b": True, "c": bool(largest <= 0.99)}
    true_or_false(answer, truth)
    return (
        f"And a query that equals its key puts {largest:.3f} on it, divided or not: "
        "the square root forbids nothing."
    )


def _parameters(answer):
    """10a: how many numbers multi-head attention learns."""
    count = number(answer)
    width = 768
    right = 4 * width**2
    if count == right:
        return "Four matrices of 768 x 768; the number of heads does not enter."
    hints = {
        3 * width**2: "Queries, keys and values are there; the mixing W_O is missing.",
        12 * right: "Are the heads as wide as the whole? Each has 64 numbers.",
        right // 12: "That is one head of 12.",
        3 * width * 64: "That is one head of 12, without W_O.",
        right + 4 * width: "That is with biases.",
    }
    raise Wrong(hints.get(count, "Count the entries of W_q, W_k, W_v and W_O."))


def _words_to_split(random):
    """Return words to cut into heads, and how many."""
    return [
        (random.normal(size=(n, width)), n_heads)
        for n, n_heads, width in ((2, 4, 8), (5, 3, 12), (4, 1, 6))
    ]


def _reshaped(x, n_heads):
    """Return the words cut without a transpose, which mixes them."""
    return x.reshape(n_heads, len(x), -1)


def _strided(x, n_heads):
    """Return heads that take every n_heads-th column."""
    return np.moveaxis(x.reshape(len(x), -1, n_heads), -1, 0)


def split_comparison(**details):
    """Return the exercise to write or mend the cut into heads."""
    return Comparison(
        reference=split_heads,
        draw=_words_to_split,
        describe=lambda x, n_heads: (
            f"For {len(x)} words, width {x.shape[1]} and {n_heads} heads"
        ),
        place=lambda index, *arguments: dict(
            zip(("head", "word", "column"), map(int, index))
        ),
        mistakes=(
            *(
                ()
                if "given" in details
                else (
                    Mistake(
                        "M18",
                        _reshaped,
                        STILL,
                    ),
                )
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), h, -1),
                "The axes of words and heads are still to be swapped.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.T.reshape(h, -1, len(x)).reshape(h, len(x), -1),
                "A row of a head should hold numbers of one word alone.",
            ),
            Mistake(
                "M18",
                lambda x, h: split_heads(x, h).swapaxes(1, 2),
                "Within a head, a row is a word and a column a number of it; here it "
                "is the other way round.",
            ),
            Mistake(
                "columns",
                _strided,
                "The words are kept, but a head should take columns side by side.",
            ),
            Mistake(
                "columns",
                lambda x, h: split_heads(x, h)[::-1],
                "The words are kept, but the heads stand in reverse order.",
            ),
        ),
        right="First cut each word, then let heads and words change places.",
        **details,
    )


_own_split = split_comparison(given=_reshaped)


_own_join = Comparison(
    reference=join_heads,
    draw=lambda random: [
        (random.normal(size=shape),) for shape in ((2, 3, 4), (8, 2, 5), (1, 4, 3))
    ],
    describe=lambda heads: "For {} heads, {} words and {} numbers".format(*heads.shape),
    place=lambda index, *arguments: {"word": int(index[0]), "column": int(index[1])},
    mistakes=(
        Mistake(
            "M18",
            lambda heads: heads.reshape(heads.shape[1], -1),
            "A reshape alone mixes words: swap the axes first.",
        ),
        Mistake(
            "columns",
            lambda heads: np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1),
            "The heads are interleaved, not side by side.",
        ),
        Mistake(
            "M13",
            lambda heads: join_heads(heads).T,
            "The result is transposed: a row is a word.",
        ),
    ),
    right="It undoes the cut: swap the axes back, then reshape.",
)


def _own_ladder_code(answer):
    """11a: a code with which the layer solves the task of lesson 11."""
    n, d_model = 24, 32
    code = np.asarray(call(answer, n, d_model), dtype=float)
    if code.shape != (n, d_model):
        raise Wrong(f"The shape should be {(n, d_model)}; it is {code.shape}.")
    if not np.isfinite(code).all():
        raise Wrong(f"The table holds {code[~np.isfinite(code)][0]}.")
    if len(np.unique(code, axis=0)) < n:
        raise Wrong("Two places have the same row: no model can tell them apart.")
    accuracy = train(code).accuracy(code)
    if accuracy > 0.9:
        return f"The layer names {accuracy:.0%} of the words with it."
    raise Wrong(
        f"The layer names {accuracy:.0%} of the words with it, and 90 % are asked for. "
        f"The entries reach {np.abs(code).max():.3g}, and the rows span "
        f"{np.linalg.matrix_rank(code)} directions."
    )


def _statements_on_the_ladder(answer):
    """11b: three statements on the trial."""

    def worst(code, n, measure="accuracy", scale="as given"):
        rows = trial_rows(scale)
        return min(row[measure] for row in rows if (row["code"], row["n"]) == (code, n))

    truth = {
        "a": worst("integers", 24, scale="same") > 0.9,
        "b": worst("one pair", 24) > 0.9 > worst("one pair", 128),
        "c": worst("the paper's", 24, "beyond") > 0.9,
    }
    true_or_false(answer, truth)
    return "All three, as the trial has it."


def _identify(answer):
    """12a: the convention of a table."""
    for d_model in (6, 16, 64):
        for layout in ("interleaved", "halves"):
            for exponents in ("below 1", "to 1"):
                for first in (0, 1, 2, 3):
                    right = layout, exponents, first
                    table = sinusoidal_variant(40, d_model, *right)
                    found = call(answer, table)
                    if not (isinstance(found, tuple | list) and len(found) == 3):
                        raise Wrong(
                            "It should return (layout, exponents, first); "
                            f"got {brief(found)}."
                        )
                    if tuple(found) == right:
                        continue
                    part = [a == b for a, b in zip(found, right)].index(False)
                    name = ("layout", "exponents", "first position")[part]
                    raise Wrong(
                        f"A table of width {d_model} with {right} was taken for "
                        f"{brief(tuple(found))}: look at the {name}."
                    )
    return "Layout, exponents and first position of all 48 tables."


def _alternate(table):
    """Return a table of halves with its columns in turn."""
    return table.reshape(len(table), 2, -1).swapaxes(1, 2).reshape(table.shape)


TO_INTERLEAVED = Comparison(
    reference=_alternate,
    draw=lambda random: [
        *(
            (sinusoidal_variant(n, d_model, layout="halves"),)
            for n, d_model in ((3, 6), (5, 2), (4, 16))
        ),
        (random.normal(size=(4, 2 * random.integers(3, 9))),),
    ],
    describe=lambda table: f"For {len(table)} positions and d_model = {table.shape[1]}",
    mistakes=(
        Mistake("unchanged", lambda table: table, "Nothing has moved."),
        Mistake(
            "back",
            lambda table: np.hstack([table[:, 0::2], table[:, 1::2]]),
            "It goes the other way, from interleaved to halves.",
        ),
        Mistake(
            "M8",
            lambda table: _alternate(table)[:, np.arange(table.shape[1]) ^ 1],
            "The cosine of each pair stands before its sine.",
        ),
        Mistake(
            "M13",
            lambda table: _alternate(table).T,
            "The table is transposed: a row is a position.",
        ),
    ),
    right="Columns i and i + d_model / 2 become columns 2 i and 2 i + 1.",
)


def _statements_on_conventions(answer):
    """12c: three statements on conventions."""
    paper = sinusoidal_variant(40, 64)
    other = sinusoidal_variant(40, 64, **LIBRARIES["tensor2tensor"])
    products = other @ other.T
    truth = {
        "a": compare_tables(paper, other) != "different",
        "b": bool(np.abs(products[1:, 1:] - products[:-1, :-1]).max() < 1e-3),
        "c": True,
    }
    true_or_false(answer, truth)
    return "All three: pairs turn under every convention, only at other paces."


EXERCISES = {
    "9a": _divisor,
    "9b": attention_comparison(),
    "9c": _statements_on_scores,
    "10a": _parameters,
    "10b": _own_split,
    "10c": _own_join,
    "11a": _own_ladder_code,
    "11b": _statements_on_the_ladder,
    "12a": _identify,
    "12b": TO_INTERLEAVED,
    "12c": _statements_on_conventions,
}
