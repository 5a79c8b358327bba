"""What never changes in March of Justice, made from its sources: who can be where, what moves how, and every table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.maps.graph import Link
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import EventsTable, FlowTable, ListTable, ResultsTable, ShiftsTable
from pnp.referee.combat import difference_table, event_rows
from pnp.referee.dice import bits
from pnp.referee.kit.board import Board
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import mask_of
from pnp.referee.modifiers import modifiers_of
from pnp.referee.movement import Travel, distances

WAGNER, RUSSIA = 0, 1
"""The side of the solitaire player, and the one that the priorities lead."""

DEFENDS_ONLY, IGNORES_RIVERS = "defends-only", "ignores-rivers"
"""Traits that the procedures know."""

ROADBLOCK = "roadblock"
"""The kind of marker that makes a location dear to enter."""

CAPITAL, FLANKING, RIVER = "capital", "flanking", "river"
"""Modifiers of a contact that the procedures know by id or condition; an attack counts momentum, flankers, rivers."""


class Mark(NamedTuple):
    """A space of the Maneuver/Combat Track.

    value  by which positions name it
    item   its index among all spaces of tracks, as an action holds it
    """

    id: str
    value: int
    sp: int
    ma: int
    item: int


class Buy(NamedTuple):
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
    full: int


class Question(NamedTuple):
    """A momentum question: what must have happened to whom, or who must stand where."""

    id: str
    event: str
    side: int
    space: int
    add: int


class MarchBoard(Board):
    """Units, markers and spaces as sets of bits, and the tables ready to use. Pairs are by side: WAGNER, RUSSIA.

    own          units of each side as they begin, no markers
    switchers    units that can change sides
    assault      units that can attack; flyers: units that ignore rivers
    sp, ma       of each unit, full and reduced, without the track
    track        spaces of the Maneuver/Combat Track; marker_of: index of a unit's marker, -1 for none
    core         units with a marker
    base         home of each side; homes: of each unit while it belongs to a side; private: homes of single units
    returns      for each side and unit the spaces in which it comes back
    arrives      where each unit enters the game
    neighbours, across   sets of spaces next to each space, and of those the ones across a river
    walk, fly    what movement costs, by units that pay for rivers and by those that don't; travel: by unit
    trail        as walk, but of ways that cost the same the one with fewer links is shorter: it crosses more rivers
    approach     approach[flies][spot][space]: least movement points from `space` to a location next to `spot`, with
                 nobody in the way
    steps        steps[goal][space]: locations from `space` to `goal`
    onward       onward[goal][space]: neighbours of `space` that are nearer to `goal`
    to_goal      for each space the locations to the nearest of the goals, and which these are
    roadblock_cost   points more that Wagner pays to enter a location with one
    road         spaces of the main road
    capital      spaces whose owners stand fast instead of being dispersed
    goals        spaces that the momentum questions reward the first side for
    levels       values of the momentum track, lowest first
    turn_places  place of each turn; index 0 is nowhere
    rows         ids of the rows of all lists
    silence      rows of the event: from which momentum, reductions, switches, id; lowest first
    Raises KeyError, ValueError or TableLookupError where the sources lack what the rules need.
    Rule: 3.1, 3.3, 9.0
    """

    MARKERS = True

    def __init__(self, game: Game, scenario: Scenario, options: Mapping[str, Any], mistakes: Mistakes) -> None:
        self._turns = next(track for track in game.tracks if track.kind == "turn")
        super().__init__(game, scenario, options, mistakes)
        self.turns = scenario.turns
        if self.turns > len(self._turns.spaces):
            raise ValueError(f"the scenario has {self.turns} turns, the turn track {len(self._turns.spaces)} spaces")
        self.turn_places = (self.nowhere, *(self.place_index[space.id] for space in self._turns.spaces))
        self.cup, self.eliminated = (self.box_for(kind, RUSSIA) for kind in ("pool", "eliminated"))
        self.aside, self.removed = self.place_index["aside"], self.place_index["removed"]
        self.two_player = bool(options.get(game.info.sides[RUSSIA].played_with or ""))
        self._units()
        self._ways()
        self._tables()
        self._homes()

    def other_places(self) -> list[str]:
        """The boxes, and the turn track, where dispersed units wait."""
        return [*super().other_places(), *(space.id for space in self._turns.spaces)]

    def _units(self) -> None:
        """Rule: 3.1, 3.5"""
        game = self.game
        self.roadblocks = self.units_where(lambda c: c.group.marker == ROADBLOCK)
        self.real = self.units_where(lambda c: c.group.marker is None)
        self.event_marker = self.all_units & ~(self.real | self.roadblocks)
        self.own = [own & self.real for own in self.own]
        home = game.info.sides[WAGNER].id
        self.switchers = self.units_where(lambda c: c.group.back == "switched" and c.group.switches_to == home)
        self.flyers, self.assault = self.traits[IGNORES_RIVERS], self.real & ~self.traits[DEFENDS_ONLY]
        self.sp, self.ma = ((self.factors(name, game.counters), self.reduced_factors(name)) for name in ("sp", "ma"))
        track = next(t for t in game.tracks if t.markers)
        owner: dict[str, str] = {}
        for group in game.counters.groups:
            if group.belongs_to:
                ids = [counter.id for counter in game.all_counters() if counter.group is group]
                owner |= dict(zip(ids, group.belongs_to, strict=True))
        owners = [self.unit_index[owner[marker]] for marker in track.markers]
        self.markers, self.track, self.core = track.markers, self._marks(track), mask_of(owners)
        self.marker_of = tuple(owners.index(u) if u in owners else -1 for u in range(len(self.units)))

    def _marks(self, track: Track) -> tuple[Mark, ...]:
        """The spaces of the track with what they give."""
        items = [space.id for t in self.game.tracks for space in t.spaces]
        return tuple(
            Mark(s.id, int(s.value or 0), s.factors.get("sp", 0), s.factors.get("ma", 0), items.index(s.id))
            for s in track.spaces
        )

    # Ways ---------------------------------------------------------------------------------------------------

    def _ways(self) -> None:
        """Rule: 3.4, 6.1"""
        self.roadblock_cost = self.game.info.parameter("roadblock-cost")
        self.neighbours = near = self.links[0].near
        ends = [(link, *(self.space_index[space] for space in link.spaces)) for link in self.graph.links.values()]
        self.rivers: dict[str, set[tuple[int, int]]] = {}
        across = [0] * self.count
        for link, one, other in ends:
            if link.river:
                self.rivers.setdefault(link.river, set()).update(((one, other), (other, one)))
                across[one] |= 1 << other
                across[other] |= 1 << one
        self.across = tuple(across)
        self.walk, self.fly = self._travel(ends, rivers=True), self._travel(ends, rivers=False)
        self.trail = self._travel(ends, rivers=True, shortest=True)
        self.travel = tuple(self.fly if self.flyers >> u & 1 else self.walk for u in range(len(self.units)))
        self.approach = tuple(self._approach(travel) for travel in (self.walk, self.fly))
        self.steps = tuple(distances(near, goal) for goal in range(self.count))
        self.onward = tuple(
            tuple(mask_of(o for o in bits(near[space]) if to[o] < to[space]) for space in range(self.count))
            for to in self.steps
        )
        main = {road.id for road in self.game.map.roads if road.main}
        self.road = mask_of(space for link, *both in ends if link.kind in main for space in both)

    def _travel(self, ends: list[tuple[Link, int, int]], *, rivers: bool, shortest: bool = False) -> Travel:
        """Movement over the links; with `shortest`, of ways that cost the same the one with fewer links is cheaper."""
        info = self.game.info
        step, river = info.parameter("move-cost"), info.parameter("river-cost")
        links: list[list[tuple[int, int]]] = [[] for _ in range(self.count)]
        for link, one, other in ends:
            cost = step + (river if link.river and rivers else 0)
            cost = cost * self.count + 1 if shortest else cost
            links[one].append((other, cost))
            links[other].append((one, cost))
        return Travel([sorted(pairs) for pairs in links], self.roadblock_cost)

    def _approach(self, travel: Travel) -> tuple[tuple[int, ...], ...]:
        """What it costs at least to come next to a spot, by spot and starting space."""
        costs = [travel.costs(start, 0) for start in range(self.count)]
        return tuple(tuple(min(cost[post] for post in bits(near)) for cost in costs) for near in self.neighbours)

    def bank_of(self, river: str, space: int) -> int:
        """All spaces that hang together with `space` when no link across `river` counts.

        Rule: 7.4.1
        """
        crossings = self.rivers[river]
        seen = ring = 1 << space
        while ring:
            ring = mask_of(
                other for one in bits(ring) for other in bits(self.neighbours[one]) if (one, other) not in crossings
            ) & ~seen
            seen |= ring
        return seen

    # Tables -------------------------------------------------------------------------------------------------

    def _tables(self) -> None:
        """Rule: 3.6, 6.2.2, 6.2.3.1, 6.2.3.2"""
        game, index = self.game, self.space_index
        contact, shifts = game.table("contact"), None
        assert isinstance(contact, ResultsTable)
        if contact.shifts:
            shifts = game.table(contact.shifts)
            assert isinstance(shifts, ShiftsTable)
        self.contact = difference_table(contact, shifts)
        momentum = next(t for t in game.tracks if t.id in {m.track for m in contact.modifiers if m.track})
        self.modifiers = modifiers_of(contact, self.sides, index, (momentum.id, FLANKING, RIVER))
        self.flanking_most = self.modifiers.most(FLANKING)
        self.capital = next(m.spaces for m in self.modifiers.rows if m.id == CAPITAL)
        self.momentum_track, self.levels = momentum.id, tuple(sorted(int(s.value or 0) for s in momentum.spaces))
        self.rows = tuple(row.id for t in game.charts.tables if isinstance(t, ListTable) for row in t.rows)
        self.marker_shift = game.info.parameter("marker-shift")
        self.boons, self.expenses = self._buys("boons"), self._buys("russian-momentum")
        self.longer_shift = next((buy for buy in self.boons if buy.shift and buy.cost > 0), None)
        self.silence = tuple(sorted(
            (r.effect("from"), r.effect("reduce"), r.effect("switch"), r.id) for r in self._list("people-are-silent")
        ))  # fmt: skip
        self.questions = tuple(
            Question(row.id, str(row.effects["event"]), self.sides.index(str(row.effects["side"])),
                     index[str(row.effects["space"])] if "space" in row.effects else -1, row.effect("add"))
            for row in self._list("momentum-questions")
        )  # fmt: skip
        self.goals = mask_of(q.space for q in self.questions if q.event == "occupies" and q.side == WAGNER)
        self.to_goal = tuple(self._nearest_goals(space) for space in range(self.count))
        priorities, march = game.table("priorities"), game.table("akhmat")
        assert isinstance(priorities, FlowTable) and isinstance(march, EventsTable)
        self.priorities, self.march = priorities, event_rows(march)

    def _list(self, name: str) -> Any:
        table = self.game.table(name)
        assert isinstance(table, ListTable)
        return table.rows

    def _buys(self, name: str) -> tuple[Buy, ...]:
        return tuple(
            Buy(row.id, self.rows.index(row.id), *(row.effect(name) for name in Buy._fields[2:]))
            for row in self._list(name)
        )  # fmt: skip

    def _nearest_goals(self, space: int) -> tuple[int, int]:
        least = min(self.steps[goal][space] for goal in bits(self.goals))
        return least, mask_of(goal for goal in bits(self.goals) if self.steps[goal][space] == least)

    def _homes(self) -> None:
        """Rule: 3.10, 3.11, 7.1, 7.3"""
        index, groups = self.space_index, [counter.group for counter in self.counters]
        self.base = tuple(index[str(side.home)] for side in self.game.info.sides)
        self.homes = (
            tuple(self.base[WAGNER] for _ in groups),
            tuple(index[g.home] if g.home else self.base[RUSSIA] for g in groups),
        )
        self.private = mask_of(index[g.home] for g in groups if g.home)
        around = [(self.neighbours[base] | 1 << base) & ~self.private for base in self.base]
        self.returns = (
            tuple(around[WAGNER] for _ in groups),
            tuple(1 << index[g.home] if g.home else around[RUSSIA] for g in groups),
        )
        self.arrives = tuple(index[g.arrives or g.home or self.spaces[self.base[RUSSIA]]] for g in groups)
