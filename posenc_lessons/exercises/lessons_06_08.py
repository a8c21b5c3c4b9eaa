"""Exercises of lessons 06 to 08: the formula, its picture, and its shift."""

import numpy as np

from posenc_lessons.exercises.answers import (
    NotAttempted,
    Wrong,
    call,
    number,
    true_or_false,
)
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


def _column_frequencies(answer):
    """6b: the frequency of each column, mended so that pairs share theirs."""
    for d_model in (6, 2, 16):
        found = np.asarray(call(answer, d_model), dtype=float)
        right = np.repeat(angular_frequencies(d_model), 2)
        columns = np.arange(d_model)
        case = f"For d_model = {d_model}"
        if found.shape != right.shape:
            raise Wrong(
                f"{case} there should be a frequency for each of the {d_model} "
                f"columns; the shape is {found.shape}."
            )
        if np.allclose(found, right, rtol=1e-6, atol=0):
            continue
        if np.allclose(found, 10000.0 ** (-2 * columns / d_model)):
            raise NotAttempted
        if np.allclose(found, 10000.0 ** (-columns / d_model)):
            raise Wrong(
                f"{case} columns 0 and 1 still differ: {found[0]:.4f} and "
                f"{found[1]:.4f}. A pair shares one frequency."
            )
        if np.allclose(found, 10000.0 ** (-(columns // 2) / d_model)):
            raise Wrong(f"{case} pairs share theirs, but the 2 of 2i is gone.")
        column = int(np.argmin(np.isclose(found, right, rtol=1e-6, atol=0)))
        raise Wrong(
            f"{case}, column {column} should have {right[column]:.6g}; "
            f"it has {found[column]:.6g}."
        )
    return "Columns 2i and 2i + 1 share one frequency, that of pair i = column // 2."


def _base_for(answer):
    """6c: the base for which the last pair has a given wavelength."""
    for longest, d_model in ((100.0, 6), (1000.0, 512), (60611.48, 512), (7.0, 4)):
        base = number(call(answer, longest, d_model))
        right = (longest / (2 * np.pi)) ** (d_model / (d_model - 2))
        if np.isclose(base, right, rtol=1e-6):
            continue
        case = f"For the wavelength {longest:g} at d_model = {d_model} it returned"
        if np.isclose(base, longest / (2 * np.pi)):
            raise Wrong(
                f"{case} {base:.6g}: that would be right if the last exponent were 1. "
                f"It is (d_model - 2) / d_model."
            )
        if np.isclose(base, longest ** (d_model / (d_model - 2))):
            raise Wrong(f"{case} {base:.6g}: the 2 pi of the wavelength is missing.")
        raise Wrong(f"{case} {base:.6g} where {right:.6g} is right.")
    return "The longest wavelength is 2 pi base^((d - 2)/d), solved for the base."


def _encoding(answer):
    """7a: the positional encoding, written by the reader."""
    for n_positions, d_model in ((5, 6), (2, 2), (60, 16), (1, 4), (200, 64)):
        found = np.asarray(call(answer, n_positions, d_model))
        case = f"For {n_positions} positions and d_model = {d_model}"
        right = sinusoidal_encoding(n_positions, d_model)
        if found.shape == right.T.shape != right.shape:
            raise Wrong(f"{case} the table is transposed: a row is a position.")
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if found.dtype.kind not in "iufO":
            raise Wrong(f"{case} the table holds {found.dtype}, not real numbers.")
        found = found.astype(float)
        if not np.isfinite(found).all():
            raise Wrong(f"{case} the table holds {found[~np.isfinite(found)][0]}.")
        wrong = np.argwhere(np.abs(found - right) > _tolerance(n_positions))
        if wrong.size:
            row, column = (int(k) for k in wrong[0])
            raise Wrong(
                f"{case}, position {row} and column {column} should hold "
                f"{right[row, column]:.4f}; it holds {found[row, column]:.4f}."
                + _likely_mistake(answer)
            )
    return "Position by position and column by column, up to 200 x 64."


def _tolerance(n_positions):
    """Return how far an entry may be off whose angle was computed in float32."""
    return 1e-6 * n_positions + 1e-5


def _likely_mistake(answer):
    """Return a sentence for the first known mistake that the answer's tables equal."""
    for mistake, hint in _MISTAKES:
        if all(
            np.allclose(call(answer, n, d), mistake(n, d), atol=_tolerance(n))
            for n, d in ((5, 6), (60, 16))
        ):
            return " " + hint
    return ""


def _waves(positions, exponents, base=10000.0):
    """Return sine and cosine of positions over base**exponents, in turn."""
    angles = np.outer(positions, base ** -np.asarray(exponents, dtype=float))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(
        len(positions), -1
    )


def _by_column(n, d, factor):
    """Return the table with the column's number in the exponent."""
    columns = np.arange(d)
    angles = np.outer(np.arange(n), 10000.0 ** (-factor * columns / d))
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


def _in_halves(n, d):
    """Return the table with all sines before all cosines."""
    table = sinusoidal_encoding(n, d)
    return np.hstack([table[:, 0::2], table[:, 1::2]])


def _pairs(d):
    """Return the exponents of the pairs."""
    return 2 * np.arange(d // 2) / d


_MISTAKES = [
    (
        lambda n, d: _by_column(n, d, 2),
        "It looks as if the column stands in the exponent, where the pair i = column "
        "// 2 belongs.",
    ),
    (
        lambda n, d: _by_column(n, d, 1),
        "It looks as if column / d_model is the exponent: the cosine should share that "
        "of its sine, 2i / d_model.",
    ),
    (
        lambda n, d: _waves(np.arange(n), 2 * _pairs(d)),
        "The frequencies fall twice as fast as they should: is the 2 there twice?",
    ),
    (
        lambda n, d: _waves(np.arange(n), _pairs(d) / 2),
        "The frequencies fall half as fast as they should: is the 2 of 2i missing?",
    ),
    (
        lambda n, d: _waves(np.arange(n), 0 * _pairs(d)),
        "All pairs have the same frequency: what divides the position?",
    ),
    (
        _in_halves,
        "All entries are right, but sines and cosines stand in two halves, as some "
        "libraries have them; the paper lets them alternate.",
    ),
    (
        lambda n, d: sinusoidal_encoding(n, d)[:, np.arange(d) ^ 1],
        "Sine and cosine have changed places: even columns hold the sine.",
    ),
    (
        lambda n, d: sinusoidal_encoding(n, d, start=1),
        "It is the table of positions 1 to n: positions count from 0.",
    ),
    (
        lambda n, d: sinusoidal_encoding(n, d)[:, ::-1],
        "The columns are in reverse order.",
    ),
    (
        lambda n, d: _waves(np.radians(np.arange(n)), _pairs(d)),
        "It looks as if the angles were taken for degrees.",
    ),
    (
        lambda n, d: _waves(np.arange(n), -_pairs(d)),
        "The position is multiplied by the power, where it should be divided.",
    ),
    (
        lambda n, d: _waves(np.arange(n), np.arange(d // 2) / (d / 2 - 1)),
        "The exponent runs to 1, as in some libraries; the paper has 2i / d_model.",
    ),
    *(
        (
            lambda n, d, base=base: sinusoidal_encoding(n, d, base=base),
            f"It looks as if the base were {base:g} in place of 10000.",
        )
        for base in (1000, 100, 1e5, np.e)
    ),
    (
        lambda n, d: np.tile(sinusoidal_encoding(1, d), (n, 1)),
        "All rows are that of position 0.",
    ),
    (
        lambda n, d: sinusoidal_encoding(n, d) * np.sqrt(d),
        "All entries are too large by the factor sqrt(d_model).",
    ),
    (
        lambda n, d: sinusoidal_encoding(n, d) / np.sqrt(d / 2),
        "Every row has been divided by its length.",
    ),
    (
        lambda n, d: np.trunc(sinusoidal_encoding(n, d)),
        "The digits after the point are lost: is the table one of whole numbers?",
    ),
]


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


def _back_matrix(answer):
    """8a: the matrix that takes an encoding k words back, mended."""
    for k, d_model in ((1, 6), (5, 2), (40, 16)):
        found = np.asarray(call(answer, k, d_model), dtype=float)
        right = shift_matrix(-k, d_model)
        case = f"For k = {k} and d_model = {d_model}"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.allclose(found, right):
            continue
        if np.allclose(found, shift_matrix(k, d_model)):
            raise NotAttempted
        later = sinusoidal_encoding(k + 1, d_model)
        error = np.abs(found @ later[k] - later[0]).max()
        length = np.linalg.norm(found @ later[k]) / np.linalg.norm(later[k])
        raise Wrong(
            f"{case} your matrix should take position {k} to position 0, and misses it "
            f"by {error:.3f}."
            + ("" if np.isclose(length, 1) else " It is no rotation: lengths change.")
        )
    return "Both sines have changed sign: the transposed matrix turns back."


def _shift_halves(answer):
    """8b: the shift of a row that has all sines before all cosines."""
    for position, k, d_model in ((0, 1, 4), (7, 5, 16), (50, -20, 6)):
        rows = {
            pos: sinusoidal_encoding(1, d_model, start=pos)[0]
            for pos in (position, position + k, max(0, position - k))
        }
        halves = {pos: np.hstack([row[0::2], row[1::2]]) for pos, row in rows.items()}
        found = np.asarray(call(answer, halves[position].copy(), k), dtype=float)
        right = halves[position + k]
        case = f"For the row of position {position}, d_model = {d_model} and k = {k}"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.allclose(found, right, atol=1e-6):
            continue
        if np.allclose(found, shift(halves[position], k), atol=1e-6):
            raise Wrong(f"{case} sine and cosine were taken to be neighbours.")
        if np.allclose(found, rows[position + k], atol=1e-6):
            raise Wrong(f"{case} the result is right, but no longer in two halves.")
        if position >= k and np.allclose(found, halves[position - k], atol=1e-6):
            raise Wrong(f"{case} it went k words back: look at the signs.")
        column = int(np.argmin(np.isclose(found, right, atol=1e-6)))
        raise Wrong(
            f"{case}, column {column} should hold {right[column]:.4f}; "
            f"it holds {found[column]:.4f}."
        )
    return "The order of the columns does not matter, as long as pairs find each other."


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
