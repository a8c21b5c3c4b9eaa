"""The test of slips that are edits: each one runs, and is recognized as itself."""

from collections.abc import Iterable

from hintcheck.arrays import np
from hintcheck.course import LESS_LIKELY
from hintcheck.edits import BadEdit, Edited
from hintcheck.exercises import Exercises
from hintcheck.explanations import Mistake
from hintcheck.general import ingredients
from hintcheck.own_numbers import Number
from hintcheck.tables import FunctionTable


def problems(exercises: Exercises, names: Iterable[str] | None = None) -> list[str]:
    """Return a sentence for each slip that is written as an edit and is of no use.

    Each slip is run on the exercise's cases. Its results must differ from the right
    ones and from those of all slips before it (unless it is marked as a twin), and an
    answer with these results must be given its name and hint.

    Parameters
    ----------
    exercises : Exercises
        The exercises of a course.
    names : iterable of str, optional
        The exercises to look at; all of them, if this is not given. The slips in
        ingredients are looked at too, unless exercises are named.

    Returns
    -------
    list of str
        Each begins with the exercise and the line of the file.
    """
    sentences = []
    for name in exercises if names is None else names:
        table = exercises[name]
        if isinstance(table, FunctionTable):
            problems_of_one = _of_function(exercises, name, table)
        elif isinstance(table, Number):
            problems_of_one = _of_number(exercises, name, table)
        else:
            continue
        sentences += [f"{name}: {problem}" for problem in problems_of_one]
    if not names:
        sentences += _of_ingredients(exercises)
    return sentences


def _of_ingredients(exercises: Exercises) -> list[str]:
    """Return a sentence for each slip in an ingredient that no exercise recognizes."""
    untold = {
        slip: "is recognized in no exercise"
        for ingredient in exercises.course.ingredients
        for slip in ingredient.slips
        if isinstance(slip.model, Edited) and not slip.model.twin
    }
    for name, table in exercises.items():
        if not isinstance(table, FunctionTable):
            continue
        cases = exercises.draw(name, "")
        for slip in ingredients.spoilt(table.course, table.reference, cases[0]):
            arrays = [slip.outcome(case) for case in cases]
            with np.errstate(all="ignore"):
                result = exercises.judge(name, arrays, cases)
            if all(map(np.size, arrays)) and _is_told(slip, result):
                untold = {
                    one: problem
                    for one, problem in untold.items()
                    if (one.name, one.hint) != (slip.name, slip.hint)
                }
        if not untold:
            break
    return [f"{slip.model.where}: {problem}" for slip, problem in untold.items()]


def _of_function(exercises: Exercises, name: str, table: FunctionTable):
    """Yield what is wrong with the slips of a `FunctionTable`."""
    cases = exercises.draw(name, "")
    right = Mistake("", table.reference, "")
    yield from _of_references(exercises, name, table, cases)
    before = []
    for mistake in (*table.mistakes, *table.alternatives):
        if not isinstance(mistake.model, Edited):
            continue
        where = mistake.model.where
        values, errors = _outcomes(mistake.model, cases)
        if values is None:
            yield errors[0]
            continue
        if errors:
            if not mistake.model.may_stop:
                stops = f"stops in {len(errors)} of {len(cases)} cases: {errors[0]}"
                yield f"{where}: {stops}"
            continue
        arrays = list(map(table.real, values))
        if mistake.tolerance is None:
            if _all_equal(table, arrays, right, cases):
                yield f"{where}: leads to the right results in all cases"
                continue
            twins = [
                other
                for other in before
                if _all_equal(table, arrays, other, cases)
                and other.model.where != where  # two ways of one slip may be equal
            ]
            if twins and not mistake.model.twin:
                yield (
                    f"{where}: leads to the same results as {twins[0].model.where}; "
                    "mark it `(twin)` if that is meant"
                )
            before.append(mistake)
        with np.errstate(all="ignore"):
            result = exercises.judge(name, values, cases)
        if mistake in table.alternatives:
            if result.ok is not True or result.convention != (mistake.name or None):
                yield f"{where}: is not accepted, but told: {result.text}"
        elif _should_be_told(mistake, arrays) and not _is_told(mistake, result):
            yield f"{where}: is not recognized, but told: {result.text}"
    if table.given and isinstance(given := table.given.model, Edited):
        values, errors = _outcomes(given, cases)
        result = values and not errors and exercises.judge(name, values, cases)
        if values is None or errors:
            yield errors[0]
        elif result.ok is not None:
            yield f"{given.where}: is not recognized, but told: {result.text}"


def _of_references(exercises: Exercises, name: str, table: FunctionTable, cases: list):
    """Yield the references that a table's slips edit and that are not right."""
    sources = {
        mistake.model.source: mistake.model
        for mistake in (*table.mistakes, *table.alternatives)
        if isinstance(mistake.model, Edited)
    }
    for source in sources:
        values, errors = _outcomes(Edited(source, where=source.where), cases)
        if values is None or errors:
            yield errors[0]
        elif not exercises.judge(name, values, cases).ok:
            yield f"{source.where}: this reference is not right in all cases"


def _of_number(exercises: Exercises, name: str, table: Number):
    """Yield what is wrong with the slips of a `Number`."""
    numbers = exercises.draw(name, "")
    for mistake in table.mistakes:
        if not isinstance(mistake.model, Edited):
            continue
        where = mistake.model.where
        try:
            value = mistake.model.function(**numbers)
        except BadEdit as error:
            yield str(error)
            continue
        except Exception as error:
            yield f"{where}: stops: {type(error).__name__}: {error}"
            continue
        result = exercises.judge(name, [value], numbers)
        if result.ok:
            yield f"{where}: leads to the right number"
        elif not _is_told(mistake, result):
            yield f"{where}: is not recognized, but told: {result.text}"


def _outcomes(model: Edited, cases: list) -> tuple[list | None, list[str]]:
    """Return what an edited function returns in all cases, and where it stopped."""
    try:
        function = model.function
    except BadEdit as error:
        return None, [str(error)]
    values, errors = [], []
    with np.errstate(all="ignore"):
        for case in cases:
            try:
                values.append(function(*case))
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
    return values, errors


def _all_equal(
    table: FunctionTable, arrays: list, mistake: Mistake, cases: list
) -> bool:
    """Whether arrays are what a mistake leads to in all cases."""
    with np.errstate(all="ignore"):
        return all(
            table.equals(array, mistake, case) for array, case in zip(arrays, cases)
        )


def _should_be_told(mistake: Mistake, arrays: list) -> bool:
    """Whether a mistake's own results must lead to its hint.

    Those of a table of integers are not told of floats, and overflow tells little.
    """
    exact = mistake.tolerance is None and not mistake.whole
    return exact and all(np.isfinite(array).all() for array in arrays)


def _is_told(mistake: Mistake, result) -> bool:
    """Whether a reply names a mistake, or a twin of it and the mistake beside it."""
    if result.mistake == mistake.name and mistake.hint in result.text:
        return True
    return getattr(mistake.model, "twin", False) and (
        LESS_LIKELY in result.text or result.mistake == mistake.name
    )
