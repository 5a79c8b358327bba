"""Units of March of Justice as the tests name them."""

from __future__ import annotations

TANK, MECH, HELI = "tank-regiment", "mechanized-regiment", "helicopter"
CUP = ["police-1", "police-2", "akhmat", TANK, MECH, HELI, "roadblock-2", "the-people-are-silent"]
"""The cup at the start."""


def switched(unit):
    """A unit that has changed sides, for a position."""
    return {"id": unit, "state": "switched"}


def reduced(unit):
    """A reduced unit, for a position."""
    return {"id": unit, "state": "reduced"}


def reduced_text(unit):
    """A reduced unit as `Situation.marked` tells it."""
    return f"{unit} reduced"
