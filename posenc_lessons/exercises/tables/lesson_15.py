"""Exercises of lesson 15: no code at all."""

import numpy as np

from posenc_lessons.attention import softmax
from posenc_lessons.exercises.comparison import Comparison, at, fixed
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.own_numbers import Number, Remark, value

EXERCISES = {}


def _own_word(order):
    """Return for each place 1 if the same word stands there."""
    return (np.asarray(order) == np.arange(len(order))).astype(int)


def _same_bag(order):
    """Return for each place 1 if the same words stand up to it, in any order."""
    return (np.maximum.accumulate(order) == np.arange(len(order))).astype(int)


def _same_words(order):
    """Return for each place 1 if all words up to it stand where they stood."""
    return np.minimum.accumulate(_own_word(order))


def _kept(order, layers):
    """Return for each place 1 if its row stays in a causal stack without a code."""
    if layers == 1:
        return _own_word(order) & _same_bag(order)
    return _same_words(order)


EXERCISES["15a"] = Comparison(
    reference=_kept,
    draw=fixed(
        ([1, 0, 2], 1),
        ([1, 0, 2], 2),
        ([0, 1, 3, 2, 4, 5], 1),
        ([0, 1, 3, 2, 4, 5], 3),
        ([2, 1, 0, 3, 5, 4, 6], 1),
        ([2, 1, 0, 3, 5, 4, 6], 2),
        ([0, 1, 2], 4),
    ),
    describe=lambda order, layers: (
        f"For the order {order} and {layers} layer{'s' * (layers > 1)}"
    ),
    place=at("place"),
    mistakes=(
        Mistake(
            "M41",
            lambda order, layers: _kept(order, 1),
            "That is the rule of one layer. A second one looks at the *rows* of the "
            "first, and some of these have changed.",
        ),
        Mistake(
            "later",
            lambda order, layers: _kept(order, 2),
            "That is the rule of two layers and more. In a single one, a row sees "
            "embeddings, which know nothing of their places.",
        ),
        Mistake(
            "itself",
            lambda order, layers: _own_word(order),
            "It looks at the word of each place alone: its row is also made of the "
            "words before it.",
        ),
        Mistake(
            "own word",
            lambda order, layers: (
                _same_bag(order) if layers == 1 else _same_words(order)
            ),
            "The bag up to a place is the same, but another word may stand at the "
            "place itself.",
        ),
        Mistake(
            "own word",
            lambda order, layers: _same_bag(order),
            "The words up to a place are the same, but the place itself may hold "
            "another one, and a second layer sees more than a bag.",
        ),
        Mistake(
            "negated",
            lambda order, layers: 1 - _kept(order, layers),
            "True and False have changed places: True is for rows that stay.",
        ),
    ),
    right="One layer sees a bag up to each place; two see what each bag was made of.",
)


EXERCISES["15b"] = Number(
    reference=lambda: 196,
    right=lambda: "4 of 4 + 196 shares: each of the 196 words after it counts 1.",
    mistakes=(
        value("bonus", 49, "That is without the higher score: e to the ln 4 is 4."),
        value(
            "bonus", 50, "That counts places from 1, and leaves out the higher score."
        ),
        value(
            "M9",
            197,
            "Count the words after the start token: how many are there at place 1?",
        ),
        value(
            "rest",
            200,
            "There are 200 shares in all, and the start token's own 4 are among them.",
        ),
        value(
            "rest",
            199,
            "Of the 200 shares, the start token has 4, not 1.",
        ),
        value(
            "exp",
            np.round(49 * np.log(4)),
            "A score enters by its exponential: e to the ln 4.",
        ),
    ),
    remarks=(
        Remark(
            "range",
            lambda place: place < 0,
            lambda place: f"Places count from 0; got {place:g}.",
        ),
    ),
    otherwise=lambda place: "At place t, how many words share the attention with it?",
    whole="place",
)


def _stack(hides):
    """Return a stack whose layers hide what a function of number and size tells."""

    def model(x, layers):
        for number, (w_query, w_key, w_value) in enumerate(layers):
            scores = (x @ w_query) @ (x @ w_key).T / np.sqrt(x.shape[1])
            scores = np.where(hides(number, len(x)), -1e9, scores)
            x = x + softmax(scores) @ (x @ w_value)
        return x

    return model


def _later(n):
    """Return True where a word is later than the one that asks."""
    return np.tri(n).T - np.eye(n) > 0


def _drawn(random):
    """Return words and layers, the same for everybody."""
    random = np.random.default_rng(15)
    return [
        (random.normal(size=(n, 4)), random.normal(size=(depth, 3, 4, 4)) / 2)
        for n, depth in ((3, 2), (5, 2), (6, 3))
    ]


EXERCISES["15c"] = Comparison(
    reference=_stack(lambda number, n: _later(n)),
    draw=_drawn,
    describe=lambda x, layers: f"For {len(x)} words and {len(layers)} layers",
    place=at("word", "column"),
    given=_stack(lambda number, n: _later(n) & (number == 0)),
    mistakes=(
        Mistake(
            "no mask",
            _stack(lambda number, n: np.zeros((n, n), dtype=bool)),
            "Now no layer hides later words.",
        ),
        Mistake(
            "one layer",
            _stack(lambda number, n: _later(n) & (number == 1)),
            "Now the second layer alone hides later words.",
        ),
        Mistake(
            "one layer",
            _stack(lambda number, n: _later(n) & (number > 0)),
            "Now the first layer is the one that looks ahead.",
        ),
        Mistake(
            "one layer",
            _stack(lambda number, n: _later(n) & (number < 2)),
            "The first two layers hide later words: a third would look ahead.",
        ),
        Mistake(
            "back",
            _stack(lambda number, n: _later(n).T),
            "Earlier words are hidden, where later ones should be.",
        ),
        Mistake(
            "itself",
            _stack(lambda number, n: _later(n) | (np.eye(n) > 0) & (np.arange(n) > 0)),
            "A word no longer sees itself: only later ones are to be hidden.",
        ),
    ),
    right="Every layer needs the mask: one that looks ahead tells all behind it.",
)
