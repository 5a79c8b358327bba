"""Rows of spreadsheets in the place of entries: counters, tables, hexes, units; and the way back."""

from __future__ import annotations

import io
import time
import zipfile

import pytest

from pnp.errors import SourceError
from pnp.model.counters import CounterGroup, CountersSource
from pnp.model.hexes import HexMap
from pnp.model.map import MapSource
from pnp.model.scenario import Scenario
from pnp.model.tables import ChartsSource
from pnp.sources import load_game
from pnp.sources.find import game_folders
from pnp.sources.reader import read_text
from pnp.sources.spreadsheets.counter_rows import group_rows
from pnp.sources.spreadsheets.expand import with_sheets
from pnp.sources.spreadsheets.export import csv_bytes, xlsx_bytes
from pnp.sources.validate import validate
from tests.workbooks import ods, rows_of, workbook, zipped

UNITS = "id,name,side,type,count,AF,factors.movement,designation\n"


def read(folder, text, model=CountersSource):
    """The `model` of a YAML text that takes rows from files in `folder`."""
    document, _ = with_sheets(read_text(text.encode(), "game.yaml"), model, folder)
    return validate(model, document)


def refusal(folder, text, model=CountersSource):
    """The problems of such a text, one line each."""
    with pytest.raises(SourceError) as raised:
        read(folder, text, model)
    assert all(problem.hint for problem in raised.value.problems)
    return [str(problem).replace(folder.as_posix() + "/", "") for problem in raised.value.problems]


# Counters ------------------------------------------------------------------------------------------------------------


def plain(group):
    """A group in which a list of equal values is one value, as a sheet can't tell the two apart."""
    def one(value):
        return value[0] if isinstance(value, tuple) and len(value) == group.count and len({*value}) == 1 else value

    fields = {key: one(getattr(group, key)) for key in CounterGroup.model_fields}
    return fields | {key: {name: one(n) for name, n in fields[key].items()} for key in ("factors", "reduced")}


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_counters_come_back_from_a_spreadsheet_as_they_were(game, tmp_path):
    groups = load_game(game).counters.groups
    headings, rows = group_rows(groups)
    (tmp_path / "u.xlsx").write_bytes(xlsx_bytes(headings, rows, "Counters"))
    (tmp_path / "u.csv").write_bytes(csv_bytes(headings, rows))
    assert len(groups) >= 7
    for file in ("u.xlsx", "u.csv"):
        again = read(tmp_path, f"counters: {{from: {file}}}").groups
        assert [plain(group) for group in again] == [plain(group) for group in groups]
        assert [list(group.factors) for group in again] == [list(group.factors) for group in groups]


def test_a_row_stands_for_a_counter_and_rows_with_one_id_for_a_group(tmp_path):
    (tmp_path / "units.csv").write_text(
        UNITS + "corps,Corps,axis,infantry,,4,3,I\ncorps,Corps,axis,infantry,2,5,3,\ntank,Tank,axis,armour,,6+,8,\n"
    )
    corps, tank = read(tmp_path, "counters: {from: units.csv, columns: {attack: AF}}").groups
    assert (corps.count, corps.factors) == (3, {"attack": (4, 5, 5), "movement": 3})
    assert corps.designation == ("I", "", "")
    assert (tank.count, tank.factors["attack"]) == (1, "6+")


def test_a_value_has_its_cell_for_a_place(tmp_path):
    book = workbook({"Axis": {"B2": "id", "C2": "name", "D2": "AF", "B3": "corps", "C3": "Corps", "D3": 4,
                              "B4": "corps", "D4": 5}, "Allies": {"A1": "id"}})  # fmt: skip
    (tmp_path / "units.xlsx").write_bytes(book)
    text = "counters: {from: units.xlsx, sheet: Axis, columns: {attack: AF}, each: {side: axis}}"
    (corps,) = read(tmp_path, text).groups
    assert str(corps.where("factors", "attack", 1)).endswith("units.xlsx!Axis!D4")
    assert corps.where("name").cell == "Axis!C3"
    assert str(corps.where("side")).startswith("game.yaml:1:")
    assert refusal(tmp_path, text.replace("attack: AF", "attack: AG")) == [
        "units.xlsx!Axis!D2: the heading 'AF' is no key [unknown-key]",
        "game.yaml:1:61: no column has the heading 'AG' [unknown-name]",
    ]


def test_rows_join_groups_that_yaml_has_and_sheets_follow_one_another(tmp_path):
    (tmp_path / "a.csv").write_text("id,name\na,A\n")
    (tmp_path / "b.csv").write_text("id,name\nb,B\n")
    text = "groups:\n- {id: c, name: C, count: 1}\ncounters: [{from: b.csv}, {from: a.csv}]"
    assert [group.id for group in read(tmp_path, text).groups] == ["c", "b", "a"]


def test_rows_of_a_group_may_not_contradict_each_other(tmp_path):
    (tmp_path / "u.csv").write_text("id,name,side,factors.attack\na,A,north,1\na,A,south,2\nb,B,,3\nb,B,,\n,C,,1\n")
    assert refusal(tmp_path, "counters: {from: u.csv}") == [
        "u.csv!A6: this row has no 'id' [missing-key]",
        "u.csv!C3: 'side' is 'south' here, and 'north' in C2 [bad-value]",
        "u.csv!A5: no 'factors.attack', which D4 has [missing-key]",
    ]


def test_a_cell_that_breaks_the_model_is_told_with_its_place(tmp_path):
    (tmp_path / "u.csv").write_text("id,name,count,numbered\nA 1,A,none,no\n")
    assert refusal(tmp_path, "counters: {from: u.csv}") == [
        "u.csv!A2: 'A 1' is not an id [bad-value]",
        "u.csv!C2: expected a whole number for 'count', got 'none' [bad-value]",
    ]


def test_headings_are_keys_or_named_or_ignored(tmp_path):
    (tmp_path / "u.csv").write_text("id,name,Notes,sdie,side,side,\na,A,x,x,,,7\n")
    assert refusal(tmp_path, "counters: {from: u.csv, ignore: [Notes]}") == [
        "u.csv!D1: the heading 'sdie' is no key [unknown-key]",
        "u.csv!F1: 'side' has a column already [duplicate-key]",
        "u.csv!G1: this column has no heading [unknown-key]",
    ]


# Other lists, and blocks ---------------------------------------------------------------------------------------------


def test_any_list_of_entries_may_stand_in_a_sheet(tmp_path):
    (tmp_path / "areas.ods").write_bytes(
        ods(rows_of(["id", "name", "victory_points", "neighbours"], ["a", "A", 2, "b, c"], ["0412", "B", 0, "a"]))
    )
    areas = read(tmp_path, "kind: areas\nid: m\ntitle: M\nspaces: {from: areas.ods}", MapSource).spaces
    assert [(area.id, area.victory_points, area.neighbours) for area in areas] == [
        ("a", 2, ("b", "c")), ("0412", 0, ("a",)),
    ]  # fmt: skip
    assert areas[0].where("neighbours", 1).cell == "Axis!D2"


def test_arrivals_and_units_of_a_position_stand_in_sheets(tmp_path):
    (tmp_path / "start.csv").write_text("unit;at;state\na-1;0412;\nb-1;0412;reduced\na-2;ford;\n")
    (tmp_path / "oob.csv").write_text("turn\tside\tunits\n3\taxis\ta-3, a-4\n")
    scenario = read(
        tmp_path, "id: s\nname: S\ntext: T\nturns: 4\nposition: {units: {from: start.csv}}\narrivals: {from: oob.csv}",
        Scenario,
    )  # fmt: skip
    stacks = scenario.position.units
    assert {place: [getattr(unit, "id", unit) for unit in units] for place, units in stacks.items()} == {
        "0412": ["a-1", "b-1"], "ford": ["a-2"],
    }  # fmt: skip
    assert scenario.states == {"b-1": "reduced"}
    assert (scenario.arrivals[0].turn, scenario.arrivals[0].units) == (3, ("a-3", "a-4"))


TABLE = "tables: [{kind: results, id: combat, title: T, rule: T, codes: [], rows: {from: crt.xlsx, cells: B2:D4}}]"


def test_a_results_table_is_a_block_of_cells(tmp_path):
    cells = {"A1": "Combat", "B2": "die", "C2": "1:2", "D2": "1:1", "B3": "1-2", "C3": "AE", "D3": "AR", "B4": 3,
             "C4": "DR", "D4": "DE"}  # fmt: skip
    (tmp_path / "crt.xlsx").write_bytes(workbook({"CRT": cells}))
    (table,) = read(tmp_path, TABLE, ChartsSource).tables
    assert table.columns == ("1:2", "1:1")
    assert [(row.die, row.results) for row in table.rows] == [("1-2", ("AE", "AR")), ("3", ("DR", "DE"))]
    assert (table.rows[1].where("results", 0).cell, table.where("columns", 1).cell) == ("CRT!C4", "CRT!D2")


def test_hexes_stand_in_cells_by_code_or_name(tmp_path):
    text = "terrains:\n- {id: clear, code: '.', name: Clear, look: clear, rule: T}\n" \
           "- {id: forest, code: f, name: Deep forest, look: forest, rule: T}\nrows: {from: map.csv}"  # fmt: skip
    (tmp_path / "map.csv").write_text(".,f,forest\nDeep forest,,clear\n")
    assert read(tmp_path, text, HexMap).rows == (".ff", "f_.")
    (tmp_path / "map.csv").write_text(".,f,forst\n.,x,.\n")
    assert refusal(tmp_path, text, HexMap) == [
        "map.csv!C1: 'forst' is no code [unknown-name]", "map.csv!B2: 'x' is no code [unknown-name]",
    ]  # fmt: skip


# What spreadsheets do by themselves, and what strangers do to them ---------------------------------------------------


def test_dates_errors_and_formulas_without_a_value_are_told(tmp_path):
    import datetime

    (tmp_path / "crt.xlsx").write_bytes(
        workbook({"S": {"B2": "die", "C2": datetime.date(2026, 1, 2), "B3": "=1+1", "C3": "#N/A"}})
    )
    assert refusal(tmp_path, TABLE, ChartsSource) == [
        "crt.xlsx!S!B3: the formula in this cell has no stored value [bad-value]",
    ]
    error = '<table:table-row><table:table-cell office:value-type="string" calcext:value-type="error"><text:p>Err:502' \
            "</text:p></table:table-cell></table:table-row>"  # fmt: skip
    (tmp_path / "u.ods").write_bytes(ods(rows_of(["id"]) + error))
    assert refusal(tmp_path, "counters: {from: u.ods}") == [
        "u.ods!Axis!A2: the formula in this cell gives an error [bad-value]"
    ]


BOMB = "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>"
FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
HOSTILE = {
    "a.txt": (b"", "is no spreadsheet"),
    "gone.csv": (None, "there is no such file"),
    "../out.csv": (b"id\n", "leads out of the game's folder"),
    "nul.csv": (b"id\n\x00\n", "NUL"),
    "latin.csv": ("id\nMünchen\n".encode("latin-1"), "is not UTF-8"),
    "utf16.csv": ("id\n".encode("utf-16"), "UTF-16"),
    "quote.csv": (b'id,name\na,"x\n', "cannot be read from this row on"),
    "rows.csv": (b"a\n" * 1_000_000, "more cells than are read"),
    "empty.csv": (b"", "there are no cells"),
    "junk.xlsx": (b"PK\x03\x04 junk", "is no workbook"),
    "other.xlsx": (zipped({"a.xml": "<a/>"}), "cannot be read"),
    "bomb.xlsx": (zipped({"xl/worksheets/sheet1.xml": b" " * 70_000_000}), "unpacks to more than"),
    "entity.xlsx": (zipped({"xl/workbook.xml": BOMB + "<x>&b;</x>"}), "document type"),
    "far.xlsx": (zipped({"xl/worksheets/sheet1.xml": f"<sheetData>{FAR}</sheetData>"}), "goes beyond"),
    "wide.ods": (
        ods('<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" '
            'table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'),
        "goes beyond",
    ),
    "entity.ods": (ods(rows_of(["&b;"]), BOMB), "document type"),
    "blanks.ods": (
        ods('<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2000000000"/>'
            "</text:p></table:table-cell></table:table-row>"),
        "more than 100,000 blanks",
    ),
}  # fmt: skip


@pytest.mark.parametrize("file", HOSTILE)
def test_a_hostile_file_is_refused_with_one_message(file, tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    data, message = HOSTILE[file]
    if data is not None:
        (folder / file).write_bytes(data)
    started = time.monotonic()
    (told,) = refusal(folder, f"counters: {{from: '{file}'}}")
    assert message in told
    assert time.monotonic() - started < 5


def test_sheets_that_are_named_again_and_again_are_bounded_in_all(tmp_path, monkeypatch):
    (tmp_path / "u.csv").write_text("id,name\na,A\n")
    assert len(refusal(tmp_path, "counters:\n" + "- {from: u.csv}\n" * 103)) == 3
    monkeypatch.setattr("pnp.sources.spreadsheets.expand.MAX_EXPANDED", 11)
    (told,) = refusal(tmp_path, "counters:\n" + "- {from: u.csv}\n" * 3)
    assert told.partition(": ")[2].startswith("takes more than 100 sheets, 500,000 cells, 11 values")


def test_a_link_out_of_the_folder_is_refused(tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "secret.csv").write_text("id\n")
    (folder / "units.csv").symlink_to(tmp_path / "secret.csv")
    assert "leads out of the game's folder" in refusal(folder, "counters: {from: units.csv}")[0]


def test_blank_cells_to_the_end_of_a_sheet_count_for_nothing(tmp_path):
    rest = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell ' \
           'table:number-columns-repeated="16384"/></table:table-row>'  # fmt: skip
    (tmp_path / "u.ods").write_bytes(ods(rows_of(["id", "name"], ["a", "A"]) + rest))
    assert [group.id for group in read(tmp_path, "counters: {from: u.ods}").groups] == ["a"]


def test_a_sheet_is_named_where_there_are_several(tmp_path):
    (tmp_path / "u.xlsx").write_bytes(workbook({"Axis": {"A1": "id"}, "Allies": {"A1": "id"}}))
    assert refusal(tmp_path, "counters: {from: u.xlsx}")[0].startswith("game.yaml:1:18: ")
    assert refusal(tmp_path, "counters: {from: u.xlsx, sheet: Axsi}")[0].endswith("no sheet 'Axsi' [unknown-name]")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_csv_file_may_have_any_usual_form(separator, mark, tmp_path):
    text = f'id{separator}name\r\na{separator}"A{separator} or ""B"""\r\n'
    (tmp_path / "u.csv").write_bytes(mark + text.encode())
    (group,) = read(tmp_path, "counters: {from: u.csv}").groups
    assert group.name == f'A{separator.strip()} or "B"' or group.name == f'A{separator} or "B"'


# The way back --------------------------------------------------------------------------------------------------------


def test_nothing_that_is_exported_runs_as_a_formula(tmp_path):
    texts = ["=1+1", "+3", "-x", "@SUM", "'=1", "plain"]
    rows = [[f"a-{index}", text] for index, text in enumerate(texts)]
    data = csv_bytes(["id", "name"], rows)
    assert b"\n" + b"a-0,'=1+1\n" in data
    (tmp_path / "u.csv").write_bytes(data)
    (tmp_path / "u.xlsx").write_bytes(xlsx_bytes(["id", "name"], rows, "Counters"))
    for file in ("u.csv", "u.xlsx"):
        assert [group.name for group in read(tmp_path, f"counters: {{from: {file}}}").groups] == texts


def test_an_exported_workbook_has_the_same_bytes_each_time():
    first = xlsx_bytes(["id", "name"], [["a", "A"]], "Counters")
    assert b"1980-01-01T00:00:00Z" in zipfile.ZipFile(io.BytesIO(first)).read("docProps/core.xml")
    assert {info.date_time for info in zipfile.ZipFile(io.BytesIO(first)).infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert xlsx_bytes(["id", "name"], [["a", "A"]], "Counters") == first


def test_a_game_with_a_spreadsheet_checks_clean_and_is_built_again_when_it_changes(tmp_path, pnp):
    """The whole way: export, take the rows in the place of `groups`, check; a changed cell is another source."""
    import shutil

    from pnp.press.versions import sources_hash
    from pnp.sources.assets import data_dir

    folder = tmp_path / "the_ford"
    shutil.copytree(data_dir("sources") / "the_ford", folder)
    assert pnp("export", "counters", "the-ford", "--csv", folder / "units.csv").code == 0
    text = (folder / "counters.yaml").read_text()
    head, _, rest = text.partition("groups:")
    (folder / "counters.yaml").write_text(f"{head}counters: {{from: units.csv}}\nsheets:{rest.partition('sheets:')[2]}")
    assert pnp("check", folder, "--select", "unknown-name").code == 0
    assert load_game(folder).sheets == ("units.csv",)
    before = sources_hash(folder)
    headings, first, second, *others = (folder / "units.csv").read_text().splitlines(True)
    column = headings.split(",").index("factors.attack")
    cells = second.split(",")
    cells[column] = "four"
    (folder / "units.csv").write_text("".join([headings, first, ",".join(cells), *others]))
    assert f"units.csv!{chr(65 + column)}3: 'north-infantry': attack is 'four'" in pnp("check", folder).out
    (folder / "units.csv").write_text("".join([headings, first, second, *others]))
    assert sources_hash(folder) == before
    units = (folder / "units.csv").read_text()
    (folder / "units.csv").write_text(units.replace(",guard,", ",gaurd,", 1))
    assert sources_hash(folder) != before
    ran = pnp("check", folder, "--select", "unknown-name")
    assert ran.code == 1
    assert "units.csv!D6: unknown unit type 'gaurd' [unknown-name]" in ran.out
    assert "did you mean 'guard'?" in ran.out


def test_a_heading_that_is_a_factor_is_told_its_name(tmp_path):
    (tmp_path / "u.csv").write_text("id,name,attack\na,A,3\n")
    with pytest.raises(SourceError) as caught:
        read(tmp_path, "counters: {from: u.csv}")
    assert "a value within a key is headed factors.attack or reduced.attack." in caught.value.problems[0].hint
