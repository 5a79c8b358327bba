"""Addresses of rules, taken apart: which case a case belongs to, and what stands in its margin.

A rulebook numbers its cases (`6.2.1`), letters them under a general rule that has a name (`Movement J`, `Movement K2`,
`Sequence A3a`), or gives them titles of their own (`Retreats`, `Set-Up Finnish`). Read `taken_apart` first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBERED = re.compile(r"[0-9]+(\.[0-9]+)*[A-Z]?")
"""4.2, 6.2.3.1, 5.1B."""

_UNDER_TITLE = re.compile(r"(.+)\.([0-9]+(?:\.[0-9]+)*)")
_LETTERED = re.compile(r"(.+) ([A-Z][0-9]{0,3}[a-z]?|[0-9]{1,3}[a-z]?)")


@dataclass(frozen=True, slots=True)
class Part:
    """An address as a part of another.

    title   the named case that it stands below, however deep: "Movement"
    label   what tells it from its neighbours: "K2", "3"; letters stand in brackets where they are printed
    lettered  whether it is a lettered case, not a decimal below a title
    """

    title: str
    label: str
    lettered: bool

    @property
    def printed(self) -> str:
        """The label as the margin shows it: "(K2)", or "3" for a decimal."""
        return f"({self.label})" if self.lettered else self.label


def taken_apart(address: str) -> Part | None:
    """`address` as a part of a named case; None for a plain number or a title."""
    if NUMBERED.fullmatch(address):
        return None
    if found := _UNDER_TITLE.fullmatch(address):
        return Part(found[1], found[2], False)
    if found := _LETTERED.fullmatch(address):
        return Part(found[1], found[2], True)
    return None


def expected_below(parent: str) -> tuple[str, ...]:
    """How the first case below `parent` may be called: "4.1" below "4.0"; "Movement A" or "Movement 1" below "Movement"."""
    if re.fullmatch(r"[0-9.]+", parent):
        return (f"{parent.removesuffix('.0')}.1",)
    part = taken_apart(parent)
    if part is None or not part.lettered:
        return (f"{parent}.1",) if part else (f"{parent}.1", f"{parent} A", f"{parent} 1")
    return (f"{parent}a",) if part.label[-1].isdigit() else (f"{parent}1",)


def following(address: str) -> tuple[str, ...]:
    """What may stand after `address` on its level: the next number or letter.

    Printed rulebooks skip I and O, which look like figures, as often as not. After the numbers of a procedure the letters
    of the cases may begin.
    """
    if found := re.fullmatch(r"(.*[^0-9]|)([0-9]+)", address):
        after = (f"{found[1]}{int(found[2]) + 1}",)
        part = taken_apart(address)
        begins = part is not None and part.lettered and part.label.isdigit()
        return (*after, f"{found[1]}A") if begins else after
    if found := re.fullmatch(r"(.*)([A-Ya-y])", address):
        head, letter = found[1], found[2]
        after_letter = chr(ord(letter) + 1)
        skipped = (f"{head}{chr(ord(after_letter) + 1)}",) if after_letter in "IO" else ()
        return (f"{head}{after_letter}", *skipped)
    return ()
