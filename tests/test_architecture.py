"""The shape of the code: who imports whom, what a fresh `pnp --help` loads, no game's name in the core."""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pnp"

ORDER = [
    "errors", "units", "output", "processes", "model", "maps", "sources", "translate", "draw", "symbols", "generators",
    "vassal", "referee", "games", "players", "playtest", "checks", "analysis", "press", "exports", "imports", "web",
    "desk", "cli", "api",
]  # fmt: skip
"""DESIGN §2: a package imports only from those before it."""

FILES = sorted(p for p in PACKAGE.rglob("*.py") if "_data" not in p.parts)

ALLOWED = {("cli", "api"), ("checks", "api")}
"""The command line may use the public names, which stand last because they gather everything."""


def _package(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@functools.cache
def _import_statements(tree: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def _imports(path: Path) -> set[str]:
    found = set()
    for node in _import_statements(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module] if node.module != "pnp" else [f"pnp.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        else:
            continue
        found |= {n.split(".")[1] for n in names if n.startswith("pnp.")}
    return found & set(ORDER)


def _modules() -> dict[str, Path]:
    """Dotted name -> file of every module."""
    names = {path: path.relative_to(ROOT).with_suffix("").parts for path in FILES}
    return {".".join(parts[:-1] if parts[-1] == "__init__" else parts): path for path, parts in names.items()}


def _imported_modules(tree: ast.AST, modules: Collection[str]) -> set[str]:
    """Those of `modules` that a module names in any import: at its top, for type checking only, or in a function."""
    used = set()
    for node in _import_statements(tree):
        if isinstance(node, ast.Import):
            used |= {alias.name for alias in node.names}
        else:
            assert node.level == 0 and node.module, "imports are absolute"
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            used |= {name if name in modules else node.module for name in full}
    return used & set(modules)


def _circles(imports: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Groups of modules of which each reaches every other by imports (strongly connected, more than one)."""
    left = {name: set(used) for name, used in imports.items()}
    while leaves := {name for name, used in left.items() if not used & left.keys()}:  # they are in no circle
        left = {name: used for name, used in left.items() if name not in leaves}
    reached = {name: _reach(name, left) for name in left}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in left}
    return sorted(sorted(group) for group in groups if group)


def _reach(start: str, imports: Mapping[str, Collection[str]]) -> set[str]:
    """All that `start` imports, and what that imports, and so on; `start` itself only when something leads back."""
    reached: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        name = waiting.pop()
        if name in imports and name not in reached:
            reached.add(name)
            waiting += imports[name]
    return reached


def test_no_import_circles():
    """Neither TYPE_CHECKING nor an import inside a function cures a circle, so both count."""
    modules = _modules()
    assert len(modules) > 300
    imports = {name: _imported_modules(_tree(path), modules) - {name} for name, path in modules.items()}
    assert imports["pnp.referee.state"] and imports["pnp.checks"]
    assert imports["pnp.games.winter_war.rules"]
    assert _circles(imports) == []


def _bound(tree: ast.Module) -> set[str]:
    """The names that a module binds at its top, under conditions too."""
    bound: set[str] = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        waiting += ast.iter_child_nodes(node)
    return bound


def test_what_is_imported_is_there():
    """An import inside a function fails only when the function is called."""
    modules = _modules()
    bound = {name: _bound(_tree(path)) for name, path in modules.items()}
    missing = [
        f"{name} imports {alias.name} from {node.module}"
        for name, path in modules.items() for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "pnp"
        for alias in node.names
        if f"{node.module}.{alias.name}" not in modules and alias.name not in bound.get(node.module, ())
    ]  # fmt: skip
    assert missing == []


def test_every_library_that_is_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *(line for name in extras.keys() - {"test"} for line in extras[name])]
    known = {re.match(r"[\w.-]+", line)[0].lower() for line in declared}
    owners = importlib.metadata.packages_distributions()
    for path in FILES:
        for name in _foreign(_tree(path)):
            assert known & {owner.lower() for owner in owners.get(name, ())}, f"{path} imports {name}"


def _foreign(tree: ast.AST) -> set[str]:
    """The packages from elsewhere that a module imports: neither `pnp` nor of Python's own library."""
    nodes = _import_statements(tree)
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"pnp"}


def test_a_circle_through_three_modules_is_seen():
    assert _circles({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": [], "e": ["a", "d"]}) == [["a", "b", "c"]]


def test_imports_for_type_checking_and_inside_functions_are_seen():
    tree = ast.parse(
        "from pnp.a import x\nif TYPE_CHECKING:\n    from pnp import b\n"
        "def f():\n    import pnp.c\n    from pnp.d.e import Thing\n"
    )
    modules = ("pnp", "pnp.a", "pnp.b", "pnp.c", "pnp.d", "pnp.d.e", "pnp.f")
    assert _imported_modules(tree, modules) == {"pnp.a", "pnp.b", "pnp.c", "pnp.d.e"}


def test_packages_import_only_from_those_before_them():
    assert len(FILES) > 50
    wrong = []
    for path in FILES:
        package = _package(path)
        if package not in ORDER:
            continue
        for used in _imports(path):
            if ORDER.index(used) > ORDER.index(package) and (package, used) not in ALLOWED:
                wrong.append(f"{path.relative_to(ROOT)} imports pnp.{used}")
    assert wrong == []


def test_every_package_is_in_the_order():
    here = {_package(p) for p in FILES} - {"__init__", "__main__"}
    assert here == set(ORDER)


def _rooms() -> dict[str, set[str]]:
    """Room -> the other rooms of its package that it imports.

    A room is a folder without folders of its own; a module that lies beside rooms counts by itself.
    """
    modules = _modules()
    folders = {name for name, path in modules.items() if path.name == "__init__.py"}
    split = {name.rpartition(".")[0] for name in folders if name.count(".") >= 2}

    def room_of(name: str) -> str:
        folder = name.rpartition(".")[0]
        return name if name in folders or folder in split or folder == "pnp" else folder

    imports: dict[str, set[str]] = {}
    for name, path in modules.items():
        for used in _imported_modules(_tree(path), modules):
            room, other = room_of(name), room_of(used)
            if room != other and room.split(".")[1:2] == other.split(".")[1:2]:
                imports.setdefault(room, set()).add(other)
    return imports


def test_rooms_import_one_another_in_one_direction():
    imports = _rooms()
    assert {"pnp.generators.charts", "pnp.vassal.pieces", "pnp.maps.hexes"} <= set(imports)
    assert _circles(imports) == []


@pytest.mark.parametrize(
    "package",
    ["model", "maps", "sources", "draw", "generators", "vassal", "referee", "players", "checks", "analysis",
     "playtest", "exports", "imports"],
)  # fmt: skip
def test_the_core_knows_no_game_by_name(package):
    names = ("putins", "putin", "ukrain", "russia", "wagner", "tatchanka", "makhno", "finland", "finnish")
    files = [p for p in FILES if _package(p) == package]
    assert files
    found = [
        f"{p.relative_to(ROOT)}: {n}" for p in files
        for code in [_code_only(p).lower().replace("outputintent", "")]  # a key of PDF, with a name in it
        for n in names
        if n in code and not (n == "finnish" and p.parent.name == "typeset")  # there it is a language
    ]  # fmt: skip
    assert found == []


def _code_only(path: Path) -> str:
    """The names and string constants of a module that are not docstrings."""
    tree = _tree(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    # A string that stands alone under a constant documents it.
    docs |= {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    words = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            words.append(node.value)
        elif isinstance(node, ast.Name):
            words.append(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            words.append(node.name)
    return "\n".join(words)


def test_help_loads_no_heavy_library():
    code = (
        "import sys, pnp.cli; "
        "print([m for m in ('pydantic', 'yaml', 'reportlab', 'shapely', 'cairosvg', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def _public(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The public functions and classes of a module, and the public methods of public classes, by dotted name.

    The setter of a property and the variants of an overloaded function are described elsewhere.
    """
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            yield node.name, node
            for method in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and not _variant(method):
                    yield f"{node.name}.{method.name}", method


def _variant(function: ast.FunctionDef) -> bool:
    marks = {mark.attr if isinstance(mark, ast.Attribute) else ast.unparse(mark) for mark in function.decorator_list}
    return bool({"setter", "overload"} & marks)


def _undescribed(tree: ast.Module, *, manual_page: bool = False) -> list[str]:
    """Public names without a docstring, or with one that only gives the rule.

    manual_page  the module is a check: its docstring is the manual page, which describes `check` too
    """
    return [
        name for name, node in _public(tree)
        if not (manual_page and name == "check" and ast.get_docstring(tree))
        and (ast.get_docstring(node) or "Rule:").startswith("Rule:")
    ]  # fmt: skip


def test_every_public_function_says_what_it_does():
    undescribed = [
        f"{path.relative_to(ROOT)}: {name}" for path in FILES
        for name in _undescribed(_tree(path), manual_page=_package(path) == "checks")
    ]  # fmt: skip
    assert undescribed == []


def test_a_missing_description_is_seen():
    tree = ast.parse(
        'def bare(): pass\ndef ruled():\n    """Rule: 4.1"""\ndef _private(): pass\n'
        'def described():\n    """Do it.\n\n    Rule: 4.1\n    """\n'
        'class Thing:\n    """A thing."""\n    def method(self): pass\n'
        "    @text.setter\n    def text(self, value): pass\n    def wrap(self): pass\n"
        "def check(game): pass\n"
    )
    assert _undescribed(tree) == ["bare", "ruled", "Thing.method", "Thing.wrap", "check"]
    assert _undescribed(tree, manual_page=True) == ["bare", "ruled", "Thing.method", "Thing.wrap", "check"]  # no page
    page = ast.parse('"""code: a page."""\ndef check(game): pass\ndef other(): pass\n')
    assert _undescribed(page, manual_page=True) == ["other"]


def _twice(modules: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """Public class -> the modules that define it, where those are several."""
    defined: dict[str, list[str]] = {}
    for module, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined.setdefault(node.name, []).append(module)
    return {name: places for name, places in defined.items() if len(places) > 1}


def test_no_two_public_classes_share_a_name():
    """One word, one thing; each game may have a board and a plan of its own."""
    trees = {name: _tree(path) for name, path in _modules().items() if _package(path) != "games"}
    assert _twice(trees) == {}


def test_a_class_name_used_twice_is_seen():
    trees = {
        "a": ast.parse("class Piece: pass\nclass _Row: pass\nclass Space: pass"),
        "b": ast.parse("class Piece: pass\nclass _Row: pass"),
    }
    assert _twice(trees) == {"Piece": ["a", "b"]}


def test_every_module_has_a_docstring():
    bare = [str(p.relative_to(ROOT)) for p in FILES if not ast.get_docstring(_tree(p))]
    assert bare == []
