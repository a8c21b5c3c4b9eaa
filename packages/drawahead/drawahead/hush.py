"""Drawing that nobody asked for must leave no trace: no text, no figure, no number."""

import contextlib
import dis
import random
import sys
import threading

import numpy as np


@contextlib.contextmanager
def hush(kept=()):
    """Swallow what this thread prints, shows and opens; keep the random numbers.

    Other threads go on printing. Numbers from the generators that NumPy and Python
    share among all come out as if nothing had been drawn.

    Parameters
    ----------
    kept : tuple of dict and set of str, optional
        A module's namespace, and the names in it that keep what they stand for.
    """
    numbers, pythons = np.random.get_state(), random.getstate()  # noqa: NPY002
    with contextlib.ExitStack() as stack:
        for name in ("stdout", "stderr"):
            stack.enter_context(_without_this_thread(name))
        stack.enter_context(_without_display())
        if kept:
            stack.enter_context(_keeping(*kept))
        try:
            yield
        finally:
            np.random.set_state(numbers)  # noqa: NPY002
            random.setstate(pythons)


_WARNED = "__warningregistry__"
"""Where a module notes which warnings were shown, so that each is shown once."""


def lasting(function):
    """Return the namespace that a function may change, and the names it changes."""
    code = getattr(function, "__code__", None)
    if code is None:
        return ()
    stores = (one for one in dis.get_instructions(code) if one.opname == "STORE_GLOBAL")
    return function.__globals__, {one.argval for one in stores} | {_WARNED}


@contextlib.contextmanager
def _keeping(namespace, names):
    before = {name: namespace[name] for name in names if name in namespace}
    if _WARNED in before:
        before[_WARNED] = dict(before[_WARNED])
    try:
        yield
    finally:
        for name in names - set(before):
            namespace.pop(name, None)
        namespace.update(before)


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
    shell = _shell()
    publisher = getattr(shell, "display_pub", None)
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


def _shell():
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    return get_ipython()
