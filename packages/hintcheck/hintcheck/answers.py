"""Read an answer as a number, or call it as a function."""

import contextlib
import dis
import inspect
import io
import math
import numbers
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from decimal import Decimal

import numpy as np

from hintcheck.errors import in_words, shortened
from hintcheck.verdicts import NotAttempted, Wrong

SECONDS = 4  # how much processor time an answer may use
SHARED = 15  # the limit by the clock is this many times longer
PRINTED = 80  # how many characters of printed output are shown


class TooLong(BaseException):
    """Raised if an answer runs too long; an `except Exception` does not catch it."""


def as_numbers(value: object) -> np.ndarray:
    """Return a result as an array of numbers to compute with.

    Booleans and Python's large integers become floats.
    """
    array = np.array(value)
    return array.astype(float) if array.dtype.kind in "bO" else array


@contextlib.contextmanager
def undisturbed(seconds: float | None = None) -> Iterator[None]:
    """Run a reader's code for a limited time, suppressing its output and warnings.

    The time limit needs signals, which are not available on Windows, in browsers or in
    threads. There, the time is not limited.
    """
    with (
        _alarm(seconds or SECONDS),
        contextlib.redirect_stdout(_Printed()),
        contextlib.redirect_stderr(_Printed()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _alarm(seconds):
    """Raise `TooLong` after some seconds of processor time, if the system allows it.

    On a shared machine, these seconds take longer by the clock, and a right answer must
    not be refused because of that. Code that only waits uses no processor time, so
    there is also a longer limit by the clock.
    """

    def stop(number, frame):
        raise TooLong

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    try:
        clocks = {
            signal.ITIMER_PROF: (signal.SIGPROF, seconds),
            signal.ITIMER_REAL: (signal.SIGALRM, SHARED * seconds),
        }
        before = {number: signal.signal(number, stop) for number, _ in clocks.values()}
        for clock, (_, limit) in clocks.items():
            # The timer goes off again, in case the code catches every exception.
            signal.setitimer(clock, limit, 0.5)
    except (AttributeError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        for clock in clocks:
            signal.setitimer(clock, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


class _Printed(io.TextIOBase):
    """A stream that keeps only the beginning of the text written to it."""

    def __init__(self):
        self.kept = ""

    def write(self, text):
        if len(self.kept) <= PRINTED:
            self.kept += text[: PRINTED + 1]
        return len(text)

    def text(self):
        """Return the kept text on one line."""
        return shortened(" ".join(self.kept.split()), PRINTED)


def shown(value: object) -> str:
    """Return a short description of a value, even if its repr() fails."""
    try:
        if isinstance(value, np.ndarray):
            return f"an array of {value.dtype} with shape {value.shape}"
        text = " ".join(shortened(repr(value)).split())
    except Exception:
        return f"an object of {type(value).__name__}"
    return text if value is None else f"{text} ({type(value).__name__})"


def number(answer: object) -> float:
    """Return an answer, which may be any number or a list of one number, as a float.

    An integer above 2 ** 53, beyond which floats skip integers, is returned as an int.
    """
    if isinstance(answer, np.ndarray | list | tuple):
        size = answer.size if isinstance(answer, np.ndarray) else len(answer)
        if size != 1:
            raise Wrong(f"The answer should be one number; got {size}.", "several")
        answer = answer.flat[0] if isinstance(answer, np.ndarray) else answer[0]
    if isinstance(answer, str):
        with contextlib.suppress(ValueError):
            float(answer[:40])
            text = "The answer should be a number, without quotation marks"
            raise Wrong(f"{text}; got {str(answer[:40])!r}.", "form")
    if callable(answer):
        raise Wrong("Hand in what the function returns, not the function itself.")
    if isinstance(answer, bool | np.bool) or not isinstance(
        answer, numbers.Real | Decimal
    ):
        raise Wrong(f"The answer should be a number; got {shown(answer)}.")
    try:
        given, answer = answer, float(answer)
    except OverflowError:
        raise Wrong("The answer has more than 300 digits.") from None
    if not math.isfinite(answer):
        raise Wrong(f"The answer should be a finite number; got {answer}.")
    is_longer = isinstance(given, numbers.Integral) and abs(int(given)) > 2**53
    return int(given) if is_longer else answer


def call(
    function: object,
    *arguments: object,
    case: str = "",
    forbids: Callable | None = None,
) -> object:
    """Call the function that was handed in, and return its result.

    `case` describes the arguments, such as "For n = 5". ``forbids(name, frame,
    arguments)`` gets the name and the frame of a function that the answer calls, and
    the answer's arguments; it returns whether the call is forbidden.

    Raises `Wrong` if the answer is not a function, does not take these arguments,
    raises an exception, returns nothing, or calls a forbidden function, and
    `NotAttempted` if its body has not been filled in.
    """
    _check_signature(function, arguments)
    case = case or f"Called with {', '.join(map(shown, arguments))}"
    printed = _Printed()
    try:
        with contextlib.redirect_stdout(printed), _watched(forbids, arguments) as seen:
            result = function(*arguments)
    except NotImplementedError:
        raise NotAttempted from None
    except Exception as error:
        where = in_words(error, function)
        raise Wrong(f"{case}, your function stops {where}", "stops") from None
    if seen:
        text = f"Your function calls `{seen[0]}`, but should do without it."
        raise Wrong(text, "borrowed")
    if result is ... or (result is None and is_blank(function)):
        raise NotAttempted
    if result is None:
        raise Wrong(nothing_returned(case, printed.text()), "no return")
    return result


def _check_signature(function, arguments):
    """Raise `Wrong` if something is not a function that takes the arguments."""
    if not callable(function):
        raise Wrong(f"The answer should be a function; got {shown(function)}.")
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        plural = "s" * (len(arguments) != 1)
        raise Wrong(
            f"Your function is called with {len(arguments)} argument{plural}, but it "
            f"takes {shortened(str(inspect.signature(function)))}."
        ) from None
    except ValueError:
        pass  # some functions written in C have no signature


def nothing_returned(case: str, printed: str = "") -> str:
    """Say that a function returned nothing, and quote what it printed instead."""
    text = (
        f"{case}, your function returned nothing. Is a `return` missing? A list's "
        "`sort()` and `reverse()` return None, too."
    )
    if printed:
        text += f' It printed "{printed}", which the check cannot use.'
    return text


def is_blank(function: object) -> bool:
    """Return whether a function's body does nothing, such as a body of only `...`."""
    try:
        steps = dis.get_instructions(function)
        return {step.opname.split("_")[0] for step in steps} <= {
            *("RESUME", "LOAD", "RETURN", "POP", "NOP", "COPY", "PUSH")
        } and not function.__code__.co_names
    except Exception:
        return False


@contextlib.contextmanager
def _watched(forbids, arguments):
    """Collect the names of forbidden functions that are called."""
    seen = []
    if forbids is None or sys.getprofile() is not None:
        yield seen
        return

    def watch(frame, event, given):
        if event == "call" and forbids(frame.f_code.co_name, frame, arguments):
            seen.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(None)


def of_the_package(*names: str) -> Callable:
    """Return a rule that forbids calls to the course's own functions.

    Parameters
    ----------
    *names : str
        The forbidden functions of the course's packages. Without names, all public
        functions are forbidden.
    """

    def forbids(packages, name, frame, arguments):
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith(tuple(f"{package}." for package in packages)):
            return False
        if names:
            return name in names
        function = inspect.unwrap(frame.f_globals.get(name, forbids))
        is_same = getattr(function, "__code__", None) is frame.f_code
        return is_same and not name.startswith("_")

    return forbids


def as_array(value: object, shape: tuple[int, ...], case: str) -> np.ndarray:
    """Return a result as an array of floats of the right shape, or raise `Wrong`."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufO":
            raise TypeError
        # An array of the wrong shape may be too large to copy.
        if array.shape == shape or array.dtype.kind == "O":
            array = array.astype(float)
    except Exception:
        text = f"{case}, your function should return numbers; got {shown(value)}."
        raise Wrong(text) from None
    if array.shape != shape:
        is_turned = array.shape == shape[::-1]
        turned = " Your result is transposed."
        hint = turned if is_turned else of_shapes(array.shape, shape)
        text = f"{case}, the shape should be {shape}; it is {array.shape}.{hint}"
        raise Wrong(text, "transposed" if is_turned else "shape")
    if not np.isfinite(array).all():
        bad = array[~np.isfinite(array)][0]
        raise Wrong(f"{case}, the result holds {bad}.{why_not_finite(bad)}")
    return array


def why_not_finite(value: float) -> str:
    """Return a hint about what may have caused NaN or infinity."""
    root = " take the square root of a negative number," if math.isnan(value) else ""
    return f" Do you divide by 0,{root} or raise something to a huge power?"


def of_shapes(got: tuple[int, ...], right: tuple[int, ...]) -> str:
    """Return a hint about a result of the wrong shape, or an empty string."""
    if 0 in got:
        return (
            " Your result is empty. Does a comparison with == fail because of rounding?"
        )
    if not right:
        return " The exercise asks for one number. Is a sum missing?"
    if not got:
        return " That is a single value. Is `return` inside a loop?"
    if len(got) != len(right):
        return f" It should have {len(right)} ax{'i' if len(right) == 1 else 'e'}s."
    more = [length - asked for length, asked in zip(got, right)]
    if sum(map(abs, more)) == 1:
        return f" That is one too {'few' if min(more) < 0 else 'many'}."
    return ""
