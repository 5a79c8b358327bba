"""Numbers in sentences (pnp/checks/rulebook/numbers.py), and the sums and odds that texts work out."""

from pathlib import Path

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import check_game
from pnp.checks.rulebook.numbers import numbers_in, sentence_around
from pnp.checks.rulebook.sum_wrong import _ODDS, _SUM, _rounded
from pnp.model.game import Game
from pnp.sources import load_game


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("No more than two units, or 12.", [2, 12]),
        ("Twenty hexes and eighteen more", [20, 18]),
        ("A 6-6-2 at 3:1 rolls 1–3, with +2 or −1.", []),
        ("One of 4.5 and of 1,500", [1]),
        ("{{ parameter.limit2 }} units [[4.1]], 3 of them", [3]),
        ("1. Roll.\n2. Move two hexes.", [2]),
        ("a one-hex retreat of two-step units", []),
        ("in June 1940.", [1940]),
    ],
)
def test_numbers_that_count_something(text: str, values: list[int]):
    assert [number.value for number in numbers_in(text)] == values


def test_the_part_of_a_sentence_around_a_number():
    text = "Guns stay. In rain, two units move; the rest waits."
    (number,) = numbers_in(text)
    assert sentence_around(text, number).strip() == "In rain, two units move"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("so 5 + 4 + 1 = 10 in all", ("5 + 4 + 1", "10")),
        ("8 − 4 is +4.", ("8 − 4", "+4")),
        ("x + 4 + 3 = 7", None),
        ("2 + 1 is 3:1", None),
    ],
)
def test_sums(text: str, parts: tuple[str, str] | None):
    match = _SUM.search(text)
    assert (match.groups() if match else None) == parts


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("26 against 9 is 2–1", ("26", "9", "2", "1")),
        ("12 to 4, which is 3:1", ("12", "4", "3", "1")),
        ("6 against 4: 1:1.", ("6", "4", "1", "1")),
        ("half of 4 against 2 is 1:1", None),
    ],
)
def test_odds(text: str, numbers: tuple[str, ...] | None):
    match = _ODDS.search(text)
    assert (match.groups() if match else None) == numbers


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(26, 9, (2, 1)), (12, 4, (3, 1)), (5, 6, (1, 2)), (60, 1, (3, 1)), (1, 9, None)],
)
def test_odds_are_rounded_down_to_a_column(attack: int, defence: int, column: tuple[int, int] | None):
    assert _rounded(attack, defence, {(1, 2), (1, 1), (2, 1), (3, 1)}) == column


def _game(folder: Path, tmp_path: Path, *changes: str) -> Game:
    return load_game(changed_copy(folder, tmp_path, changes))


FOG = "rules/10-basics.yaml cases/Fog/text"
WOODS = "rules/10-basics.yaml cases/1.0/text"
RULING = "errata.yaml errata/TW-1/ruling"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        # 1 against 1: nobody knows which is right
        ({WOODS: "It lasts about six hours.", FOG: "About seven hours are long."}, ["six", "seven"]),
        # the majority is right
        (
            {WOODS: "Six wide fields.", FOG: "The six wide fields.", RULING: "On five wide fields."},
            ["five"],
        ),
        # a placeholder says what is counted
        ({WOODS: "Two {{ counter.guard.name }} tents.", FOG: "Six {{ counter.guard.name }} tents."}, ["Two", "Six"]),
        # how long a turn is
        ({WOODS: "A turn stands for four weeks.", FOG: "Three turns of five weeks."}, ["four", "five"]),
        # nothing common beside the numbers
        ({WOODS: "It lasts six hours.", FOG: "In the fog a tank waits for seven hours."}, []),
        # one text has both
        ({WOODS: "Six wide fields, or seven wide fields in fog.", FOG: "On seven wide fields."}, []),
    ],
)
def test_two_texts_give_one_thing_one_number(texts: dict[str, str], said: list[str], tmp_path: Path):
    game = _game(FIXTURE, tmp_path, *(f"{spot} = {text}" for spot, text in texts.items()))
    problems = check_game(game, select=("told-differently",)).problems
    found = [problem.source_line[problem.where.column - 1 : problem.where.end_column - 1] for problem in problems]
    assert sorted(found) == sorted(said)


def test_a_number_is_shown_where_it_stands(tmp_path: Path):
    """Not where the same letters stand first in the text."""
    texts = f"{WOODS} = The network has two wide fields.", f"{FOG} = On three wide fields."
    problems = check_game(_game(FIXTURE, tmp_path, *texts), select=("told-differently",)).problems
    shown = [problem.source_line[problem.where.column - 1 :] for problem in problems]
    assert [text.split()[:2] for text in shown] == [["two", "wide"], ["three", "wide"]]


@pytest.mark.parametrize(
    ("theme", "text", "found"),
    [
        ("Red came on 29 February 1932.", "All began on 29 February 1932.", []),
        ("Red came on 30 February 1932.", "All began then.", ["there is no 30 Feb"]),
        ("From May to June 1931.", "In June 1913 it ended.", ["the text says '1931'", "the text says '1913'"]),
        ("From November 1931 to March 1932.", "From 30 November 1931 to 12 March 1932.", []),
        ("Red stood there on 4 May.", "Blue fell back on 9 May.", []),
        ("At dawn of 4 May they met.", "They met at dawn of 5 May.", ["the text says '4'", "the text says '5'"]),
    ],
)
def test_dates_exist_and_agree(theme: str, text: str, found: list[str], tmp_path: Path):
    game = _game(FIXTURE, tmp_path, f"game.yaml theme = {theme}", f"{WOODS} = {text}")
    messages = [problem.message for problem in check_game(game, select=("date-differs",)).problems]
    assert [message.split(",")[0] for message in messages] == found


def test_a_case_counts_what_is_below_it(tmp_path: Path):
    game = _game(FIXTURE, tmp_path, f"{WOODS} = Take the woods. Keep the three cases below, and the two cases beside.")
    assert check_game(game, select=("count-differs",)).problems == ()


def test_a_condition_over_a_list_is_no_count_of_its_items(tmp_path: Path):
    game = _game(FIXTURE, tmp_path, f'{WOODS} = "If two tanks meet:\\n\\n- they stop;\\n- they look;\\n- they go."')
    assert check_game(game, select=("count-differs",)).problems == ()
