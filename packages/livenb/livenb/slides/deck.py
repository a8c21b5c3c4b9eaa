"""Arrange the cells of a notebook on slides according to their slide types.

The README says what becomes of each type. A cell without a type continues the slide.
"""

import dataclasses
import itertools
import re

from livenb.slides.parts import Part, blocks, printed

WORDS = 60
"""How many words fit on a slide; the rest goes on another slide with the same title."""

COUNTED_BY_SIZE = ("table", "printed", "code", "figure", "explorer", "html")
"""Blocks whose words are not counted."""

SPOKEN = ("paragraph", "aside")
"""Blocks for the speaker, of which a slide shows one if it has nothing else."""


@dataclasses.dataclass
class Slide:
    """A slide: its heading, what it shows, and what the speaker reads."""

    title: str = ""
    parts: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)

    @property
    def kind(self):
        """``explorer``, ``figure``, ``alone`` for one block of text, or ``plain``."""
        kinds = [part.kind for part in self.parts]
        for kind in ("explorer", "figure"):
            if kind in kinds:
                return kind
        alone = len(kinds) == 1 and kinds[0] in ("lead", "paragraph", "quote")
        return "alone" if alone else "plain"


def mark(cell):
    """Return a cell's slide type, or "" if it has none."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "")


def slides(notebook):
    """Return the slides of a notebook whose pictures are HTML."""
    made, title, key = [], "", 0
    for cell in notebook.cells:
        kind, is_markdown = mark(cell), cell.cell_type == "markdown"
        content = list(blocks(cell.source)) if is_markdown else _of_code(cell)
        kinds = [part.kind for part in content]
        if "heading" in kinds:
            place = kinds.index("heading")
            if made and kind != "skip":
                above, content = content[:place], content[place:]
                _close(made, title, above, key)
            title = next(part.html for part in content if part.kind == "heading")
            content = [part for part in content if part.kind != "heading"]
        if kind == "skip" or not content:
            continue
        if kind in ("slide", "subslide") or not made:
            made.append(Slide(title))
            key = 0
        key += kind == "fragment"
        if kind != "notes":
            made[-1].parts += [dataclasses.replace(part, key=key) for part in content]
        if is_markdown or kind == "notes":  # the speaker gets all texts
            made[-1].notes += [part.html for part in content]
    for slide in made:
        groups = itertools.groupby(slide.parts, key=lambda part: part.key)
        slide.parts = [part for _, group in groups for part in _shown([*group])]
    return [part for slide in made for part in _split(slide)]


def _close(made, title, above, key):
    """Add the parts above a heading, such as an answer, to the slides before it.

    Paragraphs are for the speaker, questions and quotes go on the last slide, and a
    formula, a list or a table gets its own slide.
    """
    made[-1].notes += [part.html for part in above]
    above = [part for part in above if part.kind not in SPOKEN]
    joined = [part for part in above if part.kind in ("lead", "quote")]
    made[-1].parts += [dataclasses.replace(part, key=key) for part in joined]
    others = [part for part in above if part not in joined]
    if others:
        made.append(Slide(title, others))


def _split(slide):
    """Return a slide, or several slides if it has too many words."""
    made, room = [Slide(slide.title, notes=slide.notes)], WORDS
    for part in slide.parts:
        count = 0 if part.kind in COUNTED_BY_SIZE else words(part.html)
        if count > room and made[-1].parts:
            made.append(Slide(slide.title))
            room, first = WORDS, part.key
        if len(made) > 1:
            part.key = max(0, part.key - first)
        made[-1].parts.append(part)
        room -= count
    return made


def words(made):
    """Return the number of words in HTML; a formula counts as one word."""
    text = re.sub(r"<math.*?</math>", " x ", made, flags=re.DOTALL)
    return len(re.findall(r"\w[\w'’.-]*", re.sub(r"<[^>]*>", " ", text)))


def _shown(parts):
    """Return the parts to show: all that are not for the speaker, or else the first."""
    return [part for part in parts if part.kind not in SPOKEN] or parts[:1]


def _of_code(cell):
    made = []
    for output in cell.outputs:
        data = output.get("data", {})
        text = output.get("text", data.get("text/plain", ""))
        if "text/html" in data:
            page = data["text/html"]
            kind = "figure" if "<figure" in page else "html"
            made.append(Part("explorer" if "data-explorer" in page else kind, page))
        elif text.strip():
            made.append(printed("printed", text))
    if "slide-code" in cell.metadata.get("tags", []) or not made:
        made.insert(0, printed("code", cell.source.strip()))
    return made
