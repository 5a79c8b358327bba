"""What all checks of a module share: how a problem is told, and the traits of every piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.errors import Location, Problem, Severity
from pnp.vassal.reader import Module
from pnp.vassal.traits import Trait

Check = Callable[[Module], Iterator[Problem]]


def problem(
    module: Module, code: str, message: str, hint: str = "", *, severity: Severity = "error", entry: str = "buildFile.xml"
) -> Problem:  # fmt: skip
    return Problem(code=code, message=message, where=Location(f"{module.path}/{entry}"), hint=hint, severity=severity)


def all_traits(module: Module) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    for name, traits in module.prototypes.items():
        yield f"prototype {name!r}", traits
    for piece in module.pieces:
        yield f"piece {piece.name!r}", piece.piece.traits
