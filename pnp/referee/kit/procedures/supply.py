"""Supply: which units can trace a line to a source, and what it does to lack one."""

from __future__ import annotations

from fractions import Fraction

from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.hexes import HexLinks
from pnp.referee.kit.declared import fraction, rounded
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.reach import Hindrance, reachable
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Supply:
    """The supply of a game; without a declaration all units always have it.

    movement, attack, defence  what a unit without supply multiplies its factors with
    concerns_all               whether it matters in a phase which units of other sides lack it
    """

    def __init__(self, kit: Kit, zones: Zones) -> None:
        self.kit, self.zones, self.source = kit, zones, kit.source.supply
        source = self.source
        self.rule = source.rule if source else ""
        without = source.without if source else None
        self._rounding = without.rounding if without else "down"
        self._points_left: dict[int, int] = {}
        self.movement, self.attack, self.defence = (
            fraction(getattr(without, name)) if without else Fraction(1) for name in ("movement", "attack", "defence")
        )
        self.concerns_all = False
        kit.operation("supply:judge", self._judge_all)
        if source is None:
            return
        if source.judged == "always":
            kit.before_asking = self.judge
        sides = range(len(kit.board.sides))
        self.concerns_all = self.defence != 1 or source.without.eliminated or kit.asks_for_supply
        self._sources = [kit.filters.places(source.sources, side) for side in sides]
        for chosen in (source.sources, *source.sources.any):
            if not any(kit.filters.places(chosen, side).most & kit.board.land for side in sides):
                hint = "name spaces, sets or features of the map"
                kit.mistakes.add("no line can begin here: this is not on the map", chosen.where(), hint)
        self._needing = [kit.filters.units(source.units, side) for side in sides]
        self._through = [kit.filters.places(source.through, side).of for side in sides]
        self._range = kit.mistakes.amount(source.range, source, "range") if source.range is not None else -1
        if source.across:
            kit.board.check_links(source.across)
        if source.way:
            kit.mistakes.known("road", source.way, kit.board.way_spaces, source, "way")
        self._between = [
            kit.filters.places(source.between, side).of for side in sides
        ] if source.between else []  # fmt: skip
        self._links = [self._links_in(season) for season in range(kit.board.seasons)]
        self._capacity = self._capacities()
        self._ways = [[self._usual_ways(side, links) for side in sides] for links in self._links]
        self._movers = [
            [self._mover(side, season) for side in sides] for season in range(kit.board.seasons)
        ] if source.measured == "points" else []  # fmt: skip
        if source.measured == "points":
            self._range *= kit.parts
        if source.measured == "points" and source.range is None:
            message = "a line without 'range' has no length to measure"
            kit.mistakes.add(message, source.where("measured"), "add 'range:'")
        if source.measured == "points" and source.between is not None:
            hint = "take out 'between', or 'measured: points'"
            kit.mistakes.add("no points are counted over the sea", source.where("between"), hint)

    def _capacities(self) -> list[int] | None:
        """By space: units that a source there supplies; None where any number."""
        source, kit, board = self.source, self.kit, self.kit.board
        assert source is not None
        if source.capacity is None:
            return None
        if source.capacity == "printed":
            printed = {space.id: space.supply or 0 for space in kit.game.map.spaces}
            return [printed.get(name, 0) for name in board.spaces]
        return [kit.mistakes.amount(source.capacity, source, "capacity")] * board.count

    def _mover(self, side: int, season: int) -> Mover:
        """Steps of a line from a source: each costs what a unit of the side would pay."""
        board, links = self.kit.board, self._links[season]
        costs = board.costs(side, season, self.kit.ways, self._cross(), self.kit.parts)
        return Mover(board.count, {
            (one, other): cost for (one, other), cost in costs.items() if links.near[one] >> other & 1
        })  # fmt: skip

    def _cross(self) -> dict[str, int]:
        """Kind of special link or river -> points more to cross."""
        moves, amount = self.kit.source.movement, self.kit.mistakes.amount
        return {name: amount(cost, moves, "cross", name) for name, cost in moves.cross.items()} if moves else {}

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

    def _usual_ways(self, side: int, links: HexLinks) -> list[int]:
        """By space: the spaces of a shortest line on an empty map to what can be a source; 0 where none leads."""
        assert self.source is not None
        ways, sources = [0] * self.kit.board.count, self._sources[side].most
        if self.source.measured == "points":
            return ways
        land = self.kit.board.land
        layers = links.layers(sources & land, land, self._range if self._range >= 0 else self.kit.board.count)
        for steps, layer in enumerate(layers):
            for space in bits(layer):
                before = layers[steps - 1] & links.near[space] if steps else 0
                ways[space] = ways[(before & -before).bit_length() - 1] | 1 << space if before else 1 << space
        return ways

    def lines(self, state: KitState, side: int) -> int:
        """Spaces from which a line of supply leads to a source of a side."""
        if self.source is None:
            return self.kit.board.land
        free = self.free(state, side)
        return self._reached(state, side, self._sources[side].of(state) & free, free)

    def free(self, state: KitState, side: int) -> int:
        """Spaces through which a line of a side may lead."""
        source, kit = self.source, self.kit
        assert source is not None
        free = kit.board.land & self._through[side](state) & ~kit.board.closed(kit.board.season(state.turn))
        if "enemies" in source.blocked_by:
            free &= ~kit.enemies_at(state, side)
        if "zones" in source.blocked_by:
            free &= ~self.zones.against(state, side) | state.occupied[side]
        return free

    def _reached(self, state: KitState, side: int, start: int, free: int) -> int:
        """Spaces to which a line leads from `start` through `free`."""
        if self._between:
            return self._over_sea(state, side, start, free)
        season = self.kit.board.season(state.turn)
        if not self._movers:
            return self._links[season].flood(start, free, self._range)
        land, reached = self.kit.board.land, start
        hindrance = Hindrance(land, land & ~free)
        for source in bits(start):
            reached |= reachable(self._movers[season][side], source, self._range, hindrance)
        return reached

    def _over_sea(self, state: KitState, side: int, start: int, free: int) -> int:
        """The same where a line may also go from one of some places to another, which counts as one space."""
        links, ports = self._links[self.kit.board.season(state.turn)], self._between[side](state) & free
        reached, steps = start, self._range
        while steps:
            further = (links.spread(reached) | (ports if reached & ports else 0)) & free & ~reached
            if not further:
                break
            reached |= further
            steps -= 1
        return reached

    def lacking(self, state: KitState, side: int) -> int:
        """Units of a side on the map that need supply and have none."""
        if self.source is None:
            return 0
        at = state.at
        needing = self.kit.on_map(state, self.kit.board.own[side] & self._needing[side].of(state))
        if self._capacity is not None:
            return self._beyond_capacity(state, side, list(bits(needing)))
        free = self.free(state, side)
        start = self._sources[side].of(state) & free
        needing, ends = self._off_usual_ways(state, side, needing, start, free)
        if not needing:
            return 0
        if self._movers or self._between:
            supplied = self._reached(state, side, start, free)
        else:
            links = self._links[self.kit.board.season(state.turn)]
            supplied = links.flood(start, free, self._range, ends)
        lacking = 0
        while needing:
            low = needing & -needing
            needing ^= low
            if not supplied >> at[low.bit_length() - 1] & 1:
                lacking |= low
        return lacking

    def _off_usual_ways(self, state: KitState, side: int, needing: int, start: int, free: int) -> tuple[int, int]:
        """Those of `needing` whose shortest line on an empty map is cut or has no source, and where they stand."""
        ways, at, blocked = self._ways[self.kit.board.season(state.turn)][side], state.at, self.kit.board.land ^ free
        off, ends = 0, 0
        while needing:
            low = needing & -needing
            needing ^= low
            here = at[low.bit_length() - 1]
            way = ways[here]
            if way & blocked or not way & start:
                off |= low
                ends |= 1 << here
        return off, ends

    def _beyond_capacity(self, state: KitState, side: int, needing: list[int]) -> int:
        """Units that no source has capacity for: as many as possible are supplied, those near a source first.

        A matching of units to sources by augmenting paths (Kuhn's algorithm).
        """
        assert self._capacity is not None
        free = self.free(state, side)
        sources = [space for space in bits(self._sources[side].of(state) & free) if self._capacity[space]]
        reached = {space: self._reached(state, side, 1 << space, free) for space in sources}
        served: dict[int, list[int]] = {space: [] for space in sources}

        def nearest(unit: int) -> list[int]:
            far = {s: self.kit.board.steps_between(s, state.at[unit]) for s in sources}
            return sorted((s for s in sources if reached[s] >> state.at[unit] & 1), key=lambda s: (far[s], s))

        def place(unit: int, seen: set[int]) -> bool:
            for space in nearest(unit):
                if space in seen:
                    continue
                seen.add(space)
                if len(served[space]) < self._capacity[space]:  # type: ignore[index]
                    served[space].append(unit)
                    return True
                for other in served[space]:
                    if place(other, seen):
                        served[space][served[space].index(other)] = unit
                        return True
            return False

        def distance(unit: int) -> tuple[int, int]:
            spaces = nearest(unit)
            return (self.kit.board.steps_between(spaces[0], state.at[unit]) if spaces else 1 << 20, unit)

        return mask_of(unit for unit in sorted(needing, key=distance) if not place(unit, set()))

    def judge(self, state: KitState) -> None:
        """Find out anew which units lack supply: of all sides, or of the side whose phase it is if no other matters."""
        if self.source is not None:
            concerned = range(len(self.kit.board.sides)) if self.concerns_all or state.side < 0 else (state.side,)
            cut_off = state.cut_off
            for side in concerned:
                cut_off = cut_off & ~self.kit.board.own[side] | self.lacking(state, side)
            if newly := cut_off & ~state.cut_off:
                event(state, "cut-off", self.rule, newly)
            if again := state.cut_off & ~cut_off & self.kit.on_map(state, self.kit.board.all_units):
                event(state, "supplied", self.rule, again)
            state.cut_off = cut_off

    def points(self, points: int) -> int:
        """What is left of an allowance without supply."""
        left = self._points_left.get(points)
        if left is None:
            left = self._points_left[points] = int(rounded(points * self.movement, self._rounding))
        return left

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
