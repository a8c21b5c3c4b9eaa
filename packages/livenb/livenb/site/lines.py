"""Where no line of a page may end: inside a number, and right after a formula."""

import re

from docutils import nodes

# Of more than three digits, or before a %; and a section's, after a link.
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


def keep_together(app, tree, name):
    """Keep numbers whole on a page, and formulas with the full stop behind them."""
    for text in list(tree.findall(nodes.Text)):
        if not isinstance(text.parent, _LEAVE):
            text.parent.replace(text, nodes.Text(whole_numbers(text)))
    for formula in list(tree.findall(nodes.math)):
        line, at = formula.parent, formula.parent.index(formula)
        after = line[at + 1] if at + 1 < len(line) else None
        ends = _ENDS.match(after) if isinstance(after, nodes.Text) else None
        if ends:
            both = nodes.inline(classes=["livenb-together"])
            both += [formula.deepcopy(), nodes.Text(ends[0])]
            line[at : at + 2] = [both, nodes.Text(after[ends.end() :])]
