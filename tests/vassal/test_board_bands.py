"""A board in bands: one PNG, of which a change touches only the rows that it lies in."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from pnp.draw.scene import Group, Held, Path, Scene, rect
from pnp.vassal.board_bands import BAND, Bands, Over, parted, quiet_bands
from pnp.vassal.board_over import with_own

SIZE_MM, DPI = (40.0, 60.0), 127.0
"""5 pixels to the mm: 200 × 300 pixels, in five bands."""

GROUND = (Path(rect(0, 0, 40, 60), fill="#c8d8e8"), Path(rect(0, 30, 40, 30), fill="#506040"))
RED = Path(rect(10, 20, 5, 5), fill="#c00000")


@pytest.fixture(scope="module")
def bands() -> Bands:
    return quiet_bands(SIZE_MM, GROUND, DPI)


def _picture(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()  # the checksum of the rows, too
    assert picture.mode == "P"
    return picture.convert("RGB")


def test_the_picture_without_anything_of_its_own(bands):
    picture = _picture(with_own(bands, (), SIZE_MM, DPI))
    assert picture.size == (200, 300)
    assert picture.getpixel((5, 5)) == (0xC8, 0xD8, 0xE8)
    assert picture.getpixel((199, 299)) == (0x50, 0x60, 0x40)


def test_what_lies_over_it_has_its_colour_and_leaves_the_rest(bands):
    picture = _picture(with_own(bands, (RED,), SIZE_MM, DPI))
    assert picture.getpixel((60, 110)) == (0xC0, 0, 0)
    assert picture.getpixel((40, 110)) == (0xC8, 0xD8, 0xE8)
    assert picture.getpixel((60, 160)) == (0x50, 0x60, 0x40)


def test_only_the_bands_that_are_touched_are_packed_again(bands):
    """The square has rows 100 to 124, and two or three more above and below: the second band, 64 to 127, as blue as the first."""
    plain, with_red = with_own(bands, (), SIZE_MM, DPI), with_own(bands, (RED,), SIZE_MM, DPI)
    assert len(bands.packed) == 5
    assert bands.packed[0] == bands.packed[1] != bands.packed[2] != bands.packed[3]
    assert (plain.count(bands.packed[0]), with_red.count(bands.packed[0])) == (2, 1)
    assert bands.packed[2] in with_red and bands.packed[3] in with_red and bands.packed[4] in with_red


def test_kept_bands_are_the_same(bands):
    again = Bands.from_bytes(bands.as_bytes())
    assert again == bands
    assert again.rows(0)[:4] == b"\0" + again.rows(0)[1:2] * 3
    assert zlib.adler32(again.rows(4)) == bands.sums[4]
    assert len(again.rows(4)) == (300 - 4 * BAND) * 201


def test_what_is_kept_of_what_lies_over_it_is_the_same():
    over = Over(bytes(range(240)), {1: b"rows", 4: b"other rows"}, {1: 17, 4: 3})
    assert Over.from_bytes(over.as_bytes()) == over


def test_boxes_that_meet_are_painted_together_in_order(bands):
    """Green lies over a corner of red; a third is apart from both."""
    green, apart = Path(rect(13, 23, 5, 5), fill="#00c000"), Path(rect(30, 50, 5, 5), fill="#0000c0")
    picture = _picture(with_own(bands, (RED, green, apart), SIZE_MM, DPI))
    assert picture.getpixel((70, 120)) == (0, 0xC0, 0)
    assert picture.getpixel((55, 105)) == (0xC0, 0, 0)
    assert picture.getpixel((160, 260)) == (0, 0, 0xC0)


def test_what_shows_no_counters_is_told_by_being_held():
    held = Held("key", lambda: (RED,))
    paper, land, track, panel = Path(rect(0, 0, 1, 1)), Group((RED,), layer="land"), Group((RED,)), Group((RED,))
    scene = Scene(40, 60, (paper, land, Group((track,), layer="tracks"), Group((held, panel), layer="furniture")))
    assert parted(scene) == ([paper, land, held], [track, panel])
