"""Pieces of a sheet: pictures of counters and whatever else shows their values, named so that each can be drawn again by itself.

In: a game, and a function that draws. Out: what it draws; a `Piece` when the sheet is made from a game that takes down what
is read of its counters (`in_pieces`). Whoever has kept which values a piece has read (`Values`) knows which ones to draw again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pnp.draw.scene import Group, Node, Piece
from pnp.generators.counter_reads import Reads, Seen, watched
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.output import content_hash

Size = tuple[float, float]
"""Width and height of a drawing; (0, 0) of a picture, which is as large as whoever shows it wants."""

Drawn = tuple[tuple[Node, ...], Size]
Redraw = Callable[..., "Drawing | Group"]
"""Draws a piece: of a game, by the other parts of its name."""


class PieceReads(Reads):
    """What pieces have read, and how large they are.

    inside  whether a piece is being drawn: what is in it is no piece of its own
    """

    def __init__(self) -> None:
        super().__init__()
        self.sizes: dict[str, Size] = {}
        self.inside = False

    @contextmanager
    def drawing(self, name: str) -> Iterator[None]:
        """What is read in here is read by the piece `name`."""
        self.inside = True
        try:
            with self.of(name):
                yield
        finally:
            self.inside = False


def in_pieces(game: Game) -> tuple[Game, PieceReads]:
    """`game`, whose sheets come out in pieces, and what these read."""
    reads = PieceReads()
    return watched(game, reads), reads


def piece_name(kind: str, *args: str | float | None) -> str:
    """The name of a piece: which function draws it, and of what."""
    return json.dumps([kind, *args])


def picture(game: Game, draw: Callable[[], Group], kind: str, *args: str | float | None) -> Group:
    """What `draw` draws: it is shown as it is, anywhere and at any size."""
    reads = _reads_of(game)
    if reads is None or reads.inside:
        return draw()

    def drawn() -> Drawn:
        found = draw()
        return ((found,) if found.children else ()), (0.0, 0.0)

    return _piece(reads, piece_name(kind, *args), drawn)[0]


def drawing(game: Game, draw: Callable[[], Drawing], kind: str, *args: str | float | None) -> Drawing:
    """What `draw` draws; as long as it is as large as before, what is around it stays where it is."""
    reads = _reads_of(game)
    if reads is None or reads.inside:
        return draw()
    made, size = _piece(reads, piece_name(kind, *args), lambda: _parts(draw()))
    return Drawing((made,) if made.children else (), *size)


def _reads_of(game: Game) -> PieceReads | None:
    reads = getattr(game.pictures, "reads", None)
    return reads if isinstance(reads, PieceReads) else None


def _piece(reads: PieceReads, name: str, draw: Callable[[], Drawn]) -> tuple[Piece, Size]:
    with reads.drawing(name):
        nodes, size = draw()
    if not nodes:  # nothing that could be exchanged: whoever has asked for it has read what it has
        for thing, what in reads.parts.get(name, ()):
            reads.note(thing, what)
    reads.sizes[name] = size
    return Piece(nodes, name=name), size


def _parts(drawn: Drawing | Group) -> Drawn:
    if isinstance(drawn, Drawing):
        return drawn.nodes, (drawn.width_mm, drawn.height_mm)
    return (drawn,), (0.0, 0.0)


def drawn_again(game: Game, reads: PieceReads, name: str, kinds: Mapping[str, Redraw]) -> Drawn:
    """The piece `name` of `game`, which `in_pieces` gave with `reads`.

    kinds  what draws each kind of piece
    Raises LookupError, ValueError or TypeError for a name that means no piece of the game.
    """
    kind, *args = json.loads(name)
    reads.parts.pop(name, None)
    with reads.drawing(name):
        nodes, size = _parts(kinds[kind](game, *args))
    reads.sizes[name] = size
    return nodes, size


class Values:
    """The values of a game's counters, as pieces read them."""

    def __init__(self, game: Game) -> None:
        self._things: dict[str, Any] = {str(counter.id): counter for counter in game.all_counters()}
        self._things |= {f"group {group.id}": group for group in game.counters.groups}
        self._told: dict[Seen, str] = {}

    def of(self, seen: Iterable[Seen]) -> str:
        """A hash of what stands where a piece has read."""
        return content_hash(*map(self._value, sorted(seen)))

    def _value(self, seen: Seen) -> str:
        if seen not in self._told:
            thing, name = seen
            self._told[seen] = f"{thing} {name} {getattr(self._things.get(thing), name, None)!r}"
        return self._told[seen]
