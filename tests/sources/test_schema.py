"""The JSON Schemas accept what the models accept and refuse what they refuse; every source names its schema."""

from pathlib import Path

import jsonschema
import pytest

from pnp.sources.assets import data_dir
from pnp.sources.find import SERIES_FILE, game_folders, series_folder
from pnp.sources.reader import YamlDocument, read_file, read_text
from pnp.sources.schema import SOURCES, schema_for, schemas
from pnp.sources.series import joined

SCHEMAS = schemas()


def _files() -> list[Path]:
    return [p for folder in game_folders().values() for p in sorted(folder.rglob("*.yaml"))]


def test_there_is_a_schema_for_every_kind_of_source():
    names = [
        "game", "series", "map", "map-plan", "displays", "counters", "cards", "charts", "procedures", "style", "errata",
        "gpids", "rules", "scenario", "examples", "palette", "glossary",
    ]
    assert list(SCHEMAS) == names


@pytest.mark.parametrize("name", SOURCES)
def test_schema_is_valid_has_an_id_a_title_and_descriptions(name):
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:pnp:schema:{name}"
    assert name in schema["title"].split(":")[0] and ".yaml: " in schema["title"]
    assert schema["additionalProperties"] is False
    assert schema["description"]
    assert all(d.get("description") or d.get("enum") for d in schema.get("$defs", {}).values())


def test_a_model_field_called_title_survives():
    """Only pydantic's own titles are left out, not properties that happen to have that name."""
    assert SCHEMAS["game"]["properties"]["title"]["type"] == "string"
    assert "title" not in SCHEMAS["game"]["properties"]["year"]


def _whole(document: YamlDocument, game: Path, relative: str) -> YamlDocument:
    """A source of a game together with what its series says: the game may repeat an item by its id alone."""
    series = series_folder(game)
    shared = series / (SERIES_FILE if relative == "game.yaml" else relative) if series else None
    return joined(read_file(shared, shared.as_posix()), document) if shared and shared.is_file() else document


def test_every_source_that_ships_is_valid_by_its_schema_and_names_it():
    files = _files()
    assert len(files) >= 10
    for path in files:
        game = next(p for p in path.parents if (p / "game.yaml").is_file())
        name = schema_for(path.relative_to(game).as_posix())
        assert name in SCHEMAS, path
        document = read_file(path, path.as_posix())
        whole = _whole(document, game, path.relative_to(game).as_posix())
        jsonschema.Draft202012Validator(SCHEMAS[name]).validate(whole.data)
        first = document.source.line(1)
        assert first.startswith("# yaml-language-server: $schema=") and first.endswith(f"/{name}.schema.json"), path
        target = (path.parent / first.split("=", 1)[1]).resolve()
        assert target == (data_dir("sources").parent / "output" / "schema" / f"{name}.schema.json").resolve()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("gpids", {"next": 0, "pieces": {}}),
        ("gpids", {"next": 1, "pieces": {}, "more": 1}),
        ("rules", {"cases": [{"id": "1.0"}]}),
        ("counters", {"groups": [{"id": "Tank", "name": "Tank", "count": 1}], "sheets": []}),
    ],
)
def test_a_wrong_source_is_refused(name, data):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMAS[name]).validate(data)


@pytest.mark.parametrize(
    ("file", "name"),
    [("game.yaml", "game"), ("rules/1-basics.yaml", "rules"), ("scenarios/standard.yaml", "scenario"),
     ("examples/opening.yaml", "examples"), ("rules.yaml", None), ("locale/it.po", None), ("notes.yaml", None)],
)  # fmt: skip
def test_schema_for(file, name):
    assert schema_for(file) == name


PLAIN = {"id", "name", "title", "text", "rule"}
"""Keys that say what they hold."""


def _properties(schema: dict) -> list[tuple[str, str, dict]]:
    """(object, key, its schema) of every object of a schema that has keys of its own."""
    objects = [("", schema), *schema.get("$defs", {}).items()]
    return [(name, key, value) for name, inner in objects for key, value in inner.get("properties", {}).items()]


@pytest.mark.parametrize("name", SOURCES)
def test_every_key_says_what_it_holds(name):
    """By a description, by its list of values, or by the description of the object that stands there."""
    properties = _properties(SCHEMAS[name])
    assert properties
    silent = [
        f"{inner}.{key}" for inner, key, value in properties
        if key not in PLAIN and not value.get("description") and not {"enum", "const"} & set(value)
        and "$ref" not in str(value) and "enum" not in str(value.get("items", value.get("anyOf", "")))
    ]  # fmt: skip
    assert silent == []


@pytest.mark.parametrize("name, text, valid", [
    ("counters", "counters: {from: units.xlsx, sheet: Axis, columns: {attack: AF}}", True),
    ("counters", "counters: [{from: a.csv}, {from: b.csv}]", True),
    ("counters", "groups: [{from: a.csv}]", True),
    ("counters", "sheets: {from: sheets.csv}\ngroups: []", True),
    ("counters", "counters: {from: a.csv, colums: {}}", False),
    ("counters", "sheets: []", False),
    ("charts", "tables: [{id: a, kind: results, title: A, rule: A, codes: [], rows: {from: a.xlsx}}]", True),
    ("scenario", "{id: a, name: A, text: A, turns: 1, arrivals: [{from: b.csv}], position: {units: {from: a}}}", True),
    ("scenario", "{id: a, name: A, text: A, turns: 1, position: {tracks: {from: a.csv}}}", False),
])  # fmt: skip
def test_a_spreadsheet_may_stand_for_a_list_in_a_schema_too(name, text, valid):
    data = read_text(text.encode(), "a.yaml").data
    assert jsonschema.Draft202012Validator(SCHEMAS[name]).is_valid(data) == valid


def test_an_editor_proposes_the_symbols_and_allows_what_is_put_together(pnp):
    import json

    schema = json.loads(pnp("schema", "game").out)["$defs"]["UnitType"]["properties"]["symbol"]
    symbol = jsonschema.Draft202012Validator(schema)
    assert all(symbol.is_valid(name) for name in ("infantry", "submarine", "infantry+motorised+mountain"))
    assert not any(symbol.is_valid(name) for name in ("infanty", "guards", "Infantry+ski", 4))
