"""The heuristic player of Putin's War."""

from __future__ import annotations

from math import comb

import pytest

from pnp.games.putins_war.board import RUSSIA, UKRAINE
from pnp.games.putins_war.forecast import Forecast, forecaster_of
from pnp.games.putins_war.plans import Position
from pnp.players.heuristic import heuristic_player
from pnp.players.match import play, play_on
from pnp.referee.replay import replay

A = [f"armored-division-{n}" for n in range(1, 10)]
U1, U14 = "ukrainian-forces-1", "ukrainian-forces-14"
GAMES = 40


def player_for(rules):
    return heuristic_player(rules, "russia", 0)


def first_move(rules, units, **more):
    """The choices of the player until it has said where to go, in words."""
    state = rules.state_from({"units": units, "phase": "activation", "turn": 1} | more)
    player, said = player_for(rules), []
    while not said or said[-1][0] == "choose-unit":
        action = player.choose(rules, state, rules.choices(state))
        said.append(rules.to_json(action))
        rules.apply(state, action)
    return said


def test_it_takes_the_area_that_wins_the_game(rules):
    """19 points are held; Odes'ka, three points, is free to enter beside Air Force: 22."""
    held = {
        "kyyivska": [A[0], "garrison-2"], "kharkivska": [A[1]], "dnipropetrovska": [A[2]], "lvivska": [A[3]],
        "donetska": [A[4]], "zaporizka": [A[5]], "mykolayivska": [A[6], A[7], "garrison-1"], "poltavska": [A[8]],
        "sumska": ["special-brigade-1"], "odeska": [U1],
    }  # fmt: skip
    said = first_move(rules, held, turn=10)

    assert said[-1] == ["move-to", "odeska"]
    assert ["choose-unit", A[6]] in said
    assert ["choose-unit", A[7]] in said


def test_it_does_not_attack_what_is_stronger(rules):
    """One division against four units of 4 in the only other area near: it stays or marches, but does not fight."""
    units = {
        "zakarpatska": [A[0], "garrison-1"],
        "lvivska": [U14, "ukrainian-forces-15"],
        "ivano-frankivska": ["ukrainian-forces-16", "ukrainian-forces-17"],
    }
    state = rules.state_from({"units": units, "phase": "activation", "turn": 1})

    assert rules.to_json(player_for(rules).choose(rules, state, rules.choices(state))) == ["done"]


def test_it_does_not_leave_points_behind_for_less(rules):
    """The only unit in Kyyivs'ka (5) does not go for Chernihivs'ka (1)."""
    units = {"kyyivska": [A[0]], "chernihivska": [U1]}
    state = rules.state_from({"units": units, "phase": "activation", "turn": 9})

    assert rules.to_json(player_for(rules).choose(rules, state, rules.choices(state))) == ["done"]


def test_it_explains_every_choice_best_first(rules):
    """As many options as choices, with reasons in words."""
    units = {"russia-2": A[:3], "kharkivska": [U1]}
    state = rules.state_from({"units": units, "phase": "activation", "turn": 1})
    choices = rules.choices(state)
    options = player_for(rules).explain(rules, state, choices)

    assert sorted(option.action for option in options) == choices
    assert [option.score for option in options] == sorted((option.score for option in options), reverse=True)
    assert "Kharkivs’ka, worth 3" in options[0].reason
    assert "%" in options[0].reason
    assert options[0].action == player_for(rules).choose(rules, state, choices)


def told(rules, state):
    """Reasons by choice, as its words."""
    options = player_for(rules).explain(rules, state, rules.choices(state))
    return {" ".join(rules.to_json(option.action)): option.reason for option in options}


def test_a_move_is_told_with_the_odds_of_the_units_that_make_it(rules):
    """4 against 2 is 2:1: DR, DR, DE of six. 8 against 2 is 4:1: all but X. A unit more: the odds of that group."""
    state = rules.state_from({"units": {"russia-2": A[:3], "kharkivska": [U1]}, "phase": "activation", "turn": 1})
    rules.apply(state, rules.from_json(["choose-unit", A[2]]))
    alone = told(rules, state)
    rules.apply(state, rules.from_json(["choose-unit", A[0]]))
    both = told(rules, state)

    assert alone["move-to kharkivska"].startswith("Armored Division 3 against Kharkivs’ka")
    assert "held afterwards in 50 %" in alone["move-to kharkivska"]
    assert both["move-to kharkivska"].startswith("Armored Division 1, Armored Division 3 against Kharkivs’ka")
    assert "held afterwards in 83 %" in both["move-to kharkivska"]
    assert alone[f"choose-unit {A[0]}"].startswith("Armored Division 1, Armored Division 2, Armored Division 3 against")


def test_air_force_alone_is_told_that_it_holds_nothing(rules):
    """6.1: Air Force alone never controls; 4 against 2 wins the fight as often as a division. Rule: 6.1, 4.5"""
    units = {"russia-2": ["air-force-1", A[0]], "kharkivska": [U1]}
    state = rules.state_from({"units": units, "phase": "activation", "turn": 1})
    rules.apply(state, rules.from_json(["choose-unit", "air-force-1"]))

    assert "held afterwards in 0 %" in told(rules, state)["move-to kharkivska"]


def test_what_given_units_can_do_is_what_was_considered(rules):
    """In three games: whatever is proposed has the same odds when exactly its units are asked about."""
    compared = 0
    for seed in range(3):
        state, player = rules.new_state(seed), player_for(rules)
        while not rules.is_over(state):
            if rules.step(state).id == "movement-unit":
                position = Position(forecaster_of(rules.assembly), state)
                for (units, target), activation in position.considered().items():
                    assert position.activation(units, target) == pytest.approx(activation)
                    compared += 1
            rules.apply(state, player.choose(rules, state, rules.choices(state)))
    assert compared > 200


def test_it_explains_all_kinds_of_decisions(rules):
    """In each step of two games: one option for each choice, and a reason."""
    steps = set()
    for seed in range(4):
        state, player = rules.new_state(seed), player_for(rules)
        while not rules.is_over(state):
            choices = rules.choices(state)
            if rules.step(state).id not in steps or seed == 0:
                options = player.explain(rules, state, choices)
                assert sorted(option.action for option in options) == choices
                assert all(option.reason for option in options)
            steps.add(rules.step(state).id)
            rules.apply(state, player.choose(rules, state, choices))
    assert {"setup-unit", "setup-space", "movement-unit", "movement-space", "arrival-unit", "garrison-won"} <= steps


def test_it_is_stronger_than_random_over_the_same_seeds(rules):
    """Wins against nearly none; a sign test over the games in which one won and the other did not, at 95 %."""
    better = worse = 0
    for seed in range(GAMES):
        wise, blind = (play(rules, name, seed).ended == 1 for name in ("heuristic", "random"))
        better += wise and not blind
        worse += blind and not wise
    decided = better + worse
    chance = sum(comb(decided, k) for k in range(better, decided + 1)) / 2**decided

    assert decided >= 10
    assert chance < 0.05


def test_its_games_replay_and_are_the_same_each_time(rules):
    """DESIGN §7"""
    state = play(rules, "heuristic", 3)
    assert replay(rules, state.log) == state
    assert play(rules, "heuristic", 3).log == state.log


def test_it_goes_on_with_a_group_that_another_began(rules):
    """A saved game in the middle of an activation."""
    state = rules.state_from({"units": {"russia-2": A[:3], "sumska": [U1]}, "phase": "activation", "turn": 10})
    rules.apply(state, rules.from_json(["choose-unit", A[2]]))
    play_on(rules, state, {"russia": player_for(rules)})

    assert rules.is_over(state)


@pytest.mark.parametrize(
    ("russian", "ukrainian", "attacker", "expected"),
    [
        (4, 2, RUSSIA, Forecast(3 / 6, 2 / 6, 3 / 6, 0)),  # 2:1: AR X X DR DR DE
        (8, 2, RUSSIA, Forecast(5 / 6, 1 / 6, 1 / 6, 0)),  # 4:1: X DR DR DE DE DE
        (2, 4, RUSSIA, Forecast(0, 0, 1, 0)),  # below 1:1
        (4, 4, UKRAINE, Forecast(4 / 6, 2 / 6, 2 / 6, 0)),  # 1:1: AR AR X X DR DR
        (4, 12, UKRAINE, Forecast(1 / 6, 1 / 6, 3 / 6, 2 / 6)),  # 3:1: X DR DR DR DE DE
        (8, 4, UKRAINE, Forecast(1, 0, 0, 0)),  # Ukraine below 1:1
    ],
)
def test_forecasts_of_fights_by_hand(rules, russian, ukrainian, attacker, expected):
    """Shares of the six die results."""
    assert forecaster_of(rules.assembly).fight(russian, ukrainian, attacker) == pytest.approx(expected)


def test_forecast_of_an_invasion_by_hand(rules):
    """8 against units of 47/17 each, no modifier.

    1: 8:3 is 2:1. 2: 3.8 and 8:4 is 2:1. 3: 5.5 and 8:6 is 1:1. 4: 1.8 and 8:2 is 4:1. 5: 8.3 and 8:8 is 1:1.
    6: one to six units attack 8 with 3, 6, 8, 11, 14, 17: below 1:1 twice, 1:1 three times, 2:1.
    """
    found = forecaster_of(rules.assembly).invasion(8, 0)

    assert found.holds == pytest.approx((3 / 6 + 3 / 6 + 2 / 6 + 5 / 6 + 2 / 6 + (2 + 3 * 4 / 6 + 3 / 6) / 6) / 6)
    assert found.loses == pytest.approx((2 / 6 + 2 / 6 + 2 / 6 + 1 / 6 + 2 / 6 + (3 * 2 / 6 + 2 / 6) / 6) / 6)
    assert found.perishes == pytest.approx(1 / 6 / 6 / 6)


def test_openings_vary_with_the_seed_of_the_player(rules):
    """The same dice, ten players: not all set up alike."""
    set_ups = set()
    for seed in range(10):
        state, player = rules.new_state(1), heuristic_player(rules, "russia", seed)
        while rules.step(state).id.startswith("setup"):
            rules.apply(state, player.choose(rules, state, rules.choices(state)))
        set_ups.add(tuple(state.at))
    assert len(set_ups) > 3


def test_it_loses_air_force_rather_than_ground_units(rules):
    """10 against 3 is 3:1, and a 1 an exchange: the Air Force with 4 goes, not the brigade with 3. Rule: 5.2, 6.1"""
    units = {"sumska": ["special-brigade-1", "special-brigade-2", "air-force-1"], "poltavska": ["ukrainian-forces-9"]}
    state = rules.state_from({"units": units, "phase": "activation", "turn": 3}, dice=(1,))
    for name in units["sumska"]:
        rules.apply(state, rules.from_json(["choose-unit", name]))
    rules.apply(state, rules.from_json(["move-to", "poltavska"]))
    choices = rules.choices(state)

    assert rules.to_json(player_for(rules).choose(rules, state, choices)) == ["lose-unit", "air-force-1"]
    assert told(rules, state)["lose-unit special-brigade-1"].endswith("only ground units hold areas")


def test_beaten_units_go_where_there_is_room_for_all(rules):
    """12 against 8 is 1:1, and a 1 drives three divisions back: in Chernihivs'ka two of them would be lost."""
    units = {
        "sumska": [*A[:3], "garrison-1"], "chernihivska": A[3:5], "kharkivska": A[5:8],
        "poltavska": ["ukrainian-forces-16", "ukrainian-forces-17"],
    }  # fmt: skip
    state = rules.state_from({"units": units, "phase": "activation", "turn": 3}, dice=(1,))
    for action in (*(["choose-unit", name] for name in A[:3]), ["move-to", "poltavska"]):
        rules.apply(state, rules.from_json(action))

    assert rules.to_json(player_for(rules).choose(rules, state, rules.choices(state))) == ["retreat-to", "sumska"]
    assert told(rules, state) == {
        "retreat-to sumska": "near to what is worth taking",
        "retreat-to chernihivska": "there isn’t room for all of them",
        "retreat-to kharkivska": "there isn’t room for all of them",
    }  # fmt: skip


def test_it_plays_on_when_nobody_is_left_to_fight(rules):
    """No Ukrainian unit anywhere: Air Force can't join an entry, and the ground units take area after area."""
    units = {"belarus": [A[0], A[1], "air-force-1"], "russia-2": [A[2], A[3]]}
    state = rules.state_from({"units": units, "phase": "activation", "turn": 3, "pools": {"ukrainian-reserve": []}})
    play_on(rules, state, {"russia": player_for(rules)})

    assert rules.score(state)["russia"] > 5


def test_its_plan_does_not_outlive_the_position(rules):
    """A plan made in one game is not followed in another in which its units have moved already."""
    player = player_for(rules)
    units = {"russia-2": [A[0], A[1], A[2]], "belarus": [A[3]]}
    first = rules.state_from({"units": units, "phase": "activation", "turn": 1})
    rules.apply(first, player.choose(rules, first, rules.choices(first)))
    moved = {"russia-2": [A[0], *({"id": name, "state": "activated"} for name in A[1:3])], "belarus": [A[3]]}
    later = rules.state_from({"units": moved, "phase": "activation", "turn": 1})
    rules.apply(later, rules.from_json(["choose-unit", A[0]]))

    assert player.choose(rules, later, rules.choices(later)) in rules.choices(later)
