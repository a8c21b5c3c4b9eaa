"""A frame: what an Explorer shows for one set of values, ready to be painted."""

import dataclasses
import re
import traceback
import zlib

from drawahead.steps import distance, key

KERNEL_BYTES = 64_000_000
"""So much the frames of all Explorers may hold, in the kernel and in a page each."""

FRAME_BYTES = 2000
"""About what a frame takes beside its picture."""


@dataclasses.dataclass(frozen=True)
class Frame:
    """What an Explorer shows for one set of values.

    Attributes
    ----------
    steps : list
        The steps of its values.
    picture : bytes
        A PNG file; nothing if `draw` has raised.
    readout, alt : str
        The numbers shown, and the text alternative.
    message : str
        What went wrong, or an empty text.
    places : dict
        Where the axes are in the picture, and what can be taken hold of.
    """

    steps: list
    picture: bytes = b""
    readout: str = ""
    alt: str = ""
    message: str = ""
    places: dict = dataclasses.field(default_factory=dict)

    @property
    def key(self):
        """The steps as a text, the frame's name."""
        return key(self.steps)

    def packed(self, good=None):
        """Return the frame in the form in which pages keep it.

        Parameters
        ----------
        good : Frame, optional
            The last good frame, whose picture and texts stand in for those that a
            frame with a message lacks.
        """
        shown = self if self.picture or good is None else good
        return {
            "key": self.key,
            "good": shown.key if shown.picture else "",
            "picture": shown.picture,
            "readout": shown.readout,
            "alt": shown.alt,
            "message": self.message,
            "places": shown.places,
            "print": zlib.crc32(shown.readout.encode(), zlib.crc32(shown.picture)),
        }


class Shelf:
    """The frames of an Explorer that are drawn ahead and still true.

    Attributes
    ----------
    size : int
        How many bytes they hold.
    """

    def __init__(self):
        self._frames = {}
        self.size = 0

    def __len__(self):
        return len(self._frames)

    def __iter__(self):
        return iter(list(self._frames.values()))

    def __contains__(self, steps):
        return tuple(steps) in self._frames

    def get(self, steps):
        """Return the frame at some steps, or None."""
        return self._frames.get(tuple(steps))

    def put(self, frame):
        """Keep a frame."""
        self.take(frame)
        self._frames[tuple(frame.steps)] = frame
        self.size += _size(frame)

    def take(self, frame):
        """Remove what is kept at a frame's steps, if there is something."""
        frame = self._frames.pop(tuple(frame.steps), None)
        if frame is not None:
            self.size -= _size(frame)

    def farthest(self, steps):
        """Return the frame that is the farthest from some steps, or None."""
        return max(
            self._frames.values(),
            key=lambda frame: distance(frame.steps, steps),
            default=None,
        )

    def clear(self):
        """Forget all, and return whether there was anything."""
        had = bool(self._frames)
        self._frames.clear()
        self.size = 0
        return had


def _size(frame):
    """Return about how many bytes a frame takes."""
    return len(frame.picture) + FRAME_BYTES


_WORDS_OF_TEX = {"cdot": "·", "times": "×", "approx": "≈", "le": "≤", "ge": "≥"}


def plain(text):
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


def explain(error, function):
    """Return one sentence for what a function of the notebook has raised."""
    if isinstance(error, SystemExit | KeyboardInterrupt):
        return (
            f"{function.__name__} was ended by {type(error).__name__}; let it return, "
            "or raise a ValueError to show a message here"
        )
    text = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ValueError):
        return text
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code is function.__code__:
            place = line - function.__code__.co_firstlineno + 1
            return (
                f"{type(error).__name__} in line {place} of {function.__name__}: {text}"
            )
    return f"{type(error).__name__}: {text}"
