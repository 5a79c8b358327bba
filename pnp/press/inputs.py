"""The parts of a game that products depend on, by name: a maker can read those that its recipe names; they are hashed.

"map", "counters", "charts" … are the files of the game; "rules/", "scenarios/", "examples/" its folders; "headings" the
addresses and titles of the rules without their texts, "counter-names" what counters are called, without their values,
"pictured-counters" the same with the values of those that a hex map pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from pnp.model.counters import CounterGroup, CountersSource, counters_of
from pnp.model.game import Game, standard_scenario
from pnp.output import content_hash

PARTS: Mapping[str, Callable[[Game], Any]] = {
    "game": lambda game: game.info,
    "map": lambda game: game.map,
    "counters": lambda game: game.counters,
    "pictured-counters": lambda game: pictured_counters(game),
    "counter-names": lambda game: counter_names(game),
    "charts": lambda game: game.charts,
    "style": lambda game: game.style,
    "errata": lambda game: game.errata,
    "gpids": lambda game: game.gpids,
    "procedures": lambda game: game.procedures,
    "displays": lambda game: game.displays,
    "cards": lambda game: game.cards,
    "rules/": lambda game: game.rules,
    "headings": lambda game: tuple(file.headings() for file in game.rules),
    "scenarios/": lambda game: game.scenarios,
    "examples/": lambda game: game.examples,
}
"""Name -> the part. The words of the program in the game's language belong to all products."""

ALL = tuple(name for name in PARTS if name not in ("pictured-counters", "counter-names", "headings"))

_FIELDS = {
    "info": ("game",), "map": ("map",), "charts": ("charts",), "style": ("style",),
    "counters": ("counters", "pictured-counters", "counter-names"),
    "errata": ("errata",), "gpids": ("gpids",), "procedures": ("procedures",),
    "displays": ("displays",), "cards": ("cards",),
    "rules": ("rules/", "headings"), "scenarios": ("scenarios/",),
    "examples": ("examples/",),
}  # fmt: skip
"""Field of a `Game` -> the parts that it may hold, that with more in it first."""


class UndeclaredInput(Exception):
    """A maker asks for a part of the game that its recipe doesn't name."""


class UndeclaredPart:
    """Stands where a part is that may not be read."""

    def __init__(self, name: str) -> None:
        self.__dict__["part"] = name

    def _refuse(self, *_: object) -> NoReturn:
        raise UndeclaredInput(
            f"{self.__dict__['part']!r} is read, but not among the inputs of the recipe in pnp/press/recipes.py"
        )

    __getattr__ = __getitem__ = __contains__ = __iter__ = __len__ = __bool__ = _refuse


def restricted(game: Game, inputs: Collection[str]) -> Game:
    """`game` with the parts named by `inputs`; whoever reads another one meets UndeclaredInput."""
    values: dict[str, Any] = {}
    for field, parts in _FIELDS.items():
        named = next((part for part in parts if part in inputs), None)
        values[field] = PARTS[named](game) if named else UndeclaredPart(field)
    return replace(game, **values)


def part_hash(game: Game, name: str) -> str:
    """A hash of all that a part says in the game's language."""
    part = PARTS[name](game)
    if isinstance(part, Mapping):
        part = tuple(part.values())
    models = part if isinstance(part, tuple) else (part,)
    left = sorted(game.left) if name == "rules/" else ()  # books mark what isn't translated
    return content_hash(name, *left, *(model.model_dump_json() for model in models if model is not None))


def counter_names(game: Game) -> CountersSource:
    """The counters with their names, and what markers say and belong to; nothing else of them."""
    return game.counters.replaced(groups=tuple(map(_named, game.counters.groups)), sheets=())


def pictured_counters(game: Game) -> CountersSource:
    """The groups in the set-up charts and the turn record of a hex map; of the others the names."""
    shown: set[str] = set()
    if (scenario := standard_scenario(game)) is not None:
        waiting = [(scenario.position.units or {}).get(box.id, ()) for box in game.map.boxes if box.turn is not None]
        arriving = [arrival.units for arrival in scenario.arrivals if arrival.turn is not None]
        placed = [placement.units for placement in scenario.placements]
        if game.map.hexes and game.map.hexes.set_up_marks:
            waiting += (scenario.position.units or {}).values()
        shown = {str(getattr(unit, "id", unit)) for units in (*waiting, *arriving, *placed) for unit in units}
    groups = (
        group if any(counter.id in shown for counter in counters_of(group)) else _named(group)
        for group in game.counters.groups
    )
    return game.counters.replaced(groups=tuple(groups), sheets=())


def _named(group: CounterGroup) -> CounterGroup:
    fields = ("id", "name", "count", "numbered", "belongs_to", "label")
    return CounterGroup.model_construct(**{name: getattr(group, name) for name in fields})
