"""The places of a module's boards: hexes, regions and zones as spaces of the draft's map, all else as its boxes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pnp.imports.draft import (
    COUNTER_SHARE,
    FRAME_MM,
    LEAST_COUNTER_MM,
    MARGIN_MM,
    MAX_SPACES,
    MOST_MM,
    GameDraft,
    Ids,
)
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.encoding import PixelPoint, whole
from pnp.vassal.format.reader import parse_outline
from pnp.vassal.layout import inside

FEW_REGIONS = 4
"""Regions of a zone that is one place: a stack for each side, markers."""
NEAREST_MM = 9.0
"""Places that are nearer, across and down, are one: stacks on them could not be told apart."""
BOX_NAME, SPACE_NAME = 32, 34
"""Letters of a name: a box below the map, and the box of a point, have room for so many."""
LEAST_HEX_MM = round(LEAST_COUNTER_MM / COUNTER_SHARE, 1) + 0.1
"""From flat to flat: a hex that the smallest counters fit."""
MAX_REGIONS = 5_000
MAX_SIDE = 200
"""Columns or rows of hexes that are drafted."""


@dataclass(frozen=True, slots=True)
class HexLattice:
    """The hexes of a board as the engine counts them, those within `area` (left, top, right, bottom).

    sideways  x and y below are exchanged: pointy tops
    names     raw column and row -> id
    """

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool
    area: tuple[float, float, float, float]
    names: dict[tuple[int, int], str] = field(default_factory=dict)

    def centre(self, raw: tuple[int, int]) -> tuple[float, float]:
        """Where a raw column and row lies on the board."""
        x = self.x0 + self.dx * raw[0]
        y = self.y0 + self.dy * raw[1] + (self.dy / 2 if raw[0] % 2 else 0.0)
        return (y, x) if self.sideways else (x, y)

    def at(self, point: PixelPoint) -> str:
        """The id of the hex at a point, "" when there is none."""
        x, y = (point[1], point[0]) if self.sideways else point
        column = math.floor((x - self.x0) / self.dx + 0.5)
        near = [(c, math.floor((y - self.y0) / self.dy - (0.5 if c % 2 else 0) + 0.5)) for c in
                (column - 1, column, column + 1)]  # fmt: skip
        best = min(near, key=lambda raw: math.dist(self.centre(raw), point))
        return self.names.get(best, "")


@dataclass
class Places:
    """Where things can lie in the windows of a module.

    zones    (window, outline, id of the place)
    points   (window, point, id)
    windows  window -> the box of what lies in it outside of all places
    """

    zones: list[tuple[str, tuple[PixelPoint, ...], str]] = field(default_factory=list)
    points: list[tuple[str, PixelPoint, str]] = field(default_factory=list)
    windows: dict[str, str] = field(default_factory=dict)
    lattice: HexLattice | None = None
    main: str = ""

    def at(self, window: str, point: PixelPoint) -> str:
        """The id of the place at a point of a window: the zone or hex that holds it, else the nearest; "" = none."""
        for name, outline, place in self.zones:
            if name == window and len(outline) > 2 and inside(outline, point):
                return place
        if window == self.main and self.lattice and (found := self.lattice.at(point)):
            return found
        near = [(math.dist(at, point), place) for name, at, place in self.points if name == window]
        return min(near)[1] if near else self.windows.get(window, "")


def windows_of(root: Element) -> Iterator[tuple[str, Element]]:
    """The windows with boards, by the name under which saved games know them."""
    for element in root.walk():
        if element.name in ("Map", "PrivateMap", "PlayerHand"):
            yield element.attributes.get("mapName", ""), element


def read_places(
    draft: GameDraft, root: Element, main: str, sizes: dict[str, tuple[int, int]], mm: float,
    picture_of: Callable[[Element], str],
) -> Places:  # fmt: skip
    """Fill spaces, boxes and hexes of `draft` from the boards of a module.

    main   the window whose board becomes the map
    sizes  board -> its width and height in pixels
    mm     millimetres to the pixel
    picture_of  a board -> its picture in the draft, "" when it can't be taken
    """
    ids, places = Ids("turn", *(f"turn-{n}" for n in range(1, draft.turns + 1))), Places(main=main)
    windows = dict(windows_of(root))
    boards = windows[main].find_all("Board") if main in windows else []
    board = max(boards, key=lambda b: (len(b.find_all("Region")) + len(b.find_all("Zone")) + 50 * len(
        b.find_all("HexGrid")), -boards.index(b)), default=None)  # fmt: skip
    if len(boards) > 1 and board is not None:
        left = ", ".join(repr(b.attributes.get("name", "")) for b in boards if b is not board)
        draft.note(f"the window {main!r} has several boards; the draft has {board.attributes.get('name', '')!r}, "
                   f"without {left}")  # fmt: skip
    if board is not None:
        size = sizes.get(board.attributes.get("name", ""), (0, 0))
        xs = [_origin(region) for region in board.find_all("Region")]
        xs += [point for zone in board.find_all("Zone") for point in parse_outline(zone.attributes.get("path", ""))]
        extent = max([*size, *(value for point in xs for value in point), 1])
        most = (MOST_MM - 2 * MARGIN_MM) / extent
        found = _hex_grid(board, size)
        if mm > most:
            mm = most
            draft.note("the board is drawn smaller than its pieces would have it, to fit a sheet")
        elif found and mm < (least := LEAST_HEX_MM / _height(found[1])) < most:
            mm = least
            draft.note("the board is drawn larger than its pieces would have it, so that its hexes hold counters")
        if min(size) * mm > 2 * MARGIN_MM and (picture := picture_of(board)):
            draft.board = (picture, size[0] * mm, size[1] * mm)
        field_zone = _hexes(draft, found, size, mm, places)
        _zones(draft, board, main, mm, places, ids, field_zone)
    for window, element in windows.items():
        if window != main:
            _boxes(draft, window, element, places, ids)
    return places


def _number(element: Element, name: str, other: float) -> float:
    try:
        value = float(element.attributes.get(name, ""))
    except ValueError:
        return other
    return value if math.isfinite(value) and abs(value) < 1e6 else other


Area = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


def _hex_grid(board: Element, size: tuple[int, int]) -> tuple[Element | None, Element, Area] | None:
    """The largest grid of hexes of a board, its zone, and what it covers."""
    holders = [(zone, child) for zone in board.find_all("Zone") for child in zone.children if child.name == "HexGrid"]
    grids = holders or [(None, grid) for grid in board.find_all("HexGrid")[:1]]

    def box(zone: Element | None) -> Area:
        outline = parse_outline(zone.attributes.get("path", "")) if zone else ()
        xs, ys = ([p[axis] for p in outline] for axis in (0, 1))
        return (min(xs), min(ys), max(xs), max(ys)) if outline else (0.0, 0.0, *map(float, size))

    found = [(zone, grid, box(zone)) for zone, grid in grids]
    return max(found, key=lambda each: (each[2][2] - each[2][0]) * (each[2][3] - each[2][1]), default=None)


def _height(grid: Element) -> float:
    """Of a hex from flat to flat, in pixels."""
    return max(_number(grid, "dy", 64.0), 4.0)


def _hexes(
    draft: GameDraft, found: tuple[Element | None, Element, Area] | None, size: tuple[int, int], mm: float,
    places: Places,
) -> Element | None:  # fmt: skip
    """Draft the grid of hexes that was found, if one was; return its zone."""
    if found is None:
        return None
    zone, grid, area = found
    dy = _height(grid)
    dx = max(_number(grid, "dx", dy * math.sqrt(3) / 2), 4.0)
    sideways = grid.attributes.get("sideways") == "true"
    lattice = HexLattice(dx, dy, _number(grid, "x0", 0.0), _number(grid, "y0", 0.0), sideways, area)
    along, across = ((area[1], area[3]), (area[0], area[2])) if sideways else ((area[0], area[2]), (area[1], area[3]))
    raws = range(math.ceil((along[0] - lattice.x0) / dx), math.floor((along[1] - lattice.x0) / dx) + 1)
    downs = range(math.ceil((across[0] - lattice.y0) / dy), math.floor((across[1] - lattice.y0 - dy / 2) / dy) + 1)
    if dy * mm < LEAST_HEX_MM - 0.05 or not (2 <= len(raws) <= MAX_SIDE and 2 <= len(downs) <= MAX_SIDE):
        size = f"{len(raws)} by {len(downs)} hexes, {dy * mm:.1f} mm wide"
        draft.note(f"the grid of hexes has {size}, which makes no map; it is left out")
        return None
    stretch = math.sqrt(3) / 2 * dy / dx
    if abs(stretch - 1) > 0.03:
        pictured = ", and the picture of the board with them" if draft.board else ""
        draft.note(f"the hexes of the board are stretched; those of the draft are regular{pictured}")
    counted = _counting(grid)
    (h_form, h_first), (v_form, v_first) = counted["H"], counted["V"]
    for raw in raws:
        for down in downs:
            across_text, down_text = h_form(raw + h_first), v_form(down + v_first)
            parts = (across_text, down_text) if counted["first"] == "H" else (down_text, across_text)
            lattice.names[raw, down] = counted["separator"].join(parts).lower()
    width = {"H": counted["h_width"], "V": counted["v_width"]}
    column, row = ("V", "H") if sideways else ("H", "V")
    texts = {"H": f"{{{'row' if sideways else 'column'}:0{width['H']}}}",
             "V": f"{{{'column' if sideways else 'row'}:0{width['V']}}}"}  # fmt: skip
    ordered = (texts["H"], texts["V"]) if counted["first"] == "H" else (texts["V"], texts["H"])
    first = {"H": raws[0] + h_first, "V": downs[0] + v_first}
    columns, rows = (len(downs), len(raws)) if sideways else (len(raws), len(downs))
    shifted = "even" if (1 + h_first) % 2 == 0 else "odd"
    flat = round(dy * mm, 2)
    draft.hexes = {
        "grid": {"top": "pointy" if sideways else "flat", "flat_mm": flat, "columns": columns, "rows": rows,
                 "shifted": shifted, "number": counted["separator"].join(ordered),
                 "first": [first[column], first[row]]},
        "terrains": [{"id": "clear", "code": ".", "name": "Clear", "cost": 1}],
        "rows": ["." * columns] * rows,
    }  # fmt: skip
    if draft.board:
        picture, width, height = draft.board
        wide, tall = (1.0, stretch) if sideways else (stretch, 1.0)
        draft.board = (picture, width * wide, height * tall)
        along_mm, across_mm = (lattice.x0 + dx * raws[0]) * mm * stretch, (lattice.y0 + dy * downs[0]) * mm
        origin = (across_mm, along_mm) if sideways else (along_mm, across_mm)
        draft.hexes["grid"]["origin_mm"] = [round(FRAME_MM + value, 2) for value in origin]
    draft.note("a module doesn't tell terrain: every hex is clear; draw over it in `rows` of map.yaml")
    places.lattice = lattice
    return zone


def _counting(grid: Element) -> dict[str, Any]:
    """How the numbering of a grid of hexes counts; two digits each where the draft can't count so."""
    plain = {"first": "H", "separator": "", "h_width": 2, "v_width": 2, "H": (_padded(2), 1), "V": (_padded(2), 1)}
    numbering = next(iter(grid.find_all("HexGridNumbering")), None)
    if numbering is None:
        return plain
    told = numbering.attributes
    numbers = [whole(told.get(name, "0")) or 0 for name in ("hOff", "vOff")]
    kinds = told.get("hType", "N"), told.get("vType", "N")
    turned = "true" in (told.get("hDescend"), told.get("vDescend"))
    separator = told.get("sep", "")
    if kinds != ("N", "N") or turned or min(numbers) < 0 or separator not in ("", "-"):
        return plain
    widths = [min(4, max(1, (whole(told.get(name, "0")) or 0) + 1)) for name in ("hLeading", "vLeading")]
    return {
        "first": "V" if told.get("first") == "V" else "H", "separator": separator, "h_width": widths[0],
        "v_width": widths[1], "H": (_padded(widths[0]), numbers[0]), "V": (_padded(widths[1]), numbers[1]),
    }  # fmt: skip


def _padded(width: int) -> Callable[[int], str]:
    return lambda value: str(value).zfill(width)


def _zones(
    draft: GameDraft, board: Element, window: str, mm: float, places: Places, ids: Ids, field_zone: Element | None
) -> None:
    """The zones and regions of the map's board: named hexes on a map of hexes, spaces on others, boxes else."""
    zones = [zone for zone in board.find_all("Zone") if zone is not field_zone]
    within = {id(region) for zone in zones for region in zone.find_all("Region")}
    loose = [region for region in board.find_all("Region") if id(region) not in within]
    if len(loose) > MAX_REGIONS:
        draft.note(f"of {len(loose)} regions the first {MAX_REGIONS} are read")
    for region in loose[:MAX_REGIONS]:
        _space(draft, region.attributes.get("name", ""), _origin(region), window, mm, places, ids)
    for zone in zones:
        name = zone.attributes.get("name", "")
        outline = parse_outline(zone.attributes.get("path", ""))
        regions = zone.find_all("Region")
        if not outline and not regions:
            draft.note(f"the zone {name!r} has no outline")
            continue
        middle = _middle(outline) if outline else _origin(regions[0])
        if places.lattice is not None and (at := places.lattice.at(_origin(regions[0]) if regions else middle)) and (
            _extent(outline) < 2.5 * places.lattice.dy
        ):  # fmt: skip
            shown = draft.name(name.replace(f"({at})", "").replace(at, ""), "", SPACE_NAME)
            if shown and not any(space["id"] == at for space in draft.spaces):
                draft.spaces.append({"id": at, "name": shown, "rank": 3})
            continue
        if len(regions) > FEW_REGIONS and not all(r.attributes.get("name", "").strip("-").isdigit() for r in regions):
            for region in regions:
                _space(draft, region.attributes.get("name", ""), _origin(region), window, mm, places, ids)
            continue
        if len(regions) > FEW_REGIONS:
            draft.note(f"the {len(regions)} numbered places of the zone {name!r} are one box: draw a track for it")
        if places.lattice is None and len(regions) <= FEW_REGIONS:
            place = _space(draft, name, _origin(regions[0]) if regions else middle, window, mm, places, ids)
        else:
            place = _box(draft, name, ids)
        if place:
            places.zones.append((window, outline, place))


def _space(
    draft: GameDraft, name: str, at: PixelPoint, window: str, mm: float, places: Places, ids: Ids
) -> str:
    """One more point of the map, or a box where there are too many, or on a map of hexes."""
    if places.lattice is not None or len(draft.spaces) >= MAX_SPACES:
        if len(draft.spaces) >= MAX_SPACES:
            draft.note(f"more than {MAX_SPACES} places: the others lie in the boxes of their windows")
            return ""
        place = _box(draft, name, ids)
    else:
        x, y = round(at[0] * mm, 1), round(at[1] * mm, 1)
        for space in draft.spaces:
            if all(abs(one - other) < NEAREST_MM for one, other in zip(space["stack_at"], (x, y), strict=True)):
                draft.note(f"the places {space['name']!r} and {name!r} lie on one another: they are one")
                places.points.append((window, at, space["id"]))
                return str(space["id"])
        place = ids.of(name, "place")
        draft.spaces.append({"id": place, "name": draft.name(name, place, SPACE_NAME),
                             "stack_at": [x, y]})  # fmt: skip
    places.points.append((window, at, place))
    return place


def _box(draft: GameDraft, name: str, ids: Ids, kind: str = "holding") -> str:
    place = ids.of(name, "box")
    draft.boxes.append({"id": place, "name": draft.name(name, place, BOX_NAME), "kind": kind})
    return place


def _boxes(draft: GameDraft, window: str, element: Element, places: Places, ids: Ids) -> None:
    """A window beside the map: a box for each of its zones, and one for all else that lies in it."""
    for zone in element.find_all("Zone"):
        outline = parse_outline(zone.attributes.get("path", ""))
        if outline:
            name = zone.attributes.get("name", "")
            places.zones.append((window, outline, _box(draft, name or window, ids)))
    places.windows[window] = _box(draft, window or "Window", ids)


def _origin(region: Element) -> PixelPoint:
    return (whole(region.attributes.get("originx", "0")) or 0, whole(region.attributes.get("originy", "0")) or 0)


def _middle(outline: tuple[PixelPoint, ...]) -> PixelPoint:
    xs, ys = ([point[axis] for point in outline] for axis in (0, 1))
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _extent(outline: tuple[PixelPoint, ...]) -> float:
    if not outline:
        return 0.0
    xs, ys = ([point[axis] for point in outline] for axis in (0, 1))
    return max(max(xs) - min(xs), max(ys) - min(ys))
