"""The heuristic players of Winter War: they know what their side may know, and play on purpose."""

from __future__ import annotations

import itertools

import pytest

from pnp.api import play_game
from pnp.referee.dice import bits
from tests.games.winter_war.fights import Fight

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def set_up(winter_rules):
    """The state when the Soviet set-up begins, the Finnish units face down."""
    state = winter_rules.new_state(3)
    adviser = winter_rules.adviser("finnish")
    while winter_rules.side_to_act(state) == "finnish":
        winter_rules.apply(state, adviser.best(state, winter_rules.choices(state)))
    return state


def soviet_set_up(rules, state, decisions):
    """What the Soviet adviser does first."""
    state = state.copy()
    adviser = rules.adviser("soviet")
    made = []
    for _ in range(decisions):
        action = adviser.best(state, rules.choices(state))
        made.append(rules.to_json(action))
        rules.apply(state, action)
    return made


def shuffled(state):
    """The same set-up with other units under the same backs: the first takes the place of the last, and so on."""
    twin = state.copy()
    hidden = list(bits(twin.face_down))
    places = [twin.at[unit] for unit in hidden]
    for unit, place in zip(hidden, places[::-1], strict=True):
        twin.at[unit] = place
    twin.complete()
    return twin


def test_the_soviet_adviser_does_not_know_what_lies_face_down(winter_rules, set_up):
    other = shuffled(set_up)
    assert other.at != set_up.at
    assert other.view("soviet") == {**set_up.view("soviet")}
    assert soviet_set_up(winter_rules, set_up, 78) == soviet_set_up(winter_rules, other, 78)


def test_the_finnish_lines_are_manned_and_the_port_is_guarded(winter_rules, set_up):
    board = winter_rules.board
    for space in bits(board.mannerheim):
        assert sum(board.defence[u] for u in bits(set_up.units_in[space])) >= 6
    state = set_up.copy()
    adviser = winter_rules.adviser("soviet")
    while winter_rules.phase(state) == "soviet-set-up":
        winter_rules.apply(state, adviser.best(state, winter_rules.choices(state)))
    guards = [
        u for u in bits(board.own[0] & ~board.traits["headquarters"]) if winter_rules.tables.guarded >> state.at[u] & 1
    ]
    assert len(guards) >= 7
    assert not state.isolated


def test_whole_games_are_played_and_replayed(winter_rules):
    from pnp.referee.replay import replay

    log = play_game(winter_rules, {"soviet": "heuristic", "finnish": "heuristic"}, seed=11)
    assert log.end is not None
    assert replay(winter_rules, log).ended
    moved = {line.get("units", [""])[0] for line in log if line.get("event") == "move"}
    assert len(moved) > 30


def test_every_choice_is_explained(winter_rules, set_up):
    options = winter_rules.adviser("soviet").explain(set_up, winter_rules.choices(set_up))
    assert [option.score for option in options] == sorted((option.score for option in options), reverse=True)
    assert all(option.reason for option in options)
    assert {option.action for option in options} == set(winter_rules.choices(set_up))


def test_every_decision_is_weighed(winter_rules):
    """By what is declared, or by a term of the game."""
    decisions = winter_rules.kit.decisions
    assert len(decisions) > 20
    for side in winter_rules.sides:
        adviser = winter_rules.adviser(side)
        own = frozenset().union(*(term.decisions for term in adviser.terms))
        assert {name for name in decisions if not adviser._weighing(name)} - own == set()


def advised(situation, side):
    """What the adviser of a side would do now, in words."""
    rules, state = situation.rules, situation.state
    return " ".join(rules.to_json(rules.adviser(side).best(state, rules.choices(state))))


def test_what_is_missed_least_pays_first_for_an_exchange(winter_rules):
    """8 against 7 is 1-1, a 4 is Ex: 7 points are due; a regiment of 2 is missed less than a division of 6."""
    attackers = ["rifle-division-1", "rifle-regiment-1"]
    units = {
        "2565": attackers, "2464": ["tank-corps"], "2465": ["finnish-division-1", "finnish-battalion-1"],
        "2567": ["headquarters-1"],
    }  # fmt: skip
    played = Fight(winter_rules, units, dice=(4,))
    played.do("attack 2465", *(f"choose-unit {unit}" for unit in attackers), "fight")

    assert advised(played, "soviet") == "lose-unit rifle-regiment-1"


def test_nobody_attacks_where_more_is_to_be_lost_than_won(winter):
    """A brigade in Petsamo against a division beside it, 4:4, is 1-1: Ae or Ar would give 30 points away."""
    units = {
        "2805": ["finnish-brigade-1"], "2905": ["rifle-division-4"], "3005": ["headquarters-1"],
        "1365": ["finnish-regiment-7"], "2667": ["rifle-regiment-1"],
    }  # fmt: skip
    assert advised(winter(units, phase="finnish-combat", turn=2), "finnish") == "done"


def test_the_same_state_gets_the_same_advice(winter_rules, set_up):
    runs = [soviet_set_up(winter_rules, set_up, 20) for _ in range(2)]
    assert all(a == b for a, b in itertools.pairwise(runs))


def test_a_log_is_written_and_read_again(winter_rules, tmp_path):
    from pnp.referee.logfile import read_log

    log = play_game(winter_rules, {"soviet": "random", "finnish": "random"}, seed=4)
    path = tmp_path / "game.jsonl"
    path.write_text(log.as_text(), "utf-8")
    assert read_log(path).as_text() == log.as_text()
