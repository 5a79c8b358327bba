"""Short addresses of rules: the chapters of a rulebook with titles are numbered, so "Combat A1" is also "6A1".

Of a numbered rulebook's addresses those of chapters are shorter, "5" for "5.0". A titled one's chapters are numbered in
order; a case with a `short` address of its own, such as a table within a chapter, is none. Contracts, logs and code
keep the long form; whatever a person types may be either. Read `ShortAddresses` first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.model.addresses import NUMBERED, split_address
from pnp.model.rules import RuleCase, RulesFile

_CHAPTER = re.compile(r"[0-9]+")


class ShortAddresses:
    """The two forms of each address of a game.

    A short form that two cases would share belongs to the first of them; the other keeps the long one.
    """

    def __init__(self, rules: Iterable[RulesFile]) -> None:
        self._short: dict[str, str] = {}
        self._long: dict[str, str] = {}
        sections = [case for file in rules for case in file.cases]
        ids = {case.id for section in sections for case in section.all_cases()}
        for address, short in _pairs(sections):
            if short not in self._long and short not in ids:
                self._short[address], self._long[short] = short, address

    def short(self, address: str) -> str:
        """The short form of `address`; itself where it has none."""
        return self._short.get(address, address)

    def long(self, address: str) -> str:
        """The long form of `address`, which may be in either."""
        return self._long.get(address, address)

    def has(self, address: str) -> bool:
        """Whether the case at `address`, in its long form, has a short one."""
        return address in self._short


def _pairs(sections: list[RuleCase]) -> Iterator[tuple[str, str]]:
    """Each case that has a short address, with it."""
    numbered = any(NUMBERED.fullmatch(section.id) for section in sections)
    chapter = 0
    for section in sections:
        if section.short:
            short = section.short
        elif numbered:
            if section.id.endswith(".0"):
                yield section.id, section.id.removesuffix(".0")
            continue
        else:
            chapter += 1
            short = str(chapter)
        yield section.id, short
        number = _CHAPTER.match(short)
        for case in section.all_cases():
            part = split_address(case.id)
            if case.id == section.id:
                continue
            if case.short:
                yield case.id, case.short
            elif number is not None and part is not None:
                yield case.id, f"{number[0]}{'' if part.label[0].isalpha() else '.'}{part.label}"
