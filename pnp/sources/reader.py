"""Reads YAML from strangers into plain data, with the place of every value, in bounded time and memory.

One pass over libyaml's events builds the data without recursion. Only the scalars of DESIGN §3 are resolved
(`12`, `1.5`, `true`, `false`, `null`); everything else stays text, so `0412`, `no`, `12:30`, `+3` survive.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from pnp.errors import Location, Problem, SourceError
from pnp.model.base import MarkedDict, Marks
from pnp.model.game import SourceText

NEEDED = ("game.yaml", "map.yaml")
"""Files without which there is no game."""

MAX_BYTES = 4_000_000
MAX_DEPTH = 100
MAX_EVENTS = 300_000
MAX_ALIASES = 2_000
MAX_ANCHORS = 2_000
MAX_EXPANDED = 200_000
"""Most nodes, each alias counted as a copy of the value that it refers to."""

TOO_DEEP, FLATTEN = f"more than {MAX_DEPTH} levels deep", "no source needs so many: flatten it"

_INT = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
_WORDS = {"true": True, "false": False, "null": None, "": None}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""Never allowed in a source, not even escaped: no PDF, XML or terminal can show them, and some break lines unseen."""
_COLOUR_LOST = re.compile(r"[{\[,:] +(#[0-9A-Fa-f]{6}\b.*)\s*.*$")
"""In the line before that of an error: a colour without quotes, which YAML reads as a comment."""
QUOTE_IT = "a # after a blank begins a comment: put the text in quotes"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class YamlDocument:
    """The content of a YAML file: its data, the place of each value, and its text.

    shared  the text of the series' file whose values stand in the data, too (`pnp.sources.series`)
    """

    data: Any
    marks: Marks
    source: SourceText
    shared: SourceText | None = None

    def line(self, where: Location) -> str:
        """The line at `where`, "" when there is none; a cell of a spreadsheet has none."""
        if where.sheet is not None:
            return ""
        from_series = self.shared is not None and where.path == self.shared.path
        return (self.shared if self.shared and from_series else self.source).line(where.line)


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping whose end has not been read yet."""

    value: Any
    marks: dict[str | int, Marks]
    start: Location
    anchor: str | None
    key: tuple[str, Location] | None = None
    size: int = 1
    depth: int = 1


@dataclass(slots=True)
class _FinishedNode:
    """A finished value, which an alias may refer to; size in expanded nodes, depth in levels."""

    value: Any
    marks: Marks
    size: int
    depth: int = 0


def read_file(path: Path, shown: str, *, within: Path | None = None) -> YamlDocument:
    """Read the YAML file `path`, which messages call `shown`.

    within  the folder that the file must not leave, not even by a symbolic link
    Raises SourceError: missing or unreadable file, outside `within`, and all that `read_text` refuses.
    """
    return read_text(read_bytes(path, shown, within=within), shown)


def read_bytes(path: Path, shown: str, *, within: Path | None = None, limit: int = MAX_BYTES) -> bytes:
    """The content of a regular file of at most `limit` bytes.

    shown   the path as messages show it
    within  the folder that the file must not leave, not even by a symbolic link
    Raises SourceError when it is missing, unreadable, outside `within`, too large or no regular file.
    """

    def refuse(code: str, message: str, hint: str) -> SourceError:
        return SourceError(Problem(code, message, Location(shown), hint))

    try:
        resolved = path.resolve(strict=True)
    except FileNotFoundError:
        needed = "every game needs it; docs/changing-a-game.md, 'A game of your own', begins with a copy"
        hint = needed if path.name in NEEDED else "the path begins in the game's folder" if within else "check the path"
        raise refuse("missing-file", "there is no such file", hint) from None
    except (OSError, RuntimeError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise refuse("unreadable-file", f"cannot be read: {what}", "check the path and its links") from None
    if within is not None and not resolved.is_relative_to(within.resolve()):
        raise refuse(
            "outside-folder", f"leads out of the game's folder, to {resolved}", "copy the file into the folder"
        )
    if not resolved.is_file():
        raise refuse("unreadable-file", "is not a plain file", "put a text file here")
    try:
        with resolved.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise refuse("unreadable-file", f"cannot be read: {error.strerror}", "check its permissions") from None
    if len(data) > limit:
        raise refuse("too-large", f"is larger than {limit:,} bytes", "split it, or remove what isn't text")
    return data


def decode(data: bytes, shown: str) -> str:
    """`data` as text, without a byte order mark, line ends normalised. Raises SourceError for what isn't UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SourceError(Problem("encoding", "is UTF-16", Location(shown, 1, 1, 2), "save it as UTF-8"))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
        raise SourceError(
            Problem(
                "encoding", f"byte 0x{data[error.start]:02x} is not UTF-8",
                Location(shown, line, column, column + 1), "save the file as UTF-8",
                source_line=data.splitlines()[line - 1].decode("utf-8", "replace"),
            )
        ) from None  # fmt: skip
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(data: bytes, shown: str) -> YamlDocument:
    """The one YAML document in `data`.

    Raises SourceError for bytes that aren't UTF-8, a control character, a syntax error, a tag, a duplicate key, a key
    that isn't plain text, an alias to itself, and for more depth, events, aliases or expanded nodes than the limits.
    """
    text = decode(data, shown)
    source = SourceText(shown, text)
    _refuse_control_characters(source)
    builder = _Builder(source, lines=text.split("\n"))
    loader = None
    try:
        loader = _LOADER(text)
        for _ in range(MAX_EVENTS):
            event = loader.get_event()
            if event is None or isinstance(event, yaml.StreamEndEvent):
                break
            builder.feed(event)
        else:
            raise builder.error("too-large", f"more than {MAX_EVENTS:,} values", builder.place(event), "split the file")
    except yaml.YAMLError as error:
        raise _syntax_error(error, source) from None
    finally:
        if loader is not None:
            loader.dispose()
    if builder.root is None:
        raise builder.error("empty-file", "the file is empty", Location(shown, 1, 1), "`pnp schema` prints its keys")
    return YamlDocument(builder.root.value, builder.root.marks, source)


def _refuse_control_characters(source: SourceText) -> None:
    """Raise SourceError at the first control character; the parser would give no line."""
    match = _CONTROL.search(source.text)
    if match is None:
        return
    line = source.text.count("\n", 0, match.start()) + 1
    column = match.start() - (source.text.rfind("\n", 0, match.start()) + 1) + 1
    hint = "save the file as UTF-8" if match[0] == "\x00" else "remove it"
    where = Location(source.path, line, column, column + 1)
    shown = _CONTROL.sub("\ufffd", source.text.split("\n", line)[line - 1])
    raise SourceError(
        Problem("control-character", f"a control character, U+{ord(match[0]):04X}", where, hint, source_line=shown)
    )


def _syntax_error(error: yaml.YAMLError, source: SourceText) -> SourceError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or str(error).splitlines()[0]
    where = Location(source.path, mark.line + 1, mark.column + 1, mark.column + 2) if mark else Location(source.path)
    line = source.line(where.line)
    if mark and (lost := _COLOUR_LOST.search(source.text[: mark.index].rstrip())):
        above = source.text[: lost.start(1)].split("\n")
        where = Location(source.path, len(above), len(above[-1]) + 1, len(above[-1]) + 8)
        what, line = f"{lost[1][:20]!r} is read as a comment", source.line(where.line)
        return SourceError(Problem("yaml-syntax", what, where, QUOTE_IT, source_line=line))
    if "maximum nesting depth" in what:  # libyaml gives up at a depth of its own, some at once, some never
        return SourceError(Problem("too-deep", TOO_DEEP, where, FLATTEN, source_line=line))
    if "\t" in line[: where.column] or "\\t" in str(what):
        what, hint = "a tab where YAML wants spaces", "indent with spaces"
    elif "mapping values are not allowed" in what:
        hint = "put text that contains ': ' in quotes"
    else:
        hint = _unclosed(error, mark) or "check indentation, quotes and brackets"
    return SourceError(Problem("yaml-syntax", what, where, hint, source_line=line))


def _unclosed(error: yaml.YAMLError, mark: yaml.Mark | None) -> str:
    """A hint for an error inside an open {, [, quotation or list; "" elsewhere."""
    context, start = getattr(error, "context", None), getattr(error, "context_mark", None)
    if not context:
        return ""
    line = start.line + 1 if start else 0
    here = not mark or not start or start.line == mark.line
    place = "in this line" if here else f"that begins in line {line}"
    if "flow mapping" in context:
        return f"close the {{ {place}, or put a comma between its entries"
    if "flow sequence" in context:
        return f"close the [ {place}, or put a comma between its entries"
    if "quoted scalar" in context:
        return f"close the quotation mark {place}"
    return f"check the indentation of the entry {place}"


@dataclass
class _Builder:
    """Builds the data from libyaml's events; `root` is the finished document."""

    source: SourceText
    lines: list[str]
    stack: list[_OpenNode] = field(default_factory=list)
    anchors: dict[str, _FinishedNode | None] = field(default_factory=dict)
    root: _FinishedNode | None = None
    aliases: int = 0

    def error(self, code: str, message: str, where: Location, hint: str) -> SourceError:
        line = self.lines[where.line - 1] if 0 < where.line <= len(self.lines) else ""
        return SourceError(Problem(code, message, where, hint, source_line=line))

    def place(self, event: Any) -> Location:
        start, end = event.start_mark, event.end_mark
        column = start.column + 1
        last = end.column + 1 if end.line == start.line else len(self.lines[start.line]) + 1
        return Location(self.source.path, start.line + 1, column, max(last, column + 1))

    def feed(self, event: Any) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self.open(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.close()
        elif isinstance(event, yaml.AliasEvent):
            self.alias(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            raise self.error("yaml-syntax", "a second document", self.place(event), "keep one document in a file")

    def check_tag(self, event: Any, where: Location) -> None:
        if event.tag is not None:
            tag = _short(event.tag.replace("tag:yaml.org,2002:", "!!"))
            raise self.error("yaml-tag", f"the tag {tag!r} is not allowed", where, "remove it; only plain data is read")

    def scalar(self, event: Any) -> None:
        where = self.place(event)
        self.check_tag(event, where)
        if event.style == '"' and (match := _CONTROL.search(event.value)):
            message = f"an escaped control character, U+{ord(match[0]):04X}"
            raise self.error("control-character", message, where, "remove it")
        parent = self.stack[-1] if self.stack else None
        if parent is not None and isinstance(parent.value, dict) and parent.key is None:
            self.set_key(parent, event.value, where)
            return
        value: Any = event.value
        if event.implicit[0] and not event.style:
            value = resolved(value)
        self.add(_FinishedNode(value, Marks(where), 1), event.anchor)

    def set_key(self, parent: _OpenNode, key: str, where: Location) -> None:
        if key in parent.value:
            first = parent.marks[key].key
            line = f" (first in line {first.line})" if first else ""
            raise self.error(
                "duplicate-key", f"the key {_short(key)!r} stands here twice{line}", where, "remove or rename one"
            )
        parent.key = (key, where)

    def open(self, event: Any) -> None:
        where = self.place(event)
        self.check_tag(event, where)
        parent = self.stack[-1] if self.stack else None
        if parent is not None and isinstance(parent.value, dict) and parent.key is None:
            raise self.error(
                "bad-key", "a list or mapping used as a key", where, "keys are plain words; quote braces in text"
            )
        if len(self.stack) >= MAX_DEPTH:
            raise self.error("too-deep", TOO_DEEP, where, FLATTEN)
        value: Any = MarkedDict() if isinstance(event, yaml.MappingStartEvent) else []
        if event.anchor:
            self.anchors[event.anchor] = None
        self.stack.append(_OpenNode(value, {}, where, event.anchor))

    def close(self) -> None:
        node = self.stack.pop()
        marks = Marks(node.start, None, node.marks)
        if isinstance(node.value, MarkedDict):
            node.value.marks = marks
        self.add(_FinishedNode(node.value, marks, node.size, node.depth), node.anchor)

    def alias(self, event: Any) -> None:
        where = self.place(event)
        self.aliases += 1
        built = self.anchors.get(event.anchor)
        name = _short(event.anchor)
        if event.anchor not in self.anchors:
            raise self.error("yaml-syntax", f"no anchor &{name}", where, "define it before it is used")
        if built is None:
            raise self.error("alias-bomb", f"*{name} stands inside itself", where, "write the value out")
        if len(self.stack) + built.depth > MAX_DEPTH:
            raise self.error(
                "too-deep", f"*{name} leads more than {MAX_DEPTH} levels deep", where, "write fewer aliases"
            )
        parent = self.stack[-1]
        if isinstance(parent.value, dict) and parent.key is None:
            raise self.error("bad-key", "an alias used as a key", where, "keys are plain words")
        if self.aliases > MAX_ALIASES:
            raise self.error("alias-bomb", f"more than {MAX_ALIASES:,} aliases", where, "write the values out")
        self.add(_FinishedNode(built.value, Marks(where, None, built.marks.inner), built.size, built.depth), None)

    def add(self, built: _FinishedNode, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = built
            if len(self.anchors) > MAX_ANCHORS:
                raise self.error(
                    "alias-bomb", f"more than {MAX_ANCHORS:,} anchors", built.marks.here, "write the values out"
                )
        if not self.stack:
            self.root = built
            return
        parent = self.stack[-1]
        parent.size += built.size
        parent.depth = max(parent.depth, built.depth + 1)
        if parent.size > MAX_EXPANDED:
            code, hint = ("alias-bomb", "write fewer aliases") if self.aliases else ("too-large", "split the file")
            raise self.error(code, f"expands to more than {MAX_EXPANDED:,} values", built.marks.here, hint)
        if isinstance(parent.value, dict):
            assert parent.key is not None
            key, where = parent.key
            parent.key = None
            parent.value[key] = built.value
            parent.marks[key] = Marks(built.marks.here, where, built.marks.inner)
        else:
            parent.marks[len(parent.value)] = built.marks
            parent.value.append(built.value)


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def resolved(text: str) -> Any:
    """A plain scalar of DESIGN §3: a whole number, a decimal, true, false or null; else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
