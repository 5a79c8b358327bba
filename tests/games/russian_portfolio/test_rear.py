"""Behind the front: replacements, Siberia, trains and ships, supply, pockets, control, the end."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.games.russian_portfolio.start import begin_turn
from pnp.model.log import LogLine
from pnp.players.telling import line_as_text
from tests.games.russian_portfolio.conftest import goals

POOL = ["soviet-army-5", "soviet-army-23", "mechanized-corps-13", "rifle-corps-3", "front-1", "front-2", "front-3",
        "shock-army-1", "shock-army-2", "shock-army-3", "shock-army-4", "cavalry-corps-2"]  # fmt: skip
WARSAW = {"r1": ["german-army-8"], "hh1": ["romanian-army-1"]}


def rear(portfolio, turn=4, units=None, pool=POOL, tracks=None, phase="replacements", side="russian", **more):
    """The Russian rear with a pool; the Axis is at home."""
    units = {**WARSAW, "russian-pool": pool, **(units or {"q22": ["rifle-corps-1"]})}
    return portfolio(units, phase=phase, side=side, turn=turn, tracks=tracks or {}, **more)


@pytest.mark.parametrize(("turn", "infantry", "armor"), [(2, 0, 0), (3, 6, 5), (4, 7, 5)])
def test_russian_income(portfolio, turn, infantry, armor):
    """Nothing in the first turn; then 6, and one for each of five factories; from the third turn Lend-Lease.

    Rule: IX.A.1.a.1, IX.A.1.b.1, IX.A.1.c, XVI.B.4
    Ruling: RP-02, RP-03
    """
    state = rear(portfolio, turn).state
    assert (state.others[1], state.stock[1]) == (infantry, armor)


@pytest.mark.parametrize(("table", "row", "effect", "parameter"), [
    ("replacements", "infantry", "infantry", "russian-infantry"),
    ("replacements", "factory", "armor", "factory-armor"),
    ("replacements", "lend-lease", "infantry", "lend-lease"),
    ("replacements", "armor", "armor", "axis-armor"),
    ("replacements", "other", "other", "axis-other"),
    ("siberians", "first", "armor", "siberian-armor-1"),
    ("siberians", "second", "armor", "siberian-armor-2"),
    ("siberians", "third", "infantry", "siberian-infantry-3"),
])  # fmt: skip
def test_the_charts_print_the_income_that_is_played(portfolio_game, table, row, effect, parameter):
    rows = next(one.rows for one in portfolio_game.charts.tables if one.id == table)
    (printed,) = (one for one in rows if one.id == row)
    number = portfolio_game.info.parameter(parameter)
    assert printed.effects[effect] == number
    assert str(number) in printed.text.replace(",", " ").split()


def test_lost_factories_and_archangelsk_give_nothing(portfolio):
    """Rule: IX.A.1.b.3, IX.A.1.c"""
    state = rear(portfolio, 4, control={"a25": "axis"}, flags={"lost-factory-aa16": True}).state
    assert (state.others[1], state.stock[1]) == (6, 4)


def test_a_factory_without_supply_is_idle(portfolio):
    """Leningrad is held, but nothing leads there.

    Rule: IX.A.1.b.2
    """
    around = {name: "axis" for name in ("g14", "g16", "h14", "h15", "f14", "f15", "h16", "g17")}
    assert rear(portfolio, 3, control=around).state.stock[1] == 4


def test_axis_income(portfolio):
    """Rule: IX.A.2"""
    lost = {"q22": ["rifle-corps-1"], "axis-eliminated": ["panzer-corps-1"]}
    state = rear(portfolio, 4, side="axis", units=lost).state
    assert (state.stock[0], state.others[0]) == (2, 2)


@pytest.mark.parametrize(("unit", "cost"), [
    ("soviet-army-5", 4), ("front-1", 8), ("rifle-corps-3", 2), ("mechanized-corps-13", 4), ("cavalry-corps-2", 2),
    ("infantry-corps-1", 3), ("panzer-corps-1", 5), ("tank-corps-1", 3), ("shock-army-1", 5),
])  # fmt: skip
def test_costs(portfolio_rules, unit, cost):
    """The smallest factor of infantry and fronts, the largest of others.

    Rule: IX.A
    """
    assert portfolio_rules.kit.board.cost[portfolio_rules.units.index(unit)] == cost


def test_a_replacement_arrives_dispersed_and_is_paid(portfolio):
    """Rule: IX.A"""
    situation = rear(portfolio, 4).do("choose-unit soviet-army-5", "place-at q19")
    assert situation.marked("q19") == ["soviet-army-5 dispersed"]
    assert situation.state.others[1] == 3
    situation.do("choose-unit rifle-corps-3")
    assert "q19" not in goals(situation)  # one unit a turn in each hex


def test_shock_armies_wait_for_siberia(portfolio):
    """Rule: IX.B.2"""
    situation = rear(portfolio, 5, tracks={"russian-infantry-tens": 2})
    assert situation.refused("choose-unit shock-army-1").rule == "IX.A"


def test_two_fronts_a_turn(portfolio):
    """Rule: IX.A.1.a.2"""
    situation = rear(portfolio, 5, tracks={"russian-infantry-tens": 9})
    situation.do("choose-unit front-1", "place-at q19", "choose-unit front-2", "place-at k23")
    assert situation.refused("choose-unit front-3").rule == "IX.A"


def test_germans_mix_armor_into_infantry_but_not_the_reverse(portfolio):
    """Rule: IX.A.2, RP-92"""
    lost = {"q22": ["rifle-corps-1"], "axis-eliminated": ["infantry-corps-1", "panzer-corps-1"]}
    situation = rear(portfolio, 4, side="axis", units=lost)
    assert situation.refused("choose-unit panzer-corps-1").rule == "IX.A"
    situation.do("choose-unit infantry-corps-1")
    assert goals(situation) == {"r1", "e10", "hh1"}
    situation.do("place-at e10")
    assert (situation.state.others[0], situation.state.stock[0]) == (0, 1)


def test_the_siberian_reserve_arrives_ready(portfolio):
    """1st and 3rd Shock Armies and 7 factors of armor in the first turn; the rest is kept.

    Rule: IX.B.2, IX.B.4, IX.B.5
    """
    situation = rear(portfolio, 5).do("call-siberia")
    assert {"choose-unit shock-army-1", "choose-unit shock-army-3"} <= set(situation.offered())
    assert "choose-unit shock-army-2" not in situation.offered()
    situation.do("choose-unit shock-army-1", "place-at p20", "choose-unit mechanized-corps-13", "place-at p20")
    assert sorted(situation.marked("p20")) == ["mechanized-corps-13", "shock-army-1"]
    before = situation.state.stock[1]
    situation.do("done")
    assert situation.state.stock[1] == before + 7 - 4


@pytest.mark.parametrize(("die", "over"), [(3, True), (4, False)])
def test_roulette(portfolio, die, over):
    """Rule: IX.B.3"""
    situation = rear(portfolio, 5, dice=(die,)).do("call-siberia", "done", "done", "call-3")
    assert bool(situation.state.ended) is over


def test_siberia_is_safe_in_january(portfolio):
    """Rule: IX.B.1

    Ruling: RP-04, RP-93
    """
    situation = rear(portfolio, 12).do("call-siberia", "done", "done")
    assert not situation.step().startswith("roulette")


def test_trains_carry_three_units_to_towns(portfolio):
    """Rule: VIII.A.2, VIII.A.3

    Ruling: RP-01, RP-97
    """
    units = {"q19": ["soviet-army-1"], "y20": ["soviet-army-3"], "k23": ["soviet-army-6"], "w22": ["soviet-army-7"],
             "s21": ["front-4"]}  # fmt: skip
    situation = rear(portfolio, units=units, phase="strategic-land")
    assert situation.refused("choose-unit front-4").rule == "VIII.A.3"
    situation.do("choose-unit soviet-army-1", "place-at t19", "choose-unit soviet-army-3", "place-at v17")
    situation.do("choose-unit soviet-army-6", "place-at n18")
    assert situation.marked("n18") == ["soviet-army-6 dispersed"]
    assert situation.phase() != "strategic-land"


@pytest.mark.parametrize(("die", "sunk"), [(1, True), (3, False), (6, False)])
def test_submarines(portfolio, die, sunk):
    """Sevastopol is Russian, so only a 1 sinks on the Black Sea.

    Rule: VIII.B.3, XV.B
    Ruling: RP-49
    """
    situation = rear(portfolio, units={"ff8": ["soviet-army-1"]}, phase="strategic-sea", dice=(die,))
    situation.do("choose-unit soviet-army-1", "place-at jj10")
    assert (situation.at("jj10") == []) is sunk


def test_enemy_seas_sink_with_odd_numbers(portfolio):
    """Koenigsberg is German: on the Baltic a 3 sinks.

    Rule: VIII.B.3
    Ruling: RP-91
    """
    situation = rear(portfolio, units={"f10": ["soviet-army-1"]}, phase="strategic-sea", dice=(3,))
    situation.do("choose-unit soviet-army-1", "place-at g15")
    assert situation.at("g15") == []


def test_kerch_closes_the_sea_of_azov(portfolio):
    """Rule: VIII.B.2"""
    for control, open_ in (({}, True), ({"jj13": "axis"}, False)):
        situation = rear(portfolio, units={"gg16": ["soviet-army-1"]}, phase="strategic-sea", control=control)
        situation.do("choose-unit soviet-army-1")
        assert ("jj10" in goals(situation)) is open_


def test_half_of_a_pocket_is_lost(portfolio):
    """An army and a corps, 6 factors, are cut off behind the Axis lines: three must go; the cavalry doesn't count.

    Rule: XIV.B.2
    Ruling: RP-88
    """
    control = {f"{row}{column}": "axis" for row in ("p", "q", "r", "s", "t") for column in range(3, 16)}
    units = {"r9": ["soviet-army-1", "rifle-corps-1"], "r10": ["cavalry-corps-1"], "q22": ["soviet-army-3"]}
    situation = rear(portfolio, units=units, phase="supply-status", control=control)
    assert set(situation.offered()) == {"lose-unit soviet-army-1", "lose-unit rifle-corps-1"}
    situation.do("lose-unit soviet-army-1")
    assert situation.at("r9") == ["rifle-corps-1"]
    assert situation.at("r10") == ["cavalry-corps-1"]


def test_a_front_in_a_pocket_becomes_an_army(portfolio):
    """Rule: XIV.B.2"""
    control = {f"{row}{column}": "axis" for row in ("p", "q", "r", "s", "t") for column in range(3, 16)}
    units = {"r9": ["front-4"], "q22": ["soviet-army-3"]}
    situation = rear(portfolio, units=units, phase="supply-status", control=control)
    situation.do("reduce front-4")
    assert situation.at("r9") == ["soviet-army-1"]  # the first of those that are lost


def test_victory_cities_feed_who_stands_on_them(portfolio):
    """Rule: XIV.A.3"""
    control = {f"{row}{column}": "axis" for row in ("o", "p", "q", "r", "s", "t") for column in range(3, 17)}
    units = {"q13": ["soviet-army-1"], "q22": ["soviet-army-3"]}
    situation = rear(portfolio, units=units, phase="supply-status", control=control | {"q13": "russian"})
    assert situation.at("q13") == ["soviet-army-1"]


@pytest.mark.parametrize(("options", "cities", "over"), [
    ({}, ("q13", "y10"), False), ({"russian-redeployment": True}, ("q13", "y10", "jj10"), False),
])  # fmt: skip
def test_cities_without_a_line_don_t_count(portfolio_game, options, cities, over):
    """Rule: IV.1"""
    rules = rules_of(portfolio_game, options=options)
    state = rules.new_state()
    for city in cities:
        rules.kit.enter(state, 0, 1 << rules.spaces.index(city))
    assert rules.score(state) == {"axis": 0}
    assert bool(state.ended) is over


def test_weight_six_wins(portfolio_rules):
    """The whole west is Axis: Smolensk, Kiev, Leningrad 2, and Moscow 2 make six.

    Rule: IV.1
    """
    state = portfolio_rules.new_state()
    board, kit = portfolio_rules.kit.board, portfolio_rules.kit
    for unit in range(len(board.units)):
        if board.side_of[unit] == 1:
            kit.put(state, 1 << unit, board.boxes["russian-eliminated"])
    cells = board.ground.field.cells
    kit.enter(state, 0, sum(1 << index for index, (column, _) in enumerate(cells) if column < 15) & board.home[1])
    assert portfolio_rules.score(state) == {"axis": 5}  # Leningrad, Smolensk, Kiev, Sevastopol
    kit.enter(state, 0, sum(1 << portfolio_rules.spaces.index(name) for name in ("q16", "q17", "q18", "q19")))
    assert portfolio_rules.score(state) == {"axis": 7}


def test_first_weather_by_die(portfolio_game):
    """Rule: XVI.C.1.c"""
    rules = rules_of(portfolio_game, "june-1")
    found = {rules.kit.weathers[rules.new_state(seed).weather] for seed in range(12)}
    assert found == {"good", "mud"}


def test_weather_by_turn(portfolio_rules):
    """Rule: VI.A"""
    state = portfolio_rules.new_state()
    seen = []
    for turn in range(2, 15):
        state.turn = turn
        begin_turn(portfolio_rules.kit, state)
        seen.append(portfolio_rules.kit.weathers[state.weather])
    assert seen == ["good"] * 5 + ["mud"] * 2 + ["hard-frost"] + ["snow"] * 5


def test_an_army_for_a_front_is_as_isolated(portfolio):
    """The front has 2 points and no bonus in its pocket, and so has the army that takes its place: not 3 and 3.

    Rule: XIV.B.1, XIV.C
    Ruling: RP-17, RP-87
    """
    control = {f"{row}{column}": "axis" for row in ("s", "t", "u", "v", "w", "x", "y", "z") for column in range(5, 27)}
    units = {"v14": ["front-1"], "u12": ["german-army-1"]}
    situation = portfolio(units, side="russian", control=control).do("reduce front-1")
    (army,) = situation.at("v14")
    rules = situation.rules
    assert rules.assembly.movement.allowance(situation.state, rules.units.index(army)) == (2, 0)


def test_lend_lease_hangs_on_archangelsk_alone(portfolio, portfolio_rules):
    """Every port but Archangelsk lies on a sea where ships sail; the loss of Pärnu costs nothing: 6 and 1.

    Rule: IX.A.1.c, VIII.B
    """
    board = portfolio_rules.kit.board
    sailed = board.coasts[0] | board.coasts[1] | board.coasts[2]
    ports = board.features["port"] & ~sailed
    assert ports == 1 << board.space_index["a25"]
    assert rear(portfolio, 4, control={"h9": "axis"}).state.others[1] == 7


@pytest.mark.parametrize("phase", ["initial-movement", "supply-status"])
def test_a_fortress_feeds_the_unit_that_its_owner_chooses(portfolio, phase):
    """Odessa is a fortress, cut off by land and sea, with two units in it; the cavalry doesn't care in the end.

    Rule: XIV.A.3, XIV.B.2
    Ruling: RP-31
    """
    around = dict.fromkeys(("ee8", "ee9", "ff7", "ff9", "gg8", "gg9", "jj10", "gg7", "ff6"), "axis")
    units = {"ff8": ["soviet-army-1", "rifle-corps-1"], "ee8": ["german-army-1"]}
    situation = portfolio(units, side="russian", phase=phase, control=around)
    assert situation.step() == "fortress-supply"
    assert situation.offered() == ["choose-unit soviet-army-1", "choose-unit rifle-corps-1"]
    situation.do("choose-unit rifle-corps-1")
    assert [line.get("units") for line in situation.events("cut-off")] == [["soviet-army-1"]]
    if phase == "supply-status":
        assert situation.offered() == ["lose-unit soviet-army-1"]
    else:
        rules, index = situation.rules, situation.rules.units.index
        allowance = rules.assembly.movement.allowance
        assert allowance(situation.state, index("soviet-army-1")) == (2, 0)
        assert allowance(situation.state, index("rifle-corps-1"))[1] == 3
    situation = portfolio({**units, "ff8": ["soviet-army-1", "cavalry-corps-1"]}, side="russian", phase=phase,
                          control=around)  # fmt: skip
    assert (situation.step() == "fortress-supply") is (phase == "initial-movement")


def test_a_german_arriving_in_helsinki_costs_no_finn(portfolio):
    """Two corps stand in Helsinki; the one that makes room, as the Axis player chooses, goes one hex west, Dispersed,
    here or there.

    Rule: IX.A
    Ruling: RP-92
    """
    units = {**WARSAW, "e10": ["finnish-corps-1", "finnish-corps-2"], "a26": ["soviet-army-1"],
             "axis-eliminated": ["infantry-corps-1"]}  # fmt: skip
    situation = portfolio(units, phase="replacements", tracks={"axis-other": 3})
    situation.do("choose-unit infantry-corps-1", "place-at e10")
    assert situation.offered() == ["choose-unit finnish-corps-1", "choose-unit finnish-corps-2"]
    situation.do("choose-unit finnish-corps-2")
    assert goals(situation) == {"d9", "e9"}
    situation.do("place-at e9")
    assert situation.marked("e10") == ["infantry-corps-1 dispersed", "finnish-corps-1"]
    assert situation.marked("e9") == ["finnish-corps-2 dispersed"]


@pytest.mark.parametrize(("turn", "phase", "given_up"), [
    (4, "initial-attack", True), (4, "strategic-land", True), (2, "initial-attack", False), (2, "strategic-land", True),
    (2, "initial-movement", False), (4, "initial-movement", True),
])  # fmt: skip
def test_units_are_given_up_in_all_phases_of_their_side(portfolio, turn, phase, given_up):
    """From the second turn on; in the first only before all operations. A front may become an army at any time.

    Rule: XIV.C, IX.A.3
    Ruling: RP-42
    """
    units = {"p4": ["front-1"], "q19": ["rifle-corps-1", "rifle-corps-3"], "p3": ["infantry-corps-1"],
             "russian-eliminated": ["soviet-army-1"]}  # fmt: skip
    situation = portfolio(units, phase=phase, side="russian", turn=turn)
    step = situation.step()
    assert "reduce front-1" in situation.offered()
    assert ("give-up" in situation.offered()) is given_up
    if given_up:
        situation.do("give-up", "lose-unit rifle-corps-3")
        assert situation.at("q19") == ["rifle-corps-1"]
        assert situation.events("eliminate")[-1].rule == "XIV.C"
        assert situation.step() == step


def test_factors_are_told_without_a_sign(portfolio):
    """They are what a side has, not what it gains."""
    rules = portfolio({"r1": ["german-army-8"]}).rules
    line = LogLine(1, "event", {"event": "factors", "by": "russian", "value": 23, "code": 11, "rule": "IX.A"})
    assert line_as_text(rules, line) == "Soviet Union: 23 armor factors, 11 others. [IX.A]"
