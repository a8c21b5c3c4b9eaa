"""Tests of the course, and the paths of its notebooks."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
LESSONS = sorted(ROOT.glob("notebooks/*.ipynb"))
CURIOUS = sorted(ROOT.glob("notebooks/curious/*.ipynb"))
HOMEWORK = sorted(ROOT.glob("packages/posenc_checks/*/assignments/*/*.ipynb"))
