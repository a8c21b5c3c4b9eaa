"""The Explorer without a browser: controls, messages, and what is stored."""

import base64
import functools
import gc
import io
import json
import pathlib
import re
import weakref

import ipywidgets
import numpy as np
import pytest
import traitlets
from drawahead import Explorer, images
from drawahead.frames import markup
from PIL import Image


def draw_line(ax, slope=2, word="up", on=False):
    """A straight line through the origin."""
    ax.plot([0, 1], [0, slope], "-" if on else "--")
    return f"{word} to {slope}"


@pytest.fixture
def explorer():
    return Explorer(draw_line, slope=(0, 9), word="up", on=False, figsize=(3, 2))


def test_starts_at_the_defaults_and_follows_its_controls(explorer):
    assert explorer.values == {"slope": 2, "word": "up", "on": False}
    assert (explorer.message, explorer._pictures.draws) == ("", 1)
    shown = "Explorer(draw_line, slope=2, word='up', on=False)\nup to 2"
    assert repr(explorer) == shown
    before = explorer.png()
    explorer.move(slope=7, on=True)
    assert (explorer.readout, explorer._pictures.draws) == ("up to 7", 2)
    assert explorer.png() != before
    explorer.word = "down"
    explorer.reset()
    assert explorer._pictures.draws == 4
    assert explorer.values == {"slope": 2, "word": "up", "on": False}
    assert explorer.png() == before
    with pytest.raises(TypeError, match="no control 'hight', only slope, word, on"):
        explorer.move(hight=3)


def test_values_are_traits(explorer):
    other = Explorer(draw_line, slope=(0, 9), figsize=(2, 1))
    link = traitlets.link((explorer, "slope"), (other, "slope"))
    seen = []
    explorer.observe(lambda change: seen.append(change["new"]), "slope")
    other.slope = 7
    assert (explorer.slope, explorer.readout, seen) == (7, "up to 7", [7])
    for beyond, end in ((-3, 0), (12, 9)):
        explorer.slope = beyond
        assert (explorer.slope, other.slope) == (end, end)
    link.unlink()
    with pytest.raises(traitlets.TraitError, match="word must be a string; got 3"):
        explorer.word = 3
    assert ipywidgets.VBox([explorer]).children == (explorer,)


def test_a_name_that_widgets_use_gets_an_underscore():
    def draw(ax, layout=1, log=True):
        return f"{layout} {log}"

    explorer = Explorer(draw, layout=(0, 3), log=True, figsize=(2, 1))
    explorer.layout_ = 2
    explorer.log_ = False
    assert explorer.values == {"layout": 2, "log": False}
    assert explorer.readout == "2 False"


def test_a_figure_is_freed_as_soon_as_its_picture_is_finished():
    figures, collects = [], []

    def draw_noted(ax, height=3):
        figures.append(weakref.ref(ax.figure))
        collects.append(gc.isenabled())
        ax.plot([0, height])

    moved = Explorer(draw_noted, height=(0, 9))
    for height in range(9):
        moved.height = height
    assert len(figures) > 9
    assert {figure() for figure in figures[1:]} == {None}
    assert not any(collects[1:])  # the first figure is for the layout
    assert gc.isenabled()


def test_described_is_ready_for_json(explorer):
    described = json.loads(json.dumps(explorer.described()))
    assert (described["width"], described["height"]) == (288, 192)
    assert described["title"] == "A straight line through the origin."
    slope, word, on = described["controls"]
    assert slope == {"name": "slope", "label": "slope", "kind": "range", "count": 10,
                     "start": 2, "min": 0, "step": 1, "digits": 0,
                     "trait": "slope"}  # fmt: skip
    assert (word["kind"], word["start"], on["kind"]) == ("text", "up", "checkbox")


def test_frames_at_are_those_of_the_page(explorer):
    (frame,) = explorer.frames_at([[7, "up", 0]])
    explorer.slope = 7
    found, expected = map(images.decode, (explorer.png(), frame.picture))
    assert found.min() == 0
    np.testing.assert_array_equal(found, expected)
    assert frame.readout == explorer.readout
    dress, options = [], {"dpi": 48, "encode": np.shape}
    (frame,) = explorer.frames_at([[6, "up", 0]], dress=dress.append, **options)
    assert (frame.picture, len(dress) > 0) == ((96, 144, 4), True)
    assert explorer._pictures.draws == 2  # the frames of other pages do not count


def test_stored_form(explorer):
    explorer.slope = 3
    data, metadata = explorer._repr_mimebundle_()
    assert data["text/plain"] == repr(explorer)
    assert "application/vnd.jupyter.widget-view+json" in data
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert image.size == (576, 384)
    alt = "A straight line through the origin. up to 3"
    assert metadata["image/png"] == {"width": 288, "height": 192, "alt": alt}


@pytest.mark.parametrize(
    ("wanted", "start", "kind", "count"),
    [
        ((0, 9), 2, "range", 10),
        ((0, 10, 2), 4, "range", 6),
        ((0.0, 1.0), 0.5, "range", 11),
        ((0.0, 0.1), 0.05, "range", 11),
        ((0.02, 0.3, 0.02), 0.1, "range", 15),
        ([1, 10, 100], 10, "range", 3),
        (list(np.arange(3)), 1, "range", 3),
        (["a", "b"], "b", "select", 2),
        (True, True, "checkbox", 2),
        ("text", "text", "text", None),
        (7, 7, "number", None),
        (0.5, 2.5, "number", None),
    ],
)
def test_abbreviations(wanted, start, kind, count):
    def draw(ax, value=start):
        return str(value)

    explorer = Explorer(draw, value=wanted, figsize=(2, 1))
    (control,) = explorer.described()["controls"]
    assert (control["kind"], control["count"]) == (kind, count)
    assert control["label"] == "value"
    assert explorer.values == {"value": start}
    assert explorer.readout == str(start)
    if count:
        first, last = explorer.frames_at([[0], [count - 1]])
        assert first.readout != last.readout


def test_values_have_no_digits_of_rounding():
    explorer = Explorer(lambda ax, k=0.0: f"{k}", k=(0.0, 1.0, 0.1), figsize=(2, 1))
    explorer.k = 0.1 * 3
    assert (explorer.k, explorer.readout, explorer.steps) == (0.3, "0.3", (3,))
    explorer.k = 0.34
    assert (explorer.k, explorer.steps) == (0.3, (3,))


NO_CONTROLS = (9, 0), (2, 2), (0, 3, "x"), (0, 9, 0), (0, 1, 2, 3), [], None


def draw_needy(ax, value):
    return str(value)


def test_a_slider_without_a_default_starts_in_its_middle():
    assert Explorer(draw_needy, value=(0, 4)).values == {"value": 2}


@pytest.mark.parametrize(
    ("draw", "controls", "error", "shown"),
    [
        (draw_line, {"slop": (0, 1)}, TypeError, "'slop' to control; it has slope"),
        (draw_line, {"slope": (3, 9)}, ValueError, "slope starts at its default"),
        (draw_line, {"slope": [1, 3]}, ValueError, "default value 2"),
        (draw_line, {"slope": [1, "a"]}, TypeError, "a list of numbers or of strings"),
        (draw_line, {"slope": (0, 9), "play": "k"}, TypeError, "play names 'k'"),
        (draw_line, {"slope": (0, 9), "drag": {"k": "x"}}, TypeError, "drag names"),
        (draw_line, {"slope": (0, 9), "drag": {"slope": 1}}, TypeError, "along 1"),
        (draw_line, {"word": "a", "drag": {"word": "x"}}, TypeError, "have no steps"),
        (draw_line, {"slope": (0, 9), "labels": {"k": "x"}}, TypeError, "named 'k'"),
        (draw_needy, {}, TypeError, "draw_needy needs a value for 'value'"),
        (lambda ax, k=4: {}["dog"], {"k": (0, 9)}, KeyError, "dog"),
        *(
            (draw_line, {"slope": wanted}, TypeError, f"controlled by {wanted}:")
            for wanted in NO_CONTROLS
        ),
    ],
)
def test_refuses(draw, controls, error, shown):
    with pytest.raises(error, match=re.escape(shown)):
        Explorer(draw, **controls)


class Lines:
    def draw(self, ax, slope=2):
        "A line."
        return f"up to {1 / (slope - 3) + slope:.1f}"


@pytest.mark.parametrize("draw", [functools.partial(Lines.draw, Lines()), Lines().draw])
def test_draw_may_be_a_partial_or_a_method(draw):
    explorer = Explorer(draw, slope=(0, 5), figsize=(2, 1))
    explorer.slope = 4
    assert repr(explorer) == "Explorer(draw, slope=4)\nup to 5.0"
    explorer.slope = 3
    assert explorer.message == "ZeroDivisionError in line 3 of draw: division by zero"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a < b", ["a &lt; b"]),
        ("$f(-1,000) - 2$", ['<mo form="prefix">&#x02212;</mo><mtext>1,000</mtext>',
                             "<mo>&#x02212;</mo><mn>2</mn>"]),
        (r"<i>: $\frac{$", [r"&lt;i&gt;: $\frac{$"]),
    ],
)  # fmt: skip
def test_formulas_become_mathml_and_the_rest_stays_text(text, parts):
    assert all(part in markup(text) for part in parts)


README = pathlib.Path(__file__).parents[1] / "README.md"


def test_the_code_of_the_readme_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    made = {}
    exec(code.replace("\nExplorer(", "\nexplorer = Explorer("), made)
    made["explorer"].damping = 1.0
    assert made["explorer"].readout == "at the end: -0.00"
