"""A frame: what an Explorer shows for one set of values, ready to be painted."""

import dataclasses
import json
import re
import struct
import traceback
import zlib
from collections.abc import Iterable
from typing import Any


@dataclasses.dataclass(frozen=True)
class Frame:
    """What an Explorer shows for one set of values.

    Attributes
    ----------
    steps : tuple
        The steps of its values.
    picture : bytes
        A PNG file; nothing if ``draw`` has raised.
    over : bool
        Whether it is transparent where it equals the ground picture.
    readout, alt : str
        The numbers shown, and the text alternative.
    message : str
        What went wrong, or an empty string.
    places : dict
        Where the axes are in the picture, and what can be taken hold of.
    checksum : int
        Of the pixels and the readout.
    """

    steps: tuple
    picture: bytes = b""
    over: bool = False
    readout: str = ""
    alt: str = ""
    message: str = ""
    places: dict = dataclasses.field(default_factory=dict)
    checksum: int = 0

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.picture) + 2000

    def packed(self) -> dict[str, Any]:
        """Return the frame as the browser's script reads it."""
        return {
            "steps": list(self.steps),
            "picture": self.picture,
            "over": self.over,
            "readout": self.readout,
            "alt": self.alt,
            "message": self.message,
            "places": self.places,
        }


def pack(
    frames: Iterable[dict[str, Any]], ground: bytes = b"", kind: str = "image/webp"
) -> bytes:
    """Return some frames as one file for a page without a kernel.

    Parameters
    ----------
    frames : iterable of dict
        As `Frame.packed` returns them, with pictures in any format of the web. A frame
        with ``is_ground=True`` shows the ground picture itself; ``told`` may have, by
        the number of an axes, pairs of a count of pixels and what is said there.
    ground : bytes, optional
        The picture under those that are transparent; in the first file of a page only.
    kind : str, optional
        The type of the pictures.

    Returns
    -------
    bytes
        The length of what follows in 4 bytes, a JSON text packed by zlib, pictures.
    """
    texts, places, pictures = [], [], [ground]
    for frame in frames:
        if frame["places"] not in places:
            places.append(frame["places"])
        at = sum(map(len, pictures))
        pictures.append(frame["picture"])
        texts.append(
            frame
            | {
                "places": places.index(frame["places"]),
                "picture": [at, len(frame["picture"])],
            }
        )
    head = {"kind": kind, "ground": len(ground), "places": places, "frames": texts}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    data = zlib.compress(text, 9)
    return struct.pack("<I", len(data)) + data + b"".join(pictures)


def unpack(data: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """Return the frames of a file, and the ground picture or nothing."""
    (length,) = struct.unpack("<I", data[:4])
    head = json.loads(zlib.decompress(data[4 : 4 + length]))
    pictures = data[4 + length :]
    for frame in head["frames"]:
        at, size = frame["picture"]
        frame["picture"] = pictures[at : at + size]
        frame["places"] = head["places"][frame["places"]]
    return head["frames"], pictures[: head["ground"]]


_WORDS_OF_TEX = {"cdot": "·", "times": "×", "approx": "≈", "le": "≤", "ge": "≥"}


def plain(text: str) -> str:
    r"""Return a readout as one reads it aloud: its formulas without TeX's signs.

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

    return re.sub(r"\$([^$]+)\$", formula, text)


def explain(error: BaseException, function: Any) -> str:
    """Return one sentence for what a function of the notebook has raised."""
    name = function.__name__
    if isinstance(error, SystemExit | KeyboardInterrupt):
        return (
            f"{name} was ended by {type(error).__name__}; let it return, or raise a "
            "ValueError to show a message here"
        )
    if isinstance(error, RecursionError):
        return f"{name} calls itself without an end; check when it returns"
    text = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ValueError):
        return text
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code is function.__code__:
            place = line - function.__code__.co_firstlineno + 1
            return f"{type(error).__name__} in line {place} of {name}: {text}"
    return f"{type(error).__name__}: {text}"
