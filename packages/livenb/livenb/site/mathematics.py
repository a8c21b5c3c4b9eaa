"""Formulas of pages: MathML, which browsers set without a script or a network."""

from docutils import nodes
from sandmark.formulas import mathml


def setup(app):
    """Tell Sphinx how formulas are written."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer, node):
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _display(writer, node):
    writer.body.append(f'<div class="math">{mathml(node.astext(), True)}</div>')
    raise nodes.SkipNode
