"""Products of which only pieces have changed: the file that lies there, with those pieces exchanged.

In: how a product is drawn in pieces. Out: its bytes, the same as if it were made from nothing. What a product's pieces have
read of the counters, and where they stand in it, is kept from one build to the next (`_Kept`); all else that it is made from
is told by a hash. Whatever doesn't fit is no fault: the product is made whole. Read `exchanged_product` first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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

Fits = Callable[[Any, Mapping[str, tuple[Node, ...]]], bool]
"""Whether what stands around pieces, as it was kept, is the same with these."""


@dataclass(frozen=True)
class Sheets:
    """Products of one language that are made in one process.

    kinds  what draws each kind of their pieces
    fits   whether what is kept of what stands around pieces is the same with others
    """

    workload: str
    language: str
    kinds: Callable[[], Mapping[str, Redraw]]
    fits: Fits | None = None

    @property
    def rest(self) -> str:
        """The name of what has read all that no piece has."""
        return rest_of(self.workload)


def rest_of(workload: str) -> str:
    """The name of what has read all that no piece of a workload's products has."""
    return f"rest of {workload}"


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
    around  what the generator keeps of what stands around pieces
    """

    base: str
    sha256: str
    rest: tuple[tuple[tuple[str, str], ...], str]
    pieces: dict[str, _Piece]
    streams: Mapping[int, tuple[int, Spots]]
    texts: tuple[tuple[str, str], ...]
    around: Any

    def plain(self) -> tuple[Any, ...]:
        """As values that may be kept."""
        pieces = {name: (p.seen, p.value, p.size, p.needs and (p.needs.texts, p.needs.states)) for name, p in self.pieces.items()}
        return self.base, self.sha256, self.rest, pieces, self.streams, self.texts, self.around


def _kept_of(found: Any) -> _Kept:
    """What `plain` made. Raises TypeError or ValueError for most other things."""
    base, digest, rest, pieces, streams, texts, around = found
    made = {name: _Piece(seen, value, size, needs and Needs(*needs)) for name, (seen, value, size, needs) in pieces.items()}
    return _Kept(base, digest, rest, made, streams, texts, around)


def exchanged_product(shop: Workshop, sheets: Sheets, path: str, base: str) -> tuple[bytes | None, int, str] | None:
    """The product `path` as its earlier file with other pieces, its pages and its hash; None when it must be made whole.

    base  hash of all that it is made from but the names and factors of counters
    None instead of the bytes of the earlier file when nothing of it changes.
    """
    watch, store = shop.watch(sheets.language), _store(shop, sheets)
    earlier = shop.earlier.get(path)
    if earlier is None:
        return None
    try:
        kept = _kept_of(store.value(path))
        if kept.base != base or kept.sha256 != earlier.sha256:
            return None
        found = _again(watch, sheets, kept, earlier.file.read_bytes())
    except (OSError, TypeError, ValueError, LookupError, AttributeError):
        return None  # nothing kept, or something that another program has left
    if found is None:
        return None
    data, now = found
    store.keep_value(path, now.plain())
    return data if now.sha256 != kept.sha256 else None, earlier.pages, now.sha256


def whole_product(shop: Workshop, sheets: Sheets, path: str, base: str, write: Write) -> tuple[bytes, int, str]:
    """The product `path` as `write` makes it, its pages and its hash; what is needed to exchange its pieces is kept."""
    watch, places = shop.watch(sheets.language), Places()
    with watch.reads.of(sheets.rest):
        data, pages = write(watch.game, places)
    digest = sha256(data)
    _store(shop, sheets).keep_value(path, _kept(watch, base, digest, places, sheets.rest).plain())
    return data, pages, digest


def _store(shop: Workshop, sheets: Sheets) -> Any:
    return shop.parts(sheets.language, f"{sheets.workload}-pieces")


def _kept(watch: Watch, base: str, digest: str, places: Places, rest: str) -> _Kept:
    pieces = {name: _piece(watch, name, needs) for name, needs in sorted(places.needs.items())}
    seen = tuple(sorted(watch.reads.parts.get(rest, ())))
    return _Kept(base, digest, (seen, watch.values.of(seen)), pieces, places.streams, places.rest, places.around)


def _piece(watch: Watch, name: str, needs: Needs | None) -> _Piece:
    seen = tuple(sorted(watch.reads.parts.get(name, ())))
    return _Piece(seen, watch.values.of(seen), watch.reads.sizes[name], needs)


def _again(watch: Watch, sheets: Sheets, kept: _Kept, data: bytes) -> tuple[bytes, _Kept] | None:
    """The file `data` with the pieces that have changed; None when more has changed."""
    seen, value = kept.rest
    if watch.values.of(seen) != value:
        return None
    drawn, written, pieces = {}, {}, dict(kept.pieces)
    for name, piece in kept.pieces.items():
        if watch.values.of(piece.seen) == piece.value:
            continue
        drawn[name], size = watch.again(name, sheets.kinds())
        found = watch.written(name, in_svg=FILE in kept.streams)
        if piece.needs is None or found is None or (size, found[1].states) != (piece.size, piece.needs.states):
            return None
        written[name], needs = found
        pieces[name] = _piece(watch, name, needs)
    if drawn and not (_same_fonts(kept, pieces) and (sheets.fits is None or sheets.fits(kept.around, drawn))):
        return None
    made = exchanged(data, kept.streams, written)
    begun = hashlib.sha256(memoryview(data)[: made.first])
    digest = _ended(begun, made.data, made.first)
    if _ended(begun, data, made.first) != kept.sha256:
        return None
    return made.data, replace(kept, sha256=digest, pieces=pieces, streams=made.streams)


def _ended(begun: Any, data: bytes, start: int) -> str:
    """The hash of a file whose first `start` bytes are in `begun`."""
    ended = begun.copy()
    ended.update(memoryview(data)[start:])
    digest: str = ended.hexdigest()
    return digest


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
