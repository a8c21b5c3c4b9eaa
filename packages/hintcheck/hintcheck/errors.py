"""Sentences that explain what stopped a reader's function and where."""

import linecache
import pathlib
import re

LAYERS = ("__wrapped__", "func", "pyfunc", "__func__")  # attributes with a function
ITEM = re.compile(r"- ([\w|]+): `(.*?)`: (.*)")

# Each entry: types of exceptions, a pattern for their messages, and a sentence.
SENTENCES = [
    ITEM.fullmatch(" ".join(item.split())).groups()
    for item in re.split(
        r"\n(?=- )", pathlib.Path(__file__).with_suffix(".md").read_text("utf-8")
    )[1:]
]


def shortened(text: str, most: int = 60) -> str:
    """Return the beginning of a string, with dots if the rest is left out."""
    return text if len(text) <= most else text[: most - 3] + "..."


def error_text(error: BaseException) -> str:
    """Return an exception's type and message, shortened, even if its str() fails."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    kind = type(error).__name__
    return shortened(f"{kind}: {text}" if text else kind, 200)


def explained(text: str) -> str:
    """Return a sentence that explains an error, or the given text if no sentence fits.

    The text consists of the error's type and message, as in "ZeroDivisionError:
    division by zero".
    """
    kind, _, said = text.partition(": ")
    for kinds, pattern, sentence in SENTENCES:
        match = re.search(pattern, said) if kind in kinds.split("|") else None
        if match:
            return f"{sentence.format(*match.groups())} ({kind})"
    return text


def in_words(error: Exception, function: object) -> str:
    """Return where and why a function stopped, as the end of a sentence."""
    return f"{_place(error, function)}: {explained(error_text(error))}"


def _place(error: Exception, function: object) -> str:
    """Return where in the reader's own code an error was raised."""
    step, line = error.__traceback__, None
    own = _package(_names_of(function))
    while step is not None:
        if own and _package(step.tb_frame.f_globals) == own and step.tb_lineno:
            line = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    if line is None:
        return "at once"
    source = " ".join(linecache.getline(*line).split())
    if not source:
        return f"in line {line[1]}"
    return f"at `{shortened(source)}`"


def _package(names: dict | None) -> str:
    return str((names or {}).get("__name__", "")).partition(".")[0]


def _names_of(function: object) -> dict | None:
    """Return the globals of the module in which the reader wrote a function."""
    try:
        for _ in range(10):  # at most this many layers of decorators
            layers = (getattr(function, name, None) for name in LAYERS)
            function = next(filter(callable, layers), function)
        if not hasattr(function, "__globals__"):
            function = type(function).__call__
        return getattr(function, "__globals__", None)
    except Exception:  # the answer may be any object
        return None
