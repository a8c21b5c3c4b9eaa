"""How long the lessons are, and how many minutes they take.

``python -m tests.sizes [NOTEBOOK ...]`` prints a table. A lesson's minutes follow one
rule: 180 words a minute, 15 lines of code a minute, half a minute for a prediction, two
for an Explorer and a quarter for another figure. The exercises are counted apart, at
five minutes each. A homework takes as long as it takes to read, and four minutes more
for each point.
"""

import dataclasses
import pathlib
import re
import sys

import nbformat

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
NUMBER = r"(?<![\w.])\d[\d.,]*"


@dataclasses.dataclass(frozen=True)
class Size:
    """What a notebook holds."""

    words: int  # of Markdown
    code_lines: int  # that are not empty
    cells: int
    numbers: int  # in sentences, as `sentences` returns them
    predictions: int  # questions to predict
    explorers: int
    figures: int  # others
    exercises: int

    @property
    def minutes(self) -> float:
        """How long it takes to read, without the exercises."""
        return (
            self.words / 180
            + self.code_lines / 15
            + self.predictions / 2
            + 2 * self.explorers
            + self.figures / 4
        )

    @property
    def stated(self) -> int:
        """How many minutes a lesson says that it takes: a multiple of five."""
        return 5 * max(1, round(self.minutes / 5))

    @property
    def exercise_minutes(self) -> int:
        """How long the exercises take."""
        return 5 * self.exercises


def sentences(text: str) -> str:
    """Return the text without headings, tables, code, formulas, links and labels."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(#+ .*|\|.*|> *\|.*)$", " ", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`|\$[^$]*\$|\[[^\]]*\]\([^)]*\)|<[^>]*>", " ", text)
    text = re.sub(r"lessons? \d\d(( to |, | and )\d\d)*", " ", text)
    return re.sub(r"\*\*\w?\d+[a-z]\.?\*\*", " ", text)


def size(notebook: nbformat.NotebookNode) -> Size:
    """Count what a notebook holds."""
    markdown = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    text = "\n\n".join(markdown)
    explorers = sum(bool(re.search(r"\bExplorer\(", cell.source)) for cell in code)
    outputs = [output for cell in code for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    return Size(
        words=len(text.split()),
        code_lines=sum(
            bool(line.strip()) for cell in code for line in cell.source.splitlines()
        ),
        cells=len(notebook.cells),
        numbers=len(re.findall(NUMBER, sentences(text))),
        predictions=text.count("**Predict:**"),
        explorers=explorers,
        figures=max(0, pictures - explorers),
        exercises=sum('check("' in cell.source for cell in code),
    )


def homework_minutes(notebook: nbformat.NotebookNode) -> int:
    """Return how many minutes an assignment says that it takes: a multiple of five.

    Its solutions, which students do not read, may be in it.
    """
    points, cells = 0, []
    for cell in notebook.cells:
        info = cell.metadata.get("nbgrader", {})
        points += info.get("points", 0) if info.get("grade") else 0
        solution = r"### BEGIN SOLUTION.*?### END SOLUTION"
        source = re.sub(solution, "", cell.source, flags=re.DOTALL)
        cells.append(nbformat.from_dict({**cell, "source": source}))
    measured = size(nbformat.from_dict({**notebook, "cells": cells}))
    predictions = sum("**Before you run it**" in cell.source for cell in cells)
    return 5 * round((measured.minutes + predictions / 2 + 4 * points) / 5)


def table(paths: list[pathlib.Path]) -> str:
    """Return a table of notebooks, a line for each."""
    names = [field.name for field in dataclasses.fields(Size)]
    lines = ["notebook".ljust(34) + " ".join([*names, "minutes", "for exercises"])]
    for path in paths:
        measured = size(nbformat.read(path, as_version=4))
        values = [getattr(measured, name) for name in names]
        line = path.stem.ljust(34)
        for name, value in zip(names, values):
            line += f"{value:{len(name)}} "
        lines.append(f"{line}{measured.minutes:7.1f} {measured.exercise_minutes:13}")
    return "\n".join(lines)


if __name__ == "__main__":
    lessons = [*sorted(FOLDER.glob("*.ipynb")), *sorted(FOLDER.glob("curious/*.ipynb"))]
    print(table([pathlib.Path(name) for name in sys.argv[1:]] or lessons))
