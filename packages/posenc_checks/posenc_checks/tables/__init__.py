"""The tables of all exercises, in one module for each lesson and homework."""

import importlib
import pkgutil

EXERCISES = {}
_MODULES = [module.name for module in pkgutil.iter_modules(__path__)]
for _name in sorted(_MODULES, key=lambda name: (name.startswith("homework"), name)):
    EXERCISES |= importlib.import_module(f"{__name__}.{_name}").EXERCISES
