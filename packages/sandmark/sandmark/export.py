"""Points in the form that learning platforms import."""

import csv
import io

from sandmark.files import CourseError
from sandmark.names import identity
from sandmark.values import no_formula

PLATFORMS = ("moodle", "canvas", "csv")
_CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
_MOODLE = ["Full name", "ID number", "Email address"]


def export(assignment, rows, roster, platform, column=None):
    """Return a file that a platform imports, and what is not in it.

    Parameters
    ----------
    assignment : str
        The assignment.
    rows : list of sandmark.rows.Row
        One for each student.
    roster : sandmark.roster.Roster
        The class's list. If it is the platform's own export, its columns and numbers
        are kept as they are, and the points are filled in.
    platform : str
        One of `PLATFORMS`.
    column : str, optional
        The column of the points in the platform's own file, where it has several.

    Returns
    -------
    text : str
        The file, of CSV.
    remarks : list of str
        Who is left out, and why.

    Raises
    ------
    CourseError
        If the list does not name a column for the points.
    """
    if platform not in PLATFORMS:
        raise CourseError(f"export for one of {', '.join(PLATFORMS)}; got {platform!r}")
    if platform != "csv" and not roster.people:
        raise CourseError(
            f"{platform} knows students by its own numbers: export the class there, "
            "and take the file with: roster FILE"
        )
    by_person, remarks = _by_person(rows, roster)
    lines = {"moodle": _moodle, "canvas": _canvas, "csv": _plain}[platform](
        assignment, rows, roster, by_person, column
    )
    waiting = [row.student for row in rows if row.by_hand]
    if waiting:
        remarks.append(f"without marks by hand, so far: {', '.join(waiting)}")
    file = io.StringIO(newline="")
    csv.writer(file).writerows(map(no_formula, line) for line in lines)
    return file.getvalue(), remarks


def _by_person(rows, roster):
    """Return each person's row, and remarks on rows that are nobody's or two's."""
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
    """Return the points of a row as a cell."""
    return "" if row is None or row.score is None else f"{row.score:g}"


def _plain(assignment, rows, roster, by_person, column):
    """Return the lines of a table for everything else."""
    yield [
        "name",
        "id",
        "email",
        "score",
        "max_score",
        "state",
        "version",
        "late_penalty",
    ]
    people = {id(row): person for person, row in by_person.items()}
    for row in rows:
        person = people.get(id(row))
        name, number, mail = row.student, "", ""
        if person:
            name, number, mail = person.name, person.id, person.email
        score = _points(row)
        most = "" if row.most is None else f"{row.most:g}"
        yield [name, number, mail, score, most, row.state, row.version, row.penalty]


def _moodle(assignment, rows, roster, by_person, column):
    """Return Moodle's grading worksheet, or a table for its import of grades."""
    if "Identifier" in roster.header and (column or "Grade") in roster.header:
        place = roster.header.index(column or "Grade")
        yield from _filled(roster, by_person, place)
        return
    yield [*_MOODLE, column or assignment]
    for person in roster.people:
        own = [person.name, person.id, person.email]
        yield [*own, _points(by_person.get(person))]


def _filled(roster, by_person, place):
    """Return a platform's own file, with the points in a column."""
    yield roster.header
    for line in roster.lines:
        filled = [*line, *[""] * (len(roster.header) - len(line))]
        points = _points(by_person.get(roster.person_of(line)))
        if points:
            filled[place] = points
        yield filled


def _canvas(assignment, rows, roster, by_person, column):
    """Return Canvas's own columns, and one for the points."""
    most = next((f"{row.most:g}" for row in rows if row.most), "")
    own = [title for title in _CANVAS if title in roster.header]
    if "ID" in own and "Student" in own:
        title = _column(roster.header, assignment, column)
        places = [roster.header.index(title) for title in own]
        yield [*own, title]
        yield ["    Points Possible", *[""] * (len(own) - 1), most]
        for line in roster.lines:
            person = roster.person_of(line)
            if person:
                kept = [line[n] if n < len(line) else "" for n in places]
                yield [*kept, _points(by_person.get(person))]
        return
    yield [*_CANVAS, column or assignment]
    yield ["    Points Possible", *[""] * 4, most]
    for person in roster.people:
        keys = [person.name, "", person.id, person.login or person.email, ""]
        yield [*keys, _points(by_person.get(person))]


def _column(header, assignment, column):
    """Return Canvas's title of the points, with its number, or a new one."""
    wanted = identity(column or assignment)
    short = wanted.partition("_")[0]
    stems = {
        title: identity(title.rpartition(" (")[0] or title).replace("_", " ")
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
