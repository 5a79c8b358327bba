"""Drawings the other way round: layout takes the other side, texts and pictures stay as they are."""

from pnp.draw.mirror import mirrored, mirrored_pages
from pnp.draw.scene import Bitmap, Document, Group, Page, Path, Scene, Text, TextOnPath, line, moved
from pnp.draw.scene import Stroke as Pen


def only(node: object) -> object:
    """What `node`, drawn from 0 to 100 mm, becomes, in the coordinates about its right edge."""
    whole = mirrored((node,), 100.0)
    assert whole.transform == moved(100.0, 0.0)
    (shown,) = whole.children
    return shown


def test_a_line_takes_the_other_side():
    """From 10 to 30 of 100 mm: from 90 down to 70, that is −10 and −30 from the right edge."""
    shown = only(line(10, 5, 30, 7, Pen("#000000", 1.0)))
    assert shown.segments == (("M", -10.0, 5), ("L", -30.0, 7))


def test_a_text_keeps_its_letters_and_ends_where_it_began():
    shown = only(Text(10, 5, "4:1", "sans-bold", 9, anchor="start", rotate_deg=30))
    assert (shown.x, shown.y, shown.anchor, shown.text, shown.rotate_deg) == (-10, 5, "end", "4:1", -30)
    assert only(Text(10, 5, "x", "sans-bold", 9, anchor="middle")).anchor == "middle"


def test_a_text_along_a_line_still_runs_from_left_to_right():
    assert only(TextOnPath(((10, 5), (30, 7)), "x", "sans-bold", 9)).points == ((-30, 7), (-10, 5))


def test_a_group_is_mirrored_with_its_place_and_its_clip():
    clip = Path((("M", 0, 0), ("L", 4, 0), ("L", 0, 2), ("Z",)))
    shown = only(Group((line(0, 0, 4, 0, Pen("#000000", 1.0)),), transform=moved(10, 3), clip=clip))
    assert shown.transform == (1.0, -0.0, -0.0, 1.0, -10, 3)
    assert shown.children[0].segments[1] == ("L", -4.0, 0)
    assert shown.clip.segments[1] == ("L", -4.0, 0)


def test_a_picture_is_moved_as_a_whole():
    """8 mm wide at twice its size from x = 10 on, so it reaches to 26: its left edge is 26 mm from the right one."""
    child = line(0, 0, 8, 0, Pen("#000000", 1.0))
    shown = only(Group((child,), transform=(2.0, 0.0, 0.0, 2.0, 10.0, 3.0), upright_mm=8.0))
    assert shown.transform == (2.0, -0.0, -0.0, 2.0, -26.0, 3.0)
    assert shown.children == (child,)


def test_a_bitmap_keeps_its_pixels():
    assert only(Bitmap(10, 5, 4, 3, b"")).x == -14


def test_the_links_of_a_page_are_mirrored_with_it():
    page = Page(Scene(200, 100, (Text(10, 5, "x", "sans-bold", 9),)), links=(((10, 20, 30, 5), 3),))
    (shown,) = mirrored_pages(Document("t", "he", (page,))).pages
    assert shown.links == (((160, 20, 30, 5), 3),)
    assert shown.scene.children[0].children[0].x == -10
