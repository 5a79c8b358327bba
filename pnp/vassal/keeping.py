"""What the modules of a game keep from one build to the next: pictures, help pages, and files as they lie in the archive.

A part is kept under all that it was made from. Of the counters that is only what it has asked for: a chart that shows no
changed counter is the chart of the last build. All kept bytes carry their hash, so that damaged ones are made again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence

from pnp.draw.scene import Keep
from pnp.generators.counter_reads import REST, Reads, Seen, quiet_hash, value_of, watched
from pnp.model.game import Game
from pnp.output import content_hash, deflated
from pnp.sources.text_values import names_in, rule_values, values_named
from pnp.vassal.help import rules_page

_HASH = 40
"""Length of a hash as text."""


class Keeper:
    """Parts of one module; without `keep` nothing outlives it."""

    def __init__(self, keep: Keep | None = None) -> None:
        self._keep = keep
        self._packed: dict[str, bytes] = {}
        self._quiet: dict[int, tuple[Game, str]] = {}

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes], *, pack: bool = True) -> bytes:
        """Bytes kept under `key`, made when they aren't there or are damaged. `pack`: they are kept packed."""
        if self._keep is None:
            return make()
        kept = self._keep(kind, key, lambda: sealed(make(), pack=pack))
        found = self._unpacked(kept) if pack else _opened(kept)
        return make() if found is None else found

    def _unpacked(self, kept: bytes) -> bytes | None:
        """What was kept packed; None when it is damaged."""
        packed = kept[_HASH:]
        try:
            data = zlib.decompress(packed, -zlib.MAX_WBITS)
        except zlib.error:
            return None
        name = content_hash(data)
        if name.encode("ascii") != kept[:_HASH]:
            return None
        self._packed[name] = packed
        return data

    def packed(self, data: bytes) -> bytes:
        """`data` as it lies in an archive."""
        name = content_hash(data)
        if name not in self._packed:
            self.bytes_for("packed", name, lambda: data)
        return self._packed[name] if name in self._packed else deflated(data)

    def made(self, kind: str, games: Sequence[Game], draw: Callable[[Sequence[Game]], bytes], *, pack: bool = True) -> bytes:
        """What `draw` makes of `games`; kept while nothing changes of them that it has asked for."""
        if self._keep is None:
            return draw(games)
        base = content_hash(kind, *map(self.quiet, games))
        drawn: list[bytes] = []

        def first() -> bytes:
            data, seen = _watched(games, draw)
            drawn.append(data)
            return json.dumps(seen).encode("ascii")

        known = json.loads(self.bytes_for("reads", base, first))
        key = content_hash(base, *(value_of(game, _seen(row)) for game, row in zip(games, known, strict=False)))

        def make() -> bytes:
            data, more = (drawn[0], known) if drawn else _watched(games, draw)
            return json.dumps(more).encode("ascii") + b"\n" + data

        head, _, data = self.bytes_for(kind, key, make, pack=pack).partition(b"\n")
        if all(_seen(row) <= _seen(before) for row, before in zip(json.loads(head), known, strict=False)):
            return data
        return draw(games)  # it asks for more than it did at first, and only that tells whether it has changed

    def quiet(self, game: Game) -> str:
        """`quiet_hash`, reckoned once."""
        if id(game) not in self._quiet:
            self._quiet[id(game)] = (game, quiet_hash(game))
        return self._quiet[id(game)][1]


def sealed(data: bytes, *, pack: bool = True) -> bytes:
    """`data` as it is kept: with its hash."""
    return content_hash(data).encode("ascii") + (deflated(data) if pack else data)


def _opened(kept: bytes) -> bytes | None:
    """What was kept as it is; None when it is damaged."""
    return kept[_HASH:] if content_hash(kept[_HASH:]).encode("ascii") == kept[:_HASH] else None


def _seen(row: Iterable[Sequence[str]]) -> set[Seen]:
    return {(thing, name) for thing, name in row}


def _watched(games: Sequence[Game], draw: Callable[[Sequence[Game]], bytes]) -> tuple[bytes, list[list[tuple[str, str]]]]:
    """What `draw` makes of `games`, and what it asks of the counters of each."""
    reads = [Reads() for _ in games]
    data = draw([watched(game, own) for game, own in zip(games, reads, strict=True)])
    return data, [sorted(own.parts.get(REST, ())) for own in reads]


def kept_rules(game: Game, keeper: Keeper) -> bytes:
    """The page with all rules; kept while the values that its texts name are the same."""

    def named() -> bytes:
        return json.dumps(sorted({name for case in game.cases() for name in names_in(case.text)})).encode("utf-8")

    quiet = keeper.quiet(game)
    names = json.loads(keeper.bytes_for("vassal-named", quiet, named))
    key = content_hash(quiet, values_named(rule_values(game), names))
    return keeper.bytes_for("vassal-rules", key, lambda: rules_page(game))
