"""What a course knows of its marks: rows, reports, and pages for students."""

import concurrent.futures
import io
import json
import zipfile

import nbformat
from hintcheck import unexplained

from sandmark import report
from sandmark.files import CourseError, folders_in, write
from sandmark.hand_ins import HandIn, find_hand_in
from sandmark.names import folder_name, namesakes
from sandmark.roster import load
from sandmark.rows import brief, duration, joined, row_of
from sandmark.store import Store
from sandmark.values import storable
from sandmark.versions import Versions


class Results:
    """What has been handed in and marked in a course."""

    def __init__(self, folder, book, material):
        self.folder, self.book, self.material = folder, book, material
        self.store = Store(folder / "marks")
        self.versions = Versions(folder / "versions")
        self._troubles = {}  # what failed in this run, by student

    @property
    def command(self):
        """How a command line for this course begins."""
        return f"sandmark --exercises {self.material.name} --course {self.folder}"

    def released_or_raise(self, assignment):
        """Raise `CourseError` if an assignment has not been released."""
        if not self.book.released(assignment).is_file():
            raise CourseError(
                f"{assignment!r} has not been released in {self.folder}: "
                f"{self.command} release {assignment}"
            )

    def roster(self):
        """Return the class list, which is empty if there is none."""
        return load(self.folder / "roster.csv")

    def students(self):
        """Return the names of all students in the gradebook and among the hand-ins."""
        with self.book.open() as gradebook:
            names = {folder_name(student.id) for student in gradebook.students}
        return sorted(names | set(folders_in(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Return the `HandIn` of a student."""
        return find_hand_in(self.folder / "submitted", student, assignment)

    def _read(self, student, assignment):
        try:
            return self.hand_in(student, assignment)
        except Exception as error:
            return HandIn(b"", f"it cannot be read: {brief(error)}")

    def _try(self, student, step, *arguments):
        """Take a step for one student and return whether it succeeded.

        A failure is reported in the student's row and stops nobody else, unless nothing
        can be stored at all.
        """
        try:
            step(*arguments)
        except concurrent.futures.BrokenExecutor:
            raise
        except Exception as error:
            self._check_room()
            self._troubles[student] = (
                f"its marks or its page cannot be stored: {brief(error)}: the next "
                "run tries again"
            )
            return False
        return True

    def _check_room(self):
        """Raise `CourseError` if the folder or the gradebook cannot be written."""
        try:
            self.store.try_out()
        except OSError as error:
            raise CourseError(
                f"nothing can be written into {self.store.folder}: "
                f"{error.strerror or error}; what is marked stays marked"
            ) from None
        self.book.try_out()

    def give_back(self, assignment):
        """Write all students' pages again, with marks by hand; return their archive.

        The archive holds a page ``STUDENT/ASSIGNMENT.html`` for each student. If Moodle
        has a number for the student, the folder is named as Moodle reads it.
        """
        with self.store.alone(assignment):
            self._troubles = {}
            students = [s for s in self.students() if self._is_marked(assignment, s)]
            if not students:
                raise CourseError(
                    f"nobody's {assignment!r} has been marked in {self.folder}: "
                    f"{self.command} mark {assignment}"
                )
            self._check_room()
            self.book.points(assignment)  # updates penalties
            file = io.BytesIO()
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for student in students:
                    self._try(student, self._give_back, assignment, student, archive)
            path = self.store.folder / assignment / "feedback.zip"
            write(path, file.getvalue())
            self.report(assignment)
        return path

    def _is_marked(self, assignment, student):
        page = self.book.page(assignment, student)
        return bool(self.store.read(assignment, student)) or page.is_file()

    def _give_back(self, assignment, student, archive):
        self.write_page(assignment, student)
        path = self.book.page(assignment, student)
        folder = self._folder_for_moodle(assignment, student) or student
        archive.write(path, f"{folder}/{path.name}")

    def _folder_for_moodle(self, assignment, student):
        """Return the folder that Moodle's upload of feedback looks for, or None.

        Moodle reads NAME_NUMBER_assignfeedback_file, and takes what is between the
        first two underscores for the number (importziplib.php of its feedback files).
        The number comes from the archive of hand-ins; it differs between assignments.
        """
        number = self.store.noted(assignment, "numbers").get("Moodle", {}).get(student)
        name = student.replace("_", " ")
        return f"{name}_{number}_assignfeedback_file_" if number else None

    def write_page(self, assignment, student):
        """Write the page on which a student sees points and hints."""
        stored = self.store.read(assignment, student)
        points = self.book.points(assignment, student).get(student)
        version = self.versions.position(assignment, student, stored.get("version"))
        row = row_of(student, stored, points, version, [])
        lines = [f"version {row.version}" * bool(row.version)]
        if row.time:
            lines.append(f"handed in {report.clock(row.time)}")
        if row.late:
            lines.append(f"{duration(row.late)} late")
        lines.append(stored.get("why", ""))
        header = {
            "student": row.student,
            "lines": list(filter(None, lines)),
            "waits": row.by_hand,
            "tasks": [vars(task) for task in row.tasks],
        }
        self.book.write_page(assignment, student, header)

    def report(self, assignment):
        """Write the class's table and report as of now, and return the rows."""
        rows = self.rows(assignment)
        folder, exercises = self.store.folder / assignment, self.material.exercises
        attempts = [task.attempt for row in rows for task in row.tasks if task.attempt]
        groups = unexplained(exercises, attempts)
        # Sorted, because the order of the rows would tell whose answer it is.
        lines = sorted(json.dumps(one) + "\n" for group in groups for one in group)
        write(folder / "unexplained.jsonl", "".join(lines).encode())
        report.write(folder, assignment, rows, exercises.words, groups)
        return rows

    def write_for_jplag(self, assignment, folder):
        """Write everybody's code and words for programs that compare hand-ins.

        Each student gets a folder below ``hand-ins`` with ``answers.py`` and
        ``answers.txt``. ``base`` holds the same of the released notebook.
        """
        notebooks = {"base/release": self.book.released(assignment)}
        for student in self.students():
            path = self.book.rebuilt(assignment, student)
            if self.store.read(assignment, student) and path.is_file():
                notebooks[f"hand-ins/{student}"] = path
        for place, path in notebooks.items():
            cells = nbformat.read(path, as_version=4).cells
            for kind, name in (("code", "answers.py"), ("markdown", "answers.txt")):
                texts = [cell.source for cell in cells if cell.cell_type == kind]
                write(folder / place / name, "\n\n".join(texts).encode())

    def rows(self, assignment):
        """Return the class's table as of now, a `Row` for each student."""
        students = self.students()
        others = namesakes(students, self.roster())
        points = self.book.points(assignment)
        return [
            self._row(assignment, name, points.get(name), others.get(name, ()))
            for name in students
        ]

    def _row(self, assignment, student, points, others):
        stored = self.store.read(assignment, student)
        remarks = [self._troubles.get(student, "")]
        if others:
            listed = ", ".join(repr(storable(other)) for other in others)
            remarks.append(f"it may be the same person as {listed}: see whose is whose")
        version = self.versions.position(assignment, student, stored.get("version"))
        row = row_of(student, stored, points, version, remarks)
        if not stored:
            hand_in = self._read(student, assignment)
            row.why = joined([hand_in.remark, row.why])
            if hand_in.data is not None:
                failed = student in self._troubles
                row.state = "not stored" if failed else "not marked"
                row.time = hand_in.time
        return row
