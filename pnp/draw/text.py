"""Measuring and shaping text: the one measurer of layout and of every backend.

In: a string and the name of a face of `FONTS`. Out: advances, ink boxes, outlines in mm, y down, with
the origin on the baseline at the left end of the text. Shaped by HarfBuzz with kerning and without
ligatures, so each character keeps a glyph of its own and a PDF can be searched and copied. A letter that the face lacks
comes from the face of its script.
Read `FontFace` first, then `shape` and `place`.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path as FilePath
from typing import NamedTuple

import uharfbuzz as hb

from pnp.draw.bidi import has_letters_of_it, turned, visual_runs
from pnp.draw.scene import Segment
from pnp.errors import LayoutError, Location, MissingGlyphError, MissingToolError, Problem
from pnp.model.style import OWN
from pnp.units import MM_PER_PT

FOLDER = FilePath(__file__).parent / "fonts"

FEATURES = {"kern": True, "mark": True, "mkmk": True, "liga": False, "clig": False, "calt": False, "ccmp": False}

IGNORED = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
"""Characters without ink or width that no font needs: soft hyphen, zero-width spaces, joiners, marks of direction."""

MANY_GLYPHS = 4000
"""A font with more has codes of two bytes in a PDF."""

SPACES = {"\u00a0": " ", "\u2007": "0", "\u202f": "\u2009"}
"""No-break spaces and the character whose width stands in when a font lacks them."""


@dataclass(frozen=True, slots=True)
class FontFace:
    """One face.

    name       as scenes name it, e.g. "condensed-bold"
    file       name of the TTF in `pnp/draw/fonts`
    family     CSS family
    weight     CSS weight
    italic     slanted or upright
    reportlab  name under which reportlab knows it
    """

    name: str
    file: str
    family: str
    weight: int
    italic: bool
    reportlab: str

    @property
    def path(self) -> FilePath:
        """The TTF."""
        return FOLDER / self.file


def _face(family: str, style: str) -> FontFace:
    weights = {"Regular": 400, "Italic": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "BoldItalic": 700}
    short = {"SansCondensed": "condensed", "SansHebrew": "hebrew", "SansJP": "japanese"}.get(family, family.lower())
    words = {"BoldItalic": "bold-italic"}.get(style, style.lower())
    return FontFace(
        name=f"{short}-{words}",
        file=f"IBMPlex{family}-{style}.ttf",
        family="IBM Plex " + family.replace("Sans", "Sans ").strip(),
        weight=weights[style],
        italic=style.endswith("Italic"),
        reportlab=f"Plex{family}-{style}",
    )


_STYLES = {
    "Serif": ("Regular", "Italic", "Bold", "BoldItalic"),
    "Sans": ("Regular", "Italic", "SemiBold", "Bold", "BoldItalic"),
    "SansCondensed": ("Regular", "Italic", "Medium", "SemiBold", "Bold", "BoldItalic"),
}
_OTHER_SCRIPTS = {"SansHebrew": ("Regular", "Bold"), "SansJP": ("Regular", "Bold")}

DISPLAY = (
    FontFace("display-bold", "OldStandardTT-Bold.ttf", "Old Standard TT", 700, False, "OldStandardTT-Bold"),
    FontFace("display-italic", "OldStandardTT-Italic.ttf", "Old Standard TT", 400, True, "OldStandardTT-Italic"),
    FontFace("poster-title", "RussoOne-Regular.ttf", "Russo One", 400, False, "RussoOne-Regular"),
    FontFace("poster-bold", "Oswald-Bold.ttf", "Oswald", 700, False, "Oswald-Bold"),
    FontFace("poster-semibold", "Oswald-SemiBold.ttf", "Oswald", 600, False, "Oswald-SemiBold"),
)
"""Faces for titles and great names, which a game's style may ask for; they lack some signs of the others."""

LICENCES = {"IBM": "LICENSE.txt", "OldStandardTT": "LICENSE-OldStandardTT.txt", "RussoOne": "LICENSE-RussoOne.txt",
            "Oswald": "LICENSE-Oswald.txt"}  # fmt: skip
"""Beginning of a font's file name -> the file beside it with its licence."""

SCRIPTS = ("hebrew", "japanese")
"""Faces for the letters of other scripts that all else lacks, each in two weights."""

_ELSEWHERE = re.compile("[\u0590-\u1fff\u2460-\U0010ffff]")
"""What may come from them: no letter or sign of ours."""

FONTS: dict[str, FontFace] = {
    face.name: face
    for faces in (
        (_face(family, style) for family, styles in _STYLES.items() for style in styles), DISPLAY,
        (_face(family, style) for family, styles in _OTHER_SCRIPTS.items() for style in styles),
    )
    for face in faces
}
"""Every face that a scene may name."""


def font_face(name: str) -> FontFace:
    """The face `name`: one of FONTS, or one of a game's own, whose name holds its file (`pnp.model.style.own_face`).

    Raises LayoutError for any other.
    """
    return FONTS[name] if name in FONTS else _own_face(name)


@lru_cache(maxsize=64)
def _own_face(name: str) -> FontFace:
    if not name.startswith(OWN):
        raise LayoutError(f"unknown font {name!r}; expected one of {', '.join(FONTS)}")
    _, digest, family, weight, slant, path = name.split("|", 5)
    return FontFace(name, path, family, int(weight), slant == "italic", f"Own-{digest}")


def font_data(face: FontFace) -> bytes:
    """The bytes of its file. Raises MissingToolError for one of ours that is lost, LayoutError for a game's own that
    isn't what it was when the game was read.
    """
    try:
        data = face.path.read_bytes()
    except OSError:
        data = None
    digest = hashlib.blake2b(data or b"", digest_size=10).hexdigest()
    if face.name.startswith(OWN) and face.name.split("|")[1] != digest:
        raise LayoutError(f"{face.path}: the font has changed since the game was read")
    if data is None:
        raise MissingToolError(f"font file {face.path} is missing; install pnp-wargames again")
    return data


class Glyph(NamedTuple):
    """A shaped glyph; lengths in em, y up as in the font.

    gid      glyph index in the font
    char     the character it draws
    advance  how far the pen moves, kerning included
    dx, dy   offset of the glyph from the pen, for combining accents
    font     the face that has it
    """

    gid: int
    char: str
    advance: float
    dx: float
    dy: float
    font: str


class GlyphPlace(NamedTuple):
    """A glyph at (x, y) mm from the text's origin, y down."""

    gid: int
    char: str
    x: float
    y: float
    font: str


class Metrics(NamedTuple):
    """Vertical measures of a face in em, all positive."""

    ascent: float
    descent: float
    cap_height: float
    x_height: float
    figure_height: float


@dataclass(frozen=True)
class _OpenFont:
    """An open font: the HarfBuzz font, its units per em."""

    font: hb.Font
    face: hb.Face
    upem: int


@cache
def _load(font: str) -> _OpenFont:
    known = font_face(font)
    face = hb.Face(hb.Blob(font_data(known)))
    if not face.glyph_count:
        raise MissingToolError(f"font file {known.path} is damaged; install pnp-wargames again")
    return _OpenFont(hb.Font(face), face, face.upem)


def _clean(text: str) -> str:
    """`text` composed (NFC), without the characters that have no ink, control characters as spaces."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(" " if c in "\t\n\r" else c for c in composed if c not in IGNORED)


def _gid(loaded: _OpenFont, char: str) -> int:
    return loaded.font.get_nominal_glyph(ord(char)) or 0


def _drawable(loaded: _OpenFont, char: str) -> str:
    """`char`, or what stands in for a special space that the font lacks."""
    if char in SPACES and not _gid(loaded, char):
        stand_in = SPACES[char]
        return stand_in if stand_in != "0" and _gid(loaded, stand_in) else " "
    return char


@lru_cache(maxsize=16384)
def face_of(char: str, font: str) -> str:
    """The face that sets `char` where `font` is asked for: another than `font` for a letter that it lacks, but which
    the face of its script has.
    """
    if not _ELSEWHERE.match(char) or _gid(_load(font), char):
        return font
    weight = "bold" if font_face(font).weight >= 600 else "regular"
    return next((face for s in SCRIPTS if _gid(_load(face := f"{s}-{weight}"), char)), font)


@lru_cache(maxsize=16384)
def upright(text: str, font: str) -> str:
    """`font`, or the upright one beside it where `text` has letters of a script without italics, as its figures would
    lean beside them.
    """
    beside = font.replace("bold-italic", "bold").replace("-italic", "-regular")
    return beside if beside in FONTS and any(face_of(c, font) != font for c in text) else font


def letters_by_face(text: str, font: str) -> dict[str, str]:
    """The faces that set `text`, the asked one first, each with the characters that it shows."""
    font = upright(text, font)
    letters = {font: ""}
    for character in dict.fromkeys(_clean(text)):
        face = face_of(character, font)
        letters[face] = letters.get(face, "") + character
    return letters


@lru_cache(maxsize=4096)
def missing_glyphs(text: str, font: str) -> str:
    """The characters of `text` that neither `font` nor the face of their script has, each once; "" when all are there.
    """
    lacking = [c for c in dict.fromkeys(_clean(text)) if not _gid(_load(face_of(c, font)), _drawable(_load(font), c))]
    return "".join(lacking)


GLYPH_HINT = (
    "Latin, Cyrillic, Greek, Hebrew and Japanese letters are there; write another character, draw a symbol, or add a "
    "font (docs/art.md)."
)
"""How to mend a letter that is missing."""


def glyph_problem(text: str, font: str, where: Location | None = None, *, game: str = "") -> Problem | None:
    """The problem to report when `font` lacks a glyph of `text`; None when all is there."""
    lacking = missing_glyphs(text, font)
    if not lacking:
        return None
    return Problem(
        code="missing-glyph",
        message=f"{font_face(font).family} has no glyph for {named(lacking)} in {text!r}",
        where=where,
        hint=GLYPH_HINT,
        game=game,
    )


def named(letters: str) -> str:
    """Letters with their numbers and names: "'榛' (U+699B CJK UNIFIED IDEOGRAPH-699B)"."""
    return ", ".join(f"{c!r} (U+{ord(c):04X} {unicodedata.name(c, 'unnamed')})" for c in letters)


def require_glyphs(text: str, font: str) -> None:
    """Raise MissingGlyphError naming `text` and the glyphs that `font` lacks, if any."""
    problem = glyph_problem(text, font)
    if problem:
        raise MissingGlyphError(f"{problem.message} (font {font!r})", missing_glyphs(text, font))


@lru_cache(maxsize=65536)
def shape(text: str, font: str) -> tuple[Glyph, ...]:
    """The glyphs of `text` from left to right with kerned advances, one for each character after composition (NFC).

    A missing glyph is gid 0; ask `missing_glyphs` first, or call `require_glyphs`.
    Raises LayoutError when there is no such font, MissingToolError when its file is lost.
    """
    glyphs: list[Glyph] = []
    font = upright(text, font)
    for run in visual_runs(text):
        part = _clean(text[run.start : run.end])
        if not run.backwards:
            glyphs += _shaped(part, font)
            continue
        for letters, group in groupby(reversed(part), key=_runs_backwards):
            characters = "".join(group)[::-1]
            glyphs += _shaped(characters, font, "rtl") if letters else _shaped(turned(characters), font)
    return tuple(glyphs)


def _runs_backwards(char: str) -> bool:
    return has_letters_of_it(char) or bool(unicodedata.combining(char))


def _shaped(text: str, font: str, direction: str = "ltr") -> list[Glyph]:
    """The glyphs of a text of one direction."""
    if not text:
        return []
    loaded = _load(font)
    chars = [_drawable(loaded, c) for c in text]
    if not _ELSEWHERE.search(text):
        return _shaped_in_face(chars, font, direction)
    glyphs: list[Glyph] = []
    for face, group in groupby(chars, key=lambda c: face_of(c, font)):
        parts = _shaped_in_face([*group], face, direction)
        glyphs = [*glyphs, *parts] if direction == "ltr" else [*parts, *glyphs]
    return glyphs


def _shaped_in_face(chars: list[str], face: str, direction: str) -> list[Glyph]:
    loaded = _load(face)
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.CHARACTERS
    buffer.add_codepoints([ord(c) for c in chars])
    # Guessed by hand: HarfBuzz would take the language from the machine's locale.
    buffer.guess_segment_properties()
    buffer.direction = direction
    buffer.language = "en"
    hb.shape(loaded.font, buffer, FEATURES)
    em = float(loaded.upem)
    return [
        Glyph(info.codepoint, chars[info.cluster], pos.x_advance / em, pos.x_offset / em, pos.y_offset / em, face)
        for info, pos in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


def size_mm(size_pt: float) -> float:
    """The em in mm at `size_pt`."""
    return size_pt * MM_PER_PT


@lru_cache(maxsize=65536)
def width_mm(text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0) -> float:
    """The kerned advance of `text`, tracking between glyphs (not after the last)."""
    glyphs = shape(text, font)
    advance = sum(g.advance for g in glyphs)
    gaps = max(0, sum(1 for g in glyphs if not unicodedata.combining(g.char)) - 1)
    return (advance + gaps * tracking_em) * size_mm(size_pt) * stretch


def place(
    text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0
) -> tuple[GlyphPlace, ...]:
    """Each glyph of `text` and where it stands."""
    em, pen, placed = size_mm(size_pt), 0.0, []
    for index, glyph in enumerate(shape(text, font)):
        # Tracking comes before a letter, never between a letter and its accent.
        if index and not unicodedata.combining(glyph.char):
            pen += tracking_em
        placed.append(GlyphPlace(glyph.gid, glyph.char, (pen + glyph.dx) * em * stretch, -glyph.dy * em, glyph.font))
        pen += glyph.advance
    return tuple(placed)


@lru_cache(maxsize=8192)
def _extents_em(font: str, gid: int) -> tuple[float, float, float, float] | None:
    """Ink of a glyph (x0, y0, x1, y1) in em, y down; None when it is blank."""
    loaded = _load(font)
    box = loaded.font.get_glyph_extents(gid)
    if box is None or not (box.width and box.height):
        return None
    em = loaded.upem
    top = -box.y_bearing / em
    return box.x_bearing / em, top, (box.x_bearing + box.width) / em, top - box.height / em


@lru_cache(maxsize=65536)
def ink_box_mm(
    text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0
) -> tuple[float, float, float, float]:
    """The box of the ink (x0, y0, x1, y1) from the baseline origin, y down; all 0 for blank text."""
    em = size_mm(size_pt)
    boxes = []
    for glyph in place(text, font, size_pt, tracking_em, stretch):
        ink = _extents_em(glyph.font, glyph.gid)
        if ink:
            x0, y0, x1, y1 = ink
            boxes.append(
                (glyph.x + x0 * em * stretch, glyph.y + y0 * em, glyph.x + x1 * em * stretch, glyph.y + y1 * em)
            )
    lefts, tops, rights, bottoms = zip(*boxes or [(0.0,) * 4], strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@cache
def metrics(font: str) -> Metrics:
    """Ascent, descent, cap height, x-height and height of figures of `font`, in em."""
    loaded = _load(font)
    extents = loaded.font.get_font_extents("ltr")

    def height(char: str) -> float:
        box = _extents_em(font, _gid(loaded, char))
        return -box[1] if box else 0.0

    return Metrics(
        extents.ascender / loaded.upem, -extents.descender / loaded.upem, height("H"), height("x"), height("1")
    )


def anchor_shift_mm(
    anchor: str, text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0
) -> float:
    """How far left of its anchor a `Text` starts: 0, half or all of its advance, or to its ink's centre."""
    if anchor == "start":
        return 0.0
    if anchor == "ink":
        x0, _, x1, _ = ink_box_mm(text, font, size_pt, tracking_em, stretch)
        return (x0 + x1) / 2
    width = width_mm(text, font, size_pt, tracking_em, stretch)
    return width / 2 if anchor == "middle" else width


class _Pen:
    """Collects a glyph's outline in em, y down, quadratics raised to cubics."""

    def __init__(self, upem: int) -> None:
        self.segments: list[Segment] = []
        self._em = float(upem)
        self._at = (0.0, 0.0)

    def _scaled(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / self._em, -point[1] / self._em

    def moveTo(self, point: tuple[float, float]) -> None:
        self._at = self._scaled(point)
        self.segments.append(("M", *self._at))

    def lineTo(self, point: tuple[float, float]) -> None:
        self._at = self._scaled(point)
        self.segments.append(("L", *self._at))

    def curveTo(self, *points: tuple[float, float]) -> None:
        a, b, end = map(self._scaled, points)
        self._at = end
        self.segments.append(("C", *a, *b, *end))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        control, end = map(self._scaled, points)
        (x0, y0), (cx, cy), (x, y) = self._at, control, end
        first = (x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0))
        second = (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y))
        self._at = end
        self.segments.append(("C", *first, *second, x, y))

    def closePath(self) -> None:
        self.segments.append(("Z",))

    endPath = closePath


@lru_cache(maxsize=8192)
def glyph_outline_em(font: str, gid: int) -> tuple[Segment, ...]:
    """The outline of one glyph in em, y down."""
    loaded = _load(font)
    pen = _Pen(loaded.upem)
    loaded.font.draw_glyph_with_pen(gid, pen)
    return tuple(pen.segments)


def outline(
    text: str, font: str, size_pt: float, tracking_em: float = 0.0, stretch: float = 1.0
) -> tuple[Segment, ...]:
    """The outlines of `text` in mm from the baseline origin, fill rule nonzero."""
    em = size_mm(size_pt)
    segments: list[Segment] = []
    for glyph in place(text, font, size_pt, tracking_em, stretch):
        for command, *numbers in glyph_outline_em(glyph.font, glyph.gid):
            moved = [
                n * em * stretch + glyph.x if i % 2 == 0 else n * em + glyph.y for i, n in enumerate(numbers)
            ]
            segments.append((command, *moved))
    return tuple(segments)


@lru_cache(maxsize=64)
def reportlab_name(font: str) -> str:
    """The name under which reportlab knows a face, which is registered when it is first asked for."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError

    from pnp.draw.pdf_font import SubsetFont, WideFont

    face = font_face(font)
    if face.reportlab not in pdfmetrics.getRegisteredFontNames():
        _load(font)  # tells of a file that is missing or damaged
        number = [*FONTS].index(font) + 1 if font in FONTS else len(FONTS) + 1 + int(face.reportlab[4:10], 16)
        try:  # the number is the same in every document
            made = WideFont if _load(font).face.glyph_count > MANY_GLYPHS else SubsetFont
            pdfmetrics.registerFont(made(face.reportlab, font_data(face), number))
        except (TTFError, struct.error, LookupError, ValueError) as error:
            raise LayoutError(f"{face.path}: the font can't be embedded: {error}") from None
    return face.reportlab
