"""Hachures: in rows along contours, down the fall of the land, and those that lead from the light apart."""

import numpy as np
import pytest
import shapely

from pnp.maps.hexes.hachures import CONTOUR_MM, DARK, LIGHT, LONG_MM, hachures
from pnp.maps.hexes.washes import RELIEF, heights_at

REGION = shapely.box(0, 0, 60, 60)


@pytest.fixture(scope="module")
def strokes():
    return {kind: np.reshape(values, (-1, 2, 2)) for kind, values in hachures(REGION, "mountain").items()}


def heights(points):
    return heights_at(REGION, *points.T, *RELIEF["mountain"])


def test_strokes_run_downhill(strokes):
    """From its upper end, where it begins, the land falls to its lower one for nine in ten at least."""
    ends = np.concatenate([strokes[LIGHT], strokes[DARK]])
    high, low = heights(ends[:, 0]), heights(ends[:, 1])

    assert len(ends) > 1000
    assert (high > low).mean() > 0.9
    assert np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1).max() < 1.2 * LONG_MM[1]


def test_strokes_begin_in_rows_on_the_contours(strokes):
    """As turns, one for each step between contours, their heights point the same way; others would cancel out."""
    above = heights(np.concatenate([strokes[LIGHT], strokes[DARK]])[:, 0]) / CONTOUR_MM % 1
    turns = np.exp(2j * np.pi * above)

    assert abs(turns.mean()) > 0.5


def test_dark_strokes_lead_to_the_south_east_and_the_others_to_the_north_west(strokes):
    assert min((strokes[DARK][:, 1] - strokes[DARK][:, 0]).sum(axis=1)) >= -0.02  # they are rounded
    assert max((strokes[LIGHT][:, 1] - strokes[LIGHT][:, 0]).sum(axis=1)) <= 0.02


def test_a_height_too_small_for_a_contour_has_none():
    assert not any(len(strokes) for strokes in hachures(shapely.box(0, 0, 1, 1), "rough").values())
