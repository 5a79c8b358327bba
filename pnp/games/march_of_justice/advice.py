"""How to lead Wagner: a plan for the turn, the best series of contacts, and rules of thumb for what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice.advice_contact import ContactAdviser, Opinion, weighed
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.forecast import Assailant, Assault, Defender
from pnp.games.march_of_justice.odds import fresh
from pnp.games.march_of_justice.plans import Part, Plan, Planner, Siege
from pnp.games.march_of_justice.plans_outlook import Outlook, Weights
from pnp.games.march_of_justice.state import MarchState, army
from pnp.model.words import CountedText
from pnp.referee.advice import Scored
from pnp.referee.dice import bits
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

FEWER = CountedText(
    "one defender fewer: the chance rises by {points} point in a hundred",
    "one defender fewer: the chance rises by {points} points in a hundred", "points"
)


class WagnerAdviser(ContactAdviser):
    """Advises Wagner; keeps the plan of the turn."""

    ATTACK = _W("worth {chance} in a hundred: {sp} strength, modifier {drm}")

    def __init__(self, rules: MarchOfJustice, weights: Weights | None = None) -> None:
        super().__init__(rules)
        weights = weights or Weights()
        key = f"outlook {weights}"
        if key not in rules.notes:
            rules.notes[key] = Outlook(rules.board, weights)
        self.outlook: Outlook = rules.notes[key]
        self._plan: tuple[tuple[Any, ...], Plan] | None = None
        self.buys = {buy.item: buy for buy in self.board.boons}
        self.judges = {
            "adjust": self._adjust, "shift": self._shift, "boons": self._boons, "boons-unit": self._boon_unit,
            "movement-unit": self._move, "movement-space": self._group,
            "contact": self.weigh_contacts, "attackers": self.weigh_attackers,
            "advance": self._advance, "silent-reduce": self._weaken, "silent-switch": self._turncoat,
            "return": self._place, "retreat": self._place, "join": self._place, "silent-join": self._place,
            "loss": self.weigh_losses,
        }  # fmt: skip

    # The plan of the turn -----------------------------------------------------------------------------------

    def planner(self, state: MarchState) -> Planner:
        """Plans from this position."""
        return Planner(self.board, self.rules.notes, state, self.outlook)

    def plan(self, state: MarchState) -> Plan:
        """The plan of this turn: kept while the position is on its way to it, else made anew."""
        phase = self._is_administration(state)
        key = (
            state.turn, phase, state.momentum, state.reduced, state.switched, state.occupied[RUSSIA], state.barred,
            state.occupied[WAGNER].bit_count() if phase else 0,
        )  # fmt: skip
        if self._plan is not None and self._plan[0] == key and self._follows(state, self._plan[1]):
            return self._plan[1]
        plan = self.planner(state).best(shifting=phase)
        self._plan = (key, plan)
        return plan

    def _is_administration(self, state: MarchState) -> bool:
        """Whether markers may still move."""
        return self.rules.phase(state) == "administration"

    def _follows(self, state: MarchState, plan: Plan) -> bool:
        """Whether what has been done so far is part of `plan`."""
        settled = not self._is_administration(state)
        for part in plan.parts:
            bit, marker = 1 << part.unit, self.board.marker_of[part.unit]
            if state.moved & bit and state.at[part.unit] != part.to:
                return False
            if marker >= 0 and (state.shifted & bit or settled) and state.marks[marker] != part.mark:
                return False
        return True

    def _adjust(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.1"""
        plan = self.plan(state)

        def each(unit: int) -> Opinion:
            part = plan.part(unit)
            if part is None or part.mark == state.marks[self.board.marker_of[unit]]:
                return 0.0, _W("its marker stands well"), {}
            return 1.0, SHIFT_REASON, self._mark_values(part)

        return weighed(choices, each, 0.5, _W("every marker stands where it should"))

    def _mark_values(self, part: Part) -> dict[str, Any]:
        track = self.board.track[part.mark]
        return {"sp": track.sp, "ma": track.ma, "space": self.space_name(part.to)}

    def _shift(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.1"""
        part, marks = self.plan(state).part(state.frames[-1]["unit"]), self.rules.assembly.adjustment.marks

        def each(item: int) -> Opinion:
            if part is not None and marks[item] == part.mark:
                return 1.0, SHIFT_REASON, self._mark_values(part)
            away = abs(marks[item] - part.mark) if part is not None else 0
            return -float(away), _W("the other spaces serve the march better"), {}

        return weighed(choices, each)

    # Boons --------------------------------------------------------------------------------------------------

    def _boons(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Spend only what makes the attack of this turn better.

        Rule: 5.2
        """
        def each(item: int) -> Opinion:
            buy = self.buys[item]
            if buy.disperse:
                gain = self._false_flag(state, buy.cost)
                return gain - 0.02, FEWER, {"points": round(100 * gain)}
            return 0.05 if state.turn < self.board.turns else -1.0, _W("the column is strong again"), {}

        return weighed(choices, each, 0.0, _W("momentum helps in every contact"))

    def _false_flag(self, state: MarchState, cost: int) -> float:
        """How much better the attack on the capital gets without its best defender; -1 without an attack."""
        planner, parts = self.planner(state), self.plan(state).parts
        defenders = planner.defenders(self.goal)
        with_all, without = (planner.assault(parts, momentum) for momentum in (state.momentum, state.momentum - cost))
        if with_all is None or without is None or not defenders:
            return -1.0
        return without.best(defenders[1:])[0] - with_all.best(defenders)[0]

    def _boon_unit(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.2"""
        return weighed(choices, lambda unit: (
            state.sp[unit] + self._inside(state, unit, 10.0), _W("the strongest where it matters"), {}
        ))  # fmt: skip

    def _inside(self, state: MarchState, unit: int, worth: float) -> float:
        """What it is worth that a unit stands in the capital, 0 elsewhere."""
        return worth if state.at[unit] == self.goal else 0.0

    # Movement -----------------------------------------------------------------------------------------------

    def _move(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        plan = self.plan(state)

        def each(unit: int) -> Opinion:
            part = plan.part(unit)
            if part is None or part.to == state.at[unit]:
                return 0.0, _W("it stays where it is"), {}
            return 1.0, MARCH_REASON, {"space": self.space_name(part.to)}

        return weighed(choices, each, 0.5, _W("everybody stands where the plan wants them"))

    def _group(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        goals = {part.unit: part.to for part in self.plan(state).parts}
        return self.weigh_group(state, choices, goals.get, MARCH_REASON, OFF_PLAN, OFF_PLAN)

    # Contact ------------------------------------------------------------------------------------------------

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`."""
        board, able = self.board, 0
        for space in bits(board.neighbours[spot] & state.occupied[WAGNER]):
            able |= state.units_in[space] & fresh(board, state, WAGNER)
        group = [Assailant(unit, state.at[unit], state.sp[unit], self.frail(state, unit)) for unit in bits(able)]
        planner = self.planner(state)
        defenders = planner.defenders(spot)
        if spot == self.goal:
            left = Siege(planner, sum(state.sp[unit] for unit in bits(army(board, state, WAGNER) & state.present))).left
        else:
            left = _Skirmish(self, state, spot, defenders).left
        assault = Assault(board, self.rules.notes, WAGNER, spot, group, state.momentum, planner.costs(), left)
        return assault, defenders

    # After a contact ----------------------------------------------------------------------------------------

    def _advance(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Into the capital always; elsewhere where it brings the unit nearer.

        Rule: 6.2.4
        """
        spot = state.frames[-1]["spot"]

        def each(unit: int) -> Opinion:
            if spot == self.goal:
                return 10.0, _W("the capital must be held"), {}
            gain = self._standing(state, unit, spot) - self._standing(state, unit, state.at[unit])
            return gain, _W("it is nearer to the capital there"), {}

        return weighed(choices, each, 0.0, _W("the others stay where they are"))

    def _standing(self, state: MarchState, unit: int, space: int) -> float:
        """What it is worth to have `unit` in `space` after this turn."""
        marker = self.board.marker_of[unit]
        if marker >= 0:
            return self.outlook.column(state.turn, space, state.marks[marker])
        return self.outlook.other(state.turn, space, state.ma[unit], flies=bool(self.board.flyers >> unit & 1))

    def _place(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Where a unit retreats, comes back or joins: the nearer to the capital the better.

        Rule: 3.11, 6.2.2, 7.1.1
        """
        unit = state.frames[-1]["unit"]
        return weighed(choices, lambda space: (
            self._standing(state, unit, space), _W("the march goes on best from there"), {}
        ))  # fmt: skip

    def _weaken(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.1.1"""
        full, weak = self.board.sp
        return weighed(choices, lambda unit: (
            full[unit] - weak[unit] + self._inside(state, unit, 3.0), _W("it holds the capital and loses much"), {}
        ))  # fmt: skip

    def _turncoat(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.1.1"""
        return weighed(choices, lambda unit: (
            state.sp[unit] + self._inside(state, unit, 3.0), _W("one enemy fewer, one friend more"), {}
        ), 0.0, _W("no unit comes over"))  # fmt: skip


class _Skirmish:
    """What an attack on a location other than the capital is worth: losses of the enemy, and a free road."""

    def __init__(self, adviser: WagnerAdviser, state: MarchState, spot: int, defenders: tuple[Defender, ...]) -> None:
        board = adviser.board
        self.before = self._weight(defenders)
        on_road = board.road >> spot & 1
        last = state.turn >= board.turns
        held = state.occupied[WAGNER] >> adviser.goal & 1
        self.cleared = (1.0 if held else 0.3 if last else 0.06) if on_road else 0.01
        self.each = 0.0 if last and not on_road else 0.05

    @staticmethod
    def _weight(defenders: tuple[Defender, ...]) -> float:
        return sum(one[0] * 0.3 + 0.6 for one in defenders)

    def left(self, defenders: tuple[Defender, ...]) -> float:
        """More for each defender that is gone or reduced, and for the empty location."""
        return self.each * (self.before - self._weight(defenders)) + (0.0 if defenders else self.cleared)


SHIFT_REASON = _W("{sp} strength and {ma} movement serve best: it makes for {space}")
MARCH_REASON = _W("makes for {space}")
OFF_PLAN = _W("leads away from the plan")
