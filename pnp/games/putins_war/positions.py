"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.putins_war import phases
from pnp.games.putins_war.control import controlled
from pnp.games.putins_war.faults import faults_of
from pnp.games.putins_war.state import WarState, put
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.positions import Entry, PositionReader, position_source

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar

ACTIVATED = "activated"
ENTERED = "entered-"
"""A flag `entered-<space>` says that Russian units have entered a space of the optional rule."""

OPENERS = {
    "setup": phases.open_setup,
    "reinforcement": phases.open_reinforcement,
    "activation": phases.open_activation,
    "garrison": phases.open_garrison,
    "over-stack": phases.open_over_stack,
    "scoring": phases.open_scoring,
}
"""How each phase begins."""


class WarPosition(PositionReader[WarState]):
    """Reads a position of Putin's War.

    Rule: 2.0
    """

    OPENERS = OPENERS
    rules: PutinsWar

    def __init__(self, rules: PutinsWar, position: PositionSource | Mapping[str, Any], seed: int) -> None:
        super().__init__(rules, position, seed)
        self.board = rules.board

    def pools(self) -> tuple[str, ...]:
        """The Ukrainian pool."""
        return (self.board.places[self.board.pool],)

    def die_sides(self) -> int:
        """The larger of the dice of both tables."""
        return max(self.board.invasion.table.dice.sides, self.board.odds.table.dice.sides)

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return faults_of(self.rules, self.state, standing=standing)

    def phase(self) -> str:
        """A position with units but no phase begins its turn: what it doesn't list is not there to be set up."""
        return self.source.phase or ("reinforcement" if self.source.units is not None else super().phase())

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board, state = self.board, self.state
        unit = board.units.index(name)
        if board.late >> unit & 1 and not board.alarm and board.places.index(place) != board.aside:
            self.problems.add(f"{name!r} needs the option {_option_of(self.rules, name)!r}", rule="Ukrainian Air Force")
        put(board, state, 1 << unit, board.places.index(place))
        if mark == ACTIVATED and board.russian >> unit & 1:
            state.activated |= 1 << unit
        elif mark is not None:
            self.problems.unknown(f"state of {name!r}", mark, (ACTIVATED,) if board.russian >> unit & 1 else ())

    def flags(self, flags: Mapping[str, object]) -> None:
        """The spaces of the optional rule that Russian units have entered."""
        known = {f"{ENTERED}{self.rules.spaces[space]}": space for space in bits(self.board.alarm)}
        for name in self.problems.flags_set(flags, known):
            self.state.alarmed |= 1 << known[name]

    def contradictions(self, phase: str) -> None:
        """`control`, where given, agrees with the units."""
        held = controlled(self.board, self.state)
        for name, side, space in self.problems.control_claimed(self.source):
            if (side == self.board.russia) != bool(held & space):
                self.problems.add(f"control of {name} by {side!r} contradicts the units there", rule="6.1")


def _option_of(rules: PutinsWar, name: str) -> str:
    return next(c.group.optional or "" for c in rules.game.all_counters() if c.id == name)


def position_of(rules: PutinsWar, state: WarState) -> PositionSource:
    """The position of `state`: units by place, pools, turn, phase, control."""
    board = rules.board
    return position_source(
        rules, state, (board.places[board.pool],), lambda unit: _entry(rules, state, unit), tracks={},
        control={board.spaces[s]: board.russia for s in bits(controlled(board, state))},
        flags={f"{ENTERED}{board.spaces[s]}": bool(state.alarmed >> s & 1) for s in bits(board.alarm)},
    )  # fmt: skip


def _entry(rules: PutinsWar, state: WarState, unit: int) -> Entry:
    name = rules.units[unit]
    active = state.activated >> unit & 1 and state.at[unit] < rules.board.count
    return UnitState(id=name, state=ACTIVATED) if active else name
