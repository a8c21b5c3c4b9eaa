"""The class's table, with a line for each student, and the state of an assignment."""

import collections
import dataclasses
import datetime

from sandmark.files import brief
from sandmark.marking import TaskMarks
from sandmark.report import clock, plain
from sandmark.values import storable


@dataclasses.dataclass
class Row:
    """A line in the class's table."""

    student: str
    state: str  # of the marks, or "not stored", "not marked" or "not handed in"
    why: str  # what could not run or was unusual
    score: float | None  # so far, minus the penalty
    most: float | None  # the most points that are possible
    by_hand: bool  # whether answers wait for marks by hand
    tasks: tuple = ()
    version: str = ""  # which of the kept versions was marked, such as "2 of 3"
    time: datetime.datetime | None = None  # when it was handed in
    late: float = 0.0  # hours after the deadline
    penalty: float = 0.0  # points taken off for being late
    unmarked: bool = False  # whether the latest version waits to be marked
    numbered: bool = False  # whether the name came with a platform's number

    @property
    def points(self):
        """The score in words, such as "13 of 18"; empty if there is none."""
        return "" if self.score is None else f"{self.score:g} of {self.most:g}"


def row_of(student, stored, points, version, remarks):
    """Return a student's `Row`, made from the stored marks, which may be empty."""
    name = storable(student)
    if not stored:
        return Row(name, "not handed in", joined(remarks), None, None, False)
    try:
        remarks = [stored["why"], *remarks]
        tasks = tuple(TaskMarks(**task) for task in stored["tasks"])
        time = stored.get("time") and datetime.datetime.fromisoformat(stored["time"])
    except (KeyError, TypeError, ValueError) as error:
        points = None
        remarks.append(brief(error))
    if points is None:
        remarks.append("it is missing from the gradebook: mark it again")
        return Row(name, "not stored", joined(remarks), None, None, False)
    tasks = tuple(  # points may have been given by hand
        dataclasses.replace(task, points=points.cells.get(task.cell, task.points))
        for task in tasks
    )
    if points.late:
        taken = f", {points.penalty:g} points off" if points.penalty else ""
        remarks.append(f"{duration(points.late)} late{taken}")
    if points.by_hand and stored.get("earlier"):
        remarks.append(_given_before(stored["earlier"]))
    score = points.score - points.penalty
    row = Row(name, stored.get("state"), joined(remarks), score, points.most, False)
    row.by_hand, row.tasks, row.version = points.by_hand, tasks, version
    row.time, row.late, row.penalty = time or None, points.late, points.penalty
    return row


def _given_before(earlier):
    """Return, in words, the marks given by hand for an earlier version."""
    given = [entry for past in earlier for entry in past.get("by_hand", ())]
    if not given:
        return ""
    parts = []
    for entry in given:
        points = entry["points"]
        extra = f" + {entry['extra']:g}" if entry["extra"] else ""
        told = "" if points is None else f" {points:g}{extra} points"
        comment = " ".join((entry["comment"] or "").split())[:200]
        parts.append(f"{entry['cell']}{told}" + (f" ({comment!r})" if comment else ""))
    return f"marks by hand for an earlier version: {', '.join(parts)}; give them again"


def duration(hours):
    """Return a number of hours in words."""
    if hours >= 48:
        return f"{hours / 24:.0f} days"
    return f"{hours:.0f} h" if hours >= 1 else f"{max(1, round(hours * 60))} min"


def joined(remarks):
    """Return remarks as one line, without repetitions and unprintable characters."""
    lines = (" ".join(remark.split()) for remark in remarks if remark)
    return plain("; ".join(dict.fromkeys(lines)))


def table(rows):
    """Return the class's table as text for a terminal."""
    lines, width = [], max((len(row.student) for row in rows), default=0)
    for row in rows:
        version = row.version and f"version {row.version}"
        time = clock(row.time) or ("no time known" if row.version else "")
        state = [row.state, "waits for marks by hand" * row.by_hand, row.why]
        line = f"{row.student:{width}}  {time:16}  {version:14}  {row.points:>12}  "
        lines.append(plain(line + "; ".join(filter(None, state))).rstrip())
    return "\n".join(lines)


def status(assignment, rows, roster, due=None):
    """Return the state and the deadline of an assignment as text for a terminal."""
    states = collections.Counter(row.state for row in rows)
    counts = ", ".join(f"{number} {state}" for state, number in states.most_common())
    lines = [f"{assignment}: {len(rows)} students" + f" ({counts})" * bool(rows)]
    lines += [f"deadline {clock(due)}"] if due else []
    lines += [table(rows)] if rows else []
    waiting = [row.student for row in rows if row.by_hand]
    lines += _listed("wait for marks by hand", waiting)
    new = [row.student for row in rows if row.unmarked]
    lines += _listed("wait to be marked", new)
    known = {row.student for row in rows}
    missing = {person.folder for person in roster.people} - known
    missing |= {row.student for row in rows if row.state == "not handed in"}
    lines += _listed("have handed in nothing", sorted(missing))
    return "\n".join(lines)


def _listed(what, names):
    return [plain(f"{len(names)} {what}: {', '.join(names)}")] if names else []
