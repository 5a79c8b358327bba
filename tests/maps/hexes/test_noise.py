"""Noise: the same on every run, bounded, and points that keep their distance."""

import numpy as np
from shapely.geometry import box

from pnp.maps.hexes.noise import displaced, noise, seed_of, spaced_points, warped


def test_the_seed_of_a_name_is_its_crc32():
    """CRC-32 of "123456789", the check value of the standard."""
    assert seed_of("123456789") == 0xCBF43926


def test_noise_is_nothing_on_the_lattice_and_bounded_between():
    x = np.linspace(0, 40, 2001)

    assert np.abs(noise(np.arange(5.0), np.arange(5.0), 7)).max() == 0
    assert 0.3 < np.abs(noise(x, x * 0.77, 7)).max() < 1.0


def test_points_that_touch_are_moved_alike():
    """So shapes with a common edge keep it."""
    one, other = np.array([[3.0, 4.0], [9.0, 1.0]]), np.array([[9.0, 1.0], [20.0, 5.0]])

    moved, also = displaced(one, [(2.0, 13.0)], 5), displaced(other, [(2.0, 13.0)], 5)

    assert moved[1].tolist() == also[0].tolist()
    assert moved[1].tolist() != [9.0, 1.0]


def test_a_warped_shape_stays_about_its_size():
    shape = warped(box(0, 0, 40, 40), [(1.0, 9.0)], 3, 0.5)

    assert 1400 < shape.area < 1800
    assert len(shape.exterior.coords) > 300


def test_spaced_points_keep_their_distance_and_fill_the_ground():
    """The slow warp may bring two a little nearer than the radius of 2 mm."""
    points = spaced_points((0, 0, 120, 90), 2.0, seed_of("tree"))
    apart = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    np.fill_diagonal(apart, 99)

    assert apart.min() > 0.8
    assert (apart.min(axis=1) < 1.5).mean() < 0.05
    assert 120 * 90 / 8 < len(points) < 120 * 90 / 4


def test_spaced_points_run_from_north_to_south_and_are_the_same_again():
    points = spaced_points((10, 10, 60, 50), 1.5, 11)

    assert (np.diff(points[:, 1]) >= 0).all()
    assert points.tolist() == spaced_points((10, 10, 60, 50), 1.5, 11).tolist()
