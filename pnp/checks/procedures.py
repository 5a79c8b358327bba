"""Which rules the referee of a game carries out; nothing is executed.

Code names them on the `Rule:` lines of its docstrings, declarations under `rule`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pnp.checks.carrying import uncarried
from pnp.games import GAMES
from pnp.model.base import SourceModel, walk
from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.referee.own_code import registered
from pnp.sources.find import shown_path

_RULE_LINE = re.compile(r'(?:^|(?<=[\s"]))Rule: *(.+?)\.?(?:""")?$', re.MULTILINE)
_NAMED = re.compile(r"^ *(?:def|class) +(\w+)", re.MULTILINE)
_PARAMETER = re.compile(r"""\bparameter\(\s*["']([a-z0-9-]+)["']\s*\)""")


@dataclass(frozen=True)
class RuleLine:
    """One address on a `Rule:` line.

    address   as written
    path      the file, as shown to the author
    line      of the `Rule:` line
    function  its name; the file's when the module's own docstring says it
    """

    address: str
    path: str
    line: int
    function: str


@dataclass(frozen=True)
class Procedures:
    """The code of one game, as text, and what it declares.

    sources   path as shown -> text, sorted by name
    declared  every address that declarations name; their `function` is the path of keys in the file
    names     every name that declarations use
    entry     path of the module that is registered; "" where there is none
    """

    sources: dict[str, str]
    declared: tuple[RuleLine, ...] = ()
    names: frozenset[str] = frozenset()
    entry: str = ""

    @cached_property
    def rule_lines(self) -> tuple[RuleLine, ...]:
        """Every address that a docstring names, in order of files and lines."""
        return tuple(line for path, text in self.sources.items() for line in rule_lines_of(path, text))

    @cached_property
    def carrying(self) -> tuple[RuleLine, ...]:
        """Those of docstrings and declarations that carry out a rule."""
        idle = uncarried(self.sources, self.entry)
        lines = (line for line in self.rule_lines if not any(line.line in span for span in idle[line.path]))
        return (*lines, *self.declared)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The addresses that are carried out."""
        return frozenset(line.address for line in self.carrying)

    @property
    def named_in(self) -> str:
        """Where a case is named that is carried out."""
        return "on a `Rule:` line in the game's code" if self.sources else "under `rule` or `silent` in procedures.yaml"

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Parameters of game.yaml that the code asks for."""
        return frozenset(name for text in self.sources.values() for name in _PARAMETER.findall(text))

    def asks_for(self, name: str) -> bool:
        """Whether the code has `name` as a text of its own, or declarations use it."""
        return name in self.names or any(f'"{name}"' in text for text in self.sources.values())


def procedures_of(game: Game) -> Procedures | None:
    """The code of the game, found by its registration, and what it declares; None when it has neither."""
    sources, entry = code_of(game.id, game.series.name if game.series else "")
    if not entry and game.procedures is None:
        return None
    names = frozenset(_names_in(game))
    return Procedures(sources, tuple(_declared_lines(game, names)), names, entry)


def code_of(game_id: str, series: str = "") -> tuple[dict[str, str], str]:
    """The code that is registered for a game, path as shown -> text, sorted by name, and the path of its rules.

    series  name of the series that the game belongs to: the package of that name beside the game's own is its code, too
    Nothing and "" for a game without.
    """
    target = GAMES.get(game_id) or (registered()[game_id].value if game_id in registered() else None)
    spec = find_spec(target.partition(":")[0]) if target is not None else None
    if spec is None or spec.origin is None:
        return {}, ""
    rules = Path(spec.origin)
    paths = sorted(rules.parent.glob("*.py"))
    paths += sorted((rules.parent.parent / series).glob("*.py")) if series else []
    return {shown_path(path): path.read_text("utf-8") for path in paths}, shown_path(rules)


def _declared_lines(game: Game, named: frozenset[str]) -> Iterator[RuleLine]:
    """The addresses in `procedures.yaml`, of what it runs on, and of the phases that run a procedure."""
    if game.procedures is None:
        return
    yield from _lines_in(game.procedures)
    for phase in game.info.phases:
        yield from _lines_of_phase(phase)
    hexes = game.map.hexes
    for ground in (*hexes.terrains, *hexes.side_kinds, *hexes.overlays) if hexes else ():
        yield from _lines_in(ground)
    for scenario in game.scenarios.values():
        for name in ("placements", "arrivals", "victory"):
            for line in getattr(scenario, name):
                yield from _lines_in(line, (getattr(line, "id", name),))
    for card in game.cards.cards if game.cards is not None else ():
        if card.sentences:
            yield from _line(card, card.id)
    for option in game.info.options:
        if option.id in named:
            yield from _line(option, option.id)
    events = game.procedures.events
    tables = {section.table for section in (game.procedures.combat, events) if section is not None}
    tables |= {later.table for later in events.later} if events is not None else set()
    for table in game.charts.tables:
        if table.id in tables:
            yield from _lines_in(table)


def _lines_of_phase(phase: Phase) -> Iterator[RuleLine]:
    if phase.procedures or phase.phases:
        yield from _line(phase, phase.id)
    for step in phase.steps:
        if step.procedure is not None:
            yield from _line(step, step.id)
    for inner in phase.phases:
        yield from _lines_of_phase(inner)


def _lines_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[RuleLine]:
    """Every `rule` of `value` and what it holds."""
    if isinstance(value, SourceModel):
        yield from _line(value, ".".join(path) or str(getattr(value, "id", type(value).__name__)))
        value = value.__dict__
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _lines_in(inner, (*path, str(key)))
    elif isinstance(value, tuple):
        for inner in value:
            yield from _lines_in(inner, path)


def _line(model: SourceModel, name: str) -> Iterator[RuleLine]:
    """What a declaration names: its own case, those of its refusals, those that are carried out in silence."""
    cited = [(getattr(model, "rule", None), model.where("rule"), name)]
    cited += [(address, model.where("rules", key), name) for key, address in _mapping(model, "rules").items()]
    cited += [
        (address, model.where("side_rules", side), name) for side, address in _mapping(model, "side_rules").items()
    ]
    cited += [(address, model.where_key("silent", address), "silent") for address in _mapping(model, "silent")]
    for address, where, shown in cited:
        if isinstance(address, str) and address:
            yield RuleLine(address, where.path if where else "", where.line if where else 0, shown)


def _mapping(model: SourceModel, key: str) -> Mapping[str, str]:
    value = getattr(model, key, None)
    return value if isinstance(value, Mapping) else {}


def _names_in(game: Game) -> Iterator[str]:
    """Every text in the declarations: names among them."""
    for value in (game.procedures, *game.info.phases) if game.procedures is not None else ():
        yield from (text for _, text in walk(value) if isinstance(text, str))


def rule_lines_of(path: str, text: str) -> Iterator[RuleLine]:
    """The `Rule:` lines of the Python file `path`, in order."""
    owners = [(match.start(), match[1]) for match in _NAMED.finditer(text)]
    for match in _RULE_LINE.finditer(text):
        owner = next((name for start, name in reversed(owners) if start < match.start()), path)
        line = text.count("\n", 0, match.start(1)) + 1
        for address in match[1].split(","):
            yield RuleLine(address.strip(), path, line, owner)
