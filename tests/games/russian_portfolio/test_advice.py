"""Players of both sides: they beat chance, and their games look like a campaign."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of
from pnp.games.russian_portfolio.advice.forecast import Forecasts
from pnp.games.russian_portfolio.advice.operations import Operations
from pnp.referee.dice import bits

pytestmark = pytest.mark.slow


def play(rules, advised, seed, last=99):
    """A game, or its turns up to `last`."""
    state, chance = rules.new_state(seed), Random(seed)
    advisers = {side: rules.adviser(side) for side in advised}
    for adviser in advisers.values():
        adviser.seed = seed + 1
    while not rules.is_over(state) and state.turn <= last:
        choices, side = rules.choices(state), rules.side_to_act(state)
        action = advisers[side].best(state, choices) if side in advisers else choices[chance.randrange(len(choices))]
        rules.apply(state, action)
    return state


@pytest.mark.parametrize("side", ["axis", "russian"])
def test_advice_beats_chance(portfolio_game, side):
    rules = rules_of(portfolio_game, options={"siberian-reserve": False})
    wins = [rules.result(play(rules, (side,), seed)).winner for seed in range(3)]
    assert wins == [side] * 3


def test_a_game_of_two_advised_sides_is_a_campaign(portfolio_rules):
    """Until the end of August Minsk and Riga fall, the Red Army loses a third, and both armies stand in the field."""
    state = play(portfolio_rules, ("axis", "russian"), 2, last=5)
    board = portfolio_rules.kit.board
    assert all(state.held[0] >> board.space_index[city] & 1 for city in ("q8", "k7"))
    assert len([line for line in state.log if line.get("event") == "eliminate"]) > 14
    assert [(own & state.present).bit_count() > 20 for own in board.own] == [True, True]


def test_explanations_have_words(portfolio_rules):
    state = portfolio_rules.new_state()
    side = portfolio_rules.side_to_act(state)
    for option in portfolio_rules.adviser(side).explain(state, portfolio_rules.choices(state)):
        assert option.reason


def index(rules, name):
    return (rules.units if name in rules.units else rules.spaces).index(name)


def planned(situation, side, *, moving=True):
    """The plan of a side for the phase, in words: where units go, and who attacks which hex."""
    rules, board = situation.rules, situation.rules.kit.board
    plan = Operations(rules.adviser(side).view, situation.state, moving=moving).planned()
    moves = {board.units[unit]: board.spaces[goal] for unit, goal in plan.moves.items()}
    attacks = {board.spaces[goal]: {board.units[unit] for unit in bits(units)} for goal, units in plan.attacks.items()}
    return moves, attacks


@pytest.mark.parametrize(("stands", "hexes"), [
    ({"german-army-1": "w14"}, 4),                           # away to the east
    ({"german-army-1": "w14", "german-army-2": "w16"}, 0),   # the six hexes around W15 are beside one or the other
])  # fmt: skip
def test_forecasts_know_how_far_defenders_could_retreat(portfolio, stands, hexes):
    """Rule: XIII.D.4.d, XIII.D.4.f, XIII.C.12"""
    units = {"w15": ["soviet-army-1"], **{at: [unit] for unit, at in stands.items()}}
    situation = portfolio(units, phase="initial-attack")
    rules = situation.rules
    forecasts = Forecasts(rules.adviser("axis").view, situation.state)
    force = [(index(rules, unit), index(rules, at)) for unit, at in stands.items()]
    assert forecasts.refuge(index(rules, "w15"), force) == hexes


def test_attacks_are_planned_from_both_sides(portfolio):
    """Two Panzer Groups west of an army: one goes around it, so that it can't retreat. (No fuel: they move 2.)"""
    units = {"w15": ["soviet-army-1"], "v14": ["panzer-group-1"], "x14": ["panzer-group-2"], "r1": ["german-army-1"]}
    moves, attacks = planned(portfolio(units), "axis")
    assert attacks["w15"] == {"panzer-group-1", "panzer-group-2"}
    assert {moves.get("panzer-group-1"), moves.get("panzer-group-2")} & {"w16", "v15", "x15"}


def test_an_army_garrisons_the_city_that_the_enemy_comes_for(portfolio):
    units = {"h16": ["soviet-army-1"], "l14": ["german-army-1", "infantry-corps-1"], "a25": ["soviet-army-2"]}
    moves, _ = planned(portfolio(units, side="russian"), "russian")
    assert moves["soviet-army-1"] == "g15"


@pytest.mark.parametrize(("target", "stays"), [("q19", True), ("w15", False)])
def test_no_retreat_is_ordered_for_a_city_and_not_for_open_ground(portfolio, target, stays):
    """12 against 9 in Moscow is 1:1 and 12 against 4 in the open 3:1; only the city is worth the units.

    Rule: XIII.B.6
    """
    west = {"q19": ("q18", "r18"), "w15": ("w14", "v14")}[target]
    units = {target: ["soviet-army-1"], west[0]: ["german-army-1"], west[1]: ["panzer-corps-1"]}
    situation = portfolio(units, phase="initial-attack")
    situation.do(f"attack {target}", "choose-unit german-army-1", "choose-unit panzer-corps-1")
    rules, state = situation.rules, situation.state
    assert situation.step() == "assault-fast"
    chosen = rules.adviser("russian").best(state, rules.choices(state))
    assert (rules.to_json(chosen)[0] == "stand-fast") is stays


def test_a_pair_garrisons_a_city_of_weight_two(portfolio):
    units = {"h16": ["soviet-army-1"], "h17": ["rifle-corps-1"], "l14": ["german-army-1", "infantry-corps-1"]}
    moves, _ = planned(portfolio(units | {"a25": ["soviet-army-2"]}, side="russian"), "russian")
    assert (moves["soviet-army-1"], moves["rifle-corps-1"]) == ("g15", "g15")


def test_a_garrison_does_not_leave_its_city_to_attack(portfolio):
    """The enemy is near to Moscow; what stands beside the city is free to go."""
    units = {"q19": ["front-1"], "r18": ["soviet-army-1"], "q17": ["light-corps"], "r1": ["german-army-3"]}
    situation = portfolio(units, side="russian")
    plan = Operations(situation.rules.adviser("russian").view, situation.state, moving=True)
    assert plan.garrisons == 1 << index(situation.rules, "front-1")


def test_an_isolated_front_becomes_an_army_rather_than_be_lost(portfolio):
    """Rule: XIV.B.2"""
    control = {f"{row}{column}": "axis" for row in ("p", "q", "r", "s", "t") for column in range(3, 16)}
    units = {"r9": ["front-4"], "q22": ["soviet-army-3"]}
    situation = portfolio(units, phase="supply-status", side="russian", control=control)
    rules, state = situation.rules, situation.state
    assert rules.to_json(rules.adviser("russian").best(state, rules.choices(state)))[0] == "reduce"


def test_the_adviser_gives_nothing_up(portfolio):
    """Not even where a front has to be attacked and no attack is worth it."""
    units = {"v14": ["german-army-1"], "v15": ["soviet-army-1"], "w14": ["front-1"], "x14": ["infantry-corps-1"]}
    situation = portfolio(units, phase="initial-attack")
    situation.do("attack v15", "choose-unit german-army-1", "done")
    assert situation.offered() == ["attack w14", "give-up"]
    rules, state = situation.rules, situation.state
    best = rules.adviser("axis").best(state, rules.choices(state))
    assert rules.to_json(best) == ["attack", "w14"]


def test_it_is_worth_more_to_drive_off_who_stands_beside_a_city(portfolio):
    """Leningrad counts as two cities, Smolensk as one; the corps beside neither isn't worth the way."""
    units = {"g15": ["front-1"], "q13": ["soviet-army-1"]}
    foes = {"h14": ["german-army-1"], "q12": ["german-army-2"], "l10": ["light-corps"]}
    situation = portfolio(units | foes, side="russian")
    plan = Operations(situation.rules.adviser("russian").view, situation.state)
    city, town, field = (plan.place(index(situation.rules, hex_)) for hex_ in foes)
    assert city > town > field == 0


@pytest.mark.parametrize(("city", "foe", "losses"), [("q19", "q18", [0.34, 1.7]), ("q13", "q12", [0.0, 0.0])])
def test_a_siege_draws_armies_to_a_city_of_weight_two(portfolio, city, foe, losses):
    """Q20 is one hex from Moscow, Q24 five; for Smolensk nobody leaves his part of the front."""
    units = {city: ["front-1"], foe: ["german-army-1"], "t20": ["soviet-army-1"]}
    situation = portfolio(units, side="russian")
    rules = situation.rules
    plan, army = Operations(rules.adviser("russian").view, situation.state), index(rules, "soviet-army-1")
    drawn = plan.posting(army)
    plan.ground.besieged = []
    calm = plan.posting(army)
    assert [round(calm(at) - drawn(at), 3) for at in (index(rules, "q20"), index(rules, "q24"))] == losses
