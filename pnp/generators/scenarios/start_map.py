"""A small map of how a scenario starts: ground, water and borders alone, and a square for each stack.

In: a game, the plan of its map, a scenario. Out: a `Drawing`. Made small, a whole map would be dust: what is read up
close, such as grid, trees, numbers and badges, is left out unless spaces are few, and a few names are set anew. An
empty square marks a space that a side may set up in; below the map stands whose squares they are.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product, zip_longest

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Halo, Node, Path, Scatter, Scene, Segment, Show, Stroke, Text, circle, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, is_dark, side_style
from pnp.generators.maps.hex.ground import LINO_PT, bare_ground_layers
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.panels import unit_ids
from pnp.generators.maps.ink import INK, map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.scenarios.lists import stack_groups
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import QUIET
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing, centred_baseline
from pnp.maps.hex_grid import hex_field, ring
from pnp.maps.lines import Point, Rect, overlap
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.scenario import FreePlacement, Scenario
from pnp.model.style import SideStyle
from pnp.model.words import signed
from pnp.symbols import SymbolBox, unit_symbol
from pnp.symbols.units import draw_unit_symbol
from pnp.units import MM_PER_PT

GROUND_FORM = "start-ground"
"""The form of a booklet that holds the ground; every map of a start shows it."""
QUIET_LAYERS = frozenset(
    ("land", "washes", "border bands", "terrain", "water", "ice", "rivers", "borders", "ways", "fortifications", "sea",
     "areas", "scenery", "abroad", "ground", "roads", "boxes", "towns")
)  # fmt: skip
"""Layers that stay."""
COARSE_LAYERS, COARSE_MM = frozenset(("grid",)), 6.4
"""Those that stay besides where hexes are at least so wide in print."""
DUST_MM, FINE_MM = 1.0, 0.3
"""Shorter steps of lines on the large map are left out of a small one, where spaces are small and large; a name may
hide a dot that is dust.
"""
VEIL = 0.12
"""White over the ground of hexes, so that units stand out."""
SQUARE_MM, LARGEST_MM, CHIT_MM, LARGEST_CHIT_MM = 2.7, 5.4, 6.4, 13.0
"""A stack's box, at least and at most; from a space of the next size on counters are drawn as they are."""
SHARE = 0.72
"""A counter in widths of the hex it stands in."""
MOST_SHOWN, PILE = 3, 0.14
"""Counters of one stack, and how far each is shifted."""
HIGH = 0.8
"""A box in its width."""
PLAIN_SYMBOLS = frozenset(("infantry", "cavalry", "armour", "artillery", "mechanised", "motorised", "headquarters"))
"""Symbols that are read when they are small; others become that of infantry."""
BEHIND_MM, NEAR_MM = 0.55, 0.5
"""How far a second box stands behind the first; the white between a place and its name."""
NAMES, NAME_PT, SMALLER, NAME_FONT, NAME_ROOM_MM2 = 5, 8.0, 0.9, "condensed-semibold", 1500.0
"""Fewest names, how much smaller those may be that else cross borders, and the room that one more needs."""
TAG_PT, TAG_MM, NAME_GAP_MM = 8.0, 2.8, 0.5
"""The points of a place on their tag; the white about a name, twice as much between two beside each other."""
SHIFTS_MM = sorted(product([1.5 * n for n in range(-7, 8)], repeat=2), key=lambda at: (math.hypot(*at), at))
"""How far from the middle of its area a name is tried, near places first."""
REGION_PT, REGION_TRACKING, LAKE_MM2, SHORE_MM, NEAR = 8.0, 0.22, 400.0, 0.4, 21
"""Names of regions; the largest lake below one of land; how far from a shore they stand; the places tried for these."""
GROUP_PT, GROUP_MM, GROUP_FONT, QUICK_FONT = 8.0, 3.4, "condensed-bold", "condensed-italic"
OFF_MM = (0.0, 2.6, 5.6, 9.0, 13.0, 18.0, 24.0)
"""How far off its stacks the name of a group is tried."""
PALE_CONTRAST = 2.2
"""A side's colour with less contrast to paper doesn't show as a line."""
KEY_MM, KEY_PT, KEY_BOX_MM = 5.0, 8.0, 3.2
MOST_FREE = 30
"""Spaces that a side may set up in: more are not marked one by one."""
AROUND, CLOSER, REACH, LEAST_SHARE, AROUND_MM = 1.0, 0.7, 2.6, 0.25, 4.0
"""Of a map of hexes only the front is shown: so many widths of a hex around what stands there, or that share of them,
and what gives points so near; at least this share of the map's width and height. White around boxes of other maps."""


def ground_scene(game: Game, plan: MapPlan, scale: float = 0.0) -> Scene:
    """The ground of every map of a start, at the size of the map; `scale` is that at which it will be shown."""
    ink, shown = map_ink(game.map, game.style), QUIET_LAYERS
    if game.map.kind == "hexes":
        layers = (*bare_ground_layers(_plain(plan), ink), *hex_name_layers(game, plan, ink))
        shown = shown | COARSE_LAYERS if hex_mm(plan) * scale >= COARSE_MM else shown
    else:
        layers, shown = map_layers(game, plan), shown - {"towns"}
    width, height = plan.size_mm
    dusty = game.map.kind == "hexes" and not shown >= COARSE_LAYERS
    kept = tuple(Group(tuple(_reduced(layer.children, dusty))) for layer in layers if layer.layer in shown)
    veil = [Path(rect(*plan.frame_mm), fill=PAPER, fill_opacity=VEIL)] if game.map.kind == "hexes" else []
    return Scene(width, height, (Group((*kept, *veil), clip=Path(rect(*plan.frame_mm))),))


def _plain(plan: MapPlan) -> MapPlan:
    """A map of hexes without gaps for names, which are not there, and with a sea of one tone where it is cut in
    linoleum: its strokes, which stop short of names too, would be noise.
    """
    labels, ground = plan.labels, plan.hexes
    if ground is None:
        return plan
    cut = any(name in ground.strokes for name in LINO_PT)
    waters = tuple(replace(water, steps=water.steps[:1]) if cut and water.major else water for water in ground.waters)
    strokes = {name: flat for name, flat in ground.strokes.items() if name not in LINO_PT}
    return replace(
        plan, labels=replace(labels, knock_out=()) if labels else None,
        hexes=replace(ground, waters=waters, strokes=strokes),
    )  # fmt: skip


def _reduced(nodes: Iterable[Node], dusty: bool) -> Iterator[Node]:
    """Nodes but for their words, which would be too small: names are set anew; lines without their finest steps. No
    trees and tufts where they would be dust.
    """
    for node in nodes:
        if isinstance(node, Group):
            yield replace(node, children=tuple(_reduced(node.children, dusty)))
        elif isinstance(node, Path):
            yield replace(node, segments=tuple(_coarser(node.segments, DUST_MM if dusty else FINE_MM)))
        elif not isinstance(node, (Text, Scatter) if dusty else Text):
            yield node


def _coarser(segments: Sequence[Segment], least_mm: float) -> Iterator[Segment]:
    """Segments of a path to a tenth of a mm, but for those that end near where the last one did that stays; the last of
    each line stays. A curve no longer than two of such steps is straight.
    """
    at: Sequence[float] = (-math.inf, -math.inf)
    for segment, after in zip_longest(segments, segments[1:], fillvalue=("M",)):
        ends = segment[-2:] if len(segment) > 1 else at
        length = math.dist(at, ends)
        if length >= least_mm or segment[0] not in "LC" or after[0] not in "LC":
            straight = segment[0] == "C" and length <= 2 * least_mm
            kept = ("L", *ends) if straight else segment
            yield (kept[0], *[round(float(value), 1) for value in kept[1:]])
            at = ends


_Placed = tuple[Drawing, float, float]
"""A name, and where its left and upper edges would be."""


class StartMap:
    """The map of how a scenario starts, at any size; of a map of hexes only the part where something stands. False
    when nothing stands on the map, or may stand there.

    hex_mm  width of a space in mm of the map
    """

    def __init__(self, game: Game, plan: MapPlan, scenario: Scenario) -> None:
        self.game, self.plan, self.scenario, self.hex_mm = game, plan, scenario, hex_mm(plan)
        self.stacks = dict(_stacks(game, scenario))
        self.free = {name: side for name, side in _free(game, scenario).items() if name not in self.stacks}
        places = ((name, _middle(plan, name)) for name in (*self.stacks, *self.free))
        self.places = {name: at for name, at in places if at is not None}
        self.rings = [*_rings(game, plan, scenario)]
        around = [(x + dx * radius, y + dy * radius) for _, (x, y), radius in self.rings
                  for dx, dy in ((-0.8, -0.8), (0.8, 0.8))]  # fmt: skip
        self.front = [*self.places.values(), *around, *_scored_near(game, plan, scenario, [*self.places.values()])]

    def __bool__(self) -> bool:
        return bool(self.places)

    def is_clear(self, scale: float) -> bool:
        """Whether stacks beside each other don't hide each other."""
        return self.plan.hexes is None or self.hex_mm * scale >= SQUARE_MM

    def size(self, width: float, height: float) -> tuple[float, float, float]:
        """Width, height with the key, and scale of the map that fills a room as far as it can."""
        key = self._key_mm(width)
        _, _, wide, high = front(self.plan, self.front, width / max(height - key, 1.0))
        scale = min(width / wide, (height - key) / high)
        return wide * scale, high * scale + key, scale

    def _key_mm(self, width: float) -> float:
        """The height of the key."""
        return KEY_MM / 4 + max((node.y for node in self._key(width, 0.0) if isinstance(node, Text)), default=0.0)

    def _key(self, width: float, top: float) -> Iterator[Node]:
        """The boxes of the sides with their names in as many rows as they need, and what units placed freely show."""
        game, placements = self.game, self.scenario.placements
        sides = {self.stacks[name][0].group.side for name in self.places if name in self.stacks}
        free = {self.free[name] for name in self.places if name in self.free}
        free |= {str(placement.side) for placement in placements if placement.within is not None}
        x, y, low = 0.0, top + KEY_MM / 2, 0.35 * KEY_PT * MM_PER_PT + 0.6
        keyed = [side for side in game.info.sides if side.id in sides | free]
        for side in keyed if len(keyed) > 1 or free else ():
            style = game.style.sides.get(side.id)
            for shown, suffix in ((sides, ""), (free, f": {game.words.text('Set-up')}")):
                name = f"{side.name}{suffix}"
                long = KEY_BOX_MM + 1.2 + width_mm(name, NAME_FONT, KEY_PT)
                if side.id not in shown or style is None:
                    continue
                if x and x + long > width:
                    x, y = 0.0, y + KEY_MM
                at = (x + KEY_BOX_MM / 2, y + 0.6)
                yield from _may_stand(game, side.id, at, KEY_BOX_MM) if suffix else _box_of(style, at, KEY_BOX_MM)
                yield Text(x + KEY_BOX_MM + 1.2, y + low, name, NAME_FONT, KEY_PT, INK)
                x += long + 4.0
        if any(placement.default for placement in placements):
            told = game.words.text("Units that are placed freely: one way to start at once.")
            for n, line in enumerate(wrapped(told, QUICK_FONT, KEY_PT, width), 1 if x else 0):
                yield Text(0.0, y + n * KEY_MM + low, line, QUICK_FONT, KEY_PT, INK)

    def scale_note(self, scale: float) -> str:
        """How far a cm of the map reaches, where the game knows."""
        known, km = self.game.map, 0.0
        if known.hexes is not None and known.hexes.grid.km:
            km = 10 * float(known.hexes.grid.km) / (self.hex_mm * scale)
        elif known.hexes is None and known.scale_km_per_mm:
            km = 10 * float(known.scale_km_per_mm) / scale
        return self.game.words.text("1 cm is {km} km", km=round(km)) if km >= 1 else ""

    def shown(self, room: float, size: tuple[float, float, float], ground: Node | None = None) -> Drawing:
        """The map in a size that `size` has found, below its title with its scale, in the middle of its room."""
        drawn = self.drawn(room, *size, ground).at((room - size[0]) / 2, 0.0)
        title = self.game.words.text("The start")
        return titled(self.game, title, Drawing((drawn,), room, size[1]), note=self.scale_note(size[2]))

    def drawn(self, room: float, width: float, height: float, scale: float, ground: Node | None = None) -> Drawing:
        """The map in a size that `size` has found, at the left of the width that it has room in; on the form of its
        ground unless the `ground` is given.
        """
        game, plan, scenario, stacks = self.game, self.plan, self.scenario, self.stacks
        shown = (width, height - self._key_mm(room))
        frame = front(plan, self.front, shown[0] / shown[1])
        x, y = frame[:2]
        onto = (scale, 0.0, 0.0, scale, -x * scale, -y * scale)
        below = Group((ground,), transform=onto) if ground else Show(GROUND_FORM, onto)
        spots = {name: ((px - x) * scale, (py - y) * scale) for name, (px, py) in self.places.items()}
        pitch = self.hex_mm * scale
        if plan.hexes is not None and pitch * SHARE >= CHIT_MM:
            pitch *= SHARE
        size, high = _size(pitch), _size(pitch) * (HIGH if pitch < CHIT_MM else 1.0)
        taken = [(left - size / 2, top - high / 2 - BEHIND_MM, size + BEHIND_MM, high + BEHIND_MM)
                 for left, top in spots.values()]  # fmt: skip
        for town in plan.labels.towns if plan.labels is not None else ():
            left, top, wide = (scale * one for one in (town.at[0] - x - town.radius, town.at[1] - y - town.radius,
                                                       2 * town.radius))  # fmt: skip
            taken += [(left, top, wide, wide)] if wide >= DUST_MM else []
        marks: list[Node] = []
        for side, (px, py), radius in self.rings:
            outline, colour = circle((px - x) * scale, (py - y) * scale, radius * scale), _free_colour(game, side)
            marks.append(Path(outline, fill=colour, fill_opacity=0.16, stroke=Stroke(colour, 1.1, dash_mm=(1.0, 0.6))))
        for name, at in spots.items():
            free = self.free.get(name, "")
            marks += _may_stand(game, free, at, pitch) if free else _stack(game, stacks[name], at, pitch)
        stood = {name: at for name, at in spots.items() if name in stacks}
        half, points = _size(pitch) / 2, _points(game, scenario)
        for name, (left, top) in spots.items() if plan.hexes is not None and pitch >= CHIT_MM else ():
            number = _word(name.upper(), NAME_FONT, NAME_PT, INK, Halo(PAPER, 2.2, 0.92))
            low = -number.height_mm / 2 if name in self.free else half + 0.5
            way = number, left - number.width_mm / 2, top + low
            marks += _put([way], shown, taken if name in stacks else [], 0.0)
        lettered = [node for ways in _group_names(game, scenario, stood, half + 2 * BEHIND_MM)
                    for node in _put(ways, shown, taken, 0.1)]  # fmt: skip
        places = _place_names(game, plan, points, frame, scale, spots, half, taken)
        most = NAMES + round(shown[0] * shown[1] / NAME_ROOM_MM2) if plan.labels else len(plan.spaces)
        named = [*islice((node for ways in places for node in _put(ways, shown, taken)), most)]
        named += [node for ways in _region_names(game, plan, frame, scale) for node in _put(ways, shown, taken)]
        inner, outline = (below, *named, *marks, *lettered), rect(0.0, 0.0, *shown, 0.8)
        nodes = Group(inner, clip=Path(outline)), Path(outline, stroke=Stroke("#8d867b", 0.6))
        drawn = Drawing(nodes, *shown, upright=True).at(0.0, 0.0)
        return Drawing((drawn, *self._key(room, shown[1])), room, height)


def front(plan: MapPlan, places: Sequence[Point], shape: float | None = None) -> Rect:
    """The part of the map that is shown, so many times as wide as high where it can be: of a map of hexes what lies
    around `places`, of others as much as has this shape and holds all boxes. Without a shape as little as can be.
    """
    left, top, most_wide, most_high = plan.frame_mm
    if plan.hexes is None:
        boxes = [box for space in plan.spaces.values() for box in (space.stack, space.name_rect)]
        x, right = min(box[0] for box in boxes) - AROUND_MM, max(box[0] + box[2] for box in boxes) + AROUND_MM
        y, bottom = min(box[1] for box in boxes) - AROUND_MM, max(box[1] + box[3] for box in boxes) + AROUND_MM
        shape = shape or (right - x) / (bottom - y)
        x, wide = _span(left, most_wide, x, right, min(most_wide, shape * most_high))
        y, high = _span(top, most_high, y, bottom, min(most_high, wide / shape))
        return x, y, wide, high
    margin = AROUND * hex_mm(plan)
    xs, ys = zip(*places, strict=True)
    x, wide = _span(left, most_wide, min(xs) - margin, max(xs) + margin, LEAST_SHARE * most_wide)
    if shape:  # rather closer above and below than white at the sides
        margin = min(margin, max(CLOSER * margin, (most_wide / shape - max(ys) + min(ys)) / 2))
    y, high = _span(top, most_high, min(ys) - margin, max(ys) + margin, LEAST_SHARE * most_high)
    shape = shape or wide / high
    x, wide = _span(left, most_wide, x, x + wide, shape * high)
    y, high = _span(top, most_high, y, y + high, wide / shape)
    return x, y, wide, high


def _scored_near(game: Game, plan: MapPlan, scenario: Scenario, places: Sequence[Point]) -> list[Point]:
    """The hexes that give points and lie no farther beyond `places` than may be shown."""
    if plan.hexes is None or not places:
        return []
    points, reach = _points(game, scenario), REACH * hex_mm(plan)
    spans = [(min(line) - reach, max(line) + reach) for line in zip(*places, strict=True)]
    scored = (_middle(plan, str(space.id)) for space in game.map.spaces if space.name in points)
    return [at for at in scored if at and all(low <= v <= high for v, (low, high) in zip(at, spans, strict=True))]


def _span(start: float, size: float, low: float, high: float, least: float) -> tuple[float, float]:
    """From `low` to `high` and at least so much, within the map: its start and its length."""
    short = max(0.0, least - (high - low))
    low, long = low - short / 2, min(size, high - low + short)
    return min(max(low, start), start + size - long), long


def _free(game: Game, scenario: Scenario) -> dict[str, str]:
    """Space -> the side that may set up in it: those that a scenario names, or a set of hexes, or a distance."""
    open_to = ((str(placement.side), _open_to(game, placement)) for placement in scenario.placements)
    return {space: side for side, spaces in open_to if len(spaces) <= MOST_FREE for space in spaces}


def _rings(game: Game, plan: MapPlan, scenario: Scenario) -> Iterator[tuple[str, Point, float]]:
    """Side, middle and radius of a ring about each place within so many hexes of which it may set up, where these are
    too many to be marked one by one.
    """
    for placement in scenario.placements:
        if plan.hexes is not None and placement.within is not None and len(_open_to(game, placement)) > MOST_FREE:
            for space in placement.spaces:
                yield str(placement.side), plan.hexes.centres[str(space)], (placement.within + 0.5) * hex_mm(plan)


def _open_to(game: Game, placement: FreePlacement) -> list[str]:
    """The spaces of a placement; none of one that names a region."""
    named = [str(space) for space in placement.spaces]
    if game.map.hexes is None or not (placement.set or placement.within):
        return named
    field, reach = hex_field(game.map.hexes), placement.within or 0
    if placement.set:
        members = next(group.hexes for group in game.map.hexes.sets if group.id == placement.set)
        return [field.ids[index] for index in field.hexes(members)]
    return [field.ids[index] for name in named for index in ring(field, field.ids.index(name), reach)]


def _stacks(game: Game, scenario: Scenario) -> Iterator[tuple[str, list[Counter]]]:
    """Place -> the units that start there, or that stand there in a set-up for players who want to start at once;
    markers aside.
    """
    counters = {str(counter.id): counter for counter in game.all_counters() if counter.group.type}
    quick = [stack for placement in scenario.placements for stack in placement.default.items()]
    for place, units in (*(scenario.position.units or {}).items(), *quick):
        if stack := [counters[name] for unit in units if (name := str(getattr(unit, "id", unit))) in counters]:
            yield str(place), stack


def _middle(plan: MapPlan, name: str) -> Point | None:
    if plan.hexes is not None:
        return plan.hexes.centres.get(name)
    stack = plan.spaces[name].stack if name in plan.spaces else None
    return (stack[0] + stack[2] / 2, stack[1] + stack[3] / 2) if stack else None


def hex_mm(plan: MapPlan) -> float:
    """Width of a space in mm of the map."""
    if plan.hexes is not None:
        return float(plan.hexes.side_mm) * 3**0.5
    return min((min(space.stack[2:]) for space in plan.spaces.values()), default=10.0)


def _stack(game: Game, stack: Sequence[Counter], at: Point, pitch: float) -> Iterator[Node]:
    """A stack about a point: its first unit as a box with its symbol, a second box behind it where there are several;
    its counters as they are where they are large enough.
    """
    several = min(len(stack), MOST_SHOWN) - 1
    size = _size(pitch)
    if pitch >= CHIT_MM:
        size /= 1 + PILE * several
        for depth in reversed(range(several + 1)):
            shift = PILE * size * (depth - several / 2)
            yield from chit(game, stack[depth], at[0] - size / 2 + shift, at[1] - size / 2 - shift, size)
        return
    style = side_style(game.style, stack[0].group)
    if several:
        yield from _box_of(style, (at[0] + BEHIND_MM, at[1] - BEHIND_MM), size)
    yield from _box_of(style, at, size)
    kind = next((kind for kind in game.info.unit_types if kind.id == stack[0].group.type), None)
    symbol = kind.symbol.split("+")[0] if kind else ""
    box = SymbolBox(at[0] - size / 2, at[1] - HIGH * size / 2, size, HIGH * size, style.ink, style.ground, style.ground,
                    0.45, kind.abbreviation if kind else "")  # fmt: skip
    yield draw_unit_symbol(unit_symbol(symbol if symbol in PLAIN_SYMBOLS else "infantry")(box), box)


def _box_of(style: SideStyle, at: Point, size: float) -> Iterator[Node]:
    """An empty box about a point, in the colours of its side."""
    box = rect(at[0] - size / 2, at[1] - HIGH * size / 2, size, HIGH * size, 0.2)
    yield Path(box, fill=style.ground, stroke=Stroke(PAPER, 1.5))
    yield Path(box, fill=style.ground, stroke=Stroke(style.ink, 0.5))


def _size(pitch: float) -> float:
    return min(pitch, LARGEST_CHIT_MM) if pitch >= CHIT_MM else min(max(SQUARE_MM, 0.74 * pitch), LARGEST_MM)


def _may_stand(game: Game, side: str, at: Point, pitch: float) -> Iterator[Node]:
    """An empty square about a point, in the colour of the side that may set up there."""
    size, colour = _size(pitch), _free_colour(game, side)
    square = rect(at[0] - size / 2, at[1] - size / 2, size, size, 0.3)
    yield Path(square, fill=PAPER, fill_opacity=0.5)
    yield Path(square, stroke=Stroke(colour, 1.1, dash_mm=(1.0, 0.6)))


def _free_colour(game: Game, side: str) -> str:
    """The colour of a side as a line on the map."""
    style = game.style.sides.get(side)
    if style is not None and contrast(band_colour(style), PAPER) < PALE_CONTRAST:
        return style.box_ink or style.ink
    return band_colour(style) if style else INK


def _put(ways: Iterable[_Placed], shown: Point, taken: list[Rect], gap: float = NAME_GAP_MM) -> Iterator[Node]:
    """A name in the first way in which it lies within the map and hides nothing; none where there is no such way.

    taken  what stands there already; the name comes to it
    """
    for drawn, left, top in ways:
        spot = (left, top, drawn.width_mm, drawn.height_mm)
        inside = 0.6 < left < shown[0] - 0.6 - drawn.width_mm and 0.6 < top < shown[1] - 0.6 - drawn.height_mm
        if inside and not any(overlap(spot, other, gap) for other in taken):
            taken.append((left - gap, top, drawn.width_mm + 2 * gap, drawn.height_mm))
            yield drawn.at(left, top)
            return


def _beside(drawn: Drawing, at: Point, out: float) -> Iterator[_Placed]:
    """Beside a point, so far from it, then below and above, then at its corners."""
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.8), (0.7, -0.8), (-0.7, 0.8), (-0.7, -0.8)):
        yield drawn, at[0] + dx * out + (dx - 1) * drawn.width_mm / 2, at[1] + dy * out + (dy - 1) * drawn.height_mm / 2


def _word(text: str, font: str, size_pt: float, ink: str, halo: Halo | None, tracking: float = 0.0) -> Drawing:
    """A name on one line."""
    tall = size_pt * MM_PER_PT
    drawn = Text(0.0, 0.8 * tall, text, font, size_pt, ink, tracking_em=tracking, halo=halo)
    return Drawing((drawn,), width_mm(text, font, size_pt) + len(text) * tracking * tall, tall)


def _tag(text: str, ground: str) -> Drawing:
    """A name on a tag."""
    wide, ink = width_mm(text, GROUP_FONT, GROUP_PT) + 2.0, PAPER if is_dark(ground) else INK
    base = centred_baseline(GROUP_FONT, GROUP_PT, GROUP_MM / 2)
    plate = Path(rect(0.0, 0.0, wide, GROUP_MM, 0.6), fill=ground, stroke=Stroke(PAPER, 0.8))
    return Drawing((plate, Text(1.0, base, text, GROUP_FONT, GROUP_PT, ink)), wide, GROUP_MM)


def _group_names(
    game: Game, scenario: Scenario, spots: Mapping[str, Point], clear: float
) -> Iterator[Iterable[_Placed]]:  # fmt: skip
    """For the name of each army or sector, where it may stand: beside its stacks, from the middle one outwards, or off
    them with a line to one.

    clear  how far from the middle of a stack, at the least
    """
    sides = {str(counter.id): str(counter.side or "") for counter in game.all_counters()}
    units = {str(place): unit_ids(stack) for place, stack in (scenario.position.units or {}).items() if place in spots}
    for side in game.info.sides:
        style = game.style.sides.get(side.id)
        own = {place: stack for place, stack in units.items() if stack and sides.get(stack[0]) == side.id}
        for name, places in stack_groups(game, scenario, side.id, own):
            at = [spots[place] for place in places]
            x, y = (sum(line) / len(at) for line in zip(*at, strict=True))
            near = sorted(at, key=lambda one: (abs(one[0] - x) + abs(one[1] - y), one))
            word = _tag(name, band_colour(style) if style else PAPER)
            known = any(space.name.casefold() == name.casefold() for space in game.map.spaces)
            yield (_led(way, one, clear, off) for off in OFF_MM for one in near
                   for way in _beside(word, one, clear + off) if name and not known)  # fmt: skip


def _led(way: _Placed, to: Point, clear: float, off: float) -> _Placed:
    """A name that stands off a stack, with a line to that."""
    drawn, left, top = way
    x, y = to[0] - left, to[1] - top
    dx, dy = min(max(x, 0.0), drawn.width_mm) - x, min(max(y, 0.0), drawn.height_mm) - y
    part = clear / (math.hypot(dx, dy) or 1.0)
    line = (("M", x + dx * part, y + dy * part), ("L", x + dx, y + dy))
    nodes = [Path(line, stroke=Stroke(ink, wide)) for ink, wide in ((PAPER, 1.8), (INK, 0.7)) if off]
    return replace(drawn, nodes=(*nodes, *drawn.nodes)), left, top


def _label(lines: Sequence[str], worth: str, *, below: bool = False) -> Drawing:
    """A name in lines about one middle, and right of it or below it the points that its place gives, on a tag."""
    tall = NAME_PT * MM_PER_PT
    font = GROUP_FONT if worth else NAME_FONT
    widths = [width_mm(line, font, NAME_PT) for line in lines]
    tag = width_mm(worth, GROUP_FONT, TAG_PT) + 1.6 if worth else 0.0
    wide = max(*widths, tag) if below else max(widths) + (tag + 0.6 if tag else 0.0)
    middle = wide / 2 if below or not tag else max(widths) / 2
    high = len(lines) * tall
    nodes: list[Node] = [
        Text(middle - long / 2, (n + 0.8) * tall, line, font, NAME_PT, INK, halo=Halo(PAPER, 2.2, 0.92))
        for n, (line, long) in enumerate(zip(lines, widths, strict=True))
    ]
    if tag:
        x, y = (middle - tag / 2, high + 0.4) if below else (wide - tag, high - tall - 0.1)
        high = max(high, y + TAG_MM)
        nodes += [
            Path(rect(x, y, tag, TAG_MM, TAG_MM / 2), fill=PAPER, stroke=Stroke(INK, 0.4)),
            Text(x + tag / 2, centred_baseline(GROUP_FONT, TAG_PT, y + TAG_MM / 2), worth, GROUP_FONT, TAG_PT, INK,
                 anchor="middle"),
        ]  # fmt: skip
    return Drawing(tuple(nodes), wide, high)


def _region_names(game: Game, plan: MapPlan, frame: Rect, scale: float) -> Iterator[Iterable[_Placed]]:
    """For the name of each country and sea, of parts of the land where it has no countries, where it may stand: level,
    about the middle of its line on the map or near it, a sea's on water alone, others on land, but for small lakes.
    """
    from shapely import Polygon, box, make_valid, union_all  # a build that draws no map of hexes does not need it

    x, y, wide, high = frame
    names, towns = (plan.labels.areas, {place.text for place in plan.labels.places}) if plan.labels else ((), set())
    waters = make_valid([Polygon(outer, holes) for outer, *holes in (plan.hexes.shore if plan.hexes else ())])
    water = union_all([one for one in waters if one.area > LAKE_MM2])
    kinds = {"sea", "region" if any(name.kind == "region" for name in names) else "part"}
    on_water = game.style.colour("water-name")
    for name in names:
        within = [(px, py) for px, py in name.points if x < px < x + wide and y < py < y + high]
        if name.kind in kinds and within and name.text not in towns:
            wet = name.kind == "sea"
            ink, halo = (on_water, None) if wet else (QUIET, Halo(PAPER, 1.2, 0.6))
            word = _word(name.text, NAME_FONT, REGION_PT, ink, halo, REGION_TRACKING)
            px, py = within[len(within) // 2]
            across, down, more = word.width_mm / scale, word.height_mm / scale, SHORE_MM / scale
            spots = ((px - across / 2 + dx / scale, py - down / 2 + dy / scale)
                     for dx, dy in SHIFTS_MM[:None if wet else NEAR])  # fmt: skip
            boxes = ((left, top, box(left - more, top, left + across + more, top + down)) for left, top in spots)
            yield ((word, (left - x) * scale, (top - y) * scale) for left, top, around in boxes
                   if (water.contains(around) if wet else not water.intersects(around)))  # fmt: skip


def _points(game: Game, scenario: Scenario) -> dict[str, str]:
    """Name of a place, as it is and in capitals -> the points that it gives, where that is one line of the schedule, or
    two that take from one side what they give the other.
    """
    lines: dict[str, set[int]] = {}
    for line in scenario.victory:
        for space in line.spaces:
            lines.setdefault(str(space), set()).add(line.points)
    found = {
        space.name: signed(max(points)) if len(points) == 1 else f"±{max(points)}"
        for space in game.map.spaces
        if (points := lines.get(str(space.id))) and space.name and (len(points) == 1 or sum(points) == 0)
    }
    if scenario.victory_points:
        found |= {space.name: signed(space.victory_points) for space in game.map.spaces if space.victory_points}
    return found | {name.upper(): points for name, points in found.items()}


def _place_names(
    game: Game, plan: MapPlan, points: Mapping[str, str], frame: Rect, scale: float,
    spots: Container[str], half: float, taken: Sequence[Rect],
) -> Iterator[Iterable[_Placed]]:  # fmt: skip
    """For each name with its points, the most important first, where it may stand: of hexes at their place, of points
    on their tab, of areas within their borders.

    spots, half  where something stands, and half its size
    """
    x, y, _, _ = frame
    if plan.labels is not None:
        radii = {town.id: town.radius * scale for town in plan.labels.towns}
        for place in sorted(plan.labels.places, key=lambda one: (one.text not in points, one.rank, one.text)):
            if (at := _middle(plan, place.id)) is not None:
                out = NEAR_MM + max(radii.get(place.id, 0.0), half + BEHIND_MM if place.id in spots else 0.0)
                label = _label([place.text], points.get(place.text, ""))
                yield _beside(label, ((at[0] - x) * scale, (at[1] - y) * scale), out)
        return
    from shapely import Polygon, area, box, difference  # a build that draws no map of areas does not need it

    for space in game.map.spaces:
        at, worth = plan.spaces[str(space.id)], points.get(space.name, "")
        if game.map.kind == "points":
            label, (left, top, wide, high), middle = _label([space.name], worth), at.name_rect, at.name[0].x
            room = 2 * min(middle - left, left + wide - middle) * scale
            label = label.scaled(min(1.0, room / (label.width_mm + NAME_GAP_MM)))
            at_x, at_y = (middle - x) * scale - label.width_mm / 2, (top + high / 2 - y) * scale - label.height_mm / 2
            yield [(label, at_x, at_y - up) for up in (0.0, 0.5, 1.0)]
            continue
        middle = (at.stack[0] + at.stack[2] / 2 - x) * scale, (at.stack[1] + at.stack[3] / 2 - y) * scale
        border = Polygon([((px - x) * scale, (py - y) * scale) for px, py in at.polygon])
        lines = space.name.replace("-", "- ").split()
        labels = [_label(told, worth, below=below).scaled(small)
                  for small, below in product((1.0, SMALLER), {False, bool(worth)})
                  for told in ([space.name], lines)[: len(lines)]]  # fmt: skip
        ways = [(label, middle[0] - label.width_mm / 2 + dx, middle[1] - label.height_mm / 2 + dy)
                for label in labels for dx, dy in SHIFTS_MM]  # fmt: skip
        if str(space.id) in spots:
            around = (way for label in labels for way in _beside(label, middle, half + NEAR_MM + BEHIND_MM))
            ways[:0] = sorted(around, key=lambda way: -way[2])  # below it rather than above
        sides = zip(*((x, y, x + label.width_mm, y + label.height_mm) for label, x, y in ways), strict=True)
        beyond = area(difference(box(*sides), border)).round()
        yield [ways[n] for n in beyond.argsort(kind="stable")]
