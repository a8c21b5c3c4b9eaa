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
CLAIMS = "tests/test_claims.py"
OF_FORM = ["tests/test_notebooks.py", "tests/test_lists.py", "tests/test_slides.py"]
OF_EXERCISES = ["packages/posenc_checks", "tests/test_kill_table.py"]
OF_RUNS = [
    "tests/test_homework.py",
    "tests/test_runs.py",
    "tests/browser/test_lessons.py",
]
NO_TESTS = 5


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
        case (*folders, _) if path.suffix == ".ipynb":
            lesson = path.name[:2] if folders == ["notebooks"] else stem
            named = [CLAIMS, "-k", f"{lesson}- or every_lesson"]
            return [[*OF_FORM, "-k", stem], named, [*OF_RUNS, "-k", stem]]
        case ("packages", "posenc_checks", _, "tables", _) | ("tests", "answers", _):
            number = re.sub(r"^(lesson_0?|homework_(?=\d))", "", stem)
            mark = f"H{number}" if stem.startswith("homework") else number
            names = " or ".join([*(mark + letter for letter in "abcd"), "page", "hint"])
            exercises = ["-k", names] if number.isdigit() else []
            return [[*OF_EXERCISES, *exercises], ["tests/test_lists.py"]]
        case ("packages", tool, *_):
            return [[f"packages/{tool}"]]
        case ("posenc_lessons", *_, folder, _) if path.suffix == ".py":
            tests = [f"tests/test_{name}.py" for name in (stem, folder)]
            # Each by itself, since pytest imports a module of its own for the examples.
            return [[str(path)], *([t] for t in tests if (ROOT / t).exists())]
        case ("tests", "claims", _):
            return [[CLAIMS, "-k", f"{stem.partition('_')[2]}-"]]
        case ("tests", *_, name) if name.startswith("test_"):
            return [[str(path)]]
    return []


def main(paths):
    """Check style and frame, then what the paths ask for; fail if anything has."""
    runs = {tuple(run) for path in paths or changed() for run in tests_of(path)}
    runs = sorted(runs, key=lambda run: (run[0] == OF_RUNS[0], run))
    commands = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
    for tests in [*runs, ["tests/test_project.py"]]:
        commands.append(["pytest", "-q", "-n", "0", *tests])
    failed = []
    for command in commands:
        line = " ".join(["python", "-m", *command])
        print(line, flush=True)
        status = subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode
        if status not in (0, NO_TESTS):
            failed.append(line)
    if failed:
        failed += ["where ruff would reformat: python -m ruff format ."]
        failed += ["where a stored text differs and the new one is right: make refresh"]
        sys.exit("\n".join(["", "these failed:", *failed]))


if __name__ == "__main__":
    main(sys.argv[1:])
