"""Slips in the angular frequencies, tested in each exercise that uses them."""

import numpy as np
from hintcheck import Ingredient, read_edits

from posenc_lessons.mathematics.sinusoids import angular_frequencies

EDITS = read_edits(__file__, {"np": np})
FREQUENCIES = Ingredient(angular_frequencies, EDITS["angular_frequencies"]["mistakes"])
