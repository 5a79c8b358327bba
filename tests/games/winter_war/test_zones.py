"""Zones of control A to J."""

from __future__ import annotations

import pytest

from tests.games.winter_war.conftest import TRAIN, zone

# The six hexes around 3151: 3050 3150 3051 3251 3052 3152; the border runs between columns 30 and 31 there.


def test_the_six_hexes_around_a_unit(winter):
    """Rule: Zones of Control"""
    s = winter(TRAIN | {"3151": ["rifle-regiment-1"]})

    assert zone(s, "soviet") == "3050 3150 3051 3251 3052 3152"


def test_headquarters_have_none(winter):
    """Rule: Zones of Control G"""
    assert zone(winter(TRAIN), "soviet") == ""


def test_border_guards_control_their_own_country_only(winter):
    """Rule: Zones of Control G. 3051 and 3052 are Finnish."""
    assert zone(winter({"3151": ["border-guards-1"]}), "soviet") == "3050 3150 3251 3152"


@pytest.mark.parametrize("unit", ["finnish-battalion-1", "ski-patrol-1"])
def test_light_finnish_units_have_none_abroad(winter, unit):
    """Rule: Zones of Control G. In Finland they have, also over the border."""
    assert zone(winter({"3151": [unit]}), "finnish") == ""
    assert zone(winter({"3051": [unit]}), "finnish") == "2950 3050 2951 3151 2952 3052"


def test_other_finnish_units_have_theirs_abroad(winter):
    """Rule: Zones of Control G"""
    assert zone(winter({"3151": ["finnish-regiment-1"]}), "finnish") == "3050 3150 3051 3251 3052 3152"


def test_not_across_the_sea(winter):
    """Rule: Zones of Control E. The hexside 2567/2566 is sea; the hexes of the Gulf beside 2567 are no land to control.
    """
    found = zone(winter({"2567": ["rifle-division-1"], "2667": ["headquarters-1"]}), "soviet").split()

    assert "2566" not in found
    assert {"2467", "2667", "2568"} <= set(found)


def test_across_rivers(winter):
    """Rule: Zones of Control E. The river 2462/2463."""
    assert "2463" in zone(winter({"2462": ["finnish-regiment-1"]}), "finnish").split()


def test_fortifications_that_finns_hold_or_held_last(winter):
    """Rule: Zones of Control G, Fortifications C. 2464 touches 2463 and 2563; after Soviet units passed 2463 it is
    controlled.
    """
    units = {"2464": ["rifle-division-1"], "2666": ["headquarters-1"]}

    assert not {"2463", "2563"} & set(zone(winter(units), "soviet").split())
    taken = zone(winter(units, control={"2463": "soviet"}), "soviet").split()
    assert "2463" in taken and "2563" not in taken


def test_ice_joins_what_the_sea_parts(winter):
    """Rule: Movement N, Zones of Control E. Turn 8: the bay 2163 is ice, and its hexside to 2263 open."""
    units = {"2263": ["finnish-regiment-1"]}

    assert "2163" not in zone(winter(units, turn=7), "finnish").split()
    assert "2163" in zone(winter(units, turn=8), "finnish").split()
