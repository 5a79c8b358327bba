"""The calibration page: two sides that show by how much a printer misplaces backs, and how to read a counter.

Printed on both sides and held to the light, the front's crosses fall on the back's scales, which read the
offset in mm, in the directions in which the back must be moved: by the printer's own setting or by the user's
(`back_offset_mm: [x, y]`), which is applied to this page too, so that a second print should read 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

from pnp.draw.scene import Group, Node, Page, Path, Scene, Segment, Stroke, Text, line
from pnp.generators.counters.anatomy import (
    backs_shown,
    backs_telling,
    enlarged_counter,
    kinds_shown,
    markers_of,
    read_sample,
    units_of,
)  # fmt: skip
from pnp.generators.counters.imposition import FOOT_MM
from pnp.generators.counters.panels import (
    RULE_MM,
    TEXT,
    Step,
    head_panel,
    making_steps,
    sheet_colours,
    steps_shown,
)  # fmt: skip
from pnp.generators.sheets.diagrams import align, cut, flip_long, flip_short, glue, scales, shift
from pnp.generators.sheets.margin import EDGE_MM, sheet_margin
from pnp.generators.typeset.block import Drawing, text_block
from pnp.model.game import Game

INK = "#000000"
QUIET = "#55504a"
SPAN_MM = 5
"""The scales read from -5 to +5 mm."""
_ARM_MM = 16.0
"""How far the front's lines extend beyond the back's scales."""
_SCALE_MM = 12.0
"""Distance of each scale from the cross."""
_BAND_MM = 20.0
"""Half the height of the band with crosses and scales."""
_LEFT_MM, _STRIP_MM = 12.0, 16.0
"""White left and right; height of the title's strip."""
_TOP_MM = EDGE_MM + _STRIP_MM + 6.0
"""Where the rest of a page begins below that strip."""
_TITLE_PT, _TITLE_MM, _NOTE_PT = 12.0, 8.0, 8.0
_FIRST_SHARE = 0.64
"""Of two pictures one below the other, the share of the first."""

STEP = TEXT.with_(size_pt=8.5, leading_pt=11.0)

Size = tuple[float, float]
_Steps = Sequence[tuple[str, str]]
_Picture = tuple[str, Callable[[float, float], Drawing]]
"""A title, and what draws into a width and a height."""


def calibration_pages(
    game: Game, page_mm: Size, flip: Literal["long", "short"], offset_mm: tuple[float, float]
) -> tuple[Page, Page]:
    """Front and back of the calibration page.

    flip       the edge that the printer flips about; the back reads upright when the sheet is turned that way
    offset_mm  the current setting, by which the back is moved
    """
    width, height = page_mm
    words, title = game.words, game.words.text("Calibration page")
    front, back = _pictures(game)
    faces, inner = sheet_colours(game), width - 2 * _LEFT_MM
    shown = [flip_long(faces) if flip == "long" else flip_short(faces), align(faces)]
    said = _said(_printing(game, flip), shown, inner)
    read = _said(_reading(game), [scales(faces), shift(faces)], inner, 3, _moved(game, offset_mm))
    # Steps stand below the band, but under the head on the back of a sheet that is flipped short.
    least = FOOT_MM + 1.0 if flip == "long" else _TOP_MM
    level = height - _BAND_MM - max(said.height_mm, read.height_mm) - RULE_MM - least
    behind = level if flip == "long" else height - level
    columns = [width * share for share in (0.25, 0.5, 0.75)]
    pen = Stroke(INK, 0.5)
    crosses: list[Node] = []
    for x in columns:
        crosses += [
            line(x - _ARM_MM, level, x + _ARM_MM, level, pen),
            line(x, level - _ARM_MM, x, level + _ARM_MM, pen),
        ]
    marks = Group(
        tuple(node for x in columns for node in _scale(x, behind)), transform=(1.0, 0.0, 0.0, 1.0, *offset_mm)
    )
    before = [*crosses, *_laid_out(page_mm, level, front, said)]
    after = [marks, *_laid_out(page_mm, behind, back, read)]
    return (
        Page(_side(game, page_mm, title, words.text("Front"), before), bookmark=title),
        Page(_side(game, page_mm, title, words.text("Back"), after)),
    )


def _pictures(game: Game) -> tuple[list[_Picture], list[_Picture]]:
    """What is shown on the front and on the back, at most two pictures each."""
    words, sample = game.words, read_sample(game)
    read = words.text("How to read a counter"), partial(enlarged_counter, game, sample) if sample else None
    kinds = {words.text("The units"): units_of(game), words.text("The markers"): markers_of(game)}
    units, markers = [(title, partial(kinds_shown, game, shown) if shown else None) for title, shown in kinds.items()]
    backs = words.text("What the backs show"), partial(backs_shown, game) if backs_telling(game) else None
    made = words.text("How the counters are made"), partial(_made, game)
    pages = ([read, units], [backs, markers if markers[1] else made]) if backs[1] else ([read, made], [units, markers])
    front, back = ([(title, draw) for title, draw in page if draw] for page in pages)
    return front, back


def _side(game: Game, page_mm: Size, title: str, side: str, nodes: Sequence[Node]) -> Scene:
    width, height = page_mm
    strip = head_panel(
        game, (_LEFT_MM, EDGE_MM + 1.0, width - 2 * _LEFT_MM, _STRIP_MM), [(_LEFT_MM, width, title, (side,))]
    )
    margin = sheet_margin(game, paper_mm=page_mm, title=title, sheet=1, sheets=1, side=side, side_mm=_LEFT_MM)
    return Scene(width, height, (strip, *nodes, margin), title=title)


def _laid_out(
    page_mm: Size, level: float, pictures: Sequence[_Picture], said: Drawing
) -> Iterator[Node]:  # fmt: skip
    """Pictures and the steps that are `said`, one above the band at `level`, one below: the pictures have more room."""
    width, height = page_mm
    inner, foot = width - 2 * _LEFT_MM, height - FOOT_MM - 1.0
    areas = [(_TOP_MM, level - _BAND_MM - _TOP_MM), (level + _BAND_MM, foot - level - _BAND_MM)]
    (said_at, _), (y, room) = sorted(areas, key=lambda area: area[1])
    yield line(_LEFT_MM, said_at, width - _LEFT_MM, said_at, Stroke(INK, 0.7))
    yield said.at(_LEFT_MM, said_at + RULE_MM)
    heads = _TITLE_MM + 5.0
    rest = [draw(inner, (1 - _FIRST_SHARE) * room - heads) for _, draw in pictures[1:]]
    least = room - heads - sum(drawn.height_mm + heads for drawn in rest)
    drawn = [*(draw(inner, least) for _, draw in pictures[:1]), *rest]
    slack = (room - sum(picture.height_mm + heads for picture in drawn)) / max(len(drawn), 1)
    for (title, _), picture in zip(pictures, drawn, strict=True):
        yield line(_LEFT_MM, y, width - _LEFT_MM, y, Stroke(INK, 0.7))
        yield Text(_LEFT_MM, y + 5.6, title, "condensed-bold", _TITLE_PT, INK)
        yield picture.at(_LEFT_MM, y + _TITLE_MM + 1.0)
        y += picture.height_mm + heads + slack


def _said(
    told: _Steps, pictures: Sequence[tuple[Node, ...]], wide: float, first: int = 1, note: str = ""
) -> Drawing:
    """The steps beside their pictures, numbered from `first`; below them a note in grey."""
    said = steps_shown(_steps(told, pictures), wide, math.inf, first, STEP)
    assert said is not None
    if not note:
        return said
    block = text_block(note, TEXT.with_(size_pt=_NOTE_PT, leading_pt=9.6, colour=QUIET), wide)
    below = said.height_mm + 1.4
    return Drawing((*said.nodes, block.at(0.0, below)), wide, below + block.height_mm)


def _steps(told: _Steps, pictures: Sequence[tuple[Node, ...]]) -> list[Step]:
    return [(*step, picture) for step, picture in zip(told, pictures, strict=True)]


def _made(game: Game, width: float, height: float) -> Drawing:
    """The steps from a printed sheet to counters."""
    faces = sheet_colours(game)
    steps = _steps(making_steps(game), [align(faces), glue(faces), cut(faces)])
    return steps_shown(steps, width, height, style=STEP) or Drawing((), width, 0.0)


def _printing(game: Game, flip: Literal["long", "short"]) -> _Steps:
    words = game.words
    how = {
        "long": words.text("Print this sheet as you will print the counters: on both sides, flipped on the long edge, "
                           "at 100 %, from the same tray, on the same paper."),
        "short": words.text("Print this sheet as you will print the counters: on both sides, flipped on the short "
                            "edge, at 100 %, from the same tray, on the same paper."),
    }  # fmt: skip
    return [
        (words.text("Print"), how[flip]),
        (words.text("Hold it against the light"), words.text(
            "Turn the sheet over. The three crosses of this side show through on the three scales of the other. If "
            "they meet all zeros, your printer needs no correction: print the counters.")),
    ]  # fmt: skip


def _reading(game: Game) -> _Steps:
    words = game.words
    return [
        (words.text("Read"), words.text(
            "The upright line of a cross shows x on the level scale, its level line shows y on the upright scale. "
            "Take the mean of the three. Up to half a millimetre can stay: the colours run over the cuts.")),
        (words.text("Correct"), words.text(
            "Move the backs by x to the right and y down (with a minus: left and up) in your printer's settings, often "
            "called image shift, and print this sheet again: it should read 0. If your printer has no such setting, "
            "use the file of counters to fold: its sides always meet.")),
    ]  # fmt: skip


def _moved(game: Game, offset_mm: tuple[float, float]) -> str:
    """By how much the backs of this file are moved; "" if they are not."""
    if not any(offset_mm):
        return ""
    x, y = (f"{value:g}" for value in offset_mm)
    return game.words.text(
        "The backs of this file are moved by x = {x} mm and y = {y} mm already: add what you read.", x=x, y=y
    )


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
