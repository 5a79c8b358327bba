"""The words of the Russian Portfolio: its verbs, its events, and why something is refused."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.kit.decisions import Verb, with_verbs
from pnp.referee.kit.words import REASONS as KIT_REASONS
from pnp.referee.violation import _W

VERBS = with_verbs(
    Verb("advance-to", "space"), Verb("stand-fast", "space"), Verb("call-off", "space"), Verb("air-supply", "space"),
    Verb("reduce", "unit"), Verb("amphibious", ""), Verb("join", ""), Verb("call-siberia", ""), Verb("offensive", ""),
    Verb("give-up", ""), *(Verb(f"call-{face}", "") for face in range(1, 7)), Verb("stay", ""),
)  # fmt: skip

VERB_TEXTS: Mapping[str, str] = {
    "advance-to": _W("Advance to {thing}"),
    "stand-fast": _W("No Retreat in {thing}"),
    "call-off": _W("Call off the attack on {thing}"),
    "air-supply": _W("Supply {thing} by air"),
    "reduce": _W("Replace {thing} by an army"),
    "amphibious": _W("Attack with amphibious tanks"),
    "join": _W("Join the attack already allocated"),
    "call-siberia": _W("Call the Siberian reserve"),
    "offensive": _W("Announce the winter offensive"),
    "give-up": _W("Give up units"),
    "stay": _W("Stay there"),
    **{f"call-{face}": _W("Call {thing}").replace("{thing}", str(face)) for face in range(1, 7)},
}

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "allocated": _W("{units}: to attack {at}."),
    "called-off": _W("{units}: no attack on {at}."),
    "stand-fast": _W("{units}, in {at}: No Retreat."),
    "dispersed": _W("{units}: Dispersed."),
    "spent": _W("{units}: Spent."),
    "recovered": _W("{units}: recovered, and Spent."),
    "thirsty": _W("{units}: without fuel."),
    "displaced": _W("{units}: made room, now in {at}."),
    "arrive": _W("{units}: arrived in {at}."),
    "factors": _W("{by}: {value} armor factors, {code} others."),
    "siberia": _W("The Siberian reserve is called."),
    "winter-offensive": _W("The winter offensive begins."),
    "air-supplied": _W("{units}, in {at}: supplied by air."),
}

FACTORS_NOW = _W("{by}: {value} armor factors, {other} others.")

REASONS: Mapping[str, str] = {
    **KIT_REASONS,
    "dispersed": _W("{unit} is Dispersed."),
    "spent": _W("{unit} is Spent."),
    "no-orders": _W("{unit} is too far from the German border to act in the first phase."),
    "zone-to-zone": _W("{unit} may not go from one hex to the next in the zone of control of the same enemy."),
    "not-ready": _W("{unit} is Spent, Dispersed or not on the map, or has been used already."),
    "no-crossing": _W("No German attack across a river can be made so now."),
    "nothing-to-join": _W("There is no such attack to join."),
    "nobody-to-hold": _W("No units in {place} can be told to stand fast."),
    "under-attack": _W("{unit} is under an attack that is not resolved."),
    "no-attack-there": _W("No attack on {place} is left to be resolved."),
    "binding": _W("The attack on {place} can’t be called off."),
    "binding-left": _W("Some attacks can’t be called off."),
    "army-to-attack": _W("An army or front beside attacking units must be attacked, too: {place}."),
    "better-refuge": _W("{unit} has a better refuge than {place}: with room, or in supply."),
    "must-advance": _W("More attackers must enter the cleared hex."),
    "no-advance-there": _W("{unit} may not advance to {place}."),
    "isolated": _W("{unit} is isolated."),
    "no-goal": _W("{unit} can’t be moved so now."),
    "not-a-goal": _W("{unit} can’t be put in {place} now."),
    "not-lost-yet": _W("{unit} is none of the units that can come in."),
    "no-fortress-shared": _W("{unit} shares no fortress with another isolated unit."),
    "not-in-the-way": _W("{unit} doesn’t stand in the way."),
    "not-coming": _W("{unit} doesn’t come with the Siberian reserve now."),
    "not-now": _W("That can’t be done now."),
    "no-stack-to-feed": _W("There are no isolated German units in {place}."),
    "no-army-for-it": _W("There is no army for {unit}, or it is no front of this pocket."),
}
"""Why an action is refused."""
