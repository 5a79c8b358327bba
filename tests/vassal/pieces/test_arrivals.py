"""Units that a button brings: who is due, where each enters, and what is in the way.

Expected values: The Ford, 11.1 and 5.1; Winter War, Reinforcements; the Tatchanka games, 4.2 and 8.3.1.
"""

from __future__ import annotations

import pytest

from pnp.sources import load_game
from pnp.vassal.board.zones import box_zones
from pnp.vassal.context import Context
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import board_layout
from pnp.vassal.pieces.arrivals import arrival_buttons, arrival_prototypes, entries, option_tab
from tests.vassal.beanshell import evaluate
from tests.vassal.conftest import measured_plan


@pytest.fixture(scope="module")
def ford():
    """The Ford with its board, as far as arrivals ask for it."""
    game = load_game("the-ford")
    return Context(game, game, board_layout(game, measured_plan(game), 60.0), image_names(game))


class Board(dict):
    """CountMap over `units`: (side, place)."""

    def __init__(self, units, **names):
        super().__init__(names)
        self.units = units

    def __missing__(self, key):
        condition = key[-1]
        return sum(
            bool(evaluate(condition, {"Mobile": 1, "Side": side, "LocationName": place})) for side, place in self.units
        )


def entered(context, unit, units):
    """The point where `unit` enters while `units` stand on the map."""
    prototype = {found: traits for found, traits in zip(
        dict.fromkeys(entries(context.base).values()), arrival_prototypes(context).values(), strict=True)}  # fmt: skip
    traits = prototype[entries(context.base)[unit]]
    command = next(t for t in traits if t.id == "PROP").get("commands")
    changer = split_fields(split_fields(command, ",")[0], ":")[2]
    return evaluate(split_fields(changer, ",")[1], Board(units))


def test_units_enter_in_the_middle_of_their_edge_beside_enemies_and_full_stacks(ford):
    """Rule: The Ford, 11.1: on the northern edge, 0101 to 1201; 5.1: two units a hex."""
    spaces = ford.layout.spaces
    middle, next_to_it = (100_000 * spaces[place].stack[0] + spaces[place].stack[1] for place in ("0601", "0701"))

    assert entered(ford, "north-guard", []) == middle
    assert entered(ford, "north-guard", [("north", "0601")]) == middle
    assert entered(ford, "north-guard", [("north", "0601")] * 2) == next_to_it
    assert entered(ford, "north-guard", [("south", "0601")]) == next_to_it
    assert entered(ford, "north-guard", [("south", f"{column:02}01") for column in range(1, 13)]) == 0


def test_each_box_tells_its_turn_and_each_side_has_a_command(ford):
    """Rule: The Ford, 11.1: boxes of turns 2 to 4; pressed again it finds nobody in them."""
    due = {
        zone.attributes["name"]: one.attributes["initialValue"]
        for zone in box_zones(ford) for one in zone.find_all("ZoneProperty") if one.attributes["name"] == "DueTurn"
    }  # fmt: skip
    *_, menu = buttons = arrival_buttons(ford)
    north = next(b for b in buttons if b.attributes["name"] == "arrivals north")

    assert sorted(due.values()) == ["2", "2", "3", "3", "4"]
    assert menu.attributes["menuItems"] == "Arrivals of all sides,Arrivals: North,Arrivals: South"
    filter_text = north.attributes["filter"]
    unit = {"Side": "north", "Comes": 1, "DueTurn": 2}
    assert [evaluate(filter_text, {**unit, "TurnNumber": turn}) for turn in (1, 2, 3)] == [False, True, True]
    assert not evaluate(filter_text, {**unit, "DueTurn": 0, "TurnNumber": 3})  # it stands on the map
    assert not evaluate(filter_text, {**unit, "Side": "south", "TurnNumber": 3})


def test_places_come_from_the_scenario_or_from_the_declaration():
    """Rule: Winter War, Reinforcements Soviet: five cities; Fall of the Directory, 8.3.1: an option."""
    winter, fall = load_game("winter-war"), load_game("fall-of-the-directory")
    (cities,) = entries(winter)["rifle-corps-7"]
    landing, standing = entries(fall)["greek-2nd-division-1"]

    assert set(cities.places) == {"2667", "3655", "3737", "3121", "3309"}
    assert (landing.option, set(landing.places)) == ("crimean-campaign", {"1124", "1832"})
    assert (standing.option, standing.places) == ("", ("1124",))
    context = Context(fall, fall, None)
    (tab,) = option_tab(context)
    assert [p.attributes["name"] for p in tab.children] == ["OptionCrimeanCampaign"]
