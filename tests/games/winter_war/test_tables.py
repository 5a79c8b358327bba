"""What fights and the optional rule read from the sources, and what happens where something is missing there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of

pytestmark = pytest.mark.slow


def test_what_special_events_do(winter_rules):
    """By F, G, H, J, K and L. Rule: Special Event Tables"""
    assert winter_rules.kit.effects == {
        "paratroops", "volunteers", "supply", "replacements", "cease-fire", "climate",
    }  # fmt: skip
    later = winter_rules.game.procedures.events.later
    assert [(one.turn, one.table) for one in later] == [(5, "events-5-7"), (8, "events-8-9")]


def test_levels_from_the_best_down(winter_rules):
    """101, 81, 61, 31, and all the rest. Rule: Victory Levels"""
    names = [outcome.id for outcome in winter_rules.game.info.outcomes]
    assert [names[winter_rules.victory.level_of(score)] for score in (101, 81, 61, 31, 30)] == [
        "soviet-decisive", "soviet-substantive", "soviet-marginal", "draw", "finnish-decisive",
    ]  # fmt: skip


def test_the_table_of_scenarios_by_turn(winter_rules):
    """1 to 3 never bring one; the rest as FACTS has it. Rule: Scenario Table"""
    table = winter_rules.tables.scenarios
    read = {turn: "".join(table.result(str(turn), die) for die in range(1, 7)) for turn in range(1, 10)}
    assert read == {
        1: "-----D", 2: "---CDE", 3: "---ABC", 4: "---AAB", 5: "---ABE", 6: "---ABE", 7: "---ABE", 8: "---BBB",
        9: "---BBB",
    }  # fmt: skip


def test_the_lowest_column_takes_all_that_is_worse(winter_rules):
    """Twice the strengths: 2 against 12, 1 against 3.5, 6 against 18. Rule: Combat N"""
    table = winter_rules.combat.table
    pairs = [(4, 24), (2, 7), (12, 36), (52, 18), (200, 2)]
    assert [max(table.column(*pair), 0) for pair in pairs] == [0, 0, 1, 4, 8]


def without(game, **changes):
    """The game with other arrivals or turns in its scenario."""
    scenario = game.scenarios["standard"].model_copy(update=changes)
    return replace(game, scenarios={"standard": scenario})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (lambda s: {"arrivals": tuple(a for a in s.arrivals if a.rule != "Event G")}, "whom 'Event G' brings"),
        (lambda s: {"arrivals": tuple(a.model_copy(update={"set": None}) for a in s.arrivals)}, "to one hex"),
        (lambda s: {"turns": 12}, "no scenarios for turn 10"),
    ],
)
def test_incomplete_sources_are_named(winter_game, changes, words):
    """No traceback in the middle of a game: the rules aren't made at all."""
    with pytest.raises(SourceError, match=words):
        rules_of(without(winter_game, **changes(winter_game.scenarios["standard"])))
