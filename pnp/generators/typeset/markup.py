"""The small markup of rule texts, parsed into blocks and spans.

**term**, *emphasis*, [[4.1]] or [[4.1|shown text]], lines that begin with "- " or "1. ", a blank line between
paragraphs, and on a line of its own `@table ID` or `@example ID`. All else is text, `<img src=…>` too: nothing here
reads, fetches or runs anything. A mark without its partner is printed as it stands; `markup_faults` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Literal

from pnp.errors import Location, Problem, SourceError
from pnp.sources.text_values import unwrapped

MAX_TEXT = 100_000
"""Longest text that is parsed, after its values are filled in."""

_DIRECTIVE = re.compile(r"@(table|example) ([a-z0-9]+(?:-[a-z0-9]+)*)\s*$")
_ITEM = re.compile(r"(?:-|([0-9]{1,3})\.) +(?=\S)")
_TOKEN = re.compile(r"\*\*|\*|\[\[([^\[\]|\n]{1,80})(?:\|([^\[\]\n]{1,200}))?\]\]")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style.

    link    address of the case it leads to, "" = none; `text` is then what the author wrote after "|", may be empty
    raised  set small above the line, as a reference is
    quiet   an aside: smaller and in grey
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    raised: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list; `marker` is "1." or "" for a bullet."""

    spans: tuple[Span, ...]
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Insert:
    """A table or an example of play that stands here."""

    kind: Literal["table", "example"]
    id: str


Block = Paragraph | ListItem | Insert


def parse(text: str, *, where: Location | None = None) -> tuple[Block, ...]:
    """The blocks of `text`, in order.

    where  the place of `text`, for the message
    Raises SourceError when it is longer than `MAX_TEXT`.
    """
    if len(text) > MAX_TEXT:
        message = f"a text of {len(text)} characters; at most {MAX_TEXT} are set"
        raise SourceError(Problem("text-too-long", message, where, "split the case"))
    return _blocks(text)


@lru_cache(maxsize=1024)
def _blocks(text: str) -> tuple[Block, ...]:
    return tuple(_block(line) for line in unwrapped(text).splitlines() if line.strip())


def _block(line: str) -> Block:
    if match := _DIRECTIVE.match(line):
        return Insert("table" if match[1] == "table" else "example", match[2])
    if match := _ITEM.match(line):
        return ListItem(spans_of(line[match.end() :]), f"{match[1]}." if match[1] else "")
    return Paragraph(spans_of(line))


def spans_of(line: str) -> tuple[Span, ...]:
    """The spans of one paragraph; neighbours in the same style are joined."""
    alike = groupby(_raw_spans(line), key=lambda span: (span.bold, span.italic, span.link and span))
    return tuple(replace(span, text="".join([span.text, *(more.text for more in rest)]))
                 for _, (span, *rest) in alike)  # fmt: skip


def _raw_spans(line: str) -> Iterator[Span]:
    closed = _partnered(line)
    bold = italic = False
    end = 0
    for match in _TOKEN.finditer(line):
        mark = match[0]
        if mark in ("*", "**") and match.start() not in closed:
            continue
        if match.start() > end:
            yield Span(line[end : match.start()], bold, italic)
        end = match.end()
        if mark == "**":
            bold = not bold
        elif mark == "*":
            italic = not italic
        else:
            yield Span(match[2] or "", bold, italic, match[1].strip())
    if end < len(line):
        yield Span(line[end:], bold, italic)


def _partnered(line: str) -> frozenset[int]:
    """Places of the marks that have a partner: one opens before a letter, the next of its kind closes after one."""
    opened: dict[str, int] = {}
    places: set[int] = set()
    for match in _TOKEN.finditer(line):
        mark = match[0]
        if mark not in ("*", "**"):
            continue
        before, after = line[: match.start()][-1:], line[match.end() :][:1]
        if mark in opened:
            if before.strip():
                places |= {opened.pop(mark), match.start()}
        elif after.strip():
            opened[mark] = match.start()
    return frozenset(places)


def markup_faults(text: str) -> tuple[str, ...]:
    """What looks like markup in `text` but is none, e.g. "'**' without its partner in 'The **term is'"."""
    faults: list[str] = []
    for line in unwrapped(text[:MAX_TEXT]).splitlines():
        closed = _partnered(line)
        for match in _TOKEN.finditer(line):
            if match[0] in ("*", "**") and match.start() not in closed:
                faults.append(f"{match[0]!r} without its partner in {line[:40]!r}")
        unparsed = _TOKEN.sub("", line)
        if "[[" in unparsed or "]]" in unparsed:
            faults.append(f"a broken cross-reference in {line[:40]!r}")
        if line.startswith("@") and not _DIRECTIVE.match(line):
            faults.append(f"an unknown directive: {line[:40]!r}")
    return tuple(faults)


def plain_text(text: str) -> str:
    """`text` without its markup, one line a block; a link shows its text or its address."""
    lines = []
    for block in parse(text):
        if not isinstance(block, Insert):
            lines.append("".join(span.text or span.link for span in block.spans))
    return "\n".join(lines)
