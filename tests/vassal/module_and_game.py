"""A module against its game: it shows every name that the referee knows, and the engine would name each hex as the game
does, worked out by the engine's own steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.errors import Problem
from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.vassal.context import SPACE_ID, zone_names
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.encoding import PixelPoint, split_fields
from pnp.vassal.format.gpids import piece_ids
from pnp.vassal.format.reader import Module, parse_outline
from pnp.vassal.hex_grid import EngineGrid, EngineNumbering
from pnp.vassal.layout import inside
from pnp.vassal.turn_counter import turn_count, turn_phases
from pnp.vassal.verify.base import problem
from pnp.vassal.verify.board import decimal

MOST_TOLD = 5


def game_problems(module: Module, game: Game) -> list[Problem]:
    """The names of `game`, in English, that the module lacks."""
    return [
        *_places(module, game),
        *hex_problems(module, game),
        *_pieces(module, game),
        *_turns(module, game),
        *_tables(module, game),
        *_seats(module, game),
    ]


def _places(module: Module, game: Game) -> Iterator[Problem]:
    """Spaces, boxes and spaces of tracks are zones of their names; spaces know their ids."""
    zones = {zone.name for zone in module.zones}
    needed = (
        {box.id for box in game.boxes}
        | {s.id for s in game.map.spaces}
        | {c.id for t in game.tracks for c in t.spaces}
    )
    for place, name in zone_names(game).items():
        if place in needed and name not in zones:
            yield problem(module, "module-place", f"no zone {name!r} for {place!r}")
    ids = {
        p.attributes.get("initialValue") for zone in module.root.find_all("Zone") for p in zone.find_all("ZoneProperty")
        if p.attributes.get("name") == SPACE_ID
    }  # fmt: skip
    for space in game.map.spaces:
        if space.id not in ids:
            yield problem(module, "module-place", f"no zone knows that it is the space {space.id!r}")


def _pieces(module: Module, game: Game) -> Iterator[Problem]:
    """Every counter is one piece with its number."""
    pieces = {piece.properties().get("CounterId", ""): piece for piece in module.pieces}
    for name in piece_ids(game):
        if name not in pieces:
            yield problem(module, "module-piece", f"no piece for {name!r}")
        elif pieces[name].gpid != str(game.gpids.pieces.get(name)):
            yield problem(module, "module-gpid", f"piece {name!r} has the number {pieces[name].gpid}")
    for name in pieces.keys() - set(piece_ids(game)):
        yield problem(module, "module-piece", f"piece {name!r} is no counter of the game")


def _turns(module: Module, game: Game) -> Iterator[Problem]:
    """The turn counter has the game's turns, its phases, and their steps."""
    limits = [level.attributes.get("loopLimit") for level in module.root.find_all("CounterTurnLevel")]
    if limits != [str(turn_count(game))]:
        yield problem(module, "module-value", f"the turn counter counts to {limits}, the game to {turn_count(game)}")
    levels = module.root.find_all("ListTurnLevel")
    phase_texts = [
        f"{e.attributes.get('turnFormat', '')} {v}"
        for e in levels
        for v in split_fields(e.attributes.get("list", ""), ",")
    ]
    for phase in turn_phases(game):
        for name in [step.name for step in phase.steps] or [phase.name]:
            if not any(phase.name in text and text.endswith(name) for text in phase_texts):
                yield problem(module, "module-value", f"the turn counter lacks {name!r} of {phase.name!r}")


def _tables(module: Module, game: Game) -> Iterator[Problem]:
    """Every table is a chart; every result and event is reported by some button or piece."""
    charts = {chart.attributes.get("chartName") for chart in module.root.find_all("Chart")}
    reports = "".join(e.attributes.get("reportFormat", "") for e in module.root.walk())
    reports += "".join(t.get("format") for p in module.pieces for t in p.traits if t.id == "report")
    for table in game.charts.tables:
        if table.title not in charts:
            yield problem(module, "module-image", f"no chart shows {table.title!r}")
        parts = table.codes if table.kind == "results" else table.rows if table.kind == "events" else ()
        names = [part.name for part in parts]
        for name in names:
            if name not in reports and not _by_code(reports, table):
                yield problem(module, "module-value", f"no report tells {name!r} of {table.title!r}")


def _by_code(reports: str, table: object) -> bool:
    """Whether reports give a table's results by code and meaning, without their names."""
    return all(code.id in reports and code.text in reports for code in getattr(table, "codes", ())) and bool(
        getattr(table, "codes", ())
    )


def _seats(module: Module, game: Game) -> Iterator[Problem]:
    """Sides that a player leads or may lead can be taken."""
    for side in game.info.sides:
        if (side.played_by == "player" or side.played_with) and side.name not in module.sides:
            yield problem(module, "module-side", f"nobody can take the side {side.name!r}")


# Hexes --------------------------------------------------------------------------------------------


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
    return int(decimal(boards[0], "width")) if boards else 0


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
            r.attributes.get("name", ""): (int(decimal(r, "originx")), int(decimal(r, "originy")))
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
                size = self.box[2] - self.box[0], self.box[3] - self.box[1]
                number = numbering.name(raw_at(grid, point), size, grid)
            elif self.regions:
                number = min(self.regions, key=lambda name: math.dist(self.regions[name], point))
        return self.format.replace("$name$", self.name).replace("$gridLocation$", number)


def raw_at(grid: EngineGrid, point: PixelPoint) -> tuple[int, int]:
    """Raw column and row by which the engine names a point."""
    x, y = (point[1], point[0]) if grid.sideways else point
    column = math.floor((x - grid.x0) / grid.dx + 0.5)
    half = grid.dy / 2 if column % 2 else 0.0
    return column, math.floor((y - grid.y0 - half) / grid.dy + 0.5)


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
    dx, dy = max(0.1, decimal(grid, "dx")), max(0.1, decimal(grid, "dy"))
    return EngineGrid(sideways, int(decimal(grid, "x0")), int(decimal(grid, "y0")), dx, dy, 0), numbering


def _whole(attributes: dict[str, str], name: str, default: int) -> int:
    text = attributes.get(name, "")
    return (
        int(text)
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 7
        else default
    )
