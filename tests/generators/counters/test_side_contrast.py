"""Sides are told apart without hue, factors are read on every ground: LOOKS, Principles."""

from dataclasses import replace

import pytest

from pnp.draw.colour import contrast, deuteranopia, grey, protanopia
from pnp.generators.counters.colours import face_colours, is_dark, parted_by
from pnp.sources import load_game

VIEWS = {"as printed": str, "grey": grey, "deuteranopia": deuteranopia, "protanopia": protanopia}
GROUPS = ("armored-division", "ukrainian-forces")


@pytest.fixture(scope="module")
def game():
    return load_game("putins-war")


def fronts(game, style):
    return [face_colours(style, game.counters.group(name), "front") for name in GROUPS]


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_box_and_pattern_part_the_sides_in_every_view(game, ink, view):
    style = game.style.replaced(ink=ink)

    assert parted_by(*fronts(game, style), VIEWS[view]) == ("box", "pattern")


def test_in_grey_the_grounds_alone_would_not_part_them(game):
    """Why the test above is needed: TECHNIQUES, Pitfalls."""
    russia, ukraine = fronts(game, game.style)

    assert contrast(grey(russia.ground), grey(ukraine.ground)) < 1.5


def test_sides_that_differ_by_hue_only_are_not_parted(game):
    """The measure can fail: the same boxes and no pattern leave nothing but hue."""
    sides = dict(game.style.sides)
    sides["ukraine"] = sides["ukraine"].replaced(box="#1d3f66", pattern="plain")
    sides["russia"] = sides["russia"].replaced(pattern="plain")

    assert parted_by(*fronts(game, game.style.replaced(sides=sides)), grey) == ()


def test_a_pattern_that_does_not_show_on_its_ground_does_not_count(game):
    sides = dict(game.style.sides)
    sides["ukraine"] = sides["ukraine"].replaced(box="#1d3f66", edge="#2b5a90")
    sides["russia"] = sides["russia"].replaced(plate_line=None)

    assert parted_by(*fronts(game, game.style.replaced(sides=sides)), grey) == ()


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_factors_have_a_contrast_of_7_to_1(game, ink, face, view):
    """LOOKS: text ≥ 4.5 : 1, factors ≥ 7 : 1."""
    see, style = VIEWS[view], game.style.replaced(ink=ink)
    checked = 0
    for group in game.counters.groups:
        if group.type and not (face == "back" and group.back == "face-down"):
            colours = face_colours(style, group, face)
            assert contrast(see(colours.ink), see(colours.ground)) >= 7.0, group.id
            assert contrast(see(colours.box_ink), see(colours.box)) >= 4.5, group.id
            assert contrast(see(colours.foot_ink), see(colours.edge)) >= 7.0, group.id
            checked += 1
    assert checked == (5 if face == "front" else 3)


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_an_activated_back_differs_from_its_front_in_every_view(game, view):
    see, group = VIEWS[view], game.counters.group("armored-division")
    front, back = (face_colours(game.style, group, face) for face in ("front", "back"))

    assert contrast(see(front.ground), see(back.ground)) >= 3.0
    assert contrast(see(back.tab), see(back.ground)) >= 3.0
    assert contrast(see(back.tab_ink), see(back.tab)) >= 4.5


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_marker_words_have_a_contrast_of_45_to_1(game, view):
    see = VIEWS[view]
    assert len(game.style.markers) == 2
    for marker in game.style.markers.values():
        assert contrast(see(marker.ink), see(marker.ground)) >= 4.5


def test_dark_is_where_white_reads_better_than_black():
    assert is_dark("#767676") == (contrast("#767676", "#ffffff") > contrast("#767676", "#000000"))
    assert (is_dark("#74241c"), is_dark("#f4d35e")) == (True, False)


def test_low_ink_keeps_the_light_box_light_and_the_dark_one_dark(game):
    russia, ukraine = fronts(game, game.style.replaced(ink="low"))

    assert (russia.box, russia.box_ink) == ("#8f3128", "#ffffff")
    assert (ukraine.box, ukraine.box_ink) == ("#ffffff", "#000000")
    told = {"box": "", "box_ink": "", "pattern": "plain", "edge": "", "tab": "", "bar": "", "rule": ""}
    assert replace(russia, **told) == replace(ukraine, **told)
