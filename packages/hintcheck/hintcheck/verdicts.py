"""What judging an answer leads to."""

import dataclasses


class Wrong(Exception):
    """The answer is wrong; the text is a hint.

    Parameters
    ----------
    hint : str
        One or two sentences for the reader.
    mistake : str, optional
        The name of the mistake that it looks like.
    **place : object
        The first difference: `position`, `column`, `expected` and `got`.
    """

    def __init__(self, hint, mistake=None, **place):
        super().__init__(hint)
        self.mistake = mistake
        self.place = place
        self.source = None  # where the hint comes from, where that is known


class NotAttempted(Exception):
    """The answer is still the dots that stood in its place; the text may say more."""


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
