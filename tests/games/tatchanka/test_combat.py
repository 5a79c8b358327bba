"""Combat of Tatchanka: odds with supply and ground, three tables, second rolls, retreats, captures."""

from __future__ import annotations

import pytest

from tests.games.tatchanka.conftest import goals, units

TWO = ["1st-insurgent-division-1", "1st-insurgent-division-2"]
DEFENDER = {"2410": ["zaporizhian-corps-1"]}
STRONG = {"2409": [*TWO, "1st-insurgent-division-3"], **DEFENDER}


def fight(fall, placed, *, dice, target="2410", attackers=(), side="bolshevik", phase="combat-1", **more):
    """An attack by these units."""
    situation = fall(placed, phase, side, dice=dice, **more).do(f"attack {target}")
    situation.do(*(f"choose-unit {unit}" for unit in attackers))
    return situation.do("fight") if situation.step() == "combat-attacker" else situation


def result(situation):
    """Strengths, table, column and code of the last attack."""
    last, cell = situation.events("fight")[-1], situation.events("result")[-1]
    return last.data["odds"], cell.data["table"], cell.data["column"], cell.data["code"]


@pytest.mark.parametrize(("attackers", "defenders", "die", "expected"), [
    (3, ["zaporizhian-corps-1"], 2, ("9:4", "combat-one", "2:1", "DR")),
    (3, ["zaporizhian-corps-1"], 6, ("9:4", "combat-one", "2:1", "½DL")),
    (2, ["zaporizhian-corps-1"], 3, ("6:4", "combat-one", "3:2", "DR")),
    (2, ["zaporizhian-corps-1", "sloboda-troops"], 2, ("6:7", "combat-several", "2:3", "-")),
    (2, ["zaporizhian-corps-1", "sloboda-troops"], 1, ("6:7", "combat-several", "2:3", "AL")),
    (2, ["zaporizhian-corps-1", "sloboda-troops"], 6, ("6:7", "combat-several", "2:3", "DL")),
    (1, ["left-bank-stockpiles-1"], 1, ("3:0", "combat-none", "2:1", "-")),
    (1, ["directory-trains-1"], 4, ("3:2", "combat-none", "3:2", "DR")),
])  # fmt: skip
def test_three_tables(fall, attackers, defenders, die, expected):
    """Rule: 5.1, 5.1.1, 5.1.2, 5.1.3. Ruling TAT-76. A flag that tells of supply keeps the others without."""
    men = [f"1st-insurgent-division-{number}" for number in range(1, attackers + 1)]
    placed = {"2510": men, "2410": defenders}
    attack = fight(fall, placed, dice=[die, 4, 4, 4], attackers=men, flags={"limited-cheka-1": True})
    assert result(attack) == expected


def test_no_attack_below_one_to_two(fall):
    """Rule: 5.1.2"""
    placed = {"2510": ["1st-insurgent-division-1"], "2410": ["zaporizhian-corps-1", "zaporizhian-corps-2"]}
    weak = fall(placed, "combat-1", flags={"limited-cheka-1": True})
    assert weak.phase() != "combat-1"  # 3 against 8: there is nothing to attack
    one = fall({"2510": TWO, "2410": ["zaporizhian-corps-1", "zaporizhian-corps-2"]}, "combat-1",
               flags={"limited-cheka-1": True}).do("attack 2410", "choose-unit 1st-insurgent-division-1")
    assert one.refused("fight").reason == "too-weak"


def test_supply_and_ground_make_exact_fractions(fall):
    """Rule: 5.3, 5.4. 3 × 2 × 3/4 out of broken 2111, and 3 × 2 out of 1912, against 4: 21/2 to 4."""
    placed = {"2111": [TWO[0]], "1912": [TWO[1]], "2012": ["zaporizhian-corps-3"]}
    flags = {f"doubled-{unit}": True for unit in TWO}
    attack = fight(fall, placed, dice=[1, 1], target="2012", attackers=TWO, flags=flags)
    assert result(attack)[0] == "10.5:4"


def test_who_can_attack_is_judged_anew_where_attackers_are_put(fall):
    """Rule: 5.1.2, 5.4. 6 to 12 is 1:2; out of broken 2111 the same two have 4½, which is too little."""
    placed = {"1912": TWO, "2012": [f"zaporizhian-corps-{number}" for number in (1, 2, 3)]}
    attack = fall(placed, "combat-1", flags={"limited-cheka-1": True})
    kit, combat, board = attack.rules.kit, attack.rules.assembly.combat, attack.rules.board
    assert attack.offered() == ["attack 2012", "done"]
    kit.put(attack.state, sum(1 << board.unit_index[unit] for unit in TWO), board.space_index["2111"])
    assert combat.targets(attack.state) == 0


def test_defenders_gain_by_supply_only(fall):
    """Rule: 5.3, 5.4. In broken 2111 a defender has his whole strength, tripled."""
    placed = {"2012": TWO, "2111": ["polish-lancers"]}
    attack = fight(fall, placed, dice=[1, 1], target="2111", attackers=TWO, flags={"tripled-polish-lancers": True})
    assert result(attack)[0] == "6:9"


def test_only_one_faction_attacks(fall):
    """Rule: 5.0"""
    placed = {"2419": TWO, "2320": ["insurgent-infantry-1", "insurgent-infantry-2"], "2420": ["zaporizhian-corps-1"]}
    attack = fall(placed, "combat-1").do("attack 2420")
    assert units(attack) == {*TWO, "insurgent-infantry-1", "insurgent-infantry-2"}
    attack.do("choose-unit insurgent-infantry-1")
    assert attack.refused(f"choose-unit {TWO[0]}").reason == "other-faction-attacks"


def test_armor_needs_a_combat_unit(fall):
    """Rule: 1.7.3, 5.0. The train stands on the railroad to 2410; the unit comes first."""
    placed = {"2409": ["bolshevik-trains-1", *TWO], **DEFENDER}
    attack = fall(placed, "combat-1").do("attack 2410")
    assert attack.refused("choose-unit bolshevik-trains-1").reason == "armor-alone"
    attack.do(f"choose-unit {TWO[0]}", "choose-unit bolshevik-trains-1")
    alone = fall({"2409": ["bolshevik-trains-1"], **DEFENDER}, "combat-1")
    assert alone.phase() != "combat-1"


def test_trains_attack_along_rails_only(fall):
    """Rule: 5.0. No railroad joins 2509 with 2508's other neighbour 2408."""
    placed = {"2411": ["bolshevik-trains-1", TWO[0]], "2412": ["zaporizhian-corps-1"]}
    attack = fall(placed, "combat-1", flags={f"doubled-{TWO[0]}": True}).do("attack 2412", f"choose-unit {TWO[0]}")
    offered = units(attack)
    joined = "2412" in {
        attack.rules.spaces[hex_] for hex_ in range(len(attack.rules.spaces))
        if attack.rules.board.rail.near[attack.rules.spaces.index("2411")] >> hex_ & 1
    }  # fmt: skip
    assert ("bolshevik-trains-1" in offered) == joined


def test_nobody_attacks_in_the_first_turn(fall):
    """Rule: 8.2.1"""
    assert fall(STRONG, "movement-1", turn=1).phase() == "movement-1"
    assert "combat-1" not in {line.get("phase") for line in fall(STRONG, "diplomacy", turn=1).state.log}


@pytest.mark.parametrize(("second", "lost"), [(3, False), (4, True)])
def test_half_a_chance(fall, second, lost):
    """Rule: 5.2.1, 5.2.2. ½AL: the die is rolled again."""
    attack = fight(fall, {"2510": TWO, **DEFENDER}, dice=[1, second], attackers=TWO, draws=TWO[:1] if lost else (),
                   flags={"limited-cheka-1": True})  # fmt: skip
    assert (attack.at("bolshevik-destroyed") == TWO[:1]) == lost


def test_a_retreat_of_one_or_two_hexes_away_from_enemies(fall):
    """Rule: 5.2.3. Ruling TAT-74. From 2410 before 2510: not next to the attackers, nor to those who stand in 2408."""
    placed = {"2510": TWO, "2408": ["red-cossacks"], **DEFENDER}
    attack = fight(fall, placed, dice=[3], attackers=TWO, flags={"limited-cheka-1": True})
    assert attack.step() == "retreat-space"
    assert {"2310", "2411", "2210", "2311"} <= goals(attack)
    assert not {"2510", "2409", "2509", "2511", "2211"} & goals(attack)
    attack.do("retreat-to 2311")
    assert attack.at("2311") == ["zaporizhian-corps-1"]


def test_the_player_of_the_leader_chooses(fall):
    """Rule: 1.1. Zelenyists retreat as the Directory's player wants."""
    placed = {"2510": TWO, "2410": ["dnipro-insurgents-1"]}
    attack = fight(fall, placed, dice=[3], attackers=TWO, flags={"limited-cheka-1": True})
    assert attack.rules.side_to_act(attack.state) == "directory"


def test_without_a_retreat_units_are_lost_and_stores_captured(fall):
    """Rule: 5.2.3, 5.2.4. Ruling TAT-94. Two stockpiles are rolled for: 5 takes one, 6 destroys the other."""
    placed = {"2510": TWO, "2410": ["left-bank-stockpiles-1", "left-bank-stockpiles-2"],
              "bolshevik-captures": ["bolshevik-captured-stockpiles-1", "bolshevik-captured-stockpiles-2"]}  # fmt: skip
    attack = fight(fall, placed, dice=[2, 5, 6], attackers=TWO[:1], flags={"limited-cheka-1": True})
    assert attack.at("2410") == ["bolshevik-captured-stockpiles-1"]
    assert attack.at("directory-destroyed") == ["left-bank-stockpiles-1", "left-bank-stockpiles-2"]


@pytest.mark.parametrize(("die", "taken"), [(3, True), (4, False)])
def test_armor_without_a_way_out(fall, die, taken):
    """Rule: 5.2.4. A train in 2410 between enemies on all its rails."""
    around = {"2409": ["red-cossacks"], "2509": [TWO[0]], "2310": [TWO[1]], "2411": ["2nd-insurgent-division-1"],
              "2511": ["2nd-insurgent-division-2"], "2510": ["2nd-insurgent-division-3"]}  # fmt: skip
    placed = {**around, "2410": ["directory-trains-1"], "bolshevik-captures": ["bolshevik-captured-trains-1"]}
    attack = fight(fall, placed, dice=[6, die], attackers=["red-cossacks"], flags={"limited-cheka-1": True})
    assert (attack.at("2410") == ["bolshevik-captured-trains-1"]) == taken


def test_ships_on_the_coast_always_escape(fall):
    """Rule: 5.6"""
    placed = {"1123": [*TWO, "1st-insurgent-division-3", "red-cossacks"], "1124": ["french-squadron-1"]}
    men = [*TWO, "1st-insurgent-division-3", "red-cossacks"]
    attack = fight(fall, placed, dice=[6], target="1124", attackers=men, flags={"limited-cheka-1": True})
    if attack.step() == "retreat-space":
        attack.do(attack.offered()[0])
    assert "french-squadron-1" not in attack.at("volunteer-destroyed")
    assert attack.at("1124") == []


def test_one_hex_may_be_attacked_again_by_others(fall):
    """Rule: 5.0"""
    placed = {"2510": TWO, "2310": ["red-cossacks", "1st-insurgent-cavalry"], **DEFENDER}
    again = fight(fall, placed, dice=[2], attackers=TWO, flags={"limited-cheka-1": True}).do("attack 2410")
    assert units(again) == {"red-cossacks", "1st-insurgent-cavalry"}
