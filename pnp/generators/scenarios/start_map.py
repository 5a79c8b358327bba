"""A small map of how a scenario starts: ground, water and borders alone, and a square for each stack.

In: a game, the plan of its map, a scenario. Out: a `Drawing`. Made small, a whole map would be dust: what is read up
close, such as grid, trees, numbers and badges, is left out, and a few names are set anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.draw.scene import Group, Halo, Node, Path, Scene, Show, Stroke, Text, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, side_style
from pnp.generators.maps.hex.ground import bare_ground_layers
from pnp.generators.maps.ink import INK, map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Point, Rect
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import MM_PER_PT

GROUND_FORM = "start-ground"
"""The form of a booklet that holds the ground; every map of a start shows it."""
QUIET_LAYERS = frozenset(
    ("land", "border bands", "water", "ice", "rivers", "borders", "fortifications", "sea", "areas", "abroad", "ground",
     "roads", "boxes")
)  # fmt: skip
"""Layers that stay."""
VEIL = 0.14
"""White over the ground, so that units stand out."""
SQUARE_MM, LARGEST_MM, CHIT_MM = 2.7, 4.6, 6.4
"""A stack's square, at least and at most; from the last size on counters are drawn as they are."""
SHARE = 0.62
"""A square in widths of the space it stands in."""
NAMES, NAME_PT, NAME_FONT = 7, 6.4, "condensed-semibold"


def ground_scene(game: Game, plan: MapPlan) -> Scene:
    """The ground of every map of a start, at the size of the map."""
    ink = map_ink(game.map, game.style)
    layers = bare_ground_layers(plan, ink) if game.map.kind == "hexes" else map_layers(game, plan)
    width, height = plan.size_mm
    kept = tuple(Group(layer.children) for layer in layers if layer.layer in QUIET_LAYERS)
    veil = Path(rect(*plan.frame_mm), fill=PAPER, fill_opacity=VEIL)
    return Scene(width, height, (Group((*kept, veil), clip=Path(rect(*plan.frame_mm))),))


def start_map(game: Game, plan: MapPlan, scenario: Scenario, width: float, most_mm: float) -> Drawing | None:
    """The map of a start, `width` mm wide or less, where it would be higher than `most_mm`; None when nothing stands
    on the map.
    """
    stacks = dict(_stacks(game, scenario))
    places = {name: at for name in stacks if (at := _middle(plan, name)) is not None}
    if not places:
        return None
    x, y, wide, high = plan.frame_mm
    scale = min(width / wide, most_mm / high)
    shown = (wide * scale, high * scale)
    inner: list[Node] = [Show(GROUND_FORM, (scale, 0.0, 0.0, scale, -x * scale, -y * scale))]
    spots = {name: ((px - x) * scale, (py - y) * scale) for name, (px, py) in places.items()}
    pitch = _pitch(plan) * scale * SHARE
    inner += _names(plan, scale, [(*at, pitch) for at in spots.values()])
    for name, at in spots.items():
        inner += _stack(game, stacks[name], at, pitch)
    outline = rect(0.0, 0.0, *shown, 0.8)
    nodes = (Group(tuple(inner), clip=Path(outline)), Path(outline, stroke=Stroke("#8d867b", 0.6)))
    return Drawing(nodes, *shown)


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
    style = side_style(game.style, counter.group)
    size = min(max(SQUARE_MM, pitch), LARGEST_MM)
    ink = style.box_ink or style.ink
    for shift in (0.5, 0.0) if len(stack) > 1 else (0.0,):
        x, y = at[0] - size / 2 + shift, at[1] - size / 2 - shift
        yield Path(rect(x, y, size, size, 0.3), fill=style.ground, stroke=Stroke(PAPER, 0.9))
        yield Path(rect(x, y, size, size, 0.3), stroke=Stroke(ink, 0.45))
    inset = 0.22 * size
    left, right, top, foot = x + inset, x + size - inset, y + inset, y + size - inset
    pen = Stroke(ink, 0.55)
    yield Path(polyline([(left, top), (right, foot)]), stroke=pen)
    yield Path(polyline([(left, foot), (right, top)]), stroke=pen)


def _names(plan: MapPlan, scale: float, taken: Sequence[tuple[float, float, float]]) -> Iterator[Text]:
    """The most important names of a hex map, where they hide nothing, in one size.

    taken  middles and widths of the stacks
    """
    x, y, wide, _ = plan.frame_mm
    boxes: list[Rect] = [(a - s / 2, b - s / 2, s, s) for a, b, s in ((a, b, max(s, SQUARE_MM)) for a, b, s in taken)]
    places = sorted(plan.labels.places if plan.labels else (), key=lambda place: (place.rank, place.text))
    shown = 0
    for place in places:
        long, tall = width_mm(place.text, NAME_FONT, NAME_PT), NAME_PT * MM_PER_PT
        left, base = (place.x - x) * scale, (place.y - y) * scale
        box = (left, base - 0.8 * tall, long, tall)
        if left < 1 or base < tall or left + long > wide * scale - 1 or any(_meet(box, other) for other in boxes):
            continue
        boxes.append(box)
        yield Text(left, base, place.text, NAME_FONT, NAME_PT, INK, halo=Halo(PAPER, 1.6, 0.85))
        shown += 1
        if shown == NAMES:
            return


def _meet(one: Rect, other: Rect) -> bool:
    return (
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    )  # fmt: skip


__all__ = ["GROUND_FORM", "ground_scene", "start_map"]
