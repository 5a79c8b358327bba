"""What a build says about maps that were made, but could be better."""

from __future__ import annotations

from pnp.errors import Location, Problem
from pnp.press.makers.maps import remarks_on


def crowded(name, line):
    message = f"the name {name!r} lies nearer than 0.8 mm to: rail"
    return Problem("name-crowded", message, Location("map.yaml", line, 1), "", "warning")


def test_crowded_names_are_one_remark_for_each_language():
    fit = Problem("map-fit", "no room", severity="warning")
    other, remark = remarks_on([*(crowded(name, line) for line, name in enumerate("ABCDE", 1)), fit], "it")

    assert other == fit
    assert remark.message.startswith("map in 'it': the name 'A' lies")
    assert remark.message.endswith("'C' lies nearer than 0.8 mm to: rail; and 2 more")
    assert remark.where == Location("map.yaml", 1, 1)


def test_a_map_without_crowded_names_has_no_remark():
    assert remarks_on([], "en") == []
