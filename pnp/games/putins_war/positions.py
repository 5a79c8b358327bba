"""Positions of Putin's War."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.putins_war.state import WarKit
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

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        board = self.kit.board
        unit = board.unit_index[name]
        if board.late >> unit & 1 and not board.alarm and board.place_index[place] != board.aside:
            option = board.counters[unit].group.optional
            self.problems.add(f"{name!r} needs the option {option!r}", rule="Ukrainian Air Force")
        super().stand_unit(name, place, mark)
