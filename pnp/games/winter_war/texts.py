"""The words of Winter War: its verbs, its events, and why something is refused."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.kit.decisions import Verb, with_verbs
from pnp.referee.kit.words import REASONS as KIT_REASONS
from pnp.referee.violation import _W

VERBS = with_verbs(Verb("isolate", "unit"), Verb("advance-to", "space"), Verb("stop", ""), Verb("accept", ""))

VERB_TEXTS: Mapping[str, str] = {
    "accept": _W("Yes"),
    "isolate": _W("Leave without supply: {thing}"),
    "stop": _W("Stop here"),
}

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "capacity": _W("{at} can supply more from now on."),
    "cease-fire": _W("Finland ends the game by a cease-fire."),
    "climate": _W("No rail movement in the next turn."),
    "drop": _W("{units}: dropped on {at}."),
    "garrison/met": _W("Enough units guard {at}."),
    "garrison/missed": _W("Too few units guard {at}."),
    "hurry": _W("{units}: among the reinforcements of the next turn."),
    "isolate": _W("{units}, in {at}: goes without supply."),
    "no-event": _W("The event has no effect."),
    "removed": _W("{units}, in {at}: isolated, taken off the map."),
    "scenario": _W("{table}, turn {column}, die {row}: {code}."),
    "truce": _W("Finland may end the game after the next turn."),
    "turn-up": _W("The Finnish units are turned up."),
}

REASONS: Mapping[str, str] = {
    **KIT_REASONS,
    "headquarters-first": _W("Headquarters are placed first: the supply of {unit} depends on them."),
    "kept-for-others": _W("With {unit} in {place} there would be no hex left for {other}."),
    "takes-supply": _W("With {unit} in {place}, {other} would lose its supply."),
    "start-without-supply": _W("{unit} would be without supply in {place}."),
    "headquarters-far-off": _W("A headquarters in {place} would not reach a supply city."),
    "not-a-supply-city": _W("{place} is not one of your supply cities."),
    "not-your-city": _W("{place} is not a city in your hands."),
    "city-cut-off": _W("{place} is not joined to Leningrad by rail."),
    "city-overloaded": _W("{place} can’t supply {unit} as well."),
    "no-excess": _W("{unit} does not draw on a supply city that has too many to supply."),
    "isolated-already": _W("You have said of {unit} already that it goes without."),
    "over-stacked": _W("Too many units stand in a hex, and one of them can still move."),
    "frozen-later": _W("{place} is open water in this turn."),
    "zone-to-zone": _W("{unit} may not go from one enemy zone of control straight into another."),
    "moves-one-hex": _W("{unit} is isolated and may move one hex only."),
    "zone-at-the-start": _W(
        "{unit} begins in an enemy zone of control: its first step must lead out of it, "
        "and the next zone stops it before {place}."
    ),
    "zone-on-the-line": _W(
        "{unit} can’t reach {place} by rail: nobody entrains or rides on in an enemy zone of control."
    ),
    "line-cut": _W("{unit} can’t reach {place} by rail: the line is cut."),
    "no-trains": _W("{unit} can’t reach {place} by rail: no train runs in this turn."),
    "entraining-costs": _W("{unit} can’t reach {place} by rail: it has not enough movement points left to entrain."),
    "goal-full": _W("Units that have moved already fill {place}; there is no room for {unit}."),
    "not-in-range": _W("{place} is not a hex of Finland in range of Leningrad."),
    "not-a-city-for-it": _W("{unit} can’t be placed in {place}: it is not one of its cities, or not free."),
    "too-strong": _W("{unit} has more attack points than are still to be lost."),
    "isolated-first": _W("Isolated units are lost first, and {unit} is not isolated."),
    "not-soviet": _W("{unit} is not a Soviet unit."),
}
"""Why an action is refused."""
