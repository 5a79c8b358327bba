"""Woods and hills on maps of areas: within their outline, clear of all that is read, and of no effect on the plan."""

from __future__ import annotations

import shapely

from pnp.maps.placing import Obstacles
from pnp.maps.scenery import scenery
from pnp.model.map import Ground

SQUARE = "10,10 90,10 90,90 10,90"


def feet(marks, kind):
    return list(zip(marks[kind][1::4], marks[kind][2::4], strict=True))


def strewn(look, rects=(), borders=(), water=()):
    obstacles = Obstacles(list(rects), (0.0, 0.0, 100.0, 100.0), list(borders), [])
    return scenery([Ground.model_validate({"look": look, "line": SQUARE})], obstacles, water)


def test_a_wood_is_of_spruces_with_a_few_leafy_trees():
    marks = strewn("forest")

    assert sorted(marks) == ["round", "spruce"]
    assert len(feet(marks, "spruce")) > 4 * len(feet(marks, "round")) > 40


def test_hills_keep_off_a_box_a_border_and_a_lake():
    """A hill is up to 1.7 mm wide to each side of its foot, 2.7 mm high; lines have 1 mm more, boxes 0.6 to 0.8."""
    box, line = (40.0, 40.0, 17.0, 17.0), shapely.LineString([(0, 70), (100, 75)])
    lake = shapely.Polygon([(60, 15), (80, 15), (80, 30), (60, 30)])
    points = [shapely.Point(at) for at in feet(strewn("hills", [box], [line], [lake]), "hill")]

    assert len(points) > 60
    assert not any(shapely.box(37.7, 39.2, 59.3, 60.5).contains(point) for point in points)
    assert min(point.distance(line) for point in points) >= 2.5
    assert min(point.distance(lake) for point in points) >= 2.5


def test_clear_ground_has_no_marks():
    assert strewn("clear") == {}
