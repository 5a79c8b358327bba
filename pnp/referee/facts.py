"""The numbers that the rules use, apart from all wording: what a log's head is hashed from."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pnp.model.base import SourceModel
from pnp.model.cards import CardsSource
from pnp.model.game import Game
from pnp.model.hexes import HexMap
from pnp.model.info import Phase
from pnp.model.tables import EventsTable, ResultsTable


def facts_of(game: Game) -> dict[str, Any]:
    """Map, counters, tables, parameters, options and scenarios as plain data, without names and texts."""
    further = _further_facts(game) | _declared_facts(game)
    return _base_facts(game) | {name: fact for name, fact in further.items() if fact}


def _further_facts(game: Game) -> dict[str, Any]:
    """Facts that only some games have; empty ones are left out, so that a new kind does not change other games' hashes.
    """
    info, game_map = game.info, game.map
    return {
        "leaders": [[s.id, s.home, s.played_with] for s in info.sides if s.home or s.played_with],
        "traits": [[kind.id, list(kind.traits)] for kind in info.unit_types if kind.traits],
        "group traits": [[group.id, list(group.traits)] for group in game.counters.groups if group.traits],
        "routes": [[*route.between, route.road, route.river] for route in game_map.routes],
        "roads": [[road.id, road.main] for road in game_map.roads],
        "tracks": [
            [track.id, list(track.markers), [[s.id, s.value, dict(s.factors)] for s in track.spaces]]
            for track in game.tracks
            if any(s.value is not None for s in track.spaces)
        ],
        "backs": [
            [c.id, c.group.back, [list(f) for f in c.reduced], c.group.switches_to, c.group.home, c.group.arrives]
            for c in game.all_counters()
            if c.group.back in ("reduced", "switched") or c.group.home or c.group.arrives
        ],
        "owners": [[group.id, list(group.belongs_to)] for group in game.counters.groups if group.belongs_to],
        "modifiers": [
            [table.id, m.id, m.side, m.condition, m.most, m.track]
            for table in game.charts.tables
            if isinstance(table, (ResultsTable, EventsTable))
            for m in table.modifiers
            if m.side or m.condition or m.most > 1 or m.track
        ],
        "shifted": [
            [t.id, t.shifts, t.open_start] for t in game.charts.tables if isinstance(t, ResultsTable) and t.shifts
        ],
    }  # fmt: skip


def _declared_facts(game: Game) -> dict[str, Any]:
    """What declared rules are made of, and what of map and scenarios they read; nothing for a game without them."""
    if game.procedures is None:
        return {}
    game_map = game.map
    return {
        "procedures": _written(game.procedures, exclude={"silent"}),
        "turn": [_phase(phase) for phase in game.info.phases],
        "ground": _ground(game_map.hexes) if game_map.hexes else {},
        "cards": _cards(game.cards) if game.procedures.cards is not None and game.cards is not None else [],
        "places": [[s.id, s.side, s.supply] for s in game_map.spaces if s.side or s.supply is not None],
        "links": [[*link.between, link.kind] for link in game_map.special_links],
        "closed": [list(border.between) for border in game_map.closed_borders],
        "ways": [[road.id, road.cost] for road in game_map.roads],
        "plans": [
            [
                scenario.id,
                [_written(line) for line in scenario.placements],
                [_written(line) for line in scenario.arrivals],
                [_written(line, exclude={"text"}) for line in scenario.victory],
                [_written(level) for level in scenario.levels],
            ]
            for scenario in game.scenarios.values()
        ],
    }


def _written(model: SourceModel, **options: Any) -> Any:
    """A model as plain data without what it leaves at its defaults: a new key with a default changes no hash."""
    return model.model_dump(mode="json", by_alias=True, exclude_defaults=True, **options)


def _cards(source: CardsSource) -> list[Any]:
    """Decks and cards without their looks and texts."""
    decks = [_written(deck, include={"id", "side", "hands", "reshuffle", "rule"}) for deck in source.decks]
    keys = {"id", "deck", "count", "side", "value", "values", "when", "once", "stays", "rule", "event"}
    return [decks, [_written(card, include=keys) for card in source.cards]]


def _phase(phase: Phase) -> Any:
    own = _written(phase, include={"id", "side", "rule", "first_turn", "procedure", "turns", "when", "repeat"})
    if steps := [[step.id, step.procedure] for step in phase.steps if step.procedure is not None]:
        own["steps"] = steps
    return [own, [_phase(inner) for inner in phase.phases]]


def _ground(hexes: HexMap) -> dict[str, Any]:
    """A hex map without its looks and names."""
    return {
        "grid": _written(hexes.grid, include={"top", "columns", "rows", "shifted", "number", "first", "step"}),
        "terrains": [_written(t, include={"id", "code", "cost", "costs", "closed", "water"}) for t in hexes.terrains],
        "rows": list(hexes.rows),
        "regions": [_written(r, include={"id", "code", "side", "closed"}) for r in hexes.regions],
        "region_rows": list(hexes.region_rows),
        "side_kinds": [_written(kind, include={"id", "cost", "closed"}) for kind in hexes.side_kinds],
        "sides": [[run.kind, run.sides] for run in hexes.sides],
        "ways": [[way.kind, way.hexes] for way in hexes.ways],
        "sets": [[group.id, group.hexes, group.side, group.victory_points] for group in hexes.sets],
        "overlays": [_written(o, include={"terrain", "hexes", "turns", "scenarios"}) for o in hexes.overlays],
    }


def _base_facts(game: Game) -> dict[str, Any]:
    """What every game has."""
    info = game.info
    return {
        "game": game.id,
        "sides": [[side.id, side.played_by] for side in info.sides],
        "types": [[kind.id, kind.moves] for kind in info.unit_types],
        "phases": [[phase.id, phase.side, phase.first_turn] for phase in info.all_phases],
        "options": [[option.id, list(option.spaces), option.default] for option in info.options],
        "outcomes": [[outcome.id, outcome.winner] for outcome in info.outcomes],
        "parameters": [[parameter.id, parameter.value] for parameter in info.parameters],
        "spaces": [[s.id, s.victory_points, list(s.features), s.start_of, list(s.neighbours)] for s in game.map.spaces],
        "boxes": [[box.id, box.kind, box.side] for box in game.boxes],
        "counters": [
            [c.id, c.side, c.group.type, c.group.optional, [list(f) for f in c.factors]] for c in game.all_counters()
        ],
        "tables": [_table(table) for table in game.charts.tables],
        "scenarios": [
            [
                s.id,
                s.turns,
                s.victory_points,
                s.position.as_json(),
                [[list(p.units), list(p.spaces)] for p in s.placements],
            ]
            for s in game.scenarios.values()
        ],
    }


_FACTS: dict[str, Any] = {
    "shifts": {"id", "columns", "shifts", "open_start", "open_end"},
    "list": {"id": True, "rows": {"__all__": {"id", "effects"}}},
    "flow": {"id": True, "steps": {"__all__": {"id", "kind", "yes", "no", "next", "effects"}}},
}
"""What of a table without dice is a fact."""


def _table(table: Any) -> list[Any]:
    if table.kind in ("shifts", "list", "flow"):
        return [table.kind, table.model_dump(mode="json", include=_FACTS[table.kind])]
    head = [table.id, table.dice.count, table.dice.sides, [[m.id, m.add, list(m.spaces)] for m in table.modifiers]]
    if isinstance(table, ResultsTable):
        rows: list[Any] = [[row.die, list(row.results)] for row in table.rows]
        return [*head, list(table.columns), table.column_kind, table.open_end, table.below_first, rows]
    return [*head, [[row.die, row.id, dict(row.effects), dict(row.after_effects)] for row in table.rows]]


def facts_hash(game: Game) -> str:
    """Hex BLAKE2b of `facts_of(game)` in canonical JSON."""
    text = json.dumps(facts_of(game), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
