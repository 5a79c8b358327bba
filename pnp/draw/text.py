"""Type: measured, shaped and outlined from the TTF files themselves, the same for layout and every backend."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import uharfbuzz as hb
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from pnp.draw.scene import Segment
from pnp.errors import LayoutError, MissingToolError
from pnp.units import MM_PER_PT

FOLDER = Path(__file__).resolve().parent / "fonts"


@dataclass(frozen=True, slots=True)
class FontFace:
    """A face that text can be set in.

    file      name in `pnp/draw/fonts`
    family    CSS family, with weight and slant for SVG
    reportlab the name under which reportlab knows it
    """

    file: str
    family: str
    weight: int
    italic: bool
    reportlab: str


def _face(family: str, stem: str, style: str, weight: int, italic: bool) -> FontFace:
    return FontFace(f"{stem}-{style}.ttf", family, weight, italic, f"{stem.replace('IBM', '')}-{style}")


def _faces() -> dict[str, FontFace]:
    families = {"serif": ("IBM Plex Serif", "IBMPlexSerif"), "sans": ("IBM Plex Sans", "IBMPlexSans"),
                "condensed": ("IBM Plex Sans Condensed", "IBMPlexSansCondensed")}  # fmt: skip
    styles = {"regular": ("Regular", 400, False), "italic": ("Italic", 400, True), "bold": ("Bold", 700, False),
              "bold-italic": ("BoldItalic", 700, True), "medium": ("Medium", 500, False),
              "semibold": ("SemiBold", 600, False)}  # fmt: skip
    have = {"serif": ("regular", "italic", "bold", "bold-italic"),
            "sans": ("regular", "italic", "semibold", "bold", "bold-italic"),
            "condensed": ("regular", "italic", "medium", "semibold", "bold", "bold-italic")}  # fmt: skip
    return {
        f"{name}-{style}": _face(*families[name], *styles[style]) for name, names in have.items() for style in names
    }


FONTS: dict[str, FontFace] = _faces()
"""Every face by the name that scenes use, e.g. "condensed-bold"."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights of a face in em, y up."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float
    figure_height: float


@dataclass(frozen=True, slots=True)
class Glyph:
    """A shaped glyph: its id and name, the character it begins with, advance and offset in em."""

    gid: int
    name: str
    cluster: int
    advance: float
    dx: float
    dy: float


def font_path(font: str) -> Path:
    """The TTF file of `font`. Raises LayoutError for an unknown name."""
    if font not in FONTS:
        raise LayoutError(f"no font {font!r}; fonts: {', '.join(FONTS)}")
    return FOLDER / FONTS[font].file


@functools.lru_cache(maxsize=None)
def _tt(font: str) -> TTFont:
    path = font_path(font)
    if not path.is_file():
        raise MissingToolError(f"the font file {path.name} is missing from {FOLDER}: install pnp-wargames again")
    return TTFont(path, lazy=True)


@functools.lru_cache(maxsize=None)
def _hb_font(font: str) -> hb.Font:
    _tt(font)
    return hb.Font(hb.Face(hb.Blob(font_path(font).read_bytes())))


@functools.lru_cache(maxsize=None)
def _cmap(font: str) -> dict[int, str]:
    return _tt(font).getBestCmap()


def units_per_em(font: str) -> int:
    """Design units of one em."""
    return int(_tt(font)["head"].unitsPerEm)


@functools.lru_cache(maxsize=None)
def metrics(font: str) -> Metrics:
    """Heights of `font` in em."""
    tt, em = _tt(font), units_per_em(font)
    os2 = tt["OS/2"]
    box = ink_box_em("0", font)
    return Metrics(
        os2.sTypoAscender / em, -os2.sTypoDescender / em, os2.sCapHeight / em, os2.sxHeight / em, -box[1]
    )


def missing_glyphs(text: str, font: str) -> str:
    """The characters of `text` that `font` lacks, each once, in order."""
    cmap = _cmap(font)
    return "".join(dict.fromkeys(c for c in text if ord(c) not in cmap and c != "\u00ad"))


@functools.lru_cache(maxsize=20000)
def shape(text: str, font: str) -> tuple[Glyph, ...]:
    """`text` as glyphs with kerning and no ligatures (each stays its own letter, so that text can be copied).

    Raises LayoutError naming the glyphs that `font` lacks.
    """
    lacking = missing_glyphs(text, font)
    if lacking:
        codes = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in lacking)
        raise LayoutError(f"the font {font} has no glyph for {codes} in {text!r}")
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(_hb_font(font), buffer, {"kern": True, "liga": False, "clig": False, "calt": False})
    em, order = units_per_em(font), _tt(font).getGlyphOrder()
    return tuple(
        Glyph(i.codepoint, order[i.codepoint], i.cluster, p.x_advance / em, p.x_offset / em, p.y_offset / em)
        for i, p in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )


def width_em(text: str, font: str, tracking_em: float = 0.0) -> float:
    """Kerned advance width of `text` in em; tracking follows every glyph but the last."""
    glyphs = shape(text, font)
    return sum(g.advance for g in glyphs) + tracking_em * max(len(glyphs) - 1, 0)


def width_mm(text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0) -> float:
    """Kerned advance width of `text` in mm."""
    return width_em(text, font, tracking_em) * size_pt * MM_PER_PT * stretch


@functools.lru_cache(maxsize=None)
def _glyph_path(font: str, name: str) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    pen = DecomposingRecordingPen(_tt(font).getGlyphSet())
    _tt(font).getGlyphSet()[name].draw(pen)
    return tuple((op, tuple(points)) for op, points in pen.value)


@functools.lru_cache(maxsize=None)
def glyph_segments(font: str, name: str) -> tuple[Segment, ...]:
    """Outline of a glyph in em, y down; quadratics raised to cubics."""
    em = units_per_em(font)
    out: list[Segment] = []
    here = (0.0, 0.0)

    def p(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / em, -point[1] / em

    for op, points in _glyph_path(font, name):
        if op == "moveTo":
            here = p(points[0])
            out.append(("M", *here))
        elif op == "lineTo":
            here = p(points[0])
            out.append(("L", *here))
        elif op == "qCurveTo":
            here = _quadratics(out, here, [p(q) for q in points if q is not None])
        elif op == "curveTo":
            a, b, c = (p(q) for q in points)
            out.append(("C", *a, *b, *c))
            here = c
        else:
            out.append(("Z",))
    return tuple(out)


def _quadratics(out: list[Segment], here: tuple[float, float], points: list[tuple[float, float]]) -> tuple[float, float]:
    """TrueType's run of off-curve points: on-curve points lie halfway between them."""
    *controls, end = points
    for index, (cx, cy) in enumerate(controls):
        last = index == len(controls) - 1
        nx, ny = end if last else ((cx + controls[index + 1][0]) / 2, (cy + controls[index + 1][1]) / 2)
        hx, hy = here
        out.append(("C", hx + (cx - hx) * 2 / 3, hy + (cy - hy) * 2 / 3, nx + (cx - nx) * 2 / 3, ny + (cy - ny) * 2 / 3, nx, ny))
        here = (nx, ny)
    return here


@functools.lru_cache(maxsize=20000)
def outline_em(text: str, font: str, tracking_em: float = 0.0) -> tuple[Segment, ...]:
    """Outline of `text` in em from the baseline's origin, y down."""
    out: list[Segment] = []
    x = 0.0
    for glyph in shape(text, font):
        out += shifted(glyph_segments(font, glyph.name), x + glyph.dx, -glyph.dy)
        x += glyph.advance + tracking_em
    return tuple(out)


def shifted(segments: tuple[Segment, ...], dx: float, dy: float, scale_x: float = 1.0, scale_y: float = 1.0) -> list[Segment]:
    """`segments` scaled about the origin, then moved."""
    out: list[Segment] = []
    for op, *values in segments:
        moved = [v * scale_x + dx if i % 2 == 0 else v * scale_y + dy for i, v in enumerate(values)]  # type: ignore[operator]
        out.append((op, *moved))
    return out


def outline(text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0) -> tuple[Segment, ...]:
    """Outline of `text` in mm from the baseline's origin, y down."""
    size = size_pt * MM_PER_PT
    return tuple(shifted(outline_em(text, font, tracking_em), 0.0, 0.0, size * stretch, size))


@functools.lru_cache(maxsize=20000)
def ink_box_em(text: str, font: str, tracking_em: float = 0.0) -> tuple[float, float, float, float]:
    """(x0, y0, x1, y1) of the ink in em, y down; zeros for blank text. Curves are bounded by their extrema."""
    from fontTools.misc.bezierTools import calcCubicBounds

    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for op, *v in outline_em(text, font, tracking_em):
        if op == "C":
            box = calcCubicBounds(here, (v[0], v[1]), (v[2], v[3]), (v[4], v[5]))
            xs += (box[0], box[2])
            ys += (box[1], box[3])
        elif op in ("M", "L"):
            xs.append(v[0])  # type: ignore[arg-type]
            ys.append(v[1])  # type: ignore[arg-type]
        if v:
            here = (v[-2], v[-1])  # type: ignore[assignment]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def ink_box_mm(text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0) -> tuple[float, float, float, float]:
    """(x0, y0, x1, y1) of the ink in mm from the baseline's origin, y down."""
    size = size_pt * MM_PER_PT
    x0, y0, x1, y1 = ink_box_em(text, font, tracking_em)
    return x0 * size * stretch, y0 * size, x1 * size * stretch, y1 * size


def start_x(text: str, font: str, size_pt: float, anchor: str, tracking_em: float = 0.0, stretch: float = 1.0) -> float:
    """Where the text's origin lies, in mm from its anchor."""
    if anchor == "start":
        return 0.0
    if anchor == "ink":
        x0, _, x1, _ = ink_box_mm(text, font, size_pt, tracking_em, stretch)
        return -(x0 + x1) / 2
    width = width_mm(text, font, size_pt, tracking_em, stretch)
    return -width if anchor == "end" else -width / 2


@functools.lru_cache(maxsize=1)
def register_reportlab() -> dict[str, str]:
    """Register every face with reportlab; our name -> reportlab's. Raises MissingToolError for a missing file."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont as ReportlabFont

    for name, face in FONTS.items():
        if not font_path(name).is_file():
            raise MissingToolError(f"the font file {face.file} is missing from {FOLDER}: install pnp-wargames again")
        pdfmetrics.registerFont(ReportlabFont(face.reportlab, str(font_path(name))))
    return {name: face.reportlab for name, face in FONTS.items()}
