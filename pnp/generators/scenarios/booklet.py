"""The booklet: each scenario from its head to how it is won, on one sheet or on two and more.

A sheet has a grid of up to three columns. The map of the start stands across some of them and takes the height that
is left; what sides lay, arrivals, special rules and how the game is won stand beside and below it. Where that has no
room, or units would hide each other on so small a map, the set-up follows on sheets of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    SIDES_MM,
    arrivals_part,
    head_block,
    lead_block,
    rules_block,
    set_up_pieces,
    victory_part,
)
from pnp.generators.scenarios.flow import FlowPart, as_one, give, high, levelled, set_column, whole
from pnp.generators.scenarios.lists import list_look, side_lists
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
CHITS_MM = (12.6, 11.4, 10.4, 9.6, 8.8, 8.1)
"""Sizes of counters, largest first."""
SHARES = (1 / 3, 1 / 2, 2 / 3, 3 / 4, 1.0)
"""Of the page's width for a map, which has lists or words beside it, but for the last."""
LEAST_MAP, LEAST_SLOTS, ARRIVALS_MM = 0.33, 3.2, 56.0
"""The least height of a map in that of the page below its head; the least width of a list right of its labels, in
counters; that of a column of arrivals.
"""
LOOSEST, WHITE, PARTED, LARGER_MM = 1.6, 0.055, 0.15, 3500.0
"""How much more white there may be between pieces; the share of a sheet that may stay white for larger counters, and
that for which a list is not parted; the white in mm² of a sheet without a map for which counters are larger by a mm.
"""

Column = list[FlowPart]
_Row = list[tuple[float, float, Column]]
"""Columns beside each other, each with where it begins and its width."""


class _Way(NamedTuple):
    """A way to set a sheet: its white in mm², the size of its counters, its rows and their heights, its map's scale."""

    white: float
    chit_mm: float
    rows: list[tuple[_Row, float]]
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
        self.chits = [size for size in CHITS_MM if size <= largest] or [largest]
        self.lists_at, self.words_at = cache(self._listed), cache(self._words)

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
        found = [[way] for way in self._ways(room, True, True)]
        for first in () if found else (False, True):
            if best := min(([way] for way in self._ways(room, False, first)), key=self._rank, default=None):
                found.append([*best, *self._set_up_sheets(further, not first)])
        return min(found, key=self._rank, default=[])

    def _rank(self, ways: Sequence[_Way]) -> tuple[float, ...]:
        """Lower for a better way: few sheets, little white, large counters, a large map."""
        least = WHITE * self.width * self.foot
        return len(ways), sum(max(way.white, least) for way in ways), -ways[-1].chit_mm, -ways[0].scale

    def _set_up_sheets(self, room: float, coming: bool) -> list[_Way]:
        """What sides lay and arrivals on as few sheets as hold them, in one column or two, each list in one of them
        where that is possible; the band of a side stands again where its list goes on.
        """
        found = []
        for number, chit_mm in product((1, 2), self.chits):
            wide = self._wide(1.0 / number)
            blocks = self.lists_at(wide, chit_mm, True, coming) or []
            parts = levelled([GAP_MM + high(block) for block in blocks], number) if len(blocks) >= number else []
            columns, white = [_joined(blocks[part]) for part in parts], 0.0
            if any(high(column) > room for column in columns):
                columns, white = _running(blocks, room), PARTED * self.width * room
            rows = [[(n * (wide + GAP_MM), wide, column) for n, column in enumerate(columns[first : first + number])]
                    for first in range(0, len(columns), number)]  # fmt: skip
            if columns and max(map(high, columns)) <= room:
                found.append([_way([(row, room)], chit_mm, white=white) for row in rows])
        if not found:
            raise LayoutError(f"a block of scenario {self.scenario.id} has no room on a page")
        return min(found, key=lambda ways: (len(ways), sum(one.white - LARGER_MM * one.chit_mm for one in ways)))

    # What there is ------------------------------------------------------------------------------------

    def _listed(self, width: float, chit_mm: float, laid: bool, coming: bool) -> list[Column] | None:
        """What each side lays, and arrivals; None where they would have too little room. Of sides that lay a line, two
        stand beside each other on a wide page.
        """
        game, scenario, lists = self.game, self.scenario, self.lists if laid else []
        drawn = arrivals_part(game, scenario, width, least_mm=ARRIVALS_MM) if coming else None
        look, half = (list_look(lists, wide, chit_mm) for wide in (width, (width - GAP_MM) / 2))
        if (lists and width - look.label_mm < LEAST_SLOTS * chit_mm) or (drawn and width < ARRIVALS_MM):
            return None
        blocks = set_up_pieces(game, scenario, lists, look)
        if any(piece.white < 0.0 for block in blocks for piece in block):  # a stack is wider
            return None
        short = set_up_pieces(game, scenario, lists, half) if width == self.width else []
        for n in reversed(range(len(short) - 1)):
            if len(short[n]) == len(short[n + 1]) == 2 and len(blocks[n + 1]) > 1:
                left, right = as_one(short[n], half.width_mm), as_one(short[n + 1], half.width_mm)
                nodes = (left.at(0.0, 0.0), right.at(half.width_mm + GAP_MM, 0.0))
                both, white = max(left.height_mm, right.height_mm), sum(one.white for one in (*short[n], *short[n + 1]))
                blocks[n : n + 2] = [[whole(Drawing(nodes, width, both), SIDES_MM, white)]]
        return [*blocks, *([[whole(drawn, GAP_MM)]] if drawn else [])]

    def _words(self, width: float) -> list[Column]:
        """Special rules, and how the game is won, as far as there are any."""
        game, scenario, found = self.game, self.scenario, list[Column]()
        if scenario.special_rules:
            found.append([whole(rules_block(game, scenario.special_rules, width), GAP_MM)])
        if drawn := victory_part(game, scenario, width):
            rows = round((victory_part(game, scenario, width, air_mm=1.0) or drawn).height_mm - drawn.height_mm)
            draw = partial(victory_part, game, scenario, width)
            found.append([FlowPart(lambda air: draw(air_mm=air) or drawn, drawn.height_mm, GAP_MM, rows)])
        return found

    def _map(self, size_mm: tuple[float, float, float], across: float) -> FlowPart:
        """The map of the start under its heading."""
        title, note = self.game.words.text("The start"), self.start.scale_note(size_mm[2])
        return FlowPart(lambda _air: titled(self.game, title, self.start.drawn(across, *size_mm), note=note),
                        TITLE_MM + size_mm[1])  # fmt: skip

    # Where it stands ----------------------------------------------------------------------------------

    def _ways(self, room: float, laid: bool, coming: bool) -> Iterator[_Way]:
        """All ways to set a sheet with map and words, and with what sides lay and arrivals, too: some beside the map,
        the rest under it or across the foot of the page.
        """
        words = len(self.words_at(self.width))
        for chit_mm, share in product(self.chits if laid else self.chits[:1], SHARES if self.start else SHARES[-1:]):
            left, right = self._wide(share), self._wide(1.0 - share)
            for with_lists, few in product((True, False), range(words + 1)) if share < 1 else ((False, 0),):
                lists = self.lists_at(right, chit_mm, laid, coming) if with_lists else []
                column = _joined([*(lists or ()), *self.words_at(right)[:few]]) if share < 1 else []
                if lists is None or (share < 1 and not column):
                    continue
                if laid and with_lists and self.lists:
                    head = titled(self.game, self.game.words.text("Set-up"), Drawing((), right, 0.0))
                    column = [whole(head), replace(column[0], gap_mm=0.0), *column[1:]]
                beside = [(left + GAP_MM, right, column)] if column else []
                for number in (0, 1, 2, 3):
                    wide = self._wide(1.0 / number) if number else left
                    rest = [] if with_lists else self.lists_at(wide, chit_mm, laid, coming)
                    if rest is None or len(rest := [*rest, *self.words_at(wide)[few:]]) < number:
                        continue
                    parts = levelled([GAP_MM + high(block) for block in rest], number) if number else []
                    foot = [(n * (wide + GAP_MM), wide, _joined(rest[part])) for n, part in enumerate(parts)]
                    if self.start:
                        yield from self._filled(room, chit_mm, left, [] if number else _joined(rest), beside, foot)
                    elif foot and max(high(column) for _, _, column in foot) <= room:
                        yield _way([(foot, room)], chit_mm)

    def _filled(self, room: float, chit_mm: float, width: float, under: Column, beside: _Row, foot: _Row
                ) -> Iterator[_Way]:  # fmt: skip
        """The map in all the height that what stands under it and at the foot of the page leaves it."""
        below = GAP_MM + max(high(column) for _, _, column in foot) if foot else 0.0
        more = GAP_MM + high(under) if under else 0.0
        map_room = room - below - more - TITLE_MM
        if map_room < LEAST_MAP * room or any(high(column) > room - below for _, _, column in beside):
            return
        wide, tall, scale = size = self.start.size(width, map_room)
        if not self.start.is_clear(scale):
            return
        top = max([TITLE_MM + tall + more, *(high(column) for _, _, column in beside)]) if foot else room
        rows = [([(0.0, width, [self._map(size, width), *under]), *beside], top)]
        yield _way([*rows, *([(foot, room - top - GAP_MM)] if foot else [])], chit_mm, scale, (width - wide) * tall)

    def _wide(self, share: float) -> float:
        return (self.width + GAP_MM) * share - GAP_MM


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


def _way(rows: list[tuple[_Row, float]], chit_mm: float, scale: float = 0.0, white: float = 0.0) -> _Way:
    """A way with the white of its columns, once theirs has grown as far as it may."""
    white += sum(wide * max(0.0, tall - high(column) - LOOSEST * give(column)) + sum(part.white for part in column)
                 for columns, tall in rows for _, wide, column in columns)  # fmt: skip
    return _Way(white, chit_mm, rows, scale)


def _drawn(way: _Way, y: float) -> Iterator[Node]:
    """The nodes of a sheet from a height on."""
    for columns, tall in way.rows:
        for x, _, column in columns:
            yield from set_column(column, SIDE_MM + x, y, tall, LOOSEST)
        y += tall + GAP_MM


__all__ = ["scenario_booklet"]
