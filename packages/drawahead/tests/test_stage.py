"""Each picture is drawn as if it were the only one on its figure."""

import io
import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from drawahead import images
from drawahead.stage import PAGE_DPI, Stage
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap, Normalize, SymLogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator, PercentFormatter
from matplotlib.transforms import Affine2D, Bbox
from PIL import Image

TABLE = np.random.default_rng(0).normal(size=(30, 40))


def lines(ax, value):
    ax.plot(np.arange(10), np.sin(np.arange(10) + value), label="one")
    ax.plot(np.arange(10), np.cos(np.arange(10)), "o--", label="two")
    ax.legend(loc="upper right")
    ax.set(xlim=(0, 9), ylim=(-1.5, 1.5), xlabel="x", title="the same")


def heat(ax, value):
    ax.imshow(TABLE, aspect="auto", cmap="RdBu", vmin=-3, vmax=3)
    ax.figure.colorbar(ax.images[0])
    ax.axhline(value, color="black")
    ax.text(3, value, "here")


def bars(ax, value):
    ax.bar(range(4), [1, 2, 3, value + 1], color="tab:orange")
    ax.set_xticks(range(4), [f"w{k}{value}" for k in range(4)])


def growing(ax, value):
    ax.plot([0, 10.0**value])
    ax.set(yscale="log", ylabel=f"up to 1e{value}")
    ax.figure.suptitle("Growth")


def same(first, second):
    """Whether two pictures are the same, up to the rounding of pasted axes."""
    return np.abs(first.astype(int) - second).max() <= 2


@pytest.mark.parametrize("draw", [lines, heat, bars, growing])
def test_same_picture_as_matplotlib_draws(draw):
    for value in (2, 5, 3):
        stage = Stage(draw, figsize=(4, 3))
        figure = Figure(figsize=(4, 3), dpi=PAGE_DPI, layout="constrained")
        canvas = FigureCanvasAgg(figure)
        draw(figure.subplots(), value)
        canvas.draw()
        for _ in range(2):  # the second time, its axes are pasted
            pixels = stage.render({"value": value}).pixels
            assert same(pixels, np.asarray(canvas.buffer_rgba()))


SETTINGS = {
    "nothing": lambda ax: None,
    "face color": lambda ax: ax.set_facecolor("yellow"),
    "figure's color": lambda ax: ax.figure.set_facecolor("pink"),
    "no color": lambda ax: (ax.patch.set_alpha(0.5), ax.figure.set_facecolor("none")),
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
    "tick colors": lambda ax: ax.tick_params(colors="red", direction="in"),
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
    "rcParams": lambda ax: plt.rcParams.update({"lines.color": "red", "font.size": 5}),
    "hinting": lambda ax: plt.rcParams.update({"text.hinting": "none"}),
    "closed": lambda ax: plt.close(ax.figure),
    "colors": lambda ax: ax.set_prop_cycle(color=["black"]),
}


def line_below(figure):
    """Make axes that already hold a line."""
    ax = figure.subplots()
    ax.plot([0, 1], [0, 1], color="gray", zorder=0)
    return ax


def draw_setting(ax, setting):
    """Change a setting that lasts, and draw a line."""
    SETTINGS[setting](ax)
    ax.plot([0, 1], [0.2, 0.8], lw=3)
    ax.annotate("here", (0.3, 0.3))


def test_every_picture_is_the_one_drawn_alone():
    """Draw all settings six times, each time in another order."""

    def make_stage():
        first = {"setting": "nothing"}
        return Stage(draw_setting, line_below, figsize=(2, 1.5), first=first)

    names, alone = list(SETTINGS), {}
    for name in names:
        alone[name] = make_stage().render({"setting": name}, in_full=True).pixels
    # All settings can be seen, except a closed figure, and no color on a white one.
    unseen = [name for name in names if same(alone[name], alone["nothing"])]
    assert unseen == ["nothing", "no color", "closed"]
    stage, random = make_stage(), np.random.default_rng(0)
    for name in [name for _ in range(6) for name in random.permutation(names)]:
        found = stage.render({"setting": str(name)}).pixels
        assert same(found, alone[name]), name


def test_the_settings_of_now_count():
    stage = Stage(lines, figsize=(2, 1))
    before = stage.render({"value": 1}).pixels
    with plt.rc_context({"text.hinting": "none"}):
        found = stage.render({"value": 1}).pixels
        assert same(found, stage.render({"value": 1}, in_full=True).pixels)
    assert not same(found, before)
    assert same(stage.render({"value": 1}).pixels, before)


@pytest.mark.parametrize("open_before", [False, True])
def test_a_figure_of_pyplot_is_refused_and_closed(open_before):
    def draw(ax, elsewhere):
        (plt if elsewhere else ax).plot([0, 1])

    stage = Stage(draw, figsize=(2, 1))
    plt.close("all")
    before = [plt.figure().number] if open_before else []
    for _ in range(2):
        with pytest.raises(ValueError, match=r"nothing was drawn in ax.*ax\.plot"):
            stage.render({"elsewhere": True})
        assert plt.get_fignums() == before
    stage.render({"elsewhere": False})
    assert plt.get_fignums() == before
    assert not open_before or not plt.gcf().axes
    plt.close("all")


def test_a_figure_that_cannot_be_copied_is_set_up_each_time():
    def set_up(figure):
        ax = figure.subplots()
        ax.xaxis.set_major_formatter(lambda value, place: f"{value:.2f} m")
        return ax

    stage = Stage(lines, set_up, figsize=(3, 2))
    pixels = [stage.render({"value": 1}).pixels for _ in range(2)]
    assert same(*pixels)
    assert same(pixels[0], stage.render({"value": 1}, in_full=True).pixels)


def test_a_picture_has_a_size_that_can_be_sent():
    with pytest.raises(ValueError, match=r"40 x 30 inches is too large.*figsize"):
        Stage(lines, figsize=(40, 30)).render({"value": 1})


def test_axes_that_are_only_set_are_a_picture():
    stage = Stage(lambda ax: ax.set_axis_off() and None, figsize=(2, 1))
    assert (stage.render({}).pixels == 255).all()


def test_the_size_is_that_of_the_figure_after_set_up():
    def set_up(figure):
        figure.set_size_inches(3, 2)
        return figure.subplots()

    stage = Stage(lines, set_up, figsize=(8, 4))
    pixels = stage.render({"value": 1}).pixels
    assert (stage.size, pixels.shape) == ((288, 192), (192, 288, 4))


def test_what_surrounds_the_data_is_where_the_first_picture_has_it():
    stage = Stage(growing, figsize=(4, 3))
    first, last = (stage.render({"value": value}).figure for value in (1, 9))
    assert first.axes[0].get_position().bounds == last.axes[0].get_position().bounds


def test_set_up_must_make_the_same_axes():
    counts = iter([1, 2])
    stage = Stage(lambda axes: "", lambda figure: figure.subplots(next(counts)), (2, 1))
    with pytest.raises(ValueError, match="set_up must make the same axes"):
        stage.render({})


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
        drawing = stage.render({"top": top})
    assert drawing.figure.axes[1].get_ylim() == (0, 4)
    fresh = stage.render({"top": 4}, in_full=True)
    assert same(drawing.pixels, fresh.pixels)


@pytest.mark.parametrize("draw", [lines, heat])
def test_files_lose_nothing(draw):
    stage = Stage(draw, figsize=(4, 3))
    ground, pixels = (stage.render({"value": value}).pixels for value in (3, 5))
    file = images.encode(pixels)
    over = images.encode(pixels, ground)
    for found in (images.decode(file), images.decode(over, images.encode(ground))):
        np.testing.assert_array_equal(found, pixels[..., :3])
    assert len(over) < len(file)
    alpha = np.asarray(Image.open(io.BytesIO(over)))[..., 3]
    assert (alpha == 0).mean() > 0.5


IMAGES = {
    "a table": lambda ax: ax.imshow(TABLE),
    "another table": lambda ax: ax.imshow(-TABLE),
    "other limits": lambda ax: ax.imshow(TABLE, vmin=-5),
    "another norm": lambda ax: ax.imshow(TABLE, norm=SymLogNorm(0.1)),
    "other colors": lambda ax: ax.imshow(TABLE, cmap="gray"),
    "colors of the same name": lambda ax: ax.imshow(TABLE, cmap=GREY),
    "pale": lambda ax: ax.imshow(TABLE, alpha=0.5),
    "pale in parts": lambda ax: ax.imshow(TABLE, alpha=abs(TABLE).clip(0, 1)),
    "blurred": lambda ax: ax.imshow(TABLE, interpolation="bicubic"),
    "upwards": lambda ax: ax.imshow(TABLE, origin="lower"),
    "a part": lambda ax: (ax.imshow(TABLE), ax.set_xlim(0, 10)),
    "elsewhere": lambda ax: ax.imshow(TABLE, **PLACE),
    "a scale": lambda ax: (ax.imshow(TABLE, **PLACE), ax.set_yscale("log")),
    "turned": lambda ax: ax.imshow(TABLE).set_transform(
        Affine2D().rotate_deg(20) + ax.transData
    ),
    "cut": lambda ax: ax.imshow(TABLE).set_clip_box(Bbox([[0, 0], [90, 90]])),
}
GREY = ListedColormap(["0.3", "0.7"], "viridis")
PLACE = {"extent": (1, 9, 1, 9), "aspect": "auto"}


def test_kept_pixels_of_images_are_those_of_this_image():
    stage = Stage(lambda ax, name: IMAGES[name](ax) and None, figsize=(2, 1.5))
    alone = {name: stage.render({"name": name}, in_full=True).pixels for name in IMAGES}
    pairs = itertools.combinations(alone.values(), 2)
    assert not any(np.array_equal(*pair) for pair in pairs)
    for name in IMAGES:
        for one in ("a table", name, name):
            assert same(stage.render({"name": one}).pixels, alone[one]), one
    assert len(stage._image_pixels) == 4
