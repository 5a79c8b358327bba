"""Flow charts: a decision procedure as questions, actions and labelled arrows, laid out from the data.

In: a `flow` table, a width. Out: a drawing. Boxes are as wide as the columns allow and as high as their text needs;
`flow_chart_plan` assigns them to rows and columns, `flow_chart_routes` routes the arrows. There are as many columns
as the width has room for. A way back up has no line: a letter at its box is found again at the box where it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Node, Path, Segment, Stroke, Text, polyline, rect, texts_in
from pnp.draw.text import width_mm
from pnp.errors import Problem, SourceError
from pnp.generators.book.index import RuleIndex
from pnp.generators.tables.flow_chart_plan import (
    MAX_COLUMNS,
    Arrow,
    Cells,
    arrows_of,
    flow_problems,
    place_steps,
)
from pnp.generators.tables.flow_chart_routes import (
    ArrowRoute,
    column_line,
    lane_of,
    route_arrows,
)
from pnp.generators.tables.look import INK, QUIET, TableLook
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.tables import FlowStep, FlowTable
from pnp.units import MM_PER_PT


@dataclass(frozen=True, slots=True)
class FlowLook:
    """Sizes of a flow chart in mm, in proportion to its text.

    lane    distance from lane to lane
    gap_x   space between columns without lanes; room for a label and an arrowhead
    gap_y   the same between rows
    point   how far the points of a question's box stick out
    """

    text: TextStyle
    small_pt: float
    lane: float
    gap_x: float
    gap_y: float
    point: float
    pad: float
    least_mm: float
    most_mm: float


def flow_look(look: TableLook) -> FlowLook:
    """The sizes of a flow chart set in the type of `look`."""
    size = look.body_pt
    text = TextStyle(SANS, size, size * 1.22, INK)
    return FlowLook(
        text, max(size * 0.85, min(look.small_pt, 6.0)), lane=size * 0.36, gap_x=size * 1.36, gap_y=size * 0.72,
        point=size * 0.36, pad=size * 0.2, least_mm=size * 4.3, most_mm=size * 6.8,
    )  # fmt: skip


def draw_flow(game: Game, table: FlowTable, width: float, look: TableLook) -> Drawing:
    """The chart of `table`, `width` mm wide, with its introduction and its notes; looser looks part its rows.

    Raises SourceError for steps that can't be drawn: unknown, unreachable, or looping without a question.
    """
    problems = flow_problems(table)
    if problems:
        raise SourceError(*problems)
    shape = flow_look(look)
    cells, routes = _layout(table, width, shape)
    shape = replace(shape, gap_y=shape.gap_y + look.air_mm)
    placed = _FlowChart(game, table, cells, routes, shape, width)
    nodes: list[Node] = []
    y = 0.0
    if table.text:
        words = text_block(table.text, look.small(), width)
        nodes.append(words.at(0, 0))
        y = words.height_mm + 2.0
    chart = placed.drawing()
    chart = replace(chart, alt="; ".join(text.text for text in texts_in(chart.nodes)))
    nodes.append(chart.at(0, y))
    y += chart.height_mm
    notes = " ".join(note.text for note in table.notes)
    if notes:
        words = text_block(notes, look.small(), width)
        nodes.append(words.at(0, y + 1.5))
        y += 1.5 + words.height_mm
    return Drawing(tuple(nodes), width, y)


def _layout(table: FlowTable, width: float, shape: FlowLook) -> tuple[Cells, tuple[ArrowRoute, ...]]:
    """Cells and routes in the most columns that leave the boxes wide enough; in one column when nothing else fits."""
    fallback = None
    for columns in range(MAX_COLUMNS, 0, -1):
        cells = place_steps(table.steps, columns)
        routes = route_arrows(tuple(arrow for arrow in arrows_of(table.steps) if not leads_back(cells, arrow)), cells)
        if routes is None:
            continue
        fallback = cells, routes
        across = _LaneAxis(cells.columns, _lanes(routes, 0), shape.lane, shape.gap_x)
        if (width - across.gaps) / cells.columns >= shape.least_mm:
            return fallback
    if fallback is None:
        raise SourceError(_too_tangled(table))
    return fallback


def leads_back(cells: Cells, arrow: Arrow) -> bool:
    """Whether an arrow leads to a box above its own."""
    return cells.at[arrow.target][0] < cells.at[arrow.source][0]


def _too_tangled(table: FlowTable) -> Problem:
    return Problem("flow-chart", f"the arrows of {table.id!r} find no way", table.where("steps"), "split the table")


def _lanes(routes: Sequence[ArrowRoute], axis: int) -> dict[int, list[int]]:
    """Gap -> the lanes in use there, along one axis: 0 = vertical lanes between columns."""
    used: dict[int, set[int]] = {}
    for routed in routes:
        for a, b in zip(routed.corners, routed.corners[1:], strict=False):
            if a[axis] == b[axis] and (place := lane_of(a[axis])) is not None:
                used.setdefault(place[0], set()).add(place[1])
    return {gap: sorted(lanes) for gap, lanes in sorted(used.items())}


class _LaneAxis:
    """The gaps between columns (or rows) and outside them, as wide as their lanes need."""

    def __init__(self, count: int, lanes: dict[int, list[int]], lane: float, least: float) -> None:
        self.count, self.lanes, self.lane = count, lanes, lane
        self.sizes = []
        for gap in range(count + 1):
            used = len(lanes.get(gap, ()))
            outside = gap in (0, count)
            self.sizes.append(
                used * lane + (lane * 0.4 if used else 0.0) if outside else max(least, least * 0.85 + used * lane)
            )

    @property
    def gaps(self) -> float:
        """Total width of the gaps."""
        return sum(self.sizes)

    def at(self, line: int, starts: Sequence[float], sizes: Sequence[float]) -> float:
        """Position of a line, given where the columns start and how wide they are."""
        place = lane_of(line)
        if place is None:
            index = line // (column_line(1) - column_line(0))
            return starts[index] + sizes[index] / 2
        gap, lane = place
        left = starts[gap - 1] + sizes[gap - 1] if gap else starts[0] - self.sizes[0]
        used = self.lanes.get(gap, [lane])
        order, count = (used.index(lane) if lane in used else 0), len(used)
        size = self.sizes[gap]
        if gap == 0:
            return left + self.lane * (0.2 + order)
        if gap == self.count:
            return left + size - self.lane * (0.2 + count - 1 - order)
        return left + size / 2 + (order - (count - 1) / 2) * self.lane


class _FlowChart:
    """The chart laid out in mm."""

    def __init__(
        self, game: Game, table: FlowTable, cells: Cells, routes: Sequence[ArrowRoute], shape: FlowLook, width: float
    ) -> None:
        self.game, self.table, self.cells, self.routes, self.shape, self.width = (
            game,
            table,
            cells,
            routes,
            shape,
            width,
        )
        self.index = RuleIndex(game)
        self.across = _LaneAxis(cells.columns, _lanes(routes, 0), shape.lane, shape.gap_x)
        self.down = _LaneAxis(cells.rows, _lanes(routes, 1), shape.lane, shape.gap_y)
        self.box_mm = min((width - self.across.gaps) / cells.columns, shape.most_mm)
        self._spread()
        self.texts = [self._text(step) for step in table.steps]
        least = shape.text.size_pt * 0.95
        self.heights = [max(text.height_mm + 2 * shape.pad, least) for text in self.texts]
        rows = [row for row, _ in cells.at]
        self.row_mm = [
            max([height for height, at in zip(self.heights, rows, strict=True) if at == row], default=0.0)
            for row in range(cells.rows)
        ]
        self.lefts, self.tops = [], []
        x = self.across.sizes[0] + self.margin
        for column in range(cells.columns):
            self.lefts.append(x)
            x += self.box_mm + self.across.sizes[column + 1]
        y = self.down.sizes[0] + shape.small_pt * MM_PER_PT * 1.2  # the first row's addresses
        for row in range(cells.rows):
            self.tops.append(y)
            y += self.row_mm[row] + self.down.sizes[row + 1]
        self.height = y

    def _spread(self) -> None:
        """Distribute the spare width between the columns first, then on both sides."""
        inner = range(1, self.cells.columns)
        spare = self.width - self.across.gaps - self.cells.columns * self.box_mm
        more = min(spare / len(inner), self.shape.gap_x) if inner else 0.0
        for gap in inner:
            self.across.sizes[gap] += more
        self.margin = (spare - more * len(inner)) / 2

    def _text(self, step: FlowStep) -> Drawing:
        shape = self.shape
        room = self.box_mm - 2 * shape.pad - (2 * shape.point if step.kind == "question" else 0.6)
        style = shape.text.with_(colour="#ffffff") if step.kind == "end" else shape.text
        text = f"**{step.text}**" if step.kind == "end" else step.text
        return text_block(text, style, room, anchor="middle")

    def drawing(self) -> Drawing:
        """The whole chart: arrows at the bottom, then boxes, then labels."""
        nodes: list[Node] = []
        for routed in self.routes:
            nodes += self._arrow(routed)
        for number in range(len(self.table.steps)):
            nodes += self._box(number)
        for routed in self.routes:
            nodes += self._label(routed)
        back = [arrow for arrow in arrows_of(self.table.steps) if leads_back(self.cells, arrow)]
        for letter, target in enumerate(dict.fromkeys(arrow.target for arrow in back)):
            nodes += self._way_back(chr(65 + letter), target, [arrow for arrow in back if arrow.target == target])
        return Drawing(tuple(nodes), self.width, self.height + (0.4 * self.shape.small_pt if back else 0.0))

    # Boxes --------------------------------------------------------------------------------------

    def _frame(self, number: int) -> tuple[float, float, float, float]:
        """Left, top, width, height of a box, centred in its cell."""
        row, column = self.cells.at[number]
        height = self.heights[number]
        return self.lefts[column], self.tops[row] + (self.row_mm[row] - height) / 2, self.box_mm, height

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

    def _way_back(self, letter: str, target: int, arrows: Sequence[Arrow]) -> list[Node]:
        """A letter at the upper right of a box, and at the lower right of each from which a way leads back to it."""
        answers = {"yes": self.game.words.text("yes"), "no": self.game.words.text("no"), "next": ""}
        nodes = self._tab(target, letter, 0.0)
        for arrow in arrows:
            nodes += self._tab(arrow.source, f"{answers[arrow.kind]} → {letter}".strip(), 1.0)
        return nodes

    def _tab(self, number: int, text: str, edge: float) -> list[Node]:
        """White words in a black tab on the upper (0) or lower (1) edge of a box, mostly outside, at its right end."""
        x, y, width, height = self._frame(number)
        size = self.shape.small_pt
        high, wide = size * 0.5, max(width_mm(text, "sans-bold", size) + 0.3 * size, size * 0.5)
        right, middle = x + width - 1.6 * self.shape.point, y + edge * height + 0.3 * (2.0 * edge - 1.0) * high
        base = centred_baseline("sans-bold", size, middle)
        return [
            Path(rect(right - wide, middle - high / 2, wide, high, high / 2), fill=INK),
            Text(right - wide / 2, base, text, "sans-bold", size, "#ffffff", anchor="middle"),
        ]

    # Arrows -------------------------------------------------------------------------------------

    def _points(self, routed: ArrowRoute) -> list[tuple[float, float]]:
        """The corners in mm, the ends on the edges of the boxes."""
        down_sizes = self.row_mm
        across_sizes = [self.box_mm] * self.cells.columns
        points = [
            (self.across.at(cx, self.lefts, across_sizes), self.down.at(cy, self.tops, down_sizes))
            for cx, cy in routed.corners
        ]
        points[0] = self._port(routed.arrow.source, points[0], points[1])
        points[-1] = self._port(routed.arrow.target, points[-1], points[-2])
        return points

    def _port(self, number: int, at: tuple[float, float], towards: tuple[float, float]) -> tuple[float, float]:
        """Where a line from a box's middle `at` to `towards` leaves the box."""
        x, y, width, height = self._frame(number)
        if abs(towards[1] - at[1]) < 1e-6:
            return (x + width if towards[0] > at[0] else x), at[1]
        return at[0], (y + height if towards[1] > at[1] else y)

    def _arrow(self, routed: ArrowRoute) -> list[Node]:
        points = self._points(routed)
        size = self.shape.text.size_pt * 0.2
        head, stem = _head(points[-2], points[-1], size)
        line = Path(_rounded([*points[:-1], stem], self.shape.lane * 0.45), stroke=Stroke(INK, 0.9, join="round"))
        return [line, Path(polyline(head, close=True), fill=INK)]

    def _label(self, routed: ArrowRoute) -> list[Node]:
        """Yes or no beside the first segment of an arrow."""
        kind = routed.arrow.kind
        if kind == "next":
            return []
        words = self.game.words
        answer = words.text("yes") if kind == "yes" else words.text("no")
        (x, y), (x2, y2) = self._points(routed)[:2]
        size = self.shape.text.size_pt * 0.94
        high = size * MM_PER_PT
        if abs(y2 - y) < 1e-6:
            way = 1.0 if x2 > x else -1.0
            anchor = "start" if way > 0 else "end"
            return [Text(x + way * 1.1, y - 0.25 * high - 0.5, answer, "sans-bold", size, INK, anchor=anchor)]  # type: ignore[arg-type]
        below = y + high * 0.98 if y2 > y else y - 0.9
        return [Text(x + 1.1, below, answer, "sans-bold", size, INK)]


def _head(
    a: tuple[float, float], b: tuple[float, float], size: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The arrowhead at `b` of a line from `a`, and where the line ends in it."""
    length = abs(b[0] - a[0]) + abs(b[1] - a[1]) or 1.0
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    base = b[0] - dx * size, b[1] - dy * size
    half = size * 0.46
    head = [(base[0] - dy * half, base[1] + dx * half), b, (base[0] + dy * half, base[1] - dx * half)]
    return head, (b[0] - dx * size * 0.7, b[1] - dy * size * 0.7)


def _rounded(points: Sequence[tuple[float, float]], radius: float) -> tuple[Segment, ...]:
    """A polyline with its corners rounded."""
    segments: list[Segment] = [("M", *points[0])]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        into = abs(at[0] - before[0]) + abs(at[1] - before[1])
        out = abs(after[0] - at[0]) + abs(after[1] - at[1])
        r = min(radius, into / 2, out / 2)
        if r <= 0:
            continue
        start = at[0] + (before[0] - at[0]) / into * r, at[1] + (before[1] - at[1]) / into * r
        end = at[0] + (after[0] - at[0]) / out * r, at[1] + (after[1] - at[1]) / out * r
        k = 0.45
        segments.append(("L", *start))
        segments.append(("C", start[0] + (at[0] - start[0]) * (1 - k), start[1] + (at[1] - start[1]) * (1 - k),
                     end[0] + (at[0] - end[0]) * (1 - k), end[1] + (at[1] - end[1]) * (1 - k), *end))  # fmt: skip
    segments.append(("L", *points[-1]))
    return tuple(segments)
