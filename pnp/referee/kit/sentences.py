"""Results of combat as sentences of small parts: `retreat defenders 1`, `exchange attackers`, `{roll: {1-3: …}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.errors import Location, did_you_mean
from pnp.model.tables import die_span
from pnp.referee.kit.declared import Mistakes

SUBJECTS = ("attackers", "defenders")

VERBS: Mapping[str, tuple[bool, bool]] = {
    "nothing": (False, False),
    "eliminate": (True, False),
    "retreat": (True, True),
    "lose": (True, True),
    "lose-random": (True, True),
    "reduce": (True, False),
    "exchange": (True, False),
    "advance": (False, False),
}
"""Verb -> whether it needs a subject, and whether it needs a number."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a result.

    verb     one of VERBS
    subject  "attackers" or "defenders", "" for none
    number   spaces, units or steps; 1 where none is written
    """

    verb: str
    subject: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class SecondRoll:
    """A second die that decides what happens.

    rows  for each face of the die, from 1: the parts that it brings
    """

    rows: tuple[tuple[Part | SecondRoll, ...], ...]


Parts = tuple[Part | SecondRoll, ...]

MOST_NESTED = 4


def parts_of(written: Any, mistakes: Mistakes, where: Location | None, sides: int = 6, depth: int = 0) -> Parts:
    """The parts of a result as written: a sentence, a list of them, or a second roll.

    sides  of the die of a second roll
    """
    if isinstance(written, (list, tuple)):
        return tuple(part for item in written for part in parts_of(item, mistakes, where, sides, depth))
    if isinstance(written, Mapping):
        return _second_roll(written, mistakes, where, sides, depth)
    if not isinstance(written, str):
        mistakes.add(f"expected a sentence, got {str(written)[:40]!r}", where, "for instance: retreat defenders 1")
        return ()
    part = _sentence(written, mistakes, where)
    return (part,) if part else ()


def _sentence(text: str, mistakes: Mistakes, where: Location | None) -> Part | None:
    verb, *words = text.split()[:6] or [""]
    if verb not in VERBS:
        mistakes.add(f"unknown result {verb!r}", where, did_you_mean(verb, VERBS) or f"known: {', '.join(VERBS)}.")
        return None
    has_subject, has_number = VERBS[verb]
    subject = ""
    if has_subject:
        if not words or words[0] not in SUBJECTS:
            hint = did_you_mean(words[0], SUBJECTS) if words else ""
            mistakes.add(f"{text!r} has no subject", where, hint or f"write '{verb} attackers' or '{verb} defenders'")
            return None
        subject = words.pop(0)
    number = 1
    if words and re.fullmatch(r"[0-9]{1,2}", words[0]):
        number = int(words.pop(0))
        if not number:
            mistakes.add(f"{text!r} does nothing: its number is 0", where, "write 'nothing', or a number from 1")
    elif has_number:
        mistakes.add(f"{text!r} lacks a number", where, f"write '{verb} {subject} 1'")
    if words:
        mistakes.add(f"{text!r} goes on with {words[0]!r}", where, "a sentence is a verb, a subject and a number")
        return None
    return Part(verb, subject, number)


def _second_roll(
    written: Mapping[Any, Any], mistakes: Mistakes, where: Location | None, sides: int, depth: int
) -> Parts:
    if set(written) != {"roll"} or not isinstance(written["roll"], Mapping):
        mistakes.add("expected 'roll' with a result for each face", where, "write {roll: {1-3: nothing, 4-6: …}}")
        return ()
    if depth >= MOST_NESTED:
        mistakes.add(f"more than {MOST_NESTED} rolls within one another", where, "say it with fewer")
        return ()
    rows: list[Parts | None] = [None] * sides
    for span, result in written["roll"].items():
        if not re.fullmatch(r"[0-9]{1,3}([-+]|-[0-9]{1,3})?", str(span)):
            mistakes.add(f"expected a die result such as 3, 2-4 or 6+, got {str(span)[:20]!r}", where)
            return ()
        first, last = die_span(str(span))
        parts = parts_of(result, mistakes, where, sides, depth + 1)
        for face in range(max(first or 1, 1), min(last or sides, sides) + 1):
            if rows[face - 1] is not None:
                mistakes.add(f"a roll of {face} stands twice", where, "give each face once")
            rows[face - 1] = parts
    if missing := [str(face + 1) for face, row in enumerate(rows) if row is None]:
        mistakes.add(f"no result for a roll of {', '.join(missing)}", where, f"the die shows 1 to {sides}")
        return ()
    return (SecondRoll(tuple(row or () for row in rows)),)
