"""The settings that apply to all exercises of a course."""

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence

from hintcheck.explanations import Mistake
from hintcheck.names import NAMES

LESS_LIKELY = "Less likely, but with the same result:"


@dataclasses.dataclass(frozen=True, eq=False)
class Ingredient:
    """A function that the right functions of many exercises call.

    Each slip is tried in every exercise that calls the function, by running the
    exercise's right function with the slip's model in place of the original.

    Attributes
    ----------
    function : callable
        The function, which is an attribute of modules in the course's packages.
    slips : sequence of Mistake
        Mistakes whose models are wrong versions of this function, the most likely
        first.
    """

    function: Callable
    slips: Sequence[Mistake]


@dataclasses.dataclass(frozen=True, eq=False)
class Course:
    """The settings that apply to all exercises of a course.

    Attributes
    ----------
    names : mapping
        A few words that describe each mistake, by its name.
    listed : collection of str
        The names of mistakes that readers can look up in a list. Reports show these
        names.
    codes : mapping
        The course's names for mistakes that have other names in `hintcheck.names`.
    packages : sequence of str
        The course's own packages. An exercise can forbid calls to their functions.
    axes : sequence of str
        The names of a result's axes, for exercises that do not name them.
    ingredients : sequence of Ingredient
        Functions that the right functions of many exercises call.
    changes : sequence of Mistake
        Mistakes that change a result after it has been computed. Their models take the
        right result as an array and return the wrong result, or an empty array if the
        mistake cannot occur in this result.
    """

    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    listed: Collection[str] = ()
    codes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    packages: Sequence[str] = ()
    axes: Sequence[str] = ()
    ingredients: Sequence[Ingredient] = ()
    changes: Sequence[Mistake] = ()

    def code(self, name: str | None) -> str | None:
        """Return the course's name for a mistake that hintcheck names."""
        return self.codes.get(name, name)

    def called(self, mistakes: Sequence[Mistake]) -> list[Mistake]:
        """Return mistakes with the names that the course gives them."""
        return [
            dataclasses.replace(mistake, name=self.code(mistake.name))
            for mistake in mistakes
        ]

    def hint_of(self, mistakes: Sequence[Mistake]) -> str:
        """Return the likeliest mistake's hint, followed by other possible mistakes."""
        first = mistakes[0]
        named, others = set(first.name.split("+")), []
        for mistake in mistakes:
            more = [part for part in mistake.name.split("+") if part not in named]
            if more and not (first.name == "rounded" and mistake.whole):
                named.update(more)
                others.append(self.words("+".join(more)))
        if not others:
            return first.hint
        return f"{first.hint} {LESS_LIKELY} {', or: '.join(others[:3])}."

    def words(self, names: str) -> str:
        """Describe a mistake in a few words, given its name or two joined by a plus."""
        return "; ".join(
            self.names.get(name) or NAMES.get(name) or name for name in names.split("+")
        )


NO_COURSE = Course()
