"""How to lead Russia in the two-player game: hold the capital, strike where it pays, cut the main road behind the
columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice.advice_contact import ContactAdviser, Opinion, weighed
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.forecast import Assault, Defender
from pnp.games.march_of_justice.plans_russia import WORTH_IT, Orders, Staff
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.advice import Scored
from pnp.referee.dice import bits
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

ROLES: Mapping[str, str] = {
    "hold": _W("to {space}, so that the capital is held"),
    "attack": _W("to {space}, to attack from there"),
    "cut": _W("to {space}: on the main road it spoils the victory"),
    "base": _W("to {space}: the base of the enemy lies open"),
}


class RussiaAdviser(ContactAdviser):
    """Advises Russia; keeps the orders of the turn."""

    LEAST = WORTH_IT / 2
    ATTACK = _W("{sp} strength, modifier {drm}: worth {gain} in a hundred")

    def __init__(self, rules: MarchOfJustice) -> None:
        super().__init__(rules)
        self._orders: tuple[tuple[Any, ...], Orders] | None = None
        self.buys = {buy.item: buy for buy in self.board.expenses}
        self.judges = {
            "movement-unit": self._move, "movement-space": self._group, "contact": self.weigh_contacts,
            "attackers": self.weigh_attackers, "advance": self._advance, "expenditure": self._spend,
            "expenditure-unit": self._object, "roadblock": self._marker, "roadblock-place": self._block,
            "loss": self.weigh_losses, "return": self._place, "retreat": self._place, "mobilization": self._place,
        }  # fmt: skip

    def staff(self, state: MarchState) -> Staff:
        """Plans from this position."""
        return Staff(self.board, self.rules.notes, state)

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`, and whom they meet."""
        staff = self.staff(state)
        return staff.assault(spot, staff.near(spot))

    # Movement -----------------------------------------------------------------------------------------------

    def orders(self, state: MarchState) -> Orders:
        """The orders of this turn: kept while the position is on its way to them, else made anew."""
        key = (state.turn, state.occupied[WAGNER], state.momentum, state.reduced, state.switched)
        if self._orders is None or self._orders[0] != key or not self._followed(state, self._orders[1]):
            self._orders = key, self.staff(state).orders()
        return self._orders[1]

    def _followed(self, state: MarchState, orders: Orders) -> bool:
        """Whether every unit has orders, and those that have moved stand where they should."""
        return all(
            unit in orders.to and (not state.moved >> unit & 1 or state.at[unit] == orders.to[unit])
            for unit in bits(army(self.board, state, RUSSIA) & state.present)
        )

    def _move(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        orders = self.orders(state)

        def each(unit: int) -> Opinion:
            to = orders.to.get(unit, state.at[unit])
            if to == state.at[unit]:
                return 0.0, _W("it stays where it is"), {}
            return 1.0, ROLES[orders.roles[unit]], {"space": self.space_name(to)}

        return weighed(choices, each, 0.5, _W("everybody stands where the orders want them"))

    def _group(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        return self.weigh_group(
            state, choices, self.orders(state).to.get, _W("as ordered"), _W("leads away from the orders"),
            _W("has other orders"),
        )  # fmt: skip

    def _advance(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Only who isn't needed in the capital, and only onto the main road.

        Rule: 6.2.4
        """
        useful = self.board.road >> state.frames[-1]["spot"] & 1

        def each(unit: int) -> Opinion:
            if state.at[unit] == self.goal or not useful:
                return 0.0, _W("it is needed where it stands"), {}
            return 1.0, _W("on the main road it spoils the victory"), {}

        return weighed(choices, each, 0.5, _W("the others stay where they are"))

    def _place(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Where a unit enters, comes back or retreats: near the capital.

        Rule: 3.11, 6.2.2, 7.1
        """
        steps = self.board.steps[self.goal]
        return weighed(choices, lambda space: (-float(steps[space]), _W("near the capital"), {}))

    # Momentum and roadblocks --------------------------------------------------------------------------------

    def _spend(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.2"""
        def each(item: int) -> Opinion:
            buy = self.buys[item]
            value = 3.0 * buy.rebuild + 0.5 * buy.full + 1.0 * buy.restore - 0.2 * buy.cost
            return value, _W("a unit more") if buy.rebuild else _W("a unit is strong again"), {}

        return weighed(choices, each, 0.5, _W("momentum helps in every contact"))

    def _object(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.2"""
        return weighed(choices, lambda unit: (
            self.board.sp[0][unit] + (2.0 if state.at[unit] == self.goal else 0.0),
            _W("the strongest where it matters"), {},
        ))  # fmt: skip

    def _marker(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Move a marker whose location hinders nobody.

        Rule: 7.3
        """
        staff = self.staff(state)

        def each(unit: int) -> Opinion:
            at = state.at[unit]
            if at >= self.board.count or not staff.hindrance(at):
                return 1.0, _W("it hinders nobody where it is"), {}
            return 0.0, _W("it is in the way already"), {}

        return weighed(choices, each, 0.5, _W("the roadblocks stand well"))

    def _block(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.3"""
        staff, steps = self.staff(state), self.board.steps[self.goal]
        return weighed(choices, lambda space: (
            staff.hindrance(space) - 0.1 * steps[space], _W("in the way of the columns"), {}
        ))  # fmt: skip
