"""What cards do: the effects of events, seen by the side that plays the card, and deeds for which somebody chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pnp.errors import Location
from pnp.model.cards import Card, CardDeed
from pnp.model.procedures import CardsProcedure
from pnp.referee.dice import pick
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.effects import Effect, Effects, Maker, SideOf
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Draw = Callable[[KitState, int, int], None]
"""Draws, or discards, so many cards for a side."""


@dataclass(frozen=True, slots=True)
class ReadyDeed:
    """A deed as compiled: by the side that plays the card, which units and where to."""

    source: CardDeed
    number: int
    units: tuple[Reading, ...]
    to: tuple[Reading, ...]
    rule: str

    @property
    def placed(self) -> bool:
        """Whether its units are put somewhere."""
        return self.source.deed in ("place", "move")


class CardEffects(Effects):
    """Reads the events of cards.

    deeds  those of all cards, by the register `deed` of the frame
    """

    EXAMPLES: ClassVar[Mapping[str, str]] = {
        **Effects.EXAMPLES, "points": "points own 2", "replacements": "replacements own 1", "draw": "draw own 2",
        "discard": "discard enemy 1", "operations": "operations 2",
    }  # fmt: skip
    WORDS: ClassVar[Mapping[str, int]] = {**Effects.WORDS, "draw": 2, "discard": 2, "operations": 1}
    COUNTED: ClassVar[Mapping[str, str]] = {"draw": "cards", "discard": "cards"}

    def __init__(
        self, kit: Kit, section: CardsProcedure, arrivals: Any, finish: Any, stacking: Stacking, *, draw: Draw,
        discard: Draw, activate: Callable[[KitState, int], None],
    ) -> None:  # fmt: skip
        super().__init__(kit, section, arrivals, finish)
        self._stacking, self._drawn, self._discarded, self._activate = stacking, draw, discard, activate
        self.deeds: list[ReadyDeed] = []
        rule, board = section.rule, kit.board
        self._unit = kit.decision(Decision(
            "card-unit", "choose-unit", rule, self._units, self._chosen,
            (
                Reason(rule, "not-concerned", lambda state: self._deed(state).units[state.side](state)),
                Reason(rule, "nothing-to-do", self._units),
            ),
            may_end=lambda state: self._deed(state).source.deed in ("restore", "place", "move"),
            end=lambda state: state.frames[-1].update(left=0),
            within=("cards", "draw"),
        ), section)  # fmt: skip
        self._space = kit.decision(Decision(
            "card-space", "place-at", rule, self._goals, self._put,
            (
                Reason(rule, "not-an-entry", lambda state: self._deed(state).to[state.side](state)),
                Reason(rule, "enemy-there", lambda state: ~kit.enemies_at(state, self._owner(state))),
                Reason(rule, "closed", lambda state: board.land & ~board.closed(board.season(state.turn))),
                *stacking.reasons(lambda state: (self._owner(state), state.frames[-1]["unit"])),
            ),
            within=("cards", "draw"),
        ), section)  # fmt: skip
        kit.operation("cards:deed", self._next)

    def events_of(self, card: Card) -> Sequence[Effect]:
        """The effects of a card, in order."""
        effects = []
        for index, sentence in enumerate(card.sentences):
            path = ("event", index) if isinstance(card.event, tuple) else ("event",)
            where = card.where(*path)
            if isinstance(sentence, CardDeed):
                effects.append(self._ready(sentence, card.rule or self.section.rule))
            elif (effect := self.compiled(sentence, where)) is not None:
                effects.append(effect)
        return effects

    def side(self, name: str, where: Location | None) -> SideOf | None:
        """A side by its id, or `own` and `enemy` as the side that plays the card sees them."""
        board = self.kit.board
        if name == "own":
            return lambda state: state.side
        if name == "enemy":
            if len(board.sides) != 2:
                self.kit.mistakes.add("'enemy' could be several sides", where, "name the side")
            return lambda state: board.hostile[state.side][0]
        return super().side(name, where)

    @property
    def makers(self) -> Mapping[str, Maker]:
        """Those of events, and more."""
        return {
            **super().makers, "draw": lambda words, where: self._cards(words, where, "draw"),
            "discard": lambda words, where: self._cards(words, where, "discard"), "operations": self._operations,
        }  # fmt: skip

    def _cards(self, words: list[str], where: Location | None, verb: str) -> Effect | None:
        read = self.side_and_number(words, where, verb)
        if read is None:
            return None
        (side, number), act = read, self._drawn if verb == "draw" else self._discarded
        return lambda state: act(state, side(state), number)

    def _operations(self, words: list[str], where: Location | None) -> Effect | None:
        if not words[0].isdecimal() or len(words[0]) > 2:
            self.kit.mistakes.add(f"{words[0]!r} is no number of points", where, "write for instance: operations 2")
            return None
        return lambda state: self._activate(state, int(words[0]))

    # Deeds --------------------------------------------------------------------------------------------------

    def _ready(self, source: CardDeed, rule: str) -> Effect:
        kit, filters = self.kit, self.kit.filters
        sides = range(len(kit.board.sides))
        if (source.to is not None) != (source.deed in ("place", "move")):
            kit.mistakes.add(f"{source.deed!r} {'has' if source.to else 'needs'} 'to'", source.where(), "say where to")
        number = kit.mistakes.amount(source.number, source, "number")
        units = tuple(filters.units(source.units, side).of for side in sides)
        to = tuple(filters.places(source.to, side).of for side in sides)
        index = len(self.deeds)
        self.deeds.append(ReadyDeed(source, number, units, to, rule))

        def begin(state: KitState) -> None:
            state.frames[-1].update(deed=index, left=number, done=0)
            state.agenda.append("cards:deed")

        return begin

    def _deed(self, state: KitState) -> ReadyDeed:
        return self.deeds[state.frames[-1]["deed"]]

    def _owner(self, state: KitState) -> int:
        """The side of the unit that is about to be placed."""
        return self.kit.board.side_of[state.frames[-1]["unit"]]

    def _units(self, state: KitState) -> int:
        """Units that the deed can still concern."""
        deed = self._deed(state)
        units = deed.units[state.side](state) & ~state.frames[-1]["done"]
        kind = deed.source.deed
        if kind in ("eliminate", "reduce", "move"):
            units &= state.present
        elif kind == "restore":
            units &= state.present & state.reduced
        else:
            units &= ~state.present
        if not deed.placed:
            return units
        able, rest = 0, units
        while rest:
            low = rest & -rest
            rest ^= low
            if self._free(state, deed, low.bit_length() - 1):
                able |= low
        return able

    def _free(self, state: KitState, deed: ReadyDeed, unit: int) -> int:
        kit, board = self.kit, self.kit.board
        side = board.side_of[unit]
        goals = deed.to[state.side](state) & board.land & ~board.closed(board.season(state.turn))
        return goals & ~kit.enemies_at(state, side) & ~self._stacking.full(state, side, unit)

    def _goals(self, state: KitState) -> int:
        """Spaces where the chosen unit may be put."""
        return self._free(state, self._deed(state), state.frames[-1]["unit"])

    def _next(self, state: KitState) -> bool:
        """Ask for the next unit, or draw it; the deed is done when there is none left."""
        frame, deed = state.frames[-1], self._deed(state)
        units = self._units(state) if frame["left"] else 0
        if not units:
            for register in ("deed", "left", "done"):
                frame.pop(register)
            return False
        state.agenda.append("cards:deed")
        if deed.source.by == "lot":
            self._chosen(state, pick(state, units, "card", deed.rule))
            return bool(state.stack)
        side = state.side if deed.source.by == "own" else self.kit.board.hostile[state.side][0]
        asked = self.kit.ask(state, self._unit, side)
        return asked

    def _chosen(self, state: KitState, unit: int) -> None:
        frame, deed, kit, bit = state.frames[-1], self._deed(state), self.kit, 1 << unit
        frame["left"] -= 1
        frame["done"] |= bit
        if deed.placed:
            frame["unit"] = unit
            goals = self._goals(state)
            if deed.source.by == "lot" or not goals & goals - 1:
                self._put(state, goals.bit_length() - 1)
                return
            side = state.side if deed.source.by == "own" else kit.board.hostile[state.side][0]
            kit.ask(state, self._space, side)
        elif deed.source.deed == "eliminate":
            kit.lose(state, bit, deed.rule)
        elif deed.source.deed == "reduce":
            kit.reduce(state, bit, deed.rule)
        else:
            state.reduced &= ~bit
            event(state, "restore", deed.rule, bit, state.at[unit])

    def _put(self, state: KitState, space: int) -> None:
        unit = state.frames[-1].pop("unit")
        name = "place" if self._deed(state).source.deed == "place" else "transfer"
        extra = (("from", self.kit.board.places[state.at[unit]]),) if name == "transfer" else ()
        event(state, name, self._deed(state).rule, 1 << unit, space, extra)
        self.kit.put(state, 1 << unit, space)
        state.gone &= ~(1 << unit)
