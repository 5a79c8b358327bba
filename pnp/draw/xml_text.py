"""Elements of an XML file, written in one way: attributes by their names, an element on a line."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[&<>]")
_SPECIAL_IN_ATTRIBUTE = re.compile(r'[&<>"\r\n\t]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}


def _escaped(match: re.Match[str]) -> str:
    return _ESCAPES[match[0]]


class Element:
    """An element: attributes, then either a text or children.

    children  elements, and lines that are written already
    """

    __slots__ = ("attribs", "children", "name", "text")

    def __init__(self, name: str, attribs: dict[str, str] | None = None, text: str = "") -> None:
        self.name, self.text = name, text
        self.attribs = attribs if attribs is not None else {}
        self.children: list[Element | str] = []

    def add(self, child: Element | str) -> None:
        """Put `child` behind the others."""
        self.children.append(child)

    def lines(self) -> list[str]:
        """The element as lines of the file."""
        found: list[str] = []
        self._write(found.append)
        return found

    def _write(self, out) -> None:  # type: ignore[no-untyped-def]
        head = "".join([self.name, *(f' {key}="{_value(value)}"' for key, value in sorted(self.attribs.items()) if value)])
        if self.text:
            out(f"<{head}>{_SPECIAL.sub(_escaped, self.text)}</{self.name}>")
        elif self.children:
            out(f"<{head}>")
            for child in self.children:
                if isinstance(child, str):
                    out(child)
                else:
                    child._write(out)
            out(f"</{self.name}>")
        else:
            out(f"<{head} />")


def _value(value: str) -> str:
    return _SPECIAL_IN_ATTRIBUTE.sub(_escaped, value)
