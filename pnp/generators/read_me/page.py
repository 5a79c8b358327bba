"""The page "Read me first": what is in the set, how to print it at true size, flip, glue and cut it.

In: a game in one language, a paper, and how many pages each file has. Out: a PDF of one page. The type shrinks a
little when a language needs more room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Document, Node, Page, Path, Scene, Segment, Stroke, Text, line, rect
from pnp.errors import LayoutError
from pnp.generators.charts.side_aid import aid_sides
from pnp.generators.counter_sheets.panels import making_steps, sheet_chits, sheet_colours, steps_shown
from pnp.generators.counter_sheets.sheet import sheet_plans
from pnp.generators.counters.anatomy import backs_shown
from pnp.generators.sheets.diagrams import (
    HEIGHT_MM,
    WIDTH_MM,
    SheetColours,
    flip_long,
    flip_short,
    fold_over,
    fronts_only,
    one_page,
    tiles,
)
from pnp.generators.sheets.head import HEAD_MM, sheet_head
from pnp.generators.sheets.margin import FOOT_MM, sheet_margin
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.units import DOUBLE, MM_PER_INCH, PAPERS_MM

SIDE_MM = 13.0
TOP_MM = 10.0
SIZES_PT = (9.0, 8.6, 8.2, 7.8, 7.4, 7.0)
LEAST_GAP_MM = 2.2
"""Between two parts of the page."""
BACKS_MM, TELLING_BACKS = 22.0, ("reduced", "switched", "dispersed")
"""The height of backs, which are shown where one has other numbers or another side's colours."""



@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the set as the table shows it.

    sheets  of paper, in words
    """

    name: str
    what: str
    sheets: str
    paper: str


def read_me_document(game: Game, paper: str, products: Mapping[str, int]) -> Document:
    """The page.

    paper     "a4" or "letter"
    products  file name, e.g. "charts-a4.pdf" -> its number of pages; files of other papers are left out
    Raises LayoutError when the texts don't fit on one page at the smallest size.
    """
    title = game.words.text("Read me first")
    return Document(
        title=f"{game.info.printed_title}: {title}",
        language=game.language,
        pages=(Page(_scene(game, paper, products, title), bookmark=title),),
        subject=game.info.subtitle,
    )


def _scene(game: Game, paper: str, products: Mapping[str, int], title: str) -> Scene:
    width, height = PAPERS_MM[paper]
    inner = width - 2 * SIDE_MM
    room = height - TOP_MM - HEAD_MM - LEAST_GAP_MM - FOOT_MM
    for size in SIZES_PT:
        style = TextStyle(SANS, size, size * 1.28, INK, language=game.language)
        parts = _parts(game, paper, products, inner, style)
        spare = room - sum(part.height_mm for part in parts)
        lacking = LEAST_GAP_MM * (len(parts) - 1) - spare
        if lacking <= 0:
            break
    else:
        over = f"{title!r} is {lacking:.0f} mm too high for {paper} in {game.language!r}"
        raise LayoutError(f"{over}; shorten its texts")
    gap = min(spare / (len(parts) - 1), 8.0)
    nodes: list[Node] = [sheet_head(game, title, inner, (game.info.printed_title,)).at(SIDE_MM, TOP_MM)]
    y = TOP_MM + HEAD_MM + LEAST_GAP_MM
    for part in parts:
        nodes.append(part.at(SIDE_MM, y))
        y += part.height_mm + gap
    nodes.append(sheet_margin(game, paper_mm=(width, height), title=title, sheet=1, sheets=1, ruled=False,
                              side_mm=SIDE_MM))  # fmt: skip
    return Scene(width, height, tuple(nodes), title=title)


def _parts(game: Game, paper: str, products: Mapping[str, int], width: float, style: TextStyle) -> list[Drawing]:
    telling = any(group.back in TELLING_BACKS for group in game.counters.groups)
    backs = backs_shown(game, width, BACKS_MM) if telling else None
    return [
        _set(game, paper, products, width, style),
        _counters(game, paper, products, width, style),
        *([titled(game, game.words.text("Fronts and backs"), backs)] if backs else []),
        _scale_and_needs(game, width, style),
        _steps(game, width, style, joined=products.get(f"map-{paper}.pdf", 0) != 1),
    ]


# What is in the set ---------------------------------------------------------------------------------


def file_rows(game: Game, paper: str, products: Mapping[str, int]) -> list[FileRow]:
    """The files for this paper but the counters, in the order in which they are used."""
    words = game.words
    thin = words.text("80–100 g/m² (20–27 lb bond)")
    stout = words.text("100–120 g/m² (27–32 lb bond)")
    stiff = words.text("160–200 g/m² (60–75 lb cover)")
    whole, size = products.get(f"map-{paper}.pdf") == 1, " × ".join(f"{side:.0f}" for side in game.map.size_mm)
    shown = words.text("the map") if whole else words.text("the map in tiles; the first sheet shows how they join")
    poster = words.text("instead of the tiles: the map in one piece, for a copy shop")
    printed = [  # file, what it is, how many pages a sheet has, paper
        (f"rulebook-{paper}.pdf", words.text("rules of play, stapled at the left"), 2, thin),
        (f"map-{paper}.pdf", shown, 1, stout),
        ("map-poster.pdf", "" if whole else poster, 0, stout),
        (f"displays-{paper}.pdf", words.text("the displays beside the map"), 1, stiff),
        (f"cards-{paper}-long.pdf", words.text("the cards; also as -short, -fold and -fronts"), 2, stiff),
        (f"charts-{paper}.pdf", words.text("tables, player aid, blank records"), 1, stiff),
        (f"scenarios-{paper}.pdf", words.text("the scenarios"), 1, stiff),
    ]
    rows: list[FileRow] = []
    for name, what, faces, stock in printed:
        if what and (pages := products.get(name)):
            counts = (words.text("1, {size} mm", size=size), words.text("{n}, one side", n=pages),
                      words.text("{n}, both sides", n=-(-pages // 2)))  # fmt: skip
            rows.append(FileRow(name, what, counts[faces], stock))
    if (aid := f"player-aid-{DOUBLE[paper]}.pdf") in products:
        sides = len(aid_sides(game))
        shows = words.text("for each side what it looks up, folded once; as single pages in {file}",
                           file=f"player-aid-{paper}.pdf")  # fmt: skip
        turned = products[aid] > sides
        count = words.text("{n}, both sides", n=sides) if turned else words.text("{n}, one side", n=sides)
        rows.append(FileRow(aid, shows, count, stiff))
    return rows


def _set(game: Game, paper: str, products: Mapping[str, int], width: float, style: TextStyle) -> Drawing:
    words = game.words
    heads = (words.text("File"), words.text("What it is"), words.text("Sheets"), words.text("Paper"))
    rows = file_rows(game, paper, products)
    lefts = (1.5, 38.0, width - 80.0, width - 49.0)
    rooms = (36.0, width - 120.0, 30.0, 48.0)
    nodes: list[Node] = []
    quiet = style.with_(colour=QUIET)
    head_mm = 0.0
    for head, x, room in zip(heads, lefts, rooms, strict=True):
        title = text_block(f"*{head}*", quiet, room)
        nodes.append(title.at(x, 0))
        head_mm = max(head_mm, title.height_mm)
    y = head_mm + 0.6
    nodes.append(line(0, y, width, y, Stroke(INK, 0.7)))
    for index, row in enumerate(rows):
        cells = (f"**{row.name}**", row.what, row.sheets, row.paper)
        drawn_cells = [text_block(cell, style, room) for cell, room in zip(cells, rooms, strict=True)]
        height = max(d.height_mm for d in drawn_cells) + 1.6
        if index % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        nodes += [d.at(x, y + 0.8) for d, x in zip(drawn_cells, lefts, strict=True)]
        y += height
    nodes.append(line(0, y, width, y, Stroke(INK, 0.7)))
    note = text_block(
        words.text(
            "The counters come in four files; you need one of them. The module {file} is for VASSAL: nothing to print.",
            file=f"{game.id}.vmod",
        ),
        quiet,
        width,
    )
    nodes.append(note.at(0, y + 1.0))
    return titled(game, words.text("What is in the set"), Drawing(tuple(nodes), width, y + 1.0 + note.height_mm))


# Which counters -------------------------------------------------------------------------------------


def _counters(game: Game, paper: str, products: Mapping[str, int], width: float, style: TextStyle) -> Drawing:
    words = game.words
    faces = sheet_colours(game)
    choices: list[tuple[str, Callable[[SheetColours], tuple[Node, ...]], str]] = [
        ("long", flip_long, words.text("Your printer prints both sides and flips along the long edge, like a book.")),
        ("short", flip_short, words.text("Both sides, flipped along the short edge, like a wall calendar.")),
        ("fold", fold_over, words.text("It prints one side only: fold along the dashed line, glue back to back.")),
        ("fronts", fronts_only, words.text("Fronts only: the backs stay blank, mark them with a pen.")),
    ]
    if all(group.back in ("same", "blank") for group in game.counters.groups):
        choices[-1] = ("fronts", fronts_only, words.text("Fronts only: the backs of this game tell nothing more."))
    step = width / 4
    nodes: list[Node] = []
    tallest = 0.0
    for index, (layout, diagram, text) in enumerate(choices):
        name = f"counters-{paper}-{layout}.pdf"
        x = index * step
        nodes.append(Drawing(diagram(faces), WIDTH_MM, HEIGHT_MM).at(x, 0))
        count = counter_sheets(game, layout, products.get(name))
        description = text_block(
            f"**{name}**\n\n{text}" + (f"\n\n*{count}*" if count else ""), style, step - 4.0, gap_pt=1.0
        )
        nodes.append(description.at(x, HEIGHT_MM + 1.4))
        tallest = max(tallest, description.height_mm)
    total = sum(group.count for group in game.counters.groups)
    title = words.count(
        "The {n} counter: which file for which printer", "The {n} counters: which file for which printer", total
    )
    return titled(game, title, Drawing(tuple(nodes), width, HEIGHT_MM + 1.4 + tallest))


def counter_sheets(game: Game, layout: str, pages: int | None) -> str:
    """Sheets of paper of a counters file, in words; "" when its pages aren't known."""
    if pages is None:
        return ""
    sheets = -(-pages // 2) if layout in ("long", "short") else pages
    return game.words.text("Sheets: {n}", n=sheets)


# True size ------------------------------------------------------------------------------------------


def _scale_and_needs(game: Game, width: float, style: TextStyle) -> Drawing:
    words = game.words
    left = 4 * MM_PER_INCH + 16.0
    advice = text_block(
        words.text(
            "In the print dialogue choose **Actual size** or **100 %**, never “Fit to page”. Then measure: the upper "
            "scale "
            "is 100 mm long, the lower one 4 inches. If they aren’t, the counters won’t fit the map."
        ),
        style, left - 6.0,
    )  # fmt: skip
    ruler_y = advice.height_mm + 7.4
    nodes: list[Node] = [
        advice.at(0, 0),
        *_rulers(1.0, ruler_y, words.text("{n} mm", n=100), words.text("{n} in", n=4)),
    ]
    scale = titled(game, words.text("Print at 100 %"), Drawing(tuple(nodes), left - 5.0, ruler_y + 6.0))
    listed = text_block("\n".join(f"- {item}" for item in game.info.needed), style, width - left, gap_pt=1.0)
    hand = titled(game, words.text("Have at hand"), listed)
    height = max(scale.height_mm, hand.height_mm)
    return Drawing((*scale.nodes, hand.at(left, 0)), width, height)


def _rulers(x: float, y: float, mm_label: str, inch_label: str) -> list[Node]:
    """A scale of 100 mm above a line, one of 4 in below it, with numbers."""
    ticks: list[Segment] = []
    nodes: list[Node] = []
    for mm in range(101):
        length = 3.4 if mm % 10 == 0 else 2.4 if mm % 5 == 0 else 1.4
        ticks += [("M", x + mm, y), ("L", x + mm, y - length)]
        if mm % 10 == 0 and mm:
            nodes.append(Text(x + mm, y - 4.0, str(mm), "condensed-medium", 6.5, INK, anchor="middle"))
    for eighth in range(33):
        at = x + eighth * MM_PER_INCH / 8
        length = 3.4 if eighth % 8 == 0 else 2.2 if eighth % 4 == 0 else 1.4
        ticks += [("M", at, y), ("L", at, y + length)]
        if eighth % 8 == 0 and eighth:
            nodes.append(Text(at, y + 5.6, str(eighth // 8), "condensed-medium", 6.5, INK, anchor="middle"))
    end = x + 4 * MM_PER_INCH
    nodes.append(Path(tuple(ticks), stroke=Stroke(INK, 0.35)))
    nodes.append(line(x, y, end, y, Stroke(INK, 0.5)))
    nodes.append(Text(end + 1.6, y - 1.2, mm_label, "condensed-semibold", 7.0, INK))
    nodes.append(Text(end + 1.6, y + 3.2, inch_label, "condensed-semibold", 7.0, INK))
    return nodes


# Making it ------------------------------------------------------------------------------------------


def _steps(game: Game, width: float, style: TextStyle, *, joined: bool) -> Drawing:
    words = game.words
    steps = making_steps(game, sheet=sheet_chits(game, sheet_plans(game, "fronts")[0]))
    if joined:
        steps.append((words.text("Join the map"), words.text(
            "Cut each tile along its left and upper edge, put glue on the strip of the tile before it, and lay the "
            "crosses "
            "on each other."), tiles()))  # fmt: skip
    else:
        steps.append((words.text("Print the map"), words.text(
            "The map is one page at full size. Print it on one side; nothing needs to be cut or joined. On stout "
            "paper, or "
            "glued to card, it lies flat."), one_page()))  # fmt: skip
    return titled(game, words.text("Making it"), steps_shown(steps, width, style=style))
