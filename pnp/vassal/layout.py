"""Positions on the module's board, in pixels.

The board is the printed sheet with a strip below it for what the sheet doesn't show (losses, units out of play,
units still to be set up). Each space has a point for the player's stack and one for the other side's; each box has
a slot per group of counters.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.maps.boxes import BoxPlan
from pnp.maps.displays import display_plan
from pnp.maps.hex_grid import hex_field
from pnp.maps.parts import MapPlan, SpacePlan, TrackPlan
from pnp.model.game import Game
from pnp.model.map import Box, Track
from pnp.model.starts import pictures_in
from pnp.units import mm_to_px
from pnp.vassal.format.encoding import PixelPoint
from pnp.vassal.hex_grid import engine_grid
from pnp.vassal.naming import goes_home, on_hexes, one_stack_a_space, track_counters, waiting_units

PointMm = tuple[float, float]
RectMm = tuple[float, float, float, float]

STRIP_GAP_MM = 4.0
STRIP_PAD_MM = 6.0
BOX_HEAD_MM = 5.2
SPOT_MM = 17.4
"""The title of a box and the width of a spot, as `box_panel` draws them."""
SIMPLIFY_MM = 0.15
"""Outlines of zones may differ from the drawn border by this much; nobody drops a counter so finely."""

LEAST_PITCH = 0.6
"""Slots of a row nearer than this share of a counter's width are hard to tell apart."""
FAN_MM = 3.4
"""How far counters that share a space of a track stand out from under each other."""
PILE = 6
"""Units that a slot of a box holds at the start; more of a group have further slots."""
STACK_ROOM_MM = 7.0
"""Room above each row of slots in a box below a hex map: for such a pile, or for nine units in one made by chance."""
MARKER_SHARE = 0.17
"""How far a marker stands from the stack whose space it shares, in widths of a counter."""
FARTHEST, SPOT_STEP_MM = 2.0, 2.0
"""How far from an area's stack box another stack may stand, in widths of a counter; how finely points are tried."""
NEARNESS, BEYOND_SHARE = 0.5, 0.3
"""What a millimetre away from the stack box costs, and a square millimetre beyond the border, in those of the printed
map that a counter covers.
"""
UNITS = "units"
"""The slot of units in a space of the turn track."""

SETUP_BOX = "set-up"
"""The strip's box for units that a scenario lets the player place."""


@dataclass(frozen=True, slots=True)
class SpaceLayout:
    """One space: its zone and where stacks stand.

    outline   corners of the zone; none for a hex without a name, which has no zone of its own
    stack     the box drawn on the map: the player's stack, or that of the only side there
    opposing  the other side's stack while both are there; the same point on maps of points and hexes
    marker    a marker, which doesn't stack with units

    The last two keep clear of what is printed in the language of the plan, so they may differ between languages.
    """

    outline: tuple[PixelPoint, ...]
    stack: PixelPoint
    opposing: PixelPoint = field(compare=False)
    marker: PixelPoint = field(compare=False)


@dataclass(frozen=True, slots=True)
class BoxLayout:
    """A box or a space of a track: its rectangle and its slots.

    slots   group of counters -> point; of a track's space: marker or `UNITS` -> point
    centre  where a deck or a lone marker stands
    rows    rows of slots
    """

    rect: tuple[int, int, int, int]
    slots: Mapping[str, PixelPoint]
    centre: PixelPoint
    printed: bool = True
    rows: int = 1

    @property
    def outline(self) -> tuple[PixelPoint, ...]:
        """The corners of the rectangle in pixels, clockwise from the top left."""
        x, y, width, height = self.rect
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """The board of a display, in a window of its own.

    places  ids of its boxes and of the spaces of its tracks
    """

    size_mm: PointMm
    places: frozenset[str]


@dataclass(frozen=True)
class BoardLayout:
    """The board in pixels at `dpi`, and those of displays.

    boxes, tracks  of the board and of all displays, each in the pixels of its own board
    strip_mm       rectangles of the strip's boxes by id, for the drawing
    windows        display -> its board
    """

    dpi: float
    size_mm: PointMm
    counter_mm: float
    spaces: Mapping[str, SpaceLayout]
    boxes: Mapping[str, BoxLayout]
    tracks: Mapping[str, Mapping[str, BoxLayout]]
    strip_mm: Mapping[str, RectMm] = field(default_factory=dict)
    windows: Mapping[str, WindowLayout] = field(default_factory=dict)

    def px(self, length_mm: float) -> int:
        """Whole pixels in `length_mm`."""
        return round(mm_to_px(length_mm, self.dpi))

    def display_of(self, place: str) -> str:
        """The display on whose board a place lies; "" = the map's."""
        return next((name for name, window in self.windows.items() if place in window.places), "")

    def window_size(self, display: str) -> tuple[int, int]:
        """Width and height of the board of a display in pixels."""
        width, height = self.windows[display].size_mm
        return self.px(width), self.px(height)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the board in pixels."""
        return self.px(self.size_mm[0]), self.px(self.size_mm[1])


def board_layout(game: Game, plan: MapPlan, dpi: float) -> BoardLayout:
    """The layout of the game's board from the map's plan."""
    counter_mm = game.style.counters.size_mm
    strip = _strip(game, counter_mm)
    width, height = game.map.size_mm
    bottom = max([height, *(y + h + STRIP_PAD_MM for _, y, _, h in strip.values())])
    scale = dpi / 25.4
    spaces = _hex_layouts(game, dpi) if on_hexes(game) else _space_layouts(game, plan, scale)
    rows = _rows(game, counter_mm)
    boxes = {}
    for box in strip_boxes(game):
        rect, lies_below = strip.get(box) or plan.boxes[box], box in strip
        groups = _groups_of_box(game, box)
        room = STACK_ROOM_MM if lies_below and on_hexes(game) else 0.0
        boxes[box] = _box_layout(
            rect, groups, counter_mm, scale, printed=not lies_below, rows=rows if lies_below else 1, room=room
        )
    tracks = {
        track.id: _track_layout(game, track, plan.tracks[track.id], counter_mm, scale) for track in game.map.tracks
    }
    windows: dict[str, WindowLayout] = {}
    for display in game.boards:
        placed = display_plan(game, display)
        boxes |= {box.id: _display_box(game, box, placed.boxes[box.id], scale) for box in display.boxes}
        tracks |= {
            track.id: _track_layout(game, track, placed.tracks[track.id], counter_mm, scale)
            for track in display.tracks
        }
        names = [*placed.boxes, *(cell for track in placed.tracks.values() for cell in track.cells)]
        windows[display.id] = WindowLayout(placed.size_mm, frozenset(names))
    return BoardLayout(dpi, (width, bottom), counter_mm, spaces, boxes, tracks, strip, windows)


def _track_layout(game: Game, track: Track, plan: TrackPlan, counter_mm: float, scale: float) -> dict[str, BoxLayout]:
    holds = track_holds(game, track)
    return {cell: _cell_layout(rect, holds, counter_mm, scale) for cell, rect in plan.cells.items()}


def _display_box(game: Game, box: Box, plan: BoxPlan, scale: float) -> BoxLayout:
    """A box of a display: what starts there stands in the slots where it is pictured; in a box that units come back to
    each group has one.
    """
    centres = [_pixel(_centre(spot), scale) for spot in plan.spots]
    slots: dict[str, PixelPoint] = {}
    for shown, at in zip(pictures_in(game, box), itertools.cycle(centres), strict=False):
        slots |= {str(unit.id): at for unit in shown.units}
    coming_back = box.kind in ("eliminated", "pool") or (box.kind == "reserve" and box.slots is None)
    if coming_back:  # a reserve with slots waits for units of its own
        slots |= dict(zip(_groups_of_box(game, box.id), itertools.cycle(centres), strict=False))
    x, y, width, height = plan.rect
    rect = (round(x * scale), round(y * scale), round(width * scale), round(height * scale))
    return BoxLayout(rect, slots, centres[0])


def strip_boxes(game: Game) -> list[str]:
    """Ids of all boxes of the board: those of the map, and the set-up box when a scenario needs it."""
    names = [box.id for box in game.map.boxes]
    if _to_set_up(game):
        names.append(SETUP_BOX)
    return names


def _to_set_up(game: Game) -> set[str]:
    """Units that wait in the set-up box."""
    return {unit for s in game.scenarios.values() for placement in s.placements for unit in waiting_units(s, placement)}


def track_holds(game: Game, track: Track) -> tuple[str, ...]:
    """What may stand on a track: its markers, and on the turn track the units that come back later."""
    waits = track.kind == "turn" and any(goes_home(game, side) for side in game.info.sides)
    return (*track_counters(game, track), *([UNITS] if waits else []))


def track_region(game: Game, track: Track, cell: str, item: str) -> str:
    """The region of `item`, a marker or `UNITS`, on a space of a track; a lone marker's has the space's id."""
    return cell if track_counters(game, track) == (item,) else f"{cell}/{item}"


def _rows(game: Game, counter_mm: float) -> int:
    """Rows of slots in the strip: two when counters would overlap too much in one."""
    missing = _missing(game)
    if not missing:
        return 1
    room = game.map.frame_mm[2] - STRIP_GAP_MM * (len(missing) - 1)
    pitch = counter_mm if on_hexes(game) else LEAST_PITCH * counter_mm
    return 1 if room >= pitch * sum(_weight(game, name, 1) for name in missing) else 2


def _missing(game: Game) -> list[str]:
    """Boxes that the sheet doesn't show."""
    printed = {box.id for box in game.map.boxes if box.rect_mm}
    return [name for name in strip_boxes(game) if name not in printed]


def _weight(game: Game, box: str, rows: int) -> int:
    """How many slots wide a box of the strip is."""
    return max(1, math.ceil(len(_groups_of_box(game, box)) / rows))


def _strip(game: Game, counter_mm: float) -> dict[str, RectMm]:
    """Rectangles of the boxes that the sheet doesn't show, side by side below it."""
    missing = _missing(game)
    if not missing:
        return {}
    x0, _, frame_width, _ = game.map.frame_mm
    rects = [
        game.map.frame_mm,
        *(b.rect_mm for b in game.map.boxes if b.rect_mm),
        *(t.rect_mm for t in game.map.tracks),
    ]
    top = max(y + height for _, y, _, height in rects) + STRIP_GAP_MM
    rows = _rows(game, counter_mm)
    weights = [_weight(game, name, rows) for name in missing]
    if rows > 1 or on_hexes(game):  # a lone slot gets room for its title
        pools = {box.id for box in game.boxes if box.kind == "pool"}
        weights = [max(3 if name in pools else 2, weight) for name, weight in zip(missing, weights, strict=True)]
    room = frame_width - STRIP_GAP_MM * (len(missing) - 1)
    box_height = rows * (counter_mm + 1.0 + (STACK_ROOM_MM if on_hexes(game) else 0.0)) + 8.0
    strip, x = {}, x0
    for name, weight in zip(missing, weights, strict=True):
        box_width = room * weight / sum(weights)
        strip[name] = (x, top, box_width, box_height)
        x += box_width + STRIP_GAP_MM
    return strip


def _groups_of_box(game: Game, box_id: str) -> tuple[str, ...]:
    """Groups of counters that a box may hold, in order of battle."""
    if box_id == SETUP_BOX:
        placed = _to_set_up(game)
        return tuple(dict.fromkeys(c.group.id for c in game.all_counters() if c.id in placed))
    box = next(b for b in game.boxes if b.id == box_id)
    groups = [g for g in game.counters.groups if _belongs(box, g.side, g.marker)]
    if box.kind == "pool" and one_stack_a_space(game):
        return ()  # the deck alone
    if box.kind == "holding":
        at_start = _piles(game, box_id)
        if on_hexes(game):
            return at_start  # what comes later lies in the middle: each box waits for units of its own
        if not at_start:
            groups += [g for g in game.counters.groups if g.id in drawn_markers(game)]
        return at_start or tuple(g.id for g in groups)
    return tuple(g.id for g in groups)


def _piles(game: Game, box_id: str) -> tuple[str, ...]:
    """The slots of what some scenario places in a box: one for each group of counters, more for a large group of units:
    "guards", "guards/2" and so on.
    """
    counters = {c.id: c for c in game.all_counters()}
    most: dict[str, int] = {}
    for scenario in game.scenarios.values():
        entries = (scenario.position.units or {}).get(box_id, ())
        placed = Counter(counters[e if isinstance(e, str) else e.id].group.id for e in entries)
        most |= {group: max(count, most.get(group, 0)) for group, count in placed.items()}
    markers = {group.id for group in game.counters.groups if group.marker}
    return tuple(
        f"{group}/{pile + 1}" if pile else group
        for group in _started(game, box_id)
        for pile in range(1 if group in markers else math.ceil(most[group] / PILE))
    )


def pile_of(slots: Collection[str], group: str, before: int) -> str:
    """The slot of a unit of `group`, of which `before` units lie in the box already."""
    pile = f"{group}/{before // PILE + 1}"
    return pile if pile in slots else group


def _started(game: Game, box_id: str) -> tuple[str, ...]:
    """Groups with a counter that some scenario places in a box."""
    entries = [e for s in game.scenarios.values() for e in (s.position.units or {}).get(box_id, ())]
    started = {entry if isinstance(entry, str) else entry.id for entry in entries}
    return tuple(dict.fromkeys(c.group.id for c in game.all_counters() if c.id in started))


def drawn_markers(game: Game) -> tuple[str, ...]:
    """Groups of markers that lie in a pool at the start, and nowhere else: events, drawn once."""
    pooled = {name for s in game.scenarios.values() for pool in (s.position.pools or {}).values() for name in pool}
    boxed = {group for box in game.boxes if box.kind == "holding" for group in _started(game, box.id)}
    drawn = [c.group.id for c in game.all_counters() if c.id in pooled and c.group.marker]
    return tuple(dict.fromkeys(group for group in drawn if group not in boxed))


def box_of_marker(game: Game, group: str) -> str | None:
    """The box where a drawn marker goes: where its group lies at the start, else the box of units out of the game."""
    holding = [box.id for box in game.boxes if box.kind == "holding"]
    boxes_of_group = [box for box in holding if group in _started(game, box)]
    spare = [box for box in holding if not _started(game, box)]
    return next(iter([*boxes_of_group, *spare]), None)


def _belongs(box: Box, side: str | None, marker: str | None) -> bool:
    return side is not None and not marker and (box.side is None or box.side == side)


def _box_layout(
    rect_mm: Sequence[float], groups: Sequence[str], counter_mm: float, scale: float, *, printed: bool = True,
    rows: int = 1,
    room: float = 0.0,
) -> BoxLayout:  # fmt: skip
    """Slots on the spots that the sheet prints in a box, from the left; closer together when there are too few.

    room  above each row of slots, for high stacks
    """
    x, y, width, height = rect_mm
    head = BOX_HEAD_MM if height >= BOX_HEAD_MM + counter_mm else 0.0  # a low box has its title elsewhere
    spots = max(1, int((width - 2) // SPOT_MM))
    per_row = max(spots, math.ceil(len(groups) / rows))
    used = max(1, math.ceil(len(groups) / per_row))
    pitch, first = (width - 2) / per_row, x + 1 + (width - 2) / per_row / 2
    if not head:  # from the left, where the units are pictured
        pitch, first = min(counter_mm + 0.8, (width - 1.2) / per_row), x + 0.6 + counter_mm / 2
    elif pitch < counter_mm and per_row > 1 and rows > 1:  # overlapping, but inside the box
        pitch, first = (width - 2 - counter_mm) / (per_row - 1), x + 1 + counter_mm / 2
    step = (height - head) / used
    slots = {}
    for index, group in enumerate(groups):
        row, column = divmod(index, per_row)
        across, down = first + pitch * column, y + head + step * (row + 0.5) + room / 2
        slots[group] = (round(across * scale), round(down * scale))
    rect = (round(x * scale), round(y * scale), round(width * scale), round(height * scale))
    central = x + 1 + (width - 2) / spots * (spots // 2 + 0.5)
    middle = y + head + (height - head + room) / 2
    return BoxLayout(rect, slots, (round(central * scale), round(middle * scale)), printed, rows)


def _cell_layout(rect_mm: Sequence[float], holds: Sequence[str], counter_mm: float, scale: float) -> BoxLayout:
    """A space of a track: its counters side by side, or fanned out so that each can be grabbed."""
    x, y, width, height = rect_mm
    middle = (x + width / 2, y + height / 2)
    count = len(holds)
    step = (0.0, 0.0)
    if count > 1:
        if width >= count * counter_mm:
            step = (width / count, 0.0)
        elif height >= count * counter_mm:
            step = (0.0, height / count)
        else:
            step = tuple(
                min(max((room - counter_mm) / (count - 1), FAN_MM), 0.8 * room / (count - 1))
                for room in (width, height)
            )
    slots = {}
    for index, item in enumerate(holds):
        away = index - (count - 1) / 2
        slots[item] = (round((middle[0] + away * step[0]) * scale), round((middle[1] + away * step[1]) * scale))
    rect = (round(x * scale), round(y * scale), round(width * scale), round(height * scale))
    return BoxLayout(rect, slots, _pixel(middle, scale))


def _space_layouts(game: Game, plan: MapPlan, scale: float) -> dict[str, SpaceLayout]:
    """The layout of each area or point."""
    size, shared = game.style.counters.size_mm, one_stack_a_space(game)
    if shared:
        return {space.id: _point_layout(plan.spaces[space.id], size, scale) for space in game.map.spaces}
    printed = [rect for space in plan.spaces.values() for rect in (space.name_rect, space.row_rect) if rect]
    printed += [panel.rect_mm for panel in game.map.panels]
    printed += [space.stack for space in plan.spaces.values()]
    return {space.id: _area_layout(plan.spaces[space.id], printed, size, scale) for space in game.map.spaces}


def _hex_layouts(game: Game, dpi: float) -> dict[str, SpaceLayout]:
    """Every hex: stacks where the engine's grid, or a region of its own, snaps to; corners only for named ones, which
    have a zone.
    """
    assert game.map.hexes is not None
    field, named_ids = hex_field(game.map.hexes), {space.id for space in game.map.spaces}
    grid, scale = engine_grid(field, dpi), dpi / 25.4
    aside = round(MARKER_SHARE * game.style.counters.size_mm * scale)
    layouts = {}
    for index, name in enumerate(field.ids):
        x, y = _pixel(field.centre(index), scale) if field.grid.turn_deg else grid.centre(field.cells[index])
        outline = tuple(_pixel(corner, scale) for corner in field.corners(index)) if name in named_ids else ()
        layouts[name] = SpaceLayout(outline, (x, y), (x, y), (x + aside, y + aside))
    return layouts


def _point_layout(space: SpacePlan, counter_mm: float, scale: float) -> SpaceLayout:
    """A point of the map: one stack for whichever side stands there."""
    (x, y), aside = _centre(space.stack), MARKER_SHARE * counter_mm
    stack = _pixel((x, y), scale)
    # The marker looks out from under the stack at the lower right, clear of the name above the box.
    return SpaceLayout(_corners(_outline(space), scale), stack, stack, _pixel((x + aside, y + aside), scale))


def _area_layout(space: SpacePlan, printed: Sequence[RectMm], counter_mm: float, scale: float) -> SpaceLayout:
    """An area: a point for each side's stack, and one for markers, clear of what is `printed` on the map."""
    outline, stack = _outline(space), _centre(space.stack)
    near = [rect for rect in printed if math.dist(_centre(rect), stack) < 2 * FARTHEST * counter_mm + max(rect[2:])]
    opposing = _apart(outline, stack, counter_mm, near)
    marker = _apart(outline, stack, counter_mm, [*near, _square(opposing, counter_mm)])
    return SpaceLayout(_corners(outline, scale), *(_pixel(point, scale) for point in (stack, opposing, marker)))


def _outline(space: SpacePlan) -> Any:
    """A space's polygon, valid and simplified."""
    from shapely.geometry import Polygon

    polygon = Polygon(space.polygon)
    if not polygon.is_valid:
        polygon = max(getattr(polygon.buffer(0), "geoms", [polygon.buffer(0)]), key=lambda part: part.area)
    return polygon.simplify(SIMPLIFY_MM)


def _corners(outline: Any, scale: float) -> tuple[PixelPoint, ...]:
    """The corners in pixels; the first is one that the engine counts as inside, since it takes it for the place of a
    zone whose middle lies outside.
    """
    corners = _without_repeats([_pixel(corner, scale) for corner in outline.exterior.coords[:-1]])
    first = next((index for index, corner in enumerate(corners) if inside(corners, corner)), 0)
    return (*corners[first:], *corners[:first])


def _apart(outline: Any, centre: PointMm, width_mm: float, taken: Sequence[RectMm]) -> PointMm:
    """The point of an area, at most `FARTHEST` counters from `centre`, where a counter covers least of what is `taken`
    and of the ground beyond the border.
    """
    import numpy as np
    from shapely import box, contains_xy

    count = int(FARTHEST * width_mm / SPOT_STEP_MM)
    steps = [index * SPOT_STEP_MM for index in range(-count, count + 1)]
    points = [(centre[0] + dx, centre[1] + dy) for dx in steps for dy in steps]
    within = contains_xy(outline.buffer(-SPOT_STEP_MM), [x for x, _ in points], [y for _, y in points])
    spots = np.array(points)[within]
    costs, (left, top) = np.zeros(len(spots)), spots.T - width_mm / 2
    for x, y, width, height in taken:
        across = np.minimum(left + width_mm, x + width) - np.maximum(left, x)
        costs += across.clip(0.0) * (np.minimum(top + width_mm, y + height) - np.maximum(top, y)).clip(0.0)
    costs += NEARNESS * np.hypot(*(spots - centre).T)
    best, least = centre, math.inf
    for cost, point in sorted(zip(costs.tolist(), map(tuple, spots.tolist()), strict=True)):
        if cost >= least:
            break
        x, y, width, height = _square(point, width_mm)
        cost += BEYOND_SHARE * box(x, y, x + width, y + height).difference(outline).area
        if cost < least:
            best, least = point, cost
    return best


def _square(centre: PointMm, width: float) -> RectMm:
    return centre[0] - width / 2, centre[1] - width / 2, width, width


def inside(outline: Sequence[PixelPoint], point: PixelPoint) -> bool:
    """Whether `point` lies in a polygon (even-odd; a point on the border may fall on either side)."""
    x, y = point
    is_inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_inside = not is_inside
    return is_inside


def _centre(rect: Sequence[float]) -> PointMm:
    x, y, width, height = rect
    return x + width / 2, y + height / 2


def _pixel(point: PointMm, scale: float) -> PixelPoint:
    return round(point[0] * scale), round(point[1] * scale)


def _without_repeats(points: Iterable[PixelPoint]) -> list[PixelPoint]:
    corners: list[PixelPoint] = []
    for point in points:
        if not corners or corners[-1] != point:
            corners.append(point)
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    return corners
