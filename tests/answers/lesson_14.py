"""Answers to the exercises of lesson 14."""

import math

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import bucket


def soft(s, axis=-1):
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def alibi(scores=None, finish=None):
    """Return weights, with scores or what is done to them written anew."""

    def f(query, key, slope):
        n, d = query.shape
        away = np.arange(n)[:, None] - np.arange(n)
        s = query @ key.T
        s = s / d**0.5 - slope * away if scores is None else scores(s, slope * away, d)
        if finish:
            return finish(s, away)
        return soft(np.where(away >= 0, s, -np.inf))

    return f


# ---------------------------------------------------------------------------------- 14a
right("14a", "where")(alibi())


@right("14a", "loops")
def _(query, key, slope):
    n = len(query)
    weights = np.zeros((n, n))
    for i in range(n):
        powers = [
            math.exp(query[i] @ key[j] / math.sqrt(len(key[j])) - slope * (i - j))
            for j in range(i + 1)
        ]
        for j in range(i + 1):
            weights[i, j] = powers[j] / sum(powers)
    return weights


right("14a", "a number for each column")(
    lambda q, k, slope: soft(
        q @ k.T / np.sqrt(q.shape[1])
        + slope * np.arange(len(q))
        + np.triu(np.full((len(q), len(q)), -np.inf), 1)
    )
)
right("14a", "masked, then divided")(
    alibi(finish=lambda s, a: soft(s) * (a >= 0) / (soft(s) * (a >= 0)).sum(1)[:, None])
)
wrong("14a", "M36", "plus", says="distant words get more")(
    alibi(lambda s, price, d: s / d**0.5 + price)
)


@wrong("14a", "borrowed", "the package's bias")
def _(query, key, slope):
    from posenc_lessons import alibi_bias

    n = len(query)
    return soft(query @ key.T + 256 * slope * alibi_bias(1, n, n)[0])


# ---------------------------------------------------------------------------------- 14b
right("14b", "power")(2**-1.75)
right("14b", "rounded")(0.2973)
right("14b", "list")([2 ** (-8 * h / 32) for h in range(1, 33)][::2][3])
wrong("14b", "sign", "minus")(-(2**-1.75))
wrong("14b", "M37", "of 16")(2**-3.5)
wrong("14b", "range", "minus 1.75", says="between 0 and 1")(-1.75)
wrong("14b", "rounded", "one digit", says="rounded too far")(0.3)
wrong("14b", None, "another", says="just below and just above 20")(0.6)


# ---------------------------------------------------------------------------------- 14c
def student(limit="/ np.log(128 / 16)", log="np.log"):
    code = (
        f"lambda d: np.where(d < 16, d, np.minimum((16 + {log}(np.maximum(d, 1) / 16) "
        f"{limit} * 16).astype(int), 31))"
    )
    return eval(code, {"np": np})


right("14c", "the quotient")(student())
right("14c", "log 8")(student("/ np.log(8)"))
right("14c", "base 2")(student("/ 3", log="np.log2"))


@right("14c", "loop")
def _(distance):
    found = []
    for d in distance:
        if d < 16:
            found.append(int(d))
        else:
            part = math.log(d / 16) / math.log(128 / 16)
            found.append(min(31, 16 + int(part * 16)))
    return found


wrong("14c", "given", "as given")(student("/ np.log(128)"))
wrong("14c", "directions", "half of the buckets")(
    lambda d: [bucket(r, 16, 128) for r in d.tolist()]
)


@wrong("14c", "borrowed", "the package's")
def _(distance):
    from posenc_lessons import t5_bucket

    return t5_bucket(-distance)


@wrong(
    "14a", "M20+M36", "a gain for distance, divided by d_k", says="two slips at once"
)
def _(query, key, slope):
    n, d_k = query.shape
    scores = query @ key.T / d_k + slope * (np.arange(n)[:, None] - np.arange(n))
    return soft(np.where(np.tri(n) > 0, scores, -np.inf))


@wrong("14c", "M39+off by one", "log2, and 32 as the last", says="two slips at once")
def _(distance):
    far = 16 + np.log2(np.maximum(distance, 1) / 16) / np.log(8) * 16
    return np.where(distance < 16, distance, np.minimum(far.astype(int), 32))
