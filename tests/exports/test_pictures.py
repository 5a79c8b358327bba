"""Pictures of components: how many, how large, the same bytes, and the sheet that shows them."""

from __future__ import annotations

import struct
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from pnp.draw import pdf
from pnp.errors import PnpError
from pnp.exports.contact_sheet import contact_sheet
from pnp.exports.pictures import game_pictures, painted
from pnp.generators.maps.sheet import plan_sheet
from tests.card_games import woods


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_there_is_a_front_and_a_back_of_each_counter(ford):
    pictures = list(game_pictures(ford, None, ("counters",)))
    assert len(pictures) == 2 * 16
    assert [picture.path for picture in pictures[:2]] == [
        "counters/north-infantry-1-front.png", "counters/north-infantry-1-back.png",
    ]  # fmt: skip


def test_a_counter_has_its_size_at_a_resolution_and_with_a_bleed(ford):
    side = ford.style.counters.size_mm
    (plain, _, *_), (bled, _, *_) = (list(game_pictures(ford, None, ("counters",), bleed_mm=mm)) for mm in (0.0, 2.0))
    assert size_of(plain.png(254)) == (round(side * 10),) * 2
    assert size_of(bled.png(254)) == (round((side + 4) * 10),) * 2


def test_the_bleed_is_ground_and_no_paper(ford):
    """The corner of a Northern counter is blue; the bleed goes on in that colour."""
    picture = next(iter(game_pictures(ford, None, ("counters",), bleed_mm=2.0)))
    image = Image.open(BytesIO(picture.png(100))).convert("RGB")
    assert image.getpixel((1, 1)) == image.getpixel((9, 9)) != (255, 255, 255)


def test_the_same_sources_give_the_same_bytes_and_equal_faces_are_painted_once(ford, monkeypatch):
    pictures = list(game_pictures(ford, None, ("counters",)))
    first = dict((picture.path, data) for picture, data in painted(pictures, 100))
    again = dict((picture.path, data) for picture, data in painted(list(game_pictures(ford, None, ("counters",))), 100))
    assert first == again
    assert first["counters/turn-front.png"] == first["counters/turn-back.png"]
    assert first["counters/north-guard-front.png"] != first["counters/south-guard-front.png"]


def test_a_board_is_drawn_to_scale_and_never_too_large(ford, ford_plan):
    (board,) = game_pictures(ford, ford_plan, ("boards",))
    assert board.path == "boards/main.png"
    assert size_of(board.png(25.4)) == (362, 250)
    with pytest.raises(PnpError, match=r"at most 924 dpi is possible .* give --dpi 924"):
        board.png(1200)


def test_the_contact_sheet_shows_every_picture_above_its_name(ford, ford_plan):
    pages = list(pypdfium2.PdfDocument(pdf.render(contact_sheet(ford, list(game_pictures(ford, ford_plan))))))
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert len(pages) == 2
    for counter in ford.all_counters():
        assert f"counters/{counter.id}" in text
    assert "boards/main" in text


def test_cards_have_fronts_and_a_back_for_each_deck():
    pictures = list(game_pictures(woods(), plan_sheet(woods(), draft=True), ("cards",)))
    assert [picture.path for picture in pictures] == [
        "cards/storm-front.png", "cards/scouts-front.png", "cards/volunteers-front.png", "cards/deck-events-back.png",
    ]  # fmt: skip
    assert (pictures[0].scene.width_mm, pictures[0].scene.height_mm) == (44.0, 68.0)
