"""Answers to the exercises of lesson 10."""

import numpy as np

from tests.answers import right, wrong

right("10a", "product")(4 * 768 * 768)
wrong("10a", "rounded", "2.36 million")(2360000.0)

right("10b", "transpose")(lambda x, h: x.reshape(x.shape[0], h, -1).transpose(1, 0, 2))

right("10c", "hstack")(lambda h: np.hstack([x for x in h]))

wrong("10b", "M18", "reshaped twice", says="in another part along the first axis")(
    lambda x, h: x.reshape(h, len(x), -1).swapaxes(0, 1).reshape(h, len(x), -1)
)
