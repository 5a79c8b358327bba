"""What stands on charts and player aids: every block with its task and the widths at which it looks well.

In: a game in one language, the side whose aid it is, if any. Out: `Block`s in the order of the tasks: combat, terrain,
the turn, what the game declares in `topics`, victory, counters, records.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pnp.generators.charts.commands import commands_part
from pnp.generators.charts.composer import GUTTER_MM, Block
from pnp.generators.charts.records import HALF_MM, WHOLE_MM, calendar_of, turn_blocks
from pnp.generators.charts.terrain import terrain_list, terrain_part
from pnp.generators.charts.units import areas_part, symbols_part, unit_parts
from pnp.generators.scenarios.blocks import victory_part
from pnp.generators.tables.dice import die_column_mm
from pnp.generators.tables.events import are_spans, draw_joined_events, draw_spans, joins
from pnp.generators.tables.look import AID, start_of
from pnp.generators.tables.odds import odds_part
from pnp.generators.tables.parts import (
    FLOW,
    KEY_GAP_MM,
    address_of,
    least_title_mm,
    options_part,
    results_legend,
    sequence_part,
    titled,
)
from pnp.generators.tables.results import APART_MM, draw_results
from pnp.generators.tables.tables import draw_table
from pnp.generators.typeset.block import Drawing, below_one_another
from pnp.model.game import Game, standard_scenario
from pnp.model.tables import AnyTable, EventsTable, FlowTable, ResultCode, ResultsTable, ShiftsTable

FLOW_MM = 142.0
"""Least width of a flow chart of three columns."""
OPTIONS = "optional rules"
"""The name of the block that lists them."""
CELL_MM, BRACKETED_MM, MOST_CELL_MM, BESIDE_MM = 8.0, 12.6, 24.0, 44.0
"""Least width of a column of results; that over which a key has its place beside the table, if it has so much room."""
ROW_AIR_MM, RESULT_AIR_MM, FLOW_AIR_MM = 1.6, 2.0, 2.4
"""How much higher rows of text, of results, and of a flow chart become on a page with room."""
Draw = Callable[[float, float], Drawing]


def task_names(game: Game) -> dict[str, str]:
    """Task -> what a page is called that serves it, in the order of the pages; a topic may rename one."""
    words = game.words
    topics = {str(topic.id): topic.title for topic in game.charts.topics}
    first = {"combat": words.text("Combat"), "terrain": words.text("Terrain"), "turn": words.text("Turn")}
    last = {"victory": words.text("Victory"), "records": words.text("Record"), "counters": words.text("Forces")}
    declared = {name: title for name, title in topics.items() if name not in (*first, *last)}
    return {name: topics.get(name, title) for name, title in (first | declared | last).items()}


def task_of(game: Game, table: AnyTable) -> str:
    """The task that a table serves: that of its topic; without one, combat where it decides a fight, else the turn."""
    for topic in game.charts.topics:
        if table.id in topic.tables:
            return str(topic.id)
    fought = isinstance(table, ShiftsTable) or (isinstance(table, ResultsTable) and table.column_kind != "value")
    return "combat" if fought else "turn"


def chart_blocks(game: Game) -> list[Block]:
    """Every block of the charts."""
    return in_order(game, [*_of_all(game), *unit_parts(game), *turn_blocks(game)])


def aid_blocks(view: Game, side: str) -> list[Block]:
    """Every block of a side's aid; `view` is the game without what only others look up."""
    return in_order(view, [*common_blocks(view, side), *unit_parts(view, side)])


def in_order(game: Game, blocks: Sequence[Block]) -> list[Block]:
    """`blocks` by their tasks; the table that decides fights is the first."""
    tasks = [*task_names(game)]
    return sorted(blocks, key=lambda block: (not block.focal, tasks.index(block.task)))


def common_blocks(game: Game, side: str = "") -> list[Block]:
    """What an aid has, which isn't written on, and the back of a book.

    side  whose arrivals are shown; "" = all
    """
    return [*_of_all(game, side), *turn_blocks(game, side)]


def _of_all(game: Game, side: str = "") -> list[Block]:
    """What is the same for all who see the same game, but the calendar, which stands in the turn record; kept, as its
    blocks remember what they measured. `side` is who attacks in the example.
    """
    if (blocks := game.pictures.get("blocks")) is None:
        blocks = game.pictures["blocks"] = [*_blocks_of_all(game)]
    fights = (block for block in _tables(game, side) if block.focal)
    first = not side or side == game.info.sides[0].id
    return blocks if first else [next(fights) if block.focal else block for block in blocks]


def _blocks_of_all(game: Game) -> list[Block]:
    scenario = standard_scenario(game)
    found = [*_tables(game)]
    found += _drawn(partial(terrain_part, game), "terrain", WHOLE_MM)
    found += _drawn(partial(sequence_part, game), "turn", 72.0)
    told = any(task_of(game, table) == "victory" for table in game.charts.tables)
    if scenario is not None and (scenario.victory or scenario.levels or not told):
        found += _drawn(partial(victory_part, game, scenario), "victory", 72.0 if scenario.victory else HALF_MM)
    found += _drawn(partial(areas_part, game), "victory", 56.0)
    found += _drawn(partial(commands_part, game), "counters", 80.0)
    found += _drawn(partial(options_part, game), "victory", HALF_MM, OPTIONS)
    if game.map.kind != "hexes":
        found += _drawn(partial(symbols_part, game), "terrain", 56.0)
    return found


def _drawn(part: Callable[..., Any], task: str, least: float, name: str = "") -> list[Block]:
    """A block of rows; none where the game has nothing to draw."""
    block = Block(lambda width, air: part(width, air_mm=ROW_AIR_MM * air), task, least, name=name)
    return [block] if part(max(least, FLOW_MM)) else []


# Tables --------------------------------------------------------------------------------------------------


def _tables(game: Game, side: str = "") -> Iterator[Block]:
    """A block for each table; tables side by side in the sources that share results or events are one. `side` attacks
    in the example.
    """
    def alike(table: AnyTable) -> tuple[object, ...]:
        begins = start_of(table.title) if isinstance(table, ResultsTable | EventsTable) else table.id
        return task_of(game, table), type(table), "" if are_spans(table) else begins

    shown = {str(step.effects.get("table")) for table in game.charts.tables if isinstance(table, FlowTable)
             for step in table.steps if step.kind == "question"}  # fmt: skip
    listed = [table for table in game.charts.tables if table not in (terrain_list(game), calendar_of(game))
              and not (table.id in shown and _is_either_or(table))]  # fmt: skip
    for _, run in itertools.groupby(listed, key=alike):
        tables = [*run]
        events = [table for table in tables if isinstance(table, EventsTable)]
        results = [table for table in tables if isinstance(table, ResultsTable)]
        if len(events) > 1 and (joins(events) or are_spans(events[0])):
            yield _joined_events(game, events)
        elif results:
            if len(results) > 1 and (codes := _codes_of(results)):
                results = [table.replaced(codes=codes) for table in results]
                yield _results(game, results, side)
            else:
                yield from (_results(game, [table], side) for table in results)
        else:
            yield from (_table(game, table) for table in tables)


def _codes_of(tables: Sequence[ResultsTable]) -> tuple[ResultCode, ...]:
    """All codes of some tables in an order that each of them keeps; none where a code means two things, or where no
    such order is.
    """
    ways = [list(table.codes) for table in tables]
    codes = list(dict.fromkeys(code for way in ways for code in way))
    found: list[ResultCode] = []
    while left := [code for code in codes if code not in found]:
        ready = [code for code in left if all(code not in way or {*way[: way.index(code)]} <= {*found} for way in ways)]
        if not ready:
            return ()
        found.append(max(ready, key=_loss))  # what is open goes by what the attacker loses, worst first
    return tuple(found) if len({code.id for code in found}) == len(found) else ()


def _loss(code: ResultCode) -> int:
    """How much more the attacker loses than the defender; all and half are more than any number."""
    attacker, defender = (1000 if isinstance(loss, str) else loss for loss in code.losses or (0, 0))
    return attacker - defender


def _is_either_or(table: AnyTable) -> bool:
    """Whether a question and its two ways on, in a flow chart, say all that a table says."""
    return isinstance(table, EventsTable) and len(table.rows) == 2


def _table(game: Game, table: AnyTable) -> Block:
    """A list, a table of events or of shifts, a flow chart."""
    least = HALF_MM
    if isinstance(table, FlowTable):
        least = FLOW_MM
    elif isinstance(table, ShiftsTable):
        least = max(HALF_MM, 12.0 * len(table.columns))
    elif isinstance(table, EventsTable) and any(row.after_text for row in table.rows):
        least = WHOLE_MM
    look, most = (FLOW, FLOW_AIR_MM) if isinstance(table, FlowTable) else (AID, ROW_AIR_MM)

    def draw(width: float, air: float) -> Drawing:
        return draw_table(game, table, width, replace(look, air_mm=most * air))

    return _headed(game, table, table.title, draw, least)


def _headed(game: Game, table: AnyTable, title: str, draw: Draw, least: float, focal: bool = False) -> Block:
    """What is drawn of a table, under its title and the number of its case."""
    address = address_of(game, table.rule)
    return Block(lambda width, air: titled(game, title, draw(width, air), address=address), task_of(game, table),
                 max(least, least_title_mm(game, title, address)), focal, str(table.id))  # fmt: skip


ROWS_MM = 4.0
"""The white between two rows of tables, and above the example."""


def _joined_events(game: Game, tables: Sequence[EventsTable]) -> Block:
    starts = [*dict.fromkeys(start_of(table.title) for table in tables)]
    title = starts[0] if len(starts) == 1 else game.words.listed(starts)
    joined = draw_joined_events if joins(tables) else draw_spans

    def draw(width: float, air: float) -> Drawing:
        return joined(game, tables, width, replace(AID, air_mm=ROW_AIR_MM * air))

    return _headed(game, tables[0], title, draw, HALF_MM if joins(tables) else WHOLE_MM)


def _results(game: Game, tables: Sequence[ResultsTable], side: str = "") -> Block:
    """Tables of the same results side by side, as many as fit, over one key; below those of fights an example."""
    title = tables[0].title if len(tables) == 1 else start_of(tables[0].title)
    die_mm = die_column_mm(game.words, tables[0].dice, (row.die for row in tables[0].rows), AID)
    cell_mm = BRACKETED_MM if any(any(row.bracketed) for table in tables for row in table.rows) else CELL_MM
    least = max(HALF_MM, die_mm + cell_mm * max(len(table.columns) for table in tables))
    columns = sum(len(table.columns) for table in tables)
    focal = tables[0].column_kind != "value"

    def draw(width: float, air: float) -> Drawing:
        look = replace(AID, row_mm=AID.row_mm + RESULT_AIR_MM * air)
        across = len(tables) if die_mm + columns * CELL_MM + APART_MM * len(tables) <= width else 1
        narrow = die_mm + columns * MOST_CELL_MM
        beside = width - narrow - GUTTER_MM if width - narrow >= BESIDE_MM else 0.0
        wide = narrow if beside else width
        parts = [draw_results(game, tables[n : n + across], wide, look) for n in range(0, len(tables), across)]
        drawing = below_one_another(parts, ROWS_MM)
        key = results_legend(game, tables[0], beside or width, 1.2 * air)
        example = odds_part(game, width, side) if focal else None
        high, at = drawing.height_mm, wide + GUTTER_MM if beside else 0.0
        top = max(0.0, (high - key.height_mm) / 2) if beside else high + KEY_GAP_MM
        drawing = Drawing((*drawing.nodes, key.at(at, top)), width, max(high, top + key.height_mm))
        return below_one_another([drawing, *([example] if example else [])], ROWS_MM)

    return _headed(game, tables[0], title, draw, WHOLE_MM if focal else least, focal)
