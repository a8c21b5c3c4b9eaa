"""Turn a notebook into a copy from which Sphinx makes a page."""

import copy
import html
import re
import shutil

import nbformat

from livenb.folds import only_draws
from livenb.site.questions import is_checked

_CHECK = re.compile(r"^check\(\"(\w+)\", *\w+\)", re.MULTILINE)
_FOLDED, _WRAPPED = "livenb-folded", "livenb-wraps"
_COLUMNS = 91  # how many columns of printed text fit beside the contents
_NOTE = """<details class="livenb-predict" data-note="{}">
<summary>Your prediction</summary>
<textarea rows="2" aria-label="Your prediction"></textarea></details>"""
_REMINDER = '<p class="livenb-predicted" data-noted="{}" hidden></p>'


def page(notebook, shelf, settings):
    """Return a copy of a notebook, changed so that Sphinx can make a page from it."""
    made = copy.deepcopy(notebook)
    cells, predicted = [], ""
    for cell in made.cells:
        if cell.cell_type != "code":
            asks = "**Predict:**" in cell.source
            predicted = f"{shelf.name}/{cell.id}" if asks else ""
            cells += [cell, _markdown(_NOTE.format(predicted))] if asks else [cell]
            continue
        exercise = settings.checks and _CHECK.search(cell.source)
        if exercise:
            cells += _exercise(cell, exercise[1], shelf.name, settings)
        else:
            _add_code(cells, cell, shelf, predicted)
        predicted = ""
    made.cells = cells
    return made


def _add_code(cells, cell, shelf, predicted):
    """Add a code cell; if it prepares a drawing, it shares a fold with the next one."""
    tags, is_folded = cell.metadata.setdefault("tags", []), only_draws(cell)
    cell.outputs = outputs(cell, shelf)
    if _prints_prose(cell):
        tags.append(_WRAPPED)
    if is_folded:
        tags.append(_FOLDED)
        before = cells[-1] if cells else {}
        if not before.get("outputs", True) and _FOLDED in before.metadata.tags:
            cell.source = f"{cells.pop().source}\n\n\n{cell.source}"
    if predicted:
        cells.append(_markdown(_REMINDER.format(predicted)))
    cells.append(cell)


def copy_images(notebook, folder, target):
    """Copy the image files that a notebook in a folder shows in its texts."""
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    for name in re.findall(r"!\[[^\]]*\]\((?!https?:|attachment:)([^)]+)\)", text):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, target / name)


def _prints_prose(cell):
    """Return whether a cell prints sentences or lines too long for the page.

    Text counts as sentences if it has no columns and consists mostly of letters.
    """
    text = "".join(output.get("text", "") for output in cell.outputs)
    long = max(map(len, text.splitlines()), default=0) > _COLUMNS
    letters, signs = sum(map(str.isalpha, text)), len("".join(text.split()))
    return long or ("  " not in text and letters > signs / 2)


def outputs(cell, shelf, folder=""):
    """Return a code cell's outputs with pictures as files and each text only once.

    The pictures come from a shelf; `folder`, such as ``../``, is the path from the page
    to the folder of the site.
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
            page = {"text/html": _figure(files, alt, folder, live, controls)}
            made.append(nbformat.v4.new_output("display_data", page))
        elif data.get("text/markdown") not in captions:
            made.append(output)
    return made


def _figure(files, alt, folder, live, controls):
    """Return the HTML of a picture and its text, which is read aloud only once."""
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
        return (
            f'<div class="livenb-live" data-explorer="{folder}{live}" '
            f'data-controls="{" ".join(controls)}" style="--height: {height}; '
            f'--narrow: {files[-1][2]}; --rows: {len(controls)}">{image}</div>'
        )
    return (
        f'<figure class="livenb-figure">{image}'
        f'<figcaption aria-hidden="true">{alt}</figcaption></figure>'
    )


def _exercise(cell, exercise, name, settings):
    """Return the cells that replace the code cell of an exercise."""
    page = settings.python
    where = f'in <a href="{page}.html">Jupyter</a>' if page else "in Jupyter"
    if settings.repository:
        binder = f'<a href="{settings.binder(name)}">JupyterLab on Binder</a>'
        where = f"in {binder}, or {where} elsewhere"
    if not is_checked(settings.checks, exercise):
        cell.outputs = []
        return [cell, _markdown(f"This question needs Python: answer it {where}.")]
    return [_markdown(
        f'<form class="livenb-question" data-question="questions/{exercise}.txt">'
        f"<p>Answer it {where}.</p></form>"
    )]  # fmt: skip


def _markdown(text):
    return nbformat.v4.new_markdown_cell(text)
