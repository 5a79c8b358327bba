"""The board with what happened on it in many games: units lost, fights, units that came, space by space."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from svgwrite.container import SVG, Group
from svgwrite.image import Image
from svgwrite.shapes import Polygon
from svgwrite.text import Text

from pnp.draw.paths import number
from pnp.maps.hex_grid import hex_field
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.units import mm_to_px
from pnp.web.board_view import DPI, as_jpeg, board_view
from pnp.web.plots import signed

WIDTH_PX = 1600
"""Width of the board at most."""

FRAME = (430.0, 430.0)
"""The window on the board at most, in px of the page; a board that is wide and low has one of its shape."""

SPACE_PX = 40.0
"""How wide a space is at least in the window that is laid around what happened, so that its number can be read."""

LEAST_TOLD = 0.05
"""Less than this a game is 0.0 when it is written: the space is left as it is."""

LOW, HIGH, LESS = (0xFB, 0xE0, 0xB4), (0x8F, 0x0D, 0x18), (0x12, 0x45, 0x6E)
"""Little and much; of a difference, `HIGH` is more and `LESS` is less."""

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class HeatBoard:
    """The empty board as a picture, and the outline of each space on it, in px."""

    size: tuple[int, int]
    picture: str
    outlines: Mapping[str, Corners]


@dataclass(frozen=True, slots=True)
class HeatLayer:
    """One thing that is counted, and how much of it there was in a game of each campaign; then the difference.

    values  space -> how much, of each campaign, and with two the second without the first
    """

    name: str
    values: tuple[Mapping[str, float], ...]


def drawn_board(game: Game, plan: MapPlan) -> HeatBoard:
    """The board of a game. Raises MissingToolError without libcairo or Pillow."""
    full = board_view(game, plan)
    dpi = DPI * min(1.0, WIDTH_PX / full.layout.size[0])
    view = full if dpi == DPI else board_view(game, plan, dpi=dpi)
    picture = f"data:image/jpeg;base64,{base64.b64encode(as_jpeg(view.board, 78)).decode('ascii')}"
    outlines: dict[str, Corners] = {name: space.outline for name, space in view.layout.spaces.items()}
    if game.map.hexes is not None:  # of which a layout has those with a name alone
        field = hex_field(game.map.hexes)
        for index, name in enumerate(field.ids):
            corners = field.corners(index)
            outlines[name] = tuple((round(mm_to_px(x, dpi), 1), round(mm_to_px(y, dpi), 1)) for x, y in corners)
    return HeatBoard(view.layout.size, picture, outlines)


def layers_of(game: Game, reports: Sequence[Mapping[str, Any]]) -> list[HeatLayer]:
    """Units lost, of all sides and of each, fights and units that came; none of which there was nothing."""
    words, sides = game.words, [side for side in game.info.sides if any(side.id in r["heat"]["lost"] for r in reports)]
    found = [(words.text("Lost"), [_sum(r["heat"]["lost"].values()) for r in reports])]
    if len([side for side in sides if any(r["heat"]["lost"].get(side.id) for r in reports)]) > 1:
        found += [
            (words.text("Lost: {side}", side=side.name), [r["heat"]["lost"].get(side.id, {}) for r in reports])
            for side in sides
        ]
    found += [
        (words.text("Fights"), [r["heat"]["fights"] for r in reports]),
        (words.text("Units that came"), [r["heat"]["moves"] for r in reports]),
    ]
    games = [r["games"] - len(r["faults"]) or 1 for r in reports]
    layers = []
    for name, counts in found:
        if any(counts):
            values = [{s: n / games[i] for s, n in sorted(c.items())} for i, c in enumerate(counts)]
            if len(values) == 2:
                a, b = values
                values.append({s: b.get(s, 0.0) - a.get(s, 0.0) for s in sorted(a.keys() | b.keys())})
            layers.append(HeatLayer(name, tuple(values)))
    return layers


def _sum(several: Iterable[Mapping[str, int]]) -> dict[str, int]:
    whole: dict[str, int] = {}
    for counts in several:
        for space, count in counts.items():
            whole[space] = whole.get(space, 0) + count
    return whole


def heat_drawing(board: HeatBoard, layers: Sequence[HeatLayer], title: str) -> Markup:
    """The board, paler than printed, with a group of class `h<layer>-<campaign>` for each map that the page can show.

    Its style holds --near, the transform that shows where most happened, and --far, that of the whole board.
    """
    near = _around(board, layers[0])
    width, height = frame = FRAME[0], min(FRAME[1], round(FRAME[0] * (near[3] - near[1]) / (near[2] - near[0]), 1))
    drawing = SVG(debug=False, class_="plot board", viewBox=f"0 0 {width:g} {height:g}", role="img", aria_label=title)
    drawing.elements.clear()  # of definitions, which it has not
    drawing.set_desc(title=title)
    everything = (0.0, 0.0, float(board.size[0]), float(board.size[1]))
    drawing["style"] = f"--far:{_fitted(everything, frame)};--near:{_fitted(near, frame)}"
    whole = drawing.add(Group(debug=False, class_="whole"))
    whole.add(Image(board.picture, size=board.size, debug=False, opacity="0.62"))
    for index, layer in enumerate(layers):
        for campaign, values in enumerate(layer.values):
            group = whole.add(Group(debug=False, class_=f"heat h{index}-{campaign}"))
            for part in _spaces(board, values, most=_most(layer, campaign)):
                group.add(part)
    return Markup(drawing.tostring())


def _most(layer: HeatLayer, campaign: int) -> float:
    """What is darkest: the same of both campaigns, so that they compare."""
    several = layer.values[2:] if campaign == 2 else layer.values[:2]
    return max((abs(value) for values in several for value in values.values()), default=1.0) or 1.0


def _spaces(board: HeatBoard, values: Mapping[str, float], *, most: float) -> Iterator[Polygon | Text]:
    """Each space that has something, and its number."""
    shown = {s: value for s, value in values.items() if abs(value) >= LEAST_TOLD and s in board.outlines}
    for space, value in shown.items():
        share = abs(value) / most
        ink = tuple(round(a + (b - a) * share) for a, b in zip(LOW, HIGH if value > 0 else LESS, strict=True))
        corners = [(number(float(x), 1), number(float(y), 1)) for x, y in board.outlines[space]]
        polygon = Polygon(corners, debug=False, fill=f"#{ink[0]:02x}{ink[1]:02x}{ink[2]:02x}", fill_opacity="0.78")
        polygon.set_desc(title=f"{space}: {signed(value, 1)}")
        yield polygon
    for space, value in shown.items():
        x1, y1, x2, y2 = _box(board.outlines[space])
        size = max(7.0, min((x2 - x1) * 0.34, (y2 - y1) * 0.34, 26.0))
        kind = "dark" if abs(value) / most > 0.45 else ""
        yield Text(
            signed(value, 1), insert=(number((x1 + x2) / 2, 1), number((y1 + y2) / 2 + size * 0.36, 1)), debug=False,
            font_size=number(size, 1), class_=kind, text_anchor="middle",
        )  # fmt: skip


def _box(corners: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _around(board: HeatBoard, layer: HeatLayer) -> tuple[float, float, float, float]:
    """The part of the board, of the frame's shape, that holds most of it; all of the board where spaces are large."""
    boxes = {name: _box(corners) for name, corners in board.outlines.items() if corners}
    across = min((x2 - x1 for x1, _, x2, _ in boxes.values()), default=1.0)
    width, height = (min(px * across / SPACE_PX, size) for px, size in zip(FRAME, board.size, strict=True))
    points = {
        space: ((boxes[space][0] + boxes[space][2]) / 2, (boxes[space][1] + boxes[space][3]) / 2, value)
        for space, value in _sum_of(layer).items() if space in boxes
    }  # fmt: skip

    def corner(x: float, y: float) -> tuple[float, float]:
        return min(max(x - width / 2, 0.0), board.size[0] - width), min(
            max(y - height / 2, 0.0), board.size[1] - height
        )

    def held(at: tuple[float, float]) -> float:
        left, top = at
        return sum(v for x, y, v in points.values() if left <= x <= left + width and top <= y <= top + height)

    corners = [corner(x, y) for _, (x, y, _) in sorted(points.items())]
    left, top = max(corners, key=held, default=(0.0, 0.0))
    return left, top, left + width, top + height


def _sum_of(layer: HeatLayer) -> dict[str, float]:
    """What happened in a space in both campaigns."""
    return {space: sum(v.get(space, 0.0) for v in layer.values[:2]) for values in layer.values[:2] for space in values}


def _fitted(box: tuple[float, float, float, float], frame: tuple[float, float]) -> str:
    """The transform that brings a part of the board into the middle of the frame, as large as it may be."""
    x1, y1, x2, y2 = box
    scale = min(frame[0] / max(x2 - x1, 1.0), frame[1] / max(y2 - y1, 1.0))
    x, y = frame[0] / 2 - scale * (x1 + x2) / 2, frame[1] / 2 - scale * (y1 + y2) / 2
    return f"translate({number(x, 1)}px,{number(y, 1)}px) scale({number(scale, 4)})"
