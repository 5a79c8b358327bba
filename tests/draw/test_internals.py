"""What a library keeps to itself is used by one module of ours for each kind, and the library stays below its next
major version.
"""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "pnp").rglob("*.py"))

REPORTLAB = {
    "pnp/draw/pdf_canvas.py": ("reportlab.pdfgen.canvas",),
    "pnp/draw/pdf_objects.py": ("reportlab.pdfbase.pdfdoc",),
    "pnp/draw/pdf_font.py": ("reportlab.pdfbase.pdfmetrics", "reportlab.pdfbase.ttfonts"),
}
"""Module of ours -> the modules of reportlab whose private names it may use."""

DOCUMENT = {
    "delayedFonts",
    "fontMapping",
    "idToObject",
    "idToObjectNumberAndVersion",
    "inObject",
    "Reference",
    "xobjDict",
}
"""What a document of reportlab calls its parts, without an underscore."""

WHOLE = {"reportlab.pdfbase.pdfdoc": "pnp/draw/pdf_objects.py", "reportlab.lib.rl_accel": "pnp/draw/pdf_text.py"}
"""Modules of reportlab that are internal as a whole, and who may import them."""

OTHERS = {"_pointer": "pnp/draw/png.py", "__pydantic_private__": "pnp/model/base.py"}
"""Names of cairocffi and pydantic, and who may use them."""


def private_names(module: str) -> set[str]:
    """The private names that a module of a library gives to attributes, methods and globals."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    names = set()
    for node in ast.walk(ast.parse(Path(spec.origin).read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            names.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return {name for name in names if name.startswith("_") and not name.startswith("__") and len(name) > 1}


OWNERS: dict[str, set[str]] = {}
"""Name -> the modules of ours that may use it."""
for _ours, _modules in REPORTLAB.items():
    for _name in set().union(*map(private_names, _modules)):
        OWNERS.setdefault(_name, set()).add(_ours)
OWNERS |= {name: {"pnp/draw/pdf_objects.py"} for name in DOCUMENT} | {name: {ours} for name, ours in OTHERS.items()}


def used_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of each attribute that a module uses, asks for by a string, or overrides in a class of the
    library's.
    """
    library = {alias.asname or alias.name for node in ast.walk(tree) if _of_library(node) for alias in node.names}
    own: set[int] = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef):
            if any(isinstance(base, ast.Name) and base.id in library for base in part.bases):
                yield from ((method.lineno, method.name) for method in part.body if isinstance(method, ast.FunctionDef))
            else:
                own |= _own(part)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in own:
            yield node.lineno, node.attr
        elif isinstance(node, ast.Call):
            yield from (
                (part.lineno, part.value)
                for part in node.args
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def _of_library(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("reportlab.", "pnp.draw.pdf"))


def _own(part: ast.ClassDef) -> set[int]:
    """Each `self.name` of a class that gives a value to it or has a method of that name."""
    selves = [
        node for node in ast.walk(part)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    ]  # fmt: skip
    defined = {node.attr for node in selves if isinstance(node.ctx, ast.Store)}
    defined |= {node.name for node in part.body if isinstance(node, ast.FunctionDef)}
    return {id(node) for node in selves if node.attr in defined}


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of each module that is imported, or from which something is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def faults(path: str, text: str) -> list[str]:
    """Internals of libraries that the module of ours at `path` uses, and shouldn't."""
    if not OWNERS.keys() & set(re.findall(r"\w+", text)) and not any(name.partition(".")[0] in text for name in WHOLE):
        return []
    tree = ast.parse(text)
    names = [(line, name) for line, name in used_names(tree) if path not in OWNERS.get(name, {path})]
    modules = [(line, name) for line, name in imported(tree) if WHOLE.get(name, path) != path]
    return [f"{path}:{line}: {name}" for line, name in sorted(names + modules)]


def test_each_kind_of_internals_is_used_by_one_module():
    assert len(FILES) > 300
    assert [
        fault for path in FILES for fault in faults(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    ] == []


def test_private_names_of_reportlab_are_known():
    names = ("_code", "_doc", "_extgstate", "_fonts")
    owners = ["canvas", "canvas", "canvas", "font"]

    assert [OWNERS[name] for name in names] == [{f"pnp/draw/pdf_{owner}.py"} for owner in owners]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("canvas._code.append('q')", "_code"),
        ("getattr(canvas, '_doc')", "_doc"),
        ("document.idToObject['BasicFonts']", "idToObject"),
        ("from reportlab.pdfbase import pdfdoc", "reportlab.pdfbase.pdfdoc"),
        ("import reportlab.pdfbase.pdfdoc", "reportlab.pdfbase.pdfdoc"),
        ("from reportlab.pdfbase.pdfdoc import PDFName", "reportlab.pdfbase.pdfdoc"),
        (
            "from reportlab.pdfgen.canvas import Canvas\nclass Sheet(Canvas):\n    def start(self):\n"
            "        self._code = []",
            "_code",
        ),
        ("context._pointer", "_pointer"),
    ],
)
def test_a_use_elsewhere_would_be_seen(text, fault):
    assert [found.rsplit(": ")[-1] for found in faults("pnp/generators/book/pages.py", text)] == [fault]


def test_names_of_our_own_are_no_faults():
    text = (
        "class Writer:\n    def __init__(self):\n        self._code = []\n    def add(self):\n"
        "        self._code.append(self._escape())\n    def _escape(self):\n        return 1"
    )

    assert faults("pnp/generators/book/pages.py", text) == []


@pytest.mark.parametrize("library", ["cairocffi", "pydantic", "reportlab"])
def test_libraries_whose_internals_are_used_stay_below_their_next_major_version(library):
    """Whatever extra names them, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    lines = [line for line in named if re.match(rf"{library}\b", line)]
    major = int(importlib.metadata.version(library).split(".")[0])

    assert lines
    assert all(line.endswith(f",<{major + 1}") for line in lines), lines


def test_svgwrite_writes_every_svg():
    """No module puts elements of an SVG together as text; templates and buttons that a person drew are files."""
    element = re.compile(r"<(svg|g|defs|path|rect|circle|line|polyline|polygon|use)[ /]")
    found = []
    for path in FILES:
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if element.search(text) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and element.search(node.value):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {node.value[:60]}")
    assert found == []
