"""Operators of a PDF that are written once and stand in many documents.

In: a canvas on which something was painted. Out: `Operators`, which name no object of a document: characters have the
same codes everywhere (`pdf_font`), and graphics states the same names, given here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas, ExtGState

from pnp.draw.paths import number
from pnp.draw.text import FONTS

_STATE = re.compile(r"/(CA|ca)([0-9.]+) gs\b")
_OF_DOCUMENT = re.compile(r"/(?!CA[0-9]|ca[0-9])[^ ]+ gs\b| Do\b")
"""Forms, and other graphics states, go by names that a document gives."""


class States(ExtGState):  # type: ignore[misc]
    """Graphics states that are named after what they do."""

    def set(self, canv: Any, a: str, v: Any) -> None:
        """Set `a` to `v` unless it is so already."""
        if a not in ("CA", "ca"):
            super().set(canv, a, v)
        elif v != self._d.get(a, 1):
            self._d[a] = v
            canv._code.append(f"/{self.know(a, number(float(v), 4))} gs")

    def know(self, a: str, v: str) -> str:
        """The name of the state that sets `a` to `v`, which is then among the page's."""
        name: str = self._c.setdefault((a, v), f"{a}{v}")
        return name

    @property
    def is_plain(self) -> bool:
        """Whether everything is opaque, as at the start of a page."""
        return all(self.defaults[key] == value for key, value in self._d.items())


class Sheet(Canvas):  # type: ignore[misc]
    """A canvas with such states."""

    def init_graphics_state(self) -> None:
        """As at the start of each page and form."""
        super().init_graphics_state()
        self._extgstate = States()


@dataclass(frozen=True, slots=True)
class Operators:
    """What was painted: the operators, the characters of fonts that they show, the states that they set."""

    code: str
    texts: tuple[tuple[str, str], ...]
    states: tuple[tuple[str, str], ...]

    def encoded(self) -> bytes:
        """As bytes that can be kept."""
        return f"{json.dumps([self.texts, self.states])}\n{self.code}".encode("ascii")


def operators_of(code: Iterable[str], texts: Iterable[tuple[str, str]]) -> Operators | None:
    """What was written as `code`; None when it names an object of its document."""
    joined = "\n".join(code)
    if _OF_DOCUMENT.search(joined):
        return None
    return Operators(joined, tuple(texts), tuple(sorted(set(_STATE.findall(joined)))))


def decoded(data: bytes) -> Operators | None:
    """What `encoded` made; None for anything else."""
    head, _, code = data.partition(b"\n")
    try:
        texts, states = json.loads(head)
        made = Operators(code.decode("ascii"), _pairs(texts), _pairs(states))
    except (ValueError, TypeError, RecursionError):
        return None
    known = all(font in FONTS for font, _ in made.texts) and set(_STATE.findall(made.code)) == set(made.states)
    return made if known and not _OF_DOCUMENT.search(made.code) else None


def _pairs(rows: Any) -> tuple[tuple[str, str], ...]:
    found = tuple((first, second) for first, second in rows)
    if not all(isinstance(value, str) for pair in found for value in pair):
        raise TypeError("pairs of strings were expected")
    return found
