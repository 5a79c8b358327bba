"""What a figure of an example may show besides the log: zones of control, lines of supply, the paths of units.

The referee fills it in and the rulebook draws it, so that a drawing shows what the engine computed and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Stage = Literal["unit", "headquarters", "rail", "home"]
"""Stages of a line of supply: from the unit; on from a headquarters; on by rail; from the unit to its own country."""


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """How a unit is supplied, hex by hex.

    stages  (kind, hexes from where the stage begins to where it ends), in order
    """

    unit: str
    stages: tuple[tuple[Stage, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Facts that the referee derives from a position.

    zones     side -> hexes in the zones of control of its units
    lines     how the requested units are supplied; a unit out of supply has none
    isolated  units that are not supplied
    ways      (unit, where it started, where it ended) -> hexes that it entered, in order
    """

    zones: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: tuple[SupplyLine, ...] = ()
    isolated: tuple[str, ...] = ()
    ways: Mapping[tuple[str, str, str], tuple[str, ...]] = field(default_factory=dict)
