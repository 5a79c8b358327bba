"""The booklet: each scenario from its head to how it is won, on one sheet or on two and more.

A sheet has two or three columns alike. The map of the start is as wide as some of them; what sides lay, arrivals,
special rules and how the game is won run in those beside it and in all at its foot. Where that has no room, or units
would hide each other on so small a map, the set-up follows on sheets of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError, Problem, SourceError
from pnp.generators.scenarios.blocks import (
    arrivals_column,
    head_block,
    labels_of,
    lead_block,
    rules_block,
    set_up_columns,
    victory_part,
)
from pnp.generators.scenarios.flow import Column, FlowPart, high, loosest, running, set_column, whole
from pnp.generators.scenarios.lists import grid_of, side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, StartMap, ground_scene
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import TITLE_MM, titled
from pnp.generators.typeset.block import Drawing, levelled
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM, HEAD_MM = 14.0, 12.0, 5.6, 2.0
"""The margins, the white between columns and blocks, and that between the head and the text."""
LEAST_MM, FINER_MM = 9.0, 0.25
"""The least size of counters, and how far one size lies above another."""
MAP, FOOT = (1.0, 1 / 2, 2 / 3, 5 / 7, 1 / 3), ((1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 2), (3, 3))
"""Of the width of a sheet that which its map takes; how many columns there may be at the foot, and how many of these a
list may span.
"""
LEAST_MAP = 0.33
"""The least height of a map in that of the page below its head."""
WHITE_WORTH, MAP_WORTH, TOO_NARROW, CHIT_WORTH_MM, ENOUGH_MM, ABOVE = 3.0, 2.0, 4.5, 7000.0, 11.0, 30000.0
"""What a mm² of white costs, what a mm² of a map is worth, what one of white beside it costs, what a mm is worth of the
size of counters, a quarter of that from one that is large enough, and what labels above counters cost.
"""

_Sides = tuple[str, ...]


class _Placed(NamedTuple):
    """A column, its left and upper edges on the sheet below its head, its width, and its room."""

    column: Column
    x: float
    y: float
    wide: float
    tall: float


class _Way(NamedTuple):
    """A way to set a sheet: its white in mm² less what map and counters are worth, its columns, its map's scale."""

    white: float
    columns: list[_Placed]
    scale: float


def _cost(ways: Sequence[_Way]) -> tuple[int, float]:
    return len(ways), sum(way.white for way in ways)


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page, SourceError for a text that leaves no room on its own.
    """
    paper_mm = PAPERS_MM[paper]
    width, foot = paper_mm[0] - 2 * SIDE_MM, paper_mm[1] - FOOT_MM - 3.0
    told = [_Sheets(game, scenario, n, plan, width, foot) for n, scenario in enumerate(game.scenarios.values(), 1)]
    pages = [(nodes, "" if n else one.scenario.name) for one in told for n, nodes in enumerate(one.pages())]
    title, sheets = game.words.text("Scenarios"), len(pages)
    scenes = [
        Scene(*paper_mm, (*nodes, sheet_margin(game, paper_mm=paper_mm, title=title, sheet=number, sheets=sheets,
                                               ruled=False, side_mm=SIDE_MM)), title=title)
        for number, (nodes, _) in enumerate(pages, 1)
    ]  # fmt: skip
    bound = tuple(Page(scene, bookmark=bookmark) for scene, (_, bookmark) in zip(scenes, pages, strict=True))
    scales = [scale for one in told for scale in one.scales if scale]
    forms = {GROUND_FORM: ground_scene(game, plan, min(scales))} if scales else {}
    named = game.words.text("{title}: scenarios", title=game.info.printed_title)
    return Document(named, game.language, bound, forms, subject=game.info.subtitle)


class _Sheets:
    """The sheets of one scenario; `scales` are those of its maps once they are drawn."""

    def __init__(self, game: Game, scenario: Scenario, number: int, plan: MapPlan, width: float, foot: float) -> None:
        self.game, self.scenario, self.number = game, scenario, number
        self.width, self.foot, self.scales = width, foot, list[float]()
        self.lists, self.start = side_lists(game, scenario), StartMap(game, plan, scenario)
        self.labels = labels_of(game, scenario)
        self.told, self.laid = cache(self._told), cache(self._laid)

    def pages(self) -> Iterator[list[Node]]:
        """The first sheet and those that go on."""
        game, scenario = self.game, self.scenario
        head, lead = head_block(game, scenario, self.number, self.width), lead_block(game, scenario, self.width)
        shown = [head.at(SIDE_MM, TOP_MM), lead.at(SIDE_MM, TOP_MM + head.height_mm + HEAD_MM)]
        top = TOP_MM + head.height_mm + HEAD_MM + lead.height_mm + GAP_MM
        more = head_block(game, scenario, self.number, self.width, part=game.words.text("Set-up"))
        further = TOP_MM + more.height_mm + GAP_MM
        for way in self._found(self.foot - top, self.foot - further):
            self.scales.append(way.scale)
            columns = (set_column(one.column, SIDE_MM + one.x, top + one.y, one.tall) for one in way.columns)
            yield [*shown, *chain.from_iterable(columns)]
            shown, top = [more.at(SIDE_MM, TOP_MM)], further

    def _found(self, room: float, further: float) -> list[_Way]:
        """One sheet for all, or one with the map and how the game is won, and then those of the set-up; arrivals are
        where they save a sheet or white. Raises SourceError where the text of the scenario leaves no room for them.
        """
        sides = tuple(one.side for one in self.lists)
        found = [[way] for way in self._ways(room, sides, True)]
        loose = {(), tuple(side for side in sides if not side)}
        for first, coming in () if found else product(sorted(loose), {False, bool(self.scenario.arrivals)}):
            if best := min(self._ways(room, first, coming), key=lambda way: way.white, default=None):
                left = sides[: len(sides) - len(first)]
                found.append([best, *self._set_up_sheets(further, left, not coming)])
        if not found:
            message = f"the text of scenario {self.scenario.id} leaves no room on its page"
            raise SourceError(Problem("layout", message, self.scenario.where("text"), "shorten it", game=self.game.id))
        return min(found, key=_cost)

    def _set_up_sheets(self, room: float, laid: _Sides, coming: bool) -> list[_Way]:
        """What sides lay and arrivals across the page on as few sheets as hold them, in counters as large as can be."""
        found = list[list[_Way]]()
        for chit_mm in self._chits():
            blocks = self.laid(self.width, chit_mm, laid, coming)
            if max(map(high, columns := running(blocks, room))) <= room:
                placed = ([_Placed(one, 0.0, 0.0, self.width, room)] for one in columns)
                found.append([self._way(one, room, CHIT_WORTH_MM * chit_mm / len(columns)) for one in placed])
        if not found:
            raise LayoutError(f"a block of scenario {self.scenario.id} has no room on a page")
        return min(found, key=_cost)

    # What there is ------------------------------------------------------------------------------------

    def _wide(self, share: float) -> float:
        """The width of a share of a sheet, for columns with white between them."""
        return round(share * (self.width + GAP_MM) - GAP_MM, 6)

    def _chits(self) -> list[float]:
        """The sizes of counters that are tried, up to their own."""
        largest = self.game.style.counters.size_mm
        least = min(LEAST_MM, largest)
        return [least + n * FINER_MM for n in range(int((largest - least) / FINER_MM) + 1)]

    def _laid(self, wide: float, chit_mm: float, laid: _Sides, coming: bool) -> list[Column]:
        """What each side lays, and arrivals."""
        grid = grid_of(self.labels, wide, chit_mm)
        arriving = [arrivals_column(self.game, self.scenario, wide, chit_mm)] if coming else []
        found = [*set_up_columns(self.game, [one for one in self.lists if one.side in laid], grid), *arriving]
        return [block for block in found if block]

    def _told(self, wide: float) -> list[Column]:
        """Special rules, and how the game is won, as far as there are any."""
        game, scenario = self.game, self.scenario
        rules, won = rules_block(game, scenario.special_rules, wide), victory_part(game, scenario, wide)
        told = [[whole(rules, GAP_MM)]] if rules else list[Column]()
        if won and (taller := victory_part(game, scenario, wide, air_mm=1.0)):
            rows = round(taller.height_mm - won.height_mm)
            told.append([FlowPart(lambda air: victory_part(game, scenario, wide, air_mm=air) or won, won.height_mm,
                                  GAP_MM, rows)])  # fmt: skip
        return told

    # Where it stands ----------------------------------------------------------------------------------

    def _ways(self, room: float, laid: _Sides, coming: bool) -> Iterator[_Way]:
        """All ways to set a sheet with map and words, and with what sides lay and arrivals, too: across some columns at
        its foot, or beside the map, where arrivals may stand below that.
        """
        complete = len(laid) == len(self.lists) > 0
        for share, (foot, span) in product(MAP, FOOT):
            aside = self._wide((1.0 - share) or 1.0)
            wide = self._wide(span / foot) if span else aside
            for chit_mm in self._chits() if laid or coming else () if span else (LEAST_MM,):
                listed = self.laid(wide, chit_mm, laid, coming)
                above = (any(laid) or coming) and not grid_of(self.labels, wide, chit_mm).label_mm
                worth = -ABOVE * above + CHIT_WORTH_MM * min(chit_mm, ENOUGH_MM + (chit_mm - ENOUGH_MM) / 4)
                last = [*chain.from_iterable(listed)]
                if complete:
                    title = titled(self.game, self.game.words.text("Set-up"), Drawing((), wide, 0.0))
                    last = [whole(title, GAP_MM), replace(last[0], gap_mm=0.0), *last[1:]]
                listing = [] if span else [(last, [])]
                words = zip(self.told(aside), self.told(self._wide(1 / foot)), strict=True)
                pairs = [pair for pair in ([*listing, *words] if complete else [*words, *listing]) if pair[0]]
                for chosen in product((False, True), repeat=len(pairs)):
                    beside = [piece for (one, _), there in zip(pairs, chosen, strict=True) if there for piece in one]
                    rest = [one for (_, one), there in zip(pairs, chosen, strict=True) if not there]
                    if all(rest) and bool(beside) == (share < 1.0) and (self.start or not beside):
                        yield from self._filled(share, foot, span, beside, rest, last if span else [], room, worth)

    def _filled(
        self, share: float, foot: int, span: int, beside: Column, rest: list[Column], last: Column, room: float,
        worth: float,
    ) -> Iterator[_Way]:  # fmt: skip
        """The map, a column beside it where there is something for it, in all the height that those at the foot of the
        page leave them: the rest, and left of it or below it what spans several of them.
        """
        wide, aside, spanning = self._wide(1 / foot), span % foot, span == foot
        under = high(last) + GAP_MM if spanning else 0.0
        parts = levelled([high(one) for one in rest], min(len(rest), foot - aside)) if rest else []
        columns = [[*chain.from_iterable(rest[part])] for part in parts]
        low = max([*map(high, columns), high(last) if aside else -GAP_MM]) + under
        top = room - low - GAP_MM
        if low > room or high(beside) > top:
            return
        placed, y, scale = list[_Placed](), 0.0, 0.0
        if self.start:
            width = self._wide(share)
            size = self.start.size(width, top - TITLE_MM)
            y, scale = max(TITLE_MM + size[1], high(beside)) + GAP_MM, size[2]
            if top < LEAST_MAP * room or not self.start.is_clear(scale):
                return
            worth += (MAP_WORTH * size[0] - TOO_NARROW * (width - size[0])) * size[1]
            placed = [_Placed([self._shown(width, size)], 0.0, 0.0, width, y - GAP_MM)]
            if beside:
                placed.append(_Placed(beside, width + GAP_MM, 0.0, self._wide(1.0 - share), y - GAP_MM))
        placed += [_Placed(column, n * (wide + GAP_MM), y, wide, room - under - y)
                   for n, column in enumerate(columns, aside)]  # fmt: skip
        if last:
            y += max(0.0, low - under) + GAP_MM if spanning and columns else 0.0
            placed.append(_Placed(last, 0.0, y, self._wide(span / foot), room - y))
        yield self._way(placed, room, worth, scale)

    def _shown(self, width: float, size: tuple[float, float, float]) -> FlowPart:
        """The map in a size below its title."""
        return FlowPart(lambda _: self.start.shown(width, size), TITLE_MM + size[1])

    def _way(self, placed: list[_Placed], room: float, worth: float, scale: float = 0.0) -> _Way:
        """Columns on a sheet with what they leave white, once theirs has grown as far as it may."""
        filled = sum((one.wide + GAP_MM) * min(one.tall, loosest(one.column)) for one in placed)
        filled -= sum(piece.white_mm2 for one in placed for piece in one.column)
        return _Way(WHITE_WORTH * ((self.width + GAP_MM) * room - filled) - worth, placed, scale)
