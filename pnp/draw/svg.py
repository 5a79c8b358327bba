"""A scene as SVG in mm at 1:1, with named layers; text as text, or outlined for pictures and cutters.

svgwrite writes every element, its checks off: they know neither layers nor `xml:space`, and would take longer than all
else. It takes 7 to 8 % of the time that the largest map needs, about half of the 0.1 s for a set of counters
(`python -m benchmarks libraries`).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import svgwrite
from svgwrite.base import BaseElement

from pnp.draw.bidi import has_letters_of_it
from pnp.draw.paths import glyphs_on_path, number, outline_on_path, transformed, writer
from pnp.draw.scene import (
    IDENTITY,
    Bitmap,
    CachedNodes,
    Group,
    Halo,
    Matrix,
    Node,
    Path,
    Point,
    Scatter,
    Scene,
    Segment,
    Show,
    Store,
    Stroke,
    Text,
    TextOnPath,
)
from pnp.draw.text import (
    GlyphPlace,
    anchor_shift_mm,
    font_face,
    glyph_outline_em,
    letters_by_face,
    place,
    require_glyphs,
    size_mm,
    width_mm,
)
from pnp.errors import LayoutError
from pnp.units import MM_PER_PT

_write = writer({"M": "M%.3f %.3f", "L": "L%.3f %.3f", "C": "C%.3f %.3f %.3f %.3f %.3f %.3f", "Z": "Z"})
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def render(
    scene: Scene, *, outline_text: bool = False, forms: Mapping[str, Scene] | None = None,
    metadata: Mapping[str, str] | None = None, size_px: tuple[float, float] | None = None,
    store: Store | None = None,
) -> bytes:  # fmt: skip
    """`scene` as SVG bytes, width and height in mm, viewBox in mm.

    outline_text  draw type as paths, so that it looks the same without the fonts
    forms         scenes that `Show` nodes name; drawn in place
    metadata      title, description, rights
    size_px       width and height in px instead of mm, for module pieces
    store         where the lines of `CachedNodes` are kept
    Raises LayoutError for a glyph that a font lacks and a form that isn't there.
    """
    return _Writer(outline_text, forms or {}, store).document(scene, metadata or {}, size_px)


class _StoredElements(BaseElement):  # type: ignore[misc]
    """A placeholder for stored elements: a comment that `_Writer.lines` replaces."""

    def __init__(self, mark: str) -> None:
        super().__init__(debug=False)
        self.mark = mark

    def get_xml(self) -> Any:
        """The comment."""
        return ElementTree.Comment(self.mark)


class _Writer:
    def __init__(
        self, outline_text: bool, forms: Mapping[str, Scene], store: Store | None = None, prefix: str = ""
    ) -> None:
        self.outline_text = outline_text
        self.store, self.prefix = store, prefix
        self.cached_nodes = 0
        self.forms = forms
        self.clips: dict[tuple[str, str], str] = {}
        self.layers: dict[str, int] = {}
        self.drawing = svgwrite.Drawing(debug=False)
        self.written: dict[str, str] = {}
        self.rasters: dict[bytes, str] = {}
        self.defined: set[str] = set()

    def document(self, scene: Scene, metadata: Mapping[str, str], size_px: tuple[float, float] | None) -> bytes:
        width, height = number(scene.width_mm), number(scene.height_mm)
        size = (number(size_px[0]), number(size_px[1])) if size_px else (f"{width}mm", f"{height}mm")
        drawing = self.drawing
        drawing.update(
            {"width": size[0], "height": size[1], "viewBox": f"0 0 {width} {height}", "xmlns:inkscape": INKSCAPE}
        )
        title = metadata.get("title") or scene.title
        if title or metadata.get("description"):
            about = " ".join(metadata[key] for key in ("description", "rights") if metadata.get(key))
            drawing.set_desc(title=title or None, desc=about or None)
        for node in scene.children:
            self.node(drawing, node)
        lines = ['<?xml version="1.0" encoding="utf-8"?>', *self.lines(drawing), ""]
        return "\n".join(lines).encode("utf-8")

    def lines(self, element: BaseElement) -> list[str]:
        """The XML of `element`, one element per line, with the lines of cached nodes inserted."""
        text: str = element.tostring()
        return [self.written.get(line, line) for line in text.replace("><", ">\n<").split("\n")]

    def node(self, parent: BaseElement, node: Node) -> None:
        if isinstance(node, Path):
            parent.add(self.path(node))
        elif isinstance(node, Text):
            self.text(parent, node)
        elif isinstance(node, TextOnPath):
            self.curved(parent, node)
        elif isinstance(node, Group):
            self.group(parent, node)
        elif isinstance(node, Show):
            self.show(parent, node)
        elif isinstance(node, Scatter):
            self.scatter(parent, node)
        elif isinstance(node, Bitmap):
            self.raster(parent, node)
        elif isinstance(node, CachedNodes):
            self.cached(parent, node)

    def cached(self, parent: BaseElement, node: CachedNodes) -> None:
        """Add the lines of `node`, from the store if there is one."""
        self.cached_nodes += 1
        prefix = f"cached{self.cached_nodes}-"

        def make() -> bytes:
            inner = _Writer(self.outline_text, {}, prefix=prefix)
            holder = inner.drawing.g()
            for child in node.make():
                inner.node(holder, child)
            written_defs = inner.lines(inner.drawing.defs) if inner.drawing.defs.elements else []
            return "\n".join([*written_defs, *inner.lines(holder)[1:-1]]).encode("utf-8")

        key = f"{prefix} {self.outline_text} {node.key}"
        data = self.store("svg-nodes", key, make) if self.store else make()
        if data:
            mark = f"cached {self.cached_nodes}"
            self.written[f"<!--{mark}-->"] = data.decode("utf-8")
            parent.add(_StoredElements(mark))

    def path(self, node: Path, data: str = "") -> BaseElement:
        """The element of a path. data: its path data, where the segments are serialised already."""
        extra = _stroke(node.stroke)
        if node.fill and node.fill_opacity != 1.0:
            extra["fill-opacity"] = number(node.fill_opacity)
        if node.fill and node.rule == "evenodd":
            extra["fill-rule"] = "evenodd"
        return self.raw_path(data or node.segments, fill=node.fill or "none", **extra)

    def scatter(self, parent: BaseElement, node: Scatter) -> None:
        """A path for each colour of the pictures in turn, with a subpath at each place: few elements, quickly read."""
        values = node.places
        places = list(zip(values[::4], values[1::4], values[2::4], values[3::4], strict=True))
        written: dict[tuple[int, int, float], tuple[Path, Point, str]] = {}
        for layer in range(max((len(picture) for picture in node.pictures), default=0)):
            paints: dict[Path, list[str]] = {}
            for picture, x, y, scale in places:
                paths = node.pictures[int(picture)]
                if layer >= len(paths):
                    continue
                key = (int(picture), layer, scale)
                if key not in written:
                    written[key] = (_paint_of(paths[layer], scale), *_relative(paths[layer].segments, scale))
                paint, (dx, dy), steps = written[key]
                paints.setdefault(paint, []).append(f"M{number(x + dx, 2)} {number(y + dy, 2)}{steps}")
            for paint, pieces in paints.items():
                parent.add(self.path(paint, "".join(pieces)))

    def raster(self, parent: BaseElement, node: Bitmap) -> None:
        """Pixels as a definition at their first use, so that a sheet of counters holds them once."""
        name = self.rasters.setdefault(node.png, f"{self.prefix}raster{len(self.rasters) + 1:03d}")
        drawing = self.drawing
        if name not in self.defined:
            self.defined.add(name)
            data = "data:image/png;base64," + base64.b64encode(node.png).decode("ascii")
            picture = drawing.image(data, size=(1, 1), id=name)
            picture["preserveAspectRatio"] = "none"
            drawing.defs.add(picture)
        place = " ".join(number(v, 6) for v in (node.width, 0.0, 0.0, node.height, node.x, node.y))
        parent.add(drawing.use(f"#{name}", transform=f"matrix({place})"))

    def raw_path(self, segments: tuple[Segment, ...] | list[Segment] | str, **attributes: Any) -> BaseElement:
        data = segments if isinstance(segments, str) else _write(segments)
        return self.drawing.path(data, **attributes)

    def group(self, parent: BaseElement, node: Group) -> None:
        if node.role and node == Group(node.children, role=node.role, alt=node.alt):  # says what the children are
            for child in node.children:
                self.node(parent, child)
            return
        element = self.drawing.g()
        if node.layer:
            element["id"] = self.layer_id(node.layer)
            element["inkscape:groupmode"] = "layer"
            element["inkscape:label"] = node.layer
        self.place(element, node.transform, node.clip)
        if node.opacity != 1.0:
            element["opacity"] = number(node.opacity)
        for child in node.children:
            self.node(element, child)
        parent.add(element)

    def layer_id(self, layer: str) -> str:
        """A valid, unique id for `layer`, whose name may have spaces and be used more than once."""
        name = "layer-" + (re.sub(r"[^a-z0-9]+", "-", layer.casefold()).strip("-") or "unnamed")
        self.layers[name] = self.layers.get(name, 0) + 1
        return name if self.layers[name] == 1 else f"{name}-{self.layers[name]}"

    def place(self, element: BaseElement, transform: Matrix, clip: Path | None) -> None:
        if transform != IDENTITY:
            element["transform"] = "matrix(" + " ".join(number(v, 6) for v in transform) + ")"
        if clip is not None:
            element["clip-path"] = f"url(#{self.clip_id(clip)})"

    def clip_id(self, clip: Path) -> str:
        """The id of a clip, defined at its first use."""
        key = (_write(clip.segments), clip.rule)
        if key not in self.clips:
            self.clips[key] = name = f"{self.prefix}clip{len(self.clips) + 1:03d}"
            shape = self.raw_path(key[0])
            if clip.rule == "evenodd":
                shape["clip-rule"] = "evenodd"
            self.drawing.defs.add(self.drawing.clipPath(id=name)).add(shape)
        return self.clips[key]

    def show(self, parent: BaseElement, node: Show) -> None:
        if node.form not in self.forms:
            raise LayoutError(f"no form {node.form!r} in the document")
        inner = Group(self.forms[node.form].children, transform=node.transform)
        # The clip is in the page's coordinates, so it belongs to a group around the transform.
        self.group(parent, Group((inner,), clip=node.clip))

    def text(self, parent: BaseElement, node: Text) -> None:
        if not node.text.strip():
            return
        require_glyphs(node.text, node.font)
        turn = f"translate({number(node.x)} {number(node.y)})"
        if node.rotate_deg:
            turn += f" rotate({number(node.rotate_deg, 6)})"
        if not self.outline_text and node.anchor in ("middle", "end"):
            self.anchored(parent, node, turn)
            return
        x = -anchor_shift_mm(node.anchor, node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        if x:
            turn += f" translate({number(x)} 0)"
        if self.outline_text:
            letters = "".join(self.letter(node, glyph) for glyph in place(
                node.text, node.font, node.size_pt, node.tracking_em, node.stretch))  # fmt: skip
            self.with_halo(parent, lambda: self.raw_path(letters, transform=turn), node.colour, node.halo)
            return
        turn += _stretched(node)
        self.with_halo(parent, lambda: self.words(node, turn), node.colour, node.halo)

    def letter(self, node: Text, glyph: GlyphPlace) -> str:
        """The outline of a glyph, to a hundredth of a mm. The same letter of a size is the same text but for where it
        starts: the repetition compresses to a few bytes.
        """
        (x, y), steps = _letter(glyph.font, glyph.gid, node.size_pt, node.stretch)
        return f"M{number(glyph.x + x, 2)} {number(glyph.y + y, 2)}{steps}" if steps else ""

    def anchored(self, parent: BaseElement, node: Text, turn: str) -> None:
        """Text that the viewer centres, so that it stays in place even where the fonts are not installed."""
        turn += _stretched(node)
        # Viewers count the tracking after the last letter too.
        extra = node.tracking_em * node.size_pt * MM_PER_PT * (0.5 if node.anchor == "middle" else 1.0)

        def words() -> BaseElement:
            element = self.words(node, turn)
            start = node.anchor == "end" and element.attribs.get("direction") == "rtl"
            element["text-anchor"] = "start" if start else node.anchor
            if extra:
                element["x"] = number(extra)
            return element

        self.with_halo(parent, words, node.colour, node.halo)

    def words(self, node: Text | TextOnPath, transform: str, text: str = "") -> BaseElement:
        element: BaseElement = self.drawing.text(text or node.text)
        size = number(node.size_pt * MM_PER_PT)
        face, *others = map(font_face, letters_by_face(text or node.text, node.font))
        families = [f"'{one.family}'" for one in (face, *others)]
        family = ", ".join([*families, "serif" if face.name.startswith("serif") else "sans-serif"])
        element.update({"transform": transform, "font-family": family, "font-size": size})
        element["xml:space"] = "preserve"
        # As measured: kerned, no ligatures.
        element["style"] = "font-variant-ligatures:none"
        if face.weight != 400:
            element["font-weight"] = str(face.weight)
        if face.italic:
            element["font-style"] = "italic"
        if has_letters_of_it(text or node.text):  # its end is at the left
            element.update({"direction": "rtl", "text-anchor": "end"})
        if not text:
            tracking = node.tracking_em * node.size_pt * MM_PER_PT
            if tracking:
                element["letter-spacing"] = number(tracking)
            # Where the font is missing, another is squeezed into the same room. Viewers count the last tracking too.
            length = width_mm(node.text, node.font, node.size_pt, node.tracking_em) + tracking
            element.update({"textLength": number(length), "lengthAdjust": "spacingAndGlyphs"})
        return element

    def curved(self, parent: BaseElement, node: TextOnPath) -> None:
        if not node.text.strip():
            return
        require_glyphs(node.text, node.font)
        if self.outline_text:
            segments = outline_on_path(node)
            self.with_halo(parent, lambda: self.raw_path(segments), node.colour, node.halo)
            return

        def letters() -> BaseElement:
            whole = self.drawing.g()
            for glyph, matrix in glyphs_on_path(node):
                if glyph.char.strip():
                    whole.add(self.words(node, "matrix(" + " ".join(number(v, 6) for v in matrix) + ")", glyph.char))
            return whole

        self.with_halo(parent, letters, node.colour, node.halo)

    def with_halo(self, parent: BaseElement, make: Any, colour: str, halo: Halo | None) -> None:
        """The halo as a stroke of its own beneath the fill, since paint-order is not to be relied on."""
        if halo is not None:
            below = make()
            below.update(_stroke(Stroke(halo.colour, halo.width_pt, join="round", opacity=halo.opacity)))
            below["fill"] = "none"
            parent.add(below)
        above = make()
        above["fill"] = colour
        parent.add(above)


def _stroke(stroke: Stroke | None) -> dict[str, str]:
    if stroke is None:
        return {}
    attributes = {"stroke": stroke.colour, "stroke-width": number(stroke.width_pt * MM_PER_PT)}
    if stroke.dash_mm:
        attributes["stroke-dasharray"] = " ".join(number(v) for v in stroke.dash_mm)
    if stroke.cap != "butt":
        attributes["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        attributes["stroke-linejoin"] = stroke.join
    if stroke.opacity != 1.0:
        attributes["stroke-opacity"] = number(stroke.opacity)
    return attributes


@lru_cache(maxsize=16384)
def _letter(font: str, gid: int, size_pt: float, stretch: float) -> tuple[Point, str]:
    """The outline of a glyph about (0, 0), as `_relative` gives it."""
    em = size_mm(size_pt)
    outline = transformed(glyph_outline_em(font, gid), (em * stretch, 0, 0, em, 0, 0))
    return _relative(tuple(outline), 1.0)


def _paint_of(path: Path, scale: float) -> Path:
    """How a path is painted `scale` times as large, without its segments."""
    stroke = path.stroke and replace(path.stroke, width_pt=round(path.stroke.width_pt * scale, 3))
    return replace(path, segments=(), stroke=stroke)


def _relative(segments: tuple[Segment, ...], scale: float) -> tuple[Point, str]:
    """A path about (0, 0), `scale` times as large: where it starts, and steps from there to a hundredth of a mm."""
    parts: list[str] = []
    first: Point | None = None
    here = start = (0.0, 0.0)
    before = ""
    for op, *numbers in segments:
        if op == "Z":
            parts.append("z")
            here, before = start, "z"
            continue
        points = [
            (round(float(x) * scale, 2), round(float(y) * scale, 2))
            for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        if first is None:
            first = here = start = points[0]
            continue
        letter = str(op).lower()
        steps = []
        for x, y in points:  # a curve's points are all reckoned from its start
            steps += [_step(x - here[0]), _step(y - here[1])]
        parts.append("".join(steps) if letter == before != "m" else letter + "".join(steps).removeprefix(" "))
        here, before = points[-1], "l" if letter == "m" else letter
        start = here if op == "M" else start
    return first or (0.0, 0.0), "".join(parts)


def _step(value: float) -> str:
    """A number with the space before it that it needs, without a zero before its point."""
    text = number(value, 2)
    return (
        text.replace("-0.", "-.", 1)
        if text.startswith("-")
        else " " + (text.removeprefix("0") if text.startswith("0.") else text)
    )


def _stretched(node: Text) -> str:
    return "" if node.stretch == 1.0 else f" scale({number(node.stretch, 6)} 1)"
