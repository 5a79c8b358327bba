"""The booklet: each scenario from its head to how it is won, on a sheet, or more where its sides set up much.

All sheets have two or three columns. On the first, the map of the start spans some at the right, or all of them; the
blocks run through the columns left of it and below it, then through those of further sheets. The map is as large as
they leave it, and counters as large as fill the last sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    arrival_pieces,
    arrivals_address,
    head_block,
    lead_block,
    rules_block,
    set_up_pieces,
    victory_part,
)
from pnp.generators.scenarios.flow import (
    BLOCK_MM,
    FlowPart,
    flowed,
    give,
    high,
    kept,
    least,
    list_breaks,
    set_column,
    under,
    whole,
)
from pnp.generators.scenarios.start_map import GROUND_FORM, StartMap, ground_scene
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import TITLE_MM, titled
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM = 14.0, 12.0, 5.6
"""The margins, and the white between columns and between a head, the map and what stands below it."""
COLUMNS = (2, 3)
CHITS_MM = (15.0, 14.4, 13.7, 13.0, 12.2, 11.4, 10.6, 10.0, 9.4)
"""Sizes of counters, largest first."""
ENOUGH_MM, CLEAR_MM, LEAST_MAP, MOST_MAP, MAP_MM = 10.4, 4.2, 0.3, 0.55, 110.0
"""A counter and a hex of the map of the start that are read with ease; the least height of that map, as a share, the
greatest across the page where lists go on to another sheet, and that of a large one in mm.
"""
BLOCKS = ("victory", "rules", "arrivals", "set-up")
"""What a scenario has besides its text and its map, as it stands on several sheets; on one it may begin at the end."""
MOST_SHEETS, LEAST_SLOTS = 12, 4.6
"""The most sheets of a scenario; a column is at least so many counters wide."""
LOOSEST = 1.6
"""How much more white there may be between pieces, as a share."""
SHEET_MM, LATE_MM, HOLE_MM, RAGGED = 60.0, 40.0, 60.0, 0.3
"""What a further sheet weighs, as mm of a page left white, and a set-up that comes last; an empty room so high weighs
twice its size; that right of a row of counters weighs such a share.
"""
SCRAP_MM, SPLIT_MM = 40.0, 12.0
"""What a list weighs that begins at the foot of a column with less than a third of it, and one that is parted though a
column would hold it.
"""


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


class _Way(NamedTuple):
    """A way to lay out sheets.

    worse    what is worse in it, as mm left white
    number   of columns
    beside   how many of them stand left of the map
    told     whether the first begins with the text
    columns  pieces and room of each, sheet by sheet
    map_mm   width, height and scale of the map
    """

    worse: float
    number: int
    beside: int
    told: bool
    columns: list[tuple[list[FlowPart], float]]
    map_mm: tuple[float, float, float]


class _Sheets:
    """The sheets of one scenario; `scale` is that of its map once it is drawn."""

    def __init__(self, game: Game, scenario: Scenario, number: int, plan: MapPlan, width: float, foot: float) -> None:
        self.game, self.scenario, self.number, self.width, self.foot = game, scenario, number, width, foot
        self.map, self.scale = StartMap(game, plan, scenario), 0.0
        self.pieces = cache(self._pieces)

    def pages(self) -> Iterator[list[Node]]:
        """The first sheet and those that go on; a text so long that the map has no room stands before them."""
        head = head_block(self.game, self.scenario, self.number, self.width)
        lead = lead_block(self.game, self.scenario, self.width)
        go_on = head_block(self.game, self.scenario, self.number, self.width, part=self.game.words.text("Set-up"))
        top, further = TOP_MM + head.height_mm, TOP_MM + go_on.height_mm + GAP_MM
        below = top + 2.0 + lead.height_mm
        first, words = [head.at(SIDE_MM, TOP_MM)], lead.at(SIDE_MM, top + 2.0)
        way = self._best((top + GAP_MM, below + GAP_MM), further)
        if way is None:
            if below > self.foot:
                raise LayoutError(f"the text of scenario {self.scenario.id} is longer than a page")
            yield [*first, words]
            way, first = self._best((0.0, further), further), [go_on.at(SIDE_MM, TOP_MM)]
        elif not way.told:
            first.append(words)
        if way is None:
            raise LayoutError(f"a block of scenario {self.scenario.id} is higher than a page")
        step = self._wide(way.number) + GAP_MM
        for sheet in range(0, len(way.columns), way.number):
            nodes = [go_on.at(SIDE_MM, TOP_MM)] if sheet else [*first, *self._start(way)]
            for number, (column, room) in enumerate(way.columns[sheet : sheet + way.number]):
                nodes += set_column(column, SIDE_MM + number * step, self.foot - room, room, LOOSEST)
            yield nodes

    def _start(self, way: _Way) -> list[Node]:
        """The map of the start under its heading."""
        if not self.map:
            return []
        step, (wide, tall, self.scale) = self._wide(way.number) + GAP_MM, way.map_mm
        across, (_, below) = (way.number - way.beside) * step - GAP_MM, way.columns[way.beside]
        shown = self.map.drawn(across, wide, tall, self.scale)
        told = titled(self.game.words.text("The start"), shown, note=self.map.scale_note(self.scale))
        return [told.at(SIDE_MM + way.beside * step, self.foot - below - GAP_MM - told.height_mm)]

    # What there is ------------------------------------------------------------------------------------

    def _pieces(self, name: str, number: int, chit_mm: float) -> list[FlowPart]:
        """A block in one of so many columns; empty where the scenario has none."""
        game, scenario, words = self.game, self.scenario, self.game.words
        width = self._wide(number)
        if name == "set-up":
            return set_up_pieces(game, scenario, width, chit_mm)
        if name == "arrivals":
            turns = arrival_pieces(game, scenario, width, chit_mm)
            head = titled(words.text("Arrivals"), Drawing((), width, 0.0), address=arrivals_address(game, scenario))
            return under(head, turns) if turns else []
        if name == "lead":
            return [whole(lead_block(game, scenario, width))]
        if name == "rules":
            rules = scenario.special_rules
            return [whole(rules_block(game, rules, width), BLOCK_MM)] if rules else []
        victory = victory_part(game, scenario, width)
        if victory is None:
            return []
        rows = len(scenario.victory or game.info.outcomes)

        def draw(air: float) -> Drawing:
            return victory_part(game, scenario, width, air_mm=air) or victory

        return [FlowPart(draw, victory.height_mm, BLOCK_MM, rows if scenario.victory or not scenario.levels else 0)]

    # Where it stands ----------------------------------------------------------------------------------

    def _best(self, tops: tuple[float, float], further: float) -> _Way | None:
        """The best way on the least number of sheets, or on one more; None where there is none.

        tops     where columns begin on the first sheet, with the text in a column and above them
        further  where they begin on others
        """
        largest = self.game.style.counters.size_mm
        sizes = [size for size in CHITS_MM if size <= largest] or [largest]
        found: list[_Way] = []
        for sheets in range(1, MOST_SHEETS):
            before = bool(found)
            orders = (BLOCKS[::-1], BLOCKS) if sheets == 1 else (BLOCKS,)
            for number, chit_mm, order in product(COLUMNS, sizes, orders):
                if chit_mm * LEAST_SLOTS > self._wide(number):
                    continue
                for beside in range(number) if self.map else (0,):
                    for told in (False, True) if beside and tops[0] else (False,):
                        names = ("lead", *order) if told else order
                        rooms = self.foot - tops[not told], self.foot - further
                        best = min((way.worse for way in found), default=float("inf"))
                        found += self._ways(names, number, beside, chit_mm, rooms, sheets, best)
            if before:
                break
        return min(found, key=lambda way: way.worse, default=None)

    def _ways(
        self, names: Sequence[str], number: int, beside: int, chit_mm: float,
        rooms_mm: tuple[float, float], sheets: int, best: float,
    ) -> Iterator[_Way]:  # fmt: skip
        """The ways in which the map is largest, where it has room: lists as they run on, and where that parts one
        badly, begun later.

        rooms_mm  the height of columns, on the first sheet and on others
        best      how bad the best way so far is
        """
        pieces = [piece for name in names for piece in self.pieces(name, number, chit_mm)]
        way = self._way(pieces, names, number, beside, chit_mm, rooms_mm, sheets)
        if way is None:
            return
        yield way
        breaks = _breaks_mm([column for column, _ in way.columns], rooms_mm[1])
        if breaks and way.worse - breaks < best:
            for most in (0.0, rooms_mm[1]):
                other = self._way(kept(pieces, most), names, number, beside, chit_mm, rooms_mm, sheets)
                if other is not None:
                    yield other

    def _way(
        self, pieces: Sequence[FlowPart], names: Sequence[str], number: int, beside: int, chit_mm: float,
        rooms_mm: tuple[float, float], sheets: int,
    ) -> _Way | None:  # fmt: skip
        """The way in which the map is largest; None where there is no room."""
        (room, other), wide, spanned = rooms_mm, self._wide(number), number - beside
        most = room - LEAST_MAP * self.foot if self.map else room

        def rooms(below: float) -> list[float]:
            return [*[room] * beside, *[below] * spanned, *[other] * (sheets - 1) * number]

        below = least(pieces, rooms, most) if most >= 0 else None
        if below is None:
            return None
        map_mm, worse = (0.0, 0.0, 0.0), (sheets - 1) * SHEET_MM + 8.0 * max(0.0, ENOUGH_MM - chit_mm)
        if self.map:
            if sheets > 1 and not beside:
                below = max(below, room - MOST_MAP * self.foot)
            across = spanned * (wide + GAP_MM) - GAP_MM
            parted = GAP_MM if below > 0 else 0.0
            map_mm = self.map.size(across, room - below - parted - TITLE_MM)
            worse += 2 * (across - map_mm[0]) * map_mm[1] / self.width
            worse -= 0.3 * min(map_mm[0] * map_mm[1] / self.width, MAP_MM)
            worse += 15.0 * max(0.0, CLEAR_MM - self.map.hex_mm * map_mm[2])
            below = room - TITLE_MM - map_mm[1] - GAP_MM
        columns = flowed(pieces, rooms(below)) or []
        if sheets > 1:
            # Those of the last sheet end level.
            full = rooms(below)[:-number]
            level = least(pieces, lambda most: [*full, *[most] * number], other) or other
            columns = flowed(pieces, [*full, *[level] * number]) or columns
        told = [*zip(columns, rooms(below), strict=True)]
        worse += sum(_white(column, own, wide) for column, own in told) / self.width
        worse += LATE_MM if sheets == 1 and names[-1] == BLOCKS[-1] and self.pieces(names[-1], number, chit_mm) else 0.0
        worse += _breaks_mm(columns, other)
        return _Way(worse, number, beside, "lead" in names, told, map_mm)

    def _wide(self, columns: int) -> float:
        return (self.width + GAP_MM) / columns - GAP_MM


def _breaks_mm(columns: Sequence[Sequence[FlowPart]], room: float) -> float:
    """What lists weigh that are parted badly in columns of which the highest have such a room."""
    scraps, split = list_breaks(columns, room)
    return SCRAP_MM * scraps + SPLIT_MM * split


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
