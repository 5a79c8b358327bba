"""The turn: sides, repeated and nested phases, turns and conditions in which they are played, initiative."""

from __future__ import annotations

import pytest

from tests.kit.games import POINTS, declared
from tests.kit.play import Play

UNITS = '{"0101": [blue-1, blue-2], "0806": [red-1, red-2]}'


def course(phases: str, *, procedures: str = "", turn: int = 1, count: int = 12, **more: str) -> list[str]:
    """Turn, phase and side of the first decisions when everyone ends each phase at once."""
    play = Play(declared(procedures, units=UNITS, phases=phases, **more), turn=turn)
    stops = []
    while play.asked != "over" and len(stops) < count:
        stops.append(f"{play.state.turn} {play.rules.phase(play.state)} {play.asked.split()[0]}")
        play.do("done")
    return stops


MOVE = "procedure: movement, rule: '4', text: x"


def test_each_side_in_the_order_of_the_sides():
    phases = f"[{{id: go, name: Go, side: each, {MOVE}}}]"
    assert course(phases, count=5) == ["1 go blue", "1 go red", "2 go blue", "2 go red", "3 go blue"]


def test_one_side():
    phases = f"[{{id: one, name: One, side: red, {MOVE}}}, {{id: two, name: Two, side: blue, {MOVE}}}]"
    assert course(phases, count=3) == ["1 one red", "1 two blue", "2 one red"]


def test_repeated():
    phases = f"[{{id: go, name: Go, side: each, repeat: 2, {MOVE}}}]"
    assert course(phases, count=5) == ["1 go blue", "1 go blue", "1 go red", "1 go red", "2 go blue"]


def test_in_some_turns_only():
    phases = f"""[{{id: go, name: Go, side: blue, turns: '1 3', {MOVE}}},
        {{id: on, name: On, side: blue, turns: '2+', {MOVE}}},
        {{id: late, name: Late, side: red, first_turn: 3, {MOVE}}}]"""
    assert course(phases) == ["1 go blue", "2 on blue", "3 go blue", "3 on blue", "3 late red"]


def test_when_something_holds():
    phases = f"""[{{id: go, name: Go, side: blue, when: {{places: {{space: '0101', held: blue}}}}, {MOVE}}},
        {{id: on, name: On, side: blue, when: {{option: night}}, {MOVE}}},
        {{id: late, name: Late, side: red, when: {{units: {{side: red}}, least: 99}}, {MOVE}}},
        {{id: not, name: Not, side: red, when: {{not: {{units: {{side: red}}, least: 99}}}}, {MOVE}}}]"""
    info = "options: [{id: night, name: Night, rule: '4', text: x}]"
    assert course(phases, info=info, count=3) == ["1 go blue", "1 not red", "2 go blue"]


PLAYER_TURN = f"""
- id: player-turn
  name: Player-turn
  side: each
  rule: "4"
  text: x
  phases:
    - {{id: go, name: Go, {MOVE}}}
    - {{id: react, name: React, side: other, {MOVE}}}
    - {{id: on, name: On, {MOVE}}}
"""


def test_player_turns_with_phases_and_reactions():
    assert course(PLAYER_TURN, count=7) == [
        "1 go blue", "1 react red", "1 on blue", "1 go red", "1 react blue", "1 on red", "2 go blue",
    ]  # fmt: skip


def test_a_part_that_is_repeated():
    assert course(PLAYER_TURN.replace("side: each", "side: each\n  repeat: 2"), count=7) == [
        "1 go blue", "1 react red", "1 on blue", "1 go blue", "1 react red", "1 on blue", "1 go red",
    ]  # fmt: skip


@pytest.mark.parametrize(("only", "stops"), [
    ("turns: '2'", ["1 end blue", "2 go blue", "2 react red"]),
    ("first_turn: 2", ["1 end blue", "2 go blue", "2 react red"]),
    ("when: {turns: '2'}", ["1 end blue", "2 go blue", "2 react red"]),
])  # fmt: skip
def test_a_part_in_some_turns_only(only: str, stops: list[str]):
    """What is said of a part holds for the phases in it."""
    phases = PLAYER_TURN.replace("side: each", f"side: each\n  {only}") + (
        f"- {{id: end, name: End, side: blue, {MOVE}}}\n"
    )
    assert course(phases, count=3) == stops


def test_a_phase_without_side_is_that_of_the_side_around_it():
    phases = PLAYER_TURN.replace("side: each", "side: red")
    assert course(phases, count=4) == ["1 go red", "1 react blue", "1 on red", "2 go red"]


# Initiative ------------------------------------------------------------------------------------------------------

BY_DIE = PLAYER_TURN.replace("side: each", "side: initiative")
START = "{initiative: {rule: '3'%s}}"


def order(dice: list[int], initiative: str = "", phases: str = BY_DIE) -> list[str]:
    """Who plays the phase `go`, in order, in turn 1."""
    game = declared(START % initiative, units=UNITS, phases=phases)
    play = Play(game, dice=dice)
    sides = []
    while play.state.turn == 1:
        if play.rules.phase(play.state) == "go":
            sides.append(play.asked.split()[0])
        play.do("done")
    return sides


@pytest.mark.parametrize(("dice", "initiative", "first"), [
    ([5, 2], "", "blue"), ([2, 5], "", "red"), ([3, 3, 1, 2], "", "red"),
    ([3, 3], ", ties: red", "red"), ([3, 3], ", ties: blue", "blue"), ([5, 3], ", ties: red", "blue"),
    ([3, 4], ", add: {blue: 2}", "blue"), ([3, 5, 1, 2], ", add: {blue: 2}", "blue"),
    ([1, 6, 3, 3], ", dice: 2", "blue"),
])  # fmt: skip
def test_the_higher_roll_begins(dice: list[int], initiative: str, first: str):
    assert order(dice, initiative)[0] == first


def test_the_die_may_have_other_sides():
    game = declared(START % ", sides: 2", units=UNITS, phases=BY_DIE)
    rules = Play(game).rules
    rolls = {line.data["draw"] for seed in range(5) for line in rules.new_state(seed).log.lines if line.kind == "draw"}
    assert rolls == {"d2"}


def test_initiative_for_one_phase():
    phases = f"[{{id: go, name: Go, side: initiative, {MOVE}}}]"
    assert order([2, 5], phases=phases) == ["red", "blue"]


def test_initiative_is_thrown_for_each_time_a_part_is_repeated():
    """Two impulses, each with its own throw: red begins the first, blue the second."""
    phases = f"""
- id: impulse
  name: Impulse
  repeat: 2
  rule: "4"
  text: x
  phases:
    - {{id: go, name: Go, side: initiative, {MOVE}}}
"""
    assert order([2, 5, 5, 2], phases=phases) == ["red", "blue", "blue", "red"]


def test_the_first_throw_of_a_game_comes_from_its_seed():
    """Games with different seeds begin differently."""
    rules = Play(declared(START % "", units=UNITS, phases=BY_DIE)).rules
    first = {rules.side_to_act(rules.new_state(seed)) for seed in range(12)}
    assert first == {"blue", "red"}
    again = [rules.new_state(seed).log.lines for seed in (3, 3)]
    assert again[0] == again[1]


def test_points():
    phases = f"[{{id: go, name: Go, side: each, {MOVE}}}]"
    play = Play(declared(units="{p1: [blue-1], p6: [red-1]}", phases=phases, whole_map=POINTS))
    assert play.do("done").asked == "red movement-unit"
