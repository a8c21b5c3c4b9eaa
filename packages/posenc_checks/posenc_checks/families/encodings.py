"""The exercise to write the encoding."""

import numpy as np
from hintcheck.comparison import Comparison
from hintcheck.explanations import Mistake, combinations

from posenc_checks.families.formula import (
    HALVES,
    HALVES_HINT,
    PARTS,
    SINGLE,
    encode,
)

# The relative step from one number to the next.
STEPS = {"float16": 2**-11, "float32": 2**-24}


def _first_row_only(table):
    """Return a table with zeros below its first row."""
    return np.where(np.arange(len(table))[:, None] == 0, table, 0)


def _in_float16(positions, d_model):
    """Return positions as float16 keeps them, and the width."""
    return np.float16(positions), d_model


def encoding_comparison(unpack, coarsest, more=(), **details):
    """Return the exercise to write the encoding, for one form of its arguments.

    Parameters
    ----------
    unpack : callable
        Takes the exercise's arguments; returns positions and width.
    coarsest : str
        The coarsest number format that the positions tried can tell from chance:
        "float16" up to some thousands, or "float32".
    more : tuple of Mistake
        Mistakes of this form of the exercise alone.
    **details : object
        Further fields of `Comparison`.
    """

    def model(parts):
        return lambda *arguments: encode(*unpack(*arguments), **parts)

    def rounding(*arguments):
        """Return how far off the angles may be, in the coarsest number format."""
        positions, _ = unpack(*arguments)
        return STEPS[coarsest] * (1 + 4 * positions[:, None])

    return Comparison(
        reference=model({}),
        mistakes=(
            *(
                Mistake(
                    name,
                    model(parts),
                    f"It looks as if {hint}",
                    partly=name == "padding",
                    whole=parts.get("finish") is np.trunc,
                )
                for name, parts, hint in [*PARTS, *SINGLE]
            ),
            Mistake(
                "early",
                lambda *arguments: _first_row_only(model({})(*arguments)),
                "Only the first row is there: does `return` stand within the loop?",
            ),
            Mistake(
                "M15",
                model({}),
                "It drifts off the farther the position: it looks as if positions or "
                f"angles were kept in {coarsest}. Compute them in float64.",
                rounding,
            ),
            *(
                Mistake(
                    "M15",
                    lambda *arguments: encode(*_in_float16(*unpack(*arguments))),
                    "It looks as if positions were kept in float16, which ends at "
                    "65504 and has not all whole numbers from 2049 on.",
                    lambda *arguments: (
                        STEPS["float16"] * (1 + 4 * unpack(*arguments)[0][:, None])
                    ),
                )
                for _ in range(coarsest == "float32")  # others end before
            ),
            Mistake(
                "M6",
                model(
                    {"exponents": lambda columns, d: columns // 2 / max(d / 2 - 1, 1)}
                ),
                "It looks as if the exponent runs to 1, with d_model / 2 - 1 below, "
                "which is 0 at d_model = 2; the paper has 2i / d_model.",
                details["tolerance"],  # so that it is told of a nan too
            ),
            Mistake(
                "512",
                lambda *arguments: encode(unpack(*arguments)[0], 512),
                "There are always 512 columns: use d_model.",
            ),
            *more,
        ),
        pairs=lambda: combinations(
            [*PARTS, *SINGLE, ("M5", HALVES, HALVES_HINT)], model
        ),
        alternatives=(
            Mistake(
                "M5",
                model(HALVES),
                "Under another convention: all sines come first, then all cosines, as "
                "in some libraries (halves). The paper lets them alternate.",
            ),
        ),
        **details,
    )
