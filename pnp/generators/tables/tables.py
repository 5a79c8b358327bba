"""Tables as drawings, of every kind: the same data object that the referee reads, at any width.

Large for charts and the module, small for the rulebook, any size for the map. Each kind of table has a module of its
own, which `draw_table` calls.
"""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.scene import SourceMarks
from pnp.generators.tables.events import draw_events
from pnp.generators.tables.flow_chart import draw_flow
from pnp.generators.tables.lists import draw_list, draw_shifts
from pnp.generators.tables.look import LARGE, TableLook
from pnp.generators.tables.results import draw_results
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.model.tables import AnyTable, EventsTable, FlowTable, ListTable, ResultsTable, ShiftsTable


def draw_table(game: Game, table: AnyTable, width: float, look: TableLook = LARGE) -> Drawing:
    """`table` without its title, `width` mm wide.

    Raises SourceError for a flow chart that can't be drawn.
    """
    match table:
        case ResultsTable():
            return draw_results(game, [table], width, look)
        case EventsTable():
            return marked(table, draw_events(game, table, width, look))
        case ShiftsTable():
            return marked(table, draw_shifts(game, table, width, look))
        case ListTable():
            return marked(table, draw_list(game, table, width, look))
        case FlowTable():
            return marked(table, draw_flow(game, table, width, look))


def marked(table: AnyTable, drawing: Drawing) -> Drawing:
    """`drawing` as the place of `table`, whose lines the desk shows there."""
    mark = SourceMarks((("table", table.id, 0.0, 0.0, drawing.width_mm, drawing.height_mm),))
    return replace(drawing, nodes=(mark, *drawing.nodes))
