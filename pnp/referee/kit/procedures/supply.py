"""Supply: which units can trace a line to a source, and what it does to lack one."""

from __future__ import annotations

from fractions import Fraction

from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks
from pnp.referee.kit.declared import fraction
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Supply:
    """The supply of a game; without a declaration all units always have it.

    movement, attack, defence  what a unit without supply multiplies its factors with
    """

    def __init__(self, kit: Kit, zones: Zones) -> None:
        self.kit, self.zones, self.source = kit, zones, kit.source.supply
        source = self.source
        self.rule = source.rule if source else ""
        without = source.without if source else None
        self.movement, self.attack, self.defence = (
            fraction(getattr(without, name)) if without else Fraction(1) for name in ("movement", "attack", "defence")
        )
        kit.operation("supply:judge", self._judge_all)
        if source is None:
            return
        sides = range(len(kit.board.sides))
        self._sources = [kit.filters.places(source.sources, side) for side in sides]
        self._needing = [kit.filters.units(source.units, side) for side in sides]
        self._range = kit.mistakes.amount(source.range, source, "range") if source.range is not None else -1
        if source.across:
            kit.board.check_links(source.across)
        if source.way:
            kit.mistakes.known("road", source.way, kit.board.way_spaces, source, "way")
        self._links = [self._links_in(season) for season in range(kit.board.seasons)]

    def _links_in(self, season: int) -> HexLinks:
        source, board = self.source, self.kit.board
        assert source is not None
        links = board.links_where(source.across, season)
        if source.way is None:
            return links
        along = [0] * board.count
        for link in board.graph.links.values():
            if source.way in (*link.ways, link.kind):
                one, other = (board.space_index[name] for name in link.spaces)
                along[one] |= 1 << other & links.near[one]
                along[other] |= 1 << one & links.near[other]
        return HexLinks(along)

    def lines(self, state: KitState, side: int) -> int:
        """Spaces from which a line of supply leads to a source of a side."""
        source, kit = self.source, self.kit
        if source is None:
            return kit.board.land
        free = kit.board.land & ~kit.board.closed(kit.board.season(state.turn))
        if "enemies" in source.blocked_by:
            free &= ~kit.enemies_at(state, side)
        if "zones" in source.blocked_by:
            free &= ~self.zones.against(state, side) | state.occupied[side]
        start = self._sources[side].of(state) & free
        return self._links[kit.board.season(state.turn)].flood(start, free, self._range)

    def lacking(self, state: KitState, side: int) -> int:
        """Units of a side on the map that need supply and have none."""
        if self.source is None:
            return 0
        supplied, at, count = self.lines(state, side), state.at, self.kit.board.count
        lacking = 0
        for unit in bits(self.kit.board.own[side] & self._needing[side].of(state)):
            if at[unit] < count and not supplied >> at[unit] & 1:
                lacking |= 1 << unit
        return lacking

    def judge(self, state: KitState) -> None:
        """Find out anew which units of all sides lack supply."""
        if self.source is not None:
            cut_off = 0
            for side in range(len(self.kit.board.sides)):
                cut_off |= self.lacking(state, side)
            if newly := cut_off & ~state.cut_off:
                event(state, "cut-off", self.rule, newly)
            if again := state.cut_off & ~cut_off & self.kit.on_map(state, self.kit.board.all_units):
                event(state, "supplied", self.rule, again)
            state.cut_off = cut_off

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open a phase in which supply is judged."""
        state.agenda.append("supply:judge")

    def _judge_all(self, state: KitState) -> None:
        """A phase of supply: units of its side without supply suffer, where that is declared."""
        self.judge(state)
        if self.source is not None and self.source.without.eliminated:
            units = state.cut_off & (self.kit.board.own[state.side] if state.side >= 0 else -1)
            if units:
                self.kit.lose(state, units, self.rule)
                state.cut_off &= ~units
