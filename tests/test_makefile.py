"""The Makefile: `make clean` deletes what is generated, and nothing of the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_clean_spares_the_page_that_describes_the_output(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    products = ("output/putins-war/en/map.svg", "output/.cache/records.json", "output/site/index.html")
    for generated in (*products, "dist/x.whl", ".venv/x"):
        (tmp_path / generated).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / generated).write_text("generated")
    (tmp_path / "output" / "README.md").write_text("kept")
    subprocess.run(["make", "--silent", "clean"], cwd=tmp_path, check=True, timeout=60)
    left = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*"))
    assert left == ["Makefile", "output", "output/README.md"]


def test_git_ignores_all_of_output_but_its_page():
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert lines.index("/output/*") < lines.index("!/output/README.md")
    assert "/output/" not in lines and "output/" not in lines


LISTED = """
import pytest
class Listing:
    def pytest_collect_file(self, file_path):
        print(file_path)
pytest.main(["--collect-only", "-p", "no:python", "-p", "no:cacheprovider"], plugins=[Listing()])
"""
"""A program that prints each file that pytest comes to, and imports none."""


def test_make_test_collects_every_test_file():
    """pytest skips folders called `build` and the like unless told otherwise: a whole folder was never run."""
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    always = next(line for line in lines if line.startswith("PYTEST :="))
    (more,) = (line for line in recipe("test") if "$(PYTEST)" in line)
    arguments = (always.partition("-m pytest")[2] + more.partition("$(PYTEST)")[2]).split()
    assert "-m" not in arguments and "-k" not in arguments
    listed = subprocess.run(
        [sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    ).stdout
    collected = {Path(line).relative_to(ROOT).as_posix() for line in listed.splitlines() if line.startswith("/")}
    files = {p.relative_to(ROOT).as_posix() for p in (ROOT / "tests").rglob("test_*.py")}
    assert len(files) > 200
    assert files - collected == set()


def recipe(target: str) -> list[str]:
    """The commands of a target of the Makefile."""
    _, _, rest = (ROOT / "Makefile").read_text("utf-8").partition(f"\n{target}: ")
    return rest.partition("\n\n")[0].splitlines()[1:]


def test_quick_leaves_out_what_is_slow_and_nothing_else():
    assert [line.replace(' -m "not slow"', "") for line in recipe("quick")] == recipe("test")
