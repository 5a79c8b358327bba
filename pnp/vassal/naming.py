"""Questions about a game's markers, tracks and homes that layout, pieces and set-ups ask alike."""

from __future__ import annotations

from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.map import Box, Track
from pnp.model.scenario import FreePlacement, Scenario
from pnp.model.tables import AnyTable, ResultsTable

LARGEST_SHEET_MM2 = 160_000
"""A sheet on which names can be hidden: the engine keeps what hides them for each zoom at which it was shown, up to
170 MB of the 512 that it has.
"""
MOST_BUTTONS = 3
"""Buttons of a kind that stand side by side in the toolbar; more become a menu."""


def track_counters(game: Game, track: Track) -> tuple[str, ...]:
    """Ids of the markers that stand on a track: those it names, else the one with its id."""
    counter_ids = {counter.id for counter in game.all_counters()}
    return tuple(name for name in (track.markers or (track.id,)) if name in counter_ids)


def space_value(track: Track, index: int) -> int:
    """The value of a marker on the space `index` of a track; spaces without one count from 1."""
    value = track.spaces[index].value
    return index + 1 if value is None else value


def home_of(game: Game, counter: Counter, side: str | None = None) -> str | None:
    """The home space of a unit: its own, else that of its side, or of `side` after a switch; none on a map of hexes."""
    if on_hexes(game):
        return None
    if side is None and counter.group.home:
        return counter.group.home
    owner = side or counter.side
    return next((s.home for s in game.info.sides if s.id == owner), None)


def one_stack_a_space(game: Game) -> bool:
    """Whether a space holds units of one side only, so that one point for its stack is enough: maps of points and
    hexes.
    """
    return game.map.kind in ("points", "hexes")


def on_hexes(game: Game) -> bool:
    """Whether the map has hexes: units fight those beside them, and the board is one grid."""
    return game.map.hexes is not None


def hides_names(game: Game) -> bool:
    """Whether the names on the map can be hidden: on a small sheet, unless the map is a picture."""
    width, height = game.map.size_mm
    return width * height <= LARGEST_SHEET_MM2 and game.map.picture is None


def calculated(game: Game, table: AnyTable) -> bool:
    """Whether a table gets a calculator: it is entered with a difference, or with the odds of adjacent units."""
    if not isinstance(table, ResultsTable):
        return False
    return table.column_kind == "difference" or (table.column_kind == "odds" and attacks_neighbours(game))


def attacks_neighbours(game: Game) -> bool:
    """Whether units attack those beside them, not those in their own space: where sides can't share a space, and where
    the referee carries out the standard procedure.
    """
    return one_stack_a_space(game) or any("combat" in phase.procedures for phase in game.info.all_phases)


def goes_home(game: Game, side: Side) -> bool:
    """Whether units of a side are sent to its home and come back from there: not where they enter by reinforcement."""
    return bool(side.home) and not on_hexes(game)


def reserve_of(game: Game, side: str) -> Box | None:
    """The box to which units of a side go back; a reserve with slots is one from which certain units come once."""
    boxes = (box for box in game.boxes if box.kind == "reserve" and box.side in (None, side) and box.slots is None)
    return next(boxes, None)


def holds_spaces(game: Game, group: CounterGroup) -> bool:
    """Whether a counter controls its space for its side: ground units and markers of a side, not air units."""
    if group.side is None:
        return False
    if group.marker:
        return True
    return any(kind.id == group.type and kind.moves == "ground" for kind in game.info.unit_types)


def waiting_units(scenario: Scenario, placement: FreePlacement) -> tuple[str, ...]:
    """Units of a free placement that the scenario places nowhere: they wait in the set-up box."""
    standing = {
        entry if isinstance(entry, str) else entry.id
        for entries in (scenario.position.units or {}).values()
        for entry in entries
    }
    return tuple(unit for unit in placement.units if unit not in standing)


def face_down_units(game: Game) -> frozenset[str]:
    """Units that a scenario lets their side set up face down."""
    return frozenset(
        unit
        for s in game.scenarios.values()
        for placement in s.placements
        if placement.face_down
        for unit in placement.units
    )


def set_up_box(game: Game, unit: str) -> str | None:
    """The box in which a scenario sets up a unit; None for one that starts elsewhere."""
    boxes = {box.id for box in game.boxes}
    for scenario in game.scenarios.values():
        for place, entries in (scenario.position.units or {}).items():
            if place in boxes and unit in {entry if isinstance(entry, str) else entry.id for entry in entries}:
                return place
    return None


def judges_supply(game: Game) -> bool:
    """Whether units can be cut off from supply: where the game declares it, and in odds of adjacent units."""
    declared = game.procedures is not None and game.procedures.supply is not None
    tables = (table for table in game.charts.tables if isinstance(table, ResultsTable) and calculated(game, table))
    return declared or any(table.column_kind == "odds" for table in tables)


def advances_before_combat(game: Game) -> bool:
    """Whether units that have advanced before combat are turned over, as a step of a phase declares."""
    return any(step.state for phase in game.info.all_phases for step in phase.steps)
