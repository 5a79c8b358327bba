"""What the player decides with units, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import ne
from typing import Any, ClassVar

from pnp.games.tatchanka.advice.assaults import Stand
from pnp.games.tatchanka.advice.ground import FAR, Ground, Terrain
from pnp.games.tatchanka.advice.operations import LEAST, Operations
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action, mask_of
from pnp.referee.violation import _W

NEAR = 0.82
"""What is left of the pull of a city one hex farther away."""

WHY = {
    "city": _W("toward cities that give points"), "attack": _W("the odds are worth the risk"),
    "retreat": _W("away from the enemy, toward cities"), "form": _W("the best unit that may come"),
    "stockpile": _W("stores become regiments"),
}  # fmt: skip
"""Sentences for the reasons."""


class Strategy(AdviceTerm):
    """All that is decided with units. What moves and what attacks together is planned once in a phase."""

    name = "strategy"
    instead = True
    decisions: ClassVar[frozenset[str]] = frozenset({
        "movement-unit", "movement-space", "combat-target", "combat-attacker", "retreat-space", "arrival-unit",
        "arrival-space", "break-up", "form", "ship", "ship-to",
    })  # fmt: skip

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self._terrain: Terrain | None = None
        self._plan: tuple[tuple[int, ...], Operations] | None = None
        self._force: tuple[Stand, ...] = ()

    @property
    def terrain(self) -> Terrain:
        """Made when the seed of the player is known."""
        if self._terrain is None:
            self._terrain = Terrain(self.view)
        return self._terrain

    def ground(self, state: Any, side: int) -> Ground:
        """The position as a side sees it."""
        return Ground(self.terrain, state, side, self.view.side)

    def values(self, state: Any, decision: str, choices: Sequence[Action]) -> Sequence[float]:
        """The value of each choice; the end of a decision is worth nothing."""
        values: Sequence[float] = getattr(self, "_" + decision.replace("-", "_"))(state, choices)
        return values

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, in a sentence."""
        name = {"combat-target": "attack", "combat-attacker": "attack", "retreat-space": "retreat", "form": "form",
                "ship": "form", "break-up": "stockpile"}.get(decision, "city")  # fmt: skip
        return WHY[name], {}

    # Movement -----------------------------------------------------------------------------------------------

    def plan(self, state: Any) -> Operations:
        """The plan of the phase, made when it begins or when something else has happened."""
        key = state.turn, state.phase, state.side
        if self._plan is not None and self._plan[0] == key:
            plan = self._plan[1]
            moved = compress(range(len(plan.start)), map(ne, state.at, plan.start))
            if all(plan.moves.get(unit) == state.at[unit] for unit in moved):
                return plan
        plan = Operations(self.ground(state, state.side)).planned(attacking=self.view.attacks_follow(state))
        self._plan = key, plan
        return plan

    def _movement_unit(self, state: Any, choices: Sequence[Action]) -> list[float]:
        moves, bases = self.plan(state).moves, self.terrain.board.bases
        going = {unit for unit, goal in moves.items() if goal != state.at[unit]}
        return [
            0.0 if len(choice) < 2 else -1.0 if choice[1] not in going else 1.0 if bases >> choice[1] & 1 else 2.0
            for choice in choices
        ]

    def _movement_space(self, state: Any, choices: Sequence[Action]) -> list[float]:
        frame, plan = state.frames[-1], self.plan(state)
        goal = plan.moves.get(frame["unit"], state.at[frame["unit"]])
        if any(choice[1:] == (goal,) for choice in choices):
            return [float(choice[1:] == (goal,)) for choice in choices]
        if goal >= self.terrain.board.count:  # it comes onto the map though no plan says where
            return self._places(state, choices)
        far = self.terrain.far(goal)
        end = -0.5 if "pace" in frame or plan.hurrying >> frame["unit"] & 1 else -FAR
        return [end if len(choice) < 2 else -float(far[choice[1]]) for choice in choices]

    # Combat -------------------------------------------------------------------------------------------------

    def _combat_target(self, state: Any, choices: Sequence[Action]) -> list[float]:
        targets = mask_of(choice[1] for choice in choices if len(choice) > 1)
        battles = Operations(self.ground(state, state.side)).battles(targets)
        self._force = max(battles.values(), default=(0.0, ()))[1]
        return [battles[choice[1]][0] - LEAST if len(choice) > 1 else 0.0 for choice in choices]

    def _combat_attacker(self, state: Any, choices: Sequence[Action]) -> list[float]:
        frame = state.frames[-1]
        if frame["attackers"] and not frame["attackers"] & ~mask_of(unit for unit, _ in self._force):
            wanted = mask_of(unit for unit, _ in self._force)
        else:
            battles = Operations(self.ground(state, state.side)).battles(frame["spaces"])
            self._force = next(iter(battles.values()))[1]
            wanted = mask_of(unit for unit, _ in self._force) | (0 if self._force else -1)
        return [0.5 if len(choice) < 2 else 1.0 if wanted >> choice[1] & 1 else -1.0 for choice in choices]

    # Places -------------------------------------------------------------------------------------------------

    def _standing(self, ground: Ground, space: int) -> float:
        """What it is worth to stand in a hex: near to cities that the side wants, or that are threatened."""
        terrain = self.terrain
        pulls = list(ground.wanted.items())
        pulls += [(city, 0.7 * terrain.cities[city]) for city in ground.held if ground.threat(city)]
        return max((pull * NEAR ** terrain.far(city)[space] for city, pull in pulls), default=0.0)

    def _retreat_space(self, state: Any, choices: Sequence[Action]) -> list[float]:
        unit = state.frames[-1]["unit"]
        own = self.terrain.board.own[self.terrain.board.side_of[unit]]
        ground = self.ground(state, self.terrain.board.side_of[unit])
        return [
            self._standing(ground, space) + 0.1 * (state.units_in[space] & own).bit_count()
            - 0.02 * ground.threat(space)
            for _, space in choices
        ]  # fmt: skip

    def _places(self, state: Any, choices: Sequence[Action]) -> list[float]:
        ground = self.ground(state, state.side)
        return [self._standing(ground, choice[1]) if len(choice) > 1 else 0.0 for choice in choices]

    _arrival_space = _ship_to = _places

    def _arrival_unit(self, state: Any, choices: Sequence[Action]) -> list[float]:
        return [float(len(choice) > 1) for choice in choices]

    # New units ----------------------------------------------------------------------------------------------

    def _break_up(self, state: Any, choices: Sequence[Action]) -> list[float]:
        """Where units are needed; who may only take stores away does so before the enemy."""
        ground, board, forming = self.ground(state, state.side), self.terrain.board, self.terrain.assembly.forming

        def worth(unit: int) -> float:
            here = state.at[unit]
            threatened = bool(board.links[0].flood(1 << here, -1, 2) & ground.foe_hexes)
            if not forming.formable(state, board.side_of[unit], extra=0):
                return 1.0 if threatened else -1.0
            return 0.5 + self._standing(ground, here) + threatened

        return [worth(choice[1]) if len(choice) > 1 else 0.0 for choice in choices]

    def _form(self, state: Any, choices: Sequence[Action]) -> list[float]:
        counters = self.terrain.board.counters

        def worth(unit: int) -> float:
            factors = [counters[unit].factor(name) for name in ("attack", "defence", "movement")]
            return 1.0 + sum(factor for factor in factors if isinstance(factor, int)) / 20

        return [worth(choice[1]) if len(choice) > 1 else 0.0 for choice in choices]

    _ship = _form
