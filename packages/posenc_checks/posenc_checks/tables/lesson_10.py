"""Exercises of lesson 10: heads."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.heads import reshaped, split_comparison
from posenc_lessons.mathematics.heads import join_heads

EXERCISES = {}


W = 768


EXERCISES["10a"] = Number(
    reference=lambda: 4 * W**2,
    right=lambda: "Four matrices of 768 x 768; the number of heads does not enter.",
    mistakes=(
        value(
            "W_O",
            3 * W**2,
            "Queries, keys and values are there; W_O, which mixes, is not (or 8 heads "
            "are counted in place of 12).",
        ),
        value("W_O", W**2, "That is one of the four matrices."),
        value("W_O", 2 * W**2, "That is two of the four matrices."),
        value(
            "W_O",
            12 * (3 * W * 64 + W**2),
            "W_O is counted for each of the 12 heads: they share one.",
        ),
        value(
            "W_O",
            3 * W**2 + 64 * W,
            "W_O is 768 x 768, not 64 x 768: it takes what all heads give.",
        ),
        value("heads", 48 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("heads", 37 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("heads", 36 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("one head", W**2 // 3, "That is one head of 12."),
        value("one head", 3 * W * 64, "That is one head of 12, without W_O."),
        value(
            "64",
            3 * W * 64,
            "Each head's matrices are 768 x 64: it sees the whole embedding.",
        ),
        value(
            "64",
            3 * W * 64 + W**2,
            "Each head's matrices are 768 x 64, not 64 x 64: it sees the whole "
            "embedding.",
        ),
        value("biases", 4 * W**2 + 4 * W, "That is with biases."),
        value("square", 4 * W, "A matrix of 768 x 768 has 768^2 entries."),
        value(
            "square",
            4 * (W + W),
            "A matrix of 768 x 768 has 768 times 768 entries, not 768 + 768.",
        ),
        value("512", 4 * 512**2, "That is the 512 of the lesson; here it is 768."),
    ),
    remarks=(
        Remark(
            "rounded",
            lambda count: abs(count / W**2 / 4 - 1) < 0.01,
            lambda count: f"{count:.0f} is not it. That is near: give all digits.",
        ),
    ),
    otherwise=lambda count: "Count the entries of W_Q, W_K, W_V and W_O.",
    whole="number of parameters",
)


EXERCISES["10b"] = split_comparison(
    given=reshaped,
    seen="If all numbers of word 0 are 0, and of word 1 are 1: what is in head 0? "
    "(M18)",
    forbids=of_the_package("split_heads"),
)


EXERCISES["10c"] = Comparison(
    reference=join_heads,
    draw=lambda random: [
        (random.normal(size=shape),) for shape in ((2, 3, 4), (8, 2, 5), (1, 4, 3))
    ],
    describe=lambda heads: "For {} heads, {} words and {} numbers".format(*heads.shape),
    place=at("word", "column"),
    mistakes=(
        Mistake(
            "M18",
            lambda heads: heads.reshape(heads.shape[1], -1),
            "A reshape alone mixes words: swap the axes first.",
        ),
        Mistake(
            "columns",
            lambda heads: np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1),
            "The heads are interleaved, not side by side: look at the order of the "
            "axes where it is reshaped.",
        ),
        Mistake(
            "M18",
            lambda heads: heads.T.reshape(heads.shape[1], -1),
            "All three axes have changed places: only heads and words should.",
        ),
        Mistake(
            "M18",
            lambda heads: heads.swapaxes(1, 2).reshape(heads.shape[1], -1),
            "The wrong axes have changed places: heads and words should.",
        ),
        Mistake(
            "M18",
            lambda heads: heads.reshape(-1, heads.shape[1]).T,
            "The reshape mixes words, and a transpose after it cannot mend that: swap "
            "heads and words first.",
        ),
        *(
            Mistake(
                "M14",
                lambda heads, one=one: np.hstack([heads[one]] * len(heads)),
                f"It is the {which} head again and again: put all heads side by side.",
                partly=True,
            )
            for one, which in ((0, "first"), (-1, "last"))
        ),
        Mistake(
            "columns",
            lambda heads: join_heads(heads[::-1]),
            "The heads stand side by side, but the last one comes first.",
        ),
        Mistake(
            "vstack",
            lambda heads: heads.reshape(-1, heads.shape[2]),
            "The heads stand one below another (vstack): put them side by side.",
        ),
        Mistake(
            "axis",
            np.ravel,
            "All stands in one row, head after head: put the heads side by side.",
        ),
        Mistake(
            "unfinished",
            lambda heads: heads.swapaxes(0, 1),
            "Heads and words have changed places; now reshape to two axes.",
        ),
        Mistake(
            "sum",
            lambda heads: heads.sum(axis=0),
            "The heads are added up: put them side by side.",
        ),
        Mistake(
            "sum",
            lambda heads: heads.mean(axis=0),
            "That is the mean of the heads: put them side by side.",
        ),
        Mistake(
            "mean",
            lambda heads: np.tile(heads.mean(axis=0), len(heads)),
            "In each head's place stands the mean of all: put the heads themselves "
            "there.",
            partly=True,
        ),
        Mistake(
            "count",
            lambda heads: join_heads(heads[:2]),
            "Only the first two heads are there: put all of them side by side.",
            partly=True,
        ),
        Mistake(
            "one head",
            lambda heads: heads[0],
            "That is head 0 alone: put all heads side by side.",
        ),
        Mistake(
            "one head",
            lambda heads: heads[-1],
            "That is the last head alone: put all heads side by side.",
        ),
        Mistake(
            "M13",
            lambda heads: join_heads(heads).T,
            "The result is transposed: a row is a word.",
        ),
    ),
    forbids=of_the_package("join_heads"),
    right="It undoes the cut: swap the axes back, then reshape.",
)
