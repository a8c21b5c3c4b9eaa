"""A notebook as a page: a notebook again, for Sphinx, with other outputs.

Nothing needs to be marked in notebooks for this. Code that only draws is folded, a
paragraph that begins with **Predict:** gets a field for the reader's prediction, and a
cell with ``check("1a", answer)`` becomes a question that the page checks.
"""

import ast
import copy
import html
import re
import shutil

import nbformat

from livenb.site.questions import question_of, statement_names
from livenb.site.run import shows_explorer

_CHECK = re.compile(r"^check\(\"(\w+)\", *\w+\)", re.MULTILINE)
_FOLDED, _WRAPPED = "livenb-folded", "livenb-wraps"
_COLUMNS = 92  # of printed text have room beside the contents
_DRAWS = {"ax", "axes", "fig", "figure", "plt"}


def page(notebook, shelf, settings):
    """Return the notebook from which a notebook's page is made."""
    made = copy.deepcopy(notebook)
    cells, predicted = [], None
    for cell in made.cells:
        if cell.cell_type != "code":
            asks = "**Predict:**" in cell.source
            predicted = f"{shelf.name}/{cell.id}" if asks else None
            cells += [cell, _noting(predicted)] if asks else [cell]
            continue
        exercise = settings.checks and _CHECK.search(cell.source)
        if exercise:
            cells += _exercise(cell, exercise[1], shelf.name, settings)
        else:
            _add_code(cells, cell, shelf, predicted)
        predicted = None
    made.cells = cells
    return made


def _add_code(cells, cell, shelf, predicted):
    """Add a cell of code; one fold serves what draws and what shows it."""
    cell.outputs = outputs(cell, shelf)
    if _prints_prose(cell):
        _tag(cell, _WRAPPED)
    if only_draws(cell):
        _tag(cell, _FOLDED)
        if not predicted and _is_waiting(cells):
            cell.source = f"{cells.pop().source}\n\n\n{cell.source}"
    if predicted:
        cells.append(_reminder(predicted))
    cells.append(cell)


def first_explorer(notebook, shelf):
    """Return the first Explorer of a notebook as HTML, for another page; "" if none."""
    for cell in filter(shows_explorer, notebook.cells):
        made = outputs(cell, shelf)
        return next(o.data["text/html"] for o in made if "text/html" in o.data)
    return ""


def copy_images(notebook, folder, target):
    """Copy the files that a notebook in some folder shows in its texts."""
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    for name in re.findall(r"!\[[^\]]*\]\((?!https?:|attachment:)([^)]+)\)", text):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, target / name)


def only_draws(cell):
    """Whether a code cell does nothing except draw, or get ready for it.

    It does if all it shows is pictures; or if it shows nothing and only imports, or
    defines functions, one of which mentions axes.
    """
    shown = [output for output in cell.outputs if not _blank(output)]
    if shown:
        return all("text/html" in output.get("data", {}) for output in shown)
    try:
        body = ast.parse(cell.source).body
    except SyntaxError:  # a cell with a magic
        return False
    imports = (ast.Import, ast.ImportFrom)
    if all(isinstance(part, imports) or _sets_style(part) for part in body):
        return True
    functions = [part for part in body if isinstance(part, ast.FunctionDef)]
    return len(functions) == len(body) and any(map(_about_axes, functions))


def _tag(cell, tag):
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]


def _prints_prose(cell):
    """Whether a cell prints sentences, or lines too long for the page.

    Sentences stand in no columns, and consist mostly of letters.
    """
    text = "".join(output.get("text", "") for output in cell.outputs)
    long = max(map(len, text.splitlines()), default=0) > _COLUMNS
    letters, signs = sum(map(str.isalpha, text)), len("".join(text.split()))
    return long or ("  " not in text and letters > signs / 2)


def _is_waiting(cells):
    """Whether the last cell is folded and shows nothing: one fold serves two."""
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


def outputs(cell, shelf, folder=""):
    """Return a code cell's outputs, with pictures as files, and each text only once.

    The pictures are those on a shelf, and `folder` leads from the page to the folder of
    the site, as ``../`` does.
    """
    made, captions, number = [], set(), 0
    for output in cell.outputs:
        data = output.get("data", {})
        if "image/png" in data:
            alt = output.metadata.get("image/png", {}).get("alt", "")
            captions.add(f"*{alt}*")
            files = shelf.picture(cell, number, output)
            number += 1
            live, controls = shelf.explorer(cell)
            made.append(_html(_figure(files, alt, folder, live, controls)))
        elif data.get("text/markdown") not in captions:
            made.append(output)
    return made


def _figure(files, alt, folder, live, controls):
    """Return a picture with its text: read once, as the picture's or below it."""
    alt = html.escape(alt, quote=True)
    (address, width, height), *narrow = files
    image = (
        f'<img src="{folder}{address}" alt="{alt}" width="{width}" height="{height}" '
        'loading="lazy">'
    )
    for other, across, up in narrow:
        image = (
            f'<picture><source media="(max-width: 640px)" srcset="{folder}{other}" '
            f'width="{across}" height="{up}">{image}</picture>'
        )
    if live:
        heights = (
            f"--height: {height}; --narrow: {files[-1][2]}; --rows: {len(controls)}"
        )
        return (
            f'<div class="livenb-live" data-explorer="{folder}{live}" '
            f'style="{heights}" data-controls="{" ".join(controls)}">{image}</div>'
        )
    return (
        f'<figure class="livenb-figure">{image}'
        f'<figcaption aria-hidden="true">{alt}</figcaption></figure>'
    )


def _noting(name):
    return _markdown(
        f'<details class="livenb-predict" data-note="{name}">'
        "<summary>Your prediction</summary>"
        '<textarea rows="2" aria-label="Your prediction"></textarea></details>'
    )


def _reminder(name):
    return _markdown(f'<p class="livenb-predicted" data-noted="{name}" hidden></p>')


def _exercise(cell, exercise, name, settings):
    """Return the cells that stand in for an exercise's cell of code."""
    where = f'in <a href="{settings.python}.html">Jupyter</a>'
    if not settings.python:
        where = "in Jupyter"
    if settings.repository:
        binder = f'<a href="{settings.binder(name)}">JupyterLab on Binder</a>'
        where = f"in {binder}, or {where} elsewhere"
    kind = question_of(settings.checks, exercise)
    if kind is None:
        cell.outputs = []
        return [cell, _markdown(f"This one asks for Python: answer it {where}.")]
    data = {
        "question": f"questions/{exercise}.txt",
        "kind": kind,
        "names": " ".join(statement_names(settings.checks, exercise)),
    }
    data = " ".join(f'data-{key}="{value}"' for key, value in data.items())
    without = f"<p>Answer it {where}.</p>"
    return [_markdown(f'<form class="livenb-question" {data}>{without}</form>')]


def _markdown(text):
    return nbformat.v4.new_markdown_cell(text)


def _html(text):
    return nbformat.v4.new_output("display_data", {"text/html": text})
