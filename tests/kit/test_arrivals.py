"""Reinforcements, set-up, withdrawals and replacements: who comes, when and where, and who goes."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.assembly import declaration_problems
from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

PHASES = """
- {id: come, name: Come, side: each, rule: "11", text: x, procedure: arrivals}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
BOXES = 'boxes: "{side}-turn-{turn}", '
AT = "at: {blue: {space: ['0101', '0102']}, red: {space: '0806'}}"


def arriving(arrivals: str = BOXES + AT, units: str = "{blue-turn-2: [blue-1, blue-2]}", *, turn: int = 2,
             phases: str = PHASES, more: str = "", **kinds: str) -> Play:  # fmt: skip
    game = declared(f"{{arrivals: {{rule: '11', {arrivals}}} {more}}}", units=units, phases=phases, **kinds)
    return Play(game, turn=turn)


def test_units_in_a_box_come_in_their_turn():
    play = arriving(turn=1)

    assert play.state.turn == 2  # nobody stands on the map: there is nothing to choose in turn 1
    assert play.asked == "blue arrival-unit"
    assert play.offered == ["blue-1", "blue-2", "done"]
    assert play.why("blue-3") == ("not-due", "11")
    assert play.why("red-1") == ("not-yours", "11")
    play.do("blue-1")
    assert play.offered == ["0101", "0102"]
    assert play.why("0201") == ("not-an-entry", "11")
    play.do("0102")
    assert play.at("blue-1") == "0102"
    assert play.offered == ["blue-2", "done"]


def test_they_may_wait_or_not():
    assert arriving().do("done").state.turn == 3
    play = arriving(BOXES + AT + ", may_wait: false")
    assert play.offered == ["blue-1", "blue-2"]
    assert play.why("done") == ("must-choose", "11")
    play = arriving(turn=3)
    assert play.offered == ["blue-1", "blue-2", "done"]  # those of turn 2 that have waited


def test_no_room_and_enemies_at_the_entry():
    units = '{blue-turn-2: [blue-1], "0101": [blue-2, blue-3], "0102": [red-1]}'
    play = arriving(BOXES + AT + ", may_wait: false", units)
    assert play.asked == "red movement-unit"  # it can't come in, and the others can't leave red's zone
    play = arriving(BOXES + AT, units.replace(", blue-3", ""))
    play.do("blue-1")
    assert play.offered == ["0101"]
    assert play.why("0102") == ("enemy-there", "11")


RESERVE = "reserve: blue-turn-2, at: {blue: {space: ['0101', '0102']}}"


def test_units_of_a_reserve_come_in_any_turn_so_many_in_each():
    units = '{blue-turn-2: [blue-1, blue-2, blue-3], blue-lost: [blue-4], "0806": [red-1]}'
    play = arriving(RESERVE + ", most: 2", units, turn=1)

    assert play.offered == ["blue-1", "blue-2", "blue-3", "done"]
    assert play.why("blue-4") == ("gone", "11")
    assert play.why("horse-1") == ("not-due", "11")
    play.do("blue-1", "0101", "blue-3", "0102")
    assert play.asked == "blue movement-unit"
    play.do("done", "done")
    assert (play.state.turn, play.offered) == (2, ["blue-2", "done"])


def test_units_of_a_kind_enter_elsewhere():
    """Cavalry where its side stands, all others at the entry of the side; without such a place cavalry stays out."""
    units = '{blue-turn-2: [blue-1, horse-1], "0404": [blue-2], "0806": [red-1]}'
    entries = ", entries: [{units: {type: cavalry}, at: {occupied: own}}]"
    play = arriving(RESERVE + entries, units, turn=1)

    assert play.do("horse-1").offered == ["0404"]
    assert play.do("0404", "blue-1").offered == ["0101", "0102"]
    play = arriving(RESERVE + entries, units.replace('"0404": [blue-2], ', ""), turn=1)
    assert play.offered == ["blue-1", "done"]


LISTED = """
arrivals:
  - {turn: 2, side: blue, units: [blue-1], spaces: ['0303', '0304']}
  - {turn: 2, side: blue, units: [blue-2]}
  - {turn: 3, side: blue, units: [blue-3]}
"""


def test_units_of_the_scenario_come_where_it_says_or_where_their_side_enters():
    play = arriving(AT, "{}", scenario=LISTED)

    assert play.offered == ["blue-1", "blue-2", "done"]
    assert play.do("blue-1").offered == ["0303", "0304"]
    assert play.do("0304", "blue-2").offered == ["0101", "0102"]


CONDITIONS = """
arrivals:
  - {turn: 2, when: {places: {space: '0404', held: own}}, side: blue, units: [blue-1]}
  - {when: {not: {units: {unit: red-1, at: {space: '0806'}}}}, side: blue, units: [blue-2]}
position: {control: {'0404': HOLDER}}
"""


@pytest.mark.parametrize(("turn", "holder", "red", "due"), [
    (1, "blue", "0806", []), (2, "blue", "0806", ["blue-1"]), (2, "red", "0806", []), (1, "blue", "0805", ["blue-2"]),
    (2, "blue", "0805", ["blue-1", "blue-2"]),
])  # fmt: skip
def test_units_that_come_under_a_condition(turn: int, holder: str, red: str, due: list[str]):
    play = arriving(AT, f'{{"{red}": [red-1], "0202": [horse-1]}}', turn=turn,
                    scenario=CONDITIONS.replace("HOLDER", holder))  # fmt: skip
    assert [name for name in ("blue-1", "blue-2") if play.why(name) is None] == due if due else (
        play.asked == "blue movement-unit"
    )


def test_a_game_without_boxes_for_the_lost():
    """Where no box holds the lost, they are nowhere, as those are who have not come yet."""
    play = arriving(AT, "{}", scenario=LISTED, game_map="boxes: []")
    assert play.offered == ["blue-1", "blue-2", "done"]


BATTLE = PHASES + '- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}\n'


@pytest.mark.parametrize("result", ["capture defenders", "eliminate defenders", "disperse defenders 2"])
def test_units_that_have_come_don_t_come_again(result: str):
    """blue-1 has come in turn 1 and is lost, captured or dispersed to turn 3: in turn 2 it isn't due."""
    results = "{" + ", ".join(f"{code}: {result}" for code in ("AE", "AR", "EX", "DR", "DE")) + "}"
    scenario = "arrivals: [{turn: 1, side: blue, units: [blue-1], spaces: ['0303']}]"
    more = f""", combat: {{results: {results}}}, losses: {{rule: '8', captured: prison,
        dispersed: "{{side}}-turn-{{turn}}"}}"""
    boxes = """boxes:
  - {id: blue-lost, name: Lost, kind: eliminated, side: blue}
  - {id: prison, name: Prison, kind: holding}
  - {id: blue-turn-3, name: Later, kind: holding, side: blue}
"""
    play = arriving(BOXES + AT, '{"0304": [red-1], "0806": [blue-2]}', turn=1, phases=BATTLE, more=more, game_map=boxes,
                    scenario=scenario).do("blue-1", "0303")  # fmt: skip
    assert play.at("blue-1") == "0303"
    while play.rules.phase(play.state) != "fight" or play.asked != "red combat-target":
        play.do("done")
    play.do("0303", "red-1")

    assert play.state.turn == 2
    assert play.asked == "blue movement-unit"


def test_areas_and_points():
    area = arriving("boxes: '{side}-turn-{turn}', at: {blue: {home_of: own}}", whole_map=AREAS)
    assert area.do("blue-1").offered == ["ash"]
    point = arriving("boxes: '{side}-turn-{turn}', at: {blue: {feature: town, held: own}}", whole_map=POINTS,
                     units="{blue-turn-2: [blue-1], p3: [blue-2]}")  # fmt: skip
    assert point.do("blue-1").offered == ["p3"]


# Set-up ----------------------------------------------------------------------------------------------------------

SETUP = """
- {id: place, name: Place, side: each, rule: "2", text: x, procedure: setup}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
PLACES = """
placements:
  - {side: blue, units: [blue-1, blue-2], spaces: ['0303', '0304'], rule: "2.1"}
  - {side: blue, units: [horse-1], spaces: ['0101'], within: 1, rule: "2.2"}
  - {side: red, units: [red-1, red-2, red-3], spaces: ['0806'], rule: "2.3"}
position: {units: {blue-turn-2: [blue-1, blue-2, horse-1], '0303': [blue-3], red-lost: [red-3]}}
"""


def test_setup_by_placements():
    play = Play(declared("setup: {rule: '2'}", phases=SETUP, scenario=PLACES))

    assert play.asked == "blue setup-unit"
    assert play.offered == ["blue-1", "blue-2", "horse-1"]
    assert play.why("blue-3") == ("not-to-set-up", "2")
    assert play.why("red-1") == ("not-yours", "2")
    assert play.why("done") == ("units-left", "2")
    assert play.do("horse-1").offered == ["0101", "0201", "0102"]
    assert play.why("0303") == ("not-its-area", "2")
    play.do("0201", "blue-1", "0303")
    assert play.do("blue-2").why("0303") == ("full", "5")
    play.do("0304")
    assert play.asked == "red setup-unit"


def test_each_side_has_a_case_of_its_own():
    """Of the set-up and of the reinforcements; what red does cites red's."""
    more = "{setup: {rule: '2', side_rules: {red: '3'}}}"
    play = Play(declared(more, phases=SETUP, scenario=PLACES))
    assert play.why("blue-3") == ("not-to-set-up", "2")
    play.do("horse-1", "0201", "blue-1", "0303", "blue-2", "0304")
    assert [play.why(name) for name in ("red-4", "done")] == [("not-to-set-up", "3"), ("units-left", "3")]
    play.do("red-1", "0806")
    assert [line.rule for line in play.state.log if line.data.get("event") == "place"] == ["2", "2", "2", "3"]

    come = arriving(f"{BOXES}{AT}, side_rules: {{red: '11.3'}}", "{blue-turn-2: [blue-1], '0806': [red-1]}")
    assert come.why("red-1") == ("not-yours", "11")
    misspelt = declared("setup: {rule: '2', side_rules: {rde: '3'}}", phases=SETUP, scenario=PLACES)
    (problem,) = declaration_problems(misspelt)
    assert problem.message == "unknown side 'rde'"


def test_nobody_is_set_up_where_he_may_never_be():
    only = "{setup: {rule: '2'}, movement: {only: [{units: {type: infantry}, within: {space: ['0303']}}]}}"
    play = Play(declared(only, phases=SETUP, scenario=PLACES))
    assert play.do("blue-1").offered == ["0303"]
    assert play.why("0304") == ("not-its-area", "2")


def test_setup_is_over_when_play_has_begun():
    """A unit lost in battle isn't set up again in the next turn, though its phase comes round."""
    scenario = "placements: [{side: red, units: [red-1], spaces: ['0304'], rule: '2'}]"
    units = '{red-turn-2: [red-1], "0303": [blue-1, blue-2]}'
    boxes = """boxes:
  - {id: red-lost, name: Lost, kind: eliminated, side: red}
  - {id: red-turn-2, name: Later, kind: holding, side: red}
"""
    play = Play(declared("setup: {rule: '2'}", phases=SETUP, scenario=scenario, units=units, game_map=boxes), dice=[6])
    play.do("red-1", "0304", "0304", "blue-1", "blue-2", "done", "done")

    assert play.at("red-1") == "red-lost"
    assert play.state.turn == 2
    assert play.asked == "blue movement-unit"


def test_the_first_turn_begins_after_the_set_up():
    """The log tells of the units that are placed, then of the turn; of the second turn at once."""
    play = Play(declared("{setup: {rule: '2'}, sequence: {rule: '1', rules: {advance-marker: '1.9'}}}",
                         phases=SETUP, scenario=PLACES))  # fmt: skip
    play.do("horse-1", "0201", "blue-1", "0303", "blue-2", "0304", "red-1", "0806", "red-2", "0806", "done", "done")

    told = [(line.get("event"), line.get("value")) for line in play.state.log.of("event")]
    assert told == [*[("place", None)] * 5, ("turn", 1), ("advance-marker", 2), ("turn", 2)]
    assert [line.rule for line in play.state.log.of("event")][5:] == ["1", "1.9", "1"]


def test_setup_on_areas():
    scenario = """
placements: [{side: blue, units: [blue-1], spaces: [ash, isle], rule: "2"}]
position: {units: {blue-turn-2: [blue-1], isle: [red-1]}}
"""
    play = Play(declared("setup: {rule: '2'}", phases=SETUP, scenario=scenario, whole_map=AREAS)).do("blue-1")
    assert play.offered == ["ash"]
    assert play.why("isle") == ("enemy-there", "2")


# Withdrawals -----------------------------------------------------------------------------------------------------

LEAVE = """
- {id: leave, name: Leave, side: each, rule: "13", text: x, procedure: withdrawals}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
THREE = '{"0101": [blue-1, blue-2], "0202": [horse-1], "0806": [red-1]}'


PRISON = "boxes: [{id: prison, name: Away, kind: holding}]"


def leaving(lines: str, *, turn: int = 1, to: str = "", phases: str = LEAVE, more: str = "", **kinds: str) -> Play:
    game = declared(f"{{withdrawals: {{units: [{lines}], rule: '13' {to}}} {more}}}",
                    units=kinds.pop("units", THREE), phases=phases, **kinds)  # fmt: skip
    return Play(game, turn=turn)


def test_all_that_are_meant_leave():
    play = leaving("{side: blue, units: {type: infantry}}")
    assert [play.at(unit) for unit in ("blue-1", "blue-2", "horse-1")] == [None, None, "0202"]
    assert play.asked == "blue movement-unit"
    assert play.events("leave")[0]["rule"] == "13"


def test_so_many_of_the_owners_choice():
    play = leaving("{side: blue, units: {side: own}, number: 2, rule: '13.2'}", to=", to: prison", game_map=PRISON)
    assert play.asked == "blue withdrawal-unit"
    assert play.offered == ["blue-1", "blue-2", "horse-1"]
    assert play.why("red-1") == ("not-to-leave", "13")
    play.do("horse-1", "blue-1")
    assert play.at("horse-1") == play.at("blue-1") == "prison"
    assert play.asked == "blue movement-unit"


def test_fewer_than_asked_for_all_leave():
    play = leaving("{side: blue, units: {type: cavalry}, number: 2}")
    assert play.at("horse-1") is None


@pytest.mark.parametrize(("when", "turn", "leaves"), [
    ("turns: '2'", 1, False), ("turns: '2'", 2, True), ("when: {places: {space: '0202', held: blue}}", 1, True),
    ("when: {places: {space: '0202', held: red}}", 1, False),
])  # fmt: skip
def test_by_turn_and_condition(when: str, turn: int, leaves: bool):
    play = leaving(f"{{side: blue, units: {{type: cavalry}}, {when}}}", turn=turn)
    assert (play.at("horse-1") is None) is leaves


def test_by_place_and_of_each_side():
    """Red leaves in its own phase only."""
    play = leaving("{side: red, units: {side: own}}, {side: blue, units: {at: {space: '0101'}}, number: 1}")
    assert play.offered == ["blue-1", "blue-2"]
    assert play.at("red-1") == "0806"
    play.do("blue-1", "done")
    assert play.at("red-1") is None


def test_withdrawn_units_don_t_come_back_as_reinforcements():
    phases = LEAVE + '- {id: come, name: Come, side: each, rule: "11", text: x, procedure: arrivals}\n'
    scenario = "arrivals: [{turn: 1, side: blue, units: [horse-1], spaces: ['0202']}]"
    play = leaving("{side: blue, units: {type: cavalry}, turns: '2'}", phases=phases, scenario=scenario,
                   more=", arrivals: {rule: '11'}", units='{"0101": [blue-1]}')  # fmt: skip
    play.do("done", "horse-1", "0202")
    assert play.asked == "blue movement-unit"
    assert play.at("horse-1") is None
    play.do("done")
    assert play.asked == "blue movement-unit"
    assert play.state.turn == 3


# Replacements ----------------------------------------------------------------------------------------------------

RESTORE = """
- {id: restore, name: Restore, side: each, rule: "14", text: x, procedure: replacements}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
WORN = '{"0404": [{id: guard-1, state: reduced}], "0405": [{id: guard-2, state: reduced}], red-lost: [red-1, red-2]}'


def restoring(replacements: str, units: str = WORN, more: str = "", **kinds: str) -> Play:
    game = declared(f"{{replacements: {{rule: '14', {replacements}}} {more}}}", units=units, phases=RESTORE, **kinds)
    return Play(game, "restore", "red")


def test_points_turn_units_over():
    play = restoring("points: {red: 1}")
    assert play.offered == ["guard-1", "guard-2", "done"]
    assert play.why("red-1") == ("needs-nothing", "14")
    play.do("guard-2")
    assert play.at("guard-2") == "0405"
    assert play.asked == "red movement-unit"  # the point is spent


def test_points_bring_lost_units_back():
    play = restoring("points: {red: 5}, rebuild: 3, at: {red: {space: ['0806', '0805']}}")
    assert play.offered == ["red-1", "red-2", "guard-1", "guard-2", "done"]
    assert play.do("red-1").offered == ["0805", "0806"]
    assert play.why("0101") == ("not-an-entry", "14")
    play.do("0806")
    assert play.offered == ["guard-1", "guard-2", "done"]
    assert play.why("red-2") == ("too-dear", "14")


@pytest.mark.parametrize(("replacements", "offered"), [
    ("points: {red: 1}, restore: 2", None), ("points: {red: 2}, restore: 2", ["guard-1", "guard-2", "done"]),
    ("points: {red: 2}, rebuild: 9, costs: {infantry: 2}, at: {red: {space: '0805'}}",
     ["red-1", "red-2", "guard-1", "guard-2", "done"]),
    ("points: {red: 2}, rebuild: 2, costs: {infantry: 9}, at: {red: {space: '0805'}}",
     ["guard-1", "guard-2", "done"]),
    ("points: {red: 2}, units: {unit: guard-2}", ["guard-2", "done"]),
    ("points: {red: few}", ["guard-1", "guard-2", "done"]), ("points: {blue: 9}", None),
])  # fmt: skip
def test_what_points_buy(replacements: str, offered: list[str] | None):
    play = restoring(replacements, info="parameters: [{id: few, value: 1, rule: '14', text: x}]")
    assert (play.offered if play.asked == "red replacement-unit" else None) == offered


def test_points_are_saved_or_lost():
    for saved, left in (("", False), (", saved: true", True)):
        play = restoring("points: {red: 1}, restore: 2" + saved)
        assert play.asked == "red movement-unit"
        play.do("done")
        assert (play.asked == "red replacement-unit") is left


def test_units_come_back_with_so_many_steps():
    lost = "{red-lost: [guard-1]}"
    points = "points: {red: 1}, rebuild: 1, at: {red: {space: '0806'}}"
    assert restoring(points, lost).do("guard-1", "0806").at("guard-1") == "0806"
    assert restoring(points + ", returns: reduced", lost).do("guard-1", "0806").at("guard-1") == "0806 -"


@pytest.mark.parametrize(("supplied", "offered"), [
    ("", ["guard-2", "done"]), (", supplied: false", ["guard-1", "guard-2", "done"]),
])  # fmt: skip
def test_only_units_in_supply_are_restored(supplied: str, offered: list[str]):
    supply = ", supply: {sources: {space: '0405'}, range: 1, rule: '7'}"
    far = WORN.replace('"0404"', '"0101"')
    assert restoring("points: {red: 1}" + supplied, far, supply).offered == offered


def test_no_room_for_those_who_come_back():
    units = '{red-lost: [red-1], "0806": [red-2, red-3]}'
    play = restoring("points: {red: 1}, rebuild: 1, at: {red: {space: '0806'}}", units)
    assert play.asked == "red movement-unit"


def test_replacements_need_not_be_lost_units_of_the_enemy_or_closed_ground():
    rows = "hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cccccccc, cccccccl]}"
    play = restoring("points: {red: 9}, rebuild: 1, at: {red: {space: ['0806', '0805']}}", game_map=rows)
    assert play.do("red-1").offered == ["0805"]
    assert play.why("0806") == ("closed", "14")


def test_replacements_on_points():
    play = restoring("points: {red: 1}, rebuild: 1, at: {red: {home_of: own}}", "{red-lost: [red-1], p3: [blue-1]}",
                     whole_map=POINTS)  # fmt: skip
    assert play.do("red-1").offered == ["p6"]


def test_the_turn_is_announced_when_the_set_up_is_done():
    """The set-up comes before the first turn."""
    play = Play(declared("setup: {rule: '2'}", phases=SETUP, scenario=PLACES))
    assert play.events("turn") == []
    play.do("horse-1", "0201", "blue-1", "0303", "blue-2", "0304", "red-1", "0806", "red-2", "0806")
    assert [line["value"] for line in play.events("turn")] == [1]


def test_a_box_of_a_side_holds_its_units_only():
    assert Play(declared(units='{"0101": [blue-1], red-lost: [red-1]}')).at("red-1") == "red-lost"
    with pytest.raises(SourceError, match="red-1 can't be in blue-turn-2"):
        Play(declared(units='{"0101": [blue-1], blue-turn-2: [red-1]}'))
