"""The booklet: each scenario from its head to its victory points, then a card for each side to set up by.

Beside the map of the start run the lists of the sides; below it they run across the page. Each map is as large as it
can be without another page, and tables and cards give a little of their size where that saves one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.draw.scene import Document, Node, Page, Path, Scene, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.charts.scenario import arrivals, arrivals_part, points_part
from pnp.generators.scenarios.lists import Rows, SideList, height_of, side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, ground_scale, ground_scene, start_map
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.look import QUIET
from pnp.generators.tables.parts import BODY, TITLE_MM, outcomes_part, scenario_length, titled
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SERIF, TextStyle
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM, GAP_MM = 14.0, 12.0, 6.0
MAPS_MM = (54.0, 66.0, 84.0, 104.0, 118.0)
"""Widths of the map that are tried besides the whole one of the page."""
LEAST_LIST_MM = 56.0
"""Least room beside the map for lists; in less they run below it."""
LEAST_ROWS_MM = 32.0
"""Room for the heading of the lists, the band of a side and its first row."""
MOST_MAP_MM = 190.0
SCALES = (1.0, 0.93, 0.86, 0.8)
"""Sizes of tables, largest first: the first that saves a page is taken."""
CARD_SCALES = SCALES[:3]
"""Sizes of cards; in the smallest, a counter of 7 mm can still be read."""
TITLE_PT, LEAST_TITLE_PT = 30.0, 18.0
LEAD = TextStyle(SERIF, 10.6, 14.6, INK)
DASH_MM = (1.6, 1.2)
PAD_MM = 5.0


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page.
    """
    whole = PAPERS_MM[paper][0] - 2 * SIDE_MM
    setters = [_Setter(game, PAPERS_MM[paper], plan)]
    for number, scenario in enumerate(game.scenarios.values(), 1):
        before = min(reversed(setters), key=lambda setter: (setter.told, setter.parted))
        setters = [before.then(scenario, number, width) for width in (*MAPS_MM, whole)]
    if game.info.players > 1:
        ways = [setters[0].all_cards(scale) for scale in CARD_SCALES]
        # On the only page, cards would repeat what stands above them.
        if not any(setter.told == 1 and setter.fitting(ways) for setter in setters):
            for setter in setters:
                setter.cards(ways)
    setter = min(reversed(setters), key=lambda setter: (len(setter.pages), setter.told, setter.parted))
    title = game.words.text("{title}: scenarios", title=game.info.printed_title)
    pages = tuple(
        Page(setter.scene(nodes, number), bookmark=bookmark)
        for number, (nodes, bookmark) in enumerate(zip(setter.pages, setter.bookmarks, strict=True), 1)
    )
    forms = {GROUND_FORM: ground_scene(game, plan, min(setter.shown_at))} if setter.shown_at else {}
    return Document(title, game.language, pages, forms, subject=game.info.subtitle)


class _Setter:
    """Fills pages from top to bottom, scenario by scenario.

    y         where the next part begins on the last page
    map_width  of the map of the start of the last scenario, unless it would be too high
    shown_at  the scales of all these maps
    told      how many pages the scenarios fill without the cards
    parted    how many of them begin amid the set-up of the last scenario
    """

    def __init__(self, game: Game, paper_mm: tuple[float, float], plan: MapPlan) -> None:
        self.game, self.paper_mm, self.plan, self.map_width = game, paper_mm, plan, MAPS_MM[0]
        self.width = paper_mm[0] - 2 * SIDE_MM
        self.foot = paper_mm[1] - FOOT_MM - 3.0
        self.pages: list[list[Node]] = []
        self.bookmarks: list[str] = []
        self.y = 0.0
        self.shown_at: list[float] = []
        self.told = self.parted = 0

    def then(self, scenario: Scenario, number: int, map_width: float) -> _Setter:
        """These pages, and behind them those of this scenario."""
        more = _Setter(self.game, self.paper_mm, self.plan)
        more.map_width = map_width
        more.pages, more.bookmarks, more.shown_at = list(self.pages), list(self.bookmarks), list(self.shown_at)
        more.scenario(scenario, number)
        more.told = len(more.pages)
        return more

    def new_page(self, bookmark: str = "") -> None:
        self.pages.append([])
        self.bookmarks.append(bookmark)
        self.y = TOP_MM

    def put(self, part: Drawing, x: float = 0.0, gap: float = GAP_MM) -> None:
        """A part below what stands on the page, or on a new one where it has no room."""
        if self.y + part.height_mm > self.foot:
            self.new_page()
        self.pages[-1].append(part.at(SIDE_MM + x, self.y))
        self.y += part.height_mm + gap

    def scene(self, nodes: Sequence[Node], number: int) -> Scene:
        title = self.game.words.text("Scenarios")
        margin = sheet_margin(
            self.game, paper_mm=self.paper_mm, title=title, sheet=number, sheets=len(self.pages), ruled=False
        )
        return Scene(*self.paper_mm, (*nodes, margin), title=title)

    # A scenario -----------------------------------------------------------------------------------------

    def scenario(self, scenario: Scenario, number: int) -> None:
        """The pages of a scenario."""
        self.new_page(scenario.name)
        self.put(self.head(scenario, number))
        top, side = self.y, self.beside(scenario)
        if side is None:
            self.bands(scenario, 0.0, 0.0)
        elif self.width - side.width_mm - GAP_MM < LEAST_LIST_MM:
            self.put(side)
            self.bands(scenario, 0.0, 0.0)
        else:
            self.pages[-1].append(side.at(SIDE_MM, top))
            self.bands(scenario, side.width_mm + GAP_MM, top + side.height_mm + GAP_MM)
        earlier = list(self.game.scenarios.values())[: number - 1]
        alike = next((n for n, other in enumerate(earlier, 1) if self.same_tables(scenario, other)), 0)
        if alike:
            told = self.game.words.text("Everything else is as in scenario {n}.", n=alike)
            self.put(text_block(told, BODY, self.width))
            return
        whole, room = self.tables(scenario, 1.0), self.foot - self.y
        fitting = (parts for scale in SCALES if _height(parts := self.tables(scenario, scale)) <= room)
        parts = next(fitting, whole)
        if room < _height(parts) <= self.foot - TOP_MM:
            self.new_page()  # one table alone on a page looks left over
        for part in parts:
            self.put(part)

    def tables(self, scenario: Scenario, scale: float) -> list[Drawing]:
        """The arrivals, the points and the levels of victory, or how the game is won, in type of this size."""
        game, across = self.game, self.width / scale
        parts = [
            arrivals_part(game, scenario, across), points_part(game, scenario, across) if scenario.victory else None,
            outcomes_part(game, across) if not scenario.levels else None,
        ]  # fmt: skip
        shown = [part if part.title else titled(game.words.text("Victory"), part) for part in parts if part is not None]
        return [part.scaled(scale) for part in shown]

    def same_tables(self, one: Scenario, other: Scenario) -> bool:
        """Whether two scenarios have the same turns, arrivals and victory."""
        told = [(s.turns, arrivals(self.game, s), s.arrivals, s.victory, s.levels) for s in (one, other)]
        return told[0] == told[1]

    def head(self, scenario: Scenario, number: int) -> Drawing:
        """The name of a scenario, its length and who plays it, and its text, across the page."""
        game, words, width = self.game, self.game.words, self.width
        accent = game.style.palette.get("accent", INK)
        several = len(game.scenarios) > 1
        over = words.text("Scenario {n}", n=number) if several else game.info.printed_title
        size = min(TITLE_PT, TITLE_PT * width / width_mm(scenario.name, "sans-bold", TITLE_PT))
        nodes: list[Node] = [
            line(0.0, 0.0, width, 0.0, Stroke(game.style.palette.get("title", INK), 1.6)),
            Text(0.0, 6.2, over.upper(), "sans-semibold", 9.4, accent, tracking_em=0.12),
            Text(0.0, 17.4, scenario.name, "sans-bold", max(size, LEAST_TITLE_PT), INK),
        ]
        players = words.count("{n} player", "{n} players", game.info.players)
        known = (scenario_length(game, scenario), game.info.playing_time, players)
        facts = "   ·   ".join(part for part in known if part)
        nodes.append(Text(0.0, 24.2, facts, "sans-regular", 9.4, QUIET))
        text = text_block(scenario.text, LEAD, width)
        nodes.append(text.at(0.0, 27.8))
        return Drawing(tuple(nodes), width, 27.8 + text.height_mm)

    def beside(self, scenario: Scenario) -> Drawing | None:
        """The map of the start, and below it the rules of this scenario alone; None where there is neither."""
        words, width = self.game.words, self.map_width
        room = min(MOST_MAP_MM, self.foot - self.y - TITLE_MM - GAP_MM)
        drawn = start_map(self.game, self.plan, scenario, width, room)
        parts = [titled(words.text("The start"), drawn)] if drawn else []
        self.shown_at += [ground_scale(drawn)] if drawn else []
        if scenario.special_rules:
            listed = text_block("\n".join(f"- {rule}" for rule in scenario.special_rules), BODY, width)
            parts.append(titled(words.text("Special rules"), listed))
        if not parts:
            return None
        nodes: list[Node] = []
        y = 0.0
        for part in parts:
            nodes.append(part.at(0.0, y))
            y += part.height_mm + GAP_MM
        return Drawing(tuple(nodes), max(part.width_mm for part in parts), y - GAP_MM)

    def bands(self, scenario: Scenario, left: float, below: float) -> None:
        """The lists of the sides: right of `left` on this page down to `below`, across the page from there."""
        lists = side_lists(self.game, scenario)
        page = len(self.pages)
        if lists:
            if self.y + LEAST_ROWS_MM > self.foot:
                self.new_page()
            heading = Text(0.0, 5.2, self.game.words.text("Set-up"), "sans-bold", 13.0, INK)
            self.put(Drawing((heading,), self.width - left, TITLE_MM), left, gap=0.0)
        for listed in lists:
            rows = Rows(self.game, scenario, listed)
            while rows:
                beside = len(self.pages) == page and self.y < below
                self.put(rows.take(self.width - left if beside else self.width), left if beside else 0.0, gap=0.0)
            self.y += 2.0
        self.parted = len(self.pages) - page
        if len(self.pages) == page:
            self.y = max(self.y, below)
        self.y += GAP_MM / 2

    # Cards ----------------------------------------------------------------------------------------------

    def cards(self, ways: Sequence[Sequence[Drawing]]) -> None:
        """A card for each side that sets up or brings in units, to be cut out: below the last scenario where there is
        room for all, else on pages of their own, as few as they need.

        ways  the cards in all sizes
        """
        below = self.fitting(ways)
        way = below or min(ways, key=lambda way: self.pages_of(way))
        if below is None:
            self.new_page()
        for card in way:
            self.put(card)

    def fitting(self, ways: Sequence[Sequence[Drawing]]) -> Sequence[Drawing] | None:
        """The largest cards that all have room below the last scenario."""
        return next((way for way in ways if _height(way) <= self.foot - self.y), None)

    def pages_of(self, parts: Sequence[Drawing]) -> int:
        """How many empty pages `parts` fill."""
        pages, y = 1, TOP_MM
        for part in parts:
            if y + part.height_mm > self.foot:
                pages, y = pages + 1, TOP_MM
            y += part.height_mm + GAP_MM
        return pages

    def all_cards(self, scale: float) -> list[Drawing]:
        """The cards of all scenarios in this size."""
        return [
            part.scaled(scale)
            for scenario in self.game.scenarios.values()
            for listed in side_lists(self.game, scenario) if listed.side
            for part in self.card(scenario, listed, scale)
        ]  # fmt: skip

    def card(self, scenario: Scenario, listed: SideList, scale: float) -> Iterator[Drawing]:
        """The card of a side, or its parts where it is higher than a page, at the size before it is scaled."""
        width, room = self.width / scale - 2 * PAD_MM, (self.foot - TOP_MM) / scale - 2 * PAD_MM
        title = Text(0.0, 4.6, f"{scenario.name} · {listed.name}", "sans-bold", 12.0, INK)
        parts: list[Drawing] = [Drawing((title,), width, 7.6)]
        rows = Rows(self.game, scenario, listed)
        while rows:
            parts.append(rows.take(width))
        if (arriving := arrivals_part(self.game, scenario, width, only=listed.side)) is not None:
            parts.append(arriving)
        while parts:
            taken = [parts.pop(0)]
            while parts and height_of([*taken, parts[0]]) <= room:
                taken.append(parts.pop(0))
            yield _framed(taken, width)


def _height(parts: Sequence[Drawing]) -> float:
    """Of parts below one another with white between them."""
    return sum(part.height_mm + GAP_MM for part in parts) - GAP_MM


def _framed(parts: Sequence[Drawing], width: float) -> Drawing:
    """Parts below one another in a dashed frame, along which they are cut out."""
    height = height_of(parts) + 2 * PAD_MM
    nodes: list[Node] = [Path(rect(0.0, 0.0, width + 2 * PAD_MM, height), stroke=Stroke(QUIET, 0.5, DASH_MM))]
    y = PAD_MM
    for part in parts:
        nodes.append(part.at(PAD_MM, y))
        y += part.height_mm
    return Drawing(tuple(nodes), width + 2 * PAD_MM, height)


__all__ = ["scenario_booklet"]
