"""How to play both games: cities to take and to hold, attacks that are worth a loss, units where they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.referee.dice import bits
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action
from pnp.referee.violation import _W

NEAR = 0.82
"""What is left of the pull of a city one hex farther away."""

FAR = 40
"""Hexes beyond which nothing pulls."""

THREAT = 4
"""Hexes within which enemies threaten a city."""

ENOUGH = (0.06, 0.2, 0.42, 0.68, 0.95)
"""How likely the defenders have to give way, by column of the odds."""

WHY = {
    "city": _W("toward cities that give points"), "attack": _W("the odds are worth the risk"),
    "retreat": _W("away from the enemy, toward cities"), "form": _W("the best unit that may come"),
    "stockpile": _W("stores become regiments"),
}  # fmt: skip
"""Sentences for the reasons."""


class Strategy(AdviceTerm):
    """All that is decided with units: cities pull them, weaker where enough of them go already.

    A plan for each unit is made once in a phase: where it goes, and what that gains.
    """

    name = "strategy"
    instead = True
    decisions: ClassVar[frozenset[str]] = frozenset({
        "movement-unit", "movement-space", "combat-target", "combat-attacker", "retreat-space", "arrival-unit",
        "arrival-space", "break-up", "form", "ship", "ship-to",
    })  # fmt: skip

    def __init__(self, view: Any) -> None:
        super().__init__(view)
        self.assembly = view.assembly
        kit: TatchankaKit = self.assembly.kit
        self.kit, self.board = kit, kit.board
        self.cities = [
            (kit.board.space_index[space.id], space.victory_points)
            for space in kit.game.map.spaces if space.victory_points
        ]  # fmt: skip
        self._far = {city: self._distances(city) for city, _ in self.cities}
        self._key: tuple[int, ...] = ()
        self._pulls: dict[int, float] = {}
        self._plans: dict[tuple[int, int], tuple[float, int]] = {}
        self._going: dict[int, int] = {}

    def _distances(self, city: int) -> list[int]:
        board = self.board
        far = [FAR] * board.count
        for steps, layer in enumerate(board.links[0].layers(1 << city, board.dry, FAR - 1)):
            for hex_ in bits(layer):
                far[hex_] = steps
        return far

    # What cities are worth ----------------------------------------------------------------------------------

    def _look(self, state: Any) -> None:
        """Weigh the cities anew in each phase."""
        key = state.turn, state.phase, state.side, len(state.records) if state.frames[0].get("asked", 0) <= 1 else 0
        if key[:3] == self._key[:3] and key[3] == 0:
            return
        self._key, self._plans, self._going = key, {}, {}
        board, side = self.board, state.side
        own, enemies = 0, self.kit.enemies_at(state, side)
        for faction in self.kit.led_by(state, side):
            own |= state.occupied[faction]
        self._pulls = {}
        for city, points in self.cities:
            near = board.links[0].flood(1 << city, -1, THREAT)
            threatened = bool(near & enemies)
            if own >> city & 1:
                self._pulls[city] = points * (0.7 if threatened else 0.12)
            else:
                self._pulls[city] = points * (1.0 if enemies >> city & 1 else 1.6)

    def standing(self, state: Any, unit: int, space: int) -> float:
        """What it is worth for a unit to stand in a hex."""
        best = 0.0
        for city, pull in self._pulls.items():
            far = self._far[city][space]
            if far < FAR:
                crowd = self._going.get(city, 0)
                best = max(best, pull * NEAR**far / (1 + 0.12 * crowd))
        return best

    def _goal_city(self, space: int) -> int:
        """The city that pulls most in a hex."""
        return max(self._pulls, key=lambda city: self._pulls[city] * NEAR ** self._far[city][space])

    def plan(self, state: Any, unit: int) -> tuple[float, int]:
        """What the best move of a unit gains, and where it leads."""
        self._look(state)
        here = state.at[unit]
        key = unit, here
        if key in self._plans:
            return self._plans[key]
        movement, board = self.assembly.movement, self.board
        goals = movement.goals_of(state, unit)
        if here >= board.count:
            self._plans[key] = 1.0, max(bits(goals), key=lambda hex_: self.standing(state, unit, hex_), default=here)
            return self._plans[key]
        now = self.standing(state, unit, here)
        if self._last_in_city(state, unit, here):
            now += 2.0
        best, where = 0.0, here
        for hex_ in bits(goals):
            gain = self.standing(state, unit, hex_) - now
            if gain > best:
                best, where = gain, hex_
        if where != here:
            city = self._goal_city(where)
            self._going[city] = self._going.get(city, 0) + 1
        self._plans[key] = best - 0.01, where
        return self._plans[key]

    def _last_in_city(self, state: Any, unit: int, here: int) -> bool:
        return any(city == here for city, _ in self.cities) and state.units_in[here] == 1 << unit

    # Decisions ----------------------------------------------------------------------------------------------

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> Sequence[float]:
        """The value of each choice; the end of a decision is worth nothing."""
        self._look(state)
        weigh = getattr(self, "_" + decision.replace("-", "_"))
        return [weigh(state, choice[1]) if len(choice) > 1 else self._bare(decision) for choice in choices]

    def _bare(self, decision: str) -> float:
        """What an end, or a forced march, is worth."""
        return {"movement-space": -1.0, "combat-attacker": 0.5}.get(decision, 0.0)

    def _movement_unit(self, state: Any, unit: int) -> float:
        return self.plan(state, unit)[0]

    def _movement_space(self, state: Any, space: int) -> float:
        unit = state.frames[-1]["unit"]
        return 5.0 if self.plan(state, unit)[1] == space else self.standing(state, unit, space)

    def _combat_target(self, state: Any, space: int) -> float:
        """The chance that the defenders give way, and what a city is worth, less what the attack risks."""
        combat = self.assembly.combat
        best = -1.0
        for own in combat.by_faction(combat.beside(state, 1 << space)):
            odds = combat.odds(state, own, 1 << space)
            if odds.column >= 0:
                best = max(best, ENOUGH[min(odds.column, len(ENOUGH) - 1)])
        points = next((points for city, points in self.cities if city == space), 0)
        return best * (1 + 0.5 * points) - 0.35

    def _combat_attacker(self, state: Any, unit: int) -> float:
        return 1.0

    def _retreat_space(self, state: Any, space: int) -> float:
        unit = state.frames[-1]["unit"]
        friends = state.units_in[space] & self.board.own[self.board.side_of[unit]]
        return self.standing(state, unit, space) + 0.1 * friends.bit_count()

    def _arrival_unit(self, state: Any, unit: int) -> float:
        return 1.0

    def _arrival_space(self, state: Any, space: int) -> float:
        return self.standing(state, state.frames[-1]["unit"], space)

    def _break_up(self, state: Any, unit: int) -> float:
        """Where units are needed; who may only take stores away does so before the enemy."""
        near = self.board.links[0].flood(1 << state.at[unit], -1, 2)
        threatened = bool(near & self.kit.enemies_at(state, state.side))
        if not self.assembly.forming.formable(state, self.board.side_of[unit], extra=0):
            return 1.0 if threatened else -1.0
        return 0.5 + self.standing(state, unit, state.at[unit]) + threatened

    def _form(self, state: Any, unit: int) -> float:
        counter = self.board.counters[unit]
        return 1.0 + sum(int(counter.factor(name) or 0) for name in ("attack", "defence", "movement")) / 20  # type: ignore[arg-type]

    def _ship(self, state: Any, unit: int) -> float:
        return self._form(state, unit)

    def _ship_to(self, state: Any, space: int) -> float:
        return self.standing(state, state.frames[-1]["unit"], space)

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, in a sentence."""
        name = {"combat-target": "attack", "combat-attacker": "attack", "retreat-space": "retreat", "form": "form",
                "ship": "form", "break-up": "stockpile"}.get(decision, "city")  # fmt: skip
        return WHY[name], {}
