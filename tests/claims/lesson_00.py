"""What 00 says of the other lessons."""

import pathlib
import re

import nbformat
import numpy as np

from tests.claims import claim

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "notebooks"


def prose(path):
    """Return the text of a lesson in small letters, without its exercises' code."""
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(c.source for c in cells if c.cell_type == "markdown").lower()


def entries():
    """Return each entry of the glossary: its words, and the lessons that it names."""
    (path,) = NOTEBOOKS.glob("00_*.ipynb")
    glossary = nbformat.read(path, as_version=4).cells[-2].source
    return [
        (words.lower().split(", "), re.findall(r"\]\((\d\d_\w+\.ipynb)\)", places))
        for words, places in re.findall(
            r"^- \*\*(.+?)\*\*: .+ \((\[.+\))\)$", glossary, re.M
        )
    ]


def uses(text, words):
    """Tell whether a text holds one of some words, in whatever form."""
    return any(re.search(rf"\b{word.rstrip('s')}", text) for word in words)


@claim(
    "00",
    "Each entry names the lesson that first uses its words; where a later one explains "
    "them in full, that one, too.",
)
def entries_lead_to_lessons_that_use_their_words():
    found = entries()
    assert len(found) > 40
    lessons = {path.name: prose(path) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    del lessons["00_start_here.ipynb"]
    for words, names in found:
        assert names and all(uses(lessons[name], words) for name in names), words
        # No lesson before says the word itself (but for "pair", also of words).
        for name in sorted(lessons)[: sorted(lessons).index(names[0])]:
            for word in set(words) - {"pair"}:
                assert not re.search(rf"\b{word}s?\b", lessons[name]), (word, name)


@claim("00", "[Lesson 12](12_conventions.ipynb) ends with all of them.")
def lesson_12_has_a_verdict_for_each_claim():
    (path,) = NOTEBOOKS.glob("12_*.ipynb")
    assert len(re.findall(r"^\| \d+\. .+ \| \*\*", prose(path), re.M)) == 32


@claim("00", "24 words later, at position 27: one wavelength.")
def the_title_of_the_clock_is_not_rounded_away():
    (path,) = NOTEBOOKS.glob("00_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    source = next(c.source for c in cells if c.source.startswith("def turn_hand"))
    titles, names = [], {"np": np, "draw_clock": lambda *_, **__: None}
    names["headline"] = lambda ax, title: titles.append(title)
    exec(source, names)
    for position in range(61):
        for wavelength in range(2, 49):
            names["turn_hand"](None, position, wavelength)
            degrees = float(re.search(r"by ([\d.]+) degrees", titles[-1])[1])
            assert abs(degrees - 360 * position / wavelength) < 0.051
