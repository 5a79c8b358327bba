"""All that never changes in a game: who can be where, what moves how, and every table."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.tables import FlowTable
from pnp.referee.combat import DifferenceTable, EventRows
from pnp.referee.dice import bits
from pnp.referee.modifiers import Modifiers
from pnp.referee.movement import Travel

WAGNER, RUSSIA = 0, 1
"""The side of the solitaire player, and the one that the priorities lead."""

USES_TRACK, DEFENDS_ONLY, IGNORES_RIVERS = "uses-track", "defends-only", "ignores-rivers"
"""Traits that the procedures know."""

ROADBLOCK = "roadblock"
"""The kind of marker that makes a location dear to enter."""

CAPITAL, FLANKING, RIVER = "capital", "flanking", "river"
"""Modifiers of a contact that the procedures know by id or condition; an attack counts momentum, flankers, rivers."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A space of the Maneuver/Combat Track.

    value  by which positions name it
    item   its index among all spaces of tracks, as an action holds it
    """

    id: str
    value: int
    sp: int
    ma: int
    item: int


@dataclass(frozen=True, slots=True)
class Buy:
    """A row of a list of what momentum buys.

    item  its index among the rows of all lists, as an action holds it
    """

    id: str
    item: int
    cost: int
    shift: int
    disperse: int
    restore: int
    rebuild: int
    full: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A momentum question: what must have happened to whom, or who must stand where."""

    id: str
    event: str
    side: int
    space: int
    add: int


@dataclass(frozen=True, slots=True)
class Board:
    """Units and spaces as sets of bits, and the tables ready to use. Pairs are by side: WAGNER, RUSSIA.

    units        ids in source order: units, then roadblocks and the event marker
    places       spaces, then boxes, then the spaces of the turn track; the index after the last is nowhere
    native       units of each side as they begin
    switchers    units that can change sides; reducible: units with a reduced back
    assault      units that can attack; flyers: units that ignore rivers
    sp, ma       of each unit, full and reduced, without the track
    track        spaces of the Maneuver/Combat Track; marker_of: index of a unit's marker, -1 for none
    owners       unit of each marker
    homes        home of each unit while it belongs to the first or the second side
    base         home of each side; private: homes of single units
    returns      for each side and unit the spaces in which it comes back
    arrives      where each unit enters the game
    neighbours, across   sets of spaces next to each space, and of those the ones across a river
    walk, fly    what movement costs, by units that pay for rivers and by those that don't
    trail        as walk, but of ways that cost the same the one with fewer links is shorter: it crosses more rivers
    approach     approach[flies][spot][space]: least movement points from `space` to a location next to `spot`, by
                 units that pay for rivers and by those that don't, with nobody in the way
    steps        steps[goal][space]: locations from `space` to `goal`
    onward       onward[goal][space]: neighbours of `space` that are nearer to `goal`
    to_goal      for each space the locations to the nearest of the goals, and which these are
    road         spaces of the main road
    capital      spaces whose owners stand fast instead of being dispersed
    goals        spaces that the momentum questions reward the first side for
    shut         spaces in which no roadblock may stand
    levels       values of the momentum track, lowest first
    turn_places  place of each turn; index 0 is unused
    """

    units: tuple[str, ...]
    spaces: tuple[str, ...]
    places: tuple[str, ...]
    sides: tuple[str, str]
    two_player: bool
    native: tuple[int, int]
    switchers: int
    reducible: int
    assault: int
    flyers: int
    roadblocks: int
    event_marker: int
    sp: tuple[tuple[int, ...], tuple[int, ...]]
    ma: tuple[tuple[int, ...], tuple[int, ...]]
    track: tuple[Mark, ...]
    track_id: str
    marker_of: tuple[int, ...]
    markers: tuple[str, ...]
    owners: tuple[int, ...]
    core: int
    homes: tuple[tuple[int, ...], tuple[int, ...]]
    base: tuple[int, int]
    private: int
    returns: tuple[tuple[int, ...], tuple[int, ...]]
    arrives: tuple[int, ...]
    land: int
    neighbours: tuple[int, ...]
    across: tuple[int, ...]
    walk: Travel
    fly: Travel
    trail: Travel
    approach: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    steps: tuple[tuple[int, ...], ...]
    onward: tuple[tuple[int, ...], ...]
    to_goal: tuple[tuple[int, int], ...]
    road: int
    capital: int
    goals: int
    shut: int
    levels: tuple[int, ...]
    momentum_track: str
    turn_places: tuple[int, ...]
    cup: int
    aside: int
    eliminated: int
    removed: int
    nowhere: int
    turns: int
    marker_shift: int
    contact: DifferenceTable
    modifiers: Modifiers
    flanking_most: int
    boons: tuple[Buy, ...]
    longer_shift: Buy | None
    expenses: tuple[Buy, ...]
    silence: tuple[tuple[int, int, int, str], ...]
    questions: tuple[Question, ...]
    priorities: FlowTable
    march: EventRows
    rivers: dict[str, frozenset[tuple[int, int]]]

    @property
    def count(self) -> int:
        """Number of spaces."""
        return len(self.spaces)


def bank_of(board: Board, river: str, space: int) -> int:
    """All spaces that hang together with `space` when no link across `river` counts.

    Rule: 7.4.1
    """
    crossings = board.rivers[river]
    seen = ring = 1 << space
    while ring:
        grown = 0
        for one in bits(ring):
            for other in bits(board.neighbours[one]):
                if (one, other) not in crossings and (other, one) not in crossings:
                    grown |= 1 << other
        ring = grown & ~seen
        seen |= ring
    return seen
