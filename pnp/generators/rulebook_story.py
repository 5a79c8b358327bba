"""From a game to the flowables of its rulebook: cases, tables, examples, errata, credits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from reportlab.platypus.doctemplate import NextPageTemplate
from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.draw.scene import Text
from pnp.draw.text import glyph_problem
from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.generators.charts_parts import ending_part, options_part, sequence_part, titled
from pnp.generators.charts_tables import SMALL, TableLook, draw_table
from pnp.generators.charts_units import symbols_part
from pnp.generators.counter_reads import REST, Reads
from pnp.generators.map_sheet import plan_sheet
from pnp.generators.rulebook_back import TURN, back_pages, back_parts, credits_of, errata_of, scenario_drawings
from pnp.generators.rulebook_board import board_figure
from pnp.generators.rulebook_drawn import Drawings
from pnp.generators.rulebook_example import ROOM_MM, example_box
from pnp.generators.rulebook_flow import EndFloats, Float, HeadFigure, Heading, Picture
from pnp.generators.rulebook_front import Contents, ContentsLine, components_plate, title_block
from pnp.generators.rulebook_hexes import HexBoard, hex_figure
from pnp.generators.rulebook_index import (
    CREDITS,
    END,
    ERRATA,
    FRONT,
    VALUES,
    Entry,
    RuleIndex,
    anchor_of,
    case_name,
    example_name,
)
from pnp.generators.rulebook_kept import BookLines
from pnp.generators.rulebook_look import BOTTOM_MM, FIRST_MORE_MM, HANG_MM, INK, TOP_MM, WIDE_MM, BookLook
from pnp.generators.rulebook_pages import TEXT, WIDE, Record
from pnp.generators.rulebook_tidied import FULL_MM, tidied
from pnp.generators.sheet_held import Absent
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Paragraph, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph, Line
from pnp.generators.typeset.placed import Placed, stand_in
from pnp.generators.typeset.styles import TextStyle
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.model.tables import FlowTable
from pnp.sources.text_values import rendered, rule_values
from pnp.units import MM_PER_PT

WIDE_FIGURE = TableLook(body_pt=8.4, leading_pt=10.2, small_pt=7.6)
"""Type of a figure across the page."""


UNSEEN = ("errata", "gpids", "examples", "files")
"""What the sheets of a book may not ask for."""


class BookBuilder:
    """Makes the story, once a pass; lines broken in one pass serve the next.

    played  example id -> lines that tell what the referee did
    logs    example id -> the same as lines of a log
    board   the map's plan, for pieces of a map of points or hexes, or what finds it; None = found when it is needed
    facts   example id -> what follows from its position, for pieces of a hex map
    reads   takes down what is asked of the counters
    drawings  what sheets of the book show, drawn or known from earlier books
    passages  name -> what was made of a case, an example, the rulings, the first and the last pages
    stand_ins  whether examples are left out, for cases that are made by themselves
    """

    def __init__(
        self, game: Game, look: BookLook, played: Mapping[str, Sequence[str]], logs: Mapping[str, Sequence[LogLine]],
        board: MapPlan | Callable[[], MapPlan] | None = None, facts: Mapping[str, BoardFacts] | None = None, reads: Reads | None = None,
        drawings: Drawings | None = None,
    ) -> None:  # fmt: skip
        self.reads = reads or Reads()
        self.drawings = drawings or Drawings(game, self.reads, {})
        self.facts = facts or {}
        self.game, self.look, self.played, self.logs, self._board = game, look, played, logs, board
        self.figures: dict[str, Drawing | None] = {}
        self.passages: dict[str, list[Flowable]] = {}
        self.stand_ins = False
        self._plates: dict[float, Drawing] = {}
        self.foot: Drawing | None = None
        self._back: dict[bool, list[list[Drawing]]] = {}
        self.index = RuleIndex(game)
        self.cache: dict[object, tuple[Line, ...]] = {}
        self.texts: dict[str, str] = self.drawings.game.workings.setdefault("texts of the rulebook", {})
        self.before, self.record = Record(), Record()

    @cached_property
    def values(self) -> Mapping[str, object]:
        """What texts may name."""
        with self.reads.of(VALUES):
            return rule_values(self.game)

    @cached_property
    def named_examples(self) -> frozenset[str]:
        """The examples that stand where a text asks for them."""
        blocks = (block for case in self.game.cases() for block in parse(case.text))
        return frozenset(block.id for block in blocks if isinstance(block, Insert) and block.kind == "example")

    @cached_property
    def bare(self) -> Game:
        """The game as far as the sheets of the book may know it: of the rules, addresses and titles."""
        absent: dict[str, Any] = {name: Absent(name) for name in UNSEEN}
        made = replace(self.game, rules=tuple(file.headings() for file in self.game.rules), **absent)
        vars(made)["_counters"], vars(made)["pictures"] = self.game.all_counters(), self.game.pictures
        return made

    def tighter(self, look: BookLook) -> BookBuilder:
        """The same book in another look; what is drawn already serves it too."""
        made = BookBuilder(self.game, look, self.played, self.logs, self._board, self.facts, self.reads, self.drawings)
        made.figures = self.figures
        if isinstance(self.cache, BookLines):
            made.cache = BookLines(self.cache.kept)
        return made

    def story(self, before: Record, record: Record) -> list[Flowable]:
        """The whole book. `before` holds the page numbers of the last pass, `record` takes those of this one."""
        self.before, self.record = before, record
        parts: list[Flowable] = [NextPageTemplate(TEXT), *self.front(before), PageBreak()]
        for entry in self.index.entries:
            parts += self.case(entry)
        parts.append(EndFloats())
        parts += self.errata()
        parts += self.credits()
        return [*tidied(parts), NextPageTemplate(WIDE), PageBreak(), *self.end()]

    def end(self, record: Record | None = None) -> list[Flowable]:
        """The last pages, in a wide column; `record` takes their numbers where they are made alone."""
        self.record = record or self.record
        return tidied(self.passage(END, self.charts()))

    @cached_property
    def title_block(self) -> Drawing:
        """Drawn once a book, like the page of charts."""
        return self.draw("title", lambda: title_block(self.bare, self.look))

    def draw(self, name: str, make: Callable[[], Drawing]) -> Drawing:
        """A drawing of a sheet."""
        drawn = self.drawings.one(name, make)
        assert drawn is not None
        return drawn

    @cached_property
    def summary(self) -> list[Drawing]:
        """What may fill the foot of the last page of text: the turn, how the game ends, options, the map's symbols."""
        game, one = self.bare, self.drawings.one
        found = [one("turn", lambda: sequence_part(game, WIDE_MM, TURN)), one("ending", lambda: ending_part(game, WIDE_MM))]
        found += scenario_drawings(game, self.drawings)
        found.append(one("options", lambda: options_part(game, WIDE_MM)))
        if game.map.kind != "hexes":  # a terrain chart says it there
            found.append(one("symbols", lambda: symbols_part(game, WIDE_MM)))
        return [part for part in found if part is not None]

    def back_parts(self) -> list[list[Drawing]]:
        """The drawings of the last pages, the summary with them unless it stands elsewhere."""
        apart = self.foot is not None
        if apart not in self._back:
            self._back[apart] = back_parts(self.bare, self.look, [] if apart else self.summary, self.drawings)
        return self._back[apart]

    def front(self, before: Record) -> list[Flowable]:
        """The first page: title, contents, and the counters as large as the room allows."""
        game, look = self.game, self.look
        title = Picture(self.title_block, before_pt=0, after_pt=14)
        contents = Contents(game.words.text("Contents"), self.contents(), before.pages, look)
        used = (title.height + contents.height + 28.0) * MM_PER_PT
        page = look.page_mm[1] - TOP_MM - BOTTOM_MM
        free = page + FIRST_MORE_MM - used
        if free not in self._plates:
            self._plates[free] = components_plate(self.bare, look, free, page - 6.0, self.draw)
        return self.passage(FRONT, [title, contents, Picture(self._plates[free], before_pt=14, after_pt=0)])

    def contents(self) -> list[ContentsLine]:
        """Sections and the cases in them, then the matter at the end."""
        lines = [ContentsLine(e.label, e.case.title, e.anchor, e.level) for e in self.index.entries if e.level < 2]
        words = self.game.words
        if self.game.errata.errata:
            lines.append(ContentsLine("", words.text("Rulings and changes"), anchor_of("§errata"), 0))
        lines.append(ContentsLine("", words.text("Credits and sources"), anchor_of("§credits"), 0))
        lines.append(ContentsLine("", words.text("Charts"), anchor_of("§charts"), 0))
        return lines

    # Cases ----------------------------------------------------------------------------------

    def case(self, entry: Entry) -> list[Flowable]:
        """Heading and text of one case."""
        where = entry.case.where("text")
        with self.reads.of(name := case_name(entry.case.id)):
            text = self.filled(entry.case.text, where)
            made: list[Flowable] = [self.heading(entry), *self.body(text, self.look.body(), self.look.item(), where)]
        for example in self.game.all_examples():
            if example.in_rulebook and example.rules[:1] == (entry.case.id,) and example.id not in self.named_examples:
                made += self.example(example)
        return self.passage(name, made)

    def passage(self, name: str, parts: list[Flowable]) -> list[Flowable]:
        """`parts`, of which those that belong to no other passage are numbered as parts of this one."""
        self.passages[name] = parts
        flat = (inner for part in parts for inner in (part.parts if isinstance(part, Float) else (part,)))
        own = [part for part in flat if isinstance(part, Placed) and part.place is None]
        for number, part in enumerate(own):
            part.place = name, number
        return parts

    def filled(self, text: str, where: Location | None) -> str:
        """`text` with its values, rendered once for all papers. Raises SourceError for a glyph that the font lacks."""
        if text not in self.texts:
            made = rendered(text, self.values, where=where)
            self.refuse_unknown_glyphs(made.replace("\n", " "), where)
            self.texts[text] = made
        return self.texts[text]

    def refuse_unknown_glyphs(self, text: str, where: Location | None) -> None:
        """Raise SourceError when the book's font can't print `text`."""
        problem = glyph_problem(text, self.look.body().faces.regular, where, game=self.game.id)
        if problem is not None:
            raise SourceError(problem)

    def heading(self, entry: Entry) -> Heading:
        """The heading of a case; R after it says that it rests on a reconstruction."""
        self.refuse_unknown_glyphs(entry.case.title, entry.case.where("title"))
        kinds = {e.id: e.kind for e in self.game.errata.errata}
        ours = any(kinds.get(ruling) == "reconstruction" for ruling in entry.case.rulings)
        return self.title(
            entry.label, entry.case.title, entry.anchor, entry.level, eyebrow=entry.part, mark="R" if ours else ""
        )

    def title(
        self,
        label: str,
        title: str,
        anchor: str,
        level: int,
        *,
        eyebrow: str = "",
        mark: str = "",
        indent_mm: float = HANG_MM,
    ) -> Heading:
        """A heading of the given level."""
        size, leading, before, after = ((14.0, 17.0, 16.0, 4.0), (10.5, 13.0, 7.0, 1.5), (9.5, 12.0, 5.0, 1.0))[
            min(level, 2)
        ]
        before -= 3.0 if self.look.tight else 0.0
        style = self.look.body().with_(
            size_pt=size, leading_pt=leading, space_before_pt=before, space_after_pt=after, indent_mm=indent_mm
        )
        return Heading(
            label, title, style, anchor=anchor, level=level, number=self.look.number(min(size, 12.0)),
            width_mm=FULL_MM, rule=self.look.accent if level == 0 else "", eyebrow=eyebrow, mark=mark,
            on_page=self.record.note,
        )  # fmt: skip

    def body(self, text: str, body: TextStyle, item: TextStyle, where: Location | None) -> list[Flowable]:
        """The blocks of a text, which stands at `where`."""
        made: list[Flowable] = []
        blocks = parse(text, where=where)
        several = sum(isinstance(block, Insert) and block.kind == "table" for block in blocks) > 1
        for number, block in enumerate(blocks):
            if isinstance(block, Insert):
                made += self.insert(block, where, with_title=several)
            elif isinstance(block, Paragraph):
                made.append(self.paragraph(block.spans, body))
            else:
                look = Look("condensed-bold" if block.marker else "serif-bold", body.size_pt, self.look.accent)
                marker = (block.marker or "•", look, body.indent_mm)
                ends = number + 1 == len(blocks) or isinstance(blocks[number + 1], Paragraph)
                style = item.with_(space_after_pt=body.space_after_pt) if ends else item
                made.append(self.paragraph(block.spans, style, marker))
        return made

    def paragraph(
        self, spans: Sequence[Span], style: TextStyle, marker: tuple[str, Look, float] | None = None
    ) -> JustifiedParagraph:
        """Running text with its links."""
        resolved = self.index.resolved(spans)
        return JustifiedParagraph(resolved, style, marker=marker, cache=self.cache)

    def insert(self, block: Insert, where: Location | None, *, with_title: bool = False) -> list[Flowable]:
        """A table or an example that the text at `where` asks for. Raises SourceError when there is none.

        with_title  a table has its title above it, for the heading of the case names more than one
        """
        tables = {table.id: table for table in self.game.charts.tables}
        examples = {example.id: example for example in self.game.all_examples()}
        known: dict[str, object] = {**(tables if block.kind == "table" else examples)}
        if block.id not in known:
            hint = did_you_mean(block.id, known)
            raise SourceError(Problem("unknown-name", f"there is no {block.kind} {block.id!r}", where, hint))
        if block.kind == "example":
            return self.example(examples[block.id])
        table = tables[block.id]
        if isinstance(table, FlowTable):
            return self.head_figure(table)

        def draw() -> Drawing:
            drawn = draw_table(self.game, table, FULL_MM, SMALL)
            return _under(table.title, drawn) if with_title else drawn

        drawing = self.drawn_once(table.id, draw)
        assert drawing is not None
        return [Picture(drawing, before_pt=3, after_pt=8)]

    def drawn_once(self, key: str, draw: Callable[[], Drawing | None]) -> Drawing | None:
        """A figure that serves all papers; whoever shows it has read what was read for it."""
        if key not in self.figures:
            with self.reads.of(f"figure {key}"):
                self.figures[key] = draw()
        for thing, name in tuple(self.reads.parts.get(f"figure {key}", ())):
            self.reads.note(thing, name)
        return self.figures[key]

    def head_figure(self, table: FlowTable) -> list[Flowable]:
        """A flow chart at the head of the next page, and a line that says where it stands."""
        anchor = anchor_of(f"§figure {table.id}")
        drawing = self.drawn_once(table.id, lambda: titled(table.title, draw_table(self.game, table, WIDE_MM, WIDE_FIGURE)))
        assert drawing is not None
        record = self.record
        told = self.game.words.text("The chart is on page {n}.", n=self.before.pages.get(anchor, "0"))
        pointer = JustifiedParagraph((Span(told, italic=True, link=anchor),), self.look.body(), cache=self.cache)
        return [pointer, HeadFigure(drawing, anchor, lambda page: record.pages.__setitem__(anchor, page))]

    def example(self, example: Example) -> list[Flowable]:
        """The box of an example, with what the referee played."""
        name = example_name(example.id)
        if self.stand_ins:
            return [stand_in(name)]
        with self.reads.of(name):
            made = example_box(
                self.game, self.look, example, self.played.get(example.id, ()), self.values,
                self.index.resolved, self.cache, self.logs.get(example.id, ()), self.figure(example),
            )  # fmt: skip
        return self.passage(name, made)

    def figure(self, example: Example) -> Drawing | None:
        """The piece of the board of an example, drawn once a book; None on a map of areas."""
        if self.game.map.kind == "areas":
            return None
        log = self.logs.get(example.id, ())

        def draw() -> Drawing | None:
            if self.game.map.kind == "hexes":
                return hex_figure(self.hexes, example, log, self.facts.get(example.id, BoardFacts()), ROOM_MM)
            return board_figure(self.game, self.board, example, log, ROOM_MM)

        return self.drawn_once(example_name(example.id), draw)

    @cached_property
    def hexes(self) -> HexBoard:
        """The printed hex map, for pieces of it."""
        return HexBoard(self.game, self.board)

    @cached_property
    def board(self) -> MapPlan:
        """The plan of the map."""
        if self._board is not None:
            return self._board() if callable(self._board) else self._board
        with self.reads.of(REST):
            return plan_sheet(self.game)

    # The end --------------------------------------------------------------------------------

    def errata(self) -> list[Flowable]:
        """What differs from the printed game."""
        if not self.game.errata.errata:
            return []
        heading = self.title("", self.game.words.text("Rulings and changes"), anchor_of("§errata"), 0)
        return self.passage(ERRATA, [heading, *errata_of(self)])

    def credits(self) -> list[Flowable]:
        """Credits, sources, licence."""
        heading = self.title("", self.game.words.text("Credits and sources"), anchor_of("§credits"), 0)
        return self.passage(CREDITS, [heading, *credits_of(self)])

    def charts(self) -> list[Flowable]:
        """The last pages: all tables, large."""
        heading = self.title("", self.game.words.text("Charts"), anchor_of("§charts"), 0, indent_mm=0.0)
        return [heading, *back_pages(self)]


def _under(title: str, table: Drawing) -> Drawing:
    """A table of a column with its title above it."""
    height = 5.6
    head = Text(0.0, 3.6, title, "condensed-semibold", 9.5, INK)
    return Drawing((head, table.at(0.0, height)), table.width_mm, table.height_mm + height)
