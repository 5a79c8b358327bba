"""Positions of Putin's War, and what can't be: in a position, in a saved game, in fuzzing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.putins_war.state import WarKit, WarState
from pnp.referee.dice import bits
from pnp.referee.kit.faults import misplaced
from pnp.referee.kit.position import KitPosition, Told

ACTIVATED = "activated"


class WarPosition(KitPosition):
    """Reads a position of Putin's War. A flag `entered-<space>` says that Russian units have entered a space of the
    optional rule.

    Rule: 2.0
    """

    TOLD = (Told("entered", ("alarmed",), spaces=True),)
    STATES: ClassVar[Mapping[str, str]] = {ACTIVATED: "activated"}

    kit: WarKit

    def able(self, mark: str) -> int:
        """Units that can be activated."""
        return self.kit.board.mobile

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board = self.kit.board
        unit = board.unit_index[name]
        if board.late >> unit & 1 and not board.alarm and board.place_index[place] != board.aside:
            option = board.counters[unit].group.optional
            self.problems.add(f"{name!r} needs the option {option!r}", rule="Ukrainian Air Force")
        super().stand_unit(name, place, mark)


def standing_faults(kit: WarKit, state: WarState) -> list[str]:
    """What is wrong with how the units stand: each box holds its kind, and one side is in an area without a fight.

    Rule: 2.4, 5.4, Clarifications.4
    """
    faults = misplaced(kit, state)
    board = kit.board
    if faults or state.activated & ~board.mobile:
        return faults or ["'activated' is out of range"]
    if state.alarmed & ~board.alarm:
        return ["an area is entered of which no option in force speaks"]
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
