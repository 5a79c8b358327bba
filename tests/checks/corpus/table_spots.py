"""Where tables and what they hold stand in the sources."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Sources
from corpus.text import Spot


def tables(game: Sources, *kinds: str) -> Iterator[tuple[Spot, dict]]:
    """The tables of these kinds, as places and as data."""
    for spot in game.find("charts:tables/*"):
        data = spot.page.data["tables"][spot.path[1]]
        if not kinds or data["kind"] in kinds:
            yield spot, data


def values_in(table: Spot, path: str) -> list[Spot]:
    """The values at `path` of a table."""
    return list(table.page.find("/".join((*map(str, table.path), path))))


def one(table: Spot, *path: str | int) -> Spot:
    """The value at `path` of a table."""
    return table.page.spots[(*table.path, *path)]
