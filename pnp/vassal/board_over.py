"""What shows counters on the board of a hex module, painted over the rest.

It is painted strip by strip, a strip for each band that it lies in, by what touches the strip: a strip in which nothing
has changed is as it was painted at first. The picture as a whole decides on the colours, so its bands are packed anew
where they differ from the first ones.
"""

from __future__ import annotations

import itertools
import json
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pnp.draw import png
from pnp.draw.paths import times
from pnp.draw.scene import IDENTITY, Group, Held, Matrix, Node
from pnp.generators.bounds import Box, marks
from pnp.output import content_hash
from pnp.units import MM_PER_INCH
from pnp.vassal.board_bands import BAND, OWN_COLOURS, QUIET_COLOURS, Bands, Over, in_few, joined, packed_rows
from pnp.vassal.keeping import inflated

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom."""

AROUND = 6
"""Pixels above and below a mark that may be touched by it, with the points of its corners."""


@dataclass
class First:
    """Strips and bands as they were made at first, by a hash of what they show."""

    strips: dict[str, bytes] = field(default_factory=dict)
    bands: dict[str, bytes] = field(default_factory=dict)

    def as_bytes(self) -> bytes:
        """All of it, for keeping; strips packed in haste."""
        strips = {name: zlib.compress(data, 1) for name, data in self.strips.items()}
        parts = [*strips.values(), *self.bands.values()]
        told = [[(name, len(data)) for name, data in kept.items()] for kept in (strips, self.bands)]
        return b"".join((json.dumps(told).encode("ascii"), b"\n", *parts))

    @classmethod
    def from_bytes(cls, kept: bytes) -> First:
        """What `as_bytes` has made, strips still packed."""
        head, _, rest = kept.partition(b"\n")
        strips, bands = json.loads(head)
        ends = [0, *itertools.accumulate(length for _, length in (*strips, *bands))]
        data = [rest[start:end] for start, end in itertools.pairwise(ends)]
        names = [name for name, _ in (*strips, *bands)]
        both = list(zip(names, data, strict=True))
        return cls(dict(both[: len(strips)]), dict(both[len(strips) :]))


def over(
    bands: Bands, nodes: Sequence[Node], size_mm: tuple[float, float], dpi: float,
    keep: Callable[[Callable[[], bytes]], bytes] = lambda make: make(),
) -> Over:  # fmt: skip
    """What `nodes` make of the picture that they lie over.

    keep  gives the strips and bands as they were at first; where there are none, those that it is given the means to make
    """
    placed = [_placed(node, IDENTITY) for node in nodes]
    covered = [(own, box) for own in placed if (box := _pixel_box(own, bands.size, dpi)) is not None]
    work = _Work(bands, (bands.size[0] / size_mm[0], bands.size[1] / size_mm[1]), covered)
    made: list[Over] = []

    def first() -> bytes:
        made.append(work.done())
        return work.made.as_bytes()

    kept = keep(first)
    if made:
        return made[0]
    work.first = First.from_bytes(kept)
    return work.done()


def with_own(bands: Bands, nodes: Sequence[Node], size_mm: tuple[float, float], dpi: float) -> bytes:
    """The PNG of the picture with `nodes` over it."""
    return joined(bands, over(bands, nodes, size_mm, dpi))


# Where nodes lie -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node, its box in mm (None where nobody tells it), and what it consists of, placed too."""

    node: Node
    box: Box | None
    children: tuple[_Placed, ...] = ()


def _placed(node: Node, place: Matrix) -> _Placed:
    if isinstance(node, Held):
        node = Group(node.make())
    if not isinstance(node, Group):
        return _Placed(node, next((box for _, _, box in marks((node,), place) if box[0] <= box[2]), None))
    inner = times(place, node.transform)
    children = tuple(_placed(child, inner) for child in node.children)
    return _Placed(node, _around([child.box for child in children if child.box]), children)


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _pixel_box(placed: _Placed, size: tuple[int, int], dpi: float) -> PixelBox | None:
    """The pixels that a node may touch; None when it shows nothing there."""
    if placed.box is None:
        return None
    px = dpi / MM_PER_INCH
    left, top = (max(0, int(placed.box[i] * px) - 2) for i in (0, 1))
    right, bottom = (min(size[i - 2], int(placed.box[i] * px) + 3) for i in (2, 3))
    return (left, top, right, bottom) if left < right and top < bottom else None


def _strips(placed: _Placed, bands: range, scale: float) -> dict[int, Node]:
    """Band -> what of a node touches it."""
    if not placed.children:
        first, last = -math.inf, math.inf
        if placed.box:
            first, last = (placed.box[1] * scale - AROUND) // BAND, (placed.box[3] * scale + AROUND) // BAND
        return {band: placed.node for band in bands if first <= band <= last}
    assert isinstance(placed.node, Group)
    found: dict[int, list[Node]] = {}
    for child in placed.children:
        for band, node in _strips(child, bands, scale).items():
            found.setdefault(band, []).append(node)
    return {band: replace(placed.node, children=tuple(nodes)) for band, nodes in found.items()}


def _joined_boxes(found: list[PixelBox]) -> list[PixelBox]:
    """The boxes with those that meet made one."""
    while (pair := next(((a, b) for i, a in enumerate(found) for b in found[i + 1 :] if _meet(a, b)), None)) is not None:
        a, b = pair
        found = [box for box in found if box not in pair]
        found.append((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])))
    return sorted(found)


def _meet(a: PixelBox, b: PixelBox) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


# Painting ------------------------------------------------------------------------------------------


class _Work:
    """One picture with what lies over it.

    first  what need not be made again
    made   what was made
    """

    def __init__(self, bands: Bands, scale: tuple[float, float], covered: Sequence[tuple[_Placed, PixelBox]]) -> None:
        self.bands, self.scale, self.covered = bands, scale, covered
        self.boxes = _joined_boxes([box for _, box in covered])
        self.first, self.made = First(), First()
        self._rows: dict[int, bytes] = {}

    def done(self) -> Over:
        """The bands that are touched, and the colours."""
        if not self.boxes:
            return Over()
        indices, colours = _in_own_colours([(box, self.patch(box)) for box in self.boxes])
        packed, sums = {}, {}
        for band in sorted({band for box in self.boxes for band in _bands(box)}):
            rows = bytearray(self.rows(band))
            for box, own in zip(self.boxes, indices, strict=True):
                _lay(rows, band, self.bands.size[0], box, own)
            packed[band], sums[band] = self.pack(bytes(rows)), zlib.adler32(rows)
        return Over(colours, packed, sums)

    def rows(self, band: int) -> bytes:
        """The rows of a band without what lies over it."""
        if band not in self._rows:
            self._rows[band] = bytes(self.bands.rows(band))
        return self._rows[band]

    def pack(self, rows: bytes) -> bytes:
        """A band, packed."""
        name = content_hash(rows)
        self.made.bands[name] = self.first.bands.get(name) or packed_rows(rows)
        return self.made.bands[name]

    def patch(self, box: PixelBox) -> bytes:
        """The pixels of `box` with what lies over it, in all colours."""
        strips: dict[int, list[Node]] = {}
        for placed, own in self.covered:
            if _meet(box, own):
                for band, node in _strips(placed, _bands(box), self.scale[1]).items():
                    strips.setdefault(band, []).append(node)
        return b"".join(self.strip(band, part, strips.get(band, ())) for band, part in _parts(box))

    def strip(self, band: int, box: PixelBox, nodes: Sequence[Node]) -> bytes:
        """The pixels of a strip, which lies in one band."""
        name = content_hash(repr(box), repr(nodes))
        if name in self.first.strips:
            return inflated(self.first.strips[name])
        self.made.strips[name] = self.painted(band, box, nodes)
        return self.made.strips[name]

    def painted(self, band: int, box: PixelBox, nodes: Sequence[Node]) -> bytes:
        """The same, painted now."""
        from PIL import Image

        left, top, right, bottom = box
        size, stride, rows = (right - left, bottom - top), self.bands.size[0] + 1, self.rows(band)
        starts = (stride * (y - band * BAND) + 1 for y in range(top, bottom))
        under = Image.frombytes("P", size, b"".join(rows[start + left : start + right] for start in starts))
        under.putpalette(self.bands.palette)
        data = bytearray(under.convert("RGBA").tobytes("raw", "BGRA"))
        cairo = png.cairo()
        surface = cairo.ImageSurface.create_for_data(data, cairo.FORMAT_RGB24, *size, 4 * size[0])
        context = cairo.Context(surface)
        context.translate(-left, -top)
        context.scale(*self.scale)
        png.Painter(context, cairo, {}).nodes(nodes)
        surface.finish()
        return Image.frombytes("RGB", size, bytes(data), "raw", "BGRX").tobytes()


def _bands(box: PixelBox) -> range:
    return range(box[1] // BAND, (box[3] - 1) // BAND + 1)


def _parts(box: PixelBox) -> Iterator[tuple[int, PixelBox]]:
    """Each band that a box lies in, and its part there."""
    left, top, right, bottom = box
    for band in _bands(box):
        yield band, (left, max(top, band * BAND), right, min(bottom, (band + 1) * BAND))


def _in_own_colours(patches: Sequence[tuple[PixelBox, bytes]]) -> tuple[list[bytes], bytes]:
    """The patches as numbers of colours, and these colours, which they share."""
    from PIL import Image

    sizes = [(right - left, bottom - top) for (left, top, right, bottom), _ in patches]
    sheet = Image.new("RGB", (max(width for width, _ in sizes), sum(height for _, height in sizes)))
    y = 0
    for size, (_, pixels) in zip(sizes, patches, strict=True):
        sheet.paste(Image.frombytes("RGB", size, pixels), (0, y))
        y += size[1]
    few = in_few(sheet, OWN_COLOURS)
    shifted = few.tobytes().translate(bytes((value + QUIET_COLOURS) % 256 for value in range(256)))
    found, y = [], 0
    for width, height in sizes:
        rows = (shifted[(y + row) * sheet.width : (y + row) * sheet.width + width] for row in range(height))
        found.append(b"".join(rows))
        y += height
    return found, bytes(few.getpalette()[: 3 * OWN_COLOURS]).ljust(3 * OWN_COLOURS, b"\0")


def _lay(rows: bytearray, band: int, width: int, box: PixelBox, own: bytes) -> None:
    """Put that part of a patch which lies in the band there."""
    left, top, right, bottom = box
    wide = right - left
    for y in range(max(top, band * BAND), min(bottom, (band + 1) * BAND)):
        start = (y - band * BAND) * (width + 1) + 1 + left
        rows[start : start + wide] = own[(y - top) * wide : (y - top + 1) * wide]
