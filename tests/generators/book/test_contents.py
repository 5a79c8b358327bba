"""The contents of a book: lines of one spacing, every title whole, sections in one column."""

from __future__ import annotations

import io
import re

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.contents import (
    DENSITIES,
    LABEL_MM,
    NUMBER_MM,
    Contents,
    ContentsLine,
    contents_across,
    contents_beside,
)
from pnp.generators.book.look import BookLook
from pnp.generators.typeset.items import Look, run_width

LOOK = BookLook("letter", "en", "#7a241c", "#f3efe2")


def lines(*sections: int) -> list[ContentsLine]:
    """Sections with so many cases each."""
    found = []
    for number, cases in enumerate(sections, 1):
        found.append(ContentsLine(f"{number}.0", f"Section {number}", f"s{number}", 0))
        found += [
            ContentsLine(f"{number}.{n}", f"Case {n} of section {number}", f"s{number}c{n}", 1)
            for n in range(1, cases + 1)
        ]
    return found


def test_sections_stay_whole_where_there_is_room():
    """Three sections of nine cases, one to a column, in lines of one spacing below a rule of 5 pt."""
    entries = lines(9, 9, 9)
    contents = contents_across(entries, {}, LOOK, 400.0)

    assert [[line.level for line in column].count(0) for column in contents.columns] == [1, 1, 1]
    assert contents.height == pytest.approx(5.0 + 10 * contents.density.leading_pt)


def test_the_first_lines_of_columns_are_level():
    """The third column of Winter War's contents began 1.2 mm higher than the others."""
    contents = contents_across(lines(20, 20, 20), {}, LOOK, 300.0)
    file = io.BytesIO()
    canvas = new_canvas(file, "Contents", "en")
    canvas.setPageSize((600, 400))
    for entry in contents.lines:
        canvas.bookmarkPage(entry.anchor)
    contents.wrapOn(canvas, 600, 400)
    contents.drawOn(canvas, 20, 20)
    canvas.save()
    pdf = pypdfium2.PdfDocument(file.getvalue())
    page = pdf[0].get_textpage()
    firsts = [column[0].title for column in contents.columns]
    places = [page.search(title).get_next()[0] for title in firsts]
    baselines = [round(page.get_charbox(place, loose=False)[1], 1) for place in places]

    assert [column[0].level for column in contents.columns] == [0, 0, 0]
    assert max(baselines) - min(baselines) < 0.3
    lowest = 20 + min(page.get_charbox(index)[1] for index in range(page.count_chars()))
    assert lowest >= 20
    pdf.close()


def test_the_type_is_as_large_as_the_room_allows_and_no_line_is_lost():
    entries = lines(5, 9, 3, 12, 1, 8)
    large, small, least = (contents_across(entries, {}, LOOK, room) for room in (500.0, 200.0, 20.0))
    assert large.density == DENSITIES[0] and large.density.size_pt > small.density.size_pt
    assert least.density == DENSITIES[-1] and large.height <= 500.0 and small.height <= 200.0
    assert [line for column in least.columns for line in column] == entries


def test_a_title_wider_than_its_column_takes_a_second_line_and_is_not_cut():
    long = "What the attacker, the defender and their reinforcements may still do when the railway to the north is cut"
    short = [ContentsLine("1.0", "Movement", "a", 0), ContentsLine("1.1", "Rail", "b", 1)]
    plain = Contents(short, {}, LOOK)
    contents = Contents([*short, ContentsLine("1.2", long, "c", 1)], {}, LOOK)
    drawn = [line.text for line in contents.set_title(contents.lines[-1])]

    assert len(drawn) >= 2
    assert re.sub(r"[\s-]", "", "".join(drawn)) == re.sub(r"[\s-]", "", long)
    assert contents.height == pytest.approx(plain.height + 9.6 + (len(drawn) - 1) * 1.16 * 7.8)


@pytest.mark.parametrize(("label", "widens"), [("9.9", False), ("XXXVIII.W", True)])
def test_titles_stand_clear_of_the_widest_number(label, widens):
    """The number of a section is 7.8 pt bold; "XIII.A" ran into its title."""
    contents = Contents([ContentsLine(label, "Committing", "a", 0)], {}, LOOK)
    wide = run_width(label, Look("condensed-bold", 7.8, LOOK.accent))

    assert contents.label_mm >= wide + 1.0
    assert (contents.label_mm > LABEL_MM) is widens


def test_contents_are_not_stretched_to_the_foot():
    """Their one column was as airy as the page was high; now the white is left at the foot."""
    few, higher = (contents_beside(lines(9, 9, 9), {}, LOOK, room, 64.0) for room in (640.0, 900.0))
    of_chapters = contents_beside(lines(*[0] * 12), {}, LOOK, 640.0, 64.0)

    assert few is not None and higher is not None and len(few.columns) == 1
    assert few.height == higher.height < 520.0
    assert of_chapters is not None and of_chapters.density == DENSITIES[0]
    assert contents_beside(lines(*[14] * 7), {}, LOOK, 640.0, 64.0) is None


def test_contents_beside_other_things_end_level_with_these():
    """But lines stand no more than 1.3 times as far apart."""
    close = contents_beside(lines(9, 9, 9), {}, LOOK, 640.0, 64.0)

    assert close is not None and close.loosened(300.0).height == close.height
    assert 1.1 * close.height - 2.0 < close.loosened(1.1 * close.height).height <= 1.1 * close.height
    assert close.loosened(2.0 * close.height).height < 1.3 * close.height + 0.1


@pytest.mark.parametrize("title", ["History: the autumn of 1919", "The morning of 30 November 1939", "Combat"])
def test_every_line_ends_before_its_page(title):
    contents = Contents([ContentsLine("", title, "a", 0)], {"a": 15}, LOOK, width_mm=64.0, columns=1)
    last = contents.set_title(contents.lines[0])[-1]

    assert contents.label_mm + last.indent_mm + last.width_mm <= 64.0 - NUMBER_MM + 0.1
