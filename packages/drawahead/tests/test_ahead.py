"""Drawing ahead without a browser: a page and a loop of pretence.

The page keeps to the rules of ``shelf.js``: it paints a frame that it has as soon as a
control moves, takes answers unless something newer is shown, and forgets when told.
"""

import contextlib
import dataclasses
import io
import json
import pathlib
import random
import subprocess
import sys
import threading
import time
import warnings
import zlib

import ipywidgets
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from drawahead import Explorer, ahead, explorer, frames, show
from drawahead.stage import Stage
from drawahead.steps import Steps, key
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from nbclient import NotebookClient


class Loop:
    """A loop whose time passes when it is told to."""

    def __init__(self):
        self.now = 0.0
        self.calls = []

    def call_later(self, seconds, function):
        self.calls.append((self.now + seconds, len(self.calls), function))

    def run(self, seconds=1000.0, turns=2000):
        """Let time pass until nothing more is to be called."""
        end = self.now + seconds
        for _ in range(turns):
            due = [call for call in self.calls if call[0] <= end]
            if not due:
                break
            first = min(due)
            self.calls.remove(first)
            self.now = max(self.now, first[0])
            first[2]()
        self.now = max(self.now, min(end, self.now + 10))


class Page:
    """A page that looks at an Explorer, and what it shows."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.show = explorer._show
        self.picture = self.show.picture
        self.ahead = {}
        self.generation = 0
        self.shown = self.model = self.picture.frame
        self.picture.send = self.hear
        self.picture.send_state = self.receive
        self.asked = 0

    def say(self, **content):
        self.show._hear(self.picture, content, [])

    def hear(self, content, buffers=()):
        if "ahead" in content and content["generation"] >= self.generation:
            self.generation = content["generation"]
            frame = {**content["ahead"], "picture": buffers[0]}
            self.ahead[frame["key"]] = frame
        elif "flush" in content:
            self.generation = content["flush"]
            self.ahead.clear()
        elif "forget" in content:
            self.ahead.pop(content["forget"])
        elif "confirm" in content:
            if any(content["confirm"][name] != self.shown[name] for name in
                   ("key", "good", "print", "message")):  # fmt: skip
                self.asked += 1
                self.say(need=True)

    def receive(self, key=None):
        # The browser's model tells of nothing that is the same as before.
        if key == "frame" and self.picture.frame != self.model:
            self.shown = self.model = self.picture.frame

    def move(self, **values):
        """Move controls in the page: paint what is there, then tell the kernel."""
        steps = self.show._steps
        for name, value in values.items():
            control = self.explorer.controls[name]
            places = steps.now()
            with control.hold_trait_notifications():
                before = control.value
                control._trait_values["value"] = value
                places = steps.now()
                control._trait_values["value"] = before
            frame = self.ahead.get(key(places))
            if frame is not None:
                if frame["picture"]:
                    self.shown = frame
                else:
                    good = {k: self.shown[k] for k in ("good", "picture", "readout",
                            "alt", "print", "places")}  # fmt: skip
                    self.shown = {**frame, **good}
            control.value = value

    def look(self):
        self.say(look=True, scale=1)


class Sketch(Stage):
    """A stage that writes what it would draw, to try many sessions in little time."""

    def render(self, keep=True, /, **values):
        return Sketched(self._draw(None, **values))


@dataclasses.dataclass
class Sketched:
    readout: str
    figure: object = None

    def png(self):
        return self.readout.encode()


@pytest.fixture
def limit():
    """The seconds that a picture may take: many, as others may work on this machine."""
    return 60.0


def queued(monkeypatch, limit):
    """Return a loop of pretence that has a kernel's queue."""
    WORLD.update(shift=0)
    monkeypatch.setattr(show, "LIMIT", limit)
    made = Loop()
    made.queue = ahead.Queue(made.call_later, clock=lambda: made.now)
    monkeypatch.setattr(show, "kernel_queue", lambda: made.queue)
    return made


@pytest.fixture
def loop(monkeypatch, limit):
    """A kernel's queue, with a loop of pretence."""
    return queued(monkeypatch, limit)


WORLD = {"shift": 0}


def draw(ax, height=3, wave=1.0, on=True, kind="one"):
    """Some lines."""
    if height == 7:
        raise ValueError("seven is not allowed")
    if ax is not None:
        ax.plot([0, 1, 2], [0, height, WORLD["shift"]], "-" if on else "--")
        ax.set_title(f"{wave:.2f} {kind}")
        ax.set(xlim=(0, 2 + wave), ylim=(0, 12))
    return f"{height} {wave} {on} {kind} {WORLD['shift']}"


def explorer_of_draw(**options):
    return Explorer(draw, height=(0, 12), wave=(0.0, 1.0, 0.1), on=True,
                    kind=["one", "two"], figsize=(1.5, 1), **options)  # fmt: skip


@pytest.fixture
def page(loop):
    found = Page(explorer_of_draw())
    found.look()
    return found


def check_true(page):
    """Hold what page and Python show against a new Explorer with the same values."""
    explorer = page.explorer
    new = explorer_of_draw()
    for name, value in explorer.values.items():
        if name != "height" or value != 7:
            new.controls[name].value = value
    if explorer.values["height"] == 7:
        assert explorer.message == page.shown["message"] == "seven is not allowed"
        assert page.shown["picture"] == explorer.png()
        assert page.shown["readout"] == explorer.readout
        return
    assert explorer.values == new.values
    assert explorer.message == page.shown["message"] == ""
    assert explorer.readout == page.shown["readout"] == new.readout
    assert page.shown["alt"] == f"Some lines. {new.readout}"
    assert page.shown["picture"] == explorer.png() == new.png()


# What is drawn, and when


def test_nothing_happens_before_somebody_looks(loop):
    explorer = explorer_of_draw()
    explorer.controls["height"].value = 5
    loop.run()
    assert (explorer.drawn_ahead, explorer.draws, loop.queue.turns) == (0, 2, 0)


def test_neighbours_come_nearest_first_and_then_all_rests(page, loop):
    page.move(height=4)
    loop.run()
    heights = [json.loads(name)[0] for name in page.ahead]
    assert heights[:4] == [4, 5, 3, 6]
    assert len(page.ahead) == 1 + 12 + 10 + 1 + 1
    assert loop.calls == []
    turns = loop.queue.turns
    page.explorer._show._queue.stir()
    loop.run()
    assert loop.queue.turns == turns


def test_a_wide_range_is_drawn_coarse_to_fine(loop):
    def draw_one(ax, value=50, other=3):
        return str(value)

    page = Page(Explorer(draw_one, value=(0, 99), other=(0, 6), figsize=(1, 1)))
    page.look()
    loop.run()
    asked = [json.loads(name) for name in page.ahead]
    assert len(asked) == 100 + 6
    assert [value for value, _ in asked[:5]] == [50, 51, 49, 52, 48]
    eighths = [value for value, _ in asked[5:17]]
    assert eighths == [56, 40, 64, 32, 72, 24, 80, 16, 88, 8, 96, 0]
    assert asked[17:19] == [[50, 4], [50, 2]]
    odd = [value % 2 for value, other in asked[19:] if other == 3]
    assert odd == sorted(odd)


def test_downwards_first_when_it_moves_downwards(page, loop):
    page.move(height=9)
    page.move(height=8)
    loop.run()
    assert [json.loads(name)[0] for name in page.ahead][:4] == [8, 7, 9, 6]


def test_the_way_back_is_as_short_as_the_way_there(page, loop):
    loop.run()
    draws, drawn_ahead = page.explorer.draws, page.explorer.drawn_ahead
    first = page.shown
    for height in (4, 3, 4):
        page.move(height=height)
        assert page.shown["readout"].startswith(f"{height} ")
    page.move(height=3)
    assert page.shown["picture"] == first["picture"]
    assert page.explorer.draws == draws
    assert page.explorer.drawn_ahead == drawn_ahead
    loop.run()
    check_true(page)


def test_what_is_shown_is_not_kept_if_frames_are_let_go_meanwhile(page, loop):
    loop.run(turns=1)  # what is shown is drawn once more, and nothing is kept yet
    assert not page.ahead
    steps, now = page.show._steps, page.show._steps.now

    def let_go_first():
        steps.now = now
        WORLD["shift"] = 5
        page.show.flush()
        return now()

    steps.now = let_go_first
    kept = []
    page.show.shelf.put, put = kept.append, page.show.shelf.put
    loop.run(turns=1)
    page.show.shelf.put = put
    assert all(frame.readout.endswith(" 5") for frame in kept)


def test_a_frame_ahead_is_painted_without_drawing(page, loop):
    loop.run()
    draws = page.explorer.draws
    page.move(height=4)
    assert page.shown["key"] == "[4,10,1,0]"
    assert page.explorer.draws == draws
    assert page.explorer.readout == "4 1.0 True one 0"
    loop.run()
    check_true(page)


def test_there_and_back_again(page, loop):
    loop.run()
    page.move(height=4)
    page.move(height=3)
    assert page.shown["key"] == "[3,10,1,0]"
    loop.run()
    check_true(page)


def test_it_waits_for_quiet_and_rests_between(page, loop):
    loop.run(ahead.QUIET / 2)
    assert page.explorer.drawn_ahead == 0
    page.move(height=4)
    loop.run(ahead.QUIET * 0.9)
    assert page.explorer.drawn_ahead == 0
    loop.run(ahead.QUIET)
    assert page.explorer.drawn_ahead > 0


def test_it_waits_while_somebody_waits_for_a_picture(loop):
    turns = []

    def draw_long(ax, value=3):
        if value == 5:
            loop.run(0.9 * ahead.QUIET, turns=5)
            turns.append(loop.queue.turns)

    page = Page(Explorer(draw_long, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run(0.9 * ahead.QUIET)
    page.move(value=5)
    assert turns == [0]


def test_a_hidden_page_gets_nothing(page, loop):
    page.say(look=False)
    loop.run()
    assert page.explorer.drawn_ahead == 0
    page.look()
    loop.run()
    assert page.explorer.drawn_ahead > 0


def test_ahead_false_draws_what_is_asked(loop):
    page = Page(explorer_of_draw(ahead=False))
    page.look()
    page.move(height=5)
    loop.run()
    assert (page.explorer.drawn_ahead, page.explorer.draws) == (0, 2)
    check_true(page)


def test_a_new_page_gets_the_frames_that_are_there(page, loop):
    loop.run()
    drawn, had = page.explorer.drawn_ahead, dict(page.ahead)
    page.ahead.clear()
    page.say(hello=True)
    page.look()
    loop.run()
    assert page.ahead == had
    assert page.explorer.drawn_ahead == drawn


def test_frames_are_sent_together_and_the_nearest_soon(loop):
    def draw_in_a_while(ax, value=30):
        loop.now += 0.05
        return str(value)

    page = Page(Explorer(draw_in_a_while, value=(0, 60), figsize=(1, 1)))
    came, hear = [], page.picture.send

    def note(content, buffers=()):
        came.append((loop.now, *content))
        hear(content, buffers)

    page.picture.send = note
    page.look()
    loop.run()
    assert len(page.ahead) == 61
    assert [kind for _, kind, *_ in came] == ["confirm"] + ["ahead"] * 61
    times = sorted({time for time, *_ in came})
    soon, later = ahead.TOGETHER
    gaps = np.diff([0.0, *times])  # somebody has looked at 0
    assert gaps.min() >= soon
    assert times[0] < soon + 0.2
    assert sum(gaps < later) <= ahead.FIRST
    before = len(came)
    page.move(value=31)
    loop.run(0.9 * soon)
    assert len(came) == before
    loop.run()
    assert [kind for _, kind, *_ in came[before:]] == ["confirm"]


# Nothing stale


def test_frames_that_another_thread_lets_go_while_they_are_sent_come_anew(page, loop):
    hear, others = page.picture.send, []

    def let_go_after_the_first(content, buffers=()):
        hear(content, buffers)
        if "ahead" in content and not others:
            WORLD["shift"] = 5
            others.append(threading.Thread(target=page.show.flush))
            others[0].start()
            others[0].join(0.3)

    page.picture.send = let_go_after_the_first
    loop.run()
    others[0].join()
    page.show._queue.stir()
    loop.run()
    assert {frame.key for frame in page.show.shelf} == set(page.ahead)
    drawn = [frame["readout"] for frame in page.ahead.values() if frame["picture"]]
    assert drawn
    assert all(readout.endswith(" 5") for readout in drawn)


def test_a_frame_given_up_while_another_thread_lets_all_go_counts_once(
    page, loop, monkeypatch
):
    loop.run()
    size_of, others = frames._size, []

    def let_go_meanwhile(frame):
        if not others:
            others.append(threading.Thread(target=page.show.flush))
            others[0].start()
            others[0].join(0.3)
        return size_of(frame)

    monkeypatch.setattr(frames, "_size", let_go_meanwhile)
    assert page.show.give_up()
    others[0].join()
    assert (len(page.show.shelf), page.show.shelf.size) == (0, 0)


def test_a_cell_lets_all_frames_go(page, loop):
    loop.run()
    assert page.ahead
    loop.queue.cell_begins()
    assert not page.ahead
    WORLD["shift"] = 5
    page.move(height=4)
    loop.run()
    loop.queue.cell_ends()
    loop.run()
    check_true(page)
    page.move(height=5)
    check_true(page)


def test_a_cell_lets_the_frames_go_of_what_is_out_of_sight(page, loop):
    loop.run()
    page.say(look=False)
    loop.queue.cell_begins()
    WORLD["shift"] = 5
    loop.queue.cell_ends()
    assert not page.ahead
    page.move(height=4)
    assert page.shown["readout"] == "4 1.0 True one 5"


def test_no_turn_while_a_cell_awaits(page, loop):
    loop.queue.cell_begins()
    loop.run()
    assert page.explorer.drawn_ahead == 0
    loop.queue.cell_ends()
    loop.run()
    assert page.explorer.drawn_ahead > 0


def test_what_no_cell_has_changed_is_corrected_at_rest(page, loop):
    loop.run()
    WORLD["shift"] = 3
    page.move(height=4)
    assert page.shown["readout"].endswith(" 0")
    loop.run()
    check_true(page)
    page.move(height=5)
    check_true(page)
    assert page.shown["message"] == ""


def test_other_limits_of_a_slider_rename_all_frames(page, loop):
    loop.run()
    page.explorer.controls["height"].min = 1
    assert not page.ahead
    loop.run()
    page.move(height=5)
    loop.run()
    assert page.shown["key"] == "[4,10,1,0]"
    check_true(page)


PAGES = st.integers(0, 1)


class Sessions(RuleBasedStateMachine):
    """What people and notebooks do with two Explorers, in any order."""

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.loop = queued(self.patch, 60.0)
        self.set_up()
        self.pages = [Page(explorer_of_draw()) for _ in range(2)]

    def set_up(self):
        """Let no picture be drawn: it takes too long for many sessions."""
        self.patch.setattr(explorer, "Stage", Sketch)

    @rule(n=PAGES, height=st.integers(0, 12))
    def jump(self, n, height):
        self.pages[n].move(height=height)

    @rule(n=PAGES, end=st.integers(0, 12))
    def drag(self, n, end):
        for height in range(self.pages[n].explorer.values["height"], end):
            self.pages[n].move(height=height)

    @rule(n=PAGES, step=st.sampled_from((-1, 1)))
    def press_a_key(self, n, step):
        height = self.pages[n].explorer.values["height"] + step
        self.pages[n].move(height=min(max(height, 0), 12))

    @rule(n=PAGES, tenths=st.integers(0, 10), on=st.booleans())
    def move_other_controls(self, n, tenths, on):
        self.pages[n].move(wave=tenths * 0.1)
        self.pages[n].move(on=on)

    @rule(n=PAGES, kind=st.sampled_from(("one", "two")))
    def choose(self, n, kind):
        self.pages[n].move(kind=kind)

    @rule(shift=st.integers(0, 9), height=st.none() | st.integers(0, 12))
    def run_a_cell(self, shift, height):
        self.loop.queue.cell_begins()
        WORLD["shift"] = shift
        if height is not None:
            self.pages[0].explorer.controls["height"].value = height
        self.loop.queue.cell_ends()

    @rule(n=PAGES, shift=st.integers(0, 2), height=st.integers(0, 12))
    def change_the_world_without_a_cell(self, n, shift, height):
        WORLD["shift"] = shift
        self.pages[n].move(height=height)

    @rule(n=PAGES)
    def reset(self, n):
        self.pages[n].explorer.reset()

    @rule(n=PAGES, there=st.booleans())
    def look(self, n, there):
        self.pages[n].look() if there else self.pages[n].say(look=False)

    @rule(n=PAGES)
    def load_the_page_again(self, n):
        page = self.pages[n]
        page.ahead.clear()
        page.say(hello=True)
        page.shown = page.picture.frame

    @rule(seconds=st.sampled_from((0.01, 0.2, 0.4, 1)), turns=st.integers(0, 20))
    def wait(self, seconds, turns):
        self.loop.run(seconds, turns)

    def teardown(self):
        """At rest, each page shows what a new Explorer shows."""
        try:
            for page in self.pages:
                page.look()
            self.loop.run()
            for page in self.pages:
                check_true(page)
            assert self.loop.calls == []
        finally:
            self.patch.undo()


class SessionsWithPictures(Sessions):
    """The same, with pictures that are drawn."""

    def set_up(self):
        """Let everything be as it is."""


def tried(sessions, count, steps):
    """Return a test of some sessions, the same ones each time."""
    test = sessions.TestCase
    test.settings = settings(
        max_examples=count,
        stateful_step_count=steps,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return test


TestSessions = tried(Sessions, count=60, steps=30)
TestSessionsWithPictures = tried(SessionsWithPictures, count=5, steps=12)


# Within bounds


def test_frames_are_bounded_and_the_farthest_go(loop, monkeypatch):
    page = Page(explorer_of_draw())
    limit = 6 * (len(page.explorer.png()) + 2000)
    monkeypatch.setattr(ahead, "KERNEL_BYTES", limit)
    page.look()
    loop.run()
    assert len(page.ahead) >= 3
    page.move(height=12)
    loop.run()
    assert loop.queue.size() <= limit
    assert set(page.ahead) == {frame.key for frame in page.show.shelf}
    assert sum(json.loads(name)[0] > 7 for name in page.ahead) >= 3
    assert loop.calls == []


def test_an_explorer_gives_way_to_the_one_that_is_touched(loop, monkeypatch):
    one, other = Page(explorer_of_draw()), Page(explorer_of_draw())
    limit = 9 * (len(one.explorer.png()) + 2000)
    monkeypatch.setattr(ahead, "KERNEL_BYTES", limit)
    one.look()
    loop.run()
    had = len(one.ahead)
    other.look()
    loop.run()
    assert len(one.ahead) < had
    assert len(other.ahead) > 4
    assert loop.queue.size() <= limit
    assert loop.calls == []  # neither takes the other's room again


def test_ten_million_steps(loop):
    def draw_far(ax, value=5_000_000, fine=0.5):
        return f"{value} {fine}"

    began = time.thread_time()
    page = Page(Explorer(draw_far, value=(0, 10_000_000), fine=(0.0, 1.0, 1e-7),
                         figsize=(1, 1), drag={"value": "x"}))  # fmt: skip
    assert time.thread_time() - began < 2
    (grip,) = page.shown["places"]["grips"]
    assert (len(grip["points"]), grip["stride"]) == (512, 19_532)
    page.look()
    loop.run(turns=3000)
    assert len(page.ahead) == 1 + 2 * 200 + 2 * 24
    page.move(value=5_000_001)
    assert page.shown["readout"] == "5000001 0.5"


# Functions that behave badly


def test_a_message_comes_ahead_and_keeps_the_last_good_picture(page, loop):
    page.move(height=6)
    loop.run()
    page.move(height=7)
    assert page.shown["message"] == "seven is not allowed"
    assert page.shown["readout"].startswith("6 ")
    loop.run()
    check_true(page)
    page.move(height=8)
    loop.run()
    check_true(page)


@pytest.mark.parametrize("limit", [ahead.LIMIT])
def test_after_a_picture_that_takes_long_all_are_drawn_only_when_asked(loop):
    drawn = []

    def draw_slowly(ax, value=3):
        drawn.append(value)
        end = time.thread_time() + (0.5 if value == 4 else 0)
        while time.thread_time() < end:
            pass
        return str(value)

    page = Page(Explorer(draw_slowly, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run()
    assert drawn.count(4) == page.explorer.drawn_ahead == 1
    page.show.flush()
    page.show._queue.stir()
    loop.run()
    assert page.explorer.drawn_ahead == 1
    page.move(value=5)
    assert (page.shown["readout"], page.explorer.draws) == ("5", 2)


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, RecursionError])
def test_what_ends_a_program_is_a_message(loop, error):
    """Nobody has chosen the value at which draw raises it."""

    def draw_badly(ax, value=3):
        if value == 5:
            raise error
        return str(value)

    page = Page(Explorer(draw_badly, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run()
    assert page.explorer.drawn_ahead == 9
    page.move(value=5)
    assert error.__name__ in page.shown["message"]
    assert page.shown["readout"] == "3"
    page.move(value=6)
    assert (page.shown["message"], page.shown["readout"]) == ("", "6")
    page.explorer.controls["value"].value = 5
    assert error.__name__ in page.explorer.message


def test_a_title_that_cannot_be_set_is_a_message_at_one_value(page, loop):
    def draw_title(ax, value=3):
        if value == 5:
            ax.set_title(r"$\frac{$")
        return str(value)

    page = Page(Explorer(draw_title, value=(0, 9), figsize=(2, 1)))
    first = page.shown["picture"]
    page.explorer.controls["value"].value = 5
    assert "frac" in page.explorer.message
    page.explorer.controls["value"].value = 3
    assert (page.explorer.message, page.shown["picture"]) == ("", first)


def test_drawing_ahead_leaves_no_trace(loop, capsys, recwarn):
    def draw_loudly(ax, value=3):
        print("loud", value)
        print("louder", file=sys.stderr)
        plt.figure()
        np.random.normal()  # noqa: NPY002
        random.random()
        return str(value)

    page = Page(Explorer(draw_loudly, value=(0, 9), figsize=(1, 1)))
    plt.close("all")
    capsys.readouterr()
    np.random.seed(5)  # noqa: NPY002
    random.seed(5)
    page.look()
    loop.run()
    assert page.explorer.drawn_ahead == 9
    assert capsys.readouterr() == ("", "")
    assert plt.get_fignums() == []
    found = np.random.random(), random.random()  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    random.seed(5)
    assert found == (np.random.random(), random.random())  # noqa: NPY002


def tell(message, *rest):
    """Show a warning as Python does where no tests collect them."""
    print(message, file=sys.stderr)


def test_warnings_are_neither_shown_nor_used_up(loop, monkeypatch):
    monkeypatch.setattr(warnings, "showwarning", tell)

    def draw_warily(ax, value=3):
        if value == 5:
            warnings.warn("five is near the edge", stacklevel=1)
        return str(value)

    page = Page(Explorer(draw_warily, value=(0, 9), figsize=(1, 1)))
    registry = globals().setdefault("__warningregistry__", {})
    before = dict(registry)
    page.look()
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with contextlib.redirect_stderr(io.StringIO()) as told:
            loop.run()
        assert page.explorer.drawn_ahead == 9
        assert (told.getvalue(), globals()["__warningregistry__"]) == ("", before)
        with contextlib.redirect_stderr(io.StringIO()) as told:
            draw_warily(None, 5)
        assert "five is near the edge" in told.getvalue()


def test_a_warning_that_counts_as_an_error_is_a_message(loop):
    def draw_warily(ax, value=3):
        if value == 4:
            warnings.warn("four is near the edge", stacklevel=1)
        return str(value)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = Page(Explorer(draw_warily, value=(0, 9), figsize=(1, 1)))
        page.look()
        loop.run()
    page.move(value=4)
    assert "four is near the edge" in page.shown["message"]
    assert page.explorer.draws == 1


def test_a_global_that_draw_sets_is_at_rest_that_of_now(loop):
    def draw_and_note(ax, value=3):
        global noted
        noted = value
        return str(value)

    page = Page(Explorer(draw_and_note, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run()
    assert (page.explorer.drawn_ahead, noted) == (9, 3)
    page.move(value=4)
    loop.run()
    assert (page.explorer.draws, noted) == (1, 4)


def test_a_picture_that_follows_from_what_draw_has_changed_is_told(loop):
    calls = []

    def draw_and_count(ax, value=3):
        calls.append(value)
        return f"{value}, call {len(calls)}"

    page = Page(Explorer(draw_and_count, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run()
    assert "change nothing in draw_and_count that lasts" in page.shown["message"]
    assert not page.ahead


def test_pictures_drawn_at_random_do_not_pass_unnoticed(loop):
    def draw_anything(ax, value=3):
        return f"{value} {time.perf_counter_ns()}"

    page = Page(Explorer(draw_anything, value=(0, 9), figsize=(1, 1)))
    page.look()
    loop.run()
    page.move(value=4)
    loop.run()
    assert "two pictures of the same values differ" in page.explorer.message
    assert page.shown["message"] == page.explorer.message
    assert page.shown["readout"] == page.explorer.readout
    assert not page.ahead
    assert loop.calls == []


def test_controls_that_are_linked(page, loop):
    other = ipywidgets.IntSlider(3, 0, 12)
    link = ipywidgets.link((page.explorer.controls["height"], "value"),
                           (other, "value"))  # fmt: skip
    loop.run()
    other.value = 9
    assert page.explorer.readout.startswith("9 ")
    page.move(height=5)
    assert other.value == 5
    loop.run()
    check_true(page)
    link.unlink()


def test_a_control_without_steps_lets_all_frames_go(loop):
    range_slider = ipywidgets.IntRangeSlider(value=(2, 4), min=0, max=9)

    def draw_between(ax, ends=(2, 4), k=1):
        return f"{ends} {k}"

    page = Page(Explorer(draw_between, ends=range_slider, k=(0, 3), figsize=(1, 1)))
    page.look()
    loop.run()
    assert len(page.ahead) == 4
    range_slider.value = (1, 5)
    assert not page.ahead
    assert page.shown["readout"] == "(1, 5) 1"
    loop.run()
    page.move(k=2)
    assert page.shown["readout"] == "(1, 5) 2"


def test_values_beside_the_steps(page, loop):
    loop.run()
    page.explorer.controls["wave"].value = 0.123
    assert page.explorer.readout.startswith("3 0.123")
    assert page.shown["key"].startswith('[3,"x')
    loop.run()
    check_true(page)


def test_a_float_slider_has_no_digits_of_rounding():
    controls = {"wave": ipywidgets.FloatSlider(0, min=0, max=1, step=0.1)}
    steps = Steps(controls)
    controls["wave"].value = 0.1 * 3
    assert controls["wave"].value != 0.3
    assert steps.now() == [3]
    assert steps.values() == {"wave": 0.3}


def test_set_up_that_works_once_only_is_told(loop):
    made = []

    def set_up(figure):
        made.append(figure)
        if len(made) > 1:
            raise RuntimeError("no second time")
        return figure.subplots()

    page = Page(Explorer(lambda ax, k=1: str(k), set_up=set_up, k=(0, 9)))
    page.move(k=3)
    assert page.shown["message"] == "RuntimeError: no second time"
    assert page.shown["readout"] == "1"


# What is stored


def test_what_is_stored_does_not_depend_on_what_was_drawn_ahead(page, loop):
    plain = explorer_of_draw()
    loop.run()
    before = page.explorer._repr_mimebundle_()[0]["image/png"]
    assert before == plain._repr_mimebundle_()[0]["image/png"]
    page.move(height=5)
    plain.controls["height"].value = 5
    found, wanted = (one._repr_mimebundle_() for one in (page.explorer, plain))
    assert found[1] == wanted[1]
    for name in ("text/plain", "image/png"):
        assert found[0][name] == wanted[0][name]


def test_a_frame_has_one_form(page):
    frame = page.explorer._show.now
    assert frame.packed() == {
        "key": "[3,10,1,0]",
        "good": "[3,10,1,0]",
        "picture": page.explorer.png(),
        "readout": "3 1.0 True one 0",
        "alt": "Some lines. 3 1.0 True one 0",
        "message": "",
        "places": {},
        "print": zlib.crc32(b"3 1.0 True one 0", zlib.crc32(page.explorer.png())),
    }
    assert frames.Frame([1, "a", None]).key == '[1,"a",null]'


def test_two_threads_at_once(page, loop):
    faults = []

    def turn_in_page():
        try:
            for k in range(60):
                page.move(height=k % 7)
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=turn_in_page)
    thread.start()
    while thread.is_alive():
        loop.run(1, turns=3)
    thread.join()
    loop.run()
    assert faults == []
    check_true(page)


def test_the_script_is_one_module():
    from drawahead.picture import script

    text = script()
    assert "import {" not in text
    assert text.count("export ") == 1
    folder = pathlib.Path(ahead.__file__).parent
    for file in folder.glob("*.js"):
        assert file.read_text("utf-8").strip().splitlines()[0] in text


# Where nobody looks

CELLS = (
    """
from drawahead import Explorer


def draw(ax, k=3):
    "Some points."
    print("drawn")
    ax.plot(range(k))
    return f"k is {k}"


explorer = Explorer(draw, k=(0, 9), figsize=(2, 1)OPTION)
explorer
""",
    "explorer.controls['k'].value = 5\nexplorer",
    "explorer.drawn_ahead, explorer.draws",
)


def notebook_of(option):
    """Return a notebook with an Explorer that is moved."""
    cells = [nbformat.v4.new_code_cell(cell.replace("OPTION", option), id=f"cell-{n}")
             for n, cell in enumerate(CELLS)]  # fmt: skip
    return nbformat.v4.new_notebook(cells=cells)


def shown_by(notebook):
    """Return what the cells of a notebook show, without the names of widgets."""
    found = []
    for cell in notebook.cells:
        for output in cell.outputs:
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", 0)
            found.append(output)
    return found


def by_nbclient(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    return notebook


def by_nbconvert(path):
    out = path.with_name("out.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute"]
    subprocess.run([*command, path, "--output", out.name], check=True, timeout=120,
                   capture_output=True)  # fmt: skip
    return nbformat.read(out, as_version=4)


def by_papermill(path):
    papermill = pytest.importorskip("papermill")
    out = path.with_name("out.ipynb")
    papermill.execute_notebook(path, out, kernel_name="python3", progress_bar=False)
    return nbformat.read(out, as_version=4)


@pytest.mark.parametrize("run", [by_nbclient, by_nbconvert, by_papermill])
def test_nothing_differs_where_no_page_looks(run, tmp_path):
    found = []
    for option in ("", ", ahead=False"):
        path = tmp_path / "in.ipynb"
        nbformat.write(notebook_of(option), path)
        found.append(shown_by(run(path)))
    assert found[0] == found[1]
    assert found[0][-1]["data"]["text/plain"] == "(0, 2)"
