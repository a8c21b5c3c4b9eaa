"""Drawing that nobody asked for leaves no trace: no print, no warning, no figure."""

import contextlib
import dis
import pickle
import random
import sys
import threading
import warnings

import numpy as np

_LARGEST = 4_000_000
"""Values of more bytes are not watched."""


@contextlib.contextmanager
def unpredictable_numbers():
    """Let the random numbers that all code shares be others each time.

    A function that uses them without a seed then draws another picture each time,
    which is noticed. Afterwards they go on as if nothing had been drawn.
    """
    numbers, pythons = np.random.get_state(), random.getstate()  # noqa: NPY002
    np.random.seed()  # noqa: NPY002
    random.seed()
    try:
        yield
    finally:
        np.random.set_state(numbers)  # noqa: NPY002
        random.setstate(pythons)


@contextlib.contextmanager
def quietly(function=None):
    """Swallow what this thread prints, shows and warns; other threads go on.

    Parameters
    ----------
    function : function, optional
        The globals that it assigns to keep their values.
    """
    with contextlib.ExitStack() as stack:
        for name in ("stdout", "stderr"):
            stack.enter_context(_without_this_thread(name))
        stack.enter_context(_without_display())
        if not any(kind == "error" for kind, *_ in warnings.filters):
            stack.enter_context(warnings.catch_warnings(action="ignore"))
        if function is not None:
            stack.enter_context(_keeping_globals(function))
        yield


class _Filter:
    """A stream that passes on what all threads but one write."""

    def __init__(self, stream):
        self._stream = stream
        self._thread = threading.get_ident()

    def write(self, text):
        if threading.get_ident() == self._thread:
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)


@contextlib.contextmanager
def _without_this_thread(name):
    stream = getattr(sys, name)
    stand_in = _Filter(stream)
    setattr(sys, name, stand_in)
    try:
        yield
    finally:
        if getattr(sys, name) is stand_in:
            setattr(sys, name, stream)


@contextlib.contextmanager
def _without_display():
    """Swallow this thread's calls of display, where a kernel lets us."""
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    publisher = getattr(get_ipython(), "display_pub", None)
    if not hasattr(publisher, "register_hook"):
        yield
        return

    def swallow(message):
        return None

    publisher.register_hook(swallow)
    try:
        yield
    finally:
        publisher.unregister_hook(swallow)


@contextlib.contextmanager
def _keeping_globals(function):
    code = getattr(function, "__code__", None)
    namespace = getattr(function, "__globals__", {})
    stores = dis.get_instructions(code) if code else ()
    names = {one.argval for one in stores if one.opname == "STORE_GLOBAL"}
    before = {name: namespace[name] for name in names if name in namespace}
    try:
        yield
    finally:
        for name in names - set(before):
            namespace.pop(name, None)
        namespace.update(before)


def reached_values(function):
    """Return the lists, dicts, sets and arrays that a function reads, as bytes.

    Parameters
    ----------
    function : function

    Returns
    -------
    dict
        By name; values that cannot be copied, or are too large, are left out.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    spaces = getattr(function, "__globals__", {})
    reached = {name: spaces[name] for name in code.co_names if name in spaces}
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        with contextlib.suppress(ValueError):
            reached[name] = cell.cell_contents
    found = {}
    for name, value in reached.items():
        if isinstance(value, list | dict | set | np.ndarray):
            size = getattr(value, "nbytes", 100 * len(value))
            with contextlib.suppress(Exception):
                if size < _LARGEST:
                    found[name] = pickle.dumps(value)
    return found
