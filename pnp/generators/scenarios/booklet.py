"""The booklet: each scenario from its head to its victory points, then cards for the sides to set up by.

Beside the map of the start run the lists of the sides; arrivals, special rules and victory stand below the map, below
the lists or across the page. Every such page is laid out in many ways, with maps and counters of several sizes, and
the best is taken: the fewest pages, then the least white, the largest counters. A scenario that is mostly like an
earlier one tells only what differs, and may stand below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from pnp.draw.scene import Document, Node, Page, Scene
from pnp.generators.scenarios.blocks import (
    arrivals_part,
    counted,
    head_block,
    lead_block,
    rules_block,
    victory_part,
)
from pnp.generators.scenarios.cards import card_pages
from pnp.generators.scenarios.lists import (
    BAND_MM,
    SideList,
    all_units,
    arrival_sections,
    arrivals,
    changed_units,
    draw_band,
    draw_sections,
    list_look,
    side_lists,
)
from pnp.generators.scenarios.start_map import GROUND_FORM, ground_scale, ground_scene, hex_mm, map_scale, start_map
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM = 14.0, 12.0, 5.6
BAND_GAP_MM = 1.6
"""Between the lists of two sides."""
MAPS_MM = (46.0, 54.0, 62.0, 72.0, 84.0, 98.0, 110.0, 122.0, 140.0, 162.0)
"""Widths of the map that are tried besides the whole one of the page."""
ASIDE_MM = (46.0, 54.0, 62.0)
"""Widths of a column of words that stands where there is no map."""
LEAST_LIST_MM = 54.0
"""Least room beside the map for lists; in less they run below it."""
CHITS_MM = (13.0, 11.6, 10.4, 9.4, 8.6, 8.0, 7.4, 7.0)
BASED_MM = (8.0, 7.4, 7.0)
"""Sizes of counters, largest first; and in a list of what differs from an earlier scenario."""
CLEAR_MM = 3.2
"""A hex of the map of the start in which a unit's box is read with ease."""
MOST_LEFT, LEFT_OVER = 0.5, 200.0
"""A last page of which a larger share is white looks left over, which counts as so much white."""
LEAST_ROWS = 2
"""A list begins where it has room for so many of its rows."""
ALIKE_SHARE = 0.5
"""A scenario that lays no more of its units otherwise than an earlier one tells only these."""
MOST_COLUMNS = 3
"""Lists of sides that may stand side by side where there is no map beside them."""
APART_MM = 9.0
"""White above a scenario that stands below another."""


@dataclass(slots=True)
class _Cursor:
    """Pages that are being filled: nodes by page, and where the next part begins on the last one.

    free_mm2  room that was left white on pages before the last
    """

    pages: list[list[Node]] = field(default_factory=list)
    y: float = TOP_MM
    free_mm2: float = 0.0
    split: int = 0

    def put(self, part: Drawing, x: float, y: float) -> None:
        self.pages[-1].append(part.at(SIDE_MM + x, y))


Block = partial[Drawing | None]
"""A block at a width."""


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page.
    """
    setter = _Setter(game, PAPERS_MM[paper], plan)
    for number, scenario in enumerate(game.scenarios.values(), 1):
        setter.scenario(scenario, number)
    if game.info.players > 1 and len(setter.pages) > 1:
        for nodes in card_pages(game, setter.bases, (SIDE_MM, TOP_MM, setter.width, setter.foot - TOP_MM)):
            setter.pages.append(nodes)
            setter.bookmarks.append("")
    title = game.words.text("{title}: scenarios", title=game.info.printed_title)
    pages = tuple(
        Page(setter.scene(nodes, number), bookmark=bookmark)
        for number, (nodes, bookmark) in enumerate(zip(setter.pages, setter.bookmarks, strict=True), 1)
    )
    forms = {GROUND_FORM: ground_scene(game, plan, min(setter.shown_at))} if setter.shown_at else {}
    return Document(title, game.language, pages, forms, subject=game.info.subtitle)


class _Setter:
    """Lays out scenario after scenario.

    bases     scenario -> the earlier one that it is mostly like, with its number, or None
    shown_at  the scales of all maps
    y         where the last page ends
    """

    def __init__(self, game: Game, paper_mm: tuple[float, float], plan: MapPlan) -> None:
        self.game, self.paper_mm, self.plan = game, paper_mm, plan
        self.width = paper_mm[0] - 2 * SIDE_MM
        self.foot = paper_mm[1] - FOOT_MM - 3.0
        self.pages: list[list[Node]] = []
        self.bookmarks: list[str] = []
        self.bases: dict[str, tuple[Scenario, int] | None] = {}
        self.shown_at: list[float] = []
        self.y = self.foot

    def scene(self, nodes: Sequence[Node], number: int) -> Scene:
        title = self.game.words.text("Scenarios")
        margin = sheet_margin(
            self.game, paper_mm=self.paper_mm, title=title, sheet=number, sheets=len(self.pages), ruled=False,
            side_mm=SIDE_MM,
        )  # fmt: skip
        return Scene(*self.paper_mm, (*nodes, margin), title=title)

    def scenario(self, scenario: Scenario, number: int) -> None:
        """The pages of a scenario: below the one before where all of it has room there, else on pages of its own."""
        base = self.bases[str(scenario.id)] = self._base(scenario)
        trial = _Trial(self, scenario, number, base)
        top = self.y + APART_MM
        if base is not None and self.pages and (best := trial.best(top)) is not None and len(best.pages) == 1:
            self.pages[-1] += best.pages[0]
        else:
            best = trial.best(TOP_MM)
            assert best is not None
            self.pages += best.pages
            self.bookmarks += [scenario.name, *[""] * (len(best.pages) - 1)]
        self.shown_at += trial.shown_at
        self.y = best.y

    def _base(self, scenario: Scenario) -> tuple[Scenario, int] | None:
        """The earlier scenario that this one is mostly like."""
        laid = all_units(scenario)
        for number, earlier in enumerate(self.game.scenarios.values(), 1):
            if earlier is scenario:
                return None
            if laid and len(changed_units(scenario, earlier)) <= ALIKE_SHARE * len(laid):
                return earlier, number
        return None


class _Trial:
    """The ways in which one scenario can be laid out, and what they share."""

    def __init__(self, setter: _Setter, scenario: Scenario, number: int, base: tuple[Scenario, int] | None) -> None:
        self.setter, self.game, self.scenario, self.number, self.base = setter, setter.game, scenario, number, base
        self.width, self.foot = setter.width, setter.foot
        self.lists = side_lists(self.game, scenario, base[0] if base else None)
        self.turns = arrival_sections(self.game, scenario)
        self.alike = self._alike()
        self.drawn: dict[tuple[object, ...], Drawing | None] = {}
        self.rows: dict[tuple[str, int, float, float], list[tuple[Drawing, int]]] = {}
        self.shown_at: list[float] = []

    def best(self, top: float) -> _Cursor | None:
        """The best layout that begins at `top` of a page; None where none begins on that page."""
        head = head_block(self.game, self.scenario, self.number, self.width, small=self.base is not None)
        if top + head.height_mm + 3 * GAP_MM > self.foot:
            return None
        start = top + head.height_mm + GAP_MM
        best: tuple[tuple[float, ...], _Cursor, list[float]] | None = None
        for chit_mm, (drawn, scale) in product(CHITS_MM if self.base is None else BASED_MM, self._maps(start)):
            blocks = self._blocks(chit_mm)
            for spots in product("LRAH", repeat=len(blocks)):
                if spots.count("H") == 1 or ("lead" in blocks and spots[0] != ("L" if self.lists else "A")):
                    continue
                named = dict(zip(blocks.items(), spots, strict=True))
                cursor = self._laid(start, chit_mm, drawn, named)
                if cursor is None:
                    continue
                rank = self._rank(cursor, chit_mm, scale)
                if best is None or rank < best[0]:
                    best = rank, cursor, [scale] if scale else []
        if best is None:
            return None
        _, cursor, self.shown_at = best
        cursor.pages[0].insert(0, head.at(SIDE_MM, top))
        return cursor

    def _rank(self, cursor: _Cursor, chit_mm: float, scale: float) -> tuple[float, ...]:
        """What is worse in a layout, in mm of a page left white: pages first; lists that are split, small counters, a
        map that isn't large.
        """
        left = self.foot - cursor.y
        if self.base is not None:  # the lower, the rather another one has room below it
            return len(cursor.pages), cursor.y + 14.0 * cursor.split - 4.0 * chit_mm
        white = cursor.free_mm2 / self.width + 0.8 * left
        white += LEFT_OVER if left > MOST_LEFT * self.foot else 0.0
        small = 9.0 * max(0.0, 8.6 - chit_mm) - max(0.0, chit_mm - 8.6)
        narrow = 40.0 * max(0.0, CLEAR_MM - hex_mm(self.setter.plan) * scale) if scale else 0.0
        area = scale * scale * self.setter.plan.frame_mm[2] * self.setter.plan.frame_mm[3]
        return len(cursor.pages), white + 40.0 * cursor.split + small + narrow - 0.0016 * area

    def _maps(self, top: float) -> list[tuple[Drawing, float]]:
        """The map of the start in all sizes, under its heading, and its scale; empty drawings as wide as the columns
        that may stand left of the lists where there is no map, or that of the base.
        """
        none = [(Drawing((), width, -GAP_MM), 0.0) for width in (*ASIDE_MM, self.width)]
        if self.base is not None and not self._moved(self.base[0]):
            return none
        maps: list[tuple[Drawing, float]] = []
        before = 0.0
        for width in (*MAPS_MM, self.width):
            drawn = start_map(self.game, self.setter.plan, self.scenario, width, self.foot - top - 16.0)
            if drawn is None:
                return none
            if drawn.width_mm > before + 1.0:
                before, note = drawn.width_mm, map_scale(self.game, self.setter.plan, drawn)
                scale, heading = ground_scale(drawn), self.game.words.text("The start")
                if self.lists and self.width - before - GAP_MM >= LEAST_LIST_MM:
                    maps.append((titled(heading, drawn, note=note), scale))
                if 2 * before > self.width:  # in the middle, under a heading over the whole width
                    centred = Drawing((drawn.at((self.width - before) / 2, 0.0),), self.width, drawn.height_mm)
                    maps.append((titled(heading, centred, note=note), scale))
        return maps

    def _moved(self, base: Scenario) -> bool:
        """Whether a unit stands elsewhere than in another scenario."""
        one, other = (scenario.position.units or {} for scenario in (self.scenario, base))
        places = [{str(getattr(u, "id", u)): str(p) for p, us in units.items() for u in us} for units in (one, other)]
        return places[0] != places[1] or self.scenario.placements != base.placements

    def _blocks(self, chit_mm: float) -> dict[str, Block]:
        """Arrivals, special rules and victory, those that there are and that the base doesn't have alike."""
        game, scenario = self.game, self.scenario
        blocks: dict[str, Block] = {}
        if self.base is not None:
            blocks["lead"] = partial(lead_block, game, scenario, base=self.base[0])
        if not self.alike:
            if self.turns:
                blocks["arrivals"] = partial(self._arrivals, chit_mm)
            if scenario.victory or scenario.levels or game.info.outcomes:
                blocks["victory"] = partial(victory_part, game, scenario)
        rules = list(scenario.special_rules)
        if self.alike:
            rules.append(game.words.text("Everything else is as in scenario {n}.", n=self.alike))
        if rules:
            blocks["rules"] = partial(rules_block, game, rules)
        return blocks

    def _arrivals(self, chit_mm: float, width: float) -> Drawing | None:
        return arrivals_part(self.game, self.scenario, width, chit_mm=min(chit_mm, 8.6))

    def _alike(self) -> int:
        """The number of the first earlier scenario with the same turns, arrivals and victory; 0 = none."""
        for number, other in enumerate(self.game.scenarios.values(), 1):
            if other is self.scenario:
                return 0
            told = [(arrivals(self.game, s), s.arrivals, s.victory, s.levels) for s in (self.scenario, other)]
            if told[0] == told[1]:
                return number
        return 0

    def _block(self, name: str, made: Block, width: float) -> Drawing | None:
        key = (name, made.args[0] if name == "arrivals" else 0.0, round(width, 2))
        if key not in self.drawn:
            self.drawn[key] = made(width)
        return self.drawn[key]

    # One layout ---------------------------------------------------------------------------------------

    def _laid(
        self, start: float, chit_mm: float, drawn: Drawing, spots: Mapping[tuple[str, Block], str]
    ) -> _Cursor | None:
        """Everything below the head; None where it can't be so."""
        cursor = _Cursor([[]], start)
        left = drawn.width_mm
        beside = self.width - left - GAP_MM >= LEAST_LIST_MM and bool(self.lists)
        if not drawn.nodes and beside != ("L" in spots.values()):
            return None
        cursor.put(drawn, 0.0, start)
        below = start + drawn.height_mm + GAP_MM
        if not beside:
            if "L" in spots.values() or "R" in spots.values():
                return None
            cursor.y = below
            if not self._side_by_side(cursor, chit_mm):
                self._fill(cursor, chit_mm, 0.0, below)
        else:
            for (name, made), spot in spots.items():
                if spot == "L":
                    part = self._block(name, made, left)
                    if part is None or below + part.height_mm > self.foot:
                        return None
                    cursor.put(part, 0.0, below)
                    below += part.height_mm + GAP_MM
            right = left + GAP_MM
            narrow = self._fill(cursor, chit_mm, right, below)
            for (name, made), spot in spots.items():
                if spot == "R":
                    part = self._block(name, made, self.width - right)
                    if not narrow or part is None or cursor.y + part.height_mm > self.foot:
                        return None
                    cursor.put(part, right, cursor.y)
                    cursor.y += part.height_mm + GAP_MM
            if narrow:
                low, high = sorted((cursor.y, below))
                cursor.free_mm2 += (high - low) * (left if below < cursor.y else self.width - right)
                cursor.y = high
        alone = [[entry] for entry, spot in spots.items() if spot == "A"]
        halves = [[entry for entry, spot in spots.items() if spot == "H"]]
        if not self._across(cursor, [row for row in (*alone, *halves) if row]):
            return None
        return cursor

    def _fill(self, cursor: _Cursor, chit_mm: float, left: float, below: float) -> bool:
        """The lists of the sides: right of `left` down to `below`, across the page from there and on further pages.

        Returns whether the last of them stands beside the map.
        """
        heading = self._heading
        narrow = left > 0.0
        wide = self.width - left
        for number, listed in enumerate(self.lists):
            if narrow and cursor.y >= below - 2 * GAP_MM and number:
                cursor.y, narrow, wide = max(cursor.y, below), False, self.width
            title = 0.0 if number else heading(wide).height_mm
            first = sum(row.height_mm for row, _ in self._rows(listed, 0, wide, chit_mm)[:LEAST_ROWS])
            if cursor.y + title + BAND_MM + first > self.foot:
                narrow, wide = self._turn(cursor, below if narrow else 0.0, left), self.width
            if number == 0:
                cursor.put(heading(wide), left if narrow else 0.0, cursor.y)
                cursor.y += title
            done = 0
            while done < len(listed.sections):
                queue = [(self._band(listed, wide, again=done > 0), 0)]
                queue += self._rows(listed, done, wide, chit_mm)
                for part, sections in queue:
                    if sections and done and cursor.y + part.height_mm > self.foot and cursor.y > TOP_MM + BAND_MM + 2:
                        cursor.split += 1
                        narrow, wide = self._turn(cursor, below if narrow else 0.0, left), self.width
                        break
                    cursor.put(part, left if narrow else 0.0, cursor.y)
                    cursor.y += part.height_mm
                    done += sections
            cursor.y += BAND_GAP_MM
        cursor.y += GAP_MM - BAND_GAP_MM if self.lists else 0.0
        return narrow

    def _side_by_side(self, cursor: _Cursor, chit_mm: float) -> bool:
        """The lists in a column each, where they are two or three and have room so; else False, and nothing happens."""
        if not 1 < len(self.lists) <= MOST_COLUMNS:
            return False
        wide = (self.width - GAP_MM * (len(self.lists) - 1)) / len(self.lists)
        columns = [
            [self._band(listed, wide), *(row for row, _ in self._rows(listed, 0, wide, chit_mm))]
            for listed in self.lists
        ]
        heights = [sum(part.height_mm for part in parts) for parts in columns]
        heading = self._heading(self.width)
        if cursor.y + heading.height_mm + max(heights) > self.foot:
            return False
        cursor.put(heading, 0.0, cursor.y)
        cursor.y += heading.height_mm
        for number, parts in enumerate(columns):
            y = cursor.y
            for part in parts:
                cursor.put(part, number * (wide + GAP_MM), y)
                y += part.height_mm
        cursor.free_mm2 += sum(max(heights) - high for high in heights) * wide
        cursor.y += max(heights) + GAP_MM
        return True

    def _turn(self, cursor: _Cursor, below: float, left: float) -> bool:
        """A new page; what is left white on this one is counted. Its columns are as wide as the page."""
        cursor.free_mm2 += max(0.0, self.foot - cursor.y) * (self.width - left if below else self.width)
        cursor.free_mm2 += max(0.0, self.foot - below) * left if below else 0.0
        cursor.pages.append([])
        cursor.y = TOP_MM
        return False

    def _heading(self, width: float) -> Drawing:
        words = self.game.words
        note = words.text("as in scenario {n}, except", n=self.base[1]) if self.base else ""
        return titled(words.text("Set-up"), Drawing((), width, 0.6), note=note)

    def _band(self, listed: SideList, width: float, *, again: bool = False) -> Drawing:
        """The band of a side, which says how many counters it lays unless it is repeated."""
        many = "" if again else counted(self.game, listed)
        return draw_band(self.game, listed.side, listed.name, many, width)

    def _rows(self, listed: SideList, done: int, width: float, chit_mm: float) -> list[tuple[Drawing, int]]:
        """The rows of a side's sections but for those that are done."""
        key = (listed.side, done, round(width, 2), chit_mm)
        if key not in self.rows:
            look = list_look([s for one in self.lists for s in one.sections], width, chit_mm)
            self.rows[key] = draw_sections(self.game, listed.sections[done:], width, look)
        return self.rows[key]

    def _across(self, cursor: _Cursor, blocks: Sequence[Sequence[tuple[str, Block]]]) -> bool:
        """Rows of blocks over the width of the page, on a new page where there is no room for all. False where they
        are higher than a page.
        """
        rows = [self._row(row) for row in blocks]
        whole = sum(high for _, high in rows) + GAP_MM * (len(rows) - 1)
        if rows and cursor.y + whole > self.foot:
            if cursor.y == TOP_MM or whole > self.foot - TOP_MM:
                return False
            self._turn(cursor, 0.0, 0.0)
        for parts, high in rows:
            x = 0.0
            for part in parts:
                cursor.put(part, x, cursor.y)
                cursor.free_mm2 += (high - part.height_mm) * part.width_mm
                x += part.width_mm + GAP_MM
            cursor.y += high + GAP_MM
        return True

    def _row(self, row: Sequence[tuple[str, Block]]) -> tuple[list[Drawing], float]:
        """Blocks side by side, and the height of the highest."""
        wide = (self.width - GAP_MM * (len(row) - 1)) / len(row)
        parts = [part for name, made in row if (part := self._block(name, made, wide)) is not None]
        return parts, max(part.height_mm for part in parts)


__all__ = ["scenario_booklet"]
