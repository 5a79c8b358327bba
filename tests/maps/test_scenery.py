"""The country of maps of areas and points: within its outline, clear of all that is read, of no effect on the plan."""

from __future__ import annotations

from itertools import pairwise

import pytest
import shapely

from pnp.errors import SourceError
from pnp.maps.placing import Obstacles
from pnp.maps.scenery import scenery, washes
from pnp.model.map import Ground

SQUARE = "10,10 90,10 90,90 10,90"
FRAME = (0.0, 0.0, 100.0, 100.0)


def ground(look):
    return [Ground.model_validate({"look": look, "line": SQUARE})]


def feet(marks, kind):
    return list(zip(marks[kind][1::4], marks[kind][2::4], strict=True))


def strewn(look, rects=(), borders=(), water=()):
    return scenery(ground(look), Obstacles(list(rects), FRAME, list(borders), []), water)


def painted(coat):
    """The shape that a coat fills by the even-odd rule, its curves taken as straight."""
    shape = shapely.Polygon()
    for curve in coat:
        ring = [curve[:2], *(curve[i + 4 : i + 6] for i in range(2, len(curve), 6))]
        shape = shape.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return shape


def test_a_wood_is_of_spruces_with_a_few_leafy_trees():
    marks = strewn("forest")

    assert sorted(marks) == ["round", "spruce"]
    assert len(feet(marks, "spruce")) > 4 * len(feet(marks, "round")) > 40


def test_trees_keep_off_a_box_a_border_and_a_lake():
    """A tree is up to 1.3 mm wide to each side of its foot; lines have 1 mm more, boxes 0.6."""
    box, line = (40.0, 40.0, 17.0, 17.0), shapely.LineString([(0, 70), (100, 75)])
    lake = shapely.Polygon([(60, 15), (80, 15), (80, 30), (60, 30)])
    points = [shapely.Point(at) for at in feet(strewn("light-woods", [box], [line], [lake]), "leafy")]

    assert len(points) > 60
    assert not any(shapely.box(38.3, 39.2, 58.7, 59.5).contains(point) for point in points)
    assert min(point.distance(line) for point in points) >= 2.0
    assert min(point.distance(lake) for point in points) >= 2.0


def test_clear_ground_has_no_marks_and_only_the_tone_of_the_land():
    assert strewn("clear") == {}
    assert list(washes(ground("clear"), FRAME, [], {})) == ["mottle", "hollow"]


def test_a_wood_is_washed_in_coats_each_within_the_one_before_up_to_its_trees_and_none_on_a_lake():
    lake = shapely.Polygon([(60, 15), (80, 15), (80, 30), (60, 30)])
    marks = strewn("light-woods", water=[lake])
    coats = [painted(coat) for coat in washes(ground("light-woods"), FRAME, [lake], marks)["light-woods"]]
    trees = shapely.MultiPoint(feet(marks, "leafy"))

    assert len(coats) == 3
    assert all(inner.difference(outer.buffer(0.2)).is_empty for outer, inner in pairwise(coats))
    assert all(coat.intersection(lake.buffer(-0.2)).is_empty for coat in coats)
    assert trees.difference(coats[-1].buffer(0.5)).is_empty
    assert coats[0].difference(trees.buffer(3.6)).is_empty


def test_heights_are_lit_from_the_north_west():
    """On the north-western half there is more light than shade, on the other one more shade; none outside."""
    slopes = washes(ground("mountain"), FRAME, [], {})
    north_west, south_east = (shapely.Polygon([(90, 10), (corner, corner), (10, 90)]) for corner in (0, 100))
    light, shade = painted(slopes["light"][0]), painted(slopes["shade"][0])

    assert light.intersection(north_west).area > shade.intersection(north_west).area > 100
    assert shade.intersection(south_east).area > light.intersection(south_east).area > 100
    assert light.union(shade).difference(shapely.box(2, 2, 98, 98)).is_empty


def test_hachures_of_heights_stay_in_the_ground_and_off_a_box():
    flat = strewn("hills", [(40.0, 40.0, 17.0, 17.0)])["dark hachures"]
    middles = shapely.points([((a + c) / 2, (b + d) / 2) for a, b, c, d in zip(*[iter(flat)] * 4, strict=True)])

    assert len(middles) > 100
    assert not shapely.box(40, 40, 57, 57).intersects(middles).any()
    assert shapely.box(2, 2, 98, 98).contains(middles).all()


def test_the_relief_of_a_country_is_reckoned_once_for_all_languages():
    named = [Ground.model_validate({"name": "der Berg", "look": "mountain", "line": SQUARE})]
    assert washes(named, FRAME, [], {})["shade"] is washes(ground("mountain"), FRAME, [], {})["shade"]


def test_a_ground_of_two_points_is_refused():
    line = [Ground.model_validate({"name": "a ditch", "look": "forest", "line": "10,10 90,10"})]
    with pytest.raises(SourceError, match="'a ditch' has only 2 points"):
        washes(line, FRAME, [], {})
