"""Odds worked out by hand on the counters, the map and the Combat Results Table."""

from __future__ import annotations

import pytest

from pnp.games.russian_portfolio.state import AMPHIBIOUS

BORDER = {
    "o4": ["panzer-group-3", "panzer-corps-3"], "p3": ["german-army-4", "infantry-corps-6"],
    "s3": ["panzer-group-2", "panzer-corps-2"], "v1": ["mountain-corps", "light-corps"],
    "p4": ["soviet-army-1"], "s4": [{"id": "soviet-army-2", "state": "dispersed"}], "w1": ["soviet-army-20"],
}  # fmt: skip


def ratio(situation, names, target, marks=0):
    rules, state = situation.rules, situation.state
    units = sum(1 << rules.units.index(name) for name in names)
    return rules.assembly.odds.ratio(state, units, 1 << rules.spaces.index(target), marks)


@pytest.mark.parametrize(("attackers", "target", "marks", "expected"), [
    # Grodno: 9 + 5 + 7 + 3 = 24 against 4, no river: 5:1, and the surprise: 7:1
    (["panzer-group-3", "panzer-corps-3", "german-army-4", "infantry-corps-6"], "p4", 0, (24, 4, "5:1", "7:1")),
    # 9 + 5 = 14 against 4: 3:1, and the surprise: 4:1
    (["panzer-group-3", "panzer-corps-3"], "p4", 0, (14, 4, "3:1", "4:1")),
    # Brest: the river and the surprise make up for one another; with amphibious tanks 4:1
    (["panzer-group-2", "panzer-corps-2"], "s4", 0, (14, 4, "3:1", "3:1")),
    (["panzer-group-2", "panzer-corps-2"], "s4", AMPHIBIOUS, (14, 4, "3:1", "4:1")),
    # Przemysl: 3 + 3 = 6 against 4 across the San: 3:2
    (["mountain-corps", "light-corps"], "w1", 0, (6, 4, "3:2", "3:2")),
])  # fmt: skip
def test_first_attacks(portfolio, attackers, target, marks, expected):
    """Rule: X.B.2, XVI.B.1, XVI.B.2, XIII.B.3

    Ruling: RP-18, RP-11
    """
    situation = portfolio(BORDER, phase="initial-attack", turn=2)
    found = ratio(situation, attackers, target, marks)
    columns = situation.rules.assembly.odds.table.table.columns
    assert (found.attack, found.defence, columns[found.basic], columns[found.column]) == expected


@pytest.mark.parametrize(("hex_", "defender", "expected"), [
    ("q19", "soviet-army-1", 4 + 2 + 2 + 1),   # Moscow: major city, two victory cities, tank factory
    ("q19", "rifle-corps-1", 2 + 1 + 2 + 1),   # a corps has one factor less
    ("q19", "mechanized-corps-1", 2 + 2 + 1),  # armor has only what the place gives
    ("q13", "soviet-army-1", 4 + 2 + 1),       # Smolensk
    ("v17", "soviet-army-1", 4 + 1),           # Orel: a city
    ("s4", "soviet-army-1", 4 + 1),            # Brest: a fortress, and a town
    ("ff8", "soviet-army-1", 4 + 2 + 1),       # Odessa: major city and fortress
    ("t7", "soviet-army-1", 4 + 1),            # swamp, for armies
    ("t7", "rifle-corps-1", 2),
    ("m16", "rifle-corps-1", 2 + 1),           # hills, for all infantry
    ("m16", "cavalry-corps-1", 1),
    ("w15", "soviet-army-1", 4),               # open ground
])  # fmt: skip
def test_terrain_adds_factors(portfolio, hex_, defender, expected):
    """Rule: X.B.5, X.B.6, X.B.7, X.B.8, X.B.9, X.B.10, X.B.1

    Ruling: RP-06, RP-90, RP-54
    """
    situation = portfolio({hex_: [defender], "r1": ["german-army-1"]}, phase="initial-attack")
    rules, state = situation.rules, situation.state
    unit, space = rules.units.index(defender), rules.spaces.index(hex_)
    assert rules.assembly.odds.against(state, space, 1 << unit, 0) == expected


def test_dispersed_defenders_have_nothing_of_the_terrain(portfolio):
    """Rule: X.B.1"""
    situation = portfolio(
        {"q19": [{"id": "soviet-army-1", "state": "dispersed"}], "q18": ["german-army-1"]}, phase="initial-attack"
    )
    rules = situation.rules
    space, unit = rules.spaces.index("q19"), rules.units.index("soviet-army-1")
    assert rules.assembly.odds.against(situation.state, space, 1 << unit, 0) == 4


def test_stalin_line_helps_against_those_in_front_of_it(portfolio):
    """Q8 lies behind the line, Q7 before it, R8 beside Q8 and behind it, too.

    Rule: X.B.3
    Ruling: RP-75
    """
    situation = portfolio(
        {"q7": ["german-army-1"], "r8": ["german-army-2"], "q8": ["front-1"]}, phase="initial-attack"
    )
    rules, state = situation.rules, situation.state
    odds, space, front = rules.assembly.odds, rules.spaces.index("q8"), 1 << rules.units.index("front-1")
    ahead, beside = (1 << rules.units.index(f"german-army-{number}") for number in (1, 2))
    assert odds.against(state, space, front, ahead) == 10 + 2 + 2  # Minsk is a major city
    assert odds.against(state, space, front, ahead | beside) == 10 + 2


def test_armor_overruns_after_the_loss_of_another_attacker(portfolio):
    """Of those that attack several hexes, one can be lost before the last hex is resolved; R8 lies behind the line."""
    situation = portfolio({"q7": ["panzer-group-2"], "r8": ["soviet-army-1"]}, phase="initial-attack")
    rules, state = situation.rules, situation.state
    lost = rules.units.index("german-army-1")
    assert not state.present >> lost & 1
    attackers = 1 << lost | 1 << rules.units.index("panzer-group-2")
    assert rules.assembly.odds.overruns(state, attackers, rules.spaces.index("r8"))


def test_lost_armor_overruns_nobody(portfolio):
    """The Panzer Group of an attack on several hexes was lost for the first of them; a corps has 5 against 4.

    Rule: XIII.C.11
    """
    situation = portfolio({"q7": ["panzer-corps-2"], "r8": ["soviet-army-1"]}, phase="initial-attack")
    rules, state = situation.rules, situation.state
    attackers = sum(1 << rules.units.index(name) for name in ("panzer-group-2", "panzer-corps-2"))
    assert not rules.assembly.odds.overruns(state, attackers, rules.spaces.index("r8"))
    alone = 1 << rules.units.index("panzer-group-2")
    assert not rules.assembly.odds.overruns(state, alone, rules.spaces.index("r8"))


@pytest.mark.parametrize(("targets", "attack"), [(("jj13", "jj14"), 3), (("jj13",), 3), (("jj14",), 7)])
def test_an_attack_on_two_hexes_one_of_them_across_a_strait_is_halved(portfolio, targets, attack):
    """From II14, JJ13 lies across Kerch, and JJ14 doesn't; armor can't attack both at once.

    Rule: X.B.4
    Ruling: RP-103
    """
    units = {"ii14": ["german-army-1", "panzer-corps-1"], "jj13": ["soviet-army-1"], "jj14": ["soviet-army-3"]}
    situation = portfolio(units, phase="initial-attack")
    rules, state = situation.rules, situation.state
    spaces = sum(1 << rules.spaces.index(name) for name in targets)
    army, corps = (1 << rules.units.index(name) for name in units["ii14"])
    assert rules.assembly.odds.ratio(state, army, spaces).attack == attack
    able = army | (corps if attack == 7 else 0)
    assert rules.assembly.odds.beside(state, army | corps, spaces) == able


def test_odds_below_the_table_are_refused(portfolio):
    """1:4 is the lowest column: 2 against 8 is allowed, 2 against 10 isn't.

    Rule: XIII.B.4
    Ruling: RP-95
    """
    situation = portfolio(
        {"v14": ["italian-motorized"], "v15": ["soviet-army-1", "soviet-army-3"], "w14": ["front-1"]},
        phase="initial-attack",
    )
    assert not ratio(situation, ["italian-motorized"], "w14").allowed
    units = {"v14": ["italian-motorized"], "v15": ["soviet-army-1", "rifle-corps-1"]}
    situation = portfolio(units, phase="initial-attack")
    assert ratio(situation, ["italian-motorized"], "v15").basic == 1  # 2 against 6 is 1:3


def test_high_odds_end_at_ten_to_one_before_the_shifts(portfolio):
    """20 and more against 1.

    Rule: XIII.B.4
    Ruling: RP-35
    """
    situation = portfolio(
        {"v14": ["panzer-group-1", "panzer-corps-1"], "u14": ["german-army-1"], "v15": ["cavalry-corps-1"]},
        phase="initial-attack",
    )
    found = ratio(situation, ["panzer-group-1", "panzer-corps-1", "german-army-1"], "v15")
    assert (found.attack, found.defence, found.basic, found.column) == (21, 1, 10, 10)


def test_straits_and_lakes_are_no_sea(portfolio, portfolio_rules):
    """II13 and II14 face each other across Kerch, F15 and G16 across Ladoga: 7 factors are 3, and 7 on the ice. II14
    belongs to the land of JJ14 beside it.

    Rule: X.B.4, VI.B.1, X.A.1
    Ruling: RP-75, RP-86
    """
    board = portfolio_rules.kit.board
    for one, other in (("ii13", "ii14"), ("jj13", "ii14"), ("f15", "g16"), ("g16", "g17")):
        assert board.halved[0][board.space_index[one]] >> board.space_index[other] & 1
        for turn, attack in ((4, 3), (10, 3 if "ii14" in other else 7)):
            units = {one: ["german-army-1"], other: ["soviet-army-1"]}
            assert ratio(portfolio(units, phase="initial-attack", turn=turn), ["german-army-1"], other).attack == attack
    assert board.walked[0].near[board.space_index["ii14"]] >> board.space_index["jj14"] & 1
