"""Lists of counters: guessed headings are told, ambiguous ones are errors with their cell."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.imports.counters_table import table_draft
from tests.workbooks import ods, rows_of, workbook

TABLE = """Unit;Army;Arm;Copies;Attack;Defence;Remarks
1st Foot;Red;Infantry;2;4;5;brave
2nd Horse;Blue;Cavalry;;3;2;
Smoke;;;3;;;
"""


def test_a_table_becomes_groups_of_counters(check):
    game, errors = check(table_draft(TABLE.encode(), "units.csv", "units"))
    assert errors == []
    foot, horse, smoke = game.counters.groups[:3]
    assert (foot.name, foot.side, foot.type, foot.count) == ("1st Foot", "red", "infantry", 2)
    assert foot.factors == {"attack": 4, "defence": 5}
    assert (horse.count, horse.numbered, horse.factors["attack"]) == (1, False, 3)
    assert (smoke.side, smoke.label, smoke.count) == (None, "Smoke", 3)


def test_a_list_that_was_exported_keeps_the_names_of_its_values():
    """`pnp export counters` heads them factors.attack, as counters.yaml reads them."""
    groups = table_draft(b"name,side,type,factors.attack\nFoot,Red,Infantry,4\n", "units.csv", "units").groups
    assert groups[0]["factors"] == {"attack": 4}


def test_the_mapping_is_told():
    notes = table_draft(TABLE.encode(), "units.csv", "units").notes
    assert notes[0] == "columns are read so: 'Unit' as name, 'Army' as side, 'Arm' as type, 'Copies' as count"
    assert "the column 'Remarks' is not read: units.csv!G2 is no whole number: 'brave'" in notes
    assert "columns of numbers are read as values of the units: 'Attack', 'Defence'" in notes


@pytest.mark.parametrize(
    ("text", "message", "cell"),
    [
        ("Name,Title,Side\na,b,c\n", "both 'Name' and 'Title' may be the name", (1, 2)),
        ("Side,Attack\nRed,3\n", "no column holds the names", (1, 1)),
        ("Name,Count\na,many\n", "'many' is no number from 1 to 500", (2, 2)),
        ("Name,Count\na,501\n", "'501' is no number from 1 to 500", (2, 2)),
        ("Name,Side\n,Red\n", "a counter without a name", (2, 1)),
        ("Name\n", "no row follows", (1, 1)),
        ("", "the table is empty", (1, 1)),
    ],
)
def test_what_cannot_be_read_is_told_with_its_cell(text, message, cell):
    with pytest.raises(SourceError, match=message) as caught:
        table_draft(text.encode(), "units.csv", "units")
    where = caught.value.problems[0].where
    assert (where.path, where.line, where.column) == ("units.csv", *cell)


def test_an_ambiguous_heading_can_be_told():
    draft = table_draft(b"Name,Title,Side\na,b,c\n", "units.csv", "units", {"name": "Title"})
    assert draft.groups[0]["name"] == "b"
    with pytest.raises(SourceError, match="no column is called 'Tilte'"):
        table_draft(b"Name,Title\na,b\n", "units.csv", "units", {"name": "Tilte"})


def test_a_marker_whose_name_has_no_room_goes_without_words(check):
    game, errors = check(table_draft(b"Name,Side\nFallschirmjaegerregiment,\nOut of supply,\n", "u.csv", "units"))
    assert errors == []
    assert [group.label for group in game.counters.groups[:2]] == ["", "Out of supply"]


def test_a_nul_is_refused(pnp, tmp_path):
    (tmp_path / "u.csv").write_bytes(b"Name,Side\na\0b,c\n")
    ran = pnp("import", "csv", tmp_path / "u.csv", "--into", tmp_path / "into")
    assert (ran.code, ran.out) == (1, "")
    assert "u.csv" in ran.err
    assert not (tmp_path / "into").exists()


def test_a_game_of_markers_alone_has_a_cover_without_counters(check):
    from pnp.draw.scene import Group
    from pnp.generators.book.cover import draw_cover
    from pnp.generators.book.look import book_look
    from pnp.generators.maps.sheet import plan_sheet

    game, errors = check(table_draft(b"Name,Side\nSmoke,\n", "units.csv", "units"))
    assert errors == []
    (page,) = draw_cover(game, book_look(game, "a4"), plan_sheet(game, draft=True)).nodes
    assert isinstance(page, Group)
    assert not [node for node in page.children if isinstance(node, Group) and node.role == "Figure"]


# Workbooks --------------------------------------------------------------------------------------------


def cells(*rows):
    """Rows as cells of a sheet: {"A1": value}."""
    return {f"{'ABCDEFG'[column]}{row}": value for row, line in enumerate(rows, 1) for column, value in enumerate(line)}


LIST = (("Unit", "Army", "Attack"), ("1st Foot", "Red", 4), ("2nd Horse", "Blue", 3))


@pytest.mark.parametrize("data", [
    workbook({"Axis": cells(*LIST)}), ods(rows_of(*LIST)), b"Unit,Army,Attack\n1st Foot,Red,4\n2nd Horse,Blue,3\n",
], ids=["xlsx", "ods", "csv"])  # fmt: skip
def test_a_workbook_is_read_as_a_text(data):
    draft = table_draft(data, "units", "units")
    assert [(g["name"], g["side"], g["factors"]) for g in draft.groups] == [
        ("1st Foot", "red", {"attack": 4}), ("2nd Horse", "blue", {"attack": 3})
    ]  # fmt: skip


def test_a_sheet_of_several_has_to_be_named():
    data = workbook({"Axis": cells(*LIST), "Notes": {"A1": "see"}})
    assert len(table_draft(data, "army.xlsx", "units", {}, "Axis").groups) == 2
    with pytest.raises(SourceError, match=r"army\.xlsx has 2 sheets") as caught:
        table_draft(data, "army.xlsx", "units")
    assert "Axis" in caught.value.problems[0].hint
    with pytest.raises(SourceError, match="no sheet 'Axsi'"):
        table_draft(data, "army.xlsx", "units", {}, "Axsi")


def test_mistakes_are_told_with_their_cell():
    with pytest.raises(SourceError) as caught:
        table_draft(workbook({"Axis": cells(("Name", "Count"), ("Foot", 4.5))}), "army.xlsx", "units")
    assert str(caught.value.problems[0]).startswith("army.xlsx!Axis!B2: '4.5' is no number from 1 to 500")
    formula = table_draft(workbook({"Axis": cells(("Name", "Attack"), ("Foot", "=1+1"))}), "army.xlsx", "units")
    assert any("army.xlsx!Axis!B2 is no whole number: the formula" in note for note in formula.notes)


def test_old_and_locked_workbooks_are_refused():
    with pytest.raises(SourceError, match="before 2007, or has a password"):
        table_draft(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), "army.xls", "units")
