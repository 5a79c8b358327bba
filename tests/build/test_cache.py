"""What kept geometry depends on, and when it is read; files that are as they were written."""

import hashlib
import os
import re
import subprocess
import sys

from pnp.build.cache import _engine_files, geometry_hash, modules_of, time_of


def names_of(maker):
    return {path.stem for path in modules_of(maker)}


def test_a_ground_depends_on_what_draws_it_and_not_on_names_or_samples():
    names = names_of("hex_ground")

    assert {"hex_ground", "hex_water", "hex_shapes", "hexes", "lines"} <= names
    assert not names & {"hex_place", "hex_curved", "hex_regions", "sample", "sample_shores", "areas", "points"}


def test_a_plan_depends_on_grounds_names_areas_and_points_and_not_on_samples():
    names = names_of("plan")

    assert {"plan", "hex_ground", "hex_place", "hex_curved", "hex_key", "areas", "points"} <= names
    assert not any(name.startswith("sample") for name in names)
    assert geometry_hash("plan") != geometry_hash("hex_ground")


def test_every_module_that_python_loads_for_a_plan_is_counted():
    # A plan of a hex map loads the latter two when it is made.
    code = "import sys, pnp.maps.plan, pnp.maps.hex_ground, pnp.maps.hex_place; print(*sorted(m for m in sys.modules if m.startswith('pnp.maps.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert len(loaded) > 20
    assert {re.sub(r"^pnp\.maps\.", "", name) for name in loaded} <= names_of("plan")


def test_a_file_is_read_again_only_when_its_time_differs(tmp_path):
    path = tmp_path / "map.svg"
    path.write_bytes(b"as written")
    digest, time = hashlib.sha256(b"as written").hexdigest(), path.stat().st_mtime_ns
    assert time_of(path, "not looked at", 10, time) == time
    os.utime(path, ns=(time, time + 5_000_000_000))
    assert time_of(path, digest, 10, time) == time + 5_000_000_000
    assert time_of(path, "another", 10, time) is None


def test_a_file_of_another_size_or_content_is_not_what_was_written(tmp_path):
    path = tmp_path / "map.svg"
    path.write_bytes(b"as written")
    digest, time = hashlib.sha256(b"as written").hexdigest(), path.stat().st_mtime_ns
    assert time_of(path, digest, 11, time) is None
    path.write_bytes(b"as altered")
    os.utime(path, ns=(time, time + 1))
    assert time_of(path, digest, 10, time) is None
    assert time_of(tmp_path / "gone", digest, 10, time) is None
    assert time_of(tmp_path, digest, tmp_path.stat().st_size, tmp_path.stat().st_mtime_ns) is None


def test_the_version_of_the_program_counts_code_fonts_and_templates_and_nothing_generated(tmp_path):
    for name in ("a.py", "fonts/x.ttf", "deep/er/t.html", "_data/copy.py", "deep/_data/kept.py", "__pycache__/a.py", "a.pyc", "notes.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")

    assert sorted(_engine_files(str(tmp_path), skipped="_data")) == ["a.py", "deep/_data/kept.py", "deep/er/t.html", "fonts/x.ttf"]
    assert "_data/copy.py" in _engine_files(str(tmp_path), skipped="")


def test_a_ground_is_laid_out_before_processes_need_it_and_read_by_those_that_do(tmp_path, monkeypatch):
    import pnp.generators.map_sheet as map_sheet
    from pnp.build.cache import Cache
    from pnp.build.workshop import Workshop
    from pnp.sources import load_game

    made = []
    monkeypatch.setattr(map_sheet, "ground_sheet", lambda game: made.append(game.id) or ("a", "ground"))
    games = {"en": load_game("winter-war")}
    Workshop(games, Cache(tmp_path)).keep_ground()
    assert made == ["winter-war"]
    again = Workshop(games, Cache(tmp_path))
    again.keep_ground()
    assert "ground" not in vars(again)
    assert again.ground == ("a", "ground")
    assert made == ["winter-war"]
