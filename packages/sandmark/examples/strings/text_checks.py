"""A small course: three functions on strings, and a number for each student.

This is all that sandmark needs to know about a course. Try it in this folder:

    sandmark --exercises text_checks --course /tmp/autumn release letters
"""

import collections
import itertools
import pathlib
import string

from hintcheck import Comparison, Exercises, Mistake, OwnNumber

ASSIGNMENTS = pathlib.Path(__file__).parent / "assignments"
VOWELS = "aeiou"


def count_vowels(text):
    """Return how many of a text's letters are vowels, including capitals."""
    return sum(letter in VOWELS for letter in text.lower())


def letter_counts(text):
    """Return how often each letter from a to z occurs in a text, as 26 numbers."""
    counts = collections.Counter(text.lower())
    return [counts[letter] for letter in string.ascii_lowercase]


def longest_run(text):
    """Return the length of the longest run of one character."""
    return max((len(list(run)) for _, run in itertools.groupby(text)), default=0)


def drawn_texts(random):
    """Return four fixed texts and three that are drawn."""
    letters = list("aaabeeiouxyzABE  ")
    drawn = ["".join(random.choice(letters, size)) for size in (9, 14, 23)]
    fixed = ["Banana", "AEIOU and y", "aaabbbbcc", "too free zzz"]
    return [(text,) for text in (*fixed, *drawn)]


def without_the_end(text):
    """Return the length of the longest run that another one follows."""
    runs = [len(list(run)) for _, run in itertools.groupby(text)]
    return max(runs[:-1], default=0)


def described(text):
    """Return words for a case."""
    return f"For {text!r}"


EXERCISES = Exercises(
    {
        "S1": Comparison(
            reference=count_vowels,
            draw=drawn_texts,
            describe=described,
            right="Capitals count as well as lowercase letters.",
            mistakes=(
                Mistake(
                    "capitals",
                    lambda text: sum(letter in VOWELS for letter in text),
                    "You miss some vowels. What does your function do with an A?",
                ),
                Mistake(
                    "y",
                    lambda text: count_vowels(text) + text.lower().count("y"),
                    "You count y, which is not a vowel here.",
                ),
            ),
        ),
        "S2": Comparison(
            reference=letter_counts,
            draw=drawn_texts,
            describe=described,
            right="Each letter has its count, and a missing letter has 0.",
            mistakes=(
                Mistake(
                    "once",
                    lambda text: [min(count, 1) for count in letter_counts(text)],
                    "You count each letter only once, even if it occurs again. "
                    "Do you count, or only look?",
                ),
                Mistake(
                    "capitals",
                    lambda text: [text.count(c) for c in string.ascii_lowercase],
                    "You leave out capitals.",
                ),
            ),
        ),
        "S3": Comparison(
            reference=longest_run,
            draw=drawn_texts,
            describe=described,
            right="The longest run may be anywhere, even at the end.",
            mistakes=(
                Mistake(
                    "first",
                    lambda text: len(list(next(itertools.groupby(text))[1])),
                    "You stop after the first run.",
                ),
                Mistake(
                    "end",
                    without_the_end,
                    "You miss a run at the very end of the text.",
                ),
                Mistake(
                    "most",
                    lambda text: max(map(text.count, text)),
                    "You count a character wherever it occurs. What makes a run?",
                ),
            ),
        ),
        "S4": OwnNumber(
            numbers=lambda random: {
                "letters": int(random.integers(3, 27)),
                "length": int(random.integers(4, 9)),
            },
            reference=lambda letters, length: letters**length,
            right=lambda **numbers: "Any of the letters can stand in each place.",
            mistakes=(
                Mistake(
                    "swapped",
                    lambda letters, length: length**letters,
                    "Each place has its own choice of letter. Which number is "
                    "multiplied by itself?",
                ),
            ),
            whole="number of words",
        ),
    }
)
check = EXERCISES.check
own_numbers = EXERCISES.own_numbers

DEMO = {
    "assignment": "letters",
    "slips": [
        ("for letter in text.lower()", "for letter in text", 0.2),
        ("return counts", "return [min(count, 1) for count in counts]", 0.15),
        ("return max(longest, run)", "return longest", 0.15),
    ],
    "breaks": [
        ("vowels", "def count_vowels(text)\n    return 1", 0.05),
        ("run", "def longest_run(text):\n    while True:\n        pass", 0.05),
        ("own", "answer_d = ...", 0.1),
    ],
    "words": "A string stays as it is: each of its methods makes a new one.",
}
