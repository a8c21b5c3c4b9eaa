"""Answers to the exercises of lesson 16."""

import numpy as np

from tests.answers import right, wrong

# ---------------------------------------------------------------------------------- 16a


def angles(longer, first=0):
    return lambda n, trained, paces: (
        np.arange(first, first + n)[:, None] * paces / longer(n, trained)
    )


wrong("16a", None, "from two words more on")(
    angles(lambda n, trained: 1 if n <= trained + 1 else n / trained)
)
right("16a", "max")(angles(lambda n, trained: max(1, n / trained)))


@right("16a", "if")
def _(n, trained, paces):
    places = np.arange(n)
    if n > trained:
        places = places * trained / n
    return np.outer(places, paces)


@right("16a", "loop over slower paces")
def _(n, trained, paces):
    slower = [pace * min(trained / n, 1) for pace in paces]
    return [[place * pace for pace in slower] for place in range(n)]


wrong("16a", "rounded", "whole places", says="share an angle")(
    lambda n, trained, paces: np.outer(np.arange(n) * min(n, trained) // n, paces)
)
wrong("16a", "length", "by trained")(angles(lambda n, trained: trained))


wrong("16a", "clipped", "no farther than trained", says="last trained")(
    lambda n, trained, paces: np.outer(np.clip(np.arange(n), 0, trained - 1), paces)
)
wrong("16a", "wrapped", "the remainder", says="again from 0")(
    lambda n, trained, paces: [[i % trained * pace for pace in paces] for i in range(n)]
)


def with_paces(change):
    return lambda n, trained, paces: (
        np.arange(n)[:, None] * min(1, trained / n) * change(paces, max(1, n / trained))
    )


for name, words, says, change in (
    ("twice", "places and paces", "twice", lambda p, factor: p / factor),
    ("M11", "degrees", "made degrees", lambda p, factor: p * 180 / np.pi),
    ("M11", "to radians", "for degrees", lambda p, factor: p * np.pi / 180),
    ("M12", "divided by paces", "You divide by", lambda p, factor: 1 / p),
    ("2pi", "times 2 pi", "2 pi times", lambda p, factor: 2 * np.pi * p),
    ("M4", "one pace", "the first frequency", lambda p, factor: p[0] + 0 * p),
    ("M10", "paces reversed", "reverse order", lambda p, factor: p[::-1]),
    (
        "row ignored",
        "paces of the base 10000",
        "compute the frequencies anew",
        lambda p, factor: 10000.0 ** (-np.arange(len(p)) / len(p)),
    ),
):
    wrong("16a", name, words, says=says)(with_paces(change))


# ---------------------------------------------------------------------------------- 16b
right("16b", "two digits")(0.52)
right("16b", "by odds")(279 / (279 + 255))
wrong("16b", "unchanged", "the same", says="does it get nothing")(0.9)
wrong("16b", "length", "an eighth", says="eight times smaller")(0.9 / 8)
wrong("16b", "rest", "the rest of the others", says="no longer sum to 1")(1 - 25.5 / 31)
wrong("16b", "new only", "224 others", says="only the words that are new")(
    0.9 / (0.9 + 0.1 * 224 / 31)
)
wrong("16b", "the others", "all others together", says="together")(0.4775)
wrong("16b", "percent", "52", says="a share")(52.25)
wrong("16b", "log", "by logarithms", says="logarithm")(0.9 * 5 / 8)
wrong("16b", "range", "minus", says="between 0 and 1")(-0.5)
wrong("16b", None, "another", says="one other word")(0.3)

# ---------------------------------------------------------------------------------- 16c


def soft(scores):
    powers = np.exp(scores)
    return powers / powers.sum(axis=1, keepdims=True)


def masked(near):
    def f(scores, width):
        place = np.arange(len(scores))
        back = place[:, None] - place
        return soft(np.where(near(back, width), scores, -np.inf))

    return f


right("16c", "minus infinity")(masked(lambda back, width: (back >= 0) & (back < width)))


@right("16c", "divided again")
def _(scores, width):
    place = np.arange(len(scores))
    back = place[:, None] - place
    weights = np.where((back >= 0) & (back < width), soft(scores), 0)
    return weights / weights.sum(axis=1, keepdims=True)


@right("16c", "a loop")
def _(scores, width):
    weights = np.zeros(scores.shape)
    for place, row in enumerate(scores):
        first = max(place - width + 1, 0)
        powers = np.exp(row[first : place + 1])
        weights[place, first : place + 1] = powers / powers.sum()
    return weights


@wrong("16c", "given", "as it was")
def _(scores, width):
    place = np.arange(len(scores))
    back = place - place[:, None]
    return np.where((back >= 0) & (back < width), soft(scores), 0)


wrong("16c", "sign", "the softmax alone", says="later")(
    masked(lambda back, width: (back <= 0) & (back > -width))
)
wrong("16c", "later", "both sides")(masked(lambda back, width: abs(back) < width))
wrong("16c", "off by one", "one too few, but for one", says="too few")(
    masked(lambda back, width: (back >= 0) & (back < max(width - 1, 1)))
)


wrong("16c", "length", "causal alone")(masked(lambda back, width: back >= 0))


@wrong("16c", "zero", "scores set to 0", says="hides nothing")
def _(scores, width):
    place = np.arange(len(scores))
    back = place[:, None] - place
    return soft(scores * ((back >= 0) & (back < width)))


wrong("16a", "M40", "multiplied at any length", says="grown with the text")(
    angles(lambda n, trained: trained / n)
)


def of_words_seen(seen):
    """Return weights of the words that are seen, from the places and the width."""

    def weights(scores, width):
        place = np.arange(len(scores))
        kept = np.where(seen(place[:, None], place, width), scores, -1e9)
        powers = np.exp(kept - kept.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    return weights


wrong("16c", "M14", "the first words of the text", says="goes on with the word")(
    of_words_seen(lambda query, key, width: (key <= query) & (key < width))
)


wrong("16a", "M9+M40", "from 1, and multiplied", says="two slips at once")(
    lambda n, trained, paces: np.outer(np.arange(1, n + 1) * max(n / trained, 1), paces)
)


@wrong("16c", "M19+off by one", "one word too many, and columns")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back <= width), scores, -np.inf))
    return e / e.sum(axis=0)


def in_blocks(causal):
    def f(scores, width):
        i = np.arange(len(scores))
        seen = i[:, None] // width == i // width
        if causal:
            seen &= i[:, None] >= i
        e = np.exp(np.where(seen, scores, -np.inf))
        return e / e.sum(axis=1, keepdims=True)

    return f


wrong("16c", "blocks", "blocks, later words too")(in_blocks(False))


wrong("16a", "root", "the factor's root", says="the root of the factor")(
    lambda n, trained, paces: np.outer(
        np.arange(n) / np.sqrt(max(n / trained, 1)), paces
    )
)


def seen_where(rule, finite=False):
    """Return the softmax over the places that a rule tells, by the distance back."""

    def f(scores, width):
        i = np.arange(len(scores))
        e = np.where(rule(i[:, None] - i, width), scores, -1e9)
        e = np.exp(e - e.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    return f


wrong("16c", "itself", "without itself, one too few")(
    seen_where(lambda back, width: (back > 0) & (back < width))
)
wrong("16c", "M20", "divided by the root of the width", says="too small")(
    lambda scores, width: seen_where(lambda back, w: (back >= 0) & (back < w))(
        scores / np.sqrt(width), width
    )
)
