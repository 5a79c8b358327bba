"""All that never changes in a game: the ground, who is what, which hexes a rule means. Numbers from the sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.scenario import FreePlacement, Scenario
from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.hex_rail import RailNet
from pnp.referee.hex_terrain import HexGround, Season, ground_of, step_costs
from pnp.referee.hexes import Plane, within
from pnp.referee.masks import MaskSum, mask_of

SOVIET, FINNISH = 0, 1
"""Indices of the sides; Allied units are Finnish."""

CITY = ("city", "capital")


@dataclass(frozen=True)
class Board:
    """Units as sets of bits, hexes as planes, and the numbers that the procedures use.

    units, spaces, places   ids; places = hexes, then boxes; the index after the last is `nowhere`; `count` hexes
    season_of   index of the season of each turn
    told_from   what a log says of the place that a unit comes from; told_cost: of the points that it spends
    ground      terrain, regions and sets by id
    army        by side: its units, blanks included
    traits      id of a trait -> the units that have it
    kinds       id of a unit type -> its units
    attack, defence, movement   of each unit
    side_of     of each unit
    home        by side: the hexes of its country; abroad: all others than Finnish ones
    south       hexes on and south of Row A
    forts, mannerheim   the fortifications; those of the line whose loss ends retreats before combat, and the id of its
                        set
    cities      by side: the Finnish cities; the Soviet supply cities
    supply      the Soviet supply cities, in source order
    capacity    of each of them
    leningrad, murmansk   hexes
    growing     index in `supply` of the city whose capacity event H raises: the largest but Leningrad
    havens      hexes where Allied units come in: there they don't count for stacking
    box         index of each box; forces, events, eliminated: those boxes by side; waiting: by side, then turn
    rails       by side: the railways of its own country
    entraining  points to entrain
    limits      how many units may stand in a hex: north of Row A, then south; limit: in each hex
    ways        kind of way -> points for a step along it
    uncounted   units that don't count for stacking; counted_in: hexes in which each unit does; heavy: by hex, the units
                that do
    fighters    by side: its units, in order; no blanks
    headquarters   the units, in order
    dependent   Soviet units that need supply; drawing: those, and headquarters
    able_abroad Finnish and Allied units that have a zone of control abroad
    strongest_first   attack points, and the Soviet units that have so many; the most first
    alike       by side: sets of units that may start in the same hexes and weigh the same on supply and stacking
    attack_sum  attack points of a set of units
    ground_open by season: hexes through which lines can be traced
    all_attack  attack points of all Soviet units: a city that supplies so much is never overloaded
    start       where each unit may start
    bound       by side: groups of units that may start in few hexes only, and these
    zone_rows   by season, unit and hex: what the unit would control from there
    passable    by season and unit: the hexes that it may enter
    movers      by season and unit: what movement costs it
    """

    units: tuple[str, ...]
    spaces: tuple[str, ...]
    places: tuple[str, ...]
    told_from: tuple[tuple[str, str], ...]
    told_cost: tuple[tuple[str, int], ...]
    ground: HexGround
    army: tuple[int, int]
    allied: int
    dummies: int
    traits: Mapping[str, int]
    kinds: Mapping[str, int]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    movement: tuple[int, ...]
    side_of: tuple[int, ...]
    home: tuple[Plane, Plane]
    abroad: Plane
    everywhere: Plane
    south: Plane
    forts: Plane
    mannerheim: Plane
    line: str
    finnish_cities: Plane
    supply: tuple[int, ...]
    capacity: tuple[int, ...]
    leningrad: int
    murmansk: int
    havens: Plane
    box: Mapping[str, int]
    forces: tuple[int, int]
    waiting: tuple[Mapping[int, int], Mapping[int, int]]
    events: tuple[int, int]
    eliminated: tuple[int, int]
    airfield: int
    nowhere: int
    count: int
    season_of: tuple[int, ...]
    parameter: Mapping[str, int]
    entraining: int
    limits: tuple[int, int]
    limit: tuple[int, ...]
    start: tuple[Plane, ...]
    bound: tuple[tuple[tuple[int, Plane], ...], ...]
    turns: int
    sides: tuple[str, ...]
    growing: int
    rails: tuple[RailNet, RailNet]
    ways: Mapping[str, int]
    uncounted: int
    counted_in: tuple[Plane, ...]
    heavy: tuple[int, ...]
    fighters: tuple[tuple[int, ...], tuple[int, ...]]
    headquarters: tuple[int, ...]
    dependent: int
    drawing: int
    supply_cities: Plane
    all_attack: int
    strongest_first: tuple[tuple[int, int], ...]
    alike: tuple[tuple[int, ...], ...]
    able_abroad: int
    attack_sum: MaskSum
    ground_open: tuple[Plane, ...]
    zone_rows: tuple[tuple[tuple[Plane, ...], ...], ...]
    passable: tuple[tuple[Plane, ...], ...]
    movers: tuple[tuple[Mover, ...], ...]

    def season_index(self, turn: int) -> int:
        """Which kind of ground a turn has.

        Rule: Movement N
        """
        return self.season_of[turn]

    def season(self, turn: int) -> Season:
        """The ground in a turn."""
        return self.ground.seasons[self.season_of[turn]]

    def mover(self, turn: int, unit: int) -> Mover:
        """What movement costs a unit in a turn.

        Rule: Movement A, Movement K, Terrain Effects Chart, Stacking B, Zones of Control J
        """
        season = self.season_index(turn)
        return self.movers[season][unit]

    def counts(self, unit: int, space: int) -> bool:
        """Whether `unit` counts for stacking in a hex.

        Rule: Stacking C, Scenario A, Scenario B
        """
        return bool(self.counted_in[unit] >> space & 1)


def build_board(game: Game, scenario: Scenario, options: dict[str, bool | int | str]) -> Board:
    """The board of a scenario. Raises KeyError, ValueError or StopIteration where the sources lack what the rules need.
    """
    info, sources = game.info, game.map
    if sources.hexes is None:
        raise KeyError("map.yaml has no hexes")
    ground = ground_of(sources.hexes, scenario.turns, scenario.id)
    sides = [side.id for side in info.sides]
    counters = [counter for counter in game.all_counters() if counter.side]
    types = {kind.id: kind for kind in info.unit_types}
    spaces = ground.field.ids
    places = (*spaces, *(box.id for box in sources.boxes))
    index = {place: i for i, place in enumerate(places)}
    hex_of = ground.field.index
    supplied = [space for space in sources.spaces if space.supply]
    trait_units = {
        trait.id: mask_of(i for i, c in enumerate(counters) if trait.id in types[c.group.type or ""].traits)
        for trait in info.traits
    }
    homes = [next(r for r in sources.hexes.regions if r.side == side) for side in sides]
    named = {space.id for space in sources.spaces if set(space.features) & set(CITY)}
    finland = ground.regions[homes[FINNISH].id]
    country = (ground.regions[homes[SOVIET].id], finland)
    side_of = tuple(sides.index(c.side or "") for c in counters)
    roles = {found.role: found.id for found in sources.hexes.sets if found.role}
    south, rail = ground.sets[roles["south"]], ground.ways["rail"]
    capacity = tuple(space.supply or 0 for space in supplied)
    leningrad = hex_of[next(s.home or "" for s in info.sides if s.id == sides[SOVIET])]
    ways = {road.id: road.cost for road in sources.roads if road.cost is not None}
    passable = tuple(_passable(ground, season, country, side_of, trait_units, south) for season in ground.seasons)
    names = tuple(c.id for c in counters)
    start, bound = _starts(ground, scenario.placements, names, passable[0])
    everywhere = (1 << len(spaces)) - 1
    limits = (info.parameter("stacking-north"), info.parameter("stacking-south"))
    havens = _havens(scenario, hex_of, ground.sets)
    attack = tuple(int(c.factor("attack") or 0) for c in counters)
    movement = tuple(int(c.factor("movement") or 0) for c in counters)
    allied = mask_of(i for i, c in enumerate(counters) if c.group.nationality not in (None, c.side))
    army = tuple(mask_of(i for i, side in enumerate(side_of) if side == own) for own in (SOVIET, FINNISH))
    heavy = (army[SOVIET] | army[FINNISH]) & ~trait_units["no-stacking"]
    return Board(
        units=names, spaces=spaces, places=places, told_from=tuple(("from", place) for place in places), ground=ground,
        told_cost=tuple(("cost", cost) for cost in range(max(movement) + 1)),
        army=(army[SOVIET], army[FINNISH]),
        allied=allied,
        dummies=trait_units["dummy"], traits=trait_units,
        kinds={k: mask_of(i for i, c in enumerate(counters) if c.group.type == k) for k in types},
        attack=attack,
        defence=tuple(int(c.factor("defence") or 0) for c in counters),
        movement=movement,
        side_of=side_of, home=country, abroad=everywhere & ~finland, everywhere=everywhere,
        south=south, forts=ground.sets[roles["fortified"]], mannerheim=ground.sets[roles["main-line"]],
        line=roles["main-line"],
        finnish_cities=mask_of(hex_of[name] for name in named) & finland,
        supply=tuple(hex_of[s.id] for s in supplied), capacity=capacity, leningrad=leningrad,
        murmansk=hex_of[next(v.spaces[0] for v in scenario.victory if v.id == "murmansk")],
        havens=havens,
        box={box.id: index[box.id] for box in sources.boxes},
        forces=(index[f"{sides[SOVIET]}-forces"], index[f"{sides[FINNISH]}-forces"]),
        waiting=(_waiting(index, sides[SOVIET], scenario.turns), _waiting(index, sides[FINNISH], scenario.turns)),
        events=(index[f"{sides[SOVIET]}-events"], index[f"{sides[FINNISH]}-events"]),
        eliminated=(index[f"{sides[SOVIET]}-eliminated"], index[f"{sides[FINNISH]}-eliminated"]),
        airfield=index["airfield"], nowhere=len(places), count=len(spaces),
        season_of=(ground.season[0], *ground.season, ground.season[-1]),
        parameter={p.id: p.value for p in info.parameters},
        entraining=info.parameter("entrain-cost"),
        limits=limits, limit=tuple(limits[south >> space & 1] for space in range(len(spaces))),
        start=start,
        bound=tuple(tuple(b for b in bound if b[0] & own) for own in army), turns=scenario.turns, sides=tuple(sides),
        growing=max((c for c, s in enumerate(supplied) if hex_of[s.id] != leningrad), key=lambda c: capacity[c]),
        rails=(RailNet(rail, country[SOVIET]), RailNet(rail, country[FINNISH])),
        ways=ways,
        uncounted=trait_units["no-stacking"],
        heavy=tuple(heavy & ~allied if havens >> space & 1 else heavy for space in range(len(spaces))),
        counted_in=tuple(
            0 if trait_units["no-stacking"] >> unit & 1 else everywhere & ~havens if allied >> unit & 1 else everywhere
            for unit in range(len(names))
        ),
        fighters=(tuple(bits(army[SOVIET])), tuple(bits(army[FINNISH] & ~trait_units["dummy"]))),
        headquarters=tuple(bits(trait_units["headquarters"])), dependent=army[SOVIET] & ~trait_units["never-isolated"],
        drawing=army[SOVIET] & ~trait_units["never-isolated"] | trait_units["headquarters"],
        supply_cities=mask_of(hex_of[s.id] for s in supplied),
        able_abroad=army[FINNISH] & ~(trait_units["no-zoc-abroad"] | trait_units["no-zoc"] | trait_units["dummy"]),
        strongest_first=_strongest_first(army[SOVIET], attack),
        alike=_alike(army, start, attack, [trait_units[t] for t in ("headquarters", "never-isolated", "no-stacking")]),
        all_attack=sum(int(c.factor("attack") or 0) for c in counters if c.side == sides[SOVIET]),
        attack_sum=MaskSum([int(c.factor("attack") or 0) for c in counters]),
        ground_open=tuple(((1 << len(spaces)) - 1) & ~season.closed & ~ground.shut for season in ground.seasons),
        zone_rows=tuple(_zone_rows(season, country, side_of, trait_units) for season in ground.seasons),
        passable=passable, movers=_movers(ground, sides, side_of, passable, ways),
    )  # fmt: skip


def _strongest_first(army: int, attack: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Attack points, and the units of `army` with so many."""
    values = sorted({attack[unit] for unit in bits(army)}, reverse=True)
    return tuple((value, mask_of(unit for unit in bits(army) if attack[unit] == value)) for value in values)


def _alike(
    armies: tuple[int, ...], start: tuple[Plane, ...], attack: tuple[int, ...], traits: list[int]
) -> tuple[tuple[int, ...], ...]:
    """By side, the units that may start in the same hexes, with as many attack points and the same of `traits`."""
    made = []
    for army in armies:
        groups: dict[object, int] = {}
        for unit in bits(army):
            key = (start[unit], attack[unit], *(trait >> unit & 1 for trait in traits))
            groups[key] = groups.get(key, 0) | 1 << unit
        made.append(tuple(groups.values()))
    return tuple(made)


def _havens(scenario: Scenario, hex_of: Mapping[str, int], sets: Mapping[str, Plane]) -> Plane:
    """The hexes where rules bring Allied units.

    Rule: Scenario A, Scenario B
    """
    found = 0
    for arrival in scenario.arrivals:
        if arrival.uncounted:
            found |= mask_of(hex_of[name] for name in arrival.spaces) | (sets[arrival.set] if arrival.set else 0)
    return found


def _zone_rows(
    season: Season, country: tuple[Plane, Plane], side_of: tuple[int, ...], traits: Mapping[str, int]
) -> tuple[tuple[Plane, ...], ...]:
    """What each unit would control from each hex.

    Rule: Zones of Control, Zones of Control E, Zones of Control G
    """
    near = season.open.near
    none = (0,) * len(near)
    abroad = country[SOVIET]
    own = [tuple(zone & home for zone in near) for home in country]
    silent = tuple(0 if abroad >> space & 1 else zone for space, zone in enumerate(near))
    rows = []
    for unit, side in enumerate(side_of):
        if (traits["no-zoc"] | traits["dummy"]) >> unit & 1:
            rows.append(none)
        elif traits["stays-home"] >> unit & 1:
            rows.append(own[side])
        else:
            rows.append(silent if traits["no-zoc-abroad"] >> unit & 1 else near)
    return tuple(rows)


def _passable(
    ground: HexGround, season: Season, country: tuple[Plane, Plane], side_of: tuple[int, ...],
    traits: Mapping[str, int], south: Plane,
) -> tuple[Plane, ...]:  # fmt: skip
    """The hexes that each unit may enter.

    Rule: Movement K, Movement K1, Movement K2, Movement K3
    """
    ever = ((1 << len(season.terrain)) - 1) & ~season.closed & ~ground.shut
    planes = []
    for unit, side in enumerate(side_of):
        plane = ever
        if traits["stays-home"] >> unit & 1:
            plane &= country[side]
        if traits["south-only"] >> unit & 1:
            plane &= south
        planes.append(plane)
    return tuple(planes)


def _movers(
    ground: HexGround, sides: list[str], side_of: tuple[int, ...], passable: tuple[tuple[Plane, ...], ...],
    ways: Mapping[str, int]
) -> tuple[tuple[Mover, ...], ...]:
    """What movement costs each unit; units of one side that may enter the same hexes share it.

    Rule: Movement A, Terrain Effects Chart
    """
    rows = []
    for season, planes in zip(ground.seasons, passable, strict=True):
        costs = [step_costs(ground, season, side, ways) for side in sides]
        known: dict[tuple[int, Plane], Mover] = {}
        for key in zip(side_of, planes, strict=True):
            if key not in known:
                known[key] = Mover(len(ground.field.cells), costs[key[0]], key[1])
        rows.append(tuple(known[key] for key in zip(side_of, planes, strict=True)))
    return tuple(rows)


def _waiting(index: Mapping[str, int], side: str, turns: int) -> Mapping[int, int]:
    """The box of the units that arrive in each turn."""
    boxes = {turn: f"{side}-turn-{turn}" for turn in range(1, turns + 1)}
    return {turn: index[name] for turn, name in boxes.items() if name in index}


def _starts(
    ground: HexGround, placements: tuple[FreePlacement, ...], units: tuple[str, ...], passable: tuple[Plane, ...]
) -> tuple[tuple[Plane, ...], list[tuple[int, Plane]]]:
    """Where each unit may start, and the groups that are bound to few hexes, with these.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    start = [0] * len(units)
    bound = []
    for group in placements:
        area = ground.regions[group.region] if group.region else (1 << len(ground.field.cells)) - 1
        area &= ground.sets[group.set] if group.set else -1
        if group.spaces:
            area &= within(ground.all, mask_of(ground.field.index[s] for s in group.spaces), group.within or 0)
        members = [units.index(name) for name in group.units]
        for unit in members:
            start[unit] = area & passable[unit]
        if group.set or group.spaces:
            bound.append((mask_of(members), area & passable[members[0]]))
    return tuple(start), bound
