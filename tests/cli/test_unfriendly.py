"""The command line where things go wrong: odd terminals, closed pipes, nonsense given, damaged files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_locale_without_the_letters_gets_escapes_and_no_traceback(pnp_process):
    ran = subprocess.run(
        [sys.executable, "-m", "pnp", "explain", "putins-war", "4.5"], cwd=ROOT, capture_output=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr.decode("latin-1")
    assert b"4.5 Air Force" in ran.stdout


def test_a_reader_that_leaves_early_is_no_failure():
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m pnp schema | head -1"], cwd=ROOT, capture_output=True,
        text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "{\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--select", "no-such-check"), "there is no check 'no-such-check'"),
        (("play", "putins-war", "--players", "russia=random,russia=heuristic"), "'russia' is named twice"),
        (("play", "putins-war", "--players", "russia="), "'russia=' is not side=player"),
        (("play", "putins-war", "--option", "=true"), "'=true' names no option"),
    ],
)
def test_wrong_usage_is_2_and_told(pnp, arguments, message):
    ran = pnp(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize("command", ["list", "check", "build"])
def test_a_folder_without_games_is_told(pnp, tmp_path, command):
    ran = pnp("--sources", tmp_path, command)
    assert (ran.code, ran.out) == (1, "")
    assert f"no game in '{tmp_path}'" in ran.err


def test_an_unknown_rule_is_answered_with_those_there_are(pnp):
    ran = pnp("explain", "putins-war 99")
    assert ran.code == 1
    assert "has no rule '99'; its rules are: " in ran.err
    assert "4.5, 4.6" in ran.err


def test_a_missing_saved_game_is_not_taken_for_a_games_source(pnp, tmp_path):
    ran = pnp("play", "putins-war", "--load", tmp_path / "none.json")
    assert ran.code == 1
    assert "there is no such file" in ran.err
    assert "game needs it" not in ran.err


def test_a_file_that_the_game_names_is_no_file_that_every_game_needs(pnp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pnp("new", "mine")
    font = "{name: own, file: fonts/own.ttf, licence: MIT}"
    (tmp_path / "mine" / "style.yaml").write_text(f"fonts: [{font}]\nfaces: {{title: own}}\n", "utf-8")
    ran = pnp("check", "mine")
    assert "mine/style.yaml:1:27: fonts/own.ttf: there is no such file" in ran.out
    assert "hint: the path begins in the game's folder" in ran.out


def test_what_stops_a_game_is_told_once(pnp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pnp("new", "mine")
    scenario = tmp_path / "mine" / "scenarios" / "standard.yaml"
    scenario.write_text(scenario.read_text("utf-8").replace("north-infantry-2,", "north-infatry-2,"), "utf-8")
    ran = pnp("playtest", "mine", "--games", "1")
    assert (ran.code, ran.err.count("'north-infatry-2'")) == (1, 1)


def test_catalogues_as_json_are_one_document(pnp, tmp_path):
    shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "putins_war")
    document = json.loads(pnp("--sources", tmp_path, "i18n", "extract", "--json").out)
    assert [t["game"] for t in document["templates"]] == ["putins-war", "common"]
    assert document["templates"][0]["text"].startswith('msgid ""')


def test_a_terminal_obeys_nothing_that_a_broken_file_holds(pnp, tmp_path):
    folder = shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "putins_war")
    (folder / "style.yaml").write_bytes(b"a: \x1b]0;owned\x07\x1b[2J \xff\n")
    ran = pnp("--sources", tmp_path, "list", "putins-war")
    assert ran.code == 1
    assert "style.yaml:1:" in ran.err
    assert "\x1b" not in ran.err and "\x07" not in ran.err


def test_a_pipe_that_poses_as_a_game_keeps_nobody_waiting(pnp_process, tmp_path):
    import os

    (tmp_path / "trap").mkdir()
    os.mkfifo(tmp_path / "trap" / "game.yaml")
    ran = pnp_process("--sources", tmp_path, "list", timeout=30)
    assert ran.code == 1
    assert "game.yaml: is not a plain file" in ran.err


def test_settings_with_every_line_commented_out_are_the_defaults(monkeypatch, tmp_path):
    from pnp.sources.settings import Settings, read_settings

    path = tmp_path / "settings.yaml"
    path.write_text("# back_offset_mm: [1, 2]\n", "utf-8")
    monkeypatch.setenv("PNP_SETTINGS", str(path))
    assert read_settings() == Settings()


def test_doctor_notices_a_library_that_does_not_load(pnp_process, tmp_path):
    (tmp_path / "cairocffi").mkdir()
    (tmp_path / "cairocffi" / "__init__.py").write_text("raise OSError('no library called cairo was found')\n", "utf-8")
    ran = pnp_process("doctor", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert ran.code == 3
    assert "LACKING libcairo" in ran.out
    assert "apt-get install libcairo2" in ran.out


def test_replay_without_libcairo_says_what_to_install(pnp, pnp_process, tmp_path):
    log = tmp_path / "game.jsonl"
    pnp("play", "march-of-justice", "--players", "random", "--seed", "5", "--log", log)
    (tmp_path / "cairocffi").mkdir()
    (tmp_path / "cairocffi" / "__init__.py").write_text("raise OSError('no library called cairo was found')\n", "utf-8")
    ran = pnp_process("replay", log, "--to", "3", "--png", tmp_path / "pictures", PYTHONPATH=f"{tmp_path}:{ROOT}")

    assert ran.code == 3
    assert "PNG pictures need libcairo" in ran.err and "apt-get install libcairo2" in ran.err
    assert "Traceback" not in ran.err
    assert list((tmp_path / "pictures").glob("*")) == []


def test_a_game_without_procedures_is_told_what_that_means(pnp, tmp_path):
    folder = shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "my_game")
    info = folder / "game.yaml"
    info.write_text(info.read_text("utf-8").replace("id: putins-war", "id: my-game", 1), "utf-8")
    (folder / "procedures.yaml").unlink()
    ran = pnp("--sources", tmp_path, "play", "my-game")
    assert ran.code == 1
    assert "the referee has no procedures for 'my-game'" in ran.err
    assert "docs/a-referee.md, 'A referee for your game'" in ran.err
    assert "referee    none;" in pnp("--sources", tmp_path, "list", "my-game").out
    assert "referee    by code of its own" in pnp("list", "march-of-justice").out


def test_a_broken_source_is_told_by_play_and_build_as_check_tells_it(pnp, monkeypatch, tmp_path):
    """A step of the flow chart that leads nowhere, units of nobody: no traceback, the place to mend."""
    folder = tmp_path / "march_of_justice"
    shutil.copytree(ROOT / "sources" / "march_of_justice", folder)
    charts, counters = folder / "charts.yaml", folder / "counters.yaml"
    good = charts.read_text("utf-8")
    charts.write_text(good.replace("yes: akhmat-roll,", "yes: akhmat-rol,"), "utf-8")
    ran = pnp("--sources", tmp_path, "play", "march-of-justice", "--players", "random")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no step 'akhmat-rol' [flow-step]" in ran.err
    assert "Traceback" not in ran.err
    charts.write_text(good, "utf-8")
    scenario = folder / "scenarios" / "standard.yaml"
    standard = scenario.read_text("utf-8")
    scenario.write_text(standard.replace("moscow:", "moskow:"), "utf-8")
    ran = pnp("--sources", tmp_path, "play", "march-of-justice", "--players", "random")
    assert (ran.code, ran.out) == (1, "")
    assert "standard.yaml:12:5: unknown place 'moskow' [unknown-name]" in ran.err
    scenario.write_text(standard, "utf-8")
    units = counters.read_text("utf-8")
    counters.write_text(units.replace("    side: wagner\n", "", 1), "utf-8")
    monkeypatch.setattr("pnp.press.build_game", lambda *_, **__: {}["momentum"])
    ran = pnp("--sources", tmp_path, "build", "march-of-justice", "--out", tmp_path / "out")
    assert ran.code == 1
    assert "is no marker and belongs to no side [style-missing]" in ran.err
    assert "Traceback" not in ran.err
    counters.write_text(units, "utf-8")
    assert "Traceback" in pnp("--sources", tmp_path, "build", "march-of-justice", "--out", tmp_path / "out").err


def test_a_reason_for_which_many_products_fail_is_told_once(pnp, tmp_path):
    folder = tmp_path / "march_of_justice"
    shutil.copytree(ROOT / "sources" / "march_of_justice", folder)
    map_file = folder / "map.yaml"
    map_file.write_text(
        map_file.read_text("utf-8").replace("between: [rostov, kamensk]", "between: [rostov, kamensc]"), "utf-8"
    )
    ran = pnp(
        "--sources", tmp_path, "build", "march-of-justice", "--only", "map", "--lang", "en", "--out", tmp_path / "out"
    )
    assert ran.code == 1
    assert ran.err.count("unknown space 'kamensc' [unknown-name]") == 1
    assert "4 failed" in ran.err


def test_what_two_checks_find_is_told_once_with_its_hint(pnp, tmp_path):
    """Both the ids of the sources and the referee's examples ask for the place of a step."""
    folder = tmp_path / "march_of_justice"
    shutil.copytree(ROOT / "sources" / "march_of_justice", folder)
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text("utf-8").replace("space: grozny}", "space: grozni}"), "utf-8")
    ran = pnp("--sources", tmp_path, "check", "march-of-justice")
    assert ran.code == 1
    assert ran.out.count("unknown space 'grozni' [unknown-name]") == 1
    assert "did you mean 'grozny'?" in ran.out
