"""Where everything stands, and what the open decision is about."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from pnp.referee.hex_counts import Digits, counted
from pnp.referee.hex_movement import Search
from pnp.referee.hex_supply import SupplyReach
from pnp.referee.hexes import Plane
from pnp.referee.kit.state import KitState


class Shares(NamedTuple):
    """Who draws on which supply city, and what that was found from.

    lines, linked   of the headquarters; the cities that are joined to Leningrad
    cut, logistics   what else it depends on
    unlimited       hexes supplied by a city that is never overloaded
    limited         each other city, with the hexes in which units can draw on it
    left            attack points that each of these can still supply
    alone           units outside `unlimited` that need supply
    own             those in each of `limited`
    fed, starved    units that draw on one; those that would, but for its limit
    isolated        all units without supply
    """

    lines: tuple[SupplyReach | None, ...]
    linked: Plane
    cut: int
    logistics: int
    unlimited: Plane
    limited: tuple[tuple[int, Plane], ...]
    left: dict[int, int]
    alone: int
    own: tuple[int, ...]
    fed: int
    starved: int
    isolated: int


CALM = 2
"""The bit of `stale` for the first side, see `WinterState`."""


class WinterState(KitState):
    """The state of Winter War.

    Saved:
    cut        units that the Soviet player wants to see isolated first, where a city supplies too many
    afloat     units that attack from the sea
    scenario   1 + index of the optional scenario that is in force, 0 for none
    logistics  1 after event H
    truce      turn at whose end the Finns may call a cease-fire, 0 for none
    frozen     turn in which no railway runs, 0 for none
    allies     Allied brigades lost
    misses     Soviet player-turns with too few units near Murmansk

    Registers of the phase that are read by their names:
    moved, stuck   units that have moved in this phase; those that were isolated when it began
    selected   unit that a decision is about, -1 for none

    Kept up to date (not saved), beside those of `KitState`:
    stale      not 0 while `isolated` and `zoc` may be out of date; `supply.settle` sees to them; with the bit CALM <<
               side the zones of that side are right all the same; due: 1 while the Soviet zones alone may not be
    known_isolated   units that were isolated when that was last judged; `isolated` judges if need be
    zoc_known  by side: hexes in the zones of control of its units when that was last judged; `zoc` judges if need be
    lines      per headquarters: what `supply` found last; open: the hexes through which it looked;
               depends: those that matter for it
    homeward   for Finnish units abroad, by hex: a way to Finland, or where they are shut in; homeways: hexes from which
               ways are known, and all hexes of these
    shares     who draws on which supply city
    moves      by side: how often units of it have moved; shifted: units that have since `shares`; whole: all their
               zones then; zone_known: those without isolated units
    way        the search for the unit on its way; room: what room there is for units of the start
    front      who can attack whom, until something changes
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *(name for name in KitState.NUMBERS if name != "cut_off"), "cut", "afloat", "scenario", "logistics",
        "truce", "frozen", "allies", "misses",
    )  # fmt: skip
    KNOWN: ClassVar[tuple[str, ...]] = (
        "stale", "due", "known_isolated", "zoc_known", "lines", "open", "depends", "homeways", "shares", "shifted",
        "front", "way", "room",
    )  # fmt: skip
    COUNTED: ClassVar[tuple[str, ...]] = ("homeward", "moves", "whole", "zone_known")
    FOLLOWING: ClassVar[tuple[str, ...]] = (*KitState.FOLLOWING, "isolated", "zoc")
    SHARED: ClassVar[tuple[str, ...]] = (*KitState.SHARED, *KNOWN)
    OWN: ClassVar[tuple[str, ...]] = (*KitState.OWN, *COUNTED)

    __slots__ = (*NUMBERS[len(KitState.NUMBERS) - 1 :], *KNOWN, *COUNTED)

    moved = property(lambda self: self.register("moved"))
    stuck = property(lambda self: self.register("stuck"))
    selected = property(lambda self: self.register("unit", -1, -1))

    cut: int
    afloat: int
    scenario: int
    logistics: int
    truce: int
    frozen: int
    allies: int
    misses: int
    stale: int
    due: int
    known_isolated: int
    zoc_known: tuple[int, int]
    lines: tuple[SupplyReach | None, ...]
    open: int
    depends: int
    homeways: tuple[int, int]
    shares: Shares | None
    shifted: int
    front: object | None
    way: Search | None
    room: Any
    homeward: dict[int, tuple[int, int, int]]
    moves: list[int]
    whole: list[tuple[int, int]]
    zone_known: list[tuple[int, int, Digits, int]]

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.forget()

    def forget(self) -> None:
        """Nothing is known of what follows from where the units stand; no unit is put anywhere yet."""
        self.stale = self.due = self.known_isolated = self.open = self.depends = self.shifted = 0
        self.zoc_known, self.homeways = (0, 0), (0, 0)
        self.lines, self.shares, self.front, self.way, self.room = (), None, None, None, None
        self.homeward, self.moves = {}, [0, 0]
        self.whole, self.zone_known = [(-1, 0), (-1, 0)], [(-1, 0, [], 0), (-1, 0, [], 0)]

    @property
    def isolated(self) -> int:
        """Units of both sides that are isolated now.

        Rule: Supply E
        """
        if self.stale:
            self.rules.settle(self)  # type: ignore[attr-defined]
        return self.known_isolated

    @property
    def cut_off(self) -> int:  # type: ignore[override]
        """Units that the kit takes to be out of supply: the isolated ones."""
        return self.isolated

    @property
    def zoc(self) -> tuple[int, int]:
        """By side: hexes in the zones of control of its units now.

        Rule: Zones of Control, Zones of Control H
        """
        if self.stale or self.due:
            self.rules.settle(self, zones=True)  # type: ignore[attr-defined]
        return self.zoc_known


def all_zones(state: WinterState, side: int) -> int:
    """What the units of `side` would control, were none of them isolated.

    Rule: Zones of Control
    """
    known = state.whole[side]
    if known[0] == state.moves[side]:
        return known[1]
    plane = counted(state.zones[side])
    state.whole[side] = (state.moves[side], plane)
    return plane


def other(side: int) -> int:
    """The enemy of a side."""
    return 1 - side
