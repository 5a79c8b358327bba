"""Movement: allowances, costs, other ways to move and forced marches, worked out by hand.

Rows of hexes are shifted by half a hex; from 0303 one steps to 0202 0302 0203 0403 0204 0304.
"""

from __future__ import annotations

import pytest

from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

TWO = "parameters: [{id: two, value: 2, rule: '4', text: points}]"
NEAR_0303 = ["0202", "0302", "0203", "0403", "0204", "0304"]


def test_a_unit_goes_as_far_as_its_points():
    """With 1 point the six hexes around it; with 2, 18 hexes of two rings."""
    one = Play(declared("movement: {allowance: 1}", units='{"0303": [blue-1]}')).do("blue-1")
    two = Play(declared("movement: {allowance: 2}", units='{"0303": [blue-1]}')).do("blue-1")

    assert one.offered == NEAR_0303
    assert len(two.offered) == 18
    assert one.why("0101") == ("too-far", "4")
    assert one.why("0303") == ("stands-there", "4")


def test_each_unit_moves_once_and_only_those_of_the_side():
    play = Play(declared(units='{"0303": [blue-1, blue-2], "0806": [red-1]}'))

    assert play.offered == ["blue-1", "blue-2", "done"]
    assert play.why("red-1") == ("not-yours", "4")
    assert play.why("blue-3") == ("not-on-map", "4")
    play.do("blue-1", "0304")
    assert play.why("blue-1") == ("moved", "4")
    assert play.do("blue-2", "0302").asked == "red movement-unit"


def test_a_refusal_cites_the_case_that_its_section_gives():
    """Else the case of the section."""
    rules = "movement: {allowance: 1, rules: {enemy-there: '4.5', moved: '4.1'}}"
    play = Play(declared(rules, units='{"0303": [blue-1, blue-2], "0305": [red-1]}')).do("blue-1")

    assert play.why("0305") == ("enemy-there", "4.5")
    assert play.why("0101") == ("too-far", "4")
    assert play.do("0302").why("blue-1") == ("moved", "4.1")


def test_the_allowance_is_a_factor():
    play = Play(declared(units='{"0101": [blue-1, horse-1]}')).do("horse-1")

    assert play.why("0701") is None  # 6 points
    assert play.do("0701", "blue-1").why("0601") == ("too-far", "4")  # 4 points


def test_an_allowance_is_a_parameter():
    """Of the usual way and of another: one number for the rulebook and the referee."""
    usual = declared("movement: {allowance: two}", units='{"0303": [blue-1]}', info=TWO)
    mode = declared("movement: {allowance: 1, modes: [{id: march, allowance: two, rule: '4'}]}",
                    units='{"0303": [blue-1]}', info=TWO)  # fmt: skip

    assert [len(Play(game).do("blue-1").offered) for game in (usual, mode)] == [18, 18]


def test_some_units_dont_move():
    play = Play(declared("movement: {units: {type: cavalry}}", units='{"0101": [blue-1, horse-1]}'))

    assert play.offered == ["horse-1", "done"]
    assert play.why("blue-1") == ("never-moves", "4")


def test_a_reduced_unit_moves_by_its_back():
    counters = """
- {id: blue, name: Blue, side: blue, type: infantry, count: 1, factors: {attack: 4, defence: 4, movement: 4}}
- {id: red, name: Red, side: red, type: guard, count: 1, back: reduced,
   factors: {attack: 6, defence: 6, movement: 3}, reduced: {attack: 3, defence: 3, movement: 1}}
"""
    play = Play(declared(counters=counters, units='{"0303": [{id: red-1, state: reduced}]}'), "movement", "red")

    assert play.do("red-1").offered == NEAR_0303


WOODS = "hexes: {rows: [cccccccc, cccccccc, cwllcccc, cccccccc, cccccccc, cccccccc]}"


def test_terrain_costs_and_closes():
    """From 0103 with 2 points: woods in 0203 cost 2; the lake in 0303 is closed."""
    play = Play(declared("movement: {allowance: 2}", units='{"0103": [blue-1]}', game_map=WOODS)).do("blue-1")

    assert play.why("0203") is None
    assert play.why("0303") == ("closed", "4")
    assert play.why("0304") == ("too-far", "4")
    weak = Play(declared("movement: {allowance: 1}", units='{"0103": [blue-1]}', game_map=WOODS)).do("blue-1")
    assert weak.why("0203") == ("too-far", "4")


def test_a_unit_may_always_go_one_space():
    rows = "hexes: {rows: [cwcccccc, wwcccccc, cccccccc, cccccccc, cccccccc, cccccccc]}"
    poor = declared("movement: {allowance: 1}", units='{"0101": [blue-1], "0806": [blue-2]}', game_map=rows)
    least = declared("movement: {allowance: 1, at_least_one: true}", units='{"0101": [blue-1]}', game_map=rows)

    assert Play(poor).why("blue-1") == ("no-way", "4")
    assert Play(least).do("blue-1").offered == ["0201", "0102"]


def test_one_space_at_least_is_none_into_an_enemy_zone_from_another():
    units = '{"0204": [blue-1], "0303": [red-1]}'
    play = Play(declared("movement: {allowance: 1, at_least_one: true}", units=units)).do("blue-1")

    assert play.offered == ["0104", "0205", "0305"]


ROAD = """
roads: [{id: road, name: Road, cost: 1}, {id: rail, name: Railway}]
hexes:
  rows: [wwwwwwww, wwwwwwww, wwwwwwww, wwwwwwww, wwwwwwww, wwwwwwww]
  ways: [{kind: road, hexes: "0103 0203 0303 0403"}, {kind: rail, hexes: "0103 0203 0303 0403 0503 0603"}]
"""


def test_a_road_costs_what_the_map_says_or_the_declaration():
    """Woods cost 2, along the road 1: with 2 points two hexes along it, or one beside it."""
    moves = "movement: {allowance: 2}"
    play = Play(declared(moves, units='{"0103": [blue-1]}', game_map=ROAD)).do("blue-1")
    dear = "movement: {allowance: 2, ways: {road: 2}}"

    assert play.offered == ["0102", "0203", "0303", "0104"]
    assert Play(declared(dear, units='{"0103": [blue-1]}', game_map=ROAD)).do("blue-1").offered == [
        "0102", "0203", "0104"
    ]  # fmt: skip


def test_links_that_nobody_crosses_and_places_that_nobody_enters():
    game_map = """
hexes:
  side_kinds: [{id: cliff, name: Cliff, rule: "4"}]
  sides: [{kind: cliff, sides: "0303/0302 0303/0202"}]
"""
    moves = "movement: {allowance: 1, closed: {side_kind: cliff}, not_into: {space: '0304'}}"
    play = Play(declared(moves, units='{"0303": [blue-1]}', game_map=game_map)).do("blue-1")

    assert play.offered == ["0203", "0403", "0204"]
    assert play.why("0302") == ("too-far", "4")
    assert play.why("0304") == ("closed", "4")


def test_places_that_nobody_enters_may_change_with_the_turn():
    """In turn 1 the pass 0304 is shut, in turn 2 it is open; what an enemy holds is shut as long as it holds it."""
    moves = "movement: {allowance: 1, not_into: {any: [{space: '0304', turns: '1'}, {held: red}]}}"
    first = Play(declared(moves, units='{"0303": [blue-1]}'), control={"0302": "red"}).do("blue-1")
    second = Play(declared(moves, units='{"0303": [blue-1]}'), turn=2).do("blue-1")

    assert first.why("0304") == first.why("0302") == ("closed", "4")
    assert first.offered == ["0202", "0203", "0403", "0204"]
    assert second.offered == NEAR_0303


def test_units_that_never_leave_some_places():
    within = "{space: ['0303', '0304', '0404']}"
    moves = f"movement: {{only: [{{units: {{type: cavalry}}, within: {within}, rule: '4.7'}}]}}"
    play = Play(declared(moves, units='{"0303": [horse-1, blue-1]}')).do("horse-1")

    assert play.offered == ["0304", "0404"]
    assert play.why("0302") == ("never-leaves", "4.7")
    assert len(play.do("0304", "blue-1").offered) > 20


def test_units_that_stay_in_places_that_change():
    """Reduced guards stay in what red holds."""
    moves = "movement: {only: [{units: {state: reduced}, within: {held: red}}]}"
    units = '{"0303": [{id: guard-1, state: reduced}], "0304": [red-1], "0101": [guard-2]}'
    play = Play(declared(moves, units=units), "movement", "red").do("guard-1")

    assert play.offered == ["0304"]
    assert play.why("0302") == ("never-leaves", "4")


def test_places_in_which_a_unit_must_stop():
    """0203 is woods in which one halts; 0303 lies behind it two steps off, or three around."""
    rows = "hexes: {rows: [cccccccc, llcccccc, cwcccccc, llcccccc, cccccccc, cccccccc]}"
    moves = "movement: {halt: {terrain: woods}}"
    play = Play(declared(moves, units='{"0103": [blue-1]}', game_map=rows)).do("blue-1")

    assert play.offered == ["0203"]
    assert play.why("0303") == ("too-far", "4")


@pytest.mark.parametrize(("pace", "points"), [
    ("{times: 1/2, rule: '4'}", 3),
    ("{times: 1/4, rule: '4'}", 1),
    ("{times: 1/4, rounding: up, rule: '4'}", 2),
    ("{add: -2, rule: '4'}", 4),
    ("{times: 1/2, add: 1, rule: '4'}", 4),
    ("{times: 1/2, units: {type: infantry}, rule: '4'}", 6),
    ("{times: 1/2, when: {turns: '2+'}, rule: '4'}", 6),
    ("{times: 1/2, when: {turns: '1'}, rule: '4'}", 3),
    ("{times: 1/2, when: {option: mud}, rule: '4'}", 3),
    ("{times: 1/2, when: {not: {option: mud}}, rule: '4'}", 6),
    ("{times: 2, rule: '4'}, {add: -6, rule: '4'}, {times: 1/2, rule: '4'}", 3),
    ("{add: -9, rule: '4'}, {add: 2, rule: '4'}", 2),
])  # fmt: skip
def test_circumstances_change_the_allowance(pace: str, points: int):
    """Of a horse with 6 points on a row of eight hexes."""
    info = "options: [{id: mud, name: Mud, rule: '4', text: x, default: true}]"
    play = Play(declared(f"movement: {{pace: [{pace}]}}", units='{"0101": [horse-1]}', info=info)).do("horse-1")

    assert [name for name in play.offered if name.endswith("01")][-1] == f"{points + 1:02}01"


# Other ways to move ----------------------------------------------------------------------------------------------

RAIL = "{id: rail, along: rail, allowance: 5, rule: '4.5'}"


def test_a_mode_leads_farther_and_is_used_only_where_it_does():
    """In woods 4 points are two hexes; by rail 5 hexes for 5 points."""
    play = Play(declared(f"movement: {{modes: [{RAIL}], ways: {{rail: 2, road: 2}}}}", units='{"0103": [blue-1]}',
                         game_map=ROAD)).do("blue-1")  # fmt: skip

    assert {"0403", "0503", "0603"} <= set(play.offered)
    assert play.why("0703") == ("too-far", "4")
    play.do("0503")
    assert [line["rule"] for line in play.events("move")] == ["4.5"]


def test_a_mode_is_not_counted_where_the_usual_way_leads_there():
    mode = "{id: rail, along: rail, allowance: 5, capacity: 1, rule: '4.5'}"
    play = Play(declared(f"movement: {{modes: [{mode}], ways: {{rail: 2, road: 2}}}}",
                         units='{"0103": [blue-1], "0203": [blue-2], "0102": [blue-3]}', game_map=ROAD))  # fmt: skip

    play.do("blue-1", "0303")  # two hexes: the usual way
    assert "0603" in play.do("blue-2").offered
    play.do("0603", "blue-3")
    assert "0603" not in play.offered


def test_the_capacity_of_a_mode_is_of_a_phase():
    mode = "{id: rail, along: rail, allowance: 5, capacity: 1, rule: '4.5'}"
    units = '{"0103": [blue-1], "0303": [blue-2], "0806": [red-1]}'
    play = Play(declared(f"movement: {{modes: [{mode}], ways: {{rail: 2, road: 2}}}}", units=units, game_map=ROAD))
    play.do("blue-1", "0603", "blue-2")

    assert play.why("0603") == ("mode-used-up", "4.5")
    assert play.why("0703") == ("too-far", "4")  # not on the railway
    assert play.why("0503") is None  # 2 hexes, the usual way
    assert play.why("0103") is None
    slow = f"movement: {{allowance: 2, modes: [{mode}], ways: {{rail: 2, road: 2}}}}"
    play = Play(declared(slow, units=units, game_map=ROAD)).do("blue-2", "0503", "blue-1")
    assert play.offered == ["0102", "0203", "0104"]


@pytest.mark.parametrize(("mode", "lists", "refuses"), [
    ("{id: m, units: {type: infantry}, allowance: 9, rule: '4'}", [], ["0801"]),
    ("{id: m, units: {type: cavalry}, allowance: 7, rule: '4'}", ["0801", "0506"], ["0606"]),
    ("{id: m, allowance: defence, rule: '4'}", ["0301"], ["0401"]),
    ("{id: m, times: 2, rule: '4'}", ["0501"], ["0601"]),
    ("{id: m, times: 3/2, rule: '4'}", ["0401"], ["0501"]),
    ("{id: m, step: 2, allowance: 6, rule: '4'}", ["0401"], ["0501"]),
    ("{id: m, within: {space: ['0101', '0201', '0301', '0401', '0601']}, allowance: 6, rule: '4'}", ["0401"],
     ["0501", "0601"]),
    ("{id: m, within: {space: ['0201', '0301', '0401']}, allowance: 6, rule: '4'}", ["0301"], ["0401"]),
    ("{id: m, between: {space: ['0101', '0806', '0505']}, rule: '4'}", ["0806", "0505"], ["0705"]),
    ("{id: m, between: {space: ['0806', '0505']}, rule: '4'}", [], ["0806", "0505"]),
])  # fmt: skip
def test_what_a_mode_may_do(mode: str, lists: list[str], refuses: list[str]):
    """A horse (attack and defence 2) with 2 points in 0101; usually it gets to 0301."""
    game = declared(f"movement: {{allowance: 2, modes: [{mode}]}}", units='{"0101": [horse-1]}')
    play = Play(game).do("horse-1")

    assert set(lists) <= set(play.offered)
    assert not set(refuses) & set(play.offered)


def test_a_mode_apart_from_the_enemy():
    """Neither out of a zone nor into one."""
    mode = "{id: m, allowance: 9, apart: true, rule: '4.6'}"
    units = '{"0101": [blue-1], "0204": [blue-2], "0303": [red-1]}'
    game = declared(f"{{movement: {{allowance: 1, modes: [{mode}]}}}}", units=units)

    far = Play(game).do("blue-1")
    assert "0801" in far.offered
    assert not set(NEAR_0303) & set(far.offered)
    assert Play(game).do("blue-2").offered == ["0104", "0205", "0305"]


def test_a_mode_that_zones_bar_says_so():
    """Blue-1 could go into the zone, blue-2 out of it; 0401 is one step too far in any case."""
    mode = "{id: m, allowance: 2, apart: true, rule: '4.6'}"
    units = '{"0101": [blue-1], "0204": [blue-2], "0303": [red-1]}'
    game = declared(f"{{movement: {{allowance: 1, modes: [{mode}]}}}}", units=units)

    play = Play(game).do("blue-1")
    assert play.why("0202") == ("mode-zone", "4.6")
    assert play.why("0401") == ("too-far", "4")
    assert Play(game).do("blue-2").why("0106") == ("mode-zone", "4.6")


def test_a_mode_that_is_not_open_now_says_so():
    mode = "{id: m, allowance: 3, when: {turns: '2+'}, capacity: 1, rule: '4.6'}"
    game = declared(f"movement: {{allowance: 1, modes: [{mode}]}}", units='{"0101": [blue-1, blue-2]}')
    play = Play(game).do("blue-1")
    assert play.why("0401") == ("mode-not-now", "4.6")
    assert play.why("0501") == ("too-far", "4")
    play = Play(game, turn=2).do("blue-1", "0401", "blue-2")
    assert play.why("0401") == ("mode-used-up", "4.6")


def test_a_mode_for_others_is_no_reason():
    mode = "{id: m, allowance: 3, units: {type: cavalry}, when: {turns: '2+'}, rule: '4.6'}"
    play = Play(declared(f"movement: {{allowance: 1, modes: [{mode}]}}", units='{"0101": [blue-1]}')).do("blue-1")
    assert play.why("0401") == ("too-far", "4")


def test_the_first_mode_that_leads_there_is_used():
    modes = "[{id: a, allowance: 3, rule: 4-1}, {id: b, allowance: 5, rule: 4-2}, {id: c, allowance: 7, rule: 4-3}]"
    game = declared(f"movement: {{allowance: 1, modes: {modes}}}", units='{"0101": [blue-1, blue-2, horse-1]}')
    play = Play(game).do("blue-1", "0401", "blue-2", "0501", "horse-1", "0801")

    assert [line["rule"] for line in play.events("move")] == ["4-1", "4-2", "4-3"]


def test_modes_keep_to_what_closes_places_and_links():
    """What nobody enters, crosses or leaves isn't reached by another way either."""
    game_map = """
hexes:
  side_kinds: [{id: cliff, name: Cliff, rule: "4"}]
  sides: [{kind: cliff, sides: "0101/0201 0102/0101"}]
"""
    mode = "{id: m, allowance: 9, rule: '4'}"
    closed = declared(f"movement: {{allowance: 1, closed: {{side_kind: cliff}}, modes: [{mode}]}}",
                      units='{"0101": [blue-1], "0303": [blue-2]}', game_map=game_map)  # fmt: skip
    kept = declared(
        f"movement: {{allowance: 1, only: [{{units: {{type: infantry}}, within: {{space: ['0303', '0304']}}}}],"
        f"not_into: {{space: '0404'}}, modes: [{mode}]}}",
        units='{"0303": [blue-1], "0505": [horse-1]}',
    )

    assert Play(closed).why("blue-1") == ("no-way", "4")
    assert "0101" not in Play(closed).do("blue-2").offered
    assert Play(kept).do("blue-1").offered == ["0304"]
    horse = Play(kept).do("horse-1")
    assert horse.why("0404") == ("closed", "4")
    assert len(horse.offered) == 46  # all of 48 but its own hex and the closed one


def test_modes_respect_what_units_pass():
    """Full spaces stop rail as they stop marches, where units may not pass through them."""
    mode = "{id: rail, along: rail, allowance: 5, rule: '4.5'}"
    units = '{"0103": [blue-1], "0203": [blue-2, blue-3]}'
    game = declared(f"movement: {{allowance: 1, through_friends: false, modes: [{mode}], ways: {{rail: 2, road: 2}}}}",
                    units=units, game_map=ROAD)  # fmt: skip

    assert Play(game).why("blue-1") == ("no-way", "4")


def test_supply_shortens_modes_too():
    mode = "{id: m, allowance: 6, rule: '4'}"
    game = declared(f"""{{movement: {{allowance: 1, modes: [{mode}]}},
        supply: {{sources: {{space: '0806'}}, range: 1, without: {{movement: 1/2}}, rule: '7'}}}}""",
        units='{"0101": [blue-1]}')  # fmt: skip

    assert Play(game).do("blue-1").why("0401") is None
    assert Play(game).do("blue-1").why("0501") == ("too-far", "4")


# Forced march ----------------------------------------------------------------------------------------------------

FORCED = "{points: 2, roll: {1-4: nothing, '5': reduce movers, '6': eliminate movers}, rule: '4.9'}"


@pytest.mark.parametrize(("die", "place"), [(4, "0601"), (5, "0601 -"), (6, "red-lost")])
def test_a_forced_march_is_rolled_for(die: int, place: str):
    """A guard has 3 points; 0601 lies five hexes from 0101."""
    game = declared(f"movement: {{forced: {FORCED}}}", units='{"0101": [guard-1], "0806": [red-1]}')
    play = Play(game, "movement", "red", dice=[die]).do("guard-1")

    assert play.why("0701") == ("too-far", "4")
    play.do("0601")
    assert play.at("guard-1") == place
    assert [line.data["rule"] for line in play.state.log.lines if line.kind == "draw"] == ["4.9"]


def test_a_forced_march_is_not_rolled_for_within_the_allowance():
    game = declared(f"movement: {{forced: {FORCED}}}", units='{"0101": [guard-1], "0806": [red-1]}')
    play = Play(game, "movement", "red").do("guard-1", "0401")

    assert [line for line in play.state.log.lines if line.kind == "draw"] == []


def test_only_some_units_march_on():
    forced = "{points: 2, roll: {1-6: nothing}, units: {type: guard}, rule: '4.9'}"
    game = declared(f"movement: {{forced: {forced}}}", units='{"0101": [guard-1, red-1]}')
    play = Play(game, "movement", "red")

    assert play.do("red-1").why("0601") == ("too-far", "4")
    assert play.do("0501", "guard-1").why("0601") is None


def test_a_forced_march_may_roll_again():
    roll = "{1-3: nothing, 4-6: {roll: {1-5: nothing, '6': eliminate movers}}}"
    game = declared(f"movement: {{forced: {{points: 2, roll: {roll}, rule: '4.9'}}}}", units='{"0101": [guard-1]}')
    play = Play(game, "movement", "red", dice=[4, 6]).do("guard-1", "0601")

    assert play.at("guard-1") == "red-lost"


# Other maps ------------------------------------------------------------------------------------------------------


def test_areas():
    """Each area 1, the strait 2 more."""
    moves = "movement: {allowance: 3, cross: {strait: 2}}"
    play = Play(declared(moves, whole_map=AREAS, units="{gorse: [blue-1], fir: [blue-2]}"))

    assert play.do("blue-1").offered == ["birch", "cedar", "dale", "elm", "fir", "isle"]
    assert play.do("fir", "blue-2").offered == ["ash", "birch", "cedar", "dale", "elm", "gorse"]
    assert play.why("isle") == ("too-far", "4")


def test_points():
    """Along the road 1, along the track 2, over the brook 1 more."""
    moves = "movement: {allowance: 4, ways: {road: 1, track: 2}, cross: {brook: 1}}"
    play = Play(declared(moves, whole_map=POINTS, units="{p1: [blue-1], p2: [horse-1], p5: [red-1]}")).do("blue-1")

    assert play.offered == ["p2", "p3", "p4", "p6"]
    assert play.why("p5") == ("enemy-there", "4")
    free = Play(declared(moves, whole_map=POINTS, units="{p1: [blue-1], p4: [horse-1]}")).do("horse-1")
    assert free.offered == ["p1", "p2", "p3", "p5", "p6"]  # p5 for 3; p6 for 4, by the road
    slow = Play(declared(moves.replace("4", "3"), whole_map=POINTS, units="{p4: [blue-1]}")).do("blue-1")
    assert slow.offered == ["p1", "p2", "p3", "p5"]
    assert slow.why("p6") == ("too-far", "4")


def test_modes_on_areas_by_sea():
    """From port to port, only along no way at all."""
    mode = "{id: sea, between: {feature: port}, capacity: 1, rule: '4.5'}"
    play = Play(declared(f"movement: {{allowance: 1, modes: [{mode}]}}", whole_map=AREAS,
                         units="{ash: [blue-1, blue-2]}")).do("blue-1")  # fmt: skip

    assert play.offered == ["birch", "dale", "isle"]
    assert play.do("isle", "blue-2").offered == ["birch", "dale"]
    assert play.why("isle") == ("mode-used-up", "4.5")
    assert play.why("cedar") == ("too-far", "4")


def test_a_port_that_the_enemy_holds_is_shut():
    """The isle is a port that red holds, without a unit there; fir is none."""
    mode = "{id: sea, between: {feature: port, not: {held: enemy}}, rule: '4.5'}"
    game = declared(f"movement: {{allowance: 1, modes: [{mode}]}}", whole_map=AREAS, units="{ash: [blue-1]}")
    play = Play(game, control={"isle": "red"}).do("blue-1")

    assert play.offered == ["birch", "dale"]
    assert play.why("isle") == ("mode-shut-there", "4.5")
    assert play.why("fir") == ("too-far", "4")
    assert Play(game).do("blue-1").offered == ["birch", "dale", "isle"]


def test_modes_pay_what_the_declaration_says_for_crossings():
    """A mode with the usual steps pays the brook as usual."""
    mode = "{id: double, times: 2, rule: '4.5'}"
    moves = f"movement: {{allowance: 2, cross: {{brook: 3}}, modes: [{mode}]}}"
    play = Play(declared(moves, whole_map=POINTS, units="{p4: [blue-1]}")).do("blue-1")

    assert play.offered == ["p1", "p2", "p3", "p5", "p6"]  # p5 for 4; p6 by p2 and p3 for 3
    assert Play(declared(moves, whole_map=POINTS, units="{p4: [blue-1], p2: [red-1], p3: [red-2]}")).do(
        "blue-1"
    ).offered == ["p5"]  # fmt: skip


# Fractions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moves", "offered"), [
    ("{road: 1/2}", ["0102", "0203", "0303", "0403", "0104"]),
    ("{road: 2/3}", ["0102", "0203", "0303", "0403", "0104"]),
    ("{road: 3/4}", ["0102", "0203", "0303", "0104"]),
    ("{road: 3/2, rail: 1/3}", ["0102", "0203", "0303", "0403", "0503", "0603", "0104"]),
    ("{road: 5/2}", ["0102", "0104"]),
])  # fmt: skip
def test_a_step_along_a_road_costs_part_of_a_point(moves: str, offered: list[str]):
    """With 2 points: 3 steps of 1/2 or 2/3, to where the road ends; 2 of 3/4; 5 of 1/3 by rail; a wood costs 2."""
    game = declared(f"movement: {{allowance: 2, ways: {moves}}}", units='{"0103": [blue-1]}', game_map=ROAD)
    assert Play(game).do("blue-1").offered == offered


def test_the_map_may_say_so():
    halves = ROAD.replace("cost: 1}", "cost: 1/2}")
    for allowance, offered in ((1, ["0203", "0303"]), (2, ["0102", "0203", "0303", "0403", "0104"])):
        game = declared(f"movement: {{allowance: {allowance}}}", units='{"0103": [blue-1]}', game_map=halves)
        assert Play(game).do("blue-1").offered == offered


ROADS = "{roads: [{id: road, name: Road}], hexes: {ways: [{kind: road, hexes: '0706 0806'}]}}"


@pytest.mark.parametrize("zones", ["entering: cost, cost: 1", "entering: cost, cost: 1, leaving: 1", "entering: stop"])
def test_zones_paces_modes_and_forced_marches_count_whole_points(zones: str):
    """A step of a quarter somewhere makes four parts of each point: all else stays as it was."""
    units = '{"0303": [horse-1], "0505": [red-1]}'
    forced = "forced: {points: 1, roll: {1-6: nothing}, rule: '4.7'}"
    mode = "modes: [{id: rush, units: {type: cavalry}, allowance: 2, step: 1, rule: '4.8'}]"
    moves = f"pace: [{{times: 1/2, rounding: up, rule: '4.1'}}], {forced}, {mode}"
    plain, parts = (
        Play(declared(f"{{movement: {{{moves}{ways}}}, zones: {{{zones}}}}}", units=units, game_map=ROADS))
        .do("horse-1").offered for ways in ("", ", ways: {road: 1/4}")
    )  # fmt: skip
    assert plain == parts
    assert len(plain) > 15


def test_supply_measured_in_parts_of_a_point():
    """0603 is five steps of a railway at 1/3 away from the source: within two points, not within one."""
    supply = "supply: {sources: {space: '0103'}, measured: points, range: RANGE, rule: '7'}"
    for range_, cut_off in (("2", []), ("1", ["blue-1"])):
        game = declared(f"{{movement: {{ways: {{rail: 1/3}}}}, {supply.replace('RANGE', range_)}}}",
                        units='{"0603": [blue-1]}', game_map=ROAD)  # fmt: skip
        assert Play(game).cut_off == cut_off
