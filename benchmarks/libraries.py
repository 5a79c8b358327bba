"""What two libraries cost: svgwrite's share in writing a map and counters as SVG, cairosvg against our own painter."""

from __future__ import annotations

import io
from functools import partial
from xml.etree import ElementTree

import svgwrite
from PIL import Image
from svgwrite.base import BaseElement
from svgwrite.container import Defs

from benchmarks.figures import Seconds
from benchmarks.hexmap import timed
from pnp.draw import png, svg
from pnp.draw.scene import Scene
from pnp.draw.svg_picture import picture
from pnp.generators.counter_sheets.sheet import counter_svg
from pnp.generators.maps.sheet import draw_map, plan_sheet
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.vassal.board.picture import board_scene
from pnp.vassal.layout import board_layout
from pnp.web.board_view import DPI

GAMES = ("march-of-justice", "putins-war", "winter-war")
FACES = ("front", "back", "outlines")
SVG = "{http://www.w3.org/2000/svg}"
NAMESPACES = {"http://www.inkscape.org/namespaces/inkscape": "inkscape", "http://www.w3.org/XML/1998/namespace": "xml"}


def measure() -> dict[str, Seconds]:
    """Seconds of the processor, each after a first time that fills what is cached of fonts."""
    figures: dict[str, Seconds] = {}
    for game in map(load_game, GAMES):
        plan = plan_sheet(game)
        figures |= svg_figures(f"{game.id}: map.svg", [draw_map(game, plan)])
        figures |= svg_figures(f"{game.id}: counters as SVG", _counters(game))
        layout = board_layout(game, plan, DPI)
        figures |= picture_figures(f"{game.id}: board as PNG", board_scene(game, plan, layout), layout.size)
    return figures


def _counters(game: Game) -> list[Scene]:
    return [counter_svg(game, sheet.id, face) for sheet in game.counters.sheets for face in FACES]


def svg_figures(name: str, scenes: list[Scene]) -> dict[str, Seconds]:
    """Writing `scenes`, and svgwrite's share: the same elements put together and written once more."""
    for scene in scenes:
        svg.render(scene)
    took, files = timed(lambda: [svg.render(scene) for scene in scenes])
    roots = [ElementTree.fromstring(data) for data in files]
    of_svgwrite, _ = timed(lambda: [written_again(root) for root in roots])
    elements, megabytes = sum(1 for root in roots for _ in root.iter()), sum(map(len, files)) / 1e6
    return {
        name: Seconds(cpu_s=took, note=f"{elements} elements, {megabytes:.1f} MB"),
        f"{name}, svgwrite": Seconds(cpu_s=of_svgwrite, note=f"{of_svgwrite / took:.0%}"),
    }


def written_again(root: ElementTree.Element) -> str:
    """The drawing `root` put together with svgwrite and written."""
    drawing = svgwrite.Drawing(debug=False)
    drawing.elements.clear()  # of definitions: they are among those of `root`
    drawing.update(_attributes(root))
    for child in root:
        _add(drawing, drawing, child)
    drawing.set_desc(root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc"))
    text: str = drawing.tostring()
    return text


def _add(drawing: svgwrite.Drawing, parent: BaseElement, element: ElementTree.Element) -> None:
    attributes = _attributes(element)
    match element.tag.removeprefix(SVG):
        case "title" | "desc":
            return
        case "defs":
            new = Defs(factory=drawing)
        case "path":
            new = drawing.path(attributes.pop("d"), **attributes)
        case "text":
            new = drawing.text(element.text)
            new.update(attributes)
        case name:
            new = getattr(drawing, name)(**attributes)
    for child in element:
        _add(drawing, new, child)
    parent.add(new)


def _attributes(element: ElementTree.Element) -> dict[str, str]:
    named = {}
    for key, value in element.attrib.items():
        space, _, name = key.rpartition("}")
        named[f"{NAMESPACES[space[1:]]}:{name}" if space else key] = value
    return named


def picture_figures(name: str, scene: Scene, size: tuple[int, int]) -> dict[str, Seconds]:
    """One picture by our painter on cairocffi, and by cairosvg from SVG."""
    png.render(scene, dpi=10)
    painted, data = timed(partial(png.render, scene, dpi=DPI))
    assert Image.open(io.BytesIO(data)).size == size
    wrote, drawing = timed(partial(svg.render, scene, outline_text=True))
    drew, _ = timed(partial(picture, drawing, size))
    return {
        f"{name}, our painter": Seconds(cpu_s=painted, note=f"{size[0]} × {size[1]} px"),
        f"{name}, SVG and cairosvg": Seconds(
            cpu_s=wrote + drew,
            note=f"{len(drawing) / 1e6:.1f} MB of SVG in {wrote:.2f} s, {(wrote + drew) / painted:.1f} × our painter",
        ),
    }
