"""What students' code sees and may ask for, wherever the project has been put."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import matplotlib
import pytest

if not sys.platform.startswith("linux") or not shutil.which("bwrap"):
    pytest.skip("needs Linux and bubblewrap", allow_module_level=True)

from posenc_lessons.grading import sandbox, seen, walls

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / "posenc_lessons"
SITE = pathlib.Path(sysconfig.get_path("purelib"))
LIBRARY = pathlib.Path(os.__file__).parent
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"

HUNT = """
import os, sys
del sys.modules["posenc_lessons"]
found, looked = [], 0
for folder, folders, files in os.walk("/"):
    looked += len(files)
    if folder == "/":
        folders.remove("proc")
    sys.path[:1] = [folder]
    found += [folder + "/" + name for name in folders + files
              if "posenc" in name or name in ("comparison.py", "sinusoids.py")]
for place in PLACES:
    sys.path[:1] = [place]
    try:
        import posenc_lessons.exercises
        found.append("imported from " + place)
    except ImportError:
        pass
print(looked > 1000, found)
"""
ASK = """
import sys
from posenc_lessons.grading import sandbox, seen
print(*seen.copies(), sep="|")
code = sys.argv[1].replace("PLACES", repr(sys.argv[2:]))
request = {"cells": [code], "tasks": [], "numbers": {}, "draws": False}
cell, *_ = [event for event in sandbox.run(request) if event["kind"] == "cell"]
print(cell.get("error"), cell.get("printed"))
"""


def printed(code, **more):
    """Return what code prints in the sandbox."""
    request = {"cells": [code], "tasks": [], "numbers": {}, "draws": False, **more}
    cell, *_ = [event for event in sandbox.run(request) if event["kind"] == "cell"]
    assert "error" not in cell, cell
    return cell["printed"]


def container(mounts, python, code, *arguments, **variables):
    """Run Python on a machine with some mounts of its own; return what it prints."""
    words = [word for mount in mounts for word in mount]
    run = subprocess.run(
        [*("bwrap", "--dev-bind", "/", "/"), *words, python, "-c", code, *arguments],
        cwd="/",
        env={
            "PATH": os.environ["PATH"],
            "HOME": "/nowhere",
            "MPLCONFIGDIR": matplotlib.get_configdir(),
            **variables,
        },
        capture_output=True,
        text=True,
    )
    assert not run.returncode, run.stderr
    return run.stdout.strip()


def in_a_container(base):
    """Lay the project under /usr/src/app, installed for the whole system too."""
    everywhere = LIBRARY / "site-packages"
    mounts = [("--tmpfs", "/usr/src"), ("--ro-bind", ROOT, "/usr/src/app")]
    mounts += [("--tmpfs", everywhere)]
    mounts += [("--ro-bind", PACKAGE, everywhere / PACKAGE.name)]
    places = ["/usr/src/app", everywhere]
    return mounts, sys.executable, "/usr/src/app", places


def in_two_environments(base):
    """Lay an environment into another one; both have the package."""
    places = []
    for folder in (base / "outer", base / "outer" / "inner"):
        command = [sys.executable, "-m", "venv", "--without-pip", folder]
        subprocess.run(command, check=True)
        places.append(folder / "lib" / VERSION / "site-packages")
        shutil.copytree(PACKAGE, places[-1] / PACKAGE.name)
    (places[-1] / "others.pth").write_text(f"{places[0]}\n{SITE}\n")
    return [], folder / "bin" / "python", "", places


def in_a_prefix(base):
    """Lay Python, its packages and the package into one prefix, as Conda does."""
    prefix = base / "conda"
    prefix.mkdir()
    library = prefix / "lib" / VERSION
    mounts = [("--ro-bind", sys.base_prefix, prefix)]
    mounts += [("--tmpfs", library / "site-packages")]
    (base / "others.pth").write_text(str(SITE))  # what marking needs besides
    named = [SITE / name for name in seen.PACKAGES]
    for path in [PACKAGE, base / "others.pth", *SITE.glob("*.libs"), *named]:
        path = path if path.exists() else path.with_suffix(".py")
        mounts += [("--ro-bind", path, library / "site-packages" / path.name)]
    return mounts, prefix / "bin" / VERSION, "", [library / "site-packages", prefix]


@pytest.mark.parametrize("layout", [in_a_container, in_two_environments, in_a_prefix])
def test_no_copy_of_the_solutions_is_seen(layout, tmp_path):
    mounts, python, path, places = layout(tmp_path)
    places = list(map(str, [*places, ROOT, SITE]))
    variables = {"PYTHONPATH": path} if path else {}
    ran = container(mounts, python, ASK, HUNT, *places, **variables)
    known, said = ran.splitlines()
    copies = known.split("|")
    assert {f"{place}/posenc_lessons" for place in places[:2]} & {*copies}
    assert all(pathlib.Path(copy).name == "posenc_lessons" for copy in copies)
    assert said == "None True []"


def test_a_copy_among_what_must_be_seen_is_refused(tmp_path, monkeypatch):
    tops = []
    for name in (
        "posenc_lessons",
        "POSENC_LESSONS-0.2.0-py3-none-any.whl",
        "submitted",
    ):
        top = tmp_path / f"numpy {len(tops)}"
        (top / "deep" / name).mkdir(parents=True)
        tops.append(top)
    for top in tops:
        with pytest.raises(seen.TooMuchSeen, match="move it elsewhere"):
            seen._require_no_secret(top)
    monkeypatch.setattr(walls, "_complaint", walls._complaint.__wrapped__)
    monkeypatch.setattr(walls, "_files", walls._files.__wrapped__)
    monkeypatch.setattr(seen, "_packages", lambda: {"numpy": tops[0]})
    monkeypatch.setattr(seen, "seen", seen.seen.__wrapped__)
    with pytest.raises(sandbox.NoSandbox, match=r"students' code would see .*numpy 0"):
        walls.require()


def test_walls_with_a_hole_are_refused(monkeypatch):
    monkeypatch.setattr(walls, "_complaint", walls._complaint.__wrapped__)
    hole = [*walls._files(walls.LAID if os.getuid() == 0 else "")]
    base = walls.LAID if os.getuid() == 0 else ""
    hole += ["--ro-bind", str(PACKAGE), f"{base}/posenc_lessons"]
    monkeypatch.setattr(walls, "_files", lambda base: hole)
    with pytest.raises(sandbox.NoSandbox, match="the solutions can be"):
        walls.require()


def test_the_list_holds_no_prefix_and_gives_reasons():
    prefixes = {"/", "/usr", "/usr/lib", "/usr/local", "/usr/src", "/opt", "/home"}
    prefixes |= {"/usr/lib64", "/etc", sys.prefix, sys.base_prefix, f"{sys.prefix}/lib"}
    prefixes |= {f"{sys.base_prefix}/lib", str(SITE), str(ROOT), str(ROOT.parent)}
    for entry in seen.seen():
        assert entry.why and str(entry.outside) not in prefixes, entry
        if entry.outside.is_dir():
            named = entry.outside.name in seen.PACKAGES or entry.outside == LIBRARY
            assert named or entry.outside.suffix == ".libs", entry
    inside = json.loads(printed("import json, os; print(json.dumps(os.listdir('/')))"))
    tops = {entry.inside.parts[1] for entry in seen.seen()}
    extra = {"proc", "dev", "tmp", "sandbox", "worker.py", "fonts.json", "lib", "lib64"}
    assert set(inside) <= tops | extra | {"lib32"}
