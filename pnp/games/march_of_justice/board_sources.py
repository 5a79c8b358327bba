"""The board of March of Justice, made from its sources: all numbers come from there."""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.march_of_justice.board import (
    CAPITAL,
    DEFENDS_ONLY,
    FLANKING,
    IGNORES_RIVERS,
    RIVER,
    ROADBLOCK,
    RUSSIA,
    WAGNER,
    Board,
    Buy,
    Mark,
    Question,
)
from pnp.maps.graph import MapGraph, map_graph
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import EventsTable, FlowTable, ListTable, ResultsTable, ShiftsTable
from pnp.referee.combat import difference_table, event_rows
from pnp.referee.dice import bits
from pnp.referee.masks import mask_of
from pnp.referee.modifiers import modifiers_of
from pnp.referee.movement import Travel, distances, neighbour_masks


def build_board(game: Game, scenario: Scenario, options: dict[str, bool | int | str]) -> Board:
    """The board of a scenario.

    Raises KeyError, ValueError or TableLookupError where the sources lack what the rules need.
    Rule: 3.1, 3.3, 9.0
    """
    info, sources = game.info, game.map
    graph = map_graph(sources)
    player = next(side for side in info.sides if side.played_by == "player")
    system = next(side for side in info.sides if side.played_by == "system")
    sides = (player.id, system.id)
    counters = [counter for counter in game.all_counters() if counter.side]
    units = tuple(counter.id for counter in counters)
    spaces = tuple(space.id for space in sources.spaces)
    turns = next(track for track in sources.tracks if track.kind == "turn")
    places = (*spaces, *(box.id for box in sources.boxes), *(space.id for space in turns.spaces))
    index = {place: i for i, place in enumerate(places)}
    neighbours = neighbour_masks(spaces, graph.neighbours)
    if scenario.turns > len(turns.spaces):
        raise ValueError(f"the scenario has {scenario.turns} turns, the turn track {len(turns.spaces)} spaces")
    base = (index[str(player.home)], index[str(system.home)])
    track = next(t for t in sources.tracks if t.markers)
    owners = _owners(game, track, units)
    marker_of = tuple(owners.index(u) if u in owners else -1 for u in range(len(units)))
    real = [counter.group.marker is None for counter in counters]
    traits = {kind.id: kind.traits for kind in info.unit_types}
    homes = (
        tuple(base[WAGNER] for _ in units),
        tuple(index[c.group.home] if c.group.home else base[RUSSIA] for c in counters),
    )
    private = mask_of(index[c.group.home] for c in counters if c.group.home)
    contact, shifts = game.table("contact"), None
    assert isinstance(contact, ResultsTable)
    if contact.shifts:
        shifts = game.table(contact.shifts)
        assert isinstance(shifts, ShiftsTable)
    questions = _questions(game, sides, index)
    momentum = next(t for t in sources.tracks if t.id in {m.track for m in contact.modifiers if m.track})
    boons = _buys(game, "boons")
    modifiers = modifiers_of(contact, sides, index, (momentum.id, FLANKING, RIVER))

    def having(wanted: Callable[[Counter], bool]) -> int:
        return mask_of(i for i, counter in enumerate(counters) if wanted(counter))

    def with_trait(name: str) -> int:
        return having(lambda c: name in traits.get(c.group.type or "", ()))

    walk, fly = _travel(game, graph, index, rivers=True), _travel(game, graph, index, rivers=False)
    steps = tuple(distances(neighbours, goal) for goal in range(len(spaces)))
    goals = mask_of(q.space for q in questions if q.event == "occupies" and q.side == WAGNER)
    native = (
        having(lambda c: c.side == sides[0]),
        mask_of(i for i, c in enumerate(counters) if c.side == sides[1] and real[i]),
    )
    roadblocks = having(lambda c: c.group.marker == ROADBLOCK)
    priorities, march = game.table("priorities"), game.table("akhmat")
    assert isinstance(priorities, FlowTable) and isinstance(march, EventsTable)
    return Board(
        units=units, spaces=spaces, places=places, sides=sides,
        two_player=bool(options.get(system.played_with or "")),
        native=native,
        switchers=having(lambda c: c.group.back == "switched" and c.group.switches_to == sides[0]),
        reducible=having(lambda c: c.group.back == "reduced"),
        assault=(native[0] | native[1]) & ~with_trait(DEFENDS_ONLY), flyers=with_trait(IGNORES_RIVERS),
        roadblocks=roadblocks,
        event_marker=mask_of(i for i, yes in enumerate(real) if not yes) & ~roadblocks,
        sp=_factors(counters, "sp"), ma=_factors(counters, "ma"),
        track=_marks(game, track), track_id=track.id, marker_of=marker_of, markers=track.markers, owners=owners,
        core=mask_of(owners), homes=homes, base=base, private=private,
        returns=(
            tuple((neighbours[base[WAGNER]] | 1 << base[WAGNER]) & ~private for _ in units),
            tuple(
                1 << homes[RUSSIA][u] if c.group.home else (neighbours[base[RUSSIA]] | 1 << base[RUSSIA]) & ~private
                for u, c in enumerate(counters)
            ),
        ),
        arrives=tuple(index[c.group.arrives or c.group.home or spaces[base[RUSSIA]]] for c in counters),
        land=(1 << len(spaces)) - 1, neighbours=neighbours, across=_across(graph, index, spaces),
        walk=walk, fly=fly, trail=_travel(game, graph, index, rivers=True, shortest=True),
        approach=(_approach(walk, neighbours), _approach(fly, neighbours)),
        steps=steps, onward=tuple(_onward(neighbours, to) for to in steps),
        to_goal=tuple(_to_goal(steps, goals, space) for space in range(len(spaces))),
        road=_road(game, graph, index),
        capital=next(m.spaces for m in modifiers.rows if m.id == CAPITAL),
        goals=goals,
        shut=(private | 1 << base[WAGNER]) & ~(1 << base[RUSSIA]),
        levels=tuple(sorted(int(s.value or 0) for s in momentum.spaces)), momentum_track=momentum.id,
        turn_places=(len(places), *(index[space.id] for space in turns.spaces)),
        cup=_box(game, places, "pool"), aside=index["aside"], eliminated=_box(game, places, "eliminated"),
        removed=index["removed"], nowhere=len(places),
        turns=scenario.turns, marker_shift=info.parameter("marker-shift"),
        contact=difference_table(contact, shifts), modifiers=modifiers,
        flanking_most=modifiers.most(FLANKING),
        boons=boons,
        longer_shift=next((buy for buy in boons if buy.shift and buy.cost > 0), None),
        expenses=_buys(game, "russian-momentum"), silence=_silence(game),
        questions=questions, priorities=priorities, march=event_rows(march), rivers=_rivers(graph, index),
    )  # fmt: skip


def _owners(game: Game, track: Track, units: tuple[str, ...]) -> tuple[int, ...]:
    """The unit of each marker of the track."""
    owner = {}
    for group in game.counters.groups:
        if group.belongs_to:
            ids = [counter.id for counter in game.all_counters() if counter.group is group]
            owner |= dict(zip(ids, group.belongs_to, strict=True))
    return tuple(units.index(owner[marker]) for marker in track.markers)


def _factors(counters: list[Counter], name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A factor of every unit, full and reduced."""
    full = tuple(int(c.factor(name) or 0) for c in counters)
    return full, tuple(int(c.factor(name, reduced=True) or 0) if c.reduced else full[i] for i, c in enumerate(counters))


def _marks(game: Game, track: Track) -> tuple[Mark, ...]:
    """The spaces of the track with what they give."""
    items = [space.id for t in game.map.tracks for space in t.spaces]
    return tuple(
        Mark(s.id, int(s.value or 0), s.factors.get("sp", 0), s.factors.get("ma", 0), items.index(s.id))
        for s in track.spaces
    )


def _questions(game: Game, sides: tuple[str, str], index: dict[str, int]) -> tuple[Question, ...]:
    """Rule: 8.1"""
    table = game.table("momentum-questions")
    assert isinstance(table, ListTable)
    made = []
    for row in table.rows:
        space = row.effects.get("space")
        made.append(Question(
            row.id, str(row.effects["event"]), sides.index(str(row.effects["side"])),
            index[str(space)] if space else -1, row.effect("add"),
        ))  # fmt: skip
    return tuple(made)


def _buys(game: Game, name: str) -> tuple[Buy, ...]:
    table = game.table(name)
    assert isinstance(table, ListTable)
    items = [row.id for t in game.charts.tables if isinstance(t, ListTable) for row in t.rows]
    return tuple(
        Buy(
            row.id, items.index(row.id), row.effect("cost"), row.effect("shift"), row.effect("disperse"),
            row.effect("restore"), row.effect("rebuild"), bool(row.effect("full")),
        )
        for row in table.rows
    )  # fmt: skip


def _silence(game: Game) -> tuple[tuple[int, int, int, str], ...]:
    """Rows of the event: from which momentum, reductions, switches, id; lowest first."""
    table = game.table("people-are-silent")
    assert isinstance(table, ListTable)
    return tuple(sorted((r.effect("from"), r.effect("reduce"), r.effect("switch"), r.id) for r in table.rows))


def _travel(
    game: Game, graph: MapGraph, index: dict[str, int], *, rivers: bool, shortest: bool = False
) -> Travel:  # fmt: skip
    """Movement over the links; with `shortest`, of ways that cost the same the one with fewer links is cheaper.

    Rule: 6.1
    """
    step, river = game.info.parameter("move-cost"), game.info.parameter("river-cost")
    links: list[list[tuple[int, int]]] = [[] for _ in graph.spaces]
    for link in graph.links.values():
        one, other = (index[space] for space in link.spaces)
        cost = step + (river if link.river and rivers else 0)
        cost = cost * len(index) + 1 if shortest else cost
        links[one].append((other, cost))
        links[other].append((one, cost))
    return Travel([sorted(pairs) for pairs in links], game.info.parameter("roadblock-cost"))


def _approach(travel: Travel, neighbours: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """What it costs at least to come next to a spot, by spot and starting space."""
    every = range(len(neighbours))
    costs = [travel.costs(start, 0) for start in every]
    return tuple(tuple(min(costs[start][near] for near in bits(neighbours[spot])) for start in every) for spot in every)


def _onward(neighbours: tuple[int, ...], steps: tuple[int, ...]) -> tuple[int, ...]:
    """For each space its neighbours with fewer steps to go."""
    return tuple(mask_of(o for o in bits(near) if steps[o] < steps[space]) for space, near in enumerate(neighbours))


def _to_goal(steps: tuple[tuple[int, ...], ...], goals: int, space: int) -> tuple[int, int]:
    least = min(steps[goal][space] for goal in bits(goals))
    return least, mask_of(goal for goal in bits(goals) if steps[goal][space] == least)


def _across(graph: MapGraph, index: dict[str, int], spaces: tuple[str, ...]) -> tuple[int, ...]:
    made = [0] * len(spaces)
    for pairs in _rivers(graph, index).values():
        for one, other in pairs:
            made[one] |= 1 << other
            made[other] |= 1 << one
    return tuple(made)


def _rivers(graph: MapGraph, index: dict[str, int]) -> dict[str, frozenset[tuple[int, int]]]:
    """River -> the links that cross it."""
    made: dict[str, set[tuple[int, int]]] = {}
    for link in graph.links.values():
        if link.river:
            one, other = (index[space] for space in link.spaces)
            made.setdefault(link.river, set()).add((one, other))
    return {river: frozenset(pairs) for river, pairs in made.items()}


def _road(game: Game, graph: MapGraph, index: dict[str, int]) -> int:
    """Spaces of the main road.

    Rule: 3.4
    """
    main = {road.id for road in game.map.roads if road.main}
    return mask_of(index[space] for link in graph.links.values() if link.kind in main for space in link.spaces)


def _box(game: Game, places: tuple[str, ...], kind: str) -> int:
    for box in game.map.boxes:
        if box.kind == kind:
            return places.index(box.id)
    raise KeyError(f"map.yaml has no {kind} box")
