"""Exercises that a page can check: tables made from the package's own checks.

A table says what `check` says of each answer that it knows. Answers stand in it as
checksums, and what is said of them under a key that only the answer gives: who reads
the file sees neither. It keeps nobody from trying all numbers.
"""

import math

from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.questions import Statements
from posenc_checks import EXERCISES, check

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, beside the right one and known mistakes."""

_DIGITS = 5
_AROUND = 0.03


def question_of(exercise):
    """Return "number" or "statements", or None if a page cannot check an exercise."""
    table = EXERCISES.get(exercise)
    if isinstance(table, OwnNumber):
        return None
    if isinstance(table, Number):
        return "number"
    return "statements" if isinstance(table, Statements) else None


def statement_names(exercise):
    """Return the letters of an exercise's statements; none if it has none."""
    return [one.name for one in getattr(EXERCISES[exercise], "statements", ())]


_OTHERWISE = "not yet. {} is not it."


def table(exercise):
    """Return what a page needs to check an exercise.

    Parameters
    ----------
    exercise : str
        The name of an exercise for which `question_of` is not None.

    Returns
    -------
    dict
        ``kind``; ``names`` of statements; ``otherwise``, what is said of numbers that
        the table does not know; ``texts``, in which {} is the number; ``entries``, by
        checksum: which text, and the word that opens it.
    """
    if question_of(exercise) == "statements":
        names = statement_names(exercise)
        answers = {
            written: dict(zip(names, map(bool, map(int, written))))
            for number in range(2 ** len(names))
            for written in [format(number, f"0{len(names)}b")]
        }
        said = {written: told(exercise, answer) for written, answer in answers.items()}
        return {"kind": "statements", "names": names} | _hidden(exercise, said)
    said = {
        written_number(value): told(exercise, value).replace(shown(value), "{}")
        for value in _numbers(exercise)
    }
    return {"kind": "number", "otherwise": _OTHERWISE} | _hidden(
        exercise,
        {written: text for written, text in said.items() if text != _OTHERWISE},
    )


def told(exercise, answer):
    """Return what the package's own check says of an answer."""
    return check(exercise, answer).text


def shown(value):
    """Return a number as what is said of it shows it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"


def _numbers(exercise):
    """Return numbers that may be answered: the right one, known mistakes, others."""
    question = EXERCISES[exercise]
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


def _hidden(exercise, said):
    """Return the entries of a table, neither of whose sides can be read."""
    texts = list(dict.fromkeys(said.values()))
    words = [checksum(f"{exercise}:{n}:{text}") for n, text in enumerate(texts)]
    return {
        "texts": [hide(text, word) for text, word in zip(texts, words)],
        "entries": {
            checksum(f"{exercise}:{written}"): hide(
                f"{texts.index(text)}:{words[texts.index(text)]}",
                f"{written}:{exercise}",
            )
            for written, text in said.items()
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
