"""Operational movement, on open ground east of the Dnieper unless a rule needs another place."""

from __future__ import annotations

import pytest

from tests.games.russian_portfolio.conftest import goals

FAR = {"a25": ["soviet-army-22"]}
"""An enemy who is nowhere near."""

HOME = {"r1": ["german-army-8"]}


def distances(situation, unit, start):
    """The greatest distance at which a unit can end its move, and whether it is offered at all."""
    rules = situation.rules
    situation.do(f"choose-unit {unit}")
    far = rules.kit.board.around.layers(1 << rules.spaces.index(start), -1, 20)
    return max(n for n, layer in enumerate(far) for goal in goals(situation) if layer >> rules.spaces.index(goal) & 1)


@pytest.mark.parametrize(("unit", "turn", "phase", "expected"), [
    ("german-army-1", 4, "initial-movement", 3 + 2),
    ("panzer-corps-1", 4, "initial-movement", 5 + 2),
    ("panzer-corps-1", 4, "reserve-1-movement", 4 + 2),
    ("german-army-1", 4, "reserve-3-movement", 2),
    ("panzer-corps-1", 7, "initial-movement", 2 + 2),   # mud: 5 halved down
    ("german-army-1", 10, "initial-movement", 1 + 2),   # snow
    ("finnish-corps-1", 7, "initial-movement", 3 + 2),  # Finns don't mind
])  # fmt: skip
def test_points_of_axis_units(portfolio, unit, turn, phase, expected):
    """Rule: XI.C, XIII.G, VI.B.2

    Ruling: RP-38, RP-87
    """
    start = {"german-army-1": "p2", "panzer-corps-1": "p2", "finnish-corps-1": "c13"}[unit]
    situation = portfolio({start: [unit], "aa26": ["soviet-army-1"]}, turn=turn, phase=phase)
    rules, state = situation.rules, situation.state
    assert rules.assembly.movement.points(state, rules.units.index(unit)) == expected


@pytest.mark.parametrize(("unit", "turn", "phase", "own", "bonus"), [
    ("soviet-army-1", 4, "initial-movement", 3, 3),
    ("soviet-army-1", 4, "reserve-3-movement", 0, 3),  # as the original says
    ("front-1", 4, "reserve-3-movement", 0, 2),        # likewise
    ("soviet-army-1", 10, "initial-movement", 2, 3),   # 3 halved up
    ("soviet-army-1", 7, "initial-movement", 1, 3),
])  # fmt: skip
def test_points_of_russian_units(portfolio, unit, turn, phase, own, bonus):
    """Rule: XI.C, XIII.G, VI.B.2"""
    situation = portfolio({"w21": [unit], **HOME}, turn=turn, phase=phase, side="russian")
    rules, state = situation.rules, situation.state
    assert rules.assembly.movement.allowance(state, rules.units.index(unit)) == (own, bonus)


def open_ground(portfolio, axis, russian, **more):
    """Axis units around W15, in supply: all ground west of them is theirs."""
    control = {name: "axis" for name in WEST}
    return portfolio({**axis, **russian}, control=control, **more)


WEST = [f"{row}{column}" for row in ("p", "q", "r", "s", "t", "u", "v", "w", "x", "y") for column in range(3, 17)]


def test_the_bonus_leads_into_a_zone_only_dispersed(portfolio):
    """Three hexes from V14 the army can enter the zone of V18 by its own points; U17 is the fourth.

    Rule: XI.C, XI.B.1
    Ruling: RP-09
    """
    situation = open_ground(portfolio, {"w13": ["german-army-1"]}, {"w17": ["soviet-army-1"]})
    situation.do("choose-unit german-army-1", "move-to w16")
    assert situation.marked("w16") == ["german-army-1"]
    situation = open_ground(portfolio, {"w12": ["german-army-1"]}, {"w17": ["soviet-army-1"]})
    situation.do("choose-unit german-army-1", "move-to w16")
    assert situation.marked("w16") == ["german-army-1 dispersed"]
    situation = open_ground(portfolio, {"w12": ["german-army-1"]}, {"w17": ["soviet-army-1"]})
    situation.do("choose-unit german-army-1")
    assert situation.refused("move-to w18").rule == "XI.A.2"


def test_zone_to_zone_of_one_enemy(portfolio):
    """W16 and X16 touch W17's neighbours: armor slips past a corps or army, infantry is dispersed, nobody past a front.

    Rule: XI.B.2
    Ruling: RP-78
    """
    for unit, enemy, expected in (
        ("panzer-corps-1", "soviet-army-1", "panzer-corps-1"),
        ("infantry-corps-1", "soviet-army-1", "infantry-corps-1 dispersed"),
    ):  # late, so that the corps has no points to go around
        phase = "reserve-2-movement"
        situation = open_ground(portfolio, {"w16": [unit]}, {"w17": [enemy]}, phase=phase)
        situation.do(f"choose-unit {unit}", "move-to v16")
        assert situation.marked("v16") == [expected]
    late = {"turn": 7, "phase": "reserve-3-movement"}
    situation = open_ground(portfolio, {"w16": ["panzer-corps-1"]}, {"w17": ["front-1"]}, **late)
    situation.do("choose-unit panzer-corps-1")
    assert situation.refused("move-to v16").rule == "XI.B.2"


def test_a_friend_opens_the_zone(portfolio):
    """Rule: XI.B.2"""
    situation = open_ground(
        portfolio, {"w16": ["infantry-corps-1"], "v16": ["infantry-corps-2"]}, {"w17": ["front-1"]}
    )
    situation.do("choose-unit infantry-corps-1", "move-to v16")
    assert sorted(situation.marked("v16")) == ["infantry-corps-1", "infantry-corps-2"]


def test_zone_to_zone_of_different_enemies_is_free(portfolio):
    """X16 lies in the zone of Y16's army only, W16 in that of W17's.

    Rule: XI.B.3
    """
    situation = open_ground(
        portfolio, {"w16": ["infantry-corps-1"]}, {"v17": ["soviet-army-1"], "y16": ["soviet-army-3"]}
    )
    situation.do("choose-unit infantry-corps-1", "move-to x16")
    assert situation.marked("x16") == ["infantry-corps-1"]


def test_rivers_cost_a_point_into_a_zone(portfolio):
    """Between T3 and T4 runs the Bug: a corps with three points reaches it from two hexes away only dispersed; a German
    army pays nothing.

    Rule: X.A.2
    Ruling: RP-86
    """
    for unit, expected in (("infantry-corps-1", "infantry-corps-1 dispersed"), ("german-army-1", "german-army-1")):
        situation = portfolio({"t1": [unit], "u5": ["soviet-army-1"]})
        situation.do(f"choose-unit {unit}", "move-to t4")
        assert situation.marked("t4") == [expected]


def test_stacking_is_refused(portfolio):
    """Two armies never share a hex, nor three units; a front stands alone.

    Rule: XII.1
    Ruling: RP-85
    """
    pair = ["infantry-corps-1", "infantry-corps-2"]
    situation = portfolio({"p2": ["german-army-1"], "p3": ["german-army-2"], "q2": pair, **FAR})
    situation.do("choose-unit german-army-1")
    assert situation.refused("move-to p3").rule == "XII.1"
    assert situation.refused("move-to q2").rule == "XII.1"


def test_romanians_wait_and_the_hungarian_never_enters_romania(portfolio):
    """Rule: XVI.B.5, X.D.1"""
    units = {"bb4": ["romanian-army-1"], "z1": ["hungarian-mobile"], **FAR}
    situation = portfolio(units, turn=2)
    situation.do("choose-unit romanian-army-1")
    assert not any(goal in goals(situation) for goal in ("bb5", "cc5", "aa4"))
    situation = portfolio(units, turn=3)
    situation.do("choose-unit romanian-army-1")
    assert "bb5" in goals(situation)
    situation = portfolio({"cc2": ["hungarian-mobile"], **FAR})
    situation.do("choose-unit hungarian-mobile")
    assert "cc3" not in goals(situation)


def test_soviet_units_far_from_the_border_have_no_orders_at_first(portfolio):
    """N6 is two hexes from N4; Q8 is farther.

    Rule: XVI.B.3
    Ruling: RP-96
    """
    units = {"n6": ["mechanized-corps-3"], "q8": ["soviet-army-11"], "r1": ["german-army-1"]}
    situation = portfolio(units, side="russian", turn=2)
    assert situation.refused("choose-unit soviet-army-11").rule == "XVI.B.3"
    situation = portfolio(units, side="russian", turn=2, phase="reserve-1-movement")
    situation.do("choose-unit soviet-army-11")
    assert "q9" in goals(situation)


def test_movement_takes_ground_on_the_way(portfolio):
    """Rule: XV.A

    Ruling: RP-74
    """
    situation = portfolio({"t3": ["panzer-corps-1"], **FAR})
    situation.do("choose-unit panzer-corps-1", "move-to t6")
    held = situation.rules.position(situation.state).control
    assert {"t4", "t5", "t6"} <= {name for name, side in held.items() if side == "axis"}


@pytest.mark.parametrize(("germans", "free"), [("e12", True), ("d13", True), ("n2", False)])
def test_finns_act_at_once_with_germans_beside_them(portfolio, germans, free):
    """An army begins in Finland by the set-up or is put there, or it is taken away before the game begins.

    Rule: XVI.B.5
    """
    options = {"axis-redeployment": True}
    units = {"e13": ["finnish-corps-1"], "d13": ["german-army-1"]}
    situation = portfolio(units, turn=2, phase="axis-redeployment", options=options)
    if germans != "d13":
        situation.do("choose-unit german-army-1", f"place-at {germans}")
    while situation.step() != "movement-unit":
        situation.do("done")
    situation.do("choose-unit finnish-corps-1")
    assert ("e14" in goals(situation)) == free


def test_a_position_tells_who_has_moved(portfolio):
    """A position out of the middle of a phase, as an export gives it, lets nobody move twice.

    Rule: VII.A
    """
    units = {"v14": ["german-army-1", "infantry-corps-1"], **FAR}
    situation = portfolio(units, flags={"moved-german-army-1": True})
    assert goals(situation) == {"infantry-corps-1"}
    assert situation.refused("choose-unit german-army-1").rule == "VII.A"


@pytest.mark.parametrize(("state", "told"), [("full", [["panzer-corps-1"]]), ("spent", [])])
def test_supply_is_judged_before_a_side_moves_that_can_act(portfolio, state, told):
    """V14 lies deep in the Soviet Union.

    Rule: XIV.B.1
    """
    corps = "panzer-corps-1" if state == "full" else {"id": "panzer-corps-1", "state": state}
    situation = portfolio({"v14": [corps], **FAR})
    assert [line.get("units") for line in situation.events("cut-off")] == told
    assert [line.get("units") for line in situation.events("thirsty")] == told


def test_figures_know_the_zones_of_units_that_are_not_dispersed(portfolio):
    """Six hexes around V14, none around the army at S4.

    Rule: III.1, VII.B
    """
    situation = portfolio({"v14": ["soviet-army-1"], "s4": [{"id": "soviet-army-2", "state": "dispersed"}]})
    zones = situation.rules.board_facts(situation.state, ()).zones
    assert {"v13", "v15"} < set(zones["russian"]) and len(zones["russian"]) == 6
