"""Rivers along the borders of areas, what weather and money do, and the cases that deeds cite."""

from __future__ import annotations

import json
import re

import pytest

from pnp.errors import SourceError
from pnp.maps.graph import border_kind
from pnp.model.map import MapSource
from pnp.players.telling import line_as_text
from pnp.sources.reader import read_text
from tests.kit.games import AREAS, PHASES, TABLE, declared
from tests.kit.play import Play

BROOK = AREAS + """
rivers: [{id: brook, name: Brook, line: "0,0 10,10"}]
borders:
  - {between: [birch, elm], ends: [one, two], river: brook}
  - {between: [dale, elm], ends: [two, three]}
"""
"""The areas, with a brook between Birch and Elm."""

EVENTS = """
- kind: events
  id: sky
  title: Sky
  rule: "2"
  rows:
    - {die: 1, id: flood, name: Flood, text: x}
    - {die: 2-5, id: calm, name: Calm, text: x}
    - {die: 6, id: gift, name: A gift, text: x}
"""

SKY = """
events:
  table: sky
  effects: {flood: weather flood, calm: weather fair, gift: [weather fair, replacements red 2]}
  weathers: {flood: high water, fair: fair weather}
  rule: "2"
  rules: {weather: "2.1", points: "2.2"}
replacements: {points: {blue: 1}, saved: true, restore: 2, rule: "11", rules: {restore: "11.2"}}
"""

DAY = """
- {id: sky, name: Sky, rule: "2", text: x, procedure: events}
- {id: replacement, name: Replacement, side: each, rule: "11", text: x, procedure: replacements}
""" + PHASES


def test_a_river_along_a_border_costs_more():
    """Birch to Elm over the brook costs 1 + 1; round by Ash and Dale it is 3."""
    moves = "movement: {allowance: 2, cross: {brook: ford-cost}}"
    ford = "parameters: [{id: ford-cost, value: 1, rule: '4', text: x}]"
    units = "{birch: [blue-1]}"

    assert Play(declared(moves, whole_map=BROOK, info=ford, units=units)).do("blue-1").offered == [
        "ash", "cedar", "dale", "elm", "fir",
    ]  # fmt: skip
    slow = Play(declared(moves.replace("2,", "1,"), whole_map=BROOK, info=ford, units=units)).do("blue-1")
    assert slow.offered == ["ash", "cedar"]
    assert slow.why("elm") == ("too-far", "4")


def test_a_river_is_not_drawn_as_a_border_too():
    brook = MapSource.model_validate(read_text(BROOK.encode(), "test").data)
    assert [border_kind(brook, border.between, border.river) for border in brook.borders] == ["river", "inner"]


def test_a_shift_across_a_river_is_logged_with_its_case():
    """8 against 4 is 2:1; across the brook 1:1. Dale attacks Elm over dry land."""
    shift = "combat: {shifts: [{by: -1, all_across: {river: true}, rule: '8.4'}]}"
    across = Play(declared(shift, whole_map=BROOK, units="{birch: [blue-1, blue-2], elm: [red-1]}"), "combat", "blue",
                  dice=[3]).do("elm", "blue-1", "blue-2")  # fmt: skip
    dry = Play(declared(shift, whole_map=BROOK, units="{dale: [blue-1, blue-2], elm: [red-1]}"), "combat", "blue",
               dice=[3]).do("elm", "blue-1", "blue-2")  # fmt: skip

    assert [(line["rule"], line["value"]) for line in across.events("shift")] == [("8.4", -1)]
    assert across.events("result")[0]["column"] == "1:1"
    assert dry.events("shift") == []
    assert dry.events("result")[0]["column"] == "2:1"


def test_a_retreat_only_into_what_its_side_holds():
    """Red in Elm is beaten from Dale; it holds Fir, nobody holds Birch."""
    results = "combat: {results: {AE: retreat defenders 1, AR: nothing, EX: nothing, DR: nothing, DE: nothing}}"
    into = f"{{{results}, retreat: {{rule: '9', into: {{held: own}}, not_into: [enemies]}}}}"
    weak = "{dale: [horse-1], elm: [red-1]}"
    control = {"fir": "red", "dale": "blue", "elm": "red"}
    play = Play(declared(into, whole_map=AREAS, units=weak), "combat", "blue", dice=[1], control=control)
    play.do("elm", "horse-1")

    assert play.offered == ["fir"]
    assert play.why("birch") == ("no-retreat-there", "9")


def test_a_mode_knows_whose_ports_they_are_and_the_weather():
    """From Ash, blue's port, over sea to the isle: not when red holds it, nor in a flood."""
    mode = "{id: sea, between: {feature: port, not: {held: enemy}}, when: {not: {weather: flood}}, rule: '4.5'}"
    moves = f"{SKY}movement: {{allowance: 1, modes: [{mode}]}}"
    game = declared(moves, whole_map=AREAS, table=TABLE + EVENTS, phases=DAY, units="{ash: [blue-1]}")

    def offered(**position: object) -> list[str]:
        return Play(game, "movement", "blue", **position).do("blue-1").offered

    assert offered() == ["birch", "dale", "isle"]
    assert offered(control={"isle": "red"}) == ["birch", "dale"]
    assert offered(flags={"weather": "flood"}) == ["birch", "dale"]
    assert offered(flags={"weather": "fair"}) == ["birch", "dale", "isle"]


def test_a_line_of_supply_leads_through_what_its_side_holds():
    """Blue in Birch and Elm: Ash is its source. It holds Ash and Birch, nobody holds Dale."""
    supply = "supply: {sources: {space: ash}, through: {held: own}, blocked_by: [enemies], rule: '7'}"
    game = declared(supply, whole_map=AREAS, units="{birch: [blue-1], elm: [blue-2]}")

    assert Play(game, "movement", "blue", control={"ash": "blue"}).cut_off == []
    lost = Play(game, "movement", "blue", control={"ash": "red"})
    assert lost.cut_off == ["blue-1", "blue-2"]
    alone = Play(declared(supply, whole_map=AREAS, units="{ash: [blue-1], elm: [blue-2]}"), "movement", "blue")
    assert alone.cut_off == ["blue-2"]


def test_an_event_brings_money_that_is_kept():
    """A 6 gives red 2 points: a reduced guard is restored for 2 in red's first phase, though it has no income."""
    game = declared(SKY, whole_map=AREAS, table=TABLE + EVENTS, phases=DAY,
                    units="{fir: [{id: guard-1, state: reduced}]}")  # fmt: skip
    play = Play(game, "sky", dice=[6])

    assert play.asked == "red replacement-unit"
    assert [(line["by"], line["value"], line["rule"]) for line in play.events("replacement-points")] == [
        ("red", 2, "2.2"), ("blue", 1, "11"),
    ]  # fmt: skip
    assert play.do("guard-1").at("guard-1") == "fir"
    assert [line["rule"] for line in play.events("restore")] == ["11.2"]


def test_the_weather_is_told_by_its_name():
    game = declared(SKY, whole_map=AREAS, table=TABLE + EVENTS, phases=DAY, units="{fir: [red-1]}")
    play = Play(game, "sky", dice=[1])
    told = [line_as_text(play.rules, line) for line in play.state.log.lines if line.data.get("event") == "weather"]

    assert told == ["Weather: high water. [2.1]"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("{replacements: {saved: false}}", "points that can be saved"),
        ("{events: {weathers: {fog: Fog}}}", "unknown weather 'fog'"),
        ("{events: {effects: {gift: replacements green 2}}}", "unknown side 'green'"),
        ("{events: {effects: {gift: replacements red many}}}", "'many' is no number of points"),
        ("{events: {rules: {wether: '2.1'}}}", "unknown reason or deed 'wether'"),
    ],
)
def test_faulty_money_and_weather_are_mistakes(change: str, message: str):
    sections = read_text(SKY.encode(), "test").data
    for section, keys in read_text(change.encode(), "test").data.items():
        for key, value in keys.items():
            mixed = {**sections[section].get(key, {}), **value} if isinstance(value, dict) else value
            sections[section][key] = mixed

    with pytest.raises(SourceError) as raised:
        Play(declared(json.dumps(sections), whole_map=AREAS, table=TABLE + EVENTS, phases=DAY), "sky", dice=[3])

    assert any(message in problem.message for problem in raised.value.problems)


def test_a_die_for_the_initiative_names_its_side():
    phases = """
- id: turns
  name: Turns
  side: initiative
  rule: "2"
  text: x
  phases: [{id: movement, name: Movement, rule: "4", text: x, procedure: movement}]
"""
    game = declared("initiative: {rule: '2'}", whole_map=AREAS, phases=phases, units="{ash: [blue-1], fir: [red-1]}")
    play = Play(game, "movement", dice=[2, 5])
    told = [line_as_text(play.rules, line) for line in play.state.log.lines if line.kind == "draw"]

    assert told == ["Die for Blue: 2. [2]", "Die for Red: 5. [2]"]
    assert play.asked == "red movement-unit"


def test_a_list_of_names_that_is_cut_says_so():
    change = "{movement: {rules: {qqq: '2.1'}}}"
    with pytest.raises(SourceError) as raised:
        Play(declared(change))

    (problem,) = [problem for problem in raised.value.problems if "'qqq'" in problem.message]
    assert re.search(r", [\w-]+ and \d+ more\.$", problem.hint)
