"""Test that every slip written as an edit runs and is recognized."""

from collections.abc import Iterable, Iterator

import numpy as np

from hintcheck.course import LESS_LIKELY
from hintcheck.edits import BadEdit, Edited
from hintcheck.exercises import Exercises
from hintcheck.explanations import Mistake
from hintcheck.general import ingredients
from hintcheck.own_numbers import Number
from hintcheck.tables import FunctionTable
from hintcheck.verdicts import Result


@np.errstate(all="ignore")
def problems(exercises: Exercises, names: Iterable[str] | None = None) -> list[str]:
    """Return a sentence for each edit that does not work as a slip.

    Each slip is run on the exercise's cases. Its results must differ from the right
    ones and, unless it is marked as a twin, from those of all earlier slips. An answer
    with these results must get the slip's name and hint.

    `names` are the names of the exercises to test. By default, all exercises and the
    slips in ingredients are tested. Each sentence names the exercise, if there is one,
    and the line of the file.
    """
    sentences = []
    for name in exercises if names is None else names:
        if isinstance(table := exercises[name], FunctionTable | Number):
            sentences += [
                f"{name}: {problem}" for problem in _of_exercise(exercises, name, table)
            ]
    if not names:
        sentences += _of_ingredients(exercises)
    return sentences


def _of_ingredients(exercises: Exercises) -> list[str]:
    """Return a sentence for each slip in an ingredient that no exercise recognizes."""
    untold = [
        slip
        for ingredient in exercises.course.ingredients
        for slip in ingredient.slips
        if isinstance(slip.model, Edited) and not slip.model.twin
    ]
    for name, table in exercises.items():
        if not isinstance(table, FunctionTable):
            continue
        cases = exercises.draw(name, "")
        for slip in ingredients.spoilt(table.course, table.reference, cases[0]):
            arrays = [slip.outcome(case) for case in cases]
            result = exercises.judge(name, arrays, cases)
            if all(map(np.size, arrays)) and _is_told(slip, result):
                told = slip.name, slip.hint
                untold = [one for one in untold if (one.name, one.hint) != told]
        if not untold:
            break
    return [f"{slip.model.where}: no exercise recognizes this slip" for slip in untold]


def _of_exercise(
    exercises: Exercises, name: str, table: FunctionTable | Number
) -> Iterator[str]:
    """Yield a sentence for each problem with an exercise's references and slips."""
    given = exercises.draw(name, "")
    before = []
    for slip in _edits_of(table):
        where = slip.model.where
        values, error = _outcomes(slip.model, given)
        if error:
            if not slip.model.may_stop:
                yield f"{where}: {error}"
            continue
        twins = []
        if slip.name and not slip.tolerance and slip is not table.given:
            twins = [one for one in before if _same_results(table, values, one, given)]
            before.append(slip)
        if twins and twins[0].model.where != where and not slip.model.twin:
            yield (
                f"{where}: this slip has the same results as {twins[0].model.where}; "
                "mark it `(twin)` if that is intended"
            )
        result = exercises.judge(name, values, given)
        if problem := _problem(table, slip, values, result):
            yield f"{where}: {problem}"


def _edits_of(table: FunctionTable | Number) -> Iterator[Mistake]:
    """Yield the references that a table's slips edit, followed by the slips."""
    slips = [*table.mistakes, *table.alternatives, *[table.given] * bool(table.given)]
    slips = [slip for slip in slips if isinstance(slip.model, Edited)]
    for source in {slip.model.source: None for slip in slips}:
        yield Mistake("", Edited(source, where=source.where), "")
    yield from slips


def _problem(
    table: FunctionTable | Number, slip: Mistake, values: list, result: Result
) -> str:
    """Return what is wrong with the reply to a slip's results, or an empty string."""
    told = f"this slip is not recognized; the reply is: {result.text}"
    if not (slip.model.changes or slip.model.value or slip.tolerance):
        return "" if result.ok else "this reference is not right in all cases"
    if slip is table.given:
        return "" if result.ok is None else told
    if slip in table.alternatives:
        accepted = result.ok and result.convention == (slip.name or None)
        return "" if accepted else f"this is not accepted; the reply is: {result.text}"
    if slip.tolerance or slip.whole:
        return ""  # many other results may be just as close
    if result.ok:
        return "this slip leads to the right results in all cases"
    finite = isinstance(table, Number) or all(
        np.isfinite(table.real(value)).all() for value in values
    )
    return told if finite and not _is_told(slip, result) else ""


def _outcomes(model: Edited, given: list | dict) -> tuple[list, str]:
    """Return what an edited function returns in all cases, and a text about errors."""
    values, errors = [], []
    cases = [((), given)] if isinstance(given, dict) else [(case, {}) for case in given]
    for case, numbers in cases:
        try:
            values.append(model.function(*case, **numbers))
        except BadEdit as error:
            return [], str(error).removeprefix(f"{model.where}: ")
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
    many = f"this code stops in {len(errors)} of {len(cases)} cases: "
    return values, many + errors[0] if errors else ""


def _same_results(
    table: FunctionTable | Number, values: list, slip: Mistake, cases: list | dict
) -> bool:
    """Return whether a slip of a function leads to the same values in all cases."""
    return isinstance(table, FunctionTable) and all(
        table.equals(table.real(value), slip, case)
        for value, case in zip(values, cases)
    )


def _is_told(mistake: Mistake, result: Result) -> bool:
    """Return whether a reply names a mistake; a twin may be among the less likely."""
    is_named = result.mistake == mistake.name
    if getattr(mistake.model, "twin", False):
        return is_named or LESS_LIKELY in result.text
    return is_named and mistake.hint in result.text
