"""The conclusions of the notebook on two spellings, tested where they could fail."""

import numpy as np

from posenc_lessons import softmax
from tests.claims import claim, functions_of

on_itself = functions_of("curious/14_two_spellings")["on_itself"]


@claim("With the mask, they are the same", "Without a mask, they differ")
def a_number_for_each_column_does():
    for seed, n, slope in (0, 50, 0.5), (1, 300, 1 / 16), (2, 20, 1 / 256):
        scores = np.random.default_rng(seed).normal(size=(n, n))
        distance = np.arange(n)[:, None] - np.arange(n)
        for hidden, same in (distance < 0, True), (distance < -n, False):
            rows, columns = (
                softmax(np.where(hidden, -1e9, scores + bias))
                for bias in (-slope * np.abs(distance), slope * np.arange(n))
            )
            assert (np.abs(rows - columns).max() < 1e-12) == same


@claim(
    "By distance, rounding does no harm, because the prices of nearby words are small "
    "numbers.",
    "Rounded by column, attention depends on the position",
)
def short_numbers_merge_columns():
    for slope in (1 / 2, 1 / 4):
        rows = [np.arange(last + 1) for last in range(2024, 2064)]
        exact = [softmax((j - j[-1]) * slope)[-1] for j in rows]
        by_distance = [on_itself((j - j[-1]) * slope) for j in rows]
        assert np.abs(np.subtract(by_distance, exact)).max() < 1e-6
        assert np.ptp([on_itself(j * slope) for j in rows]) > 0.4
