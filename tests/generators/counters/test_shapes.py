"""Round and six-sided counters, and sheets of another size, on the sample game of the checks."""

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.draw.scene import Group, Text
from pnp.generators.counters.chit import chit
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.shapes import edge_of, outline, shape_of
from pnp.generators.counters.sheet import counter_svg, sheet_plans
from pnp.model.counters import CounterSheet
from pnp.sources import load_game


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
    assert [edge_of(game, group) for group in groups] == [20.0, 15.875, 15.875]
    assert [plan.size for plan in sheet_plans(game)] == [20.0, 15.875, 15.875]


def test_the_size_that_a_user_chooses_changes_all_alike(game):
    assert [plan.size for plan in sheet_plans(game, size_mm=12.7)] == [16.0, 12.7, 12.7]


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
