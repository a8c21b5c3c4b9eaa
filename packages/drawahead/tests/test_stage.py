"""Each picture is drawn on a figure of its own, as if it were the only one."""

import gc
import io
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np
import pytest
from drawahead.page import PAGE_DPI
from drawahead.stage import Stage, one_axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator, PercentFormatter
from PIL import Image

TABLE = np.random.default_rng(0).normal(size=(30, 40))


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


def pie(ax, value):
    ax.pie([1, value])


@pytest.mark.parametrize("draw", [lines, heat, bars, growing, pie])
def test_same_picture_as_matplotlib_draws(draw):
    """Some pixels may differ where lines cross ticks, which are drawn first."""
    for value in (2, 5, 3):
        pixels = Stage(draw, figsize=(4, 3)).render(value=value).pixels.astype(int)
        figure = Figure(figsize=(4, 3), dpi=PAGE_DPI, layout="constrained")
        canvas = FigureCanvasAgg(figure)
        draw(figure.subplots(), value)
        canvas.draw()
        difference = np.abs(pixels - np.asarray(canvas.buffer_rgba())).max(axis=2)
        assert (difference > 8).mean() < 0.002


SETTINGS = {
    "nothing": lambda ax: None,
    "face colour": lambda ax: ax.set_facecolor("yellow"),
    "figure's colour": lambda ax: ax.figure.set_facecolor("pink"),
    "position": lambda ax: ax.set_position([0.3, 0.3, 0.4, 0.4]),
    "aspect": lambda ax: ax.set_aspect("equal"),
    "axis off": lambda ax: ax.axis("off"),
    "frame off": lambda ax: ax.set_frame_on(False),
    "grid": lambda ax: ax.grid(),
    "margins": lambda ax: ax.margins(0.3),
    "limits": lambda ax: ax.set(xlim=(-2, 2), ylim=(5, -5)),
    "scale": lambda ax: ax.set_yscale("symlog"),
    "locator": lambda ax: ax.xaxis.set_major_locator(MultipleLocator(0.3)),
    "formatter": lambda ax: ax.yaxis.set_major_formatter(PercentFormatter(1)),
    "minor ticks": lambda ax: ax.minorticks_on(),
    "tick colours": lambda ax: ax.tick_params(colors="red", direction="in"),
    "rotated labels": lambda ax: plt.setp(ax.get_xticklabels(), rotation=45),
    "ticks above": lambda ax: ax.xaxis.tick_top(),
    "spine": lambda ax: ax.spines["top"].set_visible(False),
    "spine in the middle": lambda ax: ax.spines["bottom"].set_position("zero"),
    "title": lambda ax: ax.set_title("Words", loc="left", weight="bold", color="C1"),
    "axis label": lambda ax: ax.set_xlabel("x", color="green", fontsize=14),
    "title of the figure": lambda ax: ax.figure.suptitle("Over all"),
    "text of the figure": lambda ax: ax.figure.text(0.5, 0.5, "in the middle"),
    "legend of the figure": lambda ax: ax.figure.legend(["a line"]),
    "twin axes": lambda ax: ax.twinx().plot([3, 1]),
    "inset": lambda ax: ax.inset_axes([0.6, 0.6, 0.3, 0.3]).plot([3, 1]),
    "colorbar": lambda ax: ax.figure.colorbar(ScalarMappable(), ax=ax),
    "new start": lambda ax: ax.clear(),
    "line of set_up": lambda ax: ax.lines[0].set_ydata([1, 0]),
    "colours": lambda ax: ax.set_prop_cycle(color=["black"]),
}


def line_below(figure):
    """Make one axes in which there is a line already."""
    ax = one_axes(figure)
    ax.plot([0, 1], [0, 1], color="grey", zorder=0)
    return ax


def draw_setting(ax, setting):
    """Set something that lasts, and draw a line."""
    if setting == "a bad title":
        ax.set_title(r"$\frac{$")
    else:
        SETTINGS[setting](ax)
    ax.plot([0, 1], [0.2, 0.8], lw=3)


def alone(setting):
    """Return the pixels of a setting with nothing but the first picture before it."""
    stage = Stage(draw_setting, line_below, figsize=(3, 2))
    stage.render(setting="nothing")
    return stage.render(False, setting=setting).pixels


def test_nothing_that_draw_sets_lasts():
    """Every setting is followed by every kind of background, and by none."""
    expected = {setting: alone(setting) for setting in SETTINGS}
    walk = np.random.default_rng(0).choice(list(SETTINGS), 30)
    stage = Stage(draw_setting, line_below, figsize=(3, 2))
    for setting in ["nothing", *SETTINGS, *walk]:
        if setting in ("twin axes", "colorbar"):
            continue
        pixels = stage.render(setting=setting).pixels
        assert np.array_equal(pixels, expected[setting]), setting
    different = [s for s in SETTINGS if not np.array_equal(expected[s], pixels)]
    assert len(different) >= len(SETTINGS) - 2


@pytest.mark.parametrize("setting", ["twin axes", "colorbar"])
def test_axes_that_draw_adds_get_room(setting):
    """From then on every picture is laid out for itself."""
    stage = Stage(draw_setting, line_below, figsize=(3, 2))
    before = stage.render(setting="nothing").pixels
    added = stage.render(setting=setting)
    assert len(added.figure.axes) == 2
    after = stage.render(setting="nothing")
    assert len(after.figure.axes) == 1
    assert np.abs(after.pixels.astype(int) - before).max(axis=2).mean() < 4
    again = stage.render(setting=setting)
    np.testing.assert_array_equal(again.pixels, added.pixels)


def test_a_picture_that_cannot_be_drawn_leaves_no_trace():
    stage = Stage(draw_setting, line_below, figsize=(3, 2))
    before = stage.render(setting="nothing").pixels
    with pytest.raises(ValueError, match="frac"):
        stage.render(setting="a bad title")
    np.testing.assert_array_equal(stage.render(setting="nothing").pixels, before)


@pytest.mark.parametrize("open_before", [False, True])
def test_a_figure_of_pyplot_is_refused_and_closed(open_before):
    def draw(ax, elsewhere):
        (plt if elsewhere else ax).plot([0, 1])

    stage = Stage(draw, figsize=(2, 1))
    plt.close("all")
    if open_before:
        plt.figure()
    before = plt.get_fignums()
    for _ in range(2):
        with pytest.raises(ValueError, match=r"nothing was drawn in ax.*ax\.plot"):
            stage.render(elsewhere=True)
        assert plt.get_fignums() == before
    stage.render(elsewhere=False)
    assert plt.get_fignums() == before
    assert not open_before or not plt.gcf().axes
    plt.close("all")


@pytest.mark.parametrize(("draw", "most"), [(lines, 2), (heat, 2), (bars, 7)])
def test_the_background_is_drawn_again_only_when_it_changes(draw, most):
    stage = Stage(draw, figsize=(4, 3))
    for value in range(1, 8):
        stage.render(value=value)
    assert stage.backgrounds == most
    stage.keeps_background = False
    stage.render(value=7)
    assert stage.backgrounds == most + 1


def test_what_surrounds_the_data_is_where_the_first_picture_has_it():
    stage = Stage(growing, figsize=(4, 3))
    first = stage.render(value=1).figure.axes[0].get_position().bounds
    assert stage.render(value=9).figure.axes[0].get_position().bounds == first


def test_set_up_must_make_the_same_axes():
    counts = iter([1, 2])
    stage = Stage(
        lambda axes: None, lambda figure: figure.subplots(next(counts)), (2, 1)
    )
    stage.render()
    with pytest.raises(ValueError, match="set_up must make the same axes"):
        stage.render()


def test_readout_is_a_string():
    assert Stage(lambda ax: None).render().readout == ""
    assert Stage(lambda ax, k: f"k is {k}").render(k=3).readout == "k is 3"


def test_hundreds_of_pictures_leave_nothing_behind():
    stage = Stage(bars, figsize=(1.5, 1))

    def memory():
        for k in range(15):
            stage.render(value=k % 3)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    before = memory()
    grown = memory() - before
    tracemalloc.stop()
    assert grown < 80_000


def test_a_colorbar_of_set_up_follows_draw():
    def set_up(figure):
        ax = figure.subplots()
        shades = ScalarMappable(Normalize(0, 1), "viridis")
        figure.colorbar(shades, ax=ax)
        return ax, shades

    def draw(axes, top):
        ax, shades = axes
        ax.imshow(TABLE, norm=shades.norm, cmap=shades.cmap)
        shades.set_clim(0, top)

    stage = Stage(draw, set_up, figsize=(4, 3))
    for top in (1, 7, 4):
        drawing = stage.render(top=top)
    assert drawing.figure.axes[1].get_ylim() == (0, 4)
    fresh = stage.render(False, top=4)
    np.testing.assert_array_equal(drawing.pixels, fresh.pixels)


@pytest.mark.parametrize("draw", [lines, heat])
def test_the_fast_file_loses_nothing(draw):
    drawing = Stage(draw, figsize=(4, 3)).render(value=3)
    decoded = np.asarray(Image.open(io.BytesIO(drawing.png())))
    np.testing.assert_array_equal(decoded, drawing.pixels[..., :3])


def test_two_pixels_to_each_of_the_page():
    stage = Stage(lines, figsize=(4, 3))
    before = stage.render(value=3).png()
    stage.scale = 2
    assert Image.open(io.BytesIO(stage.render(value=3).png())).size == (768, 576)
    stage.scale = 1
    assert stage.render(value=3).png() == before


def test_the_title_stays_where_the_layout_has_put_it():
    def set_up(figure):
        figure.suptitle("Some words")
        return figure.subplots()

    def draw(ax, height):
        ax.plot([0, height])
        ax.set_ylim(0, 10)
        ax.figure.suptitle(f"It rises to {height}")

    stage = Stage(draw, set_up)
    first = stage.render(height=1).png()
    assert stage.render(height=2).png() != first
    assert stage.render(height=1).png() == first
