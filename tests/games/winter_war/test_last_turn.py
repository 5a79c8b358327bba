"""The last turn of the heuristic players of Winter War: points are taken back, and ways to them barred.

Headquarters 1 in 2364 keeps the Mannerheim Line (2363 to 2663, 40 points) in touch with Leningrad; headquarters 2 in
3005 keeps Petsamo (2805, 30 points) in touch with Murmansk, which hangs on the railway to Leningrad.
"""

from __future__ import annotations

import pytest

from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.plans import Plan
from pnp.games.winter_war.plans_finnish import FinnishPlan, final_score, last_moves
from pnp.games.winter_war.plans_soviet import SovietPlan, bars, open_ways
from pnp.games.winter_war.supply import linked_cities
from pnp.referee.dice import bits

LINE = {name: "soviet" for name in ("2363", "2463", "2563", "2663")}
HOME = {"1365": ["finnish-regiment-7"], "2667": ["rifle-regiment-1"]}
SOUTH = {"2364": ["headquarters-1"], "2663": ["rifle-corps-1"], **HOME}
NORTH = {"3005": ["headquarters-2"], "2805": ["rifle-division-1"], "3121": ["rifle-regiment-2"], **HOME}


@pytest.fixture(scope="module")
def outlook(winter_rules):
    return Outlook(winter_rules.assembly)


def plan_of(situation, outlook) -> Plan:
    """The plan of the side on turn."""
    make = SovietPlan if situation.state.side == SOVIET else FinnishPlan
    return make(situation.rules.assembly, situation.state, outlook)


def taken_back(situation, outlook):
    """Unit -> hex in the last Finnish moves."""
    rules = situation.rules
    moves = last_moves(plan_of(situation, outlook))
    return {rules.units[unit]: rules.spaces[space] for unit, space in moves.items()}


def points_after(situation, where):
    """The final score when units have gone straight to hexes."""
    rules, twin = situation.rules, situation.state.copy(records=False)
    for unit, space in where.items():
        rules.kit.put(twin, 1 << rules.units.index(unit), rules.spaces.index(space))
        twin.seize(1, 1 << rules.spaces.index(space))
    return final_score(rules.assembly, twin)


def test_an_empty_hex_of_the_line_is_taken_back(winter, outlook):
    """The battalion in 2261 is two hexes from 2363; a corps stands in 2663 only. Without one hex of it the line doesn't
    count.
    """
    situation = winter({**SOUTH, "2261": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10, control=LINE)
    assert situation.rules.victory.points(situation.state, SOVIET) == 40
    assert taken_back(situation, outlook) == {"finnish-battalion-1": "2363"}
    assert points_after(situation, {"finnish-battalion-1": "2363"}) == 0


def test_nobody_moves_for_nothing(winter, outlook):
    """A corps stands in each hex of the line, so nothing can be taken back."""
    corps = {hex_: [f"rifle-corps-{n}"] for n, hex_ in enumerate(LINE, 1)}
    situation = winter(
        {**SOUTH, **corps, "2261": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10, control=LINE
    )  # fmt: skip
    assert taken_back(situation, outlook) == {}


def test_a_railway_is_cut_far_from_the_points_that_hang_on_it(winter, outlook):
    """Murmansk is no supply city without its railway to Leningrad, so Petsamo isn't captured."""
    situation = winter({**NORTH, "2922": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10)
    assert final_score(situation.rules.assembly, situation.state.copy(records=False)) == 30
    where = taken_back(situation, outlook)
    board, (space,) = situation.rules.board, where.values()
    assert points_after(situation, where) == 0
    assert board.rails[SOVIET].all >> situation.rules.spaces.index(space) & 1


def barred(situation, outlook, names):
    """Unit -> post, and the hexes of the railway that raiders can reach before and after."""
    rules, state = situation.rules, situation.state
    plan = Plan(rules.assembly, state, outlook, SOVIET)
    raiders = list(bits(state.present & rules.board.own[1]))
    posts = bars(plan, [unit for unit in plan.reach if rules.units[unit].startswith(names)])
    twin = state.copy(records=False)
    for unit, space in posts.items():
        rules.kit.put(twin, 1 << unit, space)
    return posts, *(sum(way.bit_count() for way in open_ways(plan, one, raiders)) for one in (state, twin))


GUARDS = {**NORTH, "2922": ["finnish-battalion-1"], "3124": ["border-guards-1"], "3121": ["border-guards-2"]}


def test_border_guards_bar_the_way_to_the_railway(winter, outlook):
    """Where the guards of 3124 and 3121 go, a raider in 2922 finds fewer ways to the railway."""
    posts, before, after = barred(winter(GUARDS, phase="soviet-movement", turn=10), outlook, "border")

    assert len(posts) >= 1
    assert after < before


def test_who_may_bar_a_way_now_is_the_last_to_be_sent(winter, outlook):
    """Regiments that come by rail from Leningrad go first; the guards near the raider stay while these suffice."""
    regiments = {"2667": ["rifle-regiment-1", "rifle-regiment-3", "rifle-regiment-4"]}
    situation = winter(GUARDS | regiments, phase="soviet-movement", turn=10)
    posts, before, after = barred(situation, outlook, ("border", "rifle-regiment"))

    names = [situation.rules.units[unit] for unit in posts]
    assert names[0].startswith("rifle-regiment")
    assert after < before


def test_the_murmansk_railway_is_guarded_in_the_last_turn(winter_rules):
    """Eight games: the Soviet adviser keeps the railway to Murmansk whole in most of them. Ruling WW-97."""
    board, whole = winter_rules.board, 0
    for seed in range(1, 9):
        state = winter_rules.new_state(seed)
        advisers = {side: winter_rules.adviser(side) for side in winter_rules.sides}
        while not state.ended:
            linked = linked_cities(board, state)
            choices = winter_rules.choices(state)
            winter_rules.apply(state, advisers[winter_rules.side_to_act(state)].best(state, choices))
        whole += linked >> board.murmansk & 1
    assert whole >= 4
