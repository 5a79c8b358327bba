"""What a rulebook says to somebody to whom it is read: headings, paragraphs, lists, tables, figures, in order."""

from __future__ import annotations

import io

import pikepdf
import pytest

from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game
from tests.draw.tagged import Structure, Told, structure


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """The rules of Two Rivers, with a cover."""
    game = load_game("two-rivers")
    return set_rulebook(game, "letter", board=plan_sheet(game, draft=True)).pdf


@pytest.fixture(scope="module")
def told(pdf) -> Structure:
    return structure(pdf)


def elements(told: Structure, *roles: str) -> list[Told]:
    return [element for element in told.root.all() if element.role in roles]


def test_each_mark_on_each_page_has_its_element(told):
    """And all else is marked as what nobody is read."""
    assert len(told.owned) > 150
    assert len(set(told.owned)) == len(told.owned)
    assert set(told.owned) == told.parents >= {place for place in told.marks if place[1] >= 0}
    assert told.unmarked == []


def test_elements_follow_each_other_as_on_the_page(told):
    """A paragraph may go on on the next page, behind the notes of its own."""
    first = [element.marks[0] for element in told.root.all() if element.marks]
    assert first == sorted(first)
    assert all(element.marks == sorted(element.marks) for element in told.root.all())


def test_links_stand_in_their_paragraphs_and_say_where_they_lead(told):
    links = elements(told, "Link")
    assert len(links) > 60
    assert all(link.alt.strip() and not link.marks for link in links)
    holders = {element.role for element in told.root.all() for kid in element.kids if kid.role == "Link"}
    assert holders <= {"P", "LBody", "TD", "TOCI", "Note", "Index", "LI", "Document"}


def test_headings_are_those_of_the_outline(pdf, told):
    with pikepdf.open(io.BytesIO(pdf)) as document, document.open_outline() as outline:
        titles = []

        def walk(items):
            for item in items:
                titles.append(item.title)
                walk(item.children)

        walk(outline.root)
    heads = ["".join(head.text.split()) for head in elements(told, "H1", "H2", "H3")]
    assert len(titles) > 30
    found = iter(heads)
    missing = [title for title in titles if "".join(title.split()) not in found]
    assert missing == ["Charts"], "which stands in the running head alone"


def test_rows_of_a_table_have_as_many_cells_as_its_heads(told):
    tables = elements(told, "Table")
    assert len(tables) >= 3
    for table in tables:
        assert {row.role for row in table.kids} == {"TR"}
        assert len({len(row.kids) for row in table.kids}) == 1, [row.kids for row in table.kids]
        assert all(head.scope in ("Row", "Column") for row in table.kids for head in row.kids if head.role == "TH")


def test_the_combat_table_is_read_row_by_row(told):
    (table,) = {
        tuple(tuple(cell.text.strip() for cell in row.kids) for row in table.kids)
        for table in elements(told, "Table") if len(table.kids[0].kids) > 3
    }  # fmt: skip
    game = load_game("two-rivers")
    (results,) = (one for one in game.charts.tables if one.kind == "results")
    assert [row[1:] for row in table[1:]] == [row.results for row in results.rows]


def test_each_figure_says_what_it_shows(told):
    figures = elements(told, "Figure")
    assert len(figures) > 5 and all(figure.alt for figure in figures)
    assert figures[0].alt.startswith("Two Rivers")


def test_running_heads_and_page_numbers_are_read_to_nobody(told):
    unread = " ".join(words for (_, mark), words in told.marks.items() if mark < 0)
    assert "Version 1.0 3" in unread
    assert not any("Page 3 of" in element.text for element in told.root.all())


def test_words_at_the_ends_of_lines_are_parted(told):
    longest = max(elements(told, "P"), key=lambda element: len(element.text))
    assert len(longest.text) > 200
    assert max(map(len, longest.text.split())) < 20
