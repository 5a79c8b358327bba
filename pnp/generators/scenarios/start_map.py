"""A small map of how a scenario starts: ground, water and borders alone, and a square for each stack.

In: a game, the plan of its map, a scenario. Out: a `Drawing`. Made small, a whole map would be dust: what is read up
close, such as grid, trees, numbers and badges, is left out unless spaces are few, and a few names are set anew. An
empty square marks a space that a side may set up in; below the map stands whose squares they are.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Halo, Node, Path, Scene, Show, Stroke, Text, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, side_style
from pnp.generators.maps.hex.ground import bare_ground_layers
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.ink import INK, map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.typeset.block import Drawing
from pnp.maps.hex_grid import hex_field, ring
from pnp.maps.lines import Point, Rect
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.scenario import FreePlacement, Scenario
from pnp.model.style import SideStyle
from pnp.units import MM_PER_PT

GROUND_FORM = "start-ground"
"""The form of a booklet that holds the ground; every map of a start shows it."""
QUIET_LAYERS = frozenset(
    ("land", "border bands", "water", "ice", "rivers", "borders", "fortifications", "sea", "areas", "abroad", "ground",
     "roads", "boxes")
)  # fmt: skip
"""Layers that stay."""
COARSE_LAYERS, COARSE_MM = frozenset(("terrain", "grid", "ways", "towns")), 4.2
"""Those that stay besides where hexes are at least so wide in print."""
VEIL = 0.14
"""White over the ground, so that units stand out."""
SQUARE_MM, LARGEST_MM, CHIT_MM = 2.7, 4.6, 6.4
"""A stack's square, at least and at most; from the last size on counters are drawn as they are."""
SHARE = 0.62
"""A square in widths of the space it stands in."""
NAMES, NAME_PT, NAME_FONT = 7, 6.4, "condensed-semibold"
PALE_CONTRAST = 2.2
"""A side's colour with less contrast to paper doesn't show as a line."""
KEY_MM, KEY_PT = 5.4, 7.4
MOST_FREE = 30
"""Spaces that a side may set up in: more are not marked one by one."""
AROUND, LEAST_SHARE = 2.2, 0.5
"""Of a map of hexes only the front is shown: so many widths of a hex around what stands there, and at least this
share of the map's width and height."""


def ground_scene(game: Game, plan: MapPlan, scale: float = 0.0) -> Scene:
    """The ground of every map of a start, at the size of the map; `scale` is that at which it will be shown."""
    ink, shown = map_ink(game.map, game.style), QUIET_LAYERS
    if game.map.kind == "hexes":
        layers = (*bare_ground_layers(plan, ink), *hex_name_layers(game, plan, ink))
        shown = shown | COARSE_LAYERS if _pitch(plan) * scale >= COARSE_MM else shown
    else:
        layers = map_layers(game, plan)
    width, height = plan.size_mm
    kept = tuple(Group(layer.children) for layer in layers if layer.layer in shown)
    veil = Path(rect(*plan.frame_mm), fill=PAPER, fill_opacity=VEIL)
    return Scene(width, height, (Group((*kept, veil), clip=Path(rect(*plan.frame_mm))),))


def start_map(game: Game, plan: MapPlan, scenario: Scenario, width: float, most_mm: float) -> Drawing | None:
    """The map of a start, `width` mm wide or less, where it would be higher than `most_mm`; None when nothing stands
    on the map, or may stand there. Of a map of hexes only the part where that is.
    """
    stacks = dict(_stacks(game, scenario))
    free = {name: side for name, side in _free(game, scenario).items() if name not in stacks}
    places = {name: at for name in (*stacks, *free) if (at := _middle(plan, name)) is not None}
    if not places:
        return None
    frame = x, y, wide, high = front(plan, list(places.values()))
    scale = min(width / wide, most_mm / high)
    shown = (wide * scale, high * scale)
    inner: list[Node] = [Show(GROUND_FORM, (scale, 0.0, 0.0, scale, -x * scale, -y * scale))]
    spots = {name: ((px - x) * scale, (py - y) * scale) for name, (px, py) in places.items()}
    pitch = _pitch(plan) * scale * SHARE
    inner += _names(game, plan, frame, scale, {name: (*at, pitch) for name, at in spots.items()})
    for name, at in spots.items():
        inner += _stack(game, stacks[name], at, pitch) if name in stacks else _may_stand(game, free[name], at, pitch)
    outline = rect(0.0, 0.0, *shown, 0.8)
    nodes = [Group(tuple(inner), clip=Path(outline)), Path(outline, stroke=Stroke("#8d867b", 0.6))]
    sides = {stacks[name][0].group.side for name in places if name in stacks}
    nodes += _key(game, shown[0], shown[1] + KEY_MM / 2, sides, {free[name] for name in places if name in free})
    return Drawing(tuple(nodes), shown[0], shown[1] + KEY_MM)


def ground_scale(drawn: Drawing) -> float:
    """The scale at which a map of a start shows the ground."""
    groups = (node.children for node in drawn.nodes if isinstance(node, Group))
    return next(float(node.transform[0]) for nodes in groups for node in nodes if isinstance(node, Show))


def front(plan: MapPlan, places: Sequence[Point]) -> Rect:
    """The part of the map that is shown: all of it, of a map of hexes what lies around `places`."""
    if plan.hexes is None:
        return plan.frame_mm
    margin = AROUND * _pitch(plan)
    spans = [
        _span(start, size, min(ends) - margin, max(ends) + margin)
        for start, size, ends in zip(plan.frame_mm[:2], plan.frame_mm[2:], zip(*places, strict=True), strict=True)
    ]  # fmt: skip
    (x, wide), (y, high) = spans
    return x, y, wide, high


def _span(start: float, size: float, low: float, high: float) -> tuple[float, float]:
    """From `low` to `high` and at least `LEAST_SHARE` of the map's `size`, within the map: its start and its length."""
    short = max(0.0, LEAST_SHARE * size - (high - low))
    low, long = low - short / 2, min(size, high - low + short)
    return min(max(low, start), start + size - long), long


def _free(game: Game, scenario: Scenario) -> dict[str, str]:
    """Space -> the side that may set up in it: those that a scenario names, or a set of hexes, or a distance."""
    marked: dict[str, str] = {}
    for placement in scenario.placements:
        spaces = tuple(_open_to(game, placement))
        if len(spaces) <= MOST_FREE:
            marked |= dict.fromkeys(spaces, str(placement.side))
    return marked


def _open_to(game: Game, placement: FreePlacement) -> Iterator[str]:
    """The spaces of a placement; none of one that names a region."""
    named = [str(space) for space in placement.spaces]
    if game.map.hexes is None or not (placement.set or placement.within):
        yield from named
        return
    field = hex_field(game.map.hexes)
    if placement.set:
        members = next(group.hexes for group in game.map.hexes.sets if group.id == placement.set)
        yield from (field.ids[index] for index in field.hexes(members))
        return
    for name in named:
        yield from (field.ids[index] for index in ring(field, field.ids.index(name), placement.within or 0))


def _stacks(game: Game, scenario: Scenario) -> Iterator[tuple[str, list[Counter]]]:
    """Place -> the units that start there, markers aside."""
    counters = {str(counter.id): counter for counter in game.all_counters() if counter.group.type}
    for place, units in (scenario.position.units or {}).items():
        stack = [counters[name] for unit in units if (name := str(getattr(unit, "id", unit))) in counters]
        if stack:
            yield str(place), stack


def _middle(plan: MapPlan, name: str) -> Point | None:
    if plan.hexes is not None:
        return plan.hexes.centres.get(name)
    if name not in plan.spaces:
        return None
    left, top, width, height = plan.spaces[name].stack
    return left + width / 2, top + height / 2


def _pitch(plan: MapPlan) -> float:
    """Width of a space in mm of the map."""
    if plan.hexes is not None:
        return float(plan.hexes.side_mm) * 3**0.5
    return min((min(space.stack[2:]) for space in plan.spaces.values()), default=10.0)


def _stack(game: Game, stack: Sequence[Counter], at: Point, pitch: float) -> Iterator[Node]:
    """A stack about a point: a square in the colours of its side, a second one behind it where there are several."""
    counter = stack[0]
    if pitch >= CHIT_MM:
        yield from chit(game, counter, at[0] - pitch / 2, at[1] - pitch / 2, pitch)
        return
    yield from _square(side_style(game.style, counter.group), at, _size(pitch), several=len(stack) > 1)


def _size(pitch: float) -> float:
    return min(max(SQUARE_MM, pitch), LARGEST_MM)


def _square(style: SideStyle, at: Point, size: float, *, several: bool = False) -> Iterator[Node]:
    """The square of a stack about a point."""
    ink = style.box_ink or style.ink
    for shift in (0.5, 0.0) if several else (0.0,):
        x, y = at[0] - size / 2 + shift, at[1] - size / 2 - shift
        yield Path(rect(x, y, size, size, 0.3), fill=style.ground, stroke=Stroke(PAPER, 0.9))
        yield Path(rect(x, y, size, size, 0.3), stroke=Stroke(ink, 0.45))
    inset = 0.22 * size
    left, right, top, foot = x + inset, x + size - inset, y + inset, y + size - inset
    pen = Stroke(ink, 0.55)
    yield Path(polyline([(left, top), (right, foot)]), stroke=pen)
    yield Path(polyline([(left, foot), (right, top)]), stroke=pen)


def _may_stand(game: Game, side: str, at: Point, pitch: float) -> Iterator[Node]:
    """An empty square about a point, in the colour of the side that may set up there."""
    size, style = _size(pitch), game.style.sides.get(side)
    colour = band_colour(style) if style else INK
    if contrast(colour, PAPER) < PALE_CONTRAST:
        colour = style.box_ink or style.ink if style else INK
    square = rect(at[0] - size / 2, at[1] - size / 2, size, size, 0.3)
    yield Path(square, fill=PAPER, fill_opacity=0.85)
    yield Path(square, stroke=Stroke(colour, 1.1, dash_mm=(1.0, 0.6)))


def _key(game: Game, width: float, y: float, sides: Container[str | None], free: Container[str]) -> Iterator[Node]:
    """The squares of the sides with their names, in a row as far as there is room."""
    x, base = 0.0, y + 0.35 * KEY_PT * MM_PER_PT + 0.6
    for side in game.info.sides:
        style = game.style.sides.get(side.id)
        for shown, suffix in ((sides, ""), (free, f": {game.words.text('Set-up')}")):
            name = f"{side.name}{suffix}"
            long = SQUARE_MM + 1.2 + width_mm(name, NAME_FONT, KEY_PT)
            if side.id not in shown or style is None or x + long > width:
                continue
            at = (x + SQUARE_MM / 2, y + 0.6)
            yield from _may_stand(game, side.id, at, SQUARE_MM) if suffix else _square(style, at, SQUARE_MM)
            yield Text(x + SQUARE_MM + 1.2, base, name, NAME_FONT, KEY_PT, INK)
            x += long + 4.0


def _names(
    game: Game, plan: MapPlan, frame: Rect, scale: float, taken: Mapping[str, tuple[float, float, float]]
) -> Iterator[Text]:  # fmt: skip
    """The most important names, where they hide nothing, in one size: of hexes at or above their place, of areas below
    what stands there.

    frame  the part of the map that is shown
    taken  space -> middle and width of what stands there
    """
    _, _, wide, high = frame
    boxes: list[Rect] = [(a - s / 2, b - s / 2, s, s) for a, b, s in ((a, b, _size(s)) for a, b, s in taken.values())]
    tall = NAME_PT * MM_PER_PT
    shown = 0
    for text, spots in _candidates(game, plan, frame, scale, taken):
        long = width_mm(text, NAME_FONT, NAME_PT)
        for left, base in ((at - long / 2 if centred else at, base) for at, base, centred in spots):
            box = (left, base - 0.8 * tall, long, tall)
            inside = left > 1 and base > tall and left + long < wide * scale - 1 and base < high * scale - 1
            if inside and not any(_meet(box, other) for other in boxes):
                boxes.append(box)
                yield Text(left, base, text, NAME_FONT, NAME_PT, INK, halo=Halo(PAPER, 1.6, 0.85))
                shown += 1
                break
        if shown == (NAMES if plan.labels else MOST_FREE):
            return


def _candidates(
    game: Game, plan: MapPlan, frame: Rect, scale: float, taken: Mapping[str, tuple[float, float, float]]
) -> Iterator[tuple[str, list[tuple[float, float, bool]]]]:
    """Names, and where each may stand: x, baseline, whether x is its middle. Points have theirs on the map."""
    x, y, _, _ = frame
    tall = NAME_PT * MM_PER_PT
    if plan.labels is not None:
        for place in sorted(plan.labels.places, key=lambda place: (place.rank, place.text)):
            left, base = (place.x - x) * scale, (place.y - y) * scale
            yield place.text, [(left, base, False), (left, base - tall, False), (left, base + tall, False),
                               (left - 2 * LARGEST_MM, base - tall, False)]  # fmt: skip
    elif game.map.kind == "areas":
        names = {str(space.id): space.name for space in game.map.spaces}
        for name, (at_x, at_y, pitch) in taken.items():
            half = _size(pitch) / 2
            yield names[name], [(at_x, at_y + half + tall, True), (at_x, at_y - half - 0.4 * tall, True)]


def _meet(one: Rect, other: Rect) -> bool:
    return (
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    )  # fmt: skip


__all__ = ["GROUND_FORM", "front", "ground_scale", "ground_scene", "start_map"]
