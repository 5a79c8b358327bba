"""Why an action of set-up, reinforcement or movement is refused, in words; the rule's address is added."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "not-of-the-start": _W("{unit} is not one of the units that {side} starts with."),
    "placed-already": _W("{unit} has been placed already."),
    "headquarters-first": _W("Headquarters are placed first: the supply of {unit} depends on them."),
    "nowhere-to-start": _W("There is no hex in which {unit} could be placed now."),
    "units-left": _W("Units of the start are still to be placed; only blanks may be left out."),
    "not-a-start-hex": _W("{unit} may not start in {space}."),
    "stack-full": _W("There is no room for {unit} in {space}: {limit} units at most."),
    "kept-for-others": _W("The room in {space} is needed for units that may start nowhere else."),
    "start-without-supply": _W("{unit} would be without supply in {space}."),
    "headquarters-far-off": _W("A headquarters in {space} would not reach the supply city that it is needed for."),
    "not-arriving": _W("{unit} does not arrive now."),
    "no-city": _W("There is no city in which {unit} could arrive now."),
    "not-a-supply-city": _W("{space} is not one of your supply cities."),
    "not-your-city": _W("{space} is not a city in your hands."),
    "city-cut-off": _W("{space} is not joined to Leningrad by rail."),
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
    "stays-home": _W("{unit} may not leave its country."),
    "north-of-row": _W("{unit} may not go north of Row A."),
    "enemies-there": _W("There are enemy units in {space}."),
    "zone-to-zone": _W("{unit} may not go from one enemy zone of control straight into another."),
    "moves-one-hex": _W("{unit} is isolated and may move one hex only."),
    "out-of-reach": _W("{unit} can’t reach {space} with {points} movement points."),
    "goal-full": _W("In {space} {limit} units stand that have moved already; there is no room for {unit}."),
    "not-surplus": _W("{unit} does not stand in a hex with too many units."),
}
"""Why an action is refused."""

SILENT: Mapping[str, str] = {
    "Movement D": "each phase lets only its own side decide",
    "Movement E": "a Movement Phase has no fights",
    "Movement L": "advances and retreats cost nothing; their own rules log them",
    "Movement M": "advice for playing on paper",
    "Zones of Control A": "own zones never count; nothing happens that could be logged",
    "Zones of Control J": "no cost to log",
    "Stacking B": "no cost to log",
    "Supply H": "isolated units stay; nothing to log",
}
"""Rules that are kept without a line in the log, and why."""
