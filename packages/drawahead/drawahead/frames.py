"""A frame: what an Explorer shows for one set of values, ready for the page."""

import dataclasses
import html
import json
import re
import struct
import traceback
import zlib
from collections.abc import Iterable
from typing import Any

import latex2mathml.converter


@dataclasses.dataclass(frozen=True)
class Frame:
    """What an Explorer shows for one set of values.

    Attributes
    ----------
    steps : tuple
        The step of each control.
    picture : bytes
        A PNG file. In a notebook, it is transparent where it equals the ground picture.
        It is empty if ``draw`` has raised an error.
    readout, alt : str
        The numbers below the picture, and the text alternative.
    message : str
        What went wrong, or an empty string.
    places : dict
        Where the axes are in the picture, and what can be dragged.
    """

    steps: tuple
    picture: bytes = b""
    readout: str = ""
    alt: str = ""
    message: str = ""
    places: dict = dataclasses.field(default_factory=dict)

    @property
    def size(self) -> int:
        """The approximate size in bytes."""
        return len(self.picture) + 2000

    def packed(self) -> dict[str, Any]:
        """Return the frame as the browser's script reads it."""
        formulas = markup(self.readout) if "$" in self.readout else ""
        return vars(self) | {"steps": list(self.steps), "html": formulas}


def pack(frames: Iterable[dict[str, Any]], ground: bytes = b"") -> bytes:
    """Return some frames as one file for a page without a kernel.

    Parameters
    ----------
    frames : iterable of dict
        Frames as `Frame.packed` returns them, with pictures in any format that browsers
        show. A frame with ``is_ground=True`` shows the ground picture itself.
    ground : bytes, optional
        The picture under the transparent ones. Only the first file of an Explorer
        contains this picture.

    Returns
    -------
    bytes
        The length of the compressed text in 4 bytes, a JSON text compressed with zlib,
        and the pictures.
    """
    texts, pictures = [], [ground]
    for frame in frames:
        place = sum(map(len, pictures)), len(frame["picture"])
        pictures.append(frame["picture"])
        texts.append(frame | {"picture": place})
    head = {"ground": len(ground), "frames": texts}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    data = zlib.compress(text, 9)
    return struct.pack("<I", len(data)) + data + b"".join(pictures)


_FORMULA = re.compile(r"\$([^$]+)\$")
_WORDS_OF_TEX = {"cdot": "·", "times": "×", "approx": "≈", "le": "≤", "ge": "≥"}


def plain(text: str) -> str:
    r"""Return a readout as it is read aloud, with formulas free of TeX commands.

    Examples
    --------
    >>> plain(r"here $\sin(40 / 10000^{6/512}) = 0.84$")
    'here sin(40 / 10000^(6/512)) = 0.84'
    """

    def formula(found):
        words = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)", found[1])
        words = re.sub(r"\{(\w*)\}", r"\1", words)
        words = re.sub(
            r"\\([A-Za-z]+)", lambda one: _WORDS_OF_TEX.get(one[1], one[1]), words
        )
        return words.translate({ord("{"): "(", ord("}"): ")", ord("\\"): None})

    return _FORMULA.sub(formula, text)


def markup(text: str) -> str:
    """Return a readout as HTML, with its formulas as MathML."""
    parts = _FORMULA.split(text)
    parts[::2] = map(html.escape, parts[::2])
    parts[1::2] = map(_to_mathml, parts[1::2])
    return "".join(parts)


def _to_mathml(formula):
    try:  # a comma between groups of three digits is part of the number
        grouped = re.sub(r"\d{1,3}(,\d{3})+(\.\d+)?", r"\\text{\g<0>}", formula)
        mathml = latex2mathml.converter.convert(grouped)
        mathml = mathml.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")
    except Exception:  # a formula that cannot be converted is shown as it is
        return html.escape(f"${formula}$")
    # A minus sign after an operator or an opening bracket belongs to what follows.
    sign = r"(<mo[^>]*>(?!&#x00029;|&#x0005D;)[^<]*</mo><mo)>&#x02212;"
    return re.sub(sign, r'\1 form="prefix">&#x02212;', mathml)


def explain(error: BaseException, function: Any) -> str:
    """Return one sentence about an error in one of the notebook's functions."""
    name = function.__name__
    if isinstance(error, SystemExit | KeyboardInterrupt):
        return (
            f"{name} was ended by {type(error).__name__}; let it return, or raise a "
            "ValueError to show a message here"
        )
    if isinstance(error, RecursionError):
        return f"{name} calls itself endlessly; check when it should stop"
    text = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ValueError):
        return text
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code is function.__code__:
            place = line - function.__code__.co_firstlineno + 1
            return f"{type(error).__name__} in line {place} of {name}: {text}"
    return f"{type(error).__name__}: {text}"
