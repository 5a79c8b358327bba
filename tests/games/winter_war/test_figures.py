"""What figures of Winter War show: zones of control, lines of supply hex by hex, ways of moves. Worked out on the map.
"""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.model.rules import Example
from pnp.press.played import facts_of
from pnp.sources import load_game


@pytest.fixture(scope="module")
def rules():
    return rules_of(load_game("winter-war"), "standard", {})


def facts(rules, units, supply=(), actions=(), **position):
    example = Example.model_validate({
        "id": "some", "title": "Some", "rules": ["Supply"], "text": "Story.", "actions": actions, "expect": {},
        "position": {"turn": 3, "phase": "soviet-movement", "side": "soviet", "units": units, **position},
        "figure": {"supply": supply},
    })  # fmt: skip
    return facts_of(rules, example)


def test_a_line_leads_to_the_headquarters_and_on_to_its_city(rules):
    """Rule: Supply F1, Supply F2. The first leg has at most 5 hexes, the second at most 10; Leningrad needs no rail."""
    found = facts(rules, {"2361": ["rifle-regiment-1"], "2564": ["headquarters-1"]}, ["rifle-regiment-1"])
    (line,) = found.lines

    assert [kind for kind, _ in line.stages] == ["unit", "headquarters"]
    (_, first), (_, second) = line.stages
    assert (first[0], first[-1], second[0], second[-1]) == ("2361", "2564", "2564", "2667")
    assert (len(first) - 1, len(second) - 1) == (4, 3)
    assert found.isolated == ()


def test_another_city_needs_the_railway_to_leningrad(rules):
    """Rule: Supply F3"""
    found = facts(rules, {"3052": ["headquarters-1"], "2850": ["rifle-division-1"]}, ["rifle-division-1"])
    (line,) = found.lines

    kind, rail = line.stages[-1]
    assert (kind, rail[0], rail[-1]) == ("rail", "3655", "2667")


def test_a_unit_beyond_reach_is_isolated_and_has_no_line(rules):
    """Rule: Supply F1: 6 hexes from the headquarters are too far."""
    found = facts(rules, {"3052": ["headquarters-1"], "2746": ["rifle-regiment-1"]}, ["rifle-regiment-1"])

    assert found.isolated == ("rifle-regiment-1",)
    assert found.lines == ()


def test_a_finnish_unit_abroad_looks_for_home(rules):
    """Rule: Supply G. A free line leads from 3050, in the USSR, to a hex of Finland."""
    found = facts(rules, {"3050": ["finnish-regiment-1"], "2667": ["headquarters-1"]}, ["finnish-regiment-1"])
    (line,) = found.lines

    ((kind, way),) = line.stages
    assert kind == "home" and way[0] == "3050" and len(way) >= 2


def test_zones_of_control_are_the_six_hexes_but_for_seas(rules):
    """Rule: Zones of Control. 2850 lies inland, in a row that is shifted to the right."""
    found = facts(rules, {"2850": ["rifle-regiment-1"], "3052": ["headquarters-1"]})

    assert sorted(found.zones["soviet"]) == ["2750", "2849", "2851", "2949", "2950", "2951"]
    assert found.zones["finnish"] == ()


def test_a_move_is_told_hex_by_hex_and_a_refused_one_is_not(rules):
    """Rule: Movement A, Zones of Control: the second move would go from zone to zone."""
    found = facts(
        rules, {"2666": ["ski-brigade-1"], "2667": ["headquarters-1"], "2464": ["finnish-brigade-1"]},
        actions=[["choose-unit", "ski-brigade-1"], ["move-to", "2565"], ["move-to", "2465"]],
    )  # fmt: skip

    assert list(found.ways) == [("ski-brigade-1", "2666", "2565")]
    assert found.ways["ski-brigade-1", "2666", "2565"][-1] == "2565"
