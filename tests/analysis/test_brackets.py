"""Tables read twice: with the results in brackets and without."""

from fractions import Fraction

import pytest

from pnp.analysis.tables import table_odds
from pnp.analysis.tables_text import odds_as_json, odds_as_text
from pnp.checks.base import Survey
from pnp.checks.tables import result_code_undefined, table_monotone, table_row_width
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def with_row(game, number, **values):
    """The game with one row of its combat table changed."""
    from dataclasses import replace

    table = game.table("combat-results")
    rows = tuple(row.replaced(**values) if n == number else row for n, row in enumerate(table.rows))
    tables = tuple(t.replaced(rows=rows) if t.id == table.id else t for t in game.charts.tables)
    return replace(game, charts=game.charts.replaced(tables=tables))


def test_the_bracketed_reading_has_its_own_odds(game):
    """FACTS 4.6, column 6-1: De always; in brackets Ne on 1, Ex on 2 to 4, De on 5 and 6."""
    odds = table_odds(game, game.table("combat-results"))
    plain, inner = odds.odds[0][-1].shares, odds.bracketed[0][-1].shares

    assert plain["De"] == 1
    assert (inner["Ne"], inner["Ex"], inner["De"]) == (Fraction(1, 6), Fraction(1, 2), Fraction(1, 3))
    assert (odds.pays_from(0), odds.pays_from_in_brackets(0)) == ("2-1", "5-1")


def test_tables_without_brackets_have_one_reading(game):
    odds = table_odds(game, game.table("scenario-table"))

    assert odds.bracketed == {} and odds.diagonal is None
    assert odds.odds[0][0].shares["-"] == Fraction(5, 6)
    assert "bracketed" not in odds_as_json(odds, None)["modifiers"][0]


def test_text_and_data_tell_both_readings(game):
    odds = table_odds(game, game.table("combat-results"))

    assert "results in brackets" in odds_as_text(game, odds, None, [0])
    assert len(odds_as_json(odds, None)["modifiers"][0]["bracketed"]) == 9


def test_the_brackets_as_printed_break_the_order_in_three_rows(game):
    """Die 3 and 4 fall from Ex to Ne in the row, die 4 and 5 in the column."""
    messages = [p.message for p in table_monotone.check(Survey(game))]

    assert len(messages) == 4
    assert all(message.endswith("in brackets") for message in messages)


def test_a_code_in_brackets_must_be_explained_and_stand_in_its_own_cell(game):
    wrong = with_row(game, 0, bracketed=("", "", "", "", "", "", "", "Nx", "Ne"))
    short = with_row(game, 0, bracketed=("", "Ne"))

    assert [p.message for p in result_code_undefined.check(Survey(wrong))] == [
        "Combat Results Table: the result 'Nx' is not explained"
    ]
    assert "2 cells in brackets for 9 columns" in next(iter(table_row_width.check(Survey(short)))).message


def test_odds_below_an_open_first_column_use_it(game):
    table = game.table("combat-results")

    assert (table.odds_column(1, 30), table.odds_column(26, 9), table.odds_column(99, 1)) == ("1-4", "2-1", "6-1")
