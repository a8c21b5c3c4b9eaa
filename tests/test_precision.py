"""Short number formats, compared with those of NumPy and ml_dtypes."""

import ml_dtypes
import numpy as np
import pytest

from posenc_lessons import round_to
from posenc_lessons.mathematics.precision import FORMATS

REFERENCE = {
    "float32": np.float32,
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
}


@pytest.fixture
def x():
    random = np.random.default_rng(0)
    return random.normal(size=5000) * 10.0 ** random.integers(-3, 4, size=5000)


@pytest.mark.parametrize("format", FORMATS)
def test_against_another_library(x, format):
    x = x.astype(np.float32)
    expected = x.astype(REFERENCE[format]).astype(float)
    rounded = round_to(x, format)
    assert rounded.dtype == np.float64
    np.testing.assert_array_equal(rounded, expected)
    assert round_to(float(x[0]), format) == expected[0]


def test_shapes_are_kept():
    for shape in ((), (2,), (2, 1), (2, 1, 2)):
        assert round_to(np.ones(shape), "bfloat16").shape == shape
