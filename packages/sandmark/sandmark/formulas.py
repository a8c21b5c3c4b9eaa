"""Formulas for pages: TeX in, MathML out, which browsers show without a network."""

import functools
import html

import nh3
from latex2mathml.converter import convert

LONGEST = 2000  # characters in a formula
_TAGS = set(
    "math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mtable mtr "
    "mtd mover munder munderover mstyle mpadded mphantom".split()
)
_ATTRIBUTES = set(
    "display stretchy fence form separator accent accentunder minsize maxsize width "
    "mathvariant linethickness columnalign rowspacing columnspacing displaystyle "
    "scriptlevel".split()
)


@functools.lru_cache(256)
def mathml(formula: str, display: bool = False):
    """Return a TeX formula as MathML, or as written if it cannot be read."""
    try:
        if len(formula) > LONGEST:
            raise ValueError("too long")
        made = convert(formula, display="block" if display else "inline")
        # What stands in \text{} comes out as it went in.
        made = nh3.clean(made, tags=_TAGS, attributes={"*": _ATTRIBUTES})
        # A wide one scrolls, and keys reach what scrolls.
        return made.replace('"block">', '"block" tabindex="0">', 1)
    except Exception:  # the library raises many kinds of errors
        return f"<code>{html.escape(formula, quote=False)}</code>"
