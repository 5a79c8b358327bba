"""The words of Winter War: its verbs, why something is refused, and what is kept without a line in the log."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.engine import Verb
from pnp.referee.kit.words import REASONS as KIT_REASONS
from pnp.referee.violation import _W

VERBS = (
    Verb("choose-unit", "unit"), Verb("place-at", "space"), Verb("move-to", "space"), Verb("isolate", "unit"),
    Verb("retreat-to", "space"), Verb("advance-to", "space"), Verb("attack", "space"), Verb("lose-unit", "unit"),
    Verb("stop", ""), Verb("fight", ""), Verb("accept", ""), Verb("done", ""),
)  # fmt: skip

VERB_TEXTS: Mapping[str, str] = {
    "accept": _W("Yes"),
    "isolate": _W("Leave without supply: {thing}"),
    "stop": _W("Stop here"),
}

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "attack": _W("{by} attacks {at} with {units}."),
    "attack-too": _W("{at} is attacked at the same time."),
    "capacity": _W("{at} can supply more from now on."),
    "cease-fire": _W("Finland ends the game by a cease-fire."),
    "climate": _W("No rail movement in the next turn."),
    "drop": _W("{units}: dropped on {at}."),
    "garrison/met": _W("Enough units guard {at}."),
    "garrison/missed": _W("Too few units guard {at}."),
    "hurry": _W("{units}: among the reinforcements of the next turn."),
    "isolate": _W("{units}, in {at}: goes without supply."),
    "no-event": _W("The event has no effect."),
    "odds": (_W("Against {units}: {odds}, column {column}."), _W("{odds}, column {column}.")),
    "place": _W("{units}: placed in {at}."),
    "points": _W("{code}: {value}."),
    "rebuild": _W("{units}: back with the next reinforcements."),
    "reinforce": _W("{units}: arrives in {at}."),
    "removed": _W("{units}, in {at}: isolated, taken off the map."),
    "retreat": _W("{units}: retreat from {from} to {at}."),
    "scenario": _W("{table}, turn {column}, die {row}: {code}."),
    "score": _W("Points: {value}."),
    "special-event": _W("{table}, die {row}: {code}."),
    "truce": _W("Finland may end the game after the next turn."),
    "turn-up": _W("The Finnish units are turned up."),
    "undefended": _W("{units}: without defence strength, eliminated without a roll."),
}

REASONS: Mapping[str, str] = {
    **KIT_REASONS,
    "placed-already": _W("{unit} has been placed already."),
    "headquarters-first": _W("Headquarters are placed first: the supply of {unit} depends on them."),
    "units-left": _W("Units of the start are still to be placed; only blanks may be left out."),
    "kept-for-others": _W("With {unit} in {place} there would be no hex left for {other}."),
    "takes-supply": _W("With {unit} in {place}, {other} would lose its supply."),
    "start-without-supply": _W("{unit} would be without supply in {place}."),
    "headquarters-far-off": _W("A headquarters in {place} would not reach a supply city."),
    "no-city": _W("There is no city in which {unit} could arrive now."),
    "not-a-supply-city": _W("{place} is not one of your supply cities."),
    "not-your-city": _W("{place} is not a city in your hands."),
    "city-cut-off": _W("{place} is not joined to Leningrad by rail."),
    "city-overloaded": _W("{place} can’t supply {unit} as well."),
    "no-excess": _W("{unit} does not draw on a supply city that has too many to supply."),
    "isolated-already": _W("You have said of {unit} already that it goes without."),
    "a-blank": _W("{unit} is no unit."),
    "over-stacked": _W("Too many units stand in a hex, and one of them can still move."),
    "frozen-later": _W("{place} is open water in this turn."),
    "zone-to-zone": _W("{unit} may not go from one enemy zone of control straight into another."),
    "moves-one-hex": _W("{unit} is isolated and may move one hex only."),
    "zone-at-the-start": _W(
        "{unit} begins in an enemy zone of control: its first step must lead out of it, "
        "and the next zone stops it before {place}."
    ),
    "zone-on-the-way": _W("An enemy zone of control stops {unit} on the way to {place}."),
    "zone-on-the-line": _W(
        "{unit} can’t reach {place} by rail: nobody entrains or rides on in an enemy zone of control."
    ),
    "enemies-on-the-way": _W("Enemy units bar the way of {unit} to {place}."),
    "line-cut": _W("{unit} can’t reach {place} by rail: the line is cut."),
    "no-trains": _W("{unit} can’t reach {place} by rail: no train runs in this turn."),
    "entraining-costs": _W("{unit} can’t reach {place} by rail: it has not enough movement points left to entrain."),
    "out-of-reach": CountedText(
        "{unit} can’t reach {place} with {points} movement point.",
        "{unit} can’t reach {place} with {points} movement points.", "points"
    ),
    "goal-full": _W("Units that have moved already fill {place}; there is no room for {unit}."),
    "still-to-attack": CountedText(
        "{unit} has not attacked, and the units in {place} have not been attacked; in all {count} unit must still "
        "attack: {units}, against {spaces}.",
        "{unit} has not attacked, and the units in {place} have not been attacked; in all {count} units must still "
        "attack: {units}, against {spaces}.",
        "count",
    ),
    "not-in-range": _W("{place} is not a hex of Finland in range of Leningrad."),
    "not-a-city-for-it": _W("{unit} can’t be placed in {place}: it is not one of its cities, or not free."),
    "too-strong": _W("{unit} has more attack points than are still to be lost."),
    "isolated-first": _W("Isolated units are lost first, and {unit} is not isolated."),
    "not-soviet": _W("{unit} is not a Soviet unit."),
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
    "Combat 1": "the segment; each retreat is logged",
    "Combat 2": "the segment; each advance is logged",
    "Combat A1": "the length of a retreat; the retreat is logged",
    "Combat A2": "where one may retreat; named when a hex is refused",
    "Combat A3": "retreat onto friends; the retreat is logged",
    "Combat D": "attacks are free; nothing happens where none is made",
    "Combat E": "the duty to attack; named when the phase can’t end",
    "Combat F": "once each; named when a second attack is refused",
    "Combat G": "combined attacks; each lists its units",
    "Combat H": "stacks defend together; the odds list the defenders",
    "Combat J": "stacks may part; each attack lists its units",
    "Combat L": "strengths are whole; named nowhere, no action could break it",
    "Combat M": "the order of attacks; each is logged when it happens",
    "Combat P": "isolated units; named when one is to attack",
    "Combat Q": "border guards; named when one is to attack across the border",
    "Combat S": "doubling and halving; part of the odds",
    "Fortifications": "doubling; part of the odds",
    "Fortifications A": "doubling; part of the odds",
    "Fortifications C": "no Soviet zone of control; named nowhere, it only opens more choices",
    "Fortifications D": "empty ones can be entered; the move or advance is logged",
    "Fortifications E": "they last; no action could destroy one",
    "Optional Rule": "it is on or off; its rolls are logged",
    "Sequence A3a": "the segment; each retreat is logged",
    "Sequence A3b": "the segment; each advance is logged",
    "Sequence A3c": "the segment; each attack is logged",
    "Sequence C": "the Interphase; its rolls are logged",
    "Zones of Control D": "retreat onto friends; the retreat is logged",
    "Fortifications B": "results in brackets; part of the result",
    "Fortifications F": "the whole line lost; named when a retreat before combat is refused",
    "Capture": "lines of communication; part of the points",
}
