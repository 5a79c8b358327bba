"""Effects of events and cards, each a sentence: `points north 2`, `weather mud`, `end OUTCOME`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from pnp.errors import Location
from pnp.model.procedures import Section
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Effect = Callable[[KitState], None]
SideOf = Callable[[KitState], int]
"""The index of the side that a sentence means."""

Maker = Callable[[list[str], "Location | None"], "Effect | None"]

_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")


class Effects:
    """Reads the effects of a section, and collects what is wrong in them.

    EXAMPLES  verb -> a sentence with it
    WORDS     verb -> how many words follow it, where it isn't one
    """

    EXAMPLES: ClassVar[Mapping[str, str]] = {
        "nothing": "nothing", "weather": "weather mud", "points": "points north 2",
        "replacements": "replacements north 1", "bring": "bring BOX", "end": "end OUTCOME", "do": "do EFFECT",
    }  # fmt: skip
    COUNTED: ClassVar[Mapping[str, str]] = {}
    """What the number of a verb counts, where it isn't points."""
    WORDS: ClassVar[Mapping[str, int]] = {"nothing": 0, "points": 2, "replacements": 2}

    def __init__(
        self, kit: Kit, section: Section, arrivals: Arrivals | None, finish: Callable[..., None] | None
    ) -> None:
        self.kit, self.section, self._arrivals, self._finish = kit, section, arrivals, finish
        self._done: list[tuple[str, Location | None]] = []

    @property
    def makers(self) -> Mapping[str, Maker]:
        """Verb -> what makes its effect; one that isn't there does nothing."""
        return {
            "weather": self._weather, "points": self._points, "replacements": self._replacements,
            "bring": self._bring, "end": self._end, "do": self._do,
        }  # fmt: skip

    def compiled(self, sentence: str, where: Location | None) -> Effect | None:
        """What one sentence does; None and a mistake for one that can't be read."""
        kit = self.kit
        verb, *words = sentence.split()[:5] or [""]
        if verb not in self.EXAMPLES:
            kit.mistakes.unknown("effect", verb, where, self.EXAMPLES)
            return None
        if len(words) != self.WORDS.get(verb, 1):
            kit.mistakes.add(f"{sentence!r} can't be read", where, f"write for instance: {self.EXAMPLES[verb]}")
            return None
        return self.makers[verb](words, where) if verb in self.makers else (lambda state: None)

    def check(self) -> None:
        """Report effects that the game's own procedures don't have, when all of these are made."""
        for name, where in self._done:
            if name not in self.kit.effects:
                self.kit.mistakes.unknown("effect of the game's own", name, where, sorted(self.kit.effects))

    def side(self, name: str, where: Location | None) -> SideOf | None:
        """The side that a sentence names; None and a mistake for one that isn't there."""
        sides = self.kit.board.sides
        if name not in sides:
            self.kit.mistakes.unknown("side", name, where, sides)
            return None
        index = sides.index(name)
        return lambda state: index

    def side_and_number(self, words: list[str], where: Location | None, verb: str) -> tuple[SideOf, int] | None:
        """The side and the number that follow `verb`; None and a mistake where they can't be read."""
        name, number = words
        side = self.side(name, where)
        if side is None:
            return None
        if not _NUMBER.fullmatch(number):
            what = self.COUNTED.get(verb, "points")
            hint = f"write for instance: {self.EXAMPLES[verb]}"
            self.kit.mistakes.add(f"{number!r} is no number of {what}", where, hint)
            return None
        return side, int(number)

    def _weather(self, words: list[str], where: Location | None) -> Effect:
        index, code, rule = self.kit.weathers.index(words[0]), words[0], cite(self.section, "weather")

        def change(state: KitState) -> None:
            state.weather = index
            event(state, "weather", rule, 0, -1, (("code", code),))

        return change

    def _replacements(self, words: list[str], where: Location | None) -> Effect | None:
        kit, replacements = self.kit, self.kit.source.replacements
        if replacements is None or not replacements.saved:
            message = "'replacements' needs points that can be saved until the next phase of replacements"
            hint = "add 'replacements:' with 'saved: true' to procedures.yaml"
            kit.mistakes.add(message, where, hint)
            return None
        read = self.side_and_number(words, where, "replacements")
        if read is None:
            return None
        side, points = read
        rule = cite(self.section, "points")

        def grant(state: KitState) -> None:
            index = side(state)
            state.stock[index] = max(state.stock[index] + points, 0)
            extra = (("by", kit.board.sides[index]), ("value", points))
            event(state, "replacement-points", rule, 0, -1, extra)

        return grant

    def _points(self, words: list[str], where: Location | None) -> Effect | None:
        read = self.side_and_number(words, where, "points")
        if read is None:
            return None
        side, points = read
        sides, rule = self.kit.board.sides, cite(self.section, "points")

        def gain(state: KitState) -> None:
            index = side(state)
            state.points[index] += points
            event(state, "points", rule, 0, -1, (("by", sides[index]), ("value", points)))

        return gain

    def _bring(self, words: list[str], where: Location | None) -> Effect | None:
        kit = self.kit
        if words[0] not in kit.board.boxes:
            kit.mistakes.unknown("box", words[0], where, kit.board.boxes)
            return None
        if self._arrivals is None:
            kit.mistakes.add("'bring' needs the procedure 'arrivals'", where, "add 'arrivals:' to procedures.yaml")
            return None
        box, arrivals = kit.board.boxes[words[0]], self._arrivals

        def bring(state: KitState) -> None:
            units = state.units_in[box]
            for side, own in enumerate(kit.board.own):
                if units & own:
                    arrivals.call_up(state, side, units & own)

        return bring

    def _end(self, words: list[str], where: Location | None) -> Effect | None:
        outcomes = [outcome.id for outcome in self.kit.game.info.outcomes]
        if words[0] not in outcomes:
            self.kit.mistakes.unknown("outcome", words[0], where, outcomes)
            return None
        index, finish, rule = outcomes.index(words[0]), self._finish, self.section.rule
        if finish is None:
            self.kit.mistakes.add("'end' needs the procedure 'victory'", where, "add 'victory:' to procedures.yaml")
            return None
        return lambda state: finish(state, index, rule)

    def _do(self, words: list[str], where: Location | None) -> Effect:
        self._done.append((words[0], where))
        return lambda state: state.agenda.append(words[0])
