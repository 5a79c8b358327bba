"""The plan of a point map: that of March of Justice, and small ones that are wrong."""

from __future__ import annotations

import itertools
import pickle

import pytest
import shapely
from shapely.geometry import LineString

from pnp.errors import LayoutError, SourceError
from pnp.maps.lines import overlap
from pnp.maps.plan import plan_map
from pnp.maps.points.sheet import HALF_WIDTHS_MM, river_courses
from pnp.model.map import MapSource
from pnp.model.style import StyleSource

COUNTER_MM = 15.875


@pytest.fixture(scope="module")
def march():
    from pnp.sources import load_game

    return load_game("march-of-justice")


@pytest.fixture(scope="module")
def plan(march):
    from pnp.generators.maps.sheet import plan_sheet

    return plan_sheet(march)


def test_everything_fits(plan):
    assert plan.problems == ()
    assert plan.left_out == ()


def test_19_boxes_of_one_size_with_room_for_a_counter(plan):
    assert len(plan.spaces) == 19
    assert {space.stack[2:] for space in plan.spaces.values()} == {(17.4, 17.4)}
    assert {space.name_rect[3] for space in plan.spaces.values()} == {4.7}


def test_a_box_is_its_outline_with_the_tab_on_top(plan, march):
    """Moscow's inner box has its centre at stack_at; the tab adds 4.7 mm above."""
    x, y = march.map.space("moscow").stack_at
    moscow = plan.spaces["moscow"]

    assert moscow.stack == pytest.approx((x - 8.7, y - 8.7, 17.4, 17.4))
    assert moscow.polygon[0] == pytest.approx((x - 8.7, y - 13.4))
    assert moscow.polygon[2] == pytest.approx((x + 8.7, y + 8.7))


def test_27_roads_seven_of_them_main(plan):
    assert len(plan.roads) == 27
    assert sum(road.main for road in plan.roads) == 7
    on_main = {space.id for space in plan.spaces.values() if space.main}
    assert on_main == {"rostov", "kamensk", "boguchar", "voronezh", "yelets", "yefremov", "stupino", "moscow"}


def test_14_crossings_on_drawn_rivers_of_the_right_name(plan, march):
    """Six on the Oka, six on the Don, one each on the Donets and the Voronezh (PMJ-76)."""
    courses = river_courses(march.map, plan.rivers)
    crossings = [road.crossing for road in plan.roads if road.crossing]

    assert sorted(crossing.river for crossing in crossings) == ["don"] * 6 + ["donets"] + ["oka"] * 6 + ["voronezh"]
    for crossing in crossings:
        assert courses[crossing.river].distance(shapely.Point(crossing.at)) < 3.0, crossing


def test_no_road_crosses_any_drawn_stream_without_a_bar(plan):
    """Not even one without weight in the rules: a player would look for its bar."""
    streams = [LineString(river.points) for river in plan.rivers]
    assert len(streams) > 8
    for road in plan.roads:
        met = [stream for stream in streams if stream.crosses(LineString(road.shown))]
        assert bool(met) == bool(road.crossing), road.between


def test_bars_keep_clear_of_boxes(plan):
    for road in plan.roads:
        if road.crossing:
            ends = [shapely.Point(road.shown[0]), shapely.Point(road.shown[-1])]
            assert min(end.distance(shapely.Point(road.crossing.at)) for end in ends) >= 3.5, road.between


def test_nothing_lies_on_anything_else(plan, march):
    rects = [(space.id, (*space.name_rect[:3], 22.1)) for space in plan.spaces.values()]
    rects += [(track.id, track.rect) for track in plan.tracks.values()]
    rects += [(panel.kind, tuple(panel.rect_mm)) for panel in march.map.panels]
    rects += [(town.name, town.rect) for town in plan.towns]
    assert len(rects) > 27
    for (name, one), (other_name, other) in itertools.combinations(rects, 2):
        assert not overlap(one, other), (name, other_name)


def test_roads_touch_no_box_that_they_do_not_serve(plan):
    for road in plan.roads:
        surface = LineString(road.shown).buffer(HALF_WIDTHS_MM[road.main])
        for space in plan.spaces.values():
            if space.id not in road.between:
                assert not surface.intersects(shapely.Polygon(space.polygon)), (road.between, space.id)


def test_every_cell_holds_its_markers(plan):
    """LOOKS: a counter at most 0.92 of the space it stands on."""
    assert {name: len(track.cells) for name, track in plan.tracks.items()} == {
        "turn": 6, "momentum": 7, "maneuver-combat": 5,
    }
    places = [cell for name in ("turn", "momentum") for cell in plan.tracks[name].cells.values()]
    slots = plan.tracks["maneuver-combat"].slots
    assert [len(cell_slots) for cell_slots in slots.values()] == [3] * 5
    places += [slot for cell_slots in slots.values() for slot in cell_slots]
    assert len(places) == 28
    assert min(min(width, height) for _, _, width, height in places) >= COUNTER_MM / 0.92


def test_the_home_locations_have_a_star_in_their_tab(plan):
    with_star = {space.id for space in plan.spaces.values() if [badge.kind for badge in space.badges] == ["home"]}

    assert with_star == {"moscow", "rostov", "grozny"}
    for name in sorted(with_star):
        (badge,) = plan.spaces[name].badges
        x, y, width, height = plan.spaces[name].name_rect
        assert x < badge.x < x + width / 4 and y < badge.y < y + height


def test_a_long_name_gets_smaller_and_is_reported_when_it_cannot(march):
    from pnp.draw.text import width_mm

    def named(text):
        spaces = tuple(s.replaced(name=text) if s.id == "kamensk" else s for s in march.map.spaces)
        return plan_map(march.map.replaced(spaces=spaces), march.style, width_mm)

    long = named("Кам’янськ-Шахт.")
    too_long = named("Каменск-Шахтинский над Донцом")

    assert long.problems == () and 6.0 <= long.spaces["kamensk"].name[0].size_pt < 8.8
    assert [p.code for p in too_long.problems] == ["map-fit"]
    assert too_long.problems[0].message == "the name 'Каменск-Шахтинский над Донцом' is too long for its tab"


def test_a_plan_can_be_kept_and_is_the_same_again(plan, march):
    from pnp.generators.maps.sheet import plan_sheet

    assert pickle.loads(pickle.dumps(plan)) == plan
    assert plan_sheet(march) == plan


def test_a_draft_keeps_the_hard_corners(plan, march):
    from pnp.generators.maps.sheet import plan_sheet

    draft = plan_sheet(march, draft=True)

    assert len(draft.rivers[0].points) < len(plan.rivers[0].points)
    assert {road.crossing.river for road in draft.roads if road.crossing} == {"oka", "don", "donets", "voronezh"}


def test_a_seas_name_shrinks_to_its_line_or_is_left_out():
    """The test's measure: 0.2 mm for each letter and pt. Six letters on 7 mm: 5.8 pt; twelve: not at all."""
    sea = {
        "id": "sea", "name": "Bignam", "kind": "sea", "line": "0,50 100,50 100,60 0,60",
        "name_line": "10,55 13.5,55 17,55",
    }

    assert [(name.text, name.size_pt) for name in planned(surroundings=[sea]).curved] == [("Bignam", 5.8)]
    assert planned(surroundings=[sea | {"name": "Bignamexceed"}]).left_out == ("Bignamexceed",)


# Refused ----------------------------------------------------------------------------------------


def small(**changes):
    source = {
        "id": "small", "title": "Small", "kind": "points", "size_mm": [100, 60], "frame_mm": [0, 0, 100, 60],
        "spaces": [{"id": "a", "name": "A", "stack_at": [20, 30]}, {"id": "b", "name": "B", "stack_at": [80, 30]}],
        "roads": [{"id": "road", "name": "road"}],
        "routes": [{"between": ["a", "b"], "road": "road"}],
    }  # fmt: skip
    return MapSource.model_validate(source | changes)


def planned(**changes):
    return plan_map(
        small(**changes), StyleSource(palette={}, sides={}), lambda text, font, size, tracking: 0.2 * size * len(text)
    )


def test_a_small_map_is_planned():
    plan = planned()

    assert plan.problems == ()
    assert plan.roads[0].shown[0] == pytest.approx((28.7, 27.65))      # half of 17.4 + 4.7 above the foot
    assert plan.roads[0].shown[-1] == pytest.approx((71.3, 27.65))


def test_a_point_without_a_place_is_refused():
    with pytest.raises(SourceError) as caught:
        planned(spaces=[{"id": "a", "name": "A"}, {"id": "b", "name": "B", "stack_at": [80, 30]}])

    assert [p.message for p in caught.value.problems] == ["'a' has no place on the sheet: it lacks `stack_at`"]


def test_a_route_to_nowhere_is_refused():
    with pytest.raises(SourceError) as caught:
        planned(routes=[{"between": ["a", "c"], "road": "road"}])

    assert caught.value.problems[0].message == "unknown space 'c'"


def test_the_place_in_the_file_is_named(tmp_path):
    """map.yaml of the real game with the place of Tula taken out."""
    import shutil
    from pathlib import Path

    from pnp.generators.maps.sheet import plan_sheet
    from pnp.sources import load_game

    root = Path(__file__).resolve().parents[3] / "sources"
    shutil.copytree(root / "march_of_justice", tmp_path / "march_of_justice", ignore=shutil.ignore_patterns("locale"))
    path = tmp_path / "march_of_justice" / "map.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    (number,) = (n for n, line in enumerate(lines, start=1) if "{id: tula" in line)
    lines[number - 1] = "  - {id: tula, name: Tula}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    with pytest.raises(SourceError) as caught:
        plan_sheet(load_game(tmp_path / "march_of_justice"))

    (problem,) = caught.value.problems
    assert (problem.where.path.endswith("map.yaml"), problem.where.line) == (True, number)


def test_boxes_on_each_other_and_out_of_the_frame_are_reported():
    plan = planned(
        spaces=[{"id": "a", "name": "A", "stack_at": [4, 30]}, {"id": "b", "name": "B", "stack_at": [20, 40]}]
    )

    messages = [p.message for p in plan.problems]
    assert "the box of 'a' lies on 'b'" in messages
    assert "the box of 'a' leaves the frame" in messages


def test_a_kind_that_is_not_drawn_is_refused():
    with pytest.raises(LayoutError):
        planned(kind="hexes")
