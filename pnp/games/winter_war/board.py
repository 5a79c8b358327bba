"""All that never changes in a game: the ground, who is what, which hexes a rule means. Numbers from the sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.scenario import FreePlacement, Scenario
from pnp.referee.hex_terrain import HexGround, Season, ground_of
from pnp.referee.hexes import Plane, within
from pnp.referee.masks import mask_of

SOVIET, FINNISH = 0, 1
"""Indices of the sides; Allied units are Finnish."""

CITY = ("city", "capital")


@dataclass(frozen=True)
class Board:
    """Units as sets of bits, hexes as planes, and the numbers that the procedures use.

    units, spaces, places   ids; places = hexes, then boxes; the index after the last is `nowhere`
    ground      terrain, regions and sets by id
    army        by side: its units, blanks included
    traits      id of a trait -> the units that have it
    kinds       id of a unit type -> its units
    attack, defence, movement   of each unit
    side_of     of each unit
    home        by side: the hexes of its country
    south       hexes on and south of Row A
    forts, mannerheim   the fortifications, those of the Mannerheim Line
    cities      by side: the Finnish cities; the Soviet supply cities
    supply      the Soviet supply cities, in source order
    capacity    of each of them
    leningrad, murmansk   hexes
    rail        by side: the links along its own country's railways
    limit       how many units may stand in a hex: north of Row A, then south
    passable    by season and class of units: the hexes that they may enter
    """

    units: tuple[str, ...]
    spaces: tuple[str, ...]
    places: tuple[str, ...]
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
    everywhere: Plane
    south: Plane
    forts: Plane
    mannerheim: Plane
    finnish_cities: Plane
    supply: tuple[int, ...]
    capacity: tuple[int, ...]
    leningrad: int
    murmansk: int
    entry: Plane
    box: Mapping[str, int]
    forces: tuple[int, int]
    waiting: tuple[Mapping[int, int], Mapping[int, int]]
    events: tuple[int, int]
    eliminated: tuple[int, int]
    airfield: int
    nowhere: int
    parameter: Mapping[str, int]
    limits: tuple[int, int]
    placements: tuple[FreePlacement, ...]
    turns: int

    @property
    def count(self) -> int:
        """Number of hexes."""
        return len(self.spaces)

    def season(self, turn: int) -> Season:
        """The ground in a turn.

        Rule: Movement N
        """
        return self.ground.seasons[self.ground.season[min(turn, self.turns) - 1]]

    def limit(self, space: int) -> int:
        """How many units of a side may stand in a hex.

        Rule: Stacking
        """
        return self.limits[self.south >> space & 1]


def build_board(game: Game, scenario: Scenario, options: dict[str, bool | int | str]) -> Board:
    """The board of a scenario. Raises KeyError, ValueError or StopIteration where the sources lack what the rules need."""
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
    return Board(
        units=tuple(c.id for c in counters), spaces=spaces, places=places, ground=ground,
        army=(
            mask_of(i for i, c in enumerate(counters) if c.side == sides[SOVIET]),
            mask_of(i for i, c in enumerate(counters) if c.side == sides[FINNISH]),
        ),
        allied=mask_of(i for i, c in enumerate(counters) if c.group.nationality not in (None, c.side)),
        dummies=trait_units["dummy"], traits=trait_units,
        kinds={k: mask_of(i for i, c in enumerate(counters) if c.group.type == k) for k in types},
        attack=tuple(int(c.factor("attack") or 0) for c in counters),
        defence=tuple(int(c.factor("defence") or 0) for c in counters),
        movement=tuple(int(c.factor("movement") or 0) for c in counters),
        side_of=tuple(sides.index(c.side or "") for c in counters),
        home=(ground.regions[homes[SOVIET].id], finland), everywhere=(1 << len(spaces)) - 1,
        south=ground.sets["row-a"], forts=ground.sets["fortifications"], mannerheim=ground.sets["mannerheim-line"],
        finnish_cities=mask_of(hex_of[name] for name in named) & finland,
        supply=tuple(hex_of[s.id] for s in supplied), capacity=tuple(s.supply or 0 for s in supplied),
        leningrad=hex_of[next(s.home or "" for s in info.sides if s.id == sides[SOVIET])],
        murmansk=hex_of[next(v.spaces[0] for v in scenario.victory if v.id == "murmansk")],
        entry=ground.sets["entry-r"],
        box={box.id: index[box.id] for box in sources.boxes},
        forces=(index[f"{sides[SOVIET]}-forces"], index[f"{sides[FINNISH]}-forces"]),
        waiting=(_waiting(index, sides[SOVIET], scenario.turns), _waiting(index, sides[FINNISH], scenario.turns)),
        events=(index[f"{sides[SOVIET]}-events"], index[f"{sides[FINNISH]}-events"]),
        eliminated=(index[f"{sides[SOVIET]}-eliminated"], index[f"{sides[FINNISH]}-eliminated"]),
        airfield=index["airfield"], nowhere=len(places),
        parameter={p.id: p.value for p in info.parameters},
        limits=(info.parameter("stacking-north"), info.parameter("stacking-south")),
        placements=scenario.placements, turns=scenario.turns,
    )  # fmt: skip


def _waiting(index: Mapping[str, int], side: str, turns: int) -> Mapping[int, int]:
    """The box of the units that arrive in each turn."""
    boxes = {turn: f"{side}-turn-{turn}" for turn in range(1, turns + 1)}
    return {turn: index[name] for turn, name in boxes.items() if name in index}


def near_leningrad(board: Board, steps: int) -> Plane:
    """Hexes within `steps` of Leningrad, as the crow flies."""
    return within(board.ground.all, 1 << board.leningrad, steps)
