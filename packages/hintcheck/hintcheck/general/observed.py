"""What a wrong result shows compared with the right one, if no slip explains it."""

import math

import numpy as np

from hintcheck.explanations import Mistake
from hintcheck.general.inputs import WHICH
from hintcheck.general.results import of_axes

NEAR = 1e-5  # the largest difference, as a share of the largest number
FEW_DIGITS = 2e-3  # the same for a computation in float16

# The hints; {row} and {rows} become words for what lies along the first axis.
SAME = "All your numbers are the same."
SAME_ROWS = "All your {rows} are the same. Did an axis get lost?"
FIRST = "All your {rows} are copies of the first one. Did an axis get lost?"
LAST = "All your {rows} are copies of the last one. Did an axis get lost?"
MEAN = "Each of your {rows} is the mean of the right ones. Did an axis get lost?"
CONSTANT = "Your result is the same for every input."
FACTOR = "Each of your numbers is the right one {}."
LENGTHS = "You divide each row by its length. Does the exercise ask for that?"
SUMS = "You divide each row by its sum. Does the exercise ask for that?"
SIGNS = "In some of your rows, all signs are reversed."
NEARLY = (
    "Each of your numbers is right to 5 digits, but no further. Where are digits lost?"
)
ROW_FACTORS = "Each of your rows is the right one times a different number."
NEXT = "Each of your {rows} holds what the next one should. Do you count from 1?"
BEFORE = "Each of your {rows} holds what the one before it should."
COLUMNS = "Your columns are right, but in a different order."
ORDER = "Your {rows} are right, but in a different order."
MIXED = (
    "Your numbers are right, but many are in the wrong {row}. A reshape cuts and "
    "joins what is side by side: is a transpose missing or wrong?"
)
SHAPE = (
    "Your numbers are all there, but in the wrong shape. Is a reshape missing, is "
    "there one too many, or are the axes in the wrong order?"
)
DIGITS = (
    "Your result is right to about 3 digits. Is something rounded or kept in float16?"
)

CONSTANTS = {
    "2 pi": 2 * math.pi,
    "pi": math.pi,
    "the square root of 2": 2**0.5,
    "e": math.e,
}
POWERS = {
    "times the square root of {}": 0.5,
    "divided by the square root of {}": -0.5,
    "times {}": 1,
    "divided by {}": -1,
}


def observed(
    arrays: list, rights: list, cases: list[tuple], varied: bool = True
) -> list[Mistake]:
    """Return a list with the mistake that the results themselves show, if there is one.

    `varied` says whether the numbers in a case differ. If they do not, less can be
    concluded, because many slips make a result constant.
    """
    usable = [
        (array, right, case)
        for array, right, case in zip(arrays, rights, cases)
        if array is not None and array.size and np.isfinite(array).all()
    ]
    if len(usable) > 1 and _reshaped(usable):
        return [Mistake("shape", None, SHAPE)]
    if len(usable) < 2 or any(a.shape != r.shape for a, r, _ in usable):
        return []
    usable = list(map(list, zip(*usable)))
    looks = _alike, _factor, _row_factors, _shifted, _moved, _mixed, _few_digits
    for look in looks if varied else [_alike]:
        if seen := look(*usable):
            name, hint = seen
            hint = of_axes(hint, max(right.ndim for right in usable[1]))
            return [Mistake(name, None, hint)]
    return []


def near(table: np.ndarray, other: np.ndarray, share: float = NEAR) -> bool:
    """Return whether two tables are the same apart from rounding."""
    return bool(
        table.shape == other.shape
        and np.abs(table - other).max(initial=0)
        <= share * np.abs(other).max(initial=1e-9)
    )


def _alike(arrays, rights, cases):
    """Look for results or rows that are all the same."""
    differ = [
        (a, r)
        for a, r in zip(arrays, rights)
        if r.ndim and len(r) > 1 and not near(r, np.broadcast_to(r[0], r.shape))
    ]
    if all(a.size == 1 for a in arrays):
        same = len({float(a.flat[0]) for a in arrays}) == 1
        varied = len({float(r.flat[0]) for r in rights if r.size == 1}) > 1
        return ("constant", CONSTANT) if same and varied and len(arrays) > 2 else None
    if not differ or not all(
        near(a, np.broadcast_to(a[0], a.shape)) for a, _ in differ
    ):
        return None
    if all(a.ndim == 1 for a, _ in differ):
        return ("axis lost", SAME) if all(map(np.any, arrays)) else None
    if not any(np.ptp(a) for a, _ in differ):
        return None
    for text, row in (
        (FIRST, lambda r: r[0]),
        (LAST, lambda r: r[-1]),
        (MEAN, lambda r: r.mean(axis=0)),
    ):
        if all(near(a[0], row(r)) for a, r in differ):
            return "axis lost", text
    return "axis lost", SAME_ROWS


def _factor(arrays, rights, cases):
    """Look for a factor that all numbers in a case share."""
    factors, certain = [], 0
    for array, right in zip(arrays, rights):
        if not right.any():
            if array.any():
                return None
            factors.append(None)
            continue
        largest = np.abs(right).argmax()
        factor = array.flat[largest] / right.flat[largest]
        if not factor or not near(array, factor * right):
            return None
        factors.append(factor)
        certain += len(set(np.abs(right[right != 0]).round(9).flat)) > 1
    if all(factor is None for factor in factors):
        return None
    known = [factor for factor in factors if factor is not None]
    same = np.ptp(known) <= NEAR * max(map(abs, known))
    if not certain and (not same or len({float(r.flat[0]) for r in rights}) < 3):
        return None
    if same:
        return _told_of(known[0])
    if _of_length_1(arrays):
        return "scaled", LENGTHS
    for words, sizes in _sizes(rights, cases).items():
        for how, power in POWERS.items():
            if all(
                factor is None or abs(factor / size**power - 1) < NEAR
                for factor, size in zip(factors, sizes)
            ):
                return "scaled", FACTOR.format(how.format(words))
    if any(abs(abs(factor) - 1) < NEAR for factor in known):
        return None  # the result is right in one case
    return "scaled", FACTOR.format("times a factor that differs from case to case")


def _told_of(factor):
    """Return the name and the hint for a factor that is the same in all cases."""
    for by, words in ((np.pi / 180, "pi / 180"), (180 / np.pi, "180 / pi")):
        if abs(factor / by - 1) < NEAR:
            hint = f"times {words}, as between degrees and radians"
            return "degrees", FACTOR.format(hint)
    for words, constant in CONSTANTS.items():
        for how, power in (("times", 1), ("divided by", -1)):
            if abs(factor / constant**power - 1) < NEAR:
                return "scaled", FACTOR.format(f"{how} {words}")
    if f"{factor:.6g}" == "1":
        return "few digits", NEARLY
    return "scaled", FACTOR.format(f"times {factor:.6g}, in every case")


def _sizes(rights, cases):
    """Return the sizes of the result and of the arguments in each case, by name."""
    sizes = {}
    if rights[0].ndim:
        sizes["the number of columns"] = [r.shape[-1] for r in rights]
        sizes["half the number of columns"] = [r.shape[-1] / 2 for r in rights]
        sizes["the number of rows"] = [len(r) for r in rights]
    for n, given in enumerate(zip(*cases)):
        which = WHICH[n]
        if all(isinstance(n, int | np.integer) and n > 0 for n in given):
            sizes[f"the {which} argument"] = given
            sizes[f"twice the {which} argument"] = [2 * n for n in given]
        if all(isinstance(a, np.ndarray) and a.ndim for a in given):
            sizes[f"the width of the {which} argument"] = [a.shape[-1] for a in given]
            sizes[f"the length of the {which} argument"] = list(map(len, given))
    return sizes


def _of_length_1(arrays):
    lengths = [np.linalg.norm(a, axis=-1) if a.ndim > 1 else 0 * a for a in arrays]
    return all(near(length, np.ones_like(length)) for length in lengths)


def _row_factors(arrays, rights, cases):
    """Look for a factor that differs from row to row."""
    certain, signs = 0, True
    for array, right in zip(arrays, rights):
        if right.ndim < 2 or right.shape[-1] < 2:
            return None
        array, right = (a.reshape(-1, a.shape[-1]) for a in (array, right))
        least = (array * right).sum(1) / np.maximum((right**2).sum(1), 1e-300)
        if not near(array, least[:, None] * right) or not least.all():
            return None
        if near(array, right):
            return None  # the result is right in one case
        signs = signs and near(np.abs(array), np.abs(right))
        sure = least[(np.abs(right) > 1e-9).sum(1) > 1]
        certain += len(sure) > 2 and np.ptp(sure) > NEAR
    if not certain:
        return None
    if signs:
        return "minus", SIGNS
    if _of_length_1(arrays) and not _of_length_1(rights):
        return "scaled", LENGTHS
    if all(near(a.sum(-1), np.ones(a.shape[:-1])) for a in arrays):
        return "scaled", SUMS
    return "scaled", ROW_FACTORS


def _shifted(arrays, rights, cases):
    """Look for rows that are off by one place."""
    long = [(a, r) for a, r in zip(arrays, rights) if r.ndim and len(r) > 2]
    if not long or any(near(r[1:], r[:-1]) for _, r in long):
        return None
    if all(near(a[:-1], r[1:]) for a, r in long):
        return "from 1", NEXT
    if all(near(a[1:], r[:-1]) for a, r in long):
        return "off by one", BEFORE
    return None


def _moved(arrays, rights, cases):
    """Look for the right columns or rows in a different order."""
    for axis, seen in ((-1, ("columns", COLUMNS)), (0, ("order", ORDER))):
        if all(r.ndim > 1 and _same_parts(a, r, axis) for a, r in zip(arrays, rights)):
            return seen
    return None


def _same_parts(array, right, axis):
    """Return whether a result consists of the right parts in some order."""
    parts = [np.moveaxis(table, axis, 0) for table in (array, right)]
    left = list(range(len(parts[1])))
    for part in parts[0]:
        fits = [n for n in left if near(part, parts[1][n])]
        if not fits:
            return False
        left.remove(fits[0])
    return True


def _mixed(arrays, rights, cases):
    """Look for right numbers in the wrong rows, not just rows in a different order."""
    certain = False
    for array, right in zip(arrays, rights):
        if right.ndim < 2 or not near(*map(_in_order, (array, right))):
            return None
        if len(np.unique(right.round(9))) < max(8, right.size / 2):
            continue  # a few numbers may agree by chance
        rows = [np.sort(a.reshape(len(a), -1)) for a in (array, right)]
        certain = certain or not near(*rows)
    return ("reshaped", MIXED) if certain else None


def _in_order(table):
    return np.sort(table, axis=None)


def _reshaped(usable):
    """Return whether arrays of over 5 different numbers are right except in shape."""
    many = [(a, r) for a, r, _ in usable if len(np.unique(r.round(9))) > 5]
    return bool(many) and all(
        a.shape != r.shape and near(*map(_in_order, (a, r))) for a, r in many
    )


def _few_digits(arrays, rights, cases):
    if all((r == r.round()).all() for r in rights):
        return None
    if all(near(a, r, FEW_DIGITS) for a, r in zip(arrays, rights)):
        return "few digits", DIGITS
    return None
