"""The tables of all exercises: a module for each lesson and each homework.

A module fills its own `EXERCISES`, one entry for each exercise; here they are collected
from all modules of this folder, lessons before homework.
"""

import importlib
import pkgutil


def _collected():
    """Return the tables of all modules by the name of their exercise."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    found = {}
    for name in sorted(names, key=lambda name: (name.startswith("homework"), name)):
        found |= importlib.import_module(f"{__name__}.{name}").EXERCISES
    return found


EXERCISES = _collected()
