"""What the sandbox shows of this machine: one list of files and packages.

No folder that may contain a project is in the list. So nothing in it contains the
course's solutions or the hand-ins, wherever they are stored or installed.
"""

import dataclasses
import functools
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

from sandmark.files import Exposed, NoSandbox

PYTHON = os.path.realpath(sys.executable)  # runs students' code
# NumPy is for values that go in and out, and Matplotlib for students' own figures. The
# other packages are those that Matplotlib needs.
PACKAGES = """
numpy matplotlib mpl_toolkits pylab
contourpy cycler dateutil fontTools kiwisolver packaging PIL pyparsing six
""".split()
FOR_PACKAGES = ("site-packages", "dist-packages")  # folders in the standard library
COURSE = {"gradebook.db", "submitted"}  # which are in each course's folder
LOADER = pathlib.Path("/etc/ld.so.cache")
LETTER = r"[^\W\d_]"

# This runs in the sandbox's interpreter and finds the files that its loader needs.
PROBE = """
import ctypes, json, os, sys

class Object(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]

# Parts of the standard library for terminals, windows and old databases.
UNUSED = {"_tkinter", "nis", "readline", "_curses", "_curses_panel", "_dbm", "_gdbm"}
found = set()

@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Object), ctypes.c_size_t)
def note(loaded, size):
    found.add(os.fsdecode(loaded.contents.name or b""))
    return 0

path = [folder for folder in sys.path if os.path.exists(folder)]
for top in path + sys.argv[1:]:
    for folder, folders, files in os.walk(top):
        folders[:] = set(folders) - {"site-packages", "dist-packages", "test", "tests"}
        for name in files:
            if ".so" in name and name.partition(".")[0] not in UNUSED:
                try:
                    ctypes.CDLL(os.path.join(folder, name))
                except OSError:
                    pass
ctypes.CDLL(None).dl_iterate_phdr(note, None)
print(json.dumps([path, sorted(name for name in found if name[:1] == "/")]))
"""


@dataclasses.dataclass(frozen=True)
class Seen:
    """A file or a folder that the sandbox shows."""

    outside: pathlib.Path  # its path on this machine
    inside: pathlib.Path  # in the sandbox


@functools.cache
def seen(material):
    """Return a tuple of `Seen`; raise `Exposed` if parts of the course are in it."""
    # No entry is within another entry, except for packages within `covered` folders.
    packages = _packages(material)
    path, libraries = _asked(packages)
    tops = [pathlib.Path(PYTHON), *_outermost(path), *packages]
    entries = [Seen(top, top) for top in tops]
    entries += _libraries(libraries, entries)
    if LOADER.is_file():
        entries.append(Seen(LOADER, LOADER))
    for entry in entries:
        _require_no_secret(entry.outside, material)
    return tuple(entries)


def _libraries(paths, entries):
    """Return entries for shared libraries, except for those that other entries show."""
    # The loader asks for libraries by the name of a link in a real folder.
    split = map(os.path.split, paths)
    paths = [pathlib.Path(os.path.realpath(folder), name) for folder, name in split]
    folders = sorted({path.parent for path in paths if path.parent.suffix == ".libs"})
    libraries = [Seen(folder, folder) for folder in folders]
    for path in paths:
        if not any(_shows(entry.outside, path) for entry in [*entries, *libraries]):
            libraries.append(Seen(pathlib.Path(os.path.realpath(path)), path))
    return libraries


def solutions(material):
    """Return the paths of the solutions, as Python finds them here."""
    found = [*map(place, material.solutions), material.assignments]
    return [str(path.resolve()) for path in found if path]


def covered(material):
    """Return the standard library's folders for packages, which the sandbox hides."""
    return [
        entry.inside / name
        for entry in seen(material)
        for name in FOR_PACKAGES
        if entry.outside.is_dir() and (entry.outside / name).is_dir()
    ]


def path_for_imports(material):
    """Return the folders in which students' code finds the packages."""
    folders = (str(package.parent) for package in _packages(material))
    return list(dict.fromkeys(folders))


def links(material):
    """Return the links at the root of this machine, such as /lib, and their targets."""
    tops = {entry.inside.parts[1] for entry in seen(material)} | {"lib", "lib64"}
    return {
        path: os.readlink(path)
        for path in (pathlib.Path("/", name) for name in ("lib", "lib32", "lib64"))
        if path.is_symlink() and path.name in tops
    }


@functools.cache
def _packages(material):
    return list(filter(None, map(place, [*PACKAGES, *material.packages])))


def place(name):
    """Return the file or folder of a module, as Python finds it here, or None."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        return None
    places = list(spec.submodule_search_locations or [spec.origin])
    if places and places[0] and os.path.exists(places[0]):
        return pathlib.Path(os.path.realpath(places[0]))
    return None


def _asked(packages):
    """Return the folders of the standard library and the shared libraries in use."""
    command = [PYTHON, "-I", "-S", "-c", PROBE, *map(str, packages)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise NoSandbox(
            f"{PYTHON} does not say which files students' code needs to run"
        ) from None


def _shows(folder, path):
    """Return whether an entry's folder shows a path."""
    parts = path.relative_to(folder).parts if folder in path.parents else FOR_PACKAGES
    return not {*parts} & {*FOR_PACKAGES}


def _outermost(folders):
    real = sorted({pathlib.Path(os.path.realpath(folder)) for folder in folders})
    return [path for path in real if not any(other in path.parents for other in real)]


def _require_no_secret(top, material):
    """Raise `Exposed` if an entry may contain a copy of the course."""
    hidden = "|".join(map(re.escape, material.hidden)) or "(?!)"
    hidden = re.compile(rf"(?<!{LETTER})({hidden})(?!{LETTER})", re.IGNORECASE)
    for folder, folders, files in os.walk(top):
        folders[:] = [name for name in folders if name not in FOR_PACKAGES]
        for name in [*folders, *files]:
            # An archive, or a folder named as on GitHub, may also hold a copy.
            if name in COURSE or hidden.search(name.replace("-", "_")):
                raise Exposed(
                    f"students' code would see {os.path.join(folder, name)}, "
                    f"because it needs {top}: move that file elsewhere, or list other "
                    f"words in HIDDEN of module {material.name!r} if the file is not "
                    "the course's"
                )
