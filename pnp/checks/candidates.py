"""For a finding on a name: the name as written, and the names that may be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.checks.base import Survey
from pnp.checks.ids.references import known_names
from pnp.checks.rulebook import name_misspelt, title_unknown
from pnp.checks.rulebook.words import ungenitive
from pnp.errors import Problem
from pnp.model.game import Game
from pnp.model.tables import FlowTable, ResultsTable
from pnp.sources.text_values import rule_values

_QUOTED = re.compile(r"'([^'\n]{1,120})'")
_MEANT = re.compile(r"did you mean '([^'\n]{1,120})'\?")


def candidates(problem: Problem, game: Game | None) -> tuple[str, list[str]]:
    """The misspelt name in `problem` and every name that could replace it; "" for a finding that is on no name.

    game  None when the sources can't be read; then the hint's name is the only one
    """
    if problem.code in ("unknown-key",):
        meant = _MEANT.search(problem.hint)
        quoted = _QUOTED.search(problem.message)
        return (quoted[1], [meant[1]]) if meant and quoted else ("", [])
    if game is None or problem.code not in NAMES:
        return "", []
    quoted = _QUOTED.search(problem.message)
    if problem.code == "cross-reference":
        quoted = re.search(r"\[\[([^\]\n]{1,120})\]\]", problem.message)
    if problem.code in ("result-code-undefined", "result-code-spelling", "flow-step"):
        quoted = _QUOTED.search(problem.message.rpartition(":")[2] if ":" in problem.message else problem.message)
    if quoted is None:
        return "", []
    wrong = ungenitive(quoted[1]) if problem.code == "name-misspelt" else quoted[1]
    return wrong, sorted(set(NAMES[problem.code](game, problem)))


def _of_kind(game: Game, problem: Problem) -> Iterable[str]:
    kinds = known_names(Survey(game))
    kind = re.match(r"unknown (.+?) '", problem.message)
    return kinds.get(kind[1], ()) if kind else ()


def _codes(game: Game, problem: Problem) -> Iterable[str]:
    return [
        c.id
        for t in game.charts.tables
        if isinstance(t, ResultsTable) and problem.message.startswith(t.title)
        for c in t.codes
    ]


def _steps(game: Game, problem: Problem) -> Iterable[str]:
    return [
        s.id
        for t in game.charts.tables
        if isinstance(t, FlowTable) and problem.message.startswith(t.title)
        for s in t.steps
    ]


def _cases(game: Game, problem: Problem) -> Iterable[str]:
    return [case.id for case in game.cases()]


def _symbols(game: Game, problem: Problem) -> Iterable[str]:
    from pnp.symbols import MAP_BADGES, MARK_SYMBOLS, PARTS, UNIT_SYMBOLS

    return [*MAP_BADGES, *MARK_SYMBOLS, *UNIT_SYMBOLS, *PARTS]


def _printed(game: Game, problem: Problem) -> Iterable[str]:
    return [*(t.id for t in game.charts.tables), *(e.id for e in game.all_examples())]


def _values(game: Game, problem: Problem) -> Iterable[str]:
    """The values that have another name at one place of the path that is written, and the same at all others."""
    quoted = _QUOTED.search(problem.message)
    path = quoted[1].split(".") if quoted else []
    level: Any = rule_values(game)
    for place, part in enumerate(path):
        if not isinstance(level, Mapping):
            return
        for other in level:
            instead = [*path[:place], str(other).replace("-", "_"), *path[place + 1 :]]
            if instead != path and _leads_to_value(level[other], instead[place + 1 :]):
                yield ".".join(instead)
        level = level.get(part, level.get(part.replace("_", "-")))


def _leads_to_value(value: Any, path: Sequence[str]) -> bool:
    """Whether `path` leads from `value` to something that can be printed."""
    for part in path:
        if not isinstance(value, Mapping):
            return False
        value = value.get(part, value.get(part.replace("_", "-")))
    return isinstance(value, (str, int, float))


def _names(game: Game, problem: Problem) -> Iterable[str]:
    """None where it is the name that may be wrong."""
    return name_misspelt.names_of(Survey(game)) if problem.message.endswith("is in no name of the data") else ()


NAMES: Mapping[str, Callable[[Game, Problem], Iterable[str]]] = {
    "unknown-name": _of_kind,
    "junction-unknown": lambda game, problem: game.map.junctions,
    "result-code-undefined": _codes,
    "result-code-spelling": _codes,
    "flow-step": _steps,
    "cross-reference": _cases,
    "rule-unknown": _cases,
    "errata-unknown": lambda game, problem: [record.id for record in game.errata.errata],
    "missing-symbol": _symbols,
    "text-directive": _printed,
    "text-value": _values,
    "name-misspelt": _names,
    "title-unknown": lambda game, problem: title_unknown.names_of(Survey(game)),
}
"""Code -> the names that may be meant."""
