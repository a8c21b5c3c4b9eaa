"""Which part of a lesson stands on which slide, by a rule that needs no marks.

The first slide has the question. Then, in each section and under its heading: what the
lecture says, formulas, lists, short tables, the code of a function that the package
has from this lesson, and printed numbers stand together as far as there is room. A
prediction is answered on a key by what the next cell prints, and on the next key by
the sentence that the lesson says of it. A figure stands alone; an Explorer stands
beside the question that moving it answers. Of other prose, the sentence that is set
in bold is shown. All prose becomes the speaker's notes, an answer that is folded
too. Of exercises the beginnings are shown, as what is left to do.

A cell's tags override the rule: ``slide-notes`` for a cell that is not to be shown,
``slide-show`` for prose, or printed text, that is, ``slide-code`` for code that is, and
``slide-new`` for a cell that begins a new slide.
"""

import dataclasses
import re

from livenb.slides import parts
from livenb.slides.parts import ROOM, Part

ROWS = 7
"""A table with more rows is left to the notes."""

_SAID = (40, 260)  # letters of what is said of an answer, at least and at most
_SAYING = 110  # pixels that are kept for it
_LITTLE = 40  # pixels by which printed text can be made smaller
_PARAGRAPH = 420  # letters; of a longer one, less is shown
_WITH_FIGURE = 500  # pixels; so high is a figure with a sentence below
# Five words or more that are set in bold.
_MORAL = re.compile(r"\*\*[^*\s]+( [^*\s]+){4,}\*\*")
_BOLD = re.compile(r"\*\*[^*]+\*\*")
_MANY = 3  # a paragraph with more in bold is a list of its own kind
_CHECKED = re.compile(r"^check\(", re.MULTILINE)
_EXERCISE = re.compile(r"\*\*\d+[a-z]\.\*\*")
# What is talked about first; a question may follow on the same slide.
_FIRST = {"claim", "formula", "list", "table", "text", "code", "printed"}


@dataclasses.dataclass
class Slide:
    """A slide.

    Attributes
    ----------
    title : str
        The heading above it, as HTML.
    kind : str
        ``first``, ``plain``, ``alone`` for one sentence, ``figure``, ``explorer`` or
        ``exercises``.
    parts : list of Part
        What it shows.
    notes : list of str
        What the speaker reads, as HTML.
    """

    title: str
    kind: str = "plain"
    parts: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)

    @property
    def height(self):
        """About how high it is, in pixels."""
        return sum(part.height for part in self.parts)

    def has(self, *kinds):
        """Tell whether it shows something of these kinds."""
        return any(part.kind in kinds for part in self.parts)


def slides(notebook):
    """Return the slides of a lesson.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The lesson, with outputs whose pictures are HTML.

    Returns
    -------
    list of Slide
        In their order.
    """
    deck = _Deck()
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if "slide-new" in tags:
            deck.closed = True
        if cell.cell_type == "markdown":
            _prose(deck, cell, tags)
        elif not deck.exercises:
            _code(deck, cell, tags)
    deck.end()
    return deck.slides


class _Deck:
    """The slides as far as they are made, and what is awaited."""

    def __init__(self):
        self.slides = []
        self.title = ""
        self.closed = True  # the next part begins a slide
        self.waits = False  # for the answer to a prediction
        self.unsaid = False  # the answer is there, and nothing is said of it
        self.tries = []  # questions whose Explorer comes later
        self.notes = []  # of a section without a slide so far
        self.exercises = []  # their beginnings
        self.loose = []  # groups of slides with numbers that nobody asked for
        self.left_out = False

    @property
    def slide(self):
        return self.slides[-1]

    def begin(self, title):
        """Begin a section."""
        self.end_section()
        self.title, self.closed = title, True

    def end_section(self):
        self.waits = self.unsaid = False
        for part in self.tries:
            self.new("alone", part)
        self.tries = []

    def end(self):
        self.end_section()
        if self.notes:
            self.slide.notes += self.notes
        for group in self.loose:
            made = [part for slide in group for part in slide.parts]
            if all(part.kind == "printed" for part in made):
                for slide in group:
                    before = self.slides[self.slides.index(slide) - 1]
                    before.notes += [part.html for part in slide.parts] + slide.notes
                    self.slides.remove(slide)
        for slide in self.slides:
            if slide.kind == "plain" and len(slide.parts) == 1:
                if slide.has("text", "predict", "claim", "said", "formula"):
                    slide.kind = "alone"

    def new(self, kind, *made):
        """Begin a slide."""
        self.slides.append(Slide(self.title, kind, list(made), self.notes))
        self.notes, self.closed = [], kind != "plain"

    def fits(self, part):
        """Tell whether there is room for a part on the slide that is begun."""
        return not self.closed and self.slide.height + part.height <= ROOM

    def add(self, part):
        """Put a part where there is room for it."""
        if self.fits(part):
            # Nothing is shown before what comes on a key above it.
            part.on_key |= any(one.on_key for one in self.slide.parts)
            self.slide.parts.append(part)
        else:
            self.new("plain", part)

    def join(self, part):
        """Add to what was said of an answer, on a key, if there is room for it."""
        same = self.slide.kind == "plain" and self.slide.title == self.title
        self.closed = not same
        part.on_key = self.fits(part)
        self.add(part)
        self.closed = same or part.kind == "text"

    def note(self, made):
        """Let the speaker read something."""
        begun = self.slides and self.slide.title == self.title
        (self.slide.notes if begun else self.notes).append(made)

    def predict(self, part):
        """Ask; what was said before it stays in sight if there is room for both."""
        room = not self.closed and self.slide.height + part.height <= ROOM // 2
        if room and all(one.kind in _FIRST for one in self.slide.parts):
            part.on_key = True
            self.slide.parts.append(part)
        else:
            self.new("plain", part)
        self.waits, self.unsaid = True, False

    def say(self, text):
        """Say what the answer is, or what the figure shows."""
        part = parts.paragraph(text, "said")
        part.on_key = True
        last = self.slide
        if last.kind == "figure" and not last.has("said"):
            last.parts.append(part)
        elif last.kind != "plain" or last.height + part.height > ROOM + _LITTLE:
            part.on_key = False
            self.new("plain", part)
        else:
            last.parts.append(part)
        self.unsaid, self.closed = False, True


def _prose(deck, cell, tags):
    """Put a cell of Markdown on slides."""
    first = True  # what answers stands first
    for block in parts.blocks(cell.source):
        if block.kind in ("title", "section", "subsection"):
            _heading(deck, block)
        elif deck.left_out:
            continue
        elif "slide-notes" in tags:
            deck.note(block.html)
        elif deck.title == "Exercises":
            found = parts.sentences(_joined(block.raw))
            if _EXERCISE.match(block.raw):
                deck.exercises.append(_beginning(found))
            deck.note(block.html)
        elif block.kind == "prose":
            deck.note(block.html)
            if "slide-show" in tags:
                block.kind = "text"
                deck.add(block.part())
            elif not block.raw.startswith("<"):
                _shown_of(deck, block, first)
        else:
            _block(deck, block)
        first = False


def _beginning(found):
    """Return the first sentences of an exercise, behind its number."""
    told = 2
    while told < len(found) and len(" ".join(found[: told + 1])) <= _SAID[1]:
        told += 1
    return " ".join(found[:told])


def _heading(deck, block):
    if block.kind == "title":
        deck.begin(block.html)
        deck.new("first")
        deck.closed = False
        return
    if block.kind == "subsection" and deck.left_out:
        return
    _exercises(deck)
    deck.left_out = block.raw.strip("# ") == "Glossary"
    deck.begin(block.html)


def _exercises(deck):
    """Show what is left to do."""
    if deck.exercises:
        items = "\n".join(f"- {text}" for text in deck.exercises)
        (block,) = parts.blocks(items)
        deck.new("exercises", block.part())
        deck.exercises = []


def _block(deck, block):
    """Show a block that is no prose."""
    part = block.part()
    if block.kind == "predict":
        deck.predict(part)
    elif block.kind == "try":
        here = deck.slides and deck.slide
        if here and here.kind == "explorer" and not here.has("try"):
            here.parts.insert(0, part)
        else:
            deck.tries.append(part)
    elif block.kind == "next":
        deck.add(part) if deck.fits(part) else deck.note(block.html)
    elif block.kind == "table" and block.raw.count("\n") > ROWS:
        deck.note(block.html)
    elif deck.slides and deck.slide.kind == "first" and not deck.closed:
        deck.slide.parts.append(part)
    elif block.kind == "formula" and deck.slides and deck.slide.has("said"):
        deck.join(part)
    else:
        deck.add(part)


def _shown_of(deck, block, first):
    """Show of a paragraph what answers, and what is set in bold."""
    found = parts.sentences(_joined(block.raw))
    if found[0].startswith("("):
        found = found[1:] or found
    told = 0
    if first and deck.unsaid:
        least, most = _SAID
        said = found[0]
        told = 1
        while len(said) < least and told < len(found):
            if len(longer := f"{said} {found[told]}") > most:
                break
            said = longer
            told += 1
        if len(said) <= most:
            deck.say(said)
        else:
            told, deck.closed = 0, True
    deck.unsaid &= first and told > 0
    if len(_BOLD.findall(block.raw)) > _MANY:
        deck.add(parts.paragraph(block.raw, "text"))
        return
    for number, text in enumerate(found[told:], told):
        if not _MORAL.search(text):
            continue
        if number == 0:
            # It may be but a heading, or have its limits behind it.
            whole = " ".join(found)
            text = whole if len(whole) <= _PARAGRAPH else " ".join(found[:2])
        part = parts.paragraph(text, "text")
        if deck.slides and deck.slide.has("said"):
            deck.join(part)
        else:
            deck.add(part)
            deck.closed = True
        if number == 0:
            return


def _joined(raw):
    return " ".join(raw.split())


def _code(deck, cell, tags):
    """Put a cell of code on slides."""
    if deck.left_out or _CHECKED.search(cell.source):
        return
    if "slide-notes" in tags:
        deck.closed, deck.waits = True, False
        return
    if "slide-code" in tags:
        part = parts.code(cell.source)
        part.on_key = deck.waits and deck.fits(part)
        deck.add(part)
    for kind, made in outputs(cell):
        if kind == "figure":
            deck.new("figure", Part(kind, made, _WITH_FIGURE))
        elif kind == "explorer":
            deck.new("explorer", *deck.tries[:1], Part(kind, made, ROOM))
            deck.tries = deck.tries[1:]
        elif kind == "other":
            deck.add(Part("text", made, ROOM // 2))
        elif deck.waits or "slide-show" in tags or "\n" in made.strip():
            begun = len(deck.slides)
            _print(deck, made)
            if not deck.waits and "slide-show" not in tags:
                deck.loose.append(deck.slides[begun:])
        else:
            continue
        if deck.waits:
            deck.unsaid = kind != "explorer"
    deck.waits = False


def _print(deck, text):
    """Show printed text; what answers keeps some room, and is not torn apart."""
    made = parts.printed(text)
    kept = _SAYING if deck.waits else 0
    high = sum(part.height for part in made) + kept
    if not deck.closed and deck.slide.height + high > ROOM:
        deck.closed = True
    made[0].on_key = not deck.closed
    for part in made:
        deck.add(part)


def outputs(cell):
    """Yield what a code cell shows: its kind, and its text or HTML; numbers first."""
    found = []
    for output in cell.outputs:
        data = output.get("data", {})
        if "text/html" in data:
            made = data["text/html"]
            live = "explorer" if "data-explorer" in made else "other"
            found.append(("figure" if "<figure" in made else live, made))
        else:
            text = output.get("text", data.get("text/plain", ""))
            if text.strip():
                found.append(("printed", text))
    return sorted(found, key=lambda one: one[0] != "printed")
