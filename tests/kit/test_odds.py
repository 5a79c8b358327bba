"""Odds: what ground, arms, time and circumstances add to strengths, and shifts that lead off the table.

0304 holds the woods, and a fort whose line is drawn between it and 0303; a river runs between 0304 and both 0303 and
0403. At 1:2 the table begins, its columns go on to 1:1, 2:1 and 3:1.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import PHASES, declared
from tests.kit.play import Play

MAP = """
hexes:
  rows: [cccccccc, cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc]
  side_kinds: [{id: river, name: River, rule: "4"}]
  sides: [{kind: river, sides: "0303/0304 0403/0304"}]
  sets:
    - {id: fort, name: Fort, kind: fort, hexes: "0304", faces: "0303/0304", rule: "8"}
    - {id: north, name: North, kind: cold, hexes: "0303 0304", rule: "8"}
spaces: [{id: "0304", name: Fort, victory_points: 3}]
"""
DUEL = '{"0303": [blue-1], "0304": [red-1]}'
STACK = '{"0303": [blue-1, blue-2], "0304": [red-1, guard-1]}'


def odds(combat: str, units: str = DUEL, *names: str, turn: int = 1, **more: str) -> list[str]:
    """Strengths, and the column, of blue's attack by all that `names` choose."""
    play = Play(declared(f"combat: {combat}", units=units, game_map=MAP, **more), "combat", "blue", turn=turn)
    play.do(*(names or ("0304", "blue-1")))
    if play.asked == "blue combat-attacker":
        play.do("fight")
    (fight,), (result,) = play.events("fight"), play.events("result")
    return [fight["odds"], result["column"]]


@pytest.mark.parametrize(("bonus", "strengths"), [
    ("{by: 2, rule: '8'}", "8:14"),  # 4 + 6, and 2 for each
    ("{by: 2, units: {type: guard}, rule: '8'}", "8:12"),
    ("{by: 2, units: {type: cavalry}, rule: '8'}", "8:10"),
    ("{by: 1, each: space, rule: '8'}", "8:11"),
    ("{by: 1, each: space, units: {type: cavalry}, rule: '8'}", "8:10"),
    ("{by: 2, each: point, units: {type: guard}, rule: '8'}", "8:16"),  # 3 points
    ("{by: 1, at: {terrain: woods}, rule: '8'}", "8:12"), ("{by: 1, at: {terrain: clear}, rule: '8'}", "8:10"),
    ("{by: 1, when: {turns: '2+'}, rule: '8'}", "8:10"),
    ("{side: attackers, by: 1, rule: '8'}", "10:10"),
    ("{side: attackers, by: 1, at: {terrain: clear}, rule: '8'}", "8:10"),
    ("{by: dug-in, rule: '8'}", "8:16"),
])  # fmt: skip
def test_ground_and_arms_add_strength(bonus: str, strengths: str):
    info = "parameters: [{id: dug-in, value: 3, rule: '8', text: x}]"
    assert odds(f"{{adds: [{bonus}]}}", STACK, "0304", "blue-1", "blue-2", info=info)[0] == strengths


def test_what_is_added_is_not_multiplied():
    """4 doubled, and 3."""
    adds = "{times: [{side: defenders, by: 2, rule: '8'}], adds: [{by: 3, rule: '8'}], no_zero_defence: true}"
    units = '{"0303": [blue-1, blue-2], "0403": [blue-3], "0304": [red-1]}'
    assert odds(adds, units, "0304", "blue-1", "blue-2", "blue-3")[0] == "12:11"


def test_a_line_helps_against_those_in_front_of_it_alone():
    """The line is drawn between 0303 and 0304, not between 0403 and 0304."""
    adds = "{adds: [{by: 1, all_across: {face: fort}, rule: '8'}]}"
    units = '{"0303": [blue-1, blue-2], "0403": [blue-3], "0304": [red-1]}'
    assert odds(adds, units, "0304", "blue-1", "fight")[0] == "4:5"
    assert odds(adds, units, "0304", "blue-1", "blue-3", "fight")[0] == "8:4"


def test_a_river_within_a_region_is_left_out():
    """Both ends of the river between 0303 and 0304 lie in the north, not those of the river beside it."""
    times = "{times: [{side: attackers, by: 1/2, across: {side_kind: river, not: {within: north}}, rule: '8'}]}"
    units = '{"0303": [blue-1, blue-2], "0403": [blue-3], "0304": [red-1]}'
    assert odds(times, units, "0304", "blue-1", "blue-2", "blue-3")[0] == "10:4"


def test_across_a_river_to_one_of_several():
    """0403 is attacked over land, 0304 over the river: one of them is enough to halve 4; 2 + 4 against 8."""
    times = "{combined: true, times: [{side: attackers, by: 1/2, across: {side_kind: river}, rule: '8'}]}"
    units = '{"0303": [blue-1], "0404": [blue-2], "0304": [red-1], "0403": [red-2]}'
    alone = odds("{combined: true}", units, "0304", "0403", "blue-1", "fight")
    assert alone == ["4:8", "1:2"]
    table = {"table": TABLE_FROM_1_4}
    assert odds(times, units, "0304", "0403", "blue-1", "fight", **table) == ["2:8", "1:4"]


TABLE_FROM_1_4 = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["1:4", "1:2", "1:1", "2:1"]
  codes: [{id: AE, name: x, text: x}, {id: AR, name: x, text: x}, {id: EX, name: x, text: x},
          {id: DR, name: x, text: x}, {id: DE, name: x, text: x}]
  rows: [{die: 1-6, results: [AE, AR, EX, DR]}]
"""


@pytest.mark.parametrize(("rounding", "strength"), [("down", "5"), ("up", "6"), ("exact", "5.5")])
def test_the_strength_of_a_side_is_rounded(rounding: str, strength: str):
    """3 and 8 by a half are 5 1/2 together."""
    counters = """
- {id: b1, name: x, side: blue, type: infantry, count: 1, factors: {attack: 3, defence: 3, movement: 4}}
- {id: b2, name: x, side: blue, type: infantry, count: 1, factors: {attack: 8, defence: 3, movement: 4}}
- {id: r1, name: x, side: red, type: infantry, count: 1, factors: {attack: 3, defence: 3, movement: 4}}
"""
    combat = f"{{times: [{{side: attackers, by: 1/2, rule: '8'}}], rounding_total: {rounding}}}"
    units = '{"0303": [b1-1, b2-1], "0304": [r1-1]}'
    assert odds(combat, units, "0304", "b1-1", "b2-1", counters=counters)[0] == f"{strength}:3"


@pytest.mark.parametrize(("when", "strength"), [
    ("{first_turn: true}", "2:4"), ("{phase: combat}", "2:4"), ("{phase: [movement, combat]}", "2:4"),
    ("{phase: movement}", "4:4"), ("{not: {first_turn: true}}", "4:4"),
])  # fmt: skip
def test_strengths_are_multiplied_in_some_phases_and_turns(when: str, strength: str):
    assert odds(f"{{times: [{{side: attackers, by: 1/2, when: {when}, rule: '8'}}]}}")[0] == strength


def test_the_first_turn_is_that_of_the_scenario():
    later = "{turns: 5, position: {turn: 3}}"
    combat = "{times: [{side: attackers, by: 1/2, when: {first_turn: true}, rule: '8'}]}"
    assert odds(combat, turn=3, scenario=later)[0] == "2:4"
    assert odds(combat, turn=4, scenario=later)[0] == "4:4"


def test_a_shift_off_the_table_forbids_the_attack():
    """4 against 4 is 1:1; two columns to the left there is nothing, and with a friend 2:1 becomes 1:2."""
    two = "combat: {shifts: [{by: -2, rule: '8'}], shifted_below: refused}"
    alone = Play(declared(two, units=DUEL, game_map=MAP), "combat", "blue")
    assert alone.asked == "blue movement-unit"  # neither side can attack at all
    both = Play(declared(two, units='{"0303": [blue-1, blue-2], "0304": [red-1]}', game_map=MAP), "combat", "blue")
    assert both.do("0304", "blue-1").why("fight") == ("too-weak", "8")
    both.do("blue-2")
    assert both.events("result")[0]["column"] == "1:2"


def test_a_shift_where_all_targets_lie_so():
    """0304 lies in the woods, 0403 doesn't."""
    units = '{"0303": [blue-1, blue-2], "0304": [red-1], "0403": [red-2]}'
    for key, column in (("at", "2:1"), ("all_at", "1:1")):
        combat = f"{{combined: true, shifts: [{{by: 1, {key}: {{terrain: woods}}, rule: '8'}}]}}"
        assert odds(combat, units, "0304", "0403", "blue-1", "blue-2")[1] == column


def test_less_of_those_who_are_weak_is_enough():
    """DR is read as DE where 8 is twice the guard, 6, and half of the infantry, 4; 14 is too much, 8 isn't."""
    table = TABLE_FROM_1_4.replace("[AE, AR, EX, DR]", "[DR, DR, DR, DR]")
    for weak, read_as in (("{type: infantry}", []), ("{any: [{type: infantry}, {type: guard}]}", ["DE"])):
        combat = (
            f"combat: {{upgrades: [{{codes: {{DR: DE}}, least: 2, weak: {weak}, least_weak: 1/2, rule: '8'}}], "
            "retreat: null}"
        )
        play = Play(declared(combat, units=STACK, game_map=MAP, table=table), "combat", "blue")
        assert [line["code"] for line in play.do("0304", "blue-1", "blue-2").events("upgrade")] == read_as


# What the game's own code calls by a name ------------------------------------------------------------------------


class OwnKit(Kit):
    """Units in the woods are hidden, 0304 is a trap, and the trap is set in every odd turn."""

    def own_readings(self):
        """By name."""
        board = self.board
        return {
            "hidden": lambda state: state.units_in[board.space_index["0304"]],
            "trap": lambda state: 1 << board.space_index["0304"], "set": lambda state: state.turn % 2,
        }  # fmt: skip


class OwnAssembly(Assembly):
    """With this kit."""

    KIT = OwnKit


class OwnRules(DeclaredRules):
    """With this assembly."""

    ASSEMBLY = OwnAssembly


@pytest.mark.parametrize(("bonus", "turn", "strengths"), [
    ("{by: 1, units: {own: hidden}, rule: '8'}", 1, "4:5"),
    ("{by: 1, units: {not: {own: hidden}}, rule: '8'}", 1, "4:4"),
    ("{by: 1, at: {own: trap}, rule: '8'}", 1, "4:5"), ("{by: 1, at: {not: {own: trap}}, rule: '8'}", 1, "4:4"),
    ("{by: 1, when: {own: set}, rule: '8'}", 1, "4:5"), ("{by: 1, when: {own: set}, rule: '8'}", 2, "4:4"),
])  # fmt: skip
def test_filters_of_the_game_s_own(bonus: str, turn: int, strengths: str):
    game = declared(f"combat: {{adds: [{bonus}]}}", units=DUEL, game_map=MAP, phases=PHASES)
    play = Play(game, "combat", "blue", turn=turn, rules=OwnRules).do("0304", "blue-1")
    assert play.events("fight")[0]["odds"] == strengths


@pytest.mark.parametrize(("combat", "message"), [
    ("{adds: [{by: 1, when: {own: moon}, rule: '8'}]}", "unknown reading 'moon'"),
    ("{adds: [{by: 1, when: {phase: night}, rule: '8'}]}", "unknown phase 'night'"),
    ("{adds: [{by: 1, at: {weather: fog}, rule: '8'}]}", "unknown weather 'fog'"),
    ("{adds: [{by: 1, all_across: {face: north}, rule: '8'}]}", "unknown face 'north'"),
    ("{adds: [{by: 1, all_across: {within: south}, rule: '8'}]}", "unknown within 'south'"),
    ("{adds: [{by: 0, rule: '8'}]}", "this changes nothing"),
])  # fmt: skip
def test_names_that_nothing_has(combat: str, message: str):
    with pytest.raises(SourceError) as raised:
        rules_of(declared(f"combat: {combat}", units=DUEL, game_map=MAP))
    assert [problem.message for problem in raised.value.problems] == [message]
