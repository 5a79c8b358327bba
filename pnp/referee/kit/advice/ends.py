"""The sudden ends of a game that ask for places: who needs which, and how many are missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.filters import Condition, turns_in
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.state import KitState


@dataclass(frozen=True, slots=True)
class EndByPlaces:
    """An end of the game that comes as soon as a side has so many places.

    winner   the side
    spaces   the places that can count for it
    counted  those that count in a state, and perhaps others
    least    how many it needs
    inverse  whether places count while the side does not have them, and it wins when fewer than `least` are left
    turns    in which the game can end so; None for all
    """

    winner: int
    spaces: int
    counted: Reading
    least: int
    inverse: bool
    turns: frozenset[int] | None

    def won(self, state: KitState) -> int:
        """The places that the winner has."""
        counted = self.counted(state) & self.spaces
        return self.spaces & ~counted if self.inverse else counted

    def missing(self, state: KitState) -> int:
        """How many more it needs."""
        needed = self.spaces.bit_count() - self.least + 1 if self.inverse else self.least
        return max(needed - self.won(state).bit_count(), 0)

    def to_come(self, turn: int) -> bool:
        """Whether the game can still end so."""
        return self.turns is None or any(later >= turn for later in self.turns)


def sudden_ends(assembly: Assembly, all_held: Sequence[KitState]) -> list[EndByPlaces]:
    """The sudden ends that ask for places and have a winner.

    all_held  by side: a state in which it holds every space and stands there
    """
    victory, kit = assembly.victory, assembly.kit
    if victory is None or len(all_held) < 2:
        return []
    winners = {outcome.id: outcome.winner for outcome in kit.game.info.outcomes}
    ends = []
    for sudden in victory.source.sudden:
        winner = winners.get(sudden.outcome)
        if winner in kit.board.sides:
            side = kit.board.sides.index(winner)
            end = _of_places(assembly, side, sudden.when, all_held)
            if end is not None:
                ends.append(end)
    return ends


def _of_places(
    assembly: Assembly, winner: int, when: Condition, all_held: Sequence[KitState]
) -> EndByPlaces | None:  # fmt: skip
    """What a condition asks of places; None where it asks for nothing that the winner could take."""
    kit, inverse, turns = assembly.kit, False, when.turns
    while when.not_ is not None and when.places is None:
        when, inverse = when.not_, not inverse
    if when.places is None:
        return None
    counted, land = kit.filters.places(when.places).of, kit.board.land
    loser = next(side for side in range(len(all_held)) if side != winner)
    mine, theirs = (counted(all_held[side]) & land for side in (winner, loser))
    spaces = theirs & ~mine if inverse else mine & ~theirs
    if not spaces or spaces == land:
        return None
    last = kit.scenario.turns
    return EndByPlaces(winner, spaces, counted, when.least, inverse, turns_in(turns, last) if turns else None)
