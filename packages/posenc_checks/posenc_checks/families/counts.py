"""How many pairs finish a turn, and what the known mistakes make of the number."""

import dataclasses

import numpy as np
from hintcheck.own_numbers import Remark, value

from posenc_checks.families.frequencies import of_base, spoilt

TURN = 2 * np.pi


@dataclasses.dataclass(frozen=True)
class PairsThatTurn:
    """The question how many pairs finish a turn within a text.

    Attributes
    ----------
    base : int
        What the frequencies are powers of.
    width : int
        The head's, two for each pair.
    words : int
        How long the text is.
    """

    base: int
    width: int
    words: int

    def count(self, least=TURN, frequencies=None, width=None, words=None):
        """Return how many pairs turn by an angle, with some parts exchanged."""
        paces = (frequencies or of_base(self.base))(width or self.width)
        return int(((words or self.words) * paces >= least).sum())

    def slips(self, *own):
        """Return what slips lead to, after those of the exercise's own.

        Each is the count with one part exchanged. One that leads to the right number or
        to 0 is left out, and so is a third one with the same number: two are told.
        """
        right, pairs = self.count(), self.width // 2
        slips = [
            *own,
            value("rest", pairs - right, "These are the pairs that do *not* finish."),
            value(
                "M34",
                2 * right,
                "These are columns: two of them make a pair, and share its frequency.",
            ),
            value(
                "M34",
                self.count(width=2 * self.width),
                "That is with a frequency for each column: a pair's two share one.",
            ),
            value(
                "pairs from 1",
                right - 1,
                "That is the number of the last pair that does; as pairs count from "
                "0, there is one more.",
            ),
            value(
                "off by one",
                right + 1,
                "One too many: the slowest that counts has a wavelength of at most "
                f"{self.words}.",
            ),
            *(
                value("half turn", self.count(TURN / part), f"That is for {words}.")
                for part, words in ((2, "half a turn"), (4, "a quarter of a turn"))
            ),
            value(
                "2pi",
                self.count(1),
                "These turn by 1 radian at least: a full turn has 2 pi of them.",
            ),
            value(
                "M11",
                self.count(360),
                "These turn by 360 radians at least: a full turn has 2 pi of them.",
            ),
            value(
                "all",
                pairs,
                "These are all pairs: with the exponent 2 i / d the last ones turn too "
                "slowly.",
            ),
            *(
                value(
                    one.name,
                    self.count(frequencies=one.frequencies),
                    f"That is the count where {one.says}: {one.look}.",
                )
                for one in spoilt(self.base)
            ),
            *(
                value(
                    "text",
                    self.count(words=words),
                    f"That is for {words} words: here are {self.words}.",
                )
                for words in (512, 1024, 2048, 4096, 8192)
            ),
        ]
        told = {0: [], right: []}
        for one in slips:
            if one.model() not in (0, right):
                alike = told.setdefault(one.model(), [])
                if len(alike) < 2 and one.name not in [other.name for other in alike]:
                    alike.append(one)
        return [one for alike in told.values() for one in alike]

    @property
    def out_of_range(self):
        """Return what is said of a number that no pairs can have."""
        pairs = self.width // 2
        return Remark(
            "range",
            lambda number: not 0 <= number <= pairs,
            lambda number: f"There are {pairs} pairs in all; got {number:g}.",
        )
