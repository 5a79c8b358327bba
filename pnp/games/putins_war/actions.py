"""Verbs, kinds of decisions, and the reasons for refusing an action."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.engine import Step, Verb
from pnp.referee.violation import _W

VERBS = (
    Verb("choose-unit", "unit"),
    Verb("place-at", "space"),
    Verb("move-to", "space"),
    Verb("lose-unit", "unit"),
    Verb("retreat-to", "space"),
    Verb("place-garrison", "space"),
    Verb("choose-garrison", "unit"),
    Verb("done", ""),
)
CHOOSE_UNIT, PLACE_AT, MOVE_TO, LOSE_UNIT, RETREAT_TO, PLACE_GARRISON, CHOOSE_GARRISON, DONE = range(len(VERBS))

STEPS = (
    Step("setup-unit", "setup", "2.1", (CHOOSE_UNIT,)),
    Step("setup-space", "setup", "2.1", (PLACE_AT,)),
    Step("reinforcement-unit", "reinforcement", "4.2", (CHOOSE_UNIT, DONE)),
    Step("reinforcement-space", "reinforcement", "4.2", (PLACE_AT,)),
    Step("activation", "activation", "4.3", (CHOOSE_UNIT, DONE)),
    Step("target", "activation", "4.3", (CHOOSE_UNIT, MOVE_TO)),
    Step("loss", "activation", "5.7", (LOSE_UNIT,)),
    Step("retreat", "activation", "5.5", (RETREAT_TO,)),
    Step("retreat-surplus", "activation", "Clarifications.1", (LOSE_UNIT,)),
    Step("garrison-won", "activation", "6.2", (PLACE_GARRISON, DONE)),
    Step("garrison-choice", "garrison", "6.4", (CHOOSE_GARRISON, DONE)),
    Step("garrison-space", "garrison", "6.4", (PLACE_AT,)),
    Step("over-stack", "over-stack", "2.2", (LOSE_UNIT,)),
)
(
    SETUP, SETUP_SPACE, REINFORCE, REINFORCE_SPACE, ACTIVATE, TARGET, LOSE, RETREAT, SURPLUS, GARRISON_WON,
    GARRISON, GARRISON_SPACE, OVER_STACK,
) = range(len(STEPS))  # fmt: skip

INSIDE: Mapping[int, int] = {
    SETUP_SPACE: SETUP, REINFORCE_SPACE: REINFORCE, GARRISON_SPACE: GARRISON,
    TARGET: ACTIVATE, LOSE: ACTIVATE, RETREAT: ACTIVATE, SURPLUS: ACTIVATE, GARRISON_WON: ACTIVATE,
}  # fmt: skip
"""Steps that only arise inside another."""

REASONS: Mapping[str, str] = {
    "not-starting": _W("{unit} is not one of the starting units."),
    "already-placed": _W("{unit} has been placed already."),
    "not-start-area": _W("{space} is not a start area."),
    "not-in-reserve": _W("{unit} is not in the Russian Reserve."),
    "no-room-to-arrive": _W("There is no area in which {unit} could arrive."),
    "no-arrival": _W("{unit} can’t arrive in {space}: ground units need a start area that you control."),
    "no-arrival-by-air": _W("{unit} can’t arrive in {space}: it needs an airport area that you control."),
    "not-russian": _W("{unit} is Ukrainian; Ukrainian units move only by results of combat."),
    "garrison-stays": _W("{unit} is a garrison; garrisons don’t move and don’t fight."),
    "eliminated": _W("{unit} has been eliminated and is out of the game for good."),
    "in-reserve": CountedText(
        "{unit} is in the Russian Reserve; from turn {first} on, {most} unit at most arrives at the start of a turn.",
        "{unit} is in the Russian Reserve; from turn {first} on, up to {most} units arrive at the start of a turn.",
        "most",
    ),
    "not-on-map": _W("{unit} is not on the map."),
    "activated": _W("{unit} has been activated this turn already."),
    "chosen": _W("{unit} has been chosen already."),
    "other-area": _W("{unit} is in {space}; the ground units of an activation come from one area, here {origin}."),
    "nowhere-to-go": _W("There is no area that {unit} could enter now."),
    "no-common-target": _W("There is no area that {unit} and the units already chosen could enter together."),
    "not-adjacent": _W("{space} is not adjacent to {origin}."),
    "no-port": _W("{unit} can reach {space} neither by land nor from port to port."),
    "too-far": CountedText(
        "{space} is more than {range} area away from {origin}, where {unit} is.",
        "{space} is more than {range} areas away from {origin}, where {unit} is.",
        "range",
    ),
    "no-air-target": _W(
        "{unit} can’t fly to {space}: no fight would take place and it is no airport area that you control."
    ),
    "already-there": _W("{unit} is in {space} already."),
    "did-not-fight": _W("{unit} does not fight here."),
    "loss-by-lot": _W("{unit} is Ukrainian; which Ukrainian unit is lost is decided by lot."),
    "must-leave": _W("The fight took place in {area}; the units must leave it."),
    "not-next-to-fight": _W("{space} is not adjacent to {area}, where the fight took place."),
    "not-controlled": _W("You don’t control {space}."),
    "not-retreating": _W("{unit} is not one of the retreating units."),
    "not-just-won": _W("Only {area}, just won, can take a garrison now."),
    "not-a-garrison": _W("{unit} is not a garrison."),
    "garrison-done": _W("{unit} has been re-placed this turn already."),
    "garrison-nowhere": _W("There is no area in which {unit} could be placed."),
    "has-garrison": _W("{space} has a garrison already."),
    "has-star": _W("{space} has a Red Star and counts as garrisoned already."),
    "not-over-stacked": _W("{unit} is not in an area above the stacking limit."),
}
"""Why an action is refused; the rule's address is added."""
