"""The board of a hex module as a PNG in bands, so that a changed counter on it costs no more than the rows it lies in.

What shows no counters is painted once and kept as rows packed by themselves; the rest (set-up, arrivals) is painted over
it, in colours of its own, and only the bands that it touches are packed again.
"""

from __future__ import annotations

import io
import itertools
import json
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pnp.draw import png
from pnp.draw.scene import Group, Held, Kept, Node, Scene
from pnp.generators.bounds import marks
from pnp.units import MM_PER_INCH

BAND = 64
"""Rows of a band."""
LEVEL = 6
"""Packing: a tenth of the work of the hardest, and a thirtieth more room."""
QUIET_COLOURS, OWN_COLOURS = 176, 80
"""Of the 256 of the picture: for what shows no counters, and for what does."""
MOST_APART = 65521
"""The modulus of a PNG's checksum of its rows (Adler-32)."""

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Bands:
    """A picture of palette colours, row by row.

    size     width and height
    palette  red, green, blue of each colour
    packed   the rows of each band, packed, each row with the byte of its filter
    sums     the checksum of the rows of each band
    """

    size: tuple[int, int]
    palette: bytes
    packed: tuple[bytes, ...]
    sums: tuple[int, ...]

    def as_bytes(self) -> bytes:
        """All of it, for keeping."""
        head = json.dumps({"size": self.size, "lengths": [len(band) for band in self.packed], "sums": self.sums}).encode("ascii")
        return b"".join((head, b"\n", self.palette, *self.packed))

    @classmethod
    def from_bytes(cls, data: bytes) -> Bands:
        """What `as_bytes` has made."""
        head, _, rest = data.partition(b"\n")
        told = json.loads(head)
        ends = [3 * QUIET_COLOURS]
        for length in told["lengths"]:
            ends.append(ends[-1] + length)
        packed = tuple(rest[start:end] for start, end in itertools.pairwise(ends))
        return cls(tuple(told["size"]), rest[: ends[0]], packed, tuple(told["sums"]))

    def rows(self, band: int) -> bytearray:
        """The rows of a band."""
        return bytearray(zlib.decompressobj(-zlib.MAX_WBITS).decompress(self.packed[band]))


def parted(scene: Scene) -> tuple[list[Node], list[Node]]:
    """What shows no counters, and what does, of a sheet that tells them apart (`draw_board` with a key)."""
    quiet: list[Node] = []
    own: list[Node] = []
    for layer in scene.children:
        if not isinstance(layer, Group) or layer.layer in ("paper", "frame", ""):
            quiet.append(layer)
        elif layer.layer in ("tracks", "tables", "furniture"):
            for node in layer.children:
                (quiet if isinstance(node, (Held, Kept)) else own).append(node)
        else:
            quiet.append(layer)
    return quiet, own


def quiet_bands(size_mm: tuple[float, float], nodes: Sequence[Node], dpi: float) -> Bands:
    """The picture of what shows no counters."""
    few = _few(_painted(size_mm, nodes, dpi), QUIET_COLOURS)
    width, height = few.size
    rows = few.tobytes()
    bands = [
        b"".join(b"\0" + rows[width * y : width * (y + 1)] for y in range(top, min(top + BAND, height))) for top in range(0, height, BAND)
    ]
    palette = bytes(few.getpalette()[: 3 * QUIET_COLOURS]).ljust(3 * QUIET_COLOURS, b"\0")
    return Bands((width, height), palette, tuple(map(packed_rows, bands)), tuple(map(zlib.adler32, bands)))


def _painted(size_mm: tuple[float, float], nodes: Sequence[Node], dpi: float) -> Any:
    from PIL import Image

    data = png.render(Scene(*size_mm, tuple(nodes)), dpi=dpi)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
        return picture.convert("RGB")


def _few(picture: Any, colours: int) -> Any:
    from PIL import Image

    return picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def packed_rows(rows: bytes) -> bytes:
    """The rows of a band, packed so that other bands may stand before and after them."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)


def with_own(bands: Bands, nodes: Sequence[Node], size_mm: tuple[float, float], dpi: float) -> bytes:
    """The PNG of the picture with `nodes` over it."""
    covered = [(node, box) for node in nodes if (box := _box(node, bands.size, dpi)) is not None]
    boxes = _joined_boxes([box for _, box in covered])
    patches = [_patch(bands, box, [node for node, own in covered if _meet(box, own)], size_mm) for box in boxes]
    packed, sums = list(bands.packed), list(bands.sums)
    palette = bands.palette + bytes(3 * OWN_COLOURS)
    if patches:
        indices, colours = _in_own_colours(patches)
        palette = bands.palette + colours
        touched = sorted({band for _, top, _, bottom in boxes for band in range(top // BAND, (bottom - 1) // BAND + 1)})
        for band in touched:
            rows = bands.rows(band)
            for box, own in zip(boxes, indices, strict=True):
                _lay(rows, band, bands.size[0], box, own)
            packed[band], sums[band] = packed_rows(bytes(rows)), zlib.adler32(rows)
    return _png(bands.size, palette, packed, sums)


def _box(node: Node, size: tuple[int, int], dpi: float) -> PixelBox | None:
    """The pixels that a node may touch; None when it shows nothing there."""
    covered = [box for _, _, box in marks((node,)) if box[0] <= box[2]]
    if not covered:
        return None
    px = dpi / MM_PER_INCH
    left, top = (max(0, int(min(box[i] for box in covered) * px) - 2) for i in (0, 1))
    right, bottom = (min(size[i - 2], int(max(box[i] for box in covered) * px) + 3) for i in (2, 3))
    return (left, top, right, bottom) if left < right and top < bottom else None


def _joined_boxes(found: list[PixelBox]) -> list[PixelBox]:
    """The boxes with those that meet made one."""
    while (pair := next(((a, b) for i, a in enumerate(found) for b in found[i + 1 :] if _meet(a, b)), None)) is not None:
        a, b = pair
        found = [box for box in found if box not in pair]
        found.append((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])))
    return sorted(found)


def _meet(a: PixelBox, b: PixelBox) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _patch(bands: Bands, box: PixelBox, nodes: Sequence[Node], size_mm: tuple[float, float]) -> Any:
    """What lies in `box` with `nodes` over it, in all colours."""
    from PIL import Image

    left, top, right, bottom = box
    under = Image.frombytes("P", (right - left, bottom - top), _cut(bands, box))
    under.putpalette(bands.palette)
    scale = (bands.size[0] / size_mm[0], bands.size[1] / size_mm[1])
    return _over(under.convert("RGBA"), nodes, scale, (left, top))


def _over(picture: Any, nodes: Sequence[Node], scale: tuple[float, float], corner: tuple[int, int]) -> Any:
    """`picture` with `nodes` painted over it; its corner lies at `corner`."""
    import cairocffi
    from PIL import Image

    data = bytearray(picture.tobytes("raw", "BGRA"))
    surface = cairocffi.ImageSurface.create_for_data(data, cairocffi.FORMAT_RGB24, picture.width, picture.height, 4 * picture.width)
    context = cairocffi.Context(surface)
    context.translate(-corner[0], -corner[1])
    context.scale(*scale)
    png.Painter(context, cairocffi, {}).nodes(nodes)
    surface.flush()
    return Image.frombytes("RGB", picture.size, bytes(data), "raw", "BGRX")


def _cut(bands: Bands, box: PixelBox) -> bytes:
    left, top, right, bottom = box
    stride, lines = bands.size[0] + 1, []
    for band in range(top // BAND, (bottom - 1) // BAND + 1):
        rows = bands.rows(band)
        for y in range(max(top, band * BAND), min(bottom, (band + 1) * BAND)):
            start = (y - band * BAND) * stride + 1
            lines.append(bytes(rows[start + left : start + right]))
    return b"".join(lines)


def _in_own_colours(patches: Sequence[Any]) -> tuple[list[bytes], bytes]:
    """The patches as numbers of colours, and these colours, which they share."""
    from PIL import Image

    sheet = Image.new("RGB", (max(p.width for p in patches), sum(p.height for p in patches)))
    y = 0
    for patch in patches:
        sheet.paste(patch, (0, y))
        y += patch.height
    few = _few(sheet, OWN_COLOURS)
    shifted = few.tobytes().translate(bytes((value + QUIET_COLOURS) % 256 for value in range(256)))
    found, y = [], 0
    for patch in patches:
        rows = (shifted[(y + row) * sheet.width : (y + row) * sheet.width + patch.width] for row in range(patch.height))
        found.append(b"".join(rows))
        y += patch.height
    return found, bytes(few.getpalette()[: 3 * OWN_COLOURS]).ljust(3 * OWN_COLOURS, b"\0")


def _lay(rows: bytearray, band: int, width: int, box: PixelBox, own: bytes) -> None:
    """Put that part of a patch which lies in the band there."""
    left, top, right, bottom = box
    wide = right - left
    for y in range(max(top, band * BAND), min(bottom, (band + 1) * BAND)):
        start = (y - band * BAND) * (width + 1) + 1 + left
        rows[start : start + wide] = own[(y - top) * wide : (y - top + 1) * wide]


def _png(size: tuple[int, int], palette: bytes, packed: Sequence[bytes], sums: Sequence[int]) -> bytes:
    width, height = size
    total = 1
    for number, own in enumerate(sums):
        rows = min(BAND, height - number * BAND)
        total = _joined(total, own, rows * (width + 1))
    data = b"".join((b"\x78\x9c", *packed, b"\x03\x00", total.to_bytes(4, "big")))
    chunks = ((b"IHDR", struct.pack(">2L5B", width, height, 8, 3, 0, 0, 0)), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body)) for kind, body in chunks
    )


def _joined(first: int, second: int, length: int) -> int:
    """The checksum of two runs of bytes from those of each; `length`: of the second."""
    a = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % MOST_APART
    b = ((first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)) % MOST_APART
    return b << 16 | a
