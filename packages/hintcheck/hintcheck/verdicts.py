"""What judging an answer leads to."""

import dataclasses
from collections.abc import Mapping


class Wrong(Exception):
    """The answer is wrong; the text is a hint.

    Parameters
    ----------
    hint : str
        One or two sentences for the reader.
    mistake : str, optional
        The name of the mistake that it looks like.
    place : mapping, optional
        Where the first difference is: an index for the name of each axis.
    expected, got : float, optional
        What should be there, and what is.
    """

    def __init__(
        self,
        hint: str,
        mistake: str | None = None,
        place: Mapping[str, int] | None = None,
        expected: float | None = None,
        got: float | None = None,
    ):
        super().__init__(hint)
        self.mistake = mistake
        self.place = dict(place or {})
        self.expected = expected
        self.got = got
        self.source = None  # where the hint comes from, where that is known


class NotAttempted(Exception):
    """The answer is still the dots that it is to replace; the text may say more."""


class Unchanged(NotAttempted):
    """The answer returns what the code to be fixed returns; the text is a hint."""


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What is to be said of a right answer.

    Attributes
    ----------
    text : str
        A sentence for the reader.
    convention : str or None
        The mistake's number if the answer is right under another convention.
    """

    text: str
    convention: str | None = None


@dataclasses.dataclass(frozen=True)
class Failure:
    """Stands in for a value where the function returned none.

    Attributes
    ----------
    reason : str
        A sentence for the reader.
    name : str or None
        The mistake that it is, such as "no return".
    """

    reason: str
    name: str | None = None
