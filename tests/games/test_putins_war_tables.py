"""Every cell of the Combat Table and every row of the Invasion Table, worked out by hand."""

from __future__ import annotations

import pytest

ATTACKERS = {
    "1:1": ["special-brigade-1"],  # 3 against 2
    "2:1": ["armored-division-1"],  # 4 against 2
    "3:1": ["special-brigade-1", "special-brigade-2"],  # 6 against 2
    "4:1": ["armored-division-1", "armored-division-2"],  # 8 against 2
}
CELLS = [
    ("1:1", 1, "AR"), ("1:1", 2, "AR"), ("1:1", 3, "X"), ("1:1", 4, "X"), ("1:1", 5, "DR"), ("1:1", 6, "DR"),
    ("2:1", 1, "AR"), ("2:1", 2, "X"), ("2:1", 3, "X"), ("2:1", 4, "DR"), ("2:1", 5, "DR"), ("2:1", 6, "DE"),
    ("3:1", 1, "X"), ("3:1", 2, "DR"), ("3:1", 3, "DR"), ("3:1", 4, "DR"), ("3:1", 5, "DE"), ("3:1", 6, "DE"),
    ("4:1", 1, "X"), ("4:1", 2, "DR"), ("4:1", 3, "DR"), ("4:1", 4, "DE"), ("4:1", 5, "DE"), ("4:1", 6, "DE"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "die", "code"), CELLS)
def test_each_cell_of_the_combat_table(war, column, die, code):
    """Rule: Combat Table. One Ukrainian unit of 2 in Kharkivs'ka, attacked out of Russia 2."""
    units = ATTACKERS[column]
    played = war({"russia-2": units, "kharkivska": ["ukrainian-forces-1"]}, dice=(die,))

    played.do(*(f"choose-unit {unit}" for unit in units), "move-to kharkivska")
    if code == "X" and len(units) > 1:
        played.do(f"lose-unit {units[0]}")

    (result,) = played.events("result")
    assert (result.get("table"), result.get("column"), result.get("row"), result.get("code")) == (
        "combat", column, str(die), code,
    )  # fmt: skip
    if code == "AR":
        assert played.at("russia-2") == units
        assert played.at("kharkivska") == ["ukrainian-forces-1"]
    elif code == "X":
        assert played.at("eliminated") == [units[0], "ukrainian-forces-1"]
        assert played.at("russia-2") == units[1:]
        assert played.at("kharkivska") == []
    elif code == "DR":
        assert played.at("kharkivska") == units
        assert played.at("dnipropetrovska") == ["ukrainian-forces-1"]  # 2 points like Donets'ka, first in the alphabet
    else:
        assert played.at("kharkivska") == units
        assert played.at("eliminated") == ["ukrainian-forces-1"]


def test_odds_above_the_last_column_use_it(war):
    """Rule: Combat Table. 12 against 2 is 6:1, read as 4:1; a 4 eliminates."""
    units = [f"armored-division-{n}" for n in (1, 2, 3)]
    played = war({"russia-2": units, "kharkivska": ["ukrainian-forces-1"]}, dice=(4,))

    played.do(*(f"choose-unit {unit}" for unit in units), "move-to kharkivska")

    assert played.events("result")[0].get("column") == "4:1"
    assert played.at("eliminated") == ["ukrainian-forces-1"]


def invade(war, target, *, dice, draws, origin="respublika-krym", units=("armored-division-1",), **more):
    """Units of `origin` enter the empty area `target`."""
    played = war({origin: list(units)}, dice=dice, draws=draws, **more)
    return played.do(*(f"choose-unit {unit}" for unit in units), f"move-to {target}")


# Khersons'ka is next to Krym only, so that a retreat needs no choice; a combat die of 1 at 1:1 is AR.


def test_row_1_places_one_unit_which_goes_back(war):
    """Rule: Invasion Table. 4 against 4 is 1:1; the attacker retreats, the unit left goes back to the pool."""
    played = invade(war, "khersonska", dice=(1, 1), draws=("ukrainian-forces-14",))

    assert played.events("place")[0].get("units") == ["ukrainian-forces-14"]
    assert played.events("result")[0].get("code") == "bitter-end"
    assert played.at("respublika-krym") == ["armored-division-1"]
    assert played.at("khersonska") == []
    assert "ukrainian-forces-14" in played.at("ukrainian-reserve")


def test_row_2_adds_one_and_the_unit_stays(war):
    """Rule: Invasion Table. 4 against 3 + 1 is 1:1."""
    played = invade(war, "khersonska", dice=(2, 1), draws=("ukrainian-forces-9",))

    assert played.events("fight")[0].get("odds") == "4:4"
    assert played.at("khersonska") == ["ukrainian-forces-9"]
    assert "ukrainian-forces-9" not in played.at("ukrainian-reserve")


def test_row_3_places_two_and_one_goes_back_by_lot(war):
    """Rule: Invasion Table. 4 against 2 + 2 is 1:1; the second drawn is picked to go back."""
    played = invade(
        war, "khersonska", dice=(3, 1), draws=("ukrainian-forces-1", "ukrainian-forces-2", "ukrainian-forces-2")
    )

    assert played.at("khersonska") == ["ukrainian-forces-1"]
    assert "ukrainian-forces-2" in played.at("ukrainian-reserve")


def test_row_4_takes_one_off_and_the_unit_goes_back(war):
    """Rule: Invasion Table. 4 against 4 - 1 is 1:1."""
    played = invade(war, "khersonska", dice=(4, 1), draws=("ukrainian-forces-14",))

    assert played.events("fight")[0].get("odds") == "4:3"
    assert played.at("khersonska") == []
    assert "ukrainian-forces-14" in played.at("ukrainian-reserve")


def test_row_5_places_three_and_two_go_back_by_lot(war):
    """Rule: Invasion Table. 4 against 6 is below 1:1: the attacker retreats without a roll."""
    drawn = ("ukrainian-forces-1", "ukrainian-forces-2", "ukrainian-forces-3")
    played = invade(war, "khersonska", dice=(5,), draws=(*drawn, "ukrainian-forces-3", "ukrainian-forces-1"))

    assert played.events("result")[1].get("column") == "<1:1"
    assert played.at("khersonska") == ["ukrainian-forces-2"]
    assert {"ukrainian-forces-1", "ukrainian-forces-3"} <= set(played.at("ukrainian-reserve"))


def test_row_6_rolls_again_and_ukraine_attacks(war):
    """Rule: Invasion Table, 5.6. The second roll 2 brings two units; 4 against 4 is 1:1; a 5 sends Russia back."""
    played = invade(war, "khersonska", dice=(6, 2, 5), draws=("ukrainian-forces-1", "ukrainian-forces-2"))

    assert played.events("fight")[0].get("by") == "ukraine"
    assert [line.get("for") for line in played.state.log.of("draw")][:2] == ["invasion-table", "homeland"]
    assert played.at("respublika-krym") == ["armored-division-1"]
    assert played.at("khersonska") == ["ukrainian-forces-1", "ukrainian-forces-2"]


@pytest.mark.parametrize(
    ("die", "code"),
    [(1, "american-aid"), (2, "volunteers"), (3, "western-aid"), (4, "homeland"), (5, "homeland"), (6, "homeland")],
)
@pytest.mark.parametrize(("origin", "target"), [("belarus", "kyyivska"), ("mykolayivska", "odeska")])
def test_two_is_added_in_kyiv_and_odesa(war, origin, target, die, code):
    """Rule: 4.6. A die of 1 is read as 3 … a 6 as 8, which counts as 6."""
    played = invade(war, target, dice=(die,), draws=(), origin=origin)

    assert played.events("result")[0].get("code") == code
    assert played.events("result")[0].get("row") == ("6+" if code == "homeland" else str(die + 2))


HOMELAND = [
    (1, "AR"), (2, "AR"), (3, "X"), (4, "X"), (5, "DR"), (6, "DR"),
]  # fmt: skip


@pytest.mark.parametrize(("die", "code"), HOMELAND)
def test_results_of_a_homeland_fight_go_to_the_parts_reversed(war, die, code):
    """Rule: 5.6. One unit of 4 attacks one of 4: 1:1."""
    played = invade(war, "khersonska", dice=(6, 1, die), draws=("ukrainian-forces-14",))

    assert played.events("result")[1].get("code") == code
    if code == "AR":
        assert played.at("khersonska") == ["armored-division-1"]
        assert played.at("dnipropetrovska") == ["ukrainian-forces-14"]
    elif code == "X":
        assert played.at("eliminated") == ["armored-division-1", "ukrainian-forces-14"]
    else:
        assert played.at("respublika-krym") == ["armored-division-1"]
        assert played.at("khersonska") == ["ukrainian-forces-14"]


def test_homeland_can_eliminate_the_russians(war):
    """Rule: 5.6. Four units of 4 against 4 is 4:1; a 4 eliminates the defender."""
    drawn = [f"ukrainian-forces-{n}" for n in (14, 15, 16, 17)]
    played = invade(war, "khersonska", dice=(6, 4, 4), draws=(*drawn, "ukrainian-forces-15"))

    assert played.at("eliminated") == ["armored-division-1"]
    assert played.at("khersonska") == ["ukrainian-forces-14", "ukrainian-forces-16", "ukrainian-forces-17"]
