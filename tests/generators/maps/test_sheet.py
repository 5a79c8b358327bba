"""The map sheet: its layers, its words, its type, the same bytes twice."""

from __future__ import annotations

import pytest
import shapely

from pnp.draw import pdf, svg
from pnp.draw.colour import contrast
from pnp.draw.scene import Document, Page, Path
from pnp.generators.maps.hex.furniture import hex_title
from pnp.generators.maps.ink import fitted, map_ink, mix
from pnp.generators.maps.sheet import _panels, draw_board, draw_map, plan_key, plan_sheet
from pnp.generators.sheets.bounds import marks
from pnp.translate import localised
from tests.generators.scenes import layer, text_nodes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def plan(planned):
    return planned


@pytest.fixture(scope="module")
def sheet(putins_war, plan):
    return draw_map(putins_war, plan)


def test_a3_lying_with_named_layers(sheet):
    assert (sheet.width_mm, sheet.height_mm) == (420.0, 297.0)
    assert [child.layer for child in sheet.children] == [
        "paper", "sea", "land", "areas", "washes", "water", "scenery", "borders", "stacks", "links", "towns", "names",
        "symbols", "tracks", "tables", "furniture", "frame", "credits",
    ]  # fmt: skip


def test_every_area_is_named_and_every_turn_stands_on_the_track(sheet, putins_war):
    said = {node.text for node in text_nodes(sheet.children)}

    for name in ("KYYIVS’KA", "RESPUBLIKA KRYM", "RUSSIA 3", "BLACK SEA", "SEA OF AZOV"):
        assert name in said
    assert {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"} <= said
    assert "INVASION TABLE" in said and "COMBAT TABLE" in said
    assert {"RUSSIAN RESERVE", "UKRAINIAN POOL"} <= said


def test_turns_that_bring_reserves_say_so(sheet):
    """Three from turn II on: the parameters that the track names."""
    said = [node.text for node in text_nodes(layer(sheet, "tracks").children)]

    assert said.count("+3 reserves") == 9


def test_credits_name_the_sources_and_the_designer(sheet):
    said = " ".join(node.text for node in text_nodes(layer(sheet, "credits").children))

    assert "Made with Natural Earth" in said
    assert "GeoNames" in said and "CC BY 4.0" in said
    assert "independent reconstruction" in said and "Affinati" in said
    assert "Version 1.0" in said


def test_five_areas_carry_a_red_star_and_nineteen_an_airport(plan):
    kinds = [badge.kind for space in plan.spaces.values() for badge in space.badges]

    assert kinds.count("red-star") == 5
    assert kinds.count("airport") == 19
    assert kinds.count("port") == 7
    assert kinds.count("victory-points") == 29


def test_no_type_under_five_points(sheet):
    sizes = [node.size_pt for node in text_nodes(sheet.children)]

    assert len(sizes) > 200
    assert min(sizes) >= 5.0


def test_names_can_be_read_on_their_grounds(putins_war):
    ink = map_ink(putins_war.map, putins_war.style)

    grounds = [*ink.tints, ink["start-area"], ink["start-area-2"]]
    assert min(contrast("#1d1b18", ground) for ground in grounds) >= 7.0
    assert contrast(ink["quiet-text"], ink["outside"]) >= 4.5
    assert contrast(ink["quiet-text"], ink["panel"]) >= 4.5
    assert contrast(ink["sea-name"], mix(ink["sea"], "#ffffff", 0.3)) >= 3.0      # large type


def test_nothing_is_printed_within_six_mm_of_the_edge(sheet):
    ground = ("sea", "land", "areas", "washes", "water", "borders")
    boxes = [box for name, _, box in marks(sheet.children) if name not in ground]

    assert len(boxes) > 500
    assert min(box[0] for box in boxes) >= 6.0 and max(box[2] for box in boxes) <= 414.0
    assert min(box[1] for box in boxes) >= 6.0 and max(box[3] for box in boxes) <= 291.5


def test_the_map_proper_is_clipped_to_its_frame(sheet):
    for name in ("sea", "land", "areas", "water", "scenery", "borders"):
        assert isinstance(layer(sheet, name).clip, Path), name


def test_the_board_has_a_ground_and_no_small_print(putins_war, plan):
    board = draw_board(putins_war, plan)

    layers = [child.layer for child in board.children]
    assert layers[0] == "paper" and "credits" not in layers
    assert (board.width_mm, board.height_mm) == (420.0, 297.0)


def test_the_same_bytes_twice(putins_war, plan, sheet):
    again = draw_map(putins_war, plan)

    assert svg.render(sheet) == svg.render(again)
    assert pdf.render(Document("Map", "en", (Page(sheet),))) == pdf.render(Document("Map", "en", (Page(again),)))


def test_names_too_long_become_smaller_then_narrower():
    size, stretch = fitted("WWWWWWWWWW", "condensed-bold", 9.0, 8.0, 20.0)

    assert size == 8.0
    assert stretch < 1.0
    assert fitted("W", "condensed-bold", 9.0, 8.0, 20.0) == (9.0, 1.0)


def test_a_plan_is_keyed_by_what_it_depends_on(putins_war):
    from dataclasses import replace

    longer = putins_war.map.replaced(title="Another")

    assert plan_key(putins_war) == plan_key(replace(putins_war, language="it"))
    assert plan_key(putins_war) != plan_key(replace(putins_war, map=longer))
    style = putins_war.style
    serif = style.replaced(faces=style.faces.replaced(region="serif-bold"))
    assert plan_key(putins_war) != plan_key(replace(putins_war, style=serif))


def test_italian_names_fit(putins_war):
    from pnp.translate import localised

    plan = plan_sheet(localised(putins_war, "it"))

    assert plan.problems == ()
    assert {line.text for region in plan.regions.values() for line in region.names} >= {"POLONIA", "UNGHERIA"}


def test_with_little_ink_only_start_areas_have_a_tint(putins_war):
    low = map_ink(putins_war.map, putins_war.style.replaced(ink="low"))

    assert {low.ground(tint, False) for tint in range(4)} == {"#ffffff"}
    assert low["panel"] == low["outside"] == "#ffffff"
    assert low["start-area"] == "#f3eceb"       # #dccac5 and 65 % of what is missing to white
    assert low["text"] == putins_war.style.palette["text"]


def test_rivers_make_way_for_names(sheet, plan):
    """They ran behind the names of eight areas, Horyn and Sluch behind that of Rivne's, and where two names met."""
    rivers = layer(sheet, "water").children[0].children
    rects = [*(space.name_rect for space in plan.spaces.values()), *(town.rect for town in plan.towns)]
    names = shapely.union_all([shapely.box(x, y, x + width, y + height) for x, y, width, height in rects])
    drawn = [
        shapely.LineString([at[1:] for at in river.segments]).buffer(river.stroke.width_pt * 0.176) for river in rivers
    ]

    assert len(drawn) > 60
    assert min(shape.distance(names) for shape in drawn) > 0.78


def test_tables_and_legend_of_a_hebrew_map_begin_at_the_right(putins_war, plan):
    """The board keeps its sides; its dice stood left of what they mean."""
    hebrew = localised(putins_war, "he")
    (table, _) = _panels(hebrew, plan, map_ink(hebrew.map, hebrew.style), "table")
    (panel, _) = [panel for panel in hebrew.map.panels if panel.kind == "table"]
    x, _, width, _ = panel.rect_mm
    five = next(box for _, node, box in marks([table]) if getattr(node, "text", "") == "5")

    assert five[0] > x + width / 2


def test_the_cartouche_has_a_band_in_the_colours_of_the_sides(putins_war):
    title = next(panel for panel in putins_war.map.panels if panel.kind == "title")
    cartouche = hex_title(putins_war, title.rect_mm, map_ink(putins_war.map, putins_war.style))
    fills = [path.fill for path in cartouche.children[1].children]

    assert fills[-2:] == [side.ground for side in putins_war.style.sides.values()]
