"""Slips written in Markdown, each as an edit of the exercise's right function.

The README shows such a file and lists everything that an item may say. The functions
look up names in the module beside the file, so a name that is replaced there is also
replaced for them.
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

from hintcheck.explanations import Mistake, Remark

BLOCK = re.compile(
    r"^```(?:python)? *(?P<label>\w*)\n(?P<fence>(?s:.*?))^```$"
    r"|^## (?P<heading>.*)"
    r"|^= `*(?P<value>.*?)`*$"
    r"|^- (?P<item>.*(?:\n(?!- |= |```|#|\s*$).*)*)"
    r"|^(?P<open>```)",
    re.M,
)
HEAD = re.compile(
    r"(?P<name>[^:`@~(]+?)(?P<partly>~?)(?: \((?P<marks>[^)]*)\))?"
    r"(?: @(?P<label>\w+))?:(?: |$)"
)
TOKEN = re.compile(
    r" *(?:(`+)(?P<code>.+?)(?<!`)\1(?!`)"
    r"|(?P<number>[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"|(?P<word>->|;|or\b|nothing\b|as it is\b|, within\b|if\b))"
)
SENTENCES = ("right", "otherwise")  # items of a `Number` that are not slips
MARKS = ("loses digits", "twin", "may stop")
FORM = "a slip is written `- name: `old` -> `new`: hint`"


class BadEdit(ValueError):
    """An error in a file of edits; the message begins with the file and the line."""

    def __init__(self, where: str, message: str):
        super().__init__(f"{where}: {message}")


@dataclasses.dataclass(frozen=True, eq=False)
class Source:
    """The text of a function, and where it comes from."""

    text: str  # definitions, of which the last is the function
    file: str  # the Markdown file
    line: int  # the line of the file on which the text begins
    namespace: dict  # the globals of the module beside the file
    label: str = ""  # the label of the fence

    def compiled(self, text: str | None = None) -> Callable:
        """Return the function that a text defines; by default, this source's text.

        The function is defined inside another function, so that it finds its helpers
        there and looks up all other names in the module when it runs.
        """
        text = self.text if text is None else text
        *_, last = re.finditer(r"^def (\w+)|^[^\s#)\]}]", text, re.M)
        if not last[1]:
            raise BadEdit(self.where, "a code block must end with a `def`")
        before = "\n" * (self.line - 2) + "def _maker():\n"
        whole = f"{before}{textwrap.indent(text, ' ')}\n return {last[1]}"
        try:
            code = compile(whole, self.file, "exec")
        except SyntaxError as error:
            line = (error.text or "").strip() or error.msg
            number = error.lineno - before.count("\n")
            message = f"after the edit, line {number} is not valid Python: {line}"
            raise BadEdit(self.where, message) from None
        names = {}
        exec(code, self.namespace, names)
        return names["_maker"]()

    @property
    def where(self) -> str:
        """The file and the line, as they are shown in errors."""
        return f"{pathlib.Path(self.file).name}:{self.line}"

    @functools.cached_property
    def arguments(self) -> str:
        """The arguments of the function, as written."""
        return ast.unparse(ast.parse(self.text).body[-1].args)

    def beside(self, expression: str, first: str = "") -> Callable:
        """Return a function that takes the same arguments and evaluates an expression.

        `first` can name an additional first argument. In the expression, `f` is this
        source's function.
        """
        arguments = ", ".join(filter(None, [first, self.arguments]))
        text = f"lambda f: lambda {arguments}: ({expression})"
        return eval(compile(text, self.file, "eval"), self.namespace)(Edited(self))

    def sentence(self, text: str, first: str = "") -> Callable:
        """Return a function that fills in a sentence as if it were an f-string."""
        return self.beside(f"f'''{text}'''", first)


@dataclasses.dataclass(frozen=True, eq=False)
class Edited:
    """A function whose text is changed in some places and compiled when it is called.

    If the changed function raises an exception, the result is an empty array, which no
    answer equals.
    """

    source: Source  # the text before the changes
    changes: tuple = ()  # the beginning, the end and the replacement of each part
    where: str = ""  # the file and line of the slip
    value: str = ""  # an expression that replaces the whole function
    twin: bool = False  # whether another slip may lead to the same result
    may_stop: bool = False  # whether the function may raise an exception in some cases

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
        """Call the edited function and return its result."""
        if not self.changes and not self.value:
            return self.function(*arguments, **named)
        try:
            return self.function(*arguments, **named)
        except Exception:
            return np.empty(0)


def joined(
    slips: Iterable[Mistake],
) -> Iterator[tuple[Mistake, Mistake, Edited]]:
    """Yield pairs of slips that edit different places in the same text.

    The third item of each tuple is the function with the changes of both slips.
    """
    edited = [slip for slip in slips if isinstance(slip.model, Edited)]
    for first, second in itertools.combinations(edited, 2):
        if model := _joined(first.model, second.model):
            yield first, second, model


@functools.lru_cache(10_000)  # so that each pair is compiled only once
def _joined(first: Edited, second: Edited) -> Edited | None:
    """Return a function with the changes of both slips, or None if they do not fit."""
    if (
        first.source is not second.source
        or first.where == second.where  # both are ways to make the same slip
        or not (first.changes and second.changes)
    ):
        return None
    changes = sorted([*first.changes, *second.changes])
    if _overlap(changes):
        return None
    return Edited(first.source, tuple(changes), f"{first.where} and {second.where}")


@dataclasses.dataclass(frozen=True)
class _Item:
    """A list item: a sentence, or a slip that is not yet applied to a reference."""

    where: str
    name: str
    partly: bool
    marks: tuple
    label: str
    ways: tuple  # each a tuple of changes (old, new), a value, or () for "as it is"
    condition: str
    within: str
    hint: str


class Edits(dict):
    """The exercises in a Markdown file by name, each as a dict of fields.

    The fields are `reference` and `mistakes` and, if the file has them, `alternatives`,
    `given`, `remarks`, `right` and `otherwise`.
    """

    def __missing__(self, exercise: str) -> dict:
        raise KeyError(f"there is no heading `## {exercise}` in the Markdown file")


def read_edits(module: str, namespace: dict) -> Edits:
    """Read the slips in the Markdown file beside a Python module.

    `module` is the module's `__file__`, and `namespace` its `globals()`, in which the
    functions look up their names. The result has the fields of a `Comparison` or a
    `Number` for each heading. Raises `BadEdit` if the file has an error, such as an
    edit of code that is not in the reference.

    Examples
    --------
    In ``sorting.py``::

        EDITS = read_edits(__file__, globals())
        EXERCISES["5b"] = Comparison(**EDITS["5b"], draw=..., describe=..., right=...)
    """
    path = pathlib.Path(module).with_suffix(".md")
    sections, section = {}, None
    for line, kind, content in _blocks(path):
        where = f"{path.name}:{line}"
        if kind == "heading":
            if content in sections:
                raise BadEdit(where, f"there is a second heading `## {content}`")
            section = sections[content] = _Section(path, namespace)
        elif section is None:
            raise BadEdit(where, "there is no heading `## name` above this line")
        elif kind == "item":
            section.add_item(_item(content, where))
        else:
            section.add_reference(line, *content)
    return Edits({name: section.fields() for name, section in sections.items()})


class _Section:
    """An exercise in a file, collected block by block."""

    def __init__(self, path: pathlib.Path, namespace: dict):
        self._path = path
        self._namespace = namespace
        self._sources = {}
        self._fields = {"mistakes": ()}

    def add_reference(self, line: int, label: str, text: str) -> None:
        """Add the text of a right function."""
        source = Source(text, str(self._path), line, self._namespace, label)
        if label in self._sources:
            raise BadEdit(source.where, f"there is a second reference {label!r}")
        self._sources[label] = source

    def add_item(self, item: _Item) -> None:
        """Add a slip, a remark, a sentence, or the slips in another file."""
        if not item.name.startswith("from ") or item.ways:
            self._take(item)
            return
        path = self._path.with_name(f"{item.name.removeprefix('from ')}.md")
        if not path.exists():
            raise BadEdit(item.where, f"there is no file {path.name} beside this one")
        for line, kind, content in _blocks(path):
            if kind == "item":
                other = _item(content, f"{path.name}:{line}")
                where = f"{item.where} ({other.where})"
                hint = f"{item.hint} {other.hint}".lstrip()
                other = dataclasses.replace(other, where=where, hint=hint)
                self._take(dataclasses.replace(other, label=item.label))

    def _take(self, item: _Item) -> None:
        """Apply an item to its reference and add it to the fields."""
        if item.label not in self._sources:
            raise BadEdit(
                item.where, f"there is no reference {item.label!r} above this line"
            )
        source = self._sources[item.label]
        field, more = "mistakes", ()
        if item.name in SENTENCES:
            first = "answer" if item.name == "otherwise" else ""
            sentence = _written(item, source.sentence, item.hint, first)
            self._fields[item.name] = sentence if "{" in item.hint else item.hint
        elif item.condition:
            applies = _written(item, source.beside, item.condition, "answer")
            text = _written(item, source.sentence, item.hint, "answer")
            field, more = "remarks", [Remark(item.name, applies, text)]
        elif item.name.split()[0] == "given":
            name = item.name.partition(" ")[2]
            (self._fields["given"],) = _slips(item, name, source)
        else:
            name = item.name.removeprefix("alternative ")
            field = "mistakes" if name == item.name else "alternatives"
            more = _slips(item, name, source)
        self._fields[field] = (*self._fields.get(field, ()), *more)

    def fields(self) -> dict:
        """Return the fields of the exercise."""
        if "" not in self._sources:
            raise BadEdit(
                self._path.name,
                "an exercise has no reference: give it a code block or `= value`",
            )
        return {"reference": Edited(self._sources[""]), **self._fields}


def _slips(item: _Item, name: str, source: Source) -> list[Mistake]:
    """Return the slips of an item, one for each way that the item lists."""
    slips = []
    for way in item.ways:
        value = way if isinstance(way, str) else ""
        spans = () if value else _spans(item.where, source.text, way)
        marks = "twin" in item.marks, "may stop" in item.marks
        model = Edited(source, spans, item.where, value, *marks)
        tolerance = _written(item, source.beside, item.within) if item.within else None
        if not (spans or value or tolerance):
            raise BadEdit(
                item.where, "`as it is` needs a tolerance: add , within `...`"
            )
        whole = "loses digits" in item.marks
        slips.append(Mistake(name, model, item.hint, tolerance, item.partly, whole))
    return slips


def _written(item: _Item, make: Callable, text: str, first: str = "") -> Callable:
    """Return a function made from an item's text, or raise `BadEdit` for the item."""
    try:
        return make(text, first)
    except SyntaxError as error:
        raise BadEdit(item.where, f"`{text}`: {error.msg}") from None


def _blocks(path: pathlib.Path) -> Iterator[tuple[int, str, object]]:
    """Yield the first line, the kind and the content of each block in a file."""
    text = path.read_text("utf-8")
    for block in BLOCK.finditer(text):
        line, kind = text.count("\n", 0, block.start()) + 1, block.lastgroup
        content = block[kind]
        if kind == "open":
            raise BadEdit(f"{path.name}:{line}", "this code block is not closed")
        if kind == "fence":
            line, content = line + 1, (block["label"], content)
        elif kind == "value":
            content = "", f"def f():\n return (\n {content}\n )"
        elif kind == "item":
            content = " ".join(content.split())
        yield line, kind, content


def _item(text: str, where: str) -> _Item:
    head = HEAD.match(text)
    if not head:
        raise BadEdit(where, f"{FORM}; got `{text[:60]}`")
    marks = tuple(mark.strip() for mark in (head["marks"] or "").split(",") if mark)
    for mark in set(marks).difference(MARKS):
        known = ", ".join(MARKS)
        raise BadEdit(where, f"there is no mark {mark!r}; the marks are {known}")
    name, rest = head["name"].strip(), text[head.end() :]
    parts = (), "", "", rest
    if name not in SENTENCES and (not name.startswith("from ") or rest[:1] == "`"):
        parts = _parts(rest, where)
    return _Item(where, name, bool(head["partly"]), marks, head["label"] or "", *parts)


def _parts(text: str, where: str) -> tuple[tuple, str, str, str]:
    """Return the ways, the condition, the tolerance and the hint of an item."""
    tokens, end = [], 0
    while token := TOKEN.match(text, end):
        tokens.append((token.lastgroup, token[token.lastgroup]))
        end = token.end()
    within = condition = ""
    match tokens:
        case [*tokens, ("word", ", within"), ("code", within)]:
            pass
        case [("word", "if"), ("code", condition)]:
            tokens = []
    ways = []
    try:
        if text[end : end + 1] not in (":", "") or not (tokens or condition):
            raise ValueError
        for part in _split(tokens, "or"):
            ways.append(_way(part, ways[-1] if ways else ()))
    except ValueError:
        raise BadEdit(where, f"{FORM}; got `{text[:60]}`") from None
    return tuple(ways), condition, within, text[end + 1 :].strip()


def _split(tokens: list[tuple[str, str]], word: str) -> list[list[tuple[str, str]]]:
    """Split a list of tokens at each occurrence of a word."""
    parts = [[]] if tokens else []
    for token in tokens:
        if token == ("word", word):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _way(tokens: list[tuple[str, str]], before: tuple | str) -> tuple | str:
    """Return the changes or the value for one way to make a slip.

    A way that begins with an arrow changes the same part as the way before it. Raises
    `ValueError` if the tokens are neither changes nor a value.
    """
    match tokens:
        case [("word", "as it is")]:
            return ()
        case [("code" | "number", value)]:
            return value
        case [("word", "->"), *_] if len(before) == 1 and isinstance(before, tuple):
            tokens = [("code", before[0][0]), *tokens]
    changes = []
    for change in _split(tokens, ";"):
        match change:
            case [("code", old), ("word", "->"), ("code", new)]:
                changes.append((old, new))
            case [("code", old), ("word", "->"), ("word", "nothing")]:
                changes.append((old, ""))
            case _:
                raise ValueError
    return tuple(changes)


def after(source: Source, line: str) -> str:
    """Return a reference's text after the edit in a list item (without its dash)."""
    item = _item(line, source.where)
    return Edited(source, _spans(item.where, source.text, item.ways[0])).text


def _spans(where: str, text: str, changes: tuple) -> tuple:
    """Return the spans and new texts of a slip's changes, in the order of the text."""
    spans = sorted((*_span(where, text, old), new) for old, new in changes)
    if _overlap(spans):
        raise BadEdit(where, "two changes in this slip overlap")
    return tuple(spans)


def _span(where: str, text: str, old: str) -> tuple[int, int]:
    """Return the span of the only match of `old`; any white space matches any other."""
    pattern = re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(old))
    places = [match.span() for match in re.finditer(pattern, text)]
    if len(places) > 1:
        raise BadEdit(where, f"`{old}` occurs {len(places)} times: quote more of it")
    if not places:
        compared = difflib.SequenceMatcher(None, old, autojunk=False)

        def likeness(line: str) -> int:
            compared.set_seq2(line)
            return compared.find_longest_match().size

        near = max(text.splitlines(), key=likeness).strip()
        raise BadEdit(
            where, f"`{old}` is not in the reference; the closest line is `{near}`"
        )
    return places[0]


def _overlap(spans: Iterable[tuple[int, int, str]]) -> bool:
    """Return whether any of the spans begins before the previous one ends."""
    return any(before[1] > span[0] for before, span in itertools.pairwise(spans))
