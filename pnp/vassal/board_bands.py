"""The board of a hex module as a PNG in bands, so that a changed counter on it costs no more than the rows it lies in.

What shows no counters is painted once and kept as rows packed by themselves. `board_over` paints the rest (set-up, arrivals)
over it, in colours of its own, and only the bands that it touches are packed again.
"""

from __future__ import annotations

import io
import itertools
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.draw import png
from pnp.draw.scene import Group, Held, Kept, Node, Scene

BAND = 64
"""Rows of a band."""
LEVEL = 6
"""Packing: a tenth of the work of the hardest, and a thirtieth more room."""
QUIET_COLOURS, OWN_COLOURS = 176, 80
"""Of the 256 of the picture: for what shows no counters, and for what does."""
MOST_APART = 65521
"""The modulus of a PNG's checksum of its rows (Adler-32)."""


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
    few = in_few(_painted(size_mm, nodes, dpi), QUIET_COLOURS)
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


def in_few(picture: Any, colours: int) -> Any:
    """`picture` in so few colours."""
    from PIL import Image

    return picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def packed_rows(rows: bytes) -> bytes:
    """The rows of a band, packed so that other bands may stand before and after them."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)


@dataclass(frozen=True)
class Over:
    """What lies over a picture in bands.

    colours  red, green, blue of its own ones
    packed   band that it touches -> its rows, packed
    sums     band that it touches -> the checksum of its rows
    """

    colours: bytes = bytes(3 * OWN_COLOURS)
    packed: Mapping[int, bytes] = field(default_factory=dict)
    sums: Mapping[int, int] = field(default_factory=dict)

    def as_bytes(self) -> bytes:
        """All of it, for keeping."""
        told = [(band, len(packed), self.sums[band]) for band, packed in self.packed.items()]
        return b"".join((json.dumps(told).encode("ascii"), b"\n", self.colours, *self.packed.values()))

    @classmethod
    def from_bytes(cls, data: bytes) -> Over:
        """What `as_bytes` has made."""
        head, _, rest = data.partition(b"\n")
        start, packed, sums = 3 * OWN_COLOURS, {}, {}
        for band, length, total in json.loads(head):
            packed[band], sums[band] = rest[start : start + length], total
            start += length
        return cls(rest[: 3 * OWN_COLOURS], packed, sums)


def joined(bands: Bands, over: Over) -> bytes:
    """The PNG of the picture with `over` over it."""
    packed = [over.packed.get(band, rows) for band, rows in enumerate(bands.packed)]
    sums = [over.sums.get(band, total) for band, total in enumerate(bands.sums)]
    return _png(bands.size, bands.palette + over.colours, packed, sums)


def _png(size: tuple[int, int], palette: bytes, packed: Sequence[bytes], sums: Sequence[int]) -> bytes:
    width, height = size
    total = 1
    for number, own in enumerate(sums):
        rows = min(BAND, height - number * BAND)
        total = _sum_of_both(total, own, rows * (width + 1))
    data = b"".join((b"\x78\x9c", *packed, b"\x03\x00", total.to_bytes(4, "big")))
    chunks = ((b"IHDR", struct.pack(">2L5B", width, height, 8, 3, 0, 0, 0)), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body)) for kind, body in chunks
    )


def _sum_of_both(first: int, second: int, length: int) -> int:
    """The checksum of two runs of bytes from those of each; `length`: of the second."""
    a = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % MOST_APART
    b = ((first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)) % MOST_APART
    return b << 16 | a
