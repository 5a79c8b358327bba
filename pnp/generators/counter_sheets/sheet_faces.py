"""The art of a counter sheet: the ground of each counter, and its face.

In: a game and the plan of a sheet, for backs the mirrored one. Out: nodes in mm from the plan's top left.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.scene import Group, SourceMarks, moved
from pnp.generators.counter_sheets.imposition import SheetCell, SheetPlan
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.ground import OVER_MM, Reach, draw_ground
from pnp.model.counters import FaceKind
from pnp.model.game import Game

FacePictures = dict[tuple[object, ...], Group]
"""(counter, side, size, reach) -> face without its ground."""


def draw_grounds(game: Game, plan: SheetPlan, face: FaceKind) -> Group:
    """The grounds of all units of a plan, those beside each other a little over one another, or white shows between
    them; for backs pass the mirrored plan. Markers lie on white paper.
    """
    return Group(tuple(
        Group(draw_ground(game, cell.counter, face, plan.size, reach), transform=moved(cell.x, cell.y))
        for cell, reach in _reaches(plan) if not cell.group.marker
    ))  # fmt: skip


def _reaches(plan: SheetPlan) -> Iterator[tuple[SheetCell, Reach]]:
    """Every cell, and how far its ground extends beyond its cuts: by the bleed on the outside of its block."""
    between, width = max(plan.gutter / 2, OVER_MM), plan.size[0]
    for block in plan.blocks:
        for row in block.rows:
            top, bottom = (plan.bleed if row is block.rows[end] else between for end in (0, -1))
            for cell in row.cells:
                left = plan.bleed if cell.x < 1e-6 else between
                right = plan.bleed if cell.x + width > plan.width - 1e-6 else between
                yield cell, (left, top, right, bottom)


def draw_faces(game: Game, plan: SheetPlan, face: FaceKind, faces: FacePictures) -> Iterator[Group]:
    """Every face of a plan without its ground; for backs pass the mirrored plan."""
    for cell, reach in _reaches(plan):
        key = (cell.counter.id, face, *plan.size, *reach)
        if key not in faces:
            faces[key] = draw_counter(game, cell.counter, face, plan.size, reach=reach, ground=False)
        if faces[key].children:
            mark = SourceMarks((("counter", str(cell.counter.id), 0.0, 0.0, *plan.size),))
            yield Group((faces[key], mark), transform=moved(cell.x, cell.y))
