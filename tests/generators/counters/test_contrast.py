"""The counters of March of Justice: read on every ground, sides and backs told apart without hue."""

import pytest

from pnp.draw.colour import contrast, deuteranopia, grey, protanopia
from pnp.generators.counters.colours import face_colours, parted_by
from pnp.sources import load_game

VIEWS = {"as printed": str, "grey": grey, "deuteranopia": deuteranopia, "protanopia": protanopia}


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_wagner_and_russia_are_parted_by_box_and_pattern(game, ink, view):
    style = game.style.replaced(ink=ink)
    wagner, omon = (face_colours(style, game.counters.group(name), "front") for name in ("wagner", "omon"))

    assert parted_by(wagner, omon, VIEWS[view]) == ("box", "pattern")


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_reduced_backs_are_parted_by_pattern_and_so_are_both_faces_of_a_switched_unit(game, view):
    wagner, omon = (face_colours(game.style, game.counters.group(name), "back") for name in ("wagner", "omon"))
    front, back = (face_colours(game.style, game.counters.group("helicopter"), face) for face in ("front", "back"))

    assert "pattern" in parted_by(wagner, omon, VIEWS[view])
    assert parted_by(front, back, VIEWS[view]) == ("box", "pattern")


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_factors_have_a_contrast_of_7_to_1_and_words_45_to_1_also_on_the_bar(game, ink, face, view):
    """LOOKS: text ≥ 4.5 : 1, factors ≥ 7 : 1."""
    see, style = VIEWS[view], game.style.replaced(ink=ink)
    checked = 0
    for group in game.counters.groups:
        if group.type:
            colours = face_colours(style, group, face)
            assert contrast(see(colours.ink), see(colours.ground)) >= 7.0, group.id
            assert contrast(see(colours.box_ink), see(colours.box)) >= 4.5, group.id
            assert contrast(see(colours.foot_ink), see(colours.edge)) >= 7.0, group.id
            if group.back == "reduced" and face == "back":
                assert contrast(see(colours.ink), see(colours.bar)) >= 4.5, group.id
            checked += 1
    assert checked == 11


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_a_reduced_back_is_much_lighter_than_its_front(game, view):
    for name in ("wagner", "omon"):
        front, back = (face_colours(game.style, game.counters.group(name), face) for face in ("front", "back"))
        assert contrast(VIEWS[view](front.ground), VIEWS[view](back.ground)) >= 3.0


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_marker_words_have_a_contrast_of_45_to_1(game, view):
    assert set(game.style.markers) == {group.marker for group in game.counters.groups if group.marker}
    for marker in game.style.markers.values():
        assert contrast(VIEWS[view](marker.ink), VIEWS[view](marker.ground)) >= 4.5
