"""The make-up of pages: level columns, figures near their text, chapters that open pages."""

from __future__ import annotations

import pytest
from reportlab.platypus.flowables import Flowable

from pnp.errors import LayoutError
from pnp.generators.book.flow import DesignNote, Float, Opening, Picture
from pnp.generators.book.galley import GROWS, SHRINKS, Galley, GalleyPiece
from pnp.generators.book.makeup import (
    ACROSS_PT,
    BAND_PT,
    FLOAT_PT,
    LEVEL_PT,
    MORE_PT,
    MadePage,
    Makeup,
    arranged,
    cuts,
    placed,
)
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import TextStyle
from pnp.units import MM_PER_PT

HIGH, LINE, WHITE = 400.0, 10.0, 2.0
"""Height of the columns, of a piece, and the white above it."""


class Part(Flowable):
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, LINE


def galley(lines: int, *figures: tuple[int, float, bool]) -> Galley:
    """So many pieces, and figures: before which piece, how high, whether across both columns."""
    made = Galley([GalleyPiece(Part(), LINE, WHITE) for _ in range(lines)])
    for at, height, wide in figures:
        figure = Float(Picture(Drawing((), 60.0, height * MM_PER_PT)), wide=wide)
        (made.across if wide else made.floats).append((at, figure))
    return made


def pages(made: Galley) -> tuple[MadePage, ...]:
    return Makeup(made, HIGH, 2).pages()


def ends(page: MadePage) -> list[float]:
    return [band.height - column.height for band in page.bands for column in band.columns]


def test_columns_are_filled_and_the_last_two_end_level():
    """34 pieces are 406 pt high: the white above them gives the last 6."""
    first, last = pages(galley(80))
    assert [column.end - column.begin for column in first.columns] == [34, 34]
    assert first.bands[0].height == first.room == HIGH and ends(first) == [-6.0, -6.0]
    assert [column.end - column.begin for column in last.columns] == [6, 6] and last.bands[0].height == 70.0


@pytest.mark.parametrize("at", [0, 10, 30, 40, 80, 100])
def test_a_figure_stands_on_the_page_of_its_text(at):
    """Also where its own column has no room for it; columns stay level, or a line apart."""
    made = galley(160, (at, 130.0, False))
    for number, page in enumerate(pages(made)):
        if placed(made, page):
            assert page.columns[0].begin <= at <= page.columns[1].end, number
        shown = zip(ends(page), page.columns, strict=True)
        assert all(end < column.growth + LEVEL_PT + 1 for end, column in shown)


def test_what_stands_in_a_column_adds_up_to_its_height():
    """A figure at the head, amid the text, and at the foot; two below each other."""
    made = galley(160, *((at, 70.0, False) for at in (0, 12, 12, 60, 95)))
    for page in pages(made):
        for column in page.columns:
            items = arranged(made, column, column.height)
            heights = [part.wrap(0.0, 0.0)[1] for part, _ in items]
            whites = [above for _, above in items[1:]]
            assert sum(heights) + sum(whites) == pytest.approx(column.height)
            assert all(white in (WHITE, FLOAT_PT) for white in whites)


def test_white_about_a_figure_grows_more_than_that_of_the_text():
    """That is to make columns level, and no more than it may; all white shrinks alike."""
    made = galley(160, (12, 70.0, False))
    (column,) = (column for page in pages(made) for column in page.columns if column.last > column.first)
    assert column.growth == pytest.approx(GROWS * column.white + 2 * MORE_PT)
    for more, grown, figured in (
        (0.5 * column.growth, 1.0 + GROWS / 2, MORE_PT / 2), (500.0, 1.0 + GROWS, MORE_PT), (-500.0, 1.0 - SHRINKS, 0.0)
    ):  # fmt: skip
        items = [*zip(arranged(made, column, column.height + more), [None, *arranged(made, column, 0.0)], strict=False)]
        assert len(items) > 20
        for (part, above), before in items[1:]:
            is_figured = isinstance(part, Picture) or isinstance(before[0], Picture)
            assert above == pytest.approx(FLOAT_PT * grown + figured if is_figured else WHITE * grown)


def test_a_wide_figure_stands_at_the_head_or_the_foot_and_shortens_both_columns():
    made = galley(120, (30, 100.0, True))
    first, *_ = pages(made)
    assert (first.head, first.foot) in ((0, None), (None, 0)) and first.room == HIGH - 100.0 - ACROSS_PT


def test_two_wide_figures_that_no_page_holds_stand_on_two():
    """No page followed one on which the text led to both."""
    made = galley(120, (30, 250.0, True), (30, 250.0, True))
    assert [len(placed(made, page)) for page in pages(made) if placed(made, page)] == [1, 1]


@pytest.mark.parametrize(("lines", "page"), [(30, 0), (40, 0), (64, 1)])
def test_a_chapter_opens_across_the_page_below_level_columns_or_at_the_head_of_the_next(lines, page):
    """Its head stands amid the page where there is room for columns below it; 64 pieces leave none."""
    made = galley(lines + 60)
    opening = Opening([Picture(Drawing((), 151.0, 20.0), after_pt=0.0)], 2, 151.0)
    made.openings[lines] = (opening, lines + 2)
    first, second, *_ = pages(made)
    above, below = first.bands[0], (*first.bands, *second.bands)[1]
    assert [band.opens for band in (above, below)] == [None, lines] and len(first.bands) == 2 - page
    assert above.columns[1].end == lines and below.columns[0].begin == lines + 2
    over = above.height + BAND_PT + opening.height if not page else opening.height
    assert below.height == pytest.approx(HIGH - over, abs=LINE + WHITE)
    shown = zip(ends(first), first.columns, strict=True)
    assert all(end < column.growth + LEVEL_PT + 1 for end, column in shown)


def test_one_chapter_a_page_opens_across_it():
    """Three large heads for little text stood on a page."""
    made = galley(60)
    for at in (0, 12, 24):
        made.openings[at] = (Opening([Picture(Drawing((), 151.0, 20.0), after_pt=0.0)], 2, 151.0), at + 2)
    shown = pages(made)
    assert [band.opens for band in shown[0].bands] == [0]


def test_a_column_rather_ends_short_than_that_the_next_begins_with_a_stub():
    """33 lines are in a column; the last two of a paragraph would stand at the head of the next."""
    made = galley(120)
    part = Part()
    made.pieces[27:35] = [GalleyPiece(part, LINE, 0.0, line, line + 1) for line in range(8)]
    made.pieces[27:29] = [GalleyPiece(part, 2 * LINE, WHITE, 0, 2)]
    made.pieces[32:34] = [GalleyPiece(part, 2 * LINE, 0.0, 6, 8)]
    column, *_ = pages(made)[0].columns
    assert column.end != 32


def test_no_column_begins_with_a_note_on_the_rule_before_it():
    """33 lines are in a column, so that a note of two lines stood alone at the head of the next."""
    made = galley(120)
    first, _ = pages(made)[0].columns
    made.pieces[first.end] = made.pieces[first.end]._replace(part=DesignNote((), TextStyle()))
    assert all(not made.pieces[column.begin].is_note for page in pages(made) for column in page.columns)


@pytest.mark.parametrize(("begin", "item"), [(2, False), (0, True)])
def test_a_figure_stands_amid_no_sentence_and_no_list(begin, item):
    """In a paragraph, or a list, that runs over the foot of a column, though the fullest columns would have it so."""
    made = galley(120, (40, 120.0, False))
    part = JustifiedParagraph((), TextStyle(), marker=("•", Look("sans-bold", 8.0, "#000000"), 0.0) if item else None)
    made.pieces[30:44] = [one._replace(begin=begin, end=begin + 1, part=part) for one in made.pieces[30:44]]
    shown = pages(made)
    (column,) = (column for page in shown for column in page.columns if column.last > column.first)
    assert [column.cost for page in shown for column in page.columns] == [0] * 2 * len(shown)
    assert not 30 <= column.begin < 44 or column.begin < 40


def test_no_figure_cuts_a_sentence_however_much_white_that_leaves():
    """All the text of three pages is one paragraph, and the figure belongs behind it, or amid other paragraphs."""
    for at in (100, 104):
        made = galley(130, (at, 120.0, False))
        part = Part()
        made.pieces[2:100] = [one._replace(begin=n, end=n + 1, part=part) for n, one in enumerate(made.pieces[2:100])]
        shown = pages(made)
        assert sum(len(placed(made, page)) for page in shown) == 1
        assert [cuts(made, page) for page in shown] == [0] * len(shown)


@pytest.mark.parametrize(("begin", "count"), [(0, 0), (5, 1)])
def test_a_sentence_that_a_figure_cuts_is_counted(begin, count):
    """At the head of a column, above the rest of a paragraph."""
    made = galley(120, (3, 120.0, False))
    first = pages(galley(120))[0]
    left, right = first.bands[0].columns
    made.pieces[right.begin] = made.pieces[right.begin]._replace(begin=begin)
    cut = first._replace(bands=(first.bands[0]._replace(columns=(left, right._replace(first=0, last=1))),))
    assert cuts(made, cut) == count


def test_a_figure_stays_in_its_chapter():
    """It belongs to what is before it: it stands below no later heading, and a chapter opens no page while it waits."""
    made = galley(120, (34, 150.0, False))
    made.openings[34] = (Opening([Picture(Drawing((), 151.0, 20.0), after_pt=0.0)], 2, 151.0), 36)
    shown = pages(made)
    (band,) = (band for page in shown for band in page.bands if any(one.last > one.first for one in band.columns))
    assert band.opens is None and band.columns[0].begin <= 34 <= band.columns[1].end


def test_a_figure_stands_in_no_column_that_ends_before_its_chapter():
    """Two tables of the chapter at the head of the right column stood at the foot of the left one."""
    made = galley(60, (45, 100.0, False))
    made.openings[28] = (Opening([Picture(Drawing((), 151.0, 20.0), after_pt=0.0)], 2, 151.0), 30)
    (column,) = (column for page in pages(made) for column in page.columns if column.last > column.first)
    assert column.end > 28 and column.cost == 0


def test_what_is_higher_than_a_page_is_refused():
    with pytest.raises(LayoutError, match="higher than a page"):
        pages(galley(10, (3, HIGH + 1.0, False)))


def test_texts_of_one_shape_have_the_same_pages():
    """A pass that changes no more than the numbers of pages need not make them up again."""
    text = galley(160, (30, 130.0, False), (80, 90.0, True))
    assert text.shape() == galley(160, (30, 130.0, False), (80, 90.0, True)).shape()
    others = [galley(159, (30, 130.0, False), (80, 90.0, True)), galley(160, (31, 130.0, False), (80, 90.0, True)),
              galley(160, (30, 130.0, False), (80, 90.5, True)), galley(160, (30, 130.0, True), (80, 90.0, True))]
    opened = galley(160, (30, 130.0, False), (80, 90.0, True))
    opened.openings[40] = (Opening([Picture(Drawing((), 60.0, 20.0))], 0, 60.0), 40)
    kept = galley(160, (30, 130.0, False), (80, 90.0, True))
    kept.pieces[50] = kept.pieces[50]._replace(keeps=True)
    assert all(other.shape() != text.shape() for other in (*others, opened, kept))
