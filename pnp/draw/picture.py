"""A picture of the game's folder drawn into a rectangle: an SVG as paths, what paths can't hold and a PNG as pixels.

In: a `FullPicture` that the loader has read. Out: nodes of a scene in mm, nothing of them outside the rectangle.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.colour import mix, parse
from pnp.draw.paths import times, transformed
from pnp.draw.scene import IDENTITY, Bitmap, Group, Matrix, Node, Path, rect
from pnp.draw.svg_picture import picture as painted
from pnp.draw.svg_shapes import Shape, shapes_of
from pnp.errors import LayoutError, Problem, SourceError, did_you_mean
from pnp.model.pictures import Fit, FullPicture, PictureContent
from pnp.model.style import StyleSource
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 600
"""Pixels are drawn, and those of a larger PNG reduced, to so many to the inch."""
MAX_PIXELS = 36_000_000
"""Of a painted picture: a page of A4 at 600 dpi has 35 million."""

Rect = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Two colours in the place of all: black becomes `ink`, white `light`, others lie between."""

    ink: str
    light: str


def picture_nodes(
    picture: FullPicture, box: Rect, *, style: StyleSource | None = None, side: Tint | None = None, fit: Fit = "contain"
) -> tuple[Node, ...]:
    """`picture` in `box` (left, top, width, height in mm), by its `fit`, `crop` and `tint`.

    style  where the roles stand that a tint may name
    side   the colours of `tint: side`; without them, as on a map, the picture keeps its own
    fit    that of a picture that says none
    Raises SourceError where the source names it for a picture that can't be drawn, and a tint that is no role (a
    LayoutError when no loader has read it); MissingToolError when pixels are needed and libcairo isn't installed.
    """
    try:
        return _nodes(picture, box, style, side, fit)
    except LayoutError as error:
        if picture.named_at is None:
            raise
        hint = "save it as plain SVG, or draw it simpler"
        raise SourceError(Problem("layout", str(error), picture.named_at, hint)) from error


def _nodes(
    picture: FullPicture, box: Rect, style: StyleSource | None, side: Tint | None, fit: Fit
) -> tuple[Node, ...]:  # fmt: skip
    content = picture.content
    source, target = _fitted(picture, content, box, picture.fit or fit)
    tint = _tint(picture, style, side)
    if content.kind == "svg" and not content.painted:
        return tuple(_vectors(content, source, target, tint))
    pixels = _pixels(content, source, _size(content, source, target), tint)
    return (Bitmap(*(round(value, 4) for value in target), pixels),)


def _tint(picture: FullPicture, style: StyleSource | None, side: Tint | None) -> Tint | None:
    if picture.tint is None or picture.tint == "side":
        return side if picture.tint else None
    roles = style.palette if style else {}
    if style is None or picture.tint not in roles:
        hint = did_you_mean(picture.tint, ("side", *roles))
        message = f"{picture.file}: tint {picture.tint!r} is neither side nor a role of the palette"
        raise LayoutError(f"{message}. {hint}".strip())
    return Tint(style.colour(picture.tint), "#ffffff")


def _fitted(picture: FullPicture, content: PictureContent, box: Rect, fit: Fit) -> tuple[Rect, Rect]:
    """The part of the picture that is shown, in its own units from its top left, and where, in mm."""
    left, top, width, height = (float(share) for share in picture.crop or (0.0, 0.0, 1.0, 1.0))
    sx, sy, sw, sh = left * content.width, top * content.height, width * content.width, height * content.height
    x, y, w, h = box
    if fit == "cover":  # what sticks out is left away on both sides alike
        cw, ch = min(sw, sh * w / h), min(sh, sw * h / w)
        return (sx + (sw - cw) / 2, sy + (sh - ch) / 2, cw, ch), box
    if fit == "contain":
        cw, ch = min(w, h * sw / sh), min(h, w * sh / sw)
        return (sx, sy, sw, sh), (x + (w - cw) / 2, y + (h - ch) / 2, cw, ch)
    return (sx, sy, sw, sh), box


# Paths --------------------------------------------------------------------------------------------------------


def _vectors(content: PictureContent, source: Rect, target: Rect, tint: Tint | None) -> Iterator[Node]:
    """The paths of an SVG in mm, cut off at the target where they reach beyond it."""
    fx, fy = target[2] / source[2], target[3] / source[3]
    place = (fx, 0.0, 0.0, fy, target[0] - source[0] * fx, target[1] - source[1] * fy)
    nodes = tuple(_placed(shape, place, tint) for shape in shapes_of(content.data, content.name))
    if nodes and _sticks_out(nodes, target):
        yield Group(nodes, clip=Path(rect(*target)))
    else:
        yield from nodes


def _placed(shape: Shape, place: Matrix, tint: Tint | None) -> Path | Group:
    """A shape in mm. A line that its transforms make wider one way than the other keeps them, as a group."""
    path = replace(shape.path, fill=tinted(shape.path.fill, tint))
    a, b, c, d, e, f = matrix = times(place, shape.place)
    scale = abs(a * d - b * c) ** 0.5
    # How much wider: the difference of the squares of both widths, against their product.
    uneven = math.hypot(a - d, b + c) * math.hypot(a + d, b - c)
    if path.stroke is None or not 1e-3 * scale**2 < uneven < 1e4 * scale**2:
        node: Path | Group = _scaled(path, matrix, scale, tint)
    else:
        inner = _scaled(path, (scale, 0.0, 0.0, scale, 0.0, 0.0), scale, tint)
        node = Group((inner,), transform=(a / scale, b / scale, c / scale, d / scale, e, f))
    return node if shape.opacity == 1.0 else Group((node,), opacity=shape.opacity)


def _scaled(path: Path, matrix: Matrix, scale: float, tint: Tint | None) -> Path:
    stroke = path.stroke and replace(
        path.stroke, width_pt=path.stroke.width_pt * scale, dash_mm=tuple(d * scale for d in path.stroke.dash_mm),
        colour=tinted(path.stroke.colour, tint) or path.stroke.colour,
    )  # fmt: skip
    return replace(path, segments=tuple(transformed(path.segments, matrix)), stroke=stroke)


def tinted(colour: str | None, tint: Tint | None) -> str | None:
    """`colour` between the two of `tint`, by how light it is (Rec. 601, as Pillow weighs it)."""
    if colour is None or tint is None:
        return colour
    red, green, blue = parse(colour)
    return mix(tint.ink, tint.light, 0.299 * red + 0.587 * green + 0.114 * blue)


def _sticks_out(nodes: Iterable[Node], target: Rect, place: Matrix = IDENTITY) -> bool:
    """Whether a path, brought to its place, may reach beyond `target`; a curve counts with its control points."""
    left, top, right, bottom = target[0], target[1], target[0] + target[2], target[1] + target[3]
    reach = 1e-6
    for node in nodes:
        if isinstance(node, Group):
            if _sticks_out(node.children, target, times(place, node.transform)):
                return True
            continue
        assert isinstance(node, Path)
        half = node.stroke.width_pt * MM_PER_INCH / 72 / 2 if node.stroke else 0.0
        across, down = half * math.hypot(*place[:4:2]), half * math.hypot(*place[1:4:2])
        segments = node.segments if place == IDENTITY else transformed(node.segments, place)
        for _, *values in segments:
            xs, ys = values[::2], values[1::2]
            if xs and not (
                left - reach <= min(xs) - across and max(xs) + across <= right + reach  # type: ignore[type-var,operator]
                and top - reach <= min(ys) - down and max(ys) + down <= bottom + reach  # type: ignore[type-var,operator]
            ):
                return True
    return False


# Pixels -------------------------------------------------------------------------------------------------------


def _size(content: PictureContent, source: Rect, target: Rect) -> tuple[int, int]:
    """Pixels across and down: `DPI`, fewer where the whole would have too many or a PNG has no more."""
    width, height = (length / MM_PER_INCH * DPI for length in target[2:])
    if content.kind == "png":
        share = min(1.0, max(source[2] / width, source[3] / height))
    else:
        whole = width * height * (content.width / source[2]) * (content.height / source[3])
        share = min(1.0, (MAX_PIXELS / whole) ** 0.5)
    return max(1, round(width * share)), max(1, round(height * share))


@lru_cache(64)
def _pixels(content: PictureContent, source: Rect, size: tuple[int, int], tint: Tint | None) -> bytes:
    """The part `source` of a picture as a PNG of `size` pixels."""
    from PIL import Image

    try:
        whole = _painted(content, source, size) if content.kind == "svg" else _decoded(content.data)
        across, down = whole.width / content.width, whole.height / content.height
        part = (source[0] * across, source[1] * down, (source[0] + source[2]) * across, (source[1] + source[3]) * down)
        cut = (max(0.0, part[0]), max(0.0, part[1]), min(whole.width, part[2]), min(whole.height, part[3]))
        # Premultiplied while it is scaled, so that no colour shines through from transparent pixels.
        pixels = whole.convert("RGBa").resize(size, Image.Resampling.LANCZOS, box=cut).convert("RGBA")
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise LayoutError(f"{content.name}: its pixels can't be read: {error}") from None
    return _encoded(_two_coloured(pixels, tint) if tint else pixels)


def _decoded(data: bytes) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
        picture.load()
        if picture.mode.startswith("I"):  # 16 bits a channel: Pillow would cut them off instead of scaling them
            return picture.point(lambda value: value / 256).convert("L").convert("RGBA")
        return picture.convert("RGBA")


def _painted(content: PictureContent, source: Rect, size: tuple[int, int]) -> Image:
    """An SVG drawn by cairosvg, large enough for its part `source` to have `size` pixels."""
    wanted = (round(size[0] * content.width / source[2]), round(size[1] * content.height / source[3]))
    try:
        return _decoded(painted(content.data, wanted))
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError, LookupError) as error:
        raise LayoutError(f"{content.name}: it can't be drawn ({error}); save it as plain SVG") from None


def _two_coloured(pixels: Image, tint: Tint) -> Image:
    from PIL import ImageOps

    alpha = pixels.getchannel("A")
    coloured = ImageOps.colorize(pixels.convert("L"), tint.ink, tint.light)
    coloured.putalpha(alpha)
    return coloured


def _encoded(pixels: Image) -> bytes:
    """As PNG; without transparency where there is none."""
    buffer = io.BytesIO()
    opaque = pixels.getchannel("A").getextrema()[0] == 255
    (pixels.convert("RGB") if opaque else pixels).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
