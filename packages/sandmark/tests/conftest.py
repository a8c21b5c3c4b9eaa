"""The tests' course is the example: three functions on strings."""

import os
import pathlib
import sys

EXAMPLE = pathlib.Path(__file__).parents[1] / "examples/strings"
# Marking needs bubblewrap, which only Linux has.
collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]

# Other processes that the tests start import the example, too.
sys.path[:0] = [str(EXAMPLE), str(EXAMPLE.parent)]
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(EXAMPLE), os.environ.get("PYTHONPATH")])
)

if sys.platform == "linux":
    from .made_up import course, no_code_runs, released, run

    __all__ = ["course", "no_code_runs", "released", "run"]  # fixtures
