"""What a game says of its places, lines and turns stands on the map and in the legend: The Russian Portfolio."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Path
from pnp.generators.maps.hex.legend import legend_entries
from pnp.generators.maps.hex.turns import turn_record
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.maps.tracks import grid_track
from pnp.generators.sheets.bounds import marks
from pnp.maps.hexes.cities import town_symbol
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("russian-portfolio")


@pytest.fixture(scope="module")
def plan(game):
    return plan_sheet(game, draft=True)


@pytest.fixture(scope="module")
def ink(game):
    return map_ink(game.map, game.style)


def test_the_legend_has_each_place_badge_and_line_by_the_name_that_the_game_gives_it(game, plan, ink):
    """Four kinds of places, five badges, the lines; hexes are numbered by rows, such as g15 for Leningrad."""
    shown = [text for text, _, _ in legend_entries(game, plan, ink)]

    assert shown == [
        "Victory city", "Major city", "City", "Town",
        "Port", "Weight for the Axis victory", "Fortress", "Tank factory", "Oil wells",
        "Stalin Line", "Border", "Arctic Weather Line",
        "Number of the hex: row, column",
    ]  # fmt: skip


def test_hexes_numbered_by_columns_are_told_so():
    winter = load_game("winter-war")
    shown = legend_entries(winter, plan_sheet(winter, draft=True), map_ink(winter.map, winter.style))

    assert shown[-1][0] == "Number of the hex: column, row"


def test_a_cell_of_a_track_has_the_tint_that_it_names(game, plan, ink):
    """Six turns of good weather, two of mud, one of frost, five of snow; each kind once on the track of the weather."""
    turns, weather = (next(t for t in game.map.tracks if t.id == name) for name in ("turn", "weather"))
    roles = [f"weather-{kind}" for kind in ("good", "mud", "frost", "snow")]

    def cells(drawn):
        grounds = [node.fill for _, node, _ in marks([drawn]) if isinstance(node, Path)]
        return [grounds.count(ink[role]) for role in roles]

    assert cells(turn_record(game, turns, plan, ink)) == [6, 2, 1, 5]
    assert cells(grid_track(game, weather, plan.tracks["weather"], ink)) == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("kind", "rank", "drawn"), [("", 3, "town"), ("", 4, "village"), ("town", 4, "town"), ("village", 2, "village")]
)
def test_a_place_is_drawn_by_its_rank_unless_its_kind_is_given(kind, rank, drawn):
    assert town_symbol("Oulu", kind, rank, (0.0, 0.0), 8.0).kind == drawn


def test_slots_above_one_another_are_parted_by_lines(game, plan, ink):
    """Four markers on a track of ten upright cells: three lines in each, no corners that touch those of the next."""
    track = next(track for track in game.map.tracks if track.id == "axis-factors")
    drawn = [node for _, node, _ in marks([grid_track(game, track, plan.tracks["axis-factors"], ink)])]

    strokes = [node.stroke for node in drawn if isinstance(node, Path) and node.stroke]
    assert [stroke.width_pt for stroke in strokes].count(0.45) == 10 * 3
