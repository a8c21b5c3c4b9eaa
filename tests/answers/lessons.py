"""Answers to the exercises of the lessons."""

import math

import numpy as np

from tests.answers import right, wrong

# Lesson 00

right("0a", "sum")(3 + 12)
wrong("0a", "later", "63")(63)
wrong("0a", "range", "-9")(-9)
wrong("0a", "itself", "3")(3)


# Lesson 01

right("1a", "index in a list")(
    lambda order: tuple(list(order).index(k) for k in range(len(order)))
)
wrong("1a", "minus+unchanged", "-order", says="two slips")(lambda order: -order)

right("1b", "twice")("thank you thank you")
wrong("1b", "same length", "turned", says="It has 2 words")("you thank")
wrong("1b", "proportion", "one more you", says="not have the same mean as")(
    "thank you you"
)
wrong("1b", "other words", "very added")("thank you very old")
wrong(
    "1b",
    "unknown",
    "not in the vocabulary",
    says="is not in the vocabulary of the import cell: nitish",
)("thanks you all")
wrong("1b", None, "empty", says="has no word")("")
right("1b", "list of words")(["thank", "you", "thank", "you"])


@right("1c", "both axes fixed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


# Lesson 02

right("2a", "formula")(lambda x: 2 / x**2)

right("2b", "least squares")(
    lambda w, d: w - d[:, None] @ np.linalg.lstsq(d[:, None], w, rcond=None)[0]
)


def columns(n, d, numbers):
    """Return the same number in every column."""
    return np.outer(numbers, np.ones(d))


right("2c", "divided by the length")(lambda n, d: columns(n, d, np.arange(n) / n))
wrong("2c", "large", "counting", says="names 26% of the words")(
    lambda n, d: columns(n, d, np.arange(1, n + 1))
)
wrong("2c", "same rows", "0, 1, 0, 1", says="only 2 different rows")(
    lambda n, d: columns(n, d, np.arange(n) % 2)
)
wrong("2c", "random", "without a seed")(lambda n, d: np.random.normal(size=(n, d)))
wrong("2c", "shape", "one number a row", says="2 axes")(lambda n, d: np.arange(n) / n)
wrong("2c", "no return", "printed")(lambda n, d: print(np.arange(n) / n))


# Lesson 03

right("3a", "by hand")(14)
wrong("3a", None, "20", says="Which number does position 2 of 10 words have")(20)


right("3b", "array")(lambda a, b: np.rint([a / (b - a) - 1, 1 / (b - a)]))


right("3c", "a slow sine")(lambda n: np.sin(np.arange(n) / 100))
right("3c", "slow powers", says="gives up *even*")(lambda n: 0.99 ** np.arange(n))
right("3c", "alternating")(lambda n: [(-1) ** p * 9 / (p + 9) for p in range(n)])
wrong("3c", "closer", "a fast sine")(lambda n: np.sin(np.arange(n)))
wrong("3c", "length", "linspace")(lambda n: np.linspace(-1, 1, n))
wrong("3c", "M14", "one for all", says="the same number, 0.5: did an axis get lost")(
    lambda n: [0.5] * n
)
wrong("3c", "M17", "1 // (p + 1)")(lambda n: [1 // (p + 1) for p in range(n)])
wrong("3c", "M14", "zeros", says="have the same number, 0: are the")(np.zeros)
wrong("3c", "random", "not seeded", says="if it is called twice")(
    lambda n: np.random.uniform(-1, 1, n)
)
wrong("3c", "short", "cut list")(lambda n: [k / 25 for k in range(25)][:n])
wrong("3c", "unbounded", "sqrt")(lambda n: np.sqrt(np.arange(n)) / 10)
wrong("3c", "shape", "two columns")(
    lambda n: np.c_[np.sin(np.arange(n)), np.cos(np.arange(n))]
)
wrong("3c", "axis", "a column")(lambda n: np.sin(np.arange(n))[:, None])
wrong("3c", None, "divided by 0")(lambda n: np.arange(n) / np.zeros(n))
wrong("3c", "size", "twenty numbers in every case", says="20 numbers in every case")(
    lambda n: 1 / np.arange(1, 21)
)


# Lesson 04

right("4a", "by the mirror")(round(10 * (math.pi - math.asin(0.3))))
wrong("4a", "sign", "where it rises", says="At position 3, the wave rises")(3)
wrong("4a", None, "31", says="has a height of 0.042. Does any other")(31)
wrong("4a", "range", "a period later", says="from 0 to 61; got 91")(91)


@right("4b", "sorted")
def _(n_positions, tolerance):
    s = np.sort(np.sin(np.arange(n_positions)))
    near = np.diff(s) < tolerance
    return (np.append(near, False) | np.insert(near, 0, False)).sum()


wrong("4b", None, "nearest distances")(
    lambda n, t: np.sort(np.abs(np.diff(np.sort(np.sin(np.arange(n))))))
)


right("4c", "sorted")(np.diff(np.sort(np.sin(np.arange(1000) / 640))).min())
wrong("4c", None, "from end to end", says="take the smallest gap")(
    math.sin(999 / 640) - math.sin(0)
)


# Lesson 05

right("5a", "25")(25)
wrong("5a", "pairs", "38, near with three pairs")(38)
wrong("5a", "period", "13", says="take the square root of")(13)
wrong("5a", "period", "12", says="12.57 words, and no whole number")(12)
wrong("5a", "short", "6")(6)
wrong("5a", "M12", "pos * 2")(19)
wrong("5a", "range", "0", says="1 or more; got 0")(0)
wrong("5a", "off by one", "26", says="Did you add 1 to a count")(26)
wrong("5a", "off by one", "24", says="an index into a list")(24)
wrong("5a", "half turn", "22")(22)
wrong("5a", "later", "63")(63)
wrong("5a", None, "7", says="the distance is 2.089")(7)

right("5b", "chords")(
    lambda lag, n: 2 * np.linalg.norm([math.sin(lag / j / 2) for j in range(1, n + 1)])
)

right("5c", "each six times slower")([1, 1 / 6, 1 / 36, 1 / 216])
wrong("5c", "closer", "the lesson's own", says="Which of them could be far")(
    [1, 1 / 2, 1 / 3, 1 / 4]
)
wrong("5c", "wavelength", "divisors", says="What is the frequency of pos/6?")(
    [1, 6, 36, 216]
)
wrong("5c", "shape", "three")([1, 1 / 6, 1 / 36])
wrong("5c", "form", "a string")("1, 1/6")
wrong("5c", "nan", "infinite")([1, np.inf, 0.5, 0.1])


# Lesson 06

right("6a", "84")(84)
wrong("6a", "off by one", "83", says="Pair 83 has wavelength 124.5.")(83)
wrong("6a", "off by one", "85", says="number of the first pair")(85)
wrong("6a", "later", "255")(255)
wrong("6a", "range", "300", says="from 0 to 255; got 300")(300)

right("6b", "repeat")(lambda d: np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))
wrong("6b", "size", "512 columns")(
    lambda d: 10000.0 ** (-2 * (np.arange(512) // 2) / 512)
)
wrong("6b", "M7+pairs from 1", "base 1000, and pairs from 1", says="two slips")(
    lambda d: np.repeat(1000.0 ** (-np.arange(2, d + 2, 2) / d), 2)
)

right("6c", "root")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / (1 - 2 / d)))


# Lesson 07


@right("7a", "exp log")
def _(n_positions, d_model):
    position = np.arange(n_positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


right("7b", "search")(
    1 + next(p for p in range(10**5) if 1 - math.cos(p * 10000 ** (-510 / 512)) >= 0.05)
)
wrong("7b", "off by one", "3063", says="moves by 0.049955, not 0.05.")(3063)
wrong("7b", "sine", "by the hand")(482)
wrong("7b", "range", "0", says="nothing moves")(0)

_similar = [
    sum(math.cos(k * 10000 ** (-2 * i / 512)) for i in range(256)) for k in range(128)
]
right("7c", "loop")(sum(b > a for a, b in zip(_similar, _similar[1:])))
wrong("7c", None, "77", says="Compare the similarity at each offset")(77)


# Lesson 08


@right("8a", "block by block")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(a), math.sin(a)
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, -s], [s, c]]
    return m


@right("8b", "concatenate")
def _(row, k):
    h = len(row) // 2
    c, s = (f(k * 10000.0 ** -(np.arange(h) / h)) for f in (np.cos, np.sin))
    return np.concatenate([row[:h] * c + row[h:] * s, row[h:] * c - row[:h] * s])


@right("8c", "the angle of the slow clock")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return round(((turned + math.pi) % (2 * math.pi) - math.pi) * 10000 ** (4 / 6))


# Lesson 09

right("9a", "root")(math.sqrt(4 * 9 * 49))
wrong("9a", None, "12.0 = 2*6", says="the variance would be 12.2.")(12)
wrong("9a", "range", "0", says="above 0; got 0")(0)
wrong("9a", "rounded", "42.5")(42.5)


@right("9b", "with keepdims")
def _(query, key, value):
    e = np.exp(query @ key.T / math.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ value


queries = np.random.default_rng(1).normal(size=(10_000, 144))
right("9c", "measured")((queries**2).sum(axis=1).mean() / 12)
wrong("9c", "range", "below 0, and another", says="never below 0")(-5)
wrong("9c", None, "11", says="use each key as its own query")(11)


# Lesson 10

right("10a", "product")(4 * 768 * 768)
wrong("10a", "rounded", "2.36 million")(2360000.0)
wrong("10a", "W_O", "no W_O", says="1769472 is not right")(3 * 768 * 768)

right("10b", "transpose")(lambda x, h: x.reshape(x.shape[0], h, -1).transpose(1, 0, 2))

right("10c", "hstack")(lambda h: np.hstack([x for x in h]))

wrong("10b", "M18", "reshaped twice", says="in the wrong part along the first axis")(
    lambda x, h: x.reshape(h, len(x), -1).swapaxes(0, 1).reshape(h, len(x), -1)
)


# Lesson 11


def triangle(n):
    across = np.linspace(-1, 1, n)
    across[n // 2] = 0
    return np.stack([across, np.abs(across)], axis=1)


right("11a", "a bend at a position")(triangle)


@wrong("11a", "corners", "a bend between two positions", says="4 positions can win")
def _(n):
    across = np.linspace(-1, 1, n)
    return np.stack([across, np.abs(across)], axis=1)


wrong("11a", "line", "a line", says="2 positions can win: 0, 4")(
    lambda n: np.stack([np.arange(n), 2.0 * np.arange(n)], axis=1)
)
wrong("11a", "all", "a parabola", says="5 positions can win")(
    lambda n: np.stack([np.arange(n), np.arange(n) ** 2], axis=1)
)
wrong("11a", "same rows", "three points")(lambda n: triangle(3)[np.arange(n) % 3])
wrong("11a", "random", "another at each call")(
    lambda n: np.random.default_rng().normal(size=(n, 2))
)
wrong("11a", "M13", "transposed")(lambda n: triangle(n).T)

right("11b", "the corners")(4)


@right("11c", "by trying directions")
def _(encoding, position):
    angles = np.linspace(0, 2 * np.pi, 5000)
    queries = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    wins = (queries @ encoding.T).argmax(axis=1) == position
    return queries[wins][wins.sum() // 2]


wrong("11c", "itself", "its own row", says="own row")(
    lambda encoding, position: encoding[position]
)
wrong("11c", "minus", "its own row reversed", says="lowest of all")(
    lambda encoding, position: -encoding[position]
)
wrong("11c", "constant", "zeros")(lambda encoding, position: np.zeros(2))
wrong("11c", "other", "upwards")(lambda encoding, position: [0.0, 1.0])
wrong("11c", "shape", "an angle")(lambda encoding, position: 0.5)


# Lesson 12


@right("12a", "by sums of squares")
def _(table, other):
    apart = ((table.T[:, None] - other.T[None]) ** 2).sum(axis=2)
    return apart.argmin(axis=0)


right("12c", "measured")(71)


@right("12b", "with slices")
def slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:]
    return out


# Lesson 13


@right("13a", "concatenate")
def _(x, positions):
    h = x.shape[1] // 2
    t = np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(h) / h)
    a, b = x[:, :h], x[:, h:]
    return np.concatenate(
        [a * np.cos(t) - b * np.sin(t), a * np.sin(t) + b * np.cos(t)], axis=1
    )


right("13b", "by hand")(round(1000 + (2 * math.pi - math.atan(4 / 3)) * 10))
wrong("13b", "range", "a turn beyond", says="between 1000 and 1060")(1117)
wrong("13b", None, "another", says="25 times the cosine")(1040)


def attending(sign):
    """Return attention whose queries and keys are turned, in either direction."""

    def turned(x):
        n, d = x.shape
        t = np.outer(sign * np.arange(n), 1 / 10000 ** (np.arange(0, d, 2) / d))
        return (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * t)

    def f(x, w_query, w_key, w_value):
        scores = (turned(x @ w_query) @ turned(x @ w_key).conj().T).real
        e = np.exp(scores / np.sqrt(w_key.shape[1]))
        return e / e.sum(axis=1, keepdims=True) @ x @ w_value

    return f


right("13c", "turned after the matrices")(attending(1))


# Lesson 14


@right("14a", "where")
def _(query, key, slope):
    n, d = query.shape
    away = np.arange(n)[:, None] - np.arange(n)
    s = query @ key.T / d**0.5 - slope * away
    e = np.where(away >= 0, np.exp(s), 0)
    return e / e.sum(axis=1, keepdims=True)


right("14b", "power")(2**-1.75)
wrong("14b", "range", "minus 1.75", says="between 0 and 1")(-1.75)
wrong("14b", "rounded", "one digit", says="rounded too far")(0.3)
wrong("14b", None, "another", says="just below and just above 20")(0.6)


@right("14c", "the quotient, base 2")
def _(d):
    far = 16 + np.log2(np.maximum(d, 1) / 16) / 3 * 16
    return np.where(d < 16, d, np.minimum(far.astype(int), 31))


# Lesson 15


@right("15a", "sets and prefixes")
def _(order, layers):
    found = []
    for p in range(len(order)):
        seen, own = list(order[: p + 1]), list(range(p + 1))
        bag = order[p] == p and sorted(seen) == own
        found.append(bag if layers == 1 else seen == own)
    return found


right("15b", "by hand")(4 / 0.02 - 4)
wrong("15b", "range", "minus", says="start at 0")(-196)
wrong("15b", None, "another", says="how many words")(120)


@right("15c", "in every layer")
def _(x, layers):
    for q, k, v in layers:
        s = (x @ q) @ (x @ k).T / x.shape[1] ** 0.5
        s[np.triu(np.ones(s.shape, dtype=bool), 1)] = -np.inf
        x = x + np.exp(s) / np.exp(s).sum(axis=1, keepdims=True) @ (x @ v)
    return x


# Lesson 16


def angles(longer):
    return lambda n, trained, paces: np.arange(n)[:, None] * paces / longer(n, trained)


right("16a", "max")(angles(lambda n, trained: max(1, n / trained)))
wrong("16a", None, "from two words more on", says="For 33 words")(
    angles(lambda n, trained: 1 if n <= trained + 1 else n / trained)
)

right("16b", "two digits")(0.52)
wrong("16b", "range", "minus", says="between 0 and 1")(-0.5)
wrong("16b", None, "another", says="How does this word's share compare")(0.3)


@right("16c", "minus infinity")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back < width), scores, -np.inf))
    return e / e.sum(axis=1, keepdims=True)


@wrong("16c", "M19+off by one", "one word too many, and columns")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back <= width), scores, -np.inf))
    return e / e.sum(axis=0)


# Lesson 17


@right("17a", "loops")
def _(frames, height, width, d_model):
    k = d_model // 3
    film = np.zeros((frames, height, width, d_model))
    for where in np.ndindex(frames, height, width):
        for third, place in enumerate(where):
            for c in range(k):
                wave = np.cos if c % 2 else np.sin
                film[where][third * k + c] = wave(place / 10000 ** ((c - c % 2) / k))
    return film


right("17b", "three quarters")(0.75)
wrong("17b", "range", "1.75", says="between -1 and 1")(1.8)
wrong("17b", None, "a half", says="each half")(0.6)


@right("17c", "one by one")
def _(vectors, height, width):
    half, rows = vectors.shape[1] // 2, []
    for patch, row in enumerate(vectors):
        for part, place in ((row[:half], patch // width), (row[half:], patch % width)):
            turns = place * 10000.0 ** (-np.arange(half // 2) * 2 / half)
            pairs = (part[0::2] + 1j * part[1::2]) * np.exp(1j * turns)
            rows.append(np.column_stack([pairs.real, pairs.imag]).ravel())
    return np.reshape(rows, vectors.shape)
