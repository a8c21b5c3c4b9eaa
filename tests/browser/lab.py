"""JupyterLab on a copy of the lessons, as drawahead's own tests start it."""

import pathlib

from packages.drawahead.tests.browser.lab import Lab

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSONS = ROOT / "notebooks"
ALL = [*sorted(LESSONS.glob("*.ipynb")), *sorted(LESSONS.glob("curious/*.ipynb"))]
WITH_EXPLORERS = [path for path in ALL if "Explorer(" in path.read_text("utf-8")]


def lab_of_lessons(folder):
    """Start JupyterLab on a copy of the lessons; kernels can import the tests."""
    variables = {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    return Lab(folder, copy_of=LESSONS, **variables)
