"""What the modules of a game keep from one build to the next: pictures, help pages, pieces, all as they lie in the archive.

A part is kept under all that it was made from. Of the counters that is only what it has asked for: a chart that shows no
changed counter is the chart of the last build. What is kept is believed: whoever keeps it notices damage.
"""

from __future__ import annotations

import itertools
import json
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack

from pnp.draw.scene import Keep
from pnp.generators.counter_reads import REST, Reads, Seen, quiet_hash, value_of, watched
from pnp.model.game import Game
from pnp.output import Packed, content_hash, packed

MOST_BYTES = 64_000_000
"""In a part that was kept packed."""

_HEAD = struct.Struct(">?LL")
"""Before a kept file: whether it is stored, its checksum, its size."""


class Keeper:
    """Parts of one module; without `keep` nothing outlives it."""

    def __init__(self, keep: Keep | None = None) -> None:
        self._keep = keep
        self._quiet: dict[int, tuple[Game, str]] = {}
        self._watched: dict[int, tuple[Game, Game, Reads]] = {}
        self._parts = itertools.count()

    @property
    def keeps(self) -> bool:
        """Whether anything outlives it."""
        return self._keep is not None

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes kept under `key`, made when they aren't there."""
        return make() if self._keep is None else self._keep(kind, key, make)

    def file_for(self, kind: str, key: str, make: Callable[[], bytes]) -> Packed:
        """A file kept under `key` as it lies in the archive."""
        return opened(self.bytes_for(kind, key, lambda: closed(packed(make()))))

    def made(self, kind: str, games: Sequence[Game], draw: Callable[[Sequence[Game]], bytes]) -> bytes:
        """What `draw` makes of `games`; kept while nothing changes of them that it has asked for."""
        if self._keep is None:
            return draw(games)
        base = content_hash(kind, *map(self.quiet, games))
        drawn: list[bytes] = []

        def first() -> bytes:
            data, seen = self._drawn(games, draw)
            drawn.append(data)
            return json.dumps(seen).encode("ascii")

        known = json.loads(self.bytes_for("reads", base, first))
        key = content_hash(base, *(value_of(game, _seen(row)) for game, row in zip(games, known, strict=False)))

        def make() -> bytes:
            data, more = (drawn[0], known) if drawn else self._drawn(games, draw)
            return json.dumps(more).encode("ascii") + b"\n" + data

        head, _, data = self.bytes_for(kind, key, make).partition(b"\n")
        if all(_seen(row) <= _seen(before) for row, before in zip(json.loads(head), known, strict=False)):
            return data
        return draw(games)  # it asks for more than it did at first, and only that tells whether it has changed

    def _drawn(self, games: Sequence[Game], draw: Callable[[Sequence[Game]], bytes]) -> tuple[bytes, list[list[Seen]]]:
        """What `draw` makes of `games`, and what it asks of the counters of each."""
        for game in games:
            if id(game) not in self._watched:
                self._watched[id(game)] = (game, watched(game, reads := Reads()), reads)
        _, asked, all_reads = zip(*(self._watched[id(game)] for game in games), strict=True)
        part = f"{REST} {next(self._parts)}"
        with ExitStack() as stack:
            for reads in all_reads:
                stack.enter_context(reads.of(part))
            data = draw(asked)
        return data, [sorted(reads.parts.get(part, ())) for reads in all_reads]

    def made_file(self, kind: str, games: Sequence[Game], draw: Callable[[Sequence[Game]], bytes]) -> Packed:
        """The same for a file of the archive."""
        return opened(self.made(kind, games, lambda asked: closed(packed(draw(asked)))))

    def quiet(self, game: Game) -> str:
        """`quiet_hash`, reckoned once."""
        if id(game) not in self._quiet:
            self._quiet[id(game)] = (game, quiet_hash(game))
        return self._quiet[id(game)][1]


def inflated(data: bytes) -> bytes:
    """What `zlib.compress` has packed. Raises ValueError for what isn't that, or is larger than any part."""
    try:
        packer = zlib.decompressobj()
        found = packer.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packer.eof:
        raise ValueError(f"more than {MOST_BYTES} bytes, or cut short")
    return found


def closed(file: Packed) -> bytes:
    """A packed file as it is kept."""
    return _HEAD.pack(file.stored, file.crc, file.size) + file.data


def opened(kept: bytes) -> Packed:
    """The file that `closed` has closed."""
    stored, crc, size = _HEAD.unpack_from(kept)
    return Packed(size, crc, kept[_HEAD.size :], stored)


def _seen(row: Iterable[Sequence[str]]) -> set[Seen]:
    return {(thing, name) for thing, name in row}
