"""Results as sentences of small parts: `retreat defenders 1`, `exchange attackers`, `{roll: {1-3: …, 4-6: …}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.errors import Location, did_you_mean
from pnp.model.tables import die_span
from pnp.referee.kit.declared import Mistakes

Verbs = Mapping[str, tuple[bool, bool]]
"""Verb -> whether it needs a subject, and whether it needs a number."""

FIGHTERS = ("attackers", "defenders")

FIGHTING: Verbs = {
    "nothing": (False, False),
    "eliminate": (True, False),
    "retreat": (True, True),
    "lose": (True, True),
    "lose-random": (True, True),
    "reduce": (True, False),
    "exchange": (True, False),
    "advance": (False, False),
    "capture": (True, False),
    "disperse": (True, True),
}
"""What can become of the units in a battle."""

MARCHING: Verbs = {"nothing": (False, False), "eliminate": (True, False), "reduce": (True, False)}
"""What can become of a unit on a forced march."""

MOVERS = ("movers",)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a result.

    verb     what happens
    subject  to whom, e.g. "attackers"; "" for none
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


class Grammar:
    """Reads results, and collects what is wrong in them.

    verbs, subjects  those that a sentence may have
    sides            of the die of a second roll
    """

    def __init__(self, mistakes: Mistakes, verbs: Verbs, subjects: tuple[str, ...], sides: int) -> None:
        self.mistakes, self.verbs, self.subjects, self.sides = mistakes, verbs, subjects, sides

    def parts(self, written: Any, where: Location | None, depth: int = 0) -> Parts:
        """The parts of a result as written: a sentence, a list of them, or a second roll."""
        if isinstance(written, (list, tuple)):
            return tuple(part for item in written for part in self.parts(item, where, depth))
        if isinstance(written, Mapping):
            return self._second_roll(written, where, depth)
        if not isinstance(written, str):
            hint = f"for instance: {next(iter(self.verbs))}"
            self.mistakes.add(f"expected a sentence, got {str(written)[:40]!r}", where, hint)
            return ()
        part = self._sentence(written, where)
        return (part,) if part else ()

    def _sentence(self, text: str, where: Location | None) -> Part | None:
        add, verbs = self.mistakes.add, self.verbs
        verb, *words = text.split()[:6] or [""]
        if verb not in verbs:
            add(f"unknown result {verb!r}", where, did_you_mean(verb, verbs) or f"known: {', '.join(verbs)}.")
            return None
        has_subject, has_number = verbs[verb]
        subject = ""
        if has_subject:
            if not words or words[0] not in self.subjects:
                hint = did_you_mean(words[0], self.subjects) if words else ""
                wanted = " or ".join(f"'{verb} {name}'" for name in self.subjects)
                add(f"{text!r} has no subject", where, hint or f"write {wanted}")
                return None
            subject = words.pop(0)
        number = 1
        if words and re.fullmatch(r"[0-9]{1,2}", words[0]):
            number = int(words.pop(0))
            if not number:
                add(f"{text!r} does nothing: its number is 0", where, "write 'nothing', or a number from 1")
        elif has_number:
            add(f"{text!r} lacks a number", where, f"write '{verb} {subject} 1'")
        if words:
            add(f"{text!r} goes on with {words[0]!r}", where, "a sentence is a verb, a subject and a number")
            return None
        return Part(verb, subject, number)

    def _second_roll(self, written: Mapping[Any, Any], where: Location | None, depth: int) -> Parts:
        if set(written) != {"roll"} or not isinstance(written["roll"], Mapping):
            hint = "write {roll: {1-3: nothing, 4-6: …}}"
            self.mistakes.add("expected 'roll' with a result for each face", where, hint)
            return ()
        if depth >= MOST_NESTED:
            self.mistakes.add(f"more than {MOST_NESTED} rolls within one another", where, "say it with fewer")
            return ()
        roll = self.roll(written["roll"], where, depth)
        return (roll,) if roll else ()

    def roll(self, faces: Mapping[Any, Any], where: Location | None, depth: int = 0) -> SecondRoll | None:
        """What each face of the die brings; None and a mistake where a face is missing or stands twice."""
        rows: list[Parts | None] = [None] * self.sides
        for span, result in faces.items():
            if not re.fullmatch(r"[0-9]{1,3}([-+]|-[0-9]{1,3})?", str(span)):
                self.mistakes.add(f"expected a die result such as 3, 2-4 or 6+, got {str(span)[:20]!r}", where)
                return None
            first, last = die_span(str(span))
            parts = self.parts(result, where, depth + 1)
            for face in range(max(first or 1, 1), min(last or self.sides, self.sides) + 1):
                if rows[face - 1] is not None:
                    self.mistakes.add(f"a roll of {face} stands twice", where, "give each face once")
                rows[face - 1] = parts
        if missing := [str(face + 1) for face, row in enumerate(rows) if row is None]:
            hint = f"the die shows 1 to {self.sides}"
            self.mistakes.add(f"no result for a roll of {', '.join(missing)}", where, hint)
            return None
        return SecondRoll(tuple(row or () for row in rows))
