"""The report on a class: a table for the terminal, a CSV file and a page."""

import collections
import datetime
import statistics

from sandmark.pages import TEMPLATES
from sandmark.values import csv_of


def page(assignment, rows, words=str, groups=()):
    """Return the report on a class as an HTML page that needs no other file.

    `rows` has a `sandmark.rows.Row` for each student, `words` returns the words for a
    mistake's name, and `groups` is what `hintcheck.unexplained` returns.
    """
    states = collections.Counter(row.state for row in rows)
    return TEMPLATES.get_template("class.html").render(
        assignment=assignment,
        now=clock(datetime.datetime.now()),
        states=[f"{number} {state}" for state, number in states.most_common()],
        waiting=sum(row.by_hand for row in rows),
        exercises=_exercises(rows),
        mistakes=_mistakes(rows, words),
        groups=groups,
        rows=rows,
        clock=clock,
    )


def _exercises(rows):
    tasks = collections.defaultdict(list)
    for row in rows:
        for task in row.tasks:
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


def _mistakes(rows, words):
    pairs = [(task.exercise, task.mistake) for row in rows for task in row.tasks]
    counted = collections.Counter(sorted(pair for pair in pairs if pair[1]))
    return [(words(name), task, n) for (task, name), n in counted.most_common()]


def plain(text):
    """Return a string without characters that control a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


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
