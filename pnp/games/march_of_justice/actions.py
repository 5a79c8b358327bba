"""Verbs, and kinds of decisions. Movement, contact, losses and retreats are the same procedures for either side."""

from __future__ import annotations

from pnp.referee.engine import Step, Verb

VERBS = (
    Verb("choose-unit", "unit"),
    Verb("shift-to", "track-space"),
    Verb("spend-on", "row"),
    Verb("move-to", "space"),
    Verb("attack", "space"),
    Verb("fight", ""),
    Verb("lose-unit", "unit"),
    Verb("retreat-to", "space"),
    Verb("join-at", "space"),
    Verb("advance", "unit"),
    Verb("place-at", "space"),
    Verb("done", ""),
)
(
    CHOOSE_UNIT, SHIFT_TO, SPEND_ON, MOVE_TO, ATTACK, FIGHT, LOSE_UNIT, RETREAT_TO, JOIN_AT, ADVANCE, PLACE_AT, DONE,
) = range(len(VERBS))  # fmt: skip

STEPS = (
    Step("adjust", "administration", "5.1", (CHOOSE_UNIT, DONE)),
    Step("shift", "administration", "5.1", (SHIFT_TO,)),
    Step("boons", "administration", "5.2", (SPEND_ON, DONE)),
    Step("boon-unit", "administration", "5.2", (CHOOSE_UNIT,)),
    Step("wagner-return", "wagner", "3.11", (PLACE_AT,)),
    Step("wagner-move", "wagner", "6.1", (CHOOSE_UNIT, DONE)),
    Step("wagner-group", "wagner", "6.1", (CHOOSE_UNIT, MOVE_TO)),
    Step("wagner-contact", "wagner", "6.2", (ATTACK, DONE)),
    Step("wagner-attackers", "wagner", "6.2", (CHOOSE_UNIT, FIGHT)),
    Step("wagner-loss", "wagner", "6.2.2", (LOSE_UNIT,)),
    Step("wagner-retreat", "wagner", "6.2.2", (RETREAT_TO,)),
    Step("wagner-join", "wagner", "6.2.2", (JOIN_AT,)),
    Step("wagner-advance", "wagner", "6.2.4", (ADVANCE, DONE)),
    Step("russia-loss-defending", "wagner", "6.2.2", (LOSE_UNIT,), other=True),
    Step("russia-retreat-defending", "wagner", "6.2.2", (RETREAT_TO,), other=True),
    Step("mobilization-place", "russia", "7.1", (PLACE_AT,)),
    Step("silent-reduce", "russia", "7.1.1", (CHOOSE_UNIT,), other=True),
    Step("silent-switch", "russia", "7.1.1", (CHOOSE_UNIT, DONE), other=True),
    Step("silent-join", "russia", "7.1.1", (JOIN_AT,), other=True),
    Step("expenditure", "russia", "7.2", (SPEND_ON, DONE)),
    Step("expenditure-unit", "russia", "7.2", (CHOOSE_UNIT,)),
    Step("roadblock", "russia", "7.3", (CHOOSE_UNIT, DONE)),
    Step("roadblock-place", "russia", "7.3", (PLACE_AT,)),
    Step("russian-return", "russia", "3.11", (PLACE_AT,)),
    Step("russian-move", "russia", "6.1", (CHOOSE_UNIT, DONE)),
    Step("russian-group", "russia", "6.1", (CHOOSE_UNIT, MOVE_TO)),
    Step("russian-contact", "russia", "6.2", (ATTACK, DONE)),
    Step("russian-attackers", "russia", "6.2", (CHOOSE_UNIT, FIGHT)),
    Step("russian-loss", "russia", "6.2.2", (LOSE_UNIT,)),
    Step("russian-retreat", "russia", "6.2.2", (RETREAT_TO,)),
    Step("russian-advance", "russia", "6.2.4", (ADVANCE, DONE)),
    Step("wagner-loss-defending", "russia", "6.2.2", (LOSE_UNIT,), other=True),
    Step("wagner-retreat-defending", "russia", "6.2.2", (RETREAT_TO,), other=True),
)
(
    ADJUST, SHIFT, BOONS, BOON_UNIT, WAGNER_RETURN, WAGNER_MOVE, WAGNER_GROUP, WAGNER_CONTACT, WAGNER_ATTACKERS,
    WAGNER_LOSS, WAGNER_RETREAT, WAGNER_JOIN, WAGNER_ADVANCE, RUSSIA_LOSS_DEFENDING, RUSSIA_RETREAT_DEFENDING,
    MOBILIZATION_PLACE, SILENT_REDUCE, SILENT_SWITCH, SILENT_JOIN, EXPENDITURE, EXPENDITURE_UNIT, ROADBLOCK,
    ROADBLOCK_PLACE, RUSSIAN_RETURN, RUSSIAN_MOVE, RUSSIAN_GROUP, RUSSIAN_CONTACT, RUSSIAN_ATTACKERS, RUSSIAN_LOSS,
    RUSSIAN_RETREAT, RUSSIAN_ADVANCE, WAGNER_LOSS_DEFENDING, WAGNER_RETREAT_DEFENDING,
) = range(len(STEPS))  # fmt: skip

RETURN = (WAGNER_RETURN, RUSSIAN_RETURN)
MOVE = (WAGNER_MOVE, RUSSIAN_MOVE)
GROUP = (WAGNER_GROUP, RUSSIAN_GROUP)
CONTACT = (WAGNER_CONTACT, RUSSIAN_CONTACT)
ATTACKERS = (WAGNER_ATTACKERS, RUSSIAN_ATTACKERS)
ADVANCING = (WAGNER_ADVANCE, RUSSIAN_ADVANCE)
LOSS = ((WAGNER_LOSS, RUSSIA_LOSS_DEFENDING), (WAGNER_LOSS_DEFENDING, RUSSIAN_LOSS))
RETREAT = ((WAGNER_RETREAT, RUSSIA_RETREAT_DEFENDING), (WAGNER_RETREAT_DEFENDING, RUSSIAN_RETREAT))
"""Steps by the side that decides; LOSS and RETREAT by the attacking side, then by the side that owns the units."""

INSIDE = {
    SHIFT: (ADJUST,), BOON_UNIT: (BOONS,), EXPENDITURE_UNIT: (EXPENDITURE,), ROADBLOCK_PLACE: (ROADBLOCK,),
    WAGNER_GROUP: (WAGNER_MOVE,), RUSSIAN_GROUP: (RUSSIAN_MOVE,),
    WAGNER_ATTACKERS: (WAGNER_CONTACT,), RUSSIAN_ATTACKERS: (RUSSIAN_CONTACT,),
}  # fmt: skip
"""Steps that only arise inside another."""

FIGHTING = (
    *(step for steps in (*LOSS, *RETREAT) for step in steps), WAGNER_JOIN, WAGNER_ADVANCE, RUSSIAN_ADVANCE,
)  # fmt: skip
"""Steps in the middle of a contact."""
