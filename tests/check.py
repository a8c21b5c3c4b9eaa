"""Check what you have changed, with quick tests first: ``make check [NB=...]``.

For the paths that you name, or else for those that git says have changed, it picks the
tests that can notice the change: for a notebook, its form, exercises and claims, what
it shows, and its Explorers in a browser; for a module, its examples and the tests of
the same name.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GIT = ("git", "status", "--porcelain", "--untracked-files=all", "--no-renames")
CLAIMS = "tests/test_claims.py"
OF_FORM = ["tests/test_notebooks.py", "tests/test_lists.py", "tests/test_slides.py"]
OF_EXERCISES = ["packages/posenc_checks", "tests/test_answers.py"]
OF_RUNS = [
    "tests/test_homework.py",
    "tests/test_runs.py",
    "tests/browser/test_lessons.py",
]
NO_TESTS = 5


def changed():
    """Return the paths that differ from the last commit, as git reports them."""
    run = subprocess.run(GIT, cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        sys.exit(
            "this is not a git checkout: name what you changed, as in NB=notebooks/..."
        )
    paths = [line[3:].strip('"') for line in run.stdout.splitlines()]
    return [path for path in paths if (ROOT / path).exists()]


def tests_of(path):
    """Return pytest's runs that notice a change in a file, as lists of arguments."""
    path = pathlib.PurePosixPath(path)
    stem = path.stem
    match path.parts:
        case (*folders, _) if path.suffix == ".ipynb":
            lesson = path.name[:2] if folders == ["notebooks"] else stem
            named = [CLAIMS, "-k", f"{lesson}- or every_lesson"]
            return [[*OF_FORM, "-k", stem], named, [*OF_RUNS, "-k", stem]]
        case ("tests", "answers", _):
            return [["tests/test_answers.py"]]
        case ("packages", "posenc_checks", _, "tables", _):
            number = re.sub(r"^(lesson_0?|homework_(?=\d))", "", stem)
            mark = f"H{number}" if stem.startswith("homework") else number
            names = " or ".join(mark + letter for letter in "abcde")
            exercises = ["-k", names] if number.isdigit() else []
            return [[*OF_EXERCISES, *exercises], ["tests/test_lists.py"]]
        case ("packages", tool, *_):
            return [[f"packages/{tool}"]]
        case ("posenc_lessons", *_, folder, _) if path.suffix == ".py":
            tests = [f"tests/test_{name}.py" for name in (stem, folder)]
            # Each in its own run, since pytest imports the module anew for the
            # examples.
            return [[str(path)], *([t] for t in tests if (ROOT / t).exists())]
        case ("tests", "claims", _):
            return [[CLAIMS, "-k", f"{stem.partition('_')[2]}-"]]
        case ("tests", *_, name) if name.startswith("test_"):
            return [[str(path)]]
    return []


def main(paths):
    """Check the style, what the paths ask for, and the project; exit if any fails."""
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
        failed += ["if ruff would reformat something: python -m ruff format ."]
        failed += ["if a stored output differs and the new one is right: make refresh"]
        sys.exit("\n".join(["", "these failed:", *failed]))


if __name__ == "__main__":
    main(sys.argv[1:])
