"""How to play Winter War well: the movement plan of each phase, the attacks of each segment, rules of thumb for the
rest.

An adviser knows only what its side may know: it looks at the state through `outlook.seen_by`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.winter_war import advice_setup, strengths
from pnp.games.winter_war.advice_weights import WEIGHTS, Weights
from pnp.games.winter_war.assault import Assault
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook, defence_from, seen_by
from pnp.games.winter_war.plans_finnish import FinnishPlan
from pnp.games.winter_war.plans_soviet import SovietPlan
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.texts import VERBS
from pnp.referee.advice import Judge, JudgingAdviser, Scored
from pnp.referee.dice import bits
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

WHY = {
    "attack": _W("to {space}, from where an attack is worth it"),
    "march": _W("to {space}, towards what is worth points"),
    "guard": _W("to {space}, to guard the port"),
    "follow": _W("to {space}, so that more units can be supplied"),
    "hold": _W("to {space}, which must be held"),
    "raid": _W("to {space}, where a railway can be cut"),
    "snatch": _W("to {space}, to take points from the enemy"),
    "bar": _W("to {space}, to bar the way to the railway"),
    "cover": _W("to {space}, out of the way"),
}
"""What a plan sends units for, in words."""

CHOOSE_UNIT, FIGHT, ACCEPT = ([verb.id for verb in VERBS].index(name) for name in ("choose-unit", "fight", "accept"))
"""Verbs, by index."""

FAR_OFF = _W("not what the plan needs now")


class WinterAdviser(JudgingAdviser):
    """Advises one side; keeps the plan of the phase and the attacks of the segment."""

    rules: WinterWar

    def __init__(self, rules: WinterWar, side: int, weights: Weights = WEIGHTS) -> None:
        super().__init__(rules)
        self.side, self.weights = side, weights
        known = f"outlook {weights}"
        if known not in rules.notes:
            rules.notes[known] = Outlook(rules, weights)
        self.outlook: Outlook = rules.notes[known]
        self.judges = self._judges()
        self._names: dict[tuple[str, int], str] = {}
        self._plan: SovietPlan | FinnishPlan | None = None
        self._plan_key: tuple[int, ...] = ()
        self._assault: Assault | None = None
        self._assault_key: tuple[int, ...] = ()

    def judge(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """What the open decision's judge thinks of `choices`, as far as the side can see."""
        seen = seen_by(self.rules, state, self.side)
        return self.judges[self.rules.STEPS[seen.stack[-1]].id](seen, choices)

    def _judges(self) -> Mapping[str, Judge]:
        """By decision."""
        return {
            "setup-unit": self._set_up_unit, "setup-space": self._set_up_hex, "arrival-unit": self._arrival,
            "arrival-space": self._places, "excess": self._excess, "movement-unit": self._mover,
            "movement-space": self._way, "stacking-surplus": self._cheapest, "retreat-before-unit": self._slip_away,
            "retreat-before-space": self._refuge, "follow-unit": self._follow_up, "follow-space": self._gain,
            "combat-target": self._target, "combat-attacker": self._attacker, "losses-exchange": self._payment,
            "advance": self._winner, "advance-space": self._gain, "retreat-unit": self._fleeing,
            "retreat-space": self._refuge, "cease-fire": self._truce, "landing": self._landing,
            "paradrop": self._drop, "volunteers": self._places, "climate": self._climate,
        }  # fmt: skip

    def _space(self, space: int) -> str:
        key = (self._lang, space)
        if key not in self._names:
            self._names[key] = self.name(self.rules.places[space])
        return self._names[key]

    # Set-up and reinforcements --------------------------------------------------------------------------------

    def _set_up_unit(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """The units with least freedom first."""
        return [
            (advice_setup.turn_of(self.rules, self.outlook, self.side, action[1]), _W("in this order"), {})
            if len(action) == 2
            else (-1.0, _W("later"), {})
            for action in choices
        ]

    def _set_up_hex(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        rules, outlook, unit = self.rules, self.outlook, state.selected
        if self.side == SOVIET:
            value = advice_setup.SovietPlacing(rules, outlook, state, unit).value
        else:
            value = advice_setup.FinnishPlacing(rules, outlook, state, unit).value
        return [(value(action[1]), _W("{space} suits it"), {"space": self._space(action[1])}) for action in choices]

    def _arrival(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """All come at once, the strongest first."""
        board = self.rules.board
        return [
            (0.0, _W("keep it back"), {})
            if len(action) == 1
            else (1.0 + board.attack[action[1]] + board.defence[action[1]], _W("it is needed"), {})
            for action in choices
        ]

    def _places(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Where the pull is strongest: where there is most to take, or to lose."""
        pull = (
            FinnishPlan(self.rules, state, self.outlook, only_look=True).approach
            if self.side == FINNISH
            else self.outlook.pull(state).__getitem__
        )
        return [
            (pull(action[1]), _W("near to what counts"), {}) if len(action) == 2 else (0.0, _W("not now"), {})
            for action in choices
        ]

    # Movement ---------------------------------------------------------------------------------------------------

    def plan(self, state: WinterState) -> SovietPlan | FinnishPlan:
        """The plan of this phase; made anew when the last one has been carried out as far as it could be."""
        key = (state.turn, state.phase, state.moved)
        if self._plan is None or self._plan_key[:2] != key[:2]:
            made: SovietPlan | FinnishPlan
            made = (SovietPlan if self.side == SOVIET else FinnishPlan)(self.rules, state, self.outlook)
            self._plan = made
        self._plan_key = key
        return self._plan

    def _mover(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        plan = self.plan(state)
        rank = {unit: number for number, unit in enumerate(plan.order)}
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("all stand where they should"), {}))
                continue
            unit = action[1]
            goal = plan.goal.get(unit, -1)
            if goal < 0 or goal == state.at[unit]:
                found.append((-1.0 - rank.get(unit, 999) / 1000, _W("it stays"), {}))
            else:
                found.append((100.0 - rank[unit], WHY[plan.why[unit]], {"space": self._space(goal)}))
        return found

    def _way(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Straight to the goal; where that can't be reached any more, to the best of what can."""
        plan = self.plan(state)
        unit = state.selected
        goal = plan.goal.get(unit, state.at[unit])
        reached = goal == state.at[unit]
        possible = any(len(action) == 2 and action[1] == goal for action in choices)
        found: Scored = []
        for action in choices:
            space = action[1] if len(action) == 2 else state.at[unit]
            if space == goal:
                found.append((100.0, WHY[plan.why.get(unit, "march")], {"space": self._space(goal)}))
            elif possible or reached:
                found.append((0.0, FAR_OFF, {}))
            else:
                found.append((self._second_best(plan, unit, space), FAR_OFF, {}))
        return found

    def _second_best(self, plan: SovietPlan | FinnishPlan, unit: int, space: int) -> float:
        room = self.rules.board.limit[space] - plan.counts.get(space, 0)
        value = plan.value(unit, space) if isinstance(plan, FinnishPlan) else plan.ease(unit, space)
        return value - (5.0 if room <= 0 else 0.0)

    def _cheapest(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        return [(-self.outlook.worth[action[1]], _W("the least loss"), {}) for action in choices]

    def _excess(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Those go without supply that need it least; nobody of one's own accord."""
        return [
            (1.0, _W("let the strongest draw first"), {})
            if len(action) == 1
            else (-self.outlook.worth[action[1]], _W("it can do without"), {})
            for action in choices
        ]

    # Before combat ----------------------------------------------------------------------------------------------

    def _slip_away(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Who may retreat does, but from a place that must be held and stands firm."""
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("the others stay"), {}))
            else:
                firm = self._firm(state, state.at[action[1]])
                found.append((-1.0 if firm else 1.0, _W("it would be lost here"), {}))
        return found

    def _firm(self, state: WinterState, space: int) -> bool:
        """Whether those in a hex stand better than even there, so that the attack costs the enemy more than them."""
        rules, board = self.rules, self.rules.board
        enemies = board.own[SOVIET if self.side == FINNISH else FINNISH]
        force, hexes = 0, 0
        near = board.links[board.season(state.turn)].near[space]
        for at in bits(near & state.occupied[SOVIET if self.side == FINNISH else FINNISH]):
            force |= state.units_in[at] & enemies & ~state.isolated
            hexes |= 1 << at
        halves = defence_from(rules, state, self.side, space, hexes)
        return halves > 0 and strengths.attack_halves(board, force) < self.outlook.weights.stand * halves

    def _refuge(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Away from the enemy, towards what is to be held."""
        board = self.rules.board
        enemies = state.occupied[SOVIET if self.side == FINNISH else FINNISH]
        near = board.links[board.season(state.turn)].near
        pull = self.outlook.pull(state)
        return [
            (0.2 * pull[action[1]] - (near[action[1]] & enemies).bit_count(), _W("out of reach"), {})
            for action in choices
        ]

    def _follow_up(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Advance with a weak unit, where that leads on; the strong ones attack."""
        found: Scored = []
        pull = self.outlook.pull(state)
        best = max((pull[space] for space in bits(state.vacated)), default=0.0)
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("stay"), {}))
            else:
                unit = action[1]
                gain = (best - pull[state.at[unit]]) * 4 if self.side == SOVIET else -1.0
                found.append((gain - 0.5 * self.outlook.worth[unit], _W("it leads on"), {}))
        return found

    def _gain(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        pull = self.outlook.pull(state)
        return [(pull[action[1]] + self.outlook.ground(action[1]), _W("the better hex"), {}) for action in choices]

    # Attacks ----------------------------------------------------------------------------------------------------

    def assault(self, state: WinterState) -> Assault:
        """The attacks that remain."""
        key = (state.turn, state.phase, state.fought, state.struck, state.occupied[0], state.occupied[1])
        if self._assault is None or self._assault_key != key:
            self._assault, self._assault_key = Assault(self.rules, state, self.side, self.outlook), key
        return self._assault

    def _target(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """The surest attack first; nothing where none is worth it and none is owed."""
        plan = self.assault(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("no attack is worth it"), {}))
                continue
            units = plan.attacks.get(action[1], 0)
            value = plan.value(action[1], units) if units else -40.0
            base = 50.0 if units else 0.0
            found.append((base + value, _W("an attack worth {points}"), {"points": f"{value:.1f}"}))
        return found

    def _attacker(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        plan = self.assault(state)
        wanted = 0
        for space in bits(state.targets):
            wanted |= plan.attacks.get(space, 0)
        found: Scored = []
        for action in choices:
            if action[0] == FIGHT:
                found.append((1.0, _W("these are enough"), {}))
            elif action[0] == CHOOSE_UNIT:
                planned = wanted >> action[1] & 1
                found.append(
                    (
                        2.0 + self.outlook.worth[action[1]] if planned else -self.outlook.worth[action[1]],
                        _W("it takes part"),
                        {},
                    )
                )
            else:
                found.append((-50.0, _W("one hex at a time"), {}))
        return found

    def _payment(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """The cheapest units that suffice."""
        attack = self.rules.board.attack
        owed = state.owed
        whole = self.outlook.price(state.chosen, owed)
        found: Scored = []
        for action in choices:
            unit = action[1]
            rest = owed - attack[unit]
            cost = self.outlook.worth[unit] + (
                self.outlook.price(state.chosen & ~(1 << unit), rest) if rest > 0 else 0.0
            )
            found.append((whole - cost, _W("the least loss"), {}))
        return found

    def _winner(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Advance where that leads on; the Finnish side only into its lines."""
        board = self.rules.board
        pull = self.outlook.pull(state)
        best = max((self.outlook.ground(space) + pull[space] for space in bits(state.targets)), default=0.0)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((0.0, _W("stay"), {}))
                continue
            unit = action[1]
            if self.side == SOVIET:
                found.append((1.0 + best - pull[state.at[unit]] + 0.1 * board.defence[unit], _W("it leads on"), {}))
            else:
                home = any(board.forts >> space & 1 or self._scores(state, space) for space in bits(state.targets))
                found.append(
                    (1.0 if home and not board.forts >> state.at[unit] & 1 else -1.0, _W("back into the line"), {})
                )
        return found

    def _scores(self, state: WinterState, space: int) -> bool:
        """Whether it takes points from the enemy to be in a hex, and nothing can come of that any more."""
        return state.turn == self.rules.board.turns and self.outlook.at_stake(state, FINNISH, space) > 0

    def _fleeing(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        return [(self.outlook.worth[action[1]], _W("the best unit first"), {}) for action in choices]

    # The optional rule ---------------------------------------------------------------------------------------------

    def _truce(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """A cease-fire, while the score is still good: below a marginal Soviet victory."""
        score = self.rules.victory.points(state, SOVIET)
        good = score < self._fair()
        return [
            (
                (1.0 if good else -1.0) if action[0] == ACCEPT else 0.0,
                _W("the score stands at {points}"),
                {"points": score},
            )
            for action in choices
        ]

    def _fair(self) -> int:
        """The least score of the lowest level that the Soviet side wins with."""
        winners = {outcome.id: outcome.winner for outcome in self.rules.game.info.outcomes}
        levels = self.rules.scenario.levels
        soviet = self.rules.sides[SOVIET]
        return min(lv.at_least for lv in levels if lv.at_least is not None and winners[lv.outcome] == soviet)

    def _landing(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        return [(1.0 if action[0] == ACCEPT else 0.0, _W("the port is worth it"), {}) for action in choices]

    def _drop(self, state: WinterState, choices: Sequence[Action]) -> Scored:
        """Behind the lines, on points, while the way is open."""
        pull = self.outlook.pull(state)
        found: Scored = []
        for action in choices:
            if len(action) == 1:
                found.append((4.0 - 0.4 * state.turn, _W("wait"), {}))
            else:
                found.append((pull[action[1]] + self.outlook.ground(action[1]) - 3.0, _W("behind their lines"), {}))
        return found

    def _climate(self, state: WinterState, choices: Sequence[Any]) -> Scored:
        """The Soviet unit that is worth most."""
        return [(self.outlook.worth[action[1]], _W("their loss"), {}) for action in choices]
