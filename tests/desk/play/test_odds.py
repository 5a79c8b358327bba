"""Odds before a roll, against the printed table itself."""

from __future__ import annotations

import random
from fractions import Fraction

from pnp.desk.play.odds import odds_message
from pnp.desk.play.viewpoint import Viewpoint
from pnp.games import rules_of
from pnp.players.match import play_game
from pnp.referee.replay import walk

POSITIONS = 500


def test_odds_are_the_tables_exact_chances(ford):
    """Independent of the forecast: the rows of the printed table that bear a result, of all its rows; and the sum of
    what the units count for is what the side has.
    """
    rules, crt, seen = rules_of(ford), ford.table("combat-results"), 0
    for seed in range(100):
        for _, state in walk(rules, play_game(rules, {"north": "heuristic", "south": "random"}, seed)):
            if rules.is_over(state) or "combat" not in str(rules.phase(state)):
                continue
            view = Viewpoint(rules, state, str(rules.side_to_act(state)))
            for action in random.Random(seed).sample(view.choices, min(2, len(view.choices))):
                told = odds_message(view, action)
                for roll in filter(None, (told["now"], told["then"])):
                    column = crt.columns.index(roll["column"])
                    printed = [row.results[column] for row in crt.rows]
                    assert {result["codes"][0]: Fraction(result["exact"]) for result in roll["results"]} == {
                        code: Fraction(printed.count(code), len(printed)) for code in printed
                    }
                    assert ":".join(side["total"] for side in roll["sides"]) == roll["ratio"]
                    for side in roll["sides"]:
                        assert sum(Fraction(part["counts"]) for part in side["parts"]) == Fraction(side["total"])
                    seen += 1
        if seen >= POSITIONS:
            return
    raise AssertionError(f"{seen} rolls are too few")
