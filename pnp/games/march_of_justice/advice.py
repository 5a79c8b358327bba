"""What the advice for March of Justice adds to that of every declared game: plans, contacts, momentum, roadblocks.

The staff of a side (`plans`) knows where units should stand and what contacts are worth; the terms tell it.
"""

from __future__ import annotations

from typing import ClassVar

from pnp.games.march_of_justice.board import WAGNER, Buy, MarchBoard
from pnp.games.march_of_justice.contact import REDUCE
from pnp.games.march_of_justice.forecast import Option
from pnp.games.march_of_justice.plans import Part, Staff
from pnp.games.march_of_justice.plans_russia import RussiaStaff
from pnp.games.march_of_justice.plans_wagner import WagnerStaff
from pnp.games.march_of_justice.state import MarchState
from pnp.model.words import CountedText
from pnp.referee.dice import bits
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.decisions import VERB_INDEX
from pnp.referee.masks import Action
from pnp.referee.violation import _W

SERVES = _W("{sp} strength and {ma} movement serve best: it makes for {space}")
MAKES_FOR = _W("makes for {space}")
IN_PLACE = _W("everybody stands where the plan wants them")
GAINS = _W("{sp} strength, modifier {drm}: worth {gain} in a hundred")
DANGEROUS = _W("too dangerous with what stands next to it")
PART, ENOUGH = _W("part of the best attack"), _W("enough for the best column")
FROM_THERE, BETTER_HERE = _W("the march goes on best from there"), _W("it is needed where it stands")
FEWER = CountedText(
    "one defender fewer: the chance rises by {points} point in a hundred",
    "one defender fewer: the chance rises by {points} points in a hundred", "points"
)
MORE, STRONG, SAVED = _W("a unit more"), _W("a unit is strong again"), _W("momentum helps in every contact")
MATTERS, LEAST = _W("the strongest where it matters"), _W("it is missed least")
IN_THE_WAY, IDLE = _W("in the way of the columns"), _W("it hinders nobody where it is")
STAND_WELL = _W("the roadblocks stand well")


class StaffTerm(AdviceTerm):
    """A term that asks the staff of its side, which all of them share."""

    instead = True

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self.board: MarchBoard = view.kit.board  # type: ignore[assignment]
        if "staff" not in view.shared:
            view.shared["staff"] = (WagnerStaff if view.side == WAGNER else RussiaStaff)(view)
        self.staff: Staff = view.shared["staff"]


class Orders(StaffTerm):
    """Markers shift and units move as the best arrangement wants them.

    Rule: 5.1, 6.1
    """

    name = "orders"
    decisions = frozenset({"adjust", "shift", "movement-unit", "movement-space"})

    def _part(self, state: MarchState, choice: Action) -> Part | None:
        """What the arrangement wants of the unit that is chosen, or has been."""
        frame, unit = state.frames[-1], choice[1]
        if choice[0] == MOVE:
            unit = frame["chosen"].bit_length() - 1
        elif choice[0] != CHOOSE:
            unit = frame["unit"]
        return self.staff.arrangement(state).get(unit)

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """Above 0 for what is part of it; a column that is dispersed has none."""
        if len(choice) == 1:
            return 0.5
        part, item = self._part(state, choice), choice[1]
        if part is None:
            return 0.0
        if decision == "adjust":
            return float(part.mark != state.marks[self.board.marker_of[item]])
        if decision == "shift":
            return float(self.board.track[part.mark].item == item)
        if decision == "movement-unit":
            return float(part.to != state.at[item])
        if choice[0] == MOVE:
            return float(part.to == item)
        return 2.0 * (part.to == self.staff.arrangement(state)[state.frames[-1]["chosen"].bit_length() - 1].to)

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """Where the unit makes for."""
        part = self._part(state, choice) if len(choice) > 1 else None
        if part is None:
            return IN_PLACE, {}
        space, mark = self.board.spaces[part.to], self.board.track[part.mark]
        if decision in ("adjust", "shift"):
            return SERVES, {"sp": mark.sp, "ma": mark.ma, "space": space}
        return MAKES_FOR, {"space": space}


class Contacts(StaffTerm):
    """Contacts that gain more than they cost, by the best series of them.

    Rule: 6.2, 7.5
    """

    name = "contacts"
    weight: ClassVar[float] = 10.0
    decisions = frozenset({"contact", "attackers"})

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """What the best series gains over leaving it; who takes part in its first contact."""
        if decision == "contact":
            if len(choice) == 1:
                return 0.0
            series, defenders = self.staff.series(state, choice[1])
            value, option = series.best(defenders)
            return value - series.left(defenders) - self.staff.LEAST if option else -1.0
        chosen = state.frames[-1]["chosen"]
        units = self._going_on(state, chosen).units
        return 2.0 * (units >> choice[1] & 1) if len(choice) > 1 else float(units == chosen)

    def _going_on(self, state: MarchState, chosen: int) -> Option:
        """The best contact with those already chosen."""
        series, defenders = self.staff.series(state, state.frames[-1]["spot"])
        best = series.best(defenders)[1]
        if best and not chosen & ~best.units:
            return best
        fitting = [option for option in series.options if not chosen & ~option.units]
        return max(fitting, key=lambda option: series.worth(option, defenders))

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """The strength, and the gain."""
        if decision == "attackers":
            return (PART if len(choice) > 1 else ENOUGH), {}
        series, defenders = self.staff.series(state, choice[1])
        option, value = series.best(defenders)[1], self.value(state, decision, choice)
        if option is None:
            return DANGEROUS, {}
        return GAINS, {"gain": round(100 * value), "sp": option.sp, "drm": f"{option.drm:+d}"}


class Places(StaffTerm):
    """Where units come back, retreat to, join, arrive or advance to.

    Rule: 3.11, 6.2.2, 6.2.4, 7.1, 7.1.1
    """

    name = "places"
    decisions = frozenset({"return", "retreat", "join", "silent-join", "mobilization", "advance"})

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """What standing there is worth; of an advance, what it gains."""
        if len(choice) == 1:
            return 0.0
        if decision != "advance":
            return self.staff.standing(state, state.frames[-1]["unit"], choice[1])
        unit, spot = choice[1], state.frames[-1]["spot"]
        return self.staff.standing(state, unit, spot) - self.staff.standing(state, unit, state.at[unit])

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """For an advance or against it."""
        worse = decision == "advance" and self.value(state, decision, choice) < 0
        return (BETTER_HERE if worse else FROM_THERE), {}


class Means(StaffTerm):
    """What momentum buys, for whom, whom the silence of the people concerns; who is lost; where roadblocks go.

    Rule: 5.2, 6.2.2, 7.1.1, 7.2, 7.3
    """

    name = "means"
    decisions = frozenset({
        "boons", "boons-unit", "expenditure", "expenditure-unit", "silent-reduce", "silent-switch", "roadblock",
        "roadblock-place", "loss",
    })  # fmt: skip

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """Strong units count, and those in the capital; markers that bar the way of strong ones."""
        goal, board = self.staff.goal, self.board
        if len(choice) == 1:
            return 0.0 if decision == "silent-switch" else 0.3
        if decision in ("boons", "expenditure"):
            return self._bought(state, self._buy(choice))
        if decision == "roadblock-place":
            return self._barred(state, choice[1]) - 0.1 * board.steps[goal][choice[1]]
        unit = choice[1]
        if decision == "loss":
            whole = board.two_steps & ~state.reduced & 1 << unit
            return float(bool(whole) == (state.frames[-1]["loss"] == REDUCE))
        if decision == "roadblock":
            at = state.at[unit]
            return float(at >= board.count or not self._barred(state, at))
        kept = board.sp[1][unit] if decision == "silent-reduce" else 0
        return board.sp[0][unit] - kept + 3.0 * (state.at[unit] == goal)

    def _buy(self, choice: Action) -> Buy:
        """The row of a list that is chosen."""
        return next(buy for buy in (*self.board.boons, *self.board.expenses) if buy.item == choice[1])

    def _bought(self, state: MarchState, buy: Buy) -> float:
        """A unit more counts most; without its best defender the capital may be easier to take this turn."""
        if buy.disperse:
            return 0.3 + self._fewer(state, buy) - 0.02
        if self.view.side == WAGNER and state.turn >= self.board.turns:
            return 0.0
        return 3.0 * buy.rebuild + 0.5 * buy.full + buy.restore - 0.2 * buy.cost

    def _fewer(self, state: MarchState, buy: Buy) -> float:
        """How much better the contacts on the capital get without its best defender, with less momentum."""
        goal, poorer = self.staff.goal, state.copy(records=False)
        poorer.points[WAGNER] -= buy.cost
        (series, defenders), (after, _) = self.staff.series(state, goal), self.staff.series(poorer, goal)
        return after.best(defenders[1:])[0] - series.best(defenders)[0] if defenders and series.fighters else -1.0

    def _barred(self, state: MarchState, space: int) -> int:
        """Strength of the units next to `space` that are nearer to the capital there."""
        board = self.board
        way = board.walk.costs(self.staff.goal, 0)
        near = [here for here in bits(state.occupied[WAGNER] & board.neighbours[space]) if way[space] < way[here]]
        return sum(state.sp[unit] for here in near for unit in bits(state.units_in[here] & board.real))

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """What it is good for."""
        if decision.startswith("roadblock"):
            return (STAND_WELL if len(choice) == 1 else IDLE if decision == "roadblock" else IN_THE_WAY), {}
        if len(choice) == 1:
            return SAVED, {}
        if decision not in ("boons", "expenditure"):
            return (LEAST if decision == "loss" else MATTERS), {}
        buy = self._buy(choice)
        if buy.disperse:
            return FEWER, {"points": round(100 * self._fewer(state, buy))}
        return (MORE if buy.rebuild else STRONG), {}


MOVE, CHOOSE = VERB_INDEX["move-to"], VERB_INDEX["choose-unit"]
TERMS = (Orders, Contacts, Places, Means)
