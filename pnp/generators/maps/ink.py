"""Colours of a map sheet, from the style's palette, and small helpers for type that must fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pnp.draw.colour import INK, contrast, mix
from pnp.draw.picture import Rect, picture_nodes
from pnp.draw.scene import Group, Node, Path, Segment, Stroke, Text, line, polyline, rect
from pnp.draw.text import metrics, width_mm
from pnp.generators.sheets.margin import wrapped
from pnp.maps.hex_plan import Curve
from pnp.maps.lines import overlap, rect_of
from pnp.model.map import MapSource
from pnp.model.pictures import FullPicture
from pnp.model.style import StyleSource
from pnp.units import MM_PER_PT

PAPER = "#fffdf8"
TITLE_PT, NOTE_PT = 12.5, 8.0
"""Sizes of the title of a panel and of the note beside it."""
ACCENT_MM = 12.0
"""How far the rule below a title is in the accent's colour, and thicker."""
PAD_MM, RULE_MM, BELOW_MM = 3.0, 7.4, 1.4
"""Of a panel: from its frame to what it holds, from its edge to the rule below its title, and from that rule on."""
LEGIBLE = 3.0
"""The least contrast of type with its ground."""
PALE = 0.4
"""Opacity of a map's picture in the low-ink edition."""
SCALE_PT = (6.4, 8.0, 9.5, 12.5, 16.0, 22.0, 26.0, 30.0, 36.0, 48.0, 64.0, 90.0)
"""The sizes of type on a map sheet: type that must give way falls to the next of them."""
HOME_SHARE = 0.12
"""Of the colour of a side in the tint of its start areas."""
LEAST_STRETCH = 0.93
"""Type is condensed by so much before it becomes smaller."""
LEAST_PT = 6.0
"""The smallest type of what is read in play."""
PANEL_PT, LARGE_SHEETS_MM = (16.0, 12.5, 9.5, 8.0, 6.4, LEAST_PT), (400.0, 550.0)
"""The sizes that panels try; a sheet with a side of less does without the first, or the first two."""


@dataclass(frozen=True)
class MapInk:
    """The palette of one map, and its own pictures.

    low       the low-ink edition, without large tints
    symbols   id of a symbol, its picture
    textures  look of a terrain, the picture that its ground is tiled with, the width of a tile in mm
    board     picture in the place of the whole map
    sizes     those of type in panels, the largest first
    boxed     whether panels have a ground and a frame, as they lie on the map; beside it they have neither
    """

    style: StyleSource
    tints: tuple[str, ...]
    low: bool
    symbols: tuple[tuple[str, FullPicture], ...] = ()
    textures: tuple[tuple[str, FullPicture, float], ...] = ()
    board: FullPicture | None = None
    sizes: tuple[float, ...] = PANEL_PT[1:]
    boxed: bool = True

    @property
    def storable(self) -> bool:
        """Whether the bytes of a ground can be kept: not with pictures, which may have pixels."""
        return not self.textures and self.board is None

    def pictured(self, frame: Rect) -> tuple[Group, ...]:
        """The layer that stands for all that a map draws in its frame; () for a map that is drawn."""
        if self.board is None:
            return ()
        nodes = picture_nodes(self.board, frame, style=self.style, fit="stretch")
        return (Group(nodes, layer="land", opacity=PALE if self.low else 1.0),)

    def symbol(self, kind: str, x: float, y: float, radius: float) -> tuple[Node, ...]:
        """The game's own picture of a symbol about (x, y); () when it has none."""
        picture = dict(self.symbols).get(kind)
        box = (x - radius, y - radius, 2 * radius, 2 * radius)
        return picture_nodes(picture, box, style=self.style) if picture else ()

    def on(self, frame: Rect, area: Sequence[float]) -> MapInk:
        """The same for a panel at `area` of a sheet whose map lies in `frame`."""
        return replace(self, boxed=overlap(rect_of(area), frame))

    def __getitem__(self, role: str) -> str:
        return self.style.colour(role)

    def type(self, role: str) -> str:
        """The colour of type; in the low-ink edition that of names where it was for a dark ground."""
        colour = self[role]
        return self["name"] if self.low and contrast(colour, "#ffffff") < LEGIBLE else colour

    def ground(self, tint: int, start: str) -> str:
        """The tint of an area; that of a start area leans to the colour of its side, `start`; in the low-ink edition
        only these have one.
        """
        if start:
            base, side = self["start-area-2" if tint % 2 else "start-area"], self.style.sides.get(start)
            if side is None or self.low:
                return base
            pale = contrast(side.ground, "#ffffff") < LEGIBLE
            return mix(base, (side.edge or side.ink) if pale else side.ground, HOME_SHARE)
        return "#ffffff" if self.low else self.tints[tint % len(self.tints)]

    def land(self, tint: int) -> str:
        """The ground of a point map, 1 to 3; white in the low-ink edition."""
        return "#ffffff" if self.low else self[("land", "land-2", "land-3")[tint - 1]]

    def road(self, main: bool) -> str:
        """The surface of a road; the main road's is paler in the low-ink edition."""
        return mix(self["main-road"], "#ffffff", 0.6) if main and self.low else self["main-road" if main else "road"]

    def tab(self, main: bool) -> str:
        """The name tab of a point; in the low-ink edition only those on the main road are tinted."""
        if self.low:
            return mix(self["main-tab"], "#ffffff", 0.6) if main else "#ffffff"
        return self["main-tab" if main else "tab"]

    def step(self, value: int | None, most: int = 1) -> str:
        """The ground of a space of a track by its value, the deeper the nearer this is to `most` of them."""
        tint = self["track-zero" if not value else "track-high" if value > 0 else "track-low"]
        return mix(self["panel"], tint, 0.4 + 0.6 * min(1.0, abs(value) / most)) if value else tint

    @property
    def cell(self) -> str:
        """The ground of an ordinary space of a track."""
        return mix(self["panel"], self.step(0), 0.45)

    @property
    def bars(self) -> bool:
        """Whether titles of panels stand on bars, as on posters."""
        return self.style.cartouche == "poster" and not self.low

    @property
    def frame(self) -> str:
        """The frames of panels, tracks and boxes, and the corners of places for counters."""
        return mix(self["panel"], INK, 0.75)

    @property
    def sea(self) -> str:
        """The open sea."""
        return self["sea"]

    def shore(self, step: int) -> str:
        """Bands along the coast, 0 = outermost of three, paler towards the land."""
        return mix(self.sea, "#ffffff", (0.14, 0.3, 0.5)[step])

    def band(self, ground: str, step: int) -> str:
        """Bands inside a border: 0 = the wide pale one, 1 = the narrow dark one."""
        return mix(ground, self["border-band"], (0.07, 0.16)[step] if self.low else (0.17, 0.36)[step])


def map_ink(game_map: MapSource, style: StyleSource) -> MapInk:
    """The palette of `game_map` in `style`."""
    symbols = tuple((symbol.id, symbol.picture) for symbol in game_map.symbols if symbol.picture)
    terrains = game_map.hexes.terrains if game_map.hexes else ()
    textures = tuple((t.look, t.texture, float(t.texture_mm)) for t in terrains if t.texture)
    tints = tuple(game_map.tints or style.area_tints)
    sizes = PANEL_PT[sum(min(game_map.size_mm) <= least for least in LARGE_SHEETS_MM) :]
    return MapInk(style, tints, style.ink == "low", symbols, textures, game_map.picture, sizes)


def fitted(
    text: str, font: str, largest_pt: float, smallest_pt: float, room_mm: float, tracking_em: float = 0.0
) -> tuple[float, float]:
    """Size and stretch at which `text` is no wider than `room_mm`: a little condensed, else the next smaller of
    SCALE_PT, at last condensed as much as need be.
    """
    for size in (largest_pt, *(step for step in reversed(SCALE_PT) if smallest_pt <= step < largest_pt), smallest_pt):
        width = width_mm(text, font, size, tracking_em)
        if width <= room_mm or not text:
            return size, 1.0
        if width * LEAST_STRETCH <= room_mm:
            return size, round(room_mm / width, 3)
    return smallest_pt, min(1.0, round(room_mm / width, 3))


def on_scale(size_pt: float) -> float:
    """The largest of SCALE_PT that is not above `size_pt`; the smallest of them for a smaller one."""
    return max((step for step in SCALE_PT if step <= size_pt + 1e-9), default=SCALE_PT[0])


def nearest_step(size_pt: float) -> float:
    """The one of SCALE_PT that is nearest to `size_pt`."""
    return min(SCALE_PT, key=lambda step: (abs(step - size_pt), step))


def label(
    text: str,
    x: float,
    y: float,
    font: str,
    size_pt: float,
    room_mm: float,
    *,
    smallest_pt: float = LEAST_PT,
    colour: str = INK,
    anchor: str = "start",
    tracking_em: float = 0.0,
    rotate_deg: float = 0.0,
) -> Text:
    """A line of text fitted into `room_mm`, in the size of SCALE_PT nearest to `size_pt`, or `smallest_pt` at that."""
    size_pt = nearest_step(size_pt) if size_pt > smallest_pt else smallest_pt
    size, stretch = fitted(text, font, size_pt, smallest_pt, room_mm, tracking_em)
    return Text(
        x, y, text, font, size, colour, anchor=anchor, tracking_em=tracking_em,
        stretch=stretch,  # type: ignore[arg-type]
        rotate_deg=rotate_deg,
    )  # fmt: skip


def small_print(
    text: str, x: float, foot: float, font: str, size_pt: float, room_mm: float, *, colour: str = INK,
    anchor: str = "start", step_mm: float = 2.8
) -> list[Text]:
    """`text` on one line whose baseline is `foot`, or on more above it where one has no room."""
    whole = width_mm(text, font, LEAST_PT) * LEAST_STRETCH <= room_mm
    lines = [text] if whole else wrapped(text, font, LEAST_PT, room_mm)
    return [
        label(part, x, round(foot - step_mm * above, 3), font, size_pt, room_mm, colour=colour, anchor=anchor)
        for above, part in enumerate(reversed(lines))
    ]


def cap_mm(font: str, size_pt: float) -> float:
    """Height of a capital letter at `size_pt`."""
    return metrics(font).cap_height * size_pt * MM_PER_PT


def paragraph(
    text: str, x: float, top: float, font: str, size_pt: float, room_mm: float, *, colour: str = INK,
    leading: float = 1.22
) -> list[Text]:
    """`text` broken into lines of at most `room_mm`; the first baseline is a capital's height below `top`."""
    step = leading * size_pt * MM_PER_PT
    first = top + cap_mm(font, size_pt)
    return [
        Text(x, round(first + index * step, 3), line, font, size_pt, colour)
        for index, line in enumerate(wrapped(text, font, size_pt, room_mm))
    ]


def paragraph_height(text: str, font: str, size_pt: float, room_mm: float, leading: float = 1.22) -> float:
    """Height of `paragraph` from the top of its capitals to its last baseline."""
    lines = len(wrapped(text, font, size_pt, room_mm))
    return cap_mm(font, size_pt) + max(0, lines - 1) * leading * size_pt * MM_PER_PT if lines else 0.0


def panel(area: Sequence[float], ink: MapInk) -> Path:
    """The ground and the frame of a panel."""
    return Path(rect(*area), fill=ink["panel"], stroke=Stroke(ink.frame, 0.8))  # type: ignore[call-arg]


def framed(area: Sequence[float], ink: MapInk, title: str, note: str = "") -> tuple[list[Node], Rect]:
    """The ground, frame and head of a panel, and the rectangle that remains inside; of one beside the map the head
    alone.
    """
    x, y, width, height = (float(v) for v in area)
    pad = PAD_MM if ink.boxed else 0.0
    nodes: list[Node] = [panel(area, ink)] if ink.boxed else []
    nodes += heading(area, ink, title, note, height=RULE_MM, pad=pad) if title else []
    top = RULE_MM + BELOW_MM if title else pad
    return nodes, (x + pad, y + top, width - 2 * pad, height - top - pad)


def heading(
    area: Sequence[float], ink: MapInk, title: str, note: str = "", *, height: float, pad: float
) -> list[Node]:
    """The head of a panel, `height` mm: its title in capitals above a rule, `note` at the right.

    On a poster it is a bar in the colour of titles, which ends in a field of the accent.
    """
    x, y, width, _ = (float(v) for v in area)
    bar = ink.bars
    font, pad = (ink.style.faces.subtitle, max(pad, 2.4)) if bar else ("condensed-bold", pad)
    slant = 1.6 * height if bar else 0.0
    room = width - 2 * pad - slant
    aside = min(width_mm(note, "condensed-regular", NOTE_PT) + 3.0, 0.5 * room) if note else 0.0
    base = y + (height + cap_mm(font, TITLE_PT)) / 2 if bar else y + height - 1.2
    words = ink["paper"] if bar else INK
    nodes: list[Node] = [
        label(title.upper(), x + pad, base, font, TITLE_PT, room - aside, colour=words, tracking_em=0.06)
    ]
    if note:
        colour = words if bar else ink["quiet-text"]
        right = x + width - pad - slant
        nodes.append(label(note, right, base, "condensed-regular", NOTE_PT, aside, anchor="end", colour=colour))
    if not bar:
        rule, start = y + height, line(x + pad, y + height, x + pad + ACCENT_MM, y + height, Stroke(ink["accent"], 2.2))
        return [*nodes, line(x + pad, rule, x + width - pad, rule, Stroke(INK, 0.9)), start]
    right = x + width
    field = [(right - slant, y + height), (right - slant + 0.5 * height, y), (right, y), (right, y + height)]
    bars = Path(rect(x, y, width, height), fill=ink["title"]), Path(polyline(field, close=True), fill=ink["accent"])
    return [*bars, *nodes]


def ring_path(rings: Sequence[Sequence[tuple[float, float]]]) -> tuple[Segment, ...]:
    """The closed segments of several rings, for an even-odd fill."""
    segments: list[Segment] = []
    for ring in rings:
        segments += polyline(ring, close=True)
    return tuple(segments)


def curve_segments(curves: Iterable[Curve], *, close: bool) -> tuple[Segment, ...]:
    """Curves of a plan as segments of one path."""
    segments: list[Segment] = []
    for c in curves:
        segments.append(("M", c[0], c[1]))
        segments += [("C", *c[i : i + 6]) for i in range(2, len(c), 6)]
        if close:
            segments.append(("Z",))
    return tuple(segments)
