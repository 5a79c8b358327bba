"""Where things come from: each place has an origin, and its line is that of the file."""

from __future__ import annotations

import pytest

from pnp.desk.preview.origins import found, origin_of
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("the-ford")


def line(game, where):
    return next(source.line(where.line) for source in game.files.values() if source.path == where.path)


def test_the_line_of_each_counter_is_that_of_its_group(game):
    counters = game.all_counters()
    assert len(counters) > 10
    for counter in counters:
        origin = origin_of(game, "counter", str(counter.id))
        assert line(game, origin.where).strip() == f"- id: {counter.group.id}"
        assert any(part.what == "attack, defence, movement" for part in origin.parts) == bool(counter.factors)
        for part in origin.parts:
            assert "palettes" in part.where.path or line(game, part.where)  # a palette is no file of the game


def test_the_letter_of_each_hex_is_under_its_column(game):
    from pnp.maps.hex_grid import hex_field

    field = hex_field(game.map.hexes)
    for name, (column, row) in zip(field.ids, field.cells, strict=True):
        origin = origin_of(game, "space", name)
        place = next(part.where for part in origin.parts if part.what.startswith("terrain"))
        code = game.map.hexes.rows[row][column]
        assert line(game, place)[place.column - 1] == code
    assert len(field.ids) == 108


def test_tables_and_rules_lead_to_each_other(game):
    tables = [table for table in game.charts.tables if getattr(table, "rule", "")]
    assert tables
    for table in tables:
        origin = origin_of(game, "table", table.id)
        rules = [other for other in origin.also if other.kind == "rule"]
        assert rules and all(origin_of(game, "rule", rule.id) for rule in rules)
    for case in game.cases():
        assert line(game, origin_of(game, "rule", case.id).where)


@pytest.mark.parametrize("kind", ["counter", "group", "space", "box", "table", "card", "deck", "rule", "engine"])
def test_what_is_not_there_has_no_origin(game, kind):
    assert origin_of(game, kind, "<img src=x onerror=alert(1)>") is None


def test_find_puts_the_nearest_first(game):
    table = game.charts.tables[0]
    assert found(game, table.id)[0][:2] == ("table", table.id)
    assert found(game, "0101")[0] == ("space", "0101", "0101")
    assert found(game, "   ") == [] and found(game, "no such thing at all") == []
    assert len(found(game, "0")) == 12
