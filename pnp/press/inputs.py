"""The parts of a game that products depend on, by name: a maker can read those that its recipe names; they are hashed.

"map", "counters", "charts" … are the files of the game; "rules/", "scenarios/", "examples/" its folders; "headings" the
addresses and titles of the rules without their texts, "counter-names" what counters are called, without their values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from pnp.model.counters import CounterGroup, CountersSource
from pnp.model.game import Game
from pnp.output import content_hash

PARTS: Mapping[str, Callable[[Game], Any]] = {
    "game": lambda game: game.info,
    "map": lambda game: game.map,
    "counters": lambda game: game.counters,
    "counter-names": lambda game: counter_names(game),
    "charts": lambda game: game.charts,
    "style": lambda game: game.style,
    "errata": lambda game: game.errata,
    "gpids": lambda game: game.gpids,
    "rules/": lambda game: game.rules,
    "headings": lambda game: tuple(file.headings() for file in game.rules),
    "scenarios/": lambda game: game.scenarios,
    "examples/": lambda game: game.examples,
}
"""Name -> the part. The words of the program in the game's language belong to all products."""

ALL = tuple(name for name in PARTS if name not in ("counter-names", "headings"))

_FIELDS = {
    "info": ("game",), "map": ("map",), "counters": ("counters", "counter-names"), "charts": ("charts",),
    "style": ("style",),
    "errata": ("errata",), "gpids": ("gpids",), "rules": ("rules/", "headings"), "scenarios": ("scenarios/",),
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
    return content_hash(name, *(model.model_dump_json() for model in models))


def counter_names(game: Game) -> CountersSource:
    """The counters with their names and what markers belong to, and nothing else of them."""
    fields = {"id", "name", "count", "numbered", "belongs_to"}
    groups = tuple(
        CounterGroup.model_construct(**{name: getattr(group, name) for name in fields})
        for group in game.counters.groups
    )
    return game.counters.replaced(groups=groups, sheets=())
