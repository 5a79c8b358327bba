"""The first hours with a game of one's own: no rule numbers yet, no piece numbers, a panel that is too small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


@pytest.fixture
def mine(pnp, tmp_path, monkeypatch) -> Path:
    """A new game of points without piece numbers, in whose ground and parameters no rule is named."""
    monkeypatch.chdir(tmp_path)
    assert pnp("new", "mine", "--map", "points").code == 0
    folder = tmp_path / "mine"
    heads = {path.name: path.read_text("utf-8").partition("\n")[0] for path in folder.glob("*.yaml")}
    assert all(f"$schema=../output/schema/{Path(file).stem}.schema.json" in head for file, head in heads.items())
    (folder / "gpids.yaml").unlink()
    map_text = (folder / "map.yaml").read_text("utf-8")
    (folder / "map.yaml").write_text(re.sub(r', rule: "[\d.]+"', "", map_text), "utf-8")
    info = (folder / "game.yaml").read_text("utf-8")
    without = re.sub(r'(\{id: [a-z-]+, value: \d+), rule: "[\d.]+"', r"\1", info)
    assert without != info
    (folder / "game.yaml").write_text(without, "utf-8")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_copy_keeps_a_referee_in_code_under_its_own_name_only(pnp, tmp_path, monkeypatch):
    """And a name that a game of pnp has is found by --sources."""
    monkeypatch.chdir(tmp_path)
    other, same = pnp("new", "my-war", "--from", "putins-war"), pnp("new", "putins-war", "--from", "putins-war")
    assert "the referee of putins-war is code that goes by its id" in other.err
    assert "now: pnp check my-war;" in other.err
    assert "is code" not in same.err
    assert f"now: pnp --sources {tmp_path} check putins-war;" in same.err
    assert pnp("--sources", tmp_path, "check", "putins-war").code == 0


def test_a_panel_too_small_is_told_at_its_place_and_a_build_leaves_the_sources_alone(pnp, mine):
    path = mine / "map.yaml"
    panel = "panels:\n  - {kind: table, table: combat-results, rect_mm: [5, 5, 30, 9]}\n"
    path.write_text(f"{path.read_text('utf-8')}\n{panel}", "utf-8")
    before = contents(mine)
    ran = pnp("build", "mine", "--only", "map", "--lang", "en", "--paper", "a4")
    line = path.read_text("utf-8").split("\n").index(panel.split("\n")[1]) + 1
    assert ran.code == 1
    assert f"mine/map.yaml:{line}:51: " in ran.err and "mm of height [layout]" in ran.err
    assert "hint: make its `rect_mm` larger, or remove that" in ran.err
    assert contents(mine) == before


def test_check_fix_writes_the_numbers_that_are_missing(pnp, mine):
    assert "[gpid-missing] (warning)" in pnp("check", "mine", "--all").out
    before = contents(mine)
    ran = pnp("check", "mine", "--fix")
    assert (ran.code, ran.out) == (0, "")
    after = contents(mine)
    assert after.keys() - before.keys() == {"gpids.yaml"} and {**before, "gpids.yaml": after["gpids.yaml"]} == after
