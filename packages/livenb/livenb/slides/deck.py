"""Which cell of a notebook stands on which slide: as its cells are marked.

The marks are those of JupyterLab's property inspector and of nbconvert, the *slide
type* of a cell: ``slide`` and ``subslide`` begin a slide, ``fragment`` comes at a key
press, ``-`` goes on, ``notes`` is for the speaker, and ``skip`` is left out.

Plain paragraphs, folded answers and long tables are for the speaker, too. Where a slide
or a key press would have nothing else, the first of them is shown. A cell of code shows
its outputs, and its code if it has none or is tagged ``slide-code``.
"""

import dataclasses
import re

from livenb.slides.parts import Part, blocks, printed

MARKS = ("slide", "subslide", "fragment", "-", "notes", "skip")
WORDS = 60
"""How many words a slide has; a longer one goes on with another of its title."""

COUNTED_BY_SIZE = ("table", "printed", "code", "figure", "explorer", "html")
"""Blocks that have limits of their own."""

SPOKEN = ("paragraph", "aside")
"""Blocks of Markdown of which a slide shows one, and only if it has nothing else."""


@dataclasses.dataclass
class Slide:
    """A slide: the heading above it, what it shows, and what the speaker reads."""

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
    """Return a cell's slide type; "" if it has none."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "")


def unmarked(notebook):
    """Return the ids of the cells without a slide type, which go on as ``-`` does."""
    return [cell.id for cell in notebook.cells if mark(cell) not in MARKS]


def slides(notebook):
    """Return the slides of a notebook in whose outputs pictures are HTML."""
    made, title, keys = [], "", 0
    for cell in notebook.cells:
        kind = mark(cell)
        markdown = cell.cell_type == "markdown"
        content = list(blocks(cell.source)) if markdown else _of_code(cell)
        headings = [part.html for part in content if part.kind == "heading"]
        title = headings[0] if headings else title
        if kind == "skip":
            continue
        if headings and made:
            content = _leave_answers(content, made[-1])
        content = [part for part in content if part.kind != "heading"]
        if not content:
            continue
        if kind in ("slide", "subslide") or not made:
            made.append(Slide(title))
            keys = 0
        shown = _shown(content)
        keys += kind == "fragment"
        if kind == "notes":
            shown = []
        for part in shown:
            part.key = keys  # nothing comes before what is above it
        made[-1].parts += shown
        # The speaker's notes have all that a notebook says in words.
        if markdown or not shown:
            made[-1].notes += [part.html for part in content]
    for slide in made:
        begin = [part for part in slide.parts if not part.key]
        rest = [part for part in slide.parts if part.key]
        slide.parts = _shown(begin) + rest
    return [part for slide in made for part in _split(slide)]


def _split(slide):
    """Return a slide, or several if it would have too many words."""
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
    """Return how many words HTML has, a formula counting as one."""
    text = re.sub(r"<math.*?</math>", " x ", made, flags=re.DOTALL)
    return len(re.findall(r"\w[\w'’.-]*", re.sub(r"<[^>]*>", " ", text)))


def _leave_answers(parts, slide):
    """Leave paragraphs above a heading to the speaker of the slide before."""
    place = [part.kind for part in parts].index("heading")
    answers = [part for part in parts[:place] if part.kind in SPOKEN]
    slide.notes += [part.html for part in answers]
    return [part for part in parts[:place] if part.kind not in SPOKEN] + parts[place:]


def _shown(parts):
    """Leave what is spoken to the speaker, except its beginning if that is all."""
    return [part for part in parts if part.kind not in SPOKEN] or parts[:1]


def _of_code(cell):
    """Return what a cell of code shows."""
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
