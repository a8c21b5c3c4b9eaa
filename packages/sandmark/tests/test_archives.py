"""Archives as platforms make them: what happens to each entry, and whose it is."""

import contextlib
import datetime
import os
import pathlib
import re
import tracemalloc
import types
import zipfile

import pytest
from sandmark.archives import Entry, read_archive
from sandmark.course import CourseError
from sandmark.files import key, write
from sandmark.hand_ins import HandIn, find_hand_in, forget_downloads, put, take
from sandmark.owners import find
from sandmark.roster import Roster, load, store
from sandmark.store import Versions

from .lists import GRADEBOOK, H3, MOODLE, NAMES, ROSTER, WORKSHEET
from .made_up import made_by, pack


def at(day, hour=12):
    """Return a time in November 2026 on this machine's clock."""
    return datetime.datetime(2026, 11, day, hour).astimezone()


class Class:
    """A folder in which hand-ins are collected."""

    def __init__(self, folder):
        self.folder, self.roster = folder, Roster()
        self.submitted = folder / "submitted"
        self.versions, self.numbers = Versions(folder / "versions"), {}

    def collect(self, *entries, platform=None, **more):
        """Collect an archive of some entries, as in `pack`."""
        pack(self.folder / "all.zip", *entries, **more)
        platform = made_by(*entries) if platform is None else platform
        found = self.take(self.folder / "all.zip", platform)
        return {entry.path: entry.told for entry in found}

    def take(self, path, platform=""):
        """Take what is in an archive; return its entries."""
        about = path, lambda data: "", H3, self.roster, self.numbers, platform
        with read_archive(*about) as found:
            forget_downloads(found, platform)
            fits = b"foreign".__ne__
            take(found, self.submitted, H3, self.versions, fits)
        return found

    def there(self):
        """Return what each student has handed in, as strings."""
        found = {}
        for path in sorted(self.submitted.glob("*")):
            found[path.name] = find_hand_in(self.submitted, path.name, H3).data.decode()
        return found


@pytest.fixture
def klass(tmp_path):
    return Class(tmp_path)


# Moodle's old folders, its new folders, and flat files; copies in Google Classroom;
# students' folders and files; nbgrader; Windows.
EXAMPLES = """
Moodle: Ada Lovelace_1042_assignsubmission_file_/h3.ipynb
Moodle: all/Ada Lovelace_1042_assignsubmission_file/a/h3 (1).ipynb
Moodle: Ada Lovelace_1042_assignsubmission_file_h3_letters.ipynb
Classroom: Homework 3/Ada Lovelace - h3_letters.ipynb
Classroom: Ada Lovelace - Copy of h3.ipynb
: Ada Lovelace/my work.ipynb
: fall_2026_3_all/Ada Lovelace/h3.ipynb
: Ada Lovelace.ipynb
: b/all/Ada Lovelace/h3.ipynb
: submitted/Ada Lovelace/h3_letters/h3_letters.ipynb
: all\\Ada Lovelace\\h3.ipynb
"""


@pytest.mark.parametrize("example", EXAMPLES.strip().split("\n"))
@pytest.mark.parametrize("listed", ["", ROSTER, WORKSHEET, GRADEBOOK])
def test_archives_of_platforms(klass, example, listed):
    klass.roster = Roster(listed)
    other = example.replace("Ada Lovelace", "Bob Ross").replace("1042", "1043")
    platform, one, two = (*example.split(": "), other.partition(": ")[2])
    klass.collect((one, "one"), (two, "two"), platform=platform)
    assert klass.there() == dict(zip(NAMES, ["one", "two"]))


LOGINS = "name,id,login\nAda Lovelace,7001,alovelace\nBob Ross,77,bob\n"
FIRST = "_attempt_2026-11-20-10-15-00_"
NEW = "not in the class list"
REPEATED = "another one has counted since"
UNORDERED = "no time tells which version is later"
LISTS = {
    "nobody": "",
    "LOGINS": LOGINS,
    "ROSTER": ROSTER,
    "WORKSHEET": WORKSHEET,
    "WORKSHEET of two": WORKSHEET.replace("Bob Ross", "Ada Lovelace"),
    "GRADEBOOK": GRADEBOOK,
}
# The platform, if any, the class list, and what is shown for it; then a line for each
# entry in an archive: its path, whose it is or "-", the day if it matters, and words
# from what is said about it. In paths, @ stands for FIRST and # for MOODLE.
WHOSE = (pathlib.Path(__file__).parent / "data/archives.txt").read_text("utf-8")
WHOSE = re.sub(r"\\u(....)", lambda found: chr(int(found[1], 16)), WHOSE)
WHOSE = WHOSE.replace("@h3", f"{FIRST}h3").replace("#", MOODLE)


@pytest.mark.parametrize("case", WHOSE.removeprefix("== ").split("\n== "))
def test_whose_hand_ins_they_are(klass, case):
    head, *lines = case.strip("\n").split("\n")
    platform, _, listed = head.partition(" | ")[0].rpartition(", ")
    klass.roster = Roster(LISTS.get(listed, listed.replace(";", "\n")))
    entries, wanted = [], {}
    for line in lines:
        path, who, *more = line.split(" | ")
        day = int(more.pop(0)) if more and more[0].isdigit() else 20
        entries.append((path, who, day))
        wanted[path] = "".join(more)
    said = klass.collect(*entries, platform=platform)
    assert klass.there() == {who: who for _, who, _ in entries if who != "-"}
    assert sorted(path.name for path in klass.submitted.glob("*")) == [*klass.there()]
    for path, words in wanted.items():
        assert words in said[path]
        assert words == NEW or f"; {NEW}" not in said[path]


def test_a_line_end_hides_no_number_of_canvas_s(klass):
    klass.collect("bob_1043_9_\n_1666_7_h3.ipynb", platform="Canvas")
    assert klass.there() == {}


def test_the_latest_counts_and_all_are_kept(klass):
    klass.roster = Roster("name\nAda\n")
    said = klass.collect(
        ("Ada/h3_letters.ipynb", "first", 18),
        ("Ada/h3_letters (2).ipynb", "third", 20),
        ("Ada/final.ipynb", "second", 19),
    )
    assert klass.there() == {"Ada": "third"}
    assert "'Ada/h3_letters (2).ipynb' counts" in said["Ada/final.ipynb"]
    klass.collect(("Ada/new name.ipynb", "fourth", 21))
    assert klass.there() == {"Ada": "fourth"}
    said = klass.collect(("Ada/old.ipynb", "zeroth", 17))
    assert klass.there() == {"Ada": "fourth"}
    assert "a later one is there" in said["Ada/old.ipynb"]
    klass.versions.keep(H3, "Ada", b"third", at(25))  # which is kept already
    kept = klass.versions.of(H3, "Ada")
    texts = [version.read_text() for version in kept]
    assert texts == ["zeroth", "first", "second", "third", "fourth"]
    times = [at(day).astimezone(datetime.UTC) for day in range(17, 22)]
    names = [version.name.rpartition(" ")[0] for version in kept]
    assert names == [f"{time:%Y-%m-%d %H.%M.%S}" for time in times]
    assert klass.versions.position(H3, "Ada", key(b"second")) == "3 of 5"


def test_one_student_s_many_files_take_little_time_and_memory(klass, monkeypatch):
    digests, digest = [], key
    monkeypatch.setattr(
        "sandmark.store.key", lambda data: digests.append(1) or digest(data)
    )
    texts = {f"Ada/h3 ({number}).ipynb": f"{number:1000000}" for number in range(25)}
    klass.roster = Roster("name\nAda\n")
    tracemalloc.start()
    said = klass.collect(*texts.items())
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()
    assert klass.there() == {"Ada": texts["Ada/h3 (24).ipynb"]} and len(digests) < 25
    assert len(klass.versions.of(H3, "Ada")) == 20
    left = [path for path, told in said.items() if told.startswith("left out: ")]
    assert left == [f"Ada/h3 ({number}).ipynb" for number in range(5)]
    assert "has 25 notebooks; only the latest 20 are kept" in said[left[0]]


@pytest.mark.parametrize("listed", [False, True])
def test_two_of_one_name_in_two_archives_are_two(klass, listed):
    klass.roster = Roster("name,id\nKim Lee,\n" * listed)
    for number, text in ("11", "one"), ("12", "two"), ("11", "one again"):
        said = klass.collect((f"Kim Lee_{number}{MOODLE}", text))
        assert ("hand-in is whose" in "".join(said.values())) == (number == "12")
    assert klass.there() == {"Kim Lee": "one again", "Kim Lee (12)": "two"}
    both = [(f"Kim Lee_{number}{MOODLE}", number) for number in ("12", "11")]
    klass.collect(*both)
    assert klass.there() == {"Kim Lee": "11", "Kim Lee (12)": "12"}


@pytest.mark.parametrize("name", ["Ada ", "A\u200bda", "\xa0Ada", "Ad\u3164a\ufe0f"])
@pytest.mark.parametrize("listed", ["", "name\nAda\n"])
def test_a_name_that_differs_in_what_is_not_seen_is_told(klass, name, listed):
    klass.roster = Roster(listed)
    klass.collect(("Ada/h3.ipynb", "one", 18), "Zoe\u0308/h3.ipynb")
    said = klass.collect((f"{name}/h3.ipynb", "two", 19), "Zoe\u0308/h3.ipynb")
    assert klass.there()["Ada"] == "two"
    assert ["do not count" in what for what in said.values()] == [True, False]
    assert [one.read_text() for one in klass.versions.of(H3, "Ada")] == ["one", "two"]


def test_a_name_with_a_number_is_nobody_else_s(klass):
    names = ["Bob_1", "Bob (2)_3", "Bob_2"]
    for name in names:
        klass.collect((f"{name}{MOODLE}", name))
    assert sorted(klass.there().values()) == sorted(names)


TWO = ["Ann/Lee,1|Ann-Lee,2", "Ann-Lee,1|Ann\\Lee,2", "Ann/Lee,|ann-lee,"]
TWO += ["Kim Lee (8),7|Kim Lee,8", "Kim Lee,8|Kim Lee (8),7"]


@pytest.mark.parametrize("two", TWO)
def test_no_two_of_the_list_share_a_folder(klass, two):
    first, second = two.split("|")
    klass.roster = Roster(f"name,id,login\n{first},m1\n{second},m2\nKim Lee,9,m3\n")
    klass.collect(("m1/h3.ipynb", "one"), ("m2/h3.ipynb", "two"))
    assert sorted(klass.there().values()) == ["one", "two"]


def test_a_name_with_somebody_s_number_is_not_the_name_of_whoever_chose_it(klass):
    kims = ["Kim Lee,7", "Kim Lee,8", "Kim Lee (8),9"]
    klass.roster = Roster("name,id\n" + "\n".join(kims))
    klass.collect(("9/h3.ipynb", "the one who chose it"))
    (said,) = klass.collect(("Kim Lee (8)/h3.ipynb", "number 8")).values()
    assert said.startswith("left out: the class list has '8' and 'Kim Lee (8) (9)'")
    klass.collect(("8/h3.ipynb", "number 8"))
    there = {"Kim Lee (8) (9)": "the one who chose it", "Kim Lee (8)": "number 8"}
    assert klass.there() == there


FORMS = ["van der Berg,Jan/Piet", "Jan/Piet van der Berg", "Jan-Piet van der Berg"]


@pytest.mark.parametrize("form", [*FORMS, "Van der Berg, Jan/Piet", "7", "jp@uni"])
def test_a_person_is_found_by_every_form_of_the_name(form):
    roster = Roster('name,id,email\n"van der Berg,Jan/Piet",7,jp@uni\n')
    assert roster.find(form) == roster.people[0]


def test_a_folder_is_read_like_an_archive(klass, tmp_path):
    for name in ("Ada/h3.ipynb", "Bob/h3.ipynb", "Bob/.ipynb_checkpoints/h3.ipynb"):
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "unpacked/Ada/link.ipynb").symlink_to("/etc/passwd")
    found = klass.take(tmp_path / "unpacked")
    assert klass.there() == {"Ada": "Ada/h3.ipynb", "Bob": "Bob/h3.ipynb"}
    (link,) = [entry.path for entry in found if "link" in entry.reason]
    assert link == "Ada/link.ipynb"


@pytest.mark.parametrize(
    "year, reason", [(10**18, "Value too large"), (10**12, ""), (None, "denied")]
)
def test_a_file_of_no_year_or_of_a_closed_folder_stops_nobody(
    tmp_path, monkeypatch, year, reason
):
    lstat = pathlib.Path.lstat

    def odd(path):
        if path.name != "odd.ipynb":
            return lstat(path)
        if year is None:
            raise PermissionError(13, "Permission denied")
        return types.SimpleNamespace(st_mode=0o100644, st_size=2, st_mtime=year)

    for name in ("Ada/odd.ipynb", "Bob/h3.ipynb"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    monkeypatch.setattr(pathlib.Path, "lstat", odd)
    with read_archive(tmp_path, lambda data: "", H3, Roster(), {}) as (ada, bob):
        pass
    assert reason in ada.reason and ada.time is None and bob.reason == ""


def test_versions_are_told_apart_by_all_of_their_content(klass, monkeypatch):
    digests = {b"one": "0123456789ab" + 52 * "c", b"two": "0123456789ab" + 52 * "d"}
    monkeypatch.setattr("sandmark.store.key", digests.get)
    for data, digest in digests.items():
        assert klass.versions.keep(H3, "Ada", data, at(18)) == digest
    texts = [version.read_bytes() for version in klass.versions.of(H3, "Ada")]
    assert texts == [b"one", b"two"]
    assert klass.versions.position(H3, "Ada", digests[b"two"]) == "2 of 2"


def test_a_name_in_utf_8_that_does_not_say_so_is_read(klass):
    klass.collect(("Zo\xeb/h3.ipynb", "one"), ("Bob/h3.ipynb", "two"))
    path = klass.folder / "all.zip"
    # This removes the flag for UTF-8.
    data = path.read_bytes().replace(b"\x00\x08\x00\x00", bytes(4))
    path.write_bytes(data)
    with zipfile.ZipFile(path) as archive:
        assert not any(info.flag_bits & 0x800 for info in archive.infolist())
    found = klass.take(path)
    assert [entry.student for entry in found] == ["Zo\xeb", "Bob"]


@pytest.mark.parametrize(
    ("paths", "minutes", "kept"),
    [
        ("Ada/h3, Bob/h3", [0, 4], False),
        ("Ada/h3, Bob/h3", [0, 5], True),
        ("Ada/h3, Bob/h3, Cleo/h3", [0, 4, 8], False),
        ("Ada/h3, Ada/old", [0, 4], True),
        ("Ada, Bob, x_Kim@h", [0, 9, 18], True),
        ("Ada - h, Bob - h, x_Kim@h - h", [0, 9, 18], True),
        ("h3_ada@h3, h3_bob@x_ada_attempt_2026-11-20-11-00-00_h", [-105] * 2, True),
        ("Ada/h3, Bob/h3, Kim/h3, Zoe/h3", [0, 1, 1440, 1441], False),
        # Some platforms note only the time of the download.
        ("ada_1_56_h, bob_2_57_h, kim_3_58_h@x", [0, 1, 1440], False),
        ("Ada_1_assignsubmission_file_h@x", [0], False),
    ],
)
def test_the_time_of_a_download_is_nobody_s(paths, minutes, kept):
    times = [at(20) + datetime.timedelta(minutes=minute) for minute in minutes]
    paths = [f"{path}.ipynb" for path in paths.replace("@", FIRST).split(", ")]
    entries, platform = [*map(Entry, paths, times)], made_by(*paths)
    find(entries, H3, Roster(), {}, platform)
    forget_downloads(entries, platform)
    assert [entry.time for entry in entries] == [it if kept else None for it in times]


def test_the_time_of_a_file_that_was_saved_alone_counts():
    times = [at(20), at(20) + datetime.timedelta(minutes=4), at(21)]
    entries = [*map(Entry, ["Ada/h3.ipynb", "Bob/h3.ipynb", "Eve/h3.ipynb"], times)]
    find(entries, H3, Roster(), {})
    forget_downloads(entries)
    assert [entry.time for entry in entries] == [None, None, at(21)]


# What is collected, with the day if it is known; "a v1" copies v1 from the versions.
SEVERAL = {
    "v1 18, v2": ("v2", None, UNORDERED),
    "v1 18, v2 18": ("v2", 18, UNORDERED),
    "v1 18, v2 22, a v1, v0 17": ("v0", 17, UNORDERED),
    "v2 20, v1, v2 20": ("v1", None, REPEATED),
    "v1, v2 21, v1": ("v2", 21, REPEATED),
    "v1 18, v2 19, a v1, v2 19": ("v1", None, REPEATED),
    "v1, v2 21, a v1, v2, v3": ("v3", None, UNORDERED),
    "v1 18, v2 19, v1 20": ("v1", 20, "replacing"),
    "v1, v2": ("v2", None, UNORDERED),
    "v1, v2, v2 21": ("v2", None, "already handed in"),
}


@pytest.mark.parametrize("steps", SEVERAL)
def test_which_of_several_versions_counts(klass, steps):
    text, day, words = SEVERAL[steps]
    for step in steps.split(", "):
        data, _, on = step.partition(" ")
        if data == "a":
            put(klass.submitted, "Ada", H3, on.encode(), None)
        else:
            entry = "Ada/h3.ipynb", data, int(on or 1)
            (said,) = klass.collect(entry, year=2026 if on else 1980).values()
    assert klass.there() == {"Ada": text} and words in said
    assert (UNORDERED in said) == (words == UNORDERED)
    assert find_hand_in(klass.submitted, "Ada", H3).time == (at(day) if day else None)
    kept = {version.read_text() for version in klass.versions.of(H3, "Ada")}
    assert kept == {*re.findall(r"v\d", steps)}


def test_no_other_version_is_said_to_count_instead_of_the_one_that_does(klass):
    klass.roster = Roster("name\nAda\n")
    klass.collect(("Ada/h3.ipynb", "v1"), year=1980)
    klass.collect(("Ada/h3.ipynb", "v2"), year=1980)
    both = ("Ada/new.ipynb", "v3"), ("Ada/h3.ipynb", "v1")
    said = klass.collect(*both, year=1980)
    assert said["Ada/new.ipynb"] == "another version by 'Ada', kept"
    assert REPEATED in said["Ada/h3.ipynb"] and klass.there() == {"Ada": "v2"}


def test_a_zip_that_gives_times_in_utc_is_read_in_utc(klass, tmp_path):
    info = zipfile.ZipInfo("Ada/h3.ipynb", (2026, 11, 20, 3, 0, 0))
    seconds = int(at(21).timestamp()).to_bytes(4, "little")
    for flags, time in ((b"\x03", at(21)), (b"\x02", at(20, 3))):  # 1 means modified
        info.extra = b"ux\x03\x00\x01\x00\x00UT\x05\x00" + flags + seconds
        with zipfile.ZipFile(tmp_path / "utc.zip", "w") as archive:
            archive.writestr(info, "one")
        (entry,) = klass.take(tmp_path / "utc.zip")
        assert entry.time == time


def test_a_notebook_that_is_later_than_its_time_is_told(klass):
    klass.collect(("Ada/h3.ipynb", "one"))
    assert find_hand_in(klass.submitted, "Ada", H3) == HandIn(b"one", "", at(20))
    os.utime(klass.submitted / "Ada" / H3 / f"{H3}.ipynb", (4e9, 4e9))  # as in 2096
    later = find_hand_in(klass.submitted, "Ada", H3)
    assert "newer than timestamp.txt" in later.remark and later.time is None


def test_no_link_and_no_large_file_is_taken_from_an_archive(klass, tmp_path):
    link = zipfile.ZipInfo("Ada/h3.ipynb", (2026, 11, 20, 3, 0, 0))
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "odd.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("Bob/h3.ipynb", bytes(10**7 + 1))
    ada, bob = klass.take(tmp_path / "odd.zip")
    assert "it is a link" in ada.reason and "larger than 10 MB" in bob.reason
    assert klass.there() == {}


@pytest.mark.parametrize("step", [1, 2, 3])
def test_an_interrupted_collection_that_is_repeated_loses_no_time(
    klass, monkeypatch, step
):
    late = "Ada/h3.ipynb", "late", 21
    klass.collect(("Ada/h3.ipynb", "early", 18))
    with monkeypatch.context() as patch:
        steps = iter([write] * step)
        patch.setattr("sandmark.hand_ins.write", lambda *about: next(steps)(*about))
        patch.setattr("sandmark.store.write", lambda *about: next(steps)(*about))
        with contextlib.suppress(StopIteration):
            klass.collect(late)
    klass.collect(late)
    found = find_hand_in(klass.submitted, "Ada", H3)
    assert (found.data, found.time) == (b"late", at(21))


@pytest.mark.parametrize("older", ["old_", "my old ", "old/"])
def test_of_equal_times_the_assignment_s_own_name_counts(klass, older):
    for folder in ("Ada/", "Ada_11_assignsubmission_file_/"):
        two = [
            (f"{folder}{before}{H3}.ipynb", f"{before}one") for before in ("", older)
        ]
        klass.collect(*two, folder.replace("Ada", "Bob") + "h3.ipynb")
        assert klass.there()["Ada"] == "one"


@pytest.mark.parametrize("at_once", [True, False])
def test_a_later_file_that_is_not_the_assignment_s_does_not_count(klass, at_once):
    klass.roster = Roster("name\nAda\n")
    good, path = ["Ada/h3.ipynb", "Bob/h3.ipynb"], "Ada/x.ipynb"
    foreign = [(path, "foreign", 21), ("Cleo/h3.ipynb", "foreign")]
    for entries in [good + foreign] if at_once else [good, foreign]:
        said = klass.collect(*entries)
    assert klass.there() == {"Ada": "right", "Bob": "right", "Cleo": "foreign"}
    assert "it is not a notebook of this assignment, and another one is" in said[path]
    kept = klass.versions.of(H3, "Ada")
    assert sorted(one.read_text() for one in kept) == ["foreign", "right"]
    klass.collect(("Cleo/h3.ipynb", "right", 18))
    assert klass.there()["Cleo"] == "right"


def test_a_later_file_beside_it_is_told(klass):
    put(klass.submitted, "Ada", H3, b"old", None)
    folder = klass.submitted / "Ada" / H3
    os.utime(folder / f"{H3}.ipynb", (1, 1))
    (folder / "new.ipynb").write_text("new")
    assert "'new.ipynb' is later" in find_hand_in(klass.submitted, "Ada", H3).remark


@pytest.mark.parametrize(
    "name, folder",
    [
        (",", ""),
        ("O'Neil, Jr.", "O'Neil, Jr."),
        ("Neil, Jean-Luc", "Jean-Luc Neil"),
        ("Rahman, Md", "Md Rahman"),
        ("O'Neil, Jr., Bob", "Bob O'Neil, Jr."),
    ],
)
def test_what_follows_a_comma_may_be_no_first_name(name, folder):
    assert [person.folder for person in Roster(f'name\n"{name}"\n').people] == [folder]


TITLES = """
Name;Vorname;Matrikel-Nr.
Surname;Name;Student Number
Cognome;Nome;Matricola
Nom;Prénom;ID
Apellidos;Nombre;ID
Last name;First name;ID
"""


@pytest.mark.parametrize("titles", TITLES.strip().split("\n"))
def test_a_name_in_two_columns_is_put_together(titles):
    roster = Roster(f"{titles}\nDe Morgan;Sophia;7001\n")
    (person,) = roster.people
    assert (person.folder, person.id) == ("Sophia De Morgan", "7001")
    # Canvas writes names in this way.
    assert roster.find("demorgansophia") == person


@pytest.mark.parametrize("text", [ROSTER, WORKSHEET, GRADEBOOK])
@pytest.mark.parametrize("end", [",", ";"])
def test_lists_of_a_class(tmp_path, text, end):
    if end == ";":
        text = text.replace('"Lovelace, Ada"', "Ada Lovelace").replace(",", ";")
        text = text.replace('"Ross; Bob"', "Bob Ross").replace('t; Test"', 't, Test"')
    text = text.replace("7001", "7" * 200_000)  # a single cell may be long
    if end == ";":
        text = "sep=;\n" + text.removeprefix("\ufeff")
    given = tmp_path / "list.csv"
    given.write_text(text, "utf-16" if end == ";" else "utf-8")
    roster = store(given, tmp_path / "roster.csv")
    assert [person.folder for person in roster.people[:2]] == NAMES
    assert load(tmp_path / "roster.csv").people == roster.people
    assert roster.find("LOVELACE, ADA").folder == "Ada Lovelace"
    kims = [person.folder for person in roster.people[3:]]
    assert kims in ([], ["Kim Lee (7004)", "Kim Lee (7005)"])


@pytest.mark.parametrize(
    "data, sentence",
    [
        (b"a,b\n1,2\n", "first line of the class list"),
        (b"", "lists no students"),
        (b"name,id\n", "lists no students"),
        (b"name,id\nKim Lee,\nAda,\nKim Lee,\n", "two people called 'Kim Lee': give"),
        (b'name,id\nKim Lee,\nAda,\n"Lee, Kim",7\n', "two people called 'Kim Lee'"),
        (
            b'name,id,email\nKim Lee,n/a,k@x\nAda,7,a@x\n"Lee, Kim",n/a,l@x\n',
            "Kim Lee'",
        ),
        (b"name,id\nA/B Lee,\nAda,\nA-B Lee,\n", "two people called 'A-B Lee'"),
        (b"\xff\xfe\x81\x8d", "not a text file|first line"),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path, data, sentence):
    (tmp_path / "list.csv").write_bytes(data)
    with pytest.raises(CourseError, match=sentence):
        store(tmp_path / "list.csv", tmp_path / "roster.csv")
    assert not (tmp_path / "roster.csv").exists()
