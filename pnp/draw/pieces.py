"""Pieces of a product that may change while the rest of it stays: where they stand in a finished file, and how to exchange them.

A backend that is given `Places` writes each `Piece` of a scene in one stretch and tells where. `exchanged` puts other
stretches into the file: the result has the same bytes as a file that was written from nothing.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

FILE = 0
"""The number of the stream that is the file itself."""

MOST_BYTES = 64_000_000
"""No stream that shows pieces is longer."""

Texts = tuple[tuple[str, str], ...]
"""Characters that are shown, by font."""

Spots = tuple[tuple[int, int, str, int], ...]
"""Start, end and piece of stretches of a stream, in order; and how many clips of the drawing come before it."""


class Spot(str):
    """A piece as it was written, among other lines.

    clips  how many clips of the drawing come before it
    """

    __slots__ = ("clips", "piece")
    piece: str
    clips: int

    def __new__(cls, text: str, piece: str, clips: int = 0) -> Spot:
        """`text`, written for the piece of that name."""
        made = super().__new__(cls, text)
        made.piece, made.clips = piece, clips
        return made


@dataclass(frozen=True)
class Needs:
    """What a document must hold for a piece.

    texts   characters of fonts
    states  names and values of graphics states, of clips
    """

    texts: Texts = ()
    states: Texts = ()


@dataclass
class Places:
    """Where a backend has written the pieces of one file.

    streams  number of an object of the file, or FILE -> how hard it is packed, and its pieces
    needs    piece -> what it needs; None for one that can't be exchanged
    rest     characters that all else shows
    around   what a generator keeps of what stands around pieces, as plain values
    """

    streams: dict[int, tuple[int, Spots]] = field(default_factory=dict)
    needs: dict[str, Needs | None] = field(default_factory=dict)
    rest: Texts = ()
    around: Any = None

    def note(self, piece: str, needs: Needs | None) -> None:
        """A piece was written, and needs that; it may stand in several places."""
        self.needs[piece] = needs if self.needs.get(piece, needs) == needs else None


def spots_of(lines: Iterable[str], start: int = 0, length: Callable[[str], int] = len) -> Spots:
    """The pieces among `lines`, which stand one to a line from `start`."""
    found: list[tuple[int, int, str, int]] = []
    for line in lines:
        end = start + length(line)
        if isinstance(line, Spot):
            found.append((start, end, line.piece, line.clips))
        start = end + 1
    return tuple(found)


def characters(texts: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Font -> the characters that it shows in all of `texts`."""
    found: dict[str, set[str]] = {}
    for font, shown in texts:
        found.setdefault(font, set()).update(shown)
    return found


def same_needs(rest: Texts, before: Collection[Needs], now: Collection[Needs]) -> bool:
    """Whether a document with pieces that need `now` holds the same fonts as one with `before`."""
    first = characters([*rest, *(text for needs in before for text in needs.texts)])
    return first == characters([*rest, *(text for needs in now for text in needs.texts)])


# Exchanging -----------------------------------------------------------------------------------------

Streams = Mapping[int, tuple[int, Spots]]


@dataclass(frozen=True)
class Exchanged:
    """A file with other pieces.

    streams  where all pieces stand in it
    first    up to here it has the bytes that it had
    """

    data: bytes
    streams: Streams
    first: int


def exchanged(data: bytes, streams: Streams, written: Mapping[str, bytes]) -> Exchanged:
    """The file `data` with other pieces.

    written  piece -> what stands for it now
    Raises ValueError when `data` isn't a file with such streams.
    """
    packed, places = {}, dict(streams)
    for number, (level, spots) in streams.items():
        changes = tuple((start, end, with_clips(written[name], clips)) for start, end, name, clips in spots if name in written)
        if not changes:
            continue
        places[number] = (level, _moved(spots, changes))
        if number == FILE:
            return Exchanged(_changed(data, changes), places, changes[0][0])
        packed[number] = _repacked(_stream(data, number)[0], changes, level)
    if not packed:
        return Exchanged(data, places, len(data))
    made, first = _with_streams(data, packed)
    return Exchanged(made, places, first)


Changes = tuple[tuple[int, int, bytes], ...]


def _moved(spots: Spots, changes: Changes) -> Spots:
    sizes, found, by = {start: len(new) for start, _, new in changes}, [], 0
    for start, end, name, clips in spots:
        size = sizes.get(start, end - start)
        found.append((start + by, start + by + size, name, clips))
        by += size - (end - start)
    return tuple(found)


_CLIP = re.compile(rb"(?<=clip)\d+(?=\)|\")")


def with_clips(text: bytes, before: int) -> bytes:
    """Lines of a drawing as they stand after `before` clips, if they were written after none."""
    return _CLIP.sub(lambda found: b"%03d" % (int(found[0]) + before), text) if before and b"clip" in text else text


def _changed(text: bytes, changes: Changes) -> bytes:
    view, parts, at = memoryview(text), [], 0
    for start, end, new in changes:
        if not at <= start <= end <= len(text):
            raise ValueError("pieces lie outside of what holds them")
        parts += [view[at:start], new]
        at = end
    return b"".join([*parts, view[at:]])


@lru_cache(maxsize=4)  # poster and tiles of a map share what shows a piece
def _repacked(packed: bytes, changes: Changes, level: int) -> bytes:
    try:
        return zlib.compress(_changed(zlib.decompressobj().decompress(packed, MOST_BYTES), changes), level)
    except zlib.error as error:
        raise ValueError(str(error)) from None


# A PDF file as it is written here: objects in the order of their numbers, one table of them, a trailer.

_START = re.compile(rb"startxref\n(\d+)\n%%EOF\n$")
_LENGTH = re.compile(rb"/Length (\d+)\b")
_ENTRY_BYTES = 20


def _table(data: bytes) -> tuple[int, list[int], int]:
    """Where the table of objects begins, where each object does, from number 0, and where the trailer does."""
    found = _START.search(data, max(0, len(data) - 64))
    at = int(found[1]) if found else len(data)
    head = re.compile(rb"xref\n0 (\d+)\n").match(data, at)
    if head is None:
        raise ValueError("no table of objects")
    end = head.end() + int(head[1]) * _ENTRY_BYTES
    rows = [data[row : row + _ENTRY_BYTES] for row in range(head.end(), end, _ENTRY_BYTES)]
    return at, [int(row[:10]) for row in rows], end


def _stream(data: bytes, number: int) -> tuple[bytes, int, int, re.Match[bytes]]:
    """The packed stream of an object, its start and end in the file, and where its length is told."""
    _, offsets, _ = _table(data)
    if not 0 < number < len(offsets):
        raise ValueError(f"no object {number}")
    at = offsets[number]
    begins = data.find(b"stream\n", at) + len(b"stream\n")
    told = list(_LENGTH.finditer(data, at, begins))
    if not data.startswith(b"%d 0 obj\n" % number, at) or len(told) != 1:
        raise ValueError(f"object {number} is no stream")
    ends = begins + int(told[0][1])
    return data[begins:ends], begins, ends, told[0]


def _with_streams(data: bytes, packed: Mapping[int, bytes]) -> tuple[bytes, int]:
    """`data` with other streams in some of its objects, and where they begin to differ."""
    at, offsets, trailer = _table(data)
    changes: list[tuple[int, int, bytes]] = []
    moved = [0] * len(offsets)
    for number, content in sorted(packed.items(), key=lambda item: offsets[item[0]]):
        _, begins, ends, told = _stream(data, number)
        length = str(len(content)).encode("ascii")
        changes += [(*told.span(1), length), (begins, ends, content)]
        by = len(length) - len(told[1]) + len(content) - (ends - begins)
        moved = [m + by if offset > offsets[number] else m for m, offset in zip(moved, offsets, strict=True)]
    total = sum(len(new) - (end - start) for start, end, new in changes)
    rows = b"".join(b"%010d 00000 n \n" % (offset + by) for offset, by in zip(offsets[1:], moved[1:], strict=True))
    first = data.index(b"\n", at + len(b"xref\n")) + 1 + _ENTRY_BYTES
    tail = _START.sub(b"startxref\n%d\n%%%%EOF\n" % (at + total), data[trailer:])
    return _changed(data, (*changes, (first, len(data), rows + tail))), changes[0][0]


__all__ = ["FILE", "Exchanged", "Needs", "Places", "Spot", "exchanged", "same_needs", "spots_of"]
