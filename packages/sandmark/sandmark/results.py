"""What a course can tell of its marks: rows, reports, and pages for students."""

import concurrent.futures
import os
import zipfile

from sandmark import likeness, report
from sandmark.files import CourseError, folders_in
from sandmark.hand_ins import HandIn, find_hand_in
from sandmark.names import folder_name, namesakes
from sandmark.roster import load
from sandmark.rows import brief, duration, joined, row_of
from sandmark.store import Store
from sandmark.values import storable
from sandmark.versions import Versions


class Results:
    """What has been handed in and marked in a course.

    Parameters
    ----------
    folder : pathlib.Path
        The course's folder.
    book : sandmark.book.Book
        Its gradebook.
    material : sandmark.material.Material
        Its exercises and assignments.
    """

    def __init__(self, folder, book, material):
        self.folder, self.book, self.material = folder, book, material
        self.store = Store(folder / "marks")
        self.versions = Versions(folder / "versions")
        self._troubles = {}  # of this run, by student

    @property
    def command(self):
        """How a command line for this course begins."""
        return f"sandmark --exercises {self.material.name} --course {self.folder}"

    def released_or_raise(self, assignment):
        """Raise if an assignment has not been released."""
        if not self.book.released(assignment).is_file():
            raise CourseError(
                f"{assignment!r} has not been released in {self.folder}: "
                f"{self.command} release {assignment}"
            )

    def roster(self):
        """Return the class's list, which names nobody if there is none."""
        return load(self.folder / "roster.csv")

    def students(self):
        """Return the names of all students: of the gradebook, and who handed in."""
        with self.book.open() as gradebook:
            names = {folder_name(student.id) for student in gradebook.students}
        return sorted(names | set(folders_in(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Return the `HandIn` of a student."""
        return find_hand_in(self.folder / "submitted", student, assignment)

    def _read(self, student, assignment):
        """Find what a student handed in, whatever is wrong with it."""
        try:
            return self.hand_in(student, assignment)
        except Exception as error:
            return HandIn(b"", f"it cannot be read: {brief(error)}")

    def _try(self, student, step, *arguments):
        """Take a step for one student; return whether it succeeded.

        A failure is told in the student's row and stops nobody else, unless nothing can
        be stored at all.
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
        """Raise if the gradebook or the folder take nothing: that is nobody's fault."""
        try:
            self.store.try_out()
        except OSError as error:
            raise CourseError(
                f"nothing can be written into {self.store.folder}: "
                f"{error.strerror or error}; what is marked stays marked"
            ) from None
        self.book.try_out()

    def give_back(self, assignment: str):
        """Write all students' pages anew, with the marks by hand, into an archive.

        Returns
        -------
        pathlib.Path
            The archive: a page ``STUDENT/ASSIGNMENT.html`` for each of them.
        """
        archive = self.folder / "marks" / assignment / "feedback.zip"
        with self.store.alone(assignment):
            self._troubles = {}
            everybody = self.students()
            students = [one for one in everybody if self._is_marked(assignment, one)]
            if not students:
                raise CourseError(
                    f"nobody's {assignment!r} has been marked in {self.folder}: "
                    f"{self.command} mark {assignment}"
                )
            self._check_room()
            self.book.points(assignment)  # penalties as they are now
            beside = archive.with_name(f".{archive.name}.{os.getpid()}")
            try:
                with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as pages:
                    for one in students:
                        self._try(one, self._give_back, assignment, one, pages)
                os.replace(beside, archive)
            finally:
                beside.unlink(missing_ok=True)
            self.report(assignment)
        return archive

    def _is_marked(self, assignment, student):
        """Tell whether there is something to give back."""
        page = self.book.page(assignment, student)
        return bool(self.store.read(assignment, student)) or page.is_file()

    def _give_back(self, assignment, student, pages):
        """Write a student's page anew, and put it into an archive."""
        self.write_page(assignment, student)
        path = self.book.page(assignment, student)
        pages.write(path, f"{student}/{path.name}")

    def write_page(self, assignment, student):
        """Write the page on which a student sees points and hints."""
        stored = self.store.read(assignment, student)
        points = self.book.points(assignment, student).get(student)
        version = self.versions.tell(assignment, student, stored.get("version"))
        row = row_of(student, stored, points, version, [])
        lines = [f"version {row.version}" * bool(row.version)]
        if row.time:
            lines.append(f"handed in {report.clock(row.time)}")
        if row.late:
            lines.append(f"{duration(row.late)} late")
        lines.append(stored.get("why", ""))
        told = {
            "student": row.student,
            "lines": list(filter(None, lines)),
            "waits": row.by_hand,
            "tasks": [vars(task) for task in row.tasks],
        }
        self.book.write_page(assignment, student, told)

    def report(self, assignment):
        """Write the class's table and report as they are now; return the rows."""
        rows = self.rows(assignment)
        alike = self.store.alike(assignment)
        folder, words = self.store.folder / assignment, self.material.exercises.words
        report.write(folder, assignment, rows, alike, words)
        return rows

    def rebuilt(self, assignment):
        """Return the rebuilt notebooks of all who were marked, as text."""
        found = {}
        for student in self.students():
            path = self.book.rebuilt(assignment, student)
            if self.store.read(assignment, student) and path.is_file():
                found[storable(student)] = path.read_text("utf-8")
        return found

    def find_alike(self, assignment):
        """Find similar hand-ins, note them for the report, and return them."""
        release = self.book.released(assignment).read_text("utf-8")
        found = likeness.compare(release, self.rebuilt(assignment))
        rows = self.rows(assignment)
        named = {
            row.student: self.store.read(assignment, row.student).get("named")
            for row in rows
        }
        found["numbers"] = likeness.numbers_of_others(
            self.material.exercises, rows, lambda name: named[name] or name
        )
        self.store.write_alike(assignment, found)
        self.report(assignment)
        return found

    def rows(self, assignment):
        """Return the class's table as it is now, a `Row` for each student."""
        students = self.students()
        alike = namesakes(students, self.roster())
        points = self.book.points(assignment)
        return [
            self._row(assignment, name, points.get(name), alike.get(name, ()))
            for name in students
        ]

    def _row(self, assignment, student, points, others):
        """Return a student's `Row`."""
        stored = self.store.read(assignment, student)
        remarks = [self._troubles.get(student, "")]
        if others:
            listed = ", ".join(repr(storable(other)) for other in others)
            remarks.append(f"it may be the same person as {listed}: see whose is whose")
        version = self.versions.tell(assignment, student, stored.get("version"))
        row = row_of(student, stored, points, version, remarks)
        if not stored:
            found = self._read(student, assignment)
            row.why = joined([found.remark, row.why])
            if found.data is not None:
                tried = student in self._troubles
                row.state = "not stored" if tried else "not marked"
                row.time = found.time
        return row
