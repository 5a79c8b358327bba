"""Positions that can't be are refused; the others survive the way there and back."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.players.match import play_on
from pnp.players.roster import make_players

A1, U1, G1 = "armored-division-1", "ukrainian-forces-1", "garrison-1"
IMPOSSIBLE = [
    ({"units": {"kyivska": [A1]}}, "unknown space or box 'kyivska'"),
    ({"units": {"russia-1": ["armored-division-10"]}}, "unknown unit 'armored-division-10'"),
    ({"units": {"russia-1": [A1], "russia-2": [A1]}}, "'armored-division-1' is both in 'russia-1' and in 'russia-2'"),
    ({"units": {"sumska": [A1, U1]}, "phase": "activation"}, "enemies stand together in sumska"),
    ({"units": {"sumska": [G1, U1]}, "phase": "activation"}, "enemies stand together in sumska"),
    ({"units": {"sumska": [G1, "garrison-2"]}, "phase": "activation"}, "two markers of a kind are in sumska"),
    ({"units": {"sumska": ["garrison-5"]}}, "unknown unit 'garrison-5'"),
    ({"units": {"russia-1": [G1]}, "phase": "activation"}, "garrison-1 can't be in russia-1"),
    ({"units": {"russian-reserve": [U1]}, "phase": "activation"}, "ukrainian-forces-1 can't be in russian-reserve"),
    ({"pools": {"sumska": [U1]}}, "unknown pool 'sumska'"),
    ({"pools": {"ukrainian-reserve": [A1]}}, "armored-division-1 can't be in ukrainian-reserve"),
    ({"units": {"sumska": ["ukrainian-air-force-1"]}}, "'ukrainian-air-force-1' needs the option 'ukrainian-air'"),
    ({"turn": 11}, "there is no turn 11"),
    ({"turn": 0}, "there is no turn 0"),
    ({"turn": 3, "tracks": {"turn": 4}}, "the turn marker is on 4, the turn is 3"),
    ({"tracks": {"morale": 1}}, "unknown track 'morale'"),
    ({"phase": "activaton"}, "unknown phase 'activaton'"),
    ({"side": "ukraine"}, "side 'ukraine' takes no decisions"),
    ({"scenario": "long"}, "the position is of scenario 'long'"),
    ({"options": {"ports": True}}, "the position has option 'ports' True"),
    ({"options": {"port": True}}, "unknown option 'port'"),
    ({"units": {"russia-1": [{"id": A1, "state": "reduced"}]}}, "unknown state of 'armored-division-1' 'reduced'"),
    ({"units": {"sumska": [{"id": U1, "state": "activated"}]}}, "unknown state of 'ukrainian-forces-1'"),
    ({"control": {"sumska": "russia"}}, "control of sumska by 'russia' contradicts"),
    ({"control": {"russia-1": "ukraine"}}, "control of russia-1 by 'ukraine' contradicts"),
    ({"control": {"russia-1": "rusia"}}, "unknown side 'rusia'"),
    ({"flags": {"entered-kyyivska": True}}, "unknown flag 'entered-kyyivska'"),
    ({"units": [A1]}, "units"),
    ({"unit": {}}, "unit"),
]


@pytest.mark.parametrize(("position", "message"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(rules, position, message):
    """DESIGN §10"""
    with pytest.raises(SourceError) as caught:
        rules.state_from(position)

    assert any(message in problem.message for problem in caught.value.problems)
    assert all(problem.message for problem in caught.value.problems)


@pytest.mark.parametrize(("dice", "draws"), [((0,), ()), ((7,), ()), (("6",), ()), ((), ("ukrainian-forces-18",))])
def test_scripted_draws_that_cannot_be_are_refused(rules, dice, draws):
    """DESIGN §10"""
    with pytest.raises(SourceError):
        rules.state_from({}, dice=dice, draws=draws)


def test_several_problems_are_told_at_once(rules):
    """STYLE §4"""
    with pytest.raises(SourceError) as caught:
        rules.state_from({"units": {"kyivska": [A1], "russia-1": ["armored"]}, "phase": "later"})

    assert len(caught.value.problems) == 3
    assert "kyyivska" in caught.value.problems[0].hint


def test_a_left_out_key_keeps_the_value_of_the_scenario(rules):
    """DESIGN §10"""
    assert rules.state_from({}) == rules.new_state(0)
    pool = rules.position(rules.state_from({"units": {"sumska": [U1]}, "phase": "activation"})).pools
    assert len(pool["ukrainian-reserve"]) == 16
    assert U1 not in pool["ukrainian-reserve"]


@pytest.mark.parametrize("options", [{}, {"ports": True, "ukrainian-air": True}])
def test_positions_between_activations_survive_the_way_there_and_back(game, options):
    """DESIGN §10: a position taken at a phase's own decision gives an equal position again."""
    rules, compared = rules_of(game, options=options), 0
    for seed in range(5):
        state = rules.new_state(seed)
        player = make_players(rules, "random", seed)["russia"]
        while not rules.is_over(state):
            if rules.step(state).id in ("setup-unit", "movement-unit", "over-stack"):
                position = rules.position(state)
                again = rules.state_from(position.as_json())
                assert rules.position(again) == position
                assert rules.choices(again) == rules.choices(state)
                compared += 1
            rules.apply(state, player.choose(rules, state, rules.choices(state)))
    assert compared > 200


def test_a_game_can_begin_at_a_position(rules):
    """It runs to its end."""
    state = rules.state_from({"units": {"russia-1": [A1]}, "turn": 9, "phase": "activation"}, seed=3)
    play_on(rules, state, make_players(rules, "random", 3))

    assert rules.is_over(state)
