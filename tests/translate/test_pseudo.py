"""A pseudo-language: each text that can be translated has marks on its vowels; a word without them is one that can't.
"""

from __future__ import annotations

import re
import shutil

import polib
import pypdfium2
import pytest

from pnp.draw.pdf import render
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.book.story import BookBuilder
from pnp.generators.charts.player_aid import build_charts
from pnp.generators.screen.rulebook import rulebook_page
from pnp.sources import load_game
from pnp.sources.assets import data_dir
from pnp.translate import commands, localised

LANGUAGE = "eo"
KEPT = re.compile(r"(\{\{.*?\}\}|\{[a-z_]+\}|\[\[[^\]|]*|^@.*$)", re.MULTILINE)
MARKED = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
OWN = {"pnp", "Plex", "IBM", "VASSAL", "SIL", "Open", "Font", "License"}
"""Names that are the same in every language."""


def pseudo(text: str) -> str:
    return "".join(part if n % 2 else part.translate(MARKED) for n, part in enumerate(KEPT.split(text)))


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The Ford in the pseudo-language."""
    root = tmp_path_factory.mktemp("games")
    folder = root / "the_ford"
    shutil.copytree(data_dir("sources") / "the_ford", folder, ignore=shutil.ignore_patterns("locale"))
    settings = folder / "game.yaml"
    listed = re.sub(r"languages: \[.*\]", f"languages: [en, {LANGUAGE}]", settings.read_text("utf-8"))
    settings.write_text(listed, "utf-8")
    paths = commands.update([load_game(folder)], [LANGUAGE], named=[root])
    assert len(paths) == 2
    for path in (folder / "locale" / f"{LANGUAGE}.po", root / "common" / "locale" / f"{LANGUAGE}.po"):
        catalogue = polib.pofile(str(path), wrapwidth=0)
        for message in catalogue:
            if message.msgid_plural:
                message.msgstr_plural = {0: pseudo(message.msgid), 1: pseudo(message.msgid_plural)}
            else:
                message.msgstr = pseudo(message.msgid)
        catalogue.save()
    return localised(load_game(folder), LANGUAGE)


def left(text: str) -> set[str]:
    """The words of `text` that nobody could translate."""
    words = set(re.findall(r"(?<![\w.\-/])[A-Za-z][A-Za-z’']{3,}(?![\w.\-/])", text))
    return {word for word in words - OWN if re.search("[aeiouAEIOU]", word)}


def printed(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def test_every_word_of_the_book_can_be_translated(game):
    text = printed(set_rulebook(game, "a4").pdf)
    assert "rúlés óf pláý" in text and "Glóssárý" in text
    assert left(text) == set()


def test_every_word_of_the_page_for_a_browser_can_be_translated(game):
    page = rulebook_page(BookBuilder(game, book_look(game, "a4"), {}), {}).decode("utf-8")
    body = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    assert left(re.sub(r"<[^>]*>", " ", body)) == set()
    assert left(" ".join(re.findall(r'(?:aria-label|data-none|title|alt)="([^"]*)"', body))) == set()


def test_every_word_of_the_charts_can_be_translated(game):
    assert left(printed(render(build_charts(game, "a4")))) == set()
