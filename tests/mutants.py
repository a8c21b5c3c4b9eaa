"""Change the mathematics, or the code that judges answers, in one place at a time.

Do the tests notice? cosmic-ray changes an operator, a number, a comparison or a
decorator; sine and cosine are also exchanged, which it cannot do. The tests of a module
run on each of its changes, in a process that reads the changed source instead of the
file. A change that no test can notice, because it changes no result, is listed in
`EQUIVALENT` with the reason.

Run it with ``make mutants``, or ``make mutants MODULES="offsets sinusoids"``.
"""

import argparse
import difflib
import itertools
import multiprocessing
import os
import pathlib
import re
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.machinery import SourceFileLoader

# Tests import these, and they are never changed, so every process starts with them.
import autograd.numpy  # noqa: F401
import matplotlib.pyplot  # noqa: F401
import mpmath  # noqa: F401
import pytest
from cosmic_ray import plugins
from cosmic_ray.mutating import mutate_code

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The code that computes and the code that judges. A module is tested by the test of the
# same name, or else by all tests of its package; the trial's modules are tested by the
# tests of the trial.
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
    "(other >= 0) * (other": "a product of truth values is their conjunction",
    "& (other != n)": "a row that has reached n is left out before it passes n",
    "(other >= -1)": "row -1 is a row, too: the last",
    "** 2 <= squares": "of two that are equally near, either will do",
    "distance <= squares": "of two that are equally near, either will do",
    "+                continue": "a row that has stopped does not search again",
    "len(encoding), - 2": "any negative number means the rest",
    "-@accepts(encoding=numbers(ndim=(1, 2)))": "nearest_neighbours checks it, too",
    "if off.any() else ": "something is off where something is wrong",
    "all(array.size <= 1 for": "empty arrays have been left out before",
    "task.ok == True": "it is True, False or None",
    "+LARGEST = ": "how large is too large is a judgement",
    "+MOST = ": "how many is too many is a judgement",
    "if len(known) == MOST": "it is emptied when full, so there are never more",
    "frozen=False": "nothing sets a field",
    "4 * LARGEST / 3 + 8": "a length is a whole number",
    "dtype.itemsize > 4001": "strings take a multiple of 4 bytes",
    "type(size) != int": "a type is itself or another one",
    'dtype.kind <= "U"': "no other kind that is read is a capital",
    'dtype.kind <= "O" and numbers': "dates, which come before, have no real numbers",
    'dtype.kind <= "O" or array': "dates, which come before, are no numbers either",
    "model.shape <= ()": "nothing is shorter than ()",
    "margin.ndim is not model.ndim": "Python keeps one copy of a small number",
    "n_pairs = d_model / 2": "a whole number is a length as a float, too",
    "n_pairs <= 1:": "there is at least one pair",
    'exponents <= "below 1" else': "it is the first of the two names",
    'exponents >= "to 1" and': "it is the last of the two names",
    'layout >= "interleaved"': "it is the last of the two names",
    "n = scores.shape[- 2]": "each word has a query and a key",
    "np.tri(n, dtype=bool), 1, -np.inf": "the softmax does not see a shift",
    "np.tri(n, dtype=bool), -1, -np.inf": "the softmax does not see a shift",
    "n_positions=count( 0), d_model=even": "clock_table checks it, too",
    '"random octaves": ': "the sixth digit of a random number is no promise",
    'format > "bfloat16"': "the name of no other format comes before it",
    'format >= "bfloat16"': "ml_dtypes, which the test imports, rounds so, too",
    "_BLOCK_BYTES = ": "the size of a block changes only the time",
    "+    within = (rows ": "the size of a block changes only the time",
    "astype(dtype, copy=True)": "it makes one more copy",
    "+    rows = max(": "the size of a block changes only the time",
    "_BYTES_PER_PART = ": "what threads get at once changes only the time",
    "+    step = max(": "what threads get at once changes only the time",
    "os.cpu_count() or ": "the number of threads changes only the time",
    "if n_threads > 2:": "the number of threads changes only the time",
    "shape != (width / 2,)": "3.0 is 3",
    "np.where(distance <= exact": "at that distance both are the same",
    "+    doublings = 2 ** np.arange((": "one more doubling has nothing left to fill",
    "np.round(digits * 2** 22)": "one digit fewer keeps the product exact, too",
    '+    same_size("features", 0, "classes", -1)': "classes have a single axis",
    '"new_features", 0, "new_classes", -1)': "classes have a single axis",
    "entries * 8 / 1000000001.0": "the same GB after rounding",
    "entries * 8 / 999999999.0": "the same GB after rounding",
    "return self.steps <= other.steps": "if two are ready at once, either will do",
    'getattr(other, "steps", -1)': "no step has a negative number",
    "n: int, d_model: int = 3)": "the result does not depend on the width",
    "n: int, d_model: int = 1)": "the result does not depend on the width",
}

EXCLUDED = re.compile(
    "ReplaceBinaryOperator_.*_(BitAnd|BitOr|BitXor|LShift|RShift|FloorDiv|Mod|Pow)$"
    "|ReplaceUnaryOperator_.*_(Not|Invert)$"
)
"""The names of changes that hardly ever make sense."""

OPTIONS = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider"]
OPTIONS += ["-o", "addopts=--import-mode=importlib --doctest-modules"]
FORK = multiprocessing.get_context("fork")
LONGEST = 100
"""How many seconds the tests of a change may take."""


def tests_of(module):
    """Return the tests that a module is tested by, as paths in the project."""
    package, folder = module.parts[:-1], module.parts[0]
    if package == ("posenc_lessons", "trial"):
        return ["tests/test_trial.py", "tests/test_kinds.py", "tests/test_stack.py"]
    tests = pathlib.Path(*package[:-1], "tests") if folder == "packages" else "tests"
    named = pathlib.Path(tests, f"test_{module.stem}.py")
    return [str(named if (ROOT / named).exists() else tests)]


def changes(source):
    """Yield versions of a source, each with one change."""
    for name in itertools.filterfalse(EXCLUDED.search, plugins.operator_names()):
        operator = plugins.get_operator(name)
        if not operator.arguments():
            for occurrence in itertools.count():
                changed = mutate_code(source, operator(), occurrence)
                if changed is None:
                    break
                yield changed
    for wave in re.finditer(r"np\.(sin|cos)\(", source):
        other = {"np.sin(": "np.cos(", "np.cos(": "np.sin("}[wave[0]]
        yield source[: wave.start()] + other + source[wave.end() :]


def run_tests(path, source, arguments):
    """Run pytest in this process, with a source in place of a module's file."""
    read = SourceFileLoader.get_code

    def get_code(loader, name):
        if loader.path == str(path):
            return compile(source, path, "exec")
        return read(loader, name)

    SourceFileLoader.get_code = get_code
    with open(os.devnull, "w") as nowhere:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere.fileno(), stream.fileno())
    os._exit(pytest.main(arguments))


def passes(module, source):
    """Whether the tests of a module pass with another source instead of its own."""
    arguments = [*OPTIONS, *tests_of(module), str(module)]
    process = FORK.Process(target=run_tests, args=(ROOT / module, source, arguments))
    process.start()
    process.join(LONGEST)
    process.kill()
    process.join()
    return process.exitcode == 0


def examine(module):
    """Change one module in every way; return the count and the survivors."""
    source = (ROOT / module).read_text("utf-8")
    if not passes(module, source):
        sys.exit(f"the tests of {module} fail before anything is changed")
    tried = list(changes(source))
    survivors = []
    for changed in tried:
        if passes(module, changed):
            survivors.append(difference(source, changed))
    return len(tried), survivors


def difference(before, after):
    """Return the lines in which two sources differ, each with a plus or a minus."""
    lines = [source.splitlines() for source in (before, after)]
    return list(difflib.unified_diff(*lines, n=0, lineterm=""))[3:]


def makes_difference(lines):
    """Whether a change, given by its lines, is missing from `EQUIVALENT`."""
    return not any(part in "\n".join(lines) for part in EQUIVALENT)


def modules(names):
    """Return the modules with the given names, or all; exit if a name is unknown."""
    known = [path.relative_to(ROOT) for path in sorted(MODULES)]
    known = [path for path in known if path.stem not in DRAWING]
    stems = [path.stem for path in known]
    for name in names:
        if name not in stems:
            sys.exit(f"there is no module {name}; the modules are {' '.join(stems)}")
    return [path for path in known if not names or path.stem in names]


def main():
    """Examine the named modules, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*")
    asked = modules(parser.parse_args().modules)
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take a second to import
    print(f"{'module':45}  changes  noticed  equivalent  not noticed")
    missed = 0
    with ProcessPoolExecutor(os.cpu_count(), FORK) as pool:
        running = {pool.submit(examine, module): module for module in asked}
        for future in as_completed(running):
            count, survivors = future.result()
            unexplained = [lines for lines in survivors if makes_difference(lines)]
            missed += len(unexplained)
            print(
                f"{running[future]!s:45}  {count:7}  {count - len(survivors):7}"
                f"  {len(survivors) - len(unexplained):10}  {len(unexplained):11}",
                flush=True,
            )
            for survivor in unexplained:
                print("      " + "\n      ".join(survivor))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
