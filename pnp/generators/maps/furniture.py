"""The furniture of a map sheet: title, legend, turn track, boxes, credits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.area.land import HATCH_MM, double_arrow, natural, scenery
from pnp.generators.maps.area.names import BADGE_RADIUS_MM, badge, corner_ticks, stack_box
from pnp.generators.maps.ink import INK, MapInk, fitted, heading, label, panel
from pnp.generators.sheets.margin import wrapped
from pnp.maps.boxes import HEAD_MM, map_box
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan, TrackPlan
from pnp.model.game import Game
from pnp.model.map import Box, Track
from pnp.units import MM_PER_PT

CREDIT_PT, ONE_LINE_PT = 5.0, 6.4
"""Credits are larger where that takes one line."""
LEGEND_SIZES_PT = (6.4, 5.8)
LEGEND_COLUMN_MM, LEGEND_STEP_MM = 24.0, 10.5
"""The least width of a column of the legend, and the largest height of an entry."""


# Title ------------------------------------------------------------------------------------------


def title_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The title cartouche: printed title, rule, subtitle."""
    x, y, width, height = area
    room = width - 8
    middle = x + width / 2
    size, stretch = fitted(game.info.printed_title, "condensed-bold", 34.0, 16.0, room)
    subtitle = game.info.subtitle.upper()
    small, narrow = fitted(subtitle, "condensed-medium", 7.4, 5.5, room, 0.12)
    cap = 0.698 * size * MM_PER_PT
    top = y + (height - cap - 7.6) / 2
    rule = top + cap + 3.3
    return Group(
        (
            *panel(area, ink["panel"], ink.frame, 1.0),
            Text(
                middle,
                top + cap,
                game.info.printed_title,
                "condensed-bold",
                size,
                ink["title"],
                "middle",
                stretch=stretch,
            ),
            line(x + 4, rule, x + width - 4, rule, Stroke(ink["accent"], 1.6)),
            Text(
                middle,
                rule + 4.2,
                subtitle,
                "condensed-medium",
                small,
                INK,
                anchor="middle",
                tracking_em=0.12,
                stretch=narrow,
            ),
        )
    )


# Legend -----------------------------------------------------------------------------------------

Sample = Callable[[float, float], Sequence[Node]]
"""A function that draws a symbol about (x, y)."""


LegendEntry = tuple[str, str, Sample]
"""An entry of a legend with notes: the meaning of the sample, a line in small print, the sample."""


def legend_panel(game: Game, plan: MapPlan, area: Sequence[float], ink: MapInk) -> Group:
    """The legend, with exactly the symbols that the map uses; the scale bar stands in the line of the title."""
    x, y, width, height = area
    words = game.words
    items = legend_items(game, plan, ink)
    columns = max(1, min(3, int(width // LEGEND_COLUMN_MM)))
    rows = -(-len(items) // columns)
    step_x, step_y = (width - 3.6) / columns, min(LEGEND_STEP_MM, (height - 6.6) / rows)
    nodes: list[Node] = [*panel(area, ink["panel"], ink.frame)]
    title = words.text("Legend")
    if ink.bars:
        nodes += heading(area, ink, title, size_pt=7.6, height=5.8, pad=3.0)
    else:
        nodes.append(label(title.upper(), x + 3, y + 5.0, "condensed-bold", 7.6, width - 6, tracking_em=0.08))
    for index, (text, sample) in enumerate(items):
        column, row = divmod(index, rows)
        cx, cy = x + 5.6 + column * step_x, y + 6.0 + (row + 0.5) * step_y
        nodes += sample(cx, cy)
        nodes += _legend_text(text, cx + 4.2, cy, step_x - 8.4)
    nodes += _scale_bar(game, x + 2.6 + (columns - 1) * step_x, y + 4.0) if columns > 1 else []
    return Group(tuple(nodes))


def _legend_text(text: str, x: float, middle: float, room: float) -> list[Node]:
    """The words of an entry in two lines, in smaller type where they need more; nothing is left out."""
    for size in LEGEND_SIZES_PT:
        lines = wrapped(text, "condensed-medium", size, room)
        if len(lines) <= 2:
            break
    first = middle + 0.75 - 1.15 * (len(lines) - 1)
    return [label(part, x, first + 2.3 * index, "condensed-medium", size, room) for index, part in enumerate(lines)]


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
    if any(space.start for space in plan.spaces.values()):
        worthless = any(b.kind == "victory-points" and not b.value for s in plan.spaces.values() for b in s.badges)
        start = words.text("start area, worth 0 points") if worthless else words.text("start area")
        items.append((start, lambda x, y: _start_swatch(x, y, ink)))
    if plan.links:
        items.append(
            (words.text("adjacent"), lambda x, y: double_arrow((x - 3.4, y), (x + 3.4, y), ink["start-border"]))
        )
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
    return stack_box(area, ink, 1.4)


def _start_swatch(x: float, y: float, ink: MapInk) -> tuple[Node, ...]:
    points = [(x - 3.2, y + 0.9), (x - 1.0, y + 0.2), (x + 1.0, y + 0.9), (x + 3.2, y + 0.3)]
    return (
        Path(polyline([*points, (x + 3.2, y - 2.3), (x - 3.2, y - 2.3)], close=True), fill=ink["start-area"]),
        Path(polyline(points), stroke=natural("#ffffff", 1.3)),
        Path(polyline(points), stroke=natural(ink["start-border"], 1.3, (1.8, 0.7))),
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
    scale = game.map.scale_km_per_mm
    if not scale:
        return []
    length_km = next((km for km in (50, 100, 200) if km / scale >= 11), 200)
    length = length_km / scale
    pen = Stroke(INK, 0.7)
    nodes: list[Node] = [line(x, y, x + length, y, pen)]
    nodes += [line(x + share * length, y - 0.9, x + share * length, y + 0.9, pen) for share in (0.0, 0.5, 1.0)]
    text = game.words.text("{n} km", n=length_km)
    nodes.append(Text(x + length + 1.2, y + 0.75, text, "condensed-medium", 6.2, INK))
    return nodes


# Track and boxes --------------------------------------------------------------------------------


def track_panel(game: Game, track: Track, plan: TrackPlan, ink: MapInk) -> Group:
    """A turn track: numeral and month over each space, the events of the turn at its foot."""
    x, y, _, height = plan.rect
    nodes: list[Node] = [*panel(plan.rect, ink["panel"], ink.frame)]
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
    ground = ink["start-area"] if first or last else mix(ink["panel"], "#ffffff", 0.75)
    nodes: list[Node] = [Path(rect(x, y, width, height), fill=ground, stroke=Stroke(ink.frame, 0.6))]
    middle = x + width / 2
    if space.note:
        text = space.note.upper()
        nodes.append(
            label(
                text,
                middle,
                y + 4.0,
                "condensed-bold",
                6.4,
                width - 1.6,
                anchor="middle",
                colour=ink["accent"],
                tracking_em=0.04,
            )
        )
    numbers = {p.id: p.value for p in game.info.parameters}
    arrivals, since = numbers.get(track.arrivals or ""), numbers.get(track.arrivals_from or "", 1)
    if track.kind == "turn" and arrivals and index + 1 >= since:
        text = game.words.count("+{n} reserve", "+{n} reserves", arrivals)
        nodes.append(
            label(
                text,
                middle,
                y + height - 1.5,
                "condensed-medium",
                6.2,
                width - 1.6,
                anchor="middle",
                colour=ink["quiet-text"],
            )
        )
    if last and track.kind == "turn":
        points = next((s.victory_points for s in game.scenarios.values() if s.victory_points), None)
        if points:
            text = game.words.text("{n} VP or lose", n=points)
            nodes.append(label(text, middle, y + height / 2 + 0.9, "condensed-bold", 7.0, width - 1.6, anchor="middle"))
    return nodes


def box_spot(spot: Rect, ink: MapInk) -> list[Node]:
    """A place for a counter in a box: a paler square with its corners marked."""
    return [
        Path(rect(*spot), fill="#ffffff", fill_opacity=0.55),
        Path(corner_ticks(spot, 2.2), stroke=Stroke(mix(ink["panel"], ink.frame, 0.6), 0.45)),
    ]


def box_panel(game: Game, box: Box, area: Rect, ink: MapInk) -> Group:
    """A holding box: a strip with its title in the side's colour, room for stacks below."""
    x, y, width, _ = area
    side = game.style.sides.get(box.side or "")
    colour = side.ground if side else ink.frame
    ink_on = side.ink if side else "#ffffff"
    head = HEAD_MM
    nodes: list[Node] = [*panel(area, ink["panel"], ink.frame)]
    if ink.low:
        ink_on = colour
        nodes.append(line(x, y + head, x + width, y + head, Stroke(colour, 1.6)))
    else:
        nodes.append(Path(rect(x, y, width, head), fill=colour))
    nodes.append(
        label(
            box.name.upper(), x + width / 2, y + 3.7, "condensed-bold", 8.0, width - 3, anchor="middle",
            colour=ink_on, tracking_em=0.08 if width > 40 else 0.0,
        )
    )
    for spot in map_box(area, box.slots, game.style.counters.size_mm).spots:
        nodes += box_spot(spot, ink)
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
    return Group(
        tuple(
            Text(x, round(y + 1.5 + 2.05 * index, 3), part, "condensed-regular", size, ink["quiet-text"])
            for index, part in enumerate(lines)
        )
    )


__all__ = ["BADGE_RADIUS_MM", "box_panel", "credits_panel", "legend_panel", "title_panel", "track_panel"]
