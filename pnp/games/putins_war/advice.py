"""How to play Russia well: a plan for each activation, rules of thumb for the rest, and the reasons on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.games.putins_war import actions
from pnp.games.putins_war.control import hostile
from pnp.games.putins_war.plans import WEIGHTS, Plan, Planner, Weights
from pnp.games.putins_war.state import WarState
from pnp.referee.advice import JudgingAdviser, Scored
from pnp.referee.dice import bits
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar

MARCH = _W("{units} to {space}, nearer to what is worth taking")
ATTACK = _W(
    "{units} against {space}, worth {points}: held afterwards in {chance} % of cases, {losses} units lost on average"
)

Judge = Callable[["PutinsWar", WarState, Action], tuple[float, str]]


class WarAdviser(JudgingAdviser):
    """Advises Russia; keeps the plan of the activation that is under way."""

    rules: PutinsWar

    def __init__(self, rules: PutinsWar, weights: Weights = WEIGHTS) -> None:
        super().__init__(rules)
        self.weights = weights
        self._plan: Plan | None = None

    def best(self, state: WarState, choices: Sequence[Action]) -> Action:
        """The best of `choices`; an activation goes on with its plan."""
        return (
            self._activate(self.rules, state, choices)
            if state.stack[-1] in _ACTIVATING
            else super().best(state, choices)
        )

    def judge(self, state: WarState, choices: Sequence[Action]) -> Scored:
        """Score and reason of each choice."""
        step = state.stack[-1]
        if step in _ACTIVATING:
            return self._judge_activation(self.rules, state, choices)
        return [(*JUDGES[step](self.rules, state, action), {}) for action in choices]

    # Activations --------------------------------------------------------------------------------------------

    def _activate(self, rules: PutinsWar, state: WarState, choices: Sequence[Action]) -> Action:
        """The next unit, or the target, of the plan; a new plan when none is under way."""
        plan = self._plan if state.chosen else None
        if plan is None or not set(bits(state.chosen)) <= set(plan.units) or self._next(state, plan) not in choices:
            plan = self._plan = self._best(rules, state)
        return choices[-1] if plan is None else self._next(state, plan)

    @staticmethod
    def _next(state: WarState, plan: Plan) -> Action:
        """The next action of `plan`."""
        for unit in plan.units:
            if not state.chosen >> unit & 1:
                return (actions.CHOOSE_UNIT, unit)
        return (actions.MOVE_TO, plan.target)

    def _best(self, rules: PutinsWar, state: WarState) -> Plan | None:
        """The best plan that includes the units already chosen; None to finish."""
        planner = Planner(rules, state, self.weights)
        if not state.chosen:
            plans = planner.plans()
            return plans[0] if plans and plans[0].score > 0 else None
        begun = set(bits(state.chosen))
        for plan in planner.plans():
            if begun <= set(plan.units):
                return plan
        target = max(bits(state.targets), key=lambda space: (rules.board.points[space], -space))
        return Plan(0.0, tuple(bits(state.chosen)), target, 0.0, 0.0, False)

    def _judge_activation(self, rules: PutinsWar, state: WarState, choices: Sequence[Action]) -> Scored:
        """For a unit the best plan of it and those already chosen; for a target the plan of those chosen alone."""
        planner = Planner(rules, state, self.weights)
        plans = [plan for plan in planner.plans() if set(bits(state.chosen)) <= set(plan.units)]
        scored: Scored = []
        for verb, *ids in choices:
            if verb == actions.DONE:
                scored.append((0.0, _W("nothing more is worth the risk"), {}))
                continue
            if verb == actions.MOVE_TO:
                exact = planner.plan_of(state.chosen, ids[0])
                plan = exact if exact.attack or exact.score > 0 else None
            else:
                plan = next((plan for plan in plans if ids[0] in plan.units), None)
            if plan is None:
                scored.append((-10.0, _W("leads to nothing good"), {}))
            else:
                scored.append((plan.score, *self._reason(rules, plan)))
        return scored

    def _reason(self, rules: PutinsWar, plan: Plan) -> tuple[str, dict[str, Any]]:
        """A plan as a reason and the values of its placeholders."""
        values: dict[str, Any] = {
            "units": ", ".join(self.name(rules.units[u]) for u in plan.units),
            "space": self.name(rules.spaces[plan.target]),
        }  # fmt: skip
        if not plan.attack:
            return MARCH, values
        points, chance, losses = rules.board.points[plan.target], round(plan.chance * 100), f"{plan.losses:.1f}"
        return ATTACK, {**values, "points": points, "chance": chance, "losses": losses}


def _unit_value(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """Strong units first, ground units before Air Force."""
    if action == (actions.DONE,):
        return -1.0, _W("more units help")
    unit = action[1]
    ground = rules.board.ground >> unit & 1
    return rules.board.combat[unit] + 0.5 * ground, _W("a strong unit")


def _start_space(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """Where much can be taken and there is room in the stack."""
    board, space = rules.board, action[1]
    standing = state.units_in[space] & board.russian
    if standing.bit_count() >= board.stack_limit:
        return -10.0, _W("the area is full")
    near = board.neighbours[space] & hostile(board, state)
    promise = board.worth.of(near)
    room_bonus = 2.0 if standing else 0.0
    return promise + room_bonus, _W("near to what is worth taking")


def _loss(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """The weakest unit goes; Air Force before ground units, which alone hold areas."""
    board, unit = rules.board, action[1]
    ground = board.ground >> unit & 1
    return -(board.combat[unit] + 2.0 * ground), _W("it is missed least")


def _refuge(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """Where all find room, and near to the next target."""
    board, space = rules.board, action[1]
    free = board.stack_limit - (state.units_in[space] & board.russian).bit_count()
    room = min(free, state.fighters.bit_count())
    near = board.worth.of(board.neighbours[space] & hostile(board, state))
    return room * 10 + near, _W("there is room")


def _garrison_won(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """A garrison frees the units that won the area."""
    if action == (actions.DONE,):
        return 0.5, _W("keep it for a better place")
    return float(rules.board.points[state.area]), _W("it frees the units for the next attack")


def _garrison_choice(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """Garrisons from the stock are placed; those on the map stay."""
    if action == (actions.DONE,):
        return 0.0, _W("the garrisons stand well")
    in_stock = state.at[action[1]] == rules.board.stock
    return (1.0, _W("it is idle")) if in_stock else (-1.0, _W("it is needed where it is"))


def _garrison_space(rules: PutinsWar, state: WarState, action: Action) -> tuple[float, str]:
    """Where units can go on from, and points are at stake."""
    board, space = rules.board, action[1]
    near = board.worth.of(board.neighbours[space] & hostile(board, state))
    count = (state.units_in[space] & board.ground).bit_count()
    return board.points[space] + 0.3 * near + 0.5 * count, _W("its units can go on")


_ACTIVATING = (actions.ACTIVATE, actions.TARGET)

JUDGES: Mapping[int, Judge] = {
    actions.SETUP: _unit_value,
    actions.SETUP_SPACE: _start_space,
    actions.REINFORCE: _unit_value,
    actions.REINFORCE_SPACE: _start_space,
    actions.LOSE: _loss,
    actions.SURPLUS: _loss,
    actions.OVER_STACK: _loss,
    actions.RETREAT: _refuge,
    actions.GARRISON_WON: _garrison_won,
    actions.GARRISON: _garrison_choice,
    actions.GARRISON_SPACE: _garrison_space,
}
"""Score and reason of a choice in each step but activations."""
