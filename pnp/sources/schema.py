"""JSON Schemas of the sources, for editors: completion, descriptions and errors underlined while typing.

In: the pydantic models. Out: one schema (draft 2020-12) per kind of file; `pnp schema --out output/schema` writes
them where the first line of every source looks for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.model.base import SourceModel
from pnp.model.cards import CardsSource
from pnp.model.counters import CountersSource
from pnp.model.displays import DisplaysSource
from pnp.model.glossary import GlossarySource
from pnp.model.info import GameInfo
from pnp.model.map import MapSource
from pnp.model.procedures import ProceduresSource
from pnp.model.rules import ErrataSource, ExamplesFile, GpidsSource, RulesFile
from pnp.model.sampling import SamplePlan
from pnp.model.scenario import Scenario
from pnp.model.spreadsheet import SheetRows
from pnp.model.style import Palette, StyleSource
from pnp.model.tables import ChartsSource

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID_BASE = "urn:pnp:schema:"

SOURCES: Mapping[str, tuple[type[SourceModel], str]] = {
    "game": (GameInfo, "game.yaml: title, sides, unit types, phases, options, credits"),
    "series": (GameInfo, "series.yaml: what of game.yaml the games of a series share"),
    "map": (MapSource, "map.yaml: spaces, neighbours, drawn borders, tracks, boxes"),
    "map-plan": (SamplePlan, "map-plan.yaml: what `pnp map sample` drafts a hex map from; no game reads it"),
    "displays": (DisplaysSource, "displays.yaml: boards beside the map, with boxes and tracks of their own"),
    "counters": (CountersSource, "counters.yaml: groups of like counters and their sheets"),
    "cards": (CardsSource, "cards.yaml: decks, and the cards in them"),
    "charts": (ChartsSource, "charts.yaml: the tables that a die enters, and the columns of the turn record"),
    "procedures": (ProceduresSource, "procedures.yaml: what the referee is made of, for games that declare it"),
    "style": (StyleSource, "style.yaml: colours by role, sizes of counters"),
    "errata": (ErrataSource, "errata.yaml: differences from the printed original, and why"),
    "gpids": (GpidsSource, "gpids.yaml: numbers of the VASSAL pieces"),
    "rules": (RulesFile, "rules/*.yaml: the cases of the rulebook"),
    "scenario": (Scenario, "scenarios/*.yaml: start position, length, free set-up"),
    "examples": (ExamplesFile, "examples/*.yaml: examples of play that the referee plays"),
    "palette": (Palette, "common/palettes/*.yaml: colours by role, and those of sides"),
    "glossary": (GlossarySource, "common/glossary.yaml: how terms of the trade are translated"),
}
"""Schema name -> model and title."""


def schemas(symbols: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """Every schema by its name, in the order of `SOURCES`.

    symbols  names that an editor may propose for the symbol of a unit type
    """
    made = {name: _schema(name, model, title) for name, (model, title) in SOURCES.items()}
    for name in ("game", "series") if symbols else ():
        symbol = made[name]["$defs"]["UnitType"]["properties"]["symbol"]
        limits = {key: symbol.pop(key) for key in ("maxLength", "pattern")}
        symbol["anyOf"] = [{"enum": list(symbols)}, {**limits, "pattern": limits["pattern"].replace(")*$", ")+$")}]
    return made


def schema_for(file: str) -> str | None:
    """Name of the schema for `file`, a path in a game's folder like "rules/1-basics.yaml"; None when it has none."""
    folder, slash, _ = file.split("/", 2)[-1].partition("/") if file.startswith("../") else file.partition("/")
    if slash:
        return {"rules": "rules", "examples": "examples", "scenarios": "scenario"}.get(folder)
    stem = file.removesuffix(".yaml")
    return stem if stem in SOURCES and stem not in ("rules", "examples", "scenario", "palette", "glossary") else None


def _schema(name: str, model: type[SourceModel], title: str) -> dict[str, Any]:
    schema = model.model_json_schema(mode="validation")
    if name == "series":
        del schema["required"]  # the rest stands in game.yaml
    if name in GAME_FILES:
        _let_sheets_stand_for_lists(schema)
    schema.pop("title", None)
    head = {"$schema": DIALECT, "$id": f"{ID_BASE}{name}", "title": title}
    return head | {key: _editor_friendly(value) for key, value in schema.items()}


GAME_FILES = frozenset(name for name in SOURCES if name not in ("map-plan", "palette", "glossary"))
"""Those that a game is read from; they may take rows from spreadsheets."""

_BLOCKS = (("HexMap", "rows"), ("HexMap", "region_rows"), ("PositionSource", "units"))
"""Model and key of what may stand in a sheet and is no list of mappings (`pnp.sources.spreadsheets.expand`)."""


def _let_sheets_stand_for_lists(schema: dict[str, Any]) -> None:
    """Allow `{from: FILE}` in the schema where `pnp.sources.spreadsheets` puts rows in its place."""
    sheet = {"$ref": "#/$defs/SheetRows"}
    definitions = schema.setdefault("$defs", {})
    models = {schema.get("title", ""): schema, **definitions}
    for model, definition in models.items():
        for key, value in definition.get("properties", {}).items():
            for arm in (value, *value.get("anyOf", ())):
                if arm.get("type") == "array" and _is_mapping(arm.get("items", {})):
                    arm["items"] = {"anyOf": [arm["items"], sheet]}
                    _either(value, sheet)
            if (model, key) in _BLOCKS:
                _either(value, sheet)
    if "groups" in schema.get("properties", {}):
        schema["anyOf"] = [{"required": [key]} for key in ("groups", "counters")]
        schema["required"].remove("groups")
    if "ResultsTable" in definitions:
        definitions["ResultsTable"]["required"].remove("columns")  # a sheet has them with the rows
    definitions |= {"SheetRows": SheetRows.model_json_schema()}


def _is_mapping(items: dict[str, Any]) -> bool:
    return "$ref" in items or "discriminator" in items


def _either(value: dict[str, Any], sheet: dict[str, str]) -> None:
    """Allow `sheet` besides what a key may hold."""
    arms = value.pop("anyOf", None)
    if arms is None:
        moved = [key for key in value if key not in ("default", "description", "title")]
        arms = [{key: value.pop(key) for key in moved}]
    if sheet not in arms:
        arms.append(sheet)
    value["anyOf"] = arms


def _editor_friendly(value: Any) -> Any:
    """`value` without the titles that pydantic generates; "Victory Points" only repeats the key `victory_points`."""
    if isinstance(value, dict):
        entry = {k: _editor_friendly(v) for k, v in value.items() if not (k == "title" and isinstance(v, str))}
        if isinstance(entry.get("description"), str):
            entry["description"] = " ".join(entry["description"].split())
        return entry
    return [_editor_friendly(v) for v in value] if isinstance(value, list) else value
