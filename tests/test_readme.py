"""README: its first lines run, its commands exist, its codes are those of the checks."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_first_lines_run():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    assert 10 <= len(code.strip().splitlines()) <= 16
    exec(compile(code, "README.md", "exec"), {})


def test_every_command_is_told():
    from pnp.cli import COMMANDS

    for name in COMMANDS:
        assert f"`pnp {name}" in README, name


def test_every_package_is_told():
    packages = {p.name.removesuffix(".py") for p in (ROOT / "pnp").iterdir() if not p.name.startswith("_")}
    missing = sorted(p for p in packages if f"`{p}`" not in README)
    assert missing == []


def test_the_changelog_has_an_entry_for_this_version():
    from pnp import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_all_codes_are_listed_with_their_meaning():
    from pnp.checks.manual import codes, severity_of, summary

    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning|note) \| (.*) \|$", README, re.MULTILINE)
    assert rows == [(code, severity_of(code), summary(code)) for code in codes()]


def test_every_code_that_the_program_can_tell_has_a_page():
    import ast

    from pnp.checks.manual import codes

    known, found = set(codes()), {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "code")]
                found |= {a.value: path.name for a in given if isinstance(a, ast.Constant) and a.value}
    assert len(found) > 20
    assert {code: name for code, name in found.items() if code not in known} == {}
