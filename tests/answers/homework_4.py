"""Answers to the exercises of homework 4.

Those that 9b, 10b and 12b take too stand in the files of their lessons.
"""

import math
from decimal import Decimal

import numpy as np

from posenc_lessons import own_numbers
from tests.answers import right, wrong

# ---------------------------------------------------------------------------------- H4a


@right("H4a", "plain numpy")
def _(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ value


@right("H4a", "max subtracted")
def _(query, key, value):
    def softmax(x):
        x = x - np.max(x, axis=-1, keepdims=True)
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)

    d_k = query.shape[-1]
    return softmax(np.matmul(query, np.swapaxes(key, -1, -2)) / math.sqrt(d_k)) @ value


@right("H4a", "with plain loops")
def _(query, key, value):
    m, n, d_k = len(query), len(key), len(key[0])
    out = np.zeros((m, len(value[0])))
    for a in range(m):
        s = [
            sum(query[a][c] * key[b][c] for c in range(d_k)) / math.sqrt(d_k)
            for b in range(n)
        ]
        e = [math.exp(x - max(s)) for x in s]
        for b in range(n):
            out[a] += e[b] / sum(e) * np.asarray(value[b])
    return out


@right("H4a", "in float32")
def _(query, key, value):
    q, k, v = (np.asarray(x, dtype=np.float32) for x in (query, key, value))
    s = q @ k.T * np.float32(q.shape[1] ** -0.5)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ v


@right("H4a", "with einsum")
def einsum(query, key, value):
    s = np.einsum("qd,kd->qk", query, key) / key.shape[1] ** 0.5
    w = np.exp(s - s.max(1)[:, None])
    return np.einsum("qk,kv->qv", w, value) / w.sum(1)[:, None]


@right("H4a", "one query at a time")
def _(query, key, value):
    rows = []
    for q in query:
        s = key @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        rows.append((w / w.sum()) @ value)
    return np.vstack(rows)


@wrong("H4a", "M19", "axis zero")
def _(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return (e / e.sum(axis=0)) @ value


@wrong("H4a", "M19", "softmax helper")
def _(query, key, value):
    def softmax(x):
        e = np.exp(x - x.max(axis=0, keepdims=True))
        return e / e.sum(axis=0, keepdims=True)

    return softmax(query @ key.T / math.sqrt(query.shape[1])) @ value


@wrong("H4a", "M19", "transposed scores")
def _(query, key, value):
    s = key @ query.T / np.sqrt(query.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)).T @ value


@wrong("H4a", "M20", "divided by d_k")
def _(query, key, value):
    s = query @ key.T / key.shape[1]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


@wrong("H4a", "M20", "no division")
def _(query, key, value):
    s = query @ key.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


@wrong("H4a", "M20", "divided by sqrt of d_v")
def _(query, key, value):
    s = query @ key.T / np.sqrt(value.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


@wrong("H4a", "M20", "root of length")
def _(query, key, value):
    s = query @ key.T / math.sqrt(len(key))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


@wrong("H4a", "M19+M20", "both, transposed at last")
def _(query, key, value):
    s = query @ key.T / key.shape[1]
    e = np.exp(s)
    return e / e.sum(axis=0, keepdims=True) @ value


@wrong("H4a", "unfinished", "no softmax")
def _(query, key, value):
    return query @ key.T / np.sqrt(key.shape[1]) @ value


@wrong("H4a", "mean", "average of values")
def _(query, key, value):
    return np.tile(value.mean(axis=0), (len(query), 1))


@wrong("H4a", "unfinished", "all zeros")
def _(query, key, value):
    return np.zeros((len(query), value.shape[1]))


@wrong("H4a", "hard", "best value only")
def _(query, key, value):
    return value[np.argmax(query @ key.T, axis=1)]


@wrong("H4a", "unfinished", "weights forgot values")
def _(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True)


@wrong("H4a", "unfinished", "exp not normalised")
def _(query, key, value):
    return np.exp(query @ key.T / np.sqrt(key.shape[1])) @ value


@wrong("H4a", None, "hundredth off")
def _(query, key, value):
    return einsum(query, key, value) + 0.01


@wrong("H4a", "minus", "negative scores")
def _(query, key, value):
    return einsum(-query, key, value)


def row_by_row(first=0, last=None):
    """Return attention that leaves some rows at 0."""

    def f(query, key, value):
        table = np.zeros((len(query), value.shape[1]))
        for row in range(len(query))[first:last]:
            table[row] = einsum(query[row : row + 1], key, value)[0]
        return table

    return f


wrong("H4a", "short", "from the second query on")(row_by_row(first=1))
wrong("H4a", "short", "without the last query")(row_by_row(last=-1))
wrong("H4a", "rounded", "two digits")(lambda q, k, v: einsum(q, k, v).round(2))
wrong("H4a", "axis", "ravel")(lambda q, k, v: einsum(q, k, v).ravel())


@wrong("H4a", "early", "return in the loop, the table")
def _(query, key, value):
    table = np.zeros((len(query), value.shape[1]))
    for row in range(len(query)):
        table[row] = einsum(query[row : row + 1], key, value)[0]
        return table


@wrong("H4a", "early", "return in the loop, the row")
def _(query, key, value):
    for row in query:
        return einsum(row[None], key, value)[0]


# ---------------------------------------------------------------------------------- H4b


@right("H4b", "reshape transpose")
def _(x, n_heads):
    n, d_model = x.shape
    return x.reshape(n, n_heads, d_model // n_heads).transpose(1, 0, 2)


@right("H4b", "reshape and swapaxes")
def _(x, n_heads):
    return np.swapaxes(np.reshape(x, (len(x), n_heads, -1)), 0, 1)


@right("H4b", "with slices")
def _(x, n_heads):
    d_head = x.shape[1] // n_heads
    return np.array([x[:, h * d_head : (h + 1) * d_head] for h in range(n_heads)])


@right("H4b", "with np.split")
def split(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=1))


@right("H4b", "with plain loops")
def _(x, n_heads):
    n, d_model = x.shape
    d_head = d_model // n_heads
    out = np.zeros((n_heads, n, d_head))
    for h in range(n_heads):
        for w in range(n):
            for c in range(d_head):
                out[h, w, c] = x[w, h * d_head + c]
    return out


@right("H4b", "with einsum")
def _(x, n_heads):
    return np.einsum("nhd->hnd", x.reshape(x.shape[0], n_heads, -1))


@right("H4b", "transposed first")
def _(x, n_heads):
    n, d_model = x.shape
    return x.T.reshape(n_heads, d_model // n_heads, n).transpose(0, 2, 1)


@wrong("H4b", "M18", "wrong transpose")
def _(x, n_heads):
    return x.T.reshape(n_heads, x.shape[0], -1)


@wrong("H4b", "M18", "with reshape")
def _(x, n_heads):
    n, d_model = x.shape
    return x.reshape(n_heads, n, d_model // n_heads)


@wrong("H4b", "M18", "with minus one")
def _(x, n_heads):
    return np.reshape(x, (n_heads, len(x), -1))


@wrong("H4b", "M18", "flat counter")
def _(x, n_heads):
    n, d_model = x.shape
    out = np.zeros(n_heads * n * (d_model // n_heads))
    for place, number in enumerate(x.flatten()):
        out[place] = number
    return out.reshape(n_heads, n, d_model // n_heads)


@wrong("H4b", "M18", "split of flat")
def _(x, n_heads):
    parts = np.split(x.ravel(), n_heads)
    return np.stack([part.reshape(len(x), -1) for part in parts])


@wrong("H4b", "M18", "reshape only")
def _(x, n_heads):
    return x.reshape(x.shape[0], n_heads, x.shape[1] // n_heads)


@wrong("H4b", "columns", "every nth column")
def _(x, n_heads):
    return np.stack([x[:, h::n_heads] for h in range(n_heads)])


@wrong("H4b", "columns", "heads backwards")
def _(x, n_heads):
    return split(x, n_heads)[::-1]


@wrong("H4b", "one head", "first head repeated")
def _(x, n_heads):
    d_head = x.shape[1] // n_heads
    return np.stack([x[:, :d_head]] * n_heads)


@wrong("H4b", "unfinished", "all zeros")
def _(x, n_heads):
    return np.zeros((n_heads, len(x), x.shape[1] // n_heads))


@wrong("H4b", "backwards", "words backwards")
def _(x, n_heads):
    return split(x[::-1], n_heads)


@wrong("H4b", None, "hundredth off")
def _(x, n_heads):
    return split(x, n_heads) + 0.01


wrong("H4b", "M13", "all axes turned round")(lambda x, n_heads: split(x, n_heads).T)
wrong("H4b", "M17", "an array of integers")(
    lambda x, n_heads: split(x, n_heads).astype(int)
)


# ---------------------------------------------------------------------------------- H4c
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
wrong("H4c", "spread", "spread + sqrt")(o["spread"] + math.sqrt(o["d_k"]))
wrong("H4c", None, "spread^3")(o["spread"] ** 3 * math.sqrt(o["d_k"]))
wrong("H4c", "M20", "spreads added, for these numbers d_k")(
    (o["spread"] + o["spread"]) * math.sqrt(o["d_k"])
)

wrong("H4c", "spread", "spreads below the line")(math.sqrt(o["d_k"]) / o["spread"] ** 2)
wrong("H4c", "M20", "d_k squared")(o["spread"] ** 2 * o["d_k"] ** 2)
wrong("H4c", "spread", "divided by the spread")(math.sqrt(o["d_k"]) / o["spread"])
wrong("H4c", "M20", "spread times d_k", says="the root enters")(o["spread"] * o["d_k"])
wrong("H4c", "M20", "the root of 512", says="the paper's d_model")(math.sqrt(512))


# ---------------------------------------------------------------------------------- H4d


@right("H4d", "with slices")
def slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:]
    return out


@right("H4d", "with np.stack")
def _(table):
    half = table.shape[-1] // 2
    return np.stack([table[:, :half], table[:, half:]], axis=-1).reshape(table.shape)


@right("H4d", "column order")
def _(table):
    half = table.shape[1] // 2
    order = [c for i in range(half) for c in (i, half + i)]
    return table[:, order]


@right("H4d", "with plain loops")
def _(table):
    n, d = np.shape(table)
    out = np.zeros((n, d))
    for r in range(n):
        for i in range(d // 2):
            out[r, 2 * i] = table[r, i]
            out[r, 2 * i + 1] = table[r, i + d // 2]
    return out


@right("H4d", "reshape transpose")
def _(table):
    n, d = table.shape
    return table.reshape(n, 2, d // 2).transpose(0, 2, 1).reshape(n, d)


@right("H4d", "zip columns")
def _(table):
    sines, cosines = np.hsplit(table, 2)
    pairs = zip(sines.T, cosines.T, strict=True)
    return np.column_stack([c for pair in pairs for c in pair])


@right("H4d", "fancy index")
def _(table):
    d = table.shape[1]
    return table[:, np.arange(d).reshape(2, -1).T.ravel()]


@wrong("H4d", "back", "with concatenate")
def _(table):
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


@wrong("H4d", "back", "with slices")
def _(table):
    half = table.shape[1] // 2
    out = np.zeros_like(table)
    out[:, :half] = table[:, ::2]
    out[:, half:] = table[:, 1::2]
    return out


@wrong("H4d", "back", "with reshape")
def _(table):
    n, d = table.shape
    return table.reshape(n, d // 2, 2).swapaxes(1, 2).reshape(n, d)


@wrong("H4d", "unchanged", "the table itself")
def _(table):
    return table


@wrong("H4d", "unchanged", "a plain copy")
def _(table):
    return np.array(table)


@wrong("H4d", "unchanged", "half by half")
def _(table):
    half = table.shape[1] // 2
    return np.hstack([table[:, :half], table[:, half:]])


@wrong("H4d", "M8", "with slices")
def _(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 1::2] = table[:, :half]
    out[:, 0::2] = table[:, half:]
    return out


@wrong("H4d", "M8", "with np.stack")
def _(table):
    sines, cosines = np.split(table, 2, axis=1)
    return np.stack([cosines, sines], axis=2).reshape(len(table), -1)


@wrong("H4d", "backwards", "columns flipped")
def _(table):
    return table[:, ::-1]


@wrong("H4d", "columns", "halves exchanged")
def _(table):
    half = table.shape[1] // 2
    return np.hstack([table[:, half:], table[:, :half]])


@wrong("H4d", "unfinished", "all zeros")
def _(table):
    return np.zeros_like(table)


@wrong("H4d", "backwards", "second half backwards")
def _(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:][:, ::-1]
    return out


@wrong("H4d", "half", "sines twice")
def _(table):
    return np.repeat(table[:, : table.shape[1] // 2], 2, axis=1)


@wrong("H4d", None, "hundredth off")
def _(table):
    return slices(table) + 0.01


@wrong("H4d", None, "cosines negated")
def _(table):
    out = slices(table)
    out[:, 1::2] *= -1
    return out
