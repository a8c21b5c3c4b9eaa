"""What an Explorer shows: asked for, or drawn ahead, and always that of now."""

import threading
import time

from drawahead.ahead import DRAWING, LIMIT, OURS, kernel_queue
from drawahead.frames import Frame, Shelf, explain, plain
from drawahead.hush import hush, lasting
from drawahead.picture import Picture
from drawahead.steps import distance

_FICKLE = (
    "two pictures of the same values differ: give random numbers a seed, and change "
    "nothing in {name} that lasts"
)

_SURPRISES = 3
"""After so many frames ahead that proved untrue, wait for the next cell."""

_worked = getattr(time, "thread_time", time.process_time)
"""The seconds that this thread has worked; a browser's Python has one thread."""


class Show:
    """The pictures of one Explorer, drawn by one function.

    Parameters
    ----------
    function, title
        The author's function, and what its pictures are.
    steps : drawahead.steps.Steps
        The controls.
    stage : drawahead.stage.Stage
        What draws.
    hand : drawahead.hand.Hand
        What can be taken hold of.
    play : list of int
        Which controls can play.
    ahead : bool
        Whether to draw ahead.

    Attributes
    ----------
    now, good : Frame
        The frame of now, and the last one with a picture.
    draws, drawn_ahead : int
        How many pictures were drawn because somebody asked, and how many ahead.
    shelf : Shelf
        The frames ahead.
    picture : Picture
        The widget.
    """

    def __init__(self, function, title, steps, stage, hand, play, ahead):
        self._function, self._title = function, title
        self._lasting = lasting(function)
        self._steps, self._hand = steps, hand
        self._ahead = ahead
        self._stage = stage
        self._queue = None
        # What the browser has, and since when it is true.
        self.shelf = Shelf()
        self._sent = set()
        self._generation = 0
        # Held while frames come or go: a control may let them go in another thread.
        self._keeping = threading.RLock()
        self._unsure = self._slow = self._slow_ahead = self._fickle = False
        self._to_confirm = False  # what is shown is true: the browser has to hear it
        self._surprises = self._late = 0
        self._note = ""
        # Which control was moved last, and whether up or down.
        self._moved, self._direction = None, 1
        here = steps.now()
        # The last drawing that somebody asked for, and of which steps it is.
        self._asked, drawing = (None, None), stage.render(**steps.values(here))
        self.now = self.good = self._frame(here, drawing)
        self._asked, self._made = (here, drawing), self._generation
        self.draws, self.drawn_ahead = 1, 0
        self.size = width, height = stage.size
        self.picture = Picture(
            frame=self.now.packed(),
            width=width,
            height=height,
            controls=steps.description(),
            play=play,
        )
        self.picture.on_msg(self._hear)
        OURS.add(self.picture.model_id)

    def png(self, small=False):
        """Return the last good picture as the bytes of a PNG file."""
        if not small:
            return self.good.picture
        with DRAWING:
            return self.drawing().small_png()

    def drawing(self):
        """Return the drawing of the last good picture."""
        steps, drawing = self._asked
        if steps != self.good.steps:
            # What is shown was drawn ahead, and only its file was kept.
            values = self._steps.values(self.good.steps)
            drawing = self._stage.render(**values)
            self._asked = self.good.steps, drawing
        return drawing

    # What is drawn because somebody asks

    def follow(self, change=None):
        """Show the values of now; keep the last good picture if that fails."""
        self._stir()
        if change is not None:
            self._moved = self._steps.place(change["owner"])
            self._direction = _direction(change)
        steps = self._steps.now()
        frame = self.shelf.get(steps)
        if frame is not None:
            self._unsure, self._made = True, self._generation
            self._show(frame, send=frame.key not in self._sent)
        else:
            self._draw_asked(steps)
        self._stir()

    def _stir(self):
        """Let the queue wait: drawing ahead would keep back what is asked for."""
        if self._queue is not None:
            self._queue.stir(self)

    def _draw_asked(self, steps):
        """Draw, in this thread, and show it."""
        with DRAWING:
            began = time.perf_counter()
            made = self._generation
            frame, drawing = self._draw(steps)
            self._slow = time.perf_counter() - began > LIMIT
            self._asked = steps, drawing
            self.draws += 1
            if steps == self._steps.now():
                self._made = made
                self._show(frame)

    def _show(self, frame, send=True):
        """Make a frame that of now, here and in the browser."""
        self.now = frame
        if frame.picture:
            self.good = frame
        self.picture.show(self.now.packed(self.good), send)

    def _draw(self, steps, keep=True):
        """Return the frame at some steps and its drawing, or a message and None."""
        try:
            drawing = self._stage.render(keep, **self._steps.values(steps))
            return self._frame(steps, drawing), drawing
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            return Frame(steps, message=explain(error, self._function)), None

    def _frame(self, steps, drawing):
        values = self._steps.values(steps)
        return Frame(
            steps,
            picture=drawing.png(),
            readout=drawing.readout,
            alt=f"{self._title} {plain(drawing.readout)}".strip(),
            message=self._note,
            places=self._hand.places(drawing.figure, values),
        )

    # What the browser says

    def _hear(self, _, content, buffers):
        """Answer a message of the browser's script."""
        if "hello" in content:
            self._sent.clear()
        if "scale" in content:
            self._sharpen(content["scale"])
        if content.get("look"):
            self._be_looked_at()
        elif "look" in content and self._queue is not None:
            self._queue.leave(self)
            if content.get("gone"):
                self.flush()
        if content.get("near") and self._queue is not None:
            self._queue.stir(self)  # a hand comes: this one's frames are next
        if "need" in content:
            self._show(self.now)
        if "hover" in content:
            self._tell(**content["hover"])

    def _be_looked_at(self):
        """Take part in drawing ahead, if this kernel can."""
        if not self._ahead:
            return
        self._queue = kernel_queue()
        if self._queue is not None:
            self._unsure = True
            self._queue.look(self)

    def _sharpen(self, scale):
        """Draw with so many pixels to each of the page."""
        scale = 2 if scale > 1 else 1
        with DRAWING:
            if self._stage.scale == scale:
                return
            self._stage.scale = scale
            self.flush()
        self._draw_asked(self._steps.now())

    def _tell(self, number, axes, x, y):
        """Say what lies at a point, as the author's function computes it."""
        try:
            text = self._hand.say(axes, x, y, self._steps.values())
        except Exception as error:
            text = explain(error, self._function)
        self.picture.tell(number, text)

    # What is drawn ahead

    def flush(self, _=None):
        """Let all frames go, here and in the browser; what is shown may be untrue."""
        with self._keeping:
            self._generation += 1
            self._unsure = True
            self._surprises = 0
            self.shelf.clear()
            if self._sent:
                self._sent.clear()
                self.picture.flush(self._generation)

    def work_ahead(self):
        """Do one piece of work; return whether there was one."""
        if self._slow or self._fickle:
            return False
        if self._unsure:
            self._confirm()
            return True
        if self._slow_ahead or self._surprises >= _SURPRISES:
            return False
        here = self._steps.now()
        self._keep_shown(here)
        for there in self._steps.near(here, self._moved, self._direction):
            size = len(self.good.picture)
            if there not in self.shelf and self._make_room(size, here, there):
                return self._draw_ahead(there)
        return False

    def has_unsent(self):
        """Tell whether there is something that the browser has not got yet."""
        return self._to_confirm or len(self.shelf) > len(self._sent)

    def send_ahead(self):
        """Send what the browser has not got yet, what was drawn first before others."""
        if self._to_confirm:
            self._to_confirm = False
            self.picture.confirm()
        with self._keeping:
            for frame in self.shelf:
                if frame.key not in self._sent:
                    self._sent.add(frame.key)
                    self.picture.send_ahead(frame.packed(), self._generation)

    def _keep_shown(self, here):
        """Keep what is shown among the frames, if it is true: it is the way back."""
        frame = self.now
        with self._keeping:
            true = self._made == self._generation and frame.steps == here
            if true and here not in self.shelf:
                if self._make_room(len(frame.picture), here, here):
                    self.shelf.put(frame)

    def _draw_ahead(self, steps):
        """Draw one frame that nobody has asked for yet."""
        made = self._generation
        frame, _ = self._limited(steps, self._lasting)
        self.drawn_ahead += 1
        with DRAWING:
            if made != self._generation:
                return True
            if not self._make_room(len(frame.picture), self._steps.now(), steps):
                return False
            with self._keeping:
                if made == self._generation:
                    self.shelf.put(frame)
        return True

    def frames_at(self, every):
        """Yield the frame at each of some steps."""
        for steps in every:
            with DRAWING, hush():
                frame, _ = self._draw(steps)
            yield frame

    def said(self, axes, x, y, steps):
        """Return what is told of a point of an axes, at some steps."""
        return self._hand.say(axes, x, y, self._steps.values(steps))

    def _limited(self, steps, kept=(), keep=True):
        """Draw without a trace, and note whether it takes too long for that."""
        began, busy = time.perf_counter(), _worked()
        try:
            with DRAWING, hush(kept):
                return self._draw(steps, keep)
        finally:
            # Late once is nothing: the machine may be busy with something else.
            late = time.perf_counter() - began > LIMIT
            self._late = self._late + 1 if late else 0
            self._slow_ahead |= _worked() - busy > LIMIT or self._late > 1

    def _confirm(self):
        """Draw what is shown once more, at rest; correct it if it was untrue."""
        self._unsure = False
        shown, made = self.now, self._generation
        steps = self._steps.now()
        frame, drawing = self._limited(steps, keep=False)
        if steps != self._steps.now():
            return
        self._asked = steps, drawing
        if frame == shown:
            self._made = made
            self._to_confirm = True
            return
        if self._made == made and steps == shown.steps:
            # No cell has run between the two.
            self._stage.keeps_background = False  # perhaps it was that of another
            again, _ = self._limited(steps)
            if again != frame:
                self._fickle = True
                self._note = _FICKLE.format(name=self._function.__name__)
                frame, drawing = self._draw(steps)
                self._asked = steps, drawing
            surprises = self._surprises + 1
            self.flush()
            self._unsure, self._surprises = False, surprises
        self._made = self._generation
        self._show(frame)

    def _make_room(self, size, here, there):
        """Return whether there is room for one frame more, which others may leave."""
        while not self._queue.make_room(self, size):
            farthest = self.shelf.farthest(here)
            if farthest is None or distance(farthest.steps, here) <= distance(
                there, here
            ):
                return False
            self.give_up(farthest)
        return True

    def give_up(self, frame=None):
        """Let go of one frame, the farthest; return whether there was one."""
        with self._keeping:
            frame = frame or self.shelf.farthest(self._steps.now())
            if frame is None:
                return False
            self.shelf.take(frame)
            if frame.key in self._sent:
                self._sent.discard(frame.key)
                self.picture.forget(frame.key)
        return True


def _direction(change):
    """Return 1 if a control was moved up, and -1 if it was moved down."""
    try:
        return 1 if change["new"] >= change["old"] else -1
    except TypeError:
        return 1
