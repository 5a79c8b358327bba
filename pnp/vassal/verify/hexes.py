"""Hex grids of a module: regular, and with numbers where they are shown."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.errors import Problem
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.reader import Module
from pnp.vassal.verify.base import problem

SHARE = math.sqrt(3) / 2
"""Width of a column by height of a row, of regular hexes."""


def check_grids(module: Module) -> Iterator[Problem]:
    """A hex grid is regular and numbered; a zone that shows a number has a grid that supplies it."""
    for zone in module.root.find_all("Zone"):
        grids = [child for child in zone.children if child.name in ("HexGrid", "SquareGrid", "RegionGrid")]
        name = zone.attributes.get("name", "")
        if (
            "$gridLocation$" in zone.attributes.get("locationFormat", "")
            and not grids
            and zone.attributes.get("useParentGrid") != "true"
        ):
            yield problem(module, "module-zone", f"zone {name!r} tells a number of its grid, but has none")
    for grid in module.root.find_all("HexGrid"):
        dx, dy = decimal(grid, "dx"), decimal(grid, "dy")
        if dx <= 0 or dy <= 0:
            yield problem(module, "module-value", f"a hex grid has hexes of {dx} by {dy} pixels")
        elif abs(dx / dy - SHARE) > 0.02:
            yield problem(
                module, "module-value", f"a hex grid of {dx} by {dy} pixels is not regular", severity="warning"
            )
        if not grid.find_all("HexGridNumbering"):
            yield problem(
                module, "module-zone", "a hex grid has no numbering: its hexes have no names", severity="warning"
            )


def decimal(element: Element, name: str) -> float:
    """A number as written, 0 where there is none or an absurd one."""
    text = element.attributes.get(name, "")
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and abs(value) < 1e6 else 0.0
