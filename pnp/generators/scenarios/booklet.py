"""The booklet: each scenario from its head to its victory points, then a card for each side to set up by.

Beside the map of the start run the lists of the sides; below it they run across the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.draw.scene import Document, Node, Page, Path, Scene, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.charts.scenario import arrivals_part, points_part
from pnp.generators.scenarios.lists import Rows, SideList, height_of, side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, ground_scene, map_scale, start_map
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
NARROW_MM, WIDE_MM = 54.0, 84.0
"""Width of the map: of one that is high, and of others."""
HIGH = 1.35
"""From this proportion on a map is high."""
MOST_MAP_MM = 190.0
TITLE_PT, LEAST_TITLE_PT = 30.0, 18.0
LEAD = TextStyle(SERIF, 10.6, 14.6, INK)
DASH_MM = (1.6, 1.2)
PAD_MM = 5.0


def scenario_booklet(game: Game, paper: str, plan: MapPlan) -> Document:
    """The scenarios of `game` on `paper` ("a4" or "letter"), one-sided.

    plan  of its map
    Raises LayoutError when a part is higher than a page.
    """
    setter = _Setter(game, PAPERS_MM[paper], plan)
    for number, scenario in enumerate(game.scenarios.values(), 1):
        setter.scenario(scenario, number)
    for scenario in game.scenarios.values():
        setter.cards(scenario)
    title = game.words.text("{title}: scenarios", title=game.info.printed_title)
    pages = tuple(
        Page(setter.scene(nodes, number), bookmark=bookmark)
        for number, (nodes, bookmark) in enumerate(zip(setter.pages, setter.bookmarks, strict=True), 1)
    )
    scale = map_scale(plan, setter.map_width, MOST_MAP_MM)
    forms = {GROUND_FORM: ground_scene(game, plan, scale)} if setter.mapped else {}
    return Document(title, game.language, pages, forms, subject=game.info.subtitle)


class _Setter:
    """Fills pages from top to bottom.

    y       where the next part begins on the last page
    map_width  of the map of a start
    mapped  whether a page shows the ground of the map
    """

    def __init__(self, game: Game, paper_mm: tuple[float, float], plan: MapPlan) -> None:
        self.game, self.paper_mm, self.plan = game, paper_mm, plan
        self.width = paper_mm[0] - 2 * SIDE_MM
        self.foot = paper_mm[1] - FOOT_MM - 3.0
        self.pages: list[list[Node]] = []
        self.bookmarks: list[str] = []
        self.y = 0.0
        self.mapped = False
        _, _, wide, high = plan.frame_mm
        self.map_width = NARROW_MM if high / wide >= HIGH else WIDE_MM

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
        game, words = self.game, self.game.words
        self.new_page(scenario.name)
        self.put(self.head(scenario, number))
        top = self.y
        across, side = self.width, self.beside(scenario)
        if side is not None:
            self.pages[-1].append(side.at(SIDE_MM, top))
            self.bands(scenario, side.width_mm + GAP_MM, top + side.height_mm + GAP_MM)
        else:
            self.bands(scenario, 0.0, 0.0)
        parts = [
            arrivals_part(game, scenario, across), points_part(game, scenario, across) if scenario.victory else None,
            outcomes_part(game, across) if not scenario.levels else None,
        ]  # fmt: skip
        shown = [part if part.title else titled(words.text("Victory"), part) for part in parts if part is not None]
        whole = sum(part.height_mm + GAP_MM for part in shown) - GAP_MM
        if self.foot - self.y < whole <= self.foot - TOP_MM:
            self.new_page()  # one table alone on a page looks left over
        for part in shown:
            self.put(part)

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
        drawn = start_map(self.game, self.plan, scenario, width, MOST_MAP_MM)
        parts = [titled(words.text("The start"), drawn)] if drawn else []
        self.mapped = self.mapped or drawn is not None
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
            heading = Text(0.0, 5.2, self.game.words.text("Set-up"), "sans-bold", 13.0, INK)
            self.put(Drawing((heading,), self.width - left, TITLE_MM), left, gap=0.0)
        for listed in lists:
            rows = Rows(self.game, scenario, listed)
            while rows:
                beside = len(self.pages) == page and self.y < below
                self.put(rows.take(self.width - left if beside else self.width), left if beside else 0.0, gap=0.0)
            self.y += 2.0
        if len(self.pages) == page:
            self.y = max(self.y, below)
        self.y += GAP_MM / 2

    # Cards ----------------------------------------------------------------------------------------------

    def cards(self, scenario: Scenario) -> None:
        """A card for each side that sets up or brings in units, to be cut out; two on a page where they fit."""
        first = True
        for listed in side_lists(self.game, scenario):
            if not listed.side:
                continue
            for part in self.card(scenario, listed):
                if first or self.y + part.height_mm > self.foot:
                    self.new_page()
                first = False
                self.put(part)

    def card(self, scenario: Scenario, listed: SideList) -> Iterator[Drawing]:
        """The card of a side, or its parts where it is higher than a page."""
        width, room = self.width - 2 * PAD_MM, self.foot - TOP_MM - 2 * PAD_MM
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
