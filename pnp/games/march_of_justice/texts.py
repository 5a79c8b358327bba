"""How March of Justice tells its own verbs and events; those that games share are in `pnp.players.telling`."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.violation import _W

VERB_TEXTS: Mapping[str, str] = {
    "join-at": _W("Joins in {thing}"),
    "shift-to": _W("Marker to {thing}"),
    "spend-on": _W("Buy: {thing}"),
}

EVENT_TEXTS: Mapping[str, str] = {
    "contact": _W("Strengths {odds}, column {column}."),
    "deploy": _W("{units}: put down in {at}."),
    "gone": _W("{units}: out of the game."),
    "mobilize": _W("{units}: placed in {at}."),
    "momentum": _W("Momentum: from {from} to {value}."),
    "people-are-silent": _W("{units}, at {value}: {code}"),
    "question": _W("{code} Yes ({value})."),
    "shift": _W("{units}: marker moved from {from}; it adds {value} strength now."),
    "spend": _W("{by} buys: {code} Momentum left: {value}."),
    "score": "",  # the momentum event tells it
}
