"""Answers to the exercises of homework 5."""

import cmath
import math
from decimal import Decimal

import numpy as np

from posenc_lessons import own_numbers
from tests.answers import right, wrong

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
wrong("H5a", "M33", "both angles added")(
    of_pairs(lambda a, b, c, d: a * c - b * d, lambda a, b, c, d: -(a * d + b * c))
)
wrong("H5a", "M33", "added, sine negated")(
    of_pairs(lambda a, b, c, d: a * c - b * d, lambda a, b, c, d: a * d + b * c)
)
wrong("H5a", "cosines", "without sines")(of_pairs(dot, lambda a, b, c, d: 0 * a))
wrong("H5a", "M8", "sine first")(lambda q, k: parts(q, k)[:, ::-1])
wrong("H5a", "twice", "2 (ac + bd)")(lambda q, k: 2 * parts(q, k))
wrong("H5a", "one pair", "of columns 0 and 1")(lambda q, k: parts(q, k)[0])
wrong("H5a", "sum", "summed over pairs")(lambda q, k: parts(q, k).sum(axis=0))
wrong("H5a", "M13", "two rows")(lambda q, k: parts(q, k).T)
wrong("H5a", "rounded", "two digits")(lambda q, k: parts(q, k).round(2))
wrong("H5a", "minus", "all negated")(lambda q, k: -parts(q, k))
wrong("H5a", None, "a tenth off")(lambda q, k: parts(q, k) + 0.1)


@wrong("H5a", "M31", "first half and second half")
def _(query, key):
    half = len(query) // 2
    a, b, c, d = query[:half], query[half:], key[:half], key[half:]
    return np.stack([a * c + b * d, b * c - a * d], axis=1)


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


wrong("H5b", "M33", "not mended")(scored(lambda q, k, t: ((q * t) @ (k * t).T).real))
wrong("H5b", "M33", "the key's turn conjugated alone")(
    scored(lambda q, k, t: ((q * t) @ (k * t.conj()).T).real)
)
wrong("H5b", "M33", "the key conjugated before it is turned")(
    scored(lambda q, k, t: ((q * t) @ (k.conj() * t).T).real)
)
wrong("H5b", "identity", "nothing turned")(lambda query, key: query @ key.T)
wrong("H5b", "one", "query alone")(scored(lambda q, k, t: ((q * t) @ k.conj().T).real))
wrong("H5b", "one", "key alone")(scored(lambda q, k, t: (q @ (k * t).conj().T).real))
wrong("H5b", "sign", "turned back")(
    scored(lambda q, k, t: ((q / t) @ (k / t).conj().T).real)
)
wrong("H5b", "abs", "absolute values")(
    scored(lambda q, k, t: abs((q * t) @ (k * t).conj().T))
)
wrong("H5b", "M8", "imaginary part")(
    scored(lambda q, k, t: ((q * t) @ (k * t).conj().T).imag)
)
wrong("H5b", "M20", "divided")(lambda q, k: scores(q, k) / math.sqrt(q.shape[1]))
wrong("H5b", "M13", "rows are keys")(lambda q, k: scores(q, k).T)
wrong("H5b", None, "a tenth off")(lambda q, k: scores(q, k) + 0.1)


@wrong("H5b", "M31", "halves, too")
def _(query, key):
    n, d = query.shape
    turns = np.exp(1j * np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d))
    q = query[:, : d // 2] + 1j * query[:, d // 2 :]
    k = key[:, : d // 2] + 1j * key[:, d // 2 :]
    return ((q * turns) @ (k * turns).conj().T).real


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
for words, other in {
    "plain formula": 2 ** (-8 * head / n_heads),
    "none left out": larger[head - lower - 1],
    "the second, fourth, ...": larger[2 * (head - lower) - 1],
    "of the higher power": larger[head - 1],
}.items():
    wrong("H5c", "M37", words)(math.exp(-other * distance))
wrong("H5c", "sorted", "largest first")(
    math.exp(-sorted(slopes[:n_heads], reverse=True)[head - 1] * distance)
)
wrong("H5c", "exp", "the difference")(-slope * distance)
wrong("H5c", "unfinished", "the slope")(slope)
wrong("H5c", "inverse", "more, not less")(1 / less)
wrong("H5c", "M7", "two to the power")(2 ** (-slope * distance))
wrong("H5c", "off by one", "a word nearer")(math.exp(-slope * (distance - 1)))
wrong("H5c", "off by one", "a word farther")(math.exp(-slope * (distance + 1)))
wrong("H5c", None, "a half")(0.51)


# ---------------------------------------------------------------------------------- H5d


def bucketed(
    half=lambda n: n // 2,
    exact=lambda half: half // 2,
    scale=lambda r, e, most: math.log(r / e) / math.log(most / e),
    whole=math.floor,
    limit=lambda bucket, half: min(bucket, half - 1),
    upper=lambda offset: offset > 0,
):
    """Return the buckets, one offset at a time."""

    def f(offsets, n_buckets, max_distance):
        result = []
        for offset in map(int, offsets):
            h = half(n_buckets)
            e, r = exact(h), abs(offset)
            if r >= e:
                r = limit(e + whole(scale(r, e, max_distance) * (h - e)), h)
            result.append(r + h * bool(upper(offset)))
        return result

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


wrong("H5d", "directions", "all buckets for each")(
    bucketed(half=lambda n: n, upper=lambda offset: offset > 0)
)
wrong("H5d", "directions", "by distance alone")(bucketed(upper=lambda offset: False))
wrong("H5d", "sign", "earlier words above")(bucketed(upper=lambda offset: offset < 0))
wrong("H5d", "itself", "0 among the later ones")(
    bucketed(upper=lambda offset: offset >= 0)
)
wrong("H5d", "M39", "bare logarithms")(
    bucketed(scale=lambda r, e, most: math.log(r) / math.log(most))
)
wrong("H5d", "M39", "one of two divided")(
    bucketed(scale=lambda r, e, most: math.log(r / e) / math.log(most))
)
wrong("H5d", "linear", "equal parts")(
    bucketed(scale=lambda r, e, most: (r - e) / (most - e))
)
wrong("H5d", "M39", "without a limit")(bucketed(limit=lambda bucket, half: bucket))
wrong("H5d", "off by one", "limit one too high")(
    bucketed(limit=lambda bucket, half: min(bucket, half))
)
wrong("H5d", "not whole", "rounded")(bucketed(whole=round))
wrong("H5d", "not whole", "rounded up")(bucketed(whole=math.ceil))
wrong("H5d", "half", "all exact")(
    bucketed(
        exact=lambda half: half,
        scale=lambda r, e, most: 0,
        limit=lambda bucket, half: half - 1,
    )
)
wrong("H5d", "off by one", "one more for each")(
    lambda *given: [bucket + 1 for bucket in bucketed()(*given)]
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


@wrong("H5e", "day", "the paper's")
def _(hours):
    angles = hours[:, None] / 10000 ** (np.arange(0, 8, 2) / 8)
    return np.hstack([np.sin(angles), np.cos(angles)])


@wrong("H5e", "too close", "the number itself")
def _(hours):
    return np.stack([hours, np.ones(len(hours))], axis=1)


@wrong("H5e", "too close", "twelve hours")
def _(hours):
    return np.stack([np.sin(np.pi * hours / 6), np.cos(np.pi * hours / 6)], axis=1)


@wrong("H5e", "too close", "a sine alone")
def _(hours):
    return np.sin(np.pi * hours / 12)[:, None]


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


@wrong("H5e", "random", "a new table each time")
def _(hours):
    return np.random.normal(size=(len(hours), 4))


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
