"""The booklet: each scenario from its head to how it is won, on a sheet, or two where its sides set up much.

Beside the map of the start, or below it, run the lists of the sides; arrivals, special rules and victory stand below
the map, below the lists or across the page. Counters are as large as a full page allows, the map takes what they leave,
and what is left then goes between the rows. Of two sheets the second has the lists, a panel for each side. Scenarios
that are mostly like an earlier one tell only what differs, several on a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, islice, product

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.errors import LayoutError
from pnp.generators.scenarios.blocks import (
    arrivals_part,
    counted,
    head_block,
    lead_block,
    rules_block,
    victory_part,
)
from pnp.generators.scenarios.lists import (
    SECTION_MM,
    SideList,
    all_units,
    arrivals,
    changed_units,
    draw_band,
    draw_sections,
    list_look,
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

SIDE_MM, TOP_MM, GAP_MM, BAND_GAP_MM = 14.0, 12.0, 5.6, 2.2
"""The margins, and the white between blocks and between the lists of two sides."""
LOOSER, LOOSEST = 1.3, 4.0
"""How much more white there may be between rows, as a share, where a page has room to spare; and on a sheet of lists
alone."""
WIDTHS_MM, ARRIVALS_MM = tuple(range(46, 131, 7)), 62.0
"""Of a column with the map of the start beside the lists; the least of one with arrivals."""
CHITS_MM = (15.0, 14.0, 13.0, 12.2, 11.4, 10.6, 10.0, 9.4, 8.8, 8.2, 7.8)
SHEET_CHITS_MM = (*CHITS_MM, 7.5)
"""Sizes of counters, largest first; and on a sheet of lists alone."""
ENOUGH_MM, CLEAR_MM, LEAST_MAP_MM = 9.6, 3.2, 34.0
"""A counter and a hex of the map of the start that are read with ease; the least height of that map."""
SECOND_MM = 80.0
"""What a second sheet weighs, as mm of a page left white."""
ALIKE_SHARE = 0.5
"""A scenario that lays no more of its units otherwise than an earlier one tells only these."""
MOST_COLUMNS = 3
"""Lists of sides that stand side by side."""
HOLE_MM = 60.0
"""An empty room so high weighs twice its size."""
LIFT_MM = 9.0
"""How far what runs across the page may stand above its foot where there is an empty room above it."""
APART_MM = 9.0
"""White above a scenario that stands below another."""

Column = list[tuple[float, Drawing]]
"""Drawings below one another, each with the white above it; rows of a list have `SECTION_MM`."""
Block = Callable[..., Drawing | None]
"""A block at a width; `air_mm` makes the rows of one higher."""
AIRS_MM = (6.0, 4.4, 3.0, 2.0, 1.2)


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page.
    """
    paper_mm = PAPERS_MM[paper]
    width, foot = paper_mm[0] - 2 * SIDE_MM, paper_mm[1] - FOOT_MM - 3.0
    pages: list[tuple[list[Node], str]] = []
    scales: list[float] = []
    like: list[_Sheets] = []
    told = [_Sheets(game, scenario, n, plan, width) for n, scenario in enumerate(game.scenarios.values(), 1)]
    for number, one in enumerate(told):
        if one.base is None:
            found = one.pages(TOP_MM, foot)
            pages += [(nodes, "" if n else one.scenario.name) for n, nodes in enumerate(found)]
            scales += one.scales
            continue
        like.append(one)
        if number + 1 == len(told) or told[number + 1].base is None:
            pages += _together(like, foot)
            scales += [scale for each in like for scale in each.scales]
            like = []
    title, sheets = game.words.text("Scenarios"), len(pages)
    scenes = [
        Scene(*paper_mm, (*nodes, sheet_margin(game, paper_mm=paper_mm, title=title, sheet=number, sheets=sheets,
                                               ruled=False, side_mm=SIDE_MM)), title=title)
        for number, (nodes, _) in enumerate(pages, 1)
    ]  # fmt: skip
    bound = tuple(Page(scene, bookmark=bookmark) for scene, (_, bookmark) in zip(scenes, pages, strict=True))
    forms = {GROUND_FORM: ground_scene(game, plan, min(scales))} if scales else {}
    named = game.words.text("{title}: scenarios", title=game.info.printed_title)
    return Document(named, game.language, bound, forms, subject=game.info.subtitle)


def _together(like: Sequence[_Sheets], foot: float) -> list[tuple[list[Node], str]]:
    """Scenarios like earlier ones on a sheet, in shares of it, or where one needs more than its share, on one each."""
    share = (foot - TOP_MM + APART_MM) / len(like)
    tops = [TOP_MM + number * share for number in range(len(like))]
    found = [one.sheet(top, top + share - APART_MM) for one, top in zip(like, tops, strict=True)]
    if all(nodes is not None for nodes in found):
        return [([node for nodes in found for node in nodes or ()], like[0].scenario.name)]
    return [(nodes, "" if n else one.scenario.name) for one in like for n, nodes in enumerate(one.pages(TOP_MM, foot))]


_Laid = tuple[Column, list[Column], Column, tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to lay out a sheet: the width of the left column, where each block stands ("L" below the map, "R" below
    the lists, "A" across the page) and the size of counters; `white` is what is worse in it, as mm left white.
    """

    white: float
    width: float
    spots: tuple[str, ...]
    chit_mm: float


class _Sheets:
    """The sheets of one scenario, and what its layouts share.

    base    the earlier scenario that it is mostly like, with its number, or None
    scales  those of its map
    """

    def __init__(self, game: Game, scenario: Scenario, number: int, plan: MapPlan, width: float) -> None:
        self.game, self.scenario, self.number, self.width = game, scenario, number, width
        self.base = _base(game, scenario)
        self.lists = side_lists(game, scenario, self.base[0] if self.base else None)
        same = self.base is not None and not changed_units(scenario, self.base[0])
        self.map = None if same else StartMap(game, plan, scenario)
        self.scales: list[float] = []
        self.blocks = self._blocks()
        self.block = cache(self._block)
        self.listed = cache(self._listed)

    def pages(self, top: float, foot: float) -> list[list[Node]]:
        """One sheet, or two; where the text is so long that nothing else has room below it, that on one before."""
        head = self._head()
        start = top + head.height_mm + GAP_MM
        if self._best(start, foot, self.lists) is None and self._best(start, foot, []) is None:
            if start > foot:
                raise LayoutError(f"the text of scenario {self.scenario.id} is longer than a page")
            return [[head.at(SIDE_MM, top)], *self._pages(top, foot)]
        first, *others = self._pages(start, foot)
        return [[head.at(SIDE_MM, top), *first], *others]

    def sheet(self, top: float, foot: float) -> list[Node] | None:
        """All of the scenario between two heights of a sheet; None where it has no room."""
        head = self._head()
        start = top + head.height_mm + 0.5 * GAP_MM
        way = self._best(start, foot, self.lists)
        return [head.at(SIDE_MM, top), *self._drawn(way, start, foot, self.lists)] if way else None

    def _pages(self, start: float, foot: float) -> list[list[Node]]:
        whole, brief = self._best(start, foot, self.lists), self._best(start, foot, [])
        if whole is not None and (brief is None or whole.white < SECOND_MM + brief.white):
            return [self._drawn(whole, start, foot, self.lists)]
        if brief is None:
            raise LayoutError(f"arrivals, rules and victory of scenario {self.scenario.id} are longer than a page")
        return [self._drawn(brief, start, foot, []), *self._panels(foot)]

    def _head(self) -> Drawing:
        return head_block(self.game, self.scenario, self.number, self.width, small=self.base is not None)

    # What there is ------------------------------------------------------------------------------------

    def _blocks(self) -> dict[str, Block]:
        """Arrivals, victory and special rules, those that there are and that no earlier scenario has alike."""
        game, scenario = self.game, self.scenario
        blocks: dict[str, Block] = {}
        rules, alike = list(scenario.special_rules), _alike(game, scenario)
        if self.base is not None:
            blocks["lead"] = partial(lead_block, game, scenario, base=self.base[0])
        if alike:
            rules.append(game.words.text("Everything else is as in scenario {n}.", n=alike))
        else:
            parts = {"arrivals": arrivals_part, "victory": victory_part}
            blocks |= {
                name: partial(part, game, scenario)
                for name, part in parts.items() if part(game, scenario, self.width) is not None
            }
        if rules:
            blocks["rules"] = partial(rules_block, game, rules)
        return blocks

    def _block(self, name: str, width: float, air_mm: float) -> Drawing | None:
        return self.blocks[name](width, **({"air_mm": air_mm} if name in ("arrivals", "victory") else {}))

    def _listed(self, width: float, chit_mm: float, columns: int) -> list[Column]:
        """The lists of the sides in columns so wide, each side with a column of its own where there are several."""
        look = list_look([section for one in self.lists for section in one.sections], width, chit_mm)
        sides = [self._side(one, width, look) for one in self.lists]
        return sides if columns > 1 else [[part for side in sides for part in side]]

    def _side(self, listed: SideList, width: float, look) -> Column:
        band = draw_band(self.game, listed.side, listed.name, counted(self.game, listed), width)
        rows = draw_sections(self.game, listed.sections, width, look)
        return [(BAND_GAP_MM, band), (0.0, rows[0]), *((SECTION_MM, row) for row in rows[1:])]

    # One sheet ----------------------------------------------------------------------------------------

    def _best(self, start: float, foot: float, lists: Sequence[SideList]) -> _Way | None:
        """The way that leaves the least white, or has the largest counters and map."""
        ways: list[_Way] = []
        for width in (*(WIDTHS_MM if self.map or self.base else ()), self.width):
            beside = width < self.width
            for spots in product("LRA" if beside else "A", repeat=len(self.blocks)):
                if beside and (spots[0] != "L" if "lead" in self.blocks else not lists and "R" not in spots):
                    continue
                if lists and self._way(width, spots, CHITS_MM[-1], start, foot) is None:
                    continue
                tried = (self._way(width, spots, chit_mm, start, foot) for chit_mm in (CHITS_MM if lists else (0.0,)))
                ways += islice(filter(None, tried), 1 if beside else None)
        return min(ways, key=lambda way: way.white, default=None)

    def _way(self, width: float, spots: tuple[str, ...], chit_mm: float, start: float, foot: float) -> _Way | None:
        """A way to lay out the sheet; None where it has no room."""
        wide = self.width - width - GAP_MM if width < self.width else self.width
        arriving = next((spot for name, spot in zip(self.blocks, spots, strict=True) if name == "arrivals"), "A")
        if wide < WIDTHS_MM[0] or {"L": width, "R": wide, "A": self.width}[arriving] < ARRIVALS_MM:
            return None
        plain = self._columns(width, spots, chit_mm, start, foot)
        if self._spare(plain, start, foot) < -0.01 or (self.map and plain[3][1] < LEAST_MAP_MM):
            return None
        left, right, below, map_mm = self._aired(plain, width, spots, chit_mm, start, foot)
        room = foot - start - _high(below)
        spare, others = room - _high(left) - map_mm[1], [room - _high(column) for column in right]
        white = _hole(width, spare - _more(left)) + (2 * (width - map_mm[0]) if self.map else 0.0) * map_mm[1]
        white += sum(_hole(wide, other - _more(column)) for other, column in zip(others, right, strict=True))
        small = 5.0 * max(0.0, ENOUGH_MM - chit_mm) if chit_mm else 0.0
        narrow = 40.0 * max(0.0, CLEAR_MM - self.map.hex_mm * map_mm[2]) if self.map else 0.0
        return _Way(white / self.width + small + narrow, width, spots, chit_mm)

    @staticmethod
    def _spare(laid: _Laid, start: float, foot: float) -> float:
        """What the fullest column leaves."""
        left, right, below, map_mm = laid
        return foot - start - _high(below) - max([_high(left) + map_mm[1], *map(_high, right)])

    def _columns(
        self, width: float, spots: tuple[str, ...], chit_mm: float, start: float, foot: float, air_mm: float = 0.0
    ) -> _Laid:
        """Left column but for its map, the column right of it, what runs across; width, height and scale of the map."""
        beside = width < self.width
        wide = self.width - width - GAP_MM if beside else self.width
        named = list(zip(self.blocks, spots, strict=True))
        left = [(GAP_MM, part) for name, spot in named if spot == "L" and (part := self.block(name, width, air_mm))]
        right = [(GAP_MM, part) for name, spot in named if spot == "R" and (part := self.block(name, wide, air_mm))]
        below: Column = []
        if chit_mm:
            columns = len(self.lists) if not beside and 1 < len(self.lists) <= MOST_COLUMNS else 1
            step = (wide + GAP_MM) / columns - GAP_MM
            heading = titled(self.game.words.text("Set-up"), Drawing((), wide, 0.2), note=self._note)
            listed = [*map(_flush, self.listed(step, chit_mm, columns))]
            if beside:
                right = [(GAP_MM, heading), *listed[0], *right]
            elif columns == 1:
                below = [(GAP_MM, heading), *listed[0]]
            else:
                high = max(map(_high, listed))
                both = (_set(column, n * (step + GAP_MM), 0.0, high) for n, column in enumerate(listed))
                below = [(GAP_MM, heading), (0.6, Drawing(tuple(chain(*both)), wide, high))]
        across = [name for name, spot in named if spot == "A"]
        below += min((self._across(across, n, air_mm) for n in range(1, len(across) + 1)), key=_high, default=[])
        room = foot - start - _high(below) - _high(left) - TITLE_MM
        size = self.map.size(width, room) if self.map else (0.0, -TITLE_MM, 0.0)
        left = left if self.map else _flush(left)
        return left, [_flush(right)] if right else [], below, (size[0], size[1] + TITLE_MM, size[2])

    @property
    def _note(self) -> str:
        return self.game.words.text("as in scenario {n}, except", n=self.base[1]) if self.base else ""

    def _across(self, names: Sequence[str], columns: int, air_mm: float) -> Column:
        """Blocks in rows of so many."""
        rows: Column = []
        for first in range(0, len(names), columns):
            own = names[first : first + columns]
            wide = (self.width + GAP_MM) / len(own) - GAP_MM
            parts = [part for name in own if (part := self.block(name, wide, air_mm))]
            nodes = tuple(part.at(n * (wide + GAP_MM), 0.0) for n, part in enumerate(parts))
            rows.append((GAP_MM, Drawing(nodes, self.width, max(part.height_mm for part in parts))))
        return rows

    def _aired(
        self, plain: _Laid, width: float, spots: tuple[str, ...], chit_mm: float, start: float, foot: float
    ) -> _Laid:
        """The columns with the highest rows that cost neither the map nor a block its room."""
        airy = (self._columns(width, spots, chit_mm, start, foot, air_mm) for air_mm in AIRS_MM)
        fits = (one for one in airy if one[3] == plain[3] and self._spare(one, start, foot) >= 0.0)
        return next(fits, plain)

    def _drawn(self, way: _Way, start: float, foot: float, lists: Sequence[SideList]) -> list[Node]:
        """The sheet below its head."""
        at = (way.width, way.spots, way.chit_mm, start, foot)
        left, right, below, (wide, high, scale) = self._aired(self._columns(*at), *at)
        room = foot - start - _high(below)
        beside = way.width < self.width
        if self.map:
            self.scales.append(scale)
            shown = self.map.drawn(way.width, wide, high - TITLE_MM, scale)
            note = self.map.scale_note(scale)
            left.insert(0, (0.0, titled(self.game.words.text("The start"), shown, note=note)))
        if not beside:
            return _set([*left, *below], SIDE_MM, start, foot - start)
        nodes = _set(left, SIDE_MM, start, room)
        for column in right:
            nodes += _set(column, SIDE_MM + way.width + GAP_MM, start, room)
        empty = room - max(min(room, _high(column) + _more(column)) for column in (left, *right))
        return [*nodes, *_set(below, SIDE_MM, start + room - min(empty / 3, LIFT_MM), _high(below))]

    # Sheets of lists alone ----------------------------------------------------------------------------

    def _panels(self, foot: float) -> list[list[Node]]:
        """What the sides set up, in columns, on as few sheets as can be, with the largest counters."""
        head = head_block(self.game, self.scenario, self.number, self.width, small=True,
                          part=self.game.words.text("Set-up"))  # fmt: skip
        top = TOP_MM + head.height_mm + 3.4
        ways = [
            (len(sheets), -chit_mm, columns, sheets)
            for chit_mm, columns in product(SHEET_CHITS_MM, range(1, MOST_COLUMNS + 1))
            if (sheets := self._flowed(chit_mm, columns, foot - top))
        ]
        if not ways:
            raise LayoutError(f"a row of the set-up of scenario {self.scenario.id} is higher than a page")
        _, _, columns, sheets = min(ways, key=lambda way: way[:3])
        step = (self.width + GAP_MM) / columns
        return [
            [head.at(SIDE_MM, TOP_MM),
             *(node for n, column in enumerate(sheet)
               for node in _set(column, SIDE_MM + n * step, top, foot - top, LOOSEST))]
            for sheet in sheets
        ]  # fmt: skip

    def _flowed(self, chit_mm: float, columns: int, high: float) -> list[list[Column]]:
        """Sheets of so many columns; a side is parted where it is higher than a column, its band repeated. Empty where
        a row is too high.
        """
        sides = self.listed((self.width + GAP_MM) / columns - GAP_MM, chit_mm, 2)
        if any(band[1].height_mm + row.height_mm + SECTION_MM > high for band, *rows in sides for _, row in rows):
            return []
        least = min(high, max(sum(map(_high, sides)) / columns, *map(_high, sides)))
        steps = [least + n * (high - least) / 8 for n in range(9)]
        flows = [_flow(sides, step) for step in steps]
        flow = next((one for one in flows if len(one) <= columns), flows[-1])
        return [[*map(_flush, flow[first : first + columns])] for first in range(0, len(flow), columns)]


def _flow(sides: Sequence[Column], high: float) -> list[Column]:
    """Columns no higher than `high`; a side begins another where it would be parted else."""
    found: list[Column] = [[]]
    for band, *rows in sides:
        if found[-1] and _high([*found[-1], band, *rows]) > high:
            found.append([])
        found[-1].append(band)
        for row in rows:
            if _high([*found[-1], row]) > high + 0.001:
                found.append([band])
            found[-1].append(row)
    return found


def _hole(width: float, height: float) -> float:
    """What an empty room weighs, in mm²: a high one more than several low ones."""
    return width * max(0.0, height) * (1.0 + max(0.0, height) / HOLE_MM)


def _flush(column: Column) -> Column:
    """A column without white above it."""
    return [(0.0, column[0][1]), *column[1:]] if column else []


def _high(column: Column) -> float:
    return sum(gap + part.height_mm for gap, part in column)


def _more(column: Column) -> float:
    """How much higher a column may become."""
    return LOOSER * sum(gap for gap, _ in column)


def _set(column: Column, x: float, y: float, room: float, most: float = LOOSER) -> list[Node]:
    """A column from a height on, looser where it has more room than it needs."""
    looser = 1.0 + min(most, max(0.0, room - _high(column)) / max(sum(gap for gap, _ in column), 0.001))
    nodes: list[Node] = []
    for gap, part in column:
        nodes.append(part.at(x, y + gap * looser))
        y += gap * looser + part.height_mm
    return nodes


def _base(game: Game, scenario: Scenario) -> tuple[Scenario, int] | None:
    """The earlier scenario that one is mostly like."""
    laid = all_units(scenario)
    for number, earlier in enumerate(game.scenarios.values(), 1):
        if earlier is scenario:
            break
        if laid and len(changed_units(scenario, earlier)) <= ALIKE_SHARE * len(laid):
            return earlier, number
    return None


def _alike(game: Game, scenario: Scenario) -> int:
    """The number of the first earlier scenario with the same turns, arrivals and victory; 0 = none."""
    for number, other in enumerate(game.scenarios.values(), 1):
        if other is scenario:
            break
        one, two = ((arrivals(game, s), s.arrivals, s.victory, s.levels) for s in (scenario, other))
        if one == two:
            return number
    return 0


__all__ = ["scenario_booklet"]
