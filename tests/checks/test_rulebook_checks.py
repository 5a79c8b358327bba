"""Checks of the rules' text on games whose cases have letters and whose columns are written 2-1."""

from dataclasses import replace

import pytest

from pnp.checks import check_game
from pnp.checks.rulebook.words import filled
from pnp.sources.text_values import rule_values


def changed(game, address, **changes):
    """The game with a chapter changed, without those below it."""
    files = []
    for file in game.rules:
        cases = tuple(c.model_copy(update=changes) if c.id == address else c for c in file.cases)
        files.append(file.model_copy(update={"cases": cases}))
    return replace(game, rules=tuple(files))


def test_columns_with_a_dash(winter_war):
    """3–1 is one of them; a 6-6-2 is a unit."""
    named = "the column 9-1, the column 9–1, the column 9:1, the column 3–1, the columns of a 6-6-2 and the row 9-1-1"
    game = changed(winter_war, "Retreats", text=f"Look at {named}.")

    messages = {problem.message for problem in check_game(game, select=["column-unknown"]).problems}

    assert messages == {f"no table has the column {column!r}" for column in ("9-1", "9–1", "9:1")}


def test_one_chapter_among_those_of_an_option(winter_war):
    """Five chapters of the optional rule: the one that doesn't say so is found."""
    game = changed(winter_war, "Event", option=None)

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
def test_a_hyphen_of_an_id_is_an_underscore_in_a_text(winter_war, text, words):
    assert filled(text, rule_values(winter_war)) == words
