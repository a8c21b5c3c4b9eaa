"""Drawing ahead: one queue for the whole kernel, which works while nothing else does.

The queue lives on the event loop of the kernel's main thread. While a cell runs, that
loop stands still, and with it the queue; a cell that awaits something is left alone,
too. Each turn is short: one frame, then as long a rest.

Whatever a cell does may change what a function draws, and what a button of the
notebook calls, too. Therefore each, at its beginning and at its end, empties all
shelves, and the pictures that are looked at are drawn once more when all is quiet; this
happens only where somebody looks.
"""

import asyncio
import sys
import threading
import time
import weakref

from drawahead.frames import FRAME_BYTES, KERNEL_BYTES

QUIET = 0.05
"""Seconds without a key or a drag before the queue begins."""

QUIET_CELL = 0.2
"""Seconds without a cell: a key pressed right after one finds the kernel free."""

FIRST = 40
"""So many turns, for the frames most wanted, come soon; the others take their time."""

REST = 0.3, 4.0
"""The queue rests so many times as long as a turn has taken, at first and later.

A cell that begins during a turn waits: on average for a turn's time divided by
2 (1 + rest), a tenth of it when all but the first frames are drawn.
"""

TOGETHER = 0.05, 1.0
"""Frames are sent together, so many seconds apart, the nearest sooner than the others.

Where messages come all the time, a browser on the same machine acknowledges them late,
and Jupyter's server waits for that: a cell took 35 ms longer where it was measured.
"""

LIMIT = 0.4
"""A picture that takes more seconds is drawn only when it is asked for."""

DRAWING = threading.RLock()
"""Held by the thread that draws: Matplotlib can serve one at a time."""


class Queue:
    """Turns of drawing ahead for all Explorers that somebody looks at.

    Parameters
    ----------
    call_later : callable
        ``call_later(seconds, function)`` calls a function in the main thread; it may
        itself be called in any thread.
    clock : callable, optional
        Returns the time in seconds.

    Attributes
    ----------
    turns : int
        How many turns were taken.
    """

    def __init__(self, call_later, clock=time.monotonic):
        self._call_later = call_later
        self._clock = clock
        self._lock = threading.RLock()
        self._known = []
        self._looked_at = weakref.WeakSet()
        self._waiting = False
        self._busy = False
        self._begin = 0.0
        self._since = 0
        self._sent = 0.0
        self.turns = 0

    def look(self, show):
        """Take turns for an Explorer from now on, before all others."""
        with self._lock:
            self._looked_at.add(show)
        self.stir(show)

    def leave(self, show):
        """Take no more turns for an Explorer; its frames stay, while they are true."""
        with self._lock:
            self._looked_at.discard(show)

    def shows(self):
        """Return what is known, the last touched one first."""
        return [found for ref in self._known if (found := ref()) is not None]

    def stir(self, show=None, quiet=QUIET):
        """Wait for quiet: somebody does something, perhaps with an Explorer."""
        with self._lock:
            if show is not None:
                others = [ref for ref in self._known if ref() not in (None, show)]
                self._known = [weakref.ref(show), *others]
            self._sent = self._clock()  # others send now
            self._begin = max(self._begin, self._sent + quiet)
            self._since = 0
            if self._waiting or not self._looked_at:
                return
            self._waiting = True
        self._call_later(quiet, self._turn)

    def cell_begins(self):
        """Hold still, and let all frames go, before a cell runs."""
        self._busy = True
        self._flush()

    def cell_ends(self):
        """Let all frames go, and begin anew when it is quiet."""
        self._busy = False
        self._flush()
        self.stir(quiet=QUIET_CELL)

    def _flush(self):
        for show in self.shows():
            show.flush()

    def _turn(self):
        """Do one piece of work, and come again; or come to rest, if there is none."""
        began = self._clock()
        if self._busy:
            self._waiting = False
            return
        if began < self._begin:
            self._call_later(self._begin - began, self._turn)
            return
        served = [show for show in self.shows() if show in self._looked_at]
        worked = False
        for show in served:
            worked = show.work_ahead()
            if worked or self._clock() < self._begin:
                break
        self.turns += worked
        self._since += worked
        rest = REST[self._since > FIRST] * (self._clock() - began)
        wait = self._send(served)
        with self._lock:
            # A call of stir in the meantime has relied on this turn to come again.
            again = worked or wait or self._clock() < self._begin
            self._waiting = bool(again)
        if again:
            self._call_later(rest if worked else wait, self._turn)

    def _send(self, served):
        """Let all send what they have, if it is time; return for how long to wait."""
        if not any(show.has_unsent() for show in served):
            return 0
        wait = self._sent + TOGETHER[self._since > FIRST] - self._clock()
        if wait > 0:
            return wait
        for show in served:
            show.send_ahead()
        self._sent = self._clock()
        return 0

    def make_room(self, show, size):
        """Let go of frames of others until some bytes fit.

        Returns
        -------
        bool
            Whether they fit. What an Explorer holds itself is not given up for more of
            its own, nor is what others hold that are looked at and were touched later.
        """
        with self._lock:
            known = self.shows()
            place = known.index(show)
            gone = [one for one in known[:place] if one not in self._looked_at]
            others = gone + known[place + 1 :]
            others.sort(key=lambda one: one not in self._looked_at)
            while self.size() + size + FRAME_BYTES > KERNEL_BYTES:
                if not (others and others[-1].give_up()):
                    if not others:
                        return False
                    others.pop()
        return True

    def size(self):
        """Return how many bytes all frames hold."""
        return sum(show.shelf.size for show in self.shows())


_queues = {}


def kernel_queue():
    """Return the kernel's queue, which is made at the first call, or None."""
    if "kernel" not in _queues:
        get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
        shell = get_ipython()
        call_later = _call_later(getattr(shell, "kernel", None))
        if call_later is None:
            return None
        queue = _queues["kernel"] = Queue(call_later)

        def unless_ours(function):
            def hear():
                if not _is_ours(shell.kernel):
                    function()

            return hear

        # Silent cells count, too, and what other controls call.
        shell.events.register("pre_execute", unless_ours(queue.cell_begins))
        shell.events.register("post_execute", unless_ours(queue.cell_ends))
    return _queues["kernel"]


OURS = set()
"""The names under which browser and kernel speak of what belongs to Explorers."""


def _is_ours(kernel):
    """Tell whether what happens is that the browser says something to an Explorer."""
    try:
        parent = kernel.get_parent()
        kind = parent["header"]["msg_type"]
        return kind.startswith("comm_") and parent["content"]["comm_id"] in OURS
    except (AttributeError, KeyError, TypeError):
        return False


def _call_later(kernel):
    """Return how to call something later in the kernel's main thread, or None."""
    loop = getattr(getattr(kernel, "io_loop", None), "asyncio_loop", None)
    if kernel is not None and loop is None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return None
    if loop is None:
        return None

    def call_later(seconds, function):
        loop.call_soon_threadsafe(loop.call_later, seconds, function)

    return call_later
