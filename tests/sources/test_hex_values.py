"""What rule texts can name of a hex map: worked out by hand from the sources of Winter War."""

import pytest

from pnp.api import load_game
from pnp.sources.text_values import rendered, rule_values


@pytest.fixture(scope="module")
def values():
    """The values of a game on hexes."""
    return rule_values(load_game("winter-war"))


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ rating.rifle_corps }} and {{ rating.ski_patrol }}", "20-12-2 and 0-0-3"),
        ("{{ grid.columns }} × {{ grid.rows }}, {{ grid.km }} km", "39 × 69, 20 km"),
        ("{{ terrain.swamp.cost }} or {{ terrain.swamp.soviet }}", "1 or 2"),
        ("{{ side_kind.river.cost }} more", "1 more"),
        ("{{ space['2667'].name }}: {{ space['2667'].supply }}", "Leningrad: 300"),
        ("{{ set.mannerheim_line.count }}: {{ set.mannerheim_line.hexes }}", "4: 2363, 2463, 2563, 2663"),
        ("{{ set.row_west_of_viipuri.least }} to {{ set.row_west_of_viipuri.most }}", "2155 to 2162"),
        ("turns {{ overlay.ice.first }} to {{ overlay.ice.last }}", "turns 8 to 10"),
        ("{{ victory.viipuri.points }}, {{ victory.leningrad.points }}", "+25, −100"),
        ("{{ victory.leningrad.amount }}", "100"),
        ("{{ victory.row_west_of_viipuri.total }}", "+40"),
        ("{{ level.draw.least }} to {{ level.draw.most }}", "31 to 60"),
        ("from {{ level.soviet_decisive.least }}", "from 101"),
    ],
)
def test_a_text_names_the_board_and_the_schedule(values, text, filled):
    """Numbers of the map, of units and of the points come from the data."""
    assert rendered(text, values) == filled


def test_other_maps_have_no_hexes():
    """An area map names no grid, and its scenario no victory schedule."""
    values = rule_values(load_game("putins-war"))
    assert "grid" not in values
    assert values["victory"] == {}
