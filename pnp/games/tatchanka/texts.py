"""The words of both games that no other game has."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.violation import _W

REASONS: Mapping[str, str] = {
    "armor-alone": _W("{unit} attacks only together with a combat unit of its faction."),
    "locked": _W("{unit} may not be broken up before war has been declared."),
    "never-formed": _W("{unit} is none of the units that are mobilized."),
    "no-forced-march": _W("This unit can’t force the march, or has done so."),
    "no-stockpile": _W("{unit} is no supply stockpile of the side."),
    "nobody-to-form": _W("For {unit} there is no unit that could be formed."),
    "not-waiting": _W("{unit} is neither in the pool nor eliminated."),
    "other-faction": _W("Another faction stands in {place}."),
    "other-faction-attacks": _W("{unit} belongs to another faction than the attackers, or is too weak with its own."),
    "out-of-area": _W("{place} lies outside the area of operation of {unit}."),
    "quota-used": _W("The substitutions of this month are used up for {unit}."),
    "wrong-faction": _W("{unit} belongs to another faction than the stockpile."),
}

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "break-up": _W("{units}: broken up."),
    "doubled": _W("{units}: full supply, strengths doubled."),
    "form": _W("{units}: formed in {at}."),
    "level": _W("{by}: {value} points, {code}."),
    "limited": _W("{units}: limited supply."),
    "tripled": _W("{units}: full supply, strengths tripled."),
}

VERB_TEXTS: Mapping[str, str] = {
    "break-up": _W("Break up {thing}"),
    "force-march": _W("Force the march"),
    "form": _W("Form {thing}"),
}
