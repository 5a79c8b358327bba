"""Round, six-sided and oblong counters, and sheets of another size, on the sample game of the checks."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Text
from pnp.exports.pictures import counter_scene
from pnp.generators.counter_sheets.imposition import cut_columns, cut_rows
from pnp.generators.counter_sheets.sheet import build_counter_sheets, counter_svg, sheet_plans
from pnp.generators.counters.chit import chit
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.shapes import outline, shape_of, size_of
from pnp.model.counters import CounterSheet
from pnp.sources import load_game
from pnp.vassal.layout import BoardLayout
from pnp.vassal.module.images import _counter_images
from tests.generators.counters.places import back_place, front_place


@pytest.fixture(scope="module")
def game():
    """Tanks on a sheet of round counters of 20 mm, guards on one of hexagons, the marker square."""
    read = load_game(Path(__file__).parents[2] / "checks" / "fixture_game")
    sheets = (
        CounterSheet(id="tanks", name="Tanks", groups=("tank",), shape="round", size_mm=20),
        CounterSheet(id="guards", name="Guards", groups=("guard",), shape="hexagon"),
        CounterSheet(id="markers", name="Markers", groups=("turn",)),
    )
    return replace(read, counters=read.counters.replaced(sheets=sheets))


def first(game, group: str):
    return next(counter for counter in game.all_counters() if counter.group.id == group)


def points(segments) -> list[tuple[float, float]]:
    return [point for _, *values in segments for point in zip(values[::2], values[1::2], strict=True)]


def test_each_sheet_has_its_shape_and_size(game):
    groups = [game.counters.group(name) for name in ("tank", "guard", "turn")]
    assert [shape_of(game, group) for group in groups] == ["round", "hexagon", "square"]
    assert [size_of(game, group) for group in groups] == [(20.0, 20.0), (15.875, 15.875), (15.875, 15.875)]
    assert [plan.size for plan in sheet_plans(game)] == [(20.0, 20.0), (15.875, 15.875), (15.875, 15.875)]


def test_the_size_that_a_user_chooses_changes_all_alike(game):
    assert [plan.size for plan in sheet_plans(game, size_mm=12.7)] == [(16.0, 16.0), (12.7, 12.7), (12.7, 12.7)]


def test_a_hexagon_has_level_sides_within_the_square():
    corners = points(outline("hexagon", 1.0, 2.0, 10.0))
    assert [(round(x, 3), round(y, 3)) for x, y in corners] == [
        (1, 7), (3.5, 2.67), (8.5, 2.67), (11, 7), (8.5, 11.33), (3.5, 11.33)
    ]  # fmt: skip


def texts(node, scale: float = 1.0, x: float = 0.0, y: float = 0.0):
    """Anchor and size of each text, through the transforms of its groups, which only move and scale."""
    if isinstance(node, Group):
        a, _, _, _, e, f = node.transform
        return [text for child in node.children for text in texts(child, scale * a, x + scale * e, y + scale * f)]
    return [(x + scale * node.x, y + scale * node.y, node.size_pt * scale)] if isinstance(node, Text) else []


def test_a_face_is_smaller_about_the_middle_of_a_round_counter(game):
    square = replace(game, counters=game.counters.replaced(sheets=()))
    ((x0, y0, size0),) = texts(draw_counter(square, first(square, "tank"), size_mm=20.0))
    ((x, y, size),) = texts(draw_counter(game, first(game, "tank")))
    assert size == pytest.approx(0.8 * size0)
    assert (x - 10, y - 10) == (pytest.approx(0.8 * (x0 - 10)), pytest.approx(0.8 * (y0 - 10)))


def test_pictures_of_counters_are_cut_out(game):
    picture, edge = chit(game, first(game, "tank"), 0.0, 0.0, 8.0)
    assert len(picture.clip.segments) == len(edge.segments) == 6  # a circle: start, four curves, end


def test_outlines_for_cutting_have_the_shape(game):
    (layer,) = counter_svg(game, "guards", "outlines").children
    assert len(layer.children) >= 3
    assert {len(path.segments) for path in layer.children} == {7}


# Rectangles -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def oblong(game):
    """Tanks on a sheet of counters twice as wide as high, guards on one of counters higher than wide."""
    sheets = (
        CounterSheet(id="tanks", name="Tanks", groups=("tank",), shape="rectangle", size_mm=(30, 15)),
        CounterSheet(id="guards", name="Guards", groups=("guard",), shape="rectangle", size_mm=(16, 25)),
        CounterSheet(id="markers", name="Markers", groups=("turn",), shape="rectangle", size_mm=(30, 15)),
    )
    return replace(game, counters=game.counters.replaced(sheets=sheets))


@pytest.mark.parametrize(("shape", "size"), [("rectangle", 20), ("square", (30, 15)), ("round", (20, 20))])
def test_a_rectangle_has_two_sizes_and_nothing_else_has(shape, size):
    with pytest.raises(ValidationError, match="width, height"):
        CounterSheet(id="tanks", name="Tanks", groups=("tank",), shape=shape, size_mm=size)


@pytest.mark.parametrize("layout", ["long", "short", "fold"])
def test_the_backs_of_rectangles_lie_behind_their_fronts(oblong, layout):
    plan, page = sheet_plans(oblong, layout)[0], (210.0, 297.0)
    assert plan.size == (30.0, 15.0)
    cell = list(plan.cells())[1]
    front, back = (place(plan, cell.x, cell.y, page, layout) for place in (front_place, back_place))
    across = {"long": (210 - front.x - 30, front.y), "short": (front.x, 297 - front.y - 15)}
    assert (back.x, back.y) == pytest.approx(across.get(layout, (front.x, 297 - front.y - 15)))


def test_the_cuts_of_rectangles(oblong):
    wide, high, _ = sheet_plans(oblong, gutter_mm=0.0)
    assert cut_columns(wide)[:3] == (0.0, 30.0, 60.0) and cut_rows(wide)[:2] == (0.0, 15.0)
    assert cut_columns(high)[:2] == (0.0, 16.0) and cut_rows(high)[:2] == (0.0, 25.0)
    (layer,) = counter_svg(oblong, "guards", "outlines").children
    assert {span(path.segments) for path in layer.children} == {(16.0, 25.0)}


def span(segments) -> tuple[float, float]:
    xs, ys = zip(*points(segments), strict=True)
    return round(max(xs) - min(xs), 6), round(max(ys) - min(ys), 6)


def test_a_face_keeps_the_size_of_a_square_of_the_shorter_side(oblong):
    """A wide one has all of it in the middle of its width, a high one its figures at the foot."""
    ((x0, y0, size0),) = texts(draw_counter(oblong, first(oblong, "tank"), size_mm=15.0))
    assert texts(draw_counter(oblong, first(oblong, "tank"))) == [(x0 + 7.5, y0, size0)]
    ((x0, y0, size0),) = texts(draw_counter(oblong, first(oblong, "tank"), size_mm=16.0))
    assert texts(draw_counter(oblong, first(oblong, "tank"), size_mm=(16.0, 25.0))) == [(x0, y0 + 9, size0)]


def test_grounds_and_markers_fill_a_rectangle(oblong):
    ground = draw_counter(oblong, first(oblong, "tank"), reach=(0, 0, 0, 0)).children[0]
    assert span(ground.children[0].segments) == (30.0, 15.0)
    card = draw_counter(oblong, first(oblong, "turn"), reach=(0, 0, 0, 0)).children[1]
    assert span(card.segments)[0] == pytest.approx(span(card.segments)[1] + 15)


def test_a_rectangle_lies_in_the_middle_of_the_square_that_books_give_it(oblong):
    picture, edge = chit(oblong, first(oblong, "tank"), 10.0, 10.0, 8.0)
    assert picture.transform[4:] == (10.0, 12.0)
    assert span(edge.segments) == (8.0, 4.0)


def test_a_picture_of_a_rectangle_has_its_form(oblong, game):
    scene = counter_scene(oblong, first(oblong, "tank"), "front", bleed_mm=2.0)
    assert (scene.width_mm, scene.height_mm) == (34.0, 19.0)
    assert counter_scene(game, first(game, "tank"), "front").width_mm == 20.0  # the sheet's size, not the style's


def test_a_piece_of_the_module_is_a_rectangle(oblong):
    layout = BoardLayout(254.0, (100.0, 100.0), 15.875, {}, {}, {})
    names = {("front", counter.id): f"{counter.id}.svg" for counter in oblong.all_counters()}
    drawn = dict(_counter_images(oblong, names, layout, None))
    picture = ElementTree.fromstring(drawn[f"{first(oblong, 'tank').id}.svg"])
    assert (picture.get("width"), picture.get("height")) == ("300", "150")


def test_the_contour_to_punch_is_seen_on_dark_and_pale_grounds(game):
    """A dark line within a pale one, around each round counter of the sheet; a square sheet has none."""
    pages = build_counter_sheets(game, "a4", "fronts").pages
    punches = [
        [layer for part in page.scene.children if isinstance(part, Group) for layer in (part, *part.children)
         if isinstance(layer, Group) and layer.layer == "punch"] for page in pages
    ]  # fmt: skip
    lines = [path.stroke for layer in punches[0] for path in layer.children]
    assert [len(layers) for layers in punches[:3]] == [1, 1, 0]
    half = len(lines) // 2
    assert half and {line.colour for line in lines[:half]} == {"#ffffff"}
    assert max(contrast(line.colour, "#ffffff") for line in lines[half:]) > 4.5
    assert min(line.width_pt for line in lines[:half]) > 2 * max(line.width_pt for line in lines[half:])
