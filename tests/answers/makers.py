"""What several answers are made of."""

import math

import numpy as np


def softmax(s, axis=1):
    """Return shares of the exponentials, without a shift."""
    e = np.exp(s)
    return e / e.sum(axis=axis, keepdims=True)


def pairs_of(a):
    """Return sines and cosines of angles, in turn."""
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks(block, angle=lambda k, i, d: k / 10000 ** (2 * i / d), turn=lambda k: k):
    """Return a matrix of blocks, each from cosine and sine of its angle."""

    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = angle(turn(k), i, d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


# Paces of h pairs as learners make them: a name, what it is, what the check should say,
# and the paces.
SPOILT_PACES = [
    ("M1", "twice the exponent", "twice as fast", lambda i, h: 10000.0 ** (-2 * i / h)),
    ("M2", "i / d", "half as fast", lambda i, h: 10000.0 ** (-i / (2 * h))),
    ("M4", "one pace", "by the same angle", lambda i, h: 1.0 + 0 * i),
    ("M12", "no minus", "rise", lambda i, h: 10000.0 ** (i / h)),
    ("M6", "h - 1", "exponent runs to 1", lambda i, h: 10000.0 ** (-i / (h - 1))),
    ("M6", "1 at least", "i / (d / 2)", lambda i, h: 10000.0 ** (-i / max(h - 1, 1))),
    *(
        ("M7", f"base {words}", f"base is {words}", lambda i, h, b=b: b ** (-i / h))
        for words, b in (
            ("1 000", 1000.0),
            ("100 000", 1e5),
            ("500 000", 5e5),
            ("10", 10.0),
            ("2", 2.0),
            ("e", math.e),
        )
    ),
    ("pairs from 1", "i + 1", "from 1", lambda i, h: 10000.0 ** (-(i + 1) / h)),
    ("M3", "2 i + 1", "odd column", lambda i, h: 10000.0 ** (-(i + 0.5) / h)),
    ("M10", "reversed", "reverse", lambda i, h: 10000.0 ** (-i[::-1] / h)),
    (
        "M11",
        "to radians",
        "for degrees",
        lambda i, h: 10000.0 ** (-i / h) * 0.0174532925,
    ),
    ("M11", "to degrees", "made degrees", lambda i, h: np.degrees(10000.0 ** (-i / h))),
    ("2pi", "turns", "too large", lambda i, h: 10000.0 ** (-i / h) * 2 * math.pi),
    (
        "2pi",
        "part of 2 pi",
        "too small",
        lambda i, h: 10000.0 ** (-i / h) / 2 / math.pi,
    ),
    (
        "M17",
        "integers",
        "are whole numbers",
        lambda i, h: (10000.0 ** (-i / h)).astype(int),
    ),
    ("M17", "whole exponent", "exponent is", lambda i, h: 10000.0 ** (-i // h)),
]


def turning(x, angles, halves=False):
    """Return vectors turned by angles: one for each pair, or for each column."""
    h = x.shape[1] // 2
    first, second = (
        (slice(h), slice(h, None)) if halves else (slice(0, None, 2), slice(1, None, 2))
    )
    a, b = x[:, first], x[:, second]
    one, other = (angles, angles)
    if angles.shape[1] > h:
        one, other = angles[:, first], angles[:, second]
    new = np.empty(x.shape)
    new[:, first] = a * np.cos(one) - b * np.sin(one)
    new[:, second] = a * np.sin(other) + b * np.cos(other)
    return new


def turners(halves=False):
    """Return wrong ways to turn vectors: name, words, a part of the reply, function."""

    def by_pair(paces):
        def turn(x, positions):
            h = x.shape[1] // 2
            return turning(x, np.outer(positions, paces(np.arange(h), h)), halves)

        return turn

    def by_column(paces):
        return lambda x, positions: turning(
            x, np.outer(positions, paces(x.shape[1])), halves
        )

    def right(d):
        return 10000.0 ** (-np.arange(0, d, 2) / d)

    return [
        *(
            (name, words, says, by_pair(paces))
            for name, words, says, paces in SPOILT_PACES
        ),
        *(
            (
                "M34",
                f"{factor} j / d",
                "its own frequency",
                by_column(
                    lambda d, factor=factor: 10000.0 ** (-factor * np.arange(d) / d)
                ),
            )
            for factor in (1, 2)
        ),
        (
            "M34",
            "paces twice, as in the other layout",
            "are repeated for",
            by_column(
                lambda d: np.repeat(right(d), 2) if halves else np.tile(right(d), 2)
            ),
        ),
        (
            "M17",
            "whole angles",
            "are whole numbers",
            lambda x, positions: turning(
                x, np.asarray(positions)[:, None] // (1 / right(x.shape[1])), halves
            ),
        ),
    ]


def _rows_of_largest(s):
    return (s == s.max(axis=1, keepdims=True)).astype(float)


# What is made of scores, the hidden ones very low: name, words, says, function.
SHARES = [
    ("M19", "over the columns", "down the columns", lambda s: softmax(s, axis=0)),
    ("M19", "over all", "All weights together", lambda s: np.exp(s) / np.exp(s).sum()),
    ("M13", "weights transposed", "are transposed", lambda s: softmax(s).T),
    ("unfinished", "powers", "not divided by the sum", np.exp),
    ("hard", "argmax", "highest score", _rows_of_largest),
    (
        "mean",
        "equal shares",
        "the same share",
        lambda s: softmax(np.where(s < -1e6, s, 1.0)),
    ),
    ("minus", "minus", "a minus", lambda s: softmax(np.where(s < -1e6, s, -s))),
]


def _log(x):
    return math.log(x)


# What is changed in T5's buckets: name, words, says, and the parts exchanged. `share`
# is how much of the way from the last exact distance e to the largest, m, is gone.
BUCKETS = [
    (
        "M39",
        "difference",
        "difference",
        {"share": lambda r, e, m: _log(r / e) / _log(m - e)},
    ),
    (
        "M39",
        "all in the limit",
        "Is the number",
        {"share": lambda r, e, m: _log(r / e) / _log(m / e / 2)},
    ),
    (
        "M39",
        "twice as far",
        "at twice",
        {"share": lambda r, e, m: _log(r / e) / _log(2 * m / e)},
    ),
    (
        "M39",
        "four times as far",
        "at four times",
        {"share": lambda r, e, m: _log(r / e) / _log(4 * m / e)},
    ),
    (
        "M39",
        "distance not divided",
        "before the logarithm",
        {"share": lambda r, e, m: _log(r) / _log(m / e)},
    ),
    (
        "M39",
        "neither divided",
        "before the logarithm",
        {"share": lambda r, e, m: _log(r) / _log(m)},
    ),
    (
        "M39",
        "taken off",
        "before the logarithm",
        {"share": lambda r, e, m: _log(r - e + 1) / _log(m / e)},
    ),
    (
        "brackets",
        "log(r) / e",
        "brackets",
        {"share": lambda r, e, m: _log(r) / e / _log(m / e)},
    ),
    (
        "linear",
        "equal parts",
        "equal parts",
        {"share": lambda r, e, m: (r - e) / (m - e)},
    ),
    (
        "M17",
        "divided by //",
        "by //",
        {"share": lambda r, e, m: _log(r // e) / _log(m / e)},
    ),
    (
        "M39",
        "log2 over ln",
        "base 2",
        {"share": lambda r, e, m: math.log2(r / e) / _log(m / e)},
    ),
    (
        "M39",
        "log10 over ln",
        "base 10",
        {"share": lambda r, e, m: math.log10(r / e) / _log(m / e)},
    ),
    ("M39", "ceil", "rounded up", {"whole": math.ceil}),
    ("M39", "round", "is rounded;", {"whole": round}),
    ("not rounded", "with digits", "after the point", {"whole": lambda far: far}),
    ("M39", "twice as many share", "Too many", {"many": lambda h: 2 * (h // 2)}),
    ("M39", "one less shares", "too few", {"many": lambda h: h // 2 - 1}),
    ("short", "from 0", "is missing", {"behind": lambda e: 0}),
    (
        "off by one",
        "limit one too high",
        "one too high",
        {"limit": lambda b, h: min(b, h)},
    ),
    (
        "off by one",
        "limit one too low",
        "never used",
        {"limit": lambda b, h: min(b, h - 2)},
    ),
    ("off by one", "shared from one more", "first shared", {"behind": lambda e: e + 1}),
    ("M39", "without a limit", "a minimum", {"limit": lambda b, h: b}),
    (
        "M39",
        "largest less 1",
        "one before",
        {"share": lambda r, e, m: _log(r / e) / _log((m - 1) / e)},
    ),
    (
        "half",
        "a quarter exact",
        "a quarter",
        {"exact": lambda h: h // 4, "many": lambda h: h // 4 * 3},
    ),
    (
        "half",
        "all exact",
        "one distance",
        {"exact": lambda h: h, "share": lambda *g: 0},
    ),
]


def bucket(
    distance,
    h,
    most,
    share=lambda r, e, m: _log(r / e) / _log(m / e),
    whole=math.floor,
    many=lambda h: h // 2,
    behind=lambda e: e,
    limit=lambda b, h: min(b, h - 1),
    exact=lambda h: h // 2,
):
    """Return the bucket of one distance among h, some parts exchanged."""
    e = exact(h)
    if distance < e:
        return distance
    return limit(behind(e) + whole(share(distance, e, most) * many(h)), h)
