"""The rulebook's first page of text: its head; the contents in a column; beside
them what the game is about, what lies in the box, how to read a counter (below the contents where these are short), and
the key to the counters, which has the next page if it is long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from reportlab.platypus.doctemplate import PageBreak
from reportlab.platypus.flowables import Flowable

from pnp.draw.scene import Stroke, line
from pnp.generators.book.contents import Contents, ContentsLine, contents_across, contents_beside
from pnp.generators.book.counter_key import HEAD_MM, counter_key, headed, key_pages, sides_shown
from pnp.generators.book.flow import Picture, draw_drawing
from pnp.generators.book.look import INK, WIDE_MM, BookLook
from pnp.generators.book.share import BookShare
from pnp.generators.counters.anatomy import backs_shown, backs_telling, counter_read, read_sample
from pnp.generators.sheets.head import sheet_head
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import TextStyle, text_faces
from pnp.model.game import Game
from pnp.units import MM_PER_PT, PT_PER_MM

FRONT_GAP_PT, HEAD_GAP_MM = 14.0, 5.0
"""Space below the title, below the contents, and between a head and the theme."""
CONTENTS_MM, HALF_MM, SHORT_PT, BESIDE_MM, APART_MM, MOST_APART_MM = 64.0, 83.0, 12.0, 10.0, 5.2, 14.5
"""Width of the contents, and of those so short that a counter stands below them though their entries are so far apart;
white beside them, white between the parts that stand there, at least and at most.
"""
READ_MM, MOST_READ_MM, FEW = 56.0, 84.0, 0.6
"""Least and greatest height of the counter that is explained; the most of a page that all fill below it."""
PICTURE_MM = 50.0
"""Least height of the picture of what lies in the box."""
SIDE_MM, MANY, BACKS_MM = (16.0, 12.7), 4, 28.0
"""A counter of each side, where the key to all has pages of its own; smaller of more sides; the height of backs."""
KEY_MM = 9.0
"""The smallest counters of a key that stands on this page."""


Picturing = Callable[[float, float], Drawing]
"""Draws what lies in the box, in a width and a height."""


def front_parts(
    game: Game, look: BookLook, lines: Sequence[ContentsLine], pages: Mapping[str, int], page_mm: float,
    share: BookShare, picturing: Picturing | None,
) -> list[Flowable]:  # fmt: skip
    """The flowables of the first page of text, and of those on which the counters go on.

    page_mm    height of the first page; further ones are lower
    picturing  the picture of a book with a cover, which has the title
    """
    covered = picturing is not None
    head = share.drawn(f"page head {covered}", lambda: page_head(game, look, covered=covered, themed=not covered))
    room = page_mm - head.height_mm - FRONT_GAP_PT * MM_PER_PT
    title = Picture(head, before_pt=0, after_pt=FRONT_GAP_PT)
    rooms = (room - READ_MM - APART_MM) * PT_PER_MM, room * PT_PER_MM  # with a counter below them, or without
    chapters = [line for line in lines if line.level == 0]  # without cases there is more room for counters
    halves = (contents_beside(one, pages, look, rooms[0], HALF_MM) for one in (lines, chapters))
    usual = next(filter(None, (contents_beside(lines, pages, look, high, CONTENTS_MM) for high in rooms)), None)
    whole, brief = ([half] if half and half.density.leading_pt >= SHORT_PT else [] for half in halves)

    def around(contents: Contents | None) -> tuple[Drawing, Drawing | None, list[Drawing]]:
        left = contents.width_mm if contents else CONTENTS_MM
        below = room - contents.height * MM_PER_PT - APART_MM if contents else 0.0
        return share.drawn(f"beside {look.paper} {left} {below:.1f}", lambda: (
            _parts(game, look, left, room, below, page_mm - 12.0, picturing)
        ))  # fmt: skip

    # All counters on the page, if that can be.
    contents = next((way for way in (*whole, *brief, usual) if not around(way)[2]), [*whole, usual][0])
    beside, under, further = around(contents)
    parts: list[Flowable] = [title]
    if contents is not None and beside.height_mm <= room + 0.01:
        high = room - (under.height_mm + APART_MM if under else 0.0)
        parts.append(Beside(contents.loosened(high * PT_PER_MM), beside, under))
    else:  # of more entries than a column holds, or with a long text beside them
        parts.append(contents_across(lines, pages, look, room * PT_PER_MM))
        parts += [PageBreak(), Picture(beside, before_pt=0, after_pt=0)]
    for plate in further:
        parts += [PageBreak(), Picture(plate, before_pt=0, after_pt=0)]
    return parts


def page_head(game: Game, look: BookLook, *, covered: bool, themed: bool = False) -> Drawing:
    """The head of the first page of text: its own name behind a cover, which has the title; else the title.

    themed  with what the game is about
    """
    words, info = game.words, game.info
    title, asides = info.printed_title, (info.subtitle, words.text("Rules of play"))
    head = sheet_head(game, words.text("Contents") if covered else title, WIDE_MM, (title,) if covered else asides)
    if not themed:
        return head
    theme, below = _theme(game, look, WIDE_MM), head.height_mm + HEAD_GAP_MM
    return Drawing((*head.nodes, theme.at(0.0, below)), WIDE_MM, below + theme.height_mm)


class Beside(Flowable):
    """The contents, a drawing at their right, another below them at the foot."""

    def __init__(self, contents: Contents, drawing: Drawing, under: Drawing | None) -> None:
        super().__init__()
        self.contents, self.drawing, self.under = contents, drawing, under

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the taller side."""
        self.width = available_width
        _, contents = self.contents.wrap(available_width, available_height)
        left = contents + ((APART_MM + self.under.height_mm) * PT_PER_MM if self.under else 0.0)
        self.height = max(left, self.drawing.height_mm * PT_PER_MM)
        return self.width, self.height

    def draw(self) -> None:
        """Paint the contents, then the drawings, unless the pass only measures."""
        foot = self.height - self.contents.height
        self.contents.drawOn(self.canv, 0.0, foot)
        if not self.canv.dry:
            draw_drawing(self.canv, self.drawing, (self.contents.width_mm + BESIDE_MM) * PT_PER_MM, self.height)
            if self.under:
                draw_drawing(self.canv, self.under, 0.0, self.under.height_mm * PT_PER_MM)


def _parts(
    game: Game, look: BookLook, left: float, height: float, below: float, page_mm: float, picturing: Picturing | None
) -> tuple[Drawing, Drawing | None, list[Drawing]]:
    """What stands beside the contents, which are `left` mm wide, what below them in a height of `below`, and further
    pages, which have all counters where only one of each side is beside the contents.
    """
    words, width = game.words, WIDE_MM - left - BESIDE_MM
    sample = read_sample(game)

    def read(wide: float, high: float) -> list[Drawing]:
        for most in (min(high, MOST_READ_MM), READ_MM) if sample else ():  # long labels may make it higher
            told = headed(game, words.text("How to read a counter"), counter_read(game, sample, wide, most - HEAD_MM))
            if told.height_mm <= high + 0.01:
                return [told]
        return []

    explained = HEAD_MM + counter_read(game, sample, width, READ_MM - HEAD_MM).height_mm + APART_MM if sample else 0.0
    least = PICTURE_MM if picturing else 0.0
    parts = [_theme(game, look, width)] if picturing else []
    room = height - sum(part.height_mm + APART_MM for part in parts)
    below_contents, free = read(left, below), room - least - APART_MM
    ways = [(under, counter_key(game, look, width, free - (0.0 if under else explained), KEY_MM))
            for under in (below_contents, [])]  # fmt: skip
    under, key = next((way for way in ways if way[1]), (below_contents, None))
    if sample and (few := counter_key(game, look, left, below, KEY_MM)):  # so few stand below the contents
        under, key, last, further = [few.drawn(below)], None, read(width, MOST_READ_MM), []
    elif key:
        last, further = [key.drawn(0.0)], []
    else:
        under, further = below_contents, key_pages(game, look, page_mm)
        if further[0].height_mm < FEW * page_mm and (above := read(WIDE_MM, MOST_READ_MM)):
            under, explained, further = [], 0.0, [_stacked([*above, *further], WIDE_MM)]
        size = SIDE_MM[len(game.info.sides) > MANY]
        last = [headed(game, words.text("The sides"), sides_shown(game, look, width, size))]
    if not key and backs_telling(game) and (under or not explained):
        shown = backs_shown(game, width, BACKS_MM)
        backs = headed(game, words.text("What the backs show"), shown)
        fits = last[0].height_mm + backs.height_mm + least + 2 * APART_MM <= room
        last += [backs] if fits else []
    explained = 0.0 if under else explained
    room -= sum(part.height_mm + APART_MM for part in last)
    if picturing:
        parts.append(picturing(width, max(room - explained, least)))
        room -= parts[-1].height_mm + APART_MM
    if key and not explained:
        last = [key.drawn(key.height_mm + room)]
    parts += [*(read(width, room) if explained else []), *last]
    return _stacked(parts, width, height), under[0] if under else None, further


def _stacked(parts: Sequence[Drawing], width: float, height: float = 0.0) -> Drawing:
    """Parts one below the other, so far apart that they end near `height`."""
    nodes, y, free = [], 0.0, height - sum(part.height_mm for part in parts)
    apart = min(max(free / max(len(parts) - 1, 1), APART_MM), MOST_APART_MM)
    for part in parts:
        nodes.append(part.at(0.0, y))
        y += part.height_mm + apart
    return Drawing(tuple(nodes), width, y - apart)


def _theme(game: Game, look: BookLook, width: float) -> Drawing:
    """What the game is about."""
    style = TextStyle(text_faces(game.language), 10.5, 14.0, INK, look.accent, game.language)
    text = text_block(game.info.theme, style, width)
    return Drawing((line(0, 0, width, 0, Stroke(look.accent, 0.9)), text.at(0.0, 2.2)), width, text.height_mm + 2.2)

