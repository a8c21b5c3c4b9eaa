"""Whose numbers a hand-in is asked for: by all spellings of a name, or by a code."""

import ast
import base64
import csv
import hmac
import io
import json

from sandmark.assignments import CELLS, LARGEST
from sandmark.names import identity, spelled
from sandmark.values import no_formula


def code_of(secret, student):
    """Return a student's code: eight letters that nobody else can work out.

    Parameters
    ----------
    secret : str
        The course's secret.
    student : str
        The student; all spellings of the name have one code.
    """
    digest = hmac.digest(secret.encode(), identity(student).encode(), "sha256")
    return base64.b32encode(digest)[:8].decode()


def typed_name(data):
    """Return what a notebook says the student is called, or an empty text.

    Parameters
    ----------
    data : bytes
        The file that was handed in. It is read, and nothing of it runs.
    """
    found = ""
    if len(data) > LARGEST:
        return found
    try:
        cells = json.loads(data)["cells"]
        for cell in cells if len(cells) <= CELLS else ():
            if cell["cell_type"] != "code":
                continue
            source = "".join(cell["source"])
            if len(source) < 1000 and source.lstrip().startswith("student"):
                found = _assigned(source) or found
    except (ValueError, TypeError, KeyError, RecursionError, MemoryError):
        return ""
    return found


def _assigned(source):
    """Return the text that a cell's last line gives to `student`, or an empty one."""
    try:
        body = ast.parse(source).body
        (target,) = body[-1].targets
        text = ast.literal_eval(body[-1].value)
    except (SyntaxError, ValueError, AttributeError, IndexError, TypeError):
        return ""
    is_name = isinstance(target, ast.Name) and target.id == "student"
    return text if is_name and isinstance(text, str) else ""


def name_for(student, data, roster, secret, coded):
    """Return the name from which a student's own numbers are drawn.

    Parameters
    ----------
    student : str
        The name of the student's folder.
    data : bytes
        What was handed in.
    roster : sandmark.roster.Roster
        The class's list.
    secret : str
        The course's secret.
    coded : bool
        Whether the course's numbers are drawn from codes.
    """
    code = code_of(secret, student)
    if coded:
        return code
    typed = typed_name(data)
    person = roster.find(student)
    if person is None:
        return student
    # Of two who share a name, each may write it.
    own = identity(typed) in person.names() or roster.find(typed) == person
    return spelled(typed) if own else student


def table(secret, roster, students):
    """Return a CSV file with everybody's code."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["name", "id", "email", "code"])
    named = set()
    for person in roster.people:
        named.add(person.folder)
        code = code_of(secret, person.folder)
        writer.writerow(map(no_formula, [person.name, person.id, person.email, code]))
    for student in students:
        if student not in named:
            writer.writerow([no_formula(student), "", "", code_of(secret, student)])
    return file.getvalue()


def filled(release, code):
    """Return a released notebook with a student's code written into it."""
    notebook = json.loads(release)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and "".join(cell["source"]) == 'student = ""':
            cell["source"] = [f'student = "{code}"']
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
