"""The calculator of an odds table: every formula evaluated by hand-worked cases of Winter War, apart from the code that
makes it.
"""

from __future__ import annotations

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.maps.graph import map_graph
from pnp.sources import load_game
from pnp.sources.new_game import new_game
from pnp.vassal import build_module
from pnp.vassal.format.reader import read_module
from pnp.vassal.tables.odds import fortified_hexes, sheltering_hexes
from pnp.vassal.verify.module import check_module
from tests.vassal.beanshell import evaluate
from tests.vassal.point_pieces import by_counter, computed, zone_properties

NAME = "CombatResults"


@pytest.fixture(scope="module")
def parts(winter_module):
    """The calculator's formulas by the name of their part."""
    return computed(by_counter(winter_module)["calculator-combat-results"])


def worked_out(parts, attack, defence, *, halved=0, doubled=0, bracketed=0, die=1):
    """Column (index, -1 = none) and code."""
    values = {
        "Attack": attack,
        "Defence": defence,
        "Halved": halved,
        "Doubled": doubled,
        "Bracketed": bracketed,
        "0_result": die,
    }
    names = {NAME + part: value for part, value in values.items()} | parts
    return evaluate(parts[f"{NAME}Column"], names), evaluate(parts[f"{NAME}Code"], names)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (26, 9, 4),  # 26:9 is 2-1, as FACTS and the rules say
        (27, 9, 5),
        (9, 9, 3),
        (8, 9, 2),  # 8:9 is below 1-1 and better than 1-2
        (1, 4, 0),
        (1, 9, 0),  # worse than 1-4: the first column serves
        (60, 9, 8),
        (99, 1, 8),
        (20, 0, -1),
    ],
)
def test_odds_are_rounded_for_the_defender(parts, attack, defence, column):
    """Rule: Combat N"""
    assert worked_out(parts, attack, defence)[0] == column


@pytest.mark.parametrize(
    ("halved", "doubled", "column"),
    [
        (0, 0, 4),  # 18 : 9
        (9, 0, 6),  # 18 : 4.5 = 4-1 exactly
        (0, 1, 3),  # 18 : 18
        (9, 1, 4),  # halved first, then doubled: 18 : 9
        (3, 0, 4),  # 18 : 7.5 = 2.4
        (6, 0, 5),  # 18 : 6
    ],
)
def test_isolated_units_are_halved_exactly_and_all_doubled_once(parts, halved, doubled, column):
    """Rule: Combat S, Supply B"""
    assert worked_out(parts, 18, 9, halved=halved, doubled=doubled)[0] == column


@pytest.mark.parametrize(
    ("die", "plain", "bracketed"),
    [(1, "Ar", "Ar"), (2, "Ne", "Ne"), (3, "Ex", "Ex"), (4, "Dr", "Ne"), (5, "De", "Ex"), (6, "De", "Ex")],
)
def test_both_readings_of_the_column_for_two_to_one(parts, die, plain, bracketed):
    """The column 2-1 of the printed table, results in brackets where it has some."""
    assert worked_out(parts, 2, 1, die=die)[1] == plain
    assert worked_out(parts, 2, 1, die=die, bracketed=1)[1] == bracketed


def test_without_a_defender_there_is_no_result(parts):
    assert worked_out(parts, 5, 0, die=6) == (-1, "")


def test_every_cell_agrees_with_the_table(parts, winter):
    """All columns and dice, both ways: 108 cells."""
    table = winter.table("combat-results")
    for index, column in enumerate(table.columns):
        left, right = (int(part) for part in column.split("-"))
        for die in range(1, 7):
            for bracketed in (0, 1):
                answer = worked_out(parts, left, right, die=die, bracketed=bracketed)
                assert answer == (index, table.result(column, die, bracketed=bool(bracketed)))


def test_the_lines_fortify_their_own_side(winter):
    """Four hexes of each line; cities of its own country double too. Rule: Combat S, Fortifications A"""
    fortified, sheltering = fortified_hexes(winter), sheltering_hexes(winter)

    assert fortified.keys() == {"finnish"}
    assert sorted(name[-5:-1] if name.endswith(")") else name for name in fortified["finnish"]) == [
        "2363", "2463", "2563", "2663", "2958", "3056", "3057", "3155",
    ]  # fmt: skip
    assert {"Viipuri (2262)", "Helsinki (1365)"} <= set(sheltering["finnish"])
    assert set(sheltering["soviet"]) == {
        "Leningrad (2667)", "Petrozavodsk (3655)", "Belomorsk (3737)", "Kandalaksha (3121)", "Murmansk (3309)",
    }  # fmt: skip


def test_the_attacked_hex_is_read_off_the_map(winter_module):
    """Defence: the units of the named hex that lie face up; the toggles by where they stand."""
    properties = {p.attributes["name"]: p for p in winter_module.root.find_all("GlobalProperty")}
    fills = {
        part: next(
            b.attributes["propChanger"].replace("\\,", ",")
            for b in properties[NAME + part].children
            if "fill" in b.attributes["hotkey"]
        )
        for part in ("Attack", "Defence", "Halved", "Doubled", "Bracketed")
    }

    assert 'SumMap("Attack","Main Map"' in fills["Attack"]
    assert 'SumMap("Defence","Main Map"' in fills["Defence"] and "ObscuredToOthers!=true" in fills["Defence"]
    assert 'Isolated_Active==true' in fills["Halved"] and fills["Halved"].startswith('P,{SumMap("Defence"')
    assert "|2463|" in fills["Bracketed"] and "Helsinki" not in fills["Bracketed"]
    assert "|2463|" in fills["Doubled"] and "Helsinki" in fills["Doubled"]


def test_a_face_down_unit_tells_nobody_its_strength(winter_module):
    """The command that fills in the calculator lies inside the mask."""
    traits = by_counter(winter_module)["finnish-division-1"].traits
    kinds = [t.id for t in traits]

    assert kinds.index("obs") == 1  # only the command that mixes lies outside
    assert any(t.id == "macro" and t.get("name") == "attacked" for t in traits[1:])


@pytest.mark.parametrize("kind", ["points", "areas"])
def test_units_that_attack_their_neighbours_have_a_calculator_on_any_map(tmp_path, kind):
    """The module of a new game: a place next to the attacked one counts, and no key is sent in vain."""
    for name, text in new_game("trial", kind, 3, 3, 2).items():
        (tmp_path / "trial" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "trial" / name).write_text(text, "utf-8")
    game = load_game(tmp_path / "trial")
    module = read_module(build_module(game, {"en": game}, plan_sheet(game, draft=True), dpi=40.0))
    infantry = by_counter(module)["north-infantry-1"]
    commands = [t.get("name") for t in infantry.traits if t.id == "macro"]
    first = str(game.map.spaces[0].id)
    second = map_graph(game.map).neighbours[first][0]
    names = {f"{NAME}Neighbours": zone_properties(module)[first]["Beside"]}

    assert ("attacked" in commands, "fight" in commands) == (True, False)
    assert [evaluate(computed(infantry)[f"{NAME}Near"], {**names, "SpaceId": at}) for at in (second, first)] == [1, 0]
    assert [problem.code for problem in check_module(module)] == ["module-side"]
