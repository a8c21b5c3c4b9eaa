"""A course's folder: what is released, handed in, marked and given back."""

import concurrent.futures
import errno
import io
import json
import os
import pathlib
import secrets
import zipfile

import nbformat
from hintcheck import same_name, unexplained
from tqdm import tqdm

from sandmark import hand_ins, pages, points, report
from sandmark.archives import read_archive
from sandmark.assignments import alike, tasks_of
from sandmark.book import Book
from sandmark.files import CourseError, brief, folders_in, key, write
from sandmark.marking import mark
from sandmark.material import require
from sandmark.names import drawn_from, folder_name, namesakes
from sandmark.rehearsal import rehearse
from sandmark.roster import Roster, load
from sandmark.store import Store, Versions
from sandmark.values import storable

# How many hand-ins are read ahead; a whole class would need too much memory.
AHEAD = 4 * (os.cpu_count() or 1)
# Errors that concern everybody: the disk is full or cannot be written.
FOR_ALL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
VERSION = 3  # of the format in which marks are stored
BAR = {"unit": "hand-in", "leave": False, "disable": None}  # shown only on a terminal


class Course:
    """A course's folder in nbgrader's layout, which is created on first use."""

    def __init__(self, folder, material):
        folder = pathlib.Path(folder).resolve()
        own = folder / "source"  # takes precedence over `material`'s
        source = own if own.is_dir() else material.assignments
        if source is None:
            why = f"{material.name!r} has no ASSIGNMENTS"
            raise CourseError(f"{why}: put the sources into {own}")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.book, self.material = folder, Book(folder, source), material
        self.store = Store(folder / "marks")
        self.versions = Versions(folder / "versions")
        self._troubles = {}  # what failed in this run, by student

    def roster(self, assignment):
        """Return the class list, which is empty if there is none."""
        roster = load(self.folder / "roster.csv")
        students, submitted = self.students(), self.folder / "submitted"
        there = {it for it in students if (submitted / it / assignment).is_dir()}
        roster.settle(students, self._numbers(assignment), there)
        return roster

    def _numbers(self, assignment):
        """Return triples: a folder, its number, and the platform if it counts here."""
        there = {*self.students()}  # without folders that have been renamed
        # Canvas's numbers and Blackboard's logins are the same for all assignments.
        return [
            (folder, number, platform * (name == assignment or platform != "Moodle"))
            for name in folders_in(self.folder / "release")
            for platform, known in self.store.read(name, "numbers", "").items()
            for folder, number in known.items()
            if folder in there
        ]

    def students(self):
        """Return the names of all students in the gradebook and among the hand-ins."""
        with self.book.open() as gradebook:
            names = {folder_name(student.id) for student in gradebook.students}
        return sorted(names | set(folders_in(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Return the `HandIn` of a student."""
        try:
            return hand_ins.find_hand_in(self.folder / "submitted", student, assignment)
        except Exception as error:  # from an unforeseen kind of file
            return hand_ins.HandIn(b"", f"it cannot be read: {brief(error)}")

    def _try(self, student, step, *arguments):
        """Call `step` for one student; a failure is noted and stops nobody else."""
        try:
            step(*arguments)
        except Exception as error:
            if getattr(error, "errno", None) in FOR_ALL:
                raise
            self.book.try_out()
            self._troubles[student] = (
                f"its marks or its page could not be stored ({brief(error)}): the next "
                "run tries again"
            )

    def release(self, assignment, tell=print):
        """Rehearse an assignment, create the students' version, and return its path."""
        sources = self.book.sources
        path = sources / assignment / f"{assignment}.ipynb"
        if not path.is_file():
            known = ", ".join(sorted(folders_in(sources))) or "nothing"
            there = f"put it there, or release what is in {sources} ({known})"
            raise CourseError(f"there is no notebook {path}: {there}")
        others = sorted(other.name for other in path.parent.glob("*.ipynb"))
        if len(others) > 1:
            why = f"{path.parent} has {len(others)} notebooks: {', '.join(others)}"
            raise CourseError(f"{why}. Keep only {path.name}; no other is marked")
        rehearse(self.material, path.read_bytes(), tell)
        return self.book.release(assignment)

    def collect(self, assignment, archive, platform=""):
        """Take hand-ins from an archive, perhaps a platform's; return its entries."""
        with self.store.alone(assignment):
            numbers = {}
            for folder, number, counts in self._numbers(assignment):
                if counts:
                    numbers.setdefault(counts, {})[folder] = number
            paths = map(self.book.released, folders_in(self.folder / "release"))
            known = {assignment: nbformat.v4.new_notebook()}  # if it is not released
            known |= {it.stem: nbformat.read(it, 4) for it in paths if it.is_file()}

            def fits(data):
                return bool(alike(known[assignment], data))

            def why_not(data):
                shared = {name: alike(known[name], data) for name in known}
                name = max(known, key=shared.get)
                what = f"it is a notebook of {name}, not of {assignment}"
                return what * (shared[name] > shared[assignment])

            about = assignment, self.roster(assignment), numbers, platform
            where = self.folder / "submitted", assignment, self.versions
            try:
                with read_archive(archive, why_not, *about) as entries:
                    # They are stored first, in case this is interrupted.
                    self.store.write(assignment, "numbers", numbers, "")
                    hand_ins.forget_downloads(entries, platform)
                    hand_ins.take(entries, *where, fits)
            # A file name that cannot be decoded raises a ValueError.
            except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
                why = f"{archive} cannot be collected: {error}"
                raise CourseError(why) from None
            return entries

    def mark(self, assignment, pool, wall="bubblewrap", again=False, students=None):
        """Mark hand-ins that have not been marked yet; return a `Row` for each student.

        Each result is stored immediately, and stored hand-ins are not marked a second
        time unless `again` is true. `pool` is an executor of threads, `wall` is as for
        `sandbox.run`, and `students` are the students to mark, by default all of them.
        """
        with self.store.alone(assignment):
            self._troubles = {}
            students = self.students() if students is None else students
            self._mark(assignment, students, pool, wall, again)
            return self.report(assignment)

    def _mark(self, assignment, students, pool, wall, again):
        """Mark new hand-ins, store the results and write the pages."""
        release = self.book.released(assignment).read_text("utf-8")
        notebook = nbformat.reads(release, as_version=4)
        require(self.material.exercises, tasks_of(notebook))
        secret, roster = self.store.secret(), self.roster(assignment)
        basis = self._basis(assignment)
        jobs = {}
        # The cases of this run are not drawn again, so knowing them helps nobody later.
        run = secrets.token_hex(8)

        def begin(student):
            hand_in = self.hand_in(student, assignment)
            if hand_in.data is None:
                return
            name = drawn_from(student, hand_in.data, roster)
            same = key(repr((VERSION, basis, name, secret, hand_in)))
            done = self.book.rebuilt(assignment, student).is_file()
            done = done and self.store.read(assignment, student).get("key") == same
            if again or not done:
                arguments = (release, hand_in.data, name, secret, wall, run)
                future = pool.submit(mark, self.material, *arguments)
                jobs[future] = (student, same, hand_in, name, basis)

        def end(left):
            """Store what comes back until at most `left` hand-ins are unmarked."""
            while len(jobs) > left:
                future = next(concurrent.futures.as_completed(jobs))
                student, *about = jobs.pop(future)
                result = (assignment, student, future.result(), *about)
                self._try(student, self._store, *result)

        try:
            for student in tqdm(students, **BAR):
                self._try(student, begin, student)
                end(AHEAD)
            end(0)
        finally:
            for future in jobs:
                future.cancel()

    def _store(self, assignment, student, marks, same, hand_in, name, basis):
        """Put marks into the gradebook and on the page, then note that this is done."""
        # Marks by hand belong to one version. Those of an earlier version are noted
        # before they are removed from the gradebook. Lecturers must give them again.
        version = self.versions.keep(assignment, student, hand_in.data, hand_in.time)
        before = self.store.read(assignment, student)
        earlier, graded = before.get("earlier", []), before.get("version")
        ask, about = self.book.ask, (assignment, student)
        by_hand = ask(points.by_hand, *about) if version != graded else []
        noted = {"version": graded, "by_hand": by_hand}
        earlier += [noted] * (bool(by_hand) and noted not in earlier)
        other_name = f"its numbers are drawn from the spelling {name[:60]!r}"
        remarks = [hand_in.remark, other_name * (same_name(name) != same_name(student))]
        stored = {
            "key": "",  # until the gradebook and the page have the marks
            "state": marks.state,
            "why": report.joined([*remarks, marks.why]),
            "tasks": [vars(task) for task in marks.tasks],
            "basis": basis,
            "name": name,
            "version": graded,  # the version that marks by hand are for
            "time": str(hand_in.time or ""),
            "earlier": earlier,
        }
        if by_hand:
            self.store.write(*about, stored)  # in case this run is stopped
            ask(points.forget_by_hand, *about)
        notebook = nbformat.reads(marks.notebook, as_version=4)
        again = {mark["cell"] for past in earlier for mark in past["by_hand"]}
        self.book.enter(assignment, student, notebook, hand_in.time, again)
        self.store.write(assignment, student, stored | {"version": version})
        self.write_page(assignment, student)
        stored |= {"version": version, "key": same}
        self.store.write(assignment, student, stored)

    def give_back(self, assignment):
        """Write all pages again, with marks by hand; return the path of their archive.

        The archive holds a page ``STUDENT/ASSIGNMENT.html`` for each student. If Moodle
        has a number for the student, the folder has a name that Moodle can read.
        """
        with self.store.alone(assignment):
            self._troubles = {}
            rows = zip(self.students(), self.rows(assignment), strict=True)
            students = [student for student, row in rows if row.tasks]
            if not students:
                why = f"no hand-in for {assignment!r} has been marked in {self.folder}"
                raise CourseError(f"{why}: run mark {assignment}")
            file = io.BytesIO()
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for student in students:
                    self._try(student, self._give_back, assignment, student, archive)
            path = self.store.folder / assignment / "feedback.zip"
            write(path, file.getvalue())
            self.report(assignment)
        return path

    def _give_back(self, assignment, student, archive):
        """Write a student's page again, and add it to an archive."""
        # Moodle takes what is between the first two underscores as the number, which
        # differs between assignments (importziplib.php of its feedback files).
        self.write_page(assignment, student)
        path = self.book.page(assignment, student)
        numbers = self.store.read(assignment, "numbers", "")
        number = numbers.get("Moodle", {}).get(student)
        name = student.replace("_", " ")
        folder = student.replace("_assignfeedback", " assignfeedback")
        folder = f"{name}_{number}_assignfeedback_file_" if number else folder
        archive.write(path, f"{folder}/{path.name}")

    def write_page(self, assignment, student):
        """Write the page on which a student sees points and hints."""
        book, about = self.book, (assignment, student)
        given = book.ask(points.of_all, assignment, book.api, student)
        theirs = given[student]
        row = self._row(assignment, student, theirs, Roster())
        lines = [
            f"version {row.version}" * bool(row.version),
            f"handed in {report.clock(row.time)}" * bool(row.time),
            f"{report.duration(row.late)} late" * bool(row.late),
            self.store.read(assignment, student).get("why", ""),
        ]
        notebook = nbformat.read(book.rebuilt(*about), as_version=4)
        shown, lines = book.ask(points.shown, *about), [*filter(None, lines)]
        text = pages.page(notebook, assignment, shown, row, theirs, lines)
        write(book.page(*about), text.encode())

    def report(self, assignment):
        """Write the class's table and report as of now, and return the rows."""
        rows = self.rows(assignment)
        folder, exercises = self.store.folder / assignment, self.material.exercises
        attempts = [task.attempt for row in rows for task in row.tasks if task.attempt]
        groups = unexplained(exercises, attempts)
        # Sorted, because the order of the rows would show whose answer it is.
        lines = sorted(json.dumps(one) + "\n" for group in groups for one in group)
        write(folder / "unexplained.jsonl", "".join(lines).encode())
        page = report.page(assignment, rows, exercises.words, groups)
        write(folder / "class.html", page.encode())
        write(folder / "class.csv", report.as_csv(rows).encode())
        return rows

    def rows(self, assignment):
        """Return the class's table as of now, with a `Row` for each student."""
        students, roster = self.students(), self.roster(assignment)
        others = namesakes(students, roster)
        given = self.book.ask(points.of_all, assignment, self.book.api)
        return [
            self._row(assignment, name, given.get(name), roster, others.get(name, ()))
            for name in students
        ]

    def _basis(self, assignment):
        """Return what identifies the release and the exercises as they are now."""
        release = self.book.released(assignment).read_bytes()
        return key(release + self.material.digest.encode())

    def _row(self, assignment, student, given, roster, others=()):
        stored = self.store.read(assignment, student)
        hand_in, person = self.hand_in(student, assignment), roster.owner(student)
        removed = bool(stored) and hand_in.data is None
        stored = {} if removed else stored
        data, marked, outdated = hand_in.data, stored.get("version"), ""
        remarks = [hand_in.remark * (not stored), self._troubles.get(student, "")]
        remarks.append(roster.remark(student, person))
        remarks.append(self.versions.remark(assignment, student))
        nobodys = others or (roster.people and not person)
        if given and given.extended and nobodys and data is None:
            remarks.append("extra time for this name counts for nobody")
        listed = ", ".join(repr(storable(other)) for other in others)
        same = f"it may be the same person as {listed}: check which hand-in is whose"
        remarks.append(same * bool(others))
        unmarked = data is not None and key(data) != marked
        if stored and unmarked:
            outdated = "its latest version is not marked yet"
        elif stored and stored.get("time") != str(hand_in.time or ""):
            outdated = "its time has changed: mark it again"
        elif stored and stored.get("basis") != self._basis(assignment):
            outdated = "the release or the exercises have changed: mark it again"
        elif person and stored:
            if drawn_from(student, data, roster) != stored.get("name"):
                outdated = "the class list now gives it another name: mark it again"
        version = self.versions.position(assignment, student, marked)
        row = report.row_of(student, stored, given, version, [*remarks, outdated])
        failed = row.state == "not stored" or student in self._troubles
        row.unmarked = unmarked or bool(outdated) or failed
        row.state = "removed" if removed else row.state
        if unmarked and not stored:
            row.time = hand_in.time
            row.state = "not stored" if student in self._troubles else "not marked"
        return row
