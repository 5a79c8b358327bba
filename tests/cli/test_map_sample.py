"""`pnp map sample`: from files to a draft, and what it says when it can't."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli import run

PLAN = """\
grid: {flat_mm: 10, columns: 3, rows: 2, origin_mm: [10, 10], km: 10}
frame_mm: [0, 0, 45, 30]
projection: {origin: [0, 0], km_per_degree: [10, 10]}
layers: {land: [land.geojson]}
lines: none
places:
  - {name: Port, at: [0.1, 0.1]}
  - {name: Pier, at: [0.2, 0.2]}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    ring = [[-1, 1], [1.5, 1], [1.5, -3], [-1, -3], [-1, 1]]
    layer = {"type": "FeatureCollection", "features": [{"geometry": {"type": "Polygon", "coordinates": [ring]}}]}
    (tmp_path / "land.geojson").write_text(json.dumps(layer))
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


def test_draft_goes_to_stdout_and_notes_to_stderr(plan: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["map", "sample", str(plan)]) == 0
    captured = capsys.readouterr()
    assert '  - {id: "0101", name: Port}\n' in captured.out
    assert '  rows:\n    - "..~"\n    - "..~"\n' in captured.out
    assert captured.err == "note: Pier lies in hex 0101 with Port; only the first is kept\n"


def test_into_replaces_only_what_is_drafted(plan: Path, capsys: pytest.CaptureFixture[str]):
    target = plan.parent / "map.yaml"
    target.write_text('id: main\nhexes:\n  rows:\n    - "~~~"\n  sets: []\nboxes: []\n')
    assert run(["map", "sample", str(plan), "--into", str(target)]) == 0
    assert target.read_text() == (
        'id: main\nspaces:\n  - {id: "0101", name: Port}\nhexes:\n  rows:\n    - "..~"\n    - "..~"\n  sets: []\n'
        'boxes: []\n'
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("land.geojson", "gone.geojson"), "there is no such file"),
        (("places:", "plaices:"), "'plaices'"),
        (("flat_mm: 10", "flat_mm: 1000"), "flat_mm"),
        (("km_per_degree: [10, 10]", "proj: nonsense"), "no projection 'nonsense'"),
    ],
)
def test_mistakes_are_problems_without_traceback(
    plan: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], message: str
):
    plan.write_text(PLAN.replace(*change))
    assert run(["map", "sample", str(plan)]) == 1
    assert message in capsys.readouterr().err


def test_projection_without_pyproj_is_what_the_machine_lacks(
    plan: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "pyproj", None)
    plan.write_text(PLAN.replace("km_per_degree: [10, 10]", 'proj: "EPSG:3067"'))
    assert run(["map", "sample", str(plan)]) == 3
    assert "pnp-wargames[geo]" in capsys.readouterr().err


def test_grid_of_too_many_hexes_is_refused(plan: Path, capsys: pytest.CaptureFixture[str]):
    plan.write_text(PLAN.replace("columns: 3", "columns: 4000"))
    assert run(["map", "sample", str(plan)]) == 1
    assert "columns" in capsys.readouterr().err


def test_each_process_writes_the_same_draft(plan: Path):
    """Sets of words have another order in each process, after the seed of its hashes; nothing may go by that."""
    plan.write_text(
        PLAN + 'rivers: [{name: Long, sides: "0102/0101 0201/0202"}]\n'
        'sides: {wall: "0101/0201 0102/0202", dike: "0201/0101", ditch: "0202/0102"}\n'
    )
    command = [sys.executable, "-m", "pnp", "map", "sample", str(plan)]
    drafts = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2", "3")
    }
    assert len(drafts) == 1
    assert b'{kind: wall, sides: "' in drafts.pop()
