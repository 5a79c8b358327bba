"""Movement by rail, water and sea: where it leads, for whom, and from which base."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane

KNOWN_LIMIT = 4000
NAVAL, WATER, RAIL = "6.4", "6.5", "6.6"
"""The cases of the three modes."""


class Leg(NamedTuple):
    """A mode of transport: its case, the links, how many hexes, and where the move may end."""

    rule: str
    links: HexLinks
    hexes: int
    ends: Plane


class Transport:
    """Where ships and trains take units.

    Rule: 6.4, 6.5, 6.6, 6.7
    """

    def __init__(self, kit: TatchankaKit, supplied: int) -> None:
        """supplied: units of factions that can have supply at all."""
        self.kit, board, hexes = kit, kit.board, kit.board.parameter
        sea, river = int(hexes["sea-range"]), int(hexes["river-range"])
        long, short = int(hexes["long-rail"]), int(hexes["short-rail"])
        self._sail = Leg(NAVAL, board.water, sea, board.coast)
        self._long = Leg(WATER, board.water, sea, board.coast)
        self._short = Leg(WATER, board.rivers, river, board.coast | board.on_river)
        self._rails = [
            (Leg(RAIL, links, short, board.on_rail | bar), Leg(RAIL, board.major, long, board.on_rail))
            for links, bar in zip(board.along_edge, board.bars, strict=True)
        ]
        self._never = board.all_units & ~supplied
        self._known: dict[tuple[int, int, int, Plane], Plane] = {}
        self._wide: dict[tuple[int, int, int], Plane] = {}

    def legs(self, state: TatchankaState, unit: int) -> tuple[Leg, ...]:
        """The modes open to a unit, whatever lies in its way.

        Rule: 6.4, 6.5, 6.6
        """
        board, bit = self.kit.board, 1 << unit
        full, supplied = state.doubled | state.tripled, state.doubled | state.tripled | state.limited
        rails = self._rails[state.leaders[board.side_of[unit]]]
        if bit & board.ships:
            return (self._sail,) if bit & full else ()
        if bit & board.boats:
            return (self._long, self._short) if bit & supplied else (self._short,) if bit & self._never else ()
        if bit & board.trains:
            return rails if bit & supplied else rails[:1] if bit & self._never else ()
        if bit & board.riders and bit & supplied:
            return (*rails, self._long, self._short)
        return ()

    def goals(self, state: TatchankaState, unit: int, free: Plane) -> Plane:
        """Hexes to which any mode takes a unit through `free`.

        Rule: 6.4, 6.5, 6.6
        """
        goals, legs = 0, self.legs(state, unit)
        if legs:
            ends = self._ends(state, unit)
            for one in legs if ends else ():
                goals |= self._reach(state, unit, one, free)
            goals &= ends
        return goals

    def rule(self, state: TatchankaState, unit: int, space: int, free: Plane) -> str:
        """The case of the mode by which a unit gets to a hex; "" where none leads there."""
        if not self._ends(state, unit) >> space & 1:
            return ""
        legs = self.legs(state, unit)
        return next((one.rule for one in legs if self._reach(state, unit, one, free) >> space & 1), "")

    def _ends(self, state: TatchankaState, unit: int) -> Plane:
        """Hexes to which a unit can be taken: all, if it starts at a base that it can use; else those with one."""
        if 1 << unit & self._never:
            return -1
        bases = self.bases_at(state, unit)
        return -1 if bases >> state.at[unit] & 1 else bases

    def _reach(self, state: TatchankaState, unit: int, leg: Leg, free: Plane) -> Plane:
        """Hexes to which one mode takes a unit, whatever bases there are.

        It depends on those hexes only that it reaches where nothing stands in its way; most questions come again.
        """
        here = state.at[unit]
        start = 1 << here
        board = self.kit.board
        if leg.rule != RAIL and not (leg.ends | (board.sea if 1 << unit & board.afloat else 0)) & start:
            return 0
        key = id(leg.links), leg.hexes, here
        wide = self._wide.get(key)
        if wide is None:
            wide = self._wide[key] = leg.links.flood(start, -1, leg.hexes)
        free &= wide
        reached = self._known.get((*key, free))
        if reached is None:
            if len(self._known) > KNOWN_LIMIT:
                self._known.clear()
            reached = leg.links.flood(start, free, leg.hexes) & ~start & leg.ends
            self._known[(*key, free)] = reached
        return reached

    def bases_at(self, state: TatchankaState, unit: int) -> Plane:
        """Hexes with a logistical base of its own faction that has not moved in this phase and is not itself.

        Rule: 6.4
        """
        return self.bases_of(state, self.kit.board.side_of[unit], ~(1 << unit))

    def bases_of(self, state: TatchankaState, faction: int, among: int = -1) -> Plane:
        """Hexes with a base of a faction that can be used."""
        board, at = self.kit.board, state.at
        bases = board.bases & board.own[faction] & state.present & among
        moved = state.frames[0]["moved"] & ~state.frames[0].get("anchored", 0)
        spaces = 0
        for base in bits(bases & ~moved):
            spaces |= 1 << at[base]
        return spaces

    def anchor(self, state: TatchankaState, unit: int, goal: int) -> None:
        """The base that a unit uses doesn't move in this phase; where there is a fixed one, it is that.

        Rule: 6.4
        """
        board, frame = self.kit.board, state.frames[0]
        if 1 << unit & self._never:
            return
        own = board.bases & board.own[board.side_of[unit]] & ~(1 << unit)
        moved = frame["moved"] & ~frame.get("anchored", 0)
        here = state.units_in[state.at[unit]] & own & ~moved or state.units_in[goal] & own & ~moved
        if here and not here & ~board.mobile:
            base = here & frame.get("anchored", 0) or here & -here
            frame["anchored"] = frame.get("anchored", 0) | base
            frame["moved"] |= base
