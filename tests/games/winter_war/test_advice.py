"""The heuristic players of Winter War: they know what their side may know, and play on purpose."""

from __future__ import annotations

import itertools

import pytest

from pnp.api import play_game
from pnp.games.winter_war.outlook import Outlook
from pnp.referee.dice import bits

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


def test_the_cheapest_units_pay_for_an_exchange(winter, winter_rules):
    """6 points are owed: a division of 6 is cheaper than a corps of 20, three regiments of 2 as good as a division."""
    outlook = Outlook(winter_rules)
    unit = winter_rules.units.index
    corps, division = 1 << unit("rifle-corps-1"), 1 << unit("rifle-division-1")
    regiments = sum(1 << unit(f"rifle-regiment-{n}") for n in (1, 2, 3))
    six, twenty = outlook.worth[unit("rifle-division-1")], outlook.worth[unit("rifle-corps-1")]
    assert outlook.price(corps | division, 6) == six
    assert outlook.price(corps | regiments, 6) == pytest.approx(3 * outlook.worth[unit("rifle-regiment-1")])
    assert outlook.price(corps | division, 7) == min(twenty, six + twenty)


def test_each_step_has_its_judge(winter_rules):
    for side in winter_rules.sides:
        judges = winter_rules.adviser(side).judges
        assert winter_rules.kit.decisions.keys() - judges.keys() == {"advance-further", "combat-further", "losses-unit"}


def test_the_same_state_gets_the_same_advice(winter_rules, set_up):
    runs = [soviet_set_up(winter_rules, set_up, 20) for _ in range(2)]
    assert all(a == b for a, b in itertools.pairwise(runs))


def test_a_log_is_written_and_read_again(winter_rules, tmp_path):
    from pnp.referee.logfile import read_log

    log = play_game(winter_rules, {"soviet": "random", "finnish": "random"}, seed=4)
    path = tmp_path / "game.jsonl"
    path.write_text(log.as_text(), "utf-8")
    assert read_log(path).as_text() == log.as_text()
