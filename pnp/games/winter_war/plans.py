"""Where the units of a side go in a Movement Phase: what the plans of both sides have in common."""

from __future__ import annotations

from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.state import WinterState, other
from pnp.referee.dice import bits


class Plan:
    """A destination for each unit that can move.

    goal    unit -> hex; a unit that stays has its own
    order   units in the order in which they should go
    why     unit -> what for: a key of `advice.WHY`
    reach   unit that can move -> hexes it can be in afterwards, its own among them
    counts  hex -> units that will stand there and count for stacking
    front   hexes beside enemies
    """

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook, side: int) -> None:
        self.assembly, self.state, self.outlook, self.side = assembly, state, outlook, side
        board = self.board = assembly.kit.board
        self.links = board.links[board.season(state.turn)]
        self.enemies = state.occupied[other(side)]
        self.front = self.links.spread(self.enemies) & ~self.enemies
        movement = assembly.movement
        self.reach = {
            unit: movement.explore(state, unit).reach | 1 << state.at[unit]
            for unit in bits(movement.free(state, side, state.moved))
        }
        self.counts: dict[int, int] = {}
        self.goal: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.order: list[int] = []
        for unit in bits(state.present & board.own[side]):
            if unit not in self.reach:
                self.stand(unit, state.at[unit])

    def stand(self, unit: int, space: int) -> None:
        """A unit will be in a hex."""
        if self.assembly.stacking.counted(1 << unit, space):
            self.counts[space] = self.counts.get(space, 0) + 1

    def room(self, space: int) -> int:
        """How many more units find room in a hex."""
        return self.assembly.stacking.limit_at(space) - self.counts.get(space, 0)

    def send(self, unit: int, space: int, why: str) -> None:
        """A unit goes to a hex."""
        self.goal[unit] = space
        self.why[unit] = why
        self.order.append(unit)
        self.stand(unit, space)

    def ease(self, unit: int, space: int) -> float:
        """How good it is for a unit to stand in a hex."""
        raise NotImplementedError
