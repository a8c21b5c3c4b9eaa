"""What a course tells the engine about all of its exercises."""

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence

from hintcheck.explanations import Mistake
from hintcheck.names import NAMES

LESS_LIKELY = "Less likely, but with the same result:"


@dataclasses.dataclass(frozen=True, eq=False)
class Ingredient:
    """A function that the right functions of many exercises call.

    Each of its slips is tested in each exercise that calls the function, by running the
    exercise's right function with the slip's function in its place.

    Attributes
    ----------
    function : callable
        A function that is an attribute of modules of the course's packages.
    slips : sequence of Mistake
        Their models are wrong versions of this function. The most likely comes first.
    """

    function: Callable
    slips: Sequence[Mistake]


@dataclasses.dataclass(frozen=True, eq=False)
class Course:
    """What a course tells the engine about all of its exercises.

    Attributes
    ----------
    names : mapping
        The names of mistakes, and a few words for each.
    listed : collection of str
        The names that readers can look up in a list; reports show them.
    codes : mapping
        The course's names in place of the engine's own, which are in `hintcheck.names`.
    packages : sequence of str
        The course's own packages. An exercise may keep answers from calling their
        functions.
    axes : sequence of str
        The names of a result's axes, for exercises that do not name them.
    ingredients : sequence of Ingredient
        Functions that the right functions of many exercises call.
    changes : sequence of Mistake
        What goes wrong with results after they have been computed. Their models take
        the right result, an array, and return the wrong one; they return an empty array
        if the mistake cannot happen to this result.
    """

    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    listed: Collection[str] = ()
    codes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    packages: Sequence[str] = ()
    axes: Sequence[str] = ()
    ingredients: Sequence[Ingredient] = ()
    changes: Sequence[Mistake] = ()

    def code(self, name: str | None) -> str | None:
        """Return the course's name for one of the engine's names."""
        return self.codes.get(name, name)

    def called(self, mistakes: Sequence[Mistake]) -> list[Mistake]:
        """Return mistakes under the names that the course gives them."""
        return [
            dataclasses.replace(mistake, name=self.code(mistake.name))
            for mistake in mistakes
        ]

    def hint_of(self, mistakes: Sequence[Mistake]) -> str:
        """Return the likeliest mistake's hint, and name others that explain as much."""
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
        """Return a few words for the name of a mistake, or for two joined by a plus."""
        return "; ".join(
            self.names.get(name) or NAMES.get(name) or name for name in names.split("+")
        )

    def described(self, names: str) -> str:
        """Return the words for a report, after any names that readers can look up."""
        return "; ".join(
            f"{name}, {self.words(name)}" if name in self.listed else self.words(name)
            for name in names.split("+")
        )


NO_COURSE = Course()
