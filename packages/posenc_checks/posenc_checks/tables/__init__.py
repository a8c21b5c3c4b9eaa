"""The tables of all exercises, in one module for each lesson and homework.

Each module fills its own `EXERCISES`, with one entry for each exercise. The entries of
all modules are collected here, lessons before homework.
"""

import importlib
import pkgutil


def _collected():
    """Return the tables of all modules by the names of their exercises."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    found = {}
    for name in sorted(names, key=lambda name: (name.startswith("homework"), name)):
        found |= importlib.import_module(f"{__name__}.{name}").EXERCISES
    return found


EXERCISES = _collected()
