"""The scene: shapes and text in mm, y down, that every generator returns and every backend draws.

A `Scene` is one drawing; a `Document` is the pages of one PDF. Nothing here knows SVG or PDF, nothing
here measures text (see `pnp.draw.text`). Everything is frozen, so a scene can be hashed and cached.

Painting order is document order. Colours are "#rrggbb". Lengths are mm, line widths and type sizes pt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Segment = tuple[str | float, ...]
"""("M", x, y) · ("L", x, y) · ("C", x1, y1, x2, y2, x, y) · ("Z",)"""

Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f) as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f (mm)."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line. `dash_mm` is on, off, on, off …; natural lines are round, built ones mitred."""

    colour: str
    width_pt: float
    dash_mm: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Path:
    """A path; open or closed, with or without fill. `rule` decides what is inside."""

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    fill_opacity: float = 1.0
    rule: Literal["nonzero", "evenodd"] = "nonzero"


@dataclass(frozen=True, slots=True)
class Halo:
    """The ground colour stroked beneath a text; `width_pt` is the whole stroke's width."""

    colour: str
    width_pt: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on a straight baseline.

    x, y        the anchor on the baseline, before rotation
    font        a name of `pnp.draw.text.FONTS`, e.g. "condensed-bold"
    anchor      where x lies: start, middle or end of the advance width, or "ink": the ink's centre
    tracking_em extra space after each glyph but the last, in em
    stretch     horizontal scale (1 = as designed)
    rotate_deg  clockwise about (x, y)
    """

    x: float
    y: float
    text: str
    font: str
    size_pt: float
    colour: str = "#000000"
    anchor: Literal["start", "middle", "end", "ink"] = "start"
    tracking_em: float = 0.0
    stretch: float = 1.0
    rotate_deg: float = 0.0
    halo: Halo | None = None


@dataclass(frozen=True, slots=True)
class TextOnPath:
    """Text whose baseline follows a polyline, centred on its length; for names along seas and rivers."""

    points: tuple[Point, ...]
    text: str
    font: str
    size_pt: float
    colour: str = "#000000"
    tracking_em: float = 0.0
    halo: Halo | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that share a transform, a clip or a layer.

    layer    the layer's name as an artist sees it (Inkscape label, PDF marked content); "" = plain group
    clip     a path in the group's own coordinates
    role     what it is to somebody to whom the page is read: "Table", "TR", "TH Row", "TD", "Figure" (`pdf_tags`)
    alt      what a figure shows, in words
    upright_mm  of a picture: its width, from 0 in its own coordinates; it stays as it is where a page is mirrored
    """

    children: tuple[Node, ...]
    layer: str = ""
    transform: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    role: str = ""
    alt: str = ""
    upright_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """A form of the `Document` (a scene drawn once), shown through a transform and a clip."""

    form: str
    transform: Matrix = IDENTITY
    clip: Path | None = None


@dataclass(frozen=True, slots=True)
class Scatter:
    """Small pictures strewn over a ground, drawn in the order of `places`: trees, tufts.

    pictures  paths about (0, 0) of each
    places    number of the picture, x, y, scale of each, flat
    """

    pictures: tuple[tuple[Path, ...], ...]
    places: tuple[float, ...]


Store = Callable[[str, str, Callable[[], bytes]], bytes]
"""Returns the bytes of a kind under a key, and calls the function for them only when none are stored yet."""


@dataclass(frozen=True, slots=True)
class CachedNodes:
    """Expensive nodes: a backend with a `Store` writes them once and reuses the bytes.

    key     identifies everything that the nodes depend on: the same key means the same nodes
    box     their bounds: left, top, right, bottom
    make    returns them: paths, `Scatter`s and groups of these; no text, no group with an opacity
    stored  False for nodes with pixels, which a PDF can't keep as bytes: they are written each time
    """

    key: str
    box: tuple[float, float, float, float]
    make: Callable[[], tuple[Node, ...]] = field(compare=False, repr=False)
    stored: bool = True


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture of pixels in a rectangle; everything else in a scene is vectors.

    x, y, width, height  the rectangle
    png    RGB or RGBA, 8 bits a channel
    inked  print it in the four inks of a press
    """

    x: float
    y: float
    width: float
    height: float
    png: bytes = field(repr=False)
    inked: bool = False


@dataclass(frozen=True, slots=True)
class SourceMarks:
    """Where things of the sources are drawn, for a page that leads back to them; no backend draws it.

    places  what it is ("counter", "space", "table"), its id, and x, y, width, height of the place
    """

    places: tuple[tuple[str, str, float, float, float, float], ...]


Node = Path | Text | TextOnPath | Group | Show | Scatter | CachedNodes | Bitmap | SourceMarks


@dataclass(frozen=True, slots=True)
class Scene:
    """One drawing of `width_mm` × `height_mm`, origin top left."""

    width_mm: float
    height_mm: float
    children: tuple[Node, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a PDF.

    trim_mm, bleed_mm   (x, y, width, height) from the top left; None = the whole page
    bookmark            outline entry that leads here; "" = none
    links               ((x, y, width, height), index of the page it leads to)
    """

    scene: Scene
    trim_mm: tuple[float, float, float, float] | None = None
    bleed_mm: tuple[float, float, float, float] | None = None
    bookmark: str = ""
    links: tuple[tuple[tuple[float, float, float, float], int], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """The pages of one PDF and the forms they share.

    duplex   how the viewer should ask the printer to flip; None = single-sided
    """

    title: str
    language: str
    pages: tuple[Page, ...]
    forms: Mapping[str, Scene] = field(default_factory=dict)
    duplex: Literal["long", "short"] | None = None
    subject: str = ""
    author: str = ""


# Shorthands -------------------------------------------------------------------------------------

KAPPA = 0.5522847498
"""Control length of a cubic that draws a quarter circle (Goldapp 1991, to 2.7e-4 of the radius)."""


def polyline(points: Sequence[Point], *, close: bool = False) -> tuple[Segment, ...]:
    """Straight segments through `points`."""
    head, *tail = points
    segments: list[Segment] = [("M", *head), *(("L", *p) for p in tail)]
    if close:
        segments.append(("Z",))
    return tuple(segments)


def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Segment, ...]:
    """A rectangle, its corners rounded by `radius`."""
    if not radius:
        return polyline([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], close=True)
    r, k = min(radius, width / 2, height / 2), 0.0
    k = r * (1 - KAPPA)
    x2, y2 = x + width, y + height
    return (
        ("M", x + r, y), ("L", x2 - r, y), ("C", x2 - k, y, x2, y + k, x2, y + r),
        ("L", x2, y2 - r), ("C", x2, y2 - k, x2 - k, y2, x2 - r, y2),
        ("L", x + r, y2), ("C", x + k, y2, x, y2 - k, x, y2 - r),
        ("L", x, y + r), ("C", x, y + k, x + k, y, x + r, y), ("Z",),
    )  # fmt: skip


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    """A circle about (x, y)."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """An ellipse about (x, y)."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", x + rx, y), ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y), ("Z",),
    )  # fmt: skip


def line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    """A straight line."""
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=stroke)


def moved(dx: float, dy: float) -> Matrix:
    """The transform that moves by (dx, dy) mm."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def group(children: Iterable[Node], **options: object) -> Group:
    """A `Group` of any iterable of nodes."""
    return Group(tuple(children), **options)  # type: ignore[arg-type]


def texts_in(nodes: Iterable[Node]) -> Iterator[Text | TextOnPath]:
    """The texts of a drawing, in the order in which they are drawn."""
    for node in nodes:
        if isinstance(node, Text | TextOnPath):
            if node.text.strip():
                yield node
        elif isinstance(node, Group):
            yield from texts_in(node.children)
