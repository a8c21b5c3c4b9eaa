"""A lesson's notebook as a page: a notebook again, for Sphinx, with other outputs.

Nothing is marked in the lessons for this. Which code is folded, where a prediction is
noted and which exercises are checked follows from the cells themselves.
"""

import ast
import base64
import copy
import hashlib
import html
import os
import re

import nbformat

from livenb.site.explorers import shows_explorer
from livenb.site.packs import pixels, webp
from livenb.site.questions import question_of, statement_names

REPOSITORY = os.environ.get("GITHUB_REPOSITORY", "OWNER/posenc_lessons")

_CHECK = re.compile(r"^check\(\"(\w+)\", *\w+\)", re.MULTILINE)
_PREDICT = re.compile(r"\*\*Predict:\*\*")
_FOLDED = "hide-input"
_WRAPPED = "wraps"
_COLUMNS = 92  # of printed text have room beside the contents
_DRAWS = {"ax", "axes", "fig", "figure", "headline", "show", "Explorer", "plt"}


def page(notebook, name, pictures, live=True):
    """Return a notebook for the page of a lesson.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The lesson; it is not changed.
    name : str
        Its file's name, without the ending.
    pictures : dict
        Gets the files of its pictures, by their names.
    live : bool, optional
        Whether its Explorers move.

    Returns
    -------
    nbformat.NotebookNode
        The page.
    """
    made = copy.deepcopy(notebook)
    cells, predicted = [], None
    for cell in made.cells:
        if cell.cell_type != "code":
            cells.append(cell)
            predicted = _prediction(cell, name)
            if predicted:
                cells.append(_markdown(_noting(predicted)))
            continue
        exercise = _CHECK.search(cell.source)
        if exercise:
            cells += _exercise(cell, exercise[1], name)
            predicted = None
            continue
        cell.outputs = outputs(cell, name if live else None, pictures)
        if _prints_prose(cell):
            _tag(cell, _WRAPPED)
        if only_draws(cell):
            _tag(cell, _FOLDED)
            if not predicted and _is_waiting(cells):
                cell.source = f"{cells.pop().source}\n\n\n{cell.source}"
        if predicted:
            cells.append(_markdown(_reminder(predicted)))
            predicted = None
        cells.append(cell)
    made.cells = cells
    made.metadata = notebook.metadata
    return made


def first_explorer(notebook, name, pictures, live=True):
    """Return the first Explorer of a lesson as HTML, for a page of another name.

    Parameters
    ----------
    notebook, name, pictures, live
        As `page` takes them.
    """
    cell = next(cell for cell in notebook.cells if shows_explorer(cell))
    made = outputs(cell, name if live else None, pictures)
    return next(one.data["text/html"] for one in made if "text/html" in one.data)


def binder(name):
    """Return the address at which Binder opens a lesson or an assignment."""
    place = f"urlpath=lab/tree/notebooks/{name}.ipynb"
    return f"https://mybinder.org/v2/gh/{REPOSITORY}/HEAD?{place}"


def of_this_repository(text):
    """Return a text in which addresses name the repository that the pages are of."""
    owner, name = REPOSITORY.split("/")
    for mark in ("/", "%2F"):
        text = text.replace(f"OWNER{mark}posenc_lessons", f"{owner}{mark}{name}")
    return text.replace("OWNER.github.io/posenc_lessons", f"{owner}.github.io/{name}")


def only_draws(cell):
    """Tell whether a code cell does nothing but draw, or get ready for it.

    It does if all it shows is pictures; or if it shows nothing and only imports, or
    defines functions that all speak of axes.
    """
    shown = [output for output in cell.outputs if not _blank(output)]
    if shown:
        return all("text/html" in output.get("data", {}) for output in shown)
    body = ast.parse(cell.source).body
    imports = (ast.Import, ast.ImportFrom)
    if all(isinstance(part, imports) or _sets_style(part) for part in body):
        return True
    functions = [part for part in body if isinstance(part, ast.FunctionDef)]
    return len(functions) == len(body) and all(map(_about_axes, functions))


def _tag(cell, tag):
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]


def _prints_prose(cell):
    """Tell whether a cell prints sentences, or lines that would leave the page anyhow.

    Sentences stand in no columns, and are of letters for the most part.
    """
    text = "".join(one.get("text", "") for one in cell.outputs)
    long = max(map(len, text.splitlines()), default=0) > _COLUMNS
    letters, signs = sum(map(str.isalpha, text)), len("".join(text.split()))
    return long or ("  " not in text and letters > signs / 2)


def _is_waiting(cells):
    """Tell whether the last cell is folded and shows nothing: one fold serves two."""
    return bool(cells) and (
        cells[-1].cell_type == "code"
        and _FOLDED in cells[-1].metadata.get("tags", [])
        and not cells[-1].outputs
    )


def _blank(output):
    return output.output_type == "display_data" and not output.data


def _sets_style(part):
    return isinstance(part, ast.Expr) and ast.unparse(part).startswith("plt.style")


def _about_axes(function):
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    arguments = {argument.arg for argument in function.args.args}
    return bool(_DRAWS & (names | arguments))


def outputs(cell, name, pictures):
    """Return a code cell's outputs, with pictures as files, and texts but once."""
    made, captions = [], set()
    for output in cell.outputs:
        data = output.get("data", {})
        if "image/png" in data:
            told = output.metadata.get("image/png", {})
            captions.add(f"*{told.get('alt', '')}*")
            address = _picture(data["image/png"], pictures)
            moves = name and shows_explorer(cell)
            live = f"frames/{name}/{cell.id}.json" if moves else ""
            made.append(_html(_figure(address, told, live)))
        elif data.get("text/markdown") not in captions:
            made.append(output)
    return made


def _picture(encoded, pictures):
    """Add a stored picture to the files of the site, and return its address."""
    content = webp(pixels(base64.b64decode(encoded)))
    address = f"pictures/{hashlib.sha256(content).hexdigest()[:16]}.webp"
    pictures[address] = content
    return address


def _figure(address, told, live):
    """Return a picture with its text: read once, as the picture's or below it."""
    alt = html.escape(told.get("alt", ""), quote=True)
    size = f'width="{told["width"]}" height="{told["height"]}"' if told else ""
    image = f'<img src="{address}" alt="{alt}" {size} loading="lazy">'
    if live:
        return f'<div class="posenc-live" data-explorer="{live}">{image}</div>'
    return (
        f'<figure class="posenc-figure"><div class="posenc-card">{image}</div>'
        f'<figcaption aria-hidden="true">{alt}</figcaption></figure>'
    )


def _prediction(cell, name):
    """Return a name for the prediction that a cell asks for, or None."""
    if cell.cell_type == "markdown" and _PREDICT.search(cell.source):
        return f"{name}/{cell.id}"
    return None


def _noting(name):
    return (
        f'<div class="posenc-predict" data-note="{name}"><label>Your prediction '
        '<textarea rows="2"></textarea></label></div>'
    )


def _reminder(name):
    return f'<p class="posenc-predicted" data-noted="{name}" hidden></p>'


def _exercise(cell, exercise, name):
    """Return the cells that stand in for an exercise's cell of code."""
    lab = f'<a href="{binder(name)}">JupyterLab on Binder</a>'
    question = question_of(exercise)
    if question is None:
        cell.outputs = []
        note = f"This one asks for Python: answer it in {lab}, or in "
        return [cell, _markdown(f'{note}<a href="ways.html">another way</a>.')]
    told = {
        "question": f"questions/{exercise}.json",
        "kind": question,
        "names": " ".join(statement_names(exercise)),
    }
    data = " ".join(f'data-{key}="{value}"' for key, value in told.items())
    without = f"<p>Checked in {lab}.</p>"
    return [_markdown(f'<form class="posenc-question" {data}>{without}</form>')]


def _markdown(text):
    return nbformat.v4.new_markdown_cell(text)


def _html(text):
    return nbformat.v4.new_output("display_data", {"text/html": text})
