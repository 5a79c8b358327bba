"""Points of cities where no scenario has a schedule: who holds them, and what is told.

Expected values: the Tatchanka games, 1.3 and 8.1: occupied cities count; The Russian Portfolio, IV.1: who was
there last.
"""

from __future__ import annotations

import pytest

from pnp.model.position import PositionSource
from pnp.sources import load_game
from pnp.vassal.context import Context
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.image_names import image_names
from pnp.vassal.pieces.city_points import city_buttons, city_properties, holder_property, holders
from pnp.vassal.pieces.points import count_keys, points_at
from tests.vassal.beanshell import evaluate


@pytest.fixture(scope="module")
def fall():
    """Fall of the Directory in English; no board is needed."""
    game = load_game("fall-of-the-directory")
    return Context(game, game, None, image_names(game))


@pytest.fixture(scope="module")
def portfolio():
    """The Russian Portfolio in English."""
    game = load_game("russian-portfolio")
    return Context(game, game, None, image_names(game))


class Units(dict):
    """CountZone over units: (side, zone)."""

    def __init__(self, units, **names):
        super().__init__(names)
        self.units = units

    def __missing__(self, key):
        function, zone, _, condition = key
        assert function == "CountZone"
        return sum(bool(evaluate(condition, {"Holds": 1, "Side": side})) for side, where in self.units if where == zone)


def looked_at(context, space, units, before):
    """Who holds a city after a look at `units`."""
    name = holder_property(space)
    element = next(e for e in city_properties(context) if e.attributes["name"] == name)
    button = next(b for b in element.find_all("ChangePropertyButton") if b.attributes["hotkey"].endswith("-look"))
    return evaluate(split_fields(button.attributes["propChanger"], ",")[1], Units(units, **{name: before}))


def test_an_empty_city_counts_for_nobody_or_for_who_was_there_last(fall, portfolio):
    kyiv, smolensk = "Kyiv (1108)", "Smolensk (Q13)"

    assert looked_at(fall, "1108", [("bolshevik", kyiv)], "directory") == "bolshevik"
    assert looked_at(fall, "1108", [("bolshevik", "Odesa (1124)")], "directory") == ""
    assert looked_at(portfolio, "q13", [("axis", smolensk)], "russian") == "axis"
    assert looked_at(portfolio, "q13", [], "axis") == "axis"


def test_the_report_names_the_cities_of_each_side(fall):
    """Kyiv 3 and Poltava 1 for the Directory, Rostov 1 for the Volunteers."""
    told = next(b for b in city_buttons(fall) if b.attributes["name"] == "Points told")
    names = {e.attributes["name"]: "" for e in city_properties(fall)}
    names |= {holder_property(s): side for s, side in (
        ("1108", "directory"), ("2012", "directory"), ("3321", "volunteer"))}  # fmt: skip

    assert evaluate(told.attributes["reportFormat"], names) == (
        "Points of cities: Directory 4 · Kyiv 3 · Poltava 1. Volunteers 1 · Rostov 1. [1.3]"
    )


def test_a_position_tells_who_holds_a_city(fall, portfolio):
    """At the start all cities of the USSR are Russian; a unit there, or `control`, says otherwise."""
    start = portfolio.base.scenarios["standard"].position
    later = start.replaced(control={"kk17": "axis"})

    assert set(holders(portfolio.base, start).values()) == {"russian"}
    assert holders(portfolio.base, later)["kk17"] == "axis"
    assert holders(fall.base, PositionSource(units={"1108": ("cheka-1",)})) == {"1108": "bolshevik"}


def test_the_toolbar_shows_the_points_of_the_sides_that_may_win(portfolio):
    """The button counts and adds up; a new phase, too. At the start the Axis holds one city of 3 points."""
    start = portfolio.base.scenarios["standard"].position.replaced(control={"gg19": "axis"})
    *_, menu = city_buttons(portfolio)
    properties = {e.attributes["name"]: e for e in city_properties(portfolio)}
    adding = properties["PointsAxis"].find_all("ChangePropertyButton")[0].attributes
    names = {name: "axis" if name == "HolderGg19" else "russian" for name in properties}

    assert menu.attributes["text"] == "Victory points: Axis $PointsAxis$ · Soviet Union $PointsRussian$"
    worth = next(s.victory_points for s in portfolio.base.map.spaces if s.id == "gg19")
    assert points_at(portfolio.base, start)["PointsAxis"] == worth
    assert evaluate(split_fields(adding["propChanger"], ",")[1], names) == worth
    assert adding["hotkey"].endswith("cities-add")
    assert count_keys(portfolio)[0].endswith("cities-look")
