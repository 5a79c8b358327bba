"""The charts: every table with its results explained, the turn, how the game is won, counters, and blank records.

In: a game in one language, a paper. Out: a `Document` of scenes in mm. The composer fills the pages with blocks; a
page is titled by the tasks that its blocks serve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.draw.scene import Document, Node, Page, Path, Scene, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.charts.blocks import chart_blocks, task_names
from pnp.generators.charts.composer import Composed, compose
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import GUTTER_MM, in_two_columns, table_part
from pnp.generators.tables.tables import INK, LARGE, QUIET, TableLook
from pnp.generators.typeset.block import Drawing, centred_baseline
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.tables import AnyTable, EventsTable, ListTable, ResultsTable
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM = 12.0, 10.0
BAND_MM, BELOW_MM = 12.0, 5.0
"""Height of a page's head, and the white below it."""
ABOVE_FOOT_MM = 1.5
TITLE_PT, GAME_PT = 21.0, 11.0
MOST_TASKS = 3
"""Tasks that a title names."""
LEAST_SHARE = 0.07
"""The share of a page of one that it names."""
NARROW = 5
"""Columns and results of a table that fits into half the page."""


def build_charts(game: Game, paper: str) -> Document:
    """The charts of `game` on `paper` ("a4" or "letter"), one-sided.

    Raises LayoutError when a block is higher than the page.
    """
    pages = compose(chart_blocks(game), *page_room(paper))
    scenes = [sheet_page(game, paper, page, (number, len(pages))) for number, page in enumerate(pages, 1)]
    return Document(
        title=game.words.text("{title}: charts", title=game.info.printed_title),
        language=game.language,
        pages=tuple(Page(scene, bookmark=scene.title) for scene in scenes),
        subject=game.info.subtitle,
    )


def page_room(paper: str) -> tuple[float, float]:
    """Width and height of what stands below the head of a page."""
    width, height = PAPERS_MM[paper]
    return width - 2 * SIDE_MM, height - TOP_MM - BAND_MM - BELOW_MM - FOOT_MM - ABOVE_FOOT_MM


def page_title(game: Game, tasks: Mapping[str, float], fits: Callable[[str], bool]) -> str:
    """The tasks that a page serves, in reading order, in a phrase; the least of them left out where they are many."""
    names = task_names(game)
    largest = sorted(tasks, key=lambda task: -tasks[task])
    worth = sum(share >= LEAST_SHARE for share in tasks.values())
    for count in range(min(MOST_TASKS, max(worth, 1)), 0, -1):
        title = _phrase(game, [names[task] for task in tasks if task in largest[:count]])
        if count == 1 or fits(title):
            return title
    return ""


def _phrase(game: Game, names: Sequence[str]) -> str:
    """Names as one phrase: Turn, supply and victory."""
    first, *others = names
    if game.language != "de":
        others = [name[:1].lower() + name[1:] if name[1:2].islower() else name for name in others]
    if not others:
        return first
    return game.words.text("{first} and {last}", first=game.words.listed([first, *others[:-1]]), last=others[-1])


def sheet_page(game: Game, paper: str, page: Composed, of: tuple[int, int], side: Side | None = None) -> Scene:
    """One page: the head with its title, in a band of the side's colours on its aid; the blocks; the margin."""
    width, height = PAPERS_MM[paper]
    whose = f"{side.name} · {game.info.printed_title}" if side else game.info.printed_title
    inset = 4.0 if side else 0.0
    room = width - 2 * (SIDE_MM + inset) - width_mm(whose, "sans-regular", GAME_PT) - 6.0
    title = page_title(game, page.tasks, lambda text: width_mm(text, "sans-bold", 0.75 * TITLE_PT) <= room)
    size = min(TITLE_PT, TITLE_PT * room / width_mm(title, "sans-bold", TITLE_PT))
    style = game.style.sides.get(side.id) if side else None
    ground, ink = (style.ground, style.ink) if style and game.style.ink != "low" else ("#ffffff", INK)
    middle = TOP_MM + BAND_MM / 2
    box = rect(SIDE_MM, TOP_MM, width - 2 * SIDE_MM, BAND_MM, 1.0)
    nodes: list[Node] = [
        *([Path(box, fill=ground, stroke=Stroke(INK, 0.7))] if side else []),
        Text(SIDE_MM + inset, centred_baseline("sans-bold", size, middle), title, "sans-bold", size, ink),
        Text(width - SIDE_MM - inset, centred_baseline("sans-regular", GAME_PT, middle), whose, "sans-regular",
             GAME_PT, ink if side else QUIET, anchor="end"),
        page.drawing.at(SIDE_MM, TOP_MM + BAND_MM + (BELOW_MM if side else BELOW_MM / 2)),
    ]  # fmt: skip
    named = f"{game.words.text('Player aid')}: {side.name}" if side else game.words.text("Charts")
    nodes.append(sheet_margin(game, paper_mm=(width, height), title=named, sheet=of[0], sheets=of[1],
                              ruled=of[0] == 1, side_mm=SIDE_MM))  # fmt: skip
    return Scene(width, height, tuple(nodes), title=title)


# Tables of the rulebook's last pages --------------------------------------------------------------------


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
