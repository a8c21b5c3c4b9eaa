"""How a figure is shown, and how pictures are encoded."""

import base64
import io

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from IPython.utils.capture import RichOutput
from PIL import Image

from posenc_lessons import show
from posenc_lessons.figures import page


@pytest.fixture
def shown(monkeypatch):
    """Collect what is displayed."""
    found = []

    def display(value, raw=False, metadata=None):
        found.append(RichOutput(data=value, metadata=metadata) if raw else value)

    monkeypatch.setattr(page, "display", display)
    return found


def test_shows_picture_text_and_caption(shown):
    figure, ax = plt.subplots(figsize=(4, 2))
    ax.plot([1, 2])
    show(figure, "A line that rises.")
    picture, caption = shown
    assert picture.data["text/plain"] == "A line that rises."
    assert picture.metadata["image/png"] == {
        "width": 384,
        "height": 192,
        "alt": "A line that rises.",
    }
    assert Image.open(io.BytesIO(picture.data["image/png"])).size == (576, 288)
    assert caption.data == "*A line that rises.*"
    assert not plt.fignum_exists(figure.number)


@pytest.mark.parametrize("text", ["", "  ", None, 3])
def test_every_figure_needs_a_text(text):
    figure, _ = plt.subplots()
    with pytest.raises(ValueError, match="text must say in words") as caught:
        show(figure, text)
    assert repr(text) in str(caught.value)
    plt.close(figure)


@pytest.mark.parametrize("small", [False, True])
def test_png_keeps_the_colours_and_says_nothing_else(small):
    rgba = np.zeros((3, 5, 4), np.uint8)
    rgba[1, 2] = [200, 100, 50, 255]
    data = page.to_png(rgba, small)
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    np.testing.assert_array_equal(image, rgba[..., :3])
    assert data == page.to_png(rgba, small)
    assert b"Software" not in data
    assert b"tIME" not in data
    assert base64.b64encode(data)


def test_a_small_file_is_smaller_and_has_at_most_128_colours():
    rgba = np.random.default_rng(0).integers(256, size=(40, 40, 4), dtype=np.uint8)
    fast, small = page.to_png(rgba), page.to_png(rgba, small=True)
    assert len(small) < len(fast)
    colours = {
        data: len(Image.open(io.BytesIO(data)).convert("RGB").getcolors(1600))
        for data in (fast, small)
    }
    assert colours[fast] > 128 >= colours[small]
