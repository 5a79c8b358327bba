"""A scene as PNG, painted on Cairo without an SVG between: the board of a VASSAL module.

It stays beside `svg_picture` for speed: it takes a third to a fifth of the time in which cairosvg draws the same board
from SVG (`python -m benchmarks libraries`), 4 s of CPU instead of 20 for the board of Winter War. It uses cairocffi's
pointer to the context, which is no public name, so as to add a point to a path without a check after each.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Iterable, Mapping
from typing import Any

from pnp.draw.colour import parse
from pnp.draw.paths import outline_on_path, turned
from pnp.draw.scene import (
    IDENTITY,
    Bitmap,
    CachedNodes,
    Group,
    Halo,
    Matrix,
    Node,
    Path,
    Scatter,
    Scene,
    Segment,
    Show,
    Stroke,
    Text,
    TextOnPath,
)  # fmt: skip
from pnp.draw.text import anchor_shift_mm, outline, require_glyphs
from pnp.errors import LayoutError, MissingToolError
from pnp.units import MM_PER_INCH, MM_PER_PT

HOW_TO_INSTALL = "Debian, Ubuntu: apt-get install libcairo2; Fedora: dnf install cairo; macOS: brew install cairo"


def cairo() -> Any:
    """The cairo library, imported on first use. Raises MissingToolError when libcairo is not installed."""
    try:
        import cairocffi
    except OSError as error:
        raise MissingToolError(f"PNG pictures need libcairo ({HOW_TO_INSTALL})") from error
    return cairocffi


def render(scene: Scene, dpi: float = 96.0, *, forms: Mapping[str, Scene] | None = None) -> bytes:
    """`scene` as PNG bytes at `dpi` dots per inch.

    Raises MissingToolError when libcairo is not installed, LayoutError as `svg.render`.
    """
    cairocffi = cairo()
    width = max(1, round(scene.width_mm / MM_PER_INCH * dpi))
    height = max(1, round(scene.height_mm / MM_PER_INCH * dpi))
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, width, height)
    context = cairocffi.Context(surface)
    context.scale(width / scene.width_mm, height / scene.height_mm)
    PngPainter(context, cairocffi, forms or {}).nodes(scene.children)
    buffer = io.BytesIO()
    surface.write_to_png(buffer)
    return buffer.getvalue()


def painted_over(
    pixels: bytes, size: tuple[int, int], nodes: Iterable[Node], scale: float, origin: tuple[int, int] = (0, 0)
) -> bytes:
    """Pixels of a part of a picture, four bytes each (blue, green, red, unused), with `nodes` painted over them.

    scale   pixels to the mm
    origin  where the part begins in the picture, in pixels
    """
    cairocffi = cairo()
    data = bytearray(pixels)
    surface = cairocffi.ImageSurface.create_for_data(data, cairocffi.FORMAT_RGB24, *size, 4 * size[0])
    context = cairocffi.Context(surface)
    context.translate(-origin[0], -origin[1])
    context.scale(scale, scale)
    PngPainter(context, cairocffi, {}).nodes(nodes)
    surface.finish()
    return bytes(data)


class PngPainter:
    """Paints nodes on a Cairo context whose unit is a mm."""

    def __init__(self, context: Any, cairo: Any, forms: Mapping[str, Scene]) -> None:
        self.context = context
        self.cairo = cairo
        self.forms = forms

    def nodes(self, nodes: Iterable[Node]) -> None:
        """Paint `nodes` in order."""
        for node in nodes:
            if isinstance(node, Path):
                self.path(node)
            elif isinstance(node, Text):
                self.text(node)
            elif isinstance(node, TextOnPath):
                if node.text.strip():
                    require_glyphs(node.text, node.font)
                    self.letters(outline_on_path(node), node.colour, node.halo)
            elif isinstance(node, Group):
                self.group(node)
            elif isinstance(node, Show):
                self.show(node)
            elif isinstance(node, Scatter):
                self.scatter(node)
            elif isinstance(node, Bitmap):
                self.raster(node)
            elif isinstance(node, CachedNodes):
                self.nodes(node.make())

    def path(self, node: Path) -> None:
        """Fill, then stroke."""
        if not node.fill and node.stroke is None:
            return
        self.trace(node.segments)
        self.paint(node)

    def paint(self, node: Path) -> None:
        """Fill and stroke the path that has been traced."""
        context = self.context
        if node.fill:
            context.set_fill_rule(
                self.cairo.FILL_RULE_EVEN_ODD if node.rule == "evenodd" else self.cairo.FILL_RULE_WINDING
            )
            context.set_source_rgba(*_rgb(node.fill), node.fill_opacity)
            context.fill_preserve()
        if node.stroke is not None:
            self.pen(node.stroke)
            context.stroke_preserve()
        context.new_path()

    def trace(self, segments: Iterable[Segment]) -> None:
        """Make `segments` the current path."""
        library, pointer = self.cairo.cairo, self.context._pointer  # without a check after each point
        move, line, curve = library.cairo_move_to, library.cairo_line_to, library.cairo_curve_to
        for op, *values in segments:
            if op == "L":
                line(pointer, *values)
            elif op == "C":
                curve(pointer, *values)
            elif op == "M":
                move(pointer, *values)
            else:
                library.cairo_close_path(pointer)

    def pen(self, stroke: Stroke) -> None:
        """Set colour and shape of a line."""
        context, cairo = self.context, self.cairo
        context.set_source_rgba(*_rgb(stroke.colour), stroke.opacity)
        context.set_line_width(stroke.width_pt * MM_PER_PT)
        context.set_dash(list(stroke.dash_mm))
        context.set_line_cap(
            {"butt": cairo.LINE_CAP_BUTT, "round": cairo.LINE_CAP_ROUND, "square": cairo.LINE_CAP_SQUARE}[stroke.cap]
        )
        context.set_line_join(
            {"miter": cairo.LINE_JOIN_MITER, "round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}[
                stroke.join
            ]
        )
        context.set_miter_limit(4.0)

    def text(self, node: Text) -> None:
        """A line of text as outlines."""
        if not node.text.strip():
            return
        require_glyphs(node.text, node.font)
        shift = anchor_shift_mm(node.anchor, node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        place = turned(node.rotate_deg, node.x, node.y)
        letters = outline(node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        self.letters(letters, node.colour, node.halo, _shifted(place, -shift))

    def letters(self, segments: Iterable[Segment], colour: str, halo: Halo | None, place: Matrix = IDENTITY) -> None:
        """Outlines of letters at their place, their halo first."""
        self.begin(place, None)
        self.trace(segments)
        context = self.context
        context.restore()
        if halo is not None:
            self.pen(Stroke(halo.colour, halo.width_pt, join="round", opacity=halo.opacity))
            context.stroke_preserve()
        context.set_fill_rule(self.cairo.FILL_RULE_WINDING)
        context.set_source_rgb(*_rgb(colour))
        context.fill()

    def group(self, node: Group) -> None:
        """Children within the group's transform and clip."""
        self.begin(node.transform, node.clip)
        if node.opacity != 1.0:
            self.context.push_group()
        self.nodes(node.children)
        if node.opacity != 1.0:
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(node.opacity)
        self.context.restore()

    def begin(self, transform: Matrix, clip: Path | None) -> None:
        """Save the state, then move and clip."""
        self.context.save()
        if transform != IDENTITY:
            self.context.transform(self.cairo.Matrix(*transform))
        if clip is not None:
            self.trace(clip.segments)
            self.context.set_fill_rule(
                self.cairo.FILL_RULE_EVEN_ODD if clip.rule == "evenodd" else self.cairo.FILL_RULE_WINDING
            )
            self.context.clip()

    def show(self, node: Show) -> None:
        """A form through its transform and clip."""
        if node.form not in self.forms:
            raise LayoutError(f"no form {node.form!r} in the document")
        self.begin(IDENTITY, node.clip)
        if node.transform != IDENTITY:
            self.context.transform(self.cairo.Matrix(*node.transform))
        self.nodes(self.forms[node.form].children)
        self.context.restore()

    def scatter(self, node: Scatter) -> None:
        """Paint each picture at its places. Cairo caches its paths, so that a place costs a few calls."""
        library, pointer = self.cairo.cairo, self.context._pointer
        pictures = [[(self.kept(path), path) for path in picture] for picture in node.pictures]
        values = node.places
        for number, x, y, scale in zip(values[::4], values[1::4], values[2::4], values[3::4], strict=True):
            library.cairo_save(pointer)
            library.cairo_translate(pointer, x, y)
            library.cairo_scale(pointer, scale, scale)
            for traced, path in pictures[int(number)]:
                library.cairo_append_path(pointer, traced)
                self.paint(path)
            library.cairo_restore(pointer)

    def raster(self, node: Bitmap) -> None:
        """Pixels, smoothed to the size of their rectangle."""
        context = self.context
        surface = self.cairo.ImageSurface.create_from_png(io.BytesIO(node.png))
        context.save()
        context.translate(node.x, node.y)
        context.scale(node.width / surface.get_width(), node.height / surface.get_height())
        context.set_source_surface(surface)
        context.get_source().set_filter(self.cairo.FILTER_BEST)
        context.get_source().set_extend(self.cairo.EXTEND_PAD)
        context.rectangle(0, 0, surface.get_width(), surface.get_height())
        context.fill()
        context.restore()

    def kept(self, path: Path) -> Any:
        """A copy of the path in Cairo's own form, freed with the object."""
        self.trace(path.segments)
        library = self.cairo.cairo
        traced = self.cairo.ffi.gc(library.cairo_copy_path(self.context._pointer), library.cairo_path_destroy)
        self.context.new_path()
        return traced


def _shifted(place: Matrix, right: float) -> Matrix:
    """`place` after a step to the right in its own direction."""
    a, b, c, d, e, f = place
    return (a, b, c, d, e + a * right, f + b * right)


@functools.lru_cache(maxsize=1024)
def _rgb(colour: str) -> tuple[float, float, float]:
    """Shares of red, green and blue. Raises LayoutError for anything but "#rrggbb"."""
    try:
        red, green, blue = parse(colour)
    except ValueError as error:
        raise LayoutError(str(error)) from None
    return red, green, blue
