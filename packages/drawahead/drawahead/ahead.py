"""Drawing ahead: one queue for the kernel, which works only when nothing else does.

The queue lives on the event loop of the kernel's main thread. While a cell runs, that
loop is blocked, and so is the queue. The queue also does nothing while a cell awaits
something. Each turn draws at most one frame. A frame is abandoned if another one is
asked for, or if the loop has something else to do, such as running a cell.

A cell can change what a function draws, and so can a function that a button calls. So
all frames are discarded when either one begins, and again when it ends.
"""

import asyncio
import contextlib
import functools
import threading
import time

from IPython import get_ipython

BYTES = 32_000_000
"""How many bytes an Explorer's frames may take, in the kernel and in each page."""

QUIET = 0.004
"""Seconds that the queue waits after a message, or after the pointer comes near."""

QUIET_CELL = 0.4
"""Seconds that the queue waits after a cell, unless the pointer comes near."""

LOOK = 0.02
"""Seconds after which a waiting queue checks whether the pointer has come near."""

STILL = 0.15
"""Seconds after the last move until the current picture is drawn once more."""

TOGETHER = 8
"""How many frames are sent in one message while the pointer is elsewhere.

If a frame was sent just before a cell ends, Jupyter's server often holds the cell's
answer back for 40 ms, until the browser has confirmed the frame.
"""

REST = 6.0
"""How many times as long as a turn the queue rests while the pointer is elsewhere."""

LIMIT = 0.4
"""A picture that takes more seconds than this is drawn only when it is asked for."""

DRAWING = threading.RLock()
"""The lock of the thread that draws; Matplotlib allows only one such thread."""

OURS = set()
"""The ids of the comms between the browser and the Explorers of this kernel."""

_awaited = threading.Event()


class Ended(BaseException):
    """Raised to stop drawing ahead when something else has to be done."""


@contextlib.contextmanager
def drawing_asked():
    """Hold the lock DRAWING while a requested picture is drawn.

    If another thread is drawing a picture ahead, it is stopped.
    """
    _awaited.set()
    with DRAWING:
        try:
            yield
        finally:
            _awaited.clear()


class Queue:
    """The kernel's queue, which draws ahead for each visible Explorer in turn.

    ``call_later(seconds, function)`` calls a function in the main thread, and can be
    used from any thread; ``clock()`` returns the time in seconds, and ``is_wanted()``
    returns whether the main thread has something else to do. While the queue
    ``is_hot``, the pointer is near an Explorer, and the queue does not rest.
    """

    def __init__(self, call_later, clock=time.monotonic, is_wanted=lambda: False):
        self._call_later, self.clock, self._is_wanted = call_later, clock, is_wanted
        self._lock = threading.RLock()
        self._known = []
        self._is_waiting = self._is_busy = self.is_hot = False
        self._begin = 0.0

    def approach(self, pictures):
        """Hurry, because the pointer is near an Explorer, or a control has moved."""
        self._begin, self.is_hot = 0.0, True
        pictures.tell()
        self.stir(pictures)

    def stir(self, pictures=None, after=QUIET):
        """Take a turn after some seconds; the Explorer touched last comes first."""
        with self._lock:
            if pictures is not None:
                others = [one for one in self._known if one is not pictures]
                self._known = [pictures, *others]
            self._begin = max(self._begin, self.clock() + after)
            if self._is_waiting:
                return  # another call would end the picture that is being drawn
            self._is_waiting = True
        self._call_later(min(after, LOOK), self._turn)

    def cell_begins(self):
        """Before a cell runs, stop drawing, discard all frames, and no longer hurry.

        The pages are notified only after the cell has run, so that a short cell does
        not have to wait for them. Until then, they may show an old frame.
        """
        self._is_busy, self.is_hot = True, False
        self._flush()

    def cell_ends(self):
        """Discard all frames, and start again when everything is quiet."""
        self._is_busy = False
        self._flush()
        self._call_later(0, self._tell)
        self.stir(after=QUIET_CELL)

    def check(self):
        """Raise Ended if a requested picture or a cell is waiting."""
        if _awaited.is_set() or self._is_wanted():
            raise Ended

    def _flush(self):
        for pictures in self._known:
            pictures.flush()

    def _tell(self):
        for pictures in self._known:
            pictures.tell()

    def _turn(self):
        """Do one piece of work and schedule the next turn; rest if there is no work."""
        began, worked = self.clock(), False
        if self._is_busy:
            self._is_waiting = False
            return
        if _awaited.is_set() or self._is_wanted():  # what is asked for comes first
            self._begin = max(self._begin, began + QUIET)
        if began >= self._begin:
            worked = any(one.work() for one in self._known if one.is_seen)
            if worked and not self.is_hot:
                now = self.clock()
                self._begin = max(self._begin, now + REST * (now - began))
        with self._lock:
            wait = self._begin - self.clock()
            self._is_waiting = worked or wait > 0
            if self._is_waiting:
                self._call_later(min(max(wait, 0), LOOK), self._turn)


@functools.cache
def kernel_queue():
    """Return the kernel's queue, or None without a kernel."""
    shell = get_ipython()
    kernel = getattr(shell, "kernel", None)
    loop = _main_loop(kernel)
    if loop is None:
        return None

    def call_later(seconds, function):
        loop.call_soon_threadsafe(loop.call_later, seconds, function)

    queue = Queue(call_later, is_wanted=functools.partial(is_busy, loop))
    # Silent cells count, too, and so do the callbacks of other widgets.
    events = {"pre_execute": queue.cell_begins, "post_execute": queue.cell_ends}
    for event, function in events.items():
        shell.events.register(
            event, lambda function=function: _is_ours(kernel) or function()
        )
    return queue


def is_busy(loop):
    """Return whether an event loop has received something, or has more to do.

    Only asyncio's loops can tell; for any other loop, the result is False.
    """
    selector = getattr(loop, "_selector", None)
    return bool(getattr(loop, "_ready", ()) or (selector and selector.select(0)))


def _main_loop(kernel):
    """Return the event loop of a kernel's main thread, or None."""
    loop = getattr(getattr(kernel, "io_loop", None), "asyncio_loop", None)
    if kernel is not None and loop is None:
        with contextlib.suppress(RuntimeError):
            return asyncio.get_running_loop()
    return loop


def _is_ours(kernel):
    """Return whether the kernel is handling a message from an Explorer's page."""
    try:
        parent = kernel.get_parent()
        kind = parent["header"]["msg_type"]
        return kind.startswith("comm_") and parent["content"]["comm_id"] in OURS
    except (AttributeError, KeyError, TypeError):
        return False
