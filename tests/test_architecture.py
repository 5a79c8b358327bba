"""The shape of the code: who imports whom, what a fresh `pnp --help` loads, no game's name in the core."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pnp"

ORDER = [
    "errors", "units", "output", "model", "maps", "sources", "translate", "draw", "symbols", "generators", "vassal",
    "referee", "games", "players", "playtest", "checks", "analysis", "build", "web", "cli", "api",
]  # fmt: skip
"""DESIGN §2: a package imports only from those before it."""

FILES = sorted(p for p in PACKAGE.rglob("*.py") if "_data" not in p.parts)

ALLOWED = {("cli", "api"), ("checks", "api")}
"""The command line may use the public names, which stand last because they gather everything."""


def _package(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module] if node.module != "pnp" else [f"pnp.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        else:
            continue
        found |= {n.split(".")[1] for n in names if n.startswith("pnp.")}
    return found & set(ORDER)


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


@pytest.mark.parametrize("package", ["model", "maps", "sources", "draw", "generators", "vassal", "referee", "players", "checks", "analysis", "playtest"])
def test_the_core_knows_no_game_by_name(package):
    names = ("putins", "putin", "ukrain", "russia", "wagner", "tatchanka", "makhno", "finland", "finnish")
    files = [p for p in FILES if _package(p) == package]
    assert files
    found = [
        f"{p.relative_to(ROOT)}: {n}" for p in files for n in names
        if n in _code_only(p).lower() and not (n == "finnish" and p.parent.name == "typeset")  # there it is a language
    ]  # fmt: skip
    assert found == []


def _code_only(path: Path) -> str:
    """The names and string constants of a module that are not docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body and isinstance(node.body[0], ast.Expr)
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


def test_every_module_has_a_docstring():
    bare = [str(p.relative_to(ROOT)) for p in FILES if not ast.get_docstring(ast.parse(p.read_text("utf-8")))]
    assert bare == []
