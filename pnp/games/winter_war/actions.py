"""Verbs, and kinds of decisions. Both sides move, arrive and fight by the same procedures."""

from __future__ import annotations

from pnp.referee.engine import Step, Verb

VERBS = (
    Verb("choose-unit", "unit"),
    Verb("place-at", "space"),
    Verb("move-to", "space"),
    Verb("stop", ""),
    Verb("isolate", "unit"),
    Verb("retreat-to", "space"),
    Verb("advance-to", "space"),
    Verb("attack", "space"),
    Verb("fight", ""),
    Verb("lose-unit", "unit"),
    Verb("accept", ""),
    Verb("done", ""),
)
(
    CHOOSE_UNIT, PLACE_AT, MOVE_TO, STOP, ISOLATE, RETREAT_TO, ADVANCE_TO, ATTACK, FIGHT, LOSE_UNIT, ACCEPT, DONE,
) = range(len(VERBS))  # fmt: skip

STEPS = (
    Step("finnish-set-up", "finnish-set-up", "Set-Up Finnish", (CHOOSE_UNIT, DONE)),
    Step("finnish-set-up-hex", "finnish-set-up", "Set-Up Finnish", (PLACE_AT,)),
    Step("soviet-set-up", "soviet-set-up", "Set-Up Soviet", (CHOOSE_UNIT,)),
    Step("soviet-set-up-hex", "soviet-set-up", "Set-Up Soviet", (PLACE_AT,)),
    Step("soviet-arrivals", "soviet-reinforcement", "Reinforcements Soviet", (CHOOSE_UNIT, DONE)),
    Step("soviet-arrival-hex", "soviet-reinforcement", "Reinforcements Soviet", (PLACE_AT,)),
    Step("soviet-excess-moving", "soviet-movement", "Supply F2", (ISOLATE, DONE)),
    Step("soviet-move", "soviet-movement", "Movement", (CHOOSE_UNIT, DONE)),
    Step("soviet-way", "soviet-movement", "Movement A", (MOVE_TO, STOP)),
    Step("soviet-surplus", "soviet-movement", "Stacking A", (LOSE_UNIT,)),
    Step("soviet-excess-attacking", "soviet-combat", "Supply F2", (ISOLATE, DONE)),
    Step("finnish-retreat-before", "soviet-combat", "Combat A", (CHOOSE_UNIT, DONE), other=True),
    Step("finnish-retreat-before-hex", "soviet-combat", "Combat A", (RETREAT_TO,), other=True),
    Step("soviet-advance-before", "soviet-combat", "Combat B", (CHOOSE_UNIT, DONE)),
    Step("soviet-advance-before-hex", "soviet-combat", "Combat B", (ADVANCE_TO,)),
    Step("soviet-attack", "soviet-combat", "Combat E", (ATTACK, DONE)),
    Step("soviet-attackers", "soviet-combat", "Combat C", (CHOOSE_UNIT, ATTACK, FIGHT)),
    Step("soviet-retreat", "soviet-combat", "Retreats", (CHOOSE_UNIT,)),
    Step("soviet-retreat-hex", "soviet-combat", "Retreats", (RETREAT_TO,)),
    Step("finnish-retreat-defending", "soviet-combat", "Retreats", (CHOOSE_UNIT,), other=True),
    Step("finnish-retreat-defending-hex", "soviet-combat", "Retreats", (RETREAT_TO,), other=True),
    Step("soviet-exchange", "soviet-combat", "Combat Results Table", (LOSE_UNIT,)),
    Step("soviet-advance", "soviet-combat", "Combat M", (CHOOSE_UNIT, DONE)),
    Step("soviet-advance-hex", "soviet-combat", "Combat M", (ADVANCE_TO,)),
    Step("paradrop", "soviet-combat", "Event F", (PLACE_AT, DONE)),
    Step("finnish-arrivals", "finnish-reinforcement", "Reinforcements Finnish", (CHOOSE_UNIT, DONE)),
    Step("finnish-arrival-hex", "finnish-reinforcement", "Reinforcements Finnish", (PLACE_AT,)),
    Step("finnish-move", "finnish-movement", "Movement", (CHOOSE_UNIT, DONE)),
    Step("finnish-way", "finnish-movement", "Movement A", (MOVE_TO, STOP)),
    Step("finnish-surplus", "finnish-movement", "Stacking A", (LOSE_UNIT,)),
    Step("soviet-excess-defending", "finnish-combat", "Supply F2", (ISOLATE, DONE), other=True),
    Step("soviet-retreat-before", "finnish-combat", "Combat A", (CHOOSE_UNIT, DONE), other=True),
    Step("soviet-retreat-before-hex", "finnish-combat", "Combat A", (RETREAT_TO,), other=True),
    Step("finnish-advance-before", "finnish-combat", "Combat B", (CHOOSE_UNIT, DONE)),
    Step("finnish-advance-before-hex", "finnish-combat", "Combat B", (ADVANCE_TO,)),
    Step("finnish-attack", "finnish-combat", "Combat D", (ATTACK, DONE)),
    Step("finnish-attackers", "finnish-combat", "Combat C", (CHOOSE_UNIT, ATTACK, FIGHT)),
    Step("finnish-retreat", "finnish-combat", "Retreats", (CHOOSE_UNIT,)),
    Step("finnish-retreat-hex", "finnish-combat", "Retreats", (RETREAT_TO,)),
    Step("soviet-retreat-defending", "finnish-combat", "Retreats", (CHOOSE_UNIT,), other=True),
    Step("soviet-retreat-defending-hex", "finnish-combat", "Retreats", (RETREAT_TO,), other=True),
    Step("finnish-exchange", "finnish-combat", "Combat Results Table", (LOSE_UNIT,)),
    Step("finnish-advance", "finnish-combat", "Combat M", (CHOOSE_UNIT, DONE)),
    Step("finnish-advance-hex", "finnish-combat", "Combat M", (ADVANCE_TO,)),
    Step("cease-fire", "interphase", "Event K", (ACCEPT, DONE), by="finnish"),
    Step("landing", "interphase", "Scenario A", (ACCEPT, DONE), by="finnish"),
    Step("landing-retreat", "interphase", "Retreats", (CHOOSE_UNIT,), by="soviet"),
    Step("landing-retreat-hex", "interphase", "Retreats", (RETREAT_TO,), by="soviet"),
    Step("landing-exchange", "interphase", "Combat Results Table", (LOSE_UNIT,), by="finnish"),
    Step("volunteers", "interphase", "Event G", (PLACE_AT,), by="finnish"),
    Step("climate", "interphase", "Event L", (LOSE_UNIT,), by="finnish"),
)
(
    FINNISH_SET_UP, FINNISH_SET_UP_HEX, SOVIET_SET_UP, SOVIET_SET_UP_HEX,
    SOVIET_ARRIVALS, SOVIET_ARRIVAL_HEX, SOVIET_EXCESS_MOVING, SOVIET_MOVE, SOVIET_WAY, SOVIET_SURPLUS,
    SOVIET_EXCESS_ATTACKING, FINNISH_RETREAT_BEFORE, FINNISH_RETREAT_BEFORE_HEX, SOVIET_ADVANCE_BEFORE,
    SOVIET_ADVANCE_BEFORE_HEX, SOVIET_ATTACK, SOVIET_ATTACKERS, SOVIET_RETREAT, SOVIET_RETREAT_HEX,
    FINNISH_RETREAT_DEFENDING, FINNISH_RETREAT_DEFENDING_HEX, SOVIET_EXCHANGE, SOVIET_ADVANCE, SOVIET_ADVANCE_HEX,
    PARADROP,
    FINNISH_ARRIVALS, FINNISH_ARRIVAL_HEX, FINNISH_MOVE, FINNISH_WAY, FINNISH_SURPLUS,
    SOVIET_EXCESS_DEFENDING, SOVIET_RETREAT_BEFORE, SOVIET_RETREAT_BEFORE_HEX, FINNISH_ADVANCE_BEFORE,
    FINNISH_ADVANCE_BEFORE_HEX, FINNISH_ATTACK, FINNISH_ATTACKERS, FINNISH_RETREAT, FINNISH_RETREAT_HEX,
    SOVIET_RETREAT_DEFENDING, SOVIET_RETREAT_DEFENDING_HEX, FINNISH_EXCHANGE, FINNISH_ADVANCE, FINNISH_ADVANCE_HEX,
    CEASE_FIRE, LANDING, LANDING_RETREAT, LANDING_RETREAT_HEX, LANDING_EXCHANGE, VOLUNTEERS, CLIMATE,
) = range(len(STEPS))  # fmt: skip

# Steps by the side on turn, Soviet first -----------------------------------------------------------------------
SET_UP = (SOVIET_SET_UP, FINNISH_SET_UP)
SET_UP_HEX = (SOVIET_SET_UP_HEX, FINNISH_SET_UP_HEX)
ARRIVALS = (SOVIET_ARRIVALS, FINNISH_ARRIVALS)
ARRIVAL_HEX = (SOVIET_ARRIVAL_HEX, FINNISH_ARRIVAL_HEX)
MOVE = (SOVIET_MOVE, FINNISH_MOVE)
WAY = (SOVIET_WAY, FINNISH_WAY)
SURPLUS = (SOVIET_SURPLUS, FINNISH_SURPLUS)
EXCESS = (SOVIET_EXCESS_ATTACKING, SOVIET_EXCESS_DEFENDING)
RETREAT_BEFORE = (FINNISH_RETREAT_BEFORE, SOVIET_RETREAT_BEFORE)
RETREAT_BEFORE_HEX = (FINNISH_RETREAT_BEFORE_HEX, SOVIET_RETREAT_BEFORE_HEX)
ADVANCE_BEFORE = (SOVIET_ADVANCE_BEFORE, FINNISH_ADVANCE_BEFORE)
ADVANCE_BEFORE_HEX = (SOVIET_ADVANCE_BEFORE_HEX, FINNISH_ADVANCE_BEFORE_HEX)
ATTACKING = (SOVIET_ATTACK, FINNISH_ATTACK)
ATTACKERS = (SOVIET_ATTACKERS, FINNISH_ATTACKERS)
EXCHANGE = (SOVIET_EXCHANGE, FINNISH_EXCHANGE)
ADVANCE = (SOVIET_ADVANCE, FINNISH_ADVANCE)
ADVANCE_HEX = (SOVIET_ADVANCE_HEX, FINNISH_ADVANCE_HEX)
RETREAT = ((SOVIET_RETREAT, FINNISH_RETREAT_DEFENDING), (SOVIET_RETREAT_DEFENDING, FINNISH_RETREAT))
RETREAT_HEX = ((SOVIET_RETREAT_HEX, FINNISH_RETREAT_DEFENDING_HEX), (SOVIET_RETREAT_DEFENDING_HEX, FINNISH_RETREAT_HEX))
"""RETREAT[side on turn][side whose units retreat]."""

INSIDE = {
    FINNISH_SET_UP_HEX: FINNISH_SET_UP, SOVIET_SET_UP_HEX: SOVIET_SET_UP,
    SOVIET_ARRIVAL_HEX: SOVIET_ARRIVALS, FINNISH_ARRIVAL_HEX: FINNISH_ARRIVALS,
    SOVIET_WAY: SOVIET_MOVE, FINNISH_WAY: FINNISH_MOVE,
}  # fmt: skip
"""Steps that only arise inside another, outside combat."""
