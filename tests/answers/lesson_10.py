"""Answers to the exercises of lesson 10."""

import numpy as np

from tests.answers import right, wrong

right("10a", "product")(4 * 768 * 768)
wrong("10a", "biases", "with biases", says="counted biases")(4 * 768**2 + 4 * 768)
wrong("10a", "rounded", "2.36 million")(2360000.0)

right("10b", "transpose")(lambda x, h: x.reshape(x.shape[0], h, -1).transpose(1, 0, 2))
wrong("10b", "shape", "rows cut")(
    lambda x, h: np.array(np.array_split(x, h, axis=0), dtype=object)
)
wrong("10b", "heads", "all columns to each head")(lambda x, h: np.stack([x] * h))

right("10c", "hstack")(lambda h: np.hstack([x for x in h]))
wrong("10c", "vstack", "vstack")(lambda h: np.vstack(list(h)))

wrong("10b", "M18", "reshaped twice", says="in another part along the first axis")(
    lambda x, h: x.reshape(h, len(x), -1).swapaxes(0, 1).reshape(h, len(x), -1)
)
wrong("10c", "M18", "the last axis first", says="are in another row")(
    lambda heads: heads.transpose(2, 0, 1).reshape(heads.shape[1], -1)
)
