"""Filters: what selects units and places, besides what the tests of the procedures that use them show."""

from __future__ import annotations

from tests.kit.games import COUNTERS, declared
from tests.kit.play import Play

LIGHT_HORSE = COUNTERS.replace("id: horse,", "id: horse, traits: [elite],")
ONLY = "movement: {only: [{units: {trait: elite}, within: {space: '0504', range: REACH}}]}"


def movement_of(unit: str, reach: str, *, counters: str = COUNTERS) -> list[str]:
    """Where a unit may go from 0504, with elite units bound to its surroundings."""
    info = "parameters: [{id: leash, value: 1, rule: '4', text: x}]"
    game = declared(ONLY.replace("REACH", reach), units=f'{{"0504": [{unit}]}}', counters=counters, info=info)
    return Play(game).do(unit).offered


def test_a_group_has_traits_besides_those_of_its_type():
    """Cavalry isn't elite; this cavalry is."""
    assert len(movement_of("horse-1", "1", counters=LIGHT_HORSE)) == 6
    assert len(movement_of("horse-1", "1")) > 6


def test_a_range_may_be_a_parameter():
    assert movement_of("horse-1", "leash", counters=LIGHT_HORSE) == movement_of("horse-1", "1", counters=LIGHT_HORSE)
