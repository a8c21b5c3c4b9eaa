"""Exercises of homework 4: a library found, a mask, the size of scores."""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import STILL, Mistake, in_parts
from hintcheck.own_numbers import OwnNumber

from posenc_checks.families.layouts import in_halves
from posenc_checks.families.weighing import slips_of_shares
from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.offsets import shift_matrix
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding

EXERCISES = {}

N = 40  # words, as in the notebook


def _cosines_first(table):
    """Return a table with the cosine of each pair before its sine."""
    return table[..., np.arange(table.shape[-1]) ^ 1]


# In the order of the notebook. Each only moves the columns of the paper's table.
_MOVES = (
    lambda table: table,
    in_halves,
    _cosines_first,
    lambda table: in_halves(_cosines_first(table)),
)


def _trained_on(library, k, d, random):
    """Return the matrix of a head that looks k words back on a library's table."""
    move = _MOVES[library]
    matrix = move(move(shift_matrix(k, d)).T).T
    return (matrix + random.normal(scale=0.02, size=(d, d)),)


def _library(choose):
    """Return what finds the library, from the places where each word looks.

    Parameters
    ----------
    choose : callable
        Takes for each word how far behind it the place lies where it looks; returns
        how well that suits.
    """

    def model(matrix):
        marks = []
        for move in _MOVES:
            table = move(sinusoidal_encoding(N, len(matrix)))
            scores = table @ matrix @ table.T
            marks.append(choose(np.arange(N) - scores.argmax(axis=1)))
        return int(np.argmax(marks))

    return model


def _most(back):
    """Return how many words look equally far back."""
    return max((back == k).sum() for k in range(1, N))


def _most_either_way(back):
    """Return how many words look equally far, back or ahead."""
    return np.unique(back, return_counts=True)[1].max()


EXERCISES["H4a"] = Comparison(
    reference=_library(_most),
    draw=lambda random: [
        *(
            _trained_on(library, k, d, np.random.default_rng([library, k]))
            for library, k, d in ((2, 1, 16), (0, 3, 16), (1, 2, 24), (3, 5, 16))
        ),
        *(
            _trained_on(int(library), int(random.integers(1, 7)), 16, random)
            for library in random.permutation(4)
        ),
    ],
    describe=lambda matrix: f"For a head on tables of width {len(matrix)}",
    forbids=of_the_package(),
    mistakes=(
        Mistake(
            "back",
            _library(lambda back: _most(-back)),
            "On that table the head looks *ahead*: it was trained to look back. (Each "
            "row holds the scores of one word that looks: is the matrix transposed?)",
        ),
        Mistake(
            "directions",
            _library(_most_either_way),
            "Two tables let all words look equally far, one back and one ahead: tell "
            "them apart.",
            partly=True,
        ),
        Mistake(
            "M8",
            lambda matrix: _library(_most)(matrix) ^ 2,
            "Sines and cosines have changed places in the number.",
        ),
        Mistake(
            "M5",
            lambda matrix: _library(_most)(matrix) ^ 1,
            "Pairs side by side and halves have changed places in the number.",
        ),
        Mistake(
            "off by one",
            lambda matrix: _library(_most)(matrix) + 1,
            "The tables are numbered from 0.",
        ),
    ),
    right="On that table alone, every word looks the same number of words back.",
)


@in_parts
def _causal(
    scale=lambda scores, d_k: scores / math.sqrt(d_k),
    before=lambda scores, allowed: np.where(allowed, scores, -1e9),
    after=lambda weights, allowed: weights,
    earlier=lambda m, n: np.tri(m, n, dtype=bool),
    over=lambda scores: softmax(scores),
):
    """Return attention to earlier words, or what a mistake makes of it."""

    def model(query, key, value):
        allowed = earlier(len(query), len(key))
        scores = before(scale(query @ key.T, query.shape[1]), allowed)
        return after(over(scores), allowed) @ value

    return model


_UNTOUCHED = {"before": lambda scores, allowed: scores}


def _down_the_columns(scores):
    """Return powers, each row's taken with its maximum, by the sums of columns."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=0)


def _seen_down_the_columns(scores):
    """Return the same of scores not hidden, and 0 for the powers of later words."""
    powers = np.tri(len(scores)) * np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=0)


EXERCISES["H4b"] = Comparison(
    reference=_causal(),
    draw=lambda random: [
        (random.normal(size=(n, d)), random.normal(size=(n, d)), value)
        for n, d, value in (
            (3, 4, np.arange(6.0).reshape(3, 2)),
            (5, 2, random.normal(size=(5, 3))),
            (2, 6, random.normal(size=(2, 1))),
            (int(random.integers(4, 12)), 8, random.normal(size=(12, 4))),
        )
        for value in (value[:n],)
    ],
    describe=lambda query, key, value: (
        f"For {len(query)} words, d_k = {query.shape[1]} and d_v = {value.shape[1]}"
    ),
    place=at("word", "column"),
    forbids=of_the_package(),
    mistakes=(
        Mistake(
            "too late",
            _causal(**_UNTOUCHED, after=lambda weights, allowed: weights * allowed),
            f"{STILL} With ones as values: what do the weights of each row sum to?",
        ),
        Mistake(
            "mask",
            _causal(**_UNTOUCHED),
            "No word is kept from later ones now: they should get no weight.",
        ),
        Mistake(
            "exp",
            _causal(before=lambda scores, allowed: scores * allowed),
            "A score of 0 forbids nothing: e to the power 0 is 1. Which score has the "
            "weight 0?",
        ),
        Mistake(
            "later",
            _causal(earlier=lambda m, n: ~np.tri(m, n, k=-1, dtype=bool)),
            "Words see themselves and *later* ones: it is the other way round.",
        ),
        Mistake(
            "M9",
            _causal(earlier=lambda m, n: np.tri(m, n, k=1, dtype=bool)),
            "The mask begins one word too late: each word still sees the next one.",
        ),
        Mistake(
            "M19",
            _causal(over=lambda scores: softmax(scores.T).T),
            "The softmax goes down the columns of the scores: the weights of a row "
            "should sum to 1.",
        ),
        Mistake(
            "M20",
            _causal(scale=lambda scores, d_k: scores),
            "The mask is right. But scores are to be divided by sqrt(d_k), as given.",
        ),
        Mistake(
            "mean",
            _causal(
                **_UNTOUCHED,
                after=lambda weights, allowed: (
                    weights * allowed / allowed.sum(axis=1, keepdims=True)
                ),
            ),
            "The weights left are divided by how many they are: divide by their sum.",
        ),
        Mistake(
            "M19",
            _causal(
                **_UNTOUCHED,
                after=lambda weights, allowed: (
                    weights * allowed / (weights * allowed).sum(axis=0)
                ),
            ),
            "The weights left are divided by the sums of columns: those of each row "
            "should sum to 1.",
        ),
        Mistake(
            "M19",
            _causal(
                **_UNTOUCHED,
                after=lambda weights, allowed: weights * allowed / weights.sum(axis=0),
            ),
            "The weights left are divided by the sums of columns: those of each row "
            "should sum to 1.",
        ),
        *(
            Mistake(
                "M19",
                _causal(**masked),
                "The powers are divided by the sums of columns: divide by the sum of "
                "each row.",
            )
            for masked in (
                {"over": _down_the_columns},
                {**_UNTOUCHED, "over": _seen_down_the_columns},
            )
        ),
        *slips_of_shares(lambda share: _causal(over=share), without=("M19",)),
        *(
            Mistake(
                name,
                _causal(
                    **_UNTOUCHED,
                    after=lambda weights, allowed, sums=sums: (
                        weights * allowed / sums(weights * allowed)
                    ),
                ),
                f"The weights left are divided by {said}: take that of each row.",
            )
            for name, sums, said in (
                ("M19", np.sum, "the sum of all"),
                ("axis", lambda left: left.sum(axis=1), "sums that meet columns"),
            )
        ),
        *(
            Mistake(
                "twice",
                _causal(**_UNTOUCHED, after=after),
                "The softmax is taken of weights again: hide the *scores*, and take it "
                "once.",
            )
            for after in (
                lambda weights, allowed: softmax(weights * allowed),
                lambda weights, allowed: softmax(np.where(allowed, weights, -1e9)),
            )
        ),
        *(
            Mistake(
                "zero",
                _causal(
                    before=lambda scores, allowed, low=low: np.where(
                        allowed, scores, low(scores)
                    )
                ),
                "Later words have a low score, and still get a share: -1e9 leaves "
                "nothing.",
            )
            for low in (
                lambda scores: scores - 1,
                lambda scores: scores - 10,
                lambda scores: -1,
                lambda scores: -9,
                lambda scores: -10,
            )
        ),
        Mistake(
            "unfinished",
            lambda query, key, value: _causal()(query, key, np.eye(len(key))),
            "These are the weights: the values are missing.",
        ),
        Mistake(
            "itself",
            _causal(earlier=lambda m, n: np.tri(m, n, k=-1, dtype=bool)),
            "A word should see itself, too.",
        ),
        Mistake(
            "itself",
            _causal(
                earlier=lambda m, n: (
                    np.tri(m, n, k=-1, dtype=bool)
                    | np.outer(np.eye(m)[0], np.eye(n)[0]).astype(bool)
                ),
            ),
            "A word should see itself, too.",
        ),
    ),
    right="Masked before the softmax, the weights of the words that are left sum to 1.",
)


def _score_divisor(d_k, mean, spread):
    """Return the standard deviation of a score."""
    return spread * math.sqrt(d_k * (mean**2 + spread**2))


EXERCISES["H4c"] = OwnNumber(
    numbers=lambda random: {
        "d_k": int(random.choice([49, 25, 36, 64, 100, 121])),
        "mean": [7, 5, 3, 6][random.integers(4)],
        # Not 2, for which the product of two spreads is their sum.
        "spread": [4, 3, 5][random.integers(3)],
    },
    reference=_score_divisor,
    right=lambda d_k, mean, spread: (
        f"The mean square of a query's number is {mean**2 + spread**2}, the variance "
        f"of a product {spread**2 * (mean**2 + spread**2)}, that of a score {d_k} "
        "times as much."
    ),
    digits=4,
    mistakes=(
        Mistake(
            "mean 0",
            lambda d_k, mean, spread: spread**2 * math.sqrt(d_k),
            "That is right for means of 0: the mean of the query counts, too.",
        ),
        Mistake(
            "mean 0",
            lambda d_k, mean, spread: math.sqrt(d_k),
            "That is right for means of 0 and spreads of 1.",
        ),
        Mistake(
            "M20",
            lambda d_k, mean, spread: d_k,
            "That is d_k alone: take the root, and mean and spread count, too.",
        ),
        Mistake(
            "M20",
            lambda d_k, mean, spread: _score_divisor(d_k, mean, spread) ** 2,
            "That is the variance; what brings it to 1 is its root.",
        ),
        Mistake(
            "M20",
            lambda d_k, mean, spread: 1 / _score_divisor(d_k, mean, spread),
            "That is what to multiply by.",
        ),
        Mistake(
            "M20",
            lambda d_k, mean, spread: spread * d_k * math.sqrt(mean**2 + spread**2),
            "d_k stands where its root should: of the d_k products the variances add "
            "up, not the standard deviations.",
        ),
        Mistake(
            "sum of roots",
            lambda d_k, mean, spread: spread * (mean + spread) * math.sqrt(d_k),
            "Mean and spread add as squares: E[q^2] is mean^2 + spread^2.",
        ),
        *(
            Mistake(
                "not squared",
                lambda d_k, mean, spread, powers=powers: (
                    spread * math.sqrt(d_k * (mean ** powers[0] + spread ** powers[1]))
                ),
                f"The {which} is not squared: E[q^2] is mean^2 + spread^2.",
            )
            for powers, which in (((1, 2), "mean"), ((2, 1), "query's spread"))
        ),
        Mistake(
            "sum",
            lambda d_k, mean, spread: math.sqrt(d_k * (mean**2 + 2 * spread**2)),
            "Of a product, the mean squares of query and key multiply: they do not "
            "add.",
        ),
        Mistake(
            "minus",
            lambda d_k, mean, spread: (
                spread * math.sqrt(d_k * abs(mean**2 - spread**2))
            ),
            "E[q^2] is mean^2 *plus* spread^2.",
        ),
        Mistake(
            "spread",
            lambda d_k, mean, spread: (mean**2 + spread**2) * math.sqrt(d_k),
            "The keys have the mean 0: of them the variance alone counts.",
        ),
        Mistake(
            "spread",
            lambda d_k, mean, spread: math.sqrt(
                d_k * ((mean**2 + spread**2) ** 2 - mean**4)
            ),
            "That is for two means of this size: those of the keys are 0.",
        ),
        Mistake(
            "spread",
            lambda d_k, mean, spread: mean * spread * math.sqrt(d_k),
            "The query's own spread is missing: E[q^2] is mean^2 + spread^2.",
        ),
        Mistake(
            "spread",
            lambda d_k, mean, spread: math.sqrt(d_k * (mean**2 + spread**2)),
            "A score is a sum of products: the spread of the key is missing.",
        ),
        Mistake(
            "M20",
            lambda d_k, mean, spread: spread * math.sqrt(mean**2 + spread**2),
            "That is for one product: a score is the sum of d_k of them.",
        ),
    ),
    otherwise=lambda answer, **own: EXERCISES["H4c"].right_for_nobody(
        "H4c", answer, own
    ),
)
