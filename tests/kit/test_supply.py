"""Supply: sources, lines, their length and what blocks them, capacity, and what it does to lack it."""

from __future__ import annotations

import random

import pytest

from pnp.referee.dice import bits
from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

PHASES = """
- {id: supply, name: Supply, side: each, rule: "7", text: Judged., procedure: supply}
- {id: movement, name: Movement, side: each, rule: "4", text: Units move., procedure: movement}
- {id: combat, name: Combat, side: each, rule: "8", text: Units fight., procedure: combat}
"""


def lacking(supply: str, units: str, **more: str) -> list[str]:
    """Units without supply when blue, or the side named, begins to move."""
    extra, side = more.pop("also", ""), more.pop("side", "blue")
    return Play(declared(f"{{supply: {{{supply}, rule: '7'}}{extra}}}", units=units, **more), "movement", side).cut_off


ROW = '{"0101": [blue-1], "0401": [blue-2], "0501": [blue-3], "0806": [red-1]}'


@pytest.mark.parametrize(("supply", "cut_off"), [
    ("sources: {space: '0101'}, units: {side: blue}", []),
    ("sources: {space: '0101'}, range: 3, units: {side: blue}", ["blue-3"]),
    ("sources: {space: '0101'}, range: 2, units: {side: blue}", ["blue-2", "blue-3"]),
    ("sources: {space: '0101'}, range: 2, units: {unit: blue-3}", ["blue-3"]),
    ("sources: {space: '0101'}, range: 3", ["blue-3"]),
    ("sources: {space: ['0101', '0806']}, range: 4", []),
    ("sources: {space: '0101'}, range: least", ["blue-2", "blue-3"]),
])  # fmt: skip
def test_who_is_within_range_of_a_source(supply: str, cut_off: list[str]):
    """On a row of hexes: three links from 0101 to 0401, four to 0501."""
    info = "parameters: [{id: least, value: 2, rule: '7', text: x}]"
    assert lacking(supply, ROW, info=info) == cut_off


def test_sources_are_meant_by_each_side():
    """What blue holds is no source of red."""
    units = '{"0101": [blue-1], "0301": [red-1]}'
    held = "position: {control: {'0102': blue}}"
    for source in ("{space: '0102', held: own}", "{space: '0102', not: {held: enemy}}"):
        supply = f"sources: {source}, blocked_by: []"
        assert lacking(supply, units, scenario=held) == []
        assert lacking(supply, units, scenario=held, side="red") == ["red-1"]


# A wall of red across the map: row 3 is held by its zones. Blue 0101 above, its source 0106 below.
WALL = '{"0101": [blue-1], "0203": [red-1], "0503": [red-2], "0703": [red-3]}'


@pytest.mark.parametrize(("blocked", "cut_off"), [
    ("", ["blue-1"]),
    (", blocked_by: [zones]", ["blue-1"]),
    (", blocked_by: [enemies]", []),
    (", blocked_by: []", []),
])  # fmt: skip
def test_zones_block_a_line(blocked: str, cut_off: list[str]):
    """Zones reach 0103-0303, 0403-0603 and 0603-0803, and rows 2 and 4 beside them."""
    assert lacking(f"sources: {{space: '0106'}}, units: {{side: blue}}{blocked}", WALL) == cut_off


def test_friends_open_a_zone():
    """A friend in 0103, in the zone of 0203; from 0102 above it to 0104 below, both in no zone."""
    units = '{"0101": [blue-1], "0103": [blue-2], "0203": [red-1], "0503": [red-2], "0703": [red-3]}'
    assert lacking("sources: {space: '0106'}, units: {side: blue}", units) == ["blue-1", "blue-2"]  # 0102 is in one
    both = units.replace("{", '{"0102": [blue-3], "0104": [blue-4], ')
    assert lacking("sources: {space: '0106'}, units: {side: blue}", both) == []


def test_enemies_alone_block_a_line():
    """Without zones: a wall of units from edge to edge."""
    wall = ", ".join(f'"{column:02}03": [{name}]' for column, name in enumerate(
        ["red-1", "red-2", "red-3", "red-4", "guard-1", "guard-2", "red-5", "red-6"], 1))  # fmt: skip
    counters = """
- {id: blue, name: Blue, side: blue, type: infantry, count: 1, factors: {attack: 4, defence: 4, movement: 4}}
- {id: red, name: Red, side: red, type: infantry, count: 6, factors: {attack: 4, defence: 4, movement: 4}}
- {id: guard, name: Guard, side: red, type: guard, count: 2, factors: {attack: 4, defence: 4, movement: 4}}
"""
    units = f'{{"0101": [blue-1], {wall}}}'
    source = "sources: {space: '0106'}, units: {side: blue}, blocked_by: "
    assert lacking(source + "[enemies]", units, counters=counters, also=", zones: null") == ["blue-1"]
    assert lacking(source + "[]", units, counters=counters, also=", zones: null") == []


RIVER = """
roads: [{id: road, name: Road, cost: 1}]
hexes:
  rows: [cwcccccc, cccccccc, cccccccc, cccccccc, cccccccc, cccccccc]
  side_kinds: [{id: river, name: River, rule: "4", cost: 1}]
  sides: [{kind: river, sides: "0301/0401"}]
  ways: [{kind: road, hexes: "0103 0203 0303"}]
"""


@pytest.mark.parametrize(("range_", "cut_off"), [
    (3, ["blue-1", "blue-2", "blue-3"]), (4, ["blue-3"]), (5, []),
])
def test_a_line_is_measured_in_points_toward_the_unit(range_: int, cut_off: list[str]):
    """From 0401 into the woods 0201: 0302, 0202 and 2 more; to 0101 by 0302, 0202, 0102; to 0106 five steps."""
    units = '{"0201": [blue-1], "0101": [blue-2], "0106": [blue-3]}'
    supply = f"sources: {{space: '0401'}}, units: {{side: blue}}, measured: points, range: {range_}"
    assert lacking(supply, units, game_map=RIVER) == cut_off


def test_points_are_counted_toward_the_unit_not_from_it():
    """Into the woods 0201 the line costs 2, out of them 1."""
    supply = "sources: {space: '0101'}, units: {side: blue}, measured: points, range: 1"
    assert lacking(supply, '{"0201": [blue-1]}', game_map=RIVER) == ["blue-1"]
    supply = "sources: {space: '0201'}, units: {side: blue}, measured: points, range: 1"
    assert lacking(supply, '{"0101": [blue-1]}', game_map=RIVER) == []


def test_points_are_those_of_movement_on_points_too():
    """Along the track 2 for each step, over the brook 3 more."""
    moves = ", movement: {ways: {road: 1, track: 2}, cross: {brook: 3}}"
    supply = "sources: {{space: p2}}, units: {{side: blue}}, measured: points, range: {}"
    units = "{p3: [blue-1], p4: [blue-2], p5: [blue-3]}"
    more = {"whole_map": POINTS, "also": moves}
    assert lacking(supply.format(1), units, **more) == ["blue-2", "blue-3"]
    assert lacking(supply.format(2), units, **more) == ["blue-3"]
    assert lacking(supply.format(3), units, **more) == ["blue-3"]  # 2 by road to p6, 2 more by track
    assert lacking(supply.format(4), units, **more) == []


def test_lines_along_a_way():
    units = '{"0303": [blue-1], "0304": [blue-2]}'
    assert lacking("sources: {space: '0103'}, units: {side: blue}, way: road", units, game_map=RIVER) == ["blue-2"]


def test_lines_across_some_links():
    """Not over the river: a detour of two links instead of one."""
    units = '{"0301": [blue-1]}'
    supply = "sources: {space: '0401'}, units: {side: blue}, range: 1"
    assert lacking(supply, units, game_map=RIVER) == []
    assert lacking(supply + ", across: {not: {side_kind: river}}", units, game_map=RIVER) == ["blue-1"]


def test_a_source_supplies_so_many_the_nearest_first():
    units = '{"0101": [blue-1], "0201": [blue-2], "0301": [blue-3]}'
    supply = "sources: {space: '0101'}, units: {side: blue}, capacity: 2"
    assert lacking(supply, units) == ["blue-3"]


def test_sources_share_the_work_so_that_as_many_as_possible_are_supplied():
    """blue-1 reaches both sources, blue-2 only the one at 0301: blue-1 takes the other."""
    units = '{"0301": [blue-1], "0501": [blue-2]}'
    supply = "sources: {space: ['0101', '0301']}, units: {side: blue}, range: 2, capacity: 1"
    assert lacking(supply, units) == []


def test_the_capacity_is_printed():
    spaces = "spaces: [{id: '0101', name: Depot, supply: 1}, {id: '0801', name: Harbour, supply: 2}]"
    units = '{"0101": [blue-1, blue-2], "0801": [blue-3, blue-4]}'
    supply = "sources: {space: ['0101', '0801']}, units: {side: blue}, range: 1, capacity: printed"
    assert lacking(supply, units, game_map=spaces) == ["blue-2"]


# Effects ---------------------------------------------------------------------------------------------------------

FAR = "sources: {space: '0106'}, range: 1, units: {side: blue}, rule: '7'"
FIGHT = '{"0303": [blue-1], "0304": [red-1]}'


def test_movement_without_supply():
    """4 points: half are 2; a third is 1, or 2 rounded up."""
    def last(effects: str) -> str:
        game = declared(f"supply: {{{FAR}, without: {{{effects}}}}}", units='{"0101": [blue-1]}')
        return [name for name in Play(game).do("blue-1").offered if name.endswith("01")][-1]

    assert last("movement: 1") == "0501"
    assert last("movement: 1/2") == "0301"
    assert last("movement: 1/3") == "0201"
    assert last("movement: 1/3, rounding: up") == "0301"


def test_attack_without_supply_is_forbidden():
    game = declared(f"supply: {{{FAR}, without: {{attack: 0}}}}", units=FIGHT)
    supply = "sources: {space: '0405'}, range: 1, units: {side: blue}, rule: '7'"
    both = declared(f"supply: {{{supply}, without: {{attack: 0}}}}",
                    units='{"0303": [blue-1], "0304": [red-1], "0405": [blue-2, blue-3]}')  # fmt: skip

    assert Play(game, "combat", "red").asked == "red combat-target"
    assert Play(game, "combat", "blue").asked == "red combat-target"  # blue has nothing to do
    assert Play(both, "combat", "blue").do("0304").why("blue-1") == ("no-supply-to-attack", "7")


def test_strengths_without_supply():
    """Blue attacks with half of 4, or defends with half of 4 against 4."""
    game = declared(f"supply: {{{FAR}, without: {{attack: 1/2, defence: 1/4}}}}", units=FIGHT)
    attack = Play(game, "combat", "blue", dice=[1]).do("0304", "blue-1")
    defence = Play(game, "combat", "red", dice=[1]).do("0303", "red-1")

    assert [line["odds"] for line in attack.events("fight")] == ["2:4"]
    assert [line["odds"] for line in defence.events("fight")] == ["4:1"]


def test_a_phase_of_supply_eliminates():
    game = declared(f"supply: {{{FAR}, without: {{eliminated: true}}}}", phases=PHASES,
                    units='{"0101": [blue-1], "0106": [blue-2], "0806": [red-1]}')  # fmt: skip
    play = Play(game)

    assert play.at("blue-1") == "blue-lost"
    assert play.at("blue-2") == "0106"
    assert play.events("eliminate")[0]["rule"] == "7"


def test_supply_is_judged_when_a_phase_begins_or_always():
    """Blue-1 leaves its source in the phase of movement: judged always it lacks supply at once."""
    game = "supply: {{sources: {{space: '0101'}}, range: 1, units: {{side: blue}}, judged: {}, rule: '7'}}"
    units = '{"0101": [blue-1], "0806": [red-1], "0201": [blue-2]}'
    at_start = Play(declared(game.format("start-of-phase"), units=units)).do("blue-1", "0401")
    always = Play(declared(game.format("always"), units=units)).do("blue-1", "0401")

    assert at_start.cut_off == []
    assert always.cut_off == ["blue-1"]


def test_always_is_seen_by_the_next_choice():
    """When blue-1 has gone from the depot 0201 that it held, blue-2 has lost its source and half its points."""
    game = """{control: {by: presence, rule: '12'}, supply: {sources: {space: '0201', held: own}, units: {side: blue},
        judged: always, without: {movement: 1/2}, rule: '7'}}"""
    units = '{"0201": [blue-1], "0101": [blue-2], "0806": [red-1]}'
    play = Play(declared(game, units=units))

    assert "0501" in play.do("blue-2").offered
    play = Play(declared(game, units=units)).do("blue-1", "0205", "blue-2")
    assert "0301" in play.offered
    assert play.why("0501") == ("too-far", "4")


def test_areas():
    """Red in Birch and its zone cut Cedar off from Ash; the way round by Elm is in its zone too."""
    units = "{cedar: [blue-1], dale: [blue-2], birch: [red-1]}"
    supply = "sources: {home_of: own}, units: {side: blue}"
    assert lacking(supply, units, whole_map=AREAS) == ["blue-1", "blue-2"]  # Ash is beside Birch: no line leads there
    assert lacking(supply + ", blocked_by: [enemies]", units, whole_map=AREAS) == []
    assert lacking(supply + ", blocked_by: [enemies], range: 3", units, whole_map=AREAS) == ["blue-1"]


@pytest.mark.parametrize(("more", "cut_off"), [
    ("", ["blue-1"]),
    (", between: {feature: port}", []),
    (", between: {feature: port}, range: 1", []),
    (", between: {feature: port, not: {space: ash}}", ["blue-1"]),
])  # fmt: skip
def test_a_line_over_the_sea(more: str, cut_off: list[str]):
    """From Ash, a port, to the Isle, another, is one space by sea; by land red in Gorse is in the way."""
    supply = f"sources: {{space: ash}}, units: {{side: blue}}, blocked_by: [enemies]{more}"
    assert lacking(supply, "{isle: [blue-1], gorse: [red-1]}", whole_map=AREAS) == cut_off


def test_the_sea_does_not_lead_into_an_enemy_port():
    supply = "sources: {space: ash}, between: {feature: port}, blocked_by: [enemies]"
    assert lacking(supply, "{gorse: [blue-1], isle: [red-1], fir: [red-2]}", whole_map=AREAS) == ["blue-1"]
    assert lacking(supply, "{gorse: [blue-1], fir: [red-2]}", whole_map=AREAS) == []


def test_who_lacks_supply_is_where_no_flood_from_the_sources_comes():
    """Units are looked for on the shortest lines of an empty map first; compared with all lines, in random games."""
    units = '{"0101": [blue-1, blue-2], "0301": [blue-3, horse-1], "0505": [red-1, red-2], "0805": [red-3, guard-1]}'
    game = declared("supply: {sources: {space: ['0101', '0805']}, range: 6, rule: '7'}", units=units)
    rules, lacking = Play(game).rules, 0
    supply, own = rules.assembly.supply, rules.kit.board.own
    for seed in range(30):
        rng, state = random.Random(seed), rules.new_state(seed)
        while not rules.is_over(state):
            for side, lines in ((side, supply.lines(state, side)) for side in (0, 1)):
                cut_off = {unit for unit in bits(own[side] & state.present) if not lines >> state.at[unit] & 1}
                assert set(bits(supply.lacking(state, side))) == cut_off
                lacking += len(cut_off)
            rules.apply(state, rng.choice(rules.choices(state)))
    assert lacking >= 100
