"""Small declared games for tests: a plain board of clear hexes, two sides, and what a test declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.model.cards import CardsSource
from pnp.model.counters import CountersSource
from pnp.model.game import Game
from pnp.model.info import GameInfo
from pnp.model.map import MapSource
from pnp.model.procedures import ProceduresSource
from pnp.model.rules import ErrataSource, GpidsSource
from pnp.model.scenario import Scenario
from pnp.model.style import StyleSource
from pnp.model.tables import ChartsSource
from pnp.sources.reader import read_text

PHASES = """
- {id: movement, name: Movement, side: each, rule: "4", text: Units move., procedure: movement}
- {id: combat, name: Combat, side: each, rule: "8", text: Units fight., procedure: combat}
"""

COUNTERS = """
- {id: blue, name: Blue, side: blue, type: infantry, count: 4, factors: {attack: 4, defence: 4, movement: 4}}
- {id: horse, name: Blue horse, side: blue, type: cavalry, count: 2, factors: {attack: 2, defence: 2, movement: 6}}
- {id: red, name: Red, side: red, type: infantry, count: 4, factors: {attack: 4, defence: 4, movement: 4}}
- {id: guard, name: Red guard, side: red, type: guard, count: 2, back: reduced,
   factors: {attack: 6, defence: 6, movement: 3}, reduced: {attack: 3, defence: 3}}
"""

TABLE = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["1:2", "1:1", "2:1", "3:1"]
  codes:
    - {id: AE, name: Attacker eliminated, text: x}
    - {id: AR, name: Attacker retreats, text: x}
    - {id: EX, name: Exchange, text: x}
    - {id: DR, name: Defender retreats, text: x}
    - {id: DE, name: Defender eliminated, text: x}
  rows:
    - {die: 1, results: [AE, AR, EX, DR]}
    - {die: 2, results: [AE, AR, EX, DR]}
    - {die: 3, results: [AR, EX, DR, DE]}
    - {die: 4, results: [AR, EX, DR, DE]}
    - {die: 5, results: [EX, DR, DE, DE]}
    - {die: 6, results: [DR, DE, DE, DE]}
"""

PROCEDURES = """
stacking: {limit: 2, rule: "5"}
zones: {rule: "6"}
movement: {rule: "4"}
combat:
  table: combat
  rule: "8"
  results:
    AE: eliminate attackers
    AR: retreat attackers 1
    EX: [eliminate defenders, exchange attackers, advance]
    DR: [retreat defenders 1, advance]
    DE: [eliminate defenders, advance]
retreat: {rule: "9"}
advance: {rule: "10"}
losses: {rule: "8"}
victory: {rule: "12", last_turn: draw}
"""

MAP = """
id: plain
title: Plain
kind: hexes
size_mm: [200, 200]
frame_mm: [0, 0, 200, 200]
hexes:
  grid: {flat_mm: 20, columns: 8, rows: 6, origin_mm: [20, 20]}
  terrains:
    - {id: clear, code: c, name: Clear, rule: "4"}
    - {id: woods, code: w, name: Woods, rule: "4", cost: 2}
    - {id: lake, code: l, name: Lake, rule: "4", closed: true}
  rows: [cccccccc, cccccccc, cccccccc, cccccccc, cccccccc, cccccccc]
boxes:
  - {id: blue-lost, name: Lost, kind: eliminated, side: blue}
  - {id: red-lost, name: Lost, kind: eliminated, side: red}
  - {id: blue-turn-2, name: Later, kind: holding, side: blue}
"""

BOXES = """
boxes:
  - {id: blue-lost, name: Lost, kind: eliminated, side: blue}
  - {id: red-lost, name: Lost, kind: eliminated, side: red}
  - {id: prison, name: Prisoners, kind: holding}
  - {id: blue-turn-2, name: Later, kind: holding, side: blue}
  - {id: red-turn-2, name: Later, kind: holding, side: red}
  - {id: blue-turn-3, name: Later, kind: holding, side: blue}
  - {id: red-turn-3, name: Later, kind: holding, side: red}
"""

AREAS = """
id: counties
title: Counties
kind: areas
size_mm: [200, 200]
frame_mm: [0, 0, 200, 200]
symbols: [{id: town, name: Town, rule: "4"}, {id: port, name: Port, rule: "4"}]
spaces:
  - {id: ash, name: Ash, neighbours: [birch, dale], start_of: blue, features: [port]}
  - {id: birch, name: Birch, neighbours: [ash, cedar, elm]}
  - {id: cedar, name: Cedar, neighbours: [birch, fir], features: [town], victory_points: 2}
  - {id: dale, name: Dale, neighbours: [ash, elm]}
  - {id: elm, name: Elm, neighbours: [birch, dale, fir]}
  - {id: fir, name: Fir, neighbours: [cedar, elm, gorse], start_of: red}
  - {id: gorse, name: Gorse, neighbours: [fir, isle]}
  - {id: isle, name: Isle, neighbours: [gorse], features: [port], victory_points: 3}
special_links:
  - {between: [gorse, isle], kind: strait, reason: a ferry}
""" + BOXES
"""Eight areas: `ash - birch - cedar` above `dale - elm - fir - gorse`, and an isle over a strait from gorse."""

POINTS = """
id: rails
title: Rails
kind: points
size_mm: [200, 200]
frame_mm: [0, 0, 200, 200]
roads: [{id: road, name: Road}, {id: track, name: Track}]
rivers: [{id: brook, name: Brook, line: "0,0 10,10"}]
symbols: [{id: town, name: Town, rule: "4"}]
spaces:
  - {id: p1, name: One, start_of: blue, features: [town], victory_points: 1}
  - {id: p2, name: Two}
  - {id: p3, name: Three, features: [town], victory_points: 2}
  - {id: p4, name: Four}
  - {id: p5, name: Five}
  - {id: p6, name: Six, start_of: red, features: [town], victory_points: 1}
routes:
  - {between: [p1, p2], road: road}
  - {between: [p2, p3], road: road}
  - {between: [p3, p6], road: road}
  - {between: [p2, p4], road: track}
  - {between: [p4, p5], road: track, river: brook}
  - {between: [p5, p6], road: track}
""" + BOXES
"""Six points: a road `p1 - p2 - p3 - p6`, and from p2 a track `p2 - p4 - p5 - p6` over a brook between p4 and p5."""


def _read(text: str) -> Any:
    """The data of some YAML as a source of a game is read: numbers and true and false, all else stays text."""
    return read_text(text.encode(), "test").data if text.strip() else None


def _merged(base: object, change: object) -> object:
    """`base` with the keys of `change` put in; a key that is null is taken out."""
    if isinstance(base, dict) and isinstance(change, dict):
        merged = {key: _merged(base.get(key), value) for key, value in change.items() if value is not None}
        return {**{key: value for key, value in base.items() if key not in change}, **merged}
    return change


def declared(
    procedures: str = "", *, units: str = "{}", phases: str = PHASES, game_map: str = "", counters: str = COUNTERS,
    table: str = TABLE, scenario: str = "", info: str = "", whole_map: str = "", cards: str = "",
) -> Game:  # fmt: skip
    """A declared game.

    procedures, game_map, scenario, info   YAML that is put into the plain ones; null takes a key out
    units      where they stand: {"0101": [blue-1]}
    whole_map  a map of its own
    cards      decks and cards
    """
    groups = _read(counters)
    plain_map = _merged(_read(MAP), _read(game_map) or {})
    sections = _merged(_read(PROCEDURES), _read(procedures) or {})
    basis = {
        "id": "kit", "title": "Kit", "printed_title": "Kit", "subtitle": "A test", "version": "1.0", "year": 2026,
        "theme": "None.", "players": 2, "playing_time": "short", "languages": ["en"],
        "sides": [
            {"id": "blue", "name": "Blue", "adjective": "Blue"}, {"id": "red", "name": "Red", "adjective": "Red"},
        ],
        "traits": [{"id": "elite", "name": "elite", "rule": "1"}],
        "unit_types": [
            {"id": "infantry", "name": "Infantry", "plural": "Infantry", "symbol": "infantry"},
            {"id": "cavalry", "name": "Cavalry", "plural": "Cavalry", "symbol": "cavalry"},
            {"id": "guard", "name": "Guard", "plural": "Guards", "symbol": "infantry", "traits": ["elite"]},
        ],
        "phases": _read(phases),
        "outcomes": [
            {"id": "blue-wins", "name": "Blue", "winner": "blue", "rule": "12", "text": "x"},
            {"id": "red-wins", "name": "Red", "winner": "red", "rule": "12", "text": "x"},
            {"id": "draw", "name": "Draw", "rule": "12", "text": "x"},
        ],
        "credits": {"original": "x", "lines": [], "statement": "x", "map_sources": "x", "licence": "x"},
    }  # fmt: skip
    start = {
        "id": "standard", "name": "Standard", "text": "x", "turns": 3,
        "position": {"turn": 1, "units": _read(units)},
    }  # fmt: skip
    return Game(
        id="kit", folder=Path("kit"), language="en",
        info=GameInfo.model_validate(_merged(basis, _read(info) or {})),
        map=MapSource.model_validate(_read(whole_map) or plain_map),
        counters=CountersSource.model_validate({"groups": groups, "sheets": []}),
        charts=ChartsSource.model_validate({"tables": _read(table)}), rules=(),
        scenarios={"standard": Scenario.model_validate(_merged(start, _read(scenario) or {}))},
        examples=(), style=StyleSource(palette={}, sides={}), errata=ErrataSource(errata=()),
        gpids=GpidsSource(next=1, pieces={}),
        procedures=ProceduresSource.model_validate(sections),
        cards=CardsSource.model_validate(_read(cards)) if cards else None,
    )  # fmt: skip
