"""Movement by rail, water and sea: where it leads, for whom, and from which base."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.dice import bits
from pnp.referee.hexes import Floods, HexLinks, Plane

NAVAL, WATER, RAIL = "6.4", "6.5", "6.6"
"""The cases of the three modes."""


class Leg:
    """A mode of transport: its case, the links, how many hexes, where the move may begin and where it may end.

    floods  what it reaches
    """

    def __init__(self, rule: str, links: HexLinks, hexes: int, starts: Plane, ends: Plane) -> None:
        self.rule, self.links, self.starts, self.ends = rule, links, starts, ends
        self.floods, self._hexes = Floods(links, hexes), hexes
        self._within: dict[int, Plane] = {}

    def reached(self, here: int, free: Plane) -> Plane:
        """Hexes to which it leads from `here` through `free`."""
        if not self.starts >> here & 1 or not self.links.near[here] & free:
            return 0
        return self.floods.of(here, free) & self.ends & ~(1 << here)

    def within(self, here: int) -> Plane:
        """Hexes to which it leads where nothing is in the way."""
        within = self._within.get(here)
        if within is None:
            led = self.links.flood(1 << here, -1, self._hexes) if self.starts >> here & 1 else 0
            within = self._within[here] = led & self.ends
        return within


class Modes(NamedTuple):
    """The modes over some waters: of ships, of boats, the short range last, and by leader of units that ride."""

    ships: tuple[Leg, ...]
    boats: tuple[Leg, ...]
    riders: tuple[tuple[Leg, ...], ...]


class Transport:
    """Where ships and trains take units.

    Rule: 6.4, 6.5, 6.6, 6.7
    """

    def __init__(self, kit: TatchankaKit, supplied: int) -> None:
        """supplied: units of factions that can have supply at all."""
        self.kit, board, hexes = kit, kit.board, kit.board.parameter
        sea, river = int(hexes["sea-range"]), int(hexes["river-range"])
        long, short = int(hexes["long-rail"]), int(hexes["short-rail"])
        coast, banks, sea_hexes = board.coast, board.coast | board.on_river, board.sea
        far = Leg(RAIL, board.major, long, -1, board.on_rail)
        self._trains = [
            (Leg(RAIL, links, short, -1, board.on_rail | bar), far)
            for links, bar in zip(board.along_edge, board.bars, strict=True)
        ]
        self._modes = {}
        for waters in (board.waters, board.parted):
            near = Leg(WATER, waters.rivers, river, banks | sea_hexes, banks)
            wet = Leg(WATER, waters.sea, sea, coast, coast), Leg(WATER, waters.rivers, river, banks, banks)
            self._modes[id(waters)] = Modes(
                (Leg(NAVAL, waters.sea, sea, coast | sea_hexes, coast),),
                (Leg(WATER, waters.sea, sea, coast | sea_hexes, coast), near),
                tuple((*trains, *wet) for trains in self._trains),
            )
        self._never = board.all_units & ~supplied

    def legs(self, state: TatchankaState, unit: int) -> tuple[Leg, ...]:
        """The modes open to a unit, whatever lies in its way.

        Rule: 6.4, 6.5, 6.6
        """
        board, bit = self.kit.board, 1 << unit
        full = state.doubled | state.tripled
        faction = board.side_of[unit]
        if bit & board.afloat:
            modes = self._modes[id(self.kit.waters(state, faction))]
            if bit & board.ships:
                return modes.ships if bit & full else ()
            if bit & (full | state.limited):
                return modes.boats
            return modes.boats[1:] if bit & self._never else ()
        leader = state.leaders[faction]
        if bit & board.trains:
            if bit & (full | state.limited):
                return self._trains[leader]
            return self._trains[leader][:1] if bit & self._never else ()
        if not bit & board.riders & (full | state.limited):
            return ()
        return self._modes[id(self.kit.waters(state, faction))].riders[leader]

    def goals(self, state: TatchankaState, unit: int, free: Plane) -> Plane:
        """Hexes to which any mode takes a unit through `free`: all, if it starts at a base that it can use; else those
        with one.

        Rule: 6.4, 6.5, 6.6
        """
        legs, goals = self.legs(state, unit), 0
        if not legs:
            return 0
        here, ends = state.at[unit], self._ends(state, unit)
        if ends == -1:
            for leg in legs:
                goals |= leg.reached(here, free)
            return goals
        ends &= free
        for leg in legs:
            if ends and leg.links.near[here] & free and (within := leg.within(here) & ends):
                reached = self._led(leg, here, within, free)
                ends ^= reached  # to which no other mode has to lead
                goals |= reached
        return goals

    def _ends(self, state: TatchankaState, unit: int) -> Plane:
        """Hexes to which a unit can be taken: all, if it starts at a base that it can use and isn't itself; else those
        with one.

        Rule: 6.4
        """
        if 1 << unit & self._never:
            return -1
        bases, at, spaces = self.usable(state, self.kit.board.side_of[unit]) & ~(1 << unit), state.at, 0
        while bases:
            base = bases.bit_length() - 1
            bases ^= 1 << base
            spaces |= 1 << at[base]
        return -1 if spaces >> at[unit] & 1 else spaces

    @staticmethod
    def _led(leg: Leg, here: int, ends: Plane, free: Plane) -> Plane:
        """Those of some free hexes within range to which a mode leads. Where a shortest way is free, nothing is looked
        for; and ways lead back as they lead there, so what is known of a base serves all units far from it.
        """
        if not (leg.ends & leg.starts & free) >> here & 1:
            return ends & leg.reached(here, free)
        goals = 0
        for base in bits(ends):
            if not leg.links.track(here, base) & ~free or leg.reached(base, free) >> here & 1:
                goals |= 1 << base
        return goals

    def leads_on(self, state: TatchankaState, unit: int, free: Plane) -> bool:
        """Whether any mode takes a unit anywhere: where it is a step away, nothing farther is looked for."""
        legs = self.legs(state, unit)
        if not legs:
            return False
        here = state.at[unit]
        if self._ends(state, unit) == -1:
            for leg in legs:
                if leg.starts >> here & 1 and leg.links.near[here] & free & leg.ends:
                    return True
        return bool(self.goals(state, unit, free))

    def rule(self, state: TatchankaState, unit: int, space: int, free: Plane) -> str:
        """The case of the mode by which a unit gets to a hex; "" where none leads there."""
        here, ends = state.at[unit], self._ends(state, unit)
        if not ends >> space & 1:
            return ""
        for leg in self.legs(state, unit):
            if ends == -1:
                led = leg.reached(here, free) >> space & 1
            else:
                led = leg.within(here) & free & 1 << space and self._led(leg, here, 1 << space, free)
            if led:
                return leg.rule
        return ""

    def usable(self, state: TatchankaState, faction: int) -> int:
        """Logistical bases of a faction that have not moved in this phase.

        Rule: 6.4
        """
        board, frame = self.kit.board, state.frames[0]
        return board.bases & board.own[faction] & state.present & ~(frame["moved"] & ~frame.get("anchored", 0))

    def anchor(self, state: TatchankaState, unit: int, goal: int) -> None:
        """The base that a unit uses doesn't move in this phase; where there is a fixed one, it is that.

        Rule: 6.4
        """
        board, frame = self.kit.board, state.frames[0]
        if 1 << unit & self._never:
            return
        bases = self.usable(state, board.side_of[unit]) & ~(1 << unit)
        here = state.units_in[state.at[unit]] & bases or state.units_in[goal] & bases
        if here and not here & ~board.mobile:
            base = here & frame.get("anchored", 0) or here & -here
            frame["anchored"] = frame.get("anchored", 0) | base
            frame["moved"] |= base
