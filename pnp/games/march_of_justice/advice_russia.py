"""How to lead Russia in the two-player game: hold the capital, strike where it pays, cut the main road behind the
columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice.advice_contact import ContactAdviser
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.forecast import Assault, Defender, Option
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

    def __init__(self, rules: MarchOfJustice) -> None:
        super().__init__(rules)
        self.goal = rules.board.base[RUSSIA]
        self._orders: tuple[tuple[Any, ...], Orders] | None = None
        self._option: tuple[int, Option] | None = None
        self.buys = {buy.item: buy for buy in self.board.expenses}
        self.judges = {
            "move": self._move, "group": self._group, "contact": self._contact, "attackers": self.weigh_attackers,
            "advance": self._advance, "expenditure": self._spend, "expenditure-unit": self._object,
            "roadblock": self._marker, "roadblock-place": self._block, "loss": self._lose,
            "return": self._place, "retreat": self._place, "mobilization": self._place,
        }  # fmt: skip

    def staff(self, state: MarchState) -> Staff:
        """Plans from this position."""
        return Staff(self.board, self.rules.notes, state)

    # Movement -----------------------------------------------------------------------------------------------

    def orders(self, state: MarchState) -> Orders:
        """The orders of this turn: kept while the position is on its way to them, else made anew."""
        key = (state.turn, state.occupied[WAGNER], state.momentum, state.reduced, state.switched)
        if self._orders is not None and self._orders[0] == key and self._followed(state, self._orders[1]):
            return self._orders[1]
        orders = self.staff(state).orders()
        self._orders = (key, orders)
        return orders

    def _followed(self, state: MarchState, orders: Orders) -> bool:
        """Whether every unit has orders, and those that have moved stand where they should."""
        for unit in bits(army(self.board, state, RUSSIA)):
            if state.at[unit] < self.board.count and (
                unit not in orders.to or (state.moved >> unit & 1 and state.at[unit] != orders.to[unit])
            ):
                return False
        return True

    def _move(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        orders = self.orders(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.5, _W("everybody stands where the orders want them"), {}))
                continue
            to = orders.to.get(action[1], state.at[action[1]])
            if to == state.at[action[1]]:
                found.append((0.0, _W("it stays where it is"), {}))
            else:
                found.append((1.0, ROLES[orders.roles[action[1]]], {"space": self.space_name(to)}))
        return found

    def _group(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        orders = self.orders(state)
        first = orders.to.get(state.frames[-1]["chosen"].bit_length() - 1, -1)
        found: Scored = []
        for verb, item in choices:
            if self.rules.VERBS[verb].id == "move-to":
                good = item == first
                found.append(
                    (1.0 if good else -1.0, _W("as ordered") if good else _W("leads away from the orders"), {})
                )
            else:
                along = orders.to.get(item, -2) == first
                found.append((2.0 if along else -2.0, _W("goes the same way") if along else _W("has other orders"), {}))
        return found

    # Contact ------------------------------------------------------------------------------------------------

    def _contact(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.5"""
        found: Scored = []
        self._option, most = None, 0.0
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("no contact is worth the risk"), {}))
                continue
            spot = action[1]
            assault, defenders = self.assault_on(state, spot)
            value, option = assault.best(defenders)
            gain = value - assault.left(defenders)
            if option is None:
                found.append((-0.01, _W("too dangerous with what stands next to it"), {}))
                continue
            if gain > most:
                most, self._option = gain, (spot, option)
            found.append(
                (gain - WORTH_IT / 2, ATTACK, {"sp": option.sp, "drm": f"{option.drm:+d}", "gain": round(100 * gain)})
            )
        return found

    def planned(self, state: MarchState) -> Option | None:
        """The first attack on the location that was found best."""
        kept = self._option
        return kept[1] if kept is not None and kept[0] == state.frames[-1]["spot"] else None

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`, and whom they meet."""
        staff = self.staff(state)
        return staff.assault(spot, staff.near(spot))

    def _advance(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Only who isn't needed in the capital, and only onto the main road.

        Rule: 6.2.4
        """
        useful = self.board.road >> state.frames[-1]["spot"] & 1
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.5, _W("the others stay where they are"), {}))
            elif state.at[action[1]] == self.goal or not useful:
                found.append((0.0, _W("it is needed where it stands"), {}))
            else:
                found.append((1.0, _W("on the main road it spoils the victory"), {}))
        return found

    def _place(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Where a unit enters, comes back or retreats: near the capital.

        Rule: 3.11, 6.2.2, 7.1
        """
        steps = self.board.steps[self.goal]
        return [(-float(steps[action[-1]]), _W("near the capital"), {}) for action in choices]

    def _lose(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """The unit that is missed least.

        Rule: 6.2.2
        """
        found: Scored = []
        for _, unit in choices:
            score = (
                -float(state.sp[unit])
                - (5.0 if self.frail(state, unit) else 0.0)
                - (1.0 if self.board.assault >> unit & 1 else 0.0)
            )
            found.append((score, _W("it is missed least"), {}))
        return found

    # Momentum and roadblocks --------------------------------------------------------------------------------

    def _spend(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.2"""
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.5, _W("momentum helps in every contact"), {}))
                continue
            buy = self.buys[action[1]]
            value = 3.0 * buy.rebuild + 0.5 * buy.full + 1.0 * buy.restore - 0.2 * buy.cost
            found.append((value, _W("a unit more") if buy.rebuild else _W("a unit is strong again"), {}))
        return found

    def _object(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.2"""
        inside = state.units_in[self.goal]
        return [
            (self.board.sp[0][unit] + (2.0 if inside >> unit & 1 else 0.0), _W("the strongest where it matters"), {})
            for _, unit in choices
        ]

    def _marker(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Move a marker whose location hinders nobody.

        Rule: 7.3
        """
        staff = self.staff(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.5, _W("the roadblocks stand well"), {}))
                continue
            at = state.at[action[1]]
            idle = at >= self.board.count or not staff.hindrance(at)
            found.append(
                (1.0, _W("it hinders nobody where it is"), {}) if idle else (0.0, _W("it is in the way already"), {})
            )
        return found

    def _block(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.3"""
        staff = self.staff(state)
        steps = self.board.steps[self.goal]
        return [
            (staff.hindrance(space) - 0.1 * steps[space], _W("in the way of the columns"), {}) for _, space in choices
        ]


ATTACK = _W("{sp} strength, modifier {drm}: worth {gain} in a hundred")
