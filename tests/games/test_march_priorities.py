"""The Russian AI Priority Table in hand-made positions, with the steps that it logs.

Moscow is next to Stupino, Serpukhov, Rubelo and, across the Oka, Ryazan. Value of an attack: column + modifiers.
"""

from __future__ import annotations

from itertools import product

import pytest

from pnp.games.march_of_justice.targets import flank_of
from tests.games.march_units import MECH, TANK, reduced


@pytest.fixture
def turn(march):
    """A Russian turn of the system with an empty cup."""

    def make(units, **given):
        return march(units, phase="russia", **given)

    return make


def priority(situation, row):
    """The logged lines of a step."""
    return [line for line in situation.events("priority") if line.get("row") == row]


def moves(situation):
    return [(line.get("units"), line.get("from"), line.get("at")) for line in situation.events("move")]


# Akhmat ---------------------------------------------------------------------------------------------------------


def test_akhmat_stays_on_1_to_5(turn):
    """Rule: 7.4.3"""
    played = turn({"grozny": ["akhmat"], "volgograd": ["wagner"]}, dice=(5,))

    assert played.at("grozny") == ["akhmat"]
    assert played.passed()[:3] == ["akhmat-home yes", "akhmat-roll no", "akhmat-stays"]
    assert (played.events("result")[0].get("table"), played.events("result")[0].get("code")) == ("akhmat", "stays")


def test_akhmat_marches_to_a_free_rostov_on_a_6(turn):
    """Rule: 7.4.3"""
    played = turn({"grozny": ["akhmat"], "tambov": ["wagner"]}, dice=(6,))

    assert played.at("rostov") == ["akhmat"]
    assert played.passed()[:3] == ["akhmat-home yes", "akhmat-roll yes", "akhmat-marches"]


def test_akhmat_attacks_rostov_whatever_the_value(turn):
    """4 against 15, across the Don. Rule: 7.4.3, 7.5"""
    played = turn({"grozny": ["akhmat"], "rostov": ["wagner", "rusich", "serb"]}, dice=(6, 6))

    assert played.events("attack")[0].get("units") == ["akhmat"]
    assert priority(played, "contact")[0].get("value") == -7  # -6 and the river


def test_akhmat_elsewhere_follows_the_other_priorities(turn):
    """It falls back from Rostov by the shortest way: Kamensk and across the Donets, its 3. Rule: 7.4.1"""
    played = turn({"rostov": ["akhmat"], "orel": ["wagner"], "moscow": ["omon"]}, marks=(4, 2, 2))
    assert played.passed()[0] == "akhmat-home no"
    assert moves(played) == [(["akhmat"], "rostov", "boguchar")]


# Targets --------------------------------------------------------------------------------------------------------


def test_without_a_target_all_fall_back_to_moscow_and_the_oka(turn):
    """Police in Ryazan have 1 point: the Oka costs 2. Tank in Tula to Serpukhov or Kaluga: a lot. Rule: 7.4.1; PMJ-41
    """
    units = {
        "rostov": ["wagner", "rusich", "serb"],
        "ryazan": ["police-1"],
        "tula": [TANK],
        "kaluga": ["omon"],
        "moscow": ["fsb"],
    }
    played = turn(units, draws=("serpukhov",))

    assert moves(played) == [([TANK], "tula", "serpukhov")]
    assert played.passed() == ["akhmat-home no", "goal-held no", "target no", "fall-back"]
    assert priority(played, "fall-back")[0].rule == "7.4.1"


def test_it_attacks_at_plus_3_or_better(turn):
    """Tank 5 against a Serb of 2 in Tula: +3, 2:1: +4. It moves to Orel or another place without a river. Rule: 7.4.1,
    7.4.2
    """
    units = {"orel": [TANK], "tula": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = turn(units, marks=(2, 2, 0), dice=(3,))

    assert played.passed()[2:6] == ["target yes", "reach yes", "position", "rivers"]
    assert priority(played, "target")[0].get("value") == 4
    assert priority(played, "position")[0].get("units") == [TANK]
    assert played.events("attack")[0].get("at") == "tula"
    assert moves(played) == []  # it stands next to Tula already


def test_momentum_counts_in_the_value(turn):
    """At +2 the same attack is worth 2. Rule: 7.4.1; PMJ-16, PMJ-18"""
    units = {"orel": [TANK], "tula": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    assert turn(units, marks=(2, 2, 0), momentum=2).events("attack") == []


def test_the_fewest_units_that_reach_plus_3_move_in(turn):
    """Tank and fsb could both come; the tank alone will do: 5 against 2. Rule: 7.4.2"""
    units = {"kaluga": [TANK, "fsb"], "orel": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = turn(units, marks=(2, 2, 0), dice=(3,))
    assert priority(played, "position")[0].get("units") == [TANK]


def test_it_prefers_an_approach_without_a_river(turn):
    """Kaluga to Orel crosses the Oka, Tula to Orel doesn't; to Tula the tank crosses it while moving. Rule: 7.4.4"""
    units = {"kaluga": [TANK], "orel": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = turn(units, marks=(2, 2, 0), dice=(3,))

    assert moves(played) == [([TANK], "kaluga", "tula")]
    assert [line.get("code") for line in played.events("modifier")] == []
    assert priority(played, "rivers")[0].rule == "7.4.4"


def test_with_too_few_for_plus_3_they_fall_back(turn):
    """Omon 2 against 6. Rule: 7.4.1"""
    played = turn({"orel": ["omon"], "tula": ["wagner"], "moscow": ["fsb"]})
    assert played.events("attack") == []
    assert priority(played, "target")[0].get("code") == "no"


def test_flanking_counts_in_the_value(turn):
    """Mech and omon, 6 against 4: +2, no shift; from two locations +3. At momentum +1 it is 2. Rule: 7.4.1"""
    units = {"tula": [MECH], "yelets": ["omon"], "orel": ["serb"], "rostov": ["wagner"], "moscow": ["police-1"]}
    strong, weak = turn(units, dice=(3,)), turn(units, momentum=1)

    assert priority(strong, "target")[0].get("value") == 3
    assert len(strong.events("attack")) == 1
    assert weak.events("attack") == []


def test_what_is_far_for_this_turn_is_approached_out_of_its_reach(turn):
    """9 against 4 across the Don: +5, 2:1 one more, -1. Kursk and Yelets are next to Voronezh, 2 MP from Serb; Orel
    isn't.

    From Orel, Voronezh costs 3: the two regiments attack from there when Serb stays. Rule: 7.4.2; PMJ-75
    """
    units = {"kaluga": [TANK, MECH], "boguchar": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = turn(units, dice=(6,))

    assert played.passed()[2:] == ["target yes", "reach no", "wait", "target no", "fall-back"]
    assert priority(played, "wait")[0].get("units") == [TANK, MECH]
    assert sorted(moves(played)) == [([MECH], "kaluga", "orel"), ([TANK], "kaluga", "orel")]

    played.do("done", "done")
    assert [(line.get("units"), line.get("at")) for line in played.events("attack")] == [([TANK, MECH], "boguchar")]
    assert played.at("boguchar") == [TANK, MECH]  # a 6 with the river is a 5, in column +6: routed, and they advance


def test_it_stays_where_every_step_would_lead_into_reach(turn):
    """With 4 MP Serb could be in Kursk or Yelets, next to Orel, but not next to Kaluga. Rule: 7.4.2; PMJ-75"""
    units = {"kaluga": [TANK], "boguchar": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}
    played = turn(units, marks=(2, 2, 0))

    assert priority(played, "wait")[0].get("units") == [TANK]
    assert moves(played) == []


def test_without_a_place_out_of_reach_it_goes_as_near_as_it_can(turn):
    """Serb, with 4 MP, reaches all about Orel. Kursk and Yelets are as near to Voronezh, across the Don both: by lot.

    Omon and sobr, 4 against 1: +3, 4:1 three more, the Don -1. Rule: 7.4.2; PMJ-75
    """
    units = {"orel": ["omon", "sobr"], "boguchar": [reduced("serb")], "rostov": ["wagner"], "moscow": ["police-1"]}
    played = turn(units, marks=(2, 2, 0), draws=("kursk", "yelets"))
    assert sorted(moves(played)) == [(["omon"], "orel", "kursk"), (["sobr"], "orel", "yelets")]


def test_of_places_as_near_it_takes_the_one_with_a_river_before_it(turn):
    """From Orel to a place next to Ryazan costs 4 by Kaluga (2, then two roads) or Yefremov (2, then the Oka).

    Serb, with 4 MP, could come next to both, and to Orel. Rule: 7.4.2, 7.4.4; PMJ-75
    """
    units = {"orel": ["omon", "sobr"], "ryazan": [reduced("serb")], "rostov": ["wagner"]}
    played = turn(units, marks=(2, 2, 0))
    assert sorted(moves(played)) == [(["omon"], "orel", "yefremov"), (["sobr"], "orel", "yefremov")]


def test_it_does_not_come_into_contact_on_its_way(turn):
    """Kursk and Yelets are as near, but Yelets is next to the main column in Yefremov. No lot is drawn.

    Rule: 7.4.2; PMJ-75
    """
    units = {
        "orel": ["omon", "sobr"],
        "boguchar": [reduced("serb")],
        "yefremov": ["wagner", "rusich"],
        "moscow": ["police-1"],
    }
    played = turn(units, marks=(2, 2, 0))

    assert priority(played, "wait")[0].get("at") == "boguchar"
    assert sorted(moves(played)) == [(["omon"], "orel", "kursk"), (["sobr"], "orel", "kursk")]
    assert [line for line in played.state.log if line.get("draw")] == []


def test_who_stands_next_to_the_target_already_stays(turn):
    """Tank in Tula and fsb in Ryazan, 8 against 5 in Orel: +3, 1.5:1 none, one flanks: +4.

    Fsb's shortest way is to Kaluga, 4 MP; Rusich, with 2, could come there, next to Serpukhov and Rubelo. Rule: 7.4.2;
    PMJ-75
    """
    units = {"tula": [TANK], "ryazan": ["fsb"], "orel": ["rusich"], "rostov": ["wagner"], "moscow": ["police-1"]}
    played = turn(units)

    assert (priority(played, "wait")[0].get("units"), priority(played, "wait")[0].get("value")) == (["fsb", TANK], 4)
    assert moves(played) == [(["fsb"], "ryazan", "moscow")]


def test_one_unit_stays_in_moscow(turn):
    """Tank alone in Moscow may not go to Tula's side; with police beside it, it may. Rule: 7.4.2"""
    units = {"moscow": [TANK], "tula": ["serb"], "rostov": ["wagner"]}
    alone = turn(units, marks=(2, 2, 0))
    guarded = turn({**units, "moscow": [TANK, "police-1"]}, marks=(2, 2, 0), dice=(3,))

    assert alone.events("attack") == []
    assert len(guarded.events("attack")) == 1


def test_from_moscow_itself_it_may_attack(turn):
    """Nobody leaves. Rule: 7.4.2, 6.2.4"""
    played = turn({"moscow": [TANK], "stupino": ["serb"], "rostov": ["wagner"]}, marks=(2, 2, 0), dice=(5,))

    assert played.events("attack")[0].get("units") == [TANK]
    assert played.events("result")[0].get("code") == "Rp"
    assert played.at("moscow") == [TANK]  # and doesn't advance: Moscow would be empty


def test_police_never_attack(turn):
    """Rule: 3.1"""
    units = {
        "moscow": ["police-1", "police-2", "omon"],
        "stupino": [{"id": "serb", "state": "reduced"}],
        "rostov": ["wagner"],
    }
    played = turn(units, marks=(2, 2, 0), dice=(6,))  # 2 against 1: +1 and 2:1 is +2
    assert played.events("attack") == []


def test_all_attackers_advance_but_what_holds_moscow(turn):
    """Tank and fsb in Moscow: by lot the fsb stays. Rule: 6.2.4"""
    units = {"moscow": [TANK, "fsb"], "stupino": ["rusich"], "rostov": ["wagner"]}
    played = turn(units, marks=(2, 0, 2), dice=(5,), draws=("fsb",))

    assert played.events("advance")[0].get("units") == [TANK]
    assert played.at("moscow") == ["fsb"]


# Rubelo ---------------------------------------------------------------------------------------------------------


def test_rubelo_comes_first_at_plus_2(turn):
    """Though Stupino is the better target. Rule: 7.4.5"""
    units = {"moscow": ["omon", TANK], "rubelo": ["rusich"], "stupino": ["serb"], "rostov": ["wagner"]}
    played = turn(units, marks=(2, 0, 0), dice=(4, 4))

    assert played.passed()[1:4] == ["goal-held yes", "goal-attack yes", "goal-position"]
    assert played.events("attack")[0].get("at") == "rubelo"


def test_rubelo_needs_plus_2_only(turn):
    """Tank 5 against Rusich 3: +2 and 1.5:1: +2. In Tula that is not enough. Rule: 7.4.5, 7.4.1"""
    rubelo = turn(
        {"moscow": [TANK, "police-1"], "rubelo": ["rusich"], "rostov": ["wagner"]}, marks=(2, 0, 0), dice=(3,)
    )
    tula = turn(
        {"serpukhov": [TANK], "tula": ["rusich"], "rostov": ["wagner"], "moscow": ["police-1"]}, marks=(2, 0, 0)
    )

    assert priority(rubelo, "goal-attack")[0].get("value") == 2
    assert len(rubelo.events("attack")) == 1
    assert tula.events("attack") == []


def test_rubelo_too_strong_leaves_the_other_targets(turn):
    """Rule: 7.4.5"""
    units = {"moscow": [TANK, "police-1"], "rubelo": ["wagner", "rusich"], "stupino": ["serb"]}
    played = turn(units, marks=(2, 2, 0), dice=(3,))

    assert played.passed()[1:3] == ["goal-held yes", "goal-attack no"]
    assert played.events("attack")[0].get("at") == "stupino"


# Attacks --------------------------------------------------------------------------------------------------------


def test_attacks_follow_in_the_order_of_the_priorities(turn):
    """Rubelo first, then Stupino. Rule: 7.5"""
    units = {
        "moscow": [TANK, MECH, "akhmat", "police-1"],
        "rubelo": ["rusich"],
        "stupino": ["serb"],
        "rostov": ["wagner"],
    }
    played = turn(units, marks=(2, 0, 0), dice=(3, 3))

    assert [line.get("at") for line in played.events("attack")] == ["rubelo", "stupino"]
    assert [line.rule for line in priority(played, "contact")] == ["7.5", "7.5"]


def test_wagner_decides_where_its_units_retreat_in_the_russian_turn(turn):
    """Serb is repulsed from Orel: Yelets and Kursk are nearer to Rostov. Rule: 6.2.2; PMJ-61"""
    units = {"moscow": ["omon"], "kaluga": [TANK], "orel": ["serb"], "rostov": ["wagner"]}
    played = turn(units, marks=(2, 2, 0), dice=(3,))

    assert played.step() == "retreat"
    assert played.rules.side_to_act(played.state) == "wagner"
    assert played.offered() == ["retreat-to yelets", "retreat-to kursk"]
    assert played.do("retreat-to kursk").at("kursk") == ["serb"]


def test_every_step_of_the_table_has_a_procedure(march_rules):
    """The table in the sources is the one that is walked."""
    from pnp.games.march_of_justice.ai import PROCEDURES

    steps = march_rules.board.priorities.steps
    assert len(steps) == 14
    assert [step.id for step in steps if step.kind != "end" and step.id not in PROCEDURES] == []


def test_another_threshold_makes_another_decision(march_game):
    """Numbers come from the sources. Rule: 7.4.1"""
    from dataclasses import replace

    from pnp.games import rules_of

    parameters = tuple(p.replaced(value=5) if p.id == "attack-threshold" else p for p in march_game.info.parameters)
    rules = rules_of(replace(march_game, info=march_game.info.replaced(parameters=parameters)))
    position = {
        "units": {"orel": [TANK], "tula": ["serb"], "rostov": ["wagner"], "moscow": ["omon"]}, "pools": {"cup": []},
        "phase": "russia", "turn": 2, "tracks": {"momentum": 0, "maneuver-combat-3": 0},
    }  # fmt: skip

    assert [line for line in rules.state_from(position).log if line.get("event") == "attack"] == []


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_flanking_is_what_trying_every_placement_finds(number):
    """A second, slower answer: at most two, all but those of the fullest location. Rule: 6.2.3.2"""
    kinds = [mask for mask in range(1, 16)]
    checked = 0
    for masks in product(kinds if number < 4 else [1, 2, 3, 6, 9, 12, 15], repeat=number):
        places = [[s for s in range(4) if mask >> s & 1] for mask in masks]
        best = max(number - max(placed.count(s) for s in placed) for placed in product(*places))
        assert flank_of(masks) == min(best, 2), masks
        checked += 1
    assert checked >= 15
