"""What the gradebook holds: points, marks by hand, deadlines and penalties."""

import contextlib
import dataclasses
import datetime

import sqlalchemy.orm
from nbgrader import api, utils
from nbgrader.preprocessors import AssignLatePenalties

from sandmark.assignments import name_of
from sandmark.files import CourseError
from sandmark.names import book_name, folder_name


@dataclasses.dataclass(frozen=True)
class Points:
    """The points that a student has for an assignment."""

    score: float  # without the penalty
    most: float
    by_hand: bool  # whether answers wait for marks by hand
    extended: bool = False  # whether there is an extension
    late: float = 0.0  # hours after the deadline
    penalty: float = 0.0  # points taken off for being late
    cells: dict = dataclasses.field(default_factory=dict)  # the points by cell name
    marked: dict = dataclasses.field(default_factory=dict)  # without those by hand
    remarks: tuple = ()  # on points by hand above a maximum that was lowered later


def of_all(gradebook, assignment, config, student=None):
    """Return the `Points` of all students or of one, by the names of their folders."""
    # Deadlines, extensions and marks by hand may have changed the penalties.
    points = {}
    shown = [api.SubmittedAssignment.score, api.SubmittedAssignment.max_score]
    shown += [api.SubmittedAssignment.needs_manual_grade]
    notebooks = sqlalchemy.orm.selectinload(api.SubmittedAssignment.notebooks)
    notebooks = notebooks.selectinload(api.SubmittedNotebook.grades)
    query = (
        gradebook.db.query(api.SubmittedAssignment)
        .filter(api.SubmittedAssignment.assignment.has(name=assignment))
        .options(notebooks, *map(sqlalchemy.orm.undefer, shown))
    )
    if student is not None:
        query = query.filter(api.SubmittedAssignment.student_id == book_name(student))
    for submission in query:
        # Without a deadline, an extension makes nbgrader fail.
        late = submission.total_seconds_late if submission.assignment.duedate else 0
        parts = submission.notebooks
        penalties = [_penalty(part, late, submission, config) for part in parts]
        grades = [grade for part in parts for grade in part.grades]
        points[folder_name(submission.student_id)] = Points(
            submission.score,
            submission.max_score,
            submission.needs_manual_grade,
            bool(submission.extension),
            late / 3600,
            sum(penalties),
            {grade.name: grade.score for grade in grades},
            {grade.name: grade.auto_score for grade in grades},
            tuple(filter(None, map(_above, grades))),
        )
    gradebook.db.commit()
    return points


def _above(grade):
    """Return a remark if a cell has more points by hand than it can have."""
    given, most = grade.manual_score or 0, grade.max_score
    about = f"{grade.name} has {given:g} of {most:g} points by hand: give them again"
    return about * (given > most)


def _penalty(notebook, late, submission, config):
    """Return the penalty under nbgrader's settings, and note it in the gradebook."""
    penalty, score = None, notebook.score
    if late > 0:
        step = AssignLatePenalties(parent=config)
        step.init_plugin()
        about = submission.student_id, score, late
        penalty = step.plugin_inst.late_submission_penalty(*about)
        penalty = None if penalty is None else min(max(penalty, 0.0), score)
    if notebook.late_submission_penalty != penalty:
        notebook.late_submission_penalty = penalty
    return penalty or 0.0


def enter(gradebook, assignment, student, cells, time, again):
    """Enter the points of a marked notebook, as nbgrader's own step does."""
    # Cells in `again` wait for marks by hand, as all answers in words do.
    name = book_name(student)
    gradebook.update_or_create_student(name)
    gradebook.update_or_create_submission(assignment, name, timestamp=time)
    grades, comments = _graded(gradebook, assignment, student)
    for cell in cells:
        cell_name = name_of(cell)
        if utils.is_grade(cell) or utils.is_task(cell):
            grade = grades[cell_name]
            if utils.is_grade(cell):
                grade.auto_score, _ = utils.determine_grade(cell)
            if grade.manual_score is None:
                blank = grade.auto_score is None
                grade.needs_manual_grade = blank or cell_name in again
        if utils.is_solution(cell):
            released = cell.metadata.nbgrader.get("checksum")
            blank = released == utils.compute_checksum(cell)
            comments[cell_name].auto_comment = "No response." if blank else None
    gradebook.db.commit()


def _graded(gradebook, assignment, student):
    """Return the grades and the comments for a hand-in, as dicts by cell name."""
    grades, comments = {}, {}
    with contextlib.suppress(api.MissingEntry):
        submission = gradebook.find_submission(assignment, book_name(student))
        for notebook in submission.notebooks:
            grades |= {grade.cell.name: grade for grade in notebook.grades}
            comments |= {comment.cell.name: comment for comment in notebook.comments}
    return grades, comments


def shown(gradebook, assignment, student):
    """Return dicts with "score", "points" and "comment" by the names of cells."""
    grades, comments = _graded(gradebook, assignment, student)
    cells = {name: {"comment": comment.comment} for name, comment in comments.items()}
    for name, grade in grades.items():
        cells.setdefault(name, {}).update(score=grade.score, points=grade.max_score)
    return cells


def by_hand(gradebook, assignment, student):
    """Return a list with a dict for each cell with points or comments given by hand."""
    grades, comments = _graded(gradebook, assignment, student)
    given = []
    for name in grades | comments:
        grade, comment = grades.get(name), comments.get(name)
        points = grade.manual_score if grade else None
        extra = grade.extra_credit if grade else None
        words = (comment.manual_comment or None) if comment else None
        if points is not None or extra or words:
            about = {"points": points, "extra": extra, "comment": words}
            given.append({"cell": name, **about})
    return given


def forget_by_hand(gradebook, assignment, student):
    """Remove all points and comments that were given by hand."""
    grades, comments = _graded(gradebook, assignment, student)
    for grade in grades.values():
        grade.manual_score = grade.extra_credit = None
    for comment in comments.values():
        comment.manual_comment = None
    gradebook.db.commit()


def set_due(gradebook, assignment, time):
    """Set an assignment's deadline."""
    utc = time.astimezone(datetime.UTC)
    gradebook.find_assignment(assignment).duedate = utc.replace(tzinfo=None)
    gradebook.db.commit()


def due(gradebook, assignment):
    """Return an assignment's deadline, or None."""
    with contextlib.suppress(api.MissingEntry):
        time = gradebook.find_assignment(assignment).duedate
        return time.replace(tzinfo=datetime.UTC) if time else None
    return None


def extend(gradebook, assignment, student, days):
    """Give a student more time, even before handing in; return the new deadline."""
    time = due(gradebook, assignment)
    if time is None:
        raise CourseError(f"{assignment!r} has no deadline to extend: set one with due")
    name = book_name(student)
    gradebook.update_or_create_student(name)
    gradebook.update_or_create_submission(assignment, name)
    local = time.astimezone().replace(tzinfo=None)  # the clock may change in between
    until = (local + datetime.timedelta(days=days)).astimezone()
    seconds = (until - time).total_seconds()
    gradebook.grant_extension(assignment, name, hours=seconds / 3600)
    return until
