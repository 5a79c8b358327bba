"""Odds of tables against fractions worked out by hand from the printed cells."""

from fractions import Fraction as F

import pytest

from pnp.analysis.strengths import column_label, strengths_of
from pnp.analysis.tables import all_odds, table_odds
from pnp.analysis.tables_text import odds_as_json, odds_as_text, signed, verdict
from pnp.sources import load_game

LOSSES = (
    'charts.yaml "name: Attacker retreats, text: The attacker goes back." -> '
    '"name: Attacker retreats, text: The attacker goes back., favours: defender, losses: [1, 0]"',
    'charts.yaml "text: Nothing happens." -> "text: Nothing happens., favours: neither, losses: [0, 0]"',
    'charts.yaml "text: The defender goes back." -> "text: The defender goes back., favours: attacker, losses: [0, '
    'all]"',
)  # fmt: skip


@pytest.fixture(scope="module")
def march():
    return load_game("march-of-justice")


def test_each_cell_counts_as_often_as_the_dice_say(tiny):
    """Rows 1, 2-4, 5, 6+; the column 1:1 reads AR, NE, DR, DR."""
    odds = table_odds(tiny, tiny.table("combat"))
    column = odds.odds[0][1]
    assert column.column == "1:1"
    assert dict(column.shares) == {"AR": F(1, 6), "NE": F(1, 2), "DR": F(1, 3)}
    assert (column.losses, column.favour, column.pays) == (None, None, None)


def test_a_modifier_shifts_the_rolls(tiny):
    """With +1 the rolls are 2 to 7: 2-4 three times, 5 once, 6+ twice."""
    odds = table_odds(tiny, tiny.table("combat"))
    assert odds.modifiers == (0, 1)
    assert dict(odds.odds[1][0].shares) == {"AR": F(1, 2), "NE": F(1, 6), "DR": F(1, 3)}


def test_every_column_adds_up_to_one(march):
    tables = list(all_odds(march))
    assert [t.id for t in tables] == ["contact", "akhmat"]
    columns = [c for t in tables for by_column in t.odds.values() for c in by_column]
    assert len(columns) > 100
    assert {sum(c.shares.values()) for c in columns} == {F(1)}


def test_losses_and_when_attacking_pays(with_change):
    game = with_change(*LOSSES)
    odds = table_odds(game, game.table("combat"))
    first, second, third = odds.odds[0]
    # 1:2: AR AR AR AR NE DR; a defender who loses everything is told apart
    assert (first.losses.attacker, first.losses.defender, first.losses.defender_all) == (F(4, 6), F(0), F(1, 6))
    assert first.favour == (F(1, 6), F(4, 6)) and first.pays is False
    assert second.favour == (F(2, 6), F(1, 6)) and second.pays is True and third.pays is True
    assert (odds.pays_from(0), odds.gains_from(0)) == ("1:1", "1:1")
    assert odds.pays_from(1) == "1:1", "AR 3/6 against DR 2/6 in the first column"


def test_events_have_expected_effects(tiny, putins_war):
    weather = table_odds(tiny, tiny.table("weather"))
    assert dict(weather.odds[0][0].shares) == {"fair": F(1, 2), "rain": F(1, 2)}
    assert weather.effects == {"moves": {0: F(3, 2)}}, "mud is no number"
    invasion = table_odds(putins_war, putins_war.table("invasion"))
    # 1 1 2 1 3 0 units drawn; with +2 the rolls 3, 4, 5, and three times 6+
    assert invasion.effects["draw"] == {0: F(8, 6), 2: F(6, 6)}


def test_a_roll_without_a_row_is_told(with_change):
    game = with_change("charts.yaml tables/combat/rows/3/die = 6")
    odds = table_odds(game, game.table("combat"))
    assert odds.odds[1][0].shares[""] == F(1, 6)


def test_a_table_that_is_a_function_of_die_and_column(march):
    diagonal = table_odds(march, march.table("contact")).diagonal
    assert diagonal is not None and (diagonal.step, diagonal.rising, diagonal.agree, diagonal.cells) == (
        1,
        True,
        104,
        104,
    )
    assert diagonal.exact and diagonal.exceptions == ()


def test_cells_that_leave_the_pattern_are_named(putins_war):
    """Combat Table: die + column gives 23 of 24 cells; die 2 at 3:1 is DR, die 3 at 2:1 and die 1 at 4:1 are X."""
    diagonal = table_odds(putins_war, putins_war.table("combat")).diagonal
    assert (diagonal.agree, diagonal.cells, diagonal.exact) == (23, 24, False)
    assert [(e.die, e.column, e.result, e.usual) for e in diagonal.exceptions] == [("2", "3:1", "DR", "X")]


def test_strengths_of_the_worked_examples(march):
    """6 against 5 is +1, and 1:1 shifts one to the left; 6 against 3 is +3, and 2:1 shifts one to the right."""
    table, shifts = march.table("contact"), march.table("force-ratio")
    assert column_label(table, shifts, 6, 5) == "0"
    assert column_label(table, shifts, 6, 3) == "+4"
    assert column_label(table, shifts, 1, 12) == "-6" and column_label(table, shifts, 12, 1) == "+6"


def test_the_least_attacker_for_whom_it_pays(putins_war):
    """1:1 is even, 2:1 is for the attacker: so twice the defender."""
    table = putins_war.table("combat")
    strengths = strengths_of(putins_war, table, table_odds(putins_war, table))
    assert strengths is not None and [strengths.needed(d) for d in (1, 2, 3)] == [2, 4, 6]
    assert strengths.columns[0][1] == "", "1 against 2 is below the first column"


def test_json_is_exact(tiny):
    document = odds_as_json(table_odds(tiny, tiny.table("combat")), None)
    share = document["modifiers"][0]["columns"][1]["shares"]["AR"]
    assert share == {"exact": "1/6", "value": 0.166667}
    assert document["diagonal"]["cells"] == 12 and document["strengths"] is None


def test_text_of_a_table(with_change):
    game = with_change(*LOSSES)
    odds = table_odds(game, game.table("combat"))
    text = odds_as_text(game, odds, strengths_of(game, game.table("combat"), odds), [0])
    assert text.splitlines()[:8] == [
        "Combat Table",
        "",
        "Modifier 0: probability of each result, in percent",
        "                       1:2       1:1       2:1",
        "  AR                  66.7      16.7         ·",
        "  NE                  16.7      50.0      16.7",
        "  DR                  16.7      33.3      83.3",
        "  attacker loses      0.67      0.17      0.00",
    ]


def test_equal_columns_are_told_once(march):
    odds = table_odds(march, march.table("contact"))
    lines = list(verdict(march, odds, None))
    assert "+2 (0)" in lines[0] and "0 (+2 … +5)" in lines[0]
    assert [signed(n) for n in (-2, 0, 3)] == ["−2", "0", "+3"]
