"""Which attacks are possible: the duty to attack, odds to be avoided, units bound to places; results in brackets.

Around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below. Infantry fights with 4, cavalry with 2,
guards with 6; the columns are 1:2, 1:1, 2:1 and 3:1.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from tests.kit.games import COUNTERS, TABLE, declared
from tests.kit.play import Play

OPEN = TABLE.replace("  rule: \"8\"\n", "  rule: \"8\"\n  open_start: true\n", 1)
"""The table, in whose first column all worse odds stand, too."""

WOODS = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc]}}"
"""0304 is woods."""

ELSEWHERE = WOODS.replace("ccwccccc", "wccccccc")
"""0104 is."""


def attacking(combat: str, units: str, *, dice: tuple[int, ...] = (), more: str = "", **kinds: str) -> Play:
    """Blue's combat phase begins."""
    game = declared(f"{{combat: {{{combat}}} {more}}}", units=units, **{"table": OPEN} | kinds)
    return Play(game, "combat", "blue", dice=dice)


# Odds to be avoided ----------------------------------------------------------------------------------------------

AVOIDED = "obliged: [blue], avoided: {columns: 1, rule: '8.3'}"


def test_who_must_attack_may_do_so_at_bad_odds():
    """4 against 6 is 1:2, and there is nothing else."""
    play = attacking(AVOIDED, '{"0303": [blue-1], "0304": [guard-1]}')

    assert play.offered == ["0304"]
    assert play.why("done") == ("must-attack", "8")
    assert play.do("0304", "blue-1").events("fight")[0]["odds"] == "4:6"


def test_who_need_not_attack_may_not():
    """Nothing is left to choose in blue's combat, nor in red's at 6 against 12."""
    play = attacking("obliged: [], avoided: {columns: 1, rule: '8.3'}",
                     '{"0303": [blue-1], "0304": [guard-1], "0204": [red-1]}')  # fmt: skip

    assert play.offered == ["0204", "done"]
    assert play.why("0304") == ("odds-too-low", "8.3")


def test_bad_odds_wait_while_there_are_better_ones():
    """blue-1 attacks red-1 at 1:1 rather than the guard at 1:2; blue-2 has only the guard."""
    units = '{"0303": [blue-1], "0304": [guard-1], "0203": [red-1], "0405": [blue-2]}'
    play = attacking(AVOIDED, units.replace(', "0405": [blue-2]', ""))
    assert play.offered == ["0203"]
    assert play.why("0304") == ("odds-too-low", "8.3")

    together = attacking(AVOIDED, units)  # 8 against 6 is 1:1
    assert together.offered == ["0203", "0304"]


def test_one_with_a_better_target_does_not_join_at_bad_odds():
    """Two guards, 12, in 0304: 8 is 1:2. horse-1 has nothing else, blue-1 red-1 in 0203."""
    units = '{"0303": [blue-1], "0304": [guard-1, guard-2], "0203": [red-1], "0405": [horse-1]}'
    play = attacking(AVOIDED, units).do("0304")

    assert play.offered == ["horse-1"]
    assert play.why("blue-1") == ("better-odds-elsewhere", "8.3")


def test_the_attackers_must_reach_good_odds_where_they_can():
    """4 against 6 is too little; with blue-2 it is 1:1."""
    play = attacking(AVOIDED, '{"0303": [blue-1], "0304": [guard-1], "0405": [blue-2]}').do("0304", "blue-1")

    assert play.why("fight") == ("too-weak", "8")
    assert play.offered == ["blue-2"]


def test_odds_below_the_table_need_a_result():
    with pytest.raises(SourceError, match="below the first column"):
        attacking(AVOIDED, '{"0303": [blue-1]}', table=TABLE)


# Who, what, how often --------------------------------------------------------------------------------------------


def test_units_bound_to_places_attack_there_only():
    """Cavalry attacks in the open: not into the woods 0304, but into 0203."""
    play = attacking("only: [{units: {type: cavalry}, within: {terrain: clear}, rule: '8.6'}]",
                     '{"0303": [horse-1], "0403": [blue-1], "0304": [red-1], "0203": [red-2]}', game_map=WOODS)
    assert play.offered == ["0203", "0304", "done"]
    play.do("0304")

    assert play.offered == ["blue-1"]
    assert play.why("horse-1") == ("never-attacks-there", "8.6")


@pytest.mark.parametrize(("struck", "offered"), [("spaces", ["0404", "done"]), ("units", [])])
def test_whom_one_attacks_once(struck: str, offered: list[str]):
    """red-1 retreats from 0304 to 0404, beside blue-2 in 0503."""
    play = attacking(f"struck: {struck}, results: {{EX: retreat defenders 1}}",
                     '{"0303": [blue-1], "0304": [red-1], "0503": [blue-2]}', dice=(3,), more=", zones: null",
                     phases="""
- {id: combat, name: Combat, side: blue, rule: "8", text: Units fight., procedure: combat}
- {id: movement, name: Movement, side: red, rule: "4", text: Units move., procedure: movement}
""")  # fmt: skip
    play.do("0304", "blue-1", "0404")

    assert play.offered == offered if offered else play.asked == "red movement-unit"


def test_fresh_units_beside_those_attacked_may_be():
    """red-1 joins red-2 in 0404: as red-2 has not been attacked, both are."""
    play = attacking("struck: units, results: {EX: retreat defenders 1}",
                     '{"0303": [blue-1], "0304": [red-1], "0404": [red-2], "0503": [blue-2, blue-3]}', dice=(3,),
                     more=", zones: null")  # fmt: skip
    play.do("0304", "blue-1", "0404")
    assert play.offered == ["0404", "done"]

    play.do("0404", "blue-2", "blue-3")
    assert play.events("fight")[-1]["odds"] == "8:8"


def test_further_spaces_are_named_with_the_first_unit():
    """Red horses defend with 1. Once a unit is chosen, no space can be added."""
    factors = "factors: {attack: 2, defence: 2, movement: 6}"
    counters = COUNTERS.replace("Blue horse, side: blue", "Red horse, side: red")
    play = attacking("combined: true, named: with-units",
                     '{"0303": [blue-1, blue-2], "0304": [red-1], "0203": [horse-1], "0403": [horse-2]}',
                     counters=counters.replace(factors, factors.replace("2", "1")))  # fmt: skip
    play.do("0304")

    assert play.asked == "blue combat-attacker"
    assert play.offered == ["blue-1", "blue-2", "0203", "0403"]
    assert play.why("0304") == ("attacked-already", "8")
    assert play.do("0203").offered == ["blue-1", "blue-2", "0403"]
    assert play.do("blue-1").offered == ["blue-2", "fight"]
    assert play.why("0403") == ("nobody-can-attack-all", "8")
    assert play.do("blue-2").events("fight")[0]["odds"] == "8:5"


# Results ---------------------------------------------------------------------------------------------------------

BRACKETS = OPEN.replace("results: [AE, AR, EX, DR]}", "results: [AE, AR, EX, DR], bracketed: ['', AE, '', '']}")


@pytest.mark.parametrize(("bracketed", "ground", "code"), [
    ("{at: {terrain: woods}}", WOODS, "AE"), ("{at: {terrain: woods}}", ELSEWHERE, "AR"),
    ("{defenders: {type: guard}}", WOODS, "AR"), ("{defenders: {type: infantry}}", WOODS, "AE"),
    ("{at: {terrain: woods}, defenders: {type: guard}}", WOODS, "AR"),
])  # fmt: skip
def test_results_in_brackets(bracketed: str, ground: str, code: str):
    """A 1 at 1:1 is AR, in brackets AE."""
    play = attacking(f"bracketed: {bracketed}", '{"0303": [blue-1], "0304": [red-1]}', dice=(1,), table=BRACKETS,
                     game_map=ground).do("0304", "blue-1")  # fmt: skip

    assert [line["code"] for line in play.events("result")] == [code]


def test_brackets_must_be_printed():
    with pytest.raises(SourceError, match="no results in brackets"):
        attacking("bracketed: {at: {space: '0304'}}", '{"0303": [blue-1]}')


def test_units_without_strength_fall_without_a_roll():
    factors = "factors: {attack: 0, defence: 0, movement: 1}"
    wagon = f"- {{id: wagon, name: Wagon, side: red, type: guard, count: 1, {factors}}}"
    play = attacking("undefended: {result: DE, rule: '8.7'}", '{"0303": [blue-1], "0304": [wagon-1]}',
                     counters=f"{COUNTERS}{wagon}\n").do("0304", "blue-1")  # fmt: skip

    assert [(line["code"], line["rule"]) for line in play.events("undefended")] == [("DE", "8.7")]
    assert play.at("wagon-1") == "red-lost"
    assert not [line for line in play.state.log if line.kind == "draw"]


def test_an_unknown_result_of_the_undefended_is_a_mistake():
    with pytest.raises(SourceError, match="unknown result code 'XX'"):
        attacking("undefended: {result: XX, rule: '8.7'}", '{"0303": [blue-1]}')


# What is told ----------------------------------------------------------------------------------------------------


def test_the_duty_to_attack_names_what_is_left():
    """Two units against two guards; the first of each, then all of them."""
    play = attacking("obliged: [blue]", '{"0303": [blue-1, blue-2], "0304": [guard-1], "0203": [guard-2]}')
    violation = play.rules.why_not(play.state, play.rules.from_json(["done"]))
    assert violation is not None
    assert violation.parameters == {
        "unit": "blue-1", "place": "0203", "count": 2, "units": ("blue-1", "blue-2"), "spaces": ("0203", "0304"),
    }  # fmt: skip
    assert "2 units must still attack" in violation.message("en")


def test_an_attack_on_several_spaces_is_told_space_by_space():
    """8 against 8 is 1:1; each line cites the case that is given for it."""
    rules = "rules: {joined: '8.7', odds: '8.8', roll: '8.9'}"
    units = '{"0303": [blue-1, blue-2], "0304": [red-1], "0203": [red-2]}'
    play = attacking(f"combined: true, {rules}", units, dice=(1,)).do("0203", "0304", "blue-1", "blue-2")
    cited = [line for line in play.state.log if line.rule.startswith("8.")]
    told = [(line.data.get("event"), line.data.get("at"), line.rule) for line in cited]
    assert told[:2] == [("attack-too", "0304", "8.7"), ("fight", "0203", "8.8")]
    assert [line.rule for line in play.state.log if line.kind == "draw"] == ["8.9"]
    (fight,) = play.events("fight")
    assert (fight["units"], fight["odds"], fight["column"]) == (["red-1", "red-2"], "8:8", "1:1")
