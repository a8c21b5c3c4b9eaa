"""The form of the lessons: what they store, and how they are written.

Each rule is a function that returns complaints about a notebook. The rules are applied
to every lesson, and to a notebook that breaks them all.
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


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def info(cell):
    """Return what nbgrader has noted about a cell."""
    return cell.metadata.get("nbgrader", {})


def is_predicted(cell):
    """Whether readers should predict what a cell shows, so that nothing is stored."""
    return "predict" in cell.metadata.get("tags", [])


def checks(notebook):
    """Return the cells that check an answer, each with its stored output."""
    cells = [c for c in code_cells(notebook) if re.search(r"^check\(", c.source, re.M)]
    return [(c, c.outputs[-1].data["text/plain"] if c.outputs else "") for c in cells]


# What is stored


def ran_in_order(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    wanted = list(range(1, len(counts) + 1))
    return [] if counts == wanted else [f"execution counts {counts}"]


def nothing_went_wrong(notebook):
    return [
        f"on stderr: {output.text[:60]}"
        for output in outputs(notebook)
        if output.get("name") == "stderr"
    ]


def pictures_have_text(notebook):
    return [
        f"a picture whose text alternative is {alt!r}"
        for output in outputs(notebook)
        if "image/png" in output.get("data", {})
        # A function's name takes the place of a missing docstring.
        for alt in [output.metadata.get("image/png", {}).get("alt", "").strip()]
        if not alt or "_" in alt.partition(" ")[0]
    ]


def no_cell_opts_out(notebook):
    pattern = r"nbval-\S+|raises-exception|NBVAL_\w+|PYTEST_VALIDATE\w*"
    return [
        found
        for cell in notebook.cells
        for found in re.findall(pattern, str(cell))
        if not (is_predicted(cell) and found.startswith("nbval-ignore-output"))
    ]


def exercises_wait(notebook):
    complaints = [] if checks(notebook) else ["no exercise"]
    return complaints + [
        f"{cell.source[:60]!r} does not wait for an answer"
        for cell, said in checks(notebook)
        if ": not attempted yet" not in said or "?" in said
    ]


def solutions_are_right(notebook):
    return [cell.source for cell, said in checks(notebook) if ": right. " not in said]


def predictions_are_not_answered(notebook):
    return [
        f"the cell after {cell.source[:40]!r} should store nothing"
        for cell, after in zip(notebook.cells, notebook.cells[1:])
        if "**Before you run it**" in cell.source
        and not (is_predicted(after) and after.outputs == [])
    ]


# How it is written


def sentences(text):
    """Return a text without headings, tables, code, formulas, links and labels."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(#+ .*|\|.*|> *\|.*)$", " ", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`|\$[^$]*\$|\[[^\]]*\]\([^)]*\)|<[^>]*>", " ", text)
    text = re.sub(r"lessons? \d\d(( to |, | and )\d\d)*", " ", text)
    return re.sub(r"\*\*\w?\d+[a-z]\.?\*\*", " ", text)


def size(notebook):
    """Count what a notebook holds; return the counts by name."""
    text = "\n\n".join(prose(notebook))
    code = [cell.source for cell in code_cells(notebook)]
    lengths = [len(source.splitlines()) for source in code]
    explorers = sum("Explorer(" in source for source in code)
    pictures = sum("image/png" in o.get("data", {}) for o in outputs(notebook))
    return {
        "words": len(text.split()),
        "lines of code": len([n for n in "\n".join(code).splitlines() if n.strip()]),
        "lines in its longest cell": max(lengths),
        "lines in its median cell": statistics.median(lengths),
        "cells": len(notebook.cells),
        "numbers in sentences": len(
            re.findall(r"(?<![\w.])\d[\d.,]*", sentences(text))
        ),
        "predictions": len(re.findall(r"\*\*(Predict:|Before you run it)\*\*", text)),
        "explorers": explorers,
        "figures": max(0, pictures - explorers),
        "exercises": len(checks(notebook)),
        "points": sum(info(c).get("points", 0) for c in notebook.cells),
    }


def without_solutions(notebook):
    """Return a copy of an assignment without the solutions, as students read it."""
    copy = nbformat.from_dict(notebook)
    for cell in copy.cells:
        parts = r"### BEGIN SOLUTION.*?### END SOLUTION"
        cell.source = re.sub(parts, "", cell.source, flags=re.DOTALL)
    return copy


def minutes_follow_the_rule(notebook):
    """Compare the stated minutes with a rule; both are multiples of five.

    The rule is 180 words a minute, 15 lines of code a minute, half a minute for a
    prediction, two for an Explorer and a quarter for any other figure. The exercises
    of a lesson are counted separately, at five minutes each. In an assignment, a point
    takes four minutes.
    """
    counts = size(without_solutions(notebook))
    minutes = (
        counts["words"] / 180
        + counts["lines of code"] / 15
        + counts["predictions"] / 2
        + 2 * counts["explorers"]
        + counts["figures"] / 4
        + 4 * counts["points"]
    )
    wanted = f"About {5 * max(1, round(minutes / 5))} minutes"
    if counts["exercises"] and not counts["points"]:
        plural = "s" * (counts["exercises"] > 1)
        wanted += f", plus {5 * counts['exercises']} for the exercise{plural}"
    said = f"{wanted}." in notebook.cells[0].source
    return [] if said else [f"it should say: {wanted}."]


def holds_at_most(limits, notebook):
    counts = size(notebook)
    return [
        f"{counts[name]} {name}, at most {limit}"
        for name, limit in limits.items()
        if counts[name] > limit
    ]


def has_frame(title, at_the_start, leads_on, notebook):
    first, last = notebook.cells[0].source, prose(notebook)[-1]
    at_the_end = "**You have**", "**Sources.**", leads_on
    complaints = [] if re.match(title, first) else [f"no title like {title!r}"]
    complaints += [
        f"no {part} at the start" for part in at_the_start if part not in first
    ]
    return complaints + [f"no {p} at the end" for p in at_the_end if p not in last]


def paragraphs_are_short(notebook):
    cells = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    text = "\n\n".join(c.source for c in cells if not info(c).get("solution"))
    return [
        f"{len(paragraph.split())} words: {paragraph[:60]!r}"
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*|>]|\d+\. )", text)
        if len(paragraph.split()) > 60
    ]


def words_are_kind_and_everyday(notebook):
    words = (
        r"\b(simply|obviously|clearly|magic|magically|mend(?:s|ed|ing)?|hangs? on|"
        r"in place of|but for|paces?|alike often)\b"
    )
    in_parentheses = r"(?:^|(?<=[.!?:] ))\([A-Z][^()]*[.!?]\)"
    text = "\n".join(prose(notebook))
    found = re.findall(words, text.lower()) + re.findall(in_parentheses, text, re.M)
    return [f"say this in other words: {words!r}" for words in found]


def predictions_come_first(notebook):
    complaints = [
        f"no answer after {cell.source[-60:]!r}"
        for cell, after in zip(notebook.cells, notebook.cells[1:])
        if cell.cell_type == after.cell_type == "markdown"
        and "**Predict:**" in cell.source
    ]
    count = sum("**Predict:**" in text for text in prose(notebook))
    if count < 2 and not notebook.cells[0].source.startswith("# 00"):
        complaints.append(f"{count} predictions: at least two cells need **Predict:**")
    return complaints


def explorers_are_their_own_figures(notebook):
    source = "\n".join(cell.source for cell in code_cells(notebook))
    return [
        f"{name} is also drawn outside its Explorer"
        for name in re.findall(r"\bExplorer\(\s*(\w+)", source)
        if re.search(rf"^{name}\(", source, re.M)
    ]


def questions_have_answers(notebook):
    texts = prose(notebook)
    return [
        f"no folded answer under {text[text.index('**Try it:**') :][:60]}"
        for text, after in zip(texts, [*texts[1:], ""])
        if "**Try it:**" in text and "<details>" not in text + after
    ]


def functions_are_the_package_s(notebook):
    """Compare functions with an exported name: their arguments and statements."""
    nodes = [n for cell in code_cells(notebook) for n in ast.parse(cell.source).body]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    complaints = []
    for name in functions.keys() & set(posenc_lessons.__all__):
        package = inspect.unwrap(getattr(posenc_lessons, name))
        source = textwrap.dedent(inspect.getsource(package))
        if formula(functions[name]) != formula(ast.parse(source).body[0]):
            complaints.append(f"{name} differs from the package's")
    return complaints


def formula(function):
    """Return the arguments and the statements of a function, for a comparison.

    Docstrings, decorators and type annotations are left out.
    """
    for argument in ast.walk(function.args):
        argument.annotation = None
    documented = ast.get_docstring(function) is not None
    statements = function.body[documented:]
    return ast.dump(function.args), [ast.dump(statement) for statement in statements]


def tasks_are_complete(notebook):
    """Complain about an assignment that lacks a part, or whose points differ."""
    text = "\n".join(prose(notebook))
    parts = "Find the bug", "**Before you run it**", "**Rubric.**"
    complaints = [f"no {part}" for part in parts if part not in text]
    graded = [cell for cell in notebook.cells if info(cell).get("grade")]
    tests = [cell for cell in graded if cell.cell_type == "code"]
    if len(tests) < 3 or len(graded) == len(tests):
        complaints.append("too few tasks")
    announced = sum(map(int, re.findall(r"\((\d+) points\)", text)))
    total = sum(info(cell)["points"] for cell in graded)
    if not announced == total == int(re.search(r"(\d+) points\. Put", text)[1]):
        complaints.append(f"{announced} points are announced, but {total} are given")
    one_check = r'check\("H\d[a-z]", \w+(, student=student)?\)'
    return complaints + [
        f"this cell should be a single check: {cell.source!r}"
        for cell in tests
        if not (re.fullmatch(one_check, cell.source) and info(cell)["locked"])
    ]


ALL = [
    ran_in_order,
    nothing_went_wrong,
    pictures_have_text,
    no_cell_opts_out,
    paragraphs_are_short,
    words_are_kind_and_everyday,
]
READ = [
    *ALL,
    minutes_follow_the_rule,
    explorers_are_their_own_figures,
    questions_have_answers,
    functions_are_the_package_s,
]
SHORT_CELLS = {"lines in its longest cell": 25, "lines in its median cell": 11}
ONE_IDEA = {
    "words": 1300, "lines of code": 110, "cells": 30, "numbers in sentences": 40,
    "explorers": 2, "figures": 4, "predictions": 8, "exercises": 3,
    "lines in its longest cell": 20, "lines in its median cell": 6,
}  # fmt: skip
START = "**The question:**", "**You will**", "**You need**"
START_OF_THE_CURIOUS = "**The question:**", "**For** readers of [lesson"
RULES = [
    *READ,
    functools.partial(holds_at_most, ONE_IDEA),
    functools.partial(has_frame, r"# \d\d \w", START, "**Next:**"),
    predictions_come_first,
    exercises_wait,
]
CURIOUS_RULES = [
    *READ,
    functools.partial(holds_at_most, {"words": 1800, **SHORT_CELLS}),
    functools.partial(
        has_frame, "# [A-Z]", START_OF_THE_CURIOUS, "**Back to** [lesson"
    ),
]
HOMEWORK_RULES = [
    *ALL,
    minutes_follow_the_rule,
    functools.partial(holds_at_most, SHORT_CELLS),
    tasks_are_complete,
    solutions_are_right,
    predictions_are_not_answered,
]
STUDENTS_RULES = [*ALL, exercises_wait, predictions_are_not_answered]
STUDENTS = sorted(ROOT.glob("notebooks/homework/*.ipynb"))
APPLIED = [
    pytest.param(path, rules, id=f"{path.parent.name}-{path.name}")
    for paths, rules in (
        (LESSONS, RULES), (CURIOUS, CURIOUS_RULES), (HOMEWORK, HOMEWORK_RULES),
        (STUDENTS, STUDENTS_RULES),
    )
    for path in paths
]  # fmt: skip


@pytest.mark.parametrize(("path", "rules"), APPLIED)
def test_form(path, rules):
    complaints = [complaint for rule in rules for complaint in rule(read(path))]
    assert not complaints, "\n".join([f"{path.name}:", *complaints])


@pytest.mark.parametrize("path", LESSONS + CURIOUS + HOMEWORK, ids=lambda p: p.name)
def test_is_small_and_canonical(path):
    stored = path.read_bytes()
    assert len(stored) < 300 * 1024, "it must be below 300 KiB: use fewer pictures"
    same = (nbformat.writes(tidy(read(path))) + "\n").encode() == stored
    assert same, (
        "it is not as the last refresh stored it, so its pictures may be out of date: "
        f"run make refresh NB={path.relative_to(ROOT)}"
    )


def code(source, *outputs, **metadata):
    return new_code_cell(
        source, execution_count=7, metadata=metadata, outputs=list(outputs)
    )


# Every rule has something to complain about here.
BROKEN = new_notebook(
    cells=[
        new_markdown_cell("About 9 minutes. 15 points. Put (14 points). " + "9 " * 41),
        new_markdown_cell("Obviously so, but for one. (It is. " * 400 + "Is it?)"),
        code("from numpy import *\nprint(1)" + "\n1" * 26, tags=["nbval-skip"]),
        code("1", new_output("display_data", {"image/svg+xml": "", "image/png": ""})),
        code("1", new_output("stream", name="stderr", text="a warning")),
        code("draw_all(ax)"),
        code("Explorer(draw_all)"),
        code("def softmax(scores):\n    return scores"),
        code("check('H1a', 1)", new_output("execute_result", {"text/plain": "wrong"})),
        new_markdown_cell("**Before you run it**, write down what you expect."),
        code("1", new_output("execute_result", {"text/plain": "1"})),
        new_markdown_cell("**Try it:** why? [see](missing.ipynb)"),
        new_markdown_cell("**Predict:** what?"),
        new_markdown_cell("**You have** seen it. A. B. C."),
    ]
)


@pytest.mark.parametrize("rule", dict.fromkeys(RULES + CURIOUS_RULES + HOMEWORK_RULES))
def test_each_rule_can_complain(rule):
    assert rule(BROKEN) != []
