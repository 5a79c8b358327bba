"""All that never changes in a game: who can be where, what is worth what, both tables. Numbers from the sources."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.model.tables import EventsTable, ResultsTable
from pnp.referee.combat import EventRows, OddsTable, event_rows, modifiers_by_space, odds_table
from pnp.referee.control import Score
from pnp.referee.masks import mask_of
from pnp.referee.movement import neighbour_masks, reach_masks

SEA_TYPE = "special-brigade"
"""The unit type that the optional rule Ports lets move by sea."""


@dataclass(frozen=True, slots=True)
class Board:
    """Units and spaces as sets of bits, and the tables ready to use.

    units       ids in source order; no turn marker
    places      spaces, then boxes; the index after the last is nowhere
    combat      combat value of each unit
    ground, air, russian, garrisons, ukrainian, sea, late   sets of units; russian = ground and air,
                sea = may use ports, late = Ukrainian units of an option
    neighbours, near   sets of spaces next to each space, and in range of an Air Force unit there
    land, airports, ports, stars, starts   sets of spaces; land = all
    alarm       spaces whose first invasion brings a late unit
    points      victory points of each space
    """

    units: tuple[str, ...]
    spaces: tuple[str, ...]
    places: tuple[str, ...]
    combat: tuple[int, ...]
    ground: int
    air: int
    russian: int
    garrisons: int
    ukrainian: int
    sea: int
    late: int
    neighbours: tuple[int, ...]
    near: tuple[int, ...]
    land: int
    airports: int
    ports: int
    stars: int
    starts: int
    alarm: int
    points: tuple[int, ...]
    worth: Score
    russia: str
    ukraine: str
    reserve: int
    pool: int
    eliminated: int
    stock: int
    aside: int
    nowhere: int
    stack_limit: int
    arrivals: int
    arrivals_from: int
    turns: int
    goal: int
    free: tuple[int, ...]
    free_spaces: int
    invasion: EventRows
    invasion_add: tuple[int, ...]
    odds: OddsTable
    below: str

    @property
    def count(self) -> int:
        """Number of spaces."""
        return len(self.spaces)


def build_board(game: Game, scenario: Scenario, options: dict[str, bool | int | str]) -> Board:
    """The board of a scenario.

    Raises KeyError or TableLookupError where the sources lack what the rules need.
    Rule: 1.1
    """
    info, sources = game.info, game.map
    russia = next(side.id for side in info.sides if side.played_by == "player")
    ukraine = next(side.id for side in info.sides if side.played_by == "system")
    counters = [counter for counter in game.all_counters() if counter.side]
    moves = {kind.id: kind.moves for kind in info.unit_types}
    spaces = tuple(space.id for space in sources.spaces)
    places = (*spaces, *(box.id for box in sources.boxes))
    neighbours = neighbour_masks(spaces, {space.id: space.neighbours for space in sources.spaces})

    def units(chosen: Iterable[bool]) -> int:
        return mask_of(index for index, yes in enumerate(chosen) if yes)

    def having(feature: str) -> int:
        return mask_of(index for index, space in enumerate(sources.spaces) if feature in space.features)

    ground = units(c.side == russia and moves.get(c.group.type or "") == "ground" for c in counters)
    air = units(c.side == russia and moves.get(c.group.type or "") == "air" for c in counters)
    stars, ports = having("red-star"), having("port")
    points = tuple(space.victory_points for space in sources.spaces)
    late_options = {option.id: option for option in info.options if option.spaces}
    invasion, combat = game.table("invasion"), game.table("combat")
    assert isinstance(invasion, EventsTable) and isinstance(combat, ResultsTable)
    index = {place: i for i, place in enumerate(places)}
    unit_index = {counter.id: i for i, counter in enumerate(counters)}
    free = [(name, place.spaces) for place in scenario.placements for name in place.units]
    return Board(
        units=tuple(unit_index), spaces=spaces, places=places,
        combat=tuple(int(counter.factor("combat") or 0) for counter in counters),
        ground=ground, air=air, russian=ground | air,
        garrisons=units(c.side == russia and c.group.marker is not None for c in counters),
        ukrainian=units(c.side == ukraine for c in counters),
        sea=units(c.group.type == SEA_TYPE for c in counters) if options.get("ports") else 0,
        late=units(c.side == ukraine and c.group.optional is not None for c in counters),
        neighbours=neighbours, near=reach_masks(neighbours, info.parameter("air-range")),
        land=(1 << len(spaces)) - 1, airports=having("airport"), ports=ports, stars=stars,
        starts=mask_of(i for i, space in enumerate(sources.spaces) if space.start_of == russia),
        alarm=mask_of(index[s] for o in late_options.values() if options.get(o.id) for s in o.spaces),
        points=points, worth=Score(points, stars), russia=russia, ukraine=ukraine,
        reserve=_box(game, places, "reserve", russia), pool=_box(game, places, "pool", ukraine),
        eliminated=_box(game, places, "eliminated", None), stock=index["garrison-stock"],
        aside=index["out-of-play"], nowhere=len(places),
        stack_limit=info.parameter("stack-limit"), arrivals=info.parameter("reinforcements-per-turn"),
        arrivals_from=info.parameter("reinforcements-from-turn"),
        turns=scenario.turns, goal=scenario.victory_points or 0,
        free=tuple(unit_index[name] for name, _ in free),
        free_spaces=mask_of(index[s] for _, allowed in free for s in allowed),
        invasion=event_rows(invasion), invasion_add=modifiers_by_space(invasion, spaces),
        odds=odds_table(combat), below=combat.below_first or combat.codes[0].id,
    )  # fmt: skip


def _box(game: Game, places: tuple[str, ...], kind: str, side: str | None) -> int:
    for box in game.map.boxes:
        if box.kind == kind and box.side == side:
            return places.index(box.id)
    raise KeyError(f"map.yaml has no {kind} box of {side}")
