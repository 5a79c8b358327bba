"""What the advice for March of Justice adds to that of every declared game: plans, contacts, momentum, roadblocks.

The staff of a side (`plans`) knows where units should stand and what contacts are worth; the terms tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pnp.games.march_of_justice.board import WAGNER, MarchBoard
from pnp.games.march_of_justice.contact import REDUCE
from pnp.games.march_of_justice.odds import strength
from pnp.games.march_of_justice.plans import Part, Staff
from pnp.games.march_of_justice.plans_russia import RussiaStaff
from pnp.games.march_of_justice.plans_wagner import WagnerStaff
from pnp.games.march_of_justice.state import MarchState
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
STRONG, SAVED = _W("a unit more, or one that is strong again"), _W("momentum helps in every contact")
MATTERS, LEAST = _W("the strongest where it matters"), _W("it is missed least")
LESS = _W("there is a better choice")
IN_THE_WAY, IDLE = _W("in the way of the columns"), _W("it hinders nobody where it is")
STAND_WELL = _W("the roadblocks stand well")


class StaffTerm(AdviceTerm):
    """A term that asks the staff of its side, which all of them share.

    most  the value of the best choice, for the reasons
    """

    instead = True
    most = 0.0

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self.board: MarchBoard = view.kit.board  # type: ignore[assignment]
        if "staff" not in view.shared:
            view.shared["staff"] = (WagnerStaff if view.side == WAGNER else RussiaStaff)(view)
        self.staff: Staff = view.shared["staff"]

    def values(self, state: MarchState, decision: str, choices: Sequence[Action]) -> list[float]:  # type: ignore[override]
        """The value of each; an end counts only where nothing is better."""
        values = [self.value(state, decision, choice) for choice in choices]
        self.most = max(values)
        return [
            value if len(choice) > 1 or value == self.most else 0.0
            for choice, value in zip(choices, values, strict=True)
        ]


class Orders(StaffTerm):
    """Markers shift and units move as the best arrangement wants them.

    Rule: 5.1, 6.1
    """

    name = "orders"
    decisions = frozenset({"adjust", "shift", "movement-unit", "movement-space"})

    def balance(self, state: MarchState) -> float:  # type: ignore[override]
        """How far the march has come: what it is worth to have each unit where it stands."""
        return self.staff.progress(state)

    def _part(self, state: MarchState, choice: Action) -> Part | None:
        """What the arrangement wants of the unit that is chosen, or has been; None for a column that is dispersed."""
        frame, unit = state.frames[-1], choice[1]
        if choice[0] != CHOOSE:
            unit = frame["chosen"].bit_length() - 1 if choice[0] == MOVE else frame["unit"]
        return self.staff.arrangement(state).get(unit)

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """Above 0 for what is part of it."""
        part = self._part(state, choice) if len(choice) > 1 else None
        if part is None:
            return 0.5 if len(choice) == 1 else 0.0
        item = choice[1]
        if decision == "adjust":
            return float(part.mark != state.marks[self.board.marker_of[item]])
        if decision == "shift":
            return float(self.board.track[part.mark].item == item)
        if decision == "movement-unit":
            return float(part.to != state.at[item])
        first = self.staff.arrangement(state)[state.frames[-1]["chosen"].bit_length() - 1]
        return float(first.to == item) if choice[0] == MOVE else 2.0 * (part.to == first.to)

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
        """What the best series gains over leaving it; who takes part in the best contact with those already chosen."""
        if decision == "contact":
            if len(choice) == 1:
                return 0.0
            series, defenders = self.staff.series(state, choice[1])
            value, option = series.best(defenders)
            return value - series.left(defenders) if option else -1.0
        series, defenders = self.staff.series(state, state.frames[-1]["spot"])
        chosen = state.frames[-1]["chosen"]
        fitting = [option for option in series.options if not chosen & ~option.units]
        units = max(fitting, key=lambda option: series.worth(option, defenders)).units
        return 2.0 * (units >> choice[1] & 1) if len(choice) > 1 else float(units == chosen)

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """The strength, and the gain."""
        if decision == "attackers":
            return (PART if len(choice) > 1 else ENOUGH), {}
        series, defenders = self.staff.series(state, choice[1])
        value, option = series.best(defenders)
        if option is None:
            return DANGEROUS, {}
        gain = round(100 * (value - series.left(defenders)))
        return GAINS, {"gain": gain, "sp": option.sp, "drm": f"{option.drm:+d}"}


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
        """For the best place, or against the others."""
        value = self.value(state, decision, choice)
        return (BETTER_HERE if decision == "advance" and value < 0 else FROM_THERE if value == self.most else LESS), {}


class Means(StaffTerm):
    """What momentum buys, for whom, whom the silence of the people concerns; who is lost; where roadblocks go.

    Rule: 5.2, 6.2.2, 7.1.1, 7.2, 7.3
    """

    name = "means"
    decisions = frozenset({
        "boons", "boons-unit", "expenditure", "expenditure-unit", "silent-reduce", "silent-switch", "marker-unit",
        "marker-space", "loss",
    })  # fmt: skip

    def value(self, state: MarchState, decision: str, choice: Action) -> float:  # type: ignore[override]
        """Strong units count, and those in the capital; who keeps a step; markers that bar the way of strong ones."""
        goal, board, item = self.staff.goal, self.board, choice[-1]
        if len(choice) == 1:
            return 0.0 if decision == "silent-switch" else 0.3
        if decision in ("boons", "expenditure"):
            buy = next(buy for buy in (*board.boons, *board.expenses) if buy.item == item)
            return 3.0 * buy.rebuild + 0.5 * buy.full + buy.restore - 0.2 * buy.cost
        if decision == "marker-space":
            return self._barred(state, item) - 0.1 * board.steps[goal][item]
        if decision == "marker-unit":
            return float(state.at[item] >= board.count or not self._barred(state, state.at[item]))
        if decision == "loss":
            whole = bool(board.two_steps & ~state.reduced & 1 << item)
            return float(whole == (state.frames[-1]["loss"] == REDUCE))
        kept = board.sp[1][item] if decision == "silent-reduce" else 0
        return board.sp[0][item] - kept + 3.0 * (state.at[item] == goal)

    def _barred(self, state: MarchState, space: int) -> int:
        """Strength of the units next to `space` that are nearer to the capital there."""
        board = self.board
        way = board.walk.costs(self.staff.goal, 0)
        near = [here for here in bits(state.occupied[WAGNER] & board.neighbours[space]) if way[space] < way[here]]
        return sum(strength(state, state.units_in[here] & board.real) for here in near)

    def reason(self, state: MarchState, decision: str, choice: Action) -> Reason:  # type: ignore[override]
        """What it is good for; against what is bought stands that momentum helps, too."""
        if len(choice) == 1:
            return (STAND_WELL if decision == "marker-unit" else SAVED), {}
        if decision in ("boons", "expenditure"):
            return (STRONG if self.value(state, decision, choice) > 0 else SAVED), {}
        best = {"marker-unit": IDLE, "marker-space": IN_THE_WAY, "loss": LEAST}.get(decision, MATTERS)
        return (best if self.value(state, decision, choice) == self.most else LESS), {}


MOVE, CHOOSE = VERB_INDEX["move-to"], VERB_INDEX["choose-unit"]
TERMS = (Orders, Contacts, Places, Means)
