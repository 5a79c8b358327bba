"""Tracks with their title on top: cells, heads and slots, by hand."""

from __future__ import annotations

import itertools

import pytest

from pnp.maps.hex_grid import hex_field, terrain_of
from pnp.maps.lines import overlap
from pnp.maps.tracks import plan_track
from pnp.model.map import Track
from pnp.sources import game_folders, load_game


def track(**changes):
    """Three spaces in a column of 30 × 67 mm."""
    source = {
        "id": "strength", "name": "Strength", "kind": "value", "rect_mm": [10, 20, 30, 67], "columns": 1,
        "title_at": "top", "direction": "down",
        "spaces": [{"id": name, "name": "", "numeral": name} for name in ("a", "b", "c")],
    }  # fmt: skip
    return Track.model_validate(source | changes)


def test_a_column_has_its_heads_at_the_left():
    """One ribbon without gaps. Title 5.8; pads 1.2: (67 - 7) / 3 = 20 high; 30 - 2.4 - 5.6 = 22 wide."""
    plan = plan_track(track())

    assert plan.strips
    assert plan.cells["a"] == (16.8, 25.8, 22.0, 20.0)
    assert plan.heads["a"] == (11.2, 25.8, 5.6, 20.0)
    assert [round(plan.cells[name][1], 2) for name in "abc"] == [25.8, 45.8, 65.8]


def test_upwards_the_first_space_stands_at_the_foot():
    plan = plan_track(track(direction="up"))

    assert plan.cells["a"][1] > plan.cells["b"][1] > plan.cells["c"][1]


@pytest.mark.parametrize(("direction", "first"), [("right", "a"), ("left", "b")])
def test_in_rows_the_next_space_lies_beside(direction, first):
    plan = plan_track(track(columns=2, direction=direction))

    by_place = sorted(plan.cells, key=lambda name: (plan.cells[name][1], plan.cells[name][0]))
    assert by_place[0] == first
    assert plan.cells["c"][1] > plan.cells["a"][1] and not plan.strips
    assert plan.heads["a"][1] + plan.heads["a"][3] == pytest.approx(plan.cells["a"][1])


def test_three_markers_lie_side_by_side_under_their_names():
    """62.6 mm less pads of 2.4 and a strip of 7.6 leaves 52.6 for three."""
    plan = plan_track(track(rect_mm=[4, 154, 62.6, 99.8], markers=["m-1", "m-2", "m-3"]))

    slots = plan.slots["b"]
    assert [slot[2] for slot in slots] == [17.533, 17.533, 17.533]
    assert not any(overlap(one, other, -0.01) for one, other in itertools.combinations(slots, 2))
    assert [head[0] for head in plan.columns] == [slot[0] for slot in slots]
    assert all(head[1] + head[3] == pytest.approx(plan.cells["a"][1]) for head in plan.columns)


def test_one_marker_needs_no_slots():
    assert plan_track(track()).slots == {}
    assert plan_track(track()).columns == ()


@pytest.mark.parametrize("name", sorted(game_folders()))
def test_a_counter_takes_at_most_ninety_two_hundredths_of_each_place_for_it(name):
    """The place of a marker on each track, and the boxes on the sheet, of all games; LOOKS: 0.92 at most."""
    game = load_game(name)
    tracks = {track.id: plan_track(track) for track in game.map.tracks}
    places = {
        (name, number): place
        for name, track in tracks.items()
        for number, place in enumerate([p for slots in track.slots.values() for p in slots] or track.cells.values())
    }
    places |= {(box.id, 0): tuple(box.rect_mm) for box in game.map.boxes if box.rect_mm}

    assert len(places) >= sum(len(track.spaces) for track in game.map.tracks) > 5
    size = game.style.counters.size_mm
    assert [key for key, (_, _, width, height) in places.items() if round(size / min(width, height), 2) > 0.92] == []


def test_a_row_of_each_marker_is_named_in_the_first_space():
    """Four markers stand one under the other in the upright cells of The Russian Portfolio's track."""
    from pnp.generators.maps.ink import map_ink
    from pnp.generators.maps.tracks import grid_track
    from pnp.sources import load_game

    game = load_game("russian-portfolio")
    track = next(track for track in game.map.tracks if track.id == "axis-factors")
    plan = plan_track(track)
    drawn = grid_track(game, track, plan, map_ink(game.map, game.style)).children
    named = {node.text: node for node in drawn if getattr(node, "text", "")}
    rows = zip(("Armor", "Armor ×10", "Other", "Other ×10"), plan.slots["axis-factors-0"], strict=True)

    for name, (x, y, width, height) in rows:
        assert x < named[name].x < x + width and y < named[name].y < y + height


@pytest.mark.parametrize(
    "name", ["fall-of-the-directory", "makhnos-return", "russian-portfolio", "the-ford", "winter-war"]
)
def test_no_panel_covers_a_hex_in_play(name):
    """Its centre, that is: closed ground, and countries that are closed, may lie under panels. Winter War's lay on
    Finland's arm.
    """
    game_map = load_game(name).map
    hexes, field = game_map.hexes, hex_field(game_map.hexes)
    kinds, closed = terrain_of(hexes, field), {region.code for region in hexes.regions if region.closed}
    centres = {
        field.ids[i]: field.centre(i)
        for i, (column, row) in enumerate(field.cells)
        if not hexes.terrains[kinds[i]].closed
        and not (hexes.region_rows and hexes.region_rows[row][column] in closed)
    }
    furniture = [part.rect_mm for part in (*game_map.panels, *game_map.tracks, *game_map.boxes) if part.rect_mm]

    assert len(centres) > 50
    assert [
        ident for ident, (x, y) in centres.items()
        if any(left < x < left + wide and top < y < top + high for left, top, wide, high in furniture)
    ] == []  # fmt: skip
