"""The parts of a rule's address: which case it belongs to, and the label in its margin.

A rulebook numbers its cases (`6.2.1`, or `XIII.D.4.a` in Roman parts), letters them under a general rule that has a
name (`Movement J`, `Movement K2`, `Sequence A3a`), or gives them titles of their own (`Retreats`, `Set-Up Finnish`).
Read `split_address` first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ROMAN = re.compile(r"[IVXL]+(\.([0-9]+|[A-Za-z]))*")
"""XIII, IV.2, XIII.D.4.a: parts with Roman numbers, capitals, figures and small letters below them."""

NUMBERED = re.compile(rf"[0-9]+(\.[0-9]+)*[A-Z]?|{ROMAN.pattern}")
"""4.2, 6.2.3.1, 5.1B, and Roman addresses."""

_UNDER_TITLE = re.compile(r"(.+)\.([0-9]+(?:\.[0-9]+)*)")
_LETTERED = re.compile(r"(.+) ([A-Z][0-9]{0,3}[a-z]?|[0-9]{1,3}[a-z]?)")


@dataclass(frozen=True, slots=True)
class AddressPart:
    """An address below a named case, in its two parts.

    title     the named case that it stands below, however deep: "Movement"
    label     its number or letters there: "K2", "3"; letters are printed in brackets
    lettered  whether it is a lettered case, not a decimal below a title
    """

    title: str
    label: str
    lettered: bool

    @property
    def printed(self) -> str:
        """The label as the margin shows it: "(K2)", or "3" for a decimal."""
        return f"({self.label})" if self.lettered else self.label


def split_address(address: str) -> AddressPart | None:
    """`address` split into title and label; None for a plain number or a title by itself."""
    if NUMBERED.fullmatch(address):
        return None
    if match := _UNDER_TITLE.fullmatch(address):
        return AddressPart(match[1], match[2], False)
    if match := _LETTERED.fullmatch(address):
        return AddressPart(match[1], match[2], True)
    return None


def expected_below(parent: str) -> tuple[str, ...]:
    """Possible addresses of the first case below `parent`.

    "4.1" below "4.0"; "Movement.1", "Movement A" or "Movement 1" below "Movement"; "Movement K1" below "Movement K";
    "XI.A" or "XI.1" below "XI", "XI.A.1" below "XI.A", "XI.A.1.a" or "XI.A.1.1" below "XI.A.1".
    """
    if ROMAN.fullmatch(parent):
        last = parent.rpartition(".")[2]
        kinds = ("a", "1") if last.isdigit() else ("1",) if "." in parent else ("A", "1")
        return tuple(f"{parent}.{kind}" for kind in kinds)
    if re.fullmatch(r"[0-9.]+", parent):
        return (f"{parent.removesuffix('.0')}.1",)
    part = split_address(parent)
    if part is None or not part.lettered:
        return (f"{parent}.1",) if part else (f"{parent}.1", f"{parent} A", f"{parent} 1")
    return (f"{parent}a",) if part.label[-1].isdigit() else (f"{parent}1",)


def following(address: str) -> tuple[str, ...]:
    """Possible addresses after `address` on the same level: the next number or letter.

    Many printed rulebooks skip I and O, which look like figures; so both are possible. After the numbers of a
    procedure the letters of the cases may begin.
    """
    if match := re.fullmatch(r"(.*[^0-9]|)([0-9]+)", address):
        after = (f"{match[1]}{int(match[2]) + 1}",)
        part = split_address(address)
        begins = part is not None and part.lettered and part.label.isdigit()
        return (*after, f"{match[1]}A") if begins else after
    if match := re.fullmatch(r"(.*)([A-Ya-y])", address):
        head, letter = match[1], match[2]
        after_letter = chr(ord(letter) + 1)
        skipped = (f"{head}{chr(ord(after_letter) + 1)}",) if after_letter in "IO" else ()
        return (f"{head}{after_letter}", *skipped)
    return ()
