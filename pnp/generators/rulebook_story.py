"""From a game to the flowables of its rulebook: cases, tables, examples, errata, credits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from reportlab.platypus.doctemplate import NextPageTemplate
from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.draw.scene import Text
from pnp.draw.text import glyph_problem
from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.generators.charts_parts import ending_part, options_part, sequence_part, titled
from pnp.generators.charts_scenario import scenario_parts
from pnp.generators.charts_tables import SMALL, TableLook, draw_table
from pnp.generators.charts_units import symbols_part
from pnp.generators.counter_reads import Reads
from pnp.generators.map_sheet import plan_sheet
from pnp.generators.rulebook_back import TURN, back_pages, back_parts, credits_of, errata_of
from pnp.generators.rulebook_board import board_figure
from pnp.generators.rulebook_example import ROOM_MM, example_box
from pnp.generators.rulebook_flow import EndFloats, Float, HeadFigure, Heading, Picture, room_for
from pnp.generators.rulebook_front import Contents, ContentsLine, components_plate, title_block
from pnp.generators.rulebook_hexes import HexBoard, hex_figure
from pnp.generators.rulebook_index import Entry, RuleIndex, anchor_of
from pnp.generators.rulebook_kept import BookLines
from pnp.generators.rulebook_look import BOTTOM_MM, COLUMN_MM, FIRST_MORE_MM, HANG_MM, INK, TOP_MM, WIDE_MM, BookLook
from pnp.generators.rulebook_pages import TEXT, WIDE, Record
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Paragraph, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph, Line
from pnp.generators.typeset.styles import TextStyle
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.model.tables import FlowTable
from pnp.sources.text_values import rendered, rule_values
from pnp.units import MM_PER_PT, PT_PER_MM

FULL_MM = HANG_MM + COLUMN_MM
MOST_KEPT, MOST_KEPT_LINES = 2, 7
"""Paragraphs between a heading and its table, and lines of each, that are kept together with both."""

WIDE_FIGURE = TableLook(body_pt=8.4, leading_pt=10.2, small_pt=7.6)
"""Type of a figure across the page."""


FRONT, END, VALUES = "front", "end", "values"
"""Parts of the book that are painted anew by themselves when the counters in them change; what its texts may name."""


class BookBuilder:
    """Makes the story, once a pass; lines broken in one pass serve the next.

    played  example id -> lines that tell what the referee did
    logs    example id -> the same as lines of a log
    board   the map's plan, for pieces of a map of points or hexes; None = found when it is needed
    facts   example id -> what follows from its position, for pieces of a hex map
    reads   takes down what is asked of the counters
    """

    def __init__(
        self, game: Game, look: BookLook, played: Mapping[str, Sequence[str]], logs: Mapping[str, Sequence[LogLine]],
        board: MapPlan | None = None, facts: Mapping[str, BoardFacts] | None = None, reads: Reads | None = None,
    ) -> None:  # fmt: skip
        self.reads = reads or Reads()
        self.facts = facts or {}
        self.game, self.look, self.played, self.logs, self._board = game, look, played, logs, board
        self.figures: dict[str, Drawing | None] = {}
        self._plates: dict[float, Drawing] = {}
        self.foot: Drawing | None = None
        self._back: dict[bool, list[list[Drawing]]] = {}
        self.index = RuleIndex(game)
        with self.reads.of(VALUES):
            self.values = rule_values(game)
        self.cache: dict[object, tuple[Line, ...]] = {}
        self.texts: dict[str, str] = {}
        self.before, self.record = Record(), Record()
        self.named_examples = {
            block.id
            for case in game.cases()
            for block in parse(case.text)
            if isinstance(block, Insert) and block.kind == "example"
        }

    def tighter(self, look: BookLook) -> BookBuilder:
        """The same book in another look; what is drawn already serves it too."""
        made = BookBuilder(self.game, look, self.played, self.logs, self._board, self.facts, self.reads)
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
        return [*_tidied(parts), NextPageTemplate(WIDE), PageBreak(), *self.end()]

    def end(self, record: Record | None = None) -> list[Flowable]:
        """The last pages, in a wide column; `record` takes their numbers where they are made alone."""
        self.record = record or self.record
        return _tidied(self.charts())

    @cached_property
    def title_block(self) -> Drawing:
        """Drawn once a book, like the page of charts."""
        with self.reads.of(FRONT):
            return title_block(self.game, self.look)

    @cached_property
    def summary(self) -> list[Drawing]:
        """What may fill the foot of the last page of text: the turn, how the game ends, options, the map's symbols."""
        game = self.game
        with self.reads.of(END):
            turn = sequence_part(game, WIDE_MM, TURN)
            others = [ending_part(game, WIDE_MM), *scenario_parts(game, WIDE_MM)[1:], options_part(game, WIDE_MM)]
            if game.map.kind != "hexes":  # a terrain chart says it there
                others.append(symbols_part(game, WIDE_MM))
        return [part for part in (turn, *others) if part is not None]

    def back_parts(self) -> list[list[Drawing]]:
        """The drawings of the last pages, the summary with them unless it stands elsewhere."""
        apart = self.foot is not None
        if apart not in self._back:
            with self.reads.of(END):
                self._back[apart] = back_parts(self.game, self.look, [] if apart else self.summary)
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
            with self.reads.of(FRONT):
                self._plates[free] = components_plate(game, look, free, page - 6.0)
        return [title, contents, Picture(self._plates[free], before_pt=14, after_pt=0)]

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
        text = self.filled(entry.case.text, where)
        made: list[Flowable] = [self.heading(entry), *self.body(text, self.look.body(), self.look.item(), where)]
        for example in self.game.all_examples():
            if example.in_rulebook and example.rules[:1] == (entry.case.id,) and example.id not in self.named_examples:
                made += self.example(example)
        return made

    def filled(self, text: str, where: Location | None) -> str:
        """`text` with its values, rendered once a book. Raises SourceError for a glyph that the font lacks."""
        if text not in self.texts:
            self.texts[text] = rendered(text, self.values, where=where)
            self.refuse_unknown_glyphs(self.texts[text].replace("\n", " "), where)
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
        if table.id not in self.figures:
            drawn = draw_table(self.game, table, FULL_MM, SMALL)
            self.figures[table.id] = _under(table.title, drawn) if with_title else drawn
        drawing = self.figures[table.id]
        assert drawing is not None
        return [Picture(drawing, before_pt=3, after_pt=8)]

    def head_figure(self, table: FlowTable) -> list[Flowable]:
        """A flow chart at the head of the next page, and a line that says where it stands."""
        anchor = anchor_of(f"§figure {table.id}")
        if table.id not in self.figures:
            self.figures[table.id] = titled(table.title, draw_table(self.game, table, WIDE_MM, WIDE_FIGURE))
        drawing = self.figures[table.id]
        assert drawing is not None
        record = self.record
        told = self.game.words.text("The chart is on page {n}.", n=self.before.pages.get(anchor, "0"))
        pointer = JustifiedParagraph((Span(told, italic=True, link=anchor),), self.look.body(), cache=self.cache)
        return [pointer, HeadFigure(drawing, anchor, lambda page: record.pages.__setitem__(anchor, page))]

    def example(self, example: Example) -> list[Flowable]:
        """The box of an example, with what the referee played."""
        return example_box(
            self.game, self.look, example, self.played.get(example.id, ()), self.values,
            self.index.resolved, self.cache, self.logs.get(example.id, ()), self.figure(example),
        )  # fmt: skip

    def figure(self, example: Example) -> Drawing | None:
        """The piece of the board of an example, drawn once a book; None on a map of areas."""
        if self.game.map.kind == "areas":
            return None
        key = f"example {example.id}"
        if key not in self.figures:
            log = self.logs.get(example.id, ())
            if self.game.map.kind == "hexes":
                facts = self.facts.get(example.id, BoardFacts())
                self.figures[key] = hex_figure(self.hexes, example, log, facts, ROOM_MM)
            else:
                self.figures[key] = board_figure(self.game, self.board, example, log, ROOM_MM)
        return self.figures[key]

    @cached_property
    def hexes(self) -> HexBoard:
        """The printed hex map, for pieces of it."""
        return HexBoard(self.game, self.board)

    @cached_property
    def board(self) -> MapPlan:
        """The plan of the map."""
        return self._board if self._board is not None else plan_sheet(self.game)

    # The end --------------------------------------------------------------------------------

    def errata(self) -> list[Flowable]:
        """What differs from the printed game."""
        if not self.game.errata.errata:
            return []
        heading = self.title("", self.game.words.text("Rulings and changes"), anchor_of("§errata"), 0)
        return [heading, *errata_of(self)]

    def credits(self) -> list[Flowable]:
        """Credits, sources, licence."""
        heading = self.title("", self.game.words.text("Credits and sources"), anchor_of("§credits"), 0)
        return [heading, *credits_of(self)]

    def charts(self) -> list[Flowable]:
        """The last pages: all tables, large."""
        heading = self.title("", self.game.words.text("Charts"), anchor_of("§charts"), 0, indent_mm=0.0)
        return [heading, *back_pages(self)]


def _under(title: str, table: Drawing) -> Drawing:
    """A table of a column with its title above it."""
    height = 5.6
    head = Text(0.0, 3.6, title, "condensed-semibold", 9.5, INK)
    return Drawing((head, table.at(0.0, height)), table.width_mm, table.height_mm + height)


def _tidied(parts: list[Flowable]) -> list[Flowable]:
    """`parts` with each run of headings made to keep the first lines below it."""
    made: list[Flowable] = []
    index = 0
    while index < len(parts):
        if not isinstance(parts[index], Heading):
            made.append(parts[index])
            index += 1
            continue
        end = index
        while end < len(parts) and isinstance(parts[end], Heading):
            end += 1
        headings = [p for p in parts[index:end] if isinstance(p, Heading)]
        body = parts[end] if end < len(parts) else None
        if isinstance(body, Float):
            parts[end : end + 1] = body.in_place()
            body = parts[end]
        kept = _with_table(parts, end)
        before, least = (headings, body) if kept is None else ([*headings, *kept[:-1]], kept[-1])
        made += [room_for(before, least, FULL_MM * PT_PER_MM), *headings]
        index = end
    return made


def _with_table(parts: Sequence[Flowable], start: int) -> list[Flowable] | None:
    """The short paragraphs at `start` and the table that they lead to, which a heading keeps with it; None without."""
    kept: list[Flowable] = []
    for part in parts[start : start + 1 + MOST_KEPT]:
        kept.append(part)
        if isinstance(part, Picture):
            return kept
        if not isinstance(part, JustifiedParagraph) or len(part.lines_for(FULL_MM)) > MOST_KEPT_LINES:
            return None
    return None
