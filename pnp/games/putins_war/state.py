"""Where everything stands, and the one way to move a unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.putins_war.board import RUSSIA, UKRAINE, WarBoard
from pnp.referee.dice import pick
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState


class WarState(KitState):
    """The state of Putin's War.

    activated  Russian units activated this turn
    alarmed    areas whose first invasion has brought a late unit
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*KitState.NUMBERS, "activated", "alarmed")
    FOLLOWING: ClassVar[tuple[str, ...]] = (*KitState.FOLLOWING, "held")

    __slots__ = ("activated", "alarmed")

    activated: int
    alarmed: int

    @property
    def ground_at(self) -> int:
        """Areas with Russian ground units."""
        return self.occupied[2]

    @property
    def garrison_at(self) -> int:
        """Areas with garrisons."""
        return self.occupied[3]


class WarKit(Kit):
    """The kit; Ukraine is run by the system, Russia holds what it controls from moment to moment, and all units can be
    activated again in a new turn.

    Rule: 4.1, 5.7
    """

    BOARD = WarBoard
    INSIDE = True
    SAID: ClassVar[Mapping[str, tuple[str, str]]] = {"marker-unit": ("choose-garrison", "done")}
    board: WarBoard

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.policies[UKRAINE] = lambda state, decision: pick(state, state.choices, "loss", "5.7")
        self.each_turn.append(lambda state: setattr(state, "activated", 0))
        board = self.board
        self.kinds, self.remembered = (board.troops, board.garrisons), False
        self.sets = {"activated": board.mobile, "alarmed": board.alarm}
        self.fits = {
            board.reserve: board.mobile, board.pool: board.ukrainian, board.stock: board.garrisons,
            board.aside: board.late, board.eliminated: board.mobile | board.ukrainian,
        }  # fmt: skip

    def put(self, state: Any, units: int, place: int) -> None:
        """Move the set `units` to `place`. Russia controls an area with a ground unit, a garrison or a Red Star, and no
        Ukrainian unit.

        Rule: 6.1
        """
        self.put_together(state, units, place)
        _, ukrainian, ground, garrisons = state.occupied
        state.held[RUSSIA], state.held[UKRAINE] = (ground | garrisons | self.board.stars) & ~ukrainian, 0


def hostile(board: WarBoard, state: WarState) -> int:
    """Areas that Russian units can't enter without a fight: Ukrainian units there, or empty and uncontrolled.

    Rule: 4.6, 5.4
    """
    return state.occupied[UKRAINE] | (board.land & ~(state.occupied[RUSSIA] | board.stars))


def air_targets(board: WarBoard, state: WarState) -> int:
    """Areas to which Air Force can fly, however far: a fight there, or a controlled airport area.

    With no Ukrainian unit left to draw or to transfer, an invasion leads to no fight. Rule: 4.5, 4.7
    """
    fights = hostile(board, state)
    if not state.occupied[UKRAINE] and board.pool not in state.units_in:
        fights &= board.alarm & ~state.alarmed if state.units_in[board.aside] & board.late else 0
    return fights | (state.held[RUSSIA] & board.airports)
