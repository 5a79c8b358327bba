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
