"""The colours of a map by night."""

from pnp.draw.colour import luminance
from pnp.generators.sheets.night import night
from pnp.sources import load_game


def test_a_sea_is_dark_though_a_river_has_nearly_its_colour():
    """A channel of those of Putin's War differs by seven of 255 at most; the land is brighter than both sides of it."""
    game = load_game("putins-war")
    dark, palette = night(game), game.style.palette
    assert luminance(dark(palette["sea"])) < luminance(dark(palette["outside"])) < luminance(dark(palette["river"]))
