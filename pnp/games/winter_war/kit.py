"""The kit on the state of this game: what follows when units move or are lost, and which zones of control hold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, cast

from pnp.games.winter_war.board import FINNISH, SOVIET, WinterBoard
from pnp.games.winter_war.state import WinterState, other
from pnp.games.winter_war.tables import Tables
from pnp.referee.dice import bits
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.setting import sources_needed


class WinterKit(Kit):
    """The kit, whose units also attack from the sea. `tables`: what the own procedures read from the sources."""

    BOARD = WinterBoard
    board: WinterBoard
    SAID: ClassVar[Mapping[str, tuple[str, str]]] = {
        "movement-space": ("move-to", "stop"),
        "retreat-before-unit": ("choose-unit", "done"), "retreat-unit": ("choose-unit", "done"),
        "follow-unit": ("choose-unit", "done"), "follow-space": ("advance-to", "done"),
        "advance": ("choose-unit", "done"), "advance-space": ("advance-to", "done"),
        "advance-further": ("advance-to", "done"),
    }  # fmt: skip

    def __init__(self, *given: Any) -> None:
        with sources_needed(given[0]):
            super().__init__(*given)
            self.tables = Tables(self.game, self.scenario, self.board)
        self.optional = bool(self.options["scenarios"])
        self.most = {
            **dict.fromkeys(("truce", "frozen", "misses"), self.scenario.turns), "logistics": 1,
            "scenario": len(self.tables.letters) - 1, "allies": self.board.allied.bit_count(),
        }  # fmt: skip
        self.sets = {"cut": self.board.own[SOVIET], "afloat": self.board.own[FINNISH]}

    def clear(self, state: KitState, *, at: bool = True) -> None:
        """Put all units nowhere."""
        super().clear(state, at=at)
        cast(WinterState, state).forget()

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move units; who is isolated is judged again when somebody asks."""
        winter: Any = state
        winter.stale, winter.front, winter.way, winter.room = 1, None, None, None
        winter.shifted |= units
        winter.moves[self.board.side_of[units.bit_length() - 1]] += 1
        super().put(state, units, place)

    def lose(self, state: KitState, units: int, rule: str) -> None:
        """Eliminate units; an Allied one is worth points.

        Rule: Victory Point Schedule
        """
        winter = cast(WinterState, state)
        winter.allies += (units & self.board.allied).bit_count()
        winter.afloat &= ~units
        super().lose(state, units, rule)

    def left_over(self, state: KitState) -> list[str]:
        """Units that should have been set up."""
        late = state.units_at(self.board.forces) & ~self.board.dummies
        return [f"{self.board.units[unit]} is left over after the set-up" for unit in bits(late)]

    def rebuild(self, state: KitState, rule: str, side: int, turn: int) -> bool:
        """One lost unit of those that `rule` calls joins the reinforcements of a turn; False where there is none.

        Rule: Event J, Scenario D
        """
        lost = self.tables.calls[rule].units & state.units_in.get(self.board.eliminated[side], 0)
        first = lost & -lost
        if first:
            self.place(state, first, self.board.waiting(side, turn), "rebuild", rule)
            state.gone &= ~first
        return bool(first)

    def on_map(self, state: KitState, units: int) -> int:
        """Those of `units` that stand in a hex, or attack from the sea."""
        return units & (state.present | cast(WinterState, state).afloat)

    def enterable(self, state: KitState, unit: int) -> int:
        """The hexes that `unit` may ever enter this turn; none from the sea.

        Rule: Movement K, Movement K1, Movement K2, Movement K3, Movement K4, Movement L, Movement N
        """
        return 0 if state.afloat >> unit & 1 else super().enterable(state, unit)  # type: ignore[attr-defined]


class WinterZones(Zones):
    """Zones of control: isolated units have none, and none of the Soviet ones reaches into a fortification that the
    Finns passed last.

    Rule: Zones of Control A, Zones of Control E, Zones of Control H, Fortifications C
    """

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        if kit.exerts is not None:
            cast(WinterBoard, kit.board).zone_rows = kit.exerts

    def against(self, state: KitState, side: int) -> int:
        """Hexes in enemy zones of control.

        Rule: Zones of Control, Zones of Control C
        """
        return cast(WinterState, state).zoc[other(side)]


class Isolation(Supply):
    """What isolation does in a fight; `supply.settle` tells who is isolated.

    Rule: Combat P, Supply A, Supply B, Supply C
    """

    def __init__(self, kit: Kit, zones: Zones) -> None:
        super().__init__(kit, zones)
        self.rule, self.attack, self.defence = "Combat P", Fraction(0), Fraction(1, 2)
