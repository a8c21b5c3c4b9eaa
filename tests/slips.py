"""Answers to all exercises as learners give them: right ones, and slips by name.

They were written apart from the checks: from the exercises' texts, from lists of what
learners were seen to do, and after public code. `spellings.py` holds many spellings of
the mistakes of a few exercises; this file a few of every exercise.
"""

import cmath
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from posenc_lessons import own_numbers

RIGHT = []  # exercise, words, answer
WRONG = []  # exercise, mistake, words, answer; "given" is what is to be mended
UNNAMED = []  # exercise, words, answer


def right(exercises, words):
    """Take a right answer to one exercise, or to several."""

    def take(answer):
        for exercise in exercises.split():
            RIGHT.append((exercise, words, _of(exercise, answer)))
        return answer

    return take


def wrong(exercises, mistake, words):
    """Take a wrong answer, and the mistake that it shows, or None."""

    def take(answer):
        names = mistake if isinstance(mistake, tuple) else [mistake] * 2
        for exercise, name in zip(exercises.split(), names):
            entry = (words, _of(exercise, answer))
            if name:
                WRONG.append((exercise, name, *entry))
            else:
                UNNAMED.append((exercise, *entry))
        return answer

    return take


def _of(exercise, answer):
    """Return an encoding of positions as the function of 7a, which counts them."""
    if exercise != "7a" or answer.__code__.co_varnames[0] == "n_positions":
        return answer
    return lambda n_positions, d_model: answer(np.arange(n_positions), d_model)


# What several answers are made of.


def rows(cell):
    return lambda positions, d: np.array(
        [[cell(int(p), j, d) for j in range(d)] for p in positions]
    )


def blocks(block, k_of=lambda k: k):
    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = k_of(k) / 10000 ** (2 * i / d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def halves_of(new):
    def f(row, k):
        h = len(row) // 2
        w_ = 10000.0 ** (-np.arange(h) / h)
        return np.concatenate(new(row[:h], row[h:], np.sin(k * w_), np.cos(k * w_)))

    return f


def sm(s, axis=1):
    e = np.exp(s)
    return e / e.sum(axis=axis, keepdims=True)


def layouts(layout="halves interleaved", last="below 1|to 1", firsts=range(4)):
    def f(table):
        n, d = table.shape
        for lay in layout.split():
            for e in last.split("|"):
                for first in firsts:
                    i = np.arange(d // 2)
                    w_ = 10000.0 ** (
                        -(2 * i / d if e == "below 1" else i / (d // 2 - 1))
                    )
                    a = np.arange(first, first + n)[:, None] * w_
                    t = (
                        np.hstack([np.sin(a), np.cos(a)])
                        if lay == "halves"
                        else np.stack([np.sin(a), np.cos(a)], -1).reshape(n, d)
                    )
                    if np.allclose(t, table):
                        return (lay, e, first)
        return ("halves", "to 1", 0)

    return f


def wv(angle, f=(np.sin, np.cos)):
    return lambda p, w: np.stack(
        [f[0](angle(p[:, None], w)), f[1](angle(p[:, None], w))], -1
    ).reshape(len(p), -1)


def dist(codes):
    d = ((codes[:, None] - codes) ** 2).sum(-1)
    d[np.diag_indices(len(d))] = np.inf
    return d


def cells_of(sine, cosine):
    def f(positions, d):
        t = np.zeros((len(positions), d))
        for r, p in enumerate(positions):
            for i in range(0, d, 2):
                t[r, i] = np.sin(p / 10000.0 ** sine(i, d))
                t[r, i + 1] = np.cos(p / 10000.0 ** cosine(i, d))
        return t

    return f


def shifted_softmax(s, axis):
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def pairs_of(a):
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks_at(block, angle=lambda k, i, d: k / 10000 ** (2 * i / d)):
    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = angle(k, i, d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def hv(f):
    def g(row, k):
        h = len(row) // 2
        w_ = 10000.0 ** (-np.arange(h) / h)
        return f(row, k, h, w_)

    return g


def distances(c):
    return np.sqrt(((c[:, None] - c) ** 2).sum(-1)) + np.diag([np.inf] * len(c))


# -------------------------------------------------------------------- 0a

right("0a", "sum")(3 + 12)
right("0a", "float")(15.0)
right("0a", "fraction")(Fraction(15))
wrong("0a", "from 0", "12, half the wavelength")(12)
wrong("0a", "full turn", "27")(27)
wrong("0a", "full turn", "24")(24)
wrong("0a", "later", "39")(39)
wrong("0a", "off by one", "14")(14)
wrong("0a", "off by one", "16")(16)
wrong("0a", None, "9")(9)
right("0a", "np.float32")(np.float32(15))
wrong("0a", "later", "63")(63)
wrong("0a", "range", "-9")(-9)
wrong("0a", None, "180")(180)
wrong("0a", "itself", "3")(3)

# -------------------------------------------------------------------- 1a

right("1a", "np.argsort")(lambda order: np.argsort(order))


@right("1a", "dictionary")
def _(order):
    places = {int(old): new for new, old in enumerate(order)}
    return [places[k] for k in range(len(order))]


@right("1a", "assignment by index")
def _(order):
    back = np.empty(len(order), dtype=int)
    back[order] = np.arange(len(order))
    return back


right("1a", "index in a list")(
    lambda order: tuple(list(order).index(k) for k in range(len(order)))
)
wrong("1a", "unchanged", "the order itself")(lambda order: order)
wrong("1a", "backwards", "read backwards")(lambda order: order[::-1])
wrong("1a", "sorted", "sorted")(lambda order: np.sort(order))


@wrong("1a", "unchanged", "left and right of the assignment exchanged")
def _(order):
    back = [0] * len(order)
    for place, old in enumerate(order):
        back[place] = old
    return back


@wrong("1a", "no return", "nothing returned")
def _(order):
    back = [0] * len(order)
    for place, old in enumerate(order):
        back[old] = place
    print(back)


@wrong("1a", "not whole", "floats in np.zeros")
def _(order):
    back = np.zeros(len(order))
    for place, old in enumerate(order):
        back[old] = place
    return back


wrong("1a", "unchanged", "argsort twice")(lambda order: np.argsort(np.argsort(order)))
wrong("1a", "M9", "counted from 1")(lambda order: np.argsort(order) + 1)
wrong("1a", "sorted", "range")(lambda order: list(range(len(order))))
wrong("1a", "not whole", "the permutation matrix")(
    lambda order: np.eye(len(order))[order].T
)
wrong("1a", "twice", "order[order]")(lambda order: order[order])
wrong("1a", None, "-order")(lambda order: -order)

# -------------------------------------------------------------------- 1b

right("1b", "twice")("thank you thank you")
right("1b", "three times")("you you you thank thank thank")
right("1b", "comma")("Thank you, thank you!")
wrong("1b", "same length", "turned")("you thank")
wrong("1b", "proportion", "one more you")("thank you you")
wrong("1b", "other words", "very added")("thank you very old")
wrong("1b", "proportion", "one word")("thank")
wrong("1b", "other words", "other sentence")("nitish killed the lion")
wrong("1b", "unknown", "not in the vocabulary")("thanks you all")
wrong("1b", None, "empty")("")
right("1b", "list of words")(["thank", "you", "thank", "you"])
wrong("1b", "other words", "babar thank you saw")("thank you babar saw you thank lion")
wrong("1b", None, "a number")(4)
wrong("1b", "proportion", "thank thank you you you")("thank thank you you you")

# -------------------------------------------------------------------- 1c


@right("1c H1a", "both axes mended")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@right("1c H1a", "with None")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=-1)[:, None]


@right("1c H1a", "transposed twice")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return (weights.T / weights.sum(axis=1)).T


@wrong("1c H1a", "stops", "keepdims dropped")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=1)


@wrong("1c H1a", "M19", "sum over all")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum()


@wrong("1c H1a", ("given", "M19"), "axis changed in max only")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=0, keepdims=True))
    return weights / weights.sum(axis=0, keepdims=True)


@wrong("1c H1a", "M19", "row's max, column's sum")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=0, keepdims=True)


@wrong("1c H1a", "M20", "root of the wrong size")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[0])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=1, keepdims=True)


@wrong("1c H1a", "argument", "given, transposed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return (weights / weights.sum(axis=0, keepdims=True)).T


@wrong("1c H1a", ("given", "M19"), "the shift removed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores)
    return weights / weights.sum(axis=0, keepdims=True)


@wrong("1c H1a", "no return", "return lost")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum(axis=1, keepdims=True)
    print(weights.sum(axis=1))


@wrong("1c H1a", "argument", "keys along the rows")
def _(query, key):
    scores = key @ query.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=1, keepdims=True)


@wrong("1c H1a", None, "norm in place of sum")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / np.linalg.norm(weights, axis=1, keepdims=True)


@wrong("1c H1a", None, "both axes in turn")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum(axis=0, keepdims=True)
    return weights / weights.sum(axis=1, keepdims=True)


# -------------------------------------------------------------------- 2a

right("2a", "loop")(next(p for p in range(1, 99) if p**2 / (1 + p**2) > 0.999))
right("2a", "numpy")(np.int64(32))
wrong("2a", "off by one", "31")(31)
wrong("2a", "not whole", "31.6")(math.sqrt(999))
wrong("2a", "off by one", "33")(33)
wrong("2a", "not squared", "1000")(1000)
wrong("2a", "not squared", "999")(999)
wrong("2a", "99 %", "10")(10)
right("2a", "ceil")(np.ceil(np.sqrt(999)))
wrong("2a", "not whole", "0.999")(0.999)
wrong("2a", "not whole", "99.9")(99.9)
wrong("2a", "not whole", "31.62 = sqrt(1000)")(math.sqrt(1000))

# -------------------------------------------------------------------- 2b


@right("2b", "loop")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        table[pos, 0] = pos + 1
    return table


right("2b", "padded")(
    lambda n, d: np.pad(np.arange(1, n + 1)[:, None], ((0, 0), (0, d - 1)))
)
right("2b", "rows")(lambda n, d: [[k] + [0] * (d - 1) for k in range(1, n + 1)])


@wrong("2b", "M9", "from 0")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[:, 0] = np.arange(n_positions)
    return table


@wrong("2b", "M13", "first row in place of first column")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[0, :] = np.arange(1, d_model + 1)
    return table


wrong("2b", "all columns", "every column")(
    lambda n, d: np.tile(np.arange(1, n + 1)[:, None], (1, d))
)


@wrong("2b", "columns", "last column")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[:, -1] = np.arange(1, n_positions + 1)
    return table


wrong("2b", "axis", "no columns")(lambda n, d: np.arange(1, n + 1))
wrong("2b", "M13", "transposed")(
    lambda n, d: np.pad(np.arange(1, n + 1)[None], ((0, d - 1), (0, 0)))
)


@wrong("2b", "stops", "length one too many")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[:, 0] = np.arange(1, n_positions)
    return table


wrong("2b", None, "one number a column")(lambda n, d: np.eye(n, d))
wrong("2b", "flat", "whole table counted")(
    lambda n, d: np.arange(1, n * d + 1).reshape(n, d)
)
wrong("2b", "one", "only the first row")(lambda n, d: [[1] + [0] * (d - 1)] * n)

# -------------------------------------------------------------------- 2c

right("2c", "NumPy booleans")({"a": np.bool_(False), "b": np.True_, "c": np.False_})
wrong("2c", "statement", "a")({"a": True, "b": True, "c": False})
wrong("2c", "statement", "all true")(dict.fromkeys("abc", True))
wrong("2c", "form", "in quotation marks")({"a": "False", "b": "True", "c": "False"})
wrong("2c", "form", "a list")([False, True, False])
wrong("2c", "statement", "a and c")({"a": True, "b": True, "c": True})
wrong("2c", "form", "letters in capitals")({"A": False, "B": True, "C": False})

# -------------------------------------------------------------------- 3a

right("3a", "count")(sum(3 * n % 4 == 0 for n in range(1, 101)))
right("3a", "100 / 4")(100 / 4)
wrong("3a", "off by one", "range(1, 100)")(24)
wrong("3a", "one", "1")(1)
wrong("3a", "off by one", "26")(26)
wrong("3a", "place", "33")(33)
wrong("3a", "place", "75")(75)
wrong("3a", "all", "100")(100)
wrong("3a", "several", "the lengths themselves")(list(range(4, 101, 4)))
right("3a", "length of a list")(
    len([n for n in range(1, 101) if (Fraction(3, 4) * n).denominator == 1])
)
wrong("3a", None, "12")(12)
wrong("3a", None, "20")(20)
wrong("3a", None, "0")(0)
wrong("3a", None, "4")(4)

# -------------------------------------------------------------------- 3b


@right("3b", "list")
def _(code, next_code):
    n = int(np.round(1 / (next_code - code)))
    return [int(round(code * n - 1)), n]


right("3b", "array")(lambda a, b: np.rint([a / (b - a) - 1, 1 / (b - a)]))


@right("3b", "search")
def _(code, next_code):
    for n in range(2, 2000):
        for pos in (round(code * n) - 1,):
            if (
                abs((pos + 1) / n - code) < 1e-09
                and abs((pos + 2) / n - next_code) < 1e-09
            ):
                return (pos, n)


@wrong("3b", "M9", "position counted from 1")
def _(code, next_code):
    n = round(1 / (next_code - code))
    return (round(code * n), n)


@wrong("3b", "order", "length first")
def _(code, next_code):
    n = round(1 / (next_code - code))
    return (n, round(code * n) - 1)


@wrong("3b", "not rounded", "int in place of round")
def _(code, next_code):
    n = int(1 / (next_code - code))
    return (int(code * n) - 1, n)


@wrong("3b", "not rounded", "not rounded")
def _(code, next_code):
    n = 1 / (next_code - code)
    return (code * n - 1, n)


@wrong("3b", "no return", "printed")
def _(code, next_code):
    n = round(1 / (next_code - code))
    print(round(code * n) - 1, n)


@wrong("3b", "unfinished", "position alone")
def _(code, next_code):
    n = round(1 / (next_code - code))
    return round(code * n) - 1


@wrong("3b", "division", "divided by the code")
def _(code, next_code):
    n = round(1 / code)
    return (round(code * n) - 1, n)


@wrong("3b", None, "code taken for pos / n")
def _(code, next_code):
    n = round(1 / (next_code - code)) - 1
    return (round(code * n), n)


right("3b", "np.divmod")(
    lambda a, b: (lambda n: (int(np.rint(a * n)) - 1, int(n)))(np.rint(1 / (b - a)))
)
right("3b", "fractions")(
    lambda a, b: (lambda s: (round(a / s) - 1, round(1 / s)))(b - a)
)
wrong("3b", None, "codes exchanged")(
    lambda a, b: (round(a / (a - b)) - 1, round(1 / (a - b)))
)
wrong("3b", "last", "n - 1 of both")(
    lambda a, b: (round(a / (b - a)) - 1, round(1 / (b - a)) - 1)
)
wrong("3b", "form", "a text")(
    lambda a, b: f"{round(a / (b - a)) - 1}, {round(1 / (b - a))}"
)
wrong("3b", "form", "a dict")(
    lambda a, b: {"position": round(a / (b - a)) - 1, "n": round(1 / (b - a))}
)
wrong("3b", None, "sum of codes")(
    lambda a, b: (round(a / (b - a)) - 1, round(1 / (b + a)))
)

# -------------------------------------------------------------------- 3c

right("3c", "sine")(lambda n: np.sin(np.arange(n)))
right("3c", "shares of its own")(lambda n: [p / (p + 1) for p in range(n)])
right("3c", "powers")(lambda n: 0.9 ** np.arange(n))
right("3c", "golden")(lambda n: np.arange(n) * 0.618034 % 1)
wrong("3c", "length", "normalized")(lambda n: np.arange(1, n + 1) / n)
wrong("3c", "length", "max(n, 20)")(lambda n: np.arange(n) / max(n, 20))
wrong("3c", "length", "linspace")(lambda n: np.linspace(-1, 1, n))
wrong("3c", "unbounded", "/ 100")(lambda n: np.arange(n) / 100)
wrong("3c", "unbounded", "/ 20")(lambda n: [p / 20 for p in range(n)])
wrong("3c", "closer", "tanh")(lambda n: np.tanh(np.arange(n)))
wrong("3c", "random", "not seeded")(lambda n: np.random.uniform(-1, 1, n))
wrong("3c", "short", "cut list")(lambda n: [k / 25 for k in range(25)][:n])
wrong("3c", "closer", "sine of pi")(lambda n: np.sin(np.pi * np.arange(n)))
wrong("3c", "unbounded", "sin + cos")(
    lambda n: np.sin(np.arange(n)) + np.cos(np.arange(n))
)
wrong("3c", "unbounded", "log")(lambda n: np.log1p(np.arange(n)) / 4)
right("3c", "cosine of the root")(lambda n: np.cos(np.sqrt(np.arange(n))))
right("3c", "arctan")(lambda n: 2 / np.pi * np.arctan(np.arange(n) / 10))
right("3c", "triangle")(lambda n: np.abs(np.arange(n) * 0.0321 % 2 - 1))
wrong("3c", "unbounded", "sqrt")(lambda n: np.sqrt(np.arange(n)) / 10)
wrong("3c", "length", "sine over the length")(
    lambda n: np.sin(2 * np.pi * np.arange(n) / n)
)
wrong("3c", "closer", "alternating")(lambda n: (-1.0) ** np.arange(n))
wrong("3c", "closer", "1/2^n")(lambda n: 0.5 ** np.arange(n))
wrong("3c", "shape", "two columns")(
    lambda n: np.c_[np.sin(np.arange(n)), np.cos(np.arange(n))]
)
wrong("3c", "length", "minus the mean")(
    lambda n: np.sin(np.arange(n)) / 2 - np.sin(np.arange(n)).mean() / 2
)


@wrong("3c", "no return", "printed")
def _(n):
    code = [math.sin(p) for p in range(n)]
    print(code)


# -------------------------------------------------------------------- 4a

right("4a", "search")(
    min(
        (p for p in range(3000) if p != 100),
        key=lambda p: abs(math.sin(p) - math.sin(100)),
    )
)
right("4a", "float")(255.0)
wrong("4a", "itself", "100")(100)
wrong("4a", "44", "144")(144)
wrong("4a", "sum", "355")(355)
wrong("4a", "44", "56")(56)
wrong("4a", "several", "a pair")((100, 255))
wrong("4a", "range", "710 - 100 + ...")(3041)
wrong("4a", "not whole", "the sine")(math.sin(255))
wrong("4a", None, "94")(94)
wrong("4a", "not whole", "pi - 100")(math.pi - 100)
wrong("4a", None, "2455")(2455)

# -------------------------------------------------------------------- 4b


@right("4b", "loops")
def _(n_positions, tolerance):
    count = 0
    for p in range(n_positions):
        for q in range(n_positions):
            if p != q and abs(math.sin(p) - math.sin(q)) < tolerance:
                count += 1
                break
    return count


@right("4b", "diagonal filled")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return np.sum(gaps.min(axis=0) < tolerance)


@right("4b", "sorted")
def _(n_positions, tolerance):
    s = np.sort(np.sin(np.arange(n_positions)))
    near = np.diff(s) < tolerance
    return (np.append(near, False) | np.insert(near, 0, False)).sum()


@wrong("4b", "itself", "diagonal not left out")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return (np.abs(s - s[:, None]).min(axis=1) < tolerance).sum()


@wrong("4b", "partners", "ordered pairs")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    near = np.abs(s - s[:, None]) < tolerance
    return near.sum() - n_positions


@wrong("4b", "partners", "pairs in a double loop")
def _(n_positions, tolerance):
    count = 0
    for p in range(n_positions):
        for q in range(p + 1, n_positions):
            if abs(math.sin(p) - math.sin(q)) < tolerance:
                count += 1
    return count


@wrong("4b", "abs", "abs forgotten")
def _(n_positions, tolerance):
    count = 0
    for p in range(n_positions):
        if any(
            math.sin(p) - math.sin(q) < tolerance for q in range(n_positions) if q != p
        ):
            count += 1
    return count


@wrong("4b", "M11", "degrees")
def _(n_positions, tolerance):
    s = np.sin(np.radians(np.arange(n_positions)))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return int((gaps.min(axis=0) < tolerance).sum())


@wrong("4b", "share", "share")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return (gaps.min(axis=0) < tolerance).mean()


@wrong("4b", "neighbours", "only the next word")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return int((np.abs(np.diff(s)) < tolerance).sum())


@wrong("4b", "list", "the positions, not their number")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return np.flatnonzero(gaps.min(axis=0) < tolerance)


@wrong("4b", "later", "only later words")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return sum(
        any(abs(s[p] - s[q]) < tolerance for q in range(p + 1, n_positions))
        for p in range(n_positions)
    )


@wrong("4b", "M9", "positions from 1")
def _(n_positions, tolerance):
    s = np.sin(np.arange(1, n_positions + 1))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return int((gaps.min(axis=0) < tolerance).sum())


right("4b", "sets")(
    lambda n, t: len(
        {
            i
            for i in range(n)
            for j in range(n)
            if i != j and abs(np.sin(i) - np.sin(j)) < t
        }
    )
)
wrong("4b", None, "nearest distances")(
    lambda n, t: np.sort(np.abs(np.diff(np.sort(np.sin(np.arange(n))))))
)
wrong("4b", "partners", "gaps of the sorted sines")(
    lambda n, t: int((np.diff(np.sort(np.sin(np.arange(n)))) < t).sum())
)
wrong("4b", None, "rounded and counted")(
    lambda n, t: n - len(np.unique(np.round(np.sin(np.arange(n)) / t)))
)
wrong("4b", "rest", "greater")(
    lambda n, t: int(
        (
            (
                np.abs(np.sin(np.arange(n))[:, None] - np.sin(np.arange(n)))
                + np.eye(n) * 9
            ).min(axis=1)
            > t
        ).sum()
    )
)
wrong("4b", "M8", "cosines")(
    lambda n, t: int(
        (
            (
                np.abs(np.cos(np.arange(n))[:, None] - np.cos(np.arange(n)))
                + np.eye(n) * 9
            ).min(axis=1)
            < t
        ).sum()
    )
)
wrong("4b", None, "whether at all")(
    lambda n, t: bool(
        (
            np.abs(np.sin(np.arange(n))[:, None] - np.sin(np.arange(n))) + np.eye(n) * 9
            < t
        ).any()
    )
)

# -------------------------------------------------------------------- 4c

right("4c", "bools")({"a": False, "b": False, "c": True})
right("4c", "NumPy")({"a": np.False_, "b": np.False_, "c": np.True_})
wrong("4c", "statement", "b")({"a": False, "b": True, "c": True})
wrong("4c", "statement", "a")({"a": True, "b": False, "c": True})
wrong("4c", "statement", "c")({"a": False, "b": False, "c": False})
wrong("4c", "statement", "all but")({"a": True, "b": True, "c": True})

# -------------------------------------------------------------------- 5a

right("5a", "25")(25)
right("5a", "search")(
    int(
        np.argmax(
            [
                math.sqrt(4 - 2 * math.cos(k) - 2 * math.cos(k / 2)) < 0.15
                for k in range(1, 99)
            ]
        )
    )
    + 1
)
wrong("5a", "short", "44")(44)
wrong("5a", "later", "88")(88)
wrong("5a", "period", "13")(13)
wrong("5a", "short", "6")(6)
wrong("5a", "range", "0")(0)
wrong("5a", "not whole", "4 pi")(4 * math.pi)
wrong("5a", "off by one", "24")(24)
wrong("5a", "period", "12")(12)
wrong("5a", None, "22")(22)
wrong("5a", None, "63")(63)
wrong("5a", "not whole", "2 pi")(2 * math.pi)
wrong("5a", "several", "several")([25, 88])

# -------------------------------------------------------------------- 5b


@right("5b", "loop")
def _(lag, n_pairs):
    total = 0
    for j in range(1, n_pairs + 1):
        total += 2 - 2 * math.cos(lag / j)
    return math.sqrt(total)


right("5b", "chords")(
    lambda lag, n: 2 * np.linalg.norm([math.sin(lag / j / 2) for j in range(1, n + 1)])
)
right("5b", "float32")(
    lambda lag, n: np.sqrt(
        (2 - 2 * np.cos(np.float32(lag) / np.arange(1, n + 1, dtype=np.float32))).sum()
    )
)
right("5b", "array of one")(
    lambda lag, n: np.array(
        [math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(1, n + 1)))]
    )
)
wrong("5b", "squared", "no root")(
    lambda lag, n: sum(2 - 2 * math.cos(lag / j) for j in range(1, n + 1))
)
wrong("5b", "sum of roots", "sum of roots")(
    lambda lag, n: sum(math.sqrt(2 - 2 * math.cos(lag / j)) for j in range(1, n + 1))
)
wrong("5b", "factor", "1 - cos")(
    lambda lag, n: math.sqrt(sum(1 - math.cos(lag / j) for j in range(1, n + 1)))
)
wrong("5b", "M12", "times j")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag * j) for j in range(1, n + 1)))
)
wrong("5b", "mean", "mean")(
    lambda lag, n: math.sqrt(
        np.mean([2 - 2 * math.cos(lag / j) for j in range(1, n + 1)])
    )
)
wrong("5b", "pairs", "range(1, n)")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(1, n)))
)
wrong("5b", "stops", "range(n)")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(n)))
)
wrong("5b", "one pair", "last pair alone")(
    lambda lag, n: math.sqrt(2 - 2 * math.cos(lag / n))
)


@wrong("5b", "one pair", "overwritten in the loop")
def _(lag, n_pairs):
    for j in range(1, n_pairs + 1):
        total = 2 - 2 * np.cos(lag / j)
    return np.sqrt(total)


@wrong("5b", "list", "one distance a pair")
def _(lag, n_pairs):
    return np.sqrt(2 - 2 * np.cos(lag / np.arange(1, n_pairs + 1)))


@wrong("5b", "one pair", "return within the loop")
def _(lag, n_pairs):
    total = 0
    for j in range(1, n_pairs + 1):
        total += 2 - 2 * np.cos(lag / j)
        return np.sqrt(total)


@wrong("5b", "stops", "math of an array")
def _(lag, n_pairs):
    return math.sqrt(2 - 2 * math.cos(lag / np.arange(1, n_pairs + 1)).sum())


right("5b", "complex")(
    lambda lag, n: (
        abs(np.array([cmath.exp(1j * lag / j) - 1 for j in range(1, n + 1)]))
        .__pow__(2)
        .sum()
        ** 0.5
    )
)
wrong("5b", "factor", "cosine minus one")(
    lambda lag, n: math.sqrt(
        abs(sum(2 * math.cos(lag / j) - 2 for j in range(1, n + 1))) / 2
    )
)
wrong("5b", "M11", "cos of degrees")(
    lambda lag, n: math.sqrt(
        sum(2 - 2 * math.cos(math.radians(lag / j)) for j in range(1, n + 1))
    )
)
wrong("5b", "paces", "1/2^j")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag / 2**j) for j in range(n)))
)
wrong("5b", "stops", "negative root")(
    lambda lag, n: math.sqrt(sum(2 * math.cos(lag / j) - 2 for j in range(1, n + 1)))
)
wrong("5b", None, "1/n of it")(
    lambda lag, n: (
        math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(1, n + 1))) / n
    )
)
wrong("5b", "half", "sine of the angle")(
    lambda lag, n: math.sqrt(sum(math.sin(lag / j) ** 2 for j in range(1, n + 1)))
)
wrong("5b", "half", "2 sin(angle)")(
    lambda lag, n: 2 * math.sqrt(sum(math.sin(lag / j) ** 2 for j in range(1, n + 1)))
)

# -------------------------------------------------------------------- 5c


@right("5c", "one stroke")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


@right("5c", "floats first")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions, dtype=float)[:, None] * (
        1.0 / np.arange(1, n_pairs + 1)
    )
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "M5", "hstack")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    return np.hstack([np.sin(angles), np.cos(angles)])


@wrong("5c", "given", "float, and still //")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions, dtype=float)[:, None] // np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "nan", "range(n_pairs)")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(n_pairs)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "M12", "times")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] * np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "modulo", "%")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] % np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "axis", "stacked along axis 1")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=0)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "given", "dtype int")
def _(n_positions, n_pairs):
    angles = (np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)).astype(int)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "M9", "positions from 1")
def _(n_positions, n_pairs):
    angles = np.arange(1, n_positions + 1)[:, None] / np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "2pi", "two pi added")
def _(n_positions, n_pairs):
    angles = 2 * np.pi * np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "stops", "no axis")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions) / np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


# -------------------------------------------------------------------- 6a

right("6a", "84")(84)
right("6a", "ceil")(math.ceil(256 * math.log(128 / 2 / math.pi) / math.log(10000)))
wrong("6a", "off by one", "83")(83)
wrong("6a", "off by one", "85")(85)
wrong("6a", "column", "168")(168)
wrong("6a", "not whole", "83.77")(256 * math.log(128 / 2 / math.pi) / math.log(10000))
wrong("6a", "2pi", "135")(math.ceil(256 * math.log(128) / math.log(10000)))
wrong("6a", "not whole", "129.1")(2 * math.pi * 10000 ** (168 / 512))
wrong("6a", None, "41")(41)
wrong("6a", "wavelength", "128")(128)
wrong("6a", None, "167")(167)
wrong("6a", None, "255")(255)

# -------------------------------------------------------------------- 6b

right("6b", "repeat")(lambda d: np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))


@right("6b", "loop")
def _(d_model):
    out = []
    for i in range(d_model // 2):
        w = 1 / 10000 ** (2 * i / d_model)
        out += [w, w]
    return out


right("6b", "float32")(
    lambda d: (10000.0 ** (-2 * (np.arange(d) // 2) / d)).astype(np.float32)
)
wrong("6b", "M3", "the 2 gone")(lambda d: 10000.0 ** (-np.arange(d) / d))
wrong("6b", "M2", "// 2 alone")(lambda d: 10000.0 ** (-(np.arange(d) // 2) / d))
wrong("6b", "columns", "tile")(
    lambda d: np.tile(10000.0 ** (-2 * np.arange(d // 2) / d), 2)
)
wrong("6b", "one a pair", "half")(lambda d: 10000.0 ** (-2 * np.arange(d // 2) / d))
wrong("6b", "M12", "no minus")(lambda d: 10000.0 ** (2 * (np.arange(d) // 2) / d))
wrong("6b", "given", "4 / 2")(lambda d: 1 / 10000.0 ** (4 * np.arange(d) / 2 / d))
wrong("6b", "M4", "// d")(
    lambda d: 10000.0 ** (-(2 * (np.arange(d) // 2) // d).astype(float))
)
wrong("6b", "wavelength", "wavelengths")(
    lambda d: 2 * np.pi * 10000.0 ** (2 * (np.arange(d) // 2) / d)
)
wrong("6b", "modulo", "% 2")(lambda d: 10000.0 ** (-2 * (np.arange(d) % 2) / d))
wrong("6b", "backwards", "reversed")(
    lambda d: np.repeat(10000.0 ** (-2 * np.arange(d // 2) / d), 2)[::-1]
)
wrong("6b", "M7", "base 1000")(lambda d: 1000.0 ** (-2 * (np.arange(d) // 2) / d))
wrong("6b", "M1", "d // 2 below")(
    lambda d: 10000.0 ** (-2 * (np.arange(d) // 2) / (d // 2))
)
wrong("6b", "M9", "pairs from 1")(
    lambda d: 10000.0 ** (-2 * (np.arange(d) // 2 + 1) / d)
)
wrong("6b", "rounded", "np.round")(
    lambda d: np.round(10000.0 ** (-2 * (np.arange(d) // 2) / d), 3)
)
wrong("6b", "M3", "(columns + 1) // 2")(
    lambda d: 10000.0 ** (-2 * ((np.arange(d) + 1) // 2) / d)
)

# -------------------------------------------------------------------- 6c

right("6c", "logs")(
    lambda longest, d: math.exp(math.log(longest / 2 / math.pi) * d / (d - 2))
)
right("6c", "root")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / (1 - 2 / d)))
wrong("6c", "exponent", "no exponent")(lambda longest, d: longest / (2 * np.pi))
wrong("6c", "inverse", "inverse")(
    lambda longest, d: (longest / (2 * np.pi)) ** ((d - 2) / d)
)
wrong("6c", "2pi", "2 pi forgotten")(lambda longest, d: longest ** (d / (d - 2)))
wrong("6c", "M2", "pair d/2 - 1 over d")(
    lambda longest, d: (longest / (2 * np.pi)) ** (d / (d / 2 - 1))
)
wrong("6c", "last", "d - 1")(
    lambda longest, d: (longest / (2 * np.pi)) ** (d / (d - 1))
)
wrong("6c", "2pi", "/ 2 * pi")(
    lambda longest, d: (longest / 2 * np.pi) ** (d / (d - 2))
)
wrong("6c", "2pi", "times 2 pi")(
    lambda longest, d: (longest * 2 * np.pi) ** (d / (d - 2))
)
wrong("6c", "brackets", "power before the division")(
    lambda longest, d: (longest / (2 * np.pi)) ** d / (d - 2)
)
right("6c", "fraction of logs")(
    lambda longest, d: np.exp(np.log(longest / 2 / np.pi) / ((d - 2) / d))
)
wrong("6c", "frequency", "inverse")(
    lambda longest, d: (2 * np.pi / longest) ** (d / (d - 2))
)
wrong("6c", None, "10000 anyway")(lambda longest, d: 10000.0)
wrong("6c", None, "wavelength of the base")(
    lambda longest, d: 2 * np.pi * longest ** ((d - 2) / d)
)
wrong("6c", None, "1/d")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / d))
wrong("6c", None, "d/2")(lambda longest, d: (longest / (2 * np.pi)) ** (d / 2))
wrong("6c", "product", "times instead of power")(
    lambda longest, d: longest / (2 * np.pi) * d / (d - 2)
)

# -------------------------------------------------------------------- 7a


@right("H3a 7a", "column by column")
def _(positions, d):
    t = np.zeros((len(positions), d))
    for j in range(d):
        t[:, j] = (np.sin, np.cos)[j % 2](positions * 10000.0 ** (-(j // 2 * 2) / d))
    return t


right("H3a 7a", "cells")(
    rows(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            p / 10000 ** ((j - j % 2) / d)
        )
    )
)
wrong("H3a 7a", "brackets", "p / 10000 ** 2 * i / d")(
    rows(lambda p, j, d: (math.cos if j % 2 else math.sin)(p / 10000**2 * (j // 2) / d))
)
wrong("H3a 7a", "brackets", "10000 ** (2 i) / d")(
    rows(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            p / (10000.0 ** (2 * (j // 2)) / d)
        )
    )
)
wrong("H3a 7a", "M1", "10000 ** (2 j / d)")(
    rows(lambda p, j, d: (math.cos if j % 2 else math.sin)(p / 10000 ** (2 * j / d)))
)
wrong("H3a 7a", "M2+M9", "from 1 and i / d")(
    rows(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            (p + 1) / 10000 ** (j // 2 / d)
        )
    )
)
wrong("H3a 7a", "pairs from 1", "pairs from 1")(
    rows(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            p / 10000 ** (2 * (j // 2 + 1) / d)
        )
    )
)
wrong("H3a 7a", "sines only", "all sines")(
    rows(lambda p, j, d: math.sin(p / 10000 ** (2 * (j // 2) / d)))
)
wrong("H3a 7a", "rounded", "3 digits")(
    rows(
        lambda p, j, d: round(
            (math.cos if j % 2 else math.sin)(p / 10000 ** (2 * (j // 2) / d)), 3
        )
    )
)
wrong("H3a 7a", "rounded", "4 digits")(
    lambda p, d: np.round(
        rows(
            lambda p, j, d: (math.cos if j % 2 else math.sin)(
                p / 10000 ** (2 * (j // 2) / d)
            )
        )(p, d),
        4,
    )
)
wrong("H3a 7a", "angles", "angles alone")(
    rows(lambda p, j, d: p / 10000 ** (2 * (j // 2) / d))
)
wrong("H3a 7a", "2pi", "2 pi p")(
    rows(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            2 * math.pi * p / 10000 ** (2 * (j // 2) / d)
        )
    )
)


@wrong("H3a 7a", "sines only", "cosines forgotten")
def _(positions, d):
    t = np.zeros((len(positions), d))
    i = np.arange(0, d, 2)
    t[:, 0::2] = np.sin(positions[:, None] / 10000 ** (i / d))
    return t


@wrong("H3a 7a", "no return", "return forgotten")
def _(positions, d):
    t = np.zeros((len(positions), d))
    i = np.arange(0, d, 2)
    t[:, 0::2] = np.sin(positions[:, None] / 10000 ** (i / d))
    t[:, 1::2] = np.cos(positions[:, None] / 10000 ** (i / d))
    print(t.shape)


@wrong("H3a 7a", "stops", "axis forgotten")
def _(positions, d):
    t = np.zeros((len(positions), d))
    i = np.arange(0, d, 2)
    t[:, 0::2] = np.sin(positions / 10000 ** (i / d))
    return t


@wrong("H3a 7a", "early", "return within the loop")
def _(positions, d):
    t = np.zeros((len(positions), d))
    for row, p in enumerate(positions):
        for i in range(d // 2):
            t[row, 2 * i] = np.sin(p / 10000 ** (2 * i / d))
            t[row, 2 * i + 1] = np.cos(p / 10000 ** (2 * i / d))
        return t


@wrong("H3a 7a", "M7", "log10 with exp")
def _(positions, d):
    div = np.exp(np.arange(0, d, 2) * -np.log10(10000.0) / d)
    t = np.zeros((len(positions), d))
    t[:, 0::2] = np.sin(positions[:, None] * div)
    t[:, 1::2] = np.cos(positions[:, None] * div)
    return t


right("H3a 7a", "even step")(cells_of(lambda i, d: i / d, lambda i, d: i / d))
wrong("H3a 7a", "M1", "2i and 2(i + 1), i even")(
    cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 1) / d)
)
wrong("H3a 7a", "M1+M3", "cosine one further")(
    cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 2) / d)
)
wrong("H3a 7a", "M3", "cosine 2i + 1")(
    cells_of(lambda i, d: i / d, lambda i, d: (i + 1) / d)
)
wrong("H3a 7a", "M1", "2i, i even")(
    cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * i / d)
)


@wrong("H3a 7a", "padding", "position 0 kept for padding, zeros")
def _(positions, d):
    t = cells_of(lambda i, d: i / d, lambda i, d: i / d)(positions, d)
    t[positions == 0] = 0
    return t


@wrong("H3a 7a", "M1+padding", "padding zeros and the column in the exponent")
def _(positions, d):
    t = cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 1) / d)(positions, d)
    t[positions == 0] = 0
    return t


@wrong("H3a 7a", "M8", "frequencies from 1e-4, cosines first")
def _(positions, d):
    t = positions.reshape(-1, 1) * 0.0001 ** (2 * (np.arange(d) // 2) / d)
    t[:, ::2], t[:, 1::2] = (np.cos(t[:, ::2]), np.sin(t[:, 1::2]))
    return t


wrong("H3a 7a", "M15", "a table of float16")(
    lambda p, d: np.float16(cells_of(lambda i, d: i / d, lambda i, d: i / d)(p, d))
)
wrong("H3a 7a", "axis", "a batch axis")(
    lambda p, d: cells_of(lambda i, d: i / d, lambda i, d: i / d)(p, d)[None]
)
wrong("H3a 7a", "long", "a row of zeros at the end")(
    lambda p, d: np.append(
        cells_of(lambda i, d: i / d, lambda i, d: i / d)(p, d), np.zeros((1, d)), axis=0
    )
)


@wrong("H3a 7a", None, "power of the quotient, the other way round")
def _(positions, d):
    t = np.power(positions[:, None] / 10000.0, 2 * np.arange(d) / d)
    t[:, 1::2], t[:, ::2] = (np.sin(t[:, 1::2]), np.cos(t[:, ::2]))
    return t


@wrong("H3a 7a", "brackets", "power of the quotient")
def _(positions, d):
    a = (positions[:, None] / 10000.0) ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(positions), d)


@right("H3a 7a", "by a lambda of position and column")
def _(positions, d):
    f = lambda r, j: np.where(
        j % 2 == 0,
        np.sin(positions[r.astype(int)] / 10000 ** (j / d)),
        np.cos(positions[r.astype(int)] / 10000 ** ((j - 1) / d)),
    )
    return np.fromfunction(f, (len(positions), d))


wrong("H3a 7a", "M3", "by parity, exponent j / d")(
    lambda p, d: (
        np.array(
            [(np.cos if j % 2 else np.sin)(p / 10000 ** (j / d)) for j in range(d)]
        ).T
    )
)
wrong("H3a 7a", "M7", "n = 1000 by default")(
    lambda p, d, n=1000: (
        np.array(
            [
                (np.cos if j % 2 else np.sin)(p / n ** ((j - j % 2) / d))
                for j in range(d)
            ]
        ).T
    )
)
wrong("H3a 7a", None, "sine plus cosine")(
    lambda p, d: (lambda a: np.repeat(np.sin(a) + np.cos(a), 2, axis=1))(
        p[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    )
)
wrong("H3a 7a", "M2", "d / 2 forgotten twice")(
    lambda p, d: pairs_of(p[:, None] / 10000 ** (np.arange(d // 2) / d))
)
wrong("H3a 7a", "half", "d // 2 columns")(
    lambda p, d: np.sin(p[:, None] / 10000 ** (np.arange(0, d, 2) / d))
)
wrong("H3a 7a", None, "halves, reversed")(
    lambda p, d: (lambda a: np.hstack([np.sin(a), np.cos(a)])[:, ::-1])(
        p[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    )
)
wrong("H3a 7a", "length", "positions divided by the length")(
    lambda p, d: pairs_of((p / len(p))[:, None] / 10000 ** (np.arange(0, d, 2) / d))
)
wrong("H3a 7a", "M12", "exponent with two minus")(
    lambda p, d: pairs_of(p[:, None] * 10000.0 ** (np.arange(0, d, 2) / d))
)
wrong("H3a 7a", "M7", "log10 and exp, halves")(
    lambda p, d: pairs_of(p[:, None] * np.exp(-np.arange(0, d, 2) / d * np.log(1000)))
)
wrong("H3a 7a", "vstack", "sine rows under cosine rows")(
    lambda p, d: (lambda a: np.vstack([np.sin(a), np.cos(a)]))(
        p[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    )
)
wrong("H3a 7a", None, "i over d outside")(
    lambda p, d: pairs_of(p[:, None] / 10000 * (np.arange(0, d, 2) / d))
)


@wrong("H3a 7a", "M14", "position in the inner loop only once")
def _(p, d):
    t = np.zeros((len(p), d))
    for i in range(0, d, 2):
        for r in range(len(p)):
            a = p[r] / 10000 ** (i / d)
        t[:, i], t[:, i + 1] = (np.sin(a), np.cos(a))
    return t


@wrong("H3a 7a", "M17", "table of the positions' type")
def _(p, d):
    t = np.tile(p[:, None], (1, d))
    a = p[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    t[:, ::2] = np.sin(a)
    t[:, 1::2] = np.cos(a)
    return t


@wrong("H3a 7a", "stops", "float range")
def _(p, d):
    t = np.zeros((len(p), d))
    for i in range(d / 2):
        t[:, 2 * i] = np.sin(p / 10000 ** (2 * i / d))
    return t


@wrong("H3a 7a", "stops", "one column too far")
def _(p, d):
    t = np.zeros((len(p), d))
    for i in range(d):
        t[:, 2 * i] = np.sin(p / 10000 ** (2 * i / d))
        t[:, 2 * i + 1] = np.cos(p / 10000 ** (2 * i / d))
    return t


@wrong("H3a 7a", "stops", "sin without np")
def _(p, d):
    return [[sin(q / 10000 ** (j / d)) for j in range(d)] for q in p]


# -------------------------------------------------------------------- 7b

right("7b", "search")(
    1 + next(p for p in range(10**5) if 1 - math.cos(p * 10000 ** (-510 / 512)) >= 0.05)
)
wrong("7b", "last", "3064")(3064)
wrong("7b", "off by one", "3063")(3063)
wrong("7b", "sine", "484")(484)
wrong("7b", "quarter", "15153")(15153)
wrong("7b", "turn", "60611")(60611)
wrong("7b", "not whole", "3063.4")(math.acos(0.95) / 10000 ** (-510 / 512))
wrong("7b", "sine", "483")(483)
wrong("7b", "sine", "485")(485)
wrong("7b", "sine", "by the hand")(482)
wrong("7b", None, "3 degrees..")(506)
wrong("7b", None, "30306")(30306)
wrong("7b", "range", "0")(0)

# -------------------------------------------------------------------- 7c

right("7c", "NumPy")({"a": np.True_, "b": np.False_, "c": np.False_, "d": np.True_})
wrong("7c", "statement", "b")({"a": True, "b": True, "c": False, "d": True})
wrong("7c", "statement", "c")({"a": True, "b": False, "c": True, "d": True})
wrong("7c", "statement", "d")({"a": True, "b": False, "c": False, "d": False})
wrong("7c", "statement", "a")({"a": False, "b": False, "c": False, "d": True})

# -------------------------------------------------------------------- 8a

right("8a", "signs")(blocks(lambda c, s: [[c, -s], [s, c]]))
right("8a", "minus k")(blocks(lambda c, s: [[c, s], [-s, c]], lambda k: -k))
right("8a", "transposed")(lambda k, d: blocks(lambda c, s: [[c, s], [-s, c]])(k, d).T)
right("8a", "inverse")(
    lambda k, d: np.linalg.inv(blocks(lambda c, s: [[c, s], [-s, c]])(k, d))
)
wrong("8a", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))
wrong("8a", "sign", "both minus")(blocks(lambda c, s: [[c, -s], [-s, c]]))
wrong("8a", "sign", "both plus")(blocks(lambda c, s: [[c, s], [s, c]]))
wrong("8a", "M8", "exchanged")(blocks(lambda c, s: [[s, c], [-c, s]]))
wrong("8a", "given", "rewritten")(blocks(lambda c, s: [[c, s], [-s, c]]))
wrong("8a", "minus", "minus the matrix")(
    lambda k, d: -blocks(lambda c, s: [[c, s], [-s, c]])(k, d)
)
wrong("8a", "given", "two minus signs")(
    blocks(lambda c, s: [[c, -s], [s, c]], lambda k: -k)
)


@wrong("8a", "borrowed", "shift_matrix with another sign")
def _(k, d_model):
    from posenc_lessons import shift_matrix

    return shift_matrix(-k, d_model)


wrong("8a", "M2", "i / d")(
    blocks_at(lambda c, s: [[c, -s], [s, c]], lambda k, i, d: k / 10000 ** (i / d))
)
wrong("8a", "cosines", "sines 0")(blocks_at(lambda c, s: [[c, 0], [0, c]]))
wrong("8a", "twice", "2k")(
    blocks_at(
        lambda c, s: [[c, -s], [s, c]], lambda k, i, d: 2 * k / 10000 ** (2 * i / d)
    )
)
wrong("8a", None, "anti-diagonal")(blocks_at(lambda c, s: [[-s, c], [c, s]]))
wrong("8a", "identity", "product with itself")(
    lambda k, d: (
        blocks_at(lambda c, s: [[c, s], [-s, c]])(k, d)
        @ blocks_at(lambda c, s: [[c, s], [-s, c]])(k, d).T
    )
)
wrong("8a", "M5", "in halves")(
    lambda k, d: (
        lambda a: np.block(
            [
                [np.diag(np.cos(a)), np.diag(np.sin(a))],
                [-np.diag(np.sin(a)), np.diag(np.cos(a))],
            ]
        )
    )(-k / 10000 ** (np.arange(0, d, 2) / d))
)

# -------------------------------------------------------------------- 8b

right("8b", "concatenate")(
    halves_of(lambda s, c, sk, ck: [s * ck + c * sk, c * ck - s * sk])
)


@right("8b", "loop")
def _(row, k):
    n = len(row)
    h = n // 2
    new = [0] * n
    for i in range(h):
        a = k / 10000 ** (2 * i / n)
        new[i] = row[i] * math.cos(a) + row[h + i] * math.sin(a)
        new[h + i] = row[h + i] * math.cos(a) - row[i] * math.sin(a)
    return new


@right("8b", "angles")
def _(row, k):
    h = len(row) // 2
    a = np.arctan2(row[:h], row[h:]) + k * 10000.0 ** (-np.arange(h) / h)
    return np.r_[np.sin(a), np.cos(a)]


@wrong("8b", "in place", "overwritten in place")
def _(row, k):
    h = len(row) // 2
    for i in range(h):
        a = k / 10000 ** (i / h)
        row[i] = row[i] * math.cos(a) + row[h + i] * math.sin(a)
        row[h + i] = row[h + i] * math.cos(a) - row[i] * math.sin(a)
    return row


wrong("8b", "sign", "plus in the cosine")(
    halves_of(lambda s, c, sk, ck: [s * ck + c * sk, c * ck + s * sk])
)
wrong("8b", "sign", "k back")(
    halves_of(lambda s, c, sk, ck: [s * ck - c * sk, c * ck + s * sk])
)
wrong("8b", "row ignored", "encoding of k")(halves_of(lambda s, c, sk, ck: [sk, ck]))


@wrong("8b", "M2", "exponent i / d")
def _(row, k):
    d = len(row)
    h = d // 2
    w_ = 10000.0 ** (-np.arange(h) / d)
    s, c = (row[:h], row[h:])
    return np.concatenate(
        [
            s * np.cos(k * w_) + c * np.sin(k * w_),
            c * np.cos(k * w_) - s * np.sin(k * w_),
        ]
    )


wrong("8b", "M8", "cosines first")(
    halves_of(lambda s, c, sk, ck: [c * ck - s * sk, s * ck + c * sk])
)
wrong("8b", "M5", "taken as neighbours")(
    lambda row, k: blocks(lambda c, s: [[c, s], [-s, c]])(k, len(row)) @ row
)
wrong("8b", "sum", "k added to each")(lambda row, k: row + k)
wrong("8b", "sign", "minus in the sine")(
    halves_of(lambda s, c, sk, ck: [s * ck - c * sk, c * ck - s * sk])
)
right("8b", "matrix")(
    lambda row, k: (
        lambda h: (
            lambda a: (
                np.block(
                    [
                        [np.diag(np.cos(a)), np.diag(np.sin(a))],
                        [-np.diag(np.sin(a)), np.diag(np.cos(a))],
                    ]
                )
                @ row
            )
        )(k / 10000 ** (np.arange(h) / h))
    )(len(row) // 2)
)
wrong("8b", "half", "sines alone")(
    hv(lambda row, k, h, w_: row[:h] * np.cos(k * w_) + row[h:] * np.sin(k * w_))
)
wrong("8b", "M4", "sin(k) for all")(
    hv(
        lambda row, k, h, w_: np.r_[
            row[:h] * np.cos(k) + row[h:] * np.sin(k),
            row[h:] * np.cos(k) - row[:h] * np.sin(k),
        ]
    )
)
wrong("8b", None, "encodings added")(
    hv(lambda row, k, h, w_: row + np.r_[np.sin(k * w_), np.cos(k * w_)])
)
wrong("8b", "M5", "result interleaved")(
    hv(
        lambda row, k, h, w_: np.stack(
            [
                row[:h] * np.cos(k * w_) + row[h:] * np.sin(k * w_),
                row[h:] * np.cos(k * w_) - row[:h] * np.sin(k * w_),
            ],
            -1,
        ).ravel()
    )
)
wrong("8b", None, "by arcsin")(
    hv(
        lambda row, k, h, w_: np.r_[
            np.sin(np.arcsin(row[:h]) + k * w_), np.cos(np.arccos(row[h:]) + k * w_)
        ]
    )
)
wrong("8b", "axis", "two rows")(
    hv(
        lambda row, k, h, w_: np.array(
            [
                row[:h] * np.cos(k * w_) + row[h:] * np.sin(k * w_),
                row[h:] * np.cos(k * w_) - row[:h] * np.sin(k * w_),
            ]
        )
    )
)
wrong("8b", "M6", "h - 1")(
    lambda row, k: (
        lambda h, w_: np.r_[
            row[:h] * np.cos(k * w_) + row[h:] * np.sin(k * w_),
            row[h:] * np.cos(k * w_) - row[:h] * np.sin(k * w_),
        ]
    )(len(row) // 2, 10000.0 ** (-np.arange(len(row) // 2) / max(len(row) // 2 - 1, 1)))
)

# -------------------------------------------------------------------- 8c

right("8c", "loop")(
    next(
        k for k in range(1, 999) if abs((k + math.pi) % (2 * math.pi) - math.pi) < 0.01
    )
)
wrong("8c", "not near", "44")(44)
wrong("8c", "later", "710")(710)
wrong("8c", "half turn", "22")(22)
wrong("8c", "half turn", "355")(355)
wrong("8c", "not whole", "2 pi")(2 * math.pi)
wrong("8c", "range", "0")(0)
wrong("8c", "not near", "6")(6)
wrong("8c", "not near", "360")(360)
wrong("8c", "range", "-333")(-333)
wrong("8c", "later", "377")(377)
wrong("8c", "not near", "666")(666)
wrong("8c", "later", "1043")(1043)

# -------------------------------------------------------------------- 9a

right("9a", "Fraction")(Fraction(42))
right("9a", "Decimal")(Decimal(42))
right("9a", "array")(np.array([42.0]))
right("9a", "root")(math.sqrt(4 * 9 * 49))
right("9a", "simulated")(41.99)
wrong("9a", "M20", "sqrt(d_k)")(7)
wrong("9a", "M20", "1764")(1764)
wrong("9a", "spread", "6")(6)
wrong("9a", "sum", "294 = 6 * 49")(294)
wrong("9a", "spread", "sum of spreads")(35)
wrong("9a", "M20", "49")(49)
wrong("9a", "inverse", "1/42")(1 / 42)
wrong("9a", "spread", "6 sqrt 7...")(36 * 7)
wrong("9a", "spread", "root of the product")(7 * math.sqrt(6))
wrong("9a", "spread", "14, keys forgotten")(14)
right("9a", "as text of the formula")(2 * 3 * 49**0.5)
wrong("9a", "spread", "36")(36)
wrong("9a", None, "13")(13)
wrong("9a", None, "6.48")(math.sqrt(42))
wrong("9a", None, "12.0 = 2*6")(12)
wrong("9a", "range", "-42")(-42)

# -------------------------------------------------------------------- 9b

right("9b H4a", "helper")(lambda q, k, v: sm(q @ k.T / math.sqrt(k.shape[1])) @ v)


@right("9b H4a", "loops")
def _(query, key, value):
    out = []
    for q in query:
        w_ = np.array(
            [math.exp(sum((a * b for a, b in zip(q, k))) / len(q) ** 0.5) for k in key]
        )
        out.append(sum((x * v for x, v in zip(w_ / w_.sum(), value))))
    return out


wrong("9b H4a", "M20", "no root")(lambda q, k, v: sm(q @ k.T / k.shape[1]) @ v)
wrong("9b H4a", "M20", "not divided")(lambda q, k, v: sm(q @ k.T) @ v)
wrong("9b H4a", "M20", "len(query)")(lambda q, k, v: sm(q @ k.T / len(q) ** 0.5) @ v)
wrong("9b H4a", "M19", "axis 0")(
    lambda q, k, v: sm(q @ k.T / q.shape[1] ** 0.5, axis=0) @ v
)
wrong("9b H4a", "stops", "key not transposed")(
    lambda q, k, v: sm(q @ k / q.shape[1] ** 0.5) @ v
)
wrong("9b H4a", "M19", "sum over all")(
    lambda q, k, v: sm(q @ k.T / q.shape[1] ** 0.5, axis=None) @ v
)
wrong("9b H4a", "unfinished", "weights alone")(
    lambda q, k, v: sm(q @ k.T / q.shape[1] ** 0.5)
)
wrong("9b H4a", "unfinished", "no softmax")(
    lambda q, k, v: q @ k.T / q.shape[1] ** 0.5 @ v
)


@wrong("9b H4a", "unfinished", "exp not divided")
def _(query, key, value):
    return np.exp(query @ key.T / np.sqrt(query.shape[1])) @ value


@wrong("9b H4a", "stops", "keepdims forgotten")
def _(query, key, value):
    weights = np.exp(query @ key.T / np.sqrt(query.shape[-1]))
    weights = weights / weights.sum(axis=1)
    return weights @ value


@wrong("9b H4a", "no return", "return forgotten")
def _(query, key, value):
    weights = np.exp(query @ key.T / np.sqrt(query.shape[-1]))
    weights = weights / weights.sum(axis=1, keepdims=True)
    weights @ value


@wrong("9b H4a", "stops", "math.exp of an array")
def _(query, key, value):
    return math.exp(query @ key.T / math.sqrt(key.shape[1])) @ value


wrong("9b H4a", "M20", "after the softmax")(
    lambda q, k, v: sm(q @ k.T) / math.sqrt(k.shape[1]) @ v
)


@wrong("9b H4a", "stops", "query twice")
def _(query, key, value):
    return sm(query @ query.T / np.sqrt(query.shape[1])) @ value


wrong("9b H4a", "M19+M20", "root of the length, softmax along the queries")(
    lambda q, k, v: shifted_softmax(q @ k.T / np.sqrt(len(k)), 0) @ v
)
wrong("9b H4a", "M20", "no root at all")(
    lambda q, k, v: shifted_softmax(q @ k.T, 1) @ v
)
right("9b H4a", "expand_dims")(
    lambda q, k, v: (
        (lambda e: e / np.expand_dims(e.sum(axis=1), 1))(
            np.exp(q @ k.T / np.sqrt(k.shape[1]))
        )
        @ v
    )
)
wrong("9b H4a", "mask", "with a causal mask")(
    lambda q, k, v: (
        shifted_softmax(
            np.where(
                np.tri(len(q), len(k)), q @ k.T / np.sqrt(k.shape[1]), -1000000000.0
            ),
            1,
        )
        @ v
    )
)
wrong("9b H4a", "several", "output and weights")(
    lambda q, k, v: (
        shifted_softmax(q @ k.T / np.sqrt(k.shape[1]), 1) @ v,
        shifted_softmax(q @ k.T / np.sqrt(k.shape[1]), 1),
    )
)
wrong("9b H4a", "mean", "weights not weighted")(
    lambda q, k, v: (
        (lambda e: e / e.sum(1, keepdims=True))(
            np.exp(q @ k.T / q.shape[1] ** 0.5)
        ).sum(1, keepdims=True)
        * v.mean(0)
    )
)
wrong("9b H4a", "stops", "values transposed")(
    lambda q, k, v: (
        (lambda e: e / e.sum(1, keepdims=True))(np.exp(q @ k.T / q.shape[1] ** 0.5))
        @ v.T
    )
)
wrong("9b H4a", "hard", "largest only")(lambda q, k, v: v[(q @ k.T).argmax(axis=1)])
wrong("9b H4a", "M20", "times root")(
    lambda q, k, v: (
        (lambda e: e / e.sum(1, keepdims=True))(np.exp(q @ k.T * q.shape[1] ** 0.5)) @ v
    )
)
wrong("9b H4a", "M20", "root of 64")(
    lambda q, k, v: (lambda e: e / e.sum(1, keepdims=True))(np.exp(q @ k.T / 8)) @ v
)
wrong("9b H4a", None, "rows normalised first")(
    lambda q, k, v: (
        (lambda e: e / e.sum(1, keepdims=True))(
            np.exp(
                q
                / np.linalg.norm(q, axis=1, keepdims=True)
                @ (k / np.linalg.norm(k, axis=1, keepdims=True)).T
            )
        )
        @ v
    )
)
wrong("9b H4a", "exp", "divided by the sum without exp")(
    lambda q, k, v: (
        (lambda s: s / s.sum(1, keepdims=True))(q @ k.T / q.shape[1] ** 0.5) @ v
    )
)

# -------------------------------------------------------------------- 9c

right("9c", "NumPy")({"a": np.False_, "b": np.True_, "c": np.False_})
wrong("9c", "statement", "a")({"a": True, "b": True, "c": False})
wrong("9c", "statement", "c")({"a": False, "b": True, "c": True})
wrong("9c", "statement", "b")({"a": False, "b": False, "c": False})

# ------------------------------------------------------------------- 10a

right("10a", "product")(4 * 768 * 768)
right("10a", "sum")(3 * 12 * 768 * 64 + 768 * 768)
wrong("10a", "W_O", "three matrices")(3 * 768**2)
wrong("10a", "heads", "12 times")(12 * 4 * 768**2)
wrong("10a", "heads", "12 heads 768 wide, W_O once")(12 * 3 * 768**2 + 768**2)
wrong("10a", "biases", "with biases")(4 * 768**2 + 4 * 768)
wrong("10a", "one head", "one head")(4 * 768 * 64)
wrong("10a", "W_O", "one matrix")(768**2)
wrong("10a", "one head", "64 x 64")(12 * 3 * 64 * 64)
wrong("10a", "64", "64 x 64 and W_O")(12 * 3 * 64 * 64 + 768**2)
wrong("10a", "512", "of lesson's 512")(4 * 512**2)
right("10a", "float")(4 * 768.0**2)
wrong("10a", "W_O", "two of four")(2 * 768**2)
wrong("10a", "one head", "times heads")(4 * 12 * 64 * 64)
wrong("10a", "W_O", "768 * 12 * 64 * 3")(3 * 768 * 12 * 64)
wrong("10a", None, "4 * 768")(4 * 768)
wrong("10a", None, "2.36 million")(2360000.0)

# ------------------------------------------------------------------- 10b

right("10b H4b", "transpose")(
    lambda x, h: x.reshape(x.shape[0], h, -1).transpose(1, 0, 2)
)


@right("10b H4b", "slices")
def _(x, h):
    d = x.shape[1] // h
    return [x[:, i * d : (i + 1) * d] for i in range(h)]


right("10b H4b", "array_split")(lambda x, h: np.stack(np.hsplit(x, h)))
wrong("10b H4b", "M18", "reshape")(lambda x, h: x.reshape(len(x), h, x.shape[1] // h))
wrong("10b H4b", ("given", "M18"), "-1")(lambda x, h: x.reshape(h, len(x), -1))
wrong("10b H4b", "M18", "transposed, then reshape")(
    lambda x, h: x.T.reshape(h, len(x), -1)
)
wrong("10b H4b", "M18", "axes 1 and 2")(
    lambda x, h: x.reshape(len(x), h, -1).transpose(1, 2, 0)
)
wrong("10b H4b", "columns", "every h-th")(
    lambda x, h: np.array([x[:, i::h] for i in range(h)])
)
wrong("10b H4b", "shape", "rows cut")(
    lambda x, h: np.array(np.array_split(x, h, axis=0), dtype=object)
)


@wrong("10b H4b", "columns", "overlapping slices")
def _(x, h):
    d = x.shape[1] // h
    return np.array([x[:, i : i + d] for i in range(h)])


@wrong("10b H4b", ("given", "M18"), "order F does nothing")
def _(x, h):
    n, width = x.shape
    return x.reshape(h, n, width // h, order="C")


@wrong("10b H4b", "M18", "order F")
def _(x, h):
    n, width = x.shape
    return x.reshape(h, n, width // h, order="F")


@wrong("10b H4b", "M18", "flipped axes swapaxes(0, 2)")
def _(x, h):
    n, width = x.shape
    return x.reshape(n, width // h, h).swapaxes(0, 2)


@wrong("10b H4b", "columns", "reshape to (n, d, h), moved")
def _(x, h):
    n, width = x.shape
    return x.reshape(n, width // h, h).transpose(2, 0, 1)


wrong("10b H4b", "M18", "reshaped to heads, then axes exchanged")(
    lambda x, h: x.reshape(h, len(x), -1).transpose(1, 0, 2)
)
right("10b H4b", "einops style")(
    lambda x, h: np.einsum("nhd->hnd", x.reshape(len(x), h, -1))
)
wrong("10b H4b", None, "all columns to each head")(lambda x, h: np.stack([x] * h))
wrong("10b H4b", ("given", "M18"), "rows repeated")(
    lambda x, h: np.array(np.split(x.ravel(), h)).reshape(h, len(x), -1)
)
wrong("10b H4b", "M18", "(n, h, d) right otherwise")(
    lambda x, h: x.reshape(len(x), h, -1)
)
wrong("10b H4b", None, "columns reversed in head")(
    lambda x, h: x.reshape(len(x), h, -1).swapaxes(0, 1)[:, :, ::-1]
)
wrong("10b H4b", "M18", "appended per word")(
    lambda x, h: [
        [row[i * (len(row) // h) : (i + 1) * (len(row) // h)] for i in range(h)]
        for row in x
    ]
)

# ------------------------------------------------------------------- 10c

right("10c", "swapaxes")(lambda h: h.swapaxes(0, 1).reshape(h.shape[1], -1))
right("10c", "hstack")(lambda h: np.hstack([x for x in h]))
right("10c", "einsum")(
    lambda h: np.einsum("hnd->nhd", h).reshape(h.shape[1], h.shape[0] * h.shape[2])
)
wrong("10c", "M18", "reshape")(lambda h: h.reshape(h.shape[1], -1))
wrong("10c", "vstack", "vstack")(lambda h: np.vstack(list(h)))
wrong("10c", "columns", "reversed")(lambda h: np.hstack(list(h)[::-1]))
wrong("10c", "columns", "interleaved")(
    lambda h: h.transpose(1, 2, 0).reshape(h.shape[1], -1)
)
wrong("10c", "unfinished", "swapped alone")(lambda h: h.swapaxes(0, 1))
wrong("10c", "M13", "transposed")(lambda h: np.hstack(list(h)).T)
wrong("10c", "sum", "summed")(lambda h: h.sum(axis=0))
wrong("10c", "sum", "mean")(lambda h: h.mean(axis=0))


@wrong("10c", "M18", "transpose() of all")
def _(heads):
    n_heads, n, d = heads.shape
    return heads.T.reshape(n, n_heads * d)


wrong("10c", "M18", "swapaxes(0, 2)")(
    lambda h: h.swapaxes(0, 2).reshape(h.shape[1], -1)
)
wrong("10c", "vstack", "concatenate along words")(
    lambda h: np.concatenate(list(h), axis=0)
)
wrong("10c", None, "ravel")(lambda h: h.ravel())
wrong("10c", "columns", "dstack")(lambda h: np.dstack(list(h)).reshape(h.shape[1], -1))
wrong("10c", "one head", "last head alone")(lambda h: h[-1])

# ------------------------------------------------------------------- 11a

right("11a", "eye")(lambda n, d: 5 * np.eye(n, d))
wrong("11a", "directions", "bits")(
    lambda n, d: np.arange(n)[:, None] >> np.arange(d) & 1
)
wrong("11a", "same rows", "zeros")(lambda n, d: np.zeros((n, d)))
wrong("11a", "shape", "transposed")(lambda n, d: np.eye(d, n))


@wrong("11a", "borrowed", "the package's")
def _(n, d):
    from posenc_lessons import sinusoidal_encoding

    return sinusoidal_encoding(n, d)


wrong("11a", "same rows", "period 12")(lambda n, d: np.eye(12, d)[np.arange(n) % 12])
wrong("11a", "shape", "one row")(lambda n, d: np.arange(d))
wrong("11a", None, "unseeded is fine")(lambda n, d: "eye")

# ------------------------------------------------------------------- 11b

right("11b", "NumPy")({"a": np.False_, "b": np.True_, "c": np.False_})
wrong("11b", "statement", "a")({"a": True, "b": True, "c": False})
wrong("11b", "statement", "c")({"a": False, "b": True, "c": True})
wrong("11b", "statement", "b")({"a": False, "b": False, "c": False})

# ------------------------------------------------------------------- 12a

right("12a", "search")(layouts())
right("12a", "list")(lambda t: list(layouts()(t)))
right("12a", "array")(lambda t: np.array(layouts()(t), dtype=object))


@right("12a", "by looking")
def _(table):
    d = table.shape[1]
    h = d // 2
    halves = (
        abs(table[0, 0] ** 2 + table[0, h] ** 2 - 1) < 1e-06
        and abs(table[7, 1] ** 2 + table[7, h + 1] ** 2 - 1) < 1e-06
        and (abs(table[3, 1] ** 2 + table[3, h + 1] ** 2 - 1) < 1e-06)
    )
    s, c = (table[:, :h], table[:, h:]) if halves else (table[:, ::2], table[:, 1::2])
    step = np.arctan2(
        s[1, -1] * c[0, -1] - c[1, -1] * s[0, -1],
        s[1, -1] * s[0, -1] + c[1, -1] * c[0, -1],
    )
    first = int(round(math.atan2(s[0, 0], c[0, 0]) % (2 * math.pi)))
    return (
        "halves" if halves else "interleaved",
        "to 1" if abs(step - 0.0001) < 1e-07 else "below 1",
        first,
    )


wrong("12a", "layout", "never interleaved")(layouts("halves"))
wrong("12a", "exponents", "only below 1")(layouts(last="below 1"))
wrong("12a", "first", "first is 0 or 1")(layouts(firsts=(0, 1)))
wrong("12a", "first", "first from the sine")(
    lambda t: (*layouts()(t)[:2], round(math.asin(t[0, 0])))
)
wrong("12a", "spelling", "half")(
    lambda t: (layouts()(t)[0].rstrip("s"), *layouts()(t)[1:])
)
wrong("12a", "spelling", "first first")(lambda t: layouts()(t)[::-1])
wrong("12a", "unfinished", "layout alone")(lambda t: layouts()(t)[0])


@wrong("12a", "no return", "nothing for some")
def _(table):
    if abs(table[0, 1] - 1) < 1e-09:
        return ("interleaved", "below 1", 0)


wrong("12a", "tables", "first always 1")(
    lambda t: (
        "halves"
        if abs(t[5, 0] ** 2 + t[5, t.shape[1] // 2] ** 2 - 1) < 1e-09
        else "interleaved",
        "below 1",
        1,
    )
)
wrong("12a", "stops", "unpacked")(lambda t: [a for a, b, c in t])
wrong("12a", "spelling", "to1")(lambda t: ("halves", "to1", 0))

# ------------------------------------------------------------------- 12b


@right("12b H4d", "loop")
def _(table):
    n, d = table.shape
    new = np.zeros((n, d))
    for i in range(d // 2):
        new[:, 2 * i] = table[:, i]
        new[:, 2 * i + 1] = table[:, i + d // 2]
    return new


right("12b H4d", "ravel")(
    lambda t: np.array([np.ravel(np.column_stack(np.split(row, 2))) for row in t])
)


@wrong("12b H4d", "in place", "in place")
def _(table):
    h = table.shape[1] // 2
    table[:, 0::2] = table[:, :h]
    table[:, 1::2] = table[:, h:]
    return table


@wrong("12b H4d", "recomputed", "recomputed")
def _(table):
    n, d = table.shape
    a = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, d)


wrong("12b H4d", "back", "the other way")(
    lambda t: np.concatenate([t[:, ::2], t[:, 1::2]], axis=1)
)


@wrong("12b H4d", "M8", "cosine first")
def _(table):
    h = table.shape[1] // 2
    new = np.empty_like(table)
    new[:, 1::2], new[:, 0::2] = (table[:, :h], table[:, h:])
    return new


wrong("12b H4d", "unchanged", "reshape alone")(lambda t: t.reshape(len(t), -1))
wrong("12b H4d", "half", "sines alone")(lambda t: t[:, : t.shape[1] // 2])
wrong("12b H4d", "rows", "rows interleaved")(
    lambda t: np.concatenate([t[::2], t[1::2]])
)
wrong("12b H4d", "unchanged", "stack along axis 1")(
    lambda t: np.stack(np.split(t, 2, axis=1), axis=1).reshape(t.shape)
)
wrong("12b H4d", "unfinished", "no reshape")(
    lambda t: np.stack(np.split(t, 2, axis=1), axis=-1)
)
right("12b", "transpose")(
    lambda t: (
        t.reshape(t.shape[0], 2, t.shape[1] // 2).transpose(0, 2, 1).reshape(*t.shape)
    )
)
wrong("12b H4d", None, "cosines only from half + 1")(
    lambda t: np.stack(
        [t[:, : t.shape[1] // 2], np.roll(t[:, t.shape[1] // 2 :], 1, axis=1)], -1
    ).reshape(t.shape)
)
wrong("12b H4d", "half", "sines twice")(
    lambda t: np.repeat(t[:, : t.shape[1] // 2], 2, axis=1)
)
wrong("12b H4d", "backwards", "columns reversed")(lambda t: t[:, ::-1])
wrong("12b H4d", None, "sorted")(lambda t: np.sort(t, axis=1))
wrong("12b H4d", "M18", "T.reshape")(lambda t: t.T.reshape(t.shape))
wrong("12b H4d", "M13", "appended")(
    lambda t: np.array(
        [
            c
            for i in range(t.shape[1] // 2)
            for c in (t[:, i], t[:, i + t.shape[1] // 2])
        ]
    )
)

# ------------------------------------------------------------------- 12c

right("12c", "NumPy")({"a": np.False_, "b": np.True_, "c": np.True_})
wrong("12c", "statement", "a")({"a": True, "b": True, "c": True})
wrong("12c", "statement", "b")({"a": False, "b": False, "c": True})

# ------------------------------------------------------------------- H1a

wrong("H1a", "unfinished", "scores")(lambda q, k: q @ k.T / np.sqrt(q.shape[1]))
wrong("H1a", "M20", "no division")(lambda q, k: sm(q @ k.T))
wrong("H1a", "unfinished", "exp alone")(
    lambda q, k: np.exp(q @ k.T / np.sqrt(q.shape[1]))
)
wrong("H1a", "stops", "not transposed")(lambda q, k: sm(q @ k / np.sqrt(q.shape[1])))

# ------------------------------------------------------------------- H1b

right("H1b", "list")(lambda n: [(p + 1) / n for p in range(n)])
right("H1b", "linspace")(lambda n: np.linspace(0, 1, n + 1)[1:])
wrong("H1b", "start", "pos / n")(lambda n: [p / n for p in range(n)])
wrong("H1b", "last", "linspace(0, 1, n)")(lambda n: np.linspace(0, 1, n))
wrong("H1b", "count", "linspace(1/n, 1) without n")(lambda n: np.linspace(1 / n, 1))
wrong("H1b", "integers", "not divided")(lambda n: np.arange(1, n + 1))
wrong("H1b", "short", "arange(1, n)")(lambda n: np.arange(1, n) / n)
wrong("H1b", "M17", "//")(lambda n: np.arange(1, n + 1) // n)
wrong("H1b", "axis", "as a column")(lambda n: (np.arange(1, n + 1) / n)[:, None])
wrong("H1b", "last", "divided by n + 1")(lambda n: np.arange(1, n + 1) / (n + 1))
wrong("H1b", "backwards", "n first")(lambda n: np.arange(n, 0, -1) / n)


@wrong("H1b", "no return", "printed")
def _(n):
    for p in range(n):
        print((p + 1) / n)


wrong("H1b", "early", "return in the loop")(lambda n: 1 / n)
wrong("H1b", "percent", "times 100")(lambda n: 100 * np.arange(1, n + 1) / n)
wrong("H1b", None, "(pos + 0.5) / n")(lambda n: (np.arange(n) + 0.5) / n)
wrong("H1b", "one", "1/n each")(lambda n: np.full(n, 1 / n))
wrong("H1b", "inverse", "n / pos")(lambda n: n / np.arange(1, n + 1))
wrong("H1b", "sum", "divided by the sum")(
    lambda n: np.arange(1, n + 1) / np.arange(1, n + 1).sum()
)
wrong("H1b", "inverse", "1 / (pos + 1)")(lambda n: 1 / np.arange(1, n + 1))

# ------------------------------------------------------------------- H1c

right("H1c", "slice")(lambda x, codes: x + codes[: x.shape[1]])
right("H1c", "None")(lambda x, codes: x + codes[None, : x.shape[1], :])


@right("H1c", "loop in place")
def _(x, codes):
    for s in range(x.shape[0]):
        for p in range(x.shape[1]):
            x[s, p] += codes[p]
    return x


wrong("H1c", "M14", "as given")(lambda x, codes: x + codes[: len(x), None])
wrong("H1c", "M14", "one code a sentence, loop")(
    lambda x, codes: np.array([s + codes[i] for i, s in enumerate(x)])
)
wrong("H1c", "M9", "from 1")(lambda x, codes: x + codes[1 : x.shape[1] + 1])
wrong("H1c", "stops", "codes not cut")(lambda x, codes: x + codes)
wrong("H1c", "M14", "all position 0")(lambda x, codes: x + codes[0])
wrong("H1c", "stops", "cut by sentences")(lambda x, codes: x + codes[: x.shape[0]])
wrong("H1c", "product", "multiplied")(lambda x, codes: x * codes[: x.shape[1]])
wrong("H1c", "M9", "last codes")(lambda x, codes: x + codes[-x.shape[1] :])
wrong("H1c", "backwards", "reversed")(lambda x, codes: x + codes[: x.shape[1]][::-1])
wrong("H1c", "stops", "by d_model")(lambda x, codes: x + codes[: x.shape[2]])
wrong("H1c", "M14", "loop, codes[s]")(lambda x, codes: x + codes[: x.shape[0], None, :])
wrong("H1c", None, "mean code")(lambda x, codes: x + codes.mean(axis=0))
wrong("H1c", "twice", "added twice")(lambda x, codes: x + 2 * codes[: x.shape[1]])
wrong("H1c", "concatenated", "concatenated")(
    lambda x, codes: np.concatenate(
        [x, np.broadcast_to(codes[: x.shape[1]], x.shape)], axis=-1
    )
)
wrong("H1c", "no return", "in place, no return")(
    lambda x, codes: x.__iadd__(codes[: x.shape[1]]) and None if False else None
)

# ------------------------------------------------------------------- H1d
o = own_numbers("H1d", "")
s_ = o["percent"] / 100
p_ = o["norm"] * math.sqrt(s_ / (1 - s_))

right("H1d", "ceil")(math.ceil(p_))
right("H1d", "array")(np.array([int(p_) + 1]))
wrong("H1d", "off by one", "floor")(int(p_))
wrong("H1d", "off by one", "not rounded")(p_)
wrong("H1d", "unit", "norm 1")(int(math.sqrt(s_ / (1 - s_))) + 1)
wrong("H1d", "not squared", "not squared")(int(o["norm"] * s_ / (1 - s_)) + 1)
wrong("H1d", "of the word", "p^2 / norm^2 > share")(int(o["norm"] * math.sqrt(s_)) + 1)
wrong("H1d", None, "percent not divided")(int(o["norm"] * math.sqrt(o["percent"])) + 1)
wrong("H1d", "of the word", "norm * share")(int(o["norm"] * s_) + 1)
wrong("H1d", None, "twice")(2 * (int(o["norm"] * math.sqrt(s_ / (1 - s_))) + 1))
wrong("H1d", None, "one more")(int(o["norm"] * math.sqrt(s_ / (1 - s_))) + 2)

# ------------------------------------------------------------------- H2a


@right("H2a", "loop")
def _(positions, wavelengths):
    t = np.zeros((len(positions), 2 * len(wavelengths)))
    for i, l in enumerate(wavelengths):
        t[:, 2 * i] = np.sin(2 * np.pi * positions / l)
        t[:, 2 * i + 1] = np.cos(2 * np.pi * positions / l)
    return t


right("H2a", "lists")(
    lambda p, l: [
        [f(2 * math.pi * a / b) for b in l for f in (math.sin, math.cos)] for a in p
    ]
)
wrong("H2a", "2pi", "no 2 pi")(wv(lambda p, l: p / l))
wrong("H2a", "M12", "times")(wv(lambda p, l: 2 * np.pi * p * l))
wrong("H2a", "M8", "exchanged")(wv(lambda p, l: 2 * np.pi * p / l, (np.cos, np.sin)))
wrong("H2a", "rows", "row numbers")(
    lambda p, l: wv(lambda p, l: 2 * np.pi * p / l)(np.arange(len(p)), l)
)
wrong("H2a", "half", "pi")(wv(lambda p, l: np.pi * p / l))
wrong("H2a", "2pi", "below the line")(wv(lambda p, l: p / (2 * np.pi * l)))
wrong("H2a", "M9", "from 1")(wv(lambda p, l: 2 * np.pi * (p + 1) / l))
wrong("H2a", "sines only", "sines")(
    wv(lambda p, l: 2 * np.pi * p / l, (np.sin, np.sin))
)
wrong("H2a", "M11", "360")(wv(lambda p, l: 360 * p / l))
wrong("H2a", "argument", "the paper's formula")(
    wv(lambda p, l: p / 10000 ** (2 * np.arange(len(l)) / (2 * len(l))))
)
wrong("H2a", "stops", "no axis")(lambda p, l: np.sin(2 * np.pi * p / l))
wrong("H2a", "M13", "transposed")(
    lambda p, l: wv(lambda p, l: 2 * np.pi * p / l)(p, l).T
)
wrong("H2a", "minus", "minus")(wv(lambda p, l: -2 * np.pi * p / l))
wrong("H2a", None, "wavelength over position")(
    wv(lambda p, l: 2 * np.pi * l / np.maximum(p, 1))
)
wrong("H2a", "M11", "degrees")(wv(lambda p, l: np.radians(2 * np.pi * p / l)))
wrong("H2a", None, "4 pi")(wv(lambda p, l: 4 * np.pi * p / l))
wrong("H2a", "half columns", "cosines missing")(
    lambda p, l: np.sin(2 * np.pi * p[:, None] / l)
)
wrong("H2a", "modulo", "p % l")(wv(lambda p, l: p % l))
wrong("H2a", "backwards", "wavelengths sorted down")(
    lambda p, l: wv(lambda p, l: 2 * np.pi * p / l)(p, l[::-1])
)
wrong("H2a", None, "from the first position")(
    lambda p, l: wv(lambda p, l: 2 * np.pi * p / l)(p - p[0], l)
)
wrong("H2a", "M5+2pi", "halves, no 2 pi")(
    lambda p, l: np.hstack([np.sin(p[:, None] / l), np.cos(p[:, None] / l)])
)

# ------------------------------------------------------------------- H2b


@right("H2b", "loops")
def _(codes):
    pairs = [
        (math.dist(codes[i], codes[j]), i, j)
        for i in range(len(codes))
        for j in range(i + 1, len(codes))
    ]
    return min(pairs)[1:]


@right("H2b", "array")
def _(codes):
    d = ((codes[:, None] - codes) ** 2).sum(-1)
    d[np.diag_indices(len(d))] = np.inf
    return np.sort(np.unravel_index(d.argmin(), d.shape))


wrong("H2b", "itself", "diagonal")(
    lambda c: np.unravel_index(((c[:, None] - c) ** 2).sum(-1).argmin(), (len(c),) * 2)
)
wrong("H2b", "neighbours", "neighbours")(
    lambda c: (
        int(np.linalg.norm(np.diff(c, axis=0), axis=1).argmin()),
        int(np.linalg.norm(np.diff(c, axis=0), axis=1).argmin()) + 1,
    )
)
wrong("H2b", "order", "larger first")(
    lambda c: sorted(np.unravel_index(dist(c).argmin(), (len(c),) * 2))[::-1]
)
wrong("H2b", "distance", "distance")(lambda c: math.sqrt(dist(c).min()))
wrong("H2b", "M9", "from 1")(
    lambda c: tuple(
        int(k) + 1 for k in np.unravel_index(dist(c).argmin(), (len(c),) * 2)
    )
)
wrong("H2b", "flat", "flat argmin")(lambda c: int(dist(c).argmin()))
wrong("H2b", "itself", "no squares")(
    lambda c: np.unravel_index(
        (
            np.abs((c[:, None] - c).sum(-1))
            + np.diag([np.inf] * len(c)).clip(0) * 0
            + np.where(np.eye(len(c)), 1000000000.0, 0)
        ).argmin(),
        (len(c),) * 2,
    )
)
wrong("H2b", "metric", "Manhattan")(
    lambda c: np.unravel_index(
        (
            np.abs(c[:, None] - c).sum(-1) + np.where(np.eye(len(c)), 1000000000.0, 0)
        ).argmin(),
        (len(c),) * 2,
    )
)
wrong("H2b", "metric", "largest dot product")(
    lambda c: np.unravel_index(
        (c @ c.T - np.where(np.eye(len(c)), 1000000000.0, 0)).argmax(), (len(c),) * 2
    )
)
wrong("H2b", "long", "with the distance")(
    lambda c: (*np.unravel_index(dist(c).argmin(), (len(c),) * 2), 0.1)
)
wrong("H2b", "one column", "first column")(
    lambda c: np.unravel_index(
        (
            np.abs(c[:, None, 0] - c[:, 0]) + np.where(np.eye(len(c)), 1000000000.0, 0)
        ).argmin(),
        (len(c),) * 2,
    )
)
wrong("H2b", "to the first", "closest to row 0")(
    lambda c: (0, int(dist(c)[0].argmin()))
)
wrong("H2b", "farthest", "farthest")(
    lambda c: np.unravel_index(((c[:, None] - c) ** 2).sum(-1).argmax(), (len(c),) * 2)
)
wrong("H2b", "metric", "norm of lengths")(
    lambda c: (
        lambda n: np.unravel_index(
            (np.abs(n[:, None] - n) + np.diag([9000000000.0] * len(c))).argmin(),
            (len(c),) * 2,
        )
    )(np.linalg.norm(c, axis=1))
)
wrong("H2b", None, "two smallest rows")(
    lambda c: np.sort(np.argsort(np.linalg.norm(c, axis=1))[:2])
)
wrong("H2b", None, "columns compared")(
    lambda c: np.unravel_index(
        (
            ((c.T[:, None] - c.T) ** 2).sum(-1) + np.diag([9000000000.0] * c.shape[1])
        ).argmin(),
        (c.shape[1],) * 2,
    )
)
wrong("H2b", "order", "as min of list")(
    lambda c: min(
        (distances(c)[i, j], j, i) for i in range(len(c)) for j in range(i + 1, len(c))
    )[1:]
)
wrong("H2b", None, "last of ties")(lambda c: (0, 1))
wrong("H2b", "no return", "prints")(
    lambda c: print(np.unravel_index(distances(c).argmin(), (len(c),) * 2))
)

# ------------------------------------------------------------------- H2c

right("H2c", "mended")(lambda n, base: base ** (-(np.arange(n) / n)))
right("H2c", "list")(lambda n, base: [base ** (-i / n) for i in range(n)])
wrong("H2c", "M4", "given")(
    lambda n, base: base ** (-(np.arange(n) // n).astype(float))
)
wrong("H2c", "M12", "no minus")(lambda n, base: base ** (np.arange(n) / n))
wrong("H2c", "M6", "n - 1")(lambda n, base: base ** (-(np.arange(n) / max(n - 1, 1))))
wrong("H2c", "M9", "from 1")(lambda n, base: base ** (-(np.arange(1, n + 1) / n)))
wrong("H2c", "M1", "2 i")(lambda n, base: base ** (-(2 * np.arange(n) / n)))
wrong("H2c", "M2", "2 n")(lambda n, base: base ** (-(np.arange(n) / (2 * n))))
wrong("H2c", "brackets", "1 / base * i / n")(
    lambda n, base: 1 / base * np.arange(n) / n
)
wrong("H2c", "M7", "exp")(lambda n, base: np.exp(-np.arange(n) / n))
wrong("H2c", "M7", "10000")(lambda n, base: 10000.0 ** (-np.arange(n) / n))
wrong("H2c", "M4", "int after the division")(
    lambda n, base: base ** (-(np.arange(n) / n).astype(int).astype(float))
)
wrong("H2c", "wavelength", "inverse 2 pi")(
    lambda n, base: 2 * np.pi * base ** (np.arange(n) / n)
)
wrong("H2c", "M4", "integers")(
    lambda n, base: np.array([int(base) ** (-i // n) for i in range(n)], dtype=float)
)
wrong("H2c", "linear", "1 - i/n")(lambda n, base: 1 - np.arange(n) / n)
wrong("H2c", "linear", "linspace(1, 1/base)")(
    lambda n, base: np.linspace(1, 1 / base, n)
)
wrong("H2c", None, "1 / (base * i)")(lambda n, base: 1 / (1 + base * np.arange(n)))
wrong("H2c", None, "base ** (-1/n)")(lambda n, base: np.full(n, base ** (-1 / n)))
wrong("H2c", "backwards", "reversed")(
    lambda n, base: (base ** (-(np.arange(n) / n)))[::-1]
)

# ------------------------------------------------------------------- H2d
o = own_numbers("H2d", "")
L = math.lcm(*o.values())

right("H2d", "lcm")(L)
right("H2d", "float")(float(L))
wrong("H2d", "product", "product")(o["short"] * o["long"])
wrong("H2d", "long", "long")(o["long"])
wrong("H2d", "short", "short")(o["short"])
wrong("H2d", "sum", "sum")(sum(o.values()))
wrong("H2d", "gcd", "gcd")(math.gcd(*o.values()))
wrong("H2d", "later", "twice")(2 * L)
wrong("H2d", "2pi", "2 pi lcm")(2 * math.pi * L)
wrong("H2d", None, "0")(0)
wrong("H2d", "not whole", "beat")(
    o["short"] * o["long"] / (o["long"] - o["short"]) + 0.5
    if o["short"] * o["long"] / (o["long"] - o["short"]) == L
    else o["short"] * o["long"] / (o["long"] - o["short"])
)
wrong("H2d", "gcd", "difference")(o["long"] - o["short"])
wrong("H2d", "product", "3 lcm")(3 * math.lcm(*o.values()))
wrong("H2d", "short", "2 short")(2 * o["short"])

# ------------------------------------------------------------------- H3b
o = own_numbers("H3b", "")
t_ = 10000 ** (2 * o["pair"] / o["d_model"])

right("H3b", "formula")(2 * math.pi * t_)
right("H3b", "five digits")(float(f"{2 * math.pi * t_:.5g}"))
right("H3b", "float32")(np.float32(2 * np.pi * t_))
wrong("H3b", "2pi", "no 2 pi")(t_)
wrong("H3b", "M2", "i / d")(2 * math.pi * 10000 ** (o["pair"] / o["d_model"]))
wrong("H3b", "frequency", "frequency")(1 / t_)
wrong("H3b", "half", "pi")(math.pi * t_)
wrong("H3b", "M1", "4i")(2 * math.pi * t_**2)
wrong("H3b", "pairs", "pair + 1")(
    2 * math.pi * 10000 ** (2 * (o["pair"] + 1) / o["d_model"])
)
wrong("H3b", "brackets", "precedence")(
    2 * math.pi * 10000**2 * o["pair"] / o["d_model"]
)
wrong("H3b", "M12", "minus")(2 * math.pi / t_)
wrong("H3b", "M7", "base 1000")(2 * math.pi * 1000 ** (2 * o["pair"] / o["d_model"]))
wrong("H3b", "M6", "d - 2")(2 * math.pi * 10000 ** (2 * o["pair"] / (o["d_model"] - 2)))
wrong("H3b", "rounded", "rounded")(
    round(2 * math.pi * t_)
    if abs(round(2 * math.pi * t_) / (2 * math.pi * t_) - 1) > 0.001
    else 3 * t_ * 2
)
wrong("H3b", "M11", "360")(360 * t_)
wrong("H3b", "pairs", "pair - 1")(
    2 * math.pi * 10000 ** (2 * (o["pair"] - 1) / o["d_model"])
)
wrong("H3b", None, "pi squared")(math.pi**2 * t_)

# ------------------------------------------------------------------- H3c

right("H3c", "float32")(
    lambda k, d: blocks(lambda c, s: [[c, s], [-s, c]])(np.float32(k), d).astype(
        np.float32
    )
)
wrong("H3c", "sign", "given")(blocks(lambda c, s: [[c, -s], [s, c]]))
wrong("H3c", "sign", "both plus")(blocks(lambda c, s: [[c, s], [s, c]]))
wrong("H3c", "sign", "both minus")(blocks(lambda c, s: [[c, -s], [-s, c]]))
wrong("H3c", "M8", "exchanged")(blocks(lambda c, s: [[s, c], [-c, s]]))
wrong("H3c", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))
wrong("H3c", "abs", "abs(k)")(blocks(lambda c, s: [[c, s], [-s, c]], abs))
wrong("H3c", "sign", "two changes")(blocks(lambda c, s: [[c, -s], [s, c]]))


@wrong("H3c", "M2", "i / d")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (i / d_model)
        c, s = (np.cos(a), np.sin(a))
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]
    return m


@wrong("H3c", "no return", "return lost")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = (np.cos(a), np.sin(a))
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]


@wrong("H3c", "early", "return in the loop")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = (np.cos(a), np.sin(a))
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]
        return m


wrong("H3c", "M5", "in halves")(
    lambda k, d: (
        lambda a: np.block(
            [
                [np.diag(np.cos(a)), np.diag(np.sin(a))],
                [-np.diag(np.sin(a)), np.diag(np.cos(a))],
            ]
        )
    )(k / 10000 ** (np.arange(0, d, 2) / d))
)
wrong("H3c", "twice", "2k")(
    blocks_at(
        lambda c, s: [[c, s], [-s, c]], lambda k, i, d: 2 * k / 10000 ** (2 * i / d)
    )
)
wrong("H3c", "M1", "4i")(
    blocks_at(lambda c, s: [[c, s], [-s, c]], lambda k, i, d: k / 10000 ** (4 * i / d))
)
wrong("H3c", "cosines", "sines 0")(blocks_at(lambda c, s: [[c, 0], [0, c]]))
wrong("H3c", "M12", "times")(
    blocks_at(lambda c, s: [[c, s], [-s, c]], lambda k, i, d: k * 10000 ** (2 * i / d))
)
wrong("H3c", "M4", "k alone")(
    blocks_at(lambda c, s: [[c, s], [-s, c]], lambda k, i, d: k)
)

# ------------------------------------------------------------------- H4c
o = own_numbers("H4c", "")
c_ = o["spread"] ** 2 * math.sqrt(o["d_k"])

right("H4c", "formula")(c_)
right("H4c", "Decimal")(Decimal(str(c_)))
right("H4c", "nearly")(c_ * 1.0002)
wrong("H4c", "M20", "sqrt(d_k)")(math.sqrt(o["d_k"]))
wrong("H4c", "spread", "spread once")(o["spread"] * math.sqrt(o["d_k"]))
wrong("H4c", "M20", "variance")(c_**2)
wrong("H4c", "M20", "d_k")(o["d_k"])
wrong("H4c", "M20", "spread^2 d_k")(o["spread"] ** 2 * o["d_k"])
wrong("H4c", "M20", "inverse")(1 / c_)
wrong("H4c", "spread", "sum of variances")(math.sqrt(2 * o["d_k"]) * o["spread"])
wrong("H4c", "spread", "fourth power")(o["spread"] ** 4 * math.sqrt(o["d_k"]))
wrong("H4c", "spread", "root of the spread")(math.sqrt(o["spread"] * o["d_k"]))
wrong("H4c", "M20", "no root")(o["spread"] ** 2 * o["d_k"])
wrong("H4c", "spread", "spread + sqrt")(o["spread"] + math.sqrt(o["d_k"]))
wrong("H4c", None, "spread^3")(o["spread"] ** 3 * math.sqrt(o["d_k"]))
