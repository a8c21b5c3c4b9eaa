"""The class's table: a line for each student, of what is stored and in the book."""

import dataclasses

from posenc_lessons.grading.marking import TaskMarks
from posenc_lessons.grading.values import storable


@dataclasses.dataclass
class Row:
    """A line of the class's table.

    Attributes
    ----------
    student : str
        The student.
    state : str
        "marked", "in part", "could not run", "not stored" or "not handed in".
    why : str
        A sentence on what could not run or was odd.
    score, most : float or None
        Points so far and at most, of the gradebook.
    by_hand : bool
        Whether answers wait for marks by hand.
    tasks : tuple of TaskMarks
        The tasks that were marked.
    """

    student: str
    state: str
    why: str
    score: float | None
    most: float | None
    by_hand: bool
    tasks: tuple = ()


def row_of(student, stored, points, remarks):
    """Return a student's `Row`.

    Parameters
    ----------
    student : str
        The student.
    stored : dict
        What is stored of the hand-in; empty if nothing is.
    points : callable
        Returns the gradebook's points, the most, and whether some wait for a hand.
    remarks : list of str
        What else is to be told.
    """
    name = storable(student)
    if not stored:
        return Row(name, "not handed in", _joined(remarks), None, None, False)
    remarks = [stored["why"], *remarks]
    try:
        score, most, by_hand = points()
        tasks = tuple(TaskMarks(**task) for task in stored["tasks"])
    except Exception as error:
        remarks.append(f"the gradebook does not have it: {brief(error)}")
        return Row(name, "not stored", _joined(remarks), None, None, False)
    return Row(name, stored["state"], _joined(remarks), score, most, by_hand, tasks)


def _joined(remarks):
    """Return remarks as one text, each once."""
    return "; ".join(dict.fromkeys(filter(None, remarks)))


def brief(error):
    """Return an error in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
