"""What a build of some products need not load, so that one sees a change at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def loaded(code: str, *names: str) -> set[str]:
    """Those of the modules that running `code` has loaded."""
    asked = f"import sys; {code}; print(*({set(names)!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=120)
    return set(done.stdout.split())


def test_geometry_is_not_loaded_before_a_map_is_laid_out():
    makers = ", ".join(f"pnp.press.makers.{maker}" for maker in ("counters", "maps", "books", "module"))
    assert loaded(f"import {makers}", "shapely", "numpy", "pyproj", "reportlab") <= {"reportlab"}


def test_a_build_that_finds_nothing_to_do_loads_no_drawing_library():
    assert loaded("import pnp.press.build", "reportlab", "uharfbuzz", "PIL", "jinja2", "shapely") == set()


def test_counters_need_neither_books_nor_modules_nor_referees():
    unneeded = ("pnp.generators.book.rulebook", "pnp.vassal.module.archive", "pnp.games", "pnp.maps.hexes.ground")
    assert loaded("import pnp.press.makers.counters", *unneeded) == set()
