"""The player aid: every table with its results explained, the sequence of play, units, symbols, and blank records.

In: a game in one language, a paper. Out: a `Document` of scenes in mm. The parts are `Drawing`s of known height,
stacked on as few pages as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Document, Node, Page, Scene, Stroke, Text, line
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.charts.records import joined, records_page, records_parts
from pnp.generators.charts.scenario import other_scenarios, scenario_parts
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.charts.units import SMALL_BODY, symbols_part, units_parts
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.odds import odds_part
from pnp.generators.tables.parts import GUTTER_MM, in_two_columns, options_part, sequence_part, table_part
from pnp.generators.tables.tables import INK, LARGE, QUIET, TableLook
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.model.tables import AnyTable, EventsTable, ListTable, ResultsTable
from pnp.units import PAPERS_MM

SIDE_MM = 14.0
TOP_MM = 11.0
HEAD_MM = 14.0
GAP_MM = 4.0

FEW_PAGES = 4
"""Sets of up to this many pages keep type of full size."""

SCALES = (1.0, 0.9, 0.8, 0.76)
"""Sizes of type to try for larger sets, largest first; at the smallest, text has 7.2 pt, and no word less than 6.5."""

NARROW = 5
"""Columns and results of a table that fits into half the page."""

MOST_TRIES = 20_000
"""Ways of placing parts that are tried to save a page."""

TITLE_PT, LEAST_TITLE_PT = 21.0, 14.0
"""Size of a page's title, and the least before its last words are left out."""


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
    scenes = [_scene(game, paper_mm, page, room, number, len(pages)) for number, page in enumerate(pages, 1)]
    return Document(
        title=words.text("{title}: charts", title=game.info.printed_title),
        language=game.language,
        pages=tuple(Page(scene, bookmark=page.title) for scene, page in zip(scenes, pages, strict=True)),
        subject=game.info.subtitle,
    )


def chart_pages(game: Game, width: float, room: float) -> list[ChartPage]:
    """The pages of the player aid, on as few as possible: tables first, then the other parts, then the records.

    A large set is tried in smaller type, and with the records among the other parts, together or not, where that saves
    a page. The key to the map, which the map prints too, takes no page of its own.
    """
    best: list[tuple[Drawing, ...]] = []
    for scale in SCALES:
        parts = [part.scaled(scale) for part in chart_parts(game, width / scale, room / scale)]
        drawn = symbols_part(game, width / scale) if game.map.kind != "hexes" else None
        key = [drawn.scaled(scale)] if drawn is not None else []
        apart = [part.scaled(scale) for part in records_parts(game, width / scale)]
        together = joined(apart)
        ways = [[together]] if together.height_mm <= room else []
        with_records = (_with_key([*parts, *way], key, room) for way in (*ways, apart))
        for pages in (_before_records(game, parts, key, width, room), *with_records):
            if not best or len(pages) < len(best):
                best = pages
            if len(best) <= FEW_PAGES:
                break
        if len(best) <= FEW_PAGES:
            break
    room = width - width_mm(game.info.printed_title, "sans-regular", 11.0) - 6.0
    return [ChartPage(page_title(game, parts, room), parts) for parts in best]


def _with_key(parts: Sequence[Drawing], key: Sequence[Drawing], room: float) -> list[tuple[Drawing, ...]]:
    """`parts` on as few pages as possible, with the key to the map where that takes no page more."""
    return min((stacked([*parts, *key], room), stacked(parts, room)), key=len)


def _before_records(
    game: Game, parts: Sequence[Drawing], key: Sequence[Drawing], width: float, room: float
) -> list[tuple[Drawing, ...]]:
    """`parts`, then the record page, which takes up the key to the map where no other page has room for it."""
    pages = _with_key(parts, key, room)
    left = [part for part in key if not any(part in page for page in pages)]
    records = records_page(game, width, room - sum(part.height_mm + GAP_MM for part in left))
    if left and height_of([records, *left]) <= room:
        return [*pages, (records, *left)]
    return [*pages, (records_page(game, width, room),)]


def chart_parts(game: Game, width: float, room: float) -> list[Drawing]:
    """Every part but the key to the map and the records, none higher than `room` where that can be helped."""
    half = (width - GUTTER_MM) / 2
    odds, options = odds_part(game, half), options_part(game, half)
    fillers = [part for part in (odds, options) if part is not None]
    tables = with_terrain(table_parts(game, width, room, fillers=fillers), terrain_part(game, width))
    others = [
        odds_part(game, width) if odds in fillers else None,
        *scenario_parts(game, width, room), *other_scenarios(game, width, room),
        sequence_within(game, width, room), options_part(game, width) if options in fillers else None,
        *units_parts(game, width, room),
    ]  # fmt: skip
    return [*tables, *(part for part in others if part is not None)]


def page_title(game: Game, parts: Sequence[Drawing], room: float) -> str:
    """What stands on a page: the topics or titles of its parts, as many as fit into `room` mm."""
    topics = dict.fromkeys(title for part in parts for title in part.topics or (part.title,) if title)
    titles = list(topics or dict.fromkeys(part.title for part in parts if part.title))
    while len(titles) > 1 and width_mm(" · ".join(titles), "sans-bold", LEAST_TITLE_PT) > room:
        titles.pop()
    return " · ".join(titles)


def sequence_within(game: Game, width: float, room: float) -> Drawing | None:
    """The sequence of play, in smaller type where it would be higher than `room`."""
    part = sequence_part(game, width)
    return part if part is None or part.height_mm <= room else sequence_part(game, width, SMALL_BODY)


def table_parts(
    game: Game, width: float, room: float, look: TableLook = LARGE, fillers: list[Drawing] | None = None
) -> list[Drawing]:
    """Every table in order, with runs of short ones side by side; a run higher than `room` is cut into several.

    fillers  drawings half as wide; those that fit where one column of tables ends before the other are taken from it
    """
    parts: list[Drawing] = []
    run: list[AnyTable] = []
    for table in (*game.charts.tables, None):
        if table is not None and is_short(table):
            run.append(table)
            continue
        parts += _side_by_side(game, run, width, room, look, [] if fillers is None else fillers)
        run = []
        if table is not None:
            parts.append(table_part(game, table, width, look))
    return parts


def _side_by_side(
    game: Game, run: Sequence[AnyTable], width: float, room: float, look: TableLook, fillers: list[Drawing]
) -> list[Drawing]:
    """Short tables in blocks of two columns, each with as many as fit on a page; a single table as wide as the page."""
    if len(run) < 2:
        return [table_part(game, table, width, look) for table in run]
    halves = [table_part(game, table, (width - GUTTER_MM) / 2, look) for table in run]
    blocks: list[Drawing] = []
    first = 0
    while first < len(run):
        last = first + 1
        while last < len(run) and in_two_columns(halves[first : last + 1], width, look).height_mm <= room:
            last += 1
        block = in_two_columns(halves[first:last], width, look)
        if block.height_mm > room:
            return [table_part(game, table, width, look) for table in run]
        shown = halves[first:last]
        for filler in list(fillers) if len(shown) > 1 else []:
            fuller = in_two_columns([*shown, filler], width, look)
            if fuller.height_mm <= block.height_mm + 0.01:
                shown, block = [*shown, filler], fuller
                fillers.remove(filler)
        blocks.append(block if last > first + 1 else table_part(game, run[first], width, look))
        first = last
    return blocks


def with_terrain(tables: Sequence[Drawing], terrain: Drawing | None) -> list[Drawing]:
    """The tables with the terrain chart of a hex map after the first, which is usually the combat results table."""
    return list(tables) if terrain is None else [*tables[:1], terrain, *tables[1:]]


def is_short(table: AnyTable) -> bool:
    """Whether a table fits into half the page: lists, events without later effects, results of few columns."""
    if isinstance(table, ResultsTable):
        return len(table.columns) <= NARROW and len(table.codes) <= NARROW and not table.modifiers
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
    tallest_first = sorted(numbers, key=lambda number: -parts[number].height_mm)
    in_order = _filled(parts, numbers, room)
    by_height = _filled(parts, tallest_first, room)
    pages = min((in_order, by_height), key=len)
    while (fewer := _within(parts, tallest_first, room, len(pages) - 1)) is not None:
        pages = fewer
    return [tuple(parts[number] for number in sorted(page)) for page in sorted(pages, key=min)]


def _filled(parts: Sequence[Drawing], order: Iterable[int], room: float) -> list[list[int]]:
    """The indices of the parts on each page, placed in this `order`, each on the emptiest page or on a new one."""
    pages: list[list[int]] = []
    for number in order:
        page = min(pages, key=lambda page: height_of([parts[n] for n in page]), default=[])
        if not page or height_of([*(parts[n] for n in page), parts[number]]) > room:
            page = []
            pages.append(page)
        page.append(number)
    return pages


def _within(parts: Sequence[Drawing], order: Sequence[int], room: float, count: int) -> list[list[int]] | None:
    """The indices of the parts on at most `count` pages; None where that is impossible or not found soon."""
    heights = [part.height_mm + GAP_MM for part in parts]
    if count < 1 or sum(heights) > count * (room + GAP_MM):
        return None
    pages: list[list[int]] = [[] for _ in range(count)]
    spare = [room + GAP_MM] * count
    tries = 0

    def placed(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            return True
        number = order[at]
        for page in range(count):
            tries += 1
            if tries > MOST_TRIES or heights[number] > spare[page] or spare[page] in spare[:page]:
                continue
            pages[page].append(number)
            spare[page] -= heights[number]
            if placed(at + 1):
                return True
            pages[page].pop()
            spare[page] += heights[number]
        return False

    return [page for page in pages if page] if placed(0) else None


def height_of(page: Sequence[Drawing]) -> float:
    """Height of the parts on a page, with the gaps between them."""
    return sum(part.height_mm + GAP_MM for part in page) - GAP_MM


def _scene(game: Game, paper_mm: tuple[float, float], page: ChartPage, room: float, number: int, total: int) -> Scene:
    """One page: head, parts (spread a little when there is room to spare), margin."""
    width, height = paper_mm
    inner = width - 2 * SIDE_MM
    base = TOP_MM + 8.6
    nodes: list[Node] = [
        Text(SIDE_MM, base, page.title, "sans-bold", _title_pt(game, page.title, inner), INK),
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
    nodes.append(sheet_margin(game, paper_mm=paper_mm, title=game.words.text("Charts"), sheet=number, sheets=total,
                              ruled=number == 1, side_mm=SIDE_MM))  # fmt: skip
    return Scene(width, height, tuple(nodes), title=page.title)


def _title_pt(game: Game, title: str, width: float) -> float:
    """The size of a page's title, smaller where it would run into the title of the game."""
    room = width - width_mm(game.info.printed_title, "sans-regular", 11.0) - 6.0
    return min(TITLE_PT, TITLE_PT * room / width_mm(title, "sans-bold", TITLE_PT))
