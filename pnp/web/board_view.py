"""A position as it lies on the board: where each counter is, with which face up, in pixels of the module's board.

With the module's layout, a picture, a page and a saved game show a position alike, boxes off the map included.
Board, counters and captions are drawn by cairosvg from SVG, as any viewer of the module's pictures draws them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pnp.draw import svg
from pnp.draw.colour import INK
from pnp.draw.paths import times, turned_about
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, Text, moved, rect
from pnp.draw.svg_picture import picture
from pnp.draw.text import width_mm
from pnp.errors import MissingToolError
from pnp.generators.counters.chit import chit
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.shapes import shape_of
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.units import MM_PER_INCH
from pnp.vassal.board.picture import as_png, board_scene
from pnp.vassal.layout import BoardLayout, board_layout
from pnp.vassal.naming import on_hexes
from pnp.vassal.saves.setups import Stack, full_position, position_stacks

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 96.0
STEP_SHARE, SPREAD_SHARE = 0.26, 0.9
"""How far a counter looks out from under the next of its stack, and how far a tall stack spreads, in widths of a
counter.
"""
CAPTION_MM = 11.0
FACE_STATES = ("face-down", "activated", "reduced", "switched", "advanced")
"""States of a unit that turn it over."""


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """A counter on the board: its centre in pixels, and which face is up."""

    unit: str
    face: FaceKind
    x: int
    y: int


@dataclass(frozen=True)
class BoardView:
    """The board of one game at a resolution, ready to show positions.

    make_board  draws the empty board as PNG; called once, when first needed
    """

    game: Game
    plan: MapPlan
    layout: BoardLayout
    make_board: Callable[[], bytes]

    def placed(self, position: PositionSource) -> tuple[PlacedCounter, ...]:
        """Every counter, lowest of each stack first; what lies on displays, on boards of their own, is left out."""
        counters = []
        for stack, faces in self.stacks(position):
            if self.layout.display_of(stack.place):
                continue
            x, y = stack.at
            middle = (len(stack.units) - 1) / 2
            step = self.layout.counter_mm * min(STEP_SHARE, SPREAD_SHARE / max(1, len(stack.units) - 1))
            for index, (unit, face) in enumerate(zip(stack.units, faces, strict=True)):
                away = (
                    0
                    if stack.deck or stack.loose
                    else self.layout.px(abs(index - middle) * step) * (1 if index > middle else -1)
                )
                counters.append(PlacedCounter(unit, face, x + away, y - away))
        return tuple(counters)

    def stacks(self, position: PositionSource) -> Iterator[tuple[Stack, tuple[FaceKind, ...]]]:
        """Every stack of the board and of its displays, and which face of each of its counters is up."""
        for stack in position_stacks(self.game, full_position(self.game, position), self.layout):
            states = dict(stack.states)
            yield stack, tuple(self._face_up(unit, states.get(unit, ""), deck=stack.deck) for unit in stack.units)

    def _face_up(self, unit: str, state: str, *, deck: bool) -> FaceKind:
        return "back" if deck or state in FACE_STATES else self.counters[unit].face(state)

    @cached_property
    def counters(self) -> Mapping[str, Counter]:
        """Every counter by its id."""
        return {counter.id: counter for counter in self.game.all_counters()}

    @property
    def turn_deg(self) -> float:
        """By how much units are turned, clockwise: they lie along the rows of hexes."""
        return float(self.game.map.hexes.grid.turn_deg) if self.game.map.hexes else 0.0

    @property
    def picture_mm(self) -> float:
        """The side of a counter's picture: the counter's own, more where the counter lies turned in it."""
        angle = math.radians(abs(self.turn_deg))
        return round(self.layout.counter_mm * (math.cos(angle) + math.sin(angle)), 3)

    def counter_png(self, unit: str, face: FaceKind) -> bytes:
        """A counter as PNG, as large and turned as on the board; around a turned one the picture is empty."""
        return drawn_png(self.counter_scene(unit, face), self.layout)

    def counter_scene(self, unit: str, face: FaceKind) -> Scene:
        """A counter as it lies on the board: turned as there, its edge drawn."""
        size, wide, counter = self.layout.counter_mm, self.picture_mm, self.counters[unit]
        if shape_of(self.game, counter.group) == "square":
            drawn = draw_counter(self.game, counter, face, size, reach=(0.0, 0.0, 0.0, 0.0))
            edge = Path(rect(0.15, 0.15, size - 0.3, size - 0.3), stroke=Stroke(INK, 0.7, opacity=0.7))
            nodes: list[Node] = [drawn, edge]
        else:
            nodes = chit(self.game, counter, 0.0, 0.0, size, face)
        place = moved((wide - size) / 2, (wide - size) / 2)
        if not counter.group.marker:
            place = times(turned_about(self.turn_deg, wide / 2, wide / 2), place)
        return Scene(wide, wide, (Group(tuple(nodes), transform=place),))

    @cached_property
    def board(self) -> Image:
        """The empty board. Raises MissingToolError without libcairo or Pillow."""
        return opened(self.make_board()).convert("RGB")

    @cached_property
    def _faces(self) -> dict[tuple[str, FaceKind], Image]:
        return {}

    def face(self, unit: str, face: FaceKind) -> Image:
        """A counter's picture, drawn once."""
        if (unit, face) not in self._faces:
            self._faces[unit, face] = opened(self.counter_png(unit, face)).convert("RGBA")
        return self._faces[unit, face]

    def picture(self, position: PositionSource, caption: str = "") -> bytes:
        """The board with the counters of `position` as PNG, `caption` above it."""
        image = self.board.copy()
        for item in self.placed(position):
            chit = self.face(item.unit, item.face)
            image.paste(chit, (item.x - chit.width // 2, item.y - chit.height // 2), chit)
        if caption:
            head = opened(self._caption(caption, image.width)).convert("RGB")
            whole = blank(image.width, image.height + head.height)
            whole.paste(head, (0, 0))
            whole.paste(image, (0, head.height))
            image = whole
        return as_png(image.quantize(palette=self._palette, dither=0) if on_hexes(self.game) else image)

    @cached_property
    def _palette(self) -> Image:
        """256 colours for all pictures of a large board: of the board, and of every counter. The loss is invisible.
        """
        counters = [self.face(unit, "front") for unit in self.counters]
        sample = blank(self.board.width, self.board.height + max(piece.height for piece in counters))
        sample.paste(self.board, (0, 0))
        for index, face in enumerate(counters):
            sample.paste(face, (index * face.width % max(1, self.board.width - face.width), self.board.height), face)
        return sample.quantize(256, dither=0)

    def _caption(self, text: str, width_px: int) -> bytes:
        width = width_px / self.layout.dpi * MM_PER_INCH
        size = 16.0
        while width_mm(text, "sans-semibold", size) > width - 12 and size > 6:
            size -= 0.5
        ground = Path(rect(0, 0, width, CAPTION_MM), fill=self.game.style.palette.get("title", INK))
        return drawn_png(
            Scene(width, CAPTION_MM, (ground, Text(6.0, 7.4, text, "sans-semibold", size, "#ffffff"))), self.layout
        )


def drawn_png(scene: Scene, layout: BoardLayout) -> bytes:
    """`scene` as PNG at the layout's resolution, its type as outlines. Raises MissingToolError without libcairo."""
    size_px = max(1, layout.px(scene.width_mm)), max(1, layout.px(scene.height_mm))
    return picture(svg.render(scene, outline_text=True), size_px)


def opened(data: bytes) -> Any:
    """A picture from bytes that this program wrote. Raises MissingToolError without Pillow."""
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingToolError("pictures of positions need Pillow: pip install pillow") from error
    Image.MAX_IMAGE_PIXELS = None
    return Image.open(io.BytesIO(data))


def blank(width: int, height: int) -> Image:
    """A white picture."""
    from PIL import Image

    return Image.new("RGB", (width, height), "#ffffff")


def as_jpeg(image: Image, quality: int = 84) -> bytes:
    """A picture as JPEG bytes."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, optimize=False)
    return buffer.getvalue()


def board_view(game: Game, plan: MapPlan, *, dpi: float = DPI) -> BoardView:
    """The board of a game at `dpi`."""
    layout = board_layout(game, plan, dpi)
    return BoardView(game, plan, layout, lambda: drawn_png(board_scene(game, plan, layout), layout))
