"""Formulas for pages: TeX in, MathML out, which browsers show without a network."""

import functools
import html
import itertools
import re

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

_SPACE = '<mspace width="0.17em"></mspace>'
_FUNCTION = (
    r"(?:<mi>(?:sin|cos|tan|tanh|log|ln|exp)</mi>"
    r"|<msup><mi>(?:sin|cos)</mi><mn>\d</mn></msup>)"
)
# Not between a function and its own exponent, where nothing else may stand.
_AFTER = re.compile(
    rf"(?<!<msup>)(?<!<msub>)({_FUNCTION})(?=<m(?:i|n|sub|sup|frac|sqrt)>)"
)
_BEFORE = re.compile(rf"(</m(?:i|n|sub|sup|frac|sqrt)>)(?={_FUNCTION})")
# A minus right after another sign is a number's own; bars come in pairs. Browsers
# would set either apart, as if something stood on both sides of it.
_OWN = re.compile(r"(<mo[^>]*>[^<)\]}|‖!]</mo>)<mo>(?=[−+]</mo>)")
_BAR = re.compile(r'<mo(?: stretchy="false")?>(?=[|‖]</mo>)')


@functools.lru_cache(256)
def mathml(formula: str, display: bool = False):
    """Return a TeX formula as MathML, or as written if it cannot be read."""
    try:
        if len(formula) > LONGEST:
            raise ValueError("too long")
        made = convert(formula, display="block" if display else "inline")
        # What stands in \text{} comes out as it went in.
        made = nh3.clean(made, tags=_TAGS, attributes={"*": _ATTRIBUTES})
        made = _BEFORE.sub(rf"\1{_SPACE}", _AFTER.sub(rf"\1{_SPACE}", made))
        made = _paired(_OWN.sub(r'\1<mo form="prefix">', made))
        # A wide one scrolls, and keys reach what scrolls.
        return made.replace('"block">', '"block" tabindex="0">', 1)
    except Exception:  # the library raises many kinds of errors
        return f"<code>{html.escape(formula, quote=False)}</code>"


def _paired(made):
    """Put bars that come in pairs close to what they enclose."""
    if len(_BAR.findall(made)) % 2:
        return made
    forms = itertools.cycle(["prefix", "postfix"])
    return _BAR.sub(lambda _: f'<mo stretchy="false" form="{next(forms)}">', made)
