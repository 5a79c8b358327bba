"""The player aid: every table, results explained, the turn in order, units, symbols, and a page of blank records.

In: a game in one language, a paper. Out: a `Document` of scenes in mm. What goes on a page is a `Drawing` with a
height; drawings are stacked in order and go on to the next page when they don't fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.scene import Document, Keep, Node, Page, Scene, Stroke, Text, line
from pnp.errors import LayoutError
from pnp.generators.charts_odds import odds_part
from pnp.generators.charts_parts import PICTURES, ending_part, half_tables, options_part, sequence_part, table_part
from pnp.generators.charts_records import RECORD_PIECES, records_page
from pnp.generators.charts_scenario import deployments, scenario_parts
from pnp.generators.charts_tables import INK, LARGE, QUIET, TableLook
from pnp.generators.charts_terrain import terrain_part
from pnp.generators.charts_units import UNIT_PIECES, symbols_part, units_part
from pnp.generators.sheet_held import Holder
from pnp.generators.sheet_margin import FOOT_MM, sheet_margin
from pnp.generators.sheet_pieces import Redraw, drawing
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.model.tables import AnyTable, EventsTable, ListTable
from pnp.output import content_hash
from pnp.units import PAPERS_MM

SIDE_MM = 14.0
TOP_MM = 11.0
HEAD_MM = 14.0
GAP_MM = 5.0


@dataclass(frozen=True, slots=True)
class ChartPage:
    """What stands on one page, below its head."""

    title: str
    parts: tuple[Drawing, ...]


def build_charts(game: Game, paper: str, *, key: str = "", keep: Keep | None = None) -> Document:
    """The charts of `game` on `paper` ("a4" or "letter"), one-sided.

    key   a hash of all that the game says to this sheet but of its counters
    keep  where lies what was drawn before; with a key, of what shows no counters
    Raises LayoutError when a table is higher than the page.
    """
    words = game.words
    paper_mm = PAPERS_MM[paper]
    width = paper_mm[0] - 2 * SIDE_MM
    room = paper_mm[1] - TOP_MM - HEAD_MM - FOOT_MM - 5.0
    pages = chart_pages(game, width, room, Holder(game, key and content_hash(key, repr(width)), keep))
    pages.append(ChartPage(words.text("Turn and loss records"), (records_page(game, width, room),)))
    scenes = [_scene(game, paper_mm, page, room, number, len(pages)) for number, page in enumerate(pages, 1)]
    return Document(
        title=words.text("{title}: charts", title=game.info.printed_title),
        language=game.language,
        pages=tuple(Page(scene, bookmark=page.title) for scene, page in zip(scenes, pages, strict=True)),
        subject=game.info.subtitle,
    )


def chart_pages(game: Game, width: float, room: float, holder: Holder | None = None) -> list[ChartPage]:
    """The pages of the player aid: tables first, then the rest, each page as full as it goes."""
    words, holder = game.words, holder or Holder(game, "")
    tables = with_terrain(holder.drawings("tables", lambda quiet: table_parts(quiet, width)), terrain_part(game, width))
    others = [
        *scenario_parts(game, width), *deployments(game, width),
        *holder.drawings("turn", lambda quiet: (sequence_part(quiet, width), ending_part(quiet, width), options_part(quiet, width))),
        units_part(game, width, 14.6), symbols_part(game, width) if game.map.kind != "hexes" else None,
    ]  # fmt: skip
    odds = _odds(game, width)
    shown = [*tables, *([odds] if odds.nodes else [])]
    pages = [ChartPage(words.text("Tables"), parts) for parts in stacked(shown, room)]
    pages += [ChartPage(words.text("Player aid"), parts) for parts in stacked([p for p in others if p], room)]
    return pages


def _odds(game: Game, width: float) -> Drawing:
    return drawing(game, lambda: odds_part(game, width) or Drawing((), 0.0, 0.0), "odds", width)


CHART_PIECES: dict[str, Redraw] = {**PICTURES, "odds": _odds, **RECORD_PIECES, **UNIT_PIECES}
"""What draws the pieces of the charts."""


def table_parts(game: Game, width: float, look: TableLook = LARGE) -> list[Drawing]:
    """Every table in order, runs of short ones side by side."""
    parts: list[Drawing] = []
    run: list[AnyTable] = []
    for table in (*game.charts.tables, None):
        if table is not None and is_short(table):
            run.append(table)
            continue
        if len(run) > 1:
            parts.append(half_tables(game, run, width, look))
        elif run:
            parts.append(table_part(game, run[0], width, look))
        run = []
        if table is not None:
            parts.append(table_part(game, table, width, look))
    return parts


def with_terrain(tables: Sequence[Drawing], terrain: Drawing | None) -> list[Drawing]:
    """The tables with the terrain chart of a hex map after the first, which as a rule is that of combat."""
    return list(tables) if terrain is None else [*tables[:1], terrain, *tables[1:]]


def is_short(table: AnyTable) -> bool:
    """Whether half the page is wide enough: lists, and events without a later part."""
    return isinstance(table, ListTable) or (isinstance(table, EventsTable) and not any(r.after_text for r in table.rows))


def stacked(parts: Sequence[Drawing], room: float) -> list[tuple[Drawing, ...]]:
    """`parts` on as few pages as hold them: each on the emptiest, so that short ones fill up.

    Raises LayoutError for one that no page holds.
    """
    pages: list[list[Drawing]] = []
    for part in parts:
        if part.height_mm > room:
            raise LayoutError(f"a chart of {part.height_mm:.0f} mm doesn't fit on a page with {room:.0f} mm")
        page = min(pages, key=_used, default=[part])
        if not pages or _used(page) + GAP_MM + part.height_mm > room:
            page = []
            pages.append(page)
        page.append(part)
    return [tuple(page) for page in pages]


def _used(page: Sequence[Drawing]) -> float:
    """Height of what stands on a page."""
    return sum(part.height_mm + GAP_MM for part in page) - GAP_MM


def _scene(game: Game, paper_mm: tuple[float, float], page: ChartPage, room: float, number: int, total: int) -> Scene:
    """One page: head, parts spread a little when there is room left, margin."""
    width, height = paper_mm
    inner = width - 2 * SIDE_MM
    base = TOP_MM + 8.6
    nodes: list[Node] = [
        Text(SIDE_MM, base, page.title, "sans-bold", 21.0, INK),
        Text(width - SIDE_MM, base, game.info.printed_title, "sans-regular", 11.0, QUIET, anchor="end"),
        line(SIDE_MM, base + 3.2, SIDE_MM + inner, base + 3.2, Stroke(INK, 1.4)),
    ]
    used = sum(part.height_mm for part in page.parts)
    gaps = len(page.parts) - 1
    spare = room - used - gaps * GAP_MM
    gap = GAP_MM + min(spare / max(gaps, 1), 9.0) if gaps else 0.0
    y = TOP_MM + HEAD_MM + 3.0
    for part in page.parts:
        nodes.append(part.at(SIDE_MM, y))
        y += part.height_mm + gap
    nodes.append(sheet_margin(game, paper_mm=paper_mm, title=game.words.text("Charts"), sheet=number, sheets=total))
    return Scene(width, height, tuple(nodes), title=page.title)
