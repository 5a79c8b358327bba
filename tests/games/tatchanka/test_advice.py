"""The adviser of Tatchanka: attacks in common, garrisons, ways to cities."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of
from pnp.games.tatchanka.advice.assaults import Assaults
from pnp.games.tatchanka.advice.ground import Ground, Terrain


def led(situation, phase):
    """Follow the advisers through a phase."""
    rules, state, advisers = situation.rules, situation.state, {}
    while situation.phase() == phase:
        side = rules.side_to_act(state)
        adviser = advisers.setdefault(side, rules.adviser(side))
        rules.apply(state, adviser.best(state, rules.choices(state)))
    return situation


def ground(situation, side):
    """The position as the adviser sees it."""
    rules = situation.rules
    view = rules.adviser(side).view
    return Ground(Terrain(view), situation.state, rules.sides.index(side), rules.sides.index(side))


def test_units_come_together_to_attack_a_city_that_one_alone_could_not_take(fall):
    """Two supplied regiments of 3 are 12 against a strength of 8, a third makes 18: 2:1. Rule: 5.0, 5.1.2, 5.3"""
    division = [f"2nd-insurgent-division-{number}" for number in (1, 2, 3)]
    position = fall({"2508": division, "2410": ["zaporizhian-corps-1", "zaporizhian-corps-2"]})
    led(led(position, "movement-1"), "combat-2")
    (attack,) = position.events("attack")
    assert attack.data["at"] == "2410"
    assert set(attack.data["units"]) == set(division)


def test_the_last_unit_of_a_threatened_city_stays(fall):
    """An empty city, Poltava, is not worth the one that it would leave."""
    position = fall({"2410": ["zaporizhian-corps-1"], "2508": ["2nd-insurgent-division-1"]}, "movement-2", "directory")
    led(position, "movement-2")
    assert "zaporizhian-corps-1" in position.at("2410")


@pytest.mark.parametrize(("beside", "trapped"), [((0, 3), False), ((0, 2, 4), False), ((0, 1, 2, 3, 4, 5), True)])
def test_defenders_are_trapped_where_all_hexes_of_retreat_are_closed(fall, beside, trapped):
    """On open ground a ring of six closes all hexes one and two away. Rule: 5.2.3"""
    position = fall({"2410": ["zaporizhian-corps-1"], "2508": ["2nd-insurgent-division-1"]})
    board = position.rules.kit.board
    city = board.space_index["2410"]
    ring = [hex_ for hex_ in range(board.count) if board.links[0].near[city] >> hex_ & 1]
    assert len(ring) == 6
    assert Assaults(ground(position, "bolshevik")).trapped(city, [ring[index] for index in beside]) is trapped


def test_war_is_declared_by_those_whom_it_releases(fall):
    """It opens the stores of Kyiv and lets its corps go, more than the Russians that it frees. Rule: 3.3.2"""
    talks = fall({"1108": ["sich-riflemen-1", "siege-corps-stockpiles-1"]}, "diplomacy", "directory")
    rules, start = talks.rules, talks.rules.new_state(1)
    assert rules.to_json(rules.adviser("directory").best(talks.state, rules.choices(talks.state))) == ["declare-war"]
    assert rules.to_json(rules.adviser("bolshevik").best(start, rules.choices(start))) == ["persuade", "zelenyist"]


def test_openings_differ_by_seed(fall_game, fall):
    """Of six players of the Bolsheviks at least three open differently; the same seed opens alike. Rule: 8.2.1"""
    rules = fall({"2403": ["cheka-1"]}).rules

    def opening(seed):
        state, adviser = rules.new_state(seed), rules.adviser("bolshevik")
        adviser.seed = seed
        while state.turn == 1:
            rules.apply(state, adviser.best(state, rules.choices(state)))
        return tuple(state.at)

    openings = [opening(seed) for seed in range(1, 7)]
    assert len(set(openings)) >= 3
    assert opening(1) == openings[0]


def test_a_unit_that_no_plan_calls_enters_where_standing_is_worth_most(fall_game):
    """Someone else, or a player that tries things, moves insurgents off the map: the adviser has a place for them."""
    rules = rules_of(fall_game)
    state, draw = rules.new_state(0), Random(0)
    while rules.STEPS[state.stack[-1]].id != "movement-space" or state.at[state.frames[-1]["unit"]] < len(rules.spaces):
        rules.apply(state, draw.choice(rules.choices(state)))
    choices = rules.choices(state)
    adviser = rules.adviser(rules.side_to_act(state))
    scores = adviser.scores(state, choices)
    assert len(set(scores)) > 1
    assert adviser.best(state, choices) == choices[scores.index(max(scores))]
