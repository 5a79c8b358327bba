"""Shared by all checks of a module: the problem with its location, and the traits of every piece."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator

from pnp.errors import Location, Problem, Severity
from pnp.vassal.format.reader import Module
from pnp.vassal.format.traits import Trait

Check = Callable[[Module], Iterator[Problem]]

WINDOWS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
"""The components in which pieces lie."""


def problem(
    module: Module, code: str, message: str, hint: str = "", *, severity: Severity = "error",
    entry: str = "buildFile.xml"
) -> Problem:  # fmt: skip
    """A problem located in `entry`, a file inside the module's archive."""
    return Problem(code=code, message=message, where=Location(f"{module.path}/{entry}"), hint=hint, severity=severity)


def near_miss(name: str, names: Iterable[str]) -> str:
    """The one of `names` that `name` misspells, as a hint; "" when it is another word."""
    by_fold = {known.casefold(): known for known in names}
    near = difflib.get_close_matches(name.casefold(), list(by_fold), n=1, cutoff=0.8)
    return f"did you mean {by_fold[near[0]]!r}?" if near else ""


def all_traits(module: Module) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """The traits of every prototype and every piece, each with a name for problem messages."""
    for name, traits in module.prototypes.items():
        yield f"prototype {name!r}", traits
    for piece in module.pieces:
        yield f"piece {piece.name!r}", piece.piece.traits
