"""How to lead Wagner: a plan for the turn, the best series of contacts, and rules of thumb for what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.march_of_justice.advice_contact import ContactAdviser
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.forecast import Assailant, Assault, Defender, Option
from pnp.games.march_of_justice.odds import fresh
from pnp.games.march_of_justice.plans import Plan, Planner, Siege
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
    """Advises Wagner; keeps the plan of the turn and the contact that is being put together."""

    def __init__(self, rules: MarchOfJustice, weights: Weights | None = None) -> None:
        super().__init__(rules)
        weights = weights or Weights()
        key = f"outlook {weights}"
        if key not in rules.notes:
            rules.notes[key] = Outlook(rules.board, weights)
        self.outlook: Outlook = rules.notes[key]
        self._plan: tuple[tuple[Any, ...], Plan] | None = None
        self._series: tuple[tuple[int, int], Option] | None = None
        self.buys = {buy.item: buy for buy in self.board.boons}
        self.judges = {
            "adjust": self._adjust, "shift": self._shift, "boons": self._boons, "boons-unit": self._boon_unit,
            "move": self._move, "group": self._group, "contact": self._contact, "attackers": self.weigh_attackers,
            "advance": self._advance, "silent-reduce": self._weaken, "silent-switch": self._turncoat,
            "return": self._place, "retreat": self._place, "join": self._place, "silent-join": self._place,
            "loss": self._lose,
        }  # fmt: skip

    # The plan of the turn -----------------------------------------------------------------------------------

    def planner(self, state: MarchState) -> Planner:
        """Plans from this position."""
        return Planner(self.board, self.rules.notes, state, self.outlook)

    def plan(self, state: MarchState) -> Plan:
        """The plan of this turn: kept while the position is on its way to it, else made anew."""
        phase = self._is_administration(state)
        key = (
            state.turn,
            phase,
            state.momentum,
            state.reduced,
            state.switched,
            state.occupied[RUSSIA],
            state.barred,
            state.occupied[WAGNER].bit_count() if phase else 0,
        )
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
        for part in plan.parts:
            bit = 1 << part.unit
            if state.moved & bit and state.at[part.unit] != part.to:
                return False
            marker = self.board.marker_of[part.unit]
            if (
                marker >= 0
                and (state.shifted & bit or not self._is_administration(state))
                and state.marks[marker] != part.mark
            ):
                return False
        return True

    def _adjust(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.1"""
        plan = self.plan(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.5, _W("every marker stands where it should"), {}))
                continue
            unit = action[1]
            part = plan.part(unit)
            marker = self.board.marker_of[unit]
            if part is None or part.mark == state.marks[marker]:
                found.append((0.0, _W("its marker stands well"), {}))
            else:
                found.append((1.0, SHIFT_REASON, self._mark_values(part.mark, part.to)))
        return found

    def _mark_values(self, mark: int, to: int) -> dict[str, Any]:
        track = self.board.track[mark]
        return {"sp": track.sp, "ma": track.ma, "space": self.space_name(to)}

    def _shift(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.1"""
        part = self.plan(state).part(state.frames[-1]["unit"])
        found: Scored = []
        for action in choices:
            mark = self.rules.assembly.adjustment.marks[action[1]]
            if part is not None and mark == part.mark:
                found.append((1.0, SHIFT_REASON, self._mark_values(mark, part.to)))
            else:
                away = abs(mark - part.mark) if part is not None else 0
                found.append((-float(away), _W("the other spaces serve the march better"), {}))
        return found

    # Boons --------------------------------------------------------------------------------------------------

    def _boons(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Spend only what makes the attack of this turn better.

        Rule: 5.2
        """
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("momentum helps in every contact"), {}))
                continue
            buy = self.buys[action[1]]
            if buy.disperse:
                gain = self._false_flag(state, buy.cost)[0]
                found.append((gain - 0.02, FEWER, {"points": round(100 * gain)}))
            else:
                found.append((0.05 if state.turn < self.board.turns else -1.0, _W("the column is strong again"), {}))
        return found

    def _false_flag(self, state: MarchState, cost: int) -> tuple[float, int]:
        """How much better the attack on the capital gets without its best defender, who that is; (-1, -1) without an
        attack.
        """
        planner = self.planner(state)
        plan = self.plan(state)
        defenders = planner.defenders(self.outlook.goal)
        momentum = state.momentum
        with_all, without = planner.assault(plan.parts, momentum), planner.assault(plan.parts, momentum - cost)
        if with_all is None or without is None or not defenders:
            return -1.0, -1
        inside = state.units_in[self.outlook.goal] & army(self.board, state, RUSSIA)
        strongest = max(bits(inside), key=lambda u: (state.sp[u], -u))
        return without.best(defenders[1:])[0] - with_all.best(defenders)[0], strongest

    def _boon_unit(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 5.2"""
        inside = state.units_in[self.outlook.goal]
        return [
            (state.sp[unit] + (10.0 if inside >> unit & 1 else 0.0), _W("the strongest where it matters"), {})
            for _, unit in choices
        ]

    # Movement -----------------------------------------------------------------------------------------------

    def _move(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        plan = self.plan(state)
        found: Scored = []
        for action in choices:
            part = plan.part(action[1]) if len(action) > 1 else None
            if len(action) == 1:
                found.append((0.5, _W("everybody stands where the plan wants them"), {}))
            elif part is None or part.to == state.at[part.unit]:
                found.append((0.0, _W("it stays where it is"), {}))
            else:
                found.append((1.0, MARCH_REASON, {"space": self.space_name(part.to)}))
        return found

    def _group(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.1"""
        plan = self.plan(state)
        first = plan.part(state.frames[-1]["chosen"].bit_length() - 1)
        found: Scored = []
        for verb, item in choices:
            if self.rules.VERBS[verb].id == "move-to":
                good = first is not None and item == first.to
                score = 1.0 if good else -1.0
                found.append((score, MARCH_REASON if good else OFF_PLAN, {"space": self.space_name(item)}))
            else:
                part = plan.part(item)
                along = first is not None and part is not None and part.to == first.to
                found.append((2.0 if along else -2.0, _W("goes the same way") if along else OFF_PLAN, {}))
        return found

    # Contact ------------------------------------------------------------------------------------------------

    def contacts(self, state: MarchState) -> dict[int, tuple[float, Option | None, float]]:
        """For each location in reach: what the best series gains over leaving it, its first attack, the chance to clear
        it.
        """
        found = {}
        self._series, most = None, 0.0
        for spot in bits(self.rules.assembly.contact.attackable(state)):
            assault, defenders = self.assault_on(state, spot)
            value, option = assault.best(defenders)
            if option is not None and value - assault.left(defenders) > most:
                most, self._series = value - assault.left(defenders), ((state.turn, spot), option)
            found[spot] = (value - assault.left(defenders), option, value)
        return found

    def assault_on(self, state: MarchState, spot: int) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks that can still be made on `spot`."""
        board = self.board
        able = 0
        for space in bits(board.neighbours[spot] & state.occupied[WAGNER]):
            able |= state.units_in[space] & fresh(board, state, WAGNER)
        frail = ~board.two_steps | state.reduced
        group = [Assailant(unit, state.at[unit], state.sp[unit], bool(frail >> unit & 1)) for unit in bits(able)]
        planner = self.planner(state)
        defenders = planner.defenders(spot)
        if spot == self.outlook.goal:
            own = sum(state.sp[unit] for unit in bits(army(board, state, WAGNER)) if state.at[unit] < board.count)
            left = Siege(planner, own).left
        else:
            left = _Skirmish(self, state, spot, defenders).left
        return Assault(
            board, self.rules.notes, WAGNER, spot, group, state.momentum, planner.costs(), left
        ), defenders

    def _contact(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 6.2"""
        contacts = self.contacts(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("no contact is worth the risk"), {}))
                continue
            gain, option, value = contacts[action[1]]
            if option is None:
                found.append((-0.01, _W("too dangerous with what stands next to it"), {}))
            else:
                found.append(
                    (gain, CONTACT_REASON, {"chance": round(100 * value), "drm": f"{option.drm:+d}", "sp": option.sp})
                )
        return found

    def planned(self, state: MarchState) -> Option | None:
        """The first attack of the series that was found best."""
        kept = self._series
        return kept[1] if kept is not None and kept[0] == (state.turn, state.frames[-1]["spot"]) else None

    # After a contact ----------------------------------------------------------------------------------------

    def _advance(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Into the capital always; elsewhere where it brings the unit nearer.

        Rule: 6.2.4
        """
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("the others stay where they are"), {}))
            elif state.frames[-1]["spot"] == self.outlook.goal:
                found.append((10.0, _W("the capital must be held"), {}))
            else:
                unit, spot = action[1], state.frames[-1]["spot"]
                gain = self._standing(state, unit, spot) - self._standing(state, unit, state.at[unit])
                found.append((gain, _W("it is nearer to the capital there"), {}))
        return found

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
        reason = _W("the march goes on best from there")
        return [(self._standing(state, state.frames[-1]["unit"], action[1]), reason, {}) for action in choices]

    def _lose(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """The unit that is missed least.

        Rule: 6.2.2
        """
        found: Scored = []
        for action in choices:
            unit = action[-1] if len(action) > 1 else 0
            found.append(
                (-float(state.sp[unit]) - (5.0 if self.frail(state, unit) else 0.0), _W("it is missed least"), {})
            )
        return found

    def _weaken(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.1.1"""
        inside = state.units_in[self.outlook.goal]
        found: Scored = []
        for _, unit in choices:
            drop = self.board.sp[0][unit] - self.board.sp[1][unit]
            found.append((drop + (3.0 if inside >> unit & 1 else 0.0), _W("it holds the capital and loses much"), {}))
        return found

    def _turncoat(self, state: MarchState, choices: Sequence[Action]) -> Scored:
        """Rule: 7.1.1"""
        return [
            (0.0, _W("no unit comes over"), {})
            if len(action) == 1
            else (
                float(state.sp[action[1]]) + (3.0 if state.at[action[1]] == self.outlook.goal else 0.0),
                _W("one enemy fewer, one friend more"),
                {},
            )
            for action in choices
        ]


class _Skirmish:
    """What an attack on a location other than the capital is worth: losses of the enemy, and a free road."""

    def __init__(self, adviser: WagnerAdviser, state: MarchState, spot: int, defenders: tuple[Defender, ...]) -> None:
        board = adviser.board
        self.before = self._weight(defenders)
        on_road = board.road >> spot & 1
        last = state.turn >= board.turns
        held = state.occupied[WAGNER] >> adviser.outlook.goal & 1
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
CONTACT_REASON = _W("worth {chance} in a hundred: {sp} strength, modifier {drm}")
