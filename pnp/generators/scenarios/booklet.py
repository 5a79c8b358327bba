"""The booklet: each scenario from its head to how it is won, on one sheet or on two and more.

What sides lay, arrivals, special rules and how the game is won are blocks, which `flow.shelves` puts in rows. The map
of the start takes the height that they leave, some of them beside it. Where that has no room, or units would hide each
other on so small a map, the set-up follows on sheets of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    arrival_blocks,
    head_block,
    lead_block,
    rules_block,
    set_up_blocks,
    victory_part,
)
from pnp.generators.scenarios.flow import LOOSEST_MM, Column, FlowPart, Slab, gaps, high, set_column, shelves, whole
from pnp.generators.scenarios.lists import arrival_stacks, side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, StartMap, ground_scene
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import TITLE_MM, titled
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM, HEAD_MM = 14.0, 12.0, 5.6, 2.0
"""The margins, the white between columns and blocks, and that between the head and the text."""
LEAST_MM, STEP_MM = 8.1, 0.4
"""The least size of counters, and the step between those that are tried, up to their own."""
SHARES = (*(n / 24 for n in range(14, 18)), 1.0)
"""Of the page's width for a map, which has lists or words beside it, but for the last."""
LEAST_MAP, WORDS_MM, MOST_AIR_MM = 0.33, 44.0, 5.0
"""The least height of a map in that of the page below its head; the least width of words; how much higher rows may be.
"""
WHITE_WORTH, MAP_WORTH, TOO_NARROW, CHIT_WORTH_MM, ENOUGH_MM, FEW = 3.0, 0.5, 8.0, 70.0, 12.5, 60
"""What a mm² of white costs, what a mm² of a map is worth, what one of white beside it costs, and what a mm is worth of
the size of a counter, up to one that is large enough; counters that weigh no less.
"""

_Sides = tuple[str, ...]
_Rows = list[tuple[list[tuple[float, float, Column]], float]]


class _Way(NamedTuple):
    """A way to set a sheet: its white in mm² less what map and counters are worth, its rows of columns with their
    left edges and widths, and the heights of these rows, its map's scale.
    """

    white: float
    rows: _Rows
    scale: float


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page.
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
        largest = game.style.counters.size_mm
        self.chits = [largest - n * STEP_MM for n in range(int((largest - LEAST_MM) / STEP_MM) + 1)][::-1] or [largest]
        self.listed, self.words, self.shelved = cache(self._listed), [*self._words()], cache(shelves)

    def pages(self) -> Iterator[list[Node]]:
        """The first sheet and those that go on; a text so long that nothing has room below it stands alone."""
        game, scenario = self.game, self.scenario
        head, lead = head_block(game, scenario, self.number, self.width), lead_block(game, scenario, self.width)
        first = [head.at(SIDE_MM, TOP_MM), lead.at(SIDE_MM, TOP_MM + head.height_mm + HEAD_MM)]
        top = TOP_MM + head.height_mm + HEAD_MM + lead.height_mm + GAP_MM
        if top - GAP_MM > self.foot:
            raise LayoutError(f"the text of scenario {scenario.id} is longer than a page")
        more = head_block(game, scenario, self.number, self.width, part=game.words.text("Set-up"))
        further = TOP_MM + more.height_mm + GAP_MM
        sheets = self._found(self.foot - top, self.foot - further)
        if not sheets:
            yield first
            first, top = [more.at(SIDE_MM, TOP_MM)], further
            sheets = self._found(self.foot - top, self.foot - further)
        for way in sheets:
            self.scales.append(way.scale)
            yield [*first, *_drawn(way, top)]
            first, top = [more.at(SIDE_MM, TOP_MM)], further

    def _found(self, room: float, further: float) -> list[_Way]:
        """One sheet for all, or one with the map and how the game is won, and then those of the set-up; arrivals are
        where they save a sheet or white. None where a block has no room.
        """
        sides = tuple(one.side for one in self.lists)
        found = [[way] for way in self._ways(room, sides, True)]
        loose = {(), tuple(side for side in sides if not side)}
        for first, coming in () if found else product(sorted(loose), {False, bool(self.scenario.arrivals)}):
            if best := min(self._ways(room, first, coming), key=lambda way: way.white, default=None):
                left = sides[: len(sides) - len(first)]
                found.append([best, *self._set_up_sheets(further, left, not coming)])
        return min(found, key=lambda ways: (len(ways), sum(way.white for way in ways)), default=[])

    def _set_up_sheets(self, room: float, laid: _Sides, coming: bool) -> list[_Way]:
        """What sides lay and arrivals on as few sheets as hold them, in counters as large as fill these; the band of a
        side stands again where its list goes on.
        """
        found, sizes = list[_Way](), {one.side: one.counters for one in self.lists}
        laid = tuple(sorted(laid, key=lambda side: (not side, -sizes[side])))  # small ones stand beside each other
        for chit_mm in self.chits:
            columns = _running(shelves(self.listed(chit_mm, laid, coming), self.width, GAP_MM, room) or [], room)
            if max(map(high, columns)) > room or len(columns) > len(found or columns):
                break
            worth = self._worth(laid, coming, chit_mm) / len(columns)
            ways = [_way([([(0.0, self.width, column)], room)], worth) for column in columns]
            found = min(found or ways, ways, key=lambda ways: (len(ways), sum(way.white for way in ways)))
        if not found or not found[0].rows[0][0][0][2]:
            raise LayoutError(f"a block of scenario {self.scenario.id} has no room on a page")
        return found

    # What there is ------------------------------------------------------------------------------------

    def _listed(self, chit_mm: float, laid: _Sides, coming: bool) -> list[Slab]:
        """What each side lays, and arrivals."""
        sides = set_up_blocks(self.game, [one for side in laid for one in self.lists if one.side == side], chit_mm)
        return [*sides, *(arrival_blocks(self.game, self.scenario, chit_mm) if coming else ())]

    def _worth(self, laid: _Sides, coming: bool, chit_mm: float) -> float:
        """What the size of all counters is worth that some sides lay and that arrive."""
        sections = [section.stacks for one in self.lists if one.side in laid for section in one.sections]
        arriving = arrival_stacks(self.game, self.scenario).values() if coming else ()
        pictured = max(FEW, sum(len(stack.groups) for stack in chain(*sections, *arriving)))
        return CHIT_WORTH_MM * pictured * min(chit_mm, ENOUGH_MM)

    def _words(self) -> Iterator[Slab]:
        """Special rules, and how the game is won, as far as there are any."""
        game, scenario = self.game, self.scenario
        for draw in (partial(rules_block, game, scenario.special_rules), partial(victory_part, game, scenario)):
            if draw(self.width) is not None:
                yield Slab(cache(lambda width, draw=draw: [_airy(draw, width)] if width > WORDS_MM else None))

    # Where it stands ----------------------------------------------------------------------------------

    def _ways(self, room: float, laid: _Sides, coming: bool) -> Iterator[_Way]:
        """All ways to set a sheet with map and words, and with what sides lay and arrivals, too: some beside the map,
        the rest under it or across the foot of the page.
        """
        words, complete = self.words, len(laid) == len(self.lists) > 0
        for chit_mm in self.chits if laid or coming else self.chits[-1:]:
            lists = self.listed(chit_mm, laid, coming)
            if high(_joined(shelves(lists, self.width, GAP_MM) or [])) > (1 - LEAST_MAP) * room:
                break  # larger counters need still more
            worth = self._worth(laid, coming, chit_mm)
            for share, first, few in product(SHARES if self.start else SHARES[-1:], (lists, []) if lists else ([],),
                                             range(len(words) + 1)):  # fmt: skip
                left, right = ((self.width + GAP_MM) * part - GAP_MM for part in (share, 1.0 - share))
                told = [*first, *words[:few]] if complete else [*words[:few], *first]
                rows = self.shelved((*told,), right, GAP_MM) if told and share < 1 else []
                if rows is None or bool(told) != (share < 1):
                    continue
                beside = _joined(rows)
                if first and complete:
                    head = titled(self.game, self.game.words.text("Set-up"), Drawing((), right, 0.0))
                    beside = [whole(head), replace(beside[0], gap_mm=0.0), *beside[1:]]
                rest = [*([] if first else lists), *words[few:]]
                for wide in {left, self.width} if rest else {left}:
                    rows = self.shelved((*rest,), wide, GAP_MM, room)
                    if rows is not None and self.start:
                        yield from self._filled(room, worth, left, beside, _joined(rows), wide)
                    elif rows and high(_joined(rows)) <= room:
                        yield _way([([(0.0, wide, _joined(rows))], room)], worth)

    def _filled(self, room: float, worth: float, width: float, beside: Column, rest: Column, wide: float
                ) -> Iterator[_Way]:  # fmt: skip
        """The map in all the height that what stands under it, or at the foot of the page, leaves it."""
        below, foot = GAP_MM + high(rest) if rest else 0.0, rest if wide > width or not beside else []
        map_room, tall = room - below - TITLE_MM, room - (below if foot else 0.0)
        if map_room < LEAST_MAP * room or high(beside) > tall:
            return
        size = self.start.size(width, map_room)
        if not self.start.is_clear(size[2]):
            return
        title, note = self.game.words.text("The start"), self.start.scale_note(size[2])
        shown = FlowPart(lambda _high: titled(self.game, title, self.start.drawn(width, *size), note=note),
                         TITLE_MM + size[1])  # fmt: skip
        top = max(shown.high_mm, high(beside)) if foot else room
        rows = [([(0.0, width, [shown, *([] if foot else rest)]),
                  *([(width + GAP_MM, self.width - width - GAP_MM, beside)] if beside else [])], top)]  # fmt: skip
        rows += [([(0.0, wide, foot)], room - top - GAP_MM)] if foot else []
        yield _way(rows, worth + (MAP_WORTH * size[0] - TOO_NARROW * (width - size[0])) * size[1], size[2])


def _airy(draw: Callable[..., Drawing], width: float) -> FlowPart:
    """Rows that share the height they are given, as far as they may."""
    least, more = (draw(width, air_mm=air).height_mm for air in (0.0, 1.0))
    return FlowPart(lambda tall: draw(width, air_mm=min(MOST_AIR_MM, (tall - least) / (more - least))), least, GAP_MM)


def _joined(blocks: Sequence[Column]) -> Column:
    """Blocks below one another."""
    return [*chain.from_iterable(blocks)]


def _running(blocks: Sequence[Column], room: float) -> list[Column]:
    """Blocks in columns so high, one begun below another wherever that leaves it two pieces."""
    columns: list[Column] = [[]]
    for block in blocks:
        for n, piece in enumerate(block):
            if high([*columns[-1], piece, *(block[1:2] if n == 0 else ())]) > room:
                columns.append([block[0]] if n else [])
            columns[-1].append(piece)
    return columns


def _way(rows: _Rows, worth: float, scale: float = 0.0) -> _Way:
    """A way with the white of its columns, once theirs has grown as far as it may."""
    white = sum(wide * max(0.0, tall - high(column) - LOOSEST_MM * gaps(column)) + sum(part.white for part in column)
                for columns, tall in rows for _, wide, column in columns)  # fmt: skip
    return _Way(WHITE_WORTH * white - worth, rows, scale)


def _drawn(way: _Way, y: float) -> Iterator[Node]:
    """The nodes of a sheet from a height on."""
    for columns, tall in way.rows:
        for x, _, column in columns:
            yield from set_column(column, SIDE_MM + x, y, tall)
        y += tall + GAP_MM


__all__ = ["scenario_booklet"]
