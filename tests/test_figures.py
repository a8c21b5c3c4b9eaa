"""How figures are shown and stored: palette, titles, labels and shared parts."""

import dataclasses
import io
import itertools

import IPython.display
import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from coloraide import Color
from IPython.utils.capture import RichOutput
from PIL import Image

from posenc_lessons import (
    colors,
    draw_attention,
    draw_clock,
    headline,
    heatmap,
    label_ends,
    pixel_axes,
    show,
)
from posenc_lessons.figures import page
from posenc_lessons.figures.palette import MAPS


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.fixture
def ax():
    return plt.figure().subplots()


@pytest.fixture
def shown(monkeypatch):
    found = []

    def display(value, raw=False, metadata=None):
        found.append(RichOutput(data=value, metadata=metadata) if raw else value)

    monkeypatch.setattr(IPython.display, "display", display)
    return found


def test_shows_picture_text_and_caption(shown):
    figure, ax = plt.subplots(figsize=(4, 2))
    ax.plot([1, 2])
    show(figure, "A line that rises.")
    picture, caption = shown
    assert picture.data["text/plain"] == "A line that rises."
    wanted = {"width": 384, "height": 192, "alt": "A line that rises."}
    assert picture.metadata["image/png"] == wanted
    assert Image.open(io.BytesIO(picture.data["image/png"])).size == (768, 384)
    assert caption.data == "*A line that rises.*"
    assert not plt.fignum_exists(figure.number)


def test_a_stored_picture_has_at_most_128_colors_and_names_no_program():
    def noise():
        figure = plt.figure(figsize=(1, 1))
        figure.figimage(np.random.default_rng(0).uniform(size=(192, 192, 3)))
        return page.small_png(figure)

    picture = noise()
    assert picture == noise()
    assert len(Image.open(io.BytesIO(picture)).convert("RGB").getcolors(10**5)) <= 128
    assert b"Software" not in picture
    assert b"tIME" not in picture


def test_a_stored_heat_map_keeps_the_colors_of_its_table():
    figure = plt.figure(figsize=(6.4, 3))
    ax = pixel_axes(figure, 60, 50, 512, 200)
    heatmap(ax, np.linspace(-1, 1, 512)[None], "lecture")
    picture = Image.open(io.BytesIO(page.small_png(figure))).convert("RGB")
    row = np.asarray(picture)[200, 120 : 120 + 1024 : 2]
    wanted = plt.get_cmap("viridis")(np.linspace(0, 1, 512), bytes=True)[:, :3]
    assert (np.abs(row.astype(int) - wanted).max(axis=1)[2:-3] <= 1).all()


# The palette


ROLES = [field.name for field in dataclasses.fields(colors)]
MARKS = [role for role in ROLES if role not in ("faint", "quiet")]
SIGHTS = ["", "protan", "deutan", "tritan"]


@pytest.mark.parametrize("role", ROLES)
def test_every_mark_stands_out_from_the_ground_and_text_more(role):
    least = {"ink": 4.5, "quiet": 4.5, "faint": 1}.get(role, 3)
    assert Color(getattr(colors, role)).contrast("white") >= least


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(MARKS, 2)))
def test_any_two_roles_stay_apart_for_every_sight(one, other, sight):
    """In CIEDE2000, a difference of 10 can be seen at a glance."""
    pair = [Color(getattr(colors, role)) for role in (one, other)]
    if sight:
        pair = [color.filter(sight) for color in pair]
    assert pair[0].delta_e(pair[1], method="2000") > 10


@pytest.mark.parametrize("kind", MAPS)
def test_maps_are_even(kind):
    """Equal steps in a map look alike, within a factor of 3.5."""
    samples = plt.get_cmap(MAPS[kind][0])(np.linspace(0.05, 0.95, 19))[:, :3]
    seen = [Color("srgb", list(sample)) for sample in samples]
    steps = [
        one.delta_e(other, method="2000") for one, other in itertools.pairwise(seen)
    ]
    assert max(steps) < 3.5 * np.median(steps)
    light = [color.convert("lab-d65")["l"] for color in seen]
    if kind in ("share", "lecture"):
        assert (np.diff(light) > 0).all() or (np.diff(light) < 0).all()
    if kind == "signed":
        assert np.argmax(light) == len(light) // 2


# Titles and labels


def test_a_headline_stands_above_its_axes(ax):
    headline(ax, "The line rises", "one step is one word")
    assert ax.get_title("left") == "The line rises"
    assert [text.get_text() for text in ax.texts] == ["one step is one word"]
    headline(ax, "It rises", "another help")
    assert [text.get_text() for text in ax.texts] == ["another help"]


def test_a_figure_s_headline_changes_in_place():
    figure, _ = plt.subplots(1, 2)
    headline(figure, "First", "help")
    parts = figure.get_children()
    headline(figure, "Second", "more help")
    assert figure.get_children() == parts
    assert figure.get_suptitle() == "Second\n"
    assert figure.artists[0].get_text() == "more help"


def test_labels_at_line_ends_keep_apart_and_in_order():
    figure, ax = plt.subplots()
    for height in (3, 1, 1.01, 0.99):
        ax.plot([0, 1], [0, height], label=str(height), color=colors.this)
    ax.plot([0, 1], [2, 2])
    label_ends(ax)
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert [text.get_text() for text in ax.texts] == ["0.99", "1", "1.01", "3"]
    assert all(low.y1 <= high.y0 for low, high in itertools.pairwise(boxes))


def test_a_label_stands_where_the_line_leaves_the_axes(ax):
    ax.plot([0, 1, 2], [0, 1, np.nan], label="cut")
    ax.plot([5, 6], [0, 1], label="unseen")
    ax.set(xlim=(0, 3), ylim=(0, 2))
    label_ends(ax)
    assert [text.get_text() for text in ax.texts] == ["cut"]
    assert ax.texts[0].xy == pytest.approx((1, 1))


# Parts


def test_a_clock_starts_at_the_top_and_turns_clockwise(ax):
    draw_clock(ax, 0, np.pi / 2, names=("start", "a quarter"), note="n", verdict="v")
    ends = [line.get_xydata()[-1] for line in ax.lines if line.get_marker() in "os"]
    np.testing.assert_allclose(ends, [[0, 1], [1, 0]], atol=1e-12)
    assert [text.get_text() for text in ax.texts] == ["start", "a quarter", "n", "v"]


@pytest.mark.parametrize(("other", "names"), [(0.1, ["a, b"]), (6.2, ["a, b"])])
def test_hands_that_coincide_share_a_name(ax, other, names):
    draw_clock(ax, 0.0, other, names=("a", "b"))
    assert [text.get_text() for text in ax.texts] == names


@pytest.mark.parametrize("turn", np.arange(0, 2 * np.pi, 0.9))
@pytest.mark.parametrize("gap", [0.16, 0.3, -0.2, 0.5, 6.0])
def test_names_of_hands_do_not_overlap(turn, gap):
    figure = plt.figure(figsize=(6.4, 2.7), dpi=96, layout="none")
    draw_clock(
        figure.add_axes((0, 0, 1 / 3, 0.85)), turn, turn + gap, names=("8", "52")
    )
    figure.canvas.draw()
    one, other = (text.get_window_extent() for text in figure.axes[0].texts)
    assert not one.overlaps(other)


@pytest.mark.parametrize(
    ("kind", "limits"),
    [("signed", (-3, 3)), ("share", (0, 1)), ("lecture", (-1, 1))],
)
def test_limits_of_a_heatmap(ax, kind, limits):
    assert heatmap(ax, [[-3, 1], [0, 2]], kind).get_clim() == limits
    assert heatmap(ax, np.zeros((2, 2)), "signed", limit=5).get_clim() == (-5, 5)


@pytest.mark.parametrize("columns", [512, 500, 96, 7])
def test_each_column_is_a_whole_number_of_pixels(columns):
    figure = plt.figure(figsize=(6.4, 3), dpi=96)
    ax = pixel_axes(figure, 60, 50, 512, 200)
    heatmap(ax, np.zeros((10, columns)))
    start, end = ax.transData.transform([(-0.5, 0), (columns - 0.5, 0)])[:, 0]
    size = (end - start) / columns
    assert size == pytest.approx(512 // columns)
    assert start == pytest.approx(60)


@pytest.mark.parametrize(
    ("draw", "arguments", "text"),
    [
        *((show, [text], f"text must say in words.*{text!r}")
          for text in ("", "  ", None, 3)),
        *((headline, [text], "what there is to see") for text in ("", " ", None)),
        (heatmap, [[[1]], "rainbow"], "must be one of signed, share"),
        (pixel_axes, [60, 50, 600, 200], "within the 614 x 288 pixels"),
        (draw_attention, [np.eye(2), ["one"]], r"1 words; got shape \(2, 2\)"),
    ],
)  # fmt: skip
def test_errors(draw, arguments, text):
    figure, ax = plt.subplots(figsize=(6.4, 3))
    with pytest.raises(ValueError, match=text):
        draw(figure if draw in (show, pixel_axes) else ax, *arguments)
