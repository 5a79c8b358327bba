"""Flow charts: a decision procedure as questions, actions and labelled arrows, laid out from the data.

In: a `flow` table, a width. Out: a drawing. Boxes are as wide as the columns allow and as high as their text needs, in
the cells that `flow_chart_plan` assigns to them. An arrow runs straight to the next box at the right or below; any
other way on is a letter, which is found again at the box where it leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.draw.scene import Node, Path, Stroke, Text, line, polyline, rect, texts_in
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.book.index import RuleIndex
from pnp.generators.tables.flow_chart_plan import MAX_COLUMNS, Cells, flow_problems, place_steps, ways_of
from pnp.generators.tables.look import INK, QUIET, TableLook
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.tables import FlowStep, FlowTable
from pnp.units import MM_PER_PT


@dataclass(frozen=True, slots=True)
class FlowLook:
    """Sizes of a flow chart in mm, in proportion to its text.

    gap_x   space between columns; room for a label and an arrowhead
    gap_y   the same between rows
    point   how far the points of a question's box stick out
    """

    text: TextStyle
    small_pt: float
    gap_x: float
    gap_y: float
    point: float
    pad: float
    least_mm: float
    most_mm: float


def flow_look(look: TableLook) -> FlowLook:
    """The sizes of a flow chart set in the type of `look`, in looser rows where that asks for them."""
    size = look.body_pt
    text = TextStyle(SANS, size, size * 1.22, INK)
    return FlowLook(
        text, max(size * 0.85, min(look.small_pt, 6.0)), gap_x=size * 1.36, gap_y=size * 0.72 + look.air_mm,
        point=size * 0.36, pad=size * 0.2, least_mm=size * 3.9, most_mm=size * 6.8,
    )  # fmt: skip


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
    chart = _FlowChart(game, table, flow_look(look), width).drawing()
    chart = replace(chart, alt="; ".join(text.text for text in texts_in(chart.nodes)))
    nodes.append(chart.at(0, y))
    y += chart.height_mm
    notes = " ".join(note.text for note in table.notes)
    if notes:
        words = text_block(notes, look.small(), width)
        nodes.append(words.at(0, y + 1.5))
        y += 1.5 + words.height_mm
    return Drawing(tuple(nodes), width, y)


def is_straight(cells: Cells, source: int, target: int) -> bool:
    """Whether a box is the next at the right of another, or the next below it."""
    (row, column), (row2, column2) = cells.at[source], cells.at[target]
    if row == row2:
        return column2 > column and not any((row, between) in cells.at for between in range(column + 1, column2))
    return column == column2 and row2 > row and not any((r, column) in cells.at for r in range(row + 1, row2))


class _FlowChart:
    """The chart laid out in mm, in the most columns that leave its boxes wide enough."""

    def __init__(self, game: Game, table: FlowTable, shape: FlowLook, width: float) -> None:
        self.game, self.table, self.shape, self.width = game, table, shape, width
        self.index = RuleIndex(game)
        most = max(1, min(MAX_COLUMNS, int((width + shape.gap_x) // (shape.least_mm + shape.gap_x))))
        self.cells = place_steps(table.steps, most)
        columns = self.cells.columns
        self.box_mm = min((width + shape.gap_x) / columns - shape.gap_x, shape.most_mm)
        gap = min(2 * shape.gap_x, (width - columns * self.box_mm) / max(1, columns - 1))
        margin = (width - columns * (self.box_mm + gap) + gap) / 2
        self.lefts = [margin + column * (self.box_mm + gap) for column in range(columns)]
        self.texts = [self._text(step) for step in table.steps]
        self.heights = [max(text.height_mm + 2 * shape.pad, shape.text.size_pt * 0.95) for text in self.texts]
        self.middles: list[float] = []
        self.height_mm = shape.small_pt * MM_PER_PT * 1.2  # the first row's addresses
        for row in range(self.cells.rows):
            high = max(high for high, at in zip(self.heights, self.cells.at, strict=True) if at[0] == row)
            self.middles.append(self.height_mm + high / 2)
            self.height_mm += high + shape.gap_y

    def _text(self, step: FlowStep) -> Drawing:
        shape = self.shape
        room = self.box_mm - 2 * shape.pad - (2 * shape.point if step.kind == "question" else 0.6)
        style = shape.text.with_(colour="#ffffff") if step.kind == "end" else shape.text
        text = f"**{step.text}**" if step.kind == "end" else step.text
        return text_block(text, style, room, anchor="middle")

    def drawing(self) -> Drawing:
        """The whole chart: arrows at the bottom, then boxes, then letters."""
        ways = ways_of(self.table.steps)
        apart = [way for way in ways if not is_straight(self.cells, *way)]
        targets = sorted({target for _, target in apart})
        letters = {target: chr(65 + number) for number, target in enumerate(targets)}
        nodes = [node for way in ways if way not in apart for node in self._arrow(*way, self._answer(ways[way]))]
        nodes += [node for number in range(len(self.table.steps)) for node in self._box(number)]
        for target, letter in letters.items():
            nodes += self._tab(target, letter, 0.0, 0.0)
        for source in dict.fromkeys(source for source, _ in apart):
            told = [f"{self._answer(ways[way])} → {letters[way[1]]}".strip() for way in apart if way[0] == source]
            row, column = self.cells.at[source]
            below = (row + 1, column) in [self.cells.at[target] for target in letters]
            nodes += self._tab(source, " · ".join(told), 1.0, 0.6 * self.shape.small_pt * below)
        return Drawing(tuple(nodes), self.width, self.height_mm - self.shape.gap_y + 0.6 * self.shape.small_pt)

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
        step, shape = self.table.steps[number], self.shape
        x, y, width, height = self._frame(number)
        style = self.game.style
        outline = Stroke(INK, 0.9, join="round")
        if step.kind == "question":
            ends = [(x + shape.point, y), (x + width - shape.point, y), (x + width, y + height / 2),
                    (x + width - shape.point, y + height), (x + shape.point, y + height),
                    (x, y + height / 2)]  # fmt: skip
            nodes: list[Node] = [Path(polyline(ends, close=True), fill=style.colour("result-neutral"), stroke=outline)]
        elif step.kind == "end":
            nodes = [Path(rect(x, y, width, height, min(height / 2, 5.0)), fill=INK)]
        else:
            nodes = [Path(rect(x, y, width, height, 0.8), fill=style.colour("result-good"), stroke=outline)]
        text = self.texts[number]
        room = text.width_mm
        nodes.append(text.at(x + (width - room) / 2, y + (height - text.height_mm) / 2))
        return nodes + self._address(step, x, y)

    def _address(self, step: FlowStep, x: float, y: float) -> list[Node]:
        """The address of the rule that a step carries out, over the left end of its box."""
        left = x + {"question": self.shape.point, "end": 4.0}.get(step.kind, 0.6)
        text = self.index.bare(step.rule)
        return [Text(left, y - 0.9, text, "condensed-semibold", self.shape.small_pt, QUIET)]

    def _tab(self, number: int, text: str, edge: float, aside_mm: float) -> list[Node]:
        """White words in a black tab on the upper (0) or lower (1) edge of a box, just outside, at its right end or so
        far left of it.
        """
        x, y, width, height = self._frame(number)
        size = self.shape.small_pt
        high, wide = size * 0.5, max(width_mm(text, "sans-bold", size) + 0.3 * size, size * 0.5)
        right = x + width - 1.6 * self.shape.point - aside_mm
        middle = y + edge * height + 0.6 * (2.0 * edge - 1.0) * high
        base = centred_baseline("sans-bold", size, middle)
        return [
            Path(rect(right - wide, middle - high / 2, wide, high, high / 2), fill=INK),
            Text(right - wide / 2, base, text, "sans-bold", size, "#ffffff", anchor="middle"),
        ]

    def _arrow(self, source: int, target: int, answer: str) -> Iterator[Node]:
        """A straight arrow from a box to the next at its right or below, with the answer beside its start."""
        left, top, width, height = self._frame(source)
        x2, y2, _, _ = self._frame(target)
        size, half = self.shape.text.size_pt * 0.2, self.shape.text.size_pt * 0.092
        word_pt = self.shape.text.size_pt * 0.94
        if self.cells.at[source][0] == self.cells.at[target][0]:
            x, y = left + width, top + height / 2
            yield line(x, y, x2 - size, y, Stroke(INK, 0.9))
            head = [(x2 - size, y - half), (x2, y), (x2 - size, y + half)]
            at = x + 1.1, y - 0.25 * word_pt * MM_PER_PT - 0.5
        else:
            x, y = left + width / 2, top + height
            yield line(x, y, x, y2 - size, Stroke(INK, 0.9))
            head = [(x - half, y2 - size), (x, y2), (x + half, y2 - size)]
            at = x + 1.1, y + word_pt * MM_PER_PT * 0.98
        yield Path(polyline(head, close=True), fill=INK)
        if answer:
            yield Text(*at, answer, "sans-bold", word_pt, INK)
