"""Why an action of a Combat Phase or an Interphase is refused, in words; the rule's address is added."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import CountedText
from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "not-on-map": _W("{unit} is not on the map."),
    "not-yours": _W("{unit} does not belong to {side}."),
    "never-retreats-before": _W("{unit} is of a kind that never retreats before combat."),
    "retreats-only-north": _W("Only in Finland, north of Row A, does {unit} retreat before combat; it is in {space}."),
    "line-lost": _W("{line} is wholly in Soviet hands, so no Finnish unit retreats before combat."),
    "nobody-near": _W("No enemy is adjacent to {unit}."),
    "withdrew": _W("{unit} has retreated before combat already."),
    "no-refuge": _W("Every hex around {unit} is closed to it, full, or in an enemy zone of control."),
    "not-next-to": _W("{space} is not next to {origin}, or lies across open water."),
    "enemy-there": _W("There are enemy units in {space}."),
    "closed-hex": _W("{space} is closed to {unit}."),
    "full-hex": _W("{space} is full; {limit} may stand there."),
    "in-ezoc": _W("{space} is in an enemy zone of control, and no friendly unit stands there."),
    "hq-stays": _W("{unit} is a headquarters; it doesn’t advance."),
    "advanced": _W("{unit} has advanced before combat in this phase."),
    "nothing-vacated": _W(
        "{unit} is not next to a hex that a retreat before combat has left empty, or none is open to it."
    ),
    "not-vacated": _W("{space} has not been left empty by a retreat before combat, or a unit has followed already."),
    "no-enemy-there": _W("There are no enemy units in {space}."),
    "was-attacked": _W("The units in {space} have been attacked already; nobody is attacked twice."),
    "no-attacker": _W("No unit that may still attack could attack {space}."),
    "odds-avoidable": _W(
        "All units that may still attack {space} come to less than {column} together, and every one of them could "
        "attack somewhere at better odds first."
    ),
    "odds-forbidden": _W(
        "All units that may still attack {space} come to less than {column} together; such an attack is not allowed."
    ),
    "still-to-attack": CountedText(
        "{unit} has not attacked, and the units in {space} have not been attacked; in all {count} unit must still "
        "attack: {units}, against {spaces}.",
        "{unit} has not attacked, and the units in {space} have not been attacked; in all {count} units must still "
        "attack: {units}, against {spaces}.",
        "count",
    ),
    "named-first": _W("The hexes of an attack are named before its units."),
    "target-already": _W("{space} is under this attack already."),
    "nobody-reaches-all": _W(
        "No unit that may still attack is adjacent to {space} and to every other hex of this attack, with odds that "
        "are allowed."
    ),
    "chosen": _W("{unit} takes part already."),
    "no-attack-strength": _W("{unit} has no attack strength; it never attacks."),
    "isolated": _W("{unit} is isolated; it may not attack."),
    "attacked": _W("{unit} has attacked already in this phase."),
    "stays-home": _W("{unit} never attacks across the border."),
    "not-adjacent": _W("{unit} is not adjacent to {space}, or only across open water."),
    "better-elsewhere": _W(
        "{space} can only be attacked at less than {column}, and {unit} could attack somewhere at better odds first."
    ),
    "nobody-attacks": _W("No attacker has been chosen yet."),
    "too-weak": _W("At {odds} this attack would be worse than {column}; more units can join, or others attack first."),
    "retreated": _W("{unit} is not one of the units that must retreat now."),
    "not-attacking": _W("{unit} is not one of the attackers."),
    "no-opening": _W("No hex that the attack has emptied is open to {unit}."),
    "not-emptied": _W("{space} was not emptied by this attack."),
    "not-in-range": CountedText(
        "{space} is not in Finland within {range} hex of {city}.",
        "{space} is not in Finland within {range} hexes of {city}.",
        "range",
    ),
    "in-finnish-zone": _W("{space} is in a Finnish zone of control."),
    "not-a-city-for-it": _W(
        "{unit} is placed in one of {spaces}, if it is in Finnish hands and has room; not in {space}."
    ),
    "too-strong": CountedText(
        "{unit} has more attack points than the {left} that is still to be lost.",
        "{unit} has more attack points than the {left} that are still to be lost.",
        "left",
    ),
    "isolated-first": _W("Isolated units are lost first, and {unit} is not isolated."),
    "not-soviet": _W("{unit} is not a Soviet unit."),
}

SILENT: Mapping[str, str] = {
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
"""Rules of combat and victory that are kept without a line in the log, and why."""
