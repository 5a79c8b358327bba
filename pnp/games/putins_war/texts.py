"""How Putin's War tells its own verbs and events; those that games share are in `pnp.players.telling`."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.violation import _W

VERB_TEXTS: Mapping[str, str] = {
    "choose-garrison": _W("Choose {thing}"),
    "place-garrison": _W("Place a garrison in {thing}"),
}

EVENT_TEXTS: Mapping[str, str] = {
    "fly": _W("{units}: by air to {at}."),
    "give-up": _W("{at}: no longer held."),
    "no-reaction": _W("{at}: no reaction."),
    "place-garrison": _W("{units}: placed in {at}."),
    "remove-garrison": _W("{units}: removed from {at}."),
    "to-pool": _W("{units}: into {at}."),
    "unopposed": _W("{at}: nobody is left to react."),
}
