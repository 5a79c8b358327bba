"""Marks of the set-up in the hexes: only where the map asks for them, sides told apart by dashes too."""

from dataclasses import replace

import pytest

from pnp.generators.maps.hex.legend import legend_entries
from pnp.generators.maps.hex.starts import start_layer, starting_sides
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import plan_sheet
from pnp.press.inputs import pictured_counters
from pnp.sources import load_game


@pytest.fixture(scope="module")
def marked():
    """The Ford with its starts marked."""
    game = load_game("the-ford")
    hexes = game.map.hexes.replaced(set_up_marks=True)
    return replace(game, map=game.map.replaced(hexes=hexes))


def test_a_map_without_the_key_has_no_marks():
    assert starting_sides(load_game("the-ford")) == {}


def test_each_hex_of_the_start_has_an_edge_of_its_side(marked):
    sides = starting_sides(marked)
    assert sides == {
        "0303": "north", "0403": "north", "0603": "north", "0903": "north",
        "0306": "south", "0605": "south", "0905": "south", "0906": "south",
        **{f"north-turn-{turn}": "north" for turn in (2, 3)}, **{f"south-turn-{turn}": "south" for turn in (2, 3, 4)},
    }  # fmt: skip
    plan, ink = plan_sheet(marked, draft=True), map_ink(marked.map, marked.style)
    strokes = [path.stroke for path in start_layer(marked, plan, ink).children]
    assert [stroke.dash_mm for stroke in strokes] == [()] * 4 + [(1.6, 1.0)] * 4
    assert len({stroke.colour for stroke in strokes}) == 2
    assert [text for text, *_ in legend_entries(marked, plan, ink) if text.startswith("Start")] == [
        "Start: North", "Start: South"
    ]  # fmt: skip


def test_the_recipe_of_the_map_knows_whose_the_units_are(marked):
    restricted = replace(marked, counters=pictured_counters(marked))
    assert starting_sides(restricted) == starting_sides(marked)
