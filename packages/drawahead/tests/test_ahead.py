"""Drawing ahead without a browser, with a simulated page and event loop.

The page follows the rules of ``widget.js``: it paints a frame that it has as soon as a
control moves, tells the kernel whether it needs one, and forgets frames when told to.
"""

import asyncio
import random
import sys
import threading
import time
import warnings
import zlib

import matplotlib.pyplot as plt
import numpy as np
import pytest
from drawahead import Explorer, ahead, explorer, images, pictures
from drawahead.stage import Drawing, Stage
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from .test_stage import same


class Loop:
    """A loop whose time passes only on command."""

    def __init__(self):
        self.now = 0.0
        self.calls = []

    def call_later(self, seconds, function):
        self.calls.append((self.now + seconds, len(self.calls), function))

    def run(self, seconds=1000.0, turns=3000):
        """Let time pass until there is nothing more to call."""
        end = self.now + seconds
        while turns and self.calls and min(self.calls)[0] <= end:
            first = min(self.calls)
            self.calls.remove(first)
            self.now = max(self.now, first[0])
            first[2]()
            turns -= 1
        self.now = max(self.now, min(end, self.now + 10))


class Page:
    """A page that shows an Explorer, and what can be seen on it."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.pictures = explorer._pictures
        self.number = 0
        explorer.send = self.hear
        explorer.observe(lambda change: self.follow())  # Python has moved a control
        self.shown = {**explorer._ground, "is_ground": True}
        self.kept = {explorer.steps: self.shown}
        self.say(look=True)

    def say(self, **content):
        self.explorer._hear(self.explorer, content, [])

    def hear(self, content, buffers=()):
        if content.get("flush"):
            self.kept.clear()
        for frame, picture in zip(content.get("frames", ()), buffers):
            steps = tuple(frame["steps"])
            self.kept[steps] = {**frame, "picture": picture, "is_ground": False}
            if steps == self.explorer.steps:
                self.follow()

    def follow(self):
        """Paint the current frame, if the page has it."""
        frame = self.kept.get(self.explorer.steps, self.shown)
        if not frame["picture"]:
            names = "picture", "readout", "alt", "is_ground"
            frame = frame | {name: self.shown[name] for name in names}
        self.shown = frame

    def pixels(self):
        """Return what is seen: the picture, with the ground where it is transparent."""
        picture, ground = self.shown["picture"], self.explorer._ground["picture"]
        return images.decode(picture, None if self.shown["is_ground"] else ground)

    def move(self, is_dragged=False, **values):
        """Move controls on the page; tell the kernel whether their frame is there."""
        moved = self.explorer.values | values
        controls = self.explorer._controls.values()
        steps = tuple(one.step(moved[one.name]) for one in controls)
        self.number += 1
        needs = steps not in self.kept
        asked = {"number": self.number, "needs": needs, "dragged": is_dragged}
        self.explorer.set_state({"_asked": asked, **values})


class Sketch(Stage):
    """A stage that only writes what it would draw, to test many sessions quickly."""

    def lay_out(self, values):
        self.size = 2, 2

    def give_room(self, figure, values):
        return False

    def render(self, values, in_full=False, check=None):
        readout = self._draw(None, **values)
        pixels = np.full((2, 2, 4), 255, np.uint8)
        pixels[..., :3] = list(zlib.crc32(readout.encode()).to_bytes(4)[:3])
        return Drawing(None, pixels, readout)


def queued(monkeypatch):
    """Return a simulated loop with a kernel's queue; pictures may take long here."""
    WORLD.update(shift=0)
    monkeypatch.setattr(pictures, "LIMIT", 60.0)
    made = Loop()
    made.queue = ahead.Queue(made.call_later, clock=lambda: made.now)
    monkeypatch.setattr(explorer, "kernel_queue", lambda: made.queue)
    return made


@pytest.fixture
def loop(monkeypatch):
    return queued(monkeypatch)


WORLD = {"shift": 0}


def draw(ax, height=3, wave=1.0, on=True, kind="one"):
    """Some lines."""
    if height == 7:
        raise ValueError("{seven} is not allowed")
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
    return Page(explorer_of_draw())


def draw_value(ax, value=50):
    return str(value)


def page_of(draw, **controls):
    """Return a page that looks at a small Explorer."""
    return Page(Explorer(draw, figsize=(1, 1), **(controls or {"value": (0, 9)})))


def check_true(page):
    """Compare what page and Python show with a new Explorer at the same values."""
    explorer = page.explorer
    values = explorer.values
    found = page.pixels()
    assert same(found, images.decode(explorer.png()))
    if values["height"] == 7:
        assert explorer.message == page.shown["message"] == "{seven} is not allowed"
        assert page.shown["readout"] == explorer.readout
        return
    new = explorer_of_draw()
    new.move(**values)
    assert explorer.message == page.shown["message"] == ""
    assert explorer.readout == page.shown["readout"] == new.readout
    assert page.shown["alt"] == f"Some lines. {new.readout}"
    assert same(found, images.decode(new.png()))


# What is drawn, and when


def test_nothing_happens_unless_somebody_looks(page, loop):
    page.say(look=False)
    page.explorer.height = 5
    loop.run()
    assert (page.pictures.drawn_ahead, page.pictures.draws) == (0, 2)
    page.say(look=True)
    loop.run()
    assert page.pictures.drawn_ahead > 0


def test_a_wide_range_is_drawn_coarse_to_fine_and_then_all_rests(loop):
    def draw_two(ax, value=50, other=3):
        return str(value)

    page = page_of(draw_two, value=(0, 99), other=(0, 6))
    loop.run()
    came = list(page.kept)
    assert len(came) == 100 + 6
    assert [value for value, _ in came[:5]] == [50, 51, 49, 52, 48]
    eighths = [value for value, _ in came[5:17]]
    assert eighths == [56, 40, 64, 32, 72, 24, 80, 16, 88, 8, 96, 0]
    assert came[17:19] == [(50, 4), (50, 2)]
    odd = [value % 2 for value, other in came[19:] if other == 3]
    assert odd == sorted(odd)
    assert loop.calls == []


def test_the_control_that_a_hand_comes_near_is_drawn_first_and_at_once(page, loop):
    loop.queue.cell_ends()
    loop.run(0.1)
    assert not page.kept
    page.say(near=1)
    loop.run(turns=4)
    assert [steps[1] for steps in page.pictures.kept][:3] == [10, 9, 8]


def test_it_waits_for_quiet_and_hurries_while_a_hand_is_near(loop):
    def draw_in_a_while(ax, value=30):
        loop.now += 0.05
        return str(value)

    page = page_of(draw_in_a_while, value=(0, 400))
    loop.run(0.9 * ahead.QUIET)
    assert page.pictures.drawn_ahead == 0
    counts = []
    for near in ([], [0], [0, None]):
        loop.queue.cell_ends()
        loop.run(3)
        for one in near:
            page.say(near=one)
        before = page.pictures.drawn_ahead
        loop.run(5)
        counts.append(page.pictures.drawn_ahead - before)
    assert counts[1] > 5 * counts[0]
    assert counts[2] < 2 * counts[0]


def test_ahead_false_draws_what_is_asked(loop):
    page = Page(explorer_of_draw(ahead=False))
    page.move(height=5)
    loop.run()
    assert (page.pictures.drawn_ahead, page.pictures.draws) == (0, 2)


def test_nothing_is_kept_where_nobody_says_when_a_cell_has_run(monkeypatch):
    monkeypatch.setattr(explorer, "kernel_queue", lambda: None)
    page = Page(explorer_of_draw())
    for shift, height in ((0, 5), (4, 3), (6, 5)):
        WORLD["shift"] = shift
        page.move(height=height)
        check_true(page)


def test_a_page_that_lacks_frames_gets_them_again(page, loop):
    loop.run()
    drawn, had = page.pictures.drawn_ahead, set(page.kept)
    page.kept.clear()
    page.say(hello=True)
    loop.run()
    assert set(page.kept) == had
    page.kept.clear()
    page.move(height=4)
    assert list(page.kept) == [(4, 10, 1, 0)]
    assert (page.pictures.drawn_ahead, page.pictures.draws) == (drawn, 1)
    check_true(page)


def test_what_is_asked_for_ends_the_picture_that_is_drawn_ahead(loop):
    move = threading.Thread(target=lambda: page.move(value=10))

    def draw_while_moved(ax, value=50):
        if value == 51 and move.ident is None:
            move.start()
            while not ahead._awaited.is_set():
                time.sleep(0.001)
        return str(value)

    page = page_of(draw_while_moved, value=(0, 99))
    loop.run(turns=3)
    move.join()
    assert page.shown["readout"] == "10"
    assert (51,) not in page.kept
    loop.run()
    came = [value for (value,) in page.kept]
    assert came[-1] != 10


@pytest.fixture
def dragged(loop):
    """Return a page on which a drag goes to 58 faster than pictures are drawn."""
    page = page_of(draw_value, value=(0, 199))
    loop.run(turns=1)
    for value in (52, 58):
        loop.now += 0.1
        page.move(is_dragged=True, value=value)
    assert page.shown["readout"] == "52"
    return page


def test_a_fast_drag_is_met_on_its_way_and_its_end_is_exact(loop, dragged):
    loop.run(0.1, turns=4)
    assert list(dragged.kept)[-1][0] > 62
    loop.run()
    assert dragged.shown["readout"] == "58"
    dragged.move(is_dragged=True, value=100)
    dragged.move(is_dragged=False, value=100)
    assert dragged.shown["readout"] == "100"


def test_a_drag_is_shown_if_pictures_become_slow(loop, dragged, monkeypatch):
    monkeypatch.setattr(pictures, "LIMIT", -1)  # from now on, each picture is late
    for _ in range(2):
        dragged.pictures._draw_ahead((20,))
    loop.run()
    assert dragged.shown["readout"] == "58"


def test_a_move_in_a_fast_drag_ends_the_full_picture_drawn_at_rest(loop):
    def draw_while_moved(ax, value=50):
        if page_is_open and value == 50:
            for there in (60, 70):
                loop.now += 0.01
                page.move(is_dragged=True, value=there)
        return str(value)

    page_is_open, finished = False, []
    page = page_of(draw_while_moved, value=(0, 99))
    page_is_open, stage = True, page.explorer._stage
    render = stage.render
    stage.render = lambda *given: finished.append(render(*given)) or finished[-1]
    loop.run(turns=1)
    assert [drawing.readout for drawing in finished] == ["60"]


def test_after_a_cell_neighbors_come_before_the_check_and_wait_for_a_hand(loop):
    """Of these pictures, only one that is shown and has changed is sent at once."""
    page = page_of(lambda ax, value=50: str(value + WORLD["shift"]), value=(0, 99))
    loop.run()
    for shift, sent in ((0, []), (1, [(50,)])):
        WORLD["shift"] = shift
        loop.queue.cell_begins()
        loop.queue.cell_ends()
        while len(page.pictures.kept) < 5:
            loop.run(turns=1)
        assert [value for (value,) in page.pictures.kept] == [50, 51, 49, 52, 48]
        assert page.pictures._confirmed != (50,)
        loop.run(turns=1)
        assert page.pictures._confirmed == (50,)
        assert list(page.kept) == sent
        assert page.shown["readout"] == str(50 + shift)
        page.say(near=0)
        assert page.kept.keys() == page.pictures.kept.keys()
    assert page.pictures.draws == 1


def test_no_frame_is_begun_or_finished_while_the_main_thread_is_wanted(loop):
    """A cell that has arrived needs the main thread."""
    comes, waits, turns = threading.Event(), threading.Event(), []

    def draw_while_a_cell_comes(ax, value=3):
        ax.plot([0, value])
        if comes.is_set():
            waits.set()

    page = page_of(draw_while_a_cell_comes)
    work = page.pictures.work
    page.pictures.work = lambda: turns.append(work()) or turns[-1]
    loop.queue._is_wanted = waits.is_set
    comes.set()
    loop.run(turns=20)
    assert (page.pictures._confirmed, turns) == (None, [True])
    comes.clear()
    waits.clear()
    loop.run()
    assert page.pictures.drawn_ahead == 9


def test_a_hand_that_comes_near_does_not_end_the_picture_being_drawn(loop):
    """Anything that the loop has to do would end it."""
    added = []

    def draw_with_a_hand_near(ax, value=3):
        before = len(loop.calls)
        if page is not None:
            page.say(near=0)
            added.append(len(loop.calls) - before)
        return str(value)

    page = None
    page = page_of(draw_with_a_hand_near)
    loop.run()
    assert (page.pictures.drawn_ahead, set(added)) == (9, {0})


def test_a_loop_with_something_left_to_do_is_wanted_by_it():
    """A message that has been received is handled a few rounds of the loop later."""

    async def watch():
        loop = asyncio.get_running_loop()
        found = [ahead.is_busy(loop)]
        loop.call_soon(lambda: None)
        return [*found, ahead.is_busy(loop)]

    assert asyncio.run(watch()) == [False, True]


def test_ticks_that_grow_wider_get_room_once_all_rests(loop):
    def draw_power(ax, k=3):
        ax.plot(np.arange(10.0) ** (k / 3))
        ax.set_ylabel("power")
        return str(k)

    page = Page(Explorer(draw_power, k=(0, 15), figsize=(4, 2)))
    page.move(k=15)
    before = page.pixels()
    loop.run()
    assert not same(page.pixels(), before)
    assert (page.pixels()[:, 0] == 255).all()


# Nothing stale


def test_a_frame_that_a_cell_discards_while_it_is_sent_comes_anew(page, loop):
    hear, others = page.hear, []

    def discard_the_third(content, buffers=()):
        hear(content, buffers)
        if len(page.kept) == 3 and not others:
            WORLD["shift"] = 5
            others.append(threading.Thread(target=page.pictures.flush))
            others[0].start()

    page.explorer.send = discard_the_third
    page.say(near=0)
    loop.run()
    others[0].join()
    loop.queue.stir()
    loop.run()
    assert set(page.pictures.kept) == set(page.kept)
    drawn = [frame["readout"] for frame in page.kept.values() if frame["picture"]]
    assert {readout[-2:] for readout in drawn} == {" 5"}


def test_a_page_that_grows_during_the_check_waits_for_its_end(page, loop):
    """Pictures of different sizes cannot be compared."""
    equal = page.pictures._equal
    growth = threading.Thread(target=lambda: page.say(scale=2))

    def compare_while_growing(first, second):
        if growth.ident is None:
            growth.start()
            growth.join(0.1)
            return False  # so that more is drawn and compared
        return equal(first, second)

    page.pictures._equal = compare_while_growing
    loop.run()
    growth.join()
    loop.run()
    assert page.pixels().shape == (2 * 96, 2 * 144, 3)


def test_a_page_that_grows_during_the_check_keeps_no_small_picture(page, loop):
    is_redefined = page.pictures._is_redefined

    def grow():
        """Ask for larger pictures between the check and its answer."""
        page.say(scale=2)
        return is_redefined()

    page.pictures._is_redefined = grow
    loop.run()
    assert page.pixels().shape == (2 * 96, 2 * 144, 3)


def test_a_wrong_shortcut_is_noticed_and_not_taken_again(page, loop):
    """The effect is as if an axis's key lacked something that its pixels depend on."""
    stage = page.explorer._stage
    loop.run()
    for key, (x, y, pixels) in stage._axes_pixels.items():
        stage._axes_pixels[key] = x, y, 255 - pixels
    page.pictures.flush()
    page.move(height=4)
    loop.run()
    assert not stage.takes_shortcuts
    check_true(page)
    page.move(height=5)
    loop.run()
    check_true(page)


PAGES, HELLO = st.integers(0, 1), {"hello": True}
OTHERS = [{"wave": 0.3}, {"wave": 0.4}, {"on": False}, {"on": True}, {"kind": "two"}]


class Sessions(RuleBasedStateMachine):
    """What people and notebooks do with two Explorers, in any order."""

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.loop = queued(self.patch)
        self.patch.setattr(explorer, "Stage", Sketch)
        self.pages = [Page(explorer_of_draw()) for _ in range(2)]

    @rule(n=PAGES, end=st.integers(0, 12), is_dragged=st.booleans())
    def drag_or_jump(self, n, end, is_dragged):
        begin = self.pages[n].explorer.height if is_dragged else end - 1
        for height in range(begin, end):
            self.pages[n].move(is_dragged, height=height + 1)

    @rule(n=PAGES, value=st.sampled_from(OTHERS))
    def move_another_control(self, n, value):
        self.pages[n].move(**value)

    @rule(n=PAGES, shift=st.integers(0, 9), heights=st.lists(st.integers(0, 12)))
    def run_a_cell(self, n, shift, heights):
        """Python and the page move controls meanwhile; nothing old is shown."""
        drawn = [page.pictures.drawn_ahead for page in self.pages]
        self.loop.queue.cell_begins()
        WORLD["shift"] = shift
        for height in heights[:2]:
            self.pages[0].explorer.height = 12 - height
            self.pages[n].move(height=height)
            check_true(self.pages[n])
        self.loop.run(0.2)  # it also runs while a cell awaits something
        self.loop.queue.cell_ends()
        assert drawn == [page.pictures.drawn_ahead for page in self.pages]

    @rule(shift=st.integers(0, 2), height=st.integers(0, 12))
    def change_the_world_without_a_cell(self, shift, height):
        """An Explorer notices this only when one of its controls moves."""
        WORLD["shift"] = shift
        for page in self.pages:
            page.move(height=height)

    @rule(n=PAGES)
    def reset(self, n):
        self.pages[n].explorer.reset()

    @rule(n=PAGES, content=st.sampled_from([{"look": True}, {"look": False}, HELLO]))
    def look_leave_or_load_again(self, n, content):
        if content is HELLO:
            self.pages[n].kept.clear()
        self.pages[n].say(**content)

    @rule(seconds=st.sampled_from((0.01, 0.2, 0.4, 1)), turns=st.integers(0, 20))
    def wait(self, seconds, turns):
        self.loop.run(seconds, turns)

    def teardown(self):
        """At rest, each page shows what a new Explorer shows."""
        try:
            for page in self.pages:
                page.say(look=True)
            self.loop.run()
            for page in self.pages:
                check_true(page)
                assert set(page.pictures.kept) <= set(page.kept)
            assert self.loop.calls == []
        finally:
            self.patch.undo()


TestSessions = Sessions.TestCase
TestSessions.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


# Within bounds


def test_frames_are_bounded_and_the_nearest_have_room(page, loop, monkeypatch):
    limit = 15 * page.pictures.now.size
    monkeypatch.setattr(pictures, "BYTES", limit)
    for height in (6, 12, 0, 3):
        page.move(height=height)
        loop.run()
        assert set(page.kept) == set(page.pictures.kept)
        assert sum(abs(steps[0] - height) <= 2 for steps in page.kept) >= 3
        assert sum(one.size for one in page.pictures.kept.values()) <= limit
    assert loop.calls == []


# Functions that behave badly


def test_pictures_that_take_long_are_drawn_only_when_asked(loop, monkeypatch):
    monkeypatch.setattr(pictures, "LIMIT", 0.6)

    def draw_slowly(ax, value=3):
        time.sleep(0.7 if value > 5 else 0)
        return str(value)

    page = page_of(draw_slowly)
    loop.run()
    assert page.pictures.drawn_ahead == 7  # 8 and 6 are late
    page.pictures.flush()
    loop.queue.stir()
    loop.run()
    assert page.pictures.drawn_ahead == 7
    page.move(value=5)
    assert page.shown["readout"] == "5"
    loop.run()
    assert page.pictures.drawn_ahead > 7


def recurse():
    recurse()


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (lambda ax: sys.exit(3), "ended by SystemExit; let it return"),
        (lambda ax: interrupt(), "ended by KeyboardInterrupt"),
        (lambda ax: recurse(), "calls itself endlessly"),
        (lambda ax: ax.set_title(r"$\frac{$"), "frac"),
        (lambda ax: ax.figure.clf(), "removed the axes"),
        (lambda ax: ax.figure.set_size_inches(40, 30), "pass figsize to Explorer"),
        (lambda ax: plt.plot([1, 2]), "such as ax.plot"),
        (lambda ax: None, "nothing was drawn"),
        (lambda ax: {}["k"], "KeyError in line 3 of draw_badly: 'k'"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_the_next_value_works(loop, action, words):
    """The value that goes wrong is drawn ahead before anybody chooses it."""

    def draw_badly(ax, value=3):
        if value == 5:
            action(ax)
            return None
        ax.plot([0, value])
        return str(value)

    page = page_of(draw_badly)
    first = page.pixels()
    loop.run()
    assert page.pictures.drawn_ahead == 9
    page.move(value=5)
    assert page.pictures.draws == 1
    assert words in page.shown["message"]
    assert "\n" not in page.shown["message"]
    assert repr(page.explorer).splitlines()[1] == page.explorer.message
    assert page.shown["readout"] == "3"
    assert same(page.pixels(), first)
    page.move(value=6)
    assert (page.shown["message"], page.shown["readout"]) == ("", "6")


def interrupt():
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda ax, value=3: f"{np.random.rand()}", "two pictures of the same"),  # noqa: NPY002
        (lambda ax, value=3: f"{random.random()}", "with a seed for random"),
    ],
)
def test_pictures_that_do_not_follow_from_the_values_are_noticed(loop, draw, words):
    page = page_of(draw)
    loop.run()
    assert words in page.shown["message"] == page.explorer.message
    assert page.pictures.drawn_ahead == 0
    page.move(value=4)
    loop.run()
    assert words in page.explorer.message
    assert page.shown["readout"] == page.explorer.readout
    assert loop.calls == []


def test_a_function_that_was_defined_anew_is_noticed(loop):
    space = {}
    source = "def draw_it(ax, value=3):\n    return f'{value} WORD'"
    exec(source.replace("WORD", "old"), space)
    page = page_of(space["draw_it"])
    # The cell runs again, first as it was.
    anew = "draw_it has been redefined: run this cell again to use it"
    for word, message in (("old", ""), ("new", anew)):
        exec(source.replace("WORD", word), space)
        loop.queue.cell_ends()
        loop.run()
        assert page.shown["message"] == message


def test_drawing_ahead_leaves_no_trace(loop, capsys):
    def draw_loudly(ax, value=3):
        print("loud", value)
        print("louder", file=sys.stderr)
        plt.figure()
        np.random.seed(value)  # noqa: NPY002
        random.random()
        if value == 5:
            warnings.warn("five is near the edge", stacklevel=1)
        return f"{np.random.random()} follows from its seed"  # noqa: NPY002

    page = page_of(draw_loudly)
    plt.close("all")
    capsys.readouterr()
    found = []
    with warnings.catch_warnings(record=True) as shown:
        warnings.resetwarnings()
        warnings.simplefilter("default")
        for seconds in (0, 1000):
            np.random.seed(5)  # noqa: NPY002
            random.seed(5)
            loop.run(seconds)
            found.append((np.random.random(), random.random()))  # noqa: NPY002
        assert found[0] == found[1]
        assert (page.pictures.drawn_ahead, shown) == (9, [])
        assert page.explorer.message == ""
        assert capsys.readouterr() == ("", "")
        assert plt.get_fignums() == []
        draw_loudly(None, 5)
        assert len(shown) == 1, "the warning was used up"
    plt.close("all")


def test_what_hover_says_or_raises_is_told(loop):
    def tell(x, y, value):
        return f"{x:.1f} of {1 / (value - 4):.0f}"

    page = page_of(draw_value, value=(0, 99), hover=tell)
    heard = []
    page.explorer.send = lambda content, buffers=(): heard.append(content)
    for value in (5, 4):
        page.explorer.value = value
        page.say(hover={"number": value, "x": 0.25, "y": 0.5})
    told = [content["text"] for content in heard if "hover" in content]
    assert told[0] == "0.2 of 1"
    assert told[1].startswith("ZeroDivisionError")
