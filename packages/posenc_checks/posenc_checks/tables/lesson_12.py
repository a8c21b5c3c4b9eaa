"""Exercises of lesson 12: conventions."""

import itertools

import numpy as np
from hintcheck.answers import call, shown
from hintcheck.comparison import Comparison
from hintcheck.edits import read_edits
from hintcheck.questions import Inspection, Statement, Statements
from hintcheck.verdicts import Wrong

from posenc_lessons.mathematics.conventions import (
    LIBRARIES,
    compare_tables,
    sinusoidal_variant,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}

CONVENTION = {
    "layout": ("interleaved", "halves"),
    "exponents": ("below 1", "to 1"),
    "first": (0, 1, 2, 3),
}


WIDTHS = (6, 16, 64, 10, 512)
TABLES = len(WIDTHS) * 16
FRACTION = "what stands below the fraction of each, d_model / 2 or d_model / 2 - 1?"


def _sorted(convention):
    """Return the three parts of a convention in an order of their own."""
    return sorted(map(repr, convention))


def _of_one_kind(wrong):
    """Tell whether all tables of one kind of exponents are wrong, and no others."""
    return len(wrong) == TABLES // 2 and len({right[1] for *_, right, _ in wrong}) == 1


def _is_folded(wrong):
    """Tell whether first positions are found as by an arcsine."""
    return {(right[2], found[2]) for _, found, _, right, _ in wrong} == {(2, 1), (3, 0)}


def _is_from_1(wrong):
    """Tell whether first positions are one too low, but for 0, and all else right."""
    below = [(found, right) for _, found, _, right, _ in wrong if right[2]]
    return len(below) == TABLES * 3 // 4 and all(
        tuple(found) == (*right[:2], right[2] - 1) for found, right in below
    )


def _of_one(name, wrong):
    """Return what else is seen where a single part of a convention is wrong."""
    part = list(CONVENTION).index(name)
    if name == "first":
        apart = {found[part] - right[part] for _, found, _, right, _ in wrong}
        if len(wrong) == TABLES and apart in ({1}, {-1}):
            return f" It is {apart.pop():+d} off in each: do positions begin at 0?"
    elif len(wrong) == TABLES:
        return " It is wrong in each: have its two names changed places?"
    elif {right[2] for *_, right, _ in wrong} == {0}:
        return " Wrong are tables from position 0 on: is row 0 alone looked at?"
    elif {right[0] for *_, right, _ in wrong} == {"interleaved"}:
        return " Wrong are interleaved ones alone: are the first two columns compared?"
    elif WIDTHS[0] not in {width for *_, width in wrong}:
        return (
            " The narrowest tables are right: are only a few rows compared, or is the "
            "tolerance too large?"
        )
    return ""


def _written(found):
    """Return what a function returned as the tuple that it should be."""
    text = repr(tuple(found))
    return text if len(text) < 70 else f"{text[:67]}..."


def _complain_of_silence(silent, calls):
    """Raise `Wrong` for the first of some tables for which nothing was returned."""
    case, before, exponents = silent[0]
    if calls == len(silent) and len({one[2] for one in silent}) == 1:
        raise Wrong(
            f"{case} it returned nothing, as for all tables whose exponents run "
            f"{exponents}, and no others: {FRACTION}",
            "M6",
        )
    said = "are all 16 conventions tried, first = 3 too, and at any width"
    if not before:
        said = "is a `return` missing, or did no convention fit"
    raise Wrong(
        f"{case} it returned nothing: {said}? Tables differ by rounding: compare them "
        "with a small tolerance.",
        "no return",
    )


def _identify(answer):
    """Judge a function: it is to tell the convention of a table."""
    wrong, silent, calls = [], [], 0
    for d_model in WIDTHS:
        for right in itertools.product(*CONVENTION.values()):
            table = sinusoidal_variant(40, d_model, *right)
            case = f"For a table of width {d_model} with {right}"
            try:
                found = call(answer, table, case=case)
            except Wrong as error:
                if error.mistake != "no return":
                    raise
                silent.append((case, calls, right[1]))
                continue
            calls += 1
            found = found.tolist() if isinstance(found, np.ndarray) else found
            if not (isinstance(found, tuple | list) and len(found) == 3):
                raise Wrong(
                    f"It should return (layout, exponents, first); got {shown(found)}.",
                    "unfinished",
                )
            off = [name for a, b, name in zip(found, right, CONVENTION) if a != b]
            if off:
                wrong.append((case, found, off, right, d_model))
    if silent and not _is_from_1(wrong):
        _complain_of_silence(silent, calls)
    if not wrong:
        return f"Layout, exponents and first position of all {TABLES} tables."
    case, found, off, *_ = wrong[0]
    text = f"{case}, it returned {_written(found)}. "
    if all(_sorted(found) == _sorted(right) for _, found, _, right, _ in wrong):
        raise Wrong(f"{text}These are the right three in another order.", "order")
    for name, entry in zip(CONVENTION, found):
        if entry not in CONVENTION[name]:
            *others, last = map(repr, CONVENTION[name])
            verb = "are" if name == "exponents" else "is"
            raise Wrong(
                f"{text}The {name} {verb} {', '.join(others)} or {last}.", "spelling"
            )
    if len(wrong) >= TABLES * 15 // 16 and len({repr(one[1]) for one in wrong}) == 1:
        raise Wrong(
            f"{text}It returns that for every table.",
            "argument",
        )
    if _is_folded(wrong):
        raise Wrong(
            f"{text}For a first of 2 it gives 1, and 0 for 3: the arcsine of a sine "
            "folds back beyond a quarter of a turn, where the cosine changes its sign.",
            "arcsin",
        )
    if _is_from_1(wrong):
        raise Wrong(
            f"{text}For a first of 1 it gives 0, 1 for 2 and 2 for 3: do the tables "
            "that you compare with begin one position too late?",
            "M9",
        )
    always = {name for _, _, off, *_ in wrong for name in off}
    if len(always) == 1:
        if off[0] == "exponents" and _of_one_kind(wrong):
            text += f"All tables whose exponents run {wrong[0][3][1]} are taken for the"
            raise Wrong(f"{text} others, and only these: {FRACTION}", "M6")
        text += f"Look at the {off[0]}; the others are right in all {TABLES} tables."
        raise Wrong(f"{text}{_of_one(off[0], wrong)}", off[0])
    text += f"In all, {len(wrong)} of {TABLES} tables are taken for others"
    for part, name in enumerate(CONVENTION):
        values = {right[part] for *_, right, _ in wrong}
        if len(values) < len(CONVENTION[name]):
            those = " or ".join(map(repr, sorted(values)))
            raise Wrong(f"{text}: those with the {name} {those}.", name)
    raise Wrong(f"{text}.", "tables")


EXERCISES["12a"] = Inspection(_identify)


def _halves_to_move(random):
    """Return tables in halves, and some that hold no sines."""
    return [
        *(
            (sinusoidal_variant(n, d_model, layout="halves"),)
            for n, d_model in ((3, 6), (5, 2), (4, 16))
        ),
        (random.normal(size=(4, 2 * random.integers(3, 9))),),
        (random.normal(size=(2, 8)),),
    ]


EXERCISES["12b"] = Comparison(
    **EDITS["12b"],
    draw=_halves_to_move,
    describe=lambda table: f"For {len(table)} positions and d_model = {table.shape[1]}",
    right="Columns i and i + d_model / 2 become columns 2 i and 2 i + 1.",
)


def _tensor2tensor():
    """Return a table as tensor2tensor has it."""
    return sinusoidal_variant(40, 64, **LIBRARIES["tensor2tensor"])


def _is_constant_along_diagonals(products):
    """Tell whether products of rows depend on their distance alone."""
    return np.abs(products[1:, 1:] - products[:-1, :-1]).max() < 1e-3


EXERCISES["12c"] = Statements(
    (
        Statement(
            "a",
            lambda: (
                compare_tables(sinusoidal_variant(40, 64), _tensor2tensor())
                != "different"
            ),
            "that they differ in the order of their columns alone",
            "What is the slowest frequency in each?",
        ),
        Statement(
            "b",
            lambda: _is_constant_along_diagonals(_tensor2tensor() @ _tensor2tensor().T),
            "that only some frequencies let the lag alone decide",
            "What stands along the diagonals of the rows' products?",
        ),
        Statement(
            "c",
            lambda: True,
            "that a model knows the layout before it has learned",
            "Can the matrices that read the table exchange its columns?",
        ),
    ),
    right=lambda: "All three: pairs turn under every convention, only at other paces.",
)
