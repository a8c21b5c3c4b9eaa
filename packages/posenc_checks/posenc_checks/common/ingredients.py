"""Slips in functions that many exercises use, tested in each of these exercises."""

import numpy as np
from hintcheck import Ingredient, read_edits

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.sinusoids import angular_frequencies

EDITS = read_edits(__file__, {"np": np, "softmax": softmax})
INGREDIENTS = [
    Ingredient(function, EDITS[function.__name__]["mistakes"])
    for function in (angular_frequencies, softmax)
]
