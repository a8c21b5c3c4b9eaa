"""Wrong answers that no hint explains, grouped, with a line to add for each group.

No answer is run here, because the files hold what each answer returned.
"""

import ast
import contextlib
import itertools
import json
import pathlib
import textwrap
from collections.abc import Iterable, Iterator

import numpy as np

from hintcheck.answers import undisturbed
from hintcheck.edits import BadEdit, Edited, Source, after
from hintcheck.exercises import Exercises
from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.tables import FunctionTable
from hintcheck.verdicts import Failure

LINE = "- TODO: `TODO` -> `TODO`: TODO"


def read_attempts(path: str) -> list[dict]:
    """Return the answers that were kept in a file.

    Raises `ValueError` if a line is not one that `keep` writes.
    """
    attempts = []
    lines = pathlib.Path(path).read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            attempts.append(json.loads(line))
            _ = [attempts[-1][key] for key in ("exercise", "hint", "answer")]
        except (ValueError, TypeError, KeyError):
            raise ValueError(
                f"{path}:{number} is not a line that keep() wrote"
            ) from None
    return attempts


def unexplained(exercises: Exercises, attempts: Iterable[dict]) -> list[list[dict]]:
    """Return the wrong answers without a named mistake, grouped by what they return.

    The answers are given as `attempt` returns them. Answers to an `OwnNumber` and those
    without a finite number are left out. The largest group comes first, and in each
    group the shortest answer.
    """
    groups = {}
    for attempt in attempts:
        table = exercises.get(attempt["exercise"])
        form, numbers = _form_and_numbers(attempt.get("returned", []))
        is_shared = isinstance(table, FunctionTable | Number)
        if not is_shared or isinstance(table, OwnNumber):
            continue
        if not np.isfinite(numbers).any():
            continue
        alike = groups.setdefault((attempt["exercise"], form), [])
        for others, group in alike:
            if np.allclose(numbers, others, rtol=1e-5, atol=1e-6, equal_nan=True):
                group.append(attempt)
                break
        else:
            alike.append((numbers, [attempt]))
    found = [group for alike in groups.values() for _, group in alike]
    for group in found:
        group.sort(key=lambda attempt: len(attempt["answer"] or " " * 10**6))
    return sorted(found, key=len, reverse=True)


def _form_and_numbers(returned: list) -> tuple[str, np.ndarray]:
    """Return the form of results, by which they are grouped, and their numbers."""
    form, numbers = [], [np.empty(0)]
    for value in returned:
        if isinstance(value, list | int | float):
            numbers.append(np.ravel(value))
            value = np.shape(value)
        form.append(value)
    return json.dumps(form), np.concatenate(numbers)


def report(exercises: Exercises, attempts: list[dict]) -> Iterator[str]:
    """Yield a paragraph for each group of answers that no slip explains yet."""
    for group in unexplained(exercises, attempts):
        first = group[0]
        if _is_explained(exercises, first):
            continue
        many = f"{len(group)} answer{'s' * (len(group) != 1)}"
        parts = [
            f"{first['exercise']}: {many}",
            first["hint"].removeprefix("not yet. "),
            textwrap.indent(first["answer"] or "", "    "),
            line_for(exercises[first["exercise"]], group),
        ]
        text = "\n".join(filter(None, parts))
        # An answer must not be able to control the terminal.
        yield "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def _is_explained(exercises: Exercises, attempt: dict) -> bool:
    values = [
        Failure(value["failure"]) if isinstance(value, dict) else value
        for value in attempt["returned"]
    ]
    given = exercises.draw(attempt["exercise"], "")
    with undisturbed():
        return bool(exercises.judge(attempt["exercise"], values, given).mistake)


def line_for(table: object, group: list[dict]) -> str:
    """Return the line of Markdown to add for answers that return the same results.

    TODO in the line is a placeholder for the name and the hint.
    """
    if isinstance(table, Number):
        return f"- TODO: {np.ravel(group[0]['returned'])[0]:.12g}: TODO"
    models = (table.reference, *(mistake.model for mistake in table.mistakes))
    sources = {model.source: None for model in models if isinstance(model, Edited)}
    answers = {attempt["answer"]: None for attempt in group if attempt["answer"]}
    lines = [
        line
        for source, answer in itertools.product(sources, answers)
        for line in _lines(source, answer)
    ]
    # An edit is preferred, because it can be joined with another one.
    return min(lines, key=lambda line: ("` -> `" not in line, len(line)), default=LINE)


def _lines(source: Source, answer: str) -> Iterator[str]:
    """Yield lines that edit a reference into an answer or replace the whole reference.

    Two functions are the same if their syntax trees are equal after the answer's names
    have been replaced by those of the reference.
    """
    label = f" @{source.label}" * bool(source.label)
    try:
        right, wrong = _function(source.text), _function(answer)
        _rename(wrong, dict(zip(_names(wrong), _names(right))))
        for old, new in zip(ast.walk(right), ast.walk(wrong)):
            if not isinstance(old, ast.stmt | ast.expr):
                continue  # the node has no position in the text
            old = " ".join((ast.get_source_segment(source.text, old) or "").split())
            line = f"TODO{label}: `{old}` -> `{ast.unparse(new)}`: TODO"
            with contextlib.suppress(BadEdit, SyntaxError):
                if ast.dump(_function(after(source, line))) == ast.dump(wrong):
                    yield f"- {line}"
        if isinstance(wrong.body[0], ast.Return) and wrong.body[0].value:
            yield f"- TODO{label}: `{ast.unparse(wrong.body[0].value)}`: TODO"
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass  # the answer is not a function, or is nested too deeply


def _function(text: str) -> ast.FunctionDef:
    """Return a text's last function without its docstring; a lambda becomes a `def`.

    Raises `ValueError` if the text does not end with a function.
    """
    *_, function = [None, *ast.parse(text).body]
    if isinstance(function, ast.Expr) and isinstance(function.value, ast.Lambda):
        given, (function,) = function.value, ast.parse("def f():\n return 0").body
        function.args, function.body[0].value = given.args, given.body
    if not isinstance(function, ast.FunctionDef):
        raise ValueError("it is not a function")
    if ast.get_docstring(function) is not None:
        del function.body[0]
    function.name, function.decorator_list, function.returns = "f", [], None
    return function


def _names(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's arguments and variables, each once."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    return list(dict.fromkeys([node.arg for node in function.args.args] + stored))


def _rename(function: ast.FunctionDef, names: dict[str, str]) -> None:
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg, node.annotation = names.get(node.arg, node.arg), None
