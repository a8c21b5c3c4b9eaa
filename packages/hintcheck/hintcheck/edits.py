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
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from hintcheck.explanations import Mistake, both_names

HEAD = re.compile(
    r"(?P<name>[^:`@~(]+?)(?P<partly>~?)(?: \((?P<marks>[^)]*)\))?"
    r"(?: @(?P<label>\w+))?:(?: |$)"
)
CODE = re.compile(r"(`+)(?P<code>.+?)(?<!`)\1(?!`)")
NUMBER = re.compile(r"[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
MARKS = ("loses digits", "twin", "may stop", "only in pairs")
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
    short : str
        The hint without the words that lead to it, for two slips at once.
    """

    source: Source
    changes: tuple = ()
    where: str = ""
    value: str = ""
    twin: bool = False
    may_stop: bool = False
    short: str = ""

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

    def joined(self, other: "Edited") -> "Edited | None":
        """Return the function with the changes of both, or None if they overlap."""
        return _joined(self, other)


@functools.lru_cache(10_000)  # so that the two are compiled and run only once
def _joined(first: Edited, second: Edited) -> Edited | None:
    if first.source is not second.source or not first.changes or not second.changes:
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


class Edits(Mapping):
    """The exercises of a Markdown file by name, each as a dict of fields.

    The fields are `reference` and `mistakes`, and `alternatives` and `given` where the
    file has them.
    """

    def __init__(self, fields: dict):
        self._fields = fields
        self._only_in_pairs = {
            name: entry.pop("only in pairs") for name, entry in fields.items()
        }

    def __getitem__(self, exercise: str) -> dict:
        if exercise not in self._fields:
            raise KeyError(f"there is no heading `## {exercise}` in the Markdown file")
        return self._fields[exercise]

    def __iter__(self):
        return iter(self._fields)

    def __len__(self):
        return len(self._fields)

    def together(
        self, exercise: str, label: str | None = None, first: int | None = None
    ) -> Callable[[], list[Mistake]]:
        """Return a `pairs` for `Comparison`: two slips at once, told side by side.

        Parameters
        ----------
        exercise : str
            The heading.
        label : str, optional
            Of which reference the slips are joined; of each, if it is not given.
        first : int, optional
            How many of them, the most likely; all, if it is not given. A thousand pairs
            take about a second.
        """

        def pairs() -> list[Mistake]:
            single = [
                slip
                for slip in (
                    *self._fields[exercise]["mistakes"],
                    *self._only_in_pairs[exercise],
                )
                if label in (None, slip.model.source.label)
            ]
            joined = []
            for slip, other in itertools.combinations(single[:first], 2):
                if slip.model.where == other.model.where:
                    continue  # two ways to make one slip
                if model := slip.model.joined(other.model):
                    halves = _within(slip.model.short), _within(other.model.short)
                    hints = " And ".join(halves)
                    hint = f"It looks like two things at once: {hints}"
                    names = f"{slip.name}+{other.name}"
                    if slip.name != other.name:
                        names = both_names(slip, other)
                    joined.append(Mistake(names, model, hint))
            return joined

        return pairs


def _within(hint: str) -> str:
    """Return a hint as it is within a sentence: "The rows" as "the rows"."""
    return hint[:1].lower() + hint[1:] if hint[1:2].islower() else hint


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
        self._mistakes, self._alternatives, self._only_in_pairs = [], [], []
        self._given = None

    def add(self, kind: str, line: int, content: object) -> None:
        """Take a block: a fence, an expression or an item."""
        where = f"{self._path.name}:{line}"
        if kind in ("fence", "value"):
            label, text = content
            if label in self._sources:
                raise BadEdit(where, f"there is a second reference {label!r}")
            self._sources[label] = source = Source(
                text, str(self._path), line, self._namespace, kind == "value", label
            )
            if label == "given":
                self._given = Edited(source, where=where)
        elif kind == "item":
            item = _item(content, where)
            if not item.ways:
                path = self._path.with_name(f"{item.name[5:]}.md")
                if not path.exists():
                    raise BadEdit(where, f"there is no file {path.name} beside it")
                for other in _list(path):
                    self._take(other, where, item.label, item.hint)
            else:
                self._take(item, where, item.label)

    def _take(self, item: _Item, where: str, label: str, lead: str | None = None):
        """Take a slip, applied to a reference; its hint may follow some words."""
        if label not in self._sources:
            raise BadEdit(where, f"there is no reference {label!r} before it")
        hint = item.hint
        if lead is not None:
            where = f"{where} ({item.where})"
            hint = f"{lead} {hint}" if lead else hint[:1].upper() + hint[1:]
        source = self._sources[label]
        name = item.name
        kept = self._mistakes
        if name == "alternative" or name.startswith("alternative "):
            kept, name = self._alternatives, name[12:]
        elif "only in pairs" in item.marks:
            kept = self._only_in_pairs
        for way in item.ways:
            model = Edited(
                source,
                () if isinstance(way, str) else _spans(where, source.text, way),
                where,
                way if isinstance(way, str) else "",
                "twin" in item.marks,
                "may stop" in item.marks,
                item.hint,
            )
            if name == "given":
                self._given = model
                continue
            tolerance = source.beside(item.within) if item.within else None
            if not (model.changes or model.value or tolerance):
                raise BadEdit(where, "`as it is` needs a tolerance: , within `...`")
            whole = "loses digits" in item.marks
            kept.append(Mistake(name, model, hint, tolerance, item.partly, whole))

    def fields(self) -> dict:
        """Return the fields of the exercise."""
        if "" not in self._sources:
            raise BadEdit(
                self._path.name, "an exercise has no reference: a fence or `= value`"
            )
        fields = {
            "reference": Edited(self._sources[""]),
            "mistakes": tuple(self._mistakes),
            "only in pairs": tuple(self._only_in_pairs),
        }
        if self._alternatives:
            fields["alternatives"] = tuple(self._alternatives)
        if self._given:
            fields["given"] = self._given
        return fields


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


def _list(path: pathlib.Path) -> list[_Item]:
    """Return the slips of a file without references, which others apply to theirs."""
    return [
        _item(content, f"{path.name}:{line}")
        for line, kind, content in _blocks(path)
        if kind == "item"
    ]


def _item(text: str, where: str) -> _Item:
    """Return the parts of a list item."""
    head = HEAD.match(text)
    if not head:
        raise BadEdit(where, f"{FORM}; got `{text[:60]}`")
    name = head["name"].strip()
    marks = tuple(mark.strip() for mark in (head["marks"] or "").split(",") if mark)
    for mark in marks:
        if mark not in MARKS:
            raise BadEdit(
                where, f"no mark is called {mark!r}; there are {', '.join(MARKS)}"
            )
    common = where, name, bool(head["partly"]), marks, head["label"] or ""
    at = head.end()
    if name.startswith("from ") and not text.startswith("`", at):
        return _Item(*common, (), "", text[at:].strip())
    ways, same = [], ""
    while True:
        way, at = _way(text, at, where, same)
        ways.append(way)
        single = isinstance(way, tuple) and len(way) == 1
        same = way[0][0] if single else ""
        if not text.startswith(" or ", at):
            break
        at += len(" or ")
    within = ""
    if text.startswith(", within ", at):
        code = CODE.match(text, at + len(", within "))
        if not code:
            raise BadEdit(where, "a tolerance is written `, within `expression``")
        within, at = code["code"], code.end()
    if at < len(text) and text[at] != ":":
        raise BadEdit(where, f"{FORM}; got `{text[at : at + 60]}` after the change")
    return _Item(*common, tuple(ways), within, text[at + 1 :].strip())


def _way(text: str, at: int, where: str, same: str) -> tuple[tuple | str, int]:
    """Return the changes or the value that are at a place of an item, and its end.

    A way that begins with an arrow changes the same part as the way before it.
    """
    if text.startswith("as it is", at):
        return (), at + len("as it is")
    if number := NUMBER.match(text, at):
        return number[0], number.end()
    changes = []
    while True:
        if same and not changes and text.startswith("-> ", at):
            old, at = same, at - 1
        elif code := CODE.match(text, at):
            old, at = code["code"], code.end()
        else:
            raise BadEdit(where, f"{FORM}; got `{text[at : at + 60]}`")
        if not text.startswith(" -> ", at):
            if changes:
                raise BadEdit(where, f"{FORM}; there is no `->` after `{old}`")
            return old, at
        at += len(" -> ")
        if text.startswith("nothing", at):
            new, at = "", at + len("nothing")
        elif code := CODE.match(text, at):
            new, at = code["code"], code.end()
        else:
            raise BadEdit(where, f"{FORM}; got `{text[at : at + 60]}` after the arrow")
        changes.append((old, new))
        if not text.startswith("; `", at):
            return tuple(changes), at
        at += len("; ")


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
