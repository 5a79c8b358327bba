"""The calibration page: two sides that show by how much a printer misplaces backs.

Printed on both sides and held to the light, the front's crosses fall on the back's scales, which read the
offset in mm, in the directions in which the back must be moved. The reading goes into the user's own
settings (`back_offset_mm: [x, y]`), which are applied to this page too, so that a second print should read 0.
"""

from __future__ import annotations

from typing import Literal

from pnp.draw.scene import Group, Node, Page, Path, Scene, Segment, Stroke, Text, line
from pnp.generators.counters.imposition import FOOT_MM
from pnp.generators.sheets.margin import EDGE_MM, sheet_margin, wrapped
from pnp.model.game import Game

INK = "#000000"
QUIET = "#55504a"
SPAN_MM = 5
"""The scales read from -5 to +5 mm."""
_ARM_MM = 16.0
"""How far the front's lines extend beyond the back's scales."""
_SCALE_MM = 12.0
"""Distance of each scale from the cross."""
_APART = 70.0
_TEXT_PT, _HEAD_PT = 9.0, 14.0
_LEFT_MM = EDGE_MM + 14.0
"""From the paper's left edge to the words."""


def calibration_pages(
    game: Game, page_mm: tuple[float, float], flip: Literal["long", "short"], offset_mm: tuple[float, float]
) -> tuple[Page, Page]:
    """Front and back of the calibration page.

    flip       the edge that the printer flips about; the back reads upright when the sheet is turned that way
    offset_mm  the current setting, by which the back is moved
    """
    width, height = page_mm
    centres = [(width / 2, height / 2 + dy) for dy in (-_APART, 0.0, _APART)]
    title = game.words.text("Calibration page")
    front = Scene(width, height, (*_front(game, page_mm, centres), _margin(game, page_mm, title, "front")), title=title)
    dx, dy = offset_mm
    moved_by = (1.0, 0.0, 0.0, 1.0, dx, dy)
    scales = Group(tuple(node for x, y in centres for node in _scale(x, y)), transform=moved_by)
    words = Group(_back_words(game, page_mm, flip, offset_mm))
    back = Scene(width, height, (scales, words, _margin(game, page_mm, title, "back")), title=title)
    return Page(front, bookmark=title), Page(back)


def _margin(game: Game, page_mm: tuple[float, float], title: str, side: str) -> Group:
    words = game.words
    name = words.text("Front") if side == "front" else words.text("Back")
    return sheet_margin(game, paper_mm=page_mm, title=title, sheet=1, sheets=1, side=name)


def _front(game: Game, page_mm: tuple[float, float], centres: list[tuple[float, float]]) -> list[Node]:
    """The front: crosses, and the instructions."""
    pen = Stroke(INK, 0.5)
    nodes: list[Node] = []
    for x, y in centres:
        nodes.append(line(x - _ARM_MM, y, x + _ARM_MM, y, pen))
        nodes.append(line(x, y - _ARM_MM, x, y + _ARM_MM, pen))
    words = game.words
    text = words.text(
        "Print both sides of this page, turn it over and hold it to the light. The crosses of this side show through."
    )
    # At the foot, so that against the light it doesn't run into the back's words.
    return nodes + _paragraph(words.text("Calibration page"), text, page_mm, page_mm[1] - FOOT_MM - 22.0)


def _back_words(
    game: Game, page_mm: tuple[float, float], flip: Literal["long", "short"], offset_mm: tuple[float, float]
) -> tuple[Node, ...]:
    words = game.words
    dx, dy = offset_mm
    text = words.text(
        "Read where the upright line of each cross meets the level scale (x) and where its level line meets the "
        "upright scale (y), and take the mean of the three. Add both to back_offset_mm in settings.yaml, which is "
        "[{x}, {y}] now, and build again: a new print should read 0.",
        x=f"{dx:g}", y=f"{dy:g}",
    )  # fmt: skip
    return tuple(_paragraph(words.text("Back: read here"), text, page_mm, EDGE_MM + 14.0))


def _paragraph(head: str, text: str, page_mm: tuple[float, float], y: float) -> list[Node]:
    width, _ = page_mm
    x = _LEFT_MM
    nodes: list[Node] = [Text(x, y, head, "condensed-bold", _HEAD_PT, INK)]
    for line_text in wrapped(text, "sans-regular", _TEXT_PT, width - 2 * x):
        y += 5.0
        nodes.append(Text(x, y + 2.0, line_text, "sans-regular", _TEXT_PT, INK))
    return nodes


def _scale(cx: float, cy: float) -> list[Node]:
    """A horizontal scale above (cx, cy) and a vertical one to its left, which the front's lines cross.

    Positive is right and down, as in the setting. The dashed cross marks where the front's should lie.
    """
    thin, level, upright = Stroke(INK, 0.3), cy - _SCALE_MM, cx - _SCALE_MM
    ticks: list[Segment] = [
        ("M", cx - SPAN_MM, level), ("L", cx + SPAN_MM, level),
        ("M", upright, cy - SPAN_MM), ("L", upright, cy + SPAN_MM),
    ]  # fmt: skip
    for half in range(-2 * SPAN_MM, 2 * SPAN_MM + 1):
        length = 3.0 if half % 10 == 0 else 2.0 if half % 2 == 0 else 1.1
        offset = half / 2
        ticks += [("M", cx + offset, level), ("L", cx + offset, level - length)]
        ticks += [("M", upright, cy + offset), ("L", upright - length, cy + offset)]
    faint = Stroke(QUIET, 0.25, dash_mm=(1.2, 0.8))
    nodes: list[Node] = [
        line(cx, level, cx, cy + _ARM_MM, faint),
        line(upright, cy, cx + _ARM_MM, cy, faint),
        Path(tuple(ticks), stroke=thin),
    ]
    for number in (-SPAN_MM, 0, SPAN_MM):
        label = f"{number:+d}".replace("-", "\u2212") if number else "0"
        nodes.append(Text(cx + number, level - 3.8, label, "condensed-medium", 6.0, INK, anchor="middle"))
        nodes.append(Text(upright - 3.8, cy + number + 0.75, label, "condensed-medium", 6.0, INK, anchor="end"))
    nodes.append(Text(cx + SPAN_MM + 2.0, level, "x", "condensed-bold-italic", 9.0, INK))
    nodes.append(Text(upright, cy + SPAN_MM + 4.0, "y", "condensed-bold-italic", 9.0, INK, anchor="middle"))
    return nodes
