"""The words of declared games: reasons for refusals, and sentences for events that other games don't share."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "another-like-it": _W("You hold another card {card}: name that one."),
    "attacked-already": _W("{place} has been attacked in this phase already."),
    "better-odds-elsewhere": _W("{unit} is needed where it fights at better odds; here all together are too weak."),
    "chosen-already": _W("{unit} has been chosen already."),
    "closed": _W("No unit may enter {place}."),
    "closed-to-markers": _W("No marker of this kind may be put in {place}."),
    "costs-too-much": _W("With {unit} the exchange would cost more than it must."),
    "event-not-now": _W("The event of {card} may not be played by you, or not now."),
    "does-not-retreat": _W("{unit} doesn’t have to retreat."),
    "enemy-in-the-way": _W("Enemy units stand in the way of {unit} to {place}."),
    "enemy-there": _W("Enemy units stand in {place}."),
    "fought": _W("{unit} has attacked in this phase already."),
    "followed": _W("{unit} has advanced before combat in this phase already."),
    "gone": _W("{unit} has left the game."),
    "full": _W("There is no room for {unit} in {place}: the stacking limit."),
    "left-occupied": _W("{place} has not been left empty by a retreat before combat, or is taken."),
    "may-not-advance": _W("{unit} may not advance."),
    "marker-not-there": _W("{unit} is neither on the map nor in the box from which it is put down."),
    "marker-placed": _W("{unit} has been put down in this phase already."),
    "marker-there": _W("There is a marker of this kind in {place} already."),
    "mode-not-now": _W("{unit} could reach {place} only in a way that isn’t open now."),
    "mode-shut-there": _W("{unit} could reach {place} only in a way that is shut there now."),
    "mode-used-up": _W("{unit} could reach {place} only in a way that no more units may use in this phase."),
    "mode-zone": _W("{unit} could reach {place} only in a way that enemy zones of control bar."),
    "moved": _W("{unit} has moved in this phase already."),
    "may-not-retreat-now": _W("{unit} is none of the units that may retreat before combat now."),
    "nothing-left-empty": _W("No space that {unit} could enter has been left empty by a retreat before combat."),
    "cannot-follow": _W("{unit} can’t join the overrun of {place}: too few points, or no room."),
    "elsewhere": _W("{unit} doesn’t stand where the overrun begins."),
    "needs-nothing": _W("{unit} needs no replacement, or can’t have one."),
    "never-attacks": _W("{unit} can’t attack."),
    "never-attacks-there": _W("{unit} never attacks {place}."),
    "never-leaves": _W("{unit} may not enter {place}."),
    "never-moves": _W("{unit} doesn’t move in this phase."),
    "no-attacker": _W("{unit} has not attacked."),
    "no-common-goal": _W("There is no space that {unit} and the units already chosen could reach together."),
    "no-enemy": _W("There is no enemy unit in {place}."),
    "no-more-advance": _W("No more units may advance."),
    "no-refuge": _W("There is no space to which {unit} can retreat."),
    "no-retreat-there": _W("{unit} may not retreat into {place}."),
    "no-room": _W("There is no place where {unit} could be put now."),
    "no-supply-to-attack": _W("{unit} is out of supply and can’t attack."),
    "no-surplus": _W("{unit} is in no space above the stacking limit."),
    "no-value": _W("{card} has no operations points."),
    "not-concerned": _W("{unit} is none of the units of which the card speaks."),
    "not-in-hand": _W("{card} is not in your hand."),
    "no-way": _W("{unit} can’t move: no free space is within its reach."),
    "no-way-on": _W("From {place} the retreat can’t go on to its end."),
    "nobody-near": _W("No enemy stands beside {unit}."),
    "nobody-can-attack": _W("No unit that can still attack stands beside {place}."),
    "nobody-can-attack-all": _W("No unit strong enough stands beside {place} and all other spaces of this attack."),
    "not-a-marker": _W("{unit} is none of the markers that are put down now."),
    "not-a-site": _W("{unit} can’t be put in {place} now."),
    "not-to-choose": _W("These units have no such choice."),
    "not-adjacent": _W("{place} is not next to {unit}."),
    "not-an-entry": _W("{unit} can’t come in at {place}."),
    "not-away": _W("{place} doesn’t lie farther from where the retreat began."),
    "not-beside": _W("{unit} doesn’t stand beside the space under attack."),
    "not-due": _W("{unit} doesn’t come in this turn."),
    "not-its-area": _W("{unit} may not be set up in {place}."),
    "not-lost": _W("{place} is not a space that the enemy lost, or {unit} finds no room there."),
    "not-on-map": _W("{unit} is not on the map."),
    "not-to-be-lost": _W("{unit} is not one that can be lost now."),
    "not-to-leave": _W("{unit} need not leave the game."),
    "not-to-set-up": _W("{unit} is not to be set up now."),
    "not-yours": _W("{unit} belongs to the enemy."),
    "odds-too-low": _W("All units beside {place} together are too weak to attack it."),
    "never-overruns": _W("{unit} can’t overrun {place}."),
    "overrun-too-far": _W("{unit} has too few movement points to overrun {place}, or enemy zones keep it away."),
    "overrun-too-weak": _W("{unit} and those who could join it are too weak to overrun {place}."),
    "never-reacts": _W("{unit} is none of the units that may react."),
    "nothing-to-do": _W("{unit} can do nothing now."),
    "not-set-off": _W("{unit} is too far from {place} to react."),
    "out-of-reaction": _W("{unit} can’t go to {place} in reaction."),
    "reacted": _W("{unit} has reacted already."),
    "starts-elsewhere": _W("{unit} is in {place}; the units of a group start in one space, here {origin}."),
    "stands-there": _W("{unit} stands in {place} already."),
    "too-dear": _W("The replacement points don’t suffice for {unit}."),
    "too-far": _W("{unit} has too few movement points to reach {place}."),
    "units-left": _W("Units are still to be set up that can’t be left out."),
    "withdrew": _W("{unit} has retreated before combat already."),
    "zone-stops": _W("Enemy zones of control keep {unit} from reaching {place}."),
    "zone-there": _W("{place} is in an enemy zone of control."),
    "must-attack": CountedText(
        "{unit} has not attacked, and the units in {place} have not been attacked; in all {count} unit must still "
        "attack: {units}, against {spaces}.",
        "{unit} has not attacked, and the units in {place} have not been attacked; in all {count} units must still "
        "attack: {units}, against {spaces}.",
        "count",
    ),
    "too-weak": _W("The attackers chosen so far are too weak: add another unit."),
    "must-choose": _W("This decision can’t be ended without a choice."),
}
"""Reason -> sentence; {unit} and {place} are what it is about."""

DEEDS = (
    "advance-marker", "attack-again", "deploy", "discard", "eliminate", "exploit", "joined", "odds", "points",
    "rebuild", "restore", "roll", "score", "second-roll", "surplus", "turn-up", "weather", "without-way",
)  # fmt: skip
"""What is done and can have a case of its own, besides reasons for refusals: under `rules` of a section."""

CARDS_OF = CountedText("{by}: {value} card in hand.", "{by}: {value} cards in hand.", "value")
CARDS_IN_FORCE = _W("In force: {code}.")
WEATHER_NOW = _W("Weather: {code}.")
REPLACEMENT_POINTS = CountedText(
    "{by}: {value} replacement point.", "{by}: {value} replacement points.", "value"
)

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "card-ends": _W("{code} is no longer in force."),
    "card-event": _W("{by} plays {code} for its event."),
    "card-operations": CountedText(
        "{by} plays {code} for {value} operations point.", "{by} plays {code} for {value} operations points.", "value"
    ),
    "discard-card": _W("{code}: discarded."),
    "draw-cards": CountedText("{by} draws {value} card.", "{by} draws {value} cards.", "value"),
    "reshuffle": _W("The discards are shuffled: {code}."),
    "call-up": _W("{units}: called up."),
    "capture": _W("{units}: captured."),
    "counted": _W("{code}: {value}."),
    "deploy": _W("{units}: put down in {at}."),
    "attack-too": _W("{at} is attacked at the same time."),
    "undefended": _W("{units}: without defence strength, eliminated without a roll."),
    "attack-again": _W("{units}: one more attack."),
    "exploit": _W("{units}: breakthrough."),
    "halt": _W("{units}: the move ends in {at}."),
    "initiative": _W("{by} plays first."),
    "leave": _W("{units}: withdrawn."),
    "turn-up": _W("{units}: turned up."),
    "weather": WEATHER_NOW,
    "points": CountedText("{by}: {value} point.", "{by}: {value} points.", "value"),
    "upgrade": (_W("{units}: the result is read as {code}."), _W("The result is read as {code}.")),
    "upgrade/-": (_W("{units}: no effect."), _W("The result has no effect.")),
    "shift": (_W("{units}: column shift {value}."), _W("Column shift: {value}.")),
    "replacement-points": REPLACEMENT_POINTS,
    "cut-off": _W("{units}: out of supply."),
    "supplied": _W("{units}: in supply again."),
}

COUNTED = ("card-operations", "draw-cards")
"""Events whose value is a count."""

VERB_TEXTS: Mapping[str, str] = {
    "retreat-unit": _W("Retreat with {thing}"),
    "exchange": _W("Exchange"),
    "fall-back": _W("Retreat instead of an exchange"),
    "decline": _W("Decline the exchange"),
    "play-event": _W("Play {thing} for its event"),
    "play-operations": _W("Play {thing} for its operations points"),
    "discard": _W("Discard {thing}"),
}
