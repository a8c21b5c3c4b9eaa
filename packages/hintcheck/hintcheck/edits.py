"""Slips written in Markdown, each as an edit of the exercise's right function.

An exercise is a heading, the right function in a fence, and one list item for each
slip: what to change in the function's text, and what to say to somebody who made that
change::

    ## 3a

    ```python
    def f(numbers):
        mean = sum(numbers) / len(numbers)
        return sum((x - mean) ** 2 for x in numbers) / len(numbers)
    ```

    - squared: `** 2` -> nothing: The differences add up to 0: square them first.
    - sum: `return` -> `return len(numbers) *`: That is the sum of the squares.

The edited function's results are what the slip leads to, and an answer with these
results is told the hint. `read_edits` reads such a file, which lies beside a Python
module of the same name. The functions use that module's names, so they see what is
exchanged there. `problems` tests the edits themselves.
"""

import ast
import dataclasses
import difflib
import functools
import itertools
import pathlib
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from hintcheck.explanations import Mistake

HEAD = (
    r"(?P<name>[^:`@~(]+?)(?P<partly>~?)(?: \((?P<marks>[^)]*)\))?"
    r"(?: @(?P<label>\w+))?:(?: |$)"
)
CODE = r"(`+)(?P<code>.+?)(?<!`)\1(?!`)"
NUMBER = r"[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?"
MARKS = ("loses digits", "twin", "may stop")
FORM = "a slip is written `- name: `old` -> `new`: hint`"


class BadEdit(ValueError):
    """A file of edits cannot be used; the message begins with the file and the line."""

    def __init__(self, where: str, message: str):
        super().__init__(f"{where}: {message}")


@dataclasses.dataclass(frozen=True, eq=False)
class Source:
    """The text of a function, and where it comes from.

    Attributes
    ----------
    text : str
        Definitions, of which the last is the function; or an expression.
    file : str
        The Markdown file.
    line : int
        The line of the file in which the text begins.
    namespace : dict
        The globals of the module beside the file.
    expression : bool
        Whether the text is an expression.
    label : str
        What the fence is called.
    """

    text: str
    file: str
    line: int
    namespace: dict
    expression: bool = False
    label: str = ""

    def compiled(self, text: str | None = None) -> Callable:
        """Return the function of a text, this one if no other is given.

        It is defined within another function, so that its helpers are beside it and
        all other names are looked up in the module when it runs.
        """
        text = self.text if text is None else text
        if self.expression:
            text = f"def _value():\n return (\n {text}\n )"
        *_, last = re.finditer(r"^def (\w+)|^[^\s#)\]}]", text, re.M)
        if not last[1]:
            raise BadEdit(self.where, "the last thing in a fence must be a `def`")
        before = "\n" * (self.line - 2) + "def _maker():\n"
        whole = f"{before}{textwrap.indent(text, ' ')}\n return {last[1]}"
        try:
            code = compile(whole, self.file, "exec")
        except SyntaxError as error:
            line = (error.text or "").strip() or error.msg
            number = error.lineno - before.count("\n")
            message = f"edited, line {number} is not Python: {line}"
            raise BadEdit(self.where, message) from None
        names = {}
        exec(code, self.namespace, names)
        return names["_maker"]()

    @property
    def where(self) -> str:
        """The file and the line, as errors show them."""
        return f"{pathlib.Path(self.file).name}:{self.line}"

    @functools.cached_property
    def arguments(self) -> str:
        """The arguments of the function, as they are written."""
        if self.expression:
            return ""
        return ast.unparse(ast.parse(self.text).body[-1].args)

    def beside(self, expression: str) -> Callable:
        """Return a function of the same arguments that returns an expression."""
        code = compile(f"lambda {self.arguments}: ({expression})", self.file, "eval")
        return eval(code, self.namespace)


@dataclasses.dataclass(frozen=True, eq=False)
class Edited:
    """A function whose text is changed in some places; compiled when it is called.

    Where it raises an exception it returns an empty array, which no answer equals.

    Attributes
    ----------
    source : Source
        The text before.
    changes : tuple of (int, int, str)
        Where each changed part begins and ends, and what is there instead.
    where : str
        The file and line of the slip.
    value : str
        An expression that takes the place of the whole function.
    twin : bool
        Whether another slip may lead to the same result.
    may_stop : bool
        Whether it may raise an exception in some cases, as the answers with this slip.
    """

    source: Source
    changes: tuple = ()
    where: str = ""
    value: str = ""
    twin: bool = False
    may_stop: bool = False

    @functools.cached_property
    def text(self) -> str:
        """The text after the changes."""
        text = self.source.text
        for begin, end, new in reversed(self.changes):
            text = text[:begin] + new + text[end:]
        return text

    @functools.cached_property
    def function(self) -> Callable:
        """The compiled function."""
        try:
            if self.value:
                return self.source.beside(self.value)
            return self.source.compiled(self.text)
        except SyntaxError as error:
            raise BadEdit(self.where, f"`{self.value}`: {error.msg}") from None
        except BadEdit as error:
            message = str(error).partition(": ")[2]
            raise BadEdit(self.where or self.source.where, message) from None

    def __call__(self, *arguments, **named):
        """Return what the edited function returns."""
        if not self.changes and not self.value:
            return self.function(*arguments, **named)
        try:
            return self.function(*arguments, **named)
        except Exception:
            return np.empty(0)


def joined(
    slips: Iterable[Mistake],
) -> Iterator[tuple[Mistake, Mistake, Edited]]:
    """Yield pairs of slips that are edits of different places in the same text.

    Yields
    ------
    tuple of (Mistake, Mistake, Edited)
        The two, and the function with the changes of both.
    """
    edited = [slip for slip in slips if isinstance(slip.model, Edited)]
    for first, second in itertools.combinations(edited, 2):
        if model := _joined(first.model, second.model):
            yield first, second, model


@functools.lru_cache(10_000)  # so that the two are compiled and run only once
def _joined(first: Edited, second: Edited) -> Edited | None:
    """Return the function with the changes of both, or None if there is none."""
    if (
        first.source is not second.source
        or first.where == second.where  # two ways to make one slip
        or not (first.changes and second.changes)
    ):
        return None
    changes = sorted([*first.changes, *second.changes])
    if _overlap(changes):
        return None
    return Edited(first.source, tuple(changes), f"{first.where} and {second.where}")


@dataclasses.dataclass(frozen=True)
class _Item:
    """A list item: a slip before it is applied to a reference."""

    where: str
    name: str
    partly: bool
    marks: tuple
    label: str
    ways: tuple  # each a tuple of changes (old, new), a value, or () for "as it is"
    within: str
    hint: str


class Edits(dict):
    """The exercises of a Markdown file by name, each as a dict of fields.

    The fields are `reference` and `mistakes`, and `alternatives` and `given` where the
    file has them.
    """

    def __missing__(self, exercise: str) -> dict:
        raise KeyError(f"there is no heading `## {exercise}` in the Markdown file")


def read_edits(module: str, namespace: dict) -> Edits:
    """Read the slips of the Markdown file beside a Python module.

    Parameters
    ----------
    module : str
        The `__file__` of the module. ``sorting.md`` is read for ``sorting.py``.
    namespace : dict
        The module's `globals()`, in which the functions look up their names.

    Returns
    -------
    Edits
        For each heading the fields of a `Comparison` or a `Number`.

    Raises
    ------
    BadEdit
        If the file has an error, such as an edit of what is not in the reference.

    Examples
    --------
    In ``sorting.py``::

        EDITS = read_edits(__file__, globals())
        EXERCISES["5b"] = Comparison(**EDITS["5b"], draw=..., describe=..., right=...)
    """
    path = pathlib.Path(module).with_suffix(".md")
    sections, name = {}, None
    for line, kind, content in _blocks(path):
        where = f"{path.name}:{line}"
        if kind == "heading":
            name = content
            if name in sections:
                raise BadEdit(where, f"there is a second heading `## {name}`")
            sections[name] = _Section(path, namespace)
        elif name is None:
            if kind != "prose":
                raise BadEdit(where, "there is no heading `## name` before it")
        else:
            sections[name].add(kind, line, content)
    return Edits({name: section.fields() for name, section in sections.items()})


class _Section:
    """An exercise of a file, collected block by block."""

    def __init__(self, path: pathlib.Path, namespace: dict):
        self._path = path
        self._namespace = namespace
        self._sources = {}
        self._fields = {"mistakes": []}

    def add(self, kind: str, line: int, content: object) -> None:
        """Take a block: a fence, an expression or an item."""
        where = f"{self._path.name}:{line}"
        if kind in ("fence", "value"):
            label, text = content
            if label in self._sources:
                raise BadEdit(where, f"there is a second reference {label!r}")
            self._sources[label] = Source(
                text, str(self._path), line, self._namespace, kind == "value", label
            )
        elif kind == "item":
            item = _item(content, where)
            if item.ways:
                self._take(item, where, item.label)
                return
            path = self._path.with_name(f"{item.name.removeprefix('from ')}.md")
            if not path.exists():
                raise BadEdit(where, f"there is no file {path.name} beside it")
            for line, kind, content in _blocks(path):
                if kind == "item":
                    other = _item(content, f"{path.name}:{line}")
                    both = f"{where} ({other.where})"
                    self._take(other, both, item.label, f"{item.hint} ".lstrip())

    def _take(self, item: _Item, where: str, label: str, lead: str = "") -> None:
        """Take a slip, applied to a reference; some words may lead to its hint."""
        if label not in self._sources:
            raise BadEdit(where, f"there is no reference {label!r} before it")
        source = self._sources[label]
        kind, _, rest = item.name.partition(" ")
        special = kind in ("alternative", "given")
        name = rest if special else item.name
        for way in item.ways:
            value = way if isinstance(way, str) else ""
            spans = () if value else _spans(where, source.text, way)
            marks = "twin" in item.marks, "may stop" in item.marks
            model = Edited(source, spans, where, value, *marks)
            tolerance = source.beside(item.within) if item.within else None
            if not (spans or value or tolerance):
                raise BadEdit(where, "`as it is` needs a tolerance: , within `...`")
            whole = "loses digits" in item.marks
            slip = Mistake(name, model, lead + item.hint, tolerance, item.partly, whole)
            if kind == "given":
                self._fields["given"] = slip
            else:
                field = "alternatives" if special else "mistakes"
                self._fields.setdefault(field, []).append(slip)

    def fields(self) -> dict:
        """Return the fields of the exercise."""
        if "" not in self._sources:
            raise BadEdit(
                self._path.name, "an exercise has no reference: a fence or `= value`"
            )
        fields = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self._fields.items()
        }
        return {"reference": Edited(self._sources[""]), **fields}


def _blocks(path: pathlib.Path) -> Iterable[tuple[int, str, object]]:
    """Return the headings, fences, values, items and other paragraphs of a file."""
    lines = path.read_text("utf-8").splitlines()
    number = 0
    while number < len(lines):
        line, first = lines[number], number + 1
        number += 1
        if line.startswith("```"):
            label = line.strip("` ").removeprefix("python").strip()
            begin = number
            while number < len(lines) and not lines[number].startswith("```"):
                number += 1
            if number == len(lines):
                raise BadEdit(f"{path.name}:{first}", "this fence is not closed")
            text = "".join(line + "\n" for line in lines[begin:number])
            number += 1
            yield first + 1, "fence", (label, text)
        elif line.startswith("## "):
            yield first, "heading", line[3:].strip()
        elif line.strip() and not line.startswith("#"):
            paragraph = [line.strip()]
            while number < len(lines) and _goes_on(lines[number]):
                paragraph.append(lines[number].strip())
                number += 1
            text = " ".join(paragraph)
            if text.startswith("- "):
                yield first, "item", text[2:]
            elif text.startswith("= "):
                yield first, "value", ("", text[2:].strip("`"))
            else:
                yield first, "prose", text


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph before it."""
    return bool(line.strip()) and not line.startswith(("- ", "```", "#", "= "))


class _Reader:
    """What is left to read of a list item."""

    def __init__(self, text: str, where: str):
        self._left = text
        self._where = where

    def take(self, pattern: str) -> re.Match | None:
        """Take what a pattern matches at the beginning, if it does."""
        match = re.match(pattern, self._left)
        if match:
            self._left = self._left[match.end() :]
        return match

    def sees(self, begin: str) -> bool:
        """Whether some text comes next."""
        return self._left.startswith(begin)

    def code(self) -> str:
        """Take code between backticks; return an empty string if there is none."""
        match = self.take(CODE)
        return match["code"] if match else ""

    def rest(self) -> str:
        """Take all that is left."""
        return self.take("(?s).*")[0].strip()

    def error(self) -> BadEdit:
        """Return the error of what is left here."""
        return BadEdit(self._where, f"{FORM}; got `{self._left[:60]}`")


def _item(text: str, where: str) -> _Item:
    """Return the parts of a list item."""
    reader = _Reader(text, where)
    head = reader.take(HEAD)
    if not head:
        raise reader.error()
    name = head["name"].strip()
    marks = tuple(mark.strip() for mark in (head["marks"] or "").split(",") if mark)
    for mark in marks:
        if mark not in MARKS:
            known = ", ".join(MARKS)
            raise BadEdit(where, f"no mark is called {mark!r}; there are {known}")
    ways, within = [], ""
    if not name.startswith("from ") or reader.sees("`"):
        ways.append(_way(reader))
        while reader.take(" or "):
            ways.append(_way(reader, ways[-1]))
        if reader.take(", within "):
            within = reader.code()
        if not reader.take(":|$"):
            raise reader.error()
    label = head["label"] or ""
    hint = reader.rest()
    return _Item(
        where, name, bool(head["partly"]), marks, label, tuple(ways), within, hint
    )


def _way(reader: _Reader, before: tuple | str = ()) -> tuple | str:
    """Take the changes, or the value, of one way to make a slip.

    A way that begins with an arrow changes the same part as the way before it.
    """
    if reader.take("as it is"):
        return ()
    if number := reader.take(NUMBER):
        return number[0]
    changes = []
    while True:
        if not changes and reader.take("-> ") and isinstance(before, tuple):
            old = before[0][0] if len(before) == 1 else ""
        else:
            old = reader.code()
            if old and not changes and not reader.take(" -> "):
                return old
            if changes and not reader.take(" -> "):
                raise reader.error()
        new = "" if reader.take("nothing") else reader.code() or None
        if not old or new is None:
            raise reader.error()
        changes.append((old, new))
        if not reader.take("; (?=`)"):
            return tuple(changes)


def after(source: Source, line: str) -> str:
    """Return a reference's text after the edit of a line, written without its dash."""
    item = _item(line, source.where)
    return Edited(source, _spans(item.where, source.text, item.ways[0])).text


def _spans(where: str, text: str, changes: tuple) -> tuple:
    """Return where the changes of a slip apply, in the order of the text."""
    spans = sorted((*_span(where, text, old), new) for old, new in changes)
    if _overlap(spans):
        raise BadEdit(where, "two of its changes overlap")
    return tuple(spans)


def _span(where: str, text: str, old: str) -> tuple[int, int]:
    """Return where a part begins and ends that occurs once; any space matches any."""
    pattern = re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(old))
    places = [match.span() for match in re.finditer(pattern, text)]
    if len(places) > 1:
        raise BadEdit(where, f"`{old}` is there {len(places)} times: take more of it")
    if not places:
        compared = difflib.SequenceMatcher(None, old, autojunk=False)

        def likeness(line: str) -> int:
            compared.set_seq2(line)
            return compared.find_longest_match().size

        near = max(text.splitlines(), key=likeness).strip()
        raise BadEdit(where, f"`{old}` is not in the reference; near: `{near}`")
    return places[0]


def _overlap(spans: Iterable[tuple[int, int, str]]) -> bool:
    """Whether one of some spans begins before the one before it ends."""
    return any(before[1] > span[0] for before, span in itertools.pairwise(spans))
