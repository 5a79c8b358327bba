"""The booklet: each scenario from its head to how it is won, on a sheet, or more where its sides set up much.

Below its head a sheet has the map of the start, and beside or below it what sides lay, special rules and how the game
is won. The first of a few plans is taken that leaves hardly any white. What is pictured on displays or on the turn
record is listed in short where a sheet would not hold it; a sheet that goes on has a map of its own units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    arrivals_part,
    forces_block,
    head_block,
    lead_block,
    rules_block,
    set_up_pieces,
    victory_part,
)
from pnp.generators.scenarios.flow import FlowPart, give, high, set_column, whole
from pnp.generators.scenarios.lists import (
    ListLook,
    SideList,
    arrivals,
    list_look,
    on_displays,
    record_tells,
    side_lists,
)
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
CHITS_MM = (12.6, 11.4, 10.4, 9.7, 9.0)
"""Sizes of counters, largest first."""
SHARES = (0.5, 0.44, 0.38, 0.33, 0.29, 0.25, 0.56, 0.62, 0.66, 0.7)
"""Of the page's width for a map with lists beside it, in that order."""
LEAST_MAP, WIDE_MAP = 0.33, 0.85
"""The least height of a map in that of the page below its head; from this width in its height on it stands across."""
LOOSEST, WHITE, LARGE_WHITE = 1.6, 0.03, 0.1
"""How much more white there may be between pieces, as a share; that of a sheet that is let be, also for a large map."""
LEAST_SLOTS = 3.6
"""Right of its labels a list is at least so many counters wide."""
LEAST_WORDS, LEAST_NOTED, ARRIVALS_MM = 56.0, 85.0, 80.0
"""And one with rules alone; from this width the heading of lists has a note; the least one of a column of arrivals."""
RULES_SHARES = (0.42, 0.34, 0.27)
"""Of a row for special rules beside how the game is won."""


class _Content(NamedTuple):
    """What a sheet has to tell.

    words  whether the special rules stand on it, and how the game is won
    brief  whether displays picture all counters, so that only their places are listed
    """

    lists: tuple[SideList, ...]
    arrivals: bool
    rules: tuple[str, ...]
    words: bool
    brief: bool


class _Way(NamedTuple):
    """A way to set a sheet: its white in mm², its nodes, and the scale of its map."""

    white: float
    draw: Callable[[float], list[Node]]
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
        self.game, self.scenario, self.number, self.plan = game, scenario, number, plan
        self.width, self.foot, self.scales = width, foot, list[float]()
        largest = game.style.counters.size_mm
        self.chits = [size for size in CHITS_MM if size <= largest] or [largest]

    def pages(self) -> Iterator[list[Node]]:
        """The first sheet and those that go on; a text so long that nothing has room below it stands alone."""
        game, scenario = self.game, self.scenario
        head, lead = head_block(game, scenario, self.number, self.width), lead_block(game, scenario, self.width)
        first = [head.at(SIDE_MM, TOP_MM), lead.at(SIDE_MM, TOP_MM + head.height_mm + HEAD_MM)]
        top = TOP_MM + head.height_mm + HEAD_MM + lead.height_mm + GAP_MM
        if top - GAP_MM > self.foot:
            raise LayoutError(f"the text of scenario {scenario.id} is longer than a page")
        rest: _Content | None = self._content(top)
        if rest is not None and top > self.foot / 2 and not self._sheet(rest, top):
            yield first
            first = []
        while rest is not None:
            further = TOP_MM + head_block(game, scenario, self.number, self.width, part="A").height_mm + GAP_MM
            found = self._sheet(rest, top if first else further)
            if found is None:
                raise LayoutError(f"a block of scenario {scenario.id} is higher than a page")
            way, part, rest = found
            self.scales.append(way.scale)
            named = ", ".join(one.name for one in part.lists) or game.words.text("Arrivals")
            head = head_block(game, scenario, self.number, self.width, part=named)
            yield [*(first or [head.at(SIDE_MM, TOP_MM)]), *way.draw(top if first else further)]
            first = []

    def _content(self, top: float) -> _Content:
        """All that the scenario has to tell; what is printed elsewhere in short, where it has no room on a sheet."""
        game, scenario = self.game, self.scenario
        lists, coming = tuple(side_lists(game, scenario)), bool(arrivals(game, scenario))
        whole = _Content(lists, coming, tuple(scenario.special_rules), True, False)
        if self._best(whole, top):
            return whole
        if on_displays(game, scenario, lists):
            return whole._replace(arrivals=False, brief=True)
        short = whole._replace(lists=self._after_others(lists))
        if coming and record_tells(game, scenario):
            told = game.words.text("Units come in as the turn record shows them.")
            short = short._replace(rules=(*whole.rules, told), arrivals=False)
        return short if self._best(short, top) else whole

    def _sheet(self, content: _Content, top: float) -> tuple[_Way, _Content, _Content | None] | None:
        """How a sheet is set, what is on it and what is left; None where no block has room."""
        return next(((way, part, rest) for part, rest in _splits(content) if (way := self._best(part, top))), None)

    def _after_others(self, lists: tuple[SideList, ...]) -> tuple[SideList, ...]:
        """The lists by what differs from those of the first scenario in which a side lays the same."""
        before = zip(range(1, self.number), self.game.scenarios.values(), strict=False)
        others = [(number, one) for number, other in before for one in side_lists(self.game, other)]
        return tuple(
            next((found for n, other in others if (found := one.after(other, n)) is not one), one) for one in lists
        )

    # What there is ------------------------------------------------------------------------------------

    def _blocks(self, part: _Content, width: float, chit_mm: float) -> list[list[FlowPart]]:
        """What each side lays, and arrivals, in a column."""
        if part.brief:
            return [[whole(forces_block(self.game, part.lists, width, chit_mm))]]
        found = set_up_pieces(self.game, part.lists, self._look(part, width, chit_mm))
        coming = arrivals_part(self.game, self.scenario, width, least_mm=ARRIVALS_MM) if part.arrivals else None
        return [*found, *([[whole(coming)]] if coming else [])]

    def _look(self, part: _Content, width: float, chit_mm: float) -> ListLook:
        """How the lists are drawn, with one column of labels."""
        return list_look([section for one in part.lists for section in one.sections], width, chit_mm)

    def _roomy(self, part: _Content, width: float, chit_mm: float) -> bool:
        """Whether a line of them has a few counters."""
        return width - self._look(part, width, chit_mm).label_mm >= LEAST_SLOTS * chit_mm

    def _rules(self, part: _Content, width: float) -> list[FlowPart]:
        """Special rules; empty where there are none."""
        return [whole(rules_block(self.game, part.rules, width), GAP_MM)] if part.words and part.rules else []

    def _victory(self, part: _Content, width: float) -> list[FlowPart]:
        """How the game is won; empty where that is nowhere said."""
        if not part.words or not (drawn := victory_part(self.game, self.scenario, width)):
            return []

        def airy(air: float) -> Drawing:
            return victory_part(self.game, self.scenario, width, air_mm=air) or drawn

        rows = round(airy(1.0).height_mm - drawn.height_mm)
        return [FlowPart(airy, drawn.height_mm, GAP_MM, rows=rows)]

    def _row(self, part: _Content, width: float) -> list[FlowPart]:
        """Both beside each other."""
        found = [[*self._rules(part, width), *self._victory(part, width)]]
        for left in ((width - GAP_MM) * share for share in RULES_SHARES if len(found[0]) > 1):
            both = [*self._rules(part, left), *self._victory(part, width - GAP_MM - left)]
            nodes = (both[0].draw(0.0).at(0.0, 0.0), both[1].draw(0.0).at(left + GAP_MM, 0.0))
            found.append([whole(Drawing(nodes, width, max(one.high_mm for one in both)), GAP_MM)])
        return min(found, key=high)

    # Where it stands ----------------------------------------------------------------------------------

    def _best(self, part: _Content, top: float) -> _Way | None:
        """The first way that leaves hardly any white, or that which leaves least; None where there is none."""
        start = StartMap(self.game, self.plan, self.scenario, {one.side for one in part.lists})
        best: _Way | None = None
        for way in self._ways(part, start, self.foot - top):
            if way.white <= (LARGE_WHITE if part.brief else WHITE) * self.width * (self.foot - top):
                return way
            best = way if best is None or way.white < best.white else best
        return best

    def _ways(self, part: _Content, start: StartMap, room: float) -> Iterator[_Way]:
        """All ways, the best first."""
        sizes = [(chit_mm, share) for chit_mm in self.chits for share in SHARES if start]
        if part.brief:
            sizes.sort(key=lambda size: -size[1])
        above = (way for chit_mm in self.chits for way in self._above(part, start, chit_mm, room))
        beside = (way for size in sizes for way in self._beside(part, start, *size, room))
        wide = not start or start.shape >= WIDE_MAP
        yield from chain(above, beside) if wide and not part.brief else chain(beside, above)

    def _beside(self, part: _Content, start: StartMap, chit_mm: float, share: float, room: float) -> Iterator[_Way]:
        """The map left of the lists; rules and victory below the lists, below the map or across the page. A table of
        places stands across the page, and they beside the map.
        """
        left = self._wide(share)
        right = self._wide(1.0 - share)
        if right < LEAST_WORDS if part.brief else not self._roomy(part, right, chit_mm):
            return
        if part.brief:
            words = _joined([self._rules(part, right), self._victory(part, right)])
            places = [(words, list[FlowPart](), self._blocks(part, self.width, chit_mm)[0])]
        else:
            rules, victory = self._rules(part, left), self._victory(part, self.width)
            note = self.game.words.text("below the counters: their hexes")
            noted = self.game.map.kind == "hexes" and right > LEAST_NOTED
            head = titled(self.game.words.text("Set-up"), Drawing((), right, 0.0), note=note if noted else "")
            lists = [whole(head), *_joined(self._blocks(part, right, chit_mm), 0.0)]
            places = [([*lists, *self._row(part, right)], [], []), (lists, [*rules, *self._victory(part, left)], []),
                      (lists, [], self._row(part, self.width)), (lists, rules, victory)]  # fmt: skip
        for column, under, foot in places if part.words else places[:1]:
            high_mm = room - (GAP_MM + high(foot) if foot else 0.0)
            map_room = high_mm - (GAP_MM + high(under) if under else 0.0) - TITLE_MM
            if high(column) > high_mm or map_room < LEAST_MAP * room:
                continue
            if not part.brief:
                high_mm = min(high_mm, high(column) + LOOSEST * give(column))
            map_room = high_mm - (GAP_MM + high(under) if under else 0.0) - TITLE_MM
            if map_room < LEAST_MAP * room:
                continue
            wide, tall, scale = map_mm = start.size(left, map_room)
            columns = [(0.0, [self._start(start, left, map_mm), *under]), (left + GAP_MM, column)]
            yield self._way(
                [(columns, high_mm), *([([(0.0, foot)], high(foot))] if foot else [])],
                room,
                scale,
                (left - wide) * tall,
            )

    def _above(self, part: _Content, start: StartMap, chit_mm: float, room: float) -> Iterator[_Way]:
        """The map across the page, and below it the columns that are lowest."""
        ways = [[(0.0, _joined([*self._blocks(part, self.width, chit_mm), self._row(part, self.width)]))]]
        for number in (2, 3):
            wide = self._wide(1.0 / number)
            blocks = [*self._blocks(part, wide, chit_mm), self._rules(part, wide), self._victory(part, wide)]
            for cuts in combinations(range(1, len(blocks)), number - 1) if self._roomy(part, wide, chit_mm) else ():
                ends = zip((0, *cuts), (*cuts, len(blocks)), strict=True)
                ways.append([(n * (wide + GAP_MM), _joined(blocks[a:b])) for n, (a, b) in enumerate(ends)])
        below = min(ways, key=lambda row: max(high(column) for _, column in row))
        tall = max(high(column) for _, column in below)
        if not start:
            if tall <= room:
                yield self._way([(below, min(room, tall * (1 + LOOSEST)))], room, 0.0, 0.0)
            return
        map_room = room - TITLE_MM - (tall + GAP_MM if tall else 0.0)
        if map_room < LEAST_MAP * room:
            return
        wide, map_high, scale = map_mm = start.size(self.width, map_room)
        rows = [([(0.0, [self._start(start, self.width, map_mm)])], TITLE_MM + map_high)]
        rows.append((below, room - TITLE_MM - map_high - GAP_MM))
        yield self._way(rows, room, scale, (self.width - wide) * map_high)

    def _way(self, rows: Sequence[tuple[list[tuple[float, list[FlowPart]]], float]], room: float, scale: float,
             white: float) -> _Way:  # fmt: skip
        """Rows of columns with their heights."""
        for columns, tall in rows:
            for x, column in columns:
                wide = (min([x2 for x2, _ in columns if x2 > x], default=self.width + GAP_MM) - GAP_MM) - x
                white += wide * max(0.0, tall - high(column) - LOOSEST * give(column))
        used = sum(tall for _, tall in rows) + GAP_MM * (len(rows) - 1)

        def draw(y: float) -> list[Node]:
            nodes: list[Node] = []
            for columns, tall in rows:
                for x, column in columns:
                    nodes += set_column(column, SIDE_MM + x, y, tall, LOOSEST)
                y += tall + GAP_MM
            return nodes

        return _Way(white + self.width * max(0.0, room - used), draw, scale)

    def _start(self, start: StartMap, across: float, map_mm: tuple[float, float, float]) -> FlowPart:
        """The map of the start under its heading."""
        told, note = self.game.words.text("The start"), start.scale_note(map_mm[2])
        return FlowPart(lambda _air: titled(told, start.drawn(across, *map_mm), note=note), TITLE_MM + map_mm[1])

    def _wide(self, span: float) -> float:
        return (self.width + GAP_MM) * span - GAP_MM


def _joined(blocks: Sequence[Sequence[FlowPart]], first_mm: float = GAP_MM) -> list[FlowPart]:
    """Blocks below one another, the first so far below what stands above it."""
    pieces = [replace(piece, gap_mm=piece.gap_mm if n else GAP_MM) for block in blocks for n, piece in enumerate(block)]
    return [replace(piece, gap_mm=piece.gap_mm if n else first_mm) for n, piece in enumerate(pieces)]


def _splits(content: _Content) -> Iterator[tuple[_Content, _Content | None]]:
    """What stands on a sheet, and what is left for further ones: all on it, then ever less; sides are parted last."""
    yield content, None
    lists, rest = content.lists, content._replace(words=False)
    for number in range(len(lists) - 1, 0, -1):
        yield content._replace(lists=lists[:number], arrivals=False), rest._replace(lists=lists[number:])
    if lists and content.arrivals:
        yield content._replace(arrivals=False), rest._replace(lists=())
    sections = lists[0].sections if lists else ()
    ends = [(n, len(section.stacks)) for n, section in enumerate(sections)]
    for number, most in reversed(ends):
        for end in range(most, 0, -1):
            parted = sections[number]
            first = (*sections[:number], replace(parted, stacks=parted.stacks[:end]))
            after = (*((replace(parted, stacks=parted.stacks[end:]),) if end < most else ()), *sections[number + 1 :])
            if after:
                yield (content._replace(lists=(replace(lists[0], sections=first),), arrivals=False),
                       rest._replace(lists=(replace(lists[0], sections=after), *lists[1:])))  # fmt: skip


__all__ = ["scenario_booklet"]
