"""Rulings PMJ-… of March of Justice that the other tests don't name: each has a test that is named after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.games import rules_of
from tests.games.march_units import MECH, TANK

TWO = {"two-player": True}


def test_pmj_16_one_point_of_a_modifier_is_worth_one_column(march):
    """Tank 5 against Serb 2: column +4; at momentum +1 the value is 3. Rule: 7.4.1"""
    units = {"orel": [TANK], "tula": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = march(units, phase="russia", marks=(2, 2, 0), momentum=1, dice=(3,))
    assert next(x.get("value") for x in played.events("priority") if x.get("row") == "target") == 3


def test_pmj_17_akhmat_and_rubelo_come_before_the_other_targets(march):
    """Rule: 7.4.3, 7.4.5, 7.4.1"""
    units = {"grozny": ["akhmat"], "rubelo": ["serb"], "moscow": [TANK, "omon"], "rostov": ["wagner"]}
    passed = march(units, phase="russia", marks=(2, 2, 0), dice=(1, 3)).passed()
    assert passed[:6] == [
        "akhmat-home yes",
        "akhmat-roll no",
        "akhmat-stays",
        "goal-held yes",
        "goal-attack yes",
        "goal-position",
    ]


def test_pmj_18_russia_subtracts_momentum(march):
    """Rule: 6.2.3.2"""
    played = march({"yelets": ["serb"], "yefremov": [TANK]}, phase="russia", dice=(4,), momentum=3, options=TWO)
    played.do("done", "attack yelets")
    assert played.events("result")[0].get("row") == "1"


def test_pmj_19_flanking_is_counted_by_units_not_by_locations(march):
    """One unit in Yelets, three in Tula: one flanks. Two and two: two do. Rule: 6.2.3.2"""
    tanks = [{"id": unit, "state": "switched"} for unit in (TANK, MECH)]
    one = march({"yelets": ["wagner"], "tula": ["serb", *tanks], "yefremov": ["omon"]}, dice=(3,), options=TWO)
    two = march(
        {"yelets": ["wagner", tanks[0]], "tula": ["serb", tanks[1]], "yefremov": ["omon"]}, dice=(3,), options=TWO
    )
    for played in (one, two):
        played.do("done", "attack yefremov", *(f"choose-unit {u}" for u in ("wagner", "serb", TANK, MECH)))

    assert [x.get("value") for x in one.events("modifier")] == [1]
    assert [x.get("value") for x in two.events("modifier")] == [2]


def test_pmj_21_every_modified_roll_has_a_row(march_rules):
    """From -5 to 11: seven and more in the last, nothing and less in the first. Rule: 6.2.2"""
    contact = march_rules.board.contact
    rows = [contact.rows[contact.row_index(roll)] for roll in range(-5, 12)]
    assert rows == ["0-"] * 6 + ["1", "2", "3", "4", "5", "6"] + ["7+"] * 5


@pytest.mark.parametrize(
    ("attack", "defence", "shift"),
    [(1, 4, -3), (1, 3, -3), (1, 2, -2), (2, 3, -2), (1, 1, -1), (7, 5, -1), (3, 2, 0), (2, 1, 1), (3, 1, 2), (4, 1,
     3), (9, 1, 3), (5, 0, 3)],
)
def test_pmj_22_shifts_beyond_the_printed_ratios(march_rules, attack, defence, shift):
    """Worse than 1:3 as 1:3, better than 4:1 as 4:1, a defender without strength too. Rule: 6.2.3.1"""
    assert march_rules.board.contact.odds(attack, defence).shift == shift


def test_pmj_36_each_question_is_answered_once(march):
    """Two Russian units reduced: +1. Rule: 8.1"""
    units = {"moscow": ["omon", "fsb"], "rostov": ["wagner"]}
    played = march(units, phase="russia", cup=["the-people-are-silent"], momentum=2, options=TWO).do("done")

    assert [x.get("code") for x in played.events("question")] == ["russian-reduced"]
    assert played.track("momentum") == 3


def test_pmj_36_switching_is_neither_reduced_nor_eliminated(march):
    """Rule: 8.1"""
    units = {"kaluga": [TANK], "moscow": [MECH], "rostov": ["wagner"]}
    played = march(units, phase="russia", cup=["the-people-are-silent"], momentum=3, options=TWO)
    played.do(f"choose-unit {TANK}", "done")
    assert played.events("question") == []


def test_pmj_38_dispersed_units_return_before_their_side_moves(march):
    """Steps 2a0 and 3d0: after the draw and the roadblocks. Rule: 3.11"""
    units = {"kamensk": ["wagner"], "turn-2": ["omon"], "aside": ["roadblock-1"], "moscow": ["fsb"], "tula": ["sobr"]}
    played = march(units, phase="russia", cup=["police-2"])
    wanted = ["mobilize", "deploy", "return", "move"]
    assert [x.get("event") for x in played.state.log if x.get("event") in wanted] == wanted


def test_pmj_39_the_line_of_communications_is_checked_after_contact(march):
    """Rule: 6.3"""
    played = march({"yelets": ["wagner"], "yefremov": ["omon"]}, dice=(6,)).do("done", "attack yefremov", "done")
    names = [x.get("event") for x in played.state.log]
    assert names.index("result") < names.index("communications") < names.index("momentum")


def test_pmj_41_the_line_is_the_moscow_bank_of_the_oka(march_rules):
    """Rule: 7.4.1"""
    priorities = march_rules.assembly.priorities
    bank = priorities.named(priorities.flow["fall-back"], "river")
    assert {s for i, s in enumerate(march_rules.spaces) if bank >> i & 1} == {
        "moscow",
        "stupino",
        "serpukhov",
        "kaluga",
        "rubelo",
    }


def test_pmj_42_homes(march_rules):
    """Rostov is Wagner's, Moscow Russia's, Grozny Akhmat's alone. Rule: 3.10"""
    board = march_rules.board
    home = {unit: board.spaces[board.homes[1][i]] for i, unit in enumerate(board.units) if board.own[1] >> i & 1}
    assert [board.spaces[space] for space in board.base] == ["rostov", "moscow"]
    assert {unit for unit, space in home.items() if space != "moscow"} == {"akhmat"}
    assert home["akhmat"] == "grozny"


def test_pmj_60_the_track_counts_when_wagner_defends(march):
    """Serb 2 + 3. Rule: 3.5"""
    played = march({"yelets": ["serb"], "yefremov": [TANK]}, phase="russia", dice=(4,), marks=(2, 2, 3), options=TWO)
    assert played.do("done", "attack yelets").events("contact")[0].get("odds") == "5:5"


def test_pmj_61_a_retreat_leads_one_location_nearer_by_count(march):
    """From Tula, Serpukhov is next to Moscow; Kaluga and Yefremov are as far as Tula. Rule: 6.2.2"""
    played = march({"orel": ["wagner", "rusich"], "tula": ["omon"]}, dice=(3,), options=TWO)
    played.do("done", "attack tula", "choose-unit wagner", "choose-unit rusich")
    assert played.at("serpukhov") == ["omon"]


def test_pmj_63_a_retreat_as_attacker_or_defender_is_a_repulse(march):
    """Rule: 8.1"""
    attacked = march({"yelets": ["serb"], "yefremov": [TANK]}, phase="russia", dice=(6,), marks=(2, 2, 0), options=TWO)
    attacked.do("done", "attack yelets", "done")
    attacking = march({"yelets": ["serb"], "yefremov": [TANK]}, dice=(4,), options=TWO).do(
        "done", "attack yefremov", "done"
    )

    assert attacked.events("result")[0].get("code") == "R"  # eliminated, nobody left to retreat
    assert "wagner-repulsed" not in {x.get("code") for x in attacked.events("question")}
    assert attacking.events("result")[0].get("code") == "Ar"
    assert "wagner-repulsed" in {x.get("code") for x in attacking.events("question")}


def test_ratings_and_costs_come_from_the_sources(march_game):
    """STYLE §1: dearer rivers, a stronger unit, a longer shift."""
    parameters = tuple(
        p.replaced(value={"river-cost": 2, "marker-shift": 2}.get(p.id, p.value)) for p in march_game.info.parameters
    )
    groups = tuple(g.replaced(factors={"sp": 9}) if g.id == "wagner" else g for g in march_game.counters.groups)
    changed = replace(
        march_game, info=march_game.info.replaced(parameters=parameters),
        counters=march_game.counters.replaced(groups=groups)
    )
    rules = rules_of(changed)
    state = rules.new_state(1)
    rules.apply(state, rules.from_json(["choose-unit", "wagner"]))

    assert len(rules.choices(state)) == 4
    assert state.sp[0] == 9 + 2
    assert rules.board.walk.costs(rules.spaces.index("rostov"), 0)[rules.spaces.index("volgograd")] == 3
