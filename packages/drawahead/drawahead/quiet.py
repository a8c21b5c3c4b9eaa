"""Draw ahead without leaving a trace: no output, no warning, no figure."""

import contextlib
import dis
import inspect
import pickle
import random
import sys
import threading
import warnings

import numpy as np
from IPython import get_ipython

_LARGEST = 4_000_000
"""The size in bytes above which a value is not watched for changes."""


@contextlib.contextmanager
def unpredictable_numbers():
    """Give the shared random generators a new seed each time.

    A function that uses them without setting a seed then draws a different picture each
    time, which is noticed. Afterwards, both generators continue as if nothing had been
    drawn.
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
def quietly(function):
    """Discard output, displays and warnings, but only those of this thread.

    Globals that the function assigns get their old values back afterwards.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(_OtherThreads(sys.stdout)))
        stack.enter_context(contextlib.redirect_stderr(_OtherThreads(sys.stderr)))
        publisher = getattr(get_ipython(), "display_pub", None)
        if hasattr(publisher, "register_hook"):
            publisher.register_hook(_discard)
            stack.callback(publisher.unregister_hook, _discard)
        if not any(kind == "error" for kind, *_ in warnings.filters):
            stack.enter_context(warnings.catch_warnings(action="ignore"))
        stack.enter_context(_keeping_globals(function))
        yield


class _OtherThreads:
    """A stream that discards what this thread writes and passes on the rest."""

    def __init__(self, stream):
        self._stream, self._thread = stream, threading.get_ident()

    def write(self, text):
        if threading.get_ident() == self._thread:
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)


def _discard(message):
    """Discard a display message; IPython calls this in the thread that shows it."""


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
    """Return, by name, the pickled containers and arrays that a function reads.

    Values that are too large or cannot be pickled are left out.
    """
    try:
        reached = inspect.getclosurevars(function)
    except (TypeError, ValueError):  # not written in Python, or an empty closure cell
        return {}
    found = {}
    for name, value in (reached.globals | reached.nonlocals).items():
        if isinstance(value, list | dict | set | np.ndarray):
            with contextlib.suppress(Exception):
                if getattr(value, "nbytes", 100 * len(value)) < _LARGEST:
                    found[name] = pickle.dumps(value)
    return found
