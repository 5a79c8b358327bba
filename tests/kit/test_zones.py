"""Zones of control: who has one, where it reaches, and what it does to those who enter and leave.

Around 0303 lie 0202 and 0302 above, 0203 and 0403 beside, 0204 and 0304 below; around 0204 lie 0203 and 0303 above,
0104 and 0304 beside, 0205 and 0305 below.
"""

from __future__ import annotations

import pytest

from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

BESIDE = '{"0305": [blue-1], "0303": [red-1]}'
"""Blue stands two hexes from red: between them lie 0204 and 0304, in red's zone."""


def test_a_zone_stops_whoever_enters():
    """From 0305 the hex 0203 lies two steps off through 0204, in the zone, and three over 0205 and 0104."""
    play = Play(declared("movement: {allowance: 2}", units=BESIDE)).do("blue-1")

    assert play.why("0204") is None
    assert play.why("0203") == ("zone-stops", "6")
    assert play.why("0303") == ("enemy-there", "4")


@pytest.mark.parametrize(("zones", "lists", "refuses"), [
    ("zones: null", ["0204", "0203", "0103", "0202"], []),
    ("zones: {entering: stop}", ["0204", "0203", "0103"], ["0202"]),
    ("zones: {entering: free, between: allowed}", ["0204", "0203", "0103", "0202"], []),
    ("zones: {entering: free, between: forbidden}", ["0204", "0203", "0103"], ["0202"]),
    ("zones: {entering: cost, cost: 1, between: allowed}", ["0204", "0304", "0103"], ["0203", "0202"]),
    ("zones: {entering: cost, cost: 2, between: allowed}", ["0204", "0304", "0103"], ["0203", "0202"]),
    ("zones: {entering: cost, cost: 3, between: allowed}", ["0103"], ["0203", "0204", "0304"]),
])  # fmt: skip
def test_what_entering_does(zones: str, lists: list[str], refuses: list[str]):
    """With 3 points: 0204 and 0304 lie one step off, 0203 two, 0202 three, all in the zone; 0103 three around it."""
    play = Play(declared(f"{{{zones}, movement: {{allowance: 3}}}}", units=BESIDE)).do("blue-1")

    assert set(lists) <= set(play.offered)
    assert not set(refuses) & set(play.offered)


def test_a_zone_that_costs_is_paid_in_every_hex_of_it():
    """4 points, 1 more for each hex in the zone: 0203 costs 4 by 0204 or around it; 0202 two more by there."""
    play = Play(declared("zones: {entering: cost, cost: 1, between: allowed}", units=BESIDE)).do("blue-1")

    assert play.why("0203") is None
    assert play.why("0202") == ("zone-stops", "6")  # around it by 0205, 0104 and 0103 are 4 steps, and 1 more


def test_leaving_a_zone_costs_more():
    """3 points: with 2 more for the first step out of the zone there is one step."""
    units = '{"0204": [blue-1], "0303": [red-1]}'
    play = Play(declared("{zones: {leaving: 2}, movement: {allowance: 3}}", units=units)).do("blue-1")

    assert play.offered == ["0104", "0205", "0305"]
    assert play.why("0206") == ("zone-stops", "6")  # two steps


def test_from_zone_to_zone_is_forbidden():
    """0204 and 0203 are both beside red."""
    play = Play(declared(units='{"0204": [blue-1], "0303": [red-1]}')).do("blue-1")

    assert play.why("0104") is None
    assert play.why("0203") is None  # over 0104 and 0103, which lie in no zone
    short = Play(declared("movement: {allowance: 1}", units='{"0204": [blue-1], "0303": [red-1]}')).do("blue-1")
    assert short.offered == ["0104", "0205", "0305"]
    assert short.why("0203") == short.why("0304") == ("zone-stops", "6")


def test_from_zone_to_zone_is_allowed():
    play = Play(declared("{zones: {between: allowed}, movement: {allowance: 1}}",
                         units='{"0204": [blue-1], "0303": [red-1]}')).do("blue-1")  # fmt: skip

    assert play.offered == ["0203", "0104", "0304", "0205", "0305"]


def test_from_zone_to_zone_into_friends():
    play = Play(declared("{zones: {between: into-friends}, movement: {allowance: 1}}",
                         units='{"0204": [blue-1], "0203": [blue-2], "0303": [red-1]}')).do("blue-1")  # fmt: skip

    assert play.offered == ["0203", "0104", "0205", "0305"]
    assert play.why("0304") == ("zone-stops", "6")


def test_friends_end_a_zone():
    """Horse rides through 0204, where a friend stands, and into the next hex of the zone."""
    units = '{"0305": [horse-1], "0204": [blue-1], "0303": [red-1]}'
    plain = Play(declared("movement: {allowance: 2}", units=units)).do("horse-1")
    ended = Play(declared("{movement: {allowance: 2}, zones: {ended_by: friends}}", units=units)).do("horse-1")

    assert plain.why("0203") == ("zone-stops", "6")
    assert ended.why("0203") is None


def test_a_unit_doesnt_end_the_zone_around_itself():
    """It may go from zone to zone only where another friend stands beside it or there."""
    alone = Play(declared("{zones: {ended_by: friends}, movement: {allowance: 1}}",
                          units='{"0204": [blue-1], "0303": [red-1]}')).do("blue-1")  # fmt: skip
    both = Play(declared("{zones: {ended_by: friends}, movement: {allowance: 1}}",
                         units='{"0204": [blue-1, blue-2], "0303": [red-1]}')).do("blue-1")  # fmt: skip

    assert alone.why("0203") == ("zone-stops", "6")
    assert both.why("0203") is None


def test_only_some_units_have_zones():
    play = Play(declared("{zones: {of: {type: guard}}, movement: {allowance: 2}}", units=BESIDE)).do("blue-1")

    assert play.why("0203") is None


@pytest.mark.parametrize(("exception", "stopped"), [
    ("{units: {type: infantry}}", False),
    ("{units: {type: guard}}", True),
    ("{at: {space: '0303'}}", False),
    ("{at: {space: '0101'}}", True),
    ("{units: {type: infantry}, at: {space: '0101'}}", True),
    ("{units: {type: infantry}, at: {space: '0303'}}", False),
])  # fmt: skip
def test_exceptions(exception: str, stopped: bool):
    play = Play(declared(f"{{zones: {{none: [{exception}]}}, movement: {{allowance: 2}}}}", units=BESIDE)).do("blue-1")

    assert play.why("0203") == (("zone-stops", "6") if stopped else None)


RIVER = """
hexes:
  side_kinds: [{id: river, name: River, rule: "4", cost: 1}]
  sides: [{kind: river, sides: "0303/0204"}]
"""


def test_zones_end_at_a_river():
    """0204 lies across a river from red: with `across` no zone reaches it."""
    moves = "movement: {allowance: 2}"
    reaching = Play(declared(f"{{{moves}}}", units=BESIDE, game_map=RIVER)).do("blue-1")
    ending = Play(declared(
        f"{{{moves}, zones: {{across: {{not: {{side_kind: river}}}}}}}}", units=BESIDE, game_map=RIVER
    )).do("blue-1")  # fmt: skip

    assert reaching.why("0203") == ("zone-stops", "6")
    assert ending.why("0203") is None


def test_zones_dont_reach_into_woods():
    rows = "hexes: {rows: [cccccccc, cccccccc, cccccccc, cwcccccc, cccccccc, cccccccc]}"
    units = '{"0305": [blue-1], "0303": [red-1], "0205": [red-2]}'
    into = "zones: {into: {not: {terrain: woods}}}"
    plain = Play(declared(units=units, game_map=rows)).do("blue-1")
    open_ = Play(declared(into, units=units, game_map=rows)).do("blue-1")

    assert plain.why("0204") == plain.why("0203") == ("zone-stops", "6")
    assert open_.why("0204") is None  # out of the zone of red-2
    assert open_.why("0203") is None


def test_areas():
    """Red in Elm has Birch and Dale in its zone: blue from Ash stops there."""
    units = "{ash: [blue-1], elm: [red-1]}"
    play = Play(declared(whole_map=AREAS, units=units)).do("blue-1")

    assert play.offered == ["birch", "dale"]
    assert play.why("cedar") == ("zone-stops", "6")
    assert play.why("isle") == ("too-far", "4")  # there is no way but through Elm


def test_points():
    units = "{p1: [blue-1], p3: [red-1]}"
    play = Play(declared(whole_map=POINTS, units=units)).do("blue-1")

    assert play.offered == ["p2"]
    assert play.why("p4") == ("zone-stops", "6")


def test_zones_reach_along_roads_only():
    """Red in p6 reaches p3 by road, not p5 by track."""
    play = Play(declared("{zones: {across: {way: road}}, movement: {allowance: 9}}", whole_map=POINTS,
                         units="{p1: [blue-1], p6: [red-1]}")).do("blue-1")  # fmt: skip

    assert play.offered == ["p2", "p3", "p4", "p5"]
    play.do("p3", "red-1")
    assert play.offered == ["p2", "p4", "p5"]  # p2 lies in blue's zone by road; by track one gets there
    assert play.why("p1") == ("zone-stops", "6")


def test_a_zone_that_does_not_reach_into_some_places():
    """Red in 0303 controls 0304, but not 0204, where its zone doesn't reach."""
    zones = "zones: {none: [{units: {side: red}, into: {space: '0204'}}]}"
    play = Play(declared(f"{{{zones}, movement: {{allowance: 2}}}}", units=BESIDE)).do("blue-1")

    assert play.why("0203") is None  # over 0204, as nobody is stopped there
