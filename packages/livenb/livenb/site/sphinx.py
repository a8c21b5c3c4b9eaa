"""An extension of Sphinx: MathML, folded code, words explained, and the search."""

import re

from docutils import nodes

from livenb.site import search, words
from livenb.site.mathematics import mathml


def setup(app):
    """Register how formulas are written, and what happens once a page is read."""
    app.setup_extension("furo")  # its own setting is known from here on
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.add_config_value("livenb", {}, "env", types=(dict,))
    app.connect("html-page-context", _drop_scripts, priority=900)
    for change in (
        search.collect,
        words.explain,
        _keep_stops,
        _fold_code,
        _name_empty_headings,
    ):
        app.connect("doctree-resolved", change)
    app.connect("build-finished", search.write)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}


_UNUSED = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")


def _drop_scripts(app, name, template, context, tree):
    """Leave out scripts that only Sphinx's own search needs."""
    context["script_files"] = [
        script
        for script in context["script_files"]
        if not str(getattr(script, "filename", script)).endswith(_UNUSED)
    ]


def _inline(writer, node):
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _display(writer, node):
    writer.body.append(f'<div class="math">{mathml(node.astext(), True)}</div>')
    raise nodes.SkipNode


def _keep_stops(app, tree, name):
    """Let no line begin with what ends a formula, such as its full stop."""
    for formula in list(tree.findall(nodes.math)):
        line, at = formula.parent, formula.parent.index(formula)
        after = line[at + 1] if at + 1 < len(line) else None
        stop = (
            re.match("[.,;:?!)’”]+", after) if isinstance(after, nodes.Text) else None
        )
        if stop:
            both = nodes.inline(classes=["livenb-together"])
            both += [formula.deepcopy(), nodes.Text(stop[0])]
            line[at : at + 2] = [both, nodes.Text(after[stop.end() :])]


def _fold_code(app, tree, name):
    """Fold cells of code: on a phone all, elsewhere those that only draw."""
    for cell in list(tree.findall(nodes.container)):
        if "cell_input" not in cell["classes"]:
            continue
        only_draws = "tag_livenb-folded" in cell.parent["classes"]
        kind, says = ("livenb-folded", "Show the code that draws") if only_draws else (
            "livenb-code", "Code")  # fmt: skip
        begin = f'<details class="livenb-fold {kind}"><summary>{says}</summary>'
        at = cell.parent.index(cell)
        cell.parent.insert(at + 1, nodes.raw("", "</details>", format="html"))
        cell.parent.insert(at, nodes.raw("", begin, format="html"))


def _name_empty_headings(app, tree, name):
    """Let no column's heading be empty: it would be a cell without a word."""
    for head in tree.findall(nodes.thead):
        for cell in head.findall(nodes.entry):
            if not cell.astext().strip():
                cell += nodes.raw(
                    "", '<span class="livenb-none">–</span>', format="html"
                )
