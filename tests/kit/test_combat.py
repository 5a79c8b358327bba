"""Combat: who attacks what, at which odds, and what the die says; worked out by hand.

The table of `games.TABLE`: at 1:1 the results of 1 to 6 are AR AR EX EX DR DE, at 2:1 EX EX DR DR DE DE, at 3:1 DR DR
DE DE DE DE, at 1:2 AE AE AR AR EX DR. Around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import AREAS, POINTS, TABLE, declared
from tests.kit.play import Play

DUEL = '{"0303": [blue-1], "0304": [red-1]}'


def fought(procedures: str, units: str, *names: str, die: int = 1, **more: str) -> dict[str, str]:
    """Strengths and column of blue's attack, chosen by `names` in turn."""
    play = Play(declared(procedures, units=units, **more), "combat", "blue", dice=[die]).do(*names)
    (fight,), (result,) = play.events("fight"), play.events("result")
    return {"odds": fight["odds"], "column": result["column"], "row": result["row"], "code": result["code"]}


def odds(procedures: str, units: str = DUEL, *names: str, **more: str) -> tuple[str, str]:
    """Strengths and column alone."""
    found = fought(procedures, units, *(names or ("0304", "blue-1")), **more)
    return found["odds"], found["column"]


# Who and what ----------------------------------------------------------------------------------------------------


def test_one_attacks_what_stands_beside():
    units = '{"0303": [blue-1], "0304": [red-1], "0305": [red-2], "0101": [blue-2]}'
    play = Play(declared(units=units), "combat", "blue")

    assert play.offered == ["0304", "done"]
    assert play.why("0305") == ("nobody-can-attack", "8")
    assert play.why("0404") == ("no-enemy", "8")
    play.do("0304")
    assert play.offered == ["blue-1"]
    assert play.why("fight") == ("must-choose", "8")
    assert play.why("blue-2") == ("not-beside", "8")
    assert play.why("red-1") == ("not-yours", "8")
    assert play.why("blue-3") == ("not-on-map", "8")


def test_each_unit_attacks_once_and_each_space_is_attacked_once():
    units = '{"0303": [blue-1, blue-2], "0204": [blue-3], "0304": [red-1, red-2], "0403": [red-3]}'
    play = Play(declared(units=units), "combat", "blue", dice=[6]).do("0304", "blue-1")

    assert play.offered == ["blue-2", "blue-3", "fight"]
    assert play.why("blue-1") == ("chosen-already", "8")
    play.do("blue-2", "fight", "done")  # 1:1, DE; nobody advances
    assert play.asked == "red combat-target"  # no blue unit is left to attack 0403


def test_units_that_have_fought_are_refused():
    units = '{"0303": [blue-1, blue-2], "0304": [red-1], "0403": [red-2]}'
    play = Play(declared(units=units), "combat", "blue", dice=[1, 6]).do("0304", "blue-1", "fight", "0202", "0403")

    assert play.why("blue-1") == ("fought", "8")
    assert play.offered == ["blue-2"]
    play.do("blue-2", "done")
    assert play.asked == "red combat-target"


def test_odds_too_low_are_refused():
    """4 against 12 is 1:3, below 1:2; with a friend 8 against 12 is 1:2, and neither fights alone."""
    alone = Play(declared(units='{"0303": [blue-1], "0304": [guard-1, guard-2]}'), "combat", "blue")
    both = Play(declared(units='{"0303": [blue-1, blue-2], "0304": [guard-1, guard-2]}'), "combat", "blue")

    assert alone.asked == "red combat-target"  # blue can't attack at all
    assert both.do("0304", "blue-1").why("fight") == ("too-weak", "8")
    assert both.do("blue-2").asked != "blue combat-attacker"


@pytest.mark.parametrize(("more", "column", "code"), [
    ("open_start: true", "1:2", "AE"), ("below_first: AE", "<1:2", "AE"),
])  # fmt: skip
def test_odds_below_the_table_where_the_table_tells_them(more: str, column: str, code: str):
    table = TABLE.replace("  columns:", f"  {more}\n  columns:")
    found = fought("", '{"0303": [blue-1], "0304": [guard-1, guard-2]}', "0304", "blue-1", table=table)
    assert (found["odds"], found["column"], found["code"]) == ("4:12", column, code)


SEVERAL = TABLE + """
- kind: results
  id: against-guards
  title: Against Guards
  rule: "8"
  columns: ["1:2", "1:1", "2:1", "3:1"]
  codes:
    - {id: NE, name: No effect, text: x}
  rows:
    - {die: 1-6, results: [NE, NE, NE, NE]}
"""
NARROW = SEVERAL.removeprefix(TABLE).replace(', "3:1"', "").replace("NE, NE, NE, NE", "NE, NE, NE")
BY_NUMBER = "combat: {{by_number: {{units: {{type: guard}}, tables: {}}}, results: {{NE: nothing}}}}"


@pytest.mark.parametrize(("defenders", "code"), [
    ("red-1", "EX"), ("red-1, red-2", "AR"), ("guard-1", "NE"), ("guard-1, guard-2", "NE"),
])  # fmt: skip
def test_a_table_for_so_many_of_some_defenders(defenders: str, code: str):
    units = f'{{"0303": [blue-1, blue-2], "0304": [{defenders}]}}'
    rules = BY_NUMBER.format("[combat, against-guards]")
    assert fought(rules, units, "0304", "blue-1", "blue-2", table=SEVERAL)["code"] == code


@pytest.mark.parametrize(("tables", "message"), [
    ("[combat, nothing]", "unknown results table 'nothing'"), ("[combat, against-guards]", "other columns or rows"),
])  # fmt: skip
def test_tables_by_number_are_alike(tables: str, message: str):
    with pytest.raises(SourceError, match=message):
        DeclaredRules(declared(BY_NUMBER.format(tables), table=TABLE + NARROW))


def test_only_some_units_attack():
    units = '{"0303": [blue-1, horse-1], "0304": [red-1]}'
    play = Play(declared("combat: {may_attack: {type: infantry}}", units=units), "combat", "blue").do("0304")

    assert play.why("horse-1") == ("never-attacks", "8")
    horse = declared("combat: {may_attack: {type: infantry}}", units='{"0303": [horse-1], "0304": [red-1]}')
    assert Play(horse, "combat", "blue").asked == "red combat-target"


RIVER = """
hexes:
  rows: [cccccccc, cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc]
  side_kinds: [{id: river, name: River, rule: "4"}, {id: wall, name: Wall, rule: "4", closed: true}]
  sides: [{kind: river, sides: "0303/0304 0403/0304"}, {kind: wall, sides: "0204/0304"}]
  sets: [{id: forts, name: Forts, kind: fort, hexes: "0304", rule: "8"}]
"""


def test_no_attack_across_what_is_closed():
    units = '{"0204": [blue-1], "0304": [red-1]}'
    assert Play(declared(units=units, game_map=RIVER), "combat", "blue").asked == "blue movement-unit"


def test_no_attack_across_what_the_declaration_leaves_out():
    across = "combat: {across: {not: {side_kind: river}}}"
    play = Play(declared(across, units='{"0303": [blue-1], "0404": [blue-2], "0304": [red-1]}', game_map=RIVER),
                "combat", "blue").do("0304")  # fmt: skip

    assert play.offered == ["blue-2"]
    assert play.why("blue-1") == ("not-beside", "8")


def test_obliged_sides_must_attack_all_they_can():
    units = '{"0303": [blue-1, blue-2], "0304": [red-1], "0403": [red-2]}'
    play = Play(declared("combat: {obliged: [blue]}", units=units), "combat", "blue", dice=[1])

    assert play.why("done") == ("must-attack", "8")
    play.do("0304", "blue-1", "fight", "0202")  # AR
    assert play.offered == ["0403"]
    red = Play(declared("combat: {obliged: [blue]}", units=units), "combat", "red")
    assert red.why("done") is None


def test_several_spaces_attacked_together():
    """blue-1 stands beside both, blue-2 beside 0304 alone: only blue-1 can join an attack on both."""
    units = '{"0303": [blue-1, blue-4], "0204": [blue-2], "0304": [red-1], "0403": [red-2]}'
    play = Play(declared("combat: {combined: true}", units=units), "combat", "blue", dice=[6]).do("0304")

    assert play.offered == ["0403", "done"]
    assert play.why("0303") == ("no-enemy", "8")
    assert play.why("0304") == ("attacked-already", "8")
    play.do("0403")
    assert play.why("blue-2") == ("not-beside", "8")
    play.do("blue-1", "blue-4")
    assert play.events("fight")[0]["odds"] == "8:8"
    assert play.at("red-1") == play.at("red-2") == "red-lost"  # DE
    assert play.asked == "blue advance"
    assert play.do("blue-1").offered == ["0403", "0304"]


def test_no_unit_beside_both():
    """blue-1 stands beside 0304, blue-2 beside 0403: nobody can attack both."""
    units = '{"0204": [blue-1], "0302": [blue-2], "0304": [red-1], "0403": [red-2]}'
    play = Play(declared("combat: {combined: true}", units=units), "combat", "blue")

    assert play.offered == ["0403", "0304", "done"]
    assert play.do("0304").asked == "blue combat-attacker"
    assert play.offered == ["blue-1"]
    both = declared("combat: {combined: true}", units=units.replace("0204", "0303"))
    weak = Play(both, "combat", "blue").do("0403")
    assert weak.why("0204") == ("no-enemy", "8")
    assert weak.offered == ["0304", "done"]  # blue-1 in 0303 is beside both


def test_together_too_strong():
    """4 against 6 is 1:2, against 12 too low."""
    units = '{"0303": [blue-1], "0304": [guard-1], "0403": [guard-2]}'
    play = Play(declared("combat: {combined: true}", units=units), "combat", "blue").do("0304")

    assert play.asked == "blue combat-attacker"


# Odds ------------------------------------------------------------------------------------------------------------

COUNTERS = """
- {id: b1, name: B, side: blue, type: infantry, count: 1, factors: {attack: 5, defence: 1, movement: 4, raid: 12}}
- {id: b2, name: B, side: blue, type: cavalry, count: 1, factors: {attack: 6, defence: 1, movement: 4}}
- {id: b3, name: B, side: blue, type: infantry, count: 1, factors: {attack: 1, defence: 1, movement: 4}}
- {id: r1, name: R, side: red, type: infantry, count: 1, factors: {attack: 1, defence: 3, movement: 4, hold: 2}}
- {id: r2, name: R, side: red, type: guard, count: 1, factors: {attack: 1, defence: 4, movement: 4}}
- {id: r0, name: R, side: red, type: guard, count: 1, factors: {attack: 1, defence: 0, movement: 4}}
"""


@pytest.mark.parametrize(("how", "blue", "red", "column"), [
    ("down", "b1-1", "r1-1", "1:1"), ("nearest", "b1-1", "r1-1", "2:1"), ("up", "b1-1", "r1-1", "2:1"),  # 1.67
    ("down", "b1-1", "r2-1", "1:1"), ("nearest", "b1-1", "r2-1", "1:1"), ("up", "b1-1", "r2-1", "2:1"),  # 1.25
    ("down", "b2-1", "r2-1", "1:1"), ("nearest", "b2-1", "r2-1", "1:1"), ("up", "b2-1", "r2-1", "2:1"),  # 1.5
    ("down", "b2-1", "r1-1", "2:1"), ("nearest", "b2-1", "r1-1", "2:1"), ("up", "b2-1", "r1-1", "2:1"),  # 2
    ("up", "b3-1", "r2-1", "1:2"),  # 0.25: the first column
])  # fmt: skip
def test_odds_between_columns(how: str, blue: str, red: str, column: str):
    units = f'{{"0303": [{blue}], "0304": [{red}]}}'
    assert odds(f"combat: {{odds: {how}}}", units, "0304", blue, counters=COUNTERS)[1] == column


def test_a_defence_of_nothing():
    """Overrun in the last column; or counted as 1, so that 1 against it is 1:1."""
    units = '{"0303": [b3-1], "0304": [r0-1]}'
    assert odds("", units, "0304", "b3-1", counters=COUNTERS)[1] == "3:1"
    assert odds("combat: {no_zero_defence: false}", units, "0304", "b3-1", counters=COUNTERS)[1] == "1:1"


def test_odds_above_the_table_count_as_the_last_column():
    units = '{"0303": [b1-1, b2-1], "0304": [r1-1]}'
    assert odds("", units, "0304", "b1-1", "b2-1", counters=COUNTERS) == ("11:3", "3:1")


def test_other_factors_fight():
    units = '{"0303": [b1-1], "0304": [r1-1]}'
    strengths = "combat: {strength: {attack: raid, defence: hold}}"
    assert odds(strengths, units, "0304", "b1-1", counters=COUNTERS) == ("12:2", "3:1")


def test_reduced_units_fight_with_their_backs():
    """A guard has 6, reduced 3."""
    units = '{"0303": [blue-1], "0304": [{id: guard-1, state: reduced}]}'
    assert odds("", units) == ("4:3", "1:1")


@pytest.mark.parametrize(("times", "strengths"), [
    ("{side: defenders, by: 2, at: {terrain: woods}, rule: '8'}", "4:8"),
    ("{side: defenders, by: 2, at: {set: forts}, rule: '8'}", "4:8"),
    ("{side: defenders, by: 2, at: {terrain: clear}, rule: '8'}", "4:4"),
    ("{side: attackers, by: 2, at: {terrain: woods}, rule: '8'}", "8:4"),
    ("{side: attackers, by: 2, stand: {terrain: woods}, rule: '8'}", "4:4"),
    ("{side: attackers, by: 2, stand: {terrain: clear}, rule: '8'}", "8:4"),
    ("{side: defenders, by: 3/2, stand: {terrain: woods}, rule: '8'}", "4:6"),
    ("{side: attackers, by: 1/2, across: {side_kind: river}, rule: '8'}", "2:4"),
    ("{side: defenders, by: 2, all_across: {side_kind: river}, rule: '8'}", "4:8"),
    ("{side: attackers, by: 2, units: {type: cavalry}, rule: '8'}", "4:4"),
    ("{side: attackers, by: 2, units: {type: infantry}, rule: '8'}", "8:4"),
    ("{side: defenders, by: 0, rule: '8'}", "4:0"),
    ("{side: defenders, by: 2, rule: '8'}, {side: defenders, by: 3/2, rule: '8'}", "4:12"),
])  # fmt: skip
def test_strengths_are_multiplied(times: str, strengths: str):
    """4 in 0303 against 4 in the woods and fort 0304, over a river."""
    table = TABLE.replace("  columns:", "  open_start: true\n  columns:")
    assert odds(f"combat: {{times: [{times}]}}", DUEL, game_map=RIVER, table=table)[0] == strengths


def test_across_is_of_each_attacker_all_across_of_all():
    """blue-1 and blue-2 in 0303 over the river, blue-3 in 0404 over none."""
    units = '{"0303": [blue-1, blue-2], "0404": [blue-3], "0304": [red-1, red-2]}'
    attack = ("0304", "blue-1", "blue-2", "blue-3")
    each = "combat: {times: [{side: attackers, by: 1/2, across: {side_kind: river}, rule: '8'}]}"
    every = "combat: {times: [{side: attackers, by: 1/2, all_across: {side_kind: river}, rule: '8'}]}"
    assert odds(each, units, *attack, game_map=RIVER)[0] == "8:8"
    assert odds(every, units, *attack, game_map=RIVER)[0] == "12:8"
    assert odds(every, units, *attack[:3], "fight", game_map=RIVER)[0] == "4:8"


def test_no_strength_is_multiplied_with_more_than_so_much():
    twice = "{side: defenders, by: 2, rule: '8'}, {side: defenders, by: 2, rule: '8'}"
    guard = '{"0303": [blue-1, blue-2], "0304": [red-1]}'
    assert odds(f"combat: {{times: [{twice}], most: 3}}", guard, "0304", "blue-1", "blue-2")[0] == "8:12"
    assert odds(f"combat: {{times: [{twice}]}}", guard, "0304", "blue-1", "blue-2")[0] == "8:16"


@pytest.mark.parametrize(("rounding", "strength"), [("down", "4"), ("up", "6"), ("nearest", "6"), ("exact", "5")])
def test_each_units_strength_is_rounded(rounding: str, strength: str):
    """Two units of 5, halved: 2 1/2 each."""
    counters = COUNTERS.replace("count: 1, factors: {attack: 5", "count: 2, factors: {attack: 5")
    procedures = f"combat: {{times: [{{side: attackers, by: 1/2, rule: '8'}}], rounding: {rounding}}}"
    found = odds(procedures, '{"0303": [b1-1, b1-2], "0304": [r1-1]}', "0304", "b1-1", "b1-2", counters=counters)
    assert found[0] == f"{strength}:3"


def test_nearest_goes_by_halves_and_thirds():
    """5 by a third is 1 2/3, nearest 2."""
    procedures = "combat: {times: [{side: attackers, by: 1/3, rule: '8'}], rounding: nearest}"
    units = '{"0303": [b1-1], "0304": [r1-1]}'
    assert odds(procedures, units, "0304", "b1-1", counters=COUNTERS)[0] == "2:3"


@pytest.mark.parametrize(("shifts", "column"), [
    ("{by: 1, rule: '8'}", "2:1"), ("{by: -1, rule: '8'}", "1:2"), ("{by: 9, rule: '8'}", "3:1"),
    ("{by: -9, rule: '8'}", "1:2"), ("{by: 1, rule: '8'}, {by: 1, rule: '8'}", "3:1"),
    ("{by: 1, at: {terrain: woods}, rule: '8'}", "2:1"), ("{by: 1, at: {terrain: clear}, rule: '8'}", "1:1"),
    ("{by: 1, attackers: {type: infantry}, rule: '8'}", "2:1"), ("{by: 1, attackers: {type: guard}, rule: '8'}", "1:1"),
    ("{by: -1, defenders: {type: infantry}, rule: '8'}", "1:2"),
    ("{by: -1, defenders: {type: guard}, rule: '8'}", "1:1"),
    ("{by: -1, all_across: {side_kind: river}, rule: '8'}", "1:2"),
    ("{by: 1, when: {turns: '1'}, rule: '8'}", "2:1"), ("{by: 1, when: {turns: '2+'}, rule: '8'}", "1:1"),
])  # fmt: skip
def test_columns_shift(shifts: str, column: str):
    assert odds(f"combat: {{shifts: [{shifts}]}}", DUEL, game_map=RIVER)[1] == column


@pytest.mark.parametrize(("shift", "column"), [
    ("{by: 1, each: attackers, attackers: {type: infantry}, rule: '8'}", "3:1"),
    ("{by: 1, each: attackers, attackers: {type: infantry}, most: 1, rule: '8'}", "2:1"),
    ("{by: 1, each: attackers, attackers: {type: cavalry}, rule: '8'}", "2:1"),
    ("{by: -1, each: defenders, defenders: {type: infantry}, rule: '8'}", "1:2"),
    ("{by: 1, attackers: {type: infantry}, rule: '8'}", "2:1"),
])  # fmt: skip
def test_shifts_for_each_unit(shift: str, column: str):
    """Two infantry and a horse, 10, attack two infantry, 8."""
    units = '{"0303": [blue-1, blue-2], "0404": [horse-1], "0304": [red-1, red-2]}'
    assert odds(f"combat: {{shifts: [{shift}]}}", units, "0304", "blue-1", "blue-2", "horse-1")[1] == column


@pytest.mark.parametrize(("add", "die", "row"), [(1, 1, "2"), (-2, 5, "3"), (9, 1, "6"), (-9, 6, "1"), (1, 3, "4")])
def test_the_die_is_modified_and_stays_on_the_table(add: int, die: int, row: str):
    assert fought(f"combat: {{die: [{{by: {add}, rule: '8'}}]}}", DUEL, "0304", "blue-1", die=die)["row"] == row


# Other tables ----------------------------------------------------------------------------------------------------

VALUES = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["1", "2", "3-4", "5+"]
  column_kind: value
  codes: [{id: AR, name: x, text: x}, {id: DE, name: x, text: x}]
  rows: [{die: 1-3, results: [AR, AR, AR, AR]}, {die: 4-6, results: [DE, DE, DE, DE]}]
"""


@pytest.mark.parametrize(("column", "wanted"), [("attackers", "2"), ("defenders", "1"), ("attack", "5+")])
def test_a_table_of_values(column: str, wanted: str):
    units = '{"0303": [blue-1, blue-2], "0304": [red-1]}'
    game = f"{{combat: {{column: {column}, results: {{AE: null, EX: null, DR: null}}}}}}"
    assert odds(game, units, "0304", "blue-1", "blue-2", table=VALUES)[1] == wanted


DIFFERENCES = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["-1", "0", "+1", "+2"]
  column_kind: difference
  open_start: true
  open_end: true
  codes: [{id: AR, name: x, text: x}, {id: DE, name: x, text: x}]
  rows: [{die: 1-3, results: [AR, AR, AR, AR]}, {die: 4-6, results: [DE, DE, DE, DE]}]
"""


@pytest.mark.parametrize(("times", "column"), [
    ("", "0"), ("{side: attackers, by: 5/4, rule: '8'}", "+1"), ("{side: attackers, by: 1/4, rule: '8'}", "-1"),
    ("{side: attackers, by: 9, rule: '8'}", "+2"),
    ("{side: defenders, by: 5/8, rule: '8'}", "+1"),  # 4 - 2 1/2 is 1 1/2, in the defender's favour 1
    ("{side: attackers, by: 11/8, rule: '8'}", "+1"),  # 5 1/2 - 4
])  # fmt: skip
def test_a_table_of_differences(times: str, column: str):
    game = f"{{combat: {{times: [{times}], results: {{AE: null, EX: null, DR: null}}}}}}"
    assert odds(game, DUEL, table=DIFFERENCES)[1] == column


# Other maps ------------------------------------------------------------------------------------------------------


def test_areas():
    """Ash and Dale against Elm: Dale is beside it, Ash is not."""
    units = "{ash: [blue-1], dale: [blue-2], birch: [horse-1], elm: [red-1]}"
    play = Play(declared(whole_map=AREAS, units=units), "combat", "blue", dice=[5]).do("elm")

    assert play.offered == ["blue-2", "horse-1"]
    play.do("blue-2", "fight")
    assert play.asked == "red retreat-space"  # DR


def test_points():
    """Doubled over the brook, which lies between p4 and p5."""
    game = "combat: {times: [{side: defenders, by: 2, all_across: {river: brook}, rule: '8'}]}"
    units = "{p4: [blue-1], p5: [red-1]}"
    assert odds(game, units, "p5", "blue-1", whole_map=POINTS) == ("4:8", "1:2")
    assert odds(game, "{p6: [blue-1], p5: [red-1]}", "p5", "blue-1", whole_map=POINTS) == ("4:4", "1:1")
    track = "combat: {times: [{side: attackers, by: 1/2, across: {way: track}, rule: '8'}]}"
    assert odds(track, units, "p5", "blue-1", whole_map=POINTS) == ("2:4", "1:2")


def test_a_row_too_short_is_told_with_its_numbers():
    table = TABLE.replace("- {die: 2, results: [AE, AR, EX, DR]}", "- {die: 2, results: [AE, AR, EX]}")
    with pytest.raises(SourceError) as caught:
        Play(declared(table=table))
    assert [problem.message for problem in caught.value.problems] == [
        "the table can't be used: its row '2' has 3 results for 4 columns"
    ]
