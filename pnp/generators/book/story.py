"""From a game to the flowables of its rulebook: cases, tables, examples, errata, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby, takewhile, zip_longest
from operator import itemgetter

from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.draw.scene import CachedNodes, Group, Node, Text
from pnp.draw.text import glyph_problem, width_mm
from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.generators.book.back import credit_spans, last_pages, scenario_facts
from pnp.generators.book.components import draw_components
from pnp.generators.book.contents import ContentsLine
from pnp.generators.book.cover import draw_cover
from pnp.generators.book.figures.board import PlaceBoard, board_figure
from pnp.generators.book.figures.campaign import campaign_map
from pnp.generators.book.figures.example import ROOM_MM, campaign_box, example_box, room_mm, standing
from pnp.generators.book.figures.hexes import HexBoard, hex_figure
from pnp.generators.book.figures.steps import steps_drawn, steps_of
from pnp.generators.book.flow import OPENING_MM, DesignNote, Float, Heading, Opening, Picture, TintedBox
from pnp.generators.book.front import front_parts
from pnp.generators.book.galley import FULL_PT
from pnp.generators.book.index import RuleEntry, RuleIndex, anchor_of
from pnp.generators.book.index_page import Glossary, IndexPage, index_pages, key_runs
from pnp.generators.book.look import (
    BOTTOM_MM,
    FIRST_MORE_MM,
    FULL_MM,
    GAP_MM,
    INK,
    PAD_MM,
    TOP_MM,
    WIDE_MM,
    BookLook,
)
from pnp.generators.book.pages import BookParts, PageRecord, stacked_pt
from pnp.generators.book.references import raised
from pnp.generators.book.rulings import ruling_parts
from pnp.generators.book.set_list import NamedRow, named_items, runs_of, set_list
from pnp.generators.book.share import BookShare
from pnp.generators.book.strip import FIRST_MM, draw_strip
from pnp.generators.book.tabs import Tab, key_of, number_of, tabs_of
from pnp.generators.book.word_index import IndexEntry, as_read, in_order, index_entries
from pnp.generators.charts.blocks import OPTIONS, common_blocks
from pnp.generators.charts.blocks import in_order as in_order_of_tasks
from pnp.generators.charts.composer import Block
from pnp.generators.charts.terrain import terrain_list, terrain_part
from pnp.generators.maps.hex.piece import Pieces
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import plan_key, plan_sheet
from pnp.generators.scenarios.start_map import StartMap, ground_scene
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.events import draw_joined_events, joins
from pnp.generators.tables.look import LARGE, SMALL, TableLook, start_of
from pnp.generators.tables.parts import TITLE_MM, titled
from pnp.generators.tables.results import draw_results, shown_code
from pnp.generators.tables.tables import draw_table
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, ListItem, Paragraph, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import TextStyle
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import CampaignMap, Example, ExampleStage, RuleCase
from pnp.model.tables import AnyTable, EventsTable, FlowTable, ResultsTable
from pnp.output import content_hash
from pnp.sources.text_values import rendered, rule_values
from pnp.units import MM_PER_PT, PT_PER_MM

LEAST_PT = 6.5
"""Words of a table in a column have at least this size; one with smaller words takes the width of the page."""
MOST_TALLER, MOST_NARROWED = 1.25, 1.9
"""A table stands below the text, not below its numbers, too, unless it is so much taller there; one that is so much
taller than across both columns stands across them.
"""

MOST_COLUMNS = 7
"""A results table with more takes the width of the page, too: it is what a game looks up most."""

WIDE_FIGURE = TableLook(body_pt=8.4, leading_pt=10.2, small_pt=7.6)
"""Type sizes of a flow chart as wide as the page."""

STRIP_GAP_MM, LEAST_BOARD_MM = 6.0, 66.0
"""White about a picture of the board, and the least room for the map of the start, which closes a page."""

MOST_CONTENTS = 60
"""More chapters, sections and cases than these: the contents leave the cases to the index."""

HEADINGS = ((15.0, 18.0, 14.0, 3.0), (10.4, 12.0, 9.0, 0.5), (9.4, 12.0, 7.0, 0.0))
OPENING, SECTION = (24.0, 27.0, 0.0, 4.0), (13.0, 16.0, 14.0, 2.0)
"""Size, leading, white above and below in pt of the headings of each level, of a chapter across the page, a section."""

OPENING_PT = 43.0
"""Size of the number of a chapter across the page; in a column it has that of the title."""

LEAST_OPENING_PT = 18 * 12.0
"""A chapter of fewer lines of text begins in a column, without a lead, unless it is the first or a procedure."""

RUN_IN, RUN_IN_SHARE = 2, 0.94
"""From this level on the title of a case begins its text; its number is so much smaller than that."""

OPENING_BELOW_PT, ABOVE_BOX_PT, LEAST_INDEX_PT, BEGUN_PT, AMID = 14.0, 16.0, 270.0, 280.0, 1.3
"""White below a chapter's opening across the page, and above the index and the credits; the least room below the text
in which the index begins, the white on a page that another page of it costs as much as, and how much more white costs
on a page that isn't the last.
"""

MOST_LEAD, SHORT_LEAD = 340, 210
"""Most characters of a first paragraph of a chapter that is set larger: across the page, and in a column."""


class BookBuilder:
    """Makes the flowables of a book for each pass; lines broken and drawings made in one pass serve the next.

    logs    example id -> what the referee logged
    board   the plan of the map, from which cover and figures are cut, or a function that makes it; None = made when a
            figure needs it, and the book has no cover
    facts   example id -> what the referee derives from its position, for figures of hex maps
    share   lines and drawings shared with books on other papers; filled
    """

    def __init__(
        self, game: Game, look: BookLook, logs: Mapping[str, Sequence[LogLine]],
        board: MapPlan | Callable[[], MapPlan] | None = None, facts: Mapping[str, BoardFacts] | None = None,
        share: BookShare | None = None,
    ) -> None:  # fmt: skip
        self.share = share or BookShare()
        self.facts = facts or {}
        self.game, self.logs, self.given_board = game, logs, board
        self.index = RuleIndex(game)
        self.look = look
        self.before, self.record = PageRecord(), PageRecord()

    @cached_property
    def values(self) -> Mapping[str, object]:
        """The values that rule texts may refer to by name."""
        return rule_values(self.game)

    @cached_property
    def notes(self) -> Mapping[str, tuple[str, str]]:
        """Label and title of each case by its anchor, in reading order."""
        return {entry.anchor: (entry.label, entry.case.title) for entry in self.index.entries}

    @cached_property
    def named_examples(self) -> frozenset[str]:
        """The ids of the examples that a text inserts by name."""
        blocks = (block for case in self.game.cases() for block in parse(case.text))
        return frozenset(block.id for block in blocks if isinstance(block, Insert) and block.kind == "example")

    def story(self, before: PageRecord, record: PageRecord) -> BookParts:
        """The parts of the whole book; `before` has the page numbers to print, `record` gets the new ones."""
        self.before, self.record = before, record
        chapters = (part for chapter in self.chapters for part in self.chapter(chapter))
        return BookParts(
            cover=Picture(self.cover, before_pt=0, after_pt=0) if self.cover is not None else None,
            front=self.front(before),
            text=[*chapters, *self.scenarios(), *self.options(), *self.errata()],
            after=[*self.end(before.room), PageBreak(), *self.charts()],
            notes=self.notes,
            tabs=self.tabs,
        )

    @cached_property
    def cover(self) -> Drawing | None:
        """The cover; none for a book whose board was not given, which is set to be read on its own."""
        if self.given_board is None:
            return None
        info = self.game.info

        def draw() -> Drawing:
            return draw_cover(self.game, self.look, self.board)

        drawn = self.share.drawn(f"cover {self.look.paper}", draw)
        return drawn and replace(drawn, alt=". ".join(filter(None, (info.printed_title, info.subtitle))), upright=True)

    @property
    def blocks(self) -> list[Block]:
        """The charts of the last pages; what is optional stands with the scenarios, whose players choose it."""
        shown = [block for block in common_blocks(self.game) if block.name != OPTIONS]
        return self.share.drawn("blocks", lambda: in_order_of_tasks(self.game, shown))

    def opening_strip(self) -> list[Flowable]:
        """The piece of the board at the head of the rules; none where hardly any units stand there, and in a book whose
        board was not given.
        """
        if self.given_board is None:
            return []
        strip = self.share.drawn("strip", lambda: draw_strip(self.game, self.board, self.layers, WIDE_MM, FIRST_MM))
        return [_pictured(strip)] if strip else []

    def board_closing(self, room_pt: float) -> list[Flowable]:
        """The map of the start where a page ends with so much room, in a book whose board was given: that on which the
        most stands of those on which units don't hide each other.
        """
        high = room_pt * MM_PER_PT - STRIP_GAP_MM - 0.1
        if self.given_board is None or high < LEAST_BOARD_MM:
            return []
        maps = (StartMap(self.game, self.board, scenario) for scenario in self.game.scenarios.values())
        sized = ((one, one.size(WIDE_MM, high - TITLE_MM)) for one in maps if one)
        clear = [(one, size) for one, size in sized if one.is_clear(size[2])]
        if not clear:
            return []
        start, size = max(clear, key=lambda way: len(way[0].places))
        return [_pictured(self.share.drawn(
            f"board {high:.1f}", lambda: start.shown(WIDE_MM, size, self._start_ground())
        ))]  # fmt: skip

    @property
    def layers(self) -> list[Pieces]:
        """The layers of the printed map without numbers of hexes, from which pieces are cut."""
        layers = [self.hexes.pieces, *self.hexes.words] if self.board.hexes else self.places.layers
        return [one for one in layers if one.layers[0].layer != "numbers"]

    @cached_property
    def places(self) -> PlaceBoard:
        """The printed map of areas or points, from which figures are cut."""
        return PlaceBoard(self.game, self.board)

    def front(self, before: PageRecord) -> list[Flowable]:
        """The first page: title, contents, and the counters, which go on overleaf where they are many."""
        page_mm = self.look.page_mm[1] - TOP_MM - BOTTOM_MM + FIRST_MORE_MM
        picturing = self.components if self.cover is not None else None
        return front_parts(self.game, self.look, self.contents(), before.pages, page_mm, self.share, picturing)

    def components(self, width: float, height: float) -> Drawing:
        """The picture of what lies in the box; its map has the ground of the maps of starts."""
        return draw_components(self.game, self.look, self.board, width, height, self._start_ground())

    def contents(self) -> list[ContentsLine]:
        """The lines of the contents: chapters, their sections and, if they aren't too many, cases; the end matter."""
        words = self.game.words
        sections = {e.anchor for chapter in self.chapters for e in chapter[1:] if e.level == 0}
        lines = [
            ContentsLine(e.label, e.case.title, e.anchor, max(e.level, int(e.anchor in sections)))
            for e in self.index.entries if e.level < 2
        ]  # fmt: skip
        if len(lines) > MOST_CONTENTS:
            lines = [line for line in lines if line.level == 0 or line.anchor in sections]
        lines = [line for line in lines if line.level == 0 or line.anchor in sections or not _is_only(lines, line)]
        lines.append(ContentsLine("", words.text("Scenarios to play"), anchor_of("§scenarios"), 0))
        several = self.game.scenarios.values() if len(self.game.scenarios) > 1 else ()
        lines += [ContentsLine("", s.name, anchor_of(f"§scenario {s.id}"), 1) for s in several]
        if self.game.errata.errata:
            lines.append(ContentsLine("", words.text("Rulings and changes"), anchor_of("§errata"), 0))
        ends = [ContentsLine("", words.text("About this edition"), anchor_of("§credits"), 0)]
        if self.index_entries or self.glossary.words:
            ends.insert(0, ContentsLine("", self.index_title, anchor_of("§index"), 0))
        lines += sorted(ends, key=lambda line: self.before.pages.get(line.anchor, 0))
        lines.append(ContentsLine("", words.text("Charts"), anchor_of("§charts"), 0))
        return lines

    # Cases ----------------------------------------------------------------------------------

    @cached_property
    def tabs(self) -> list[Tab]:
        """The tabs at the edge of the pages."""
        return tabs_of(self.index.entries, anchor_of("§scenarios"))

    @cached_property
    def chapters(self) -> list[list[RuleEntry]]:
        """The cases of each chapter, with the sections that follow it under its number."""
        chapters: list[list[RuleEntry]] = []
        for entry in self.index.entries:
            if entry.level == 0 and not self.is_section(entry, chapters[-1][0] if chapters else None):
                chapters.append([])
            chapters[-1].append(entry)
        return chapters

    def chapter_of(self, entry: RuleEntry) -> RuleEntry:
        """The head of the chapter of a case."""
        return next(chapter[0] for chapter in self.chapters if entry in chapter)

    def is_section(self, entry: RuleEntry, chapter: RuleEntry | None) -> bool:
        """Whether a case of level 0 goes on with `chapter`: it has its number, or none and no more than a table."""
        if chapter is None or not chapter.label:
            return False
        if not entry.label:
            return entry.case.text.startswith("@table")
        return key_of(entry.label) == chapter.label

    def chapter(self, entries: Sequence[RuleEntry]) -> list[Flowable]:
        """A chapter; where it opens across the page, the steps that it describes stand below its first words; above the
        first stands a piece of the board.
        """
        first, *others = entries
        parts, below = self.case(first), [part for e in others for part in self.table_alone(e) or self.case(e)]
        set_in = [part for part in (*parts, *below) if isinstance(part, JustifiedParagraph | NamedRow)]
        steps = steps_of(self.game, {e.case.id for e in entries})
        long = sum(part.wrap(FULL_PT, 10_000.0)[1] for part in set_in) >= LEAST_OPENING_PT
        opens = long or steps or entries is self.chapters[0]
        said = self.lead(parts[1]) if opens and others and parts[1:] else None
        parts[1:2] = [said] if said else parts[1:2]
        picture = self.opening_strip() if entries is self.chapters[0] else []
        across = [*picture, self.heading(first, across=WIDE_MM)]
        if said:
            across.append(JustifiedParagraph(said.spans, self.look.lead(across=True), cache=self.share.lines))
        if steps:
            across[-1].spaceAfter += OPENING_BELOW_PT / 2
            row = self.share.drawn(
                f"steps {first.anchor}", lambda: steps_drawn(self.game, self.index, self.look, steps)
            )
            across.append(Picture(row, after_pt=0.0))
        across[-1].spaceAfter += OPENING_BELOW_PT
        opening = [Opening(across, 1 + bool(said), WIDE_MM)] if opens else []
        return [*opening, *parts, *below]

    def lead(self, part: Flowable) -> JustifiedParagraph | None:
        """The first paragraph of a chapter, larger in a column where it is short; None where it is no general rule."""
        said = "".join(span.text for span in part.spans) if isinstance(part, JustifiedParagraph) else ""
        if not said or part.marker or len(said) > MOST_LEAD or said.endswith((":", "：")):
            return None
        style = self.look.lead() if len(said) <= SHORT_LEAD else self.look.body()
        return JustifiedParagraph(part.spans, style, cache=self.share.lines)

    def case(self, entry: RuleEntry) -> list[Flowable]:
        """Heading and text of one case, its note and its examples."""
        where = entry.case.where("text")
        text = self.filled(entry.case.text, where)
        body = self.body(text, self.look.body(), self.look.item(), where)
        run_in = entry.level >= RUN_IN and isinstance(body[0], JustifiedParagraph) and not body[0].marker
        if run_in:
            name = Span(f"{entry.case.title}{self.game.words.stop}", bold=True, italic=True)
            title = (name, *self.marked(entry), Span("\u2002"))
            body[0] = JustifiedParagraph((*title, *body[0].spans), body[0].style, cache=self.share.lines)
        end = len(body) - len([*takewhile(lambda part: isinstance(part, Float), reversed(body))])
        heading = self.heading(entry, run_in=run_in)
        parts: list[Flowable] = [heading, *body[:end], *self.design_note(entry.case), *body[end:]]
        for example in self.examples_after(entry.case):
            parts += self.example(example)
        return [*parts, *self.campaign(entry.case)]

    def campaign(self, case: RuleCase) -> list[Flowable]:
        """The box with the campaign that a case tells of, if it has one."""
        if case.campaign is None:
            return []
        drawn = self.campaign_map(case.campaign)
        return campaign_box(self.game, self.look, case.campaign, drawn, self.index.resolved, self.share.lines)

    def campaign_map(self, campaign: CampaignMap) -> Drawing:
        """Its map, drawn once for all papers."""
        return self.share.drawn(f"campaign {campaign.title}", lambda: replace(campaign_map(
            self.game, self.board, campaign, self._start_ground(), ROOM_MM
        ), alt=campaign.title, upright=True))  # fmt: skip

    def design_note(self, case: RuleCase) -> list[Flowable]:
        """Why the rule of a case is so."""
        if not case.design_note:
            return []
        head = Span(self.game.words.text("Design note").upper() + "\u2002", bold=True)
        note = self.filled(case.design_note, case.where("design_note"))
        spans = self.index.resolved((head, Span(note, italic=True)))
        return [DesignNote(spans, self.look.note(), cache=self.share.lines)]

    def table_alone(self, entry: RuleEntry) -> list[Flowable]:
        """A case that is no more than a table across the page, which has its title: a heading would have nothing below
        it. Nothing for any other.
        """
        parts, (block, *more) = self.case(entry), parse(entry.case.text) or [None]
        if more or not isinstance(block, Insert) or not (isinstance(parts[-1], Float) and parts[-1].wide):
            return []
        table = next(table for table in self.game.charts.tables if table.id == block.id)
        return self.head_figure([table], self.heading(entry))[1:]

    def examples_after(self, case: RuleCase) -> list[Example]:
        """The examples that stand after the text of a case: those that it comes first for and no text names."""
        return [
            example for example in self.game.all_examples()
            if example.in_rulebook and example.rules[:1] == (case.id,) and example.id not in self.named_examples
        ]  # fmt: skip

    def filled(self, text: str, where: Location | None) -> str:
        """`text` with its values, rendered once for all papers. Raises SourceError for a glyph that the font lacks."""
        texts = self.share.texts
        if text not in texts:
            with_values = rendered(text, self.values, where=where)
            self.refuse_unknown_glyphs(with_values.replace("\n", " "), where)
            texts[text] = with_values
        return texts[text]

    def refuse_unknown_glyphs(self, text: str, where: Location | None) -> None:
        """Raise SourceError when the book's font can't print `text`."""
        problem = glyph_problem(text, self.look.body().faces.regular, where, game=self.game.id)
        if problem is not None:
            raise SourceError(problem)

    def marked(self, entry: RuleEntry) -> tuple[Span, ...]:
        """The mark of a case whose title begins its text."""
        mark = self.mark_of(entry.case)
        return (raised(mark, ""),) if mark else ()

    def heading(self, entry: RuleEntry, *, run_in: bool = False, across: float = 0.0) -> Heading:
        """The heading of a case and its mark."""
        self.refuse_unknown_glyphs(entry.case.title, entry.case.where("title"))
        mark = self.mark_of(entry.case)
        section = entry.level == 0 and self.chapter_of(entry) is not entry
        return self.title(
            number_of(entry), entry.case.title, entry.anchor, entry.level, eyebrow=entry.part, mark=mark,
            section=SECTION if section else None, run_in=run_in, across=across,
        )  # fmt: skip

    def mark_of(self, case: RuleCase) -> str:
        """R for a case that rests on a reconstruction, EN for one that stands in English as it isn't translated."""
        kinds = {e.id: e.kind for e in self.game.errata.errata}
        reconstructed = any(kinds.get(ruling) == "reconstruction" for ruling in case.rulings)
        english = case.text in self.game.left or (case.title in self.game.left and case.title != case.id)
        return " ".join(mark for mark, holds in (("R", reconstructed), ("EN", english)) if holds)

    def title(
        self, label: str, title: str, anchor: str, level: int, *, eyebrow: str = "", mark: str = "",
        section: tuple[float, ...] | None = None, run_in: bool = False, across: float = 0.0,
    ) -> Heading:  # fmt: skip
        """A heading in the type of its `level`, which notes its page in the record, under an `eyebrow` unless it says
        the same.

        across   width in mm of one that opens a page
        section  the type of one of level 0 without the large number and the rule of a chapter
        """
        chapter = level == 0 and section is None
        eyebrow = "" if eyebrow.casefold() in title.casefold() else eyebrow
        size, leading, before, after = section or (OPENING if across else HEADINGS[min(level, 2)])
        if across:  # no word is divided
            longest = max(width_mm(word, self.look.heads.bold, size) for word in title.split())
            size *= min(1.0, (across - OPENING_MM - 0.5) / longest)
        style = self.look.body() if run_in else self.look.body().with_(faces=self.look.heads)
        style = style.with_(size_pt=size, leading_pt=leading, space_before_pt=before, space_after_pt=after)
        size *= RUN_IN_SHARE if run_in else 1.0
        return Heading(
            label, title, style, anchor=anchor, level=level,
            number=self.look.number(OPENING_PT if across else size, chapter=chapter, below=run_in),
            width_mm=across or FULL_MM, eyebrow=eyebrow,
            rule=self.look.chapter if chapter else "",
            mark=mark, run_in=run_in, across=across > 0.0, on_page=self.record.note,
        )  # fmt: skip

    def body(
        self, text: str, body: TextStyle, item: TextStyle, where: Location | None, skip: int = 0
    ) -> list[Flowable]:
        """The flowables of a text from the source line `where`, without its first `skip` blocks: paragraphs, list
        items, tables, examples.
        """
        parts: list[Flowable] = []
        blocks = parse(text, where=where)[skip:]
        inserts = [self.inserted(block, where) for block in blocks if isinstance(block, Insert)]
        tables = [one for one in inserts if not isinstance(one, Example)]
        runs = runs_of(blocks)
        for run, following in zip_longest(runs, runs[1:]):
            block = run[0]
            if isinstance(block, Insert) and block.kind == "table" and _are_one(tables):
                parts += self.head_figure(tables) if block.id == tables[0].id else []
            elif isinstance(block, Insert):
                parts += self.insert(block, where, with_title=len(tables) > 1 or block is not blocks[0])
            elif isinstance(block, Paragraph):
                parts.append(self.paragraph(block.spans, body))
            else:
                ends = following is None or isinstance(following[0], Paragraph)
                items = [one for one in run if isinstance(one, ListItem)]
                parts += self.items(items, body, item, body.space_after_pt if ends else item.space_after_pt)
        return parts

    def items(self, items: Sequence[ListItem], body: TextStyle, item: TextStyle, after_pt: float) -> list[Flowable]:
        """The flowables of a list, set as a table where each item begins with a name."""
        named = None if items[0].marker else named_items([one.spans for one in items])
        rows = set_list(named, body, self.paragraph, after_pt) if named else None
        if rows:
            return rows
        parts: list[Flowable] = []
        for one in items:
            look = Look("condensed-bold" if one.marker else "serif-bold", body.size_pt, self.look.number_ink)
            style = item.with_(space_after_pt=after_pt) if one is items[-1] else item
            parts.append(self.paragraph(one.spans, style, (one.marker or "•", look, body.indent_mm)))
        return parts

    def paragraph(
        self, spans: Sequence[Span], style: TextStyle, marker: tuple[str, Look, float] | None = None
    ) -> JustifiedParagraph:
        """A paragraph of running text, its cross-references resolved to links."""
        resolved = self.index.resolved(spans)
        return JustifiedParagraph(resolved, style, marker=marker, cache=self.share.lines)

    def insert(self, block: Insert, where: Location | None, *, with_title: bool = False) -> list[Flowable]:
        """The table or example that the text at `where` inserts. Raises SourceError for an unknown one.

        with_title  print the table's title above it, as one of several under the same heading
        """
        table = self.inserted(block, where)
        if isinstance(table, Example):
            return self.example(table)
        if isinstance(table, FlowTable) or table is terrain_list(self.game):
            return self.head_figure([table])

        def draw() -> Drawing:
            wide, drawn = (draw_table(self.game, table, width, SMALL) for width in (FULL_MM, self.look.column_mm))
            if drawn.least_pt < LEAST_PT or drawn.height_mm > MOST_TALLER * wide.height_mm:
                drawn = wide
            return _under(table.title, drawn) if with_title else drawn

        drawing = self.share.drawn(f"table {table.id} {with_title}", draw)
        crowded = isinstance(table, ResultsTable) and len(table.columns) > MOST_COLUMNS
        wide = partial(draw_table, self.game, table, WIDE_MM, SMALL)
        high = self.share.drawn(f"wide {table.id}", wide).height_mm
        if crowded or drawing.least_pt < LEAST_PT or drawing.height_mm > MOST_NARROWED * high:
            return self.head_figure([table])
        return [Float(Picture(drawing, indent_mm=FULL_MM - drawing.width_mm))]

    def inserted(self, block: Insert, where: Location | None) -> AnyTable | Example:
        """What the text at `where` inserts. Raises SourceError for an unknown one."""
        targets: Mapping[str, AnyTable | Example] = (
            {table.id: table for table in self.game.charts.tables} if block.kind == "table"
            else {example.id: example for example in self.game.all_examples()}
        )  # fmt: skip
        if block.id not in targets:
            hint = did_you_mean(block.id, targets)
            raise SourceError(Problem("unknown-name", f"there is no {block.kind} {block.id!r}", where, hint))
        return targets[block.id]

    def head_figure(self, tables: Sequence[AnyTable], heading: Heading | None = None) -> list[Flowable]:
        """A flow chart, the chart of terrain, a table too wide for a column, or several drawn as one, for the head of
        the next page, and a line in the text that refers to it; it may stand for a `heading`.
        """
        table = tables[0]
        anchor = anchor_of(f"§figure {table.id}")
        look = WIDE_FIGURE if isinstance(table, FlowTable) else LARGE
        address = " ".join(filter(None, (heading.label, heading.mark))) if heading else ""
        pictured, title = table is terrain_list(self.game), table.title if len(tables) == 1 else start_of(table.title)
        title = self.game.words.text("Terrain effects") if pictured else title
        drawing = self.share.drawn(f"wide table {table.id} {address}", lambda: (
            terrain_part(self.game, WIDE_MM) if pictured else
            titled(self.game, title, _as_one(self.game, tables, look), address=address)
        ))  # fmt: skip
        text = f"→\u2002{title}{self.page_of(anchor)}"
        pointer = JustifiedParagraph((Span(text, italic=True, link=anchor),), self.look.body(), cache=self.share.lines)
        figure = Picture(drawing, anchor=anchor, heading=heading)
        return [pointer, Float(figure, wide=True, on_page=partial(self.record.note_figure, anchor))]

    def page_of(self, anchor: str) -> str:
        """Where a figure stands, for the text that leads to it; "" where that is on the same page."""
        if anchor not in self.before.parted:
            return ""
        return f", {self.look.page_label.format(n=self.before.figures[anchor][1])}"

    def example(self, example: Example) -> list[Flowable]:
        """The box of an example, with what came out when the referee played it."""
        return example_box(
            self.game, self.look, example, self.values,
            self.index.resolved, self.share.lines, self.logs.get(example.id), self.figure(example),
            {stage.paragraph: drawn for stage in example.stages if (drawn := self.figure(example, stage))},
            partial(self.record.note_figure, example.id),
        )  # fmt: skip

    def figure(self, example: Example, stage: ExampleStage | None = None) -> Drawing | None:
        """The cut-out of the board for an example or one of its stages, drawn once for all papers; None where it would
        be too small, and for an example whose stages have their own.
        """
        log = self.logs.get(example.id, ())
        if bool(log and example.stages) is not bool(stage):
            return None

        def draw() -> Drawing | None:
            if self.game.map.kind == "hexes":
                facts = self.facts.get(example.id, BoardFacts())
                drawn = hex_figure(self.hexes, example, log, facts, room_mm(example), stage)
            else:
                drawn = board_figure(self.places, example, log, room_mm(example), stage)
            return drawn and replace(drawn, alt=standing(self.game, example) or example.title, upright=True)

        return self.share.drawn(f"example {example.id} {stage.paragraph if stage else 0}", draw)

    @cached_property
    def hexes(self) -> HexBoard:
        """The printed hex map, from which figures are cut."""
        return HexBoard(self.game, self.board)

    @cached_property
    def board(self) -> MapPlan:
        """The plan of the map, made here when none was given."""
        if self.given_board is not None:
            return self.given_board() if callable(self.given_board) else self.given_board
        return plan_sheet(self.game)

    # The end --------------------------------------------------------------------------------

    def scenarios(self) -> list[Flowable]:
        """Each scenario: its length, where to find its set-up, its introduction."""
        parts: list[Flowable] = [self.title("", self.game.words.text("Scenarios to play"), anchor_of("§scenarios"), 0)]
        for scenario in self.game.scenarios.values():
            where = scenario.where("text")
            self.refuse_unknown_glyphs(scenario.text.replace("\n", " "), where)
            parts.append(self.title("", scenario.name, anchor_of(f"§scenario {scenario.id}"), 1))
            parts.append(self.paragraph(scenario_facts(self.game, scenario), self.look.body()))
            parts += self.body(scenario.text, self.look.body(), self.look.item(), where)
        return parts

    def _start_ground(self) -> Node:
        """The ground of small maps, which is kept as their form."""
        game, (x, y, width, height) = self.game, self.board.frame_mm
        key = content_hash("start", plan_key(game), game.style.model_dump_json())
        stored = map_ink(game.map, game.style).storable
        return CachedNodes(
            key, (x, y, x + width, y + height), lambda: ground_scene(game, self.board).children, stored=stored
        )

    def options(self) -> list[Flowable]:
        """The optional rules, a sentence each, which players choose with a scenario."""
        options, words = self.game.info.options, self.game.words
        title = self.title("", words.text("Optional rules"), anchor_of("§options"), 1)
        rules = [(Span(f"{option.name}{words.stop} ", bold=True), Span(option.text), *self.address(option.rule))
                 for option in options]  # fmt: skip
        return [title, *(self.paragraph(spans, self.look.body()) for spans in rules)] if options else []

    def errata(self) -> list[Flowable]:
        """The rulings and changes, a chapter below what it tells."""
        if not self.game.errata.errata:
            return []
        told = self.game.words.text(
            "The original leaves gaps and contradicts itself in places. Each entry says what is unclear there, then "
            "what this edition does. The reasons, and what is reconstructed, are given in the rulebook for the screen."
        )
        name, anchor = self.game.words.text("Rulings and changes"), anchor_of("§errata")
        across = self.title("", name, anchor, 0, across=WIDE_MM)
        style = self.look.lead(across=True).with_(indent_mm=0.0)
        lead = JustifiedParagraph((Span(told),), style, cache=self.share.lines)
        lead.spaceAfter = OPENING_BELOW_PT
        column = [self.title("", name, anchor, 0), self.paragraph((Span(told),), self.look.body())]
        rows = ruling_parts(
            self.game, self.look, self.index, self.share.lines, self.chapter_of, self.record.note
        )
        return [Opening([across, lead], len(column), WIDE_MM, bars=2.0), *column, *rows]

    def end(self, room_pt: float) -> list[Flowable]:
        """Index and credits, and the map of the start where a page has room for it. The index goes straight on below
        the text, which leaves so much room, or begins a page, below the credits or not: whatever leaves least white.
        """
        page_pt, credits = (self.look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM, self.credits()
        ways: list[list[list[Flowable]]] = [[[], *self.index_pages(page_pt, credits)]]
        if credits.height + ABOVE_BOX_PT <= room_pt:
            ways.append([[credits], *self.index_pages(page_pt)])
        if room_pt >= LEAST_INDEX_PT:
            ways.append(self.index_pages(room_pt - ABOVE_BOX_PT, credits))

        def closed(pages: list[list[Flowable]]) -> tuple[float, list[list[Flowable]]]:
            """What the white of the pages costs, with the map of the start on that with most, and the pages."""
            rooms = [page_pt + page[0].getSpaceBefore() if n else room_pt for n, page in enumerate(pages)]
            white = [room - stacked_pt(page) for room, page in zip(rooms, pages, strict=True)]
            most = max(range(len(pages)), key=white.__getitem__)
            board = self.board_closing(white[most])
            white[most] -= stacked_pt(board)
            pages = [[*page, *(board if n == most else ())] for n, page in enumerate(pages)]
            index = [(n, at) for n, page in enumerate(pages) for at, part in enumerate(page)
                     if isinstance(part, IndexPage)]  # fmt: skip
            for n, at in index:
                part = pages[n][at]
                pages[n][at] = part.spread(part.height + white[n])
                white[n] -= pages[n][at].height - part.height
            costs = [max(one, 0.0) ** 2 for one in white]
            return sum(AMID * cost for cost in costs[:-1]) + costs[-1] + len(index) * BEGUN_PT**2, pages

        _, pages = min(map(closed, ways), key=itemgetter(0))
        return [part for page in pages for part in (PageBreak(), *page)][1:]

    def credits(self) -> Flowable:
        """The credits, sources and licence in a box across the page."""
        look, style = self.look, self.look.example()
        title = Heading(
            "", self.game.words.text("About this edition"),
            style.with_(faces=look.heads, size_pt=13.0, leading_pt=16.0), anchor=anchor_of("§credits"), level=0,
            number=look.number(13.0), width_mm=FULL_MM, on_page=self.record.note,
        )  # fmt: skip
        told = (JustifiedParagraph(spans, style, cache=self.share.lines) for spans in credit_spans(self.game))
        box = TintedBox([title, *told], look.tint, FULL_MM, PAD_MM, 2, GAP_MM)
        box.spaceBefore = ABOVE_BOX_PT
        return box

    def index_pages(self, first_pt: float, *credits: Flowable) -> list[list[Flowable]]:
        """What stands on each page of the glossary and the index, the first of which has so much room, with the credits
        below the last.
        """
        page_pt = (self.look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM
        heading = self.title("", self.index_title, anchor_of("§index"), 0, across=WIDE_MM)
        heading.spaceBefore, heading.spaceAfter = ABOVE_BOX_PT, ABOVE_BOX_PT
        room, foot = first_pt - heading.height - ABOVE_BOX_PT, sum(one.height + ABOVE_BOX_PT for one in credits)
        shown: list[IndexPage] = self.share.drawn(f"index {self.look.paper} {room:.1f} {foot:.1f}", lambda: (
            index_pages(self.index_entries, self.look, room, page_pt, self.glossary, foot)
        ))  # fmt: skip
        for page in shown:
            page.pages = self.before.pages
        heading.aside = key_runs(shown, self.glossary.key)
        pages: list[list[Flowable]] = [[page] for page in shown] or [[]]
        pages[0][:0] = [heading] if shown else []
        fits = shown and shown[-1].height + foot <= (room if len(shown) == 1 else page_pt) + 0.1
        return [*pages[:-1], [*pages[-1], *credits]] if fits or not shown else [*pages, [*credits]]

    @property
    def index_title(self) -> str:
        """The heading of the last pages of text."""
        has_words = any(file.words for file in self.game.rules)
        return self.game.words.text("Glossary and index") if has_words else self.game.words.text("Index")

    @property
    def glossary(self) -> Glossary:
        """What stands beside the index."""
        return self.share.drawn("glossary", self._glossary)

    def _glossary(self) -> Glossary:
        words = self.game.words
        ranked = [table for table in self.game.charts.tables if isinstance(table, ResultsTable) and table.ranked]
        results = []
        for title, alike in groupby(ranked, key=lambda table: start_of(table.title)):  # their results may be the same
            tables = list(alike)
            codes = {shown_code(code.id): code.name for table in tables for code in table.codes}
            rule = tables[0].rule
            address = (Span(f"\u2002{self.index.bare(rule)}", quiet=True),) if self.address(rule) else ()
            results.append(((Span(title), *address), list(codes.items())))
        return Glossary(
            head=words.text("Words of the game"), words=tuple(self.explained()), index=words.text("Index"),
            results=results, see=words.text("see {entry}", entry="{entry}"),
            key=words.text("{case} is the case, {page} the page", case="{case}", page="{page}"),
        )  # fmt: skip

    def explained(self) -> Iterator[tuple[Span, ...]]:
        """Each word of the glossary with its meaning and its address, in the order of the alphabet."""
        listed = [(as_read(word.word), word) for file in self.game.rules for word in file.words]
        sounds = [reading or shown for (shown, reading), _ in listed]
        for (shown, _), word in in_order(listed, sounds, self.game.language):
            text = self.filled(word.means, word.where("means"))
            spans = (span for block in parse(text) if not isinstance(block, Insert) for span in block.spans)
            means = (*self.index.resolved(tuple(spans)), *self.address(word.rule))
            yield (Span(shown, bold=True), Span("\u2002"), *means)

    def address(self, rule: str | None) -> tuple[Span, ...]:
        """A raised reference; nothing where an address is no number."""
        if not rule or not self.index.is_number(rule):
            return ()
        return (raised(self.index.bare(rule), self.index.target(rule)),)

    @property
    def index_entries(self) -> list[IndexEntry]:
        """What the index lists."""
        return self.share.drawn("index", self._index_entries)

    def _index_entries(self) -> list[IndexEntry]:
        """The entries, without those that only send on from a word of the game's glossary."""
        texts = {case.id: self.filled(case.text, case.where("text")) for case in self.game.cases()}
        listed = index_entries(self.game, self.index, texts)
        explained = {as_read(word.word)[0] for file in self.game.rules for word in file.words}
        return [entry for entry in listed if entry.below or not entry.see or entry.word not in explained]

    def charts(self) -> list[Flowable]:
        """The last pages, which each chart has its own title on: theirs stands in the running head alone."""
        heading = self.title("", self.game.words.text("Charts"), anchor_of("§charts"), 0, section=OPENING, run_in=True)
        heading.spaceAfter = 0.0
        return [heading, *self.chart_pages()]

    def chart_pages(self) -> list[Flowable]:
        """The charts, without the break before the first page."""
        pages = self.share.drawn(f"charts {self.look.paper}", lambda: last_pages(self.blocks, self.look))
        return [part for page in pages for part in (PageBreak(), Picture(page, before_pt=0.0, after_pt=0.0))][1:]


def _is_only(lines: Sequence[ContentsLine], line: ContentsLine) -> bool:
    """Whether a case is the only one that the contents have of its chapter."""
    at = lines.index(line)
    return lines[at - 1].level == 0 and (at + 1 == len(lines) or lines[at + 1].level == 0)


def _are_one(tables: Sequence[AnyTable]) -> bool:
    """Whether the tables of a text are drawn as one: results of like rolls, or events in common."""
    if len(tables) > 1 and all(isinstance(table, ResultsTable) for table in tables):
        return len({(start_of(table.title), table.dice, len(table.rows)) for table in tables}) == 1
    return all(isinstance(table, EventsTable) for table in tables) and joins(tables)


def _as_one(game: Game, tables: Sequence[AnyTable], look: TableLook) -> Drawing:
    """Tables that `_are_one`, or one of any kind, as wide as both columns."""
    events = [table for table in tables if isinstance(table, EventsTable)]
    results = [table for table in tables if isinstance(table, ResultsTable)]
    if len(events) > 1:
        return draw_joined_events(game, events, WIDE_MM, look)
    return draw_results(game, results, WIDE_MM, look) if results else draw_table(game, tables[0], WIDE_MM, look)


def _under(title: str, table: Drawing) -> Drawing:
    """A table in a column, with its title above it, on several lines where it is wider."""
    lines = wrapped(title, "condensed-semibold", 9.5, table.width_mm)
    words = [Text(0.0, 3.6 + 4.0 * index, line, "condensed-semibold", 9.5, INK) for index, line in enumerate(lines)]
    height = 1.6 + 4.0 * len(lines)
    head = Group(tuple(words), role="H3")
    return Drawing((head, table.at(0.0, height)), table.width_mm, table.height_mm + height)


def _pictured(drawing: Drawing) -> Picture:
    """A picture of the board on a page."""
    return Picture(drawing, before_pt=STRIP_GAP_MM * PT_PER_MM, after_pt=STRIP_GAP_MM)
