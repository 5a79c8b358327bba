"""The archive to upload: what is in it, where, with which checksums, and the same bytes again."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import replace

import pytest

from pnp.draw.scene import Group
from pnp.exports.pictures import game_pictures
from pnp.exports.release import ReleaseFile, licence_text, picture_page, release_name, release_zip
from pnp.generators.book.back import credit_spans
from pnp.generators.maps.sheet import plan_sheet
from pnp.model.style import OwnFont
from tests.card_games import woods

PRODUCTS = (
    ReleaseFile("en", "a4", "rulebook-a4.pdf", b"%PDF book"),
    ReleaseFile("it", "letter", "map-letter.pdf", b"%PDF map"),
    ReleaseFile("en", "", "map-poster.pdf", b"%PDF poster"), ReleaseFile("", "", "the-ford.vmod", b"PK module"),
)  # fmt: skip


@pytest.fixture(scope="module")
def archive(ford, ford_plan):
    data = release_zip(ford, PRODUCTS, list(game_pictures(ford, ford_plan)))
    assert data == release_zip(ford, PRODUCTS[::-1], list(game_pictures(ford, ford_plan)))
    return zipfile.ZipFile(io.BytesIO(data))


def test_products_lie_by_language_and_paper_below_one_folder(ford, archive):
    assert release_name(ford) == "the-ford-1.0.zip"
    assert archive.namelist() == [
        f"the-ford-1.0/{name}" for name in
        ("LICENCE.txt", "SHA256SUMS", "en/a4/rulebook-a4.pdf", "en/map-poster.pdf", "it/letter/map-letter.pdf",
         "pictures.pdf", "pictures.png", "the-ford.vmod")
    ]  # fmt: skip


def test_every_file_has_its_checksum(archive):
    lines = archive.read("the-ford-1.0/SHA256SUMS").decode().splitlines()
    assert len(lines) == 7
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256(archive.read(f"the-ford-1.0/{name}")).hexdigest() == digest


def test_the_licence_says_what_the_credits_say(ford):
    text = licence_text(ford)
    assert text.startswith("The Ford 1.0\n\n")
    assert "CC BY-NC-SA 4.0" in text
    assert "Design: The authors of pnp" in text
    assert "SIL Open Font License" in text


def test_fonts_of_the_games_own_are_credited(ford):
    """In the archive and on the page of credits."""
    font = OwnFont(name="antiqua", file="fonts/antiqua.ttf", licence="OFL-1.1, © 2011 The Antiqua Authors")
    game = replace(ford, style=ford.style.replaced(fonts=(font,)))
    line = "antiqua.ttf: OFL-1.1, © 2011 The Antiqua Authors"
    assert line in licence_text(game).splitlines()
    assert line in ["".join(span.text for span in spans) for spans in credit_spans(game)]


def test_the_page_of_pictures_begins_with_a_counter_of_each_kind(ford, ford_plan):
    """Ten groups: the second row begins with the first one's second brigade, Hald, after the turn marker."""
    pictures = [p for p in game_pictures(ford, ford_plan) if p.kind == "counters"]
    faces = [p.scene.children for p in pictures if p.face == "front"]
    names = [p.name for p in pictures if p.face == "front"]
    shown = [names[faces.index(node.children)] for node in picture_page(ford, pictures).children[2:]]
    firsts = [name for name in names if not name[-1].isdigit() or name.endswith("-1")]
    assert shown[: len(firsts)] == firsts and len(firsts) == len(ford.counters.groups)


def test_cards_stand_below_the_counters():
    """Three kinds of cards, as large as the page has room for."""
    game = woods()
    pictures = list(game_pictures(game, plan_sheet(game, draft=True), {"counters", "cards"}))
    cards = [p.scene for p in pictures if p.kind == "cards" and p.face == "front"]
    shown = [node for node in picture_page(game, pictures).children if isinstance(node, Group)]
    placed = [node for node in shown if node.children in [card.children for card in cards]]
    assert len(placed) == len({card.id for card in game.cards.cards}) == 3
    for node in placed:
        scale, _, _, _, x, y = node.transform
        assert x + cards[0].width_mm * scale <= 240 - 8
        assert y + cards[0].height_mm * scale <= 180 - 8 + 1e-6
