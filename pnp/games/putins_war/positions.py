"""Positions of Putin's War, and what can't be: in a position, in a saved game, in fuzzing."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.putins_war.board import RUSSIA, UKRAINE
from pnp.games.putins_war.state import WarKit, WarState
from pnp.referee.dice import bits
from pnp.referee.kit.faults import misplaced
from pnp.referee.kit.position import KitPosition

ACTIVATED = "activated"
ENTERED = "entered-"
"""A flag `entered-<space>` says that Russian units have entered a space of the optional rule."""


class WarPosition(KitPosition):
    """Reads a position of Putin's War.

    Rule: 2.0
    """

    kit: WarKit
    state: WarState

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board = self.kit.board
        unit = board.unit_index[name]
        if board.late >> unit & 1 and not board.alarm and board.place_index[place] != board.aside:
            option = board.counters[unit].group.optional
            self.problems.add(f"{name!r} needs the option {option!r}", rule="Ukrainian Air Force")
        active = mark == ACTIVATED and board.mobile >> unit & 1
        super().stand_unit(name, place, None if active else mark)
        self.state.activated |= active << unit

    def flags(self, flags: Mapping[str, object]) -> None:
        """The areas of the optional rule that Russian units have entered, and what all games have."""
        spaces = {f"{ENTERED}{self.rules.spaces[space]}": space for space in bits(self.kit.board.alarm)}
        for name in self.problems.flags_set({n: v for n, v in flags.items() if n in spaces}, spaces):
            self.state.alarmed |= 1 << spaces[name]
        super().flags({name: value for name, value in flags.items() if name not in spaces})


def standing_faults(kit: WarKit, state: WarState) -> list[str]:
    """What is wrong with how the units stand: each box holds its kind, and one side is in an area without a fight.

    Rule: 2.4, 5.4, Clarifications.4
    """
    faults = misplaced(kit, state)
    board = kit.board
    if faults or not 0 <= state.activated <= board.all_units or state.alarmed & ~board.alarm:
        return faults or ["'activated' or 'alarmed' is out of range"]
    if state.held[RUSSIA] != (state.ground_at | state.garrison_at | board.stars) & ~state.occupied[UKRAINE]:
        return ["'held' is not up to date"]
    boxes = {
        board.reserve: board.mobile, board.pool: board.ukrainian, board.stock: board.garrisons,
        board.aside: board.late, board.eliminated: board.mobile | board.ukrainian,
    }  # fmt: skip
    fight = state.frames[-1].get("area", -1) if state.frames else -1
    for place, inside in sorted(state.units_in.items()):
        name = board.places[place] if place < board.nowhere else ""
        garrisons, ukrainian = inside & board.garrisons, inside & board.ukrainian
        if board.count <= place < board.nowhere:
            faults += [f"{board.units[unit]} can't be in {name}" for unit in bits(inside & ~boxes.get(place, 0))]
        elif place < board.count:
            if place != fight and ukrainian and inside & board.mobile:
                faults.append(f"both sides are in {name}")
            if ukrainian and garrisons:
                faults.append(f"Ukrainian units and a garrison are in {name}")
            if garrisons & garrisons - 1:
                faults.append(f"two garrisons are in {name}")
            if garrisons and board.stars >> place & 1:
                faults.append(f"a garrison is in {name}, which has a Red Star")
    return faults
