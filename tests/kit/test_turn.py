"""The turn: sides, repeated and nested phases, turns and conditions in which they are played, initiative."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import POINTS, TABLE, declared
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


STEPS = """
- id: go
  name: Go
  side: each
  rule: "4"
  text: x
  steps:
    - {id: march, name: March, rule: "4", procedure: movement}
    - {id: look, name: Look around, rule: "4"}
    - {id: fight, name: Fight, rule: "8", procedure: combat}
"""


def test_steps_of_a_phase_run_procedures_one_after_another():
    """The log names the phase; a sudden end at the end of a phase waits for its last step."""
    end = "{outcome: blue-wins, when: {places: {space: '0303', held: blue}}, judged: end-of-phase}"
    victory = f"{{victory: {{sudden: [{end}]}}}}"
    game = declared(victory, units='{"0304": [blue-1], "0302": [red-1]}', phases=STEPS)
    play = Play(game)
    assert (play.asked, play.rules.phase(play.state)) == ("blue movement-unit", "go")
    play.do("blue-1", "0303")
    assert (play.asked, play.rules.phase(play.state)) == ("blue combat-target", "go")
    assert play.do("done").result == "blue-wins"
    assert {line.data["phase"] for line in play.state.log if line.kind == "do"} == {"go"}


def test_a_position_begins_with_the_first_step_of_its_phase():
    game = declared(units='{"0304": [blue-1], "0303": [red-1]}', phases=STEPS)
    assert Play(game, "go", "red").asked == "red movement-unit"


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
        {{id: late, name: Late, side: red, when: {{units: {{at: {{space: '0101'}}}}, least: 3}}, {MOVE}}},
        {{id: not, name: Not, side: red, when: {{not: {{units: {{at: {{space: '0101'}}}}, least: 3}}}}, {MOVE}}}]"""
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


HELD = "when: {places: {space: '0101', held: blue}}"
"""Blue holds 0101 at the start, until red enters it."""


def test_the_condition_of_a_part_is_judged_once_when_it_begins():
    """Red takes 0101 in the first phase of a part that is played while blue holds it: the part goes on to its end, but
    doesn't begin again in the next turn.
    """
    part = PLAYER_TURN.replace("side: each", f"side: blue\n  {HELD}")
    phases = part + f"- {{id: end, name: End, side: blue, {MOVE}}}\n"
    units = '{"0101": [blue-1], "0202": [red-1]}'
    play = Play(declared("zones: null", units=units, phases=phases)).do("blue-1", "0103")
    assert (play.asked, play.rules.phase(play.state)) == ("red movement-unit", "react")
    play.do("red-1", "0101")
    assert play.holder("0101") == "red"
    assert play.rules.phase(play.state) == "on"
    play.do("done", "done")
    assert (play.state.turn, play.rules.phase(play.state)) == (2, "end")


def test_the_condition_of_a_part_is_judged_each_time_it_is_repeated():
    part = PLAYER_TURN.replace("side: each", f"side: blue\n  repeat: 2\n  {HELD}")
    phases = part + f"- {{id: end, name: End, side: blue, {MOVE}}}\n"
    units = '{"0101": [blue-1], "0202": [red-1]}'
    play = Play(declared("zones: null", units=units, phases=phases)).do("blue-1", "0103", "red-1", "0101")
    play.do("done")
    assert (play.state.turn, play.rules.phase(play.state)) == (1, "end")


def test_a_part_of_each_side_sees_its_own():
    """Own means the side that plays the part, in reactions within it too: red never had a hex in the west."""
    own = "when: {places: {space: '0101', held: own}}"
    phases = PLAYER_TURN.replace("side: each", f"side: each\n  {own}")
    assert course(phases, count=4) == ["1 go blue", "1 react red", "1 on blue", "2 go blue"]


def test_a_position_goes_on_within_a_part_whose_condition_no_longer_holds():
    part = PLAYER_TURN.replace("side: each", f"side: blue\n  {HELD}")
    play = Play(declared(units='{"0202": [red-1]}', phases=part), "react", control={"0101": "red"})
    assert play.asked == "red movement-unit"


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


ORDERS = TABLE + """
- kind: events
  id: who-plays
  title: Initiative
  rule: "3"
  dice: {count: 1, sides: 2}
  rows:
    - {die: 1, id: b-r, name: Blue, text: x, effects: {first: blue, second: red}}
    - {die: 2, id: r, name: Red, text: x, effects: {first: red}}
"""


@pytest.mark.parametrize(("more", "turn", "dice", "sides"), [
    ("", 1, [1], ["blue", "red"]), ("", 1, [2], ["red"]),  # a row may leave a side out
    (", opening: [red]", 1, [], ["red"]), (", opening: [red, blue]", 1, [], ["red", "blue"]),
    (", opening: [red]", 2, [1], ["blue", "red"]),
])  # fmt: skip
def test_a_table_gives_the_order_of_the_sides(more: str, turn: int, dice: list[int], sides: list[str]):
    game = declared(START % f", table: who-plays{more}", units=UNITS, phases=BY_DIE, table=ORDERS)
    play = Play(game, turn=1, dice=dice if turn == 1 else [])
    played: list[str] = []
    while play.state.turn <= turn:
        if play.state.turn == turn and play.rules.phase(play.state) == "go":
            played.append(play.asked.split()[0])
        if play.state.turn < turn:
            play.state.dice_script = list(dice)
        play.do("done")
    assert played == sides


def test_a_turn_goes_on_from_a_position_where_a_side_does_not_play():
    game = declared(START % ", table: who-plays", units=UNITS, phases=BY_DIE, table=ORDERS)
    play = Play(game, dice=[2])
    again = Play(game, **play.rules.position(play.state).as_json())
    assert [again.asked, again.do("done", "done", "done").state.turn] == ["red movement-unit", 2]


def test_a_game_that_begins_in_the_middle_of_the_first_turn():
    """Who doesn't play the first turn has played it."""
    game = declared(START % ", table: who-plays, opening: [blue]", units=UNITS, phases=BY_DIE, table=ORDERS)
    play = Play(game, "on", dice=[2])
    assert play.asked == "blue movement-unit"
    assert [play.do("done").state.turn, play.asked] == [2, "red movement-unit"]


@pytest.mark.parametrize(("rows", "message"), [
    ("{first: green}", "unknown side 'green'"), ("{first: red, second: red}", "gives no order"),
    ("{}", "gives no order"),
])  # fmt: skip
def test_a_row_that_gives_no_order_is_a_mistake(rows: str, message: str):
    table = ORDERS.replace("{first: red}", rows)
    with pytest.raises(SourceError, match=message):
        DeclaredRules(declared(START % ", table: who-plays", units=UNITS, phases=BY_DIE, table=table))


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


def went(play: Play) -> list[str]:
    """Turn and side of each phase `go` in two turns."""
    stops = []
    while play.state.turn < 3:
        if play.rules.phase(play.state) == "go":
            stops.append(f"{play.state.turn} {play.asked.split()[0]}")
        play.do("done")
    return stops


@pytest.mark.parametrize(("order", "stops"), [
    ("red blue", ["1 blue", "2 red", "2 blue"]), ("red", ["1 blue", "2 red", "2 blue"]),
    ("blue red", ["1 blue", "1 red", "2 red", "2 blue"]),
])  # fmt: skip
def test_a_position_says_who_played_first(order: str, stops: list[str]):
    """Blue is on turn, after red or before it; in turn 2 the dice say red."""
    game = declared(START % "", units=UNITS, phases=BY_DIE)
    assert went(Play(game, "go", "blue", flags={"initiative": order}, dice=[2, 5])) == stops


def test_a_position_that_doesnt_say_begins_the_part_with_a_throw():
    game = declared(START % "", units=UNITS, phases=BY_DIE)
    assert went(Play(game, "go", "blue", dice=[2, 5, 5, 2])) == ["1 red", "1 blue", "2 blue", "2 red"]


@pytest.mark.parametrize(("dice", "first"), [([5, 2], "blue red"), ([2, 5], "red blue")])
def test_the_position_of_a_game_says_who_played_first(dice: list[int], first: str):
    """In each phase of both sides' player-turns; the game goes on from there as it would have."""
    play = Play(declared(START % "", units=UNITS, phases=BY_DIE), dice=dice)
    for _ in range(6):
        position = play.rules.position(play.state)
        assert position.flags == {"initiative": first}
        again = play.rules.state_from(position)
        assert (play.rules.step(again), again.agenda) == (play.rules.step(play.state), play.state.agenda)
        play.do("done")
    assert play.state.turn == 2


def test_a_throw_within_a_part_that_is_thrown_for():
    """Red begins the turn, and blue the fight in red's part of it."""
    phases = f"""
- id: player-turn
  name: Player-turn
  side: initiative
  rule: "3"
  text: x
  phases:
    - {{id: go, name: Go, {MOVE}}}
    - {{id: fight, name: Fight, side: initiative, {MOVE}}}
"""
    play = Play(declared(START % "", units=UNITS, phases=phases), dice=[2, 5, 5, 2]).do("done", "done")
    assert (play.asked, play.rules.phase(play.state)) == ("red movement-unit", "fight")
    position = play.rules.position(play.state)
    assert position.flags == {"initiative": "red blue, blue red"}
    assert play.rules.state_from(position).agenda == play.state.agenda


@pytest.mark.parametrize(("flags", "fault"), [
    ({"initiative": "red red"}, "names 'red' twice"), ({"initiative": "green"}, "unknown side 'green'"),
])  # fmt: skip
def test_an_order_that_can_t_be(flags: dict[str, str], fault: str):
    with pytest.raises(SourceError, match=fault):
        Play(declared(START % "", units=UNITS, phases=BY_DIE), "go", "blue", flags=flags)


def test_an_order_of_a_phase_that_nobody_throws_for():
    with pytest.raises(SourceError, match="nobody throws for the phase 'go'"):
        Play(declared(units=UNITS, phases=PLAYER_TURN), "go", "blue", flags={"initiative": "red"})


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


def test_who_runs_a_procedure_now_or_later_in_the_turn():
    """Both march and fight in one phase; then red alone marches again, and nobody after that."""
    again = f"- {{id: again, name: Again, side: red, {MOVE}}}\n- {{id: end, name: End, rule: '9', text: x}}\n"
    play = Play(declared(units=UNITS, phases=STEPS + again))
    turn, kit = play.rules.assembly.turn, play.rules.kit
    assert [turn.ahead("go", name) for name in ("movement", "combat")] == [[0, 1, 1], [0, 1]]
    assert [turn.ahead("again", name) for name in ("movement", "combat")] == [[1], []]
    assert turn.ahead("end", "movement") == []
    assert (turn.runs("go"), turn.runs("end")) == (("movement", "combat"), ())
    assert play.asked == "blue movement-unit"
    assert [kit.runs(play.state, name) for name in ("movement", "combat", "setup")] == [True, True, False]
