"""A made-up language whose vowels all bear accents: what a book or chart prints without one never went to a catalogue.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pypdfium2
import pytest

from pnp.press import Order, build_game
from pnp.sources import load_game
from pnp.translate import commands

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = re.compile(r"(\{\{.*?\}\}|\{[^{}]*\}|\[\[.*?\]\]|^@.*$|<[^>]*>)", re.MULTILINE)
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
RESULTS = {"AE", "AR", "DE", "EX"}
"""Codes of the combat table, the same in all languages."""
PLAIN = re.compile(r"[^\W\d_]*[aeiouyAEIOUY][^\W\d_]*")


def accented(text: str) -> str:
    """`text` with accents, but for what a translation must keep."""
    return "".join(part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(KEPT.split(text)))


def translate(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    for entry in catalogue:
        entry.msgstr = "" if entry.msgid_plural else accented(entry.msgid)
        entry.msgstr_plural = {
            index: accented(entry.msgid_plural if index else entry.msgid) for index in entry.msgstr_plural
        }
    catalogue.save()


def test_whatever_is_printed_was_in_a_catalogue(tmp_path):
    folder = tmp_path / "the_ford"
    shutil.copytree(ROOT / "sources" / "the_ford", folder, ignore=shutil.ignore_patterns("*.po"))
    info = folder / "game.yaml"
    info.write_text(re.sub(r"(?m)^languages:.*$", "languages: [en, xx]", info.read_text("utf-8")), "utf-8")
    commands.update([load_game(folder)], ["xx"], named=[tmp_path])
    for path in tmp_path.rglob("xx.po"):
        translate(path)

    order = Order(tmp_path / "out", ("xx",), ("a4",), ("charts", "rulebook"), workers=1)
    report = build_game(folder, order)

    assert report.problems == []
    for path in tmp_path.rglob("*.pdf"):
        pages = pypdfium2.PdfDocument(path)
        words = {word for page in pages for word in PLAIN.findall(page.get_textpage().get_text_range())}
        assert words <= RESULTS, path.name
