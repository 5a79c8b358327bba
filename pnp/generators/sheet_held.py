"""Parts of a sheet that show no counters: held, so that another factor on a counter leaves them as they are.

That such a part asks for nothing of the counters is no promise of its author: it is drawn from a game without them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NoReturn

from pnp.draw.scene import Held, Keep, Node
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.output import content_hash


class Absent:
    """What may not be asked for, since a change of it would not be noticed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, asked: str) -> NoReturn:
        raise LookupError(f"a held part of a sheet may not ask for {self.__dict__.get('name')}.{asked}")

    def _refuse(self, *_: object) -> NoReturn:
        raise LookupError(f"a held part of a sheet may not ask for {self.name}")

    __iter__ = __len__ = __getitem__ = __contains__ = _refuse


ABSENT = ("counters", "errata", "gpids", "examples", "files")


def without_counters(game: Game) -> Game:
    """`game` as far as a sheet's quiet parts may know it: map, charts, scenarios, style, the titles of rules."""
    absent: dict[str, Any] = {name: Absent(name) for name in ABSENT}
    return replace(game, rules=tuple(file.headings() for file in game.rules), **absent)


class Holder:
    """Holds parts of a sheet under `key`, a hash of all that they may know; with the key "" it holds nothing.

    keep  where lies how large drawings are
    """

    def __init__(self, game: Game, key: str, keep: Keep | None = None) -> None:
        self.game, self.key, self.keep = game, key, keep
        self.quiet = without_counters(game) if key else game

    def held(self, name: str, draw: Callable[[Game], tuple[Node, ...]]) -> tuple[Node, ...]:
        """The part called `name`, drawn by `draw` when somebody asks for it."""
        if not self.key:
            return draw(self.game)
        return (Held(content_hash("sheet", name, self.key), lambda: draw(self.quiet)),)

    def drawings(self, name: str, draw: Callable[[Game], Iterable[Drawing | None]]) -> list[Drawing]:
        """The drawings called `name`, those that there are; of held ones only the size is known before they are asked for."""
        if not self.key or self.keep is None:
            return [drawing for drawing in draw(self.game) if drawing is not None]

        @functools.cache
        def drawn() -> tuple[Drawing, ...]:
            return tuple(drawing for drawing in draw(self.quiet) if drawing is not None)

        def sizes() -> bytes:
            return json.dumps([(drawing.width_mm, drawing.height_mm) for drawing in drawn()]).encode("ascii")

        key = content_hash("drawings", name, self.key)
        known = _sizes(self.keep("sizes", key, sizes))
        if known is None:
            known = _sizes(sizes()) or []
        return [
            Drawing((Held(f"{key} {index}", lambda index=index: drawn()[index].nodes if index < len(drawn()) else ()),), *size)  # type: ignore[misc]
            for index, size in enumerate(known)
        ]


def _sizes(data: bytes) -> list[tuple[float, float]] | None:
    """Widths and heights as they were kept; None for anything else."""
    try:
        return [(float(width), float(height)) for width, height in json.loads(data)]
    except (ValueError, TypeError, RecursionError):
        return None
