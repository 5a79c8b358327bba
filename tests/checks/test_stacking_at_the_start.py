"""scenario-stacking with declared limits: what counts, and how much, is what the referee says."""

from dataclasses import replace
from pathlib import Path

from pnp.checks.base import Survey
from pnp.checks.scenarios import scenario_stacking
from pnp.sources import load_game

GAME = Path(__file__).parent / "fixture_declared"


def said(**units):
    """What is said of red units in spaces; `red-camp` holds nobody."""
    game = load_game(GAME)
    scenario = game.scenarios["standard"]
    position = scenario.position.replaced(units={name.lstrip("h"): tuple(there) for name, there in units.items()})
    start = scenario.replaced(position=position, placements=())
    return [p.message for p in scenario_stacking.check(Survey(replace(game, scenarios={"standard": start})))]


def test_units_that_are_exempt_do_not_count():
    """Two may stand in a clear hex, and scouts are exempt: two tanks and a scout are not too many."""
    assert said(h0404=["tank-1", "tank-2", "scout-1"]) == []


def test_a_place_has_its_own_limit():
    """One may stand in the forest of 0301."""
    assert said(h0301=["tank-1"]) == []
    assert said(h0301=["tank-1", "tank-2"]) == ["more than 1 unit of 'red' start in '0301'"]


def test_the_usual_limit_holds_elsewhere():
    assert said(h0404=["guard-1", "guard-2", "guard-3"]) == ["more than 2 units of 'blue' start in '0404'"]
