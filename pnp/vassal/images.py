"""Every picture of the module but the board: counters, calculators, tables, buttons, about box.

Counters are SVG, so that they stay sharp at every zoom; type in them is outlined, since the players' machines lack
the fonts. Backs of units in a pool are one picture for all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from pnp.draw import svg
from pnp.draw.scene import Path, Scene, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counter_face import draw_counter
from pnp.generators.typeset.block import text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.output import Packed, content_hash, packed
from pnp.sources.assets import data_dir
from pnp.units import PX_PER_INCH, mm_to_px
from pnp.vassal.calculator import Calculator, calculator_tables, calculators, piece_id
from pnp.vassal.calculator_window import calculator_picture, panel_size
from pnp.vassal.charts import chart_image, charts
from pnp.vassal.context import LAYERS, Context
from pnp.vassal.keeping import Keeper, closed, opened
from pnp.vassal.layout import BoardLayout
from pnp.vassal.naming import advances_before_combat
from pnp.vassal.points import counts_points
from pnp.vassal.stacking import has_stack_limit

ImageNames = dict[tuple[str, str], str]
BOARD_FILE = "board.png"
ABOUT_FILE = "about.svg"
BUTTONS = ("table", "draw", "ready", "points", "charts", "calculator")
"""Pictures of `vassal/buttons`; a module holds those that it shows."""


def image_names(game: Game) -> ImageNames:
    """The file of each picture, by what it shows; known without drawing anything."""
    names: ImageNames = {("board", ""): BOARD_FILE, ("about", ""): ABOUT_FILE}
    names |= {("button", name): f"button-{name}.svg" for name in BUTTONS}
    if has_stack_limit(game):
        names["mark", "overstack"] = "overstack.svg"
    for table in calculator_tables(game):
        names["calculator", table.id] = f"{piece_id(table)}.svg"
        names["mark", "attacks"] = "attacks.svg"
    pooled = {unit for s in game.scenarios.values() for units in (s.position.pools or {}).values() for unit in units}
    for counter in game.all_counters():
        names["front", counter.id] = f"{counter.id}.svg"
        if counter.group.back == "face-down" or counter.id in pooled:  # alike, so that nobody can tell those of the pool apart
            names["hidden", counter.id] = f"{counter.side}-hidden.svg"
        if counter.group.back in LAYERS:
            names["back", counter.id] = f"{counter.id}-back.svg"
        elif not counter.group.marker and advances_before_combat(game):  # its back says nothing: a mark is laid over its front
            names["advanced", counter.id] = names["mark", "advanced"] = "advanced.svg"
    names |= {("chart", chart.id): chart.file for chart in charts(game)}
    return names


def drawing_key(game: Game) -> str:
    """A hash of what boards and tables are drawn from: the sources and the engine's words, in the game's language."""
    parts = [game.info, game.map, game.charts, game.style, *game.scenarios.values()]
    words = repr(sorted(game.words.messages.items()))
    return content_hash(game.language, words, *(part.model_dump_json() for part in parts))


def module_images(
    game: Game, games: Mapping[str, Game], layout: BoardLayout, keeper: Keeper | None = None
) -> dict[str, Packed]:  # fmt: skip
    """File name -> picture, all but the boards."""
    keeper = keeper or Keeper()
    names = image_names(game)
    files: dict[str, Packed] = {}
    for language, shown in sorted(games.items(), key=lambda item: (item[0] != "en", item[0])):
        for name, drawn in _counter_images(shown, names, layout, keeper):
            own = localised_name(name, language)
            if own not in files and (own == name or drawn != files[name]):  # only those with words on them differ
                files[own] = drawn
    for mark, draw in (("overstack", _overstack), ("attacks", _attacks), ("advanced", _advanced)):
        if ("mark", mark) in names:
            kind = f"vassal-mark {mark} {layout.dpi} {layout.counter_mm}"
            files[names["mark", mark]] = keeper.made_file(kind, (game,), lambda games, draw=draw: draw(games[0], layout))  # type: ignore[misc]
    for language, shown in sorted(games.items()):
        for number, chart in enumerate(charts(shown)):
            drawn = keeper.made_file(f"vassal-chart {chart.id}", (shown,), partial(_chart, number, partial(keeper.bytes_for, "chart-pieces", content_hash(chart.id, keeper.quiet(shown)))))
            files[localised_name(chart.file, language)] = drawn
        files[localised_name(names["about", ""], language)] = keeper.made_file("vassal-about", (shown,), lambda games: _about(games[0]))
    for language, shown in sorted(games.items()):
        for number, own in enumerate(calculators(Context(game, shown, layout, names))):
            kind = f"vassal-calculator {number} {layout.dpi} {layout.counter_mm}"
            drawn = keeper.made_file(kind, (game, shown), partial(_calculator, number, layout, names))
            files[localised_name(names["calculator", own.table.id], language)] = drawn
    for button in used_buttons(game):
        files[names["button", button]] = packed((data_dir("vassal") / "buttons" / f"{button}.svg").read_bytes())
    return files


def _counter_images(
    game: Game, names: Mapping[tuple[str, str], str], layout: BoardLayout, keeper: Keeper
) -> Iterator[tuple[str, Packed]]:  # fmt: skip
    """Name and picture of every face in a language; those of a group of counters are kept together."""
    groups: dict[str, list[Counter]] = {}
    for counter in game.all_counters():
        groups.setdefault(counter.group.id, []).append(counter)
    rest = game.counters.model_dump_json(exclude={"groups"})
    named = repr([(space.id, space.name) for space in game.map.spaces])  # where a counter may arrive
    words = repr(sorted(game.words.messages.items()))
    drawn_from = content_hash(game.info.model_dump_json(), game.style.model_dump_json(), words, named, rest, repr((layout.counter_mm, layout.dpi)))
    for counters in groups.values():
        faces: dict[str, tuple[Counter, str]] = {}
        for counter in counters:
            for face in ("front", "back", "hidden"):
                if name := names.get((face, counter.id)):
                    faces.setdefault(name, (counter, face))

        def drawn(faces: dict[str, tuple[Counter, str]] = faces) -> bytes:
            return _together([packed(_counter_image(game, *shown, layout)) for shown in faces.values()])

        told = [(name, face, counter.index, counter.factors, counter.reduced) for name, (counter, face) in faces.items()]
        key = content_hash(drawn_from, counters[0].group.model_dump_json(), repr(told))
        yield from zip(faces, _apart(keeper.bytes_for("vassal-counters", key, drawn)), strict=True)


def _together(files: Sequence[Packed]) -> bytes:
    """Several files as they are kept."""
    kept = [closed(file) for file in files]
    return json.dumps(list(map(len, kept))).encode("ascii") + b"\n" + b"".join(kept)


def _apart(kept: bytes) -> Iterator[Packed]:
    """The files that `_together` has put together."""
    head, _, data = kept.partition(b"\n")
    start = 0
    for length in json.loads(head):
        yield opened(data[start : start + length])
        start += length


def localised_name(name: str, language: str) -> str:
    """A picture's name in a language, from `images`: the engine prefers `images_it/x.svg` to `images/x.svg` for Italians."""
    return name if language == "en" else f"../images_{language.partition('_')[0]}/{name}"


def _counter_image(game: Game, counter: Counter, face: str, layout: BoardLayout) -> bytes:
    size = layout.counter_mm
    if face == "hidden" and counter.group.back != "face-down":
        return _hidden(game, counter, layout)
    face = "back" if face == "hidden" else face
    drawn = draw_counter(game, counter, "back" if face == "back" else "front", size, reach=(0.0, 0.0, 0.0, 0.0))
    edge = Path(rect(0.1, 0.1, size - 0.2, size - 0.2), stroke=Stroke("#1d1b18", 0.5, opacity=0.55))
    pixels = layout.px(size)
    return svg.render(Scene(size, size, (drawn, edge)), outline_text=True, size_px=(pixels, pixels))


def _hidden(game: Game, counter: Counter, layout: BoardLayout) -> bytes:
    """What a piece shows while it lies in the cup, the same for all: their printed backs would tell them apart."""
    size, side = layout.counter_mm, game.style.sides.get(counter.side or "")
    ground, ink = (side.ground, side.ink) if side else ("#55504a", "#ffffff")
    nodes = (
        Path(rect(0, 0, size, size), fill=ground),
        Path(rect(1.2, 1.2, size - 2.4, size - 2.4, 1.0), stroke=Stroke(ink, 0.9)),
        Text(size / 2, size / 2 + 3.3, "?", "condensed-bold", 27, ink, anchor="middle"),
        Path(rect(0.1, 0.1, size - 0.2, size - 0.2), stroke=Stroke("#1d1b18", 0.5, opacity=0.55)),
    )
    pixels = layout.px(size)
    return svg.render(Scene(size, size, nodes), outline_text=True, size_px=(pixels, pixels))


def _attacks(game: Game, layout: BoardLayout) -> bytes:
    """A unit that takes part in an attack: a frame, and an arrow in its corner."""
    size = layout.counter_mm
    accent = game.style.palette.get("accent", "#c01818")
    pen = Stroke("#ffffff", 1.5)
    x, y = size - 3.1, 3.1
    nodes = (
        Path(rect(0.6, 0.6, size - 1.2, size - 1.2, 0.8), stroke=Stroke("#ffffff", 4.0)),
        Path(rect(0.6, 0.6, size - 1.2, size - 1.2, 0.8), stroke=Stroke(accent, 2.6)),
        Path(rect(x - 2.9, y - 2.9, 5.8, 5.8, 2.9), fill=accent, stroke=Stroke("#ffffff", 0.8)),
        line(x - 1.4, y + 1.4, x + 1.3, y - 1.3, pen), line(x - 0.7, y - 1.3, x + 1.3, y - 1.3, pen), line(x + 1.3, y + 0.7, x + 1.3, y - 1.3, pen),
    )  # fmt: skip
    pixels = layout.px(size)
    return svg.render(Scene(size, size, nodes), outline_text=True, size_px=(pixels, pixels))


def _advanced(game: Game, layout: BoardLayout) -> bytes:
    """A unit that has advanced before combat: its front is paled, and a double arrow stands in its corner."""
    size, ink = layout.counter_mm, "#16243a"
    pen, under = Stroke(ink, 1.7, cap="round"), Stroke("#ffffff", 4.0, cap="round")
    tip = [(size - 5.6, 1.4, size - 3.9, 3.1), (size - 5.6, 4.8, size - 3.9, 3.1), (size - 3.2, 1.4, size - 1.5, 3.1), (size - 3.2, 4.8, size - 1.5, 3.1)]
    nodes = (
        Path(rect(0, 0, size, size), fill="#c9cfd6", fill_opacity=0.55),
        *(line(*ends, under) for ends in tip), *(line(*ends, pen) for ends in tip),
    )  # fmt: skip
    pixels = layout.px(size)
    return svg.render(Scene(size, size, nodes), outline_text=True, size_px=(pixels, pixels))


def _overstack(game: Game, layout: BoardLayout) -> bytes:
    """A dashed frame around a counter, and a mark in its corner: seen without colour too."""
    size = layout.counter_mm
    accent = game.style.palette.get("accent", "#c01818")
    frame = Path(rect(0.9, 0.9, size - 1.8, size - 1.8, 1.0), stroke=Stroke("#ffffff", 4.4))
    dashes = Path(rect(0.9, 0.9, size - 1.8, size - 1.8, 1.0), stroke=Stroke(accent, 3.2, (2.2, 1.2)))
    disc = Path(rect(size - 5.2, 0.6, 4.6, 4.6, 2.3), fill=accent, stroke=Stroke("#ffffff", 0.8))
    sign = Text(size - 2.9, 4.3, "!", "condensed-bold", 11, "#ffffff", anchor="middle")
    pixels = layout.px(size)
    return svg.render(Scene(size, size, (frame, dashes, disc, sign)), outline_text=True, size_px=(pixels, pixels))


def _about(game: Game) -> bytes:
    """The about box, also shown while the module opens: title, credits, and that this is an independent reconstruction."""
    width, credits = 170.0, game.info.credits
    small = TextStyle(SANS, 8.2, 11.0, "#1d1b18")
    lines = [f"**{credits.statement}**", credits.original]
    lines += [f"{credit.role}: {', '.join(credit.names)}" for credit in credits.lines]
    lines += [credits.map_sources, credits.licence, *credits.remarks]
    palette, title = game.style.palette, game.info.printed_title
    size = 40 * min(1.0, (width - 32) / width_mm(title, "condensed-bold", 40))
    nodes = [
        Text(8, 20, title, "condensed-bold", size, palette.get("accent", "#9a352b")),
        Text(8, 29, game.info.subtitle, "condensed-medium", 15, palette.get("text", "#1d1b18")),
        Text(
            width - 8,
            20,
            game.info.version,
            "condensed-regular",
            11,
            palette.get("quiet-text", "#55504a"),
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


def used_buttons(game: Game) -> list[str]:
    """Buttons that the game's module shows."""
    kinds = {table.kind for table in game.charts.tables}
    wanted = {
        "table": bool(kinds & {"results", "events"}), "draw": any(box.kind == "pool" for box in game.map.boxes),
        "ready": any(group.back == "activated" for group in game.counters.groups),
        "points": counts_points(game), "charts": True,
        "calculator": bool(calculator_tables(game)),
    }  # fmt: skip
    return [button for button in BUTTONS if wanted[button]]


def _chart(number: int, keep: Callable[[Callable[[], bytes]], bytes], games: Sequence[Game]) -> bytes:
    """The picture of the chart with that number."""
    return chart_image(charts(games[0])[number], keep)


def _calculator(number: int, layout: BoardLayout, names: Mapping[tuple[str, str], str], games: Sequence[Game]) -> bytes:
    """The picture of the calculator with that number, of the game in English and in the language shown."""
    context = Context(*games, layout, names)
    return _calculator_image(context, calculators(context)[number])


def _calculator_image(context: Context, own: Calculator) -> bytes:
    scene = calculator_picture(context, own)
    return svg.render(scene, outline_text=True, size_px=panel_size(context, own))
