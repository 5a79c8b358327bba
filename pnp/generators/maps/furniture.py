"""The furniture of a map sheet: legend, turn track, boxes, credits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.area.land import HATCH_MM, double_arrow, natural, scenery
from pnp.generators.maps.area.names import badge, corner_ticks, stack_box
from pnp.generators.maps.ink import (
    INK,
    LEAST_PT,
    PAD_MM,
    RULE_MM,
    MapInk,
    fitted,
    framed,
    label,
    panel,
    paragraph,
    paragraph_height,
    small_print,
)
from pnp.generators.sheets.margin import wrapped
from pnp.maps.boxes import HEAD_MM, map_box
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan, TrackPlan
from pnp.model.game import Game
from pnp.model.map import Box, Track

CREDIT_PT, ONE_LINE_PT = 5.0, 6.4
"""Credits are larger where that takes one line."""


# Legend -----------------------------------------------------------------------------------------

Sample = Callable[[float, float], Sequence[Node]]
"""A function that draws a symbol about (x, y)."""


LegendEntry = tuple[str, str, Sample]
"""An entry of a legend with notes: the meaning of the sample, a line in small print, the sample."""


SAMPLE_MM, AREA_SAMPLE_MM = 13.0, 9.0
"""Width of the column of samples; of a map of areas, which has no lines."""
LEGEND_FONT, NOTE_FONT, GOOD_PT = "condensed-medium", "condensed-regular", 8.0
"""Larger type than the last only where no entry takes three lines."""
NOTE_SHARE, NOTE_GAP_MM = 0.86, 1.3
"""Size of a note by that of its name, and the distance from the name's last line to the note's capitals."""
LEAST_STEP_MM, WIDEST_MM = 4.2, 72.0
"""The least height of an entry; a wider column is divided."""


def area_legend(game: Game, plan: MapPlan, area: Sequence[float], ink: MapInk) -> Group:
    """The legend of a map of areas; the scale bar stands in the line of its title."""
    entries = [(text, "", sample) for text, sample in legend_items(game, plan, ink)]
    bar = _scale_bar(game, area[0] + area[2] - (PAD_MM if ink.boxed else 0.0), area[1] + RULE_MM - 2.2)
    return Group((legend_panel(game.words.text("Legend"), entries, area, ink, AREA_SAMPLE_MM), *bar))


def legend_panel(
    title: str, entries: Sequence[LegendEntry], area: Sequence[float], ink: MapInk, sample_mm: float = SAMPLE_MM
) -> Group:
    """A legend with exactly the symbols that a map uses, in as many columns as fit with the largest type."""
    nodes, inner = framed(area, ink, title)
    across, size = _arranged(entries, inner[2], inner[3], sample_mm, ink)
    rows = -(-len(entries) // across)
    step = inner[2] / across
    room = step - sample_mm - 2.0
    heights = [max(LEAST_STEP_MM, *(_height(e, room, size) for e in entries[row::rows])) for row in range(rows)]
    spare = max(0.0, (inner[3] - sum(heights)) / max(1, rows))
    for index, entry in enumerate(entries):
        column, row = divmod(index, rows)
        x, y = inner[0] + column * step, inner[1] + sum(heights[:row]) + row * spare
        middle = y + heights[row] / 2
        nodes += entry[2](x + sample_mm / 2 - 0.5, middle)
        top = middle - (_height(entry, room, size) - 1.2) / 2
        nodes += paragraph(entry[0], x + sample_mm + 0.6, top, LEGEND_FONT, size, room)
        if entry[1]:
            top += paragraph_height(entry[0], LEGEND_FONT, size, room) + NOTE_GAP_MM
            at, grey = (x + sample_mm + 0.6, top), ink["quiet-text"]
            nodes += paragraph(entry[1], *at, NOTE_FONT, _note_pt(size), room, colour=grey)
    return Group(tuple(nodes))


def _note_pt(size: float) -> float:
    return max(LEAST_PT, NOTE_SHARE * size)


def _height(entry: LegendEntry, room: float, size: float) -> float:
    more = paragraph_height(entry[1], NOTE_FONT, _note_pt(size), room) + NOTE_GAP_MM if entry[1] else 0.0
    return paragraph_height(entry[0], LEGEND_FONT, size, room) + more + 1.2


def _arranged(
    entries: Sequence[LegendEntry], width: float, height: float, sample_mm: float, ink: MapInk
) -> tuple[int, float]:
    """The number of columns and the largest type size that fits; columns no wider than they read well if possible."""
    for size in ink.sizes:
        for across in sorted((1, 2, 3, 4), key=lambda columns: width / columns > WIDEST_MM):
            room = width / across - sample_mm - 2.0
            if room < 14 or (size > GOOD_PT and any(len(wrapped(e[0], LEGEND_FONT, size, room)) > 2 for e in entries)):
                continue
            rows = -(-len(entries) // across)
            heights = [max(LEAST_STEP_MM, *(_height(e, room, size) for e in entries[row::rows])) for row in range(rows)]
            if sum(heights) <= height:
                return across, size
    return max(1, int(width // 34)), ink.sizes[-1]


def legend_items(game: Game, plan: MapPlan, ink: MapInk) -> list[tuple[str, Sample]]:
    """Text and sample of each legend entry, down the columns."""
    words = game.words
    points = max((space.victory_points for space in game.map.spaces), default=0)
    items: list[tuple[str, Sample]] = []
    if points:
        valued = words.text("victory points, two rings from 2") if points >= 2 else words.text("victory points")
        items.append((valued, lambda x, y: badge("victory-points", x, y, points, ink)))
    used = {badge_.kind for space in plan.spaces.values() for badge_ in space.badges}
    for symbol in game.map.symbols:
        if symbol.id in used:
            items.append((symbol.name, _badge_sample(symbol.id, symbol.value, ink)))
    limit = {p.id: p.value for p in game.info.parameters}.get("stack-limit")
    stack = words.text("stack, up to {n}", n=limit) if limit else words.text("stack")
    items.append((stack, lambda x, y: _small_stack(x, y, ink)))
    kinds = {border.kind for border in plan.borders}
    if sides := sorted({space.start for space in plan.spaces.values() if space.start}):
        worthless = any(b.kind == "victory-points" and not b.value for s in plan.spaces.values() for b in s.badges)
        start = words.text("start area, worth 0 points") if worthless else words.text("start area")
        items.append((start, lambda x, y: _start_swatch(x, y, ink, sides, "start" in kinds)))
    if plan.links:
        arrow = ink["start-border"]
        items.append((words.text("adjacent"), lambda x, y: double_arrow((x - 3.4, y), (x + 3.4, y), arrow)))
    if plan.scenery:
        items.append((words.text("landscape, no effect"), lambda x, y: _country(x, y, ink)))
    if "limit" in kinds:
        items.append((words.text("not in play"), lambda x, y: _outside_swatch(x, y, ink)))
    return items


def _badge_sample(kind: str, value: int, ink: MapInk) -> Sample:
    return lambda x, y: badge(kind, x, y, value, ink)


def _country(x: float, y: float, ink: MapInk) -> tuple[Node, ...]:
    return (scenery({"leafy": (3.0, x - 1.2, y + 1.2, 1.2), "spruce": (2.0, x + 1.2, y + 1.4, 1.2)}, ink),)


def _small_stack(x: float, y: float, ink: MapInk) -> tuple[Node, ...]:
    side = 4.6
    area = (x - side / 2, y - side / 2, side, side)
    return (stack_box(area, ink.tints[0]),)


def _start_swatch(x: float, y: float, ink: MapInk, sides: Sequence[str], dashed: bool) -> tuple[Node, ...]:
    points = [(x - 3.2, y + 0.9), (x - 1.0, y + 0.2), (x + 1.0, y + 0.9), (x + 3.2, y + 0.3)]
    pens = natural("#ffffff", 1.3), natural(ink["start-border"], 1.3, (1.8, 0.7))
    whole = Path(polyline([*points, (x + 3.2, y - 2.3), (x - 3.2, y - 2.3)], close=True))
    wide = 6.4 / len(sides)
    parts = (rect(x - 3.2 + index * wide, y - 2.3, wide, 3.4) for index in range(len(sides)))
    tints = tuple(Path(part, fill=ink.ground(0, side)) for part, side in zip(parts, sides, strict=True))
    return (
        Group(tints, clip=whole),
        *(Path(polyline(points), stroke=pen) for pen in (pens if dashed else ())),
    )


def _outside_swatch(x: float, y: float, ink: MapInk) -> tuple[Node, ...]:
    area = (x - 3.2, y - 2.1, 6.4, 4.2)
    lines: list[Node] = []
    for index in range(-3, 6):
        at = area[0] + index * HATCH_MM * 0.9
        lines.append(line(at, area[1] + area[3], at + area[3], area[1], Stroke(ink["outside-hatch"], 0.6)))
    return (
        Path(rect(*area), fill=ink["outside"]),
        Group(tuple(lines), clip=Path(rect(*area))),
        Path(rect(*area), stroke=Stroke(ink.frame, 0.35)),
    )


def _scale_bar(game: Game, x: float, y: float) -> list[Node]:
    """A bar whose words end at x."""
    scale = game.map.scale_km_per_mm
    if not scale:
        return []
    length_km = next((km for km in (50, 100, 200) if km / scale >= 11), 200)
    length = length_km / scale
    text = game.words.text("{n} km", n=length_km)
    x -= length + 1.2 + width_mm(text, "condensed-medium", 8.0)
    pen = Stroke(INK, 0.7)
    nodes: list[Node] = [line(x, y, x + length, y, pen)]
    nodes += [line(x + share * length, y - 0.9, x + share * length, y + 0.9, pen) for share in (0.0, 0.5, 1.0)]
    nodes.append(Text(x + length + 1.2, y + 1.0, text, "condensed-medium", 8.0, INK))
    return nodes


# Track and boxes --------------------------------------------------------------------------------


def track_panel(game: Game, track: Track, plan: TrackPlan, ink: MapInk) -> Group:
    """A turn track: numeral and month over each space, the events of the turn at its foot."""
    x, y, _, height = plan.rect
    nodes: list[Node] = [panel(plan.rect, ink)]
    middle = y + height / 2
    nodes.append(
        label(
            track.name.upper(), x + 5.3, middle, "condensed-bold", 8.4, height - 3, anchor="middle", tracking_em=0.06,
            rotate_deg=-90,
        )
    )
    if track.caption:
        nodes.append(
            label(
                track.caption, x + 8.6, middle, "condensed-medium", 6.6, height - 3, anchor="middle", tracking_em=0.1,
                rotate_deg=-90, colour=ink["quiet-text"],
            )
        )
    for index, space in enumerate(track.spaces):
        nodes += _track_space(game, track, plan, index, ink)
        cx, cy, _, head = plan.heads[space.id]
        size = fitted(space.numeral, "serif-bold", 9.0, 6.0, 8.0)[0]
        numeral = Text(cx + 0.2, cy + head - 1.3, space.numeral, "serif-bold", size, INK)
        from_left = width_mm(space.numeral, "serif-bold", size) + 1.3
        room = plan.heads[space.id][2] - from_left
        month = label(space.name, cx + 0.2 + from_left, cy + head - 1.3, "condensed-medium", 7.0, room)
        nodes += [numeral, month] if space.numeral else [month]
    return Group(tuple(nodes))


def _track_space(game: Game, track: Track, plan: TrackPlan, index: int, ink: MapInk) -> list[Node]:
    """One space of the track: its box, its note, and the reserves that arrive."""
    space = track.spaces[index]
    x, y, width, height = plan.cells[space.id]
    first, last = index == 0, index == len(track.spaces) - 1
    ground = ink["start-area"] if first or last else ink.cell
    nodes: list[Node] = [Path(rect(x, y, width, height), fill=ground, stroke=Stroke(ink.frame, 0.6))]
    middle = x + width / 2
    if space.note:
        nodes.append(
            label(space.note.upper(), middle, y + 4.0, "condensed-bold", 6.4, width - 1.6, anchor="middle",
                  colour=ink["accent"], tracking_em=0.04)
        )  # fmt: skip
    numbers = {p.id: p.value for p in game.info.parameters}
    arrivals, since = numbers.get(track.arrivals or ""), numbers.get(track.arrivals_from or "", 1)
    if track.kind == "turn" and arrivals and index + 1 >= since:
        text = game.words.count("+{n} reserve", "+{n} reserves", arrivals)
        foot, quiet = y + height - 1.5, ink["quiet-text"]
        nodes.append(label(text, middle, foot, "condensed-medium", 6.2, width - 1.6, anchor="middle", colour=quiet))
    if last and track.kind == "turn":
        points = next((s.victory_points for s in game.scenarios.values() if s.victory_points), None)
        if points:
            text = game.words.text("{n} VP or lose", n=points)
            foot = y + height / 2 + 1.6
            nodes += small_print(text, middle, foot, "condensed-bold", 8.0, width - 1.6, anchor="middle")
    return nodes


def box_panel(game: Game, box: Box, area: Rect, ink: MapInk) -> Group:
    """A holding box: a strip with its title in the side's colour, room for stacks below."""
    x, y, width, _ = area
    side = game.style.sides.get(box.side or "")
    colour, ink_on = (side.ground, side.ink) if side else (ink.frame, "#ffffff")
    head = HEAD_MM
    nodes: list[Node] = [Path(rect(*area), fill=ink["panel"] if ink.low else mix(ink["panel"], colour, 0.08))]
    if ink.low:
        ink_on = colour
        nodes.append(line(x, y + head, x + width, y + head, Stroke(colour, 1.6)))
    else:
        nodes.append(Path(rect(x, y, width, head), fill=colour))
    nodes.append(
        label(box.name.upper(), x + width / 2, y + 3.7, "condensed-bold", 8.0, width - 3, anchor="middle",
              colour=ink_on, tracking_em=0.08 if width > 40 else 0.0)
    )  # fmt: skip
    ticks = Stroke(mix(ink["panel"], ink.frame, 0.6), 0.45)
    for spot in map_box(area, box.slots, game.style.counters.size_mm).spots:
        nodes.append(Path(corner_ticks(spot, 2.2), stroke=ticks))
    nodes.append(Path(rect(*area), stroke=Stroke(ink.frame, 0.8)))
    return Group(tuple(nodes))


# Credits ----------------------------------------------------------------------------------------


def credit_lines(game: Game) -> tuple[str, ...]:
    """The credits that every map carries, most important first."""
    info = game.info
    version = game.words.text("Version {version}", version=info.version)
    return (info.credits.statement, info.credits.map_sources, *info.credits.remarks, info.credits.licence, version)


def credits_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The credits in small type, in as many lines as needed."""
    x, y, width, _ = area
    text = "  ·  ".join(filter(None, credit_lines(game)))
    size = ONE_LINE_PT if width_mm(text, "condensed-regular", ONE_LINE_PT) <= width else CREDIT_PT
    lines = wrapped(text, "condensed-regular", size, width)
    look = ("condensed-regular", size, ink["quiet-text"])
    return Group(tuple(Text(x, round(y + 1.5 + 2.05 * row, 3), part, *look) for row, part in enumerate(lines)))
