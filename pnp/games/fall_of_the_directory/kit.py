"""The kit of Fall of the Directory: factions that change sides, captured cities, and what holds before war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.fall_of_the_directory.state import LEAVING, FallState
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

BOLSHEVIK = "bolshevik"


class FallKit(TatchankaKit):
    """The kit of the series; the leaders of three factions stand on tracks.

    prizes      city -> actions that its capture brings the Bolsheviks
    foreigners  row of those who can be persuaded to leave, and their track; the other rows are factions
    Rule: 3.1, 3.3.1, 3.3.2
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        board, sides = self.board, self.board.sides
        self.bolshevik = sides.index(BOLSHEVIK)
        cities = {space.name.lower(): board.space_index[space.id] for space in self.game.map.spaces}
        self.prizes = {
            cities[str(row.effects["city"])]: row.effect("actions") for row in board.tables["extra-actions"].rows
        }
        self.foreigners = next(str(row.id) for row in board.tables["diplomacy"].rows if row.id not in sides)
        self.prize_cities = mask_of(self.prizes)
        self.sets |= {"garrisoned": self.prize_cities, "captured": self.prize_cities}
        self.most |= {"war": 1, "foreigners": 2}

    def own_readings(self) -> Mapping[str, Reading]:
        """Units that war releases, and foreign troops while they leave.

        Rule: 3.2, 3.3.2, 3.3.4
        """
        return {
            **super().own_readings(),
            "before-war": lambda state: 0 if state.war else -1,  # type: ignore[attr-defined]
            "leaving": lambda state: int(state.foreigners == LEAVING),  # type: ignore[attr-defined]
        }

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move units; the Bolsheviks capture a city into which they come after others.

        Rule: 3.3.1
        """
        super().put(state, units, place)
        if self.prize_cities >> place & 1 and isinstance(state, FallState):
            bit = 1 << place
            if state.leaders[self.board.side_of[units.bit_length() - 1]] != self.bolshevik:
                state.garrisoned |= bit
            elif state.garrisoned & bit & ~state.captured:
                state.captured |= bit
                if state.phase >= 0:
                    extra = (("by", BOLSHEVIK), ("value", self.prizes[place]))
                    event(state, "prize", "3.3.1", 0, place, extra)

    def go_over(self, state: TatchankaState, faction: int, leader: int) -> None:
        """A faction changes sides; cities in which it stands are not captured so, but change sides with it.

        Rule: 3.1, 3.3.1
        """
        state.leaders[faction] = leader
        self.muster(state)
        state.hindered = [None] * len(self.board.sides)
        assert isinstance(state, FallState)
        held = state.occupied[faction] & self.prize_cities
        state.garrisoned = state.garrisoned & ~held if leader == self.bolshevik else state.garrisoned | held

    def refresh(self, state: KitState) -> None:
        """Make everything that follows from the fields anew; what has been captured is kept."""
        assert isinstance(state, FallState)
        kept = state.garrisoned, state.captured
        super().refresh(state)
        state.garrisoned, state.captured = kept

    def own_faults(self, state: Any) -> list[str]:
        """Actions that can't be."""
        faults = super().own_faults(state)
        if len(state.actions) != len(self.board.sides) or not all(0 <= taken <= 99 for taken in state.actions):
            faults.append("'actions' doesn't fit the factions")
        return faults
