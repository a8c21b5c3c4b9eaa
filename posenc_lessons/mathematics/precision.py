"""Rounding to the short number formats in which models store positions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, numbers, one_of

FORMATS = ("float32", "float16", "bfloat16")
"""The names of the formats, from the finest to the coarsest."""


@accepts(x=numbers(ndim=(0, 1, 2, 3)), format=one_of(*FORMATS))
def round_to(x: ArrayLike, format: str) -> NDArray:
    """Round numbers to the nearest values that a short format can hold.

    Parameters
    ----------
    x : array_like
        An array of any shape.
    format : {"float32", "float16", "bfloat16"}
        The format; the three have 24, 11 and 8 binary digits of precision,
        respectively.

    Returns
    -------
    ndarray of float64, same shape
        The nearest numbers in the format, with ties rounded to even. Numbers beyond its
        range become infinite.

    Notes
    -----
    For bfloat16, numbers are rounded to float32 first, as in the usual frameworks.

    References
    ----------
    IEEE 754-2019, table 3.5, for float32 and float16. bfloat16 is the upper half of
    the bits of a float32: Kalamkar et al., A Study of BFLOAT16 for Deep Learning
    Training (2019), section 3.

    Examples
    --------
    >>> print(round_to([256, 257, 258], "bfloat16"))
    [256. 256. 258.]
    >>> print(round_to([2048, 2049, 70000], "float16"))
    [2048. 2048.   inf]
    """
    with np.errstate(over="ignore"):
        if format != "bfloat16":
            return x.astype(format).astype(float)
        bits = x.astype(np.float32).view(np.uint32)
        bits = bits + (0x7FFF + ((bits >> 16) & 1)).astype(np.uint32)
    return (bits & np.uint32(0xFFFF0000)).view(np.float32).astype(float)
