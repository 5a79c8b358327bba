"""Clauses of the rules of Tatchanka that are easily forgotten, each worked out by hand."""

from __future__ import annotations

import pytest

from pnp.errors import PnpError
from tests.games.tatchanka.conftest import goals, units

ORDER = {"initiative": "bolshevik directory volunteer"}
LATE = {"flags": {"initiative": "bolshevik makhnovist volunteer"}}
PORTS = {
    "2623": ["corps-veterans-1"], "2923": ["shchus-brigade-1"], "2722": ["corps-veterans-2"],
    "3121": ["corps-veterans-3"], "3321": ["corps-infantry-1"], "2126": ["corps-infantry-2"],
}  # fmt: skip
"""Makhnovists in all ports and railheads of the Sea of Azov."""
KYIV = {"1108": ["sich-riflemen-1"]}
TWO = ["1st-insurgent-division-1", "1st-insurgent-division-2"]
PLAIN = {"flags": {"limited-cheka-1": True}}
"""A flag that tells of supply keeps the others without."""
CRIMEA = {"options": {"crimean-campaign": True}}


@pytest.mark.parametrize(("more", "supplied"), [
    ({}, True), ({"2529": ["makhnovist-captured-gunboats"]}, False),
    ({"2629": ["makhnovist-captured-gunboats"]}, False),
    ({"2529": ["lower-dnipro-gunboats"]}, True),
])  # fmt: skip
def test_enemy_vessels_close_the_strait(back, more, supplied):
    """Rule: 1.6.2, 1.6.5, 7.1. Ruling TAT-90. On the coast 2824 the line to the Black Sea leads through Kerch only."""
    state = back({"2824": ["slashchov-group-1"], **PORTS, **more}, turn=2).state
    assert bool(state.tripled >> state.rules.units.index("slashchov-group-1") & 1) == supplied


@pytest.mark.parametrize(("more", "open_"), [({}, True), ({"2629": ["makhnovist-captured-gunboats"]}, False)])
def test_enemy_vessels_close_the_strait_to_ships_too(back, more, open_):
    """Rule: 1.6.2, 6.4. From Sevastopol to the base at Berdiansk; by way of 2529 the boat in 2629 could be passed."""
    placed = {"1832": ["black-sea-fleet-1"], "2623": ["volunteer-bases-1919-3"], **more}
    sail = back(placed, side="volunteer", flags={"initiative": "volunteer makhnovist bolshevik"})
    assert ("choose-unit black-sea-fleet-1" in sail.offered()) == open_


def test_ships_enter_and_leave_the_sea_of_azov_by_the_strait_alone(back):
    """Rule: 1.6.2, 1.6.6. The coast 2229 lies on the Sea of Azov, 2130 on the Black Sea: no water joins the two."""
    board = back({}).rules.board
    hex_ = board.spaces.index
    assert not board.water.near[hex_("2229")] >> hex_("2130") & 1
    assert not board.water.near[hex_("2429")] >> hex_("2430") & 1
    assert board.water.near[hex_("2529")] >> hex_("2530") & 1
    assert board.water.near[hex_("2529")] >> hex_("2528") & 1


@pytest.mark.parametrize(("vessel", "threatened"), [
    ("french-squadron-1", False), ("volunteer-captured-gunboats-1918", True),
])  # fmt: skip
def test_a_retreat_may_end_beside_armor_that_cannot_come(fall, vessel, threatened):
    """Rule: 5.2.3. The Dnipro leads from the coast 1424 to 1524: gunboats go there, ships don't."""
    rules = (situation := fall({"1424": [vessel]}, side="directory")).rules
    threat = rules.assembly.combat.retreat.threat(situation.state, rules.sides.index("directory"))
    assert bool(threat >> rules.spaces.index("1524") & 1) == threatened


@pytest.mark.parametrize(("beside", "threatened"), [("1524", True), ("1423", False)])
def test_a_retreat_may_end_beside_land_units_across_water(fall, beside, threatened):
    """Rule: 5.2.3, 1.6.6. Ruling TAT-93. Water alone parts 1324 from 1424, and 1424 from 1423."""
    rules = (situation := fall({beside: ["odesa-brigade-1"], "1324": ["odesa-brigade-2"]}, side="directory")).rules
    threat = rules.assembly.combat.retreat.threat(situation.state, rules.sides.index("directory"))
    assert bool(threat >> rules.spaces.index("1424") & 1) == threatened


def test_vessels_retreat_past_land_units(fall):
    """Rule: 5.2.3. A regiment in Odesa can't come onto the sea: a ship may end its retreat on 1224 beside it."""
    rules = (situation := fall({"1124": ["odesa-brigade-1"]}, side="directory")).rules
    threat = rules.assembly.combat.retreat.threat(situation.state, rules.sides.index("directory"))
    assert threat >> rules.spaces.index("1123") & 1
    assert not threat >> rules.spaces.index("1224") & 1


def test_a_city_changes_sides_with_those_who_hold_it(fall):
    """Rule: 3.3.1. Ruling TAT-85. The Makhnovists hand Kharkiv to the Directory: now the Bolsheviks can capture it."""
    talks = fall({"2410": ["insurgent-infantry-1"], "1108": ["sich-riflemen-1"]}, "diplomacy", "directory", dice=[6])
    assert "garrisoned-2410" not in talks.rules.position(talks.state).flags
    talks.do("persuade makhnovist")
    assert talks.rules.position(talks.state).flags["garrisoned-2410"] is True


def test_an_uprising_needs_no_enemy_in_the_city(fall):
    """Rule: 4.4"""
    placed = {"uprising-kharkiv": ["proletarian-uprising-1"], "2409": ["1st-insurgent-division-1"]}
    assert "proletarian-uprising-1" in units(fall(placed))
    allies = {"uprising-kharkiv": ["proletarian-uprising-1"], "2409": ["insurgent-infantry-1"]}
    rising = fall(allies).do("choose-unit proletarian-uprising-1")
    assert "2409" not in goals(rising)  # called by an ally, but not placed with him
    assert "2310" in goals(rising)


def test_bolsheviks_may_stay_where_volunteers_come_from_russia(back):
    """Rule: 1.6.7, 9.8. Half-hex 2110 is red as well as grey; only Volunteers have to leave it."""
    stay = back({"2110": ["14th-army-base"]}, "movement-2", "bolshevik", turn=12, **LATE).do("done")
    assert stay.at("2110") == ["14th-army-base"]


def test_an_enemy_closes_half_hexes_of_two_sides_to_arrivals(back):
    """Rule: 1.6.7, 4.2. Ruling TAT-92. From 2211 he closes 2110 and 2210 beside him, and no others."""
    placed = {"volunteer-turn-3": ["terek-division-1"], "2211": ["shchus-brigade-1"]}
    come = back(placed, "mobilization", "volunteer", turn=3).do("choose-unit terek-division-1")
    assert {"2010", "2310"} <= goals(come)
    assert not {"2110", "2210"} & goals(come)


def test_an_army_comes_back_into_its_sector(back):
    """Rule: 9.3.1. The sector of the 14th Army begins with column 14; whoever stands in 1314 goes into it."""
    march = back({"1314": ["14th-army-1"], "1612": ["14th-army-2"]}, "movement-1", "bolshevik", turn=11, **LATE)
    assert march.refused("done").reason == "has-to-return"
    march.do("choose-unit 14th-army-1")
    assert "1414" in goals(march)
    assert not {"1313", "1213"} & goals(march)
    assert "done" in march.do("move-to 1414").offered()


def test_two_empty_cities_are_both_occupied(back):
    """Rule: 9.3.2. From 2115 both regiments reach Kamianske 2016 and Katerynoslav 2116: each goes to one. With a
    third, one of the three is free.
    """
    late = {"turn": 11, **LATE}
    march = back({"2115": ["14th-army-1", "14th-army-2"]}, "movement-1", "bolshevik", **late)
    march.do("choose-unit 14th-army-1")
    assert goals(march) == {"2016", "2116"}
    march.do("move-to 2016", "choose-unit 14th-army-2")
    assert goals(march) == {"2116"}
    three = back({"2115": ["14th-army-1", "14th-army-2", "14th-army-3"]}, "movement-1", "bolshevik", **late)
    assert "2114" in goals(three.do("choose-unit 14th-army-1"))


def test_a_train_does_not_hold_a_city(back):
    """Rule: 9.3.2. Ruling TAT-101. A combat unit has to."""
    march = back({"2012": ["bolshevik-captured-trains-1"], "1911": ["14th-army-1"]}, "movement-1", "bolshevik",
                 turn=11, **LATE)  # fmt: skip
    assert march.refused("done").reason == "has-to-move"
    assert goals(march.do("choose-unit 14th-army-1")) == {"2012"}


def test_a_position_tells_how_far_a_stockpile_is_broken_up(fall):
    """Rule: 4.3.1. Between its two units, and after them: no second stockpile in the player-turn."""
    pool = [f"directory-forming-infantry-{number}" for number in range(1, 5)]
    placed = {"1516": ["southern-stockpile"], "2012": ["left-bank-stockpiles-2"], "directory-pool": pool}
    forming = fall(placed, "mobilization", "directory").do("break-up southern-stockpile", f"form {pool[0]}")
    told = forming.rules.position(forming.state)
    assert told.flags["forming"] == "1516 directory 1 0"
    again = forming.rules.state_from(told.as_json())
    assert forming.rules.choices(again) == forming.rules.choices(forming.state)
    forming.do(f"form {pool[1]}")
    assert forming.phase() != "mobilization"
    after = fall(placed, "mobilization", "directory", flags={"broken": 1})
    assert after.phase() != "mobilization"
    with pytest.raises(PnpError, match="'forming'"):
        fall(placed, "mobilization", "directory", flags={"forming": "1516 nobody 1 0"})


def test_what_arms_have_brought_counts_after_a_position(back):
    """Rule: 9.6.1. Two of four have come, to the only base."""
    pool = [f"volunteer-forming-infantry-1919-{number}" for number in range(1, 6)]
    placed = {"1832": ["volunteer-bases-1919-2", *pool[:2]], "volunteer-pool": pool[2:],
              "2831": ["volunteer-bases-1919-5"]}  # fmt: skip
    flags = {f"formed-{unit}": True for unit in pool[:2]}
    ships = back(placed, "mobilization", "volunteer", turn=12, flags=flags)
    ships.do(f"form {pool[2]}", f"form {pool[3]}")
    assert set(ships.at("2831")) == {"volunteer-bases-1919-5", *pool[2:4]}
    assert ships.state.turn == 13  # nothing else is to be decided in this turn


def test_the_sea_belongs_to_no_area(fall):
    """Rule: 8.7.3, 8.3.1, 6.5. Ruling TAT-114. From Odesa 1124 to Sevastopol 1832 by sea, both in the area; not on to
    Novorossiysk 2831, which isn't.
    """
    placed = {"1124": ["french-156th-division-1", "entente-base"]}
    sail = fall(placed, side="volunteer", **CRIMEA).do("choose-unit french-156th-division-1")
    assert "1832" in goals(sail)
    assert "2831" not in goals(sail)
    plain = fall(placed, side="volunteer").do("choose-unit french-156th-division-1")
    assert "1832" not in goals(plain)


def test_a_vessel_that_has_fled_is_supplied_off_the_coast(fall):
    """Rule: 5.6, 8.6. Rulings TAT-97, TAT-114. Off Odesa, and back to its base."""
    fled = fall({"1224": ["french-squadron-1"], "1124": ["entente-base"]}, side="volunteer")
    assert fled.state.tripled >> fled.rules.units.index("french-squadron-1") & 1
    assert goals(fled.do("choose-unit french-squadron-1")) == {"1124"}  # it doesn't begin at a base, so it ends there
    far = fall({"1529": ["french-squadron-1"], "1124": ["entente-base"]}, side="volunteer")
    assert far.state.limited >> far.rules.units.index("french-squadron-1") & 1


# Diplomacy ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "target", "least"), [
    ("bolshevik", "zelenyist", 4), ("bolshevik", "grigorievist", 5), ("directory", "makhnovist", 5),
])  # fmt: skip
def test_the_die_needed_to_persuade(fall, side, target, least):
    """Rule: 3.3.3. One less is a refusal, and an action all the same."""
    placed = {"1108": ["sich-riflemen-1"], "2403": ["1st-insurgent-division-1"]}
    for die, joins in ((least - 1, False), (least, True)):
        talks = fall(placed, "diplomacy", side, dice=[die], flags=ORDER).do(f"persuade {target}")
        assert bool(talks.events("join")) == joins
        assert talks.track(f"actions-{side}") == 1


def test_volunteers_have_no_diplomacy(fall):
    """Rule: 3.0. Ruling TAT-39"""
    assert fall({"3321": ["don-brigades-2"]}, "diplomacy", "volunteer").phase() != "diplomacy"


def test_captured_cities_bring_no_second_action_in_a_turn(fall):
    """Rule: 3.3.1. Kyiv and Kharkiv bring three: two and three are five, of which two have been taken."""
    flags, tracks = {"captured-1108": True, "captured-2410": True, **ORDER}, {"turn": 2, "actions-bolshevik": 2}
    talks = fall({"2403": [TWO[0]]}, "diplomacy", "bolshevik", dice=[1], tracks=tracks, flags=flags)
    diplomacy = talks.rules.assembly.diplomacy
    assert diplomacy.left(talks.state, talks.rules.sides.index("bolshevik")) == 3
    assert talks.do("persuade zelenyist").phase() != "diplomacy"


def test_war_is_declared_once(fall):
    """Rule: 3.3.2. Ruling TAT-77"""
    talks = fall(KYIV, "diplomacy", "directory", tracks={"turn": 2, "war": 1})
    assert talks.refused("declare-war").reason == "war-already"
    assert talks.refused("persuade zelenyist").reason == "persuaded-already"


# Combat ---------------------------------------------------------------------------------------------------------

def attack(fall, placed, dice, attackers, *, target="2410", side="bolshevik", **more):
    situation = fall(placed, "combat-1", side, dice=dice, **(PLAIN | more)).do(f"attack {target}")
    for unit in attackers:
        if situation.step() == "combat-attacker":
            situation.do(f"choose-unit {unit}")
    return situation.do("fight") if situation.step() == "combat-attacker" else situation


def test_losses_are_drawn_among_combat_units_alone(fall):
    """Rule: 5.2.2. Ruling TAT-76. A train in the attack is never drawn, nor is a base of the defenders."""
    placed = {"2409": [TWO[0], "bolshevik-trains-1"], "2410": ["zaporizhian-corps-1", "sloboda-troops"]}
    lost = attack(fall, placed, [1], [TWO[0], "bolshevik-trains-1"])
    assert lost.at("bolshevik-destroyed") == [TWO[0]]
    placed = {"2510": TWO, "2410": ["zaporizhian-corps-1", "vinnytsia-base"]}
    gone = attack(fall, placed, [6, 4, 6], TWO)
    assert set(gone.at("directory-destroyed")) == {"zaporizhian-corps-1", "vinnytsia-base"}  # then 6: no capture
    assert gone.at("2410") == []


def test_a_retreat_avoids_allies_and_passes_enemies(fall):
    """Rule: 1.1, 5.2.3. Ruling TAT-74. With Zelenyists in 2310 the hex 2309 lies behind 2409 alone, which is next
    to the cavalry in 2408: a retreat leads through it, and doesn't end there.
    """
    placed = {"2510": TWO, "2410": ["zaporizhian-corps-1"], "2310": ["dnipro-insurgents-1"], "2408": ["red-cossacks"]}
    retreat = attack(fall, placed, [3], TWO)
    assert "2309" in goals(retreat)
    assert not {"2310", "2409", "2308"} & goals(retreat)


def test_a_larger_ally_lends_its_counter(fall):
    """Rule: 5.2.4. Rulings TAT-94, TAT-111. Makhnovists without a counter of their own: the Bolsheviks'."""
    placed = {"2510": ["insurgent-infantry-1", "insurgent-infantry-2"], "2410": ["left-bank-stockpiles-1"],
              "bolshevik-captures": ["bolshevik-captured-stockpiles-1"]}  # fmt: skip
    men = placed["2510"]
    assert attack(fall, placed, [2, 1], men).at("2410") == ["bolshevik-captured-stockpiles-1"]
    own = {**placed, "makhnovist-captures": ["makhnovist-captured-stockpiles-1"]}
    assert attack(fall, own, [2, 1], men).at("2410") == ["makhnovist-captured-stockpiles-1"]
    nobody = {name: units for name, units in placed.items() if not name.endswith("captures")}
    assert attack(fall, nobody, [2, 1], men).at("2410") == []


def test_nobody_attacks_into_half_hexes_of_others(fall):
    """Rule: 1.6.7. Ruling TAT-92. Out of one's own it is allowed."""
    inside = fall({"2400": TWO, "2401": ["zaporizhian-corps-1"]}, "combat-1", **PLAIN)
    assert inside.offered() == ["attack 2401", "done"]
    outside = fall({"2400": ["cheka-1"], "2401": ["zaporizhian-corps-1", "zaporizhian-corps-2"]}, "combat-1",
                   "directory", **PLAIN)  # fmt: skip
    assert outside.phase() != "combat-1"


def test_no_attack_out_of_the_area_of_operation(fall):
    """Rule: 1.6.8, 5.0. 1105 is on the rim of the Siege Corps' area, 1104 isn't in it."""
    placed = {"1105": ["sich-riflemen-1", "sich-riflemen-2"], "1104": ["1st-insurgent-division-1"]}
    assert fall(placed, "combat-1", "directory", **PLAIN).phase() != "combat-1"
    war = fall(placed, "combat-1", "directory", tracks={"turn": 2, "war": 1}, **PLAIN)
    assert war.offered() == ["attack 1104", "done"]


def test_new_units_do_not_attack_but_defend(fall):
    """Rule: 4.3. Two infantry units formed in 2409 beside an enemy: 3 and 3 against his 3 are two to one."""
    placed = {"2409": TWO, "2410": ["zaporizhian-corps-1"]}
    formed = {"flags": {f"formed-{unit}": True for unit in TWO}}
    assert fall(placed, "combat-1", **formed).phase() != "combat-1"
    enemy = {"flags": {**formed["flags"], "limited-cheka-1": True}}
    assert "attack 2409" in fall(placed, "combat-1", "directory", **enemy).offered()


def test_rough_ground_halves_attacks_out_of_it(fall):
    """Rule: 1.6.1, 5.5. 3 × 1/2 out of rough 2918 against the 2 of the uprising."""
    placed = {"2918": ["volunteer-forming-infantry-1918-1"], "2917": ["proletarian-uprising-7"]}
    men = ["volunteer-forming-infantry-1918-1"]
    fought = attack(fall, placed, [2], men, target="2917", side="volunteer")
    assert fought.events("fight")[-1].data["odds"] == "1.5:2"
    back = attack(fall, {"2918": ["proletarian-uprising-7"], "2917": men}, [2], men, target="2918", side="volunteer")
    assert back.events("fight")[-1].data["odds"] == "3:2"  # it does nothing for a defender


def test_nobody_without_attack_strength_attacks(fall):
    """Rule: 1.7.2, 5.0. A base (0-1-3) and a stockpile beside an enemy."""
    placed = {"2409": ["kursk-direction-base", "bolshevik-stockpiles-1"], "2410": ["left-bank-stockpiles-1"]}
    assert fall(placed, "combat-1", **PLAIN).phase() != "combat-1"


@pytest.mark.parametrize(("more", "open_"), [({}, {"2300", "2400"}), ({"2501": ["sloboda-troops"]}, {"2300"})])
def test_a_retreat_into_half_hexes(fall, more, open_):
    """Rule: 5.7, 1.6.7. From 2401 into those of its side, unless an enemy is next to them."""
    placed = {"2402": ["zaporizhian-corps-1", "zaporizhian-corps-2"], "2401": ["cheka-1"], **more}
    men = placed["2402"]
    retreat = attack(fall, placed, [3], men, target="2401", side="directory", flags={"limited-sich-riflemen-1": True})
    assert goals(retreat) & {"2300", "2400"} == open_


# Movement -------------------------------------------------------------------------------------------------------


def test_short_and_long_range_by_rail(fall):
    """Rule: 1.6.4, 6.6. Ruling TAT-27. The line from Kursk counts 20 hexes from 2401 to 2220, and 32 to Sevastopol."""
    ride = fall({"2401": ["kursk-direction-base", TWO[0]]}).do(f"choose-unit {TWO[0]}")
    assert {"2321", "1832"} <= goals(ride)
    train = fall({"2401": ["makhnovist-captured-trains"]}).do("choose-unit makhnovist-captured-trains")
    assert "2220" in goals(train)
    assert not {"2321", "1832"} & goals(train)


def test_the_rapids_stop_boats(fall):
    """Rule: 1.6.3, 6.5. Rulings TAT-27, TAT-98. Down from Kyiv to Katerynoslav 2116, and no farther."""
    boats = fall({"1814": ["dnipro-flotilla"], "2116": ["vinnytsia-base"]}, side="directory",
                 flags={"limited-dnipro-flotilla": True}).do("choose-unit dnipro-flotilla")  # fmt: skip
    assert goals(boats) == {"2116"}
    below = fall({"2219": ["dnipro-flotilla"], "2116": ["vinnytsia-base"]}, side="directory",
                 flags={"limited-dnipro-flotilla": True})  # fmt: skip
    assert units(below) == set()


def test_a_base_that_has_moved_serves_nobody(fall):
    """Rule: 6.4. Nor does one of another faction."""
    placed = {"2403": ["kursk-direction-base", "1st-insurgent-division-1"]}
    march = fall(placed).do("choose-unit kursk-direction-base", "move-to 2402", "choose-unit 1st-insurgent-division-1")
    assert "2410" not in goals(march)
    foreign = fall({"2403": ["kursk-direction-base"], "2404": ["1st-insurgent-division-1"]})
    assert "2410" not in goals(foreign.do("choose-unit 1st-insurgent-division-1"))  # no base where it stands


def test_frost_and_rough_ground_are_taken_off_a_forced_march(fall):
    """Rule: 6.1, 6.2, 6.3. From 2917 in frost with MA 5: four hexes, three where one of them is rough."""
    march = fall({"2917": ["volunteer-forming-infantry-1918-1"]}, side="volunteer", dice=[4])
    march.do("choose-unit volunteer-forming-infantry-1918-1", "force-march")
    assert "2913" in goals(march)
    assert "2912" not in goals(march)
    assert "2920" in goals(march)


def test_a_unit_that_does_not_go_after_all_is_not_the_last(fall):
    """Rule: 6.0, 6.3. A forced march that is given up ends the move of that unit, not the phase."""
    placed = {"2012": ["zaporizhian-corps-3"], "1108": ["sich-riflemen-1"]}
    march = fall(placed, side="directory", dice=[4]).do("choose-unit zaporizhian-corps-3", "force-march", "done")
    assert (march.phase(), units(march)) == ("movement-1", {"sich-riflemen-1"})


def test_a_position_tells_of_a_forced_march(fall):
    """Rule: 6.3. The die isn't rolled again."""
    placed = {"2012": ["zaporizhian-corps-3"], "1108": ["sich-riflemen-1"]}
    march = fall(placed, side="directory", dice=[4]).do("choose-unit zaporizhian-corps-3", "force-march")
    told = march.rules.position(march.state)
    assert told.flags["marching"] == "zaporizhian-corps-3 5"
    again = march.rules.state_from(told.as_json())
    assert march.rules.choices(again) == march.rules.choices(march.state)
    absent = fall(placed, side="directory", flags={"marching": "grey-division-1 5"})
    assert absent.step() == "movement-unit"
    with pytest.raises(PnpError, match="'marching'"):
        fall(placed, side="directory", flags={"marching": "nobody 5"})


def test_the_russians_wait_behind_the_line(fall):
    """Rule: 3.2, 8.7.2. Ruling TAT-88. 2603 is on the rim of their area; the 13th has one on the Donets besides."""
    placed = {"2603": ["9th-rifle-division-1", "13th-rifle-division-1"], "3312": ["13th-rifle-division-2"]}
    bound = fall(placed, turn=1).do("choose-unit 9th-rifle-division-1")
    assert bound.refused("move-to 2703").reason == "out-of-area"
    assert "3313" in goals(fall(placed, turn=1).do("choose-unit 13th-rifle-division-2"))
    war = fall(placed, turn=1, tracks={"turn": 1, "war": 1}).do("choose-unit 9th-rifle-division-1")
    assert "2703" in goals(war)


# The turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "first"), [(1, "bolshevik"), (3, "directory"), (5, "volunteer")])
def test_the_die_gives_the_order(fall, die, first):
    """Rule: 2.1, 8.4"""
    placed = {"2403": ["1st-insurgent-division-1"], "1108": ["sich-riflemen-1"], "3321": ["don-brigades-2"]}
    turn = fall(placed, "movement-2", "bolshevik", turn=1, dice=[die]).do("done")
    assert (turn.state.turn, turn.rules.sides[turn.state.side]) == (2, first)


def test_supply_holds_until_the_next_supply_phase(fall):
    """Rule: 7.0. At 2110, far from rails and rivers, the regiment is still doubled until its side has judged again."""
    unit = "1st-insurgent-division-1"
    cut = fall({"2110": [unit], "1109": ["sloboda-troops"]}, flags={f"doubled-{unit}": True})
    assert cut.state.doubled >> cut.rules.units.index(unit) & 1
    cut.do("done")
    assert not cut.state.doubled >> cut.rules.units.index(unit) & 1
    assert cut.events("cut-off")[0].data["units"] == [unit]


@pytest.mark.parametrize(("place", "unit", "status"), [
    ("1124", "5th-division-ukraine-2", "tripled"), ("1810", "14th-army-1", "doubled"),
    ("0514", "sich-group", "doubled"), ("1115", "corps-infantry-1", ""), ("0713", "galician-2nd-corps-1", "doubled"),
])  # fmt: skip
def test_sources_of_supply_of_makhnos_return(back, place, unit, status):
    """Rule: 9.7. The Black Sea, the north edge, the west edge; Makhnovists have none."""
    state = back({place: [unit]}, turn=1, side="makhnovist").state
    index = state.rules.units.index(unit)
    assert [name for name in ("doubled", "tripled", "limited") if getattr(state, name) >> index & 1] == (
        [status] if status else []
    )


def test_withdrawals_come_before_arrivals_and_those_before_mobilization(fall):
    """Rule: 4.0, 4.1, 4.2, 4.3"""
    placed = {"1124": ["french-156th-division-1"], "volunteer-turn-3": ["don-stockpile"], "2831": ["don-brigades-1"],
              "volunteer-pool": ["volunteer-forming-infantry-1918-1"]}  # fmt: skip
    turn = fall(placed, "mobilization", "volunteer", turn=3, tracks={"turn": 3, "entente": 1})
    turn.do("choose-unit don-stockpile")
    if turn.step() == "arrival-space":
        turn.do("place-at 3321")
    turn.do("break-up don-stockpile", "form volunteer-forming-infantry-1918-1")
    order = ["leave", "reinforce", "break-up", "form"]
    assert [line.get("event") for line in turn.state.log if line.get("event") in order] == order


def test_russian_regiments_once_lost_stay_lost(fall):
    """Rule: 3.2, 4.3.2. Those of the insurgent divisions are raised again."""
    placed = {"2403": ["bolshevik-stockpiles-1"],
              "bolshevik-destroyed": ["9th-rifle-division-1", "1st-insurgent-division-1"]}  # fmt: skip
    forming = fall(placed, "mobilization").do("break-up bolshevik-stockpiles-1")
    assert units(forming) == {"1st-insurgent-division-1"}


def test_a_stockpile_serves_its_own_faction_alone(fall):
    """Rule: 4.3.1. Ruling TAT-89. Without Zelenyists to form it stays, whoever of the Directory waits."""
    placed = {"1210": ["zelenyist-captured-stockpiles"], "directory-pool": ["directory-forming-infantry-1"]}
    assert fall(placed, "mobilization", "directory").phase() != "mobilization"
    one = fall({**placed, "zelenyist-pool": ["zelenyist-forming-infantry-1"]}, "mobilization", "directory")
    one.do("break-up zelenyist-captured-stockpiles", "form zelenyist-forming-infantry-1")
    assert one.at("1210") == ["zelenyist-forming-infantry-1"]


@pytest.mark.parametrize(("turn", "left"), [(5, False), (6, True)])
def test_quotas_are_whole_again_in_a_new_month(fall, turn, left):
    """Rule: 4.3.3. January IV and February I."""
    placed = {"1516": ["southern-stockpile"], "directory-pool": ["directory-forming-cavalry-1"],
              "2403": ["1st-insurgent-division-1"], "1108": ["sich-riflemen-1"]}  # fmt: skip
    flags = {"initiative": "volunteer bolshevik directory"}
    before = fall(placed, "movement-2", "directory", turn=turn - 1, tracks={"turn": turn - 1, "cavalry-directory": 1},
                  flags=flags, dice=[3])  # fmt: skip
    while before.state.turn < turn or before.rules.sides[before.state.side] != "directory" or (
        before.phase() == "diplomacy"
    ):
        before.do("done")
    assert ("break-up southern-stockpile" in before.offered()) == left


@pytest.mark.parametrize(("points", "level"), [
    ({"2410": 2, "1108": 3, "2116": 2, "1304": 1}, None),
    ({"2410": 2, "1108": 3, "2116": 2, "1304": 1, "2012": 1}, "marginal"),
    ({"2410": 2, "1108": 3, "2116": 2, "1304": 1, "2012": 1, "1124": 1, "1624": 1, "2016": 1}, "historical"),
])  # fmt: skip
def test_levels_of_the_bolsheviks(fall, points, level):
    """Rule: 8.1. Rulings TAT-49, TAT-102. 8, 9 and 12 points; the Makhnovists hold Kharkiv for them."""
    men = [*(f"bolshevik-forming-infantry-{number}" for number in range(1, 10))]
    placed = {city: [men.pop()] for city in points if city != "2410"} | {"2410": ["insurgent-infantry-1"]}
    end = fall(placed, "movement-2", "volunteer", turn=7)
    victory = end.rules.assembly.victory
    bolshevik = end.rules.sides.index("bolshevik")
    assert victory.counted_now(end.state, bolshevik) == sum(points.values())
    assert victory.levels(end.state).get(bolshevik, (None,))[0] == level


@pytest.mark.parametrize(("cities", "makhnovist", "volunteer"), [
    ({"2116": "corps-infantry-1", "2016": "sich-group"}, "marginal", None),
    ({"2116": "14th-army-1", "2831": "slashchov-group-1"}, None, None),
    ({"2012": "corps-infantry-1"}, "historical", None),
])  # fmt: skip
def test_levels_of_makhnos_return(back, cities, makhnovist, volunteer):
    """Rule: 9.1. Ruling TAT-73. Katerynoslav 2 with Kamianske 1 of the Directory; what Bolsheviks hold is nobody's."""
    placed = {city: [unit] for city, unit in cities.items()}
    end = back(placed, "movement-2", "makhnovist", turn=14, flags={"initiative": "volunteer bolshevik makhnovist"})
    levels = end.rules.assembly.victory.levels(end.state)
    reached = [levels.get(end.rules.sides.index(side), (None,))[0] for side in ("makhnovist", "volunteer")]
    assert reached == [makhnovist, volunteer]


def test_an_uprising_comes_once(fall):
    """Rule: 4.4. Ruling TAT-75. Lost, it stays lost."""
    placed = {"bolshevik-destroyed": ["proletarian-uprising-1"], "2409": ["1st-insurgent-division-1"],
              "2410": ["zaporizhian-corps-1"]}  # fmt: skip
    assert "proletarian-uprising-1" not in units(fall(placed))
    stock = {**placed, "2403": ["bolshevik-stockpiles-1"]}
    assert fall(stock, "mobilization").phase() != "mobilization"  # nor is it formed again
