"""Change the mathematics in one place at a time.

Do the tests notice? cosmic-ray changes an operator, a number, a comparison or a
decorator; sine and cosine are also exchanged, which it cannot do. The tests of a module
run on each of its changes, in a process that reads the changed source instead of the
file. The changes that no test notices are printed. Some of them change no result, such
as a different block size; look at each, and write a test for the others.

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
# A module is tested by the test of the same name, and those of the trial by its tests.
MODULES = [
    path.relative_to(ROOT)
    for folder in ("mathematics", "trial")
    for path in sorted(ROOT.glob(f"posenc_lessons/{folder}/*.py"))
    if path.stem not in ("__init__", "results")
]

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
    """Return the tests of a module, as paths in the project."""
    names = ["trial", "kinds", "stack"] if "trial" in module.parts else [module.stem]
    return [f"tests/test_{name}.py" for name in names]


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


def main():
    """Examine the named modules, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [path.stem for path in MODULES]
    parser.add_argument("modules", nargs="*")
    named = parser.parse_args().modules or names
    if unknown := set(named) - set(names):
        parser.error(f"{min(unknown)} is none of {', '.join(names)}")
    asked = [path for path in MODULES if path.stem in named]
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take a second to import
    print(f"{'module':45}  changes  not noticed")
    with ProcessPoolExecutor(os.cpu_count(), FORK) as pool:
        running = {pool.submit(examine, module): module for module in asked}
        for future in as_completed(running):
            count, survivors = future.result()
            print(f"{running[future]!s:45}  {count:7}  {len(survivors):11}", flush=True)
            for survivor in survivors:
                print("      " + "\n      ".join(survivor))


if __name__ == "__main__":
    main()
