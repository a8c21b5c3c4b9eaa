"""The script and the style sheet of Explorers, for notebooks and other pages."""

import functools
import pathlib
import re

_FOLDER = pathlib.Path(__file__).parent
_PARTS = "frames.js", "controls.js", "pointer.js", "explorer.js", "widget.js"


@functools.cache
def script() -> str:
    """Return the browser's script as one module.

    The parts are separate modules, which are easier to read and check. Their imports
    from each other are left out here.
    """
    text = "\n".join((_FOLDER / name).read_text("utf-8") for name in _PARTS)
    text = re.sub(r"^import \{[^}]*\} from \"\./.*\n", "", text, flags=re.MULTILINE)
    return f"// @ts-nocheck\n{text}"


@functools.cache
def styles() -> str:
    """Return the style sheet."""
    return (_FOLDER / "drawahead.css").read_text("utf-8")
