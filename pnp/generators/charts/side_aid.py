"""The player aid of each side: what its player looks up during the game, on one large sheet folded once.

In: a game in one language, a paper. Out: a `Document`: for each side that a player may lead, pages of that paper, or
one sheet of twice its size with two of them on each face. They are made as the charts are, without what only the
other sides need: their arrivals, their formations, the modifiers of their attacks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.draw.scene import Document, Group, Page, Scene, Stroke, line, moved
from pnp.errors import LayoutError
from pnp.generators.charts.blocks import aid_blocks, common_blocks, in_order
from pnp.generators.charts.composer import Composed, compose
from pnp.generators.charts.player_aid import page_room, sheet_page
from pnp.generators.charts.units import unit_parts
from pnp.generators.sheets.margin import EDGE_MM
from pnp.generators.tables.look import INK
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.tables import AnyTable, ListTable, ResultsTable

MOST_PAGES = 4
"""A sheet folded once has so many, printed on both faces."""
FOLD_TICK_MM = 5.0


def build_side_aids(game: Game, paper: str) -> Document:
    """The aid of each side, one after the other, on pages of `paper` ("a4" or "letter").

    Raises LayoutError when a side needs more than `MOST_PAGES`.
    """
    pages: list[Page] = []
    for side in aid_sides(game):
        composed = aid_pages(game, side, *page_room(paper))
        for number, page in enumerate(composed, 1):
            scene = sheet_page(game, paper, page, (number, len(composed)), side)
            pages.append(Page(scene, bookmark=side.name if number == 1 else ""))
    title = f"{game.info.printed_title}: {game.words.text('Player aid')}"
    return Document(title=title, language=game.language, pages=tuple(pages), subject=game.info.subtitle)


def aid_pages(game: Game, side: Side, width: float, room: float) -> list[Composed]:
    """The pages of a side's aid: as few as hold it, full faces of the sheet, which the forces of other sides help to
    fill. Its own, which stand on the charts too, are left to these where they would make it larger than a folded sheet.

    Raises LayoutError where it is larger without them.
    """
    view = seen_by(game, side)
    pages = compose(aid_blocks(view, side.id), width, room, leads=True)
    if len(pages) > MOST_PAGES:
        pages = compose(in_order(view, common_blocks(view, side.id)), width, room, leads=True)
    elif len(pages) % 2:
        least = len(pages) + 1
        for listed in "", side.id:
            blocks = in_order(view, [*common_blocks(view, side.id), *unit_parts(view, listed)])
            pages = compose(blocks, width, room, least_pages=least, leads=True)
            if len(pages) == least:
                break
    if len(pages) > MOST_PAGES:
        raise LayoutError(f"the player aid of {side.name!r} is larger than {MOST_PAGES} pages")
    return pages


def folded(aids: Document) -> Document:
    """The same on paper of twice the size: two pages side by side, the second and third inside where there are more."""
    pages: list[Page] = []
    starts = [number for number, page in enumerate(aids.pages) if page.bookmark]
    for first, end in itertools.pairwise((*starts, len(aids.pages))):
        scenes = [page.scene for page in aids.pages[first:end]]
        bookmarks = itertools.chain([aids.pages[first].bookmark], itertools.repeat(""))
        pages += [Page(scene, bookmark=bookmark) for scene, bookmark in zip(_spreads(scenes), bookmarks, strict=False)]
    return replace(aids, pages=tuple(pages))


def aid_sides(game: Game) -> list[Side]:
    """The sides that a player leads, always or by an option."""
    return [side for side in game.info.sides if side.played_by == "player" or side.played_with]


def seen_by(game: Game, side: Side) -> Game:
    """The game without what only other sides look up, its lists with the side's rows first; `game` where all is so."""
    tables = tuple(_seen(table, side) for table in game.charts.tables)
    formations = tuple(formation for formation in game.info.formations if formation.side == side.id)
    if tables == game.charts.tables and formations == game.info.formations:
        return game
    return replace(game, charts=game.charts.replaced(tables=tables), info=game.info.replaced(formations=formations))


def _seen(table: AnyTable, side: Side) -> AnyTable:
    if isinstance(table, ResultsTable):
        return table.replaced(modifiers=tuple(one for one in table.modifiers if one.side in (None, side.id)))
    if isinstance(table, ListTable):
        owners = {(row.key, row.effects.get("side", side.id)) for row in table.rows}
        if len(owners) == len({key for key, _ in owners}):  # no key is of two sides
            return table.replaced(rows=tuple(sorted(table.rows, key=lambda row: (row.key, side.id) not in owners)))
    return table


def _spreads(scenes: Sequence[Scene]) -> Iterator[Scene]:
    """The faces of the folded sheet: its pages side by side, the last and the first outside where there are four."""
    width, height = scenes[0].width_mm, scenes[0].height_mm
    fold = [
        line(width, y, width, y + FOLD_TICK_MM, Stroke(INK, 0.35, dash_mm=(1.2, 0.8)))
        for y in (EDGE_MM, height - EDGE_MM - FOLD_TICK_MM)
    ]
    for pair in ((0, 1),) if len(scenes) <= 2 else ((3, 0), (1, 2)):
        halves = [
            Group(scenes[number].children, transform=moved(place * width, 0.0))
            for place, number in enumerate(pair) if number < len(scenes)
        ]  # fmt: skip
        yield Scene(2 * width, height, (*halves, *fold), title=scenes[0].title)
