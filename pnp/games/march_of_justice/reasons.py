"""The words of this game: why an action is refused (the rule's address is added), its own verbs and events."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.violation import _W

COSTS_MOMENTUM = _W("costs {cost} momentum")
"""What is said of a choice that spends momentum."""

REASONS: Mapping[str, str] = {
    "no-marker": _W("{unit} has no marker on the Maneuver/Combat Track."),
    "marker-moved": _W("The marker of {unit} has been moved already."),
    "marker-stays": _W("The marker of {unit} is on {space} already."),
    "marker-too-far": CountedText(
        "The marker of {unit} can move {range} space at most now.",
        "The marker of {unit} can move {range} spaces at most now.", "range"
    ),
    "other-track": _W("{place} is not a space of the Maneuver/Combat Track."),
    "longer-move": _W("That is bought when a marker is moved, by moving it farther."),
    "not-for-sale": _W("{row} is nothing that {side} can buy."),
    "too-dear": _W("That costs {cost} momentum; there is {owned}."),
    "no-object": _W("There is no unit for which that would do anything."),
    "not-an-object": _W("{unit} is no unit for which that would do anything."),
    "no-return-there": _W("{unit} comes back in its home location or next to it, not in {place}."),
    "closed-home": _W("{place} is the home of another unit alone."),
    "shut-in": _W("Enemy units stand in the way of {unit} wherever it could go."),
    "a-marker": _W("{unit} is a marker."),
    "dispersed": _W("{unit} is dispersed and waits for turn {turn}."),
    "eliminated": _W("{unit} has been eliminated."),
    "in-cup": _W("{unit} is still in the cup."),
    "moved": _W("{unit} has moved already, or has changed sides this turn."),
    "no-allowance": _W("{unit} has no movement points."),
    "defends-only": _W("{unit} only defends; it never attacks."),
    "attacked": _W("{unit} has attacked already, or has changed sides this turn."),
    "nobody-attacks": _W("No attacker has been chosen yet."),
    "not-strongest": _W("{unit} is not one of the units of highest strength that take part."),
    "not-nearer": _W("{space} is not nearer to {home}, the home location."),
    "no-attack-from": _W("No unit attacked from {place}."),
    "arrives-beside": _W("{unit} enters the game next to {space}, which the enemy holds."),
    "not-russian": _W("{unit} is not on the Russian side."),
    "reduced": _W("{unit} is reduced already."),
    "no-reduced-side": _W("{unit} has no reduced side."),
    "never-switches": _W("{unit} can’t change sides."),
    "not-nearest": _W("{place} is not one of the nearest locations with Wagner units."),
}

VERB_TEXTS: Mapping[str, str] = {
    "join-at": _W("Joins in {thing}"),
    "shift-to": _W("Marker to {thing}"),
    "spend-on": _W("Buy: {thing}"),
}

EVENT_TEXTS: Mapping[str, str] = {
    "contact": _W("Strengths {odds}, column {column}."),
    "gone": _W("{units}: out of the game."),
    "mobilize": _W("{units}: placed in {at}."),
    "momentum": _W("Momentum: from {from} to {value}."),
    "people-are-silent": _W("{units}, at {value}: {code}"),
    "question": _W("{code} Yes ({value})."),
    "shift": _W("{units}: marker moved from {from}; it adds {value} strength now."),
    "spend": _W("{by} buys: {code} Momentum left: {value}."),
    "score": "",  # the momentum event tells it
}
