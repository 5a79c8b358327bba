"""The player aid: every table with its results explained, the sequence of play, units, symbols, and blank records.

In: a game in one language, a paper. Out: a `Document` of scenes in mm. The parts are `Drawing`s of known height,
stacked on as few pages as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.draw.scene import Document, Node, Page, Scene, Stroke, Text, line
from pnp.errors import LayoutError
from pnp.generators.charts.records import records_page
from pnp.generators.charts.scenario import other_scenarios, scenario_parts
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.charts.units import SMALL_BODY, symbols_part, units_parts
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.odds import odds_part
from pnp.generators.tables.parts import half_tables, options_part, sequence_part, table_part
from pnp.generators.tables.tables import INK, LARGE, QUIET, TableLook
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.model.tables import AnyTable, EventsTable, ListTable
from pnp.units import PAPERS_MM

SIDE_MM = 14.0
TOP_MM = 11.0
HEAD_MM = 14.0
GAP_MM = 5.0

LOWER = TableLook(row_mm=8.4, face_mm=5.8, leading_pt=11.0)
"""Tables with lower rows, in type of the same size."""

UNIT_SIZES_MM = (14.6, 13.0, 11.6)
"""Sizes to try for the counters explained in the player aid; the largest that needs the fewest pages is used."""


@dataclass(frozen=True, slots=True)
class ChartPage:
    """The contents of one page, below its head."""

    title: str
    parts: tuple[Drawing, ...]


def build_charts(game: Game, paper: str) -> Document:
    """The charts of `game` on `paper` ("a4" or "letter"), one-sided.

    Raises LayoutError when a table is higher than the page.
    """
    words = game.words
    paper_mm = PAPERS_MM[paper]
    width = paper_mm[0] - 2 * SIDE_MM
    room = paper_mm[1] - TOP_MM - HEAD_MM - FOOT_MM - 5.0
    pages = chart_pages(game, width, room)
    pages.append(ChartPage(words.text("Turn and loss records"), (records_page(game, width, room),)))
    scenes = [_scene(game, paper_mm, page, room, number, len(pages)) for number, page in enumerate(pages, 1)]
    return Document(
        title=words.text("{title}: charts", title=game.info.printed_title),
        language=game.language,
        pages=tuple(Page(scene, bookmark=page.title) for scene, page in zip(scenes, pages, strict=True)),
        subject=game.info.subtitle,
    )


def chart_pages(game: Game, width: float, room: float) -> list[ChartPage]:
    """The pages of the player aid: tables first, then the other parts, each page as full as possible."""
    words = game.words
    terrain = terrain_part(game, width)
    odds = [part for part in [odds_part(game, width)] if part]
    before = [
        *scenario_parts(game, width, room), *other_scenarios(game, width, room), sequence_within(game, width, room),
        options_part(game, width),
    ]  # fmt: skip
    symbols = symbols_part(game, width) if game.map.kind != "hexes" else None

    def paged(
        with_tables: Sequence[Drawing], with_aids: Sequence[Drawing], look: TableLook = LARGE
    ) -> list[ChartPage]:
        tables = with_terrain(table_parts(game, width, room, look), terrain)
        aids = [
            stacked([p for p in (*before, *with_aids, *units_parts(game, width, room, size), symbols) if p], room)
            for size in UNIT_SIZES_MM
        ]
        pages = [ChartPage(words.text("Tables"), parts) for parts in stacked([*tables, *with_tables], room)]
        return pages + [ChartPage(words.text("Player aid"), parts) for parts in min(aids, key=len)]

    # The worked example follows the tables, or, where that saves a page, the sequence of play or lower tables.
    pages = min(paged(odds, []), paged([], odds), key=len)
    return pages if len(pages) == len(paged([], [])) else min(pages, paged(odds, [], LOWER), key=len)


def sequence_within(game: Game, width: float, room: float) -> Drawing | None:
    """The sequence of play, in smaller type where it would be higher than `room`."""
    part = sequence_part(game, width)
    return part if part is None or part.height_mm <= room else sequence_part(game, width, SMALL_BODY)


def table_parts(game: Game, width: float, room: float, look: TableLook = LARGE) -> list[Drawing]:
    """Every table in order, with runs of short ones side by side; a run higher than `room` is cut into several."""
    parts: list[Drawing] = []
    run: list[AnyTable] = []
    for table in (*game.charts.tables, None):
        if table is not None and is_short(table):
            run.append(table)
            continue
        parts += _side_by_side(game, run, width, room, look)
        run = []
        if table is not None:
            parts.append(table_part(game, table, width, look))
    return parts


def _side_by_side(
    game: Game, run: Sequence[AnyTable], width: float, room: float, look: TableLook
) -> list[Drawing]:
    """Short tables in as few blocks of two columns as fit on a page each; a single table as wide as the page."""
    if len(run) < 2:
        return [table_part(game, table, width, look) for table in run]
    for count in range(1, len(run)):
        cuts = [len(run) * number // count for number in range(count + 1)]
        blocks = [half_tables(game, run[a:b], width, look) for a, b in pairwise(cuts)]
        if all(block.height_mm <= room for block in blocks):
            return blocks
    return [table_part(game, table, width, look) for table in run]


def with_terrain(tables: Sequence[Drawing], terrain: Drawing | None) -> list[Drawing]:
    """The tables with the terrain chart of a hex map after the first, which is usually the combat results table."""
    return list(tables) if terrain is None else [*tables[:1], terrain, *tables[1:]]


def is_short(table: AnyTable) -> bool:
    """Whether a table fits into half the page: lists, and events without later effects."""
    return isinstance(table, ListTable) or (
        isinstance(table, EventsTable) and not any(r.after_text for r in table.rows)
    )


def stacked(parts: Sequence[Drawing], room: float) -> list[tuple[Drawing, ...]]:
    """`parts` on as few pages as possible, in order on each page: every part goes on the emptiest page so far.

    Where placing the tallest parts first saves a page, they are placed first. Raises LayoutError for a part taller
    than a page.
    """
    for part in parts:
        if part.height_mm > room:
            raise LayoutError(f"a chart of {part.height_mm:.0f} mm doesn't fit on a page with {room:.0f} mm")
    numbers = range(len(parts))
    in_order = _filled(parts, numbers, room)
    by_height = _filled(parts, sorted(numbers, key=lambda number: -parts[number].height_mm), room)
    pages = min((in_order, by_height), key=len)
    return [tuple(parts[number] for number in sorted(page)) for page in sorted(pages, key=min)]


def _filled(parts: Sequence[Drawing], order: Iterable[int], room: float) -> list[list[int]]:
    """The indices of the parts on each page, placed in this `order`, each on the emptiest page or on a new one."""
    pages: list[list[int]] = []
    for number in order:
        page = min(pages, key=lambda page: _used([parts[n] for n in page]), default=[])
        if not page or _used([*(parts[n] for n in page), parts[number]]) > room:
            page = []
            pages.append(page)
        page.append(number)
    return pages


def _used(page: Sequence[Drawing]) -> float:
    """Height of the parts on a page, with the gaps between them."""
    return sum(part.height_mm + GAP_MM for part in page) - GAP_MM


def _scene(game: Game, paper_mm: tuple[float, float], page: ChartPage, room: float, number: int, total: int) -> Scene:
    """One page: head, parts (spread a little when there is room to spare), margin."""
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
