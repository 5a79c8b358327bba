"""What a module counts by its pieces for a rule.

Expected values: Winter War, Murmansk Defense: seven combat units within five hexes, headquarters and isolated units not
counted; March of Justice, 3.4: no enemy on the M4.
"""

from __future__ import annotations

from pnp.sources import load_game
from pnp.vassal.context import Context
from pnp.vassal.image_names import image_names
from pnp.vassal.pieces.tallies import tally_buttons
from tests.vassal.beanshell import evaluate

UNIT = {"Mobile": 1, "Side": "soviet", "Group": "rifle-regiment", "Isolated_Active": False, "true": True}


class Pieces(dict):
    """CountMap over pieces, each a dictionary of properties."""

    def __init__(self, pieces):
        super().__init__()
        self.pieces = pieces

    def __missing__(self, key):
        return sum(bool(evaluate(key[-1], piece)) for piece in self.pieces)


def told(name, line, pieces):
    game = load_game(name)
    button = next(b for b in tally_buttons(Context(game, game, None, image_names(game)))
                  if b.attributes["name"] == f"count {line}")  # fmt: skip
    return evaluate(button.attributes["reportFormat"], Pieces(pieces))


def test_units_near_a_place_are_counted_without_those_that_the_rule_leaves_out():
    """Rule: Winter War, Murmansk Defense: Polyarny is 3407, two hexes from Murmansk; Kandalaksha is too far."""
    near = [{**UNIT, "LocationName": "Murmansk (3309)"}] * 6
    out = [
        {**UNIT, "LocationName": "Murmansk (3309)", "Group": "headquarters"},
        {**UNIT, "LocationName": "Murmansk (3309)", "Isolated_Active": True},
        {**UNIT, "LocationName": "Kandalaksha (3121)"},
        {**UNIT, "LocationName": "Murmansk (3309)", "Side": "finnish"},
    ]
    seventh = {**UNIT, "LocationName": "Polyarny (3407)"}

    assert told("winter-war", "murmansk", [*near, *out]) == (
        "Soviet units near Murmansk: 6, at least 7: no [Murmansk Defence]"
    )
    assert told("winter-war", "murmansk", [*near, seventh]).endswith(": 7, at least 7: yes [Murmansk Defence]")


def test_a_road_is_free_while_no_unit_of_the_other_side_is_on_it():
    """Rule: March of Justice, 3.4: Voronezh is on the M4, Kaluga isn't; markers don't count."""
    there, beside, marker = (
        {"Mobile": mobile, "Side": "russia", "Group": "omon", "LocationName": place}
        for mobile, place in ((1, "Voronezh"), (1, "Kaluga"), (0, "Voronezh"))
    )

    assert told("march-of-justice", "on-the-m4", [beside, marker]) == "Enemies on the M4: 0, at most 0: yes [3.4]"
    assert told("march-of-justice", "on-the-m4", [there]) == "Enemies on the M4: 1, at most 0: no [3.4]"
