"""Addresses of rules: how a reference is printed, where it links to, and the order of the cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.generators.typeset.markup import Span
from pnp.model.addresses import NUMBERED, split_address
from pnp.model.game import Game
from pnp.model.rules import RuleCase


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A case in reading order.

    label   what hangs in the margin: "4.2", "2" or "(B)" under a titled case, "" for a titled case
    level   0 for a section, 1 for the cases in it …
    anchor  name of the place in the PDF
    part    title of the file that begins with this case, else ""
    """

    case: RuleCase
    label: str
    level: int
    anchor: str
    part: str = ""


class RuleIndex:
    """All cases of a game by address."""

    def __init__(self, game: Game) -> None:
        self.entries: tuple[RuleEntry, ...] = tuple(_entries(game))
        self._by_id = {str(entry.case.id): entry for entry in self.entries}

    def entry(self, address: str) -> RuleEntry | None:
        """The case at `address`, or None."""
        return self._by_id.get(address)

    def shown(self, address: str) -> str:
        """`address` as a reference in the text: [4.2], [Clarifications 2], [Movement K2] or a title, in the game's
        language.
        """
        if NUMBERED.fullmatch(address):
            return f"[{address}]"
        part = split_address(address)
        if part and part.title in self._by_id:
            return f"[{self._by_id[part.title].case.title}\u00a0{part.label}]"
        entry = self._by_id.get(address)
        return entry.case.title if entry else address

    def bare(self, address: str) -> str:
        """Like `shown`, without brackets."""
        return self.shown(address).strip("[]")

    def target(self, address: str) -> str:
        """Name of the place in the PDF, "" for an address that doesn't exist."""
        entry = self._by_id.get(address)
        return entry.anchor if entry else ""

    def resolved(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """`spans` with a text for every link, and the place it leads to instead of the address ("" = nowhere)."""
        return tuple(
            Span(span.text or self.shown(span.link), span.bold, span.italic, self.target(span.link))
            if span.link
            else span
            for span in spans
        )


def anchor_of(address: str) -> str:
    """Name of a case's place in the PDF: ASCII, unique."""
    return "case-" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in address)


def _entries(game: Game) -> Iterator[RuleEntry]:
    for file in game.rules:
        part = file.title
        for case in file.cases:
            yield from _below(case, 0, part)
            part = ""


def _below(case: RuleCase, level: int, part: str) -> Iterator[RuleEntry]:
    yield RuleEntry(case, _label(case.id), level, anchor_of(case.id), part)
    for inner in case.cases:
        yield from _below(inner, level + 1, "")


def _label(address: str) -> str:
    if NUMBERED.fullmatch(address):
        return address
    part = split_address(address)
    return part.printed if part else ""
