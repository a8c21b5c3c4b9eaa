"""Formulas as MathML, which browsers show without a script or a network."""

import functools
import html
import itertools
import re

from latex2mathml.converter import convert

_FUNCTION = (
    r"(?:<mi>(?:sin|cos|tan|tanh|log|ln|exp)</mi>"
    r"|<msup><mi>(?:sin|cos)</mi><mn>\d</mn></msup>)"
)
_OPERAND = r"m(?:i|n|sub|sup|frac|sqrt)>"
# There is no space between a function and its own exponent or index.
_AFTER = re.compile(rf"(?<!<msup>)(?<!<msub>)({_FUNCTION})(?=<{_OPERAND})")
_BEFORE = re.compile(rf"(</{_OPERAND})(?={_FUNCTION})")
_SPACED = r'\1<mspace width="0.17em"></mspace>'
# A minus sign after another sign belongs to a number, and vertical bars come in pairs.
# Browsers would leave space around both, as around a sign between two numbers.
_SIGN = re.compile(r"(<mo[^>]*>[^<)\]}|‖!]</mo>)<mo>(?=[−+]</mo>)")
_BAR = re.compile(r'<mo(?: stretchy="false")?>(?=[|‖]</mo>)')


@functools.lru_cache(256)
def mathml(formula, display=False):
    """Return a TeX formula as MathML, or as code if it cannot be converted."""
    try:
        made = convert(formula, display="block" if display else "inline")
    except Exception:  # the library raises many kinds of errors
        return f"<code>{html.escape(formula, quote=False)}</code>"
    # The library does not escape the words in \\text{...}.
    made = re.sub(r"<(?!/?m[a-z]+[ />])", "&lt;", made)
    made = made.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")
    # Replace character references with characters, except for <, > and &.
    sign = r"&#x0*+(?!3[CE];|26;)([0-9A-F]+);"
    made = re.sub(sign, lambda found: chr(int(found[1], 16)), made)
    made = _BEFORE.sub(_SPACED, _AFTER.sub(_SPACED, made))
    made = _SIGN.sub(r'\1<mo form="prefix">', made)
    if len(_BAR.findall(made)) % 2 == 0:
        forms = itertools.cycle(["prefix", "postfix"])
        made = _BAR.sub(lambda _: f'<mo stretchy="false" form="{next(forms)}">', made)
    # A wide formula scrolls, so it must be reachable with the keyboard.
    return made.replace('"block">', '"block" tabindex="0">', 1)
