"""Checks of the rules' text on games whose cases have letters and whose columns are written 2-1."""

from dataclasses import replace

import pytest

from pnp.checks import check_game
from pnp.checks.rulebook.words import filled
from pnp.sources import load_game
from pnp.sources.text_values import rule_values


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


def changed(game, address, **changes):
    """The game with a chapter changed, without those below it."""
    files = []
    for file in game.rules:
        cases = tuple(c.model_copy(update=changes) if c.id == address else c for c in file.cases)
        files.append(file.model_copy(update={"cases": cases}))
    return replace(game, rules=tuple(files))


@pytest.mark.parametrize(
    ("named", "messages"),
    [
        ("the column 9-1", ["no table has the column '9-1'"]),
        ("the column 9–1", ["no table has the column '9–1'"]),
        ("the column 9:1", ["no table has the column '9:1'"]),
        ("the column 3–1", []),
        ("the columns of a 6-6-2 and the row 9-1-1", []),
    ],
)
def test_columns_with_a_dash(winter, named, messages):
    game = changed(winter, "Retreats", text=f"Look at {named}.")

    assert [p.message for p in check_game(game, select=["column-unknown"]).problems] == messages


def test_one_chapter_among_those_of_an_option(winter):
    """Five chapters of the optional rule: the one that doesn't say so is found."""
    game = changed(winter, "Event", option=None)

    (found,) = check_game(game, select=["option-without-rule"]).problems
    assert found.message == "all other chapters of this file belong to the option 'scenarios', 'Event' doesn't name it"
    assert found.rule == "Event"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the {{ phase.soviet_movement }} here", "the Soviet Movement Phase here"),
        ("the {{ phase['soviet-movement'] }} here", "the Soviet Movement Phase here"),
        ("the {{ phase.soviet_sleep }} here", "the   here"),
    ],
)
def test_a_hyphen_of_an_id_is_an_underscore_in_a_text(winter, text, words):
    assert filled(text, rule_values(winter)) == words
