"""An Explorer in a page, as a person meets it: by keyboard, mouse or finger."""

import base64
import io
import time

import numpy as np
from PIL import Image

from .notebook import LIMIT

ROUNDING = 2
"""So much a pixel may differ between two ways to paint the same picture."""

# What is shown: the picture as it is painted over the one below it, as a PNG file.
SHOWN = """async (root) => {
  const image = root.querySelector(".drawahead-stage img");
  if (!image?.naturalWidth) return null;
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const address = image.style.backgroundImage.match(/url\\("(.*)"\\)/);
  if (address) {
    const below = new Image();
    below.src = address[1];
    await below.decode();
    canvas.getContext("2d").drawImage(below, 0, 0);
  }
  canvas.getContext("2d").drawImage(image, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  const text = (name) => root.querySelector(name).dataset.text ?? "";
  return {
    message: text(".drawahead-message"),
    readout: text(".drawahead-readout"),
    picture: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")),
  };
}"""

STEPS = """(root) => [...root.querySelectorAll(".drawahead-field")].map((field) => {
  const input = field.querySelector("input, select");
  return { select: input.selectedIndex, checkbox: Number(input.checked),
    text: input.value }[field.dataset.kind] ?? Number(input.value);
})"""

# Where the Explorer and the next cell are, in every frame that the browser paints.
WATCH_PLACES = """(root) => {
  const cell = root.closest(".jp-Cell");
  const watched = [root, cell.nextElementSibling ?? cell];
  window.places = new Set();
  window.watching = true;
  function look() {
    if (!window.watching) return;
    const boxes = watched.map((element) => element.getBoundingClientRect());
    window.places.add(boxes.map((box) =>
      [box.left, box.top, box.width].map(Math.round).join(" ")).join(" / "));
    requestAnimationFrame(look);
  }
  look();
}"""

STOP_WATCHING = """() => new Promise((done) => requestAnimationFrame(() => {
  window.watching = false;
  done([...window.places]);
}))"""


class ShownExplorer:
    """An Explorer in a page.

    Parameters
    ----------
    page : playwright.sync_api.Page
        The page.
    root : playwright.sync_api.Locator
        The Explorer.
    """

    def __init__(self, page, root):
        self.page, self.root = page, root

    def control(self, label):
        """Return the input beside a label."""
        return self.root.get_by_label(label, exact=True)

    def steps(self):
        """Return the step at which each control stands."""
        return self.root.evaluate(STEPS)

    def shown(self):
        """Return the message, the readout and the picture, or None if there is none."""
        return self.root.evaluate(SHOWN)

    def turn(self, control, step):
        """Turn a control, which has the focus, to a neighboring step by a key."""
        here = self.control(control["label"])
        match control["kind"]:
            case "range":
                start = int(here.input_value())
                self.page.keyboard.press("ArrowRight" if step > start else "ArrowLeft")
            case "checkbox":
                self.page.keyboard.press("Space")
            case "select":
                here.select_option(index=step)
            case "text":
                self.page.keyboard.press("ControlOrMeta+A")
                self.page.keyboard.type(step)
                self.page.keyboard.press("Enter")
            case other:
                raise ValueError(f"the tests cannot turn a control of kind {other} yet")

    def expect(self, message, readout, picture):
        """Wait until the page shows these; the picture is a PNG file in base64.

        Without a picture, as where nothing can be drawn, only the message has to be
        there.
        """
        end = time.monotonic() + LIMIT
        while wrong := self._differences(message, readout, picture):
            assert time.monotonic() < end, wrong
            time.sleep(0.05)

    def _differences(self, message, readout, picture):
        """Return in words how what is shown differs from that, or nothing."""
        shown = self.shown()
        if shown is None:
            return "no picture is shown"
        if shown["message"] != message:
            return f"the message is {shown['message']!r}, not {message!r}"
        if picture and shown["readout"] != readout:
            return f"the readout is {shown['readout']!r}, not {readout!r}"
        if picture and not alike(pixels(shown["picture"]), pixels(picture)):
            return "the picture is another one"
        return ""

    def watch_places(self):
        """Start to note where the Explorer and the next cell are."""
        self.root.evaluate(WATCH_PLACES)

    def places(self):
        """Return all the places that were noted: one, if nothing jumped."""
        return self.page.evaluate(STOP_WATCHING)


class Mouse:
    """A mouse that drags in a page."""

    def __init__(self, page):
        self._mouse = page.mouse

    def drag(self, start, end):
        """Press at one place, given as x and y, and let go at another."""
        self._mouse.move(*start)
        self._mouse.down()
        self._mouse.move(*end, steps=8)
        self._mouse.up()

    def close(self):
        """Leave the page."""
        self._mouse.move(0, 0)


class Finger:
    """A finger on a page, which has a touch screen until it is closed."""

    def __init__(self, page):
        self._browser = page.context.new_cdp_session(page)
        self._set_screen(True)

    def drag(self, start, end):
        """Touch at one place, given as x and y, and lift at another."""
        self._touch("touchStart", start)
        for place in np.linspace(start, end, 9)[1:].tolist():
            self._touch("touchMove", place)
        self._touch("touchEnd")

    def close(self):
        """Take the touch screen away."""
        self._set_screen(False)
        self._browser.detach()

    def _touch(self, kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        said = {"type": kind, "touchPoints": points}
        self._browser.send("Input.dispatchTouchEvent", said)

    def _set_screen(self, enabled):
        said = {"enabled": enabled, "maxTouchPoints": 1}
        self._browser.send("Emulation.setTouchEmulationEnabled", said)


def pixels(picture):
    """Return the colors of a PNG file in base64, of shape (height, width, 3)."""
    image = Image.open(io.BytesIO(base64.b64decode(picture)))
    return np.asarray(image.convert("RGB")).astype(int)


def alike(one, other):
    """Return whether two pictures have the same pixels, up to rounding."""
    return one.shape == other.shape and np.abs(one - other).max() <= ROUNDING
