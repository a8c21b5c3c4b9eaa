"""Exercises of lesson 15: no code at all."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.weighing import (
    slips_of_division,
    slips_of_shares,
)
from posenc_lessons.mathematics.attention import softmax

EXERCISES = {}

HIDDEN = -1e9  # a score so low that its weight is 0


def _own_word(order):
    """Return for each place 1 if the same word stands there."""
    return (np.asarray(order) == np.arange(len(order))).astype(int)


def _same_bag(order):
    """Return for each place 1 if the same words stand up to it, in any order."""
    return (np.maximum.accumulate(order) == np.arange(len(order))).astype(int)


def _same_words(order):
    """Return for each place 1 if all words up to it stand where they stood."""
    return np.minimum.accumulate(_own_word(order))


def _before(kept):
    """Return what a rule says of the place before each, 1 for the first."""
    return np.append(1, kept[:-1])


def _kept(order, layers):
    """Return for each place 1 if its row stays in a causal stack without a code."""
    if layers == 1:
        return _own_word(order) & _same_bag(order)
    return _same_words(order)


EXERCISES["15a"] = Comparison(
    reference=_kept,
    truth=True,
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
            "M41",
            lambda order, layers: _kept(order, 1 if layers < 3 else 2),
            "Two layers still follow the rule of one: the second looks at *rows* of "
            "the first, and some of these have changed.",
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
            "itself",
            lambda order, layers: (
                _own_word(order) if layers == 1 else _same_words(order)
            ),
            "In one layer it looks at the word of each place alone: its row is also "
            "made of the words before it, in any order.",
            partly=True,
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
        *(
            Mistake(
                name,
                lambda order, layers, one=one, more=more: (
                    one(order) if layers == 1 else more(order)
                ),
                hint,
                partly=True,
            )
            for name, one, more, hint in (
                (
                    "itself",
                    lambda order: _kept(order, 1),
                    _own_word,
                    "In two layers it looks at the word of each place alone: a row is "
                    "also made of the rows before it.",
                ),
                (
                    "M41",
                    lambda order: _kept(order, 1),
                    _same_bag,
                    "Of two layers it says what one layer sees, a bag: the second "
                    "looks at *rows*, and some of these have changed.",
                ),
                (
                    "all",
                    lambda order: _kept(order, 1),
                    lambda order: 0 * _own_word(order),
                    "In two layers no row is said to stay: those before the first "
                    "change do.",
                ),
                *(
                    (
                        "all",
                        lambda order: 0 * _own_word(order) + 1,
                        more,
                        "In one layer every row is said to stay: it knows the word of "
                        "the place itself, and which words stand before it.",
                    )
                    for more in (_same_words, lambda order: _kept(order, 1))
                ),
            )
        ),
        Mistake(
            "negated",
            lambda order, layers: 1 - _kept(order, layers),
            "True and False have changed places: True is for rows that stay.",
        ),
        *(
            Mistake(
                "own word",
                lambda order, layers, rule=rule: _before(rule(order, layers)),
                "It looks at the words before each place alone: the word of the place "
                "itself may be another one.",
            )
            for rule in (
                lambda order, layers: (
                    _same_bag(order) if layers == 1 else _same_words(order)
                ),
                lambda order, layers: _same_bag(order),
                lambda order, layers: _same_words(order),
            )
        ),
        *(
            Mistake(
                "M9",
                lambda order, layers, rule=rule: rule(np.asarray(order) - 1, layers),
                "The words are compared with 1, 2, 3, ...: they count from 0.",
            )
            for rule in (
                lambda order, layers: _kept(order, layers),
                lambda order, layers: _same_words(order),
                lambda order, layers: _own_word(order),
            )
        ),
        *(
            Mistake(
                "M14",
                lambda order, layers, rule=rule: [rule(order, layers)] * len(order),
                "All places get the same answer: each has its own, by the words up to "
                "it.",
            )
            for rule in (
                lambda order, layers: _own_word(order).min(),
                lambda order, layers: _kept(order, layers)[-1],
                lambda order, layers: _kept(order, layers)[0],
            )
        ),
        *(
            Mistake("all", lambda order, layers, kept=kept: [kept] * len(order), hint)
            for kept, hint in (
                (1, "Every row is said to stay: compare the words up to each place."),
                (0, "No row is said to stay: compare the words up to each place."),
            )
        ),
    ),
    right="One layer sees a bag up to each place; two see what each bag was made of.",
)


def _place(factor=4.0, share=0.02):
    """Return where a start token that counts so many times has this share."""
    return int(np.round(factor * (1 - share) / share))


def _two_digits(place):
    """Return a place that is rounded to two digits after the point."""
    return round(float(place), 2)


EXERCISES["15b"] = Number(
    reference=_place,
    right=lambda: "4 of 4 + 196 shares: each of the 196 words after it counts 1.",
    mistakes=(
        value(
            "bonus", _place(1), "That is without the higher score: e to the ln 4 is 4."
        ),
        value(
            "bonus",
            _place(1) + 1,
            "That counts places from 1, and leaves out the higher score.",
        ),
        value(
            "M9",
            _place() + 1,
            "One too many, as if places were counted from 1: the start token stands at "
            "place 0. How many words stand after it, up to place 1?",
        ),
        value(
            "off by one",
            _place() - 1,
            "One too few: how many words stand after the start token, at place 1?",
        ),
        value(
            "rest",
            _place() + 4,
            "There are 200 shares in all, and the start token's own 4 are among them.",
        ),
        value(
            "rest",
            _place() + 3,
            "Of the 200 shares, the start token has 4, not 1.",
        ),
        *(
            value(
                "exp",
                cut(number),
                "A score enters by its exponential: e to the ln 4.",
            )
            for number in (49 * np.log(4), 50 * np.log(4))
            for cut in (np.floor, np.ceil, float, _two_digits)
        ),
        value("exp", _place(np.e**4), "That is for a score higher by 4, not by ln 4."),
        value("exp", _place(16), "That is for a score higher by 2 ln 4."),
        value("exp", _place(2), "That is for a score higher by ln 2."),
        *(
            value("percent", _place(share=share), f"That is for {words}.")
            for share, words in ((0.2, "20 %"), (0.002, "0.2 %"), (0.04, "4 %"))
        ),
        value(
            "inverse",
            _place(0.25),
            "There the start token counts a quarter of a word: its score is higher.",
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


@in_parts
def _stack(
    hides=lambda number, n: _later(n),
    finish=lambda scores, hidden: softmax(np.where(hidden, HIDDEN, scores)),
    divide=lambda dots, d_k: dots / np.sqrt(d_k),
    add=lambda x, handed: x + handed,
):
    """Return a stack whose layers hide what a function of number and size tells."""

    def model(x, layers):
        for number, (w_query, w_key, w_value) in enumerate(layers):
            scores = divide((x @ w_query) @ (x @ w_key).T, x.shape[1])
            weights = finish(scores, hides(number, len(x)))
            x = add(x, weights @ (x @ w_value))
        return x

    return model


def _later(n):
    """Return True where a word is later than the one that asks."""
    return np.tri(n).T - np.eye(n) > 0


MENDED = "Every layer hides later words now. "


def _drawn(random):
    """Return words and layers, the same for everybody."""
    random = np.random.default_rng(15)
    return [
        (random.normal(size=(n, 4)), random.normal(size=(depth, 3, 4, 4)) / 2)
        for n, depth in ((3, 2), (5, 2), (6, 3))
    ]


EXERCISES["15c"] = Comparison(
    reference=_stack(),
    draw=_drawn,
    describe=lambda x, layers: f"For {len(x)} words and {len(layers)} layers",
    place=at("word", "column"),
    given=_stack(lambda number, n: _later(n) & (number == 0)),
    seen="Which rows change with the last word, after one layer, and after two?",
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
            "late mask",
            _stack(finish=lambda scores, hidden: softmax(scores) * ~hidden),
            "Later words are hidden after the softmax alone: each row must sum to 1.",
        ),
        Mistake(
            "late mask",
            _stack(finish=lambda scores, hidden: softmax(scores * ~hidden)),
            "A score of 0 hides nothing, as e^0 = 1: later words need -1e9.",
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
        Mistake(
            "itself",
            _stack(lambda number, n: np.tri(n, k=-1) == 0),
            "A word no longer sees itself: only later ones are to be hidden.",
        ),
        Mistake(
            "M9",
            _stack(lambda number, n: np.tri(n, k=-2).T > 0),
            "The mask begins one word too late: each word still sees the next one.",
        ),
        *slips_of_division(lambda divide: _stack(divide=divide), MENDED),
        *slips_of_shares(
            lambda share: _stack(
                finish=lambda scores, hidden: share(np.where(hidden, HIDDEN, scores))
            ),
            MENDED,
        ),
        Mistake(
            "early",
            lambda x, layers: _stack()(x, layers[:1]),
            "That is what the first layer gives: does `return` stand within the loop?",
        ),
        Mistake(
            "unfinished",
            _stack(add=lambda x, handed: handed),
            "What the words were is lost: each layer adds to `x`.",
        ),
    ),
    right="Every layer needs the mask: one that looks ahead tells all behind it.",
)
