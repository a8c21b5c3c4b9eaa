"""Record readers' answers in a file, if asked to."""

import ast
import inspect
import json
import linecache
import math
import os
import pathlib
import sys
import textwrap
from types import CodeType

import numpy as np

from hintcheck.answers import shown, undisturbed
from hintcheck.errors import error_text
from hintcheck.verdicts import Failure, Result

VERDICTS = {True: "right", False: "wrong", None: "not attempted"}
LARGEST = 2000  # the most entries of a result, or characters of a value, to keep
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_file = None  # the file in which answers are kept, if any


def keep(path: str | os.PathLike | None) -> None:
    """Keep every answer checked from now on as a line of JSON in a file.

    The README says what a line holds. With None, no more answers are kept. Raises
    `ValueError` if `path` is not a path or the file cannot be written to.
    """
    global _file
    try:
        file = None if path is None else pathlib.Path(path).absolute()
        if file:
            file.open("a", encoding="utf-8").close()
    except (TypeError, ValueError, OSError) as error:
        raise ValueError(
            "keep() takes the path of a file that can be written to, or None; "
            f"got {path!r} ({getattr(error, 'strerror', None) or 'not a path'})"
        ) from None
    _file = file


def note(result: Result, answer: object) -> None:
    """Keep an answer if `keep` has set a file; a failure does not stop the check."""
    if _file is None:
        return
    try:
        with undisturbed():
            line = json.dumps(attempt(result, _written(answer)))
        with _file.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except BaseException as error:
        print(f"This answer was not kept: {error_text(error)}", file=sys.stderr)


def attempt(result: Result, answer: str | None) -> dict:
    """Return what is kept of an answer, in a form that JSON can hold.

    `answer` is the source of a function, the repr() of another value, or None if it is
    not known. Its comments and docstrings are left out, because they may contain names.
    If a wrong answer has no named mistake, what it returned in each case is kept, too.
    """
    kept = {
        "exercise": result.exercise,
        "verdict": VERDICTS[result.ok],
        "mistake": result.mistake,
        "hint": result.text,
        "answer": answer and _plain_code(answer),
    }
    if result.ok is False and result.mistake is None:
        kept["returned"] = list(map(_plain, result.values))
    return kept


def _plain_code(text: str) -> str | None:
    """Return code without comments or docstrings, or None if it is not Python."""
    try:
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, DEFINITION) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        return "\n".join(map(ast.unparse, tree.body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _plain(value: object) -> object:
    """Return a value in a form that JSON can hold."""
    if isinstance(value, Failure):
        return {"failure": value.reason}
    try:
        array = np.asarray(value)
        is_small = math.prod(filter(None, array.shape)) <= LARGEST  # even if empty
        if array.dtype.kind == "f" and is_small:
            return array.astype(float).tolist()  # JSON cannot hold longer floats
        if array.dtype.kind in "biu" and is_small:
            return array.tolist()
    except Exception:
        pass  # parts of different sizes, or an object of the reader's own class
    return shown(value)


def _written(answer: object) -> str | None:
    """Return a function's source or a value's repr(), or None if there is no source."""
    if not callable(answer):
        return repr(answer)[:LARGEST]
    code = getattr(inspect.unwrap(answer), "__code__", None)
    return _source(code) if inspect.iscode(code) else None


def _source(code: CodeType) -> str | None:
    """Return the source of a definition without the code around it, or None."""
    text = "".join(linecache.getlines(code.co_filename))
    kind = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    try:
        own = [
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, kind)
            for first in (node, *getattr(node, "decorator_list", ())[:1])
            if first.lineno == code.co_firstlineno
        ]
    except SyntaxError:  # the file has changed since
        return None
    if len(own) != 1:
        return None
    return textwrap.dedent(ast.get_source_segment(text, own[0], padded=True))
