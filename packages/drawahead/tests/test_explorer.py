"""The Explorer without a browser: controls, messages, and what is stored."""

import base64
import functools
import io
import pathlib
import re
import sys
import types

import ipywidgets
import pytest
from drawahead import Explorer
from PIL import Image


def draw_line(ax, slope=2, word="up", on=False):
    """A straight line through the origin."""
    if slope == 4:
        raise ValueError("four is not allowed; take 3")
    if slope == 5:
        raise KeyError("dog")
    ax.plot([0, 1], [0, slope], "-" if on else "--")
    return f"{word} to {slope}"


def shown(explorer):
    """What the browser is told to show."""
    return explorer._show.picture.frame


@pytest.fixture
def explorer():
    return Explorer(draw_line, slope=(0, 9), word="up", on=False, figsize=(3, 2))


def test_starts_at_the_defaults(explorer):
    assert explorer.values == {"slope": 2, "word": "up", "on": False}
    assert explorer.readout == "up to 2"
    assert explorer.message == ""
    assert explorer.draws == 1
    assert repr(explorer) == (
        "Explorer(draw_line, slope=2, word='up', on=False)\nup to 2"
    )


def test_follows_its_controls(explorer):
    before = explorer.png()
    assert shown(explorer)["picture"] == before
    explorer.controls["slope"].value = 7
    assert shown(explorer)["picture"] == explorer.png()
    assert shown(explorer)["alt"].endswith("up to 7")
    assert explorer.readout == "up to 7"
    assert explorer.png() != before
    assert explorer.draws == 2
    explorer.controls["slope"].value = 2
    assert explorer.png() == before


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (4, "four is not allowed; take 3"),
        (5, "KeyError in line 6 of draw_line: 'dog'"),
    ],
)
def test_survives_a_draw_that_raises(explorer, bad, message):
    explorer.controls["slope"].value = 3
    picture = shown(explorer)["picture"]
    explorer.controls["slope"].value = bad
    assert explorer.message == message
    assert explorer.readout == "up to 3"
    assert shown(explorer)["picture"] == picture
    explorer.controls["slope"].value = 6
    assert (explorer.message, explorer.readout) == ("", "up to 6")


def nested(ax, level=0):
    """A function that calls another."""
    deeper = {1: "x"}
    return str(deeper.get(level) or {}[level] if level else 0)


def test_a_message_names_the_line_of_draw_and_not_of_what_it_calls():
    def draw(ax, level=0):
        return nested(ax, level)

    explorer = Explorer(draw, level=(0, 3))
    explorer.controls["level"].value = 2
    assert explorer.message == "KeyError in line 2 of draw: 2"


def test_the_button_resets(explorer):
    explorer.controls["slope"].value = 7
    button = explorer.children[0].children[-1]
    assert button.description == "reset"
    button.click()
    assert explorer.values["slope"] == 2


def test_what_the_page_needs(explorer):
    controls, picture = explorer.children
    assert controls.children[:-1] == tuple(explorer.controls.values())
    assert "drawahead-explorer" in explorer._dom_classes
    state = picture.get_state()
    assert (state["width"], state["height"]) == (288, 192)
    frame = state["frame"]
    assert frame["key"] == frame["good"] == '[2,"up",0]'
    assert {"picture", "readout", "message", "places", "print"} <= set(frame)
    assert frame["alt"] == "A straight line through the origin. up to 2"


def test_a_text_is_drawn_when_it_is_finished(explorer):
    assert not explorer.controls["word"].continuous_update
    assert explorer.controls["slope"].continuous_update


def test_the_stored_picture_is_the_smaller_file(explorer):
    assert len(explorer.png(small=True)) < len(explorer.png())


def test_a_slider_without_a_default_starts_within_its_range():
    assert Explorer(draw_needy, value=(0, 4)).values == {"value": 2}


def test_reset_draws_once(explorer):
    before = explorer.png()
    explorer.controls["slope"].value = 7
    explorer.controls["word"].value = "down"
    draws = explorer.draws
    explorer.reset()
    assert explorer.draws == draws + 1
    assert explorer.values == {"slope": 2, "word": "up", "on": False}
    assert explorer.png() == before


def test_reset_clears_a_message(explorer):
    explorer.controls["slope"].value = 4
    explorer.reset()
    assert explorer.message == ""


def test_two_are_independent(explorer):
    other = Explorer(draw_line, slope=(0, 9))
    other.controls["slope"].value = 8
    assert explorer.readout == "up to 2"


def test_stored_form(explorer):
    explorer.controls["slope"].value = 3
    data, metadata = explorer._repr_mimebundle_()
    assert data["text/plain"] == repr(explorer)
    assert "application/vnd.jupyter.widget-view+json" in data
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert image.size == (576, 384)
    assert metadata["image/png"] == {
        "width": 288,
        "height": 192,
        "alt": "A straight line through the origin. up to 3",
    }


def test_colab_is_asked_for_the_widgets_of_others(explorer, monkeypatch):
    def enable():
        colab._widgets = types.SimpleNamespace(
            _installed_url="https://a.widget/manager"
        )

    colab = types.SimpleNamespace(enable_custom_widget_manager=enable)
    enable()
    monkeypatch.setitem(sys.modules, "google.colab.output", colab)
    _, metadata = explorer._repr_mimebundle_()
    told = metadata["application/vnd.jupyter.widget-view+json"]["colab"]
    assert told == {"custom_widget_manager": {"url": "https://a.widget/manager"}}
    assert "alt" in metadata["image/png"]


@pytest.mark.parametrize(
    ("wanted", "start", "kind"),
    [
        ((0, 9), 2, ipywidgets.IntSlider),
        ((0, 10, 2), 4, ipywidgets.IntSlider),
        ((0.0, 1.0), 0.5, ipywidgets.FloatSlider),
        ([1, 10, 100], 10, ipywidgets.SelectionSlider),
        (["a", "b"], "b", ipywidgets.Dropdown),
        (True, True, ipywidgets.Checkbox),
        ("text", "text", ipywidgets.Text),
        (ipywidgets.IntText(7), 7, ipywidgets.IntText),
    ],
)
def test_abbreviations(wanted, start, kind):
    def draw(ax, value=start):
        return str(value)

    explorer = Explorer(draw, value=wanted, figsize=(2, 1))
    control = explorer.controls["value"]
    assert type(control) is kind
    assert explorer.values == {"value": start}
    if control is not wanted:
        assert control.description == "value"


def test_an_argument_without_control_keeps_its_default():
    assert Explorer(draw_line, word="up").readout == "up to 2"


def draw_needy(ax, value):
    return str(value)


@pytest.mark.parametrize(
    ("draw", "controls", "error", "shown"),
    [
        (draw_line, {"slop": (0, 1)}, TypeError, "'slop' to control; it has slope"),
        (draw_line, {"slope": (3, 9)}, ValueError, "cannot start at its default"),
        (draw_line, {"slope": [1, 3]}, ValueError, "default value 2"),
        (draw_line, {"slope": (9, 0)}, TypeError, "(9, 0)"),
        (draw_line, {"slope": ("a", "b")}, TypeError, "('a', 'b')"),
        (draw_line, {"slope": (0, None)}, TypeError, "(0, None)"),
        (draw_line, {"slope": (0, 9, 0)}, TypeError, "(0, 9, 0)"),
        (draw_line, {"slope": (2, 2)}, TypeError, "(2, 2)"),
        (draw_line, {"slope": (0, 1, 2, 3)}, TypeError, "(0, 1, 2, 3)"),
        (draw_line, {"slope": {}}, TypeError, "controlled by {}"),
        (draw_line, {"slope": []}, TypeError, "controlled by []"),
        (draw_line, {"slope": [1, "a"]}, TypeError, "a list of numbers or of texts"),
        (draw_line, {"slope": None}, TypeError, "controlled by None"),
        (draw_needy, {}, TypeError, "draw_needy needs a value for 'value'"),
    ],
)
def test_refuses_controls(draw, controls, error, shown):
    with pytest.raises(error) as caught:
        Explorer(draw, **controls)
    assert shown in str(caught.value)


def test_a_bad_start_raises():
    with pytest.raises(ValueError, match="four is not allowed"):
        Explorer(lambda ax, slope=4: draw_line(ax, slope), slope=(0, 9))


def test_stores_the_last_good_picture_when_drawing_fails():
    def draw(ax, value=2):
        ax.text(0.5, 0.5, r"$\frac$" if value == 3 else "good")

    explorer = Explorer(draw, value=(0, 5), figsize=(2, 1))
    explorer.controls["value"].value = 3
    assert explorer.message
    assert explorer.png() == shown(explorer)["picture"]


@pytest.mark.parametrize("wanted", [("a", "b"), (0, "b"), (0, None), (0, 3, "x")])
def test_refuses_a_tuple_that_is_not_of_numbers(wanted):
    with pytest.raises(TypeError, match="cannot be controlled by"):
        Explorer(draw_line, slope=wanted)


def test_draw_may_be_a_partial_or_a_method():
    class Lines:
        def draw(self, ax, slope=2):
            "A line."
            ax.plot([0, 1], [0, slope])
            return f"up to {1 / (slope - 3) + slope:.1f}"

    for draw in (functools.partial(Lines.draw, Lines()), Lines().draw):
        explorer = Explorer(draw, slope=(0, 5), figsize=(2, 1))
        explorer.controls["slope"].value = 4
        assert repr(explorer) == "Explorer(draw, slope=4)\nup to 5.0"
        explorer.controls["slope"].value = 3
        assert (
            explorer.message == "ZeroDivisionError in line 4 of draw: division by zero"
        )


def test_after_a_fault_the_text_tells_it(explorer):
    explorer.controls["slope"].value = 4
    assert repr(explorer).splitlines()[1] == explorer.message != ""


def test_a_fault_of_the_mathematical_text_is_one_line():
    def draw(ax, value=2):
        ax.set_title(r"$\frac$" if value == 3 else "good")

    explorer = Explorer(draw, value=(0, 5), figsize=(2, 1))
    explorer.controls["value"].value = 3
    assert "Expected" in explorer.message
    assert "\n" not in explorer.message


README = pathlib.Path(__file__).parents[1] / "README.md"


def test_the_code_of_the_readme_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    made = {}
    exec(code.replace("\nExplorer(", "\nexplorer = Explorer("), made)
    made["explorer"].controls["damping"].value = 1.0
    assert made["explorer"].readout == "at the end: -0.00"
