"""The plan of the map of Putin's War: everything has its place, nothing lies on anything else."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace

import pytest
import shapely

from pnp.maps.lines import overlap
from pnp.maps.placing import CONDENSED, LEAST_PT, Obstacles, place_towns
from pnp.maps.plan import sea_name
from pnp.maps.tracks import plan_track
from pnp.model.map import Town

pytestmark = pytest.mark.slow


def boxes_of(space):
    return [space.stack, space.name_rect, space.row_rect]


def test_everything_fits(planned):
    assert planned.problems == ()
    assert planned.left_out == ()


def test_areas_are_told_in_one_order_and_no_tree_stands_in_a_box(planned):
    """Symbols stand on the upper edge of the box, the name above them, wherever an area has room for it."""
    spaces = planned.spaces.values()
    topped = [s for s in spaces if s.row_rect[1] < s.stack[1] < s.row_rect[1] + s.row_rect[3]]
    named = [s for s in topped if s.name_rect[1] + s.name_rect[3] < s.stack[1]]
    woods = [planned.scenery[kind] for kind in ("spruce", "round", "leafy")]
    trees = [at for flat in woods for at in zip(flat[1::4], flat[2::4], strict=True)]

    assert len(spaces) - len(topped) <= 3 and len(topped) - len(named) <= 4
    assert len(trees) > 500
    assert not [at for at in trees for x, y, w, h in (s.stack for s in spaces)
                if x < at[0] < x + w and y < at[1] < y + h]  # fmt: skip


def test_29_areas_each_with_a_stack_box_a_name_and_its_points(planned):
    assert len(planned.spaces) == 29
    for space in planned.spaces.values():
        assert space.stack[2:] == (17.3, 17.3)
        assert space.name
        assert space.badges[0].kind == "victory-points"


def test_box_name_and_symbols_lie_inside_their_area(planned):
    assert len(planned.spaces) == 29
    for space in planned.spaces.values():
        area = shapely.Polygon(space.polygon)
        for x, y, width, height in boxes_of(space):
            assert area.contains(shapely.box(x, y, x + width, y + height)), space.id


def test_nothing_lies_on_anything_else_but_symbols_on_the_frame_of_their_box(planned, putins_war):
    rects = [(s.id, rect) for s in planned.spaces.values() for rect in boxes_of(s)]
    rects += [(town.name, town.rect) for town in planned.towns]
    rects += [(panel.kind, tuple(panel.rect_mm)) for panel in putins_war.map.panels]
    assert len(rects) > 100
    for (name, one), (other_name, other) in itertools.combinations(rects, 2):
        assert not overlap(one, other, -0.901 if name == other_name else 0.0), (name, other_name)
    for space in planned.spaces.values():
        assert overlap(space.stack, space.row_rect, -0.8)


def test_the_smallest_name_can_be_read(planned):
    assert min(line.size_pt for space in planned.spaces.values() for line in space.name) >= 6.6


def test_areas_cover_the_frame_without_gap_or_overlap(planned):
    """404 × 248 mm of frame."""
    everything = [*planned.spaces.values(), *planned.regions.values()]
    faces = []
    for part in everything:
        outline = shapely.union_all([shapely.Polygon(ring) for ring in part.rings])
        faces.append(outline)
    assert sum(face.area for face in faces) == pytest.approx(404 * 248, abs=1.0)
    assert shapely.union_all(faces).area == pytest.approx(404 * 248, abs=1.0)


def test_the_bridge_of_kerch_is_a_double_arrow_of_seven_mm(planned):
    (link,) = planned.links

    assert set(link.between) == {"respublika-krym", "russia-3"}
    assert shapely.Point(link.start).distance(shapely.Point(link.end)) >= 7.0


def test_ten_turn_spaces_each_large_enough_for_a_counter(planned):
    cells = planned.tracks["turn"].cells

    assert list(cells) == [f"turn-{n}" for n in range(1, 11)]
    assert all(width >= 16.7 and height >= 16.7 for _, _, width, height in cells.values())
    assert not any(overlap(a, b, -0.01) for a, b in itertools.combinations(cells.values(), 2))


def test_reserve_boxes_are_printed_and_hold_stacks(planned):
    assert {"russian-reserve", "ukrainian-reserve"} <= set(planned.boxes)
    assert all(planned.boxes[name][2] >= 5 * 17 for name in ("russian-reserve", "ukrainian-reserve"))
    assert "eliminated" not in planned.boxes


def test_cells_share_a_track_evenly(putins_war):
    track = putins_war.map.tracks[0]

    plan = plan_track(track)

    starts = [cell[0] for cell in plan.cells.values()]
    steps = {round(b - a, 2) for a, b in itertools.pairwise(starts)}
    assert len(steps) <= 2 and max(steps) - min(steps) <= 0.011      # rounding to a thousandth


def test_a_plan_can_be_kept(planned):
    again = pickle.loads(pickle.dumps(planned))

    assert again == planned


def test_the_same_map_gives_the_same_plan(putins_war, planned):
    from pnp.generators.maps.sheet import plan_sheet

    assert plan_sheet(replace(putins_war)) == planned  # a copy isn't shared among tests


def test_a_town_is_named_in_smaller_type_rather_than_across_a_border():
    """Between the frame and a border there is too little room for a name of 8 pt, 11.5 mm, enough for 9.2 or 8.6."""
    borders, nearer = ([shapely.LineString([(x, -20), (x, 20)])] for x in (12, 8.8))
    town = Town.model_validate({"name": "Odessa", "at": [0, 0], "rank": 2})

    for lines, size in ((nearer, CONDENSED * LEAST_PT), (borders, LEAST_PT), ([], 8.0)):
        obstacles = Obstacles([], (-2.0, -50.0, 100.0, 100.0), lines, [])
        (plan,), _ = place_towns([town], obstacles, lambda text, _, pt, __: len(text) * pt * 0.24)
        assert plan.size_pt == size


@pytest.mark.parametrize(("name", "tracking_em"), [("Sea", 0.32), ("A Longer Sea", 0.06)])
def test_the_name_of_a_sea_is_no_longer_than_its_line_in_any_language(name, tracking_em):
    """A line of 25 mm; letters of 2 mm, and 4.4 mm for each em between two of them."""
    placed = sea_name(name, "10,10 35,10", lambda text, _, size, tracking: len(text) * (2 + tracking * size * 0.353))

    assert (placed.text, placed.tracking_em) == (name.upper(), tracking_em)
