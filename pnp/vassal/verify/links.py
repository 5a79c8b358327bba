"""Checks of keys and places: every key sent has a listener, every destination exists."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Problem, Severity, did_you_mean
from pnp.vassal.format.components import component_attributes
from pnp.vassal.format.encoding import split_fields, whole
from pnp.vassal.format.reader import Module
from pnp.vassal.format.traits import Trait
from pnp.vassal.verify.base import WINDOWS, all_traits, problem

_SENT = {"globalkey": ("sent_key",), "globalhotkey": ("hotkey",), "macro": ("pre_key", "post_key")}
_HEARD = frozenset(
    {"key", "activate_key", "increase_key", "decrease_key", "reset_key", "random_key", "back_key", "peek_key"}
)


def check_keys(module: Module) -> Iterator[Problem]:
    """Named keys that are sent are heard somewhere."""
    sent, heard, _ = _keys(module)
    for key in sorted(sent - heard):
        hint = did_you_mean(key, heard) if len(heard) < 2_000 else ""
        yield problem(module, "module-key", f"nothing listens to the key {key!r}", hint, severity="warning")


def check_pressed_keys(module: Module) -> Iterator[Problem]:
    """Keys for players are Ctrl and a letter."""
    for key in sorted(pressed_keys(module)):
        code, _, modifiers = key.partition(",")
        if not (65 <= (whole(code) or 0) <= 90 and modifiers == "130"):
            yield problem(module, "module-key", f"key {key!r} is not Ctrl and a letter", severity="warning")


def pressed_keys(module: Module) -> set[str]:
    """Keys of the keyboard that pieces and buttons of the module answer to."""
    return _keys(module)[2]


def _keys(module: Module) -> tuple[set[str], set[str], set[str]]:
    """Named keys sent, named keys heard, keyboard keys."""
    sent: set[str] = set()
    heard: set[str] = set()
    table = component_attributes()
    for _, traits in all_traits(module):
        for item in traits:
            _trait_keys(item, sent, heard)
    for element in module.root.walk():
        kinds = table.get(element.tag, {})
        for name, kind in kinds.items():
            value = element.attributes.get(name, "")
            if not value or element.name == "CounterDetailViewer":
                continue
            if kind == "keys":
                sent.update(split_fields(value, ","))
            elif kind == "key" and (element.name, name) in (
                ("GlobalKeyCommand", "hotkey"),
                ("MassKeyCommand", "hotkey"),
                ("TurnGlobalHotkey", "hotkey"),
            ):
                sent.add(value)
            elif kind == "key":
                heard.add(value)
    keyboard = {key for key in sent | heard if key and len(key.split(",")) == 2}
    return _names(sent), _names(heard), keyboard


def _trait_keys(item: Trait, sent: set[str], heard: set[str]) -> None:
    spec = item.spec
    if spec is None:
        return
    for name in spec.fields:
        if name in _HEARD:
            heard.add(item.get(name))
    for name in _SENT.get(item.id, ()):
        sent.add(item.get(name))
    if item.id == "macro":
        sent.update(split_fields(item.get("actions"), ",") if item.get("actions") else [])
        heard.update(split_fields(item.get("watch"), ",") if item.get("watch") else [])
    if item.id == "report":
        heard.update(split_fields(item.get("keys"), ","))
    if item.id in ("PROP", "setprop", "setpieceprop") and item.get("commands"):
        for command in split_fields(item.get("commands"), ","):
            heard.update(split_fields(command, ":")[1:2])


def _names(keys: set[str]) -> set[str]:
    """The names of named keys."""
    return {parts[2] for parts in (key.split(",") for key in keys) if len(parts) == 3 and parts[2]}


def check_places(module: Module) -> Iterator[Problem]:
    """Traits that send a piece somewhere name a map, region, zone or deck that exists."""
    maps = {window.attributes.get("mapName", "") for kind in WINDOWS for window in module.root.find_all(kind)}
    regions = {region.attributes.get("name", "") for region in module.root.find_all("Region")}
    zones = {zone.name for zone in module.zones}
    decks = {deck.name for deck in module.decks}
    for owner, traits in all_traits(module):
        for item in traits:
            targets: list[tuple[str, str, set[str]]] = []
            if item.id == "sendto":
                targets = [("map", item.get("map"), maps)]
                if item.get("destination") == "R":
                    targets.append(("region", item.get("region"), regions))
                if item.get("destination") == "Z":
                    targets.append(("zone", item.get("zone"), zones))
            elif item.id == "return" and item.get("choose") == "false":
                targets = [("deck", item.get("expression"), decks)]
            for kind, name, existing in targets:
                if name and "$" not in name and not name.startswith("{") and name not in existing:
                    message = f"{owner} sends to the unknown {kind} {name!r}"
                    severity: Severity = "warning" if kind == "map" else "error"  # then it is the piece's own map
                    yield problem(module, "module-place", message, did_you_mean(name, existing), severity=severity)
