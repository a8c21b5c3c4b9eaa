"""The pictures of one Explorer: drawn on demand or ahead, kept, confirmed and sent."""

import dataclasses
import threading
import time

import numpy as np

from drawahead import images
from drawahead.ahead import BYTES, DRAWING, LIMIT, STILL, TOGETHER, Ended, drawing_asked
from drawahead.frames import Frame, explain, plain
from drawahead.order import near
from drawahead.quiet import quietly, unpredictable_numbers
from drawahead.stage import PAGE_DPI, garbage_kept, go_on

_DIFFERS = (
    "two pictures of the same values differ: let {} draw from its values alone, "
    "with a seed for random numbers"
)
_REDEFINED = "{} has been redefined: run this cell again to use it"

_ROUNDING = 2
"""The largest difference allowed between pasted and painted pixels, out of 255."""


class Pictures:
    """The pictures of one Explorer.

    `function` is the author's ``draw``, which messages name. `title` says what its
    pictures show, and ``steps()`` returns the current steps as a tuple.

    ``now`` is the frame that is shown, and ``good`` the last one with a picture.
    ``kept`` holds the frames that are still valid, by their steps. ``ground`` is the
    frame whose picture is under the others. ``is_untold`` says whether the pages still
    hold frames that were discarded here. ``touched`` is the control that was moved
    last, and ``moved_to`` the steps after that move.
    ``send(content, buffers)`` sends a message to the pages. ``queue`` calls `work`
    while ``is_seen`` says that somebody is looking. Without a queue, nothing signals
    that a cell has run, so nothing is kept. ``draws`` and ``drawn_ahead`` count the
    pictures that were needed at once and those drawn ahead.
    """

    def __init__(self, function, title, controls, stage, pointer, steps):
        self._function, self._title = function, title
        self._controls, self._stage, self._pointer = controls, stage, pointer
        self._steps = steps
        self._original = function.__globals__.get(function.__name__)
        self._lock = threading.RLock()
        self._generation = self._n_late = 0
        self._ground_pixels = self._confirmed = self.queue = None
        self._note, self.is_untold = "", False
        self.kept, self._held, self.is_seen = {}, [], False
        self.draws, self.drawn_ahead = 1, 0
        self.touched, self.moved_to = 0, steps()
        self._is_up, self._is_dragged, self._speed = True, False, 0.0
        self._moved_at, self._between_moves, self._took = -STILL, 0.0, 0.0
        self.send = lambda content, buffers: None
        with drawing_asked():
            self._stage.lay_out(self.values(steps()))  # errors at the start are raised
            self.now = self.good = self._draw(steps())
        self._keep(self.now, self._generation)

    def values(self, steps):
        """Return the values at the given steps, by the names of the controls."""
        return {one.name: one.value(step) for one, step in zip(self._controls, steps)}

    # Asked for

    def note_move(self, is_dragged):
        """Note which control has moved, whether it was dragged, and how fast."""
        goes_on, self._is_dragged = self._is_dragged and is_dragged, is_dragged
        before, self.moved_to = self.moved_to, self._steps()
        now = self.queue.clock() if self.queue else 0.0
        self._between_moves, self._moved_at = now - self._moved_at, now
        self._speed = 0.0
        for place, (old, new) in enumerate(zip(before, self.moved_to)):
            if old != new:
                self.touched = place
                if self._controls[place].count:
                    self._is_up = new > old
                    if goes_on and self._between_moves:
                        self._speed = (new - old) / self._between_moves

    def _is_still(self):
        """Return whether nothing has been moved for a moment."""
        return self.queue.clock() - self._moved_at >= STILL

    def _lead(self):
        """Return how many steps a drag will move before a picture drawn now is shown.

        The page sends a move when the kernel has answered the last one, so the time
        between two moves is about as long as the two messages take.
        """
        has_steps = self._controls[self.touched].count
        if not (self._speed and has_steps) or self._is_still():
            return 0
        waited = self.queue.clock() - self._moved_at
        return round(self._speed * (waited + self._between_moves + self._took))

    def ask(self, resend=False):
        """Show the current frame; draw it in this thread if it has not been drawn yet.

        With `resend`, the frame is sent even if it was sent before.
        """
        if self.queue is None:
            self.flush()
        steps = self._steps()
        frame = self.kept.get(steps)
        if frame is None:
            if abs(self._lead()) > 1 and self._goes_ahead:
                return  # the drag has passed it; `work` draws what comes next
            self._make_room()
            with drawing_asked():
                began, generation = time.perf_counter(), self._generation
                frame = self._draw(steps)
                self._note_time(began)
                self.draws += 1
            self._keep(frame, generation)
            resend = True
        with self._lock:
            if steps == self._steps():
                self._show(frame)
            if resend:
                self._send([frame])

    def flush(self):
        """Discard all frames, because what draw reads may have changed.

        The pages are notified with the next message, or by `tell`. Return the number of
        the new generation of frames.
        """
        with self._lock:
            self._generation += 1
            self._confirmed = ()
            self.is_untold |= bool(self.kept)
            self.kept.clear()
            self._held.clear()
            return self._generation

    def tell(self):
        """Tell the pages what they do not know yet: frames to discard or new ones."""
        with self._lock:
            if self.is_untold or self._held:
                self._send([])

    def set_scale(self, scale):
        """From now on, draw `scale` pixels per pixel of the page, in each direction."""
        dpi = PAGE_DPI * scale
        if dpi == self._stage.dpi:
            return
        with drawing_asked():
            self._stage.dpi = dpi
            self.flush()
            self._ground_pixels = None
        self.ask()

    def small_png(self, dpi):
        """Return the last good picture as a file to store."""
        values = self.values(self.good.steps)
        with drawing_asked(), unpredictable_numbers():
            drawing = self._stage.render(values, in_full=True, dpi=dpi)
        return images.encode_small(drawing.pixels)

    def frame_at(self, steps, stage, encode):
        """Return the frame at the given steps, with an opaque picture from a stage.

        Hovering is left out, because no kernel will be there to answer.
        """
        with DRAWING, quietly():
            frame, pixels = self._frame(tuple(steps), stage)
        picture = b"" if pixels is None else encode(pixels)
        places = frame.places and frame.places | {"hover": []}
        return dataclasses.replace(frame, picture=picture, places=places)

    @garbage_kept()  # the figure is garbage when this returns
    def _frame(self, steps, stage, in_full=False, check=go_on):
        """Return the frame at the given steps and, separately, its picture's pixels.

        If draw fails, the pixels are None, and the frame's message says why.
        """
        values = self.values(steps)
        try:
            with unpredictable_numbers():
                drawing = stage.render(values, in_full, check)
                if in_full and stage.give_room(drawing.figure, values):
                    drawing = stage.render(values, in_full, check)
            places = self._pointer.places(drawing.figure, values)
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            return Frame(steps, message=explain(error, self._function)), None
        alt = f"{self._title} {plain(drawing.readout)}".strip()
        frame = Frame(steps, b"", drawing.readout, alt, self._note, places)
        return frame, drawing.pixels

    def _draw(self, steps, in_full=False, check=go_on):
        """Return the frame at the given steps, with its picture over the ground."""
        frame, pixels = self._frame(steps, self._stage, in_full, check)
        if pixels is None:
            return frame
        if self._ground_pixels is None:
            self._ground_pixels = pixels
            self.ground = dataclasses.replace(frame, picture=images.encode(pixels))
        picture = images.encode(pixels, self._ground_pixels)
        return dataclasses.replace(frame, picture=picture)

    def _show(self, frame):
        self.now = frame
        if frame.picture:
            self.good = frame

    def _keep(self, frame, generation):
        """Keep a frame if nothing has happened since; return whether it was kept."""
        with self._lock:
            if generation == self._generation:
                self.kept[frame.steps] = frame
            return generation == self._generation

    # Sent

    def send_all(self):
        """Send all frames, because a page has been opened."""
        with self._lock:
            self._held.clear()
            self._send([self.now, *(f for f in self.kept.values() if f != self.now)])

    def _send(self, frames):
        frames = [*self._held, *frames]
        self._held.clear()
        packed = [frame.packed() for frame in frames]
        pictures = [frame.pop("picture") for frame in packed]
        is_flush, self.is_untold = self.is_untold, False
        self.send({"frames": packed, "flush": is_flush}, pictures)

    # Drawn ahead

    def work(self):
        """Do one piece of work; return whether there was any to do."""
        if not self._goes_ahead:
            if self.now.steps != self._steps():
                self.ask()  # the queue should have drawn it, but has given up
            return False
        here, is_still = self._steps(), self._is_still()
        counts = [control.count for control in self._controls]
        there, lead, place = list(here), self._lead(), self.touched
        if lead:
            there[place] = min(max(here[place] + lead, 0), counts[place] - 1)
        order = near(there, counts, place, self._is_up)
        order = order[: 1 + BYTES // 2 // self._largest]
        missing = [steps for steps in order if steps not in self.kept]
        is_due = self._confirmed != here
        is_time = self._confirmed is None or not set(missing) & set(order[:5])
        try:
            if missing and not (is_due and is_time and is_still):
                self._make_room()
                self._draw_ahead(missing[0])
            elif is_due and is_still:
                self._confirm(here)
            elif is_due:
                self.queue.stir(after=STILL)
                return False
            else:
                self.tell()
                return False
        except Ended:
            pass
        return True

    @property
    def _goes_ahead(self):
        """Whether `work` draws ahead. It stops after two slow pictures in a row."""
        return self.is_seen and self._n_late < 2 and not self._note

    def _draw_ahead(self, steps):
        generation = self._generation
        frame = self._draw_quietly(steps)
        self.drawn_ahead += 1
        with self._lock:
            if self._keep(frame, generation):
                is_current = steps == self._steps()
                is_new = is_current and frame != self.now
                if is_current:
                    self._show(frame)
                self._held.append(frame)
                if is_new or self.queue.is_hot or len(self._held) >= TOGETHER:
                    self._send([])

    def _draw_quietly(self, steps, in_full=False):
        """Draw without leaving a trace, and note whether drawing takes too long.

        If `in_full`, this draws the picture shown, and any move ends the drawing, even
        one that asks for no picture.
        """

        def check(*_args, **_kwargs):
            self.queue.check()
            if in_full and steps != self._steps():
                raise Ended

        began = time.perf_counter()
        with DRAWING, quietly():
            frame = self._draw(steps, in_full, check)
        if not in_full:
            self._note_time(began)
        return frame

    def _note_time(self, began):
        """Note how long a picture took, and how many in a row have taken too long."""
        self._took = time.perf_counter() - began
        self._n_late = self._n_late + 1 if self._took > LIMIT else 0

    def _confirm(self, here):
        """Draw the current picture once more in full; correct it if it was wrong."""
        shown, generation, name = self.now, self._generation, self._function.__name__
        frame = self._draw_quietly(here, in_full=True)
        with DRAWING:  # the scale stays the same until all are compared
            if generation != self._generation or here != self._steps():
                return
            if self.kept.get(here) is shown and not self._equal(shown, frame):
                if self._equal(frame, self._draw_quietly(here, in_full=True)):
                    quick = self._draw_quietly(here)
                    self._stage.takes_shortcuts &= self._equal(frame, quick)
                else:
                    self._note = _DIFFERS.format(name)
                generation = self.flush()
        redefined = _REDEFINED.format(name) if self._is_redefined() else ""
        frame = dataclasses.replace(
            frame, message=self._note or redefined or frame.message
        )
        with self._lock:
            if generation != self._generation or here != self._steps():
                return
            self._confirmed = here
            if self.kept.get(here) is shown and frame.message == shown.message:
                return  # the page has this frame
            self._show(frame)
            self._keep(frame, generation)
            self._send([frame])

    def _is_redefined(self):
        current = self._function.__globals__.get(self._function.__name__)
        if current is None or self._original is not self._function:
            return False
        return self._original.__code__ != getattr(current, "__code__", None)

    def _equal(self, first, second):
        """Return whether two frames show the same things, apart from rounding."""
        if first.message != second.message or first.readout != second.readout:
            return False
        if first.picture == second.picture or not (first.picture and second.picture):
            return bool(first.picture) == bool(second.picture)
        ground = self.ground.picture
        pixels = [images.decode(one.picture, ground) for one in (first, second)]
        return bool(np.abs(np.subtract(*pixels, dtype=int)).max() <= _ROUNDING)

    def _make_room(self):
        """Discard all frames if one more would take too much memory."""
        if (len(self.kept) + 1) * self._largest > BYTES:
            self.flush()

    @property
    def _largest(self):
        """The approximate size in bytes of the largest frame."""
        return max(frame.size for frame in [self.good, *self.kept.values()])
