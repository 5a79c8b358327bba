"""Drawings of a book that earlier books have drawn already: held, so that they are drawn anew only when what they show has changed.

In: a drawing's name and how it is drawn. Out: the drawing, or one of the same size that is drawn when nobody has written it
yet. What it may show: all that a sheet may know (`sheet_hash`), and what it has read of the counters.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pnp.draw.scene import Group, Held, Kept, Node, Show
from pnp.generators.counter_reads import Reads, Seen, Values, bare_counters
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.output import content_hash

UNREAD = ("counters", "errata", "gpids")
"""Sources that a sheet doesn't show, or of which it is known what it shows."""


def sheet_hash(game: Game) -> str:
    """A hash of all that a sheet may show but what may change of counters; of rules it shows addresses and titles."""
    known = game.workings.get("sheet hash")
    if known is None:
        parts = (model for name, model in game.source_parts().items() if name not in UNREAD and not name.startswith(("rules/", "examples/")))
        known = game.workings["sheet hash"] = content_hash(
            game.id, game.language, repr(sorted(game.words.messages.items())), bare_counters(game),
            *(file.headings().model_dump_json() for file in game.rules), *(part.model_dump_json() for part in parts),
        )  # fmt: skip
    return str(known)


@dataclass(frozen=True)
class Drawn:
    """Drawings of an earlier book.

    base   of all that a sheet may show but what may change of counters
    seen   what was read of those
    value  a hash of that
    sizes  width and height of each
    held   whether they may be held
    """

    base: str
    seen: tuple[Seen, ...]
    value: str
    sizes: tuple[tuple[float, float], ...]
    held: bool


class Drawings:
    """The drawings of a book by their names.

    game   as it is, so that nothing here counts as read
    known  what earlier books have drawn; filled in
    """

    def __init__(self, game: Game, reads: Reads, known: dict[str, Drawn]) -> None:
        self.game, self.reads, self.known = game, reads, known
        self.values = Values(game)
        self._made: dict[str, list[Drawing]] = {}

    def one(self, name: str, make: Callable[[], Drawing | None]) -> Drawing | None:
        """A drawing; None where there is none."""

        def several() -> Iterable[Drawing]:
            made = make()
            return () if made is None else (made,)

        return next(iter(self.several(name, several)), None)

    def several(self, name: str, make: Callable[[], Iterable[Drawing]]) -> list[Drawing]:
        """Drawings that are drawn together, in order."""
        if name not in self._made:
            row, drawn = self.known.get(name), None
            base = sheet_hash(self.game)
            if row is None or row.base != base or self.values.of(row.seen) != row.value:
                drawn = self._draw(name, make)
                row = self.known[name] = self._row(base, name, drawn)
            self._made[name] = self._later(name, row, drawn, make)
        return self._made[name]

    def _draw(self, name: str, make: Callable[[], Iterable[Drawing]]) -> list[Drawing]:
        with self.reads.of(f"drawn {name}"):
            return list(make())

    def _row(self, base: str, name: str, drawn: Iterable[Drawing]) -> Drawn:
        seen = tuple(sorted(self.reads.parts.get(f"drawn {name}", ())))
        sizes = tuple((drawing.width_mm, drawing.height_mm) for drawing in drawn)
        return Drawn(base, seen, self.values.of(seen), sizes, all(may_be_held(drawing.nodes) for drawing in drawn))

    def _later(
        self, name: str, row: Drawn, drawn: list[Drawing] | None, make: Callable[[], Iterable[Drawing]]
    ) -> list[Drawing]:  # fmt: skip
        """The drawings of `row`, drawn when somebody asks for them."""
        found = [] if drawn is None else [drawn]

        def nodes(index: int) -> tuple[Node, ...]:
            if not found:
                found.append(self._draw(name, make))
            return found[0][index].nodes

        key = content_hash("book", name, row.base, row.value)
        makers = [functools.partial(nodes, index) for index in range(len(row.sizes))]
        if not row.held:
            return [Later(f"{key} {index}", size, makers[index]) for index, size in enumerate(row.sizes)]
        return [Drawing((Held(f"{key} {index}", makers[index]),), *size) for index, size in enumerate(row.sizes)]


class Later(Drawing):
    """A drawing that can't be held, of which only the size is known before somebody asks for its nodes."""

    def __init__(self, key: str, size: tuple[float, float], make: Callable[[], tuple[Node, ...]]) -> None:
        for name, value in (("key", key), ("make", make), ("width_mm", size[0]), ("height_mm", size[1])):
            object.__setattr__(self, name, value)

    @property
    def nodes(self) -> tuple[Node, ...]:  # type: ignore[override]
        """What it shows."""
        return self.make()  # type: ignore[attr-defined,no-any-return]

    def __repr__(self) -> str:
        return f"Later({self.key!r})"  # type: ignore[attr-defined]


def may_be_held(nodes: Iterable[Node]) -> bool:
    """Whether nothing in `nodes` belongs to one document: no form, nothing kept or held, no group with an opacity."""
    for node in nodes:
        if isinstance(node, (Kept, Held, Show)):
            return False
        if isinstance(node, Group) and (node.opacity != 1.0 or not may_be_held(node.children)):
            return False
    return True


def key_of(drawing: Drawing) -> str:
    """A hash of all that a drawing shows."""
    return content_hash(repr(drawing))
