"""The colours of a map by night."""

from pnp.draw.colour import luminance
from pnp.generators.sheets.night import night
from pnp.sources import load_game


def test_a_sea_is_dark_though_a_river_has_nearly_its_colour():
    """A channel of those of Putin's War differs by seven of 255 at most; the land is brighter than both sides of it."""
    game = load_game("putins-war")
    dark, palette = night(game), game.style.palette
    assert luminance(dark(palette["sea"])) < luminance(dark(palette["outside"])) < luminance(dark(palette["river"]))


def test_trees_and_hachures_are_darker_than_the_ground_by_night():
    """They were bright dots, like snow."""
    game = load_game("winter-war")
    dark, palette = night(game), game.style.palette
    marks = ("tree", "tree-dark", "tree-light", "swamp-ink", "rough-ink", "mountain-ink")
    assert max(luminance(dark(palette[role])) for role in marks) < luminance(dark(palette["land"])) / 2
