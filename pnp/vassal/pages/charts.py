"""The charts window: a tab for each table, and for each chart that a scenario and a hex map bring along.

A chart is one picture; the engine picks that of the player's language where the module has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from pnp.draw import svg
from pnp.draw.colour import INK
from pnp.draw.scene import Group, Node, Path, Scene, Text, moved, rect
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.scenarios.blocks import arrivals_part, set_up_part, victory_part
from pnp.generators.scenarios.lists import arrival_stacks, deployed
from pnp.generators.tables.look import LARGE
from pnp.generators.tables.tables import draw_table
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import Scenario
from pnp.units import mm_to_px
from pnp.vassal.context import KEYS, Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.naming import on_hexes

WIDTH_MM, MARGIN_MM = 180.0, 6.0
CHART_DPI = 110.0
"""At which charts are as large as a window on a usual screen lets them be read without scrolling sideways."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in one language.

    id      the same in all languages, and that of no other chart: `table-` and the id of the table, or what it shows
    draw    returns the drawing, `WIDTH_MM` wide
    pieces  whether it shows counters
    """

    id: str
    title: str
    draw: Callable[[], Drawing]
    pieces: bool = False

    @property
    def file(self) -> str:
        """The name of the chart's image in the module."""
        return f"{self.id}.svg"


def charts(game: Game) -> list[Chart]:
    """All charts in the order of their tabs: the tables with that of terrain after the first, then those of the
    scenarios.
    """
    words = game.words
    listed = [Chart(f"table-{table.id}", table.title, partial(_table, game, table.id)) for table in game.charts.tables]
    if on_hexes(game):
        listed.insert(
            1, Chart("chart-terrain-effects", words.text("Terrain effects"), partial(_aid_part, terrain_part, game))
        )
        listed += _scenario_charts(game)
    return listed


def _scenario_charts(game: Game) -> Iterator[Chart]:
    """Victory points, arrivals and set-up of the scenario that the map shows, and every deployment hex by hex."""
    words, scenario = game.words, standard_scenario(game)

    def chart(name: str, title: str, part: Callable[..., Drawing | None], of: Scenario) -> Chart:
        return Chart(f"chart-{name}", title, partial(_aid_part, part, game, of), pieces=part is not victory_part)

    if scenario:
        if scenario.victory:
            yield chart("victory-points", words.text("Victory points"), victory_part, scenario)
        if arrival_stacks(game, scenario):
            yield chart("arrivals", words.text("Arrivals"), arrivals_part, scenario)
        if scenario.placements and not deployed(game, scenario):
            yield chart("set-up", words.text("Set-up"), set_up_part, scenario)
    for other in game.scenarios.values():
        if deployed(game, other):
            yield chart(f"deployment-{other.id}", other.name, set_up_part, other)


def _aid_part(part: Callable[..., Drawing | None], *of: object) -> Drawing:
    """A part of the player aid; `charts` has checked that the game has it."""
    drawn = part(*of, WIDTH_MM)
    assert drawn is not None
    return drawn


def _table(game: Game, table_id: str) -> Drawing:
    """One table with its title and the meaning of its results."""
    table = game.table(table_id)
    drawn = draw_table(game, table, WIDTH_MM, LARGE)
    body = TextStyle(SANS, 9.5, 12.5, INK)
    nodes: list[Node] = [
        Text(0, 6, table.title, "condensed-bold", 20, game.style.palette.get("text", INK)),
        drawn.at(0, 10),
    ]
    y = 10 + drawn.height_mm + 4
    lines = [f"**{code.id}** {code.name}. {code.text}" for code in getattr(table, "codes", ())]
    lines += [f"{note.mark} {note.text}" for note in table.notes if table.kind == "events"]
    for words in lines:
        block = text_block(words, body, WIDTH_MM)
        nodes.append(block.at(0, y))
        y += block.height_mm + 1.2
    return Drawing(tuple(nodes), WIDTH_MM, y)


def chart_image(chart: Chart) -> bytes:
    """A chart on white paper, as SVG with its type as outlines."""
    drawn = chart.draw()
    width, height = WIDTH_MM + 2 * MARGIN_MM, drawn.height_mm + 2 * MARGIN_MM
    ground = Path(rect(0, 0, width, height), fill="#ffffff")
    scene = Scene(width, height, (ground, Group((drawn.at(0, 0),), transform=moved(MARGIN_MM, MARGIN_MM))))
    return svg.render(
        scene, outline_text=True, size_px=(round(mm_to_px(width, CHART_DPI)), round(mm_to_px(height, CHART_DPI)))
    )


def charts_window(context: Context) -> Element:
    """A window with a tab per chart."""
    words = context.words
    window = component(
        "ChartWindow", name="Charts", description="", text=words.text("Charts"),
        tooltip=words.text("Opens and closes the charts"),
        icon=context.images["button", "charts"], hotkey=KEYS["charts"],
    )  # fmt: skip
    tabs = component("TabWidget", entryName="Charts", description="")
    for chart in charts(context.shown):
        tabs.add(component("Chart", chartName=chart.title, description="", fileName=context.images["chart", chart.id]))
    return window.add(tabs)
