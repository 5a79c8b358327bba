"""Room for box, name and symbols."""

from __future__ import annotations

import pytest
import shapely

from pnp.maps.areas.fitting import NameSetting, fit, raster_of

NAME = NameSetting(("NAME",), 9.0, 14.0, 2.2, 0.0)
ROW = (5.1, 5.1)


def fitted(width: float, height: float, labels=(NAME,)):
    area = shapely.box(0, 0, width, height)
    return fit(raster_of(area, [], []), labels, ROW, (width / 2, height / 2), 17.3)


def test_a_tall_area_takes_the_name_above_the_box():
    places = fitted(24, 60)

    assert places.name[1] + places.name[3] < places.row[1] < places.stack[1]
    assert places.name[1] < places.row[1] < places.stack[1]
    assert places.stack[2:] == (17.3, 17.3)


def test_a_wide_area_takes_the_name_beside_the_box():
    places = fitted(60, 22)

    assert places.name[0] + places.name[2] < places.stack[0] or places.name[0] > places.stack[0] + places.stack[2]


def test_a_name_slides_along_its_box_rather_than_leave_its_place_above_it():
    """Under a slope there is room above the box at the left, below it in the middle and beside it."""
    area = shapely.Polygon([(0, 8), (26, 8), (26, 20), (70, 20), (70, 60), (0, 60)])
    places = fit(raster_of(area, [(shapely.box(8, 45, 70, 60), 0.01)], []), (NAME,), ROW, (30.0, 30.0), 17.3)
    (x, y, width, _), (left, top, wide, high) = places.stack, places.name

    assert top + high < places.row[1] < y
    assert abs(left + wide / 2 - x - width / 2) <= 8.5


def test_what_does_not_fit_is_not_forced():
    assert fitted(15, 60) is None


def test_a_smaller_name_is_taken_when_the_large_one_has_no_room():
    large = NameSetting(("A LONG NAME",), 9.0, 30.0, 2.2, 0.0)
    small = NameSetting(("A LONG NAME",), 7.2, 20.0, 1.8, 0.0)

    assert fitted(25, 60, (large, small)).label.size_pt == 7.2


def test_nothing_stands_on_the_border():
    places = fitted(24, 60)

    for x, y, width, height in (places.stack, places.name, places.row):
        assert x >= 0.5 and y >= 0.5
        assert x + width <= 23.5 and y + height <= 59.5


def test_a_town_is_kept_free_when_there_is_room():
    """The town stands where the box would: in the middle of an area with room all around."""
    area = shapely.box(0, 0, 70, 70)
    town = shapely.Point(35, 45).buffer(2.0)

    places = fit(raster_of(area, [], [(town, 0.5)]), (NAME,), ROW, (35.0, 35.0), 17.3)

    x, y, width, height = places.stack
    assert shapely.box(x, y, x + width, y + height).intersection(town).area == pytest.approx(0.0, abs=0.5)


SQUARE = shapely.box(0, 0, 70, 70)


@pytest.mark.parametrize("at", [(20.25, 30.75), (33.31, 41.17)])
def test_a_box_set_by_hand_stays_and_the_name_goes_where_it_fits(at):
    places = fit(raster_of(SQUARE, [], []), (NAME,), ROW, (35.0, 35.0), 17.3, at)
    x, y, width, height = places.stack
    left, top, wide, high = places.name

    assert (x + width / 2, y + height / 2) == pytest.approx(at, abs=0.001)
    assert not shapely.box(x, y, x + width, y + height).intersects(shapely.box(left, top, left + wide, top + high))
    assert places.clearance > 1


@pytest.mark.parametrize("at", [(4.0, 35.0), (90.0, 35.0)])
def test_a_box_set_by_hand_where_it_has_no_room_fits_nowhere(at):
    assert fit(raster_of(SQUARE, [], []), (NAME,), ROW, (35.0, 35.0), 17.3, at) is None


def test_a_river_runs_under_the_box_rather_than_through_the_name():
    """Across a narrow area, where the name would stand above the box; below there is room for box or name alone."""
    area = shapely.box(0, 0, 24, 60)
    river = shapely.LineString([(0, 19), (24, 19)]).buffer(0.6)
    places = fit(raster_of(area, [(river, 0.5)], []), (NAME,), ROW, (12.0, 30.0), 17.3)

    assert not any(shapely.box(x, y, x + w, y + h).intersects(river) for x, y, w, h in (places.name, places.row))
