"""The class list: names, numbers and addresses from a CSV file."""

import csv
import dataclasses
import io
import itertools
import re
import unicodedata

from hintcheck import same_name

from sandmark.files import CourseError, write
from sandmark.names import spelled, split

# The titles that a column may have, also in exports from Moodle (lang/*/moodle.php:
# fullname, idnumber, email) and Canvas.
COLUMNS = {
    "name": "name|student|full name|student name|display name|vollständiger name|"
    "nom|nom complet|nombre|nombre completo|nome|nome completo|volledige naam|"
    "fullständigt namn|полное имя|повна назва|tam adı|フルネーム|全名",
    "first": "first name|firstname|given name|vorname|prénom",
    "last": "last name|lastname|surname|family name|nachname|familienname|cognome|"
    "apellido|apellidos|nom de famille",
    "id": "id|identifier|student id|id number|sis user id|student number|"
    "matrikelnummer|matrikel-nr.|matrikelnr.|matricola|bezeichner|id-nummer|"
    "numéro d’identification|número de id|codice identificativo|nummer (id)|"
    "número de identificação (id)|número id|id nummer|индивидуальный номер|学号",
    "login": "login|login id|sis login id|username|user name|anmeldename",
    "email": "email|e-mail|email address|e-mail address|mail|e-mail-adresse|"
    "adresse de courriel|dirección de correo|indirizzo email|e-mailadres",
}
# Columns of Canvas's gradebook (lib/gradebook_exporter.rb).
CANVAS = "Student|LastName|FirstName|ID|SIS User ID|SIS Login ID|Section".split("|")
SUFFIXES = ("jr", "sr", "ii", "iii", "iv", "phd")  # no first names after a comma
ADVICE = "use the platform's own list, or change one name: {!r} is then the other's"
_NO_PERSON = ("points possible", "student, test")


@dataclasses.dataclass(unsafe_hash=True)
class Person:
    """Somebody in the class."""

    name: str  # as in the file
    id: str = ""
    login: str = ""
    email: str = ""
    numbers: tuple[str, ...] = ()  # the numbers in further columns
    folder: str = dataclasses.field(default="", compare=False)

    @property
    def key(self):
        """What tells this person from others with the same name; it may be empty."""
        return self.id or self.login or self.email

    @property
    def number(self):
        """The first number in the file, such as 1042 in Moodle's "Participant 1042"."""
        return re.sub(r"^\D+(?=\d+$)", "", self.id)

    def keys(self):
        """Return this person's numbers, logins and addresses, in standard spelling."""
        keys = [self.id, self.number, *self.numbers, self.login, self.email]
        return {same_name(key) for key in keys} - {""}

    def spellings(self):
        """Return all that this person may be called, also as "Kim Lee (7004)"."""
        shown, keys = self.shown_names(), self.keys()
        return shown | keys | {f"{name} ({key})" for name in shown for key in keys}

    def is_shown_as(self, name):
        """Return whether a platform may show this name, not a number or a login."""
        return bool(self.shown_names() & {*map(same_name, (name, split(name)[0]))})

    def shown_names(self):
        """Return the forms in which platforms write the name, in standard spelling."""
        turned = _turned(self.name)
        words = turned.split()
        parts = [(words[:n], words[n:]) for n in range(1, len(words))]
        names = [f"{' '.join(last)}, {' '.join(first)}" for first, last in parts]
        names += [self.name, turned, _folder(turned)]
        names += [  # as Canvas's file names have them: letters, accents and digits
            "".join(c for c in name if unicodedata.category(c)[0] in "LMN")
            for name in names
            if "," in name
        ]
        return {same_name(name) for name in names} - {""}


class Roster:
    """The people in a class, from the text of a CSV file with a line of titles.

    The file itself stays in `header` and `lines`, into which points are filled later,
    and `owners` has the `Person` of each line, or None. `platform` is "Moodle" for a
    grading worksheet, in any language, "Canvas" for a gradebook, and otherwise empty;
    `places` are the columns of a worksheet that may be for grades.

    Where the list has the platform's number, the number decides who owns a folder or a
    hand-in; otherwise the name does. Blackboard's logins count as numbers that any list
    may have. If a name comes with a platform's number, somebody else's number or login
    does not count as a name, because students may choose the name that is shown.
    """

    def __init__(self, text=""):
        self.header, self.lines, self.owners = [], [], []
        self.platform, self.places = "", []
        text = re.sub(r"\A\ufeff?(sep=.*\s+)?", "", text)  # Excel may add these
        if text.strip():
            self._read(text)
        # Somebody may be in several groups, and so in several lines.
        self.people = [*dict.fromkeys(filter(None, self.owners))]
        self._by_number = {one.number: one for one in self.people if self.platform}
        self.deciding = {"Blackboard", self.platform} - {""}
        self._by_spelling, self._folders, self.handed_in = {}, {}, set()
        names = [same_name(person.folder) for person in self.people]
        for person, name in zip(self.people, names, strict=True):
            if names.count(name) > 1:
                self._folders[person.folder] = None  # nobody's, because two share it
            for spelling in person.spellings():
                self._by_spelling.setdefault(spelling, []).append(person)
        self._keep({})

    def _keep(self, folders):
        """Give each person the folder that they have, or else one that nobody has."""
        for person in self.people:
            person.folder = folders.get(person, person.folder)
            while person.key and self._folders.get(person.folder, person) != person:
                person.folder = _folder(f"{person.folder} ({person.key})")
            self._folders[person.folder] = person

    def settle(self, folders, numbers, there=()):
        """Decide who owns each folder, by `numbers` as in `Course`, and by names."""
        # If somebody has two, those that are `there`, with hand-ins, come first.
        self.handed_in = there
        new, sure, numbered = self._folders, {}, set()
        for folder, number, platform in numbers:
            numbered.add(folder)
            if platform in self.deciding:
                sure[folder] = self._numbered(number, platform)
            elif folder.endswith(f" ({number})"):  # which is no number of this list
                sure.setdefault(folder, None)
        rest = sorted({*folders} - {*sure}, key=lambda it: (not new.get(it), it))
        self._folders = sure | {
            folder: new.get(folder) or self.whose(folder, "?" * (folder in numbered))
            for folder in rest
        }
        pairs = reversed(self._folders.items())
        pairs = sorted(pairs, key=lambda pair: pair[0] in there)
        self._keep({person: folder for folder, person in pairs if person})

    def owner(self, folder):
        """Return the person who owns a folder, or None."""
        return self._folders.get(folder, self.find(folder))

    def whose(self, name, number="", platform=""):
        """Return the person with a name and perhaps a platform's number, or None."""
        if number and platform in self.deciding:
            return self._numbered(number, platform)
        person = self.find(name)
        if number:
            return person if person and person.is_shown_as(name) else None
        return person or self._folders.get(spelled(name))

    def _numbered(self, number, platform):
        """Return the only person with a platform's number, on Blackboard a login."""
        if platform == self.platform:
            return self._by_number.get(number)
        people = [it for it in self._spelled(number) if same_name(number) in it.keys()]
        return people[0] if len(people) == 1 else None

    def remark(self, name, person):
        """Return what is unusual about a name that is a person's or nobody's, or ""."""
        named = self.find(name)
        if person and person != named and not person.is_shown_as(name):
            return f"the platform's number shows that it is {person.name}'s"
        if person:
            return ""
        if named:
            return f"the class list has {named.name} with another number or login"
        told = self.which(name, ADVICE.format(spelled(name)))
        return told or "not in the class list" * bool(self.people)

    def _read(self, text):
        first = text.splitlines()[0]
        delimiter = max(",;\t", key=first.count)
        lines = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
        self.header, *lines = lines
        self.lines = [it + [""] * (len(self.header) - len(it)) for it in lines]
        known = {*self.header} & {*CANVAS}  # some names are split
        is_gradebook = {"Student", "LastName"} & known and {"ID", "Section"} <= known
        self.platform = "Canvas" if is_gradebook else ""
        self.places = _places_of_grades(self.lines)
        self.platform = "Moodle" if self.places else self.platform
        columns = self._columns()
        self.owners = [self._person(line, columns) for line in self.lines]

    def _columns(self):
        """Return the positions of the known columns, by their meaning."""
        titles = [title.strip().casefold() for title in self.header]
        columns = {
            meaning: [
                place for place, it in enumerate(titles) if it in known.split("|")
            ]
            for meaning, known in COLUMNS.items()
        }
        if self.platform == "Moodle":
            columns["id"] = [0, *filter(None, columns["id"])]
            if not columns["name"]:  # names are hidden from some teachers
                columns["name"] = [0]
        if columns["name"] and bool(columns["first"]) != bool(columns["last"]):
            # In "Name, Vorname", the name is the last name.
            other = "last" if columns["first"] else "first"
            columns[other], columns["name"] = columns["name"], []
        if not columns["name"] and not (columns["first"] and columns["last"]):
            raise CourseError(
                "the first line of the class list must name the columns (name, id, "
                f"email); it has {', '.join(map(repr, self.header[:8]))}"
            )
        return columns

    def _person(self, line, columns):
        cells = {
            meaning: [line[position].strip() for position in positions]
            for meaning, positions in columns.items()
        }
        first = {meaning: next(iter(values), "") for meaning, values in cells.items()}
        name = first["name"] or ", ".join(filter(None, (first["last"], first["first"])))
        if not name.strip() or name.strip().casefold() in _NO_PERSON:
            return None
        numbers = tuple(filter(None, cells["id"][1:]))
        keys = {key: first[key] for key in ("id", "login", "email")}
        folder = _folder(_turned(spelled(name)))
        return Person(spelled(name), **keys, numbers=numbers, folder=folder)

    def find(self, name):
        """Return the only person with a name, or None."""
        people = self._spelled(name)
        return people[0] if len(people) == 1 else None

    def _spelled(self, name):
        return self._by_spelling.get(same_name(name), [])

    def which(self, name, advice="use one of these names"):
        """Return a sentence on whom of several people a name may mean, or ""."""
        people = self._spelled(name)
        pairs = [(f"{_turned(it.name)} ({it.key})", it) for it in people]
        names = [name if self.find(name) == it else it.key for name, it in pairs]
        asked = f"the class list has {' and '.join(map(repr, names))}: {advice}"
        return asked * (len(people) > 1)


def _places_of_grades(lines):
    """Return where Moodle's grading worksheet may have grades, or [] for others."""
    # All first cells are the same word and a number, as in "Participant 1042". Titles
    # depend on the language, but after the grades come their maximum, the same for all,
    # at most two columns of words, and the times of hand-ins (col_recordid, col_grade,
    # and what follows, in mod/assign/gradingtable.php).
    lines = [line for line in lines if line and line[0].strip()]
    first, *columns = itertools.zip_longest(*lines, fillvalue="") if lines else [()]
    # Shorter words may begin a university's own numbers.
    words = [re.fullmatch(r"(\D{3,})\d+", cell.strip()) for cell in first]
    if not all(words) or len({word[1] for word in words}) != 1:
        return []
    places = range(1, len(columns) - 2)
    return [place for place in places if _begin_with_grades(*columns[place - 1 :])]


def _begin_with_grades(grades, maxima, words, *others):
    def are_times(cells):  # each has at least a day, a year, an hour and a minute
        return all(cell == "-" or len(re.findall(r"\d+", cell)) > 3 for cell in cells)

    return (
        not re.search(r"[^\W\d_]", "".join(grades))
        and len({*maxima}) == 1
        and maxima[0] != ""
        and all(re.fullmatch(r"\D*[^\W\d_]\D*", cell) for cell in words)
        and any(map(are_times, others[:2]))
    )


def _turned(name):
    """Return "Ada Lovelace" for "Lovelace, Ada", and "O'Neil, Jr." unchanged."""
    last, *first = name.split(",")
    if first and same_name(first[0]).strip(".") in SUFFIXES:
        last = f"{last},{first.pop(0)}"
    return spelled(f"{','.join(first)} {last}") if first else name


def _folder(name):
    return spelled(name.replace("/", "-").replace("\\", "-"))


def load(path):
    """Return the `Roster` of a course's file; it is empty if there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Roster()
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}") from None
    csv.field_size_limit(10_000_000)  # a student's answer may be one of its cells
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ["utf-16"] if wide else ("utf-8-sig", "cp1252"):
        try:
            return Roster(data.decode(encoding))
        except UnicodeDecodeError:
            continue
        except csv.Error as error:
            raise CourseError(f"{path} is not a CSV file: {error}") from None
    raise CourseError(f"{path} is not a text file in UTF-8")


def store(given, path):
    """Check a file and keep it as the course's list; return its `Roster`."""
    roster = load(given)
    if not roster.people:
        why = "lists no students" if given.exists() else "does not exist"
        raise CourseError(f"{given} {why}")
    for person in roster.people:
        alike = roster._spelled(_turned(person.name))
        same = [it for it in alike if not person.key or it.key == person.key]
        if len(same) > 1 or (roster.owners.count(person) > 1 and not person.key):
            two = f"{given} has two people called {person.name!r}"
            raise CourseError(f"{two}: give each a number or an address of their own")
    write(path, given.read_bytes())
    return roster
