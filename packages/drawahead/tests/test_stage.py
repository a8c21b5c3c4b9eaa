"""The kept figure: the same picture as a new one, in a fraction of the time."""

import io
import tracemalloc

import numpy as np
import pytest
from drawahead.page import PAGE_DPI
from drawahead.stage import Stage, one_axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from PIL import Image

RANDOM = np.random.default_rng(0)
TABLE = RANDOM.normal(size=(30, 40))


def lines(ax, value):
    ax.plot(np.arange(10), np.sin(np.arange(10) + value), label="one")
    ax.plot(np.arange(10), np.cos(np.arange(10)), "o--", label="two")
    ax.legend(loc="upper right")
    ax.set(xlim=(0, 9), ylim=(-1.5, 1.5), xlabel="x", title="the same")


def heat(ax, value):
    ax.imshow(TABLE, aspect="auto", cmap="RdBu", vmin=-3, vmax=3)
    ax.axhline(value, color="black")
    ax.text(3, value, "here")


def bars(ax, value):
    ax.bar(range(4), [1, 2, 3, value + 1], color="tab:orange")
    ax.set_xticks(range(4), [f"w{k}{value}" for k in range(4)])


def growing(ax, value):
    ax.plot([0, 10.0**value])
    ax.set(yscale="log", ylabel=f"up to 1e{value}")


DRAWS = pytest.mark.parametrize("draw", [lines, heat, bars, growing])


def pixels(figure):
    return np.asarray(figure.canvas.buffer_rgba()).astype(int)


def new_picture(draw, value):
    """Draw a figure from nothing, the way Matplotlib does it."""
    figure = Figure(figsize=(4, 3), dpi=PAGE_DPI, layout="constrained")
    FigureCanvasAgg(figure)
    draw(figure.subplots(), value)
    figure.canvas.draw()
    return pixels(figure)


@DRAWS
def test_same_picture_as_a_new_figure(draw):
    """Some pixels may differ where lines cross ticks, which are drawn first."""
    for value in (2, 5, 3):
        stage = Stage(draw, figsize=(4, 3))
        stage.render(value=value)
        difference = np.abs(pixels(stage.figure) - new_picture(draw, value)).max(axis=2)
        assert (difference > 8).mean() < 0.002


@DRAWS
def test_no_trace_of_the_values_before(draw):
    fresh, used = Stage(draw, figsize=(4, 3)), Stage(draw, figsize=(4, 3))
    fresh.render(value=3)
    used.render(value=3)
    for value in (5, 1, 3):
        used.render(value=value)
    np.testing.assert_array_equal(pixels(used.figure), pixels(fresh.figure))
    used.render(value=5)
    assert (pixels(used.figure) != pixels(fresh.figure)).any()


def grid(ax, value):
    ax.grid(value > 2)


def spines(ax, value):
    ax.spines["left"].set(color="red" if value > 2 else "blue", visible=value < 9)


def ticks(ax, value):
    ax.tick_params(labelcolor="red" if value > 2 else "blue")


def ground(ax, value):
    ax.set_facecolor("yellow" if value > 2 else "white")


def bold_title(ax, value):
    ax.set_title("the same", weight="bold" if value > 2 else "normal", color="C1")


def small_ticks(ax, value):
    ax.minorticks_on() if value > 2 else ax.minorticks_off()


@pytest.mark.parametrize("draw", [grid, spines, ticks, ground, bold_title, small_ticks])
def test_what_surrounds_the_curves_is_drawn_anew_when_it_changes(draw):
    stage = Stage(draw, figsize=(4, 3))
    for value in (1, 3, 1):
        stage.render(value=value)
        fresh = Stage(draw, figsize=(4, 3))
        fresh.render(value=value)
        np.testing.assert_array_equal(pixels(stage.figure), pixels(fresh.figure))
    assert stage.frames == 3


@pytest.mark.parametrize(("draw", "frames"), [(lines, 1), (heat, 1), (bars, 6)])
def test_the_frame_is_drawn_again_only_when_it_changes(draw, frames):
    stage = Stage(draw, figsize=(4, 3))
    figure, axes = stage.figure, stage.figure.axes[:]
    for value in range(1, 7):
        stage.render(value=value)
    assert stage.figure is figure
    assert figure.axes == axes
    assert stage.frames == frames


def test_limits_follow_the_data_both_ways():
    stage = Stage(lambda ax, top: ax.plot([0, top]), figsize=(4, 3))
    for top in (1, 1000, 2):
        stage.render(top=top)
        low, high = stage.figure.axes[0].get_ylim()
        assert (low, high) == pytest.approx((-0.05 * top, 1.05 * top))


def test_colours_begin_again():
    found = []
    stage = Stage(lambda ax: found.append(ax.plot([0, 1])[0].get_color()))
    stage.render()
    stage.render()
    assert found[0] == found[1]


def test_what_set_up_made_stays():
    def set_up(figure):
        ax = one_axes(figure)
        ax.axhline(0.5)
        return ax

    stage = Stage(lambda ax, value: ax.plot([0, value]), set_up, figsize=(4, 3))
    for value in (1, 2):
        stage.render(value=value)
        assert len(stage.figure.axes[0].lines) == 2


def test_readout_is_a_text():
    assert Stage(lambda ax: None).render() == ""
    assert Stage(lambda ax, k: f"k is {k}").render(k=3) == "k is 3"


def test_new_axes_are_refused_and_taken_away():
    def draw(ax, bar):
        image = ax.imshow(TABLE)
        if bar:
            ax.figure.colorbar(image, ax=ax)

    stage = Stage(draw, figsize=(4, 3))
    stage.render(bar=False)
    before = pixels(stage.figure)
    with pytest.raises(ValueError, match=r"draw must not add .* axes .* set_up"):
        stage.render(bar=True)
    stage.render(bar=False)
    assert len(stage.figure.axes) == 1
    np.testing.assert_array_equal(pixels(stage.figure), before)


def test_two_stages_share_nothing():
    one, other = Stage(lines, figsize=(4, 3)), Stage(heat, figsize=(4, 3))
    one.render(value=1)
    before = pixels(one.figure)
    other.render(value=2)
    np.testing.assert_array_equal(pixels(one.figure), before)


def test_hundreds_of_pictures_leave_nothing_behind():
    def draw(ax, value):
        ax.bar([0, 1], [1, value])
        ax.set(ylim=(0, 3), xticks=[])

    stage = Stage(draw, figsize=(1.5, 1))
    for _ in range(50):
        stage.render(value=2)
    ax = stage.figure.axes[0]
    children, containers = len(ax.get_children()), len(ax.containers)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for k in range(250):
        stage.render(value=k % 3)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert (len(ax.get_children()), len(ax.containers)) == (children, containers)
    assert grown < 500_000


@pytest.mark.parametrize("name", ["xlim", "ylim", "title", "xlabel", "yscale"])
def test_the_frame_follows_each_property(name):
    """Ticks and the rest stay the same, so that only this property can tell."""
    one, other = {
        "xlim": ((0.1, 0.9), (0.2, 0.8)),
        "ylim": ((0.1, 0.9), (0.2, 0.8)),
        "yscale": ("linear", "symlog"),
    }.get(name, ("one", "other"))

    def draw(ax, value):
        ax.plot([0, 1], [0.3, 0.6])
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0.5], yticks=[0.5])
        ax.set(**{name: value})

    used, fresh = Stage(draw, figsize=(2, 1.5)), Stage(draw, figsize=(2, 1.5))
    used.render(value=one)
    used.render(value=other)
    assert used.frames == 2
    assert getattr(used.figure.axes[0], f"get_{name}")() == other
    fresh.render(value=other)
    assert fresh.frames == 1


def test_a_frame_that_cannot_be_drawn_leaves_no_trace():
    def draw(ax, title):
        ax.plot([0, 1])
        ax.set_title(title)

    stage = Stage(draw, figsize=(3, 2))
    stage.render(title="good")
    before = pixels(stage.figure)
    with pytest.raises(ValueError, match="frac"):
        stage.render(title=r"$\frac$")
    stage.render(title="good")
    np.testing.assert_array_equal(pixels(stage.figure), before)


def test_a_frame_that_is_off_stays_off():
    def draw(ax, value):
        ax.pie([1, value])

    stage = Stage(draw, figsize=(4, 3))
    stage.render(value=2)
    difference = np.abs(pixels(stage.figure) - new_picture(draw, 2)).max(axis=2)
    assert (difference > 8).mean() < 0.002


def test_limits_do_not_stay_when_nothing_is_drawn():
    stage = Stage(lambda ax, top: top and ax.plot([0, top]), figsize=(4, 3))
    for top in (0, 1000, 0):
        stage.render(top=top)
    assert stage.figure.axes[0].get_ylim() == (0, 1)


def test_limits_and_scales_of_one_value_do_not_stay():
    def draw(ax, value):
        ax.plot([1, 10.0**value])
        if value == 3:
            ax.set(xlim=(-1, 2), yscale="log")

    used, fresh = (Stage(draw, figsize=(4, 3)) for _ in range(2))
    for value in (3, 2):
        used.render(value=value)
    fresh.render(value=2)
    ax, new = used.figure.axes[0], fresh.figure.axes[0]
    assert ax.get_yscale() == "linear"
    assert (ax.get_xlim(), ax.get_ylim()) == (new.get_xlim(), new.get_ylim())


def test_a_colorbar_of_set_up_follows_draw():
    def set_up(figure):
        ax = figure.subplots()
        shades = ScalarMappable(Normalize(0, 1), "viridis")
        figure.colorbar(shades, ax=ax)
        return ax, shades

    def draw(stage, top):
        ax, shades = stage
        ax.imshow(TABLE, norm=shades.norm, cmap=shades.cmap)
        shades.set_clim(0, top)

    used, fresh = (Stage(draw, set_up, figsize=(4, 3)) for _ in range(2))
    for top in (1, 7, 4):
        used.render(top=top)
    fresh.render(top=4)
    np.testing.assert_array_equal(pixels(used.figure), pixels(fresh.figure))
    assert used.figure.axes[1].get_ylim() == (0, 4)


def test_texts_of_the_figure_are_refused_and_taken_away():
    def draw(ax, word):
        if word:
            ax.figure.text(0.5, 0.5, word)

    stage = Stage(draw, figsize=(2, 1))
    stage.render(word="")
    with pytest.raises(ValueError, match="nor texts"):
        stage.render(word="once")
    stage.render(word="")
    assert not stage.figure.texts


@pytest.mark.parametrize("draw", [lines, heat])
def test_the_fast_file_loses_nothing(draw):
    stage = Stage(draw, figsize=(4, 3))
    stage.render(value=3)
    found = np.asarray(Image.open(io.BytesIO(stage.png())))
    np.testing.assert_array_equal(found, pixels(stage.figure)[..., :3])


def test_two_pixels_to_each_of_the_page():
    stage = Stage(lines, figsize=(4, 3))
    stage.render(value=3)
    before = stage.png()
    stage.sharpen(2)
    stage.render(value=3)
    assert Image.open(io.BytesIO(stage.png())).size == (768, 576)
    stage.sharpen(1)
    stage.render(value=3)
    assert stage.png() == before


def test_a_stage_like_another_shows_the_same_pixels():
    one = Stage(bars, figsize=(4, 3))
    one.render(value=2)
    other = Stage(bars, figsize=(4, 3), like=one)
    for value in (5, 2):
        one.render(value=value)
        other.render(value=value)
        assert one.png() == other.png()


def under_a_title(figure):
    """Set up one axes and a title of the figure, whose words draw sets."""
    figure.suptitle("Some words")
    return figure.subplots()


def titled(ax, height=1):
    """Draw a line, and say in the figure's title how high it is."""
    ax.plot([0, height])
    ax.set_ylim(0, 10)
    ax.figure.suptitle(f"It rises to {height}")


def test_the_title_stays_where_the_layout_has_put_it():
    stage = Stage(titled, set_up=under_a_title)
    stage.render(height=1)
    first = stage.png()
    other = Stage(titled, set_up=under_a_title, like=stage)
    other.render(height=1)
    assert other.png() == first
    for height in (2, 1):
        stage.render(height=height)
    assert stage.png() == first
