"""Hex grids of a module: whether the engine would name each hex as the game does, worked out by the engine's own steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.errors import Problem
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.encoding import PixelPoint
from pnp.vassal.format.reader import Module, parse_outline
from pnp.vassal.hex_grid import EngineGrid, EngineNumbering
from pnp.vassal.layout import inside
from pnp.vassal.verify.base import problem

SHARE = math.sqrt(3) / 2
"""Width of a column by height of a row, of regular hexes."""
MOST_TOLD = 5


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
        dx, dy = _decimal(grid, "dx"), _decimal(grid, "dy")
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


def hex_problems(module: Module, game: Game) -> Iterator[Problem]:
    """Each hex of the game has the game's name for it where its centre lies on the board."""
    if game.map.hexes is None:
        return
    wide = _board_width(module)
    if not wide:
        yield problem(module, "module-board", "there is no board to look for hexes on")
        return
    scale = wide / game.map.size_mm[0]
    field, called = hex_field(game.map.hexes), place_names(game.map)
    zones = [
        _Zone(zone)
        for board in module.root.find_all("Board")
        if board.find_all("ZonedGrid")
        for zone in board.find_all("Zone")
    ]
    wrong = []
    for index, ident in enumerate(field.ids):
        x, y = field.centre(index)
        board_name = next(
            (z.name_at(at) for at in [(round(x * scale), round(y * scale))] for z in zones if z.holds(at)), "offboard"
        )
        if board_name != called[ident]:
            wrong.append((called[ident], board_name))
    for name, board_name in wrong[:MOST_TOLD]:
        yield problem(module, "module-place", f"the board calls the hex {name!r} {board_name!r}")
    if len(wrong) > MOST_TOLD:
        yield problem(module, "module-place", f"{len(wrong) - MOST_TOLD} more hexes have other names on the board")


def _board_width(module: Module) -> int:
    """Width in pixels of the first board, as the build file states it."""
    boards = module.root.find_all("Board")
    return int(_decimal(boards[0], "width")) if boards else 0


class _Zone:
    """A zone, and how the engine names its points."""

    def __init__(self, element: Element) -> None:
        self.format = element.attributes.get("locationFormat", "$name$")
        self.name = element.attributes.get("name", "")
        self.outline = parse_outline(element.attributes.get("path", ""))
        xs, ys = [x for x, _ in self.outline] or [0], [y for _, y in self.outline] or [0]
        self.box = (min(xs), min(ys), max(xs), max(ys))
        self.grid = next((_read(grid) for grid in element.children if grid.name == "HexGrid"), None)
        self.regions = {
            r.attributes.get("name", ""): (int(_decimal(r, "originx")), int(_decimal(r, "originy")))
            for r in element.find_all("Region")
        }

    def holds(self, point: PixelPoint) -> bool:
        x, y = point
        return self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3] and inside(self.outline, point)

    def name_at(self, point: PixelPoint) -> str:
        """What the engine calls a point of the zone."""
        number = ""
        if "$gridLocation$" in self.format:
            if self.grid:
                grid, numbering = self.grid
                number = numbering.name(
                    grid.raw_at(point), (self.box[2] - self.box[0], self.box[3] - self.box[1]), grid
                )
            elif self.regions:
                number = min(self.regions, key=lambda name: math.dist(self.regions[name], point))
        return self.format.replace("$name$", self.name).replace("$gridLocation$", number)


def _read(grid: Element) -> tuple[EngineGrid, EngineNumbering]:
    """Grid and numbering as written, with the engine's defaults for missing attributes."""
    element = next(iter(grid.find_all("HexGridNumbering")), None)
    attributes = element.attributes if element else {}
    numbering = EngineNumbering(
        first=attributes.get("first", "H")[:1], separator=attributes.get("sep", ""),
        h_kind=attributes.get("hType", "N")[:1], h_leading=_whole(attributes, "hLeading", 1),
        h_offset=_whole(attributes, "hOff", 1),
        h_descend=attributes.get("hDescend") == "true",
        v_kind=attributes.get("vType", "N")[:1], v_leading=_whole(attributes, "vLeading", 1),
        v_offset=_whole(attributes, "vOff", 1),
        v_descend=attributes.get("vDescend") == "true", location=attributes.get("locationFormat", "$gridLocation$"),
    )  # fmt: skip
    sideways = grid.attributes.get("sideways") == "true"
    dx, dy = max(0.1, _decimal(grid, "dx")), max(0.1, _decimal(grid, "dy"))
    return EngineGrid(sideways, int(_decimal(grid, "x0")), int(_decimal(grid, "y0")), dx, dy, 0), numbering


def _whole(attributes: dict[str, str], name: str, default: int) -> int:
    text = attributes.get(name, "")
    return (
        int(text)
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 7
        else default
    )


def _decimal(element: Element, name: str) -> float:
    """A number as written, 0 where there is none or an absurd one."""
    text = element.attributes.get(name, "")
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and abs(value) < 1e6 else 0.0
