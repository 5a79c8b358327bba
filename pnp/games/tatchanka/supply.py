"""Supply: lines along railroads, rivers, coasts and the sea, and what each source does for whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

SEA, CITIES = "sea", "major-cities"
"""Sources that are no sets of hexes."""

LAST_PHASE = "supply-2"
"""With it a player-turn ends."""


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """What units of a faction have where a line leads from them to a source.

    units       to whom it applies; within: hexes in which they must stand
    sources     hexes; those with enemies are none
    multiplier  of their strengths; 1 = limited supply
    rule        the case
    """

    units: int
    within: Plane
    sources: Plane
    multiplier: int


class Lines:
    """The supply phase: the supply of all units of a side is judged, and holds until its next one.

    supplied  units that can be in supply at all
    Rule: 7.0, 7.1, 7.2
    """

    def __init__(self, kit: TatchankaKit) -> None:
        self.kit, board = kit, kit.board
        self.table = board.tables["supply"]
        self._lines = [
            sorted((line for line in map(self._line, self.table.rows) if line.units & own),
                   key=lambda line: -line.multiplier)
            for own in board.own
        ]
        self.supplied = 0
        self._kept: dict[tuple[Plane, int], tuple[Plane, Plane, Plane]] = {}
        for lines in self._lines:
            for line in lines:
                self.supplied |= line.units
        kit.operation("supply:lines", lambda state: self.judge(state, state.side))

    def _line(self, row: Any) -> SupplyLine:
        """A row of the chart, whose effects say who has what from where; an option may make the area wider."""
        board, effects = self.kit.board, row.effects
        if "faction" not in effects:
            return SupplyLine(0, 0, 0, 1)
        units = board.own[board.sides.index(str(effects["faction"]))]
        if "nationality" in effects:
            units &= board.units_where(lambda counter: counter.group.nationality == effects["nationality"])
        if "except" in effects:
            units &= ~board.units_where(lambda counter: counter.group.type == effects["except"])
        sources = 0
        for name in str(effects["source"]).split():
            named = {SEA: board.open_sea, CITIES: board.major_cities}
            sources |= named[name] if name in named else board.ground.sets[name]  # type: ignore[union-attr]
        within = board.ground.sets[str(effects["area"])] if "area" in effects else board.land  # type: ignore[union-attr]
        if "wider" in effects and self.kit.options[str(effects["option"])]:
            within |= board.ground.sets[str(effects["wider"])]  # type: ignore[union-attr]
        within |= board.water.spread(within & board.coast) & board.sea  # vessels off the coast of an area
        return SupplyLine(units, within, sources, int(effects["multiplier"]))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase."""
        state.agenda.append("supply:lines")

    def judge(self, state: Any, side: int) -> None:
        """Judge the supply of all units of a side; from now on its factions have acted in this turn. With the last
        phase of a player-turn new units are like others.

        Rule: 2.2, 4.3, 7.0
        """
        for faction in self.kit.led_by(state, side):
            state.acted |= 1 << faction
        units = state.armies[side]
        before = state.doubled, state.tripled, state.limited
        self.judge_units(state, units)
        for name, old, new in zip(("doubled", "tripled", "limited"), before,
                                  (state.doubled, state.tripled, state.limited), strict=True):  # fmt: skip
            if fresh := new & ~old:
                event(state, name, self.table.rule, fresh)
        now = state.doubled | state.tripled | state.limited
        if self.kit.game.info.all_phases[state.phase].id == LAST_PHASE:
            state.formed = state.broken = 0
        if lost := (before[0] | before[1] | before[2]) & ~now & state.present:
            event(state, "cut-off", self.table.rule, lost)

    def judge_units(self, state: TatchankaState, units: int) -> None:
        """Judge the supply of some units; of all when the game begins.

        Rule: 1.2, 7.1, 7.2
        """
        board, at = self.kit.board, state.at
        status = {1: 0, 2: 0, 3: 0}  # by multiplier
        for faction, lines in enumerate(self._lines):
            own = units & board.own[faction] & state.present
            if not own or not lines:
                continue
            free = board.land & ~self.kit.enemies_at(state, faction)
            stream = self._stream(state, faction)
            for line in lines:  # the best first: who has it asks no other
                concerned = own & line.units
                where = state.spaces_of(concerned) & line.within
                if not where:
                    continue
                where &= self._reach(line.sources, free, where, stream)
                for unit in bits(concerned):
                    if where >> at[unit] & 1:
                        status[min(line.multiplier, 3)] |= 1 << unit
                        own ^= 1 << unit
        state.limited = state.limited & ~units | status[1]
        state.doubled = state.doubled & ~units | status[2]
        state.tripled = state.tripled & ~units | status[3]

    def reached(self, state: TatchankaState, faction: int, spaces: Plane) -> Plane:
        """Those of some hexes from which a line leads to the first source of a faction.

        Rule: 7.1
        """
        free = self.kit.board.land & ~self.kit.enemies_at(state, faction)
        if not self._lines[faction]:
            return 0
        return spaces & self._reach(self._lines[faction][0].sources, free, spaces, self._stream(state, faction))

    def extents(self, state: TatchankaState, faction: int) -> list[tuple[int, Plane, int]]:
        """For each line of a faction: its units, the hexes in which it would supply them now, and the multiplier.

        Rule: 7.1, 7.2
        """
        free = self.kit.board.land & ~self.kit.enemies_at(state, faction)
        lines, stream = self._lines[faction], self._stream(state, faction)
        reached = {line.sources: self._reach(line.sources, free, free, stream) for line in lines}
        return [(line.units, line.within & reached[line.sources], line.multiplier) for line in lines]

    def _stream(self, state: TatchankaState, faction: int) -> HexLinks:
        """The water over which the lines of a faction run.

        Rule: 1.6.2
        """
        return self.kit.waters(state, faction).stream

    def _reach(self, sources: Plane, free: Plane, needed: Plane, stream: HexLinks) -> Plane:
        """Hexes to which lines lead from the sources, complete as far as `needed`; kept while the same hexes are free.

        Rule: 7.1
        """
        net = self.kit.board.on_rail | self.kit.board.on_stream
        free, needed, key = free & net, needed & net, (sources, id(stream))
        then, asked, reached = self._kept.get(key, (-1, 0, 0))
        if then != free or needed & ~(asked | reached):
            asked = net if then == free else needed  # a second question is followed by others
            reached = self._led(sources & free, free, asked, stream)
            self._kept[key] = free, asked, reached
        return reached

    def _led(self, start: Plane, free: Plane, needed: Plane, stream: HexLinks) -> Plane:
        """Hexes to which lines lead through `free`, complete as far as `needed`: along the rails, and over water, with
        ports between the two.

        Rule: 7.1
        """
        board, rail = self.kit.board, self.kit.board.rail
        rails = rail.flood(start & board.on_rail, free, -1, needed)
        waters = stream.flood(start & board.on_stream, free, -1, needed & ~rails)
        while needed & ~(rails | waters):
            ports = board.ports & (rails | waters) & ~(rails & waters)
            onto_rails, onto_water = ports & board.on_rail & ~rails, ports & board.on_stream & ~waters
            if not onto_rails and not onto_water:
                break
            if onto_rails:
                rails = rail.flood(rails | onto_rails, free)
            if onto_water:
                waters = stream.flood(waters | onto_water, free)
        return rails | waters
