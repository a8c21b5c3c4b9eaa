"""An extension of Sphinx: MathML, numbers kept whole, words explained."""

from docutils import nodes

from livenb.site import lines, words
from livenb.site.mathematics import mathml


def setup(app):
    """Register how formulas are written, and what happens once a page is read."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.add_config_value("livenb_glossary", "", "env", types=(str,))
    app.add_config_value("livenb_only_near", [], "env", types=(list,))
    app.add_config_value("livenb_without", [], "env", types=(list,))
    app.connect("doctree-resolved", words.explain)
    app.connect("doctree-resolved", lines.keep_together)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer, node):
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _display(writer, node):
    writer.body.append(f'<div class="math">{mathml(node.astext(), True)}</div>')
    raise nodes.SkipNode
