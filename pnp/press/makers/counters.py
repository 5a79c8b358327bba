"""Counter sheets ready to print, and drawings of them for retouching and cutting."""

from __future__ import annotations

from pnp.draw import svg
from pnp.generators.counter_sheets.sheet import build_counter_sheets, counter_svg
from pnp.generators.counter_sheets.sheet_faces import FacePictures
from pnp.generators.sheets.large_edition import counter_edge_mm
from pnp.press.makers.credit import credit
from pnp.press.workshop import Task


def sheets(task: Task) -> tuple[bytes, int]:
    """All sheets in the layout that the recipe names, on its paper."""
    (layout,), settings = task.recipe.options, task.settings
    document = build_counter_sheets(
        task.game, task.recipe.paper, layout, size_mm=_size_mm(task),
        gutter_mm=settings["gutter_mm"],  # type: ignore[arg-type]
        back_offset_mm=settings["back_offset_mm"], faces=_faces(task),
    )  # fmt: skip
    return task.pdf_of(document)


def drawing(task: Task) -> tuple[bytes, int]:
    """One side of a sheet as SVG."""
    sheet, face = task.recipe.options
    scene = counter_svg(task.game, sheet, face, size_mm=_size_mm(task), faces=_faces(task))
    return svg.render(scene, outline_text=task.shop.edition.outline_text, metadata=credit(task.game)), 0


def _size_mm(task: Task) -> float | None:
    """Edge of a counter by the user's settings; None as the game says."""
    return counter_edge_mm(task.game, float(task.settings["enlarge"]), task.settings["counter_size_mm"])


def _faces(task: Task) -> FacePictures:
    """Faces of counters that one sheet has drawn and others show."""
    faces: FacePictures = task.shop.once(("faces", task.game.language), dict)
    return faces
