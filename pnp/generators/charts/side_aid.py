"""The player aid of each side: what its player looks up during the game, on one large sheet folded once.

In: a game in one language, a paper. Out: a `Document`: for each side that a player may lead, pages of that paper, or
one sheet of twice its size with two of them on each face. The parts are those of the charts, without what only the
other sides need: their arrivals, their formations, the modifiers of their attacks.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Document, Group, Node, Page, Path, Scene, Stroke, Text, line, moved, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.charts.commands import commands_part
from pnp.generators.charts.player_aid import (
    GAP_MM,
    SCALES,
    height_of,
    page_title,
    sequence_within,
    stacked,
    table_parts,
    with_terrain,
)
from pnp.generators.charts.scenario import arrivals_part, points_part, set_up_part
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.charts.units import symbols_part, units_parts
from pnp.generators.sheets.margin import EDGE_MM, FOOT_MM, sheet_margin
from pnp.generators.tables.parts import ending_part, options_part
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, centred_baseline
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side
from pnp.model.tables import DieModifier, ResultsTable
from pnp.units import PAPERS_MM

SIDE_MM = 12.0
TOP_MM = 10.0
BAND_MM, BELOW_MM = 12.0, 5.0
"""Height of the band over a page, and the white below it."""

TITLE_PT, SIDE_PT = 19.0, 11.0
LARGER = (1.35, 1.25, 1.17, 1.1)
"""By how much the type of a page that leaves room may grow, most first."""
MOST_GAP_MM = 14.0
"""Most white between two parts of a page with room to spare."""

FOLDED_PAGES = 4
"""A sheet folded once has as many."""

FOLD_TICK_MM = 5.0


def build_side_aids(game: Game, paper: str) -> Document:
    """The aid of each side, one after the other, on pages of `paper` ("a4" or "letter").

    Raises LayoutError when a side needs more than `FOLDED_PAGES`.
    """
    pages = [
        Page(scene, bookmark="" if number else side.name)
        for side in aid_sides(game)
        for number, scene in enumerate(_scenes(game, side, PAPERS_MM[paper]))
    ]
    title = f"{game.info.printed_title}: {game.words.text('Player aid')}"
    return Document(title=title, language=game.language, pages=tuple(pages), subject=game.info.subtitle)


def folded(aids: Document) -> Document:
    """The same on paper of twice the size: two pages side by side, the second and third inside where there are more."""
    pages: list[Page] = []
    starts = [number for number, page in enumerate(aids.pages) if page.bookmark]
    for first, end in itertools.pairwise((*starts, len(aids.pages))):
        scenes = [page.scene for page in aids.pages[first:end]]
        bookmarks = itertools.chain([aids.pages[first].bookmark], itertools.repeat(""))
        pages += [Page(scene, bookmark=bookmark) for scene, bookmark in zip(_spreads(scenes), bookmarks, strict=False)]
    return replace(aids, pages=tuple(pages))


def aid_sides(game: Game) -> list[Side]:
    """The sides that a player leads, always or by an option."""
    return [side for side in game.info.sides if side.played_by == "player" or side.played_with]


def seen_by(game: Game, side: Side) -> Game:
    """The game without what only other sides look up; `game` itself where that is nothing."""
    tables = tuple(
        table.replaced(modifiers=_modifiers_of(table.modifiers, side)) if isinstance(table, ResultsTable) else table
        for table in game.charts.tables
    )
    formations = tuple(formation for formation in game.info.formations if formation.side == side.id)
    if tables == game.charts.tables and formations == game.info.formations:
        return game
    return replace(game, charts=game.charts.replaced(tables=tables), info=game.info.replaced(formations=formations))


def _modifiers_of(modifiers: Sequence[DieModifier], side: Side) -> tuple[DieModifier, ...]:
    return tuple(modifier for modifier in modifiers if modifier.side in (None, side.id))


# What stands on the pages ----------------------------------------------------------------------------


Pages = list[tuple[Drawing, ...]]


def aid_pages(game: Game, side: Side, width: float, room: float) -> Pages:
    """The parts of each page: two pages in good type, else four; what is left free holds the side's set-up and units.

    Of the sizes of good type the one that leaves room for more of these wins. Where there is room to spare even then,
    a page is set larger. Raises LayoutError where even the smallest type leaves something over.
    """
    view = seen_by(game, side)
    for count, sizes in ((2, SCALES[:2]), (4, SCALES[:2]), *((4, (scale,)) for scale in SCALES[2:])):
        fitting = [fit for scale in sizes if (fit := _Fit.at(view, side, (width, room), scale, count)) is not None]
        if fitting:
            return max(fitting, key=lambda fit: len(fit.taken)).larger()
    if len(pages := stacked(_all_parts(view, side, (width, room), SCALES[-1])[0], room)) <= FOLDED_PAGES:
        return pages
    raise LayoutError(f"the player aid of {side.name!r} is larger than {FOLDED_PAGES} pages")


@dataclass(frozen=True, slots=True)
class _Fit:
    """The pages of an aid at one size of type.

    space  width and height of a page's parts
    taken  the numbers of the further parts that the pages have room for
    parts  all that stand on the pages
    """

    view: Game
    side: Side
    space: tuple[float, float]
    scale: float
    taken: tuple[int, ...]
    parts: Sequence[Drawing]
    pages: Pages

    @classmethod
    def at(cls, view: Game, side: Side, space: tuple[float, float], scale: float, count: int) -> _Fit | None:
        """All parts at `scale` on `count` pages, and as many further ones as fit; None where they don't fit."""
        parts, more = _all_parts(view, side, space, scale)
        place: Callable[[Sequence[Drawing], int], Pages] = in_order
        pages = place(parts, count)
        if _fullest(pages) > space[1]:
            place, pages = by_height, by_height(parts, count)
        if _fullest(pages) > space[1]:
            return None
        taken: list[int] = []
        for number, part in enumerate(more):
            fuller = place([*parts, part], count)
            if _fullest(fuller) <= space[1]:
                parts, pages = [*parts, part], fuller
                taken.append(number)
        return cls(view, side, space, scale, tuple(taken), parts, pages)

    def larger(self) -> Pages:
        """The pages, each in larger type where that leaves nothing over."""
        drawn = self.parts
        numbers = [[next(n for n, own in enumerate(drawn) if own is part) for part in page] for page in self.pages]
        pages = list(self.pages)
        for growth in reversed(LARGER):
            # Wider lines and larger type: the height grows nearly as the square.
            growing = [n for n, page in enumerate(self.pages) if height_of(page) * growth**1.4 < self.space[1]]
            parts = self._parts_at(self.scale * growth) if growing else []
            if len(parts) != len(drawn):
                break
            for number in growing:
                page = tuple(parts[n] for n in numbers[number])
                if height_of(page) <= self.space[1]:
                    pages[number] = page
        return pages

    def _parts_at(self, scale: float) -> list[Drawing]:
        parts, more = _all_parts(self.view, self.side, self.space, scale)
        return [*parts, *(more[number] for number in self.taken if number < len(more))]


def _all_parts(
    view: Game, side: Side, space: tuple[float, float], scale: float
) -> tuple[list[Drawing], list[Drawing]]:
    """What every aid has, and what fills it, at `scale`."""
    width, room = space[0] / scale, space[1] / scale
    parts, more = _parts(view, side, width, room), _more_parts(view, side, width, room)
    return [part.scaled(scale) for part in parts], [part.scaled(scale) for part in more]


def _fullest(pages: Pages) -> float:
    return max(map(height_of, pages))


def by_height(parts: Sequence[Drawing], count: int) -> Pages:
    """`parts`, the tallest first, each on the emptiest page; then in order on each page."""
    pages: list[list[int]] = [[] for _ in range(min(count, len(parts)))]
    for number in sorted(range(len(parts)), key=lambda number: -parts[number].height_mm):
        min(pages, key=lambda page: sum(parts[n].height_mm + GAP_MM for n in page)).append(number)
    return [tuple(parts[number] for number in sorted(page)) for page in sorted(pages, key=min)]


def in_order(parts: Sequence[Drawing], count: int) -> list[tuple[Drawing, ...]]:
    """`parts` on `count` pages, or one each where there are fewer, so that the fullest page is as empty as possible."""
    cuts = itertools.combinations(range(1, len(parts)), min(count, len(parts)) - 1)
    splits = ([tuple(parts[a:b]) for a, b in itertools.pairwise((0, *cut, len(parts)))] for cut in cuts)
    return min(splits, key=lambda pages: max(map(height_of, pages)))


def _parts(view: Game, side: Side, width: float, room: float) -> list[Drawing]:
    """Tables and terrain, the map's symbols, the sequence of play, arrivals, commands, how the game is won."""
    scenario = standard_scenario(view)
    tables, ending = _parts_of_all(view, width, room)
    own = [arrivals_part(view, scenario, width, only=side.id) if scenario else None, commands_part(view, width)]
    return [part for part in (*tables, *own, *ending) if part is not None]


def _parts_of_all(view: Game, width: float, room: float) -> tuple[list[Drawing | None], list[Drawing | None]]:
    """What stands before and after the parts of one side, drawn once for the sides that see the same game."""
    if (drawn := view.pictures.get(("aid", width, room))) is None:
        scenario = standard_scenario(view)
        tables = [
            *with_terrain(table_parts(view, width, room), terrain_part(view, width)),
            symbols_part(view, width) if view.map.kind != "hexes" else None,
            sequence_within(view, width, room),
        ]
        points = points_part(view, scenario, width) if scenario else None
        drawn = view.pictures["aid", width, room] = tables, [points, ending_part(view, width)]
    return drawn


def _more_parts(view: Game, side: Side, width: float, room: float) -> list[Drawing]:
    """What fills a sheet of four pages: the side's set-up and its units, the optional rules."""
    scenario = standard_scenario(view)
    set_up = set_up_part(view, scenario, width, only=side.id) if scenario else None
    parts = [set_up, *units_parts(view, width, room, only=side.id), options_part(view, width)]
    return [part for part in parts if part is not None]


# Pages and spreads -----------------------------------------------------------------------------------


def _scenes(game: Game, side: Side, paper_mm: tuple[float, float]) -> list[Scene]:
    width, height = paper_mm
    room = height - TOP_MM - BAND_MM - BELOW_MM - FOOT_MM - 2.0
    pages = aid_pages(game, side, width - 2 * SIDE_MM, room)
    return [
        _scene(game, side, paper_mm, parts, room, (number, len(pages))) for number, parts in enumerate(pages, 1)
    ]


def _scene(
    game: Game, side: Side, paper_mm: tuple[float, float], parts: Sequence[Drawing], room: float, of: tuple[int, int]
) -> Scene:
    """One page: the band with its title and its side, the parts, the margin."""
    width, height = paper_mm
    nodes, title = _band(game, side, parts, width)
    spare = room - height_of(parts)
    gap = GAP_MM + min(spare / max(len(parts) - 1, 1), MOST_GAP_MM - GAP_MM)
    y = TOP_MM + BAND_MM + BELOW_MM
    for part in parts:
        nodes.append(part.at(SIDE_MM, y))
        y += part.height_mm + gap
    named = f"{game.words.text('Player aid')}: {side.name}"
    nodes.append(sheet_margin(game, paper_mm=paper_mm, title=named, sheet=of[0], sheets=of[1], ruled=of[0] == 1))
    return Scene(width, height, tuple(nodes), title=title)


def _band(game: Game, side: Side, parts: Sequence[Drawing], width: float) -> tuple[list[Node], str]:
    """The head of a page in the colours of the side's counters, with what is on the page; and these words."""
    style = game.style.sides.get(side.id)
    ground, ink = (style.ground, style.ink) if style and game.style.ink != "low" else ("#ffffff", INK)
    inner = width - 2 * SIDE_MM
    whose = f"{side.name} · {game.info.printed_title}"
    room = inner - 8.0 - width_mm(whose, "sans-regular", SIDE_PT) - 6.0
    title = page_title(game, parts, room)
    size = min(TITLE_PT, TITLE_PT * room / width_mm(title, "sans-bold", TITLE_PT))
    middle = TOP_MM + BAND_MM / 2
    return [
        Path(rect(SIDE_MM, TOP_MM, inner, BAND_MM, 1.0), fill=ground, stroke=Stroke(INK, 0.7)),
        Text(SIDE_MM + 4.0, centred_baseline("sans-bold", size, middle), title, "sans-bold", size, ink),
        Text(width - SIDE_MM - 4.0, centred_baseline("sans-regular", SIDE_PT, middle), whose, "sans-regular", SIDE_PT,
             ink, anchor="end"),
    ], title  # fmt: skip


def _spreads(scenes: Sequence[Scene]) -> Iterator[Scene]:
    """The faces of the folded sheet: its pages side by side, the last and the first outside where there are four."""
    width, height = scenes[0].width_mm, scenes[0].height_mm
    fold = [
        line(width, y, width, y + FOLD_TICK_MM, Stroke(INK, 0.35, dash_mm=(1.2, 0.8)))
        for y in (EDGE_MM, height - EDGE_MM - FOLD_TICK_MM)
    ]
    for pair in ((0, 1),) if len(scenes) <= 2 else ((3, 0), (1, 2)):
        halves = [
            Group(scenes[number].children, transform=moved(place * width, 0.0))
            for place, number in enumerate(pair) if number < len(scenes)
        ]  # fmt: skip
        yield Scene(2 * width, height, (*halves, *fold), title=scenes[0].title)
