"""The exercises of a course, and the checks of answers to them."""

import dataclasses
import difflib
from collections.abc import Mapping

from hintcheck.answers import TooLong, undisturbed
from hintcheck.attempts import note
from hintcheck.course import Course
from hintcheck.errors import error_text
from hintcheck.own_numbers import OwnNumber, generator, same_name
from hintcheck.tables import FunctionTable
from hintcheck.verdicts import NotAttempted, Result, Unchanged, Wrong

PRINTED = (
    "not attempted yet: the answer is None. `print` returns None, and so does a "
    "function without a `return`. Hand in the value itself"
)

NOT_TRIED = "not attempted yet: it returns what the original returns"
ORIGINAL = "the code as given"


class Exercises(dict):
    """The exercises of a course, by name, and the checks of answers to them.

    Parameters
    ----------
    tables : mapping
        The table of each exercise: a `Comparison`, `Design`, `Number`, `OwnNumber` or
        `Inspection`.
    **course : object
        Settings for all exercises: the fields of `Course`, such as `names`, `packages`
        and `ingredients`.
    """

    def __init__(self, tables: Mapping, **course):
        self.course = Course(**course)
        for name, table in tables.items():
            self[name] = dataclasses.replace(table, course=self.course)
            if isinstance(table, OwnNumber):
                nobody = self.draw(name, "")
                self[name] = dataclasses.replace(self[name], nobody=nobody)
        self._originals = {}  # the code of the first answer to each exercise with a bug

    def check(
        self, exercise: str, answer: object, student: str = "", why: bool = False
    ) -> Result:
        """Check an answer to an exercise. This never raises an exception.

        Parameters
        ----------
        exercise : str
            The name of the exercise, such as "1a".
        answer : object
            The answer: a number, a string or a function, as the exercise asks.
        student : str
            The name of the student, for questions with each student's own numbers.
        why : bool
            Whether to say where a hint comes from. This is for authors of exercises.

        Returns
        -------
        Result
            The result is displayed as a sentence. Its fields give programs the same
            information.

        Examples
        --------
        >>> from hintcheck import Number
        >>> course = Exercises({"6 x 7": Number(lambda: 42, lambda: "Six sevens.")})
        >>> course.check("6 x 7", ...)
        6 x 7: not attempted yet
        >>> course.check("6 x 7", 42)
        6 x 7: right. Six sevens.
        """
        result = self._checked(exercise, answer, student)
        # A student's own numbers would reveal the name.
        if not isinstance(self.get(result.exercise), OwnNumber | None):
            note(result, answer)
        if why and result.source:
            text = f"{result.text} [from: {result.source}]"
            return dataclasses.replace(result, text=text)
        return result

    def _checked(self, exercise: str, answer: object, student: str) -> Result:
        name = exercise if isinstance(exercise, str) else repr(exercise)
        if name not in self:
            return Result(name, None, f"there is no such exercise{self._similar(name)}")
        table = self[name]
        try:
            if answer is None and not isinstance(table, FunctionTable):
                raise NotAttempted(PRINTED)
            if answer is None or answer is ...:
                raise NotAttempted
            with undisturbed(table.seconds):
                given = self.draw(
                    name, same_name(student) if isinstance(table, OwnNumber) else ""
                )
                values = table.collect(answer, given)
                result = self.judge(name, values, given)
            if result.source == ORIGINAL and self._is_original(name, answer):
                return dataclasses.replace(result, text=NOT_TRIED)
            if result.ok and isinstance(table, OwnNumber) and not same_name(student):
                text = f"{result.text} You gave no name, so these are not your numbers."
                return dataclasses.replace(result, text=text)
            return result
        except NotAttempted as why:
            return Result(name, None, str(why) or "not attempted yet")
        except TooLong as late:
            text = "not yet. It ran for too long: is a loop endless?"
            if hasattr(late, "values"):
                with undisturbed():  # the earlier cases may show why
                    values = late.values + [None] * (len(given) - len(late.values))
                    return self.judge(name, values, given)
        except KeyboardInterrupt:
            text = "not yet. It was interrupted."
        except BaseException as error:
            text = f"not yet. The check could not use your answer: {error_text(error)}"
        return Result(name, False, text)

    def _similar(self, name: str) -> str:
        """Return words that suggest a similar exercise, or list up to ten of them."""
        by_letters = {known.casefold(): known for known in self}
        near = difflib.get_close_matches(name.casefold(), by_letters, 1)
        if near:
            return f"; did you mean {by_letters[near[0]]}?"
        return f"; the exercises are {', '.join(self)}" if len(self) <= 10 else ""

    def _is_original(self, exercise: str, answer: object) -> bool:
        """Return whether an answer has the same code as the first one to its exercise.

        The first answer is the one that the notebook contains before anybody has worked
        on it. It gets no hint, so that a stored notebook does not give the bug away.
        """
        code = getattr(answer, "__code__", None)
        return self._originals.setdefault(exercise, code) == code

    def words(self, names: str) -> str:
        """Return a few words for the names in `Result.mistake`."""
        known, listed = self.course.words, self.course.listed
        return "; ".join(
            f"{name}, {known(name)}" if name in listed else known(name)
            for name in names.split("+")
        )

    def draw(self, exercise: str, *words: str) -> list | dict:
        """Return what an answer is tested with: the cases or the student's numbers.

        The words determine what is drawn: the student's name and, in marking, a word
        that no student knows.
        """
        return self[exercise].draw(generator(exercise, *map(str, words)))

    def judge(self, exercise: str, values: list, given: list | dict) -> Result:
        """Return the `Result` for the values that an answer returned.

        `values` holds what the reader's function returned in each case (None where it
        returned nothing), or just the reader's number. `given` comes from `draw`.
        """
        table = self[exercise]
        try:
            text, convention = table.judge(values, given)
        except Unchanged as why:
            return Result(exercise, None, str(why), source=ORIGINAL)
        except NotAttempted as why:
            return Result(exercise, None, str(why) or "not attempted yet")
        except Wrong as hint:
            credit = table.credit(values, given)
            return Result(
                exercise,
                False,
                f"not yet. {hint}",
                self.course.code(hint.mistake),
                credit=credit,
                source=hint.source,
                values=values,
            )
        text = f"right. {text}"
        return Result(exercise, True, text, convention=convention, credit=1.0)

    def own_numbers(self, exercise: str, student: str) -> dict:
        """Return a student's own numbers for a question, by name.

        They are the same at every call. Capitals and extra spaces in the student's name
        make no difference. Raises `ValueError` if there are no such numbers.
        """
        if not isinstance(self.get(exercise), OwnNumber):
            names = [name for name in self if isinstance(self[name], OwnNumber)]
            raise ValueError(
                "exercise must be one with each student's own numbers "
                f"({', '.join(names)}); got {exercise!r}"
            )
        return self.draw(exercise, same_name(student))
