"""The results of judging an answer."""

import dataclasses
from collections.abc import Sequence


class Wrong(Exception):
    """Raised for a wrong answer; the message is a hint.

    Parameters
    ----------
    hint : str
        One or two sentences for the reader.
    mistake : str, optional
        The name of the mistake that the answer looks like.
    """

    def __init__(self, hint: str, mistake: str | None = None):
        super().__init__(hint)
        self.mistake = mistake
        self.source = None  # where the hint comes from, if that is known


class NotAttempted(Exception):
    """Raised if the answer has not been filled in; the message may say more."""


class Unchanged(NotAttempted):
    """Raised, with a hint, if an answer still returns what the buggy code returns."""


@dataclasses.dataclass(frozen=True)
class Failure:
    """A placeholder for a value that the function did not return.

    Attributes
    ----------
    reason : str
        A sentence for the reader.
    name : str or None
        The name of the mistake, such as "no return".
    """

    reason: str
    name: str | None = None


@dataclasses.dataclass(frozen=True, repr=False)
class Result:
    """The result of a check.

    Attributes
    ----------
    exercise : str
        The name of the exercise, such as "1a".
    ok : bool or None
        Whether the answer is right; None if there is no answer yet.
    text : str
        One or two sentences for the reader.
    mistake : str or None
        The name of the mistake that a wrong answer looks like, or two names joined by a
        plus; None if it looks like no known mistake.
    convention : str or None
        The name of the convention under which the answer is right, if the exercise asks
        for a different convention.
    credit : float
        The share of the tested cases that are right, from 0 to 1.
    source : str or None
        Where the hint comes from: one of `hintcheck.sources`, in words, or "the code
        as given".
    values : sequence
        What a wrong answer returned in each case, with a `Failure` for each error.
    """

    exercise: str
    ok: bool | None
    text: str
    mistake: str | None = None
    convention: str | None = None
    credit: float = 0.0
    source: str | None = None
    values: Sequence = dataclasses.field(default=(), compare=False)

    def __repr__(self):
        return f"{self.exercise}: {self.text}"
