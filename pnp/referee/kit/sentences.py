"""Results as sentences of small parts: `retreat defenders 1`, `exchange attackers`, `{roll: {1-3: …, 4-6: …}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.errors import Location, did_you_mean
from pnp.model.tables import die_span
from pnp.referee.kit.declared import Mistakes, Spot

Verbs = Mapping[str, tuple[bool, bool]]
"""Verb -> whether it needs a subject, and whether it needs a number."""

FIGHTERS = ("attackers", "defenders")

BOTH = "both"
"""`lose both 1`: each side by itself, in the order of `sides`."""

FIGHTING: Verbs = {
    "nothing": (False, False),
    "eliminate": (True, False),
    "retreat": (True, True),
    "lose": (True, True),
    "lose-random": (True, True),
    "reduce": (True, False),
    "exchange": (True, False),
    "match": (True, False),
    "choose": (True, False),
    "advance": (False, False),
    "capture": (True, False),
    "disperse": (True, True),
    "exploit": (True, False),
    "attack-again": (True, False),
}
"""What can become of the units in a battle."""

OVERRUNNING: Verbs = {
    **{verb: needs for verb, needs in FIGHTING.items() if verb not in ("advance", "attack-again")},
    "stop": (False, False),
}  # fmt: skip
"""What can become of the units in an overrun; those that clear the space enter it anyhow, but may have to `stop`."""

MARCHING: Verbs = {"nothing": (False, False), "eliminate": (True, False), "reduce": (True, False)}
"""What can become of a unit on a forced march."""

FIRING: Verbs = {
    **{verb: FIGHTING[verb] for verb in ("nothing", "eliminate", "reduce", "lose", "lose-random", "retreat")},
    "stop": (False, False),
}  # fmt: skip
"""What can become of units on the move that are fired at."""

MOVERS = ("movers",)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a result.

    verb     what happens
    subject  to whom, e.g. "attackers"; "" for none
    number   spaces, units or steps; 1 where none is written
    where    where it is written
    """

    verb: str
    subject: str = ""
    number: int = 1
    where: Location | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SecondRoll:
    """A second die that decides what happens.

    rows  for each face of the die, from 1: the parts that it brings
    """

    rows: tuple[tuple[Part | SecondRoll, ...], ...]


Parts = tuple[Part | SecondRoll, ...]

LEAVING = ("eliminate", "retreat", "lose", "lose-random", "reduce", "exchange", "match", "capture", "disperse")
"""Verbs after which those they speak of may be gone from their space."""

MOST_NESTED = 4

SECOND = "-second"
"""What follows the id of a table in the purpose of a second roll."""


def _concerned(parts: Sequence[Part | SecondRoll], subject: str) -> bool:
    """Whether one of `parts` may take units of `subject` away."""
    return any(
        isinstance(part, SecondRoll) or part.verb == "choose"
        or (part.verb in LEAVING and part.subject in (subject, BOTH)) for part in parts
    )


class Grammar:
    """Reads results, and collects what is wrong in them.

    verbs, subjects  those that a sentence may have
    sides            of the die of a second roll
    choices          names that `choose` may have
    """

    def __init__(
        self, mistakes: Mistakes, verbs: Verbs, subjects: tuple[str, ...], sides: int, choices: tuple[str, ...] = ()
    ) -> None:
        self.mistakes, self.verbs, self.subjects, self.sides = mistakes, verbs, subjects, sides
        self.choices = choices

    def parts(self, written: Any, spot: Spot, depth: int = 0) -> Parts:
        """The parts of a result as written at `spot`: a sentence, a list of them, or a second roll."""
        if isinstance(written, (list, tuple)):
            if not written:
                self.mistakes.add("this result says nothing", spot.value, "write 'nothing', or what happens")
            return tuple(
                part for index, item in enumerate(written) for part in self.parts(item, spot.inner(index), depth)
            )
        if isinstance(written, Mapping):
            return self._second_roll(written, spot, depth)
        if not isinstance(written, str):
            hint = f"for instance: {next(iter(self.verbs))}"
            self.mistakes.add(f"expected a sentence, got {str(written)[:40]!r}", spot.value, hint)
            return ()
        part = self._sentence(written, spot.value)
        return (part,) if part else ()

    def check_order(self, parts: Parts) -> None:
        """Report an advance before the defenders are gone, and an exchange that nobody has lost anything for."""
        for index, part in enumerate(parts):
            if isinstance(part, SecondRoll):
                for row in part.rows:
                    self.check_order((*parts[:index], *row))
            elif part.verb == "advance":
                if not _concerned(parts[:index], "defenders") and _concerned(parts[index:], "defenders"):
                    hint = "let 'advance' stand after what becomes of the defenders"
                    self.mistakes.add("nobody can advance yet: the defenders are still there", part.where, hint)
            elif part.verb == "exchange" and part.subject in FIGHTERS:
                other = FIGHTERS[1 - FIGHTERS.index(part.subject)]
                if not _concerned([p for p in parts[:index] if getattr(p, "verb", "") != "retreat"], other):
                    message = f"an exchange matches what the {other} have lost, and nothing stands before it"
                    self.mistakes.add(message, part.where, f"write 'eliminate {other}' first, or 'lose {other} 1'")

    def _sentence(self, text: str, where: Location | None) -> Part | None:
        add, verbs = self.mistakes.add, self.verbs
        verb, *words = text.split()[:6] or [""]
        if verb not in verbs:
            add(f"unknown result {verb!r}", where, did_you_mean(verb, verbs) or f"known: {', '.join(verbs)}.")
            return None
        has_subject, has_number = verbs[verb]
        subject = ""
        if has_subject:
            subjects = self.choices if verb == "choose" else self.subjects
            subjects = (*subjects, BOTH) if verb == "lose" else subjects
            if not words or words[0] not in subjects:
                hint = did_you_mean(words[0], subjects) if words else ""
                wanted = " or ".join(f"'{verb} {name}'" for name in subjects) or "it, and list it under 'choices'"
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
        return Part(verb, subject, number, where)

    def _second_roll(self, written: Mapping[Any, Any], spot: Spot, depth: int) -> Parts:
        if set(written) != {"roll"} or not isinstance(written["roll"], Mapping):
            hint = "write {roll: {1-3: nothing, 4-6: …}}"
            self.mistakes.add("expected 'roll' with a result for each face", spot.value, hint)
            return ()
        if depth >= MOST_NESTED:
            self.mistakes.add(f"more than {MOST_NESTED} rolls within one another", spot.value, "say it with fewer")
            return ()
        roll = self.roll(written["roll"], spot.inner("roll"), depth)
        return (roll,) if roll else ()

    def roll(self, faces: Mapping[Any, Any], spot: Spot, depth: int = 0) -> SecondRoll | None:
        """What each face of the die brings; None and a mistake where a face is missing or stands twice."""
        rows: list[Parts | None] = [None] * self.sides
        for span, result in faces.items():
            inner = spot.inner(span)
            first, last = self._faces(str(span), inner.key)
            if not first:
                return None
            parts = self.parts(result, inner, depth + 1)
            for face in range(first, last + 1):
                if rows[face - 1] is not None:
                    self.mistakes.add(f"a roll of {face} stands twice", inner.key, "give each face once")
                rows[face - 1] = parts
        if missing := [str(face + 1) for face, row in enumerate(rows) if row is None]:
            hint = f"the die shows 1 to {self.sides}"
            self.mistakes.add(f"no result for a roll of {', '.join(missing)}", spot.value, hint)
            return None
        return SecondRoll(tuple(row or () for row in rows))

    def _faces(self, span: str, where: Location | None) -> tuple[int, int]:
        """The first and the last face that `span` names; 0 and a mistake where the die has none of them."""
        shown = f"the die shows 1 to {self.sides}"
        if not re.fullmatch(r"[0-9]{1,3}([-+]|-[0-9]{1,3})?", span):
            self.mistakes.add(f"expected a die result such as 3, 2-4 or 6+, got {span[:20]!r}", where, shown)
            return 0, 0
        low, high = die_span(span)
        first, last = 1 if low is None else low, self.sides if high is None else high
        if not 1 <= first <= last <= self.sides:
            self.mistakes.add(f"the die never shows {span}", where, shown)
            return 0, 0
        return first, last
