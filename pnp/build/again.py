"""Products of which only pieces have changed: the file that lies there, with those pieces exchanged.

In: how a product is drawn in pieces. Out: its bytes, the same as if it were made from nothing. What a product's pieces have
read of the counters, and where they stand in it, is kept from one build to the next (`_Kept`); all else that it is made from
is told by a hash. Whatever doesn't fit is no fault: the product is made whole.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pnp.draw.pieces import FILE, Needs, Places, Spots, exchanged, same_needs
from pnp.draw.scene import Node
from pnp.generators.sheet_pieces import Drawn, Redraw, Values, drawn_again, in_pieces
from pnp.model.game import Game
from pnp.output import sha256

if TYPE_CHECKING:
    from pnp.build.workshop import Workshop

Write = Callable[[Game, Places], tuple[bytes, int]]
"""Makes a product whole: its bytes and pages."""

Fits = Callable[[Mapping[str, tuple[Node, ...]]], bool]
"""Whether what stands around pieces is the same with these."""


@dataclass(frozen=True)
class Sheets:
    """Products of one language that are made in one process.

    kinds  what draws each kind of their pieces
    """

    workload: str
    language: str
    kinds: Mapping[str, Redraw]


class Watch:
    """A game in one language whose counters take down what is read of them."""

    def __init__(self, game: Game) -> None:
        self.game, self.reads = in_pieces(game)
        self.values = Values(game)
        self._drawn: dict[str, Drawn] = {}
        self._written: dict[tuple[str, bool], tuple[bytes, Needs] | None] = {}

    def again(self, name: str, kinds: Mapping[str, Redraw]) -> Drawn:
        """The piece `name` as it looks now."""
        if name not in self._drawn:
            self._drawn[name] = drawn_again(self.game, self.reads, name, kinds)
        return self._drawn[name]

    def written(self, name: str, *, in_svg: bool) -> tuple[bytes, Needs] | None:
        """What stands in a file for a piece that was drawn again, and what it needs there; None when it can't be exchanged."""
        key = (name, in_svg)
        if key not in self._written:
            nodes, _ = self._drawn[name]
            self._written[key] = _lines_of(nodes) if in_svg else _operators_of(nodes)
        return self._written[key]


@dataclass(frozen=True)
class _Piece:
    """What is kept of a piece: what it has read and the value of that, how large it is, what it needs of its document."""

    seen: tuple[tuple[str, str], ...]
    value: str
    size: tuple[float, float]
    needs: Needs | None


@dataclass(frozen=True)
class _Kept:
    """What is kept of a product.

    base    hash of all that it is made from but what pieces read
    sha256  of the file
    rest    what all else has read, and the value of that
    texts   characters that all else shows
    """

    base: str
    sha256: str
    rest: tuple[tuple[tuple[str, str], ...], str]
    pieces: dict[str, _Piece]
    streams: Mapping[int, tuple[int, Spots]]
    texts: tuple[tuple[str, str], ...]

    def plain(self) -> tuple[Any, ...]:
        """As values that may be kept."""
        pieces = {name: (p.seen, p.value, p.size, p.needs and (p.needs.texts, p.needs.states)) for name, p in self.pieces.items()}
        return self.base, self.sha256, self.rest, pieces, self.streams, self.texts


def _kept_of(found: Any) -> _Kept:
    """What `plain` made. Raises TypeError or ValueError for most other things."""
    base, digest, rest, pieces, streams, texts = found
    made = {name: _Piece(seen, value, size, needs and Needs(*needs)) for name, (seen, value, size, needs) in pieces.items()}
    return _Kept(base, digest, rest, made, streams, texts)


def in_pieces_again(
    shop: Workshop, sheets: Sheets, path: str, base: str, write: Write, fits: Fits | None = None
) -> tuple[bytes | None, int, str]:  # fmt: skip
    """The product `path`, its pages and its hash: its earlier file with other pieces, or made whole by `write`.

    None instead of the bytes of the earlier file when nothing of it changes.

    base  hash of all that it is made from but the names and factors of counters
    """
    watch, store = shop.watch(sheets.language), shop.parts(sheets.language, f"{sheets.workload}-pieces")
    earlier = shop.earlier.get(path)
    if earlier is not None:
        try:
            kept = _kept_of(store.value(path))
            if kept.base == base and kept.sha256 == earlier.sha256:
                found = _again(watch, sheets.kinds, kept, earlier.file.read_bytes(), fits)
                if found is not None:
                    data, now = found
                    store.keep_value(path, now.plain())
                    return data if now.sha256 != kept.sha256 else None, earlier.pages, now.sha256
        except (OSError, TypeError, ValueError, LookupError, AttributeError, zlib.error):
            pass  # nothing kept, or something that another program has left
    places = Places()
    rest = f"rest of {sheets.workload}"
    with watch.reads.of(rest):
        data, pages = write(watch.game, places)
    digest = sha256(data)
    store.keep_value(path, _kept(watch, base, digest, places, rest).plain())
    return data, pages, digest


def _kept(watch: Watch, base: str, digest: str, places: Places, rest: str) -> _Kept:
    pieces = {name: _piece(watch, name, needs) for name, needs in sorted(places.needs.items())}
    seen = tuple(sorted(watch.reads.parts.get(rest, ())))
    return _Kept(base, digest, (seen, watch.values.of(seen)), pieces, places.streams, places.rest)


def _piece(watch: Watch, name: str, needs: Needs | None) -> _Piece:
    seen = tuple(sorted(watch.reads.parts.get(name, ())))
    return _Piece(seen, watch.values.of(seen), watch.reads.sizes[name], needs)


def _again(watch: Watch, kinds: Mapping[str, Redraw], kept: _Kept, data: bytes, fits: Fits | None) -> tuple[bytes, _Kept] | None:
    """The file `data` with the pieces that have changed; None when more has changed."""
    seen, value = kept.rest
    if sha256(data) != kept.sha256 or watch.values.of(seen) != value:
        return None
    changed = [name for name, piece in kept.pieces.items() if watch.values.of(piece.seen) != piece.value]
    drawn, written, pieces = {}, {}, dict(kept.pieces)
    for name in changed:
        nodes, size = watch.again(name, kinds)
        code = watch.written(name, in_svg=FILE in kept.streams)
        if kept.pieces[name].needs is None or code is None or size != kept.pieces[name].size:
            return None
        drawn[name], (written[name], needs) = nodes, code
        if needs.states != kept.pieces[name].needs.states:
            return None
        pieces[name] = _piece(watch, name, needs)
    if (fits and changed and not fits(drawn)) or not _same_fonts(kept, pieces):
        return None
    if not changed:
        return data, kept
    made, streams = exchanged(data, kept.streams, written)
    return made, _Kept(kept.base, sha256(made), kept.rest, pieces, streams, kept.texts)


def _same_fonts(kept: _Kept, pieces: Mapping[str, _Piece]) -> bool:
    before, now = ([piece.needs for piece in found.values() if piece.needs] for found in (kept.pieces, pieces))
    return same_needs(kept.texts, before, now)


def _lines_of(nodes: tuple[Node, ...]) -> tuple[bytes, Needs] | None:
    from pnp.draw.svg import piece_lines

    return piece_lines(nodes)


def _operators_of(nodes: tuple[Node, ...]) -> tuple[bytes, Needs] | None:
    from pnp.draw.pdf import piece_operators

    found = piece_operators(nodes)
    return (found.code.encode("ascii"), Needs(found.texts, found.states)) if found else None
