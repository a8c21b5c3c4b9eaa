"""Change mathematics, or what judges, in one place at a time: do tests notice?

cosmic-ray changes an operator, a number, a comparison or a decorator, and runs the
tests of that module; sine and cosine are also exchanged, which it cannot do. All of it
happens in a copy of the project. A change that no test can notice, since it changes no
result, stands in `EQUIVALENT` with the reason.

Run it by ``make mutants``, or ``make mutants MODULES="offsets sinusoids"``.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What computes and what judges. A module is tried by the test of its name, or else by
# all tests of its package; the trial's modules by the tests of the trial.
MODULES = [
    *ROOT.glob("posenc_lessons/mathematics/*.py"),
    *ROOT.glob("posenc_lessons/trial/*.py"),
    *ROOT.glob("packages/hintcheck/hintcheck/*.py"),
    *(ROOT / f"packages/sandmark/sandmark/{name}.py" for name in ("report", "values")),
]
DRAWING = {"__init__", "__main__", "results"}

# Part of a changed line, and why the change makes no difference.
EQUIVALENT = {
    "axis=-1).reshape(n_positions, - 2)": "any negative number means the rest",
    '+    same_size("x", +1, "w_': "x has two axes: 1 is its last",
    '+    same_size("x", 1, "w_': "x has two axes: 1 is its last",
    "n_heads=count( 0)": "split_heads checks it, too",
    "other = searching - direction": "both directions are searched",
    "(other >= 0) * (other": "a product of truths is their conjunction",
    "& (other != n)": "what has reached n is left out before it passes it",
    "(other >= -1)": "row -1 is a row, too: the last",
    "** 2 <= squares": "of two that are equally near, either will do",
    "distance <= squares": "of two that are equally near, either will do",
    "+                continue": "what has stopped searching does not begin again",
    "len(encoding), - 2": "any negative number means the rest",
    "-@accepts(encoding=numbers(ndim=(1, 2)))": "nearest_neighbours checks it, too",
    "if off.any() else ": "something is off where something is wrong",
    "all(array.size <= 1 for": "empty ones are left out before",
    "task.ok == True": "it is True, False or None",
    "+LARGEST = ": "how much is much is a judgement",
    "+MOST = ": "how much is much is a judgement",
    "if len(known) == MOST": "full, it is emptied: there are never more",
    "frozen=False": "nothing sets a field",
    "4 * LARGEST / 3 + 8": "a length is a whole number",
    "dtype.itemsize > 4001": "texts take a multiple of 4 bytes",
    "type(size) != int": "a type is itself or another one",
    'dtype.kind <= "U"': "no other kind that is read is a capital",
    'dtype.kind <= "O" and numbers': "nor is any of their numbers one",
    'dtype.kind <= "O" or array': "dates, which come before, are no numbers either",
    "model.shape <= ()": "nothing is shorter than ()",
    "margin.ndim is not model.ndim": "Python keeps one copy of a small number",
    "range(int(most / width) + 2)": "int rounds down, too",
    "_BLOCK_BYTES = ": "the size of a block changes the time only",
    "+    within = (rows ": "the size of a block changes the time only",
    "astype(dtype, copy=True)": "a copy more",
    "+    rows = max(": "the size of a block changes the time only",
    "_BYTES_PER_PART = ": "what threads get at once changes the time only",
    "shape != (width / 2,)": "3.0 is 3",
    "np.where(distance <= exact": "at that distance both are the same",
    "+    doublings = 2 ** np.arange((": "one doubling more has nothing left to fill",
    "np.round(digits * 2** 22)": "one digit fewer keeps the product exact, too",
    '+    same_size("features", 0, "classes", -1)': "classes have a single axis",
    '"new_features", 0, "new_classes", -1)': "classes have a single axis",
    "entries * 8 / 1000000001.0": "the same GB after rounding",
    "entries * 8 / 999999999.0": "the same GB after rounding",
    "return self.steps <= other.steps": "of two that are ready at once, either will do",
    'getattr(other, "steps", -1)': "no step has a negative number",
    "waiting_steps(layer, n, d_model= 3)": "the result does not depend on the width",
    "waiting_steps(layer, n, d_model= 1)": "the result does not depend on the width",
}

CONFIGURATION = """
[cosmic-ray]
module-path = ["{module}"]
timeout = 100.0
excluded-modules = []
test-command = "{command}"

[cosmic-ray.distributor]
name = "local"

[cosmic-ray.filters.operators-filter]
exclude-operators = [
    "core/ReplaceBinaryOperator_.*_(BitAnd|BitOr|BitXor|LShift|RShift|FloorDiv|Mod|Pow)",
    "core/ReplaceUnaryOperator_.*_(Not|Invert)",
]
"""
TESTS = (
    f"{sys.executable} -m pytest -q -x -n 0 -p no:cacheprovider "
    "-o addopts=--import-mode=importlib\\ --doctest-modules "
    "{tests} {module}"
)


def makes_no_difference(change):
    """Return whether a change, given by its lines, stands in `EQUIVALENT`."""
    return any(part in "\n".join(change) for part in EQUIVALENT)


def tests_of(module):
    """Return the tests that a module is tried by, as paths in the project."""
    if module.parts[:2] == ("posenc_lessons", "trial"):
        return "tests/test_trial.py tests/test_kinds.py tests/test_stack.py"
    folder = pathlib.Path(*module.parts[:-2], "tests")
    if module.parts[0] == "posenc_lessons":
        folder = pathlib.Path("tests")
    test = folder / f"test_{module.stem}.py"
    return test if (ROOT / test).exists() else folder


def copy_project(folder):
    """Copy what the tests need."""
    for name in ("posenc_lessons", "packages", "tests", "notebooks"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)


def environment(folder):
    """Return the variables with which Python finds the copied packages first."""
    paths = [folder, *folder.glob("packages/*")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}


def run(folder, *command):
    """Run a command in the copy, and return what it printed."""
    done = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def passes(folder, command):
    """Tell whether the tests pass in the copy as it is."""
    return not subprocess.run(
        command, cwd=folder, env=environment(folder), shell=True, capture_output=True
    ).returncode


def changes_of_cosmic_ray(folder, module, command):
    """Yield the lines of each change, and whether a test noticed it."""
    configuration = CONFIGURATION.format(
        module=module, command=command.replace("\\", "\\\\")
    )
    (folder / "cosmic.toml").write_text(configuration)
    run(folder, "cosmic-ray", "init", "cosmic.toml", "session.sqlite")
    run(folder, "cr-filter-operators", "session.sqlite", "cosmic.toml")
    run(folder, "cosmic-ray", "exec", "cosmic.toml", "session.sqlite")
    for line in run(folder, "cosmic-ray", "dump", "session.sqlite").splitlines():
        _, result = json.loads(line)
        if result["worker_outcome"] == "normal":
            lines = re.findall(r"^[-+](?![-+]).*", result["diff"], re.MULTILINE)
            yield lines, result["test_outcome"] == "killed"


def exchanges_of_waves(folder, module, command):
    """Yield the lines of each exchange of sine and cosine, and whether it shows."""
    path = folder / module
    source = path.read_text("utf-8")
    other = {"np.sin(": "np.cos(", "np.cos(": "np.sin("}
    for wave in re.finditer(r"np\.(sin|cos)\(", source):
        changed = source[: wave.start()] + other[wave[0]] + source[wave.end() :]
        path.write_text(changed, "utf-8")
        number = source.count("\n", 0, wave.start())
        lines = [text.splitlines()[number] for text in (source, changed)]
        yield [f"-{lines[0]}", f"+{lines[1]}"], not passes(folder, command)
    path.write_text(source, "utf-8")


def examine(module):
    """Change one module in every way, and return the count and the survivors."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy_project(folder)
        command = TESTS.format(module=module, tests=tests_of(module))
        if not passes(folder, command):
            sys.exit(f"the tests of {module} fail before anything is changed")
        changes = [
            *changes_of_cosmic_ray(folder, module, command),
            *exchanges_of_waves(folder, module, command),
        ]
    return len(changes), [lines for lines, noticed in changes if not noticed]


def modules(names):
    """Return the modules with some names, or all; end if there is none of a name."""
    known = [path.relative_to(ROOT) for path in sorted(MODULES)]
    known = [path for path in known if path.stem not in DRAWING]
    for name in names:
        if name not in {path.stem for path in known}:
            sys.exit(
                f"no module is called {name}: "
                + " ".join(sorted(path.stem for path in known))
            )
    return [path for path in known if not names or path.stem in names]


def main():
    """Examine the modules that are named, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*")
    asked = modules(parser.parse_args().modules)
    print(f"{'module':45}  changes  noticed  equivalent  not noticed")
    missed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(examine, module): module for module in asked}
        for future in concurrent.futures.as_completed(running):
            module, (count, survivors) = running[future], future.result()
            unexplained = [s for s in survivors if not makes_no_difference(s)]
            missed += len(unexplained)
            print(
                f"{module!s:45}  {count:7}  {count - len(survivors):7}"
                f"  {len(survivors) - len(unexplained):10}  {len(unexplained):11}",
                flush=True,
            )
            for survivor in unexplained:
                print("      " + "\n      ".join(survivor))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
