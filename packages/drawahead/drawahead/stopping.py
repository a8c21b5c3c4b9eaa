"""A call that another thread may end."""

import contextlib
import ctypes
import threading
import time

_LOOK_EVERY = 0.05
_LOOK_FOR = 2.0
"""Seconds after its last call for which a watchman stays."""


class Stopped(BaseException):
    """Raised inside a call that was ended; no `except Exception` catches it."""


class Unstoppable:
    """Runs functions to their ends."""

    def run(self, function):
        """Call a function, and return what it returns."""
        return function()

    def check(self):
        """Do nothing: nobody can end this."""


class Stoppable:
    """Runs one function at a time, until it returns or is ended.

    Where Python has no way to end a call, it runs to its end.

    Parameters
    ----------
    seconds : float, optional
        How long a call may take.
    """

    def __init__(self, seconds=None):
        self._seconds = seconds
        self._wanted_elsewhere = False
        self._lock = threading.Lock()
        self._thread = None
        self._end = None
        self._told = False
        self._watchman = None

    def begin(self):
        """Begin a piece of work of several calls, which `stop` ends from now on."""
        self._wanted_elsewhere = False

    def check(self):
        """End here, between two calls, if the work is to be ended.

        Raises
        ------
        Stopped
            If `stop` was called since the work began.
        """
        if self._wanted_elsewhere:
            raise Stopped

    def run(self, function):
        """Call a function, and return what it returns.

        Parameters
        ----------
        function : callable
            A function without arguments.

        Raises
        ------
        Stopped
            If it was ended.
        """
        try:
            try:
                with self._lock:
                    self.check()
                    self._thread = threading.get_ident()
                    if self._seconds is not None:
                        self._end = time.monotonic() + self._seconds
                        self._call_watchman()
                return function()
            finally:
                self._leave()
        except Stopped:
            # It may have been raised while we were leaving.
            self._leave()
            raise

    def stop(self):
        """End the call that runs now, if there is one, and the work it is part of."""
        with self._lock:
            self._wanted_elsewhere = True
            self._stop()

    def _stop(self):
        if self._thread is not None and _raise_in is not None:
            _raise_in(self._thread, Stopped)
            self._thread, self._told = None, True

    def _leave(self):
        with self._lock:
            self._thread = self._end = None
            told, self._told = self._told, False
        if told:
            # What has not been raised yet is raised here, not later. To take it back
            # leaves a mark at which Python 3.11 hangs under `sys.setprofile`.
            with contextlib.suppress(Stopped):
                for _ in range(100):
                    pass

    def _call_watchman(self):
        """Have a thread that looks at the clock: one for many calls, as it costs."""
        if self._watchman is None and _raise_in is not None:
            self._watchman = threading.Thread(target=self._watch, daemon=True)
            try:
                self._watchman.start()
            except RuntimeError:  # there are no threads in a browser's Python
                self._watchman = None

    def _watch(self):
        last = time.monotonic()
        while True:
            time.sleep(_LOOK_EVERY)
            now = time.monotonic()
            with self._lock:
                if self._end is not None:
                    last = now
                    if now > self._end:
                        self._stop()
                elif now > last + _LOOK_FOR:
                    self._watchman = None
                    return


def _find_raise_in():
    """Return the function that raises in another thread, or None."""
    try:
        raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    except (AttributeError, OSError):
        return None

    def raise_in_thread(thread, error):
        raise_in(ctypes.c_ulong(thread), ctypes.py_object(error))

    return raise_in_thread


_raise_in = _find_raise_in()
