"""Answers to the exercises of lesson 14."""

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import bucket, softmax


def alibi(sign=-1):
    """Return weights after each score changes by sign times slope times distance."""

    def f(query, key, slope):
        n, d = query.shape
        away = np.arange(n)[:, None] - np.arange(n)
        s = query @ key.T
        return softmax(np.where(away >= 0, s / d**0.5 + sign * (slope * away), -np.inf))

    return f


right("14a", "where")(alibi())
wrong("14a", "M36", "plus", says="distant words get more")(alibi(+1))

right("14b", "power")(2**-1.75)
right("14b", "rounded")(0.2973)
wrong("14b", "sign", "minus")(-(2**-1.75))
wrong("14b", "M37", "of 16")(2**-3.5)
wrong("14b", "range", "minus 1.75", says="between 0 and 1")(-1.75)
wrong("14b", "rounded", "one digit", says="rounded too far")(0.3)
wrong("14b", None, "another", says="just below and just above 20")(0.6)


def student(limit="/ np.log(128 / 16)", log="np.log"):
    code = (
        f"lambda d: np.where(d < 16, d, np.minimum((16 + {log}(np.maximum(d, 1) / 16) "
        f"{limit} * 16).astype(int), 31))"
    )
    return eval(code, {"np": np})


right("14c", "the quotient")(student())
right("14c", "base 2")(student("/ 3", log="np.log2"))
wrong("14c", "directions", "half of the buckets")(
    lambda d: [bucket(r, 16, 128) for r in d.tolist()]
)


@wrong(
    "14a", "M20+M36", "a gain for distance, divided by d_k", says="two slips at once"
)
def _(query, key, slope):
    n, d_k = query.shape
    scores = query @ key.T / d_k + slope * (np.arange(n)[:, None] - np.arange(n))
    return softmax(np.where(np.tri(n) > 0, scores, -np.inf))
