"""The counters, their sums and their places; expected sums are worked out by hand from the order of battle."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.maps.hex_grid import hex_field
from pnp.model.position import UnitState
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("russian-portfolio")


def sums(counters):
    """Number of counters, attack factors, defence factors."""
    units = list(counters)
    return len(units), *(sum(int(unit.factor(name)) for unit in units) for name in ("attack", "defence"))


def test_the_sheet_holds_145_units_and_53_markers(game):
    counters = game.all_counters()

    assert len(counters) == 198
    assert sum(1 for counter in counters if counter.group.marker) == 53


def test_the_sums_are_those_of_the_order_of_battle(game):
    units = [counter for counter in game.all_counters() if not counter.group.marker]
    placed = {unit_id(u) for place, stack in game.scenarios["standard"].position.units.items() for u in stack
              if place in hex_field(game.map.hexes).index}  # fmt: skip

    assert sums(u for u in units if u.side == "axis") == (45, 200, 213)
    assert sums(u for u in units if u.side == "russian") == (100, 420, 377)
    assert sums(u for u in units if u.side == "russian" and u.id in placed) == (42, 158, 123)
    assert sums(u for u in units if u.side == "axis" and u.id in placed) == (45, 200, 213)


def unit_id(entry):
    return str(entry.id if isinstance(entry, UnitState) else entry)


def dispersed(scenario):
    return {str(e.id) for stack in scenario.position.units.values() for e in stack if isinstance(e, UnitState)}


@pytest.mark.parametrize(("scenario", "axis", "russian", "turn"), [
    ("june-1", 18, 26, 1), ("standard", 6, 18, 2), ("july-10", 0, 0, 3),
])  # fmt: skip
def test_each_start_has_its_dispersed_units_and_its_first_turn(game, scenario, axis, russian, turn):
    start = game.scenarios[scenario]
    sides = {str(counter.id): counter.side for counter in game.all_counters()}

    assert Counter(sides[unit] for unit in dispersed(start)) == Counter({"axis": axis, "russian": russian})
    assert (start.position.turn, start.turns) == (turn, 14)


def test_each_unit_stands_in_the_hex_printed_on_it(game):
    start = game.scenarios["standard"]
    printed = {str(c.id): c.parent.lower() for c in game.all_counters() if c.parent and c.parent != "Sib"}
    stands = {unit_id(u): str(place) for place, stack in start.position.units.items() for u in stack}

    assert len(printed) == 87
    assert {unit: stands[unit] for unit in printed} == printed


def test_a_mark_is_printed_for_each_unit_that_begins_dispersed(game):
    marks = {str(c.id): c.code for c in game.all_counters() if not c.group.marker and c.code}

    assert {unit for unit, mark in marks.items() if mark == "D"} == dispersed(game.scenarios["standard"])
    assert set(marks) == dispersed(game.scenarios["june-1"])


def test_no_hex_holds_more_than_two_units_or_two_above_corps(game):
    types = {kind.id: kind for kind in game.info.unit_types}
    large = {str(c.id) for c in game.all_counters() if c.group.type and "large" in types[c.group.type].traits}
    places = hex_field(game.map.hexes).index
    stacks = [
        [unit_id(u) for u in stack]
        for place, stack in game.scenarios["standard"].position.units.items()
        if place in places
    ]

    assert len(stacks) == 69
    assert max(map(len, stacks)) == 2
    assert max(sum(unit in large for unit in stack) for stack in stacks) == 1


def test_the_victory_cities_weigh_twelve(game):
    weights = {space.name: space.victory_points for space in game.map.spaces if "victory-city" in space.features}

    assert sum(weights.values()) == 12
    assert {name for name, weight in weights.items() if weight == 2} == {"Leningrad", "Moscow"}
