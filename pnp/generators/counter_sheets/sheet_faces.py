"""The art of a counter sheet: the grounds of runs of like counters, and the face of each.

In: a game and the plan of a sheet, for backs the mirrored one. Out: nodes in mm from the plan's top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.draw.scene import Group, Node, Path, SourceMarks, moved, rect
from pnp.generators.counter_sheets.imposition import SheetBlock, SheetCell, SheetPlan, SheetRow
from pnp.generators.counters.colours import FaceColours, face_colours
from pnp.generators.counters.face import Reach, draw_counter, draw_edges, has_edge
from pnp.model.counters import FaceKind
from pnp.model.game import Game

FacePictures = dict[tuple[object, ...], Group]
"""(counter, side, size, reach) -> face without its ground."""


@dataclass(slots=True)
class _Run:
    """Neighbouring cells of one or more rows whose ground is painted in one piece."""

    rows: list[tuple[int, tuple[SheetCell, ...]]]
    colours: FaceColours | None
    edged: bool

    @property
    def look(self) -> tuple[object, ...]:
        """The properties that two runs must share to be painted in one piece."""
        cells = self.rows[0][1]
        return (self.colours, self.edged, cells[0].x, cells[-1].x)


def draw_grounds(game: Game, plan: SheetPlan, face: FaceKind) -> Group:
    """The grounds of a plan; for backs pass the mirrored plan.

    One rectangle for each run of one ground, over as many rows as share it: abutting rectangles of one colour
    show hairlines in some viewers.
    """
    return Group(
        tuple(
            node
            for block in plan.blocks
            for run in _runs(game, block, face)
            if run.colours is not None
            for node in _run_nodes(plan, block, run)
        )
    )


def _runs(game: Game, block: SheetBlock, face: FaceKind) -> list[_Run]:
    """The runs of one ground, joined across successive rows where they line up."""
    joined: list[_Run] = []
    above: list[_Run] = []
    for index, row in enumerate(block.rows):
        runs = _row_runs(game, index, row, face)
        if [run.look for run in runs] == [run.look for run in above]:
            for run, more in zip(above, runs, strict=True):
                run.rows += more.rows
        else:
            above = runs
            joined += runs
    return joined


def _row_runs(game: Game, index: int, row: SheetRow, face: FaceKind) -> list[_Run]:
    runs: list[_Run] = []
    for cell in row.cells:
        # Markers lie on white paper.
        colours = None if cell.group.marker else face_colours(game.style, cell.group, face)
        edged = has_edge(cell.group, face)
        if runs and (runs[-1].colours, runs[-1].edged) == (colours, edged):
            runs[-1].rows[0] = (index, (*runs[-1].rows[0][1], cell))
        else:
            runs.append(_Run([(index, (cell,))], colours, edged))
    return runs


def _run_nodes(plan: SheetPlan, block: SheetBlock, run: _Run) -> Iterator[Node]:
    assert run.colours is not None
    (first, cells), (last, _) = run.rows[0], run.rows[-1]
    x, y = cells[0].x, cells[0].y
    left, top, right, _ = _reach(plan, block, first, x, cells[-1].x + plan.size[0])
    bottom = _reach(plan, block, last, x, x)[3]
    width = cells[-1].x + plan.size[0] - x
    height = run.rows[-1][1][0].y + plan.size[1] - y
    yield Path(rect(x - left, y - top, width + left + right, height + top + bottom), fill=run.colours.ground)
    for index, row in run.rows if run.edged else ():
        reach = _reach(plan, block, index, x, cells[-1].x + plan.size[0])
        edges = draw_edges(run.colours, plan.size, reach, count=len(row), pitch_mm=plan.pitch)
        if edges:
            yield Group(edges, transform=moved(row[0].x, row[0].y))


def _reach(plan: SheetPlan, block: SheetBlock, index: int, left: float, right: float) -> Reach:
    """How far a ground from `left` to `right` in row `index` of `block` extends beyond its cuts.

    That is the bleed on the outside of the block, half the gutter inside it.
    """
    between = plan.gutter / 2
    return (
        plan.bleed if left < 1e-6 else between,
        plan.bleed if index == 0 else between,
        plan.bleed if right > plan.width - 1e-6 else between,
        plan.bleed if index == len(block.rows) - 1 else between,
    )


def draw_faces(game: Game, plan: SheetPlan, face: FaceKind, faces: FacePictures) -> Iterator[Group]:
    """Every face of a plan without its ground; for backs pass the mirrored plan."""
    for block in plan.blocks:
        for index, row in enumerate(block.rows):
            for cell in row.cells:
                reach = _reach(plan, block, index, cell.x, cell.x + plan.size[0])
                key = (cell.counter.id, face, *plan.size, *reach)
                if key not in faces:
                    faces[key] = draw_counter(game, cell.counter, face, plan.size, reach=reach, ground=False)
                if faces[key].children:
                    mark = SourceMarks((("counter", str(cell.counter.id), 0.0, 0.0, *plan.size),))
                    yield Group((faces[key], mark), transform=moved(cell.x, cell.y))
