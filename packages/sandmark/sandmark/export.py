"""Export points in the form that learning platforms import."""

import contextlib
import dataclasses
import math
import re

from hintcheck import same_name

from sandmark.files import CourseError
from sandmark.report import Row
from sandmark.roster import CANVAS, Person
from sandmark.values import csv_of, no_formula

FORMATS = ("moodle", "canvas", "csv")


def export(assignment, rows, roster, platform, column=None, partial=False):
    """Return the text of a platform's file and remarks for the lecturer.

    For a platform, the class list must be the platform's own export. Its cells stay as
    they are, and the points go into `column`. Totals that wait for marks by hand are
    left out unless `partial` is true, because a platform would show them as final.
    Raises `CourseError` for another list, or if it is unclear which column is meant.
    """
    if platform not in ("csv", roster.platform.casefold()):
        raise CourseError(
            f"{platform} identifies students by its own numbers: export the class "
            "there and run roster with that file, unchanged, or use --for csv"
        )
    left_out = "left out until marked by hand (or use --partial)"
    left_out = "totals do not include marks by hand yet" if partial else left_out
    above = [row for row in rows if row.score and row.score > row.most]
    failed = [row for row in rows if row.state == "could not run"]
    told = {
        "marks are missing or out of date": [row for row in rows if row.unmarked],
        "more points than the maximum": above,
        "no longer in submitted": [row for row in rows if row.state == "removed"],
        "could not run, so the checks gave 0 points": failed,
        left_out: [row for row in rows if row.by_hand],
    }
    if partial:
        rows = [dataclasses.replace(row, by_hand=False) for row in rows]
    by_person, remarks = _by_person(rows, roster, platform)
    for what, found in told.items():
        names = ", ".join(repr(row.student) for row in found)
        remarks += [f"{what}: {names}"] * bool(found)
    lines = {"moodle": _moodle, "canvas": _canvas, "csv": _plain}[platform](
        assignment, rows, roster, by_person, column, remarks
    )
    # What a platform wrote goes back unchanged, even if it looks like a formula.
    return csv_of(lines, no_formula if platform == "csv" else str), remarks


def _by_person(rows, roster, platform):
    """Return each person's row, and remarks on duplicates and unusual names."""
    owned, remarks = {}, []
    lost = "without a number" if platform == "csv" else "left out"
    for row in rows:
        person = roster.owner(row.student)
        if person:
            owned.setdefault(person, []).append(row)
        remark = roster.remark(row.student, person)
        if remark and row.score is not None:
            remark = f"{row.student!r}: {remark}"
            remarks.append(remark if person else f"{lost}: {remark}")
    by_person = {}
    for person, theirs in owned.items():
        handed_in = [row for row in theirs if row.score is not None] or theirs
        if len(handed_in) == 1:
            by_person[person] = handed_in[0]
        else:
            names = ", ".join(repr(row.student) for row in handed_in)
            remarks.append(f"{lost}: {person.name}: two hand-ins, {names}")
    return by_person, remarks


def _points(row, scale=1):
    if row is None or row.score is None or row.by_hand:
        return ""
    return f"{round(row.score * scale, 2):.12g}"


def _plain(assignment, rows, roster, by_person, column, remarks):
    yield "name id email score max_score state version late_penalty login".split()
    people = {row.student: person for person, row in by_person.items()}
    pairs = [(people.get(row.student) or Person(row.student), row) for row in rows]
    owners = {roster.owner(row.student) for row in rows}
    absent = [person for person in roster.people if person not in owners]
    pairs += [(person, Row(person.name, "not handed in", "")) for person in absent]
    for one, row in pairs:
        most = "" if row.most is None else f"{row.most:g}"
        about = [_points(row), most, row.state, row.version, row.penalty]
        yield [one.name, one.id, one.email, *about, one.login]


def _moodle(assignment, rows, roster, by_person, column, remarks):
    place = _place_of_grades(roster, column)
    remarks.append(f"the points are in Moodle's column {roster.header[place]!r}")
    scale = _scale(rows, _cells(roster, place + 1), "Moodle's worksheet", remarks)
    yield roster.header
    for line, person in zip(roster.lines, roster.owners, strict=True):
        points = _points(by_person.get(person), scale)
        _compare(line[place], points, person, remarks)
        yield [*line[:place], points or line[place], *line[place + 1 :]]


def _compare(before, points, person, remarks):
    """Add a remark if points replace another grade, perhaps one given there by hand."""
    is_grade = points and re.search(r"\w", before) and before != "EX"
    if is_grade and (_number([before]) or 0) != float(points):
        remarks.append(f"{person.name}: {before} becomes {points}")


def _scale(rows, maxima, whose, remarks):
    """Return how many of a platform's points one point is worth; add a remark."""
    most, maximum = next((row.most for row in rows if row.most), None), _number(maxima)
    if not maximum:
        remarks.append(f"the maximum of {whose} is unclear, so nothing is scaled")
    elif most and maximum != most:
        scaled = f"{most:g} points become {maximum:g}"
        remarks.append(f"scaled to the maximum of {whose}: {scaled}")
    return maximum / most if maximum and most else 1


def _place_of_grades(roster, column):
    """Return the position of the column for grades in Moodle's worksheet."""
    if roster.header.count(column) == 1:
        return roster.header.index(column)
    # The next column has the maximum, or the words of a scale.
    places = [it for it in roster.places if _number(_cells(roster, it + 1))]
    if column or len(places) != 1:
        raise CourseError(
            "the class list is Moodle's grading worksheet. Which column is for grades? "
            f"Name it with --column: {', '.join(map(repr, roster.header))}"
        )
    return places[0]


def _cells(roster, place):
    """Return the different entries of people in a column of Moodle's."""
    lines = zip(roster.lines, roster.owners, strict=True)
    cells = {"".join(line[place : place + 1]) for line, person in lines if person}
    # Moodle's commas are decimal signs and never separate thousands.
    return {cell.replace(",", ".") for cell in cells}


def _number(cells):
    """Return the positive number that all cells hold, or None."""
    with contextlib.suppress(ValueError):
        plain = [re.sub(r",(?=\d{3}\b)", "", cell) for cell in cells]  # 1,000 is 1000
        (number,) = {float(cell.replace(",", ".")) for cell in plain}
        return number if number > 0 and math.isfinite(number) else None
    return None


def _canvas(assignment, rows, roster, by_person, column, remarks):
    titles = [title for title in CANVAS if title in roster.header]
    places = [roster.header.index(title) for title in titles]
    title = _column(roster.header, assignment, column)
    maxima = [f"{row.most:g}" for row in rows if row.most][:1]
    new = ", which is new: name another with --column"
    if title in roster.header:
        place, new = roster.header.index(title), ""
        maxima = [x[place] for x in roster.lines if x[0].strip() == "Points Possible"]
    scale = _scale(rows, maxima, "Canvas's column", remarks)
    remarks.append(f"the points are in Canvas's column {title!r}{new}")
    yield [*titles, title]
    yield ["    Points Possible", *[""] * (len(titles) - 1), *maxima]
    for line, person in zip(roster.lines, roster.owners, strict=True):
        if person:
            kept = [line[place] for place in places]
            before = "" if new else line[place]
            points = _points(by_person.get(person), scale)
            if before == "EX" and points:
                remarks.append(f"excused on Canvas, so left as it is: {person.name}")
            _compare(before, points, person, remarks)
            yield [*kept, before if before == "EX" else points or before]


def _column(header, assignment, column):
    """Return Canvas's title for the column, with its number, or a new title."""
    # Canvas adds a number to each title. Only the assignment's name is taken for it, or
    # how the name begins if that has a number, such as "h3".
    if column in header:
        return column
    stems = {title: title.rpartition(" (")[0] or title for title in header}
    titles = {it: same_name(stem.replace("_", " ")) for it, stem in stems.items()}
    short = re.findall(r"\A[^_]*\d[^_]*", assignment)
    names = [column] if column else [assignment, *short]
    for name in names:
        plain = same_name(name.replace("_", " "))
        found = [title for title, stem in titles.items() if stem == plain]
        if len(found) > 1:
            raise CourseError(
                f"which column is {name!r}? Name one of these with --column: "
                f"{', '.join(map(repr, found))}"
            )
        if found:
            return found[0]
    return names[0]
