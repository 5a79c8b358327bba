"""Counter sheets: fronts and backs ready to print, glue and cut, and the same as drawings for retouching.

In: a game, a paper, a layout. Out: a `Document` for PDF, or a `Scene` for SVG. `imposition` places the counters
and `face` draws them; this module puts grounds, faces, marks and captions together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import QUIET
from pnp.draw.mirror import mirrored_pages
from pnp.draw.scene import Document, Group, Matrix, Node, Page, Path, Scene, Stroke, moved, rect
from pnp.errors import LayoutError, did_you_mean
from pnp.generators.book.counter_key import HEAD_MM, counter_key, headed
from pnp.generators.book.look import book_look
from pnp.generators.charts.units import corners_told, counters_told
from pnp.generators.counter_sheets.captions import side_captions
from pnp.generators.counter_sheets.imposition import (
    FOOT_MM,
    SheetPlan,
    cut_columns,
    cut_rows,
    mirrored,
    origin,
    plan_sheets,
)  # fmt: skip
from pnp.generators.counter_sheets.panels import (
    BESIDE,
    LEAST_BOX_MM,
    Box,
    SheetPanel,
    Step,
    making_steps,
    notes_shown,
    placed_panels,
    sheet_chits,
    steps_shown,
)  # fmt: skip
from pnp.generators.counter_sheets.sheet_faces import FacePictures, draw_faces, draw_grounds
from pnp.generators.counter_sheets.sheet_marks import (
    SHEET_REACH_MM,
    cut_ticks,
    fold_line,
    hairline,
    register_marks,
    seams,
)  # fmt: skip
from pnp.generators.counters.anatomy import back_meaning, backs_shown, backs_telling, counter_read, read_sample
from pnp.generators.counters.shapes import outline, shape_of, sheet_size
from pnp.generators.sheets.head import sheet_head
from pnp.generators.sheets.margin import EDGE_MM, sheet_margin
from pnp.generators.sheets.sides import FOLD_GAP_MM, LAYOUTS, SHEET_PAPERS, Layout, how_to_print
from pnp.generators.typeset.block import Drawing
from pnp.model.counters import FaceKind
from pnp.model.game import Game
from pnp.units import MM_PER_INCH, PAPERS_MM

CUT_LAYERS = ("bleed", "art", "captions", "register", "seams", "cut", "punch", "fold")
"""What lies where counters are cut, whichever way a language is read."""
LEAST_GRID_MM = 161.75
"""The least width of what stands above and below counters, which is as wide as they are."""
STRIP_MM, LEAST_STRIP_MM, REACH_MM, UNDER_MM, ABOVE_FOOT_MM = 14.0, 7.0, 9.4, 4.0, 3.5
"""Height of the strip with the title, and the least; from the counters to what stands above and below them; below the
strip; above the sheet's margin.
"""
LEAST_KEY_MM, LARGEST_MM, NOTES_MM = (60.0, 90.0), 24.0, 6.6
"""Heights of a key to the counters where no more is left to it, and its largest counters; from those of a full
sheet to notes on them.
"""
READ_SHARE, APART_MM, PLATE_EDGE_MM = 0.6, 6.0, 3.0
"""Of the width for the counter that is explained, where backs are shown beside it; from it to them; from its words to
the edge of its plate.
"""
NONE = Drawing((), 0.0, 0.0)


def build_counter_sheets(
    game: Game, paper: str, layout: Layout, *, size_mm: float | None = None, gutter_mm: float | None = None,
    back_offset_mm: tuple[float, float] = (0.0, 0.0), faces: FacePictures | None = None,
) -> Document:  # fmt: skip
    """All counter sheets of `game`. What they leave free shows how to read a counter, which ones there are and how they
    are made.

    paper           "a4" or "letter"
    layout          "long" or "short" (the edge that the printer flips about), "fold", "fronts"
    size_mm, gutter_mm   the style's when absent
    back_offset_mm  how far this printer's backs are moved right and down on their page
    faces           those already drawn for other sheets of this game in this language; filled
    Raises LayoutError when a text or a counter doesn't fit.
    """
    if layout not in LAYOUTS:
        raise LayoutError(f"unknown layout {layout!r}; {did_you_mean(layout, LAYOUTS)}")
    if paper not in SHEET_PAPERS:
        raise LayoutError(f"counter sheets are made for {' and '.join(SHEET_PAPERS)}, not for {paper!r}")
    words, plans = game.words, sheet_plans(game, layout, size_mm=size_mm, gutter_mm=gutter_mm)
    press = _SheetPages(
        game, PAPERS_MM[paper], layout, len(plans), back_offset_mm, {} if faces is None else faces, max(
            LEAST_GRID_MM, *(plan.width + 2 * plan.bleed for plan in plans))
    )  # fmt: skip
    sides = [side for number, plan in enumerate(plans, 1) for side in press.sides(plan, number)]
    groups = iter(placed_panels(
        _panels(game, paper, plans[0], layout, back_offset_mm), [box for _, free in sides for box in free]
    ))  # fmt: skip
    pages = [replace(page, scene=replace(page.scene, children=(*(next(groups) for _ in free), *page.scene.children)))
             for page, free in sides]  # fmt: skip
    document = Document(
        title=f"{game.info.printed_title} · {words.text('Counters')}",
        language=game.language,
        pages=tuple(pages),
        duplex=layout if layout in ("long", "short") else None,
        subject=game.info.credits.statement,
    )
    return mirrored_pages(document, CUT_LAYERS) if is_right_to_left(game.language) else document


def sheet_plans(
    game: Game, layout: Layout = "long", *, size_mm: float | None = None, gutter_mm: float | None = None,
    endless: bool = False,
) -> list[SheetPlan]:  # fmt: skip
    """The plan of every page of counters, in printing order; of every sheet where pages are `endless`."""
    style = game.style.counters
    gutter = style.gutter_mm if gutter_mm is None else gutter_mm
    if gutter < 0:
        raise LayoutError(f"gutter of {gutter:g} mm: expected 0 or more")
    return [
        plan
        for sheet in game.counters.sheets
        for plan in plan_sheets(
            game.counters, sheet, size=sheet_size(game, sheet, size_mm), gutter=gutter, bleed=style.bleed_mm,
            layout=layout, endless=endless, again=True,
        )
    ]  # fmt: skip


# Pages ----------------------------------------------------------------------------------------------


Heading = Sequence[str]
"""What a page shows, and how it is ordered: the first that has room."""
_Side = tuple[Page, list[Box]]
"""A printed side of a sheet, and what is free on it."""


def _panels(
    game: Game, paper: str, plan: SheetPlan, layout: Layout, offset_mm: tuple[float, float]
) -> list[Sequence[Sequence[SheetPanel]]]:  # fmt: skip
    """What a buyer needs besides the counters, and the rulebook and the page to read first tell too: ways to show it,
    best first, with the forms of each panel: with a key, or with notes where there are any, with backs on their own.
    """
    words, look, sample, telling = game.words, book_look(game, paper), read_sample(game), backs_telling(game)
    steps = making_steps(game, layout, sheet_chits(game, plan), offset_mm)

    def read(width: float, height: float, notes: Sequence[str] = ()) -> Drawing:
        """How to read a counter, with notes below it, and beside it what the backs show, or how counters are made."""
        wide = READ_SHARE * width if aside else width
        inner = wide - 2 * PLATE_EDGE_MM
        told = notes_shown(game, notes, inner) if notes else NONE
        foot = told.height_mm + PLATE_EDGE_MM if notes else 0.0
        large = counter_read(game, sample, inner, height - HEAD_MM - foot) if sample else NONE
        beside = aside(width - wide - APART_MM, large.height_mm + foot + HEAD_MM) if aside else NONE
        tall = max(large.height_mm + foot + HEAD_MM, beside.height_mm) - HEAD_MM
        plate = Path(rect(0.0, 0.0, wide, tall), fill=game.style.colour("zebra"))
        parts = plate, large.at(PLATE_EDGE_MM, (tall - foot - large.height_mm) / 2), told.at(PLATE_EDGE_MM, tall - foot)
        left = headed(game, words.text("How to read a counter"), Drawing(parts, wide, tall))
        return Drawing((left.at(0.0, 0.0), beside.at(wide + APART_MM, 0.0)), width, tall + HEAD_MM)

    def faces(width: float, height: float) -> Drawing:
        return headed(game, words.text("What the backs show"), backs_shown(game, width, height - HEAD_MM))

    def key(width: float, height: float) -> Drawing:
        keys = (counter_key(game, look, width, limit, most_mm=LARGEST_MM) for limit in (height, *LEAST_KEY_MM))
        found = next(filter(None, keys), None)
        return found.drawn(height) if found else Drawing((), width, math.inf)

    def made(steps: Sequence[Step]) -> SheetPanel:
        title = words.text("How the counters are made")
        return lambda width, height: headed(game, title, steps_shown(steps, width, height - HEAD_MM))

    notes, making = corners_told(game), [[made(steps), made(steps[-2:])]]  # glue and cut, where all have no room
    aside = faces if telling else making.pop()[0] if sample and len(steps) == BESIDE else None
    first, told = ([[draw, *([aside] if aside else [])]] if sample else []
                   for draw in (read, partial(read, notes=notes)))  # fmt: skip
    return [[*first, [key], *making], *([[*told, *making]] if notes else [])]


@dataclass(frozen=True, slots=True)
class _SheetPages:
    """The settings that all pages of one file share.

    grid_mm  width of what stands above and below the counters
    """

    game: Game
    page_mm: tuple[float, float]
    layout: Layout
    sheets: int
    back_offset_mm: tuple[float, float]
    faces: FacePictures
    grid_mm: float

    def sides(self, plan: SheetPlan, number: int) -> Iterator[_Side]:
        """The printed side or sides of one plan."""
        words, height = self.game.words, self.page_mm[1]
        x, y = origin(plan, self.page_mm, self.layout)
        front = self._side(plan, "front", moved(x, y))
        if self.layout == "fold":
            back = self._side(mirrored(plan), "back", back_transform(plan, self.page_mm, "fold"))
            fold, reach = fold_line(self.page_mm, words.text("fold")), (y, height - y)
            heading: Heading = (f"{words.text('Fronts')} \u00b7 {words.text('Backs')}",)
            yield self._page(plan, number, [*front, *back, fold], "", (x, y), reach, heading)
            return
        heading = (f"{words.text('Fronts')} \u00b7 {words.text('by side and type')}", words.text("Fronts"))
        yield self._page(plan, number, front, words.text("Front"), (x, y), (y, y + plan.height), heading)
        if self.layout == "fronts":
            return
        turn = back_transform(plan, self.page_mm, self.layout, self.back_offset_mm)
        top = height - y - plan.height if self.layout == "short" else y
        alike, others = words.text("both faces alike"), words.text("all others: both faces alike")
        told = [*dict.fromkeys(back_meaning(self.game, cell.group) for cell in plan.cells() if not cell.group.marker)]
        told = [others if text == alike and len(told) > 1 else text for text in sorted(told, key=alike.__eq__)]
        shorter = (told, [words.text("seen from behind")], [])
        heading = [" \u00b7 ".join((words.text("Backs"), *more)) for more in shorter]
        (dx, dy), back = self.back_offset_mm, self._side(mirrored(plan), "back", turn)
        yield self._page(
            plan, number, back, words.text("Back"), (x + dx, top + dy), (top, top + plan.height), heading
        )

    def _side(self, plan: SheetPlan, face: FaceKind, place: Matrix) -> list[Group]:
        """The grounds, faces, marks and captions of one side, positioned on the page."""
        game = self.game
        folded = self.layout == "fold"
        captions = side_captions(game, plan, face, origin(plan, self.page_mm, self.layout)[0])
        layers = [
            Group((draw_grounds(game, plan, face),), layer="bleed"),
            Group(tuple(draw_faces(game, plan, face, self.faces)), layer="art"),
            Group(tuple(captions), layer="captions"),
            Group(register_marks(plan, scaled=face == "back", without="bottom" if folded else ""), layer="register"),
        ]
        shaped = any(shape_of(game, cell.group) in ("round", "hexagon") for cell in plan.cells())
        if shaped and face == "front":  # ticks in the margin don't show where to punch
            layers.insert(2, Group(tuple(line for pen in PUNCH for line in outlines(game, plan, pen)), layer="punch"))
        layers[2:2] = Group(seams(plan), layer="seams"), Group(cut_ticks(plan, folded=folded), layer="cut")
        return [Group(layer.children, layer=layer.layer, transform=place) for layer in layers]

    def _page(
        self, plan: SheetPlan, number: int, layers: list[Group], side: str, corner: tuple[float, float],
        reach: tuple[float, float], heading: Heading,
    ) -> _Side:  # fmt: skip
        """A side with its strip and margin, with counters from `reach[0]` to `reach[1]`, whose trimmed block begins at
        `corner`; free above and below.
        """
        title = next(sheet.name for sheet in self.game.counters.sheets if sheet.id == plan.sheet)
        width, height = self.page_mm
        x, top = (width - self.grid_mm) / 2, EDGE_MM + 1.0
        strip_mm = min(STRIP_MM, reach[0] - REACH_MM - top)
        under, foot = top + strip_mm + UNDER_MM, height - FOOT_MM - ABOVE_FOOT_MM
        above = (x, under, self.grid_mm, reach[0] - REACH_MM - under)
        below = (x, reach[1] + REACH_MM, self.grid_mm, foot - reach[1] - REACH_MM)
        margin = sheet_margin(
            self.game, paper_mm=self.page_mm, title=title, sheet=number, sheets=self.sheets, side=side,
            notes=self._notes(plan), side_mm=x,
        )  # fmt: skip
        strip = list[Group]()
        notes, beside = notes_shown(self.game, counters_told(self.game), self.grid_mm), reach[1] + NOTES_MM
        if below[3] < LEAST_BOX_MM and notes.height_mm <= height - FOOT_MM - beside:
            strip = [Group((notes.at(x, beside),), layer="key")]
        if strip_mm >= LEAST_STRIP_MM:
            head = sheet_head(self.game, self.game.info.printed_title, self.grid_mm, heading, height=strip_mm)
            strip.append(Group((head.at(x, top),), layer="title"))
        scene = Scene(width, height, (*layers, *strip, margin), title=f"{self.game.info.printed_title} \u00b7 {title}")
        (left, upper), wide, high, bleed = corner, plan.width, plan.height, plan.bleed
        if self.layout == "fold":
            high = 2 * high + FOLD_GAP_MM
        name = f"{title} {number}" if self.sheets > len(self.game.counters.sheets) else title
        return Page(
            scene, bookmark=f"{name}: {side}" if side else name, trim_mm=(left, upper, wide, high),
            bleed_mm=(left - bleed, upper - bleed, wide + 2 * bleed, high + 2 * bleed),
        ), [above, below]  # fmt: skip

    def _notes(self, plan: SheetPlan) -> str:
        words, how = self.game.words, how_to_print(self.game.words, self.layout)
        sides = plan.size[:1] if plan.size[0] == plan.size[1] else plan.size
        mm, inches = (words.decimal(" × ".join(map(write, sides))) for write in ("{:.1f}".format, _inches))
        size = words.text("{mm} mm ({inches} in).", mm=mm, inches=inches)
        return f"{size} {how}"


def _inches(length_mm: float) -> str:
    """A length in inches, as a fraction where it is a multiple of an eighth."""
    eighths = length_mm / MM_PER_INCH * 8
    whole = abs(eighths - round(eighths)) < 1e-6 and eighths < 8.5
    return str(Fraction(round(eighths), 8)) if whole else f"{length_mm / MM_PER_INCH:.2f}"


def back_transform(
    plan: SheetPlan, page_mm: tuple[float, float], layout: Layout, offset_mm: tuple[float, float] = (0.0, 0.0)
) -> Matrix:
    """From the mirrored plan to the page: moved for the long edge, else turned by 180°."""
    x, y = origin(plan, page_mm, layout)
    dx, dy = offset_mm
    width, height = page_mm
    if layout == "long":
        return moved(width - x - plan.width + dx, y + dy)
    bottom = height - y if layout == "short" else height / 2 + FOLD_GAP_MM / 2 + plan.height
    return (-1.0, 0.0, 0.0, -1.0, x + plan.width + dx, bottom + dy)


# Drawings for retouching and cutting ------------------------------------------------------------------


def counter_svg(
    game: Game, sheet: str, face: str, *, size_mm: float | None = None, faces: FacePictures | None = None
) -> Scene:
    """One sheet as a drawing in mm at 1:1, with layers `bleed`, `art`, `cut`, `fold`, `register`.

    sheet  id of a sheet in counters.yaml
    face   "front", "back" (as seen when turned over left to right), or "outlines": a closed contour of each
           counter for a cutting machine
    The fold lies to the right of the front and to the left of the back, so that the drawings fold when side by side.
    Raises LayoutError for an unknown sheet or face.
    """
    plan, reach = whole_sheet(game, sheet, size_mm), SHEET_REACH_MM
    size = (plan.width + 2 * reach, plan.height + 2 * reach)
    if face == "outlines":
        layers = [Group(outlines(game, plan), layer="cut")]
    elif face in ("front", "back"):
        side: FaceKind = "front" if face == "front" else "back"
        layers = _svg_layers(game, plan if face == "front" else mirrored(plan), side, {} if faces is None else faces)
    else:
        raise LayoutError(f"unknown face {face!r}; {did_you_mean(face, ('front', 'back', 'outlines'))}")
    placed = tuple(Group(layer.children, layer=layer.layer, transform=moved(reach, reach)) for layer in layers)
    return Scene(*size, placed, title=f"{game.info.printed_title} · {sheet} · {face}")


def whole_sheet(game: Game, sheet: str, size_mm: float | None = None) -> SheetPlan:
    """The plan of a sheet on one page of any length, for drawings without a paper size."""
    plans = {plan.sheet: plan for plan in sheet_plans(game, size_mm=size_mm, endless=True)}
    if sheet not in plans:
        raise LayoutError(f"unknown counter sheet {sheet!r}; {did_you_mean(sheet, plans)}")
    return plans[sheet]


def _svg_layers(game: Game, plan: SheetPlan, face: FaceKind, faces: FacePictures) -> list[Group]:
    fold_x = plan.width + FOLD_GAP_MM / 2 if face == "front" else -FOLD_GAP_MM / 2
    over = SHEET_REACH_MM - 2.0
    fold = hairline((fold_x, -over), (fold_x, plan.height + over), dashed=True)
    marks = register_marks(plan, scaled=face == "back", without="right" if face == "front" else "left")
    return [
        Group((draw_grounds(game, plan, face),), layer="bleed"),
        Group(tuple(draw_faces(game, plan, face, faces)), layer="art"),
        Group(through_cuts(plan), layer="cut"),
        Group((fold,), layer="fold"),
        Group(marks, layer="register"),
    ]


def through_cuts(plan: SheetPlan) -> tuple[Node, ...]:
    """Every cut across the whole sheet as an unfilled hairline, shared lines only once."""
    over = SHEET_REACH_MM - 3.0
    down = [hairline((x, -over), (x, plan.height + over)) for x in cut_columns(plan)]
    across = [hairline((-over, y), (plan.width + over, y)) for y in cut_rows(plan)]
    return (*down, *across)


PUNCH = (Stroke("#ffffff", 1.1, opacity=0.75), Stroke(QUIET, 0.35))
"""The contour of a counter that isn't square, on sheets: a dark line on a pale one, so that any ground shows it."""


def outlines(game: Game, plan: SheetPlan, pen: Stroke | None = None) -> tuple[Node, ...]:
    """A closed contour of each counter, the corners of a square rounded as the style says; a hairline to cut along
    when there is no `pen`.
    """
    radius, pen = game.style.counters.corner_mm, pen or hairline((0, 0), (0, 0)).stroke
    return tuple(
        Path(outline(shape_of(game, cell.group), cell.x, cell.y, plan.size, radius), stroke=pen)
        for cell in plan.cells()
    )
