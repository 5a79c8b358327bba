"""How to play Russia well: a plan for each activation, rules of thumb for the rest, and the reasons on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pnp.games.putins_war.board import WarBoard
from pnp.games.putins_war.plans import WEIGHTS, Plan, Planner, Weights
from pnp.games.putins_war.state import WarState, hostile
from pnp.referee.advice import JudgingAdviser, Scored
from pnp.referee.dice import bits
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.masks import Action
from pnp.referee.violation import _W

MARCH = _W("{units} to {space}, nearer to what is worth taking")
ATTACK = _W(
    "{units} against {space}, worth {points}: held afterwards in {chance} % of cases, {losses} units lost on average"
)

Thumb = Callable[[WarBoard, WarState, Action], tuple[float, str]]
"""A rule of thumb for one choice: its score and the reason. An action without an id ends the decision."""


class WarAdviser(JudgingAdviser):
    """Advises Russia; keeps the plan of the activation that is under way."""

    rules: DeclaredRules

    def __init__(self, rules: DeclaredRules, weights: Weights = WEIGHTS) -> None:
        super().__init__(rules)
        self.weights = weights
        self._plan: Plan | None = None
        verbs = [verb.id for verb in rules.VERBS]
        self._choose, self._go = verbs.index("choose-unit"), verbs.index("move-to")

    def best(self, state: WarState, choices: Sequence[Action]) -> Action:
        """The best of `choices`; an activation goes on with its plan."""
        return self._activate(state, choices) if self._step(state) in _ACTIVATING else super().best(state, choices)

    def judge(self, state: WarState, choices: Sequence[Action]) -> Scored:
        """Score and reason of each choice."""
        step = self._step(state)
        if step in _ACTIVATING:
            return self._judge_activation(state, choices)
        board = self.rules.kit.board
        assert isinstance(board, WarBoard)
        return [(*THUMBS[step](board, state, action), {}) for action in choices]

    def _step(self, state: WarState) -> str:
        return self.rules.STEPS[state.stack[-1]].id

    # Activations --------------------------------------------------------------------------------------------

    def _activate(self, state: WarState, choices: Sequence[Action]) -> Action:
        """The next unit, or the target, of the plan; a new plan when none is under way."""
        chosen = _chosen(state)
        plan = self._plan if chosen else None
        if plan is None or not set(bits(chosen)) <= set(plan.units) or self._next(chosen, plan) not in choices:
            plan = self._plan = self._best(state)
        return choices[-1] if plan is None else self._next(chosen, plan)

    def _next(self, chosen: int, plan: Plan) -> Action:
        """The next action of `plan`."""
        for unit in plan.units:
            if not chosen >> unit & 1:
                return (self._choose, unit)
        return (self._go, plan.target)

    def _best(self, state: WarState) -> Plan | None:
        """The best plan that includes the units already chosen; None to finish."""
        planner, chosen = Planner(self.rules, state, self.weights), _chosen(state)
        if not chosen:
            plans = planner.plans()
            return plans[0] if plans and plans[0].score > 0 else None
        begun = set(bits(chosen))
        for plan in planner.plans():
            if begun <= set(plan.units):
                return plan
        target = max(bits(state.frames[-1]["targets"]), key=lambda space: (planner.board.points[space], -space))
        return Plan(0.0, tuple(bits(chosen)), target, 0.0, 0.0, False)

    def _judge_activation(self, state: WarState, choices: Sequence[Action]) -> Scored:
        """For a unit the best plan of it and those already chosen; for a target the plan of those chosen alone."""
        planner, chosen = Planner(self.rules, state, self.weights), _chosen(state)
        plans = [plan for plan in planner.plans() if set(bits(chosen)) <= set(plan.units)]
        scored: Scored = []
        for verb, *ids in choices:
            if not ids:
                scored.append((0.0, _W("nothing more is worth the risk"), {}))
                continue
            if verb == self._go:
                exact = planner.plan_of(chosen, ids[0])
                plan = exact if exact.attack or exact.score > 0 else None
            else:
                plan = next((plan for plan in plans if ids[0] in plan.units), None)
            if plan is None:
                scored.append((-10.0, _W("leads to nothing good"), {}))
            else:
                scored.append((plan.score, *self._reason(planner.board, plan)))
        return scored

    def _reason(self, board: WarBoard, plan: Plan) -> tuple[str, dict[str, Any]]:
        """A plan as a reason and the values of its placeholders."""
        values: dict[str, Any] = {
            "units": ", ".join(self.name(board.units[u]) for u in plan.units),
            "space": self.name(board.spaces[plan.target]),
        }  # fmt: skip
        if not plan.attack:
            return MARCH, values
        points, chance, losses = board.points[plan.target], round(plan.chance * 100), f"{plan.losses:.1f}"
        return ATTACK, {**values, "points": points, "chance": chance, "losses": losses}


def _chosen(state: WarState) -> int:
    """The units of the activation that is under way."""
    return state.frames[-1].get("chosen", 0)


def _around(board: WarBoard, state: WarState, space: int) -> int:
    """Points of the areas beside `space` that are worth a fight."""
    return board.worth.of(board.neighbours[space] & hostile(board, state))


def _unit_value(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """Strong units first, ground units before Air Force."""
    if len(action) == 1:
        return -1.0, _W("more units help")
    unit = action[1]
    ground = board.troops >> unit & 1
    return board.combat[unit] + 0.5 * ground, _W("a strong unit")


def _start_space(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """Where much can be taken and there is room in the stack."""
    standing = state.units_in[action[1]] & board.mobile
    if standing.bit_count() >= board.stack_limit:
        return -10.0, _W("the area is full")
    return _around(board, state, action[1]) + (2.0 if standing else 0.0), _W("near to what is worth taking")


def _loss(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """The weakest unit goes; Air Force before ground units, which alone hold areas."""
    unit = action[1]
    return -(board.combat[unit] + 2.0 * (board.troops >> unit & 1)), _W("it is missed least")


def _refuge(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """Where all find room, and near to the next target."""
    free = board.stack_limit - (state.units_in[action[1]] & board.mobile).bit_count()
    room = min(free, state.frames[-1]["retreating"].bit_count())
    return room * 10 + _around(board, state, action[1]), _W("there is room")


def _garrison_won(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """A garrison frees the units that won the area."""
    if len(action) == 1:
        return 0.5, _W("keep it for a better place")
    return float(board.points[action[1]]), _W("it frees the units for the next attack")


def _garrison_choice(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """Garrisons from the stock are placed; those on the map stay."""
    if len(action) == 1:
        return 0.0, _W("the garrisons stand well")
    in_stock = state.at[action[1]] == board.stock
    return (1.0, _W("it is idle")) if in_stock else (-1.0, _W("it is needed where it is"))


def _garrison_space(board: WarBoard, state: WarState, action: Action) -> tuple[float, str]:
    """Where units can go on from, and points are at stake."""
    space = action[1]
    count = (state.units_in[space] & board.troops).bit_count()
    return board.points[space] + 0.3 * _around(board, state, space) + 0.5 * count, _W("its units can go on")


_ACTIVATING = ("movement-unit", "movement-space")

THUMBS: Mapping[str, Thumb] = {
    "setup-unit": _unit_value,
    "setup-space": _start_space,
    "arrival-unit": _unit_value,
    "arrival-space": _start_space,
    "losses-unit": _loss,
    "retreat-surplus": _loss,
    "stacking-surplus": _loss,
    "retreat": _refuge,
    "garrison-won": _garrison_won,
    "garrison-choice": _garrison_choice,
    "garrison-space": _garrison_space,
}
"""Score and reason of a choice in each step but activations."""
