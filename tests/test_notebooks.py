"""The form of the lessons: what is stored, and how they are written.

Each rule is a function that returns complaints about a notebook. It is applied to every
lesson, and to a notebook that breaks them all.
"""

import ast
import functools
import inspect
import re
import statistics
import textwrap

import nbformat
import pytest
from livenb.refresh import tidy
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import posenc_lessons
from tests import CURIOUS, HOMEWORK, LESSONS, ROOT
from tests.sizes import NUMBER, homework_minutes, sentences, size


@functools.cache
def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def info(cell):
    """Return what nbgrader knows of a cell."""
    return cell.metadata.get("nbgrader", {})


def is_predicted(cell):
    """Tell whether readers are to predict what a cell shows: it is not stored."""
    return "predict" in cell.metadata.get("tags", [])


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def prose(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def calls(cell, name):
    """Tell whether a cell calls a function by its name."""
    return any(called(node) == name for node in ast.walk(ast.parse(cell.source)))


def ran_in_order(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    wanted = list(range(1, len(counts) + 1))
    return [] if counts == wanted and counts else [f"execution counts {counts}"]


def outputs_are_clean(notebook):
    complaints = [
        f"{key} in the metadata" for key in notebook.metadata if "widget" in key
    ]
    for output in outputs(notebook):
        if output.output_type == "error":
            complaints.append(f"an error: {output.ename}")
        if output.get("name") == "stderr":
            complaints.append(f"on stderr: {output.text[:60]}")
        for kind, data in output.get("data", {}).items():
            if kind == "image/svg+xml" or "widget" in kind or "model_id" in str(data):
                complaints.append(f"an output of {kind}")
    return complaints


def pictures_have_text(notebook):
    complaints = []
    for output in outputs(notebook):
        if "image/png" in output.get("data", {}):
            alt = output.metadata.get("image/png", {}).get("alt", "")
            if not alt.strip() or not output.data.get("text/plain", "").strip():
                complaints.append("a picture without text alternative")
    return complaints


def no_cell_opts_out(notebook):
    complaints = [
        f"tag {tag}"
        for cell in notebook.cells
        for tag in cell.metadata.get("tags", [])
        if tag.lower().startswith(("nbval", "raises"))
    ]
    return complaints + [
        f"comment in {cell.source[:60]!r}"
        for cell in code_cells(notebook)
        if re.search(r"#.*NBVAL|#\s*PYTEST_VALIDATE", cell.source)
    ]


def cells_are_short(notebook, longest=25, median=11):
    lengths = [len(cell.source.splitlines()) for cell in code_cells(notebook)]
    complaints = [f"a cell of {length} lines" for length in lengths if length > longest]
    if statistics.median(lengths) > median:
        complaints.append(f"a median of {statistics.median(lengths)} lines")
    return complaints + [
        f"a line of {len(line)} columns"
        for cell in code_cells(notebook)
        for line in cell.source.splitlines()
        if len(line) > 88
    ]


def cells_are_very_short(notebook):
    return cells_are_short(notebook, longest=20, median=6)


def paragraphs_are_short(notebook):
    complaints = []
    texts = [
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "markdown" and not info(cell).get("solution")
    ]
    for paragraph in re.split(r"\n\s*\n|\n(?=[-*|>]|\d+\. )", "\n\n".join(texts)):
        words = len(paragraph.split())
        if words > 60:
            complaints.append(f"{words} words: {paragraph[:60]!r}")
    return complaints


def words_are_kind_and_everyday(notebook):
    pattern = (
        r"\b(simply|obviously|clearly|magic|magically|mend(?:s|ed|ing)?|hangs? on|"
        r"in place of|but for|paces?|alike often)\b"
    )
    return re.findall(pattern, " ".join(prose(notebook)).lower())


def sentences_are_not_in_parentheses(notebook):
    pattern = r"(?:^|(?<=[.!?:] ))\([A-Z][^()]*[.!?]\)"
    return re.findall(pattern, "\n".join(prose(notebook)), re.MULTILINE)


LIMITS = {
    "words": 1300, "code_lines": 110, "cells": 30, "numbers": 40,
    "explorers": 2, "figures": 4, "predictions": 8, "exercises": 3,
}  # fmt: skip
"""What a lesson holds at most, by the attributes of `tests.sizes.Size`."""


def has_one_idea(notebook):
    """Complain of what a lesson has too much of."""
    measured = size(notebook)
    return [
        f"{getattr(measured, name)} {name}, at most {limit}"
        for name, limit in LIMITS.items()
        if getattr(measured, name) > limit
    ]


def has_room_for_its_answer(notebook):
    words = size(notebook).words
    return [f"{words} words, at most 1800"] if words > 1800 else []


def minutes_follow_the_rule(notebook):
    """Compare the minutes that the first cell states with those of `tests.sizes`."""
    measured, first = size(notebook), notebook.cells[0].source
    wanted = f"About {measured.stated} minutes"
    if measured.exercises:
        s = "s" * (measured.exercises > 1)
        wanted += f", and {measured.exercise_minutes} for the exercise{s}"
    return [] if f"{wanted}." in first else [f"let it say: {wanted}."]


def ends_briefly(notebook):
    """Complain of a summary of more than three sentences or three numbers."""
    pattern = r"\*\*You have\*\*(.*?)(?=\n\n|\Z)"
    have = re.search(pattern, prose(notebook)[-1], re.DOTALL)
    text = sentences(have[1]) if have else ""
    counts = {
        "sentences": len(re.findall(r"[.!?](?=\s|$)", text)),
        "numbers": len(re.findall(NUMBER, text)),
    }
    return [f"You have: {n} {kind}, at most 3" for kind, n in counts.items() if n > 3]


def frame_lacks(notebook, title, at_the_start, leads_on):
    """Return what the first and the last cell of a notebook do not hold."""
    first, last = notebook.cells[0].source, prose(notebook)[-1]
    at_the_end = "**You have**", "**Sources.**", leads_on
    complaints = [] if re.match(title, first) else [f"no title like {title!r}"]
    complaints += [
        f"no {part} at the start" for part in at_the_start if part not in first
    ]
    return complaints + [
        f"no {part} at the end" for part in at_the_end if part not in last
    ]


def frame_of_the_curious_is_complete(notebook):
    start = "**The question:**", "**For** readers of [lesson", "minutes"
    return frame_lacks(notebook, r"# [A-Z]", start, "**Back to** [lesson")


def frame_is_complete(notebook):
    start = "**The question:**", "**You will**", "**You need**", "minutes"
    return frame_lacks(notebook, r"# \d\d \w", start, "**Next:**")


def predictions_come_first(notebook):
    complaints = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" and "**Predict:**" in cell.source:
            after = notebook.cells[number + 1 : number + 2]
            if not after or after[0].cell_type != "code":
                complaints.append(f"no answer after {cell.source[-60:]!r}")
    count = sum("**Predict:**" in text for text in prose(notebook))
    if count < 2 and not notebook.cells[0].source.startswith("# 00"):
        complaints.append(f"{count} predictions: two cells at least say **Predict:**")
    return complaints


def explorers_are_their_own_figures(notebook):
    """Complain of a picture that an Explorer shows and another cell draws as well."""
    cells = [ast.parse(cell.source) for cell in code_cells(notebook)]
    explored = {
        node.args[0].id
        for tree in cells
        for node in ast.walk(tree)
        if called(node) == "Explorer" and node.args
    }
    return [
        f"{called(node)} is drawn apart from its Explorer"
        for tree in cells
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement)
        if called(node) in explored
    ]


def called(node):
    """Return the name of the function that a node calls, or None."""
    return getattr(node.func, "id", None) if isinstance(node, ast.Call) else None


def drawing_is_short(notebook):
    """Complain of functions that draw with more lines than their idea has."""
    complaints = []
    for cell in code_cells(notebook):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("draw"):
                documented = ast.get_docstring(node) is not None
                lines = node.end_lineno - node.body[documented].lineno + 1
                if lines > 15:
                    complaints.append(f"{node.name} has {lines} lines")
    return complaints


def questions_have_answers(notebook):
    """Complain of a question to try without an answer folded under it."""
    texts = prose(notebook)
    return [
        text[text.index("**Try it:**") :][:60]
        for text, after in zip(texts, [*texts[1:], ""])
        if "**Try it:**" in text and "<details>" not in text + after
    ]


def exercises_wait(notebook):
    checks = [cell for cell in code_cells(notebook) if calls(cell, "check")]
    complaints = [] if checks else ["no exercise"]
    for cell in checks:
        text = cell.outputs[-1].data["text/plain"] if cell.outputs else ""
        if ": not attempted yet" not in text or "?" in text:
            complaints.append(f"{cell.source[:60]!r} does not wait")
    return complaints


def links_lead_somewhere(notebook, folder="."):
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", " ".join(prose(notebook)))
    folder = ROOT / "notebooks" / folder
    return [target for target in targets if not (folder / target).exists()]


def links_of_the_curious_lead_somewhere(notebook):
    return links_lead_somewhere(notebook, "curious")


def functions_are_the_package_s(notebook):
    """Compare functions under an exported name: their arguments and statements."""
    complaints = []
    for cell in code_cells(notebook):
        for node in ast.parse(cell.source).body:
            name = getattr(node, "name", None)
            if isinstance(node, ast.FunctionDef) and name in posenc_lessons.__all__:
                package = inspect.unwrap(getattr(posenc_lessons, name))
                source = textwrap.dedent(inspect.getsource(package))
                if formula(node) != formula(ast.parse(source).body[0]):
                    complaints.append(f"{name} differs from the package's")
    return complaints


def formula(function):
    """Return the arguments and the statements of a function, to compare.

    Docstrings, decorators and type annotations are left out.
    """
    for argument in ast.walk(function.args):
        argument.annotation = None
    body = function.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:] if isinstance(body[0].value.value, str) else body
    return ast.dump(function.args), [ast.dump(statement) for statement in body]


def solutions_are_marked(notebook):
    """Complain of solutions that students would see, and of cells that lack one."""
    complaints = []
    for cell in notebook.cells:
        marked = (
            "### BEGIN SOLUTION" in cell.source and "### END SOLUTION" in cell.source
        )
        if marked != bool(info(cell).get("solution")):
            complaints.append(f"solution and cell differ: {cell.source[:60]!r}")
    return complaints


def tasks_are_complete(notebook):
    """Complain of an assignment without code, bug, explanation, points or rubric."""
    text = "\n".join(prose(notebook))
    complaints = [
        f"no {part}"
        for part in ("Find the bug", "**Before you run it**", "**Rubric.**", "points)")
        if part not in text
    ]
    graded = [cell for cell in notebook.cells if info(cell).get("grade")]
    tests = [cell for cell in graded if cell.cell_type == "code"]
    if len(tests) < 3 or len(graded) == len(tests):
        complaints.append("too few tasks")
    announced = sum(map(int, re.findall(r"\((\d+) points\)", text)))
    total = sum(info(cell)["points"] for cell in graded)
    if not announced == total == int(re.search(r"(\d+) points\. Put", text)[1]):
        complaints.append(f"{announced} points are announced, {total} are given")
    return complaints + [
        f"a check of something else: {cell.source!r}"
        for cell in tests
        if not re.fullmatch(
            r'check\("H\d[a-z]", \w+(, student=student)?\)', cell.source
        )
        or not info(cell)["locked"]
    ]


def predictions_are_not_answered(notebook):
    """Complain of a stored answer below "Before you run it"."""
    complaints = []
    for cell, after in zip(notebook.cells, [*notebook.cells[1:], None]):
        if cell.cell_type == "markdown" and "**Before you run it**" in cell.source:
            if not after or not is_predicted(after) or after.outputs:
                complaints.append(
                    f"let the cell after {cell.source[:40]!r} store nothing"
                )
    return complaints


def homework_minutes_follow_the_rule(notebook):
    """Compare the minutes that an assignment states with those of `tests.sizes`."""
    wanted = f"About {homework_minutes(notebook)} minutes."
    return [] if wanted in notebook.cells[0].source else [f"let it say: {wanted}"]


def solutions_are_right(notebook):
    """Complain of a check in the source that does not say "right"."""
    return [
        cell.source
        for cell in code_cells(notebook)
        if calls(cell, "check")
        and ": right. " not in cell.outputs[-1].data["text/plain"]
    ]


FORM = [
    ran_in_order,
    outputs_are_clean,
    pictures_have_text,
    no_cell_opts_out,
    cells_are_short,
    paragraphs_are_short,
    words_are_kind_and_everyday,
    sentences_are_not_in_parentheses,
]
BOTH = [
    *FORM,
    minutes_follow_the_rule,
    ends_briefly,
    explorers_are_their_own_figures,
    drawing_is_short,
    questions_have_answers,
    functions_are_the_package_s,
]
RULES = [
    *BOTH,
    has_one_idea,
    frame_is_complete,
    predictions_come_first,
    cells_are_very_short,
    exercises_wait,
    links_lead_somewhere,
]
CURIOUS_RULES = [
    *BOTH,
    has_room_for_its_answer,
    frame_of_the_curious_is_complete,
    links_of_the_curious_lead_somewhere,
]
HOMEWORK_RULES = [
    *FORM,
    solutions_are_marked,
    tasks_are_complete,
    solutions_are_right,
    predictions_are_not_answered,
    homework_minutes_follow_the_rule,
]


REFRESHED = ran_in_order, outputs_are_clean, exercises_wait


def test_homework_is_numbered_and_each_has_its_folder():
    numbers = [f"h{number}" for number in range(1, len(HOMEWORK) + 1)]
    assert [path.stem[:2] for path in HOMEWORK] == numbers
    assert {path.parent.name for path in HOMEWORK} == {path.stem for path in HOMEWORK}


APPLIED = [
    pytest.param(path, rule, id=f"{path.name}-{rule.__name__}")
    for paths, rules in (
        (LESSONS, RULES), (CURIOUS, CURIOUS_RULES), (HOMEWORK, HOMEWORK_RULES)
    )
    for path in paths
    for rule in rules
]  # fmt: skip


@pytest.mark.parametrize(("path", "rule"), APPLIED)
def test_form(path, rule):
    complaints = rule(read(path))
    again = [f"run make refresh NB={path.relative_to(ROOT)}"] * (rule in REFRESHED)
    assert not complaints, "\n".join([f"{path.name}:", *complaints, *again])


@pytest.mark.parametrize("path", LESSONS + CURIOUS + HOMEWORK, ids=lambda p: p.name)
def test_is_small_and_canonical(path):
    stored = path.read_bytes()
    limit = 300 * 1024
    assert len(stored) < limit, "it is to have less than 300 KiB: fewer pictures"
    notebook = read(path)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids), "two cells have the same id"
    assert 8 <= len(ids) <= 48, "it is to have 8 to 48 cells"
    same = (nbformat.writes(tidy(notebook)) + "\n").encode() == stored
    assert same, (
        "it is not as stored last, perhaps with pictures of other code: run make "
        f"refresh NB={path.relative_to(ROOT)}"
    )


def code(source, *outputs, **metadata):
    return new_code_cell(
        source, execution_count=7, metadata=metadata, outputs=list(outputs)
    )


# Every rule has something to complain of here.
BROKEN = new_notebook(
    cells=[
        new_markdown_cell("About 9 minutes. 15 points. Put (14 points). " + "9 " * 41),
        new_markdown_cell("Obviously so, but for one. (It is. " * 400 + "Is it?)"),
        code("from numpy import *\nprint(1)" + "\n1" * 26, tags=["nbval-skip"]),
        code("1", new_output("display_data", {"image/svg+xml": "", "image/png": ""})),
        code("draw_all(ax)"),
        code("Explorer(draw_all)"),
        code("def draw_all(ax):\n    'All.'" + "\n    1" * 16),
        code("def softmax(scores):\n    return scores"),
        code("check('H1a', 1)", new_output("execute_result", {"text/plain": "wrong"})),
        code("### BEGIN SOLUTION\n1\n### END SOLUTION"),
        new_markdown_cell("**Before you run it**, write down what you expect."),
        code("1", new_output("execute_result", {"text/plain": "1"})),
        new_markdown_cell("**Try it:** why? [see](missing.ipynb)"),
        new_markdown_cell("**Predict:** what?"),
        new_markdown_cell("**You have** seen it. A. B. C."),
    ]
)


@pytest.mark.parametrize(
    "rule",
    dict.fromkeys([*RULES, *CURIOUS_RULES, *HOMEWORK_RULES]),
    ids=lambda rule: rule.__name__,
)
def test_each_rule_can_complain(rule):
    assert rule(BROKEN) != []
