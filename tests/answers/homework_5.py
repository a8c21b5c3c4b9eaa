"""Answers to the exercises of homework 5."""

import cmath
import math
from decimal import Decimal

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import BUCKETS, bucket, pairs_of, turners

# ---------------------------------------------------------------------------------- H5a


@right("H5a", "by slices")
def parts(query, key):
    a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
    return np.stack([a * c + b * d, b * c - a * d], axis=1)


@right("H5a", "a list of pairs")
def _(query, key):
    rows = []
    for i in range(len(query) // 2):
        a, b = query[2 * i], query[2 * i + 1]
        c, d = key[2 * i], key[2 * i + 1]
        rows.append((a * c + b * d, b * c - a * d))
    return rows


@right("H5a", "complex numbers")
def _(query, key):
    q, k = query.reshape(-1, 2), key.reshape(-1, 2)
    product = (q[:, 0] - 1j * q[:, 1]) * (k[:, 0] + 1j * k[:, 1])
    return np.column_stack([product.real, -product.imag])


@right("H5a", "the score at offsets 0 and a quarter of a turn")
def _(query, key):
    q, k = query.reshape(-1, 2), key.reshape(-1, 2)
    quarter = k @ np.array([[0, 1], [-1, 0]])
    return np.stack([(q * k).sum(1), (q * quarter).sum(1)], axis=1)


def of_pairs(cosine, sine):
    """Return an answer that is right but for its formulas."""

    def f(query, key):
        a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
        return np.stack([cosine(a, b, c, d), sine(a, b, c, d)], axis=1)

    return f


def dot(a, b, c, d):
    return a * c + b * d


wrong("H5a", "sign", "query less key")(of_pairs(dot, lambda a, b, c, d: a * d - b * c))
wrong("H5a", "M33", "added, sine negated")(
    of_pairs(lambda a, b, c, d: a * c - b * d, lambda a, b, c, d: a * d + b * c)
)


wrong("H5a", "cosines", "without sines")(of_pairs(dot, lambda a, b, c, d: 0 * a))
wrong("H5a", "M8", "sine first")(lambda q, k: parts(q, k)[:, ::-1])
wrong("H5a", "twice", "2 (ac + bd)")(lambda q, k: 2 * parts(q, k))
wrong("H5a", "one pair", "of columns 0 and 1")(lambda q, k: parts(q, k)[0])
wrong("H5a", "sum", "summed over pairs")(lambda q, k: parts(q, k).sum(axis=0))
wrong("H5a", "rounded", "two digits")(lambda q, k: parts(q, k).round(2))
wrong("H5a", "minus", "all negated")(lambda q, k: -parts(q, k))
wrong("H5a", None, "a tenth off")(lambda q, k: parts(q, k) + 0.1)


@wrong("H5a", "early", "return within the loop")
def _(query, key):
    rows = np.zeros((len(query) // 2, 2))
    for i in range(len(rows)):
        rows[i] = parts(query, key)[i]
        return rows


# ---------------------------------------------------------------------------------- H5b


def scored(make):
    """Return scores from the turned pairs as complex numbers, and the turns."""

    def f(query, key):
        n, d = query.shape
        turns = np.exp(
            1j * np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        )
        q = query[:, 0::2] + 1j * query[:, 1::2]
        k = key[:, 0::2] + 1j * key[:, 1::2]
        return make(q, k, turns)

    return f


scores = scored(lambda q, k, t: ((q * t) @ (k * t).conj().T).real)
right("H5b", "key conjugated")(scores)
right("H5b", "query conjugated")(
    scored(lambda q, k, t: ((q * t).conj() @ (k * t).T).real)
)
right("H5b", "real and imaginary parts apart")(
    scored(
        lambda q, k, t: (q * t).real @ (k * t).real.T + (q * t).imag @ (k * t).imag.T
    )
)
right("H5b", "by np.vdot")(
    scored(lambda q, k, t: [[np.vdot(b, a).real for b in k * t] for a in q * t])
)


@right("H5b", "each pair of words turned by its offset")
def _(query, key):
    n, d = query.shape
    result = np.zeros((n, n))
    for p in range(n):
        for s in range(n):
            for i in range(d // 2):
                turn = cmath.exp(1j * (s - p) * 10000 ** (-2 * i / d))
                q = complex(query[p, 2 * i], query[p, 2 * i + 1])
                k = complex(key[s, 2 * i], key[s, 2 * i + 1])
                result[p, s] += (q.conjugate() * k * turn).real
    return result


@right("H5b", "in float32")
def _(query, key):
    return scores(query.astype(np.float32), key.astype(np.float32)).astype(np.float32)


wrong("H5b", "given", "as given")(scored(lambda q, k, t: ((q * t) @ (k * t).T).real))
wrong("H5b", "identity", "nothing turned")(lambda query, key: query @ key.T)
for name, words, says, turn in turners():
    wrong("H5b", name, words, says=says)(
        lambda q, k, turn=turn: (
            turn(q, np.arange(len(q))) @ turn(k, np.arange(len(k))).T
        )
    )
wrong("H5b", "mask", "later words hidden", says="are hidden")(
    lambda q, k: np.tril(scores(q, k))
)


def halved(x):
    """Return pairs of halves as complex numbers, turned."""
    h = x.shape[1] // 2
    t = np.outer(np.arange(len(x)), 10000.0 ** (-np.arange(h) / h))
    return (x[:, :h] + 1j * x[:, h:]) * np.exp(1j * t)


wrong("H5b", "M31", "queries in halves", says="different layouts")(
    lambda q, k: scored(lambda one, other, t: (halved(q) @ (other * t).conj().T).real)(
        q, k
    )
)
wrong("H5b", "M13", "rows are keys")(lambda q, k: scores(q, k).T)
wrong("H5b", None, "a tenth off")(lambda q, k: scores(q, k) + 0.1)


# ---------------------------------------------------------------------------------- H5c
o = own_numbers("H5c", "")
n_heads, head, distance = o["n_heads"], o["head"], o["distance"]
lower = 2 ** int(math.log2(n_heads))
larger = [2 ** (-8 * h / (2 * lower)) for h in range(1, 2 * lower + 1)]
slopes = [2 ** (-8 * h / lower) for h in range(1, lower + 1)] + larger[::2]
slope = slopes[head - 1]
less = math.exp(-slope * distance)
right("H5c", "formula")(less)
right("H5c", "Decimal")(Decimal(f"{less:.6f}"))
right("H5c", "three digits")(float(f"{less:.3g}"))
wrong("H5c", "rounded", "half a per cent off", says="more digits")(1.005 * less)
wrong("H5c", "exp", "the price")(slope * distance)
wrong("H5c", "M38", "times 8", says="multiplied")(math.exp(-slope * distance * 8))
wrong("H5c", "share", "of two words", says="the share")(less / (1 + less))
wrong("H5c", "M36", "after the softmax", says="after the softmax")(1 - slope * distance)
wrong("H5c", "power", "slope to the distance")(slope**distance)
wrong("H5c", "M7", "two to the power")(2 ** (-slope * distance))
wrong("H5c", "off by one", "a word farther")(math.exp(-slope * (distance + 1)))
wrong("H5c", None, "a half")(0.51)


# ---------------------------------------------------------------------------------- H5d


def bucketed(half=lambda n: n // 2, upper=lambda offset: offset > 0, **parts):
    """Return the buckets, one offset at a time."""

    def f(offsets, n_buckets, max_distance):
        h = half(n_buckets)
        return [
            bucket(abs(offset), h, max_distance, **parts) + h * bool(upper(offset))
            for offset in map(int, offsets)
        ]

    return f


right("H5d", "with loops")(bucketed())


@right("H5d", "with NumPy")
def _(offsets, n_buckets, max_distance):
    half = n_buckets // 2
    exact = half // 2
    distance = np.abs(offsets)
    share = np.log(np.maximum(distance, 1) / exact) / np.log(max_distance / exact)
    far = np.minimum(exact + np.floor(share * exact), half - 1)
    return (np.where(distance < exact, distance, far) + half * (offsets > 0)).astype(
        int
    )


@right("H5d", "in float32, after Hugging Face")
def _(offsets, n_buckets, max_distance):
    n_buckets //= 2
    buckets = (offsets > 0).astype(int) * n_buckets
    n = np.abs(offsets)
    exact = n_buckets // 2
    large = np.log(np.maximum(n, 1).astype(np.float32) / exact)
    large = large / math.log(max_distance / exact) * (n_buckets - exact)
    large = np.minimum(exact + large.astype(int), n_buckets - 1)
    return buckets + np.where(n < exact, n, large)


@right("H5d", "by limits and np.digitize")
def _(offsets, n_buckets, max_distance):
    half = n_buckets // 2
    exact = half // 2
    steps = np.arange(1, exact) / exact
    limits = [*range(1, exact + 1), *exact * (max_distance / exact) ** steps]
    return np.digitize(abs(offsets), limits) + half * (offsets > 0)


wrong("H5d", "directions", "by distance alone")(bucketed(upper=lambda offset: False))
for name, words, says, changed in BUCKETS:
    wrong("H5d", name, words, says=says)(bucketed(**changed))
wrong("H5d", "row ignored", "always 32", says="always 32")(
    lambda offsets, n, most: bucketed()(offsets, 32, most)
)
wrong("H5d", None, "two more for each")(
    lambda *given: [one + 2 for one in bucketed()(*given)]
)


# ---------------------------------------------------------------------------------- H5e


@right("H5e", "one hand")
def hand(hours):
    angles = 2 * np.pi * hours / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@right("H5e", "a list of lists, and longer")
def _(hours):
    return [
        [10 * math.cos(math.pi * hour / 12), 10 * math.sin(math.pi * hour / 12)]
        for hour in hours
    ]


@right("H5e", "two hands, the fast one short, and a constant")
def _(hours):
    slow, fast = 2 * np.pi * hours / 24, 2 * np.pi * hours / 8
    waves = [np.cos(slow), np.sin(slow), 0.1 * np.cos(fast), 0.1 * np.sin(fast)]
    return np.stack([*waves, np.full(len(hours), 0.3)], axis=1)


@right("H5e", "modulo first")
def _(hours):
    turn = np.exp(2j * np.pi * (hours % 24) / 24)
    return np.c_[turn.real, turn.imag]


for width in (4, 8, 16, 32, 64):
    for layout in ("in turn", "halves"):

        @wrong("H5e", "M7", f"the paper's, {width} wide, {layout}", says="the paper's")
        def _(hours, width=width, layout=layout):
            angles = hours[:, None] / 10000 ** (np.arange(0, width, 2) / width)
            if layout == "halves":
                return np.hstack([np.sin(angles), np.cos(angles)])
            return pairs_of(angles)


@wrong("H5e", "day", "the paper's, 10 wide")
def _(hours):
    return pairs_of(hours[:, None] / 10000 ** (np.arange(0, 10, 2) / 10))


for name, words, says, angle in (
    ("M11", "degrees", "look like degrees: NumPy", lambda h: 360 * h / 24),
    ("M11", "hours as degrees", "The hours look", np.radians),
    ("M4", "an hour a radian", "1 radian an hour", lambda h: 1.0 * h),
    ("2pi", "a day a radian", "1 radian a day", lambda h: h / 24),
    ("half turn", "half a turn", "half a turn a day", lambda h: np.pi * h / 24),
    ("twice", "two turns", "two turns", lambda h: 2 * np.pi * h / 12),
    ("M12", "times 24", "multiplied by 24", lambda h: 2 * np.pi * h * 24),
    ("M12", "times 24 alone", "2 pi is", lambda h: h * 24),
    ("2pi", "a turn an hour", "a turn an hour", lambda h: 2 * np.pi * h),
    ("M17", "whole hours", "whole numbers", lambda h: 2 * np.pi * (h // 1) / 24),
    ("M17", "whole days", "with //", lambda h: 2 * np.pi * (h // 24)),
):
    wrong("H5e", name, f"{words}, sine first", says=says)(
        lambda hours, angle=angle: pairs_of(angle(hours)[:, None])
    )
    wrong("H5e", name, f"{words}, cosine first", says=says)(
        lambda hours, angle=angle: pairs_of(angle(hours)[:, None])[:, ::-1]
    )
wrong("H5e", "line", "days", says="the time in days, as one")(lambda h: h[:, None] / 24)
wrong("H5e", "line", "a share of the day", says="the share of the day, as one")(
    lambda h: h[:, None] % 24 / 24
)


for wave in (np.sin, np.cos):
    wrong("H5e", "one", f"{wave.__name__} alone", says="twice a day")(
        lambda hours, wave=wave: wave(np.pi * hours / 12)[:, None]
    )
wrong("H5e", "angles", "the angle", says="the angle")(
    lambda hours: (np.pi * hours / 12)[:, None]
)


@wrong("H5e", "jump", "a column for each hour")
def _(hours):
    return np.eye(24)[hours.astype(int) % 24]


@wrong("H5e", "too close", "remainder as a number")
def _(hours):
    return np.stack([hours % 24, np.ones(len(hours))], axis=1)


@wrong("H5e", "place", "an ellipse")
def _(hours):
    return hand(hours) * [1, 2]


@wrong("H5e", "rises", "hands of a whole and a third of a day")
def _(hours):
    return np.hstack([hand(hours), hand(3 * hours)])


@wrong("H5e", "random", "hours counted from the first")
def _(hours):
    return hand(hours - hours[0])


@wrong("H5e", "shape", "one axis")
def _(hours):
    return np.sin(np.pi * hours / 12)


@wrong("H5e", "length", "as wide as there are hours")
def _(hours):
    return np.cos(np.pi * (hours[:, None] - hours) / 12)


wrong("H5e", "no return", "only for whole hours")(
    lambda hours: hand(hours) if (hours % 1 == 0).all() else None
)
wrong("H5e", "nan", "divided by nothing")(
    lambda hours: hand(hours) / (hours[:, None] * 0)
)
wrong("H5e", "form", "a text")(lambda hours: "the hand of a clock")
wrong("H5e", "stops", "divides")(lambda hours: hand(hours) / [][0])


@wrong("H5e", "M14", "the last hour for all", says="all rows are the same")
def _(hours):
    for hour in hours:
        row = [math.sin(math.pi * hour / 12), math.cos(math.pi * hour / 12)]
    return np.array([row] * len(hours))


@wrong("H5d", "M39+sign", "upper half for earlier words, and no end")
def _(offsets, n_buckets, max_distance):
    half = n_buckets // 2
    exact, found = half // 2, []
    for offset in offsets:
        first, d = half * (offset < 0), abs(offset)
        if d >= exact:
            share = np.log(d / exact) / np.log(max_distance / exact)
            d = exact + int(share * (half - exact))
        found.append(first + d)
    return np.array(found)


@wrong("H5a", "form", "amplitude and angle", says="an amplitude and an angle")
def _(query, key):
    a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
    angle = np.arctan2(b, a) - np.arctan2(d, c)
    return np.stack([np.hypot(a, b) * np.hypot(c, d), angle], axis=1)


wrong("H5e", "line", "the hours themselves", says="the time itself, as one")(
    lambda hours: hours[:, None]
)
wrong("H5e", "line", "the hours of the day", says="the hour of the day, as one")(
    lambda hours: hours[:, None] % 24
)


def own_factor(slope, distance=None):
    """Return the factor of H5c for nobody, from a slope."""
    own = own_numbers("H5c", "")
    return math.exp(-slope(own["n_heads"], own["head"]) * (distance or own["distance"]))


wrong("H5c", "M37", "the formula below goes on", says="goes on with the formula")(
    own_factor(lambda n, head: 2 ** (-8 * head / 2 ** int(math.log2(n))))
)


@wrong("H5e", "jump", "rounded hours", says="are hours rounded?")
def _(hours):
    angles = 2 * np.pi * np.round(hours) / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@wrong("H5e", "jump", "rounded to quarters", says="are hours rounded?")
def _(hours):
    angles = 2 * np.pi * np.round(hours * 4) / 4 / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@wrong("H5e", "midnight", "a turn of 25 hours", says="jumps at midnight")
def _(hours):
    angles = 2 * np.pi * (hours % 24) / 25
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)
