"""Displays in the module: a window each, opened by a button, with the same boxes and tracks."""

from __future__ import annotations

import io
import zipfile

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.model.position import PositionSource
from pnp.translate import localised
from pnp.vassal import LogStep, build_module, log_to_vlog
from pnp.vassal.context import Context
from pnp.vassal.format.reader import read_module
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import board_layout
from pnp.vassal.saves.setups import full_position, position_stacks, save_commands
from pnp.vassal.verify.module import check_generated
from tests.ford_displays import ford_with_displays
from tests.vassal.module_and_game import game_problems

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ford(tmp_path_factory):
    return ford_with_displays(tmp_path_factory.mktemp("ford"))


@pytest.fixture(scope="module")
def plan(ford):
    return plan_sheet(ford, draft=True)


@pytest.fixture(scope="module")
def module(ford, plan):
    return read_module(build_module(ford, {"it": localised(ford, "it")}, plan, dpi=60.0))


def test_the_module_has_no_problem(module, ford):
    assert check_generated(module) == []
    assert game_problems(module, ford) == []


def test_each_display_is_a_window_with_a_button(module):
    windows = {w.attributes["mapName"]: w.attributes for w in module.root.find_all("Map")}

    assert {"Main Map", "Veldria", "Elmara"} <= set(windows)
    assert (windows["Veldria"]["launch"], windows["Veldria"]["buttonName"]) == ("true", "Veldria")
    assert windows["Main Map"]["launch"] == "false"


def test_its_boxes_and_tracks_are_zones_of_its_own_board(module):
    zones = {
        board.attributes["name"]: {zone.attributes["name"] for zone in board.find_all("Zone")}
        for board in module.root.find_all("Board")
    }

    assert {"Veldria: Arrivals, 13 May", "Veldria: Losses, Lost"} <= zones["north-display"]
    assert {"Elmara: Arrivals, 15 May", "Resolve firm"} <= zones["south-display"]
    assert not any("Veldria" in name or "Elmara" in name for name in zones["Board"])


def test_the_start_stands_in_the_windows(ford, plan):
    layout = board_layout(ford, plan, 60.0)
    context = Context(ford, ford, layout, image_names(ford))
    start = full_position(ford, PositionSource(tracks={"turn": 1, "resolve": 2}))
    stacks = {unit: stack for stack in position_stacks(ford, start, layout) for unit in stack.units}
    commands = "\n".join(save_commands(context, start))

    assert context.map_of(stacks["north-guard"].place) == "Veldria"
    assert stacks["north-infantry-4"].at != stacks["north-cavalry-2"].at  # a slot each, as pictured
    assert (stacks["resolve"].place, context.map_of("resolve-2")) == ("resolve-2", "Elmara")
    assert context.map_of(stacks["north-artillery"].place) == "Main Map"
    guard = stacks["north-guard"].at
    assert f"Veldria;{guard[0]};{guard[1]};{ford.gpids.pieces['north-guard']};0" in commands


def test_a_log_moves_pieces_from_window_to_window(ford, plan):
    start = PositionSource(turn=1)
    units = dict(ford.scenarios["standard"].position.units)
    units["0303"] = (*units["0303"], "north-guard")
    units["north-turn-3"] = ()
    log = log_to_vlog(ford, start, [LogStep("The guard comes.", PositionSource(turn=3, units=units))], plan, dpi=60.0)
    with zipfile.ZipFile(io.BytesIO(log)) as archive:
        text = archive.read("savedGame").decode()
    assert f"M/{ford.gpids.pieces['north-guard']}/Main Map/" in text
    assert "/null/Veldria/" in text
