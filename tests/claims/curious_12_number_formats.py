"""The conclusions of the notebook on number formats, tested where they could fail."""

import numpy as np

from posenc_lessons import round_to, sinusoidal_encoding, sinusoidal_variant
from tests.claims import claim


@claim(
    "The table is off by less than two such gaps",
    "each factor of ten in the position costs a digit",
)
def float32_errs_by_two_gaps_at_most():
    for d_model in (6, 64, 512):
        errors = []
        for position in (50, 500, 5000, 50_000, 500_000, 2_000_000):
            exact, short = (
                sinusoidal_variant(50, d_model, first=position, angles=angles)
                for angles in ("float64", "float32")
            )
            spacing = float(np.spacing(np.float32(position + 49)))
            errors.append(np.abs(exact - short).max())
            assert errors[-1] < 2 * spacing
        assert 4 < np.mean(np.divide(errors[1:5], errors[:4])) < 25


@claim(
    "A finished table in bfloat16 is off by at most 0.002, at any position",
    "Positions in bfloat16 are exact up to 256. Beyond that, the table soon becomes "
    "as wrong as it can be.",
)
def round_the_table_and_never_the_position():
    for position in (0, 1000, 10**6, 10**8):
        table = sinusoidal_encoding(100, 64, start=position)
        assert np.abs(round_to(table, "bfloat16") - table).max() <= 2**-9
    assert (round_to(np.arange(257), "bfloat16") == np.arange(257)).all()
    assert round_to(257, "bfloat16") == 256
    for position in (1000, 4000, 50_000):
        at = np.arange(position, position + 100)
        wrong = np.sin(round_to(at, "bfloat16")) - np.sin(at)
        assert np.abs(wrong).max() > 1.9
