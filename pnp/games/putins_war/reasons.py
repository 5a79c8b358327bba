"""Why an action of Putin's War is refused, and what its own verbs and events are called."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "not-its-area": _W("{place} is not a start area."),
    "not-russian": _W("{unit} is Ukrainian; Ukrainian units move only by results of combat."),
    "garrison-stays": _W("{unit} is a garrison; garrisons don’t move and don’t fight."),
    "eliminated": _W("{unit} has been eliminated and is out of the game for good."),
    "in-reserve": CountedText(
        "{unit} is in the Russian Reserve; from turn {first} on, {most} unit at most arrives at the start of a turn.",
        "{unit} is in the Russian Reserve; from turn {first} on, up to {most} units arrive at the start of a turn.",
        "most",
    ),
    "activated": _W("{unit} has been activated this turn already."),
    "not-adjacent": _W("{place} is not adjacent to {origin}."),
    "no-port": _W("{unit} can reach {place} neither by land nor from port to port."),
    "too-far": CountedText(
        "{place} is more than {range} area away from {origin}, where {unit} is.",
        "{place} is more than {range} areas away from {origin}, where {unit} is.",
        "range",
    ),
    "no-air-target": _W(
        "{unit} can’t fly to {place}: no fight would take place and it is no airport area that you control."
    ),
    "must-leave": _W("The fight took place in {area}; the units must leave it."),
    "not-next-to-fight": _W("{place} is not adjacent to {area}, where the fight took place."),
    "not-controlled": _W("You don’t control {place}."),
    "not-retreating": _W("{unit} is not one of the retreating units."),
    "not-just-won": _W("Only {area}, just won, can take a garrison now."),
    "closed-to-markers": _W("{place} has a Red Star and counts as garrisoned already."),
}
"""Why an action is refused, besides the reasons of the kit; the rule's address is added."""

VERB_TEXTS: Mapping[str, str] = {
    "choose-garrison": _W("Choose {thing}"),
    "place-garrison": _W("Place a garrison in {thing}"),
}

EVENT_TEXTS: Mapping[str, str] = {
    "fly": _W("{units}: by air to {at}."),
    "give-up": _W("{at}: no longer held."),
    "no-reaction": _W("{at}: no reaction."),
    "remove-garrison": _W("{units}: removed from {at}."),
    "to-pool": _W("{units}: into {at}."),
    "unopposed": _W("{at}: nobody is left to react."),
}
