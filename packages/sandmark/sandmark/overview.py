"""Where a course stands: who handed in when, who waits for what, what went wrong."""

import collections

from sandmark.report import clock, plain
from sandmark.rows import duration


def status(assignment, rows, roster, due=None, extensions=()):
    """Return where an assignment stands, as text for a terminal.

    Parameters
    ----------
    assignment : str
        The assignment.
    rows : list of sandmark.rows.Row
        One for each student.
    roster : sandmark.roster.Roster
        The class's list.
    due : datetime.datetime or None
        The deadline.
    extensions : dict
        Hours by which students have longer.
    """
    states = collections.Counter(row.state for row in rows)
    counts = ", ".join(f"{number} {state}" for state, number in states.most_common())
    lines = [f"{assignment}: {len(rows)} students" + f" ({counts})" * bool(rows)]
    if due:
        lines.append(f"deadline {clock(due)}")
    for student, hours in sorted(dict(extensions).items()):
        lines.append(f"{student} has {duration(hours)} longer")
    width = max([len(plain(row.student)) for row in rows] + [7])
    for row in rows:
        score = "" if row.score is None else f"{row.score:g} of {row.most:g}"
        what = [row.state, "waits for marks by hand" * row.by_hand, row.why]
        told = "; ".join(filter(None, what))
        version = row.version and f"version {row.version}"
        time = clock(row.time) or ("no time known" if row.version else "")
        line = f"{row.student:{width}}  {time:16}  {version:14}  {score:>12}  {told}"
        lines.append(line.rstrip())
    waiting = [row.student for row in rows if row.by_hand]
    lines += _listed("wait for marks by hand", waiting)
    new = [row.student for row in rows if row.state == "not marked"]
    lines += _listed("wait to be marked", new)
    known = {row.student for row in rows}
    missing = {person.folder for person in roster.people} - known
    missing |= {row.student for row in rows if row.state == "not handed in"}
    lines += _listed("have handed in nothing", sorted(missing))
    return "\n".join(map(plain, lines))


def _listed(what, names):
    """Return a line that lists names, if there are some."""
    return [f"{len(names)} {what}: {', '.join(names)}"] if names else []
