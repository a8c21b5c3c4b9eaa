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
  const below = image.style.backgroundImage.match(/url\\("(.*)"\\)/);
  try {
    for (const address of [below?.[1], image.src].filter(Boolean)) {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
    }
  } catch {
    return null; // another picture has just taken its place
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  const stage = root.querySelector(".drawahead-stage");
  const text = (name) => root.querySelector(name).dataset.text ?? "";
  return {
    message: text(".drawahead-message"),
    readout: text(".drawahead-readout"),
    width: stage.clientWidth,
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
        self._fingers = page.context.new_cdp_session(page)

    def control(self, label):
        """Return the input beside a label."""
        return self.root.get_by_label(label, exact=True)

    def steps(self):
        """Return the step at which each control stands."""
        return self.root.evaluate(STEPS)

    def shown(self):
        """Return the message, the readout and the picture, or None if there is none."""
        return self.root.evaluate(SHOWN)

    def step(self, control, step):
        """Turn a control to a neighboring step by the keyboard."""
        here = self.control(control["label"])
        here.focus()
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

    def drag(self, pointer, start, end):
        """Drag from one place of the page to another, with a mouse or a finger."""
        between = [np.array(start) + (np.array(end) - start) * k / 8 for k in range(9)]
        if pointer == "mouse":
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for x, y in between:
                self.page.mouse.move(x, y)
            self.page.mouse.up()
            return
        for n, (x, y) in enumerate(between):
            kind = "touchMove" if n else "touchStart"
            self._touch(kind, {"x": float(x), "y": float(y)})
        self._touch("touchEnd")

    def _touch(self, kind, *points):
        said = {"type": kind, "touchPoints": points}
        self._fingers.send("Input.dispatchTouchEvent", said)

    def expect(self, frame_of_width):
        """Wait until the page shows a frame.

        Parameters
        ----------
        frame_of_width : callable
            Returns the message, readout and picture for a width on the page. Where
            nothing can be drawn, there is only a message.
        """
        end = time.monotonic() + LIMIT
        while not (wrong := self._differences(frame_of_width)) == "":
            assert time.monotonic() < end, wrong
            time.sleep(0.02)

    def _differences(self, frame_of_width):
        """Return in words how what is shown differs from a frame, or nothing."""
        shown = self.shown()
        if shown is None:
            return "no picture is shown"
        message, readout, picture = frame_of_width(shown["width"])
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


def pixels(picture):
    """Return the colors of a PNG file in base64, of shape (height, width, 3)."""
    image = Image.open(io.BytesIO(base64.b64decode(picture)))
    return np.asarray(image.convert("RGB")).astype(int)


def alike(one, other):
    """Return whether two pictures have the same pixels, up to rounding."""
    return one.shape == other.shape and np.abs(one - other).max() <= ROUNDING
