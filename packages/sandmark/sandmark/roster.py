"""Who is in the class: a table of names, numbers and addresses of a CSV file."""

import csv
import dataclasses
import io

from sandmark.files import CourseError, write
from sandmark.names import identity, spelled

# What the first line may call a column; those of Moodle's and Canvas's own exports, and
# of some languages, are among them.
COLUMNS = {
    "name": "name|student|full name|student name|display name|vollständiger name",
    "first": "first name|firstname|given name|vorname",
    "last": "last name|lastname|surname|family name|nachname",
    "id": "id|identifier|student id|id number|sis user id|matrikelnummer|bezeichner",
    "login": "login|login id|sis login id|username|user name|anmeldename",
    "email": "email|e-mail|email address|e-mail address|mail|e-mail-adresse",
}
_NO_PERSON = ("points possible", "student, test")


@dataclasses.dataclass(frozen=True)
class Person:
    """Somebody of the class.

    Attributes
    ----------
    folder : str
        The name of the student's folder: the name, and the number if two share it.
    name, id, login, email : str
        As the file has them.
    """

    folder: str
    name: str
    id: str = ""
    login: str = ""
    email: str = ""

    def names(self):
        """Return this person's name in both orders, as identities."""
        return {identity(self.name), identity(_turned(self.name))}

    def spellings(self):
        """Return all that this person may be called, as identities."""
        last, comma, first = self.name.partition(",")
        turned = f"{first} {last}" if comma else ""
        number = self.id.removeprefix("Participant ").removeprefix("Teilnehmer/in")
        names = [
            self.folder,
            self.name,
            turned,
            self.id,
            number,
            self.login,
            self.email,
        ]
        names += [self.email.partition("@")[0], _key(self.name), _key(turned)]
        if not comma:
            words = self.name.split()
            names.append(_key("".join(words[-1:] + words[:-1])))
            names.append(f"{''.join(words[-1:])}, {' '.join(words[:-1])}")
        return {identity(name) for name in names} - {""}


def _key(name):
    """Return a name as Canvas writes it into files: letters and digits alone."""
    return "".join(c for c in name if c.isalnum()).casefold()


class Roster:
    """The people of a class.

    Parameters
    ----------
    text : str
        A CSV file with a line of names of columns.

    Attributes
    ----------
    people : list of Person
        In the order of the file.
    header, lines : list
        The file itself, to be given back with points in it.
    """

    def __init__(self, text=""):
        self.header, self.lines, self.people = [], [], []
        if text.strip():
            self._read(text.removeprefix("\ufeff"))
        self._by_spelling = {}
        for person in self.people:
            for spelling in person.spellings():
                self._by_spelling.setdefault(spelling, []).append(person)

    def _read(self, text):
        """Read the lines of a file."""
        first = text.splitlines()[0]
        delimiter = max(",;\t", key=first.count)
        self.header, *self.lines = csv.reader(io.StringIO(text), delimiter=delimiter)
        place = {}
        for number, title in enumerate(self.header):
            for what, names in COLUMNS.items():
                if title.strip().casefold() in names.split("|"):
                    place.setdefault(what, number)
        if "name" not in place and not {"first", "last"} <= set(place):
            raise CourseError(
                "the list of the class needs a first line with the columns name, id, "
                f"email; it has {', '.join(map(repr, self.header[:8]))}"
            )
        found = []
        for line in self.lines:
            own = {
                w: line[n].strip() if n < len(line) else "" for w, n in place.items()
            }
            name = own.get("name") or f"{own.get('first', '')} {own.get('last', '')}"
            skipped = not name.strip() or name.strip().casefold() in _NO_PERSON
            found.append(None if skipped else own | {"name": spelled(name)})
        names = [identity(_turned(own["name"])) for own in found if own]
        taken = set()
        for own in found:
            if own is None:
                continue
            name = _turned(own["name"])
            shared = names.count(identity(name)) > 1
            mark = own.get("id") or own.get("login") or own.get("email")
            folder = _folder(f"{name} ({mark})" if shared and mark else name)
            while folder in taken and mark:  # another's name, as a folder is called
                folder = _folder(f"{folder} ({mark})")
            taken.add(folder)
            keys = {key: own.get(key, "") for key in ("id", "login", "email")}
            self.people.append(Person(folder, own["name"], **keys))

    def find(self, *names):
        """Return the only person who is called by one of some names, or None."""
        for name in [*names, *map(_turned, names)]:
            found = self._by_spelling.get(identity(name), []) if name else []
            if len(found) == 1:
                return found[0]
        return None

    def person_of(self, line):
        """Return whose a line of the file is, or None."""
        cells = {cell.strip() for cell in line}
        found = [
            person
            for person in self.people
            if person.name in {spelled(cell) for cell in cells}
            and (not person.id or person.id in cells)
        ]
        return found[0] if len(found) == 1 else None


def _turned(name):
    """Return "Ada Lovelace" of "Lovelace, Ada"."""
    last, comma, first = name.partition(",")
    return spelled(f"{first} {last}") if comma else name


def _folder(name):
    """Return what a folder of a name is called."""
    return spelled(name.replace("/", "-").replace("\\", "-"))


def load(path):
    """Return the `Roster` of a course's file, or one of nobody."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Roster()
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}") from None
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return Roster(data.decode(encoding))
        except UnicodeDecodeError:
            continue
        except csv.Error as error:
            raise CourseError(f"{path} is no CSV file: {error}") from None
    raise CourseError(f"{path} is no text file in UTF-8")


def store(given, path):
    """Check a file and keep it as a course's list; return its `Roster`."""
    roster = load(given)
    if not roster.people:
        raise CourseError(f"{given} names nobody")
    write(path, given.read_bytes())
    return roster
