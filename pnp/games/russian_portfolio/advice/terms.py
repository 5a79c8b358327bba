"""The decisions of the Russian Portfolio as terms of advice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pnp.games.russian_portfolio.advice.forecast import NEVER
from pnp.games.russian_portfolio.advice.ground import FAR, PRESSING, Ground
from pnp.games.russian_portfolio.advice.operations import LEAST, Operations
from pnp.games.russian_portfolio.board import AXIS
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

Judge = Callable[[int], float]
"""What a unit or a hex is worth, as the choice of a decision."""


def never(item: int) -> float:
    """Nothing of it is done."""
    return -1.0


class Judging(AdviceTerm):
    """A term that judges the units or hexes of a decision. To do no more counts 0; to give units up, which is open
    beside most decisions, is worse than everything.

    BARE  what else verbs count that name nothing, or name what is given up
    """

    instead = True
    BARE: ClassVar[Mapping[str, float]] = {"give-up": 10 * NEVER, "reduce": 10 * NEVER}
    words = BETTER

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self.assembly: Any = view.assembly
        self.kit: Any = view.kit
        self.board = self.kit.board

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """What the choices count."""
        judge = self.judging(state, decision)
        verbs = self.bare(state, decision, judge)
        named = [verbs.get(VERB_IDS[choice[0]], None if len(choice) > 1 else 0.0) for choice in choices]
        return [
            judge(choice[1]) if value is None else value for choice, value in zip(choices, named, strict=True)
        ]

    def bare(self, state: Any, decision: str, judge: Judge) -> Mapping[str, float]:
        """What such verbs count now."""
        return self.BARE

    @abstractmethod
    def judging(self, state: Any, decision: str) -> Judge:
        """What judges the units or hexes of a decision."""

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The words of the term."""
        return self.words, {}


class Operating(Judging):
    """Where each unit goes and what it attacks, planned once in a phase for all of them."""

    name = "operating"
    decisions = frozenset({
        "movement-unit", "movement-space", "assault-target", "assault-unit", "assault-order", "breakthrough-target",
    })  # fmt: skip
    BARE: ClassVar[Mapping[str, float]] = {**Judging.BARE, "amphibious": 0.1, "call-off": -1.0}
    words = PLANNED

    def plan(self, state: PortfolioState, *, moving: bool) -> Operations:
        """The plan of this phase, made anew where nothing of it is done yet."""
        shared, now = self.view.shared, (state.turn, state.phase, state.reduced, state.dispersed, *state.at)
        begun = state.moved if moving else state.targets or len(state.frames) > 1
        known = shared.get("planned", ())
        if known[:2] != now[:2] or not (begun or known == now):
            shared["planned"], shared["plan"] = now, Operations(self.view, state, moving=moving).planned()
        return shared["plan"]  # type: ignore[no-any-return]

    def best(self, state: Any, pool: int, space: int) -> tuple[float, int]:
        """What the best of some units win against a hex, and who they are."""
        stands = {unit: 1 << state.at[unit] for unit in bits(pool)}
        value, force = Operations(self.view, state).assault(space, pool, stands)
        return value, mask_of(unit for unit, _ in force)

    def bare(self, state: Any, decision: str, judge: Judge) -> Mapping[str, float]:
        """No further hex is attacked together with another."""
        return {**self.BARE, "attack": -1.0} if decision == "assault-unit" else self.BARE

    def judging(self, state: Any, decision: str) -> Judge:
        """The plan; what can't be carried out any more is left."""
        frame = state.frames[-1]
        if decision == "assault-order":
            return lambda space: float(self.board.count - space)
        if decision == "breakthrough-target":
            pool = frame["pool"] & state.present & ~state.dispersed
            return lambda space: self.best(state, pool, space)[0] - LEAST[self.view.side]
        plan = self.plan(state, moving=decision.startswith("movement"))
        if decision == "movement-space":
            far = plan.ground.distance(plan.moves.get(frame["unit"], state.at[frame["unit"]]))  # it may be full by now
            return lambda space: -float(far[space])
        if decision != "assault-unit":
            done = state.moved if decision == "movement-unit" else state.pending()
            planned: Mapping[int, int] = plan.moves if decision == "movement-unit" else plan.attacks
            order = {item: 2.0 - n / 100 for n, item in enumerate(planned) if not done >> item & 1}
            return lambda item: order.get(item, -1.0)
        space, units = frame["spaces"].bit_length() - 1, frame["pool"] | frame["attackers"]
        wanted = plan.attacks.get(space, 0)
        if frame["bonus"] or not wanted & units:
            wanted = self.best(state, units & state.present, space)[1]
        left = wanted & ~frame["attackers"]
        return lambda unit: 1.0 if left >> unit & 1 else -1.0

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The forecast for a hex; else the plan."""
        if len(choice) == 1 or decision not in ("assault-target", "breakthrough-target"):
            return PLANNED, {}
        pool = state.frames[-1].get("pool", 0) or self.assembly.odds.able(state)
        return FORECAST, {"value": round(max(self.best(state, pool, choice[1])[0], NEVER), 1)}


class Fates(Judging):
    """Retreats, advances, exchanges, losses: the small decisions of a fight, and of pockets."""

    name = "fates"
    decisions = frozenset({
        "retreat-space", "advance-unit", "advance-to", "choice-exchange", "choice-drive-out", "losses-exchange",
        "pocket-loss", "assault-fast", "assault-slip", "retreat-excess", "air-supply",
    })  # fmt: skip
    BARE: ClassVar[Mapping[str, float]] = {"reduce": -0.5, "exchange": -2.0, "fall-back": -1.0}

    def bare(self, state: Any, decision: str, judge: Judge) -> Mapping[str, float]:
        """A retreat rather than an exchange; who stays stands where the retreat began."""
        return {"stay": judge(state.frames[-1]["origin"])} if decision == "retreat-space" else self.BARE

    def judging(self, state: Any, decision: str) -> Judge:
        """Own units go where they stand well, those of the enemy far away."""
        board, frame = self.board, state.frames[-1]
        if decision == "assault-slip":
            return never
        if decision == "assault-fast":
            return lambda space: self._stand_fast(state, space)
        if decision in ("losses-exchange", "pocket-loss", "retreat-excess"):
            return lambda unit: -board.worth(1 << unit)
        if decision == "air-supply":
            return lambda space: float(state.units_in[space].bit_count())
        ground = Ground(self.view, state)
        if decision == "retreat-space":
            unit, rings = frame["unit"], self.assembly.retreats.rings(frame["origin"])
            if board.side_of[unit] != self.view.side:
                return lambda space: float(sum(ring >> space & 1 for ring in rings[3:]) - (rings[0] >> space & 1))
            near = rings[0] | rings[1] | rings[2]
            return lambda space: (
                ground.standing(unit, space) - 2.0 * (not near >> space & 1) - CROWDED * (not ground.room(unit, space))
            )
        if decision == "advance-to":
            return lambda space: ground.standing(frame["unit"], space)
        goal, posts, at = frame["hex"], ground.garrisons(), state.at
        return lambda unit: (
            ground.standing(unit, goal) - ground.standing(unit, at[unit]) - POST * (posts >> unit & 1)
        )

    def _stand_fast(self, state: Any, space: int) -> float:
        """What the order No Retreat wins: the city that a retreat gives away, against units that a retreat saves."""
        odds, board = self.assembly.odds, self.board
        worth, value = board.worth(state.units_in[space] & board.own[self.view.side]), -0.1
        city = 8.0 * board.points[space] + 2.0 * bool(board.major >> space & 1)
        for target, force, marks in zip(state.targets, state.forces, state.marks, strict=True):
            if not target >> space & 1:
                continue
            column = odds.ratio(state, force, 1 << space, marks).column
            codes = [odds.table.result(column, die) for die in range(1, 7)] if column >= 0 else []
            value += (city * codes.count(D1) - 0.6 * worth * (codes.count(D4) + codes.count(DX))) / 6
        return value


class Supplying(Judging):
    """What comes in and where; when Siberia is called and the offensive announced; what trains carry."""

    name = "supplying"
    decisions = frozenset({
        "refit-unit", "refit-space", "siberia-unit", "siberia-space", "rail-unit", "rail-space", "sail-unit",
        "sail-space", "redeployment-unit", "give-up-unit",
    })  # fmt: skip

    def bare(self, state: Any, decision: str, judge: Judge) -> Mapping[str, float]:
        """The reserve is called when it will be safe soon, or the game is nearly lost; the offensive likewise."""
        victory = self.assembly.victory
        late = state.turn >= self.board.safe - (2 if victory.points(state, AXIS) >= HOPELESS else 0)
        return {**self.BARE, "call-siberia": 9.0 if late else -1.0, "offensive": 8.0 if late else -1.0}

    def judging(self, state: Any, decision: str) -> Judge:
        """Strength for each factor; places behind the front."""
        board = self.board
        if decision in ("redeployment-unit", "give-up-unit", "sail-unit"):
            return never
        if decision in ("refit-unit", "siberia-unit"):
            return lambda unit: (board.attack[unit] + 1.5 * board.defence[unit]) / max(board.cost[unit], 1)
        operations = Operations(self.view, state)
        if decision == "rail-unit":
            goals = self.assembly.turn.procedures["rail"].goals
            return lambda unit: self._travelling(operations, unit, goals(state, unit))
        unit = state.frames[-1]["unit"]
        return operations.posting(unit) if decision == "siberia-space" else self._arriving(operations, unit)

    def _arriving(self, operations: Operations, unit: int) -> Judge:
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


TERMS = (Operating, Fates, Supplying)
