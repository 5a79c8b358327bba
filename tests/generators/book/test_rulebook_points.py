"""The rulebook of a game with a point map, lists and a flow chart: full pages, figures where the text says."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pypdfium2
import pytest

from pnp.generators.book.index import RuleIndex, anchor_of
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.typeset.markup import parse
from pnp.press.played import play_examples, told
from pnp.sources import load_game
from pnp.sources.text_values import rendered, rule_values

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def march():
    return load_game(ROOT / "sources" / "march_of_justice")


@pytest.fixture(scope="module")
def played(march):
    return told(play_examples(march), "en")


@pytest.fixture(scope="module")
def book(march, played):
    return set_rulebook(march, "a4", logs=played.logs)


@pytest.fixture(scope="module")
def pages(book):
    document = pypdfium2.PdfDocument(book.pdf)
    return [page.get_textpage().get_text_range() for page in document]


def bare(text: str) -> str:
    """`text` without white space and hyphens: lines may end anywhere."""
    return re.sub(r"[\s\-\u00ad\ufffe\x02]+", "", text)


def test_every_paragraph_of_the_rules_is_printed(march, pages):
    """A box may stand in the middle of a paragraph, at the head of a column: its first and last words tell."""
    printed = bare("".join(pages))
    index, values = RuleIndex(march), rule_values(march)
    seen = 0
    for case in march.cases():
        assert bare(case.title) in printed
        for block in parse(rendered(case.text, values)):
            shown = bare("".join(span.text for span in index.resolved(getattr(block, "spans", ()))))
            named = shown.replace(":", "", 1)  # in a table of names the rule parts them
            assert any(text[:18] in printed and text[-18:] in printed for text in (shown, named)), (case.id, shown)
            seen += 1
    assert seen > 100


def test_tables_and_examples_are_printed(march, pages):
    printed = bare("".join(pages))
    for table in march.charts.tables:
        assert bare(table.title) in printed
    for row in march.table("contact").rows:
        assert printed.count("".join(row.results)) == 2
    for example in march.all_examples():
        if example.in_rulebook:
            assert bare(example.title) in printed, example.id


def test_the_flow_chart_is_where_the_text_says(march, book, pages):
    led, page = book.figures[anchor_of("§figure priorities")]
    title = march.table("priorities").title
    assert bare(f"→{title}" + (f", p. {page}" if page != led else "")) in bare(pages[led - 1])
    for step in march.table("priorities").steps:
        assert bare(step.text) in bare(pages[page - 1]), step.id


def test_deep_numbers_stand_before_their_titles(march, pages):
    printed = " ".join(pages).replace("\r\n", " ")
    for entry in RuleIndex(march).entries:
        if entry.label.count(".") == 3:
            assert re.search(re.escape(entry.label) + r"\s+" + re.escape(entry.case.title), printed), entry.label


def test_fights_are_reckoned_under_their_figures(pages):
    """6 − 5 = +1, one left, column 0; a 5 is an exchange. 6 − 3 = +3, one right, +4; 4 + 1 = 5: repulsed."""
    printed = bare("".join(pages))
    assert "6−5=+1" in printed and "6−3=+3" in printed and "+1=5" in printed


def test_no_page_of_text_is_half_empty(book):
    """Ink reaches the lower third of every page, in one column at least; a book without a board has no map of the start
    to close the last page of its index.
    """
    document = pypdfium2.PdfDocument(book.pdf)
    last = book.pages[anchor_of("§charts")] - 1
    for number, page in enumerate(document, 1):
        if number == last:
            continue
        image = page.render(scale=0.5, grayscale=True).to_numpy()
        height = image.shape[0]
        body = image[int(height * 0.62) : int(height * 0.925)]
        assert body.min() < 120, number



def test_lines_are_neither_too_tight_nor_too_loose(book):
    assert book.lines.tightest >= 0.79 and book.lines.loosest <= 1.61
    assert book.lines.divided_share <= 0.08 and book.lines.ladder <= 2


def test_examples_carry_their_logs(march, played):
    """The figures' arrows come from what the referee logged."""
    shown = [e.id for e in march.all_examples() if e.in_rulebook]
    assert sorted(played.logs) == sorted(shown) == sorted(played.told)
    assert all(b.n == a.n + 1 for log in played.logs.values() for a, b in itertools.pairwise(log))
