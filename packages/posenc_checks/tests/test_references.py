"""The references written in Markdown are the course's functions."""

import functools

import numpy as np
import pytest
from posenc_checks import EXERCISES

from posenc_lessons.mathematics.attention import scaled_dot_product_attention
from posenc_lessons.mathematics.heads import join_heads, split_heads
from posenc_lessons.mathematics.rotary import rotate

FUNCTIONS = {
    "9b": scaled_dot_product_attention,
    "10b": split_heads,
    "10c": join_heads,
    "13a": functools.partial(rotate, layout="halves"),
}


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_reference_is_the_courses_function(exercise):
    table = EXERCISES[exercise]
    for seed in range(3):
        for case in table.draw(np.random.default_rng(seed)):
            expected = FUNCTIONS[exercise](*case)
            np.testing.assert_allclose(table.reference(*case), expected, atol=1e-12)
