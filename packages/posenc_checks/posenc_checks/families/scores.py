"""Wrong attention: what the known mistakes make of the softmax of scores."""

import numpy as np
from hintcheck.anywhere.softmaxes import SOFTMAXES
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import Mistake, combinations

from posenc_lessons.mathematics.attention import (
    attention_weights,
    scaled_dot_product_attention,
    softmax,
)


def weigh(
    query,
    key,
    value=None,
    divisor=None,
    over="keys",
    weights=softmax,
    finish=lambda weights: weights,
):
    """Return attention weights with some parts exchanged.

    Parameters
    ----------
    query, key, value : numpy.ndarray
        The arguments of the exercise.
    divisor : callable, optional
        Takes them; returns what the scores are divided by, in place of sqrt(d_k).
    over : str
        What the softmax goes over: "keys", "queries" or "all".
    weights : callable
        Takes scores; returns weights, each row's by itself.
    finish : callable
        Takes the weights; returns them changed as a whole.
    """
    width = divisor(query, key, value) if divisor else np.sqrt(query.shape[1])
    scores = query @ key.T / width
    if over == "all":
        return finish(weights(scores.reshape(1, -1)).reshape(scores.shape))
    return finish(weights(scores) if over == "keys" else weights(scores.T).T)


def _eight(query, key, value):
    """Return the root of 64, whatever d_k is."""
    return 8


def _of_the_model(query, key, value):
    """Return the root of 512, the paper's d_model."""
    return 512**0.5


# A mistake's number, the parts that it exchanges, and a hint. The most likely first.
PARTS = [
    (
        "M19",
        {"over": "queries"},
        "The columns of the weights sum to 1, and the rows should: the softmax goes "
        "over the queries.",
    ),
    (
        "M19",
        {"over": "all"},
        "All weights together sum to 1, and each row should: sum along axis 1.",
    ),
    (
        "M13",
        {"finish": np.transpose},
        "The weights are transposed: a row is a query, a column a key.",
    ),
    (
        "M20",
        {"divisor": lambda query, key, value: 1},
        "The division by sqrt(d_k) is missing, or stands outside the exponential, "
        "where it cancels.",
    ),
    (
        "M20",
        {"divisor": lambda query, key, value: query.shape[1]},
        "The scores are divided by d_k, not by its root.",
    ),
    (
        "M20",
        {"divisor": lambda query, key, value: query.shape[1] ** -0.5},
        "The scores are multiplied by sqrt(d_k), where they should be divided.",
    ),
    (
        "M20",
        {"divisor": lambda query, key, value: len(key) ** 0.5},
        "Is the root that of the number of keys?",
    ),
    (
        "M20",
        {"divisor": lambda query, key, value: len(query) ** 0.5},
        "Is the root that of the number of queries?",
    ),
]
# Right for one query, and for d_k = 64.
PARTLY = [{"over": "all"}, {"divisor": _eight}]
OF_VALUES = (
    "M20",
    {"divisor": lambda query, key, value: value.shape[1] ** 0.5},
    "Is the root that of d_v?",
)


def _shift_kept(scores):
    """Return columns divided by their sums, after each row's maximum is taken off."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=0)


def _over_norm(scores):
    """Return exponentials divided by the length of their row."""
    powers = np.exp(scores - scores.max())
    return powers / np.linalg.norm(powers, axis=1, keepdims=True)


def _over_both(scores):
    """Return exponentials divided by sums of columns, and then of rows."""
    shares = softmax(scores.T).T
    return shares / shares.sum(axis=1, keepdims=True)


def _norms(query, key, power):
    """Return what makes cosines of scores, and divides these by a power of d_k."""
    lengths = [np.linalg.norm(rows, axis=1) for rows in (query, key)]
    return np.outer(*lengths) * query.shape[1] ** power


# Mistakes of the softmax, which are not combined with others.
SINGLE = [
    (
        "unfinished",
        {"weights": np.exp},
        "The powers are right; they are to be divided by the sum of their row.",
    ),
    *(
        (
            "unfinished",
            {"weights": lambda s, axis=axis: np.exp(s - s.max(axis, keepdims=True))},
            "The powers are right; they are to be divided by the sum of their row.",
        )
        for axis in (None, 1)
    ),
    (
        "M19",
        {"weights": _shift_kept},
        "The maximum of each row is taken off, but the *columns* are divided by their "
        "sums: sum along axis 1.",
    ),
    (
        "hard",
        {"weights": lambda s: np.eye(s.shape[1])[s.argmax(axis=1)]},
        "Only the most similar key counts: the softmax gives each key a share.",
    ),
    (
        "M20",
        {"divisor": _eight},
        "The scores are divided by 8, the root of 64: take the root of this d_k.",
    ),
    (
        "M20",
        {"divisor": _of_the_model},
        "The scores are divided by the root of 512, d_model: take that of d_k.",
    ),
    (
        "mask",
        {"weights": lambda s: softmax(np.where(np.tri(*s.shape), s, -1e9))},
        "A causal mask hides the later keys: here each query sees all of them.",
    ),
    (
        "exp",
        {"weights": lambda scores: scores / scores.sum(axis=1, keepdims=True)},
        "The exponential is missing: the scores themselves are divided by their sum.",
    ),
    (
        "norm",
        {"weights": _over_norm},
        "Each row is divided by its length (norm): divide by its sum.",
    ),
    (
        "M19",
        {"weights": _over_both},
        "The columns are divided by their sums, and then the rows: rows alone, along "
        "axis 1.",
    ),
    *(
        (
            "M16",
            {
                "divisor": lambda query, key, value, power=power: _norms(
                    query, key, power
                )
            },
            "Queries and keys are divided by their lengths first: these count, too.",
        )
        for power in (0, 0.5)
    ),
    (
        "minus",
        {"weights": lambda scores: softmax(-scores)},
        "The scores have a minus: the least similar key gets most.",
    ),
]


OF_SOFTMAX = [(name, {"weights": weights}, hint) for name, weights, hint in SOFTMAXES]


def _weights(parts):
    """Return attention weights with some parts exchanged."""
    return lambda query, key: weigh(query, key, **parts)


def _attention(parts):
    """Return attention with some parts exchanged."""
    return lambda query, key, value: weigh(query, key, value, **parts) @ value


def weights_comparison(**details):
    """Return the exercise to write or mend attention weights."""
    # Code that is left as it was given is told so, and not its mistake.
    parts_tried = PARTS[1:] if "given" in details else PARTS
    return Comparison(
        reference=attention_weights,
        draw=lambda random: [
            tuple(source.normal(size=shape) for shape in ((m, d_k), (n, d_k)))
            for source, m, n, d_k in (
                (np.random.default_rng(2), 3, 5, 6),
                (random, 4, 4, 5),
                (random, 2, 7, 9),
            )
        ],
        describe=lambda query, key: f"For {len(query)} queries and {len(key)} keys",
        place=at("query", "key"),
        tolerance=lambda *arguments: 1e-5,
        mistakes=(
            *(
                Mistake(name, _weights(parts), hint, partly=parts in PARTLY)
                for name, parts, hint in [*parts_tried, *SINGLE]
            ),
            *(Mistake(name, _weights(parts), hint) for name, parts, hint in OF_SOFTMAX),
            Mistake(
                "M20",
                _weights({"divisor": lambda query, key, value: 2}),
                "The scores are divided by 2, the root of 4: take that of this d_k.",
            ),
            Mistake(
                "unfinished",
                lambda query, key: query @ key.T / query.shape[1] ** 0.5,
                "These are the scores: the softmax is missing.",
            ),
            Mistake(
                "mean",
                lambda query, key: np.full((len(query), len(key)), 1 / len(key)),
                "All keys get the same weight: do the scores count?",
            ),
            Mistake(
                "M20",
                lambda query, key: softmax(query @ key.T) / query.shape[1] ** 0.5,
                "The division comes after the softmax: the rows no longer sum to 1.",
            ),
            Mistake(
                "argument",
                lambda query, key: attention_weights(query, query),
                "The queries meet themselves: the keys are not used.",
            ),
            Mistake(
                "argument",
                lambda query, key: attention_weights(key, query),
                "Queries and keys have changed places: a row is a query.",
            ),
        ),
        pairs=lambda: combinations([*PARTS, *SINGLE, *OF_SOFTMAX], _weights),
        right="Each query shares out one whole attention among the keys.",
        **details,
    )


def attention_comparison(**details):
    """Return the exercise to write scaled dot-product attention."""
    return Comparison(
        reference=scaled_dot_product_attention,
        draw=lambda random: [
            tuple(source.normal(size=shape) for shape in ((m, d_k), (n, d_k), (n, d_v)))
            for source, m, n, d_k, d_v in (
                (np.random.default_rng(9), 3, 5, 4, 2),
                (random, 4, 4, 16, 16),
                (random, 1, 7, 9, 3),
            )
        ],
        describe=lambda query, key, value: (
            f"For {len(query)} queries, {len(key)} keys, d_k = {query.shape[1]} and "
            f"d_v = {value.shape[1]}"
        ),
        place=at("query", "column"),
        tolerance=lambda *arguments: 1e-5,
        mistakes=(
            *(
                Mistake(name, _attention(parts), hint, partly=parts in PARTLY)
                for name, parts, hint in [*PARTS, *SINGLE, OF_VALUES]
                if "finish" not in parts
            ),
            *(
                Mistake(name, _attention(parts), hint)
                for name, parts, hint in OF_SOFTMAX
            ),
            Mistake(
                "M20",
                lambda query, key, value: (
                    softmax(query @ key.T) / query.shape[1] ** 0.5 @ value
                ),
                "The division comes after the softmax.",
            ),
            Mistake(
                "argument",
                lambda query, key, value: attention_weights(query, key) @ key,
                "The weights are multiplied by the keys: they share out the values.",
            ),
            Mistake(
                "too late",
                lambda query, key, value: softmax(
                    query @ key.T / query.shape[1] ** 0.5 @ value
                ),
                "The softmax comes after the values: it belongs to the scores.",
            ),
            Mistake(
                "unfinished",
                lambda query, key, value: query @ key.T / query.shape[1] ** 0.5 @ value,
                "The softmax is missing.",
            ),
            Mistake(
                "unfinished",
                attention_weights_of,
                "These are the weights: the values are missing.",
            ),
            Mistake(
                "mean",
                lambda query, key, value: (
                    value.mean(axis=0) + np.zeros((len(query), 1))
                ),
                "Every query gets the plain mean of the values: do the weights count?",
            ),
            Mistake(
                "M13",
                lambda *arguments: scaled_dot_product_attention(*arguments).T,
                "The result is transposed: a row is a query.",
            ),
        ),
        pairs=lambda: combinations(
            [
                part
                for part in [*PARTS, *SINGLE, *OF_SOFTMAX, OF_VALUES]
                if "finish" not in part[1]
            ],
            _attention,
        ),
        right="softmax(Q K^T / sqrt(d_k)) V, row by row.",
        **details,
    )


def attention_weights_of(query, key, value):
    """Return the weights alone."""
    return attention_weights(query, key)
