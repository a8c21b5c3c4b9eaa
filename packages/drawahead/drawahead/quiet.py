"""Draw ahead without leaving a trace: no output, no warning, no figure."""

import contextlib
import random
import sys
import threading
import warnings

import numpy as np
from IPython import get_ipython


@contextlib.contextmanager
def unpredictable_numbers():
    """Give the shared random generators a new seed each time.

    The check at rest then notices a function that uses the generators without setting a
    seed, because each picture is different. Afterwards, both generators continue as if
    nothing had been drawn.
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
def quietly():
    """Discard output, displays and warnings, but only those of this thread."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(_OtherThreads(sys.stdout)))
        stack.enter_context(contextlib.redirect_stderr(_OtherThreads(sys.stderr)))
        publisher = getattr(get_ipython(), "display_pub", None)
        if hasattr(publisher, "register_hook"):
            publisher.register_hook(_discard)
            stack.callback(publisher.unregister_hook, _discard)
        if not any(kind == "error" for kind, *_ in warnings.filters):
            stack.enter_context(warnings.catch_warnings(action="ignore"))
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
