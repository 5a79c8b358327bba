"""Flow charts: a decision procedure as questions, actions and labelled arrows, laid out from the data.

In: a `flow` table, a width. Out: a drawing. Boxes are as wide as the columns allow and as high as their text needs, in
the cells that `flow_chart_plan` assigns to them. An arrow runs straight to the next box at the right or below; any
other runs between rows, and beside the chart where boxes are in its way, into the arrow that leads to its box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.draw.scene import Node, Path, Point, Stroke, Text, polyline, rect, texts_in
from pnp.errors import SourceError
from pnp.generators.book.index import RuleIndex
from pnp.generators.tables.flow_chart_plan import MAX_COLUMNS, Cells, flow_problems, place_steps, ways_of
from pnp.generators.tables.lists import noted
from pnp.generators.tables.look import INK, QUIET, TableLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.tables import FlowStep, FlowTable
from pnp.units import MM_PER_PT

LANE, LANES, AT, APART = 0.085, 3, 0.44, 0.25
"""Between two ways side by side, in mm to a pt of the text; how many lie between two rows; where the first is;
between two that leave the foot of a box, of its width.
"""


def draw_flow(game: Game, table: FlowTable, width: float, look: TableLook) -> Drawing:
    """The chart of `table`, `width` mm wide, with its introduction and its notes; looser looks part its rows.

    Raises SourceError for steps that can't be drawn: unknown, unreachable, or looping without a question.
    """
    problems = flow_problems(table)
    if problems:
        raise SourceError(*problems)
    nodes: list[Node] = []
    y = 0.0
    if table.text:
        words = text_block(table.text, look.small(), width)
        nodes.append(words.at(0, 0))
        y = words.height_mm + 2.0
    chart = _FlowChart(game, table, look, width).drawing()
    chart = replace(chart, alt="; ".join(text.text for text in texts_in(chart.nodes)))
    nodes.append(chart.at(0, y))
    return noted(nodes, table.notes, width, y + chart.height_mm, look)


def is_straight(cells: Cells, source: int, target: int) -> bool:
    """Whether a box is the next at the right of another, or the next below it."""
    (row, column), (row2, column2) = cells.at[source], cells.at[target]
    if row == row2:
        return column2 > column and not any((row, between) in cells.at for between in range(column + 1, column2))
    return column == column2 and row2 > row and not any((r, column) in cells.at for r in range(row + 1, row2))


class _FlowChart:
    """The chart laid out in mm in proportion to its text, in the most columns that leave its boxes wide enough.

    gap_x, gap_y  between columns, with room for an answer and a head; between rows, wider where these are looser
    point, pad    how far a question's box sticks out at either side; above and below text
    """

    def __init__(self, game: Game, table: FlowTable, look: TableLook, width: float) -> None:
        self.game, self.table, self.width, size = game, table, width, look.body_pt
        self.text, self.small_pt = TextStyle(SANS, size, size * 1.22, INK), max(size * 0.85, min(look.small_pt, 6.0))
        self.gap_x, self.gap_y, self.point, self.pad = size * 1.36, size * 0.85 + look.air_mm, size * 0.36, size * 0.2
        least, most_mm = size * 3.9, size * 6.8
        self.index = RuleIndex(game)
        most = max(1, min(MAX_COLUMNS, int((width + self.gap_x) // (least + self.gap_x))))
        self.cells = place_steps(table.steps, most)
        self.ways = ways_of(table.steps)
        apart = [way for way in self.ways if not is_straight(self.cells, *way)]
        self.targets = sorted({target for _, target in apart})
        self.lane_mm, columns = LANE * self.text.size_pt, self.cells.columns
        beside = (len(self.targets) + 3) * self.lane_mm if any(self._is_barred(*way) for way in apart) else 0.0
        width -= beside
        self.box_mm = min((width + self.gap_x) / columns - self.gap_x, most_mm)
        gap = min(2 * self.gap_x, (width - columns * self.box_mm) / max(1, columns - 1))
        margin = (width - columns * (self.box_mm + gap) + gap) / 2
        self.lefts = [margin + column * (self.box_mm + gap) for column in range(columns)]
        self.texts = [self._text(step) for step in table.steps]
        self.heights = [max(text.height_mm + 2 * self.pad, self.text.size_pt * 0.95) for text in self.texts]
        self.middles, self.lanes = list[float](), list[float]()
        y = -self.gap_y if self.cells.at[0] not in [self.cells.at[n] for n in self.targets] else 0.0
        for row in range(self.cells.rows):
            high = max(high for high, at in zip(self.heights, self.cells.at, strict=True) if at[0] == row)
            self.lanes.append(y + AT * self.gap_y)
            y = max(y + self.gap_y, self.small_pt * MM_PER_PT * 1.2)  # over the first row its addresses
            self.middles.append(y + high / 2)
            y += high
        self.lanes.append(y + AT * self.gap_y)
        below = any(self._is_barred(*way) and self.cells.at[way[0]][0] == self.cells.rows - 1 for way in apart)
        self.height_mm = self.lanes[-1] + LANES * self.lane_mm if below else y + 0.3

    def _is_barred(self, source: int, target: int) -> bool:
        """Whether a way leads back, or boxes stand between its start and the row that it leads to."""
        (row, column), (row2, _) = self.cells.at[source], self.cells.at[target]
        return row2 <= row or any((between, column) in self.cells.at for between in range(row + 1, row2))

    def _text(self, step: FlowStep) -> Drawing:
        room = self.box_mm - 2 * self.pad - (2 * self.point if step.kind == "question" else 0.6)
        style = self.text.with_(colour="#ffffff") if step.kind == "end" else self.text
        text = f"**{step.text}**" if step.kind == "end" else step.text
        return text_block(text, style, room, anchor="middle")

    def drawing(self) -> Drawing:
        """The whole chart: arrows at the bottom, then boxes."""
        nodes = [node for way, kinds in self.ways.items() for node in self._way(*way, self._answer(kinds))]
        nodes += [node for number in range(len(self.table.steps)) for node in self._box(number)]
        return Drawing(tuple(nodes), self.width, self.height_mm)

    def _answer(self, kinds: list[str]) -> str:
        words = {"yes": self.game.words.text("yes"), "no": self.game.words.text("no"), "next": ""}
        return ", ".join(words[kind] for kind in kinds)

    # Boxes --------------------------------------------------------------------------------------

    def _frame(self, number: int) -> tuple[float, float, float, float]:
        """Left, top, width, height of a box, centred in its cell."""
        row, column = self.cells.at[number]
        height = self.heights[number]
        return self.lefts[column], self.middles[row] - height / 2, self.box_mm, height

    def _box(self, number: int) -> list[Node]:
        step = self.table.steps[number]
        x, y, width, height = self._frame(number)
        style = self.game.style
        outline = Stroke(INK, 0.9, join="round")
        if step.kind == "question":
            ends = [(x + self.point, y), (x + width - self.point, y), (x + width, y + height / 2),
                    (x + width - self.point, y + height), (x + self.point, y + height),
                    (x, y + height / 2)]  # fmt: skip
            nodes: list[Node] = [Path(polyline(ends, close=True), fill=style.colour("result-neutral"), stroke=outline)]
        elif step.kind == "end":
            nodes = [Path(rect(x, y, width, height, min(height / 2, 5.0)), fill=INK)]
        else:
            nodes = [Path(rect(x, y, width, height, 0.8), fill=style.colour("result-good"), stroke=outline)]
        text = self.texts[number]
        room = text.width_mm
        nodes.append(text.at(x + (width - room) / 2, y + (height - text.height_mm) / 2))
        left = x + {"question": self.point, "end": 4.0}.get(step.kind, 0.6)  # its address is over it
        address = self.index.bare(step.rule)
        return [*nodes, Text(left, y - 0.9, address, "condensed-semibold", self.small_pt, QUIET)]

    # Ways ---------------------------------------------------------------------------------------

    def _way(self, source: int, target: int, answer: str) -> Iterator[Node]:
        """An arrow from a box to another, with the answer beside its start."""
        points, size = self._points(source, target), self.text.size_pt * 0.2
        (x, y), (x2, y2), half = points[-2], points[-1], self.text.size_pt * 0.092
        dx, dy = (x2 > x) - (x2 < x), (y2 > y) - (y2 < y)
        x, y = x2 - size * dx, y2 - size * dy
        yield Path(polyline([*points[:-1], (x, y)]), stroke=Stroke(INK, 0.9, join="round"))
        yield Path(polyline([(x - half * dy, y - half * dx), (x2, y2), (x + half * dy, y + half * dx)], close=True),
                   fill=INK)  # fmt: skip
        if answer:
            (x, y), word_pt = points[0], self.text.size_pt * 0.94
            y += word_pt * MM_PER_PT * 0.98 if points[1][0] == x else -0.25 * word_pt * MM_PER_PT - 0.5
            yield Text(x + 1.1, y, answer, "sans-bold", word_pt, INK)

    def _points(self, source: int, target: int) -> list[Point]:
        """The corners of a way: to the next box, or down and along the lane above that of its target."""
        (row, _), (row2, column2) = self.cells.at[source], self.cells.at[target]
        (left, top, width, height), (left2, top2, *_) = self._frame(source), self._frame(target)
        begin, end = (left + width / 2, top + height), (left2 + width / 2, top2)
        if is_straight(self.cells, source, target):
            across = left + width, top + height / 2
            return [across, (left2, across[1])] if row == row2 else [begin, end]
        straight = [way for way in self.ways if is_straight(self.cells, *way)]
        leaving = [way for way in self.ways if way[0] == source]
        down = [way for way in leaving if way not in straight or self.cells.at[way[1]][0] > row]
        down.sort(key=lambda way: way not in straight)
        begin = begin[0] + APART * width * down.index((source, target)), begin[1]
        number = self.targets.index(target)
        shift, above = number % LANES * self.lane_mm, self.lanes[row2]
        turns = [(begin[0], above + shift)]
        if self._is_barred(source, target):
            side, below = self.width - number * self.lane_mm - 0.4, self.lanes[row + 1] + shift
            turns = [(begin[0], below), (side, below), (side, above + shift)]
        turns.append((end[0], above + shift))
        met = any(way[1] == target and self.cells.at[way[0]][1] == column2 for way in straight)
        return [begin, *turns] if met else [begin, *turns, end]
