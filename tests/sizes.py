"""How much a notebook holds, and how many minutes it takes.

A lesson's minutes follow one rule: 180 words a minute, 15 lines of code a minute, half
a minute for a prediction, two for an Explorer and a quarter for any other figure. The
exercises are counted separately, at five minutes each. A homework takes as long as it
takes to read, plus four minutes for each point.
"""

import re
import statistics

import nbformat


def sentences(text):
    """Return a text without headings, tables, code, formulas, links and labels."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(#+ .*|\|.*|> *\|.*)$", " ", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`|\$[^$]*\$|\[[^\]]*\]\([^)]*\)|<[^>]*>", " ", text)
    text = re.sub(r"lessons? \d\d(( to |, | and )\d\d)*", " ", text)
    return re.sub(r"\*\*\w?\d+[a-z]\.?\*\*", " ", text)


def size(notebook):
    """Count what a notebook holds; return the counts by name."""
    text = "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    lines = [line for cell in code for line in cell.source.splitlines() if line.strip()]
    lengths = [len(cell.source.splitlines()) for cell in code]
    explorers = sum(bool(re.search(r"\bExplorer\(", cell.source)) for cell in code)
    outputs = [output for cell in code for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    return {
        "words": len(text.split()),
        "lines of code": len(lines),
        "lines in its longest cell": max(lengths),
        "lines in its median cell": statistics.median(lengths),
        "cells": len(notebook.cells),
        "numbers in sentences": len(
            re.findall(r"(?<![\w.])\d[\d.,]*", sentences(text))
        ),
        "predictions": text.count("**Predict:**"),
        "explorers": explorers,
        "figures": max(0, pictures - explorers),
        "exercises": sum('check("' in cell.source for cell in code),
    }


def minutes(counts):
    """Return how long a notebook takes to read, without its exercises."""
    return (
        counts["words"] / 180
        + counts["lines of code"] / 15
        + counts["predictions"] / 2
        + 2 * counts["explorers"]
        + counts["figures"] / 4
    )


def stated(notebook):
    """Return what a lesson should say about its minutes, a multiple of five."""
    counts = size(notebook)
    said = f"About {5 * max(1, round(minutes(counts) / 5))} minutes"
    if count := counts["exercises"]:
        said += f", and {5 * count} for the exercise{'s' * (count > 1)}"
    return f"{said}."


def stated_of_homework(notebook):
    """Return what an assignment should say about its minutes, a multiple of five.

    Any solutions in it are left out, since students do not read them.
    """
    points, cells = 0, []
    for cell in notebook.cells:
        info = cell.metadata.get("nbgrader", {})
        points += info.get("points", 0) if info.get("grade") else 0
        solution = r"### BEGIN SOLUTION.*?### END SOLUTION"
        source = re.sub(solution, "", cell.source, flags=re.DOTALL)
        cells.append(nbformat.from_dict({**cell, "source": source}))
    read = minutes(size(nbformat.from_dict({**notebook, "cells": cells})))
    predictions = sum("**Before you run it**" in cell.source for cell in cells)
    return f"About {5 * round((read + predictions / 2 + 4 * points) / 5)} minutes."
