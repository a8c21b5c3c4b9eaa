"""The pages on which students see their points and hints."""

import contextlib
import functools
import html
import re
import secrets

import jinja2
import markupsafe
import nh3
from latex2mathml.converter import convert
from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from sandmark.assignments import name_of

# The most characters of HTML for a cell and for a page, which often has 40,000. Longer
# text is shown as it was written.
OF_A_CELL, OF_A_PAGE = 100_000, 400_000
# The most characters of a cell and of a page that are shown as Markdown. For some
# texts, the time grows with the square of their length.
SOURCE, SOURCES = 5_000, 20_000
FORMULA = 2000  # the most characters in a formula
_TAGS = set(
    "math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mtable mtr "
    "mtd mover munder munderover mstyle mpadded mphantom".split()
)
_ATTRIBUTES = set(
    "display stretchy fence form separator accent accentunder minsize maxsize width "
    "mathvariant linethickness columnalign rowspacing columnspacing displaystyle "
    "scriptlevel".split()
)

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("sandmark"),
    autoescape=True,
    undefined=jinja2.ChainableUndefined,
)


def advice(task):
    """Return what a student may try next, given a `TaskMarks`."""
    if task.ok or task.points >= task.possible > 0:  # perhaps by hand
        return ""
    if task.ok is None:
        return "Write the answer where the notebook asks for it, and run its check."
    if task.mistake:
        return "Fix that and run the check in your notebook again."
    return (
        "Restart the kernel, run all cells in order, and begin with the first error. "
        "If the check says right, try other arguments, small and large, few and many."
    )


def clean(text):
    """Return HTML in which nothing runs and no picture is loaded."""
    attributes = {**nh3.ALLOWED_ATTRIBUTES, "img": {"alt"}}
    schemes = {"http", "https", "mailto"}
    return nh3.clean(text, attributes=attributes, url_schemes=schemes)


@functools.lru_cache(256)
def mathml(formula: str, display: bool = False):
    """Return a TeX formula as MathML, or as code if it cannot be converted."""
    try:
        if len(formula) > FORMULA:
            raise ValueError("too long")
        made = convert(formula, display="block" if display else "inline")
        # The converter does not escape the content of \text{}.
        made = nh3.clean(made, tags=_TAGS, attributes={"*": _ATTRIBUTES})
        # A wide formula scrolls, so the keyboard must reach it.
        return made.replace('"block">', '"block" tabindex="0">', 1)
    except Exception:  # the library raises many kinds of errors
        return f"<code>{html.escape(formula, quote=False)}</code>"


class _Words(IPythonRenderer):
    """A renderer of Markdown that puts marks in place of formulas."""

    def __init__(self):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.mark, self.formulas = f"formula{secrets.token_hex(8)}x", []

    def inline_math(self, body, display=False):
        """Keep a formula and leave a mark in its place."""
        self.formulas.append(mathml(body, display))
        return f"{self.mark}{len(self.formulas) - 1}x"

    block_math = functools.partialmethod(inline_math, display=True)

    def latex_environment(self, name, body):
        """Keep a formula that is written as an environment."""
        return self.inline_math(rf"\begin{{{name}}}{body}\end{{{name}}}", display=True)

    def block_code(self, code, info=None):
        """Show code without colors, because some languages take very long to color."""
        return super().block_code(code)

    def image(self, text, url, title=None):
        """Remove formulas from a description, because it becomes an HTML attribute."""
        return super().image(re.sub(rf"{self.mark}\d+x", "", text), url, title)

    def put_back(self, text):
        """Replace the marks with their formulas."""
        return re.sub(rf"{self.mark}(\d+)x", lambda f: self.formulas[int(f[1])], text)


@functools.lru_cache(256)  # most cells are the same for a whole class
def words_as_html(source):
    """Return Markdown as HTML that runs nothing and needs no network."""
    shown = _Words()
    return shown.put_back(clean(MarkdownWithMath(renderer=shown).render(source)))


class _Room:
    """A count of the characters that a page may still have."""

    def __init__(self):
        self.left, self.sources = OF_A_PAGE, SOURCES

    def words(self, source):
        """Return Markdown as HTML, or as it is written if it is long."""
        text = None
        if len(source) <= min(SOURCE, self.sources):
            self.sources -= len(source)
            with contextlib.suppress(Exception):  # a student's text may break it
                text = words_as_html(source)
        if text is None or len(text) > min(OF_A_CELL, self.left):
            text = f"<pre>{html.escape(source, quote=False)}</pre>"
        return self._taken(text)

    def code(self, source):
        """Return code as it is written."""
        return self._taken(html.escape(source, quote=False))

    def printed(self, text):
        """Return what code printed or raised, or its beginning if there is no room."""
        text = strip_ansi(text)
        if len(html.escape(text)) > self.left:
            text = f"{text[:100]} ... (shortened)"
        return self._taken(html.escape(text))

    def _taken(self, text):
        self.left -= len(text)
        return markupsafe.Markup(text.replace("\x1b", ""))


def page(marked, name, points, row, total, lines):
    """Return a student's page, made from the marked notebook.

    `points` is the result of `points.shown`. The student's `Row`, the `Points` in
    `total` and the lines about the hand-in are shown above the notebook.
    """
    return TEMPLATES.get_template("page.html").render(
        cells=[
            (cell, cell.metadata.get("nbgrader", {}) | points.get(name_of(cell), {}))
            for cell in marked.cells
        ],
        name=name,
        row=row,
        total=total,
        lines=lines,
        advice=advice,
        room=_Room(),
    )
