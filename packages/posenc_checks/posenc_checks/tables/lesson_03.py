"""Exercises of lesson 03: shares of the length."""

from fractions import Fraction

import numpy as np
from hintcheck import Comparison, Inspection, Number, Wrong, as_array, call, read_edits
from hintcheck.complaints import apart

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["3a"] = Number(**EDITS["3a"], whole="position")


def _neighboring_numbers(random):
    """Return the numbers of two neighbors in short and long sentences."""
    places = [
        (position, n)
        for n in (4, 7, 2, 50, 500)
        for position in dict.fromkeys((n // 2 - 1, 0, n - 2))
    ]
    places += [(14, 22), (29, 103)]  # the computed products are a little too small
    return [((position + 1) / n, (position + 2) / n) for position, n in places]


EXERCISES["3b"] = Comparison(
    **EDITS["3b"],
    draw=_neighboring_numbers,
    describe=lambda number, later: f"For the numbers {number:.4g} and {later:.4g}",
    place=lambda index, *_: {"index": ("0 (position)", "1 (length)")[index[0]]},
    tolerance=lambda *numbers: 0.0,
    right="One number does not show the position, but two neighbors do: their step "
    "reveals the length. That takes a division, which no matrix can do.",
)


def _own_numbers(answer):
    """Check that positions have bounded numbers that are the same in every sentence."""
    drawn = np.random.default_rng(3).integers(22, 4999, size=4).tolist()
    lengths = sorted([5000, 2, 4, 3, 7, 20, 21, 64, 100, 1000, *drawn])
    codes = {n: _numbers(answer, n) for n in [*lengths, 1]}
    _complain_of_one_number(codes)
    for n, code in codes.items():
        if not np.allclose(code, codes[5000][:n], rtol=0, atol=1e-7):
            _complain_of_lengths(answer, n, codes)
    for n, code in codes.items():
        if not (np.abs(code) <= 1 + 1e-9).all():
            worst = code[np.abs(code).argmax()]
            raise Wrong(
                f"For n = {n}, one number is {worst:.3g}, outside -1 to 1.", "unbounded"
            )
    gaps = np.abs(codes[100][:, None] - codes[100]) + 2 * np.eye(100)
    first, second = np.unravel_index(gaps.argmin(), gaps.shape)
    pair = f"Positions {first} and {second}"
    if gaps.min() == 0:
        same = f"{codes[100][first]:.3g}"
        raise Wrong(f"{pair} have the same number, {same}.", "closer")
    if gaps.min() < 1e-3 - 1e-7:
        gap, wanted = apart(gaps.min(), 0.001, 2)
        raise Wrong(
            f"{pair} are only {gap} apart; they should be at least "
            f"{float(wanted):g} apart.",
            "closer",
        )
    return (
        f"Your numbers are small, and the same in sentences of 1 to 5000 words. The "
        f"closest of 100 positions are {first} and {second}, {gaps.min():.4f} apart. "
        f"{_given_up(codes[5000])}"
    )


def _numbers(answer, n):
    """Return the numbers for a sentence's positions, or raise `Wrong`."""
    case = f"For n = {n}"
    code = call(answer, n, case=case)
    shape = np.shape(code)
    if shape == (n, 1):
        raise Wrong(
            f"{case}, the result is a column of shape ({n}, 1); the exercise asks for "
            f"one list of {n} numbers. Take `[:, 0]`.",
            "axis",
        )
    if len(shape) == 1 and shape != (n,):
        many = len(code)
        if many == n - 1 and np.shape(call(answer, n + 3)) == (n + 2,):
            raise Wrong(
                f"{case}, you return {many} number{'s' * (many > 1)}: one is missing, "
                "as it is for other lengths. Where does the range end?",
                "short",
            )
        if n == 2 and np.shape(call(answer, 25)) == shape:
            raise Wrong(
                f"{case}, the shape should be (2,); it is {shape}. It has {many} "
                "numbers in every case: is the size hard-coded?",
                "size",
            )
        if n > 20:
            raise Wrong(
                f"{case}, you return {many} numbers. Sentences can have any length.",
                "short",
            )
    array = as_array(code, (n,), case)
    return array if np.asarray(code).dtype.kind not in "iu" else array.astype(int)


def _complain_of_one_number(codes):
    """Raise `Wrong` if all positions share a number or most are cut to 0."""
    whole = all(code.dtype.kind == "i" for code in codes.values())
    cut = "are the decimals cut off, by a `//` or in an array of whole numbers?"
    if all(np.ptp(code) == 0 for code in codes.values()):
        one, other = codes[20][0], codes[5000][0]
        said = f"All positions have the same number, {one:.3g}"
        if one != other:
            said += f" among 20 words, and {other:.3g} among 5000"
        if not one and not other:
            name = "M17" if whole else "M14"
            raise Wrong(
                f"{said}: {cut} Or is nothing filled in, or did an axis get lost?", name
            )
        raise Wrong(
            f"{said}: did an axis get lost, or do you use a loop variable after the "
            "loop ends?",
            "M14",
        )
    if whole and (codes[20] == 0).sum() > 10:
        raise Wrong(f"Most of 20 positions have the whole number 0: {cut}", "M17")


def _given_up(code):
    """Return a sentence about the wish that the numbers for 5000 positions give up."""
    lost = "so your encoding gives up *own*."
    if np.ptp(code[100:]) < 1e-9:
        return f"But from position 100 on, all words share one number, {lost}"
    for later in np.flatnonzero(np.abs(code[: len(code) // 2] - code[0]) < 1e-9):
        if later >= 100 and np.allclose(code[later:], code[:-later], 0, 1e-9):
            return f"But from position {later} on, the numbers repeat, {lost}"
    steps = np.abs(np.diff(code))
    return (
        f"But neighbors are between {steps.min():.1g} and {steps.max():.1g} apart, so "
        "your encoding gives up *even*."
    )


def _complain_of_lengths(answer, n, codes):
    """Raise `Wrong` for a code that differs between sentences."""
    if not np.array_equal(codes[n], as_array(call(answer, n), (n,), f"For n = {n}")):
        raise Wrong(
            "Your function returns different numbers if it is called twice with the "
            "same n, but a word needs the same number in every sentence.",
            "random",
        )
    off = np.abs(codes[n] - codes[5000][:n]).argmax()
    raise Wrong(
        f"Position {off} has {codes[n][off]:.3g} among {n} words and "
        f"{codes[5000][off]:.3g} among 5000: its number depends on the length.",
        "length",
    )


EXERCISES["3c"] = Inspection(_own_numbers)
