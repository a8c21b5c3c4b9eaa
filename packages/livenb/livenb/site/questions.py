"""Exercises that a page can check: tables made from the replies of their own checks.

A table holds the reply to each answer that it knows. Answers stand in it as checksums,
and replies under a key that only the answer gives: whoever reads the file sees neither.
It keeps nobody from trying all numbers.
"""

import itertools
import math

from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.questions import Statements

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, beside the right one and known mistakes."""

_DIGITS = 5
_AROUND = 0.03


def question_of(exercises, name):
    """Return "number" or "statements", or None if a page cannot check an exercise."""
    exercise = exercises.get(name)
    if isinstance(exercise, OwnNumber):
        return None
    if isinstance(exercise, Number):
        return "number"
    return "statements" if isinstance(exercise, Statements) else None


def statement_names(exercises, name):
    """Return the letters of an exercise's statements; none if it has none."""
    return [one.name for one in getattr(exercises[name], "statements", ())]


_OTHERWISE = "not yet. {} is not it."


def table(exercises, name):
    """Return what a page needs to check an exercise.

    Parameters
    ----------
    exercises : hintcheck.Exercises
        The exercises.
    name : str
        The name of one of them for which `question_of` is not None.

    Returns
    -------
    dict
        ``kind``; ``names`` of statements; ``otherwise``, what is said of numbers that
        the table does not know; ``texts``, in which {} is the number; ``entries``, by
        checksum: which text, and the word that opens it.
    """

    def reply(answer):
        return exercises.check(name, answer).text

    if question_of(exercises, name) == "statements":
        names = statement_names(exercises, name)
        answers = {
            "".join(map(str, truths)): dict(zip(names, map(bool, truths)))
            for truths in itertools.product((0, 1), repeat=len(names))
        }
        replies = {written: reply(answer) for written, answer in answers.items()}
        return {"kind": "statements", "names": names} | _hidden(name, replies)
    replies = {
        written_number(value): reply(value).replace(shown(value), "{}")
        for value in _numbers(exercises[name])
    }
    replies = {key: text for key, text in replies.items() if text != _OTHERWISE}
    return {"kind": "number", "otherwise": _OTHERWISE} | _hidden(name, replies)


def shown(value):
    """Return a number as replies to it show it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"


def _numbers(question):
    """Return numbers that may be answered: the right one, known mistakes, others."""
    reference = float(question.reference())
    values = {float(number) for number in WHOLE} if question.whole else set()
    values |= _near(reference, 0.0 if question.whole else _AROUND)
    for mistake in question.mistakes:
        values |= _near(
            float(mistake.model()), 0.0 if question.whole else 2 * question.tolerance
        )
    return sorted(values)


def _near(value, share):
    """Return numbers with so many digits as a table has, around one."""
    if not value or not share:
        return {value}
    unit = 10.0 ** (math.floor(math.log10(abs(value))) - _DIGITS + 1)
    middle, width = round(value / unit), int(abs(value) * share / unit)
    stride = max(1, width // 300)
    near = {middle + n for n in range(-width, width + 1, stride)}
    close = int(abs(value) * 2e-3 / unit) + 3
    near |= {middle + n for n in range(-close, close + 1)}
    return {float(f"{number * unit:.12g}") for number in near}


def written_number(value):
    """Return a number as tables and pages write it: whole, or with five digits."""
    if value == int(value):
        return f"{int(value)}"
    digits, exponent = f"{value:.{_DIGITS - 1}e}".split("e")
    return f"{digits}e{int(exponent)}"


def _hidden(exercise, replies):
    """Return the entries of a table, neither of whose sides can be read."""
    texts = list(dict.fromkeys(replies.values()))
    words = [checksum(f"{exercise}:{n}:{text}") for n, text in enumerate(texts)]
    return {
        "texts": [hide(text, word) for text, word in zip(texts, words)],
        "entries": {
            checksum(f"{exercise}:{written}"): hide(
                f"{texts.index(text)}:{words[texts.index(text)]}",
                f"{written}:{exercise}",
            )
            for written, text in replies.items()
        },
    }


def checksum(text):
    """Return eight letters that stand for a text (FNV-1a, with 32 bits)."""
    found = 0x811C9DC5
    for byte in text.encode():
        found = ((found ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{found:08x}"


def hide(text, word):
    """Return a text that only who knows a word can read, in hexadecimal digits."""
    return veiled(text.encode(), word).hex()


def veiled(data, word):
    """Return bytes mixed with what follows from a word; twice, and they are back."""
    pieces = range(math.ceil(len(data) / 4))
    stream = bytes.fromhex("".join(checksum(f"{word}:{n}") for n in pieces))
    return bytes(a ^ b for a, b in zip(data, stream))
