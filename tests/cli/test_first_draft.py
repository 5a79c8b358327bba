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
    other = pnp("new", "in/my-war", "--from", "putins-war")
    assert (other.code, list(tmp_path.iterdir())) == (1, [])
    assert "the referee of putins-war is code that goes by its id" in other.err
    assert "`pnp new in/putins-war --from putins-war`" in other.err
    same = pnp("new", "putins-war", "--from", "putins-war")
    assert same.code == 0 and "is code" not in same.err
    assert f"now: pnp --sources {tmp_path} check putins-war;" in same.err
    assert pnp("--sources", tmp_path, "check", "putins-war").code == 0


def test_without_a_name_the_games_of_the_working_folder_are_meant(pnp, mine, monkeypatch):
    """Also in a file with a byte order mark, and where the folder is called as a game that ships."""
    info = mine / "game.yaml"
    info.write_text(re.sub("(?m)^title: .*\n", "", info.read_text("utf-8")), "utf-8-sig")
    assert pnp("check").err.startswith("mine: 1 error\n")
    monkeypatch.chdir(mine)
    ran = pnp("check", "--select", "gpid-missing")
    assert ran.out.startswith("game.yaml:5:1: the key 'title' is missing") and ran.err.startswith(".: 1 error\n")
    mine.rename(mine.with_name("the-ford"))
    monkeypatch.chdir(mine.parent)
    assert pnp("check").out.startswith("the-ford/game.yaml:5:1:")


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
