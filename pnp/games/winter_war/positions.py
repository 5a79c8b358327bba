"""Positions (DESIGN §10) of Winter War: to states and back.

Flags tell of the Combat Phase that goes on: `attacked-<unit>`: has attacked, or been attacked; `withdrew-<unit>`:
retreated before combat; `guest-<unit>`: retreated onto others; `left-<hex>`: a retreat before combat left it empty. The
others are of the optional rule.

Rule: Set-Up, Optional Rule
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.kit.position import KitPosition, Told

SCENARIO = "scenario-in-force"
"""The flag that names the scenario by its letter."""


class WinterPosition(KitPosition):
    """Reads a position of Winter War."""

    NUMBERS: ClassVar[Mapping[str, str]] = {
        "cease-fire-after-turn": "truce", "no-rail-in-turn": "frozen", "allied-losses": "allies",
        "murmansk-misses": "misses",
    }  # fmt: skip
    SWITCHES: ClassVar[Mapping[str, str]] = {"more-capacity": "logistics"}
    TOLD = (
        Told("attacked", ("fought", "struck"), "combat"), Told("withdrew", ("withdrawn",), "combat"),
        Told("guest", ("guests",), "combat"), Told("left", ("vacated",), "combat", spaces=True),
    )  # fmt: skip
    STATES: ClassVar[Mapping[str, str]] = {"advanced": "followed"}
    LEFT_OUT = True

    assembly: WinterAssembly
    kit: WinterKit
    state: WinterState

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read what the optional rule has brought so far, and what has been done in a Combat Phase."""
        letters, letter = self.kit.tables.letters, str(flags.get(SCENARIO, "")).upper()
        if self.problems.known("scenario", letter, letters):
            self.state.scenario = letters.index(letter)
        super().flags({name: value for name, value in flags.items() if name != SCENARIO})

    def contradictions(self, phase: str) -> None:
        """Too many units in a hex, units face down after the set-up, and who finds no hex to start in."""
        super().contradictions(phase)
        board, state, turn, setup = self.kit.board, self.state, self.assembly.turn, self.assembly.setup
        moving = {*turn.sides_of(phase)} if {"arrivals", "movement"} & {*turn.runs(phase)} else set()
        for side in {*range(len(board.sides))} - moving:
            crowded = self.assembly.stacking.crowded(state, side)
            self.problems.add_faults(f"too many units are in {board.spaces[space]}" for space in bits(crowded))
        placing = turn.ahead(phase, "setup")
        if not placing:
            self.problems.add_faults(self.kit.left_over(state))
            if state.face_down:
                self.problems.add("units are face down after the set-up", rule="Set-Up Soviet")
        for side in placing:
            if (unit := setup.left_over(state, side)) >= 0:
                self.problems.add(f"{board.units[unit]} finds no hex to start in", rule=setup.cases[side])
