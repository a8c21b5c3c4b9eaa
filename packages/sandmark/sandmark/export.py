"""Points in the form that learning platforms import."""

import contextlib
import dataclasses
import math
import re

from hintcheck import same_name

from sandmark.files import CourseError
from sandmark.values import csv_of

PLATFORMS = ("moodle", "canvas", "csv")
_CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]


def export(assignment, rows, roster, platform, column=None, partial=False):
    """Return the text of a platform's file, and remarks on who is left out of it.

    The class list is the platform's own export. Its columns and numbers are kept, and
    the points are filled into `column`. `CourseError` is raised if the list is another
    one, or it is unclear which column is meant. Totals that wait for marks by hand are
    left out unless `partial` is true, because a platform would show them as final.
    """
    _require_list(platform, roster)
    by_person, remarks = _by_person(rows, roster)
    waiting = ", ".join(row.student for row in rows if row.by_hand)
    if waiting and partial:
        remarks.append(f"without marks by hand so far: {waiting}")
    elif waiting:
        remarks.append(f"left out until marked by hand (or use --partial): {waiting}")
        rows = [_without_score(row) for row in rows]
        by_person = {person: _without_score(row) for person, row in by_person.items()}
    lines = {"moodle": _moodle, "canvas": _canvas, "csv": _plain}[platform](
        assignment, rows, roster, by_person, column, remarks
    )
    return csv_of(lines), remarks


def _require_list(platform, roster):
    if platform not in ("csv", roster.platform.casefold()):
        raise CourseError(
            f"{platform} knows students by its own numbers: export the class there, "
            "and take the file with: roster FILE. Or use --for csv for a plain table"
        )


def _without_score(row):
    return dataclasses.replace(row, score=None) if row.by_hand else row


def _by_person(rows, roster):
    """Return each person's row, and remarks on rows that are nobody's or doubled."""
    owned, remarks = {}, []
    folders = {person.folder: person for person in roster.people}
    for row in rows:
        person = folders.get(row.student) or roster.find(row.student)
        if person:
            owned.setdefault(person, []).append(row)
        elif roster.people and row.score is not None:
            remarks.append(f"left out: {row.student!r} is not in the class's list")
    by_person = {}
    for person, theirs in owned.items():
        handed_in = [row for row in theirs if row.score is not None] or theirs
        if len(handed_in) == 1:
            by_person[person] = handed_in[0]
        else:
            names = ", ".join(repr(row.student) for row in handed_in)
            remarks.append(f"left out: {person.name}: two hand-ins, {names}")
    return by_person, remarks


def _points(row):
    return "" if row is None or row.score is None else f"{row.score:g}"


def _plain(assignment, rows, roster, by_person, column, remarks):
    yield "name id email score max_score state version late_penalty".split()
    people = {row.student: person for person, row in by_person.items()}
    for row in rows:
        person = people.get(row.student)
        name, number, mail = row.student, "", ""
        if person:
            name, number, mail = person.name, person.id, person.email
        score = _points(row)
        most = "" if row.most is None else f"{row.most:g}"
        yield [name, number, mail, score, most, row.state, row.version, row.penalty]


def _moodle(assignment, rows, roster, by_person, column, remarks):
    place = _place_of_grades(roster, column)
    maximum = _maximum(roster, place + 1)
    most = next((row.most for row in rows if row.most), None)
    if not maximum:
        remarks.append("the worksheet's maximum is not understood: nothing is scaled")
    elif most and maximum != most:
        remarks.append(
            f"scaled to the maximum of Moodle's worksheet: {most:g} points are "
            f"{maximum:g}"
        )
    yield roster.header
    for line in roster.lines:
        filled = [*line, *[""] * (len(roster.header) - len(line))]
        row = by_person.get(roster.person_of(line))
        if _points(row):
            scale = maximum / row.most if maximum and row.most else 1
            filled[place] = f"{round(row.score * scale, 2):g}"
        yield filled


def _place_of_grades(roster, column):
    """Return the position of the column for grades in Moodle's worksheet.

    Titles depend on the language, but their order does not. The next column has the
    maximum, which is the same number in all lines (mod/assign/gradingtable.php).
    """
    if roster.header.count(column) == 1:
        return roster.header.index(column)
    places = [] if column else range(len(roster.header))
    places = [n for n in places if _maximum(roster, n + 1) and _is_of_grades(roster, n)]
    if len(places) != 1:
        raise CourseError(
            "the class's list is Moodle's grading worksheet; which column is for the "
            f"grades? Name it with --column: {', '.join(map(repr, roster.header))}"
        )
    return places[0]


def _cells(roster, place):
    return {line[place] if place < len(line) else "" for line in roster.lines if line}


def _is_of_grades(roster, place):
    """Whether a column is empty, or holds numbers."""
    return not any(re.search(r"[^\W\d_]", cell) for cell in _cells(roster, place))


def _maximum(roster, place):
    """Return the number that all lines of a worksheet have in a column, or None."""
    with contextlib.suppress(ValueError):
        (number,) = {float(cell.replace(",", ".")) for cell in _cells(roster, place)}
        return number if number > 0 and math.isfinite(number) else None
    return None


def _canvas(assignment, rows, roster, by_person, column, remarks):
    most = next((f"{row.most:g}" for row in rows if row.most), "")
    titles = [title for title in _CANVAS if title in roster.header]
    title = _column(roster.header, assignment, column)
    places = [roster.header.index(title) for title in titles]
    yield [*titles, title]
    yield ["    Points Possible", *[""] * (len(titles) - 1), most]
    for line in roster.lines:
        person = roster.person_of(line)
        if person:
            kept = [line[n] if n < len(line) else "" for n in places]
            yield [*kept, _points(by_person.get(person))]


def _column(header, assignment, column):
    """Return Canvas's title for the column, with its number, or a new title."""
    wanted = same_name(column or assignment)
    short = wanted.partition("_")[0]
    stems = {
        title: same_name(title.rpartition(" (")[0] or title).replace("_", " ")
        for title in header
        if title not in _CANVAS
    }
    titles = [
        title for title, stem in stems.items() if stem == wanted.replace("_", " ")
    ]
    if not titles and not column:
        titles = [title for title, stem in stems.items() if stem.split()[:1] == [short]]
    if len(titles) > 1:
        raise CourseError(
            f"which column is {assignment!r}: {', '.join(map(repr, titles))}? Name it "
            "with --column"
        )
    return titles[0] if titles else column or assignment
