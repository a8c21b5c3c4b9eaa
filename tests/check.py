"""Check what you have changed, the quick things first: ``make check [NB=...]``.

From the paths that are named, or else from those that git says have changed, it picks
the tests that can notice: a notebook's form, its exercises, its claims, what it shows
and its Explorers in a browser; a module's examples and the tests of its name.
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
    stem = path.stem
    match path.parts:
        case ("notebooks", *_) if path.suffix == ".ipynb":
            claims = path.name[:2] if len(path.parts) == 2 else stem
            return [
                ["tests/test_notebooks.py", "tests/test_lists.py", "-k", stem],
                ["tests/test_slides.py", "tests/test_homework.py", "-k", stem],
                ["tests/test_claims.py", "-k", f"{claims}- or every_lesson"],
                ["tests/test_runs.py", "tests/browser/test_lessons.py", "-k", stem],
            ]
        case ("packages", _, _, "assignments", _, _):
            form = ["tests/test_notebooks.py", "tests/test_lists.py", "-k", stem]
            return [form, ["tests/test_homework.py", "tests/test_runs.py", "-k", stem]]
        case ("packages", "posenc_checks", _, "tables", name) | (
            "tests",
            "answers",
            name,
        ):
            return exercises_of(name)
        case ("packages", tool, *_):
            return [[f"packages/{tool}"]]
        case ("posenc_lessons", *_, _) if path.suffix == ".py":
            tests = [f"tests/test_{name}.py" for name in (path.stem, path.parts[1])]
            tests = [test for test in tests if (ROOT / test).exists()]
            # Separately, since pytest imports a module of its own for the examples.
            return [[str(path)], *([tests] if tests else [])]
        case ("tests", "claims", *_):
            return [["tests/test_claims.py", "-k", path.stem.split("_")[1] + "-"]]
        case ("tests", *_, name) if name.startswith("test_"):
            return [[str(path)]]
    return []


def exercises_of(name):
    """Return the runs that try the exercises of a file such as lesson_05.py."""
    tests = ["packages/posenc_checks", "tests/test_kill_table.py"]
    match = re.fullmatch(r"(lesson|homework)_0?(\d+)\.(py|md)", name)
    if not match:
        return [tests]
    mark = f"H{match[2]}" if match[1] == "homework" else match[2]
    words = " or ".join(f"{mark}{letter}" for letter in "abcd")
    return [[*tests, "-k", f"{words} or page or hint"], ["tests/test_lists.py"]]


def order(run):
    """Return a key that puts what runs notebooks after everything else."""
    return "test_runs" in run[0], run


def main(paths):
    """Check style and frame, then what the paths ask for; fail if anything has."""
    python = sys.executable
    paths = paths or changed()
    runs = {tuple(run) for path in paths for run in tests_of(path)}
    commands = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        *(["pytest", "-q", "-n", "0", *run] for run in sorted(runs, key=order)),
        ["pytest", "-q", "-n", "0", "tests/test_project.py"],
    ]
    failed, no_tests = [], 5
    for command in commands:
        line = " ".join(["python", "-m", *command])
        print(line, flush=True)
        status = subprocess.run([python, "-m", *command], cwd=ROOT).returncode
        if status == no_tests:
            print(f"no test was found for {' '.join(command[4:])}")
        elif status:
            failed.append(line)
    if failed:
        failed += ["where ruff would reformat: python -m ruff format ."]
        failed += ["where a stored text differs and the new one is right: make refresh"]
        sys.exit("\n".join(["", "these failed:", *failed]))


if __name__ == "__main__":
    main(sys.argv[1:])
