"""Exercises of lessons 06 to 08: the formula, its picture, and its shift."""

import numpy as np

from posenc_lessons.exercises.answers import NotAttempted, Wrong, call, number
from posenc_lessons.sinusoids import angular_frequencies, wavelengths


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


EXERCISES = {
    "6a": _first_long_pair,
    "6b": _column_frequencies,
    "6c": _base_for,
}
