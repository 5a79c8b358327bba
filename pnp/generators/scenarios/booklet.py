"""The booklet: each scenario from its head to how it is won, on a sheet, or more where its sides set up much.

A sheet has rows of one to three columns, and each block stands in a column: the list of a side is never parted unless
it is higher than a page. On the first sheet, the map of the start stands in the first row, beside blocks or across the
page, as large as they leave it; counters are as large as fill the sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    arrival_pieces,
    head_block,
    lead_block,
    rules_block,
    set_up_pieces,
    victory_part,
)
from pnp.generators.scenarios.flow import FlowPart, give, high, set_column, whole
from pnp.generators.scenarios.lists import side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, StartMap, ground_scene
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import TITLE_MM, titled
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM, HEAD_MM = 14.0, 12.0, 5.6, 2.0
"""The margins, the white between rows, columns and blocks, and that between the head and the text."""
WORDS = ("lead", "rules", "victory")
"""Blocks without counters."""
SPLITS = (1 / 3, 1 / 2, 2 / 3)
"""Where the map may begin, as shares of the page."""
SPANS = ((1.0,), (1 / 2, 1 / 2), (1 / 3, 2 / 3), (2 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3))
"""The columns that a row may have, as shares of the page."""
CHITS_MM = (15.0, 14.4, 13.7, 13.0, 12.2, 11.4, 10.6, 10.0, 9.4)
"""Sizes of counters, largest first."""
LARGER = 1.15
"""How much larger than themselves counters may be shown."""
ENOUGH_MM, CLEAR_MM, LEAST_MAP, LARGE_MAP = 10.4, 5.2, 0.3, 0.6
"""A counter and a hex of the map of the start that are read with ease; the least height of that map, as a share of the
page's, and the size of a large one."""
LEAST_SLOTS = 4.6
"""A column with a list is at least so many counters wide."""
LOOSEST = 2.0
"""How much more white there may be between pieces, as a share."""
SHEET_MM, HOLE_MM, LAST, RAGGED, SMALL_MM = 150.0, 60.0, 0.7, 0.4, 8.0
"""What a further sheet weighs, as mm of a page left white; an empty room so high weighs twice its size, and so much of
it at the foot of a last sheet; the share of what is white beside counters; a mm that they are too small.
"""
LATE_MM, EARLY_MM = 100.0, 10.0
"""What rules and victory weigh that aren't on the first sheet, and that stand there before the list of a side."""

Name = tuple[str, int, int]
"""A block: what it is, and of a list that is higher than a page which of how many parts."""


class _Row(NamedTuple):
    """Columns beside each other: where each begins, how wide it is, and its pieces."""

    columns: tuple[tuple[float, float, Sequence[FlowPart]], ...]

    @property
    def high_mm(self) -> float:
        """The height of the highest."""
        return max(high(pieces) for _, _, pieces in self.columns)

    @property
    def give_mm(self) -> float:
        """What the highest column that can grow does."""
        return LOOSEST * max(give(pieces) for _, _, pieces in self.columns)


_Page = list[tuple[_Row, float]]
"""The rows of a sheet, with their heights."""


class _Way(NamedTuple):
    """A way to lay out sheets: what is worse in it, as mm left white, whether a column begins with the text, the
    sheets, and the scale of the map.
    """

    worse: float
    told: bool
    pages: list[_Page]
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
    scales = [one.scale for one in told if one.scale]
    forms = {GROUND_FORM: ground_scene(game, plan, min(scales))} if scales else {}
    named = game.words.text("{title}: scenarios", title=game.info.printed_title)
    return Document(named, game.language, bound, forms, subject=game.info.subtitle)


class _Sheets:
    """The sheets of one scenario; `scale` is that of its map once it is drawn."""

    def __init__(self, game: Game, scenario: Scenario, number: int, plan: MapPlan, width: float, foot: float) -> None:
        self.game, self.scenario, self.number, self.width, self.foot = game, scenario, number, width, foot
        self.map, self.scale = StartMap(game, plan, scenario), 0.0
        self.pieces, self.column, self.rows = cache(self._pieces), cache(self._column), cache(self._rows)
        self.later = cache(self._later)
        self.lists = cache(partial(set_up_pieces, game, side_lists(game, scenario)))
        self.map_size = cache(self.map.size)

        largest = game.style.counters.size_mm
        self.chits = [size for size in CHITS_MM if size <= LARGER * largest] or [largest]

    def pages(self) -> Iterator[list[Node]]:
        """The first sheet and those that go on; a text so long that the map has no room stands before them."""
        head = head_block(self.game, self.scenario, self.number, self.width)
        lead = lead_block(self.game, self.scenario, self.width)
        go_on = head_block(self.game, self.scenario, self.number, self.width, part=self.game.words.text("Set-up"))
        top, further = TOP_MM + head.height_mm, TOP_MM + go_on.height_mm + GAP_MM
        below = top + HEAD_MM + lead.height_mm
        first, words = [head.at(SIDE_MM, TOP_MM)], lead.at(SIDE_MM, top + HEAD_MM)
        self.room = self.foot - further
        start, way = below + GAP_MM, self._best({False: below + GAP_MM, True: top + GAP_MM})
        if way is None:
            if below > self.foot:
                raise LayoutError(f"the text of scenario {self.scenario.id} is longer than a page")
            yield [*first, words]
            start, way, first = further, self._best({False: further}), [go_on.at(SIDE_MM, TOP_MM)]
        elif way.told:
            start = top + GAP_MM
        else:
            first.append(words)
        if way is None:
            raise LayoutError(f"a block of scenario {self.scenario.id} is higher than a page")
        self.scale = way.scale
        for number, rows in enumerate(way.pages):
            nodes, y = ([go_on.at(SIDE_MM, TOP_MM)], further) if number else (first, start)
            for row, room in rows:
                for x, _, pieces in row.columns:
                    nodes += set_column(pieces, SIDE_MM + x, y, room, LOOSEST)
                y += room + GAP_MM
            yield nodes

    # What there is ------------------------------------------------------------------------------------

    def _pieces(self, what: str, width: float, chit_mm: float) -> list[FlowPart]:
        """A block in a column; empty where the scenario has none."""
        game, scenario = self.game, self.scenario
        if what == "lead":
            return [whole(lead_block(game, scenario, width))]
        if what == "arrivals":
            return arrival_pieces(game, scenario, width, chit_mm)
        if what == "rules":
            return [whole(rules_block(game, scenario.special_rules, width))] if scenario.special_rules else []
        if what != "victory":
            return self.lists(width, chit_mm)[int(what)]
        victory = victory_part(game, scenario, width)
        if victory is None:
            return []
        rows = len(scenario.victory or game.info.outcomes)

        def draw(air: float) -> Drawing:
            return victory_part(game, scenario, width, air_mm=air) or victory

        return [FlowPart(draw, victory.height_mm, rows=rows if scenario.victory or not scenario.levels else 0)]

    def _orders(self) -> Iterator[tuple[Name, ...]]:
        """The blocks, in each order that they may have; a list that is higher than a page in parts."""
        least = min(self.chits)
        lists = [*((str(n), one) for n, one in enumerate(self.lists(self.width, least))),
                 ("arrivals", self.pieces("arrivals", self.width, least))]  # fmt: skip
        cut = [(what, len(_parted(pieces, self.room))) for what, pieces in lists]
        found = [(what, part, parts) for what, parts in cut for part in range(parts)]
        sides, late = ([name for name in found if (name[0] == "arrivals") == last] for last in (False, True))
        words = [(what, 0, 1) for what in ("rules", "victory") if self.pieces(what, self.width, 0.0)]
        for before in range(len(sides) + 1):
            yield *sides[:before], *words, *sides[before:], *late
        yield *sides, *late, *words

    def _column(self, names: tuple[Name, ...], span: float, chit_mm: float) -> tuple[list[FlowPart], float]:
        """Blocks below one another in a column of such a share, and their height; that is endless where it is too
        narrow for them.
        """
        width, found = self._wide(span), []
        for what, part, parts in names:
            pieces = self.pieces(what, width, 0.0 if what in WORDS else chit_mm)
            cut = [pieces] if parts == 1 else _parted(pieces, self.room)
            if (what not in WORDS and chit_mm * LEAST_SLOTS > width) or len(cut) != parts:
                return [], float("inf")
            found += [replace(cut[part][0], gap_mm=GAP_MM), *cut[part][1:]]
        return found, high(found)

    # Where it stands ----------------------------------------------------------------------------------

    def _best(self, tops: Mapping[bool, float]) -> _Way | None:
        """The best way; None where there is none.

        tops  where the first sheet begins, with the text in a column and above it
        """
        first = cache(self._first)
        found = [
            (one.worse + others[0] + _odd(order[:number], order[number:]), one, others[1])
            for order in self._orders() for number in range(len(order) + 1)
            for others in (self.later(order[number:]),) if others is not None
            for told, top in tops.items()
            for one in (first(order[:number], self.foot - top, told),) if one is not None
        ]  # fmt: skip
        worse, one, others = min(found, key=lambda way: way[0], default=(0.0, None, []))
        return one and one._replace(worse=worse, pages=[*one.pages, *others])

    def _rows(self, names: tuple[Name, ...], chit_mm: float) -> tuple[_Row, ...] | None:
        """Blocks in the rows that are lowest; None where columns are too narrow for them."""
        if not names:
            return ()
        best, least = None, float("inf")
        for spans in SPANS:
            for ends in combinations(range(1, len(names) + 1), len(spans)):
                cuts = zip((0, *ends), ends, strict=False)
                columns = [self.column(names[a:b], span, chit_mm) for (a, b), span in zip(cuts, spans, strict=True)]
                tall = max(column[1] for column in columns)
                rest = self.rows(names[ends[-1] :], chit_mm) if tall < least else None
                if rest is not None and (total := tall + sum(GAP_MM + row.high_mm for row in rest)) < least:
                    row = _Row(tuple(
                        (sum(spans[:n]) * (self.width + GAP_MM), self._wide(span), columns[n][0])
                        for n, span in enumerate(spans)
                    ))  # fmt: skip
                    best, least = (row, *rest), total
        return best

    def _later(self, names: tuple[Name, ...]) -> tuple[float, list[_Page]] | None:
        """Blocks on further sheets, each with counters as large as suit it, and how bad that is; None where there is no
        room.
        """
        found = [] if names else [(0.0, [])]
        for number in range(len(names), 0, -1):
            ways = [
                _page(rows, self.room, self.width, last=number == len(names), chit_mm=chit_mm)
                for chit_mm in self.chits for rows in (self.rows(names[:number], chit_mm),)
                if rows is not None and _tall(rows) <= self.room
            ]  # fmt: skip
            rest = self.later(names[number:]) if ways else None
            if rest is not None:
                worse, page = min(ways, key=lambda way: way[0])
                found.append((SHEET_MM + worse + rest[0], [page, *rest[1]]))
        return min(found, key=lambda way: way[0], default=None)

    def _first(self, names: tuple[Name, ...], room: float, told: bool) -> _Way | None:
        """The best first sheet."""
        return min((way for chit_mm in self.chits for way in self._starts(names, chit_mm, room, told=told)),
                   key=lambda way: way.worse, default=None)  # fmt: skip

    def _starts(self, names: tuple[Name, ...], chit_mm: float, room: float, *, told: bool) -> Iterator[_Way]:
        """The ways to lay out the first sheet."""
        lead = (("lead", 0, 1),) if told else ()
        if not self.map:
            rows = self.rows((*lead, *names), chit_mm)
            if rows is not None and _tall(rows) <= room:
                worse, page = _page(rows, room, self.width, chit_mm=chit_mm)
                yield _Way(worse, told, [page], 0.0)
            return
        for split, ends in product((0.0, *SPLITS), combinations_with_replacement(range(len(names) + 1), 2)):
            beside, under, rest = (*lead, *names[: ends[0]]), names[ends[0] : ends[1]], names[ends[1] :]
            if bool(beside) != bool(split) or (under and not split):
                continue
            left, tall = self.column(beside, split, chit_mm)
            below, low = self.column(under, 1.0 - split, chit_mm)
            rows = self.rows(rest, chit_mm)
            top = room - sum(GAP_MM + row.high_mm for row in rows or ())
            high_mm = top - TITLE_MM - (GAP_MM + low if under else 0.0)
            if rows is None or tall > top or high_mm < LEAST_MAP * self.foot:
                continue
            across = self._wide(1.0 - split)
            wide, high, scale = map_mm = self.map_size(across, high_mm)
            shown = FlowPart(partial(self._start, across, map_mm), TITLE_MM + high)
            columns = [(0.0, self._wide(split), left)] if split else []
            start = _Row((*columns, (split * (self.width + GAP_MM), across, [shown, *below])))
            worse, page = _page([start, *rows], room, self.width, chit_mm=chit_mm)
            worse += 2.0 * (across - wide) * high / self.width + 15.0 * max(0.0, CLEAR_MM - self.map.hex_mm * scale)
            worse -= 0.3 * min(wide * high / self.width, LARGE_MAP * self.foot)
            yield _Way(worse, told, [page], scale)

    def _start(self, across: float, map_mm: tuple[float, float, float], _air: float) -> Drawing:
        """The map of the start under its heading."""
        told, note = self.game.words.text("The start"), self.map.scale_note(map_mm[2])
        return titled(told, self.map.drawn(across, *map_mm), note=note)

    def _wide(self, span: float) -> float:
        return (self.width + GAP_MM) * span - GAP_MM


def _parted(pieces: Sequence[FlowPart], room: float) -> list[Sequence[FlowPart]]:
    """A list, or as many lines of it at a time as a page holds, each time under its head."""
    if high(pieces) <= room:
        return [pieces] if pieces else []
    found = [[pieces[0]]]
    for line in pieces[1:]:
        if len(found[-1]) > 1 and high([*found[-1], line]) > room:
            found.append([pieces[0]])
        found[-1].append(line if len(found[-1]) > 1 else replace(line, gap_mm=0.0))
    return found


def _odd(first: Sequence[Name], others: Sequence[Name]) -> float:
    """What rules and victory weigh that stand before a side or on a further sheet."""
    early = [what for what, _, _ in first if what != "arrivals"]
    told = [what in WORDS for what in early]
    return EARLY_MM * (told != sorted(told)) + LATE_MM * any(what in WORDS for what, _, _ in others)


def _page(
    rows: Sequence[_Row], room: float, width: float, *, chit_mm: float, last: bool = False
) -> tuple[float, _Page]:  # fmt: skip
    """Rows with their heights in a room that they are to fill, and how bad it is, as mm of the page left white; empty
    room below them weighs less on a last sheet.
    """
    grow = min(1.0, (room - _tall(rows)) / max(sum(row.give_mm for row in rows), 0.001))
    page = [(row, row.high_mm + grow * row.give_mm) for row in rows]
    left = room - sum(tall for _, tall in page) - GAP_MM * (len(page) - 1)
    white = sum(_white(pieces, tall, wide) for row, tall in page for _, wide, pieces in row.columns) / width
    worse = white + left * (LAST if last else 1.0 + left / HOLE_MM) + SMALL_MM * max(0.0, ENOUGH_MM - chit_mm)
    return worse, page


def _tall(rows: Sequence[_Row]) -> float:
    """The height of rows with the white between them."""
    return sum(row.high_mm for row in rows) + GAP_MM * (len(rows) - 1)


def _white(column: Sequence[FlowPart], room: float, width: float) -> float:
    """What is white in a column that is to fill a room, as mm²: a third of what is between its pieces, more than all of
    a high one below them.
    """
    spare = max(0.0, room - high(column))
    between = min(spare, LOOSEST * give(column))
    hole = spare - between
    ragged = RAGGED * sum(piece.white_mm2 for piece in column)
    return width * (hole * (1.0 + hole / HOLE_MM) + between / 3) + ragged


__all__ = ["scenario_booklet"]
