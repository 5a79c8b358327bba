"""A YAML file as text with the place of every key and value, so that one word of it can be changed and nothing else.

It is read with PyYAML's own composer, not with the reader under test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Edit:
    """One stretch of a file, from character `start` to `end`, becomes `new`."""

    file: str
    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Spot:
    """A value: where it stands, and what.

    path    keys and indices from the top
    kind    scalar, list or map
    value   of a scalar its text, unquoted
    style   of a scalar its quote, `|`, `>` or ""; of a collection `{` when it is written in brackets
    line    from 1
    key_at  where its entry begins: its key, or itself in a list
    """

    page: Page
    path: tuple[str | int, ...]
    kind: str
    value: str
    style: str
    start: int
    end: int
    line: int
    key_at: int
    key_line: int

    @property
    def raw(self) -> str:
        """As it is written."""
        return self.page.text[self.start : self.end]

    @property
    def file(self) -> str:
        """The page's name."""
        return self.page.file

    @property
    def name(self) -> str:
        """Its path for people, with the ids of list items."""
        return self.page.named(self.path)

    @property
    def last_line(self) -> int:
        """The last line with something of it."""
        text = self.page.text[: self.end].rstrip()
        return text.count("\n") + 1

    @property
    def items(self) -> list[Spot]:
        """The values of a list or mapping."""
        return [self.page.spots[path] for path in self.page.below.get(self.path, ())]

    def to(self, new: str) -> Edit:
        """The edit that writes `new` in its place; a number that stands as a text keeps its quotes."""
        if self.style in ("'", '"') and new.isdigit():
            new = f'"{new}"'
        return Edit(self.file, self.start, self.end, new)

    def quoted(self, new: str) -> Edit:
        """The edit that writes the text `new` in its place, in double quotes."""
        escaped = new.replace("\\", "\\\\").replace('"', '\\"')
        return self.to(f'"{escaped}"')

    def renamed_key(self, new: str) -> Edit:
        """The edit that writes another key before it."""
        key = str(self.path[-1])
        text = self.page.text
        width = len(key) + 2 if text[self.key_at] in "\"'" else len(key)
        return Edit(self.file, self.key_at, self.key_at + width, new)

    def without(self, item: Spot) -> Edit:
        """The edit that leaves `item` out of this list or mapping."""
        if self.style == "{":
            left = [self.page.text[s.key_at : s.end] for s in self.items if s is not item]
            return self.to(f"[{', '.join(left)}]" if self.kind == "list" else f"{{{', '.join(left)}}}")
        return self.page.lines_gone(item.key_line, item.last_line)

    def with_item(self, new: str) -> tuple[Edit, int]:
        """The edit that adds `new` at the end of this list or mapping, and the line where it then stands."""
        if self.style == "{":
            inside = self.raw[1:-1].strip()
            opening, closing = ("[", "]") if self.kind == "list" else ("{", "}")
            return self.to(f"{opening}{inside}{', ' if inside else ''}{new}{closing}"), self.page.line_at(self.end - 1)
        last = self.last_line
        indent = " " * self.page.column_of(self.items[0], entry=True)
        mark = "- " if self.kind == "list" else ""
        text = "\n".join(indent + ("  " if mark and n else mark) + line for n, line in enumerate(new.split("\n")))
        at = self.page.starts[last] if last < len(self.page.starts) else len(self.page.text)
        return Edit(self.file, at, at, text + "\n"), last + 1


class Page:
    """One YAML file.

    file   its path in the game's folder
    spots  path -> value
    below  path of a list or mapping -> paths of its values
    """

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.spots: dict[tuple[str | int, ...], Spot] = {}
        self.below: dict[tuple[str | int, ...], list[tuple[str | int, ...]]] = {}
        root = yaml.compose(text, Loader=_LOADER)
        self._add(root, (), self._at(root.start_mark), root.start_mark.line + 1)

    def _at(self, mark: Any) -> int:
        return self.starts[mark.line] + mark.column

    def line_at(self, offset: int) -> int:
        """The line of a character."""
        return self.text.count("\n", 0, offset) + 1

    def _add(self, node: Any, path: tuple[str | int, ...], key_at: int, key_line: int) -> None:
        start, end = self._at(node.start_mark), self._at(node.end_mark)
        line = node.start_mark.line + 1
        if isinstance(node, yaml.ScalarNode):
            spot = Spot(self, path, "scalar", node.value, node.style or "", start, end, line, key_at, key_line)
            self.spots[path] = spot
            return
        kind = "map" if isinstance(node, yaml.MappingNode) else "list"
        style = "{" if node.flow_style else ""
        self.spots[path] = Spot(self, path, kind, "", style, start, end, line, key_at, key_line)
        inside = self.below.setdefault(path, [])
        if kind == "list":
            for number, item in enumerate(node.value):
                inside.append((*path, number))
                self._add(item, (*path, number), self._at(item.start_mark), item.start_mark.line + 1)
        else:
            for key, value in node.value:
                inside.append((*path, key.value))
                self._add(value, (*path, key.value), self._at(key.start_mark), key.start_mark.line + 1)

    @cached_property
    def data(self) -> Any:
        """The file as plain data; `yes`, `no` and `12:30` are texts."""
        return self._plain(self.spots[()])

    def _plain(self, spot: Spot) -> Any:
        if spot.kind == "list":
            return [self._plain(item) for item in spot.items]
        if spot.kind == "map":
            return {item.path[-1]: self._plain(item) for item in spot.items}
        if spot.style:
            return spot.value
        if re.fullmatch(r"-?(0|[1-9]\d*)", spot.value):
            return int(spot.value)
        return {"true": True, "false": False, "null": None, "": None}.get(spot.value, spot.value)

    def named(self, path: tuple[str | int, ...]) -> str:
        """`path` with the ids of list items in place of indices."""
        parts = []
        for length, part in enumerate(path, 1):
            own = self.spots.get((*path[:length], "id")) if isinstance(part, int) else None
            parts.append(own.value if own else str(part))
        return "/".join(parts)

    def find(self, pattern: str) -> Iterator[Spot]:
        """The values whose path fits `pattern`: parts parted by /, `*` for any one, `**` for any number of them."""
        for path in self._paths((), pattern.split("/")):
            yield self.spots[path]

    def _paths(self, path: tuple[str | int, ...], wanted: list[str]) -> Iterator[tuple[str | int, ...]]:
        if not wanted:
            yield path
            return
        if wanted[0] == "**":
            yield from self._paths(path, wanted[1:])
        for below in self.below.get(path, ()):
            if wanted[0] == "**":
                yield from self._paths(below, wanted)
            elif wanted[0] == "*" or str(below[-1]) == wanted[0]:
                yield from self._paths(below, wanted[1:])

    def get(self, path: tuple[str | int, ...]) -> Spot | None:
        """The value at `path`."""
        return self.spots.get(path)

    def column_of(self, spot: Spot, *, entry: bool = False) -> int:
        """The column of a value, from 0; with `entry` of the dash before a list's item, or of the key."""
        column = spot.key_at - self.starts[spot.key_line - 1]
        if entry and isinstance(spot.path[-1], int):
            line = self.text[self.starts[spot.key_line - 1] : spot.key_at]
            column = line.rfind("-", 0, column)
        return column

    def lines_gone(self, first: int, last: int) -> Edit:
        """The edit that removes whole lines."""
        return Edit(self.file, self.starts[first - 1], min(self.starts[last], len(self.text)), "")

    def words(self, spot: Spot) -> tuple[int, str]:
        """Where the text of a scalar begins in the file, and the file's text of it."""
        return spot.start, self.text[spot.start : spot.end]


def exchanged(one: Spot, other: Spot) -> tuple[Edit, Edit]:
    """The edits that write each of two items of a list in the other's place."""
    if one.style == "{" and other.style == "{":
        return one.to(other.raw), other.to(one.raw)
    page = one.page
    (first, last), (second, end) = (
        (page.starts[item.key_line - 1], page.starts[item.last_line]) for item in (one, other)
    )
    return Edit(page.file, first, last, page.text[second:end]), Edit(page.file, second, end, page.text[first:last])
