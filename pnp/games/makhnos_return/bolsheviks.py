"""What the Bolsheviks have to do: occupy cities within reach, hold them, and attack to regain them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.makhnos_return.kit import ReturnKit
from pnp.games.tatchanka.combat import TatchankaCombat
from pnp.games.tatchanka.movement import TatchankaMovement
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.reach import Hindrance
from pnp.referee.kit.state import KitState
from pnp.referee.masks import latest, mask_of, most_paired, union

LAST_COMBAT = "combat-2"
"""The phase in which an attack that is owed can't be put off any more."""


class ReturnMovement(TatchankaMovement):
    """Movement; the last Bolshevik combat unit stays in an objective, and as many empty ones are occupied as can be.

    Rule: 9.3.1, 9.3.2
    """

    kit: ReturnKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        kit, (stands, *others) = self.kit, self.space.reasons
        self._beyond = latest(self._hexes_around)
        duty = Reason("9.3.2", "has-to-occupy", self.goals)
        self.space = kit.decision(replace(self.space, reasons=(stands, *others, duty)), self.source)
        reasons = list(self.unit.reasons)
        reasons.insert(-1, Reason("9.3.2", "has-to-stay", lambda state: ~self.garrisons(state)))
        self.unit = kit.decision(replace(
            self.unit, reasons=tuple(reasons), may_end=lambda state: not self.owed(state) and not self.strays(state),
            unended=lambda state: ("9.3.2", "has-to-move") if self.owed(state) else ("9.3.1", "has-to-return"),
        ), self.source)  # fmt: skip

    def _dutiful(self, state: Any) -> bool:
        return bool(state.side == self.kit.bolshevik)

    def garrisons(self, state: Any) -> int:
        """Combat units that are the last in an objective.

        Rule: 9.3.2
        """
        if not self._dutiful(state):
            return 0
        units, board = 0, self.board
        mine = board.own[self.kit.bolshevik] & board.combat
        for space in bits(state.occupied[self.kit.bolshevik] & board.objectives):  # type: ignore[attr-defined]
            inside = state.units_in[space] & mine
            if inside and not inside & inside - 1:
                units |= inside
        return units

    def reaching(self, state: Any) -> dict[int, Plane]:
        """Combat unit that has not moved -> the empty objectives in its sector to which its usual allowance leads it.

        Rule: 9.3.2
        """
        kit, combat = self.kit, self.board.combat
        if not self._dutiful(state) or "pace" in state.frames[-1]:
            return {}
        empty = kit.board.objectives & ~kit.others_at(state, kit.bolshevik)
        for space in bits(empty & state.occupied[kit.bolshevik]):
            if state.units_in[space] & combat:
                empty ^= 1 << space
        if not empty:
            return {}
        near = state.units_within(self._beyond(empty) & state.occupied[kit.bolshevik])
        ready = kit.units_of(state, state.side) & near & combat & ~state.frames[-1]["moved"] & ~self.garrisons(state)
        reach = {unit: self._entered(state, unit, empty) for unit in bits(ready)}
        return {unit: within for unit, within in reach.items() if within}

    def _entered(self, state: Any, unit: int, empty: Plane) -> Plane:
        """Those of some objectives that a unit can reach in its sector by marching."""
        empty &= self._around(state.at[unit], max(self.allowance(state, unit), 0))
        empty = empty and empty & self.area(state, unit)
        return empty and empty & self.walk(state, unit, self.open_to(state, unit))

    def _hexes_around(self, objectives: Plane) -> Plane:
        """Hexes from which a march can lead to some objectives where nobody is in the way."""
        return union(self._around(space, max(self.board.ma)) for space in bits(objectives))

    def owed(self, state: Any) -> Plane:
        """Empty objectives that a unit which has not moved can still reach."""
        return union(self.reaching(state).values())

    def strays(self, state: Any) -> int:
        """Units outside their sector that can still move, which is toward it.

        Rule: 9.3.1
        """
        if not self._dutiful(state):
            return 0
        return mask_of(
            unit for unit in bits(state.choices & self._bound & state.present)
            if not self.area(state, unit) >> state.at[unit] & 1
        )  # fmt: skip

    def duty(self, state: Any, unit: int) -> Plane:
        """Objectives to one of which a unit has to go, since without it fewer of them would be occupied; 0 for none.

        Rule: 9.3.2
        """
        reach = self.reaching(state)
        mine, others = reach.pop(unit, 0), list(reach.values())
        if not mine:
            return 0
        most = most_paired([mine, *others])
        if most_paired(others) == most:
            return 0
        return mask_of(
            space for space in bits(mine) if most_paired([near & ~(1 << space) for near in others]) == most - 1
        )

    def goals_of(self, state: Any, unit: int, hindrance: Hindrance | None = None) -> Plane:
        """Hexes where a unit can end its move; one that can come back into its sector does, and one that an objective
        needs goes there.

        Rule: 9.3.1, 9.3.2
        """
        goals = super().goals_of(state, unit, hindrance)
        if self._dutiful(state) and state.present >> unit & 1:
            area = self.area(state, unit)
            goals = (not area >> state.at[unit] & 1 and goals & area) or goals
        return self.duty(state, unit) or goals

    def movable(self, state: Any) -> int:
        """Units that can still move."""
        return super().movable(state) & ~self.garrisons(state)

    def _may_march(self, state: Any) -> int:
        """A unit that has to occupy an objective doesn't risk a forced march.

        Rule: 9.3.2
        """
        return int(super()._may_march(state) and not self.duty(state, state.frames[-1]["unit"]))


class ReturnCombat(TatchankaCombat):
    """Combat; the Bolsheviks attack, once in a turn at least, where they have lost an objective.

    Rule: 9.3.2
    """

    kit: ReturnKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.target = self.kit.decision(replace(
            self.target, may_end=lambda state: not self.owed(state),
            unended=lambda state: ("9.3.2", "has-to-attack"),
        ), self.source)  # fmt: skip

    def owed(self, state: Any) -> Plane:
        """Lost objectives that have not been attacked in this turn and can be, in its last combat phase."""
        if state.side != self.kit.bolshevik or self.kit.game.info.all_phases[state.phase].id != LAST_COMBAT:
            return 0
        return state.taken & ~state.attacked & state.choices  # type: ignore[no-any-return]

    def _resolve(self, state: KitState) -> None:
        """Note which objectives have been attacked, and decide the battle."""
        if state.side == self.kit.bolshevik:
            state.attacked |= state.frames[-1]["spaces"] & self.kit.board.objectives  # type: ignore[attr-defined]
        super()._resolve(state)
