"""The turn record of a hex map: dates, weather, notes, and the reinforcements of each turn pictured."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.hex.panels import Alike, alike, pictured, pictured_width, unit_ids
from pnp.generators.maps.ink import INK, LEAST_PT, LEAST_STRETCH, PAD_MM, MapInk, heading, label, panel, small_print
from pnp.generators.sheets.margin import wrapped
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan, TrackPlan
from pnp.maps.tracks import GRID_PAD_MM, TOP_TITLE_MM
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Box, Track, TrackSpace
from pnp.symbols.badges import snowflake

TOP_MM = 6.6
"""Height of the numeral and the date in a cell."""
NUMERAL_PT, NUMERAL_MM = 13.0, 7.0
"""Size of a turn's numeral, and its room."""
LARGEST_MM, SMALLEST_MM = 15.9, 5.0
NOTE_FONT, NOTE_PT = "condensed-regular", 8.0
TALL_MM, LARGER, LEGIBLE_MM = 20.0, 1.5, 7.5
"""Cells from such a height, and twice as wide, have so much larger type, where it leaves counters such a size."""


def turn_record(game: Game, track: Track, plan: MapPlan, ink: MapInk) -> Group:
    """The whole track, with the printed boxes of its turns when the map has them.

    The cells are those of the plan, with their heads, so that markers fit; without boxes the reinforcements are
    pictured in the cells.
    """
    placed = plan.tracks[track.id]
    boxes = turn_boxes(game, plan)
    nodes = _frame(track, placed, [rect_ for _, _, rect_ in boxes], ink)
    numerals = _numerals(track, placed, boxes)
    arriving = arrivals(game)
    cells = [whole_cell(placed, space.id) for space in track.spaces]
    by_turn = {turn: [group for _, group in groups] for turn, groups in arriving.items()}
    tall = not boxes and min(min(cell[2] / 2, cell[3]) for cell in cells) >= TALL_MM
    tall = tall and _fitting(cells, [*by_turn.values()], LARGER * TOP_MM) >= LEGIBLE_MM
    top = LARGER * TOP_MM if tall else TOP_MM
    size = _fitting(cells, [*by_turn.values()], top)
    frozen = icy_turns(game)
    for index, space in enumerate(track.spaces):
        turn = space.value if space.value is not None else index + 1
        nodes += _cell(space, cells[index], ink, cold=turn in frozen, tall=tall)
        if not boxes and turn in by_turn:
            nodes += _units(game, by_turn[turn], cells[index], size, top)
    return Group((*nodes, *_boxes(game, boxes, numerals, arriving, ink)))


def is_turn_box(box: Box) -> bool:
    """Whether a box holds the units of one side and turn."""
    return box.turn is not None


def turn_boxes(game: Game, plan: MapPlan) -> list[tuple[int, str, Rect]]:
    """(turn, side, rectangle) of each printed box for the units of one turn."""
    boxes = []
    for box in game.map.boxes:
        if box.turn is not None and box.id in plan.boxes:
            boxes.append((box.turn, str(box.side), plan.boxes[box.id]))
    return boxes


def _frame(track: Track, placed: TrackPlan, boxes: list[Rect], ink: MapInk) -> list[Node]:
    """The ground and the head around track and boxes."""
    rects = [placed.rect, *((x, y, width + GRID_PAD_MM, height + GRID_PAD_MM) for x, y, width, height in boxes)]
    x, y = min(r[0] for r in rects), min(r[1] for r in rects)
    right, bottom = max(r[0] + r[2] for r in rects), max(r[1] + r[3] for r in rects)
    nodes: list[Node] = [panel((x, y, right - x, bottom - y), ink)] if ink.boxed else []
    left = whole_cell(placed, track.spaces[0].id)[0] - x - 3.6
    if track.title_at == "left" and left > 4.0:  # the spaces begin to the right of the title
        for number, words in enumerate(track.name.upper().split()):
            nodes.append(label(words, x + 2.4, y + 4.4 + 3.6 * number, "condensed-bold", 9.5, left, tracking_em=0.06))
        return nodes
    head = (x, y, right - x, bottom - y)
    pad = PAD_MM if ink.boxed else GRID_PAD_MM
    return [*nodes, *heading(head, ink, track.name, track.caption, height=TOP_TITLE_MM - 0.6, pad=pad)]


def _numerals(track: Track, plan: TrackPlan, boxes: Sequence[tuple[int, str, Rect]]) -> list[str]:
    """The numeral that each box shows: none where a box is level with the cell of its turn, which shows it."""
    spaces = {index if s.value is None else s.value: s for index, s in enumerate(track.spaces, 1)}
    numerals = []
    for turn, _, (_, y, _, height) in boxes:
        space = spaces.get(turn)
        _, top, _, tall = whole_cell(plan, space.id) if space else (0.0, 0.0, 0.0, 0.0)
        level = top <= y + height / 2 <= top + tall
        numerals.append("" if level else space.numeral if space else str(turn))
    return numerals


def _boxes(
    game: Game, boxes: list[tuple[int, str, Rect]], numerals: list[str],
    arriving: dict[int, list[tuple[str, Alike]]], ink: MapInk
) -> list[Node]:  # fmt: skip
    """A box for each turn and side with its counters pictured, the side's name above its first box."""
    nodes: list[Node] = []
    sides = {str(side.id): side for side in game.info.sides}
    by_box = [[g for owner, g in arriving.get(turn, []) if owner == side] for turn, side, _ in boxes]
    rooms = [
        (x + NUMERAL_MM, y, width - NUMERAL_MM, height) if numeral else (x, y, width, height)
        for numeral, (_, _, (x, y, width, height)) in zip(numerals, boxes, strict=True)
    ]
    size = _fitting(rooms, by_box, 0.0)
    headed: set[str] = set()
    for (_, side, area), room, numeral, groups in zip(boxes, rooms, numerals, by_box, strict=True):
        x, y, width, height = area
        style = game.style.sides.get(side)
        edge = style.back_ground if style else ink["border"]
        nodes.append(
            Path(rect(*area), fill=mix(ink["panel"], edge, 0.28), stroke=Stroke(mix(ink["panel"], INK, 0.6), 0.5))
        )
        if side not in headed:
            headed.add(side)
            # alone: its adjective may agree with a word that isn't there
            name = sides[side].name if side in sides else side
            nodes.append(label(name, x + 0.4, y - 3.4, "condensed-semibold", 7.5, width - 0.8))
            words, quiet = game.words.text("reinforcements"), ink["quiet-text"]
            nodes.append(label(words, x + 0.4, y - 0.9, "condensed-regular", 6.2, width - 0.8, colour=quiet))
        if numeral:
            at = (x + 1.2, y + height / 2 + 0.123 * NUMERAL_PT)
            nodes.append(label(numeral, *at, "condensed-bold", NUMERAL_PT, NUMERAL_MM - 1.2, colour=ink["navy"]))
        nodes += _units(game, groups, room, size, (height - size) / 2)
    return nodes


def whole_cell(plan: TrackPlan, space: str) -> Rect:
    """The rectangle of a space's head and cell together."""
    x, y, width, height = plan.cells[space]
    head = plan.heads[space]
    if plan.strips:
        return (head[0], y, width + head[2], height)
    return (x, head[1], width, height + y - head[1])


def icy_turns(game: Game) -> frozenset[int]:
    """The turns in which an overlay of ice applies."""
    hexes = game.map.hexes
    if hexes is None:
        return frozenset()
    looks = {terrain.id: terrain.look for terrain in hexes.terrains}
    spans = [o.turns for o in hexes.overlays if o.turns and looks.get(o.terrain) == "ice"]
    return frozenset(turn for first, last in spans for turn in range(first, last + 1))


def _cell(space: TrackSpace, cell: Rect, ink: MapInk, *, cold: bool, tall: bool) -> list[Node]:
    """A cell: numeral, dates, weather and note; in a narrow cell the dates stand below the numeral."""
    x, y, width, height = cell
    plain = mix(ink["panel"], ink.land(1), 0.8)
    ground = ink[space.tint] if space.tint else ink["ice"] if cold else plain
    nodes: list[Node] = [Path(rect(*cell), fill=ground, stroke=Stroke(mix(ink["panel"], INK, 0.6), 0.5))]
    narrow, large = width < 30, LARGER if tall else 1.0
    numeral = ("condensed-bold", large * NUMERAL_PT, large * NUMERAL_MM)
    nodes.append(label(space.numeral, x + 1.2, y + large * 5.0, *numeral, colour=ink["navy"]))
    dates: list[Text] = []
    if narrow:
        dates = small_print(space.name, x + 1.2, y + height - 1.3, "condensed-semibold", 8.0, width - 2.4)
        nodes += dates
    else:
        at, room = (x + width - 1.3, y + large * 3.4), width - 13.0
        nodes.append(label(space.name, *at, "condensed-semibold", large * 8.0, room, anchor="end"))
    if cold:
        nodes += snowflake(x + (width - 3.0 if narrow else 9.6), y + 3.2, 1.9, ink["coast"])
    if space.note:
        base = y + height - 1.5 - 2.8 * len(dates) if narrow else y + large * 6.1
        room = width - 2.4 if narrow else width - 9.0
        anchor = "start" if narrow else "end"
        at = x + 1.2 if narrow else x + width - 1.3
        for number, text in enumerate(reversed(_note_lines(space.note, room) if narrow else [space.note])):
            upper = round(base - number * 2.7, 3)
            size = large * NOTE_PT
            nodes.append(label(text, at, upper, NOTE_FONT, size, room, anchor=anchor, colour=ink["accent"]))
    return nodes


def _note_lines(note: str, room: float) -> list[str]:
    """The lines of a note: its parts, each broken where need be, when it doesn't fit on one."""

    def fits(text: str) -> bool:
        return width_mm(text, NOTE_FONT, LEAST_PT) * LEAST_STRETCH <= room

    parts = [note] if fits(note) else note.split(" · ")
    return [line for part in parts for line in ([part] if fits(part) else wrapped(part, NOTE_FONT, LEAST_PT, room))]


# Reinforcements -------------------------------------------------------------------------------------


def arrivals(game: Game) -> dict[int, list[tuple[str, Alike]]]:
    """Turn -> (side, units alike) that arrive, by side in the order of the game.

    Taken from the scenario's arrivals and from the units in the boxes of its turns.
    """
    scenario = standard_scenario(game)
    if scenario is None:
        return {}
    by_turn_side: dict[tuple[int, str], list[str]] = {}
    for arrival in (a for a in scenario.arrivals if a.turn is not None):
        by_turn_side.setdefault((int(arrival.turn or 0), str(arrival.side)), []).extend(
            str(unit) for unit in arrival.units
        )
    for box in game.map.boxes:
        if box.turn is not None:
            waiting = unit_ids((scenario.position.units or {}).get(box.id, ()))
            units = by_turn_side.setdefault((box.turn, str(box.side)), [])
            units += [unit for unit in waiting if unit not in units]
    sides = [str(side.id) for side in game.info.sides]
    by_turn: dict[int, list[tuple[str, Alike]]] = {}
    for number, side in sorted(by_turn_side, key=lambda key: (key[0], sides.index(key[1]) if key[1] in sides else 99)):
        by_turn.setdefault(number, []).extend(
            (side, group) for group in alike(game, by_turn_side[number, side], scenario.states)
        )
    return by_turn


def _fitting(cells: Sequence[Rect], groups: Sequence[Sequence[Alike]], top: float) -> float:
    """The largest size at which the counters of every turn fit into the smallest cell."""
    if not cells:
        return LARGEST_MM
    width, height = min(cell[2] for cell in cells), min(cell[3] for cell in cells) - top
    size = LARGEST_MM
    while size > SMALLEST_MM and any(
        len(_rows(group, width - 2.0, size)) * (size + 1.0) > height - 0.6 for group in groups
    ):
        size -= 0.25
    return size


def _rows(groups: Sequence[Alike], width: float, size: float) -> list[list[tuple[Alike, float]]]:
    """Groups with their positions, row by row; a single counter needs no number."""
    rows: list[list[tuple[Alike, float]]] = []
    at = width + 1
    for group in groups:
        wide = size if group.count == 1 else pictured_width(size, group.count)
        if not rows or at + wide > width:
            rows.append([])
            at = 0.0
        rows[-1].append((group, at))
        at += wide + 1.1
    return rows


def _units(game: Game, groups: Sequence[Alike], cell: Rect, size: float, top: float) -> list[Node]:
    nodes: list[Node] = []
    for index, row in enumerate(_rows(groups, cell[2] - 2.0, size)):
        for group, at in row:
            nodes += pictured(game, group, cell[0] + 1.2 + at, cell[1] + top + index * (size + 1.0), size)
    return nodes
