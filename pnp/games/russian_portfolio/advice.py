"""How to play the Russian Portfolio: where units go, which attacks are worth it, what comes in and who is given up.

Attacks are weighed in factors of units, places in hexes of the way to a city.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.russian_portfolio.board import AXIS, PortfolioBoard
from pnp.games.russian_portfolio.odds import AD, AE, BR, D1, D4, DE, DX, S, X
from pnp.games.russian_portfolio.results import CUT_SHORT, OVERRUN, TRAPPED
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.games.russian_portfolio.texts import VERBS
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.masks import Action, mask_of
from pnp.referee.violation import _W

FAR = 99

VERB_IDS = tuple(verb.id for verb in VERBS)

PLANNED = _W("the plan for this phase")
FORECAST = _W("{value} factors are won or lost on the average")
BETTER = _W("it helps more there")


class Ground:
    """What a side sees of the map at one moment.

    far      by victory city: how far each hex is from it
    danger   by hex: attack factors of enemies beside it
    enemies  how far each hex is from an enemy
    """

    def __init__(self, view: Standpoint, state: PortfolioState) -> None:
        kit: Any = view.kit
        self.kit, self.side = kit, view.side
        self.board: PortfolioBoard = kit.board
        board, self.state = self.board, state
        self.danger = [0] * board.count
        self.prey: dict[int, float] = {}
        self.pressure: dict[int, int] = {}
        foes = board.own[1 - self.side] & state.present
        for place, inside in state.units_in.items():
            if place < board.count and inside & foes:
                factors = sum(board.attack[unit] for unit in bits(inside & foes & ~state.dispersed))
                defence = sum(board.defence[unit] for unit in bits(inside & foes))
                self.prey[place] = 2.5 * (defence + (self.bonus(place) if self.side == AXIS else 1))
                for beside in bits(board.zoned.near[place]):
                    self.danger[beside] += factors
        shared = view.shared
        if "far" not in shared:
            shared["far"] = {city: self._distances(1 << city) for city in bits(board.victory_cities)}
        self.far: dict[int, list[int]] = shared["far"]
        self.enemies = self._distances(state.spaces_of(foes)) if foes else [FAR] * board.count
        self.wanted = [city for city in self.far if not state.held[self.side] >> city & 1]
        self.strength: dict[int, int] = {}
        own = state.spaces_of(board.own[self.side])
        self.support = board.walked[0].flood(own, -1, 2)
        nation = "soviet" if self.side else "german"
        self.supply = self._distances(kit.reached(state, nation))
        self.guarded = self._guarded()

    def _distances(self, start: Plane) -> list[int]:
        far = [FAR] * self.board.count
        for steps, layer in enumerate(self.board.walked[0].layers(start, -1, FAR)):
            for hex_ in bits(layer):
                far[hex_] = steps
        return far

    def _guarded(self) -> Plane:
        """Axis hexes whose loss ends the game."""
        ends = self.kit.source.victory.sudden
        return mask_of(self.board.space_index[name] for end in ends for name in end.when.places.space)

    def bonus(self, space: int) -> int:
        """What the ground adds to the defence of an army, roughly."""
        board, here = self.board, 1 << space
        return (
            2 * bool(here & (board.major | board.mountains)) + board.weight[space] + bool(here & board.features["city"])
            + bool(here & board.hills) + bool(here & board.swamp[0]) + bool(here & board.features["fortress"])
            + bool(board.stalin[space])
        )  # fmt: skip

    def standing(self, unit: int, space: int) -> float:
        """What it is worth that a unit stands in a hex, in hexes of the way to a victory city."""
        drawn = self.drawn(unit, space) if self.enemies[space] == 1 else 0.0
        return drawn + (self._axis(unit, space) if self.side == AXIS else self._russian(unit, space))

    def drawn(self, unit: int, space: int) -> float:
        """What a unit beside enemies adds to the pressure on one of them, until it is enough."""
        most, force = 0.0, self.board.attack[unit]
        for target in bits(self.board.zoned.near[space]):
            if target in self.prey:
                need, there = self.prey[target], self.pressure.get(target, 0)
                most = max(most, min(there + force, need) / need - min(there, need) / need)
        return (4.0 if self.side == AXIS else 2.0) * most

    def press(self, unit: int, space: int) -> None:
        """A unit will stand beside enemies."""
        for target in bits(self.board.zoned.near[space]):
            if target in self.prey:
                self.pressure[target] = self.pressure.get(target, 0) + self.board.attack[unit]

    def _axis(self, unit: int, space: int) -> float:
        """Forward to the cities; not alone against many."""
        board = self.board
        ahead = min((self.far[city][space] - 3 * board.weight[city] for city in self.wanted), default=0)
        value = -1.0 * ahead + (2.0 * board.weight[space] if space in self.wanted else 0.0)
        value -= 0.12 * max(self.danger[space] - 2 * board.defence[unit], 0)
        value -= 2.5 * max(self.supply[space] - 1, 0) + 2.5 * (not self.support >> space & 1)
        others = self.strength.get(space, 0) - board.defence[unit] * (self.state.at[unit] == space)
        value += 12.0 * (self.guarded >> space & 1 and others <= 0 and self.enemies[space] < 9)
        return value + 0.1 * min(self.strength.get(space, 0), 6)

    def _russian(self, unit: int, space: int) -> float:
        """In the cities and before them, on good ground, and not where the next attack would be too strong."""
        board = self.board
        near = self.enemies[space]
        held = min((self.far[city][space] for city in self.far if city not in self.wanted), default=0)
        value = 0.8 * self.bonus(space) - 0.12 * held
        if board.weight[space] and near < 9 and not self.strength.get(space, 0):
            value += 2.0 * board.weight[space]
        value -= 0.35 * max(near - 4, 0)
        value -= 1.5 * (near < 2 and self.danger[space] > 2 * (board.defence[unit] + self.bonus(space)))
        return value - 0.25 * min(self.strength.get(space, 0), 8)


class Marching(AdviceTerm):
    """Where each unit goes in a phase, planned once for all of them."""

    name = "marching"
    decisions = frozenset({"movement-unit", "movement-space"})
    instead = True

    def _plan(self, state: PortfolioState) -> dict[int, int]:
        """Unit -> where it goes; those nearest to the enemy first."""
        key = state.turn, state.phase
        if self.view.shared.get("plan key") != key or state.moved == 0:
            self.view.shared["plan key"], self.view.shared["plan"] = key, self._planned(state)
        return self.view.shared["plan"]  # type: ignore[no-any-return]

    def _planned(self, state: PortfolioState) -> dict[int, int]:
        ground, movement = Ground(self.view, state), self.view.assembly.movement
        kit: Any = self.view.kit
        board, plan = ground.board, dict[int, int]()
        units = sorted(bits(movement.free(state)), key=lambda unit: (ground.enemies[state.at[unit]], unit))  # type: ignore[union-attr]
        large = {state.at[unit] for unit in bits(board.own[ground.side] & state.present & board.large)}
        for unit in bits(board.own[ground.side] & state.present):
            here = state.at[unit]
            ground.strength[here] = ground.strength.get(here, 0) + board.defence[unit]
        filled = {space: (state.units_in[space] & board.own[ground.side]).bit_count() for space in ground.strength}
        for unit in units:
            here, marches = state.at[unit], movement.marches(state, unit)  # type: ignore[union-attr]
            is_large = bool(board.large >> unit & 1)
            best, goal = ground.standing(unit, here) + 0.2, here
            for space in bits(marches.all & kit.room_for(state, unit)):
                if filled.get(space, 0) > 1 or (is_large and space in large):
                    continue
                tired = (marches.tired | marches.over) >> space & 1
                value = ground.standing(unit, space) - 4.0 * tired
                if value > best:
                    best, goal = value, space
            ground.press(unit, goal)
            if goal != here:
                plan[unit] = goal
                for space, more in ((here, -1), (goal, 1)):
                    filled[space] = filled.get(space, 0) + more
                    ground.strength[space] = ground.strength.get(space, 0) + more * board.defence[unit]
                if is_large:
                    large.discard(here)
                    large.add(goal)
        return plan

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """The plan; what can't be carried out any more is left."""
        plan = self._plan(state)
        if decision == "movement-unit":
            moved = state.moved
            return [
                0.0 if VERB_IDS[choice[0]] == "done"
                else 1.0 if VERB_IDS[choice[0]] == "choose-unit" and choice[1] in plan and not moved >> choice[1] & 1
                else -1.0
                for choice in choices
            ]  # fmt: skip
        unit = state.frames[-1]["unit"]
        ground = Ground(self.view, state)
        marches = self.view.assembly.movement.marches(state, unit)  # type: ignore[union-attr]
        tired = marches.tired | marches.over
        return [
            50.0 * (plan.get(unit) == space) + ground.standing(unit, space) / 10 - 0.4 * (tired >> space & 1)
            for _, space in choices
        ]  # fmt: skip

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The plan."""
        return PLANNED, {}


class Attacking(AdviceTerm):
    """Which attacks are worth their risk, and who makes them."""

    name = "attacking"
    decisions = frozenset({"assault-target", "assault-unit", "assault-order", "breakthrough-target"})
    instead = True

    def forecast(self, state: Any, force: int, space: int) -> float:
        """Factors that an attack wins on the average, those that it loses taken off."""
        odds = self.view.assembly.odds  # type: ignore[attr-defined]
        retreats, board = self.view.assembly.retreats, odds.board  # type: ignore[attr-defined]
        ratio = odds.ratio(state, force, 1 << space)
        if not ratio.allowed:
            return -FAR
        against = state.spaces_of(force)
        defenders = state.units_in.get(space, 0) & board.own[1 - state.side]
        overrun, value = odds.overruns(state, force, space), 0.0
        for unit in bits(defenders):
            worth = board.attack[unit] + board.defence[unit]
            length = retreats.length(state, unit, against)
            column = min(ratio.column + (state.dispersed >> unit & 1), odds.last)
            for die in range(1, 7):
                code = odds.table.result(column, die)
                code = TRAPPED.get(code, code) if not length else CUT_SHORT.get(code, code) if length < 2 else code
                code = OVERRUN.get(code, code) if overrun else code
                value += self._worth(code, worth, ratio.defence * worth, force, board, defenders) / 6
        place = 3 * board.weight[space] + bool(board.major >> space & 1)
        return value + place * (ratio.column - 4) / 3

    @staticmethod
    def _worth(code: str, worth: int, loss: float, force: int, board: PortfolioBoard, defenders: int) -> float:
        """Factors won with one result against one defender."""
        total = sum(board.attack[unit] + board.defence[unit] for unit in bits(defenders))
        share = loss / max(total, 1)
        if code in (AE, AD):
            number = force.bit_count() / defenders.bit_count()
            return -2.0 * share - number if code == AE else -1.2 * number
        return {X: worth - 2.2 * share, S: 0.3, D1: 1.0, D4: 0.35 * worth + 1, DX: 0.4 * worth + 1, DE: worth + 1.0,
                BR: worth + 2.0}.get(code, 0.0)  # fmt: skip

    def best(self, state: Any, pool: int, space: int, chosen: int = 0) -> tuple[float, int]:
        """The best force against a hex, and what it wins."""
        odds = self.view.assembly.odds  # type: ignore[attr-defined]
        force, best, winner = chosen, -float(FAR), chosen
        if chosen:
            best = self.forecast(state, chosen, space)
        while more := odds.beside(state, pool, 1 << space, force):
            unit = max(bits(more), key=lambda unit: (odds.board.attack[unit], -unit))
            force |= 1 << unit
            value = self.forecast(state, force, space) - 0.25 * force.bit_count()
            if value > best + 0.05:
                best, winner = value, force
        return best, winner

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Above 0 what is worth it."""
        odds = self.view.assembly.odds  # type: ignore[attr-defined]
        frame = state.frames[-1]
        if decision == "assault-order":
            return [-5.0 if len(c) == 1 else 1.0 / (1 + i) for i, c in enumerate(choices)]
        if decision == "assault-unit":
            space = frame["spaces"].bit_length() - 1
            _, winner = self.best(state, frame["pool"], space, frame["attackers"])
            return [
                0.0 if VERB_IDS[c[0]] in ("fight", "join") else 0.1 if VERB_IDS[c[0]] == "amphibious"
                else 1.0 if VERB_IDS[c[0]] == "choose-unit" and winner >> c[1] & 1 else -1.0
                for c in choices
            ]  # fmt: skip
        pool = frame["pool"] if decision == "breakthrough-target" else odds.able(state)
        least = 0.5 if self.view.side == AXIS else 1.0
        return [0.0 if len(c) == 1 else self.best(state, pool, c[1])[0] - least for c in choices]

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """The forecast for a hex; else the plan."""
        if len(choice) == 1 or decision not in ("assault-target", "breakthrough-target"):
            return PLANNED, {}
        pool = state.frames[-1].get("pool", 0) or self.view.assembly.odds.able(state)  # type: ignore[attr-defined]
        return FORECAST, {"value": round(self.best(state, pool, choice[1])[0], 1)}


class Fates(AdviceTerm):
    """Retreats, advances, exchanges, losses: the small decisions of a fight, and of pockets."""

    name = "fates"
    decisions = frozenset({
        "retreat-space", "advance-unit", "advance-to", "exchange", "exchange-first", "assault-loss", "pocket-loss",
        "assault-fast", "assault-slip", "retreat-excess", "air-supply",
    })  # fmt: skip
    instead = True

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Own units go where they stand well, those of the enemy far away."""
        board, frame = self.view.kit.board, state.frames[-1]
        assert isinstance(board, PortfolioBoard)
        if decision in ("assault-fast", "assault-slip"):
            return [0.0 if len(choice) == 1 else -1.0 for choice in choices]
        if decision in ("exchange", "exchange-first"):
            return [float(choice[0]) for choice in choices]  # a retreat rather than an exchange
        if decision in ("assault-loss", "pocket-loss", "retreat-excess"):
            return [-float(board.attack[unit] + board.defence[unit]) for _, unit in choices]
        if decision == "air-supply":
            return [0.0 if len(c) == 1 else float(state.units_in[c[1]].bit_count()) for c in choices]
        ground = Ground(self.view, state)
        if decision == "retreat-space":
            unit = frame["unit"]
            rings = self.view.assembly.retreats.rings(frame["origin"])  # type: ignore[attr-defined]
            if board.side_of[unit] != self.view.side:
                return [-1.0 if len(c) == 1 else float(sum(r >> c[1] & 1 for r in rings[3:])) for c in choices]
            stay = ground.bonus(frame["origin"]) - 0.2 * ground.danger[frame["origin"]]
            return [
                stay if len(c) == 1
                else ground.bonus(c[1]) - 0.1 * ground.danger[c[1]] - 2.0 * (not (rings[1] | rings[2]) >> c[1] & 1)
                for c in choices
            ]  # fmt: skip
        if decision == "advance-to":
            return [ground.standing(frame["unit"], space) for _, space in choices]
        goal = frame["hex"]
        return [
            0.0 if len(c) == 1 else ground.standing(c[1], goal) - ground.standing(c[1], state.at[c[1]])
            for c in choices
        ]  # fmt: skip

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """It helps more."""
        return BETTER, {}


class Supplying(AdviceTerm):
    """What comes in and where; when Siberia is called and the offensive announced; what trains carry."""

    name = "supplying"
    decisions = frozenset({
        "refit-unit", "refit-space", "siberia-unit", "siberia-space", "rail-unit", "rail-space", "sail-unit",
        "sail-space", "redeployment-unit", "give-up-unit",
    })  # fmt: skip
    instead = True

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> list[float]:
        """Strength for each factor; places behind the front."""
        kit: Any = self.view.kit
        board = kit.board
        if decision in ("redeployment-unit", "give-up-unit", "sail-unit"):
            return [0.0 if len(choice) == 1 else -1.0 for choice in choices]
        if decision in ("refit-unit", "siberia-unit"):
            return [self._coming(state, board, choice) for choice in choices]
        ground = Ground(self.view, state)

        def behind(space: int) -> float:
            near = ground.enemies[space]
            return -abs(near - 4.0) - 0.1 * ground.danger[space]

        if decision == "rail-unit":
            return [0.0 if len(c) == 1 else float(ground.enemies[state.at[c[1]]] - 9) for c in choices]
        return [behind(choice[1]) if len(choice) > 1 else -FAR for choice in choices]

    def _coming(self, state: Any, board: PortfolioBoard, choice: Action) -> float:
        """What a unit gives for its factors; a bare verb is judged by its time."""
        if len(choice) == 1:
            verb = VERB_IDS[choice[0]]
            late = state.turn >= board.safe
            return {"call-siberia": 9.0, "offensive": 8.0}.get(verb, -1.0) if late else -1.0 if verb != "done" else 0.0
        unit = choice[1]
        if VERB_IDS[choice[0]] != "choose-unit":
            return -1.0
        return (board.attack[unit] + 1.5 * board.defence[unit]) / max(board.cost[unit], 1)

    def reason(self, state: Any, decision: str, choice: Action) -> Reason:
        """It helps more."""
        return BETTER, {}


TERMS = (Marching, Attacking, Fates, Supplying)
