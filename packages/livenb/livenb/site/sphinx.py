"""An extension of Sphinx: MathML, folded code, words explained, and the search."""

import html

from docutils import nodes

from livenb.site import lines, search, words
from livenb.site.mathematics import mathml


def setup(app):
    """Register how formulas are written, and what happens once a page is read."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.add_config_value("livenb_glossary", "", "env", types=(str,))
    app.add_config_value("livenb_only_near", [], "env", types=(list,))
    app.add_config_value("livenb_without", [], "env", types=(list,))
    app.add_config_value("livenb_same", {}, "env", types=(dict,))
    app.add_config_value("livenb_touch", {}, "env", types=(dict,))
    app.connect("html-page-context", _drop_scripts, priority=900)
    # Furo adds this setting too late to be set with the others.
    app.connect("builder-inited", _choose_dark_code, priority=100)
    for change in (search.collect, words.explain, _say_touch, lines.keep_together,
                   _fold_code, _name_empty_headings):  # fmt: skip
        app.connect("doctree-resolved", change)
    app.connect("build-finished", search.write)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}


_UNUSED = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")


def _drop_scripts(app, name, template, context, tree):
    """Leave out scripts that only the search of Sphinx itself needs."""
    context["script_files"] = [
        script
        for script in context["script_files"]
        if not str(getattr(script, "filename", script)).endswith(_UNUSED)
    ]


def _choose_dark_code(app):
    app.config.pygments_dark_style = "a11y-high-contrast-dark"


def _inline(writer, node):
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _display(writer, node):
    writer.body.append(f'<div class="math">{mathml(node.astext(), True)}</div>')
    raise nodes.SkipNode


def _fold_code(app, tree, name):
    """Fold cells of code: those that only draw everywhere, and all on a phone."""
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


def _say_touch(app, tree, name):
    """Say to readers with fingers what a text says of the mouse and the keys."""
    touch = app.config.livenb_touch
    for text in list(tree.findall(nodes.Text)):
        for said, instead in touch.items():
            if said not in text or isinstance(text.parent, nodes.literal):
                continue
            before, _, after = text.partition(said)
            both = "".join(
                f'<span class="livenb-{kind}">{html.escape(words)}</span>'
                for kind, words in (("mouse", said), ("touch", instead))
            )
            made = nodes.raw("", both, format="html")
            text.parent.replace(text, [nodes.Text(before), made, nodes.Text(after)])
            break


def _name_empty_headings(app, tree, name):
    """Let no column's heading be empty: it is a cell without a word then."""
    for head in tree.findall(nodes.thead):
        for cell in head.findall(nodes.entry):
            if not cell.astext().strip():
                cell += nodes.raw(
                    "", '<span class="livenb-none">–</span>', format="html"
                )
