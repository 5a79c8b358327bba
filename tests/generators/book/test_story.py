"""What the builder of a book makes of a game: contents, labels over titles, the plates of counters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.platypus.flowables import PageBreak

from pnp.draw.scene import texts_in
from pnp.draw.text import width_mm
from pnp.generators.book.back import credit_spans
from pnp.generators.book.counter_key import counter_key, key_pages
from pnp.generators.book.flow import DesignNote, Float, Heading, Opening, Picture, TintedBox
from pnp.generators.book.galley import galley_of
from pnp.generators.book.index_page import IndexPage
from pnp.generators.book.look import BOTTOM_MM, FULL_MM, HANG_MM, TOP_MM, WIDE_MM, book_look
from pnp.generators.book.story import (
    LEAST_BOARD_MM,
    MOST_CONTENTS,
    RUN_IN,
    STRIP_GAP_MM,
    BookBuilder,
    _under,
)
from pnp.generators.charts.terrain import terrain_list
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.scenarios.start_map import StartMap
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.markup import Insert
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM

SOURCES = Path(__file__).parents[3] / "sources"


@pytest.fixture(scope="module")
def winter_war():
    return load_game(SOURCES / "winter_war")


@pytest.fixture(scope="module")
def two_rivers():
    return load_game(SOURCES / "two_rivers")


@pytest.fixture(scope="module")
def portfolio():
    return load_game(SOURCES / "russian_portfolio")


def test_long_contents_leave_the_cases_to_the_index(winter_war):
    """Winter War has 110 lines with its cases; the sections 3T and 12.1 stand below their chapters as the cases do."""
    long = BookBuilder(winter_war, book_look(winter_war, "a4"), {}).contents()
    levels = {line.label: line.level for line in long}

    assert len(long) < MOST_CONTENTS
    assert (levels["3"], levels["3T"], levels["12.1"]) == (0, 1, 1) and "3A" not in levels


def test_a_label_that_the_title_repeats_is_left_out(two_rivers):
    """HISTORY stood over "History: the winter of 1918", NOTES over "Notes"."""
    builder = BookBuilder(two_rivers, book_look(two_rivers, "a4"), {})

    assert builder.title("", "History: the winter", "a", 0, eyebrow="History").eyebrow == ""
    assert builder.title("", "Ports", "a", 0, eyebrow="Optional rules").eyebrow == "Optional rules"


def test_key_is_as_large_as_fits_and_never_cut(winter_war):
    """Beside the contents, on a page of its own, and on several even ones where a page is too low."""
    look = book_look(winter_war, "a4")
    beside = counter_key(winter_war, look, 106.0, 200.0)
    pages = key_pages(winter_war, look, 90.0)

    lower = counter_key(winter_war, look, 106.0, 134.0)
    assert lower.height_mm <= 134.0 < beside.height_mm <= beside.drawn(200.0).height_mm <= 200.01
    assert counter_key(winter_war, look, 106.0, 60.0) is None
    assert len(key_pages(winter_war, look, 230.0)) == 1 < len(pages)
    assert all(page.height_mm <= 90.1 for page in pages)
    shown = [text.text for page in pages for text in texts_in(page.nodes)]
    assert {"Paratroops", "Cavalry", "Swedish"} <= {word for text in shown for word in text.split(" ")}
    assert shown.count("Soviet Union") <= len(pages), "its name stands again where it goes on"


def test_no_counter_is_drawn_for_a_key_whose_rows_are_too_high(winter_war, monkeypatch):
    """Sheets ask for keys of many heights; their pictures took four fifths of the time."""
    monkeypatch.setattr("pnp.generators.book.counter_key.chit", None)
    assert counter_key(winter_war, book_look(winter_war, "a4"), 106.0, 30.0) is None


def test_the_key_leaves_what_kinds_can_do_to_the_rules(winter_war):
    """It was fine print: of nine kinds two said which of them an option brings in, where now each says it."""
    key = counter_key(winter_war, book_look(winter_war, "a4"), 106.0, 230.0)
    words = " ".join(text.text for text in texts_in(key.drawn(230.0).nodes))

    assert "zone of control" not in words and "needs no supply" not in words
    assert words.count("optional rule") == 3 and words.count("Corner:") == 1


@pytest.mark.parametrize(("address", "alone"), [("Combat Results Table", True), ("XIII.A", False)])
def test_a_case_that_is_no_more_than_a_wide_table_has_no_heading(address, alone):
    """Under it stood "The chart is on page 16." alone; the table has a title, and references lead there."""
    game = load_game(SOURCES / "russian_portfolio")
    builder = BookBuilder(game, book_look(game, "a4"), {})
    entry = builder.index.entry(address)
    parts = builder.table_alone(entry)

    assert [part.wide for part in parts] == [True] * alone
    assert not alone or parts[0].part.heading.anchor == entry.anchor


def test_a_chapter_begins_with_larger_words_and_across_the_page_with_its_steps(two_rivers):
    """In a column, arrows said once more what the cases right below them do; a chapter of one case has neither."""
    builder = BookBuilder(two_rivers, book_look(two_rivers, "a4"), {})
    sequence = next(chapter for chapter in builder.chapters if chapter[0].label == "2")
    opening, heading, lead, following, *_ = builder.chapter(sequence)
    short = next(chapter for chapter in builder.chapters if chapter[0].label == "10")
    assert not any(isinstance(part, Opening) for part in builder.chapter(short)), "two sentences"
    assert builder.chapter(short)[1].style == builder.look.body()

    assert (heading.label, lead.style, type(following)) == ("2", builder.lead(lead).style, Heading)
    assert opening.in_column == 2 and [type(part) for part in opening.parts[1:]] == [type(lead), Picture]
    assert opening.parts[1].style == builder.look.lead(across=True) and opening.parts[1].spans == lead.spans
    assert opening.parts[1].width < opening.width, "lines of a hundred letters"
    long = builder.title("2", "Kampfergebnistabelle und Rückzüge", "x", 0, across=FULL_MM)
    assert [line.text for line in long.lines] == ["Kampfergebnistabelle", "und Rückzüge"]
    alone = builder.chapter(sequence[:1])
    assert {part.style.size_pt for part in alone[1:] if hasattr(part, "style")} == {builder.look.body().size_pt}


def test_a_note_of_the_designer_follows_the_text_of_its_case(winter_war):
    builder = BookBuilder(winter_war, book_look(winter_war, "a4"), {})
    entry = next(entry for entry in builder.index.entries if entry.case.design_note)
    ((at, note),) = ((at, part) for at, part in enumerate(builder.case(entry)) if isinstance(part, DesignNote))
    said = "".join(span.text for span in note.spans)
    assert at > 0 and said.startswith("DESIGN NOTE") and said.endswith(entry.case.design_note.strip())
    assert [type(piece.part) for piece in galley_of(builder.case(entry)).pieces if piece.is_note] == [DesignNote]


def test_a_number_with_letters_goes_without_that_of_its_chapter_and_has_room_beside_the_text(winter_war, portfolio):
    """XIII.B.1 took 13 mm of a column; 6.2 and 6A1 are short."""
    builders = [BookBuilder(game, book_look(game, "a4"), {}) for game in (winter_war, portfolio)]
    seen = {
        entry.label: builder.heading(entry, run_in=entry.level >= RUN_IN)
        for builder in builders for entry in builder.index.entries
    }  # fmt: skip
    assert [seen[label].label for label in ("6.3", "6A1", "XIII", "XIII.B.1")] == ["6.3", "6A1", "XIII", "B.1"]
    assert all(heading.style.indent_mm == HANG_MM for heading in seen.values() if heading.level)


def test_a_case_far_down_begins_its_text_with_its_title(portfolio):
    """Chapter IX of the Portfolio was a sea of headings over single lines, which had lost their IX."""
    builder = BookBuilder(portfolio, book_look(portfolio, "a4"), {})
    entries = {entry.label: entry for entry in builder.index.entries}
    heading, text = builder.case(entries["IX.A.1.a.1"])[:2]

    assert (heading.label, heading.height) == ("A.1.a.1", 0.0)
    assert "".join(span.text for span in text.spans).startswith("Infantry factors.R\u2002Each turn brings 6 ")
    assert builder.case(entries["IX.A"])[0].height > 0.0
    links = [span.link for span in builder.case(entries["XIII.C.10"])[1].spans if span.raised]
    assert links == [entries["XIII.F"].anchor]  # references that were resolved twice led nowhere


def test_the_index_stands_below_a_heading_of_two_lines(winter_war, monkeypatch):
    """"Glossar und Stichwortverzeichnis" stood alone on a page of all German books."""
    builder = BookBuilder(winter_war, book_look(winter_war, "letter"), {})
    monkeypatch.setattr(BookBuilder, "index_title", "Glossar und Stichwortverzeichnis aller Regeln")
    free = (builder.look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM
    ((heading, page),) = builder.index_pages(free)

    assert len(heading.lines) == 2
    assert heading.height + heading.spaceAfter + page.height <= free + 0.1


def test_rulings_are_a_chapter_of_the_text(winter_war):
    """They were a table below it, a page of which ended early where the index followed."""
    builder = BookBuilder(winter_war, book_look(winter_war, "a4"), {})
    opening, title, told, chapter, *_ = builder.errata()
    assert isinstance(opening, Opening) and opening.in_column == 2
    across, lead = opening.parts
    assert across.rule == title.rule == builder.look.chapter and across.style.indent_mm == lead.style.indent_mm == 0.0
    assert (title.title, chapter.title) == ("Rulings and changes", builder.chapters[0][0].case.title)
    assert told.spans[0].text.startswith("The original leaves gaps")
    assert {one.anchor for one in (title, chapter)}.isdisjoint(builder.notes)


@pytest.mark.parametrize(("room_mm", "shown"), [
    (0.0, ["", "index", "index credits"]), (60.0, ["credits", "index"]), (150.0, ["index", "index credits"]),
])  # fmt: skip
def test_the_index_goes_straight_on_where_much_room_is_left_and_credits_fill_a_foot(
    winter_war, room_mm, shown
):  # fmt: skip
    """Pages ended half empty, as the index began another."""
    builder = BookBuilder(winter_war, book_look(winter_war, "a4"), {})
    pages = [[]]
    for part in builder.end(room_mm * PT_PER_MM):
        names = {PageBreak: "", IndexPage: "index", TintedBox: "credits"}
        pages += [[]] if isinstance(part, PageBreak) else []
        pages[-1] += [names[type(part)]] if names.get(type(part)) else []
    assert [" ".join(page) for page in pages] == shown


def test_the_map_of_the_start_closes_a_page_with_room_for_it_and_is_shown_once(two_rivers):
    """The whole board had no key, no points and hardly a name; pieces of it were fillers."""
    plan = plan_sheet(two_rivers, draft=True)
    builder = BookBuilder(two_rivers, book_look(two_rivers, "a4"), {}, board=plan)
    (board,) = (part for part in builder.end(400.0) if isinstance(part, Picture))
    assert board.drawing.width_mm == WIDE_MM and board.getSpaceBefore() * MM_PER_PT == pytest.approx(STRIP_GAP_MM)
    texts = [text.text for text in texts_in(board.drawing.nodes)]
    assert texts[0] == "The start" and {space.name for space in two_rivers.map.spaces} <= {*texts}
    assert {side.name for side in two_rivers.info.sides} <= {*texts} and "±2" in texts, "a key, and points"
    least = LEAST_BOARD_MM + STRIP_GAP_MM
    assert builder.board_closing(least * PT_PER_MM) == [] and builder.board_closing((least + 0.2) * PT_PER_MM)


def test_a_start_whose_units_hide_each_other_gives_way_to_one_that_is_clear(two_rivers, monkeypatch):
    """Half a page of white closed a book whose first map of a start would have been too small."""
    (name, scenario), *_ = two_rivers.scenarios.items()
    game = replace(two_rivers, scenarios={name: scenario, "other": scenario.replaced(placements=())})
    builder = BookBuilder(game, book_look(game, "a4"), {}, board=plan_sheet(game, draft=True))
    monkeypatch.setattr(StartMap, "is_clear", lambda self, scale: self.scenario is not scenario)
    monkeypatch.setattr(StartMap, "__bool__", lambda self: True)
    monkeypatch.setattr(StartMap, "shown", lambda self, room, *_: Drawing((), room, float(self.scenario is scenario)))
    (picture,) = builder.board_closing(400.0)
    assert picture.drawing.height_mm == 0.0
    monkeypatch.setattr(StartMap, "is_clear", lambda self, scale: False)
    assert builder.board_closing(400.0) == []


def test_a_game_without_rules_has_a_book_without_an_index(two_rivers):
    builder = BookBuilder(replace(two_rivers, rules=(), examples=()), book_look(two_rivers, "a4"), {})
    assert [line.title for line in builder.contents()] == ["Scenarios to play", "About this edition", "Charts"]
    assert builder.index_pages(200.0) == [[]]


def test_the_credits_are_one_part(two_rivers):
    """Two lines of them stood on a page of their own, and the rest on the page before."""
    builder = BookBuilder(two_rivers, book_look(two_rivers, "a4"), {}, board=lambda: None)
    box = builder.credits()
    left, right = box.columns
    assert box.head.title == "About this edition" and len(left) + len(right) == len(credit_spans(two_rivers)) > 4
    assert left and right


def test_a_title_wider_than_its_table_takes_another_line():
    """German titles of combat tables ran over the column's edge, into the printer's margin on Letter."""
    title, table = "Kampfergebnisse: zwei oder mehr Kampfeinheiten verteidigen", Drawing((), 60.0, 20.0)

    wide, narrow = _under(title, replace(table, width_mm=120.0)), _under(title, table)

    lines = [node.text for node in texts_in(narrow.nodes)]
    assert " ".join(lines) == title and len(lines) == 2
    assert all(width_mm(line, "condensed-semibold", 9.5) <= 60.0 for line in lines)
    assert narrow.height_mm > wide.height_mm and len(list(texts_in(wide.nodes))) == 1


def test_the_rules_show_ground_with_its_pictures_across_the_page(portfolio):
    """The table of words filled most of a column, and nothing on the page showed what it spoke of."""
    builder = BookBuilder(portfolio, book_look(portfolio, "a4"), {})
    table = terrain_list(portfolio)
    pointer, figure = builder.head_figure([table])

    assert "Terrain effects" in pointer.spans[0].text and figure.wide
    assert next(text.text for text in texts_in(figure.part.drawing.nodes)) == "Terrain effects"
    assert builder.insert(Insert("table", table.id), None)[-1].part.drawing is figure.part.drawing


def test_tables_of_one_case_that_are_rolled_for_alike_are_one_across_the_page(winter_war):
    """Three of them, one below the other, filled most of a column."""
    builder = BookBuilder(winter_war, book_look(winter_war, "a4"), {})
    entry = next(entry for entry in builder.index.entries if entry.case.text.count("@table") == 3)
    (figure,) = (part for part in builder.case(entry) if isinstance(part, Float))

    said = [text.text for text in texts_in(figure.part.drawing.nodes)]
    assert figure.wide and said[0] == "Special Events"
    assert {"Game-Turns 1 to 4", "Game-Turns 5 to 7", "Game-Turns 8 and 9"} <= {*said}

