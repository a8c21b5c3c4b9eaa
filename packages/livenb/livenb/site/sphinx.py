"""A Sphinx extension for MathML, folded code, explained words, and the search."""

import re

from docutils import nodes

from livenb.site import search, words
from livenb.site.mathematics import mathml


def setup(app):
    """Register the functions that write formulas and change pages."""
    app.setup_extension("furo")  # this registers Furo's own setting
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.add_config_value("livenb", {}, "env", types=(dict,))
    app.connect("html-page-context", _drop_scripts, priority=900)
    for change in (search.collect, words.explain, _keep_stops, _fold_code):
        app.connect("doctree-resolved", change)
    app.connect("build-finished", search.write)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}


_UNUSED = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")


def _drop_scripts(app, name, template, context, tree):
    """Leave out the scripts that only Sphinx's own search needs."""
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
    """Keep a formula and the punctuation after it on one line."""
    for formula in list(tree.findall(nodes.math)):
        after = formula.next_node(descend=False, siblings=True)
        stop = isinstance(after, nodes.Text) and re.match("[.,;:?!)’”]+", after)
        if stop:
            after.parent.replace(after, nodes.Text(after[stop.end() :]))
            both = [formula.deepcopy(), nodes.Text(stop[0])]
            formula.replace_self(
                nodes.inline("", "", *both, classes=["livenb-together"])
            )


def _fold_code(app, tree, name):
    """Make code foldable; styles unfold it on wide pages unless it only draws."""
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
