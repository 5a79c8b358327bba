"""Hachures: along the fall of the land, thin on slopes to the light and thick on those away from it."""

import numpy as np
import pytest
import shapely

from pnp.maps.hexes.hachures import DARK, LIGHT, hachure_points, hachures
from pnp.maps.hexes.washes import RELIEF, heights_at

REGION = shapely.box(0, 0, 60, 60)


@pytest.fixture(scope="module")
def strokes():
    drawn = hachures(REGION, "mountain", hachure_points(REGION, "mountain"))
    return {kind: np.reshape(values, (-1, 2, 2)) for kind, values in drawn.items()}


def test_strokes_run_downhill(strokes):
    """From its upper end, where it begins, the land falls to its lower one for nine in ten at least."""
    ends = np.concatenate([strokes[LIGHT], strokes[DARK]])
    high, low = (heights_at(REGION, *ends[:, end].T, *RELIEF["mountain"]) for end in (0, 1))

    assert len(ends) > 1000
    assert (high > low).mean() > 0.9


def test_dark_strokes_lead_to_the_south_east_and_the_others_to_the_north_west(strokes):
    assert min((strokes[DARK][:, 1] - strokes[DARK][:, 0]).sum(axis=1)) >= -0.02  # they are rounded
    assert max((strokes[LIGHT][:, 1] - strokes[LIGHT][:, 0]).sum(axis=1)) <= 0.02


def test_there_are_none_outside_the_region():
    beside = np.array([[-1.0, 30.0], [61.0, 30.0]])
    assert hachures(REGION, "rough", beside) == {LIGHT: (), DARK: ()}
