"""From where advice is given: the side, what it values, and what it could do in a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.referee.dice import bits, mixed, stream_seed
from pnp.referee.kit.advice.battles import Battles
from pnp.referee.kit.advice.weights import Weights
from pnp.referee.kit.advice.worth import worth_of
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.state import KitState


class Standpoint:
    """A side of a declared game.

    side     its index
    worth    what units and places are worth
    battles  forecasts of attacks; None in a game without combat
    shared   what the terms of one adviser share
    seed     of the player: what it prefers among things that are nearly as good; 0 for plain advice
    """

    seed: int = 0

    def __init__(self, assembly: Assembly, start: KitState, side: int, weights: Weights) -> None:
        self.assembly, self.kit, self.side, self.weights = assembly, assembly.kit, side, weights
        self.worth = worth_of(assembly, start, weights)
        self.battles = Battles(assembly, self.worth) if assembly.combat else None
        self.shared: dict[str, Any] = {}
        self._attacks = self._attacking_phases()

    def units(self, units: int) -> tuple[str, ...]:
        """The ids of a set of units, for a reason, which names them."""
        return tuple(self.kit.board.units[unit] for unit in bits(units))

    def spaces(self, spaces: int) -> tuple[str, ...]:
        """The ids of a set of spaces, for a reason, which names them."""
        return tuple(self.kit.board.spaces[space] for space in bits(spaces))

    def whims(self, state: KitState, about: object) -> Callable[[int], float]:
        """Numbers from 0 to 1, one for each thing, by which the player prefers this or that in this turn."""
        if not self.seed:
            return lambda thing: 0.0
        basis = stream_seed(self.seed, f"{state.turn} {about}")
        return lambda thing: mixed(basis + thing) / (1 << 64)

    def scene(self, state: KitState) -> KitState:
        """A copy in which units can be put anywhere, with the attacks of the side still to come."""
        scene = state.copy(records=False)
        scene.side = self.side
        scene.frames = [{"fought": 0, "struck": 0}]
        return scene

    def seen(self, state: KitState) -> KitState:
        """The state as the side may know it: of units that lie face down it only knows that something stands there.

        Which unit stands where is dealt out anew, in the order of units and places, so that nothing depends on it.
        """
        unseen = list(bits(state.unseen(self.kit.board.sides[self.side])))
        if not unseen:
            return state
        twin = state.copy(records=False)
        for unit, place in zip(unseen, sorted(state.at[unit] for unit in unseen), strict=True):
            twin.at[unit] = place
        twin.complete()
        return twin

    def willing(self, state: KitState) -> int:
        """Units of the side that can attack when they stand beside an enemy."""
        return self.battles.combat.able(self.scene(state)) if self.battles else 0

    def _attacking_phases(self) -> frozenset[int]:
        """Phases after which, in the same turn, the side attacks before any enemy moves."""
        beats, phases = self.assembly.turn.beats, self.assembly.turn.phases
        followed = set()
        for index, beat in enumerate(beats):
            for later in beats[index + 1 :]:
                procedure = phases[later.phase].procedure
                if later.side == self.side and procedure == "combat":
                    followed.add(beat.phase)
                    break
                if procedure == "movement" and later.side != self.side:
                    break
        return frozenset(followed)

    def attacks_follow(self, state: KitState) -> bool:
        """Whether the side attacks after this phase."""
        return state.phase in self._attacks
