"""The table made by rotations: equal to the formula, for every size and base."""

import numpy as np
import pytest

from posenc_lessons import rotated_encoding, sinusoidal_encoding
from tests.test_sinusoids import SIZES


@SIZES
@pytest.mark.parametrize("base", [10000.0, 100.0, 1.0, 1e300])
def test_equals_the_formula(n_positions, d_model, base):
    table = rotated_encoding(n_positions, d_model, base=base)
    expected = sinusoidal_encoding(n_positions, d_model, base=base)
    np.testing.assert_allclose(table, expected, atol=1e-12)
    assert not np.signbit(table[0]).any()


def test_stays_exact_over_many_doublings():
    table = rotated_encoding(10**6, 2)
    expected = sinusoidal_encoding(10**6, 2)
    np.testing.assert_allclose(table, expected, atol=1e-9)
