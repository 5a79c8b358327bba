"""Events and weather, control of places, and who wins: worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pnp.checks.procedures import procedures_of
from pnp.errors import SourceError
from pnp.referee.kit.assembly import Assembly, declaration_problems
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.records import event
from pnp.referee.state import EVENT
from tests.kit.games import AREAS, BOXES, POINTS, TABLE, declared
from tests.kit.play import Play

GO = """
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
UNITS = '{"0303": [blue-1], "0806": [red-1]}'


def won(play: Play) -> tuple[str | None, dict[str, int]]:
    """Outcome and points when everyone has done nothing to the end."""
    while play.asked != "over":
        play.do("done")
    return play.result, play.rules.score(play.state)


# Control ---------------------------------------------------------------------------------------------------------


def test_the_last_to_have_a_unit_there_holds_a_place():
    play = Play(declared(units='{"0303": [blue-1], "0304": [red-1]}', phases=GO, procedures="zones: null"))
    assert [play.holder("0303"), play.holder("0304"), play.holder("0305")] == ["blue", "red", None]
    play.do("blue-1", "0302", "red-1", "0303")
    assert [play.holder("0303"), play.holder("0302"), play.holder("0304")] == ["red", "blue", "red"]


def test_passing_through_takes_nothing():
    play = Play(declared(units=UNITS, phases=GO)).do("blue-1", "0501")
    assert play.holder("0402") is None


def test_presence_alone():
    play = Play(declared("control: {by: presence, rule: '12'}", units=UNITS, phases=GO)).do("blue-1", "0304")
    assert [play.holder("0303"), play.holder("0304")] == [None, "blue"]


def test_only_some_units_take_places():
    """A horse takes nothing, and doesn't keep what the infantry beside it leaves, where presence counts."""
    units = '{"0303": [blue-1, horse-1], "0101": [horse-2], "0806": [red-1]}'
    lasting = Play(declared("control: {of: {type: infantry}, rule: '12'}", units=units, phases=GO))
    assert [lasting.holder("0303"), lasting.holder("0101")] == ["blue", None]
    assert lasting.do("blue-1", "0304").holder("0303") == "blue"
    present = declared("control: {of: {type: infantry}, by: presence, rule: '12'}", units=units, phases=GO)
    assert Play(present).do("blue-1", "0304").holder("0303") is None


def test_only_some_places_can_be_held():
    play = Play(declared("control: {places: {space: ['0303', '0304']}, rule: '12'}", units=UNITS, phases=GO))
    assert [play.holder("0303"), play.holder("0806")] == ["blue", None]


def test_what_is_held_at_the_start():
    control = "control: {at_start: {red: {region: east}, blue: {space: '0101'}}, rule: '12'}"
    regions = """hexes:
  regions: [{id: west, code: w, name: West}, {id: east, code: e, name: East}]
  region_rows: [wwwweeee, wwwweeee, wwwweeee, wwwweeee, wwwweeee, wwwweeee]
"""
    play = Play(declared(control, units='{"0503": [blue-1]}', phases=GO, game_map=regions))
    assert [play.holder(space) for space in ("0101", "0201", "0501", "0806", "0503")] == [
        "blue", None, "red", "red", "blue",
    ]  # fmt: skip


REGIONS = """hexes:
  regions: [{id: west, code: w, name: West}, {id: east, code: e, name: East}]
  region_rows: [wwwweeee, wwwweeee, wwwweeee, wwwweeee, wwwweeee, wwwweeee]
"""


def test_what_is_assumed_is_not_told():
    """24 hexes on each side, of which a position names the one that red has lost, and what lies on it is read back."""
    held = "{at_start: {red: {region: east}, blue: {region: west}}, assumed: true, rule: '12'}"
    game = declared(f"control: {held}", units='{"0503": [blue-1], "0806": [red-1]}', phases=GO, game_map=REGIONS)
    play = Play(game)
    position = play.rules.position(play.state)
    assert position.control == {"0503": "blue"}
    again = Play(game, control={"0101": "red"})
    assert [again.holder(space) for space in ("0101", "0102", "0501", "0503")] == ["red", "blue", "red", "blue"]
    assert again.rules.position(again.state).control == {"0101": "red", "0503": "blue"}


def test_who_takes_a_place_may_go_without_a_word():
    scenario = LEVELS + POINTS_FOR
    for control, told in (("{rule: '12'}", ["0304"]), ("{logged: false, rule: '12'}", [])):
        game = declared(f"control: {control}\nvictory: {{last_turn: null}}", units=UNITS, phases=GO, scenario=scenario)
        assert [line["at"] for line in Play(game).do("blue-1", "0304").events("take")] == told


# Victory ---------------------------------------------------------------------------------------------------------

LEVELS = "levels: [{outcome: red-wins}, {outcome: draw, at_least: 3}, {outcome: blue-wins, at_least: 5}]"
POINTS_FOR = """
victory:
  - {id: one, side: blue, points: 3, text: x, spaces: ['0303'], rule: "12"}
  - {id: all, side: blue, points: 4, text: x, spaces: ['0303', '0304'], rule: "12"}
  - {id: each, side: blue, points: 1, text: x, spaces: ['0303', '0304', '0806'], each: true, rule: "12"}
  - {id: lost, side: blue, points: -2, text: x, spaces: ['0806'], rule: "12"}
  - {id: red, side: red, points: 7, text: x, spaces: ['0806'], rule: "12"}
"""


@pytest.mark.parametrize(("units", "result", "score"), [
    (UNITS, "red-wins", {"blue": 2, "red": 7}),  # 3 + 1 - 2
    ('{"0303": [blue-1], "0304": [blue-2], "0101": [red-1]}', "blue-wins", {"blue": 9, "red": 0}),  # 3 + 4 + 2
    ('{"0303": [blue-1], "0101": [red-1]}', "draw", {"blue": 4, "red": 0}),  # 3 + 1
])  # fmt: skip
def test_points_for_places_and_levels(units: str, result: str, score: dict[str, int]):
    game = declared("victory: {last_turn: null}", units=units, phases=GO, scenario=LEVELS + POINTS_FOR)
    assert won(Play(game, turn=3)) == (result, score)


def test_the_log_lists_what_each_line_gives():
    """3 for 0303, 1 for it as one of three, -2 as the enemy holds 0806; red has 7 for that."""
    victory = "victory: {itemized: true, last_turn: null, rules: {score: '12.3'}}"
    game = declared(victory, units=UNITS, phases=GO, scenario=LEVELS + POINTS_FOR)
    play = Play(game, turn=3)
    won(play)
    assert [(line["by"], line["code"], line["value"]) for line in play.events("counted")] == [
        ("blue", "one", 3), ("blue", "each", 1), ("blue", "lost", -2), ("red", "red", 7),
    ]  # fmt: skip
    assert [(line["by"], line["value"]) for line in play.events("score")] == [("blue", 2), ("red", 7)]
    assert [line.rule for line in play.state.log if line.data.get("event") in ("counted", "score")] == [
        "12", "12", "12", "12.3", "12", "12.3",
    ]  # fmt: skip
    result = play.rules.result(play.state)
    assert result is not None
    assert (result.end, result.level) == ("red-wins", "red-wins")


def test_whose_points_the_levels_count():
    game = declared("victory: {side: red, last_turn: null}", units=UNITS, phases=GO, scenario=LEVELS + POINTS_FOR)
    assert won(Play(game, turn=3))[0] == "blue-wins"  # red has 7


def test_the_last_turn_without_levels():
    assert won(Play(declared(units=UNITS, phases=GO), turn=3))[0] == "draw"


def test_points_of_each_turn():
    """Three turns of 2 each."""
    game = declared("victory: {judged: each-turn, last_turn: null}", units=UNITS, phases=GO,
                    scenario=LEVELS + POINTS_FOR)  # fmt: skip
    assert won(Play(game)) == ("blue-wins", {"blue": 6, "red": 21})


LINES = """
victory:
  - {id: horses, side: blue, points: 2, text: x, each: true, rule: "12"}
  - {id: east, side: blue, points: 5, text: x, rule: "12"}
  - {id: late, side: blue, points: 10, text: x, rule: "12"}
  - {id: many, side: blue, points: 20, text: x, rule: "12"}
  - {id: both, side: blue, points: 40, text: x, each: true, rule: "12"}
"""


def test_lines_that_name_no_place():
    """Two horses in the north, 4; a place in the east, 5; the third turn, 10; two held of three asked for, none;
    guards in the third turn only, one of them: 40.
    """
    lines = """{horses: {units: {type: cavalry, side: own, at: {space: ['0101', '0201']}}},
        east: {places: {space: ['0801', '0802'], occupied: own}}, late: {turns: '3'},
        many: {places: {held: own}, least: 9}, both: {units: {type: guard}, turns: '3'}}"""
    units = '{"0101": [horse-1], "0201": [horse-2], "0801": [blue-1]}'
    game = declared(f"victory: {{lines: {lines}, last_turn: draw}}", units=units, phases=GO, scenario=LINES)
    score = won(Play(game, turn=3))[1]
    assert score == {"blue": 4 + 5 + 10 + 2 * 40}  # guards count wherever they are, off the map too
    early = Play(game, turn=1)
    assert early.rules.score(early.state) == {"blue": 4 + 5}


def test_a_line_with_least_needs_so_many():
    lines = "{east: {places: {held: own}, least: 2}}"
    scenario = 'victory: [{id: east, side: blue, points: 5, text: x, rule: "12"}]'
    for units, points in (('{"0101": [blue-1]}', 0), ('{"0101": [blue-1], "0201": [blue-2]}', 5)):
        game = declared(f"victory: {{lines: {lines}}}", units=units, phases=GO, scenario=scenario)
        assert won(Play(game, turn=3))[1] == {"blue": points}


def test_points_printed_on_the_map():
    """Blue in Cedar, 2; red on the isle, 3."""
    play = Play(declared(whole_map=AREAS, units="{cedar: [blue-1], isle: [red-1]}", phases=GO), turn=3)
    assert won(play)[1] == {"blue": 2, "red": 3}
    play = Play(declared(whole_map=POINTS, units="{p3: [blue-1], p6: [red-1]}", phases=GO), turn=3)
    assert won(play)[1] == {"blue": 2, "red": 1}


TAKEN = "{outcome: blue-wins, when: {places: {space: '0304', held: blue}}, rule: '12.4'%s}"
PAIR = '{"0303": [blue-1], "0302": [blue-2], "0806": [red-1]}'


def with_sudden(judged: str = "", units: str = PAIR, more: str = "", **position: object) -> Play:
    """A game that blue wins by holding 0304."""
    end = TAKEN % (f", judged: {judged}" if judged else "")
    return Play(declared(f"{{victory: {{sudden: [{end}]}}{more}}}", units=units, phases=GO), **position)


def test_a_sudden_end_comes_at_once():
    """Blue-2 could still move."""
    play = with_sudden().do("blue-1", "0304")
    assert play.result == "blue-wins"
    assert play.events("victory")[0]["rule"] == "12.4"
    assert play.offered == []


def test_a_sudden_end_at_the_end_of_a_phase():
    play = with_sudden("end-of-phase").do("blue-1", "0304")
    assert play.asked == "blue movement-unit"
    assert play.do("done").result == "blue-wins"


def test_a_sudden_end_must_hold_at_its_moment():
    """What blue-1 takes, where presence counts, it leaves in the next phase: at the end of the turn nothing holds."""
    again = GO + '- {id: on, name: On, side: blue, rule: "4", text: x, procedure: movement}'
    for judged, result in (("end-of-turn", None), ("end-of-phase", "blue-wins")):
        end = TAKEN % f", judged: {judged}"
        present = f"{{victory: {{sudden: [{end}]}}, control: {{by: presence, rule: '12'}}}}"
        play = Play(declared(present, units=UNITS, phases=again)).do("blue-1", "0304")
        assert play.result == result
    assert play.asked == "over"
    play = Play(declared(present.replace("end-of-phase", "end-of-turn"), units=UNITS, phases=again))
    play.do("blue-1", "0304", "done", "blue-1", "0303")
    assert (play.state.turn, play.result) == (2, None)


def test_a_sudden_end_at_the_end_of_a_turn():
    """Red's phase comes between; the turn that ends is the first of three."""
    play = with_sudden("end-of-turn").do("blue-1", "0304", "done")
    assert play.asked == "red movement-unit"
    assert play.do("done").result == "blue-wins"
    assert play.state.turn == 1


def test_the_points_of_the_turn_are_counted_before_a_sudden_end_at_its_end():
    more = f"{{victory: {{judged: each-turn, last_turn: null, sudden: [{TAKEN % ', judged: end-of-turn'}]}}}}"
    game = declared(more, units='{"0304": [blue-1]}', phases=GO, scenario=LEVELS + POINTS_FOR)
    play = Play(game).do("done")
    assert (play.result, play.state.points[0], play.state.turn) == ("blue-wins", 1, 1)


WITH_POINTS = "{outcome: blue-wins, when: {points: {blue: %s}}, judged: end-of-turn, rule: '12.4'}"


@pytest.mark.parametrize(("needed", "turn"), [(2, 1), (3, 3)])
def test_a_side_wins_with_so_many_points(needed: int, turn: int):
    """Blue holds Cedar, which is worth 2; the points that are wanted are told at the end of each turn."""
    sudden = f"victory: {{sudden: [{WITH_POINTS % needed}], last_turn: red-wins}}"
    play = Play(declared(sudden, whole_map=AREAS, units="{cedar: [blue-1], isle: [red-1]}", phases=GO))
    result, score = won(play)
    assert (result, play.state.turn) == ("blue-wins" if needed == 2 else "red-wins", turn)
    assert score == {"blue": 2, "red": 3}
    assert [line["value"] for line in play.events("score")] == [2] * turn


@pytest.mark.parametrize(("counted", "score"), [
    ("{blue: {space: cedar}}", {"blue": 2}), ("{blue: {space: isle}}", {"blue": 0}),
    ("{blue: {space: [cedar, isle]}, red: {space: cedar}}", {"blue": 2, "red": 0}),
])  # fmt: skip
def test_places_that_count_for_a_side(counted: str, score: dict[str, int]):
    """Blue holds Cedar, red the isle."""
    units = "{cedar: [blue-1], isle: [red-1]}"
    play = Play(declared(f"victory: {{counted: {counted}}}", whole_map=AREAS, units=units, phases=GO), turn=3)
    assert won(play)[1] == score


@pytest.mark.parametrize(("victory", "fault"), [
    (f"{{sudden: [{WITH_POINTS.replace('{blue', '{blu')}]}}" % 2, "unknown side 'blu'"),
    (f"{{sudden: [{WITH_POINTS}]}}" % "plenty", "unknown parameter 'plenty'"),
    ("{counted: {blu: {space: cedar}}}", "unknown side 'blu'"),
])  # fmt: skip
def test_points_of_nobody_are_mistakes(victory: str, fault: str):
    with pytest.raises(SourceError, match=fault):
        Play(declared(f"victory: {victory}", whole_map=AREAS, units="{cedar: [blue-1]}", phases=GO))


def test_points_without_victory_are_a_mistake():
    times = "{side: attackers, by: 2, when: {points: {blue: 1}}, rule: '8'}"
    procedures = f"{{combat: {{times: [{times}]}}, victory: null}}"
    problems = declaration_problems(declared(procedures, units=UNITS, table=TABLE))
    assert "nobody has points without 'victory:'" in [problem.message for problem in problems]


def test_a_sudden_end_that_holds_when_the_last_turn_ends_comes_before_the_levels():
    play = with_sudden("end-of-turn", turn=3).do("blue-1", "0304", "done", "done")
    assert play.result == "blue-wins"


def test_an_attack_is_carried_out_before_a_sudden_end():
    """Red loses its last unit, and blue as much in the exchange: only then the game ends."""
    sudden = "victory: {sudden: [{outcome: blue-wins, when: {not: {units: {side: red, at: {space: '0304'}}}}}]}"
    results = "combat: {results: {DE: [eliminate defenders, exchange attackers]}}"
    units = '{"0303": [blue-1], "0204": [blue-2], "0305": [blue-3], "0304": [red-1]}'
    game = declared(f"{{{sudden}, {results}}}", units=units)
    play = Play(game, "combat", "blue", dice=[6]).do("0304", "blue-1", "blue-2", "fight")
    assert play.asked == "blue losses-exchange"
    assert play.do("blue-2").result == "blue-wins"
    assert play.at("blue-2") == "blue-lost"


def test_a_retreat_through_a_space_ends_nothing():
    """The game would end with red in 0305, where its unit passes by on its way to 0306."""
    sudden = "victory: {sudden: [{outcome: red-wins, when: {places: {space: '0305', occupied: red}}}]}"
    results = "combat: {results: {DE: retreat defenders 2}}"
    units = '{"0303": [blue-1], "0304": [red-1]}'
    play = Play(declared(f"{{{sudden}, {results}}}", units=units), "combat", "blue", dice=[6])
    play.do("0304", "blue-1", "0305")
    assert (play.at("red-1"), play.asked) == ("0305", "red retreat-space")
    play.do("0306")
    assert play.result is None


def test_nothing_ends_while_units_are_set_up():
    """Blue has no unit on the map until its set-up, which comes second."""
    end = "{outcome: red-wins, when: {not: {units: {side: blue, at: {not: {space: [blue-lost, blue-turn-2]}}}}}}"
    sudden = f"{{setup: {{rule: '2'}}, victory: {{sudden: [{end}]}}}}"
    phases = """
- {id: red, name: Red, side: red, rule: "2", text: x, turns: "1", procedure: setup}
- {id: blue, name: Blue, side: blue, rule: "2", text: x, turns: "1", procedure: setup}
""" + GO
    places = """placements:
  - {side: red, units: [red-1], spaces: ["0806"], rule: "2"}
  - {side: blue, units: [blue-1], spaces: ["0101"], rule: "2"}
"""
    units = "{blue-turn-2: [blue-1], red-turn-2: [red-1]}"
    game = declared(sudden, units=units, phases=phases, scenario=places, game_map=BOXES)
    play = Play(game).do("red-1", "0806")
    assert play.asked == "blue setup-unit"
    assert play.do("blue-1", "0101").asked == "blue movement-unit"


def test_a_position_in_which_a_sudden_end_holds_is_over():
    assert with_sudden(units='{"0304": [blue-1]}').result == "blue-wins"


def test_a_sudden_end_by_losses():
    sudden = "victory: {sudden: [{outcome: red-wins, when: {not: {units: {side: blue, at: {}}}}}]}"
    units = '{"0303": [blue-1], "0304": [red-1]}'
    space = sudden.replace("{}", "{not: {space: [blue-lost, red-lost, blue-turn-2]}}")
    results = "combat: {results: {DE: eliminate attackers}}"
    play = Play(declared(f"{{{space}, {results}}}", units=units), "combat", "blue", dice=[6]).do("0304", "blue-1")
    assert play.result == "red-wins"
    play = Play(declared(f"{{{space}}}", units=units), "combat", "blue", dice=[6]).do("0304", "blue-1")
    assert play.result is None


# Events ----------------------------------------------------------------------------------------------------------

EVENTS = TABLE + """
- kind: events
  id: fate
  title: Fate
  rule: "15"
  rows:
    - {die: 1, id: calm, name: Calm, text: x}
    - {die: 2, id: mud, name: Mud, text: x}
    - {die: 3, id: dry, name: Dry, text: x}
    - {die: 4, id: gain, name: Gain, text: x}
    - {die: 5, id: help, name: Help, text: x}
    - {die: 6, id: peace, name: Peace, text: x}
"""
FATE = """
- {id: fate, name: Fate, rule: "15", text: x, procedure: events}
- {id: come, name: Come, side: each, rule: "11", text: x, procedure: arrivals}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
EFFECTS = """{
  events: {table: fate, rule: "15", effects: {calm: nothing, mud: weather mud, dry: weather dry,
    gain: [points blue 2, points red -1], help: bring blue-turn-2, peace: end draw}},
  arrivals: {at: {blue: {space: "0101"}}, rule: "11"},
  movement: {pace: [{times: 1/2, when: {weather: mud}, rule: "4"}]},
}"""


def fated(*dice: int, units: str = '{"0303": [blue-1], "0806": [red-1], blue-turn-2: [horse-1, blue-2]}') -> Play:
    return Play(declared(EFFECTS, units=units, phases=FATE, table=EVENTS), dice=dice)


LATER = EVENTS + """
- kind: events
  id: doom
  title: Doom
  rule: "16"
  rows:
    - {die: 1-6, id: drums, name: Drums, text: x}
"""
DRUMS = EFFECTS.replace("table: fate,", "table: fate, later: [{turn: 2, table: doom}],").replace(
    "peace: end draw", "peace: end draw, drums: [do beat, points blue 1, do rest]"
)


class Drummed(Assembly):
    """Two effects of the game's own."""

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """They are only recorded."""
        for name in ("beat", "rest"):
            self.kit.effect(name, lambda state, name=name: event(state, name, "16"))
        return {}


class DrummedRules(DeclaredRules):
    """With such an assembly."""

    ASSEMBLY = Drummed


def test_later_turns_have_a_table_of_their_own():
    """Turn 1 by the first table, turns 2 and 3 by the other, whose row does two things of the game's own, in order."""
    game = declared(DRUMS, units='{"0303": [blue-1], "0806": [red-1]}', phases=FATE, table=LATER)
    play = Play(game, dice=(4, 5, 6), rules=DrummedRules)
    assert play.state.points == [2, -1]
    play.do("done", "done")
    assert (play.state.turn, play.state.points) == (2, [3, -1])
    play.do("done", "done")
    assert (play.state.turn, play.state.points) == (3, [4, -1])
    kinds = [record[1] for record in play.state.records if record[0] == EVENT]
    assert [kind for kind in kinds if kind in ("result", "beat", "rest")] == [
        "result", "result", "beat", "rest", "result", "beat", "rest",
    ]  # fmt: skip


def test_the_rules_of_later_tables_are_carried_out_too():
    procedures = procedures_of(declared(DRUMS, phases=FATE, table=LATER))
    assert procedures is not None
    assert {"15", "16"} <= procedures.addresses


def test_an_effect_that_the_game_does_not_have_is_reported():
    game = declared(DRUMS.replace("do rest", "do rset"), phases=FATE, table=LATER)
    assert "unknown effect of the game's own 'rset'" in [one.message for one in declaration_problems(game, Drummed)]
    game = declared(DRUMS.replace("table: doom", "table: doon"), phases=FATE, table=LATER)
    assert "unknown events table 'doon'" in [one.message for one in declaration_problems(game, Drummed)]


def test_nothing_happens():
    play = fated(1)
    assert play.asked == "blue movement-unit"
    assert "0703" in play.do("blue-1").offered  # 4 points


def test_weather_lasts_until_it_changes():
    play = fated(2, 1, 3)
    assert "0603" not in play.do("blue-1").offered  # 2 points
    play.do("0304", "done", "blue-1")
    assert "0604" not in play.offered  # mud still
    play.do("0303", "done", "blue-1")
    assert "0703" in play.offered  # dry


def test_points_by_events():
    play = fated(4)
    assert play.rules.score(play.state) == {"blue": 2}  # only blue scores in this game
    assert [(line["by"], line["value"]) for line in play.events("points")] == [("blue", 2), ("red", -1)]


def test_units_that_an_event_brings():
    play = fated(5)
    assert play.asked == "blue arrival-unit"
    assert play.offered == ["blue-2", "horse-1", "done"]
    play.do("horse-1", "0101", "done")
    assert play.at("horse-1") == "0101"


def test_an_event_ends_the_game():
    assert fated(6).result == "draw"


def test_events_in_a_position():
    """A position keeps the weather, the points and who was called."""
    play = fated(2)
    again = play.rules.state_from(play.rules.position(play.state))
    assert again.weather == play.state.weather == 0
    play = fated(4, 5)
    play.do("done", "done")
    again = play.rules.state_from(play.rules.position(play.state))
    assert (again.points, again.called) == (play.state.points, play.state.called)
    assert again.called != 0


def test_faulty_numbers_of_points_are_mistakes():
    with pytest.raises(SourceError, match="is no number of points"):
        Play(declared(EFFECTS.replace("red -1", "red +-1"), units=UNITS, phases=FATE, table=EVENTS))


def test_modifiers_that_the_referee_can_t_judge_are_mistakes():
    """A die modifier with a condition in words, or for a space, would be left out in silence."""
    modifiers = '  modifiers: [{id: snow, add: 1, text: x, rule: "15", condition: snow}]'
    table = EVENTS.replace("title: Fate\n", f"title: Fate\n{modifiers}\n")
    with pytest.raises(SourceError, match="no row for die 7"):
        Play(declared(EFFECTS, units=UNITS, phases=FATE, table=table))
    table = table.replace("die: 6,", "die: 6+,")
    with pytest.raises(SourceError, match="can't judge the modifier 'snow'"):
        Play(declared(EFFECTS, units=UNITS, phases=FATE, table=table))


def test_areas():
    play = Play(declared("control: {at_start: {red: {feature: port}}, rule: '12'}", whole_map=AREAS,
                         units="{ash: [blue-1]}", phases=GO))  # fmt: skip
    assert [play.holder("ash"), play.holder("isle")] == ["blue", "red"]


# Points by strength and by steps ---------------------------------------------------------------------------------

KILLS = 'victory: [{id: killed, side: blue, points: %d, text: x, each: true, rule: "12"}]'
LOST = "{units: {side: enemy, at: {space: red-lost}}}"
DEAD = '{"0303": [blue-1], "0806": [{id: guard-2, state: reduced}, red-2], red-lost: [guard-1, red-1]}'


@pytest.mark.parametrize(("weights", "each", "points"), [
    ("{}", 1, 2), ("{killed: attack}", 1, 6 + 4), ("{killed: movement}", 2, 2 * (3 + 4)),
    ("{killed: steps-lost}", 1, 2 + 1), ("{killed: attack}", -1, -10),
])  # fmt: skip
def test_points_for_what_lost_units_are_worth(weights: str, each: int, points: int):
    """A guard of 6 with two steps and a red unit of 4 with one are lost; a reduced guard is on the map."""
    victory = f"victory: {{lines: {{killed: {LOST}}}, weights: {weights}}}"
    game = declared(victory, units=DEAD, phases=GO, scenario=KILLS % each)
    play = Play(game)
    assert play.rules.score(play.state) == {"blue": points}


def test_points_for_steps_lost_by_units_that_still_stand():
    """Of all enemies: two of the dead guard, one of the red unit, one of the reduced guard."""
    victory = "victory: {lines: {killed: {units: {side: enemy}}}, weights: {killed: steps-lost}}"
    play = Play(declared(victory, units=DEAD, phases=GO, scenario=KILLS % 1))
    assert play.rules.score(play.state) == {"blue": 4}


def test_points_by_the_face_that_is_up():
    """The reduced guard counts 3, the red unit beside it 4."""
    victory = "victory: {lines: {killed: {units: {side: enemy, at: {space: '0806'}}}}, weights: {killed: attack}}"
    play = Play(declared(victory, units=DEAD, phases=GO, scenario=KILLS % 1))
    assert play.rules.score(play.state) == {"blue": 7}


@pytest.mark.parametrize(("victory", "fault"), [
    ("{lines: {killed: {units: {side: enemy}}}, weights: {killd: attack}}", "unknown line of the schedule 'killd'"),
    ("{lines: {killed: {units: {side: enemy}}}, weights: {killed: atack}}", "unknown factor 'atack'"),
    ("{lines: {killed: {turns: '2'}}, weights: {killed: attack}}", "doesn't count units, each of them"),
])  # fmt: skip
def test_weights_that_mean_nothing_are_mistakes(victory: str, fault: str):
    with pytest.raises(SourceError, match=fault):
        Play(declared(f"victory: {victory}", units=DEAD, phases=GO, scenario=KILLS % 1))
