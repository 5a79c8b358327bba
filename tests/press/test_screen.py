"""The rulebook for a screen beside the printed one: the same texts, of one build."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest

from pnp.sources import load_game
from tests.press.conftest import ROOT

PIECE = 30
"""Letters that are looked for together; lines, columns and boxes part a text, so not all of it can be found."""


class Paragraphs(HTMLParser):
    """The paragraphs and items of the rules, before their charts; not what a reader unfolds."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.folded = 0
        self.feed(html[html.index('<main id="rules">') : html.index('<section id="charts">')])

    def handle_starttag(self, tag, attrs):
        self.folded += tag == "details"
        if tag in ("p", "li"):
            self.found.append("")
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.folded -= tag == "details"
        if self.open and tag == self.open[-1]:
            self.open.pop()

    def handle_data(self, data):
        if self.open and not self.folded:
            self.found[-1] += data


def letters(text: str) -> str:
    return re.sub(r"[^\w]+", "", text).casefold()


def without_rulings(html: str) -> str:
    """The page without the rulings, whose reasons only it shows."""
    html, count = re.subn(r'<li id="PW-[A-Z0-9]+">.*?</li>', "", html)
    assert count == len(load_game(ROOT / "sources" / "putins_war").errata.errata)
    return html


@pytest.mark.slow
def test_the_page_says_what_the_printed_book_says(built):
    folder = Path(built.out) / "putins-war" / "it"
    html = (folder / "rulebook.html").read_text("utf-8")
    printed = "".join(
        letters(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(folder / "rulebook-a4.pdf")
    )
    texts = [letters(text) for text in Paragraphs(without_rulings(html)).found]
    pieces = [text[n : n + PIECE] for text in texts for n in range(0, len(text) - PIECE, PIECE)]
    missing = [piece for piece in pieces if piece not in printed]
    assert len(pieces) > 400
    assert len(missing) < 0.07 * len(pieces), missing
