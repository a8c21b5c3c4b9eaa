"""Where no line of a page may end: inside a number, and right after a formula."""

import re

from docutils import nodes

# Of more than three digits, or before a %; and a section's, after a link to its lesson.
_NUMBER = re.compile(r"(?<=\d) (?=\d{3}\b|%)|(?<=\A:) (?=\d)")
_ENDS = re.compile(r"[.,;:?!)’”]+")
_LEAVE = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)


def whole_numbers(text):
    r"""Return a text whose numbers and percentages no line parts.

    Parameters
    ----------
    text : str
        The text.

    Examples
    --------
    >>> whole_numbers("2 of 65 536, or 3 %")
    '2 of 65\xa0536, or 3\xa0%'
    """
    return _NUMBER.sub("\N{NO-BREAK SPACE}", text)


def setup(app):
    """Tell Sphinx to keep them together once a page is read."""
    app.connect("doctree-resolved", _keep_together)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _keep_together(app, tree, name):
    for text in list(tree.findall(nodes.Text)):
        if not isinstance(text.parent, _LEAVE):
            text.parent.replace(text, nodes.Text(whole_numbers(text)))
    for formula in list(tree.findall(nodes.math)):
        line, at = formula.parent, formula.parent.index(formula)
        after = line[at + 1] if at + 1 < len(line) else None
        ends = _ENDS.match(after) if isinstance(after, nodes.Text) else None
        if ends:
            both = nodes.inline(classes=["posenc-together"])
            both += [formula.deepcopy(), nodes.Text(ends[0])]
            line[at : at + 2] = [both, nodes.Text(after[ends.end() :])]
