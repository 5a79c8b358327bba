"""How Winter War tells its own verbs and events; those that games share are in `pnp.players.telling`."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.violation import _W

VERB_TEXTS: Mapping[str, str] = {
    "accept": _W("Yes"),
    "isolate": _W("Leave without supply: {thing}"),
    "stop": _W("Stop here"),
}

EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "attack": _W("{by} attacks {at} with {units}."),
    "attack-too": _W("{at} is attacked at the same time."),
    "capacity": _W("{at} can supply more from now on."),
    "cease-fire": _W("Finland ends the game by a cease-fire."),
    "climate": _W("No rail movement in the next turn."),
    "drop": _W("{units}: dropped on {at}."),
    "garrison/met": _W("Enough units guard {at}."),
    "garrison/missed": _W("Too few units guard {at}."),
    "hurry": _W("{units}: among the reinforcements of the next turn."),
    "isolate": _W("{units}, in {at}: goes without supply."),
    "no-event": _W("The event has no effect."),
    "odds": (_W("Against {units}: {odds}, column {column}."), _W("{odds}, column {column}.")),
    "place": _W("{units}: placed in {at}."),
    "points": _W("{code}: {value}."),
    "rebuild": _W("{units}: back with the next reinforcements."),
    "reinforce": _W("{units}: arrives in {at}."),
    "removed": _W("{units}, in {at}: isolated, taken off the map."),
    "retreat": _W("{units}: retreat from {from} to {at}."),
    "scenario": _W("{table}, turn {column}, die {row}: {code}."),
    "score": _W("Points: {value}."),
    "special-event": _W("{table}, die {row}: {code}."),
    "truce": _W("Finland may end the game after the next turn."),
    "turn-up": _W("The Finnish units are turned up."),
    "undefended": _W("{units}: without defence strength, eliminated without a roll."),
}
