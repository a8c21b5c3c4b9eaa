"""Exercises of lessons 06 to 08: the formula, its picture, and its shift."""

import numpy as np

from posenc_lessons.exercises.answers import Wrong, number, true_or_false
from posenc_lessons.exercises.comparison import STILL, Comparison, Mistake, entry, fixed
from posenc_lessons.exercises.encodings import encoding_comparison
from posenc_lessons.offsets import shift, shift_matrix, similarity_by_offset
from posenc_lessons.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)


def _first_long_pair(answer):
    """6a: the first pair at 512 whose wavelength is longer than 128."""
    pair = number(answer)
    lengths = wavelengths(512)
    right = int((lengths > 128).argmax())
    if pair == right:
        return (
            f"Pair {right} needs {lengths[right]:.1f} positions, pair {right - 1} "
            f"{lengths[right - 1]:.1f}; its columns: {2 * right} and {2 * right + 1}."
        )
    if pair in (2 * right, 2 * right + 1):
        raise Wrong(f"{pair:g} is a column; which pair stands there?")
    if pair == right + 1:
        raise Wrong("Pairs count from 0.")
    if not (0 <= pair < len(lengths) and pair == int(pair)):
        raise Wrong(f"A pair is a whole number from 0 to 255; got {pair:g}.")
    raise Wrong(
        f"Pair {pair:g} has the wavelength {lengths[int(pair)]:.1f}"
        + (", and is not the first that is longer." if pair > right else ".")
    )


def _by_column(exponent):
    """Return the frequency of each column, from its exponent."""
    return lambda d: 10000.0 ** -exponent(np.arange(d), d)


_column_frequencies = Comparison(
    reference=lambda d: np.repeat(angular_frequencies(d), 2),
    draw=fixed((6,), (2,), (16,)),
    describe=lambda d: f"For d_model = {d}",
    place=entry,
    tolerance=lambda d: 1e-6 * np.repeat(angular_frequencies(d), 2),
    given=_by_column(lambda columns, d: 2 * columns / d),
    mistakes=(
        Mistake(
            "M3",
            _by_column(lambda columns, d: columns / d),
            "The columns of a pair still differ, and should share one frequency.",
        ),
        Mistake(
            "M2",
            _by_column(lambda columns, d: columns // 2 / d),
            "Pairs share theirs, but the 2 of 2i is gone.",
        ),
        Mistake(
            "one a pair",
            angular_frequencies,
            "There should be a frequency for each column, not for each pair.",
        ),
    ),
    right="Columns 2i and 2i + 1 share one frequency, that of pair i = column // 2.",
)

_base_for = Comparison(
    reference=lambda longest, d: (longest / (2 * np.pi)) ** (d / (d - 2)),
    draw=fixed((100.0, 6), (1000.0, 512), (60611.48, 512), (7.0, 4)),
    describe=lambda longest, d: f"For the wavelength {longest:g} at d_model = {d}",
    tolerance=lambda longest, d: 1e-6 * (longest / (2 * np.pi)) ** (d / (d - 2)),
    mistakes=(
        Mistake(
            "exponent",
            lambda longest, d: longest / (2 * np.pi),
            "That would be right if the last exponent were 1. It is (d_model - 2) / "
            "d_model.",
        ),
        Mistake(
            "2pi",
            lambda longest, d: longest ** (d / (d - 2)),
            "The 2 pi of the wavelength is missing.",
        ),
    ),
    right="The longest wavelength is 2 pi base^((d - 2)/d), solved for the base.",
)

_encoding = encoding_comparison(
    lambda n, d: (np.arange(n), d),
    coarsest="float16",
    draw=fixed((5, 6), (2, 2), (60, 16), (1, 4), (200, 64), (3000, 4)),
    describe=lambda n, d: f"For {n} positions and d_model = {d}",
    # An angle in float32 is right enough.
    tolerance=lambda n, d: 1e-5 + 1e-6 * np.arange(n)[:, None],
    right="Position by position and column by column, up to 200 x 64 and 3000 x 4.",
)


def _first_length_where_all_move(answer):
    """7b: how many positions it takes for every column to move by 0.05."""
    n_positions = number(answer)
    # A sine and a cosine that have not turned once: the last cosine is the slowest.
    slowest = angular_frequencies(512)[-1]
    moved = 1 - np.cos(slowest * np.arange(10**4))
    right = int((moved >= 0.05).argmax()) + 1
    if n_positions == right:
        return (
            f"The last cosine falls to 0.95 at position {right - 1}, which takes "
            f"{right} positions. A sine is faster off the mark."
        )
    if n_positions == right - 1:
        raise Wrong("That is the last position; how many positions is that, from 0?")
    if not (2 <= n_positions <= 10**4 and n_positions == int(n_positions)):
        raise Wrong(
            f"A whole number from 2 to 10000 is asked for; got {n_positions:g}."
        )
    so_far = moved[int(n_positions) - 1]
    raise Wrong(
        f"With {n_positions:g} positions the slowest column moves by {so_far:.4f}"
        + (": enough, but not the first." if so_far >= 0.05 else ".")
    )


def _statements_on_the_table(answer):
    """7c: four statements on the heatmap and the similarity."""
    likeness = similarity_by_offset(np.arange(128), 512)
    rows = np.linalg.norm(sinusoidal_encoding(128, 512), axis=1)
    truth = {
        "a": bool(similarity_by_offset(5, 512) == similarity_by_offset(-5, 512)),
        "b": bool((np.diff(likeness) < 0).all()),
        "c": False,
        "d": bool(np.ptp(rows) < 1e-9),
    }
    true_or_false(answer, truth)
    return "All four, as measured: lag 43 is less alike than lag 44."


def shift_comparison(sign, **details):
    """Return the exercise to write the matrix of k words on (sign 1) or back (-1)."""

    def matrix(k, d):
        return shift_matrix(sign * k, d)

    def turned(block):
        """Return a matrix of blocks, from cosine and sine of each pair's angle."""

        def model(k, d):
            angles = sign * k * angular_frequencies(d)
            blocks = np.zeros((d, d))
            for pair, (cosine, sine) in enumerate(zip(np.cos(angles), np.sin(angles))):
                own = slice(2 * pair, 2 * pair + 2)
                blocks[own, own] = block(cosine, sine)
            return blocks

        return model

    backwards = Mistake(
        "sign",
        lambda k, d: shift_matrix(-sign * k, d),
        STILL,
    )
    return Comparison(
        reference=matrix,
        describe=lambda k, d: f"For k = {k} and d_model = {d}",
        place=lambda index, *arguments: {"row": int(index[0]), "column": int(index[1])},
        mistakes=(
            *(() if "given" in details else (backwards,)),
            Mistake(
                "sign",
                turned(lambda cosine, sine: [[cosine, sine], [sine, cosine]]),
                "One of the two sines of each block needs a minus: this is no "
                "rotation, and lengths change.",
            ),
            Mistake(
                "M8",
                turned(lambda cosine, sine: [[sine, cosine], [-cosine, sine]]),
                "Sine and cosine have changed places: for k = 0 the matrix should be "
                "the identity.",
            ),
            Mistake(
                "M1",
                lambda k, d: shift_matrix(sign * k, d, base=10000.0**2),
                "The frequencies fall twice as fast as they should.",
            ),
            Mistake(
                "identity",
                turned(lambda cosine, sine: [[1, 0], [0, 1]]),
                "It does not turn anything.",
            ),
        ),
        **details,
    )


_back_matrix = shift_comparison(
    -1,
    draw=fixed((1, 6), (5, 2), (40, 16)),
    given=shift_matrix,
    right="Both sines have changed sign: the transposed matrix turns back.",
)


def _in_halves(row):
    """Return a row with all sines before all cosines."""
    return np.concatenate([row[0::2], row[1::2]])


def _rows_to_shift(random):
    """Return rows in halves, and by how far to shift them."""
    return [
        (_in_halves(sinusoidal_encoding(1, d, start=position)[0]), k)
        for position, k, d in ((0, 1, 4), (7, 5, 16), (50, -20, 6), (30, 12, 8))
    ]


def _alternate(row):
    """Return a row in halves with its columns in turn."""
    return row.reshape(2, -1).T.ravel()


_shift_halves = Comparison(
    reference=lambda row, k: _in_halves(shift(_alternate(row), k)),
    draw=_rows_to_shift,
    describe=lambda row, k: f"For a row of width {len(row)} and k = {k}",
    place=entry,
    mistakes=(
        Mistake("M5", shift, "Sine and cosine were taken to be neighbours."),
        Mistake(
            "M5",
            lambda row, k: shift(_alternate(row), k),
            "The result is right, but no longer in two halves.",
        ),
        Mistake(
            "sign",
            lambda row, k: _in_halves(shift(_alternate(row), -k)),
            "It went k words back: look at the signs.",
        ),
    ),
    right="The order of the columns does not matter, as long as pairs find each other.",
)


def _offset_of_nearly_nothing(answer):
    """8c: the first offset that turns the first clock by less than 0.01."""
    k = number(answer)
    offsets = np.arange(1, 1000)
    angles = np.abs(np.angle(np.exp(1j * offsets)))
    right = int(offsets[(angles < 0.01).argmax()])
    if not (1 <= k < 10**6 and k == int(k)):
        raise Wrong(f"It is a whole number from 1 on; got {k:g}.")
    turned = abs(np.angle(np.exp(1j * k)))
    if k == right:
        turns = round(right / (2 * np.pi))
        return f"{right} radians are {turns} turns, but for {turned:.4f}."
    if turned < 0.01:
        raise Wrong(f"{k:g} turns it by {turned:.5f}, but is not the smallest.")
    raise Wrong(f"{k:g} turns the first clock by {turned:.4f}, full turns aside.")


EXERCISES = {
    "6a": _first_long_pair,
    "6b": _column_frequencies,
    "6c": _base_for,
    "7a": _encoding,
    "7b": _first_length_where_all_move,
    "7c": _statements_on_the_table,
    "8a": _back_matrix,
    "8b": _shift_halves,
    "8c": _offset_of_nearly_nothing,
}
