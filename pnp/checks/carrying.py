"""Which code of a game carries out rules.

Not what advises players, draws figures, reads positions, words sentences or looks for faults: it may name rules, too,
but they would be broken without anybody to stop it if nothing else named them. Told from what a module imports and
from the names that `pnp.referee.engine.Rules` gives its methods; nothing is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_INFORMING = (
    "pnp.referee.advice", "pnp.referee.kit.advice", "pnp.players", "pnp.model.figure", "pnp.referee.positions",
    "pnp.referee.kit.position",
)  # fmt: skip
"""What a module imports that advises, draws or reads positions."""

_METHODS = frozenset({
    "adviser", "board_facts", "circumstances", "explain", "position", "price", "rule_of_moment", "way_of",
})  # fmt: skip
"""Methods of rules that inform and change nothing."""

_FAULTS = "faults"
"""How the names of functions end that look for what can't be in a state."""


@dataclass(frozen=True)
class _Module:
    """What the text of a module says of its part.

    informs  whether it imports what only those do that inform
    used     package and stem of the modules of the game that it imports for what carries out rules
    spans    lines of what it holds that carries out nothing
    """

    informs: bool
    used: frozenset[tuple[str, str]]
    spans: tuple[range, ...]


def uncarried(sources: Mapping[str, str], entry: str = "") -> dict[str, tuple[range, ...]]:
    """The lines of each path in `sources` that carry out no rule.

    entry  path of the module that holds the game's rules; what it doesn't use, itself or through others, carries out
           nothing. With none, each module counts that doesn't inform.
    """
    by_name = {(Path(path).parent.name, Path(path).stem): path for path in sources}
    packages = frozenset(package for package, _ in by_name)
    modules: dict[str, _Module] = {}
    carrying, waiting = set[str](), [entry] if entry else list(sources)
    while waiting:
        path = waiting.pop()
        if path in modules:
            continue
        modules[path] = _read(path, sources[path], packages, is_entry=path == entry)
        if not modules[path].informs:
            carrying.add(path)
            waiting += [by_name[name] for name in modules[path].used if name in by_name]
    return {
        path: modules[path].spans if path in carrying else (range(1, text.count("\n") + 2),)
        for path, text in sources.items()
    }


def _read(path: str, text: str, packages: frozenset[str], *, is_entry: bool) -> _Module:
    package = Path(path).parent.name
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return _Module(False, frozenset(), ())
    statements = tuple(_statements(tree))
    imports = [node for node in statements if isinstance(node, (ast.Import, ast.ImportFrom))]
    informing_names = {alias.asname or alias.name for node in imports if _informing(node) for alias in node.names}
    idle = _idle(statements, informing_names, is_entry)
    spans = tuple(range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in idle)
    used = {
        name for node in imports if not any(node.lineno in span for span in spans)
        for name in _own_modules(node, package, packages)
    }  # fmt: skip
    informs = not is_entry and bool(informing_names)
    if not any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body):
        spans = (range(1, text.count("\n") + 2),)  # tables and sentences do nothing by themselves
    return _Module(informs, frozenset(used), spans)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements within `node`, at any depth, but for those that only a type checker reads."""
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        for inner in getattr(node, name, ()):
            if not (isinstance(inner, ast.If) and _for_types(inner.test)):
                yield inner
                yield from _statements(inner)


def _for_types(test: ast.expr) -> bool:
    """Whether a condition is `TYPE_CHECKING`, or that of a module."""
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


def _informing(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return any(name == package or name.startswith(f"{package}.") for name in names for package in _INFORMING)


def _idle(statements: Iterable[ast.AST], informing_names: set[str], is_entry: bool) -> Iterator[ast.stmt]:
    """Functions and classes that carry out nothing; methods that inform are known in the module of the rules."""
    for node in statements:
        if isinstance(node, ast.ClassDef):
            bases = {name.id for base in node.bases for name in ast.walk(base) if isinstance(name, ast.Name)}
            if bases & informing_names:
                yield node
            elif is_entry:
                yield from (part for part in node.body if isinstance(part, ast.FunctionDef) and part.name in _METHODS)
        elif isinstance(node, ast.FunctionDef) and node.name.endswith(_FAULTS):
            yield node


def _own_modules(
    node: ast.Import | ast.ImportFrom, package: str, packages: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Package and stem of the modules of the game's own `packages` that `node`, in `package`, imports."""
    if isinstance(node, ast.Import):
        names = [alias.name.split(".") for alias in node.names]
        yield from ((parts[-2], parts[-1]) for parts in names if len(parts) > 1 and parts[-2] in packages)
        return
    parts = (node.module or "").split(".")
    if node.level == 1 and not node.module:
        yield from ((package, alias.name) for alias in node.names)
    elif parts[-1] in packages:
        yield from ((parts[-1], alias.name) for alias in node.names)
    elif node.level == 1:
        yield package, parts[-1]
    elif len(parts) > 1 and parts[-2] in packages:
        yield parts[-2], parts[-1]
