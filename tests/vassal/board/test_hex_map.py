"""The module of a hex map: grid and zones, palette, units set up face down, tables of the turn, set-ups, logs.

Expected values are worked out by hand from the sources of Winter War and from VASSAL's own formulas.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Scene
from pnp.model.position import PositionSource
from pnp.vassal.board.hex_zones import field_outlines
from pnp.vassal.layout import inside
from pnp.vassal.saves.vlog import LogStep, log_to_vlog
from pnp.vassal.verify.module import check_generated
from tests.vassal.beanshell import evaluate
from tests.vassal.module_and_game import game_problems
from tests.vassal.point_pieces import by_counter, layer, zone_properties

pytestmark = pytest.mark.slow


def test_the_module_has_no_problem_and_knows_every_name(winter_module, winter):
    assert [str(p.message) for p in check_generated(winter_module)] == []
    assert [str(p.message) for p in game_problems(winter_module, winter)] == []


# The board -----------------------------------------------------------------------------------------


def grid_of(module):
    """The attributes of the hex grid and of its numbering."""
    (grid,) = module.root.find_all("HexGrid")
    (numbering,) = grid.find_all("HexGridNumbering")
    return grid.attributes, numbering.attributes


def test_one_grid_serves_all_hexes_without_a_name(winter_module, winter):
    """13.8 mm at 120 dpi are 65.197 px from side to side; rows are 1.5 × 37.64 = 56.462 px apart."""
    grid, numbering = grid_of(winter_module)

    assert (grid["sideways"], grid["dy"], grid["dx"]) == ("true", "65.19685", "56.46213")
    assert [numbering[name] for name in ("first", "sep", "vLeading", "vOff", "hLeading", "hOff", "stagger")] == [
        "V",
        "",
        "1",
        "1",
        "1",
        "1",
        "false",
    ]
    assert len(winter_module.zones) < len(winter.map.spaces) + 60


@pytest.mark.parametrize("number", ["1301", "3907", "0141", "0869", "2067", "3269", "2163", "1965"])
def test_a_hex_at_the_rim_is_named_as_the_engine_counts(winter_module, winter_layout, number):
    """VASSAL-FORMAT 9.1 sideways: y = x0 + dx·c, x = y0 + dy·r, half a dy more where c is odd; named r + 1, c + 1."""
    grid, _ = grid_of(winter_module)
    x, y = winter_layout.spaces[number].stack
    c = round((y - int(grid["x0"])) / float(grid["dx"]))
    r = round((x - int(grid["y0"]) - (float(grid["dy"]) / 2 if c % 2 else 0)) / float(grid["dy"]))

    assert f"{r + 1:02}{c + 1:02}" == number
    assert y == int(float(grid["dx"]) * c + int(grid["x0"]))


def test_stacks_stand_within_a_pixel_and_a_half_of_the_drawn_centre(winter, winter_layout):
    from pnp.maps.hex_grid import hex_field

    field = hex_field(winter.map.hexes)
    for index, name in enumerate(field.ids):
        drawn = [value / 25.4 * 120 for value in field.centre(index)]
        assert math.dist(winter_layout.spaces[name].stack, drawn) < 1.5
        assert winter_layout.spaces[name].stack == winter_layout.spaces[name].opposing


def test_only_hexes_with_a_name_carry_a_polygon(winter, winter_layout):
    with_outline = {name for name, place in winter_layout.spaces.items() if place.outline}

    assert with_outline == {space.id for space in winter.map.spaces}
    assert all(len(winter_layout.spaces[name].outline) == 6 for name in with_outline)


def test_a_hex_with_a_name_is_a_zone_whose_centre_snaps_like_the_grid(winter_module, winter_layout):
    zones = {zone.name: zone for zone in winter_module.zones}
    viipuri = zones["Viipuri (2262)"]

    assert viipuri.regions == {"2262": winter_layout.spaces["2262"].stack}
    assert zone_properties(winter_module)["2262"] == {"PlaceId": "hex-2262", "SpaceId": "2262"}
    assert "2163" not in zones


def test_the_grid_ends_where_the_hexes_end(winter, winter_layout):
    (outline,) = field_outlines(winter, 120.0)
    centres = [place.stack for place in winter_layout.spaces.values()]

    assert len(outline) < 600
    assert all(inside(outline, centre) for centre in centres)
    assert not inside(outline, (winter_layout.size[0] // 2, winter_layout.size[1] - 40))


def test_another_numbering_is_found(winter_changed, winter):
    """Rows counted from 0: each hex without a name is called wrong."""
    module = winter_changed({"buildFile.xml": lambda data: data.replace(b'hOff="1"', b'hOff="0"')})
    messages = [p.message for p in game_problems(module, winter)]

    assert messages[0] == "the board calls the hex '1301' '1300'"
    assert messages[-1].endswith("more hexes have other names on the board")


def test_a_grid_that_is_not_regular_is_told(winter_changed):
    module = winter_changed({"buildFile.xml": lambda data: data.replace(b'dx="56.46213"', b'dx="70.0"')})

    assert "a hex grid of 70.0 by 65.19685 pixels is not regular" in [p.message for p in check_generated(module)]


def test_a_number_the_engine_cannot_build_gives_regions(winter, winter_plan):
    """A `$` in the number would be a variable to the engine."""
    from pnp.vassal.board.hex_zones import field_zones
    from pnp.vassal.context import Context
    from pnp.vassal.layout import board_layout

    hexes = winter.map.hexes.model_copy(
        update={"grid": winter.map.hexes.grid.model_copy(update={"number": "{column:02}{row:02}$"})}
    )
    game = replace(winter, map=winter.map.model_copy(update={"hexes": hexes}))
    layout = board_layout(game, winter_plan, 120.0)
    (zone,) = field_zones(Context(game, game, layout))
    regions = zone.find_all("Region")

    assert not zone.find_all("HexGrid")
    assert len(regions) == len(layout.spaces)
    assert regions[0].attributes["name"] == "1301$"


def test_the_board_shows_the_whole_sheet_with_its_numbers(winter, winter_plan, winter_layout, monkeypatch):
    from pnp.vassal.board import picture as board_picture

    sheet = Scene(10, 10, (Group((), layer="land"), Group((), layer="numbers"), Group((), layer="names")))
    monkeypatch.setattr(board_picture, "draw_board", lambda game, plan: sheet)
    scene = board_picture.board_scene(winter, winter_plan, winter_layout)

    assert [node.layer for node in scene.children if isinstance(node, Group) and node.layer] == [
        "land",
        "numbers",
        "names",
    ]


# Pieces --------------------------------------------------------------------------------------------


def test_the_palette_sorts_by_nationality(winter_module):
    """64 Soviet counters; 51 Finnish ones with 5 blanks, of which 6 are Allied."""
    (window,) = winter_module.root.find_all("PieceWindow")
    tabs = {panel.attributes["entryName"]: len(panel.find_all("PieceSlot")) for panel in window.find_all("ListWidget")}

    assert tabs == {"Soviet Union": 64, "Finland": 50, "Allied brigades": 6}


def test_units_set_up_face_down_are_masked_outside_all_else(winter_module):
    pieces = by_counter(winter_module)
    mix, mask = pieces["finnish-division-1"].piece.traits[:2]

    assert (mask.id, mask.get("access"), mask.get("image")) == ("obs", "sides:Finland:Solitaire", "finnish-hidden.svg")
    assert pieces["dummy-3"].piece.traits[:2] == (mix, mask)
    assert mix.get("region").startswith('{"finnish-forces/"+"finnish-division,finnish-division/2,finnish-brigade,')
    starts = winter_module.root.find_all("StartupGlobalKeyCommand")
    assert [start.attributes["hotkey"] for start in starts] == [mix.get("key")] * 3
    assert "obs" not in [t.id for t in pieces["rifle-corps-1"].traits]
    options = winter_module.root.find_all("GlobalOptions")[0].attributes
    assert options["nonOwnerUnmaskable"] == "Never"


def test_the_standard_game_starts_with_finnish_units_masked_and_mixed(winter_module):
    """30 units and 7 slots in the box, and in no slot only one kind."""
    saved = winter_module.setups["standard.vsav"]
    masked = {
        i: item
        for i, item in saved.pieces().items()
        if any(t.id == "obs" and t.state == "Finland;" for t in item.piece.traits)
    }
    stacks = [
        [masked[m].piece.name for m in item.members]
        for item in saved.objects
        if item.kind == "stack" and set(item.members) <= masked.keys()
    ]

    assert len(masked) == 30
    assert sorted(len(stack) for stack in stacks) == [4, 4, 4, 4, 4, 5, 5]
    assert all(len({name.rstrip(" 0123456789") for name in stack}) > 1 for stack in stacks)
    assert Counter(name.startswith("Blank") for stack in stacks for name in stack) == {False: 25, True: 5}


def test_turning_up_is_for_those_who_see_them(winter_module):
    button = next(b for b in winter_module.root.find_all("GlobalKeyCommand") if b.attributes["name"] == "Turn all up")
    report_format = button.attributes["reportFormat"]

    assert button.attributes["filter"] == "{ObscuredToOthers==true}"
    assert evaluate(report_format, {"PlayerSide": "Finland"}) == "All units are turned up"
    assert evaluate(report_format, {"PlayerSide": "Soviet Union"}) == "Only Finland can turn its units up"


def test_turning_up_is_told_right_in_another_language(winter, winter_layout):
    """A report knows the seat by its translated name."""
    from pnp.translate import localised
    from pnp.vassal.context import Context
    from pnp.vassal.module.automation import toolbar
    from pnp.vassal.module.images import image_names

    context = Context(winter, localised(winter, "fi"), winter_layout, image_names(winter))
    report_format = next(
        b.attributes["reportFormat"] for b in toolbar(context) if b.attributes["name"] == "Turn all up"
    )

    assert [evaluate(report_format, {"PlayerSide": seat}) for seat in ("Suomi", "Yksin")] == [
        "Kaikki yksiköt on käännetty esiin"
    ] * 2
    assert evaluate(report_format, {"PlayerSide": "Neuvostoliitto"}) == "Vain Suomi voi kääntää yksikkönsä esiin"


def test_an_advance_before_combat_shows_on_both_sides(winter_module):
    """The Soviet back is paler; Finnish backs are all alike, so a mark is laid over the front."""
    pieces = by_counter(winter_module)

    assert layer(pieces["rifle-corps-2"], "Activated").get("images") == "rifle-corps-2-back.svg"
    assert layer(pieces["finnish-brigade-1"], "Activated").get("images") == "advanced.svg"


# Tables and turns ----------------------------------------------------------------------------------


def report(module, text):
    return next(
        d.attributes["reportFormat"] for d in module.root.find_all("DiceButton") if d.attributes["text"] == text
    )


def test_the_scenario_table_is_read_in_the_column_of_the_turn(winter_module):
    report_format = report(winter_module, "Scenario Table")

    assert evaluate(report_format, {"TurnNumber": 1, "result": 6}).startswith(
        "Scenario Table: game-turn 1, die 6: D, Allied supplies."
    )
    assert evaluate(report_format, {"TurnNumber": 8, "result": 5}).startswith(
        "Scenario Table: game-turn 8, die 5: B, Allies through Sweden."
    )
    assert "No scenario" in evaluate(report_format, {"TurnNumber": 9, "result": 3})
    assert evaluate(report_format, {"TurnNumber": 10, "result": 6}).endswith(": no roll in this game-turn")


def test_special_events_change_with_the_turn(winter_module):
    """Die 4: a paradrop until turn 4, replacements from turn 5."""
    report_format = report(winter_module, "Special Event Tables")

    assert "Paradrop." in evaluate(report_format, {"TurnNumber": 4, "result": 4})
    assert "Soviet replacements." in evaluate(report_format, {"TurnNumber": 5, "result": 4})
    assert "Severe climate." in evaluate(report_format, {"TurnNumber": 9, "result": 6})


def test_the_turn_counter_leaves_out_the_set_up(winter_module):
    (turns,) = winter_module.root.find_all("CounterTurnLevel")
    levels = [level.attributes["list"] for level in turns.find_all("ListTurnLevel")]

    assert turns.attributes["loopLimit"] == "10"
    assert levels[0] == "Soviet Reinforcement Phase"
    assert levels[2] == "Finnish retreat before combat,Soviet advance before combat,Soviet attacks"
    assert len(levels) == 7


# Saved games and logs ------------------------------------------------------------------------------


def test_each_scenario_is_a_set_up(winter_module, winter):
    offered = [e.attributes["file"] for e in winter_module.root.find_all("PredefinedSetup")]

    assert offered == [f"{name}.vsav" for name in winter.scenarios]
    placed = [stack.attributes["name"] for stack in winter_module.root.find_all("SetupStack")]
    assert placed == ["Combat Results Table", "Supply and Isolation"]  # the calculator and the guide, no unit


def test_a_deployment_stands_on_the_centres(winter_module, winter_layout):
    """The Mannerheim Line of the deployment of 1939: a division in each hex."""
    saved = winter_module.setups["historical.vsav"]
    where = {item.piece.name: item.at for item in saved.pieces().values()}

    assert where["Infantry division 1"] == winter_layout.spaces["2363"].stack
    assert where["Infantry division 4"] == winter_layout.spaces["2663"].stack


def test_a_log_moves_turns_up_and_marks(winter, winter_plan, winter_layout):
    """A division hidden at Summa is turned up; a corps goes from 2565 to 2364 and is marked as advanced."""
    units = {"2363": [{"id": "finnish-division-1", "state": "face-down"}], "2565": ["rifle-corps-1"]}
    later = {"2363": ["finnish-division-1"], "2364": [{"id": "rifle-corps-1", "state": "advanced"}]}
    start = PositionSource(scenario="standard", turn=1, phase="soviet-movement", units=units, tracks={})
    end = PositionSource(scenario="standard", turn=1, phase="soviet-combat", units=later, tracks={})
    from pnp.vassal.format.saved_games import read_saved_game

    saved = read_saved_game(log_to_vlog(winter, start, [LogStep("Rifle corps 1: 2364", end)], winter_plan))
    steps = [command for command in saved.commands if command.startswith("LOG\t")]
    x, y = winter_layout.spaces["2364"].stack
    old = winter_layout.spaces["2565"].stack
    corps, division = winter.gpids.pieces["rifle-corps-1"], winter.gpids.pieces["finnish-division-1"]

    assert f"LOG\tM/{corps}/Main Map/{x}/{y}/null/Main Map/{old[0]}/{old[1]}/null/pnp" in steps
    changed = next(step for step in steps if step.startswith(f"LOG\tD/{division}/"))
    now, before = changed.split("/")[2:4]
    assert now.startswith("\tnull;") and before.startswith("\tFinland;")
    assert any(step.startswith("LOG\tTURN") for step in steps)
