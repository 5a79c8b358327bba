"""Addresses of rules: how a reference is printed, where it links to, and the order of the cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.generators.book.references import raised, set_off
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.model.addresses import NUMBERED, split_address
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.short_addresses import ShortAddresses


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A case in reading order.

    label   what hangs in the margin: "4", "4.2", "6A1", "2" under a title without a number, "" for such a title
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
        self.addresses = ShortAddresses(game.rules)
        self.entries: tuple[RuleEntry, ...] = tuple(_entries(game, self.addresses))
        self.language = game.language
        self._by_id = {str(entry.case.id): entry for entry in self.entries}

    def entry(self, address: str) -> RuleEntry | None:
        """The case at `address` in either form, or None."""
        return self._by_id.get(self.addresses.long(address))

    def shown(self, address: str) -> str:
        """`address` as a word of a sentence: the title of a case known by it, else like `bare`."""
        entry = self.entry(address)
        return entry.case.title if entry and self.is_title(address) else self.bare(address)

    def bare(self, address: str) -> str:
        """`address` as short as it gets, in the game's language: 4.2, 6A1, Clarifications 2, or a title."""
        long = self.addresses.long(address)
        if self.addresses.has(long):
            return self.addresses.short(long)
        if NUMBERED.fullmatch(long):
            return long
        part = split_address(long)
        if part and part.title in self._by_id:
            return f"{self._by_id[part.title].case.title}\u00a0{part.label}"
        entry = self._by_id.get(long)
        return entry.case.title if entry else address

    def is_number(self, address: str) -> bool:
        """Whether `bare` gives a number, not words."""
        long = self.addresses.long(address)
        part = split_address(long)
        return self.addresses.has(long) or bool(NUMBERED.fullmatch(long)) or part is not None

    def is_title(self, address: str) -> bool:
        """Whether the case is known by a title, which may be a word of a sentence."""
        long = self.addresses.long(address)
        return not NUMBERED.fullmatch(long) and split_address(long) is None

    def target(self, address: str) -> str:
        """Name of the place in the PDF, "" for an address that doesn't exist."""
        entry = self.entry(address)
        return entry.anchor if entry else ""

    def cited(self, text: str, address: str) -> tuple[Span, ...]:
        """A paragraph of a chart, then the address of its case: in grey, or in brackets where it is a title."""
        spans = [span for block in parse(text) if not isinstance(block, Insert) for span in block.spans]
        if not address:
            return tuple(spans)
        bare = self.bare(address)
        return (*spans, *([Span("\u00a0"), raised(bare, "")] if self.is_number(address) else [Span(f" [{bare}]")]))

    def resolved(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """`spans` with a text for every link, and the place it leads to instead of the address ("" = nowhere)."""
        return set_off(spans, self, self.language)


def rule_index(game: Game) -> RuleIndex:
    """The index of a game, made once."""
    index: RuleIndex = game.pictures.get("rules") or game.pictures.setdefault("rules", RuleIndex(game))
    return index


def anchor_of(address: str) -> str:
    """Name of a case's place in the PDF: ASCII, unique."""
    return "case-" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in address)


def _entries(game: Game, addresses: ShortAddresses) -> Iterator[RuleEntry]:
    for file in game.rules:
        part = file.title
        for case in file.cases:
            yield from _below(case, 0, part, addresses)
            part = ""


def _below(case: RuleCase, level: int, part: str, addresses: ShortAddresses) -> Iterator[RuleEntry]:
    yield RuleEntry(case, _label(case.id, addresses), level, anchor_of(case.id), part)
    for inner in case.cases:
        yield from _below(inner, level + 1, "", addresses)


def _label(address: str, addresses: ShortAddresses) -> str:
    if addresses.has(address):
        return addresses.short(address)
    if NUMBERED.fullmatch(address):
        return address
    part = split_address(address)
    return part.printed if part else ""
