"""What a lecturer sees of a class: a table in the terminal, a CSV file and a page."""

import collections
import dataclasses
import datetime
import statistics

from sandmark.files import brief
from sandmark.marking import TaskMarks
from sandmark.pages import TEMPLATES
from sandmark.values import csv_of, plain, storable


@dataclasses.dataclass
class Row:
    """A line in the class's table."""

    student: str
    state: str  # of the marks, or "not stored", "not marked" or "not handed in"
    why: str  # what could not run or was unusual
    score: float | None = None  # so far, minus the penalty
    most: float | None = None  # the most points that are possible
    by_hand: bool = False  # whether answers wait for marks by hand
    tasks: tuple = ()
    version: str = ""  # which of the kept versions was marked, such as "2 of 3"
    time: datetime.datetime | None = None  # when it was handed in
    late: float = 0.0  # hours after the deadline
    penalty: float = 0.0  # points taken off for being late
    unmarked: bool = False  # whether the latest version is still to be marked

    @property
    def points(self):
        """The score in words, such as "13 of 18"; empty if there is none."""
        return "" if self.score is None else f"{self.score:g} of {self.most:g}"


def row_of(student, stored, points, version, remarks):
    """Return a student's `Row` from the stored marks, which may be empty."""
    name = storable(student)
    if not stored:
        return Row(name, "not handed in", joined(remarks))
    try:
        remarks = [stored["why"], *remarks]
        tasks = [TaskMarks(**task) for task in stored["tasks"]]
        time = stored.get("time") and datetime.datetime.fromisoformat(stored["time"])
    except (KeyError, TypeError, ValueError) as error:
        points = None
        remarks.append(brief(error))
    if not points or any(points.marked.get(it.cell) != it.points for it in tasks):
        remarks.append("the gradebook does not have these marks: use mark --again")
        return Row(name, "not stored", joined(remarks))
    for number, task in enumerate(tasks):  # points may have been given by hand
        given = points.cells.get(task.cell, task.points)
        tasks[number] = dataclasses.replace(task, points=given)
    remarks += points.remarks
    if points.late:
        taken = f", {points.penalty:g} points off" if points.penalty else ""
        remarks.append(f"{duration(points.late)} late{taken}")
    if before := _given_before(stored.get("earlier", [])):
        remarks.append(before + "; give them again" * points.by_hand)
    about = points.score - points.penalty, points.most, points.by_hand, tuple(tasks)
    about += version, time or None, points.late, points.penalty
    return Row(name, stored.get("state"), joined(remarks), *about)


def _given_before(earlier):
    """Return, in words, the marks given by hand for an earlier version."""
    parts = []
    for entry in [entry for past in earlier for entry in past.get("by_hand", ())]:
        given = "" if entry["points"] is None else f" {entry['points']:g}"
        given += f" + {entry['extra']:g}" if entry["extra"] else ""
        comment = " ".join((entry["comment"] or "").split())[:200]
        part = entry["cell"] + f"{given} points" * bool(given)
        parts.append(part + (f" ({comment!r})" if comment else ""))
    return f"marks by hand for an earlier version: {', '.join(parts)}" * bool(parts)


def duration(hours):
    """Return a number of hours in words."""
    if hours >= 48:
        return f"{hours / 24:.0f} days"
    return f"{hours:.0f} h" if hours >= 1 else f"{max(1, round(hours * 60))} min"


def joined(remarks):
    """Return remarks as one line, without repetitions or unprintable characters."""
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
    lines = [f"{assignment}: {len(rows)} students" + f" ({counts(rows)})" * bool(rows)]
    lines += [f"deadline {clock(due)}"] if due else []
    lines += [table(rows)] if rows else []
    missing = {one.folder for one in roster.people} | {row.student for row in rows}
    missing -= {row.student for row in rows if row.tasks or row.unmarked}
    listed = {
        "waiting for marks by hand": [row.student for row in rows if row.by_hand],
        "waiting to be marked": [row.student for row in rows if row.unmarked],
        "not handed in": sorted(missing),
    }
    for what, names in listed.items():
        if names:
            lines.append(plain(f"{what} ({len(names)}): {', '.join(map(repr, names))}"))
    return "\n".join(lines)


def page(assignment, rows, words=str, groups=()):
    """Return the report on a class as an HTML page that needs no other file.

    `words` turns mistakes' names into words; `groups` is from `hintcheck.unexplained`.
    """
    pairs = [(task.exercise, task.mistake) for row in rows for task in row.tasks]
    counted = collections.Counter(sorted(pair for pair in pairs if pair[1]))
    return TEMPLATES.get_template("class.html").render(
        assignment=assignment,
        now=clock(datetime.datetime.now()),
        states=counts(rows),
        waiting=sum(row.by_hand for row in rows),
        exercises=_exercises(rows),
        mistakes=[(words(name), task, n) for (task, name), n in counted.most_common()],
        groups=groups,
        rows=rows,
        clock=clock,
    )


def counts(rows):
    """Return, in words, how many students are in which state."""
    states = collections.Counter(row.state for row in rows)
    return ", ".join(f"{number} {state}" for state, number in states.most_common())


def _exercises(rows):
    tasks = collections.defaultdict(list)
    for task in [task for row in rows for task in row.tasks]:
        if task.possible:  # practice is not graded
            tasks[task.exercise].append(task)
    exercises = [
        {
            "name": name,
            "share": round(100 * statistics.mean(t.points / t.possible for t in done)),
            "right": sum(task.ok is True for task in done),
            "all": len(done),
            "blank": sum(task.ok is None for task in done),
        }
        for name, done in tasks.items()
    ]
    return sorted(exercises, key=lambda row: (row["share"], row["name"]))


def clock(time):
    """Return a time on this machine's clock, or an empty string."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}" if time else ""


def as_csv(rows):
    """Return the class's table as CSV text with a line for each student."""
    columns = sorted({(task.exercise, task.cell) for row in rows for task in row.tasks})
    titles = "student state why score max_score waits_for_marks_by_hand".split()
    titles += ["version", "handed_in", "hours_late", "late_penalty"]
    titles += [f"{name}_{it}" for name, _ in columns for it in ("points", "mistake")]
    lines = [titles]
    for row in rows:
        tasks = {(task.exercise, task.cell): task for task in row.tasks}
        cells = [row.student, row.state, row.why, row.score, row.most, row.by_hand]
        cells += [row.version, clock(row.time), f"{row.late:.1f}", row.penalty]
        for column in columns:
            task = tasks.get(column)
            cells += [task.points, task.mistake or ""] if task else ["", ""]
        lines.append(cells)
    return csv_of(lines)
