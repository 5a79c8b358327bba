"""The charts: every table with its results explained, the turn, how the game is won, counters, and blank records.

In: a game in one language, a paper. Out: a `Document` of scenes in mm. The composer fills the pages with blocks; a
page is titled by the tasks that its blocks serve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pnp.draw.colour import contrast, mix
from pnp.draw.recolour import recoloured
from pnp.draw.scene import Document, Node, Page, Scene
from pnp.draw.text import width_mm
from pnp.generators.charts.blocks import chart_blocks, task_names
from pnp.generators.charts.composer import Composed, compose
from pnp.generators.counters.colours import deep_colour
from pnp.generators.sheets.head import HEAD_MM, LEAST_CONTRAST, capitals, sheet_head
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.look import INK
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.units import PAPERS_MM

SIDE_MM, TOP_MM = 12.0, 10.0
BELOW_MM, ABOVE_FOOT_MM = 5.0, 2.2
"""White below a page's head, and above its foot."""
MOST_TASKS, SMALL_PT, TITLE_SHARE = 2, 16.0, 0.6
"""Tasks that a title names where so many have room in that size, in this share of the page's width."""
ZEBRA_SHARE, HEAD_SHARE = 0.08, 0.3
"""Of a side's colour in every second row of a table on its aid; of black in that of its heads."""
LEAST_SHARE = 0.12
"""The share of a page of one that it names."""


def build_charts(game: Game, paper: str) -> Document:
    """The charts of `game` on `paper` ("a4" or "letter"), one-sided.

    Raises LayoutError when a block is higher than the page.
    """
    pages = compose(chart_blocks(game), *page_room(paper), leads=True)
    scenes = [sheet_page(game, paper, page, (number, len(pages))) for number, page in enumerate(pages, 1)]
    return Document(
        title=game.words.text("{title}: charts", title=game.info.printed_title),
        language=game.language,
        pages=tuple(Page(scene, bookmark=scene.title) for scene in scenes),
        subject=game.info.subtitle,
    )


def page_room(paper: str) -> tuple[float, float]:
    """Width and height of what stands below the head of a page."""
    width, height = PAPERS_MM[paper]
    return width - 2 * SIDE_MM, height - TOP_MM - HEAD_MM - BELOW_MM - FOOT_MM - ABOVE_FOOT_MM


def page_title(game: Game, tasks: Mapping[str, float], fits: Callable[[str], bool], lead: str = "") -> str:
    """The tasks that a page serves, in reading order, in a phrase; the least of them left out where they are many.

    lead  the title of its first block, which stands for the first of them
    """
    first = next(iter(tasks), "") if lead else ""
    names = task_names(game) | {first: lead}
    largest = sorted(tasks, key=lambda task: (task != first, -tasks[task]))
    for count in range(min(MOST_TASKS, sum(share >= LEAST_SHARE for share in tasks.values()) or 1), 0, -1):
        title = _phrase(game, [names[task] for task in tasks if task in largest[:count]])
        if count == 1 or fits(title):
            return title
    return ""


def _phrase(game: Game, names: Sequence[str]) -> str:
    """One name, or two as a phrase: Turn and victory."""
    first, *others = names
    small = [name[:1].lower() + name[1:] if name[1:2].islower() and game.language != "de" else name for name in others]
    return game.words.text("{first} and {last}", first=first, last=small[0]) if small else first


def sheet_page(game: Game, paper: str, page: Composed, of: tuple[int, int], side: Side | None = None) -> Scene:
    """One page: its head, in the side's colour on its aid; the blocks; the margin."""
    width, height = PAPERS_MM[paper]
    measure, name = width - 2 * SIDE_MM, game.info.printed_title
    asides = (f"{side.name} · {name}", side.name) if side else (name,)
    face, most = game.style.faces.title, TITLE_SHARE * measure
    lead, case = page.lead
    title = page_title(game, page.tasks, lambda text: width_mm(capitals(game, text), face, SMALL_PT) <= most, lead)
    style = game.style.sides.get(side.id) if side and game.style.ink != "low" else None
    ground, drawing = deep_colour(style) if style else "", page.drawing
    if ground:  # its heads and rows are in the side's colour too
        zebra, pale = game.style.colour("zebra"), mix("#ffffff", ground, ZEBRA_SHARE)
        accent = game.style.accent
        heads = {accent: INK} if contrast(accent, ground) < LEAST_CONTRAST else {}  # a tail would be lost in its head
        heads[INK] = mix(ground, INK, HEAD_SHARE)
        own = recoloured(drawing.nodes, lambda colour: heads.get(colour, colour), ground, role="H2")
        own = recoloured(own, lambda colour: pale if colour == zebra else colour, pale)
        drawing = replace(drawing, nodes=own)
    head = sheet_head(game, title, measure, asides, case=case, colour=ground)
    nodes: list[Node] = [head.at(SIDE_MM, TOP_MM), drawing.at(SIDE_MM, TOP_MM + HEAD_MM + BELOW_MM)]
    named = f"{game.words.text('Player aid')}: {side.name}" if side else game.words.text("Charts")
    nodes.append(sheet_margin(game, paper_mm=(width, height), title=named, sheet=of[0], sheets=of[1],
                              ruled=of[0] == 1, side_mm=SIDE_MM))  # fmt: skip
    return Scene(width, height, tuple(nodes), title=title)
