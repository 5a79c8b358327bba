"""The washes of a map: the shapes where a field is above a level."""

import numpy as np
import pytest

from pnp.maps.hexes.washes import above


def test_a_shape_is_cut_where_the_field_crosses_the_level() -> None:
    field = np.array([[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 0.0]])
    shape = above(field, 2.0, 10.0, 20.0, 1.0)
    assert shape.bounds == pytest.approx((10.5, 20.5, 11.5, 21.5))
    assert shape.area == pytest.approx(0.5)  # a square on its corner


def test_a_corner_a_hairabove_the_level_breaks_no_shape() -> None:
    field = np.array([[1.00005, 3.0, 0.99997], [1.00005, 1.00005, 0.0], [0.0, 0.0, 3.0]])
    assert above(field, 1.0, 82.4, 561.2, 0.8).area > 0
