"""The report on a class: a table for the terminal, a CSV file and a page."""

import base64
import collections
import csv
import datetime
import io
import statistics

import jinja2
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sandmark import files
from sandmark.values import no_formula

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ assignment }}: the class</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto;
         padding: 0 1rem; color: #1b1b1b; background: #fff; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .3rem .7rem .3rem 0; vertical-align: top;
           border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
  th { overflow-wrap: normal; }
  .number { text-align: right; white-space: nowrap; }
    .time { white-space: nowrap; }
  .state { white-space: nowrap; padding-left: 1.5rem; }
  img { max-width: 100%; }
  @media (max-width: 40rem) {
    body { font-size: 14px; } th, td { padding-right: .3rem; }
    .number, .state, .time { white-space: normal; padding-left: 0; }
  }
  .tiles { display: flex; flex-wrap: wrap; gap: 1.2rem 2.4rem; padding: 0; }
  .tiles li { list-style: none; } .tiles b { display: block; font-size: 1.5rem; }
</style>
<main>
<h1>{{ assignment }}: the class</h1>
{% if now %}<p>As of {{ now }}.</p>{% endif %}
<ul class="tiles">
  {% for label, number in tiles %}<li><b>{{ number }}</b>{{ label }}</li>{% endfor %}
</ul>
{% if waiting %}<p>{{ waiting }} hand-ins wait for marks by hand; scores are without
them.</p>{% endif %}
{% if picture %}
<h2>Scores</h2>
<img src="data:image/png;base64,{{ picture }}" alt="{{ described }}">
{% endif %}
{% if exercises %}
<h2>Exercises, the hardest first</h2>
<table>
  <tr><th>exercise</th><th class="number">mean share of points</th>
  <th class="number">right</th><th class="number">not attempted</th></tr>
  {% for row in exercises %}<tr><td>{{ row.name }}</td>
  <td class="number">{{ row.share }} %</td>
  <td class="number">{{ row.right }} of {{ row.all }}</td>
  <td class="number">{{ row.blank }}</td></tr>{% endfor %}
</table>
{% endif %}
{% if mistakes %}
<h2>Mistakes, the most frequent first</h2>
<table>
  <tr><th>mistake</th><th>exercise</th><th class="number">students</th></tr>
  {% for name, exercise, number in mistakes %}<tr><td>{{ name }}</td>
  <td>{{ exercise }}</td><td class="number">{{ number }}</td></tr>{% endfor %}
</table>
{% endif %}
{% if groups %}
<h2>Wrong answers that no hint explains, the most frequent first</h2>
<p>Answers in one row return the same. <code>python -m hintcheck unexplained</code>
reads <code>unexplained.jsonl</code> beside this page, and shows an answer of each row
and the line that would explain it.</p>
<table>
  <tr><th>answer</th><th>exercise</th><th class="number">students</th></tr>
  {% for group in groups[:20] %}<tr>
  <td>{{ group[0].hint.removeprefix("not yet. ") }}</td>
  <td>{{ group[0].exercise }}</td><td class="number">{{ group | length }}</td></tr>
  {% endfor %}
</table>
{% if groups[20:] %}<p>And {{ groups[20:] | length }} more.</p>{% endif %}
{% endif %}
<h2>Students</h2>
<table>
  <tr><th>student</th><th class="number">score</th><th class="state">state</th>
  <th>handed in</th><th>version</th><th>remarks</th></tr>
  {% for row in rows %}<tr><td>{{ row.student }}</td>
  <td class="number">{{ row.points }}</td><td class="state">{{ row.state }}</td>
  <td class="time">{{ row.time }}</td><td>{{ row.version }}</td><td>{{ row.why }}</td>
  </tr>{% endfor %}
</table>
</main>
</html>
"""


def page(assignment, rows, words=str, groups=()):
    """Return the report on a class as an HTML page that needs nothing else.

    Parameters
    ----------
    assignment : str
        The assignment.
    rows : list of sandmark.rows.Row
        One for each student. Text by students is escaped.
    words : callable
        Returns the words for a mistake's name.
    groups : sequence of list of dict
        Wrong answers that no hint explains: see `hintcheck.unexplained`.
    """
    scores = [row.score for row in rows if row.tasks]
    states = collections.Counter(row.state for row in rows)
    most = max((row.most for row in rows if row.most), default=0)
    picture = histogram(scores, most) if scores else ""
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    return environment.from_string(PAGE).render(
        assignment=assignment,
        now=clock(datetime.datetime.now()),
        tiles=[("students", len(rows)), *states.most_common()],
        waiting=sum(row.by_hand for row in rows),
        picture=picture,
        described=f"Histogram of {len(scores)} scores from 0 to {most:g} points",
        exercises=_exercises(rows),
        mistakes=_mistakes(rows, words),
        groups=groups,
        rows=[
            vars(row) | {"points": _points(row), "time": clock(row.time)}
            for row in rows
        ],
    )


def _points(row):
    """Return the points of a row, such as "5 / 8"."""
    return "" if row.score is None else f"{row.score:g} / {row.most:g}"


def write(folder, assignment, rows, words=str, groups=()):
    """Write table and report into the assignment's folder of marks: see `page`."""
    lines = io.StringIO(newline="")
    write_csv(lines, rows)
    files.write(folder / "class.csv", lines.getvalue().encode())
    text = page(assignment, rows, words, groups)
    files.write(folder / "class.html", text.encode())


def histogram(scores, most):
    """Return a picture of the scores as a PNG in base64."""
    figure = Figure(figsize=(8, 2.8), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.subplots()
    width = max(1, round(most / 20))
    edges = [width * step for step in range(int(most // width) + 2)]
    ax.hist(scores, bins=edges, color="#0072b2", edgecolor="white")
    ax.set(xlabel="points", ylabel="students", xlim=(0, edges[-1]))
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_major_locator().set_params(integer=True)
    ax.spines[["top", "right"]].set_visible(False)
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=144)
    return base64.b64encode(file.getvalue()).decode()


def _exercises(rows):
    """Return the results of each exercise, the hardest first."""
    tasks = collections.defaultdict(list)
    for row in rows:
        for task in row.tasks:
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
    """Return the named mistakes with exercise and number, the most frequent first."""
    counted = collections.Counter(
        (task.exercise, task.mistake)
        for row in rows
        for task in row.tasks
        if task.mistake
    )
    return [
        (words(mistake), exercise, number)
        for (exercise, mistake), number in sorted(
            counted.items(), key=lambda item: (-item[1], item[0])
        )
    ]


def table(rows):
    """Return the table for the terminal."""
    lines = []
    width = max([len(plain(row.student)) for row in rows] + [7])
    for row in rows:
        score = "" if row.score is None else f"{row.score:g} of {row.most:g}"
        line = f"{plain(row.student):{width}}  {score:>12}  {row.state:13}  "
        lines.append((line + plain(row.why)).rstrip())
    return "\n".join(lines)


def plain(text):
    """Return a text without characters that control a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def clock(time):
    """Return a time on this machine's clock, or an empty string."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}" if time else ""


def write_csv(file, rows):
    """Write a line for each student to a text file, opened with ``newline=""``."""
    names = sorted({task.exercise for row in rows for task in row.tasks})
    writer = csv.writer(file)
    writer.writerow(
        ["student", "state", "why", "score", "max_score", "waits_for_marks_by_hand"]
        + ["version", "handed_in", "hours_late", "late_penalty"]
        + [f"{name}_{what}" for name in names for what in ("points", "mistake")]
    )
    for row in rows:
        tasks = {task.exercise: task for task in row.tasks}
        cells = [row.student, row.state, row.why, row.score, row.most, row.by_hand]
        cells += [row.version, clock(row.time), f"{row.late:.1f}", row.penalty]
        for name in names:
            task = tasks.get(name)
            cells += [task.points, task.mistake or ""] if task else ["", ""]
        writer.writerow(map(no_formula, cells))
