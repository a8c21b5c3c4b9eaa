"""Answers to the exercises of lesson 10."""

import numpy as np

from tests.answers import right, wrong

# ---------------------------------------------------------------------------------- 10a
right("10a", "product")(4 * 768 * 768)
right("10a", "sum")(3 * 12 * 768 * 64 + 768 * 768)
wrong("10a", "biases", "with biases", says="counted biases")(4 * 768**2 + 4 * 768)
wrong("10a", "64", "64 x 64 and W_O")(12 * 3 * 64 * 64 + 768**2)
wrong("10a", "512", "of lesson's 512")(4 * 512**2)
right("10a", "float")(4 * 768.0**2)
wrong("10a", "64", "four matrices of 64 x 64 a head", says="64 x 64")(4 * 12 * 64 * 64)
wrong("10a", "64", "three of 64 x 64 a head", says="64 x 64")(36 * 64**2)
wrong("10a", "64", "queries, keys and values of one head", says="in one head")(
    3 * 768 * 64
)
wrong("10a", "64", "a twelfth", says="in one head")(768**2 // 3)
wrong("10a", "rounded", "2.36 million")(2360000.0)
wrong("10a", "heads", "three matrices a head, all 768 x 768")(36 * 768**2)

wrong("10a", "W_O", "W_O of one head")(3 * 768 * 768 + 64 * 768)
wrong("10a", "square", "768 + 768")(4 * (768 + 768))


# ---------------------------------------------------------------------------------- 10b
right("10b", "transpose")(lambda x, h: x.reshape(x.shape[0], h, -1).transpose(1, 0, 2))


right("10b", "array_split")(lambda x, h: np.stack(np.hsplit(x, h)))
wrong("10b", "given", "-1")(lambda x, h: x.reshape(h, len(x), -1))
wrong("10b", "shape", "rows cut")(
    lambda x, h: np.array(np.array_split(x, h, axis=0), dtype=object)
)


right("10b", "einops style")(
    lambda x, h: np.einsum("nhd->hnd", x.reshape(len(x), h, -1))
)
wrong("10b", "heads", "all columns to each head")(lambda x, h: np.stack([x] * h))
wrong("10b", "M18", "(n, h, d) right otherwise")(lambda x, h: x.reshape(len(x), h, -1))

wrong("10b", "one head", "head 0 again and again")(
    lambda x, h: [x[:, : x.shape[1] // h] for _ in range(h)]
)

wrong("10b", "stops", "split along the words", says="Without axis=1, the rows")(
    lambda x, h: np.array(np.split(x, h, axis=0))
)
wrong("10b", "count", "two heads", says="always make 2 heads")(
    lambda x, h: np.stack(np.hsplit(x, 2))
)


@wrong("10b", "early", "one head returned in the loop", says="only the first head")
def _(x, h):
    for i in range(h):
        return x[:, i * x.shape[1] // h : (i + 1) * x.shape[1] // h]


# ---------------------------------------------------------------------------------- 10c
right("10c", "swapaxes")(lambda h: h.swapaxes(0, 1).reshape(h.shape[1], -1))
right("10c", "hstack")(lambda h: np.hstack([x for x in h]))
right("10c", "einsum")(
    lambda h: np.einsum("hnd->nhd", h).reshape(h.shape[1], h.shape[0] * h.shape[2])
)
wrong("10c", "vstack", "vstack")(lambda h: np.vstack(list(h)))
wrong("10c", "sum", "mean")(lambda h: h.mean(axis=0))


wrong("10c", "axis", "ravel")(lambda h: h.ravel())
wrong("10c", "columns", "dstack")(lambda h: np.dstack(list(h)).reshape(h.shape[1], -1))

wrong("10c", "one head", "head 0")(lambda h: h[0])

wrong("10c", "mean", "mean tiled")(lambda h: np.hstack([h.mean(axis=0)] * len(h)))
wrong("10c", "M18", "reshaped, then transposed", says="cannot undo that")(
    lambda h: h.reshape(h.shape[0] * h.shape[2], h.shape[1]).T
)


# More answers to 10b


@right("10b", "reshape and swapaxes")
def _(x, n_heads):
    return np.swapaxes(np.reshape(x, (len(x), n_heads, -1)), 0, 1)


@right("10b", "with np.split")
def split(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=1))


@right("10b", "with einsum")
def _(x, n_heads):
    return np.einsum("nhd->hnd", x.reshape(x.shape[0], n_heads, -1))


@right("10b", "transposed first")
def _(x, n_heads):
    n, d_model = x.shape
    return x.T.reshape(n_heads, d_model // n_heads, n).transpose(0, 2, 1)


@wrong("10b", "columns", "heads backwards")
def _(x, n_heads):
    return split(x, n_heads)[::-1]


@wrong("10b", "unfinished", "all zeros")
def _(x, n_heads):
    return np.zeros((n_heads, len(x), x.shape[1] // n_heads))


@wrong("10b", "backwards", "words backwards")
def _(x, n_heads):
    return split(x[::-1], n_heads)


@wrong("10b", None, "hundredth off")
def _(x, n_heads):
    return split(x, n_heads) + 0.01


wrong("10b", "M13", "all axes turned round")(lambda x, n_heads: split(x, n_heads).T)
wrong("10b", "M17", "an array of integers")(
    lambda x, n_heads: split(x, n_heads).astype(int)
)


wrong("10c", "M14", "last head again")(lambda h: np.concatenate([h[-1]] * len(h), 1))


wrong("10b", "M18", "reshaped twice", says="in another part along the first axis")(
    lambda x, h: x.reshape(h, len(x), -1).swapaxes(0, 1).reshape(h, len(x), -1)
)
wrong("10c", "M18", "the last axis first", says="are in another row")(
    lambda heads: heads.transpose(2, 0, 1).reshape(heads.shape[1], -1)
)
