"""The rulebook for a screen: complete, linked within itself, fetching nothing, safe against what sources hold."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from pnp.draw.text import font_face
from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder
from pnp.generators.screen.rulebook import rulebook_page
from pnp.generators.screen.tables import table_html
from pnp.generators.screen.text import line
from pnp.generators.sheets.title_ink import title_ink
from pnp.model.rules import RuleCase, RulesFile
from pnp.sources import load_game

ROOT_ATTRIBUTES = ("src", "srcset", "data", "action", "poster", "background")


class Reader(HTMLParser):
    """Reads a page: ids, links, other addresses, heads of tables, and the words that it shows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.others: list[str] = []
        self.heads: list[int] = []
        self.cells: list[str] = []
        self.words: list[str] = []
        self.within: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if "href" in values else []
        self.others += [values[name] for name in ROOT_ATTRIBUTES if name in values]
        self.others += re.findall(r"url\(([^)]*)\)", values.get("style", "") or "")
        if re.fullmatch("h[1-6]", tag):
            self.heads.append(int(tag[1]))
        if tag not in ("meta", "input", "link", "br", "img"):
            self.within.append(tag)

    def handle_endtag(self, tag):
        assert self.within.pop() == tag

    def handle_data(self, data):
        if not {"style", "script", "svg"} & set(self.within):
            self.words.append(data)
        if self.within and self.within[-1] == "td":
            self.cells.append(data)


def page_of(game) -> str:
    return rulebook_page(BookBuilder(game, book_look(game, "a4"), {}), {}).decode("utf-8")


@pytest.fixture(scope="module")
def ford():
    return load_game("the-ford")


@pytest.fixture(scope="module")
def page(ford):
    return page_of(ford)


@pytest.fixture(scope="module")
def read(page):
    return Reader(page)


def test_every_case_stands_there_with_its_text(ford, read):
    shown = re.sub(r"\s+", " ", " ".join(read.words))
    for case in ford.cases():
        assert case.title in shown
    assert "Each unit moves at most once in a phase, and spends at most its movement allowance." in shown


def test_links_lead_to_places_in_the_page(read):
    assert len(read.ids) == len(set(read.ids))
    assert read.links and {link[:1] for link in read.links} == {"#"}
    assert {link[1:] for link in read.links} <= set(read.ids)


def test_a_case_is_found_under_its_number(read):
    assert {"4.1", "8.3", "12.2"} <= set(read.ids)


def test_nothing_is_fetched(page, read):
    assert not [address for address in read.others if not address.startswith("#")]
    assert set(re.findall(r"url\((?!#)([a-z]+:)", page)) == {"data:"}
    assert "default-src 'none'" in page


def test_title_and_headings_are_set_in_the_faces_of_the_game(ford, page):
    """Each is embedded, and asked for with the weight that it has: no browser makes it bolder."""
    rules = dict(re.findall(r"--(title|heading): \"([^\"]+)\"", page))
    for use, heading in (("title", r"h1 \{ font: (\d+)"), ("heading", r"h2, h3, h4 \{[^}]*font-weight: (\d+)")):
        face = font_face(getattr(ford.style.faces, use))
        assert rules[use] == face.family
        assert re.search(heading, page)[1] == str(face.weight)
        assert f'font-family:"{face.family}";font-weight:{face.weight};' in page
    assert f"header {{ background: {title_ink(ford).ground};" in page


def test_headings_descend_step_by_step(read):
    assert read.heads[0] == 1 and all(b - a <= 1 for a, b in zip(read.heads, read.heads[1:], strict=False))


def test_a_table_holds_the_results_of_the_sources(ford, read):
    table = next(table for table in ford.charts.tables if table.kind == "results")
    printed = [code.replace("-", "–") if code == "-" else code for row in table.rows for code in row.results]
    cells = read.cells
    assert any(cells[n : n + len(printed)] == printed for n in range(len(cells)))


def test_what_a_source_holds_is_text_and_no_markup(ford):
    hostile = "<img src=x onerror=alert(1)></script><script>"
    case = RuleCase(id="99.1", title=hostile, text=f"{hostile} and *more*.")
    read = Reader(page_of(replace(ford, rules=(*ford.rules, RulesFile(cases=(case,))))))
    assert hostile in "".join(read.words)
    assert not read.others


def test_the_same_game_gives_the_same_bytes(ford, page):
    assert page_of(ford) == page


def test_open_ends_of_a_table_are_told_as_on_its_chart():
    """Contact of March of Justice: a roll of 0 or less, columns from -6 to +6 that serve all beyond them."""
    game = load_game("march-of-justice")
    html = table_html(game, game.table("contact"), lambda spans: line(spans, str))
    assert '<th scope="row">0 or less</th>' in html and '<th scope="row">7 or more</th>' in html
    assert '<th scope="col">≤\u2009−6</th>' in html and '<th scope="col">≥\u2009+6</th>' in html
