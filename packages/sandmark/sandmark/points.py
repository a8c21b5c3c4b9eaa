"""What is in the gradebook: points, marks by hand, deadlines and penalties."""

import contextlib
import dataclasses
import datetime

import sqlalchemy.orm
from nbgrader import utils
from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties

from sandmark.files import CourseError
from sandmark.names import book_name, folder_name


@dataclasses.dataclass(frozen=True)
class Points:
    """What a student has for an assignment.

    Attributes
    ----------
    score, most : float
        Points without the penalty, and those that can be had.
    by_hand : bool
        Whether answers wait for marks by hand.
    late : float
        Hours after the deadline, with the student's own extension.
    penalty : float
        Points that are taken off for it.
    extension : float
        Hours that the student has longer.
    """

    score: float
    most: float
    by_hand: bool
    late: float = 0.0
    penalty: float = 0.0
    extension: float = 0.0


def of_all(gradebook, assignment, config, student=None):
    """Return the `Points` of all students or of one, by the names of their folders.

    Penalties are computed anew, by nbgrader's settings: deadlines, extensions and marks
    by hand may have changed since the marking.
    """
    found = {}
    shown = [SubmittedAssignment.score, SubmittedAssignment.max_score]
    shown += [SubmittedAssignment.needs_manual_grade]
    own = sqlalchemy.orm.selectinload(SubmittedAssignment.notebooks)
    query = (
        gradebook.db.query(SubmittedAssignment)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .filter(Assignment.name == assignment)
        .options(own, *map(sqlalchemy.orm.undefer, shown))
    )
    if student is not None:
        query = query.filter(SubmittedAssignment.student_id == book_name(student))
    for one in query:
        # Without a deadline, an extension lets nbgrader fail.
        late = one.total_seconds_late if one.assignment.duedate else 0
        penalties = [_penalty(each, late, one, config) for each in one.notebooks]
        longer = one.extension or datetime.timedelta()
        found[folder_name(one.student_id)] = Points(
            one.score,
            one.max_score,
            one.needs_manual_grade,
            late / 3600,
            sum(penalties),
            longer.total_seconds() / 3600,
        )
    gradebook.db.commit()
    return found


def _penalty(notebook, late, submission, config):
    """Return a penalty by nbgrader's settings, and note it in the gradebook."""
    penalty = None
    if late > 0:
        step = AssignLatePenalties(parent=config)
        step.init_plugin()
        penalty = step.plugin_inst.late_submission_penalty(
            submission.student_id, notebook.score, late
        )
        if penalty is not None:
            penalty = min(max(penalty, 0.0), notebook.score)
    if notebook.late_submission_penalty != penalty:
        notebook.late_submission_penalty = penalty
    return penalty or 0.0


def enter(gradebook, assignment, student, cells, time):
    """Enter the points of a marked notebook, as nbgrader's own step does.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        The gradebook.
    assignment, student : str
        Whose hand-in of what.
    cells : list of nbformat.NotebookNode
        Its cells: nbgrader reads the points in them.
    time : str or None
        When it was handed in, as nbgrader writes it.
    """
    name = book_name(student)
    gradebook.update_or_create_student(name)
    gradebook.update_or_create_submission(assignment, name, timestamp=time)
    grades, comments = (
        _cells(gradebook, kind, assignment, student) for kind in (Grade, Comment)
    )
    for cell in cells:
        cell_name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if utils.is_grade(cell):
            grade = _own(grades, cell_name)
            grade.auto_score, _ = utils.determine_grade(cell)
            grade.needs_manual_grade = (
                grade.manual_score is not None or grade.auto_score is None
            )
        if utils.is_solution(cell) or utils.is_task(cell):
            released = cell.metadata.nbgrader.get("checksum")
            blank = released == utils.compute_checksum(cell) and not utils.is_task(cell)
            _own(comments, cell_name).auto_comment = "No response." if blank else None
    gradebook.db.commit()


def _cells(gradebook, kind, assignment, student):
    """Return what a gradebook has of a hand-in's cells, by their names."""
    notebook, submission = SubmittedNotebook, SubmittedAssignment
    query = (
        gradebook.db.query(kind)
        .join(notebook, notebook.id == kind.notebook_id)
        .join(submission, submission.id == notebook.assignment_id)
        .join(Assignment, Assignment.id == submission.assignment_id)
        .filter(Assignment.name == assignment)
        .filter(submission.student_id == book_name(student))
        .options(sqlalchemy.orm.joinedload(kind.cell))
    )
    return {one.cell.name: one for one in query}


def _own(cells, name):
    """Return what a gradebook has of a cell."""
    if name not in cells:
        raise MissingEntry(f"its gradebook has no cell {name!r}: release it anew")
    return cells[name]


def shown(gradebook, assignment, student):
    """Return what a page shows of a hand-in's points.

    Returns
    -------
    dict
        "score" with the penalty taken off, "max_score", "late_penalty"; and "cells", by
        name, each with "score", "points" and "comment".
    """
    grades, comments = (
        _cells(gradebook, kind, assignment, student) for kind in (Grade, Comment)
    )
    cells = {name: {"comment": one.comment} for name, one in comments.items()}
    for name, grade in grades.items():
        own = {"score": grade.score, "points": grade.max_score}
        cells[name] = cells.get(name, {"comment": None}) | own
    penalties = [
        one.late_submission_penalty or 0
        for one in _notebooks(gradebook, assignment, student)
    ]
    penalty = sum(penalties)
    return {
        "score": sum(grade.score for grade in grades.values()) - penalty,
        "max_score": sum(grade.max_score for grade in grades.values()),
        "late_penalty": penalty,
        "cells": cells,
    }


def by_hand(gradebook, assignment, student):
    """Return what was given by hand.

    Returns
    -------
    list of dict
        For each cell with points or a comment of a lecturer: "cell", "points",
        "extra", "comment" and "done".
    """
    cells = {}
    for own in _notebooks(gradebook, assignment, student):
        for grade in own.grades:
            if grade.manual_score is not None or grade.extra_credit:
                done = not grade.needs_manual_grade
                cells[grade.name] = {
                    "cell": grade.name,
                    "points": grade.manual_score,
                    "extra": grade.extra_credit,
                    "comment": None,
                    "done": done,
                }
        for comment in own.comments:
            if comment.manual_comment:
                empty = {"cell": comment.name, "points": None, "extra": None}
                entry = cells.setdefault(comment.name, empty | {"done": True})
                entry["comment"] = comment.manual_comment
    return list(cells.values())


def forget_by_hand(gradebook, assignment, student):
    """Take back what was given by hand."""
    for own in _notebooks(gradebook, assignment, student):
        for grade in own.grades:
            grade.manual_score = grade.extra_credit = None
        for comment in own.comments:
            comment.manual_comment = None
    gradebook.db.commit()


def ask_for(gradebook, assignment, student, cells, wanted):
    """Say of some cells whether they wait for marks by hand."""
    for own in _notebooks(gradebook, assignment, student):
        for grade in own.grades:
            if grade.name in cells:
                grade.needs_manual_grade = wanted
    gradebook.db.commit()


def _notebooks(gradebook, assignment, student):
    """Return the notebooks that a student handed in."""
    with contextlib.suppress(MissingEntry):
        found = gradebook.find_submission(assignment, book_name(student))
        return list(found.notebooks)
    return []


def set_due(gradebook, assignment, time):
    """Set an assignment's deadline; None takes it away, and all extensions."""
    if time is None:
        for one in gradebook.assignment_submissions(assignment):
            one.extension = None
    time = time.astimezone(datetime.UTC).replace(tzinfo=None) if time else None
    gradebook.find_assignment(assignment).duedate = time
    gradebook.db.commit()


def due(gradebook, assignment):
    """Return an assignment's deadline, or None."""
    with contextlib.suppress(MissingEntry):
        time = gradebook.find_assignment(assignment).duedate
        return time.replace(tzinfo=datetime.UTC) if time else None
    return None


def extend(gradebook, assignment, student, hours):
    """Give a student more time, whether something is handed in or not."""
    if due(gradebook, assignment) is None:
        raise CourseError(
            f"{assignment!r} has no deadline that could be put off: set it first"
        )
    name = book_name(student)
    with contextlib.suppress(MissingEntry):
        gradebook.find_submission(assignment, name)
        gradebook.grant_extension(assignment, name, hours=hours)
        return
    gradebook.update_or_create_student(name)
    gradebook.update_or_create_submission(assignment, name)
    gradebook.grant_extension(assignment, name, hours=hours)
