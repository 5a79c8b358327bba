"""Tiles: they cover the map, overlap on two sides, and leave out what is blank."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Group, Path, Scene, Show, Text, circle, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.seams import cross_points
from pnp.generators.maps.tiles import poster, tiles
from pnp.generators.maps.tiling import OVERLAP_MM, tile_name, tiling
from pnp.generators.sheets.bounds import marks


def scene(width=420.0, height=297.0, *shapes):
    return Scene(width, height, shapes or (Path(rect(0, 0, width, height), fill="#dddddd"),))


def test_names_by_column_and_row():
    assert [tile_name(0, 0), tile_name(1, 0), tile_name(0, 1), tile_name(26, 2)] == ["A1", "B1", "A2", "AA3"]


def test_a3_takes_four_sheets_of_a4_lying():
    """410 / 267 and 287 / 169 mm of new map each: two by two; upright it would be three by two."""
    cut = tiling(scene(), "a4")

    assert cut.paper_mm == (297.0, 210.0)
    assert [tile.name for tile in cut.tiles] == ["A1", "B1", "A2", "B2"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_point_of_the_map_is_on_some_tile(paper):
    cut = tiling(scene(), paper)

    points = [(x, y) for x in range(0, 421, 7) for y in range(0, 298, 7)]
    assert len(points) > 2000
    for x, y in points:
        assert any(t.x <= x <= t.x + t.width + 1e-6 and t.y <= y <= t.y + t.height + 1e-6 for t in cut.tiles), (x, y)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_neighbours_overlap_by_ten_mm(paper):
    cut = tiling(scene(), paper)
    a1, b1, a2 = cut.at(0, 0), cut.at(1, 0), cut.at(0, 1)

    assert a1.x + a1.width - b1.x == pytest.approx(OVERLAP_MM)
    assert a1.y + a1.height - a2.y == pytest.approx(OVERLAP_MM)
    assert OVERLAP_MM == 10.0


def test_crosses_stand_at_the_same_points_of_both_tiles():
    cut = tiling(scene(), "a4")

    on_a1, on_b1 = set(cross_points(cut, cut.at(0, 0))), set(cross_points(cut, cut.at(1, 0)))

    assert len(on_a1 & on_b1) == 3
    assert all(x == pytest.approx(210.0) for x, _ in on_a1 & on_b1)      # the middle of the seam of a 420 mm map


def test_crosses_spare_the_words_of_the_map():
    """A word over the middle of the seam between A1 and B1, at x = 210."""
    word = Text(205, 78, "NAME", "condensed-bold", 9.0)
    cut = tiling(scene(420.0, 297.0, Path(rect(0, 0, 420, 297), fill="#dddddd"), word), "a4")

    shared = set(cross_points(cut, cut.at(0, 0))) & set(cross_points(cut, cut.at(1, 0)))

    assert len(shared) == 3
    assert not any(74 < y < 79.5 for _, y in shared)      # the letters stand from 75.8 to 78


def test_blank_tiles_are_left_out():
    """Art in the upper left and the lower right corner of a sheet of 800 × 500 mm."""
    cut = tiling(
        scene(800.0, 500.0, Path(circle(20, 20, 10), fill="#000000"), Path(circle(780, 480, 10), fill="#000000")), "a4"
    )

    assert cut.columns * cut.rows > 4
    assert [tile.name for tile in cut.tiles] == ["A1", tile_name(cut.columns - 1, cut.rows - 1)]


def test_the_map_is_drawn_once_and_shown_on_each_sheet(putins_war):
    document = tiles(putins_war, scene(), "a4")

    assert list(document.forms) == ["map"]
    assert len(document.pages) == 5      # the plan and four tiles
    for page in document.pages:
        assert len(list(shows(page.scene.children))) == 1


def shows(nodes):
    for node in nodes:
        if isinstance(node, Show):
            yield node
        elif isinstance(node, Group):
            yield from shows(node.children)


def test_tiles_are_printed_at_100_percent(putins_war):
    document = tiles(putins_war, scene(), "letter")

    for page in document.pages[1:]:
        (show,) = shows(page.scene.children)
        assert show.transform[:4] == (1.0, 0.0, 0.0, 1.0)


def test_each_tile_names_its_neighbours(putins_war):
    document = tiles(putins_war, scene(), "a4")

    said = [" ".join(n.text for _, n, _ in marks(p.scene.children) if isinstance(n, Text)) for p in document.pages]
    assert "strip: B1" in said[1] and "strip: A2" in said[1]          # A1 gives glue to both
    assert "strip of A1" in said[2] and "strip: B2" in said[2]        # B1 lies on A1
    assert "strip of B1" in said[4] and "strip of A2" in said[4]      # B2 lies on both
    assert "Sheet 1 of 5" in said[0] and "Sheet 5 of 5" in said[4]


def test_the_plan_shows_all_names(putins_war):
    page = tiles(putins_war, scene(), "a4").pages[0]

    said = {n.text for _, n, _ in marks(page.scene.children) if isinstance(n, Text)}
    assert {"A1", "B1", "A2", "B2"} <= said


@pytest.mark.parametrize("size", [(500.0, 400.0), (420.0, 900.0)])
def test_the_plan_is_large_and_its_steps_stand_beside_a_tall_map_and_below_a_wide_one(putins_war, size):
    page = tiles(putins_war, scene(*size), "a4").pages[0].scene
    (show,) = shows(page.children)
    scale, x, y = show.transform[0], *show.transform[4:]
    right, foot = x + scale * size[0], y + scale * size[1]
    texts = [node for _, node, _ in marks(page.children) if isinstance(node, Text)]
    steps = [node for node in texts if (node.font, node.size_pt) == ("sans-regular", 9.5)]

    assert right > 0.9 * page.width_mm or foot > 0.8 * page.height_mm
    assert all(step.x > right or step.y - 2.4 > foot for step in steps)
    assert all(step.x + width_mm(step.text, step.font, step.size_pt) <= page.width_mm - 9.9 for step in steps)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_tile_stays_clear_of_margin_and_edge(putins_war, paper):
    """Marks lie at least 5 mm inside the paper, the window of the map above the foot."""
    document = tiles(putins_war, scene(), paper)

    for page in document.pages[1:]:
        width, height = page.scene.width_mm, page.scene.height_mm
        _, y, _, h = page.trim_mm
        assert y + h <= height - 19.0
        for _, _, box in marks(page.scene.children):
            assert box[0] >= 6.0 and box[2] <= width - 6.0
            assert box[1] >= 6.0 and box[3] <= height - 6.0


def test_the_poster_is_a3_and_fitted_to_tabloid(putins_war):
    document = poster(putins_war, scene(420.0, 297.0, Path(rect(8, 8, 404, 281), fill="#dddddd")))

    sizes = [(page.scene.width_mm, page.scene.height_mm) for page in document.pages]
    assert sizes == [(420.0, 297.0), (431.8, 279.4)]
    (full,), (small,) = (list(shows(page.scene.children)) for page in document.pages)
    assert full.transform[0] == 1.0
    assert small.transform[0] == pytest.approx((279.4 - 14.25) / 281)


def test_a_poster_has_6_mm_of_white_about_all_that_is_drawn(putins_war):
    """A map drawn up to the edge of its sheet gets a larger page."""
    page = poster(putins_war, scene()).pages[0]

    assert (page.scene.width_mm, page.scene.height_mm) == (432.5, 309.5)
    assert [show.transform[4:] for show in shows(page.scene.children)] == [(6.25, 6.25)]


def lettered(name_pt, number_pt):
    """An A3 map, reduced to 0.893 on Tabloid, with a name and the number of a hex."""
    name = Group((Text(50, 50, "Oulu", "condensed-bold", name_pt),), layer="names")
    number = Group((Text(90, 90, "0101", "condensed-regular", number_pt),), layer="numbers")
    return scene(420.0, 297.0, Path(rect(0, 0, 420, 297), fill="#dddddd"), name, number)


def test_a_map_is_not_reduced_below_four_and_a_half_points(putins_war):
    """Scale 0.893: 5.1 pt become 4.55, 5.0 pt 4.46."""
    assert [page.bookmark for page in poster(putins_war, lettered(5.1, 5.1)).pages] == [
        "Full size", "Reduced to 11 × 17 in",
    ]  # fmt: skip
    (page,) = poster(putins_war, lettered(5.0, 5.1)).pages

    assert any("Sheet 1 of 1" in mark.text for _, mark, _ in marks(page.scene.children) if isinstance(mark, Text))


def test_a_reduced_map_leaves_out_numbers_that_would_be_too_small(putins_war):
    document = poster(putins_war, lettered(7.0, 4.5))
    words = [mark.text for _, mark, _ in marks(document.pages[1].scene.children) if isinstance(mark, Text)]

    printed = [mark.text for _, mark, _ in marks(document.forms["plain map"].children) if isinstance(mark, Text)]

    assert printed == ["Oulu"]
    assert any("without the numbers of its hexes" in text for text in words)


def test_crosses_spare_the_symbols_of_the_map():
    """A disc over the middle of the seam between A1 and B1, at (210, 76.75)."""
    disc = Group((Path(circle(210, 76.75, 2.5), fill="#000000"),), layer="symbols")
    cut = tiling(scene(420.0, 297.0, Path(rect(0, 0, 420, 297), fill="#dddddd"), disc), "a4")

    shared = set(cross_points(cut, cut.at(0, 0))) & set(cross_points(cut, cut.at(1, 0)))

    assert len(shared) == 3
    assert all(abs(y - 76.75) >= 5.0 for _, y in shared)


def test_a_blank_edge_is_left_out_where_that_saves_sheets():
    """559 × 200 mm take four upright sheets of A4 side by side (3 · 188 - 20 = 544); the 545 mm that are drawn take
    three.

    The margin at the right gives half a millimetre for it: 3 · 188.5 - 20 = 545.5.
    """
    frame = Group((Path(rect(7, 20, 545, 700), fill="#dddddd"),), layer="map")
    cut = tiling(Scene(559, 740, (frame,)), "a4")

    assert (cut.columns, cut.rows) == (3, 3)
    assert cut.tiles[0].x == 7
    assert cut.tiles[2].x + cut.tiles[2].width == pytest.approx(552)
    assert cut.tiles[0].width <= 210 - 12 - 9.5


def test_a_blank_edge_stays_where_it_costs_no_sheet():
    frame = Group((Path(rect(7, 7, 486, 486), fill="#dddddd"),), layer="map")
    cut = tiling(Scene(500, 500, (frame,)), "a4")

    assert cut.tiles[0].x == 0


def test_what_a_clip_hides_does_not_count_as_drawn():
    """A layer that runs far past its clip, as the ground of a map does."""
    ground = Path(rect(-100, -100, 1000, 1000), fill="#dddddd")
    hidden = Group((Group((ground,), clip=Path(rect(7, 20, 545, 700))),), layer="map")

    assert tiling(Scene(559, 740, (hidden,)), "a4").columns == 3


def test_rows_are_joined_only_where_there_are_several(putins_war):
    """Two tiles side by side are one row; 420 by 297 mm take two."""
    def steps(drawn):
        plan = tiles(putins_war, drawn, "a4").pages[0].scene
        return " ".join(node.text for _, node, _ in marks(plan.children) if isinstance(node, Text))

    assert "join the rows" in steps(scene())
    assert "join the rows" not in steps(scene(360.0, 240.0))


@pytest.mark.parametrize("height", [230.0, 241.0])
def test_the_name_of_a_tile_keeps_clear_of_the_tick_beside_it(putins_war, height):
    """On Letter 241.4 mm of a map are as high as a tile can be: its ticks reach up to the name."""
    page = tiles(putins_war, scene(366.0, height), "letter").pages[-1].scene
    drawn = [(layer, node, box) for layer, node, box in marks(page.children) if layer == "cut"]
    (name,) = (box for _, node, box in drawn if isinstance(node, Text) and node.text == "B1")
    ticks = [box for _, node, box in drawn if isinstance(node, Path) and box[1] < name[3] and box[2] < 60]

    assert bool(ticks) == (height > 235)
    assert all(tick[0] - name[2] > 0.8 for tick in ticks)
    assert name[0] >= 6.0
