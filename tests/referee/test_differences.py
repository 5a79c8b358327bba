"""Tables entered with a difference, and die-roll modifiers, made by hand."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.model.tables import ResultsTable, ShiftsTable
from pnp.referee.combat import difference_table
from pnp.referee.modifiers import modifiers_of

TABLE = ResultsTable.model_validate(
    {
        "kind": "results",
        "id": "fight",
        "title": "Fight",
        "rule": "1",
        "columns": ["-1", "0", "+1"],
        "column_kind": "difference",
        "open_start": True,
        "open_end": True,
        "modifiers": [
            {"id": "luck", "add": 1, "track": "luck", "side": "red", "text": "x", "rule": "1.1"},
            {"id": "ford", "add": -1, "condition": "river", "text": "x", "rule": "1.2"},
            {"id": "sides", "add": 1, "condition": "flank", "most": 2, "text": "x", "rule": "1.3"},
            {"id": "wall", "add": -2, "side": "red", "spaces": ["town"], "text": "x", "rule": "1.4"},
        ],
        "codes": [{"id": c, "name": c, "text": c} for c in "LDW"],
        "rows": [
            {"die": "0-", "results": ["L", "L", "D"]},
            {"die": "1-3", "results": ["L", "D", "W"]},
            {"die": "4+", "results": ["D", "W", "W"]},
        ],
    }
)
SHIFTS = ShiftsTable.model_validate({
    "kind": "shifts", "id": "ratio", "title": "Ratio", "rule": "1", "columns": ["1:2", "1:1", "2:1"],
    "shifts": [-1, 0, 1],
    "open_start": True, "open_end": True,
})  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "defence", "label", "value"),
    [(3, 3, "1:1", 0), (4, 3, "1:1", 1), (2, 3, "1:2", -1), (4, 2, "2:1", 1), (9, 1, "2:1", 1), (1, 9, "1:2", -1),
     (2, 0, "2:1", 1)],
)  # fmt: skip
def test_difference_then_shift_then_clamp(attack, defence, label, value):
    odds = difference_table(TABLE, SHIFTS).odds(attack, defence)
    assert (odds.label, odds.value, odds.difference) == (label, value, attack - defence)


def test_rolls_beyond_the_table_are_in_its_open_rows():
    table = difference_table(TABLE, None)
    assert [table.rows[table.row_index(roll)] for roll in (-4, 0, 1, 3, 4, 9)] == ["0-", "0-", "1-3", "1-3", "4+", "4+"]
    assert [table.results[table.odds(2, 2).column][table.row_index(roll)] for roll in (0, 2, 6)] == ["L", "D", "W"]


def test_columns_with_a_gap_are_refused():
    with pytest.raises(ValueError, match="one apart"):
        difference_table(TABLE.replaced(columns=("-1", "1", "+2")), None)


@pytest.mark.parametrize(
    ("side", "space", "counts", "found", "total"),
    [
        (0, 0, (2, 0, 0), [(2, "luck"), (-2, "wall")], 0),  # red attacks the town
        (0, 1, (-1, 1, 1), [(-1, "luck"), (-1, "ford"), (1, "sides")], -1),
        (1, 0, (2, 1, 3), [(-1, "ford"), (2, "sides")], 1),  # blue: neither luck nor wall; two flank at most
        (1, 1, (3, 0, 0), [], 0),
    ],
)
def test_modifiers_by_side_space_and_count(side, space, counts, found, total):
    modifiers = modifiers_of(TABLE, ("red", "blue"), {"town": 0, "field": 1}, ("luck", "river", "flank"))
    applied, added = modifiers.found(side, space, *counts)

    assert [(number, name) for number, name, _ in applied] == found
    assert added == total
    assert modifiers.most("flank") == 2


def test_a_condition_that_nobody_counts_is_refused():
    with pytest.raises(SourceError, match="unknown circumstance 'flank'"):
        modifiers_of(TABLE, ("red", "blue"), {"town": 0}, ("luck", "river"))
