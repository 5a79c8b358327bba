"""What a build of unchanged maps need not load."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("call", ["from pnp.build.workshop import warm_up; warm_up()", "import pnp.build.again, pnp.generators.charts, pnp.generators.map_sheet"])
def test_geometry_is_not_loaded_before_a_map_is_drawn(call):
    """Loading shapely and numpy takes as long as exchanging all counters of a set."""
    code = f"import sys; {call}; print(sorted({{'shapely', 'numpy', 'pyproj'}} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[]\n"
