"""The scale of type on a map sheet."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Path, Text
from pnp.draw.text import width_mm
from pnp.generators.maps.area.land import washes_layer
from pnp.generators.maps.hex import turns
from pnp.generators.maps.ink import PANEL_PT, SCALE_PT, MapInk, fitted, framed, heading, label, on_scale
from pnp.generators.maps.tables import BODY_PT, LEAST_SHARE, STEP, _step_look
from pnp.model.map import TrackSpace
from pnp.model.style import StyleSource


def test_labels_are_set_on_one_scale():
    """A hundred sizes that authors may ask for come out as seven."""
    sizes = {label("Oulu", 0, 0, "condensed-bold", 6.2 + step / 5, 100.0).size_pt for step in range(100)}

    assert sizes == {6.4, 8.0, 9.5, 12.5, 16.0, 22.0, 26.0}


def test_type_without_room_is_condensed_a_little_then_falls_to_the_next_size():
    """Down to 0.93 of its width it is condensed; 0.81 is more than that of 6.4 pt."""
    size, stretch = fitted("OULU", "condensed-bold", 8.0, 6.4, 1000.0)
    assert (size, stretch) == (8.0, 1.0)
    width = width_mm("OULU", "condensed-bold", 8.0)
    assert fitted("OULU", "condensed-bold", 8.0, 6.4, 0.95 * width) == (8.0, pytest.approx(0.95, abs=0.001))
    assert fitted("OULU", "condensed-bold", 8.0, 6.4, 0.81 * width) == (6.4, 1.0)
    assert fitted("OULU", "condensed-bold", 8.0, 6.4, 0.4 * width)[0] == 6.4


def test_a_table_is_set_in_the_size_below():
    assert [on_scale(size) for size in (4.0, 6.9, 9.4, 12.5)] == [6.4, 6.4, 8.0, 12.5]
    assert list(SCALE_PT) == sorted(SCALE_PT)


def test_the_head_of_a_panel_is_a_bar_on_a_poster_and_a_rule_elsewhere():
    colours = {"title": "#15120f", "paper": "#f3e9d6", "accent": "#c4161c", "quiet-text": "#57503f"}
    drawn = {}
    for look in ("plate", "poster"):
        style = StyleSource.model_validate({"palette": colours, "cartouche": look})
        drawn[look] = heading(
            (10, 20, 60, 40), MapInk(style, (), low=False), "Supply", "a note", height=6.6, pad=3.0
        )

    filled = {look: [node.fill for node in nodes if isinstance(node, Path)] for look, nodes in drawn.items()}
    assert filled == {"plate": [None, None], "poster": ["#15120f", "#c4161c"]}
    words = {look: [(n.text, n.colour) for n in nodes if isinstance(n, Text)] for look, nodes in drawn.items()}
    assert words["poster"] == [("SUPPLY", "#f3e9d6"), ("a note", "#f3e9d6")]
    assert words["plate"][1] == ("a note", "#57503f")


@pytest.mark.parametrize(("edition", "colour"), [("full", "#f3e9d6"), ("low", "#15120f")])
def test_type_for_dark_water_is_dark_where_little_ink_leaves_the_water_pale(edition, colour):
    palette = {"name": "#15120f", "water-name": "#f3e9d6", "number": "#6a5e4c"}
    style = StyleSource.model_validate({"palette": palette}).model_copy(update={"ink": edition})
    ink = MapInk(style, (), low=edition == "low")

    assert (ink.type("water-name"), ink.type("number")) == (colour, "#6a5e4c")


def test_no_type_of_a_table_on_a_map_is_below_the_scale():
    """The smallest step of a table on a map, and the largest on a large sheet."""
    largest = round((PANEL_PT[0] / BODY_PT - LEAST_SHARE) / STEP)
    sizes = [(look.cell_pt, look.body_pt) for look in map(_step_look, (0, largest))]

    assert sizes == [(6.4, 6.4), (16.0, 16.0)]


def test_a_panel_beside_the_map_has_neither_ground_nor_frame():
    """It begins at its edge, then; on the map, 3 mm inside its frame."""
    ink = MapInk(StyleSource.model_validate({"palette": {"panel": "#fcf8ee", "accent": "#9a352b"}}), (), low=False)
    rooms = {}
    for area in ((20.0, 20.0, 60.0, 40.0), (120.0, 20.0, 60.0, 40.0)):
        nodes, inner = framed(area, ink.on((10.0, 10.0, 100.0, 100.0), area), "Supply")
        rooms[area[0]] = ([isinstance(node, Path) and node.fill is not None for node in nodes].count(True), inner)

    assert rooms == {20.0: (1, (23.0, 28.8, 54.0, 28.2)), 120.0: (0, (120.0, 28.8, 60.0, 31.2))}


def test_of_the_washes_low_ink_has_the_shade_of_heights_alone_half_as_dark():
    coat = ((0.0, 0.0, 3.0, 0.0, 6.0, 0.0, 9.0, 0.0),)
    style = StyleSource.model_validate({"palette": {"paper": "#f3e9d6", "mountain-ink": "#6b5a46"}})
    usual, low = (
        washes_layer({"mottle": [coat], "shade": [coat]}, MapInk(style, (), low)).children for low in (False, True)
    )

    assert (len(usual), len(low)) == (2, 1)
    assert low[0].fill_opacity == usual[1].fill_opacity / 2


def test_rows_and_tracks_are_paler_where_ink_is_saved():
    """Half as far from white, or less: they are grounds, and cover much of a sheet."""
    style = StyleSource.model_validate({"palette": {"zebra": "#ddccbb", "track-low": "#ddccbb", "rail": "#ddccbb"}})
    low = style.model_copy(update={"ink": "low"})

    assert [low.colour(role) for role in ("zebra", "track-low", "rail")] == ["#eee6dd", "#f3ede7", "#ddccbb"]
    assert style.colour("zebra") == "#ddccbb"


def test_a_turn_is_white_where_ink_is_saved():
    """Of a game whose land is tinted, and whose winter is not."""
    palette = {"panel": "#f7efdf", "land": "#f3e9d6", "navy": "#15120f", "frost": "#c9d3d8"}
    style = StyleSource.model_validate({"palette": palette}).model_copy(update={"ink": "low"})
    ink = MapInk(style, (), low=True)

    for tint, ground in ((None, "#ffffff"), ("frost", "#c9d3d8")):
        space = TrackSpace(id="turn-1", name="May", numeral="1", tint=tint)
        assert turns._cell(space, (0, 0, 40, 20), ink, cold=False, tall=False)[0].fill == ground


def test_start_areas_lean_to_the_colour_of_their_side_a_pale_one_by_its_edge():
    rest = dict.fromkeys(("box", "back_ground", "back_ink", "back_box"), "#ffffff")
    style = StyleSource.model_validate({
        "palette": {"start-area": "#e0d5c4", "start-area-2": "#d2c3b0"},
        "sides": {"crown": {"ground": "#5a2239", "ink": "#ffffff", **rest},
                  "league": {"ground": "#d5dfc0", "ink": "#1f2d16", "edge": "#3d592f", **rest}},
    })  # fmt: skip
    ink = MapInk(style, ("#f2e8cc",), low=False)

    assert [ink.ground(0, side) for side in ("crown", "league", "nobody")] == ["#d0c0b3", "#ccc6b2", "#e0d5c4"]
    assert ink.ground(1, "crown") != ink.ground(0, "crown") and ink.ground(0, "") == "#f2e8cc"


def test_a_value_on_a_track_is_the_deeper_the_farther_from_nought():
    palette = {"panel": "#ffffff", "track-high": "#000000", "track-zero": "#808080"}
    ink = MapInk(StyleSource.model_validate({"palette": palette}), (), low=False)

    assert [ink.step(value, 3) for value in (0, 3, 1)] == ["#808080", "#000000", "#666666"]
