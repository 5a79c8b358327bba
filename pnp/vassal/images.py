"""Every picture of the module: board, counters, tables, buttons, about box.

Counters are SVG, so that they stay sharp at every zoom; type in them is outlined, since the players' machines lack
the fonts. The board is a PNG. Backs of units in a pool are one picture for all.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.draw import png, svg
from pnp.draw.scene import Group, Path, Scene, Stroke, Text, moved, rect
from pnp.generators.charts_tables import LARGE, draw_table
from pnp.generators.counter_face import draw_counter
from pnp.generators.map_sheet import draw_board
from pnp.generators.map_sheet_furniture import box_panel
from pnp.generators.map_sheet_ink import map_ink
from pnp.generators.typeset.block import text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.maps.plan import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.map import Box
from pnp.output import content_hash
from pnp.sources.assets import data_dir
from pnp.units import PX_PER_INCH, mm_to_px
from pnp.vassal.layout import SETUP_BOX, BoardLayout

ImageNames = dict[tuple[str, str], str]

BOARD_FILE = "board.png"
ABOUT_FILE = "about.svg"
TABLE_WIDTH_MM = 180.0
MARGIN_MM = 6.0
BUTTONS = ("table", "draw", "ready", "points", "charts")


def image_names(game: Game) -> ImageNames:
    """The file of each picture, by what it shows; known without drawing anything."""
    names: ImageNames = {("board", ""): BOARD_FILE, ("about", ""): ABOUT_FILE, ("mark", "overstack"): "overstack.svg"}
    names |= {("button", name): f"button-{name}.svg" for name in BUTTONS}
    hidden: dict[str | None, str] = {}
    for counter in game.all_counters():
        names["front", counter.id] = f"{counter.id}.svg"
        if counter.group.back == "face-down":  # alike, so that nobody can tell the units of the pool apart
            names["back", counter.id] = hidden.setdefault(counter.side, f"{counter.side}-hidden.svg")
        elif _needed(counter, "back"):
            names["back", counter.id] = f"{counter.id}-back.svg"
    for table in game.charts.tables:
        for language in game.info.languages:
            names["table", f"{table.id}/{language}"] = f"table-{table.id}-{language}.svg"
    return names


def module_images(game: Game, games: Mapping[str, Game], plan: MapPlan, layout: BoardLayout) -> dict[str, bytes]:
    """File name -> picture, all but the board."""
    names = image_names(game)
    files: dict[str, bytes] = {}
    for counter in game.all_counters():
        for face in ("front", "back"):
            name = names.get((face, counter.id))
            if name and name not in files:
                files[name] = _counter_image(game, counter, face, layout)
    files[names["mark", "overstack"]] = _overstack(game, layout)
    for language, shown in sorted(games.items()):
        for table in shown.charts.tables:
            files[names["table", f"{table.id}/{language}"]] = _table_image(shown, table.id)
    files[names["about", ""]] = _about(game)
    for button in BUTTONS:
        files[names["button", button]] = (data_dir("vassal") / "buttons" / f"{button}.svg").read_bytes()
    return files


def _needed(counter: Counter, face: str) -> bool:
    return face == "front" or counter.group.back in ("activated", "reduced", "face-down")


def _counter_image(game: Game, counter: Counter, face: str, layout: BoardLayout) -> bytes:
    size = layout.counter_mm
    drawn = draw_counter(game, counter, "back" if face == "back" else "front", size, reach=(0.0, 0.0, 0.0, 0.0))
    edge = Path(rect(0.1, 0.1, size - 0.2, size - 0.2), stroke=Stroke("#1d1b18", 0.5, opacity=0.55))
    pixels = layout.px(size)
    return svg.render(Scene(size, size, (drawn, edge)), outline_text=True, size_px=(pixels, pixels))


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


def _table_image(game: Game, table_id: str) -> bytes:
    """One table with its title and the meaning of its results, as a picture for the charts window."""
    table = game.table(table_id)
    title = Text(0, 6, table.title, "condensed-bold", 20, game.style.palette.get("text", "#1d1b18"))
    drawn = draw_table(game, table, TABLE_WIDTH_MM, LARGE)
    body = TextStyle(SANS, 9.5, 12.5, "#1d1b18")
    nodes = [title, drawn.at(0, 10)]
    y = 10 + drawn.height_mm + 4
    lines = [f"**{code.id}** {code.name}. {code.text}" for code in getattr(table, "codes", ())]
    lines += [f"{note.mark} {note.text}" for note in table.notes if table.kind == "events"]
    for line in lines:
        block = text_block(line, body, TABLE_WIDTH_MM)
        nodes.append(block.at(0, y))
        y += block.height_mm + 1.2
    width, height = TABLE_WIDTH_MM + 2 * MARGIN_MM, y + 2 * MARGIN_MM
    ground = Path(rect(0, 0, width, height), fill="#ffffff")
    scene = Scene(width, height, (ground, Group(tuple(nodes), transform=moved(MARGIN_MM, MARGIN_MM))))
    return svg.render(scene, outline_text=True, size_px=(round(mm_to_px(width, 110)), round(mm_to_px(height, 110))))


def _about(game: Game) -> bytes:
    """The about box, also shown while the module opens: title, credits, and that this is an independent reconstruction."""
    width, credits = 170.0, game.info.credits
    small = TextStyle(SANS, 8.2, 11.0, "#1d1b18")
    lines = [f"**{credits.statement}**", credits.original]
    lines += [f"{line.role}: {', '.join(line.names)}" for line in credits.lines]
    lines += [credits.map_sources, credits.licence, *credits.remarks]
    palette = game.style.palette
    nodes = [
        Text(8, 20, game.info.printed_title, "condensed-bold", 40, palette.get("accent", "#9a352b")),
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
    for line in lines:
        block = text_block(line, small, width - 16)
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


# The board ----------------------------------------------------------------------------------------


def board_scene(game: Game, plan: MapPlan, layout: BoardLayout) -> Scene:
    """The printed sheet, and below it the boxes that the sheet lacks."""
    sheet = draw_board(game, plan)
    ink = map_ink(game.map, game.style)
    width, height = layout.size_mm
    ground = Path(rect(0, 0, width, height), fill=game.style.palette.get("paper", "#ffffff"))
    strip = [box_panel(game, _strip_box(game, name), area, ink) for name, area in layout.strip_mm.items()]
    return Scene(width, height, (ground, *sheet.children, *strip))


def _strip_box(game: Game, name: str) -> Box:
    if name == SETUP_BOX:
        side = next((p.side for s in game.scenarios.values() for p in s.placements), None)
        return Box(id=SETUP_BOX, name=game.words.text("Units to set up"), kind="holding", side=side)
    return next(box for box in game.map.boxes if box.id == name)


def board_image(game: Game, plan: MapPlan, layout: BoardLayout) -> bytes:
    """The board as PNG at the layout's resolution."""
    return png.render(board_scene(game, plan, layout), dpi=layout.dpi)


def board_key(game: Game, layout: BoardLayout) -> str:
    """A hash of all that the board picture depends on, for a cache."""
    parts = [game.info, game.map, game.charts, game.style, *game.scenarios.values()]
    return content_hash(f"vassal-board-1:{layout.dpi}", *(part.model_dump_json() for part in parts))
