"""Borders, fortified lines, the grid and the numbers."""

import pytest
from shapely.geometry import LineString, MultiPolygon, Point, Polygon

from pnp.draw.text import width_mm
from pnp.maps.hexes.lines import _straight, border_shapes, fort_shapes, grid_lines, hex_numbers
from pnp.maps.hexes.rivers import river_shapes
from pnp.maps.hexes.water import Water, water_of
from tests.maps.hex_land import ROWS, side, work

REGIONS = {
    "regions": [{"id": "west", "code": "W", "name": "West"}, {"id": "east", "code": "E", "name": "East"}],
    "region_rows": ["WWWWWEEEEE"] * len(ROWS),
}


def test_each_hexside_is_drawn_once():
    """A block of 3 × 2 hexes has 3·6·2 = 36 sides; 2 + 2 lie between hexes of a row, 5 between the rows."""
    ground = work(rows=("...", "..."))

    lines = grid_lines(ground, water_of(ground), ())

    assert len(lines) == 36 - 9
    assert {line.water for line in lines} == {False}


def test_the_grid_is_parted_at_the_shore():
    ground = work()
    water = water_of(ground).all
    lines = grid_lines(ground, water_of(ground), ())
    wrong = [
        line for line in lines if water.contains(Point((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2)) != line.water
    ]

    assert wrong == []
    assert 20 < sum(line.water for line in lines) < len(lines) - 100


def test_no_grid_line_lies_under_a_river():
    sides = [side("river", "0603/0503 0603/0604")]
    bare, crossed = work(), work(hexes={"sides": sides})
    water = water_of(crossed)

    assert len(grid_lines(bare, water, ())) - len(grid_lines(crossed, water, river_shapes(crossed, water))) == 2


def test_the_border_runs_between_the_regions():
    ground = work(hexes=REGIONS)
    shapes = border_shapes(ground, water_of(ground), ())

    assert [(shape.between, shape.water) for shape in shapes] == [(("east", "west"), False)]
    xs = [x for x, _ in shapes[0].points]
    assert min(xs) > 16 + 4 * 18 and max(xs) < 16 + 5.5 * 18


def test_a_border_over_open_water_is_told_apart():
    regions = REGIONS | {"region_rows": ["WWWWWWWWWE"] * len(ROWS)}
    shapes = border_shapes(work(hexes=regions), water_of(work()), ())

    assert shapes
    assert any(shape.water and len(shape.points) < 9 for shape in shapes)


def test_frontiers_of_the_source_come_before_regions():
    ground = work(hexes=REGIONS, frontiers=[{"line": "20,20 30,40 20,60"}])

    assert [shape.points[0] for shape in border_shapes(ground, water_of(ground), ())] == [(20.0, 20.0)]


def test_a_frontier_beside_a_river_runs_in_it_and_one_across_it_does_not():
    """The first frontier runs 4 mm north of a line from the source to the mouth."""
    sides = [side("river", "0504/0603 0604/0603 0604/0703")]
    ground = work(hexes={"sides": sides})
    rivers = river_shapes(ground, water_of(ground))
    bed = LineString(rivers[0].course)
    (x0, y0), (x1, y1) = bed.coords[0], bed.coords[-1]
    beside = f"{x0:.1f},{y0 - 4:.1f} {(x0 + x1) / 2:.1f},{(y0 + y1) / 2 - 4:.1f} {x1:.1f},{y1 - 4:.1f}"
    middle = bed.interpolate(0.5, normalized=True)
    across = f"{middle.x:.1f},{middle.y - 30:.1f} {middle.x:.1f},{middle.y + 30:.1f}"
    grounds = [work(hexes={"sides": sides}, frontiers=[{"line": line}]) for line in (beside, across)]
    drawn = [LineString(border_shapes(source, water_of(ground), rivers)[0].points) for source in grounds]

    asked = LineString([tuple(map(float, at.split(","))) for at in beside.split()])
    assert asked.interpolate(0.5, normalized=True).distance(bed) > 3.5
    assert drawn[0].interpolate(0.5, normalized=True).distance(bed) < 0.3
    assert drawn[1].length < 60.5


@pytest.mark.parametrize("faces", ["0404/0405 0504/0505", "0405/0404 0505/0504"])
def test_a_fortified_line_stands_in_its_hexes_and_its_bastions_look_outward(faces):
    """The owner holds row 4; whichever hex is named first, the wall is his and the teeth point south to row 5."""
    group = {"id": "line", "name": "Line", "kind": "fortification", "hexes": "0404 0504", "faces": faces, "rule": "1"}
    ground = work(hexes={"sets": [group]})
    hexagons = [Polygon(ground.field.corners(ground.field.index[name])) for name in ("0404", "0504")]

    shapes = fort_shapes(ground)

    walls = [LineString(shape.points) for shape in shapes]
    assert sum(wall.length for wall in walls) > 14
    assert all(
        any(hexagon.buffer(0.1).contains(Point(wall.interpolate(0.5, normalized=True))) for hexagon in hexagons)
        for wall in walls
    )
    for shape, wall in zip(shapes, walls, strict=True):
        for tooth in shape.teeth:
            tip = max(y for _, y in tooth)
            assert tip > wall.interpolate(wall.project(Polygon(tooth).centroid)).y


def test_numbers_take_the_colour_of_their_ground():
    ground = work()
    size, numbers = hex_numbers(ground, water_of(ground), width_mm)

    assert 4 <= size <= 5
    assert (numbers["1002"].water, numbers["0103"].water) == (True, False)
    assert numbers["0103"].text == "0103"


def test_a_number_that_the_frame_cuts_is_left_out():
    ground = work(frame_mm=[6, 16, 208, 138])
    _, numbers = hex_numbers(ground, water_of(ground), width_mm)

    assert "0101" not in numbers
    assert "0102" in numbers


def test_a_border_round_a_cape_stays_on_the_water():
    """A hexside is 10 mm: straight is 13 mm off the course, but would cut the cape at (50, 2) to (60, 2)."""
    sea = MultiPolygon([Polygon([(0, -20), (100, -20), (100, 20), (60, 20), (60, 2), (50, 2), (50, 20), (0, 20)])])
    water = Water(sea, MultiPolygon(), sea)
    course = LineString([(2, 8), (30, 7), (48, -1), (62, -1), (80, 7), (98, 8)])

    assert list(_straight(LineString([(2, 8), (30, 7), (48, 8)]), water, 10).coords) == [(2, 8), (48, 8)]
    border = _straight(course, water, 10)
    assert sea.buffer(0.01).contains(border)
    assert len(border.coords) < 7
