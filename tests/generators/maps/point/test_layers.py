"""The sheet of a point map: one page on both papers, its legend, its type, little ink, the same bytes twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw import svg
from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Path, Text
from pnp.errors import SourceError
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.page import one_page, one_page_at
from pnp.generators.maps.point.furniture import crossing_cost, legend_entries, points_title
from pnp.generators.maps.point.layers import road_sample
from pnp.generators.maps.sheet import draw_board, draw_map, plan_sheet
from pnp.generators.maps.tiles import poster, tiles
from pnp.generators.sheets.bounds import marks
from pnp.model.map import Panel
from pnp.units import PAPERS_MM
from tests.generators.scenes import layer, text_nodes


@pytest.fixture(scope="module")
def march():
    from pnp.sources import load_game

    return load_game("march-of-justice")


@pytest.fixture(scope="module")
def plan(march):
    return plan_sheet(march)


@pytest.fixture(scope="module")
def sheet(march, plan):
    return draw_map(march, plan)


def test_196_by_265_mm_with_named_layers(sheet):
    assert (sheet.width_mm, sheet.height_mm) == (196.0, 265.0)
    assert [child.layer for child in sheet.children] == [
        "paper", "ground", "abroad", "washes", "sea", "water", "scenery", "borders", "towns", "names", "roads",
        "crossings", "boxes", "tracks", "tables", "furniture", "frame", "credits",
    ]  # fmt: skip


def test_a4_takes_the_sheet_over_its_foot_and_letter_under_a_line(sheet):
    """A4: 7 mm left and right, between 6 above and 19 below. Letter: 9.95 mm, between 8 above and 6 below."""
    assert one_page_at(sheet, PAPERS_MM["a4"]) == (7.0, 9.5)
    assert one_page_at(sheet, PAPERS_MM["letter"]) == (9.95, 8.2)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_page_without_marks_for_cutting(march, sheet, paper):
    document = tiles(march, sheet, paper)

    assert len(document.pages) == 1
    page = document.pages[0]
    assert (page.scene.width_mm, page.scene.height_mm) == PAPERS_MM[paper]
    assert [child.layer for child in page.scene.children] == ["map", "margin"]
    assert page.trim_mm[2:] == (196.0, 265.0)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_printed_within_six_mm_of_the_paper(march, sheet, paper):
    at = one_page_at(sheet, PAPERS_MM[paper])
    width, height = PAPERS_MM[paper]
    inside = ("frame", "tracks", "furniture", "credits", "boxes", "roads", "crossings")
    boxes = [
        (b[0] + at[0], b[1] + at[1], b[2] + at[0], b[3] + at[1])
        for name, _, b in marks(sheet.children)
        if name in inside
    ]
    boxes += [box for _, _, box in marks(tiles(march, sheet, paper).pages[0].scene.children)]

    assert len(boxes) > 300
    assert min(box[0] for box in boxes) >= 6.0 and max(box[2] for box in boxes) <= width - 6.0
    assert min(box[1] for box in boxes) >= 6.0 and max(box[3] for box in boxes) <= height - 6.0


def test_the_margin_lies_clear_of_the_map(march, sheet):
    """On Letter the line ends above 8.2 mm, where the map begins."""
    page = tiles(march, sheet, "letter").pages[0]
    line = [box for name, _, box in marks(page.scene.children) if name == "margin"]

    assert len(line) == 3  # words, ruler, units
    assert max(box[3] for box in line) <= 8.2


def test_the_poster_is_the_sheet_with_a_margin(march, sheet):
    document = poster(march, sheet)

    assert len(document.pages) == 1
    assert (document.pages[0].scene.width_mm, document.pages[0].scene.height_mm) == (212.0, 281.0)


def test_a_map_that_is_too_large_is_still_cut(march, sheet):
    larger = replace(sheet, width_mm=300.0)

    assert one_page_at(larger, PAPERS_MM["a4"]) is None
    assert len(tiles(march, larger, "a4").pages) > 2


def test_no_type_under_five_points(sheet):
    sizes = [node.size_pt for node in text_nodes(sheet.children)]

    assert len(sizes) > 80
    assert min(sizes) >= 5.0


def test_every_place_and_every_numeral_is_named(sheet, march):
    said = {node.text for node in text_nodes(sheet.children)}

    assert said >= {space.name for space in march.map.spaces}
    assert said >= {"+3", "+2", "+1", "0", "−1", "−2", "−3", "0-4", "1-3", "2-2", "3-1", "4-0", "1", "6", "24 June"}
    assert said >= {"UKRAINE", "Oka", "Don", "Donets", "Khoper", "Wagner", "attacks −2", "Akhmat’s home"}


def test_each_marker_of_the_track_has_its_units_name(sheet, march):
    said = [node.text for node in text_nodes(layer(sheet, "tracks").children)]

    units = {counter.id: counter.name for counter in march.all_counters()}
    assert [said.count(units[name]) for name in ("wagner", "rusich", "serb")] == [1, 1, 1]


def test_the_legend_has_what_is_drawn_and_no_more(march, plan):
    ink = map_ink(march.map, march.style)

    texts = [text for text, _, _ in legend_entries(march, plan, ink)]
    bare = replace(
        plan, roads=tuple(replace(road, crossing=None) for road in plan.roads if not road.main), towns=(), frontiers=()
    )

    assert texts == [
        "M4, the road to Moscow", "other road", "river crossing", "home location", "border, country not in play",
        "town, for orientation only",
    ]  # fmt: skip
    assert [text for text, _, _ in legend_entries(march, bare, ink)] == ["other road", "home location"]


def test_what_a_river_costs_comes_from_the_rules(march):
    """6.1: one movement point more; 6.2.3.2: die-roll modifier of minus one."""
    assert crossing_cost(march) == "+1 MP · attack −1"

    dear = tuple(p.replaced(value=2) if p.id == "river-cost" else p for p in march.info.parameters)
    assert crossing_cost(replace(march, info=march.info.replaced(parameters=dear))) == "+2 MP · attack −1"


def test_a_long_title_takes_two_lines_and_a_short_one_takes_one(march, plan):
    from pnp.generators.maps.point.furniture import points_title

    def lines(title):
        game = replace(march, info=march.info.replaced(printed_title=title))
        found = points_title(game, (0, 0, 46, 24), map_ink(game.map, game.style))
        return [node.text for node in text_nodes(found.children) if node.font == "condensed-bold"]

    assert lines("«Марш справедливості» Пригожина") == ["«Марш справедливості»", "Пригожина"]
    assert lines("The March") == ["The March"]


def test_a_title_with_room_has_the_main_road_with_its_stops_at_its_foot(march):
    """The panel on the map has room; one of 24 mm has none, and its type is as large as before."""
    from pnp.generators.maps.point.furniture import points_title

    ink = map_ink(march.map, march.style)
    (panel,) = (panel for panel in march.map.panels if panel.kind == "title")
    roomy, tight = points_title(march, panel.rect_mm, ink), points_title(march, (0, 0, 46.5, 24), ink)
    pictures = [
        [node for node in title.children if getattr(node, "layer", "") == "picture"] for title in (roomy, tight)
    ]

    assert [len(found) for found in pictures] == [1, 0]
    x, y, width, height = panel.rect_mm
    boxes = [box for _, _, box in marks(pictures[0])]
    assert min(box[0] for box in boxes) > x
    assert max(box[2] for box in boxes) < x + width
    assert max(box[3] for box in boxes) < y + height
    ends = [node for node in text_nodes(pictures[0]) if node.text in ("Rostov", "Moscow")]
    assert len(ends) == 2
    assert min(box[1] for box in boxes) > max(node.y for node in text_nodes(roomy.children) if node not in ends)


def test_the_title_says_that_distances_are_stretched(sheet):
    said = " ".join(node.text for node in text_nodes(layer(sheet, "furniture").children))

    assert "March of Justice" in said and "Rostov to Moscow by the M4, June 2023" in said
    assert "Schematic" in said


def test_credits_name_the_sources_and_the_designer(sheet):
    said = " ".join(node.text for node in text_nodes(layer(sheet, "credits").children))

    assert "Made with Natural Earth" in said and "GeoNames" in said and "CC BY 4.0" in said
    assert "independent reconstruction" in said and "Weiss" in said


def test_names_can_be_read_on_their_grounds(march):
    ink = map_ink(march.map, march.style)

    assert contrast("#1d1b18", ink.tab(True)) >= 7.0 and contrast("#1d1b18", ink.tab(False)) >= 7.0
    assert contrast(ink["quiet-text"], ink["outside"]) >= 4.5
    assert min(contrast(ink["sea-name"], ink.land(tint)) for tint in (1, 2, 3)) >= 4.5
    assert contrast(ink["crossing"], ink.road(True)) >= 3.0 and contrast(ink["crossing"], ink.road(False)) >= 3.0


def test_with_little_ink_the_ground_is_white_and_the_main_road_pale(march, plan):
    low = replace(march, style=march.style.replaced(ink="low"))
    ink = map_ink(low.map, low.style)

    assert [ink.land(tint) for tint in (1, 2, 3)] == ["#ffffff"] * 3
    assert ink.tab(False) == "#ffffff" and ink.tab(True) == ink.road(True)
    fills = {node.fill for _, node, _ in marks(layer(draw_map(low, plan), "ground").children) if isinstance(node, Path)}
    assert fills <= {"#ffffff", None}


def test_the_board_is_the_sheet_on_a_ground(march, plan):
    board = draw_board(march, plan)

    layers = [child.layer for child in board.children]
    assert layers[0] == "paper" and "credits" not in layers and "boxes" in layers
    assert (board.width_mm, board.height_mm) == (196.0, 265.0)


def test_the_same_bytes_twice(march, plan, sheet):
    assert svg.render(sheet) == svg.render(draw_map(march, plan))


def test_long_names_stay_in_their_tabs_and_strips(march):
    """Names of twelve letters everywhere, as a translation may bring."""
    spaces = tuple(
        space.replaced(name="Serpukhovskoj", note=space.note and "Solo attacchi Wagner") for space in march.map.spaces
    )
    tracks = tuple(
        track.replaced(
            name="Traccia di Manovra/Combattimento",
            spaces=tuple(s.replaced(name=s.name and "24 giugno sera") for s in track.spaces),
        )
        for track in march.map.tracks
    )
    long = replace(march, map=march.map.replaced(spaces=spaces, tracks=tracks))
    plan = plan_sheet(long)

    sheet = draw_map(long, plan)

    assert [problem.code for problem in plan.problems] in ([], ["map-fit"] * len(plan.problems))
    for name, part in (("boxes", layer(sheet, "boxes")), ("tracks", layer(sheet, "tracks"))):
        areas = [space.polygon for space in plan.spaces.values()] if name == "boxes" else []
        limits = [(a[0][0], a[0][1], a[2][0], a[2][1]) for a in areas]
        limits += [(x, y, x + w, y + h) for x, y, w, h in (track.rect for track in plan.tracks.values())]
        texts = [box for _, node, box in marks(part.children) if isinstance(node, Text)]
        assert len(texts) >= 18
        for box in texts:
            assert any(
                x <= box[0] and y <= box[1] and box[2] <= right and box[3] <= foot for x, y, right, foot in limits
            ), box


def test_the_page_says_once_whose_reconstruction_it_is(march, plan):
    """The map's own foot says it; the page's margin doesn't repeat it."""
    scene, paper = draw_map(march, plan), PAPERS_MM["a4"]
    at = one_page_at(scene, paper)
    assert at is not None
    margin = one_page(march, scene, paper, at, "map").scene.children[-1]
    said = [node.text for _, node, _ in marks((margin,)) if isinstance(node, Text)]

    assert any("Print at 100\u00a0%" in text for text in said)
    assert not any("reconstruction" in text for text in said)


def test_each_look_of_a_way_is_drawn_and_told_apart(march):
    """Roads, tracks, waterways and railways look unlike on the map and in the legend; the main road has its own."""
    ink = map_ink(march.map, march.style)
    looks = ("road", "track", "river", "canal", "rail")
    assert len({road_sample(0.0, 0.0, 5.0, False, ink, look) for look in looks}) == 5
    assert road_sample(0.0, 0.0, 5.0, True, ink, "rail") == road_sample(0.0, 0.0, 5.0, True, ink)
    roads = tuple(road.replaced(look="river") if not road.main else road for road in march.map.roads)
    changed = replace(march, map=march.map.replaced(roads=roads))
    plan = plan_sheet(changed, draft=True)
    assert {road.look for road in plan.roads if not road.main} == {"river"}
    assert {road.main for road in plan.roads} == {True, False}


def test_a_point_shows_all_its_symbols_and_its_points(march):
    """The first symbol stands in the tab, the next below it in the box, the points on its right."""
    spaces = tuple(
        space.replaced(features=("home", "star"), victory_points=3) if space.id == "rostov" else space
        for space in march.map.spaces
    )
    plan = plan_sheet(replace(march, map=march.map.replaced(spaces=spaces)), draft=True)
    (x, y, width, tab), badges = plan.spaces["rostov"].name_rect, plan.spaces["rostov"].badges
    assert [(badge.kind, badge.value) for badge in badges] == [("home", 0), ("star", 0), ("victory-points", 3)]
    first, second, points = badges
    assert first.y < y + tab < min(second.y, points.y) and first.x == second.x < points.x < x + width
    changed = replace(march, map=march.map.replaced(spaces=spaces))
    entries = [text for text, _, _ in legend_entries(changed, plan, map_ink(changed.map, changed.style))]
    assert "victory points" in entries


def test_only_a_map_with_a_main_road_has_an_itinerary_in_its_title(march):
    ink = map_ink(march.map, march.style)
    roads = tuple(road.replaced(main=False) for road in march.map.roads)
    area = next(panel.rect_mm for panel in march.map.panels if panel.kind == "title")
    games = [march, replace(march, map=march.map.replaced(roads=roads)),
             replace(march, style=march.style.replaced(cartouche="plate"))]  # fmt: skip
    pictured = [any(child.layer == "picture" for child in points_title(game, area, ink).children
                    if isinstance(child, Group)) for game in games]  # fmt: skip
    assert pictured == [True, False, False]


def test_a_victory_panel_shows_what_scores_and_a_panel_of_hexes_is_refused_in_words(march, plan, sheet):
    def with_panel(kind):
        panel = Panel(kind=kind, rect_mm=(60.0, 60.0, 60.0, 60.0))
        return replace(march, map=march.map.model_copy(update={"panels": (*march.map.panels, panel)}))

    said = [node.text for node in text_nodes(draw_map(with_panel("victory"), plan).children)]
    assert "VICTORY POINTS" in said and "VICTORY POINTS" not in [n.text for n in text_nodes(sheet.children)]
    with pytest.raises(SourceError, match="only a map of hexes has a panel of the kind 'terrain'"):
        draw_map(with_panel("terrain"), plan)


def test_a_day_of_several_turns_stands_once_and_level(sheet):
    days = [node for node in text_nodes(layer(sheet, "tracks").children) if node.text in ("23 June", "24 June")]

    assert [(day.text, day.rotate_deg) for day in days] == [("23 June", 0.0), ("24 June", 0.0)]


def test_boxes_hide_the_rivers_and_roads_below_them(sheet, plan, march):
    ink = map_ink(march.map, march.style)
    boxes = [node for node in layer(sheet, "boxes").children if isinstance(node, Path) and node.fill == ink["box"]]

    assert len(boxes) == len(plan.spaces)
    assert {box.fill_opacity for box in boxes} == {1.0}
