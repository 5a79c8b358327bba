"""Every picture of the module but the board: counters, calculators, tables, buttons, about box.

Counters are SVG, so that they stay sharp at every zoom; their text is drawn as outlines, since players' machines
lack the fonts. Units in a pool share one picture of the back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from functools import partial

from pnp.draw import svg
from pnp.draw.colour import INK, QUIET
from pnp.draw.paths import times, turned_about
from pnp.draw.scene import Group, Node, Path, Scene, Store, Stroke, Text, line, moved, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.layout import SizeMm
from pnp.generators.counters.shapes import outline, shape_of, size_of
from pnp.generators.typeset.block import text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources.assets import data_dir
from pnp.units import PX_PER_INCH, mm_to_px
from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import Element
from pnp.vassal.image_names import BUTTONS, button_file, drawing_key, image_names
from pnp.vassal.layout import BoardLayout
from pnp.vassal.pages.charts import chart_image, charts
from pnp.vassal.tables.calculator import calculators
from pnp.vassal.tables.calculator_window import calculator_picture, panel_size
from pnp.vassal.tables.guide import guides
from pnp.vassal.tables.guide_answers import answer
from pnp.vassal.tables.guide_window import answer_frames, guide_image, guide_pictures
from pnp.vassal.tables.guide_window import panel_size as guide_size
from pnp.vassal.tables.named_table import Calculator


def module_images(
    game: Game, games: Mapping[str, Game], layout: BoardLayout, *, store: Store | None = None
) -> dict[str, bytes]:  # fmt: skip
    """File name -> picture, all but the boards. `store`: a cache for the charts, which take longest."""
    names = image_names(game)
    files: dict[str, bytes] = {}
    for language, shown in sorted(games.items(), key=lambda item: (item[0] != "en", item[0])):
        for name, drawn in _counter_images(shown, names, layout, store):
            file_name = localised_name(name, language)
            # only those with words on them differ
            if file_name not in files and (file_name == name or drawn != files[name]):
                files[file_name] = drawn
    for mark, draw in _MARKS.items():
        if ("mark", mark) in names:
            files[names["mark", mark]] = draw(game, layout)
    for language, shown in sorted(games.items()):
        drawn_from = drawing_key(shown) if store else ""
        for chart in charts(shown):
            make = partial(chart_image, chart)
            if store:
                pieces = shown.counters.model_dump_json() if chart.pieces else ""
                image = store("vassal-chart", content_hash("vassal-chart", drawn_from, pieces, chart.id), make)
            files[localised_name(chart.file, language)] = image if store else make()
        files[localised_name(names["about", ""], language)] = _about(shown)
    for language, shown in sorted(games.items()):
        context = Context(game, shown, layout, names)
        for calculator in calculators(context):
            files[localised_name(names["calculator", calculator.table.id], language)] = _calculator_image(
                context, calculator
            )
        for guide in guides(shown):
            for number, scene in enumerate(guide_pictures(shown, guide), 1):
                picture = svg.render(scene, outline_text=True, size_px=guide_size(context))
                files[localised_name(guide_image(guide, number), language)] = picture
    if any(answer(context, step.asks) for guide in guides(game) for step in guide.steps):
        size = guide_size(context)
        files |= {name: svg.render(frame, size_px=size) for name, frame in answer_frames().items()}
    return files


def _counter_images(
    game: Game, names: Mapping[tuple[str, str], str], layout: BoardLayout, store: Store | None
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    """Name and picture of every face in a language; those of one group of counters follow each other."""
    groups: dict[str, list[Counter]] = {}
    for counter in game.all_counters():
        groups.setdefault(counter.group.id, []).append(counter)
    sheets = game.counters.model_dump_json(exclude={"groups"})
    names_and_codes = repr(
        (
            [(space.id, space.name) for space in game.map.spaces],
            [scenario.codes for scenario in game.scenarios.values()],
        )
    )
    words = repr(sorted(game.words.messages.items()))
    drawn_from = content_hash(game.info.model_dump_json(), game.style.model_dump_json(), words, names_and_codes, sheets)
    for counters in groups.values():
        faces: dict[str, tuple[Counter, str]] = {}
        for counter in counters:
            for face in ("front", "back", "hidden"):
                if name := names.get((face, counter.id)):
                    faces.setdefault(name, (counter, face))

        def drawn(faces: dict[str, tuple[Counter, str]] = faces) -> bytes:
            pictures = {name: _counter_image(game, *shown, layout).decode() for name, shown in faces.items()}
            return json.dumps(pictures).encode()

        measures = (layout.counter_mm, layout.dpi, _turn_deg(game))
        key = content_hash(drawn_from, repr(faces), repr(measures)) if store else ""
        for name, picture in json.loads(store("vassal-counters", key, drawn) if store else drawn()).items():
            yield name, picture.encode()


def localised_name(name: str, language: str) -> str:
    """A picture's file name for a language, given that in `images/`: in Italian, the engine prefers `images_it/`."""
    return name if language == "en" else f"../images_{language.partition('_')[0]}/{name}"


def _counter_image(game: Game, counter: Counter, face: str, layout: BoardLayout) -> bytes:
    scale = layout.counter_mm / float(game.style.counters.size_mm)
    width, height = (side * scale for side in size_of(game, counter.group))
    size = width, height
    if face == "hidden" and counter.group.back != "face-down":
        return _hidden(game, counter, layout)
    face = "back" if face == "hidden" else face
    drawn = draw_counter(game, counter, "back" if face == "back" else "front", size, reach=(0.0, 0.0, 0.0, 0.0))
    shape = shape_of(game, counter.group)
    if shape != "square":
        drawn = Group((drawn,), clip=Path(outline(shape, 0.0, 0.0, size)))
    edge = Path(outline(shape, 0.1, 0.1, (width - 0.2, height - 0.2)), stroke=Stroke(INK, 0.5, opacity=0.55))
    return _chit((drawn, edge), layout, 0.0 if counter.group.marker else _turn_deg(game), size)


def _turn_deg(game: Game) -> float:
    """By how much units are turned, clockwise: they lie along the rows of hexes."""
    return float(game.map.hexes.grid.turn_deg) if game.map.hexes else 0.0


def _chit(nodes: tuple[Node, ...], layout: BoardLayout, turn_deg: float, size_mm: SizeMm | None = None) -> bytes:
    """The picture of a counter, or of what lies on one; `size_mm` for one that isn't of the usual size."""
    width, height = wide, tall = size_mm or (layout.counter_mm, layout.counter_mm)
    if turn_deg:
        cosine, sine = math.cos(math.radians(abs(turn_deg))), math.sin(math.radians(abs(turn_deg)))
        wide, tall = round(width * cosine + height * sine, 3), round(width * sine + height * cosine, 3)
        centred = moved((wide - width) / 2, (tall - height) / 2)
        nodes = (Group(nodes, transform=times(turned_about(turn_deg, wide / 2, tall / 2), centred)),)
    return svg.render(Scene(wide, tall, nodes), outline_text=True, size_px=(layout.px(wide), layout.px(tall)))


def _hidden(game: Game, counter: Counter, layout: BoardLayout) -> bytes:
    """The back of pieces in a cup, one picture for all, since their printed backs differ."""
    size, side = layout.counter_mm, game.style.sides.get(counter.side or "")
    ground, ink = (side.ground, side.ink) if side else (QUIET, "#ffffff")
    nodes = (
        Path(rect(0, 0, size, size), fill=ground),
        Path(rect(1.2, 1.2, size - 2.4, size - 2.4, 1.0), stroke=Stroke(ink, 0.9)),
        Text(size / 2, size / 2 + 3.3, "?", "condensed-bold", 27, ink, anchor="middle"),
        Path(rect(0.1, 0.1, size - 0.2, size - 0.2), stroke=Stroke(INK, 0.5, opacity=0.55)),
    )
    return _chit(nodes, layout, _turn_deg(game))


def _attacks(game: Game, layout: BoardLayout) -> bytes:
    """A unit that takes part in an attack: a frame, and an arrow in its corner."""
    size = layout.counter_mm
    accent = game.style.accent
    pen = Stroke("#ffffff", 1.5)
    x, y = size - 3.1, 3.1
    nodes = (
        Path(rect(0.6, 0.6, size - 1.2, size - 1.2, 0.8), stroke=Stroke("#ffffff", 4.0)),
        Path(rect(0.6, 0.6, size - 1.2, size - 1.2, 0.8), stroke=Stroke(accent, 2.6)),
        Path(rect(x - 2.9, y - 2.9, 5.8, 5.8, 2.9), fill=accent, stroke=Stroke("#ffffff", 0.8)),
        line(x - 1.4, y + 1.4, x + 1.3, y - 1.3, pen), line(x - 0.7, y - 1.3, x + 1.3, y - 1.3, pen),
        line(x + 1.3, y + 0.7, x + 1.3, y - 1.3, pen),
    )  # fmt: skip
    return _chit(nodes, layout, _turn_deg(game))


def _advanced(game: Game, layout: BoardLayout) -> bytes:
    """A unit that has advanced before combat: its front is paled, and a double arrow stands in its corner."""
    size, ink = layout.counter_mm, "#16243a"
    pen, under = Stroke(ink, 1.7, cap="round"), Stroke("#ffffff", 4.0, cap="round")
    tip = [
        (size - 5.6, 1.4, size - 3.9, 3.1),
        (size - 5.6, 4.8, size - 3.9, 3.1),
        (size - 3.2, 1.4, size - 1.5, 3.1),
        (size - 3.2, 4.8, size - 1.5, 3.1),
    ]
    nodes = (
        Path(rect(0, 0, size, size), fill="#c9cfd6", fill_opacity=0.55),
        *(line(*ends, under) for ends in tip), *(line(*ends, pen) for ends in tip),
    )  # fmt: skip
    return _chit(nodes, layout, _turn_deg(game))


def _moved(game: Game, layout: BoardLayout) -> bytes:
    """A unit that has moved: a small disc with an arrow, told apart from other marks by its shape and its corner."""
    size, ink = 0.3 * layout.counter_mm, "#16243a"
    middle, pen = size / 2, Stroke("#ffffff", 0.28 * size)
    nodes = (
        Path(rect(0.2, 0.2, size - 0.4, size - 0.4, middle - 0.2), fill=ink, stroke=Stroke("#ffffff", 0.6)),
        line(0.24 * size, middle, 0.74 * size, middle, pen),
        *(line(0.5 * size, y * size, 0.75 * size, middle, pen) for y in (0.26, 0.74)),
    )  # fmt: skip
    pixels = layout.px(size)
    return svg.render(Scene(size, size, nodes), outline_text=True, size_px=(pixels, pixels))


def _isolated(game: Game, layout: BoardLayout) -> bytes:
    """A unit without supply: half its strength, in the corner at the lower left."""
    size, ink = layout.counter_mm, "#16243a"
    disc = Path(rect(0.6, size - 5.6, 5.0, 5.0, 2.5), fill="#ffffff", stroke=Stroke(ink, 1.2))
    sign = Text(3.1, size - 1.8, "½", "condensed-bold", 10, ink, anchor="middle")
    return _chit((disc, sign), layout, _turn_deg(game))


def _lost(game: Game, layout: BoardLayout, *, dashed: bool = False) -> bytes:
    """A unit that is to be lost: a cross over the counter; dashed while its owner may choose another."""
    size = layout.counter_mm
    pen = Stroke(game.style.accent, 2.6, (2.0, 1.6) if dashed else (), cap="butt")
    ways = [(2.0, 2.0, size - 2.0, size - 2.0), (2.0, size - 2.0, size - 2.0, 2.0)]
    nodes = (*(line(*way, Stroke("#ffffff", 4.6)) for way in ways), *(line(*way, pen) for way in ways))
    return _chit(nodes, layout, _turn_deg(game))


def _retreats(game: Game, layout: BoardLayout) -> bytes:
    """A unit that is to retreat: an arrow that turns back."""
    size, pen, under = layout.counter_mm, Stroke("#16243a", 2.2, cap="round"), Stroke("#ffffff", 4.6, cap="round")
    middle = size / 2
    ways = [
        (size - 3.0, middle, 3.2, middle), (3.2, middle, 6.4, middle - 3.2), (3.2, middle, 6.4, middle + 3.2),
        (size - 3.0, middle - 3.4, size - 3.0, middle),
    ]  # fmt: skip
    nodes = (*(line(*way, under) for way in ways), *(line(*way, pen) for way in ways))
    return _chit(nodes, layout, _turn_deg(game))


def _overstack(game: Game, layout: BoardLayout) -> bytes:
    """A dashed frame around a counter, and a mark in its corner that is visible without colour."""
    size = layout.counter_mm
    accent = game.style.accent
    frame = Path(rect(0.9, 0.9, size - 1.8, size - 1.8, 1.0), stroke=Stroke("#ffffff", 4.4))
    dashes = Path(rect(0.9, 0.9, size - 1.8, size - 1.8, 1.0), stroke=Stroke(accent, 3.2, (2.2, 1.2)))
    disc = Path(rect(size - 5.2, 0.6, 4.6, 4.6, 2.3), fill=accent, stroke=Stroke("#ffffff", 0.8))
    sign = Text(size - 2.9, 4.3, "!", "condensed-bold", 11, "#ffffff", anchor="middle")
    return _chit((frame, dashes, disc, sign), layout, _turn_deg(game))


_MARKS = {
    "overstack": _overstack, "attacks": _attacks, "advanced": _advanced, "moved": _moved, "lost": _lost,
    "isolated": _isolated, "retreats": _retreats, "may-be-lost": partial(_lost, dashed=True),
}  # fmt: skip
"""Marks that are laid over a counter, and what draws them."""


def _about(game: Game) -> bytes:
    """The about box, also shown while the module opens: title, credits, and that this is an independent reconstruction.
    """
    width, credits = 170.0, game.info.credits
    small = TextStyle(SANS, 8.2, 11.0, INK)
    lines = [f"**{credits.statement}**", credits.original]
    lines += [f"{credit.role}: {', '.join(credit.names)}" for credit in credits.lines]
    lines += [credits.map_sources, credits.licence, *credits.remarks]
    palette, title = game.style.palette, game.info.printed_title
    size = 40 * min(1.0, (width - 32) / width_mm(title, "condensed-bold", 40))
    nodes = [
        Text(8, 20, title, "condensed-bold", size, game.style.accent),
        Text(8, 29, game.info.subtitle, "condensed-medium", 15, palette.get("text", INK)),
        Text(
            width - 8,
            20,
            game.info.version,
            "condensed-regular",
            11,
            palette.get("quiet-text", QUIET),
            anchor="end",
        ),
    ]
    y = 36.0
    for words in lines:
        block = text_block(words, small, width - 16)
        nodes.append(block.at(8, y))  # type: ignore[arg-type]
        y += block.height_mm + 1.4
    height = y + 6
    ground = Path(
        rect(0, 0, width, height),
        fill=palette.get("panel", "#f7f4e9"),
        stroke=Stroke(palette.get("border", "#4a443a"), 2.0),
    )
    scene = Scene(width, height, (ground, *nodes))
    return svg.render(
        scene, outline_text=True, size_px=(round(mm_to_px(width, PX_PER_INCH)), round(mm_to_px(height, PX_PER_INCH)))
    )


def button_images(module: Element) -> dict[str, bytes]:
    """File name -> picture of each button that the components of a module name."""
    shown = {value for element in module.walk() for value in element.attributes.values()}
    folder = data_dir("vassal") / "buttons"
    used = [button for button in BUTTONS if button_file(button) in shown]
    return {button_file(button): (folder / f"{button}.svg").read_bytes() for button in used}


def _calculator_image(context: Context, calculator: Calculator) -> bytes:
    scene = calculator_picture(context, calculator)
    return svg.render(scene, outline_text=True, size_px=panel_size(context, calculator))
