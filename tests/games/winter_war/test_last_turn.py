"""The last turn of the heuristic players of Winter War: points are taken back, and ways to them barred.

Headquarters 1 in 2364 keeps the Mannerheim Line (2363 to 2663, 40 points) in touch with Leningrad; headquarters 2 in
3005 keeps Petsamo (2805, 30 points) in touch with Murmansk, which hangs on the railway to Leningrad.
"""

from __future__ import annotations

import pytest

from pnp.games.winter_war.advice_last import LastMoves, Watch, final_score
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook, reaches

LINE = {name: "soviet" for name in ("2363", "2463", "2563", "2663")}
HOME = {"1365": ["finnish-regiment-7"], "2667": ["rifle-regiment-1"]}
SOUTH = {"2364": ["headquarters-1"], "2663": ["rifle-corps-1"], **HOME}
NORTH = {"3005": ["headquarters-2"], "2805": ["rifle-division-1"], "3121": ["rifle-regiment-2"], **HOME}


@pytest.fixture(scope="module")
def outlook(winter_rules):
    return Outlook(winter_rules.assembly)


def last_moves(situation, outlook):
    """Unit -> hex, and the points that are saved."""
    rules, state = situation.rules, situation.state
    found = LastMoves(rules.assembly, state, outlook, reaches(rules.assembly, state, FINNISH))
    return {rules.units[unit]: rules.spaces[space] for unit, space in found.goal.items()}, found.saved


def test_an_empty_hex_of_the_line_is_taken_back(winter, outlook):
    """The battalion in 2261 is two hexes from 2363; a corps stands in 2663 only. Without one hex of it the line doesn't
    count.
    """
    situation = winter({**SOUTH, "2261": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10, control=LINE)
    assert situation.rules.victory.points(situation.state, SOVIET) == 40
    assert last_moves(situation, outlook) == ({"finnish-battalion-1": "2363"}, 40)


def test_nobody_moves_for_nothing(winter, outlook):
    """A corps stands in each hex of the line, so nothing can be taken back."""
    corps = {hex_: [f"rifle-corps-{n}"] for n, hex_ in enumerate(LINE, 1)}
    situation = winter(
        {**SOUTH, **corps, "2261": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10, control=LINE
    )  # fmt: skip
    assert last_moves(situation, outlook) == ({}, 0)


def test_a_railway_is_cut_far_from_the_points_that_hang_on_it(winter, outlook):
    """Murmansk is no supply city without its railway to Leningrad, so Petsamo isn't captured."""
    situation = winter({**NORTH, "2922": ["finnish-battalion-1"]}, phase="finnish-movement", turn=10)
    assert final_score(situation.rules.assembly, situation.state.copy(records=False)) == 30
    where, saved = last_moves(situation, outlook)
    board, (space,) = situation.rules.board, where.values()
    assert saved == 30
    assert board.rails[SOVIET].all >> situation.rules.spaces.index(space) & 1


def test_border_guards_bar_the_way_to_the_railway(winter, outlook):
    """Where the guards of 3124 and 3121 go, a raider in 2922 finds fewer ways to the railway."""
    situation = winter(
        {**NORTH, "2922": ["finnish-battalion-1"], "3124": ["border-guards-1"], "3121": ["border-guards-2"]},
        phase="soviet-movement", turn=10,
    )  # fmt: skip
    rules, state = situation.rules, situation.state
    guards = {
        unit: plane
        for unit, plane in reaches(rules.assembly, state, SOVIET).items() if rules.units[unit].startswith("border")
    }
    watch = Watch(rules.assembly, state, outlook, guards)
    assert watch.posts
    open_before = Watch(rules.assembly, state, outlook, {}).open_ways(state.copy(records=False))
    open_after = watch.open_ways(watch.twin)
    assert sum(plane.bit_count() for plane in open_after) < sum(plane.bit_count() for plane in open_before)


def test_units_count_less_and_points_at_hand_more_towards_the_end(winter, outlook):
    """The last of four hexes of the line brings the Soviet side 40 points, the first a sixteenth of it."""
    three = {name: "soviet" for name in ("2463", "2563", "2663")}
    situation = winter({**SOUTH}, turn=10, control=three)
    none = winter({"2364": ["headquarters-1"], **HOME}, turn=10)
    space = situation.rules.spaces.index("2363")
    assert outlook.at_stake(situation.state, SOVIET, space) == 40
    assert outlook.at_stake(none.state, SOVIET, space) == 2.5
    assert outlook.at_stake(situation.state, FINNISH, space) == 0
    assert [round(outlook.life(turn), 2) for turn in (6, 7, 8, 9, 10)] == [1.0, 1.0, 0.73, 0.47, 0.2]
