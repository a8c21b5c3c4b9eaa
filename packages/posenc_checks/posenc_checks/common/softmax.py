"""Slips in the softmax, tested in each exercise that uses it."""

import numpy as np
from hintcheck import Ingredient, read_edits

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, {"np": np, "softmax": softmax})
SOFTMAX = Ingredient(softmax, EDITS["softmax"]["mistakes"])
