"""The picture of an Explorer as the browser shows it, and the talk with its script."""

import pathlib
import re
import uuid

import anywidget
import traitlets

_FOLDER = pathlib.Path(__file__).parent
_SCRIPTS = ("mathematics.js", "shelf.js", "hand.js", "picture.js")


def script():
    """Return the browser's script as one module.

    Its parts are modules of their own, to be read, checked and tested. A widget has
    room for one: their imports of each other are left out, and their exports but the
    last, which is the widget's.
    """
    parts = [(_FOLDER / name).read_text("utf-8") for name in _SCRIPTS]
    text = "\n".join(parts)
    text = re.sub(r"^import \{[^}]*\} from \"\./.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^export (?!default)", "", text, flags=re.MULTILINE)


class Picture(anywidget.AnyWidget):
    """An image with its text alternative, a message above it and a readout below.

    The trait `frame` is what is shown, in the form of `Frame.packed`. Frames ahead,
    and all that is said about them, go as messages.
    """

    _esm = script()
    _css = _FOLDER / "picture.css"
    name = traitlets.Unicode().tag(sync=True)
    frame = traitlets.Dict().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    controls = traitlets.List().tag(sync=True)
    play = traitlets.List().tag(sync=True)

    def __init__(self, **values):
        self._silent = False
        self._answers = 0
        super().__init__(name=uuid.uuid4().hex, **values)

    def show(self, packed, send=True):
        """Set what is shown; without sending it, if the browser has it already.

        Each answer has a number: the browser's model does not notice that a frame is
        sent that is the same as the last one sent, whatever was painted in between.
        """
        self._answers += 1
        self._silent = not send
        try:
            self.frame = {**packed, "answer": self._answers}
        finally:
            self._silent = False

    def send_ahead(self, packed, generation):
        """Send a frame that nobody asked for yet."""
        texts = {name: packed[name] for name in packed if name != "picture"}
        self.send({"ahead": texts, "generation": generation}, [packed["picture"]])

    def flush(self, generation):
        """Tell the browser to forget all frames ahead."""
        self.send({"flush": generation})

    def forget(self, key):
        """Tell the browser to forget one frame."""
        self.send({"forget": key})

    def confirm(self):
        """Tell the browser what it should be showing."""
        names = ("key", "good", "print", "message")
        self.send({"confirm": {name: self.frame[name] for name in names}})

    def tell(self, number, text):
        """Answer what lies under a pointer."""
        self.send({"hover": number, "text": text})

    def _should_send_property(self, key, value):
        if key == "frame" and self._silent:
            return False
        return super()._should_send_property(key, value)
