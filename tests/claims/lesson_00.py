"""What lesson 00 says about its clock and the other lessons."""

import re
from unittest import mock

import nbformat

from tests.claims import NOTEBOOKS, claim, functions_of


@claim("The hand is back 24 words later, at position 26.")
def the_title_of_the_clock_is_not_rounded_away():
    titles, quiet = [], {name: mock.Mock() for name in ("draw_clock", "plt")}
    quiet["headline"] = lambda ax, title: titles.append(title)
    turn_hand = functions_of("00_start_here", **quiet)["turn_hand"]
    for position in range(61):
        for wavelength in range(2, 49):
            turn_hand(mock.MagicMock(), position, wavelength)
            degrees = float(re.search(r"by ([\d.]+) degrees", titles[-1])[1])
            assert abs(degrees - 360 * position / wavelength) < 0.051
    assert 26 * 360 / 24 % 360 == 2 * 360 / 24


@claim("The [glossary](site/glossary.md) explains words and symbols.")
def entries_lead_to_lessons_that_use_their_words():
    """Each entry of the glossary must name lessons that use its words."""
    glossary = (NOTEBOOKS / "site/glossary.md").read_text("utf-8")
    found = re.findall(r"^- \*\*(.+?)\*\*: .+ \((\[\d\d\].+)\)$", glossary, re.M)
    assert len(found) > 40
    assert len(found) == glossary.count("\n- **")
    missing = []
    for words, links in found:
        for name in re.findall(r"\]\(\.\./(.+?\.ipynb)\)", links):
            cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
            said = " ".join(cell.source for cell in cells).lower()
            forms = [word.rstrip("s") for word in words.lower().split(", ")]
            if not any(re.search(rf"\b{form}", said) for form in forms):
                missing.append((words, name))
    assert missing == [], "make the glossary lead to notebooks that use these words"
