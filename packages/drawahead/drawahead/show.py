"""What an Explorer shows: asked for, or drawn ahead, and always that of now."""

import threading
import time

from drawahead.ahead import AHEAD, DRAWING, LIMIT, OURS, kernel_queue
from drawahead.frames import Frame, Shelf, explain, plain
from drawahead.hush import hush, lasting
from drawahead.page import picture_metadata
from drawahead.picture import Picture
from drawahead.steps import distance
from drawahead.stopping import Stoppable, Stopped, Unstoppable

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
    draw, function, title
        What is called, the function of the lesson in it, and what its pictures are.
    steps : drawahead.steps.Steps
        The controls.
    make_stage : callable
        Makes a stage: ``make_stage(draw, check, like=None)``.
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

    def __init__(self, draw, function, title, steps, make_stage, hand, play, ahead):
        self._draw, self._function, self._title = draw, function, title
        self._lasting = lasting(function)
        self._steps, self._hand = steps, hand
        self._make_stage = make_stage
        self._ahead = ahead
        self._runner = _PLAINLY
        self.stage = make_stage(self._call, check=self._check)
        self._second_stage = None
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
        # A slow picture is drawn in a thread of its own, which may be ended.
        self._aside = Stoppable()
        self._lock = threading.Lock()
        self._thread = None
        self._wanted = 0
        here = steps.now()
        self.now = self.good = self._drawn(self.stage, here)
        self._staged, self._made = here, self._generation
        self.draws, self.drawn_ahead = 1, 0
        size = picture_metadata(self.stage.figure, title)["image/png"]
        self.picture = Picture(
            frame=self.now.packed(),
            width=size["width"],
            height=size["height"],
            controls=steps.description(),
            play=play,
        )
        self.picture.on_msg(self._hear)
        OURS.add(self.picture.model_id)

    def png(self, small=False):
        """Return the last good picture as the bytes of a PNG file."""
        self.settle()
        if not small:
            return self.good.picture
        with DRAWING:
            if self._staged != self.good.steps:
                # What is shown was drawn ahead, on another figure.
                self._paint(self.stage, self.good.steps)
                self._staged = self.good.steps
            return self.stage.png(small=True)

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
        elif self._slow and _from_browser(change):
            self._draw_aside()
        else:
            self._draw_asked(steps)
        self._stir()

    def _stir(self):
        """Let the queue wait: drawing ahead would keep back what is asked for."""
        if self._queue is not None:
            self._queue.stir(self)

    def _draw_asked(self, steps):
        """Draw, in this thread, and show it."""
        AHEAD.stop()
        with DRAWING:
            began = time.perf_counter()
            made = self._generation
            frame = self._paint(self.stage, steps)
            self._slow = time.perf_counter() - began > LIMIT
            self._staged = steps if frame.picture else None
            self.draws += 1
            if steps == self._steps.now():
                self._made = made
                self._show(frame)

    def _draw_aside(self):
        """Draw in a thread of its own, and end what it draws for an older wish."""
        with self._lock:
            self._wanted += 1
            self._aside.stop()
            if self._thread is not None and self._thread.is_alive():
                return
            thread = threading.Thread(target=self._fulfil, daemon=True)
            self._thread = thread
            try:
                thread.start()
                return
            except RuntimeError:  # there are no threads in a browser's Python
                self._thread = None
        self._draw_asked(self._steps.now())

    def _fulfil(self):
        """Draw until nothing newer is wanted."""
        while True:
            wanted = self._wanted
            try:
                with DRAWING:
                    self._aside.begin()
                    self._runner = self._aside
                    try:
                        self._draw_asked(self._steps.now())
                    finally:
                        self._runner = _PLAINLY
            except Stopped:
                pass
            with self._lock:
                if wanted == self._wanted:
                    self._thread = None
                    return

    def settle(self):
        """Wait for a picture that is being drawn aside."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _show(self, frame, send=True):
        """Make a frame that of now, here and in the browser."""
        self.now = frame
        if frame.picture:
            self.good = frame
        self.picture.show(self.now.packed(self.good), send)

    def _paint(self, stage, steps):
        """Return the frame at some steps, with a message if drawing fails."""
        try:
            return self._drawn(stage, steps)
        except Exception as error:
            return Frame(steps, message=explain(error, self._function))

    def _drawn(self, stage, steps):
        values = self._steps.values(steps)
        readout = stage.render(**values)
        self._check()
        return Frame(
            steps,
            picture=stage.png(),
            readout=readout,
            alt=f"{self._title} {plain(readout)}".strip(),
            message=self._note,
            places=self._hand.places(stage.figure, values),
        )

    def _call(self, axes, **values):
        """Call the lesson's function, in the way that can be ended if need be."""
        return self._runner.run(lambda: self._draw(axes, **values))

    def _check(self):
        """Give way to whoever needs the machine now, between two parts of a picture."""
        self._runner.check()

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
            if self.stage.scale == scale:
                return
            self.stage.sharpen(scale)
            self._second_stage = None
            self.flush()
        self._draw_asked(self._steps.now())

    def _tell(self, number, axes, x, y):
        """Say what lies at a point, computed by the lesson's own function."""
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
            self._surprises = self._late = 0
            self._slow_ahead = False
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
            if there not in self.shelf:
                size = len(self.good.picture)
                return self._make_room(size, here, there) and self._draw_ahead(there)
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
        frame = self._limited(
            lambda: self._paint(self._other_stage(), steps), self._lasting
        )
        if frame is None:
            return False
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
        stage = self._other_stage()
        for steps in every:
            with DRAWING, hush():
                frame = self._paint(stage, steps)
            yield frame

    def said(self, axes, x, y, steps):
        """Return what is told of a point of an axes, at some steps."""
        return self._hand.say(axes, x, y, self._steps.values(steps))

    def _limited(self, work, kept=()):
        """Do some drawing without a trace, if it does not take long."""
        began, busy = time.perf_counter(), _worked()
        try:
            with DRAWING, hush(kept):
                self._runner = AHEAD
                try:
                    return work()
                finally:
                    self._runner = _PLAINLY
                    self._slow_ahead = _worked() - busy > LIMIT
        except Stopped:
            # Once is nothing: the machine may be busy with something else.
            self._late += time.perf_counter() - began > LIMIT
            self._slow_ahead |= self._late > 1
            return None
        except Exception:  # set_up fails the second time
            self._surprises = _SURPRISES
            return None

    def _other_stage(self):
        """Return the figure of the frames ahead; what is stored never shows it."""
        if self._second_stage is None:
            self._second_stage = self._make_stage(
                self._call, check=self._check, like=self.stage
            )
        return self._second_stage

    def _confirm(self):
        """Draw what is shown once more, at rest; correct it if it was untrue."""
        self._unsure = False
        shown, made = self.now, self._generation
        steps = self._steps.now()
        self._staged = None
        frame = self._limited(lambda: self._paint(self.stage, steps))
        if frame is None or steps != self._steps.now():
            # Ended for somebody's sake, it is tried again; if it took long, it is not.
            self._unsure = frame is None and not self._slow_ahead
            return
        self._staged = steps if frame.picture else None
        if frame == shown:
            self._made = made
            self._to_confirm = True
            return
        if self._made == made and steps == shown.steps:
            # No cell has run between the two.
            again = self._limited(lambda: self._paint(self.stage, steps))
            if again is not None and again != frame:
                self._fickle = True
                self._note = _FICKLE.format(name=self._function.__name__)
                frame = self._paint(self.stage, steps)
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


_PLAINLY = Unstoppable()


def _direction(change):
    """Return 1 if a control was moved up, and -1 if it was moved down."""
    try:
        return 1 if change["new"] >= change["old"] else -1
    except TypeError:
        return 1


def _from_browser(change):
    """Tell whether a change was made in the page, and not by Python."""
    return change is not None and bool(change["owner"]._property_lock)
