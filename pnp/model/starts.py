"""What stands where at the start of the standard scenario: for the pictures of sheets, and the boards of modules."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.counters import Counter
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Box


@dataclass(frozen=True, slots=True)
class Pictured:
    """A counter that stands for all alike, and these: of one side and type, with the same factors."""

    counter: Counter
    units: tuple[Counter, ...]


def pictures_in(game: Game, box: Box) -> list[Pictured]:
    """What is pictured in a box: each unit in its own slot, or those alike in one where slots are fewer or none."""
    units = units_shown(game, box)
    if box.slots is not None and len(units) <= box.slots:
        return [Pictured(unit, (unit,)) for unit in units]
    alike: dict[tuple[object, ...], list[Counter]] = {}
    for unit in units:
        alike.setdefault((unit.side, unit.group.type, unit.group.marker, unit.factors), []).append(unit)
    return [Pictured(same[0], tuple(same)) for same in alike.values()]


def units_shown(game: Game, box: Box) -> list[Counter]:
    """The counters pictured in a box, in the order of the scenario: those that stand there at the start, then those
    that come in its turn, then those that start in its spaces.
    """
    scenario = standard_scenario(game)
    if scenario is None:
        return []
    at_start = scenario.position.units or {}
    names = [str(getattr(unit, "id", unit)) for place in (box.id, *box.starts_at) for unit in at_start.get(place, ())]
    if box.turn is not None:
        names += [
            str(unit) for arrival in scenario.arrivals if arrival.turn == box.turn and arrival.side == box.side
            for unit in arrival.units
        ]  # fmt: skip
    for placement in scenario.placements:
        if box.starts_at and set(placement.spaces) == set(box.starts_at):
            names += [str(unit) for unit in placement.units]
    counters = {str(counter.id): counter for counter in game.all_counters()}
    return [counters[name] for name in dict.fromkeys(names) if name in counters]
