"""The decisions of the Russian Portfolio as terms of advice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from pnp.games.russian_portfolio.advice.forecast import NEVER
from pnp.games.russian_portfolio.advice.ground import FAR, PRESSING, Ground
from pnp.games.russian_portfolio.advice.operations import LEAST, Operations
from pnp.games.russian_portfolio.board import AXIS, PortfolioBoard
from pnp.games.russian_portfolio.odds import D1, D4, DX
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.games.russian_portfolio.texts import VERBS
from pnp.referee.dice import bits
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.masks import Action, mask_of
from pnp.referee.violation import _W

VERB_IDS = tuple(verb.id for verb in VERBS)

HOPELESS = 5
"""Weight of the Axis with which the Russian player calls Siberia before it is safe."""

EXPOSED = 3.0
"""What each hex nearer to the enemy costs who arrives Dispersed."""

CROWDED = 9.0
"""What it costs to retreat where units have no room together."""

POST = 9.0
"""What it costs to leave a city as its garrison."""

PLANNED = _W("the plan for this phase")
FORECAST = _W("{value} factors are won or lost on the average")
BETTER = _W("it helps more there")


def kept_plan(view: Standpoint, state: PortfolioState, *, renewed: bool, moving: bool) -> Operations:
    """The plan of a phase, made anew where nothing of it is done yet."""
    now = state.turn, state.phase
    if renewed or view.shared.get("planned") != now:
        view.shared["planned"], view.shared["plan"] = now, Operations(view, state, moving=moving).planned()
    return view.shared["plan"]  # type: ignore[no-any-return]


class Resolute(AdviceTerm):
    """A term that never gives up what could be given up beside another decision."""

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Those of `weighed`; giving up is worse than all of them."""
        kept = [choice for choice in choices if VERB_IDS[choice[0]] not in ("give-up", "reduce")]
        weighed = dict(zip(kept, self.weighed(state, decision, kept), strict=True))
        return [weighed.get(choice, 10 * NEVER) for choice in choices]

    @abstractmethod
    def weighed(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """The values of the other choices."""


class Marching(AdviceTerm):
    """Where each unit goes in a phase, planned once for all of them with the attacks that follow."""

    name = "marching"
    decisions = frozenset({"movement-unit", "movement-space"})
    instead = True

    def plan(self, state: PortfolioState) -> Operations:
        """The plan of this phase."""
        return kept_plan(self.view, state, renewed=not state.moved, moving=True)

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """The plan; what can't be carried out any more is left."""
        moves = self.plan(state).moves
        if decision == "movement-unit":
            order = {unit: 2.0 - n / 100 for n, unit in enumerate(moves) if not state.moved >> unit & 1}
            return [
                0.0 if VERB_IDS[choice[0]] == "done"
                else order.get(choice[1], -1.0) if VERB_IDS[choice[0]] == "choose-unit" else -1.0
                for choice in choices
            ]  # fmt: skip
        unit = state.frames[-1]["unit"]
        goal = moves.get(unit, state.at[unit])
        far = self.plan(state).ground.distance(goal)  # it may be full by now
        return [-float(far[space]) for _, space in choices]

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The plan."""
        return PLANNED, {}


class Attacking(Resolute):
    """Which attacks are worth their risk, and who makes them."""

    name = "attacking"
    decisions = frozenset({"assault-target", "assault-unit", "assault-order", "breakthrough-target"})
    instead = True

    def plan(self, state: PortfolioState) -> Operations:
        """The attacks of this phase, from where units stand."""
        return kept_plan(self.view, state, renewed=not state.targets and len(state.frames) == 1, moving=False)

    def best(self, state: Any, pool: int, space: int) -> tuple[float, int]:
        """What the best of some units win against a hex, and who they are."""
        stands = {unit: 1 << state.at[unit] for unit in bits(pool)}
        value, force = Operations(self.view, state).assault(space, pool, stands)
        return value, mask_of(unit for unit, _ in force)

    def weighed(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Above 0 what is worth it."""
        if decision == "assault-order":
            return [-5.0 if len(c) == 1 else 1.0 / (1 + i) for i, c in enumerate(choices)]
        if decision == "breakthrough-target":
            pool = state.frames[-1]["pool"] & state.present & ~state.dispersed
            return [0.0 if len(c) == 1 else self.best(state, pool, c[1])[0] - LEAST[self.view.side] for c in choices]
        plan = self.plan(state)
        if decision == "assault-target":
            done = state.pending()
            order = {space: 2.0 - n / 100 for n, space in enumerate(plan.attacks) if not done >> space & 1}
            return [0.0 if len(c) == 1 else order.get(c[1], -1.0) for c in choices]
        frame = state.frames[-1]
        space = frame["spaces"].bit_length() - 1
        wanted = plan.attacks.get(space, 0)
        if frame["bonus"] or not wanted & (frame["pool"] | frame["attackers"]):
            wanted = self.best(state, (frame["pool"] | frame["attackers"]) & state.present, space)[1]
        return [
            0.0 if VERB_IDS[c[0]] in ("fight", "join") else 0.1 if VERB_IDS[c[0]] == "amphibious"
            else 1.0 if VERB_IDS[c[0]] == "choose-unit" and wanted >> c[1] & 1 else -1.0
            for c in choices
        ]  # fmt: skip

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The forecast for a hex; else the plan."""
        if len(choice) == 1 or decision not in ("assault-target", "breakthrough-target"):
            return PLANNED, {}
        pool = state.frames[-1].get("pool", 0) or self.view.assembly.odds.able(state)  # type: ignore[attr-defined]
        value = self.best(state, pool, choice[1])[0]
        return FORECAST, {"value": round(max(value, NEVER), 1)}


class Fates(AdviceTerm):
    """Retreats, advances, exchanges, losses: the small decisions of a fight, and of pockets."""

    name = "fates"
    decisions = frozenset({
        "retreat-space", "advance-unit", "advance-to", "choice-exchange", "choice-drive-out", "losses-exchange",
        "pocket-loss", "assault-fast", "assault-slip", "retreat-excess", "air-supply",
    })  # fmt: skip
    instead = True

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Own units go where they stand well, those of the enemy far away."""
        board, frame = self.view.kit.board, state.frames[-1]
        assert isinstance(board, PortfolioBoard)
        if decision == "assault-slip":
            return [0.0 if len(choice) == 1 else -1.0 for choice in choices]
        if decision == "assault-fast":
            return [0.0 if len(choice) == 1 else self._stand_fast(state, board, choice[1]) for choice in choices]
        if decision in ("choice-exchange", "choice-drive-out"):
            return [float(choice[0]) for choice in choices]  # a retreat rather than an exchange
        if decision in ("losses-exchange", "pocket-loss", "retreat-excess"):
            return [
                0.0 if VERB_IDS[verb] == "reduce" else -float(board.attack[unit] + board.defence[unit])
                for verb, unit in choices
            ]
        if decision == "air-supply":
            return [0.0 if len(c) == 1 else float(state.units_in[c[1]].bit_count()) for c in choices]
        ground = Ground(self.view, state)
        if decision == "retreat-space":
            unit = frame["unit"]
            rings = self.view.assembly.retreats.rings(frame["origin"])  # type: ignore[attr-defined]
            if board.side_of[unit] != self.view.side:
                return [-1.0 if len(c) == 1 else float(sum(r >> c[1] & 1 for r in rings[3:])) for c in choices]
            stay = ground.standing(unit, frame["origin"])
            return [
                stay if len(c) == 1
                else ground.standing(unit, c[1]) - 2.0 * (not (rings[1] | rings[2]) >> c[1] & 1)
                - CROWDED * (not ground.room(unit, c[1]))
                for c in choices
            ]  # fmt: skip
        if decision == "advance-to":
            return [ground.standing(frame["unit"], space) for _, space in choices]
        goal, posts = frame["hex"], ground.garrisons()
        return [
            0.0 if len(c) == 1
            else ground.standing(c[1], goal) - ground.standing(c[1], state.at[c[1]]) - POST * (posts >> c[1] & 1)
            for c in choices
        ]  # fmt: skip

    def _stand_fast(self, state: Any, board: PortfolioBoard, space: int) -> float:
        """What the order No Retreat wins: the city that a retreat gives away, against units that a retreat saves."""
        odds = self.view.assembly.odds  # type: ignore[attr-defined]
        defenders = state.units_in[space] & board.own[self.view.side]
        city = 8.0 * board.points[space] + 2.0 * bool(board.major >> space & 1)
        worth, value = sum(board.attack[unit] + board.defence[unit] for unit in bits(defenders)), -0.1
        for target, force, marks in zip(state.targets, state.forces, state.marks, strict=True):
            if not target >> space & 1:
                continue
            column = odds.ratio(state, force, 1 << space, marks).column
            codes = [odds.table.result(column, die) for die in range(1, 7)] if column >= 0 else []
            value += (city * codes.count(D1) - 0.6 * worth * (codes.count(D4) + codes.count(DX))) / 6
        return value

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """It helps more."""
        return BETTER, {}


class Supplying(Resolute):
    """What comes in and where; when Siberia is called and the offensive announced; what trains carry."""

    name = "supplying"
    decisions = frozenset({
        "refit-unit", "refit-space", "siberia-unit", "siberia-space", "rail-unit", "rail-space", "sail-unit",
        "sail-space", "redeployment-unit", "give-up-unit",
    })  # fmt: skip
    instead = True

    def weighed(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Strength for each factor; places behind the front."""
        kit: Any = self.view.kit
        board = kit.board
        if decision in ("redeployment-unit", "give-up-unit", "sail-unit"):
            return [0.0 if len(choice) == 1 else -1.0 for choice in choices]
        if decision in ("refit-unit", "siberia-unit"):
            return [self._coming(state, board, choice) for choice in choices]
        operations = Operations(self.view, state)
        if decision == "rail-unit":
            rail = self.view.assembly.turn.procedures["rail"]  # type: ignore[attr-defined]
            return [
                0.0 if len(c) == 1 else self._travelling(operations, c[1], rail.goals(state, c[1])) for c in choices
            ]  # fmt: skip
        unit = state.frames[-1]["unit"]
        value = operations.posting(unit) if decision == "siberia-space" else self._arriving(operations, unit)
        return [value(choice[1]) if len(choice) > 1 else -FAR for choice in choices]

    def _arriving(self, operations: Operations, unit: int) -> Callable[[int], float]:
        """What it is worth that a unit arrives somewhere, as a rule Dispersed."""
        enemies = operations.ground.enemies
        if self.view.side == AXIS:
            return lambda space: -abs(enemies[space] - float(PRESSING))
        posting = operations.posting(unit)
        return lambda space: posting(space) - EXPOSED * max(PRESSING - enemies[space], 0)

    def _travelling(self, operations: Operations, unit: int, goals: int) -> float:
        """What a unit gains by a train."""
        value, here = self._arriving(operations, unit), operations.state.at[unit]
        pinned = EXPOSED * max(PRESSING - operations.ground.enemies[here], 0)
        return max(map(value, bits(goals)), default=-FAR) - value(here) - pinned - 1.0

    def _coming(self, state: Any, board: PortfolioBoard, choice: Action) -> float:
        """What a unit gives for its factors; a bare verb is judged by its time."""
        if len(choice) == 1:
            verb = VERB_IDS[choice[0]]
            victory: Any = self.view.assembly.victory
            late = state.turn >= board.safe - (2 if victory.points(state, AXIS) >= HOPELESS else 0)
            return {"call-siberia": 9.0, "offensive": 8.0}.get(verb, -1.0) if late else -1.0 if verb != "done" else 0.0
        unit = choice[1]
        if VERB_IDS[choice[0]] != "choose-unit":
            return -1.0
        return (board.attack[unit] + 1.5 * board.defence[unit]) / max(board.cost[unit], 1)

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """It helps more."""
        return BETTER, {}


TERMS = (Marching, Attacking, Fates, Supplying)
