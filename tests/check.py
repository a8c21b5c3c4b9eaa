"""Check what you have changed, in seconds: ``make check``, or ``make check NB=...``.

From the paths that are named, or else from those that git says have changed, it picks
the tests that can notice: a notebook's form, its cells, its exercises, its claims and
its Explorers in a browser; a module's examples and the tests of its name.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GIT = ("git", "status", "--porcelain", "--untracked-files=all", "--no-renames")


def changed():
    """Return the paths that differ from the last commit, as git tells them."""
    run = subprocess.run(GIT, cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        sys.exit(
            "this is no git checkout: name what you changed, as in NB=notebooks/..."
        )
    paths = [line[3:].strip('"') for line in run.stdout.splitlines()]
    return [path for path in paths if (ROOT / path).exists()]


def tests_of(path):
    """Return the runs of pytest that notice a change of a file, each as arguments."""
    path = pathlib.PurePosixPath(path)
    match path.parts:
        case ("notebooks", name) if path.suffix == ".ipynb":
            return [
                [str(path)],
                ["tests/test_notebooks.py", "tests/test_lists.py", "-k", name],
                ["tests/test_claims.py", "-k", f"{name[:2]}-"],
                ["tests/browser/test_lessons.py", "-k", name],
            ]
        case ("notebooks", "homework", _) if path.suffix == ".ipynb":
            return [[str(path)], ["tests/test_publish.py", "-k", path.stem]]
        case ("posenc_lessons", "grading", "sources", _, name):
            form = ["tests/test_notebooks.py", "tests/test_lists.py", "-k", name]
            return [[str(path)], form, ["tests/test_publish.py", "-k", path.stem]]
        case ("posenc_lessons", "exercises", "tables", name) | (
            "tests",
            "answers",
            name,
        ):
            return exercises_of(name)
        case ("posenc_lessons", "exercises", *_):
            own = ("exercises", "comparison", "kill_table")
            return [[f"tests/test_{name}.py" for name in own]]
        case ("posenc_lessons", "grading", *_):
            own = [f"tests/test_{path.stem}.py", "tests/test_marking.py"]
            return [[test for test in own if (ROOT / test).exists()]]
        case ("posenc_lessons", *_, _) if path.suffix == ".py":
            names = {path.stem, path.parts[1]}
            found = [f"tests/test_{name}.py" for name in sorted(names)]
            return [[str(path), *(test for test in found if (ROOT / test).exists())]]
        case ("tests", "claims", *_):
            return [["tests/test_claims.py", "-k", path.stem.split("_")[1] + "-"]]
        case ("tests", *_, name) if name.startswith("test_"):
            return [[str(path)]]
    return []


def exercises_of(name):
    """Return the runs that try the exercises of a module such as lesson_05.py."""
    files = ["tests/test_exercises.py", "tests/test_kill_table.py"]
    found = re.fullmatch(r"(lesson|homework)_0?(\d+)\.py", name)
    if not found:
        return [files]
    mark = f"H{found[2]}" if found[1] == "homework" else found[2]
    words = " or ".join(f"{mark}{letter}" for letter in "abcd")
    return [[*files, "-k", f"{words} or page or hint"], ["tests/test_lists.py"]]


def main(paths):
    """Check style and frame, then what the paths ask for; stop where one fails."""
    python = sys.executable
    paths = paths or changed()
    runs = {tuple(run) for path in paths for run in tests_of(path)}
    commands = [
        [python, "-m", "ruff", "check", "."],
        [python, "-m", "ruff", "format", "--check", "."],
        [python, "-m", "pytest", "-q", "tests/test_project.py"],
        *([python, "-m", "pytest", "-q", *run] for run in sorted(runs)),
    ]
    nothing = 5
    for command in commands:
        print(" ".join(["python", *command[1:]]), flush=True)
        status = subprocess.run(command, cwd=ROOT).returncode
        if status not in (0, nothing):
            sys.exit(status)


if __name__ == "__main__":
    main(sys.argv[1:])
