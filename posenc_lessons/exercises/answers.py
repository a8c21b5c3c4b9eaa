"""What an exercise's check does with an answer: refuse it, call it, read a number."""

import contextlib
import inspect
import io
import signal
import threading
import warnings

import numpy as np

from posenc_lessons.arguments import brief

SECONDS = 4  # how long an answer may run


class Wrong(Exception):
    """The answer is wrong; the text is a hint.

    Parameters
    ----------
    hint : str
        One or two sentences for the reader.
    mistake : str, optional
        The mistake that it looks like, such as "M9".
    **place : object
        The first difference: `position`, `column`, `expected` and `got`.
    """

    def __init__(self, hint, mistake=None, **place):
        super().__init__(hint)
        self.mistake = mistake
        self.place = place


class NotAttempted(Exception):
    """The answer is still the dots that stood in its place."""


class TooLong(BaseException):
    """The answer ran for too long. No `except Exception` of its own catches this."""


@contextlib.contextmanager
def undisturbed(seconds=SECONDS):
    """Run code of a reader without its prints and warnings, and not for ever.

    The time limit needs a signal, which Windows, browsers and threads lack: there, the
    code runs as long as it likes.
    """
    with (
        _alarm(seconds),
        contextlib.redirect_stdout(_Nowhere()),
        contextlib.redirect_stderr(_Nowhere()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _alarm(seconds):
    """Raise `TooLong` after some seconds, where that can be done."""

    def stop(number, frame):
        raise TooLong

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    try:
        before = signal.signal(signal.SIGALRM, stop)
        # It rings again, for code that catches everything.
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    except (AttributeError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Nowhere(io.TextIOBase):
    """A stream that forgets what is written to it."""

    def write(self, text):
        return len(text)


def shown(value):
    """Return a short text that shows a value, whatever its repr does."""
    try:
        return brief(value)
    except Exception:
        return f"an object of {type(value).__name__}"


def number(answer):
    """Return an answer that should be a number."""
    if isinstance(answer, np.ndarray) and answer.shape == ():
        answer = answer[()]
    if isinstance(answer, bool) or not isinstance(
        answer, int | float | np.integer | np.floating
    ):
        raise Wrong(f"The answer is a number; got {shown(answer)}.")
    try:
        answer = float(answer)
    except OverflowError:
        raise Wrong(
            "The answer is a number; got one of more than 300 digits."
        ) from None
    if not np.isfinite(answer):
        raise Wrong(f"The answer is a number; got {answer}.")
    return answer


def call(function, *arguments, case=""):
    """Call the function that was handed in, and return what it returns.

    Parameters
    ----------
    function : object
        What was handed in.
    *arguments : object
        What it is called with.
    case : str
        Words for the arguments: "For n = 5".

    Raises
    ------
    Wrong
        If it is no function, takes other arguments, or raises.
    NotAttempted
        If it returns nothing.
    """
    if not callable(function):
        raise Wrong(f"The answer is a function; got {shown(function)}.")
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        plural = "s" * (len(arguments) != 1)
        raise Wrong(
            f"It is called with {len(arguments)} argument{plural}, and cannot take "
            f"them: its own are {_signature(function)}."
        ) from None
    except ValueError:
        pass  # some functions written in C do not tell
    try:
        result = function(*arguments)
    except NotImplementedError:
        raise NotAttempted from None
    except Exception as error:
        if not case:
            case = f"Called with {', '.join(map(brief, arguments))},"
        raise Wrong(f"{case} it raised {error_text(error)}.") from None
    if result is None or result is ...:
        raise NotAttempted
    return result


def _signature(function):
    """Return the arguments of a function as they are written, shortened."""
    text = str(inspect.signature(function))
    return text if len(text) <= 60 else text[:57] + "..."


def error_text(error):
    """Return kind and text of an exception, shortened, whatever its str does."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text if len(text) <= 200 else text[:197] + "..."


def true_or_false(answer, truth):
    """Compare a dict of statements, True or False each, with the truth."""
    if not isinstance(answer, dict) or set(answer) != set(truth):
        *names, last = map(repr, truth)
        raise Wrong(f"Give a dict with the keys {', '.join(names)} and {last}.")
    if any(value is ... or value is None for value in answer.values()):
        raise NotAttempted
    if any(not isinstance(value, bool) for value in answer.values()):
        raise Wrong("Each of them is True or False.")
    hits = sum(answer[name] == truth[name] for name in truth)
    if hits < len(truth):
        raise Wrong(f"{hits} of {len(truth)} are right. Which cell above measured it?")
