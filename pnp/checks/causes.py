"""One mistake, one message: what only follows from another problem is left out until that is mended.

In: the problems of a game. Out: those that are causes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pnp.checks.families import CONSEQUENT, FAMILIES
from pnp.errors import Problem

DATA_FILES = frozenset({"game.yaml", "map.yaml", "counters.yaml", "charts.yaml", "procedures.yaml"})

TABLE_UNREADABLE = ("table-row-width", "table-die-gap", "table-row-overlap", "result-code-undefined", "shifts-order")
"""Codes of a table that can't be read: the other checks of tables skip it."""
BOARD_UNREADABLE = ("hex-rows", "hex-grid", "hex-list")
"""The same of a hex map."""

MISSPELT = ("unknown-name", "text-value", "procedure")
"""Codes whose hint tells the name that was meant."""

LACKING = ("unused-", "map-adjacency", "border-")
"""Beginnings of codes of findings that something is missing: where its name was misspelt, it isn't."""

_MEANT = re.compile(r"did you mean '([^']+)'")


def hindrances(code: str) -> tuple[str, ...]:
    """Codes whose findings prevent the check `code` from reading all of a file; its allowances may then be unused."""
    if code == "example-rule":  # it isn't asked of an example that fails
        return ("example",)
    return TABLE_UNREADABLE if code in FAMILIES["tables"] else BOARD_UNREADABLE if code in FAMILIES["board"] else ()


def data_errors(problems: Iterable[Problem]) -> bool:
    """Whether there is an error in what the referee plays by."""
    return any(_is_data(_path(p)) for p in problems if p.severity == "error" and p.code not in CONSEQUENT)


def causes(problems: Sequence[Problem]) -> list[Problem]:
    """`problems` without what only follows from others."""
    errors = [p for p in problems if p.severity == "error" and p.where and p.code not in CONSEQUENT]
    wrong = {_path(p) for p in errors}
    data = data_errors(problems)
    source = any(path.endswith(".yaml") for path in wrong)
    unreadable = {_path(p) for p in errors if p.code in TABLE_UNREADABLE}
    doubled = {p.message.partition(":")[0] for p in errors if p.code == "table-row-overlap"}
    shifted = {_path(p) for p in errors if p.code in ("hex-rows", "hex-grid")}
    addresses = [p for p in errors if p.code == "cross-reference"]
    unknown = {p.where for p in errors if p.code == "unknown-name"}
    others = {p.where for p in problems if p.code != "entry-twice"}
    meant = {match[1].replace("_", "-") for p in errors if p.code in MISSPELT and (match := _MEANT.search(p.hint))}

    def follows(p: Problem) -> bool:
        if p.code in CONSEQUENT:  # one slip on the map would fail a dozen examples; an unknown name, its own
            return data or _path(p) in wrong
        if p.code == "translation-incomplete":  # mending changes the English again
            return source
        if p.code == "name-misspelt":  # the word stands in an address that leads nowhere
            word = p.message.partition(" is ")[0].strip("'")
            return any(_line(p) == _line(a) and word in a.message for a in addresses)
        if p.code.startswith(LACKING) or p.message.startswith("no phase "):  # it is misspelt there
            return any(repr(name) in p.message for name in meant)
        if p.code in FAMILIES["board"] and p.code not in ("hex-rows", "hex-grid"):  # hexes lie elsewhere, or are others
            return _path(p) in shifted
        if p.code == "entry-twice":  # another check tells what the second one does
            return p.where in others
        if p.code == "side-of-id":  # the type of another side, or of none
            return p.where in unknown
        if p.code == "hex-start":
            return bool(shifted)
        if p.code == "table-die-gap":  # a row has the number of another one
            return any(p.message.startswith(f"{title} has") for title in doubled)
        if p.code == "procedure" and p.message.startswith("the table can't be used"):
            return any(e.code in (*TABLE_UNREADABLE, "difference-gap") for e in errors)
        return p.severity == "warning" and p.code in FAMILIES["tables"] and _path(p) in unreadable

    return [p for p in problems if not follows(p)]


def _path(problem: Problem) -> str:
    return problem.where.path if problem.where else ""


def _line(problem: Problem) -> tuple[str, int]:
    return _path(problem), problem.where.line if problem.where else 0


def _is_data(path: str) -> bool:
    """Whether the referee plays by the file."""
    parts = path.split("/")
    return parts[-1] in DATA_FILES or "scenarios" in parts[-2:-1]
