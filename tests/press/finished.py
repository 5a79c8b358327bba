"""Reads a finished PDF as one sees it: what stands where on the paper, how large its letters are, which part is in use.

Boxes are (left, top, right, bottom) in mm from the upper left corner of the paper. What a clip hides isn't there.
"""

from __future__ import annotations

import ctypes
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

MM = 25.4 / 72

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)

NATURAL = (1.0, 72 / 25.4)
"""Scales of a page in pt and of one drawn in mm; a text at any other is drawn larger or smaller than it is."""

SCALE = 2 * MM
"""Of the picture in which the ink is looked for: its pixels are half a millimetre wide."""


CLOSE = 10 * MM
"""The same along the paper's edge: a tenth."""

REACH_MM = 6.0
"""White above and below print that belongs to it: the widest is that above a heading."""


@dataclass(frozen=True)
class Mark:
    """Something on a page.

    kind     "text", "path" or "picture"
    size_pt  of letters as printed
    natural  False where it is drawn larger or smaller than it is
    clipped  whether it stands in something that is cut off at an edge, as a piece of the map is
    """

    kind: str
    box: Box
    page: Page
    item: Any
    place: Matrix
    size_pt: float = 0.0
    natural: bool = True
    clipped: bool = False

    def __str__(self) -> str:
        left, top, right, bottom = self.box
        what = f"{self.text.strip()!r}" if self.kind == "text" else f"a {self.kind}"
        return (
            f"page {self.page.number}: {what}, {left:.1f} to {right:.1f} mm across, {top:.1f} to {bottom:.1f} mm down"
        )

    @property
    def text(self) -> str:
        """Its words."""
        return self.page.text_of(self.item)

    @property
    def strokes(self) -> list[Box]:
        """The straight strokes of which a path is made; none of one that is filled or curved."""
        return self.page.strokes_of(self.item, self.place) if self.kind == "path" else []


class Page:
    """One page of a finished PDF.

    opens_right  whether its outer edge is the right one: that of an odd page, in a book read from right to left of an
                 even one
    """

    def __init__(self, page: Any, number: int) -> None:
        self.page, self.number = page, number
        direction = ctypes.create_string_buffer(4)
        pdfium.FPDF_VIEWERREF_GetName(page.pdf.raw, b"Direction", direction, 4)
        self.opens_right = (number % 2 == 1) != (direction.value == b"R2L")
        self.width, self.height = page.get_width() * MM, page.get_height() * MM

    def marks(self, beyond: Box | None = None) -> Iterator[Mark]:
        """All that stands on the page; of interest only what reaches out of `beyond`."""
        for item, kind, place, clip, box in self._objects:
            if beyond is None or not _within(box, beyond):
                clip = self._clipped(item, place, clip)
                shown = _common(box, clip)
                if shown is not None and (beyond is None or not _within(shown, beyond)):
                    yield self._mark(item, kind, shown, place, clip)

    def texts(self, below_pt: float = math.inf, within: Box = EVERYWHERE) -> Iterator[Mark]:
        """The words on the page that are set smaller than `below_pt`, in the order in which they are painted."""
        for item, kind, place, clip, box in self._objects:
            if kind == pdfium.FPDF_PAGEOBJ_TEXT and _within(box, within) and _size_pt(item, place)[0] < below_pt:
                clip = self._clipped(item, place, clip)
                shown = _common(box, clip)
                if shown is not None:
                    yield self._mark(item, kind, shown, place, clip)

    def counters(self) -> list[Box]:
        """The squares on the page that are large enough for pictures of counters."""
        boxes = [box for _, kind, *_, box in self._objects if kind == pdfium.FPDF_PAGEOBJ_PATH]
        return [
            box for box in boxes if abs((box[2] - box[0]) - (box[3] - box[1])) < 0.1 and 7.0 < box[2] - box[0] < 25.0
        ]

    def is_white(self, outside: Box) -> bool:
        """Whether nothing is printed nearer to the paper's edge than the sides of `outside`."""
        left, top, right, bottom = outside
        strips = (
            (0.0, 0.0, left, self.height), (right, 0.0, self.width, self.height),
            (0.0, 0.0, self.width, top), (0.0, bottom, self.width, self.height),
        )  # fmt: skip
        return not any(self._printed(strip) for strip in strips)

    def _printed(self, area: Box) -> bool:
        """Whether there is ink in an area, looked at closely."""
        left, top, right, bottom = area
        crop = (left / MM, (self.height - bottom) / MM, (self.width - right) / MM, top / MM)
        strip = self.page.render(scale=CLOSE, crop=crop, grayscale=True)
        return bool((strip.to_numpy() < 225).any())

    @property
    def text(self) -> str:
        """All its words."""
        return self._words.get_text_range()

    def box(self, name: str) -> Box:
        """The `media`, `trim` or `bleed` box; the paper where there is none."""
        left, bottom, right, top = getattr(self.page, f"get_{name}box")()
        return left * MM, self.height - top * MM, right * MM, self.height - bottom * MM

    def in_use(self, area: Box) -> tuple[float, float]:
        """How much of the height of `area` is in use in its left and in its right half: the heights that are printed on
        or lie within `REACH_MM` of print.
        """
        left, top, right, bottom = (round(2 * value) for value in area)
        middle, reach = (left + right) // 2, numpy.ones(2 * round(2 * REACH_MM) + 1)
        shares = [
            float((numpy.convolve(half.any(axis=1), reach, "same") > 0).mean())
            for half in (self._ink[top:bottom, left:middle], self._ink[top:bottom, middle:right])
        ]
        return shares[0], shares[1]

    def words_in(self, area: Box) -> str:
        """The words that stand in a part of the page, in the order in which they are painted."""
        return " ".join(mark.text for mark in self.texts(within=area))

    @cached_property
    def _ink(self) -> Any:
        """Where the page is printed on: pixels of half a millimetre."""
        return self.page.render(scale=SCALE, grayscale=True).to_numpy().squeeze() < 225

    @cached_property
    def _words(self) -> Any:
        return self.page.get_textpage()

    @cached_property
    def _objects(self) -> list[tuple[Any, int, Matrix, Box, Box]]:
        """Each object of the page and of the forms in it: kind, place, the clip of the forms that it stands in, and its
        box.
        """
        count = pdfium.FPDFPage_CountObjects(self.page.raw)
        return list(
            self._walk((pdfium.FPDFPage_GetObject(self.page.raw, i) for i in range(count)), IDENTITY, EVERYWHERE)
        )

    def _walk(self, objects: Iterator[Any], place: Matrix, clip: Box) -> Iterator[tuple[Any, int, Matrix, Box, Box]]:
        for item in objects:
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                count = pdfium.FPDFFormObj_CountObjects(item)
                inner = (pdfium.FPDFFormObj_GetObject(item, i) for i in range(count))
                yield from self._walk(inner, _times(_matrix(item), place), self._clipped(item, place, clip))
            else:
                yield item, kind, place, clip, self._placed(_bounds(item), place)

    def text_of(self, item: Any) -> str:
        """The words of a text object."""
        words = self._words
        length = pdfium.FPDFTextObj_GetText(item, words.raw, None, 0)
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFTextObj_GetText(item, words.raw, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
        return buffer.raw[:-2].decode("utf-16-le", "replace")

    def strokes_of(self, item: Any, place: Matrix) -> list[Box]:
        """The straight strokes of a path object that is nothing else."""
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
        points = [pdfium.FPDFPath_GetPathSegment(item, i) for i in range(pdfium.FPDFPath_CountSegments(item))]
        kinds = [pdfium.FPDFPathSegment_GetType(point) for point in points]
        if fill.value or pdfium.FPDF_SEGMENT_BEZIERTO in kinds:
            return []
        matrix = _times(_matrix(item), place)
        spots = [self._placed((*_point(point), *_point(point)), matrix) for point in points]
        return [
            (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
            for a, b, kind in zip(spots, spots[1:], kinds[1:], strict=False)
            if kind == pdfium.FPDF_SEGMENT_LINETO
        ]

    def _mark(self, item: Any, kind: int, box: Box, place: Matrix, clip: Box) -> Mark:
        if kind != pdfium.FPDF_PAGEOBJ_TEXT:
            return Mark("path" if kind == pdfium.FPDF_PAGEOBJ_PATH else "picture", box, self, item, place)
        size, scale = _size_pt(item, place)
        natural = any(abs(scale / one - 1.0) < 0.002 for one in NATURAL)
        return Mark("text", box, self, item, place, size, natural, clip != EVERYWHERE)

    def _placed(self, box: Box, place: Matrix) -> Box:
        """A box of pdfium (left, bottom, right, top in pt) as one of ours."""
        left, bottom, right, top = box
        if place != IDENTITY:
            a, b, c, d, e, f = place
            xs = a * left + c * bottom, a * left + c * top, a * right + c * bottom, a * right + c * top
            ys = b * left + d * bottom, b * left + d * top, b * right + d * bottom, b * right + d * top
            left, right, bottom, top = e + min(xs), e + max(xs), f + min(ys), f + max(ys)
        return left * MM, self.height - top * MM, right * MM, self.height - bottom * MM

    def _clipped(self, item: Any, place: Matrix, clip: Box) -> Box:
        """What `clip` and the item's own clip leave open."""
        path = pdfium.FPDFPageObj_GetClipPath(item)
        for number in range(max(0, pdfium.FPDFClipPath_CountPaths(path)) if path else 0):
            count = pdfium.FPDFClipPath_CountPathSegments(path, number)
            points = [_point(pdfium.FPDFClipPath_GetPathSegment(path, number, i)) for i in range(count)]
            if points:
                xs, ys = zip(*points, strict=True)
                clip = _common(clip, self._placed((min(xs), min(ys), max(xs), max(ys)), place)) or (0.0, 0.0, 0.0, 0.0)
        return clip


def read(path: Path, *, blocks: bool = False) -> Iterator[Page]:
    """The pages of a PDF.

    blocks  each form that a page shows counts as a block as large as its bounding box: of the tiles of a map that is
            read quickly, and what is to be learnt of them is where the block shows
    """
    pdf = pypdfium2.PdfDocument(_blocked(path) if blocks else path)
    try:
        for number, page in enumerate(pdf, 1):
            yield Page(page, number)
    finally:
        pdf.close()


def _blocked(path: Path) -> io.BytesIO:
    """The file with each form filled by a block."""
    buffer = io.BytesIO()
    with pikepdf.open(path) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
                left, bottom, right, top = (float(value) for value in item.BBox)
                item.write(f"{left} {bottom} {right - left} {top - bottom} re f".encode())
        pdf.save(buffer)
    buffer.seek(0)
    return buffer


def _size_pt(item: Any, place: Matrix) -> tuple[float, float]:
    """Of a text object: how large its letters are printed, and how much they are scaled for that."""
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(item, size)
    matrix = _times(_matrix(item), place)
    scale = math.hypot(matrix[2], matrix[3])
    return size.value * scale, scale


def _point(segment: Any) -> tuple[float, float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    return x.value, y.value


def _bounds(item: Any) -> Box:
    left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    return left.value, bottom.value, right.value, top.value


def _matrix(item: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _within(box: Box, area: Box) -> bool:
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]


def _common(box: Box, area: Box) -> Box | None:
    left, top, right, bottom = max(box[0], area[0]), max(box[1], area[1]), min(box[2], area[2]), min(box[3], area[3])
    return (left, top, right, bottom) if left < right and top < bottom else None
