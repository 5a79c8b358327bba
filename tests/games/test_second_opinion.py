"""The referee against a second implementation (second_opinion.py), decision by decision."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.players.match import play_game
from tests.games.second_opinion import WATCHED, War

OPTIONS = [
    {"ports": False, "ukrainian-air": False},
    {"ports": True, "ukrainian-air": True},
]


def compare(rules, log):
    """Replay `log` in both; the decisions compared. Fails at the first difference."""
    state, war = rules.new_state(log.head.seed), War(rules.options)
    play, lines, decisions = war.play(), iter(log.of("do")), 0
    draws = [line for line in log if line.kind == "draw"]
    wanted, at_draw = next(play), 0
    try:
        while True:
            if wanted[0] == "draw":
                line, at_draw = draws[at_draw], at_draw + 1
                assert line.get("for") == wanted[1], (line, wanted)
                assert line.get("value") in wanted[2], (line, wanted)
                wanted = play.send(line.get("value"))
                continue
            offered = [" ".join(rules.to_json(action)) for action in rules.choices(state)]
            assert sorted(offered) == sorted(wanted[1]), (decisions, war.turn, offered, wanted[1])
            told = {u: [*rules.places, ""][p] for u, p in zip(rules.units, state.at, strict=True) if u in war.at}
            assert without_names(told) == without_names(war.at), decisions
            said, decisions = next(lines).get("do"), decisions + 1
            rules.apply(state, rules.from_json(said))
            wanted = play.send(" ".join(said))
    except StopIteration:
        pass
    assert at_draw == len(draws)
    assert war.over == log.end.get("end")
    return decisions, [check_event(mine, line) for mine, line in zip(war.trace, watched(log), strict=True)]


def without_names(at):
    """Where each unit is; of the garrisons, which are alike, only the places."""
    places = sorted(where for unit, where in at.items() if unit.startswith("garrison"))
    return {unit: where for unit, where in at.items() if not unit.startswith("garrison")} | {"garrison": places}


def watched(log):
    """The events of a log that the second implementation tells too."""
    return [line for line in log.of("event") if line.get("event") in WATCHED]


def check_event(mine, line):
    """The referee's event says what the second implementation says."""
    told = {key: sorted(v) if isinstance(v := line.get(key), (list, tuple)) else v for key in mine}
    assert told == mine, (told, mine, line.n)
    return line.rule


@pytest.mark.parametrize("players", ["random", "heuristic"])
@pytest.mark.parametrize("options", OPTIONS)
def test_both_implementations_agree(game, options, players):
    rules = rules_of(game, options=options)
    for seed in range(7 if players == "random" else 3):
        compare(rules, play_game(rules, players, seed))
