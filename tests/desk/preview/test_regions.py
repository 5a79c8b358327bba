"""What stands where on a page: marks through groups, forms and clips."""

from __future__ import annotations

from pnp.desk.preview.regions import regions_of
from pnp.draw.scene import Group, Path, Scene, Show, SourceMarks, moved, rect

MARK = SourceMarks((("counter", "scout", 1.0, 2.0, 10.0, 10.0),))
BOX = Path(rect(0, 0, 5, 5), fill="#000000")


def row(region):
    return region.kind, region.id, region.x, region.y, region.width, region.height


def test_a_mark_is_moved_with_its_group():
    scene = Scene(100, 100, (Group((Group((BOX, MARK), transform=(2, 0, 0, 2, 0, 0)),), transform=moved(5, 6)),))
    assert [row(region) for region in regions_of(scene, {})] == [("counter", "scout", 7.0, 10.0, 20.0, 20.0)]


def test_a_place_turned_half_round_has_its_corner_at_the_other_end():
    scene = Scene(100, 100, (Group((MARK,), transform=(-1, 0, 0, -1, 50, 50)),))
    assert [row(region) for region in regions_of(scene, {})] == [("counter", "scout", 39.0, 38.0, 10.0, 10.0)]


def test_a_tile_shows_only_what_its_window_leaves():
    marks = SourceMarks(tuple(("space", f"0{n}01", 10 * n - 10, 0, 10, 10) for n in (1, 2, 3)))
    forms = {"map": Scene(30, 10, (marks,))}
    window = Path(rect(5, 5, 15, 10))
    tile = Scene(40, 40, (Group((Show("map", moved(0, 5)),), clip=window),))
    assert [row(region) for region in regions_of(tile, forms)] == [
        ("space", "0101", 5, 5, 5, 10), ("space", "0201", 10, 5, 10, 10),
    ]  # fmt: skip
    shown = Scene(40, 40, (Show("map", moved(0, 5), clip=window),))
    assert [row(region) for region in regions_of(shown, forms)] == [
        ("space", "0101", 5, 5, 5, 10), ("space", "0201", 10, 5, 10, 10),
    ]  # fmt: skip


def test_the_digest_is_that_of_what_is_drawn_beside_the_mark():
    def digest(*nodes):
        (region,) = regions_of(Scene(50, 50, (Group((*nodes, MARK)),)), {})
        return region.digest

    assert digest(BOX) == digest(BOX) != digest(Path(rect(0, 0, 5, 6), fill="#000000"))
    assert digest() == ""
