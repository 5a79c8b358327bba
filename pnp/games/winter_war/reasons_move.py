"""Why an action of set-up, reinforcement or movement is refused, in words; the rule's address is added."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "not-of-the-start": _W("{unit} is not one of the units that {side} starts with."),
    "placed-already": _W("{unit} has been placed already."),
    "headquarters-first": _W("Headquarters are placed first: the supply of {unit} depends on them."),
    "nowhere-to-start": _W("There is no hex in which {unit} could be placed now."),
    "units-left": _W("Units of the start are still to be placed; only blanks may be left out."),
    "not-a-start-hex": _W("{unit} may not start in {space}."),
    "stack-full": CountedText(
        "There is no room for {unit} in {space}: {limit} unit at most.",
        "There is no room for {unit} in {space}: {limit} units at most.", "limit"
    ),
    "kept-for-others": _W("With {unit} in {space} there would be no hex left for {other}."),
    "takes-supply": _W("With {unit} in {space}, {other} would lose its supply."),
    "start-without-supply": _W("{unit} would be without supply in {space}."),
    "headquarters-far-off": _W("A headquarters in {space} would not reach a supply city."),
    "not-arriving": _W("{unit} does not arrive now."),
    "no-city": _W("There is no city in which {unit} could arrive now."),
    "not-a-supply-city": _W("{space} is not one of your supply cities."),
    "not-your-city": _W("{space} is not a city in your hands."),
    "city-cut-off": _W("{space} is not joined to {city} by rail."),
    "city-overloaded": _W("{space} can’t supply {unit} as well."),
    "no-excess": _W("{unit} does not draw on a supply city that has too many to supply."),
    "isolated-already": _W("You have said of {unit} already that it goes without."),
    "not-own": _W("{unit} does not belong to {side}."),
    "a-blank": _W("{unit} is no unit."),
    "off-map": _W("{unit} is not on the map."),
    "has-moved": _W("{unit} has moved already."),
    "hemmed-in": _W("There is no hex beside {unit} that it may enter."),
    "over-stacked": _W("In {space} stand more units than the {limit} allowed, and one of them can still move."),
    "here-already": _W("{unit} is in {space} already."),
    "off-limits": _W("No unit may enter {space}."),
    "frozen-later": _W("{space} is open water in this turn."),
    "never-abroad": _W("{unit} may not leave its country."),
    "north-of-row": _W("{unit} may not go north of Row A."),
    "enemies-there": _W("There are enemy units in {space}."),
    "zone-to-zone": _W("{unit} may not go from one enemy zone of control straight into another."),
    "moves-one-hex": _W("{unit} is isolated and may move one hex only."),
    "zone-at-the-start": _W(
        "{unit} begins in an enemy zone of control: its first step must lead out of it, "
        "and the next zone stops it before {space}."
    ),
    "zone-on-the-way": _W("An enemy zone of control stops {unit} on the way to {space}."),
    "zone-on-the-line": _W(
        "{unit} can’t reach {space} by rail: nobody entrains or rides on in an enemy zone of control."
    ),
    "enemies-on-the-way": _W("Enemy units bar the way of {unit} to {space}."),
    "line-cut": _W("{unit} can’t reach {space} by rail: the line is cut."),
    "no-trains": _W("{unit} can’t reach {space} by rail: no train runs in this turn."),
    "entraining-costs": _W("{unit} can’t reach {space} by rail: it has not enough movement points left to entrain."),
    "out-of-reach": CountedText(
        "{unit} can’t reach {space} with {points} movement point.",
        "{unit} can’t reach {space} with {points} movement points.", "points"
    ),
    "goal-full": CountedText(
        "In {space} {limit} unit stands that has moved already; there is no room for {unit}.",
        "In {space} {limit} units stand that have moved already; there is no room for {unit}.", "limit"
    ),
    "not-surplus": _W("{unit} does not stand in a hex with too many units."),
}
"""Why an action is refused."""

SILENT: Mapping[str, str] = {
    "Movement B": "units move or not; each move is logged",
    "Movement C": "one unit after the other; each move is logged",
    "Movement D": "each phase lets only its own side decide",
    "Movement E": "a Movement Phase has no fights",
    "Movement F": "enemies in the way; such hexes are not offered",
    "Movement G": "one move each; named when a unit is to move again",
    "Movement H": "the cost of each hex; part of the move",
    "Movement I": "one hex is always possible; part of the move",
    "Movement K": "closed ground; such hexes are not offered",
    "Movement K1": "closed countries; such hexes are not offered",
    "Movement K2": "border guards stay at home; such hexes are not offered",
    "Movement K3": "not north of Row A; such hexes are not offered",
    "Movement K4": "who can only go where it may not; the loss is logged with the retreat",
    "Movement L": "advances and retreats cost nothing; their own rules log them",
    "Movement N": "ice; such hexes are offered while there is any",
    "Sequence A1": "the phase; each arrival is logged",
    "Sequence A2": "the phase; each move is logged",
    "Sequence B": "the Finnish player-turn; its phases log what happens",
    "Stacking": "the limit; named when a hex is full",
    "Stacking B": "no cost to log",
    "Stacking C": "ski patrols take no room; nothing happens that could be logged",
    "Supply": "who is supplied; part of movement, combat and points",
    "Supply A": "isolated units move one hex; named when one is to go farther",
    "Supply B": "halved defence; part of the odds",
    "Supply C": "isolated units neither attack nor control; part of combat",
    "Supply D": "when it is judged for movement",
    "Supply E": "when it is judged for combat",
    "Supply F": "Soviet supply; part of who is isolated",
    "Supply F1": "the way to a headquarters; part of who is isolated",
    "Supply F3": "the railway that joins supply cities; part of who is isolated",
    "Supply G": "Finnish supply; part of who is isolated",
    "Supply H": "isolated units stay; nothing to log",
    "Supply J": "set-up in supply; other hexes are not offered",
    "Supply K": "friends cancel zones; part of who is isolated",
    "Supply L": "no rail for isolated units; named when one is to ride",
    "Terrain Effects Chart": "the costs; part of the move",
    "Zones of Control": "part of movement, supply and retreats",
    "Zones of Control A": "own zones never count; nothing happens that could be logged",
    "Zones of Control B": "zones reach friends’ hexes in movement; part of the move",
    "Zones of Control C": "friends cancel zones for supply; part of who is isolated",
    "Zones of Control E": "across rivers, not across open water; part of the zone",
    "Zones of Control F": "out of a zone, not into the next; part of the move",
    "Zones of Control G": "who has none; part of the zone",
    "Zones of Control H": "isolated units have none; part of the zone",
    "Zones of Control J": "no cost to log",
}
"""Rules that are kept without a line in the log, and why."""
