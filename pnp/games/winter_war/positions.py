"""Positions (DESIGN §10) of Winter War: to states and back.

Flags tell of the Combat Phase that goes on: `attacked-<unit>`: has attacked, or been attacked; `withdrew-<unit>`:
retreated before combat; `guest-<unit>`: retreated onto others; `left-<hex>`: a retreat before combat left it empty. The
others are of the optional rule. Where the paratroops are tells whether they wait or have been dropped.

Rule: Set-Up, Optional Rule
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.events import DROPPED, NOT_YET, WAITING
from pnp.games.winter_war.setup import ADDRESS
from pnp.games.winter_war.state import WinterState
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.kit.position import KitPosition
from pnp.referee.positions import Entry, position_source

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

FACE_DOWN, ADVANCED = "face-down", "advanced"
SCENARIO, LOGISTICS, LEFT = "scenario-in-force", "more-capacity", "left"
NUMBERS: Mapping[str, str] = {
    "cease-fire-after-turn": "truce", "no-rail-in-turn": "frozen", "allied-losses": "allies",
    "murmansk-misses": "misses",
}  # fmt: skip
"""Flags that are numbers -> fields of the state."""

MARKED: Mapping[str, tuple[str, ...]] = {
    "attacked": ("fought", "struck"), "withdrew": ("withdrawn",), "guest": ("guests",),
}  # fmt: skip
"""Flags of units -> registers of the Combat Phase; of several the side on turn decides which."""

SET_UPS: Mapping[str, tuple[int, ...]] = {"finnish-set-up": (FINNISH, SOVIET), "soviet-set-up": (SOVIET,)}
"""The sides that still set up when a phase begins."""


class WinterPosition(KitPosition):
    """Reads a position of Winter War.

    told  registers of the Combat Phase, as the flags and the units tell
    """

    rules: WinterWar
    state: WinterState

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.told: dict[str, int] = {}

    def phase(self) -> str:
        """A position with units but no phase begins its turn."""
        return self.source.phase or ("soviet-reinforcement" if self.source.units is not None else super().phase())

    def hold(self) -> None:
        """Each side holds its country, and what it has passed last."""
        self.assembly.control.at_start(self.state)
        self.claim()

    def _stand(self) -> None:
        self.state.turn = min(max(self.state.turn, 1), self.rules.board.turns)  # a wrong one is told already
        super()._stand()
        board, state = self.rules.board, self.state
        for side, army in enumerate(board.own):  # units that are not named are out of the game
            left_out = state.units_in[board.nowhere] & army
            if left_out:
                self.kit.put(state, left_out, board.eliminated[side])
        self.kit.mark_gone(state)

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board, bit = self.rules.board, 1 << self.rules.board.unit_index[name]
        self.kit.put(self.state, bit, board.place_index[place])
        known = (FACE_DOWN, ADVANCED) if bit & board.own[FINNISH] else (ADVANCED,)
        if mark is not None and self.problems.known(f"state of {name!r}", mark, known):
            if mark == FACE_DOWN:
                self.state.face_down |= bit
            else:
                self._tell("followed", bit)

    def _tell(self, register: str, items: int) -> None:
        self.told[register] = self.told.get(register, 0) | items

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read what the optional rule has brought so far, and what has been done in a Combat Phase."""
        rules, state, problems, rest = self.rules, self.state, self.problems, dict(flags)
        letters = rules.kit.tables.letters
        state.paradrop = self._story()
        letter = str(rest.pop(SCENARIO, "")).upper()
        if problems.known("scenario", letter, letters):
            state.scenario = letters.index(letter)
        for name in [name for name in NUMBERS if name in rest]:
            value = rest.pop(name)
            if type(value) is int and value >= 0:
                setattr(state, NUMBERS[name], value)
            else:
                problems.add(f"flag {name!r} is a number, got {value!r}")
        units = {f"{name}-{unit}": (name, 1 << index) for name in MARKED for index, unit in enumerate(rules.units)}
        spaces = {f"{LEFT}-{space}": 1 << index for index, space in enumerate(rules.spaces)}
        for name in problems.flags_set(rest, {LOGISTICS, *units, *spaces}):
            if name == LOGISTICS:
                state.logistics = 1
            elif name in spaces:
                self._tell("vacated", spaces[name])
            else:
                flag, bit = units[name]
                self._tell(MARKED[flag][0 if self._on_turn() & bit else -1], bit)

    def _on_turn(self) -> int:
        """Units of the side whose phase the position is in."""
        side = self.rules.side_of_phase(self.phase()) if self.phase() in self.rules.phases else None
        return self.rules.board.own[self.rules.sides.index(side) if side in self.rules.sides else SOVIET]

    def _story(self) -> int:
        """How far the paratroops are, from where they stand."""
        board, kit = self.rules.board, self.rules.kit
        if not kit.optional:
            return NOT_YET
        places = {self.state.at[unit] for unit in bits(kit.tables.calls["Event F"].units)}
        if places & {board.events[SOVIET], board.nowhere}:
            return NOT_YET
        return WAITING if board.airfield in places else DROPPED

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return self.rules.standing_faults(self.state) if standing else self.rules.faults(self.state)

    def contradictions(self, phase: str) -> None:
        """Who passed a hex last, too many units in a hex, and who finds no hex to start in."""
        super().contradictions(phase)
        board, state, stacking = self.rules.board, self.state, self.assembly.stacking
        if self.told and not phase.endswith("-combat"):
            self.problems.add("something is told of a Combat Phase, but this is none")
        for number, side in enumerate(self.rules.sides):
            if phase not in (f"{side}-reinforcement", f"{side}-movement"):
                crowded = stacking.crowded(state, number)
                self.problems.add_faults(f"too many units are in {board.spaces[space]}" for space in bits(crowded))
        if phase not in SET_UPS and state.face_down:
            self.problems.add("units are face down after the set-up", rule="Set-Up Soviet")
        for number in SET_UPS.get(phase, ()):
            if (unit := self.rules.assembly.setup.left_over(state, number)) >= 0:
                self.problems.add(f"{board.units[unit]} finds no hex to start in", rule=ADDRESS[number])

    def open(self, phase: str) -> None:
        """Begin `phase`, with what has been done in it."""
        if self.told:
            self.state.frames[:] = [self.told]
        super().open(phase)


def position_of(rules: WinterWar, state: WinterState) -> PositionSource:
    """The position of `state`: units by place, turn, phase, who passed which hexes last."""
    board, frame = rules.board, state.frames[0] if state.frames else {}

    def entry(unit: int) -> Entry:
        marks = ((state.face_down, FACE_DOWN), (frame.get("followed", 0), ADVANCED))
        mark = next((name for units, name in marks if units >> unit & 1), None)
        return UnitState(id=rules.units[unit], state=mark) if mark else rules.units[unit]

    control = {
        board.spaces[space]: rules.sides[side]
        for side in (SOVIET, FINNISH) for space in bits(state.held[side] & ~board.home[side])
    }  # fmt: skip
    flags: dict[str, bool | int | str] = {}
    if state.scenario:
        flags[SCENARIO] = rules.kit.tables.letters[state.scenario].lower()
    if state.logistics:
        flags[LOGISTICS] = True
    flags |= {name: getattr(state, field) for name, field in NUMBERS.items() if getattr(state, field)}
    for name, registers in MARKED.items():
        units = 0
        for register in registers:
            units |= frame.get(register, 0)
        flags |= {f"{name}-{rules.units[unit]}": True for unit in bits(units & state.present)}
    flags |= {f"{LEFT}-{rules.spaces[space]}": True for space in bits(frame.get("vacated", 0))}
    return position_source(rules, state, (), entry, tracks={}, control=dict(sorted(control.items())), flags=flags)
