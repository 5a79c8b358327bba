"""The layers of a hex map's ground, and what names take from them."""

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Path, Scatter, Text
from pnp.draw.text import width_mm
from pnp.generators.maps.cut import Cutter
from pnp.generators.maps.hex.ground import hex_ground_layers, words_under
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.marks import REACH_MM, VARIANTS, pictures
from pnp.maps.hex_plan import HexLabelPlan
from pnp.maps.hexes.sheet import plan_hexes
from tests.maps.hex_land import land, side, way

SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))


@pytest.fixture(scope="module")
def style(winter_war_style):
    return winter_war_style


@pytest.fixture(scope="module")
def winter_war_style():
    from pnp.sources import load_game

    return load_game("winter-war").style


@pytest.fixture(scope="module")
def planned(style):
    hexes = {
        "ways": [way("rail", "0205 0305 0405 0505 0605"), way("road", "0305 0405 0406")],
        "sides": [side("river", "0504/0603 0604/0603")],
    }
    plan = plan_hexes(land(hexes=hexes), style, width_mm)
    return land(hexes=hexes), replace(plan, labels=None)


def layers(planned, style, **changes):
    """Layer -> its nodes."""
    game_map, plan = planned
    plan = replace(plan, **changes)
    return {group.layer: group.children for group in hex_ground_layers(plan, map_ink(game_map, style))}


def fills(nodes):
    return {node.fill for node in nodes if isinstance(node, Path)} - {None}


def test_layers_lie_in_their_order(planned, style):
    assert list(layers(planned, style)) == [
        "land", "washes", "border bands", "terrain", "water", "ice", "rivers", "grid", "borders", "ways",
        "fortifications", "abroad", "numbers",
    ]  # fmt: skip


def test_textures_are_a_few_nodes_not_thousands(planned, style):
    terrain = layers(planned, style)["terrain"]

    assert len(terrain) <= 6
    assert sum(len(node.places) // 4 for node in terrain if isinstance(node, Scatter)) > 200


def test_trees_are_drawn_from_north_to_south(planned, style):
    woods = [node for node in layers(planned, style)["terrain"] if isinstance(node, Scatter)][-1]

    assert list(woods.places[2::4]) == sorted(woods.places[2::4])


def test_a_bridge_is_a_pale_way_between_two_dark_lines(planned, style):
    """They stand beyond the edges of their road and are drawn below it."""
    hexes = {"ways": [way("road", "0503 0504 0603 0703")], "sides": [side("river", "0504/0603")]}
    plan = plan_hexes(land(hexes=hexes), style, width_mm)
    pens = [node.stroke for node in layers((land(hexes=hexes), plan), style)["ways"] if isinstance(node, Path)]
    ink = map_ink(land(hexes=hexes), style)

    assert [pen.colour for pen in pens] == [ink["road-case"], ink["land"], ink["road-case"], ink["road"]]
    parapets, floor, case, _ = (pen.width_pt for pen in pens)
    assert parapets > floor > case


def test_every_hex_in_the_frame_has_its_number(planned, style):
    numbers = [node for node in layers(planned, style)["numbers"] if isinstance(node, Text)]

    assert len(numbers) == 70
    assert {number.colour for number in numbers} == {style.palette["number"], style.palette["number-water"]}


def test_a_number_that_names_hide_is_not_drawn(planned, style):
    shown = layers(planned, style, labels=HexLabelPlan(numbers=frozenset({"0101"})))["numbers"]

    assert "0101" not in {node.text for node in shown}
    assert len(shown) == 69


def test_with_little_ink_terrain_is_line_only(planned, style):
    full = fills(layers(planned, style)["land"])
    low = fills(layers(planned, style.model_copy(update={"ink": "low"}))["land"])

    assert style.palette["forest"] in full
    assert low == {"#ffffff"}


def test_water_is_paler_and_has_one_tint_with_little_ink(planned, style):
    low = style.model_copy(update={"ink": "low"})

    assert len(fills(layers(planned, style)["water"])) == 5
    assert len(fills(layers(planned, low)["water"])) == 1


def test_names_cut_grid_trees_and_railway(planned, style):
    """A name over the whole map leaves nothing quiet; the ground's tint stays."""
    everything = ((0.0, 0.0), (220.0, 0.0), (220.0, 160.0), (0.0, 160.0))
    cut = layers(planned, style, labels=HexLabelPlan(knock_out=(everything,)))

    assert cut["terrain"] == cut["grid"] == ()
    assert [n for n in cut["ways"] if n.stroke.colour == style.palette["rail"]] == []
    assert cut["land"] == layers(planned, style)["land"]


def test_a_border_stops_short_of_a_number_that_it_would_strike(planned):
    """Two numbers of which one is crossed; one that isn't drawn cuts nothing, nor where there are no names."""
    plan = planned[1]
    struck, clear = [*plan.hexes.numbers][:2]
    numbers = {struck: replace(plan.hexes.numbers[struck], crossed="clear"), clear: plan.hexes.numbers[clear]}
    plan = replace(plan, hexes=replace(plan.hexes, numbers=numbers))
    x, y, *_ = numbers[struck].rect

    assert [ring[0] for ring in words_under(replace(plan, labels=HexLabelPlan()))] == [(x, y)]
    assert words_under(replace(plan, labels=HexLabelPlan(numbers=frozenset([struck])))) == []
    assert words_under(plan) == []


def test_the_edge_of_play_stops_short_of_a_name(planned, style):
    """A square of country abroad; a name over all of its left side leaves the other three."""
    ground = replace(planned[1].hexes, abroad=(((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0)),))
    left = ((15.0, 15.0), (25.0, 15.0), (25.0, 65.0), (15.0, 65.0))
    _, whole = layers(planned, style, hexes=ground)["abroad"]
    _, cut = layers(planned, style, hexes=ground, labels=HexLabelPlan(knock_out=(left,)))["abroad"]

    assert min(segment[1] for segment in whole.segments) == 20.0
    assert min(segment[1] for segment in cut.segments) == 25.0


# Knock-out ----------------------------------------------------------------------------------------


def test_a_line_stops_before_a_name_and_goes_on_behind_it():
    """From 0 to 30 through a name from 10 to 20."""
    pieces = Cutter([SQUARE]).lines([((0.0, 15.0), (30.0, 15.0)), ((0.0, 5.0), (30.0, 5.0))])

    assert pieces == [((0.0, 15.0), (10.0, 15.0)), ((20.0, 15.0), (30.0, 15.0)), ((0.0, 5.0), (30.0, 5.0))]


def test_a_curve_that_no_name_touches_stays_a_curve():
    assert Cutter([SQUARE]).pieces([(0.0, 5.0), (30.0, 5.0)]) is None
    assert Cutter([SQUARE]).pieces([(15.0, 0.0), (15.0, 30.0)]) == [
        ((15.0, 0.0), (15.0, 10.0)),
        ((15.0, 20.0), (15.0, 30.0)),
    ]


def test_marks_and_strokes_under_a_name_are_left_out():
    """A tree 2.3 high whose foot stands below the name still reaches into it."""
    cutter = Cutter([SQUARE])

    assert cutter.marks((0.0, 15.0, 21.0, 1.0, 1.0, 15.0, 25.0, 1.0), REACH_MM["spruce"]) == (1.0, 15.0, 25.0, 1.0)
    assert cutter.strokes((12.0, 12.0, 14.0, 12.0, 1.0, 1.0, 2.0, 1.0)) == (1.0, 1.0, 2.0, 1.0)


def test_without_names_nothing_is_cut():
    cutter = Cutter([])

    assert cutter.lines([((0.0, 1.0), (2.0, 1.0))]) == [((0.0, 1.0), (2.0, 1.0))]
    assert cutter.strokes((1.0, 2.0, 3.0, 4.0)) == (1.0, 2.0, 3.0, 4.0)


# Marks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(VARIANTS))
def test_no_two_pictures_of_a_mark_are_alike_and_each_stays_in_its_reach(kind, style):
    made = pictures(kind, map_ink(land(), style))
    half, above, below = REACH_MM[kind]

    assert len(set(made)) == VARIANTS[kind]
    for picture in made:
        points = [s[-2:] for path in picture for s in path.segments if len(s) > 1]
        assert all(-half - 0.6 <= x <= half + 0.6 and -above - 0.6 <= y <= below + 0.4 for x, y in points)


def test_with_little_ink_a_tree_is_a_line(style):
    low = map_ink(land(), style.model_copy(update={"ink": "low"}))

    assert {path.fill for picture in pictures("spruce", low) for path in picture} == {"#ffffff"}
    assert isinstance(Group(pictures("spruce", low)[0]), Group)
